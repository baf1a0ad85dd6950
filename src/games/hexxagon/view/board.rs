//! The sprites of the board: cells, and pieces that divide, leap and turn over.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{HEIGHT, View, bounds, gem, place_of};
use crate::games::hexxagon::rules::{Hexxagon, MoveEvent, Player, Spot};
use crate::games::hexxagon::table::Table;
use crate::shell::board::{BoardSprite, Frame, spawn_root, spawn_sprite};
use crate::shell::settings::Settings;
use crate::shell::table::TableGame;
use crate::shell::theme::sprites::Sprites;

/// A piece on its way to its place.
#[derive(Component)]
pub(super) struct Coming {
    from: Vec2,
    /// Jumps rise on their way; clones grow.
    jump: bool,
    /// Seconds since it set out.
    since: f32,
}

/// A piece that turns over to another player.
#[derive(Component)]
pub(super) struct Turning {
    to: Player,
    /// Seconds since it began; first it waits.
    since: f32,
    wait: f32,
    turned: bool,
}

/// Layers of sprites, lowest first.
pub(super) mod layer {
    pub const GROUND: f32 = 0.0;
    pub const REACH: f32 = 1.0;
    pub const GEM: f32 = 2.0;
    pub const MOVING: f32 = 3.0;
    pub const OVER: f32 = 4.0;
    pub const CURSOR: f32 = 6.0;
    pub const TEXT: f32 = 7.0;
}

/// Seconds of a clone or jump.
const WAY: f32 = 0.32;
/// Seconds in which a piece turns over.
const TURN: f32 = 0.30;
/// Size of a piece in cell widths.
const GEM: f32 = 0.92;

/// Makes the board as large as fits beside the panel.
pub(super) fn fit(
    window: Query<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    table: Res<Table>,
    mut view: ResMut<View>,
    mut sprites: ResMut<Sprites>,
) {
    let Ok(window) = window.single() else { return };
    let (least, most) = bounds(table.state().board());
    let size = most - least + Vec2::new(1.0, HEIGHT);
    // Small boards need no huge cells.
    let mut frame = Frame::fit(
        window,
        scale.0,
        Hexxagon::PANEL,
        size.max(Vec2::new(5.0, 5.0)),
    );
    let room = size.max(Vec2::new(5.0, 5.0)) - size;
    let shift = least - room / 2.0;
    // The frame counts from the middle of the first square cell; a hexagon is less high.
    let first = Vec2::new(0.0, (1.0 - HEIGHT) / 2.0);
    frame.corner -= Vec2::new(shift.x - first.x, -(shift.y + first.y)) * frame.cell;
    view.frame = frame;
    sprites.fit((frame.cell * window.scale_factor()) as u32);
}

/// Builds the sprites anew when the position was changed otherwise than by a move.
pub(super) fn rebuild(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut view: ResMut<View>,
) {
    if view.revision == Some(table.revision()) {
        return;
    }
    let root = spawn_root(&mut commands, view.root.take());
    *view = View {
        frame: view.frame,
        revision: Some(table.revision()),
        root: Some(root),
        pointed: view.pointed.filter(|_| view.by_keyboard),
        by_keyboard: view.by_keyboard,
        ..View::default()
    };
    let board = table.state().board();
    for cell in board.cells() {
        let at = place_of(*cell);
        let name = "hexxagon/cell";
        put(&mut commands, &view, &sprites, name, at, 1.0, layer::GROUND);
    }
    for spot in board.all() {
        if let Some(player) = table.state().owner(spot) {
            let at = place_of(board.cells()[spot.index()]);
            let name = gem(player);
            let gem = put(&mut commands, &view, &sprites, name, at, GEM, layer::GEM);
            view.gems.insert(spot, gem);
        }
    }
}

/// Puts a sprite on the board.
pub(super) fn put(
    commands: &mut Commands,
    view: &View,
    sprites: &Sprites,
    name: &str,
    at: Vec2,
    size: f32,
    layer: f32,
) -> Entity {
    let size = Vec2::splat(size);
    let place = BoardSprite { at, size };
    spawn_sprite(commands, view.root, sprites.get(name), place, layer)
}

