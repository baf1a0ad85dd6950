//! Quartiles, and the rank test of Mann and Whitney.

/// The lower quartile, the median and the upper quartile of some values: of each the smallest value that so many of them
/// do not exceed. `None` without values.
pub fn quartiles(values: &[f64]) -> Option<[f64; 3]> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len();
    let quarter = |part: usize| sorted.get((count * part).div_ceil(4).max(1) - 1).copied();
    Some([quarter(1)?, quarter(2)?, quarter(3)?])
}

/// The result of a rank test of two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankTest {
    /// The probability of ranks that differ at least so much if both samples came from one distribution. Two-sided.
    pub p: f64,
    /// The effect size: the probability that a value of the first sample lies below one of the second. A tie counts half.
    pub lower: f64,
}

/// Compares two samples by their ranks (Mann and Whitney 1947), with the normal approximation, corrected for ties and for
/// continuity. `None` if a sample is empty. Values that are only known to exceed a common limit may all be infinite: they
/// are ties behind all others.
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Option<RankTest> {
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let mut all: Vec<(f64, bool)> = Vec::with_capacity(first.len() + second.len());
    all.extend(first.iter().map(|value| (*value, true)));
    all.extend(second.iter().map(|value| (*value, false)));
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut rank_sum, mut ties, mut before) = (0.0, 0.0, 0.0);
    for group in all.chunk_by(|a, b| a.0 == b.0) {
        let size = group.len() as f64;
        let rank = before + (size + 1.0) / 2.0;
        rank_sum += rank * group.iter().filter(|(_, is_first)| *is_first).count() as f64;
        ties += size.powi(3) - size;
        before += size;
    }
    let (n, m) = (first.len() as f64, second.len() as f64);
    // The number of pairs in which the value of the first sample is the greater one.
    let greater = rank_sum - n * (n + 1.0) / 2.0;
    let (count, expected) = (n + m, n * m / 2.0);
    let variance = n * m / 12.0 * ((count + 1.0) - ties / (count * (count - 1.0)));
    let off = ((greater - expected).abs() - 0.5).max(0.0);
    let p = if variance > 0.0 {
        libm::erfc(off / (2.0 * variance).sqrt())
    } else {
        1.0
    };
    Some(RankTest {
        p,
        lower: 1.0 - greater / (n * m),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_values_of_the_sample() {
        assert_eq!(quartiles(&[]), None);
        assert_eq!(quartiles(&[4.0]), Some([4.0; 3]));
        assert_eq!(quartiles(&[4.0, 1.0, 3.0, 2.0]), Some([1.0, 2.0, 3.0]));
        let up_to_nine: Vec<f64> = (1..=9).map(f64::from).collect();
        assert_eq!(quartiles(&up_to_nine), Some([3.0, 5.0, 7.0]));
        let censored = [1.0, 2.0, f64::INFINITY, f64::INFINITY];
        assert_eq!(quartiles(&censored), Some([1.0, 2.0, f64::INFINITY]));
    }

    /// Worked by hand: in 5 of the 25 pairs the first value is the greater one. The mean is 12.5 and the variance
    /// 25 * 11 / 12, so z = (7.5 - 0.5) / 4.787 = 1.462, and both tails together hold 0.1437.
    #[test]
    fn the_rank_test_gives_what_is_worked_out_by_hand() {
        let test = mann_whitney(&[1.0, 2.0, 3.0, 5.0, 9.0], &[4.0, 6.0, 7.0, 8.0, 10.0]);
        let test = test.expect("two samples");
        assert!((test.lower - 20.0 / 25.0).abs() < 1e-12, "{test:?}");
        assert!((test.p - 0.1437).abs() < 5e-5, "{test:?}");
    }

    /// Worked by hand: the ranks of 1, 2, 2 are 1, 3, 3 and those of 2, 3, 3 are 3, 5.5, 5.5. One pair of values is
    /// equal for each 2 of the first sample, and counts half, which makes 1 of 9 pairs greater. The variance is
    /// 9 / 12 * (7 - (24 + 6) / 30) = 4.5, so z = (3.5 - 0.5) / 2.121 = 1.414, and both tails hold 0.1573.
    #[test]
    fn ties_count_half_and_narrow_the_variance() {
        let test = mann_whitney(&[1.0, 2.0, 2.0], &[2.0, 3.0, 3.0]).expect("two samples");
        assert!((test.lower - 8.0 / 9.0).abs() < 1e-12, "{test:?}");
        assert!((test.p - 0.1573).abs() < 5e-5, "{test:?}");
    }

    #[test]
    fn equal_samples_do_not_differ_and_the_order_turns_the_effect_around() {
        let same = mann_whitney(&[f64::INFINITY; 4], &[f64::INFINITY; 4]).expect("two samples");
        assert_eq!((same.p, same.lower), (1.0, 0.5));
        let (low, high) = ([1.0, 2.0, 4.0], [3.0, f64::INFINITY, f64::INFINITY]);
        let there = mann_whitney(&low, &high).expect("two samples");
        let back = mann_whitney(&high, &low).expect("two samples");
        assert!((there.lower + back.lower - 1.0).abs() < 1e-12);
        assert!((there.p - back.p).abs() < 1e-12);
        assert_eq!(mann_whitney(&[], &[1.0]), None);
    }
}
