//! Making puzzles by evolution: run after run, until the puzzle of a run stands the check.

use super::judge::find_best_move;
use super::problem::{PuzzleProblem, is_greedy};
use super::{Puzzle, game_of};
use crate::base::{RangeError, Seed};
use crate::generation::{EvolutionParameters, Pick, Rerun, Selection};

/// Returns the usual parameters of the evolution.
pub fn usual_parameters() -> EvolutionParameters {
    EvolutionParameters {
        population: 40,
        elitism: 4,
        mutation: 0.04,
        selection: Selection::Tournament(3),
        generations: 80,
        stagnation: 25,
        ..EvolutionParameters::default()
    }
}

/// Makes one puzzle, one generation at a time. The same rating and seed make the same puzzle.
pub struct Maker {
    rating: f64,
    seed: Seed,
    parameters: EvolutionParameters,
    run: Rerun<PuzzleProblem>,
    /// The number of runs that have ended.
    runs: u64,
    /// The number of puzzles that did not stand the check.
    dropped: u32,
}

impl Maker {
    /// Begins to make a puzzle with a wanted rating.
    pub fn new(
        rating: f64,
        seed: Seed,
        parameters: EvolutionParameters,
    ) -> Result<Self, RangeError> {
        let run = Rerun::new(PuzzleProblem::new(rating), &parameters, seed, Pick::Best)?;
        Ok(Maker {
            rating,
            seed,
            parameters,
            run,
            runs: 0,
            dropped: 0,
        })
    }

    /// The number of puzzles that were found and did not stand the check.
    pub fn dropped(&self) -> u32 {
        self.dropped
    }

    /// The number of runs that have ended.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Does one generation. Returns the puzzle when one has stood the check.
    pub fn step(&mut self) -> Option<Puzzle> {
        if !self.run.step() {
            return None;
        }
        let puzzle = self.judge_run();
        self.runs += 1;
        let problem = PuzzleProblem::new(self.rating);
        let seed = self.seed.child(self.runs);
        // The parameters were in range for the run before.
        if let Ok(next) = Rerun::new(problem, &self.parameters, seed, Pick::Best) {
            self.run = next;
        }
        puzzle
    }

    /// Checks the position that the run has evolved.
    fn judge_run(&mut self) -> Option<Puzzle> {
        let position = self.run.individual().ok()?.genome;
        let game = game_of(&position).ok()?;
        let found = find_best_move(&game)?;
        found.claim()?;
        // If the greedy move wins, there is nothing to find.
        if is_greedy(&game, found.best) {
            return None;
        }
        let checked = Puzzle::checked(position, &found);
        self.dropped += u32::from(checked.is_none());
        checked
    }
}
