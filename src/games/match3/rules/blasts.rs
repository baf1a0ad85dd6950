//! Power pieces in play: matches create them, and they fire, set each other off and combine.

use super::board::{Board, Colour};
use super::event::Observer;
use super::grid::{Cell, Cells};
use super::power::{Blast, Power};
use super::swaps::Swap;

/// The result of one step of a cascade.
#[derive(Default)]
pub(super) struct StepResult {
    /// The blocks that leave the board.
    pub cleared: Cells,
    /// The special cells that lost their last layer.
    pub opened: Cells,
    /// Whether anything happened.
    pub any: bool,
}

/// The power pieces that the matches of a step create, at most eight.
#[derive(Default)]
pub(super) struct CreatedPieces {
    pieces: [Option<(Cell, Power, Colour)>; 8],
    count: usize,
}

impl CreatedPieces {
    /// Adds the piece that a group of one colour creates, if any: where the swap `moved` a block, else in the middle of
    /// the group, and always in one of the `cleared` cells.
    pub(super) fn add(&mut self, group: Cells, cleared: Cells, colour: Colour, moved: Cells) {
        let Some((power, place)) = power_of(group) else {
            return;
        };
        let here = (moved & cleared).first();
        let cell = here.or((place & cleared).first()).or(cleared.first());
        if let (Some(cell), Some(free)) = (cell, self.pieces.get_mut(self.count)) {
            *free = Some((cell, power, colour));
            self.count += 1;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Cell, Power, Colour)> {
        self.pieces.into_iter().flatten()
    }
}

/// The piece that a group of lines creates, and the best cells for it; `None` for three in a line.
pub(super) fn power_of(group: Cells) -> Option<(Power, Cells)> {
    // The left and upper ends of lines of three, four and five cells.
    let right3 = group & group.east::<1>() & group.east::<2>();
    let right4 = right3 & group.east::<3>();
    let down3 = group & group.south::<1>() & group.south::<2>();
    let down4 = down3 & group.south::<3>();
    let right5 = right4 & group.east::<4>();
    let down5 = down4 & group.south::<3>().south::<1>();
    let across = right3 | right3.west::<1>() | right3.west::<2>();
    let along = down3 | down3.north::<1>() | down3.north::<2>();
    let five = right5.west::<2>() | down5.north::<2>();
    if !five.is_empty() {
        Some((Power::Colour, five))
    } else if !(across & along).is_empty() {
        Some((Power::Bomb, across & along))
    } else if !right4.is_empty() {
        Some((Power::Down, right4.west::<1>()))
    } else if !down4.is_empty() {
        Some((Power::Across, down4.north::<1>()))
    } else {
        None
    }
}

impl Board {
    /// Whether a swap brings power pieces together, or a colour piece to any block.
    #[inline]
    pub fn is_combination(&self, swap: Swap) -> bool {
        if self.powers.is_empty() {
            return false;
        }
        let powers = [swap.a(), swap.b()].map(|cell| self.power(cell));
        match powers {
            [Some(_), Some(_)] => true,
            [one, other] => one == Some(Power::Colour) || other == Some(Power::Colour),
        }
    }

    /// The cells that a swap hits with the power pieces that it sets off itself. It is an estimate for players, without
    /// the pieces that these set off in turn.
    #[inline]
    pub(crate) fn first_blast(&self, swap: Swap, matched: Cells) -> Cells {
        if self.powers.is_empty() {
            return Cells::default();
        }
        if self.is_combination(swap) {
            return match self.combined_blast(swap.a(), swap.b()) {
                Some(blast) => blast.cells(swap.b(), self.size),
                None => {
                    let colours = [swap.a(), swap.b()].map(|cell| self.colour(cell));
                    let colour = colours.into_iter().flatten().next();
                    colour.map_or(Cells::default(), |colour| self.of_colour(colour))
                }
            };
        }
        // A piece that the swap moves into its match fires from there.
        let ends = [(swap.a(), swap.b()), (swap.b(), swap.a())];
        let moved = ends
            .into_iter()
            .filter_map(|(from, to)| Some((to, self.power(from)?)));
        let still = (matched & self.powers.all()).iter();
        let still = still.filter_map(|cell| Some((cell, self.power(cell)?)));
        let fired = still.chain(moved).filter(|(cell, _)| matched.has(*cell));
        fired.fold(Cells::default(), |all, (cell, power)| {
            all | power.blast().cells(cell, self.size)
        })
    }

