//! The way down: the next dungeon evolves before the player's eyes, and is the one that is played.

use std::path::Path;
use std::sync::Arc;

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use evolvarium::games::dungeon::descent::Descent;
use evolvarium::games::dungeon::graph::generator::{self, dungeon_of};
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::map::Dungeon;
use evolvarium::games::dungeon::next_dungeon::NextDungeon;
use evolvarium::games::dungeon::players::Player;
use evolvarium::games::dungeon::players::automatic::Automatic;
use evolvarium::games::dungeon::rules::Move;
use evolvarium::games::dungeon::{DungeonGame, Table};
use evolvarium::generation::{DisplaySelection, EvolutionParameters, Pick, WatchedRun};
use evolvarium::session::Origin;
use evolvarium::shell::audio::{PlaySoftly, Sound};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::{Interludes, Settings};
use evolvarium::shell::table::{self, interlude};
use evolvarium::shell::theatre::run_picture::RunPicture;

use crate::fitting::{is_shown, place_of, resize};
use crate::harness::{Wait, app, fix_frame_time, menu, open_window, screen, start, until};
use crate::keys::press;

/// A short descent with weak enemies.
const ID: &str = "dungeon:d2f1r8s8e1c1l0~n30,t4,g40#a";

fn table(app: &App) -> &Table {
    app.world().resource::<Table>()
}

fn depth(world: &World) -> u8 {
    world.resource::<Table>().state().depth()
}

/// Plays until the next move leads out of the first dungeon, and returns that move.
fn play_to_the_exit(app: &mut App) -> Move {
    let mut player = Automatic::default();
    loop {
        let state = table(app).state();
        let chosen = player.choose(&state.game).expect("the hero lives");
        if state.work_before(chosen).is_some() {
            return chosen;
        }
        assert!(table::play::<DungeonGame>(app.world_mut(), chosen));
    }
}

pub fn at_the_exit(folder: &Path, length: Interludes) -> (App, Move) {
    at_the_exit_of(ID, folder, length)
}

fn at_the_exit_of(id: &str, folder: &Path, length: Interludes) -> (App, Move) {
    let mut app = app(folder);
    start(&mut app, id);
    app.update();
    let leave = play_to_the_exit(&mut app);
    // Without interludes the next dungeon would have evolved by now.
    app.world_mut().resource_mut::<Settings>().interludes = length;
    (app, leave)
}

/// Waits until an interlude takes keys.
fn until_keys_count(app: &mut App) {
    app.update();
    let mut seconds = 0.0;
    until(app, "the end of the grace", |world| {
        seconds += world.resource::<Time>().delta_secs();
        seconds > 0.25
    });
}

fn run_has_ended(world: &World) -> bool {
    let run = world.resource::<NextDungeon>().run().cloned();
    run.is_some_and(|run| run.progress().stop.is_some())
}

#[test]
fn the_run_that_is_seen_on_the_way_down_gives_the_dungeon_that_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, leave) = at_the_exit(folder.path(), Interludes::Short);
    let before = table(&app).moves().len();
    assert!(!table::play::<DungeonGame>(app.world_mut(), leave));
    assert!(interlude::is_open(app.world()));
    let run = app.world().resource::<NextDungeon>().run().cloned();
    let run = run.expect("the run has begun");
    // The dungeon evolves while the run is shown, a few generations at a time, and the game takes no other move.
    let mut seen = Vec::new();
    until(&mut app, "the end of the run", |world| {
        let progress = run.progress();
        seen.extend(progress.generation);
        assert!(!table::play::<DungeonGame>(world, Move::Wait));
        assert_eq!(
            (depth(world), world.resource::<Table>().moves().len()),
            (1, before)
        );
        progress.stop.is_some()
    });
    seen.dedup();
    assert!(seen.len() > 3, "it was watched: {seen:?}");
    let last = run.frame(DisplaySelection::BEST, 0);
    assert!(
        last.is_some_and(|frame| frame.is_outcome),
        "it ends with the map"
    );
    assert_eq!(menu(app.world()), Menu::Interlude);
    // After a moment the game goes on by itself.
    until(&mut app, "the next dungeon", |world| depth(world) == 2);
    until(&mut app, "the play screen", |world| {
        menu(world) == Menu::None
    });
    assert_eq!(table(&app).moves()[before..], [leave]);
    let best = run.genome(Pick::Best).expect("a best individual");
    let (setup, seed) = (table(&app).setup(), table(&app).origin().seed.child(2));
    let given = dungeon_of(&best.genome, &setup.spec_at(2), seed).expect("a dungeon");
    let state = table(&app).state();
    assert_eq!(**state.game.dungeon(), given);
    // The moves made again without an interlude lead to the same dungeon.
    let origin = table(&app).origin();
    let descent = Descent::new(setup, &origin.parameters, origin.seed, origin.pick);
    let mut descent = descent.expect("a dungeon");
    for made in table(&app).moves() {
        descent.make(*made, &mut Vec::new()).expect("a legal move");
    }
    assert_eq!(**descent.game.dungeon(), given);
    assert_eq!(descent.totals(), state.totals());
}

