//! The goals of a game.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::board::Colour;

/// A goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Goal {
    /// Clear a number of blocks of one colour.
    Collect(Colour, u32),
    /// Break every special cell that can be broken.
    ClearSpecials,
    /// Score a number of points.
    Score(u32),
}

impl Goal {
    /// Whether both are about the same colour, both about special cells, or both about points.
    fn has_same_subject(self, other: Goal) -> bool {
        match (self, other) {
            (Goal::Collect(one, _), Goal::Collect(two, _)) => one == two,
            (Goal::ClearSpecials, Goal::ClearSpecials) | (Goal::Score(_), Goal::Score(_)) => true,
            _ => false,
        }
    }

    /// The number of blocks or points; `None` for special cells.
    pub fn amount(self) -> Option<u32> {
        match self {
            Goal::Collect(_, amount) | Goal::Score(amount) => Some(amount),
            Goal::ClearSpecials => None,
        }
    }
}

/// The goals of a game, from 1 to [`Goals::MAX_COUNT`], all of which the player has to meet. A game for points has
/// none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Goal>", into = "Vec<Goal>")]
pub struct Goals {
    parts: [Goal; Goals::MAX_COUNT],
    count: u8,
}

/// The reason why goals are invalid together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoalsError {
    /// There are too few or too many goals.
    #[error("there are {0} goals; there must be from 1 to {most}", most = Goals::MAX_COUNT)]
    Count(usize),
    /// Two goals have the same subject. The number, from 1, is that of the second one.
    #[error("goal {0} is about the same as one before it")]
    Twice(usize),
    /// An amount is 0 or too large.
    #[error("goal {number} asks for {amount}; it must be from 1 to {most}", most = Goals::MAX_AMOUNT)]
    Amount {
        /// The number of the goal, from 1.
        number: usize,
        /// Its amount.
        amount: u32,
    },
}

impl Goals {
    /// The largest number of goals.
    pub const MAX_COUNT: usize = 4;
    /// The largest amount of a goal.
    pub const MAX_AMOUNT: u32 = 10_000_000;

    /// No goals, for a game for points.
    pub fn none() -> Self {
        Goals {
            count: 0,
            ..Goals::from(Goal::ClearSpecials)
        }
    }

    /// Goals without a check. Those beyond [`Goals::MAX_COUNT`] are left out.
    pub(crate) fn all(parts: impl Iterator<Item = Goal>) -> Self {
        let mut goals = Goals::none();
        for (place, part) in goals.parts.iter_mut().zip(parts) {
            *place = part;
            goals.count += 1;
        }
        goals
    }

    /// Some goals, if they are valid together.
    pub fn of(parts: &[Goal]) -> Result<Self, GoalsError> {
        let first = *parts.first().ok_or(GoalsError::Count(0))?;
        if parts.len() > Goals::MAX_COUNT {
            return Err(GoalsError::Count(parts.len()));
        }
        let mut goals = Goals::from(first);
        goals.count = parts.len() as u8;
        for (at, part) in parts.iter().enumerate() {
            if parts[..at]
                .iter()
                .any(|other| other.has_same_subject(*part))
            {
                return Err(GoalsError::Twice(at + 1));
            }
            if let Some(amount) = part.amount()
                && !(1..=Goals::MAX_AMOUNT).contains(&amount)
            {
                let number = at + 1;
                return Err(GoalsError::Amount { number, amount });
            }
            goals.parts[at] = *part;
        }
        Ok(goals)
    }
}

impl From<Goal> for Goals {
    fn from(goal: Goal) -> Self {
        Goals {
            parts: [goal; Goals::MAX_COUNT],
            count: 1,
        }
    }
}

impl Deref for Goals {
    type Target = [Goal];

    #[inline]
    fn deref(&self) -> &[Goal] {
        &self.parts[..usize::from(self.count)]
    }
}

impl TryFrom<Vec<Goal>> for Goals {
    type Error = GoalsError;

    fn try_from(parts: Vec<Goal>) -> Result<Self, GoalsError> {
        Goals::of(&parts)
    }
}

impl From<Goals> for Vec<Goal> {
    fn from(goals: Goals) -> Self {
        goals.to_vec()
    }
}
