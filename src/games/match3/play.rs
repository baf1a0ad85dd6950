//! From a wish to a game under way: generating, starting, saving and going on.

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once, yield_now};
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::KEY;
use super::level::{Again, Difficulty, Level, LevelGenome, LevelProblem, Setup, draft};
use super::player::Measure;
use super::rules::{Event, Game, Refusal, Swap};
use crate::generation::task::{Evolution, LiveRun, live};
use crate::generation::theatre::{self, Chosen};
use crate::generation::{Pick, Purpose, Seed};
use crate::session::store::{self, StoreError};
use crate::session::{Autosave, Folders, GameId, Rules, Saved, Session};
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Wish>()
        .add_systems(Update, finish_opening)
        .add_observer(play_chosen)
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
#[derive(Resource, Clone, Debug)]
pub struct Wish {
    /// The level.
    pub setup: Setup,
    /// The seed.
    pub seed: Seed,
    /// The difficulty of the settings that the setup follows.
    pub difficulty: Option<Difficulty>,
}

impl Default for Wish {
    fn default() -> Self {
        Wish {
            setup: Setup::default(),
            seed: Seed::fresh(),
            difficulty: None,
        }
    }
}

/// The game under way.
#[derive(Resource, Debug)]
pub struct Play {
    /// Its moves and state.
    pub session: Session<Match3>,
    /// Counts up when the board has changed in a way that is not told by events.
    pub jumps: u32,
}

/// Marks the entity of a run in the theatre with what it was made from.
#[derive(Component)]
struct LevelRun(GameId);

fn id(setup: &Setup, settings: &Settings, seed: Seed, pick: Pick) -> GameId {
    GameId {
        game: KEY.to_owned(),
        setup: setup.to_string(),
        search: settings.search.clone(),
        seed,
        pick,
    }
}

/// The id of what the wish would give.
pub fn wished_id(world: &World) -> GameId {
    let wish = world.resource::<Wish>();
    id(
        &wish.setup,
        world.resource::<Settings>(),
        wish.seed,
        Pick::Best,
    )
}

/// Opens the theatre on the wish.
pub fn generate(world: &mut World) -> Result<(), String> {
    let wish = world.resource::<Wish>().clone();
    wish.setup.check().map_err(|error| error.to_string())?;
    let search = world.resource::<Settings>().search.clone();
    let id = wished_id(world);
    let problem = LevelProblem::new(wish.setup);
    let live = live(problem, search, wish.seed).map_err(|error| error.to_string())?;
    let evolution = Evolution::new(live, theatre::OPENING_PACE);
    let run = world
        .spawn((Name::new("Level run"), LevelRun(id), evolution))
        .id();
    theatre::open(world, run, "match3.evolving");
    Ok(())
}