/// The same descent with enemies that learn.
const LEARNING: &str = "dungeon:d2f1r8s8e1c1l0h2~n30,t4,g40#a";

#[test]
fn children_are_bred_beside_the_run_and_hold_up_no_frame() {
    // The player watches, or presses a key at once, which has to wait for the children.
    for is_in_haste in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut app, leave) = at_the_exit_of(LEARNING, folder.path(), Interludes::Short);
        let before = table(&app).moves().len();
        let work = table(&app).state().breeding_work(leave);
        let work = work.expect("the enemies have children");
        assert!(!table::play::<DungeonGame>(app.world_mut(), leave));
        assert!(interlude::is_open(app.world()));
        let mut wait = Wait::for_frames();
        let mut frames = 0;
        while work.heirs().is_none() {
            app.update();
            frames += 1;
            // The move is made when the children are there.
            let has_moved = table(&app).moves().len() > before;
            assert!(!has_moved || work.heirs().is_some());
            if is_in_haste && frames == 1 {
                interlude::go_on(app.world_mut());
            }
            assert!(!wait.is_in_vain(), "they are never bred");
        }
        until(&mut app, "the next dungeon", |world| depth(world) == 2);
        assert_eq!(table(&app).moves()[before..], [leave]);
        let (bred, met) = (work.heirs(), table(&app).state().heirs());
        assert!(Arc::ptr_eq(&bred.expect("bred"), met.expect("children")));
    }
}

/// The sounds that were played softly.
#[derive(Resource, Default)]
struct HeardSoftly(Vec<Sound>);

fn hear(mut sounds: MessageReader<PlaySoftly>, mut heard: ResMut<HeardSoftly>) {
    heard.0.extend(sounds.read().map(|played| played.0));
}

#[test]
fn the_progress_of_the_run_on_the_way_down_is_heard_softly_and_its_end_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, leave) = at_the_exit(folder.path(), Interludes::UntilGoOn);
    app.init_resource::<HeardSoftly>().add_systems(Last, hear);
    table::play::<DungeonGame>(app.world_mut(), leave);
    until(&mut app, "the outcome", |world| {
        let mut pictures = world.query::<&RunPicture>();
        pictures.iter(world).any(RunPicture::is_at_end)
    });
    (0..5).for_each(|_| app.update());
    let heard = &app.world().resource::<HeardSoftly>().0;
    let is_note = |sound: &Sound| matches!(sound, Sound::Grow(_) | Sound::Mend(_));
    let (notes, others): (Vec<Sound>, Vec<Sound>) = heard.iter().copied().partition(is_note);
    assert!(!notes.is_empty());
    assert!(
        matches!(others[..], [Sound::Found | Sound::Ended]),
        "{others:?}"
    );
}

#[test]
fn any_key_ends_it_and_one_may_look_on_as_long_as_one_likes() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, leave) = at_the_exit(folder.path(), Interludes::UntilGoOn);
    table::play::<DungeonGame>(app.world_mut(), leave);
    until(&mut app, "the end of the run", |world| run_has_ended(world));
    // Keys that do nothing by themselves do not end it, and it does not end by itself.
    until_keys_count(&mut app);
    for key in [KeyCode::ShiftLeft, KeyCode::ArrowLeft, KeyCode::ArrowRight] {
        press(&mut app, key);
    }
    // In five seconds it would end by itself.
    fix_frame_time(&mut app);
    for _ in 0..100 {
        app.update();
    }
    assert!(interlude::is_open(app.world()));
    assert_eq!(depth(app.world()), 1);
    press(&mut app, KeyCode::KeyQ);
    until(&mut app, "the next dungeon", |world| depth(world) == 2);
    assert!(!interlude::is_open(app.world()));
    assert_eq!(screen(app.world()), Screen::Play);
}

/// The place in the history of the generation that an interlude shows.
fn shown_record(world: &mut World) -> usize {
    let mut pictures = world.query::<&RunPicture>();
    let mut records = pictures.iter(world).map(|picture| picture.record);
    records.next().expect("the picture of the run")
}

#[test]
fn one_press_of_an_arrow_is_one_generation_however_long_it_is_held() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, leave) = at_the_exit(folder.path(), Interludes::UntilGoOn);
    open_window(&mut app);
    table::play::<DungeonGame>(app.world_mut(), leave);
    until(&mut app, "the end of the run", |world| run_has_ended(world));
    until_keys_count(&mut app);
    let run = app.world().resource::<NextDungeon>().run().cloned();
    let last = run.expect("the run").progress().records - 1;
    fix_frame_time(&mut app);
    until(&mut app, "the last generation", |world| {
        shown_record(world) >= last
    });
    let send = |app: &mut App, key, state, repeat| {
        app.world_mut().write_message(KeyboardInput {
            key_code: key,
            logical_key: Key::Unidentified(NativeKey::Unidentified),
            state,
            text: None,
            repeat,
            window: Entity::PLACEHOLDER,
        });
        app.update();
    };
    send(&mut app, KeyCode::ArrowLeft, ButtonState::Pressed, false);
    for _ in 0..5 {
        send(&mut app, KeyCode::ArrowLeft, ButtonState::Pressed, true);
    }
    send(&mut app, KeyCode::ArrowLeft, ButtonState::Released, false);
    assert_eq!(shown_record(app.world_mut()), last - 1);
    press(&mut app, KeyCode::ArrowLeft);
    press(&mut app, KeyCode::ArrowLeft);
    press(&mut app, KeyCode::ArrowRight);
    assert_eq!(shown_record(app.world_mut()), last - 2);
    // The other arrows lead to the controls.
    press(&mut app, KeyCode::ArrowDown);
    assert_eq!(shown_record(app.world_mut()), last - 2);
    let focus = app.world().resource::<InputFocus>().get();
    assert!(focus.is_some_and(|control| app.world().get::<TabIndex>(control).is_some()));
    assert!(interlude::is_open(app.world()));
}

