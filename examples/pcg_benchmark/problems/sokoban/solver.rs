//! The solver: breadth first, then three times best first with less and less weight on the moves made.

use super::super::queue::Queue;
use super::level::Level;

/// Stands for "no parent".
const NONE: u32 = u32::MAX;

/// A state of the search.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    depth: u32,
    distance: i32,
    direction: u8,
}

/// What a search ended with.
enum End {
    /// The moves of a solution.
    Solved(Vec<u8>),
    /// Nothing is left to look at; with the least distance of any state.
    Exhausted(i32),
    /// It gave up; with the least distance of any state that it looked at.
    GaveUp(i32),
}

/// Solves a level with at most `power` states a search. Returns 0 and the moves, or the distance that the last search
/// came to and no moves.
pub fn solve(level: &Level, power: usize) -> (i32, Vec<u8>) {
    let mut search = Search::new(level, power);
    let mut left = match search.run(None) {
        End::Solved(moves) => return (0, moves),
        // The other searches would look at the same states.
        End::Exhausted(left) => return (left, Vec::new()),
        End::GaveUp(left) => left,
    };
    for weight in [2, 1, 0] {
        match search.run(Some(weight)) {
            End::Solved(moves) => return (0, moves),
            End::Exhausted(least) | End::GaveUp(least) => left = least,
        }
    }
    (left, Vec::new())
}

/// The states of a search, in the order in which they were made.
struct Search<'a> {
    level: &'a Level,
    power: usize,
    /// The bytes of one state.
    stride: usize,
    nodes: Vec<Node>,
    /// The states of the nodes, one after the other.
    states: Vec<u8>,
    /// A hash table of the nodes that were looked at; `NONE` is a free place.
    visited: Vec<u32>,
    /// The number of nodes in the table.
    looked_at: usize,
}

impl<'a> Search<'a> {
    fn new(level: &'a Level, power: usize) -> Self {
        Search {
            level,
            power,
            stride: level.start().len(),
            nodes: Vec::new(),
            states: Vec::new(),
            visited: Vec::new(),
            looked_at: 0,
        }
    }

    /// Searches breadth first, or best first with half of `weight` on the moves made.
    fn run(&mut self, weight: Option<i32>) -> End {
        self.clear();
        let mut queue = Queue::new();
        if weight.is_some() {
            queue.push(0, 0);
        }
        let mut least = i32::MAX;
        for next in 0..self.power {
            let popped = match weight {
                Some(_) => queue.pop(),
                None => (next < self.nodes.len()).then_some(next as u32),
            };
            let Some(current) = popped else {
                return End::Exhausted(least);
            };
            if self.level.is_solved(self.state(current)) {
                return End::Solved(self.moves(current));
            }
            if !self.visit(current) {
                continue;
            }
            let from = self.nodes.len();
            least = least.min(self.nodes[current as usize].distance);
            self.expand(current);
            if let Some(weight) = weight {
                for (at, node) in self.nodes.iter().enumerate().skip(from) {
                    queue.push(2 * node.distance + weight * node.depth as i32, at as u32);
                }
            }
        }
        // The last state may have been the last of all.
        let all = match weight {
            Some(_) => queue.pop().is_none(),
            None => self.nodes.len() <= self.power,
        };
        if all {
            End::Exhausted(least)
        } else {
            End::GaveUp(least)
        }
    }

    /// Back to the start alone.
    fn clear(&mut self) {
        self.nodes.clear();
        self.states.clear();
        self.visited.clear();
        self.visited.resize(64, NONE);
        self.states.extend(self.level.start());
        self.nodes.push(Node {
            parent: NONE,
            depth: 0,
            distance: self.level.distance(self.level.start()),
            direction: 0,
        });
        self.looked_at = 0;
    }

    fn state(&self, node: u32) -> &[u8] {
        &self.states[node as usize * self.stride..][..self.stride]
    }

    /// Adds the states that one move leads to, without those in which a push has left a crate on a dead cell.
    fn expand(&mut self, current: u32) {
        let parent = self.nodes[current as usize];
        for direction in 0..4 {
            let from = self.states.len();
            let start = current as usize * self.stride;
            self.states.extend_from_within(start..start + self.stride);
            let state = &mut self.states[from..];
            let kept = match self.level.step(state, direction) {
                Some(true) if self.level.is_dead(state) => None,
                Some(true) => Some(self.level.distance(state)),
                Some(false) => Some(parent.distance),
                None => None,
            };
            match kept {
                Some(distance) => self.nodes.push(Node {
                    parent: current,
                    depth: parent.depth + 1,
                    distance,
                    direction: direction as u8,
                }),
                None => self.states.truncate(from),
            }
        }
    }

    /// The moves that lead to a node.
    fn moves(&self, mut node: u32) -> Vec<u8> {
        let mut moves = Vec::new();
        while self.nodes[node as usize].parent != NONE {
            moves.push(self.nodes[node as usize].direction);
            node = self.nodes[node as usize].parent;
        }
        moves.reverse();
        moves
    }

    /// Remembers the state of a node; false if it was looked at before.
    fn visit(&mut self, node: u32) -> bool {
        if 2 * self.looked_at >= self.visited.len() {
            self.grow();
        }
        let place = self.place(node);
        if self.visited[place] != NONE {
            return false;
        }
        self.visited[place] = node;
        self.looked_at += 1;
        true
    }

    /// The place of a node's state in the table: where it is, or where it may be put.
    fn place(&self, node: u32) -> usize {
        let state = self.state(node);
        let mask = self.visited.len() - 1;
        let mut place = hash(state) & mask;
        while self.visited[place] != NONE && self.state(self.visited[place]) != state {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let bigger = vec![NONE; 4 * self.visited.len()];
        for node in std::mem::replace(&mut self.visited, bigger) {
            if node != NONE {
                let place = self.place(node);
                self.visited[place] = node;
            }
        }
    }
}

/// A hash of a state.
fn hash(state: &[u8]) -> usize {
    let mixed = state.iter().fold(0_u64, |hash, &byte| {
        (hash.rotate_left(5) ^ u64::from(byte)).wrapping_mul(0x517C_C1B7_2722_0A95)
    });
    (mixed >> 32) as usize
}
