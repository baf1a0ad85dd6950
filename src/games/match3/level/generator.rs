//! Evolving a level: the problem for the shared engine, and what is made of the result.

use std::sync::Arc;

use super::feasibility::Feasibility;
use super::genome::LevelGenome;
use super::potential::swap_potential;
use super::setup::{GoalKind, KindGenes, Setup, Symmetry};
use super::trial::{CANDIDATES, Offer, Trial};
use super::{BadLevel, Level};
use crate::games::match3::rules::{Cell, Cells, Colour, Goal, Kind, Size};
use crate::generation::random::Purpose;
use crate::generation::{
    Again, Bits, Crossover, Fact, Form, Gaps, NotThere, Pick, Picture, Problem, Run, Search, Seed,
    Shape, Stream, Tint,
};

/// Evolving the special cells of a level towards a wanted swap potential.
#[derive(Clone, Debug)]
pub struct LevelProblem {
    setup: Setup,
    kinds: Vec<Kind>,
    cells: Vec<Cell>,
    all: Cells,
}

impl LevelProblem {
    /// The problem of a setup that was checked.
    pub fn new(setup: Setup) -> Self {
        LevelProblem {
            kinds: setup.kinds.iter().collect(),
            cells: setup.size.cells().collect(),
            all: setup.size.all(),
            setup,
        }
    }

    /// The wish.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The swap potential of a genome.
    #[inline]
    pub fn potential(&self, genome: &LevelGenome) -> u32 {
        let overlays = genome.layout().overlays;
        swap_potential(self.all - genome.special(), overlays)
    }

    /// The genome with the symmetry that is wished for.
    fn shaped(&self, genome: LevelGenome) -> LevelGenome {
        let size = self.setup.size;
        let (right, bottom) = (size.cols() - 1, size.rows() - 1);
        let aside = |cell: Cell| Cell::at(cell.row(), right - cell.col());
        let below = |cell: Cell| Cell::at(bottom - cell.row(), cell.col());
        let left = || {
            self.cells
                .iter()
                .copied()
                .filter(|cell| cell.col() <= right / 2)
        };
        let upper = || {
            self.cells
                .iter()
                .copied()
                .filter(|cell| cell.row() <= bottom / 2)
        };
        match self.setup.symmetry {
            Symmetry::None => genome,
            Symmetry::LeftRight => genome.mirrored(left().collect(), aside),
            Symmetry::Both => {
                let across = genome.mirrored(left().collect(), aside);
                across.mirrored(upper().collect(), below)
            }
        }
    }

    fn gene(&self, rng: &mut Stream) -> Option<Kind> {
        let special = rng.word() >> 63 == 1;
        special.then(|| rng.pick(&self.kinds).copied()).flatten()
    }
}

impl Problem for LevelProblem {
    type Genome = LevelGenome;

    fn genes(&self) -> usize {
        self.cells.len()
    }

    fn random(&self, rng: &mut Stream) -> LevelGenome {
        let mut genome = LevelGenome::default();
        for &cell in &self.cells {
            genome.set(cell, self.gene(rng));
        }
        self.shaped(genome)
    }

    fn cross(
        &self,
        first: &LevelGenome,
        second: &LevelGenome,
        how: Crossover,
        rng: &mut Stream,
    ) -> LevelGenome {
        let mask = match how {
            Crossover::Uniform => how.mask(256, rng),
            Crossover::OnePoint => {
                let cut = rng.below(self.cells.len() as u32 + 1) as usize;
                Bits::live(self.cells.get(cut).map_or(256, |cell| cell.index()))
            }
        };
        let mut child = first.blend(second, &mask);
        if self.setup.genes == KindGenes::Redrawn {
            child.redraw(&self.kinds, rng);
        }
        self.shaped(child)
    }

    fn mutate(&self, genome: &mut LevelGenome, gaps: &Gaps, rng: &mut Stream) {
        gaps.each(rng, |at, rng| genome.set(self.cells[at], self.gene(rng)));
        *genome = self.shaped(*genome);
    }

    fn violation(&self, genome: &LevelGenome) -> u32 {
        let layout = genome.layout();
        let missing =
            self.setup.goal == GoalKind::Clear && (layout.blocked | layout.overlays).is_empty();
        Feasibility::of(self.setup.size, &layout).violation() + u32::from(missing)
    }

    fn objective(&self, genome: &LevelGenome, _: &mut Stream) -> f64 {
        let distance = self.potential(genome).abs_diff(self.setup.wanted);
        if distance <= self.setup.tolerance {
            1.0
        } else {
            1.0 / (1.0 + f64::from(distance))
        }
    }

    fn target(&self) -> Option<f64> {
        Some(1.0)
    }

    fn picture(&self, genome: &LevelGenome) -> Picture {
        let faults = Feasibility::of(self.setup.size, &genome.layout());
        let wrong = faults.unreachable | faults.untouchable;
        let size = self.setup.size;
        let kind = |cell: Cell| genome.kind(cell);
        let draw = |cell| draw_cell(size, cell, kind(cell), wrong.has(cell));
        Picture::of(size.cells().flat_map(draw).collect())
    }

    fn facts(&self, genome: &LevelGenome) -> Vec<Fact> {
        let fact = |key, value: u32| Fact::new(key, value.to_string());
        let faults = Feasibility::of(self.setup.size, &genome.layout());
        let mut facts = vec![
            fact("match3.fact.potential", self.potential(genome)),
            fact("match3.fact.wanted", self.setup.wanted),
            fact("match3.fact.specials", genome.special().len()),
        ];
        if faults.violation() > 0 {
            facts.push(fact("match3.fact.unreachable", faults.violation()));
            facts.push(fact("match3.fact.components", faults.components()));
        }
        facts
    }
}

