//! The badges of the hero and the enemies: their life, and the knowledge and the adaptations of enemies.

use bevy::prelude::*;

use super::View;
use super::actor::{ActorSprite, appearance};
use crate::games::dungeon::Table;
use crate::games::dungeon::rules::Actor;
use crate::shell::theme::palette;

/// A badge that is drawn at an actor.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(super) enum Badge {
    /// The life that is left.
    Life,
    /// The enemy notices the hero.
    Awake,
    /// The enemy looks for the hero: it remembers where they were, or follows their tracks.
    Seeks,
    /// The enemy listens to a bell and notices nothing.
    Listens,
    /// The guard is up.
    Guard,
    /// The direction in which an enemy faces.
    Facing,
    /// The shield of a guard is up; it covers the guard's front.
    Shield,
    /// The adaptation that an enemy was born with.
    Adaptation,
}

/// The actor that a badge belongs to.
#[derive(Component)]
pub(super) struct BadgeOwner(pub(super) Actor);

/// Draws the badges at their actors.
pub(super) fn draw_badges(
    table: Res<Table>,
    view: Res<View>,
    actors: Query<&ActorSprite>,
    mut badges: Query<(&Badge, &BadgeOwner, &mut Sprite, &mut Transform)>,
) {
    let game = &table.state().game;
    for (badge, BadgeOwner(who), mut sprite, mut transform) in &mut badges {
        let Some(actor) = actors.iter().find(|actor| actor.who == *who) else {
            continue;
        };
        let shown = appearance(game, *who);
        let life = shown.life;
        let (on, size, colour, shift) = match badge {
            Badge::Life => (
                life < 1.0 && *who != Actor::Hero,
                Vec2::new(0.8 * life.max(0.0), 0.09),
                palette::FAULT,
                Vec2::new(-0.4 * (1.0 - life), -0.5),
            ),
            Badge::Awake => (shown.notices, Vec2::ONE, Color::WHITE, Vec2::ZERO),
            Badge::Seeks => (shown.seeks, Vec2::ONE, Color::WHITE, Vec2::ZERO),
            Badge::Listens => (shown.listens, Vec2::ONE, Color::WHITE, Vec2::ZERO),
            Badge::Guard => (shown.guard, Vec2::ONE, Color::WHITE, Vec2::ZERO),
            Badge::Facing => (!shown.shield, Vec2::splat(1.1), Color::WHITE, Vec2::ZERO),
            Badge::Shield => (shown.shield, Vec2::splat(1.1), Color::WHITE, Vec2::ZERO),
            Badge::Adaptation => (
                true,
                Vec2::splat(0.46),
                Color::WHITE,
                Vec2::new(-0.34, 0.34),
            ),
        };
        if let (Badge::Facing | Badge::Shield, Some((x, y))) = (badge, shown.facing) {
            // The sprites look to the right. Rows go down, but the y axis of the world goes up.
            let way = Vec2::new(f32::from(x), -f32::from(y));
            transform.rotation = Quat::from_rotation_z(way.to_angle());
        }
        let may_show = shown.facing.is_some() || matches!(badge, Badge::Guard | Badge::Life);
        view.frame.put(&mut transform, actor.at + shift);
        sprite.custom_size = Some(size * view.frame.cell);
        let on = on && may_show && shown.seen;
        let alpha = if on { actor.shown } else { 0.0 };
        sprite.color = colour.with_alpha(alpha);
    }
}
