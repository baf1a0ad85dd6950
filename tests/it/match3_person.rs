//! How somebody plays match-3: learnt from their swaps, and used for the levels that are made for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bevy::prelude::*;
use evolvarium::games::match3::journey::PlayerJourney;
use evolvarium::games::match3::level::Setup;
use evolvarium::games::match3::players::belief::{Belief, Evidence};
use evolvarium::games::match3::players::{Favourite, Person, Player};
use evolvarium::games::match3::playtest::{PlayStatistics, play_many, regenerate};
use evolvarium::games::match3::rules::{Game, Match3, Status};
use evolvarium::games::match3::{Learner, SetupPageTab, Table};
use evolvarium::generation::{EvolutionParameters, Pick, Purpose, Seed};
use evolvarium::session::Origin;
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::NewGame;

use crate::harness::{
    app, card, fast_game, finish_run_and_pick_best, press_text, screen, until, wait_for_moves,
};
use crate::keys::{press, swap_by_keys};

/// What the swaps of a player tell, in so many levels of a setup.
fn evidence(setup: &Setup, player: Player, levels: u64, seed: Seed) -> Vec<Evidence> {
    let mut seen = Vec::new();
    for number in 0..levels {
        let seed = seed.child(number);
        let search = EvolutionParameters::default();
        let made = regenerate(setup, &search, seed, Pick::Best, 2).expect("a level");
        let (level, chance) = (&made.level, seed.stream(Purpose::Play));
        let game = Game::new(level.board(), level.goals(), level.moves(), chance);
        let mut game = game.expect("a game");
        let mut rng = seed.stream(Purpose::Player);
        while game.status() == Status::Playing {
            let swap = player.choose(&game, &mut rng).expect("a swap");
            seen.extend(Evidence::of(&game, swap, seed.child(seen.len() as u64)));
            game.apply(swap, &mut ()).expect("it is legal");
        }
    }
    seen
}

fn person(errors: u8, notices: u8, favours: u8, looks_ahead: u8) -> Person {
    Person {
        errors,
        notices,
        favours,
        looks_ahead,
        favourite: Favourite::Long,
    }
}

#[test]
fn how_somebody_plays_is_found_in_their_swaps() {
    let setup = Setup::default();
    for (wanted, player) in [
        (person(0, 100, 0, 0), Player::Greedy),
        (person(0, 100, 0, 100), Player::LookAhead),
        (person(0, 40, 0, 0), Player::Person(person(0, 40, 0, 0))),
        (person(30, 90, 0, 60), Player::Person(person(30, 90, 0, 60))),
        (person(0, 90, 70, 0), Player::Person(person(0, 90, 70, 0))),
    ] {
        let belief = Belief::of(&evidence(&setup, player, 16, Seed(0x51)));
        assert!(belief.swaps > 150, "{}", belief.swaps);
        let parts = |one: Person| [one.errors, one.notices, one.favours, one.looks_ahead];
        for ((is, should), spread) in (parts(belief.person).into_iter())
            .zip(parts(wanted))
            .zip(belief.spread)
        {
            let off = f64::from(is.abs_diff(should));
            assert!(off <= 20.0 && spread < 15.0, "{wanted:?}: {belief:?}");
        }
    }
}

#[test]
fn nothing_is_believed_surely_before_swaps_are_seen() {
    let none = Belief::of(&[]);
    assert_eq!(none.swaps, 0);
    assert!(none.spread.iter().all(|spread| *spread > 15.0), "{none:?}");
    let some = Belief::of(&evidence(&Setup::default(), Player::Greedy, 3, Seed(1)));
    let narrower = some.spread.iter().zip(none.spread);
    assert!(
        narrower.clone().all(|(some, none)| *some < none),
        "{some:?}"
    );
}

#[test]
fn a_level_made_for_a_person_is_won_by_them_as_often_as_wanted_and_by_others_not() {
    for (text, rates) in [
        ("9x9c6-p488h.e0.n40.f0.a0", 50.0..=70.0),
        ("9x9c6-p488h.e20.n80.f10.a60", 50.0..=70.0),
    ] {
        let setup: Setup = text.parse().expect("a setup");
        assert_eq!(setup.to_string(), text);
        let search = EvolutionParameters::default();
        let (mut own, mut reference) = (0.0, 0.0);
        for seed in 1..=3 {
            let made = regenerate(&setup, &search, Seed(seed), Pick::Best, 2).expect("a level");
            let rate = |player| {
                let plays = play_many(&made.level, player, Seed(seed + 90), 300, 2);
                100.0 * PlayStatistics::of(&plays).success() / 3.0
            };
            own += rate(setup.player());
            reference += rate(Player::Greedy);
        }
        // 900 plays have an error of 1.6 points.
        assert!((own - 60.0_f64).abs() < 6.0, "{text}: {own}");
        assert!(
            rates.contains(&own) && (reference - own).abs() > 6.0,
            "{text}: {reference}"
        );
    }
}

