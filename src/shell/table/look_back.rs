//! Looking back at a game, move by move, in games without a review of their own.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{Pacing, ResultButton, TableGame, actions, move_list, replay, status_text};
use crate::session::Table;
use crate::shell::board::BoardKeys;
use crate::shell::input::Action;
use crate::shell::screen::Screen;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::slider::slider;
use crate::shell::theme::widget::{ButtonStyle, button, stack};
use crate::shell::words::Words;

/// The number of moves of the game at which the player looks back; `None` while the player does not look back.
#[derive(Resource, Default)]
struct LookBack(Option<usize>);

/// Adds looking back to a game.
pub fn add_look_back<G: TableGame>(app: &mut App) {
    app.init_resource::<LookBack>()
        .add_systems(OnExit(Screen::Play), end::<G>);
}

fn length(world: &World) -> Option<usize> {
    world.resource::<LookBack>().0
}

/// Returns the button of the result that looks back at the game; `None` if no move was made.
pub fn result_button<G: TableGame>(world: &World, look: fn(&mut World)) -> Option<ResultButton> {
    let table = world.get_resource::<Table<G>>();
    let has_moves = table.is_some_and(|table| !table.moves().is_empty());
    has_moves.then(|| ResultButton::new("play.look_back", look))
}

/// Begins to look back at the game, which stands still meanwhile.
pub fn begin<G: TableGame>(world: &mut World) {
    let table = world.get_resource::<Table<G>>();
    let Some(table) = table.filter(|table| !table.is_replay()) else {
        return;
    };
    let (length, has_ended) = (table.moves().len(), table.is_over());
    world.insert_resource(LookBack(Some(length)));
    world.resource_mut::<Pacing>().begin_looking_back(has_ended);
    move_list::open(world);
}

/// Goes back to the newest position. If the game has ended there, its result comes again.
fn end<G: TableGame>(world: &mut World) {
    let Some(length) = world.resource_mut::<LookBack>().0.take() else {
        return;
    };
    actions::go_to::<G>(world, length);
    world.resource_mut::<Pacing>().end_looking_back();
    move_list::close(world);
}

/// Left goes a move back, and Right goes a move on.
pub fn read_keys<G: TableGame>(keys: &BoardKeys, commands: &mut Commands) {
    if keys.has_begun(Action::Left) {
        commands.queue(actions::undo::<G>);
    }
    if keys.has_begun(Action::Right) {
        commands.queue(actions::redo::<G>);
    }
}

/// Shows the position after a move, which is given by its number from 0.
pub fn show_move<G: TableGame>(world: &mut World, number: usize) {
    let table = world.get_resource::<Table<G>>();
    if table.is_some_and(Table::is_replay) {
        replay::stop_at::<G>(world, number + 1);
        return;
    }
    if length(world).is_none() {
        begin::<G>(world);
    }
    actions::go_to::<G>(world, number + 1);
}

/// Whether the position after a move is shown because the player goes through the game.
pub fn is_move_shown<G: TableGame>(world: &World, number: usize) -> bool {
    world.get_resource::<Table<G>>().is_some_and(|table| {
        let goes_through = length(world).is_some() || table.is_replay();
        goes_through && table.moves().len() == number + 1
    })
}

/// Returns the moves that are listed: in a replay and while the player looks back all moves of the game, else the moves
/// that have been made.
pub fn listed_moves<'a, G: TableGame>(world: &World, table: &'a Table<G>) -> &'a [G::Move] {
    let all = table.session().all_moves();
    match length(world) {
        Some(length) => &all[..length.min(all.len())],
        None if table.is_replay() => all,
        None => table.moves(),
    }
}

/// Returns the status of the game or, while the player looks back, the number of the position that is shown.
pub fn headline<G: TableGame>(world: &World) -> String {
    let table = world.get_resource::<Table<G>>();
    let Some((table, all)) = table.zip(length(world)) else {
        return status_text::<G>(world);
    };
    after_text(world.resource::<Words>(), table.moves().len(), all)
}

/// The number of the position that is shown, in words.
pub fn after_text(words: &Words, here: usize, all: usize) -> String {
    if all == 0 {
        return words.get("play.after.none");
    }
    let values = [("here", here.to_string()), ("all", all.to_string())];
    words.fill("play.after", &values)
}

/// Spawns a slider through the game, and the way back to its result. They are there while the player looks back.
pub fn spawn_controls<G: TableGame>(bottom: &mut ChildSpawnerCommands) {
    let seen = VisibleWhen::new(|world| length(world).is_some());
    bottom
        .spawn((stack(FlexDirection::Column, 6.0), seen))
        .with_children(|part| {
            let place = |world: &World| {
                let table = world.get_resource::<Table<G>>();
                let made = table.map_or(0, |table| table.moves().len());
                (made, length(world).unwrap_or(made))
            };
            slider(part, percent(100), place, actions::go_to::<G>);
            let caption = |world: &World| {
                let key = match world.resource::<Pacing>().is_at_ended_game() {
                    true => "play.to_result",
                    false => "play.variation.game",
                };
                world.resource::<Words>().get(key)
            };
            button(part, ButtonStyle::Plain, caption, end::<G>);
        });
}
