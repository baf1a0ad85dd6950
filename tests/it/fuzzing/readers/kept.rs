//! Readers of files that the program keeps for the player.

use std::fmt::Debug;
use std::sync::LazyLock;

use evolvarium::base::Seed;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::descent::Descent;
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::match3::StopNumber;
use evolvarium::games::match3::journey::{Journey, JourneyStop};
use evolvarium::games::match3::level::Level;
use evolvarium::games::match3::players::belief::{Belief, Evidence};
use evolvarium::games::match3::rules::{Game as Match3Game, Goal};
use evolvarium::games::match3::{Match3, PlayedLevels};
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::generation::{Pick, Purpose};
use evolvarium::session::game::SaveFile;
use evolvarium::session::older_games::OlderGames;
use evolvarium::session::played::{Calibration, PlayedGames, Streaks, SuccessOf};
use evolvarium::session::skill::{SkillSamples, Skills};
use evolvarium::session::statistics::Statistics;
use evolvarium::session::store::{parse, text as file_text};
use evolvarium::session::{
    Challenge, Game, Glimpses, Origin, PlayerFile, Preparation, Rules, Slot,
};
use evolvarium::shell::settings::Settings;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{example, nowhere};

/// Reads a file of a version. Its content must be read again from its own text.
fn read_and_write<T: Serialize + DeserializeOwned + Debug>(text: &str, version: u32) -> Option<T> {
    let value: T = parse(nowhere(), text, version).ok()?;
    let written = file_text(nowhere(), version, &value).expect("it can be written");
    let again: T = parse(nowhere(), &written, version).expect("its own text");
    // A number that is none does not equal itself, so the texts are compared.
    assert_eq!(format!("{again:?}"), format!("{value:?}"));
    Some(value)
}

pub fn read_settings(text: &str) -> bool {
    read_and_write::<Settings>(text, 1).is_some()
}

pub fn read_statistics(text: &str) -> bool {
    read_and_write::<Statistics>(text, 1).is_some()
}

pub fn read_glimpses(text: &str) -> bool {
    let Some(glimpses) = read_and_write::<Glimpses>(text, 1) else {
        return false;
    };
    if let Some(glimpse) = glimpses.of(Match3::KEY, Slot::FIRST) {
        glimpse.picture(&|_| Some("shared/spark"));
    }
    true
}

pub fn glimpses() -> Vec<String> {
    let picture = "shared/spark,match3/wall|sc 500 500 80 0;tk3 20 999 10;lp1 1 2 3 4 5;";
    let glimpse = format!("(name: \"9x9c6-p500 60\", picture: \"{picture}\")");
    vec![format!(
        "(version: 1, content: {{\"match3.ron\": {glimpse}}})"
    )]
}

pub fn read_journey(text: &str) -> bool {
    read_and_write::<Journey>(text, 2).is_some_and(|journey| {
        let is_possible = journey.check().is_ok();
        if is_possible {
            let _ = (journey.next_setup(), journey.stars(), journey.side_stars());
            journey.sides.keys().for_each(|number| {
                let _ = journey.setup_of(*number);
            });
        }
        is_possible
    })
}

pub fn read_played_levels(text: &str) -> bool {
    let Ok(levels) = parse::<PlayedLevels>(nowhere(), text, 1) else {
        return false;
    };
    let written = file_text(nowhere(), 1, &levels).expect("it can be written");
    let again: PlayedLevels = parse(nowhere(), &written, 1).expect("its own text");
    assert_eq!(again.stars(), levels.stars());
    true
}

pub fn played_levels() -> Vec<String> {
    let level = |setup: &str, stars: u8| format!("(setup: \"{setup}\", stars: {stars})");
    let levels = [
        level("9x9c6-p500_20p1q3aaa10x4bcd", 3),
        level("7x8c5-p300s45_3p1q3aaa", 0),
    ];
    let levels = levels.join(", ");
    vec![format!("(version: 1, content: [{levels}])")]
}

pub fn saves(names: &[&str]) -> Vec<String> {
    let path = |name: &&str| format!("tests/it/pinned/saves/{name}.ron");
    names.iter().map(|name| example(&path(name))).collect()
}

pub fn game_saves() -> Vec<String> {
    saves(&[
        "dungeon",
        "dungeon_2",
        "dungeon_3",
        "dungeon_4",
        "dungeon_5",
        "dungeon_6",
        "dungeon_7",
        "dungeon_8",
        "dungeon_14",
        "hexxagon",
        "match3",
        "match3_2",
        "tic-tac-toe",
    ])
}

/// Makes the moves of a save in a state until one is refused.
pub fn replay<G: Rules>(mut state: G::State, moves: &[G::Move]) {
    for made in moves {
        if G::apply(&mut state, made).is_err() {
            return;
        }
    }
}

/// Reads a save of a game. Its moves are made from its own start, if that is ready at once, and else from a known one.
fn read_save_of<G: Game>(text: &str, start: impl FnOnce() -> Option<G::State>) -> bool {
    let Ok(file) = parse::<G::File>(nowhere(), text, G::SAVE_FORMAT) else {
        return false;
    };
    let Ok(saved) = file.open() else {
        return false;
    };
    let origin = Origin::<G>::parse(&saved.id).ok();
    let own = start().or_else(|| {
        let origin = origin?;
        match G::prepare(&origin, None) {
            Ok(Preparation::Ready(content)) => G::first_state(&origin, &content).ok(),
            _ => None,
        }
    });
    if let Some(state) = own {
        replay::<G>(state, &saved.moves);
    }
    true
}

