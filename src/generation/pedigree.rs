//! The pedigree of a run: the parents of every individual of every generation, in eight bytes for each individual.
//!
//! The history forgets generations when a run is long. The pedigree keeps them all, until there are millions of
//! individuals. It holds no genomes.

use std::sync::Arc;

use super::birth::{Birth, Origin};
use super::history::Record;

/// An individual by its place in a generation. An elite stands in several generations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kin {
    /// The generation.
    pub generation: u32,
    /// The place in the record of the generation.
    pub place: u32,
}

impl Kin {
    /// The individual at a place of a generation.
    pub fn at(generation: u32, place: u32) -> Self {
        Kin { generation, place }
    }
}

/// A generation in which the best individual so far was improved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Improvement {
    /// The new best individual.
    pub by: Kin,
    /// Its fitness.
    pub fitness: f64,
    /// The amount by which it breaks the constraints.
    pub violation: u32,
    /// The number of evaluations up to its generation.
    pub evaluations: u64,
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
    origin: Origin,
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
}

impl Pedigree {
    /// Adds the newest generation. `origins` are those of its members.
    pub(super) fn push<G>(&mut self, record: &Record<G>, origins: &[Origin]) {
        if self
            .generations()
            .is_some_and(|(_, newest)| newest >= record.generation)
        {
            self.forget_from(record.generation);
        }
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
        let entries = origins.iter().zip(&record.members);
        chunk.entries.extend(entries.map(|(origin, member)| Entry {
            origin: *origin,
            fitness: member.fitness as f32,
        }));
        chunk.ends.push(chunk.entries.len() as u32);
        chunk.feasible.push(record.feasible as u16);
        self.individuals += record.members.len();
        while self.individuals > MAX_INDIVIDUALS && self.chunks.len() > 1 {
            self.individuals -= self.chunks.remove(0).entries.len();
        }
    }

    /// Forgets a generation and all after it, because they are made anew.
    fn forget_from(&mut self, generation: u32) {
        self.chunks.retain(|chunk| chunk.first < generation);
        if let Some(last) = self.chunks.last_mut() {
            let kept = (generation - last.first) as usize;
            let chunk = Arc::make_mut(last);
            chunk.ends.truncate(kept);
            chunk.feasible.truncate(kept);
            let end = chunk.ends.last().copied().unwrap_or(0);
            chunk.entries.truncate(end as usize);
        }
        self.individuals = self.chunks.iter().map(|chunk| chunk.entries.len()).sum();
        let newest = self.improvements.iter();
        let kept = newest.take_while(|one| one.by.generation < generation);
        self.improvements.truncate(kept.count());
    }

    /// Notes the best individual if it differs from the one before.
    fn note_improvement<G>(&mut self, record: &Record<G>) {
        let best = &record.best;
        let last = self.improvements.last();
        if last.is_some_and(|one| (one.fitness, one.violation) == (best.fitness, best.violation)) {
            return;
        }
        let mut members = record.members.iter();
        let place = members.position(|one| {
            (one.number, one.fitness, one.violation) == (best.number, best.fitness, best.violation)
        });
        let Some(place) = place else { return };
        self.improvements.push(Improvement {
            by: Kin::at(record.generation, place as u32),
            fitness: best.fitness,
            violation: best.violation,
            evaluations: record.evaluations,
        });
        if self.improvements.len() > MAX_IMPROVEMENTS {
            let mut at = 0;
            self.improvements.retain(|_| {
                at += 1;
                at % 2 == 1
            });
        }
    }

    /// The generations in which the best individual so far was improved, oldest first.
    pub fn improvements(&self) -> &[Improvement] {
        &self.improvements
    }

    /// The number of bytes that it takes.
    pub fn bytes(&self) -> usize {
        let chunk = |chunk: &Arc<Chunk>| {
            chunk.entries.capacity() * size_of::<Entry>() + chunk.ends.capacity() * 6
        };
        let improvements = self.improvements.capacity() * size_of::<Improvement>();
        self.chunks.iter().map(chunk).sum::<usize>() + improvements
    }

