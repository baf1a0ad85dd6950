//! The problem of evolving a level: special cells that give a wanted swap potential, on a board that can be filled.

use std::sync::Arc;

use super::feasibility::{Feasibility, Layout};
use super::figures::random_neighbour;
use super::genome::LevelGenome;
use super::picture::{plan_picture, potential_picture};
use super::prediction::Prediction;
use super::setup::{KindGenes, Order, Setup, SetupError, Symmetry, ViolationMeasure};
use super::{Breakdown, LevelError};
use crate::games::match3::rules::{Cell, Cells, Kind};
use crate::generation::{
    Bits, Crossover, EvolutionParameters, Fact, MutationGaps, PickError, Picture, Problem, Run,
    Seed, Steering, Stream,
};

/// The penalty of each surplus fault of the figures, in patterns of swap potential.
const FAULT_PENALTY: u32 = 6;
/// The number of special cells for each fault of the figures that has no penalty.
const CELLS_PER_FAULT: u32 = 10;
/// A board is crowded if more than one cell in this many is special. On a crowded board every second special cell
/// beyond that allows another fault, because there is no room for figures.
const CROWDED_PART: u32 = 3;
/// A cell that spoils a figure is mended in one in this many children.
const MEND_CHANCE: u32 = 3;

/// The usual parameters of an evolution of boards: those of limbsoo's posts, which are the defaults.
pub fn usual_parameters() -> EvolutionParameters {
    EvolutionParameters::default()
}

/// Evolves the special cells of a level towards the wanted swap potential of a setup.
#[derive(Clone, Debug)]
pub struct LevelProblem {
    setup: Setup,
    kinds: Vec<Kind>,
    cells: Vec<Cell>,
    /// The left and the upper half of the board, with the middle column or row.
    left: Cells,
    upper: Cells,
}

