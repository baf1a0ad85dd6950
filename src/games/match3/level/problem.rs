//! The problem of evolving a level: special cells that give a wanted swap potential, on a board that can be filled.

use std::sync::Arc;

use super::LevelError;
use super::feasibility::Feasibility;
use super::genome::LevelGenome;
use super::picture::draw_cell;
use super::potential::Breakdown;
use super::prediction::Prediction;
use super::setup::{KindGenes, Order, Setup, SetupError, Symmetry, ViolationMeasure};
use crate::games::match3::rules::{Cell, Kind};
use crate::generation::{
    Bits, Crossover, EvolutionParameters, Fact, MutationGaps, PickError, Picture, Problem, Run,
    Seed, Stream,
};

/// The penalty of each surplus isolated special cell, in patterns of swap potential.
const ISOLATION_PENALTY: u32 = 6;
/// One of so many special cells may be isolated without a penalty.
const CELLS_PER_ISOLATED_CELL: u32 = 6;

/// Evolves the special cells of a level towards the wanted swap potential of a setup.
#[derive(Clone, Debug)]
pub struct LevelProblem {
    setup: Setup,
    kinds: Vec<Kind>,
    cells: Vec<Cell>,
}

impl LevelProblem {
    /// The problem of a setup that passed [`Setup::check`].
    pub fn new(setup: Setup) -> Self {
        LevelProblem {
            kinds: setup.kinds.iter().collect(),
            cells: setup.size.cells().collect(),
            setup,
        }
    }

    /// The setup.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The swap potential of a genome.
    #[inline]
    pub fn potential(&self, genome: &LevelGenome) -> u32 {
        genome.potential(self.setup.size)
    }

    /// The number of surplus isolated special cells. The setup allows some of them, at least one with its mirror
    /// images, and any number where cells may be scattered.
    #[inline]
    fn surplus_isolated(&self, genome: &LevelGenome) -> u32 {
        match self.setup.order {
            Order::Scattered => 0,
            Order::Grouped => {
                let images = match self.setup.symmetry {
                    Symmetry::None => 1,
                    Symmetry::LeftRight => 2,
                    Symmetry::Both => 4,
                };
                let allowed = (genome.special().len() / CELLS_PER_ISOLATED_CELL).max(images);
                genome.isolated().len().saturating_sub(allowed)
            }
        }
    }

    /// The genome with the symmetry of the setup: its left or upper left part, mirrored.
    pub(crate) fn symmetrised(&self, genome: LevelGenome) -> LevelGenome {
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

    /// The swaps that the losses of a genome predict.
    fn predicted_swaps(&self, genome: &LevelGenome) -> Fact {
        let losses = Breakdown::of(self.setup.size, |cell| genome.kind(cell));
        let Prediction { swaps, error } = Prediction::of(self.setup.size, &losses);
        Fact::new("match3.fact.predicted", format!("{swaps:.1} ± {error:.1}"))
    }

    /// A random gene: open or special with equal probability, as limbsoo draws it.
    fn random_gene(&self, rng: &mut Stream) -> Option<Kind> {
        let special = rng.next_u64() >> 63 == 1;
        special.then(|| rng.choose(&self.kinds).copied()).flatten()
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
            genome.set(cell, self.random_gene(rng));
        }
        self.symmetrised(genome)
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
                let cut = rng.random_below(self.cells.len() as u32 + 1) as usize;
                Bits::ones(self.cells.get(cut).map_or(256, |cell| cell.index()))
            }
        };
        let mut child = first.blend(second, &mask);
        if self.setup.genes == KindGenes::Redrawn {
            child.redraw_kinds(&self.kinds, rng);
        }
        self.symmetrised(child)
    }

    fn mutate(&self, genome: &mut LevelGenome, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |at, rng| {
            genome.set(self.cells[at], self.random_gene(rng))
        });
        *genome = self.symmetrised(*genome);
    }

    fn violation(&self, genome: &LevelGenome) -> u32 {
        let layout = genome.layout();
        let missing =
            self.setup.requires_clearing() && (layout.blocked | layout.overlays).is_empty();
        let faults = Feasibility::of(self.setup.size, &layout);
        let counted = match self.setup.violation {
            ViolationMeasure::Cells => faults.violation(),
            ViolationMeasure::Groups => faults.components(),
        };
        counted + u32::from(missing)
    }

    fn objective(&self, genome: &LevelGenome, _: &mut Stream) -> f64 {
        let distance = self.potential(genome).abs_diff(self.setup.wanted);
        let off = if distance <= self.setup.tolerance {
            0
        } else {
            distance
        };
        1.0 / (1.0 + f64::from(off + ISOLATION_PENALTY * self.surplus_isolated(genome)))
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
            self.predicted_swaps(genome),
        ];
        if faults.violation() > 0 {
            facts.push(fact("match3.fact.unreachable", faults.violation()));
            facts.push(fact("match3.fact.components", faults.components()));
        }
        facts
    }
}

/// Runs a search to its end on the calling thread. The returned run holds its best individual and the reason why it
/// stopped.
pub fn generate(
    setup: &Setup,
    search: &EvolutionParameters,
    seed: Seed,
) -> Result<Run<LevelProblem>, GenerationError> {
    setup.check()?;
    let problem = Arc::new(LevelProblem::new(setup.clone()));
    let mut run = Run::new(problem, search.clone(), seed)?;
    run.finish();
    Ok(run)
}

/// Why no level could be generated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GenerationError {
    /// The setup asks for something impossible.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A parameter of the search is out of range.
    #[error(transparent)]
    Search(#[from] crate::base::RangeError),
    /// The run has no such individual, or an infeasible one.
    #[error(transparent)]
    Individual(#[from] PickError),
    /// The genome gives no level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The reference player never wins a level of these boards.
    #[error("no board of this run gives a level that is ever won")]
    Unwinnable,
}
