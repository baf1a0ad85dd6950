//! The children of a dungeon's enemies: of each kind, the programs that did most become parents of a small population,
//! which evolves in arenas against an opponent who plays like the hero.

use std::sync::Arc;

use super::deeds::Deeds;
use super::learning::{PlacesBy, Training};
use crate::games::dungeon::enemies::arena::Arena;
use crate::games::dungeon::enemies::problem::{EnemyProblem, EnemySpec, Figures, finalists};
use crate::games::dungeon::players::Opponent;
use crate::games::dungeon::rules::{Adaptation, Breed, EnemyKind, Roster};
use crate::generation::{EvolutionParameters, Run, Seed, Selection, yield_now};

/// The number of places among the heirs; each enemy of the next dungeon is drawn from them.
pub const PLACES: u32 = 8;
/// The fitness by which a child must be better than the best parent to take its place.
const MARGIN: f64 = 2.0;
/// The numbers of seeds: of the arenas of the comparison, and of the runs.
const FINAL: u64 = 1;
const RUNS: u64 = 2;

/// The parameters of the small evolution of each kind.
fn search(training: Training) -> EvolutionParameters {
    EvolutionParameters {
        population: training.population,
        elitism: 2,
        mutation: 0.4,
        selection: Selection::Tournament(3),
        generations: training.generations,
        stagnation: 0,
        milliseconds: 0,
        ..EvolutionParameters::default()
    }
}

/// One kind from a dungeon to the next one.
#[derive(Clone, Debug)]
pub struct Family {
    /// The kind.
    pub kind: EnemyKind,
    /// What all of the kind did together.
    pub deeds: Deeds,
    /// The parent that did most.
    pub parent: Arc<Breed>,
    /// The child; the parent itself, if none was better.
    pub child: Arc<Breed>,
    /// The number of places among the heirs, 1 to 5; there are [`PLACES`] in all.
    pub places: u32,
    /// How the parent and the child fought against the opponent, in arenas that none of them had seen.
    pub before: Figures,
    /// See `before`.
    pub after: Figures,
}

impl Family {
    /// Whether the program has changed.
    pub fn has_learnt(&self) -> bool {
        self.parent.program != self.child.program
    }

    /// Whether the children are born with something else than their parents, or with nothing instead.
    pub fn has_adapted(&self) -> bool {
        self.parent.adaptation != self.child.adaptation
    }

    /// How dangerous the children are to the opponent: the wounds of a fight on average, where a death counts as a whole
    /// life more.
    pub fn danger(&self) -> f64 {
        self.after.damage + WHOLE_LIFE * self.after.killed
    }

    /// What the child does more than the parent, the largest growth first. Small differences are left out.
    pub fn gains(&self) -> Vec<Gain> {
        let (before, after) = (&self.before, &self.after);
        let of = |skill, value: fn(&Figures) -> f64, scale: f64| Gain {
            skill,
            before: value(before),
            after: value(after),
            growth: (value(after) - value(before)) / scale,
        };
        let own = match self.kind {
            EnemyKind::Hunter => of(Skill::Tracks, |figures| figures.tracked, 4.0),
            EnemyKind::Guard => of(Skill::Blocks, |figures| figures.blocked, 4.0),
            EnemyKind::Coward => of(Skill::KeepsAway, |figures| figures.kept_distance, 0.5),
            EnemyKind::Ambusher => of(Skill::Ambushes, |figures| figures.ambushes, 1.0),
        };
        let mut gains = vec![
            own,
            of(Skill::Wounds, |figures| figures.damage, 8.0),
            of(Skill::Kills, |figures| figures.killed, 0.3),
            of(Skill::Survives, |figures| figures.life, 0.5),
        ];
        gains.retain(|gain| gain.growth >= LEAST_GROWTH);
        gains.sort_by(|a, b| b.growth.total_cmp(&a.growth));
        gains
    }
}

/// The wounds that a death counts for.
const WHOLE_LIFE: f64 = 36.0;

/// The growth from which a gain is told, as a part of what would be much.
const LEAST_GROWTH: f64 = 0.08;

