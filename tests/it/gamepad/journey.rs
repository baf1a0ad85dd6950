//! The journey of match-3 with the gamepad alone.

use bevy::prelude::*;
use evolvarium::shell::screen::Screen;

use super::{app_with_pad, go_to};
use crate::harness::{is_text_shown, screen, until};
use crate::journeys::{open_map, won_journey};
use crate::keys::tap;

#[test]
fn a_side_stop_is_chosen_on_the_map_and_begun_with_the_cross() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    open_map(&mut app, won_journey(7, 5));
    let (begin, details) = ("Evolve and play side stop 4a", "Side stop 4a (");
    assert!(!is_text_shown(app.world_mut(), begin));
    // The name of the stop on the map begins with its number.
    go_to(&mut app, pad, "Side stop 4a");
    tap(&mut app, pad, GamepadButton::South);
    (0..3).for_each(|_| app.update());
    assert_eq!(screen(app.world()), Screen::Setup);
    assert!(is_text_shown(app.world_mut(), details));
    go_to(&mut app, pad, begin);
    tap(&mut app, pad, GamepadButton::South);
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
}
