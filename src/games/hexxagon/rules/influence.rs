//! The influence on an empty cell: it belongs to the player who can be there first or, if several can be there with
//! their next move, to the one who gains most pieces by it. It is a plain count, without a search.

use super::game::Game;
use super::grid::{CellIndex, CellSet};
use super::position::Player;

/// The influence on an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Influence {
    /// A player will probably get the cell, and can be there after this many moves, at least 1.
    Of(Player, u32),
    /// Several players can be there after equally many moves, and none of them gains more than the others.
    Contested,
    /// No player can get there.
    Unreached,
}

/// Returns the influence on each empty cell, in the order of the cells.
pub fn influences(game: &Game) -> Vec<(CellIndex, Influence)> {
    let arrivals: Vec<Vec<CellSet>> = players(game).map(|one| arrivals(game, one)).collect();
    let free = game.free();
    free.map(|cell| (cell, influence(game, &arrivals, cell)))
        .collect()
}

fn players(game: &Game) -> impl Iterator<Item = Player> + use<> {
    (0..game.players() as u8).map(Player)
}

/// The empty cells on which a player can have a piece after one move, after two, and so on, if nobody else moves. No
/// cell is in two of the sets.
fn arrivals(game: &Game, player: Player) -> Vec<CellSet> {
    let (board, mut left) = (game.board(), game.free());
    let (mut newest, mut sets) = (game.of(player), Vec::new());
    loop {
        let reach = newest.fold(CellSet::none(), |set, cell| {
            set.or(board.near(cell)).or(board.far(cell))
        });
        newest = reach.and(left);
        if newest.is_empty() {
            return sets;
        }
        left = left.without(newest);
        sets.push(newest);
    }
}

fn influence(game: &Game, arrivals: &[Vec<CellSet>], cell: CellIndex) -> Influence {
    let moves = |sets: &Vec<CellSet>| sets.iter().position(|set| set.has(cell));
    let moves: Vec<Option<usize>> = arrivals.iter().map(moves).collect();
    let Some(first) = moves.iter().flatten().copied().min() else {
        return Influence::Unreached;
    };
    // The gain of a later move is not known, so only the next moves are compared by their gain.
    let worth = |player: Player| match first {
        0 => gain(game, player, cell),
        _ => 0,
    };
    let there = players(game).filter(|player| moves[player.index()] == Some(first));
    let worths: Vec<(u32, Player)> = there.map(|player| (worth(player), player)).collect();
    let most = worths.iter().map(|(worth, _)| *worth).max();
    let mut best = worths.iter().filter(|(worth, _)| Some(*worth) == most);
    match (best.next(), best.next()) {
        (Some((_, player)), None) => Influence::Of(*player, first as u32 + 1),
        _ => Influence::Contested,
    }
}

/// The pieces that a player gains by a move to a cell within reach: the rivals beside it, and one more if a piece grows
/// there.
fn gain(game: &Game, player: Player, cell: CellIndex) -> u32 {
    let beside: CellSet = game.board().near(cell);
    let own = beside.and(game.of(player));
    let rivals = beside.without(game.free()).without(own);
    rivals.count() + u32::from(!own.is_empty())
}
