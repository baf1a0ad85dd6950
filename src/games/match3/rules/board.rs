//! A board in play: blocks and special cells, matches and falls.

use super::blasts::{CreatedPieces, StepResult};
use super::event::Observer;
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
    /// The smallest number of colours on a board.
    pub const MIN: u8 = 4;
    /// The largest number of colours on a board.
    pub const MAX: u8 = 8;
}

/// A board with its blocks and special cells.
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) size: Size,
    pub(super) colours: u8,
    /// The blocks of each colour.
    pub(super) planes: [Cells; 8],
    /// The power pieces. A piece of [`Power::Colour`] is in no colour plane.
    pub(super) powers: Powers,
    /// Whether matches of four and more blocks create power pieces.
    powered: bool,
    /// The cells that an obstacle or layers block.
    pub(super) walls: Cells,
    /// The obstacles among them.
    obstacles: Cells,
    /// The cells with layers on a block.
    pub(super) overlays: Cells,
    kinds: [Option<Kind>; 256],
    pub(super) fill: Fill,
}

impl Board {
    /// A board without blocks and without power pieces; `special` lists its special cells.
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

    /// The same board, on which matches create power pieces or do not.
    pub fn with_powers(self, powered: bool) -> Self {
        Board { powered, ..self }
    }

    /// Whether matches of four and more blocks create power pieces.
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

    /// The number of colours.
    pub fn colours(&self) -> u8 {
        self.colours
    }

    /// The kind of a special cell; `None` for an open one.
    pub fn kind(&self, cell: Cell) -> Option<Kind> {
        self.kinds[cell.index()]
    }

    /// The colour of the block in a cell; `None` without a coloured block.
    #[inline]
    pub fn colour(&self, cell: Cell) -> Option<Colour> {
        (0..self.colours)
            .find(|&c| self.planes[c as usize].has(cell))
            .map(Colour)
    }

    /// The blocks of `colour`.
    pub fn of_colour(&self, colour: Colour) -> Cells {
        self.planes[colour.0 as usize]
    }

    /// The special cells that have layers.
    #[inline]
    pub fn breakable(&self) -> Cells {
        (self.walls - self.obstacles) | self.overlays
    }

    /// The cells that an obstacle or layers block.
    #[inline]
    pub fn walls(&self) -> Cells {
        self.walls
    }

    /// The cells whose block an overlay holds.
    #[inline]
    pub fn overlays(&self) -> Cells {
        self.overlays
    }

    /// The present fill paths.
    pub fn fill(&self) -> &Fill {
        &self.fill
    }

    /// The cells that hold a block.
    #[inline]
    pub fn blocks(&self) -> Cells {
        let coloured = self.planes.iter();
        coloured.fold(self.powers.of(Power::Colour), |all, &plane| all | plane)
    }

    /// Puts a block into a cell that has none and is not blocked.
    pub fn place(&mut self, cell: Cell, colour: Colour) {
        self.planes[colour.0 as usize].insert(cell);
    }

    /// Makes the block of a cell a power piece. [`Power::Colour`] takes its colour away.
    pub fn set_power(&mut self, cell: Cell, power: Power) {
        self.powers.set(cell, power);
        if power == Power::Colour {
            self.clear_colours([cell].into_iter().collect());
        }
    }

    /// Removes the blocks of `cells`.
    pub fn clear(&mut self, cells: Cells) {
        self.clear_colours(cells);
        self.powers.clear(cells);
    }

    /// Removes the colours of `cells`; power pieces stay.
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

    /// The swaps that make a match of `colour`.
    #[inline]
    pub fn swaps_of(&self, colour: Colour) -> Swaps {
        let free = self.blocks() - self.overlays;
        let plane = self.planes[usize::from(colour.0)];
        let mut swaps = Swaps::default();
        swaps.add(plane, plane & free, free);
        swaps
    }

    /// The number of power pieces.
    pub fn power_count(&self) -> u32 {
        self.powers.all().len()
    }

    /// Whether there are power pieces.
    #[inline]
    pub fn has_powers(&self) -> bool {
        !self.powers.is_empty()
    }

    /// Whether both cells of a swap hold a block that a player can move.
    #[inline]
    pub fn is_movable(&self, swap: Swap) -> bool {
        let free = self.blocks() - self.overlays;
        free.has(swap.a()) && free.has(swap.b())
    }

    /// Whether a cell holds a block that a player can move.
    pub fn has_movable_block(&self, cell: Cell) -> bool {
        (self.blocks() - self.overlays).has(cell)
    }

    /// Exchanges two blocks without any check.
    #[inline]
    pub(super) fn exchange(&mut self, swap: Swap) {
        self.planes = self.planes_after(swap);
        if !self.powers.is_empty() {
            self.powers.exchange(swap.a(), swap.b());
        }
    }

