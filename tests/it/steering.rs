//! Interventions in a run: locks, individuals put in, changes of the search and of the target, for every problem. They
//! are data, and they can be taken back.

use std::collections::HashSet;
use std::sync::Arc;

use evolvarium::games::dungeon::enemies::problem::{self as enemies, EnemyProblem};
use evolvarium::games::dungeon::enemies::spec::EnemySpec;
use evolvarium::games::dungeon::graph::generator::DungeonSpec;
use evolvarium::games::dungeon::graph::problem::{self as graphs, GraphProblem};
use evolvarium::games::dungeon::rules::EnemyKind;
use evolvarium::games::hexxagon::boards::{self, BoardProblem, BoardSpec};
use evolvarium::games::hexxagon::opponents::{self, OpponentSpec, WeightsProblem};
use evolvarium::games::hexxagon::rules::{BoardNumber, StuckRule};
use evolvarium::games::hexxagon::setup::BoardChoice;
use evolvarium::games::match3::level::{LevelProblem, Setup};
use evolvarium::games::tic_tac_toe::opponents::{StrategyProblem, usual_parameters};
use evolvarium::games::tic_tac_toe::players::StrategyGoal;
use evolvarium::generation::{
    Act, Crossover, EvolutionParameters, InterventionError, ParameterValue, Part, Problem, Run,
    Seed, Selection, Steering, StopReason,
};

pub fn levels(wanted: u32) -> LevelProblem {
    let setup: Setup = format!("10x10c7-p{wanted}t55k10o")
        .parse()
        .expect("a setup");
    LevelProblem::new(setup)
}

fn boards() -> BoardProblem {
    BoardProblem::new(BoardSpec::usual(2), Seed(5))
}

pub fn weights(points: u8) -> WeightsProblem {
    let board = BoardChoice::Listed(BoardNumber(1)).build(Seed(1));
    let board = board.expect("a built-in board");
    let spec = OpponentSpec {
        points,
        ..OpponentSpec::default()
    };
    WeightsProblem::new(spec, &board, StuckRule::Ends, Seed(5))
}

pub fn strategies(score: u8) -> StrategyProblem {
    StrategyProblem::new(StrategyGoal::Score(score))
}

pub fn graphs() -> GraphProblem {
    DungeonSpec::default().problem()
}

fn enemies() -> EnemyProblem {
    let spec = EnemySpec {
        kind: EnemyKind::Hunter,
        strength: 5,
        arenas: 2,
    };
    EnemyProblem::new(spec, Seed(5))
}

/// A check that holds for every problem.
pub trait ForEach {
    /// `make` makes the problem, and the run should end after `most` generations.
    fn check<P: Problem>(
        &self,
        name: &str,
        make: &dyn Fn() -> P,
        parameters: EvolutionParameters,
        most: u32,
    );

    /// Whether the targets are to be so far away that no run meets them.
    fn is_far(&self) -> bool {
        true
    }

    fn for_each(&self) {
        let usual = EvolutionParameters::default();
        let (potential, points, score) = if self.is_far() {
            (900, 90, 90)
        } else {
            (500, 50, 70)
        };
        self.check("levels", &|| levels(potential), usual, 40);
        self.check("boards", &boards, boards::usual_parameters(), 5);
        self.check(
            "weights",
            &|| weights(points),
            opponents::usual_parameters(),
            8,
        );
        self.check("strategies", &|| strategies(score), usual_parameters(), 40);
        self.check("graphs", &graphs, graphs::usual_parameters(), 20);
        self.check("enemies", &enemies, enemies::usual_parameters(), 6);
    }
}

fn run_of<P: Problem>(problem: P, parameters: EvolutionParameters) -> Run<P> {
    let run = Run::new(Arc::new(problem), parameters, Seed(5)).expect("in range");
    run.with_history()
}

/// Makes generations until there are `generations` of them, or the run ends.
fn advance<P: Problem>(run: &mut Run<P>, generations: u32, threads: usize) {
    while run.stop_reason().is_none() && run.generation().is_none_or(|g| g + 1 < generations) {
        run.step_parallel(threads);
    }
}

