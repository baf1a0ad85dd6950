//! Match-3 from `docs/rules/match3.md`, cell by cell. The colours that chance draws are taken from what the real game
//! reports; everything that follows from them must agree.

use std::collections::{BTreeMap, BTreeSet};

use evolvarium::base::Stream;
use evolvarium::games::match3::rules::{
    Board, Cell, Colour, Event, Game, Goal, Goals, Kind, Match3, MoveError, Power, Size, Status,
    Swap,
};
use evolvarium::generation::Purpose;
use evolvarium::generation::Seed;
use evolvarium::session::Rules;

use super::{between, games, one_of};

/// A cell as row and column.
pub type At = (usize, usize);

/// What a cell is.
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

    /// What is left when a layer goes.
    fn hit(self) -> Self {
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
    powered: bool,
    pub ground: BTreeMap<At, Ground>,
    pub blocks: BTreeMap<At, Block>,
}

/// What the moves so far have brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tally {
    points: u32,
    collected: [u32; 8],
    moves: u32,
    longest: u32,
}

/// A match: its colour and its cells.
type Match = (u8, BTreeSet<At>);

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

    /// Returns the cell so far below and to the right, if the board has it.
    pub fn step(&self, (row, col): At, down: isize, right: isize) -> Option<At> {
        let at = (
            row.checked_add_signed(down)?,
            col.checked_add_signed(right)?,
        );
        self.ground.contains_key(&at).then_some(at)
    }

    fn colour(&self, at: At) -> Option<u8> {
        self.blocks.get(&at)?.colour
    }

    fn power(&self, at: At) -> Option<Power> {
        self.blocks.get(&at)?.power
    }

    fn is_thread(&self, at: At) -> bool {
        matches!(self.ground[&at], Ground::Thread(_))
    }

    pub fn sides(&self, at: At) -> impl Iterator<Item = At> {
        [(-1, 0), (1, 0), (0, -1), (0, 1)]
            .into_iter()
            .filter_map(move |(down, right)| self.step(at, down, right))
    }

    /// Returns the run of equal colours through a cell in one direction, across or down, in order.
    fn run(&self, at: At, across: bool) -> Vec<At> {
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

    fn in_line(&self, at: At) -> bool {
        self.colour(at).is_some()
            && [true, false]
                .iter()
                .any(|across| self.run(at, *across).len() >= 3)
    }

    fn has_line(&self) -> bool {
        self.cells().any(|at| self.in_line(at))
    }

    /// Returns the matches, colour by colour, and of one colour in the order of their first cells.
    fn matches(&self) -> Vec<Match> {
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

    fn is_movable(&self, at: At) -> bool {
        self.blocks.contains_key(&at) && !self.is_thread(at)
    }

    fn is_combination(&self, a: At, b: At) -> bool {
        match (self.power(a), self.power(b)) {
            (Some(_), Some(_)) => true,
            (one, other) => [one, other].contains(&Some(Power::Colour)),
        }
    }

    fn exchange(&mut self, a: At, b: At) {
        let (first, second) = (self.blocks[&a], self.blocks[&b]);
        self.blocks.insert(a, second);
        self.blocks.insert(b, first);
    }

    fn refusal(&self, a: At, b: At) -> Option<MoveError> {
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
    fn swaps(&self) -> Vec<(At, At)> {
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
    fn shape(&self, cells: &BTreeSet<At>) -> Option<(Power, Vec<At>)> {
        if !self.powered {
            return None;
        }
        let run = |at: At, across: bool| self.run(at, across);
        let runs = |across: bool, least: usize| {
            let long = cells.iter().map(move |at| run(*at, across));
            long.filter(move |run| run.len() >= least)
        };
        // The middle of five; of a longer line the cells that are the middle of some five in it.
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

    /// Returns how far a reached cell is from one that is fed from above, along its row, and its feeder: `None` is a
    /// spawner.
    fn feeder(&self, reached: &BTreeSet<At>, at: At) -> (usize, Option<At>) {
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

    /// Fills the empty cells. Returns for each block whether it is new, and its path; `spawn` gives the colours of new ones.
    pub fn refill(&mut self, mut spawn: impl FnMut() -> u8) -> Vec<(bool, Vec<At>)> {
        let reached = self.reached();
        let mut order: Vec<At> = reached.iter().copied().collect();
        order.sort_by_key(|at| {
            let (far, _) = self.feeder(&reached, *at);
            (std::cmp::Reverse(at.0), std::cmp::Reverse(far), at.1)
        });
        let mut paths = Vec::new();
        for to in order {
            // A cell that has given its block away is filled like one that was empty.
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

/// One step after a swap: what leaves, and what the blocks that leave have set off.
struct Step<'a> {
    plain: &'a mut Plain,
    tally: &'a mut Tally,
    number: u32,
    /// The blocks that leave.
    leaving: BTreeSet<At>,
    /// The pieces that have fired or are gone without firing.
    spent: BTreeSet<At>,
}

impl Step<'_> {
    fn chip(&mut self, at: At) {
        let ground = self.plain.ground.get_mut(&at).expect("on the board");
        *ground = ground.hit();
    }

    /// Lets a block leave unless a thread holds it. Tells whether it leaves just now.
    fn leaves(&mut self, at: At) -> bool {
        self.plain.blocks.contains_key(&at) && !self.plain.is_thread(at) && self.leaving.insert(at)
    }

    /// A blast takes a layer in each of its cells, and the blocks in it leave.
    fn blast(&mut self, cells: &BTreeSet<At>) {
        let mut blocks = 0;
        for at in cells {
            self.chip(*at);
            blocks += u32::from(self.leaves(*at));
        }
        self.tally.points += 10 * blocks * self.number;
    }

    /// Returns the cells of a blast of one piece.
    fn cells_of(&self, power: Power, at: At) -> BTreeSet<At> {
        let near = |a: usize, b: usize| a.abs_diff(b) <= 1;
        let cells = self.plain.cells();
        match power {
            Power::Across => cells.filter(|cell| cell.0 == at.0).collect(),
            Power::Down => cells.filter(|cell| cell.1 == at.1).collect(),
            Power::Bomb => cells
                .filter(|cell| near(cell.0, at.0) && near(cell.1, at.1))
                .collect(),
            Power::Colour => {
                let count = |colour: u8| self.of_colour(colour).len();
                let most = (0..8).max_by_key(|colour| count(*colour)).expect("eight");
                self.of_colour(most)
            }
        }
    }

    /// Returns the blocks of a colour on the board.
    fn of_colour(&self, colour: u8) -> BTreeSet<At> {
        let cells = self.plain.cells();
        cells
            .filter(|at| self.plain.colour(*at) == Some(colour))
            .collect()
    }

    /// The swap brought two pieces together, or a colour piece to a block.
    fn combine(&mut self, a: At, b: At) {
        let powers = [a, b].map(|at| self.plain.power(at));
        let near = |one: usize, other: usize, most: usize| one.abs_diff(other) <= most;
        let around =
            |holds: &dyn Fn(At) -> bool| self.plain.cells().filter(|at| holds(*at)).collect();
        // Colour pieces that the swap sets off leave by themselves, and give no points.
        let own = [a, b]
            .into_iter()
            .filter(|at| self.plain.power(*at) == Some(Power::Colour));
        let own: Vec<At> = own.collect();
        self.spent.extend(own.iter().copied());
        self.leaving.extend(own);
        let is_line = |power| matches!(power, Some(Power::Across | Power::Down));
        let lines = powers.iter().filter(|power| is_line(**power)).count();
        let bombs = powers
            .iter()
            .filter(|power| **power == Some(Power::Bomb))
            .count();
        let colours = powers
            .iter()
            .filter(|power| **power == Some(Power::Colour))
            .count();
        let cells: BTreeSet<At> = match (lines, bombs, colours) {
            (2, 0, 0) => around(&|at| at.0 == b.0 || at.1 == b.1),
            (1, 1, 0) => around(&|at| near(at.0, b.0, 1) || near(at.1, b.1, 1)),
            (0, 2, 0) => around(&|at| near(at.0, b.0, 2) && near(at.1, b.1, 2)),
            (0, 0, 2) => around(&|_| true),
            _ => return self.combine_colour(a, b),
        };
        self.spent.extend([a, b]);
        self.blast(&cells);
    }

    /// A colour piece and a block of a colour, which may be a piece too.
    fn combine_colour(&mut self, a: At, b: At) {
        let is_first = self.plain.power(a) == Some(Power::Colour);
        let other = if is_first { b } else { a };
        let colour = self.plain.colour(other).expect("it has one");
        let cells = self.of_colour(colour);
        if let Some(power) = self.plain.power(other) {
            for at in &cells {
                if !self.plain.is_thread(*at) && self.plain.power(*at).is_none() {
                    let across = if (at.0 + at.1) % 2 == 0 {
                        Power::Across
                    } else {
                        Power::Down
                    };
                    let made = if power == Power::Bomb {
                        Power::Bomb
                    } else {
                        across
                    };
                    self.plain.blocks.get_mut(at).expect("a block").power = Some(made);
                }
            }
        }
        self.blast(&cells);
    }

    /// A match takes its layers, and its free blocks leave. Returns the piece that it makes by its shape on the board
    /// without what a combination has taken.
    fn clear(
        &mut self,
        rest: &Plain,
        (colour, cells): &Match,
        moved: &[At],
    ) -> Option<(At, Block)> {
        self.tally.points += 10 * cells.len() as u32 * self.number;
        let beside = cells.iter().flat_map(|at| self.plain.sides(*at));
        let shells: BTreeSet<At> = beside
            .filter(|at| matches!(self.plain.ground[at], Ground::Shell(_)))
            .collect();
        let threads = cells.iter().filter(|at| self.plain.is_thread(**at));
        let hit: Vec<At> = shells.iter().chain(threads).copied().collect();
        hit.into_iter().for_each(|at| self.chip(at));
        let left: BTreeSet<At> = cells
            .iter()
            .copied()
            .filter(|at| self.leaves(*at))
            .collect();
        let (power, places) = rest.shape(cells)?;
        let places = places.into_iter().find(|at| left.contains(at));
        let moved = moved.iter().copied().find(|at| left.contains(at));
        let place = moved.or(places).or(left.first().copied())?;
        let colour = (power != Power::Colour).then_some(*colour);
        Some((
            place,
            Block {
                colour,
                power: Some(power),
            },
        ))
    }

    /// The pieces among the blocks that leave fire, in reading order, and those that they hit in turn.
    fn fire(&mut self) {
        loop {
            let armed = |at: &&At| self.plain.power(**at).is_some() && !self.spent.contains(*at);
            let waiting: Vec<At> = self.leaving.iter().filter(armed).copied().collect();
            if waiting.is_empty() {
                return;
            }
            for at in waiting {
                self.spent.insert(at);
                let power = self.plain.power(at).expect("it is armed");
                let cells = self.cells_of(power, at);
                self.blast(&cells);
            }
        }
    }

    /// Takes away what leaves.
    fn remove(&mut self) {
        for at in &self.leaving {
            let block = self.plain.blocks.remove(at).expect("it was there");
            if let Some(colour) = block.colour {
                self.tally.collected[usize::from(colour)] += 1;
            }
        }
    }
}

/// What a step was reported to have done: the paths of the blocks that fell, and the colours and paths of new ones.
#[derive(Default)]
struct Reported {
    fell: Vec<Vec<At>>,
    spawned: Vec<(u8, Vec<At>)>,
}

fn places(path: &[Cell]) -> Vec<At> {
    path.iter().map(|cell| (cell.row(), cell.col())).collect()
}

/// Splits the events of a move into its steps; the cells that were reshuffled come apart.
fn reported(events: &[Event]) -> (Vec<Reported>, Option<BTreeMap<At, Block>>) {
    let (mut steps, mut step, mut shuffled) = (Vec::new(), Reported::default(), None);
    for event in events {
        match event {
            Event::Fell(path) => step.fell.push(places(path)),
            Event::Spawned(colour, path) => step.spawned.push((colour.0, places(path))),
            Event::Settled => steps.push(std::mem::take(&mut step)),
            Event::Reshuffled(laid) => {
                let laid = laid.iter().map(|(cell, colour, power)| {
                    let block = Block {
                        colour: Some(colour.0),
                        power: *power,
                    };
                    ((cell.row(), cell.col()), block)
                });
                shuffled = Some(laid.collect());
            }
            _ => {}
        }
    }
    (steps, shuffled)
}

/// Makes a legal swap with all its steps.
fn play(plain: &mut Plain, tally: &mut Tally, (a, b): (At, At), steps: &[Reported], what: &str) {
    plain.exchange(a, b);
    tally.moves += 1;
    let mut number = 1;
    loop {
        let combined = number == 1 && plain.is_combination(a, b);
        if !combined && !plain.has_line() {
            break;
        }
        let moved = if number == 1 { vec![a, b] } else { Vec::new() };
        let mut step = Step {
            plain,
            tally,
            number,
            leaving: BTreeSet::new(),
            spent: BTreeSet::new(),
        };
        if combined {
            step.combine(a, b);
            step.fire();
        }
        // What the combination takes is in no match.
        let mut rest = step.plain.clone();
        rest.blocks.retain(|at, _| !step.leaving.contains(at));
        let mut made: Vec<(At, Block)> = Vec::new();
        for group in rest.matches() {
            let piece = step.clear(&rest, &group, &moved);
            made.extend(piece.filter(|_| made.len() < 8));
        }
        step.fire();
        step.remove();
        plain.blocks.extend(made);
        let reported = steps.get(number as usize - 1);
        let reported = reported.unwrap_or_else(|| panic!("{what}: no step {number}"));
        let mut colours = reported.spawned.iter().map(|(colour, _)| *colour);
        let paths = plain.refill(|| colours.next().unwrap_or_else(|| panic!("{what}: no more")));
        let mut spawned = reported.spawned.iter().map(|(_, path)| path.clone());
        let mut fell = reported.fell.iter().cloned();
        for (is_new, path) in paths {
            let found = if is_new { spawned.next() } else { fell.next() };
            assert_eq!(found, Some(path), "{what}: step {number}");
        }
        assert_eq!(
            (spawned.next(), fell.next()),
            (None, None),
            "{what}: step {number}"
        );
        tally.longest = tally.longest.max(number);
        number += 1;
    }
    assert_eq!(steps.len(), number as usize - 1, "{what}: steps");
}

/// Checks that blocks are mixed only where they may be, and takes them over.
fn reshuffle(plain: &mut Plain, laid: BTreeMap<At, Block>, what: &str) {
    let before = plain.blocks.clone();
    let stays = |at: &At, block: &Block| plain.is_thread(*at) || block.colour.is_none();
    for (at, block) in &before {
        if stays(at, block) {
            let found = laid
                .get(at)
                .copied()
                .or(block.colour.is_none().then_some(*block));
            assert_eq!(found, Some(*block), "{what}: {at:?} stays");
        } else {
            assert_eq!(
                laid[at].power, block.power,
                "{what}: {at:?} keeps its power"
            );
        }
    }
    assert!(laid.keys().all(|at| before.contains_key(at)), "{what}");
    plain.blocks.extend(laid);
    assert!(!plain.has_line(), "{what}: a line");
    assert!(!plain.swaps().is_empty(), "{what}: no swap");
}

fn is_met(goals: &[Goal], plain: &Plain, tally: &Tally) -> bool {
    let met = |goal: &Goal| match *goal {
        Goal::Collect(Colour(colour), amount) => tally.collected[usize::from(colour)] >= amount,
        Goal::Score(points) => tally.points >= points,
        Goal::ClearSpecials => {
            let closed = |ground: &Ground| matches!(ground, Ground::Shell(_) | Ground::Thread(_));
            !plain.ground.values().any(closed)
        }
    };
    !goals.is_empty() && goals.iter().all(met)
}

fn stars(game: &Game, limit: u32, tally: &Tally) -> u8 {
    if game.status() != Status::Won {
        return 0;
    }
    // A game without a limit has no moves left to count.
    let left = limit.saturating_sub(tally.moves);
    match limit {
        0 => 1,
        _ if 3 * left >= limit => 3,
        _ if 8 * left >= limit => 2,
        _ => 1,
    }
}

fn compare(game: &Game, plain: &Plain, tally: &Tally, what: &str) {
    let found = Plain::of(game.board());
    for at in plain.cells() {
        assert_eq!(
            found.ground[&at], plain.ground[&at],
            "{what}: ground {at:?}"
        );
        assert_eq!(
            found.blocks.get(&at),
            plain.blocks.get(&at),
            "{what}: block {at:?}"
        );
    }
    let score = game.score();
    let found = Tally {
        points: score.points,
        collected: score.collected,
        moves: score.moves,
        longest: score.longest_cascade,
    };
    assert_eq!(&found, tally, "{what}");
}

/// Draws a board with special cells, scattered or in rows.
pub fn random_board(rng: &mut Stream) -> Board {
    let size = Size::new(between(rng, 5, 12) as u8, between(rng, 5, 12) as u8).expect("a size");
    let percent = rng.random_below(40);
    let colours = between(rng, 4, 8) as u8;
    let kinds: Vec<Kind> = (0..3).map(|_| one_of(rng, &Kind::ALL)).collect();
    let special: Vec<(Cell, Kind)> = size
        .cells()
        .filter_map(|cell| {
            let hit = rng.random_below(100) < percent;
            hit.then(|| (cell, one_of(rng, &kinds)))
        })
        .collect();
    let powered = rng.random_below(3) > 0;
    Board::new(size, colours, special.into_iter()).with_powers(powered)
}

fn random_goals(rng: &mut Stream, board: &Board) -> Vec<Goal> {
    let mut goals = Vec::new();
    if rng.random_below(2) == 0 {
        let colour = Colour(rng.random_below(board.colours().into()) as u8);
        goals.push(Goal::Collect(colour, between(rng, 1, 60)));
    }
    if rng.random_below(2) == 0 {
        goals.push(Goal::Score(between(rng, 1, 6_000)));
    }
    if !board.breakable().is_empty() && rng.random_below(2) == 0 {
        goals.push(Goal::ClearSpecials);
    }
    goals
}

/// Starts a game on a random board, on which some blocks are power pieces. There is none if the board has no swap.
fn random_game(number: u64, rng: &mut Stream) -> Option<(Game, u32)> {
    let mut board = random_board(rng);
    let play = Seed(number).stream(Purpose::Play);
    let parts = random_goals(rng, &board);
    let goals = Goals::of(&parts).unwrap_or(Goals::none());
    let limit = one_of(rng, &[0, 3, 8, 20, 30]);
    board.deal(&mut Seed(number).stream(Purpose::Layout)).ok()?;
    let cells: Vec<Cell> = board.blocks().iter().collect();
    if board.is_powered() {
        for _ in 0..rng.random_below(8) {
            let cell = one_of(rng, &cells);
            if board.power(cell).is_none() {
                board.set_power(cell, one_of(rng, &Power::ALL));
            }
        }
    }
    Some((Game::resume(board, goals, limit, play), limit))
}

fn swap(game: &Game, (a, b): (At, At)) -> Swap {
    let cell = |(row, col): At| game.board().size().cell(row, col).expect("on the board");
    Swap::new(cell(a), cell(b)).expect("neighbours")
}

/// Returns a swap of two neighbours, legal or not.
fn any_swap(plain: &Plain, rng: &mut Stream) -> (At, At) {
    let cells: Vec<At> = plain.cells().collect();
    loop {
        let a = one_of(rng, &cells);
        let (down, right) = one_of(rng, &[(0, 1), (1, 0)]);
        if let Some(b) = plain.step(a, down, right) {
            return (a, b);
        }
    }
}

/// Chooses a swap; mostly one that combines pieces, where there is one.
fn choose(plain: &Plain, swaps: &[(At, At)], rng: &mut Stream) -> (At, At) {
    let combined = swaps.iter().filter(|(a, b)| plain.is_combination(*a, *b));
    let combined: Vec<(At, At)> = combined.copied().collect();
    match rng.random_below(2) {
        0 if !combined.is_empty() => one_of(rng, &combined),
        _ => one_of(rng, swaps),
    }
}

#[test]
fn games_of_match3_go_as_by_the_plain_rules() {
    let mut reshuffles = 0;
    for (number, mut rng) in games(60) {
        let Some((mut game, limit)) = random_game(number, &mut rng) else {
            continue;
        };
        let (mut plain, mut tally) = (Plain::of(game.board()), Tally::default());
        assert!(!plain.has_line(), "game {number} begins with a line");
        for _ in 0..40 {
            let what = format!("game {number}, move {}", tally.moves + 1);
            let swaps = plain.swaps();
            let found: Vec<(At, At)> = game
                .board()
                .swaps()
                .iter()
                .map(|swap| {
                    (
                        (swap.a().row(), swap.a().col()),
                        (swap.b().row(), swap.b().col()),
                    )
                })
                .collect();
            assert_eq!(found, swaps, "{what}");
            let any = any_swap(&plain, &mut rng);
            let refusal = match game.status() {
                Status::Playing => plain.refusal(any.0, any.1),
                _ => Some(MoveError::Over),
            };
            if let Some(why) = refusal {
                let illegal = swap(&game, any);
                let made = Match3::apply(&mut game, &illegal);
                assert_eq!(made.expect_err("illegal"), why, "{what}: {any:?}");
                compare(&game, &plain, &tally, &what);
            }
            if game.status() != Status::Playing || swaps.is_empty() {
                break;
            }
            let made = choose(&plain, &swaps, &mut rng);
            let legal = swap(&game, made);
            let events = Match3::apply(&mut game, &legal).expect("legal");
            let (steps, shuffled) = reported(&events);
            play(&mut plain, &mut tally, made, &steps, &what);
            let is_met = is_met(game.goals(), &plain, &tally);
            let is_last = limit > 0 && tally.moves == limit;
            let no_swap = !is_met && !is_last && plain.swaps().is_empty();
            let status = match (is_met, is_last) {
                (true, _) => Status::Won,
                (false, true) => Status::OutOfMoves,
                _ if no_swap && shuffled.is_none() => Status::Stuck,
                _ => Status::Playing,
            };
            assert_eq!(game.status(), status, "{what}");
            assert!(
                shuffled.is_none() || no_swap,
                "{what}: reshuffled without need"
            );
            if let Some(laid) = shuffled {
                reshuffles += 1;
                reshuffle(&mut plain, laid, &what);
            }
            compare(&game, &plain, &tally, &what);
            assert_eq!(game.stars(), stars(&game, limit, &tally), "{what}");
        }
    }
    assert!(reshuffles > 0, "no game came to a reshuffle");
}
