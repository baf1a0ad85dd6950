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
use evolvarium::session::{FileName, Game, GameId, Origin};

use super::kept::DESCENT;
use super::{example, round_trip};

fn read_origin<G: Game>(id: &GameId) {
    if id.game == G::KEY
        && let Ok(origin) = Origin::<G>::of_id(id)
    {
        let again: GameId = origin.id().to_string().parse().expect("its own id");
        let again = Origin::<G>::of_id(&again).unwrap_or_else(|why| panic!("{id}: {why}"));
        assert_eq!(again.setup, origin.setup, "{id}");
    }
}

pub fn read_id(text: &str) {
    round_trip::<GameId>(text);
    if let Ok(id) = text.parse::<GameId>() {
        read_origin::<Match3>(&id);
        read_origin::<Hexxagon>(&id);
        read_origin::<TicTacToe>(&id);
        read_origin::<DungeonGame>(&id);
    }
}

pub fn ids() -> Vec<String> {
    let pinned = example("tests/it/pinned/ids.txt");
    let lines = pinned.lines().filter_map(|line| line.split_once(' '));
    lines.map(|(_, id)| id.to_owned()).collect()
}

/// The parts of ids, and what players type: each text goes to all readers of words.
pub fn read_word(text: &str) {
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
