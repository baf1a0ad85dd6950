//! `evolvarium generate dungeon` and `evolvarium simulate dungeon`: dungeons without a display.

use std::time::Instant;

use clap::Args;

use super::enemies::arena::{Arena, Course};
use super::enemies::evolution::{ARENAS, usual_search as enemy_search};
use super::enemies::shipped::Effort;
use super::enemies::{Breed, Roster, shipped, written};
use super::generator::{self, Dungeon, NoDungeon, Wish};
use super::graph::fitness::Weights;
use super::graph::problem::usual_search;
use super::layout::{Cell, Passage};
use super::player::simulate::{self, Play};
use super::setup::{BadSetup, Setup};
use crate::generation::{Pick, Search, Seed};
use crate::session::Difficulty;

/// A dungeon, as a map to look at.
#[derive(Args, Debug)]
pub struct GenerateDungeon {
    /// Most rooms, 6 to 40
    #[arg(long, default_value_t = Wish::default().rooms)]
    rooms: u8,
    /// Longest side of a room, 6 to 40
    #[arg(long, default_value_t = Wish::default().side)]
    side: u8,
    /// Most enemies of a room, 0 to 4
    #[arg(long, default_value_t = Wish::default().enemies)]
    enemies: u8,
    /// Most chests of a room, 0 to 2
    #[arg(long, default_value_t = Wish::default().chests)]
    chests: u8,
    /// Locks beyond the exit's, 0 to 3
    #[arg(long, default_value_t = Wish::default().locks)]
    locks: u8,
    /// Generations, 1 to 1000000
    #[arg(long, default_value_t = usual_search().generations)]
    generations: u32,
    /// Its seed [default: a new one]
    #[arg(long)]
    seed: Option<Seed>,
}

/// Evolves a dungeon; returns its map as text, and tells on standard error what it is like.
pub fn generate(wish: &GenerateDungeon) -> Result<String, NoDungeon> {
    let seed = wish.seed.unwrap_or_else(Seed::fresh);
    let search = Search {
        generations: wish.generations,
        ..usual_search()
    };
    let wanted = Wish {
        rooms: wish.rooms,
        side: wish.side,
        enemies: wish.enemies,
        chests: wish.chests,
        locks: wish.locks,
        ..Wish::default()
    };
    let started = Instant::now();
    let dungeon = generator::generate(&wanted, &search, seed, Pick::Best)?;
    eprintln!(
        "seed {seed}, {:.1} ms: fitness {:.1}, {} rooms, {} ways ({} by portals), {} locks",
        started.elapsed().as_secs_f64() * 1e3,
        dungeon.terms().score(&Weights::GAME),
        dungeon.graph.len(),
        dungeon.layout.ways.len(),
        dungeon.portals(),
        dungeon.locks.keys.len(),
    );
    Ok(drawn(&dungeon))
}

