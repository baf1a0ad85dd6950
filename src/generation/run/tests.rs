//! Tests of runs.

use super::*;
use crate::base::Stream;
use crate::generation::birth::Birth;
use crate::generation::intervention::{Act, Intervention, ParameterValue};
use crate::generation::one_max::{OneMax, SteeredOnes};
use crate::generation::parameters::Selection;
use crate::generation::pedigree::MemberId;
use crate::generation::{Crossover, Picture};

/// A problem whose individuals all have the objective value of their generation, or of none.
struct Fixed {
    values: [f64; 8],
    judges_anew: bool,
}

impl Problem for Fixed {
    type Genome = u32;

    fn genes(&self) -> usize {
        1
    }

    fn random(&self, _: &mut Stream) -> u32 {
        0
    }

    fn cross(&self, first: &u32, _: &u32, _: Crossover, _: &mut Stream) -> u32 {
        *first
    }

    fn mutate(&self, _: &mut u32, _: &MutationGaps, _: &mut Stream) {}

    fn violation(&self, genome: &u32) -> u32 {
        *genome
    }

    fn objective(&self, _: &u32, _: &mut Stream) -> f64 {
        0.0
    }

    fn objective_in(&self, _: &u32, generation: u32, _: &mut Stream) -> f64 {
        self.values[generation as usize]
    }

    fn judges_anew(&self) -> bool {
        self.judges_anew
    }

    fn target(&self) -> Option<f64> {
        Some(9.0)
    }

    fn picture(&self, _: &u32) -> Picture {
        Picture::default()
    }
}

/// A run of a few generations of four individuals with these values, which has not begun.
fn new_run(values: [f64; 8], judges_anew: bool, stagnation: u32) -> Run<Fixed> {
    let parameters = EvolutionParameters {
        population: 4,
        elitism: 1,
        generations: 7,
        stagnation,
        ..EvolutionParameters::default()
    };
    let problem = Fixed {
        values,
        judges_anew,
    };
    Run::new(Arc::new(problem), parameters, Seed(1)).expect("in range")
}

/// The same at its end.
fn fixed(values: [f64; 8], judges_anew: bool, stagnation: u32) -> Run<Fixed> {
    let mut run = new_run(values, judges_anew, stagnation);
    run.finish();
    run
}

fn ones(parameters: EvolutionParameters) -> Run<OneMax> {
    Run::new(Arc::new(OneMax), parameters, Seed(1)).expect("in range")
}

#[test]
fn a_step_ends_with_the_generation() {
    let mut run = ones(EvolutionParameters::default());
    assert_eq!((run.remaining(), run.generation()), (0..20, None));
    assert!(run.best().is_none() && run.newest().is_empty());
    run.step(7);
    assert_eq!((run.remaining(), run.generation()), (7..20, None));
    run.step(0);
    assert_eq!(run.evaluations(), 0);
    run.step(13);
    assert_eq!((run.remaining(), run.generation()), (0..20, Some(0)));
    assert_eq!((run.evaluations(), run.newest().len()), (20, 20));
    run.step(5);
    run.step(50);
    assert_eq!((run.remaining(), run.generation()), (0..20, Some(1)));
    assert_eq!(run.evaluations(), 36);
}

#[test]
fn individuals_that_were_made_elsewhere_complete_one_generation() {
    let mut run = ones(EvolutionParameters::default());
    let reproduction = run.reproduction();
    let took = Duration::from_millis(3);
    run.insert_offspring(reproduction.reproduce_range(0..4), took);
    assert_eq!((run.remaining(), run.busy), (4..20, took));
    // Surplus offspring is ignored.
    run.insert_offspring(reproduction.reproduce_range(4..30), took);
    assert_eq!((run.remaining(), run.generation()), (0..20, Some(0)));
    let mut other = ones(EvolutionParameters::default());
    other.step_parallel(2);
    let genomes =
        |run: &Run<OneMax>| -> Vec<u32> { run.newest().members().map(|one| one.genome).collect() };
    assert_eq!(genomes(&run), genomes(&other));
}

