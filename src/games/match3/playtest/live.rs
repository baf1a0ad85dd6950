//! Calibrations on Bevy's task pools. The theatre shows one like any other run: each round is a generation, and the
//! candidates are its individuals.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use bevy::tasks::Task;
use bevy::tasks::futures_lite::future::yield_now;

use super::{
    BoardSearch, CalibratedLevel, Calibration, EvolvedBoard, Forecast, GoalCandidate,
    RATE_TOLERANCE, ScoredBoard, without_goals,
};
use crate::base::{catch_panic, lock};
use crate::games::match3::level::{LevelGenome, LevelProblem, goals_with_amount};
use crate::generation::pools::{spawn_guarded, spawn_piece};
use crate::generation::watch::{CurvePoint, Frame, Progress, RunControl, Thumbnail};
use crate::generation::{
    DisplaySelection, Fact, Picture, Problem, Seed, StopReason, Summary, WatchedRun,
};

/// Plays of one task on the pools, about a millisecond's worth.
const PLAYS_PER_TASK: u32 = 16;

/// A difference of this many percentage points to the wanted success rate fills the bar of the fact that shows it.
const FULL_BAR_POINTS: f64 = 20.0;

/// Facts about a board that were settled when it was evolved. The theatre has room for eight facts.
const SETTLED: [&str; 2] = ["match3.fact.wanted", "match3.fact.specials"];

/// Plays that measure the swaps of a candidate, a few milliseconds' worth.
const FORECAST_PLAYS: u32 = 200;

/// The time after which other work on the pools gets its turn.
const SLICE: Duration = Duration::from_millis(1);

/// The violation of a candidate that is still in, or that can be picked.
const PLAYABLE: u32 = 0;
/// The violation of a candidate that is out, so that the theatre lists it behind the others.
const ELIMINATED: u32 = 1;

/// Plays one round on both pools. The error is the message of a panic.
async fn play_round(calibration: &mut Arc<Calibration>) -> Result<(), String> {
    let mut tasks = Vec::new();
    for (turn, job) in calibration.jobs(PLAYS_PER_TASK).into_iter().enumerate() {
        let calibration = Arc::clone(calibration);
        let play = async move {
            let plays = catch_panic(|| calibration.play(&job));
            plays.map(|plays| (job.candidate, plays))
        };
        tasks.push(spawn_piece(turn, play));
    }
    let mut played = Vec::new();
    for task in tasks {
        played.push(task.await?);
    }
    Arc::make_mut(calibration).end_round(played);
    Ok(())
}

/// Evolves all boards of a search.
async fn finish_board_search(boards: &mut BoardSearch) -> Result<(), String> {
    while !boards.is_over() {
        let started = Instant::now();
        while !boards.is_over() && started.elapsed() < SLICE {
            boards.step().map_err(|error| error.to_string())?;
        }
        yield_now().await;
    }
    Ok(())
}

/// Evolves boards and [calibrates](super::calibrate) the best level of them, with the plays spread over the pools.
pub(in crate::games::match3) async fn calibrate_on_pools(
    mut boards: BoardSearch,
    recent: Vec<LevelGenome>,
) -> Result<CalibratedLevel, String> {
    finish_board_search(&mut boards).await?;
    let setup = boards.problem().setup().clone();
    let candidates = boards.candidates(&recent);
    if let Some(level) = without_goals(&setup, &candidates) {
        return level.map_err(|error| error.to_string());
    }
    let calibration = Calibration::new(&setup, candidates);
    let mut calibration = Arc::new(calibration.map_err(|error| error.to_string())?);
    while !calibration.is_over() {
        play_round(&mut calibration).await?;
        yield_now().await;
    }
    CalibratedLevel::of(&calibration).map_err(|error| error.to_string())
}

/// A candidate after a round.
#[derive(Clone, Copy)]
struct CandidateState {
    goal: Option<GoalCandidate>,
    alive: bool,
}

/// The candidates after a round, in the order of their indices.
type Round = Vec<CandidateState>;

/// The data of a calibration that the theatre shows.
#[derive(Default)]
struct Snapshot {
    rounds: Vec<Round>,
    /// The index of the best candidate after each round.
    best: Vec<usize>,
    progress: Progress,
}

/// The stage of a calibration that is shown.
enum Stage {
    /// Its boards are being evolved.
    Boards(Box<BoardSearch>),
    /// Its candidates are being played.
    Plays(Arc<Calibration>),
    /// A task works on it.
    Taken,
}

/// A calibration that the theatre shows.
pub(in crate::games::match3) struct LiveCalibration {
    problem: Arc<LevelProblem>,
    seed: Seed,
    recent: Vec<LevelGenome>,
    stage: Mutex<Stage>,
    boards: OnceLock<Vec<ScoredBoard>>,
    snapshot: Mutex<Snapshot>,
    /// The swaps of the candidates that were looked at.
    forecasts: Mutex<HashMap<usize, Option<Forecast>>>,
    control: RunControl,
}

