//! Tic-tac-toe at the table: the start of a game, its status, the series, the clocks, and the turns of the computers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::form;
use super::opponents::StrategyProblem;
use super::opponents::{code, saved};
use super::players::{Choice, MoveReason, Opponent, Player, SearchMode, Strategy, search};
use super::rules::{Board, Cell, Game as Position, Side, Status as PositionStatus, TicTacToe};
use super::setup::{Seat, Setup};
use crate::base::{PlainError, Seed};
use crate::generation::{EvolutionParameters, Rerun};
use crate::search::{Limits, SearchReport};
use crate::session::form::RivalScore;
use crate::session::seat::only_rival;
use crate::session::{
    self, Challenge, ClockGame, Clocks, Ending, Folders, Game, GameFile, NextGame, Origin,
    Preparation, RecordedGame, StartError, Status, TimeControl,
};
use crate::shell::table::computers::{self, Computers, Thinker};

/// The game under way.
pub type Table = session::Table<TicTacToe>;

/// The data of a game beside its moves: the series, that is the games that the same seats have played one after the
/// other, and the clocks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Extra {
    /// Games of the series won, by seat.
    pub won: [u32; 2],
    /// Drawn games of the series.
    pub drawn: u32,
    /// The clocks of this game.
    #[serde(default, skip_serializing_if = "Clocks::are_unused")]
    pub clocks: Clocks,
}

/// The players, which are made before a game starts.
#[derive(Clone, Debug)]
pub struct Content {
    /// The players of the computers' seats.
    players: [Option<Player>; 2],
    /// The strategy that was evolved for the game.
    pub strategy: Option<Arc<Strategy>>,
}

impl Content {
    /// Makes the players of a setup. Refuses a strategy whose file cannot be read.
    pub(super) fn new(
        setup: &Setup,
        strategy: Option<Arc<Strategy>>,
        folders: Option<&Folders>,
    ) -> Result<Self, StartError> {
        let strategy_of = |opponent: &Opponent| strategy_of(opponent, strategy.clone(), folders);
        let players = players_of(setup, strategy_of)?;
        Ok(Content { players, strategy })
    }

    /// Makes the players of a setup whose saved opponent is this strategy. Its file may not be written yet.
    pub(super) fn with_saved(setup: &Setup, saved: &Arc<Strategy>) -> Result<Self, StartError> {
        Ok(Content {
            players: players_of(setup, |_| Ok(Some(Arc::clone(saved))))?,
            strategy: None,
        })
    }
}

/// Makes the players of the computers' seats. `strategy_of` returns the strategy of an opponent that has one.
fn players_of(
    setup: &Setup,
    strategy_of: impl Fn(&Opponent) -> Result<Option<Arc<Strategy>>, StartError>,
) -> Result<[Option<Player>; 2], StartError> {
    let mut players = [None, None];
    for (player, seat) in players.iter_mut().zip(&setup.seats) {
        if let Seat::Computer(opponent) = seat {
            let made = Player::new(opponent, setup.board, strategy_of(opponent)?);
            *player = Some(made.map_err(|why| StartError::Missing(why.into()))?);
        }
    }
    Ok(players)
}

/// The strategy of an opponent, from the run or from its file.
fn strategy_of(
    opponent: &Opponent,
    evolved: Option<Arc<Strategy>>,
    folders: Option<&Folders>,
) -> Result<Option<Arc<Strategy>>, StartError> {
    match (opponent, folders) {
        (Opponent::Evolved(_), _) => Ok(evolved),
        (Opponent::Saved(name), Some(folders)) => {
            let read = saved::read(&saved::library(folders).path(name));
            let read = read.map_err(|why| StartError::Missing(why.into()))?;
            Ok(Some(Arc::new(read)))
        }
        (Opponent::Saved(name), None) => {
            let why = format!("no strategy is saved under the name {name}");
            Err(StartError::Missing(PlainError::new(why)))
        }
        _ => Ok(None),
    }
}

impl Game for TicTacToe {
    const KEY: &'static str = "tic-tac-toe";
    const SCORES: Option<fn(&[RecordedGame]) -> Vec<RivalScore>> = Some(form::scores);

