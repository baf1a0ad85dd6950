//! Tests of the driver of runs, with a run that writes down what is asked of it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bevy::ecs::system::RunSystemOnce;

use super::*;
use crate::generation::scripted_run::{ScriptedRun, Work};

fn driver(run: &Arc<ScriptedRun>, pace: Pace) -> RunDriver {
    RunDriver::new(Arc::clone(run) as Arc<dyn WatchedRun>, pace)
}

#[test]
fn the_slow_pace_takes_as_long_as_the_births_need_and_the_usual_one_doubles() {
    assert_eq!([slow_rate(0), slow_rate(119)], [0.2, 0.2]);
    assert!((1.0 / slow_rate(120) - 5.04).abs() < 1e-3);
    assert!((1.0 / slow_rate(2_000) - 84.0).abs() < 1e-3);
    assert_eq!([0.0, 2.5, 7.5].map(usual_rate), [1.0, 2.0, 8.0]);
    let rates = [
        Pace::Paused,
        Pace::Slow,
        Pace::PerSecond(7.0),
        Pace::Usual,
        Pace::FlatOut,
    ];
    let rates = rates.map(|pace| pace.rate(10.0, 2_000));
    assert_eq!(rates, [0.0, slow_rate(2_000), 7.0, 16.0, f32::INFINITY]);
}

#[test]
fn the_fraction_of_a_generation_is_kept_until_the_run_pauses() {
    let mut one = driver(&Arc::default(), Pace::PerSecond(10.0));
    let due: Vec<u32> = (0..4).map(|_| one.generations_due(0.25, 0)).collect();
    assert_eq!(due, [2, 3, 2, 3]);
    assert_eq!(one.generations_due(0.25, 0), 2, "half of one is left");
    one.pace = Pace::Paused;
    assert_eq!(one.generations_due(0.25, 0), 0);
    one.pace = Pace::PerSecond(10.0);
    assert_eq!(one.generations_due(0.25, 0), 2, "the half is forgotten");
    one.step();
    assert_eq!(one.pace, Pace::Paused);
    let due: Vec<u32> = (0..2).map(|_| one.generations_due(0.25, 0)).collect();
    assert_eq!(due, [1, 0]);
    one.pace = Pace::FlatOut;
    assert_eq!(one.generations_due(0.25, 0), u32::MAX);
}

#[test]
fn the_usual_pace_makes_50_generations_in_ten_seconds_and_500_in_eighteen() {
    let mut one = driver(&Arc::default(), Pace::Usual);
    let mut made = |frames: u32| -> u32 { (0..frames).map(|_| one.generations_due(0.25, 0)).sum() };
    let in_ten = made(40);
    assert!((48..=56).contains(&in_ten), "{in_ten}");
    let in_eighteen = in_ten + made(32);
    assert!((480..=540).contains(&in_eighteen), "{in_eighteen}");
    // The slow pace follows the births.
    let mut slow = driver(&Arc::default(), Pace::Slow);
    let due: u32 = (0..4 * 84).map(|_| slow.generations_due(0.25, 1_000)).sum();
    assert!((1..=2).contains(&due), "{due} generations of 42 seconds");
}

#[test]
fn a_run_that_is_to_pause_makes_the_generations_up_to_there() {
    let run = Arc::<ScriptedRun>::default();
    let mut one = driver(&run, Pace::FlatOut);
    assert_eq!(one.up_to_pause(100), 100);
    one.until = Some(5);
    for (generation, due, made) in [
        (None, 100, 6),
        (None, 2, 2),
        (Some(0), 100, 5),
        (Some(3), 100, 2),
        (Some(4), 100, 1),
    ] {
        run.set_progress(generation, None);
        assert_eq!(one.up_to_pause(due), made, "after {generation:?}");
        assert_eq!((one.until, one.pace), (Some(5), Pace::FlatOut));
    }
    for generation in [5, 9] {
        (one.until, one.pace) = (Some(5), Pace::FlatOut);
        run.set_progress(Some(generation), None);
        assert_eq!(one.up_to_pause(100), 0);
        assert_eq!((one.until, one.pace), (None, Pace::Paused));
    }
}

/// The reasons with which runs have ended.
#[derive(Resource, Default)]
struct Ends(Vec<StopReason>);

/// A world with the driver of a run.
fn world(run: &Arc<ScriptedRun>, pace: Pace) -> (World, Entity) {
    let mut world = World::new();
    world.init_resource::<Time>();
    world.init_resource::<Ends>();
    world.add_observer(|ended: On<RunEnded>, mut ends: ResMut<Ends>| {
        ends.0.push(ended.stop.clone());
    });
    let driver = world.spawn(driver(run, pace)).id();
    (world, driver)
}

/// Lets a frame of some seconds pass.
fn frame(world: &mut World, seconds: f32) {
    let seconds = Duration::from_secs_f32(seconds);
    world.resource_mut::<Time>().advance_by(seconds);
    world.run_system_once(drive_runs).expect("it runs");
}