/// The shapes of one cell in a picture of a level.
fn draw_cell(size: Size, cell: Cell, kind: Option<Kind>, wrong: bool) -> Vec<Shape> {
    let side = size.rows().max(size.cols()) as f32;
    let middle = |at: usize, count: usize| (at as f32 + 0.5 + (side - count as f32) / 2.0) / side;
    let key = (cell.index() * 2) as u16;
    let shape = |key, form, tint, scale: f32| Shape {
        key,
        form,
        tint,
        x: middle(cell.col(), size.cols()),
        y: middle(cell.row(), size.rows()),
        size: scale / side,
    };
    let (form, tint, scale) = match kind {
        None if wrong => (Form::Tile, Tint::Fault, 0.9),
        None => (Form::Tile, Tint::Calm, 0.9),
        Some(Kind::Obstacle) => (Form::Tile, Tint::Stone, 0.98),
        Some(kind) if kind.is_overlay() => (Form::Ring, Tint::Kind(kind as u8), 0.85),
        Some(kind) => (
            Form::Tile,
            Tint::Kind(kind as u8),
            0.55 + 0.1 * kind.layers() as f32,
        ),
    };
    let mut shapes = vec![shape(key, form, tint, scale)];
    if wrong && kind.is_some() {
        shapes.push(shape(key + 1, Form::Cross, Tint::Fault, 0.7));
    }
    shapes
}

/// A level of a genome with its goal, but without a move limit.
pub fn draft(setup: &Setup, genome: &LevelGenome, seed: Seed) -> Result<Level, BadLevel> {
    let mut rng = seed.stream(Purpose::Layout);
    let goal = match setup.goal {
        GoalKind::Collect => {
            let colour = rng.below(u32::from(setup.colours)) as u8;
            Goal::Collect(Colour(colour), 150 / u32::from(setup.colours))
        }
        GoalKind::Clear => Goal::ClearSpecials,
        GoalKind::Score => Goal::Score(3_000),
    };
    let special = genome.specials().collect();
    let level = Level::new(setup.size, setup.colours, goal, 0, special)?;
    Ok(level.with_powers(setup.powers))
}

/// A level, and how often the reference player succeeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Graded {
    /// The level.
    pub level: Level,
    /// What its goal and limit come to.
    pub offer: Offer,
}

/// The boards of a field that are worth a trial, best first: no two alike, and near the wanted potential.
pub fn candidates(problem: &LevelProblem, field: Vec<LevelGenome>) -> Vec<LevelGenome> {
    let setup = problem.setup();
    let mut some: Vec<LevelGenome> = Vec::new();
    for genome in field {
        let distance = problem.potential(&genome).abs_diff(setup.wanted);
        let near = some.is_empty() || distance <= setup.tolerance;
        if near && some.len() < CANDIDATES && !some.contains(&genome) {
            some.push(genome);
        }
    }
    some
}

/// A level of the best of some boards: its goal amount and move limit are judged by play.
pub fn level_of(
    setup: &Setup,
    genomes: &[LevelGenome],
    seed: Seed,
    threads: usize,
) -> Result<Graded, Failure> {
    let mut trial = Trial::new(setup, genomes, seed)?;
    trial.finish(threads);
    graded(&trial)
}

/// What a trial that is over has found.
pub fn graded(trial: &Trial) -> Result<Graded, Failure> {
    let (level, offer) = trial.best().ok_or(Failure::Hopeless)?;
    Ok(Graded { level, offer })
}

/// Evolves a level to the end, here and now. Returns the run too: how it ended is in it.
pub fn generate(setup: &Setup, search: &Search, seed: Seed) -> Result<Run<LevelProblem>, Failure> {
    setup.check()?;
    let problem = Arc::new(LevelProblem::new(setup.clone()));
    let mut run = Run::new(problem, search.clone(), seed)?;
    run.finish();
    Ok(run)
}

/// Why no level came of a wish.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// The wish cannot be granted.
    #[error(transparent)]
    Setup(#[from] super::setup::BadSetup),
    /// The search cannot be run.
    #[error(transparent)]
    Search(#[from] crate::generation::search::OutOfRange),
    /// The run has no such individual, or not one that can be played.
    #[error(transparent)]
    NotThere(#[from] NotThere),
    /// The genome makes no level.
    #[error(transparent)]
    Level(#[from] BadLevel),
    /// No board of the run gives a level that can be won.
    #[error("no board of this run gives a level that is ever won")]
    Hopeless,
}

/// Evolves and judges again what was made before: the same wish, search, seed and pick give the same level.
pub fn regenerate(
    setup: &Setup,
    search: &Search,
    seed: Seed,
    pick: Pick,
) -> Result<Graded, Failure> {
    let mut again = again(setup, search, seed, pick)?;
    while !again.step() {}
    let genomes = candidates(again.problem(), again.field()?);
    level_of(setup, &genomes, seed, 1)
}

/// [`regenerate`], up to the genome, to be done a generation at a time.
pub fn again(
    setup: &Setup,
    search: &Search,
    seed: Seed,
    pick: Pick,
) -> Result<Again<LevelProblem>, Failure> {
    setup.check()?;
    let problem = LevelProblem::new(setup.clone());
    Ok(Again::new(problem, search, seed, pick)?)
}