/// A level on its way from a genome or an id to the board.
#[derive(Component)]
struct Opening {
    id: GameId,
    saved: Option<Saved<Swap>>,
    task: Task<Result<Level, String>>,
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

fn play_chosen(chosen: On<Chosen>, runs: Query<(&LevelRun, &Evolution)>, mut commands: Commands) {
    let Ok((LevelRun(id), evolution)) = runs.get(chosen.entity) else {
        return;
    };
    let run = evolution
        .live()
        .as_any()
        .downcast_ref::<LiveRun<LevelProblem>>();
    let Some((run, individual)) = run.and_then(|run| Some((run, run.genome(chosen.pick)?))) else {
        return;
    };
    if !individual.feasible() {
        return;
    }
    let (setup, seed) = (run.problem().setup().clone(), id.seed);
    let genome: LevelGenome = individual.genome;
    let task = AsyncComputeTaskPool::get().spawn(measured(setup, genome, seed));
    let id = GameId {
        pick: chosen.pick,
        ..id.clone()
    };
    commands.spawn((
        Name::new("Level opening"),
        Opening {
            id,
            saved: None,
            task,
        },
    ));
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
    let again = Again::new(&setup, &id.search, id.seed, id.pick).map_err(|e| e.to_string())?;
    let task = AsyncComputeTaskPool::get().spawn(regrow(again));
    world.spawn((Name::new("Level opening"), Opening { id, saved, task }));
    Ok(())
}

async fn regrow(mut again: Again) -> Result<Level, String> {
    while !again.step() {
        yield_now().await;
    }
    let genome = again.genome().map_err(|error| error.to_string())?;
    let (setup, seed) = again.wish();
    measured(setup.clone(), genome, seed).await
}

/// [`level_of`](super::level::level_of), making room for others between plays.
async fn measured(setup: Setup, genome: LevelGenome, seed: Seed) -> Result<Level, String> {
    let level = draft(&setup, &genome, seed).map_err(|error| error.to_string())?;
    let mut measure = Measure::new(&level, seed);
    while measure.step() {
        yield_now().await;
    }
    let moves = measure.moves_for_success(u32::from(setup.success));
    Ok(level.with_moves(moves))
}

/// Goes on with the saved game. A broken save is set aside.
pub fn resume(world: &mut World) -> Result<(), String> {
    let Some(folders) = world.get_resource::<Folders>().cloned() else {
        return Ok(());
    };
    let path = folders.game(KEY);
    let saved = match store::read_or_set_aside::<Saved<Swap>>(&path, VERSION) {
        Ok(Some(saved)) => saved,
        Ok(None) => return Ok(()),
        Err(aside) => {
            world.resource_scope(|world, mut notices: Mut<Notices>| {
                notices.set_aside(world.resource::<Words>(), &aside);
            });
            return Ok(());
        }
    };
    let opened = saved
        .id
        .parse()
        .map_err(|e: crate::session::BadId| e.to_string())
        .and_then(|id| open_saved(world, id, Some(saved)));
    opened.or_else(|why| {
        give_up_save(world, why);
        Ok(())
    })
}

/// Sets a save aside whose content does not fit.
fn give_up_save(world: &mut World, why: String) {
    let Some(path) = world.get_resource::<Folders>().map(|f| f.game(KEY)) else {
        return;
    };
    let why = StoreError::Text {
        path: path.clone(),
        line: 1,
        column: 1,
        what: why,
    };
    let aside = store::set_aside(&path, why);
    world.resource_scope(|world, mut notices: Mut<Notices>| {
        notices.set_aside(world.resource::<Words>(), &aside);
    });
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
            let started = level.and_then(|level| start(world, id, &level, saved));
            match started {
                Ok(()) => {}
                Err(why) if of_save => give_up_save(world, why),
                Err(why) => world.resource_mut::<Notices>().say(why),
            }
        });
    }
}

/// Puts a level on the board.
fn start(
    world: &mut World,
    id: GameId,
    level: &Level,
    saved: Option<Saved<Swap>>,
) -> Result<(), String> {
    let chance = id.seed.stream(Purpose::Play);
    let game = Game::new(level.board(), level.goal(), level.moves(), chance);
    let game = game.map_err(|error| error.to_string())?;
    let session = match saved {
        None => Session::new(id, game),
        Some(saved) => Session::replay(id, game, &saved).map_err(|error| error.to_string())?,
    };
    let jumps = world
        .get_resource::<Play>()
        .map_or(0, |play| play.jumps + 1);
    world.insert_resource(Play { session, jumps });
    save(world);
    world.resource_mut::<NextState<Screen>>().set(Screen::Play);
    Ok(())
}

/// Saves the game under way, or removes the save of one that has ended.
pub fn save(world: &mut World) {
    use super::rules::Status;
    let Some(path) = world.get_resource::<Folders>().map(|f| f.game(KEY)) else {
        return;
    };
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    let (saved, ended) = (
        play.session.saved(),
        play.session.state().status() != Status::Playing,
    );
    let mut autosave = world.resource_mut::<Autosave>();
    if ended {
        autosave.remove(path);
    } else if let Err(error) = autosave.write(path, VERSION, &saved) {
        world.resource_scope(|world, mut notices: Mut<Notices>| {
            notices.trouble(world.resource::<Words>(), "notice.not_saved", &error);
        });
    }
}
