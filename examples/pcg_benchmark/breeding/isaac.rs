//! Breeding dungeons of isaac: all doors but a few are open, and the closed ones follow a pattern.
//!
//! Two dungeons count as different only if a certain number of their doors differ, neither fewer nor more: about 7 or 8
//! of 24, 15 to 18 of 60, 26 to 32 of 112. Turned difference sets have this property by themselves (Singer 1938): the
//! doors form a ring, in an order that is drawn anew for each attempt, and a dungeon closes the doors of a pattern that
//! is turned by some number of doors. Each difference of two numbers of the pattern comes up about as often as any
//! other, so any two turns have about as many doors in common. Only a measurement tells whether a dungeon hangs
//! together, and how long its ways are.

use evolvarium::generation::Stream;

use super::super::problems::isaac::{Door, Isaac};
use super::super::problems::{Content, Controls};
use super::Breed;

/// Numbers of a ring of 21 of which each difference comes up once.
const OF_21: &[usize] = &[0, 2, 12, 15, 16];
/// Numbers of a ring of 55 of which each difference comes up once or twice.
const OF_55: &[usize] = &[0, 16, 17, 19, 22, 24, 28, 32, 42, 43];
/// Numbers of a ring of 107 of which each difference comes up one to four times.
const OF_107: &[usize] = &[
    0, 4, 24, 45, 49, 52, 53, 54, 55, 61, 63, 75, 81, 89, 92, 94, 95,
];

/// The pattern for a ring of `doors` doors; empty for other numbers than 21, 55 and 107.
fn pattern(doors: usize) -> &'static [usize] {
    match doors {
        21 => OF_21,
        55 => OF_55,
        107 => OF_107,
        _ => &[],
    }
}

impl Isaac {
    /// All doors between two rooms.
    fn doors(&self) -> Vec<Door> {
        let (size, area) = (self.size, self.area());
        let right = (0..area).filter(|room| (room + 1) % size > 0);
        let below = 0..area - size;
        let right = right.map(|room| Door { room, step: 1 });
        let below = below.map(|room| Door { room, step: size });
        right.chain(below).collect()
    }

    /// Doors to the right of the first rooms of the first rows, which are closed at first. Start and boss can only be
    /// in the left upper part of the map, and 2 steps for each room of a row must lie between them; a wall there makes
    /// room for them.
    fn wall(&self) -> Vec<Door> {
        let rows = (2 * self.size - 4).div_ceil(6);
        let room = |row| row * self.size;
        (0..rows)
            .map(|row| Door {
                room: room(row),
                step: 1,
            })
            .collect()
    }

    /// The doors that the pattern may close: all but those of the wall and those on the way down beside it.
    fn doors_of_ring(&self) -> Vec<Door> {
        let wall = self.wall();
        let is_beside = |door: &Door| {
            door.step > 1
                && door.room.is_multiple_of(self.size)
                && door.room <= wall.len() * self.size
        };
        let mut doors = self.doors();
        doors.retain(|door| !wall.contains(door) && !is_beside(door));
        doors
    }
}

impl Breed for Isaac {
    fn founders(&self) -> f64 {
        0.8
    }

    fn attempts(&self) -> u64 {
        20
    }

    fn begin(&mut self, rng: &mut Stream) {
        self.ring = self.doors_of_ring();
        rng.shuffle(&mut self.ring);
    }

    /// A dungeon in which all doors are open but those of the wall, and those of the pattern at a random turn.
    fn founder(&self, _controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = vec![0; self.area() + 4];
        for door in self.doors().into_iter().chain(self.wall()) {
            door.flip(&mut content);
        }
        let doors = self.ring.len();
        let turn = rng.random_below(doors as u32) as usize;
        for number in pattern(doors) {
            self.ring[(number + turn) % doors].flip(&mut content);
        }
        let area = self.area() as u32;
        let special = &mut content[self.area()..];
        special.fill_with(|| rng.random_below(area) as u8);
        if rng.random_below(2) == 0 {
            // The start and the boss are on both sides of the wall.
            special[0] = self.size as u8 + 1;
            special[1] = self.size as u8 + 3;
        }
        content
    }

    /// A child in which closed doors and special rooms have moved.
    fn offspring(&self, parent: &Content, _controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = parent.clone();
        let is_open = |door: &Door| door.is_open(parent);
        let (open, closed): (Vec<_>, Vec<_>) = self.doors().into_iter().partition(is_open);
        for _ in 0..1 << rng.random_below(3) {
            for doors in [&open, &closed] {
                if let Some(door) = rng.choose(doors) {
                    door.flip(&mut content);
                }
            }
        }
        if rng.random_below(2) == 0 {
            let place = self.area() + rng.random_below(4) as usize;
            content[place] = rng.random_below(self.area() as u32) as u8;
        }
        content
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least and the greatest number of doors that differ between two turns of a pattern.
    fn differences(doors: usize) -> (usize, usize) {
        let pattern = pattern(doors);
        let common = |turn: usize| {
            let turned = pattern.iter().map(|number| (number + turn) % doors);
            turned.filter(|number| pattern.contains(number)).count()
        };
        let different = (1..doors).map(|turn| 2 * (pattern.len() - common(turn)));
        let (least, most) = (different.clone().min(), different.max());
        (least.unwrap_or(0), most.unwrap_or(0))
    }

    #[test]
    fn any_two_turns_of_a_pattern_differ_in_the_number_of_doors_that_counts_as_different() {
        for (size, doors, expected) in [(4, 21, (8, 8)), (6, 55, (16, 18)), (8, 107, (26, 32))] {
            assert_eq!(Isaac::new(size).doors_of_ring().len(), doors);
            assert_eq!(differences(doors), expected);
        }
    }
}
