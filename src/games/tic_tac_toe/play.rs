//! From a wish to a game under way: evolving an opponent, starting, saving, and the series.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once, yield_now};
use bevy::tasks::{AsyncComputeTaskPool, Task};
use serde::{Deserialize, Serialize};

use super::KEY;
use super::opponent::evolution::{self, StrategyProblem};
use super::opponent::{Opponent, Player, Strategy, kept};
use super::rules::{Cell, Game, Outcome, Refusal, Side, TicTacToe};
use super::setup::{BadSetup, Seat, Setup};
use crate::generation::task::{Evolution, LiveRun, live};
use crate::generation::theatre::{self, About, Chosen};
use crate::generation::{Again, Pick, Search, Seed};
use crate::session::statistics::{Played, Statistics};
use crate::session::{Difficulty, Folders, GameId, Saved, Session, save};
use crate::shell::games::ActiveGame;
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::setup::WishedSeed;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Wish>()
        .add_systems(Update, finish_opening)
        .add_systems(OnExit(Screen::Title), give_up_opening)
        .add_observer(play_chosen)
        .add_observer(only_the_latest);
}

/// Format of saved games.
const VERSION: u32 = 1;

/// What the player wants next.
#[derive(Resource, Clone, Debug, Default)]
pub struct Wish {
    /// The game.
    pub setup: Setup,
    /// The difficulty of the settings that the setup follows.
    pub difficulty: Option<Difficulty>,
}

/// The games played one after the other between the same seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// Games won, by seat.
    pub won: [u32; 2],
    /// Games that nobody won.
    pub drawn: u32,
}

/// The game under way.
#[derive(Resource)]
pub struct Play {
    /// Its moves and state.
    pub session: Session<TicTacToe>,
    /// What it started from.
    pub setup: Setup,
    /// The series it belongs to.
    pub series: Series,
    /// Counts up when the position has changed otherwise than by a move.
    pub jumps: u32,
    /// The players of the computers' seats.
    players: [Option<Player>; 2],
    /// The strategy that was evolved for the game, for the next one and to be kept.
    strategy: Option<Arc<Strategy>>,
    /// Whether the result has been counted.
    counted: bool,
}

impl Play {
    /// The position.
    pub fn game(&self) -> &Game {
        self.session.state()
    }

    /// The seat whose turn it is; `None` when the game is over.
    pub fn turn(&self) -> Option<usize> {
        let game = self.game();
        (game.outcome() == Outcome::Playing).then(|| self.setup.seat_of(game.to_move()))
    }

    /// The computer whose turn it is.
    pub fn computer(&self) -> Option<&Player> {
        self.players[self.turn()?].as_ref()
    }

    /// Whether it is a human's turn.
    pub fn human(&self) -> bool {
        self.turn().is_some_and(|seat| self.players[seat].is_none())
    }

    /// The seat that has won.
    pub fn winner(&self) -> Option<usize> {
        match self.game().outcome() {
            Outcome::Won(side) => Some(self.setup.seat_of(side)),
            _ => None,
        }
    }

    /// The seed that the computers' chance comes from: another one in each game of the series.
    pub fn chance(&self) -> Seed {
        let [first, second] = self.series.won.map(u64::from);
        let games = first + second + u64::from(self.series.drawn);
        self.session.id().seed.child(games)
    }

    /// The strategy that was evolved for the game.
    pub fn strategy(&self) -> Option<&Arc<Strategy>> {
        self.strategy.as_ref()
    }
}

/// A game as it is saved: with its series.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    game: Saved<Cell>,
    series: Series,
    /// Whether the game has ended once and counts already.
    #[serde(default)]
    counted: bool,
}

/// Marks the entity of a run in the theatre with what it was made from.
#[derive(Component)]
struct StrategyRun(GameId);

/// The id of what the wish would give.
pub fn wished_id(world: &World) -> GameId {
    let (settings, setup) = (
        world.resource::<Settings>(),
        &world.resource::<Wish>().setup,
    );
    GameId {
        game: KEY.to_owned(),
        setup: setup.to_string(),
        // How is said only where something is searched for.
        search: match setup.evolved() {
            Some(_) => settings.search_of(KEY, evolution::usual_search),
            None => Search::default(),
        },
        seed: world.resource::<WishedSeed>().0,
        pick: Pick::Best,
    }
}

/// Starts what the wish says; an evolved opponent grows in the theatre first.
pub fn go(world: &mut World) -> Result<(), String> {
    let setup = world.resource::<Wish>().setup.clone();
    setup.check().map_err(|error| error.to_string())?;
    if setup.evolved().is_some() {
        return evolve(world, &setup);
    }
    let id = wished_id(world);
    Ok(start(world, id, None, Before::default())?)
}

/// Opens the theatre on an evolved opponent; on one that the player could beat, if none is wished.
pub fn generate(world: &mut World) -> Result<(), String> {
    let mut wish = world.resource_mut::<Wish>();
    if wish.setup.evolved().is_none() {
        let opponent = Opponent::Evolved(super::opponent::Wish::Score(70));
        wish.setup = Setup {
            seats: [Seat::Human, Seat::Computer(opponent)],
            ..Setup::default()
        };
    }
    let setup = wish.setup.clone();
    setup.check().map_err(|error| error.to_string())?;
    evolve(world, &setup)
}

