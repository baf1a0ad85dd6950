//! Breeding puzzles of sokoban: they are played backwards from their end, when all crates stand on targets.

use evolvarium::generation::Stream;
use evolvarium::generation::tiles::TileMap;

use super::super::problems::sokoban::{CRATE, EMPTY, Info, PLAYER, SOLID, Sokoban, TARGET};
use super::super::problems::{Content, Controls};
use super::Breed;

/// One in this many steps backwards leaves the crate where it is.
const WALKS: u32 = 4;

/// The most steps that a puzzle is played further until it can be written.
const MOST_FURTHER: usize = 1_000;

/// A puzzle that is played backwards: the player walks, and pulls crates where it walks away from them.
struct Backwards<'a> {
    size: usize,
    /// Walls, and targets where crates end.
    content: &'a [u8],
    crates: Vec<usize>,
    player: usize,
}

impl Backwards<'_> {
    /// The cell beside another one: left, right, above, below.
    fn beside(&self, cell: usize, direction: u32) -> Option<usize> {
        let x = cell % self.size;
        match direction {
            0 => (x > 0).then(|| cell - 1),
            1 => (x + 1 < self.size).then(|| cell + 1),
            2 => cell.checked_sub(self.size),
            _ => Some(cell + self.size).filter(|&below| below < self.content.len()),
        }
    }

    /// A random step, if the cell there is free. A crate behind the player may come along.
    fn step(&mut self, rng: &mut Stream) {
        let direction = rng.random_below(4);
        let is_free = |to: &usize| self.content[*to] != SOLID && !self.crates.contains(to);
        let Some(to) = self.beside(self.player, direction).filter(is_free) else {
            return;
        };
        let behind = self.beside(self.player, direction ^ 1);
        let behind = self.crates.iter_mut().find(|c| Some(**c) == behind);
        if let Some(pulled) = behind.filter(|_| rng.random_below(WALKS) > 0) {
            *pulled = self.player;
        }
        self.player = to;
    }

    /// Whether each cell holds one thing at most, so that the puzzle can be written.
    fn can_be_written(&self) -> bool {
        let mut cells = self.crates.iter().chain([&self.player]);
        cells.all(|&cell| self.content[cell] != TARGET)
    }
}

/// The cells with this tile.
fn cells(content: &[u8], tile: u8) -> Vec<usize> {
    let cells = 0..content.len();
    cells.filter(|&cell| content[cell] == tile).collect()
}

impl Sokoban {
    /// Plays a puzzle backwards by `steps` random steps, and further until it can be written. It starts with the crates
    /// and the player where they are, or, if there are none, with crates on all targets and the player on a random
    /// cell.
    fn play_backwards(&self, content: &mut Content, steps: usize, rng: &mut Stream) {
        let mut crates = cells(content, CRATE);
        if crates.is_empty() {
            crates = cells(content, TARGET);
        }
        let player = cells(content, PLAYER).first().copied();
        let free = cells(content, EMPTY);
        let Some(player) = player.or_else(|| rng.choose(&free).copied()) else {
            return;
        };
        for tile in content.iter_mut() {
            if [CRATE, PLAYER].contains(tile) {
                *tile = EMPTY;
            }
        }
        let mut puzzle = Backwards {
            size: self.size,
            content,
            crates,
            player,
        };
        for step in 0..steps + MOST_FURTHER {
            if step >= steps && puzzle.can_be_written() {
                break;
            }
            puzzle.step(rng);
        }
        let Backwards { crates, player, .. } = puzzle;
        for cell in crates {
            content[cell] = CRATE;
        }
        content[player] = PLAYER;
    }
}

impl Breed for Sokoban {
    /// Walls and targets on random cells, and a long play backwards. The more crates there are, the fewer walls.
    fn founder(&self, controls: &Controls, rng: &mut Stream) -> Content {
        let area = (self.size * self.size) as u32;
        let mut content = vec![EMPTY; area as usize];
        let crates = (controls[0] + rng.random_below(3)).saturating_sub(1).max(1);
        let walls = rng.random_below((area / 2).saturating_sub(2 * crates).max(1));
        let mut map = TileMap::new(self.size, SOLID, &mut content);
        for (tile, count) in [(SOLID, walls), (TARGET, crates)] {
            for _ in 0..count {
                map.put(tile, EMPTY, rng);
            }
        }
        let steps = 40 << rng.random_below(5);
        self.play_backwards(&mut content, steps, rng);
        content
    }

    /// A child in which one tile has changed, or which is played further backwards.
    fn offspring(&self, parent: &Content, _controls: &Controls, rng: &mut Stream) -> Content {
        let mut content = parent.clone();
        if rng.random_below(2) == 0 {
            self.play_backwards(&mut content, 1 << rng.random_below(7), rng);
            return content;
        }
        let mut map = TileMap::new(self.size, SOLID, &mut content);
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
        content
    }

    /// Puzzles are of one kind if they have the same number of crates, and solutions of about the same length with
    /// about as many pushes.
    fn niche(&self, info: &Info) -> u32 {
        let letters = info.solution.letters().len().max(1);
        // This is twice the logarithm to the base 2.
        let length = letters.pow(2).ilog2();
        let pushes = 4 * info.pushes() / letters;
        (length * 8 + pushes as u32) * 64 + info.crates as u32
    }
}
