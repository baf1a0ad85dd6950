//! The notation of moves in saves: one letter for each move.

use super::hero::MAX_ITEMS;
use super::{Move, Step};

/// A letter that does not stand for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number} is written \"{letter}\", which is not a move")]
pub struct NotationError {
    /// The number of the move, from 1.
    pub number: usize,
    /// The letter.
    pub letter: char,
}

/// Writes moves as letters: 0 to 7 for the steps of [`Cell::STEPS`], A to H for the carried items, w to wait,
/// g to guard, p for a portal, t to throw.
///
/// [`Cell::STEPS`]: crate::games::dungeon::map::Cell::STEPS
pub fn write(moves: &[Move]) -> String {
    let letter = |chosen_move: &Move| match chosen_move {
        Move::Step(Step(number)) => char::from(b'0' + number % 8),
        Move::Use(place) => char::from(b'A' + place % MAX_ITEMS as u8),
        Move::Wait => 'w',
        Move::Guard => 'g',
        Move::Portal => 'p',
        Move::Throw => 't',
    };
    moves.iter().map(letter).collect()
}

/// Reads moves from letters.
pub fn read(text: &str) -> Result<Vec<Move>, NotationError> {
    let parse = |(at, letter): (usize, char)| match letter {
        '0'..='7' => Ok(Move::Step(Step(letter as u8 - b'0'))),
        'A'..='H' => Ok(Move::Use(letter as u8 - b'A')),
        'w' => Ok(Move::Wait),
        'g' => Ok(Move::Guard),
        'p' => Ok(Move::Portal),
        't' => Ok(Move::Throw),
        _ => Err(NotationError {
            number: at + 1,
            letter,
        }),
    };
    text.chars().enumerate().map(parse).collect()
}
