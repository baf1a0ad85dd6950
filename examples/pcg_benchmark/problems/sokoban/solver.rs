//! The solver: breadth first, then three times best first with less and less weight on the moves made.

use super::super::queue::Queue;
use super::level::{Level, Move, State};

/// Stands for "no node".
const NONE: u32 = u32::MAX;

/// A state of a search.
#[derive(Clone, Copy)]
struct Node<S> {
    state: S,
    /// The node that it was made from; `NONE` at the start.
    parent: u32,
    /// The move that it was made by.
    by: Move,
    depth: u16,
    /// The distance of its crates from the targets. The breadth-first search does not compute it.
    distance: u16,
}

/// The end of a search.
enum End {
    /// The moves of a solution.
    Solved(Vec<Move>),
    /// No state is left to look at; with the least distance of any state.
    Exhausted(u32),
    /// The search gave up; with the least distance of any state that it looked at, if it computed distances.
    GaveUp(u32),
}

/// Solves a level with at most `power` states a search. Returns 0 and the moves, or the distance that the last search
/// came to and no moves.
pub fn solve(level: &Level, power: usize) -> (u32, Vec<Move>) {
    if level.crates() < <u64 as State>::PLACES {
        Search::<u64>::new(level, power).solve()
    } else {
        Search::<[u8; 64]>::new(level, power).solve()
    }
}

/// The states of a search, in the order in which they were made.
struct Search<'a, S> {
    level: &'a Level,
    power: usize,
    nodes: Vec<Node<S>>,
    seen: Seen<S>,
}

impl<'a, S: State> Search<'a, S> {
    /// A search in a level whose states fit into `S`.
    fn new(level: &'a Level, power: usize) -> Self {
        Search {
            level,
            power,
            nodes: Vec::new(),
            seen: Seen::new(),
        }
    }

    fn solve(mut self) -> (u32, Vec<Move>) {
        let mut left = match self.breadth_first() {
            End::Solved(moves) => return (0, moves),
            // The other searches would look at the same states.
            End::Exhausted(left) => return (left, Vec::new()),
            End::GaveUp(left) => left,
        };
        for weight in [2, 1, 0] {
            match self.best_first(weight) {
                End::Solved(moves) => return (0, moves),
                End::Exhausted(least) | End::GaveUp(least) => left = least,
            }
        }
        (left, Vec::new())
    }

    /// Searches breadth first. States that were seen before are left out, but each of them still uses up one of the
    /// states that may be looked at, as in the original.
    fn breadth_first(&mut self) -> End {
        self.begin();
        self.seen.insert(&self.nodes[0].state);
        // The place that each node has in the original's queue, where repeated states stand too.
        let mut places = vec![0];
        let (mut made, mut solution) = (1, None);
        let mut next = 0;
        while next < self.nodes.len() && places[next] < self.power && solution.is_none() {
            let parent = self.nodes[next];
            let (level, nodes, seen) = (self.level, &mut self.nodes, &mut self.seen);
            level.for_each_move(&parent.state, |by, state, crates| {
                let place = made;
                made += 1;
                if solution.is_some() || parent.is_undone(by) || !seen.insert(&state) {
                    return;
                }
                if by.is_push && place < self.power && level.is_solved(crates) {
                    solution = Some(nodes.len() as u32);
                }
                places.push(place);
                nodes.push(Node {
                    state,
                    parent: next as u32,
                    by,
                    depth: 0,
                    distance: 0,
                });
            });
            next += 1;
        }
        if let Some(solution) = solution {
            return End::Solved(self.moves(solution));
        }
        if made > self.power {
            return End::GaveUp(0);
        }
        let distances = self.nodes.iter().map(|n| self.level.distance(&n.state));
        End::Exhausted(distances.min().unwrap_or(0))
    }

