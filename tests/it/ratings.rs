//! How well the player does: learnt from their results, said on the setup pages, and honest about how sure it is.

use std::fs;
use std::path::Path;

use bevy::prelude::*;
use bevy::tasks::block_on;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::setup::Setup as Descents;
use evolvarium::games::hexxagon::players::{Level, Opponent};
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::tic_tac_toe::Series;
use evolvarium::games::tic_tac_toe::insight::{Insight, InsightKind};
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::generation::{Purpose, Seed, Stream};
use evolvarium::session::played::{PlayedGame, PlayedGames};
use evolvarium::session::rating::expected_score;
use evolvarium::session::statistics::{GameResult, Statistics};
use evolvarium::session::survival::StageRates;
use evolvarium::session::{
    Challenge, Difficulty, Game, Moment, Origin, Preparation, Record, Skill, Skills, Table, Trial,
};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::played::{self, Half, Played};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::table::{NewGame, actions, play_for_human};

use crate::harness::{
    app, app_with_resumed_game, card, fast_game, is_said, notices, press_button, screen, start,
    table, until, wait_for_moves,
};

/// A number from 0 to 1.
fn uniform(rng: &mut Stream) -> f64 {
    f64::from(rng.random_below(1_000_000)) / 1e6
}

/// How people play. The model knows of the first kind alone.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Steady,
    /// Ten points better with every game.
    Improves,
    /// Much worse in three of ten games.
    Erratic,
    /// Better with one colour than with the other.
    PrefersColour,
    /// Worse in the game after a loss.
    Tilts,
}

struct Person {
    kind: Kind,
    strength: f64,
}

impl Person {
    /// The probability of winning a game, by its number, against a rival.
    fn rate(&self, rival: f64, game: usize, has_lost: bool) -> f64 {
        let at = |strength: f64| expected_score(strength, rival);
        match self.kind {
            Kind::Steady => at(self.strength),
            Kind::Improves => at(self.strength + 10.0 * game as f64),
            Kind::Erratic => 0.7 * at(self.strength) + 0.3 * at(self.strength - 500.0),
            Kind::PrefersColour if game.is_multiple_of(2) => at(self.strength + 120.0),
            Kind::PrefersColour => at(self.strength - 120.0),
            Kind::Tilts => at(self.strength - if has_lost { 150.0 } else { 0.0 }),
        }
    }

    /// How often they really win from the twenty-first game on.
    fn real_rate(&self, rival: f64) -> f64 {
        let after = |has_lost| {
            let games = [20, 21].map(|game| self.rate(rival, game, has_lost));
            (games[0] + games[1]) / 2.0
        };
        // As often as they win, they come from a win.
        after(true) / (1.0 - after(false) + after(true))
    }
}

/// What was said of many people after twenty tries of each, beside what is true of them.
#[derive(Default, Debug)]
struct Said {
    people: f64,
    /// Whose rate was within 5 points at the challenge that was suggested to them.
    near: f64,
    /// Whose rate was within the interval.
    covered: f64,
    /// The sum of the differences.
    off: f64,
    /// The part of all challenges whose rate was within 5 points.
    near_at_all: f64,
}

impl Said {
    fn add(&mut self, skill: &Skill, challenges: &[Challenge], real: impl Fn(usize) -> f64) {
        let at = suggested(skill, challenges);
        let (said, real_here) = (skill.forecast(&challenges[at]), real(at));
        let is_near = |said: f64, real: f64| f64::from((said - real).abs() <= 0.05);
        self.people += 1.0;
        self.near += is_near(said.rate, real_here);
        self.covered += f64::from((said.low..=said.high).contains(&real_here));
        self.off += said.rate - real_here;
        let near = (0..challenges.len()).map(|at| is_near(skill.rate(&challenges[at]), real(at)));
        self.near_at_all += near.sum::<f64>() / challenges.len() as f64;
    }

    /// The parts of the people, and the mean of the differences.
    fn parts(&self) -> [f64; 4] {
        let sums = [self.near, self.covered, self.near_at_all, self.off];
        sums.map(|sum| sum / self.people)
    }
}

