//! The side stops of the journey of match-3: harder or stranger levels beside the main way.

use std::path::Path;

use bevy::prelude::*;
use evolvarium::games::match3::journey::{
    Fork, Journey, PlayerJourney, ShootMark, SideDifference, Strangeness,
};
use evolvarium::games::match3::level::{Order, Setup, generate};
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::match3::{StopNumber, Table};
use evolvarium::generation::{EvolutionParameters, Seed, StopReason};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table;
use evolvarium::shell::words::Language;

use crate::harness::{
    app, end_program, is_said, is_text_shown, notices, press_text, screen, start, until,
    wait_for_result,
};
use crate::journeys::{
    EASY, board_for, id_of, main_way, make_moves, open_map, play_what_evolves, reach, setups_of,
    unplayed_stop, win_next_stop, won_journey,
};

/// The stop of a side shoot at a stop of the main way, from 0.
fn side_stop(main: u32, side: u8) -> StopNumber {
    StopNumber { main, side }
}

/// The side stops of the first forks.
fn side_stops(forks: u32) -> Vec<StopNumber> {
    let shoot = |main: u32| {
        let stops = Fork::at(main).map_or(0, |fork| fork.stops);
        (1..=stops).map(move |side| side_stop(main, side))
    };
    (0..6 * forks).flat_map(shoot).collect()
}

#[test]
fn the_way_forks_in_every_world_and_both_marks_and_lengths_come() {
    for world in 0..40 {
        let forks: Vec<Fork> = (6 * world..6 * world + 6).filter_map(Fork::at).collect();
        assert_eq!(forks.len(), 1, "world {world}");
        assert!((1..=Fork::MOST).contains(&forks[0].stops));
    }
    let all = side_stops(4);
    assert_eq!(
        all.iter().map(StopNumber::to_string).collect::<Vec<_>>(),
        ["4a", "10a", "10b", "16a", "16b", "22a"]
    );
    let marks = [3, 9, 15, 21].map(|main| Fork::at(main).expect("a fork").mark);
    assert_eq!(
        marks,
        [
            ShootMark::Harder,
            ShootMark::Stranger,
            ShootMark::Harder,
            ShootMark::Stranger
        ]
    );
    // Each strangeness comes, and no other stop is a side stop.
    let strange = side_stops(8).into_iter().filter_map(SideDifference::of);
    let strange = strange.filter(|one| matches!(one, SideDifference::Stranger(_)));
    assert!(strange.eq(Strangeness::ALL.map(SideDifference::Stranger)));
    for number in [
        main_way(3),
        side_stop(4, 1),
        side_stop(3, 2),
        side_stop(9, 3),
    ] {
        assert_eq!(SideDifference::of(number), None, "{number}");
    }
}

/// Whether a setup has something strange.
fn has(strangeness: Strangeness, setup: &Setup) -> bool {
    let (rows, cols) = (setup.size.rows(), setup.size.cols());
    match strangeness {
        Strangeness::Scattered => setup.order == Order::Scattered,
        Strangeness::NoPowers => !setup.powers,
        Strangeness::Tall => (rows, cols) == (12, 6),
        Strangeness::ThreeGoals => setup.goals.iter().count() == 3,
        Strangeness::SevenColours => setup.colours == 7,
        Strangeness::Large => (rows, cols) == (11, 11),
    }
}

#[test]
fn every_side_stop_differs_from_the_main_way_as_its_mark_says() {
    for seed in 1..=4 {
        let mut journey = Journey::new(Seed(seed));
        let setups = setups_of(&mut journey, 100);
        for number in side_stops(16) {
            let (setup, _) = journey.setup_of(number);
            setup.check().expect("a setup that can be played");
            let main = setups[number.main as usize].success;
            let strange = Strangeness::ALL.into_iter().filter(|one| has(*one, &setup));
            let strange: Vec<Strangeness> = strange.collect();
            match SideDifference::of(number).expect("a side stop") {
                SideDifference::Harder(_) => {
                    let (rate, most) = (f32::from(setup.success), 0.7 * f32::from(main));
                    assert!(rate <= most, "{number}: {rate} beside {main}");
                    assert!(strange.is_empty(), "{number}: {strange:?}");
                }
                SideDifference::Stranger(one) => {
                    assert_eq!(setup.success, main, "{number}");
                    assert_eq!(strange, [one], "{number}");
                }
            }
        }
        let on_main_way = setups.iter().flat_map(|setup| {
            let strange = Strangeness::ALL.into_iter();
            strange.filter(|one| has(*one, setup))
        });
        assert_eq!(on_main_way.count(), 0, "seed {seed}");
    }
}

