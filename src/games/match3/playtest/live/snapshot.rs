//! The data of a calibration that the theatre shows: its boards, and the standing of each board after each round.

use super::{EvolvedBoard, GoalCandidate};
use crate::generation::watch::Progress;
use crate::generation::{DisplaySelection, Picture, PopulationKind, StopReason};

/// A board after a round.
#[derive(Clone, Copy)]
pub(super) struct BoardState {
    /// The goal and the move limit that suit it best; `None` while it has not been played.
    pub(super) goal: Option<GoalCandidate>,
    /// Whether it is still in the calibration.
    pub(super) alive: bool,
}

impl BoardState {
    /// The population as which the theatre shows it: boards that are out stand where others show infeasible ones.
    pub(super) fn population(self) -> PopulationKind {
        match self.alive {
            true => PopulationKind::Feasible,
            false => PopulationKind::Infeasible,
        }
    }
}

/// The boards after a round, in the order in which they were evolved.
pub(super) type Round = Vec<BoardState>;

/// The number of plays that were made since the round before. A board with fewer plays than before began anew.
pub(super) fn plays_made(before: Option<&Round>, round: &Round) -> u64 {
    let plays = |state: &BoardState| state.goal.map_or(0, |goal| u64::from(goal.plays));
    let made = round.iter().enumerate().map(|(at, state)| {
        let old = before.and_then(|before| before.get(at)).map_or(0, plays);
        let new = plays(state);
        new.checked_sub(old).unwrap_or(new)
    });
    made.sum()
}

/// The data of a calibration that the theatre shows.
#[derive(Default)]
pub(super) struct Snapshot {
    /// All boards so far, in the order in which they were evolved.
    pub(super) boards: Vec<EvolvedBoard>,
    pub(super) rounds: Vec<Round>,
    /// The index of the best board after each round, or of the newest one before the first play.
    pub(super) best: Vec<usize>,
    /// The goal candidate of the watched board, if its siblings join because it misses the wanted rate.
    pub(super) missed: Option<GoalCandidate>,
    /// The board of the level with its blocks, when the calibration is over.
    pub(super) outcome: Option<Picture>,
    pub(super) progress: Progress,
}

impl Snapshot {
    /// Whether the work ended before the level was certain: the player stopped it, or it failed.
    pub(super) fn is_broken_off(&self) -> bool {
        matches!(
            self.progress.stop,
            Some(StopReason::Cancelled | StopReason::Failed(_))
        )
    }

    /// The round and the index of the board of a selection; `None` before the first round.
    pub(super) fn selected(&self, selection: DisplaySelection) -> Option<(usize, usize)> {
        let round = selection.record.min(self.rounds.len().checked_sub(1)?);
        let member = selection.member.map(|member| member as usize);
        Some((round, member.unwrap_or(self.best[round])))
    }

    /// The board of a selection with the goal that suits it best; `None` if it has not been played.
    pub(super) fn tested_board(
        &self,
        selection: DisplaySelection,
    ) -> Option<(EvolvedBoard, GoalCandidate)> {
        let (round, selected) = self.selected(selection)?;
        let goal = self.rounds[round].get(selected)?.goal?;
        Some((self.boards.get(selected)?.clone(), goal))
    }
}
