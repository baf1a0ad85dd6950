//! Breeding dungeons of MiniDungeons: a corridor is dug and bent, and things are put into it.

use evolvarium::generation::Stream;
use evolvarium::generation::tiles::{Digging, TileMap};

use super::super::problems::mdungeons::{
    EMPTY, EXIT, GOBLIN, Mdungeons, OGRE, PLAYER, POTION, SOLID, TREASURE,
};
use super::super::problems::{Content, Controls};
use super::Breed;

impl Breed for Mdungeons {
    fn founder(&self, _controls: &Controls, rng: &mut Stream) -> Content {
        let area = self.width * self.height;
        let mut content = vec![SOLID; area];
        let how = Digging {
            empty: EMPTY,
            amount: area * 2 / 5,
            winding: 1.0,
        };
        let mut map = TileMap::new(self.width, SOLID, &mut content);
        map.dig(how, rng);
        let treasures = rng.random_below((self.width + self.height) as u32);
        let enemies = self.enemies as u32 + rng.random_below(3);
        let potions = enemies / 3 + rng.random_below(3);
        let ogres = rng.random_below(2);
        for (tile, count) in [
            (PLAYER, 1),
            (EXIT, 1),
            (OGRE, ogres),
            (GOBLIN, enemies - ogres),
            (POTION, potions),
            (TREASURE, treasures),
        ] {
            for _ in 0..count {
                map.put(tile, EMPTY, rng);
            }
        }
        content
    }

    fn offspring(&self, parent: &Content, _controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = parent.clone();
        let mut map = TileMap::new(self.width, SOLID, &mut content);
        if rng.random_below(4) == 0 {
            map.trim(self.width, EMPTY, rng);
            for _ in 0..1 << rng.random_below(4) {
                map.bend(EMPTY, rng);
            }
        }
        for _ in 0..1 << rng.random_below(4) {
            let mut item = || [POTION, TREASURE, GOBLIN, OGRE][rng.random_below(4) as usize];
            let (item, other) = (item(), item());
            match rng.random_below(9) {
                0 => map.move_tile(PLAYER, EMPTY, rng),
                1 => map.move_tile(EXIT, EMPTY, rng),
                2 => {
                    map.put(item, EMPTY, rng);
                }
                3 => {
                    map.put(EMPTY, item, rng);
                }
                4 => map.move_tile(item, EMPTY, rng),
                5 => {
                    map.put(other, item, rng);
                }
                6 => map.shuffle_open(self.width, rng),
                _ => map.swap_open(rng),
            }
        }
        content
    }
}
