//! The family of an individual: its parents, and which of its parts come from which parent.

use std::sync::Arc;

use super::birth::Birth;
use super::genealogy_query::best_at;
use super::history::{History, Record};
use super::pedigree::MemberId;
use super::picture::{Form, Picture, Shape, Tint, shape_of};
use super::problem::Problem;

/// The parents of an individual.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// The generation in which it was born.
    pub born: u32,
    /// The index of the record of its parents in the history, and their numbers in that record; `None` for a founder.
    pub parents: Option<(usize, [u32; 2])>,
    /// A picture of the individual above its parents. The frame around a part has the colour of its origin.
    pub picture: Picture,
}

/// The colours of parts from the first parent, of parts from the second parent, and of new parts.
pub const ORIGINS: [Tint; 3] = [Tint::Kind(0), Tint::Kind(5), Tint::Player(1)];

/// The place of the individual in the picture of the family.
const CHILD: Part = Part {
    x: 0.2,
    y: 0.0,
    side: 0.6,
};
/// The places of its parents.
const PARENTS: [Part; 2] = [
    Part {
        x: 0.08,
        y: 0.64,
        side: 0.34,
    },
    Part {
        x: 0.58,
        y: 0.64,
        side: 0.34,
    },
];
/// The distance between the first key of the shapes of one part and that of the next part.
const KEYS: u16 = 16_000;

/// A square part of a picture: its upper left corner and its side, as shares of the picture.
#[derive(Clone, Copy)]
struct Part {
    x: f32,
    y: f32,
    side: f32,
}

/// The parent at a point of the picture of a family, by its number; `None` if there is none.
pub fn parent_at(x: f32, y: f32) -> Option<usize> {
    let holds = |part: &Part| {
        (part.x..part.x + part.side).contains(&x) && (part.y..part.y + part.side).contains(&y)
    };
    PARENTS.iter().position(holds)
}

/// The family of a member of a record, or of its best individual. An elite is followed back to its birth. `None` if the
/// history has forgotten it.
pub(super) fn family<P: Problem>(
    problem: &P,
    history: &History<P::Genome>,
    at: usize,
    member: Option<u32>,
) -> Option<Family> {
    let records = history.records();
    let (mut at, mut place) = match member {
        Some(member) => (at, member),
        None => place_of_best(history, at, problem.judges_anew())?,
    };
    let birth = loop {
        let one = MemberId::at(records[at].generation, place);
        match history.pedigree().birth(one)? {
            Birth::Elite(before) => {
                at = index_before(records, at)?;
                place = before;
            }
            birth => break birth,
        }
    };
    let picture_of = |at: usize, place: u32| {
        let member = records[at].members.get(place as usize)?;
        Some(problem.picture(&member.genome))
    };
    let child = picture_of(at, place)?;
    let born = records[at].generation;
    let Birth::Child(first, second) = birth else {
        let picture = child_above_parents(&child, None, false);
        let parents = None;
        return Some(Family {
            born,
            parents,
            picture,
        });
    };
    let before = index_before(records, at)?;
    let parents = [picture_of(before, first)?, picture_of(before, second)?];
    Some(Family {
        born,
        parents: Some((before, [first, second])),
        picture: child_above_parents(&child, Some(&parents), problem.has_comparable_pictures()),
    })
}

/// The index of the record of the generation before; `None` if the history has forgotten it.
fn index_before<G>(records: &[Arc<Record<G>>], at: usize) -> Option<usize> {
    let before = at.checked_sub(1)?;
    (records[before].generation + 1 == records[at].generation).then_some(before)
}

/// The record and the place where the best individual of a record was a member last. If every generation is judged anew,
/// it is a member of the record.
fn place_of_best<G>(history: &History<G>, at: usize, anew: bool) -> Option<(usize, u32)> {
    let (records, pedigree) = (history.records(), history.pedigree());
    let best = &records.get(at)?.best;
    if anew {
        let mut members = records[at].members.iter();
        let place = members.position(|one| {
            (one.number, one.fitness, one.violation) == (best.number, best.fitness, best.violation)
        })?;
        return Some((at, place as u32));
    }
    let born = best_at(pedigree, &records[at])?;
    // Without elites the best individual may be from an older generation.
    (0..=at).rev().find_map(|at| {
        let same = (0..).zip(&records[at].members);
        let mut same = same.filter(|(_, one)| one.fitness == best.fitness);
        let place = same.find(|(place, _)| {
            pedigree.born(MemberId::at(records[at].generation, *place)) == Some(born)
        });
        place.map(|(place, _)| (at, place))
    })
}

