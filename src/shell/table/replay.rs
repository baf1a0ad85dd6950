//! A replay on the table: a finished game that is shown again move by move, with a slider, and that can be taken over
//! from any move. No seat moves in it, and it is neither saved nor counted.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::Slider;

use super::launch::{self, AnyLaunch, Launch};
use super::pacing::MovePace;
use super::{Pacing, TableGame, actions, playing};
use crate::base::PlainError;
use crate::session::replay::table_of;
use crate::session::{Folders, ReplayFile, Table};
use crate::shell::audio::{self, Sound};
use crate::shell::games::ReplaySource;
use crate::shell::input::panel::PanelFocus;
use crate::shell::input::{Action, Actions, TakeActions};
use crate::shell::notice::Notices;
use crate::shell::screen::{Menu, Screen, is_without_menu, set_screen};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{BoundText, EnabledWhen};
use crate::shell::theme::palette;
use crate::shell::theme::slider::slider;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, choices, stack};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ReplayPlayback>();
}

/// Adds the systems that show the replays of a game.
pub(super) fn add_replays<G: TableGame>(app: &mut App) {
    app.add_systems(
        PreUpdate,
        read_keys::<G>
            .in_set(TakeActions::OfPage)
            .run_if(playing::<G>)
            .run_if(is_shown::<G>),
    )
    .add_systems(
        Update,
        advance_replay::<G>
            .run_if(playing::<G>)
            .run_if(is_shown::<G>),
    );
}

/// A run condition: a replay of this game is shown.
fn is_shown<G: TableGame>(table: Option<Res<Table<G>>>) -> bool {
    table.is_some_and(|table| table.is_replay())
}

/// The playback of a replay: whether it goes on by itself, and when the last move was made.
#[derive(Resource, Default)]
struct ReplayPlayback {
    is_playing: bool,
    /// Seconds since the last move, at the speed of animations.
    since_move: f32,
}

/// Shows a replay as soon as its moves are made again, which happens in the background.
pub(super) fn open<G: TableGame>(world: &mut World, file: &ReplayFile, of: ReplaySource) {
    let (file, folders) = (file.clone(), world.get_resource::<Folders>().cloned());
    let launch = Launch::<G>::of_table(async move {
        let table = table_of::<G>(&file, folders.as_ref()).await;
        let mut table = table.map_err(|why| PlainError::new(of.explain(&why)))?;
        if let ReplaySource::Kept(name) = of {
            table.set_kept_as(Some(name));
        }
        Ok(table)
    });
    *world.resource_mut::<ReplayPlayback>() = ReplayPlayback {
        is_playing: true,
        since_move: 0.0,
    };
    world.spawn((Name::new("Launch"), AnyLaunch, launch));
}

/// The number of moves that are shown, and of all moves.
fn position<G: TableGame>(world: &World) -> (usize, usize) {
    let table = world.get_resource::<Table<G>>();
    table.map_or((0, 0), |table| {
        let session = table.session();
        (session.moves().len(), session.all_moves().len())
    })
}

/// Shows the next move with its events. At the end the replay stops.
fn step<G: TableGame>(world: &mut World) {
    let Some(mut table) = world.get_resource_mut::<Table<G>>() else {
        return;
    };
    let events = table.advance();
    world.resource_mut::<ReplayPlayback>().since_move = 0.0;
    world.resource_mut::<Pacing>().since_move = 0.0;
    match events {
        Some(events) => G::show_events(world, events),
        None => world.resource_mut::<ReplayPlayback>().is_playing = false,
    }
}

/// Shows another position, and stops.
pub fn stop_at<G: TableGame>(world: &mut World, moves: usize) {
    world.resource_mut::<ReplayPlayback>().is_playing = false;
    actions::go_to::<G>(world, moves);
    world.write_message(audio::PlaySound(Sound::Click));
}

/// Lets the replay go on or stop. At its end it begins again.
fn toggle<G: TableGame>(world: &mut World) {
    let (made, all) = position::<G>(world);
    let mut playback = world.resource_mut::<ReplayPlayback>();
    playback.is_playing = !playback.is_playing;
    if playback.is_playing && made == all {
        actions::go_to::<G>(world, 0);
    }
}

/// A step that a player asks for.
#[derive(Clone, Copy)]
enum Jump {
    Start,
    Back,
    Next,
    End,
}

fn jump<G: TableGame>(world: &mut World, jump: Jump) {
    let (made, all) = position::<G>(world);
    match jump {
        Jump::Start => stop_at::<G>(world, 0),
        Jump::Back => stop_at::<G>(world, made.saturating_sub(1)),
        Jump::End => stop_at::<G>(world, all),
        Jump::Next => {
            world.resource_mut::<ReplayPlayback>().is_playing = false;
            step::<G>(world);
        }
    }
}

/// Makes the next move when the last one has been visible long enough.
fn advance_replay<G: TableGame>(world: &mut World) {
    let speed = world.resource::<Settings>().animation_speed() * G::REPLAY_SPEED;
    let passed = world.resource::<Time>().delta_secs() * speed;
    let has_menu = !is_without_menu(world);
    let pacing = world.resource::<Pacing>();
    let (pause, is_trying) = (pacing.pace.pause(), pacing.trying.is_some());
    let mut playback = world.resource_mut::<ReplayPlayback>();
    playback.since_move += passed;
    let is_due = playback.is_playing && !has_menu && !is_trying && playback.since_move >= pause;
    if is_due && G::is_at_rest(world) {
        step::<G>(world);
    }
}

