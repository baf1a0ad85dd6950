//! Readers of files that players make, or that the program writes for them.

use std::fs;

use evolvarium::base::Seed;
use evolvarium::games::dungeon::enemies::roster_file;
use evolvarium::games::dungeon::graph::saved as dungeon_file;
use evolvarium::games::match3::level::{Level, saved as level_file};
use evolvarium::games::match3::players::{Person, read_person};
use evolvarium::games::tic_tac_toe::opponents::saved as strategy_file;
use evolvarium::games::{hexxagon, tic_tac_toe};
use evolvarium::generation::Purpose;
use evolvarium::session::RunFile;
use evolvarium::shell::laboratory::file as laboratory_file;

use super::kept::match3_start;
use super::words::read_word;
use super::{example, nowhere, with_file};

pub fn read_level(text: &str) -> bool {
    with_file(text, |path| {
        let Ok(levels) = level_file::read(path) else {
            return false;
        };
        for level in levels {
            let written = ron::to_string(&level).expect("it can be written");
            assert_eq!(
                ron::from_str::<Level>(&written).expect("its own text"),
                level
            );
            let _ = (level.feasibility(), level.breakdown());
        }
        true
    })
}

pub fn levels() -> Vec<String> {
    let rows = r#"rows: [".....", ".1.#.", "..a..", ".4.d.", "....."]"#;
    let one = format!("(colours: 5, goals: [Collect((2), 9), ClearSpecials], moves: 20, {rows})");
    let list = format!("[(id: \"match3:9x9c6-p500#k3f9\", level: {one}), (level: {one})]");
    vec![one, list]
}

pub fn read_strategy(text: &str) -> bool {
    with_file(text, |path| strategy_file::read(path).is_ok())
}

pub fn strategies() -> Vec<String> {
    let mut rng = Seed(3).stream(Purpose::Player);
    let strategy = tic_tac_toe::players::Strategy::random(&mut rng);
    let text = strategy_file::text(nowhere(), &strategy, "tic-tac-toe:3x3k3-human-random#1");
    vec![text.expect("it can be written")]
}

pub fn read_board(text: &str) -> bool {
    with_file(text, |path| {
        let are_weights = hexxagon::opponents::saved::read(path).is_ok();
        let Ok(plan) = hexxagon::boards::saved::read(path) else {
            return are_weights;
        };
        let written = hexxagon::boards::saved::text(path, &plan).expect("it can be written");
        fs::write(path, written).expect("written");
        let again = hexxagon::boards::saved::read(path).expect("its own text");
        assert_eq!(again, plan);
        true
    })
}

pub fn boards() -> Vec<String> {
    let board = "(version: 1, content: (cells: [3, 4, 5, 12, 13, 14, 40, 41, 42, 80], starts: [[3], [80]]))";
    let weights = "(version: 1, content: (weights: (-4, 1, 1, -3, 2)))";
    [board, weights].map(str::to_owned).to_vec()
}

pub fn read_enemies(text: &str) -> bool {
    with_file(text, |path| {
        let Ok(roster) = roster_file::read(path) else {
            return false;
        };
        let written = roster_file::text(path, &roster, "").expect("it can be written");
        fs::write(path, written).expect("written");
        assert_eq!(roster_file::read(path).expect("its own text"), roster);
        true
    })
}

pub fn enemies() -> Vec<String> {
    vec![example("assets/opponents/dungeon_enemies.ron")]
}

pub fn read_run(text: &str) -> bool {
    let Ok(run) = RunFile::parse(nowhere(), text) else {
        return false;
    };
    let written = run.text(nowhere()).expect("it can be written");
    let again = RunFile::parse(nowhere(), &written).expect("its own text");
    assert_eq!(format!("{again:?}"), format!("{run:?}"));
    read_word(&run.setup);
    true
}

pub fn runs() -> Vec<String> {
    let head =
        "(version: 1, content: (problem: \"match3-levels\", setup: \"9x9c6-p488\", seed: \"k3f9\"";
    let search = "search: (population: 40, elitism: 2, mutation: 0.02, crossover: OnePoint, selection: Tournament(3))";
    vec![
        format!("{head}, {search}, generation: Some(12)))"),
        format!("{head}, hand: [(before: 3, act: Lock(parts: [4], of: \"4bcd\"))]))"),
    ]
}

pub fn read_experiment(text: &str) -> bool {
    let kits = evolvarium::kits();
    let subjects: Vec<_> = kits.iter().flat_map(|kit| kit.subjects).copied().collect();
    let Ok(run) = laboratory_file::parse(nowhere(), text, &subjects) else {
        return false;
    };
    let experiment = run.experiment();
    let written = laboratory_file::text(experiment).expect("it can be written");
    let again = laboratory_file::parse(nowhere(), &written, &subjects).expect("its own text");
    assert_eq!(
        format!("{:?}", again.experiment()),
        format!("{experiment:?}")
    );
    true
}

pub fn experiments() -> Vec<String> {
    let kits = evolvarium::kits();
    let presets = kits.iter().flat_map(|kit| kit.presets);
    let text = |experiment| laboratory_file::text(&experiment).expect("it can be written");
    let mut texts: Vec<String> = presets.map(|preset| text((preset.experiment)())).collect();
    texts.push(
        "(name: \"a\", runs: 9, settings: [(problem: \"dungeon-enemy\", setup: \"hunter5\", target: 60.0, search: (elitism: 0))])"
            .into(),
    );
    texts
}

/// Reads a person, who plays if the text is accepted.
pub fn read_person_file(text: &str) -> bool {
    with_file(text, |path| {
        let Ok(person) = read_person(path) else {
            return false;
        };
        let written = ron::to_string(&person).expect("it can be written");
        let again: Person = ron::from_str(&written).expect("its own text");
        assert_eq!(again, person);
        let game = match3_start().expect("a level");
        let mut rng = Seed(1).stream(Purpose::Player);
        assert!(person.choose(&game, &mut rng).is_some(), "{written}");
        true
    })
}

pub fn persons() -> Vec<String> {
    let all = "(errors: 5, notices: 60, favours: 30, favourite: Top, looks_ahead: 20)";
    vec![all.into(), "(favourite: Bottom)".into(), "()".into()]
}

pub fn read_dungeon(text: &str) -> bool {
    with_file(text, |path| dungeon_file::read(path).is_ok())
}

pub fn dungeons() -> Vec<String> {
    let room = |at: u8| format!("(width: 9, height: 7, enemies: 2, chests: 1, at: (0.{at}, 0.5))");
    let rooms: Vec<String> = (0..4).map(room).collect();
    let locks = "locks: [(key: Some(1), ways: [(2, 3)])]";
    let rest = format!(
        "ways: [(0, 1), (0, 2), (2, 3)], start: 0, key: 2, exit: 3, {locks}, seed: \"k3f9\""
    );
    vec![format!(
        "(version: 1, content: (rooms: [{}], {rest}))",
        rooms.join(", ")
    )]
}
