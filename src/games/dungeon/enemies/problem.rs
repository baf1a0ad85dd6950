//! The problem of evolving enemies: programs fight in arenas, and each kind scores its fights in its own way. The
//! arenas are fresh in every generation, so that a program is not bred for those that its parents fought in.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use super::aim::{aim, score};
use super::arena::Arena;
use super::difference::difference;
use super::epithet::creature;
use super::fight::FightStats;
use super::spec::EnemySpec;
use super::{listing, operators, scenes};
use crate::base::{excerpt, lock};
use crate::games::dungeon::players::HeroDouble;
use crate::games::dungeon::rules::program::{Program, TreeKind};
use crate::games::dungeon::rules::{Adaptation, Breed, EnemyKind};
use crate::generation::diversity::diversity;
use crate::generation::{
    Creature, Crossover, EvolutionParameters, Fact, MutationGaps, Picture, Problem, Run, Seed,
    Selection, Steering, Stream,
};

/// The number of arenas in which no program of the run fights, for the figures that are shown.
const UNSEEN_ARENAS: u32 = 12;
/// The number of the child seed of the unseen arenas.
const UNSEEN: u64 = 1;
/// The number of the child seed of the arenas of generation 0.
const FIRST_GENERATION: u64 = 1_000;
/// The fitness that each node costs, so that programs do not bloat.
pub const NODE_COST: f64 = 0.3;
/// The probability of crossover, as in the source code of GeneticGame.
const CROSSOVER_RATE: f64 = 0.65;
/// One founder in this many is a program that is known to be good.
const KNOWN_FOUNDERS: u32 = 10;

/// The number of letters of a long program that are shown as a fact. Its editor shows all of it.
const PROGRAM_EXCERPT: usize = 90;

/// The mean figures of fights.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    /// The score of the kind, without the cost of nodes.
    pub score: f64,
    /// The points that every kind gets.
    pub points: f64,
    /// The part of these points that is for harm.
    pub harm: f64,
    /// The degree to which the fights fulfilled the aim of each kind, 0 to 100, in the order of [`EnemyKind::ALL`].
    pub aims: [f64; 4],
    /// The share of fights in which the intruder died, 0 to 1.
    pub killed: f64,
    /// The damage that the intruder took.
    pub damage: f64,
    /// The share of life that the enemies kept, 0 to 1.
    pub life: f64,
    /// The number of steps along tracks.
    pub tracked: f64,
    /// The number of blocked blows.
    pub blocked: f64,
    /// The number of enemies that struck first, and unseen.
    pub ambushes: f64,
    /// The share of turns at the post, 0 to 1.
    pub kept_post: f64,
    /// The share of turns at a distance, 0 to 1.
    pub kept_distance: f64,
}

impl Figures {
    /// The figures of a breed's fights in some arenas.
    pub fn of(arenas: &[Arena], breed: &Arc<Breed>) -> Self {
        let fights = arenas
            .iter()
            .map(|arena| arena.fight(breed, breed.strength));
        let fights: Vec<FightStats> = fights.collect();
        let count = fights.len().max(1) as f64;
        let mean =
            |value: &dyn Fn(&FightStats) -> f64| fights.iter().map(value).sum::<f64>() / count;
        Figures {
            score: mean(&|fight| score(breed.kind, fight)),
            points: mean(&FightStats::points),
            harm: mean(&FightStats::harm),
            aims: EnemyKind::ALL.map(|kind| mean(&|fight| aim(kind, fight))),
            killed: mean(&|fight| f64::from(u8::from(fight.killed))),
            damage: mean(&|fight| f64::from(fight.damage_dealt)),
            life: mean(&|fight| fight.life_left),
            tracked: mean(&|fight| f64::from(fight.tracked)),
            blocked: mean(&|fight| f64::from(fight.blocked)),
            ambushes: mean(&|fight| f64::from(fight.ambushes)),
            kept_post: mean(&|fight| fight.kept_post),
            kept_distance: mean(&|fight| fight.kept_distance),
        }
    }