fn evolve(world: &mut World, setup: &Setup) -> Result<(), String> {
    let Some(wish) = setup.evolved() else {
        return Ok(());
    };
    let id = wished_id(world);
    let live = live(StrategyProblem::new(wish), id.search.clone(), id.seed);
    let evolution = Evolution::new(live.map_err(|e| e.to_string())?, theatre::OPENING_PACE);
    let name = Name::new("Strategy run");
    let run = world.spawn((name, StrategyRun(id), evolution));
    let run = run.id();
    let about = About {
        title: "ttt.evolving",
        fault: match wish {
            super::opponent::Wish::Unbeaten => "ttt.fault.loses",
            super::opponent::Wish::Score(_) => "ttt.fault.unbeaten",
        },
    };
    theatre::open(world, run, about);
    Ok(())
}

fn play_chosen(
    chosen: On<Chosen>,
    runs: Query<(&StrategyRun, &Evolution)>,
    mut commands: Commands,
) {
    let Ok((StrategyRun(id), evolution)) = runs.get(chosen.entity) else {
        return;
    };
    let run = evolution
        .live()
        .as_any()
        .downcast_ref::<LiveRun<StrategyProblem>>();
    let individual = run.and_then(|run| run.genome(chosen.pick));
    let Some(individual) = individual.filter(|individual| individual.feasible()) else {
        return;
    };
    let id = GameId {
        pick: chosen.pick,
        ..id.clone()
    };
    commands.queue(move |world: &mut World| {
        let strategy = Some(Arc::new(individual.genome));
        if let Err(why) = start(world, id, strategy, Before::default()) {
            world.resource_mut::<Notices>().say(why.to_string());
        }
    });
}

/// What there was before a game is put up: its save, if it goes on, and the series.
#[derive(Default)]
struct Before {
    saved: Option<Saved<Cell>>,
    series: Series,
    counted: bool,
}

/// Why a game cannot be put up.
#[derive(Debug, thiserror::Error)]
enum Trouble {
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

/// Who opens a game no longer waits for the one before.
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
fn complain(world: &mut World, started: Result<(), Trouble>, of_save: bool) {
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
fn start(
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
        (Opponent::Kept(name), Some(folders)) => {
            let read = kept::read(&kept::path(folders, name));
            Some(Arc::new(read.map_err(|error| error.to_string())?))
        }
        (Opponent::Kept(name), None) => return Err(format!("nothing is kept here, so not {name}")),
        _ => None,
    };
    Ok(Player::new(opponent, setup.board, strategy))
}

/// Saves the game under way, or removes the save of one that has ended and counts its result.
pub fn keep(world: &mut World) {
    let Some(mut play) = world.get_resource_mut::<Play>() else {
        return;
    };
    let over = play.game().outcome() != Outcome::Playing;
    let count = over && !play.counted;
    if count {
        play.counted = true;
        match play.winner() {
            Some(seat) => add_one(&mut play.series.won[seat]),
            None => add_one(&mut play.series.drawn),
        }
    }
    let saved = (!over).then(|| Kept {
        game: play.session.saved(),
        series: play.series,
        counted: play.counted,
    });
    if count {
        count_result(world);
    }
    save::write(world, KEY, VERSION, saved.as_ref());
}

fn add_one(count: &mut u32) {
    *count = count.saturating_add(1);
}

/// Counts the result of a human against a computer.
fn count_result(world: &mut World) {
    let play = world.resource::<Play>();
    let humans: Vec<usize> = play.setup.humans().collect();
    let [human] = humans[..] else { return };
    let result = match play.winner() {
        Some(seat) if seat == human => Played::Won,
        Some(_) => Played::Lost,
        None => Played::Drawn,
    };
    let against = against(&play.setup, 1 - human);
    Statistics::count(world, KEY, &against, result);
}

/// What results against a seat are counted under: the board and the opponent.
pub fn against(setup: &Setup, seat: usize) -> String {
    format!("{} {}", setup.board, setup.seats[seat])
}

/// Starts the next game of the series: the same seats, the other one begins.
pub fn next_game(world: &mut World) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    let setup = Setup {
        begins: 1 - play.setup.begins,
        ..play.setup.clone()
    };
    let (series, strategy) = (play.series, play.strategy.clone());
    let old = play.session.id();
    // The seed stays where a strategy has grown from it; chance differs by the side that begins.
    let seed = if setup.evolved().is_some() {
        old.seed
    } else {
        old.seed.child(1)
    };
    let id = GameId {
        setup: setup.to_string(),
        seed,
        ..old.clone()
    };
    let before = Before {
        series,
        ..Before::default()
    };
    let started = start(world, id, strategy, before);
    complain(world, started, false);
}

/// Takes moves back, or makes them again, until a human is to move: replies of the computer go with
/// the moves they answered. Where no human is to move that way, not so far.
pub fn go_through(world: &mut World, change: fn(&mut Session<TicTacToe>)) {
    let Some(mut play) = world.get_resource_mut::<Play>() else {
        return;
    };
    let settled =
        |play: &Play| play.human() || play.turn().is_none() || play.setup.humans().count() == 0;
    let length = |play: &Play| play.session.moves().len();
    loop {
        let before = length(&play);
        change(&mut play.session);
        if length(&play) == before || settled(&play) {
            break;
        }
    }
    // A computer would make its move anew, and what followed could not be made again.
    while !settled(&play) && play.session.can_redo() {
        play.session.redo();
    }
    play.jumps += 1;
    keep(world);
}

/// Makes a move for whose turn it is.
pub fn make(world: &mut World, cell: Cell) -> Result<(), Refusal> {
    world.resource_mut::<Play>().session.play(cell)?;
    keep(world);
    Ok(())
}

/// The mark of a side in words of the language files.
pub fn mark_key(setup: &Setup, side: Side) -> &'static str {
    if setup.crosses(side) {
        "ttt.cross"
    } else {
        "ttt.nought"
    }
}
