//! Hexxagon at the table: the start of a game, its status, and the turns of the computers.

use super::players::{self, Choice, Opponent, Reason, SearchSettings};
use super::rules::{self, CellMove, Game as Position, Hexxagon, Move, Player, StuckRule};
use super::setup::{Seat, Setup};
use crate::base::{PlainError, Seed};
use crate::search::{Limits, SearchReport};
use crate::session::seat::only_rival;
use crate::session::{
    self, Challenge, ClockGame, Clocks, Ending, Folders, Game, GameFile, NextGame, Origin,
    Preparation, StartError, Status, TimeControl,
};
use crate::shell::table::computers::{self, Computers, Thinker};

/// The game under way.
pub type Table = session::Table<Hexxagon>;

/// The ending of a game that has ended without a winner. Under the rule that a player without a move has lost, the only
/// human has lost then, although two rivals who are level share the win.
fn ending_without_winner(table: &Table) -> Ending {
    let game = table.state();
    let is_stuck = game.ending() == Some(rules::Ending::Stuck) && game.stuck() == StuckRule::Loses;
    match is_stuck && table.only_human() == Some(game.mover().index()) {
        true => Ending::Lost,
        false => Ending::Drawn,
    }
}

impl Game for Hexxagon {
    const KEY: &'static str = "hexxagon";

    type Setup = Setup;
    type Opponent = Opponent;
    type Content = ();
    type Extra = Clocks;
    type File = GameFile<CellMove, Clocks>;

    fn prepare(_: &Origin<Self>, _: Option<&Folders>) -> Result<Preparation<()>, StartError> {
        // The setup itself holds evolved boards and opponents.
        Ok(Preparation::Ready(()))
    }

    fn first_state(origin: &Origin<Self>, (): &()) -> Result<Position, PlainError> {
        let board = origin.setup.check(origin.seed)?;
        let setup = &origin.setup;
        Ok(Position::beginning_with(&board, setup.stuck, setup.first))
    }

    fn status(table: &Table) -> Status {
        let game = table.state();
        if game.ending().is_none()
            && let Some(fallen) = table.seat_out_of_time()
        {
            return Status::Over(Self::ending_without(table, fallen));
        }
        match (game.ending(), game.winner()) {
            (None, _) => Status::Turn(game.mover().index()),
            (Some(_), Some(winner)) => Status::Over(Ending::Won(winner.index())),
            (Some(_), None) => Status::Over(ending_without_winner(table)),
        }
    }

    fn ending_without(table: &Table, seat: usize) -> Ending {
        match ending_without_seat(table, seat) {
            // Two rivals who are level share the win.
            Ending::Drawn if table.only_human() == Some(seat) => Ending::Lost,
            ending => ending,
        }
    }

    fn seats(setup: &Setup) -> Vec<Seat> {
        setup.seats.clone()
    }

    fn seat_human(setup: &mut Setup, seat: usize) {
        if let Some(seat) = setup.seats.get_mut(seat) {
            *seat = Seat::Human;
        }
    }

    /// Strengths are measured in games of two who begin alike.
    fn challenge(setup: &Setup) -> Option<Challenge> {
        if !setup.begins_alike() {
            return None;
        }
        only_rival(&setup.seats)?.rating().map(Challenge::Rival)
    }

    fn allows_undo(table: &Table) -> bool {
        !table.has_clocks()
    }

    fn can_restart(table: &Table) -> bool {
        table.session().can_undo() || !table.extra.are_unused()
    }

    fn restarted(table: &mut Table) {
        table.extra = Clocks::default();
    }

    fn counted_as(table: &Table) -> Option<String> {
        table
            .only_human()
            .filter(|_| table.setup().begins_alike())?;
        Some(counted_as(table.setup()))
    }

    /// A rematch: every player takes the next seat, so that another player moves first.
    fn next(table: &Table) -> NextGame<Self> {
        let mut origin = table.origin().clone();
        origin.seed = origin.seed.child(1);
        origin.setup.seats.rotate_right(1);
        NextGame {
            origin,
            extra: Clocks::default(),
            content: Some(()),
        }
    }
}

impl ClockGame for Hexxagon {
    fn time(setup: &Setup) -> Option<TimeControl> {
        setup.time
    }

    fn set_time(setup: &mut Setup, time: Option<TimeControl>) {
        setup.time = time;
    }

    fn clocks(extra: &Clocks) -> &Clocks {
        extra
    }

    fn clocks_mut(extra: &mut Clocks) -> &mut Clocks {
        extra
    }

    fn moves_of(table: &Table, seat: usize) -> u32 {
        table.state().moves_of(Player(seat as u8))
    }
}

/// The ending if a seat has lost otherwise than by the rules: the other player with most pieces wins; no one wins if
/// two have equally many.
fn ending_without_seat(table: &Table, lost: usize) -> Ending {
    let counts = table.state().counts();
    let others = || counts.iter().enumerate().filter(|(seat, _)| *seat != lost);
    let most = others().map(|(_, count)| *count).max();
    let mut best = others().filter(|(_, count)| Some(**count) == most);
    match (best.next(), best.next()) {
        (Some((seat, _)), None) => Ending::Won(seat),
        _ => Ending::Drawn,
    }
}

/// The name under which results are counted: the number of players, and the opponents.
pub(super) fn counted_as(setup: &Setup) -> String {
    let rivals = setup.seats.iter().filter(|seat| !seat.is_human());
    let mut rivals: Vec<String> = rivals.map(Seat::to_string).collect();
    rivals.sort();
    format!("{} {}", setup.seats.len(), rivals.join(" "))
}

/// The seed of the random choices in the next move.
pub(super) fn seed_of_choices(table: &Table) -> Seed {
    let move_count = u64::from(table.state().move_count());
    table.origin().seed.child(move_count + 1)
}

fn choice_of(game: &Position, choice: Choice) -> Option<computers::Choice<Hexxagon>> {
    Some(computers::Choice {
        made: game.written(choice.made)?,
        reason: choice.reason,
    })
}

impl Computers for Hexxagon {
    type Report = SearchReport<Move>;
    type Reason = Reason;

    fn thinker(table: &Table) -> Option<Thinker<Self>> {
        let computer = *table.computer()?;
        let (game, seed) = (table.state().clone(), seed_of_choices(table));
        Some(Box::new(move |stop_token, show| {
            let watch = &mut |report: &SearchReport<Move>| show(report.clone());
            choice_of(&game, computer.choose(&game, seed, stop_token, watch)?)
        }))
    }

    fn quick_choice(table: &Table) -> Option<computers::Choice<Self>> {
        let (game, seed) = (table.state(), seed_of_choices(table));
        choice_of(
            game,
            Opponent::Set(6).choose(game, seed, &Default::default(), &mut |_| {})?,
        )
    }

    fn report_of(reason: &Reason) -> Option<SearchReport<Move>> {
        reason.report().cloned()
    }
}

/// The number of nodes of the search for a hint, which takes about 5 ms.
const HINT_NODES: u64 = 10_000;

/// A good move for the player to move, found at once.
pub(super) fn good_move(table: &Table) -> Option<CellMove> {
    let settings = SearchSettings {
        limits: Limits::nodes(HINT_NODES),
        ..SearchSettings::default()
    };
    let game = table.state();
    let report = players::search(game, &settings, &Default::default(), &mut |_| {})?;
    game.written(report.best_move()?)
}
