//! Individuals, and the feasible and infeasible populations that they form.

use super::parameters::{Scheme, Selection};
use crate::base::Stream;

/// The two populations of FI-2Pop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PopulationKind {
    /// The individuals that break a constraint.
    Infeasible,
    /// The individuals that break none.
    Feasible,
}

impl PopulationKind {
    /// Both, in the order of [`PopulationKind::index`].
    pub const BOTH: [PopulationKind; 2] = [PopulationKind::Infeasible, PopulationKind::Feasible];

    /// The population of an individual with a violation.
    #[inline]
    pub fn of_violation(violation: u32) -> Self {
        match violation {
            0 => PopulationKind::Feasible,
            _ => PopulationKind::Infeasible,
        }
    }

    /// Its place in a pair of which the infeasible population is the first.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The other population.
    #[inline]
    pub fn other(self) -> Self {
        match self {
            PopulationKind::Infeasible => PopulationKind::Feasible,
            PopulationKind::Feasible => PopulationKind::Infeasible,
        }
    }
}

/// One evaluated genome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Individual<G> {
    /// The genome.
    pub genome: G,
    /// The objective if feasible, else 1 / (1 + violation).
    pub fitness: f64,
    /// The amount by which it breaks the constraints; 0 is feasible.
    pub violation: u32,
    /// Its number in its generation, in the order in which the generation was made. The run keeps the individual's
    /// origin under this number.
    pub number: u32,
}

impl<G> Individual<G> {
    /// The population to which it belongs.
    #[inline]
    pub fn population(&self) -> PopulationKind {
        PopulationKind::of_violation(self.violation)
    }

    /// Whether it breaks no constraint.
    #[inline]
    pub fn is_feasible(&self) -> bool {
        self.violation == 0
    }

    /// The weight that selection uses. In the one-population scheme every feasible individual (from 1) outweighs every
    /// infeasible one (up to 1/2).
    #[inline]
    fn weight(&self, scheme: Scheme) -> f64 {
        match scheme {
            Scheme::TwoPopulations => self.fitness,
            Scheme::OnePopulation if self.is_feasible() => 1.0 + self.fitness,
            Scheme::OnePopulation => self.fitness,
        }
    }
}

/// Individuals that reproduce among themselves.
#[derive(Clone, Debug)]
pub struct Population<G> {
    /// The members, elites first.
    pub members: Vec<Individual<G>>,
    /// The number of elites. They are the first members, and enter the next generation unchanged.
    pub elites: usize,
    /// Running sums of the weights, for roulette selection.
    cumulative_weights: Vec<f64>,
    /// The weights as integers in the same order, for tournaments: integers are compared without branches.
    weight_bits: Vec<u64>,
}

impl<G> Population<G> {
    /// An empty population with room for `size` members.
    pub(super) fn with_capacity(size: usize) -> Self {
        Population {
            members: Vec::with_capacity(size),
            elites: 0,
            cumulative_weights: Vec::with_capacity(size),
            weight_bits: Vec::with_capacity(size),
        }
    }

    pub(super) fn clear(&mut self) {
        self.members.clear();
        self.elites = 0;
    }

    /// Moves the elites to the front and computes the weights that selection needs.
    pub(super) fn prepare_selection(
        &mut self,
        elitism: usize,
        selection: Selection,
        scheme: Scheme,
    ) {
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
        self.prepare_weights(selection, scheme);
    }

    /// Computes the weights that selection needs, and leaves the members in their places.
    pub(super) fn prepare_weights(&mut self, selection: Selection, scheme: Scheme) {
        match selection {
            Selection::Roulette => {
                self.cumulative_weights.clear();
                let mut sum = 0.0;
                self.cumulative_weights.extend(self.members.iter().map(|m| {
                    sum += m.weight(scheme);
                    sum
                }));
            }
            Selection::Tournament(_) => {
                self.weight_bits.clear();
                // The bits of floats from 0 up have the order of the floats; `max` turns NaN into 0.
                let bits = |m: &Individual<G>| m.weight(scheme).max(0.0).to_bits();
                self.weight_bits.extend(self.members.iter().map(bits));
            }
        }
    }

