//! The effects of ground on creatures that stand on it, and how fire spreads over it.

use super::belt::FIRE_TURNS;
use super::{Cell, Game};
use crate::games::dungeon::map::Ground;

/// The distance in steps up to which grass does not hide a creature that stands in it.
pub const GRASS_SIGHT: u16 = 2;
/// The distance in steps up to which a step on rubble is heard.
pub const RUBBLE_NOISE: u16 = 6;
/// The number of turns that a step in water takes.
pub const WATER_TURNS: u8 = 2;
/// The number of turns for which oil burns.
pub const OIL_TURNS: u8 = 8;

impl Game {
    /// The ground of a cell now: burnt grass and burnt oil are stone.
    #[inline]
    pub fn ground_at(&self, cell: Cell) -> Ground {
        let map = &self.dungeon.layout.map;
        let ground = map.ground(cell);
        if ground.is_flammable() && self.burnt.has(map, cell) {
            return Ground::Stone;
        }
        ground
    }

    /// Whether grass hides a creature on a cell from a creature on another one.
    #[inline]
    pub fn is_hidden_by_grass(&self, at: Cell, from: Cell) -> bool {
        self.ground_at(at) == Ground::Grass && at.distance_to(from) > GRASS_SIGHT
    }

    /// Whether a cell burns, or will burn in the next turn.
    pub fn will_burn(&self, cell: Cell) -> bool {
        self.burns(cell) || !self.fire.is_empty() && self.is_kindled(cell)
    }

    /// Whether fire beside a cell spreads to it.
    fn is_kindled(&self, cell: Cell) -> bool {
        let map = &self.dungeon.layout.map;
        let mut around = cell
            .neighbours()
            .filter(|from| map.is_walkable(*from, cell));
        self.ground_at(cell).is_flammable() && around.any(|from| self.burns(from))
    }

    /// A cell begins to burn, unless it is water. Grass and oil are gone afterwards.
    pub(super) fn kindle(&mut self, cell: Cell) {
        let ground = self.ground_at(cell);
        let turns = match ground {
            Ground::Water => return,
            Ground::Oil => OIL_TURNS,
            _ => FIRE_TURNS,
        };
        if ground.is_flammable() {
            self.burnt.add(&self.dungeon.layout.map, cell);
        }
        self.fire.add(cell, turns);
    }

    /// The cells to which the fire spreads in this turn.
    pub(super) fn kindled_cells(&self) -> Vec<Cell> {
        let map = &self.dungeon.layout.map;
        if !map.has_ground() {
            return Vec::new();
        }
        let around = self.burning_cells().flat_map(Cell::neighbours);
        let mut kindled: Vec<Cell> = around.filter(|cell| self.is_kindled(*cell)).collect();
        kindled.sort_unstable();
        kindled.dedup();
        kindled
    }
}
