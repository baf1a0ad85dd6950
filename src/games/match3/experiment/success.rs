//! Experiment: whether fresh plays succeed as often as the setup of a level wants.

use std::fmt::Write;
use std::time::Instant;

use super::Extent;
use crate::games::match3::level::{GenerationError, Rate, Setup};
use crate::games::match3::playtest::{
    PlayStatistics, RATE_TOLERANCE, REFERENCE_PLAYER, play_many, regenerate,
};
use crate::games::match3::rules::Size;
use crate::generation::{EvolutionParameters, Pick};
use crate::session::Difficulty;

/// The child seed of the fresh plays, which calibration does not use.
const FRESH_PLAYS: u64 = 0xF4E5;

/// Generates levels of every named rate for a setup, or for the default one, and plays them. The report tells how
/// near they come to the rate, and how long their generation takes.
pub fn run(setup: Option<&Setup>, extent: &Extent) -> Result<String, GenerationError> {
    let size = Size::new(9, 9).expect("9 is from 5 to 12");
    let usual = Setup::of(Difficulty::Normal, size);
    let setup = setup.cloned().unwrap_or(usual);
    let mut text = format!(
        "{} levels of each rate, {} fresh plays of each; off by at most {RATE_TOLERANCE} points, mean error, time to make one\n",
        extent.levels, extent.plays
    );
    for rate in Rate::NAMED {
        let setup = Setup {
            success: rate.success,
            wanted: rate.wanted(setup.size),
            ..setup.clone()
        };
        measure_rate(extent, &setup, &mut text)?;
    }
    Ok(text)
}

fn measure_rate(extent: &Extent, setup: &Setup, text: &mut String) -> Result<(), GenerationError> {
    let (mut errors, mut times, mut calibration_plays) = (Vec::new(), Vec::new(), 0);
    for number in 0..extent.levels {
        let seed = extent.seed.child(u64::from(number));
        let started = Instant::now();
        let threads = extent.threads as usize;
        let calibrated = regenerate(
            setup,
            &EvolutionParameters::default(),
            seed,
            Pick::Best,
            threads,
        )?;
        times.push(started.elapsed().as_secs_f64() * 1e3);
        calibration_plays += calibrated.goal.map_or(0, |goal| goal.plays);
        let fresh = seed.child(FRESH_PLAYS);
        let results = play_many(
            &calibrated.level,
            REFERENCE_PLAYER,
            fresh,
            extent.plays,
            extent.threads,
        );
        errors.push(100.0 * PlayStatistics::of(&results).success() - f64::from(setup.success));
    }
    let near = errors
        .iter()
        .filter(|error| error.abs() <= RATE_TOLERANCE)
        .count();
    let count = f64::from(extent.levels);
    let error = errors.iter().map(|error| error.abs()).sum::<f64>() / count;
    let bias = errors.iter().sum::<f64>() / count;
    times.sort_by(f64::total_cmp);
    let _ = writeln!(
        text,
        "  {:2} %: {near} of {}, {error:.2} points (bias {bias:+.2}), {:.0} ms in the median, {:.0} ms at most, {} plays",
        setup.success,
        extent.levels,
        times[times.len() / 2],
        times[times.len() - 1],
        calibration_plays / extent.levels
    );
    Ok(())
}
