//! Breeding mazes: they are dug without loops, dug anew in parts, and their corridors are bent.

use evolvarium::generation::Stream;
use evolvarium::generation::tiles::{Digging, TileMap};

use super::super::problems::binary::{Binary, EMPTY, SOLID};
use super::super::problems::{Content, Controls};
use super::{Breed, near};

impl Binary {
    /// Digging up to a random part of the cells.
    fn digging(&self, rng: &mut Stream) -> Digging {
        let part = 0.44 + 0.14 * rng.random_f64();
        Digging {
            empty: EMPTY,
            amount: ((self.width * self.height) as f64 * part) as usize,
            winding: 0.8 + 0.2 * rng.random_f64(),
        }
    }
}

impl Breed for Binary {
    fn founders(&self) -> f64 {
        0.5
    }

    /// A corridor as long as asked for, with dead ends.
    fn founder(&self, controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = vec![SOLID; self.width * self.height];
        let how = Digging {
            winding: rng.random_f64(),
            ..self.digging(rng)
        };
        let length = near(controls[0], self.tolerance, rng) + 1;
        let mut map = TileMap::new(self.width, SOLID, &mut content);
        map.dig_corridor(EMPTY, length, rng);
        map.dig(how, rng);
        content
    }

    fn offspring(&self, parent: &Content, _controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = parent.clone();
        let how = self.digging(rng);
        let mut map = TileMap::new(self.width, SOLID, &mut content);
        match rng.random_below(4) {
            0 => {
                for _ in 0..1 << rng.random_below(3) {
                    map.bend(EMPTY, rng);
                }
            }
            1 => {
                map.trim(self.width, EMPTY, rng);
                for _ in 0..1 << rng.random_below(6) {
                    map.bend(EMPTY, rng);
                }
                map.dig(how, rng);
            }
            _ => {
                map.bury(self.height / 2, rng);
                map.keep_one_region(rng);
                map.dig(how, rng);
            }
        }
        content
    }
}