#[test]
fn a_side_stop_brings_nothing_that_the_main_way_has_not_shown_but_its_own_strangeness() {
    for seed in 1..=4 {
        let mut journey = Journey::new(Seed(seed));
        let setups = setups_of(&mut journey, 60);
        for number in side_stops(8) {
            let (setup, _) = journey.setup_of(number);
            let known = &setups[..=number.main as usize];
            for kind in setup.kinds.iter() {
                let is_known = known.iter().any(|one| one.kinds.has(kind));
                assert!(is_known, "{number}: {kind:?}");
            }
            let has_own_goals = has(Strangeness::ThreeGoals, &setup);
            let is_known = known.iter().any(|one| one.goals == setup.goals);
            assert!(has_own_goals || is_known, "{number}: {:?}", setup.goals);
        }
    }
}

#[test]
fn the_boards_of_side_stops_are_found() {
    let mut journey = won_journey(3, 60);
    let all = side_stops(10);
    let found = all.iter().filter(|number| {
        let (setup, seed) = journey.setup_of(**number);
        let run = generate(&setup, &EvolutionParameters::default(), seed).expect("a run");
        assert!(run.best().is_some(), "{number}");
        run.stop_reason() == Some(&StopReason::TargetMet)
    });
    let found = found.count();
    assert!(found + 1 >= all.len(), "{found} of {}", all.len());
    for number in &all {
        reach(&mut journey, *number, 1, 700);
    }
    assert_eq!(journey.sides.len(), all.len());
    assert_eq!(journey.check(), Ok(()));
}

#[test]
fn a_side_stop_never_blocks_the_main_way_and_changes_nothing_of_it() {
    let mut journey = won_journey(7, 10);
    let (a, b) = (side_stop(9, 1), side_stop(9, 2));
    let before = (journey.next_setup(), journey.rate, journey.stars());
    assert!(journey.is_open(a) && !journey.is_open(b));
    reach(&mut journey, b, 3, 700);
    assert_eq!(journey.stop(b), None, "it is not open yet");
    // It may be lost as often as one likes; it gets other levels, which are as hard.
    let (lost, lost_seed) = journey.setup_of(a);
    reach(&mut journey, a, 0, 700);
    let (other, other_seed) = journey.setup_of(a);
    assert!(other_seed != lost_seed && other.success == lost.success);
    assert_eq!(
        (journey.next_setup(), journey.rate, journey.stars()),
        before
    );
    reach(&mut journey, a, 2, 700);
    let stop = journey.stop(a).expect("a stop");
    assert_eq!((stop.stars, stop.best, stop.tries), (2, 700, 2));
    assert!(journey.is_open(b));
    reach(&mut journey, b, 3, 700);
    assert_eq!(journey.side_stars(), 5);
    assert_eq!(
        (journey.next_setup(), journey.rate, journey.stars()),
        before
    );
    // The main way goes on, with side stops and without them.
    let mut without = won_journey(7, 10);
    assert_eq!(setups_of_rest(&mut journey), setups_of_rest(&mut without));
    assert_eq!(journey.check(), Ok(()));
    // A stop that was won keeps its level.
    let kept = journey.stop(a).cloned();
    let (setup, seed) = journey.setup_of(a);
    journey.add_stop(a, &id_of(&setup, seed), &setup, board_for(&setup), 1.0);
    assert_eq!(journey.stop(a).cloned(), kept);
}

/// The texts of the setups of the next five stops of the main way, which are won.
fn setups_of_rest(journey: &mut Journey) -> Vec<String> {
    let next = |_| {
        let ((setup, seed), number) = (journey.next_setup(), journey.next_number());
        reach(journey, number, 2, 700);
        format!("{setup} {seed}")
    };
    (0..5).map(next).collect()
}

