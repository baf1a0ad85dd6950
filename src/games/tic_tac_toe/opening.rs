//! Putting a game up: from an id or a save, over the strategy that grows again, to the board.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once, yield_now};
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::KEY;
use super::opponent::evolution::StrategyProblem;
use super::opponent::{Opponent, Player, Strategy, kept};
use super::play::{Kept, Play, Series, VERSION, keep};
use super::rules::{Cell, Game, Outcome, TicTacToe};
use super::setup::{BadSetup, Seat, Setup};
use crate::generation::Again;
use crate::session::{Folders, GameId, Saved, Session, save};
use crate::shell::games::ActiveGame;
use crate::shell::notice::Notices;
use crate::shell::opening::one_at_a_time;
use crate::shell::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, finish_opening);
    one_at_a_time::<Opening>(app, &[Screen::Title]);
}

/// What there was before a game is put up: its save, if it goes on, and the series.
#[derive(Default)]
pub(super) struct Before {
    pub(super) saved: Option<Saved<Cell>>,
    pub(super) series: Series,
    pub(super) counted: bool,
}

/// Why a game cannot be put up.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    /// What was saved or typed is wrong.
    #[error("{0}")]
    Content(String),
    /// Something else is missing; the save may be good.
    #[error("{0}")]
    Elsewhere(String),
}

impl From<Trouble> for String {
    fn from(trouble: Trouble) -> String {
        trouble.to_string()
    }
}

/// A game on its way from an id to the board: its strategy grows again.
#[derive(Component)]
struct Opening {
    id: GameId,
    before: Before,
    task: Task<Result<Arc<Strategy>, String>>,
}

/// Starts what an id says.
pub fn open(world: &mut World, id: &GameId) -> Result<(), String> {
    Ok(open_again(world, id.clone(), Before::default())?)
}

fn open_again(world: &mut World, id: GameId, before: Before) -> Result<(), Trouble> {
    let content = |error: &dyn std::error::Error| Trouble::Content(error.to_string());
    let setup: Setup = id.setup.parse().map_err(|e: BadSetup| content(&e))?;
    let Some(wish) = setup.evolved() else {
        return start(world, id, None, before);
    };
    let again = Again::new(StrategyProblem::new(wish), &id.search, id.seed, id.pick);
    let task = AsyncComputeTaskPool::get().spawn(regrow(again.map_err(|e| content(&e))?));
    let name = Name::new("Game opening");
    world.spawn((name, Opening { id, before, task }));
    Ok(())
}

async fn regrow(mut again: Again<StrategyProblem>) -> Result<Arc<Strategy>, String> {
    while !again.step() {
        yield_now().await;
    }
    let individual = again.individual().map_err(|error| error.to_string())?;
    Ok(Arc::new(individual.genome.clone()))
}

fn finish_opening(mut commands: Commands, mut opening: Query<(Entity, &mut Opening)>) {
    for (entity, mut opening) in &mut opening {
        let Some(strategy) = block_on(poll_once(&mut opening.task)) else {
            continue;
        };
        let (id, before) = (opening.id.clone(), std::mem::take(&mut opening.before));
        commands.entity(entity).despawn();
        commands.queue(move |world: &mut World| {
            let of_save = before.saved.is_some();
            let strategy = strategy.map_err(Trouble::Content);
            let started = strategy.and_then(|s| start(world, id, Some(s), before));
            complain(world, started, of_save);
        });
    }
}

/// Tells why a game is not put up; a save whose content is wrong is set aside.
pub(super) fn complain(world: &mut World, started: Result<(), Trouble>, of_save: bool) {
    match started {
        Ok(()) => {}
        Err(Trouble::Content(why)) if of_save => save::give_up(world, KEY, why),
        Err(why) => world.resource_mut::<Notices>().say(why.to_string()),
    }
}

/// Goes on with the saved game. A broken save is set aside.
pub fn resume(world: &mut World) -> Result<(), String> {
    let Some(kept) = save::read::<Kept>(world, KEY, VERSION) else {
        return Ok(());
    };
    let id = kept.game.id.parse();
    let opened = id
        .map_err(|error: crate::session::BadId| Trouble::Content(error.to_string()))
        .and_then(|id| {
            let before = Before {
                saved: Some(kept.game),
                series: kept.series,
                counted: kept.counted,
            };
            open_again(world, id, before)
        });
    complain(world, opened, true);
    Ok(())
}

/// Seats the players and puts up the board.
pub(super) fn start(
    world: &mut World,
    id: GameId,
    strategy: Option<Arc<Strategy>>,
    before: Before,
) -> Result<(), Trouble> {
    let content = |error: &dyn std::error::Error| Trouble::Content(error.to_string());
    let setup: Setup = id.setup.parse().map_err(|e: BadSetup| content(&e))?;
    let game = Game::new(setup.board);
    let session: Session<TicTacToe> = match before.saved {
        None => Session::new(id, game),
        Some(saved) => Session::replay(id, game, &saved).map_err(|e| content(&e))?,
    };
    let folders = world.get_resource::<Folders>();
    let mut players = [None, None];
    for (player, seat) in players.iter_mut().zip(&setup.seats) {
        if let Seat::Computer(opponent) = seat {
            let seated = seated(opponent, &setup, strategy.clone(), folders);
            *player = Some(seated.map_err(Trouble::Elsewhere)?);
        }
    }
    let jumps = world
        .get_resource::<Play>()
        .map_or(0, |play| play.jumps + 1);
    world.insert_resource(Play {
        counted: before.counted || session.state().outcome() != Outcome::Playing,
        session,
        setup,
        series: before.series,
        jumps,
        players,
        strategy,
    });
    keep(world);
    world.resource_mut::<ActiveGame>().0 = Some(KEY);
    world.resource_mut::<NextState<Screen>>().set(Screen::Play);
    Ok(())
}

/// The player of an opponent, with its strategy from the run or from its file.
fn seated(
    opponent: &Opponent,
    setup: &Setup,
    evolved: Option<Arc<Strategy>>,
    folders: Option<&Folders>,
) -> Result<Player, String> {
    let strategy = match (opponent, folders) {
        (Opponent::Evolved(_), _) => evolved,
        (Opponent::Saved(name), Some(folders)) => {
            let read = kept::read(&kept::shelf(folders).path(name));
            Some(Arc::new(read.map_err(|error| error.to_string())?))
        }
        (Opponent::Saved(name), None) => {
            return Err(format!("nothing is kept here, so not {name}"));
        }
        _ => None,
    };
    Ok(Player::new(opponent, setup.board, strategy))
}
