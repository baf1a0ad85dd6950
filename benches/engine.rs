//! The engine beside a hand-written loop and the fastest other library. All solve OneMax with 100 bits,
//! population 100, 1,000 generations, tournaments of two, uniform crossover, one mutation per child on
//! average and two elites.
//!
//! `cargo bench --bench engine`, and with the other library `cargo bench --features peers --bench engine`.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use evolvarium::generation::{
    Bits, Crossover, EvolutionParameters, MutationGaps, Picture, Problem, Purpose, Run, Seed,
    Selection, Stream,
};

const BITS: usize = 100;
const POPULATION: usize = 100;
const GENERATIONS: u32 = 1_000;
const ELITES: usize = 2;

struct OneMax;

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

fn search() -> EvolutionParameters {
    EvolutionParameters {
        population: POPULATION as u32,
        elitism: ELITES as u32,
        mutation: 0.01,
        selection: Selection::Tournament(2),
        generations: GENERATIONS,
        ..EvolutionParameters::default()
    }
}

fn ours(history: bool) -> u64 {
    let run = Run::new(Arc::new(OneMax), search(), Seed(1)).expect("in range");
    let mut run = if history { run.with_history() } else { run };
    run.finish();
    run.evaluations()
}

/// The same work in a plain loop: one random generator, arrays of words, integer fitness.
fn loop_without_abstraction() -> u32 {
    let mut rng = Seed(1).stream(Purpose::Reproduction);
    let gaps = MutationGaps::new(0.01, BITS);
    let mut now: Vec<([u64; 2], u32)> = (0..POPULATION)
        .map(|_| {
            let bits = Bits::<2>::random(BITS, &mut rng);
            (bits.0, bits.count())
        })
        .collect();
    let mut next = now.clone();
    for _ in 0..GENERATIONS {
        for place in 0..ELITES {
            let mut best = place;
            for rival in place + 1..POPULATION {
                if now[rival].1 > now[best].1 {
                    best = rival;
                }
            }
            now.swap(place, best);
        }
        next[..ELITES].copy_from_slice(&now[..ELITES]);
        for child in &mut next[ELITES..] {
            let mut parent = || {
                let a = now[rng.random_below(POPULATION as u32) as usize];
                let b = now[rng.random_below(POPULATION as u32) as usize];
                if b.1 > a.1 { b.0 } else { a.0 }
            };
            let (a, b) = (parent(), parent());
            let mask = [rng.next_u64(), rng.next_u64()];
            let mut bits = [0, 1].map(|w| b[w] ^ ((a[w] ^ b[w]) & mask[w]));
            gaps.each(&mut rng, |gene, _| bits[gene / 64] ^= 1 << (gene % 64));
            *child = (bits, bits[0].count_ones() + bits[1].count_ones());
        }
        std::mem::swap(&mut now, &mut next);
    }
    now.iter().map(|m| m.1).max().unwrap_or(0)
}

#[cfg(feature = "peers")]
fn peer() -> Option<isize> {
    use genetic_algorithm::fitness::placeholders::CountTrue;
    use genetic_algorithm::strategy::evolve::prelude::*;
    let genotype = BinaryGenotype::builder()
        .with_genes_size(BITS)
        .with_genes_hashing(false)
        .build()
        .expect("a genotype");
    let evolve = Evolve::builder()
        .with_genotype(genotype)
        .with_select(SelectTournament::new(1.0, 0.02, 2))
        .with_crossover(CrossoverUniform::new(1.0, 1.0))
        .with_mutate(MutateSingleGene::new(1.0))
        .with_fitness(CountTrue)
        .with_target_population_size(POPULATION)
        .with_max_generations(GENERATIONS as usize)
        .with_rng_seed_from_u64(1)
        .call()
        .expect("it runs");
    evolve.best_fitness_score()
}

fn onemax(c: &mut Criterion) {
    let mut group = c.benchmark_group("onemax_1000_generations");
    group.sample_size(30);
    group.bench_function("loop_without_abstraction", |b| {
        b.iter(|| black_box(loop_without_abstraction()));
    });
    group.bench_function("evolvarium", |b| b.iter(|| black_box(ours(false))));
    group.bench_function("evolvarium_with_history", |b| {
        b.iter(|| black_box(ours(true)))
    });
    #[cfg(feature = "peers")]
    group.bench_function("genetic_algorithm", |b| b.iter(|| black_box(peer())));
    group.finish();
}

criterion_group!(benches, onemax);
criterion_main!(benches);
