//! The children of a dungeon's enemies: of each kind that learns, the individuals with merit become parents of a small
//! population, which evolves in arenas against a double of the hero.

use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};

use super::deeds::Deeds;
use super::family::{ChildBreed, EnemyLineage, EnemyWithDeeds, Heirs};
use super::learning::Learners;
use crate::games::dungeon::enemies::arena::Arena;
use crate::games::dungeon::enemies::problem::{EnemyProblem, Figures, finalists, fitness_of};
use crate::games::dungeon::enemies::spec::EnemySpec;
use crate::games::dungeon::players::HeroDouble;
use crate::games::dungeon::rules::{Adaptation, Breed, EnemyKind, Roster};
use crate::generation::pools::run_pieces;
use crate::generation::{EvolutionParameters, Run, Seed, Selection, yield_now};

/// The number of places among the heirs; each enemy of the next dungeon is drawn from them.
pub const PLACES: u32 = 8;
/// The difference in fitness that counts between a child and its parent: a child stands before the parent if it is
/// better by this, and is left out if it is worse by more than this.
const MARGIN: f64 = 2.0;
/// The largest number of breeds of children of a kind.
pub const CHILDREN: usize = 2;
/// The number of the child seed of the arenas of the comparison.
const FINAL: u64 = 1;
/// The number of the child seed of the runs.
const RUNS: u64 = 2;

/// The number of arenas in which each program of a generation fights.
const ARENAS: u32 = 8;
/// The number of arenas in which the last generation is compared with the parent. No program has fought in them.
const FINAL_ARENAS: u32 = 30;
/// The number of the best programs of the last generation that are compared.
const FINALISTS: usize = 5;

/// The parameters of the small evolution of a kind.
fn parameters() -> EvolutionParameters {
    EvolutionParameters {
        population: 30,
        elitism: 2,
        mutation: 0.4,
        selection: Selection::Tournament(3),
        generations: 5,
        stagnation: 0,
        milliseconds: 0,
        ..EvolutionParameters::default()
    }
}

/// The data from which heirs are bred.
#[derive(Clone, Debug, PartialEq)]
pub struct Breeding {
    /// The enemies of the dungeon, with the deeds of each.
    individuals: Vec<EnemyWithDeeds>,
    /// A breed of each kind that had no enemy in the dungeon.
    others: Roster,
    double: HeroDouble,
    /// The strength of the bodies in the next dungeon.
    strength: u8,
    learners: Learners,
    seed: Seed,
}

impl Breeding {
    /// The breeding of enemies with their deeds. `roster` has a breed of each kind that may appear.
    pub fn new(
        individuals: Vec<EnemyWithDeeds>,
        roster: &Roster,
        double: HeroDouble,
        strength: u8,
        learners: Learners,
        seed: Seed,
    ) -> Self {
        let is_there = |kind| individuals.iter().any(|one| one.breed.kind == kind);
        let mut others = Roster::new();
        for breed in roster.iter().filter(|breed| !is_there(breed.kind)) {
            if others.iter().all(|other| other.kind != breed.kind) {
                others.push(Arc::clone(breed));
            }
        }
        Breeding {
            individuals,
            others,
            double,
            strength,
            learners,
            seed,
        }
    }

    /// Breeds here and now.
    pub fn finish_now(&self) -> Heirs {
        let finished = |mut evolution: KindEvolution| {
            while evolution.step() {}
            evolution.family()
        };
        let families = self.evolutions().into_iter().map(finished);
        self.with_places(families.collect())
    }

    /// Breeds in the background, the kinds beside each other and in slices, so that the work can be dropped at any
    /// time. Gives the same heirs as [`Breeding::finish_now`].
    pub async fn finish(&self) -> Heirs {
        let finished = |mut evolution: KindEvolution| async move {
            while evolution.step() {
                yield_now().await;
            }
            evolution.family()
        };
        let mut families = Vec::new();
        let evolutions = self.evolutions().into_iter().map(finished);
        run_pieces(evolutions, |family| families.push(family)).await;
        self.with_places(families)
    }

