//! The length of a game on the board that the setup page shows. It is measured in the background.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::tasks::Task;

use super::board_list;
use crate::games::hexxagon::boards::{BoardProblem, BoardSpec};
use crate::games::hexxagon::rules::Plan;
use crate::generation::Seed;
use crate::generation::pools::{spawn_or_default, take_result};

/// The number of games that measure a board.
const GAMES: u32 = 24;
/// The seed of these games.
const SEED: Seed = Seed(1);

/// The boards that have been measured while the program runs.
#[derive(Resource, Default)]
pub(super) struct BoardLengths {
    /// The moves of a game on each board; `None` if nobody can play on it.
    known: HashMap<Plan, Option<u32>>,
    /// The board that is being measured.
    measured: Option<Plan>,
    measuring: Option<Task<Option<u32>>>,
}

impl BoardLengths {
    /// Returns the number of moves of a game on a board, if it has been measured.
    pub(super) fn moves(&self, plan: &Plan) -> Option<u32> {
        self.known.get(plan).copied().flatten()
    }
}

/// The moves of a game on a board to the nearest ten, as the mean of games between equal players.
fn moves_on(plan: &Plan) -> Option<u32> {
    let problem = BoardProblem::new(BoardSpec::usual(plan.players()), SEED);
    let metrics = problem.metrics_over(plan, 0..GAMES)?;
    Some((metrics.plies / 10.0).round().max(1.0) as u32 * 10)
}

/// Measures the board that is shown, unless that has been done.
pub(super) fn measure_shown(world: &mut World) {
    let shown = board_list::chosen_plan(world);
    let mut lengths = world.resource_mut::<BoardLengths>();
    let done = take_result(&mut lengths.measuring);
    if let Some((moves, plan)) = done.zip(lengths.measured) {
        lengths.known.insert(plan, moves);
    }
    let new = shown.filter(|plan| !lengths.known.contains_key(plan));
    if let Some(plan) = new
        && lengths.measuring.is_none()
    {
        lengths.measured = Some(plan);
        lengths.measuring = Some(spawn_or_default(move || moves_on(&plan)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hexxagon::rules::{Board, BoardNumber};

    #[test]
    fn the_usual_boards_have_a_length_and_a_board_without_starts_has_none() {
        for number in [1, 40] {
            let board = Board::listed(BoardNumber(number), SEED).expect("a board");
            let plan = board.plan();
            let moves = moves_on(&plan).expect("it can be played on");
            let cells = plan.cells.count();
            assert!(
                moves >= cells / 2 && moves <= 4 * cells,
                "{number}: {moves}"
            );
            assert_eq!(moves % 10, 0);
        }
        let empty = Plan {
            cells: Default::default(),
            starts: Default::default(),
        };
        assert_eq!(moves_on(&empty), None);
    }
}
