//! Blends of two neighbouring levels, whose strength lies between the two.

use std::fmt;

use super::level::Level;
use crate::generation::{Purpose, Seed};

/// A player between two neighbouring levels. Before each move one of the two levels is drawn, and it makes the move
/// unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blend {
    lower: Level,
    tenths: u8,
}

/// The key of the draws. The levels draw their own moves from the streams of key 0. If both used the same stream, the
/// lower level would be drawn together with certain moves of its own.
const DRAWS: u64 = 1;

impl Blend {
    /// The number of parts into which the distance between two levels is divided.
    pub const PARTS: u8 = 10;

    /// Returns the blend above a level that plays this many tenths of its moves, 1 to 9, as the next level; `None` if
    /// there is no such blend.
    pub fn new(lower: Level, tenths: u8) -> Option<Self> {
        let is_between = lower < Level::BEST && (1..Blend::PARTS).contains(&tenths);
        is_between.then_some(Blend { lower, tenths })
    }

    /// Returns all blends, the weakest first.
    pub fn all() -> impl Iterator<Item = Blend> {
        let above = |lower| (1..Blend::PARTS).filter_map(move |tenths| Blend::new(lower, tenths));
        Level::ALL.into_iter().flat_map(above)
    }

    /// Reads a blend from the number of the lower level and the tenths, such as `3.5`; `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let (lower, tenths) = text.split_once('.')?;
        let digit = |text: &str| match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(digit - b'0'),
            _ => None,
        };
        Blend::new(Level::new(digit(lower)?)?, digit(tenths)?)
    }

    /// Returns the weaker of the two levels.
    pub fn lower(self) -> Level {
        self.lower
    }

    /// Returns the stronger of the two levels.
    pub fn upper(self) -> Level {
        Level::new(self.lower.number() + 1).unwrap_or(Level::BEST)
    }

    /// Returns the number of moves of ten, in the mean, that it plays as the stronger level, 1 to 9.
    pub fn tenths(self) -> u8 {
        self.tenths
    }

    /// Returns the part of its moves that it plays as the stronger level, more than 0 and less than 1.
    pub fn part(self) -> f64 {
        f64::from(self.tenths) / f64::from(Blend::PARTS)
    }

    /// Returns the level that is nearest to it. Half-way it is the stronger one.
    pub fn nearest(self) -> Level {
        match 2 * self.tenths < Blend::PARTS {
            true => self.lower,
            false => self.upper(),
        }
    }

    /// Draws the level as which it makes a move. The same seed of the move gives the same level.
    pub fn draw(self, seed: Seed) -> Level {
        let mut rng = seed.stream_key(Purpose::Player, DRAWS).stream(0);
        match rng.random_below(u32::from(Blend::PARTS)) < u32::from(self.tenths) {
            true => self.upper(),
            false => self.lower,
        }
    }
}

/// The text is that which [`Blend::read`] reads.
impl fmt::Display for Blend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.lower.number(), self.tenths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_nine_blends_between_two_levels_and_their_texts_are_read_again() {
        let all: Vec<Blend> = Blend::all().collect();
        assert_eq!(all.len(), 63);
        for blend in &all {
            assert_eq!(Blend::read(&blend.to_string()), Some(*blend));
            assert_eq!(blend.upper().number(), blend.lower().number() + 1);
        }
        for wrong in [
            "3", "3.", ".5", "3.0", "3.10", "3.05", "03.5", "0.5", "8.1", "9.5", "3.5.1", "3.x",
            "+3.5", "3.-1",
        ] {
            assert_eq!(Blend::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn it_plays_so_many_tenths_of_its_moves_as_the_stronger_level() {
        for blend in Blend::all() {
            let draws = (1..=1_000).map(|number| blend.draw(Seed(5).child(number)));
            let stronger = draws.filter(|level| *level == blend.upper()).count();
            let off = stronger as f64 / 1_000.0 - blend.part();
            assert!(off.abs() < 0.06, "{blend}: {off}");
            assert_eq!(blend.draw(Seed(7)), blend.draw(Seed(7)));
        }
    }

    #[test]
    fn the_nearest_level_is_one_of_the_two() {
        let nearest = |text: &str| Blend::read(text).expect("a blend").nearest().number();
        assert_eq!(["3.4", "3.5", "7.9", "1.1"].map(nearest), [3, 4, 8, 1]);
    }
}