    /// Selects a parent, and returns its index. The population must not be empty.
    #[inline]
    pub(super) fn select_parent(&self, selection: Selection, rng: &mut Stream) -> usize {
        match selection {
            Selection::Roulette => self.roulette(rng),
            Selection::Tournament(size) => self.tournament(size, rng),
        }
    }

    /// Tournament selection: the index of the best of `size` members (at least 2) drawn at random, the first of equals.
    #[inline]
    fn tournament(&self, size: u8, rng: &mut Stream) -> usize {
        let count = self.weight_bits.len() as u32;
        let better = |best: u32, rival: u32| {
            if self.weight_bits[rival as usize] > self.weight_bits[best as usize] {
                rival
            } else {
                best
            }
        };
        let (first, second) = rng.random_pair_below(count);
        let mut best = better(first, second);
        for _ in 2..size {
            best = better(best, rng.random_below(count));
        }
        best as usize
    }

    /// Roulette selection: an index with probability in proportion to weight; any index where all weights are 0.
    #[inline]
    fn roulette(&self, rng: &mut Stream) -> usize {
        let last = self.members.len() - 1;
        let total = self.cumulative_weights[last];
        if total > 0.0 {
            let point = rng.random_f64() * total;
            // Rounding may make `point` the total; the last member is selected then.
            self.cumulative_weights
                .partition_point(|&sum| sum <= point)
                .min(last)
        } else {
            rng.random_below(self.members.len() as u32) as usize
        }
    }
}

/// One generation with its two populations.
#[derive(Clone, Debug)]
pub struct Generation<G> {
    /// Individuals that break no constraint; all individuals in the one-population scheme.
    pub feasible: Population<G>,
    /// Individuals that break a constraint.
    pub infeasible: Population<G>,
}

impl<G> Generation<G> {
    pub(super) fn with_capacity(size: usize) -> Self {
        Generation {
            feasible: Population::with_capacity(size),
            infeasible: Population::with_capacity(size),
        }
    }

    /// All individuals, those of the feasible population first.
    pub fn members(&self) -> impl Iterator<Item = &Individual<G>> + Clone {
        self.feasible.members.iter().chain(&self.infeasible.members)
    }

    /// The number of individuals.
    pub fn len(&self) -> usize {
        self.feasible.members.len() + self.infeasible.members.len()
    }

