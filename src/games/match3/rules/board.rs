//! A board in play: blocks, special cells, and how matches and falls change them.

use super::event::Witness;
use super::fill::Fill;
use super::grid::{Cell, Cells, Size};
use super::kind::Kind;
use super::swaps::{Swap, Swaps, lines};
use crate::generation::Stream;

/// The colour of a block, 0 to 7.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Colour(pub u8);

impl Colour {
    /// Smallest number of colours on a board.
    pub const MIN: u8 = 4;
    /// Largest number of colours on a board.
    pub const MAX: u8 = 8;
}

/// No block can be dealt so that a swap exists: the open cells lie too far apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no swap can ever make a match on this board")]
pub struct CannotDeal;

/// Blocks and special cells.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    colours: u8,
    /// For each colour the cells that hold a block of it.
    planes: [Cells; 8],
    /// Cells that are blocked, by an obstacle or by layers.
    walls: Cells,
    /// Those of them that nothing can break.
    obstacles: Cells,
    /// Cells with an overlay.
    overlays: Cells,
    kinds: [Option<Kind>; 256],
    fill: Fill,
}

impl Board {
    /// A board without blocks; `kinds` names its special cells.
    pub fn new(size: Size, colours: u8, special: impl Iterator<Item = (Cell, Kind)>) -> Self {
        let (mut walls, mut overlays) = (Cells::default(), Cells::default());
        let mut obstacles = Cells::default();
        let mut kinds = [None; 256];
        for (cell, kind) in special {
            kinds[cell.index()] = Some(kind);
            if kind == Kind::Obstacle {
                obstacles.insert(cell);
            }
            if kind.is_overlay() {
                overlays.insert(cell);
            } else {
                walls.insert(cell);
            }
        }
        Board {
            size,
            colours,
            planes: [Cells::default(); 8],
            walls,
            obstacles,
            overlays,
            kinds,
            fill: Fill::new(size, size.all() - walls - overlays),
        }
    }

    /// Height and width.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many colours there are.
    pub fn colours(&self) -> u8 {
        self.colours
    }

    /// The special of a cell.
    pub fn kind(&self, cell: Cell) -> Option<Kind> {
        self.kinds[cell.index()]
    }

    /// The colour of the block in a cell.
    #[inline]
    pub fn colour(&self, cell: Cell) -> Option<Colour> {
        (0..self.colours)
            .find(|&c| self.planes[c as usize].has(cell))
            .map(Colour)
    }

    /// Cells that hold a block of `colour`.
    pub fn of_colour(&self, colour: Colour) -> Cells {
        self.planes[colour.0 as usize]
    }

    /// Special cells that layers can be taken from.
    #[inline]
    pub fn breakable(&self) -> Cells {
        (self.walls - self.obstacles) | self.overlays
    }

    /// Cells that are blocked.
    #[inline]
    pub fn walls(&self) -> Cells {
        self.walls
    }

    /// Cells whose block is held by an overlay.
    #[inline]
    pub fn overlays(&self) -> Cells {
        self.overlays
    }

    /// The paths along which cells are filled now.
    pub fn fill(&self) -> &Fill {
        &self.fill
    }

    /// All cells that hold a block.
    #[inline]
    pub fn blocks(&self) -> Cells {
        self.planes
            .iter()
            .fold(Cells::default(), |all, &plane| all | plane)
    }

    /// Puts a block into a cell that has none and is not blocked.
    pub fn place(&mut self, cell: Cell, colour: Colour) {
        self.planes[colour.0 as usize].insert(cell);
    }

    /// Takes the blocks out of `cells`.
    pub fn clear(&mut self, cells: Cells) {
        for plane in &mut self.planes {
            *plane = *plane - cells;
        }
    }

    /// The swaps that make a match.
    #[inline]
    pub fn swaps(&self) -> Swaps {
        let free = self.blocks() - self.overlays;
        let mut swaps = Swaps::default();
        for &plane in &self.planes[..self.colours as usize] {
            swaps.add(plane, plane & free, free);
        }
        swaps
    }