    /// The mean of figures that come from equally many fights each.
    pub fn mean(parts: &[Figures]) -> Self {
        let count = parts.len().max(1) as f64;
        let mean = |value: fn(&Figures) -> f64| parts.iter().map(value).sum::<f64>() / count;
        Figures {
            score: mean(|part| part.score),
            points: mean(|part| part.points),
            harm: mean(|part| part.harm),
            aims: std::array::from_fn(|at| {
                parts.iter().map(|part| part.aims[at]).sum::<f64>() / count
            }),
            killed: mean(|part| part.killed),
            damage: mean(|part| part.damage),
            life: mean(|part| part.life),
            tracked: mean(|part| part.tracked),
            blocked: mean(|part| part.blocked),
            ambushes: mean(|part| part.ambushes),
            kept_post: mean(|part| part.kept_post),
            kept_distance: mean(|part| part.kept_distance),
        }
    }

    /// The facts about a breed that a player reads: the figures of its kind's aim, and the harm that it does.
    pub fn facts(&self, kind: EnemyKind) -> Vec<Fact> {
        let percent = |share: f64| format!("{:.0}%", 100.0 * share);
        let aim = match kind {
            EnemyKind::Hunter => vec![("dungeon.fact.tracked", format!("{:.1}", self.tracked))],
            EnemyKind::Guard => vec![
                ("dungeon.fact.blocked", format!("{:.1}", self.blocked)),
                ("dungeon.fact.post", percent(self.kept_post)),
            ],
            EnemyKind::Coward => vec![("dungeon.fact.distance_kept", percent(self.kept_distance))],
            EnemyKind::Ambusher => vec![("dungeon.fact.ambushes", format!("{:.1}", self.ambushes))],
        };
        let harm = [
            ("dungeon.fact.killed", percent(self.killed)),
            ("dungeon.fact.hurt", format!("{:.1}", self.damage)),
            ("dungeon.fact.life", percent(self.life)),
        ];
        let all = aim.into_iter().chain(harm);
        all.map(|(key, value)| Fact::new(key, value)).collect()
    }
}

/// The problem of evolving one enemy.
pub struct EnemyProblem {
    spec: EnemySpec,
    seed: Seed,
    /// The double of all arenas; `None` for the usual intruders.
    double: Option<HeroDouble>,
    /// The programs from which all others descend; empty if the founders are made without them.
    founders: Vec<Program>,
    /// The adaptation with which all enemies of the run are born.
    adaptation: Option<Adaptation>,
    /// The arenas in which no program of the run fights, once they are needed.
    unseen: OnceLock<Vec<Arena>>,
    /// The arenas of the generation that is being made.
    fresh: Mutex<GenerationArenas>,
}

/// The arenas of a generation, and the fitness of the programs that have fought in them. Equal programs are common in
/// small populations, and fight alike.
struct GenerationArenas {
    generation: u32,
    arenas: Arc<Vec<Arena>>,
    judged: HashMap<Program, f64>,
}

impl GenerationArenas {
    fn new(generation: u32, arenas: Vec<Arena>) -> Self {
        GenerationArenas {
            generation,
            arenas: Arc::new(arenas),
            judged: HashMap::new(),
        }
    }
}

impl EnemyProblem {
    /// The problem of a specification, with arenas from a seed.
    pub fn new(spec: EnemySpec, seed: Seed) -> Self {
        EnemyProblem::with(spec, seed, None, Vec::new(), None)
    }

    /// The problem of evolving descendants of some programs, born with an adaptation, in arenas with one double.
    pub fn against(
        spec: EnemySpec,
        seed: Seed,
        double: HeroDouble,
        founders: Vec<Program>,
        adaptation: Option<Adaptation>,
    ) -> Self {
        EnemyProblem::with(spec, seed, Some(double), founders, adaptation)
    }

    fn with(
        spec: EnemySpec,
        seed: Seed,
        double: Option<HeroDouble>,
        founders: Vec<Program>,
        adaptation: Option<Adaptation>,
    ) -> Self {
        EnemyProblem {
            unseen: OnceLock::new(),
            fresh: Mutex::new(GenerationArenas::new(0, arenas_of(seed, 0, spec, double))),
            spec,
            seed,
            double,
            founders,
            adaptation,
        }
    }

    /// The specification.
    pub fn spec(&self) -> EnemySpec {
        self.spec
    }

    /// The arenas in which no program of the run fights.
    pub fn unseen_arenas(&self) -> &[Arena] {
        self.unseen.get_or_init(|| {
            let seed = self.seed.child(UNSEEN);
            arenas(seed, UNSEEN_ARENAS, self.spec.kind, self.double)
        })
    }

