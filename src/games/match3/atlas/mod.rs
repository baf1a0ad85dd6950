//! The level atlas: MAP-Elites over the difficulty and the looks of levels.

use crate::games::match3::level::{
    Breakdown, LevelGenome, LevelProblem, Mode, Setup, WantedRate, patterns,
};
use crate::games::match3::playtest::prior::{difficulty_range, estimated_difficulty};
use crate::games::match3::playtest::{Calibration, EvolvedBoard, IDEAL_MOVES, ScoredBoard};
use crate::games::match3::rules::{Cell, Kind};
use crate::generation::archive::ArchiveProblem;
use crate::generation::measure::{Axes, BINS};
use crate::generation::{
    Crossover, EvolutionParameters, Measure, MutationGaps, Pick, Picture, Problem, Sample, Seed,
    Stream,
};

/// The measures: the success rate of the reference player in percent, special cells in percent, the swap potential in
/// percent of an open board's, special cells that equal their image upside down in percent, figures, and the moves that
/// it takes to reach [`TASK`].
const ALL: [Measure; 6] = [
    Measure::new(
        "match3.measure.success",
        "match3.measure.success.what",
        0.0,
        100.0,
    ),
    Measure::new(
        "match3.measure.specials",
        "match3.measure.specials.what",
        0.0,
        50.0,
    ),
    Measure::new(
        "match3.measure.potential",
        "match3.measure.potential.what",
        0.0,
        100.0,
    ),
    Measure::new(
        "match3.measure.symmetry",
        "match3.measure.symmetry.what",
        0.0,
        100.0,
    ),
    Measure::new(
        "match3.measure.figures",
        "match3.measure.figures.what",
        1.0,
        11.0,
    ),
    Measure::new(
        "match3.measure.moves",
        "match3.measure.moves.what",
        5.0,
        30.0,
    ),
];

/// The goal amount that every level is measured by, whatever its own: so many blocks, or as much in points. A level that
/// is only to be cleared is measured until it is.
const TASK: u32 = 15;
/// Plays of a measurement. The board that a player picks is calibrated with many more.
const PLAYS: u32 = 16;
/// The most special cells of a founder, in percent.
const MOST_SPECIALS: f64 = 50.0;

/// The parameters of the archive, unless the player has changed them: the population is the number of offspring in a
/// generation.
pub fn usual_parameters() -> EvolutionParameters {
    EvolutionParameters {
        population: LevelAtlas::BATCH,
        generations: LevelAtlas::GENERATIONS,
        mutation: 0.02,
        crossover: Crossover::OnePoint,
        ..EvolutionParameters::default()
    }
}

/// Patterns that are lost to a special cell in the middle of a board: the mean of 64 for layers in place of a block and
/// 32 for layers on a block.
const PATTERNS_PER_MIDDLE_CELL: f64 = 48.0;
/// A success rate this many percentage points away from the wanted one adds nothing to the quality.
const NO_MATCH_POINTS: f64 = 10.0;

/// The parts of the quality of an elite; they add up to 1.
const FIGURE_WEIGHT: f64 = 0.4;
const DIFFICULTY_WEIGHT: f64 = 0.3;
const LENGTH_WEIGHT: f64 = 0.15;
const RATE_WEIGHT: f64 = 0.15;

/// A board for a success rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtlasBoard {
    /// The board.
    pub board: LevelGenome,
    /// The wanted success rate in tenths, 0 to 9: 0 stands for 5 %, 9 for 95 %.
    pub success: u8,
}

impl AtlasBoard {
    /// The wanted success rate in percent, in the middle of its bin.
    pub fn rate(&self) -> u8 {
        10 * self.success.min(BINS as u8 - 1) + 5
    }
}

/// The archive of levels.
pub struct LevelAtlas {
    problem: LevelProblem,
    kinds: Vec<Kind>,
    cells: Vec<Cell>,
    gaps: MutationGaps,
    crossover: Crossover,
}

impl LevelAtlas {
    /// An archive of boards with the size, kinds and goals of a setup. Its success rate, its swap potential, its mode and
    /// a goal that is given do not matter, because each elite gets a goal for its own success rate. Of the parameters it
    /// uses mutation and crossover.
    pub fn new(setup: Setup, parameters: &EvolutionParameters) -> Self {
        let setup = Setup {
            mode: Mode::Level,
            given: None,
            ..setup
        };
        let cells: Vec<Cell> = setup.size.cells().collect();
        LevelAtlas {
            kinds: setup.kinds.iter().collect(),
            gaps: MutationGaps::new(parameters.mutation, cells.len()),
            crossover: parameters.crossover,
            cells,
            problem: LevelProblem::new(setup),
        }
    }

    /// The setup of the level that an elite gives.
    pub fn setup_of(&self, elite: &AtlasBoard) -> Setup {
        let setup = Setup {
            success: elite.rate(),
            ..self.problem.setup().clone()
        };
        setup.with_board(elite.board)
    }

    /// The part of the special cells, 0 to 1, that equal their image upside down. Most setups mirror boards left and
    /// right anyway.
    fn symmetric_part(&self, board: &LevelGenome) -> f64 {
        let bottom = self.problem.setup().size.rows() - 1;
        let image = |cell: Cell| Cell::at(bottom - cell.row(), cell.col());
        let specials = board.specials();
        let alike = specials.filter(|(cell, kind)| board.kind(image(*cell)) == Some(*kind));
        alike.count() as f64 / f64::from(board.special().len().max(1))
    }

