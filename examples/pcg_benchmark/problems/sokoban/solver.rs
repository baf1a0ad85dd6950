//! The solver: breadth first, then three times best first with less and less weight on the moves made.

use super::super::queue::Queue;
use super::level::{Board, Level, Move};

/// Stands for "no node".
const NONE: u32 = u32::MAX;

/// The most bytes of a state: as many as a level can have cells.
const MOST: usize = 256;

/// A state of a search. The bytes of `state` that the level does not use are 0.
#[derive(Clone, Copy)]
struct Node<const N: usize> {
    state: [u8; N],
    /// The node that it was made from, and the move; nothing at the start.
    made: Option<(u32, Move)>,
    depth: u32,
    /// How far its crates are from the targets. Searching breadth first does not ask for it.
    distance: u32,
}

/// What a search ended with.
enum End {
    /// The moves of a solution.
    Solved(Vec<Move>),
    /// Nothing is left to look at; with the least distance of any state.
    Exhausted(u32),
    /// It gave up; with the least distance of any state that it looked at, if it asked for distances.
    GaveUp(u32),
}

/// Solves a level with at most `power` states a search. Returns 0 and the moves, or the distance that the last search
/// came to and no moves.
pub fn solve(level: &Level, power: usize) -> (u32, Vec<Move>) {
    match level.start().len() {
        0..=8 => Search::<8>::new(level, power).solve(),
        9..=16 => Search::<16>::new(level, power).solve(),
        _ => Search::<MOST>::new(level, power).solve(),
    }
}

/// The states of a search, in the order in which they were made.
struct Search<'a, const N: usize> {
    level: &'a Level,
    power: usize,
    board: Board,
    nodes: Vec<Node<N>>,
    seen: Seen,
}

impl<'a, const N: usize> Search<'a, N> {
    /// A search in a level whose states are at most `N` bytes.
    fn new(level: &'a Level, power: usize) -> Self {
        Search {
            level,
            power,
            board: level.board(),
            nodes: Vec::new(),
            seen: Seen::default(),
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

    /// Searches breadth first. States that were seen before are left out, but each still uses up one of those that may be
    /// looked at, as in the original.
    fn breadth_first(&mut self) -> End {
        self.begin();
        self.seen.insert(&self.nodes, 0);
        // The place that each node has in the original's queue, where repeated states stand too.
        let mut places = vec![0];
        let (mut made, mut solution) = (1, None);
        let mut next = 0;
        while next < self.nodes.len() && places[next] < self.power && solution.is_none() {
            let parent = self.nodes[next];
            let (level, nodes, seen) = (self.level, &mut self.nodes, &mut self.seen);
            level.for_each_move(&mut self.board, &parent.state, |by, state| {
                let place = made;
                made += 1;
                let node = Node {
                    state,
                    made: Some((next as u32, by)),
                    depth: parent.depth + 1,
                    distance: 0,
                };
                if solution.is_some() || parent.is_undone(by) || !seen.add(nodes, node) {
                    return;
                }
                places.push(place);
                if by.is_push && place < self.power && level.is_solved(&state) {
                    solution = Some(nodes.len() as u32 - 1);
                }
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

    /// Searches best first with half of `weight` on the moves made. States that were seen before stay in the queue, since
    /// the order of others depends on them.
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
            if !self.seen.insert(&self.nodes, current) {
                continue;
            }
            least = least.min(parent.distance);
            let (level, nodes) = (self.level, &mut self.nodes);
            level.for_each_move(&mut self.board, &parent.state, |by, state| {
                let distance = match by.is_push {
                    true => level.distance(&state),
                    false => parent.distance,
                };
                let depth = parent.depth + 1;
                let priority = (2 * distance + weight * depth) as i32;
                if parent.is_undone(by) {
                    queue.push(priority, NONE);
                    return;
                }
                queue.push(priority, nodes.len() as u32);
                let made = Some((current, by));
                nodes.push(Node {
                    state,
                    made,
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

    /// Back to the start alone.
    fn begin(&mut self) {
        let start = self.level.start();
        let mut state = [0; N];
        state[..start.len()].copy_from_slice(start);
        self.seen.clear();
        self.nodes.clear();
        self.nodes.push(Node {
            state,
            made: None,
            depth: 0,
            distance: self.level.distance(start),
        });
    }

    /// The moves that lead to a node.
    fn moves(&self, node: u32) -> Vec<Move> {
        let made = |node: u32| self.nodes[node as usize].made;
        let back = std::iter::successors(made(node), |(parent, _)| made(*parent));
        let mut moves: Vec<Move> = back.map(|(_, by)| by).collect();
        moves.reverse();
        moves
    }
}

impl<const N: usize> Node<N> {
    /// Whether a move leads back to the state that the node was made from, which was looked at before it.
    fn is_undone(&self, by: Move) -> bool {
        self.made.is_some_and(|(_, before)| by.undoes(before))
    }
}

/// A hash table of the nodes whose states were seen.
#[derive(Default)]
struct Seen {
    /// The numbers of nodes; `NONE` is a free place. It is never more than half full.
    places: Vec<u32>,
    count: usize,
}

impl Seen {
    fn clear(&mut self) {
        self.places.clear();
        self.places.resize(256, NONE);
        self.count = 0;
    }

    /// Remembers the state of a node; false if one with the same state is remembered.
    fn insert<const N: usize>(&mut self, nodes: &[Node<N>], node: u32) -> bool {
        self.make_room(nodes);
        self.put(nodes, &nodes[node as usize].state, node)
    }

    /// Adds a node to the others and remembers its state, unless one with the same state is remembered.
    fn add<const N: usize>(&mut self, nodes: &mut Vec<Node<N>>, node: Node<N>) -> bool {
        self.make_room(nodes);
        let is_new = self.put(nodes, &node.state, nodes.len() as u32);
        if is_new {
            nodes.push(node);
        }
        is_new
    }

    /// Puts the number of a node into the place of its state, if that is free.
    fn put<const N: usize>(&mut self, nodes: &[Node<N>], state: &[u8; N], node: u32) -> bool {
        let mask = self.places.len() - 1;
        let mut place = hash(state) & mask;
        while self.places[place] != NONE {
            if nodes[self.places[place] as usize].state == *state {
                return false;
            }
            place = (place + 1) & mask;
        }
        self.places[place] = node;
        self.count += 1;
        true
    }

    /// Makes the table four times as large when it is half full.
    fn make_room<const N: usize>(&mut self, nodes: &[Node<N>]) {
        if 2 * self.count < self.places.len() {
            return;
        }
        let larger = vec![NONE; 4 * self.places.len()];
        self.count = 0;
        for node in std::mem::replace(&mut self.places, larger) {
            if node != NONE {
                self.put(nodes, &nodes[node as usize].state, node);
            }
        }
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
