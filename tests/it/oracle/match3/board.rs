//! A board with its blocks, and the facts about it: matches, swaps, and the paths of falling blocks.

use std::collections::{BTreeMap, BTreeSet};

use evolvarium::games::match3::rules::{Board, Cell, Kind, MoveError, Power};

/// A cell as row and column.
pub type At = (usize, usize);

/// The kind of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    Open,
    Stone,
    Shell(u32),
    Thread(u32),
}

impl Ground {
    pub fn of(kind: Option<Kind>) -> Self {
        match kind
            .map(|kind| "#1234abcd".find(kind.letter()))
            .map(|at| at.expect("a letter") as u32)
        {
            None => Ground::Open,
            Some(0) => Ground::Stone,
            Some(layers @ 1..5) => Ground::Shell(layers),
            Some(letter) => Ground::Thread(letter - 4),
        }
    }

    /// The kind of the cell after it loses a layer.
    pub fn hit(self) -> Self {
        match self {
            Ground::Shell(1) | Ground::Thread(1) => Ground::Open,
            Ground::Shell(layers) => Ground::Shell(layers - 1),
            Ground::Thread(layers) => Ground::Thread(layers - 1),
            other => other,
        }
    }
}

/// A block: its colour, which a colour piece lacks, and its power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub colour: Option<u8>,
    pub power: Option<Power>,
}

/// A board with its blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    pub rows: usize,
    pub cols: usize,
    pub powered: bool,
    pub ground: BTreeMap<At, Ground>,
    pub blocks: BTreeMap<At, Block>,
}

/// A match: its colour and its cells.
pub type Match = (u8, BTreeSet<At>);

impl Plain {
    pub fn of(board: &Board) -> Self {
        let cells = board.size().cells();
        let at = |cell: Cell| (cell.row(), cell.col());
        let mut plain = Plain {
            rows: board.size().rows(),
            cols: board.size().cols(),
            powered: board.is_powered(),
            ground: cells
                .clone()
                .map(|cell| (at(cell), Ground::of(board.kind(cell))))
                .collect(),
            blocks: BTreeMap::new(),
        };
        for cell in cells {
            let (colour, power) = (board.colour(cell).map(|colour| colour.0), board.power(cell));
            if colour.is_some() || power.is_some() {
                plain.blocks.insert(at(cell), Block { colour, power });
            }
        }
        plain
    }

