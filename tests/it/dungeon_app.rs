//! The dungeon in the whole app: keys, auto-actions, saves, the end, the theatre and the arena.

use std::path::Path;

use bevy::prelude::*;
use evolvarium::games::dungeon::custom_enemies::{add_saved_enemies, meet_in_dungeon, save_enemy};
use evolvarium::games::dungeon::descent::DescentStatus;
use evolvarium::games::dungeon::enemies::hand_written::read_program;
use evolvarium::games::dungeon::enemies::roster_file;
use evolvarium::games::dungeon::evolve::{EnemyToEvolve, evolve_enemy};
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::{Breed, EnemyKind, Move, Status, Step};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::games::dungeon::{DungeonGame, Table};
use evolvarium::generation::Pick;
use evolvarium::generation::driver::RunDriver;
use evolvarium::session::statistics::Statistics;
use evolvarium::session::{Autosave, Folders};
use evolvarium::shell::games::{ActiveGame, GameCard, Games};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::{NewGame, play};
use evolvarium::shell::theatre;

use crate::dungeon_history::open_history;
use crate::harness::{
    app, end_and_resume, fix_frame_time, is_said, is_text_shown, menu, notices, press_text, screen,
    start, until, wait_for_result,
};
use crate::keys::{connect_pad, press, tap};

pub const KEY: &str = "dungeon";
const ID: &str = "dungeon:d2f1r8s8e1c1l0#a";

pub fn card(app: &App) -> GameCard {
    app.world()
        .resource::<Games>()
        .find(KEY)
        .expect("it is listed")
}

pub fn table(app: &App) -> &Table {
    app.world().resource::<Table>()
}

pub fn new_setup(app: &App) -> &Setup {
    &app.world().resource::<NewGame<DungeonGame>>().setup
}

pub fn game(folder: &Path, id: &str) -> App {
    let mut app = app(folder);
    start(&mut app, id);
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    app.update();
    app
}

fn moves(app: &App) -> usize {
    table(app).moves().len()
}

fn wait_for(app: &mut App, count: usize) {
    until(app, "moves", |world| {
        world.resource::<Table>().moves().len() >= count
    });
}

/// Whether the rules allow a move now.
fn is_possible(app: &App, wanted: Move) -> bool {
    let mut tried = table(app).state().clone();
    tried.make(wanted, &mut Vec::new()).is_ok()
}

#[test]
fn arrows_number_pad_and_vi_keys_go_and_x_explores() {
    let folder = tempfile::tempdir().expect("a folder");
    // Without enemies nothing interrupts the exploring.
    let mut app = game(folder.path(), "dungeon:d2f1r8s8e0c0l0#a");
    let from = table(&app).state().game.hero.at;
    let [north, south] = [Move::Step(Step(0)), Move::Step(Step(2))];
    let mut keys = [
        (KeyCode::ArrowUp, north),
        (KeyCode::Numpad2, south),
        (KeyCode::KeyK, north),
        (KeyCode::KeyJ, south),
    ];
    // Where a wall stands in the north, the hero goes south first.
    if !is_possible(&app, north) {
        keys.rotate_left(1);
    }
    for (number, (key, _)) in keys.into_iter().enumerate() {
        press(&mut app, key);
        wait_for(&mut app, number + 1);
    }
    assert_eq!(table(&app).moves(), keys.map(|(_, made)| made));
    assert_eq!(table(&app).state().game.hero.at, from);
    press(&mut app, KeyCode::KeyG);
    wait_for(&mut app, 5);
    assert!(table(&app).state().game.hero.guard);
    press(&mut app, KeyCode::KeyX);
    wait_for(&mut app, 12);
    // Any key stops the automatic action.
    press(&mut app, KeyCode::ShiftLeft);
    app.update();
    let now = moves(&app);
    // In three seconds the hero would make many moves.
    fix_frame_time(&mut app);
    for _ in 0..60 {
        app.update();
    }
    assert_eq!(moves(&app), now);
}

#[test]
fn a_step_into_a_wall_is_answered_and_is_no_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), ID);
    let north = Move::Step(Step(0));
    let mut free = 0;
    while is_possible(&app, north) {
        assert!(free < 20, "the room has a northern wall");
        free += 1;
        press(&mut app, KeyCode::ArrowUp);
        wait_for(&mut app, free);
    }
    press(&mut app, KeyCode::ArrowUp);
    until(&mut app, "an answer", |world| {
        is_said(world, "A wall stands")
    });
    assert_eq!(moves(&app), free);
}

