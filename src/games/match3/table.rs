//! Match-3 at the table: how a game starts, its clock, how it ends, and its save file.

use serde::{Deserialize, Serialize};

use super::level::{Mode, Setup};
use super::players::RatedPlayer;
use super::playtest::on_pools::calibrate_on_pools;
use super::playtest::{BoardSearch, CalibratedLevel};
use super::rules::{Game as Position, Match3, Status as PositionStatus, Swap};
use super::stop_number::StopNumber;
use crate::base::PlainError;
use crate::generation::{EvolutionParameters, Purpose};
use crate::session::played::{Announcement, SuccessOf};
use crate::session::{
    self as session, Ending, Folders, Game, NoOpponent, Origin, Preparation, SaveFile, SavedGame,
    StartError, Status,
};

/// The game under way.
pub type Table = session::Table<Match3>;

/// The extra data of a match-3 game, which the table keeps beside its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Attempt {
    /// Seconds played since the start or the last restart, which are those of the clock in a game against time.
    pub seconds: f32,
    /// The stop of the journey that it is a try of, or beside which the side stop lies.
    pub stop: Option<u32>,
    /// The side stop that it is a try of, from 1; 0 on the main way.
    #[serde(skip_serializing_if = "is_main_way")]
    pub side: u8,
    /// The number of swaps that the strong player has shown. One costs a star, or the record.
    pub strong_hints: u32,
    /// Whether the player has asked for a hint while every hint costs a star.
    pub paid_hint: bool,
    /// Whether the level was made on this machine, so that a player model in its setup is the player's own. The model in an id
    /// may be that of whoever has shared it. Replays do not keep this, because nothing is counted in them.
    #[serde(skip)]
    pub made_here: bool,
    /// Whether the player has ended a game that has no end of its own.
    pub is_finished: bool,
    /// The most points of such a game before this one.
    #[serde(skip)]
    pub record: u32,
}

/// Whether the number within a side shoot is 0, which stands for the main way. Files leave this number out then, so
/// that earlier versions can read them.
fn is_main_way(side: &u8) -> bool {
    *side == 0
}

impl Attempt {
    /// A try of a stop of the journey, or a game apart from the journey.
    pub fn at(stop: Option<StopNumber>) -> Self {
        Attempt {
            stop: stop.map(|stop| stop.main),
            side: stop.map_or(0, |stop| stop.side),
            ..Attempt::default()
        }
    }

    /// The stop of the journey that it is a try of, on the main way or on a side shoot.
    pub fn stop_number(&self) -> Option<StopNumber> {
        let side = self.side;
        self.stop.map(|main| StopNumber { main, side })
    }

    /// Whether help has cost a star, or the record. More help costs no more.
    pub fn has_paid(&self) -> bool {
        self.strong_hints > 0 || self.paid_hint
    }
}

impl Table {
    /// The mode of the game.
    pub fn mode(&self) -> Mode {
        self.setup().mode
    }

    /// The stars of a level: three are the most, a lost level has none. Help of the strong player costs one, and so
    /// does any hint where the player wants that, but a won level keeps its last one.
    pub fn stars(&self) -> u8 {
        self.stars_after_help(self.state().stars())
    }

    /// The stars that the level has given, or would give if the next move won it.
    pub fn stars_if_won(&self) -> u8 {
        self.stars_after_help(self.state().stars_if_won())
    }

    /// The stars that are left of those that were earned when help has its price.
    fn stars_after_help(&self, earned: u8) -> u8 {
        let cost = u8::from(self.extra.has_paid());
        earned.saturating_sub(cost).max(earned.min(1))
    }

    /// The stop of the journey to which the level belongs, or belonged in the game of a replay.
    pub fn shown_stop(&self) -> Option<StopNumber> {
        self.newest_extra().stop_number()
    }

    /// Seconds left, where there is a clock.
    pub fn seconds_left(&self) -> Option<f32> {
        match self.mode() {
            Mode::Timed(seconds) => Some((f32::from(seconds) - self.extra.seconds).max(0.0)),
            Mode::Level | Mode::Endless => None,
        }
    }

