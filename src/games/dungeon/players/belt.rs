//! The use of the things on the belt by an automatic player, and its choice of a boon.

use super::reference_players::Habits;
use crate::games::dungeon::rules::{Boon, Consumable, Enemy, EnemyKind, Game, Move};

/// The move that uses a consumable, if the hero has one and the player uses such things.
fn move_that_uses(game: &Game, habits: &Habits, wanted: Consumable) -> Option<Move> {
    if habits.never_uses == Some(wanted) {
        return None;
    }
    let place = game.hero.belt.iter().position(|thing| *thing == wanted)?;
    Some(Move::Belt(place as u8))
}

/// The move that saves a hero who has at most a third of their life: a potion; without one, smoke if an enemy stands
/// beside the hero, and the bell if not; without that, the leaf.
pub(super) fn rescue_move(game: &Game, habits: &Habits, is_beside: bool) -> Option<Move> {
    let hero = &game.hero;
    if 3 * u16::from(hero.life) > u16::from(hero.max_life) {
        return None;
    }
    let at_start = hero.at == game.dungeon().layout.start;
    let using = |thing| move_that_uses(game, habits, thing);
    let is_known = || {
        game.visible_enemies()
            .any(|enemy| game.enemies[enemy].aware)
    };
    let leaf = || using(Consumable::Leaf).filter(|_| !at_start && is_known());
    let smoke = || using(Consumable::Smoke).filter(|_| !game.is_smoky(hero.at));
    let flee = || match is_beside {
        true => smoke().or_else(leaf),
        false => using(Consumable::Bell).or_else(leaf),
    };
    using(Consumable::Potion).or_else(flee)
}

/// The life from which an enemy is worth a flask of fire.
const STRONG: u8 = 9;

/// The move that throws something while no enemy stands beside the hero. Fire is thrown if it does not reach the hero,
/// at an enemy that knows of the hero or listens to a bell, and that is strong, not alone, or on ground that burns.
/// Otherwise the bell is thrown, if enough enemies know of the hero.
pub(super) fn throw_move(game: &Game, habits: &Habits) -> Option<Move> {
    let target = &game.enemies[game.throw_target()?];
    let far = target.at.distance_to(game.hero.at) >= 2;
    let near = |number: &usize| game.enemies[*number].at.distance_to(target.at) <= 1;
    let many = game.visible_enemies().filter(near).count() >= 2;
    let flammable = |cell| game.ground_at(cell).is_flammable();
    let worth_it = many || target.life >= STRONG || flammable(target.at);
    let safe = far && !flammable(game.hero.at);
    let is_coming = target.aware || target.listens_to.is_some();
    if is_coming && safe && !game.burns(target.at) && worth_it {
        let fire = move_that_uses(game, habits, Consumable::Fire);
        if fire.is_some() {
            return fire;
        }
    }
    let rings = game.ringing_cells().next().is_some();
    // Guards do not count: a bell calls a guard from its post, where it would have stayed alone.
    let is_called = |enemy: &Enemy| enemy.aware && enemy.breed.kind != EnemyKind::Guard;
    let known_to = game
        .visible_enemies()
        .filter(|number| is_called(&game.enemies[*number]));
    let worth_ringing = known_to.count() >= habits.rings_for;
    move_that_uses(game, habits, Consumable::Bell).filter(|_| worth_ringing && !rings)
}

/// The move that takes the boon that the player likes best.
pub(super) fn best_boon(boons: &[Boon], habits: &Habits) -> Move {
    let rank = |boon: &Boon| habits.boons.iter().position(|liked| liked == boon);
    let best = (0..boons.len()).min_by_key(|place| rank(&boons[*place]));
    Move::Boon(best.unwrap_or(0) as u8)
}
