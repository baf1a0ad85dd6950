//! Evolving a strategy: what is wished for, and how the shared generation module searches for it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::classes::{CLASSES, COUNT, Small};
use super::strategy::{Strategy, written};
use crate::games::tic_tac_toe::rules::Side;
use crate::generation::{
    Crossover, Fact, Form, Gaps, Picture, Problem, Run, Search, Seed, Selection, Shape, Stream,
    Tint,
};

/// What a strategy should be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wish {
    /// It can be beaten, and scores so many points of 100 against a player who moves at random.
    Score(u8),
    /// It never loses.
    Unbeaten,
}

impl Wish {
    /// Lowest score that can be wished for.
    pub const LEAST: u8 = 20;
    /// Highest score that can be wished for.
    pub const MOST: u8 = 90;
    /// How far from the wished score is near enough.
    pub const TOLERANCE: f64 = 0.005;

    /// Refuses a score that no strategy is evolved towards.
    pub fn check(self) -> Result<(), BadWish> {
        match self {
            Wish::Score(score) if !(Self::LEAST..=Self::MOST).contains(&score) => {
                Err(BadWish::Score(score.into()))
            }
            _ => Ok(()),
        }
    }
}

/// Why a wish cannot be granted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadWish {
    /// It is not written as one is.
    #[error("\"{0}\" is no wish for a strategy: write evolved70 or unbeaten")]
    Shape(String),
    /// Outside the range.
    #[error("a score of {0} cannot be evolved: it goes from 20 to 90")]
    Score(u32),
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wish::Score(score) => write!(f, "evolved{score}"),
            Wish::Unbeaten => f.write_str("unbeaten"),
        }
    }
}

impl FromStr for Wish {
    type Err = BadWish;

    fn from_str(text: &str) -> Result<Self, BadWish> {
        if text == "unbeaten" {
            return Ok(Wish::Unbeaten);
        }
        let score = text
            .strip_prefix("evolved")
            .and_then(|rest| rest.parse::<u32>().ok());
        let score = score.ok_or_else(|| BadWish::Shape(text.chars().take(40).collect()))?;
        let wish = Wish::Score(u8::try_from(score).unwrap_or(u8::MAX));
        wish.check().map_err(|_| BadWish::Score(score))?;
        Ok(wish)
    }
}

/// The usual search: more generations than a level needs, for there are 627 genes.
pub fn usual_search() -> Search {
    Search {
        population: 40,
        elitism: 4,
        mutation: 0.005,
        selection: Selection::Tournament(4),
        generations: 20_000,
        ..Search::default()
    }
}

/// The problem of evolving a strategy.
#[derive(Clone, Debug)]
pub struct StrategyProblem {
    wish: Wish,
}

impl StrategyProblem {
    /// The problem of a wish.
    pub fn new(wish: Wish) -> Self {
        // Made now, so that the first individual is not the dearest.
        std::sync::LazyLock::force(&CLASSES);
        StrategyProblem { wish }
    }

    /// What is wished for.
    pub fn wish(&self) -> Wish {
        self.wish
    }
}

impl Problem for StrategyProblem {
    type Genome = Strategy;

    fn genes(&self) -> usize {
        COUNT
    }

    fn random(&self, rng: &mut Stream) -> Strategy {
        Strategy::random(rng)
    }

    fn cross(
        &self,
        first: &Strategy,
        second: &Strategy,
        how: Crossover,
        rng: &mut Stream,
    ) -> Strategy {
        Strategy::blend(
            first,
            second,
            &how.mask::<{ COUNT.div_ceil(64) }>(COUNT, rng).0,
        )
    }

    fn mutate(&self, strategy: &mut Strategy, gaps: &Gaps, rng: &mut Stream) {
        gaps.each(rng, |class, rng| strategy.redraw(class, rng));
    }

    /// Positions that it can lose from, where it should never lose; 1 for a strategy that should lose
    /// but never does.
    fn violation(&self, strategy: &Strategy) -> u32 {
        let violation = strategy.violation();
        match self.wish {
            Wish::Unbeaten => violation,
            Wish::Score(_) => u32::from(violation == 0),
        }
    }

