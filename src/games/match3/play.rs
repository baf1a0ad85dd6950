//! From a wish to a game under way: generating, starting, saving and going on.

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once, yield_now};
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::KEY;
use super::judging::{Judging, judged};
use super::level::trial;
use super::level::{
    Difficulty, Graded, LevelGenome, LevelProblem, Offer, Setup, again, candidates,
};
use super::rules::{Event, Game, Refusal, Status, Swap};
use crate::generation::task::{Evolution, LiveRun, Pace, live};
use crate::generation::theatre::{self, About, Chosen};
use crate::generation::{Again, Pick, Purpose, Search};
use crate::session::{GameId, Rules, Saved, Session, save};
use crate::shell::games::ActiveGame;
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::setup::WishedSeed;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Wish>()
        .add_systems(
            Update,
            (
                finish_opening,
                begin_when_seen.run_if(in_state(Screen::Theatre)),
            ),
        )
        .add_systems(OnExit(Screen::Title), give_up_opening)
        .add_systems(OnExit(Screen::Theatre), give_up_opening)
        .add_observer(play_chosen)
        .add_observer(play_judged)
        .add_observer(only_the_latest);
}

/// Format of saved games.
const VERSION: u32 = 1;

/// Match-3, as sessions see it.
#[derive(Clone, Debug)]
pub struct Match3;

impl Rules for Match3 {
    type State = Game;
    type Move = Swap;
    type Refusal = Refusal;
    type Events = Vec<Event>;

    fn apply(game: &mut Game, swap: &Swap) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        game.apply(*swap, &mut events)?;
        Ok(events)
    }
}

/// What the player wants next.
#[derive(Resource, Clone, Debug, Default)]
pub struct Wish {
    /// The level.
    pub setup: Setup,
    /// The difficulty of the settings that the setup follows.
    pub difficulty: Option<Difficulty>,
}

/// The game under way.
#[derive(Resource, Debug)]
pub struct Play {
    /// Its moves and state.
    pub session: Session<Match3>,
    /// What its goal and limit come to.
    pub offer: Offer,
    /// Counts up when the board has changed in a way that is not told by events.
    pub jumps: u32,
}

/// Marks the entity of a run in the theatre with what it was made from.
#[derive(Component)]
struct LevelRun(GameId);

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
    let setup = world.resource::<Wish>().setup.clone();
    setup.check().map_err(|error| error.to_string())?;
    let id = wished_id(world);
    let problem = LevelProblem::new(setup);
    let live = live(problem, id.search.clone(), id.seed).map_err(|error| error.to_string())?;
    let evolution = Evolution::new(live, theatre::OPENING_PACE);
    let run = world
        .spawn((Name::new("Level run"), LevelRun(id), evolution))
        .id();
    let about = About {
        title: "match3.evolving",
        fault: Some("match3.fault"),
        ..default()
    };
    theatre::open(world, run, about);
    Ok(())
}

/// A level on its way from a genome or an id to the board.
#[derive(Component)]
struct Opening {
    id: GameId,
    saved: Option<Saved<Swap>>,
    task: Task<Result<Graded, String>>,
}

/// Who opens a level no longer waits for the one before.
fn only_the_latest(
    added: On<Add, Opening>,
    openings: Query<Entity, With<Opening>>,
    mut commands: Commands,
) {
    for entity in openings.iter().filter(|entity| *entity != added.entity) {
        commands.entity(entity).despawn();
    }
}

/// Who goes elsewhere no longer waits either.
fn give_up_opening(openings: Query<Entity, With<Opening>>, mut commands: Commands) {
    for entity in &openings {
        commands.entity(entity).despawn();
    }
}

/// The second stage of a level in the theatre.
#[derive(Component)]
struct TrialRun {
    /// What its best board is picked by.
    id: GameId,
    /// For each board what it is picked by alone.
    picks: Vec<Pick>,
    /// Seconds since it was over.
    over: f32,
}

/// Rounds a second of the second stage: slow enough to be watched.
const TRIAL_PACE: Pace = Pace::PerSecond(4.0);
/// Seconds for which its end is seen before the game begins.
const SEEN: f32 = 1.4;

/// What was picked in the first stage goes on trial before the player's eyes.
fn play_chosen(chosen: On<Chosen>, runs: Query<(&LevelRun, &Evolution)>, mut commands: Commands) {
    let Ok((LevelRun(id), evolution)) = runs.get(chosen.entity) else {
        return;
    };
    let run = evolution
        .live()
        .as_any()
        .downcast_ref::<LiveRun<LevelProblem>>();
    let Some(run) = run else { return };
    let genomes = candidates(run.problem(), run.field(chosen.pick));
    if genomes.is_empty() {
        return;
    }
    let newest = evolution.live().progress().generation.unwrap_or(0);
    let member = |genome: &LevelGenome| {
        let mut members = (0..).map_while(|at| {
            let pick = Pick::Member(newest, at);
            run.genome(pick).map(|one| (pick, one.genome))
        });
        let found = members.find(|(_, other)| other == genome);
        found.map_or(chosen.pick, |(pick, _)| pick)
    };
    let picks: Vec<Pick> = match chosen.pick {
        Pick::Best => genomes.iter().map(member).collect(),
        one => vec![one],
    };
    let id = GameId {
        pick: chosen.pick,
        ..id.clone()
    };
    let judging = Judging::new(run.problem().clone(), genomes, id.seed);
    commands.queue(move |world: &mut World| match judging {
        Ok(live) => {
            let evolution = Evolution::new(live, TRIAL_PACE);
            let over = 0.0;
            let run = world.spawn((Name::new("Trial"), TrialRun { id, picks, over }, evolution));
            let run = run.id();
            let about = About {
                title: "match3.judging",
                groups: ["match3.trial.in", "match3.trial.out"],
                fault: Some("match3.fault.trial"),
                ..default()
            };
            theatre::open(world, run, about);
        }
        Err(why) => world.resource_mut::<Notices>().say(why),
    });
}