    /// The blocks of each colour after a swap.
    #[inline]
    fn planes_after(&self, swap: Swap) -> [Cells; 8] {
        let ends: Cells = [swap.a(), swap.b()].into_iter().collect();
        self.planes.map(|plane| {
            let both = plane & ends;
            // If one of the two cells has the colour of the plane, the colour moves to the other cell.
            if both.is_empty() || both == ends {
                plane
            } else {
                plane ^ ends
            }
        })
    }

    /// The lines that a swap makes on a board at rest, for the colours of both its blocks.
    #[inline]
    pub(crate) fn matches_of(&self, swap: Swap) -> [(Colour, Cells); 2] {
        let ends: Cells = [swap.a(), swap.b()].into_iter().collect();
        [swap.a(), swap.b()].map(|from| {
            let Some(colour) = self.colour(from) else {
                // The block is a power piece without a colour.
                return (Colour(0), Cells::default());
            };
            // Two blocks of one colour leave a board at rest as it is, and without them it has no line either.
            (colour, lines(self.planes[colour.0 as usize] ^ ends))
        })
    }

    /// Whether three or more blocks of a colour lie in a line.
    #[inline]
    pub fn has_match(&self) -> bool {
        self.planes[..self.colours as usize]
            .iter()
            .any(|&plane| !lines(plane).is_empty())
    }

    /// Clears all matches, and breaks a layer of each special cell for each match that hits it. Fires the power pieces
    /// in the matches and creates new ones, if possible where the swap `moved` blocks. A combination of power pieces
    /// fires first, and only the blocks that it leaves can match. Returns whether anything happened.
    #[inline]
    pub(super) fn clear_matches(
        &mut self,
        cascade: u32,
        moved: Cells,
        observer: &mut impl Observer,
    ) -> bool {
        let mut result = StepResult::default();
        let mut created = CreatedPieces::default();
        if self.powered && !moved.is_empty() {
            self.fire_combination(moved, cascade, &mut result, observer);
        }
        for colour in 0..self.colours {
            // Blocks that a combination has taken are gone, and count once.
            let mut rest = lines(self.planes[colour as usize] - result.cleared);
            while let Some(cell) = rest.first() {
                let group = rest.flood([cell].into_iter().collect());
                rest = rest - group;
                result.any = true;
                observer.matched(Colour(colour), group, cascade);
                let hit = (group.around() & self.walls) | (group & self.overlays);
                result.opened |= self.hit(hit, observer);
                // A block leaves unless an overlay still holds it.
                let cleared = group - self.overlays;
                observer.cleared(Colour(colour), cleared);
                result.cleared |= cleared;
                if self.powered {
                    created.add(group, cleared, Colour(colour), moved);
                }
            }
        }
        if self.powered {
            self.fire(
                result.cleared & self.powers.all(),
                cascade,
                &mut result,
                observer,
            );
        }
        self.clear(result.cleared);
        for (cell, power, colour) in created.iter() {
            self.place(cell, colour);
            self.set_power(cell, power);
            observer.made(cell, power, colour);
        }
        if !result.opened.is_empty() {
            let open = self.size.all() - self.walls - self.overlays;
            self.fill = Fill::new(self.size, open);
        }
        result.any
    }

    /// Breaks a layer of each special cell in `cells`; returns those that lost the last one.
    pub(super) fn hit(&mut self, cells: Cells, observer: &mut impl Observer) -> Cells {
        let mut opened = Cells::default();
        for cell in cells.iter() {
            let kind = &mut self.kinds[cell.index()];
            let Some(before) = *kind else { continue };
            *kind = before.after_hit();
            if *kind != Some(before) {
                observer.chipped(cell, *kind);
            }
            if kind.is_none() {
                self.walls.remove(cell);
                self.overlays.remove(cell);
                opened.insert(cell);
            }
        }
        opened
    }

    /// Lets blocks fall and spawn until every reached cell holds a block.
    #[inline]
    pub fn refill(&mut self, rng: &mut Stream, observer: &mut impl Observer) {
        let colours = u32::from(self.colours);
        self.fall(|| Some(Colour(rng.random_below(colours) as u8)), observer);
    }

    /// Lets blocks fall without new ones, so that cells stay empty.
    #[inline]
    pub(super) fn settle(&mut self, observer: &mut impl Observer) {
        self.fall(|| None, observer);
    }

    /// Lets blocks fall. `spawn` gives the colour of the next new block, or none.
    #[inline]
    fn fall(&mut self, mut spawn: impl FnMut() -> Option<Colour>, observer: &mut impl Observer) {
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
            if from.is_spawner() {
                let Some(colour) = spawn() else { continue };
                full.insert(cell);
                self.planes[colour.0 as usize].insert(cell);
                observer.spawned(&self.fill, cell, colour);
            } else {
                full.insert(cell);
                full.remove(from);
                if !self.powers.is_empty() {
                    self.powers.move_piece(from, cell);
                }
                for plane in &mut self.planes[..self.colours as usize] {
                    if plane.has(from) {
                        plane.remove(from);
                        plane.insert(cell);
                        break;
                    }
                }
                observer.fell(&self.fill, from, cell);
            }
        }
    }
}
