//! The individuals of a run as dots of a chart: of each of some generations some individuals, from the worst to the
//! best, so that a chart of a long run has no more dots than can be seen and painted.

use std::sync::Arc;

use super::history::Record;
use super::population::PopulationKind;

/// The generations that have dots, at most; the newest one and the one that is shown come on top.
pub const MOST_GENERATIONS: u32 = 48;
/// The feasible individuals of a generation that are dots, and the infeasible ones, at most.
pub const MOST_OF_A_KIND: usize = 18;

/// An individual as a dot of a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// The generation that it lives in.
    pub generation: u32,
    /// Its fitness.
    pub fitness: f64,
    /// Its population.
    pub population: PopulationKind,
}

/// The values that stand for all: the lowest, the highest, and values between them that divide them evenly. They are in
/// ascending order.
pub(super) fn spread(values: impl Iterator<Item = f64>) -> Box<[f64]> {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    if values.len() > MOST_OF_A_KIND {
        values = (0..MOST_OF_A_KIND)
            .map(|at| values[at * last / (MOST_OF_A_KIND - 1)])
            .collect();
    }
    values.into()
}

/// The dots of some records, which stand in the order of their generations. `shown` is the index of a record that has
/// dots in any case, if there is such a record.
pub(super) fn dots_of_records<G>(records: &[Arc<Record<G>>], shown: usize) -> Vec<Dot> {
    let Some(newest) = records.last().map(|record| record.generation) else {
        return Vec::new();
    };
    let step = step_of(newest);
    let numbered = records.iter().enumerate();
    let with_dots = numbered.filter(|(at, record)| {
        record.generation % step == 0 || record.generation == newest || *at == shown
    });
    let dots = with_dots.flat_map(|(_, record)| {
        let [feasible, infeasible] = record.dots();
        let generation = record.generation;
        let dots_of = move |population, values: &[f64]| {
            let dot = |fitness: &f64| Dot {
                generation,
                fitness: *fitness,
                population,
            };
            values.iter().map(dot).collect::<Vec<Dot>>()
        };
        let infeasible = dots_of(PopulationKind::Infeasible, infeasible);
        infeasible
            .into_iter()
            .chain(dots_of(PopulationKind::Feasible, feasible))
    });
    dots.collect()
}

/// The distance between two generations that have dots. It is a power of two, as the gaps between the generations that
/// a history keeps, so that a generation does not lose its dots and get them again while the run goes on.
fn step_of(newest: u32) -> u32 {
    (newest / MOST_GENERATIONS + 1).next_power_of_two()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::history::tests::record_of;
    use crate::generation::population::tests::individual;

    /// A record whose first members are feasible; the fitness of a member is its number as a part of all.
    fn record(generation: u32, members: u32, feasible: usize) -> Arc<Record<u8>> {
        let member = |number: u32| {
            let fitness = f64::from(number + 1) / f64::from(members);
            individual(number, fitness, u32::from(number as usize >= feasible))
        };
        let all = (0..members).map(member);
        Arc::new(record_of(generation, member(0), all))
    }

    #[test]
    fn a_small_generation_has_a_dot_for_each_individual_and_a_large_one_for_some_with_both_ends() {
        let small = dots_of_records(&[record(0, 10, 4)], 0);
        assert_eq!(small.len(), 10);
        let feasible = |dot: &&Dot| dot.population == PopulationKind::Feasible;
        assert_eq!(small.iter().filter(feasible).count(), 4);
        assert!(
            small
                .iter()
                .all(|dot| feasible(&dot) == (dot.fitness < 0.45))
        );
        let large = dots_of_records(&[record(0, 1_000, 1_000)], 0);
        assert_eq!(large.len(), MOST_OF_A_KIND);
        let ends = [large[0].fitness, large[MOST_OF_A_KIND - 1].fitness];
        assert_eq!(ends, [0.001, 1.0]);
        assert!(large.is_sorted_by(|one, next| one.fitness < next.fitness));
    }

    #[test]
    fn a_long_run_has_dots_in_few_generations_and_in_those_that_are_looked_at() {
        let generations = (0..=1_000).step_by(2).chain([1_001]);
        let records: Vec<_> = generations.map(|at| record(at, 3, 3)).collect();
        let with_dots = |shown: usize| {
            let mut all: Vec<u32> = dots_of_records(&records, shown)
                .iter()
                .map(|dot| dot.generation)
                .collect();
            all.dedup();
            all
        };
        let usual = with_dots(usize::MAX);
        assert!((16..=MOST_GENERATIONS as usize + 2).contains(&usual.len()));
        assert_eq!((usual[0], usual[usual.len() - 1]), (0, 1_001));
        let shown = with_dots(3);
        assert!(shown.contains(&6) && !usual.contains(&6));
        assert!(dots_of_records::<u8>(&[], 0).is_empty());
    }

    #[test]
    fn a_generation_with_dots_keeps_them_until_the_step_doubles() {
        for newest in 0..5_000 {
            let (step, next) = (step_of(newest), step_of(newest + 1));
            assert!(next == step || next == 2 * step, "{newest}");
            assert!(newest / step <= MOST_GENERATIONS, "{newest}");
        }
    }
}
