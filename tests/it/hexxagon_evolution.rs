//! Evolution in Hexxagon: the evaluation weights, opponents of a wanted strength, and boards.

use std::sync::Arc;

use evolvarium::games::hexxagon::boards::{self, BoardProblem};
use evolvarium::games::hexxagon::opponents::{self, WeightsProblem};
use evolvarium::games::hexxagon::players::evaluation::{
    EvaluationWeights, Evaluator, Features, LearningSettings,
};
use evolvarium::games::hexxagon::players::learning;
use evolvarium::games::hexxagon::players::{Level, Weights};
use evolvarium::games::hexxagon::rules::{
    Board, BoardNumber, Cells, Fault, Plan, Position, StuckRule,
};
use evolvarium::games::hexxagon::setup::{BoardChoice, Setup};
use evolvarium::generation::{Crossover, MutationGaps, Problem, Purpose, Run, Seed, StopReason};
use evolvarium::session::{FileName, Folders};
use proptest::prelude::*;

fn board(number: u16) -> Arc<Board> {
    Board::listed(BoardNumber(number), Seed(1)).expect("a board")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The tables of the evaluation give the same score as its weights, in any position on any board.
    #[test]
    fn the_tables_of_an_evaluation_agree_with_its_weights(number in 0u16..15, seed in 0u64..100_000, plies in 0usize..70) {
        let board = board(number);
        let mut position: Position<2> = board.start().expect("a board for two");
        let mut rng = Seed(seed).stream(Purpose::Play);
        for _ in 0..plies {
            let mut moves = Vec::new();
            position.each_move(&board, |made| moves.push(made));
            let Some(made) = rng.choose(&moves) else { break };
            position = position.after(&board, *made);
        }
        let estimate = EvaluationWeights::evolved();
        let (own, rivals) = (position.own(), position.rivals());
        let counted = estimate.score(&Features::of(&board, own, rivals));
        prop_assert_eq!(Evaluator::new(estimate, &board).score(&board, own, rivals), counted);
    }

    /// Every child is a board for the right number of players, and its code gives the same board again.
    #[test]
    fn evolved_boards_round_trip_and_stay_symmetric(seed in 0u64..100_000, three: bool, symmetric: bool) {
        let spec = boards::BoardSpec { players: 2 + usize::from(three), symmetric, ..boards::BoardSpec::default() };
        let problem = BoardProblem::new(spec, Seed(seed));
        let mut rng = Seed(seed).stream(Purpose::Founders);
        let (first, second) = (problem.random(&mut rng), problem.random(&mut rng));
        let mut child = problem.cross(&first, &second, Crossover::Uniform, &mut rng);
        problem.mutate(&mut child, &MutationGaps::new(0.1, problem.genes()), &mut rng);
        for plan in [first, second, child] {
            prop_assert_eq!(plan.players(), spec.players);
            prop_assert_eq!(plan.to_string().parse::<Plan>(), Ok(plan));
            prop_assert_eq!(plan.cells.0 & !boards::full_area().0, 0);
            if symmetric {
                let turned = |cells: Cells| -> Cells {
                    cells.iter().map(|cell| boards::rotated(cell, spec.players)).collect()
                };
                prop_assert_eq!(turned(plan.cells), plan.cells);
                prop_assert_eq!(turned(plan.starts[0]), plan.starts[1]);
            }
        }
    }
}

/// A feasible board can be played on, and an infeasible one has a fault, a wrong size, or is not symmetric.
#[test]
fn a_bred_board_is_feasible_exactly_if_it_has_no_fault() {
    let (mut feasible, mut faulty) = (0, 0);
    for seed in 0..120 {
        let spec = boards::BoardSpec {
            players: 2 + (seed % 2) as usize,
            symmetric: seed % 3 > 0,
            ..boards::BoardSpec::default()
        };
        let problem = BoardProblem::new(spec, Seed(seed));
        let mut rng = Seed(seed).stream(Purpose::Founders);
        let mut plan = problem.random(&mut rng);
        if seed % 4 == 0 {
            let gaps = MutationGaps::new(0.1, problem.genes());
            problem.mutate(&mut plan, &gaps, &mut rng);
        }
        let built = Board::from_plan("bred", &plan);
        if problem.violation(&plan) == 0 {
            feasible += 1;
            assert!(plan.faults().is_empty(), "{plan}");
            assert_eq!(built.expect("it can be played on").plan(), plan);
        } else {
            faulty += 1;
            let is_lopsided = spec.symmetric && boards::asymmetry(&plan) > 0;
            let has_fault = !plan.faults().is_empty() || built.is_err();
            let is_off_size = !(19..=61).contains(&plan.cells.count());
            assert!(has_fault || is_lopsided || is_off_size, "{plan}");
        }
    }
    assert!(feasible > 20 && faulty > 20, "{feasible} {faulty}");
}