#[test]
fn a_run_that_has_ended_stays_as_it_is() {
    let mut run = ones(EvolutionParameters::default());
    run.step(usize::MAX);
    let offspring = run.reproduction().reproduce_range(0..20);
    run.halt(StopReason::Cancelled);
    run.halt(StopReason::TargetMet);
    assert_eq!(run.stop_reason(), Some(&StopReason::Cancelled));
    run.step(usize::MAX);
    run.insert_offspring(offspring, Duration::ZERO);
    assert_eq!((run.generation(), run.remaining()), (Some(0), 0..20));
}

#[test]
fn a_run_ends_when_its_target_is_met_or_a_limit_is_reached() {
    let end = |values, stagnation| {
        let run = fixed(values, false, stagnation);
        (run.generation(), run.stop_reason().cloned())
    };
    let flat = [1.0; 8];
    assert_eq!(end(flat, 0), (Some(7), Some(StopReason::GenerationLimit)));
    assert_eq!(end(flat, 3), (Some(3), Some(StopReason::Stagnation)));
    assert_eq!(end(flat, 7), (Some(7), Some(StopReason::GenerationLimit)));
    let rising = [1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0];
    assert_eq!(end(rising, 3), (Some(5), Some(StopReason::Stagnation)));
    let near = [1.0, 8.9, 9.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(end(near, 1), (Some(2), Some(StopReason::TargetMet)));
    // A target that is met in the last generation is met.
    let last = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 9.5];
    assert_eq!(end(last, 0), (Some(7), Some(StopReason::TargetMet)));
}

#[test]
fn an_infeasible_individual_meets_no_target() {
    // The target is 0, and the fitness of what is infeasible is more.
    let problem = Arc::new(SteeredOnes { wanted: 0 });
    let parameters = EvolutionParameters {
        population: 2,
        elitism: 0,
        ..EvolutionParameters::default()
    };
    let mut waited = 0;
    for seed in 0..20 {
        let run = Run::new(Arc::clone(&problem), parameters.clone(), Seed(seed));
        let mut run = run.expect("in range");
        run.step(usize::MAX);
        let is_feasible = run.best().is_some_and(Individual::is_feasible);
        let met = run.stop_reason() == Some(&StopReason::TargetMet);
        assert_eq!(met, is_feasible);
        waited += u32::from(!met);
    }
    assert!((1..20).contains(&waited));
}

#[test]
fn the_time_of_work_ends_a_run_with_its_generation() {
    for (took, stop) in [(999, None), (1_000, Some(StopReason::TimeBudget))] {
        let mut run = ones(EvolutionParameters {
            milliseconds: 1,
            ..EvolutionParameters::default()
        });
        let reproduction = run.reproduction();
        let took = Duration::from_micros(took);
        run.insert_offspring(reproduction.reproduce_range(0..19), took);
        assert_eq!(run.stop_reason(), None);
        run.insert_offspring(reproduction.reproduce_range(19..20), Duration::ZERO);
        assert_eq!(run.stop_reason().cloned(), stop);
    }
}

#[test]
fn the_time_of_work_ends_a_run_only_after_all_its_interventions() {
    let put = |before| Intervention {
        before,
        act: Act::Put(6),
    };
    let run = ones(EvolutionParameters {
        milliseconds: 1,
        ..EvolutionParameters::default()
    });
    let run = run.with_interventions(vec![put(2), put(4)]);
    let mut run = run.expect("they have a meaning");
    while run.stop_reason().is_none() {
        let all = run.reproduction().reproduce_range(0..20);
        run.insert_offspring(all, Duration::from_millis(3));
    }
    let stop = run.stop_reason();
    assert_eq!(
        (run.generation(), stop),
        (Some(4), Some(&StopReason::TimeBudget))
    );
}

#[test]
fn the_time_of_work_does_not_end_a_run_before_it_has_what_it_had() {
    let mut run = ones(EvolutionParameters {
        milliseconds: 25,
        ..EvolutionParameters::default()
    });
    let make = |run: &mut Run<OneMax>, milliseconds| {
        let all = run.reproduction().reproduce_range(0..20);
        run.insert_offspring(all, Duration::from_millis(milliseconds));
    };
    for _ in 0..24 {
        make(&mut run, 1);
        run.intervene(Act::Put(6)).expect("it has a meaning");
    }
    let mut made_again = 0;
    while let Some(last) = run.interventions().last().cloned() {
        let number = run.interventions().len() - 1;
        run.take_back(number).expect("it is allowed");
        // The machine is slower this time.
        while run.stop_reason().is_none() && run.complete < last.before {
            make(&mut run, 10);
            made_again += 1;
        }
        assert_eq!(run.complete, last.before);
    }
    assert!(made_again > 0);
}

