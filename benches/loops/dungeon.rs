//! The hot loops of the dungeon.

use std::hint::black_box;

use evolvarium::games::dungeon::graph::fitness::{Weights, best_component};
use evolvarium::games::dungeon::graph::generator::{self, DungeonSpec};
use evolvarium::games::dungeon::graph::operators::{Bounds, founder};
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::map::{Graph, Tile};
use evolvarium::games::dungeon::rules::{LIGHT, Move, sight};
use evolvarium::generation::{Pick, Purpose, Seed};

use super::{Loop, crowded};

pub const LOOPS: &[Loop] = &[
    Loop {
        name: "dungeon.turn",
        claim: "50 turns with 40 enemies",
        prepare: turn,
    },
    Loop {
        name: "dungeon.sight",
        claim: "what is in sight, 1,000 times",
        prepare: look,
    },
    Loop {
        name: "dungeon.fitness",
        claim: "the fitness of 1,000 random graphs",
        prepare: fitness,
    },
    Loop {
        name: "dungeon.generation",
        claim: "ten dungeons with locks and map",
        prepare: generation,
    },
];

fn turn() -> Box<dyn FnMut()> {
    let mut game = crowded::under_way();
    let mut events = Vec::new();
    Box::new(move || {
        for _ in 0..50 {
            game.hero.life = game.hero.max_life;
            events.clear();
            let _ = black_box(game.apply(Move::Wait, &mut events));
        }
    })
}

fn look() -> Box<dyn FnMut()> {
    let game = crowded::under_way();
    Box::new(move || {
        let map = &game.dungeon().layout.map;
        let opaque = |cell| matches!(map.at(cell), Tile::Rock | Tile::Wall | Tile::Door);
        for _ in 0..1_000 {
            let mut seen = 0;
            sight::look(black_box(game.hero.at), LIGHT, opaque, |_| seen += 1);
            black_box(seen);
        }
    })
}

fn fitness() -> Box<dyn FnMut()> {
    let mut rng = Seed(1).stream(Purpose::Founders);
    let bounds = Bounds::original();
    let graphs: Vec<Graph> = (0..1_000).map(|_| founder(&bounds, &mut rng)).collect();
    Box::new(move || {
        for graph in &graphs {
            black_box(best_component(black_box(graph), &Weights::ORIGINAL));
        }
    })
}

fn generation() -> Box<dyn FnMut()> {
    Box::new(|| {
        for seed in 1..=10 {
            let spec = DungeonSpec::default();
            let made = generator::generate(&spec, &usual_parameters(), Seed(seed), Pick::Best);
            black_box(made.is_ok());
        }
    })
}
