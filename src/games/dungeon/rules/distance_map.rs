//! Distances from a goal across the map, and the first steps of shortest paths to it.

use crate::games::dungeon::map::{Cell, Map};

/// The distances of cells from a goal in steps. The memory is reused between searches.
#[derive(Clone, Debug, Default)]
pub struct DistanceMap {
    /// The number of the search that last reached each cell, and its distance.
    steps: Vec<(u32, u16)>,
    search: u32,
    queue: Vec<u32>,
}

impl DistanceMap {
    /// Computes the distances up to `max_steps` from the goal over the cells for whose indices `open` is true.
    pub fn compute(&mut self, map: &Map, goal: Cell, max_steps: u16, open: impl Fn(usize) -> bool) {
        self.search(map, goal, max_steps, None, open);
    }

    /// Like [`DistanceMap::compute`], but only as far as is needed for the distance of a cell and of those around it that
    /// are not further.
    pub fn compute_until(
        &mut self,
        map: &Map,
        goal: Cell,
        max_steps: u16,
        until: Cell,
        open: impl Fn(usize) -> bool,
    ) {
        self.search(map, goal, max_steps, Some(map.index(until)), open);
    }

    fn search(
        &mut self,
        map: &Map,
        goal: Cell,
        max_steps: u16,
        until: Option<usize>,
        open: impl Fn(usize) -> bool,
    ) {
        self.steps.resize(map.len(), (0, 0));
        self.search += 1;
        self.queue.clear();
        let (search, goal) = (self.search, map.index(goal));
        self.steps[goal] = (search, 0);
        self.queue.push(goal as u32);
        let mut at = 0;
        while let Some(cell) = self.queue.get(at).copied() {
            at += 1;
            if until == Some(cell as usize) {
                return;
            }
            let steps = self.steps[cell as usize].1 + 1;
            if steps > max_steps {
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

    /// The distance of a cell from the goal, if the last search reached it.
    #[inline]
    pub fn of(&self, map: &Map, cell: Cell) -> Option<u16> {
        if !map.has(cell) {
            return None;
        }
        let (search, steps) = *self.steps.get(map.index(cell))?;
        (search == self.search).then_some(steps)
    }
}
