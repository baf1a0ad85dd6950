//! The journey of match-3.

use std::collections::BTreeSet;
use std::path::Path;

use bevy::prelude::*;
use bevy::tasks::block_on;
use evolvarium::games::match3::journey::{
    Journey, JourneyStop, JourneyWorld, Novelty, PlayerJourney,
};
use evolvarium::games::match3::level::{GoalKind, LevelGenome, Setup, generate};
use evolvarium::games::match3::playtest::board_seeds;
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::match3::{Attempt, Table};
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::generation::{EvolutionParameters, Pick, Seed, StopReason};
use evolvarium::session::replay::table_of;
use evolvarium::session::{Game as _, save};
use evolvarium::shell::creature::made_up_name;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::{self, TableGame as _};
use evolvarium::shell::theatre;
use evolvarium::shell::words::{Language, Words};

use crate::harness::{
    app, card, end_program, fast_game, is_said, is_text_shown, notices, open_menu, press_text,
    screen, until, wait_for_result,
};
use crate::journeys::{
    EASY, id_of, main_way, make_moves, open_map, play_what_evolves, setups_of, win_next_stop,
    won_journey,
};
use crate::keys::press;
use crate::replays::finish;

/// Evolves the next stop of a journey and wins it with `stars` stars; returns whether its board was found.
fn travel(journey: &mut Journey, stars: u8) -> bool {
    let (setup, seed) = journey.next_setup();
    setup.check().expect("a setup that can be played");
    let run = generate(&setup, &EvolutionParameters::default(), seed).expect("a run");
    let best = run.best().expect("a best individual");
    let number = journey.next_number();
    let id = id_of(&setup, seed);
    journey.add_stop(number, &id, &setup, best.genome, f64::from(setup.success));
    journey.record_result(number, stars, 1_000);
    run.stop_reason() == Some(&StopReason::TargetMet)
}

#[test]
fn a_level_of_an_earlier_journey_is_no_stop_of_a_new_one() {
    let mut earlier = Journey::new(Seed(1));
    let (setup, seed) = earlier.next_setup();
    let (old, board) = (id_of(&setup, seed), LevelGenome::default());
    earlier.add_stop(main_way(0), &old, &setup, board, 90.0);
    assert!(earlier.is_level_of(main_way(0), &old));
    // A level can be chosen from a sibling of the watched board, which has a seed of its own.
    let mut with_sibling = Journey::new(Seed(1));
    let sibling = board_seeds(seed).last().expect("a seed");
    let sibling = id_of(&setup, sibling);
    with_sibling.add_stop(main_way(0), &sibling, &setup, board, 90.0);
    assert!(with_sibling.is_level_of(main_way(0), &sibling) && sibling.seed != seed);
    let mut new = Journey::new(Seed(2));
    new.add_stop(main_way(0), &old, &setup, board, 90.0);
    assert!(new.stops.is_empty() && !new.is_level_of(main_way(0), &old));
    // After a lost try an easier level takes the place of the stop, which is then no longer the lost one.
    earlier.record_result(main_way(0), 0, 10);
    let (easier, seed) = earlier.next_setup();
    let easier_id = id_of(&easier, seed);
    earlier.add_stop(main_way(0), &easier_id, &easier, board, 90.0);
    assert_eq!(earlier.stops[0].id, easier_id.to_string());
    assert!(
        earlier.is_level_of(main_way(0), &easier_id) && !earlier.is_level_of(main_way(0), &old)
    );
}

#[test]
fn a_journey_of_sixty_stops_is_sound_and_nearly_all_of_them_are_found() {
    for seed in 1..=5 {
        let mut journey = Journey::new(Seed(seed));
        let found = (0..60).filter(|_| travel(&mut journey, 2)).count();
        assert_eq!(journey.stops.len(), 60);
        assert_eq!(journey.check(), Ok(()));
        assert!(found >= 57, "{found} of 60");
    }
}