#[test]
fn an_evaluation_is_evolved_again_from_its_seed() {
    let origin = LearningSettings {
        seed: Seed(5),
        rounds: 1,
        games: 12,
        nodes: 50,
    };
    let mut errors = Vec::new();
    let first = learning::learn(&origin, |_, error| errors.push(error)).expect("it evolves");
    let second = learning::learn(&origin, |_, _| {}).expect("it evolves");
    assert_eq!(first, second);
    assert_ne!(first.weights, EvaluationWeights::BY_HAND);
    assert!(
        errors[0] < 0.25,
        "no better than tossing a coin: {errors:?}"
    );
}

#[test]
fn an_evolved_opponent_scores_what_was_wanted_within_five_points() {
    let board = board(1);
    for (points, level) in [(30, 1), (50, 1), (70, 2)] {
        let against = Level::new(level).expect("a level");
        let spec = opponents::OpponentSpec { points, against };
        let problem = WeightsProblem::new(spec, &board, StuckRule::Ends, Seed(3));
        let parameters = opponents::usual_parameters();
        let mut run = Run::new(Arc::new(problem), parameters, Seed(3)).expect("in range");
        assert_eq!(
            *run.finish(),
            StopReason::TargetMet,
            "{points} against {level}"
        );
        let weights = run.best().expect("a best individual").genome;
        // These are not the games by which it was chosen.
        let fresh = run.problem().points(&weights, 1_000..1_600);
        let away = (fresh - f64::from(points)).abs();
        assert!(away <= 5.0, "{points} against {level}: {fresh:.1}");
    }
}

#[test]
fn evolved_boards_are_sound_and_fair_and_last_as_long_as_wanted() {
    for (players, plies, symmetric) in [(2, 60, true), (2, 40, false), (3, 90, true)] {
        let spec = boards::BoardSpec {
            players,
            plies,
            symmetric,
            sharpness: 130,
        };
        let problem = BoardProblem::new(spec, Seed(1));
        let parameters = boards::usual_parameters();
        let mut run = Run::new(Arc::new(problem), parameters, Seed(1)).expect("in range");
        assert_eq!(*run.finish(), StopReason::TargetMet, "{spec:?}");
        let best = *run.best().expect("a best individual");
        assert!(best.is_feasible() && best.genome.faults().is_empty());
        // These are not the games by which it was chosen.
        let fresh = BoardProblem::new(spec, Seed(99));
        let metrics = fresh
            .metrics_over(&best.genome, 0..400)
            .expect("it can be played");
        assert!(metrics.advantage <= 10.0, "{metrics:?}");
        assert!(
            (metrics.plies - f64::from(plies)).abs() <= 15.0,
            "{metrics:?}"
        );
    }
}

