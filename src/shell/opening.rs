//! What is on its way to the board: one thing at a time, and given up by who goes elsewhere.

use bevy::prelude::*;

use super::screen::Screen;

/// Lets of all that carry `C` only the latest live, and none beyond the screens that are left.
pub fn one_at_a_time<C: Component>(app: &mut App, left: &[Screen]) {
    app.add_observer(only_the_latest::<C>);
    for screen in left {
        app.add_systems(OnExit(*screen), give_up::<C>);
    }
}

fn only_the_latest<C: Component>(
    added: On<Add, C>,
    openings: Query<Entity, With<C>>,
    mut commands: Commands,
) {
    for entity in openings.iter().filter(|entity| *entity != added.entity) {
        commands.entity(entity).despawn();
    }
}

fn give_up<C: Component>(openings: Query<Entity, With<C>>, mut commands: Commands) {
    for entity in &openings {
        commands.entity(entity).despawn();
    }
}
