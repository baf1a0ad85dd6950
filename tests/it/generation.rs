//! The engine: repeatable, bounded, and able to solve its problems.

use std::sync::Arc;
use std::time::Duration;

use evolvarium::games::match3::level::{LevelProblem, Setup};
use evolvarium::generation::{
    Bits, Crossover, EvolutionParameters, MutationGaps, ParameterValue, Picture, Problem, Run,
    Scheme, Seed, Selection, StopReason, Stream,
};

/// The problem OneMax: the objective is the number of ones.
struct OneMax(usize);

impl Problem for OneMax {
    type Genome = Bits<2>;

    fn genes(&self) -> usize {
        self.0
    }
    fn random(&self, rng: &mut Stream) -> Bits<2> {
        Bits::random(self.0, rng)
    }
    fn cross(&self, a: &Bits<2>, b: &Bits<2>, how: Crossover, rng: &mut Stream) -> Bits<2> {
        a.blend(b, &how.mask(self.0, rng))
    }
    fn mutate(&self, genome: &mut Bits<2>, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |gene, _| genome.flip(gene));
    }
    fn objective(&self, genome: &Bits<2>, _: &mut Stream) -> f64 {
        f64::from(genome.count())
    }
    fn target(&self) -> Option<f64> {
        Some(self.0 as f64)
    }
    fn picture(&self, _: &Bits<2>) -> Picture {
        Picture::default()
    }
}

fn onemax(parameters: EvolutionParameters, seed: u64) -> Run<OneMax> {
    Run::new(Arc::new(OneMax(100)), parameters, Seed(seed)).expect("parameters in range")
}

fn level_run(seed: u64) -> Run<LevelProblem> {
    let setup: Setup = "10x10c7-p500t55k10o".parse().expect("a setup");
    let problem = Arc::new(LevelProblem::new(setup));
    Run::new(problem, EvolutionParameters::default(), Seed(seed)).expect("parameters in range")
}

#[test]
fn a_tournament_solves_onemax_and_a_roulette_comes_near() {
    for selection in [Selection::Roulette, Selection::Tournament(3)] {
        for crossover in [Crossover::Uniform, Crossover::OnePoint] {
            let parameters = EvolutionParameters {
                population: 100,
                generations: 2_000,
                selection,
                crossover,
                ..EvolutionParameters::default()
            };
            let mut run = onemax(parameters, 1);
            let stop = run.finish().clone();
            let best = run.best().expect("a best individual").fitness;
            // The selection pressure of a roulette is too low to be sure of the last bits.
            let enough = if selection == Selection::Roulette {
                85.0
            } else {
                100.0
            };
            assert!(
                best >= enough,
                "{selection:?} {crossover:?}: {best}, {stop}"
            );
        }
    }
}

/// Returns a digest of a whole run: the size, the best fitness and the evaluations of every generation.
fn digest(run: &Run<LevelProblem>) -> u64 {
    let history = run.history().expect("a history is kept");
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut eat = |n: u64| hash = (hash ^ n).wrapping_mul(0x0100_0000_01b3);
    for record in history.records() {
        eat(u64::from(record.generation));
        eat(record.evaluations);
        eat(record.feasible as u64);
        eat(record.best.fitness.to_bits());
        for member in &record.members {
            eat(member.fitness.to_bits());
            eat(member
                .genome
                .special()
                .iter()
                .map(|c| 31 * c.index() as u64)
                .sum());
        }
    }
    hash
}

#[test]
fn a_run_is_the_same_in_any_slices_on_any_number_of_threads() {
    let whole = {
        let mut run = level_run(5).with_history();
        run.finish();
        run
    };
    let expected = digest(&whole);
    for slice in [1, 3, 7, 19] {
        let mut run = level_run(5).with_history();
        while run.stop_reason().is_none() {
            run.step(slice);
        }
        assert_eq!(digest(&run), expected, "slices of {slice}");
    }
    let mut run = level_run(5).with_history();
    while run.stop_reason().is_none() {
        let (job, unborn) = (run.reproduction(), run.remaining());
        let middle = (unborn.start + unborn.end) / 2;
        let (front, back) = (unborn.start..middle, middle..unborn.end);
        let (front, back) = std::thread::scope(|scope| {
            let other = job.clone();
            let back = scope.spawn(move || other.reproduce_range(back));
            (job.reproduce_range(front), back.join().expect("no panic"))
        });
        run.insert_offspring(front, Duration::ZERO);
        run.insert_offspring(back, Duration::ZERO);
    }
    assert_eq!(digest(&run), expected, "two threads");
}

#[test]
fn golden_results_stay_as_they_are() {
    let mut run = level_run(5).with_history();
    let stop = run.finish().clone();
    assert_eq!(stop, StopReason::TargetMet);
    let got = (run.generation(), run.evaluations(), digest(&run));
    assert_eq!(got, GOLDEN_LEVEL);
    let parameters = EvolutionParameters {
        population: 100,
        generations: 12,
        selection: Selection::Tournament(2),
        ..EvolutionParameters::default()
    };
    let mut run = onemax(parameters, 9);
    run.finish();
    let best = run.best().expect("a best individual");
    assert_eq!((best.fitness, best.genome.0), GOLDEN_ONEMAX);
}

/// Generation, evaluations and digest of [`level_run`] with seed 5.
const GOLDEN_LEVEL: (Option<u32>, u64, u64) = (Some(12), 220, 4_002_098_628_507_109_261);
/// Fitness and genome of the best of OneMax with seed 9.
const GOLDEN_ONEMAX: (f64, [u64; 2]) = (84.0, [8_971_029_719_696_668_623, 50_463_619_071]);