/// The things of a stop: its kinds of special cells, its goals, and the number of colours.
fn things_of(setup: &Setup) -> BTreeSet<String> {
    let kinds = setup.kinds.iter().map(|kind| format!("{kind:?}"));
    let others = [
        format!("{:?}", setup.goals),
        format!("{} colours", setup.colours),
    ];
    kinds.chain(others).collect()
}

#[test]
fn a_journey_brings_one_new_thing_at_a_time_and_comes_back_to_it() {
    for seed in 1..=50 {
        let setups = setups_of(&mut Journey::new(Seed(seed)), 60);
        let stops: Vec<BTreeSet<String>> = setups.iter().map(things_of).collect();
        let mut known = stops[0].clone();
        for (number, stop) in stops.iter().enumerate().skip(1) {
            let new: Vec<String> = stop.difference(&known).cloned().collect();
            assert!(new.len() <= 1, "seed {seed}, stop {number}: {new:?}");
            let Some(new) = new.into_iter().next() else {
                continue;
            };
            assert!(stops[number + 1].contains(&new), "{new} at the next stop");
            let later = stops[number + 2..]
                .iter()
                .filter(|stop| stop.contains(&new));
            assert!(later.count() > 1, "seed {seed}: {new} comes back");
            known.insert(new);
        }
        // Nine kinds, six combinations of goals, and five or six colours.
        assert_eq!(known.len(), 9 + 6 + 2, "seed {seed}: {known:?}");
    }
}

#[test]
fn the_difficulty_follows_how_one_does() {
    let mut journey = Journey::new(Seed(7));
    assert_eq!((journey.next_index(), journey.rate), (0, 90));
    travel(&mut journey, 3);
    travel(&mut journey, 1);
    assert_eq!((journey.next_index(), journey.rate), (2, 81));
    // After a loss the player stays at the stop and gets an easier level.
    let before = journey.next_setup();
    travel(&mut journey, 0);
    assert_eq!((journey.next_index(), journey.rate), (2, 87));
    let (easier, seed) = journey.next_setup();
    assert!(seed != before.1 && easier.success == 87);
    travel(&mut journey, 2);
    assert_eq!((journey.stops.len(), journey.stops[2].tries), (3, 2));
    // Playing an old stop again changes only its own record, and never makes it worse.
    let rate = journey.rate;
    journey.record_result(main_way(0), 1, 5_000);
    journey.record_result(main_way(0), 0, 10);
    assert_eq!((journey.stops[0].stars, journey.stops[0].best), (3, 5_000));
    assert_eq!((journey.stops[0].tries, journey.rate), (3, rate));
    for _ in 0..40 {
        travel(&mut journey, 3);
    }
    assert_eq!(journey.rate, Journey::MIN_RATE);
}

#[test]
fn a_journey_that_makes_no_sense_is_refused() {
    let mut good = Journey::new(Seed(7));
    travel(&mut good, 1);
    travel(&mut good, 1);
    let refused = |change: fn(&mut Journey)| {
        let mut journey = good.clone();
        change(&mut journey);
        journey.check().expect_err("refused").to_string()
    };
    assert!(refused(|j| j.seed = "?".to_owned()).contains('?'));
    assert!(refused(|j| j.rate = 100).starts_with("the rate is 100"));
    assert!(refused(|j| j.stops[0].stars = 0).starts_with("stop 1: it has 0 stars"));
    assert!(refused(|j| j.stops[1].stars = 9).starts_with("stop 2: it has 9 stars"));
    assert!(refused(|j| j.stops[1].id = "match3".to_owned()).contains("is not a game id"));
    assert!(refused(|j| j.stops[1].board = "9x9c6-p1".to_owned()).contains("it has no board"));
}

fn saved_journey(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("data/match3_journey.ron")).expect("a file")
}

