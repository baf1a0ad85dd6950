//! The rules of Sokoban, on a level with a wall around it.

use super::super::sequence::Text;
use super::{CRATE, PLAYER, SOLID, TARGET};

/// A direction as a step in x and y.
type Direction = (i32, i32);

/// The directions in the order in which the solver tries them. The opposite of a direction has the number that differs in the
/// lowest bit.
const DIRECTIONS: [Direction; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// A move: the number of its direction, and whether it pushes a crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub direction: u8,
    pub is_push: bool,
}

impl Move {
    /// Whether this move after another one leads back to where the other one came from.
    pub fn undoes(self, other: Move) -> bool {
        self.direction == other.direction ^ 1 && !self.is_push && !other.is_push
    }
}

/// On a [`Board`] nothing.
const FREE: u8 = 0;
/// On a [`Board`] a wall. Other numbers are crates, which count from 1.
const WALL: u8 = u8::MAX;

/// What is on each cell in one state.
pub struct Board(Vec<u8>);

impl Board {
    /// Puts the crates of a state on the board.
    fn put(&mut self, crates: &[u8]) {
        for (number, &cell) in (1..).zip(crates) {
            self.0[usize::from(cell)] = number;
        }
    }

    /// Takes the crates of a state off the board.
    fn take(&mut self, crates: &[u8]) {
        for &cell in crates {
            self.0[usize::from(cell)] = FREE;
        }
    }
}

/// What does not change while a puzzle is played. A state is the player's cell, then the cell of each crate.
pub struct Level {
    /// The number of columns and rows with the wall around.
    width: usize,
    solid: Vec<bool>,
    target: Vec<bool>,
    /// The number of targets.
    targets: usize,
    /// For each cell the steps to each target.
    distances: Vec<u8>,
    /// Cells that a crate never gets away from to a target.
    dead: Vec<bool>,
    /// The state at the start.
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
            targets: 0,
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
                TARGET => level.target[cell] = true,
                _ => {}
            }
        }
        level.measure_distances();
        level.find_dead_cells();
        level
    }

    /// The state at the start.
    pub fn start(&self) -> &[u8] {
        &self.start
    }

    /// A board with the walls alone.
    pub fn board(&self) -> Board {
        let solid = self.solid.iter();
        Board(solid.map(|&s| if s { WALL } else { FREE }).collect())
    }

    /// Finds the steps from each cell to each target as if there were no walls.
    fn measure_distances(&mut self) {
        let place = |cell: usize| (cell % self.width, cell / self.width);
        let targets: Vec<_> = (0..self.target.len())
            .filter(|&c| self.target[c])
            .map(place)
            .collect();
        self.targets = targets.len();
        for (x, y) in (0..self.target.len()).map(place) {
            let steps = targets
                .iter()
                .map(|t| (x.abs_diff(t.0) + y.abs_diff(t.1)) as u8);
            self.distances.extend(steps);
        }
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
        self.crates(state)
            .iter()
            .all(|&c| self.target[usize::from(c)])
    }

    /// Whether some crate is on a dead cell.
    fn is_dead(&self, state: &[u8]) -> bool {
        self.crates(state)
            .iter()
            .any(|&c| self.dead[usize::from(c)])
    }

    /// The cells of the crates of a state, which may be longer than it needs.
    fn crates<'a>(&self, state: &'a [u8]) -> &'a [u8] {
        &state[1..self.start.len()]
    }

    /// How far the crates are from the targets: each crate in turn takes the nearest target that is left.
    pub fn distance(&self, state: &[u8]) -> u32 {
        let (mut taken, mut sum) = (0_u64, 0);
        for &cell in self.crates(state) {
            let mut nearest = (u8::MAX, 0);
            let distances = &self.distances[usize::from(cell) * self.targets..][..self.targets];
            for (target, &distance) in distances.iter().enumerate() {
                if taken >> target & 1 == 0 && distance < nearest.0 {
                    nearest = (distance, target);
                }
            }
            sum += u32::from(nearest.0);
            taken |= 1 << nearest.1;
        }
        sum
    }

    /// Calls `with` for each move that is possible in `state` and leaves no crate on a dead cell by a push, with the state
    /// that it leads to. The board must have no crates, and has none afterwards.
    pub fn for_each_move<const N: usize>(
        &self,
        board: &mut Board,
        state: &[u8; N],
        mut with: impl FnMut(Move, [u8; N]),
    ) {
        board.put(self.crates(state));
        for (direction, (x, y)) in (0..).zip(DIRECTIONS) {
            let step = (x + y * self.width as i32) as i8;
            let to = state[0].wrapping_add_signed(step);
            let mut next = *state;
            next[0] = to;
            let pushed = board.0[usize::from(to)];
            let is_push = pushed != FREE;
            if pushed == WALL {
                continue;
            }
            if is_push {
                let behind = to.wrapping_add_signed(step);
                if board.0[usize::from(behind)] != FREE {
                    continue;
                }
                next[usize::from(pushed)] = behind;
                if self.is_dead(&next) {
                    continue;
                }
            }
            with(Move { direction, is_push }, next);
        }
        board.take(self.crates(state));
    }

    /// A solution as a text: one letter for each direction, others where a crate is pushed, equal ones after another
    /// as one. It is turned so that it starts to the right and turns downwards first.
    pub fn text(&self, moves: &[Move]) -> Text {
        let Some(&first) = moves.first() else {
            return Text::default();
        };
        let direction = |made: Move| DIRECTIONS[usize::from(made.direction)];
        let swap = direction(first).0 == 0;
        let turn = |made: Move| match (direction(made), swap) {
            ((x, y), true) => (y, x),
            ((x, y), false) => (x, y),
        };
        let flip_x = turn(first).0 < 0;
        let mut vertical = moves.iter().map(|&made| turn(made).1);
        let flip_y = vertical.find(|&y| y != 0) == Some(-1);
        let flip = |value: i32, flip: bool| if flip { -value } else { value };
        let letter = |&made: &Move| {
            let (x, y) = turn(made);
            let letters = match (flip(x, flip_x), flip(y, flip_y)) {
                (1, _) => b"re",
                (-1, _) => b"lk",
                (_, 1) => b"ds",
                _ => b"uy",
            };
            letters[usize::from(made.is_push)]
        };
        let mut text: Vec<u8> = moves.iter().map(letter).collect();
        text.dedup();
        Text::new(text)
    }
}
