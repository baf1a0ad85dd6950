//! Readers of ids and other words.

use evolvarium::base::Seed;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::map::Graph;
use evolvarium::games::dungeon::rules::program::{TreeKind, read as read_tree};
use evolvarium::games::dungeon::rules::{Breed, notation};
use evolvarium::games::hexxagon::players::{Opponent, Weights};
use evolvarium::games::hexxagon::rules::{CellMove, Hexxagon, Plan, StuckRule};
use evolvarium::games::match3::Match3;
use evolvarium::games::tic_tac_toe::opponents::code;
use evolvarium::games::tic_tac_toe::rules::{Board, TicTacToe};
use evolvarium::games::{hexxagon, tic_tac_toe};
use evolvarium::session::{FileName, Game, GameId, Link, Origin};

use super::kept::DESCENT;
use super::{example, replays, round_trip};

fn read_origin<G: Game>(id: &GameId) -> bool {
    if id.game != G::KEY {
        return false;
    }
    let Ok(origin) = Origin::<G>::of_id(id) else {
        return false;
    };
    let again: GameId = origin.id().to_string().parse().expect("its own id");
    let again = Origin::<G>::of_id(&again).unwrap_or_else(|why| panic!("{id}: {why}"));
    assert_eq!(again.setup, origin.setup, "{id}");
    true
}

pub fn read_id(text: &str) -> bool {
    round_trip::<GameId>(text)
        && text.parse::<GameId>().is_ok_and(|id| {
            read_origin::<Match3>(&id)
                || read_origin::<Hexxagon>(&id)
                || read_origin::<TicTacToe>(&id)
                || read_origin::<DungeonGame>(&id)
        })
}

pub fn ids() -> Vec<String> {
    let pinned = example("tests/it/pinned/ids.txt");
    let lines = pinned.lines().filter_map(|line| line.split_once(' '));
    lines.map(|(_, id)| id.to_owned()).collect()
}

/// Reads links, which a desktop hands over from anywhere.
pub fn read_link(text: &str) -> bool {
    round_trip::<Link>(text)
}

/// Links to games and to finished games.
pub fn links() -> Vec<String> {
    let ids = ids().into_iter().filter_map(|id| id.parse().ok());
    let finished = replays::replays().into_iter();
    let finished = finished.filter_map(|line| Link::of_line(&line).ok());
    let links = ids.map(Link::Game).chain(finished);
    links.map(|link| link.to_string()).collect()
}

/// Reads parts of ids, and texts that players type. Each text goes to all readers of words.
pub fn read_word(text: &str) -> bool {
    let mut accepted = 0;
    for read in [
        round_trip::<<Match3 as Game>::Setup>,
        round_trip::<<Hexxagon as Game>::Setup>,
        round_trip::<<TicTacToe as Game>::Setup>,
        round_trip::<<DungeonGame as Game>::Setup>,
        round_trip::<hexxagon::boards::BoardSpec>,
        round_trip::<hexxagon::opponents::OpponentSpec>,
        round_trip::<Opponent>,
        round_trip::<Weights>,
        round_trip::<Plan>,
        round_trip::<CellMove>,
        round_trip::<StuckRule>,
        round_trip::<tic_tac_toe::players::Opponent>,
        round_trip::<Board>,
        round_trip::<Graph>,
        round_trip::<Breed>,
        round_trip::<Seed>,
        round_trip::<FileName>,
    ] {
        accepted += usize::from(read(text));
    }
    let _ = FileName::typed(text);
    if let Ok(strategy) = code::read(text) {
        assert_eq!(code::write(&strategy), text);
        accepted += 1;
    }
    for kind in [TreeKind::Patrol, TreeKind::Attack] {
        if let Ok(tree) = read_tree(text, kind) {
            let again = read_tree(&tree.to_string(), kind);
            assert_eq!(again.expect("its own text").to_string(), tree.to_string());
            accepted += 1;
        }
    }
    if let Ok(moves) = notation::read(text) {
        assert_eq!(notation::write(&moves), text);
        accepted += 1;
    }
    accepted > 0
}

pub fn words() -> Vec<String> {
    let setup = |id: String| {
        let (_, rest) = id.split_once(':')?;
        Some(rest.split(['#', '~']).next()?.to_owned())
    };
    let mut words: Vec<String> = ids().into_iter().filter_map(setup).collect();
    let more = [
        "k3f9",
        "p75t45s20",
        "w2n.1.1.3n.2",
        "b1-human-level3.5",
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
    let graph: Graph = DESCENT.game.dungeon().graph;
    words.push(graph.to_string());
    words
}