/// A digest of the fitness and the violations in the history.
fn digest<P: Problem>(run: &Run<P>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut eat = |n: u64| hash = (hash ^ n).wrapping_mul(0x0100_0000_01b3);
    for record in run.history().expect("a history is kept").records() {
        eat(u64::from(record.generation));
        eat(record.evaluations);
        eat(record.best.fitness.to_bits());
        for member in &record.members {
            eat(member.fitness.to_bits());
            eat(u64::from(member.violation));
        }
    }
    hash
}

pub fn steering<P: Problem>(problem: &P) -> &dyn Steering<P> {
    problem
        .steering()
        .expect("every problem of the games has one")
}

/// Every third part of a genome.
fn some_parts<P: Problem>(problem: &P, genome: &P::Genome) -> Vec<Part> {
    let parts = steering(problem).parts(genome);
    parts.into_iter().step_by(3).collect()
}

/// The newest best of a run, which need not be feasible.
fn best<P: Problem>(run: &Run<P>) -> P::Genome {
    run.best().expect("a best individual").genome.clone()
}

/// The results of runs without interventions, as they were before interventions existed. The results of enemies are of
/// the first version whose arenas have ground.
struct Untouched;

impl ForEach for Untouched {
    fn is_far(&self) -> bool {
        false
    }

    fn check<P: Problem>(
        &self,
        name: &str,
        make: &dyn Fn() -> P,
        parameters: EvolutionParameters,
        most: u32,
    ) {
        let pinned = match name {
            "levels" => (12, 220, 368_026_725_978_107_893),
            "boards" => (4, 168, 384_017_145_291_792_371),
            "weights" => (7, 73, 10_404_708_511_847_787_593),
            "strategies" => (3, 148, 15_396_322_587_021_741_558),
            "graphs" => (19, 530, 5_670_484_455_650_332_044),
            "enemies" => (5, 600, 8_280_378_270_888_777_521),
            _ => panic!("the results of {name} are not pinned"),
        };
        let mut run = run_of(make(), parameters);
        advance(&mut run, most, 1);
        let found = (
            run.generation().expect("a generation"),
            run.evaluations(),
            digest(&run),
        );
        assert_eq!(found, pinned, "{name}");
    }
}

#[test]
fn runs_without_interventions_have_the_pinned_results() {
    Untouched.for_each();
}

/// Locked parts are the same in every individual, and other parts change.
struct LocksHold;

impl ForEach for LocksHold {
    fn check<P: Problem>(
        &self,
        name: &str,
        make: &dyn Fn() -> P,
        parameters: EvolutionParameters,
        _: u32,
    ) {
        let mut run = run_of(make(), parameters);
        advance(&mut run, 2, 2);
        let of = best(&run);
        let problem = Arc::clone(run.problem());
        let parts = some_parts(&*problem, &of);
        let steering = steering(&*problem);
        let restored = |genome: &P::Genome| {
            let mut restored = genome.clone();
            steering.restore(&mut restored, &of, &parts);
            steering.code(&restored)
        };
        let differs = |genome: &P::Genome| restored(genome) != steering.code(genome);
        let differed = run.newest().members().any(|one| differs(&one.genome));
        assert!(differed, "{name}: a lock can have an effect");
        let act = Act::Lock {
            parts: parts.clone(),
            of: of.clone(),
        };
        run.intervene(act).expect("there are such parts");
        let mut seen = HashSet::new();
        for generation in 3..7 {
            advance(&mut run, generation, 2);
            for member in run.newest().members() {
                let code = steering.code(&member.genome);
                assert_eq!(restored(&member.genome), code, "{name}");
                seen.insert(code);
            }
        }
        assert!(seen.len() > 5, "{name}: the rest evolves");
        let locked = run.locked().expect("something is locked").0;
        assert_eq!(locked, parts, "{name}");
        run.intervene(Act::Unlock(parts)).expect("they are locked");
        assert!(run.locked().is_none(), "{name}");
    }
}

#[test]
fn locked_parts_stay_as_they_are_in_every_problem() {
    LocksHold.for_each();
}