    /// Whether moves can be taken back: not against the clock, and not on the journey.
    pub fn allows_undo(&self) -> bool {
        !matches!(self.mode(), Mode::Timed(_)) && self.extra.stop.is_none()
    }

    /// The name under which its results are counted.
    pub(super) fn result_name(&self) -> String {
        match self.mode() {
            Mode::Endless => "endless".to_owned(),
            Mode::Timed(seconds) => format!("timed {seconds}"),
            Mode::Level if self.extra.stop.is_some() => "journey".to_owned(),
            Mode::Level => {
                let rate = self.content.goal.map_or(0.0, |goal| goal.rate);
                format!("{:.0}", (rate / 5.0).round() * 5.0)
            }
        }
    }
}

impl Game for Match3 {
    const KEY: &'static str = "match3";
    /// Version 1 had levels alone. The files of all versions are still read.
    const SAVE_FORMAT: u32 = 3;
    /// In version 1 the boards were scattered and unsymmetric by default, siblings shared seeds with the levels of a
    /// batch, levels to be cleared had at most 60 moves, and a combination of power pieces counted some blocks twice.
    const ID_VERSION: u32 = 2;
    const COUNTS_AGAIN: bool = true;

    type Setup = Setup;
    type Opponent = NoOpponent;
    type Content = CalibratedLevel;
    type Extra = Attempt;
    type File = LevelSave;

    fn parameters_for(_: &Setup, wanted: EvolutionParameters) -> EvolutionParameters {
        wanted
    }

    fn prepare(
        origin: &Origin<Self>,
        _: Option<&Folders>,
    ) -> Result<Preparation<CalibratedLevel>, StartError> {
        let Origin {
            setup,
            parameters,
            seed,
            pick,
            ..
        } = origin;
        let boards = BoardSearch::repeat(setup, parameters, *seed, *pick)
            .map_err(|why| StartError::Content(why.into()))?;
        let work = calibrate_on_pools(boards, Vec::new());
        Ok(Preparation::Working(Box::pin(work)))
    }

    fn first_state(
        origin: &Origin<Self>,
        content: &CalibratedLevel,
    ) -> Result<Position, PlainError> {
        let (level, chance) = (&content.level, origin.seed.stream(Purpose::Play));
        Position::new(level.board(), level.goals(), level.moves(), chance).map_err(PlainError::from)
    }

    fn status(table: &Table) -> Status {
        let position = table.state().status();
        let over = table.extra.is_finished
            || position != PositionStatus::Playing
            || table.seconds_left() == Some(0.0);
        if !over {
            Status::Turn(0)
        } else if position == PositionStatus::Won || table.mode() != Mode::Level {
            Status::Over(Ending::Won(0))
        } else {
            Status::Over(Ending::Lost)
        }
    }

    /// The end of a game that has no end of its own was confirmed and counted, so that its moves stay as they are.
    fn allows_undo(table: &Table) -> bool {
        table.allows_undo() && !table.extra.is_finished
    }

    /// A clock that has run can be set back, even before the first move.
    fn can_restart(table: &Table) -> bool {
        table.session().can_undo() || table.seconds_left().is_some()
    }

    fn counted_as(table: &Table) -> Option<String> {
        Some(table.result_name())
    }

    /// A game without an end of its own counts for the record only if the player found every swap alone.
    fn points(table: &Table) -> u32 {
        let is_helped = table.mode() != Mode::Level && table.extra.strong_hints > 0;
        if is_helped {
            0
        } else {
            table.state().score().points
        }
    }

    /// The success rate of a level, which is the player's own where the level was made for them on this machine. Games
    /// without a goal are never lost.
    fn announcement(table: &Table) -> Option<Announcement> {
        let goal = table.content.goal.as_ref();
        let goal = goal.filter(|_| table.mode() == Mode::Level)?;
        Some(Announcement {
            percent: goal.rate as f32,
            of: match rated_player(table) {
                RatedPlayer::Learner => SuccessOf::Player,
                RatedPlayer::Reference | RatedPlayer::Other => SuccessOf::Anybody,
            },
        })
    }

