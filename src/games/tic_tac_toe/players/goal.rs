//! The goals of the evolution of strategies.

use crate::base::{SHORT, excerpt, parse_digits};
use std::fmt;
use std::str::FromStr;

/// The goal of the evolution of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StrategyGoal {
    /// A strategy that can be beaten and scores this many percent against a random player.
    Score(u8),
    /// A strategy that never loses.
    Unbeaten,
}

impl StrategyGoal {
    /// The lowest score that can be a goal, in percent.
    pub const LEAST: u8 = 20;
    /// The highest score that can be a goal, in percent.
    pub const MOST: u8 = 90;
    /// The goal of an opponent that can be beaten, unless the player chooses another score.
    pub const USUAL: StrategyGoal = StrategyGoal::Score(70);
    /// The largest distance of a score from its goal, as a part of 1.
    pub const TOLERANCE: f64 = 0.005;

    /// Returns an error if the score is outside its range.
    pub fn check(self) -> Result<(), StrategyGoalError> {
        match self {
            StrategyGoal::Score(score) if !(Self::LEAST..=Self::MOST).contains(&score) => {
                Err(StrategyGoalError::Score(score.into()))
            }
            _ => Ok(()),
        }
    }
}

/// A text or a score that is no goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyGoalError {
    /// The text does not have the form of a goal.
    #[error("\"{0}\" is not a goal for a strategy: write evolved70 or unbeaten")]
    Shape(String),
    /// The score is outside its range.
    #[error("a score of {0} cannot be evolved: it goes from 20 to 90")]
    Score(u32),
}

impl fmt::Display for StrategyGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StrategyGoal::Score(score) => write!(f, "evolved{score}"),
            StrategyGoal::Unbeaten => f.write_str("unbeaten"),
        }
    }
}

impl FromStr for StrategyGoal {
    type Err = StrategyGoalError;

    fn from_str(text: &str) -> Result<Self, StrategyGoalError> {
        if text == "unbeaten" {
            return Ok(StrategyGoal::Unbeaten);
        }
        let score = text.strip_prefix("evolved").and_then(parse_digits::<u32>);
        let score = score.ok_or_else(|| StrategyGoalError::Shape(excerpt(text, SHORT)))?;
        let goal = StrategyGoal::Score(u8::try_from(score).unwrap_or(u8::MAX));
        goal.check().map_err(|_| StrategyGoalError::Score(score))?;
        Ok(goal)
    }
}
