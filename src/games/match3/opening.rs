//! From a wish or an id to a game under way: evolving and judging in the theatre, or in the background.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once};
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::atlas::LevelAtlas;
use super::level::{LevelGenome, LevelProblem, Mode, Rate, Setup};
use super::play::{Kept, Recents, VERSION, Wish, start};
use super::playtest::live::{LiveCalibration, calibrate_on_pools};
use super::playtest::{BoardSearch, CalibratedLevel, EvolvedBoard, RATE_TOLERANCE};
use super::{KEY, level};
use crate::generation::atlas_task::LiveAtlas;
use crate::generation::task::{Evolution, LiveRun, Pace, live};
use crate::shell::theatre::{self, About, Chosen, Grid};
use crate::generation::{Pick, Search};
use crate::session::{GameId, save};
use crate::shell::notice::Notices;
use crate::shell::opening::one_at_a_time;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::setup::WishedSeed;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            finish_opening,
            begin_when_seen.run_if(in_state(Screen::Theatre)),
        ),
    )
    .add_observer(play_chosen)
    .add_observer(play_charted)
    .add_observer(play_judged);
    one_at_a_time::<Opening>(app, &[Screen::Title, Screen::Theatre]);
}

/// Generations a second of the first stage: about two seconds to watch.
const PACE: Pace = Pace::PerSecond(60.0);

/// What a level is opened for.
#[derive(Clone)]
pub struct Asked {
    /// What is asked for.
    pub id: GameId,
    /// Whether boards that are unlike the last ones are preferred.
    pub varied: bool,
    /// The stop of the journey that it belongs to.
    pub stop: Option<u32>,
}

/// Marks the entity of a run in the theatre with what it was made for.
#[derive(Component)]
struct LevelRun(Asked);

/// The id of what the wish would give.
pub fn wished_id(world: &World) -> GameId {
    let settings = world.resource::<Settings>();
    GameId {
        game: KEY.to_owned(),
        setup: world.resource::<Wish>().setup.to_string(),
        search: settings.search_of(KEY, Search::default),
        seed: world.resource::<WishedSeed>().0,
        pick: Pick::Best,
    }
}

/// Opens the theatre on the wish.
pub fn generate(world: &mut World) -> Result<(), String> {
    let id = wished_id(world);
    // Who names a seed wants what everybody gets who names it.
    let varied = world.resource::<Wish>().offered == Some(id.seed);
    let stop = None;
    watch(world, Asked { id, varied, stop })
}

/// Opens the theatre on a run for what is asked for.
pub fn watch(world: &mut World, asked: Asked) -> Result<(), String> {
    let id = &asked.id;
    let problem = LevelProblem::new(parsed(id)?);
    let live = live(problem, id.search.clone(), id.seed).map_err(|error| error.to_string())?;
    let take = match live.problem().setup().mode {
        Mode::Level => "match3.to_trial",
        Mode::Endless | Mode::Timed(_) => "theatre.play",
    };
    let evolution = Evolution::new(live, PACE);
    let run = world
        .spawn((Name::new("Level run"), LevelRun(asked), evolution))
        .id();
    let about = About {
        title: "match3.evolving",
        take,
        fault: Some("match3.fault"),
        ..default()
    };
    theatre::open(world, run, about);
    Ok(())
}

fn parsed(id: &GameId) -> Result<Setup, String> {
    id.setup
        .parse()
        .map_err(|error: level::setup::SetupError| error.to_string())
}

/// A level on its way to the board.
#[derive(Component)]
struct Opening {
    asked: Asked,
    saved: Option<Kept>,
    /// Whether the id is that of a wish, and the board that is chosen has one of its own.
    wished: bool,
    task: Task<Result<CalibratedLevel, String>>,
}

/// The second stage of a level in the theatre.
#[derive(Component)]
struct TrialRun {
    /// What its boards were bred for.
    asked: Asked,
    /// Seconds since it was over.
    over: f32,
    /// Whether the player was told that no level is near the wish.
    told: bool,
}

/// Rounds a second of the second stage: slow enough to be watched.
const TRIAL_PACE: Pace = Pace::PerSecond(4.0);
/// Seconds for which its end is seen before the game begins.
const SEEN: f32 = 2.2;

