//! `evolvarium generate dungeon`: generates a dungeon and draws its map.

use std::time::Instant;

use clap::Args;

use crate::games::command::Output;
use crate::games::dungeon::graph::fitness::{Terms, Weights};
use crate::games::dungeon::graph::generator::{self, DungeonSpec, GenerateError};
use crate::games::dungeon::graph::problem::usual_search;
use crate::games::dungeon::map::{Cell, Dungeon, Passage};
use crate::generation::{EvolutionParameters, Pick, Seed};

/// A dungeon, as a map to look at.
#[derive(Args, Debug)]
pub struct GenerateDungeonArgs {
    /// Most rooms, 6 to 40
    #[arg(long, default_value_t = DungeonSpec::default().rooms)]
    rooms: u8,
    /// Longest side of a room, 6 to 40
    #[arg(long, default_value_t = DungeonSpec::default().side)]
    side: u8,
    /// Most enemies of a room, 0 to 4
    #[arg(long, default_value_t = DungeonSpec::default().enemies)]
    enemies: u8,
    /// Most chests of a room, 0 to 2
    #[arg(long, default_value_t = DungeonSpec::default().chests)]
    chests: u8,
    /// Locks beyond the exit's, 0 to 3
    #[arg(long, default_value_t = DungeonSpec::default().locks)]
    locks: u8,
    /// Generations, 1 to 1000000
    #[arg(long, default_value_t = usual_search().generations)]
    generations: u32,
    /// Its seed [default: a new one]
    #[arg(long)]
    seed: Option<Seed>,
}

/// Evolves a dungeon. Returns its map as text, with a summary.
pub(super) fn run(args: &GenerateDungeonArgs) -> Result<Output, GenerateError> {
    let seed = args.seed.unwrap_or_else(Seed::fresh);
    let search = EvolutionParameters {
        generations: args.generations,
        ..usual_search()
    };
    let spec = DungeonSpec {
        rooms: args.rooms,
        side: args.side,
        enemies: args.enemies,
        chests: args.chests,
        locks: args.locks,
        ..DungeonSpec::default()
    };
    let started = Instant::now();
    let dungeon = generator::generate(&spec, &search, seed, Pick::Best)?;
    let summary = format!(
        "seed {seed}, {:.1} ms: fitness {:.1}, {} rooms, {} ways ({} by portals), {} locks",
        started.elapsed().as_secs_f64() * 1e3,
        Terms::of(&dungeon.graph, dungeon.graph.all()).score(&Weights::GAME),
        dungeon.graph.len(),
        dungeon.layout.connections.len(),
        dungeon.portals(),
        dungeon.locks.keys.len(),
    );
    let text = draw(&dungeon);
    Ok(Output {
        text,
        summary,
        ..Output::default()
    })
}

/// The map as text: `@` start, `>` exit, `k` its key, `1` to `3` keys and locked doors, `$` chests, `e`
/// enemies, `A` to `Z` portals in pairs.
fn draw(dungeon: &Dungeon) -> String {
    let layout = &dungeon.layout;
    let text = layout.map.to_string();
    let mut rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let mut put = |cell: Cell, sign: char| {
        let row = rows.get_mut(cell.y as usize);
        if let Some(place) = row.and_then(|row| row.get_mut(cell.x as usize)) {
            *place = sign;
        }
    };
    let digit = |number: u8| char::from(b'1' + number);
    let mut pairs = ('A'..='Z').cycle();
    for connection in &layout.connections {
        match (connection.passage, connection.lock) {
            (Passage::Doors(doors), Some(lock)) => doors.map(|door| put(door, digit(lock.0))),
            (Passage::Doors(_), None) => continue,
            (Passage::Portals(ends), _) => {
                let sign = pairs.next().unwrap_or('O');
                ends.map(|end| put(end, sign))
            }
        };
    }
    layout.enemies.iter().for_each(|cell| put(*cell, 'e'));
    layout.chests.iter().for_each(|cell| put(*cell, '$'));
    for (key, cell) in (0..).zip(&layout.keys) {
        put(*cell, digit(key));
    }
    put(layout.start, '@');
    put(layout.exit, '>');
    put(layout.key, 'k');
    let rows = rows.iter().map(|row| row.iter().collect::<String>() + "\n");
    rows.collect()
}
