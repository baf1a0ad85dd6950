//! Breeding dungeons of MiniDungeons: a corridor is dug from the player to the exit, and things are put into it in an
//! order.

use evolvarium::generation::Stream;
use evolvarium::generation::tiles::TileMap;

use super::super::problems::mdungeons::{
    EMPTY, EXIT, GOBLIN, Mdungeons, OGRE, PLAYER, POTION, SOLID, TREASURE,
};
use super::super::problems::{Content, Controls};
use super::{Breed, near};

/// The number of plans that are drawn before one with as few things as possible is taken.
const PLANS: usize = 30;

/// The numbers of things that are put into a corridor.
struct Things {
    goblins: usize,
    ogres: usize,
    treasures: usize,
    /// The potions that are left out, 0 to 2.
    spared: usize,
    /// The potions that are added.
    added: usize,
}

impl Mdungeons {
    /// The length of a corridor and the things in it for these controls. If there is little space, it is as long as
    /// allowed, and has as few things as possible.
    fn plan(&self, controls: &[u32], rng: &mut Stream) -> (usize, Things) {
        let [treasures, longer] = self.tolerances().map(|tolerance| tolerance as usize);
        let longest = controls[1] as usize + longer;
        for _ in 0..PLANS {
            let length = match rng.random_below(2) {
                0 => near(controls[1], longer, rng),
                _ => longest,
            };
            let enemies = self.enemies + few(length / 2, rng);
            let part = rng.random_f64();
            let ogres = (0..enemies).filter(|_| rng.random_f64() < part).count();
            let things = Things {
                goblins: enemies - ogres,
                ogres,
                treasures: near(controls[0], treasures, rng),
                spared: rng.random_below(3) as usize,
                added: few(length / 8, rng),
            };
            if things.count() + 2 <= length {
                return (length, things);
            }
        }
        let fewest = Things {
            goblins: self.enemies,
            ogres: 0,
            treasures: (controls[0] as usize).saturating_sub(treasures),
            spared: 2,
            added: 0,
        };
        (longest, fewest)
    }
}

impl Things {
    fn potions(&self) -> usize {
        let groups = self.goblins.div_ceil(2) + self.ogres;
        groups.saturating_sub(self.spared) + self.added
    }

    fn count(&self) -> usize {
        self.goblins + self.ogres + self.treasures + self.potions()
    }

    /// The things in a random order. A potion follows each two goblins and each ogre. Potions that are left out are
    /// that of the last group and that of another group. It is not checked whether the potions suffice.
    fn in_order(&self, rng: &mut Stream) -> Vec<u8> {
        let mut groups = vec![vec![OGRE, POTION]; self.ogres];
        groups.resize(self.ogres + self.goblins / 2, vec![GOBLIN, GOBLIN, POTION]);
        if self.goblins % 2 == 1 {
            groups.push(vec![GOBLIN, POTION]);
        }
        rng.shuffle(&mut groups);
        if let Some(last) = groups.last_mut().filter(|_| self.spared > 0) {
            last.pop();
        }
        if self.spared > 1 && groups.len() > 1 {
            let other = rng.random_below(groups.len() as u32 - 1) as usize;
            groups[other].pop();
        }
        let mut things = groups.concat();
        for _ in 0..self.added {
            insert(&mut things, POTION, 1, rng);
        }
        // Treasures lie in heaps.
        let heap = 1 + rng.random_below(self.treasures as u32 + 1) as usize;
        let mut left = self.treasures;
        while left > 0 {
            insert(&mut things, TREASURE, heap.min(left), rng);
            left -= heap.min(left);
        }
        things
    }
}

/// A random number from 0 to `most`, more often a small one than a large one.
fn few(most: usize, rng: &mut Stream) -> usize {
    rng.random_below(most as u32 + 1) as usize >> rng.random_below(5)
}

/// Puts a thing into a list `count` times at a random place.
fn insert(things: &mut Vec<u8>, thing: u8, count: usize, rng: &mut Stream) {
    let at = rng.random_below(things.len() as u32 + 1) as usize;
    things.splice(at..at, std::iter::repeat_n(thing, count));
}

impl Breed for Mdungeons {
    fn founders(&self) -> f64 {
        0.2
    }

    /// A corridor with the player and the exit at its ends and things between them.
    fn founder(&self, controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = vec![SOLID; self.width * self.height];
        let (length, things) = self.plan(controls, rng);
        let mut map = TileMap::new(self.width, SOLID, &mut content);
        let corridor = map.dig_corridor(EMPTY, length, rng);
        let [start, between @ .., exit] = &corridor[..] else {
            return content;
        };
        let things = things.in_order(rng);
        let mut left = &things[..];
        for (at, &cell) in between.iter().enumerate() {
            let cells = between.len() - at;
            // All choices of cells for the things are equally likely.
            if (rng.random_below(cells as u32) as usize) < left.len()
                && let Some((&thing, others)) = left.split_first()
            {
                content[cell] = thing;
                left = others;
            }
        }
        content[*start] = PLAYER;
        content[*exit] = EXIT;
        content
    }

    /// A child in which a few things come, go, move or become others.
    fn offspring(&self, parent: &Content, _controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = parent.clone();
        let mut map = TileMap::new(self.width, SOLID, &mut content);
        for _ in 0..1 << rng.random_below(3) {
            let mut item = || [POTION, TREASURE, GOBLIN, OGRE][rng.random_below(4) as usize];
            let (item, other) = (item(), item());
            match rng.random_below(9) {
                0 => {
                    map.put(item, EMPTY, rng);
                }
                1 => {
                    map.put(EMPTY, item, rng);
                }
                2 => map.move_tile(item, EMPTY, rng),
                3 => {
                    map.put(other, item, rng);
                }
                4 | 5 => map.shuffle_open(3, rng),
                _ => map.move_tile(item, other, rng),
            }
        }
        content
    }
}
