//! Every reader of what comes from outside, as a function of a text. None may panic, hang or take much memory; what one
//! accepts must be written and read again as the same.

use std::fmt::{Debug, Display};
use std::fs;
use std::path::Path;
use std::str::FromStr;
use std::sync::LazyLock;

use evolvarium::base::Seed;
use evolvarium::cli;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::descent::Descent;
use evolvarium::games::dungeon::enemies::roster_file;
use evolvarium::games::dungeon::graph::problem::usual_search;
use evolvarium::games::dungeon::map::Graph;
use evolvarium::games::dungeon::rules::program::{TreeKind, read as read_tree};
use evolvarium::games::dungeon::rules::{Breed, notation};
use evolvarium::games::hexxagon::command::engine;
use evolvarium::games::hexxagon::players::{Opponent, Weights};
use evolvarium::games::hexxagon::rules::{CellMove, Hexxagon, Plan, StuckRule};
use evolvarium::games::match3::Match3;
use evolvarium::games::match3::journey::Journey;
use evolvarium::games::match3::level::{Level, read_levels};
use evolvarium::games::match3::rules::{Game as Match3Game, Goal};
use evolvarium::games::tic_tac_toe::opponents::{code, file as strategy_file};
use evolvarium::games::tic_tac_toe::rules::{Board, TicTacToe};
use evolvarium::games::{hexxagon, tic_tac_toe};
use evolvarium::generation::{Pick, Purpose};
use evolvarium::session::game::SaveFile;
use evolvarium::session::statistics::Statistics;
use evolvarium::session::store::{parse, text as file_text};
use evolvarium::session::{FileName, Game, GameId, Origin, Preparation, Rules, RunFile};
use evolvarium::shell::laboratory::file as laboratory_file;
use evolvarium::shell::settings::Settings;

/// A reader, with examples of what it accepts.
pub struct Reader {
    pub name: &'static str,
    pub read: fn(&str),
    /// Texts of the kind that it reads, from which others are made.
    pub examples: fn() -> Vec<String>,
}

/// All readers.
pub const READERS: [Reader; 14] = [
    Reader {
        name: "ids",
        read: read_id,
        examples: ids,
    },
    Reader {
        name: "words",
        read: read_word,
        examples: words,
    },
    Reader {
        name: "settings",
        read: read_settings,
        examples: || saves(&["settings"]),
    },
    Reader {
        name: "statistics",
        read: read_statistics,
        examples: || saves(&["statistics"]),
    },
    Reader {
        name: "saves",
        read: read_save,
        examples: game_saves,
    },
    Reader {
        name: "journeys",
        read: read_journey,
        examples: journeys,
    },
    Reader {
        name: "levels",
        read: read_level,
        examples: levels,
    },
    Reader {
        name: "strategies",
        read: read_strategy,
        examples: strategies,
    },
    Reader {
        name: "boards",
        read: read_board,
        examples: boards,
    },
    Reader {
        name: "enemies",
        read: read_enemies,
        examples: enemies,
    },
    Reader {
        name: "runs",
        read: read_run,
        examples: runs,
    },
    Reader {
        name: "experiments",
        read: read_experiment,
        examples: experiments,
    },
    Reader {
        name: "protocol",
        read: read_protocol,
        examples: protocols,
    },
    Reader {
        name: "arguments",
        read: read_arguments,
        examples: arguments,
    },
];

fn example(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(path).expect("the example is there")
}

/// A text that is accepted must be read again as the same from what is written.
fn round_trip<T: FromStr<Err: Debug> + Display + Debug + PartialEq>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let written = value.to_string();
        assert_eq!(
            written.parse::<T>().expect("its own text"),
            value,
            "{written}"
        );
    }
}

/// Calls a reader of files with a file that holds the text.
fn with_file(text: &str, read: impl FnOnce(&Path)) {
    let thread = format!("{:?}", std::thread::current().id());
    let digits: String = thread.chars().filter(char::is_ascii_digit).collect();
    let name = format!("evolvarium-read-{}-{digits}.ron", std::process::id());
    let path = std::env::temp_dir().join(name);
    fs::write(&path, text).expect("written");
    read(&path);
    fs::remove_file(&path).expect("removed");
}

