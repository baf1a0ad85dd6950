//! Individuals, and the two populations they live in.

use super::search::{Scheme, Selection};
use crate::base::Stream;

/// One evaluated genome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Individual<G> {
    /// What it inherits and passes on.
    pub genome: G,
    /// The objective if feasible, else 1 / (1 + violation).
    pub fitness: f64,
    /// By how much it breaks the constraints; 0 is feasible.
    pub violation: u32,
}

impl<G> Individual<G> {
    /// Whether it breaks no constraint.
    #[inline]
    pub fn feasible(&self) -> bool {
        self.violation == 0
    }

    /// What selection goes by. In one population, any feasible individual (from 1) outweighs any
    /// infeasible one (up to 1/2).
    #[inline]
    fn weight(&self, scheme: Scheme) -> f64 {
        match scheme {
            Scheme::TwoPopulations => self.fitness,
            Scheme::OnePopulation if self.feasible() => 1.0 + self.fitness,
            Scheme::OnePopulation => self.fitness,
        }
    }
}

/// Individuals that breed among themselves; the elites are the first `elites` members.
#[derive(Clone, Debug)]
pub struct Population<G> {
    /// The members, elites first.
    pub members: Vec<Individual<G>>,
    /// How many of the first members live on unchanged.
    pub elites: usize,
    /// Running sums of the weights, for the roulette.
    wheel: Vec<f64>,
    /// The weights as integers of the same order, for tournaments: compared without branches.
    ranks: Vec<u64>,
}

impl<G> Population<G> {
    /// An empty population with room for `size` members.
    pub(super) fn with_room(size: usize) -> Self {
        Population {
            members: Vec::with_capacity(size),
            elites: 0,
            wheel: Vec::with_capacity(size),
            ranks: Vec::with_capacity(size),
        }
    }

    pub(super) fn clear(&mut self) {
        self.members.clear();
        self.elites = 0;
    }

    /// Puts the elites first and readies the selection.
    pub(super) fn settle(&mut self, elitism: usize, selection: Selection, scheme: Scheme) {
        self.elites = elitism.min(self.members.len());
        for place in 0..self.elites {
            let mut best = place;
            for rival in place + 1..self.members.len() {
                if self.members[rival].weight(scheme) > self.members[best].weight(scheme) {
                    best = rival;
                }
            }
            self.members.swap(place, best);
        }
        match selection {
            Selection::Roulette => {
                self.wheel.clear();
                let mut sum = 0.0;
                self.wheel.extend(self.members.iter().map(|m| {
                    sum += m.weight(scheme);
                    sum
                }));
            }
            Selection::Tournament(_) => {
                self.ranks.clear();
                // The bits of numbers from 0 up are in the order of the numbers; NaN ranks last.
                let rank = |m: &Individual<G>| m.weight(scheme).max(0.0).to_bits();
                self.ranks.extend(self.members.iter().map(rank));
            }
        }
    }

    /// A parent. The population must not be empty.
    #[inline]
    pub(super) fn choose(&self, selection: Selection, rng: &mut Stream) -> &Individual<G> {
        &self.members[match selection {
            Selection::Roulette => self.spin(rng),
            Selection::Tournament(size) => self.compete(size, rng),
        }]
    }

    /// The index of the best of `size` (at least 2) drawn at random; the first of equals.
    #[inline]
    fn compete(&self, size: u8, rng: &mut Stream) -> usize {
        let count = self.ranks.len() as u32;
        let better = |best: u32, rival: u32| {
            if self.ranks[rival as usize] > self.ranks[best as usize] {
                rival
            } else {
                best
            }
        };
        let (first, second) = rng.two_below(count);
        let mut best = better(first, second);
        for _ in 2..size {
            best = better(best, rng.below(count));
        }
        best as usize
    }

    /// An index in proportion to weight; any index where all weights are 0.
    #[inline]
    fn spin(&self, rng: &mut Stream) -> usize {
        let last = self.members.len() - 1;
        let total = self.wheel[last];
        if total > 0.0 {
            let stop = rng.unit() * total;
            // Rounding may put `stop` at the total: the last member then.
            self.wheel.partition_point(|&sum| sum <= stop).min(last)
        } else {
            rng.below(self.members.len() as u32) as usize
        }
    }
}

/// One generation: who lives in it, feasible and infeasible apart.
#[derive(Clone, Debug)]
pub struct Generation<G> {
    /// Individuals that break no constraint (everybody, in the one-population scheme).
    pub feasible: Population<G>,
    /// Individuals that break some.
    pub infeasible: Population<G>,
}

impl<G> Generation<G> {
    pub(super) fn with_room(size: usize) -> Self {
        Generation {
            feasible: Population::with_room(size),
            infeasible: Population::with_room(size),
        }
    }

    /// Everybody, the feasible population first.
    pub fn members(&self) -> impl Iterator<Item = &Individual<G>> + Clone {
        self.feasible.members.iter().chain(&self.infeasible.members)
    }

    /// How many individuals there are.
    pub fn len(&self) -> usize {
        self.feasible.members.len() + self.infeasible.members.len()
    }

    /// Whether nobody lives yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub(super) fn add(&mut self, scheme: Scheme, individual: Individual<G>) {
        if individual.feasible() || scheme == Scheme::OnePopulation {
            self.feasible.members.push(individual);
        } else {
            self.infeasible.members.push(individual);
        }
    }

    pub(super) fn clear(&mut self) {
        self.feasible.clear();
        self.infeasible.clear();
    }
}
