//! The exponent of a growth.

/// The exponent of the power of x by which y grows: the slope of the straight line through the logarithms, by least
/// squares. Not a number for fewer than two different x.
pub fn exponent(points: &[(f64, f64)]) -> f64 {
    let points: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = points.len() as f64;
    let x = points.iter().map(|point| point.0).sum::<f64>() / count;
    let y = points.iter().map(|point| point.1).sum::<f64>() / count;
    let products = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>();
    products / points.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>()
}
