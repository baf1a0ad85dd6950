//! The choice of a weapon by an automatic player, and its use of the reach of a spear.

use super::automatic::is_narrow;
use super::reference_players::Habits;
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::rules::{EnemyKind, Game, Item, Move, Step, Weapon};

/// The largest distance in steps of an enemy for which the player takes another weapon.
const NEAR: u16 = 4;

/// The weapon that suits the situation; `None` if the usual preference of the player decides.
pub(super) fn suitable_weapon(game: &Game, habits: &Habits, is_known: bool) -> Option<Weapon> {
    if !is_known {
        return habits.first_weapon;
    }
    let coming = kinds_that_come(game);
    let only_guards = !coming.is_empty() && coming.iter().all(|kind| *kind == EnemyKind::Guard);
    let owned = |weapon: &Weapon| game.hero.has(Item::Weapon(*weapon));
    let against_guards = habits.against_guards.filter(|_| only_guards).filter(owned);
    let in_doorways = habits
        .in_doorways
        .filter(|_| is_for_doorways(game))
        .filter(|_| is_narrow(game, game.hero.at))
        .filter(owned);
    let against_several = habits.against_several.filter(|_| coming.len() > 1);
    against_guards.or(in_doorways).or(against_several)
}

/// The kinds of the enemies that come at the hero, one for each enemy.
fn kinds_that_come(game: &Game) -> Vec<EnemyKind> {
    let coming = |number: usize| {
        let enemy = &game.enemies[number];
        let (near, kind) = (enemy.at.distance_to(game.hero.at) <= NEAR, enemy.breed.kind);
        // A coward does not come.
        let comes = enemy.aware && near && kind != EnemyKind::Coward;
        comes.then_some(kind)
    };
    game.visible_enemies().filter_map(coming).collect()
}

/// Whether a weapon for doorways is of use: several enemies come, one behind the other, and not all of them are
/// hunters. Hunters lunge over the free cell, so that the reach of a spear gains nothing against them alone.
pub(super) fn is_for_doorways(game: &Game) -> bool {
    let coming = kinds_that_come(game);
    coming.len() > 1 && coming.iter().any(|kind| *kind != EnemyKind::Hunter)
}

/// The blow with a spear at an enemy over a free cell, if there is one to strike.
pub(super) fn blow_over_free_cell(game: &Game) -> Option<Move> {
    let steps = (0u8..).zip(Cell::STEPS);
    let mut blows = steps.filter(|(_, step)| game.spear_target(*step).is_some());
    blows.next().map(|(number, _)| Move::Step(Step(number)))
}

/// Whether a move is a blow over a free cell, so that the hero does not leave their own cell.
pub(super) fn is_blow_over_free_cell(game: &Game, made: Move) -> bool {
    let Move::Step(Step(number)) = made else {
        return false;
    };
    let step = Cell::STEPS.get(usize::from(number));
    step.is_some_and(|step| game.spear_target(*step).is_some())
}
