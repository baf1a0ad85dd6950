//! The openings of the player's own games: the moves that were played in a position, how often, and with what result.
//! Positions that the symmetries of the board turn into each other are taken together.

use std::collections::HashMap;

use super::boards::{Symmetry, symmetries};
use super::rules::{CellMove, Cells, Game, MoveError, Player, StuckRule};
use crate::session::statistics::GameResult;

/// The number of moves at the beginning of a game that are its opening.
pub const OPENING_MOVES: usize = 8;

/// The number of times that something was played, and the results for the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of games.
    pub games: u32,
    /// The number of games that the player won.
    pub won: u32,
    /// The number of drawn games.
    pub drawn: u32,
}

impl Tally {
    fn count(&mut self, result: GameResult) {
        self.games += 1;
        self.won += u32::from(result == GameResult::Won);
        self.drawn += u32::from(result == GameResult::Drawn);
    }
}

/// A position on a board. The moves before it do not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    cells: Cells,
    stuck: StuckRule,
    players: usize,
    mover: Player,
    /// The pieces of each player, as sets of cells of the grid.
    pieces: [u128; 3],
}

/// A position in the form in which the book has it: of all the positions that the symmetries give, the one with the
/// smallest sets of pieces.
struct BookPosition {
    key: Key,
    /// The symmetries that turn the position into this form. There are several if the position itself is symmetric.
    symmetries: Vec<Symmetry>,
}

impl BookPosition {
    /// Finds the form of a position by the symmetries of its board, one of which leaves everything where it is.
    fn of(position: &Game, all: &[Symmetry]) -> Self {
        let pieces = position.plan().starts;
        let turned = |symmetry: &Symmetry| pieces.map(|cells| symmetry.turned_all(cells).0);
        let least = all.iter().map(turned).min();
        let least = least.unwrap_or_else(|| pieces.map(|cells| cells.0));
        let leads_there = |symmetry: &&Symmetry| turned(symmetry) == least;
        BookPosition {
            key: Key {
                cells: position.board().plan().cells,
                stuck: position.stuck(),
                players: position.players(),
                mover: position.mover(),
                pieces: least,
            },
            symmetries: all.iter().filter(leads_there).copied().collect(),
        }
    }

    /// Returns the form of a move that is made in the position. Moves that its symmetries turn into each other have the
    /// same form.
    fn form_of(&self, made: CellMove) -> CellMove {
        let forms = self.symmetries.iter().map(|one| turned(*one, made));
        forms
            .min_by_key(|made| (made.from, made.to))
            .unwrap_or(made)
    }

    /// Returns a move in the position whose form this is: `preferred` if it has that form.
    fn move_of(
        &self,
        form: CellMove,
        preferred: Option<CellMove>,
        all: &[Symmetry],
    ) -> Option<CellMove> {
        let turned = all.iter().map(|symmetry| turned(*symmetry, form));
        let mut moves = preferred.into_iter().chain(turned);
        moves.find(|made| self.form_of(*made) == form)
    }
}

/// A move on the board that a symmetry has turned.
fn turned(symmetry: Symmetry, made: CellMove) -> CellMove {
    CellMove {
        from: made.from.map(|from| symmetry.turned(from)),
        to: symmetry.turned(made.to),
    }
}

/// A move that was played in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningMove {
    /// The move. Where others do the same on a symmetric board, it stands for them too.
    pub made: CellMove,
    /// The games in which it was played.
    pub tally: Tally,
}

/// The moves that were played in the first positions of games.
#[derive(Debug, Default)]
pub struct OpeningBook {
    /// The moves of each position, in the form of [`BookPosition::form_of`].
    positions: HashMap<Key, Vec<(CellMove, Tally)>>,
}

impl OpeningBook {
    /// Counts the first moves of a game with a result for the player. If one of them cannot be made, the game is not
    /// counted at all.
    pub fn add(
        &mut self,
        start: &Game,
        moves: &[CellMove],
        result: GameResult,
    ) -> Result<(), MoveError> {
        let all = symmetries(&start.board().plan());
        let mut position = start.clone();
        let mut opening = Vec::with_capacity(OPENING_MOVES);
        for made in moves.iter().take(OPENING_MOVES) {
            let legal = position.read(made)?;
            let here = BookPosition::of(&position, &all);
            let form = here.form_of(*made);
            opening.push((here.key, form));
            position.make(legal);
        }
        for (key, form) in opening {
            let played = self.positions.entry(key).or_default();
            let known = played.iter().position(|(known, _)| *known == form);
            let at = known.unwrap_or_else(|| {
                played.push((form, Tally::default()));
                played.len() - 1
            });
            played[at].1.count(result);
        }
        Ok(())
    }

    /// Returns the moves that were played in a position, the most frequent first. `preferred` is the move of the game
    /// that is looked at, which is named in place of one that does the same.
    pub fn moves_in(&self, position: &Game, preferred: Option<CellMove>) -> Vec<OpeningMove> {
        let all = symmetries(&position.board().plan());
        let here = BookPosition::of(position, &all);
        let Some(played) = self.positions.get(&here.key) else {
            return Vec::new();
        };
        let listed = played.iter().filter_map(|(form, tally)| {
            Some(OpeningMove {
                made: here.move_of(*form, preferred, &all)?,
                tally: *tally,
            })
        });
        let mut listed: Vec<OpeningMove> = listed.collect();
        listed.sort_by_key(|one| (std::cmp::Reverse(one.tally.games), one.made.to));
        listed
    }
}
