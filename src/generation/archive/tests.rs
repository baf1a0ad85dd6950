//! Tests of archives.

use super::*;
use crate::generation::one_max::{MEASURES, OneMax, OneMaxArchive};

#[test]
fn the_frontier_lies_around_the_gaps() {
    let around = |gap: usize| {
        let mut map: [Option<usize>; CELLS] = std::array::from_fn(Some);
        map[gap] = None;
        let mut frontier = frontier(&map);
        frontier.sort_unstable();
        frontier
    };
    assert_eq!(around(0), [1, BINS, BINS + 1]);
    let expected = [44, 45, 46, 54, 56, 64, 65, 66];
    assert_eq!(around(55), expected);
    assert_eq!(
        around(CELLS - 1),
        [CELLS - BINS - 2, CELLS - BINS - 1, CELLS - 2]
    );
}

/// An archive of bits in which an individual counts only after some measurements.
struct Repeated {
    ones: OneMaxArchive,
    samples: u32,
}

impl ArchiveProblem for Repeated {
    type Problem = OneMax;

    const BATCH: u32 = 9;
    const GENERATIONS: u32 = 10;

    fn problem(&self) -> &OneMax {
        &OneMax
    }

    fn measures(&self) -> Vec<Measure> {
        self.ones.measures()
    }

    fn samples(&self) -> u32 {
        self.samples
    }

    fn measure(&self, genome: &u32, rng: &mut Stream) -> Option<Sample> {
        self.ones.measure(genome, rng)
    }

    fn gaps(&self) -> &MutationGaps {
        self.ones.gaps()
    }
}

/// An empty archive of batches of nine.
fn archive(samples: u32, generations: u32) -> Archive<Repeated> {
    let ones = OneMaxArchive::new();
    Archive::new(
        Arc::new(Repeated { ones, samples }),
        9,
        generations,
        Seed(3),
    )
}

/// An elite in the cell of a bin on the diagonal of the map, which was measured a number of times. Its place is
/// unsure if its measurements differ.
fn elite(bin: usize, quality: f64, samples: u32, is_sure: bool) -> Elite<u32> {
    let measures = OneMaxArchive::new().measures();
    let middle = (measures[0].edge(bin) + measures[0].edge(bin + 1)) / 2.0;
    let error = if is_sure { 0.0 } else { 2.0 };
    let sample = |sign: f64| Sample::of(quality, [middle + sign * error; MEASURES]);
    let mut estimate = Estimate::of(sample(0.0));
    for number in 1..samples {
        estimate.add(&sample(if number % 2 == 0 { 1.0 } else { -1.0 }));
    }
    let place = MapPlace::of(&measures, &estimate, false);
    let axes = Axes { across: 0, up: 1 };
    assert_eq!((place.cell(axes), place.is_sure(axes)), (11 * bin, is_sure));
    Elite {
        genome: bin as u32,
        estimate,
        place,
        born: 0,
        is_settled: false,
    }
}

fn settled(elite: Elite<u32>) -> Elite<u32> {
    let is_settled = true;
    Elite {
        is_settled,
        ..elite
    }
}

fn shared<const N: usize>(elites: [Elite<u32>; N]) -> Vec<Arc<Elite<u32>>> {
    elites.map(Arc::new).into()
}

#[test]
fn each_of_the_generations_makes_new_individuals_and_none_after_them_does() {
    let mut archive = archive(1, 2);
    let mut measured = 0;
    for generation in 0..2 {
        assert_eq!(archive.generation(), generation);
        assert!(!archive.is_complete());
        let batch = archive.next_batch();
        assert!(batch.makes_new);
        let outcomes = batch.reproduce(0..9);
        measured += outcomes
            .iter()
            .map(|(_, times)| u64::from(*times))
            .sum::<u64>();
        archive.insert(outcomes);
    }
    assert!(archive.is_complete());
    assert!((10..=18).contains(&measured), "{measured}");
    assert_eq!(archive.evaluations(), measured);
    let batch = archive.next_batch();
    assert!(!batch.makes_new);
    let nothing =
        |(outcome, times): &(Outcome<u32>, u32)| matches!(outcome, Outcome::Lost) && *times == 0;
    assert!(batch.reproduce(0..9).iter().all(nothing));
}

#[test]
fn a_sure_elite_beats_an_unsure_one_and_quality_decides_between_equals() {
    let axes = Axes { across: 0, up: 1 };
    let winner = |one: &Elite<u32>, other: &Elite<u32>| {
        map_of(&shared([one.clone(), other.clone()]), axes)[44]
    };
    let (unsure, poor) = (elite(4, 0.9, 3, false), elite(4, 0.2, 2, true));
    let good = elite(4, 0.3, 2, true);
    for (better, worse) in [(&poor, &unsure), (&good, &poor)] {
        assert_eq!(winner(better, worse), Some(0));
        assert_eq!(winner(worse, better), Some(1));
    }
    assert_eq!(winner(&good, &good), Some(0), "the older one stays");
    // An elite that was measured often gives up a place that is still unsure.
    let (given_up, kept) = (settled(unsure.clone()), settled(poor.clone()));
    assert_eq!(winner(&given_up, &given_up), None);
    assert_eq!(winner(&given_up, &unsure), Some(1));
    assert_eq!(winner(&kept, &unsure), Some(0));
}

