//! What wins a game: one goal, or several at once.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::board::Colour;

/// What wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Goal {
    /// Take so many blocks of one colour off the board.
    Collect(Colour, u32),
    /// Break every special cell that can be broken.
    ClearSpecials,
    /// Reach so many points.
    Score(u32),
}

impl Goal {
    /// Whether both are about the same: one colour, the special cells, or points.
    fn is_like(self, other: Goal) -> bool {
        match (self, other) {
            (Goal::Collect(one, _), Goal::Collect(two, _)) => one == two,
            (Goal::ClearSpecials, Goal::ClearSpecials) | (Goal::Score(_), Goal::Score(_)) => true,
            _ => false,
        }
    }

    /// Blocks or points; `None` where nothing is counted.
    pub fn amount(self) -> Option<u32> {
        match self {
            Goal::Collect(_, amount) | Goal::Score(amount) => Some(amount),
            Goal::ClearSpecials => None,
        }
    }
}

/// Goals that all have to be met, from 1 to [`Goals::MOST`]; or none, where one plays for points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Goal>", into = "Vec<Goal>")]
pub struct Goals {
    parts: [Goal; Goals::MOST],
    count: u8,
}

/// Goals that make no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGoals {
    /// There is nothing to reach, or too much at once.
    #[error("there are {0} goals; there must be from 1 to {most}", most = Goals::MOST)]
    Count(usize),
    /// Two goals are about the same.
    #[error("goal {0} is about the same as one before it")]
    Twice(usize),
    /// An amount is nothing, or beyond all play.
    #[error("goal {number} asks for {amount}; it must be from 1 to {most}", most = Goals::AMOUNT)]
    Amount {
        /// Which goal, from 1.
        number: usize,
        /// What it asks for.
        amount: u32,
    },
}

impl Goals {
    /// Goals at most.
    pub const MOST: usize = 4;
    /// Blocks or points at most.
    pub const AMOUNT: u32 = 10_000_000;

    /// No goals: nothing wins, and one plays for points.
    pub fn none() -> Self {
        Goals {
            count: 0,
            ..Goals::from(Goal::ClearSpecials)
        }
    }

    /// Several goals that are known to be in order; beyond [`Goals::MOST`] they are left out.
    pub(crate) fn all(parts: impl Iterator<Item = Goal>) -> Self {
        let mut goals = Goals::none();
        for (place, part) in goals.parts.iter_mut().zip(parts) {
            *place = part;
            goals.count += 1;
        }
        goals
    }

    /// Several goals.
    pub fn of(parts: &[Goal]) -> Result<Self, BadGoals> {
        let first = *parts.first().ok_or(BadGoals::Count(0))?;
        if parts.len() > Goals::MOST {
            return Err(BadGoals::Count(parts.len()));
        }
        let mut goals = Goals::from(first);
        goals.count = parts.len() as u8;
        for (at, part) in parts.iter().enumerate() {
            if parts[..at].iter().any(|other| other.is_like(*part)) {
                return Err(BadGoals::Twice(at + 1));
            }
            if let Some(amount) = part.amount()
                && !(1..=Goals::AMOUNT).contains(&amount)
            {
                let number = at + 1;
                return Err(BadGoals::Amount { number, amount });
            }
            goals.parts[at] = *part;
        }
        Ok(goals)
    }
}

impl From<Goal> for Goals {
    fn from(goal: Goal) -> Self {
        Goals {
            parts: [goal; Goals::MOST],
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
    type Error = BadGoals;

    fn try_from(parts: Vec<Goal>) -> Result<Self, BadGoals> {
        Goals::of(&parts)
    }
}

impl From<Goals> for Vec<Goal> {
    fn from(goals: Goals) -> Self {
        goals.to_vec()
    }
}
