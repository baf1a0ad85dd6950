//! Strategies for tic-tac-toe: checked by playing, evolved, evolved again from an id, and saved in files.

use std::sync::Arc;

use evolvarium::games::tic_tac_toe::opponents::saved;
use evolvarium::games::tic_tac_toe::opponents::{StrategyProblem, problem, usual_parameters};
use evolvarium::games::tic_tac_toe::players::classes::{CLASS_COUNT, CLASSES, Position3x3, cells};
use evolvarium::games::tic_tac_toe::players::{
    Opponent, Player, Strategy as Replies, StrategyGoal, strategy,
};
use evolvarium::games::tic_tac_toe::rules::{Board, Side};
use evolvarium::generation::{Form, Pick, Problem, Purpose, Rerun, Seed, StopReason};
use evolvarium::session::FileName;
use evolvarium::session::library::plain_names;
use proptest::prelude::*;

/// Plays a strategy against every line of the other side, and counts the results.
pub fn lines_by_playing(strategy: &Replies, side: Side) -> strategy::ResultCounts {
    let mut counted = Weighed::default();
    counted.go(strategy, side, Position3x3::default(), 1.0);
    // A line that ends early counts for all lines that would have followed.
    let all = if side == Side::First { 384.0 } else { 945.0 };
    strategy::ResultCounts {
        won: (counted.won * all).round() as u32,
        drawn: (counted.drawn * all).round() as u32,
        lost: (counted.lost * all).round() as u32,
    }
}

/// The results, weighted by the probability of each line.
#[derive(Default)]
struct Weighed {
    won: f64,
    drawn: f64,
    lost: f64,
}

