//! Game ids of all four games, each with a digest of its game when this list was made. An id that gives another game
//! breaks every level, board and dungeon that players have shared.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use bevy::prelude::*;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::descent::{Descent, DescentStatus};
use evolvarium::games::dungeon::players::Player as _;
use evolvarium::games::dungeon::players::automatic::Automatic;
use evolvarium::games::dungeon::rules::notation;
use evolvarium::games::hexxagon::Hexxagon;
use evolvarium::games::hexxagon::players::Opponent as HexxagonOpponent;
use evolvarium::games::hexxagon::rules::Game as HexxagonGame;
use evolvarium::games::hexxagon::setup::{Seat as HexxagonSeat, Setup as HexxagonSetup};
use evolvarium::games::match3::Match3;
use evolvarium::games::match3::level::Setup as Match3Setup;
use evolvarium::games::match3::playtest::regenerate;
use evolvarium::games::match3::rules::Game as Match3Game;
use evolvarium::games::tic_tac_toe::TicTacToe;
use evolvarium::games::tic_tac_toe::opponents::StrategyProblem;
use evolvarium::games::tic_tac_toe::opponents::saved;
use evolvarium::games::tic_tac_toe::players::Player;
use evolvarium::games::tic_tac_toe::rules::{Game as TicTacToeGame, Status};
use evolvarium::games::tic_tac_toe::setup::{Seat as TicTacToeSeat, Setup as TicTacToeSetup};
use evolvarium::generation::{Purpose, Rerun};
use evolvarium::session::statistics::Statistics;
use evolvarium::session::{Difficulty, Game, GameId, Origin, Table};
use evolvarium::shell::games::Games;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::words::Language;

use crate::harness::{app, notices, resume_save, screen, until};

/// One line for each id: its digest, a space, and the id.
const PINNED: &str = include_str!("pinned/ids.txt");

/// FNV-1a, 64 bits.
fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// Returns the level as in files, and the blocks at the start.
fn match3(id: &GameId) -> Result<String, Box<dyn Error>> {
    let setup: Match3Setup = id.setup.parse()?;
    let graded = regenerate(&setup, &id.parameters, id.seed, id.pick, 2)?;
    let level = graded.level;
    let chance = id.seed.stream(Purpose::Play);
    let game = Match3Game::new(level.board(), level.goals(), level.moves(), chance);
    let game = game?;
    let mut text = ron::to_string(&level)?;
    for cell in level.size().cells() {
        let colour = game.board().colour(cell).map_or(-1, |c| i32::from(c.0));
        write!(text, " {colour}")?;
    }
    Ok(text)
}

/// Returns the board, and the first moves of the players.
fn hexxagon(id: &GameId) -> Result<String, Box<dyn Error>> {
    let setup: HexxagonSetup = id.setup.parse()?;
    let board = setup.check(id.seed)?;
    let mut text = board.plan().to_string();
    let mut game = HexxagonGame::new(&board, setup.stuck);
    for _ in 0..12 {
        if game.ending().is_some() {
            break;
        }
        let computer = match setup.seats[game.mover().index()] {
            HexxagonSeat::Human => HexxagonOpponent::Set(6),
            HexxagonSeat::Computer(computer) => computer,
        };
        let chance = id.seed.child(u64::from(game.move_count()) + 1);
        let choice = computer.choose(&game, chance, &Default::default(), &mut |_| {});
        let made = choice.ok_or("no move")?.made;
        let written = game.written(made).ok_or("off the board")?;
        write!(text, " {written}")?;
        game.make(made);
    }
    Ok(text)
}

