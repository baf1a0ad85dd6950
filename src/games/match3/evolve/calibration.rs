//! The calibration of a level in the theatre, and the start of the game with its best level.

use std::sync::Arc;

use bevy::prelude::*;

use super::{LevelRequest, origin_of_board};
use crate::games::match3::level::{LevelGenome, Setup};
use crate::games::match3::players::RatedPlayer;
use crate::games::match3::playtest::live::LiveCalibration;
use crate::games::match3::playtest::{BoardSearch, CalibratedLevel, RATE_TOLERANCE};
use crate::games::match3::rules::Match3;
use crate::generation::driver::{Pace, RunDriver};
use crate::generation::{Pick, WatchedRun};
use crate::shell::notice::{Notices, show_failure_of};
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::table::{self, launch};
use crate::shell::theatre::{self, About, waiting_runs};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        start_calibrated_level.run_if(in_state(Screen::Theatre)),
    );
}

/// Rounds a second of a calibration: slow enough to be watched.
const CALIBRATION_PACE: Pace = Pace::PerSecond(4.0);
/// Seconds for which the end of a calibration is seen before the game begins.
const END_SHOWN: f32 = 2.2;
/// Seconds for which the game waits at most for the end of the try that is being shown.
const LONGEST_WAIT: f32 = 6.0;

/// Starts the best level of a calibration in the theatre, once its end has been seen.
#[derive(Component)]
struct AutomaticStart {
    calibration: Arc<LiveCalibration>,
    /// The wanted success rate, in percent.
    wanted_rate: f64,
    /// The player whose rate it is.
    rated: RatedPlayer,
    /// Seconds since the calibration has ended.
    seconds: f32,
    /// Whether the player has asked for the level before the end, which is then not awaited.
    is_hurried: bool,
    /// Whether the player was told that no level is near the wanted rate.
    is_announced: bool,
    /// Whether the player was told that the watched board misses the wanted rate, so that its siblings join.
    is_miss_announced: bool,
}

/// Opens the theatre on the calibration of some boards.
pub(super) fn calibrate_in_theatre(
    world: &mut World,
    boards: BoardSearch,
    recent: Vec<LevelGenome>,
    request: LevelRequest,
) {
    let calibration = LiveCalibration::new(boards, request.origin.seed, recent);
    watch_calibration(world, calibration, "match3.calibrating", request);
}

/// Opens the theatre on a calibration, which waits if the player leaves it.
pub(super) fn watch_calibration(
    world: &mut World,
    calibration: Arc<LiveCalibration>,
    title: &'static str,
    request: LevelRequest,
) {
    let watched = Arc::clone(&calibration);
    let show = move |world: &mut World| {
        show_calibration(world, Arc::clone(&watched), title, request.clone());
    };
    waiting_runs::keep_second_part(world, calibration, show.clone());
    show(world);
}

/// Opens the theatre on a calibration, which may have run before.
fn show_calibration(
    world: &mut World,
    calibration: Arc<LiveCalibration>,
    title: &'static str,
    request: LevelRequest,
) {
    let about = About {
        title,
        insight: Some("match3.insight"),
        watch: Some("match3.watch_tries"),
        tries: Some("match3.tries"),
        distance: Some("match3.chart.rate"),
        figures: "match3.calibration.figures",
        feasible_values: Some("match3.calibration.chart.at"),
        infeasible_values: "match3.calibration.chart.at_out",
        feasible_members: "match3.calibration.in",
        infeasible_members: "match3.calibration.out",
        feasible_curve: "match3.calibration.chart.in",
        infeasible_curve: "match3.calibration.chart.out",
        share_curve: "match3.calibration.chart.share",
        fault: Some("match3.fault.calibration"),
        starts_by_itself: true,
        tips: &["match3.tip.tries"],
        ..default()
    };
    let start = AutomaticStart {
        calibration: Arc::clone(&calibration),
        wanted_rate: f64::from(request.origin.setup.success),
        rated: request.rated_player(),
        seconds: 0.0,
        is_hurried: false,
        is_announced: false,
        is_miss_announced: false,
    };
    let run = theatre::open(
        world,
        calibration,
        CALIBRATION_PACE,
        about,
        move |world, calibration, pick| take_level(world, calibration, pick, &request),
    );
    world.entity_mut(run).insert(start);
}

