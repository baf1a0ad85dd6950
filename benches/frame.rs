//! The cost of a run for the game: the time of a frame on the main thread, without rendering, while each kind of run
//! goes at full speed in the theatre with 500 individuals and with the largest population, its growth with the
//! population that is shown, and the memory of a long history.
//!
//! `cargo bench --bench frame`, or `-- history`, `-- kinds`, `-- shown` for one part.

mod measuring;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use evolvarium::base::PlainError;
use evolvarium::games::match3::Match3;
use evolvarium::games::match3::level::LevelProblem;
use evolvarium::games::{dungeon, hexxagon, tic_tac_toe};
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::generation::{EvolutionParameters, Run, Seed};
use evolvarium::shell::games::{ActiveGame, Games};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::NewGame;

use measuring::Bench;
use measuring::curve::{Curve, Line};
use measuring::row::{Amount, Beside, Source, Unit};

#[path = "../tests/it/headless.rs"]
mod headless;

fn main() -> Result<(), String> {
    let bench = Bench::new("frame");
    // Memory is measured first, before other work has held and given back any.
    if bench.wants("history") {
        history(&bench);
    }
    if bench.wants("kinds") {
        for population in [500, *EvolutionParameters::POPULATION.end()] {
            frames(&bench, population);
        }
    }
    if bench.wants("shown") {
        shown().write()?;
    }
    Ok(())
}

/// The memory of the program in kilobytes, now and at its peak, on systems that report it.
fn memory(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(field))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn history(bench: &Bench) {
    let before = memory("VmRSS:");
    let mut problem = LevelProblem::new(Default::default()).setup().clone();
    problem.wanted = 888;
    problem.tolerance = 0;
    problem.goals = evolvarium::games::match3::level::GoalKind::Clear.into();
    let parameters = EvolutionParameters {
        generations: 100_000,
        ..EvolutionParameters::default()
    };
    let run = Run::new(Arc::new(LevelProblem::new(problem)), parameters, Seed(1));
    let mut run = run.expect("in range").with_history();
    let started = Instant::now();
    run.finish();
    let records = run.history().map_or(0, |history| history.records().len());
    let claim = format!("the history of 100,000 generations of levels, {records} of them kept");
    let took = started.elapsed().as_secs_f64();
    bench.print(
        "100,000 generations of levels with their history",
        Amount::of(took, Unit::Seconds),
        None,
    );
    if let Some((after, before)) = memory("VmRSS:").zip(before) {
        let grown = after.saturating_sub(before) as f64 * 1_024.0;
        bench.print(&claim, Amount::of(grown, Unit::Bytes), None);
    }
}

