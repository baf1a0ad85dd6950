//! The daylight that falls into the dungeon when the hero has come through: it spreads from the exit over all that the
//! hero has seen, before the result is shown.

use bevy::prelude::*;

use super::View;
use super::actor::place;
use crate::base::smoothstep;
use crate::games::dungeon::Table;
use crate::games::dungeon::descent::DescentStatus;
use crate::games::dungeon::rules::Event;
use crate::shell::settings::Settings;

/// The seconds after which the result is shown.
const SECONDS: f32 = 2.0;
/// The cells that the light covers in a second.
const SPEED: f32 = 15.0;
/// The width of the edge of the light, in cells.
const EDGE: f32 = 5.0;

/// The daylight in a dungeon.
pub(super) struct Daylight {
    from: Vec2,
    seconds: f32,
}

impl Daylight {
    /// The part of the full light on a cell, 0 to 1.
    pub fn part_at(&self, cell: Vec2) -> f32 {
        let reach = self.seconds * SPEED - cell.distance(self.from);
        smoothstep((reach / EDGE).clamp(0.0, 1.0))
    }

    /// Whether the light has spread long enough for the result to be shown.
    pub fn is_over(&self) -> bool {
        self.seconds >= SECONDS
    }
}

/// Lets the daylight in when the hero has come through the last dungeon. In a lesson, or with reduced motion, nothing
/// spreads.
pub(super) fn show_events(world: &mut World, events: &[Event]) {
    let table = world.resource::<Table>();
    let descent = table.state();
    let is_through = events.contains(&Event::Escaped)
        && descent.status() == DescentStatus::Completed
        && table.lesson().is_none()
        && !world.resource::<Settings>().reduced_motion;
    let from = place(descent.game.hero.at);
    if is_through {
        world.resource_mut::<View>().daylight = Some(Daylight { from, seconds: 0.0 });
    }
}

/// Lets the daylight spread.
pub(super) fn spread(time: Res<Time>, settings: Res<Settings>, mut view: ResMut<View>) {
    if let Some(daylight) = &mut view.daylight {
        daylight.seconds += time.delta_secs() * settings.animation_speed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn daylight_spreads_from_the_exit_and_does_not_go_away() {
        let mut daylight = Daylight {
            from: Vec2::new(3.0, 4.0),
            seconds: 0.0,
        };
        let (near, far) = (Vec2::new(4.0, 4.0), Vec2::new(13.0, 4.0));
        assert_eq!([near, far].map(|cell| daylight.part_at(cell)), [0.0; 2]);
        daylight.seconds = 0.5;
        assert!(daylight.part_at(near) > 0.9 && daylight.part_at(far) == 0.0);
        assert!(!daylight.is_over());
        daylight.seconds = 10.0;
        assert_eq!([near, far].map(|cell| daylight.part_at(cell)), [1.0; 2]);
        assert!(daylight.is_over());
    }
}