impl LevelProblem {
    /// The problem of a setup that passed [`Setup::check`].
    pub fn new(setup: Setup) -> Self {
        let size = setup.size;
        let (cols, rows) = (size.cols(), size.rows());
        let is_left = |cell: &Cell| cell.col() <= (cols - 1) / 2;
        let is_upper = |cell: &Cell| cell.row() <= (rows - 1) / 2;
        LevelProblem {
            kinds: setup.kinds.iter().collect(),
            cells: size.cells().collect(),
            left: size.cells().filter(is_left).collect(),
            upper: size.cells().filter(is_upper).collect(),
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

    /// The number of faults of the figures beyond those that are allowed. At least one fault with its mirror images is
    /// allowed, and any number if cells may be scattered.
    #[inline]
    fn surplus_faults(&self, genome: &LevelGenome) -> u32 {
        match self.setup.order {
            Order::Scattered => 0,
            Order::Grouped => {
                let images = match self.setup.symmetry {
                    Symmetry::None => 1,
                    Symmetry::LeftRight => 2,
                    Symmetry::Both => 4,
                };
                let special = genome.special().len();
                let crowd = special.saturating_sub(self.cells.len() as u32 / CROWDED_PART) / 2;
                let allowed = (special / CELLS_PER_FAULT).max(images) + crowd;
                genome.faults(self.setup.size).saturating_sub(allowed)
            }
        }
    }

    /// The genome with the symmetry of the setup: its left or upper left part, mirrored.
    pub(crate) fn symmetrised(&self, genome: LevelGenome) -> LevelGenome {
        let size = self.setup.size;
        let aside = || genome.mirrored(self.left, |cells| cells.mirrored_aside(size.cols()));
        match self.setup.symmetry {
            Symmetry::None => genome,
            Symmetry::LeftRight => aside(),
            Symmetry::Both => {
                aside().mirrored(self.upper, |cells| cells.mirrored_below(size.rows()))
            }
        }
    }

    /// The swaps that the losses of a genome predict.
    fn predicted_swaps(&self, genome: &LevelGenome) -> Fact {
        let losses = Breakdown::of(self.setup.size, |cell| genome.kind(cell));
        let Prediction { swaps, error } = Prediction::of(self.setup.size, &losses);
        Fact::new("match3.fact.predicted", format!("{swaps:.1} ± {error:.1}"))
    }

    /// The wanted potential, with the tolerance within which the distance is 0.
    /// Whether the level asks to clear its special cells and has none that can be cleared.
    fn lacks_cells_to_clear(&self, layout: &Layout) -> bool {
        self.setup.requires_clearing() && (layout.blocked | layout.overlays).is_empty()
    }

    fn wanted_text(&self) -> String {
        let Setup {
            wanted, tolerance, ..
        } = self.setup;
        match tolerance {
            0 => wanted.to_string(),
            _ => format!("{wanted} ± {tolerance}"),
        }
    }

    /// A random gene: open or special with equal probability, as limbsoo draws it.
    fn random_gene(&self, rng: &mut Stream) -> Option<Kind> {
        let special = rng.next_u64() >> 63 == 1;
        special.then(|| rng.choose(&self.kinds).copied()).flatten()
    }

    /// The error of a board that misses the setup, after a run of a number of generations.
    pub fn miss_error(&self, genome: &LevelGenome, generations: u32) -> GenerationError {
        GenerationError::NoBoard {
            generations,
            found: self.potential(genome),
            wanted: self.setup.wanted,
            tolerance: self.setup.tolerance,
            has_figures: self.surplus_faults(genome) == 0,
        }
    }

    /// Mutates the gene of a cell. Where cells are to form figures, it is drawn anew, copied from a neighbour, or
    /// exchanged with any other cell, so that figures grow, shrink and move without a change of the potential by
    /// chance.
    fn mutate_gene(&self, genome: &mut LevelGenome, cell: Cell, rng: &mut Stream) {
        let change = match self.setup.order {
            Order::Scattered => GeneChange::Redraw,
            Order::Grouped => GeneChange::random(rng),
        };
        let other = match change {
            GeneChange::Redraw => None,
            GeneChange::CopyNeighbour => random_neighbour(self.setup.size, cell, rng),
            GeneChange::Exchange => rng
                .choose(&self.cells)
                .map(|cell| self.deciding_cell(*cell)),
        };
        let Some(other) = other else {
            let gene = self.random_gene(rng);
            return genome.set(cell, gene);
        };
        let (own, others) = (genome.kind(cell), genome.kind(other));
        genome.set(cell, others);
        if change == GeneChange::Exchange {
            genome.set(other, own);
        }
    }

    /// Gives one cell that spoils a figure the gene of a neighbour.
    fn mend_cell(&self, genome: &mut LevelGenome, rng: &mut Stream) {
        let size = self.setup.size;
        let spoiling = genome.scraps() | genome.notches(size);
        let drawn = spoiling.nth(rng.random_below(spoiling.len().max(1)));
        if let Some(cell) = drawn.map(|cell| self.deciding_cell(cell))
            && let Some(neighbour) = random_neighbour(size, cell, rng)
        {
            let gene = genome.kind(neighbour);
            genome.set(cell, gene);
        }
    }

    /// The cell whose gene decides the gene of a cell: the cell itself, or its mirror image.
    pub(super) fn deciding_cell(&self, cell: Cell) -> Cell {
        let size = self.setup.size;
        let (right, bottom) = (size.cols() - 1, size.rows() - 1);
        let (row, col) = (cell.row(), cell.col());
        match self.setup.symmetry {
            Symmetry::None => cell,
            Symmetry::LeftRight => Cell::at(row, col.min(right - col)),
            Symmetry::Both => Cell::at(row.min(bottom - row), col.min(right - col)),
        }
    }
}

/// A change of the gene of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GeneChange {
    /// The gene is drawn anew.
    Redraw,
    /// The gene is copied from a neighbour.
    CopyNeighbour,
    /// The gene is exchanged with that of any other cell.
    Exchange,
}

impl GeneChange {
    /// A random change.
    fn random(rng: &mut Stream) -> Self {
        match rng.random_below(3) {
            0 => GeneChange::Redraw,
            1 => GeneChange::CopyNeighbour,
            _ => GeneChange::Exchange,
        }
    }
}

/// The facts about the patterns that are lost to each kind, in the order of [`Kind::ALL`].
const LOSSES: [&str; 9] = [
    "match3.loss.obstacle",
    "match3.loss.blocked1",
    "match3.loss.blocked2",
    "match3.loss.blocked3",
    "match3.loss.blocked4",
    "match3.loss.overlay1",
    "match3.loss.overlay2",
    "match3.loss.overlay3",
    "match3.loss.overlay4",
];

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
        if self.setup.order == Order::Grouped {
            genome = genome.smoothed(self.setup.size, rng);
            genome.redraw_kinds_of_groups(&self.kinds, rng);
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
        match (self.setup.genes, self.setup.order) {
            (KindGenes::Inherited, _) => {}
            (KindGenes::Redrawn, Order::Scattered) => child.redraw_kinds(&self.kinds, rng),
            // Kinds drawn cell by cell would tear every figure apart.
            (KindGenes::Redrawn, Order::Grouped) => child.redraw_kinds_of_groups(&self.kinds, rng),
        }
        self.symmetrised(child)
    }

