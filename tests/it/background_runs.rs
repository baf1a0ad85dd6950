//! Runs in the background of the whole game: in the theatre, at any pace; slow runs, and runs that panic.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use evolvarium::games::match3::Table;
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::generation::task::background_run;
use evolvarium::generation::{
    Bits, Crossover, DisplaySelection, EvolutionParameters, MutationGaps, Pick, Picture, Problem,
    Seed, StopReason, Stream, WatchedRun,
};
use evolvarium::shell::games::{ActiveGame, Games};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::theatre;

use crate::harness::{ID, app, notices, screen, start, until};

/// Opens the theatre on the usual level, and returns the entity of the run.
fn open_theatre(app: &mut App) -> Entity {
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some("match3");
    let card = app
        .world()
        .resource::<Games>()
        .find("match3")
        .expect("it is listed");
    (card.evolve)(app.world_mut()).expect("the usual setup is valid");
    until(app, "the theatre", |world| screen(world) == Screen::Theatre);
    let run = theatre::watched(app.world()).expect("a run");
    let name = app.world().get::<Name>(run).map(Name::as_str);
    assert_eq!(name, Some("match3.evolving"));
    run
}

#[test]
fn a_level_evolves_in_the_theatre_and_any_individual_can_be_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let run = open_theatre(&mut app);
    app.world_mut()
        .get_mut::<RunDriver>(run)
        .expect("a run")
        .pace = Pace::FlatOut;
    let live = |world: &World| Arc::clone(world.get::<RunDriver>(run).expect("a run").watched());
    until(&mut app, "the end", |world| {
        live(world).progress().stop == Some(StopReason::TargetMet)
    });
    let live = live(app.world());
    let frame = live.frame(DisplaySelection::BEST, 40).expect("a frame");
    assert_eq!(frame.members.len(), 20);
    assert!(frame.members.iter().any(|(_, p)| p.elite));
    let place = frame
        .members
        .iter()
        .filter(|(_, p)| p.violation == 0)
        .count()
        - 1;
    let (member, _) = frame.members[place];
    let pick = Pick::Member(frame.generation, member);
    theatre::pick(app.world_mut(), pick);
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    let id = app.world().resource::<Table>().id().to_string();
    let special = |app: &App| {
        let board = app.world().resource::<Table>().state().board();
        let kinds: Vec<_> = board.size().cells().map(|cell| board.kind(cell)).collect();
        (kinds, app.world().resource::<Table>().state().moves_left())
    };
    let shown = special(&app);
    // The id is enough to get the same level.
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Title);
    app.update();
    start(&mut app, &id);
    assert_eq!(special(&app), shown);
}

#[test]
fn pausing_stepping_and_any_pace_give_the_same_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let mut finish = |pace: Pace, steps: u32| {
        let problem = evolvarium::games::match3::level::LevelProblem::new(Default::default());
        let run =
            background_run(problem, EvolutionParameters::default(), Seed(3)).expect("in range");
        let entity = app
            .world_mut()
            .spawn(RunDriver::new(run.clone(), Pace::Paused))
            .id();
        for step in 0..steps {
            app.world_mut()
                .get_mut::<RunDriver>(entity)
                .expect("the run is there")
                .step();
            until(&mut app, "a step", |_| {
                run.progress().generation == Some(step)
            });
        }
        app.world_mut()
            .get_mut::<RunDriver>(entity)
            .expect("the run is there")
            .pace = pace;
        until(&mut app, "the end", |_| run.progress().stop.is_some());
        let progress = run.progress();
        let best = run.genome(Pick::Best).expect("a best individual").genome;
        (
            progress.generation,
            progress.evaluations,
            progress.stop,
            best,
        )
    };
    let flat = finish(Pace::FlatOut, 0);
    assert_eq!(flat, finish(Pace::FlatOut, 5));
    assert_eq!(flat, finish(Pace::PerSecond(2_000.0), 1));
}

/// A problem whose evaluation takes a quarter of a millisecond; one individual may panic.
struct Slow {
    breaks: bool,
}

impl Problem for Slow {
    type Genome = Bits<1>;

    fn genes(&self) -> usize {
        60
    }
    fn random(&self, rng: &mut Stream) -> Bits<1> {
        Bits::random(60, rng)
    }
    fn cross(&self, a: &Bits<1>, b: &Bits<1>, how: Crossover, rng: &mut Stream) -> Bits<1> {
        a.blend(b, &how.mask(60, rng))
    }
    fn mutate(&self, genome: &mut Bits<1>, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |gene, _| genome.flip(gene));
    }
    fn objective(&self, genome: &Bits<1>, _: &mut Stream) -> f64 {
        assert!(!self.breaks || genome.count() < 35, "too many ones");
        let started = Instant::now();
        while started.elapsed() < Duration::from_micros(250) {}
        f64::from(genome.count())
    }
    fn picture(&self, _: &Bits<1>) -> Picture {
        Picture::default()
    }
}

#[test]
fn a_slow_run_in_the_background_gives_what_one_thread_gives() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let parameters = EvolutionParameters {
        population: 60,
        generations: 20,
        ..EvolutionParameters::default()
    };
    let run =
        background_run(Slow { breaks: false }, parameters.clone(), Seed(5)).expect("in range");
    app.world_mut()
        .spawn(RunDriver::new(run.clone(), Pace::FlatOut));
    until(&mut app, "the end", |_| run.progress().stop.is_some());
    let mut alone =
        evolvarium::generation::Run::new(Arc::new(Slow { breaks: false }), parameters, Seed(5))
            .expect("in range");
    alone.finish();
    let best = run.genome(Pick::Best).expect("a best individual");
    assert_eq!(Some(&best), alone.best());
    assert_eq!(run.progress().evaluations, alone.evaluations());
    let last = alone.generation().expect("generations");
    assert_eq!(run.progress().generation, Some(last));
    let members = (0..).map_while(|member| run.genome(Pick::Member(last, member)));
    let members: Vec<_> = members.collect();
    let of_alone: Vec<_> = alone.newest().members().cloned().collect();
    assert_eq!(members, of_alone, "the whole last generation");
}

#[test]
fn a_panic_in_a_run_becomes_a_notice_with_its_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let run = background_run(
        Slow { breaks: true },
        EvolutionParameters::default(),
        Seed(5),
    )
    .expect("in range");
    app.world_mut()
        .spawn(RunDriver::new(run.clone(), Pace::FlatOut));
    until(&mut app, "the notice", |world| {
        notices(world).contains("too many ones")
    });
    assert!(matches!(run.progress().stop, Some(StopReason::Failed(_))));
    start(&mut app, ID);
}