/// The path that errors name.
fn nowhere() -> &'static Path {
    Path::new("read.ron")
}

// Ids and other words.

fn read_origin<G: Game>(id: &GameId) {
    if id.game == G::KEY
        && let Ok(origin) = Origin::<G>::of_id(id)
    {
        let again: GameId = origin.id().to_string().parse().expect("its own id");
        let again = Origin::<G>::of_id(&again).unwrap_or_else(|why| panic!("{id}: {why}"));
        assert_eq!(again.setup, origin.setup, "{id}");
    }
}

fn read_id(text: &str) {
    round_trip::<GameId>(text);
    if let Ok(id) = text.parse::<GameId>() {
        read_origin::<Match3>(&id);
        read_origin::<Hexxagon>(&id);
        read_origin::<TicTacToe>(&id);
        read_origin::<DungeonGame>(&id);
    }
}

fn ids() -> Vec<String> {
    let pinned = example("tests/it/pinned/ids.txt");
    let lines = pinned.lines().filter_map(|line| line.split_once(' '));
    lines.map(|(_, id)| id.to_owned()).collect()
}

/// The parts of ids, and what players type: each text goes to all readers of words.
fn read_word(text: &str) {
    round_trip::<<Match3 as Game>::Setup>(text);
    round_trip::<<Hexxagon as Game>::Setup>(text);
    round_trip::<<TicTacToe as Game>::Setup>(text);
    round_trip::<<DungeonGame as Game>::Setup>(text);
    round_trip::<hexxagon::boards::BoardSpec>(text);
    round_trip::<hexxagon::opponents::OpponentSpec>(text);
    round_trip::<Opponent>(text);
    round_trip::<Weights>(text);
    round_trip::<Plan>(text);
    round_trip::<CellMove>(text);
    round_trip::<StuckRule>(text);
    round_trip::<tic_tac_toe::players::Opponent>(text);
    round_trip::<Board>(text);
    round_trip::<Graph>(text);
    round_trip::<Breed>(text);
    round_trip::<Seed>(text);
    round_trip::<FileName>(text);
    let _ = FileName::typed(text);
    if let Ok(strategy) = code::read(text) {
        assert_eq!(code::write(&strategy), text);
    }
    for kind in [TreeKind::Patrol, TreeKind::Attack] {
        if let Ok(tree) = read_tree(text, kind) {
            let again = read_tree(&tree.to_string(), kind);
            assert_eq!(again.expect("its own text").to_string(), tree.to_string());
        }
    }
    if let Ok(moves) = notation::read(text) {
        assert_eq!(notation::write(&moves), text);
    }
}

fn words() -> Vec<String> {
    let setup = |id: String| {
        let (_, rest) = id.split_once(':')?;
        Some(rest.split(['#', '~']).next()?.to_owned())
    };
    let mut words: Vec<String> = ids().into_iter().filter_map(setup).collect();
    let more = [
        "k3f9",
        "p75t45s20",
        "w2n.1.1.3n.2",
        "search600",
        "23-41",
        "h5j.eoq",
        "if-range(attack approach)",
        "prog2(attack retreat)",
        "if-detected(change-state if-blocked(turn-right forward))",
        "0123wgptABH77",
        "cgyk8t5a4sxtw.1s.5yc1s",
    ];
    words.extend(more.map(str::to_owned));
    let graph: Graph = Descent::clone(&DESCENT).game.dungeon().graph;
    words.push(graph.to_string());
    words
}

// Files of the player.

fn read_settings(text: &str) {
    if let Ok(settings) = parse::<Settings>(nowhere(), text, 1) {
        let written = file_text(nowhere(), 1, &settings).expect("it can be written");
        let again: Settings = parse(nowhere(), &written, 1).expect("its own text");
        // Nothing is equal to a rate that is no number.
        assert_eq!(format!("{again:?}"), format!("{settings:?}"));
    }
}

fn read_statistics(text: &str) {
    let _ = parse::<Statistics>(nowhere(), text, 1);
}