#[test]
fn a_plan_says_what_is_wrong_with_it() {
    let plan = |cells: &[u8], starts: &[&[u8]]| {
        let set = |cells: &[u8]| -> Cells {
            let cells = cells.iter().copied();
            cells
                .map(evolvarium::games::hexxagon::rules::Cell)
                .collect()
        };
        let mut all = [Cells::default(); 3];
        for (at, start) in starts.iter().enumerate() {
            all[at] = set(start);
        }
        Plan {
            cells: set(cells),
            starts: all,
        }
    };
    let faults = |plan: Plan| -> Vec<Fault> { plan.faults().into_iter().map(|f| f.0).collect() };
    let row = [36, 37, 38, 39, 40, 41, 42, 43, 44];
    assert_eq!(faults(plan(&row, &[&[36], &[44]])), []);
    assert_eq!(faults(plan(&row[..8], &[&[36], &[43]])), [Fault::TooFew]);
    assert_eq!(faults(plan(&row, &[&[36], &[]])), [Fault::NoStart]);
    assert_eq!(
        faults(plan(&row, &[&[36], &[80]])),
        [Fault::InvalidStart, Fault::Stuck]
    );
    assert_eq!(faults(plan(&row, &[&[38], &[41]])), [Fault::TooClose]);
    assert_eq!(faults(plan(&row, &[&[38], &[42]])), []);
    let apart = [36, 37, 38, 39, 40, 41, 42, 43, 80];
    assert_eq!(faults(plan(&apart, &[&[36], &[43]])), [Fault::Disconnected]);
    let all: Vec<u8> = (0..81).collect();
    assert_eq!(faults(plan(&all, &[&[0], &[80]])), []);
    // The listed boards have no fault, except that players may start close to each other.
    for (number, name) in Board::list().expect("they can be read") {
        let board = Board::listed(number, Seed(1)).expect("a board");
        let faults = faults(board.plan());
        assert!(
            faults.iter().all(|f| *f == Fault::TooClose),
            "{name}: {faults:?}"
        );
    }
}

#[test]
fn setups_are_written_and_read_and_nonsense_is_refused() {
    for text in [
        "b1-human-level4",
        "b1-human-level4-skip",
        "b40-human-level3-set6",
        "b40-time1000-level8-human-ends",
        "b0-w2n.1.1.3n.2-random",
        "b1-human-level3.5",
        "b1-level7.9-level1.1-skip",
    ] {
        let setup: Setup = text.parse().expect(text);
        assert_eq!(setup.to_string(), text);
    }
    let plan = board(3).plan();
    let own = Setup {
        board: BoardChoice::Custom(plan),
        ..Setup::default()
    };
    assert_eq!(own.to_string().parse::<Setup>(), Ok(own));
    for (bad, why) in [
        ("b1", "looks like"),
        ("b1-human", "looks like"),
        ("b99-human-human", "no board 99"),
        ("b1-human-human-human", "2 players, but 3"),
        ("b40-human-plain3-human", "plain3 cannot play"),
        ("b1-human-wizard", "\"wizard\"; there are random, level1"),
        ("b1-human-levl3", "\"levl3\"; you may mean level3"),
        ("b1-human-levl9", "\"levl9\"; you may mean level1"),
        ("b1-human-level", "\"level\"; you may mean level1"),
        ("b1-human-randm", "\"randm\"; you may mean random"),
        ("b1-human-level9", "level9"),
        ("b1-human-level8.1", "level1.1 to level7.9"),
        ("b1-human-level0.5", "level1.1 to level7.9"),
        ("b1-human-level3.10", "level1.1 to level7.9"),
        ("b1-human-level3.0", "level1.1 to level7.9"),
        ("b1-human-set3.5", "there is no opponent called"),
        ("b40-human-level3.5-human", "level3.5 cannot play"),
        ("czz-human-human", "code of a board"),
        ("c1.1.1-human-human", "1 cells"),
        ("bx-human-human", "looks like"),
    ] {
        let error = bad.parse::<Setup>().expect_err(bad).to_string();
        assert!(error.contains(why), "{bad}: {error}");
    }
}

#[test]
fn a_level_takes_the_seat_of_a_blend_in_a_game_of_three() {
    for (two, three) in [
        ("b1-human-level3.5", "b40-human-level4-level4"),
        ("b1-level6.4-human", "b40-level6-human-level6"),
    ] {
        let mut setup: Setup = two.parse().expect(two);
        setup.resize_seats(2);
        assert_eq!(setup.to_string(), two);
        setup.resize_seats(3);
        setup.board = BoardChoice::Listed(BoardNumber(40));
        setup.stuck = StuckRule::usual(3);
        assert_eq!(setup.to_string(), three);
    }
}

