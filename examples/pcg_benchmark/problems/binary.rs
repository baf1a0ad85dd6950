//! Binary: a maze of one region with a long way through it.

use std::ops::Range;

use super::grid::{Grid, tiles};
use super::measure::{exactly, rising, trapezoid};
use super::{Problem, Shape};

/// The tile of a wall.
pub const SOLID: u8 = 0;
/// The tile that one can walk on.
pub const EMPTY: u8 = 1;

/// The part of their cells in which two mazes must differ.
const DIVERSITY: f64 = 0.4;

/// The problem with the size of one variant.
#[derive(Clone, Debug)]
pub struct Binary {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The length that the longest way must have.
    target: usize,
    /// The most by which the longest way may differ from the wanted length.
    pub tolerance: usize,
}

/// The measures of a maze.
#[derive(Clone, Debug)]
pub struct Info {
    /// The number of regions.
    pub regions: usize,
    /// The length of the longest way, in steps.
    pub path: i32,
    /// The cells as bits, 64 a word.
    cells: Vec<u64>,
}

impl Binary {
    /// Mazes of this size.
    pub fn new(width: usize, height: usize) -> Self {
        let target = width + height;
        Binary {
            width,
            height,
            target,
            tolerance: (target / 4).max(1),
        }
    }

    fn area(&self) -> f64 {
        (self.width * self.height) as f64
    }
}

/// Tiles of two kinds as bits.
fn to_bits(content: &[u8]) -> Vec<u64> {
    let word = |cells: &[u8]| {
        cells
            .iter()
            .fold(0, |word, &cell| word << 1 | u64::from(cell))
    };
    content.chunks(64).map(word).collect()
}

impl Problem for Binary {
    type Info = Info;

    fn space(&self) -> Vec<u8> {
        vec![2; self.width * self.height]
    }

    fn shape(&self) -> Shape {
        Shape::Rows(self.width)
    }

    fn controls(&self) -> Vec<(&'static str, Range<u32>)> {
        let least = (self.target + self.tolerance) as u32;
        vec![("path", least..(self.width * self.height / 2) as u32)]
    }

    fn info(&self, content: &[u8]) -> Info {
        let (regions, path) = Grid::new(self.width, content).regions_and_longest(tiles(&[EMPTY]));
        Info {
            regions,
            path,
            cells: to_bits(content),
        }
    }

    fn quality(&self, info: &Info) -> f64 {
        let regions = exactly(info.regions as f64, 1.0, self.area() / 10.0);
        let longest = rising(f64::from(info.path), 0.0, self.target as f64, self.area());
        (regions + longest) / 2.0
    }

    fn control(&self, info: &Info, controls: &[u32]) -> f64 {
        let (wanted, tolerance) = (f64::from(controls[0]), self.tolerance as f64);
        let (low, high) = (wanted - tolerance, wanted + tolerance);
        trapezoid(f64::from(info.path), 0.0, low, high, self.area())
    }

    fn diversity(&self, first: &Info, second: &Info) -> f64 {
        let pairs = first.cells.iter().zip(&second.cells);
        let different = pairs.map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
        rising(
            f64::from(different),
            0.0,
            DIVERSITY * self.area(),
            self.area(),
        )
    }
}
