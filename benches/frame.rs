//! What a run costs the game: the time of a frame on the main thread, without rendering, while each kind of run goes at
//! full speed in the theatre with 500 individuals and with the largest population, and the memory of a long history.
//!
//! `cargo bench --bench frame`

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use evolvarium::games::match3::Match3;
use evolvarium::games::match3::level::LevelProblem;
use evolvarium::games::{dungeon, hexxagon, tic_tac_toe};
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::generation::{EvolutionParameters, Run, Seed};
use evolvarium::shell::games::{ActiveGame, Games};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::NewGame;

#[path = "../tests/it/headless.rs"]
mod headless;

fn main() {
    history();
    for population in [500, *EvolutionParameters::POPULATION.end()] {
        frames(population);
    }
}

/// The memory of the program in kilobytes, now and at its peak, on systems that report it.
fn memory(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(field))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn history() {
    let before = memory("VmRSS:");
    let mut problem = LevelProblem::new(Default::default()).setup().clone();
    problem.wanted = 888;
    problem.tolerance = 0;
    problem.goals = evolvarium::games::match3::level::GoalKind::Clear.into();
    let search = EvolutionParameters {
        generations: 100_000,
        ..EvolutionParameters::default()
    };
    let run = Run::new(Arc::new(LevelProblem::new(problem)), search, Seed(1));
    let mut run = run.expect("in range").with_history();
    let started = Instant::now();
    run.finish();
    let records = run.history().map_or(0, |history| history.records().len());
    println!(
        "history of {:?} generations in {:?}: {records} records, {:.1} MB more than before",
        run.generation(),
        started.elapsed(),
        memory("VmRSS:")
            .zip(before)
            .map_or(f64::NAN, |(a, b)| a.saturating_sub(b) as f64 / 1e3),
    );
}

/// A kind of run: what it is called, the game that starts it, and how.
type Kind = (
    &'static str,
    &'static str,
    fn(&mut World) -> Result<(), String>,
);

const KINDS: [Kind; 11] = [
    ("a level", "match3", level),
    ("a board of Hexxagon", "hexxagon", hexxagon::evolve_board),
    (
        "an opponent of Hexxagon",
        "hexxagon",
        hexxagon::evolve_opponent,
    ),
    ("a strategy of tic-tac-toe", "tic-tac-toe", strategy),
    ("a dungeon", "dungeon", dungeon::evolve::evolve_dungeon),
    ("an enemy", "dungeon", dungeon::evolve::evolve_enemy),
    (
        "an atlas of boards",
        "hexxagon",
        hexxagon::evolve::evolve_board_atlas,
    ),
    (
        "an atlas of opponents",
        "hexxagon",
        hexxagon::evolve::evolve_opponent_atlas,
    ),
    (
        "an atlas of strategies",
        "tic-tac-toe",
        tic_tac_toe::evolve::evolve_atlas,
    ),
    (
        "an atlas of dungeons",
        "dungeon",
        dungeon::evolve::evolve_dungeon_atlas,
    ),
    (
        "an atlas of enemies",
        "dungeon",
        dungeon::evolve::evolve_enemy_atlas,
    ),
];

/// Opens the theatre on a level whose goal is never reached, so that its run goes on.
fn level(world: &mut World) -> Result<(), String> {
    let mut game = world.resource_mut::<NewGame<Match3>>();
    game.setup.wanted = 888;
    game.setup.tolerance = 0;
    game.setup.goals = evolvarium::games::match3::level::GoalKind::Clear.into();
    evolve_of(world, "match3")
}

fn strategy(world: &mut World) -> Result<(), String> {
    evolve_of(world, "tic-tac-toe")
}

fn evolve_of(world: &mut World, key: &str) -> Result<(), String> {
    let card = world.resource::<Games>().find(key);
    let card = card.ok_or_else(|| format!("no game {key}"))?;
    (card.evolve)(world)
}

/// Measures frames while each kind of run goes flat out, with so many individuals, all of which are shown, and as many
/// generations as the settings allow.
fn frames(population: u32) {
    println!("{population} individuals");
    for (what, key, evolve) in KINDS {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = headless::app(folder.path());
        app.update();
        let world = app.world_mut();
        world.resource_mut::<ActiveGame>().0 =
            world.resource::<Games>().find(key).map(|card| card.key);
        let search = EvolutionParameters {
            population,
            generations: *EvolutionParameters::GENERATIONS.end(),
            ..EvolutionParameters::default()
        };
        let evolved = world.resource::<Games>().find(key);
        let evolved = evolved.map_or(&[][..], |card| card.evolved);
        let mut settings = world.resource_mut::<Settings>();
        for of in evolved {
            settings.searches.insert(of.key.to_owned(), search.clone());
        }
        evolve(world).expect("the setup can be evolved");
        for _ in 0..5 {
            app.update();
        }
        for (pace, how) in [(Pace::Paused, "paused"), (Pace::FlatOut, "flat out")] {
            let world = app.world_mut();
            for mut driver in world.query::<&mut RunDriver>().iter_mut(world) {
                driver.pace = pace;
            }
            measure(&mut app, &format!("with {what} {how}"));
        }
    }
    println!(
        "most memory held: {:.0} MB",
        memory("VmHWM:").map_or(f64::NAN, |kb| kb as f64 / 1e3)
    );
}

/// The files with the processor times of the threads that make frames: the main thread and Bevy's compute threads. Empty on
/// systems that have no such files.
fn frame_threads() -> Vec<PathBuf> {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten();
    let main = std::process::id().to_string();
    let makes_frames = |path: &PathBuf| {
        let name = std::fs::read_to_string(path.join("comm")).unwrap_or_default();
        path.ends_with(&main) || name.starts_with("Compute")
    };
    let paths = tasks.flatten().map(|task| task.path());
    paths
        .filter(makes_frames)
        .map(|path| path.join("schedstat"))
        .collect()
}

/// The processor time that threads have taken so far.
fn processor_time(threads: &[PathBuf]) -> Duration {
    let of = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    };
    Duration::from_nanos(threads.iter().filter_map(of).sum())
}

/// Prints the times of frames, and the processor time that they took on all threads that make frames. A frame takes longer
/// than its work where it waits for a processor on which the run is at work.
fn measure(app: &mut App, what: &str) {
    let threads = frame_threads();
    let (mut times, mut works) = (Vec::new(), Vec::new());
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(4) {
        let (frame, before) = (Instant::now(), processor_time(&threads));
        app.update();
        times.push(frame.elapsed());
        works.push(processor_time(&threads).saturating_sub(before));
        // Waits as a display of 60 frames per second does.
        std::thread::sleep(Duration::from_millis(16).saturating_sub(frame.elapsed()));
    }
    println!("{} frames {what}", times.len());
    for (name, mut all) in [("work", works), ("time", times)] {
        all.sort_unstable();
        let at = |percent: usize| all[(all.len() - 1) * percent / 100];
        println!(
            "    {name}: median {:?}, 90th percentile {:?}, 99th {:?}, longest {:?}",
            at(50),
            at(90),
            at(99),
            at(100),
        );
    }
}