/// The map as text: `@` start, `>` exit, `k` its key, `1` to `3` keys and locked doors, `$` chests, `e`
/// enemies, `A` to `Z` portals in pairs.
fn drawn(dungeon: &Dungeon) -> String {
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
    for way in &layout.ways {
        match (way.passage, way.lock) {
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

/// How often the careful automatic player comes through.
#[derive(Args, Debug)]
pub struct SimulateDungeon {
    /// easy, normal, hard or expert
    #[arg(long, default_value = "normal", value_parser = parse_difficulty)]
    difficulty: Difficulty,
    /// A setup as in game ids, instead of a difficulty
    #[arg(long, conflicts_with = "difficulty")]
    setup: Option<Setup>,
    /// How many descents, 1 to 1000000
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    plays: u32,
    /// Seed of the descents
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Descents played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

fn parse_difficulty(text: &str) -> Result<Difficulty, String> {
    let names = ["easy", "normal", "hard", "expert"];
    let at = names.iter().position(|name| *name == text);
    at.map(|at| Difficulty::ALL[at])
        .ok_or_else(|| format!("\"{text}\" is none of {}", names.join(", ")))
}

/// Why nothing was played.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    /// The setup is nonsense.
    #[error(transparent)]
    Setup(#[from] BadSetup),
    /// No dungeon came of it.
    #[error(transparent)]
    Dungeon(#[from] NoDungeon),
}

/// Plays descents; returns how they went in words.
pub fn simulate(wish: &SimulateDungeon) -> Result<String, SimulateError> {
    let setup = wish.setup.clone().unwrap_or(Setup::of(wish.difficulty));
    setup.check()?;
    let started = Instant::now();
    let (search, threads) = (usual_search(), wish.threads as usize);
    let plays = simulate::plays(&setup, &search, wish.seed, wish.plays, threads)?;
    Ok(told(&setup, &plays, started.elapsed().as_secs_f64()))
}

fn told(setup: &Setup, plays: &[Play], seconds: f64) -> String {
    let count = plays.len().max(1) as f64;
    let part = |test: &dyn Fn(&Play) -> bool| {
        100.0 * plays.iter().filter(|play| test(play)).count() as f64 / count
    };
    let mean = |value: &dyn Fn(&Play) -> u32| {
        plays.iter().map(|play| f64::from(value(play))).sum::<f64>() / count
    };
    let mut text = format!(
        "{setup}: {:.1} % of {} descents come through\n",
        part(&|play| play.through),
        plays.len()
    );
    for depth in 1..=setup.depths {
        let left = part(&|play| play.through || play.depth > depth);
        text += &format!("  depth {depth:2}: {left:5.1} % leave it alive\n");
    }
    let turns = mean(&|play| play.turns);
    text += &format!(
        "  {turns:.0} turns, {:.1} enemies killed, {:.0} points in the mean; {:.0} turns a second\n",
        mean(&|play| play.killed),
        mean(&|play| play.score),
        turns * count / seconds.max(1e-9),
    );
    text
}

/// Enemies of every kind, evolved by genetic programming.
#[derive(Args, Debug)]
pub struct GenerateEnemies {
    /// Seed of arenas and evolution
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Generations, 1 to 10000
    #[arg(long, default_value_t = enemy_search().generations, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    generations: u32,
    /// Arenas in which each program fights, 1 to 1000
    #[arg(long, default_value_t = ARENAS, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    arenas: u32,
    /// Runs for each enemy, of which the best one counts, 1 to 100
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    runs: u32,
    /// Threads
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// Why no enemies came of a wish.
#[derive(Debug, thiserror::Error)]
pub enum EnemiesError {
    /// The search cannot be run.
    #[error(transparent)]
    Search(#[from] crate::generation::search::OutOfRange),
    /// They cannot be written.
    #[error(transparent)]
    Store(#[from] crate::session::store::StoreError),
}

/// Fresh arenas in which what was evolved is compared with what was written by hand.
const FRESH: u32 = 200;

/// Evolves enemies; returns them as RON, and tells on standard error how they do.
pub fn enemies(wish: &GenerateEnemies) -> Result<String, EnemiesError> {
    let mut started = Instant::now();
    let effort = Effort {
        generations: wish.generations,
        arenas: wish.arenas,
        runs: wish.runs,
        threads: wish.threads as usize,
    };
    let tell = |breed: &Breed, curve: &[f64]| {
        let points = (0..=10).map(|part| curve[(curve.len() - 1) * part / 10]);
        let points: Vec<String> = points.map(|fitness| format!("{fitness:.0}")).collect();
        let seconds = started.elapsed().as_secs_f64();
        started = Instant::now();
        eprintln!(
            "{} {}: {seconds:.1} s, fitness {}",
            breed.kind,
            breed.strength,
            points.join(" ")
        );
    };
    let roster = shipped::evolve(wish.seed, effort, tell)?;
    told_against_written(&roster);
    let origin = format!(
        "evolvarium generate enemies --seed {} --generations {} --arenas {} --runs {}",
        wish.seed, wish.generations, wish.arenas, wish.runs
    );
    let path = std::path::Path::new("enemies.ron");
    Ok(shipped::text(path, &roster, &origin)? + "\n")
}

fn told_against_written(roster: &Roster) {
    let fresh = Arena::many(Seed(0xF4E5), FRESH, 3);
    let mean = |breed: &std::sync::Arc<Breed>| {
        let courses: Vec<Course> = fresh
            .iter()
            .map(|a| a.fight(breed, breed.strength))
            .collect();
        let sum: f64 = courses.iter().map(Course::points).sum();
        let killed = courses.iter().filter(|course| course.killed).count();
        (sum / f64::from(FRESH), killed)
    };
    let Ok(written) = written::written() else {
        return;
    };
    for breed in roster {
        let (points, killed) = mean(breed);
        let by_hand = written.each_ref().map(|program| {
            let program = program.clone();
            mean(&std::sync::Arc::new(Breed { program, ..**breed }))
        });
        eprintln!(
            "{} {}: {points:.0} points and {killed} deaths in {FRESH} fresh arenas; by hand {:.0} and {}, \
             {:.0} and {}",
            breed.kind, breed.strength, by_hand[0].0, by_hand[0].1, by_hand[1].0, by_hand[1].1,
        );
    }
}