/// Plays the events of moves: a piece comes, and the pieces that it captures turn over.
pub(super) fn play_events(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut view: ResMut<View>,
) {
    for event in std::mem::take(&mut view.events) {
        let Some(to) = event.to else { continue };
        let board = table.state().board();
        let at = |spot: Spot| place_of(board.cells()[spot.index()]);
        let from = event.from.or_else(|| parent_of(&table, &view, &event, to));
        let piece = put(
            &mut commands,
            &view,
            &sprites,
            gem(event.player),
            at(to),
            GEM,
            layer::MOVING,
        );
        if let Some(from) = from {
            commands.entity(piece).insert(Coming {
                from: at(from),
                jump: event.from.is_some(),
                since: 0.0,
            });
        }
        if let Some(left) = event.from.and_then(|from| view.gems.remove(&from)) {
            commands.entity(left).despawn();
        }
        view.gems.insert(to, piece);
        view.taken_up = None;
        for captured in event.captured {
            // One after the other, around the target.
            let turn = (at(captured) - at(to)).to_angle() / std::f32::consts::TAU;
            if let Some(gem) = view.gems.get(&captured) {
                commands.entity(*gem).insert(Turning {
                    to: event.player,
                    since: 0.0,
                    wait: WAY * 0.8 + turn.rem_euclid(1.0) * 0.22,
                    turned: false,
                });
            }
        }
    }
}

/// The piece that a clone comes from: the one that was taken up, or another one beside it.
fn parent_of(table: &Table, view: &View, event: &MoveEvent, to: Spot) -> Option<Spot> {
    let game = table.state();
    let own = game.of(event.player).without(event.captured);
    let mut beside = game.board().near(to).and(own);
    let taken_up = view.taken_up.filter(|from| beside.has(*from));
    taken_up.or_else(|| beside.next())
}

/// Moves and turns what is under way.
pub(super) fn animate(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    sprites: Res<Sprites>,
    mut coming: Query<(Entity, &mut Coming, &mut Transform, &mut Sprite), Without<Turning>>,
    mut turning: Query<(Entity, &mut Turning, &mut Sprite)>,
) {
    let step = time.delta_secs() * settings.animation_speed();
    for (entity, mut coming, mut transform, mut sprite) in &mut coming {
        coming.since += step;
        if coming.since >= WAY {
            sprite.color = Color::WHITE;
            transform.translation.z = layer::GEM;
            commands.entity(entity).remove::<Coming>();
        }
    }
    for (entity, mut turning, mut sprite) in &mut turning {
        turning.since += step;
        if !turning.turned && turning.since >= turning.wait + TURN / 2.0 {
            turning.turned = true;
            sprite.image = sprites.get(gem(turning.to));
        }
        if turning.since >= turning.wait + TURN {
            sprite.color = Color::WHITE;
            commands.entity(entity).remove::<Turning>();
        }
    }
}

/// Puts every sprite where its place is on the screen.
pub(super) fn place(
    view: Res<View>,
    settings: Res<Settings>,
    mut sprites: Query<(
        &BoardSprite,
        Option<&Coming>,
        Option<&Turning>,
        &mut Transform,
        &mut Sprite,
    )>,
) {
    for (place, coming, turning, mut transform, mut sprite) in &mut sprites {
        let (mut at, mut size) = (place.at, place.size);
        let mut alpha = None;
        if let Some(coming) = coming {
            let t = (coming.since / WAY).min(1.0);
            let eased = 1.0 - (1.0 - t).powi(3);
            if settings.reduced_motion {
                alpha = Some(t);
            } else {
                at = coming.from.lerp(place.at, eased);
                let lift = (t * std::f32::consts::PI).sin();
                if coming.jump {
                    size *= 1.0 + 0.28 * lift;
                } else {
                    // The new piece swells out of the old one.
                    size *= 0.72 + 0.28 * eased + 0.06 * lift;
                }
            }
        }
        if let Some(turning) = turning {
            let t = ((turning.since - turning.wait) / TURN).clamp(0.0, 1.0);
            if settings.reduced_motion {
                alpha = Some((2.0 * t - 1.0).abs());
            } else {
                size.x *= (t * std::f32::consts::PI).cos().abs().max(0.04);
            }
        }
        if let Some(alpha) = alpha {
            sprite.color = Color::WHITE.with_alpha(alpha);
        } else if coming.is_some() || turning.is_some() {
            sprite.color = Color::WHITE;
        }
        let world = view.frame.world(at);
        transform.translation.x = world.x;
        transform.translation.y = world.y;
        sprite.custom_size = Some(size * view.frame.cell);
    }
}
