//! The rules of Sokoban, on a level with a wall around it.

use super::super::sequence::Text;
use super::{CRATE, PLAYER, SOLID, TARGET};

/// A direction as a step in x and y.
type Direction = (i32, i32);

/// The directions in the order in which the solver tries them. The opposite of a direction has the number that differs
/// in the lowest bit.
const DIRECTIONS: [Direction; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// A move: the number of its direction, and whether it pushes a crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub direction: u8,
    pub is_push: bool,
}

impl Move {
    /// Whether this move, made after another one, leads back to the cell that the other one came from.
    pub fn undoes(self, other: Move) -> bool {
        self.direction == other.direction ^ 1 && !self.is_push && !other.is_push
    }
}

/// Stands for "no cell": a wall, or the outside.
const NO_CELL: u8 = 64;

/// A set of cells, a bit for each. A level has at most 64 cells.
type Cells = u64;

/// The set of one cell.
fn cell_set(cell: usize) -> Cells {
    1 << cell
}

/// A state of a level: the player's cell, then the cell of each crate.
pub trait State: Copy + Eq {
    /// The most places of a state.
    const PLACES: usize;
    /// A value that is no state of a level, because the player and a crate are on one cell.
    const NONE: Self;
    /// The cell at a place.
    fn get(&self, place: usize) -> usize;
    /// Puts a cell at a place.
    fn set(&mut self, place: usize, cell: usize);
    /// A hash, whose upper bits depend on all places.
    fn hash(&self) -> u64;
}

/// An odd number whose bits look random.
const ODD: u64 = 0x517C_C1B7_2722_0A95;

/// The bits of a cell in a [`u64`].
const CELL_BITS: usize = 6;

/// The state of up to nine crates.
impl State for u64 {
    const PLACES: usize = 10;
    const NONE: Self = 0;

    #[inline]
    fn get(&self, place: usize) -> usize {
        (self >> (CELL_BITS * place) & 63) as usize
    }

    #[inline]
    fn set(&mut self, place: usize, cell: usize) {
        let shift = CELL_BITS * place;
        *self = *self & !(63 << shift) | (cell as u64) << shift;
    }

    #[inline]
    fn hash(&self) -> u64 {
        let mixed = self.wrapping_mul(ODD);
        (mixed ^ mixed >> 32).wrapping_mul(ODD)
    }
}

/// The state of any number of crates.
impl State for [u8; 64] {
    const PLACES: usize = 64;
    const NONE: Self = [0; 64];

    fn get(&self, place: usize) -> usize {
        usize::from(self[place])
    }

    fn set(&mut self, place: usize, cell: usize) {
        self[place] = cell as u8;
    }

    fn hash(&self) -> u64 {
        let (words, _) = self.as_chunks();
        words.iter().fold(0_u64, |hash, &word| {
            (hash.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(ODD)
        })
    }
}

/// The part of a puzzle that does not change while it is played.
pub struct Level {
    /// The number of columns and rows.
    size: usize,
    solid: Cells,
    target: Cells,
    /// The cell beside each cell in each direction.
    steps: [[u8; 4]; 64],
    /// The number of targets.
    targets: usize,
    /// For each cell the steps to each target.
    distances: Vec<u8>,
    /// Cells from which a crate can never get to a target.
    dead: Cells,
    /// The cell of the player at the start, then that of each crate.
    start: Vec<usize>,
}

impl Level {
    /// The level of a content of `size` columns and rows.
    pub fn new(size: usize, content: &[u8]) -> Self {
        let mut level = Level {
            size,
            solid: 0,
            target: 0,
            steps: [[NO_CELL; 4]; 64],
            targets: 0,
            distances: Vec::new(),
            dead: 0,
            start: vec![0],
        };
        for (cell, &tile) in content.iter().enumerate() {
            match tile {
                SOLID => level.solid |= cell_set(cell),
                PLAYER => level.start[0] = cell,
                CRATE => level.start.push(cell),
                TARGET => level.target |= cell_set(cell),
                _ => {}
            }
        }
        level.find_steps();
        level.measure_distances();
        level.find_dead_cells();
        level
    }

    /// The number of crates.
    pub fn crates(&self) -> usize {
        self.start.len() - 1
    }

    /// The state at the start.
    pub fn start<S: State>(&self) -> S {
        let mut state = S::NONE;
        for (place, &cell) in self.start.iter().enumerate() {
            state.set(place, cell);
        }
        state
    }

