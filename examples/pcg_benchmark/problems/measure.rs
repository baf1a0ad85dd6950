//! The benchmark's usual shape of a value.

/// The value of a measure, 0 to 1: 1 from `low` to `high`, falling to 0 at `least` and at `most`. At a step (`low` =
/// `least`, or `high` = `most`) no value lies between 0 and 1.
pub fn trapezoid(value: f64, least: f64, low: f64, high: f64, most: f64) -> f64 {
    // The original adds this to each width, so that it never divides by 0.
    const WIDTH: f64 = 0.000_000_01;
    if value >= low && value <= high {
        1.0
    } else if value <= least || value >= most {
        0.0
    } else if value < low {
        ((value - least) / (low - least + WIDTH)).clamp(0.0, 1.0)
    } else {
        ((most - value) / (most - high + WIDTH)).clamp(0.0, 1.0)
    }
}

/// The value of a measure that is 1 from `low` to `most`, rising to it from `least`; 0 above `most`.
pub fn rising(value: f64, least: f64, low: f64, most: f64) -> f64 {
    trapezoid(value, least, low, most, most)
}

/// The value of a measure that is 1 at `wanted` alone, falling to 0 at 0 and at `most`.
pub fn exactly(value: f64, wanted: f64, most: f64) -> f64 {
    trapezoid(value, 0.0, wanted, wanted, most)
}