    /// The oldest and the newest generation that it knows.
    pub fn generations(&self) -> Option<(u32, u32)> {
        let (first, last) = (self.chunks.first()?, self.chunks.last()?);
        Some((first.first, last.first + last.ends.len() as u32 - 1))
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

    fn entry(&self, one: Kin) -> Option<&Entry> {
        self.generation(one.generation).get(one.place as usize)
    }

    /// The origins of the members of a generation in the order of its record; none if they are not known any more.
    pub fn origins(&self, generation: u32) -> impl Iterator<Item = Origin> {
        self.generation(generation).iter().map(|one| one.origin)
    }

    /// The way in which an individual came into its generation; `None` if that is not known any more.
    pub fn birth(&self, one: Kin) -> Option<Birth> {
        Some(self.entry(one)?.origin.birth())
    }

    /// The fitness of an individual, with the precision that a player needs.
    pub fn fitness(&self, one: Kin) -> Option<f64> {
        Some(f64::from(self.entry(one)?.fitness))
    }

    /// Whether an individual is feasible.
    pub fn is_feasible(&self, one: Kin) -> bool {
        let found = self.find(one.generation);
        found.is_some_and(|(chunk, at)| one.place < u32::from(chunk.feasible[at]))
    }

    /// The rank of an individual by fitness, from 1, among the individuals of its generation that are feasible like it
    /// or infeasible like it; and the number of these.
    pub fn rank(&self, one: Kin) -> Option<(usize, usize)> {
        let (chunk, at) = self.find(one.generation)?;
        let (feasible, infeasible) = chunk
            .generation(at)
            .split_at_checked(usize::from(chunk.feasible[at]))?;
        let group = if self.is_feasible(one) {
            feasible
        } else {
            infeasible
        };
        let own = self.entry(one)?.fitness;
        let better = group.iter().filter(|other| other.fitness > own).count();
        Some((better + 1, group.len()))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::OnceLock;

    use super::*;
    use crate::generation::population::Individual;

    fn record(generation: u32, members: &[(Birth, f64)], best: f64) -> Record<u32> {
        let individual = |number: usize, fitness| Individual {
            genome: number as u32,
            fitness,
            violation: 0,
            number: number as u32,
        };
        let of = |(number, (_, fitness)): (usize, &(Birth, f64))| individual(number, *fitness);
        let all: Vec<Individual<u32>> = members.iter().enumerate().map(of).collect();
        let at = all.iter().find(|one| one.fitness == best).cloned();
        Record {
            generation,
            evaluations: u64::from(generation + 1) * members.len() as u64,
            best: at.unwrap_or_else(|| individual(usize::MAX >> 33, best)),
            feasible: all.len(),
            members: all.into(),
            feasible_elites: 1,
            infeasible_elites: 0,
            summaries: OnceLock::new(),
        }
    }

    fn origins(members: &[(Birth, f64)]) -> Vec<Origin> {
        let origin = |(birth, _): &(Birth, f64)| match *birth {
            Birth::Founder => Origin::FOUNDER,
            Birth::Immigrant => Origin::IMMIGRANT,
            Birth::Elite(of) => Origin::elite(of as usize),
            Birth::Child(first, second) => Origin::child(first as usize, second as usize),
        };
        members.iter().map(origin).collect()
    }

    /// Adds a generation of members with these births and fitness values, all feasible. The best is the best so far.
    pub fn add(pedigree: &mut Pedigree, generation: u32, members: &[(Birth, f64)], best: f64) {
        pedigree.push(&record(generation, members, best), &origins(members));
    }

    /// Adds a generation of one member that breaks the constraints by an amount, and is the best so far.
    pub fn add_alone(pedigree: &mut Pedigree, generation: u32, fitness: f64, violation: u32) {
        let members = [(Birth::Founder, fitness)];
        let mut record = record(generation, &members, fitness);
        record.members[0].violation = violation;
        record.best.violation = violation;
        record.feasible = usize::from(violation == 0);
        pedigree.push(&record, &origins(&members));
    }

    /// Three founders; the elite stands first in every generation.
    ///
    /// ```text
    /// 0:  a 0.3     b 0.2     c 0.1
    /// 1:  a         d (a, b)  e (b, b) 0.4
    /// 2:  e         f (d, e)  g (a, d)
    /// 3:  e         h (f, e)  i (g, g) 0.9
    /// ```
    pub fn family() -> Pedigree {
        use Birth::{Child, Elite, Founder};
        let mut pedigree = Pedigree::default();
        let generations = [
            (vec![(Founder, 0.3), (Founder, 0.2), (Founder, 0.1)], 0.3),
            (
                vec![(Elite(0), 0.3), (Child(0, 1), 0.1), (Child(1, 1), 0.4)],
                0.4,
            ),
            (
                vec![(Elite(2), 0.4), (Child(1, 2), 0.2), (Child(0, 1), 0.3)],
                0.4,
            ),
            (
                vec![(Elite(0), 0.4), (Child(1, 0), 0.1), (Child(2, 2), 0.9)],
                0.9,
            ),
        ];
        for (generation, (members, best)) in (0..).zip(generations) {
            add(&mut pedigree, generation, &members, best);
        }
        pedigree
    }

    #[test]
    fn improvements_are_noted_where_they_were_born() {
        let family = family();
        let found = family.improvements().iter();
        let found: Vec<(Kin, f64)> = found.map(|one| (one.by, one.fitness)).collect();
        let wanted = [
            (Kin::at(0, 0), 0.3),
            (Kin::at(1, 2), 0.4),
            (Kin::at(3, 2), 0.9),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn generations_that_are_made_anew_replace_the_old_ones() {
        let mut family = family();
        let members = [(Birth::Elite(2), 0.4), (Birth::Child(2, 2), 0.8)];
        add(&mut family, 2, &members, 0.8);
        assert_eq!(family.generations(), Some((0, 2)));
        assert_eq!(family.parents(Kin::at(2, 1)), Some([Kin::at(1, 2); 2]));
        let best = family.improvements().last().map(|one| one.by);
        assert_eq!(best, Some(Kin::at(2, 1)));
        assert_eq!(family.improvements().len(), 3);
    }

    #[test]
    fn ten_thousand_generations_of_a_hundred_take_a_few_megabytes_and_millions_are_bounded() {
        let mut pedigree = Pedigree::default();
        let members: Vec<(Birth, f64)> = (0..100).map(|at| (Birth::Child(at, 3), 0.5)).collect();
        let (mut newest, origins) = (record(0, &members, 0.5), origins(&members));
        for generation in 0..30_000 {
            newest.generation = generation;
            pedigree.push(&newest, &origins);
            if generation == 9_999 {
                assert!(pedigree.bytes() < 13 << 20, "{}", pedigree.bytes());
                assert_eq!(pedigree.generations(), Some((0, 9_999)));
            }
        }
        assert!(pedigree.bytes() < 32 << 20, "{}", pedigree.bytes());
        let (oldest, last) = pedigree.generations().expect("some are known");
        assert_eq!(last, 29_999);
        assert!((4_900..5_200).contains(&oldest), "{oldest}");
        assert_eq!(pedigree.founders(Kin::at(29_999, 0)), None);
        assert_eq!(
            pedigree.line(Kin::at(29_999, 0)).len() as u32,
            last - oldest + 1
        );
    }
}