/// Evolves the first stop of the map with one run, which finds a level, and plays its best.
fn evolve_first_stop(app: &mut App) {
    press(app, KeyCode::Enter);
    until(app, "the theatre", |world| screen(world) == Screen::Theatre);
    let mut runs = app.world_mut().query::<&mut RunDriver>();
    for mut run in runs.iter_mut(app.world_mut()) {
        run.pace = Pace::FlatOut;
    }
    until(app, "the end of the first stage", |world| {
        let mut runs = world.query::<&RunDriver>();
        runs.iter(world)
            .any(|run| run.watched().progress().stop == Some(StopReason::TargetMet))
    });
    let mut runs = app.world_mut().query_filtered::<Entity, With<RunDriver>>();
    let run = runs.single(app.world()).expect("one run");
    assert_eq!(theatre::watched(app.world()), Some(run));
    theatre::pick(app.world_mut(), Pick::Best);
    until(app, "the board", |world| screen(world) == Screen::Play);
}

/// Leaves a try after two moves, and goes on with it from the map.
fn leave_and_continue(app: &mut App) {
    make_moves(app, 2);
    table::count_and_save::<Match3>(app.world_mut());
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    until(app, "the map", |world| screen(world) == Screen::Setup);
    press(app, KeyCode::Enter);
    until(app, "the board again", |world| {
        screen(world) == Screen::Play
    });
    assert_eq!(app.world().resource::<Table>().moves().len(), 2);
}

/// Starts the program again: it continues a journey of one stop. A broken file is set aside, and the player is told.
fn start_twice_again(folder: &Path, journey: &Journey) {
    let mut second = app(folder);
    second.update();
    assert_eq!(second.world().resource::<PlayerJourney>().0, *journey);
    let (stop, stars) = (journey.next_index() + 1, journey.stops[0].stars);
    let standing = format!("Journey: stop {stop}, {stars} ★");
    until(&mut second, "the tile of the title", |world| {
        is_said(world, &standing)
    });
    let broken = saved_journey(folder).replace("rate: ", "rate: 1");
    std::fs::write(folder.join("data/match3_journey.ron"), broken).expect("written");
    // A file is set aside only by the copy of the program that holds the folder.
    drop(second);
    let mut third = app(folder);
    third.update();
    assert!(third.world().resource::<PlayerJourney>().0.stops.is_empty());
    assert!(notices(third.world()).contains("match3_journey"));
    assert!(folder.join("data/match3_journey.broken-1.ron").exists());
}

#[test]
fn a_journey_is_travelled_kept_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    open_map(&mut app, Journey::new(Seed(7)));
    evolve_first_stop(&mut app);
    let table = app.world().resource::<Table>();
    assert_eq!(table.extra.stop, Some(0));
    // In the journey no move can be taken back.
    assert!(!table.allows_undo());
    leave_and_continue(&mut app);
    make_moves(&mut app, 100);
    wait_for_result(&mut app);
    let journey = app.world().resource::<PlayerJourney>().0.clone();
    assert_eq!((journey.stops.len(), journey.stops[0].tries), (1, 1));
    let stars = app.world().resource::<Table>().state().stars();
    assert_eq!(journey.stops[0].stars, stars);
    end_program(&mut app);
    assert!(saved_journey(folder.path()).contains("version: 2"));
    drop(app);
    start_twice_again(folder.path(), &journey);
}

#[test]
fn a_copy_of_a_stop_is_no_try_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    open_map(&mut app, Journey::new(Seed(7)));
    evolve_first_stop(&mut app);
    make_moves(&mut app, 1);
    table::count_and_save::<Match3>(app.world_mut());
    app.update();
    open_menu(&mut app, Menu::Pause);
    press_text(&mut app, "Save a copy");
    open_menu(&mut app, Menu::None);
    let own = app.world().resource::<Table>().slot();
    let slots = save::slots(app.world(), Match3::KEY);
    let copy = slots.into_iter().find(|slot| *slot != own).expect("a copy");
    (card(&app, Match3::KEY).resume_slot)(app.world_mut(), copy);
    until(&mut app, "the copy", |world| {
        world.resource::<Table>().is_taken_over()
    });
    // A new start of the copy is not counted as a lost try.
    let before = app.world().resource::<PlayerJourney>().0.clone();
    assert!(!app.world().resource::<Table>().moves().is_empty());
    press(&mut app, KeyCode::KeyR);
    app.update();
    assert_eq!(app.world().resource::<Table>().moves().len(), 0);
    assert_eq!(app.world().resource::<PlayerJourney>().0, before);
    // The map goes on with the try itself.
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    until(&mut app, "the map", |world| screen(world) == Screen::Setup);
    press(&mut app, KeyCode::Enter);
    until(&mut app, "the try", |world| screen(world) == Screen::Play);
    let table = app.world().resource::<Table>();
    assert!(!table.is_taken_over() && table.moves().len() == 1);
}

