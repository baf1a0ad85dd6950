//! The map of the journey of match-3 with large texts, where it is larger than its page: a stop that gets the focus comes
//! into sight.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::theme::widget::ButtonStyle;

use super::{is_shown, place_of, resize, room_of, with_window};
use crate::journeys::{open_map, won_journey};

const WINDOW: Vec2 = Vec2::new(960.0, 540.0);

/// The stops that are shown on the map and that Tab comes to.
fn stops(world: &mut World) -> Vec<Entity> {
    let mut tiles = world.query::<(Entity, &ButtonStyle, &TabIndex)>();
    let tiles = tiles
        .iter(world)
        .filter(|(_, style, index)| **style == ButtonStyle::Tile && index.0 >= 0);
    let stops = tiles.map(|(stop, ..)| stop);
    stops.filter(|stop| is_shown(world, *stop)).collect()
}

#[test]
fn a_stop_of_the_journey_that_gets_the_focus_is_in_sight_with_its_outline() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    open_map(&mut app, won_journey(7, 17));
    for text_percent in [100, 150, 200] {
        app.world_mut().resource_mut::<Settings>().text_percent = text_percent;
        resize(&mut app, WINDOW.x, WINDOW.y);
        let stops = stops(app.world_mut());
        assert!(stops.len() >= 17, "{text_percent} %: {} stops", stops.len());
        for stop in stops {
            let world = app.world_mut();
            world.resource_mut::<InputFocusVisible>().0 = true;
            let mut focus = world.resource_mut::<InputFocus>();
            focus.set(stop, FocusCause::Navigated);
            (0..3).for_each(|_| app.update());
            let world = app.world();
            let outline = world.get::<Outline>(stop).expect("an outline");
            assert!(outline.color.alpha() > 0.0, "{text_percent} %: no outline");
            let place = place_of(world, stop).expect("it is laid out");
            let sight = room_of(world, stop, WINDOW).sight.inflate(1.0);
            assert!(
                sight.contains(place.min) && sight.contains(place.max),
                "{text_percent} %: the stop at {place:?} is not within {sight:?}"
            );
        }
    }
}
