//! The end of a game: the winner's pieces bloom in a wave that begins at the last move.

use bevy::prelude::*;

use super::animation::{Arriving, Turning};
use super::{View, layer, place_of};
use crate::games::hexxagon::rules::CellIndex;
use crate::games::hexxagon::table::Table;
use crate::shell::board::BoardSprite;
use crate::shell::settings::Settings;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;

/// Seconds in which a piece blooms.
const BLOOM: f32 = 0.6;
/// Seconds by which the next cell blooms later.
const WAVE: f32 = 0.06;
/// The growth of a piece that blooms, as a part of its size.
const SWELL: f32 = 0.2;
/// The size of the light around a piece at first and in the end, in cells.
const LIGHT: [f32; 2] = [1.1, 2.1];

/// The stage of showing the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Bloom {
    /// There is no end to show, or it has been shown.
    #[default]
    None,
    /// The pieces of the last move are still moving.
    Due,
    /// The wave ends after this many seconds.
    Spreading(f32),
}

/// A piece that blooms, or the light around it.
#[derive(Component)]
pub(super) struct Blooming {
    /// Seconds since it began; below 0 it waits.
    seconds: f32,
    /// The colour of a light; `None` for a piece.
    light: Option<Color>,
}

impl Blooming {
    fn after(delay: f32, light: Option<Color>) -> Self {
        let seconds = -delay;
        Blooming { seconds, light }
    }
}

/// Begins the wave as soon as the last move has been shown.
pub(super) fn begin_bloom(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut view: ResMut<View>,
    moving: Query<(), Or<(With<Arriving>, With<Turning>)>>,
) {
    if view.bloom != Bloom::Due || !view.events.is_empty() || !moving.is_empty() {
        return;
    }
    view.bloom = Bloom::None;
    let game = table.state();
    // No piece blooms after a draw.
    let Some(winner) = game.winner() else { return };
    let cells = game.board().cells();
    let place = |index: CellIndex| place_of(cells[index.as_usize()]);
    let last = game.last().and_then(|event| event.to).map(place);
    let mut longest = 0.0f32;
    for (&index, &piece) in &view.pieces {
        if game.owner(index) != Some(winner) {
            continue;
        }
        let at = place(index);
        let delay = WAVE * last.map_or(0.0, |last| last.distance(at));
        longest = longest.max(delay);
        commands.entity(piece).insert(Blooming::after(delay, None));
        let light = view.board.spawn_sprite(
            &mut commands,
            &sprites,
            "shared/spark",
            at,
            LIGHT[0],
            layer::REACH,
        );
        let colour = palette::player(winner.0);
        let blooming = Blooming::after(delay, Some(colour));
        commands.entity(light).insert(blooming);
    }
    view.bloom = Bloom::Spreading(longest + BLOOM);
}

/// Lets pieces swell, and lights grow and fade. With reduced motion the lights only fade in and out.
pub(super) fn advance_bloom(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    mut view: ResMut<View>,
    mut blooming: Query<(Entity, &mut Blooming, &BoardSprite, &mut Sprite)>,
) {
    let Bloom::Spreading(left) = view.bloom else {
        return;
    };
    let step = time.delta_secs().min(0.1) * settings.animation_speed();
    view.bloom = match left - step {
        left if left > 0.0 => Bloom::Spreading(left),
        _ => Bloom::None,
    };
    for (entity, mut bloom, place, mut sprite) in &mut blooming {
        bloom.seconds += step;
        let t = (bloom.seconds / BLOOM).clamp(0.0, 1.0);
        let has_ended = t >= 1.0 || view.bloom == Bloom::None;
        let swell = (t * std::f32::consts::PI).sin();
        let size = match bloom.light {
            Some(_) if has_ended => {
                commands.entity(entity).despawn();
                continue;
            }
            Some(_) if settings.reduced_motion => Vec2::splat(LIGHT[1]),
            Some(_) => Vec2::splat(LIGHT[0].lerp(LIGHT[1], t)),
            None if settings.reduced_motion => place.size,
            None => place.size * (1.0 + SWELL * swell),
        };
        sprite.custom_size = Some(size * view.board.frame.cell);
        if let Some(colour) = bloom.light {
            sprite.color = colour.with_alpha(0.9 * swell);
        } else if has_ended {
            commands.entity(entity).remove::<Blooming>();
        }
    }
}
