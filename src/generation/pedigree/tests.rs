//! Tests of pedigrees, and a family that other tests use too.

use super::*;
use crate::generation::history::tests::record_of;
use crate::generation::population::{Individual, PopulationKind};

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
    let best = at.unwrap_or_else(|| individual(usize::MAX >> 33, best));
    Record {
        evaluations: u64::from(generation + 1) * members.len() as u64,
        feasible_elites: 1,
        ..record_of(generation, best, all)
    }
}

fn births(members: &[(Birth, f64)]) -> Vec<PackedBirth> {
    let packed = |(birth, _): &(Birth, f64)| match *birth {
        Birth::Founder => PackedBirth::FOUNDER,
        Birth::Immigrant => PackedBirth::IMMIGRANT,
        Birth::Elite(of) => PackedBirth::elite(of as usize),
        Birth::Child(first, second) => PackedBirth::child(first as usize, second as usize),
    };
    members.iter().map(packed).collect()
}

/// Adds a generation of members with these births and fitness values, all feasible. The best is the best so far.
pub fn add(pedigree: &mut Pedigree, generation: u32, members: &[(Birth, f64)], best: f64) {
    pedigree.push(&record(generation, members, best), &births(members));
}

/// Adds a generation of one member that breaks the constraints by an amount, and is the best so far.
pub fn add_alone(pedigree: &mut Pedigree, generation: u32, fitness: f64, violation: u32) {
    let members = [(Birth::Founder, fitness)];
    let mut record = record(generation, &members, fitness);
    record.members[0].violation = violation;
    record.best.violation = violation;
    record.feasible = usize::from(violation == 0);
    pedigree.push(&record, &births(&members));
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
    let found: Vec<(MemberId, f64)> = found.map(|one| (one.by, one.fitness)).collect();
    let wanted = [
        (MemberId::at(0, 0), 0.3),
        (MemberId::at(1, 2), 0.4),
        (MemberId::at(3, 2), 0.9),
    ];
    assert_eq!(found, wanted);
}

impl Pedigree {
    /// The number of bytes that it takes.
    fn bytes(&self) -> usize {
        let chunk = |chunk: &Arc<Chunk>| {
            chunk.entries.capacity() * size_of::<Entry>() + chunk.ends.capacity() * 6
        };
        let improvements = self.improvements.capacity() * size_of::<Improvement>();
        self.chunks.iter().map(chunk).sum::<usize>() + improvements
    }
}

#[test]
fn ten_thousand_generations_of_a_hundred_take_a_few_megabytes_and_millions_are_bounded() {
    let mut pedigree = Pedigree::default();
    let members: Vec<(Birth, f64)> = (0..100).map(|at| (Birth::Child(at, 3), 0.5)).collect();
    let (mut newest, births) = (record(0, &members, 0.5), births(&members));
    for generation in 0..30_000 {
        newest.generation = generation;
        pedigree.push(&newest, &births);
        if generation == 9_999 {
            assert!(pedigree.bytes() < 13 << 20, "{}", pedigree.bytes());
            assert_eq!(pedigree.generations(), Some((0, 9_999)));
        }
    }
    assert!(pedigree.bytes() < 32 << 20, "{}", pedigree.bytes());
    let (oldest, last) = pedigree.generations().expect("some are known");
    assert_eq!(last, 29_999);
    assert!((4_900..5_200).contains(&oldest), "{oldest}");
    assert_eq!(pedigree.founders(MemberId::at(29_999, 0)), None);
    assert_eq!(
        pedigree.line(MemberId::at(29_999, 0)).len() as u32,
        last - oldest + 1
    );
}

/// Adds a generation whose first `feasible` members are feasible.
pub fn add_mixed(
    pedigree: &mut Pedigree,
    generation: u32,
    members: &[(Birth, f64)],
    feasible: usize,
) {
    let mut record = record(generation, members, members[0].1);
    record.feasible = feasible;
    pedigree.push(&record, &births(members));
}

#[test]
fn individuals_are_ranked_among_their_own_kind() {
    let mut pedigree = Pedigree::default();
    let fitness = [0.5, 0.75, 0.75, 0.9, 0.1];
    let members = fitness.map(|fitness| (Birth::Founder, fitness));
    add_mixed(&mut pedigree, 0, &members, 3);
    let rank = |place| pedigree.rank(MemberId::at(0, place));
    let ranks = [(3, 3), (1, 3), (1, 3), (1, 2), (2, 2)];
    assert_eq!([0, 1, 2, 3, 4].map(rank), ranks.map(Some));
    let population = |place| pedigree.population(MemberId::at(0, place));
    assert_eq!([0, 1, 2].map(population), [PopulationKind::Feasible; 3]);
    assert_eq!([3, 4].map(population), [PopulationKind::Infeasible; 2]);
    // The pedigree knows nothing of individuals that are not in it.
    for stranger in [MemberId::at(0, 5), MemberId::at(1, 0)] {
        assert_eq!(pedigree.rank(stranger), None);
        assert_eq!(pedigree.population(stranger), PopulationKind::Infeasible);
        assert_eq!(pedigree.birth(stranger), None);
        assert_eq!(pedigree.children(stranger), []);
    }
}