impl LiveCalibration {
    /// A calibration of the boards of a search. It prefers boards that are unlike the `recent` ones.
    pub(in crate::games::match3) fn new(
        boards: BoardSearch,
        seed: Seed,
        recent: Vec<LevelGenome>,
    ) -> Arc<Self> {
        Arc::new(LiveCalibration {
            problem: Arc::clone(boards.problem()),
            seed,
            recent,
            stage: Mutex::new(Stage::Boards(Box::new(boards))),
            boards: OnceLock::new(),
            snapshot: Mutex::default(),
            forecasts: Mutex::default(),
            control: RunControl::default(),
        })
    }

    /// The board of a candidate; `None` before the boards are evolved.
    pub(in crate::games::match3) fn board(&self, candidate: u32) -> Option<&EvolvedBoard> {
        Some(&self.boards.get()?.get(candidate as usize)?.board)
    }

    /// The calibrated level; `None` before the calibration is over.
    pub(in crate::games::match3) fn result(&self) -> Option<Result<CalibratedLevel, String>> {
        match &*lock(&self.stage) {
            Stage::Plays(calibration) if calibration.is_over() => {
                Some(CalibratedLevel::of(calibration).map_err(|why| why.to_string()))
            }
            _ => None,
        }
    }

    fn wanted_rate(&self) -> f64 {
        f64::from(self.problem.setup().success)
    }

    /// 1 at the wanted success rate, and less the further away a candidate is.
    fn fitness(&self, goal: Option<GoalCandidate>) -> f64 {
        goal.map_or(0.0, |goal| {
            1.0 / (1.0 + (goal.rate - self.wanted_rate()).abs() / RATE_TOLERANCE)
        })
    }

    /// Ends the work after a failure.
    fn fail(&self, why: String) {
        lock(&self.snapshot).progress.stop = Some(StopReason::Failed(why));
    }

    async fn work(self: Arc<Self>, rounds: u32) {
        self.control.reset();
        let stage = std::mem::replace(&mut *lock(&self.stage), Stage::Taken);
        let mut calibration = match stage {
            Stage::Plays(calibration) => calibration,
            Stage::Boards(boards) => match self.start_plays(*boards).await {
                Ok(calibration) => calibration,
                Err(why) => return self.fail(why),
            },
            Stage::Taken => return,
        };
        for _ in 0..rounds {
            let halted = self.control.should_stop();
            if calibration.is_over() || halted {
                break;
            }
            let started = Instant::now();
            if let Err(why) = play_round(&mut calibration).await {
                self.fail(why);
                break;
            }
            self.publish(&calibration, started.elapsed());
            yield_now().await;
        }
        if self.cancelled() {
            lock(&self.snapshot)
                .progress
                .stop
                .get_or_insert(StopReason::Cancelled);
        }
        *lock(&self.stage) = Stage::Plays(calibration);
    }

    /// Evolves the boards and starts their calibration.
    async fn start_plays(&self, mut boards: BoardSearch) -> Result<Arc<Calibration>, String> {
        finish_board_search(&mut boards).await?;
        let candidates = boards.candidates(&self.recent);
        let candidates = self.boards.get_or_init(|| candidates).clone();
        let calibration = Calibration::new(self.problem.setup(), candidates);
        Ok(Arc::new(calibration.map_err(|why| why.to_string())?))
    }

    /// Adds the last round to the snapshot.
    fn publish(&self, calibration: &Calibration, took: Duration) {
        let (alive, candidates) = (calibration.alive(), calibration.candidates());
        let round = candidates
            .iter()
            .enumerate()
            .map(|(at, candidate)| CandidateState {
                goal: candidate.goal,
                alive: alive.contains(&at),
            });
        let mut snapshot = lock(&self.snapshot);
        snapshot.rounds.push(round.collect());
        snapshot.best.push(alive.first().copied().unwrap_or(0));
        let goals = candidates.iter().filter_map(|candidate| candidate.goal);
        let best = alive.first().and_then(|at| candidates[*at].goal);
        let near =
            best.is_some_and(|best| (best.rate - self.wanted_rate()).abs() <= RATE_TOLERANCE);
        snapshot.progress = Progress {
            generation: Some(calibration.rounds() - 1),
            evaluations: goals.map(|goal| u64::from(goal.plays)).sum(),
            busy: snapshot.progress.busy + took,
            stop: calibration.is_over().then_some(if near {
                StopReason::TargetMet
            } else {
                StopReason::GenerationLimit
            }),
            records: snapshot.rounds.len(),
        };
    }

    fn genome(&self, candidate: usize) -> LevelGenome {
        let boards = self.boards.get();
        let scored = boards.and_then(|boards| boards.get(candidate));
        scored.map_or(LevelGenome::default(), |scored| scored.board.genome)
    }

    fn thumbnail(
        &self,
        candidate: usize,
        goal: Option<GoalCandidate>,
        violation: u32,
        elite: bool,
    ) -> Thumbnail {
        Thumbnail {
            picture: self.problem.picture(&self.genome(candidate)),
            fitness: self.fitness(goal),
            violation,
            elite,
        }
    }