    fn mutate(&self, genome: &mut LevelGenome, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |at, rng| {
            let cell = self.deciding_cell(self.cells[at]);
            self.mutate_gene(genome, cell, rng);
        });
        if self.setup.order == Order::Grouped && rng.random_below(MEND_CHANCE) == 0 {
            self.mend_cell(genome, rng);
        }
        *genome = self.symmetrised(*genome);
    }

    fn violation(&self, genome: &LevelGenome) -> u32 {
        let layout = genome.layout();
        let faults = Feasibility::of(self.setup.size, &layout);
        let counted = match self.setup.violation {
            ViolationMeasure::Cells => faults.violation(),
            ViolationMeasure::Groups => faults.components(),
        };
        counted + u32::from(self.lacks_cells_to_clear(&layout))
    }

    fn objective(&self, genome: &LevelGenome, _: &mut Stream) -> f64 {
        let distance = self.potential(genome).abs_diff(self.setup.wanted);
        let off = if distance <= self.setup.tolerance {
            0
        } else {
            distance
        };
        1.0 / (1.0 + f64::from(off + FAULT_PENALTY * self.surplus_faults(genome)))
    }

    fn target(&self) -> Option<f64> {
        Some(1.0)
    }

    /// The distance from the wanted potential is 0 within the tolerance, and faults of figures add to it.
    fn met_distance(&self) -> Option<f64> {
        Some(0.0)
    }

    fn picture(&self, genome: &LevelGenome) -> Picture {
        let faults = Feasibility::of(self.setup.size, &genome.layout());
        let wrong = faults.unreachable | faults.untouchable;
        plan_picture(self.setup.size, genome, wrong)
    }

    /// The swap potential of each cell as heat.
    fn insight(&self, genome: &LevelGenome) -> Option<Picture> {
        Some(potential_picture(self.setup.size, |cell| genome.kind(cell)))
    }

    fn facts(&self, genome: &LevelGenome) -> Vec<Fact> {
        let fact = |key, value: u32| Fact::new(key, value.to_string());
        let faults = Feasibility::of(self.setup.size, &genome.layout());
        let losses = Breakdown::of(self.setup.size, |cell| genome.kind(cell));
        let mut facts = vec![
            fact("match3.fact.potential", self.potential(genome)).wanted(self.wanted_text()),
            fact("match3.fact.specials", genome.special().len()),
            self.predicted_swaps(genome),
        ];
        let lost = Kind::ALL.map(|kind| (kind, losses.lost_to(kind)));
        let most = lost.iter().map(|(_, lost)| *lost).fold(1.0, f64::max);
        for (kind, lost) in lost.into_iter().filter(|(_, lost)| *lost > 0.0) {
            facts.push(Fact {
                bar: Some((-lost / most) as f32),
                ..Fact::new(LOSSES[kind as usize], format!("{lost:.0}"))
            });
        }
        let surplus = self.surplus_faults(genome);
        if surplus > 0 {
            facts.push(fact("match3.fact.figures", surplus).wanted(0));
        }
        if self.lacks_cells_to_clear(&genome.layout()) {
            facts.push(Fact::new("match3.fact.nothing_to_clear", String::new()));
        }
        if faults.violation() > 0 {
            facts.push(fact("match3.fact.unreachable", faults.violation()));
            facts.push(fact("match3.fact.components", faults.components()));
        }
        facts
    }

    fn steering(&self) -> Option<&dyn Steering<Self>> {
        Some(self)
    }
}

/// Runs a search to its end on the calling thread. The returned run holds its best individual and the reason why it
/// stopped.
pub fn generate(
    setup: &Setup,
    parameters: &EvolutionParameters,
    seed: Seed,
) -> Result<Run<LevelProblem>, GenerationError> {
    setup.check()?;
    let problem = Arc::new(LevelProblem::new(setup.clone()));
    let mut run = Run::new(problem, parameters.clone(), seed)?;
    run.finish();
    Ok(run)
}

/// The reason why no level could be generated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GenerationError {
    /// The setup asks for something impossible.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A parameter of the evolution is out of range.
    #[error(transparent)]
    Parameters(#[from] crate::base::RangeError),
    /// The run has no such individual, or an infeasible one.
    #[error(transparent)]
    Individual(#[from] PickError),
    /// The genome gives no level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// No run has found a board that meets the setup.
    #[error(
        "no board was found: within {generations} generations the best one has a potential of {found} for {wanted} \
         ± {tolerance}{}; allow more tolerance, more generations or other kinds of cells", figures_text(*.has_figures)
    )]
    NoBoard {
        /// Generations of each run.
        generations: u32,
        /// The potential of the best board of the first run.
        found: u32,
        /// The wanted potential.
        wanted: u32,
        /// The tolerance.
        tolerance: u32,
        /// Whether the cells of this board form figures as they should.
        has_figures: bool,
    },
    /// The intended player never wins a level of these boards.
    #[error("no board of this run gives a level that is ever won")]
    Unwinnable,
}

fn figures_text(has_figures: bool) -> &'static str {
    if has_figures {
        ""
    } else {
        ", and its cells form no figures"
    }
}

#[cfg(test)]
mod tests;