/// Reads the keys of a replay before the board does.
fn read_keys<G: TableGame>(
    mut actions: ResMut<Actions>,
    menu: Res<State<Menu>>,
    (pacing, panel): (Res<Pacing>, Res<PanelFocus>),
    focus: Res<InputFocus>,
    sliders: Query<(), With<Slider>>,
    mut commands: Commands,
) {
    // While the player tries moves in a variation, the board needs the keys.
    if *menu.get() != Menu::None || pacing.trying.is_some() {
        return;
    }
    // On the slider the arrows move it.
    let on_slider = focus.get().is_some_and(|entity| sliders.contains(entity));
    for (action, to) in [
        (Action::Left, Jump::Back),
        (Action::Undo, Jump::Back),
        (Action::Right, Jump::Next),
        (Action::Redo, Jump::Next),
        (Action::Step, Jump::Next),
        (Action::Up, Jump::Start),
        (Action::Restart, Jump::Start),
        (Action::Down, Jump::End),
        (Action::Skip, Jump::End),
    ] {
        let is_arrow = matches!(
            action,
            Action::Left | Action::Right | Action::Up | Action::Down
        );
        if actions.take(action) && !(is_arrow && on_slider) {
            commands.queue(move |world: &mut World| {
                if !(is_arrow && G::takes_arrows(world)) {
                    jump::<G>(world, to);
                }
            });
        }
    }
    for action in [Action::Toggle, Action::Confirm] {
        if actions.take(action) {
            commands.queue(toggle::<G>);
        }
    }
    // In the panel the key ends the typing of a number.
    if !panel.is_in_panel() && actions.take(Action::Back) {
        commands.queue(leave);
    }
    actions.take(Action::Hint);
}

/// Goes back to the list of games played.
fn leave(world: &mut World) {
    set_screen(world, Screen::Played);
}

/// Begins a new game in the position that is shown. It counts for no record.
fn take_over<G: TableGame>(world: &mut World) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    let (origin, saved) = table.to_take_over();
    // The content of a replay may lack parts that only a game needs. In this case the content is made anew.
    let whole = G::replay_content(&origin).is_none();
    let content = whole.then(|| table.content.clone());
    let opened = launch::open_taken_over::<G>(world, origin, content, saved);
    let said = match opened {
        Ok(()) => world.resource::<Words>().get("replay.taken_over"),
        Err(why) => why.to_string(),
    };
    world.resource_mut::<Notices>().show(said);
}

/// Spawns the controls of a replay, in place of the buttons of a game.
pub(super) fn spawn_controls<G: TableGame>(bottom: &mut ChildSpawnerCommands) {
    let place = |world: &World| {
        let (made, all) = position::<G>(world);
        let values = [("move", made.to_string()), ("all", all.to_string())];
        world.resource::<Words>().fill("replay.move", &values)
    };
    bottom.spawn(bound_text(TextSize::Body, palette::LAMP, place));
    slider(bottom, percent(100), position::<G>, stop_at::<G>);
    let wrapped = Node {
        flex_wrap: FlexWrap::Wrap,
        ..stack(FlexDirection::Row, 6.0)
    };
    bottom
        .spawn(wrapped.clone())
        .with_children(spawn_steps::<G>);
    // The paces have one line in the narrowest panel.
    let close = Node {
        column_gap: px(3),
        ..wrapped.clone()
    };
    bottom.spawn(close).with_children(|row| {
        choices(
            row,
            MovePace::ALL.map(|pace| (pace.key(), pace)),
            |world, pace| world.resource::<Pacing>().pace == pace,
            |world, pace| world.resource_mut::<Pacing>().pace = pace,
        );
    });
    // In some games the panel is full to the last line, so both buttons are in one line.
    bottom.spawn(wrapped).with_children(|row| {
        let take = button(row, ButtonStyle::Chip, "replay.take_over", take_over::<G>);
        // A game that has ended at this move cannot be played on.
        let goes_on = EnabledWhen::new(|world| {
            let table = world.get_resource::<Table<G>>();
            table.is_some_and(|table| !table.is_over())
        });
        row.commands_mut().entity(take).insert(goes_on);
        button(row, ButtonStyle::Chip, "replay.leave", leave);
    });
}

/// Spawns the buttons that step through the moves.
fn spawn_steps<G: TableGame>(row: &mut ChildSpawnerCommands) {
    let sign = |text: &'static str| move |_: &World| text.to_owned();
    button(row, ButtonStyle::Chip, sign("«"), |w| {
        jump::<G>(w, Jump::Start)
    });
    button(row, ButtonStyle::Chip, sign("‹"), |w| {
        jump::<G>(w, Jump::Back)
    });
    let caption = BoundText::new(|world| {
        let is_playing = world.resource::<ReplayPlayback>().is_playing;
        let key = if is_playing {
            "play.hold"
        } else {
            "play.go_on"
        };
        world.resource::<Words>().get(key)
    });
    button(row, ButtonStyle::Chip, caption, toggle::<G>);
    button(row, ButtonStyle::Chip, sign("›"), |w| {
        jump::<G>(w, Jump::Next)
    });
    button(row, ButtonStyle::Chip, sign("»"), |w| {
        jump::<G>(w, Jump::End)
    });
}
