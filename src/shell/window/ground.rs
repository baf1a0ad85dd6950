//! The ground under the board of a game: a picture that is painted once, and a few lights that drift over it slowly.

use std::f32::consts::TAU;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::window::PrimaryWindow;

use crate::generation::pools::{spawn_or_default, take_result};
use crate::shell::at_rest::AtRest;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::theme::look::Look;
pub use crate::shell::theme::paint::ground::{Ground, GroundPattern};
use crate::shell::theme::sprites::Sprites;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownGround>()
        .init_resource::<Painting>()
        .add_systems(OnExit(Screen::Play), leave_ground)
        .add_systems(Update, (paint_ground, spawn_ground, place_ground).chain());
}

/// The ground of the game that is shown; `None` away from its board.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct ShownGround(pub Option<Ground>);

/// The opacity of a light in its middle. Texts and pieces stay readable in it.
pub const LIGHT: f32 = 0.05;
/// Seconds in which a light comes back to its place.
const PERIOD: f32 = 30.0;
/// The distance that a light drifts, as a part of the window.
const DRIFT: f32 = 0.07;
/// Seconds in which a ground fades in.
const FADE: f32 = 0.35;

/// The layer of the picture of the ground, behind everything else.
const PICTURE: f32 = -20.0;
/// The layer of the lights, above the picture.
const LIGHTS: f32 = -15.0;

/// The ground that was painted last.
#[derive(Resource, Default)]
struct Painting {
    of: Option<(Ground, Look)>,
    task: Option<Task<Option<Image>>>,
}

/// The picture of the ground, and the seconds for which it has been shown.
#[derive(Component)]
struct GroundPicture(f32);

/// A light over the ground.
#[derive(Component)]
struct GroundLight {
    /// The middle of its movement, as parts of the window from its centre.
    home: Vec2,
    /// The diameter, as a part of the window's height.
    size: f32,
    /// The part of a period by which it is ahead.
    phase: f32,
}

/// The lights: their places, their sizes, and the numbers of their main hues. The lamp hangs at the upper left.
const PLACES: [(Vec2, f32, usize); 3] = [
    (Vec2::new(-0.32, 0.3), 1.7, 1),
    (Vec2::new(0.16, -0.28), 1.3, 0),
    (Vec2::new(-0.42, -0.36), 0.9, 0),
];

fn leave_ground(mut shown: ResMut<ShownGround>) {
    shown.set_if_neq(ShownGround(None));
}

/// Paints a ground in the background when another ground or another look is wanted.
fn paint_ground(
    mut commands: Commands,
    shown: Res<ShownGround>,
    settings: Res<Settings>,
    mut painting: ResMut<Painting>,
    old: Query<Entity, Or<(With<GroundPicture>, With<GroundLight>)>>,
) {
    let wanted = shown.0.map(|ground| (ground, settings.look()));
    if painting.of == wanted {
        return;
    }
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    let paint = |(ground, look): (Ground, Look)| {
        spawn_or_default(move || ground.paint(look).map(|painted| painted.image()))
    };
    *painting = Painting {
        of: wanted,
        task: wanted.map(paint),
    };
}

/// Spawns the ground when it is painted. A plain ground is not spawned.
fn spawn_ground(
    mut commands: Commands,
    sprites: Res<Sprites>,
    mut painting: ResMut<Painting>,
    images: Option<ResMut<Assets<Image>>>,
) {
    let (Some((ground, _)), Some(mut images)) = (painting.of, images) else {
        return;
    };
    let Some(Some(image)) = take_result(&mut painting.task) else {
        return;
    };
    commands.spawn((
        Name::new("Ground"),
        GroundPicture(0.0),
        Sprite {
            image: images.add(image),
            color: Color::WHITE.with_alpha(0.0),
            ..default()
        },
        Transform::from_xyz(0.0, 0.0, PICTURE),
    ));
    for (number, (home, size, hue)) in PLACES.into_iter().enumerate() {
        commands.spawn((
            Name::new("Ground light"),
            GroundLight {
                home,
                size,
                phase: number as f32 / PLACES.len() as f32,
            },
            Sprite {
                image: sprites.get("shared/spark"),
                color: ground.hues[hue].with_alpha(0.0),
                ..default()
            },
            Transform::from_xyz(0.0, 0.0, LIGHTS),
        ));
    }
}

/// Fades the ground in, lets it cover the window, and moves its lights. They rest while the game is at rest, under a
/// menu, and with reduced motion.
fn place_ground(
    time: Res<Time>,
    settings: Res<Settings>,
    (at_rest, menu): (Res<AtRest>, Res<State<Menu>>),
    window: Query<&Window, With<PrimaryWindow>>,
    mut pictures: Query<(&mut GroundPicture, &mut Sprite), Without<GroundLight>>,
    mut lights: Query<(&GroundLight, &mut Sprite, &mut Transform), Without<GroundPicture>>,
    mut seconds: Local<f32>,
) {
    let Ok((mut picture, mut sprite)) = pictures.single_mut() else {
        return;
    };
    let Ok(window) = window.single().map(Window::size) else {
        return;
    };
    if !settings.reduced_motion && !at_rest.0 && *menu.get() == Menu::None {
        *seconds = (*seconds + time.delta_secs()) % PERIOD;
    }
    picture.0 += time.delta_secs();
    let shown = (picture.0 / FADE).min(1.0);
    let own = Ground::SIZE.as_vec2();
    sprite.custom_size = Some(own * (window / own).max_element());
    sprite.color = Color::WHITE.with_alpha(shown);
    for (light, mut sprite, mut transform) in &mut lights {
        let angle = (*seconds / PERIOD + light.phase) * TAU;
        let at = (light.home + DRIFT * Vec2::from_angle(angle)) * window;
        transform.translation = at.extend(LIGHTS);
        sprite.custom_size = Some(Vec2::splat(light.size * window.y));
        sprite.color = sprite.color.with_alpha(LIGHT * shown);
    }
}