    /// One evolution for each kind, with a run that has not begun.
    fn evolutions(&self) -> Vec<KindEvolution> {
        let finals = Arc::default();
        let best = self.kind_with_most_merit();
        let kinds = EnemyKind::ALL.into_iter();
        let evolutions = kinds.filter_map(|kind| {
            let learns = self.learners == Learners::All || best == Some(kind);
            self.evolution(kind, learns, &finals)
        });
        evolutions.collect()
    }

    /// The kind whose individuals have the most merit together, of equals the first one; `None` if none has any.
    fn kind_with_most_merit(&self) -> Option<EnemyKind> {
        let merit = |kind: &EnemyKind| -> u32 {
            let own = self
                .individuals
                .iter()
                .filter(|one| one.breed.kind == *kind);
            own.map(|one| one.deeds.merit()).sum()
        };
        let kinds = EnemyKind::ALL.into_iter().rev();
        kinds.filter(|kind| merit(kind) > 0).max_by_key(merit)
    }

    /// The evolution of a kind; `None` if the kind has no breed.
    fn evolution(
        &self,
        kind: EnemyKind,
        learns: bool,
        finals: &Arc<OnceLock<Vec<Arena>>>,
    ) -> Option<KindEvolution> {
        let own = self.individuals.iter().filter(|one| one.breed.kind == kind);
        let mut individuals: Vec<EnemyWithDeeds> = own.cloned().collect();
        // The sort is stable, so the first one of equals stays in front.
        individuals.sort_by_key(|one| Reverse(one.deeds.merit()));
        let mut parents = Roster::new();
        for one in individuals
            .iter()
            .filter(|one| one.breeds_among(&individuals))
        {
            if !parents.contains(&one.breed) {
                parents.push(Arc::clone(&one.breed));
            }
        }
        let other = self.others.iter().find(|breed| breed.kind == kind);
        parents.extend(other.cloned());
        let spec = EnemySpec {
            kind,
            strength: self.strength,
            arenas: ARENAS,
        };
        let parent = Arc::clone(parents.first()?);
        let run = match learns {
            true => Some(self.run(spec, &parents)?),
            false => None,
        };
        Some(KindEvolution {
            individuals,
            parent,
            spec,
            run,
            double: self.double,
            seed: self.seed.child(FINAL),
            finals: Arc::clone(finals),
        })
    }

    /// The run that trains the children of some parents.
    fn run(&self, spec: EnemySpec, parents: &Roster) -> Option<Run<EnemyProblem>> {
        let seed = self.seed.child(RUNS + spec.kind as u64);
        let founders = parents.iter().map(|breed| breed.program.clone());
        let problem = EnemyProblem::against(
            spec,
            seed,
            self.double,
            founders.collect(),
            parents.first()?.adaptation,
        );
        // The parameters are in range.
        Run::new(Arc::new(problem), parameters(), seed).ok()
    }

    /// Shares the places out: one to each kind, and the others by merit, or by merit and danger if all kinds have
    /// children that are dangerous in their own way.
    fn with_places(&self, mut families: Vec<EnemyLineage>) -> Heirs {
        let kinds = families.len() as u32;
        let merit = |family: &EnemyLineage| f64::from(family.deeds.merit());
        let all = families.iter().map(merit).sum::<f64>().max(1.0);
        let claim = |family: &EnemyLineage| match self.learners {
            Learners::MostMerit => 1.0 + merit(family),
            Learners::All => family.danger() * (1.0 + f64::from(kinds) * merit(family) / all),
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
            double: self.double,
        }
    }
}