/// Makes many interventions in a run, one after the other, with `threads` threads.
fn touched<P: Problem>(problem: P, parameters: EvolutionParameters, threads: usize) -> Run<P> {
    let mut run = run_of(problem, parameters);
    let mut models = run_of_models(&run);
    let (first, second) = (models.remove(0), models.remove(0));
    let parts = some_parts(&**run.problem(), &first);
    let aim = steering(&**run.problem()).aims().into_iter().next();
    let aim = aim.map(|aim| Act::Aim(aim.name.to_owned(), aim.value - aim.step));
    let lock = Act::Lock {
        parts: parts.clone(),
        of: first.clone(),
    };
    let acts = [
        lock,
        Act::Put(second.clone()),
        Act::Set(ParameterValue::Mutation(0.2)),
        Act::Mate(first.clone(), second.clone(), 3),
        Act::Set(ParameterValue::Population(14)),
        aim.unwrap_or(Act::Set(ParameterValue::Selection(Selection::Tournament(
            3,
        )))),
        Act::MoreLike(second, 4),
        Act::Set(ParameterValue::Elitism(1)),
        Act::Unlock(parts[..1].to_vec()),
    ];
    for (number, act) in acts.into_iter().enumerate() {
        // Two interventions take effect before the same generation.
        advance(&mut run, 1 + number as u32 / 2, threads);
        run.intervene(act).expect("allowed");
    }
    advance(&mut run, 8, threads);
    run
}

/// Two genomes that are not in the run.
fn run_of_models<P: Problem>(run: &Run<P>) -> Vec<P::Genome> {
    let mut rng = Seed(77).stream(evolvarium::generation::Purpose::Founders);
    (0..2).map(|_| run.problem().random(&mut rng)).collect()
}

/// The same interventions give the same results on any number of threads, and from the log alone.
struct Repeatable;

impl ForEach for Repeatable {
    fn check<P: Problem>(
        &self,
        name: &str,
        make: &dyn Fn() -> P,
        parameters: EvolutionParameters,
        _: u32,
    ) {
        let one = touched(make(), parameters.clone(), 1);
        let mut untouched = run_of(make(), parameters.clone());
        advance(&mut untouched, 8, 2);
        assert_ne!(digest(&one), digest(&untouched), "{name}");
        let four = touched(make(), parameters.clone(), 4);
        assert_eq!(digest(&one), digest(&four), "{name}");
        let log = one.interventions().to_vec();
        assert_eq!(log.len(), 9, "{name}");
        let again = run_of(make(), parameters);
        let mut again = again.with_interventions(log).expect("they are allowed");
        advance(&mut again, 8, 2);
        assert_eq!(digest(&one), digest(&again), "{name}");
        assert_eq!(again.interventions_in_effect(), 9, "{name}");
    }
}

#[test]
fn the_same_interventions_give_the_same_results_on_any_number_of_threads() {
    Repeatable.for_each();
}

/// An intervention that is taken back has no effect.
struct TakenBack;

impl ForEach for TakenBack {
    fn check<P: Problem>(
        &self,
        name: &str,
        make: &dyn Fn() -> P,
        parameters: EvolutionParameters,
        _: u32,
    ) {
        for number in [0, 1, 3, 8] {
            let mut run = touched(make(), parameters.clone(), 2);
            let mut log = run.interventions().to_vec();
            let reached = run
                .take_back(number)
                .expect("allowed")
                .expect("there is such a one");
            advance(&mut run, reached + 1, 2);
            log.remove(number);
            let never = run_of(make(), parameters.clone()).with_interventions(log);
            let mut never = never.expect("they are allowed");
            advance(&mut never, reached + 1, 2);
            assert_eq!(run.generation(), never.generation(), "{name}, {number}");
            assert_eq!(digest(&run), digest(&never), "{name}, {number}");
        }
    }
}

#[test]
fn an_intervention_that_is_taken_back_leaves_no_trace() {
    TakenBack.for_each();
}

#[test]
fn a_genome_that_is_put_in_is_there_and_a_run_that_has_ended_goes_on() {
    let mut run = run_of(levels(500), EvolutionParameters::default());
    assert_eq!(*run.finish(), StopReason::TargetMet);
    let ended = run.generation().expect("a generation");
    let mut rng = Seed(70).stream(evolvarium::generation::Purpose::Founders);
    let stranger = run.problem().random(&mut rng);
    run.intervene(Act::Put(stranger)).expect("allowed");
    assert_eq!(run.stop_reason(), None);
    run.step(usize::MAX);
    assert_eq!(run.generation(), Some(ended + 1));
    assert!(run.newest().members().any(|one| one.genome == stranger));
    // The old best still meets the target.
    assert_eq!(run.stop_reason(), Some(&StopReason::TargetMet));
    let aim = Act::Aim("match3.aim.potential".to_owned(), 800);
    run.intervene(aim).expect("allowed");
    run.finish();
    let best = best(&run);
    assert!(run.problem().potential(&best).abs_diff(800) <= 55);
    let reached = run.take_back(1).expect("allowed");
    assert!(reached.is_some_and(|reached| reached > ended + 1));
    assert_eq!(run.generation(), Some(ended + 1));
    assert_eq!(run.problem().setup().wanted, 500);
}

