//! The careful automatic player: it knows what a player sees, explores, rests, and picks its fights. By how
//! often it comes through, difficulty is measured.

use super::routes::{Routes, is_worth_seeing, move_to};
use crate::games::dungeon::layout::{Cell, Tile};
use crate::games::dungeon::rules::{Armour, Game, Item, Move, Status, Step, Weapon};

/// What the player does about enemies that it sees and that are not beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Temper {
    /// Waits for those who come, and strikes those who know nothing.
    #[default]
    Fights,
    /// Goes about its business, and on to the exit.
    Hurries,
}

/// The player; it remembers a little.
#[derive(Clone, Debug, Default)]
pub struct Careful {
    /// What it does about enemies.
    temper: Temper,
    routes: Routes,
    /// The route of exploring that it follows, the next cell last.
    plan: Vec<Cell>,
    /// Turns for which it has waited for an enemy that it sees.
    waited: u8,
    /// What it had seen and won when it last got on, and its moves since then.
    got: (usize, u32),
    idle: u32,
    /// Where somebody was last seen whom it goes for.
    quarry: Option<Cell>,
}

/// After so many moves that bring nothing it goes for whoever is in the way.
const BORED: u32 = 40;
/// For so many turns it lets an enemy come to it.
const PATIENCE: u8 = 6;

impl Careful {
    /// A player of a temper.
    pub fn new(temper: Temper) -> Self {
        Careful {
            temper,
            ..Careful::default()
        }
    }

    /// The next move; `None` when the game is over.
    pub fn choose(&mut self, game: &Game) -> Option<Move> {
        if game.status() != Status::Alive {
            return None;
        }
        let mut near = [Cell::default(); 8];
        let mut count = 0;
        let mut nearest: Option<(u16, Cell, bool)> = None;
        let map = &game.dungeon().layout.map;
        for number in game.foes_seen() {
            let foe = &game.foes[number];
            let steps = foe.at.steps_to(game.hero.at);
            if steps == 1 && map.walkable(game.hero.at, foe.at) && count < near.len() {
                near[count] = foe.at;
                count += 1;
            }
            if nearest.is_none_or(|(least, ..)| steps < least) {
                nearest = Some((steps, foe.at, foe.aware));
            }
        }
        if nearest.is_some() {
            self.plan.clear();
        }
        let got = (game.seen.len(), game.score);
        if got != self.got {
            (self.got, self.idle) = (got, 0);
        }
        self.idle += 1;
        let made = match nearest {
            Some((_, at, _)) if count == 0 && self.temper == Temper::Hurries => {
                self.waited = PATIENCE;
                self.meet(game, at, true)
            }
            Some(_) if count > 0 => Some(self.fight(game, &near[..count])),
            Some((_, at, aware)) => self.meet(game, at, aware),
            None => self.alone(game),
        };
        // Others may bar every way for a while.
        Some(made.unwrap_or(Move::Wait))
    }

    /// Somebody stands beside it.
    fn fight(&mut self, game: &Game, near: &[Cell]) -> Move {
        self.waited = 0;
        if let Some(drink) = needed_potion(game) {
            return drink;
        }
        let life = |cell: &Cell| {
            game.foe_at(*cell)
                .map_or(u8::MAX, |foe| game.foes[foe].life)
        };
        let weakest = near.iter().copied().min_by_key(life);
        // With several around, a step back into a doorway or corridor lets one at a time come.
        if near.len() > 1 && is_wide(game, game.hero.at) {
            let narrow = |cell| cell != game.hero.at && is_narrow(game, cell);
            if let Some(route) = self.routes.to(game, narrow).filter(|r| r.len() <= 3)
                && let Some(next) = route.first()
            {
                return move_to(game.hero.at, *next);
            }
        }
        weakest.map_or(Move::Wait, |cell| towards(game.hero.at, cell))
    }

