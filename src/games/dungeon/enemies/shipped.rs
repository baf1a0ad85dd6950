//! The enemies that the project ships, and the evolution of such a roster.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::arena::Arena;
use super::problem::{EnemyProblem, Variety, finalists, usual_parameters};
use super::roster_file;
use super::shrink::shrink;
use super::spec::EnemySpec;
use crate::base::{RangeError, parallel_map};
use crate::games::dungeon::rules::program::Program;
use crate::games::dungeon::rules::{Breed, EnemyKind, Roster};
use crate::generation::{EvolutionParameters, Run, Seed};

/// The enemies that the project ships.
pub fn shipped_roster() -> &'static Roster {
    static SHIPPED: LazyLock<Roster> = LazyLock::new(|| {
        let text = include_str!("../../../../assets/opponents/dungeon_enemies.ron");
        let path = Path::new("assets/opponents/dungeon_enemies.ron");
        roster_file::parse(path, text).expect("a test has read it")
    });
    &SHIPPED
}

/// The strengths of the bodies for which shipped enemies evolve.
pub const STRENGTHS: [u8; 3] = [2, 5, 8];

/// The number of the seed of the arenas in which the last generation is compared.
const FINAL: u64 = 7;
/// The fitness that a node must be worth, beside its cost, to stay.
const SHRINK_PRICE: f64 = 0.5;

/// The options for the evolution of a roster.
#[derive(Clone, Copy, Debug)]
pub struct TrainingOptions {
    /// The number of programs in a generation.
    pub population: u32,
    /// The number of generations of a run.
    pub generations: u32,
    /// The number of arenas of a generation, in each of which a program fights.
    pub arenas: u32,
    /// The number of runs for each enemy, of which the best one counts, because a run may get stuck early.
    pub runs: u32,
    /// The kind that evolves; `None` stands for all of them.
    pub only: Option<EnemyKind>,
    /// The number of threads, which does not change the result.
    pub threads: usize,
}

/// The course of the run from which an enemy comes.
#[derive(Clone, Debug, Default)]
pub struct TrainingCourse {
    /// The best fitness of every generation.
    pub fitness: Vec<f64>,
    /// The variety of the founders.
    pub founders: Variety,
    /// The variety of the last generation.
    pub last: Variety,
}

/// An enemy that has evolved, with its fitness and the course of its run.
struct Evolved {
    fitness: f64,
    breed: Arc<Breed>,
    course: TrainingCourse,
}

/// Evolves one enemy of every kind, or of one kind alone, at every strength. Calls `report` with each one and the course
/// of its run.
pub fn evolve_roster(
    seed: Seed,
    options: TrainingOptions,
    mut report: impl FnMut(&Breed, &TrainingCourse),
) -> Result<Roster, RangeError> {
    let mut roster = Roster::new();
    for (number, kind) in (0u64..).zip(EnemyKind::ALL) {
        if options.only.is_some_and(|only| only != kind) {
            continue;
        }
        for strength in STRENGTHS {
            let seed = seed.child(number * 100 + u64::from(strength));
            let spec = EnemySpec {
                kind,
                strength,
                arenas: options.arenas,
            };
            let problem = Arc::new(EnemyProblem::new(spec, seed));
            let mut best: Option<Evolved> = None;
            for run in 0..options.runs.max(1) {
                let found = evolve_breed(spec, &problem, options, seed.child(run.into()))?;
                let better = |best: &Evolved| found.fitness > best.fitness;
                if best.as_ref().is_none_or(better) {
                    best = Some(found);
                }
            }
            if let Some(Evolved { breed, course, .. }) = best {
                report(&breed, &course);
                roster.push(breed);
            }
        }
    }
    Ok(roster)
}

/// The number of unseen arenas in which the last generation of a run is compared and shrunk.
const FINAL_ARENAS: u32 = 120;
/// The number of the best individuals of the last generation that are compared.
const FINALISTS: usize = 12;

/// The best individual of the last generation of a run. It is found and shrunk in many more arenas than it has fought
/// in.
fn evolve_breed(
    spec: EnemySpec,
    problem: &Arc<EnemyProblem>,
    options: TrainingOptions,
    seed: Seed,
) -> Result<Evolved, RangeError> {
    let parameters = EvolutionParameters {
        generations: options.generations,
        population: options.population,
        ..usual_parameters()
    };
    let mut run = Run::new(Arc::clone(problem), parameters, seed)?;
    let mut course = TrainingCourse::default();
    while run.stop_reason().is_none() {
        run.step_parallel(options.threads);
        course.fitness.extend(run.best().map(|best| best.fitness));
        if run.generation() == Some(0) {
            course.founders = Variety::of(&run);
        }
    }
    course.last = Variety::of(&run);
    let arenas = Arena::training(seed.child(FINAL), FINAL_ARENAS, spec.kind);
    let finalists = finalists(&run, FINALISTS);
    let judged = parallel_map(finalists.len(), options.threads, |at| {
        problem.fitness(&arenas, &finalists[at])
    });
    let best = (0..finalists.len()).max_by(|a, b| judged[*a].total_cmp(&judged[*b]));
    let best = &finalists[best.expect("a run has members")];
    let fitness = |program: &Program| problem.fitness(&arenas, program);
    let program = shrink(best, SHRINK_PRICE, fitness);
    Ok(Evolved {
        fitness: fitness(&program),
        breed: spec.breed(program),
        course,
    })
}
