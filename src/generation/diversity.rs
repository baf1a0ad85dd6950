//! The diversity of a generation, and the parts that a child has of its parents. Pictures are compared part by part; for
//! the diversity, genomes are compared instead if their problem can do so.

use std::sync::Arc;

use super::history::Record;
use super::picture::{Label, LabelPlace, Picture, Shape, shape_of};
use super::population::Individual;
use super::problem::Problem;
use super::story::Parts;

/// The largest number of members that are compared in a generation.
const SAMPLE: usize = 32;
/// The number of generations that are measured for the chart and the story.
const MEASURED: usize = 120;

/// The parts of a picture, which can be compared with the parts of another one.
pub(super) enum Comparable {
    /// Shapes with the same key are the same part.
    Shapes(Vec<Shape>),
    /// The parts are lines and marks, in any order.
    Texts(Vec<String>),
}

impl Comparable {
    /// The parts of an individual's picture.
    pub(super) fn of<P: Problem>(problem: &P, genome: &P::Genome) -> Self {
        let picture = problem.picture(genome);
        if problem.has_comparable_pictures() {
            Comparable::Shapes(picture.shapes)
        } else {
            Comparable::Texts(texts(&picture))
        }
    }

    /// The share of their parts in which two individuals differ, 0 to 1.
    fn difference(&self, other: &Self) -> f64 {
        let (same, all) = match (self, other) {
            (Comparable::Shapes(own), Comparable::Shapes(others)) => {
                let same = own.iter().filter(|one| is_among(one, others)).count();
                (same, own.len().max(others.len()))
            }
            (Comparable::Texts(own), Comparable::Texts(others)) => {
                let mut left = others.clone();
                let same = own.iter().filter(|one| take(&mut left, one)).count();
                (same, own.len().max(others.len()))
            }
            _ => return 1.0,
        };
        1.0 - same as f64 / all.max(1) as f64
    }

    /// The parts of a child by origin; `None` if the pictures cannot be compared.
    pub(super) fn parts(&self, parents: &[Self; 2]) -> Option<Parts> {
        let mut parts = Parts::default();
        let mut count = |in_first: bool, in_second: bool| {
            parts.all += 1;
            match (in_first, in_second) {
                (true, true) => {}
                (true, false) => parts.first += 1,
                (false, true) => parts.second += 1,
                (false, false) => parts.new += 1,
            }
        };
        match (self, parents) {
            (Comparable::Shapes(own), [Comparable::Shapes(first), Comparable::Shapes(second)]) => {
                let mut keys: Vec<u16> = [own, first, second]
                    .iter()
                    .flat_map(|shapes| shapes.iter().map(|shape| shape.key))
                    .collect();
                keys.sort_unstable();
                keys.dedup();
                for key in keys {
                    let one = shape_of(own, key);
                    count(one == shape_of(first, key), one == shape_of(second, key));
                }
            }
            (Comparable::Texts(own), [Comparable::Texts(first), Comparable::Texts(second)]) => {
                let (mut first, mut second) = (first.clone(), second.clone());
                for one in own {
                    count(take(&mut first, one), take(&mut second, one));
                }
            }
            _ => return None,
        }
        Some(parts)
    }
}

/// The lines and marks of a picture. A mark that is only a number is left out, because it says nothing.
fn texts(picture: &Picture) -> Vec<String> {
    let says = |label: &&Label| match label.place {
        LabelPlace::Line { .. } => true,
        LabelPlace::Mark { .. } => label.text.parse::<u32>().is_err(),
    };
    let labels = picture.labels.iter().filter(says);
    labels.map(|label| label.text.trim().to_owned()).collect()
}

/// Takes a text out of a list; false if it is not in there.
fn take(texts: &mut Vec<String>, text: &String) -> bool {
    let at = texts.iter().position(|one| one == text);
    at.map(|at| texts.swap_remove(at)).is_some()
}

fn is_among(shape: &Shape, shapes: &[Shape]) -> bool {
    shape_of(shapes, shape.key) == Some(shape)
}

