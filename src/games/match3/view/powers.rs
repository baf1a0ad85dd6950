//! Power pieces on the screen: emblems on their blocks, and the light of their blasts.

use bevy::prelude::*;

use super::board::{self, SpritePlace, layer};
use super::motion::{GATHER, GrowingIn, delta};
use super::{View, place_of};
use crate::games::match3::level::{COLOUR_PIECE, EMBLEMS};
use crate::games::match3::rules::{Blast, Cell, Cells, Colour, Power};
use crate::shell::settings::Settings;
use crate::shell::theme::sprites::Sprites;

/// Seconds that a light is seen.
const LIGHT: f32 = 0.42;

/// The longest time in which an arc of a colour piece reaches a block, in seconds.
const STRIKE: f32 = 0.16;
/// The straight pieces of an arc.
const ARC_PIECES: usize = 6;
/// The distance by which an arc is bent aside, as a part of its length.
const BEND: f32 = 0.3;

/// An emblem, and the block that it lies on.
#[derive(Component)]
pub(super) struct Emblem(Entity);

/// The light of a blast, with its sizes at first and in the end, in cells.
#[derive(Component)]
pub(super) struct Light {
    at: Vec2,
    from: Vec2,
    to: Vec2,
    /// Seconds since the light began; below 0 it waits.
    time: f32,
}

/// Builds the block of a cell, with its emblem.
pub(super) fn spawn(
    commands: &mut Commands,
    sprites: &Sprites,
    root: Entity,
    cell: Cell,
    colour: Option<Colour>,
    power: Option<Power>,
) -> Option<Entity> {
    let at = place_of(cell);
    let block = match (colour, power) {
        (_, Some(Power::Colour)) => commands
            .spawn(board::named_block(sprites, COLOUR_PIECE, at))
            .id(),
        (Some(colour), _) => commands.spawn(board::block(sprites, colour, at)).id(),
        (None, _) => return None,
    };
    commands.entity(block).insert(ChildOf(root));
    if let Some(power) = power {
        spawn_emblem(commands, sprites, root, block, power, at);
    }
    Some(block)
}

/// Lays an emblem on a block; a colour piece needs none.
fn spawn_emblem(
    commands: &mut Commands,
    sprites: &Sprites,
    root: Entity,
    block: Entity,
    power: Power,
    at: Vec2,
) {
    if let Some(name) = EMBLEMS.get(power as usize) {
        commands.spawn((
            Name::new("Emblem"),
            Emblem(block),
            board::sprite(sprites, name, at, layer::EMBLEM, 0.92),
            ChildOf(root),
        ));
    }
}

/// Puts an emblem on a block that becomes a power piece. If the block is gone, a new one grows in its cell, while the
/// blocks of its match are drawn into it.
pub(super) fn spawn_new_emblem(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &mut View,
    cell: Cell,
    power: Power,
    colour: Colour,
) {
    let Some(root) = view.root else { return };
    let mut late = 0.0;
    if let Some(block) = view.blocks.get(&cell) {
        spawn_emblem(commands, sprites, root, *block, power, place_of(cell));
    } else if let Some(block) = spawn(commands, sprites, root, cell, Some(colour), Some(power)) {
        commands.entity(block).insert(GrowingIn::default());
        view.blocks.insert(cell, block);
        late = GATHER;
    }
    spawn_light_ring(commands, sprites, view, place_of(cell), [0.6, 1.8], late);
}

/// Spawns the light of a blast, and pushes the board.
pub(super) fn show_blast(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &mut View,
    middle: Cell,
    blast: Blast,
    cells: Cells,
) {
    let at = place_of(middle);
    let width: &[f32] = match blast {
        Blast::BroadCross => &[-1.0, 0.0, 1.0],
        _ => &[0.0],
    };
    let (row, column) = match blast {
        Blast::Row => (true, false),
        Blast::Column => (false, true),
        Blast::Cross | Blast::BroadCross => (true, true),
        _ => (false, false),
    };
    for aside in width {
        if row {
            spawn_beam(commands, sprites, view, at + Vec2::new(0.0, *aside), true);
        }
        if column {
            spawn_beam(commands, sprites, view, at + Vec2::new(*aside, 0.0), false);
        }
    }
    match blast {
        Blast::Around => spawn_light_ring(commands, sprites, view, at, [1.0, 4.0], 0.0),
        Blast::Wide => spawn_light_ring(commands, sprites, view, at, [1.0, 7.0], 0.0),
        Blast::Everything => spawn_light_ring(commands, sprites, view, at, [1.0, 22.0], 0.0),
        Blast::Colour => {
            for cell in cells.iter() {
                let late = strike_delay(middle, cell);
                spawn_light_ring(commands, sprites, view, place_of(cell), [0.3, 1.9], late);
                spawn_arc(commands, sprites, view, middle, cell);
            }
        }
        _ => {}
    }
    view.playback.push = (view.playback.push + 0.05 + 0.004 * cells.len() as f32).min(0.2);
}

fn spawn_beam(commands: &mut Commands, sprites: &Sprites, view: &View, at: Vec2, across: bool) {
    let (Some(size), Some(root)) = (view.size, view.root) else {
        return;
    };
    let (rows, cols) = (size.rows() as f32, size.cols() as f32);
    let (at, length, turn) = if across {
        (Vec2::new((cols - 1.0) / 2.0, at.y), cols, 0.0)
    } else {
        (
            Vec2::new(at.x, (rows - 1.0) / 2.0),
            rows,
            std::f32::consts::FRAC_PI_2,
        )
    };
    commands.spawn((
        Name::new("Beam"),
        Light {
            at,
            from: Vec2::new(length * 0.4, 1.5),
            to: Vec2::new(length * 1.1, 0.5),
            time: 0.0,
        },
        light_sprite(sprites, "match3/beam", Quat::from_rotation_z(turn)),
        ChildOf(root),
    ));
}

