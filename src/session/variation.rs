//! Variations: other moves that could have been played in a game. A variation leaves the game after some of its moves
//! and goes on with others. While it is on the table, the game waits unchanged.

use serde::{Deserialize, Serialize};

use super::game::{Game, StartError};
use super::record::Session;
use super::table::Table;
use crate::base::PlainError;

/// Moves that were tried in place of those of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variation<M> {
    /// The number of moves of the game before it.
    pub after: usize,
    /// Its own moves, at least one.
    pub moves: M,
}

/// The variations of a game, and the one of them that is on the table.
pub(super) struct Variations<G: Game> {
    all: Vec<Variation<Vec<G::Move>>>,
    shown: Option<Shown<G>>,
}

/// The variation on the table.
struct Shown<G: Game> {
    number: usize,
    /// The game, which waits in its last position.
    game: Session<G>,
    /// Whether the game has ended in that position.
    is_over: bool,
}

impl<G: Game> Default for Variations<G> {
    fn default() -> Self {
        Variations {
            all: Vec::new(),
            shown: None,
        }
    }
}

impl<G: Game> Variations<G> {
    /// Removes the variations that leave the game later than after a number of moves, because the moves before them are
    /// gone.
    pub(super) fn forget_after(&mut self, moves: usize) {
        self.all.retain(|variation| variation.after <= moves);
    }

    /// Returns the number of the variation that begins with these moves; one is added if there is none.
    fn find_or_add(&mut self, after: usize, moves: Vec<G::Move>) -> usize {
        let same =
            |one: &Variation<Vec<G::Move>>| one.after == after && one.moves.starts_with(&moves);
        self.all.iter().position(same).unwrap_or_else(|| {
            self.all.push(Variation { after, moves });
            self.all.len() - 1
        })
    }
}

impl<G: Game> Table<G> {
    /// Returns the variations, the oldest first.
    pub fn variations(&self) -> &[Variation<Vec<G::Move>>] {
        &self.variations.all
    }

    /// Returns the number of the variation on the table, from 0; `None` if it is the game itself.
    pub fn shown_variation(&self) -> Option<usize> {
        self.variations.shown.as_ref().map(|shown| shown.number)
    }

    /// Returns the game itself, even while one of its variations is on the table.
    pub fn game(&self) -> &Session<G> {
        let shown = self.variations.shown.as_ref();
        shown.map_or(&self.session, |shown| &shown.game)
    }

    /// Whether the game itself has ended, even while one of its variations is on the table.
    pub fn is_game_over(&self) -> bool {
        let shown = self.variations.shown.as_ref();
        shown.map_or_else(|| self.is_over(), |shown| shown.is_over)
    }

    /// Makes a move in the position on the table without changing the game, which has `length` moves. If it is the next
    /// move of the game or of the variation on the table, it is made there. Any other move begins a variation or
    /// continues one. If the rules refuse the move, nothing changes.
    pub fn try_move(&mut self, made: G::Move, length: usize) -> Result<G::Events, G::MoveError> {
        let here = self.moves().len();
        let number = self.shown_variation();
        let goes_on = number.is_some() || here < length;
        if goes_on && self.session.all_moves().get(here) == Some(&made) {
            let mut line = self.session.clone();
            let events = line.advance();
            if let Some(events) = events {
                self.session = line;
                self.follow_replay();
                return Ok(events);
            }
        }
        let mut line = self.session.clone();
        let events = line.play(made.clone())?;
        let of_game = &self.game().all_moves()[..length.min(self.game().all_moves().len())];
        if number.is_some() && of_game.starts_with(line.moves()) {
            self.show_game(here + 1);
            return Ok(events);
        }
        // The moves that the new line shares with the variation on the table belong to both.
        let after = number.map_or(here, |number| self.variations.all[number].after.min(here));
        let moves = line.moves()[after..].to_vec();
        let number = match number {
            // A move at the end of a variation makes it longer.
            Some(number) if here == after + self.variations.all[number].moves.len() => {
                self.variations.all[number].moves.push(made);
                number
            }
            _ => self.variations.find_or_add(after, moves),
        };
        let line = self.line_of(number, here + 1);
        self.put_on_table(number, line, length);
        Ok(events)
    }

    /// Shows the last position of a variation. The game has `length` moves.
    pub fn show_variation(&mut self, number: usize, length: usize) {
        if number < self.variations.all.len() {
            let line = self.line_of(number, usize::MAX);
            self.put_on_table(number, line, length);
            self.mark_jump();
        }
    }

    /// Goes from a variation back to the game, to the position after a number of moves.
    pub fn show_game(&mut self, moves: usize) {
        if let Some(shown) = self.variations.shown.take() {
            self.session = shown.game;
            self.go_to(moves);
        }
    }

    /// Removes the variation on the table, and goes back to the last position of the game.
    pub fn remove_variation(&mut self) {
        if let Some(shown) = self.variations.shown.take() {
            self.variations.all.remove(shown.number);
            self.session = shown.game;
            self.follow_replay();
            self.mark_jump();
        }
    }

    /// Adds the variations of a saved game or a replay. A variation that cannot be played is an error.
    pub async fn with_variations(
        mut self,
        all: Vec<Variation<Vec<G::Move>>>,
    ) -> Result<Self, StartError> {
        for (number, variation) in (1..).zip(&all) {
            let why = self.fault_of(variation).await;
            if let Some(why) = why {
                let why = format!("variation {number} cannot be played: {why}");
                return Err(StartError::Content(PlainError::new(why)));
            }
        }
        self.variations.all = all;
        Ok(self)
    }

    /// Returns the reason why a variation cannot be played; `None` if it can.
    async fn fault_of(&self, variation: &Variation<Vec<G::Move>>) -> Option<String> {
        let Variation { after, moves } = variation;
        let Some(before) = self.session.all_moves().get(..*after) else {
            return Some(format!("the game has no {after} moves"));
        };
        if moves.is_empty() {
            return Some("it has no moves".to_owned());
        }
        let line: Vec<G::Move> = before.iter().chain(moves).cloned().collect();
        let (start, length) = (self.session.start().clone(), line.len());
        let made = Session::<G>::replay(start, line, length, G::work_before).await;
        made.err().map(|why| why.to_string())
    }

    /// The moves of the game before a variation and those of the variation, in the position after `here` moves.
    fn line_of(&self, number: usize, here: usize) -> Session<G> {
        let Variation { after, moves } = &self.variations.all[number];
        let mut line = self.game().branch(*after, moves);
        line.go_to(here);
        line
    }

    /// Puts a variation on the table. If the game was there, it waits after its `length` moves.
    fn put_on_table(&mut self, number: usize, line: Session<G>, length: usize) {
        let (game, is_over) = match self.variations.shown.take() {
            Some(shown) => (shown.game, shown.is_over),
            None => {
                self.session.go_to(length);
                (self.session.clone(), self.is_over())
            }
        };
        self.session = line;
        self.variations.shown = Some(Shown {
            number,
            game,
            is_over,
        });
        self.follow_replay();
    }
}
