//! The bestiary on the setup page: the enemies of each dungeon on the way down, with what they do in fights.

use std::collections::BTreeSet;

use bevy::prelude::*;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::enemies::epithet::creature;
use evolvarium::games::dungeon::rules::{EnemyKind, for_strength};
use evolvarium::session::Game as _;
use evolvarium::shell::creature::full_name;
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::NewGame;
use evolvarium::shell::words::Words;

use crate::dungeon_app::new_setup;
use crate::harness::{app, is_text_shown, press_button, press_text, screen, until};

/// The names of the enemies of a dungeon of the new game, one of each kind.
fn names_at(app: &App, depth: u8) -> Vec<String> {
    let (setup, words) = (new_setup(app), app.world().resource::<Words>());
    let breeds = for_strength(&setup.roster(), setup.strength_at(depth));
    let of = |kind| breeds.iter().find(|breed| breed.kind == kind);
    let breeds = EnemyKind::ALL.into_iter().filter_map(of);
    breeds
        .map(|breed| full_name(creature(breed), words))
        .collect()
}

/// Whether a button stands in the row of the setup page with a name.
fn is_in_row(world: &World, button: Entity, name: &str) -> bool {
    let parent = |entity: &Entity| world.get::<ChildOf>(*entity).map(ChildOf::parent);
    let is_row = |entity: &Entity| {
        let name = world.get::<Name>(*entity);
        name.is_some_and(|name| name.as_str() == "Setup row")
    };
    let row = std::iter::successors(Some(button), parent).find(is_row);
    let first = |entity: Entity| world.get::<Children>(entity)?.first().copied();
    // The name stands in a cell of its own.
    let text = row.and_then(first).and_then(first);
    let text = text.and_then(|text| world.get::<Text>(text));
    text.is_some_and(|text| text.0 == name)
}

#[test]
fn the_bestiary_shows_the_enemies_of_each_dungeon_and_names_the_dungeon() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    app.world_mut().resource_mut::<Settings>().all_choices = true;
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(DungeonGame::KEY);
    // With this growth each dungeon has other programs than the one before.
    let mut game = app.world_mut().resource_mut::<NewGame<DungeonGame>>();
    game.setup = "d3f2i9r8s8e2c1l0".parse().expect("a setup");
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    until(&mut app, "the page", |world| screen(world) == Screen::Setup);
    (0..3).for_each(|_| app.update());
    press_text(&mut app, "Bestiary");
    app.update();
    let mut all = BTreeSet::new();
    for depth in 1..=3 {
        if depth > 1 {
            press_button(&mut app, "+", |world, button| {
                is_in_row(world, button, "Dungeon")
            });
            app.update();
        }
        let strength = new_setup(&app).strength_at(depth);
        let line = format!("Dungeon {depth} of 3: enemies of strength {strength}.");
        assert!(is_text_shown(app.world_mut(), &line), "{line}");
        let names = names_at(&app, depth);
        assert_eq!(names.len(), 4);
        for name in &names {
            assert!(is_text_shown(app.world_mut(), name), "{name} at {depth}");
        }
        all.insert(names);
    }
    assert_eq!(all.len(), 3, "{all:?}");
    // The deeds of the kinds in fights are measured one after the other.
    until(&mut app, "the figures", |world| {
        is_text_shown(world, "Steps on tracks in a fight:")
            && is_text_shown(world, "Unseen first strikes in a fight:")
    });
    // A setup with fewer dungeons shows its last one.
    let mut game = app.world_mut().resource_mut::<NewGame<DungeonGame>>();
    game.setup.depths = 2;
    app.update();
    assert!(is_text_shown(app.world_mut(), "Dungeon 2 of 2:"));
}
