//! The pedigree of a run: the parents of every individual of every generation, in eight bytes for each individual.
//!
//! The history forgets generations when a run is long. The pedigree keeps them all, until there are millions of
//! individuals. It holds no genomes.

use std::collections::HashSet;
use std::sync::Arc;

use super::birth::{Birth, PackedBirth};
use super::history::Record;
use super::population::PopulationKind;

/// An individual by its place in a generation. An elite stands in several generations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemberId {
    /// The generation.
    pub generation: u32,
    /// The place in the record of the generation.
    pub place: u32,
}

impl MemberId {
    /// The individual at a place of a generation.
    pub fn at(generation: u32, place: u32) -> Self {
        MemberId { generation, place }
    }
}

/// A generation in which the best individual so far was improved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Improvement {
    /// The new best individual.
    pub by: MemberId,
    /// Its fitness.
    pub fitness: f64,
    /// The amount by which it breaks the constraints.
    pub violation: u32,
    /// The number of evaluations up to its generation.
    pub evaluations: u64,
    /// Whether its fitness can be compared with that of the improvement before it.
    pub is_comparable: bool,
}

impl Improvement {
    /// The population to which the individual belongs.
    pub fn population(&self) -> PopulationKind {
        PopulationKind::of_violation(self.violation)
    }
}

/// The number of individuals that a chunk holds before the next one is begun.
const CHUNK: usize = 4_096;
/// The number of individuals that a pedigree may hold before it drops the oldest generations: 20 MB.
const MAX_INDIVIDUALS: usize = 2_500_000;
/// The number of improvements that are kept; more are thinned.
const MAX_IMPROVEMENTS: usize = 4_096;
/// One individual.
#[derive(Clone, Copy, Debug)]
struct Entry {
    packed: PackedBirth,
    fitness: f32,
}

/// Some generations that follow one another.
#[derive(Clone, Debug, Default)]
struct Chunk {
    /// The number of the first generation.
    first: u32,
    /// The index after the last entry of each generation.
    ends: Vec<u32>,
    /// The number of feasible individuals of each generation. They come first.
    feasible: Vec<u16>,
    entries: Vec<Entry>,
}

impl Chunk {
    fn generation(&self, at: usize) -> &[Entry] {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries[start as usize..self.ends[at] as usize]
    }
}

/// The parents of every individual of a run.
#[derive(Clone, Debug, Default)]
pub struct Pedigree {
    /// Copies share all chunks but the last.
    chunks: Vec<Arc<Chunk>>,
    individuals: usize,
    improvements: Vec<Improvement>,
    /// Whether the next generation is judged in another way than the one before.
    begins_new_scale: bool,
}

impl Pedigree {
    /// Adds the newest generation. `births` are those of its members.
    pub(super) fn push<G>(&mut self, record: &Record<G>, births: &[PackedBirth]) {
        debug_assert!(
            self.generations()
                .is_none_or(|(_, newest)| newest < record.generation),
            "a run that goes back takes its history back too"
        );
        self.note_improvement(record);
        let is_full = |chunk: &Arc<Chunk>| chunk.entries.len() >= CHUNK;
        if self.chunks.last().is_none_or(is_full) {
            self.chunks.push(Arc::new(Chunk {
                first: record.generation,
                entries: Vec::with_capacity(CHUNK + record.members.len()),
                ..Chunk::default()
            }));
        }
        let newest = self.chunks.len() - 1;
        let chunk = Arc::make_mut(&mut self.chunks[newest]);
        let entries = births.iter().zip(&record.members);
        chunk.entries.extend(entries.map(|(packed, member)| Entry {
            packed: *packed,
            fitness: member.fitness as f32,
        }));
        chunk.ends.push(chunk.entries.len() as u32);
        chunk.feasible.push(record.feasible as u16);
        self.individuals += record.members.len();
        while self.individuals > MAX_INDIVIDUALS && self.chunks.len() > 1 {
            self.individuals -= self.chunks.remove(0).entries.len();
        }
    }

    /// Notes that the next generation is judged in another way, so that its fitness cannot be compared with that of the
    /// generations before.
    pub(super) fn begin_new_scale(&mut self) {
        self.begins_new_scale = true;
    }

