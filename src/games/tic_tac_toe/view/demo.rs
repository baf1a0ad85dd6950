//! A game of Ultimate that plays itself on the tile of the title screen, a move for each generation of a run.

use std::sync::Arc;

use super::board::picture_of;
use crate::base::Seed;
use crate::games::tic_tac_toe::players::rules_of_thumb;
use crate::games::tic_tac_toe::rules::{Board, Game, Status};
use crate::games::tic_tac_toe::setup::Setup;
use crate::generation::{
    Crossover, EvolutionParameters, MutationGaps, Picture, Problem, Stream, WatchedRun, task,
};

/// The objective value of a game that is over. For other games it is their number of marks.
const OVER: f64 = 1_000.0;
/// One of this many moves is made by chance, so that games differ.
const CHANCE: u32 = 3;

/// Starts a game. Its moves follow from the seed.
pub(super) fn start(seed: Seed) -> Option<Arc<dyn WatchedRun>> {
    // Without elites every generation is one move further than the last one.
    let parameters = EvolutionParameters {
        population: 2,
        elitism: 0,
        ..EvolutionParameters::default()
    };
    let run = task::background_run(PlayedGame, parameters, seed);
    // These parameters are in range.
    run.ok().map(|run| run as _)
}

/// A problem whose individuals are games under way. A child has made one move more than its parent.
struct PlayedGame;

impl Problem for PlayedGame {
    type Genome = Game;

    fn genes(&self) -> usize {
        1
    }

    fn random(&self, _: &mut Stream) -> Game {
        Game::new(Board::Ultimate)
    }

    fn cross(&self, first: &Game, _: &Game, _: Crossover, _: &mut Stream) -> Game {
        first.clone()
    }

    /// Makes a move.
    fn mutate(&self, game: &mut Game, _: &MutationGaps, rng: &mut Stream) {
        let cell = match rng.random_below(CHANCE) {
            0 => rng.choose(&game.legal_cells()).copied(),
            _ => rules_of_thumb::choose(game).map(|(_, cell)| cell),
        };
        if let Some(cell) = cell {
            // A legal cell is not refused.
            let _ = game.play(cell);
        }
    }

    fn objective(&self, game: &Game, _: &mut Stream) -> f64 {
        match game.status() {
            Status::Playing => game.mark_count() as f64,
            Status::Won(_) | Status::Drawn => OVER,
        }
    }

    fn target(&self) -> Option<f64> {
        Some(OVER)
    }

    fn picture(&self, game: &Game) -> Picture {
        let setup = Setup {
            board: game.board(),
            ..Setup::default()
        };
        picture_of(&setup, |cell| game.mark(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Run;

    #[test]
    fn a_generation_is_a_move_and_the_run_ends_with_the_game() {
        let parameters = EvolutionParameters {
            population: 2,
            elitism: 0,
            ..EvolutionParameters::default()
        };
        let mut run = Run::new(Arc::new(PlayedGame), parameters, Seed(1)).expect("in range");
        run.finish();
        let end = &run.best().expect("a best individual").genome;
        assert_ne!(end.status(), Status::Playing);
        assert_eq!(run.generation(), Some(end.mark_count() as u32));
    }
}
