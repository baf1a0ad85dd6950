//! Simulated people who play in styles that the player model does not have. They serve the experiment and the test
//! of learning about players.

use crate::experiment::ExperimentError;
use crate::games::match3::level::Level;
use crate::games::match3::players::{Favourite, Person};
use crate::games::match3::rules::{Colour, Game, Status, Swap, Swaps};
use crate::generation::{Purpose, Seed, Stream};

/// A style of play that the player model does not have.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PlayStyle {
    /// Sees only swaps this many cells from the last one, if there are any.
    Near(usize),
    /// Sees only the upper half of the board, if it has swaps.
    UpperHalf,
    /// Sees only the left half of the board, if it has swaps.
    LeftHalf,
    /// Errs more with every move, by this many percent.
    Tires(u8),
    /// Errs half of the time in the last moves.
    PanicsAtTheEnd,
    /// Every second move only sees swaps of one colour, if there are any.
    LovesAColour,
    /// Never sees swaps of one colour, if there are others.
    MissesAColour,
    /// Sees only swaps to the side, if there are any.
    Sideways,
    /// Makes every second move without a thought.
    EverySecond,
    /// Reads the board line by line, and takes the first swap that takes anything for the goals.
    TakesTheFirst,
    /// Looks at a few swaps, this many at most.
    LooksAtFew(u32),
    /// Breaks special cells wherever it can, in six of ten moves.
    Breaks,
    /// Chooses the swap with the most points in every second move, whatever the goals are.
    WantsPoints,
    /// Plays one level carefully and the next one carelessly.
    Moody,
    /// None of these styles.
    Steady,
}

/// A simulated person with a style of play.
#[derive(Clone, Copy, Debug)]
pub struct SimulatedPerson {
    /// The key of their name in the language files.
    pub key: &'static str,
    style: PlayStyle,
    /// Their habits apart from their style.
    pub person: Person,
}

const fn simulated_person(
    key: &'static str,
    style: PlayStyle,
    errors: u8,
    notices: u8,
    looks_ahead: u8,
) -> SimulatedPerson {
    SimulatedPerson {
        key,
        style,
        person: Person {
            errors,
            notices,
            favours: 0,
            favourite: Favourite::Long,
            looks_ahead,
        },
    }
}

const fn with_favourite(
    mut simulated: SimulatedPerson,
    favourite: Favourite,
    favours: u8,
) -> SimulatedPerson {
    simulated.person.favourite = favourite;
    simulated.person.favours = favours;
    simulated
}

/// All simulated people.
pub const PEOPLE: [SimulatedPerson; 16] = [
    simulated_person("match3.somebody.near", PlayStyle::Near(3), 0, 100, 0),
    simulated_person("match3.somebody.near_ahead", PlayStyle::Near(4), 0, 80, 60),
    simulated_person("match3.somebody.upper", PlayStyle::UpperHalf, 0, 80, 30),
    simulated_person("match3.somebody.left", PlayStyle::LeftHalf, 10, 70, 50),
    simulated_person("match3.somebody.tires", PlayStyle::Tires(3), 0, 90, 40),
    simulated_person(
        "match3.somebody.panics",
        PlayStyle::PanicsAtTheEnd,
        0,
        80,
        40,
    ),
    simulated_person("match3.somebody.colour", PlayStyle::LovesAColour, 0, 70, 30),
    simulated_person(
        "match3.somebody.misses",
        PlayStyle::MissesAColour,
        5,
        80,
        20,
    ),
    simulated_person("match3.somebody.sideways", PlayStyle::Sideways, 5, 90, 20),
    simulated_person("match3.somebody.second", PlayStyle::EverySecond, 0, 80, 100),
    simulated_person(
        "match3.somebody.first",
        PlayStyle::TakesTheFirst,
        15,
        100,
        30,
    ),
    simulated_person("match3.somebody.few", PlayStyle::LooksAtFew(4), 0, 100, 60),
    simulated_person("match3.somebody.breaks", PlayStyle::Breaks, 5, 80, 30),
    simulated_person("match3.somebody.points", PlayStyle::WantsPoints, 5, 80, 40),
    simulated_person("match3.somebody.moody", PlayStyle::Moody, 0, 90, 40),
    with_favourite(
        simulated_person("match3.somebody.top", PlayStyle::Steady, 0, 80, 20),
        Favourite::Top,
        40,
    ),
];

impl SimulatedPerson {
    /// Chooses a swap in a level, by its number, after the last swap; `None` if there is none.
    pub fn choose(
        &self,
        game: &Game,
        last: Option<Swap>,
        level: u32,
        rng: &mut Stream,
    ) -> Option<Swap> {
        let (like, seen) = (self.mood(game, level), self.seen(game, last, rng));
        let errs = rng.random_below(100) < u32::from(like.errors);
        let taken = match self.style {
            PlayStyle::TakesTheFirst if !errs => first_that_takes(game, seen),
            PlayStyle::WantsPoints if game.score().moves.is_multiple_of(2) => {
                most_points(game, seen)
            }
            _ => None,
        };
        taken.or_else(|| like.choose_among(game, seen, rng))
    }

