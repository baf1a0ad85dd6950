//! Tests of the problem of a level.

use super::*;
use crate::base::Purpose;
use crate::games::match3::level::setup::GoalKind;
use crate::games::match3::rules::Size;
use crate::session::Difficulty;

fn setup(rows: u8, cols: u8) -> Setup {
    let size = Size::new(rows, cols).expect("a size");
    Setup::of(Difficulty::Normal, size)
}

fn objective(setup: Setup, board: &LevelGenome) -> f64 {
    let mut rng = Seed(1).stream(Purpose::Reproduction);
    LevelProblem::new(setup).objective(board, &mut rng)
}

fn board(cells: impl IntoIterator<Item = (usize, usize)>, kind: Kind) -> LevelGenome {
    let mut board = LevelGenome::default();
    for (row, col) in cells {
        board.set(Cell::at(row, col), Some(kind));
    }
    board
}

/// The cells of some rows of nine by nine that touch each other nowhere.
fn apart(count: usize, first_row: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).map(move |number| (first_row + number / 5 * 2, number % 5 * 2))
}

#[test]
fn the_distance_from_the_wanted_potential_counts_beyond_the_tolerance() {
    // An open board of five by five has a potential of 184.
    for (wanted, off) in [(184, 0), (174, 0), (194, 0), (173, 11), (195, 11)] {
        let setup = Setup {
            wanted,
            tolerance: 10,
            ..setup(5, 5)
        };
        let found = objective(setup, &LevelGenome::default());
        assert_eq!(found, 1.0 / f64::from(1 + off), "{wanted}");
    }
}

#[test]
fn surplus_faults_of_the_figures_cost_as_much_as_six_patterns_each() {
    use Symmetry::{Both, LeftRight};
    // Three cells apart are three scraps and one figure too many, four are four and two.
    for (symmetry, count, surplus) in [
        (Symmetry::None, 1, 0),
        (Symmetry::None, 2, 1),
        (Symmetry::None, 3, 3),
        (LeftRight, 2, 0),
        (LeftRight, 3, 2),
        (Both, 3, 0),
        (Both, 4, 2),
        // A tenth of twenty cells may be faults, which are twenty scraps and sixteen figures.
        (Symmetry::None, 20, 34),
    ] {
        let grouped = Setup {
            symmetry,
            tolerance: 1_000,
            ..setup(9, 9)
        };
        let board = board(apart(count, 0), Kind::Blocked1);
        let error = LevelProblem::new(grouped.clone()).miss_error(&board, 9);
        let has = surplus == 0;
        assert!(matches!(
            error,
            GenerationError::NoBoard { generations: 9, has_figures, .. } if has_figures == has
        ));
        let scattered = Setup {
            order: Order::Scattered,
            ..grouped.clone()
        };
        assert_eq!(objective(scattered, &board), 1.0);
        let found = objective(grouped, &board);
        assert_eq!(
            found,
            1.0 / f64::from(1 + 6 * surplus),
            "{symmetry:?}, {count}"
        );
    }
}

#[test]
fn a_crowded_board_may_have_more_faults() {
    // Four full rows and ten cells apart are 46 of 81 cells. Ten scraps and four figures too many are 14 faults; a
    // tenth of the cells is allowed, and half of those beyond 27: 13 together.
    let full = (0..36).map(|number| (number / 9, number % 9));
    let crowded = board(full.chain(apart(10, 6)), Kind::Blocked1);
    assert_eq!(crowded.special().len(), 46);
    let setup = Setup {
        tolerance: 1_000,
        ..setup(9, 9)
    };
    assert_eq!(objective(setup, &crowded), 1.0 / 7.0);
}

#[test]
fn a_board_to_clear_has_something_that_can_be_cleared() {
    let violation = |goal: GoalKind, board: LevelGenome| {
        let setup = Setup {
            goals: goal.into(),
            ..setup(5, 5)
        };
        LevelProblem::new(setup).violation(&board)
    };
    let one = |kind| board([(4, 0)], kind);
    let (clear, collect) = (GoalKind::Clear, GoalKind::Collect);
    assert_eq!(violation(clear, LevelGenome::default()), 1);
    assert_eq!(violation(clear, one(Kind::Obstacle)), 1);
    assert_eq!(violation(clear, one(Kind::Blocked4)), 0);
    assert_eq!(violation(clear, one(Kind::Overlay1)), 0);
    assert_eq!(violation(collect, LevelGenome::default()), 0);
    // A corner between two obstacles cannot be filled.
    let walled = board([(3, 0), (4, 1)], Kind::Obstacle);
    assert_eq!(violation(collect, walled), 1);
    assert_eq!(violation(clear, walled), 2);
}

#[test]
fn every_cell_of_a_symmetric_board_has_the_gene_of_the_cell_that_decides() {
    let mut rng = Seed(4).stream(Purpose::Founders);
    for (rows, cols) in [(5, 5), (6, 7), (9, 8), (12, 12)] {
        for symmetry in Symmetry::ALL {
            let setup = Setup {
                symmetry,
                ..setup(rows, cols)
            };
            let problem = LevelProblem::new(setup);
            let mut genome = LevelGenome::default();
            for cell in &problem.cells {
                genome.set(*cell, problem.random_gene(&mut rng));
            }
            let whole = problem.symmetrised(genome);
            for cell in &problem.cells {
                let deciding = problem.deciding_cell(*cell);
                assert_eq!(whole.kind(*cell), genome.kind(deciding), "{symmetry:?}");
                assert_eq!(problem.deciding_cell(deciding), deciding);
            }
        }
    }
}
