//! The clock of the machine goes back and forward by years. The length of a game is not measured by it, so only moments
//! and days are concerned.

use bevy::prelude::*;
use evolvarium::session::played::{PlayedGame, PlayedGames, Streaks, SuccessOf};
use evolvarium::session::replay::kept;
use evolvarium::session::statistics::GameResult;
use evolvarium::session::{Day, GameId, Moment, ReplayFile, Replays};
use evolvarium::shell::game_of_the_day::game_of;
use evolvarium::shell::games::Games;

use crate::harness::app;

const SECONDS_A_YEAR: i64 = 31_556_952;

/// A moment in a year, or thereabouts.
fn in_year(year: i64) -> Moment {
    Moment((year - 1_970) * SECONDS_A_YEAR)
}

fn finished(ended: Moment) -> ReplayFile {
    let text = "(version: 1, content: (id: \"tic-tac-toe:3x3k3-human-random#a\", moves: \"[]\", \
                players: [\"human\", \"random\"], ending: Drawn, length: 0, ended: 0))";
    let file = ReplayFile::parse("clock.ron".as_ref(), text).expect("a replay");
    ReplayFile { ended, ..file }
}

#[test]
fn games_of_the_same_moment_and_of_an_earlier_one_are_all_kept() {
    let mut world = World::new();
    world.init_resource::<Replays>();
    let moments = [in_year(2_090), in_year(2_090), in_year(2_026)];
    let names = moments.map(|ended| kept::keep(&mut world, finished(ended)).expect("a name"));
    let replays = world.resource::<Replays>();
    let kept = names.map(|name| replays.get(&name).expect("it is kept").ended);
    assert_eq!(kept, moments);
    assert_eq!(replays.newest_first().len(), moments.len());
}

#[test]
fn streaks_follow_the_order_in_which_games_were_played_whatever_the_clock_said() {
    let mut world = World::new();
    world.init_resource::<PlayedGames>();
    let games = [
        (2_026, GameResult::Won),
        (2_090, GameResult::Lost),
        (1_971, GameResult::Won),
        (2_026, GameResult::Won),
    ];
    for (year, result) in games {
        let played = PlayedGame {
            game: "hexxagon".into(),
            name: "level2".into(),
            result,
            ended: in_year(year),
            seconds: 60,
            announced: None,
            announced_for: SuccessOf::Anybody,
        };
        PlayedGames::add(&mut world, played);
    }
    let streaks = Streaks::of(world.resource::<PlayedGames>().of(None));
    assert_eq!((streaks.now, streaks.longest), (2, 2));
}

#[test]
fn every_day_of_the_calendar_has_its_game_and_the_same_one_when_the_clock_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let games = app.world().resource::<Games>();
    let id_of = |year, month, day| -> GameId {
        let day = Day::new(year, month, day).expect("a day");
        game_of(games, day).expect("a game").id
    };
    let today = id_of(2_026, 11, 25);
    for (year, month, day) in [(-9_999, 1, 1), (1, 1, 1), (1_969, 12, 31), (9_999, 12, 31)] {
        let id = id_of(year, month, day);
        assert_eq!(id.to_string().parse::<GameId>().expect("its own text"), id);
        assert_eq!(id_of(2_026, 11, 25), today);
    }
}

#[test]
fn a_moment_beyond_every_calendar_is_written_all_the_same() {
    for seconds in [i64::MIN, i64::MAX, 0, -1] {
        let moment = Moment(seconds);
        assert!(!moment.to_string().is_empty());
        assert!(
            moment.digits().chars().all(|c| c.is_ascii_digit()),
            "{seconds}"
        );
    }
}