/// The diversity of some of the generations of a history, oldest first. Each is measured once, with the aims that the
/// problem has at that time. A generation that is made anew after an intervention has a record of its own.
pub(super) fn diversity_of_records<P: Problem>(
    problem: &P,
    records: &[Arc<Record<P::Genome>>],
) -> Vec<(u32, f64)> {
    let step = records.len().div_ceil(MEASURED).max(1);
    let chosen = records.iter().rev().step_by(step).rev();
    let measure = |record: &Arc<Record<P::Genome>>| {
        let measured = || diversity(problem, record.members.iter());
        (record.generation, *record.diversity.get_or_init(measured))
    };
    let first = records.first().filter(|_| step > 1);
    let mut all: Vec<(u32, f64)> = first.into_iter().chain(chosen).map(measure).collect();
    all.dedup_by_key(|(generation, _)| *generation);
    all
}

/// The share of their parts in which two members of a generation differ on average, 0 to 1. Of many members some are
/// compared.
pub fn diversity<'a, P: Problem>(
    problem: &P,
    members: impl Iterator<Item = &'a Individual<P::Genome>> + Clone,
) -> f64 {
    let step = members.clone().count().div_ceil(SAMPLE).max(1);
    let genomes = members.step_by(step).map(|one| &one.genome);
    if let Some(difference) = problem.difference() {
        let all: Vec<&P::Genome> = genomes.collect();
        return mean_difference(&all, |one, other| difference(one, other));
    }
    let all: Vec<Comparable> = genomes.map(|one| Comparable::of(problem, one)).collect();
    mean_difference(&all, Comparable::difference)
}