    /// Finds the cells beside each cell.
    fn find_steps(&mut self) {
        for cell in 0..self.size * self.size {
            let (x, y) = ((cell % self.size) as i32, (cell / self.size) as i32);
            for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                let inside = 0..self.size as i32;
                let (x, y) = (x + dx, y + dy);
                let to = y * self.size as i32 + x;
                if inside.contains(&x) && inside.contains(&y) && self.solid >> to & 1 == 0 {
                    self.steps[cell][direction] = to as u8;
                }
            }
        }
    }

    /// Finds the steps from each cell to each target as if there were no walls.
    fn measure_distances(&mut self) {
        let place = |cell: usize| (cell % self.size, cell / self.size);
        let cells = 0..self.size * self.size;
        let is_target = |&c: &usize| self.target & cell_set(c) != 0;
        let targets: Vec<_> = cells.clone().filter(is_target).map(place).collect();
        self.targets = targets.len();
        for (x, y) in cells.map(place) {
            let steps = targets
                .iter()
                .map(|t| (x.abs_diff(t.0) + y.abs_diff(t.1)) as u8);
            self.distances.extend(steps);
        }
    }

    /// Marks corners without a target, and the cells between two such corners along a wall, if none is a target.
    fn find_dead_cells(&mut self) {
        let size = self.size;
        // Whether there is a wall or the outside beside a cell: left or right, or above or below.
        let has_wall = |cell: usize, directions: [usize; 2]| {
            directions.iter().any(|&d| self.steps[cell][d] == NO_CELL)
        };
        let is_open = |cell: usize| (self.solid | self.target) & cell_set(cell) == 0;
        let (sides, ends) = ([0, 1], [2, 3]);
        let is_corner =
            |&cell: &usize| is_open(cell) && has_wall(cell, sides) && has_wall(cell, ends);
        let corners: Vec<usize> = (0..size * size).filter(is_corner).collect();
        let mut dead = 0;
        for &from in &corners {
            dead |= cell_set(from);
            for &to in corners.iter().filter(|&&to| from < to) {
                let row = (from / size == to / size).then_some((1, ends));
                let column = (from % size == to % size).then_some((size, sides));
                for (step, beside) in row.into_iter().chain(column) {
                    let between = (from + step..to).step_by(step);
                    if between.clone().all(|c| is_open(c) && has_wall(c, beside)) {
                        dead |= between.fold(0, |set, c| set | cell_set(c));
                    }
                }
            }
        }
        self.dead = dead;
    }

    /// Whether every crate is on a target, if crates are on these cells.
    pub fn is_solved(&self, crates: Cells) -> bool {
        crates & !self.target == 0
    }

    /// The cells of all crates.
    fn occupied<S: State>(&self, state: &S) -> Cells {
        (1..self.start.len()).fold(0, |set, place| set | cell_set(state.get(place)))
    }

    /// The distance of the crates from the targets: each crate in turn takes the nearest target that is left.
    pub fn distance<S: State>(&self, state: &S) -> u32 {
        let (mut taken, mut sum) = (0_u64, 0);
        for place in 1..self.start.len() {
            let mut nearest = (u8::MAX, 0);
            let distances = &self.distances[state.get(place) * self.targets..][..self.targets];
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

    /// Calls `with` for each move that is possible in `state` and leaves no crate on a dead cell by a push, with the
    /// state that it leads to and the cells of the crates there.
    #[inline]
    pub fn for_each_move<S: State>(&self, state: &S, mut with: impl FnMut(Move, S, Cells)) {
        let crates = self.occupied(state);
        let player = state.get(0);
        for direction in 0..4 {
            let to = self.steps[player][direction];
            if to == NO_CELL {
                continue;
            }
            let mut next = *state;
            next.set(0, usize::from(to));
            let mut after = crates;
            let is_push = crates >> to & 1 == 1;
            if is_push {
                let behind = self.steps[usize::from(to)][direction];
                if behind == NO_CELL || crates >> behind & 1 == 1 {
                    continue;
                }
                after ^= 1 << to | 1 << behind;
                if after & self.dead != 0 {
                    continue;
                }
                let mut places = 1..self.start.len();
                let pushed = places.find(|&place| state.get(place) == usize::from(to));
                next.set(pushed.unwrap_or(0), usize::from(behind));
            }
            let direction = direction as u8;
            with(Move { direction, is_push }, next, after);
        }
    }

    /// A solution as a text: one letter for each direction, and another one for each direction of a push. Equal letters
    /// in a row are written once. The solution is turned so that it starts to the right and turns downwards first.
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