/// Returns the evolved strategy, if there is one, and a whole game of the players.
fn tic_tac_toe(id: &GameId) -> Result<String, Box<dyn Error>> {
    let setup: TicTacToeSetup = id.setup.parse()?;
    let strategy = match setup.evolved() {
        None => None,
        Some(goal) => {
            let mut again =
                Rerun::new(StrategyProblem::new(goal), &id.parameters, id.seed, id.pick)?;
            while !again.step() {}
            Some(std::sync::Arc::new(again.individual()?.genome.clone()))
        }
    };
    let mut text = match &strategy {
        None => String::new(),
        Some(strategy) => saved::text(Path::new("strategy.ron"), strategy, "")?,
    };
    let seats = setup.seats.each_ref().map(|seat| match seat {
        TicTacToeSeat::Human => Player::Rules,
        TicTacToeSeat::Computer(opponent) => {
            Player::new(opponent, setup.board, strategy.clone()).expect("it has its strategy")
        }
    });
    let mut game = TicTacToeGame::new(setup.board);
    for _ in 0..30 {
        if game.status() != Status::Playing {
            break;
        }
        let seat = setup.seat_of(game.to_move());
        let choice = seats[seat].choose(&game, id.seed, &Default::default(), |_| {});
        let cell = choice.ok_or("no move")?.cell;
        write!(text, " {}", setup.board.name(cell))?;
        game.play(cell)?;
    }
    Ok(text)
}

/// Returns the first map with everything on it, and the first turns of the careful player.
fn dungeon(id: &GameId) -> Result<String, Box<dyn Error>> {
    let setup = id.setup.parse()?;
    let mut descent = Descent::new(&setup, &id.parameters, id.seed, id.pick)?;
    let layout = &descent.game.dungeon().layout;
    let mut text = layout.map.to_string();
    let mut cells = vec![layout.start, layout.exit, layout.key];
    cells.extend(
        layout
            .keys
            .iter()
            .chain(&layout.chests)
            .chain(&layout.enemies),
    );
    for cell in cells {
        write!(text, " {},{}", cell.x, cell.y)?;
    }
    let (mut player, mut moves) = (Automatic::default(), Vec::new());
    while descent.status() == DescentStatus::Descending && moves.len() < 150 {
        let Some(made) = player.choose(&descent.game) else {
            break;
        };
        if descent.make(made, &mut Vec::new()).is_err() {
            break;
        }
        moves.push(made);
    }
    let sum = descent.totals();
    write!(
        text,
        " {} {} {}",
        notation::write(&moves),
        sum.score,
        sum.killed
    )?;
    Ok(text)
}

#[test]
fn every_pinned_id_gives_what_it_gave() {
    let mut wrong = String::new();
    let mut count = [0; 4];
    for line in PINNED.lines() {
        let (pinned, text) = line.split_once(' ').expect("a digest and an id");
        let id: GameId = text.parse().expect("an id");
        let (game, content) = match id.game.as_str() {
            "match3" => (0, match3(&id)),
            "hexxagon" => (1, hexxagon(&id)),
            "tic-tac-toe" => (2, tic_tac_toe(&id)),
            "dungeon" => (3, dungeon(&id)),
            other => panic!("no game {other}"),
        };
        count[game] += 1;
        let found = match content {
            Ok(content) => digest(&content),
            Err(why) => format!("refused ({why})"),
        };
        if found != pinned {
            wrong += &format!("{found} {text}\n");
        }
    }
    assert!(wrong.is_empty(), "these give something else:\n{wrong}");
    assert!(count.iter().all(|games| *games >= 20), "{count:?}");
}

/// The files of a player of an earlier version, as that version wrote them.
const FILES: [(&str, &str); 6] = [
    ("data/match3.ron", include_str!("pinned/saves/match3_2.ron")),
    (
        "data/hexxagon.ron",
        include_str!("pinned/saves/hexxagon.ron"),
    ),
    (
        "data/tic-tac-toe.ron",
        include_str!("pinned/saves/tic-tac-toe.ron"),
    ),
    (
        "data/dungeon.ron",
        include_str!("pinned/saves/dungeon_14.ron"),
    ),
    (
        "data/statistics.ron",
        include_str!("pinned/saves/statistics.ron"),
    ),
    (
        "config/settings.ron",
        include_str!("pinned/saves/settings.ron"),
    ),
];