#[test]
fn the_hero_goes_with_the_gamepad_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), ID);
    let pad = connect_pad(&mut app);
    tap(&mut app, pad, GamepadButton::DPadUp);
    wait_for(&mut app, 1);
    assert_eq!(table(&app).moves()[0], Move::Step(Step(0)));
    tap(&mut app, pad, GamepadButton::West);
    wait_for(&mut app, 2);
    assert_eq!(table(&app).moves()[1], Move::Guard);
    tap(&mut app, pad, GamepadButton::North);
    wait_for(&mut app, 6);
}

#[test]
fn the_gamepad_and_the_arrows_choose_what_is_used_and_which_boon_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    // Without enemies the hero is sure to come down.
    let mut app = game(folder.path(), "dungeon:d3f1r8s8e0c1l0#a");
    let pad = connect_pad(&mut app);
    // The potion on the belt is chosen, and refused at full life. It is not the portal that South alone would mean.
    tap(&mut app, pad, GamepadButton::LeftTrigger2);
    tap(&mut app, pad, GamepadButton::South);
    until(&mut app, "the refusal", |world| {
        is_said(world, "Your life is full.")
    });
    assert_eq!(moves(&app), 0);
    for (depth, buttons) in [(2, true), (3, false)] {
        go_down(&mut app, depth);
        assert_eq!(offered(&app), 3);
        for _ in 0..2 {
            match buttons {
                true => tap(&mut app, pad, GamepadButton::DPadRight),
                false => press(&mut app, KeyCode::ArrowRight),
            }
        }
        let before = moves(&app);
        match buttons {
            true => tap(&mut app, pad, GamepadButton::South),
            false => press(&mut app, KeyCode::Enter),
        }
        wait_for(&mut app, before + 1);
        let focus = app
            .world()
            .resource::<bevy::input_focus::InputFocus>()
            .get();
        let made = &table(&app).moves()[before..];
        assert_eq!(made, [Move::Boon(2)], "depth {depth}, focus {focus:?}");
    }
}

/// The number of boons that are offered.
fn offered(app: &App) -> usize {
    let offer = table(app).state().game.offer();
    offer.map_or(0, |boons| boons.len())
}

/// Lets an automatic player go on until the hero enters a depth.
pub fn go_down(app: &mut App, depth: u8) {
    let mut player = ReferencePlayer::Careful.player();
    while table(app).state().depth() < depth {
        let chosen = player.choose(&table(app).state().game).expect("a move");
        let mut table = app.world_mut().resource_mut::<Table>();
        table.play(chosen).expect("a legal move");
    }
    app.update();
    app.update();
}

#[test]
fn a_descent_is_resumed_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    // Without enemies nothing interrupts the exploring.
    let mut first = game(folder.path(), "dungeon:d2f1r8s8e0c1l0#a");
    press(&mut first, KeyCode::KeyX);
    wait_for(&mut first, 15);
    press(&mut first, KeyCode::ShiftLeft);
    // A player who has restarted counts as helped, also after the program was ended.
    first.world_mut().resource_mut::<Table>().restart();
    press(&mut first, KeyCode::KeyX);
    wait_for(&mut first, 15);
    press(&mut first, KeyCode::ShiftLeft);
    let (hero, made) = (table(&first).state().game.hero.clone(), moves(&first));
    let told = open_history(&mut first);
    assert!(told.len() > 1, "{told:?}");
    let mut second = end_and_resume(first, folder.path(), KEY);
    assert_eq!(moves(&second), made);
    assert_eq!(table(&second).state().game.hero, hero);
    assert!(table(&second).is_helped());
    assert_eq!(open_history(&mut second), told);
}

#[test]
fn a_descent_that_is_restarted_has_no_automatic_player_and_no_move_of_the_one_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), "dungeon:d2f1r8s8e0c1l0#a");
    press(&mut app, KeyCode::KeyA);
    wait_for(&mut app, 5);
    press(&mut app, KeyCode::ShiftLeft);
    let card = card(&app);
    assert!(table(&app).extra.automatic);
    // A step that is asked for while a turn is shown.
    press(&mut app, KeyCode::ArrowLeft);
    press(&mut app, KeyCode::ArrowRight);
    (card.restart)(app.world_mut());
    (0..30).for_each(|_| app.update());
    assert!(!table(&app).extra.automatic);
    assert_eq!(moves(&app), 0);
}

