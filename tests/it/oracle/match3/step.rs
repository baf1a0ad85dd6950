//! One step after a swap: matches, blasts and the blocks that leave.

use std::collections::BTreeSet;

use evolvarium::games::match3::rules::Power;

use super::board::{At, Block, Ground, Match, Plain};

/// The results of the moves so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub points: u32,
    pub collected: [u32; 8],
    pub moves: u32,
    pub longest: u32,
}

/// One step after a swap: the blocks that leave, and the pieces that they have set off.
pub struct Step<'a> {
    pub plain: &'a mut Plain,
    pub tally: &'a mut Tally,
    pub number: u32,
    /// The blocks that leave.
    pub leaving: BTreeSet<At>,
    /// The pieces that have fired or are gone without firing.
    pub spent: BTreeSet<At>,
}

impl Step<'_> {
    pub fn chip(&mut self, at: At) {
        let ground = self.plain.ground.get_mut(&at).expect("on the board");
        *ground = ground.hit();
    }

    /// Lets a block leave unless a thread holds it. Returns whether it leaves just now.
    pub fn leaves(&mut self, at: At) -> bool {
        self.plain.blocks.contains_key(&at) && !self.plain.is_thread(at) && self.leaving.insert(at)
    }

    /// A blast takes a layer in each of its cells, and the blocks in it leave.
    pub fn blast(&mut self, cells: &BTreeSet<At>) {
        let mut blocks = 0;
        for at in cells {
            self.chip(*at);
            blocks += u32::from(self.leaves(*at));
        }
        self.tally.points += 10 * blocks * self.number;
    }

    /// Returns the cells of a blast of one piece.
    pub fn cells_of(&self, power: Power, at: At) -> BTreeSet<At> {
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
    pub fn of_colour(&self, colour: u8) -> BTreeSet<At> {
        let cells = self.plain.cells();
        cells
            .filter(|at| self.plain.colour(*at) == Some(colour))
            .collect()
    }

    /// Combines two pieces, or a colour piece and a block, that the swap brought together.
    pub fn combine(&mut self, a: At, b: At) {
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

    /// Combines a colour piece and a block of a colour, which may be a piece too.
    pub fn combine_colour(&mut self, a: At, b: At) {
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
    pub fn clear(
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
    pub fn fire(&mut self) {
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

    /// Removes the blocks that leave.
    pub fn remove(&mut self) {
        for at in &self.leaving {
            let block = self.plain.blocks.remove(at).expect("it was there");
            if let Some(colour) = block.colour {
                self.tally.collected[usize::from(colour)] += 1;
            }
        }
    }
}