/// Something that enemies do well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// Wounds dealt in a fight.
    Wounds,
    /// The share of fights in which the opponent dies.
    Kills,
    /// The share of life that is left.
    Survives,
    /// Steps along tracks in a fight.
    Tracks,
    /// Blows met by a shield or a guard in a fight.
    Blocks,
    /// The share of turns at a distance.
    KeepsAway,
    /// First blows from unseen in a fight.
    Ambushes,
}

/// What a child does more than its parent, on average in a fight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// What it is.
    pub skill: Skill,
    /// The figure of the parent.
    pub before: f64,
    /// The figure of the child.
    pub after: f64,
    /// The growth, as a part of what would be much.
    growth: f64,
}

/// The enemies of the next dungeon, with where they come from.
#[derive(Clone, Debug)]
pub struct Heirs {
    /// The families, in the order of [`EnemyKind::ALL`].
    pub families: Vec<Family>,
    /// The opponent against whom the children trained.
    pub opponent: Opponent,
}

impl Heirs {
    /// The breeds from which each enemy of the next dungeon is drawn.
    pub fn roster(&self) -> Roster {
        let each = self
            .families
            .iter()
            .flat_map(|family| std::iter::repeat_n(&family.child, family.places as usize));
        each.cloned().collect()
    }
}

/// What the heirs are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Breeding {
    /// The enemies of the dungeon, with what each did.
    parents: Vec<(Arc<Breed>, Deeds)>,
    /// Breeds of kinds of which there was no enemy.
    others: Roster,
    opponent: Opponent,
    /// The strength of the bodies in the next dungeon.
    strength: u8,
    training: Training,
    seed: Seed,
}

impl Breeding {
    /// The breeding of enemies with their deeds. `roster` has a breed of each kind that may appear.
    pub fn new(
        parents: Vec<(Arc<Breed>, Deeds)>,
        roster: &Roster,
        opponent: Opponent,
        strength: u8,
        training: Training,
        seed: Seed,
    ) -> Self {
        let is_parent = |kind| parents.iter().any(|(breed, _)| breed.kind == kind);
        let mut others = Roster::new();
        for breed in roster.iter().filter(|breed| !is_parent(breed.kind)) {
            if others.iter().all(|other| other.kind != breed.kind) {
                others.push(Arc::clone(breed));
            }
        }
        Breeding {
            parents,
            others,
            opponent,
            strength,
            training,
            seed,
        }
    }

    /// Breeds here and now.
    pub fn finish_now(&self) -> Heirs {
        let mut lines = self.lines();
        for line in &mut lines {
            while line.step() {}
        }
        self.heirs(lines)
    }

    /// Breeds in slices, so that the work can be dropped at any time.
    pub async fn finish(&self) -> Heirs {
        let mut lines = self.lines();
        for line in &mut lines {
            while line.step() {
                yield_now().await;
            }
        }
        let mut families = Vec::new();
        for line in lines {
            families.push(line.family(self.opponent));
            yield_now().await;
        }
        self.with_places(families)
    }

    fn heirs(&self, lines: Vec<Line>) -> Heirs {
        let families = lines.into_iter().map(|line| line.family(self.opponent));
        self.with_places(families.collect())
    }

    /// One line for each kind, with a run that has not begun.
    fn lines(&self) -> Vec<Line> {
        let kinds = EnemyKind::ALL.into_iter();
        kinds.filter_map(|kind| self.line(kind)).collect()
    }

    fn line(&self, kind: EnemyKind) -> Option<Line> {
        let mut deeds = Deeds::default();
        let mut programs: Vec<(u32, Arc<Breed>)> = Vec::new();
        for (breed, one) in self.parents.iter().filter(|(breed, _)| breed.kind == kind) {
            deeds += *one;
            match programs.iter_mut().find(|(_, known)| known == breed) {
                Some((merit, _)) => *merit += one.merit(),
                None => programs.push((one.merit(), Arc::clone(breed))),
            }
        }
        let other = self.others.iter().find(|breed| breed.kind == kind);
        programs.extend(other.map(|breed| (0, Arc::clone(breed))));
        // Of equals the first one stays in front.
        programs.sort_by_key(|(merit, _)| std::cmp::Reverse(*merit));
        let (_, parent) = programs.first()?;
        let spec = EnemySpec {
            kind,
            strength: self.strength,
            arenas: self.training.arenas,
        };
        let seed = self.seed.child(RUNS + kind as u64);
        let founders = programs.iter().map(|(_, breed)| breed.program.clone());
        let problem = EnemyProblem::against(
            spec,
            seed,
            self.opponent,
            founders.collect(),
            parent.adaptation,
        );
        let run = Run::new(Arc::new(problem), search(self.training), seed).ok()?;
        Some(Line {
            deeds,
            parent: Arc::clone(parent),
            spec,
            run,
            training: self.training,
            seed: self.seed.child(FINAL),
        })
    }