/// A child above its parents. If the pictures can be `compared`, its parts have frames that show their origins.
fn child_above_parents(child: &Picture, parents: Option<&[Picture; 2]>, compared: bool) -> Picture {
    let mut shapes = Vec::new();
    let Some(parents) = parents else {
        place_shapes(&mut shapes, &child.shapes, CHILD, 0);
        return Picture::of(shapes);
    };
    place_shapes(&mut shapes, &child.shapes, CHILD, 0);
    if compared {
        place_shapes(&mut shapes, &origins(child, parents), CHILD, KEYS);
    }
    for (number, (parent, part)) in parents.iter().zip(PARENTS).enumerate() {
        let key = KEYS * (2 + number as u16);
        let frame = Shape {
            key: KEYS - 1,
            form: Form::Frame,
            tint: ORIGINS[number],
            x: 0.5,
            y: 0.5,
            size: 1.06,
        };
        let mut all = parent.shapes.clone();
        all.retain(|shape| shape.key < frame.key);
        all.push(frame);
        place_shapes(&mut shapes, &all, part, key);
    }
    Picture::of(shapes)
}

/// Adds shapes in a part of the picture, with keys from `first_key` on.
fn place_shapes(all: &mut Vec<Shape>, shapes: &[Shape], part: Part, first_key: u16) {
    let (x, y) = (
        |x: f32| part.x + x * part.side,
        |y: f32| part.y + y * part.side,
    );
    let fits = |shape: &&Shape| shape.key < KEYS;
    all.extend(shapes.iter().filter(fits).map(|shape| Shape {
        key: first_key + shape.key,
        form: match shape.form {
            Form::Block { height } => Form::Block {
                height: height * part.side,
            },
            Form::Link { x: to_x, y: to_y } => Form::Link {
                x: x(to_x),
                y: y(to_y),
            },
            form => form,
        },
        tint: shape.tint,
        x: x(shape.x),
        y: y(shape.y),
        size: shape.size * part.side,
    }));
}