    /// Somebody is seen, but not beside it.
    fn meet(&mut self, game: &Game, at: Cell, aware: bool) -> Option<Move> {
        if let Some(drink) = needed_potion(game) {
            return Some(drink);
        }
        // Who is coming runs into the first blow.
        if aware && self.waited < PATIENCE {
            self.waited += 1;
            return Some(Move::Wait);
        }
        // Who knows nothing is struck from behind; who does not come is left alone.
        let map = &game.dungeon().layout.map;
        // Beside any that is seen: the nearest one may stand where nobody gets to it.
        let seen: Vec<Cell> = game.foes_seen().map(|foe| game.foes[foe].at).collect();
        let strikes = |cell: Cell, foe: Cell| cell.steps_to(foe) == 1 && map.walkable(cell, foe);
        let beside = |cell: Cell| seen.iter().any(|foe| strikes(cell, *foe));
        let bold = !aware && self.idle < 4 * BORED || self.chases();
        if bold && let Some(made) = self.routes.towards(game, beside) {
            self.quarry = Some(at);
            return Some(made);
        }
        // Who bars the only way is fought for it.
        let explored = self.explore(game);
        explored.or_else(|| self.routes.towards(game, beside))
    }

    /// Whether nothing has come of its moves for so long that it goes for others; by turns, since some flee
    /// for ever.
    fn chases(&self) -> bool {
        self.idle / BORED % 2 == 1
    }

    /// Nobody is seen.
    fn alone(&mut self, game: &Game) -> Option<Move> {
        self.waited = 0;
        if let Some(better) = better_thing(game) {
            return Some(better);
        }
        if 4 * game.hero.life < 3 * game.hero.whole && self.temper == Temper::Fights {
            self.idle -= 1;
            return Some(Move::Wait);
        }
        if let Some(quarry) = self.quarry {
            if !self.chases() && self.idle >= 4 * BORED {
                self.quarry = None;
                return self.explore(game);
            }
            match self.routes.towards(game, |cell| cell == quarry) {
                Some(made) => return Some(made),
                None => self.quarry = None,
            }
        }
        self.explore(game)
    }

    /// On to what is unseen, and to the exit when nothing is.
    fn explore(&mut self, game: &Game) -> Option<Move> {
        let goal = self.plan.first();
        if goal.is_none_or(|goal| !is_worth_seeing(game, *goal)) {
            self.plan = self.routes.explored(game).unwrap_or_default();
            self.plan.reverse();
        }
        if let Some(next) = self.plan.pop() {
            return Some(move_to(game.hero.at, next));
        }
        let exit = game.dungeon().layout.exit;
        self.routes.towards(game, |cell| cell == exit)
    }
}

/// The step from a cell to one beside it.
fn towards(from: Cell, to: Cell) -> Move {
    let step = (to.x - from.x, to.y - from.y);
    let number = Cell::STEPS.iter().position(|known| *known == step);
    number.map_or(Move::Wait, |number| Move::Step(Step(number as u8)))
}

fn needed_potion(game: &Game) -> Option<Move> {
    let hero = &game.hero;
    let potion = |item: &Item| *item == Item::Potion;
    let place = hero.items.iter().position(potion)?;
    (3 * hero.life <= hero.whole).then_some(Move::Use(place as u8))
}

/// A weapon or armour that is carried and better than what is in use.
fn better_thing(game: &Game) -> Option<Move> {
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

/// How many can stand around a cell.
fn room_around(game: &Game, cell: Cell) -> usize {
    let map = &game.dungeon().layout.map;
    cell.around()
        .filter(|next| map.walkable(cell, *next))
        .count()
}

fn is_wide(game: &Game, cell: Cell) -> bool {
    room_around(game, cell) > 3
}

fn is_narrow(game: &Game, cell: Cell) -> bool {
    let tile = game.dungeon().layout.map.at(cell);
    matches!(tile, Tile::Door | Tile::Corridor)
}