    /// The arenas of a generation, and the fitness of a program in them, if it has fought there.
    fn arenas_and_fitness(
        &self,
        generation: u32,
        program: &Program,
    ) -> (Arc<Vec<Arena>>, Option<f64>) {
        let mut fresh = lock(&self.fresh);
        if fresh.generation != generation {
            let arenas = arenas_of(self.seed, generation, self.spec, self.double);
            *fresh = GenerationArenas::new(generation, arenas);
        }
        let judged = fresh.judged.get(program).copied();
        (Arc::clone(&fresh.arenas), judged)
    }

    /// Remembers the fitness of a program in the arenas of a generation.
    fn remember(&self, generation: u32, program: &Program, fitness: f64) {
        let mut fresh = lock(&self.fresh);
        if fresh.generation == generation {
            fresh.judged.insert(program.clone(), fitness);
        }
    }

    /// The breed that has a program.
    pub fn breed(&self, program: Program) -> Arc<Breed> {
        Arc::new(self.spec.breed(program).with(self.adaptation))
    }

    /// The fitness of a program in some arenas; see [`fitness_of`].
    pub fn fitness(&self, arenas: &[Arena], program: &Program) -> f64 {
        if !program.has_decisions() {
            return 0.0;
        }
        let breed = self.breed(program.clone());
        let one = |arena: &Arena| self.worth(&arena.fight(&breed, breed.strength));
        let mean = arenas.iter().map(one).sum::<f64>() / arenas.len().max(1) as f64;
        fitness_of(program, mean)
    }

    /// The worth of a fight. Against one double it is the harm alone, because the aim of the kind would be learnt
    /// instead: guards trained for both kept their posts better and wounded less.
    fn worth(&self, fight: &FightStats) -> f64 {
        match self.double {
            Some(_) => fight.harm(),
            None => score(self.spec.kind, fight),
        }
    }
}

/// The fitness of a program by the mean worth of its fights: that worth minus the cost of its nodes, at least 0. A
/// program with a tree of a single node decides nothing, and gets 0.
pub fn fitness_of(program: &Program, score: f64) -> f64 {
    if !program.has_decisions() {
        return 0.0;
    }
    (score - NODE_COST * program.size() as f64).max(0.0)
}

fn arenas_of(
    seed: Seed,
    generation: u32,
    spec: EnemySpec,
    double: Option<HeroDouble>,
) -> Vec<Arena> {
    let seed = seed.child(FIRST_GENERATION + u64::from(generation));
    arenas(seed, spec.arenas.max(1), spec.kind, double)
}

/// Arenas with one double, or with the usual intruders of a kind.
fn arenas(seed: Seed, count: u32, kind: EnemyKind, double: Option<HeroDouble>) -> Vec<Arena> {
    match double {
        Some(double) => Arena::against(seed, count, double),
        None => Arena::training(seed, count, kind),
    }
}

impl Problem for EnemyProblem {
    type Genome = Program;

    /// There is one gene, because a mutation changes a program in one place.
    fn genes(&self) -> usize {
        1
    }

    /// A random founder. If founders are given, it is one of them, unchanged or mutated once.
    fn random(&self, rng: &mut Stream) -> Program {
        if let Some(founder) = rng.choose(&self.founders).cloned() {
            let mut program = founder;
            if rng.random_below(2) == 0 {
                operators::mutate(&mut program, self.spec.kind, rng);
            }
            return operators::simplified_program(&program);
        }
        if rng.random_below(KNOWN_FOUNDERS) == 0
            && let Some(program) = operators::known_program(self.spec.kind, rng)
        {
            return program;
        }
        operators::simplified_program(&operators::random_program(self.spec.kind, rng))
    }

    fn cross(&self, first: &Program, second: &Program, _: Crossover, rng: &mut Stream) -> Program {
        if rng.random_f64() < CROSSOVER_RATE {
            operators::simplified_program(&operators::cross(first, second, rng))
        } else {
            first.clone()
        }
    }