/// Starts the program with a text in the file of the journey.
fn start_with(folder: &Path, text: &str) -> App {
    let data = folder.join("data");
    std::fs::create_dir_all(&data).expect("a folder");
    std::fs::write(data.join("match3_journey.ron"), text).expect("written");
    let mut app = app(folder);
    app.update();
    app
}

/// A stop as a file has it.
fn written_stop(stars: u8) -> String {
    format!(
        "(id: \"match3.2:9x9c6-p500#k3f9\", board: \"9x9c6-p500_20p1q3aaa10x4bcd\", rate: 60.0, \
         stars: {stars}, best: 100, tries: 3)"
    )
}

/// A file of four stops that are won, with a version and what follows the stops.
fn file(version: u32, rest: &str) -> String {
    let stops = vec![written_stop(2); 4].join(", ");
    format!("(version: {version}, content: (seed: \"k3\", rate: 77, stops: [{stops}]{rest}))")
}

#[test]
fn a_file_of_an_earlier_version_reads_as_before_and_side_stops_that_it_has_passed_are_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start_with(folder.path(), &file(1, ""));
    assert_eq!(notices(app.world()), "");
    let journey = app.world().resource::<PlayerJourney>().0.clone();
    assert_eq!((journey.seed.as_str(), journey.rate), ("k3", 77));
    assert_eq!((journey.stops.len(), journey.stars()), (4, 8));
    assert!(journey.sides.is_empty() && journey.is_open(side_stop(3, 1)));
    assert_eq!(journey.next_index(), 4);
    open_map(&mut app, journey);
    assert!(is_text_shown(app.world_mut(), "harder"));
}

#[test]
fn side_stops_of_a_file_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let sides = format!(", sides: {{\"4a\": {}}}", written_stop(1));
    let app = start_with(folder.path(), &file(2, &sides));
    assert_eq!(notices(app.world()), "");
    let journey = &app.world().resource::<PlayerJourney>().0;
    let stop = journey.stop(side_stop(3, 1)).expect("a side stop");
    assert_eq!((stop.stars, stop.best), (1, 100));
    assert_eq!((journey.stars(), journey.side_stars()), (8, 1));
}

#[test]
fn a_file_with_broken_or_unknown_side_stops_is_kept_and_the_player_is_told_what_is_wrong_where() {
    let cases = [
        ("4a", written_stop(9), "side stop 4a: it has 9 stars"),
        (
            "4b",
            written_stop(1),
            "side stop 4b: there is no such side stop",
        ),
        (
            "10a",
            written_stop(1),
            "side stop 10a: the stop before it is not won",
        ),
        (
            "4",
            written_stop(1),
            "side stop 4: there is no such side stop",
        ),
        (
            "04a",
            written_stop(1),
            "\"04a\" is not the number of a stop",
        ),
        (
            "4a",
            written_stop(1).replace("_20p", "_99z"),
            "side stop 4a: ",
        ),
    ];
    for (number, stop, why) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let text = file(2, &format!(", sides: {{\"{number}\": {stop}}}"));
        let app = start_with(folder.path(), &text);
        let told = notices(app.world());
        assert!(told.contains(why), "{told}");
        assert!(told.contains("match3_journey"), "{told}");
        let kept = folder.path().join("data/match3_journey.broken-1.ron");
        assert_eq!(std::fs::read_to_string(kept).expect("it is kept"), text);
    }
}

/// Chooses the only side stop of the map, which is still to be evolved. A screen reader says what it is, in both
/// languages.
fn choose_side_stop(app: &mut App) {
    let spoken = ", harder, still to be evolved, in the world Seed Tray";
    assert!(is_said(app.world_mut(), spoken));
    app.world_mut().resource_mut::<Settings>().language = Language::Korean;
    (0..3).for_each(|_| app.update());
    assert!(is_said(
        app.world_mut(),
        ", 더 어려움, 진화하기 전, 씨앗 상자 세계"
    ));
    app.world_mut().resource_mut::<Settings>().language = Language::English;
    (0..3).for_each(|_| app.update());
    let name = spoken_name(app, |text| text.ends_with(spoken));
    press_text(app, &name);
    (0..3).for_each(|_| app.update());
    assert!(is_text_shown(app.world_mut(), "Side stop 4a ("));
}

