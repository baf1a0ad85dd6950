//! The seats on the setup page: the player of each seat, and why some players cannot sit there.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::setup_page::{change, setup};
use crate::games::tic_tac_toe::opponents::saved;
use crate::games::tic_tac_toe::players::{Opponent, StrategyGoal};
use crate::games::tic_tac_toe::setup::{Seat, Setup};
use crate::session::labels::kept_name;
use crate::session::{Autosave, FileName, Folders};
use crate::shell::creature::sigil;
use crate::shell::notice::show_phrase;
use crate::shell::shelf::kept_creature;
use crate::shell::table::setup_page::row;
use crate::shell::theme::bind::{EnabledWhen, SelectedWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button};
use crate::shell::words::Words;

/// The players that can be chosen for a seat with one click.
fn players() -> [Seat; 7] {
    [
        Seat::Human,
        Seat::Computer(Opponent::Random),
        Seat::Computer(Opponent::Rules),
        Seat::Computer(Opponent::Minimax),
        Seat::Computer(Opponent::Search(None)),
        Seat::Computer(Opponent::Evolved(StrategyGoal::USUAL)),
        Seat::Computer(Opponent::Evolved(StrategyGoal::Unbeaten)),
    ]
}

/// Whether two players are of the same kind, whatever their strength.
fn is_same_kind(one: &Seat, other: &Seat) -> bool {
    use Opponent::{Evolved, Search};
    match (one, other) {
        (Seat::Computer(Search(_)), Seat::Computer(Search(_))) => true,
        (
            Seat::Computer(Evolved(StrategyGoal::Score(_))),
            Seat::Computer(Evolved(StrategyGoal::Score(_))),
        ) => true,
        _ => one == other,
    }
}

/// Whether a player can have a seat beside the other one, on the board of the setup.
fn can_sit(setup: &Setup, number: usize, player: &Seat) -> bool {
    let mut other = setup.clone();
    other.seats[number] = player.clone();
    other.check().is_ok()
}

/// Spawns the row of a seat.
pub(super) fn spawn_row(page: &mut ChildSpawnerCommands, number: usize) {
    let name = ["ttt.setup.first", "ttt.setup.second"][number];
    row(page, name, |row| {
        for player in players() {
            spawn_player(row, number, player);
        }
        spawn_saved_player(row, number);
    });
}

/// Spawns the button that gives a seat to a player. It is dark if the player cannot sit there.
fn spawn_player(row: &mut ChildSpawnerCommands, number: usize, player: Seat) {
    let name = match &player {
        Seat::Human => "play.human",
        Seat::Computer(Opponent::Random) => "play.random",
        Seat::Computer(Opponent::Rules) => "ttt.rules",
        Seat::Computer(Opponent::Minimax) => "ttt.minimax",
        Seat::Computer(Opponent::Evolved(StrategyGoal::Unbeaten)) => "ttt.unbeaten",
        Seat::Computer(Opponent::Evolved(_)) => "ttt.setup.evolved",
        Seat::Computer(_) => "ttt.search",
    };
    let (seated, wanted) = (player.clone(), player.clone());
    let selected =
        SelectedWhen::new(move |world| is_same_kind(&setup(world).seats[number], &seated));
    let enabled = EnabledWhen::new(move |world| can_sit(setup(world), number, &wanted));
    let chip = button(row, ButtonStyle::Chip, name, move |world| {
        let player = player.clone();
        change(world, |setup| setup.seats[number] = player);
    });
    row.commands_mut().entity(chip).insert((selected, enabled));
}

/// The side of a sigil, in interface pixels.
const SIGIL: f32 = 30.0;

/// Spawns the button that gives a seat to a saved strategy, and then to the next one.
fn spawn_saved_player(row: &mut ChildSpawnerCommands, number: usize) {
    let is_seated = move |world: &World| {
        matches!(
            setup(world).seats[number],
            Seat::Computer(Opponent::Saved(_))
        )
    };
    let name = move |world: &World| {
        let words = world.resource::<Words>();
        match &setup(world).seats[number] {
            Seat::Computer(Opponent::Saved(name)) => words.fill(
                "ttt.saved",
                &[("name", kept_name(world, saved::library, name))],
            ),
            _ => words.get("play.saved"),
        }
    };
    let enabled = EnabledWhen::new(move |world| {
        let first = world.resource::<SavedStrategies>().0.first().cloned();
        let saved = first.map(|name| Seat::Computer(Opponent::Saved(name)));
        saved.is_some_and(|saved| can_sit(setup(world), number, &saved))
    });
    row.spawn(sigil(SIGIL, move |world: &World| {
        match &setup(world).seats[number] {
            Seat::Computer(Opponent::Saved(name)) => kept_creature(world, saved::library, name),
            _ => None,
        }
    }));
    let chip = button(row, ButtonStyle::Chip, name, move |world| {
        seat_next_saved(world, number);
    });
    row.commands_mut()
        .entity(chip)
        .insert((SelectedWhen::new(is_seated), enabled));
}