/// A short descent in which moves are tried.
pub static DESCENT: LazyLock<Descent> = LazyLock::new(|| {
    let setup = "d1f1r8s8e1c1l0".parse().expect("a setup");
    Descent::new(&setup, &usual_parameters(), Seed(10), Pick::Best).expect("a descent")
});

pub fn match3_start() -> Option<Match3Game> {
    let rows = ["........."; 9];
    let level = Level::from_rows(&rows, 6, Goal::Score(9_000), 0).ok()?;
    let rng = Seed(1).stream(Purpose::Play);
    Match3Game::new(level.board(), level.goals(), level.moves(), rng).ok()
}

pub fn read_save(text: &str) -> bool {
    let is_level = read_save_of::<Match3>(text, match3_start);
    let is_board = read_save_of::<Hexxagon>(text, || None);
    let is_grid = read_save_of::<TicTacToe>(text, || None);
    let is_descent = read_save_of::<DungeonGame>(text, || Some(DESCENT.clone()));
    is_level || is_board || is_grid || is_descent
}

pub fn journeys() -> Vec<String> {
    let mut journey = Journey::new(Seed(7));
    journey.set_rate(40);
    let mut with_side_stop = journey.clone();
    let stop = JourneyStop {
        id: "match3:9x9c6-p500#k3f9".to_owned(),
        board: "9x9c6-p500_20p1q3aaa10x4bcd".to_owned(),
        rate: 60.0,
        stars: 1,
        best: 100,
        tries: 3,
    };
    with_side_stop.stops = vec![stop.clone(); 4];
    let number = StopNumber { main: 3, side: 1 };
    with_side_stop.sides.insert(number, stop);
    let text = |journey| file_text(nowhere(), 2, journey).expect("it can be written");
    [&journey, &with_side_stop].map(text).to_vec()
}

/// Reads the skills of a player. An expected rate must always be a probability.
pub fn read_skills(text: &str) -> bool {
    let Some(samples) = read_and_write::<SkillSamples>(text, 1) else {
        return false;
    };
    if samples.check().is_err() {
        return false;
    }
    let games: Vec<String> = samples.keys().cloned().collect();
    let skills = Skills::of_samples(samples);
    for skill in games.iter().filter_map(|game| skills.of(game)) {
        for challenge in [
            Challenge::Rival(1_000.0),
            Challenge::Stages(vec![[0.5; 5]; 3]),
        ] {
            let rate = skill.rate(&challenge);
            assert!((-1e-6..=1.0 + 1e-6).contains(&rate), "{rate}: {text}");
        }
    }
    true
}

pub fn skills() -> Vec<String> {
    let game = "Game(rival: 1200.0, result: Won), Game(rival: -300.5, result: Drawn)";
    let stages =
        "Stages(rates: [(0.99, 0.95, 0.9, 0.8, 0.6), (0.5, 0.4, 0.3, 0.2, 0.1)], passed: 1)";
    let measured = "Measured((rate: 0.5, low: 0.25, high: 0.75))";
    let recorded = "Recorded(rival: 567.0, result: Won, \
                    record: (id: \"tic-tac-toe:3x3k3-human-random#a\", moves: \"[0,1,4,2,8]\"))";
    let content = format!(
        "{{\"hexxagon\": [{game}], \"tic-tac-toe\": [{recorded}], \"dungeon\": [{stages}, {stages}], \
         \"match3\": [{measured}, {measured}]}}"
    );
    vec![format!("(version: 1, content: {content})")]
}

/// Reads the swaps of a player, and learns from the first possible one.
pub fn read_swaps(text: &str) -> bool {
    let Some(swaps) = read_and_write::<Vec<Evidence>>(text, 2) else {
        return false;
    };
    let possible: Vec<Evidence> = swaps.into_iter().filter(Evidence::is_possible).collect();
    if !possible.is_empty() {
        let _ = Belief::of(&possible[..1]);
    }
    !possible.is_empty()
}

pub fn swaps() -> Vec<String> {
    let swap = "(own: 1, looks: [(0, 4, 3, 0, 2), (4, 15, 3, 5, 8)], worth: [(0, 4, 3, 0, 2), (4, 15, 3, 5, 8)])";
    let text = format!("(version: 2, content: [{swap}, {swap}])");
    vec![text]
}

pub fn read_played(text: &str) -> bool {
    if let Some(older) = read_and_write::<OlderGames>(text, 1) {
        let _ = (older.of(Some("hexxagon")), older.of(None));
        return true;
    }
    let Some(games) = read_and_write::<PlayedGames>(text, 1) else {
        return false;
    };
    let streaks = Streaks::of(games.of(None));
    assert!(streaks.now <= streaks.longest);
    for whose in [SuccessOf::Anybody, SuccessOf::Player] {
        let _ = Calibration::of(games.of(Some("hexxagon")), whose);
    }
    for game in games.of(None) {
        let _ = (game.ended.to_string(), game.ended.digits());
    }
    true
}

pub fn played() -> Vec<String> {
    let game = |result, ended: i64| {
        format!(
            "(game: \"hexxagon\", name: \"level2\", result: {result}, ended: {ended}, seconds: 90, said: Some(61.5))"
        )
    };
    let games = [
        game("Won", 1_795_369_243),
        game("Lost", -5),
        game("Drawn", i64::MAX),
    ];
    let own = "(game: \"match3\", name: \"60\", result: Won, ended: 0, seconds: 9, said: Some(60.0), said_of: Player)";
    let older = "(version: 1, content: (kinds: {\"hexxagon\": (seconds: 90, streaks: (now: 1, longest: 3))}, streaks: (now: 0, \
                 longest: 2)))";
    vec![
        format!("(version: 1, content: [{}, {own}])", games.join(", ")),
        older.to_owned(),
    ]
}
