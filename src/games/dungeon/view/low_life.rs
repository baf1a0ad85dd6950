//! The warning of little life: a red light that swells at the edges of the map, and a heartbeat when it begins.

use bevy::prelude::*;

use crate::games::dungeon::rules::Game;
use crate::games::dungeon::{DungeonGame, Table};
use crate::session::Game as _;
use crate::shell::at_rest::DecorationTime;
use crate::shell::audio::{PlaySound, Sound};
use crate::shell::games::active;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::table::playing;
use crate::shell::theme::sprites::Sprites;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Play),
        spawn_warning.run_if(active(DungeonGame::KEY)),
    )
    .add_systems(Update, show_warning.run_if(playing::<DungeonGame>));
}

/// The largest strength of the light, 0 to 1, through which the map can still be read.
const STRENGTH: f32 = 0.6;

/// A difference of opacities that nobody sees.
const NO_DIFFERENCE: f32 = 0.002;

/// The light at the edges of the map.
#[derive(Component, Default)]
struct Warning {
    /// The opacity of the light before its swelling, 0 to 1.
    shown: f32,
    /// Whether the hero had little life in the last frame.
    was_low: bool,
}

/// Whether the hero has at most a third of their life.
pub(super) fn is_low(game: &Game) -> bool {
    game.hero.life > 0 && 3 * u16::from(game.hero.life) <= u16::from(game.hero.max_life)
}

fn spawn_warning(mut commands: Commands, sprites: Res<Sprites>) {
    commands.spawn((
        Name::new("Low life"),
        DespawnOnExit(Screen::Play),
        Warning::default(),
        ImageNode {
            color: Color::NONE,
            // The light lies along all edges of the window, behind the panel too.
            image_mode: NodeImageMode::Stretch,
            ..ImageNode::new(sprites.get("dungeon/low_life"))
        },
        Node {
            position_type: PositionType::Absolute,
            left: px(0),
            top: px(0),
            bottom: px(0),
            right: px(0),
            ..default()
        },
        GlobalZIndex(-1),
        Pickable::IGNORE,
    ));
}

/// Lets the light swell and fade while the hero has little life.
fn show_warning(
    (time, decorations): (Res<Time>, Res<DecorationTime>),
    settings: Res<Settings>,
    table: Res<Table>,
    menu: Res<State<Menu>>,
    mut warnings: Query<(&mut Warning, &mut ImageNode)>,
    mut sounds: MessageWriter<PlaySound>,
) {
    let is_low = is_low(&table.state().game);
    for (mut warning, image) in &mut warnings {
        if is_low && !warning.was_low {
            sounds.write(PlaySound(Sound::Heartbeat));
        }
        warning.was_low = is_low;
        let is_shown = is_low && *menu.get() == Menu::None;
        let target = if is_shown { 1.0 } else { 0.0 };
        let near = 1.0 - (-time.delta_secs() * 6.0).exp();
        warning.shown += (target - warning.shown) * near;
        if (target - warning.shown).abs() < NO_DIFFERENCE {
            warning.shown = target;
        }
        let swell = if settings.reduced_motion {
            0.8
        } else {
            0.75 + 0.25 * (decorations.seconds() * 3.2).sin()
        };
        image
            .map_unchanged(|image| &mut image.color)
            .set_if_neq(Color::WHITE.with_alpha(STRENGTH * warning.shown * swell));
    }
}