#[test]
fn the_map_tells_of_the_next_stop_before_it_is_evolved() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let mut journey = Journey::new(Seed(7));
    open_map(&mut app, journey.clone());
    let name = |journey: &Journey, language| {
        made_up_name(&journey.naming_text(main_way(0)), &Words::of(language))
    };
    let here = name(&journey, Language::English);
    let title = format!("Stop 1 ({here}), still to be evolved");
    assert!(is_text_shown(app.world_mut(), &title), "{title}");
    // Each stop of each journey has a name of its own, in both scripts.
    let elsewhere = name(&Journey::new(Seed(8)), Language::English);
    let next = made_up_name(
        &journey.naming_text(main_way(1)),
        &Words::of(Language::English),
    );
    assert!(
        here != elsewhere && here != next,
        "{here}, {elsewhere}, {next}"
    );
    let korean = name(&journey, Language::Korean);
    assert_eq!(korean.chars().count(), 3, "{korean}");
    assert!(is_text_shown(app.world_mut(), "Goals: collect a colour"));
    assert!(is_text_shown(
        app.world_mut(),
        "Made so that an automatic player wins about 90 of 100"
    ));
    assert!(!is_text_shown(app.world_mut(), "New: "), "all is new");
    // The second stop brings another goal, and the map announces it.
    setups_of(&mut journey, 1);
    open_map(&mut app, journey.clone());
    let (setup, _) = journey.next_setup();
    assert_eq!(
        journey.next_novelty(),
        Some(Novelty::Goals(&[GoalKind::Score]))
    );
    assert!(is_text_shown(app.world_mut(), "New: reach a score"));
    let size = setup.size;
    let board = format!("{} rows, {} columns, 5 colours", size.rows(), size.cols());
    assert!(is_text_shown(app.world_mut(), &board), "{board}");
    assert!(
        !is_text_shown(app.world_mut(), "Play stop 1"),
        "the stop that was won is not chosen"
    );
    press(&mut app, KeyCode::Enter);
    play_what_evolves(&mut app);
    let table = app.world().resource::<Table>();
    assert_eq!(table.setup().size, size);
    assert_eq!(table.extra.stop, Some(1));
    // After a loss there is the level that was lost, and a preview of the easier one.
    let mut journey = app.world().resource::<PlayerJourney>().0.clone();
    journey.record_result(main_way(1), 0, 10);
    open_map(&mut app, journey);
    assert!(is_text_shown(app.world_mut(), "The easier one:"));
    assert!(!is_text_shown(app.world_mut(), "still to be evolved"));
    assert!(is_text_shown(app.world_mut(), "Evolve an easier one"));
}

#[test]
fn a_world_has_six_stops_and_the_worlds_come_in_turn() {
    let worlds: Vec<JourneyWorld> = (0..96).map(JourneyWorld::of).collect();
    for (at, stops) in worlds.chunks(JourneyWorld::STOPS as usize).enumerate() {
        let own = JourneyWorld::ALL[at % JourneyWorld::ALL.len()];
        assert!(stops.iter().all(|world| *world == own), "{at}: {stops:?}");
    }
    assert!((6..=8).contains(&JourneyWorld::STOPS));
    let ends = (0..96).filter(|number| JourneyWorld::ends_at(*number));
    assert!(ends.eq((0..16).map(|at| 6 * at + 5)));
    assert_eq!([47, 48, 96].map(JourneyWorld::rounds_before), [0, 1, 2]);
}