/// The names of the strategies that the player has saved, as they were when they were looked for last.
#[derive(Resource, Default)]
pub(super) struct SavedStrategies(Vec<FileName>);

/// Looks for saved strategies. One that was kept a moment ago may still wait for the disk.
pub(super) fn read_saved(world: &mut World) {
    let autosave = world.resource::<Autosave>();
    let folders = world.get_resource::<Folders>();
    let names = folders.map(|folders| autosave.names_in(&saved::library(folders)));
    let names = names.unwrap_or_default();
    world.insert_resource(SavedStrategies(names));
}

/// Puts the next saved strategy in a seat. A strategy that still waits for the disk, from which a game reads it, is
/// passed over with a notice.
fn seat_next_saved(world: &mut World, number: usize) {
    let names = &world.resource::<SavedStrategies>().0;
    let now = match &setup(world).seats[number] {
        Seat::Computer(Opponent::Saved(name)) => names.iter().position(|other| other == name),
        _ => None,
    };
    let first = now.map_or(0, |at| at + 1);
    let mut in_turn = (first..first + names.len()).map(|at| &names[at % names.len()]);
    let autosave = world.resource::<Autosave>();
    let library = world.get_resource::<Folders>().map(saved::library);
    let is_waiting = |name: &FileName| {
        let path = library.as_ref().map(|library| library.path(name));
        path.is_some_and(|path| autosave.is_pending(&path))
    };
    let passes_over = in_turn.clone().next().is_some_and(is_waiting);
    let next = in_turn.find(|name| !is_waiting(name)).cloned();
    if passes_over {
        show_phrase(world, "editor.not_written_yet");
    }
    if let Some(name) = next {
        change(world, |setup| {
            setup.seats[number] = Seat::Computer(Opponent::Saved(name));
        });
    }
}

/// Spawns a line that says why some players cannot sit at the board. It keeps its place when it is empty.
pub(super) fn spawn_reasons(page: &mut ChildSpawnerCommands) {
    page.spawn(Node {
        min_height: px(20),
        flex_shrink: 0.0,
        ..default()
    })
    .with_child(bound_text(TextSize::Small, palette::MIST, reasons_text));
}

fn reasons_text(world: &World) -> String {
    let (setup, words) = (setup(world), world.resource::<Words>());
    if !setup.board.is_usual() {
        return words.get("ttt.setup.only_usual");
    }
    let is_none_saved = world.resource::<SavedStrategies>().0.is_empty();
    let none_saved = is_none_saved.then_some("ttt.setup.none_saved");
    let one_evolved = setup.evolved().map(|_| "ttt.setup.one_evolved");
    let reasons = [none_saved, one_evolved].into_iter().flatten();
    let reasons: Vec<String> = reasons.map(|key| words.get(key)).collect();
    reasons.join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::rules::TicTacToe;
    use crate::shell::notice::Notices;
    use crate::shell::table::NewGame;

    #[test]
    fn a_strategy_that_waits_for_the_disk_does_not_hold_up_the_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let folders = Folders::within(folder.path());
        let names = ["ant", "bee", "cat"].map(|name| name.parse::<FileName>().expect("a name"));
        let mut world = World::new();
        // Nothing writes the queue here, as on a disk on which every write fails.
        let mut autosave = Autosave::default();
        autosave.write_text(saved::library(&folders).path(&names[1]), String::new());
        world.insert_resource(autosave);
        world.insert_resource(folders);
        world.insert_resource(SavedStrategies(names.to_vec()));
        world.init_resource::<NewGame<TicTacToe>>();
        world.init_resource::<Words>();
        let [ant, _, cat] = names;
        for (name, told) in [(&ant, 0), (&cat, 1), (&ant, 0), (&cat, 1)] {
            world.insert_resource(Notices::default());
            seat_next_saved(&mut world, 1);
            let seated = Seat::Computer(Opponent::Saved(name.clone()));
            assert_eq!(setup(&world).seats[1], seated);
            assert_eq!(world.resource::<Notices>().lines().count(), told, "{name}");
        }
    }
}
