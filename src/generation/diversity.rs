//! The diversity of a generation, and the parts that a child has of its parents. Pictures are compared part by part.

use super::history::Record;
use super::picture::{Label, Picture, Place, Shape, shape_of};
use super::problem::Problem;
use super::story::Parts;

/// The number of members whose pictures are compared in a generation.
const SAMPLE: usize = 32;

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
        Place::Line { .. } => true,
        Place::Mark { .. } => label.text.parse::<u32>().is_err(),
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

/// The share of their parts in which two members of a generation differ on average, 0 to 1.
pub(super) fn diversity<P: Problem>(problem: &P, record: &Record<P::Genome>) -> f64 {
    let step = record.members.len().div_ceil(SAMPLE).max(1);
    let members = record.members.iter().step_by(step);
    let all: Vec<Comparable> = members
        .map(|one| Comparable::of(problem, &one.genome))
        .collect();
    mean_difference(&all)
}

/// The mean difference of all pairs.
fn mean_difference(all: &[Comparable]) -> f64 {
    let pairs = (all.len() * all.len().saturating_sub(1) / 2).max(1);
    let of = |(at, one): (usize, &Comparable)| -> f64 {
        all[at + 1..]
            .iter()
            .map(|other| one.difference(other))
            .sum::<f64>()
    };
    all.iter().enumerate().map(of).sum::<f64>() / pairs as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Individual;
    use crate::generation::history::tests::record_of;
    use crate::generation::one_max::OneMax;
    use crate::generation::picture::{Form, Tint};

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
        assert_eq!(
            mean_difference(&[shapes(&[Calm; 4]), shapes(&[Calm; 4])]),
            0.0
        );
        assert_eq!(one.difference(&half), 0.5);
        // The pairs differ in 0, 1/2 and 1/2 of their parts.
        let all = [shapes(&[Calm; 4]), one, half];
        assert!((mean_difference(&all) - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(mean_difference(&[shapes(&[Calm])]), 0.0);
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
        let line = Place::Line {
            width: 1.0,
            tint: Tint::Calm,
        };
        let mark = Place::Mark {
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

    #[test]
    fn of_a_large_generation_at_most_32_members_are_compared() {
        let individual = |number: u32| Individual {
            // Every second member has all bits, and the others have none.
            genome: if number.is_multiple_of(2) {
                0xFF_FFFF
            } else {
                0
            },
            fitness: 1.0,
            violation: 0,
            number,
        };
        let diversity = |count: u32| {
            let members = (0..count).map(individual);
            diversity(&OneMax, &record_of(0, individual(0), members))
        };
        assert_eq!([0, 1, 2].map(diversity), [0.0, 0.0, 1.0]);
        // Of 32 members half have all bits: 256 of 496 pairs differ. Of 33 and of 64 each second one is compared.
        assert!((diversity(32) - 256.0 / 496.0).abs() < 1e-12);
        assert_eq!([33, 64].map(diversity), [0.0, 0.0]);
        // Of 66 each third one is compared: 11 have all bits, and 11 have none.
        assert!((diversity(66) - 121.0 / 231.0).abs() < 1e-12);
    }
}
