//! A question about a run and its history: about single individuals, the parts that they have of their parents, and
//! generations that the history has forgotten.

use std::sync::Arc;

use super::birth::Birth;
use super::diversity::Comparable;
use super::forgotten_generations::ForgottenGenerations;
use super::history::{History, Record};
use super::pedigree::{MemberId, Pedigree};
use super::population::{Individual, PopulationKind};
use super::problem::Problem;
use super::story::{Cause, Parts};
use super::tree::Relative;

/// The life of an individual.
#[derive(Clone, Debug, PartialEq)]
pub struct Life {
    /// The generation and place in which it is looked at.
    pub at: MemberId,
    /// The generation and place in which it was born.
    pub born: MemberId,
    /// The way in which it came into that generation; `None` if that is not known any more.
    pub birth: Option<Birth>,
    /// The last generation in which it has lived so far.
    pub until: u32,
    /// Its parents with their fitness and their populations; `None` for a founder and for what was put in.
    pub parents: Option<[(MemberId, f64, PopulationKind); 2]>,
    /// Its parts by origin; `None` if that is not known.
    pub parts: Option<Parts>,
    /// The number of its children so far.
    pub children: usize,
    /// Its rank by fitness, from 1, in the generation in which it is looked at. Only individuals that are feasible like
    /// it, or infeasible like it, are counted.
    pub rank: usize,
    /// The number of individuals that are counted for the rank.
    pub among: usize,
}

/// The best individual up to a generation, by its birth.
pub(super) fn best_at<G>(pedigree: &Pedigree, record: &Record<G>) -> Option<MemberId> {
    let all = pedigree.improvements();
    let after = all.partition_point(|one| one.by.generation <= record.generation);
    let last = all[..after].last()?;
    (last.fitness == record.best.fitness).then_some(last.by)
}

/// The best individual up to a generation: its place in that generation, or the place where it was born if it has not
/// lived so long.
pub(super) fn best_in<G>(pedigree: &Pedigree, record: &Record<G>) -> Option<MemberId> {
    let born = best_at(pedigree, record)?;
    let places = (0..).zip(&record.members);
    let same = places.filter(|(_, one)| one.fitness == record.best.fitness);
    let mut same = same.map(|(place, _)| MemberId::at(record.generation, place));
    Some(
        same.find(|one| pedigree.born(*one) == Some(born))
            .unwrap_or(born),
    )
}

/// A question about a run, with the history as it stands.
pub(super) struct Query<'a, P: Problem> {
    pub(super) forgotten: &'a ForgottenGenerations<P>,
    pub(super) problem: &'a Arc<P>,
    pub(super) history: &'a History<P::Genome>,
    /// Whether forgotten generations may be made again, which takes time.
    pub(super) thoroughly: bool,
}

