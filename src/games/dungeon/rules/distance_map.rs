//! Ways across the map: how far cells lie from one, and the first step of the shortest way.

use crate::games::dungeon::layout::{Cell, Map};

/// Steps to cells from a goal; its memory is kept between searches.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// For each cell the search in which it was reached, and the steps.
    steps: Vec<(u32, u16)>,
    search: u32,
    queue: Vec<u32>,
}

impl Distances {
    /// Spreads from the goal over cells whose numbers `open` lets through, at most so many steps.
    pub fn spread(&mut self, map: &Map, goal: Cell, most: u16, open: impl Fn(usize) -> bool) {
        self.steps.resize(map.len(), (0, 0));
        self.search += 1;
        self.queue.clear();
        let (search, goal) = (self.search, map.index(goal));
        self.steps[goal] = (search, 0);
        self.queue.push(goal as u32);
        let mut at = 0;
        while let Some(cell) = self.queue.get(at).copied() {
            at += 1;
            let steps = self.steps[cell as usize].1 + 1;
            if steps > most {
                continue;
            }
            for next in map.next_to(cell as usize) {
                if self.steps[next].0 != search && open(next) {
                    self.steps[next] = (search, steps);
                    self.queue.push(next as u32);
                }
            }
        }
    }

    /// Steps from a cell to the goal, if the last search came there.
    #[inline]
    pub fn of(&self, map: &Map, cell: Cell) -> Option<u16> {
        if !map.has(cell) {
            return None;
        }
        let (search, steps) = *self.steps.get(map.index(cell))?;
        (search == self.search).then_some(steps)
    }

    /// The cell around one from which the goal is nearest, if that is nearer; straight steps first.
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
