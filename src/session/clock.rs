//! The clocks of the people at the table: the time that each has used, and the player whose time was up.

use serde::{Deserialize, Serialize};

use super::game::Game;
use super::seat::Seat;
use super::table::Table;
use super::time_control::TimeControl;

/// The most seats of a game with clocks.
pub const MOST_SEATS: usize = 3;

/// A game of at most [`MOST_SEATS`] seats in which people can have clocks.
pub trait ClockGame: Game {
    /// Returns the time that people have; `None` for unlimited time.
    fn time(setup: &Self::Setup) -> Option<TimeControl>;

    /// Changes the time that people have.
    fn set_time(setup: &mut Self::Setup, time: Option<TimeControl>);

    /// Returns the clocks of a game.
    fn clocks(extra: &Self::Extra) -> &Clocks;

    /// Returns the clocks of a game, to be changed.
    fn clocks_mut(extra: &mut Self::Extra) -> &mut Clocks;

    /// Returns the number of moves that a seat has made.
    fn moves_of(table: &Table<Self>, seat: usize) -> u32;
}

/// The state of the clocks of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Clocks {
    /// The seconds that each seat has used.
    #[serde(skip_serializing_if = "is_zero")]
    used: [f32; MOST_SEATS],
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

fn is_zero(used: &[f32; MOST_SEATS]) -> bool {
    *used == [0.0; MOST_SEATS]
}

impl Clocks {
    /// Whether no clock has run yet.
    pub fn are_unused(&self) -> bool {
        *self == Clocks::default()
    }
}

impl<G: ClockGame> Table<G> {
    /// Whether people have clocks. Against the clock moves cannot be taken back, because the time that they took would
    /// stay used.
    pub fn has_clocks(&self) -> bool {
        G::time(self.setup()).is_some()
    }

    /// Returns the seconds that are left to a seat; `None` without a clock and for computers.
    pub fn seconds_left(&self, seat: usize) -> Option<f32> {
        let time = G::time(self.setup())?;
        let used = *G::clocks(&self.extra).used.get(seat)?;
        let is_human = self.seats().get(seat)?.is_human();
        // A file may hold any number.
        let used = if used.is_finite() { used.max(0.0) } else { 0.0 };
        is_human.then(|| time.seconds_left(G::moves_of(self, seat), used))
    }

    /// Returns the seat whose time was up in this position; `None` if nobody's was.
    pub fn seat_out_of_time(&self) -> Option<usize> {
        let fallen = G::clocks(&self.extra).fallen?;
        let is_here = self.shown_variation().is_none() && fallen.moves == self.moves().len();
        let has_clock =
            self.has_clocks() && self.seats().get(fallen.seat).is_some_and(Seat::is_human);
        (is_here && has_clock).then_some(fallen.seat)
    }

    /// Lets the clock of the human to move run. When no time is left, that seat has lost.
    pub fn run_clock(&mut self, seconds: f32) {
        let Some(seat) = self.turn().filter(|_| self.is_human_turn()) else {
            return;
        };
        if self.seconds_left(seat).is_none() {
            return;
        }
        G::clocks_mut(&mut self.extra).used[seat] += seconds;
        if self.seconds_left(seat) == Some(0.0) {
            let moves = self.moves().len();
            G::clocks_mut(&mut self.extra).fallen = Some(LossOnTime { seat, moves });
        }
    }
}
