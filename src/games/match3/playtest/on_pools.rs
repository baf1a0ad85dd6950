//! Calibrations on Bevy's task pools: the boards are evolved in slices, and the plays of a round are shared out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::tasks::futures_lite::future::yield_now;

use super::{BoardSearch, CalibratedLevel, Calibration, without_calibration};
use crate::base::{PanicError, PlainError, catch_panic};
use crate::games::match3::level::LevelGenome;
use crate::generation::pools::run_pieces;

/// Plays of one task on the pools, about a millisecond's worth.
const PLAYS_PER_TASK: u32 = 16;

/// The time after which other work on the pools gets its turn.
const SLICE: Duration = Duration::from_millis(1);

/// Plays one round on both pools.
pub(super) async fn play_round(calibration: &mut Arc<Calibration>) -> Result<(), PanicError> {
    let pieces = calibration.jobs(PLAYS_PER_TASK).into_iter().map(|job| {
        let calibration = Arc::clone(calibration);
        async move {
            let plays = catch_panic(|| calibration.play(&job));
            plays.map(|plays| (job.candidate, plays))
        }
    });
    let mut made = Vec::new();
    run_pieces(pieces, |piece| made.push(piece)).await;
    let played = made.into_iter().collect::<Result<Vec<_>, PanicError>>()?;
    Arc::make_mut(calibration).end_round(played);
    Ok(())
}

/// Evolves boards of a search until it has `count` of them, or all.
pub(super) async fn evolve_boards(
    boards: &mut BoardSearch,
    count: usize,
) -> Result<(), PlainError> {
    let is_enough = |boards: &BoardSearch| boards.is_over() || boards.count() >= count;
    while !is_enough(boards) {
        let started = Instant::now();
        while !is_enough(boards) && started.elapsed() < SLICE {
            boards.step()?;
        }
        yield_now().await;
    }
    Ok(())
}

/// Evolves boards and [calibrates](super::calibrate) the best level of them, with the plays spread over the pools.
pub(in crate::games::match3) async fn calibrate_on_pools(
    mut boards: BoardSearch,
    recent: Vec<LevelGenome>,
) -> Result<CalibratedLevel, PlainError> {
    evolve_boards(&mut boards, usize::MAX).await?;
    let setup = boards.problem().setup().clone();
    let candidates = boards.candidates(&recent);
    if let Some(level) = without_calibration(&setup, &candidates) {
        return level.map_err(PlainError::from);
    }
    let mut calibration = Arc::new(Calibration::new(&setup, candidates)?);
    while !calibration.is_over() {
        play_round(&mut calibration).await?;
        yield_now().await;
    }
    CalibratedLevel::of(&calibration).map_err(PlainError::from)
}