/// The challenge that comes nearest to 6 of 10.
fn suggested(skill: &Skill, challenges: &[Challenge]) -> usize {
    let off = challenges.iter().map(|one| (skill.rate(one) - 0.6).abs());
    let nearest = off.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
    nearest.expect("there are challenges").0
}

/// Twenty games against the levels that are suggested.
fn said_of(kind: Kind, people: u64) -> Said {
    let rating = |level: Level| Opponent::Level(level).rating().expect("it is measured");
    let rivals = Level::ALL.map(rating);
    let challenges = rivals.map(Challenge::Rival);
    let mut said = Said::default();
    for number in 0..people {
        let mut rng = Seed(number).stream(Purpose::Player);
        let strength = 2_600.0 * uniform(&mut rng);
        let person = Person { kind, strength };
        let (mut skill, mut has_lost) = (Skill::default(), false);
        for game in 0..20 {
            let rival = rivals[suggested(&skill, &challenges)];
            has_lost = uniform(&mut rng) >= person.rate(rival, game, has_lost);
            let result = match has_lost {
                true => GameResult::Lost,
                false => GameResult::Won,
            };
            skill.learn(Trial::Game { rival, result });
        }
        said.add(&skill, &challenges, |at| person.real_rate(rivals[at]));
    }
    said
}

/// Twenty games have a standard error of 11 points, so that no model is within 5 points for most people. Measured over 1,000
/// people of each kind (within 5 points at the suggested level; within the interval; within 5 points over all levels):
/// steady 40, 97 and 87 of 100, improves 25, 88, 82, erratic 39, 97, 83, prefers a colour 40, 97, 86, tilts 36, 92, 85.
#[test]
fn what_is_said_after_twenty_games_is_as_near_as_games_allow_and_the_interval_is_honest() {
    for (kind, [near, covered, near_at_all]) in [
        (Kind::Steady, [0.30, 0.92, 0.80]),
        (Kind::Improves, [0.15, 0.80, 0.75]),
        (Kind::Erratic, [0.29, 0.92, 0.76]),
        (Kind::PrefersColour, [0.30, 0.92, 0.79]),
        (Kind::Tilts, [0.26, 0.84, 0.78]),
    ] {
        let parts = said_of(kind, 200).parts();
        let are_met = parts[0] >= near && parts[1] >= covered && parts[2] >= near_at_all;
        assert!(are_met, "{kind:?}: {parts:?}");
        let is_fair = matches!(kind, Kind::Improves) || parts[3].abs() < 0.04;
        assert!(is_fair, "{kind:?}: {parts:?}");
    }
}

/// How people descend, whom the model lacks but for the first kind.
#[derive(Clone, Copy, Debug)]
enum Delver {
    /// A mixture of the automatic players.
    Mixture,
    /// Careless in the first two dungeons, and careful below.
    WarmsUp,
    /// Good on one day and bad on another.
    Moody,
    /// Dies less often with every descent.
    Improves,
}

/// The probability that somebody comes through a dungeon, of which the mixture comes through with another one.
fn rate_of(delver: Delver, mixture: f64, dungeon: usize, descent: usize, is_good_day: bool) -> f64 {
    let hazard = match delver {
        Delver::Mixture => 1.0,
        Delver::WarmsUp => [3.0, 0.7][usize::from(dungeon >= 2)],
        Delver::Moody => [2.0, 0.6][usize::from(is_good_day)],
        Delver::Improves => 2.5 - 0.06 * descent as f64,
    };
    mixture.powf(hazard)
}

