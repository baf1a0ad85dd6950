//! The short text of a setup in game ids.
//!
//! `9x9c6-p500`, then in any order everything that differs from the defaults; see [`OPTIONS`]. Behind `_` a board may
//! follow: numbers of open cells between letters of special ones.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::genome::LevelGenome;
use super::setup::{
    GivenGoals, GoalKind, GoalKinds, KindGenes, Mode, Order, Setup, SetupError, Symmetry,
    ViolationMeasure,
};
use crate::base::{SHORT, excerpt};
use crate::games::match3::players::habits::Habits;
use crate::games::match3::players::{IntendedPlayer, Person, PlayerModel};
use crate::games::match3::rules::{Colour, Goal, Goals, Kind, Kinds, Size};
use crate::session::Difficulty;

/// The options of a setup's text, for readers: each begins with its letter.
pub const OPTIONS: [&str; 13] = [
    "s success in percent",
    "h the person who succeeds so often: a player model with, in percent, .q swaps noticed, and moves by what is taken .t, by what that leads to .l, by points .p, upwards .u and downwards .d, with eight weights in hundredths, such as .q70.t50.l30.p0.u5.d0.20.10.5.5.5.2.0.n1 (n before negative ones); weights alone, in tenths; or in percent .e errors, .n swaps noticed, .f long matches favoured, .a looking ahead",
    "t tolerance of the potential",
    "g goals (0 collect, 1 clear, 2 score, 3 collect a second colour; several may stand together)",
    "k kinds of special cells as a sum (1 obstacle; 2, 4, 8, 16 blocked1 to blocked4; 32, 64, 128, 256 overlay1 to overlay4)",
    "n no power pieces",
    "y symmetry (0 none, 1 left and right, 2 both ways)",
    "o cells scattered instead of in figures",
    "r kinds drawn anew for each child",
    "v groups of unplayable cells as the violation instead of the cells",
    "e endless",
    "u against the clock, in seconds",
    "m move limit of a given board, and its goals: .c0x20 so many blocks of a colour, .l all layers, .p500 points",
];

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
        write_player(f, &self.intended_player)?;
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
        if let Some(GivenGoals { goals, moves }) = &self.given {
            write!(f, "m{moves}")?;
            goals.iter().try_for_each(|goal| match goal {
                Goal::Collect(Colour(colour), blocks) => write!(f, ".c{colour}x{blocks}"),
                Goal::ClearSpecials => f.write_str(".l"),
                Goal::Score(points) => write!(f, ".p{points}"),
            })?;
        }
        match &self.board {
            Some(board) => write!(f, "_{}", BoardText(self.size, board)),
            None => Ok(()),
        }
    }
}

/// Writes the player for whom the level is made, unless that is the reference player.
fn write_player(f: &mut fmt::Formatter<'_>, intended_player: &IntendedPlayer) -> fmt::Result {
    match intended_player {
        IntendedPlayer::Reference => Ok(()),
        IntendedPlayer::Person(Person {
            errors,
            notices,
            favours,
            looks_ahead,
            ..
        }) => write!(f, "h.e{errors}.n{notices}.f{favours}.a{looks_ahead}"),
        IntendedPlayer::Model(model) => write!(f, "h{}", ModelText(*model)),
    }
}

/// The letters of the shares of a model's moves, in the order of [`Habits::shares`].
const SHARE_LETTERS: [char; 5] = ['t', 'l', 'p', 'u', 'd'];
/// The hundredths in a tenth, which is the unit of weights that stand alone.
const TENTH: i16 = 10;

/// Formats a player model as text.
struct ModelText(PlayerModel);

impl fmt::Display for ModelText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ModelText(PlayerModel { habits, weights }) = self;
        let is_alone = *habits == Habits::default();
        if !is_alone {
            write!(f, ".q{}", habits.notices)?;
            for (letter, share) in SHARE_LETTERS.iter().zip(habits.shares) {
                write!(f, ".{letter}{share}")?;
            }
        }
        weights.iter().try_for_each(|weight| {
            let sign = if *weight < 0 { "n" } else { "" };
            let unit = if is_alone { TENTH } else { 1 };
            write!(f, ".{sign}{}", (weight / unit).unsigned_abs())
        })
    }
}

