//! Calibrations that are watched. The theatre shows one like any other run: its individuals are the boards, and a
//! generation adds a sibling, or plays a round with the boards that are still in.

mod snapshot;

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::tasks::Task;
use bevy::tasks::futures_lite::future::yield_now;

use super::on_pools::{evolve_boards, play_round};
use super::shown_try::show_try;
use super::{
    BoardSearch, CalibratedLevel, Calibration, EvolvedBoard, GoalCandidate, RATE_TOLERANCE,
    SwapForecast,
};
use crate::base::{PlainError, lock};
use crate::games::match3::level::{
    LevelError, LevelGenome, LevelProblem, board_picture, goals_with_amount,
};
use crate::games::match3::rules::Game;
use crate::generation::dots::Dot;
use crate::generation::pools::{spawn_guarded, spawn_nothing};
use crate::generation::showing::Showing;
use crate::generation::watch::{CurvePoint, Frame, Progress, RunControl, Thumbnail};
use crate::generation::{
    DisplaySelection, Fact, PopulationKind, Problem, Purpose, Seed, StopReason, Summary, WatchedRun,
};
use snapshot::{BoardState, Round, Snapshot, plays_made};

/// The number of plays that measure the swaps of a board. They take a few milliseconds.
const FORECAST_PLAYS: u32 = 200;

/// The violation of a candidate that is still in, or that can be picked.
const PLAYABLE: u32 = 0;
/// The violation of a candidate that is out, so that the theatre lists it behind the others.
const ELIMINATED: u32 = 1;

/// The stage of a calibration that is shown.
enum Stage {
    /// The board that was watched is being played alone. Its siblings are only evolved if it misses the wanted rate.
    Watched(Arc<Calibration>, Box<BoardSearch>),
    /// Its boards are being evolved.
    Boards(Box<BoardSearch>),
    /// Its candidates are being played. The list has the index of each candidate among the boards.
    Plays(Arc<Calibration>, Vec<usize>),
    /// A task works on it.
    Taken,
}

/// A calibration that the theatre shows.
pub(in crate::games::match3) struct LiveCalibration {
    problem: Arc<LevelProblem>,
    seed: Seed,
    recent: Vec<LevelGenome>,
    stage: Mutex<Stage>,
    snapshot: Mutex<Snapshot>,
    /// The swaps of the boards that were looked at, by their seeds.
    forecasts: Mutex<HashMap<Seed, Option<SwapForecast>>>,
    control: RunControl,
}

impl LiveCalibration {
    /// A calibration of the boards of a search. It prefers boards that are unlike the `recent` ones.
    pub(in crate::games::match3) fn new(
        boards: BoardSearch,
        seed: Seed,
        recent: Vec<LevelGenome>,
    ) -> Arc<Self> {
        let problem = Arc::clone(boards.problem());
        LiveCalibration::in_stage(Stage::Boards(Box::new(boards)), problem, seed, recent)
    }

    /// The same, but the first board, which was watched, is the level if it meets the wanted rate.
    pub(in crate::games::match3) fn of_watched(
        boards: BoardSearch,
        seed: Seed,
        recent: Vec<LevelGenome>,
    ) -> Result<Arc<Self>, LevelError> {
        let problem = Arc::clone(boards.problem());
        let mut first = boards.candidates(&[]);
        first.truncate(1);
        let calibration = Arc::new(Calibration::new(problem.setup(), first)?);
        let stage = Stage::Watched(calibration, Box::new(boards));
        Ok(LiveCalibration::in_stage(stage, problem, seed, recent))
    }

    fn in_stage(
        stage: Stage,
        problem: Arc<LevelProblem>,
        seed: Seed,
        recent: Vec<LevelGenome>,
    ) -> Arc<Self> {
        Arc::new(LiveCalibration {
            problem,
            seed,
            recent,
            stage: Mutex::new(stage),
            snapshot: Mutex::default(),
            forecasts: Mutex::default(),
            control: RunControl::default(),
        })
    }

    /// The goal candidate of the watched board, if its siblings join because it misses the wanted rate.
    pub(in crate::games::match3) fn missed(&self) -> Option<GoalCandidate> {
        lock(&self.snapshot).missed
    }

    /// A board, by the number that it has in the theatre.
    pub(in crate::games::match3) fn board(&self, number: u32) -> Option<EvolvedBoard> {
        lock(&self.snapshot).boards.get(number as usize).cloned()
    }

    /// Whether it ended before its level was certain: the player stopped it, or it failed.
    pub(in crate::games::match3) fn is_broken_off(&self) -> bool {
        lock(&self.snapshot).is_broken_off()
    }

