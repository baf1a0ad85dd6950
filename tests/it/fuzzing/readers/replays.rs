//! The reader of finished games: as files, and as the one line that players send to each other.

use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::descent::Descent;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::match3::Match3;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::replay::is_replay;
use evolvarium::session::{Game, Origin, Preparation, ReplayFile};

use super::kept::{DESCENT, match3_start, replay};
use super::{nowhere, words};

/// Reads the moves and the other data, and makes the moves from the game's own start, or from a known one.
fn read_moves<G: Game>(file: &ReplayFile, start: impl FnOnce() -> Option<G::State>) -> bool {
    if file.game() != G::KEY {
        return false;
    }
    let _ = ron::from_str::<G::Extra>(&file.extra);
    let Ok(moves) = G::read_moves(&file.moves) else {
        return false;
    };
    let written = G::write_moves(&moves).expect("they can be written");
    let again = G::read_moves(&written).expect("their own text");
    assert_eq!(again, moves);
    let own = start().or_else(|| {
        let origin = Origin::<G>::parse(&file.id).ok()?;
        match G::prepare(&origin, None) {
            Ok(Preparation::Ready(content)) => G::first_state(&origin, &content).ok(),
            _ => None,
        }
    });
    if let Some(state) = own {
        replay::<G>(state, &moves);
    }
    true
}

pub fn read_replay(text: &str) -> bool {
    let _ = is_replay(text);
    let Ok(file) = ReplayFile::parse(nowhere(), text) else {
        return false;
    };
    let line = file.line().expect("it can be written");
    let shared = ReplayFile::parse(nowhere(), &line).expect("its own line");
    assert_eq!(shared.line().expect("it can be written"), line);
    let _ = (file.result(), file.ended.to_string(), file.ended.digits());
    let _ = file.thumbnail(&|_| Some("sprite"));
    words::read_id(&file.id);
    read_moves::<Match3>(&file, match3_start)
        || read_moves::<Hexxagon>(&file, || None)
        || read_moves::<TicTacToe>(&file, || None)
        || read_moves::<DungeonGame>(&file, || Some(Descent::clone(&DESCENT)))
}

/// Finished games of three kinds; their moves are made up, and are made until one is refused.
pub fn replays() -> Vec<String> {
    let file = |id: &str, moves: &str, extra: &str, picture: &str| {
        let head = format!("id: {id:?}, moves: {moves:?}, extra: {extra:?}");
        let seats = "players: [\"human\", \"random\"], ending: Won(0), points: 12, length: 3";
        let rest =
            "ended: 1795369243, seconds: 61, taken_over: true, name: \"벌집\", starred: true";
        format!("(version: 1, content: ({head}, {seats}, {rest}, picture: {picture:?}))")
    };
    let picture = "a,b|tp1 10 20 30;sp2 1 2 3 1;lp0 1 2 3 4 5;bp3 1 2 3 4;rff0000 1 1 1";
    let marks = "[4,0,1,3,7]";
    let swaps = "[(7,2,8,2),(2,2,3,2)]";
    let steps = DungeonGame::write_moves(&[]).expect("no moves");
    vec![
        file("tic-tac-toe:3x3k3-human-random#a", marks, "", picture),
        file("hexxagon:b1-human-random#a", "[]", "()", ""),
        file("dungeon:d1f1r8s8e1c1l0#a", &steps, "", picture),
        file("dungeon:d1f1r8s8e1c1l0#a", "0011w2233g", "", ""),
        file("match3:9x9c6-p500#k3f9", swaps, "", ""),
    ]
}
