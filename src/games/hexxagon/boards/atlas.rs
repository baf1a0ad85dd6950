//! The atlas of boards: MAP-Elites over the looks of boards and the course of games on them. The fairer a board is, the
//! better.

use super::{BoardProblem, BoardSpec};
use crate::games::hexxagon::rules::{Cell, Cells, Plan};
use crate::generation::archive::ArchiveProblem;
use crate::generation::measure::Axes;
use crate::generation::{Measure, MutationGaps, Problem, Sample, Seed, Stream};

/// The measures; values beyond a range fall into its outermost bin: cells, plies of a game, captures in a hundred
/// plies, points in a hundred that the best seat scores above its fair share, the mean number of neighbours of a cell,
/// and the steps between the starts of rivals.
const ALL: [Measure; 6] = [
    Measure::new("hex.measure.cells", "hex.fact.cells", 19.0, 62.0),
    Measure::new("hex.measure.plies", "hex.fact.plies", 10.0, 150.0),
    Measure::new("hex.measure.sharpness", "hex.fact.sharpness", 0.0, 240.0),
    Measure::new("hex.measure.advantage", "hex.fact.advantage", 0.0, 50.0),
    Measure::new(
        "hex.measure.openness",
        "hex.measure.openness.what",
        2.0,
        5.2,
    ),
    Measure::new(
        "hex.measure.distance",
        "hex.measure.distance.what",
        0.0,
        10.0,
    ),
];

/// The number of games of a measurement.
const GAMES: u32 = 24;
/// The mutation rate: a few cells change.
const MUTATION: f64 = 0.05;
/// The points above the fair share at which a board is half as good as a fair one.
const HALF_QUALITY_AT: f64 = 10.0;

/// The archive of boards.
pub struct BoardAtlas {
    spec: BoardSpec,
    problem: BoardProblem,
    gaps: MutationGaps,
}

impl BoardAtlas {
    /// An archive of boards for a number of players, symmetric ones or any. The length and the sharpness of the
    /// specification do not matter. The seed determines the games that are shown in numbers beside a board.
    pub fn new(spec: BoardSpec, seed: Seed) -> Self {
        let problem = BoardProblem::new(spec, seed);
        BoardAtlas {
            gaps: MutationGaps::new(MUTATION, problem.genes()),
            spec,
            problem,
        }
    }
}

/// The mean number of neighbours of a cell.
fn openness(cells: Cells) -> f64 {
    let near = |a: Cell| cells.iter().filter(|b| a.distance(*b) == 1).count();
    let sum: usize = cells.iter().map(near).sum();
    sum as f64 / f64::from(cells.count().max(1))
}

/// The mean over the start cells of the steps to the nearest start of a rival.
fn start_distance(plan: &Plan) -> f64 {
    let starts = || {
        let numbered = plan.starts.iter().enumerate();
        numbered.flat_map(|(player, cells)| cells.iter().map(move |cell| (player, cell)))
    };
    let nearest = |(player, cell): (usize, Cell)| {
        let rivals = starts().filter(|(other, _)| *other != player);
        rivals.map(|(_, rival)| cell.distance(rival)).min()
    };
    let nearest: Vec<u32> = starts().filter_map(nearest).collect();
    f64::from(nearest.iter().sum::<u32>()) / nearest.len().max(1) as f64
}

impl ArchiveProblem for BoardAtlas {
    type Problem = BoardProblem;

    fn problem(&self) -> &BoardProblem {
        &self.problem
    }

    fn measures(&self) -> Vec<Measure> {
        ALL.to_vec()
    }

    /// Sharpness by cells.
    fn usual_axes(&self) -> Axes {
        Axes { across: 0, up: 2 }
    }

    fn samples(&self) -> u32 {
        6
    }

    fn measure(&self, plan: &Plan, rng: &mut Stream) -> Option<Sample> {
        let fresh = BoardProblem::new(self.spec, Seed(rng.next_u64()));
        let metrics = fresh.metrics_over(plan, 0..GAMES)?;
        Some(Sample::of(
            HALF_QUALITY_AT / (HALF_QUALITY_AT + metrics.advantage),
            [
                f64::from(plan.cells.count()),
                metrics.plies.clamp(10.0, 150.0),
                metrics.sharpness.min(240.0),
                metrics.advantage.min(50.0),
                openness(plan.cells).max(2.0),
                start_distance(plan).min(10.0),
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
    use crate::games::hexxagon::boards::full_area;

    #[test]
    fn the_full_board_is_more_open_than_a_row() {
        // 61 cells in a hexagon of 5 cells a side have 156 pairs of neighbours.
        assert_eq!(openness(full_area()), 312.0 / 61.0);
        let column: Cells = (0..9).filter_map(Cell::new).collect();
        assert_eq!(openness(column), 16.0 / 9.0);
    }

    #[test]
    fn starts_are_as_far_as_the_nearest_rival() {
        let cells = |all: &[u8]| -> Cells { all.iter().filter_map(|at| Cell::new(*at)).collect() };
        let plan = Plan {
            cells: full_area(),
            // In one column: steps 3 and 5, and for the rival 3.
            starts: [cells(&[0, 8]), cells(&[3]), Cells::default()],
        };
        assert_eq!(start_distance(&plan), (3.0 + 5.0 + 3.0) / 3.0);
    }
}