#[test]
fn a_population_grows_and_shrinks_and_neither_half_of_it_is_lost() {
    let parameters = EvolutionParameters {
        generations: 1_000,
        ..EvolutionParameters::default()
    };
    let mut run = run_of(levels(1_100), parameters);
    let mut times_both = 0;
    for (generations, size) in [(5, 60), (8, 2), (14, 33), (20, 200), (25, 20)] {
        advance(&mut run, generations, 1);
        let halves = |run: &Run<LevelProblem>| {
            let newest = run.newest();
            [&newest.feasible, &newest.infeasible].map(|half| half.members.len())
        };
        let before = halves(&run);
        times_both += u32::from(before.iter().all(|half| *half > 0));
        run.intervene(Act::Set(ParameterValue::Population(size)))
            .expect("in range");
        run.step(usize::MAX);
        assert_eq!(run.newest().len(), size as usize);
        // The elites of each half have places.
        let after = halves(&run);
        for (before, after) in before.into_iter().zip(after) {
            assert!(before == 0 || after > 0, "{size}: {before} and {after}");
        }
        let history = run.history().expect("one is kept");
        let (_, newest) = history.pedigree().generations().expect("some are known");
        let known = history.pedigree().births(newest).count();
        assert_eq!(known, size as usize);
    }
    assert!(times_both > 0, "there were two halves");
    assert!(run.parameters().check().is_ok());
}

#[test]
fn what_was_put_in_stays_when_the_population_shrinks_before_the_next_generation() {
    let mut other = run_of(levels(500), EvolutionParameters::default());
    advance(&mut other, 6, 1);
    let stranger = best(&other);
    for size in [10, 40] {
        let mut run = run_of(levels(900), EvolutionParameters::default());
        advance(&mut run, 3, 1);
        let is_there =
            |run: &Run<LevelProblem>| run.newest().members().any(|one| one.genome == stranger);
        assert!(!is_there(&run));
        run.intervene(Act::Put(stranger)).expect("allowed");
        run.intervene(Act::Set(ParameterValue::Population(size)))
            .expect("in range");
        run.step(usize::MAX);
        assert_eq!(run.newest().len(), size as usize);
        assert!(is_there(&run), "{size}");
    }
}

#[test]
fn what_has_no_meaning_is_refused_in_words() {
    let mut run = run_of(levels(500), EvolutionParameters::default());
    advance(&mut run, 2, 1);
    let of = best(&run);
    let mut refused = |act| {
        let why: InterventionError = run.intervene(act).expect_err("refused");
        why.to_string()
    };
    let lock = |parts: &[Part]| Act::Lock {
        parts: parts.to_vec(),
        of,
    };
    assert_eq!(refused(lock(&[])), "there is nothing to lock here");
    assert_eq!(refused(lock(&[9_999])), "there is no part 9999 to lock");
    assert!(refused(Act::MoreLike(of, 0)).contains("from 1 to 10000"));
    assert_eq!(
        refused(Act::Set(ParameterValue::Mutation(0.9))),
        "mutation must be from 0 to 0.5, not 0.9"
    );
    assert!(refused(Act::Aim("match3.aim.potential".to_owned(), 5_000)).contains("must be from 0"));
    assert!(refused(Act::Aim("fame".to_owned(), 1)).contains("fame"));
    let crossover = Act::Set(ParameterValue::Crossover(Crossover::OnePoint));
    run.intervene(crossover.clone()).expect("allowed");
    run.halt(StopReason::Cancelled);
    assert_eq!(run.intervene(crossover), Err(InterventionError::Over));
    assert_eq!(run.interventions().len(), 1);
}
