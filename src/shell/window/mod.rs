//! The window: its size, the scale of the interface, and the background.

pub mod ground;
mod icon;
#[cfg(target_os = "linux")]
mod keyboard;
pub mod pace;
pub mod size;
pub mod window_error;

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowFocused};

use crate::shell::at_rest::AtRest;
use crate::shell::settings::Settings;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((pace::plugin, ground::plugin, size::plugin))
        .insert_resource(ClearColor(palette::NIGHT))
        .init_resource::<Motes>()
        .add_systems(Startup, (spawn_camera, spawn_motes))
        .add_systems(Update, (icon::set_icon, scale_interface, move_motes));
    #[cfg(target_os = "linux")]
    app.add_systems(Update, keyboard::take_keyboard);
}

/// The window size for which the interface is laid out.
pub const DESIGN: Vec2 = Vec2::new(1280.0, 720.0);

fn spawn_camera(mut commands: Commands) {
    commands.spawn((Name::new("Camera"), Camera2d));
}

/// Whether the player has turned to another window since the last call. Losing the keyboard for less than a frame does
/// not count; it happens while a window is opened.
pub fn has_left_window(mut focus: MessageReader<WindowFocused>) -> bool {
    focus.read().last().is_some_and(|message| !message.focused)
}

fn scale_interface(
    window: Query<&Window, With<PrimaryWindow>>,
    settings: Res<Settings>,
    mut scale: ResMut<UiScale>,
) {
    let Ok(window) = window.single() else { return };
    let fit = (window.width() / DESIGN.x).min(window.height() / DESIGN.y);
    let wanted = settings.text_percent as f32 / 100.0;
    let scaled = (fit * wanted).max(0.4);
    if (scale.0 - scaled).abs() > 1e-4 {
        scale.0 = scaled;
    }
}

/// Whether specks of light drift in the background. A game hides them if they could be taken for things on its board.
#[derive(Resource)]
pub struct Motes(pub bool);

impl Default for Motes {
    fn default() -> Self {
        Motes(true)
    }
}

/// A speck of light that moves slowly in the background.
#[derive(Component)]
struct Mote {
    /// The middle of its movement, as parts of the window from its centre.
    home: Vec2,
    phase: f32,
    /// Its number. If few motes are wanted, those with the lowest numbers are shown.
    number: u32,
}

/// The number of motes.
const MOTES: u32 = 26;

fn spawn_motes(mut commands: Commands, sprites: Res<Sprites>) {
    // Multiples of irrational numbers spread the motes evenly, however many of them are shown, and no grid can be seen.
    for i in 0..MOTES {
        let n = i as f32;
        let home = Vec2::new((n * 0.618_034).fract() - 0.5, (n * 0.754_878).fract() - 0.5);
        let warm = i % 5 == 0;
        let colour = if warm {
            palette::LAMP
        } else {
            palette::THOUGHT
        };
        commands.spawn((
            Name::new("Mote"),
            Mote {
                home,
                phase: n,
                number: i,
            },
            Sprite {
                image: sprites.get("shared/spark"),
                custom_size: Some(Vec2::splat(10.0 + (n * 0.37).fract() * 26.0)),
                color: colour.with_alpha(0.05 + 0.1 * (n * 0.53).fract()),
                ..default()
            },
            Transform::from_xyz(0.0, 0.0, -10.0),
        ));
    }
}

fn move_motes(
    time: Res<Time>,
    settings: Res<Settings>,
    (at_rest, shown): (Res<AtRest>, Res<Motes>),
    window: Query<&Window, With<PrimaryWindow>>,
    mut motes: Query<(&Mote, &mut Transform, &mut Visibility)>,
    mut seconds: Local<f32>,
) {
    let Ok(window) = window.single() else { return };
    if !settings.reduced_motion && !at_rest.0 {
        *seconds += time.delta_secs();
    }
    let t = *seconds;
    let count = match shown.0 {
        true => settings.particles.of(MOTES),
        false => 0,
    };
    for (mote, mut transform, mut visibility) in &mut motes {
        visibility.set_if_neq(match mote.number < count {
            true => Visibility::Inherited,
            false => Visibility::Hidden,
        });
        let sway = Vec2::new(
            (t * 0.11 + mote.phase).sin() * 0.03,
            (t * 0.07 + mote.phase * 1.7).cos() * 0.05,
        );
        let at = (mote.home + sway) * window.size();
        transform.translation = at.extend(-10.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_left_when_it_has_no_keyboard_at_the_end_of_a_frame() {
        let mut app = App::new();
        app.add_message::<WindowFocused>();
        let window = app.world_mut().spawn_empty().id();
        let mut is_left = |changes: &[bool]| {
            for focused in changes {
                app.world_mut().write_message(WindowFocused {
                    window,
                    focused: *focused,
                });
            }
            let asked = app.world_mut().run_system_cached(has_left_window);
            asked.expect("it runs")
        };
        assert!(!is_left(&[]));
        assert!(!is_left(&[false, true]));
        assert!(is_left(&[true, false]));
        assert!(!is_left(&[]), "it is said once");
    }
}