#[test]
fn steps_are_a_time_of_work() {
    let mut run = ones(EvolutionParameters {
        milliseconds: 1,
        generations: *EvolutionParameters::GENERATIONS.end(),
        ..EvolutionParameters::default()
    });
    assert_eq!(run.finish(), &StopReason::TimeBudget);
}

#[test]
fn the_best_of_a_problem_that_judges_anew_is_that_of_the_newest_generation() {
    let values = [5.0, 4.0, 6.0, 1.0, 1.0, 1.0, 2.0, 1.5];
    let kept = fixed(values, false, 0);
    assert_eq!(kept.best().map(|best| best.fitness), Some(6.0));
    // The elite of each generation after the first is copied.
    assert_eq!(kept.evaluations(), 4 + 7 * 3);
    let anew = fixed(values, true, 0);
    assert_eq!(anew.best().map(|best| best.fitness), Some(1.5));
    assert_eq!(anew.evaluations(), 8 * 4);
    // Each generation has a new best, so that none is idle.
    let anew = fixed([1.0; 8], true, 1);
    assert_eq!(anew.stop_reason(), Some(&StopReason::GenerationLimit));
}

#[test]
fn reasons_are_told_in_words() {
    let said = |reason: StopReason| reason.to_string();
    assert_eq!(said(StopReason::TargetMet), "target met");
    assert_eq!(said(StopReason::Failed("why".to_owned())), "failed: why");
}

#[test]
fn the_more_constraints_are_broken_the_lower_is_the_fitness() {
    let run = new_run([5.0; 8], false, 0);
    let reproduction = run.reproduction();
    let mut rng = reproduction.key.stream(0);
    let fitness = [0, 1, 3].map(|genome| reproduction.evaluate(genome, 0, &mut rng).fitness);
    assert_eq!(fitness, [5.0, 0.5, 0.25]);
}

#[test]
fn without_elites_the_best_is_found_among_all_members() {
    let mut run = ones(EvolutionParameters {
        elitism: 0,
        ..EvolutionParameters::default()
    });
    let mut highest = 0.0_f64;
    for _ in 0..5 {
        run.step(usize::MAX);
        let feasible = run.newest().feasible.members.iter();
        highest = feasible.fold(highest, |highest, one| highest.max(one.fitness));
        assert_eq!(run.best().map(|best| best.fitness), Some(highest));
    }
}

#[test]
fn a_run_after_a_record_has_no_limits() {
    let mut run = ones(EvolutionParameters::default()).with_history();
    run.step(usize::MAX);
    let record = run.history().and_then(|all| all.newest().cloned());
    let record = record.expect("a generation");
    let limited = EvolutionParameters {
        stagnation: 1,
        generations: 3,
        milliseconds: 1,
        ..EvolutionParameters::default()
    };
    let again = Run::from_record(Arc::new(OneMax), limited, Seed(1), &record);
    let mut again = again.expect("in range");
    for _ in 0..30 {
        let all = again.reproduction().reproduce_range(0..20);
        again.insert_offspring(all, Duration::from_millis(3));
    }
    assert_eq!((again.stop_reason(), again.generation()), (None, Some(30)));
}

/// A run with a history whose founders are made.
fn steered(population: u32, seed: u64) -> Run<SteeredOnes> {
    let parameters = EvolutionParameters {
        population,
        ..EvolutionParameters::default()
    };
    let problem = Arc::new(SteeredOnes { wanted: 25 });
    let run = Run::new(problem, parameters, Seed(seed)).expect("in range");
    let mut run = run.with_history();
    run.step(usize::MAX);
    run
}

/// A run that can be steered and has this many feasible founders.
fn steered_with_feasible(population: u32, feasible: usize) -> Run<SteeredOnes> {
    let mut runs = (0..).map(|seed| steered(population, seed));
    let found = runs.find(|run| run.newest().feasible.members.len() == feasible);
    found.expect("one of all seeds")
}

