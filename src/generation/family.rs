//! The family of an individual: its parents, and which of its parts come from which parent.

use std::sync::Arc;

use super::birth::Birth;
use super::history::{History, Record};
use super::pedigree::Kin;
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
        None => place_of_best(records, at)?,
    };
    let birth = loop {
        let one = Kin::at(records[at].generation, place);
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

/// The record and the place where the best individual so far is a member.
fn place_of_best<G>(records: &[Arc<Record<G>>], at: usize) -> Option<(usize, u32)> {
    let best = &records.get(at)?.best;
    // Without elites the best individual may be from an older generation.
    (0..=at).rev().find_map(|at| {
        let mut members = records[at].members.iter();
        let place = members.position(|one| {
            one.number == best.number
                && one.fitness == best.fitness
                && one.violation == best.violation
        })?;
        (records[at].best.fitness == best.fitness).then_some((at, place as u32))
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
}
