//! The ways to treat infeasible boards that are compared: FI-2Pop, and one population in four ways.

use std::sync::Arc;

use super::not_found;
use crate::experiment::ExperimentError;
use crate::games::match3::level::{GenerationError, LevelGenome, LevelProblem, Setup};
use crate::generation::{
    Crossover, EvolutionParameters, MutationGaps, Picture, Problem, Run, Scheme, Seed, StopReason,
    Stream,
};

/// A way to treat infeasible boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// FI-2Pop: two populations.
    TwoPopulations,
    /// One population that only tests feasibility, as limbsoo's first post describes the algorithm before FI-2Pop: an
    /// infeasible board has the fitness of its swap potential, but cannot end the run.
    TestedAtTheEnd,
    /// One population that only tests feasibility in the stricter reading of the same post: the fitness of an
    /// infeasible board is 0.
    Discarded,
    /// One population in which every feasible board outranks every infeasible one, and those rank by violation. It is
    /// the one population of the settings.
    RankedBelow,
    /// One population in which the violation is added to the distance to the wanted potential.
    AddedToDistance,
}

impl Treatment {
    /// All treatments, FI-2Pop first.
    pub const ALL: [Treatment; 5] = [
        Treatment::TwoPopulations,
        Treatment::TestedAtTheEnd,
        Treatment::Discarded,
        Treatment::RankedBelow,
        Treatment::AddedToDistance,
    ];

    /// The key of its name in the language files.
    pub fn key(self) -> &'static str {
        match self {
            Treatment::TwoPopulations => "match3.experiment.two",
            Treatment::TestedAtTheEnd => "match3.experiment.tested",
            Treatment::Discarded => "match3.experiment.discarded",
            Treatment::RankedBelow => "match3.experiment.ranked",
            Treatment::AddedToDistance => "match3.experiment.added",
        }
    }

    /// Whether limbsoo's first post describes the treatment.
    pub fn is_in_the_post(self) -> bool {
        !matches!(self, Treatment::RankedBelow | Treatment::AddedToDistance)
    }

    /// Evolves a board of a setup for at most `generations` generations.
    pub fn evolve(
        self,
        setup: &Setup,
        generations: u32,
        seed: Seed,
    ) -> Result<EvolutionResult, ExperimentError> {
        let level = LevelProblem::new(setup.clone());
        let parameters = EvolutionParameters {
            generations,
            scheme: match self {
                Treatment::RankedBelow => Scheme::OnePopulation,
                _ => Scheme::TwoPopulations,
            },
            ..EvolutionParameters::default()
        };
        match self {
            Treatment::TwoPopulations | Treatment::RankedBelow => {
                evolve(level.clone(), &level, parameters, seed)
            }
            _ => {
                let blind = BlindProblem::new(level.clone(), self);
                evolve(blind, &level, parameters, seed)
            }
        }
    }
}

/// The result of one evolution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvolutionResult {
    /// The generation in which a level was found; `None` if the run reached its limit without one.
    pub generations: Option<u32>,
    /// The first generation with a feasible board.
    pub first_feasible: Option<u32>,
    /// The mean part of the boards of a generation that are feasible, 0 to 1.
    pub feasible_part: f64,
}

fn evolve<P: Problem<Genome = LevelGenome>>(
    problem: P,
    level: &LevelProblem,
    parameters: EvolutionParameters,
    seed: Seed,
) -> Result<EvolutionResult, ExperimentError> {
    let run = Run::new(Arc::new(problem), parameters, seed);
    let mut run = run.map_err(GenerationError::from)?;
    let (mut first_feasible, mut feasible, mut all) = (None, 0, 0);
    while run.stop_reason().is_none() {
        run.step(usize::MAX);
        let members = run.newest().members();
        let good = members
            .filter(|one| level.violation(&one.genome) == 0)
            .count();
        if good > 0 {
            first_feasible = first_feasible.or(run.generation());
        }
        feasible += good;
        all += run.newest().len();
    }
    let generations = match run.stop_reason() {
        Some(StopReason::TargetMet) => run.generation(),
        Some(StopReason::GenerationLimit) => None,
        other => {
            let why = other.cloned().unwrap_or(StopReason::Cancelled);
            return Err(not_found(level.setup().wanted, why));
        }
    };
    Ok(EvolutionResult {
        generations,
        first_feasible,
        feasible_part: feasible as f64 / all.max(1) as f64,
    })
}

/// The greatest fitness that does not end a run.
const BELOW_TARGET: f64 = 1.0 - f64::EPSILON;

