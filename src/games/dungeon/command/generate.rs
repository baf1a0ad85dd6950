//! `evolvarium generate dungeon`: generates a dungeon and draws its map.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::description::Description;
use crate::base::{Mean, Rate};
use crate::games::command::side_file::SideFile;
use crate::games::command::{CommandError, Output, SubcommandError};
use crate::games::dungeon::graph::generator::{self, DungeonSpec, GenerateError, Method};
use crate::games::dungeon::graph::weights::WeightsInTenths;
use crate::games::dungeon::map::{Cell, Dungeon, Graph, Passage, Repairs};
use crate::generation::{EvolutionParameters, PickError, Seed};

/// A dungeon, as a map to look at.
#[derive(Args, Debug)]
pub struct GenerateDungeonArgs {
    /// The search as in the program GeneticGame: its weights, its operators, and the best connected part becomes the
    /// dungeon
    #[arg(long, alias = "document")]
    original: bool,
    /// Most rooms, 6 to 60 [default: 8, with --original 40]
    #[arg(long)]
    rooms: Option<u8>,
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
    /// Rooms have ground: grass, water, oil or rubble
    #[arg(long)]
    ground: bool,
    /// Weights of the fitness as in game ids: distance, ways, rooms, chests, enemies, format, loops and ground in
    /// tenths, with an n after negative ones [default: 10.10n.3.10.10.10.40, with --original 10.10n.4n.10.10.10.0]
    #[arg(long)]
    weights: Option<WeightsInTenths>,
    /// Generations, 1 to 1000000 [default: 30, with --original 60]
    #[arg(long)]
    generations: Option<u32>,
    /// Its seed [default: a new one]
    #[arg(long)]
    seed: Option<Seed>,
    /// Number of dungeons whose means are written instead of a map, each with twice its standard error: rooms, loops,
    /// portals, chests and enemies (1 to 1000000)
    #[arg(long, conflicts_with = "data", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    survey: Option<u32>,
    /// A file for graph, roles, sizes, ways, locks, terms and map as RON; a file of this name is replaced
    #[arg(long)]
    data: Option<PathBuf>,
}

impl GenerateDungeonArgs {
    fn spec(&self) -> DungeonSpec {
        let usual = DungeonSpec {
            side: self.side,
            enemies: self.enemies,
            chests: self.chests,
            locks: self.locks,
            has_ground: self.ground,
            ..DungeonSpec::default()
        };
        let spec = if self.original {
            usual.original()
        } else {
            usual
        };
        DungeonSpec {
            rooms: self.rooms.unwrap_or(spec.rooms),
            weights: self.weights.unwrap_or(spec.weights),
            has_ground: self.ground,
            ..spec
        }
    }
}

