//! The clocks of the people at the table: the time that each has used, and the player whose time was up.

use serde::{Deserialize, Serialize};

use super::rules::Player;
use super::table::Table;
use crate::session::Ending;

/// The state of the clocks of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Clocks {
    /// The seconds that each seat has used.
    #[serde(skip_serializing_if = "is_unused")]
    used: [f32; 3],
    /// The player whose time was up, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    fallen: Option<LossOnTime>,
}

/// A player whose time was up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LossOnTime {
    /// The player's seat.
    seat: usize,
    /// The number of moves that had been made. Only the position after these moves is lost.
    moves: usize,
}

fn is_unused(used: &[f32; 3]) -> bool {
    *used == [0.0; 3]
}

impl Table {
    /// Returns the seconds that are left to a seat; `None` without a clock and for computers.
    pub fn seconds_left(&self, seat: usize) -> Option<f32> {
        let time = self.setup().time?;
        let used = *self.extra.used.get(seat)?;
        let is_human = self.seats().get(seat)?.is_human();
        let moves = self.state().moves_of(Player(seat as u8));
        // A file may hold any number.
        let used = if used.is_finite() { used.max(0.0) } else { 0.0 };
        is_human.then(|| time.seconds_left(moves, used))
    }

    /// Returns the seat whose time was up in this position.
    pub fn fallen(&self) -> Option<usize> {
        self.setup().time?;
        let fallen = self.extra.fallen?;
        let is_here = self.shown_variation().is_none() && fallen.moves == self.moves().len();
        (is_here && fallen.seat < self.seats().len()).then_some(fallen.seat)
    }

    /// Lets the clock of the human to move run. When no time is left, that seat has lost.
    pub fn run_clock(&mut self, seconds: f32) {
        let Some(seat) = self.turn().filter(|_| self.is_human_turn()) else {
            return;
        };
        if self.seconds_left(seat).is_none() {
            return;
        }
        self.extra.used[seat] += seconds;
        if self.seconds_left(seat) == Some(0.0) {
            self.extra.fallen = Some(LossOnTime {
                seat,
                moves: self.moves().len(),
            });
        }
    }

    /// The ending if a seat has lost otherwise than by the rules: the other player with most pieces wins; no one wins
    /// if two have equally many.
    pub(super) fn ending_without_seat(&self, lost: usize) -> Ending {
        let counts = self.state().counts();
        let others = || counts.iter().enumerate().filter(|(seat, _)| *seat != lost);
        let most = others().map(|(_, count)| *count).max();
        let mut best = others().filter(|(_, count)| Some(**count) == most);
        match (best.next(), best.next()) {
            (Some((seat, _)), None) => Ending::Won(seat),
            _ => Ending::Drawn,
        }
    }
}
