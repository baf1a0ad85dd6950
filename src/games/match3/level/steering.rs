//! The parts that a player can lock while a level evolves (its cells), and the aims that a player can set (the swap
//! potential and its tolerance).

use super::problem::LevelProblem;
use super::setup::Setup;
use super::setup_text::{BoardText, parse_board};
use super::{LevelGenome, patterns};
use crate::base::PlainError;
use crate::games::match3::rules::Cell;
use crate::generation::{Aim, Part, Steering};

/// The number of a cell as a part of a genome.
fn part(cell: Cell) -> Part {
    cell.index() as Part
}

impl LevelProblem {
    /// A cell and its mirror images; empty if there is no such cell.
    fn images(&self, part: Part) -> impl Iterator<Item = Cell> + Clone + '_ {
        let all = self.setup().size.cells();
        let own = all.clone().find(|cell| self::part(*cell) == part);
        let of = own.map(|cell| self.deciding_cell(cell));
        all.filter(move |cell| of == Some(self.deciding_cell(*cell)))
    }
}

impl Steering<LevelProblem> for LevelProblem {
    fn parts(&self, _: &LevelGenome) -> Vec<Part> {
        self.setup().size.cells().map(part).collect()
    }

    /// A cell has four keys. Its mirror images are locked with it.
    fn parts_of_shape(&self, _: &LevelGenome, key: u16) -> Vec<Part> {
        self.images(key / 4).map(part).collect()
    }

    fn restore(&self, genome: &mut LevelGenome, locked: &LevelGenome, parts: &[Part]) {
        for part in parts {
            self.images(*part)
                .for_each(|cell| genome.set(cell, locked.kind(cell)));
        }
    }

    fn code(&self, genome: &LevelGenome) -> String {
        BoardText(self.setup().size, genome).to_string()
    }

    fn genome(&self, code: &str) -> Result<LevelGenome, PlainError> {
        let size = self.setup().size;
        parse_board(size, code).ok_or_else(|| {
            let cells = size.area();
            PlainError::new(format!(
                "this is not a board of {size}, which has {cells} cells"
            ))
        })
    }

    fn aims(&self) -> Vec<Aim> {
        let setup = self.setup();
        vec![
            Aim {
                name: "match3.aim.potential",
                value: setup.wanted as i32,
                range: 0..=patterns(setup.size) as i32,
                step: 10,
                parts_of_one: 1,
            },
            Aim {
                name: "match3.aim.tolerance",
                value: setup.tolerance as i32,
                range: 0..=*Setup::TOLERANCE.end() as i32,
                step: 5,
                parts_of_one: 1,
            },
        ]
    }

    fn with_aim(&self, number: usize, value: i32) -> Option<LevelProblem> {
        let mut setup = self.setup().clone();
        let aim = [&mut setup.wanted, &mut setup.tolerance]
            .into_iter()
            .nth(number)?;
        *aim = u32::try_from(value).ok()?;
        Some(LevelProblem::new(setup))
    }
}