/// The reason why no dungeon was written.
#[derive(Debug, thiserror::Error)]
pub enum GenerateDungeonError {
    /// The dungeon cannot be generated.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// A dungeon of a survey has not been found: its seed, and the reason.
    #[error("the dungeon of the seed {0}: {1}")]
    OfSurvey(Seed, PickError),
    /// The dungeon cannot be written as data.
    #[error(transparent)]
    Ron(#[from] ron::Error),
}

impl SubcommandError for GenerateDungeonError {
    fn is_usage(&self) -> bool {
        match self {
            GenerateDungeonError::Generate(why) => !matches!(why, GenerateError::Pick(_)),
            GenerateDungeonError::OfSurvey(..) | GenerateDungeonError::Ron(_) => false,
        }
    }
}

/// Evolves a dungeon. Returns its map as text, with a summary.
pub(super) fn run(args: &GenerateDungeonArgs) -> Result<Output, CommandError> {
    let file = args.data.as_deref().map(SideFile::open).transpose()?;
    let (output, data) = dungeon_of(args)?;
    Ok(match file {
        Some(file) => output.beside(file.write("data", &data)),
        None => output,
    })
}

/// A dungeon that the arguments ask for, and its data; or a survey without data.
fn dungeon_of(args: &GenerateDungeonArgs) -> Result<(Output, String), GenerateDungeonError> {
    let seed = args.seed.unwrap_or_else(Seed::fresh);
    let spec = args.spec();
    let mut parameters = spec.method.usual_parameters();
    parameters.generations = args.generations.unwrap_or(parameters.generations);
    if let Some(count) = args.survey {
        let survey = survey(&spec, &parameters, seed, count)?;
        return Ok((survey.into(), String::new()));
    }
    let started = Instant::now();
    let (graph, dungeon) = generator::generate_with_graph(&spec, &parameters, seed)?;
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    let part = match spec.method {
        Method::Usual => String::new(),
        Method::Original => format!(
            "\n{}",
            part_and_repairs(&graph, dungeon.graph.len(), dungeon.repairs)
        ),
    };
    let fitness = spec.problem().fitness(&graph);
    let missing_locks = usize::from(spec.locks).saturating_sub(dungeon.locks.keys.len());
    let missing = match missing_locks {
        0 => String::new(),
        _ => format!(" (there is no room for {missing_locks} more)"),
    };
    let summary = format!(
        "seed {seed}, {milliseconds:.1} ms: fitness {fitness:.1}, {} rooms, {} ways ({} by portals), {} locks{missing}{part}",
        dungeon.graph.len(),
        dungeon.layout.connections.len(),
        dungeon.portals(),
        dungeon.locks.keys.len(),
    );
    let text = draw(&dungeon);
    let weights = spec.fitness_weights();
    let description = Description::of(&dungeon, seed, fitness, &weights, &text);
    let pretty = ron::ser::PrettyConfig::default();
    let data = ron::ser::to_string_pretty(&description, pretty)? + "\n";
    let output = Output {
        text,
        summary,
        is_partial: missing_locks > 0,
    };
    Ok((output, data))
}

/// The means of a number of dungeons of one specification. Each has a seed of its own.
fn survey(
    spec: &DungeonSpec,
    parameters: &EvolutionParameters,
    seed: Seed,
    count: u32,
) -> Result<String, GenerateDungeonError> {
    let mut all = Vec::new();
    for number in 1..=u64::from(count) {
        let seed = seed.child(number);
        let made = generator::generate_with_graph(spec, parameters, seed);
        let (_, dungeon) = made.map_err(|why| match why {
            GenerateError::Pick(why) => GenerateDungeonError::OfSurvey(seed, why),
            why => GenerateDungeonError::Generate(why),
        })?;
        // A million dungeons would fill the memory, and their counts do not.
        all.push(counts_of(&dungeon));
    }
    let mean = |at: usize| {
        let values: Vec<f64> = all.iter().map(|counts| counts[at] as f64).collect();
        let mean = Mean::of(&values);
        format!("{:.2}{}", mean.value, mean.error_text(2))
    };
    let with_any = |at: usize| Rate::of(&all, |counts| counts[at] > 0);
    Ok(format!(
        "{count} dungeons, seed {seed}\n  rooms {}, chests {}, enemies {}\n  loops {}; with any: {}\n  portals {}; with any: {}\n",
        mean(0),
        mean(1),
        mean(2),
        mean(3),
        with_any(3),
        mean(4),
        with_any(4),
    ))
}

/// What a survey counts in a dungeon: rooms, chests, enemies, loops and portals.
fn counts_of(dungeon: &Dungeon) -> [usize; 5] {
    let (graph, layout) = (&dungeon.graph, &dungeon.layout);
    [
        graph.len(),
        layout.chests.len(),
        layout.enemies.len(),
        (graph.edges().count() + 1).saturating_sub(graph.len()),
        dungeon.portals(),
    ]
}

/// The text about the part of the graph that became the dungeon, and about the repairs that it needed.
fn part_and_repairs(graph: &Graph, rooms: usize, repairs: Repairs) -> String {
    let needed = if repairs == Repairs::default() {
        "it can be played as it is".to_owned()
    } else {
        format!(
            "so that it can be played, {} special rooms moved into it, {} parts were joined to it and {} rooms were \
             enlarged",
            repairs.moved, repairs.joined, repairs.enlarged
        )
    };
    format!(
        "the best part has {rooms} of {} rooms; {needed}",
        graph.len()
    )
}

/// The signs of portals, a sign for each pair. The missing small letters stand for other things.
const PORTALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdfghijlmnopqrstuvwxyz";

/// The map as text: `@` start, `>` exit, `k` its key, `1` to `3` keys and locked doors, `$` chests, `e` enemies,
/// letters portals in pairs. A line below says which portals need a key.
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
    let mut pairs = PORTALS.chars().cycle();
    let mut sealed = Vec::new();
    for connection in &layout.connections {
        match (connection.passage, connection.lock) {
            (Passage::Doors(doors), Some(lock)) => doors.map(|door| put(door, digit(lock.0))),
            (Passage::Doors(_), None) => continue,
            (Passage::Portals(ends), lock) => {
                let sign = pairs.next().unwrap_or('O');
                sealed.extend(
                    lock.map(|lock| format!("portal {sign} needs key {}\n", digit(lock.0))),
                );
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
    rows.chain(sealed).collect()
}
