//! Moves as letters: a descent of thousands of turns is a text of as many letters.

use super::hero::MOST_ITEMS;
use super::{Move, Step};

/// A letter that is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number} is written \"{letter}\", which is none")]
pub struct BadLetter {
    /// Which move, from 1.
    pub number: usize,
    /// What stands there.
    pub letter: char,
}

/// The letters of moves: 0 to 7 for steps in the order of [`Cell::STEPS`], A to H for what is carried at a
/// place, w to wait, g to guard, p for a portal.
///
/// [`Cell::STEPS`]: crate::games::dungeon::layout::Cell::STEPS
pub fn write(moves: &[Move]) -> String {
    let letter = |made: &Move| match made {
        Move::Step(Step(number)) => char::from(b'0' + number % 8),
        Move::Use(place) => char::from(b'A' + place % MOST_ITEMS as u8),
        Move::Wait => 'w',
        Move::Guard => 'g',
        Move::Portal => 'p',
    };
    moves.iter().map(letter).collect()
}

/// The moves of letters.
pub fn read(text: &str) -> Result<Vec<Move>, BadLetter> {
    let made = |(at, letter): (usize, char)| match letter {
        '0'..='7' => Ok(Move::Step(Step(letter as u8 - b'0'))),
        'A'..='H' => Ok(Move::Use(letter as u8 - b'A')),
        'w' => Ok(Move::Wait),
        'g' => Ok(Move::Guard),
        'p' => Ok(Move::Portal),
        _ => Err(BadLetter {
            number: at + 1,
            letter,
        }),
    };
    text.chars().enumerate().map(made).collect()
}
