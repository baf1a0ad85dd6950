//! Breeding dungeons of zelda: a maze is dug, and things are put into it and moved about.

use evolvarium::generation::Stream;
use evolvarium::generation::tiles::{Digging, TileMap};

use super::super::problems::zelda::{DOOR, EMPTY, ENEMY, KEY, PLAYER, SOLID, Zelda};
use super::super::problems::{Content, Controls};
use super::{Breed, near};

impl Zelda {
    fn digging(&self, rng: &mut Stream) -> Digging {
        let part = 0.4 + 0.25 * rng.random_f64();
        Digging {
            empty: EMPTY,
            amount: ((self.width * self.height) as f64 * part) as usize,
            winding: 0.5 + 0.5 * rng.random_f64(),
        }
    }

    /// Puts in the tiles that are missing.
    fn complete(&self, content: &mut Content, rng: &mut Stream) {
        let count = |content: &Content, tile: u8| content.iter().filter(|&&t| t == tile).count();
        let range = self.enemies();
        let enemies = range.start + rng.random_below(range.end - range.start);
        for (tile, wanted) in [(PLAYER, 1), (KEY, 1), (DOOR, 1), (ENEMY, enemies as usize)] {
            for _ in count(content, tile)..wanted {
                TileMap::new(self.width, SOLID, content).put(tile, EMPTY, rng);
            }
        }
    }
}

impl Breed for Zelda {
    fn founders(&self) -> f64 {
        0.5
    }

    /// A corridor from the player over the key to the door. Both parts of it have the wanted lengths.
    fn founder(&self, controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = vec![SOLID; self.width * self.height];
        let to_key = near(controls[0], self.tolerance, rng);
        let to_door = to_key + near(controls[1], self.tolerance, rng);
        let mut map = TileMap::new(self.width, SOLID, &mut content);
        let corridor = map.dig_corridor(EMPTY, to_door + 1, rng);
        for (at, tile) in [(0, PLAYER), (to_key, KEY), (to_door, DOOR)] {
            if let Some(&cell) = corridor.get(at) {
                content[cell] = tile;
            }
        }
        self.complete(&mut content, rng);
        content
    }

    fn offspring(&self, parent: &Content, _controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = parent.clone();
        let how = self.digging(rng);
        let mut map = TileMap::new(self.width, SOLID, &mut content);
        match rng.random_below(4) {
            0 => {
                map.bend(EMPTY, rng);
            }
            1 => {
                map.bury(self.height / 2 + 1, rng);
                map.keep_one_region(rng);
                map.dig(how, rng);
            }
            _ => {
                for _ in 0..1 + rng.random_below(2) {
                    let tile = [PLAYER, KEY, DOOR][rng.random_below(3) as usize];
                    map.move_tile(tile, EMPTY, rng);
                }
            }
        }
        self.complete(&mut content, rng);
        content
    }
}
