//! The atlas of strategies: MAP-Elites over how they play against a random player. All measures are exact.

use super::StrategyProblem;
use crate::games::tic_tac_toe::players::classes::{CLASS_COUNT, CLASSES, DRAWN, WON, cells};
use crate::games::tic_tac_toe::players::{Strategy, StrategyGoal};
use crate::games::tic_tac_toe::rules::Side;
use crate::generation::archive::ArchiveProblem;
use crate::generation::{Measure, MutationGaps, Problem, Sample, Stream};

/// The measures. Points and games are in percent, the length is in marks.
const ALL: [Measure; 6] = [
    Measure::new("ttt.measure.first", "ttt.measure.first.what", 0.0, 100.0),
    Measure::new("ttt.measure.second", "ttt.measure.second.what", 0.0, 100.0),
    Measure::new("ttt.measure.draws", "ttt.measure.draws.what", 0.0, 60.0),
    Measure::new("ttt.measure.length", "ttt.measure.length.what", 5.0, 9.0),
    Measure::new(
        "ttt.measure.corners",
        "ttt.measure.corners.what",
        0.0,
        100.0,
    ),
    Measure::new("ttt.measure.sound", "ttt.measure.sound.what", 0.0, 100.0),
];

/// The mutation rate: a few of the 627 replies change.
const MUTATION: f64 = 0.01;
/// The cells in the corners, as bits.
const CORNERS: u16 = 0b101_000_101;

/// The archive of strategies. The fewer games a strategy loses, the better it is.
pub struct StrategyAtlas {
    problem: StrategyProblem,
    gaps: MutationGaps,
}

impl StrategyAtlas {
    /// The archive.
    pub fn new() -> Self {
        let problem = StrategyProblem::new(StrategyGoal::Unbeaten);
        StrategyAtlas {
            gaps: MutationGaps::new(MUTATION, problem.genes()),
            problem,
        }
    }
}

impl Default for StrategyAtlas {
    fn default() -> Self {
        StrategyAtlas::new()
    }
}

/// Sums over all games of a side against a random player, weighted by their frequency.
#[derive(Clone, Copy, Debug, Default)]
struct Games {
    /// The marks at the end.
    marks: f64,
    /// The moves of the side.
    moves: f64,
    /// Its moves into corners.
    corners: f64,
    /// Its moves that are as good as the best move, by their result with best play.
    sound: f64,
}

impl Games {
    fn of(strategy: &Strategy, side: Side, weights: &[u32; CLASS_COUNT]) -> Self {
        let mut games = Games::default();
        for (at, class) in CLASSES.list().iter().enumerate() {
            let weight = f64::from(weights[at]);
            if weight == 0.0 {
                continue;
            }
            let own = class.to_move() == side;
            let reply = 1 << strategy.replies()[at];
            let moves = if own { reply } else { class.position.free() };
            let share = weight / f64::from(moves.count_ones());
            let ends = cells(moves).filter(|cell| matches!(class.next[*cell], DRAWN | WON));
            games.marks += share * (ends.count() * (class.position.mark_count() + 1)) as f64;
            if own {
                let among = |set: u16| if reply & set == 0 { 0.0 } else { weight };
                games.moves += weight;
                games.corners += among(CORNERS);
                games.sound += among(CLASSES.best(at, false));
            }
        }
        games
    }
}

impl ArchiveProblem for StrategyAtlas {
    type Problem = StrategyProblem;

    const BATCH: u32 = 100;
    const GENERATIONS: u32 = 600;

    fn problem(&self) -> &StrategyProblem {
        &self.problem
    }

    fn measures(&self) -> Vec<Measure> {
        ALL.to_vec()
    }

    /// Any strategy has its place, however often it loses.
    fn violation(&self, _: &Strategy) -> u32 {
        0
    }

    fn measure(&self, strategy: &Strategy, _: &mut Stream) -> Option<Sample> {
        let [first, second] = Side::BOTH.map(|side| {
            let mut weights = [0; CLASS_COUNT];
            let results = strategy.count_games(side, &mut weights);
            (results, Games::of(strategy, side, &weights))
        });
        let part = |of: f64, all: f64| 100.0 * of / all.max(1.0);
        // Both sides count the same, whatever the number of their games.
        let mean = |value: &dyn Fn(&Games) -> f64| (value(&first.1) + value(&second.1)) / 2.0;
        let drawn = [first.0, second.0].map(|all| f64::from(all.drawn) / f64::from(all.count()));
        let counts = [first.0.count(), second.0.count()].map(f64::from);
        let length = (first.1.marks / counts[0] + second.1.marks / counts[1]) / 2.0;
        let lost = f64::from(first.0.lost + second.0.lost) / (counts[0] + counts[1]);
        Some(Sample::of(
            1.0 - lost,
            [
                100.0 * first.0.score(),
                100.0 * second.0.score(),
                50.0 * (drawn[0] + drawn[1]),
                length,
                mean(&|games| part(games.corners, games.moves)),
                mean(&|games| part(games.sound, games.moves)),
            ],
        ))
    }

    fn gaps(&self) -> &MutationGaps {
        &self.gaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Seed;

    /// The strategy that always takes the lowest free cell of the canonical position.
    fn lowest() -> Strategy {
        let free = |class: usize| CLASSES.list()[class].position.free();
        Strategy::of(|class| free(class).trailing_zeros() as u8).expect("free cells")
    }

    #[test]
    fn games_end_after_five_to_nine_marks_and_every_own_move_counts() {
        let strategy = lowest();
        for side in Side::BOTH {
            let mut weights = [0; CLASS_COUNT];
            let results = strategy.count_games(side, &mut weights);
            let games = Games::of(&strategy, side, &weights);
            let length = games.marks / f64::from(results.count());
            assert!((5.0..=9.0).contains(&length));
            // The first player makes half of the moves, rounded up; so 5 marks contain at least 3 of theirs.
            let moves = games.moves / f64::from(results.count());
            assert!((2.0..=5.0).contains(&moves), "{moves}");
            assert!((moves - length / 2.0).abs() <= 0.5);
            assert!(games.sound <= games.moves && games.corners <= games.moves);
        }
    }

    #[test]
    fn perfect_play_is_wholly_sound_and_loses_nothing() {
        let best = |class: usize| CLASSES.best(class, false).trailing_zeros() as u8;
        let perfect = Strategy::of(best).expect("legal replies");
        let atlas = StrategyAtlas::new();
        let mut rng = Seed(1).stream(crate::generation::Purpose::Play);
        let sample = atlas.measure(&perfect, &mut rng).expect("a place");
        assert!((sample.values[5] - 100.0).abs() < 1e-9);
        assert_eq!(sample.quality, 1.0);
    }
}