    /// The number of the board that was the best in a round which is looked back at, or in the last round of a
    /// calibration that was broken off; `None` for the newest round of one that goes on or is over.
    pub(in crate::games::match3) fn best_of_earlier_round(&self, round: u32) -> Option<u32> {
        let snapshot = lock(&self.snapshot);
        let is_newest = round as usize + 1 >= snapshot.best.len();
        let best = snapshot.best.get(round as usize)?;
        let is_best_now = is_newest || snapshot.best.last() == Some(best);
        (!is_best_now || snapshot.is_broken_off()).then_some(*best as u32)
    }

    /// The calibrated level; `None` before the calibration is over.
    pub(in crate::games::match3) fn result(&self) -> Option<Result<CalibratedLevel, PlainError>> {
        match &*lock(&self.stage) {
            Stage::Plays(calibration, _) if calibration.is_over() => {
                Some(CalibratedLevel::of(calibration).map_err(PlainError::from))
            }
            _ => None,
        }
    }

    fn wanted_rate(&self) -> f64 {
        f64::from(self.problem.setup().success)
    }

    /// 1 / (1 + the distance from the wanted success rate, in percentage points); 0 for a board that has not been
    /// played.
    fn fitness(&self, goal: Option<GoalCandidate>) -> f64 {
        goal.map_or(0.0, |goal| {
            1.0 / (1.0 + (goal.rate - self.wanted_rate()).abs())
        })
    }

    /// Ends the work after a failure.
    fn fail(&self, why: impl Display) {
        lock(&self.snapshot).progress.stop = Some(StopReason::Failed(why.to_string()));
    }

    /// Takes the stage for a task, and ends a pause. Returns `None` while another task has the stage.
    fn take_up(self: Arc<Self>, rounds: u32) -> Option<impl Future<Output = ()>> {
        let stage = std::mem::replace(&mut *lock(&self.stage), Stage::Taken);
        if matches!(stage, Stage::Taken) {
            return None;
        }
        self.control.reset();
        Some(self.work(stage, rounds))
    }

    async fn work(self: Arc<Self>, mut stage: Stage, rounds: u32) {
        for _ in 0..rounds {
            let over = matches!(&stage, Stage::Plays(calibration, _) if calibration.is_over());
            if over || self.control.should_stop() {
                break;
            }
            let started = Instant::now();
            if let Err(why) = self.make_round(&mut stage, started).await {
                self.fail(why);
                break;
            }
            yield_now().await;
        }
        if self.is_cancelled() {
            let mut snapshot = lock(&self.snapshot);
            snapshot.progress.stop.get_or_insert(StopReason::Cancelled);
        }
        *lock(&self.stage) = stage;
    }

    /// Evolves another board, or plays a round when all are there.
    async fn make_round(&self, stage: &mut Stage, started: Instant) -> Result<(), PlainError> {
        match stage {
            Stage::Watched(calibration, boards) => {
                lock(&self.snapshot).boards = boards.boards();
                play_round(calibration).await?;
                let misses = calibration.is_over() && !self.meets_rate(calibration);
                self.publish_plays(calibration, &[0], started.elapsed(), !misses);
                if misses {
                    lock(&self.snapshot).missed = calibration.candidates()[0].goal;
                }
            }
            Stage::Boards(boards) => {
                let count = boards.count();
                let shown = lock(&self.snapshot).boards.len();
                evolve_boards(boards, count.max(shown + 1)).await?;
                self.publish_boards(boards.boards(), started.elapsed());
                if boards.is_over() {
                    *stage = self.start_plays(boards)?;
                }
            }
            Stage::Plays(calibration, numbers) => {
                play_round(calibration).await?;
                self.publish_plays(calibration, numbers, started.elapsed(), true);
            }
            Stage::Taken => {}
        }
        self.leave_watched(stage);
        Ok(())
    }

    /// Leaves the stage of the watched board after its plays: the board becomes the level, or its siblings join.
    fn leave_watched(&self, stage: &mut Stage) {
        if !matches!(stage, Stage::Watched(calibration, _) if calibration.is_over()) {
            return;
        }
        if let Stage::Watched(calibration, boards) = std::mem::replace(stage, Stage::Taken) {
            *stage = match self.meets_rate(&calibration) {
                true => Stage::Plays(calibration, vec![0]),
                false => Stage::Boards(boards),
            };
        }
    }