    /// Notes the best individual if it differs from the one before, or cannot be compared with it.
    fn note_improvement<G>(&mut self, record: &Record<G>) {
        let best = &record.best;
        let is_same = |one: &Improvement| {
            (one.fitness, one.violation) == (best.fitness, best.violation) && !self.begins_new_scale
        };
        if self.improvements.last().is_some_and(is_same) {
            return;
        }
        let mut members = record.members.iter();
        let place = members.position(|one| {
            (one.number, one.fitness, one.violation) == (best.number, best.fitness, best.violation)
        });
        let Some(place) = place else { return };
        self.improvements.push(Improvement {
            by: MemberId::at(record.generation, place as u32),
            fitness: best.fitness,
            violation: best.violation,
            evaluations: record.evaluations,
            is_comparable: !self.begins_new_scale,
        });
        self.begins_new_scale = false;
        if self.improvements.len() > MAX_IMPROVEMENTS {
            self.forget_every_other_improvement();
        }
    }

    fn forget_every_other_improvement(&mut self) {
        let (mut at, mut is_comparable) = (0, true);
        self.improvements.retain_mut(|one| {
            at += 1;
            is_comparable &= one.is_comparable;
            let is_kept = at % 2 == 1;
            if is_kept {
                one.is_comparable = is_comparable;
                is_comparable = true;
            }
            is_kept
        });
    }

    /// The generations in which the best individual so far was improved, oldest first. Where generations cannot be
    /// compared, the best of each is among them.
    pub fn improvements(&self) -> &[Improvement] {
        &self.improvements
    }

    /// The oldest and the newest generation that it knows; `None` if it knows none.
    pub fn generations(&self) -> Option<(u32, u32)> {
        let (first, last) = (self.chunks.first()?, self.chunks.last()?);
        Some((first.first, last.first + last.ends.len() as u32 - 1))
    }

    /// The bytes of what was not counted yet. `counted` are the addresses of the chunks that were counted.
    pub(super) fn bytes_beside(&self, counted: &mut HashSet<*const ()>) -> usize {
        let mut entries = 0;
        for chunk in &self.chunks {
            if counted.insert(Arc::as_ptr(chunk).cast()) {
                entries += chunk.entries.capacity();
            }
        }
        entries * size_of::<Entry>() + self.improvements.len() * size_of::<Improvement>()
    }

    fn find(&self, generation: u32) -> Option<(&Chunk, usize)> {
        let after = self.chunks.partition_point(|one| one.first <= generation);
        let chunk = &**self.chunks.get(after.checked_sub(1)?)?;
        let at = (generation - chunk.first) as usize;
        (at < chunk.ends.len()).then_some((chunk, at))
    }

    fn generation(&self, generation: u32) -> &[Entry] {
        let found = self.find(generation);
        found.map_or(&[], |(chunk, at)| chunk.generation(at))
    }

    fn entry(&self, one: MemberId) -> Option<&Entry> {
        self.generation(one.generation).get(one.place as usize)
    }

    /// The births of the members of a generation in the order of its record; none if they are not known any more.
    pub fn births(&self, generation: u32) -> impl Iterator<Item = PackedBirth> {
        self.generation(generation).iter().map(|one| one.packed)
    }

    /// The way in which an individual came into its generation; `None` if that is not known any more.
    pub fn birth(&self, one: MemberId) -> Option<Birth> {
        Some(self.entry(one)?.packed.birth())
    }

    /// The fitness of an individual, as exact as an `f32`; `None` if that is not known any more.
    pub fn fitness(&self, one: MemberId) -> Option<f64> {
        Some(f64::from(self.entry(one)?.fitness))
    }

    /// The population of an individual. One that is not known counts as infeasible.
    pub fn population(&self, one: MemberId) -> PopulationKind {
        match self.find(one.generation) {
            Some((chunk, at)) if one.place < u32::from(chunk.feasible[at]) => {
                PopulationKind::Feasible
            }
            _ => PopulationKind::Infeasible,
        }
    }

    /// The rank of an individual by fitness, from 1, among the individuals of its generation that are feasible like it
    /// or infeasible like it; and the number of these. `None` if its generation is not known any more.
    pub fn rank(&self, one: MemberId) -> Option<(usize, usize)> {
        let (chunk, at) = self.find(one.generation)?;
        let (feasible, infeasible) = chunk
            .generation(at)
            .split_at_checked(usize::from(chunk.feasible[at]))?;
        let group = match self.population(one) {
            PopulationKind::Feasible => feasible,
            PopulationKind::Infeasible => infeasible,
        };
        let own = self.entry(one)?.fitness;
        let better = group.iter().filter(|other| other.fitness > own).count();
        Some((better + 1, group.len()))
    }
}

#[cfg(test)]
pub(super) mod tests;
