//! The controls of the theatre: buttons, timeline and keys.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{PACES, Show};
use crate::generation::task::{Pace, RunDriver};
use crate::shell::input::{Action, Actions};
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::bind::{BoundText, EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, button, choice, label, slider, stack};
use crate::shell::words::Words;

/// Marks the slider through the generations.
#[derive(Component)]
pub(super) struct Timeline;

/// Changes the run that is watched.
fn with_run(world: &mut World, act: impl FnOnce(&mut Show, &mut RunDriver)) {
    let Some(run) = world.resource::<Show>().run else {
        return;
    };
    world.resource_scope(|world, mut show: Mut<Show>| {
        if let Some(mut driver) = world.get_mut::<RunDriver>(run) {
            act(&mut show, &mut driver);
        }
    });
}

fn driver(world: &World) -> Option<&RunDriver> {
    world.get::<RunDriver>(world.resource::<Show>().run?)
}

fn is_paused(world: &World) -> bool {
    driver(world).is_some_and(|driver| driver.pace == Pace::Paused)
}

fn has_ended(world: &World) -> bool {
    world.resource::<Show>().progress.stop.is_some()
}

fn toggle_pause(world: &mut World) {
    with_run(world, |_, driver| {
        driver.pace = match driver.pace {
            Pace::Paused => super::OPENING_PACE,
            _ => Pace::Paused,
        };
    });
}

fn step_run(world: &mut World) {
    with_run(world, |show, driver| {
        show.record = None;
        driver.step();
    });
}

fn set_pace(world: &mut World, rate: f32) {
    with_run(world, |show, driver| {
        show.record = None;
        driver.pace = if rate.is_finite() {
            Pace::PerSecond(rate)
        } else {
            Pace::FlatOut
        };
    });
}

fn cancel_run(world: &mut World) {
    with_run(world, |_, driver| driver.cancel());
}

fn go_to_record(world: &mut World, record: usize) {
    with_run(world, |show, driver| {
        let newest = record + 1 >= show.progress.records;
        show.record = (!newest).then_some(record);
        show.member = None;
        show.restart_playback();
        if !newest && show.progress.stop.is_none() {
            driver.pace = Pace::Paused;
        }
        show.stale = true;
    });
}

/// Selects a member, or the best again if the member is selected already. The run pauses.
pub(super) fn select_member(world: &mut World, member: u32) {
    with_run(world, |show, driver| {
        show.member = (show.member != Some(member)).then_some(member);
        show.restart_playback();
        show.stale = true;
        if show.progress.stop.is_none() {
            driver.pace = Pace::Paused;
        }
    });
}

/// Picks the selected individual.
fn pick_selected(world: &mut World) {
    let show = world.resource::<Show>();
    if let (Some(pick), true) = (show.pick(), show.playable()) {
        super::pick(world, pick);
    }
}

/// Spawns the row of buttons and the timeline.
pub(super) fn spawn_controls(parent: &mut ChildSpawnerCommands) {
    parent
        .spawn(Node {
            align_items: AlignItems::Center,
            column_gap: px(10),
            ..default()
        })
        .with_children(|row| {
            let words = BoundText::new(|world| {
                let key = if is_paused(world) {
                    "play.go_on"
                } else {
                    "theatre.pause"
                };
                world.resource::<Words>().get(key)
            });
            let going = EnabledWhen::new(|world| !has_ended(world));
            let pause = button(row, ButtonStyle::Plain, words, toggle_pause);
            let one = button(row, ButtonStyle::Plain, "theatre.step", step_run);
            for (i, rate) in PACES.into_iter().enumerate() {
                let caption = BoundText::new(move |world| {
                    let words = world.resource::<Words>();
                    if rate.is_finite() {
                        words.fill("theatre.pace", &[("rate", rate.to_string())])
                    } else {
                        words.get("theatre.flat_out")
                    }
                });
                let selected = SelectedWhen::new(move |world| {
                    driver(world).is_some_and(|driver| match driver.pace {
                        Pace::PerSecond(pace) => pace == rate,
                        Pace::FlatOut => i + 1 == PACES.len(),
                        Pace::Paused => false,
                    })
                });
                choice(row, caption, selected, move |world| set_pace(world, rate));
            }
            let stop = button(row, ButtonStyle::Plain, "theatre.cancel", cancel_run);
            for entity in [pause, one, stop] {
                row.commands_mut().entity(entity).insert(going.clone());
            }
            row.spawn(Node {
                flex_grow: 1.0,
                ..default()
            });
            button(row, ButtonStyle::Plain, "play.back", |world| {
                world.resource_mut::<NextState<Screen>>().set(Screen::Setup);
            });
            let caption = BoundText::new(|world| {
                let show = world.resource::<Show>();
                let key = match (show.member, show.record, &show.progress.stop) {
                    (Some(_), ..) | (None, Some(_), _) => "theatre.play_this",
                    (None, None, Some(_)) => show.about.take,
                    (None, None, None) => "theatre.play_best",
                };
                world.resource::<Words>().get(key)
            });
            let chosen = button(row, ButtonStyle::Primary, caption, pick_selected);
            row.commands_mut()
                .entity(chosen)
                .insert(EnabledWhen::new(|world| {
                    world.resource::<Show>().playable()
                }));
        });
    // The timeline keeps its room while it is hidden, so that nothing above it moves.
    let room = Node {
        min_height: px(26),
        ..default()
    };
    parent.spawn(room).with_children(spawn_timeline);
}

fn spawn_timeline(room: &mut ChildSpawnerCommands) {
    room.spawn((
        Node {
            flex_grow: 1.0,
            align_items: AlignItems::Center,
            column_gap: px(14),
            ..default()
        },
        VisibleWhen::new(|world| has_ended(world) || is_paused(world)),
    ))
    .with_children(|row| {
        row.spawn(label("theatre.timeline", TextSize::Small, palette::MIST));
        row.spawn(Node {
            flex_grow: 1.0,
            ..stack(FlexDirection::Row, 0.0)
        })
        .with_children(|cell| {
            let timeline = slider(cell, percent(100), (0.0, 1.0), 0.0, |world, value| {
                go_to_record(world, value.round().max(0.0) as usize);
            });
            cell.commands_mut().entity(timeline).insert(Timeline);
        });
    });
}

/// Applies the keys: pause, one step, as fast as possible, and play.
pub(super) fn read_keys(actions: Res<Actions>, menu: Res<State<Menu>>, mut commands: Commands) {
    if *menu.get() != Menu::None {
        return;
    }
    if actions.begun(Action::Toggle) {
        commands.queue(toggle_pause);
    }
    if actions.begun(Action::Confirm) {
        commands.queue(pick_selected);
    }
    if actions.begun(Action::Step) {
        commands.queue(step_run);
    }
    if actions.begun(Action::Skip) {
        commands.queue(|world: &mut World| set_pace(world, f32::INFINITY));
    }
}