    /// Whether both cells hold a block that can be moved by hand.
    #[inline]
    pub fn movable(&self, swap: Swap) -> bool {
        let free = self.blocks() - self.overlays;
        free.has(swap.a()) && free.has(swap.b())
    }

    /// Exchanges two blocks, whatever comes of it.
    #[inline]
    pub(super) fn exchange(&mut self, swap: Swap) {
        self.planes = self.after(swap);
    }

    /// For each of eight colours the cells that hold a block of it once `swap` is made.
    #[inline]
    fn after(&self, swap: Swap) -> [Cells; 8] {
        let ends: Cells = [swap.a(), swap.b()].into_iter().collect();
        self.planes.map(|plane| {
            let both = plane & ends;
            // One of the two: the other one instead.
            if both.is_empty() || both == ends {
                plane
            } else {
                plane ^ ends
            }
        })
    }

    /// The lines that a swap makes on a board at rest: of the colour that comes to its one end, and of that
    /// which comes to its other.
    #[inline]
    pub(crate) fn matches_of(&self, swap: Swap) -> [(Colour, Cells); 2] {
        let ends: Cells = [swap.a(), swap.b()].into_iter().collect();
        [swap.a(), swap.b()].map(|from| {
            let colour = self.colour(from).unwrap_or(Colour(0));
            let plane = self.planes[colour.0 as usize];
            let moved = if plane & ends == ends {
                plane
            } else {
                plane ^ ends
            };
            (colour, lines(moved))
        })
    }

    /// Whether three or more of a colour lie in a line.
    #[inline]
    pub fn has_match(&self) -> bool {
        self.planes[..self.colours as usize]
            .iter()
            .any(|&plane| !lines(plane).is_empty())
    }

    /// Takes all matches off the board, and a layer of every special for each match that hits it.
    /// Returns the number of blocks in matches, 0 if there was no match.
    #[inline]
    pub(super) fn pop(&mut self, cascade: u32, witness: &mut impl Witness) -> u32 {
        let (mut gone, mut freed, mut matched) = (Cells::default(), Cells::default(), 0);
        for colour in 0..self.colours {
            let mut rest = lines(self.planes[colour as usize]);
            while let Some(cell) = rest.first() {
                let group = rest.flood([cell].into_iter().collect());
                rest = rest - group;
                matched += group.len();
                witness.matched(Colour(colour), group, cascade);
                let hit = (group.around() & self.walls) | (group & self.overlays);
                let stay = group & self.overlays;
                freed |= self.chip(hit, witness);
                // A block goes unless an overlay holds it still.
                let goes = group - (stay & self.overlays);
                witness.cleared(Colour(colour), goes);
                gone |= goes;
            }
        }
        self.clear(gone);
        if !freed.is_empty() {
            let open = self.size.all() - self.walls - self.overlays;
            self.fill = Fill::new(self.size, open);
        }
        matched
    }

    /// Takes a layer from each of `hit`; returns those that lost the last one.
    fn chip(&mut self, hit: Cells, witness: &mut impl Witness) -> Cells {
        let mut freed = Cells::default();
        for cell in hit.iter() {
            let kind = &mut self.kinds[cell.index()];
            let Some(before) = *kind else { continue };
            *kind = before.hit();
            if *kind != Some(before) {
                witness.chipped(cell, before, *kind);
            }
            if kind.is_none() {
                self.walls.remove(cell);
                self.overlays.remove(cell);
                freed.insert(cell);
            }
        }
        freed
    }