/// The game begins with the best board once its trial was seen, unless the player looks at another one.
fn begin_when_seen(
    time: Res<Time>,
    settings: Res<Settings>,
    mut trials: Query<(Entity, &mut TrialRun, &Evolution)>,
    mut commands: Commands,
) {
    for (entity, mut trial, evolution) in &mut trials {
        if evolution.live().progress().stop.is_none() || evolution.pace == Pace::Paused {
            trial.over = 0.0;
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
    let Some(judging) = evolution.live().as_any().downcast_ref::<Judging>() else {
        return;
    };
    if let Pick::Member(_, board) = chosen.pick {
        let (Some(pick), Some(genome)) = (
            trial.picks.get(board as usize),
            judging.genomes().get(board as usize),
        ) else {
            return;
        };
        let id = GameId {
            pick: *pick,
            ..trial.id.clone()
        };
        if let Ok(setup) = id.setup.parse::<Setup>() {
            let judged = judged(setup, vec![*genome], id.seed);
            let task = AsyncComputeTaskPool::get().spawn(judged);
            let saved = None;
            commands.spawn((Name::new("Level opening"), Opening { id, saved, task }));
        }
        return;
    }
    let (Some(result), id) = (judging.result(), trial.id.clone()) else {
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
        let started = result.and_then(|graded| start(world, id, &graded, None));
        if let Err(why) = started {
            world.resource_mut::<Notices>().say(why);
        }
    });
}

/// Starts what an id says.
pub fn open(world: &mut World, id: &GameId) -> Result<(), String> {
    open_saved(world, id.clone(), None)
}

fn open_saved(world: &mut World, id: GameId, saved: Option<Saved<Swap>>) -> Result<(), String> {
    let setup: Setup = id
        .setup
        .parse()
        .map_err(|e: super::level::setup::BadSetup| e.to_string())?;
    let again = again(&setup, &id.search, id.seed, id.pick).map_err(|e| e.to_string())?;
    let task = AsyncComputeTaskPool::get().spawn(regrow(again));
    world.spawn((Name::new("Level opening"), Opening { id, saved, task }));
    Ok(())
}

async fn regrow(mut again: Again<LevelProblem>) -> Result<Graded, String> {
    while !again.step() {
        yield_now().await;
    }
    let field = again.field().map_err(|error| error.to_string())?;
    let genomes = candidates(again.problem(), field);
    let setup = again.problem().setup().clone();
    judged(setup, genomes, again.seed()).await
}

/// Says so where no level is as easy or hard as was wished.
fn tell_unless_near(world: &mut World) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    let Ok(setup) = play.session.id().setup.parse::<Setup>() else {
        return;
    };
    let rate = play.offer.rate;
    if (rate - f64::from(setup.success)).abs() > trial::NEAR {
        let values = [
            ("wanted", setup.success.to_string()),
            ("rate", format!("{rate:.0}")),
        ];
        let said = world.resource::<Words>().fill("match3.nearest", &values);
        world.resource_mut::<Notices>().say(said);
    }
}

/// Goes on with the saved game. A broken save is set aside.
pub fn resume(world: &mut World) -> Result<(), String> {
    let Some(saved) = save::read::<Saved<Swap>>(world, KEY, VERSION) else {
        return Ok(());
    };
    let opened = saved
        .id
        .parse()
        .map_err(|e: crate::session::BadId| e.to_string())
        .and_then(|id| open_saved(world, id, Some(saved)));
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
        let (id, saved) = (opening.id.clone(), opening.saved.take());
        commands.entity(entity).despawn();
        commands.queue(move |world: &mut World| {
            let of_save = saved.is_some();
            let started = level.and_then(|graded| start(world, id, &graded, saved));
            match started {
                Ok(()) => {}
                Err(why) if of_save => save::give_up(world, KEY, why),
                Err(why) => world.resource_mut::<Notices>().say(why),
            }
        });
    }
}

/// Puts a level on the board.
fn start(
    world: &mut World,
    id: GameId,
    graded: &Graded,
    saved: Option<Saved<Swap>>,
) -> Result<(), String> {
    let level = &graded.level;
    let chance = id.seed.stream(Purpose::Play);
    let game = Game::new(level.board(), level.goals(), level.moves(), chance);
    let game = game.map_err(|error| error.to_string())?;
    let session = match saved {
        None => Session::new(id, game),
        Some(saved) => Session::replay(id, game, &saved).map_err(|error| error.to_string())?,
    };
    let jumps = world
        .get_resource::<Play>()
        .map_or(0, |play| play.jumps + 1);
    let offer = graded.offer;
    world.insert_resource(Play {
        session,
        offer,
        jumps,
    });
    tell_unless_near(world);
    keep(world);
    world.resource_mut::<ActiveGame>().0 = Some(KEY);
    world.resource_mut::<NextState<Screen>>().set(Screen::Play);
    Ok(())
}

/// Saves the game under way, or removes the save of one that has ended.
pub fn keep(world: &mut World) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    let playing = play.session.state().status() == Status::Playing;
    let saved = playing.then(|| play.session.saved());
    save::write(world, KEY, VERSION, saved.as_ref());
}
