//! Breeding puzzles of sokoban.

use evolvarium::generation::Stream;
use evolvarium::generation::tiles::TileMap;

use super::super::problems::sokoban::{CRATE, EMPTY, PLAYER, SOLID, Sokoban, TARGET};
use super::super::problems::{Content, Controls};
use super::Breed;

impl Breed for Sokoban {
    fn founder(&self, _controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = vec![EMPTY; self.size * self.size];
        let walls = rng.random_below((self.size * self.size / 3) as u32);
        let crates = 1 + rng.random_below(self.size as u32);
        let mut map = TileMap::new(self.size, SOLID, &mut content);
        for (tile, count) in [
            (SOLID, walls),
            (PLAYER, 1),
            (CRATE, crates),
            (TARGET, crates),
        ] {
            for _ in 0..count {
                map.put(tile, EMPTY, rng);
            }
        }
        content
    }

    fn offspring(&self, parent: &Content, _controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = parent.clone();
        let mut map = TileMap::new(self.size, SOLID, &mut content);
        for _ in 0..1 + rng.random_below(3) {
            match rng.random_below(8) {
                0 => {
                    map.put(SOLID, EMPTY, rng);
                }
                1 => {
                    map.put(EMPTY, SOLID, rng);
                }
                2 => {
                    if map.put(CRATE, EMPTY, rng).is_some() {
                        map.put(TARGET, EMPTY, rng);
                    }
                }
                3 => {
                    if map.put(EMPTY, CRATE, rng).is_some() {
                        map.put(EMPTY, TARGET, rng);
                    }
                }
                4 => map.move_tile(SOLID, EMPTY, rng),
                5 => map.move_tile(PLAYER, EMPTY, rng),
                6 => map.move_tile(CRATE, EMPTY, rng),
                _ => map.move_tile(TARGET, EMPTY, rng),
            }
        }
        content
    }
}