/// A frame around every part of a child that is not the same in both parents, in the colour of its origin.
fn origins(child: &Picture, parents: &[Picture; 2]) -> Vec<Shape> {
    let all = [child, &parents[0], &parents[1]];
    let mut keys: Vec<u16> = all
        .iter()
        .flat_map(|picture| picture.shapes.iter().map(|shape| shape.key))
        .collect();
    keys.sort_unstable();
    keys.dedup();
    let of_key = |key: u16| {
        let [own, first, second] = all.map(|picture| shape_of(&picture.shapes, key).copied());
        let origin = match (own == first, own == second) {
            (true, true) => return None,
            (true, false) => 0,
            (false, true) => 1,
            (false, false) => 2,
        };
        // If the child has no such shape, the frame stands around the shape of a parent.
        let place = own.or(first).or(second)?;
        Some(Shape {
            form: Form::Frame,
            tint: ORIGINS[origin],
            ..place
        })
    };
    keys.into_iter().filter_map(of_key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Individual;
    use crate::generation::birth::PackedBirth;
    use crate::generation::history::tests::record_of;
    use crate::generation::one_max::OneMax;

    fn shape(key: u16, tint: Tint) -> Shape {
        Shape {
            key,
            form: Form::Tile,
            tint,
            x: f32::from(key) / 10.0,
            y: 0.5,
            size: 0.1,
        }
    }

    #[test]
    fn frames_say_which_parent_each_part_is_from() {
        let (calm, stone, fault) = (Tint::Calm, Tint::Stone, Tint::Fault);
        let child = Picture::of(vec![shape(0, calm), shape(1, stone), shape(3, fault)]);
        let first = Picture::of(vec![shape(0, calm), shape(1, stone), shape(3, calm)]);
        let second = Picture::of(vec![shape(0, calm), shape(1, calm), shape(2, stone)]);
        let frames = origins(&child, &[first, second]);
        assert!(frames.iter().all(|one| one.form == Form::Frame));
        let found: Vec<(u16, Tint)> = frames.iter().map(|one| (one.key, one.tint)).collect();
        // Part 0 is the same in all; part 1 is from the first parent; the first parent has no part 2 either; part 3 is
        // new.
        let [from_first, _, new] = ORIGINS;
        assert_eq!(found, [(1, from_first), (2, from_first), (3, new)]);
    }

    #[test]
    fn the_parts_of_a_family_keep_their_keys_in_order_and_a_point_finds_its_parent() {
        let picture = Picture::of((0..600).map(|key| shape(key, Tint::Calm)).collect());
        let other = Picture::of((0..600).map(|key| shape(key, Tint::Stone)).collect());
        let family = child_above_parents(&other, Some(&[picture.clone(), picture]), true);
        assert!(family.shapes.is_sorted_by(|a, b| a.key < b.key));
        assert_eq!(parent_at(0.2, 0.8), Some(0));
        assert_eq!(parent_at(0.8, 0.8), Some(1));
        assert_eq!(parent_at(0.5, 0.3), None);
    }

    #[test]
    fn a_parent_reaches_to_the_edges_of_its_square() {
        for (number, left) in [0.08, 0.58].into_iter().enumerate() {
            for (x, y) in [(0.01, 0.01), (0.33, 0.01), (0.01, 0.33), (0.33, 0.33)] {
                assert_eq!(parent_at(left + x, 0.64 + y), Some(number));
            }
            for (x, y) in [(-0.01, 0.1), (0.35, 0.1), (0.1, -0.01), (0.1, 0.35)] {
                assert_eq!(parent_at(left + x, 0.64 + y), None);
            }
        }
    }

    #[test]
    fn shapes_are_drawn_smaller_in_a_part_of_the_picture() {
        let forms = [
            Form::Tile,
            Form::Block { height: 0.5 },
            Form::Link { x: 1.0, y: 0.5 },
        ];
        let at = |(key, form): (u16, Form)| Shape {
            key,
            form,
            tint: Tint::Stone,
            x: 0.5,
            y: 0.25,
            size: 0.25,
        };
        let mut shapes: Vec<Shape> = (0..).zip(forms).map(at).collect();
        // Keys that would be those of the next part are left out.
        shapes.push(at((KEYS - 1, Form::Disc)));
        shapes.push(at((KEYS, Form::Disc)));
        let (x, y, side) = (0.25, 0.5, 0.5);
        let mut all = Vec::new();
        place_shapes(&mut all, &shapes, Part { x, y, side }, 1_000);
        let forms = [
            (1_000, Form::Tile),
            (1_001, Form::Block { height: 0.25 }),
            (1_002, Form::Link { x: 0.75, y: 0.75 }),
            (999 + KEYS, Form::Disc),
        ];
        let placed = forms.map(|(key, form)| Shape {
            key,
            form,
            tint: Tint::Stone,
            x: 0.5,
            y: 0.625,
            size: 0.125,
        });
        assert_eq!(all, placed);
    }

    #[test]
    fn a_child_stands_above_its_parents_which_have_frames() {
        let picture = |key| Picture::of(vec![shape(key, Tint::Calm), shape(KEYS - 1, Tint::Calm)]);
        let (child, parents) = (picture(5), [picture(5), picture(4)]);
        let keys = |picture: &Picture| -> Vec<u16> {
            picture.shapes.iter().map(|shape| shape.key).collect()
        };
        let alone = child_above_parents(&child, None, true);
        assert_eq!(keys(&alone), [5, KEYS - 1]);
        assert_eq!((alone.shapes[0].x, alone.shapes[0].y), (0.5, 0.3));
        // The frame of a parent has the last key of its part.
        let [first, second] = [2, 3].map(|part| part * KEYS);
        let family = child_above_parents(&child, Some(&parents), false);
        let expected = [
            5,
            KEYS - 1,
            first + 5,
            first + KEYS - 1,
            second + 4,
            second + KEYS - 1,
        ];
        assert_eq!(keys(&family), expected);
        let frames = [3, 5].map(|at| family.shapes[at]);
        for (frame, (x, tint)) in frames.iter().zip([(0.25, ORIGINS[0]), (0.75, ORIGINS[1])]) {
            assert_eq!((frame.form, frame.tint), (Form::Frame, tint));
            assert!((frame.x - x).abs() < 1e-6 && (frame.y - 0.81).abs() < 1e-6);
            assert!((frame.size - 1.06 * 0.34).abs() < 1e-6);
        }
        // With comparison, the child has two frames: around the part that only the first parent shares, and around the
        // part that only the second parent shares.
        let compared = child_above_parents(&child, Some(&parents), true);
        assert_eq!(keys(&compared)[..4], [5, KEYS - 1, KEYS + 4, KEYS + 5]);
        assert_eq!(compared.shapes.len(), 8);
    }

    /// A record whose members and whose best have these numbers, fitness values and violations.
    fn record(generation: u32, members: &[(u32, f64, u32)], best: (u32, f64, u32)) -> Record<u32> {
        let individual = |(number, fitness, violation): (u32, f64, u32)| Individual {
            genome: 1 << number,
            fitness,
            violation,
            number,
        };
        let members = members.iter().copied().map(individual);
        record_of(generation, individual(best), members)
    }

    #[test]
    fn the_best_is_found_where_it_was_a_member_last() {
        let (best, other) = ((1, 0.75, 0), (0, 0.5, 0));
        let mut history = History::new(2);
        history.push(record(3, &[other, best], best), &[PackedBirth::FOUNDER; 2]);
        // A child has the number and the fitness of the best individual, which is an elite at first and then dead.
        let child = PackedBirth::child(0, 0);
        history.push(
            record(4, &[best, best], best),
            &[child, PackedBirth::elite(1)],
        );
        history.push(record(5, &[best, other], best), &[child; 2]);
        let places = [0, 1, 2, 3].map(|at| place_of_best(&history, at, false));
        assert_eq!(places, [Some((0, 1)), Some((1, 1)), Some((1, 1)), None]);
        // Where every generation is judged anew, it is found by its number in the generation itself.
        let places = [0, 1, 2].map(|at| place_of_best(&history, at, true));
        assert_eq!(places, [Some((0, 1)), Some((1, 0)), Some((2, 0))]);
        // A record that names another best one than the family tree knows gives no place.
        history.push(record(6, &[other, other], (5, 0.8, 0)), &[child; 2]);
        assert_eq!(place_of_best(&history, 3, false), None);
    }

    #[test]
    fn a_family_is_that_of_the_generation_of_its_birth() {
        let (a, b) = ((0, 0.5, 0), (1, 0.25, 0));
        let mut history = History::new(2);
        let founders = [PackedBirth::FOUNDER; 2];
        let births = [PackedBirth::elite(0), PackedBirth::child(1, 0)];
        history.push(record(0, &[a, b], a), &founders);
        history.push(record(1, &[a, (2, 0.25, 0)], a), &births);
        history.push(record(2, &[a, (3, 0.75, 0)], (3, 0.75, 0)), &births);
        // Generation 3 is not in the history.
        history.push(record(4, &[a, (4, 0.25, 0)], (3, 0.75, 0)), &births);
        let of = |at, member| family(&OneMax, &history, at, member);
        let known = |at, member| {
            let family = of(at, member).expect("it is known");
            (family.born, family.parents, family.picture.shapes.len())
        };
        // The founder is an elite in the two generations after.
        for at in 0..3 {
            assert_eq!(known(at, Some(0)), (0, None, 24));
        }
        // A child and its parents have one bit each that the others have not. All three are drawn, with frames around
        // both parents and around these bits.
        for (at, parents) in [(1, (0, [1, 0])), (2, (1, [1, 0]))] {
            let (born, known_parents, shapes) = known(at, Some(1));
            assert_eq!((born, known_parents), (at as u32, Some(parents)));
            assert_eq!(shapes, 3 * 24 + 2 + 3);
        }
        // The best of the last generation was a member two generations before.
        for at in [2, 3] {
            assert_eq!(known(at, None).0, 2);
        }
        assert_eq!(known(0, None).0, 0);
        let of_records = |at| index_before(history.records(), at);
        assert_eq!([0, 1, 2, 3].map(of_records), [None, Some(0), Some(1), None]);
        // Nothing is known without the generation before, or of members that are not there.
        for (at, member) in [(3, Some(0)), (3, Some(1)), (0, Some(2)), (4, None)] {
            assert_eq!(of(at, member), None, "{at} {member:?}");
        }
    }
}
