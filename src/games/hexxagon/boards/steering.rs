//! The parts that a player can lock while a board evolves (its cells with the pieces that start there), and the aims
//! that a player can set (the length of a game and its sharpness).

use super::problem::{BoardProblem, BoardSpec};
use super::symmetry::full_area;
use crate::base::PlainError;
use crate::games::hexxagon::rules::{Cell, Plan};
use crate::generation::{Aim, Part, Steering};

impl Steering<BoardProblem> for BoardProblem {
    fn parts(&self, _: &Plan) -> Vec<Part> {
        full_area().iter().map(|cell| cell.0.into()).collect()
    }

    /// On a symmetric board the cells that rotations lead to are locked with a cell.
    fn parts_of_shape(&self, _: &Plan, key: u16) -> Vec<Part> {
        let cell = u8::try_from(key).ok().and_then(Cell::new);
        let cells = cell.map(|cell| self.changed_with(cell)).unwrap_or_default();
        cells.iter().map(|cell| cell.0.into()).collect()
    }

    fn restore(&self, plan: &mut Plan, locked: &Plan, parts: &[Part]) {
        let cells = parts
            .iter()
            .filter_map(|part| Cell::new(u8::try_from(*part).ok()?));
        for cell in cells.flat_map(|cell| self.changed_with(cell).iter()) {
            plan.cells.set(cell, locked.cells.has(cell));
            for (own, of) in plan.starts.iter_mut().zip(&locked.starts) {
                own.set(cell, of.has(cell));
            }
        }
    }

    fn code(&self, plan: &Plan) -> String {
        plan.to_string()
    }

    fn genome(&self, code: &str) -> Result<Plan, PlainError> {
        let plan: Plan = code.parse()?;
        let (found, wanted) = (plan.players(), self.spec().players);
        if found == wanted {
            Ok(plan)
        } else {
            Err(PlainError::new(format!(
                "this is a board for {found} players, and not for {wanted}"
            )))
        }
    }

    fn aims(&self) -> Vec<Aim> {
        let aim = |name, value: u32, range: std::ops::RangeInclusive<u32>| Aim {
            name,
            value: value as i32,
            range: *range.start() as i32..=*range.end() as i32,
            step: 5,
            parts_of_one: 1,
        };
        let BoardSpec {
            plies, sharpness, ..
        } = self.spec();
        vec![
            aim("hex.aim.plies", plies, BoardSpec::PLIES),
            aim("hex.aim.sharpness", sharpness, BoardSpec::SHARPNESS),
        ]
    }

    fn with_aim(&self, number: usize, value: i32) -> Option<BoardProblem> {
        let mut spec = self.spec();
        let aim = [&mut spec.plies, &mut spec.sharpness]
            .into_iter()
            .nth(number)?;
        *aim = u32::try_from(value).ok()?;
        Some(BoardProblem::new(spec, self.seed()))
    }
}