    pub fn cells(&self) -> impl Iterator<Item = At> + use<> {
        let cols = self.cols;
        (0..self.rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
    }

    /// Returns the cell this far below and to the right, if the board has it.
    pub fn step(&self, (row, col): At, down: isize, right: isize) -> Option<At> {
        let at = (
            row.checked_add_signed(down)?,
            col.checked_add_signed(right)?,
        );
        self.ground.contains_key(&at).then_some(at)
    }

    pub fn colour(&self, at: At) -> Option<u8> {
        self.blocks.get(&at)?.colour
    }

    pub fn power(&self, at: At) -> Option<Power> {
        self.blocks.get(&at)?.power
    }

    pub fn is_thread(&self, at: At) -> bool {
        matches!(self.ground[&at], Ground::Thread(_))
    }

    pub fn sides(&self, at: At) -> impl Iterator<Item = At> {
        [(-1, 0), (1, 0), (0, -1), (0, 1)]
            .into_iter()
            .filter_map(move |(down, right)| self.step(at, down, right))
    }

    /// Returns the run of equal colours through a cell in one direction, across or down, in order.
    pub fn run(&self, at: At, across: bool) -> Vec<At> {
        let (down, right) = if across { (0, 1) } else { (1, 0) };
        let same =
            |cell: &At| self.colour(*cell).is_some() && self.colour(*cell) == self.colour(at);
        let way = |sign: isize| {
            let mut cells = Vec::new();
            let mut next = self.step(at, sign * down, sign * right);
            while let Some(cell) = next.filter(same) {
                cells.push(cell);
                next = self.step(cell, sign * down, sign * right);
            }
            cells
        };
        let mut run = way(-1);
        run.reverse();
        run.push(at);
        run.extend(way(1));
        run
    }

    pub fn in_line(&self, at: At) -> bool {
        self.colour(at).is_some()
            && [true, false]
                .iter()
                .any(|across| self.run(at, *across).len() >= 3)
    }

    pub fn has_line(&self) -> bool {
        self.cells().any(|at| self.in_line(at))
    }

    /// Returns the matches, colour by colour, and of one colour in the order of their first cells.
    pub fn matches(&self) -> Vec<Match> {
        let mut left: BTreeSet<At> = self.cells().filter(|at| self.in_line(*at)).collect();
        let mut matches: Vec<Match> = Vec::new();
        while let Some(first) = left.pop_first() {
            let colour = self.colour(first).expect("it is in a line");
            let (mut cells, mut open) = (BTreeSet::from([first]), vec![first]);
            while let Some(at) = open.pop() {
                for next in self.sides(at) {
                    if self.colour(next) == Some(colour) && left.remove(&next) {
                        cells.insert(next);
                        open.push(next);
                    }
                }
            }
            matches.push((colour, cells));
        }
        matches.sort_by_key(|(colour, cells)| (*colour, cells.first().copied()));
        matches
    }

    pub fn is_movable(&self, at: At) -> bool {
        self.blocks.contains_key(&at) && !self.is_thread(at)
    }

    pub fn is_combination(&self, a: At, b: At) -> bool {
        match (self.power(a), self.power(b)) {
            (Some(_), Some(_)) => true,
            (one, other) => [one, other].contains(&Some(Power::Colour)),
        }
    }

    pub fn exchange(&mut self, a: At, b: At) {
        let (first, second) = (self.blocks[&a], self.blocks[&b]);
        self.blocks.insert(a, second);
        self.blocks.insert(b, first);
    }

    pub fn refusal(&self, a: At, b: At) -> Option<MoveError> {
        if !self.is_movable(a) || !self.is_movable(b) {
            return Some(MoveError::NotMovable);
        }
        let mut after = self.clone();
        after.exchange(a, b);
        // There is no line before, so a new one runs through one of the two cells.
        let legal = after.in_line(a) || after.in_line(b) || self.is_combination(a, b);
        (!legal).then_some(MoveError::NoMatch)
    }

    /// Returns the legal swaps, those across first.
    pub fn swaps(&self) -> Vec<(At, At)> {
        let mut swaps = Vec::new();
        for (down, right) in [(0, 1), (1, 0)] {
            for a in self.cells() {
                if let Some(b) = self.step(a, down, right)
                    && self.refusal(a, b).is_none()
                {
                    swaps.push((a, b));
                }
            }
        }
        swaps
    }

    /// Returns the piece that a match makes, and the cells of its place.
    pub fn shape(&self, cells: &BTreeSet<At>) -> Option<(Power, Vec<At>)> {
        if !self.powered {
            return None;
        }
        let run = |at: At, across: bool| self.run(at, across);
        let runs = |across: bool, least: usize| {
            let long = cells.iter().map(move |at| run(*at, across));
            long.filter(move |run| run.len() >= least)
        };
        // These are the middle cells of five. In a longer line they are the middles of all fives in it.
        let middles = |run: Vec<At>| run[2..run.len() - 2].to_vec();
        let fives = runs(true, 5).chain(runs(false, 5)).flat_map(middles);
        let fives: BTreeSet<At> = fives.collect();
        if !fives.is_empty() {
            return Some((Power::Colour, fives.into_iter().collect()));
        }
        let crossing = |at: &&At| run(**at, true).len() >= 3 && run(**at, false).len() >= 3;
        let crossings: Vec<At> = cells.iter().filter(crossing).copied().collect();
        if !crossings.is_empty() {
            return Some((Power::Bomb, crossings));
        }
        let seconds = |across| -> BTreeSet<At> { runs(across, 4).map(|run| run[1]).collect() };
        for (across, power) in [(true, Power::Down), (false, Power::Across)] {
            let seconds = seconds(across);
            if !seconds.is_empty() {
                return Some((power, seconds.into_iter().collect()));
            }
        }
        None
    }

    /// Returns the cells that are reached from the spawners.
    pub fn reached(&self) -> BTreeSet<At> {
        let open = |at: &At| self.ground[at] == Ground::Open;
        let mut reached: BTreeSet<At> = (0..self.cols).map(|col| (0, col)).filter(open).collect();
        let mut new: Vec<At> = reached.iter().copied().collect();
        while let Some(at) = new.pop() {
            for (down, right) in [(1, 0), (0, -1), (0, 1)] {
                if let Some(next) = self.step(at, down, right).filter(open)
                    && reached.insert(next)
                {
                    new.push(next);
                }
            }
        }
        reached
    }

    /// Returns the distance of a reached cell, along its row, from a cell that is fed from above, and its feeder:
    /// `None` is a spawner.
    pub fn feeder(&self, reached: &BTreeSet<At>, at: At) -> (usize, Option<At>) {
        let from_above = |at: At| at.0 == 0 || reached.contains(&(at.0 - 1, at.1));
        if from_above(at) {
            return (0, (at.0 > 0).then(|| (at.0 - 1, at.1)));
        }
        let distance = |sign: isize| {
            let mut steps = 1;
            loop {
                let next = self.step(at, 0, sign * steps as isize);
                let next = next.filter(|next| reached.contains(next))?;
                if from_above(next) {
                    return Some(steps);
                }
                steps += 1;
            }
        };
        let (left, right) = (distance(-1), distance(1));
        let goes_left = match (left, right) {
            (Some(left), Some(right)) => left <= right,
            (left, _) => left.is_some(),
        };
        let steps = if goes_left { left } else { right };
        let feeder = self.step(at, 0, if goes_left { -1 } else { 1 });
        (steps.expect("it is reached"), feeder)
    }

    /// Fills the empty cells. Returns for each block whether it is new, and its path; `spawn` gives the colours of new
    /// ones.
    pub fn refill(&mut self, mut spawn: impl FnMut() -> u8) -> Vec<(bool, Vec<At>)> {
        let reached = self.reached();
        let mut order: Vec<At> = reached.iter().copied().collect();
        order.sort_by_key(|at| {
            let (far, _) = self.feeder(&reached, *at);
            (std::cmp::Reverse(at.0), std::cmp::Reverse(far), at.1)
        });
        let mut paths = Vec::new();
        for to in order {
            // A cell that has given its block away is filled like an empty one.
            if self.blocks.contains_key(&to) {
                continue;
            }
            let (mut path, mut last) = (vec![to], to);
            let fallen = loop {
                let Some(from) = self.feeder(&reached, last).1 else {
                    break None;
                };
                path.push(from);
                last = from;
                if let Some(block) = self.blocks.remove(&from) {
                    break Some(block);
                }
            };
            path.reverse();
            paths.push((fallen.is_none(), path));
            let block = fallen.unwrap_or_else(|| Block {
                colour: Some(spawn()),
                power: None,
            });
            self.blocks.insert(to, block);
        }
        paths
    }
}