#[test]
fn a_setup_refuses_a_person_that_cannot_be() {
    for bad in [
        "h.e101.n40.f0.a0",
        "h.e0.n40.f0",
        "h40",
        "h.n40.e0.f0.a0",
        "h",
    ] {
        let text = format!("9x9c6-p488{bad}");
        assert!(text.parse::<Setup>().is_err(), "{text}");
    }
    let usual: Setup = "9x9c6-p488h.e0.n100.f0.a0".parse().expect("it is usual");
    assert_eq!(usual.player(), Player::Greedy);
    assert_eq!(usual.to_string(), "9x9c6-p488");
}

fn simulate(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_evolvarium"))
        .args(["simulate", "match3", "level.ron"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

#[test]
fn a_person_from_a_file_plays_a_level() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("it is written");
    };
    let rows = [
        ".......", "...1...", ".......", "..1.1..", ".......", "...a...", ".......",
    ];
    let rows = rows.map(|row| format!("\"{row}\"")).join(", ");
    write(
        "level.ron",
        &format!("(colours: 5, goals: [Collect((1), 18)], moves: 12, rows: [{rows}])"),
    );
    let won = |arguments: &[&str]| -> f64 {
        let output = simulate(folder.path(), arguments);
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success(), "{text}");
        let line = text.lines().find(|line| line.starts_with("success"));
        let number = line
            .and_then(|line| line.split(' ').nth(1))
            .expect("a rate");
        number.parse().expect("a number")
    };
    write("hasty.ron", "(errors: 80)");
    write("far.ron", "(looks_ahead: 100)");
    let hasty = won(&["--person", "hasty.ron", "--plays", "400"]);
    let far = won(&["--person", "far.ron", "--plays", "200"]);
    let greedy = won(&["--plays", "400"]);
    assert!(
        hasty + 10.0 < greedy && greedy + 10.0 < far,
        "{hasty} {greedy} {far}"
    );
    for (text, why) in [
        ("(errors: 101)", "broken.ron: line 1, column 2"),
        ("(\n  notices: 60,\n  hurries: 3,\n)", "broken.ron: line 3"),
        ("(favourite: Red)", "broken.ron: line 1"),
    ] {
        write("broken.ron", text);
        let output = simulate(folder.path(), &["--person", "broken.ron"]);
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(!output.status.success() && said.contains(why), "{said}");
    }
    let both = simulate(
        folder.path(),
        &["--person", "far.ron", "--player", "random"],
    );
    assert_eq!(both.status.code(), Some(2));
}

fn learnt(app: &App) -> usize {
    let belief = app.world().resource::<Learner>().belief();
    belief.map_or(0, |belief| belief.swaps)
}

#[test]
fn own_swaps_are_learnt_from_and_those_of_the_game_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "match3:9x9c6-p500#k3f9");
    let own = |app: &mut App, from: &mut (usize, usize), made: usize| {
        let state = app.world().resource::<Table>().state().clone();
        let swap = state.board().swaps().nth(0).expect("a swap");
        swap_by_keys(app, from, swap);
        wait_for_moves::<Match3>(app, made);
    };
    // The first arrow shows the cursor.
    press(&mut app, KeyCode::ArrowDown);
    let mut cursor = (4, 4);
    own(&mut app, &mut cursor, 1);
    until(&mut app, "the first swap is learnt from", |world| {
        world.resource::<Learner>().belief().is_some()
    });
    assert_eq!(learnt(&app), 1);
    let itself = card(&app, "match3").play_itself;
    until(&mut app, "a swap of the game", |world| {
        itself(world);
        world.resource::<Table>().moves().len() == 2
    });
    press(&mut app, KeyCode::KeyH);
    until(&mut app, "a hint", |world| {
        let hint = world.resource::<evolvarium::shell::table::Hint<Match3>>();
        hint.0.is_some()
    });
    own(&mut app, &mut cursor, 3);
    own(&mut app, &mut cursor, 4);
    until(&mut app, "the last swap is learnt from", |world| {
        let belief = world.resource::<Learner>().belief();
        belief.is_some_and(|belief| belief.swaps == 2)
    });
    for _ in 0..30 {
        app.update();
    }
    assert_eq!(
        learnt(&app),
        2,
        "the first and the last are the player's own"
    );
    let path = folder.path().join("data/match3_player.ron");
    until(&mut app, "the file", |_| path.exists());
}