fn members(run: &Run<SteeredOnes>) -> Vec<u32> {
    run.newest().members().map(|one| one.genome).collect()
}

/// The genomes of the elites of both populations.
fn elites(run: &Run<SteeredOnes>) -> Vec<u32> {
    let populations = [&run.newest().feasible, &run.newest().infeasible];
    let elites = populations.map(|all| &all.members[..all.elites]);
    elites.concat().iter().map(|one| one.genome).collect()
}

#[test]
fn elites_are_born_from_themselves_with_and_without_a_change_by_hand() {
    for is_changed in [false, true] {
        let mut run = steered(20, 1);
        let (before, mut kept) = (members(&run), elites(&run));
        if is_changed {
            run.intervene(Act::Put(0xFE)).expect("it has a meaning");
        }
        run.step(usize::MAX);
        assert_eq!(run.evaluations(), 20 + 16);
        let history = run.history().expect("it has one");
        let mut found = Vec::new();
        for (place, genome) in (0..).zip(members(&run)) {
            if let Some(Birth::Elite(of)) = history.pedigree().birth(MemberId::at(1, place)) {
                assert_eq!(before[of as usize], genome);
                found.push(genome);
            }
        }
        found.sort_unstable();
        kept.sort_unstable();
        assert_eq!(found, kept);
        assert!(!is_changed || members(&run).contains(&0xFE));
    }
}

#[test]
fn an_immigrant_takes_the_place_of_an_elite_only_if_there_are_no_others() {
    // The last two individuals are elites, and two before them are not.
    for (population, feasible, made) in [(6, 4, 2), (4, 2, 1)] {
        let mut run = steered_with_feasible(population, feasible);
        let mut kept = elites(&run);
        assert_eq!(kept.len(), 4);
        kept.truncate(population as usize - made);
        run.intervene(Act::Put(0xFE)).expect("it has a meaning");
        run.step(usize::MAX);
        assert_eq!(run.evaluations(), u64::from(population) + made as u64);
        let newest = members(&run);
        assert!(kept.iter().all(|one| newest.contains(one)));
        assert!(newest.contains(&0xFE));
    }
}

#[test]
fn an_elite_is_judged_anew_beside_an_immigrant_only_if_its_problem_asks_for_it() {
    for (judges_anew, fitness) in [(false, 5.0), (true, 4.0)] {
        let values = [5.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let mut run = new_run(values, judges_anew, 0);
        run.step(usize::MAX);
        run.intervene(Act::Put(0)).expect("it has a meaning");
        run.step(usize::MAX);
        assert_eq!(run.newest().feasible.members[0].fitness, fitness);
    }
}

#[test]
fn all_are_judged_anew_for_a_lock_or_another_aim_or_both() {
    let lock = || Act::Lock {
        parts: vec![3],
        of: 0xFF,
    };
    let aim = || Act::Aim("ones".to_owned(), 24);
    for acts in [vec![lock()], vec![aim()], vec![lock(), aim()]] {
        let mut run = steered(20, 1);
        for act in acts {
            run.intervene(act).expect("it has a meaning");
        }
        run.step(usize::MAX);
        assert_eq!(run.evaluations(), 40);
    }
}

#[test]
fn a_parameter_is_set_once_before_a_generation_and_acts_at_once() {
    let mut run = steered(20, 1);
    for rate in [0.1, 0.2] {
        let set = Act::Set(ParameterValue::Mutation(rate));
        run.intervene(set).expect("in range");
    }
    let tournament = ParameterValue::Selection(Selection::Tournament(3));
    run.intervene(Act::Set(tournament)).expect("in range");
    assert_eq!(run.interventions().len(), 2);
    run.step(usize::MAX);
    assert_eq!(run.parameters().mutation, 0.2);
    assert_eq!(run.generation(), Some(1));
    run.intervene(Act::Set(ParameterValue::Mutation(0.3)))
        .expect("in range");
    assert_eq!(run.interventions().len(), 3);
}

#[test]
fn a_change_within_a_generation_acts_on_the_next_one() {
    let [between, within] = [0, 5].map(|made| {
        let mut run = steered(20, 1);
        run.step(made);
        run.intervene(Act::Put(0xFE)).expect("it has a meaning");
        run.interventions()[0].before
    });
    assert_eq!((between, within), (1, 2));
}