#[test]
fn the_map_names_the_worlds_of_its_page_and_of_each_stop() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    open_map(&mut app, won_journey(7, 7));
    for world in ["Seed Tray", "Agar Plate", "Mushroom Cellar"] {
        assert!(is_text_shown(app.world_mut(), world), "{world}");
    }
    // The next stop, which is chosen, is the eighth one.
    assert!(is_text_shown(app.world_mut(), "World: Agar Plate"));
    let spoken = [
        "2 stars, in the world Seed Tray",
        "still to be evolved, in the world Agar Plate",
    ];
    for part in spoken {
        assert!(is_said(app.world_mut(), part), "{part}");
    }
    app.world_mut().resource_mut::<Settings>().language = Language::Korean;
    (0..3).for_each(|_| app.update());
    assert!(is_text_shown(app.world_mut(), "세계: 한천 접시"));
    assert!(is_said(app.world_mut(), "별 2개, 씨앗 상자 세계"));
}

#[test]
fn the_result_says_when_a_world_is_passed() {
    for (won, is_passed) in [(4, false), (5, true)] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = app(folder.path());
        win_next_stop(&mut app, won_journey(7, won));
        let stops = &app.world().resource::<PlayerJourney>().0.stops;
        assert!(stops[won as usize].stars > 0);
        for text in [
            "You have passed the last stop of the world Seed Tray.",
            "The next world: Agar Plate.",
        ] {
            let is_shown = is_text_shown(app.world_mut(), text);
            assert_eq!(is_shown, is_passed, "{text} after {won}");
        }
    }
}

#[test]
fn a_stop_of_an_earlier_version_is_played_on_its_own_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let board = "9x9c6-p500_20p1q3aaa10x4bcd";
    let mut journey = Journey::new(Seed(7));
    journey.stops.push(JourneyStop {
        id: "match3.1:9x9c6-p500#k3f9".to_owned(),
        board: board.to_owned(),
        rate: 60.0,
        stars: 0,
        best: 100,
        tries: 3,
    });
    assert_eq!(journey.check(), Ok(()));
    open_map(&mut app, journey);
    press(&mut app, KeyCode::Enter);
    // The notice does not stay for ever, and a busy machine may take longer to show the board.
    until(&mut app, "the notice", |world| {
        notices(world).contains("from an earlier version")
    });
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    let setup: Setup = board.parse().expect("a setup");
    let table = app.world().resource::<Table>();
    assert_eq!(Some(table.content.board.genome), setup.board);
    // The stop has the new id, and keeps the player's record.
    let stop = &app.world().resource::<PlayerJourney>().0.stops[0];
    assert!(stop.id.starts_with("match3.2:9x9c6-p500_"), "{}", stop.id);
    assert_eq!(stop.tries, 3);
}

#[test]
fn the_preview_of_a_level_goes_when_the_journey_is_chosen() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    open_map(&mut app, Journey::new(Seed(7)));
    let preview = "What evolves from this";
    press_text(&mut app, "One level");
    until(&mut app, "the preview", |world| {
        is_text_shown(world, preview)
    });
    press_text(&mut app, "Journey");
    (0..3).for_each(|_| app.update());
    assert!(!is_text_shown(app.world_mut(), preview));
}

#[test]
fn a_replay_of_a_stop_has_its_name_and_the_ground_of_its_world_from_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), EASY);
    let (_, mut file) = finish(&mut app, "match3");
    let attempt = Attempt::at(Some(main_way(JourneyWorld::STOPS)));
    file.extra = ron::to_string(&attempt).expect("a text");
    let mut replay = block_on(table_of::<Match3>(&file, None)).expect("a replay");
    let at_the_end = Match3::ground(&replay);
    replay.go_to(0);
    assert_eq!(Match3::ground(&replay), at_the_end);
    let card = card(&app, "match3");
    app.insert_resource(replay);
    assert_eq!((card.headline)(app.world()), "Stop 7");
}
