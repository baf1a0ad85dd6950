//! The problem of evolving enemies: programs fight in arenas, and each kind scores its fights in its own way.

use std::sync::Arc;

use super::arena::{Arena, FightStats};
use super::{listing, operators, scenes};
use crate::games::dungeon::rules::program::Program;
use crate::games::dungeon::rules::{Breed, EnemyKind};
use crate::generation::{
    Crossover, EvolutionParameters, Fact, MutationGaps, Picture, Problem, Seed, Selection, Stream,
};

/// The specification of an enemy to evolve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnemySpec {
    /// The kind, which decides the body and the score.
    pub kind: EnemyKind,
    /// The strength of the body, from 1.
    pub strength: u8,
    /// The number of arenas in which a program fights.
    pub arenas: u32,
}

impl EnemySpec {
    /// Returns the breed that has a program.
    pub fn breed(&self, program: Program) -> Arc<Breed> {
        Arc::new(Breed {
            kind: self.kind,
            strength: self.strength,
            program,
        })
    }
}

/// The usual number of arenas, as in the source code of GeneticGame (samus24).
pub const DEFAULT_ARENAS: u32 = 6;
/// The fitness that each node costs, so that programs do not bloat.
const NODE_COST: f64 = 0.05;
/// The probability of crossover, as in the source code of GeneticGame.
const CROSSOVER_RATE: f64 = 0.65;

/// The score of a fight: twice the points that every kind gets, and the points of the kind.
pub fn fight_score(kind: EnemyKind, stats: &FightStats) -> f64 {
    let own = match kind {
        EnemyKind::Hunter => {
            let steps = 0.3 * f64::from(stats.patrol_steps) + f64::from(stats.pursuit_steps);
            10.0 * f64::from(stats.attackers) + steps
        }
        EnemyKind::Guard => 30.0 * (1.0 - stats.off_post) + 2.0 * f64::from(stats.blocked.min(10)),
        // A coward that only hides gets nothing, and one that only stands there gets little.
        EnemyKind::Coward => {
            let unhurt = 40.0 * stats.life_left * f64::from(stats.damage_dealt.min(8)) / 8.0;
            unhurt + 8.0 * f64::from(stats.retreats.min(12))
        }
        EnemyKind::Ambusher => 25.0 * f64::from(stats.ambushes),
    };
    2.0 * stats.points() + own
}

/// The number of every six arenas in which the intruder is hurried. Hunters must learn to catch it, and guards
/// let it come.
fn hurried_intruders(kind: EnemyKind) -> u32 {
    match kind {
        EnemyKind::Hunter => 4,
        EnemyKind::Guard => 1,
        EnemyKind::Coward | EnemyKind::Ambusher => 3,
    }
}

/// The problem of evolving one enemy.
pub struct EnemyProblem {
    spec: EnemySpec,
    arenas: Vec<Arena>,
}

impl EnemyProblem {
    /// The problem of a specification, with arenas from a seed.
    pub fn new(spec: EnemySpec, seed: Seed) -> Self {
        EnemyProblem {
            spec,
            arenas: Arena::many(seed, spec.arenas.max(1), hurried_intruders(spec.kind)),
        }
    }

    /// The specification.
    pub fn spec(&self) -> EnemySpec {
        self.spec
    }

    /// The arenas.
    pub fn arenas(&self) -> &[Arena] {
        &self.arenas
    }

    /// The statistics of a program's fights, one for each arena.
    fn fight_stats(&self, program: &Program) -> impl Iterator<Item = FightStats> + '_ {
        let breed = self.spec.breed(program.clone());
        let fight = move |arena: &Arena| arena.fight(&breed, self.spec.strength);
        self.arenas.iter().map(fight)
    }
}

impl Problem for EnemyProblem {
    type Genome = Program;

    /// One, because a mutation changes a program in one place.
    fn genes(&self) -> usize {
        1
    }

    fn random(&self, rng: &mut Stream) -> Program {
        operators::simplified(&operators::random(self.spec.kind, rng))
    }

    fn cross(&self, first: &Program, second: &Program, _: Crossover, rng: &mut Stream) -> Program {
        if rng.random_f64() < CROSSOVER_RATE {
            operators::simplified(&operators::cross(first, second, rng))
        } else {
            first.clone()
        }
    }

    fn mutate(&self, program: &mut Program, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |_, rng| {
            operators::mutate(program, self.spec.kind, rng);
            *program = operators::simplified(program);
        });
    }

    /// The mean score of the fights minus the cost of the nodes, at least 0.
    fn objective(&self, program: &Program, _: &mut Stream) -> f64 {
        let score = |stats| fight_score(self.spec.kind, &stats);
        let sum: f64 = self.fight_stats(program).map(score).sum();
        let mean = sum / self.arenas.len() as f64;
        (mean - NODE_COST * program.size() as f64).max(0.0)
    }

    fn has_comparable_pictures(&self) -> bool {
        false
    }

    fn picture(&self, program: &Program) -> Picture {
        listing::picture(program)
    }

    /// The pictures of one of the fights; `showing` goes round the arenas.
    fn scenes(&self, program: &Program, showing: u32) -> Vec<Picture> {
        let arena = &self.arenas[showing as usize % self.arenas.len()];
        scenes::scenes(arena, &self.spec.breed(program.clone()), self.spec.strength)
    }

    fn facts(&self, program: &Program) -> Vec<Fact> {
        let fight_stats: Vec<FightStats> = self.fight_stats(program).collect();
        let count = fight_stats.len() as f64;
        let mean =
            |value: &dyn Fn(&FightStats) -> f64| fight_stats.iter().map(value).sum::<f64>() / count;
        let fact = Fact::new;
        let killed = fight_stats.iter().filter(|stats| stats.killed).count();
        let mut facts = vec![
            fact("dungeon.fact.killed", format!("{killed} / {count}")),
            fact(
                "dungeon.fact.hurt",
                format!("{:.1}", mean(&|stats| f64::from(stats.damage_dealt))),
            ),
            fact(
                "dungeon.fact.life",
                format!("{:.0} %", 100.0 * mean(&|stats| stats.life_left)),
            ),
            fact("dungeon.fact.nodes", program.size().to_string()),
        ];
        if !listing::is_legible(program) {
            facts.push(fact("dungeon.fact.patrol", program.patrol.to_string()));
            facts.push(fact("dungeon.fact.attack", program.attack.to_string()));
        }
        facts
    }
}

/// The usual search parameters. The rates are those in the source code of GeneticGame, and population and
/// generations are those of its logged run.
pub fn usual_search() -> EvolutionParameters {
    EvolutionParameters {
        population: 100,
        elitism: 2,
        mutation: 0.25,
        selection: Selection::Tournament(3),
        generations: 200,
        milliseconds: 0,
        ..EvolutionParameters::default()
    }
}