/// A kind of run: its name, the key of its game, and the function that starts it.
type Kind = (
    &'static str,
    &'static str,
    fn(&mut World) -> Result<(), PlainError>,
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
fn level(world: &mut World) -> Result<(), PlainError> {
    let mut game = world.resource_mut::<NewGame<Match3>>();
    game.setup.wanted = 888;
    game.setup.tolerance = 0;
    game.setup.goals = evolvarium::games::match3::level::GoalKind::Clear.into();
    evolve_of(world, "match3")
}

fn strategy(world: &mut World) -> Result<(), PlainError> {
    evolve_of(world, "tic-tac-toe")
}

fn evolve_of(world: &mut World, key: &str) -> Result<(), PlainError> {
    let card = world.resource::<Games>().find(key);
    let card = card.ok_or_else(|| PlainError::new(format!("no game {key}")))?;
    (card.evolve)(world)
}

/// The game with a run of `population` individuals in the theatre, all of which are shown, and with as many generations
/// as the settings allow. Its files lie in `folder`.
fn theatre((_, key, evolve): Kind, population: u32, folder: &Path) -> App {
    let mut app = headless::app(folder);
    app.update();
    let world = app.world_mut();
    world.resource_mut::<ActiveGame>().0 = world.resource::<Games>().find(key).map(|card| card.key);
    let parameters = EvolutionParameters {
        population,
        generations: *EvolutionParameters::GENERATIONS.end(),
        ..EvolutionParameters::default()
    };
    let evolved = world.resource::<Games>().find(key);
    let evolved = evolved.map_or(&[][..], |card| card.evolved);
    let mut settings = world.resource_mut::<Settings>();
    for of in evolved {
        settings
            .parameters
            .insert(of.key.to_owned(), parameters.clone());
    }
    evolve(world).expect("the setup can be evolved");
    for _ in 0..5 {
        app.update();
    }
    app
}

fn set_pace(app: &mut App, pace: Pace) {
    let world = app.world_mut();
    for mut driver in world.query::<&mut RunDriver>().iter_mut(world) {
        driver.pace = pace;
    }
}

/// Measures frames while each kind of run goes flat out with `population` individuals.
fn frames(bench: &Bench, population: u32) {
    for kind in KINDS {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = theatre(kind, population, folder.path());
        for (pace, how) in [(Pace::Paused, "paused"), (Pace::FlatOut, "flat out")] {
            set_pace(&mut app, pace);
            let frames = measure(&mut app);
            let run = format!("{population} individuals of {} {how}", kind.0);
            frames.print(&run);
            if pace == Pace::FlatOut {
                print_rows(bench, &run, &frames);
            }
        }
    }
    if let Some(most) = memory("VmHWM:") {
        let claim = format!("most memory held, with {population} individuals");
        bench.print(&claim, Amount::of(most as f64 * 1_024.0, Unit::Bytes), None);
    }
}

/// Prints the rows of frames: the 99th percentiles of their time and of their work.
fn print_rows(bench: &Bench, run: &str, frames: &Frames) {
    let limit = |seconds: f64, what: &str| {
        Some(Beside {
            what: what.into(),
            source: Source::Limit,
            amount: Amount::of(seconds, Unit::Seconds),
        })
    };
    let percentile = |all: &[Duration]| Amount::of(at(all, 99).as_secs_f64(), Unit::Seconds);
    bench.print(
        &format!("99 of 100 frames take at most so long, {run}"),
        percentile(&frames.times),
        limit(1.0 / 60.0, "a display with 60 frames a second"),
    );
    bench.print(
        &format!("… and of that the work of all threads that make frames, {run}"),
        percentile(&frames.works),
        limit(0.008, "half of that"),
    );
}

/// The growth of the work of a frame with the population that is shown.
fn shown() -> Curve {
    let most = *EvolutionParameters::POPULATION.end();
    let sizes = [10, 20, 50, 100, 200, 500, 1_000, most];
    let mut lines = [
        (
            Pace::Paused,
            "run paused",
            "Nothing changes, so nothing is painted again; what is left is a node of the interface for each grid, not for each individual.",
            0.0,
        ),
        (
            Pace::FlatOut,
            "run flat out",
            "The grid is painted in the background; a frame takes over the newest picture of all individuals, whose pixels do not grow with their number.",
            1.0,
        ),
    ]
    .map(|(pace, name, why, allowed)| {
        let line = Line {
            name: name.into(),
            why: why.into(),
            allowed,
            points: Vec::new(),
        };
        (pace, line)
    });
    for population in sizes {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = theatre(KINDS[0], population, folder.path());
        for (pace, line) in &mut lines {
            set_pace(&mut app, *pace);
            let Frames { times, works } = measure(&mut app);
            // On a system that does not report the work, the time stands for it.
            let all = if at(&works, 50).is_zero() {
                times
            } else {
                works
            };
            let seconds = |percent| at(&all, percent).as_secs_f64();
            let amount = Amount {
                median: seconds(50),
                quartiles: [seconds(25), seconds(75)],
                unit: Unit::Seconds,
            };
            line.points.push((f64::from(population), amount));
        }
    }
    Curve::new(
        "frames",
        "Theatre: the work of a frame by the population shown",
        "number of individuals",
        "processor time of a frame",
        lines.map(|(_, line)| line).into(),
    )
}

/// The files with the processor times of the threads that make frames: the main thread and Bevy's compute threads.
/// Empty on systems that have no such files.
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

/// The times of frames, and the processor time that they took on all threads that make frames, in ascending order.
struct Frames {
    times: Vec<Duration>,
    works: Vec<Duration>,
}

impl Frames {
    fn print(&self, run: &str) {
        println!("{} frames with {run}", self.times.len());
        for (name, all) in [("work", &self.works), ("time", &self.times)] {
            let [half, most, nearly_all, longest] = [50, 90, 99, 100].map(|part| at(all, part));
            println!(
                "    {name}: median {half:?}, 90th percentile {most:?}, 99th {nearly_all:?}, longest {longest:?}"
            );
        }
    }
}

/// A percentile of durations in ascending order.
fn at(all: &[Duration], percent: usize) -> Duration {
    all[(all.len() - 1) * percent / 100]
}

/// Measures the frames of four seconds. A frame takes longer than its work if it waits for a processor on which the run
/// is at work.
fn measure(app: &mut App) -> Frames {
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
    times.sort_unstable();
    works.sort_unstable();
    Frames { times, works }
}
