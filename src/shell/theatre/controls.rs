//! The controls of the theatre: buttons, timeline and keys.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{Show, keep, pace_of, usual_pace};
use crate::base::Towards;
use crate::generation::driver::{Pace, RunDriver};
use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;
use crate::shell::settings::{Settings, TheatrePace};
use crate::shell::theme::bind::{BoundText, EnabledWhen, SelectedWhen};
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::slider::{SpokenNumbers, slider};
use crate::shell::theme::tooltip::Tooltip;
use crate::shell::theme::widget::{ButtonStyle, button, choice, in_row, keep_width, spoken_name};
use crate::shell::words::Words;

/// The gap between the buttons, in interface pixels.
const GAP: f32 = 10.0;
/// The least width of a button, so that nearly all of them are equally wide, and that those beside one whose caption
/// changes keep their places.
const WIDTH: Val = Val::Px(118.0);
/// The same for the button of a pace.
const PACE_WIDTH: Val = Val::Px(76.0);
/// The same for the button that picks.
const PICK_WIDTH: Val = Val::Px(250.0);

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

/// Whether there is something to see when the run is shown again: it has ended, after more than one generation.
fn can_repeat(world: &World) -> bool {
    has_ended(world) && world.resource::<Show>().progress.records > 1
}

/// Whether something goes on or waits that a pause stops: the run, its repetition, or the start of the game after its
/// end.
fn can_pause(world: &World) -> bool {
    let show = world.resource::<Show>();
    !has_ended(world) || show.is_repeating() || show.about.starts_by_itself
}

/// Whether there is an end to go to: something goes on or waits, or something other than the end of the run is shown.
fn can_skip(world: &World) -> bool {
    let show = world.resource::<Show>();
    can_pause(world) || show.record.is_some() || show.member.is_some()
}

/// The pace at which the run goes on after a pause, or is shown again. At the greatest pace nothing could be seen of a
/// repetition.
fn pace_to_go_on(world: &World) -> Pace {
    match usual_pace(world) {
        Pace::FlatOut if has_ended(world) => Pace::Usual,
        pace => pace,
    }
}

fn toggle_pause(world: &mut World) {
    if !can_pause(world) {
        return;
    }
    let pace = pace_to_go_on(world);
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
        show.follow_newest();
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
        show.repetition = None;
        show.follow_newest();
    });
}

fn cancel_run(world: &mut World) {
    with_run(world, |_, driver| driver.cancel());
}

/// Shows the run again from its first generation.
fn show_again(world: &mut World) {
    let pace = pace_to_go_on(world);
    with_run(world, |show, driver| {
        if matches!(driver.pace, Pace::Paused | Pace::FlatOut) {
            driver.pace = pace;
        }
        show.start_repetition();
    });
}

/// Goes back to a generation, or to the newest one. A run that goes on pauses.
pub(super) fn go_to_record(world: &mut World, record: usize) {
    with_run(world, |show, driver| {
        let newest = record + 1 >= show.progress.records;
        show.record = (!newest).then_some(record);
        show.repetition = None;
        show.member = None;
        show.restart_playback();
        if !newest && show.progress.stop.is_none() {
            driver.pace = Pace::Paused;
        }
        show.repaint_now();
    });
}

/// Goes to a member of a record. A run that goes on pauses.
pub(super) fn go_to_member(world: &mut World, record: usize, member: u32) {
    go_to_record(world, record);
    with_run(world, |show, driver| {
        show.member = Some(member);
        let point = show.chart.curve.get(record);
        show.member_generation = point.map(|point| point.generation);
        show.explain_individual();
        if show.progress.stop.is_none() {
            driver.pace = Pace::Paused;
        }
    });
}

/// Selects a member, or the best again if the member is selected already. The run pauses.
pub(super) fn select_member(world: &mut World, member: u32) {
    with_run(world, |show, driver| {
        let goes_on = show.progress.stop.is_none() && driver.pace != Pace::Paused;
        let selected = (show.member != Some(member)).then_some(member);
        show.select_shown_member(selected, goes_on);
        show.explain_individual();
        // A repetition would replace the selected member.
        show.repetition = None;
        show.restart_playback();
        show.repaint_now();
        if show.progress.stop.is_none() {
            driver.pace = Pace::Paused;
        }
    });
}

