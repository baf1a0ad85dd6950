//! A graph as a picture: rooms as discs coloured by role, ways as lines, what is discarded grey.

use super::{Graph, RoomNo};
use crate::generation::{Form, Picture, Shape, Tint};

/// Rounds in which the rooms find their places.
const ROUNDS: usize = 40;

/// Places of the rooms, 0 to 1: joined rooms draw each other near, all push each other away (Fruchterman
/// and Reingold 1991).
fn places(graph: &Graph) -> Vec<(f32, f32)> {
    let count = graph.len();
    // Around a circle, by number, so that a room stays about where it was in the last generation.
    let mut at: Vec<(f32, f32)> = (0..count)
        .map(|room| {
            let angle = room as f32 / count as f32 * std::f32::consts::TAU;
            (0.5 + 0.35 * angle.cos(), 0.5 + 0.35 * angle.sin())
        })
        .collect();
    let ideal = 0.8 / (count as f32).sqrt();
    let mut heat = 0.12;
    for _ in 0..ROUNDS {
        let mut push = vec![(0.0f32, 0.0f32); count];
        for a in 0..count {
            for b in a + 1..count {
                let (x, y) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
                let square = (x * x + y * y).max(1e-5);
                let mut force = ideal * ideal / square;
                if graph.beside(RoomNo(a as u8)).has(RoomNo(b as u8)) {
                    force -= square.sqrt() / ideal;
                }
                push[a].0 += x * force;
                push[a].1 += y * force;
                push[b].0 -= x * force;
                push[b].1 -= y * force;
            }
        }
        for (place, (x, y)) in at.iter_mut().zip(&push) {
            let length = (x * x + y * y).sqrt().max(1e-6);
            let step = length.min(heat) / length;
            place.0 = (place.0 + x * step).clamp(0.05, 0.95);
            place.1 = (place.1 + y * step).clamp(0.05, 0.95);
        }
        heat *= 0.93;
    }
    at
}

/// The picture of a graph.
pub fn picture(graph: &Graph) -> Picture {
    let at = places(graph);
    let kept = graph.reach(graph.roles.start, graph.all());
    let ways = graph.ways().map(|(a, b)| {
        let (from, to) = (at[a.index()], at[b.index()]);
        Shape {
            key: u16::from(a.0) * 64 + u16::from(b.0),
            form: Form::Link { x: to.0, y: to.1 },
            tint: if kept.has(a) { Tint::Calm } else { Tint::Stone },
            x: from.0,
            y: from.1,
            size: 0.012,
        }
    });
    let mut shapes: Vec<Shape> = ways.collect();
    shapes.extend(graph.all().map(|room| {
        let area = f32::from(graph.room(room).width) * f32::from(graph.room(room).height);
        Shape {
            key: 5_000 + u16::from(room.0),
            form: Form::Disc,
            tint: match room {
                _ if !kept.has(room) => Tint::Stone,
                room if room == graph.roles.start => Tint::Kind(8),
                room if room == graph.roles.key => Tint::Kind(0),
                room if room == graph.roles.exit => Tint::Fault,
                _ => Tint::Ground,
            },
            x: at[room.index()].0,
            y: at[room.index()].1,
            size: 0.035 + area.sqrt() * 0.0011,
        }
    }));
    Picture { shapes }
}