#[test]
fn a_broken_save_is_set_aside_and_named() {
    for (moves, why) in [("00q", "\"q\""), ("p", "move 1"), ("", "not a setup")] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = app(folder.path());
        app.update();
        let path = app.world().resource::<Folders>().game(KEY);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        let setup = if moves.is_empty() {
            "nonsense"
        } else {
            "d2f1r8s8e1c1l0"
        };
        let text =
            format!("(version: 1, content: (id: \"dungeon:{setup}#a\", moves: \"{moves}\"))");
        std::fs::write(&path, text).expect("written");
        (card(&app).resume)(app.world_mut());
        until(&mut app, "the notice", |world| !notices(world).is_empty());
        let told = notices(app.world());
        assert!(told.contains(why), "{moves}: {told}");
        assert!(!path.exists(), "it is set aside");
        assert_eq!(screen(app.world()), Screen::Title);
    }
}

#[test]
fn death_is_final_and_counted_and_the_save_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    // With strong enemies and no chests the hero soon dies.
    let mut app = app(folder.path());
    let save = app.world().resource::<Folders>().game(KEY);
    let died = ["b", "c", "d", "e", "f", "g"].into_iter().any(|seed| {
        let id = format!("dungeon:d12f8r12s8e4c0l0#{seed}");
        start(&mut app, &id);
        until(&mut app, "the descent", |world| {
            world.resource::<Table>().id().to_string().ends_with(seed)
        });
        // The descent is saved as long as the hero lives.
        assert!(play::<DungeonGame>(app.world_mut(), Move::Guard));
        until(&mut app, "the save", |_| save.exists());
        app.world_mut().resource_mut::<Settings>().animation_percent = 300;
        let card = card(&app);
        (0..100).any(|_| {
            (card.play_itself)(app.world_mut());
            app.update();
            table(&app).is_over()
        })
    });
    assert!(died, "strong enemies kill the hero");
    wait_for_result(&mut app);
    assert_eq!(table(&app).state().status(), DescentStatus::Dead);
    assert_eq!(table(&app).state().game.status(), Status::Dead);
    assert!(!table(&app).can_undo());
    let tally = app
        .world()
        .resource::<Statistics>()
        .of(KEY, "d12f8r12s8e4c0l0");
    assert_eq!(tally.games(), 1);
    until(&mut app, "the save to go", |_| !save.exists());
}

#[test]
fn an_enemy_is_trained_fights_in_the_arena_and_goes_into_the_dungeon() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(KEY);
    *app.world_mut().resource_mut::<EnemyToEvolve>() = EnemyToEvolve {
        kind: EnemyKind::Coward,
        strength: 4,
    };
    evolve_enemy(app.world_mut()).expect("it opens");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    let mut runs = app.world_mut().query::<(Entity, &RunDriver)>();
    let (entity, _) = runs.single(app.world()).expect("one run");
    until(&mut app, "a generation", |world| {
        let evolution = world.get::<RunDriver>(entity).expect("the run is there");
        evolution.watched().progress().records > 0
    });
    theatre::pick(app.world_mut(), Pick::BestAt(0));
    until(&mut app, "the arena", |world| screen(world) == Screen::Play);
    let setup = table(&app).state().setup().clone();
    assert!(
        setup.arena
            && setup.custom_enemies[0].kind == EnemyKind::Coward
            && setup.custom_enemies[0].strength == 4
    );
    // In the arena the player fights, unless they want to watch, and nothing is saved.
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    (0..20).for_each(|_| app.update());
    assert!(table(&app).moves().is_empty());
    press(&mut app, KeyCode::KeyA);
    wait_for(&mut app, 10);
    // Everything that waits to be written is written.
    let unsaved = app.world_mut().resource_mut::<Autosave>().write_all();
    assert!(unsaved.is_empty(), "{unsaved:?}");
    assert!(!app.world().resource::<Folders>().game(KEY).exists());
    meet_in_dungeon(app.world_mut());
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    assert_eq!(new_setup(&app).custom_enemies, setup.custom_enemies);
    assert!(!new_setup(&app).arena);
}