/// The mean difference of all pairs.
fn mean_difference<T>(all: &[T], difference: impl Fn(&T, &T) -> f64) -> f64 {
    let pairs = (all.len() * all.len().saturating_sub(1) / 2).max(1);
    let of = |(at, one): (usize, &T)| -> f64 {
        let others = all[at + 1..].iter();
        others.map(|other| difference(one, other)).sum()
    };
    all.iter().enumerate().map(of).sum::<f64>() / pairs as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Seed, Stream};
    use crate::generation::one_max::{OneMax, bits_as_genes};
    use crate::generation::parameters::EvolutionParameters;
    use crate::generation::picture::{Form, Tint};
    use crate::generation::run::Run;

    fn shapes(tints: &[Tint]) -> Comparable {
        let shape = |(key, tint): (u16, &Tint)| Shape {
            key,
            form: Form::Tile,
            tint: *tint,
            x: 0.5,
            y: 0.5,
            size: 0.1,
        };
        Comparable::Shapes((0..).zip(tints).map(shape).collect())
    }

    #[test]
    fn the_same_differ_in_nothing_and_others_in_a_part_of_their_parts() {
        use Tint::{Calm, Fault, Stone};
        let (one, half) = (shapes(&[Calm; 4]), shapes(&[Calm, Calm, Stone, Fault]));
        let mean = |all: &[Comparable]| mean_difference(all, Comparable::difference);
        assert_eq!(mean(&[shapes(&[Calm; 4]), shapes(&[Calm; 4])]), 0.0);
        assert_eq!(one.difference(&half), 0.5);
        // The pairs differ in 0, 1/2 and 1/2 of their parts.
        let all = [shapes(&[Calm; 4]), one, half];
        assert!((mean(&all) - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(mean(&[shapes(&[Calm])]), 0.0);
    }

    #[test]
    fn the_parts_of_a_child_are_counted_by_their_origin() {
        use Tint::{Calm, Fault, Stone};
        let child = shapes(&[Calm, Stone, Calm, Fault]);
        let parents = [shapes(&[Calm, Stone, Stone]), shapes(&[Calm, Calm, Calm])];
        let parts = child.parts(&parents).expect("they can be compared");
        let (first, second, new, all) = (1, 1, 1, 4);
        assert_eq!(
            parts,
            Parts {
                first,
                second,
                new,
                all
            }
        );
        let words = |list: &[&str]| Comparable::Texts(list.iter().map(|t| t.to_string()).collect());
        let child = words(&["go", "go", "hit", "rest"]);
        let parents = [words(&["go", "hit"]), words(&["go", "go"])];
        let parts = child.parts(&parents).expect("they can be compared");
        assert_eq!((parts.first, parts.second, parts.new), (1, 1, 1));
    }

    #[test]
    fn pictures_of_different_sizes_differ_in_what_one_of_them_lacks() {
        use Tint::{Calm, Stone};
        let words = |list: &[&str]| Comparable::Texts(list.iter().map(|t| t.to_string()).collect());
        let (two, four) = (shapes(&[Calm; 2]), shapes(&[Calm, Calm, Stone, Stone]));
        assert_eq!((two.difference(&four), four.difference(&two)), (0.5, 0.5));
        let (one, other) = (words(&["a", "a", "b"]), words(&["a", "c", "b", "d"]));
        assert_eq!((one.difference(&other), other.difference(&one)), (0.5, 0.5));
        assert_eq!(words(&["a", "b"]).difference(&words(&["b", "a"])), 0.0);
        // Shapes and texts have nothing in common.
        assert_eq!(two.difference(&one), 1.0);
        assert_eq!(two.parts(&[words(&["a"]), shapes(&[Calm])]), None);
    }

    #[test]
    fn lines_and_marks_that_say_something_are_compared() {
        let label = |text: &str, place| Label {
            text: text.to_owned(),
            place,
            x: 0.0,
            y: 0.0,
            height: 0.1,
        };
        let line = LabelPlace::Line {
            width: 1.0,
            tint: Tint::Calm,
        };
        let mark = LabelPlace::Mark {
            key: 0,
            tint: Tint::Calm,
            ground: None,
        };
        let picture = Picture {
            labels: vec![
                label(" go ", line),
                label("12", line),
                label("12", mark),
                label("hit", mark),
            ],
            ..Picture::default()
        };
        assert_eq!(texts(&picture), ["go", "12", "hit"]);
    }

    /// An individual with all bits if its number is even, and with none otherwise.
    fn all_or_none(number: u32) -> Individual<u32> {
        Individual {
            genome: if number.is_multiple_of(2) {
                0xFF_FFFF
            } else {
                0
            },
            fitness: 1.0,
            violation: 0,
            number,
        }
    }

    #[test]
    fn of_a_large_generation_at_most_32_members_are_compared() {
        let diversity = |count: u32| {
            let members: Vec<_> = (0..count).map(all_or_none).collect();
            diversity(&OneMax, members.iter())
        };
        assert_eq!([0, 1, 2].map(diversity), [0.0, 0.0, 1.0]);
        // Half of 32 members have all bits: 256 of 496 pairs differ. Each second one of 33 and of 64 is compared.
        assert!((diversity(32) - 256.0 / 496.0).abs() < 1e-12);
        assert_eq!([33, 64].map(diversity), [0.0, 0.0]);
        // Each third one of 66 is compared: 11 have all bits, and 11 have none.
        assert!((diversity(66) - 121.0 / 231.0).abs() < 1e-12);
    }

    /// The problem of many bits, which compares genomes by itself: those that are not equal differ in a quarter.
    struct Compared;

    impl Problem for Compared {
        bits_as_genes!();

        fn objective(&self, _: &u32, _: &mut Stream) -> f64 {
            0.0
        }

        fn picture(&self, _: &u32) -> Picture {
            Picture::default()
        }

        fn difference(&self) -> Option<fn(&u32, &u32) -> f64> {
            Some(|one, other| if one == other { 0.0 } else { 0.25 })
        }
    }

    #[test]
    fn a_problem_may_compare_genomes_instead_of_their_pictures() {
        let members = [0, 2, 1].map(all_or_none);
        // Two of the three pairs differ. The empty pictures of all are the same.
        let mean = diversity(&Compared, members.iter());
        assert!((mean - 0.5 / 3.0).abs() < 1e-12, "{mean}");
    }

    #[test]
    fn the_founders_differ_more_than_their_descendants() {
        let parameters = EvolutionParameters {
            generations: 300,
            mutation: 0.03,
            ..EvolutionParameters::default()
        };
        let run = Run::new(Arc::new(OneMax), parameters, Seed(5)).expect("in range");
        let mut run = run.with_history();
        run.finish();
        let records = run.history().expect("it has one").records();
        let diversity = diversity_of_records(&OneMax, records);
        let ((first, founders), (last, end)) = (diversity[0], diversity[diversity.len() - 1]);
        assert_eq!((first, last), (0, 300));
        // Two random strings differ in half of their bits; the pairs of 20 strings by less than 0.1 from that.
        assert!((founders - 0.5).abs() < 0.1, "{founders}");
        assert!(end < 0.7 * founders, "{end}");
        assert!(diversity.len() <= MEASURED + 1);
        assert!(diversity.is_sorted_by(|a, b| a.0 < b.0));
    }
}