    /// Whether the best level of a calibration is as near to the wanted success rate as is demanded.
    fn meets_rate(&self, calibration: &Calibration) -> bool {
        let best = calibration.best();
        best.is_some_and(|(_, goal, _)| (goal.rate - self.wanted_rate()).abs() <= RATE_TOLERANCE)
    }

    /// Starts the plays with the most promising boards.
    fn start_plays(&self, boards: &BoardSearch) -> Result<Stage, PlainError> {
        let candidates = boards.candidates(&self.recent);
        let all = boards.boards();
        let number = |board: &EvolvedBoard| all.iter().position(|one| one == board);
        let numbers = candidates.iter().filter_map(|scored| number(&scored.board));
        let numbers = numbers.collect();
        let calibration = Calibration::new(self.problem.setup(), candidates)?;
        Ok(Stage::Plays(Arc::new(calibration), numbers))
    }

    /// Adds a round in which a board was evolved to the snapshot.
    fn publish_boards(&self, boards: Vec<EvolvedBoard>, took: Duration) {
        let untried = BoardState {
            goal: None,
            alive: true,
        };
        let mut round = vec![untried; boards.len()];
        if let Some(first) = round.first_mut() {
            first.goal = self.missed();
        }
        let newest = boards.len().saturating_sub(1);
        lock(&self.snapshot).boards = boards;
        self.publish(round, newest, took, None);
    }

    /// Adds a round of plays to the snapshot. If `is_last` is true, the run ends with the calibration.
    fn publish_plays(
        &self,
        calibration: &Calibration,
        numbers: &[usize],
        took: Duration,
        is_last: bool,
    ) {
        let is_over = is_last && calibration.is_over();
        let count = lock(&self.snapshot).boards.len();
        let out = BoardState {
            goal: None,
            alive: false,
        };
        let mut round = vec![out; count];
        for (at, candidate) in calibration.candidates().iter().enumerate() {
            round[numbers[at]] = BoardState {
                goal: candidate.goal,
                alive: calibration.remaining().contains(&at),
            };
        }
        if is_over {
            let first_board = calibration.best().and_then(|(level, _, board)| {
                let chance = board.seed.stream(Purpose::Play);
                Game::new(level.board(), level.goals(), level.moves(), chance).ok()
            });
            let picture = first_board.map(|game| board_picture(game.board()));
            lock(&self.snapshot).outcome = picture;
        }
        let best = calibration.remaining().first().map(|at| numbers[*at]);
        let stop = is_over.then_some(match self.meets_rate(calibration) {
            true => StopReason::TargetMet,
            false => StopReason::GenerationLimit,
        });
        self.publish(round, best.unwrap_or(0), took, stop);
    }

    fn publish(&self, round: Round, best: usize, took: Duration, stop: Option<StopReason>) {
        let mut snapshot = lock(&self.snapshot);
        let made = plays_made(snapshot.rounds.last(), &round);
        let evaluations = snapshot.progress.evaluations + made;
        snapshot.rounds.push(round);
        snapshot.best.push(best);
        snapshot.progress = Progress {
            generation: Some(snapshot.rounds.len() as u32 - 1),
            births: 0,
            evaluations,
            busy: snapshot.progress.busy + took,
            stop,
            records: snapshot.rounds.len(),
        };
    }

    fn thumbnail(&self, board: &EvolvedBoard, state: BoardState, elite: bool) -> Thumbnail {
        Thumbnail {
            picture: self.problem.picture(&board.genome),
            fitness: self.fitness(state.goal),
            violation: match state.population() {
                PopulationKind::Feasible => PLAYABLE,
                PopulationKind::Infeasible => ELIMINATED,
            },
            elite,
        }
    }

    fn facts(&self, board: &EvolvedBoard, state: BoardState) -> Vec<Fact> {
        let mut facts = vec![Fact::new("match3.fact.seed", board.seed.to_string())];
        let wanted = format!("{:.0}%", self.wanted_rate());
        match state.goal {
            None if state.alive => facts.push(Fact::new("match3.fact.untried", String::new())),
            None => facts.push(Fact::new("match3.fact.not_tried", String::new())),
            Some(goal) => {
                let rate = Fact::new("match3.fact.rate", format!("{:.1}", goal.rate));
                facts.push(rate.wanted(wanted));
                facts.push(Fact::new("match3.fact.plays", goal.plays.to_string()));
                facts.push(Fact::new("match3.fact.moves", goal.moves.to_string()));
                let goals = goals_with_amount(self.problem.setup(), board.seed, goal.amount);
                let amounts = goals.iter().filter_map(|goal| goal.amount());
                let amounts: Vec<String> = amounts.map(|amount| amount.to_string()).collect();
                if !amounts.is_empty() {
                    facts.push(Fact::new("match3.fact.amount", amounts.join(" + ")));
                }
            }
        }
        let of_board = self.problem.facts(&board.genome);
        facts.extend(of_board);
        facts.extend(self.measured_swaps(board));
        facts
    }