/// Waits until the task of a driver is over.
fn finish_task(world: &World, driver: Entity) {
    let driver = world.get::<RunDriver>(driver).expect("a driver");
    let is_over = || driver.task.as_ref().is_none_or(Task::is_finished);
    while !is_over() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn set_pace(world: &mut World, driver: Entity, pace: Pace) {
    world.get_mut::<RunDriver>(driver).expect("a driver").pace = pace;
}

#[test]
fn a_task_is_started_only_for_generations_that_are_due() {
    let run = Arc::<ScriptedRun>::default();
    let (mut world, driver) = world(&run, Pace::PerSecond(8.0));
    // A long frame counts as a quarter of a second.
    let steps: [(f32, &[u32]); 4] = [(0.1, &[]), (0.1, &[1]), (0.1, &[1, 1]), (60.0, &[1, 1, 2])];
    for (seconds, tasks) in steps {
        frame(&mut world, seconds);
        finish_task(&world, driver);
        assert_eq!(run.tasks(), tasks);
    }
    set_pace(&mut world, driver, Pace::Paused);
    frame(&mut world, 1.0);
    assert_eq!(run.tasks().len(), 3);
    world.get_mut::<RunDriver>(driver).expect("a driver").step();
    for _ in 0..2 {
        frame(&mut world, 1.0);
        finish_task(&world, driver);
        assert_eq!(run.tasks(), [1, 1, 2, 1]);
    }
    // A paused run still catches up, and learns that it is cancelled.
    run.is_behind.store(true, Ordering::Relaxed);
    frame(&mut world, 1.0);
    finish_task(&world, driver);
    run.is_behind.store(false, Ordering::Relaxed);
    frame(&mut world, 1.0);
    assert_eq!(run.tasks(), [1, 1, 2, 1, 0]);
    world
        .get_mut::<RunDriver>(driver)
        .expect("a driver")
        .cancel();
    frame(&mut world, 1.0);
    assert_eq!(run.tasks(), [1, 1, 2, 1, 0, 0]);
}

#[test]
fn a_pause_reaches_the_task_that_works_but_not_that_of_a_step() {
    // The task makes generations at a pace.
    let run = ScriptedRun::with_work(Work::Endless);
    let (mut one, driver) = world(&run, Pace::FlatOut);
    for _ in 0..3 {
        frame(&mut one, 0.1);
    }
    assert_eq!(run.tasks(), [u32::MAX], "one task at a time");
    assert!(!run.control.should_stop());
    set_pace(&mut one, driver, Pace::Paused);
    frame(&mut one, 0.1);
    assert!(run.control.should_stop());
    // The task makes the generation of a step.
    let run = ScriptedRun::with_work(Work::Endless);
    let (mut two, driver) = world(&run, Pace::Paused);
    two.get_mut::<RunDriver>(driver).expect("a driver").step();
    for _ in 0..3 {
        frame(&mut two, 0.1);
    }
    assert_eq!(run.tasks(), [1]);
    assert!(!run.control.should_stop());
    // The task of a paused run that catches up makes no step.
    let run = ScriptedRun::with_work(Work::Endless);
    run.is_behind.store(true, Ordering::Relaxed);
    let (mut three, _) = world(&run, Pace::Paused);
    frame(&mut three, 0.1);
    assert_eq!(run.tasks(), [0]);
    frame(&mut three, 0.1);
    assert!(run.control.should_stop());
}

#[test]
fn the_end_of_a_run_is_told_once_and_again_if_it_has_gone_on() {
    let run = Arc::<ScriptedRun>::default();
    let (mut world, driver) = world(&run, Pace::FlatOut);
    let told = |world: &World| world.resource::<Ends>().0.clone();
    run.set_progress(Some(7), Some(StopReason::TargetMet));
    for _ in 0..3 {
        frame(&mut world, 0.1);
    }
    assert_eq!(told(&world), [StopReason::TargetMet]);
    assert!(run.tasks().is_empty(), "a run that has ended gets no task");
    // A player has intervened.
    run.set_progress(Some(7), None);
    frame(&mut world, 0.1);
    finish_task(&world, driver);
    assert_eq!(run.tasks(), [u32::MAX]);
    run.set_progress(Some(9), Some(StopReason::GenerationLimit));
    for _ in 0..3 {
        frame(&mut world, 0.1);
    }
    let ends = [StopReason::TargetMet, StopReason::GenerationLimit];
    assert_eq!(told(&world), ends);
}

#[test]
fn a_task_goes_on_to_a_pause_when_its_driver_is_gone() {
    let run = ScriptedRun::with_work(Work::UntilGateOpens);
    let (mut world, driver) = world(&run, Pace::FlatOut);
    frame(&mut world, 0.1);
    world.despawn(driver);
    assert!(run.control.should_stop());
    run.is_gate_open.store(true, Ordering::Relaxed);
    let started = std::time::Instant::now();
    while !run.is_done.load(Ordering::Relaxed) {
        // The limit only finds a task that never ends, however busy the machine is.
        assert!(started.elapsed() < Duration::from_secs(3_600));
        std::thread::sleep(Duration::from_millis(1));
    }
}