    /// The blast of two power pieces together; `None` for a colour piece with a coloured one.
    fn combined_blast(&self, a: Cell, b: Cell) -> Option<Blast> {
        let line = |power: Power| matches!(power, Power::Across | Power::Down);
        let (one, other) = (self.power(a)?, self.power(b)?);
        match (one, other) {
            (Power::Colour, Power::Colour) => Some(Blast::Everything),
            (Power::Colour, _) | (_, Power::Colour) => None,
            (Power::Bomb, Power::Bomb) => Some(Blast::Wide),
            (one, other) if line(one) && line(other) => Some(Blast::Cross),
            _ => Some(Blast::BroadCross),
        }
    }

    /// Fires the two power pieces that a swap brought together, or a colour piece with the block that it was swapped
    /// with.
    pub(super) fn fire_combination(
        &mut self,
        moved: Cells,
        cascade: u32,
        result: &mut StepResult,
        observer: &mut impl Observer,
    ) {
        let mut ends = moved.iter();
        let (Some(a), Some(b)) = (ends.next(), ends.next()) else {
            return;
        };
        if Swap::new(a, b).is_none_or(|swap| !self.is_combination(swap)) {
            return;
        }
        result.any = true;
        if let Some(blast) = self.combined_blast(a, b) {
            // Both pieces fire as one blast and not each for itself.
            self.powers.clear(moved);
            let colourless = moved - self.blocks();
            if !colourless.is_empty() {
                observer.cleared_colourless(colourless);
            }
            result.cleared |= colourless;
            let cells = blast.cells(b, self.size);
            self.apply_blast(b, blast, cells | moved, cascade, result, observer);
        } else {
            self.fire_colour_piece(a, b, cascade, result, observer);
        }
        self.fire(
            result.cleared & self.powers.all(),
            cascade,
            result,
            observer,
        );
    }

    /// Fires a colour piece at the colour of the block that it was swapped with. If that block is a power piece, all
    /// blocks of the colour become such pieces first.
    fn fire_colour_piece(
        &mut self,
        a: Cell,
        b: Cell,
        cascade: u32,
        result: &mut StepResult,
        observer: &mut impl Observer,
    ) {
        let (piece, other) = match self.power(a) {
            Some(Power::Colour) => (a, b),
            _ => (b, a),
        };
        let Some(colour) = self.colour(other) else {
            return;
        };
        let all = self.of_colour(colour);
        if let Some(power) = self.power(other) {
            for cell in (all - self.overlays - self.powers.all()).iter() {
                // Line pieces alternate between rows and columns.
                let turned = match power {
                    Power::Across | Power::Down if (cell.row() + cell.col()) % 2 == 0 => {
                        Power::Across
                    }
                    Power::Across | Power::Down => Power::Down,
                    other => other,
                };
                self.set_power(cell, turned);
                observer.made(cell, turned, colour);
            }
        }
        let own: Cells = [piece].into_iter().collect();
        self.powers.clear(own);
        observer.cleared_colourless(own);
        result.cleared |= own;
        self.apply_blast(piece, Blast::Colour, all | own, cascade, result, observer);
    }

    /// Fires power pieces, the pieces that they hit, and so on.
    pub(super) fn fire(
        &mut self,
        first: Cells,
        cascade: u32,
        result: &mut StepResult,
        observer: &mut impl Observer,
    ) {
        let mut waiting = first;
        while let Some(cell) = waiting.first() {
            waiting.remove(cell);
            let Some(power) = self.power(cell) else {
                continue;
            };
            let own: Cells = [cell].into_iter().collect();
            self.powers.clear(own);
            let blast = power.blast();
            let cells = match blast {
                // A colour piece that another one sets off takes the most frequent colour.
                Blast::Colour => self.most_frequent(),
                _ => blast.cells(cell, self.size),
            };
            self.apply_blast(cell, blast, cells, cascade, result, observer);
            waiting |= result.cleared & self.powers.all();
        }
    }

    /// The blocks of the most frequent colour.
    fn most_frequent(&self) -> Cells {
        let planes = self.planes[..usize::from(self.colours)].iter().copied();
        planes.max_by_key(|plane| plane.len()).unwrap_or_default()
    }

    /// Applies one blast: special cells lose a layer, and blocks leave the board unless an overlay holds them.
    fn apply_blast(
        &mut self,
        middle: Cell,
        blast: Blast,
        cells: Cells,
        cascade: u32,
        result: &mut StepResult,
        observer: &mut impl Observer,
    ) {
        result.opened |= self.hit(cells & (self.walls | self.overlays), observer);
        let cleared = (cells & self.blocks()) - self.overlays - result.cleared;
        observer.fired(middle, blast, cells, cleared.len(), cascade);
        for colour in 0..self.colours {
            let own = cleared & self.planes[usize::from(colour)];
            if !own.is_empty() {
                observer.cleared(Colour(colour), own);
            }
        }
        let colourless = cleared & self.powers.of(Power::Colour);
        if !colourless.is_empty() {
            observer.cleared_colourless(colourless);
        }
        result.cleared |= cleared;
    }
}
