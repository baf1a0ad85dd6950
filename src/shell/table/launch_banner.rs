//! The banner in the middle of the window that tells that a game is being prepared, with a button that stops it. It is
//! shown only if the preparation takes longer than a moment.

use bevy::prelude::*;

use super::launch::AnyLaunch;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, button, label};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LaunchSeconds>()
        .add_systems(Startup, spawn_banner)
        .add_systems(Update, count_seconds);
}

/// The seconds after which the banner is shown.
const DELAY: f32 = 0.4;

/// The seconds for which a game has been in preparation; 0 if there is none.
#[derive(Resource, Default)]
struct LaunchSeconds(f32);

fn count_seconds(
    time: Res<Time<Real>>,
    launches: Query<(), With<AnyLaunch>>,
    mut seconds: ResMut<LaunchSeconds>,
) {
    seconds.0 = if launches.is_empty() {
        0.0
    } else {
        seconds.0 + time.delta_secs()
    };
}

fn spawn_banner(mut commands: Commands) {
    let is_long = |world: &World| world.resource::<LaunchSeconds>().0 > DELAY;
    commands
        .spawn((
            Name::new("Launch banner"),
            Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                ..default()
            },
            GlobalZIndex(90),
            Pickable::IGNORE,
            VisibleWhen::new(is_long),
        ))
        .with_children(|banner| {
            banner
                .spawn((
                    Node {
                        align_items: AlignItems::Center,
                        column_gap: px(24),
                        padding: UiRect::axes(px(28), px(20)),
                        border: px(1).all(),
                        border_radius: BorderRadius::all(px(10)),
                        ..default()
                    },
                    BackgroundColor(palette::NIGHT.with_alpha(0.96)),
                    BorderColor::all(palette::RIM),
                ))
                .with_children(|row| {
                    row.spawn(label("play.preparing", TextSize::Lead, palette::PAPER));
                    button(row, ButtonStyle::Plain, "theatre.cancel", stop_launches);
                });
        });
}

/// Stops the preparation of every game.
pub fn stop_launches(world: &mut World) {
    let mut launches = world.query_filtered::<Entity, With<AnyLaunch>>();
    let found: Vec<Entity> = launches.iter(world).collect();
    for launch in found {
        world.despawn(launch);
    }
}
