//! From a wish to a game under way: evolving an opponent, starting, saving, and the series.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once, yield_now};
use bevy::tasks::{AsyncComputeTaskPool, Task};
use serde::{Deserialize, Serialize};

use super::KEY;
use super::opponent::evolution::{self, StrategyProblem};
use super::opponent::{Opponent, Player, Strategy, kept};
use super::rules::{Cell, Game, Outcome, Side, TicTacToe};
use super::setup::{Seat, Setup};
use crate::generation::task::{Evolution, LiveRun, live};
use crate::generation::theatre::{self, About, Chosen};
use crate::generation::{Again, Pick, Search};
use crate::session::statistics::{Played, Statistics};
use crate::session::{Difficulty, Folders, GameId, Saved, Session, save};
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::setup::WishedSeed;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Wish>()
        .add_systems(Update, finish_opening)
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
}

/// Marks the entity of a run in the theatre with what it was made from.
#[derive(Component)]
struct StrategyRun(GameId, Series);

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
    start(world, id, None, Series::default(), None)
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
    let run = world.spawn((name, StrategyRun(id, Series::default()), evolution));
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
    let Ok((StrategyRun(id, series), evolution)) = runs.get(chosen.entity) else {
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
    let (id, series) = (
        GameId {
            pick: chosen.pick,
            ..id.clone()
        },
        *series,
    );
    commands.queue(move |world: &mut World| {
        let strategy = Some(Arc::new(individual.genome));
        if let Err(why) = start(world, id, strategy, series, None) {
            world.resource_mut::<Notices>().say(why);
        }
    });
}

/// A game on its way from an id to the board: its strategy grows again.
#[derive(Component)]
struct Opening {
    id: GameId,
    saved: Option<(Saved<Cell>, Series)>,
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

/// Starts what an id says.
pub fn open(world: &mut World, id: &GameId) -> Result<(), String> {
    open_saved(world, id.clone(), None)
}

fn open_saved(
    world: &mut World,
    id: GameId,
    saved: Option<(Saved<Cell>, Series)>,
) -> Result<(), String> {
    let setup: Setup = id
        .setup
        .parse()
        .map_err(|e: super::setup::BadSetup| e.to_string())?;
    let Some(wish) = setup.evolved() else {
        let (saved, series) = saved.unzip();
        return start(world, id, None, series.unwrap_or_default(), saved);
    };
    let again = Again::new(StrategyProblem::new(wish), &id.search, id.seed, id.pick);
    let task = AsyncComputeTaskPool::get().spawn(regrow(again.map_err(|e| e.to_string())?));
    world.spawn((Name::new("Game opening"), Opening { id, saved, task }));
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
        let (id, saved) = (opening.id.clone(), opening.saved.take());
        commands.entity(entity).despawn();
        commands.queue(move |world: &mut World| {
            let (saved, series) = saved.unzip();
            let (of_save, series) = (saved.is_some(), series.unwrap_or_default());
            let started = strategy.and_then(|s| start(world, id, Some(s), series, saved));
            match started {
                Ok(()) => {}
                Err(why) if of_save => save::give_up(world, KEY, why),
                Err(why) => world.resource_mut::<Notices>().say(why),
            }
        });
    }
}

/// Goes on with the saved game. A broken save is set aside.
pub fn resume(world: &mut World) -> Result<(), String> {
    let Some(kept) = save::read::<Kept>(world, KEY, VERSION) else {
        return Ok(());
    };
    let opened = kept
        .game
        .id
        .parse()
        .map_err(|e: crate::session::BadId| e.to_string())
        .and_then(|id| open_saved(world, id, Some((kept.game, kept.series))));
    opened.or_else(|why| {
        save::give_up(world, KEY, why);
        Ok(())
    })
}

/// Seats the players and puts up the board.
fn start(
    world: &mut World,
    id: GameId,
    strategy: Option<Arc<Strategy>>,
    series: Series,
    saved: Option<Saved<Cell>>,
) -> Result<(), String> {
    let setup: Setup = id
        .setup
        .parse()
        .map_err(|e: super::setup::BadSetup| e.to_string())?;
    let folders = world.get_resource::<Folders>();
    let mut players = [None, None];
    for (player, seat) in players.iter_mut().zip(&setup.seats) {
        if let Seat::Computer(opponent) = seat {
            *player = Some(seated(opponent, &setup, strategy.clone(), folders)?);
        }
    }
    let game = Game::new(setup.board);
    let session: Session<TicTacToe> = match saved {
        None => Session::new(id, game),
        Some(saved) => Session::replay(id, game, &saved).map_err(|error| error.to_string())?,
    };
    let jumps = world
        .get_resource::<Play>()
        .map_or(0, |play| play.jumps + 1);
    let counted = session.state().outcome() != Outcome::Playing;
    world.insert_resource(Play {
        session,
        setup,
        series,
        jumps,
        players,
        strategy,
        counted,
    });
    keep(world);
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
            Some(seat) => play.series.won[seat] += 1,
            None => play.series.drawn += 1,
        }
    }
    let saved = (!over).then(|| Kept {
        game: play.session.saved(),
        series: play.series,
    });
    if count {
        count_result(world);
    }
    save::write(world, KEY, VERSION, saved.as_ref());
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
    if let Err(why) = start(world, id, strategy, series, None) {
        world.resource_mut::<Notices>().say(why);
    }
}

/// Takes moves back, or makes them again, until a human is to move: replies of the computer go with
/// the moves they answered.
pub fn go_through(world: &mut World, change: fn(&mut Session<TicTacToe>)) {
    let Some(mut play) = world.get_resource_mut::<Play>() else {
        return;
    };
    loop {
        let before = play.session.moves().len();
        change(&mut play.session);
        let all_computers = play.setup.humans().count() == 0;
        let moved = play.session.moves().len() != before;
        if !moved || all_computers || play.human() || play.turn().is_none() {
            break;
        }
    }
    play.jumps += 1;
    keep(world);
}

/// Makes a move for whose turn it is. False if the rules refuse it.
pub fn make(world: &mut World, cell: Cell) -> bool {
    let mut play = world.resource_mut::<Play>();
    let made = play.session.play(cell).is_ok();
    if made {
        keep(world);
    }
    made
}

/// The mark of a side in words of the language files.
pub fn mark_key(setup: &Setup, side: Side) -> &'static str {
    if setup.crosses(side) {
        "ttt.cross"
    } else {
        "ttt.nought"
    }
}
