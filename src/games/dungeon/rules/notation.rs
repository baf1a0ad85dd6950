//! The notation of moves in saves: one letter for each move.

use super::boons::OFFERED;
use super::hero::{BELT, MAX_ITEMS};
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

/// Writes moves as letters: 0 to 7 for the steps of [`Cell::STEPS`], A to F for the carried items, a to d for the belt,
/// w to wait, g to guard, h for the hood, p for a portal, t to throw, x to z for the boons.
///
/// [`Cell::STEPS`]: crate::games::dungeon::map::Cell::STEPS
pub fn write(moves: &[Move]) -> String {
    let letter = |chosen_move: &Move| match chosen_move {
        Move::Step(Step(number)) => char::from(b'0' + number % 8),
        Move::Use(place) => char::from(b'A' + place % MAX_ITEMS as u8),
        Move::Belt(place) => char::from(b'a' + place % BELT as u8),
        Move::Boon(place) => char::from(b'x' + place % OFFERED as u8),
        Move::Hood => 'h',
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
        'A'..='F' => Ok(Move::Use(letter as u8 - b'A')),
        'a'..='d' => Ok(Move::Belt(letter as u8 - b'a')),
        'x'..='z' => Ok(Move::Boon(letter as u8 - b'x')),
        'h' => Ok(Move::Hood),
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
