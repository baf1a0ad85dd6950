//! The careful player: it explores, rests and picks its fights. The share of descents that it completes measures
//! the difficulty.

use super::Player;
use super::routes::{Routes, is_worth_seeing, move_to};
use crate::games::dungeon::map::{Cell, Tile};
use crate::games::dungeon::rules::{Armour, Game, Item, Move, Status, Weapon};

/// How the player treats enemies that it sees but that do not stand beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stance {
    /// Waits for enemies that come, and strikes those that do not know of the hero.
    #[default]
    Combative,
    /// Ignores them and goes on to the exit.
    Hurried,
}

/// The careful player with its memory.
#[derive(Clone, Debug, Default)]
pub struct Careful {
    /// The way in which it treats enemies.
    stance: Stance,
    routes: Routes,
    /// The rest of the route along which it explores, with the next cell last.
    route: Vec<Cell>,
    /// The number of turns for which it has waited for a visible enemy.
    waited: u8,
    /// The number of explored cells and the points at the last progress.
    progress: (usize, u32),
    /// The number of moves since the last progress.
    idle: u32,
    /// The last seen cell of the enemy that it pursues.
    target: Option<Cell>,
}

/// The number of moves without progress after which it attacks enemies that are in the way.
const MAX_IDLE: u32 = 40;
/// The number of turns for which it waits for an enemy.
const MAX_WAIT: u8 = 6;

impl Careful {
    /// A player with a stance.
    pub fn new(stance: Stance) -> Self {
        Careful {
            stance,
            ..Careful::default()
        }
    }

    /// The move against enemies beside the hero.
    fn fight(&mut self, game: &Game, near: &[Cell]) -> Move {
        self.waited = 0;
        if let Some(drink) = needed_potion(game) {
            return drink;
        }
        let life = |cell: &Cell| {
            game.enemy_at(*cell)
                .map_or(u8::MAX, |enemy| game.enemies[enemy].life)
        };
        let weakest = near.iter().copied().min_by_key(life);
        // Against several enemies it steps back into a doorway or corridor, where only one can come at a time.
        if near.len() > 1 && is_wide(game, game.hero.at) {
            let narrow = |cell| cell != game.hero.at && is_narrow(game, cell);
            if let Some(route) = self.routes.to(game, narrow).filter(|r| r.len() <= 3)
                && let Some(next) = route.first()
            {
                return move_to(game.hero.at, *next);
            }
        }
        weakest.map_or(Move::Wait, |cell| move_to(game.hero.at, cell))
    }

    /// The move when the nearest visible enemy is on the cell `at` and none stands beside the hero.
    fn approach(&mut self, game: &Game, at: Cell, aware: bool) -> Option<Move> {
        if let Some(drink) = needed_potion(game) {
            return Some(drink);
        }
        // An enemy that comes runs into the first blow.
        if aware && self.waited < MAX_WAIT {
            self.waited += 1;
            return Some(Move::Wait);
        }
        let map = &game.dungeon().layout.map;
        // Any visible enemy will do, because the nearest one may be out of reach.
        let seen: Vec<Cell> = game
            .visible_enemies()
            .map(|enemy| game.enemies[enemy].at)
            .collect();
        let strikes =
            |cell: Cell, enemy: Cell| cell.distance_to(enemy) == 1 && map.walkable(cell, enemy);
        let beside = |cell: Cell| seen.iter().any(|enemy| strikes(cell, *enemy));
        let bold = !aware && self.idle < 4 * MAX_IDLE || self.is_pursuing();
        if bold && let Some(chosen_move) = self.routes.towards(game, beside) {
            self.target = Some(at);
            return Some(chosen_move);
        }
        // An enemy that blocks the only path has to be fought.
        let explored = self.explore(game);
        explored.or_else(|| self.routes.towards(game, beside))
    }

    /// Whether it has made no progress for so long that it pursues enemies. It pauses in between, because some
    /// enemies flee for ever.
    fn is_pursuing(&self) -> bool {
        self.idle / MAX_IDLE % 2 == 1
    }

