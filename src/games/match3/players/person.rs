//! A person as an automatic player that notices, likes and mistakes some swaps.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{greedy, look_ahead};
use crate::games::match3::rules::{Game, Swap, Swaps};
use crate::generation::Stream;
use crate::session::store::{StoreError, place_of, read_existing};

/// A person. All parts are in percent, 0 to 100. A person without any is the greedy player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Person {
    /// The part of the moves that make any swap.
    pub errors: u8,
    /// The part of the swaps on the board that are noticed before a move.
    pub notices: u8,
    /// The part of the moves that take a favourite swap, if one is noticed.
    pub favours: u8,
    /// The favourite swaps.
    pub favourite: Favourite,
    /// The part of the other moves that look ahead as the strong player does. The rest is as greedy as the greedy
    /// player.
    pub looks_ahead: u8,
}

/// The swaps that a person likes best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Favourite {
    /// Those that match the most blocks.
    #[default]
    Long,
    /// The highest ones on the board.
    Top,
    /// The lowest ones on the board, which make the most blocks fall.
    Bottom,
}

impl Default for Person {
    fn default() -> Self {
        Person {
            errors: 0,
            notices: 100,
            favours: 0,
            favourite: Favourite::Long,
            looks_ahead: 0,
        }
    }
}

/// Reads a person from a file. The error names file, line, column and reason.
pub fn read_person(path: &Path) -> Result<Person, StoreError> {
    let text = read_existing(path)?;
    let person: Person = ron::from_str(&text).map_err(|why| StoreError::syntax(path, &why))?;
    let parts = [
        ("errors", person.errors),
        ("notices", person.notices),
        ("favours", person.favours),
        ("looks_ahead", person.looks_ahead),
    ];
    match parts.into_iter().find(|(_, part)| *part > 100) {
        Some((name, part)) => {
            let (line, column) = place_of(name, 0, &text);
            let what = format!("{name} must be from 0 to 100 percent, but is {part}");
            Err(StoreError::text(path, line, column, &what))
        }
        None => Ok(person),
    }
}

impl Person {
    /// Chooses a swap; `None` if there is none.
    pub fn choose(self, game: &Game, rng: &mut Stream) -> Option<Swap> {
        self.choose_among(game, game.board().swaps(), rng)
    }

    /// Chooses one of these swaps; `None` if there is none. The other swaps are not noticed.
    pub fn choose_among(self, game: &Game, swaps: Swaps, rng: &mut Stream) -> Option<Swap> {
        if swaps.is_empty() {
            return None;
        }
        let mut happens = |percent: u8| rng.random_below(100) < u32::from(percent);
        let [errs, favours, looks_ahead] =
            [self.errors, self.favours, self.looks_ahead].map(&mut happens);
        let mut noticed = swaps;
        if self.notices < 100 && !errs {
            noticed.retain(|_| happens(self.notices));
        }
        if errs || noticed.is_empty() {
            return swaps.nth(rng.random_below(swaps.len()));
        }
        if favours {
            return self.favourite.choose(game, &noticed, rng);
        }
        match looks_ahead {
            true => look_ahead::choose_among(game, &noticed, rng),
            false => greedy::choose_among(game, noticed, rng),
        }
    }
}

impl Favourite {
    fn choose(self, game: &Game, among: &Swaps, rng: &mut Stream) -> Option<Swap> {
        super::best_swap(among, rng, self.valuation(game))
    }

    /// The value of each swap for this favourite; the highest one is the best.
    pub(super) fn valuation(self, game: &Game) -> impl Fn(Swap) -> i32 {
        move |swap| match self {
            Favourite::Long => {
                let lines = game.board().matches_of(swap).into_iter();
                lines.map(|(_, cells)| cells.len() as i32).sum()
            }
            Favourite::Top => -(swap.a().row() as i32),
            Favourite::Bottom => swap.b().row() as i32,
        }
    }
}
