//! From a wish to a game under way: starting, evolving what it needs, saving, and taking back.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::KEY;
use super::boards::{self, BoardProblem};
use super::opponents::{self, WeightsProblem};
use super::players::Opponent;
use super::rules::{CellMove, Game, Hexxagon, MoveError, MoveEvent, Player, StuckRule};
use super::setup::{BoardChoice, Seat, Setup, SetupError};
use crate::generation::task::{Evolution, LiveRun, live};
use crate::shell::theatre::{self, About, Chosen};
use crate::generation::{Pick, Search, Seed};
use crate::session::statistics::{Played, Statistics};
use crate::session::{Difficulty, GameId, Saved, Session, save};
use crate::shell::games::ActiveGame;
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::setup::WishedSeed;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Wish>()
        .add_observer(play_on_chosen)
        .add_observer(play_against_chosen);
}

/// Format of saved games.
const VERSION: u32 = 1;

/// What the player wants next.
#[derive(Resource, Clone, Debug, Default)]
pub struct Wish {
    /// The game.
    pub setup: Setup,
    /// The opponent to evolve.
    pub opponent: opponents::OpponentSpec,
    /// The board to evolve; its players are those of the setup.
    pub board: boards::BoardSpec,
    /// The difficulty of the settings that the setup follows.
    pub difficulty: Option<Difficulty>,
}

/// The game under way.
#[derive(Resource)]
pub struct Play {
    /// Its moves and state.
    pub session: Session<Hexxagon>,
    /// What it started from.
    pub setup: Setup,
    /// Counts up when the position has changed otherwise than by a move.
    pub jumps: u32,
    /// Whether the result has been counted.
    counted: bool,
}

impl Play {
    /// The position.
    pub fn game(&self) -> &Game {
        self.session.state()
    }

    /// Whose turn it is; `None` when the game is over.
    pub fn turn(&self) -> Option<Player> {
        let game = self.game();
        game.ending().is_none().then(|| game.mover())
    }

    /// The computer whose turn it is.
    pub fn computer(&self) -> Option<Opponent> {
        match self.setup.seats[self.turn()?.index()] {
            Seat::Computer(opponent) => Some(opponent),
            Seat::Human => None,
        }
    }

    /// Whether it is a human's turn.
    pub fn human(&self) -> bool {
        self.turn().is_some() && self.computer().is_none()
    }

    /// Whether no human plays.
    pub fn alone(&self) -> bool {
        self.setup.humans().count() == 0
    }

    /// The seed that chance in a move comes from.
    pub fn chance(&self) -> Seed {
        let moved = u64::from(self.game().moved());
        self.session.id().seed.child(moved + 1)
    }
}

/// A game as it is saved.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    game: Saved<CellMove>,
    /// Whether the game has ended once and counts already.
    #[serde(default)]
    counted: bool,
}

/// The id of what the wish would give.
pub fn wished_id(world: &World) -> GameId {
    id_of(&world.resource::<Wish>().setup, world)
}

fn id_of(setup: &Setup, world: &World) -> GameId {
    GameId {
        game: KEY.to_owned(),
        setup: setup.to_string(),
        search: Search::default(),
        seed: world.resource::<WishedSeed>().0,
        pick: Pick::Best,
    }
}

/// Starts what the wish says.
pub fn go(world: &mut World) -> Result<(), String> {
    let id = wished_id(world);
    open(world, &id)
}

/// Starts what an id says.
pub fn open(world: &mut World, id: &GameId) -> Result<(), String> {
    start(world, id.clone(), None).map_err(|why| why.to_string())
}

/// Why a game cannot be put up.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Move(#[from] crate::session::record::BadMove),
}

/// Goes on with the saved game. A broken save is set aside.
pub fn resume(world: &mut World) -> Result<(), String> {
    let Some(kept) = save::read::<Kept>(world, KEY, VERSION) else {
        return Ok(());
    };
    let id = kept.game.id.parse::<GameId>();
    let id = id.map_err(|why| why.to_string());
    let started = id.and_then(|id| start(world, id, Some(kept)).map_err(|why| why.to_string()));
    if let Err(why) = started {
        save::give_up(world, KEY, why);
    }
    Ok(())
}

