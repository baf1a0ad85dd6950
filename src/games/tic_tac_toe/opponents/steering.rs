//! The parts that a player can lock while a strategy evolves (its replies), and the aim that a player can set (its
//! score).

use super::code;
use super::problem::StrategyProblem;
use crate::base::PlainError;
use crate::games::tic_tac_toe::players::classes::CLASS_COUNT;
use crate::games::tic_tac_toe::players::{Strategy, StrategyGoal};
use crate::generation::{Aim, Bits, Part, Steering};

impl Steering<StrategyProblem> for StrategyProblem {
    fn parts(&self, _: &Strategy) -> Vec<Part> {
        (0..CLASS_COUNT as Part).collect()
    }

    fn parts_of_shape(&self, _: &Strategy, key: u16) -> Vec<Part> {
        let is_reply = usize::from(key) < CLASS_COUNT;
        is_reply.then_some(key).into_iter().collect()
    }

    fn restore(&self, strategy: &mut Strategy, locked: &Strategy, parts: &[Part]) {
        let mut mask = Bits::<{ CLASS_COUNT.div_ceil(64) }>::default();
        let known = parts
            .iter()
            .filter(|part| usize::from(**part) < CLASS_COUNT);
        known.for_each(|part| mask.set(usize::from(*part), true));
        *strategy = Strategy::crossover(locked, strategy, &mask.0);
    }

    fn code(&self, strategy: &Strategy) -> String {
        code::write(strategy)
    }

    fn genome(&self, code: &str) -> Result<Strategy, PlainError> {
        code::read(code).map_err(PlainError::from)
    }

    fn aims(&self) -> Vec<Aim> {
        let score = match self.goal() {
            StrategyGoal::Score(score) => score,
            StrategyGoal::Unbeaten => return Vec::new(),
        };
        vec![Aim {
            name: "ttt.aim.score",
            value: score.into(),
            range: StrategyGoal::LEAST.into()..=StrategyGoal::MOST.into(),
            step: 1,
            parts_of_one: 1,
        }]
    }

    fn with_aim(&self, number: usize, value: i32) -> Option<StrategyProblem> {
        let score = u8::try_from(value).ok().filter(|_| number == 0)?;
        Some(StrategyProblem::new(StrategyGoal::Score(score)))
    }
}
