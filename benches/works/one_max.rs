//! OneMax: a run whose individuals cost next to nothing, so that it measures the engine.

use std::sync::Arc;

use evolvarium::generation::{
    Bits, Crossover, EvolutionParameters, MutationGaps, Picture, Problem, Run, Seed, Selection,
    Stream,
};

/// The bits of an individual.
pub const BITS: usize = 100;
/// The number of elites.
pub const ELITES: usize = 2;

/// The problem in which as many bits as possible are to be 1.
pub struct OneMax;

impl Problem for OneMax {
    type Genome = Bits<2>;

    fn genes(&self) -> usize {
        BITS
    }
    #[inline]
    fn random(&self, rng: &mut Stream) -> Bits<2> {
        Bits::random(BITS, rng)
    }
    #[inline]
    fn cross(&self, a: &Bits<2>, b: &Bits<2>, how: Crossover, rng: &mut Stream) -> Bits<2> {
        a.blend(b, &how.mask(BITS, rng))
    }
    #[inline]
    fn mutate(&self, genome: &mut Bits<2>, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |gene, _| genome.flip(gene));
    }
    #[inline]
    fn objective(&self, genome: &Bits<2>, _: &mut Stream) -> f64 {
        f64::from(genome.count())
    }
    fn picture(&self, _: &Bits<2>) -> Picture {
        Picture::default()
    }
}

/// The parameters for a number of individuals and generations.
pub fn parameters(population: u32, generations: u32) -> EvolutionParameters {
    EvolutionParameters {
        population,
        elitism: ELITES as u32,
        mutation: 0.01,
        selection: Selection::Tournament(2),
        generations,
        ..EvolutionParameters::default()
    }
}

/// A run that can be finished.
pub fn run(population: u32, generations: u32, history: bool) -> Run<OneMax> {
    let run = Run::new(
        Arc::new(OneMax),
        parameters(population, generations),
        Seed(1),
    );
    let run = run.expect("in range");
    if history { run.with_history() } else { run }
}
