//! Distances from a goal across the map, and the first steps of shortest paths to it.

use crate::games::dungeon::map::{Cell, Map};

/// The distances of cells from a goal in steps, as far as they are computed. The memory is reused between searches.
#[derive(Clone, Debug, Default)]
pub struct DistanceMap {
    /// The number of the search that last reached each cell, and its distance.
    steps: Vec<(u32, u16)>,
    search: u32,
    /// The reached cells in the order of their distances, and the place of the next one whose neighbours are looked at.
    queue: Vec<u32>,
    at: usize,
    /// The cells that a search towards a cell has still to look at, by their estimates modulo 3.
    open: [Vec<u32>; 3],
}

impl DistanceMap {
    /// Computes the distances up to `max_steps` from the goal over the cells for whose indices `open` is true.
    pub fn compute(&mut self, map: &Map, goal: Cell, max_steps: u16, open: impl Fn(usize) -> bool) {
        self.begin(map, goal);
        self.extend(map, max_steps, open);
    }

    /// Begins the search from a goal, of which only the distance of the goal is known then.
    pub fn begin(&mut self, map: &Map, goal: Cell) {
        self.steps.resize(map.len(), (0, 0));
        self.search += 1;
        let goal = map.index(goal);
        self.steps[goal] = (self.search, 0);
        self.queue.clear();
        self.queue.push(goal as u32);
        self.at = 0;
    }

    /// Goes on with a search until the distances up to `max_steps` are known.
    pub fn extend(&mut self, map: &Map, max_steps: u16, open: impl Fn(usize) -> bool) {
        while self.looks_further(max_steps) {
            self.look_at_next(map, &open);
        }
    }

    /// Goes on with a search until the distances of a cell and of those that are a step from it are known, but not
    /// beyond `max_steps`.
    pub fn extend_to(
        &mut self,
        map: &Map,
        cell: Cell,
        max_steps: u16,
        open: impl Fn(usize) -> bool,
    ) {
        while self.of(map, cell).is_none() && self.looks_further(max_steps) {
            self.look_at_next(map, &open);
        }
        if let Some(steps) = self.of(map, cell) {
            self.extend(map, max_steps.min(steps + 1), open);
        }
    }

    /// The nearest cell for which `wanted` is true, at most `max_steps` away from `from`. If several cells are equally
    /// near, it is the one that the search finds first. The distances up to that cell are known afterwards.
    pub fn nearest(
        &mut self,
        map: &Map,
        from: Cell,
        max_steps: u16,
        open: impl Fn(usize) -> bool,
        wanted: impl Fn(Cell) -> bool,
    ) -> Option<Cell> {
        self.begin(map, from);
        let mut looked = 0;
        loop {
            while let Some(index) = self.queue.get(looked) {
                let cell = map.cell(*index as usize);
                if wanted(cell) {
                    return Some(cell);
                }
                looked += 1;
            }
            if !self.looks_further(max_steps) {
                return None;
            }
            self.look_at_next(map, &open);
        }
    }

    /// Whether the next cell of the queue is nearer than a distance.
    fn looks_further(&self, max_steps: u16) -> bool {
        let next = self.queue.get(self.at);
        next.is_some_and(|cell| self.steps[*cell as usize].1 < max_steps)
    }

    /// Reaches the neighbours of the next cell of the queue.
    fn look_at_next(&mut self, map: &Map, open: &impl Fn(usize) -> bool) {
        let cell = self.queue[self.at] as usize;
        self.at += 1;
        let steps = self.steps[cell].1 + 1;
        for next in map.next_to(cell) {
            if self.steps[next].0 != self.search && open(next) {
                self.steps[next] = (self.search, steps);
                self.queue.push(next as u32);
            }
        }
    }

    /// Computes the distance of a cell from the goal, and the distances of those around it that are not further than
    /// it. It looks first at the cells that lie towards that cell (A*, Hart 1968), so that it looks at few of them.
    pub fn compute_towards(
        &mut self,
        map: &Map,
        goal: Cell,
        max_steps: u16,
        cell: Cell,
        open: impl Fn(usize) -> bool,
    ) {
        self.begin(map, goal);
        // This search cannot be continued, because it keeps no queue.
        self.queue.clear();
        self.open.iter_mut().for_each(Vec::clear);
        let mut estimate = goal.distance_to(cell);
        self.open[usize::from(estimate % 3)].push(map.index(goal) as u32);
        // The neighbours of the cell that are as far as it have an estimate of one more.
        let mut last = max_steps.saturating_add(1);
        let target = map.index(cell);
        let mut empty = 0;
        while estimate <= last && empty < 3 {
            let Some(index) = self.open[usize::from(estimate % 3)].pop() else {
                (estimate, empty) = (estimate + 1, empty + 1);
                continue;
            };
            empty = 0;
            let (index, at) = (index as usize, map.cell(index as usize));
            let steps = self.steps[index].1;
            // The cell was reached by a shorter way in the meantime, and has been looked at already.
            if steps + at.distance_to(cell) != estimate {
                continue;
            }
            if index == target {
                last = last.min(steps + 1);
            }
            if steps >= max_steps {
                continue;
            }
            for next in map.next_to(index) {
                let known = self.steps[next];
                let is_better = known.0 != self.search || known.1 > steps + 1;
                if is_better && open(next) {
                    self.steps[next] = (self.search, steps + 1);
                    let estimate = steps + 1 + map.cell(next).distance_to(cell);
                    self.open[usize::from(estimate % 3)].push(next as u32);
                }
            }
        }
    }

    /// The distance of a cell from the goal, if the search has reached it.
    #[inline]
    pub fn of(&self, map: &Map, cell: Cell) -> Option<u16> {
        if !map.has(cell) {
            return None;
        }
        let (search, steps) = *self.steps.get(map.index(cell))?;
        (search == self.search).then_some(steps)
    }
}
