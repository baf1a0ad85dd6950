//! The automatic player. Its habits decide how it plays; see [`ReferencePlayer`].

use super::Player;
use super::belt;
use super::reference_players::{Habits, ReferencePlayer};
use super::routes::{Routes, move_to, worth_seeing};
use super::weapons;
use crate::games::dungeon::map::{Cell, Ground, Map};
use crate::games::dungeon::rules::{EnemyKind, Game, Item, Move, Status};

/// An automatic player with its memory.
#[derive(Clone, Debug)]
pub struct Automatic {
    habits: Habits,
    pub(super) routes: Routes,
    /// The rest of the route along which it explores, with the next cell last.
    route: Vec<Cell>,
    /// The number of turns for which it has waited for a visible enemy.
    waited: u8,
    /// The number of explored cells and the points at the last progress.
    progress: (usize, u32),
    /// The number of moves since the last progress.
    idle: u32,
    /// The last seen cell of the enemy that it pursues.
    pub(super) target: Option<Cell>,
}

/// The number of moves without progress after which it attacks enemies that are in the way.
const MAX_IDLE: u32 = 40;
/// The number of moves without progress after which it does nothing that it could go on with for ever.
const LONG_IDLE: u32 = 4 * MAX_IDLE;
/// After that many moves, it waits in one of this many moves.
const PAUSE: u32 = 7;
/// The number of steps that it goes to a door or a corridor to fight there.
const DOORWAY: usize = 3;
/// The number of steps that it goes to grass to rest there.
const HIDING_PLACE: usize = 8;

impl Automatic {
    /// A player with these habits.
    pub fn new(habits: Habits) -> Self {
        Automatic {
            habits,
            routes: Routes::default(),
            route: Vec::new(),
            waited: 0,
            progress: (0, 0),
            idle: 0,
            target: None,
        }
    }

    /// The move against enemies beside the hero.
    fn fight(&mut self, game: &Game, near: &[Cell]) -> Move {
        self.waited = 0;
        if let Some(rescue) = belt::rescue_move(game, &self.habits, true) {
            return rescue;
        }
        let life = |cell: &Cell| {
            game.seen_enemy_at(*cell)
                .map_or(u8::MAX, |enemy| game.enemies[enemy].life)
        };
        let weakest = near.iter().copied().min_by_key(life);
        // Against several enemies it steps back into a doorway or corridor, where only one can come at a time. If it
        // has made no progress for long, because the enemies do not come, it fights.
        let steps_back = self.habits.steps_back && self.is_getting_on();
        if steps_back && near.len() > 1 && is_wide(game, game.hero.at) {
            let narrow = |cell| cell != game.hero.at && is_narrow(game, cell);
            if let Some(route) = self.routes.near(game, DOORWAY, narrow)
                && let Some(next) = route.first()
            {
                return move_to(game.hero.at, *next);
            }
        }
        weakest.map_or(Move::Wait, |cell| move_to(game.hero.at, cell))
    }

    /// The move when the nearest visible enemy is on the cell `at` and none stands beside the hero.
    fn approach(&mut self, game: &Game, at: Cell, aware: bool) -> Option<Move> {
        let rescue = belt::rescue_move(game, &self.habits, false);
        if let Some(made) = rescue.or_else(|| belt::throw_move(game, &self.habits)) {
            return Some(made);
        }
        if self.habits.throws && game.missile().is_some() && game.throw_target().is_some() {
            return Some(Move::Throw);
        }
        if self.habits.goes_past {
            self.waited = self.habits.waits;
        }
        let sneaks = self.habits.sneaks && self.is_getting_on();
        if !sneaks
            && aware
            && let Some(better) = self.better_equipment(game, true)
        {
            return Some(better);
        }
        if let Some(blow) = weapons::blow_over_free_cell(game) {
            return Some(blow);
        }
        if sneaks && let Some(chosen_move) = self.sneak_or_arm(game, aware) {
            return Some(chosen_move);
        }
        // An enemy that comes runs into the first blow, but one that throws does not come.
        let throws = game.seen_enemy_at(at).is_some_and(|number| {
            let enemy = &game.enemies[number];
            enemy.breed.kind == EnemyKind::Coward
        });
        if aware && !throws && self.waited < self.habits.waits {
            self.waited += 1;
            let wait = match self.habits.guards {
                true => Move::Guard,
                false => Move::Wait,
            };
            return Some(self.doorway(game).unwrap_or(wait));
        }
        let map = &game.dungeon().layout.map;
        // Any visible enemy will do, because the nearest one may be out of reach.
        let seen: Vec<Cell> = game
            .visible_enemies()
            .map(|enemy| game.enemies[enemy].at)
            .collect();
        let beside = |cell: Cell| seen.iter().any(|enemy| can_strike(map, cell, *enemy));
        let attacks = !self.habits.goes_past && (!aware || throws || self.habits.waits == 0);
        let bold = attacks && self.is_getting_on() || self.is_pursuing();
        if bold && let Some(chosen_move) = self.routes.towards(game, beside) {
            self.target = Some(at);
            return Some(chosen_move);
        }
        // An enemy that blocks the only path has to be fought.
        let explored = self.explore(game);
        explored.or_else(|| self.routes.towards(game, beside))
    }

