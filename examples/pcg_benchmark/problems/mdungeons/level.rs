//! The rules of MiniDungeons.

use super::super::sequence::Text;
use super::{EMPTY, EXIT, GOBLIN, OGRE, PLAYER, POTION, SOLID, TREASURE};

/// The player's health at the start, which is also the most.
const HEALTH: u8 = 5;

/// The number that stands for no item in a cell.
const NO_ITEM: u16 = u16::MAX;

/// The part of a dungeon that does not change while it is played.
pub struct Level {
    width: usize,
    height: usize,
    tiles: Vec<u8>,
    exit: u16,
    start: u16,
    /// The number of the item in each cell.
    item: Vec<u16>,
    /// The number of items.
    items: usize,
}

/// A state of a game: the player's cell, health and treasures.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// The player's cell.
    pub cell: u16,
    /// The player's health; 0 if the game is lost.
    pub health: u8,
    /// The number of treasures taken.
    pub treasures: u32,
}

impl Level {
    /// The level of a content with a player and an exit, in rows of `width` cells.
    pub fn new(width: usize, content: &[u8]) -> Self {
        let mut item = vec![NO_ITEM; content.len()];
        let mut items = 0;
        for (cell, &tile) in content.iter().enumerate() {
            if matches!(tile, POTION | TREASURE | GOBLIN | OGRE) {
                item[cell] = items as u16;
                items += 1;
            }
        }
        let find = |tile: u8| content.iter().position(|&t| t == tile).unwrap_or(0) as u16;
        Level {
            width,
            height: content.len() / width,
            tiles: content.to_vec(),
            exit: find(EXIT),
            start: find(PLAYER),
            item,
            items,
        }
    }

    /// The number of items: potions, treasures and enemies.
    pub fn items(&self) -> usize {
        self.items
    }

    /// The player at the start.
    pub fn start(&self) -> Player {
        Player {
            cell: self.start,
            health: HEALTH,
            treasures: 0,
        }
    }

    /// The player after a step in direction `direction` (left, right, up, down), with the item that is met there and
    /// was not `taken` before. A step into a wall leads nowhere, and the game goes on.
    pub fn step(
        &self,
        mut player: Player,
        direction: usize,
        taken: impl FnOnce(usize) -> bool,
    ) -> (Player, Option<usize>) {
        let cell = usize::from(player.cell);
        let (x, width) = (cell % self.width, self.width);
        let to = match direction {
            0 if x > 0 => cell - 1,
            1 if x + 1 < width => cell + 1,
            2 if cell >= width => cell - width,
            3 if cell + width < self.tiles.len() => cell + width,
            _ => return (player, None),
        };
        if self.tiles[to] == SOLID {
            return (player, None);
        }
        player.cell = to as u16;
        let item = usize::from(self.item[to]);
        if self.item[to] == NO_ITEM || taken(item) {
            return (player, None);
        }
        match self.tiles[to] {
            POTION => player.health = (player.health + 2).min(HEALTH),
            TREASURE => player.treasures += 1,
            GOBLIN => player.health = player.health.saturating_sub(1),
            _ => player.health = player.health.saturating_sub(2),
        }
        (player, Some(item))
    }

    /// Whether the player is at the exit.
    pub fn is_won(&self, player: Player) -> bool {
        player.cell == self.exit
    }

    /// The distance of the player from a good end: steps to the exit, lost health and treasures, on a map with a wall
    /// around.
    pub fn distance(&self, player: Player) -> i32 {
        let place = |cell: u16| {
            (
                usize::from(cell) % self.width,
                usize::from(cell) / self.width,
            )
        };
        let ((x, y), (exit_x, exit_y)) = (place(player.cell), place(self.exit));
        let steps = (x.abs_diff(exit_x) + y.abs_diff(exit_y)) as i32;
        let area = ((self.width + 2) * (self.height + 2)) as i32;
        let lost = i32::from(HEALTH - player.health);
        steps + 4 * lost - 2 * player.treasures as i32 + area
    }

    /// The items that are met on a way, one letter an item.
    pub fn text(&self, way: &[u16]) -> Text {
        let mut met = vec![false; self.tiles.len()];
        let mut text = Vec::new();
        for &cell in way {
            let cell = usize::from(cell);
            let letter = match self.tiles[cell] {
                POTION => b'p',
                TREASURE => b'$',
                GOBLIN => b'1',
                OGRE => b'2',
                _ => EMPTY,
            };
            if letter != EMPTY && !std::mem::replace(&mut met[cell], true) {
                text.push(letter);
            }
        }
        Text::new(text)
    }
}
