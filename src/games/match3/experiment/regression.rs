//! Linear regression by least squares.

/// A linear function that was fitted to points.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Regression {
    /// The coefficient of each column.
    pub coefficients: Vec<f64>,
    /// The standard error of each coefficient; infinite if there are no more points than columns.
    pub errors: Vec<f64>,
    /// The coefficient of determination.
    pub r2: f64,
    /// The standard deviation of the residuals. Its degrees of freedom are the points less the columns.
    pub residual: f64,
}

impl Regression {
    /// Fits the points, each with a row of equally many columns and a value. `None` if they do not determine all
    /// coefficients.
    pub fn fit(points: &[(Vec<f64>, f64)]) -> Option<Self> {
        let columns = points.first()?.0.len();
        let sum = |of: &dyn Fn(&[f64], f64) -> f64| points.iter().map(|(x, y)| of(x, *y)).sum();
        let square = |i: usize| (0..columns).map(move |j| (i, j));
        let matrix: Vec<Vec<f64>> = (0..columns)
            .map(|i| square(i).map(|(i, j)| sum(&|x, _| x[i] * x[j])).collect())
            .collect();
        let inverse = inverse(matrix)?;
        let right: Vec<f64> = (0..columns).map(|i| sum(&|x, y| x[i] * y)).collect();
        let coefficients: Vec<f64> = inverse.iter().map(|row| dot(row, &right)).collect();
        let mean = sum(&|_, y| y) / points.len() as f64;
        let missed: f64 = sum(&|x, y| (y - dot(x, &coefficients)).powi(2));
        let all: f64 = sum(&|_, y| (y - mean).powi(2));
        let spare = points.len().saturating_sub(columns) as f64;
        let variance = missed / spare;
        Some(Regression {
            errors: (0..columns)
                .map(|i| (variance * inverse[i][i]).sqrt())
                .map(|error| {
                    if error.is_finite() {
                        error
                    } else {
                        f64::INFINITY
                    }
                })
                .collect(),
            coefficients,
            r2: if all > 0.0 { 1.0 - missed / all } else { 1.0 },
            residual: variance.sqrt(),
        })
    }

    /// The value at a row.
    pub fn predict(&self, row: &[f64]) -> f64 {
        dot(row, &self.coefficients)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The inverse of a square matrix by Gauss-Jordan elimination with partial pivoting; `None` if there is none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let largest = matrix.iter().flatten().fold(0.0f64, |a, b| a.max(b.abs()));
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == at))));
    }
    for column in 0..size {
        let by_size = |a: &usize, b: &usize| {
            matrix[*a][column]
                .abs()
                .total_cmp(&matrix[*b][column].abs())
        };
        let pivot = (column..size).max_by(by_size)?;
        if matrix[pivot][column].abs() <= largest * 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        let value = matrix[column][column];
        matrix[column].iter_mut().for_each(|entry| *entry /= value);
        let line = matrix[column].clone();
        for (_, row) in matrix
            .iter_mut()
            .enumerate()
            .filter(|(at, _)| *at != column)
        {
            let part = row[column];
            row.iter_mut()
                .zip(&line)
                .for_each(|(entry, of_line)| *entry -= part * of_line);
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand: the line of least squares through (0, 1), (1, 3), (2, 4), (3, 4) is 1.5 + x. It misses by -0.5,
    /// 0.5, 0.5 and -0.5, so that 1 of the 6 squares is left: R2 is 5/6, the residual is sqrt(1/2), and the errors
    /// are sqrt(1/2 * 14/20) and sqrt(1/2 * 4/20).
    #[test]
    fn a_line_is_fitted_as_by_hand() {
        let points = [(0.0, 1.0), (1.0, 3.0), (2.0, 4.0), (3.0, 4.0)];
        let points: Vec<_> = points.map(|(x, y)| (vec![1.0, x], y)).to_vec();
        let fit = Regression::fit(&points).expect("a line");
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(
            near(fit.coefficients[0], 1.5) && near(fit.coefficients[1], 1.0),
            "{fit:?}"
        );
        assert!(near(fit.r2, 5.0 / 6.0), "{fit:?}");
        assert!(near(fit.residual, 0.5f64.sqrt()), "{fit:?}");
        assert!(
            near(fit.errors[0], 0.35f64.sqrt()) && near(fit.errors[1], 0.1f64.sqrt()),
            "{fit:?}"
        );
        assert!(near(fit.predict(&[1.0, 10.0]), 11.5));
    }

    #[test]
    fn points_that_determine_no_line_give_none() {
        assert_eq!(Regression::fit(&[]), None);
        let same = vec![(vec![1.0, 2.0], 3.0); 5];
        assert_eq!(Regression::fit(&same), None);
    }
}
