//! Ways across the map: how far cells lie from one, and the first step of the shortest way.

use crate::games::dungeon::layout::{Cell, Map};

/// Steps to cells from one or more goals; its memory is kept between searches.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// For each cell the search in which it was reached, and the steps.
    steps: Vec<(u32, u16)>,
    search: u32,
    queue: Vec<Cell>,
}

impl Distances {
    /// Spreads from the goals over cells that `open` lets through, at most so many steps, until `found` says
    /// that a cell was wanted; returns that cell.
    pub fn spread(
        &mut self,
        map: &Map,
        goals: &[Cell],
        most: u16,
        open: impl Fn(Cell) -> bool,
        mut found: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        self.steps.resize(map.len(), (0, 0));
        self.search += 1;
        self.queue.clear();
        for goal in goals {
            self.steps[map.index(*goal)] = (self.search, 0);
            self.queue.push(*goal);
        }
        let mut at = 0;
        while let Some(cell) = self.queue.get(at).copied() {
            at += 1;
            if found(cell) {
                return Some(cell);
            }
            let steps = self.steps[map.index(cell)].1 + 1;
            if steps > most {
                continue;
            }
            for next in cell.around() {
                if map.walkable(cell, next) && self.of(map, next).is_none() && open(next) {
                    self.steps[map.index(next)] = (self.search, steps);
                    self.queue.push(next);
                }
            }
        }
        None
    }

    /// Steps from a cell to the nearest goal, if the last search came there.
    #[inline]
    pub fn of(&self, map: &Map, cell: Cell) -> Option<u16> {
        let (search, steps) = *self.steps.get(map.index(cell))?;
        (map.has(cell) && search == self.search).then_some(steps)
    }

    /// The cell around one from which a goal is nearest, if that is nearer; straight steps first.
    pub fn nearer(&self, map: &Map, from: Cell) -> Option<Cell> {
        let here = self.of(map, from).unwrap_or(u16::MAX);
        let steps = from
            .around()
            .filter(|next| map.walkable(from, *next))
            .filter_map(|next| Some((self.of(map, next)?, next)));
        let best = steps.min_by_key(|(steps, _)| *steps);
        best.filter(|(steps, _)| *steps < here)
            .map(|(_, next)| next)
    }
}
