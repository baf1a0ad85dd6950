//! The controls of the theatre: buttons, timeline and keys.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::explain::Topic;
use super::{Show, keep, pace_of, usual_pace};
use crate::generation::driver::{Pace, RunDriver};
use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;
use crate::shell::settings::{Settings, TheatrePace};
use crate::shell::theme::bind::{BoundText, EnabledWhen, SelectedWhen};
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::slider::slider;
use crate::shell::theme::tooltip::Tooltip;
use crate::shell::theme::widget::{ButtonStyle, button, choice, spoken_name};
use crate::shell::words::Words;

/// The least width of a button whose caption changes, so that the buttons beside it keep their places.
const PAUSE_WIDTH: f32 = 118.0;
/// The same for the button that picks.
const PICK_WIDTH: f32 = 250.0;

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
    let pace = usual_pace(world);
    with_run(world, |show, driver| {
        if driver.pace != Pace::Paused {
            driver.pace = Pace::Paused;
            return;
        }
        driver.pace = pace;
        show.go_on();
    });
}

/// Pauses a run that goes on.
pub(super) fn pause(world: &mut World) {
    with_run(world, |show, driver| {
        if show.progress.stop.is_none() {
            driver.pace = Pace::Paused;
        }
    });
}

/// Makes a generation, if the run waits.
pub(super) fn step_if_paused(world: &mut World) {
    if is_paused(world) || has_ended(world) {
        step_run(world);
    }
}

fn step_run(world: &mut World) {
    with_run(world, |show, driver| {
        show.record = None;
        driver.step();
    });
}

/// Sets the pace, which is remembered. A run that has ended is shown again at this pace.
fn set_pace(world: &mut World, pace: TheatrePace) {
    world.resource_mut::<Settings>().theatre_pace = pace;
    with_run(world, |show, driver| {
        driver.pace = pace_of(pace);
        show.go_on();
    });
}

/// Goes to the end as fast as possible, this time only.
fn skip_to_end(world: &mut World) {
    with_run(world, |show, driver| {
        driver.pace = Pace::FlatOut;
        show.record = None;
        show.replay = None;
        show.repaint_now();
    });
}

fn cancel_run(world: &mut World) {
    with_run(world, |_, driver| driver.cancel());
}

/// Shows the run again from its first generation.
fn show_again(world: &mut World) {
    let pace = usual_pace(world);
    with_run(world, |show, driver| {
        if driver.pace == Pace::Paused {
            driver.pace = pace;
        }
        show.start_replay();
    });
}

/// Goes back to a generation, or to the newest one. A run that goes on pauses.
pub(super) fn go_to_record(world: &mut World, record: usize) {
    with_run(world, |show, driver| {
        let newest = record + 1 >= show.progress.records;
        show.record = (!newest).then_some(record);
        show.replay = None;
        show.member = None;
        show.restart_playback();
        if !newest && show.progress.stop.is_none() {
            driver.pace = Pace::Paused;
        }
        show.repaint_now();
    });
}

/// Selects a member, or the best again if the member is selected already. The run pauses.
pub(super) fn select_member(world: &mut World, member: u32) {
    with_run(world, |show, driver| {
        show.member = (show.member != Some(member)).then_some(member);
        show.reading.explained = Some(Topic::Individual);
        // A replay would replace the selected member.
        show.replay = None;
        show.restart_playback();
        show.repaint_now();
        if show.progress.stop.is_none() {
            driver.pace = Pace::Paused;
        }
    });
}

/// Selects the next of the members that are shown, or the one before.
pub(super) fn select_neighbour(world: &mut World, forward: bool) {
    let show = world.resource::<Show>();
    let members: Vec<u32> = show
        .frame
        .iter()
        .flat_map(|frame| frame.members.iter().map(|(member, _)| *member))
        .collect();
    let at = members
        .iter()
        .position(|member| Some(*member) == show.member);
    let next = match (at, forward) {
        (None, true) => members.first(),
        (None, false) => members.last(),
        (Some(at), true) => members.get((at + 1) % members.len()),
        (Some(at), false) => members.get((at + members.len() - 1) % members.len()),
    };
    if let Some(next) = next.copied().filter(|next| Some(*next) != show.member) {
        select_member(world, next);
    }
}

/// Picks the selected individual.
fn pick_selected(world: &mut World) {
    let show = world.resource::<Show>();
    if let (Some(pick), true) = (show.pick(), show.is_playable()) {
        super::pick(world, pick);
    }
}

