//! A board in play: blocks, special cells, and how matches and falls change them.

use super::blasts::{Made, Spoils};
use super::event::Witness;
use super::fill::Fill;
use super::grid::{Cell, Cells, Size};
use super::kind::Kind;
use super::power::{Power, Powers};
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

/// Blocks and special cells.
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) size: Size,
    pub(super) colours: u8,
    /// For each colour the cells that hold a block of it.
    pub(super) planes: [Cells; 8],
    /// Where power pieces lie. Those of colour have no colour themselves.
    pub(super) powers: Powers,
    /// Whether matches of four and more make power pieces.
    powered: bool,
    /// Cells that are blocked, by an obstacle or by layers.
    pub(super) walls: Cells,
    /// Those of them that nothing can break.
    obstacles: Cells,
    /// Cells with an overlay.
    pub(super) overlays: Cells,
    kinds: [Option<Kind>; 256],
    pub(super) fill: Fill,
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
            powers: Powers::default(),
            powered: false,
            walls,
            obstacles,
            overlays,
            kinds,
            fill: Fill::new(size, size.all() - walls - overlays),
        }
    }

    /// The same board, with power pieces or without.
    pub fn with_powers(self, powered: bool) -> Self {
        Board { powered, ..self }
    }

    /// Whether matches of four and more make power pieces.
    #[inline]
    pub fn is_powered(&self) -> bool {
        self.powered
    }

    /// The power piece in a cell.
    #[inline]
    pub fn power(&self, cell: Cell) -> Option<Power> {
        self.powers.at(cell)
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
        let coloured = self.planes.iter();
        coloured.fold(self.powers.of(Power::Colour), |all, &plane| all | plane)
    }

    /// Puts a block into a cell that has none and is not blocked.
    pub fn place(&mut self, cell: Cell, colour: Colour) {
        self.planes[colour.0 as usize].insert(cell);
    }

    /// Makes the block of a cell a power piece; one of colour loses its own.
    pub fn empower(&mut self, cell: Cell, power: Power) {
        self.powers.put(cell, power);
        if power == Power::Colour {
            self.clear_colours([cell].into_iter().collect());
        }
    }

    /// Takes the blocks out of `cells`.
    pub fn clear(&mut self, cells: Cells) {
        self.clear_colours(cells);
        self.powers.clear(cells);
    }

    /// Takes the colours out of `cells`; power pieces stay what they are.
    pub(super) fn clear_colours(&mut self, cells: Cells) {
        for plane in &mut self.planes {
            *plane = *plane - cells;
        }
    }

    /// The swaps that make a match, or bring power pieces together.
    #[inline]
    pub fn swaps(&self) -> Swaps {
        let free = self.blocks() - self.overlays;
        let mut swaps = Swaps::default();
        for &plane in &self.planes[..self.colours as usize] {
            swaps.add(plane, plane & free, free);
        }
        if !self.powers.is_empty() {
            let any = self.powers.all() & free;
            swaps.add_neighbours(any, any);
            let colour = self.powers.of(Power::Colour) & free;
            swaps.add_neighbours(colour, free);
            swaps.add_neighbours(free, colour);
        }
        swaps
    }

    /// The swaps that line up blocks of a colour.
    #[inline]
    pub fn swaps_of(&self, colour: Colour) -> Swaps {
        let free = self.blocks() - self.overlays;
        let plane = self.planes[usize::from(colour.0)];
        let mut swaps = Swaps::default();
        swaps.add(plane, plane & free, free);
        swaps
    }

    /// Whether there are power pieces.
    #[inline]
    pub fn has_powers(&self) -> bool {
        !self.powers.is_empty()
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
        if !self.powers.is_empty() {
            self.powers.exchange(swap.a(), swap.b());
        }
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
            let Some(colour) = self.colour(from) else {
                // A power piece without a colour.
                return (Colour(0), Cells::default());
            };
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

    /// Takes all matches off the board, and a layer of every special for each match that hits it; fires the
    /// power pieces among them, and makes new ones, where the swap `moved` blocks if it can. Returns whether
    /// there was anything to take.
    #[inline]
    pub(super) fn pop(&mut self, cascade: u32, moved: Cells, witness: &mut impl Witness) -> bool {
        let mut spoils = Spoils::default();
        let mut made = Made::default();
        if self.powered && !moved.is_empty() {
            self.combine(moved, cascade, &mut spoils, witness);
        }
        for colour in 0..self.colours {
            let mut rest = lines(self.planes[colour as usize]);
            while let Some(cell) = rest.first() {
                let group = rest.flood([cell].into_iter().collect());
                rest = rest - group;
                spoils.any = true;
                witness.matched(Colour(colour), group, cascade);
                let hit = (group.around() & self.walls) | (group & self.overlays);
                let stay = group & self.overlays;
                spoils.freed |= self.chip(hit, witness);
                // A block goes unless an overlay holds it still.
                let goes = group - (stay & self.overlays);
                witness.cleared(Colour(colour), goes);
                spoils.gone |= goes;
                if self.powered {
                    made.add(group, goes, Colour(colour), moved);
                }
            }
        }
        if self.powered {
            self.fire(
                spoils.gone & self.powers.all(),
                cascade,
                &mut spoils,
                witness,
            );
        }
        self.clear(spoils.gone);
        for (cell, power, colour) in made.iter() {
            self.place(cell, colour);
            self.empower(cell, power);
            witness.made(cell, power, colour);
        }
        if !spoils.freed.is_empty() {
            let open = self.size.all() - self.walls - self.overlays;
            self.fill = Fill::new(self.size, open);
        }
        spoils.any
    }

    /// Takes a layer from each of `hit`; returns those that lost the last one.
    pub(super) fn chip(&mut self, hit: Cells, witness: &mut impl Witness) -> Cells {
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
                if !self.powers.is_empty() {
                    self.powers.travel(from, cell);
                }
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
}
