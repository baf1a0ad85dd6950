//! Sokoban: a puzzle with as many targets as crates that takes long to solve.

mod level;
mod solver;

use std::ops::Range;

use self::level::Level;
use self::solver::solve;
use super::grid::{Grid, tiles};
use super::measure::{exactly, rising, trapezoid};
use super::sequence::{Text, either_ratio_holds, ratio};
use super::{Problem, Shape};

/// The tile of a wall.
pub const SOLID: u8 = 0;
/// The tile that one can walk on.
pub const EMPTY: u8 = 1;
/// The tile of the player.
pub const PLAYER: u8 = 2;
/// The tile of a crate.
pub const CRATE: u8 = 3;
/// The tile of a target.
pub const TARGET: u8 = 4;

/// The difference that the solutions of two puzzles must have: 1 minus the ratio of their texts.
const DIVERSITY: f64 = 0.5;

/// The diversity of two puzzles whose solutions have this ratio.
fn diversity(ratio: f64) -> f64 {
    rising(1.0 - ratio, 0.0, DIVERSITY, 1.0)
}

/// The problem with the size of one variant.
#[derive(Clone, Debug)]
pub struct Sokoban {
    /// The number of columns and rows.
    pub size: usize,
    /// The moves that a solution must have, for each column and row.
    difficulty: usize,
    /// The states that the solver looks at before it gives up.
    power: usize,
}

/// The measures of a puzzle.
#[derive(Clone, Debug)]
pub struct Info {
    players: usize,
    /// The number of crates.
    pub crates: usize,
    targets: usize,
    /// The distance that the solver left to a solution; `None` if it was not run, because the numbers do not fit.
    left: Option<u32>,
    /// The number of moves of the solution; 0 without one.
    pub moves: usize,
    /// The solution as a text.
    pub solution: Text,
}

impl Info {
    /// The number of letters of the solution that stand for pushes.
    pub fn pushes(&self) -> usize {
        let letters = self.solution.letters().iter();
        letters.filter(|letter| b"eksy".contains(letter)).count()
    }
}

impl Sokoban {
    /// Puzzles of `size` x `size` cells that take `difficulty` moves for each column and row.
    pub fn new(size: usize, difficulty: usize, power: usize) -> Self {
        Sokoban {
            size,
            difficulty,
            power,
        }
    }

    fn area(&self) -> f64 {
        (self.size * self.size) as f64
    }
}

impl Problem for Sokoban {
    type Info = Info;

    fn space(&self) -> Vec<u8> {
        vec![5; self.size * self.size]
    }

    fn shape(&self) -> Shape {
        Shape::Rows(self.size)
    }

    fn controls(&self) -> Vec<(&'static str, Range<u32>)> {
        vec![("crates", 1..self.size as u32 + 1)]
    }

    fn info(&self, content: &[u8]) -> Info {
        let grid = Grid::new(self.size, content);
        let count = |tile: u8| grid.count(tiles(&[tile]));
        let (players, crates, targets) = (count(PLAYER), count(CRATE), count(TARGET));
        let mut info = Info {
            players,
            crates,
            targets,
            left: None,
            moves: 0,
            solution: Text::default(),
        };
        if players == 1 && crates > 0 && crates == targets {
            let level = Level::new(self.size, content);
            let (left, moves) = solve(&level, self.power);
            info.left = Some(left);
            info.moves = moves.len();
            info.solution = level.text(&moves);
        }
        info
    }

    fn quality(&self, info: &Info) -> f64 {
        let area = self.area();
        let player = exactly(info.players as f64, 1.0, area);
        let crates = rising(info.crates as f64, 0.0, 1.0, area);
        let unmatched = info.crates.abs_diff(info.targets) as f64;
        let matched = trapezoid(unmatched, 0.0, 0.0, 0.0, area);
        let stats = (player + crates + matched) / 3.0;
        let mut added = 0.0;
        if let Some(left) = info.left {
            let most = (2 * self.size * info.crates) as f64;
            let solved = trapezoid(f64::from(left), 0.0, 0.0, 0.0, most);
            let wanted = (2 * self.size * self.difficulty) as f64;
            let length = rising(info.moves as f64, 0.0, wanted, area * area);
            added = (solved + length) / 2.0;
        }
        (stats + added) / 2.0
    }

    fn control(&self, info: &Info, controls: &[u32]) -> f64 {
        let wanted = f64::from(controls[0]);
        let (low, high) = ((wanted - 1.0).max(1.0), wanted + 1.0);
        trapezoid(info.crates as f64, 0.0, low, high, self.area())
    }

    fn diversity(&self, first: &Info, second: &Info) -> f64 {
        diversity(ratio(&first.solution, &second.solution))
    }

    fn are_alike(&self, first: &Info, second: &Info) -> bool {
        let below_1 = |ratio: f64| diversity(ratio) < 1.0;
        either_ratio_holds(&first.solution, &second.solution, below_1)
    }
}
