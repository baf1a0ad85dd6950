//! What the player can do in the theatre, by mouse and keys.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{PACES, Show};
use crate::generation::task::{Evolution, Pace};
use crate::shell::input::{Action, Actions};
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::bind::{Able, Lit, Shown, Told};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Look, Size, button, choice, label, slider, stack};
use crate::shell::words::Words;

/// The slider through the generations.
#[derive(Component)]
pub(super) struct Timeline;

/// Does something to the run that is shown.
fn with_run(world: &mut World, act: impl FnOnce(&mut Show, &mut Evolution)) {
    let Some(run) = world.resource::<Show>().run else {
        return;
    };
    world.resource_scope(|world, mut show: Mut<Show>| {
        if let Some(mut evolution) = world.get_mut::<Evolution>(run) {
            act(&mut show, &mut evolution);
        }
    });
}

fn evolution(world: &World) -> Option<&Evolution> {
    world.get::<Evolution>(world.resource::<Show>().run?)
}

fn paused(world: &World) -> bool {
    evolution(world).is_some_and(|evolution| evolution.pace == Pace::Paused)
}

fn ended(world: &World) -> bool {
    world.resource::<Show>().progress.stop.is_some()
}

fn toggle(world: &mut World) {
    with_run(world, |_, evolution| {
        evolution.pace = match evolution.pace {
            Pace::Paused => super::OPENING_PACE,
            _ => Pace::Paused,
        };
    });
}

fn step(world: &mut World) {
    with_run(world, |show, evolution| {
        show.place = None;
        evolution.step();
    });
}

fn set_pace(world: &mut World, rate: f32) {
    with_run(world, |show, evolution| {
        show.place = None;
        evolution.pace = if rate.is_finite() {
            Pace::PerSecond(rate)
        } else {
            Pace::FlatOut
        };
    });
}

fn cancel(world: &mut World) {
    with_run(world, |_, evolution| evolution.cancel());
}

fn go_to(world: &mut World, place: usize) {
    with_run(world, |show, evolution| {
        let newest = place + 1 >= show.progress.records;
        show.place = (!newest).then_some(place);
        show.member = None;
        show.rehearse();
        if !newest && show.progress.stop.is_none() {
            evolution.pace = Pace::Paused;
        }
        show.stale = true;
    });
}

/// Chooses a member, or no longer; time stands still for it.
pub(super) fn choose(world: &mut World, member: u32) {
    with_run(world, |show, evolution| {
        show.member = (show.member != Some(member)).then_some(member);
        show.rehearse();
        show.stale = true;
        if show.progress.stop.is_none() {
            evolution.pace = Pace::Paused;
        }
    });
}

/// Plays the individual that is chosen, or the best so far.
fn play(world: &mut World) {
    let show = world.resource::<Show>();
    if let (Some(pick), true) = (show.pick(), show.playable()) {
        super::pick(world, pick);
    }
}

/// The row of buttons, and the slider.
pub(super) fn spawn(parent: &mut ChildSpawnerCommands) {
    parent
        .spawn(Node {
            align_items: AlignItems::Center,
            column_gap: px(10),
            ..default()
        })
        .with_children(|row| {
            let words = Told::by(|world| {
                let key = if paused(world) {
                    "play.go_on"
                } else {
                    "theatre.pause"
                };
                world.resource::<Words>().say(key)
            });
            let going = Able::when(|world| !ended(world));
            let pause = button(row, Look::Plain, words, toggle);
            let one = button(row, Look::Plain, Told::key("theatre.step"), step);
            for (i, rate) in PACES.into_iter().enumerate() {
                let told = Told::by(move |world| {
                    let words = world.resource::<Words>();
                    if rate.is_finite() {
                        words.fill("theatre.pace", &[("rate", rate.to_string())])
                    } else {
                        words.say("theatre.flat_out")
                    }
                });
                let lit = Lit::when(move |world| {
                    evolution(world).is_some_and(|evolution| match evolution.pace {
                        Pace::PerSecond(pace) => pace == rate,
                        Pace::FlatOut => i + 1 == PACES.len(),
                        Pace::Paused => false,
                    })
                });
                choice(row, told, lit, move |world| set_pace(world, rate));
            }
            let stop = button(row, Look::Plain, Told::key("theatre.cancel"), cancel);
            for entity in [pause, one, stop] {
                row.commands_mut().entity(entity).insert(going.clone());
            }
            row.spawn(Node {
                flex_grow: 1.0,
                ..default()
            });
            button(row, Look::Plain, Told::key("play.back"), |world| {
                world.resource_mut::<NextState<Screen>>().set(Screen::Setup);
            });
            let told = Told::by(|world| {
                let show = world.resource::<Show>();
                let key = match (show.member, show.place, &show.progress.stop) {
                    (Some(_), ..) | (None, Some(_), _) => "theatre.play_this",
                    (None, None, Some(_)) => show.about.take,
                    (None, None, None) => "theatre.play_best",
                };
                world.resource::<Words>().say(key)
            });
            let chosen = button(row, Look::Primary, told, play);
            row.commands_mut()
                .entity(chosen)
                .insert(Able::when(|world| world.resource::<Show>().playable()));
        });
    // Its place stays when it is not shown, so that nothing above it moves.
    let place = Node {
        min_height: px(26),
        ..default()
    };
    parent.spawn(place).with_children(timeline);
}

fn timeline(place: &mut ChildSpawnerCommands) {
    place
        .spawn((
            Node {
                flex_grow: 1.0,
                align_items: AlignItems::Center,
                column_gap: px(14),
                ..default()
            },
            Shown::when(|world| ended(world) || paused(world)),
        ))
        .with_children(|row| {
            row.spawn(label("theatre.timeline", Size::Small, palette::MIST));
            row.spawn(Node {
                flex_grow: 1.0,
                ..stack(FlexDirection::Row, 0.0)
            })
            .with_children(|cell| {
                let timeline = slider(cell, percent(100), (0.0, 1.0), 0.0, |world, value| {
                    go_to(world, value.round().max(0.0) as usize);
                });
                cell.commands_mut().entity(timeline).insert(Timeline);
            });
        });
}

/// Space pauses, N steps, F goes flat out, Enter plays.
pub(super) fn keys(
    actions: Res<Actions>,
    menu: Res<State<Menu>>,
    focus: Res<bevy::input_focus::InputFocus>,
    buttons: Query<(), With<bevy::ui_widgets::Button>>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::None {
        return;
    }
    // A focused button takes Enter and Space for itself.
    let free = !focus.get().is_some_and(|entity| buttons.contains(entity));
    if actions.begun(Action::Toggle) && free {
        commands.queue(toggle);
    }
    if actions.begun(Action::Confirm) && free {
        commands.queue(play);
    }
    if actions.begun(Action::Step) {
        commands.queue(step);
    }
    if actions.begun(Action::Skip) {
        commands.queue(|world: &mut World| set_pace(world, f32::INFINITY));
    }
}
