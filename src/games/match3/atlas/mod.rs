//! The level atlas: MAP-Elites (Mouret and Clune 2015) over two behaviour descriptors, the named difficulty that a
//! board turns out to have in plays and its amount of special cells. Each cell of the archive keeps its best board.

use crate::games::match3::level::{Breakdown, LevelGenome, LevelProblem, Rate, Setup};
use crate::games::match3::playtest::prior::{difficulty_range, estimated_difficulty};
use crate::games::match3::playtest::{
    Calibration, EvolvedBoard, GoalCandidate, IDEAL_MOVES, ScoredBoard,
};
use crate::games::match3::rules::{Cell, Kind};
use crate::generation::archive::ArchiveProblem;
use crate::generation::{
    Crossover, EvolutionParameters, Fact, MutationGaps, Pick, Picture, Problem, Seed, Stream,
};

/// The number of columns: amounts of special cells that the archive tells apart.
pub const AMOUNT_BINS: usize = 8;
/// Special cells of one column, in percent of the cells of a board.
const PERCENT_PER_BIN: usize = 5;
/// Plays of an offspring: enough to tell good boards from bad ones. The board that a player picks is calibrated with
/// many more.
const PLAYS_PER_EVALUATION: u32 = 24;

/// The parameters of the archive, unless the player has changed them: the population is the number of offspring in a
/// generation.
pub fn usual_search() -> EvolutionParameters {
    EvolutionParameters {
        population: 24,
        generations: 400,
        mutation: 0.02,
        crossover: Crossover::OnePoint,
        ..EvolutionParameters::default()
    }
}

/// Patterns that are lost to a special cell in the middle of a board: the mean of 64 for layers in place of a block and
/// 32 for layers on a block.
const PATTERNS_PER_MIDDLE_CELL: f64 = 48.0;
/// A success rate this many percentage points away from the named one adds nothing to the quality.
const NO_MATCH_POINTS: f64 = 10.0;

/// The parts of the quality of an elite; they add up to 1.
const FIGURE_WEIGHT: f64 = 0.3;
const SYMMETRY_WEIGHT: f64 = 0.25;
const DIFFICULTY_WEIGHT: f64 = 0.25;
const LENGTH_WEIGHT: f64 = 0.1;
const RATE_WEIGHT: f64 = 0.1;

/// A board for one of the named difficulties.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtlasBoard {
    /// The board.
    pub board: LevelGenome,
    /// The index of its difficulty in [`Rate::NAMED`].
    pub difficulty: u8,
    /// The result of its plays; `None` before they are made.
    pub goal: Option<GoalCandidate>,
}

/// The problem that the archive of levels solves.
pub struct LevelAtlas {
    problem: LevelProblem,
    kinds: Vec<Kind>,
    cells: Vec<Cell>,
    gaps: MutationGaps,
    crossover: Crossover,
}

impl LevelAtlas {
    /// An archive of boards with the size, kinds and goals of a setup. Its success rate and its swap potential do not
    /// matter. Of the parameters it uses mutation and crossover.
    pub fn new(setup: Setup, search: &EvolutionParameters) -> Self {
        let cells: Vec<Cell> = setup.size.cells().collect();
        LevelAtlas {
            kinds: setup.kinds.iter().collect(),
            gaps: MutationGaps::new(search.mutation, cells.len()),
            crossover: search.crossover,
            cells,
            problem: LevelProblem::new(setup),
        }
    }

    /// The setup of the level that an elite gives.
    pub fn setup_of(&self, elite: &AtlasBoard) -> Setup {
        let rate = Rate::NAMED[usize::from(elite.difficulty) % Rate::NAMED.len()];
        let setup = Setup {
            success: rate.success,
            ..self.problem.setup().clone()
        };
        setup.with_board(elite.board)
    }

    /// The column of a board, below [`AMOUNT_BINS`].
    fn amount_bin(&self, board: &LevelGenome) -> usize {
        let percent = 100 * board.special().len() as usize / self.cells.len();
        (percent / PERCENT_PER_BIN).min(AMOUNT_BINS - 1)
    }

    /// The part of the special cells, 0 to 1, that equal their image: mirrored left to right (`way` 0), mirrored top
    /// to bottom (1), or turned by half (2).
    fn symmetric_part(&self, board: &LevelGenome, way: usize) -> f64 {
        let size = self.problem.setup().size;
        let (right, bottom) = (size.cols() - 1, size.rows() - 1);
        let image = |cell: Cell| match way {
            0 => Cell::at(cell.row(), right - cell.col()),
            1 => Cell::at(bottom - cell.row(), cell.col()),
            _ => Cell::at(bottom - cell.row(), right - cell.col()),
        };
        let specials = board.specials();
        let alike = specials.filter(|(cell, kind)| board.kind(image(*cell)) == Some(*kind));
        alike.count() as f64 / f64::from(board.special().len().max(1))
    }

