//! Evolving a level: the problem for the shared engine, and what is made of the result.

use std::sync::Arc;

use super::breeding::{Bred, Breeding};
use super::feasibility::Feasibility;
use super::genome::LevelGenome;
use super::setup::{GoalKind, KindGenes, Mode, Order, Setup, Symmetry};
use super::trial::{Entry, Offer, Trial};
use super::{BadLevel, Level};
use crate::games::match3::rules::{Cell, Colour, Goal, Goals, Kind, Size};
use crate::generation::random::Purpose;
use crate::generation::{
    Bits, Crossover, Fact, Form, Gaps, NotThere, Pick, Picture, Problem, Run, Search, Seed, Shape,
    Stream, Tint,
};

/// What a special cell too many that stands alone counts, in patterns of swap potential.
const LONELY: u32 = 6;

/// Evolving the special cells of a level towards a wanted swap potential.
#[derive(Clone, Debug)]
pub struct LevelProblem {
    setup: Setup,
    kinds: Vec<Kind>,
    cells: Vec<Cell>,
}

impl LevelProblem {
    /// The problem of a setup that was checked.
    pub fn new(setup: Setup) -> Self {
        LevelProblem {
            kinds: setup.kinds.iter().collect(),
            cells: setup.size.cells().collect(),
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
        genome.potential(self.setup.size)
    }

    /// How many special cells too many stand alone; where they lie in groups, one of six
    /// may, or one and its mirror images.
    #[inline]
    fn too_lonely(&self, genome: &LevelGenome) -> u32 {
        match self.setup.order {
            Order::Scattered => 0,
            Order::Grouped => {
                let images = match self.setup.symmetry {
                    Symmetry::None => 1,
                    Symmetry::LeftRight => 2,
                    Symmetry::Both => 4,
                };
                let may = (genome.special().len() / 6).max(images);
                genome.lonely().len().saturating_sub(may)
            }
        }
    }

    /// The genome with the symmetry that is wished for.
    pub(super) fn shaped(&self, genome: LevelGenome) -> LevelGenome {
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
        let missing = self.setup.is_cleared() && (layout.blocked | layout.overlays).is_empty();
        Feasibility::of(self.setup.size, &layout).violation() + u32::from(missing)
    }

    fn objective(&self, genome: &LevelGenome, _: &mut Stream) -> f64 {
        let distance = self.potential(genome).abs_diff(self.setup.wanted);
        let off = if distance <= self.setup.tolerance {
            0
        } else {
            distance
        };
        1.0 / (1.0 + f64::from(off + LONELY * self.too_lonely(genome)))
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

/// The points that stand beside a block of each colour to be collected: about as much as comes with them.
const POINTS: u32 = 60;

/// The points of a rung.
pub fn points_of_rung(setup: &Setup) -> u32 {
    match setup.goals.has(GoalKind::Collect) || setup.goals.has(GoalKind::Second) {
        true => POINTS,
        false => 50,
    }
}

/// The goals of a level on a rung: so many blocks of each colour, and so many times the points of a rung.
pub fn goals_of(setup: &Setup, seed: Seed, rung: u32) -> Goals {
    let mut rng = seed.stream(Purpose::Layout);
    let colours = u32::from(setup.colours);
    let first = rng.below(colours);
    let second = (first + 1 + rng.below(colours - 1)) % colours;
    let goal = |kind| match kind {
        GoalKind::Collect => Goal::Collect(Colour(first as u8), rung),
        GoalKind::Second => Goal::Collect(Colour(second as u8), rung),
        GoalKind::Clear => Goal::ClearSpecials,
        GoalKind::Score => Goal::Score(rung.saturating_mul(points_of_rung(setup))),
    };
    match setup.mode {
        Mode::Level => Goals::all(setup.goals.iter().map(goal)),
        Mode::Endless | Mode::Timed(_) => Goals::none(),
    }
}

/// A level of a genome with goals that cannot be met, and without a move limit.
pub fn draft(setup: &Setup, genome: &LevelGenome, seed: Seed) -> Result<Level, BadLevel> {
    let special = genome.specials().collect();
    let goals = goals_of(setup, seed, BEYOND);
    let level = Level::new(setup.size, setup.colours, goals, 0, special)?;
    Ok(level.with_powers(setup.powers))
}

/// A rung beyond all play.
const BEYOND: u32 = 100_000;

/// A level, and how often the reference player succeeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Graded {
    /// The level.
    pub level: Level,
    /// What its goals and limit come to, where there are any.
    pub offer: Option<Offer>,
    /// Its board.
    pub bred: Bred,
}

/// The most promising board without goals, where the mode wants no judgement.
pub fn unjudged(setup: &Setup, entries: &[Entry]) -> Option<Result<Graded, Failure>> {
    if setup.mode == Mode::Level {
        return None;
    }
    let bred = entries.first()?.bred.clone();
    let level = draft(setup, &bred.genome, bred.seed).map_err(Failure::from);
    let graded = |level| Graded {
        level,
        offer: None,
        bred,
    };
    Some(level.map(graded))
}

/// A level of the best of some boards: its goals and move limit are judged by play.
pub fn level_of(setup: &Setup, entries: Vec<Entry>, threads: usize) -> Result<Graded, Failure> {
    if let Some(graded) = unjudged(setup, &entries) {
        return graded;
    }
    let mut trial = Trial::new(setup, entries)?;
    trial.finish(threads);
    graded(&trial)
}

/// What a trial that is over has found.
pub fn graded(trial: &Trial) -> Result<Graded, Failure> {
    let (level, offer, bred) = trial.best().ok_or(Failure::Hopeless)?;
    Ok(Graded {
        level,
        offer: Some(offer),
        bred: bred.clone(),
    })
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

/// Evolves and judges what an id says: the same wish, search, seed and pick give the same level.
pub fn regenerate(
    setup: &Setup,
    search: &Search,
    seed: Seed,
    pick: Pick,
    threads: usize,
) -> Result<Graded, Failure> {
    let mut breeding = Breeding::again(setup, search, seed, pick)?;
    while !breeding.is_over() {
        breeding.step()?;
    }
    level_of(setup, breeding.entries(&[]), threads)
}