    type Setup = Setup;
    type Opponent = Opponent;
    type Content = Content;
    type Extra = Extra;
    type File = GameFile<Cell, Extra>;

    fn parameters_for(setup: &Setup, wanted: EvolutionParameters) -> EvolutionParameters {
        // The search parameters belong to the id only if a strategy is evolved.
        match setup.evolved() {
            Some(_) => wanted,
            None => EvolutionParameters::default(),
        }
    }

    fn prepare(
        origin: &Origin<Self>,
        folders: Option<&Folders>,
    ) -> Result<Preparation<Content>, StartError> {
        let setup = origin.setup.clone();
        let Some(goal) = setup.evolved() else {
            return Ok(Preparation::Ready(Content::new(&setup, None, folders)?));
        };
        if let Some(genome) = &origin.genome {
            let strategy = code::read(genome);
            let strategy = strategy.map_err(|why| StartError::Content(why.into()))?;
            let content = Content::new(&setup, Some(Arc::new(strategy)), folders)?;
            return Ok(Preparation::Ready(content));
        }
        let problem = StrategyProblem::new(goal);
        let mut rerun = Rerun::new(problem, &origin.parameters, origin.seed, origin.pick)
            .map_err(|why| StartError::Content(why.into()))?;
        let folders = folders.cloned();
        Ok(Preparation::Working(Box::pin(async move {
            rerun.finish().await;
            let individual = rerun.individual()?;
            let strategy = Arc::new(individual.genome.clone());
            Ok(Content::new(&setup, Some(strategy), folders.as_ref())?)
        })))
    }

    fn first_state(origin: &Origin<Self>, _: &Content) -> Result<Position, PlainError> {
        Ok(Position::new(origin.setup.board))
    }

    fn status(table: &Table) -> Status {
        let (game, setup) = (table.state(), table.setup());
        match (game.status(), table.seat_out_of_time()) {
            (PositionStatus::Playing, None) => Status::Turn(setup.seat_of(game.to_move())),
            (PositionStatus::Playing, Some(fallen)) => Status::Over(Ending::Won(1 - fallen)),
            (PositionStatus::Won(side), _) => Status::Over(Ending::Won(setup.seat_of(side))),
            (PositionStatus::Drawn, _) => Status::Over(Ending::Drawn),
        }
    }

    fn seats(setup: &Setup) -> Vec<Seat> {
        setup.seats.to_vec()
    }

    /// A replay needs the moves alone; its players may take long to make, or be missing.
    fn replay_content(_: &Origin<Self>) -> Option<Content> {
        Some(Content {
            players: [None, None],
            strategy: None,
        })
    }

    fn seat_human(setup: &mut Setup, seat: usize) {
        if let Some(seat) = setup.seats.get_mut(seat) {
            *seat = Seat::Human;
        }
    }

    /// Strengths are measured on the usual board.
    fn challenge(setup: &Setup) -> Option<Challenge> {
        let rival = only_rival(&setup.seats)?;
        let rating = rival.rating().filter(|_| setup.board.is_usual());
        rating.map(Challenge::Rival)
    }

    fn allows_undo(table: &Table) -> bool {
        !table.has_clocks()
    }

    fn can_restart(table: &Table) -> bool {
        table.session().can_undo() || !table.extra.clocks.are_unused()
    }

    fn restarted(table: &mut Table) {
        table.extra.clocks = Clocks::default();
    }

    fn counted_as(table: &Table) -> Option<String> {
        let rival = 1 - table.only_human()?;
        let setup = table.setup();
        Some(match &setup.seats[rival] {
            Seat::Computer(opponent) if is_chosen(table, opponent) => {
                format!("{} {CHOSEN}", setup.board)
            }
            _ => counted_as(setup, rival),
        })
    }

    fn ended(table: &mut Table) {
        let count = match table.ending() {
            Some(Ending::Won(seat)) => &mut table.extra.won[seat],
            _ => &mut table.extra.drawn,
        };
        *count = count.saturating_add(1);
    }

