//! MiniDungeons: a small roguelike dungeon. A solution passes many enemies, and takes the wanted numbers of treasures
//! and steps.

mod level;
mod solver;

use std::ops::Range;

use self::level::Level;
use self::solver::solve;
use super::grid::{Grid, Tiles, tiles};
use super::measure::{exactly, rising, trapezoid};
use super::sequence::{Text, either_ratio_holds, ratio};
use super::{Content, Problem, Shape};

/// The tile of a wall.
pub const SOLID: u8 = 0;
/// The tile that one can walk on.
pub const EMPTY: u8 = 1;
/// The tile of the player.
pub const PLAYER: u8 = 2;
/// The tile of the exit.
pub const EXIT: u8 = 3;
/// The tile of a potion, which heals 2.
pub const POTION: u8 = 4;
/// The tile of a treasure.
pub const TREASURE: u8 = 5;
/// The tile of a goblin, which costs 1 of the player's 5 health.
pub const GOBLIN: u8 = 6;
/// The tile of an ogre, which costs 2.
pub const OGRE: u8 = 7;

const OPEN: Tiles = tiles(&[EMPTY, PLAYER, EXIT, POTION, TREASURE, GOBLIN, OGRE]);

/// The difference that two dungeons must have.
const DIVERSITY: f64 = 0.4;

/// The diversity of two dungeons whose solutions have this ratio and that differ in this part of their cells.
fn diversity(ratio: f64, cells: f64) -> f64 {
    rising((1.0 - ratio) * 0.8 + cells * 0.2, 0.0, DIVERSITY, 1.0)
}

/// The problem with the size of one variant.
#[derive(Clone, Debug)]
pub struct Mdungeons {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The least number of enemies that a solution passes.
    pub enemies: usize,
    /// The states that the solver looks at before it gives up.
    power: usize,
}

/// The measures of a dungeon.
#[derive(Clone, Debug)]
pub struct Info {
    regions: usize,
    players: usize,
    exits: usize,
    enemies: usize,
    /// The number of walls and empty cells.
    plain: usize,
    /// The result of the solver; `None` if it was not run, because the dungeon cannot be played.
    play: Option<Play>,
    /// The items that the solution meets, as a text; empty without a solution.
    met: Text,
    cells: Content,
}

/// The result of the solver.
#[derive(Clone, Debug)]
struct Play {
    /// The distance that was left to a solution; 0 if it found one.
    left: i32,
    /// The treasures that the player has at its end.
    treasures: u32,
    /// The cells of the solution from start to exit; empty without one.
    cells: Vec<u16>,
}

impl Mdungeons {
    /// Dungeons of this size in which a solution meets at least `enemies` enemies.
    pub fn new(width: usize, height: usize, enemies: usize, power: usize) -> Self {
        Mdungeons {
            width,
            height,
            enemies,
            power,
        }
    }

    /// The most by which the treasures and the length of a solution may differ from the wanted ones.
    pub fn tolerances(&self) -> [f64; 2] {
        let treasures = 0.2 * (self.width + self.height) as f64;
        let length = 0.5 * self.enemies as f64;
        [treasures.max(1.0), length.max(1.0)]
    }

    fn area(&self) -> f64 {
        (self.width * self.height) as f64
    }

    /// The part of the cells in which two dungeons differ.
    fn different_cells(&self, first: &Info, second: &Info) -> f64 {
        let pairs = first.cells.iter().zip(&second.cells);
        pairs.filter(|(a, b)| a != b).count() as f64 / self.area()
    }

    /// The sum of the distances of the solution from the enemies nearest to it. As many enemies count as must be met.
    fn distance_to_enemies(&self, info: &Info) -> f64 {
        let place = |cell: usize| (cell % self.width, cell / self.width);
        let steps = |a: usize, b: usize| {
            let ((ax, ay), (bx, by)) = (place(a), place(b));
            ax.abs_diff(bx) + ay.abs_diff(by)
        };
        let way = info.play.as_ref().map_or(&[][..], |play| &play.cells);
        let enemies = (0..info.cells.len()).filter(|&cell| info.cells[cell] >= GOBLIN);
        let mut distances: Vec<usize> = enemies
            .map(|enemy| {
                let nearest = way.iter().map(|&cell| steps(enemy, cell.into())).min();
                nearest.unwrap_or(self.width + self.height)
            })
            .collect();
        distances.sort_unstable();
        distances.iter().take(self.enemies).sum::<usize>() as f64
    }
}