fn said_of_delvers(delver: Delver, people: u64) -> Said {
    let challenges = Difficulty::ALL.map(|difficulty| {
        let challenge = DungeonGame::challenge(&Descents::of(difficulty));
        challenge.expect("the difficulties are measured")
    });
    let rates = challenges.each_ref().map(|challenge| match challenge {
        Challenge::Stages(rates) => rates.clone(),
        Challenge::Rival(_) => panic!("a descent has no rival"),
    });
    let mut said = Said::default();
    for number in 0..people {
        let mut rng = Seed(number).stream(Purpose::Player);
        let parts: [f64; 5] = std::array::from_fn(|_| -uniform(&mut rng).max(1e-9).ln());
        let sum: f64 = parts.iter().sum();
        let mixture = |rates: &StageRates, dungeon: usize| {
            let of_each = rates[dungeon].iter().zip(&parts);
            of_each.map(|(rate, part)| rate * part / sum).sum::<f64>()
        };
        let mut skill = Skill::default();
        for descent in 0..20 {
            let rates = &rates[suggested(&skill, &challenges)];
            let is_good_day = uniform(&mut rng) < 0.5;
            let comes_through = |dungeon: &usize| {
                let mixture = mixture(rates, *dungeon);
                uniform(&mut rng) < rate_of(delver, mixture, *dungeon, descent, is_good_day)
            };
            let passed = (0..rates.len()).take_while(comes_through).count();
            let rates = rates.clone();
            skill.learn(Trial::Stages { rates, passed });
        }
        said.add(&skill, &challenges, |at| {
            let through = |is_good_day| {
                let rate = |dungeon| {
                    let mixture = mixture(&rates[at], dungeon);
                    rate_of(delver, mixture, dungeon, 20, is_good_day)
                };
                (0..rates[at].len()).map(rate).product::<f64>()
            };
            (through(true) + through(false)) / 2.0
        });
    }
    said
}

/// Measured over 300 people of each kind (as above, over the difficulties): mixture 42, 97 and 55 of 100, warms up 45, 97, 40,
/// moody 43, 97, 49, improves 38, 94, 53.
#[test]
fn what_is_said_after_twenty_descents_is_as_near_as_descents_allow() {
    for (delver, [near, covered, near_at_all]) in [
        (Delver::Mixture, [0.30, 0.90, 0.43]),
        (Delver::WarmsUp, [0.32, 0.90, 0.28]),
        (Delver::Moody, [0.31, 0.90, 0.37]),
        (Delver::Improves, [0.26, 0.86, 0.41]),
    ] {
        let parts = said_of_delvers(delver, 120).parts();
        let are_met = parts[0] >= near && parts[1] >= covered && parts[2] >= near_at_all;
        assert!(are_met, "{delver:?}: {parts:?}");
    }
}

/// A game of tic-tac-toe at its start.
fn at_start(id: &str) -> Table<TicTacToe> {
    let origin = Origin::<TicTacToe>::parse(id).expect("an id");
    let Ok(Preparation::Ready(content)) = TicTacToe::prepare(&origin, None) else {
        panic!("nothing evolves for {id}");
    };
    Table::new(origin, content, Series::default()).expect("a table")
}

/// The moves of a game that the first side wins.
const WON: [Cell; 5] = [Cell(0), Cell(1), Cell(4), Cell(2), Cell(8)];

/// Makes moves at a table.
fn play_on(mut table: Table<TicTacToe>, moves: &[Cell]) -> Table<TicTacToe> {
    for cell in moves {
        table.play(*cell).expect("it is free");
    }
    table
}

const AGAINST_RULES: &str = "tic-tac-toe:3x3k3-human-rules#a";

