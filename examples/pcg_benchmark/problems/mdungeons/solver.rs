//! The solver: three times best first with less and less weight on the steps made, then breadth first.

use super::super::queue::Queue;
use super::level::{Level, Player};

/// Stands for "no parent".
const NONE: u32 = u32::MAX;

/// A state of the search.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    depth: u32,
    player: Player,
    distance: i32,
}

/// The end of a search.
pub struct End {
    /// The distance from a good end that it came to; 0 if it found a solution.
    pub left: i32,
    /// The treasures of the player there.
    pub treasures: u32,
    /// The cells of the solution; empty without one.
    pub cells: Vec<u16>,
    /// Whether no state was left to look at.
    exhausted: bool,
}

/// Solves a level with at most `power` states a search.
pub fn solve(level: &Level, power: usize) -> End {
    let mut search = Search::new(level, power);
    for weight in [2, 1, 0] {
        let end = search.run(Some(weight));
        if !end.cells.is_empty() {
            return end;
        }
        if end.exhausted {
            // The other searches would look at the same states; the last search decides the result.
            break;
        }
    }
    search.run(None)
}

/// The states of a search, in the order in which they were made.
struct Search<'a> {
    level: &'a Level,
    power: usize,
    /// The number of words that hold the taken items of a state.
    words: usize,
    nodes: Vec<Node>,
    /// The taken items of the nodes as bits, one after the other.
    taken: Vec<u64>,
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
            words: level.items().div_ceil(64),
            nodes: Vec::new(),
            taken: Vec::new(),
            visited: Vec::new(),
            looked_at: 0,
        }
    }

    /// Searches breadth first, or best first with half of `weight` on the steps made.
    fn run(&mut self, weight: Option<i32>) -> End {
        self.clear();
        let mut queue = Queue::new();
        if weight.is_some() {
            queue.push(0, 0);
        }
        let mut best: Option<u32> = None;
        let mut exhausted = false;
        for next in 0..self.power {
            let popped = match weight {
                Some(_) => queue.pop(),
                None => (next < self.nodes.len()).then_some(next as u32),
            };
            let Some(current) = popped else {
                exhausted = true;
                break;
            };
            let node = self.nodes[current as usize];
            if node.player.health == 0 {
                continue;
            }
            if self.level.is_won(node.player) {
                return End {
                    left: 0,
                    treasures: node.player.treasures,
                    cells: self.cells(current),
                    exhausted,
                };
            }
            if !self.visit(current) {
                continue;
            }
            let value = |node: &Node| (node.distance, node.depth);
            if best.is_none_or(|best| value(&node) < value(&self.nodes[best as usize])) {
                best = Some(current);
            }
            let from = self.nodes.len();
            self.expand(current);
            if let Some(weight) = weight {
                for (at, node) in self.nodes.iter().enumerate().skip(from) {
                    queue.push(2 * node.distance + weight * node.depth as i32, at as u32);
                }
            }
        }
        let best = self.nodes[best.unwrap_or(0) as usize];
        End {
            left: best.distance,
            treasures: best.player.treasures,
            cells: Vec::new(),
            exhausted,
        }
    }

    /// Goes back to the start as the only node.
    fn clear(&mut self) {
        self.nodes.clear();
        self.taken.clear();
        self.visited.clear();
        self.visited.resize(256, NONE);
        self.looked_at = 0;
        self.taken.resize(self.words, 0);
        let player = self.level.start();
        self.nodes.push(Node {
            parent: NONE,
            depth: 0,
            player,
            distance: self.level.distance(player),
        });
    }

    fn taken(&self, node: u32) -> &[u64] {
        &self.taken[node as usize * self.words..][..self.words]
    }

    /// Adds the states after one step in each direction, also if a wall is there, as the original does: they use up
    /// states.
    fn expand(&mut self, current: u32) {
        let parent = self.nodes[current as usize];
        let start = current as usize * self.words;
        for direction in 0..4 {
            let from = self.taken.len();
            self.taken.extend_from_within(start..start + self.words);
            let taken = &mut self.taken[from..];
            let is_taken = |item: usize| taken[item / 64] >> (item % 64) & 1 == 1;
            let (player, item) = self.level.step(parent.player, direction, is_taken);
            if let Some(item) = item {
                taken[item / 64] |= 1 << (item % 64);
            }
            self.nodes.push(Node {
                parent: current,
                depth: parent.depth + 1,
                player,
                distance: self.level.distance(player),
            });
        }
    }

    /// The cells of the way to a node.
    fn cells(&self, mut node: u32) -> Vec<u16> {
        let mut cells = Vec::new();
        while node != NONE {
            cells.push(self.nodes[node as usize].player.cell);
            node = self.nodes[node as usize].parent;
        }
        cells.reverse();
        cells
    }

    /// Remembers the state of a node; false if it was looked at before.
    fn visit(&mut self, node: u32) -> bool {
        if 2 * self.looked_at >= self.visited.len() {
            let bigger = vec![NONE; 4 * self.visited.len()];
            for node in std::mem::replace(&mut self.visited, bigger) {
                if node != NONE {
                    let place = self.place(node);
                    self.visited[place] = node;
                }
            }
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
        let state = |node: u32| {
            let player = self.nodes[node as usize].player;
            (player.cell, player.health, self.taken(node))
        };
        let own = state(node);
        let mask = self.visited.len() - 1;
        let mut place = hash(own) & mask;
        while self.visited[place] != NONE && state(self.visited[place]) != own {
            place = (place + 1) & mask;
        }
        place
    }
}

/// A hash of a state: the player's cell, its health, and the items that are taken.
fn hash((cell, health, taken): (u16, u8, &[u64])) -> usize {
    let start = u64::from(cell) << 8 | u64::from(health);
    let mixed = taken.iter().fold(start, |hash, &word| {
        (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)) ^ word
    });
    (mixed.wrapping_mul(0x517C_C1B7_2722_0A95) >> 32) as usize
}