/// The first text of the map that is the wanted name of a stop.
fn spoken_name(app: &mut App, is_wanted: impl Fn(&str) -> bool) -> String {
    let mut texts = app.world_mut().query::<&Text>();
    let mut names = texts.iter(app.world()).map(crate::harness::written);
    names.find(|text| is_wanted(text)).expect("a name")
}

/// Starts the program again, and goes on from the map with a try at the side stop that has two moves.
fn continue_from_map(folder: &Path, number: StopNumber) {
    let mut app = app(folder);
    app.update();
    let journey = app.world().resource::<PlayerJourney>().0.clone();
    assert_eq!(journey.sides.len(), 1);
    open_map(&mut app, journey);
    let name = spoken_name(&mut app, |text| {
        text.starts_with("Side stop 4a, ") && text.contains("stars")
    });
    press_text(&mut app, &name);
    (0..3).for_each(|_| app.update());
    press_text(&mut app, "Play side stop 4a");
    until(&mut app, "the board again", |world| {
        screen(world) == Screen::Play
    });
    let table = app.world().resource::<Table>();
    assert_eq!(table.extra.stop_number(), Some(number));
    assert_eq!(table.moves().len(), 2);
}

#[test]
fn a_side_stop_is_chosen_on_the_map_evolved_played_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let a = side_stop(3, 1);
    open_map(&mut app, won_journey(7, 3));
    assert!(!is_text_shown(app.world_mut(), "harder"), "not open yet");
    let journey = won_journey(7, 5);
    open_map(&mut app, journey.clone());
    assert!(is_text_shown(app.world_mut(), "harder"));
    assert!(!is_text_shown(app.world_mut(), "Side stop 4a"));
    let (setup, _) = journey.setup_of(a);
    choose_side_stop(&mut app);
    let main = setups_of(&mut Journey::new(Seed(7)), 4)[3].success;
    let line = format!(
        "Harder: won in {} of 100 tries instead of {main}",
        setup.success
    );
    assert!(is_text_shown(app.world_mut(), &line), "{line}");
    assert!(!is_text_shown(app.world_mut(), "New: "));
    // The main button still leads on along the main way.
    assert!(is_text_shown(app.world_mut(), "Evolve and play stop 6"));
    press_text(&mut app, "Evolve and play side stop 4a");
    play_what_evolves(&mut app);
    let table = app.world().resource::<Table>();
    assert_eq!(table.extra.stop_number(), Some(a));
    assert_eq!(table.setup().success, setup.success);
    assert!(is_text_shown(app.world_mut(), "Side stop 4a"));
    // A try that was left is saved as one of the side stop.
    make_moves(&mut app, 2);
    table::count_and_save::<Match3>(app.world_mut());
    end_program(&mut app);
    drop(app);
    continue_from_map(folder.path(), a);
}

#[test]
fn the_result_of_a_side_stop_counts_for_it_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, EASY);
    app.world_mut().resource_mut::<Settings>().reduced_motion = true;
    let mut journey = won_journey(7, 5);
    let a = side_stop(3, 1);
    let mut table = app.world_mut().resource_mut::<Table>();
    (table.extra.stop, table.extra.side) = (Some(a.main), a.side);
    journey.sides.insert(a, unplayed_stop(&table, 60.0));
    let before = journey.clone();
    app.world_mut().insert_resource(PlayerJourney(journey));
    make_moves(&mut app, 1);
    wait_for_result(&mut app);
    let after = &app.world().resource::<PlayerJourney>().0;
    assert!(
        after
            .stop(a)
            .is_some_and(|stop| stop.stars > 0 && stop.tries == 1)
    );
    assert_eq!((&after.stops, after.rate), (&before.stops, before.rate));
    assert!(is_text_shown(app.world_mut(), "Next stop"));
    assert!(!is_text_shown(app.world_mut(), "A side stop is open"));
}

#[test]
fn the_result_says_that_a_side_shoot_is_open() {
    for (won, wanted) in [(2, false), (3, true)] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = app(folder.path());
        win_next_stop(&mut app, won_journey(7, won));
        let opened = "A side stop is open: 4a, harder. You may skip it.";
        assert_eq!(is_text_shown(app.world_mut(), opened), wanted, "{won}");
    }
}