#[test]
fn only_whole_games_of_one_human_without_help_tell_something() {
    let ended = |id: &str| play_on(at_start(id), &WON);
    let won = Trial::Recorded {
        rival: 1_000.0,
        result: GameResult::Won,
        record: Record {
            id: at_start(AGAINST_RULES).id().to_string(),
            moves: "[0,1,4,2,8]".to_owned(),
        },
    };
    assert_eq!(ended(AGAINST_RULES).trial(), Some(won));
    assert_eq!(play_on(at_start(AGAINST_RULES), &WON[..4]).trial(), None);
    for untold in [
        "tic-tac-toe:3x3k3-rules-random#a",
        "tic-tac-toe:3x3k3-human-human#a",
        "tic-tac-toe:3x3k3-human-search2#a",
        "tic-tac-toe:4x4k3-human-rules#a",
    ] {
        assert!(ended(untold).is_over(), "{untold}");
        assert_eq!(ended(untold).trial(), None, "{untold}");
    }
    let mut undone = play_on(at_start(AGAINST_RULES), &WON[..2]);
    undone.undo();
    let undone = play_on(undone, &WON);
    assert!(undone.is_over() && undone.is_helped());
    assert_eq!(undone.trial(), None);
    let mut hinted = ended(AGAINST_RULES);
    hinted.note_help();
    assert_eq!(hinted.trial(), None);
    let replay = at_start(AGAINST_RULES).replaying(WON.to_vec(), Series::default());
    let replay = block_on(replay).expect("the moves fit");
    assert!(replay.is_over());
    assert_eq!(replay.trial(), None);
    let (origin, saved) = play_on(at_start(AGAINST_RULES), &WON[..2]).to_take_over();
    let content = at_start(AGAINST_RULES).content;
    let taken_over = block_on(Table::resume(origin, content, saved)).expect("the moves fit");
    let taken_over = play_on(taken_over, &WON[2..]);
    assert!(taken_over.is_over());
    assert_eq!(taken_over.trial(), None);
}

/// The number of games that were learnt from.
fn learnt(app: &App, game: &str) -> usize {
    let skills = app.world().resource::<Skills>();
    skills.of(game).map_or(0, Skill::trials)
}

/// Plays the game under way to its end, always on the first free cell.
fn finish_by_hand(app: &mut App) {
    until(app, "the end", |world| {
        let table = world.resource::<Table<TicTacToe>>();
        let next = table
            .is_human_turn()
            .then(|| table.state().legal_cells()[0]);
        if let Some(cell) = next {
            play_for_human::<TicTacToe>(world, cell);
        }
        world.resource::<Table<TicTacToe>>().is_over()
    });
    app.update();
}

/// Writes what was learnt from games against a rival with the usual rating, half of which were won.
fn write_skill(folder: &Path, game: &str, games: usize) {
    let trial = |number: usize| {
        let result = ["Won", "Lost"][number % 2];
        format!("Game(rival: 1000.0, result: {result})")
    };
    let trials: Vec<String> = (0..games).map(trial).collect();
    let text = format!(
        "(version: 1, content: {{\"{game}\": [{}]}})",
        trials.join(", ")
    );
    fs::create_dir_all(folder.join("data")).expect("a folder");
    fs::write(folder.join("data/skills.ron"), text).expect("it is written");
}

#[test]
fn games_played_by_hand_are_learnt_from_and_games_with_help_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-random#a");
    finish_by_hand(&mut app);
    assert_eq!(learnt(&app, TicTacToe::KEY), 1);
    let path = folder.path().join("data/skills.ron");
    until(&mut app, "the file", |_| path.exists());
    // One with a move that the game has made.
    start(&mut app, "tic-tac-toe:3x3k3-human-random#b");
    until(&mut app, "the next game", |world| {
        world.resource::<Table<TicTacToe>>().moves().is_empty()
    });
    (card(&app, TicTacToe::KEY).play_itself)(app.world_mut());
    finish_by_hand(&mut app);
    assert_eq!(learnt(&app, TicTacToe::KEY), 1);
    // One with a move that was taken back.
    start(&mut app, "tic-tac-toe:3x3k3-human-random#c");
    until(&mut app, "the next game", |world| {
        world.resource::<Table<TicTacToe>>().moves().is_empty()
    });
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    wait_for_moves::<TicTacToe>(&mut app, 2);
    actions::undo::<TicTacToe>(app.world_mut());
    assert!(table::<TicTacToe>(&app).moves().is_empty());
    finish_by_hand(&mut app);
    assert_eq!(learnt(&app, TicTacToe::KEY), 1);
    // One in which the values of the cells were seen for a moment.
    start(&mut app, "tic-tac-toe:3x3k3-human-random#d");
    until(&mut app, "the next game", |world| {
        world.resource::<Table<TicTacToe>>().moves().is_empty()
    });
    // The screen is entered anew, which hides all insights.
    app.update();
    for kind in [InsightKind::Values, InsightKind::Off] {
        app.world_mut().resource_mut::<Insight>().show(kind);
        app.update();
    }
    finish_by_hand(&mut app);
    assert_eq!(learnt(&app, TicTacToe::KEY), 1);
    let counted = app.world().resource::<PlayedGames>().of(None).count();
    assert_eq!(counted, 4, "the statistics count all of them");
    drop(app);
    let mut second = crate::harness::app(folder.path());
    second.update();
    assert_eq!(learnt(&second, TicTacToe::KEY), 1, "it is kept");
}

