//! The sticks of a gamepad as arrows: a push is one step, and a stick that is held goes on stepping.

use bevy::prelude::*;

use super::Action;

/// The part of the deflection from which on a stick points in a direction, below which it no longer points there. It is
/// less than 1, so that a stick that is held near the limit does not tremble.
const RELEASED: f32 = 0.7;
/// The factor by which the deflection in another direction must exceed that in the held direction, so that a diagonal
/// does not tremble.
const CLEARLY: f32 = 1.5;
/// Seconds for which a stick is held before it steps again.
const REPEAT_AFTER: f32 = 0.4;
/// Seconds between two further steps.
const REPEAT_EVERY: f32 = 0.12;

/// The arrows, and the directions in which a stick points for them: to the right and up.
const ARROWS: [(Action, Vec2); 4] = [
    (Action::Left, Vec2::NEG_X),
    (Action::Right, Vec2::X),
    (Action::Up, Vec2::Y),
    (Action::Down, Vec2::NEG_Y),
];

/// The position of the stick that is pushed furthest: to the right and up, each from -1 to 1.
pub(super) fn stick_position<'a>(gamepads: impl Iterator<Item = &'a Gamepad>) -> Vec2 {
    let sticks = gamepads.flat_map(|pad| [pad.left_stick(), pad.right_stick()]);
    let furthest = sticks.max_by(|one, other| one.length().total_cmp(&other.length()));
    furthest.unwrap_or_default()
}

/// Whether a stick points in a direction, if it does so from the deflection `least` on, 0 to 1.
pub(super) fn is_pushed(place: Vec2, least: f32) -> bool {
    place.abs().max_element() > least
}

/// The state of a stick over time.
#[derive(Default)]
pub(super) struct Stick {
    held: Option<Action>,
    seconds_to_next: f32,
}

impl Stick {
    /// Returns the step that begins with the stick at a place, a number of seconds after the last call. The stick points
    /// somewhere from the deflection `least` on, 0 to 1.
    pub(super) fn step(&mut self, place: Vec2, least: f32, seconds: f32) -> Option<Action> {
        let now = arrow_at(place, least, self.held);
        if now != self.held {
            (self.held, self.seconds_to_next) = (now, REPEAT_AFTER);
            return now;
        }
        self.seconds_to_next -= seconds;
        if self.seconds_to_next > 0.0 {
            return None;
        }
        // A frame has one step at most, however slow it is.
        self.seconds_to_next = REPEAT_EVERY;
        now
    }
}

/// The arrow that a stick points to, after it pointed to `held`.
fn arrow_at(place: Vec2, least: f32, held: Option<Action>) -> Option<Action> {
    let furthest = place.abs().max_element();
    let still_held = ARROWS.into_iter().find(|(arrow, direction)| {
        let along = place.dot(*direction);
        Some(*arrow) == held && along > RELEASED * least && along * CLEARLY > furthest
    });
    let pushed = ARROWS
        .into_iter()
        .find(|(_, direction)| furthest > least && place.dot(*direction) == furthest);
    still_held.or(pushed).map(|(arrow, _)| arrow)
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: f32 = 0.5;

    #[test]
    fn a_push_is_one_step_and_a_stick_that_is_held_steps_on() {
        let mut stick = Stick::default();
        let right = Vec2::new(0.9, 0.1);
        assert_eq!(
            stick.step(Vec2::new(0.4, 0.0), USUAL, 0.01),
            None,
            "dead zone"
        );
        assert_eq!(stick.step(right, USUAL, 0.01), Some(Action::Right));
        assert_eq!(stick.step(right, USUAL, 0.3), None);
        assert_eq!(stick.step(right, USUAL, 0.3), Some(Action::Right));
        assert_eq!(stick.step(right, USUAL, 0.05), None);
        assert_eq!(stick.step(right, USUAL, 0.1), Some(Action::Right));
        assert_eq!(stick.step(Vec2::ZERO, USUAL, 0.01), None);
        assert_eq!(stick.step(Vec2::ZERO, USUAL, 9.0), None);
        assert_eq!(stick.step(right, USUAL, 0.01), Some(Action::Right));
    }

    #[test]
    fn a_stick_does_not_tremble_at_the_edge_and_on_diagonals() {
        let mut stick = Stick::default();
        assert_eq!(
            stick.step(Vec2::new(0.0, 0.52), USUAL, 0.0),
            Some(Action::Up)
        );
        assert_eq!(
            stick.step(Vec2::new(0.0, 0.45), USUAL, 0.0),
            None,
            "still held"
        );
        assert_eq!(
            stick.step(Vec2::new(0.55, 0.5), USUAL, 0.0),
            None,
            "still up"
        );
        assert_eq!(
            stick.step(Vec2::new(0.9, 0.4), USUAL, 0.0),
            Some(Action::Right)
        );
        assert_eq!(
            stick.step(Vec2::new(-0.9, 0.4), USUAL, 0.0),
            Some(Action::Left)
        );
        assert_eq!(stick.step(Vec2::new(-0.2, 0.2), USUAL, 0.0), None);
        assert_eq!(
            stick.step(Vec2::new(-0.2, -0.8), USUAL, 0.0),
            Some(Action::Down)
        );
    }

    #[test]
    fn a_light_push_is_enough_if_the_player_wants_that() {
        let light = Vec2::new(0.3, 0.0);
        assert_eq!(Stick::default().step(light, 0.2, 0.0), Some(Action::Right));
        assert_eq!(Stick::default().step(light, USUAL, 0.0), None);
        assert!(is_pushed(light, 0.2) && !is_pushed(light, USUAL));
        let mut stick = Stick::default();
        stick.step(light, 0.2, 0.0);
        // It is released a little below the limit.
        assert_eq!(
            stick.step(Vec2::new(0.15, 0.0), 0.2, 9.0),
            Some(Action::Right)
        );
        assert_eq!(stick.step(Vec2::new(0.13, 0.0), 0.2, 9.0), None);
    }
}
