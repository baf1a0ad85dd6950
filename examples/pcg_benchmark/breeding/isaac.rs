//! Breeding dungeons of isaac: doors are made and closed on both sides.

use evolvarium::generation::Stream;

use super::super::problems::isaac::{DOWN, Isaac, LEFT, RIGHT, UP};
use super::super::problems::{Content, Controls};
use super::Breed;

impl Isaac {
    /// Opens or closes the doors between a random room and the one to its right or below.
    fn flip_door(&self, content: &mut Content, rng: &mut Stream) {
        let side = rng.random_below(2) == 0;
        let (size, short) = (self.size as u32, self.size as u32 - 1);
        let (along, across) = (rng.random_below(short), rng.random_below(size));
        if side {
            let room = (across * size + along) as usize;
            content[room] ^= RIGHT;
            content[room + 1] ^= LEFT;
        } else {
            let room = (along * size + across) as usize;
            content[room] ^= DOWN;
            content[room + self.size] ^= UP;
        }
    }
}

impl Breed for Isaac {
    fn founder(&self, _controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = vec![0; self.area() + 4];
        for _ in 0..self.area() * 2 {
            self.flip_door(&mut content, rng);
        }
        for room in &mut content[self.area()..] {
            *room = rng.random_below(self.area() as u32) as u8;
        }
        content
    }

    fn offspring(&self, parent: &Content, _controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = parent.clone();
        for _ in 0..1 << rng.random_below(4) {
            self.flip_door(&mut content, rng);
        }
        if rng.random_below(2) == 0 {
            let place = self.area() + rng.random_below(4) as usize;
            content[place] = rng.random_below(self.area() as u32) as u8;
        }
        content
    }
}