#[test]
fn a_game_that_was_taken_over_counts_neither_for_records_nor_for_the_rating() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    fs::create_dir_all(&data).expect("a folder");
    let save = "(version: 2, content: (game: (id: \"tic-tac-toe:3x3k3-human-random#a\", \
                moves: [4], made: 1), taken_over: true))";
    fs::write(data.join("tic-tac-toe.ron"), save).expect("it is written");
    let mut app = app_with_resumed_game(folder.path(), TicTacToe::KEY);
    assert!(table::<TicTacToe>(&app).is_taken_over());
    finish_by_hand(&mut app);
    assert_eq!(learnt(&app, TicTacToe::KEY), 0);
    let statistics = app.world().resource::<Statistics>();
    assert_eq!(statistics.names_of(TicTacToe::KEY).count(), 0);
}

#[test]
fn what_was_said_of_a_game_is_remembered_beside_its_result() {
    let folder = tempfile::tempdir().expect("a folder");
    write_skill(folder.path(), TicTacToe::KEY, 20);
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-random#a");
    finish_by_hand(&mut app);
    assert_eq!(learnt(&app, TicTacToe::KEY), 21);
    let said = |app: &App| {
        let played = app.world().resource::<PlayedGames>();
        played.of(None).last().and_then(|game| game.said)
    };
    // A player as strong as the rules of thumb, against random moves.
    let percent = said(&app).expect("something was said");
    assert!((80.0..=98.0).contains(&percent), "{percent}");
    app.world_mut()
        .resource_mut::<evolvarium::shell::settings::Settings>()
        .for_me = false;
    start(&mut app, "tic-tac-toe:3x3k3-human-random#b");
    until(&mut app, "the next game", |world| {
        world.resource::<Table<TicTacToe>>().moves().is_empty()
    });
    finish_by_hand(&mut app);
    assert_eq!((learnt(&app, TicTacToe::KEY), said(&app)), (21, None));
}

fn open_setup(app: &mut App, game: &'static str) {
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(game);
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    until(app, "the page", |world| screen(world) == Screen::Setup);
    (0..3).for_each(|_| app.update());
}

#[test]
fn the_setup_page_says_how_often_the_player_wins_until_they_are_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    write_skill(folder.path(), Hexxagon::KEY, 20);
    let mut app = app(folder.path());
    app.update();
    open_setup(&mut app, Hexxagon::KEY);
    let says = |app: &mut App, part: &str| {
        (0..3).for_each(|_| app.update());
        is_said(app.world_mut(), part)
    };
    assert!(says(
        &mut app,
        "about 5 of 10 games for you, after 20 games, give or take"
    ));
    assert!(says(&mut app, "nearest to 6 of 10: Level 3, about 5"));
    press_button(&mut app, "Off", |_, _| true);
    assert!(says(&mut app, "nothing is learnt about how well you do"));
    assert!(!says(&mut app, "of 10 games for you"));
    press_button(&mut app, "On", |_, _| true);
    assert!(says(&mut app, "of 10 games for you"));
    let setup = "b1-human-time1000".parse().expect("a setup");
    app.world_mut().resource_mut::<NewGame<Hexxagon>>().setup = setup;
    assert!(says(&mut app, "nobody has measured how hard this is"));
    assert!(!says(&mut app, "of 10 games for you"));
    let setup = "b1-human-level3".parse().expect("a setup");
    app.world_mut().resource_mut::<NewGame<Hexxagon>>().setup = setup;
    press_button(&mut app, "Forget me", |_, _| true);
    assert!(says(&mut app, "after 5 more games without help"));
    assert_eq!(learnt(&app, Hexxagon::KEY), 0);
    let path = folder.path().join("data/skills.ron");
    until(&mut app, "the file is empty", |_| {
        fs::read_to_string(&path).is_ok_and(|text| !text.contains("hexxagon"))
    });
}