#[test]
fn saves_settings_and_statistics_of_earlier_versions_are_read_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in FILES {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(path, text).expect("written");
    }
    let mut app = app(folder.path());
    app.update();
    let settings = app.world().resource::<Settings>();
    assert_eq!(settings.language, Language::Korean);
    assert_eq!(settings.difficulty_of("hexxagon"), Difficulty::Hard);
    assert_eq!(settings.parameters["match3"].population, 40);
    let statistics = app.world().resource::<Statistics>();
    assert_eq!(statistics.of("hexxagon", "2 level2").won, 1);
    for (game, made) in [
        ("match3", 5),
        ("hexxagon", 3),
        ("tic-tac-toe", 3),
        ("dungeon", 60),
    ] {
        let card = app.world().resource::<Games>().find(game).expect("a game");
        (card.resume)(app.world_mut());
        until(&mut app, "the board", |world| {
            moves_of(world, game) == Some(made)
        });
        // A launch is cancelled when the screen changes, so the test waits for the board before it opens the next game.
        until(&mut app, "the screen", |world| {
            screen(world) == Screen::Play
        });
        app.update();
        app.update();
    }
    assert_eq!(notices(app.world()), "", "nothing was set aside");
}

/// Ids of earlier versions, which gave other levels and dungeons.
const REFUSED: &str = include_str!("pinned/refused.txt");

#[test]
fn ids_of_an_earlier_version_are_refused_in_words_instead_of_giving_something_else() {
    let mut count = [0; 2];
    for text in REFUSED.lines() {
        let why = if text.starts_with("dungeon") {
            count[1] += 1;
            Origin::<DungeonGame>::parse(text).err()
        } else {
            count[0] += 1;
            Origin::<Match3>::parse(text).err()
        };
        let why = why.expect(text);
        assert!(
            why.to_string()
                .contains("from an earlier version of the game"),
            "{why}"
        );
    }
    assert!(count.iter().all(|ids| *ids >= 20), "{count:?}");
}

#[test]
fn saves_of_earlier_versions_are_kept_and_explained() {
    let saves = [
        ("match3", include_str!("pinned/saves/match3.ron")),
        ("dungeon", include_str!("pinned/saves/dungeon.ron")),
        ("dungeon", include_str!("pinned/saves/dungeon_2.ron")),
        ("dungeon", include_str!("pinned/saves/dungeon_3.ron")),
        ("dungeon", include_str!("pinned/saves/dungeon_4.ron")),
        ("dungeon", include_str!("pinned/saves/dungeon_5.ron")),
        ("dungeon", include_str!("pinned/saves/dungeon_6.ron")),
        ("dungeon", include_str!("pinned/saves/dungeon_7.ron")),
        ("dungeon", include_str!("pinned/saves/dungeon_8.ron")),
    ];
    for (game, old) in saves {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = app(folder.path());
        app.update();
        let told = resume_save(&mut app, folder.path(), game, old);
        assert!(
            told.contains("from an earlier version of the game"),
            "{told}"
        );
        let name = format!("{game}.broken-1.ron");
        assert!(told.contains(&name), "{told}");
        let kept = folder.path().join("data").join(name);
        assert_eq!(std::fs::read_to_string(kept).expect("a file"), old);
    }
}

/// Returns the number of moves in the game under way.
fn moves_of(world: &World, game: &str) -> Option<usize> {
    fn count<G: Game>(world: &World) -> Option<usize> {
        Some(world.get_resource::<Table<G>>()?.moves().len())
    }
    match game {
        "match3" => count::<Match3>(world),
        "hexxagon" => count::<Hexxagon>(world),
        "tic-tac-toe" => count::<TicTacToe>(world),
        _ => count::<DungeonGame>(world),
    }
}
