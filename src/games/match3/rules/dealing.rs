//! Dealing blocks at the start, and reshuffling them when no swap is left.

use super::board::{Board, Colour};
use super::grid::{Cell, Cells};
use super::power::Power;
use super::swaps::{Swaps, lines};
use crate::generation::Stream;

/// No deal has a swap, because the open cells lie too far apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no swap can ever make a match on this board")]
pub struct DealError;

/// The number of attempts before another way is tried.
const ATTEMPTS: u32 = 64;

impl Board {
    /// Fills the board with random blocks that make no match and allow at least one swap.
    pub fn deal(&mut self, rng: &mut Stream) -> Result<(), DealError> {
        let ground = self.fill.reached() | self.overlays;
        self.redeal(ground, rng)
    }

    /// Exchanges blocks at random until there is a swap and no match. Draws new colours if that fails. Blocks under
    /// overlays stay.
    pub fn reshuffle(&mut self, rng: &mut Stream) -> Result<(), DealError> {
        let ground = self.blocks() - self.overlays - self.powers.of(Power::Colour);
        let cells: Vec<Cell> = ground.iter().collect();
        let mut colours: Vec<Colour> = cells.iter().filter_map(|&c| self.colour(c)).collect();
        let before = self.planes;
        for _ in 0..ATTEMPTS {
            rng.shuffle(&mut colours);
            self.clear_colours(ground);
            for (i, &cell) in cells.iter().enumerate() {
                // The first of the remaining colours that makes no match here.
                let fits = (i..colours.len()).find(|&j| !self.would_match(cell, colours[j]));
                colours.swap(i, fits.unwrap_or(i));
                self.place(cell, colours[i]);
            }
            if !self.has_match() && !self.swaps().is_empty() {
                return Ok(());
            }
        }
        self.planes = before;
        self.redeal(ground, rng)
    }

    /// Draws new blocks for the cells of `ground`. After half of the attempts a swap is placed before the other blocks.
    fn redeal(&mut self, ground: Cells, rng: &mut Stream) -> Result<(), DealError> {
        let before = self.planes;
        for attempt in 0..2 * ATTEMPTS {
            self.clear_colours(ground);
            if attempt >= ATTEMPTS {
                self.place_swap(ground, rng);
            }
            for cell in (ground - self.blocks()).iter() {
                let free: Vec<Colour> = (0..self.colours)
                    .map(Colour)
                    .filter(|&colour| !self.would_match(cell, colour))
                    .collect();
                let any = Colour(rng.random_below(u32::from(self.colours)) as u8);
                self.place(cell, rng.choose(&free).copied().unwrap_or(any));
            }
            if !self.has_match() && !self.swaps().is_empty() {
                return Ok(());
            }
        }
        self.planes = before;
        Err(DealError)
    }

    /// Places three blocks of one colour so that a swap lines them up, if there is room.
    fn place_swap(&mut self, ground: Cells, rng: &mut Stream) {
        let mut swaps = Swaps::default();
        let free = ground - self.overlays;
        swaps.add(ground, free, free);
        if swaps.is_empty() {
            return;
        }
        let Some(swap) = swaps.nth(rng.random_below(swaps.len())) else {
            return;
        };
        let colour = Colour(rng.random_below(u32::from(self.colours)) as u8);
        for (from, to) in [(swap.a(), swap.b()), (swap.b(), swap.a())] {
            let pair = pairs_beside(to, from)
                .into_iter()
                .find(|pair| pair.iter().all(|&c| ground.has(c)));
            if let Some([one, two]) = pair {
                [from, one, two]
                    .into_iter()
                    .for_each(|cell| self.place(cell, colour));
                return;
            }
        }
    }

    /// Whether a block of `colour` in `cell` would make a match.
    pub fn would_match(&self, cell: Cell, colour: Colour) -> bool {
        let mut plane = self.planes[colour.0 as usize];
        plane.insert(cell);
        lines(plane).has(cell)
    }
}

/// The pairs of cells that make a line with `cell` and do not contain `excluded`.
fn pairs_beside(cell: Cell, excluded: Cell) -> Vec<[Cell; 2]> {
    let all = [
        [cell.right(), cell.right().right()],
        [cell.left(), cell.left().left()],
        [cell.left(), cell.right()],
        [cell.above(), cell.above().above()],
        [cell.below(), cell.below().below()],
        [cell.above(), cell.below()],
    ];
    all.into_iter()
        .filter(|pair| !pair.contains(&excluded))
        .collect()
}