    fn facts(&self, candidate: usize, goal: Option<GoalCandidate>) -> Vec<Fact> {
        let mut facts = Vec::new();
        if let Some(goal) = goal {
            let off = (goal.rate - self.wanted_rate()) / FULL_BAR_POINTS;
            facts.push(Fact {
                bar: Some(off.clamp(-1.0, 1.0) as f32),
                ..Fact::new("match3.fact.rate", format!("{:.1}", goal.rate))
            });
            facts.push(Fact::new(
                "match3.fact.success",
                format!("{:.0}", self.wanted_rate()),
            ));
            facts.push(Fact::new("match3.fact.plays", goal.plays.to_string()));
            facts.push(Fact::new("match3.fact.moves", goal.moves.to_string()));
            let goals = goals_with_amount(self.problem.setup(), self.seed, goal.amount);
            let amounts = goals.iter().filter_map(|goal| goal.amount());
            let amounts: Vec<String> = amounts.map(|amount| amount.to_string()).collect();
            if !amounts.is_empty() {
                facts.push(Fact::new("match3.fact.amount", amounts.join(" + ")));
            }
        }
        let of_board = self.problem.facts(&self.genome(candidate)).into_iter();
        facts.extend(of_board.filter(|fact| !SETTLED.contains(&fact.key)));
        facts.extend(self.measured_swaps(candidate));
        facts
    }

    /// The swaps that the reference player needs on a candidate's board, to stand beside the predicted ones. They are
    /// measured once, when the candidate is looked at for the first time.
    fn measured_swaps(&self, candidate: usize) -> Option<Fact> {
        let mut forecasts = lock(&self.forecasts);
        let forecast = forecasts.entry(candidate).or_insert_with(|| {
            let special = self.genome(candidate).specials().collect();
            let size = self.problem.setup().size;
            Forecast::of(size, special, self.seed, FORECAST_PLAYS, 1).ok()
        });
        let Forecast {
            measured,
            measurement_error,
            ..
        } = (*forecast)?;
        let value = format!("{measured:.1} ± {measurement_error:.1}");
        Some(Fact::new("match3.fact.measured", value))
    }
}

impl WatchedRun for LiveCalibration {
    fn advance(self: Arc<Self>, generations: u32) -> Task<()> {
        let run = Arc::clone(&self);
        spawn_guarded(self.work(generations), move |why| run.fail(why))
    }

    fn control(&self) -> &RunControl {
        &self.control
    }

    fn progress(&self) -> Progress {
        lock(&self.snapshot).progress.clone()
    }

    fn frame(&self, selection: DisplaySelection, most: usize) -> Option<Frame> {
        let snapshot = lock(&self.snapshot);
        let generation = selection.record.min(snapshot.rounds.len().checked_sub(1)?);
        let (round, best) = (&snapshot.rounds[generation], snapshot.best[generation]);
        let selected = selection.member.map_or(best, |member| member as usize);
        let selected_goal = round.get(selected)?.goal;
        let mut members: Vec<(u32, Thumbnail)> = (0u32..)
            .zip(round)
            .map(|(number, state)| {
                let at = number as usize;
                let violation = if state.alive { PLAYABLE } else { ELIMINATED };
                (
                    number,
                    self.thumbnail(at, state.goal, violation, at == best),
                )
            })
            .collect();
        members.sort_by(|(_, a), (_, b)| {
            (a.violation.cmp(&b.violation)).then(b.fitness.total_cmp(&a.fitness))
        });
        members.truncate(most);
        // The facts may have to be measured first, for which nobody should wait.
        drop(snapshot);
        Some(Frame {
            generation: generation as u32,
            // The theatre lets the player pick a board without violation. An eliminated board can be picked too.
            selected: self.thumbnail(selected, selected_goal, PLAYABLE, true),
            facts: self.facts(selected, selected_goal),
            members,
        })
    }

    fn scenes(&self, _: DisplaySelection, _: u32) -> Vec<Picture> {
        Vec::new()
    }

    fn curve(&self) -> Vec<CurvePoint> {
        let snapshot = lock(&self.snapshot);
        let point = |(generation, round): (u32, &Round)| {
            let summary = |alive: bool| {
                let some = round.iter().filter(|state| state.alive == alive);
                let fitness: Vec<f64> = some.map(|state| self.fitness(state.goal)).collect();
                let size = fitness.len();
                Summary {
                    size,
                    best: fitness.iter().copied().fold(0.0, f64::max),
                    mean: fitness.iter().sum::<f64>() / size.max(1) as f64,
                    deviation: 0.0,
                }
            };
            CurvePoint {
                generation,
                feasible: summary(true),
                infeasible: summary(false),
            }
        };
        (0..).zip(&snapshot.rounds).map(point).collect()
    }

    fn seed(&self) -> Seed {
        self.seed
    }
}
