//! From a wish to a game under way: evolving an opponent, starting, saving, and the series.

use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::KEY;
use super::opening::{Before, complain, start};
use super::opponent::evolution::{self, StrategyProblem};
use super::opponent::{Opponent, Player, Strategy};
use super::rules::{Cell, Game, Outcome, Refusal, Side, TicTacToe};
use super::setup::{Seat, Setup};
use crate::generation::task::{Evolution, LiveRun, live};
use crate::generation::theatre::{self, About, Chosen};
use crate::generation::{Pick, Search, Seed};
use crate::session::statistics::{Played, Statistics};
use crate::session::{Difficulty, GameId, Saved, Session, save};
use crate::shell::notice::Notices;
use crate::shell::settings::Settings;
use crate::shell::setup::WishedSeed;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Wish>().add_observer(play_chosen);
}

/// Format of saved games.
pub(super) const VERSION: u32 = 1;

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
    pub(super) players: [Option<Player>; 2],
    /// The strategy that was evolved for the game, for the next one and to be kept.
    pub(super) strategy: Option<Arc<Strategy>>,
    /// Whether the result has been counted.
    pub(super) counted: bool,
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
pub(super) struct Kept {
    pub(super) game: Saved<Cell>,
    pub(super) series: Series,
    /// Whether the game has ended once and counts already.
    #[serde(default)]
    pub(super) counted: bool,
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
        let opponent = Opponent::Evolved(super::opponent::StrategyGoal::Score(70));
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
        fault: Some(match wish {
            super::opponent::StrategyGoal::Unbeaten => "ttt.fault.loses",
            super::opponent::StrategyGoal::Score(_) => "ttt.fault.unbeaten",
        }),
        ..default()
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
    Statistics::count(world, KEY, &against, result, 0);
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