    /// The next game of the series: the same seats, but the other one begins.
    fn next(table: &Table) -> NextGame<Self> {
        let mut origin = table.origin().clone();
        origin.setup.begins = 1 - origin.setup.begins;
        // A strategy that was evolved from the seed keeps it. Otherwise each game of the series has its own seed.
        if origin.setup.evolved().is_none() {
            origin.seed = origin.seed.child(1);
        }
        let extra = Extra {
            clocks: Clocks::default(),
            ..table.extra.clone()
        };
        NextGame {
            origin,
            extra,
            content: Some(table.content.clone()),
        }
    }

    /// Another game of the series, in which the same seat begins.
    fn other(table: &Table, seed: Seed) -> NextGame<Self> {
        let mut other = Self::next(table);
        other.origin.setup = table.setup().clone();
        if other.origin.setup.evolved().is_none() {
            other.origin.seed = seed;
        }
        other
    }
}

impl ClockGame for TicTacToe {
    fn time(setup: &Setup) -> Option<TimeControl> {
        setup.time
    }

    fn set_time(setup: &mut Setup, time: Option<TimeControl>) {
        setup.time = time;
    }

    fn clocks(extra: &Extra) -> &Clocks {
        &extra.clocks
    }

    fn clocks_mut(extra: &mut Extra) -> &mut Clocks {
        &mut extra.clocks
    }

    /// After an odd number of moves the side that began has made one more than the other.
    fn moves_of(table: &Table, seat: usize) -> u32 {
        let made = table.moves().len() as u32;
        match table.setup().side_of(seat) {
            Side::First => made.div_ceil(2),
            Side::Second => made / 2,
        }
    }
}

/// The name under which results against strategies are counted that a player has chosen, behind the board.
pub(super) const CHOSEN: &str = "chosen";

/// Whether an opponent is a strategy that a player has chosen in a run or made. Its score is not the one in its name.
pub(super) fn is_chosen(table: &Table, opponent: &Opponent) -> bool {
    matches!(opponent, Opponent::Evolved(_)) && !table.origin().is_outcome_of_run()
}

/// The name under which results against a seat are counted: the board and the opponent.
pub(super) fn counted_as(setup: &Setup, seat: usize) -> String {
    format!("{} {}", setup.board, setup.seats[seat])
}

/// The seed of the computers' random choices. Each game of the series has its own.
fn seed_of_choices(table: &Table) -> Seed {
    let [first, second] = table.extra.won.map(u64::from);
    let games = first + second + u64::from(table.extra.drawn);
    table.origin().seed.child(games)
}

fn choice_of(choice: Choice) -> computers::Choice<TicTacToe> {
    computers::Choice {
        made: choice.cell,
        reason: choice.why,
    }
}

impl Computers for TicTacToe {
    type Report = SearchReport<Cell>;
    type Reason = MoveReason;

    fn thinker(table: &Table) -> Option<Thinker<Self>> {
        let player = table.content.players[table.turn()?].clone()?;
        let (game, seed) = (table.state().clone(), seed_of_choices(table));
        Some(Box::new(move |stop_token, show| {
            let watch = |report: &SearchReport<Cell>| show(report.clone());
            player.choose(&game, seed, stop_token, watch).map(choice_of)
        }))
    }

    fn quick_choice(table: &Table) -> Option<computers::Choice<Self>> {
        let seed = seed_of_choices(table);
        let choice = Player::Rules.choose(table.state(), seed, &Default::default(), |_| {});
        choice.map(choice_of)
    }

    fn report_of(reason: &MoveReason) -> Option<SearchReport<Cell>> {
        match reason {
            MoveReason::Search(report) => Some(report.clone()),
            _ => None,
        }
    }
}

/// A good move for the player to move, found at once.
pub(super) fn good_move(table: &Table) -> Option<Cell> {
    // A node of a larger board takes longer.
    let nodes = match table.setup().board {
        Board::Lines(lines) if lines.cells() <= 25 => 8_000,
        _ => 3_000,
    };
    search(
        table.state(),
        Limits::nodes(nodes),
        SearchMode::Solve,
        &Default::default(),
        |_| {},
    )?
    .best_move()
}