    /// The swaps that the reference player needs on a board, to stand beside the predicted ones. They are measured
    /// once, when the board is looked at for the first time.
    fn measured_swaps(&self, board: &EvolvedBoard) -> Option<Fact> {
        let mut forecasts = lock(&self.forecasts);
        let forecast = forecasts.entry(board.seed).or_insert_with(|| {
            let special = board.genome.specials().collect();
            let size = self.problem.setup().size;
            SwapForecast::of(size, special, self.seed, FORECAST_PLAYS, 1).ok()
        });
        let SwapForecast {
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
        let watched = Arc::clone(&self);
        let Some(work) = self.take_up(generations) else {
            return spawn_nothing();
        };
        spawn_guarded(work, move |why| watched.fail(why))
    }

    fn control(&self) -> &RunControl {
        &self.control
    }

    fn progress(&self) -> Progress {
        lock(&self.snapshot).progress.clone()
    }

    fn frame(&self, selection: DisplaySelection, most: usize) -> Option<Frame> {
        let snapshot = lock(&self.snapshot);
        let (generation, selected) = snapshot.selected(selection)?;
        let (round, best) = (&snapshot.rounds[generation], snapshot.best[generation]);
        let board = snapshot.boards.get(selected)?.clone();
        let state = *round.get(selected)?;
        let mut members: Vec<(u32, Thumbnail)> = (0u32..)
            .zip(snapshot.boards.iter().zip(round))
            .map(|(at, (board, state))| (at, self.thumbnail(board, *state, at as usize == best)))
            .collect();
        members.sort_by(|(_, a), (_, b)| {
            (a.violation.cmp(&b.violation)).then(b.fitness.total_cmp(&a.fitness))
        });
        members.truncate(most);
        let mut large = self.thumbnail(&board, state, true);
        // The theatre lets the player pick a board without violation. An eliminated board can be picked too.
        large.violation = PLAYABLE;
        let is_result = selected == best && generation + 1 == snapshot.rounds.len();
        if let Some(outcome) = snapshot.outcome.as_ref().filter(|_| is_result) {
            large.picture = outcome.clone();
        }
        // The facts may have to be measured first. The lock is released, so that no other thread waits for that.
        drop(snapshot);
        Some(Frame {
            insight: self.problem.insight(&board.genome),
            facts: self.facts(&board, state),
            ..Frame::of(generation as u32, large, members)
        })
    }

    fn showing(&self, selection: DisplaySelection, number: u32) -> Showing {
        let tested = lock(&self.snapshot).tested_board(selection);
        let shown =
            tested.and_then(|(board, goal)| show_try(self.problem.setup(), &board, goal, number));
        shown.unwrap_or_default()
    }

    fn curve(&self) -> Vec<CurvePoint> {
        let snapshot = lock(&self.snapshot);
        let point = |(generation, round): (u32, &Round)| {
            let summary = |kind| {
                let group = round.iter().filter(|state| state.population() == kind);
                let played = group.clone().filter(|state| state.goal.is_some());
                Summary {
                    size: group.count(),
                    ..Summary::of(played.map(|state| self.fitness(state.goal)).collect())
                }
            };
            CurvePoint {
                generation,
                feasible: summary(PopulationKind::Feasible),
                infeasible: summary(PopulationKind::Infeasible),
            }
        };
        (0..).zip(&snapshot.rounds).map(point).collect()
    }

    fn dots(&self, _: usize) -> Vec<Dot> {
        let snapshot = lock(&self.snapshot);
        let of_round = |(generation, round): (u32, &Round)| {
            let played = round.iter().filter(|state| state.goal.is_some());
            let dot = |state: &BoardState| Dot {
                generation,
                fitness: self.fitness(state.goal),
                population: state.population(),
            };
            let mut dots: Vec<Dot> = played.map(dot).collect();
            dots.sort_by(|a, b| a.fitness.total_cmp(&b.fitness));
            dots
        };
        (0..).zip(&snapshot.rounds).flat_map(of_round).collect()
    }

    fn target(&self) -> Option<f64> {
        Some(1.0 / (1.0 + RATE_TOLERANCE))
    }

    fn met_distance(&self) -> Option<f64> {
        Some(RATE_TOLERANCE)
    }

    fn seed(&self) -> Seed {
        self.seed
    }
}