/// Spawns the row of buttons.
pub(super) fn spawn_controls(parent: &mut ChildSpawnerCommands) {
    let row = Node {
        align_items: AlignItems::Center,
        column_gap: px(10),
        row_gap: px(8),
        ..default()
    };
    parent.spawn((row, WrapsWhenLarge)).with_children(|row| {
        let going = EnabledWhen::new(|world| !has_ended(world));
        let ended = EnabledWhen::new(has_ended);
        let pause = BoundText::new(|world| {
            let key = if is_paused(world) {
                "play.go_on"
            } else {
                "theatre.pause"
            };
            world.resource::<Words>().get(key)
        });
        let pause = button(row, ButtonStyle::Plain, pause, toggle_pause);
        keep_width(row, pause, PAUSE_WIDTH);
        let step = button(row, ButtonStyle::Plain, "theatre.step", step_run);
        spawn_paces(row);
        let stop = button(row, ButtonStyle::Plain, "theatre.cancel", cancel_run);
        let again = button(row, ButtonStyle::Plain, "theatre.again", show_again);
        for (entity, enabled) in [(step, &going), (stop, &going), (again, &ended)] {
            row.commands_mut().entity(entity).insert(enabled.clone());
        }
        keep::spawn_keep_button(row);
        let space = Node {
            flex_grow: 1.0,
            ..default()
        };
        row.spawn(space);
        spawn_pick(row);
    });
}

/// Spawns a button for each pace.
fn spawn_paces(row: &mut ChildSpawnerCommands) {
    for (key, pace) in [
        ("theatre.pace.slow", TheatrePace::Slow),
        ("theatre.pace.usual", TheatrePace::Usual),
        ("theatre.pace.fast", TheatrePace::Fast),
        ("theatre.flat_out", TheatrePace::FlatOut),
    ] {
        let selected = SelectedWhen::new(move |world| {
            driver(world).is_some_and(|driver| driver.pace == pace_of(pace))
        });
        choice(row, key, selected, move |world| set_pace(world, pace));
    }
}

/// Spawns the button that picks the selected individual.
fn spawn_pick(row: &mut ChildSpawnerCommands) {
    let caption = BoundText::new(|world| {
        let show = world.resource::<Show>();
        let key = match (show.member, show.record, &show.progress.stop) {
            (Some(_), ..) | (None, Some(_), _) => "theatre.play_this",
            (None, None, Some(_)) => show.about.take,
            (None, None, None) => "theatre.play_best",
        };
        world.resource::<Words>().get(key)
    });
    let pick = button(row, ButtonStyle::Primary, caption, pick_selected);
    keep_width(row, pick, PICK_WIDTH);
    let playable = EnabledWhen::new(|world| world.resource::<Show>().is_playable());
    row.commands_mut().entity(pick).insert(playable);
}

/// Gives a button a least width.
fn keep_width(row: &mut ChildSpawnerCommands, button: Entity, width: f32) {
    let widen = move |mut node: Mut<Node>| node.min_width = px(width);
    row.commands_mut()
        .entity(button)
        .entry::<Node>()
        .and_modify(widen);
}

/// The number of the generation that is shown, and of the last one.
fn shown_record(world: &World) -> (usize, usize) {
    let show = world.resource::<Show>();
    let last = show.progress.records.saturating_sub(1);
    (show.record.unwrap_or(last), last)
}

/// Spawns the slider through the generations.
pub(super) fn spawn_timeline(room: &mut ChildSpawnerCommands) {
    let timeline = slider(room, percent(100), shown_record, go_to_record);
    let name = BoundText::phrase("theatre.timeline");
    // The chart needs the room that a caption would take.
    room.commands_mut()
        .entity(timeline)
        .insert(Tooltip::new(name.clone()))
        .with_child(spoken_name(name));
}

/// Applies the keys: pause, one step, as fast as possible, and play.
pub(super) fn read_keys(actions: Res<Actions>, menu: Res<State<Menu>>, mut commands: Commands) {
    if *menu.get() != Menu::None {
        return;
    }
    if actions.has_begun(Action::Toggle) {
        commands.queue(toggle_pause);
    }
    if actions.has_begun(Action::Confirm) {
        commands.queue(pick_selected);
    }
    if actions.has_begun(Action::Step) {
        commands.queue(step_run);
    }
    if actions.has_begun(Action::Skip) {
        commands.queue(skip_to_end);
    }
}