    /// Searches best first with half of `weight` on the moves made. States that were seen before stay in the queue,
    /// since the order of others depends on them.
    fn best_first(&mut self, weight: u32) -> End {
        self.begin();
        let mut queue = Queue::new();
        queue.push(0, 0);
        let mut least = u32::MAX;
        for _ in 0..self.power {
            let Some(current) = queue.pop() else {
                return End::Exhausted(least);
            };
            if current == NONE {
                continue;
            }
            let parent = self.nodes[current as usize];
            if parent.distance == 0 {
                return End::Solved(self.moves(current));
            }
            if !self.seen.insert(&parent.state) {
                continue;
            }
            least = least.min(u32::from(parent.distance));
            let (level, nodes) = (self.level, &mut self.nodes);
            level.for_each_move(&parent.state, |by, state, _| {
                let distance = match by.is_push {
                    true => level.distance(&state) as u16,
                    false => parent.distance,
                };
                let depth = parent.depth + 1;
                let priority = 2 * u32::from(distance) + weight * u32::from(depth);
                if parent.is_undone(by) {
                    queue.push(priority as i32, NONE);
                    return;
                }
                queue.push(priority as i32, nodes.len() as u32);
                nodes.push(Node {
                    state,
                    parent: current,
                    by,
                    depth,
                    distance,
                });
            });
        }
        // The last state may have been the last of all.
        match queue.pop() {
            None => End::Exhausted(least),
            Some(_) => End::GaveUp(least),
        }
    }

    /// Goes back to the start as the only node.
    fn begin(&mut self) {
        let state = self.level.start();
        self.seen.clear();
        self.nodes.clear();
        self.nodes.push(Node {
            state,
            parent: NONE,
            by: Move {
                direction: 0,
                is_push: true,
            },
            depth: 0,
            distance: self.level.distance(&state) as u16,
        });
    }

    /// The moves that lead to a node.
    fn moves(&self, node: u32) -> Vec<Move> {
        let made = |node: u32| self.nodes.get(node as usize);
        let back = std::iter::successors(made(node), |node| made(node.parent));
        let mut moves: Vec<Move> = back
            .filter(|node| node.parent != NONE)
            .map(|node| node.by)
            .collect();
        moves.reverse();
        moves
    }
}

impl<S: State> Node<S> {
    /// Whether a move leads back to the state that the node was made from, which was looked at before it. At the start
    /// no move does: its own move counts as a push.
    fn is_undone(&self, by: Move) -> bool {
        by.undoes(self.by)
    }
}

/// A hash table of the states that were seen.
struct Seen<S> {
    /// The states; `NONE` is a free place. Their number is a power of 2, and it is never more than half full.
    places: Vec<S>,
    count: usize,
}

impl<S: State> Seen<S> {
    /// The number of places at the beginning.
    const FIRST: usize = 256;

    fn new() -> Self {
        Seen {
            places: vec![S::NONE; Self::FIRST],
            count: 0,
        }
    }

    fn clear(&mut self) {
        self.places.fill(S::NONE);
        self.count = 0;
    }

    /// Remembers a state; false if it is remembered already.
    #[inline]
    fn insert(&mut self, state: &S) -> bool {
        if 2 * self.count >= self.places.len() {
            self.make_room();
        }
        self.put(state)
    }

    #[inline]
    fn put(&mut self, state: &S) -> bool {
        let mask = self.places.len() - 1;
        let mut place = (state.hash() >> 32) as usize & mask;
        while self.places[place] != S::NONE {
            if self.places[place] == *state {
                return false;
            }
            place = (place + 1) & mask;
        }
        self.places[place] = *state;
        self.count += 1;
        true
    }

    /// Makes the table eight times as large.
    #[cold]
    fn make_room(&mut self) {
        let larger = vec![S::NONE; 8 * self.places.len()];
        self.count = 0;
        for state in std::mem::replace(&mut self.places, larger) {
            if state != S::NONE {
                self.put(&state);
            }
        }
    }
}