/// Starts the level that was picked. The best board is calibrated already; another board, and the best one of a
/// calibration that was broken off, is calibrated alone first.
fn take_level(
    world: &mut World,
    calibration: &LiveCalibration,
    pick: Pick,
    request: &LevelRequest,
) {
    let extra = request.attempt();
    let chosen = match pick {
        Pick::Member(_, candidate) => Some(candidate),
        // After the first press the page may still show a round that has gone by.
        Pick::BestAt(round) if !is_hurried(world) || calibration.is_broken_off() => {
            calibration.best_of_earlier_round(round)
        }
        Pick::BestAt(_) | Pick::Best => None,
    };
    if let Some(candidate) = chosen {
        let Some(board) = calibration.board(candidate) else {
            return;
        };
        let origin = origin_of_board(&request.origin, &board);
        show_failure_of(world, |world| {
            launch::open_with::<Match3>(world, origin, extra)
        });
        return;
    }
    match calibration.result() {
        None => hurry(world),
        Some(Ok(level)) => {
            let origin = origin_of_board(&request.origin, &level.board);
            waiting_runs::forget_second_part(world);
            table::start::<Match3>(world, origin, level, extra);
        }
        Some(Err(why)) => world.resource_mut::<Notices>().show(why.to_string()),
    }
}

/// Ends the calibration that is watched as fast as possible, and starts its level at once.
fn hurry(world: &mut World) {
    let Some(run) = theatre::watched(world) else {
        return;
    };
    if let Some(mut driver) = world.get_mut::<RunDriver>(run) {
        driver.pace = Pace::FlatOut;
    }
    if let Some(mut start) = world.get_mut::<AutomaticStart>(run) {
        start.is_hurried = true;
    }
}

/// Whether the player has asked for the level of the calibration that is watched.
fn is_hurried(world: &World) -> bool {
    let start = theatre::watched(world).and_then(|run| world.get::<AutomaticStart>(run));
    start.is_some_and(|start| start.is_hurried)
}

/// Starts the best level once the player has seen the end of its calibration. The level does not start while the run is
/// paused, because the player then looks at another level, or if no level is near the wanted rate. A calibration that
/// was broken off has no level, and the player picks a board.
fn start_calibrated_level(
    time: Res<Time>,
    settings: Res<Settings>,
    words: Res<Words>,
    show: Res<theatre::Show>,
    mut notices: ResMut<Notices>,
    mut starts: Query<(&mut AutomaticStart, &RunDriver)>,
    mut commands: Commands,
) {
    for (mut start, evolution) in &mut starts {
        if let Some(missed) = start.calibration.missed()
            && !start.is_miss_announced
        {
            start.is_miss_announced = true;
            notices.show(missed_text(&words, start.wanted_rate, missed.rate));
        }
        let ended = start.calibration.progress().stop.is_some() && !show.is_repeating();
        let waits = evolution.pace == Pace::Paused || start.calibration.is_broken_off();
        if !ended || waits {
            start.seconds = 0.0;
            continue;
        }
        let result = start.calibration.result();
        let goal = result.and_then(|level| level.ok()?.goal);
        if let Some(goal) = goal
            && !is_near(start.wanted_rate, goal.rate)
        {
            if !start.is_announced {
                start.is_announced = true;
                let text = nearest_text(&words, start.rated, start.wanted_rate, goal.rate);
                notices.show(text);
            }
            continue;
        }
        start.seconds += time.delta_secs() * settings.animation_speed();
        let wait = match (start.is_hurried, show.is_amid_try()) {
            (true, _) => 0.0,
            (false, true) => LONGEST_WAIT,
            (false, false) => END_SHOWN,
        };
        if start.seconds >= wait {
            commands.queue(|world: &mut World| theatre::pick(world, Pick::Best));
        }
    }
}

/// Whether a success rate is as near to the wanted one as calibration demands.
fn is_near(wanted_rate: f64, rate: f64) -> bool {
    (rate - wanted_rate).abs() <= RATE_TOLERANCE
}

/// The text that the nearest rate is another one than was wanted.
fn nearest_text(words: &Words, rated: RatedPlayer, wanted_rate: f64, rate: f64) -> String {
    let key = match rated {
        RatedPlayer::Reference => "match3.nearest",
        RatedPlayer::Learner => "match3.nearest.me",
        RatedPlayer::Other => "match3.nearest.other",
    };
    words.fill(key, &rates(wanted_rate, rate))
}

fn missed_text(words: &Words, wanted_rate: f64, rate: f64) -> String {
    words.fill("match3.missed", &rates(wanted_rate, rate))
}

fn rates(wanted_rate: f64, rate: f64) -> [(&'static str, String); 2] {
    [
        ("wanted", wanted_rate.to_string()),
        ("rate", format!("{rate:.0}")),
    ]
}

/// Tells the player if a level is not as easy or hard as its setup asks for.
pub(in crate::games::match3) fn announce_rate(
    world: &mut World,
    setup: &Setup,
    level: &CalibratedLevel,
    rated: RatedPlayer,
) {
    if setup.given.is_some() {
        // Goals that were given ask for no rate.
        return;
    }
    let wanted_rate = f64::from(setup.success);
    if let Some(goal) = level.goal
        && !is_near(wanted_rate, goal.rate)
    {
        let words = world.resource::<Words>();
        let text = nearest_text(words, rated, wanted_rate, goal.rate);
        world.resource_mut::<Notices>().show(text);
    }
}
