//! The end of a game of Hexxagon: the winner's pieces bloom, and then the result comes.

use bevy::prelude::*;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::session::Table;
use evolvarium::shell::screen::Menu;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::pacing::MovePace;
use evolvarium::shell::table::{Pacing, TableGame};
use evolvarium::shell::theme::sprites::Sprites;

use crate::harness::{fast_game, menu, until, wait_for_result};

/// The number of lights around pieces.
fn lights(world: &mut World) -> u32 {
    let light = world.resource::<Sprites>().get("shared/spark");
    let mut sprites = world.query::<(&Name, &Sprite)>();
    let all = sprites.iter(world);
    let lights = all.filter(|(name, sprite)| name.as_str() == "Piece" && sprite.image == light);
    lights.count() as u32
}

fn is_over(world: &mut World) -> bool {
    world.resource::<Table<Hexxagon>>().is_over()
}

#[test]
fn the_winners_pieces_bloom_before_the_result() {
    for reduced_motion in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = fast_game(folder.path(), "hexxagon:b46-level2-level1-set6#a");
        app.world_mut().resource_mut::<Settings>().reduced_motion = reduced_motion;
        app.world_mut().resource_mut::<Pacing>().pace = MovePace::FlatOut;
        until(&mut app, "the end", is_over);
        assert!(!Hexxagon::is_at_rest(app.world()));
        let game = app.world().resource::<Table<Hexxagon>>().state();
        let winner = game.winner().expect("no draw");
        let pieces = game.of(winner).count();
        until(&mut app, "the bloom", |world| lights(world) == pieces);
        assert_eq!(menu(app.world()), Menu::None);
        wait_for_result(&mut app);
        assert_eq!(lights(app.world_mut()), 0);
        assert!(Hexxagon::is_at_rest(app.world()));
    }
}