/// Seconds until the arc of a colour piece reaches a block.
pub(super) fn strike_delay(middle: Cell, cell: Cell) -> f32 {
    let distance = place_of(middle).distance(place_of(cell));
    (0.04 + 0.02 * distance).min(STRIKE)
}

/// Spawns an arc of light that runs from a colour piece to a block which it takes.
fn spawn_arc(commands: &mut Commands, sprites: &Sprites, view: &View, middle: Cell, cell: Cell) {
    let Some(root) = view.root.filter(|_| middle != cell) else {
        return;
    };
    let (from, to) = (place_of(middle), place_of(cell));
    // Neighbours are reached from different sides.
    let side = match (cell.row() + cell.col()).is_multiple_of(2) {
        true => BEND,
        false => -BEND,
    };
    let aside = from.midpoint(to) + (to - from).perp() * side;
    let point = |at: usize| {
        let t = at as f32 / ARC_PIECES as f32;
        from.lerp(aside, t).lerp(aside.lerp(to, t), t)
    };
    let delay = strike_delay(middle, cell);
    for at in 0..ARC_PIECES {
        let (start, end) = (point(at), point(at + 1));
        let way = end - start;
        // The pieces overlap, because they fade out at their ends.
        let length = 1.6 * way.length();
        commands.spawn((
            Name::new("Arc"),
            Light {
                at: start.midpoint(end),
                from: Vec2::new(length, 1.0),
                to: Vec2::new(length, 0.3),
                time: -delay * at as f32 / ARC_PIECES as f32,
            },
            // Rows are counted downwards.
            light_sprite(
                sprites,
                "match3/beam",
                Quat::from_rotation_z(-way.to_angle()),
            ),
            ChildOf(root),
        ));
    }
}

/// Spawns a ring of light that grows from one size to another, in cells, after `late` seconds.
pub(super) fn spawn_light_ring(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &View,
    at: Vec2,
    [from, to]: [f32; 2],
    late: f32,
) {
    let Some(root) = view.root else { return };
    commands.spawn((
        Name::new("Blast"),
        Light {
            at,
            from: Vec2::splat(from),
            to: Vec2::splat(to),
            time: -late,
        },
        light_sprite(sprites, "match3/blast", Quat::IDENTITY),
        ChildOf(root),
    ));
}

fn light_sprite(sprites: &Sprites, name: &str, turn: Quat) -> impl Bundle {
    (
        Sprite {
            image: sprites.get(name),
            color: Color::NONE,
            custom_size: Some(Vec2::ZERO),
            ..default()
        },
        Transform::from_xyz(0.0, 0.0, layer::SPARK).with_rotation(turn),
    )
}

/// Emblems go where their blocks go, and vanish with them.
pub(super) fn move_emblems(
    mut commands: Commands,
    blocks: Query<(&SpritePlace, &Sprite), Without<Emblem>>,
    mut emblems: Query<(Entity, &Emblem, &mut SpritePlace, &mut Sprite)>,
) {
    for (entity, Emblem(block), mut place, mut sprite) in &mut emblems {
        match blocks.get(*block) {
            Ok((under, block)) => {
                *place = *under;
                sprite.color = sprite.color.with_alpha(block.color.alpha());
            }
            Err(_) => commands.entity(entity).despawn(),
        }
    }
}

/// Lights grow and fade; with reduced motion they only fade.
pub(super) fn advance_lights(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut lights: Query<(Entity, &mut Light, &mut Transform, &mut Sprite)>,
) {
    let step = delta(&time, &settings, &view);
    for (entity, mut light, mut transform, mut sprite) in &mut lights {
        light.time += step;
        let t = (light.time / LIGHT).clamp(0.0, 1.0);
        // Ease out.
        let way = 1.0 - (1.0 - t).powi(3);
        let size = if settings.reduced_motion {
            light.to
        } else {
            light.from.lerp(light.to, way)
        };
        view.frame.put(&mut transform, light.at);
        sprite.custom_size = Some(size * view.frame.cell);
        let alpha = if light.time < 0.0 { 0.0 } else { 1.0 - t * t };
        sprite.color = Color::WHITE.with_alpha(alpha);
        if t >= 1.0 {
            commands.entity(entity).despawn();
        }
    }
}

/// The whole board is pushed by a blast, and swings back.
pub(super) fn push_board(
    time: Res<Time>,
    settings: Res<Settings>,
    mut view: ResMut<View>,
    mut roots: Query<&mut Transform>,
) {
    if view.playback.push == 0.0 {
        return;
    }
    view.playback.push *= (-time.delta_secs() * 7.0).exp();
    if view.playback.push < 0.002 || settings.reduced_motion {
        view.playback.push = 0.0;
    }
    if let Some(mut root) = view.root.and_then(|root| roots.get_mut(root).ok()) {
        let swing = time.elapsed_secs() * 46.0;
        let way =
            Vec2::new(swing.sin(), (swing * 1.3).cos()) * view.playback.push * view.frame.cell;
        root.translation = way.extend(0.0);
    }
}