impl Problem for Mdungeons {
    type Info = Info;

    fn space(&self) -> Vec<u8> {
        vec![8; self.width * self.height]
    }

    fn shape(&self) -> Shape {
        Shape::Rows(self.width)
    }

    fn controls(&self) -> Vec<(&'static str, Range<u32>)> {
        let most_treasures = (self.width + self.height) as u32;
        let longest = (self.width * self.height / 2) as u32;
        vec![
            ("col_treasures", 0..most_treasures),
            ("solution_length", 2 * self.enemies as u32..longest),
        ]
    }

    fn info(&self, content: &[u8]) -> Info {
        let grid = Grid::new(self.width, content);
        let count = |set: &[u8]| grid.count(tiles(set));
        let mut info = Info {
            regions: grid.regions(OPEN),
            players: count(&[PLAYER]),
            exits: count(&[EXIT]),
            enemies: count(&[GOBLIN, OGRE]),
            plain: count(&[SOLID, EMPTY]),
            play: None,
            met: Text::default(),
            cells: content.to_vec(),
        };
        if info.regions == 1 && info.players == 1 && info.exits == 1 {
            let level = Level::new(self.width, content);
            let end = solve(&level, self.power);
            info.met = level.text(&end.cells);
            info.play = Some(Play {
                left: end.left,
                treasures: end.treasures,
                cells: end.cells,
            });
        }
        info
    }

    fn quality(&self, info: &Info) -> f64 {
        let (area, wanted) = (self.area(), self.enemies as f64);
        let regions = exactly(info.regions as f64, 1.0, area / 10.0);
        let player = exactly(info.players as f64, 1.0, area);
        let exit = exactly(info.exits as f64, 1.0, area);
        let enemies = rising(info.enemies as f64, 0.0, wanted, area);
        let plain = rising(info.plain as f64, 0.0, area / 2.0, area);
        let stats = (player + exit + regions + enemies + plain) / 5.0;
        let (mut solution, mut met) = (0.0, 0.0);
        if let Some(play) = &info.play {
            solution += trapezoid(f64::from(play.left), 0.0, 0.0, 0.0, area * area);
            solution += rising(play.cells.len() as f64, 0.0, wanted + 2.0, area * area);
            solution /= 2.0;
            let most = (self.enemies * (self.width + self.height)) as f64;
            met = trapezoid(self.distance_to_enemies(info), 0.0, 0.0, 0.0, most);
        }
        (stats + solution + met) / 3.0
    }

    fn control(&self, info: &Info, controls: &[u32]) -> f64 {
        let Some(play) = &info.play else {
            return 0.0;
        };
        let near = |value: f64, wanted: u32, tolerance: f64| {
            let (low, high) = (f64::from(wanted) - tolerance, f64::from(wanted) + tolerance);
            rising(value, 0.0, low, high)
        };
        let [treasure_tolerance, length_tolerance] = self.tolerances();
        let treasures = near(f64::from(play.treasures), controls[0], treasure_tolerance);
        let length = near(play.cells.len() as f64, controls[1], length_tolerance);
        (treasures + length) / 2.0
    }

    fn diversity(&self, first: &Info, second: &Info) -> f64 {
        let cells = self.different_cells(first, second);
        diversity(ratio(&first.met, &second.met), cells)
    }

    fn are_alike(&self, first: &Info, second: &Info) -> bool {
        let cells = self.different_cells(first, second);
        let below_1 = |ratio: f64| diversity(ratio, cells) < 1.0;
        either_ratio_holds(&first.met, &second.met, below_1)
    }
}