/// Formats a board as text.
pub(super) struct BoardText<'a>(pub Size, pub &'a LevelGenome);

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
pub(super) fn parse_board(size: Size, text: &str) -> Option<LevelGenome> {
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
        let short = |text: &str| excerpt(text, SHORT);
        let (words, code) = match text.split_once('_') {
            Some((words, code)) => (words, Some(code)),
            None => (text, None),
        };
        let mut parts = Parser(words);
        let read = parts.setup();
        let mut setup = read.map_err(|fault| match fault {
            Fault::Setup(why) => why,
            Fault::Unreadable if parts.0.is_empty() => {
                SetupError::Text(short(text), "it ends too early".to_owned())
            }
            Fault::Unreadable => {
                let rest = format!("\"{}\" cannot be read", short(parts.0));
                SetupError::Text(short(text), rest)
            }
            Fault::Option(letter) => SetupError::Option(short(text), letter),
            Fault::Twice(letter) => SetupError::Twice(short(text), letter),
        })?;
        if let Some(code) = code {
            let bad = || SetupError::Code(excerpt(code, SHORT));
            setup.board = Some(parse_board(setup.size, code).ok_or_else(bad)?);
        }
        setup.check()?;
        Ok(setup)
    }
}

/// The reason why a text is not a setup.
enum Fault {
    Setup(SetupError),
    /// The rest of the text cannot be read.
    Unreadable,
    /// There is no option with this letter.
    Option(char),
    /// The option stands twice.
    Twice(char),
}

impl From<SetupError> for Fault {
    fn from(why: SetupError) -> Self {
        Fault::Setup(why)
    }
}

/// The rest of a short text, which the methods read from its beginning.
struct Parser<'a>(&'a str);