#[test]
fn the_two_populations_keep_their_own_kind_and_the_total() {
    let mut run = level_run(11).with_history();
    run.finish();
    let records = run.history().expect("a history is kept").records();
    assert!(records.len() > 3);
    for record in records {
        assert_eq!(record.members.len(), 20);
        let [feasible, infeasible] = record.summaries();
        assert_eq!(
            (feasible.size + infeasible.size, record.members.len()),
            (20, 20)
        );
        assert_eq!(feasible.size, record.feasible);
        let feasible = record
            .members
            .iter()
            .take_while(|m| m.is_feasible())
            .count();
        assert_eq!(feasible, record.feasible, "feasible ones come first");
        for member in &record.members[feasible..] {
            assert_eq!(member.fitness, 1.0 / (1.0 + f64::from(member.violation)));
        }
    }
    for pair in records.windows(2) {
        // With elites the best of the feasible never gets worse.
        let [before, after] = [&pair[0], &pair[1]].map(|record| record.summaries()[0]);
        assert!(after.best >= before.best || before.size == 0);
    }
}

#[test]
fn both_schemes_find_a_level_with_every_seed() {
    for scheme in [Scheme::TwoPopulations, Scheme::OnePopulation] {
        for seed in 0..15 {
            let setup: Setup = "10x10c7-p500t55k10o".parse().expect("a setup");
            let parameters = EvolutionParameters {
                scheme,
                generations: 5_000,
                ..EvolutionParameters::default()
            };
            let problem = Arc::new(LevelProblem::new(setup));
            let mut run = Run::new(problem, parameters, Seed(seed)).expect("in range");
            let stop = run.finish();
            assert_eq!(*stop, StopReason::TargetMet, "{scheme:?}, seed {seed}");
            let best = run.best().expect("a best board");
            assert!(best.is_feasible(), "{scheme:?}, seed {seed}");
        }
    }
}

/// A failure is told by the task that makes a run in the background.
#[test]
fn every_stop_reason_of_a_run_is_given_when_it_applies() {
    let parameters = |generations, stagnation, milliseconds| EvolutionParameters {
        generations,
        stagnation,
        milliseconds,
        mutation: 0.0,
        ..EvolutionParameters::default()
    };
    assert_eq!(
        *onemax(parameters(7, 0, 0), 1).finish(),
        StopReason::GenerationLimit
    );
    assert_eq!(
        *onemax(parameters(100_000, 30, 0), 1).finish(),
        StopReason::Stagnation
    );
    assert_eq!(
        *onemax(parameters(1_000_000, 0, 1), 1).finish(),
        StopReason::TimeBudget
    );
    assert_eq!(*level_run(5).finish(), StopReason::TargetMet);
    let mut run = onemax(parameters(10, 0, 0), 1);
    run.step(5);
    run.halt(StopReason::Cancelled);
    run.step(100);
    assert_eq!(
        (run.stop_reason(), run.generation()),
        (Some(&StopReason::Cancelled), None)
    );
}

#[test]
fn silly_parameters_are_refused_by_name() {
    let refused = |parameters: EvolutionParameters| {
        let problem = Arc::new(OneMax(100));
        let error = Run::new(problem, parameters, Seed(0))
            .err()
            .expect("refused");
        error.to_string()
    };
    let with = |change: fn(&mut EvolutionParameters)| {
        let mut parameters = EvolutionParameters::default();
        change(&mut parameters);
        refused(parameters)
    };
    assert_eq!(
        with(|s| s.population = 1),
        "population must be from 2 to 10000, not 1"
    );
    assert_eq!(
        with(|s| s.elitism = 11),
        "elitism must be from 0 to 10, not 11"
    );
    assert_eq!(
        with(|s| s.mutation = f64::NAN),
        "mutation must be from 0 to 0.5, not NaN"
    );
    assert!(with(|s| s.generations = 0).starts_with("generations must be from 1"));
    assert!(
        with(|s| s.selection = Selection::Tournament(1)).starts_with("tournament must be from 2")
    );
}

#[test]
fn a_value_changes_its_parameter_and_leaves_at_most_half_of_all_as_elites() {
    let usual = EvolutionParameters {
        population: 40,
        elitism: 12,
        ..EvolutionParameters::default()
    };
    let fewer = ParameterValue::Population(10);
    let of = |value: ParameterValue| value.applied_to(&usual);
    assert_eq!((of(fewer).population, of(fewer).elitism), (10, 5));
    assert_eq!(of(ParameterValue::Population(30)).elitism, 12);
    assert_eq!(of(ParameterValue::Elitism(30)).elitism, 20);
    assert!(fewer.is_of_same_parameter(&ParameterValue::Population(30)));
    assert!(!fewer.is_of_same_parameter(&ParameterValue::Elitism(10)));
}

#[test]
fn seeds_are_written_and_read_back() {
    for seed in [0, 1, 35, 36, 123_456_789, u64::MAX] {
        let text = Seed(seed).to_string();
        assert_eq!(text.parse::<Seed>(), Ok(Seed(seed)), "{text}");
    }
    // A name gives a seed too, in small or large letters.
    let named = |text: &str| text.parse::<Seed>().expect(text);
    assert_eq!(named("my-1"), named("My-1"));
    assert_ne!(named("my-1"), named("my-2"));
    assert_ne!(named("my-1"), named("my1"));
    assert_eq!(named("zz").0, 35 * 36 + 35);
    named("3w5e11264sgsg");
    let long = "a".repeat(41);
    for bad in ["", "-1", "+5", "a b", "ü", "!", long.as_str()] {
        let error = bad.parse::<Seed>().expect_err(bad).to_string();
        let start: String = bad.chars().take(40).collect();
        assert!(error.contains(&start) && error.contains("is not a seed"));
    }
}
