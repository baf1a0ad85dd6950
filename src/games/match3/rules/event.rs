//! The events of a board, and their observers.

use super::board::{Board, Colour};
use super::fill::Fill;
use super::grid::{Cell, Cells};
use super::kind::Kind;
use super::power::{Blast, Power};
use super::swaps::Swap;

/// An event of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A swap exchanged two blocks.
    Swapped(Swap),
    /// A match: a line, or crossing lines of one colour.
    Matched {
        /// The colour.
        colour: Colour,
        /// The cells.
        cells: Cells,
        /// The step of the cascade, from 1.
        cascade: u32,
        /// Its points.
        points: u32,
    },
    /// A special cell lost a layer.
    Chipped {
        /// The cell.
        cell: Cell,
        /// The kind that the cell has now; `None` if it has lost its last layer.
        left: Option<Kind>,
    },
    /// Blocks of one colour, or without a colour, left the board.
    Cleared(Option<Colour>, Cells),
    /// The block of a cell became a power piece. [`Power::Colour`] loses the colour.
    Made(Cell, Power, Colour),
    /// A power piece fired, or two together.
    Fired {
        /// The middle of the blast.
        middle: Cell,
        /// The area.
        blast: Blast,
        /// The cells it hits.
        cells: Cells,
        /// Its points.
        points: u32,
    },
    /// A block fell along a path of neighbouring cells, from the first to the last.
    Fell(Vec<Cell>),
    /// A new block came out of the spawner above the first cell and fell to the last one.
    Spawned(Colour, Vec<Cell>),
    /// All blocks rest at the end of one step of a cascade.
    Settled,
    /// No swap was left, so the coloured blocks were reshuffled. Power pieces keep their power.
    Reshuffled(Vec<(Cell, Colour, Option<Power>)>),
}

/// Observes the events of a board. `()` ignores them at no cost.
pub trait Observer {
    /// See [`Event::Swapped`].
    #[inline]
    fn swapped(&mut self, _: Swap) {}
    /// See [`Event::Matched`].
    #[inline]
    fn matched(&mut self, _colour: Colour, _cells: Cells, _cascade: u32) {}
    /// See [`Event::Chipped`].
    #[inline]
    fn chipped(&mut self, _cell: Cell, _left: Option<Kind>) {}
    /// See [`Event::Cleared`].
    #[inline]
    fn cleared(&mut self, _: Colour, _: Cells) {}
    /// Blocks without a colour left the board; see [`Event::Cleared`].
    #[inline]
    fn cleared_colourless(&mut self, _: Cells) {}
    /// See [`Event::Made`].
    #[inline]
    fn made(&mut self, _: Cell, _: Power, _: Colour) {}
    /// See [`Event::Fired`]; `blocks` is the number of blocks that it clears.
    #[inline]
    fn fired(&mut self, _middle: Cell, _: Blast, _cells: Cells, _blocks: u32, _cascade: u32) {}
    /// See [`Event::Fell`].
    #[inline]
    fn fell(&mut self, _: &Fill, _from: Cell, _to: Cell) {}
    /// See [`Event::Spawned`].
    #[inline]
    fn spawned(&mut self, _: &Fill, _to: Cell, _: Colour) {}
    /// See [`Event::Settled`].
    #[inline]
    fn settled(&mut self) {}
    /// See [`Event::Reshuffled`].
    #[inline]
    fn reshuffled(&mut self, _: &Board) {}
}

impl Observer for () {}

impl Observer for Vec<Event> {
    fn swapped(&mut self, swap: Swap) {
        self.push(Event::Swapped(swap));
    }

    fn matched(&mut self, colour: Colour, cells: Cells, cascade: u32) {
        self.push(Event::Matched {
            colour,
            cells,
            cascade,
            points: points(cells.len(), cascade),
        });
    }

    fn chipped(&mut self, cell: Cell, left: Option<Kind>) {
        self.push(Event::Chipped { cell, left });
    }

    fn cleared(&mut self, colour: Colour, cells: Cells) {
        self.push(Event::Cleared(Some(colour), cells));
    }

    fn cleared_colourless(&mut self, cells: Cells) {
        self.push(Event::Cleared(None, cells));
    }

    fn made(&mut self, cell: Cell, power: Power, colour: Colour) {
        self.push(Event::Made(cell, power, colour));
    }

    fn fired(&mut self, middle: Cell, blast: Blast, cells: Cells, blocks: u32, cascade: u32) {
        self.push(Event::Fired {
            middle,
            blast,
            cells,
            points: points(blocks, cascade),
        });
    }

    fn fell(&mut self, fill: &Fill, from: Cell, to: Cell) {
        self.push(Event::Fell(path(fill, to, |cell| cell == from)));
    }

    fn spawned(&mut self, fill: &Fill, to: Cell, colour: Colour) {
        let path = path(fill, to, |cell| fill.source(cell).is_spawner());
        self.push(Event::Spawned(colour, path));
    }

    fn settled(&mut self) {
        self.push(Event::Settled);
    }

    fn reshuffled(&mut self, board: &Board) {
        let blocks = board.size().cells();
        let laid = blocks.filter_map(|cell| Some((cell, board.colour(cell)?, board.power(cell))));
        self.push(Event::Reshuffled(laid.collect()));
    }
}

/// The fill path that ends at `to` and begins at the cell for which `start` holds.
fn path(fill: &Fill, to: Cell, start: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let mut path = vec![to];
    let mut cell = to;
    while !start(cell) {
        cell = fill.source(cell);
        path.push(cell);
    }
    path.reverse();
    path
}

/// The score of some blocks: ten points per block, times the step of the cascade from 1.
#[inline]
pub fn points(blocks: u32, cascade: u32) -> u32 {
    10 * blocks * cascade
}
