//! The ways in which the blocks of one step of a cascade leave the board: into the power piece that they make, to the
//! goal, struck by a colour piece, or as they are.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::motion::{FlightIntoPiece, FlightToGoal, ShrinkingOut};
use super::{place_of, powers};
use crate::games::match3::rules::{Blast, Cell, Cells, Colour, Event};

/// The ways of the blocks that leave in one step.
#[derive(Default)]
pub(super) struct LeavingBlocks {
    /// The cell of the power piece that a block helps to make.
    gathered: HashMap<Cell, Cell>,
    /// Seconds until a colour piece strikes a block.
    struck: HashMap<Cell, f32>,
}

impl LeavingBlocks {
    /// The leaving blocks of a step, from its events.
    pub(super) fn of(step: &[Event]) -> Self {
        let mut leaving = LeavingBlocks::default();
        for event in step {
            match event {
                Event::Made(piece, _, colour) => {
                    let group = group_of(step, *piece, *colour);
                    let parts = group.iter().filter(|cell| cell != piece);
                    leaving.gathered.extend(parts.map(|cell| (cell, *piece)));
                }
                Event::Fired {
                    middle,
                    blast: Blast::Colour,
                    cells,
                    ..
                } => {
                    let struck = cells.iter();
                    let struck = struck.map(|cell| (cell, powers::strike_delay(*middle, cell)));
                    leaving.struck.extend(struck);
                }
                _ => {}
            }
        }
        leaving
    }

    /// Whether the block of a cell flies into a power piece.
    pub(super) fn is_gathered(&self, cell: Cell) -> bool {
        self.gathered.contains_key(&cell)
    }

    /// Seconds until the block of a cell begins to leave.
    pub(super) fn delay(&self, cell: Cell) -> f32 {
        self.struck.get(&cell).copied().unwrap_or(0.0)
    }

    /// Lets a block begin to leave its cell. It flies to `goal` if it counts for it and makes no power piece.
    pub(super) fn begin(&self, block: &mut EntityCommands, cell: Cell, goal: Option<Vec2>) {
        let (from, late) = (place_of(cell), self.delay(cell));
        match (self.gathered.get(&cell), goal) {
            (Some(piece), _) => block.insert(FlightIntoPiece::new(from, place_of(*piece))),
            (None, Some(goal)) => block.insert(FlightToGoal::new(from, goal, late)),
            (None, None) => block.insert(ShrinkingOut::after(late)),
        };
    }
}

/// The cells of the match that makes a power piece. Pieces that a combination makes come out of no match.
fn group_of(step: &[Event], piece: Cell, colour: Colour) -> Cells {
    let group = step.iter().find_map(|event| match event {
        Event::Matched {
            colour: own, cells, ..
        } if *own == colour && cells.has(piece) => Some(*cells),
        _ => None,
    });
    group.unwrap_or_default()
}
