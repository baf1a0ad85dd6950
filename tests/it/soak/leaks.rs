//! Runs that are started, paused, stepped and cancelled at random are removed completely, with their threads and their
//! memory.

use std::sync::{Arc, Weak};

use bevy::prelude::*;
use evolvarium::base::{Purpose, Seed, Stream};
use evolvarium::games::dungeon::enemies::problem::EnemyProblem;
use evolvarium::games::dungeon::enemies::spec::{DEFAULT_ARENAS, EnemySpec};
use evolvarium::games::dungeon::rules::EnemyKind;
use evolvarium::games::dungeon::{self, enemies};
use evolvarium::games::hexxagon::boards::{self, BoardProblem, BoardSpec};
use evolvarium::games::match3::level::{self, LevelProblem};
use evolvarium::games::tic_tac_toe::opponents::atlas::StrategyAtlas;
use evolvarium::games::tic_tac_toe::opponents::{self, StrategyProblem};
use evolvarium::games::tic_tac_toe::players::StrategyGoal;
use evolvarium::generation::archive_task::BackgroundArchive;
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::generation::task::background_run;
use evolvarium::generation::{EvolutionParameters, Problem, WatchedRun};

use super::times;
use crate::harness::{app, until};

/// Changes a run in a way in which a player could.
fn touch(driver: &mut RunDriver, rng: &mut Stream) {
    match rng.random_below(6) {
        0 => driver.pace = Pace::Paused,
        1 => driver.pace = Pace::FlatOut,
        2 => driver.pace = Pace::PerSecond(200.0),
        3 => driver.step(),
        4 => driver.until = Some(rng.random_below(30)),
        _ => driver.cancel(),
    }
}

/// A new run of what the games evolve, one kind after the other.
fn run_of_kind(number: u32) -> Arc<dyn WatchedRun> {
    fn run<P: Problem>(
        problem: P,
        parameters: EvolutionParameters,
        seed: Seed,
    ) -> Arc<dyn WatchedRun> {
        background_run(problem, parameters, seed).expect("a run")
    }
    let seed = Seed(number.into());
    match number % 6 {
        0 => {
            let problem = StrategyProblem::new(StrategyGoal::Unbeaten);
            run(problem, opponents::usual_parameters(), seed)
        }
        1 => {
            let problem = LevelProblem::new(level::Setup::default());
            run(problem, level::usual_parameters(), seed)
        }
        2 => {
            let problem = BoardProblem::new(BoardSpec::usual(2), seed);
            run(problem, boards::usual_parameters(), seed)
        }
        3 => {
            let spec = dungeon::setup::Setup::default().spec_at(1);
            run(spec.problem(), spec.method.usual_parameters(), seed)
        }
        4 => {
            let spec = EnemySpec {
                kind: EnemyKind::Hunter,
                strength: 5,
                arenas: DEFAULT_ARENAS,
            };
            let parameters = enemies::problem::usual_parameters();
            run(EnemyProblem::new(spec, seed), parameters, seed)
        }
        _ => BackgroundArchive::new(StrategyAtlas::new(), 16, 200, seed, Vec::new()),
    }
}

/// Starts runs, changes them in ways in which a player could, leaves them, and waits until all of them are gone.
fn start_and_leave(app: &mut App, runs: u32, rng: &mut Stream) {
    let mut left: Vec<Weak<dyn WatchedRun>> = Vec::new();
    let mut drivers: Vec<Entity> = Vec::new();
    for number in 0..runs {
        let run = run_of_kind(number);
        left.push(Arc::downgrade(&run));
        let driver = RunDriver::new(run, Pace::FlatOut);
        drivers.push(app.world_mut().spawn(driver).id());
        for _ in 0..rng.random_below(6) {
            let at = rng.random_below(drivers.len() as u32) as usize;
            let driver = app.world_mut().get_mut::<RunDriver>(drivers[at]);
            touch(&mut driver.expect("it is there"), rng);
            app.update();
        }
        // A few go on beside each other; the others are left in the middle of their work.
        while drivers.len() > 3 {
            let at = rng.random_below(drivers.len() as u32) as usize;
            app.world_mut().despawn(drivers.swap_remove(at));
        }
    }
    for driver in drivers {
        app.world_mut().despawn(driver);
    }
    until(app, "the end of all runs", |_| {
        left.iter().all(|run| run.upgrade().is_none())
    });
}

#[test]
fn runs_that_are_started_paused_stepped_and_cancelled_at_random_leave_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let mut rng = Seed(3).stream(Purpose::Player);
    let runs = times(60, "EVOLVARIUM_SOAK_RUNS");
    start_and_leave(&mut app, runs, &mut rng);
    println!("{runs} runs");
}

#[cfg(target_os = "linux")]
mod process {
    use std::fs;
    use std::path::Path;

    use super::super::{program, program_folder, succeeded, times};
    use super::{app, start_and_leave};
    use evolvarium::base::{Purpose, Seed};

    /// The most kilobytes by which the memory of the program may differ after the runs. A run that stays takes hundreds
    /// of kilobytes, so that a thousand of them are noticed; the allocator keeps some dozens of megabytes for later,
    /// more of them on a busy machine, where more threads are at work at the same time.
    const MEMORY: i64 = 128 << 10;
    /// The number of runs from which the memory is checked. Fewer runs would stay below [`MEMORY`] although all of them
    /// stayed, so that the usual number of runs says nothing about the memory.
    const RUNS_FOR_MEMORY: u32 = 1_000;

    /// Returns a number of `/proc/self/status`.
    fn status(field: &str) -> i64 {
        let text = fs::read_to_string("/proc/self/status").expect("Linux tells it");
        let mut fields = text.lines().filter_map(|line| line.split_once(':'));
        let (_, value) = fields.find(|(name, _)| *name == field).expect("it is told");
        let number = value.split_whitespace().next().expect("a number");
        number.parse().expect("a number")
    }

    /// The program of its own, so that no other test has threads or memory in it.
    #[test]
    #[ignore = "another test starts it as a program of its own"]
    fn a_program_that_starts_and_leaves_runs() {
        let folder = program_folder();
        let mut app = app(Path::new(&folder));
        app.update();
        let mut rng = Seed(5).stream(Purpose::Player);
        // The runs are started and left once before, so that the pools have their threads and the allocator its memory.
        start_and_leave(&mut app, 40, &mut rng);
        let before = ["Threads", "VmRSS"].map(status);
        let runs = times(40, "EVOLVARIUM_SOAK_RUNS");
        start_and_leave(&mut app, runs, &mut rng);
        let after = ["Threads", "VmRSS"].map(status);
        assert_eq!(after[0], before[0], "threads");
        let grown = after[1] - before[1];
        assert!(
            runs < RUNS_FOR_MEMORY || grown < MEMORY,
            "{grown} kB more after {runs} runs"
        );
        println!("{} threads before and after, {grown} kB more", after[0]);
    }

    #[test]
    fn the_threads_are_the_same_after_many_runs_as_before() {
        let folder = tempfile::tempdir().expect("a folder");
        let test = "leaks::process::a_program_that_starts_and_leaves_runs";
        let said = succeeded(program(test, folder.path(), ""), "runs");
        print!("{said}");
    }
}