    /// The move when no enemy is visible.
    fn travel(&mut self, game: &Game) -> Option<Move> {
        self.waited = 0;
        if let Some(better) = better_equipment(game) {
            return Some(better);
        }
        if 4 * game.hero.life < 3 * game.hero.max_life && self.stance == Stance::Combative {
            self.idle -= 1;
            return Some(Move::Wait);
        }
        if let Some(target) = self.target {
            if !self.is_pursuing() && self.idle >= 4 * MAX_IDLE {
                self.target = None;
                return self.explore(game);
            }
            match self.routes.towards(game, |cell| cell == target) {
                Some(chosen_move) => return Some(chosen_move),
                None => self.target = None,
            }
        }
        self.explore(game)
    }

    /// The next move of exploring, or towards the exit when nothing is left to explore.
    fn explore(&mut self, game: &Game) -> Option<Move> {
        let goal = self.route.first();
        if goal.is_none_or(|goal| !is_worth_seeing(game, *goal)) {
            self.route = self.routes.exploring_route(game).unwrap_or_default();
            self.route.reverse();
        }
        if let Some(next) = self.route.pop() {
            return Some(move_to(game.hero.at, next));
        }
        let exit = game.dungeon().layout.exit;
        self.routes.towards(game, |cell| cell == exit)
    }
}

impl Player for Careful {
    fn choose(&mut self, game: &Game) -> Option<Move> {
        if game.status() != Status::Alive {
            return None;
        }
        let mut near = [Cell::default(); 8];
        let mut count = 0;
        let mut nearest: Option<(u16, Cell, bool)> = None;
        let map = &game.dungeon().layout.map;
        for number in game.visible_enemies() {
            let enemy = &game.enemies[number];
            let steps = enemy.at.distance_to(game.hero.at);
            if steps == 1 && map.walkable(game.hero.at, enemy.at) && count < near.len() {
                near[count] = enemy.at;
                count += 1;
            }
            if nearest.is_none_or(|(least, ..)| steps < least) {
                nearest = Some((steps, enemy.at, enemy.aware));
            }
        }
        if nearest.is_some() {
            self.route.clear();
        }
        let progress = (game.explored().len(), game.score());
        if progress != self.progress {
            (self.progress, self.idle) = (progress, 0);
        }
        self.idle += 1;
        let chosen_move = match nearest {
            Some((_, at, _)) if count == 0 && self.stance == Stance::Hurried => {
                self.waited = MAX_WAIT;
                self.approach(game, at, true)
            }
            Some(_) if count > 0 => Some(self.fight(game, &near[..count])),
            Some((_, at, aware)) => self.approach(game, at, aware),
            None => self.travel(game),
        };
        // Enemies may block every path for a while.
        Some(chosen_move.unwrap_or(Move::Wait))
    }
}

/// The use of a potion if the hero has at most a third of their life.
fn needed_potion(game: &Game) -> Option<Move> {
    let hero = &game.hero;
    let potion = |item: &Item| *item == Item::Potion;
    let place = hero.items.iter().position(potion)?;
    (3 * hero.life <= hero.max_life).then_some(Move::Use(place as u8))
}

/// The use of a carried weapon or armour that is better than the one in use.
fn better_equipment(game: &Game) -> Option<Move> {
    let worth = |item: Item| match item {
        Item::Weapon(weapon) => match weapon {
            Weapon::Dagger => 0,
            Weapon::Axe => 1,
            Weapon::Spear => 2,
            Weapon::Mace => 3,
            Weapon::Sword => 4,
        },
        Item::Armour(Armour::Cloak) | Item::Potion => 0,
        Item::Armour(Armour::Leather) => 1,
        Item::Armour(Armour::Mail) => 2,
    };
    let hero = &game.hero;
    let in_use = |item: Item| match item {
        Item::Weapon(_) => worth(Item::Weapon(hero.weapon)),
        _ => worth(Item::Armour(hero.armour)),
    };
    let better = |item: &Item| *item != Item::Potion && worth(*item) > in_use(*item);
    let place = hero.items.iter().position(better)?;
    Some(Move::Use(place as u8))
}

/// The number of neighbouring cells from which somebody can strike at a cell.
fn open_sides(game: &Game, cell: Cell) -> usize {
    let map = &game.dungeon().layout.map;
    cell.neighbours()
        .filter(|next| map.walkable(cell, *next))
        .count()
}

fn is_wide(game: &Game, cell: Cell) -> bool {
    open_sides(game, cell) > 3
}

fn is_narrow(game: &Game, cell: Cell) -> bool {
    let tile = game.dungeon().layout.map.at(cell);
    matches!(tile, Tile::Door | Tile::Corridor)
}