fn read_journey(text: &str) {
    if let Ok(journey) = parse::<Journey>(nowhere(), text, 1)
        && journey.check().is_ok()
    {
        let _ = (journey.next_setup(), journey.stars());
    }
}

fn saves(names: &[&str]) -> Vec<String> {
    let path = |name: &&str| format!("tests/it/pinned/saves/{name}.ron");
    names.iter().map(|name| example(&path(name))).collect()
}

fn game_saves() -> Vec<String> {
    saves(&[
        "dungeon",
        "dungeon_2",
        "dungeon_3",
        "dungeon_4",
        "hexxagon",
        "match3",
        "match3_2",
        "tic-tac-toe",
    ])
}

/// Makes the moves of a save in a state until one is refused.
fn replay<G: Rules>(mut state: G::State, moves: &[G::Move]) {
    for made in moves {
        if G::apply(&mut state, made).is_err() {
            return;
        }
    }
}

/// Reads a save of a game. Its moves are made from its own start, if that is ready at once, and else from a known one.
fn read_save_of<G: Game>(text: &str, start: impl FnOnce() -> Option<G::State>) {
    let Ok(file) = parse::<G::File>(nowhere(), text, G::SAVE_FORMAT) else {
        return;
    };
    let Ok(saved) = file.open() else { return };
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
}

/// A short descent in which moves are tried.
static DESCENT: LazyLock<Descent> = LazyLock::new(|| {
    let setup = "d1f1r8s8e1c1l0".parse().expect("a setup");
    Descent::new(&setup, &usual_search(), Seed(10), Pick::Best).expect("a descent")
});

fn match3_start() -> Option<Match3Game> {
    let rows = ["........."; 9];
    let level = Level::from_rows(&rows, 6, Goal::Score(9_000), 0).ok()?;
    let rng = Seed(1).stream(Purpose::Play);
    Match3Game::new(level.board(), level.goals(), level.moves(), rng).ok()
}

fn read_save(text: &str) {
    read_save_of::<Match3>(text, match3_start);
    read_save_of::<Hexxagon>(text, || None);
    read_save_of::<TicTacToe>(text, || None);
    read_save_of::<DungeonGame>(text, || Some(DESCENT.clone()));
}

fn journeys() -> Vec<String> {
    let mut journey = Journey::new(Seed(7));
    let (setup, seed) = journey.next_setup();
    journey.set_rate(40);
    let text = file_text(nowhere(), 1, &journey).expect("it can be written");
    let level = example("tests/data/match3_measured_levels.ron");
    vec![text, format!("// {setup} {seed}\n{level}")]
}

// Files that players make, or that the program writes for them.

fn read_level(text: &str) {
    with_file(text, |path| {
        for level in read_levels(path).unwrap_or_default() {
            let written = ron::to_string(&level).expect("it can be written");
            assert_eq!(
                ron::from_str::<Level>(&written).expect("its own text"),
                level
            );
            let _ = (level.feasibility(), level.breakdown());
        }
    });
}

fn levels() -> Vec<String> {
    let rows = r#"rows: [".....", ".1.#.", "..a..", ".4.d.", "....."]"#;
    let one = format!("(colours: 5, goals: [Collect((2), 9), ClearSpecials], moves: 20, {rows})");
    let list = format!("[(id: \"match3:9x9c6-p500#k3f9\", level: {one}), (level: {one})]");
    vec![one, list]
}

fn read_strategy(text: &str) {
    with_file(text, |path| drop(strategy_file::read(path)));
}

fn strategies() -> Vec<String> {
    let mut rng = Seed(3).stream(Purpose::Player);
    let strategy = tic_tac_toe::players::Strategy::random(&mut rng);
    let text = strategy_file::text(nowhere(), &strategy, "tic-tac-toe:3x3k3-human-random#1");
    vec![text.expect("it can be written")]
}

fn read_board(text: &str) {
    with_file(text, |path| {
        let _ = hexxagon::opponents::saved::load(path);
        if let Ok(plan) = hexxagon::boards::saved::load(path) {
            let written = hexxagon::boards::saved::to_text(&plan).expect("it can be written");
            fs::write(path, written).expect("written");
            assert_eq!(
                hexxagon::boards::saved::load(path).expect("its own text"),
                plan
            );
        }
    });
}