#[test]
fn the_dungeon_says_it_of_its_difficulties_and_of_no_other_descent() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let challenge = DungeonGame::challenge(&Descents::of(Difficulty::Normal));
    let Some(Challenge::Stages(rates)) = challenge else {
        panic!("the difficulties are measured");
    };
    for passed in [5, 5, 2, 5, 3, 5] {
        let rates = rates.clone();
        Skills::learn(
            app.world_mut(),
            DungeonGame::KEY,
            Trial::Stages { rates, passed },
        );
    }
    open_setup(&mut app, DungeonGame::KEY);
    assert!(is_said(
        app.world_mut(),
        "of 10 descents for you, after 6 descents, give or take"
    ));
    let mut game = app.world_mut().resource_mut::<NewGame<DungeonGame>>();
    game.setup.spec.enemies += 1;
    (0..3).for_each(|_| app.update());
    assert!(!is_said(app.world_mut(), "of 10 descents for you"));
}

#[test]
fn a_broken_file_about_how_well_the_player_does_is_set_aside_with_a_word() {
    for (text, why) in [
        (
            "(version: 1, content: {\"hexxagon\": [Game(rival: 1e9, result: Won)]})",
            "game 1 of hexxagon cannot have been played",
        ),
        (
            "(version: 1, content: {\"dungeon\": [Stages(rates: [(0.5, 0.5, 0.5, 0.5, 1.0)], passed: 1)]})",
            "game 1 of dungeon cannot have been played",
        ),
        ("(version: 1, content: {", "line 1"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        fs::create_dir_all(&data).expect("a folder");
        fs::write(data.join("skills.ron"), text).expect("it is written");
        let mut app = app(folder.path());
        until(&mut app, "a word about it", |world| {
            let said = notices(world);
            said.contains("skills.broken-1.ron") && said.contains(why)
        });
        assert_eq!(learnt(&app, "hexxagon") + learnt(&app, "dungeon"), 0);
        let kept = fs::read_to_string(data.join("skills.broken-1.ron"));
        assert_eq!(kept.expect("it is kept"), text);
    }
}

#[test]
fn the_statistics_show_the_rating_and_what_was_said_against_what_happened() {
    let folder = tempfile::tempdir().expect("a folder");
    write_skill(folder.path(), TicTacToe::KEY, 20);
    let mut app = app(folder.path());
    app.update();
    for result in [GameResult::Won, GameResult::Drawn, GameResult::Lost] {
        let game = PlayedGame {
            game: TicTacToe::KEY.to_owned(),
            name: "3x3k3 random".to_owned(),
            result,
            ended: Moment(0),
            seconds: 9,
            said: Some(55.0),
        };
        PlayedGames::add(app.world_mut(), game);
    }
    played::open(app.world_mut(), Some(TicTacToe::KEY));
    until(&mut app, "the page", |world| {
        screen(world) == Screen::Played
    });
    app.world_mut().resource_mut::<Played>().half = Half::Statistics;
    until(&mut app, "the charts", |world| {
        is_said(world, "rating and its interval")
            && is_said(world, "What was said, and what happened")
    });
    // Ratings are of one game each.
    app.world_mut().resource_mut::<Played>().game = None;
    until(&mut app, "the charts of all games", |world| {
        is_said(world, "What was said, and what happened")
            && !is_said(world, "rating and its interval")
    });
}
