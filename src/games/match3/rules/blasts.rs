//! How power pieces arise, fire, set off each other, and combine.

use super::board::{Board, Colour};
use super::event::Witness;
use super::grid::{Cell, Cells};
use super::power::{Blast, Power};
use super::swaps::Swap;

/// What one step of a cascade takes.
#[derive(Default)]
pub(super) struct Spoils {
    /// Blocks that leave the board.
    pub gone: Cells,
    /// Special cells that lost their last layer.
    pub freed: Cells,
    /// Whether there was anything to take.
    pub any: bool,
}

/// The power pieces that the matches of a step make; more than eight never lie on a board at once.
#[derive(Default)]
pub(super) struct Made {
    pieces: [Option<(Cell, Power, Colour)>; 8],
    count: usize,
}

impl Made {
    /// The piece that a group of one colour makes, if it makes one: where a block was `moved`, else in its middle.
    pub(super) fn add(&mut self, group: Cells, goes: Cells, colour: Colour, moved: Cells) {
        let Some((power, place)) = made_by(group) else {
            return;
        };
        let here = (moved & goes).first();
        let cell = here.or((place & goes).first()).or(goes.first());
        if let (Some(cell), Some(free)) = (cell, self.pieces.get_mut(self.count)) {
            *free = Some((cell, power, colour));
            self.count += 1;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Cell, Power, Colour)> {
        self.pieces.into_iter().flatten()
    }
}

/// What a group of lines makes, and where best; `None` for three in a line.
fn made_by(group: Cells) -> Option<(Power, Cells)> {
    // The cells from which lines of three, four and five go right, and down.
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

    /// What the power pieces that a swap sets off take at first: a guess for players, without what these set off
    /// in turn.
    #[inline]
    pub(crate) fn promise(&self, swap: Swap, matched: Cells) -> Cells {
        if self.powers.is_empty() {
            return Cells::default();
        }
        if self.is_combination(swap) {
            return match self.blast_of(swap.a(), swap.b()) {
                Some(blast) => blast.cells(swap.b(), self.size),
                None => {
                    let colours = [swap.a(), swap.b()].map(|cell| self.colour(cell));
                    let colour = colours.into_iter().flatten().next();
                    colour.map_or(Cells::default(), |colour| self.of_colour(colour))
                }
            };
        }
        // A piece that is swapped into its match fires from there.
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

    /// What two power pieces do together; `None` if it is a colour piece with a coloured one.
    fn blast_of(&self, a: Cell, b: Cell) -> Option<Blast> {
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

    /// Power pieces that were swapped with each other, or a colour piece that was swapped with a block, fire.
    pub(super) fn combine(
        &mut self,
        moved: Cells,
        cascade: u32,
        spoils: &mut Spoils,
        witness: &mut impl Witness,
    ) {
        let mut ends = moved.iter();
        let (Some(a), Some(b)) = (ends.next(), ends.next()) else {
            return;
        };
        if Swap::new(a, b).is_none_or(|swap| !self.is_combination(swap)) {
            return;
        }
        spoils.any = true;
        if let Some(blast) = self.blast_of(a, b) {
            // Both go into one blast, instead of firing for themselves.
            self.powers.clear(moved);
            let colourless = moved - self.blocks();
            if !colourless.is_empty() {
                witness.went(colourless);
            }
            spoils.gone |= colourless;
            let cells = blast.cells(b, self.size);
            self.take(b, blast, cells | moved, cascade, spoils, witness);
        } else {
            self.take_colour(a, b, cascade, spoils, witness);
        }
        self.fire(spoils.gone & self.powers.all(), cascade, spoils, witness);
    }

    /// A colour piece takes the colour of the block it was swapped with; if that is a power piece, all of the
    /// colour become such.
    fn take_colour(
        &mut self,
        a: Cell,
        b: Cell,
        cascade: u32,
        spoils: &mut Spoils,
        witness: &mut impl Witness,
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
                // Line pieces go both ways.
                let turned = match power {
                    Power::Across | Power::Down if (cell.row() + cell.col()) % 2 == 0 => {
                        Power::Across
                    }
                    Power::Across | Power::Down => Power::Down,
                    other => other,
                };
                self.empower(cell, turned);
                witness.made(cell, turned, colour);
            }
        }
        let own: Cells = [piece].into_iter().collect();
        self.powers.clear(own);
        witness.went(own);
        spoils.gone |= own;
        self.take(piece, Blast::Colour, all | own, cascade, spoils, witness);
    }

    /// Fires power pieces, those that they hit, and so on.
    pub(super) fn fire(
        &mut self,
        first: Cells,
        cascade: u32,
        spoils: &mut Spoils,
        witness: &mut impl Witness,
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
                // Hit by another one, it takes what there is most of.
                Blast::Colour => self.most_frequent(),
                _ => blast.cells(cell, self.size),
            };
            self.take(cell, blast, cells, cascade, spoils, witness);
            waiting |= spoils.gone & self.powers.all();
        }
    }

    fn most_frequent(&self) -> Cells {
        let planes = self.planes[..usize::from(self.colours)].iter().copied();
        planes.max_by_key(|plane| plane.len()).unwrap_or_default()
    }

    /// One blast: special cells lose a layer, blocks go unless they are held.
    fn take(
        &mut self,
        middle: Cell,
        blast: Blast,
        cells: Cells,
        cascade: u32,
        spoils: &mut Spoils,
        witness: &mut impl Witness,
    ) {
        let held = cells & self.overlays;
        spoils.freed |= self.chip(cells & (self.walls | self.overlays), witness);
        let goes = (cells & self.blocks()) - (held & self.overlays) - spoils.gone;
        witness.fired(middle, blast, cells, goes.len(), cascade);
        for colour in 0..self.colours {
            let own = goes & self.planes[usize::from(colour)];
            if !own.is_empty() {
                witness.cleared(Colour(colour), own);
            }
        }
        let colourless = goes & self.powers.of(Power::Colour);
        if !colourless.is_empty() {
            witness.went(colourless);
        }
        spoils.gone |= goes;
    }
}