    fn mutate(&self, program: &mut Program, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |_, rng| {
            operators::mutate(program, self.spec.kind, rng);
            *program = operators::simplified_program(program);
        });
    }

    /// The fitness in arenas in which no program of the run fights.
    fn objective(&self, program: &Program, _: &mut Stream) -> f64 {
        self.fitness(self.unseen_arenas(), program)
    }

    /// The fitness in the arenas of a generation.
    fn objective_in(&self, program: &Program, generation: u32, _: &mut Stream) -> f64 {
        let (arenas, judged) = self.arenas_and_fitness(generation, program);
        judged.unwrap_or_else(|| {
            let fitness = self.fitness(&arenas, program);
            self.remember(generation, program, fitness);
            fitness
        })
    }

    fn judges_anew(&self) -> bool {
        true
    }

    fn has_comparable_pictures(&self) -> bool {
        false
    }

    fn difference(&self) -> Option<fn(&Program, &Program) -> f64> {
        Some(difference)
    }

    fn picture(&self, program: &Program) -> Picture {
        listing::picture(program)
    }

    /// The pictures of the fight in one of the unseen arenas; `showing` counts through the arenas in a circle.
    fn scenes(&self, program: &Program, showing: u32) -> Vec<Picture> {
        let arenas = self.unseen_arenas();
        let arena = &arenas[showing as usize % arenas.len()];
        scenes::scenes(arena, &self.breed(program.clone()), self.spec.strength)
    }

    fn creature(&self, program: &Program) -> Option<Creature> {
        Some(creature(&self.breed(program.clone())))
    }

    fn facts(&self, program: &Program) -> Vec<Fact> {
        let figures = Figures::of(self.unseen_arenas(), &self.breed(program.clone()));
        let worth = match self.double {
            Some(_) => figures.harm,
            None => figures.score,
        };
        let fitness = fitness_of(program, worth);
        let kind = match self.spec.kind {
            EnemyKind::Hunter => "dungeon.fact.hunter",
            EnemyKind::Guard => "dungeon.fact.guard",
            EnemyKind::Coward => "dungeon.fact.coward",
            EnemyKind::Ambusher => "dungeon.fact.ambusher",
        };
        let mut facts = vec![
            Fact::new(kind, self.spec.strength.to_string()),
            Fact::new("dungeon.fact.unseen", format!("{fitness:.0}")),
        ];
        facts.extend(figures.facts(self.spec.kind));
        facts.push(Fact::new("dungeon.fact.nodes", program.size().to_string()));
        if !listing::is_legible(program) {
            let short = |tree: TreeKind| excerpt(&program.tree(tree).to_string(), PROGRAM_EXCERPT);
            facts.push(Fact::new("dungeon.fact.patrol", short(TreeKind::Patrol)));
            facts.push(Fact::new("dungeon.fact.attack", short(TreeKind::Attack)));
        }
        facts
    }

    fn steering(&self) -> Option<&dyn Steering<Self>> {
        Some(self)
    }
}

/// The fittest programs of the newest generation, at most `count`, the best first. Of equal programs that stand side by
/// side in that order there is one.
pub fn finalists(run: &Run<EnemyProblem>, count: usize) -> Vec<Program> {
    let members = run.newest().members();
    let mut ranked: Vec<(f64, &Program)> = members
        .map(|member| (member.fitness, &member.genome))
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.dedup_by(|a, b| a.1 == b.1);
    let best = ranked.into_iter().take(count);
    best.map(|(_, program)| program.clone()).collect()
}

/// The differences between the programs of a generation, and their sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Variety {
    /// The share of the nodes in which two programs differ on average, 0 to 1.
    pub diversity: f64,
    /// The mean number of nodes of a program.
    pub nodes: f64,
}

impl Variety {
    /// The variety of the newest generation of a run.
    pub fn of(run: &Run<EnemyProblem>) -> Self {
        let members = run.newest().members();
        let nodes: usize = members.clone().map(|one| one.genome.size()).sum();
        Variety {
            diversity: diversity(&**run.problem(), members),
            nodes: nodes as f64 / run.newest().len().max(1) as f64,
        }
    }
}

/// The usual search parameters. The rates are those in the source code of GeneticGame, and the population is that of
/// its logged run.
pub fn usual_parameters() -> EvolutionParameters {
    EvolutionParameters {
        population: 100,
        elitism: 4,
        mutation: 0.25,
        selection: Selection::Tournament(3),
        generations: 60,
        milliseconds: 0,
        ..EvolutionParameters::default()
    }
}
