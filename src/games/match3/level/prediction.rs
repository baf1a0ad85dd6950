//! The swaps that a board needs, predicted from the patterns that it has lost to each kind of special cell: the aim of
//! limbsoo's second post.
//!
//! The prediction is about one goal with one number of colours, those of limbsoo's measurements, whatever a level
//! itself asks for.

use super::potential::Breakdown;
use crate::games::match3::rules::{Colour, Goal, Kind, Size};

/// The goal of limbsoo's measurements, from the author's program: 15 blocks of one colour.
pub const MEASURED_GOAL: Goal = Goal::Collect(Colour(0), 15);
/// The number of colours in limbsoo's measurements, from the author's program.
pub const MEASURED_COLOURS: u8 = 7;

/// The linear regression that `experiment match3-kinds --size SIDExSIDE` computes.
struct Fit {
    /// Rows and columns.
    side: u32,
    /// The swaps on a board without special cells.
    open: f64,
    /// The swaps that one lost pattern of each kind adds, in the order of [`Kind::ALL`].
    slopes: [f64; 9],
    /// The standard deviation of the residuals, in swaps.
    residual: f64,
}

/// The fits, the smallest board first.
const FITS: [Fit; 4] = [
    Fit {
        side: 5,
        open: 26.23,
        slopes: [
            0.02016, 0.00086, 0.00373, 0.00407, 0.00309, 0.00127, 0.03558, 0.05152, 0.05428,
        ],
        residual: 0.30,
    },
    Fit {
        side: 7,
        open: 22.93,
        slopes: [
            0.01093, 0.00094, 0.00361, 0.00433, 0.00608, -0.00209, 0.01777, 0.02774, 0.03004,
        ],
        residual: 0.39,
    },
    Fit {
        side: 10,
        open: 17.81,
        slopes: [
            0.00744, 0.00156, 0.00378, 0.00539, 0.00636, 0.00033, 0.01155, 0.01559, 0.01684,
        ],
        residual: 0.41,
    },
    Fit {
        side: 12,
        open: 12.91,
        slopes: [
            0.00759, 0.00247, 0.00523, 0.00632, 0.00743, 0.00217, 0.01021, 0.01281, 0.01419,
        ],
        residual: 0.46,
    },
];

/// A predicted number of swaps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The mean swaps to reach [`MEASURED_GOAL`] with [`MEASURED_COLOURS`] and without power pieces.
    pub swaps: f64,
    /// The standard deviation of the prediction error, in swaps.
    pub error: f64,
}

impl Prediction {
    /// The prediction for a board of any size. Between the sizes of the fits it is interpolated by their areas.
    pub fn of(size: Size, losses: &Breakdown) -> Self {
        let area = size.area() as f64;
        let area_of = |fit: &Fit| f64::from(fit.side * fit.side);
        let above = FITS.iter().position(|fit| area_of(fit) >= area);
        let above = above.unwrap_or(FITS.len() - 1);
        let (small, large) = (&FITS[above.saturating_sub(1)], &FITS[above]);
        let span = (area_of(large) - area_of(small)).max(1.0);
        let part = ((area - area_of(small)) / span).clamp(0.0, 1.0);
        let between = |of: &dyn Fn(&Fit) -> f64| (1.0 - part) * of(small) + part * of(large);
        Prediction {
            swaps: between(&|fit| fit.swaps(losses)),
            error: between(&|fit| fit.residual),
        }
    }
}

impl Fit {
    fn swaps(&self, losses: &Breakdown) -> f64 {
        let added = |kind: Kind| self.slopes[kind as usize] * losses.lost_to(kind);
        self.open + Kind::ALL.into_iter().map(added).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::match3::rules::Cell;

    fn size(rows: u8, cols: u8) -> Size {
        Size::new(rows, cols).expect("sides are from 5 to 12")
    }

    fn open(rows: u8, cols: u8) -> f64 {
        let size = size(rows, cols);
        Prediction::of(size, &Breakdown::of(size, |_| None)).swaps
    }

    #[test]
    fn an_open_board_needs_what_the_fit_of_its_size_says() {
        for fit in &FITS {
            assert_eq!(open(fit.side as u8, fit.side as u8), fit.open);
        }
        // A board of 6x10 cells lies 11 / 51 of the way from 49 cells to 100.
        let expected = FITS[1].open + (FITS[2].open - FITS[1].open) * 11.0 / 51.0;
        assert!((open(6, 10) - expected).abs() < 1e-9);
    }

    /// All patterns that a single obstacle stops are lost to it alone.
    #[test]
    fn each_lost_pattern_adds_the_slope_of_its_kind() {
        let size = size(10, 10);
        let corner = Cell::at(0, 0);
        let losses = Breakdown::of(size, |cell| (cell == corner).then_some(Kind::Obstacle));
        let lost = f64::from(crate::games::match3::level::patterns(size) - losses.potential);
        assert_eq!(losses.lost_to(Kind::Obstacle), lost);
        let expected = FITS[2].open + FITS[2].slopes[0] * lost;
        assert!((Prediction::of(size, &losses).swaps - expected).abs() < 1e-9);
    }
}