    /// Whether it has made progress in the last moves. If it has not, it does nothing that it could go on with for ever.
    fn is_getting_on(&self) -> bool {
        self.idle < LONG_IDLE
    }

    /// Whether it has made no progress for so long that it pursues enemies. It pauses in between, because some
    /// enemies flee for ever.
    fn is_pursuing(&self) -> bool {
        self.idle / MAX_IDLE % 2 == 1
    }

    /// The move when no enemy is visible.
    fn travel(&mut self, game: &Game) -> Option<Move> {
        self.waited = 0;
        if let Some(better) = self.better_equipment(game, false) {
            return Some(better);
        }
        if self.should_rest(game) {
            return Some(self.rest(game));
        }
        if let Some(target) = self.target {
            if !self.is_pursuing() && !self.is_getting_on() {
                self.target = None;
                return self.explore(game);
            }
            if let Some(chosen_move) = self.routes.towards(game, |cell| cell == target) {
                // The hero leaves the route of exploring.
                self.route.clear();
                return Some(chosen_move);
            }
            self.target = None;
        }
        self.explore(game)
    }

    /// Whether it rests now. A hero whom an enemy notices does not regain life.
    fn should_rest(&self, game: &Game) -> bool {
        let (life, full) = (u16::from(game.hero.life), u16::from(game.hero.max_life));
        let part = u16::from(self.habits.rests_below);
        4 * life < part * full && !game.is_watched()
    }

    /// A rest. The player hides in grass that is near, because an enemy that passes by does not see the hero there.
    /// After a long time without progress it no longer goes to grass: an enemy in the dark may keep disturbing the rest
    /// on the way there, so that the player would go to and fro for ever.
    fn rest(&mut self, game: &Game) -> Move {
        // A step on the exit would end the dungeon for a wounded hero.
        let exit = game.dungeon().layout.exit;
        let hides_in = |cell| cell != exit && game.ground_at(cell) == Ground::Grass;
        if self.habits.hides
            && self.is_getting_on()
            && let Some(route) = self.routes.near(game, HIDING_PLACE, hides_in)
            && let Some(next) = route.first()
        {
            // The hero leaves the route of exploring.
            self.route.clear();
            return move_to(game.hero.at, *next);
        }
        self.idle -= 1;
        Move::Wait
    }

    /// The use of a carried weapon or armour that it likes better than the one in use. Some weapons are better while no
    /// enemy knows of the hero.
    pub(super) fn better_equipment(&self, game: &Game, is_known: bool) -> Option<Move> {
        let Habits {
            weapons, armours, ..
        } = self.habits;
        // Without this limit it would change weapons for ever when enemies come and go.
        let is_getting_on = self.is_getting_on();
        let suits =
            weapons::suitable_weapon(game, &self.habits, is_known).filter(|_| is_getting_on);
        let worth = |item: Item| match item {
            Item::Weapon(weapon) if suits == Some(weapon) => Some(weapons.len()),
            Item::Weapon(weapon) => weapons.iter().position(|other| *other == weapon),
            Item::Armour(armour) => armours.iter().position(|other| *other == armour),
            Item::Consumable(_) => None,
        };
        let hero = &game.hero;
        let in_use = |item: Item| match item {
            Item::Weapon(_) => worth(Item::Weapon(hero.weapon)),
            _ => worth(Item::Armour(hero.armour)),
        };
        let better = |item: &Item| worth(*item) > in_use(*item);
        let place = hero.items.iter().position(better)?;
        Some(Move::Use(place as u8))
    }