    /// The match between the estimated difficulty of one special cell and a success rate, 0 to 1. With the same number
    /// of special cells a board is easy if they lie at the rim and have one layer, and hard if they lie in the middle
    /// and have several.
    fn difficulty_match(&self, board: &AtlasBoard) -> f64 {
        let special = f64::from(board.board.special().len().max(1));
        let losses = Breakdown::of(self.problem.setup().size, |cell| board.board.kind(cell));
        let each = estimated_difficulty(&losses) / special;
        let kinds = self.kinds.iter().copied();
        let [least, most] = difficulty_range(kinds).map(|added| PATTERNS_PER_MIDDLE_CELL * added);
        let [easiest, hardest] =
            [0, WantedRate::NAMED.len() - 1].map(|at| f64::from(WantedRate::NAMED[at].success));
        let difficulty = (easiest - f64::from(board.rate())) / (easiest - hardest);
        // For the easiest named difficulty the wanted value is half of the patterns that the mildest kind costs; it
        // rises to 80 % of the patterns that the worst kind costs, for the hardest one.
        let wanted = 0.5 * least + (0.8 * most - 0.5 * least) * difficulty.clamp(0.0, 1.0);
        let half = 0.25 * most;
        half / (half + (each - wanted).abs())
    }
}

impl Problem for LevelAtlas {
    type Genome = AtlasBoard;

    fn genes(&self) -> usize {
        self.cells.len()
    }

    fn random(&self, rng: &mut Stream) -> AtlasBoard {
        // The boards reach from almost empty to the last bin.
        let part = rng.random_f64() * MOST_SPECIALS / 100.0;
        let mut board = LevelGenome::default();
        for &cell in &self.cells {
            if rng.random_f64() < part {
                board.set(cell, rng.choose(&self.kinds).copied());
            }
        }
        AtlasBoard {
            board: self.problem.symmetrised(board),
            success: rng.random_below(BINS as u32) as u8,
        }
    }

    fn cross(
        &self,
        first: &AtlasBoard,
        second: &AtlasBoard,
        how: Crossover,
        rng: &mut Stream,
    ) -> AtlasBoard {
        AtlasBoard {
            board: self.problem.cross(&first.board, &second.board, how, rng),
            success: first.success,
        }
    }

    fn mutate(&self, individual: &mut AtlasBoard, gaps: &MutationGaps, rng: &mut Stream) {
        self.problem.mutate(&mut individual.board, gaps, rng);
        // Any board can be made for any rate.
        if rng.random_below(2) == 0 {
            individual.success = rng.random_below(BINS as u32) as u8;
        }
    }

    fn violation(&self, individual: &AtlasBoard) -> u32 {
        let is_empty = individual.board.special().is_empty();
        self.problem.violation(&individual.board) + u32::from(is_empty)
    }

    fn objective(&self, individual: &AtlasBoard, rng: &mut Stream) -> f64 {
        let sample = self.measure(individual, rng);
        sample.map_or(0.0, |sample| sample.quality)
    }

    fn picture(&self, individual: &AtlasBoard) -> Picture {
        self.problem.picture(&individual.board)
    }

    fn insight(&self, individual: &AtlasBoard) -> Option<Picture> {
        self.problem.insight(&individual.board)
    }
}

impl ArchiveProblem for LevelAtlas {
    type Problem = Self;

    fn problem(&self) -> &Self {
        self
    }

    fn measures(&self) -> Vec<Measure> {
        ALL.to_vec()
    }

    /// Success by special cells.
    fn usual_axes(&self) -> Axes {
        Axes { across: 1, up: 0 }
    }

    fn samples(&self) -> u32 {
        3
    }

    fn measure(&self, individual: &AtlasBoard, rng: &mut Stream) -> Option<Sample> {
        let setup = self.setup_of(individual);
        let board = individual.board;
        let scored = ScoredBoard {
            board: EvolvedBoard {
                genome: board,
                seed: Seed(rng.next_u64()),
                pick: Pick::Best,
            },
            prior_score: 1.0,
        };
        let calibration = Calibration::new(&setup, vec![scored]).ok()?;
        let (goal, needed) = calibration.estimate(PLAYS, TASK)?;
        let length = 1.0 - f64::from(goal.moves.abs_diff(IDEAL_MOVES)) / f64::from(IDEAL_MOVES);
        let missed = (f64::from(setup.success) - goal.rate).abs();
        let rate_match = 1.0 - missed / NO_MATCH_POINTS;
        let quality = FIGURE_WEIGHT * board.figure_score(setup.size, 1)
            + DIFFICULTY_WEIGHT * self.difficulty_match(individual)
            + LENGTH_WEIGHT * length.max(0.0)
            + RATE_WEIGHT * rate_match.max(0.0);
        let percent = |part: u32, all: u32| 100.0 * f64::from(part) / f64::from(all.max(1));
        Some(Sample::of(
            quality,
            [
                goal.rate,
                percent(board.special().len(), self.cells.len() as u32),
                percent(self.problem.potential(&board), patterns(setup.size)),
                100.0 * self.symmetric_part(&board),
                // More figures count as the most.
                board.figures().len().min(11) as f64,
                needed.iter().sum::<usize>() as f64 / needed.len().max(1) as f64,
            ],
        ))
    }

    fn gaps(&self) -> &MutationGaps {
        &self.gaps
    }

    fn crossover(&self) -> Crossover {
        self.crossover
    }
}