    /// Lets blocks fall and spawn until every reached cell is filled.
    #[inline]
    pub fn refill(&mut self, rng: &mut Stream, witness: &mut impl Witness) {
        let mut full = self.blocks();
        let empty = self.fill.reached() - full;
        if empty.is_empty() {
            return;
        }
        for i in 0..self.fill.order().len() {
            let cell = self.fill.order()[i];
            if full.has(cell) {
                continue;
            }
            let mut from = self.fill.source(cell);
            while !full.has(from) && !from.is_spawner() {
                from = self.fill.source(from);
            }
            full.insert(cell);
            if from.is_spawner() {
                let colour = Colour(rng.below(u32::from(self.colours)) as u8);
                self.planes[colour.0 as usize].insert(cell);
                witness.spawned(&self.fill, cell, colour);
            } else {
                full.remove(from);
                for plane in &mut self.planes[..self.colours as usize] {
                    if plane.has(from) {
                        plane.remove(from);
                        plane.insert(cell);
                        break;
                    }
                }
                witness.fell(&self.fill, from, cell);
            }
        }
    }

    /// Fills the board anew, with no match and at least one swap.
    pub fn deal(&mut self, rng: &mut Stream) -> Result<(), CannotDeal> {
        let ground = self.fill.reached() | self.overlays;
        self.redeal(ground, rng)
    }

    /// Moves the blocks of a dead board about so that a swap exists and no match; draws new
    /// colours if the blocks there are cannot be laid so. Blocks under overlays stay.
    pub fn reshuffle(&mut self, rng: &mut Stream) -> Result<(), CannotDeal> {
        let ground = self.blocks() - self.overlays;
        let cells: Vec<Cell> = ground.iter().collect();
        let mut colours: Vec<Colour> = cells.iter().filter_map(|&c| self.colour(c)).collect();
        let before = self.planes;
        for _ in 0..TRIES {
            rng.shuffle(&mut colours);
            self.clear(ground);
            for (i, &cell) in cells.iter().enumerate() {
                // The first colour still to be laid that makes no match here.
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

    fn redeal(&mut self, ground: Cells, rng: &mut Stream) -> Result<(), CannotDeal> {
        let before = self.planes;
        for attempt in 0..2 * TRIES {
            self.clear(ground);
            if attempt >= TRIES {
                self.plant(ground, rng);
            }
            for cell in (ground - self.blocks()).iter() {
                let free: Vec<Colour> = (0..self.colours)
                    .map(Colour)
                    .filter(|&colour| !self.would_match(cell, colour))
                    .collect();
                let any = Colour(rng.below(u32::from(self.colours)) as u8);
                self.place(cell, rng.pick(&free).copied().unwrap_or(any));
            }
            if !self.has_match() && !self.swaps().is_empty() {
                return Ok(());
            }
        }
        self.planes = before;
        Err(CannotDeal)
    }

    /// Lays three blocks of one colour so that a swap lines them up, if there is room.
    fn plant(&mut self, ground: Cells, rng: &mut Stream) {
        let mut swaps = Swaps::default();
        let free = ground - self.overlays;
        swaps.add(ground, free, free);
        if swaps.is_empty() {
            return;
        }
        let Some(swap) = swaps.nth(rng.below(swaps.len())) else {
            return;
        };
        let colour = Colour(rng.below(u32::from(self.colours)) as u8);
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

    /// Whether a block of `colour` in `cell` would be in a line of three.
    fn would_match(&self, cell: Cell, colour: Colour) -> bool {
        let mut plane = self.planes[colour.0 as usize];
        plane.insert(cell);
        lines(plane).has(cell)
    }
}

/// How often shuffling is tried before another way.
const TRIES: u32 = 64;

/// The pairs that complete a line at `c0` and do not hold `s`.
fn pairs_beside(c0: Cell, s: Cell) -> Vec<[Cell; 2]> {
    let all = [
        [c0.right(), c0.right().right()],
        [c0.left(), c0.left().left()],
        [c0.left(), c0.right()],
        [c0.above(), c0.above().above()],
        [c0.below(), c0.below().below()],
        [c0.above(), c0.below()],
    ];
    all.into_iter().filter(|pair| !pair.contains(&s)).collect()
}
