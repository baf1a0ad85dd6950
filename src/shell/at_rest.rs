//! Whether the game is at rest. Decorations stand still then, and few frames are drawn unless something else moves.

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<AtRest>()
        .init_resource::<DecorationTime>()
        .add_message::<InMotion>()
        .add_systems(PreUpdate, advance_decorations);
}

/// Whether the player has not used the game for a while, or its window is in the background. Decorations stand still
/// then.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtRest(pub bool);

/// A message that something moves on the play screen which is no decoration. All frames are drawn while it comes.
#[derive(Message, Clone, Copy, Debug)]
pub struct InMotion;

/// The time of decorations that go on for ever, such as a mark that swells and fades.
#[derive(Resource, Default)]
pub struct DecorationTime(f32);

impl DecorationTime {
    /// Returns the seconds for which decorations have moved.
    pub fn seconds(&self) -> f32 {
        self.0
    }
}

/// The seconds after which the time of decorations begins again, because it gets coarse as it grows.
const PERIOD: f32 = 3_600.0;

fn advance_decorations(
    time: Res<Time>,
    at_rest: Res<AtRest>,
    mut decorations: ResMut<DecorationTime>,
) {
    if !at_rest.0 {
        decorations.0 = (decorations.0 + time.delta_secs()) % PERIOD;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::time::TimeUpdateStrategy;

    use super::*;

    #[test]
    fn decorations_stand_still_at_rest() {
        let mut app = App::new();
        let frame = TimeUpdateStrategy::ManualDuration(Duration::from_millis(100));
        app.add_plugins((MinimalPlugins, plugin))
            .insert_resource(frame);
        let mut seconds_after = |at_rest: bool| {
            app.insert_resource(AtRest(at_rest));
            (0..5).for_each(|_| app.update());
            app.world().resource::<DecorationTime>().seconds()
        };
        let moved = seconds_after(false);
        assert!(moved > 0.0);
        assert_eq!(seconds_after(true), moved);
        assert!(seconds_after(false) > moved);
    }
}