/// What was picked in the first stage goes on trial before the player's eyes, with its siblings if it is the best.
fn play_chosen(
    chosen: On<Chosen>,
    runs: Query<(&LevelRun, &Evolution)>,
    recents: Res<Recents>,
    mut commands: Commands,
) {
    let Ok((LevelRun(asked), evolution)) = runs.get(chosen.entity) else {
        return;
    };
    let live = evolution.live();
    let run = live.as_any().downcast_ref::<LiveRun<LevelProblem>>();
    let Some((run, board)) = run.and_then(|run| Some((run, run.genome(chosen.pick)?))) else {
        return;
    };
    if !board.feasible() {
        return;
    }
    let newest = live.progress().generation.unwrap_or(0);
    let bred = EvolvedBoard {
        genome: board.genome,
        seed: asked.id.seed,
        pick: match chosen.pick {
            Pick::Best => Pick::BestAt(newest),
            named => named,
        },
    };
    let siblings = chosen.pick == Pick::Best;
    let breeding =
        BoardSearch::from_board(Arc::clone(run.problem()), &asked.id.search, bred, siblings);
    let setup = run.problem().setup();
    let recent = match asked.varied {
        true => recents.of(setup.size),
        false => Vec::new(),
    };
    let asked = asked.clone();
    if setup.mode != Mode::Level {
        let task = AsyncComputeTaskPool::get().spawn(calibrate_on_pools(breeding, recent));
        commands.spawn(opening(asked, None, true, task));
        return;
    }
    commands.queue(move |world: &mut World| judge(world, asked, breeding, recent));
}

/// Opens the theatre on the trial of some boards.
fn judge(world: &mut World, asked: Asked, breeding: BoardSearch, recent: Vec<LevelGenome>) {
    let live = LiveCalibration::new(breeding, asked.id.seed, recent);
    let evolution = Evolution::new(live, TRIAL_PACE);
    let run = world.spawn((
        Name::new("Trial"),
        TrialRun {
            asked,
            over: 0.0,
            told: false,
        },
        evolution,
    ));
    let run = run.id();
    let about = About {
        title: "match3.judging",
        groups: ["match3.trial.in", "match3.trial.out"],
        legend: [
            "match3.trial.chart.in",
            "match3.trial.chart.out",
            "match3.trial.chart.share",
        ],
        fault: Some("match3.fault.trial"),
        ..default()
    };
    theatre::open(world, run, about);
}

/// Generations of an atlas, and children in each.
const ATLAS: (u32, u32) = (400, 24);

/// Marks the entity of an atlas.
#[derive(Component)]
struct AtlasRun;

/// Opens the theatre on an atlas of boards like those that are wished for.
pub fn chart(world: &mut World) -> Result<(), String> {
    let setup = world.resource::<Wish>().setup.clone();
    setup.check().map_err(|error| error.to_string())?;
    let seed = world.resource::<WishedSeed>().0;
    let live = LiveAtlas::new(LevelAtlas::new(setup), ATLAS.1, ATLAS.0, seed);
    let evolution = Evolution::new(live, PACE);
    let run = world.spawn((Name::new("Atlas"), AtlasRun, evolution)).id();
    let about = About {
        title: "match3.charting",
        grid: Some(Grid {
            rows: Rate::NAMED.map(|rate| rate.key),
            axis: "match3.atlas.axis",
        }),
        ..default()
    };
    theatre::open(world, run, about);
    Ok(())
}

/// A board of the atlas goes on trial alone, until it is sure what it comes to.
fn play_charted(
    chosen: On<Chosen>,
    runs: Query<&Evolution, With<AtlasRun>>,
    mut commands: Commands,
) {
    let Ok(evolution) = runs.get(chosen.entity) else {
        return;
    };
    let live = evolution.live();
    let Some(atlas) = live.as_any().downcast_ref::<LiveAtlas<LevelAtlas>>() else {
        return;
    };
    let (generation, place) = match chosen.pick {
        Pick::Best => (None, None),
        Pick::BestAt(generation) => (Some(generation), None),
        Pick::Member(generation, place) => (Some(generation), Some(place)),
    };
    let Some(holder) = atlas.holder(generation, place) else {
        return;
    };
    let setup = atlas.chart().setup_of(&holder.genome);
    let id = GameId {
        game: KEY.to_owned(),
        setup: setup.to_string(),
        search: Search::default(),
        seed: live.seed(),
        pick: Pick::Best,
    };
    let breeding = BoardSearch::repeat(&setup, &id.search, id.seed, id.pick);
    let asked = Asked {
        id,
        varied: false,
        stop: None,
    };
    commands.queue(move |world: &mut World| match breeding {
        Ok(breeding) => judge(world, asked, breeding, Vec::new()),
        Err(why) => world.resource_mut::<Notices>().say(why.to_string()),
    });
}

fn opening(
    asked: Asked,
    saved: Option<Kept>,
    wished: bool,
    task: Task<Result<CalibratedLevel, String>>,
) -> impl Bundle {
    let opening = Opening {
        asked,
        saved,
        wished,
        task,
    };
    (Name::new("Level opening"), opening)
}

