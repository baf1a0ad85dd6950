//! Another game of Hexxagon that comes to the table in the middle of a frame, in the place of one under way.

use bevy::app::{RunFixedMainLoop, SpawnScene};
use bevy::prelude::*;
use evolvarium::games::hexxagon::insight::{self, Insight, InsightKind};
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::session::{Game, Table};
use evolvarium::shell::game_id;

use crate::harness::{card, fast_game, some_frames, table, until};
use crate::hexxagon_puzzles::LEAP;
use crate::keys::press;

/// The id of the game that comes to the table at the next moment for it.
#[derive(Resource, Default)]
struct NextGame(Option<String>);

fn open_next_game(world: &mut World) {
    if let Some(id) = world.resource_mut::<NextGame>().0.take() {
        game_id::open_id(world, &id).expect("a good id");
    }
}

#[test]
fn a_game_on_a_smaller_board_comes_before_or_after_the_board_is_drawn() {
    for is_before in [true, false] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = fast_game(folder.path(), "hexxagon:b1-human-human#a");
        app.init_resource::<NextGame>();
        match is_before {
            true => app.add_systems(RunFixedMainLoop, open_next_game),
            false => app.add_systems(SpawnScene, open_next_game),
        };
        // The cursor stands on a cell that the smaller board does not have.
        (0..6).for_each(|_| press(&mut app, KeyCode::ArrowRight));
        insight::choose(app.world_mut(), InsightKind::Moves);
        until(&mut app, "the values", |world| {
            world.resource::<Insight>().values().is_some()
        });
        let id = format!("hexxagon:{LEAP}-human-human#a");
        app.world_mut().resource_mut::<NextGame>().0 = Some(id);
        some_frames(&mut app);
        assert_eq!(table::<Hexxagon>(&app).state().board().size(), 7);
    }
}

#[test]
fn a_lesson_for_two_comes_after_a_game_of_three_and_has_no_insights() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b46-human-human-human#a");
    (card(&app, Hexxagon::KEY).start_lesson)(app.world_mut(), 0);
    until(&mut app, "the lesson", |world| {
        world.resource::<Table<Hexxagon>>().lesson().is_some()
    });
    some_frames(&mut app);
    assert_eq!(table::<Hexxagon>(&app).state().players(), 2);
    press(&mut app, KeyCode::KeyV);
    app.update();
    assert_eq!(app.world().resource::<Insight>().kind(), InsightKind::Off);
}