#[test]
fn the_better_parent_is_the_feasible_one_then_the_fitter_one_then_the_first() {
    use Birth::{Child, Founder};
    let mut pedigree = Pedigree::default();
    let founders = [0.5, 0.5, 0.6, 0.9].map(|fitness| (Founder, fitness));
    add_mixed(&mut pedigree, 0, &founders, 3);
    // The parents, and the place of the better one.
    let pairs = [
        (0, 1, 0),
        (1, 0, 1),
        (0, 2, 2),
        (2, 0, 2),
        (3, 0, 0),
        (0, 3, 0),
    ];
    let children = pairs.map(|(first, second, _)| (Child(first, second), 0.5));
    add_mixed(&mut pedigree, 1, &children, children.len());
    for (child, (.., better)) in (0..).zip(pairs) {
        let line = [MemberId::at(1, child), MemberId::at(0, better)];
        assert_eq!(pedigree.line(MemberId::at(1, child)), line);
    }
}

#[test]
fn an_improvement_is_noted_by_the_individual_that_made_it() {
    let members = [0.3, 0.5, 0.5].map(|fitness| (Birth::Founder, fitness));
    let mut pedigree = Pedigree::default();
    let noted = |pedigree: &Pedigree| {
        let noted = pedigree.improvements().iter();
        noted
            .map(|one| (one.by, one.fitness, one.violation, one.evaluations))
            .collect::<Vec<_>>()
    };
    // Two members have the same fitness. The record names the second one as the best.
    let mut first = record(0, &members, 0.5);
    first.best = first.members[2];
    pedigree.push(&first, &births(&members));
    let of_first = (MemberId::at(0, 2), 0.5, 0, 3);
    assert_eq!(noted(&pedigree), [of_first]);
    // An individual that is only as good is no improvement.
    add(&mut pedigree, 1, &members, 0.5);
    assert_eq!(noted(&pedigree), [of_first]);
    // A smaller violation is an improvement, whatever the fitness. The best of all need not be alive any more.
    add_alone(&mut pedigree, 2, 0.5, 4);
    add(&mut pedigree, 3, &members, 0.8);
    assert_eq!(
        noted(&pedigree),
        [of_first, (MemberId::at(2, 0), 0.5, 4, 3)]
    );
}

#[test]
fn the_best_of_a_generation_that_cannot_be_compared_is_noted_although_it_is_only_as_good() {
    let mut pedigree = Pedigree::default();
    add_alone(&mut pedigree, 0, 0.5, 0);
    pedigree.begin_new_scale();
    add_alone(&mut pedigree, 1, 0.5, 0);
    add_alone(&mut pedigree, 2, 0.5, 0);
    let noted = pedigree.improvements().iter();
    let noted: Vec<(u32, bool)> = noted
        .map(|one| (one.by.generation, one.is_comparable))
        .collect();
    assert_eq!(noted, [(0, true), (1, false)]);
}

#[test]
fn every_other_improvement_is_forgotten_when_there_are_too_many() {
    let mut pedigree = Pedigree::default();
    let most = MAX_IMPROVEMENTS as u32;
    let mut improve = |generation: u32| {
        add_alone(&mut pedigree, generation, f64::from(generation + 1), 0);
        let noted = pedigree.improvements().iter();
        noted.map(|one| one.by.generation).collect::<Vec<u32>>()
    };
    for generation in 0..most - 1 {
        improve(generation);
    }
    assert_eq!(improve(most - 1), (0..most).collect::<Vec<_>>());
    let even: Vec<u32> = (0..=most).step_by(2).collect();
    assert_eq!(improve(most), even);
    assert!(pedigree.improvements().iter().all(|one| one.is_comparable));
}

#[test]
fn a_new_scale_is_not_forgotten_with_the_improvement_that_began_it() {
    let mut pedigree = Pedigree::default();
    for generation in 0..=MAX_IMPROVEMENTS as u32 {
        if generation == 5 {
            pedigree.begin_new_scale();
        }
        add_alone(&mut pedigree, generation, f64::from(generation + 1), 0);
    }
    let noted = pedigree.improvements().iter();
    let scales = noted.filter(|one| !one.is_comparable);
    let scales: Vec<u32> = scales.map(|one| one.by.generation).collect();
    assert_eq!(scales, [6]);
}