    /// The step towards a near door or corridor, if the hero has a weapon for doorways.
    fn doorway(&mut self, game: &Game) -> Option<Move> {
        let weapon = Item::Weapon(self.habits.in_doorways?);
        let is_there = is_narrow(game, game.hero.at);
        let is_of_use = game.hero.has(weapon) && weapons::is_for_doorways(game);
        if is_there || !is_of_use || !self.is_getting_on() {
            return None;
        }
        let is_narrow = |cell| is_narrow(game, cell);
        let route = self.routes.near(game, DOORWAY, is_narrow)?;
        Some(move_to(game.hero.at, *route.first()?))
    }

    /// The step out of the fire, if the hero stands in it or it is about to reach the hero.
    fn leave_fire(&mut self, game: &Game) -> Option<Move> {
        if !game.will_burn(game.hero.at) {
            return None;
        }
        // The hero leaves the route of exploring.
        self.route.clear();
        self.routes.towards(game, |cell| !game.will_burn(cell))
    }

    /// The next move of exploring, or towards the exit when nothing is left to explore.
    fn explore(&mut self, game: &Game) -> Option<Move> {
        let goal = self.route.first();
        if goal.is_none_or(|goal| !worth_seeing(game)(*goal)) {
            self.route = self.routes.exploring_route(game).unwrap_or_default();
            self.route.reverse();
        }
        if let Some(next) = self.route.pop() {
            let made = move_to(game.hero.at, next);
            if weapons::is_blow_over_free_cell(game, made) {
                // The hero stays where they are.
                self.route.clear();
            }
            return Some(made);
        }
        let exit = game.dungeon().layout.exit;
        self.routes.towards(game, |cell| cell == exit)
    }
}

/// The careful player.
impl Default for Automatic {
    fn default() -> Self {
        ReferencePlayer::Careful.player()
    }
}

impl Player for Automatic {
    fn choose(&mut self, game: &Game) -> Option<Move> {
        if game.status() != Status::Alive {
            return None;
        }
        if let Some(boons) = game.offer() {
            return Some(belt::best_boon(&boons, &self.habits));
        }
        if let Some(out) = self.leave_fire(game) {
            return Some(out);
        }
        let mut near = [Cell::default(); 8];
        let mut count = 0;
        let mut nearest: Option<(u16, Cell, bool)> = None;
        let map = &game.dungeon().layout.map;
        for number in game.visible_enemies() {
            let enemy = &game.enemies[number];
            let steps = enemy.at.distance_to(game.hero.at);
            if steps == 1 && map.is_walkable(game.hero.at, enemy.at) && count < near.len() {
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
        if self.habits.hoods && !game.hero.hooded {
            return Some(Move::Hood);
        }
        // Two creatures can follow each other round a pillar for ever, so a player that makes no progress stops for a
        // moment.
        let is_stuck = !self.is_getting_on() && self.idle.is_multiple_of(PAUSE);
        let chosen_move = match nearest {
            Some(_) if count == 0 && is_stuck => Some(Move::Wait),
            Some(_) if count > 0 => Some(self.fight(game, &near[..count])),
            Some((_, at, aware)) => self.approach(game, at, aware),
            None => self.travel(game),
        };
        // Enemies may block every path for a while.
        Some(chosen_move.unwrap_or(Move::Wait))
    }
}

/// Whether a creature on a cell can strike at the neighbouring cell of an enemy.
pub(super) fn can_strike(map: &Map, cell: Cell, enemy: Cell) -> bool {
    cell.distance_to(enemy) == 1 && map.is_walkable(cell, enemy)
}

/// The number of neighbouring cells from which a creature can strike at a cell.
fn open_sides(game: &Game, cell: Cell) -> usize {
    let map = &game.dungeon().layout.map;
    cell.neighbours()
        .filter(|next| map.is_walkable(cell, *next))
        .count()
}

fn is_wide(game: &Game, cell: Cell) -> bool {
    open_sides(game, cell) > 3
}

/// Whether a cell is a door or in a corridor, where only one enemy can come at a time.
pub(super) fn is_narrow(game: &Game, cell: Cell) -> bool {
    game.dungeon().layout.map.at(cell).is_narrow()
}