impl<P: Problem> Query<'_, P> {
    pub(super) fn pedigree(&self) -> &Pedigree {
        self.history.pedigree()
    }

    /// The record of a generation: as it is remembered, or made again.
    pub(super) fn record(&self, generation: u32) -> Option<Arc<Record<P::Genome>>> {
        let records = self.history.records();
        let at = records.partition_point(|one| one.generation <= generation);
        let before = &records[at.checked_sub(1)?];
        if before.generation == generation {
            return Some(Arc::clone(before));
        }
        if !self.thoroughly {
            return None;
        }
        self.forgotten
            .recompute(before, generation, self.pedigree())
    }

    fn individual(&self, one: MemberId) -> Option<Individual<P::Genome>> {
        let record = self.record(one.generation)?;
        record.members.get(one.place as usize).cloned()
    }

    fn comparable(&self, one: MemberId) -> Option<Comparable> {
        let individual = self.individual(one)?;
        Some(Comparable::of(&**self.problem, &individual.genome))
    }

    /// The parts of an individual by origin.
    fn parts(&self, one: MemberId) -> Option<Parts> {
        let one = self.pedigree().born(one)?;
        let [first, second] = self.pedigree().parents(one)?;
        let parents = [self.comparable(first)?, self.comparable(second)?];
        self.comparable(one)?.parts(&parents)
    }

    pub(super) fn cause(&self, one: MemberId) -> Option<Cause> {
        let parents = self.pedigree().parents(one)?;
        Some(Cause {
            parents,
            populations: parents.map(|parent| self.pedigree().population(parent)),
            parts: self.parts(one),
        })
    }

    pub(super) fn life(&self, one: MemberId) -> Option<Life> {
        let pedigree = self.pedigree();
        let born = pedigree.born(one)?;
        let known = |parent| {
            let fitness = pedigree.fitness(parent).unwrap_or(0.0);
            (parent, fitness, pedigree.population(parent))
        };
        let birth = pedigree.birth(born);
        let is_child = matches!(birth, Some(Birth::Child(..)));
        let (rank, among) = pedigree.rank(one)?;
        Some(Life {
            at: one,
            born,
            birth,
            until: pedigree.lives_until(born),
            parents: pedigree.parents(born).map(|parents| parents.map(known)),
            parts: is_child.then(|| self.parts(born)).flatten(),
            children: pedigree.children(born).len(),
            rank,
            among,
        })
    }

    /// Gives a relative its picture and its parts by their origin.
    pub(super) fn show(&self, relative: &mut Relative) {
        let individual = self.individual(relative.member);
        relative.picture = individual.map(|one| self.problem.picture(&one.genome));
        relative.parts = self.parts(relative.member);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::birth::PackedBirth;
    use crate::generation::genealogy::Genealogy;
    use crate::generation::history::tests::record_of;
    use crate::generation::one_max::{OneMax, SteeredOnes};
    use crate::generation::{EvolutionParameters, Run, Seed};

    /// A record of two members with fitness values, the first of which is the best unless another fitness is given.
    fn record(generation: u32, fitness: [f64; 2], best: Option<f64>) -> Record<u32> {
        let individual = |(number, fitness): (u32, f64)| Individual {
            genome: number,
            fitness,
            violation: 0,
            number,
        };
        let members: Vec<_> = (0..).zip(fitness).map(individual).collect();
        let best = best.map_or(members[0], |fitness| individual((9, fitness)));
        Record {
            evaluations: 2,
            ..record_of(generation, best, members)
        }
    }

    #[test]
    fn the_best_is_named_where_it_lives_or_else_where_it_was_born() {
        let mut pedigree = Pedigree::default();
        let first = record(0, [0.5, 0.25], None);
        pedigree.push(&first, &[PackedBirth::FOUNDER; 2]);
        // The best lives on in the second place. The first one is only as good.
        let second = record(1, [0.5, 0.5], Some(0.5));
        pedigree.push(&second, &[PackedBirth::child(1, 1), PackedBirth::elite(0)]);
        let third = record(2, [0.25, 0.25], Some(0.5));
        pedigree.push(&third, &[PackedBirth::child(0, 1); 2]);
        let better = record(3, [0.75, 0.25], None);
        pedigree.push(&better, &[PackedBirth::child(0, 1); 2]);
        let born = Some(MemberId::at(0, 0));
        assert_eq!(best_in(&pedigree, &first), born);
        assert_eq!(best_in(&pedigree, &second), Some(MemberId::at(1, 1)));
        assert_eq!(best_in(&pedigree, &third), born);
        assert_eq!(best_in(&pedigree, &better), Some(MemberId::at(3, 0)));
        // The pedigree does not know where such a best comes from.
        assert_eq!(best_in(&pedigree, &record(2, [0.25; 2], Some(0.6))), None);
        assert_eq!(best_in(&Pedigree::default(), &first), None);
    }

    /// Asks a run of nine generations, which the history holds all.
    fn ask<T>(ask: impl FnOnce(&Query<SteeredOnes>) -> T) -> T {
        let parameters = EvolutionParameters {
            generations: 8,
            ..EvolutionParameters::default()
        };
        let problem = Arc::new(SteeredOnes { wanted: 25 });
        let run = Run::new(problem, parameters, Seed(5)).expect("in range");
        let mut run = run.with_history();
        run.finish();
        let forgotten = ForgottenGenerations::of(&run);
        ask(&Query {
            forgotten: &forgotten,
            problem: run.problem(),
            history: run.history().expect("it has one"),
            thoroughly: true,
        })
    }

    #[test]
    fn a_life_is_told_by_the_pedigree() {
        ask(|query| {
            let pedigree = query.pedigree();
            let mut founders = 0;
            for generation in 0..9 {
                for place in 0..20 {
                    let one = MemberId::at(generation, place);
                    let life = query.life(one).expect("it is known");
                    let born = pedigree.born(one).expect("it is known");
                    assert_eq!((life.at, life.born), (one, born));
                    assert_eq!(life.until, pedigree.lives_until(born));
                    assert_eq!(life.children, pedigree.children(born).len());
                    assert_eq!(Some((life.rank, life.among)), pedigree.rank(one));
                    let parents = life
                        .parents
                        .map(|parents| parents.map(|(member, ..)| member));
                    assert_eq!(parents, pedigree.parents(born));
                    for (member, fitness, population) in life.parents.into_iter().flatten() {
                        assert_eq!(Some(fitness), pedigree.fitness(member));
                        assert_eq!(population, pedigree.population(member));
                    }
                    assert_eq!(life.parts.is_some(), born.generation > 0);
                    founders += u32::from(born.generation == 0);
                }
            }
            assert!(founders > 20);
            assert_eq!(query.life(MemberId::at(9, 0)), None);
            assert_eq!(query.life(MemberId::at(3, 20)), None);
        });
    }

    #[test]
    fn a_cause_is_two_parents_and_what_the_child_has_of_them() {
        ask(|query| {
            let child = (0..20).map(|place| MemberId::at(4, place)).find_map(|one| {
                let cause = query.cause(one)?;
                Some((one, cause))
            });
            let (one, cause) = child.expect("one of the generation was born in it");
            let parents = query.pedigree().parents(one).expect("it has parents");
            assert_eq!(cause.parents, parents);
            let populations = parents.map(|parent| query.pedigree().population(parent));
            assert_eq!(cause.populations, populations);
            let parts = cause.parts.expect("it is known");
            assert_eq!(parts.all, 49);
            assert_eq!(
                query.cause(MemberId::at(0, 9)),
                None,
                "a founder has no cause"
            );
        });
    }

    #[test]
    fn a_generation_that_the_history_has_forgotten_is_made_again_only_if_time_is_taken() {
        let parameters = EvolutionParameters {
            generations: 1_100,
            ..EvolutionParameters::default()
        };
        let run = Run::new(Arc::new(OneMax), parameters, Seed(5)).expect("in range");
        let mut run = run.with_history();
        run.finish();
        let genealogy = Genealogy::new(&run);
        let history = run.history().expect("it has one");
        let forgotten = ForgottenGenerations::of(&run);
        let query = |thoroughly| Query {
            forgotten: &forgotten,
            problem: run.problem(),
            history,
            thoroughly,
        };
        let generation = |thoroughly, at| {
            let record = query(thoroughly).record(at);
            record.map(|record| record.generation)
        };
        let held: Vec<u32> = history.records().iter().map(|one| one.generation).collect();
        assert!(held.contains(&800) && !held.contains(&801));
        assert_eq!(
            [800, 801].map(|at| generation(false, at)),
            [Some(800), None]
        );
        assert_eq!(
            [800, 801].map(|at| generation(true, at)),
            [Some(800), Some(801)]
        );
        // Nothing is before the first one or after the last one.
        assert_eq!(generation(true, 1_101), None);
        let record = Arc::clone(history.newest().expect("one"));
        let life = |member| genealogy.life(run.problem(), history, &record, member);
        assert_eq!(
            life(Some(3)).map(|life| life.at),
            Some(MemberId::at(1_100, 3))
        );
        let best = best_in(history.pedigree(), &record).expect("it is known");
        assert_eq!(life(None).map(|life| life.at), Some(best));
        // A picture of a relative is made although its generation is forgotten.
        let mut relative = Relative {
            member: MemberId::at(801, 2),
            birth: None,
            until: 801,
            fitness: 1.0,
            population: PopulationKind::Feasible,
            row: 0,
            picture: None,
            parts: None,
        };
        query(true).show(&mut relative);
        let record = query(true).record(801).expect("it is made again");
        let picture = OneMax.picture(&record.members[2].genome);
        assert_eq!(relative.picture, Some(picture));
    }
}