    /// Shares the places out: one to each kind, and the others by merit or danger.
    fn with_places(&self, mut families: Vec<Family>) -> Heirs {
        let kinds = families.len() as u32;
        let claim = |family: &Family| match self.training.places_by {
            PlacesBy::Merit => f64::from(1 + family.deeds.merit()),
            PlacesBy::Danger => family.danger(),
        };
        let claims: Vec<f64> = families.iter().map(claim).collect();
        let mut given = vec![1; families.len()];
        // The largest quotients get the rest (D'Hondt's method).
        for _ in kinds..PLACES {
            let quotient = |at: &usize| claims[*at] / f64::from(given[*at]);
            let next = (0..given.len()).rev();
            let next = next.max_by(|a, b| quotient(a).total_cmp(&quotient(b)));
            if let Some(next) = next {
                given[next] += 1;
            }
        }
        for (family, places) in families.iter_mut().zip(given) {
            family.places = places;
        }
        Heirs {
            families,
            opponent: self.opponent,
        }
    }
}

/// The evolution of one kind.
struct Line {
    deeds: Deeds,
    parent: Arc<Breed>,
    spec: EnemySpec,
    run: Run<EnemyProblem>,
    training: Training,
    /// The seed of the arenas in which the last generation is compared.
    seed: Seed,
}

impl Line {
    /// Makes one individual. Returns false at the end.
    fn step(&mut self) -> bool {
        if self.run.stop_reason().is_none() {
            self.run.step(1);
        }
        self.run.stop_reason().is_none()
    }

    /// Compares the best of the last generation with the parent.
    fn family(self, opponent: Opponent) -> Family {
        let arenas = Arena::against(self.seed, self.training.final_arenas, opponent);
        let problem = self.run.problem();
        // The parent gets the body of the next dungeon too, so that both are compared in the same one.
        let as_parent = problem.breed(self.parent.program.clone());
        let finalists = finalists(&self.run, self.training.finalists).into_iter();
        let trained = finalists.map(|program| problem.breed(program)).collect();
        let trained = better_of(problem, &arenas, &as_parent, trained);
        let born = adaptations(self.spec.kind).map(|adaptation| Arc::new(trained.with(adaptation)));
        let child = better_of(problem, &arenas, &trained, born.collect());
        Family {
            kind: self.spec.kind,
            deeds: self.deeds,
            before: Figures::of(&arenas, &as_parent),
            after: Figures::of(&arenas, &child),
            parent: self.parent,
            child,
            places: 0,
        }
    }
}

/// What enemies of a kind can be born with.
fn adaptations(kind: EnemyKind) -> impl Iterator<Item = Option<Adaptation>> {
    let all = Adaptation::ALL.into_iter();
    let suiting = all.filter(move |adaptation| adaptation.suits(kind));
    suiting.map(Some).chain([None])
}

/// The best of some breeds, if it is better than the given one by [`MARGIN`]; else the given one.
fn better_of(
    problem: &EnemyProblem,
    arenas: &[Arena],
    given: &Arc<Breed>,
    others: Vec<Arc<Breed>>,
) -> Arc<Breed> {
    let judged = others
        .into_iter()
        .map(|breed| (problem.fitness_of(arenas, &breed), breed));
    let best = judged.max_by(|a, b| a.0.total_cmp(&b.0));
    let least = problem.fitness_of(arenas, given) + MARGIN;
    best.filter(|(found, _)| *found >= least)
        .map_or_else(|| Arc::clone(given), |(_, breed)| breed)
}
