//! The atlas of enemies: MAP-Elites over the ways in which programs fight in arenas. The quality is the score of their
//! kind.

use super::arena::Arena;
use super::problem::{EnemyProblem, Figures};
use super::spec::{DEFAULT_ARENAS, EnemySpec};
use crate::games::dungeon::rules::program::Program;
use crate::generation::archive::ArchiveProblem;
use crate::generation::measure::Axes;
use crate::generation::{Measure, MutationGaps, Sample, Seed, Stream};

/// The measures; values beyond their ranges count as the nearest end: damage in a fight, life left in percent, turns
/// away from the post in percent, the aim of the kind in percent, turns at a distance in percent, and nodes of the
/// program.
const ALL: [Measure; 6] = [
    Measure::new("dungeon.measure.damage", "dungeon.fact.hurt", 0.0, 20.0),
    Measure::new(
        "dungeon.measure.life",
        "dungeon.measure.life.what",
        0.0,
        100.0,
    ),
    Measure::new(
        "dungeon.measure.roaming",
        "dungeon.measure.roaming.what",
        0.0,
        100.0,
    ),
    Measure::new(
        "dungeon.measure.aim",
        "dungeon.measure.aim.what",
        0.0,
        100.0,
    ),
    Measure::new(
        "dungeon.measure.retreats",
        "dungeon.measure.retreats.what",
        0.0,
        100.0,
    ),
    Measure::new("dungeon.measure.nodes", "dungeon.fact.nodes", 2.0, 62.0),
];

/// The probability of a mutation.
const MUTATION: f64 = 0.5;
/// The score at which the quality of an enemy is one half.
const HALF_QUALITY_AT: f64 = 100.0;

/// The archive of enemies of one kind and strength.
pub struct EnemyAtlas {
    problem: EnemyProblem,
    gaps: MutationGaps,
}

impl EnemyAtlas {
    /// An archive of enemies. The seed determines the fights that are shown; archive cells are decided in fresh arenas.
    pub fn new(spec: EnemySpec, seed: Seed) -> Self {
        EnemyAtlas {
            problem: EnemyProblem::new(spec, seed),
            gaps: MutationGaps::new(MUTATION, 1),
        }
    }

    /// The specification of the enemy whose programs evolve.
    pub fn spec(&self) -> EnemySpec {
        self.problem.spec()
    }
}

impl ArchiveProblem for EnemyAtlas {
    type Problem = EnemyProblem;

    fn problem(&self) -> &EnemyProblem {
        &self.problem
    }

    fn measures(&self) -> Vec<Measure> {
        ALL.to_vec()
    }

    /// The axes: roaming across, and damage up.
    fn usual_axes(&self) -> Axes {
        Axes { across: 2, up: 0 }
    }

    fn samples(&self) -> u32 {
        10
    }

    fn measure(&self, program: &Program, rng: &mut Stream) -> Option<Sample> {
        let spec = self.problem.spec();
        let breed = spec.breed(program.clone());
        let arenas = Arena::training(Seed(rng.next_u64()), DEFAULT_ARENAS, spec.kind);
        let figures = Figures::of(&arenas, &breed);
        Some(Sample::of(
            figures.score / (figures.score + HALF_QUALITY_AT),
            [
                figures.damage.min(20.0),
                100.0 * figures.life,
                100.0 * (1.0 - figures.kept_post),
                figures.aims[spec.kind as usize],
                100.0 * figures.kept_distance,
                program.size().min(62) as f64,
            ],
        ))
    }

    fn gaps(&self) -> &MutationGaps {
        &self.gaps
    }
}
