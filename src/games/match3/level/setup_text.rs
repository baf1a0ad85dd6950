//! The short text of a setup in game ids.
//!
//! `9x9c6-p500`, then everything that differs from the defaults: `t` tolerance, `k` kinds as a number, `g` goals, `s`
//! success in percent, `r` redrawn kinds, `n` no power pieces, `y` symmetry, `o` scattered, `v` groups of
//! faults, `e` endless, `u` seconds.
//! Behind `_` a board may follow: numbers of open cells between letters of special ones.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::genome::LevelGenome;
use super::setup::{
    GoalKind, GoalKinds, KindGenes, Mode, Order, Setup, SetupError, Symmetry, ViolationMeasure,
};
use crate::games::match3::rules::{Kind, Kinds, Size};
use crate::session::Difficulty;

/// The letters of special cells in the text of a board, in the order of [`Kind::ALL`].
const LETTERS: [char; 9] = ['x', 'p', 'q', 'r', 's', 'a', 'b', 'c', 'd'];

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Setup::of(Difficulty::Normal, self.size);
        write!(f, "{}c{}-p{}", self.size, self.colours, self.wanted)?;
        if self.tolerance != default.tolerance {
            write!(f, "t{}", self.tolerance)?;
        }
        if self.kinds != default.kinds {
            write!(f, "k{}", self.kinds.code())?;
        }
        if self.goals != default.goals {
            f.write_char('g')?;
            self.goals
                .iter()
                .try_for_each(|goal| write!(f, "{}", goal as u8))?;
        }
        if self.success != default.success {
            write!(f, "s{}", self.success)?;
        }
        if self.genes != default.genes {
            f.write_char('r')?;
        }
        if self.powers != default.powers {
            f.write_char('n')?;
        }
        if self.symmetry != default.symmetry {
            write!(f, "y{}", self.symmetry as u8)?;
        }
        if self.order != default.order {
            f.write_char('o')?;
        }
        if self.violation != default.violation {
            f.write_char('v')?;
        }
        match self.mode {
            Mode::Level => {}
            Mode::Endless => f.write_char('e')?,
            Mode::Timed(seconds) => write!(f, "u{seconds}")?,
        }
        match &self.board {
            Some(board) => write!(f, "_{}", BoardText(self.size, board)),
            None => Ok(()),
        }
    }
}

/// Formats a board as text.
struct BoardText<'a>(Size, &'a LevelGenome);

impl fmt::Display for BoardText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut open = 0;
        for cell in self.0.cells() {
            match self.1.kind(cell) {
                None => open += 1,
                Some(kind) => {
                    if open > 0 {
                        write!(f, "{open}")?;
                    }
                    open = 0;
                    f.write_char(LETTERS[kind as usize])?;
                }
            }
        }
        // The text of a board without special cells must not be empty.
        if self.1.special().is_empty() {
            write!(f, "{open}")
        } else {
            Ok(())
        }
    }
}

/// Parses a board of `size`; `None` if the text is invalid.
fn parse_board(size: Size, text: &str) -> Option<LevelGenome> {
    let mut board = LevelGenome::default();
    let mut cells = size.cells();
    let mut parts = Parser(text);
    while !parts.0.is_empty() {
        if let Some(open) = parts.number() {
            // The last of the open cells must lie on the board.
            cells.nth((open as usize).checked_sub(1)?)?;
            continue;
        }
        let letter = parts.0.chars().next()?;
        let kind = LETTERS.iter().position(|one| *one == letter)?;
        parts.letter(letter)?;
        board.set(cells.next()?, Some(Kind::ALL[kind]));
    }
    Some(board)
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let bad = || SetupError::Text(text.chars().take(60).collect());
        let (words, code) = match text.split_once('_') {
            Some((words, code)) => (words, Some(code)),
            None => (text, None),
        };
        let mut parts = Parser(words);
        let rows = parts.number().ok_or_else(bad)?;
        parts.letter('x').ok_or_else(bad)?;
        let cols = parts.number().ok_or_else(bad)?;
        let side = |n: u32| u8::try_from(n).unwrap_or(u8::MAX);
        let size = Size::new(side(rows), side(cols))?;
        let mut setup = Setup::of(Difficulty::Normal, size);
        parts.letter('c').ok_or_else(bad)?;
        setup.colours = side(parts.number().ok_or_else(bad)?);
        parts.letter('-').ok_or_else(bad)?;
        parts.letter('p').ok_or_else(bad)?;
        setup.wanted = parts.number().ok_or_else(bad)?;
        parts.options(&mut setup).ok_or_else(bad)?;
        if let Some(code) = code {
            let bad = || SetupError::Code(code.chars().take(60).collect());
            setup.board = Some(parse_board(size, code).ok_or_else(bad)?);
        }
        setup.check()?;
        Ok(setup)
    }
}

/// The rest of a short text, which the methods read from its beginning.
struct Parser<'a>(&'a str);

impl Parser<'_> {
    /// Reads everything that differs from the defaults, to the end.
    fn options(&mut self, setup: &mut Setup) -> Option<()> {
        if self.letter('t').is_some() {
            setup.tolerance = self.number()?;
        }
        if self.letter('k').is_some() {
            let code = u16::try_from(self.number()?).ok()?;
            setup.kinds = Kinds::of_code(code)?;
        }
        if self.letter('g').is_some() {
            setup.goals = self.goals()?;
        }
        if self.letter('s').is_some() {
            setup.success = u8::try_from(self.number()?).unwrap_or(u8::MAX);
        }
        if self.letter('r').is_some() {
            setup.genes = KindGenes::Redrawn;
        }
        if self.letter('n').is_some() {
            setup.powers = false;
        }
        if self.letter('y').is_some() {
            setup.symmetry = *Symmetry::ALL.get(self.number()? as usize)?;
        }
        if self.letter('o').is_some() {
            setup.order = Order::Scattered;
        }
        if self.letter('v').is_some() {
            setup.violation = ViolationMeasure::Groups;
        }
        if self.letter('e').is_some() {
            setup.mode = Mode::Endless;
        } else if self.letter('u').is_some() {
            setup.mode = Mode::Timed(u16::try_from(self.number()?).unwrap_or(u16::MAX));
        }
        self.0.is_empty().then_some(())
    }

    /// Reads one digit per goal.
    fn goals(&mut self) -> Option<GoalKinds> {
        let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.0.split_at(digits);
        self.0 = rest;
        let mut goals = digits
            .bytes()
            .map(|digit| GoalKind::ALL.get(usize::from(digit - b'0')));
        let first = GoalKinds::from(*goals.next()??);
        goals.try_fold(first, |all, goal| Some(all.with(*goal?, true)))
    }

    fn letter(&mut self, letter: char) -> Option<()> {
        self.0 = self.0.strip_prefix(letter)?;
        Some(())
    }

    fn number(&mut self) -> Option<u32> {
        let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.0.split_at(digits);
        self.0 = rest;
        number.parse().ok()
    }
}