/// The game begins with the best board once its trial was seen, unless the player looks at another one, or there is
/// none that is as easy or hard as was wished.
fn begin_when_seen(
    time: Res<Time>,
    settings: Res<Settings>,
    words: Res<Words>,
    mut notices: ResMut<Notices>,
    mut trials: Query<(Entity, &mut TrialRun, &Evolution)>,
    mut commands: Commands,
) {
    for (entity, mut trial, evolution) in &mut trials {
        if evolution.live().progress().stop.is_none() || evolution.pace == Pace::Paused {
            trial.over = 0.0;
            continue;
        }
        let judging = evolution.live().as_any().downcast_ref::<LiveCalibration>();
        let found = judging.and_then(|judging| judging.result()?.ok()?.goal);
        let wanted = parsed(&trial.asked.id).map(|setup| f64::from(setup.success));
        if let (Some(offer), Ok(wanted)) = (found, wanted)
            && (offer.rate - wanted).abs() > RATE_TOLERANCE
        {
            if !trial.told {
                trial.told = true;
                let values = [
                    ("wanted", wanted.to_string()),
                    ("rate", format!("{:.0}", offer.rate)),
                ];
                notices.say(words.fill("match3.nearest", &values));
            }
            continue;
        }
        trial.over += time.delta_secs() * settings.animation_speed();
        if trial.over >= SEEN {
            let pick = Pick::Best;
            commands.trigger(Chosen { entity, pick });
        }
    }
}

/// A board of the second stage is played: the best one as it was judged, another one as it is judged alone.
fn play_judged(chosen: On<Chosen>, trials: Query<(&TrialRun, &Evolution)>, mut commands: Commands) {
    let Ok((trial, evolution)) = trials.get(chosen.entity) else {
        return;
    };
    let Some(judging) = evolution.live().as_any().downcast_ref::<LiveCalibration>() else {
        return;
    };
    if let Pick::Member(_, board) = chosen.pick {
        let Some(bred) = judging.board(board) else {
            return;
        };
        let asked = of_board(&trial.asked, bred);
        commands.queue(move |world: &mut World| {
            if let Err(why) = open_saved(world, asked, None) {
                world.resource_mut::<Notices>().say(why);
            }
        });
        return;
    }
    let (Some(result), asked) = (judging.result(), trial.asked.clone()) else {
        // Who cannot wait sees it end at once.
        let run = chosen.entity;
        commands.queue(move |world: &mut World| {
            if let Some(mut evolution) = world.get_mut::<Evolution>(run) {
                evolution.pace = Pace::FlatOut;
            }
        });
        return;
    };
    commands.queue(move |world: &mut World| {
        let started = result.and_then(|graded| {
            let asked = of_board(&asked, &graded.board);
            start(world, asked, &graded, None)
        });
        if let Err(why) = started {
            world.resource_mut::<Notices>().say(why);
        }
    });
}

/// One of the boards of a wish: it alone is judged again, with the same result.
fn of_board(asked: &Asked, bred: &EvolvedBoard) -> Asked {
    let id = GameId {
        seed: bred.seed,
        pick: bred.pick,
        ..asked.id.clone()
    };
    Asked {
        id,
        ..asked.clone()
    }
}

/// Starts what an id says.
pub fn open(world: &mut World, id: &GameId) -> Result<(), String> {
    let asked = Asked {
        id: id.clone(),
        varied: false,
        stop: None,
    };
    open_saved(world, asked, None)
}

/// Starts what is asked for, without a theatre; or goes on with what was saved of it.
pub fn open_saved(world: &mut World, asked: Asked, saved: Option<Kept>) -> Result<(), String> {
    let id = &asked.id;
    let breeding = BoardSearch::repeat(&parsed(id)?, &id.search, id.seed, id.pick);
    let breeding = breeding.map_err(|error| error.to_string())?;
    let task = AsyncComputeTaskPool::get().spawn(calibrate_on_pools(breeding, Vec::new()));
    world.spawn(opening(asked, saved, false, task));
    Ok(())
}

/// Goes on with the saved game. A broken save is set aside.
pub fn resume(world: &mut World) -> Result<(), String> {
    let Some(saved) = save::read::<Kept>(world, KEY, VERSION) else {
        return Ok(());
    };
    let opened = saved
        .id
        .parse()
        .map_err(|e: crate::session::BadId| e.to_string())
        .and_then(|id| {
            let (varied, stop) = (false, saved.stop);
            open_saved(world, Asked { id, varied, stop }, Some(saved))
        });
    opened.or_else(|why| {
        save::give_up(world, KEY, why);
        Ok(())
    })
}

fn finish_opening(mut commands: Commands, mut opening: Query<(Entity, &mut Opening)>) {
    for (entity, mut opening) in &mut opening {
        let Some(level) = block_on(poll_once(&mut opening.task)) else {
            continue;
        };
        let (mut asked, saved) = (opening.asked.clone(), opening.saved.take());
        if let (true, Ok(graded)) = (opening.wished, &level) {
            asked = of_board(&asked, &graded.board);
        }
        commands.entity(entity).despawn();
        commands.queue(move |world: &mut World| {
            let of_save = saved.is_some();
            let started = level.and_then(|graded| start(world, asked, &graded, saved));
            match started {
                Ok(()) => {}
                Err(why) if of_save => save::give_up(world, KEY, why),
                Err(why) => world.resource_mut::<Notices>().say(why),
            }
        });
    }
}
