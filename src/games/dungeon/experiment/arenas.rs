//! An experiment that measures whether each kind of enemy is what it is called: all shipped enemies fight in the same
//! fresh arenas, and so do programs that were written by hand, in the bodies of these enemies.

use std::sync::Arc;

use super::arenas_report;
use crate::experiment::{Experiment, ExperimentError, Phrases, Report};
use crate::games::dungeon::enemies::aim::{aim, score};
use crate::games::dungeon::enemies::arena::Arena;
use crate::games::dungeon::enemies::fight::{FightStats, RefusedMoveError};
use crate::games::dungeon::enemies::hand_written;
use crate::games::dungeon::enemies::shipped::shipped_roster;
use crate::games::dungeon::rules::program::Program;
use crate::games::dungeon::rules::{Breed, EnemyKind};
use crate::generation::Seed;

/// The experiment with a number of arenas.
pub struct ArenasExperiment {
    arenas: u32,
    seed: Seed,
    /// The programs that were written by hand, in the order of [`BreedScores::by_hand`].
    by_hand: [Program; 3],
}

/// The scores of one fight of a breed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FightScores {
    /// The degree to which the fight fulfilled the aim of each kind, 0 to 100, in the order of [`EnemyKind::ALL`].
    pub aims: [f64; 4],
    /// The points that every kind gets.
    pub points: f64,
    /// The score of the breed's kind.
    pub score: f64,
}

/// A fight that could not go on, because the rules refused a move of the intruder.
#[derive(Debug, thiserror::Error)]
#[error("in the arena with the seed {seed}, against {breed}: {why}")]
struct FailedFightError {
    seed: Seed,
    breed: Arc<Breed>,
    why: RefusedMoveError,
}

impl FightScores {
    fn of(arena: &Arena, breed: &Arc<Breed>) -> Result<Self, ExperimentError> {
        let fight = arena.try_fight(breed, breed.strength);
        FightScores::of_fight(fight, arena.seed(), breed)
    }

    /// The figures of a fight that has ended. A refused move is an error, and no fight with bad figures.
    fn of_fight(
        fight: Result<FightStats, RefusedMoveError>,
        seed: Seed,
        breed: &Arc<Breed>,
    ) -> Result<Self, ExperimentError> {
        let fight = fight.map_err(|why| {
            let breed = Arc::clone(breed);
            ExperimentError::failed(FailedFightError { seed, breed, why })
        })?;
        Ok(FightScores {
            aims: EnemyKind::ALL.map(|kind| aim(kind, &fight)),
            points: fight.points(),
            score: score(breed.kind, &fight),
        })
    }
}

/// The scores of the fights of a breed and of programs in its body, in one arena.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BreedScores {
    /// The scores of the breed itself.
    pub own: FightScores,
    /// The scores of the fighter, the survivor and the simplest program.
    pub by_hand: [FightScores; 3],
}

impl ArenasExperiment {
    /// The experiment with a number of arenas of a seed.
    pub fn new(arenas: u32, seed: Seed) -> Result<Self, ExperimentError> {
        let by_hand = hand_written::hand_written_programs().map_err(ExperimentError::failed)?;
        let simplest = hand_written::simplest_program().map_err(ExperimentError::failed)?;
        let [fighter, survivor] = by_hand;
        Ok(ArenasExperiment {
            arenas,
            seed,
            by_hand: [fighter, survivor, simplest],
        })
    }

    fn scores(&self, arena: &Arena, breed: &Arc<Breed>) -> Result<BreedScores, ExperimentError> {
        let mut all = BreedScores {
            own: FightScores::of(arena, breed)?,
            ..BreedScores::default()
        };
        for (scores, program) in all.by_hand.iter_mut().zip(&self.by_hand) {
            let program = program.clone();
            *scores = FightScores::of(arena, &Arc::new(Breed { program, ..**breed }))?;
        }
        Ok(all)
    }
}

impl Experiment for ArenasExperiment {
    /// The fights of each breed of the shipped roster in one arena.
    type Sample = Vec<BreedScores>;

    fn samples(&self) -> usize {
        self.arenas as usize
    }

    fn sample(&self, number: usize) -> Result<Vec<BreedScores>, ExperimentError> {
        let arena = Arena::one_of_many(self.seed, number as u32);
        let roster = shipped_roster().iter();
        roster.map(|breed| self.scores(&arena, breed)).collect()
    }

    fn report(
        &self,
        samples: &[&Vec<BreedScores>],
        phrase: Phrases,
    ) -> Result<Report, ExperimentError> {
        if samples.len() < 2 {
            return Err(ExperimentError::TooFew(samples.len(), self.samples()));
        }
        Ok(arenas_report::report(shipped_roster(), samples, phrase))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::rules::{Move, MoveError};

    #[test]
    fn a_refused_move_of_an_intruder_is_an_error_that_names_the_seed() {
        let refused = RefusedMoveError {
            made: Move::Portal,
            why: MoveError::NoPortal,
            turns: 12,
        };
        let scores = FightScores::of_fight(Err(refused), Seed(77), &shipped_roster()[0]);
        let Err(ExperimentError::Failed(why)) = scores else {
            panic!("it counts as a fight: {scores:?}");
        };
        for part in [
            format!("the seed {}", Seed(77)),
            "after 12 turns".to_owned(),
        ] {
            assert!(why.contains(&part), "{part} in {why}");
        }
    }
}