    /// 1 / (1 + points of 100 away from the wish); for a strategy that never loses its score.
    fn objective(&self, strategy: &Strategy, _: &mut Stream) -> f64 {
        let score = strategy.score();
        match self.wish {
            Wish::Unbeaten => score,
            Wish::Score(wanted) => near(score, wanted),
        }
    }

    fn target(&self) -> Option<f64> {
        Some(match self.wish {
            Wish::Unbeaten => 0.0,
            Wish::Score(_) => 1.0 / (1.0 + 100.0 * Wish::TOLERANCE),
        })
    }

    fn picture(&self, strategy: &Strategy) -> Picture {
        picture(strategy)
    }

    fn facts(&self, strategy: &Strategy) -> Vec<Fact> {
        let percent = |part: f64| format!("{:.1} %", part * 100.0);
        let fact = Fact::new;
        let [first, second] = Side::BOTH.map(|side| strategy.games(side).score());
        let mut facts = vec![
            fact("ttt.fact.score", percent((first + second) / 2.0)),
            fact("ttt.fact.first", percent(first)),
            fact("ttt.fact.second", percent(second)),
            fact("ttt.fact.lost", strategy.lost().to_string()),
        ];
        if let Some(line) = lost_line(strategy) {
            facts.push(fact("ttt.fact.line", line));
        }
        facts
    }
}

fn near(score: f64, wanted: u8) -> f64 {
    1.0 / (1.0 + 100.0 * (score - f64::from(wanted) / 100.0).abs())
}

/// Columns of replies in a picture; 26 rows of them hold all.
const COLUMNS: usize = 25;

/// All replies as small tiles, positions with fewer marks first. Replies that come up in play are
/// large and have the colour of their cell; where the strategy can lose, they are marked.
fn picture(strategy: &Strategy) -> Picture {
    let side = COUNT.div_ceil(COLUMNS) as f32;
    let (comes_up, loses) = (strategy.comes_up(), strategy.loses_from());
    let shape = |at: usize| Shape {
        key: at as u16,
        form: Form::Tile,
        tint: match (comes_up[at], loses[at]) {
            (_, true) => Tint::Fault,
            (true, _) => Tint::Kind(strategy.replies()[at]),
            (false, _) => Tint::Calm,
        },
        x: ((at % COLUMNS) as f32 + 1.0) / side,
        y: ((at / COLUMNS) as f32 + 0.5) / side,
        size: if comes_up[at] { 0.94 } else { 0.5 } / side,
    };
    Picture::of((0..COUNT).map(shape).collect())
}

/// A line of play that the strategy loses, as cells from a1 to c3; `None` if there is none.
pub fn lost_line(strategy: &Strategy) -> Option<String> {
    fn go(strategy: &Strategy, side: Side, small: Small, line: &mut Vec<usize>) -> bool {
        if small.over() {
            return small.won() == Some(side.other());
        }
        let moves = if small.to_move() == side {
            strategy.reply(small).map_or(0, |cell| 1 << cell.0)
        } else {
            small.free()
        };
        super::classes::cells(moves).any(|cell| {
            line.push(cell);
            let lost = go(strategy, side, small.after(cell), line);
            if !lost {
                line.pop();
            }
            lost
        })
    }
    Side::BOTH.into_iter().find_map(|side| {
        let mut line = Vec::new();
        go(strategy, side, Small::default(), &mut line).then(|| {
            let name = |cell: &usize| format!("{}{}", ["a", "b", "c"][cell % 3], cell / 3 + 1);
            line.iter().map(name).collect::<Vec<_>>().join(" ")
        })
    })
}

/// A run that evolves a strategy, not begun.
pub fn run(wish: Wish, search: &Search, seed: Seed) -> Result<Run<StrategyProblem>, Failure> {
    wish.check()?;
    Ok(Run::new(
        Arc::new(StrategyProblem::new(wish)),
        search.clone(),
        seed,
    )?)
}

/// Why no strategy came of a wish.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// The wish cannot be granted.
    #[error(transparent)]
    Wish(#[from] BadWish),
    /// The search cannot be run.
    #[error(transparent)]
    Search(#[from] crate::generation::search::OutOfRange),
    /// The run has no such individual, or not one that does.
    #[error(transparent)]
    Again(#[from] crate::generation::NotThere),
}

/// The position of a class as text, for files.
pub(super) fn position_of(class: usize) -> String {
    written(CLASSES.list()[class].small)
}
