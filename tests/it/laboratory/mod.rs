//! The laboratory: experiments as data and in files, and on the command line.
//!
//! This file has the problem, the subjects and the small experiment that the tests share; the sub-modules have the
//! runs, and the files with the command line.

mod files;
mod runs;

use std::sync::atomic::{AtomicU64, Ordering};

use evolvarium::base::PlainError;
use evolvarium::generation::laboratory::csv::csv;
use evolvarium::generation::laboratory::{
    LabExperiment, LabRun, LabSetting, ParameterChanges, Prepared, Subject,
};
use evolvarium::generation::{
    Crossover, EvolutionParameters, MutationGaps, Picture, Problem, Seed, Stream,
};

/// The number of individuals of [`OneMax`] that have been judged.
static JUDGED: AtomicU64 = AtomicU64::new(0);

/// A problem in which more of 24 bits that are set are better. A genome whose first bit is set is infeasible.
struct OneMax {
    has_target: bool,
    counts: bool,
}

impl Problem for OneMax {
    type Genome = u32;

    fn genes(&self) -> usize {
        24
    }

    fn random(&self, rng: &mut Stream) -> u32 {
        rng.random_below(1 << 24)
    }

    fn cross(&self, first: &u32, second: &u32, _: Crossover, rng: &mut Stream) -> u32 {
        let mask = rng.random_below(1 << 24);
        (first & mask) | (second & !mask)
    }

    fn mutate(&self, genome: &mut u32, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |at, _| *genome ^= 1 << at);
    }

    fn violation(&self, genome: &u32) -> u32 {
        if self.counts {
            JUDGED.fetch_add(1, Ordering::Relaxed);
        }
        genome & 1
    }

    fn objective(&self, genome: &u32, _: &mut Stream) -> f64 {
        f64::from(genome.count_ones())
    }

    fn target(&self) -> Option<f64> {
        self.has_target.then_some(23.0)
    }

    fn picture(&self, _: &u32) -> Picture {
        Picture::of(Vec::new())
    }
}

fn prepare(text: &str, has_target: bool) -> Result<Prepared, PlainError> {
    let counts = match text {
        "24" => false,
        "counted" => true,
        "panics" => {
            return Ok(Prepared::new(EvolutionParameters::default(), |seed| {
                assert!(seed == Seed::default(), "no such seed");
                OneMax {
                    has_target: true,
                    counts: false,
                }
            }));
        }
        _ => return Err(PlainError::new(format!("\"{text}\" is not 24"))),
    };
    let problem = move |_| OneMax { has_target, counts };
    Ok(Prepared::new(EvolutionParameters::default(), problem))
}

const SUBJECTS: [Subject; 2] = [
    Subject {
        key: "one-max",
        name: "one-max",
        usual_setup: || "24".into(),
        prepare: |text| prepare(text, true),
        without: &[],
    },
    Subject {
        key: "endless",
        name: "endless",
        usual_setup: || "24".into(),
        prepare: |text| prepare(text, false),
        without: &[],
    },
];

fn setting(problem: &str, parameters: ParameterChanges) -> LabSetting {
    LabSetting {
        problem: problem.into(),
        parameters,
        ..LabSetting::default()
    }
}

fn with_generations(generations: u32) -> ParameterChanges {
    ParameterChanges {
        generations: Some(generations),
        ..ParameterChanges::default()
    }
}

fn lab(runs: u32, settings: Vec<LabSetting>) -> LabRun {
    let experiment = LabExperiment {
        name: "a test".into(),
        runs,
        seed: Seed(7),
        settings,
    };
    LabRun::new(experiment, &SUBJECTS).expect("a good experiment")
}

pub fn finished(lab: LabRun, threads: usize) -> LabRun {
    lab.finish(threads, &|| ());
    lab
}

/// The runs as a table without the times, which stand in the last column but two.
pub fn without_times(lab: &LabRun) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Vec<String> {
        let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
        cells.remove(cells.len() - 3);
        cells
    };
    csv(lab).lines().map(cells).collect()
}

/// A small experiment in a file.
pub const SMALL: &str = r#"(
    name: "Populations",
    runs: 8,
    seed: "k3f9",
    settings: [
        (name: "twenty", problem: "match3", setup: "7x7c7-p280t30o"),
        (name: "four, alone", problem: "match3", setup: "7x7c7-p280t30o", search: (population: 4, elitism: 0, generations: 20)),
    ],
)"#;