#[test]
fn unsure_elites_are_measured_first_then_those_that_were_measured_least() {
    let elites = shared([
        elite(0, 0.5, 8, true),
        elite(1, 0.5, 7, true),
        elite(2, 0.5, 5, false),
        elite(3, 0.5, 3, false),
        settled(elite(4, 0.5, 3, false)),
        settled(elite(5, 0.5, 2, true)),
        elite(6, 0.5, 2, true),
    ]);
    let doubtful = |samples, generations| {
        let mut archive = archive(samples, generations);
        archive.elites = Arc::new(elites.clone());
        let batch = archive.next_batch();
        let all = archive.doubtful(&archive.of_map());
        assert_eq!(*batch.doubtful, all);
        assert_eq!(archive.is_complete(), generations == 0 && all.is_empty());
        all
    };
    // While new individuals are made, a third of the batch is left for them.
    assert_eq!(doubtful(2, 1), [3, 2, 6]);
    // After that the first one is sure, because it was measured four times as often as it must be to count.
    assert_eq!(doubtful(2, 0), [3, 2, 6, 1]);
    assert_eq!(doubtful(3, 0), [3, 2, 6, 1, 0]);
    // Exact measurements are made once.
    for generations in [0, 1] {
        assert!(doubtful(1, generations).is_empty());
    }
}

#[test]
fn an_elite_that_is_measured_again_is_replaced_and_one_without_a_place_is_dropped() {
    let mut archive = archive(2, 1);
    archive.elites = Arc::new(shared([elite(2, 0.5, 2, true), elite(3, 0.5, 2, true)]));
    let measured = Outcome::Measured(1, elite(3, 0.4, 4, true));
    let worse = Outcome::Born(elite(2, 0.4, 2, true));
    archive.insert([(measured, 2), (worse, 2), (Outcome::Lost, 1)]);
    let kept = archive.elites().iter();
    let kept: Vec<(u32, u32)> = kept.map(|one| (one.genome, one.estimate.samples)).collect();
    assert_eq!(kept, [(2, 2), (3, 4)]);
    assert_eq!((archive.generation(), archive.evaluations()), (1, 5));
    // One that cannot be measured any more loses its place.
    archive.insert([(Outcome::Unmeasurable(0), 1)]);
    let kept: Vec<u32> = archive.elites().iter().map(|one| one.genome).collect();
    assert_eq!(kept, [3]);
}

#[test]
fn the_least_infeasible_individuals_are_kept_and_newer_ones_before_older_ones() {
    let mut archive = archive(1, 1);
    let most = MOST_INFEASIBLE as u32;
    let outcome = |(violation, genome)| (Outcome::Infeasible(violation, genome), 0);
    archive.insert((1..=most + 5).rev().map(|one| outcome((one, one))));
    let kept: Vec<(u32, u32)> = (1..=most).map(|one| (one, one)).collect();
    assert_eq!(*archive.infeasible, kept);
    // The last place goes to the newer one; what is worse gets none.
    archive.insert([outcome((most, 77)), outcome((most + 1, 88))]);
    assert_eq!(archive.infeasible.last(), Some(&(most, 77)));
    assert_eq!(archive.infeasible.len(), MOST_INFEASIBLE);
    assert_eq!(archive.infeasible[..kept.len() - 1], kept[..kept.len() - 1]);
}

#[test]
fn a_step_is_the_same_on_one_and_several_threads() {
    let [one, three] = [1, 3].map(|threads| {
        let mut archive = archive(1, 10);
        archive.step(threads);
        archive.step(threads);
        let genomes = archive.elites().iter().map(|elite| elite.genome);
        (archive.generation(), genomes.collect::<Vec<_>>())
    });
    assert_eq!((one.0, &one), (2, &three));
    assert!(!one.1.is_empty());
}

#[test]
fn the_qualities_of_a_map_are_added() {
    let elites = [elite(1, 0.5, 1, false), elite(2, 0.25, 1, false)];
    assert_eq!(total_quality(elites.iter()), 0.75);
    let none: [Elite<u32>; 0] = [];
    assert_eq!(total_quality(none.iter()), 0.0);
}

#[test]
fn an_archive_goes_on_with_the_chosen_axes() {
    let mut archive = archive(1, 10);
    let axes = Axes { across: 3, up: 2 };
    archive.set_axes(axes);
    assert_eq!(archive.axes(), axes);
}