/// The problem of evolving a level for an engine that does not know which boards are infeasible: the violation is part
/// of the fitness.
pub struct BlindProblem {
    level: LevelProblem,
    treatment: Treatment,
}

impl BlindProblem {
    /// The problem with one of the treatments for which the engine does not know the violation.
    pub fn new(level: LevelProblem, treatment: Treatment) -> Self {
        BlindProblem { level, treatment }
    }
}

impl Problem for BlindProblem {
    type Genome = LevelGenome;

    fn genes(&self) -> usize {
        self.level.genes()
    }

    fn random(&self, rng: &mut Stream) -> LevelGenome {
        self.level.random(rng)
    }

    fn cross(
        &self,
        first: &LevelGenome,
        second: &LevelGenome,
        how: Crossover,
        rng: &mut Stream,
    ) -> LevelGenome {
        self.level.cross(first, second, how, rng)
    }

    fn mutate(&self, genome: &mut LevelGenome, gaps: &MutationGaps, rng: &mut Stream) {
        self.level.mutate(genome, gaps, rng);
    }

    fn objective(&self, genome: &LevelGenome, rng: &mut Stream) -> f64 {
        let fitness = self.level.objective(genome, rng);
        let violation = self.level.violation(genome);
        match self.treatment {
            _ if violation == 0 => fitness,
            Treatment::Discarded => 0.0,
            Treatment::AddedToDistance => 1.0 / (1.0 / fitness + f64::from(violation)),
            _ => fitness.min(BELOW_TARGET),
        }
    }

    fn target(&self) -> Option<f64> {
        self.level.target()
    }

    fn met_distance(&self) -> Option<f64> {
        self.level.met_distance()
    }

    fn picture(&self, genome: &LevelGenome) -> Picture {
        self.level.picture(genome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::match3::rules::{Cell, Kind};

    /// A 5x5 board with an obstacle in each cell of `row`.
    fn wall(row: usize) -> LevelGenome {
        let mut board = LevelGenome::default();
        (0..5).for_each(|col| board.set(Cell::at(row, col), Some(Kind::Obstacle)));
        board
    }

    /// With a wall in the last row but one, the 5 cells of the last row are unreachable. With a wall in the last row,
    /// no cell is unreachable.
    #[test]
    fn each_treatment_gives_an_infeasible_board_its_own_fitness() {
        let mut rng = Seed(1).stream(crate::generation::Purpose::Player);
        let (bad, good) = (wall(3), wall(4));
        let setup: Setup = "5x5c7-p0t1000k1o".parse().expect("a setup");
        let level = LevelProblem::new(setup);
        assert_eq!((level.violation(&bad), level.violation(&good)), (5, 0));
        for (treatment, expected) in [
            (Treatment::TestedAtTheEnd, 1.0 - f64::EPSILON),
            (Treatment::Discarded, 0.0),
            (Treatment::AddedToDistance, 1.0 / 6.0),
        ] {
            let problem = BlindProblem::new(level.clone(), treatment);
            assert_eq!(problem.violation(&bad), 0, "the engine is blind");
            assert_eq!(problem.objective(&bad, &mut rng), expected, "{treatment:?}");
            assert_eq!(problem.objective(&good, &mut rng), 1.0, "{treatment:?}");
        }
    }

    #[test]
    fn treatments_that_know_the_violation_find_a_level_with_every_seed() {
        let setup: Setup = "7x7c7-p280t30k10ro".parse().expect("a setup");
        for treatment in Treatment::ALL {
            let knows_violation =
                treatment == Treatment::TwoPopulations || !treatment.is_in_the_post();
            for seed in 0..5 {
                let result = treatment
                    .evolve(&setup, 2_000, Seed(seed))
                    .expect("a result");
                assert!(
                    result.generations.is_some() || !knows_violation,
                    "{treatment:?}"
                );
                let last = result.generations.unwrap_or(2_000);
                assert!(result.first_feasible.is_none_or(|first| first <= last));
                assert!((0.0..=1.0).contains(&result.feasible_part));
                let again = treatment
                    .evolve(&setup, 2_000, Seed(seed))
                    .expect("a result");
                assert_eq!(again, result, "{treatment:?}");
            }
        }
    }

    #[test]
    fn an_evolution_that_reaches_the_limit_has_no_generation() {
        let setup: Setup = "7x7c7-p456t0k10o".parse().expect("a setup");
        let result = Treatment::TwoPopulations
            .evolve(&setup, 1, Seed(1))
            .expect("a result");
        assert_eq!(result.generations, None);
    }
}