    fn restarted(table: &mut Table) {
        table.extra.seconds = 0.0;
        table.extra.strong_hints = 0;
        table.extra.paid_hint = false;
        table.extra.is_finished = false;
    }
}

/// The player whose rate the success rate of the level on the table is.
pub(super) fn rated_player(table: &Table) -> RatedPlayer {
    let intended = table.setup().intended_player;
    intended.rated(table.extra.made_here)
}

/// A game in its save file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelSave {
    /// The game id.
    pub id: String,
    /// All moves, also those that were undone.
    pub moves: Vec<Swap>,
    /// The number of moves that are made.
    pub made: usize,
    /// Seconds played.
    #[serde(default)]
    pub seconds: f32,
    /// The stop of the journey.
    #[serde(default)]
    pub stop: Option<u32>,
    /// The side stop, from 1; 0 on the main way.
    #[serde(default, skip_serializing_if = "is_main_way")]
    pub side: u8,
    /// The number of swaps that the strong player has shown.
    #[serde(default)]
    pub strong_hints: u32,
    /// Whether a hint was asked for while every hint costs a star.
    #[serde(default)]
    pub paid_hint: bool,
    /// Whether the level was made on this machine. Older files do not tell.
    #[serde(default)]
    pub made_here: bool,
    /// Whether the game was taken over from a replay.
    #[serde(default)]
    pub taken_over: bool,
    /// The seconds on the clock, which begins anew when a game is restarted. Older files do not have it.
    #[serde(default)]
    pub clock: Option<f32>,
    /// The part of the time that belongs to results that have been counted.
    #[serde(default)]
    pub counted_seconds: f32,
    /// Whether its replay is kept.
    #[serde(default)]
    pub kept: bool,
    /// Whether the player had help in it. Files without help leave it out, so that earlier versions can read them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub helped: bool,
}

/// Whether a mark of a file is not set, so that the file leaves it out.
fn is_false(mark: &bool) -> bool {
    !mark
}

impl LevelSave {
    /// The stop of the journey, on the main way or on a side shoot.
    pub(super) fn stop_number(&self) -> Option<StopNumber> {
        let side = self.side;
        self.stop.map(|main| StopNumber { main, side })
    }
}

impl SaveFile<Match3> for LevelSave {
    fn of(table: &Table) -> Self {
        LevelSave {
            id: table.id().to_string(),
            moves: table.session().all_moves().to_vec(),
            made: table.moves().len(),
            seconds: table.seconds(),
            clock: Some(table.extra.seconds),
            stop: table.extra.stop,
            side: table.extra.side,
            strong_hints: table.extra.strong_hints,
            paid_hint: table.extra.paid_hint,
            made_here: table.extra.made_here,
            taken_over: table.is_taken_over(),
            counted_seconds: table.counted_seconds(),
            kept: table.is_kept(),
            helped: table.is_helped(),
        }
    }

    fn open(self) -> Result<SavedGame<Match3>, PlainError> {
        let seconds = self.seconds;
        let clock = self.clock.unwrap_or(seconds);
        for seconds in [seconds, clock] {
            if !(0.0..f32::MAX).contains(&seconds) {
                return Err(PlainError::new(format!(
                    "{seconds} seconds cannot have been played"
                )));
            }
        }
        Ok(SavedGame {
            id: self.id,
            moves: self.moves,
            made: self.made,
            // A save is removed when its game ends, so its result has not been counted.
            counted: false,
            extra: Attempt {
                seconds: clock,
                stop: self.stop,
                side: self.side,
                strong_hints: self.strong_hints,
                paid_hint: self.paid_hint,
                made_here: self.made_here,
                ..Attempt::default()
            },
            seconds,
            counted_seconds: self.counted_seconds,
            kept: self.kept,
            // Only variations are added to a kept replay, and it has none.
            kept_as: None,
            taken_over: self.taken_over,
            helped: self.helped,
            variations: Vec::new(),
        })
    }
}