/// The evolution of one kind.
struct KindEvolution {
    /// The individuals of the kind, those with the most merit first.
    individuals: Vec<EnemyWithDeeds>,
    /// The breed of the first one of them.
    parent: Arc<Breed>,
    spec: EnemySpec,
    /// The run that trains children; `None` if the kind does not learn.
    run: Option<Run<EnemyProblem>>,
    double: HeroDouble,
    /// The seed of the arenas in which the last generation is compared.
    seed: Seed,
    /// The arenas of this comparison, which are the same for all kinds, once one of the kinds needs them.
    finals: Arc<OnceLock<Vec<Arena>>>,
}

impl KindEvolution {
    /// Makes one individual. Returns false at the end.
    fn step(&mut self) -> bool {
        let Some(run) = &mut self.run else {
            return false;
        };
        if run.stop_reason().is_none() {
            run.step(1);
        }
        run.stop_reason().is_none()
    }

    /// The family, with its children and their figures.
    fn family(self) -> EnemyLineage {
        let against = || Arena::against(self.seed, FINAL_ARENAS, self.double);
        let mut judge = Judge::new(self.finals.get_or_init(against));
        let as_parent = self.in_next_body();
        let children = match &self.run {
            Some(run) => self.trained_children(run, &as_parent, &mut judge),
            None => vec![Arc::clone(&as_parent)],
        };
        let children = children.into_iter().map(|breed| {
            let figures = judge.figures(&breed);
            ChildBreed { breed, figures }
        });
        let children = children.collect();
        let mut deeds = Deeds::default();
        self.individuals.iter().for_each(|one| deeds += one.deeds);
        EnemyLineage {
            kind: self.spec.kind,
            deeds,
            before: judge.figures(&as_parent),
            individuals: self.individuals,
            parent: self.parent,
            children,
            places: 0,
        }
    }

    /// The parent's breed in the body of the next dungeon, in which all breeds are compared.
    fn in_next_body(&self) -> Arc<Breed> {
        let same = self.spec.breed(self.parent.program.clone());
        Arc::new(same.with(self.parent.adaptation))
    }

    /// The breeds of the children that a run has trained, each with the adaptation that suits it, the best one first.
    fn trained_children(
        &self,
        run: &Run<EnemyProblem>,
        as_parent: &Arc<Breed>,
        judge: &mut Judge,
    ) -> Roster {
        let trained = self.best_programs(run, as_parent, judge);
        adapted(trained, as_parent, judge)
    }

    /// The best breeds among the last generation and the parent, at most [`CHILDREN`]. The parent stands in front of
    /// breeds that are not better by [`MARGIN`], and breeds that are worse by more than that are left out.
    fn best_programs(
        &self,
        run: &Run<EnemyProblem>,
        as_parent: &Arc<Breed>,
        judge: &mut Judge,
    ) -> Roster {
        let of_parent = judge.fitness(as_parent);
        let finalists = finalists(run, FINALISTS).into_iter();
        let breeds = finalists.map(|program| run.problem().breed(program));
        // A program that is in the generation twice is one finalist.
        let mut others: Roster = Vec::new();
        for breed in breeds {
            if breed != *as_parent && !others.contains(&breed) {
                others.push(breed);
            }
        }
        others.retain(|breed| judge.fitness(breed) >= of_parent - MARGIN);
        others.push(Arc::clone(as_parent));
        let scored = others
            .into_iter()
            .map(|breed| (score(judge, &breed, as_parent), breed));
        best_first(scored.collect()).take(CHILDREN).collect()
    }
}

/// The figures of breeds in some arenas, in which each breed fights once.
struct Judge<'a> {
    arenas: &'a [Arena],
    known: Vec<(Arc<Breed>, Figures)>,
}

impl<'a> Judge<'a> {
    fn new(arenas: &'a [Arena]) -> Self {
        Judge {
            arenas,
            known: Vec::new(),
        }
    }