/// Puts up the board.
fn start(world: &mut World, id: GameId, kept: Option<Kept>) -> Result<(), Trouble> {
    let setup: Setup = id.setup.parse()?;
    let board = setup.check(id.seed)?;
    let game = Game::new(&board, setup.stuck);
    let (session, counted): (Session<Hexxagon>, bool) = match kept {
        None => (Session::new(id, game), false),
        Some(kept) => (Session::replay(id, game, &kept.game)?, kept.counted),
    };
    let jumps = world
        .get_resource::<Play>()
        .map_or(0, |play| play.jumps + 1);
    world.insert_resource(Play {
        counted: counted || session.state().ending().is_some(),
        session,
        setup,
        jumps,
    });
    keep(world);
    world.resource_mut::<ActiveGame>().0 = Some(KEY);
    world.resource_mut::<NextState<Screen>>().set(Screen::Play);
    Ok(())
}

/// Marks the run of a board with the setup that it is for.
#[derive(Component)]
struct BoardRun(Setup);

/// Marks the run of an opponent with the setup that it is for.
#[derive(Component)]
struct OpponentRun(Setup);

/// Opens the theatre on what the settings ask for: a board.
pub fn generate(world: &mut World) -> Result<(), String> {
    evolve_board(world)
}

/// Opens the theatre on a board.
pub fn evolve_board(world: &mut World) -> Result<(), String> {
    let wish = world.resource::<Wish>().clone();
    let board = boards::BoardSpec {
        players: wish.setup.seats.len(),
        ..wish.board
    };
    let search = world
        .resource::<Settings>()
        .search_of(KEY, boards::usual_search);
    let seed = world.resource::<WishedSeed>().0;
    let run = live(BoardProblem::new(board, seed), search, seed);
    let evolution = Evolution::new(run.map_err(|why| why.to_string())?, theatre::OPENING_PACE);
    let name = Name::new("Board run");
    let run = world.spawn((name, BoardRun(wish.setup), evolution)).id();
    let about = About {
        title: "hex.evolving.board",
        fault: Some("hex.fault.board"),
        ..default()
    };
    theatre::open(world, run, about);
    Ok(())
}

/// Opens the theatre on an opponent, for the board of the wish.
pub fn evolve_opponent(world: &mut World) -> Result<(), String> {
    let wish = world.resource::<Wish>().clone();
    let seed = world.resource::<WishedSeed>().0;
    // It is measured against one rival; on a board for three, it learns on the usual one for two.
    let two = wish.setup.seats.len() == 2;
    let ground = if two {
        wish.setup.board
    } else {
        Setup::default().board
    };
    let stuck = if two {
        wish.setup.stuck
    } else {
        StuckRule::usual(2)
    };
    let board = ground.build(seed).map_err(|why| why.to_string())?;
    let problem = WeightsProblem::new(wish.opponent, &board, stuck, seed);
    let run = live(problem, opponents::usual_search(), seed);
    let evolution = Evolution::new(run.map_err(|why| why.to_string())?, theatre::OPENING_PACE);
    let name = Name::new("Opponent run");
    let run = world.spawn((name, OpponentRun(wish.setup), evolution)).id();
    let about = About {
        title: "hex.evolving.opponent",
        ..default()
    };
    theatre::open(world, run, about);
    Ok(())
}

fn play_on_chosen(
    chosen: On<Chosen>,
    runs: Query<(&BoardRun, &Evolution)>,
    mut commands: Commands,
) {
    let Ok((BoardRun(setup), evolution)) = runs.get(chosen.entity) else {
        return;
    };
    let run = evolution.live().as_any();
    let run = run.downcast_ref::<LiveRun<BoardProblem>>();
    let individual = run.and_then(|run| run.genome(chosen.pick));
    let Some(individual) = individual.filter(|individual| individual.feasible()) else {
        return;
    };
    let setup = Setup {
        board: BoardChoice::Custom(individual.genome),
        ..setup.clone()
    };
    commands.queue(move |world: &mut World| start_wished(world, setup));
}

