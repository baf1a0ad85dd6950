//! The rooms that a player can lock while a dungeon evolves, and the weights of the fitness that a player can change.

use super::problem::GraphProblem;
use super::weights::{TERMS, WeightsInTenths};
use crate::base::PlainError;
use crate::games::dungeon::map::floor_plan::{FLOOR_KEYS, ROOM_KEYS};
use crate::games::dungeon::map::{Graph, RoomNo, RoomSet};
use crate::generation::{Aim, Part, Steering};

impl Steering<GraphProblem> for GraphProblem {
    fn parts(&self, graph: &Graph) -> Vec<Part> {
        graph.all().map(|room| room.0.into()).collect()
    }

    fn parts_of_shape(&self, graph: &Graph, key: u16) -> Vec<Part> {
        let is_room = (ROOM_KEYS..FLOOR_KEYS).contains(&key);
        let number = is_room.then(|| key - ROOM_KEYS);
        let known = number.filter(|number| usize::from(*number) < graph.len());
        known.into_iter().collect()
    }

    /// Locked rooms keep their numbers, their sizes and contents, their roles, and the edges between them.
    fn restore(&self, graph: &mut Graph, locked: &Graph, parts: &[Part]) {
        let rooms = parts.iter().map(|part| RoomNo(*part as u8));
        let kept: RoomSet = rooms.filter(|room| room.index() < locked.len()).collect();
        let Some(last) = kept.last() else { return };
        while graph.len() <= last.index() {
            add_room_of(graph, locked);
        }
        for room in kept {
            *graph.room_mut(room) = *locked.room(room);
            for other in kept {
                if locked.neighbours(room).has(other) {
                    graph.connect(room, other);
                } else {
                    graph.disconnect(room, other);
                }
            }
        }
        restore_roles(graph, locked, kept);
    }

    fn code(&self, graph: &Graph) -> String {
        graph.to_string()
    }

    fn genome(&self, code: &str) -> Result<Graph, PlainError> {
        Ok(code.parse()?)
    }

    fn aims(&self) -> Vec<Aim> {
        let most = i32::from(WeightsInTenths::MAX);
        let weights = TERMS.into_iter().zip(WeightsInTenths::of(&self.weights).0);
        let aim = |([name, _], value): ([&'static str; 2], i16)| Aim {
            name,
            value: i32::from(value),
            range: -most..=most,
            step: 10,
            parts_of_one: 10,
        };
        weights.map(aim).collect()
    }

    fn with_aim(&self, number: usize, value: i32) -> Option<GraphProblem> {
        let mut tenths = WeightsInTenths::of(&self.weights);
        *tenths.0.get_mut(number)? = i16::try_from(value).ok()?;
        let base = self.weights.base;
        let mut weights = tenths.to_weights(self.weights.furthest);
        weights.base = base;
        Some(GraphProblem {
            weights,
            ..self.clone()
        })
    }
}

/// Adds the next room as it is in another graph, with its edges to the rooms that are there.
fn add_room_of(graph: &mut Graph, other: &Graph) {
    let number = RoomNo(graph.len() as u8);
    if let Some(added) = graph.add(*other.room(number)) {
        for neighbour in other.neighbours(number) {
            if neighbour < added {
                graph.connect(added, neighbour);
            }
        }
    }
}

/// Gives the roles of kept rooms back, and moves all others out of these rooms.
fn restore_roles(graph: &mut Graph, locked: &Graph, kept: RoomSet) {
    let old = [graph.roles.start, graph.roles.key, graph.roles.exit];
    let wanted = [locked.roles.start, locked.roles.key, locked.roles.exit];
    let fixed: RoomSet = wanted.into_iter().filter(|room| kept.has(*room)).collect();
    // There must be enough rooms for the other roles.
    while graph.all().without(kept).len() < 3 - fixed.len() {
        add_room_of(graph, locked);
    }
    let mut free = graph.all().without(kept);
    let stay = |at: usize| !kept.has(wanted[at]) && !kept.has(old[at]);
    for at in (0..3).filter(|at| stay(*at)) {
        free = free.without(RoomSet::of(old[at]));
    }
    for (at, role) in graph.roles.each_mut().into_iter().enumerate() {
        if kept.has(wanted[at]) {
            *role = wanted[at];
        } else if !stay(at) {
            *role = free.next().unwrap_or(*role);
        }
    }
}