    fn figures(&mut self, breed: &Arc<Breed>) -> Figures {
        let known = self.known.iter().find(|(known, _)| known == breed);
        if let Some((_, figures)) = known {
            return *figures;
        }
        let figures = Figures::of(self.arenas, breed);
        self.known.push((Arc::clone(breed), figures));
        figures
    }

    fn fitness(&mut self, breed: &Arc<Breed>) -> f64 {
        fitness_of(&breed.program, self.figures(breed).harm)
    }
}

/// The adaptations that enemies of a kind can be born with, and `None`.
fn adaptations(kind: EnemyKind) -> impl Iterator<Item = Option<Adaptation>> {
    let all = Adaptation::ALL.into_iter();
    let suiting = all.filter(move |adaptation| adaptation.suits(kind));
    suiting.map(Some).chain([None])
}

/// Some breeds, each with the adaptation that suits it, the best one first.
fn adapted(breeds: Roster, as_parent: &Breed, judge: &mut Judge) -> Roster {
    let scored = breeds.into_iter().map(|breed| {
        let born = adaptations(breed.kind).map(|one| Arc::new(breed.with(one)));
        let child = better_of(judge, &breed, born.collect());
        (score(judge, &child, as_parent), child)
    });
    best_first(scored.collect()).collect()
}

/// The fitness by which a breed is compared with others. The parent's program has [`MARGIN`] more, whatever it is born
/// with.
fn score(judge: &mut Judge, breed: &Arc<Breed>, as_parent: &Breed) -> f64 {
    let fitness = judge.fitness(breed);
    match breed.program == as_parent.program {
        true => fitness + MARGIN,
        false => fitness,
    }
}

/// Breeds in the order of their scores, the best one first.
fn best_first(mut scored: Vec<(f64, Arc<Breed>)>) -> impl Iterator<Item = Arc<Breed>> {
    // The sort is stable, so the first one of equals stays in front.
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().map(|(_, breed)| breed)
}

/// The best of some breeds, if it is better than the given one by [`MARGIN`]; else the given one.
fn better_of(judge: &mut Judge, given: &Arc<Breed>, others: Vec<Arc<Breed>>) -> Arc<Breed> {
    let judged = others
        .into_iter()
        .map(|breed| (judge.fitness(&breed), breed));
    let best = judged.max_by(|a, b| a.0.total_cmp(&b.0));
    let least = judge.fitness(given) + MARGIN;
    best.filter(|(found, _)| *found >= least)
        .map_or_else(|| Arc::clone(given), |(_, breed)| breed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::enemies::hand_written::read_program;

    /// A guard with this attack tree, born with nothing.
    fn guard(attack: &str) -> Arc<Breed> {
        let patrol = "if-detected(change-state wait)";
        Arc::new(Breed {
            kind: EnemyKind::Guard,
            strength: 5,
            program: read_program(patrol, attack).expect("a program"),
            adaptation: None,
        })
    }

    #[test]
    fn children_stand_in_the_order_of_their_fitness_with_their_adaptations() {
        let parent = guard("if-range(attack approach)");
        let other = guard("if-weak(attack approach)");
        let fierce = Arc::new(other.with(Some(Adaptation::Fangs)));
        // The programs are of one size, and the parent counts as if it did a harm of 52. What is not known does none.
        for (harm, order) in [(53.0, [&fierce, &parent]), (51.5, [&parent, &fierce])] {
            let known = [(&parent, 50.0), (&other, 49.0), (&fierce, harm)];
            let known = known.map(|(breed, harm)| {
                let figures = Figures {
                    harm,
                    ..Figures::default()
                };
                (Arc::clone(breed), figures)
            });
            let mut judge = Judge {
                arenas: &[],
                known: known.into(),
            };
            let breeds = vec![Arc::clone(&parent), Arc::clone(&other)];
            let children = adapted(breeds, &parent, &mut judge);
            assert_eq!(children, order.map(Arc::clone), "a harm of {harm}");
        }
    }
}
