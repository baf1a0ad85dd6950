//! The quartiles of some values.

/// The lower quartile, the median and the upper quartile of some values, which are reordered. Each is the smallest
/// value that at least a quarter, a half or three quarters of the values do not exceed. `None` without values.
pub fn quartiles(values: &mut [f64]) -> Option<[f64; 3]> {
    if values.is_empty() {
        return None;
    }
    let [first, middle, third] = [1, 2, 3].map(|part| (values.len() * part).div_ceil(4) - 1);
    let (lower, median, upper) = values.select_nth_unstable_by(middle, f64::total_cmp);
    let median = *median;
    // Each half needs to be ordered only in itself.
    let within = |half: &mut [f64], at: usize| *half.select_nth_unstable_by(at, f64::total_cmp).1;
    let below = match first {
        first if first < middle => within(lower, first),
        _ => median,
    };
    let above = match third {
        third if third > middle => within(upper, third - middle - 1),
        _ => median,
    };
    Some([below, median, above])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_values_of_the_sample() {
        assert_eq!(quartiles(&mut []), None);
        assert_eq!(quartiles(&mut [4.0]), Some([4.0; 3]));
        assert_eq!(quartiles(&mut [4.0, 1.0, 3.0, 2.0]), Some([1.0, 2.0, 3.0]));
        let mut up_to_nine: Vec<f64> = (1..=9).rev().map(f64::from).collect();
        assert_eq!(quartiles(&mut up_to_nine), Some([3.0, 5.0, 7.0]));
        let mut censored = [f64::INFINITY, 1.0, 2.0, f64::INFINITY];
        assert_eq!(quartiles(&mut censored), Some([1.0, 2.0, f64::INFINITY]));
    }

    #[test]
    fn enough_values_do_not_exceed_a_quartile_and_fewer_are_below_it() {
        for count in 1..40usize {
            let mut values: Vec<f64> = (0..count).map(|at| (at * 17 % 41) as f64).collect();
            let found = quartiles(&mut values).expect("there are values");
            for (part, quartile) in (1..).zip(found) {
                let up_to = values.iter().filter(|value| **value <= quartile).count();
                let below = values.iter().filter(|value| **value < quartile).count();
                assert!(4 * up_to >= part * count && 4 * below < part * count);
            }
        }
    }
}
