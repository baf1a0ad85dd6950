//! The part of a graph that is played if the best component counts, as in GeneticGame (samus24), and the repairs that
//! make it playable.

use super::fitness::{Weights, best_component};
use super::problem::door_capacity;
use crate::games::dungeon::map::{Distances, Graph, Repairs, RoomNo, RoomSet};

/// The smallest number of rooms that the three special rooms need.
const SPECIAL_ROOMS: usize = 3;

/// The graph with the best component made playable, and the repairs that this needed. The component of the start is the
/// part that is played.
///
/// A component of fewer than three rooms is joined to that of the lowest other room. Special rooms that lie elsewhere
/// move into the component, to where the way from the start to the key and on to the exit is longest. Rooms with more
/// edges than doors fit into their walls are made larger.
pub fn playable_part(graph: &Graph, weights: &Weights) -> (Graph, Repairs) {
    let (mut graph, mut repairs) = (*graph, Repairs::default());
    let (_, mut part) = best_component(&graph, weights);
    while part.len() < SPECIAL_ROOMS {
        let Some((here, there)) = part.min().zip(graph.all().without(part).min()) else {
            break;
        };
        graph.connect(here, there);
        part = graph.reachable(here, graph.all());
        repairs.joined += 1;
    }
    repairs.moved = move_roles(&mut graph, part);
    for room in part {
        let edges = graph.neighbours(room).len();
        let before = *graph.room(room);
        let own = graph.room_mut(room);
        while door_capacity(own) < edges {
            own.width += 1;
            own.height += 1;
        }
        repairs.enlarged += u8::from(*own != before);
    }
    (graph, repairs)
}

/// Moves the special rooms that lie outside of a part into it. Returns their number.
fn move_roles(graph: &mut Graph, part: RoomSet) -> u8 {
    let distances = Distances::of(graph, part);
    let old = [graph.roles.start, graph.roles.key, graph.roles.exit];
    let choices = old.map(|room| {
        if part.has(room) {
            RoomSet::of(room)
        } else {
            part
        }
    });
    let way = |a: RoomNo, b: RoomNo| distances.between(a, b);
    let mut best: Option<(u8, [RoomNo; 3])> = None;
    for start in choices[0] {
        for key in choices[1].without(RoomSet::of(start)) {
            let taken = RoomSet::of(start).or(RoomSet::of(key));
            for exit in choices[2].without(taken) {
                let length = way(start, key) + way(key, exit);
                if best.is_none_or(|(longest, _)| length > longest) {
                    best = Some((length, [start, key, exit]));
                }
            }
        }
    }
    let new = best.map_or(old, |(_, rooms)| rooms);
    [graph.roles.start, graph.roles.key, graph.roles.exit] = new;
    old.iter()
        .zip(new)
        .filter(|(old, new)| **old != *new)
        .count() as u8
}
