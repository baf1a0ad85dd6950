//! An actor on the map: its place, and its appearance.

use bevy::prelude::*;

use crate::games::dungeon::map::Cell;
use crate::games::dungeon::rules::{Actor, EnemyKind, Game};

/// The sprite of an actor on the map.
#[derive(Component)]
pub(super) struct ActorSprite {
    pub(super) who: Actor,
    /// The place where it is drawn, and the place to which it moves.
    pub(super) at: Vec2,
    pub(super) to: Vec2,
    /// The direction of its blow, and the part of the blow that remains, 1 to 0.
    pub(super) lunge: Vec2,
    pub(super) strike: f32,
    /// The part of the red flash after a wound that remains, 1 to 0.
    pub(super) hit: f32,
    /// Its opacity, 0 to 1.
    pub(super) shown: f32,
}

/// The place of a cell on the map.
pub(super) fn place(cell: Cell) -> Vec2 {
    Vec2::new(f32::from(cell.x), f32::from(cell.y))
}

/// Changes every actor that is drawn.
pub(super) fn each_actor(world: &mut World, mut change: impl FnMut(&mut ActorSprite)) {
    let mut actors = world.query::<&mut ActorSprite>();
    actors
        .iter_mut(world)
        .for_each(|mut actor| change(&mut actor));
}

/// The appearance of an actor.
#[derive(Default)]
pub(super) struct Appearance {
    /// Whether it is seen.
    pub(super) seen: bool,
    /// The part of its life that is left.
    pub(super) life: f32,
    /// Whether its guard is up.
    pub(super) guard: bool,
    /// Whether it notices the hero, and whether it only looks for them.
    pub(super) notices: bool,
    pub(super) seeks: bool,
    /// Whether it listens to a bell.
    pub(super) listens: bool,
    /// Whether a shield is up.
    pub(super) shield: bool,
    /// The direction in which it faces, for an enemy.
    pub(super) facing: Option<(i16, i16)>,
}

/// The appearance of an actor now.
pub(super) fn appearance(game: &Game, who: Actor) -> Appearance {
    let part = |life: u8, most: u8| f32::from(life) / f32::from(most.max(1));
    match who {
        Actor::Hero => {
            let hero = &game.hero;
            Appearance {
                seen: hero.life > 0,
                life: part(hero.life, hero.max_life),
                guard: hero.guard,
                ..Appearance::default()
            }
        }
        Actor::Enemy(number) => {
            let Some(enemy) = game.enemies.get(number) else {
                return Appearance::default();
            };
            Appearance {
                seen: game.sees_enemy(number),
                life: part(enemy.life, enemy.body.max_life),
                guard: enemy.guard,
                notices: enemy.notices,
                seeks: enemy.aware && !enemy.notices,
                // A bell that has stopped holds nobody, although the enemy learns of that only in its next turn.
                listens: enemy.listens_to.is_some_and(|bell| game.rings(bell)),
                shield: enemy.breed.kind == EnemyKind::Guard && enemy.shield,
                facing: Some(enemy.facing),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::enemies::arena::Arena;
    use crate::games::dungeon::players::ReferencePlayer;
    use crate::games::dungeon::rules::{Consumable, Move};
    use crate::games::dungeon::setup::Setup;
    use crate::generation::Seed;

    #[test]
    fn an_enemy_listens_to_a_bell_only_while_it_rings() {
        let breed = Setup::default().roster()[0].clone();
        let mut game = Arena::new(Seed(1), ReferencePlayer::Careful).start(&breed, 1);
        game.hero.belt = vec![Consumable::Bell];
        game.apply(Move::Belt(0), &mut Vec::new())
            .expect("the bell is thrown");
        let bell = game.ringing_cells().next().expect("it rings");
        game.enemies[0].listens_to = Some(bell);
        assert!(appearance(&game, Actor::Enemy(0)).listens);
        // No bell lies beside it.
        game.enemies[0].listens_to = Some(bell.step((1, 0)));
        assert!(!appearance(&game, Actor::Enemy(0)).listens);
    }
}
