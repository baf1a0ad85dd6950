//! A shield over the game that has just opened. A level can start by itself at the very moment in which the player
//! clicks on *Play*, and that click would press what then lies in its place.

use bevy::prelude::*;

use crate::shell::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    let opens = OnTransition {
        exited: Screen::Theatre,
        entered: Screen::Play,
    };
    app.add_systems(opens, spawn_shield)
        .add_systems(Update, lift_shields);
}

/// The seconds for which clicks are kept from a game that opens.
const SECONDS: f32 = 0.4;

/// A node that takes all clicks, with the seconds for which it has been there.
#[derive(Component)]
struct ClickShield(f32);

fn spawn_shield(mut commands: Commands) {
    let whole = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        ..default()
    };
    commands.spawn((
        Name::new("Click shield"),
        ClickShield(0.0),
        whole,
        GlobalZIndex(100),
    ));
}

fn lift_shields(
    time: Res<Time<Real>>,
    mut shields: Query<(Entity, &mut ClickShield)>,
    mut commands: Commands,
) {
    for (shield, mut age) in &mut shields {
        age.0 += time.delta_secs();
        if age.0 > SECONDS {
            commands.entity(shield).despawn();
        }
    }
}