fn shows(world: &mut World, text: &str) -> bool {
    let mut texts = world.query::<&Text>();
    texts.iter(world).any(|shown| shown.0.contains(text))
}

fn open_setup(app: &mut App) {
    app.world_mut().resource_mut::<ActiveGame>().0 = Some("match3");
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Setup);
    until(app, "the setup", |world| screen(world) == Screen::Setup);
}

/// Writes what the swaps of somebody hasty tell, enough for levels to be made for them. Returns the path.
fn write_evidence(folder: &Path) -> PathBuf {
    let hasty = Player::Person(person(40, 60, 0, 0));
    let known = evidence(&Setup::default(), hasty, 6, Seed(5));
    assert!(known.len() >= 50, "{}", known.len());
    let content = ron::to_string(&known).expect("text");
    fs::create_dir_all(folder.join("data")).expect("a folder");
    let path = folder.join("data/match3_player.ron");
    fs::write(&path, format!("(version: 1, content: {content})")).expect("it is written");
    path
}

#[test]
fn a_new_stop_of_the_journey_is_made_for_the_player_and_its_id_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    write_evidence(folder.path());
    let mut app = app(folder.path());
    app.update();
    until(&mut app, "what is known", |world| {
        world.resource::<Learner>().belief().is_some()
    });
    let page = SetupPageTab::Journey as u8;
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.pages.insert("match3".to_owned(), page);
    open_setup(&mut app);
    press(&mut app, KeyCode::Enter);
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    finish_run_and_pick_best(&mut app);
    let known = app.world().resource::<Learner>().belief().expect("known");
    let table = app.world().resource::<Table>();
    assert_eq!(table.setup().person, known.person);
    assert_ne!(known.person, Person::default());
    let stop = &app.world().resource::<PlayerJourney>().0.stops[0];
    assert!(stop.is_for_player());
    let origin = Origin::<Match3>::parse(&stop.id).expect("an id");
    assert_eq!(origin.setup.person, known.person);
}

#[test]
fn new_levels_are_made_for_the_player_until_they_are_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write_evidence(folder.path());
    let mut app = app(folder.path());
    app.update();
    open_setup(&mut app);
    let wanted = |world: &World| world.resource::<NewGame<Match3>>().setup.person;
    until(&mut app, "a level for the player", |world| {
        wanted(world) != Person::default()
    });
    let person = wanted(app.world());
    assert!(
        person.errors.abs_diff(40) <= 25 && person.notices < 90,
        "{person:?}"
    );
    until(&mut app, "what is known", |world| {
        shows(world, "of your tries succeed") && shows(world, "learnt from")
    });
    press_text(&mut app, "An automatic player");
    until(&mut app, "the reference player", |world| {
        wanted(world) == Person::default() && shows(world, "nothing is learnt about you")
    });
    press_text(&mut app, "Me");
    until(&mut app, "the player again", |world| {
        wanted(world) == person
    });
    press_text(&mut app, "Forget me");
    until(&mut app, "nobody is known", |world| {
        wanted(world) == Person::default() && shows(world, "50 more swaps")
    });
    until(&mut app, "the file is empty", |_| {
        fs::read_to_string(&path).is_ok_and(|text| !text.contains("greedy"))
    });
}

#[test]
fn a_broken_file_about_the_player_is_set_aside_with_a_word() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("data")).expect("a folder");
    let path = folder.path().join("data/match3_player.ron");
    let impossible = "(all: 9, greedy: (3, 0), long: (0, 1), ahead: (0, 0, 0, 0, 0, 0))";
    fs::write(&path, format!("(version: 1, content: [{impossible}])")).expect("it is written");
    let mut app = app(folder.path());
    until(&mut app, "a word about it", |world| {
        shows(world, "match3_player.broken-1.ron")
    });
    assert_eq!(learnt(&app), 0);
    let kept = folder.path().join("data/match3_player.broken-1.ron");
    assert!(fs::read_to_string(kept).is_ok_and(|text| text.contains("all: 9")));
}
