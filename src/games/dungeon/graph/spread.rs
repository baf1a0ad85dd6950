//! Spreads the rooms of a graph over a picture.

use crate::games::dungeon::map::{Graph, RoomNo};

/// Iterations of the force-directed layout.
const ROUNDS: usize = 40;

/// Positions of the rooms, 0 to 1: connected rooms attract each other, and all rooms repel each other
/// (Fruchterman and Reingold 1991).
pub fn positions(graph: &Graph) -> Vec<(f32, f32)> {
    let count = graph.len();
    // The rooms start on a circle in the order of their numbers, so that a room hardly moves from one
    // generation to the next.
    let mut at: Vec<(f32, f32)> = (0..count)
        .map(|room| {
            let angle = room as f32 / count as f32 * std::f32::consts::TAU;
            (0.5 + 0.35 * angle.cos(), 0.5 + 0.35 * angle.sin())
        })
        .collect();
    let ideal = ideal_distance(count);
    let mut temperature = 0.12;
    for _ in 0..ROUNDS {
        let mut push = vec![(0.0f32, 0.0f32); count];
        for a in 0..count {
            for b in a + 1..count {
                let (x, y) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
                let square = (x * x + y * y).max(1e-5);
                let mut force = ideal * ideal / square;
                if graph.neighbours(RoomNo(a as u8)).has(RoomNo(b as u8)) {
                    force -= square.sqrt() / ideal;
                }
                push[a].0 += x * force;
                push[a].1 += y * force;
                push[b].0 -= x * force;
                push[b].1 -= y * force;
            }
        }
        for (place, (x, y)) in at.iter_mut().zip(&push) {
            // A weak pull to the middle keeps unconnected parts in the picture.
            let (x, y) = (x + (0.5 - place.0) * 0.6, y + (0.5 - place.1) * 0.6);
            let length = (x * x + y * y).sqrt().max(1e-6);
            let step = length.min(temperature) / length;
            place.0 += x * step;
            place.1 += y * step;
        }
        temperature *= 0.93;
    }
    let margin = MARGIN * ideal;
    fill_picture(&mut at, margin);
    separate(&mut at, 0.75 * ideal, margin);
    at
}

/// The rounds in which rooms that lie too close to each other move apart.
const SEPARATIONS: usize = 30;

/// Moves rooms apart that are closer to each other than `least`.
fn separate(at: &mut [(f32, f32)], least: f32, margin: f32) {
    for _ in 0..SEPARATIONS {
        let mut moved = false;
        for a in 0..at.len() {
            for b in a + 1..at.len() {
                let (x, y) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
                let distance = (x * x + y * y).sqrt();
                if distance >= least {
                    continue;
                }
                moved = true;
                // Rooms in the same place move sideways.
                let (x, y) = if distance < 1e-4 {
                    (1.0, 0.0)
                } else {
                    (x / distance, y / distance)
                };
                let step = (least - distance) / 2.0;
                for (room, sign) in [(a, step), (b, -step)] {
                    at[room].0 = (at[room].0 + sign * x).clamp(margin, 1.0 - margin);
                    at[room].1 = (at[room].1 + sign * y).clamp(margin, 1.0 - margin);
                }
            }
        }
        if !moved {
            return;
        }
    }
}

/// The distance between neighbouring rooms if a given number of rooms were spread evenly, as a part of the picture. It
/// is limited, so that few rooms stay small enough for the signs around them.
pub fn ideal_distance(rooms: usize) -> f32 {
    (0.8 / (rooms as f32).sqrt()).min(0.3)
}

/// The space around the middles of rooms, for the shapes and signs that are drawn at them, in ideal distances.
const MARGIN: f32 = 0.56;

/// Scales the positions until they fill the picture, except for a margin.
fn fill_picture(at: &mut [(f32, f32)], margin: f32) {
    let (mut low, mut high) = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
    for (x, y) in at.iter() {
        low = (low.0.min(*x), low.1.min(*y));
        high = (high.0.max(*x), high.1.max(*y));
    }
    let scale = (1.0 - 2.0 * margin) / (high.0 - low.0).max(high.1 - low.1).max(0.1);
    let middle = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0);
    for (x, y) in at {
        *x = 0.5 + (*x - middle.0) * scale;
        *y = 0.5 + (*y - middle.1) * scale;
    }
}
