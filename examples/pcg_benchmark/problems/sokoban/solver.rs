//! The solver: breadth first, then three times best first with less and less weight on the moves made.

use super::super::queue::Queue;
use super::level::Level;

/// Stands for "no parent".
const NONE: u32 = u32::MAX;

/// The most bytes of a state: as many as a level can have cells.
const MOST: usize = 256;

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
    match level.start().len() {
        0..=8 => solve_in::<8>(level, power),
        9..=16 => solve_in::<16>(level, power),
        _ => solve_in::<MOST>(level, power),
    }
}

/// Solves a level whose states are at most `N` bytes.
fn solve_in<const N: usize>(level: &Level, power: usize) -> (i32, Vec<u8>) {
    let mut search = Search::<N>::new(level, power);
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

/// The states of a search, in the order in which they were made. A state is the player's cell and that of each crate; the
/// other bytes are 0, which is a cell of the wall.
struct Search<'a, const N: usize> {
    level: &'a Level,
    power: usize,
    nodes: Vec<Node>,
    /// The states of the nodes.
    states: Vec<[u8; N]>,
    /// A hash table of the nodes that were looked at; `NONE` is a free place. It is never more than half full.
    visited: Vec<u32>,
}

impl<'a, const N: usize> Search<'a, N> {
    fn new(level: &'a Level, power: usize) -> Self {
        Search {
            level,
            power,
            nodes: Vec::new(),
            states: Vec::new(),
            visited: Vec::new(),
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
        self.visited
            .resize((2 * self.power).next_power_of_two(), NONE);
        let mut start = [0; N];
        start[..self.level.start().len()].copy_from_slice(self.level.start());
        self.states.push(start);
        self.nodes.push(Node {
            parent: NONE,
            depth: 0,
            distance: self.level.distance(self.level.start()),
            direction: 0,
        });
    }

    fn state(&self, node: u32) -> &[u8; N] {
        &self.states[node as usize]
    }

    /// Adds the states that one move leads to, without those in which a push has left a crate on a dead cell.
    fn expand(&mut self, current: u32) {
        let parent = self.nodes[current as usize];
        for direction in 0..4 {
            let mut state = *self.state(current);
            let distance = match self.level.step(&mut state, direction) {
                Some(true) if self.level.is_dead(&state) => continue,
                Some(true) => self.level.distance(&state),
                Some(false) => parent.distance,
                None => continue,
            };
            self.states.push(state);
            self.nodes.push(Node {
                parent: current,
                depth: parent.depth + 1,
                distance,
                direction: direction as u8,
            });
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
        let place = self.place(node);
        if self.visited[place] != NONE {
            return false;
        }
        self.visited[place] = node;
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
}

/// A hash of a state.
fn hash<const N: usize>(state: &[u8; N]) -> usize {
    let (words, _) = state.as_chunks();
    let mixed = words.iter().fold(0_u64, |hash, &word| {
        (hash.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x517C_C1B7_2722_0A95)
    });
    (mixed >> 32) as usize
}
