//! The level atlas: for every named difficulty and every amount of special cells the best board that was found,
//! each judged by play.

use super::generator::LevelProblem;
use super::guide::{order, strain, strain_of};
use super::potential::Breakdown;
use super::setup::{Rate, Setup};
use super::trial::{Entry, Offer, Trial};
use super::{Bred, LevelGenome};
use crate::games::match3::rules::{Cell, Kind};
use crate::generation::atlas::Chart;
use crate::generation::{Crossover, Fact, Gaps, Pick, Picture, Problem, Seed, Stream};

/// Amounts of special cells that are told apart.
pub const AMOUNTS: usize = 8;
/// Special cells that an amount spans, of 100 cells.
const SPAN: usize = 5;
/// Plays of a board: enough to tell good ones from bad ones; what is picked is judged until it is sure.
const PLAYS: u32 = 24;
/// The part of the genes of a child that change.
const MUTATION: f64 = 0.02;

/// A board for one of the named difficulties.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Charted {
    /// The board.
    pub board: LevelGenome,
    /// Which of [`Rate::NAMED`] it is for.
    pub rate: u8,
    /// What a few plays have found.
    pub offer: Option<Offer>,
}

/// What an atlas is filled with.
pub struct LevelChart {
    problem: LevelProblem,
    kinds: Vec<Kind>,
    cells: Vec<Cell>,
    gaps: Gaps,
}

impl LevelChart {
    /// Boards of a wish; its rate and its potential do not matter.
    pub fn new(setup: Setup) -> Self {
        let cells: Vec<Cell> = setup.size.cells().collect();
        LevelChart {
            kinds: setup.kinds.iter().collect(),
            gaps: Gaps::new(MUTATION, cells.len()),
            cells,
            problem: LevelProblem::new(setup),
        }
    }

    /// The wish for a board of the atlas.
    pub fn setup_of(&self, charted: &Charted) -> Setup {
        let rate = Rate::NAMED[usize::from(charted.rate) % Rate::NAMED.len()];
        let setup = Setup {
            success: rate.success,
            ..self.problem.setup().clone()
        };
        setup.on(charted.board)
    }

    /// The amount of special cells of a board, below [`AMOUNTS`].
    fn amount(&self, board: &LevelGenome) -> usize {
        let percent = 100 * board.special().len() as usize / self.cells.len();
        (percent / SPAN).min(AMOUNTS - 1)
    }

    /// How much a board is its own image, 0 to 1: mirrored aside, mirrored below, or turned half around.
    fn imaged(&self, board: &LevelGenome, way: usize) -> f64 {
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

    /// How near the strain of a special cell is to that of a difficulty, 0 to 1: the same number of cells strains
    /// little at the rim and in shells of one layer, and much in the middle and in thick ones.
    fn felt(&self, board: &LevelGenome, rate: usize) -> f64 {
        let losses = Breakdown::of(self.problem.setup().size, |cell| board.kind(cell));
        let each = strain(&losses) / f64::from(board.special().len().max(1));
        let (kinds, rates) = (self.kinds.iter().copied(), Rate::NAMED.len() - 1);
        // What a cell in the middle strains, with the mildest and with the worst of the kinds.
        let [least, most] = strain_of(kinds).map(|added| 48.0 * added);
        let wanted = 0.5 * least + (0.8 * most - 0.5 * least) * rate as f64 / rates as f64;
        let half = 0.25 * most;
        half / (half + (each - wanted).abs())
    }
}

impl Chart for LevelChart {
    type Genome = Charted;

    fn places(&self) -> usize {
        AMOUNTS * Rate::NAMED.len()
    }

    fn founder(&self, rng: &mut Stream) -> Charted {
        // From almost empty to as full as the last amount.
        let part = rng.unit() * (AMOUNTS * SPAN) as f64 / 100.0;
        let mut board = LevelGenome::default();
        for &cell in &self.cells {
            if rng.unit() < part {
                board.set(cell, rng.pick(&self.kinds).copied());
            }
        }
        Charted {
            board: self.problem.shaped(board),
            rate: rng.below(Rate::NAMED.len() as u32) as u8,
            offer: None,
        }
    }

    fn child(&self, first: &Charted, second: &Charted, rng: &mut Stream) -> Charted {
        // Half of the children are like one parent but for what changes.
        let mut board = match rng.below(2) {
            0 => first.board,
            _ => self
                .problem
                .cross(&first.board, &second.board, Crossover::OnePoint, rng),
        };
        self.problem.mutate(&mut board, &self.gaps, rng);
        let rate = match rng.below(4) {
            0 => rng.below(Rate::NAMED.len() as u32) as u8,
            _ => first.rate,
        };
        let offer = None;
        Charted { board, rate, offer }
    }

    fn judge(&self, charted: &mut Charted, rng: &mut Stream) -> Option<(usize, f64)> {
        if self.problem.violation(&charted.board) > 0 || charted.board.special().is_empty() {
            return None;
        }
        let setup = self.setup_of(charted);
        let bred = Bred {
            genome: charted.board,
            seed: Seed(rng.word()),
            pick: Pick::Best,
        };
        let entry = Entry { bred, promise: 1.0 };
        let offer = Trial::new(&setup, vec![entry]).ok()?.glance(PLAYS)?;
        charted.offer = Some(offer);
        // It belongs to the difficulty that it has, whatever it was meant for.
        let off = |rate: &Rate| (f64::from(rate.success) - offer.rate).abs();
        let named = Rate::NAMED.iter().enumerate();
        let (rate, missed) = named
            .map(|(at, rate)| (at, off(rate)))
            .min_by(|a, b| a.1.total_cmp(&b.1))?;
        charted.rate = rate as u8;
        let place = rate * AMOUNTS + self.amount(&charted.board);
        let comfort = 1.0 - f64::from(offer.moves.abs_diff(20)) / 20.0;
        let near = (1.0 - missed / 10.0).max(0.0);
        // Neighbours want different images, so that they do not look alike.
        let way = (rate + place) % 3;
        let looks = 0.3 * order(&charted.board) + 0.25 * self.imaged(&charted.board, way);
        let felt = 0.25 * self.felt(&charted.board, rate);
        Some((place, looks + felt + 0.1 * comfort + 0.1 * near))
    }

    fn picture(&self, charted: &Charted) -> Picture {
        self.problem.picture(&charted.board)
    }

    fn facts(&self, charted: &Charted) -> Vec<Fact> {
        let mut facts = Vec::new();
        if let Some(offer) = charted.offer {
            facts.push(Fact::new("match3.fact.rate", format!("{:.0}", offer.rate)));
            facts.push(Fact::new("match3.fact.plays", offer.plays.to_string()));
            facts.push(Fact::new("match3.fact.moves", offer.moves.to_string()));
        }
        let special = charted.board.special().len();
        facts.push(Fact::new("match3.fact.specials", special.to_string()));
        let potential = self.problem.potential(&charted.board);
        facts.push(Fact::new("match3.fact.potential", potential.to_string()));
        facts
    }
}