#[test]
fn saved_boards_and_opponents_come_back_and_broken_files_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let folders = Folders::within(folder.path());
    let name: FileName = "mossy".parse().expect("a name");
    let plan = board(42).plan();
    let mut autosave = evolvarium::session::Autosave::default();
    boards::saved::save(&mut autosave, &folders, &name, &plan).expect("it can be saved");
    assert!(autosave.write_all().is_empty());
    let path = boards::saved::library(&folders).path(&name);
    assert_eq!(boards::saved::read(&path).expect("it can be read"), plan);
    let again =
        boards::saved::save(&mut autosave, &folders, &name, &plan).expect_err("the name is taken");
    assert!(again.to_string().contains("mossy already"), "{again}");
    let weights = Weights([-2, 1, 1, -3, 2]);
    let mut autosave = evolvarium::session::Autosave::default();
    opponents::saved::save(&mut autosave, &folders, &name, weights).expect("it can be saved");
    assert!(autosave.write_all().is_empty());
    let opponent = opponents::saved::library(&folders).path(&name);
    assert_eq!(
        opponents::saved::read(&opponent).expect("it can be read"),
        weights
    );

    let good = std::fs::read_to_string(&path).expect("text");
    for (from, to, why) in [
        ("cells:", "cels:", "cels"),
        ("[", "[99, ", "no cell 99"),
        ("]", "", ".ron:"),
    ] {
        std::fs::write(&path, good.replacen(from, to, 1)).expect("written");
        let error = boards::saved::read(&path).expect_err(from).to_string();
        assert!(
            error.contains("mossy.ron") && error.contains(why),
            "{error}"
        );
    }
    let good = std::fs::read_to_string(&opponent).expect("text");
    std::fs::write(&opponent, good.replace("-3", "-120")).expect("written");
    let error = opponents::saved::read(&opponent)
        .expect_err("too large")
        .to_string();
    assert!(
        error.contains("mossy.ron") && error.contains("-120"),
        "{error}"
    );
    let missing = boards::saved::library(&folders).path(&"other".parse().expect("a name"));
    let error = boards::saved::read(&missing).expect_err("it is missing");
    let sentence = format!("{}: there is no such file", missing.display());
    assert_eq!(error.to_string(), sentence);
}

/// The wanted values of all facts that have one, by the keys of the facts.
fn asked<P: Problem>(problem: &P, individual: &P::Genome) -> Vec<(&'static str, String)> {
    let facts = problem.facts(individual);
    let asked = facts.into_iter();
    asked
        .filter_map(|fact| Some((fact.key, fact.wanted?)))
        .collect()
}

#[test]
fn what_was_asked_for_stands_beside_what_a_board_and_an_opponent_have() {
    let spec = boards::BoardSpec {
        plies: 90,
        sharpness: 160,
        ..boards::BoardSpec::usual(2)
    };
    let problem = BoardProblem::new(spec, Seed(1));
    let mut rng = Seed(1).stream(Purpose::Founders);
    let plan = std::iter::repeat_with(|| problem.random(&mut rng))
        .find(|plan| problem.violation(plan) == 0)
        .expect("a board that can be played on");
    let wanted = [("hex.fact.plies", "90"), ("hex.fact.sharpness", "160")];
    let wanted = wanted.map(|(key, value)| (key, value.to_owned()));
    assert_eq!(asked(&problem, &plan), wanted);

    let against = Level::new(2).expect("a level");
    let spec = opponents::OpponentSpec {
        points: 65,
        against,
    };
    let problem = WeightsProblem::new(spec, &board(1), StuckRule::Ends, Seed(3));
    let weights = Weights([1, -2, 3, 0, 5]);
    let points = ("hex.fact.points", "65%".to_owned());
    assert_eq!(asked(&problem, &weights), [points]);
    // Each column has the number with which the line about its weight begins.
    let labels = problem.picture(&weights).labels;
    let numbers: Vec<&str> = labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(numbers, ["1", "2", "3", "4", "5"]);
    let words = include_str!("../../assets/languages/en.ron");
    for line in [
        "1. Own pieces left behind",
        "2. Rivals left behind",
        "3. Growing",
        "4. Leaping",
        "5. Each",
    ] {
        assert!(words.contains(&format!("\"{line}")), "{line}");
    }
}