#[test]
fn enemies_are_saved_and_added_and_a_broken_file_is_set_aside_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), "dungeon:arena-c4j.eoq#a");
    save_enemy(app.world_mut());
    let unsaved = app.world_mut().resource_mut::<Autosave>().write_all();
    assert!(unsaved.is_empty(), "{unsaved:?}");
    let folders = app.world().resource::<Folders>().clone();
    let names = roster_file::library(&folders).names();
    assert_eq!(names.len(), 1, "{}", notices(app.world()));
    add_saved_enemies(app.world_mut(), &names[0]);
    let added = new_setup(&app).custom_enemies.clone();
    assert_eq!((added.len(), added[0].to_string().as_str()), (1, "c4j.eoq"));
    // The same enemy is not saved again, and another one takes the place of no file.
    save_enemy(app.world_mut());
    let other = tempfile::tempdir().expect("a folder");
    let program = read_program("change-state", "attack").expect("a program");
    let breed = Breed {
        program,
        ..*new_setup(&app).custom_enemies[0]
    };
    let mut next = game(other.path(), &format!("dungeon:arena-{breed}#a"));
    next.insert_resource(folders.clone());
    save_enemy(next.world_mut());
    for app in [&mut app, &mut next] {
        assert!(
            app.world_mut()
                .resource_mut::<Autosave>()
                .write_all()
                .is_empty()
        );
    }
    assert_eq!(roster_file::library(&folders).names().len(), 2);
    let path = roster_file::library(&folders).path(&names[0]);
    let text = std::fs::read_to_string(&path).expect("a roster file");
    std::fs::write(&path, text.replace("change-state", "dance")).expect("written");
    add_saved_enemies(app.world_mut(), &names[0]);
    app.update();
    let told = notices(app.world());
    assert!(told.contains("\"dance\" is no node of a program"), "{told}");
    assert!(!path.exists(), "it is set aside");
    assert_eq!(new_setup(&app).custom_enemies, added);
}

#[test]
fn back_ends_the_history_the_map_and_looking_before_it_pauses() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), ID);
    let menu = |app: &App| menu(app.world());
    for key in [KeyCode::KeyR, KeyCode::KeyM, KeyCode::KeyV] {
        press(&mut app, key);
        press(&mut app, KeyCode::Escape);
        app.update();
        assert_eq!(menu(&app), Menu::None, "{key:?}");
    }
    press(&mut app, KeyCode::Escape);
    app.update();
    assert_eq!(menu(&app), Menu::Pause);
}

#[test]
fn the_growth_of_older_ids_has_a_word_on_the_setup_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(KEY);
    let mut game = app.world_mut().resource_mut::<NewGame<DungeonGame>>();
    game.setup = "d5f2r16s12e2c1l1".parse().expect("a setup");
    assert_eq!(game.setup.growth, None);
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    until(&mut app, "the word", |world| is_said(world, "ever faster"));
}

#[test]
fn the_large_map_opens_and_the_next_key_closes_it_and_moves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), ID);
    let is_shown = |app: &mut App| is_text_shown(app.world_mut(), "Map of this dungeon");
    assert!(!is_shown(&mut app));
    press(&mut app, KeyCode::KeyM);
    until(&mut app, "the map", |world| {
        is_text_shown(world, "Map of this dungeon")
    });
    assert!(is_text_shown(app.world_mut(), "locked door"), "the legend");
    // The key of a move closes the map, and moves nothing.
    let moves = table(&app).moves().len();
    press(&mut app, KeyCode::Space);
    until(&mut app, "the dungeon", |world| {
        !is_text_shown(world, "Map of this dungeon")
    });
    for _ in 0..10 {
        app.update();
    }
    assert_eq!(table(&app).moves().len(), moves);
    // So does a button of the panel, which does nothing else then.
    press(&mut app, KeyCode::KeyM);
    until(&mut app, "the map", |world| {
        is_text_shown(world, "Map of this dungeon")
    });
    press_text(&mut app, "Exit (E)");
    until(&mut app, "the dungeon", |world| {
        !is_text_shown(world, "Map of this dungeon")
    });
    assert!(!is_said(app.world_mut(), "You have not seen the exit yet."));
}