impl Weighed {
    fn go(&mut self, strategy: &Replies, side: Side, small: Position3x3, part: f64) {
        if small.is_over() {
            match small.winner() {
                Some(winner) if winner == side => self.won += part,
                Some(_) => self.lost += part,
                None => self.drawn += part,
            }
        } else if small.to_move() == side {
            let cell = strategy.reply(small).expect("not over");
            self.go(strategy, side, small.after(cell.index()), part);
        } else {
            let share = part / f64::from(small.free().count_ones());
            cells(small.free()).for_each(|cell| self.go(strategy, side, small.after(cell), share));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

/// For any strategy, the computed losses are those found by playing every line.
    #[test]
    fn a_strategy_is_judged_as_it_plays(seed in 0u64..1_000_000) {
        let random = Replies::random(&mut Seed(seed).stream(Purpose::Founders));
        for side in Side::BOTH {
            prop_assert_eq!(random.games(side), lines_by_playing(&random, side));
        }
        prop_assert_eq!(random.violation() == 0, random.lost() == 0);
        prop_assert_eq!(problem::losing_line(&random).is_some(), random.lost() > 0);
    }
}

#[test]
fn strategies_evolve_that_never_lose_and_that_score_as_wanted() {
    for seed in 0..30 {
        let mut run =
            problem::run(StrategyGoal::Unbeaten, &usual_parameters(), Seed(seed)).expect("a run");
        assert_eq!(run.finish(), &StopReason::TargetMet, "seed {seed}");
        let best = &run.best().expect("a best individual").genome;
        for side in Side::BOTH {
            assert_eq!(lines_by_playing(best, side).lost, 0, "seed {seed}");
        }
    }
    for percent in [20, 30, 40, 50, 60, 70, 80, 90] {
        for seed in 0..5 {
            let goal = StrategyGoal::Score(percent);
            let mut run = problem::run(goal, &usual_parameters(), Seed(seed)).expect("a run");
            assert_eq!(
                run.finish(),
                &StopReason::TargetMet,
                "{percent} % with seed {seed}"
            );
            let best = &run.best().expect("a best individual").genome;
            let games = Side::BOTH.map(|side| lines_by_playing(best, side).score());
            let away = (games[0] + games[1]) / 2.0 - f64::from(percent) / 100.0;
            assert!(away.abs() < 0.01, "{percent} % with seed {seed}: {away}");
            assert!(
                best.lost() > 0,
                "{percent} % with seed {seed} can be beaten"
            );
        }
    }
}

#[test]
fn a_picture_has_a_tile_for_each_class_and_marks_where_it_loses() {
    let random = Replies::random(&mut Seed(5).stream(Purpose::Founders));
    let problem = StrategyProblem::new(StrategyGoal::Unbeaten);
    let picture = problem.picture(&random);
    assert_eq!(picture.shapes.len(), CLASS_COUNT);
    // The wanted value stands beside the real one.
    for (goal, key, value) in [
        (StrategyGoal::Unbeaten, "ttt.fact.lost", "0"),
        (StrategyGoal::Score(65), "ttt.fact.score", "65%"),
    ] {
        let facts = StrategyProblem::new(goal).facts(&random).into_iter();
        let asked = facts.filter_map(|fact| Some((fact.key, fact.wanted?)));
        assert_eq!(asked.collect::<Vec<_>>(), [(key, value.to_owned())]);
    }
    assert!(
        picture
            .shapes
            .windows(2)
            .all(|pair| pair[0].key < pair[1].key)
    );
    let inside = |s: &evolvarium::generation::Shape| {
        s.x - s.size / 2.0 >= 0.0 && s.x + s.size / 2.0 <= 1.0 && s.y + s.size / 2.0 <= 1.0
    };
    assert!(picture.shapes.iter().all(inside));
    let faults = picture.shapes.iter();
    let faults = faults
        .filter(|s| s.tint == evolvarium::generation::Tint::Fault)
        .count();
    assert_eq!(faults as u32, random.violation());
}

#[test]
fn the_close_up_of_each_square_shows_its_position_and_frames_the_reply() {
    let problem = StrategyProblem::new(StrategyGoal::Unbeaten);
    let strategy = Replies::random(&mut Seed(5).stream(Purpose::Founders));
    let carpet = problem.picture(&strategy);
    let (reached, loses) = (strategy.reached_classes(), strategy.losing_classes());
    for (class, one) in CLASSES.list().iter().enumerate() {
        let close_up = problem.close_up(&strategy, class as u16).expect("a class");
        let shapes = &close_up.picture.shapes;
        assert!(shapes.windows(2).all(|pair| pair[0].key < pair[1].key));
        let place = |cell: u8| (f32::from(cell % 3) + 0.5, f32::from(cell / 3) + 0.5);
        let (x, y) = place(strategy.replies()[class]);
        let frame = shapes.iter().find(|shape| shape.form == Form::Frame);
        let frame = frame.expect("the reply is framed");
        assert_eq!(
            ((frame.x * 3.0 * 2.0).round(), (frame.y * 3.0 * 2.0).round()),
            (2.0 * x, 2.0 * y)
        );
        let marks = shapes.iter().filter(|shape| match shape.form {
            Form::Sprite(name) => name != "tic_tac_toe/cell",
            _ => false,
        });
        assert_eq!(
            marks.count(),
            one.position.mark_count() + 1,
            "and the reply"
        );
        let says = |key: &str| close_up.facts.iter().any(|fact| fact.key == key);
        assert_eq!(says("ttt.close_up.loses"), loses[class]);
        assert_eq!(carpet.shapes[class].form == Form::Cross, loses[class]);
        // The meaning of the colour can be seen without colours: the hole lies where the reply does.
        let is_used = reached[class] && !loses[class];
        let hole = Form::Holed(strategy.replies()[class]);
        assert_eq!(carpet.shapes[class].form == hole, is_used);
    }
    assert!(problem.close_up(&strategy, CLASS_COUNT as u16).is_none());
}

#[test]
fn an_evolved_strategy_grows_again_from_its_seed_and_pick() {
    let again = |pick| {
        let problem = StrategyProblem::new(StrategyGoal::Score(70));
        let mut again = Rerun::new(problem, &usual_parameters(), Seed(9), pick).expect("in range");
        while !again.step() {}
        again
            .individual()
            .map(|individual| individual.genome.clone())
    };
    assert!(again(Pick::Best).is_ok());
    assert_eq!(again(Pick::Best), again(Pick::Best));
    assert_ne!(again(Pick::BestAt(0)), again(Pick::Best));
}

#[test]
fn a_strategy_is_saved_in_a_file_and_broken_ones_are_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let folders = evolvarium::session::Folders::within(folder.path());
    let name: FileName = "mossy".parse().expect("a name");
    let strategy = Replies::random(&mut Seed(3).stream(Purpose::Founders));
    let mut autosave = evolvarium::session::Autosave::default();
    saved::save(&mut autosave, &folders, &name, &strategy, "a test").expect("kept");
    assert!(autosave.write_all().is_empty());
    let path = saved::library(&folders).path(&name);
    assert_eq!(saved::read(&path).expect("read"), strategy);
    assert_eq!(saved::library(&folders).names(), [name]);
    for bad in ["", "Mossy", "../up", "a-b", "abcdefghijklmnopqrstu"] {
        assert!(bad.parse::<FileName>().is_err(), "{bad}");
    }
    assert_eq!(FileName::typed(" My Mossy 2"), "mymossy2".parse());
    for typed in ["../up", "a-b", "뱀", "Snake of the tall grass"] {
        let plain = FileName::typed(typed).expect("any name can be typed");
        let other = FileName::typed(&format!("{typed}!")).expect("any name can be typed");
        assert_ne!(plain, other, "{typed}");
        assert_eq!(
            plain.to_string().parse(),
            Ok(plain),
            "{typed} has a plain file"
        );
    }
    // Windows keeps these names for its devices.
    for device in ["con", "NUL", "Aux", "prn", "com1", "LPT9"] {
        let name = FileName::typed(device).expect("any name can be typed");
        assert!(name.to_string().len() > device.len(), "{device} is {name}");
        let first = plain_names(device).next().expect("there is a free name");
        assert_eq!(first.to_string(), format!("{}2", device.to_lowercase()));
    }
    for usual in ["com", "lpt10", "console"] {
        assert_eq!(FileName::typed(usual), usual.parse());
    }
    for bad in ["", "  ", "a\nb", "a name of more than so many letters"] {
        assert!(FileName::typed(bad).is_err(), "{bad}");
    }
    let good = std::fs::read_to_string(&path).expect("text");
    // Returns the file with another reply to a position.
    let with = |position: &str, reply: &str| {
        let start = good.find(position).expect("a class") + position.len() + 3;
        let end = start + good[start..].find(',').expect("a comma");
        format!("{}{reply}{}", &good[..start], &good[end..])
    };
    for (text, part) in [
        (
            with("X........", "1"),
            "the reply to X........ is cell 1, which is taken",
        ),
        (with("X........", "10"), "which is no cell"),
        (
            good.replace("\"X........\"", "\"OO.......\""),
            "\"OO.......\" is not a position",
        ),
        (
            good.replace("\"X........\"", "\"hello\""),
            "\"hello\" is not a position",
        ),
        (good.replacen("version: 1", "version: 9", 1), "has format 9"),
        (good[..good.len() / 2].to_owned(), "mossy.ron"),
    ] {
        std::fs::write(&path, &text).expect("written");
        let why = saved::read(&path).expect_err(part).to_string();
        assert!(why.contains(part) && why.contains("mossy.ron"), "{why}");
        assert_eq!(
            std::fs::read_to_string(&path).expect("text"),
            text,
            "nothing is lost"
        );
    }
    let line = good
        .lines()
        .find(|line| line.contains("\"X........\""))
        .expect("a line");
    std::fs::write(&path, good.replace(line, "")).expect("written");
    let why = saved::read(&path).expect_err("a gap").to_string();
    assert!(why.contains("there is no reply to"), "{why}");
}

#[test]
fn an_opponent_without_its_strategy_is_refused_and_no_other_player_takes_its_place() {
    for name in ["kept.mossy", "evolved70", "unbeaten"] {
        let opponent: Opponent = name.parse().expect(name);
        let refused = Player::new(&opponent, Board::default(), None).expect_err(name);
        let said = refused.to_string();
        assert!(said.contains(name) && said.contains("missing"), "{said}");
        let strategy = Arc::new(Replies::random(&mut Seed(1).stream(Purpose::Player)));
        let player = Player::new(&opponent, Board::default(), Some(strategy));
        assert!(matches!(player, Ok(Player::Strategy(_))), "{name}");
    }
    let rules = Player::new(&Opponent::Rules, Board::default(), None);
    assert!(matches!(rules, Ok(Player::Rules)));
}