#[test]
fn a_key_skips_what_is_left_of_the_run_and_the_result_is_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, leave) = at_the_exit(folder.path(), Interludes::UntilGoOn);
    table::play::<DungeonGame>(app.world_mut(), leave);
    until_keys_count(&mut app);
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the next dungeon", |world| depth(world) == 2);
    let played = table(&app).state().game.dungeon();
    let setup = table(&app).setup();
    let (parameters, seed) = (&table(&app).origin().parameters, table(&app).origin().seed);
    let whole = generator::generate(&setup.spec_at(2), parameters, seed.child(2), Pick::Best);
    assert_eq!(Ok(Dungeon::clone(played)), whole);
}

#[test]
fn without_interludes_the_hero_gets_down_unseen() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, leave) = at_the_exit(folder.path(), Interludes::Off);
    until(&mut app, "the next dungeon", |world| {
        assert!(!interlude::is_open(world));
        depth(world) == 2 || table::play::<DungeonGame>(world, leave)
    });
    app.update();
    assert!(!interlude::is_open(app.world()));
    assert_eq!(depth(app.world()), 2);
}

#[test]
fn a_run_that_takes_hours_begins_ahead_and_can_be_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let mut origin = Origin::<DungeonGame>::parse(ID).expect("an id");
    let first = generator::generate(
        &origin.setup.spec_at(1),
        &usual_parameters(),
        origin.seed,
        Pick::Best,
    );
    origin.parameters = EvolutionParameters {
        population: 2_000,
        generations: 1_000_000,
        ..usual_parameters()
    };
    let content = Some(Arc::new(first.expect("a dungeon")));
    table::start::<DungeonGame>(app.world_mut(), origin, content, Default::default());
    until(&mut app, "the table", |world| screen(world) == Screen::Play);
    until(&mut app, "the run", |world| {
        world.resource::<NextDungeon>().run().is_some()
    });
    let leave = play_to_the_exit(&mut app);
    let (hero, moves) = (table(&app).state().game.hero.at, table(&app).moves().len());
    table::play::<DungeonGame>(app.world_mut(), leave);
    until_keys_count(&mut app);
    press(&mut app, KeyCode::KeyQ);
    for _ in 0..20 {
        app.update();
    }
    assert!(interlude::is_open(app.world()), "it still evolves");
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the game", |world| menu(world) == Menu::None);
    assert!(!interlude::is_open(app.world()));
    assert_eq!(table(&app).moves().len(), moves);
    assert_eq!(table(&app).state().game.hero.at, hero);
    // The hero can do something else, and can come back to the exit.
    assert!(table::play::<DungeonGame>(app.world_mut(), Move::Wait));
    app.update();
    table::play::<DungeonGame>(app.world_mut(), leave);
    assert!(interlude::is_open(app.world()));
}

#[test]
fn with_large_texts_the_picture_and_the_buttons_of_the_way_down_are_in_the_window() {
    for text_percent in [150, 200] {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut app, leave) = at_the_exit(folder.path(), Interludes::UntilGoOn);
        open_window(&mut app);
        app.world_mut().resource_mut::<Settings>().text_percent = text_percent;
        resize(&mut app, 1280.0, 720.0);
        assert!(!table::play::<DungeonGame>(app.world_mut(), leave));
        (0..5).for_each(|_| app.update());
        let world = app.world_mut();
        let mut nodes = world.query::<(Entity, Has<RunPicture>, Option<&Text>)>();
        let nodes = nodes.iter(world);
        let wanted = nodes.filter(|(node, is_picture, text)| {
            let is_caption =
                text.is_some_and(|text| text.0 == "Continue" || text.0.starts_with("Keep looking"));
            (*is_picture || is_caption) && is_shown(world, *node)
        });
        let places: Vec<Rect> = wanted
            .filter_map(|(node, ..)| place_of(world, node))
            .collect();
        assert_eq!(places.len(), 3, "{text_percent} %: {places:?}");
        let window = Rect::new(0.0, 0.0, 1280.0, 720.0);
        for place in places {
            let seen = window.intersect(place);
            assert_eq!(seen, place, "{text_percent} %: a part is outside");
        }
    }
}