    /// Whether there are no individuals yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub(super) fn add(&mut self, scheme: Scheme, individual: Individual<G>) {
        if individual.is_feasible() || scheme == Scheme::OnePopulation {
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::base::{Purpose, Seed};
    use crate::generation::draws::{self, assert_near};

    /// An individual whose genome does not matter.
    pub fn individual(number: u32, fitness: f64, violation: u32) -> Individual<u8> {
        Individual {
            genome: 0,
            fitness,
            violation,
            number,
        }
    }

    /// A population of individuals with these fitness values, ready for a selection, without elites.
    fn population(fitness: &[f64], selection: Selection) -> Population<u8> {
        let mut population = Population::with_capacity(fitness.len());
        let members = (0..).zip(fitness);
        let members = members.map(|(number, fitness)| individual(number, *fitness, 0));
        population.members.extend(members);
        population.prepare_selection(0, selection, Scheme::TwoPopulations);
        population
    }

    /// The number of times that each of the members was selected in ten thousand draws.
    fn counts<const N: usize>(fitness: [f64; N], selection: Selection) -> [u32; N] {
        let population = population(&fitness, selection);
        let mut rng = Seed(2).stream(Purpose::Reproduction);
        let places = std::array::from_fn(|place| place);
        draws::counts(places, || population.select_parent(selection, &mut rng))
    }

    #[test]
    fn a_roulette_selects_in_proportion_to_fitness() {
        use Selection::Roulette;
        assert_near(
            counts([1.0, 3.0, 0.0, 6.0], Roulette),
            [1_000, 3_000, 0, 6_000],
        );
        assert_eq!(counts([1.0, 3.0, 0.0, 6.0], Roulette)[2], 0);
        assert_eq!(counts([0.0, 0.5, 0.0], Roulette), [0, 10_000, 0]);
        // Without any fitness all have the same chance.
        assert_near(counts([0.0; 4], Roulette), [2_500; 4]);
        assert_eq!(counts([0.0], Roulette), [10_000]);
    }

    #[test]
    fn the_more_take_part_in_a_tournament_the_more_often_the_best_wins() {
        // The worst of four wins if it is drawn each time.
        for (size, expected) in [
            (2, [625, 1_875, 3_125, 4_375]),
            (3, [156, 1_094, 2_969, 5_781]),
            (16, [0, 0, 100, 9_900]),
        ] {
            let found = counts([0.25, 0.5, 0.75, 1.0], Selection::Tournament(size));
            assert_near(found, expected);
        }
        // A fitness that is NaN counts as 0.
        let found = counts([f64::NAN, 0.0, 1.0], Selection::Tournament(2));
        assert_near(found, [2_222, 2_222, 5_556]);
    }

    #[test]
    fn the_first_of_equals_wins_a_tournament() {
        let selection = Selection::Tournament(4);
        let population = population(&[0.5; 9], selection);
        let mut rng = Seed(2).stream(Purpose::Reproduction);
        for _ in 0..100 {
            let mut same = rng;
            let first = same.random_pair_below(9).0;
            assert_eq!(
                population.select_parent(selection, &mut rng),
                first as usize
            );
        }
    }

    #[test]
    fn elites_stand_first_the_best_before_all_others_and_the_older_of_equals() {
        let numbers = |population: &Population<u8>| -> Vec<u32> {
            population.members.iter().map(|one| one.number).collect()
        };
        for (elitism, elites, first) in [
            (0, 0, &[0, 1, 2, 3][..]),
            (1, 1, &[1]),
            (2, 2, &[1, 3]),
            (3, 3, &[1, 3, 2]),
            (9, 4, &[1, 3, 2, 0]),
        ] {
            let mut made = population(&[0.25, 0.75, 0.5, 0.75], Selection::Roulette);
            made.prepare_selection(elitism, Selection::Roulette, Scheme::TwoPopulations);
            assert_eq!(
                (made.elites, &numbers(&made)[..first.len()]),
                (elites, first)
            );
        }
    }

    #[test]
    fn in_one_population_every_feasible_individual_outweighs_every_infeasible_one() {
        use Scheme::{OnePopulation, TwoPopulations};
        let (poor, near) = (individual(0, 0.125, 0), individual(1, 0.5, 1));
        assert_eq!(poor.weight(TwoPopulations), 0.125);
        assert_eq!(near.weight(TwoPopulations), 0.5);
        assert_eq!(poor.weight(OnePopulation), 1.125);
        assert_eq!(near.weight(OnePopulation), 0.5);
        assert!(poor.is_feasible() && !near.is_feasible());
        for (scheme, sizes) in [(TwoPopulations, (1, 1)), (OnePopulation, (2, 0))] {
            let mut generation = Generation::with_capacity(2);
            assert!(generation.is_empty());
            generation.add(scheme, near);
            generation.add(scheme, poor);
            let (feasible, infeasible) = (&generation.feasible, &generation.infeasible);
            assert_eq!((feasible.members.len(), infeasible.members.len()), sizes);
            assert_eq!(generation.len(), 2);
            assert!(!generation.is_empty());
            let first = generation.members().next().map(|one| one.number);
            assert_eq!(first, Some(if scheme == TwoPopulations { 0 } else { 1 }));
            generation
                .feasible
                .prepare_selection(2, Selection::Roulette, scheme);
            let best = generation.feasible.members[0].number;
            assert_eq!(best, 0);
            generation.clear();
            assert!(generation.is_empty());
            assert_eq!(
                (generation.feasible.elites, generation.infeasible.elites),
                (0, 0)
            );
        }
    }
}