    /// Their habits at the moment.
    fn mood(&self, game: &Game, level: u32) -> Person {
        let moves = game.score().moves;
        let is_last = game.moves_left().is_some_and(|left| left <= 5);
        let errors = match self.style {
            PlayStyle::Tires(percent) => (u32::from(percent) * moves).min(70) as u8,
            PlayStyle::PanicsAtTheEnd if is_last => 50,
            PlayStyle::EverySecond if moves % 2 == 1 => 100,
            PlayStyle::Moody if level.is_multiple_of(2) => 45,
            _ => self.person.errors,
        };
        Person {
            errors,
            ..self.person
        }
    }

    /// The swaps that they see.
    fn seen(&self, game: &Game, last: Option<Swap>, rng: &mut Stream) -> Swaps {
        let board = game.board();
        let (all, size) = (board.swaps(), board.size());
        let has = |swaps: Swaps, swap: Swap| swaps.iter().any(|one| one == swap);
        match self.style {
            PlayStyle::Near(cells) => some_of(all, |swap| {
                last.is_none_or(|last| distance(last, swap) <= cells)
            }),
            PlayStyle::UpperHalf => some_of(all, |swap| swap.b().row() < size.rows() / 2),
            PlayStyle::LeftHalf => some_of(all, |swap| swap.b().col() < size.cols() / 2),
            PlayStyle::LovesAColour if game.score().moves.is_multiple_of(2) => {
                let own = board.swaps_of(Colour(0));
                some_of(all, |swap| has(own, swap))
            }
            PlayStyle::MissesAColour => {
                let missed = board.swaps_of(Colour(1));
                some_of(all, |swap| !has(missed, swap))
            }
            PlayStyle::Sideways => some_of(all, |swap| swap.a().row() == swap.b().row()),
            PlayStyle::LooksAtFew(most) if !all.is_empty() => {
                let drawn = (0..most).filter_map(|_| all.nth(rng.random_below(all.len())));
                let drawn: Vec<Swap> = drawn.collect();
                some_of(all, |swap| drawn.contains(&swap))
            }
            PlayStyle::Breaks if rng.random_below(100) < 60 => some_of(all, |swap| {
                let lines = board.matches_of(swap).into_iter();
                let mut hit = lines.map(|(_, cells)| (cells.around() | cells) & board.breakable());
                hit.any(|cells| !cells.is_empty())
            }),
            _ => all,
        }
    }

    /// Plays a level to its end, by its number. `watch` sees each swap before it is made. Returns whether it was won.
    pub fn play(
        &self,
        level: &Level,
        number: u32,
        seed: Seed,
        mut watch: impl FnMut(&Game, Swap),
    ) -> Result<bool, ExperimentError> {
        let chance = seed.stream(Purpose::Play);
        let game = Game::new(level.board(), level.goals(), level.moves(), chance);
        let mut game = game.map_err(ExperimentError::failed)?;
        let mut rng = seed.stream(Purpose::Player);
        let mut last = None;
        while game.status() == Status::Playing {
            let Some(swap) = self.choose(&game, last, number, &mut rng) else {
                break;
            };
            watch(&game, swap);
            game.apply(swap, &mut ()).map_err(ExperimentError::failed)?;
            last = Some(swap);
        }
        Ok(game.status() == Status::Won)
    }
}

/// The first swap, row by row, that takes something for the goals. New blocks are not foreseen.
fn first_that_takes(game: &Game, among: Swaps) -> Option<Swap> {
    let remains = |game: &Game| -> u32 {
        let goals = game.goals().iter();
        goals.map(|goal| game.remaining(*goal)).sum()
    };
    let mut all: Vec<Swap> = among.iter().collect();
    all.sort_by_key(|swap| (swap.a().row(), swap.a().col()));
    let takes = |swap: &Swap| {
        let after = game.foreseen(*swap);
        after.is_ok_and(|after| remains(&after) < remains(game))
    };
    all.into_iter().find(takes)
}

/// The swap that makes the most points, as far as that can be foreseen.
fn most_points(game: &Game, among: Swaps) -> Option<Swap> {
    let points = |swap: &Swap| game.foreseen(*swap).map_or(0, |after| after.score().points);
    among.iter().max_by_key(points)
}

/// The swaps for which `keep` is true; all if there are none.
fn some_of(all: Swaps, keep: impl FnMut(Swap) -> bool) -> Swaps {
    let mut kept = all;
    kept.retain(keep);
    if kept.is_empty() { all } else { kept }
}

fn distance(one: Swap, other: Swap) -> usize {
    let (one, other) = (one.a(), other.a());
    one.row()
        .abs_diff(other.row())
        .max(one.col().abs_diff(other.col()))
}