fn boards() -> Vec<String> {
    let board = "(version: 1, content: (cells: [3, 4, 5, 12, 13, 14, 40, 41, 42, 80], starts: [[3], [80]]))";
    let weights = "(version: 1, content: (weights: (-4, 1, 1, -3, 2)))";
    let list = "(version: 1, content: (weights: ((-99, 99, 0, 0, 1))))";
    [board, weights, list].map(str::to_owned).to_vec()
}

fn read_enemies(text: &str) {
    with_file(text, |path| {
        if let Ok(roster) = roster_file::read_file(path) {
            let written = roster_file::text(path, &roster, "").expect("it can be written");
            fs::write(path, written).expect("written");
            assert_eq!(roster_file::read_file(path).expect("its own text"), roster);
        }
    });
}

fn enemies() -> Vec<String> {
    vec![example("assets/opponents/dungeon_enemies.ron")]
}

fn read_run(text: &str) {
    if let Ok(run) = RunFile::parse(nowhere(), text) {
        let written = run.text(nowhere()).expect("it can be written");
        let again = RunFile::parse(nowhere(), &written).expect("its own text");
        assert_eq!(format!("{again:?}"), format!("{run:?}"));
        read_word(&run.setup);
    }
}

fn runs() -> Vec<String> {
    let head =
        "(version: 1, content: (problem: \"match3-level\", setup: \"9x9c6-p488\", seed: \"k3f9\"";
    let search = "search: (population: 40, elitism: 2, mutation: 0.02, crossover: OnePoint, selection: Tournament(3))";
    vec![
        format!("{head}, {search}, generation: Some(12)))"),
        format!("{head}, hand: [(before: 3, act: Lock(part: (4), locked: true))]))"),
    ]
}

fn read_experiment(text: &str) {
    let kits = evolvarium::kits();
    let subjects: Vec<_> = kits.iter().flat_map(|kit| kit.subjects).copied().collect();
    let _ = laboratory_file::parse(nowhere(), text, &subjects);
}

fn experiments() -> Vec<String> {
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

// Lines of another program, and the command line.

/// Reads a session of the engine. A search is kept short, whatever was asked for.
fn read_protocol(text: &str) {
    let is_long = |line: &&str| {
        let mut words = line.split_whitespace();
        matches!(words.next(), Some("go" | "perft"))
    };
    let mut session = String::new();
    for line in text.split('\n') {
        session += line;
        session += if is_long(&line) {
            " nodes 50\nstop\n"
        } else {
            "\n"
        };
    }
    engine::run(session.as_bytes(), std::io::sink()).expect("it needs no file");
}

fn protocols() -> Vec<String> {
    let moves = "position startpos moves 41 23-41 2,3";
    let cells = "position cells 2,44,74/6,36,78 1 moves 3\nshow\ngo depth 2";
    let options = "setoption name Board value 40\nsetoption name Stuck value skip\nsetoption name Seed value abc\n\
                   setoption name Level value 3\nsetoption name Hash value 1\nsetoption name Threads value 2";
    let all = format!(
        "uai\nisready\n{options}\n{cells}\nuainewgame\n{moves}\nperft 2\ngo infinite\nstop\nquit"
    );
    vec![
        all,
        cells.into(),
        moves.into(),
        "position cells 40/42 1\ngo nodes 9".into(),
    ]
}

fn read_arguments(text: &str) {
    let words = std::iter::once("evolvarium").chain(text.split(' '));
    let _ = cli::command_line(&evolvarium::subcommands()).try_get_matches_from(words);
}

fn arguments() -> Vec<String> {
    let manual = example("docs/command_line.md");
    let commands = manual
        .lines()
        .filter_map(|line| line.strip_prefix("evolvarium "));
    let commands = commands.map(|line| line.split(['#', '>']).next().unwrap_or(line).trim());
    commands.map(|line| line.replace('"', "")).collect()
}