fn play_against_chosen(
    chosen: On<Chosen>,
    runs: Query<(&OpponentRun, &Evolution)>,
    mut commands: Commands,
) {
    let Ok((OpponentRun(setup), evolution)) = runs.get(chosen.entity) else {
        return;
    };
    let run = evolution.live().as_any();
    let run = run.downcast_ref::<LiveRun<WeightsProblem>>();
    let Some(individual) = run.and_then(|run| run.genome(chosen.pick)) else {
        return;
    };
    let evolved = Seat::Computer(Opponent::Weights(individual.genome));
    let mut setup = setup.clone();
    // It takes the computers' seats; where there is none, the last one.
    let last = setup.seats.len() - 1;
    let computers = setup.seats.iter().any(|seat| *seat != Seat::Human);
    for (at, seat) in setup.seats.iter_mut().enumerate() {
        if *seat != Seat::Human || (!computers && at == last) {
            *seat = evolved;
        }
    }
    commands.queue(move |world: &mut World| start_wished(world, setup));
}

/// Makes a setup the wish, and starts it.
fn start_wished(world: &mut World, setup: Setup) {
    world.resource_mut::<Wish>().setup = setup;
    if let Err(why) = go(world) {
        world.resource_mut::<Notices>().say(why);
    }
}

/// Saves the game under way, or removes the save of one that has ended and counts its result.
pub fn keep(world: &mut World) {
    let Some(mut play) = world.get_resource_mut::<Play>() else {
        return;
    };
    let over = play.turn().is_none();
    let count = over && !play.counted;
    play.counted |= over;
    let saved = (!over).then(|| Kept {
        game: play.session.saved(),
        counted: play.counted,
    });
    if count {
        count_result(world);
    }
    save::write(world, KEY, VERSION, saved.as_ref());
}

/// Counts the result of the only human.
fn count_result(world: &mut World) {
    let play = world.resource::<Play>();
    let humans: Vec<usize> = play.setup.humans().collect();
    let [human] = humans[..] else { return };
    let result = match play.game().winner() {
        Some(winner) if winner.index() == human => Played::Won,
        Some(_) => Played::Lost,
        None => Played::Drawn,
    };
    let against = against(&play.setup);
    Statistics::count(world, KEY, &against, result, 0);
}

/// What results are counted under: how many play, and against whom.
pub fn against(setup: &Setup) -> String {
    let rivals = setup.seats.iter().filter(|seat| **seat != Seat::Human);
    let mut rivals: Vec<String> = rivals.map(Seat::to_string).collect();
    rivals.sort();
    format!("{} {}", setup.seats.len(), rivals.join(" "))
}

/// Starts the game again with another seed; chance falls otherwise, and boards with holes differ.
pub fn next_game(world: &mut World) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    let old = play.session.id();
    let id = GameId {
        seed: old.seed.child(1),
        ..old.clone()
    };
    if let Err(why) = open(world, &id) {
        world.resource_mut::<Notices>().say(why);
    }
}

/// Takes moves back, or makes them again, until a human is to move: replies of computers go with the
/// moves they answered. Where no human is to move that way, not so far.
pub fn go_through(world: &mut World, change: fn(&mut Session<Hexxagon>)) {
    let Some(mut play) = world.get_resource_mut::<Play>() else {
        return;
    };
    let settled = |play: &Play| play.human() || play.turn().is_none() || play.alone();
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

/// Goes to the position after so many moves, to look at it.
pub fn go_to(world: &mut World, moves: usize) {
    let Some(mut play) = world.get_resource_mut::<Play>() else {
        return;
    };
    while play.session.moves().len() > moves {
        play.session.undo();
    }
    while play.session.moves().len() < moves && play.session.can_redo() {
        play.session.redo();
    }
    // Nothing is saved: the save stays where the game is.
    play.jumps += 1;
}

/// Makes a move for whose turn it is, and saves the game.
pub fn make(world: &mut World, made: CellMove) -> Result<MoveEvent, MoveError> {
    let turn = world.resource_mut::<Play>().session.play(made)?;
    keep(world);
    Ok(turn)
}
