//! The next act of every enemy in sight, as its program decides it if the hero waits: a sign over the enemy, and words.

use bevy::prelude::*;

use super::actor::ActorSprite;
use super::map::layer;
use super::{View, art};
use crate::games::dungeon::Table;
use crate::games::dungeon::rules::{Actor, EnemyAct, Game};
use crate::shell::theme::sprites::Sprites;

/// The next acts of the enemies, and the position for which they were computed.
#[derive(Default)]
pub(super) struct Foresight {
    of: Option<(u32, u8, u32)>,
    acts: Vec<Option<EnemyAct>>,
}

impl Foresight {
    /// The next act of an enemy; `None` if chance may decide it, or if the enemy is dead.
    pub(super) fn act(&self, number: usize) -> Option<EnemyAct> {
        self.acts.get(number).copied().flatten()
    }
}

/// Looks one turn ahead whenever the position has changed.
pub(super) fn look_ahead(table: Res<Table>, mut view: ResMut<View>) {
    let descent = table.state();
    let now = (table.revision(), descent.depth(), descent.totals().turns);
    if view.foresight.of != Some(now) {
        view.foresight = Foresight {
            of: Some(now),
            acts: descent.game.forecast(),
        };
    }
}

/// The sign for the next act of the enemy of an index.
#[derive(Component)]
pub(super) struct Sign(usize);

/// Spawns a sign for every enemy.
pub(super) fn spawn_signs(world: &mut World, root: Entity) {
    let count = world.resource::<Table>().state().game.enemies.len();
    (0..count).for_each(|number| spawn_sign(world, root, number));
}

/// Spawns the sign for an enemy.
pub(super) fn spawn_sign(world: &mut World, root: Entity, number: usize) {
    let wait = art::of_act(EnemyAct::Wait);
    let sprite = art::sprite(world.resource::<Sprites>(), wait, layer::SIGN);
    world.spawn((Name::new("Sign"), Sign(number), sprite, ChildOf(root)));
}

/// The size of a sign, in cells.
const SIZE: f32 = 0.52;
/// The place of a sign beside the middle of the enemy, in cells.
const ASIDE: Vec2 = Vec2::new(-0.36, -0.4);

/// Draws the signs at the enemies that are seen.
pub(super) fn draw_signs(
    table: Res<Table>,
    view: Res<View>,
    sprites: Res<Sprites>,
    actors: Query<&ActorSprite>,
    mut signs: Query<(&Sign, &mut Sprite, &mut Transform)>,
) {
    let game = &table.state().game;
    for (Sign(number), mut sprite, mut transform) in &mut signs {
        let act = view.foresight.act(*number);
        let act = act.filter(|_| game.sees_enemy(*number) && !table.is_over());
        let who = Actor::Enemy(*number);
        let actor = actors.iter().find(|actor| actor.who == who);
        let (Some(act), Some(actor)) = (act, actor) else {
            sprite.color = Color::NONE;
            continue;
        };
        let image = sprites.get(art::of_act(act));
        if sprite.image != image {
            sprite.image = image;
        }
        view.frame.put(&mut transform, actor.at + ASIDE);
        // Rows go down, but the y axis of the world goes up.
        transform.rotation = Quat::from_rotation_z(-angle_of(act));
        sprite.custom_size = Some(Vec2::splat(view.frame.cell * SIZE));
        sprite.color = Color::WHITE.with_alpha(actor.shown);
    }
}

/// The angle by which the picture of an act is turned clockwise, in radians. Arrows point to the right.
pub(super) fn angle_of(act: EnemyAct) -> f32 {
    match act {
        EnemyAct::Step((x, y)) | EnemyAct::Turn((x, y)) => {
            Vec2::new(f32::from(x), f32::from(y)).to_angle()
        }
        _ => 0.0,
    }
}

/// The key of the phrase for the next act of an enemy.
pub(super) fn phrase(game: &Game, number: usize, act: Option<EnemyAct>) -> &'static str {
    let (at, hero) = (game.enemies[number].at, game.hero.at);
    match act {
        None => "dungeon.act.chance",
        Some(EnemyAct::Step(step)) => {
            match at.step(step).distance_to(hero).cmp(&at.distance_to(hero)) {
                std::cmp::Ordering::Less => "dungeon.act.nearer",
                std::cmp::Ordering::Equal => "dungeon.act.aside",
                std::cmp::Ordering::Greater => "dungeon.act.away",
            }
        }
        Some(EnemyAct::Portal) => "dungeon.act.portal",
        Some(EnemyAct::Turn(_)) => "dungeon.act.turn",
        Some(EnemyAct::Strike) => "dungeon.act.strike",
        Some(EnemyAct::Leap) => "dungeon.act.leap",
        Some(EnemyAct::Throw) => "dungeon.act.throw",
        Some(EnemyAct::Block) => "dungeon.act.block",
        Some(EnemyAct::Heal) => "dungeon.act.heal",
        Some(EnemyAct::Wait) => "dungeon.act.wait",
    }
}
