//! The engine beside a hand-written loop and the fastest other library. All solve OneMax with 100 bits,
//! population 100, 1,000 generations, tournaments of two, uniform crossover, one mutation per child on
//! average and two elites.
//!
//! `cargo bench --bench engine`, and with the other library `cargo bench --features peers --bench engine`.

mod measuring;
#[path = "works/one_max.rs"]
mod one_max;

use evolvarium::generation::{Bits, MutationGaps, Purpose, Seed};
use measuring::{Bench, work};
use one_max::{BITS, ELITES};

const POPULATION: usize = 100;
const GENERATIONS: u32 = 1_000;

fn ours(history: bool) -> u64 {
    let mut run = one_max::run(POPULATION as u32, GENERATIONS, history);
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

fn main() {
    let bench = Bench::new("engine");
    if !bench.wants("onemax") {
        return;
    }
    let claim = "OneMax, 100 bits, population 100, 1,000 generations";
    bench.time_beside(
        claim,
        work(|| ours(false)),
        "a loop without abstraction",
        work(loop_without_abstraction),
    );
    bench.time_beside(
        &format!("{claim}, with the history of the run"),
        work(|| ours(true)),
        "a loop without abstraction and history",
        work(loop_without_abstraction),
    );
    #[cfg(feature = "peers")]
    bench.time_beside(
        &format!("{claim}, beside another library"),
        work(|| ours(false)),
        "the crate genetic_algorithm 0.28",
        work(peer),
    );
}
