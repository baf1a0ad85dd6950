//! A question about a run and its history: about single individuals, the parts that they have of their parents, and
//! generations that the history has forgotten.

use std::sync::Arc;

use super::birth::Birth;
use super::diversity::Comparable;
use super::forgotten_generations::ForgottenGenerations;
use super::history::{History, Record};
use super::pedigree::{Kin, Pedigree};
use super::population::Individual;
use super::problem::Problem;
use super::story::{Cause, Parts};
use super::tree::Relative;

/// The life of an individual.
#[derive(Clone, Debug, PartialEq)]
pub struct Life {
    /// The generation and place in which it is looked at.
    pub at: Kin,
    /// The generation and place in which it was born.
    pub born: Kin,
    /// The last generation in which it has lived so far.
    pub until: u32,
    /// Its parents with their fitness and whether they are feasible; `None` for a founder.
    pub parents: Option<[(Kin, f64, bool); 2]>,
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

/// The best individual up to a generation.
fn best_at<G>(pedigree: &Pedigree, record: &Record<G>) -> Option<Kin> {
    let all = pedigree.improvements();
    let after = all.partition_point(|one| one.by.generation <= record.generation);
    let last = all[..after].last()?;
    (last.fitness == record.best.fitness).then_some(last.by)
}

/// The best individual up to a generation: its place in that generation, or the place where it was born if it has not
/// lived so long.
pub(super) fn best_in<G>(pedigree: &Pedigree, record: &Record<G>) -> Option<Kin> {
    let born = best_at(pedigree, record)?;
    let places = (0..).zip(&record.members);
    let same = places.filter(|(_, one)| one.fitness == record.best.fitness);
    let mut same = same.map(|(place, _)| Kin::at(record.generation, place));
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

    fn individual(&self, one: Kin) -> Option<Individual<P::Genome>> {
        let record = self.record(one.generation)?;
        record.members.get(one.place as usize).cloned()
    }

    fn comparable(&self, one: Kin) -> Option<Comparable> {
        let individual = self.individual(one)?;
        Some(Comparable::of(&**self.problem, &individual.genome))
    }

    /// The parts of an individual by origin.
    fn parts(&self, one: Kin) -> Option<Parts> {
        let one = self.pedigree().born(one)?;
        let [first, second] = self.pedigree().parents(one)?;
        let parents = [self.comparable(first)?, self.comparable(second)?];
        self.comparable(one)?.parts(&parents)
    }

    pub(super) fn cause(&self, one: Kin) -> Option<Cause> {
        let parents = self.pedigree().parents(one)?;
        Some(Cause {
            parents,
            feasible: parents.map(|parent| self.pedigree().is_feasible(parent)),
            parts: self.parts(one),
        })
    }

    pub(super) fn life(&self, one: Kin) -> Option<Life> {
        let pedigree = self.pedigree();
        let born = pedigree.born(one)?;
        let known = |parent| {
            let fitness = pedigree.fitness(parent).unwrap_or(0.0);
            (parent, fitness, pedigree.is_feasible(parent))
        };
        let is_child = matches!(pedigree.birth(born), Some(Birth::Child(..)));
        let (rank, among) = pedigree.rank(one)?;
        Some(Life {
            at: one,
            born,
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
        let individual = self.individual(relative.kin);
        relative.picture = individual.map(|one| self.problem.picture(&one.genome));
        relative.parts = self.parts(relative.kin);
    }
}