    /// How well the estimated difficulty of one special cell matches a named difficulty, 0 to 1. With the same number
    /// of special cells a board is easy if they lie at the rim and have one layer, and hard if they lie in the middle
    /// and have several.
    fn difficulty_match(&self, board: &LevelGenome, difficulty: usize) -> f64 {
        let losses = Breakdown::of(self.problem.setup().size, |cell| board.kind(cell));
        let each = estimated_difficulty(&losses) / f64::from(board.special().len().max(1));
        let (kinds, hardest) = (self.kinds.iter().copied(), Rate::NAMED.len() - 1);
        let [least, most] = difficulty_range(kinds).map(|added| PATTERNS_PER_MIDDLE_CELL * added);
        // The wanted value rises from half of what the mildest kind adds, for the easiest difficulty, to 80 % of what
        // the worst kind adds, for the hardest one.
        let wanted = 0.5 * least + (0.8 * most - 0.5 * least) * difficulty as f64 / hardest as f64;
        let half = 0.25 * most;
        half / (half + (each - wanted).abs())
    }
}

impl ArchiveProblem for LevelAtlas {
    type Genome = AtlasBoard;

    fn cells(&self) -> usize {
        AMOUNT_BINS * Rate::NAMED.len()
    }

    fn founder(&self, rng: &mut Stream) -> AtlasBoard {
        // The boards reach from almost empty to the last column.
        let part = rng.random_f64() * (AMOUNT_BINS * PERCENT_PER_BIN) as f64 / 100.0;
        let mut board = LevelGenome::default();
        for &cell in &self.cells {
            if rng.random_f64() < part {
                board.set(cell, rng.choose(&self.kinds).copied());
            }
        }
        AtlasBoard {
            board: self.problem.symmetrised(board),
            difficulty: rng.random_below(Rate::NAMED.len() as u32) as u8,
            goal: None,
        }
    }

    fn offspring(&self, first: &AtlasBoard, second: &AtlasBoard, rng: &mut Stream) -> AtlasBoard {
        // Half of the children are mutants of one parent.
        let mut board = match rng.random_below(2) {
            0 => first.board,
            _ => self
                .problem
                .cross(&first.board, &second.board, self.crossover, rng),
        };
        self.problem.mutate(&mut board, &self.gaps, rng);
        let difficulty = match rng.random_below(4) {
            0 => rng.random_below(Rate::NAMED.len() as u32) as u8,
            _ => first.difficulty,
        };
        AtlasBoard {
            board,
            difficulty,
            goal: None,
        }
    }

    fn evaluate(&self, individual: &mut AtlasBoard, rng: &mut Stream) -> Option<(usize, f64)> {
        if self.problem.violation(&individual.board) > 0 || individual.board.special().is_empty() {
            return None;
        }
        let setup = self.setup_of(individual);
        let board = EvolvedBoard {
            genome: individual.board,
            seed: Seed(rng.next_u64()),
            pick: Pick::Best,
        };
        let scored = ScoredBoard {
            board,
            prior_score: 1.0,
        };
        let calibration = Calibration::new(&setup, vec![scored]).ok()?;
        let goal = calibration.estimate(PLAYS_PER_EVALUATION)?;
        individual.goal = Some(goal);
        // The plays decide the difficulty, whatever the board was evolved for.
        let off = |rate: &Rate| (f64::from(rate.success) - goal.rate).abs();
        let named = Rate::NAMED.iter().enumerate();
        let (difficulty, missed) = named
            .map(|(at, rate)| (at, off(rate)))
            .min_by(|a, b| a.1.total_cmp(&b.1))?;
        individual.difficulty = difficulty as u8;
        let cell = difficulty * AMOUNT_BINS + self.amount_bin(&individual.board);
        let length = 1.0 - f64::from(goal.moves.abs_diff(IDEAL_MOVES)) / f64::from(IDEAL_MOVES);
        let rate_match = (1.0 - missed / NO_MATCH_POINTS).max(0.0);
        // Neighbouring cells of the archive want different symmetries, so that they do not look alike.
        let way = (difficulty + cell) % 3;
        let looks = FIGURE_WEIGHT * individual.board.figure_score(setup.size, 1)
            + SYMMETRY_WEIGHT * self.symmetric_part(&individual.board, way);
        let difficulty_match =
            DIFFICULTY_WEIGHT * self.difficulty_match(&individual.board, difficulty);
        let quality = looks + difficulty_match + LENGTH_WEIGHT * length + RATE_WEIGHT * rate_match;
        Some((cell, quality))
    }

    fn picture(&self, individual: &AtlasBoard) -> Picture {
        self.problem.picture(&individual.board)
    }

    fn insight(&self, individual: &AtlasBoard) -> Option<Picture> {
        self.problem.insight(&individual.board)
    }

    fn facts(&self, individual: &AtlasBoard) -> Vec<Fact> {
        let mut facts = Vec::new();
        if let Some(goal) = individual.goal {
            facts.push(Fact::new("match3.fact.rate", format!("{:.0}", goal.rate)));
            facts.push(Fact::new("match3.fact.plays", goal.plays.to_string()));
            facts.push(Fact::new("match3.fact.moves", goal.moves.to_string()));
        }
        let special = individual.board.special().len();
        facts.push(Fact::new("match3.fact.specials", special.to_string()));
        let potential = self.problem.potential(&individual.board);
        facts.push(Fact::new("match3.fact.potential", potential.to_string()));
        facts
    }
}
