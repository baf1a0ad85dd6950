//! The choice of a weapon by an automatic player, and its use of the reach of a spear.

use super::automatic::is_narrow;
use super::rulers::Habits;
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::rules::{EnemyKind, Game, Move, Step, Weapon};

/// The largest distance in steps of an enemy for which the player takes another weapon.
const NEAR: u16 = 4;

/// The weapon that suits the situation; `None` if the usual preference of the player decides.
pub(super) fn suitable_weapon(game: &Game, habits: &Habits, is_known: bool) -> Option<Weapon> {
    if !is_known {
        return habits.first_weapon;
    }
    let comes = |number: &usize| {
        let enemy = &game.enemies[*number];
        let near = enemy.at.distance_to(game.hero.at) <= NEAR;
        // A coward does not come.
        enemy.aware && near && enemy.breed.kind != EnemyKind::Coward
    };
    let is_guard = |number: usize| game.enemies[number].breed.kind == EnemyKind::Guard;
    let coming = || game.visible_enemies().filter(comes);
    match coming().count() {
        0 => None,
        _ if coming().all(is_guard) => habits.against_guards,
        1 => habits.in_doorways.filter(|_| is_narrow(game, game.hero.at)),
        _ => habits.against_several,
    }
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
