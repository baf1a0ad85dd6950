//! Looking back at a game, move by move, in games without a review of their own.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::move_list::{self, ListedMove, ListedVariation};
use super::{Hint, Pacing, ResultButton, TableGame, actions, replay, status_text, variations};
use crate::session::Table;
use crate::shell::board::BoardKeys;
use crate::shell::input::Action;
use crate::shell::screen::Screen;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::slider::slider;
use crate::shell::theme::widget::{ButtonStyle, button, in_row, stack};
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

/// The number of moves of the game through which the player goes: that at which they look back, or a replay.
fn length_of_game<G: TableGame>(world: &World) -> Option<usize> {
    let table = world.get_resource::<Table<G>>();
    let replay = table.filter(|table| table.is_replay());
    length(world).or(replay.map(|table| table.game().all_moves().len()))
}

/// The number of moves of the line on the table: of the variation, or else of the game, which has `length`.
pub(super) fn length_of_line<G: TableGame>(table: &Table<G>, length: usize) -> usize {
    match table.shown_variation() {
        Some(_) => table.session().all_moves().len(),
        None => length,
    }
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
    // A hint belongs to the position for which it was asked.
    world.resource_mut::<Hint<G>>().0 = None;
    world
        .resource_mut::<Pacing>()
        .begin_looking_back(length, has_ended);
    move_list::open(world);
}

/// Goes back to the newest position. If the game has ended there, its result comes again. A replay that has taken the
/// place of the game meanwhile stays where it is.
fn end<G: TableGame>(world: &mut World) {
    let Some(length) = world.resource_mut::<LookBack>().0.take() else {
        return;
    };
    let table = world.get_resource::<Table<G>>();
    if !table.is_some_and(Table::is_replay) {
        variations::show_game::<G>(world);
        actions::go_to::<G>(world, length);
    }
    let mut pacing = world.resource_mut::<Pacing>();
    pacing.end_looking_back();
    pacing.trying = None;
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
    variations::show_game::<G>(world);
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

/// Shows a variation, which is given by its number from 0, at its last position.
pub fn show_variation<G: TableGame>(world: &mut World, number: usize) {
    if length_of_game::<G>(world).is_none() {
        begin::<G>(world);
    }
    if let Some(length) = length_of_game::<G>(world) {
        variations::show::<G>(world, number, length);
    }
}

/// Whether the position after a move is shown because the player goes through the game.
pub fn is_move_shown<G: TableGame>(world: &World, number: usize) -> bool {
    world.get_resource::<Table<G>>().is_some_and(|table| {
        let goes_through = length(world).is_some() || table.is_replay();
        goes_through && table.shown_variation().is_none() && table.moves().len() == number + 1
    })
}

/// Returns the moves that are listed: in a replay and while the player looks back all moves of the game, else the moves
/// that have been made.
pub fn listed_moves<'a, G: TableGame>(world: &World, table: &'a Table<G>) -> &'a [G::Move] {
    let all = table.game().all_moves();
    match length_of_game::<G>(world) {
        Some(length) => &all[..length.min(all.len())],
        None => table.moves(),
    }
}

/// Returns the variations of the game as they are listed. `written` writes the moves of a line that begins with the
/// game's first move, and each variation keeps those of its own.
pub fn listed_variations<G: TableGame>(
    table: &Table<G>,
    written: impl Fn(&[G::Move]) -> Vec<ListedMove>,
) -> Vec<ListedVariation> {
    let listed = table.variations().iter().map(|variation| {
        let before = table.game().all_moves().iter().take(variation.after);
        let line: Vec<G::Move> = before.chain(&variation.moves).cloned().collect();
        let mut own = written(&line);
        own.retain(|listed| listed.number.is_none_or(|number| number >= variation.after));
        ListedVariation::of(variation.after, &own)
    });
    listed.collect()
}

/// Returns the status of the game or, while the player looks back or a variation is shown, the number of the position.
pub fn headline<G: TableGame>(world: &World) -> String {
    let table = world.get_resource::<Table<G>>();
    let here = table.zip(length_of_game::<G>(world));
    let here = here.filter(|(table, _)| !table.is_replay() || table.shown_variation().is_some());
    let Some((table, length)) = here else {
        return status_text::<G>(world);
    };
    let all = length_of_line(table, length);
    position_text(table, all, world.resource::<Words>())
}

/// The number of the position that is shown, in words. The game, or the variation on the table, has `all` moves.
pub fn position_text<G: TableGame>(table: &Table<G>, all: usize, words: &Words) -> String {
    let here = ("here", table.moves().len().to_string());
    let values = [here, ("all", all.to_string())];
    match table.shown_variation() {
        Some(number) => {
            let from = (table.variations()[number].after + 1).to_string();
            let [here, all] = values;
            words.fill("play.after.variation", &[("from", from), here, all])
        }
        None if all == 0 => words.get("play.after.none"),
        None => words.fill("play.after", &values),
    }
}

/// Spawns a slider through the game, and the way back to its result. They are there while the player looks back.
pub fn spawn_controls<G: TableGame>(bottom: &mut ChildSpawnerCommands) {
    let seen = VisibleWhen::new(|world| length(world).is_some());
    bottom
        .spawn((stack(FlexDirection::Column, 6.0), seen))
        .with_children(|part| {
            let place = |world: &World| {
                let table = world.get_resource::<Table<G>>().zip(length(world));
                table.map_or((0, 0), |(table, length)| {
                    (table.moves().len(), length_of_line(table, length))
                })
            };
            slider(part, percent(100), place, actions::go_to::<G>);
            let caption = |world: &World| {
                let key = match world.resource::<Pacing>().is_at_ended_game() {
                    true => "play.to_result",
                    false => "play.variation.game",
                };
                world.resource::<Words>().get(key)
            };
            let end = button(part, ButtonStyle::Plain, caption, end::<G>);
            // A variation has a button of its own that leads back to the game.
            let is_game = VisibleWhen::new(|world| {
                let table = world.get_resource::<Table<G>>();
                table.is_some_and(|table| table.shown_variation().is_none())
            });
            part.commands_mut().entity(end).insert(is_game);
        });
}

/// Spawns the buttons for variations. They are there while the player looks back, and in a replay.
pub fn spawn_variations<G: TableGame>(parent: &mut ChildSpawnerCommands) {
    let seen = VisibleWhen::new(|world| length_of_game::<G>(world).is_some());
    parent
        .spawn((stack(FlexDirection::Column, 6.0), seen))
        .with_children(|part| {
            in_row(part, 6.0, |row| {
                variations::spawn_try_button(row, |world| {
                    length_of_game::<G>(world).unwrap_or_default()
                });
            });
            variations::spawn_variation_buttons::<G>(part);
        });
}