/// Selects the next of the members that are shown, or the one before.
pub(super) fn select_neighbour(world: &mut World, towards: Towards) {
    let show = world.resource::<Show>();
    let members: Vec<u32> = show
        .frame
        .iter()
        .flat_map(|frame| frame.members.iter().map(|(member, _)| *member))
        .collect();
    let at = members
        .iter()
        .position(|member| Some(*member) == show.member);
    let next = towards.wrapped(at, members.len()).map(|at| members[at]);
    if let Some(next) = next.filter(|next| Some(*next) != show.member) {
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
        column_gap: px(GAP),
        row_gap: px(8),
        ..default()
    };
    parent.spawn((row, WrapsWhenLarge)).with_children(|row| {
        let going = EnabledWhen::new(|world| !has_ended(world));
        let pausable = EnabledWhen::new(can_pause);
        let repeatable = EnabledWhen::new(can_repeat);
        let pause = BoundText::new(|world| {
            let key = if is_paused(world) {
                "play.go_on"
            } else {
                "theatre.pause"
            };
            world.resource::<Words>().get(key)
        });
        let pause = button(row, ButtonStyle::Plain, pause, toggle_pause);
        let step = button(row, ButtonStyle::Plain, "theatre.step", step_run);
        spawn_paces(row);
        let stop = button(row, ButtonStyle::Plain, "theatre.cancel", cancel_run);
        let again = button(row, ButtonStyle::Plain, "theatre.again", show_again);
        for (entity, enabled) in [
            (pause, &pausable),
            (step, &going),
            (stop, &going),
            (again, &repeatable),
        ] {
            row.commands_mut().entity(entity).insert(enabled.clone());
            keep_width(row, entity, WIDTH);
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

/// Spawns a button for each pace. After the end of the run they show it again, and the greatest one leads to its end.
fn spawn_paces(row: &mut ChildSpawnerCommands) {
    in_row(row, GAP, |row| {
        for (key, pace) in [
            ("theatre.pace.slow", TheatrePace::Slow),
            ("theatre.pace.usual", TheatrePace::Usual),
            ("theatre.pace.fast", TheatrePace::Fast),
        ] {
            let enabled = EnabledWhen::new(|world| !has_ended(world) || can_repeat(world));
            spawn_pace(row, key, pace, enabled, "theatre.pace.again");
        }
        let enabled = EnabledWhen::new(can_skip);
        spawn_pace(
            row,
            "theatre.flat_out",
            TheatrePace::FlatOut,
            enabled,
            "theatre.flat_out.end",
        );
    });
}

/// Spawns the button for a pace. `after_end` is the key of what it does after the end of the run.
fn spawn_pace(
    row: &mut ChildSpawnerCommands,
    key: &'static str,
    pace: TheatrePace,
    enabled: EnabledWhen,
    after_end: &'static str,
) {
    let selected = SelectedWhen::new(move |world| {
        driver(world).is_some_and(|driver| driver.pace == pace_of(pace))
    });
    let explanation = Tooltip::new(move |world: &World| match has_ended(world) {
        true => world.resource::<Words>().get(after_end),
        false => String::new(),
    });
    let chip = choice(row, key, selected, move |world| set_pace(world, pace));
    row.commands_mut()
        .entity(chip)
        .insert((enabled, explanation));
    keep_width(row, chip, PACE_WIDTH);
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
    let why_not =
        Tooltip::new(
            |world: &World| match world.resource::<Show>().is_family_of_forgotten() {
                true => world.resource::<Words>().get("theatre.play_this.forgotten"),
                false => String::new(),
            },
        );
    row.commands_mut().entity(pick).insert((playable, why_not));
}

/// The number of the generation that is shown, and of the last one.
fn shown_record(world: &World) -> (usize, usize) {
    let show = world.resource::<Show>();
    let last = show.progress.records.saturating_sub(1);
    (show.record.unwrap_or(last), last)
}

/// The generation that is shown, and the last one.
fn shown_generation(world: &World) -> (u32, u32) {
    let show = world.resource::<Show>();
    let last = show.progress.generation.unwrap_or(0);
    let earlier = show.record.and_then(|record| show.chart.curve.get(record));
    (earlier.map_or(last, |point| point.generation), last)
}

/// Spawns the slider through the generations.
pub(super) fn spawn_timeline(room: &mut ChildSpawnerCommands) {
    let timeline = slider(room, percent(100), shown_record, go_to_record);
    let name = BoundText::phrase("theatre.timeline");
    // The chart needs the room that a caption would take.
    room.commands_mut()
        .entity(timeline)
        .insert((
            Tooltip::new(name.clone()),
            SpokenNumbers::new(shown_generation),
        ))
        .with_child(spoken_name(name));
}

/// Applies the keys: pause, one step, as fast as possible, and play.
pub(super) fn read_keys(
    actions: Res<Actions>,
    menu: Res<State<Menu>>,
    show: Res<Show>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::None {
        return;
    }
    if actions.has_begun(Action::Toggle) {
        commands.queue(toggle_pause);
    }
    if actions.has_begun(Action::Confirm) {
        commands.queue(pick_selected);
    }
    if actions.has_begun(Action::Step) && show.progress.stop.is_none() {
        commands.queue(step_run);
    }
    if actions.has_begun(Action::Skip) {
        commands.queue(skip_to_end);
    }
}
