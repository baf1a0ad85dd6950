//! The rules of Sokoban, on a level with a wall around it.

use super::super::sequence::Text;
use super::{CRATE, PLAYER, SOLID, TARGET};

/// A direction as a step in x and y.
type Direction = (i32, i32);

/// The directions in the order in which the solver tries them.
const DIRECTIONS: [Direction; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// What does not change while a puzzle is played.
pub struct Level {
    /// The number of columns and rows with the wall around.
    width: usize,
    solid: Vec<bool>,
    target: Vec<bool>,
    /// For each target the steps from each cell.
    distances: Vec<Vec<u8>>,
    /// Cells that a crate never gets away from to a target.
    dead: Vec<bool>,
    /// The player's cell, then the cell of each crate.
    start: Vec<u8>,
}

impl Level {
    /// The level of a content of `size` columns and rows.
    pub fn new(size: usize, content: &[u8]) -> Self {
        let width = size + 2;
        let mut level = Level {
            width,
            solid: vec![true; width * width],
            target: vec![false; width * width],
            distances: Vec::new(),
            dead: vec![false; width * width],
            start: vec![0],
        };
        for (at, &tile) in content.iter().enumerate() {
            let cell = (at / size + 1) * width + at % size + 1;
            level.solid[cell] = tile == SOLID;
            match tile {
                PLAYER => level.start[0] = cell as u8,
                CRATE => level.start.push(cell as u8),
                TARGET => {
                    level.target[cell] = true;
                    level.distances.push(level.distances_to(cell));
                }
                _ => {}
            }
        }
        level.find_dead_cells();
        level
    }

    /// The state at the start: the player's cell, then the cell of each crate.
    pub fn start(&self) -> &[u8] {
        &self.start
    }

    /// Marks corners without a target, and the cells between two such corners along a wall, if none is a target.
    fn find_dead_cells(&mut self) {
        let width = self.width;
        let inner = (width..width * (width - 1)).filter(|c| c % width > 0 && c % width < width - 1);
        let is_corner = |cell: &usize| {
            let solid = |c: usize| self.solid[c];
            let vertical = solid(cell - width) || solid(cell + width);
            let horizontal = solid(cell - 1) || solid(cell + 1);
            !solid(*cell) && vertical && horizontal && !self.target[*cell]
        };
        let corners: Vec<usize> = inner.filter(is_corner).collect();
        for &from in &corners {
            self.dead[from] = true;
            for (&to, step, side) in corners.iter().flat_map(|to| {
                let row = (from / width == to / width && from < *to).then_some((to, 1, width));
                let column = (from % width == to % width && from < *to).then_some((to, width, 1));
                row.into_iter().chain(column)
            }) {
                let between: Vec<usize> = (from + step..to).step_by(step).collect();
                let is_dead = |&c: &usize| {
                    !self.target[c]
                        && !self.solid[c]
                        && (self.solid[c - side] || self.solid[c + side])
                };
                if between.iter().all(is_dead) {
                    between.iter().for_each(|&c| self.dead[c] = true);
                }
            }
        }
    }

    /// Whether every crate is on a target.
    pub fn is_solved(&self, state: &[u8]) -> bool {
        let crates = &state[1..self.start.len()];
        crates.iter().all(|&c| self.target[usize::from(c)])
    }

    /// How far the crates are from the targets: each crate in turn takes the nearest target that is left.
    pub fn distance(&self, state: &[u8]) -> i32 {
        let (mut taken, mut sum) = (0_u64, 0);
        for &cell in &state[1..self.start.len()] {
            let mut nearest = (i32::MAX, 0);
            for (index, distances) in self.distances.iter().enumerate() {
                let distance = i32::from(distances[usize::from(cell)]);
                if taken >> index & 1 == 0 && distance < nearest.0 {
                    nearest = (distance, index);
                }
            }
            sum += nearest.0;
            taken |= 1 << nearest.1;
        }
        sum
    }

    /// The steps from each cell to a target as if there were no walls.
    fn distances_to(&self, target: usize) -> Vec<u8> {
        let place = |cell: usize| (cell % self.width, cell / self.width);
        let (x, y) = place(target);
        let steps = |(other_x, other_y): (usize, usize)| x.abs_diff(other_x) + y.abs_diff(other_y);
        let cells = 0..self.solid.len();
        cells.map(|cell| steps(place(cell)) as u8).collect()
    }

    /// Moves the player of `state` in direction number `direction`. Returns whether a crate was pushed; `None` if the
    /// move is not possible.
    pub fn step(&self, state: &mut [u8], direction: usize) -> Option<bool> {
        let (x, y) = DIRECTIONS[direction];
        let step = (x + y * self.width as i32) as i8;
        let to = state[0].wrapping_add_signed(step);
        if self.solid[usize::from(to)] {
            return None;
        }
        let Some(pushed) = state[1..].iter().position(|&c| c == to) else {
            state[0] = to;
            return Some(false);
        };
        let behind = to.wrapping_add_signed(step);
        if self.solid[usize::from(behind)] || state[1..].contains(&behind) {
            return None;
        }
        state[0] = to;
        state[pushed + 1] = behind;
        Some(true)
    }

    /// Whether some crate is on a dead cell.
    pub fn is_dead(&self, state: &[u8]) -> bool {
        let crates = &state[1..self.start.len()];
        crates.iter().any(|&c| self.dead[usize::from(c)])
    }

    /// A solution as a text: one letter for each direction, others where a crate is pushed, equal ones after another
    /// as one. It is turned so that it starts to the right and turns downwards first.
    pub fn text(&self, moves: &[u8]) -> Text {
        let Some(&first) = moves.first() else {
            return Text::default();
        };
        let direction = |number: u8| DIRECTIONS[usize::from(number)];
        let swap = direction(first).0 == 0;
        let turn = |number: u8| match (direction(number), swap) {
            ((x, y), true) => (y, x),
            ((x, y), false) => (x, y),
        };
        let flip_x = turn(first).0 < 0;
        let vertical = moves.iter().map(|&number| turn(number).1);
        let flip_y = vertical.into_iter().find(|&y| y != 0) == Some(-1);
        let mut state = self.start.clone();
        let mut text: Vec<u8> = Vec::new();
        for &number in moves {
            let pushed = self.step(&mut state, usize::from(number)) == Some(true);
            let (x, y) = turn(number);
            let letter = match (
                x * if flip_x { -1 } else { 1 },
                y * if flip_y { -1 } else { 1 },
            ) {
                (1, _) => b"re",
                (-1, _) => b"lk",
                (_, 1) => b"ds",
                _ => b"uy",
            }[usize::from(pushed)];
            if text.last() != Some(&letter) {
                text.push(letter);
            }
        }
        Text::new(text)
    }
}