impl Parser<'_> {
    /// Reads a setup without its board, to the end.
    fn setup(&mut self) -> Result<Setup, Fault> {
        let side = |n: u32| u8::try_from(n).unwrap_or(u8::MAX);
        let rows = self.wanted_number()?;
        self.wanted_letter('x')?;
        let cols = self.wanted_number()?;
        let size = Size::new(side(rows), side(cols)).map_err(SetupError::from)?;
        let mut setup = Setup::of(Difficulty::Normal, size);
        self.wanted_letter('c')?;
        setup.colours = side(self.wanted_number()?);
        self.wanted_letter('-')?;
        self.wanted_letter('p')?;
        setup.wanted = self.wanted_number()?;
        let mut seen = Vec::new();
        while let Some(letter) = self.0.chars().next() {
            // Endless games and games against the clock are two modes.
            let slot = if letter == 'e' { 'u' } else { letter };
            if seen.contains(&slot) {
                return Err(Fault::Twice(letter));
            }
            seen.push(slot);
            self.option(letter, &mut setup)?;
        }
        Ok(setup)
    }

    /// Reads the option that begins with `letter`.
    fn option(&mut self, letter: char, setup: &mut Setup) -> Result<(), Fault> {
        let before = self.0;
        self.wanted_letter(letter)?;
        let read = match letter {
            't' => self.number().map(|tolerance| setup.tolerance = tolerance),
            'k' => self.kinds().map(|kinds| setup.kinds = kinds),
            'g' => self.goals().map(|goals| setup.goals = goals),
            's' => self.number().map(|percent| {
                setup.success = u8::try_from(percent).unwrap_or(u8::MAX);
            }),
            'h' => self
                .intended_player()
                .map(|intended_player| setup.intended_player = intended_player),
            'r' => {
                setup.genes = KindGenes::Redrawn;
                Some(())
            }
            'n' => {
                setup.powers = false;
                Some(())
            }
            'y' => self.symmetry().map(|symmetry| setup.symmetry = symmetry),
            'o' => {
                setup.order = Order::Scattered;
                Some(())
            }
            'v' => {
                setup.violation = ViolationMeasure::Groups;
                Some(())
            }
            'e' => {
                setup.mode = Mode::Endless;
                Some(())
            }
            'u' => self.number().map(|seconds| {
                setup.mode = Mode::Timed(u16::try_from(seconds).unwrap_or(u16::MAX));
            }),
            'm' => self.given().map(|given| setup.given = Some(given)),
            other => return Err(Fault::Option(other)),
        };
        read.ok_or_else(|| {
            self.0 = before;
            Fault::Unreadable
        })
    }

    fn kinds(&mut self) -> Option<Kinds> {
        Kinds::of_code(u16::try_from(self.number()?).ok()?)
    }

    /// Reads a person or a player model. The greedy person is the reference player.
    fn intended_player(&mut self) -> Option<IntendedPlayer> {
        if !self.0.starts_with(".e") {
            return self.model().map(IntendedPlayer::Model);
        }
        let person = self.person()?;
        Some(match person == Person::default() {
            true => IntendedPlayer::Reference,
            false => IntendedPlayer::Person(person),
        })
    }

    /// Reads a player model: habits and weights, or weights alone.
    fn model(&mut self) -> Option<PlayerModel> {
        let habits = if self.0.starts_with(".q") {
            let mut habits = Habits {
                notices: self.percent('q')?,
                ..Habits::default()
            };
            for (letter, share) in SHARE_LETTERS.iter().zip(&mut habits.shares) {
                *share = self.percent(*letter)?;
            }
            (habits.notices > 0 && habits.is_possible()).then_some(habits)?
        } else {
            Habits::default()
        };
        let unit = if habits.notices > 0 { 1 } else { TENTH };
        let mut model = PlayerModel {
            habits,
            ..PlayerModel::default()
        };
        for weight in &mut model.weights {
            self.letter('.')?;
            let sign = self.letter('n').map_or(1, |()| -1);
            let size = i16::try_from(self.number()?).ok();
            *weight = sign * unit * size.filter(|size| *size <= PlayerModel::MOST / unit)?;
        }
        Some(model)
    }

    /// Reads a part in percent, behind a point and its letter.
    fn percent(&mut self, name: char) -> Option<u8> {
        self.letter('.')?;
        self.letter(name)?;
        let part = u8::try_from(self.number()?).ok();
        part.filter(|part| *part <= 100)
    }

    /// Reads the parts of a person.
    fn person(&mut self) -> Option<Person> {
        Some(Person {
            errors: self.percent('e')?,
            notices: self.percent('n')?,
            favours: self.percent('f')?,
            looks_ahead: self.percent('a')?,
            ..Person::default()
        })
    }

    fn symmetry(&mut self) -> Option<Symmetry> {
        Symmetry::ALL.get(self.number()? as usize).copied()
    }

    /// Reads a move limit and the goals behind it.
    fn given(&mut self) -> Option<GivenGoals> {
        let moves = self.number()?;
        let mut goals = Vec::new();
        while self.letter('.').is_some() {
            goals.push(self.given_goal()?);
        }
        let goals = Goals::of(&goals).ok()?;
        Some(GivenGoals { goals, moves })
    }

    fn given_goal(&mut self) -> Option<Goal> {
        if self.letter('l').is_some() {
            return Some(Goal::ClearSpecials);
        }
        if self.letter('p').is_some() {
            return Some(Goal::Score(self.number()?));
        }
        self.letter('c')?;
        let colour = Colour(u8::try_from(self.number()?).ok()?);
        self.letter('x')?;
        Some(Goal::Collect(colour, self.number()?))
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

    fn wanted_letter(&mut self, letter: char) -> Result<(), Fault> {
        self.letter(letter).ok_or(Fault::Unreadable)
    }

    fn wanted_number(&mut self) -> Result<u32, Fault> {
        self.number().ok_or(Fault::Unreadable)
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
