//! The rank test of Mann and Whitney, and the correction of Holm for several tests.

/// The result of a rank test of two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankTest {
    /// The two-sided probability of ranks that differ at least this much if both samples came from one distribution.
    pub p: f64,
    /// The common language effect size: the probability that a value of the first sample lies below one of the second.
    /// A tie counts half.
    pub lower: f64,
}

/// The size of the largest samples for which the p of samples without ties is computed exactly. For larger ones the
/// normal approximation is good.
const MAX_EXACT_SIZE: usize = 8;

/// Compares two samples by their ranks (Mann and Whitney 1947). The p is exact for small samples without ties; else it
/// is the normal approximation, corrected for ties and for continuity. `None` if a sample is empty. Values of which it
/// is only known that they exceed a common limit may all be infinite: they are ties behind all others.
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
    // The statistic U: the number of pairs in which the value of the first sample is the greater one.
    let greater = rank_sum - n * (n + 1.0) / 2.0;
    let (count, expected) = (n + m, n * m / 2.0);
    let variance = n * m / 12.0 * ((count + 1.0) - ties / (count * (count - 1.0)));
    let deviation = ((greater - expected).abs() - 0.5).max(0.0);
    let is_small = first.len() <= MAX_EXACT_SIZE && second.len() <= MAX_EXACT_SIZE;
    let p = if is_small && ties == 0.0 {
        exact_p(
            first.len(),
            second.len(),
            greater.max(n * m - greater) as usize,
        )
    } else if variance > 0.0 {
        libm::erfc(deviation / (2.0 * variance).sqrt())
    } else {
        1.0
    };
    Some(RankTest {
        p,
        lower: 1.0 - greater / (n * m),
    })
}

/// The two-sided probability that the greater value is of the same sample in at least `least` pairs, if all orders of
/// the values are equally likely.
fn exact_p(first: usize, second: usize, least: usize) -> f64 {
    // `ways[n][u]` counts the orders of n values of the first sample and m of the second in which a value of the first
    // is the greater one in u pairs; m grows. The greatest of all values is either of the second sample and greater in
    // no such pair, or of the first and greater in m of them.
    let most = first * second;
    let mut ways = vec![vec![0.0f64; most + 1]; first + 1];
    ways.iter_mut().for_each(|ways| ways[0] = 1.0);
    for m in 1..=second {
        for n in 1..=first {
            for pairs in m..=most {
                ways[n][pairs] += ways[n - 1][pairs - m];
            }
        }
    }
    let all: f64 = ways[first].iter().sum();
    let extreme: f64 = ways[first][least.min(most)..].iter().sum();
    (2.0 * extreme / all).min(1.0)
}

/// The values of p of several tests of one question, in the order of the tests. They are corrected so that by chance
/// alone a p below 0.05 is found in any of the tests at most once in twenty times (Holm 1979).
pub fn holm(tests: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by(|a, b| tests[*a].total_cmp(&tests[*b]));
    let mut corrected = vec![1.0f64; tests.len()];
    let mut least = 0.0f64;
    for (before, at) in order.into_iter().enumerate() {
        least = least.max(tests[at] * (tests.len() - before) as f64);
        corrected[at] = least.min(1.0);
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example in the documentation of `scipy.stats.mannwhitneyu`: U is 17, and p is 1/9.
    #[test]
    fn the_p_of_small_samples_is_exact() {
        let (men, women) = ([19.0, 22.0, 16.0, 29.0, 24.0], [20.0, 11.0, 17.0, 12.0]);
        let test = mann_whitney(&men, &women).expect("two samples");
        assert!((test.lower - 3.0 / 20.0).abs() < 1e-12, "{test:?}");
        assert!((test.p - 1.0 / 9.0).abs() < 1e-12, "{test:?}");
        let swapped = mann_whitney(&women, &men).expect("two samples");
        assert!((swapped.p - 1.0 / 9.0).abs() < 1e-12, "{swapped:?}");
        // The three low values can take 35 places among the seven values. One of them is the first three and one the
        // last three.
        let (low, high) = ([1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]);
        for (first, second) in [(&low[..], &high[..]), (&high, &low)] {
            let test = mann_whitney(first, second).expect("two samples");
            assert!((test.p - 2.0 / 35.0).abs() < 1e-12, "{test:?}");
        }
    }

    /// The value was worked out by hand: in none of the 81 pairs the first value is the greater one. The variance is
    /// 81 * 19 / 12, so z = (40.5 - 0.5) / 11.325 = 3.532, and both tails together hold 0.000412.
    #[test]
    fn the_p_of_larger_samples_is_the_normal_approximation() {
        let low: Vec<f64> = (0..9).map(f64::from).collect();
        let high: Vec<f64> = (9..18).map(f64::from).collect();
        let test = mann_whitney(&low, &high).expect("two samples");
        assert_eq!(test.lower, 1.0);
        assert!((test.p - 0.000412).abs() < 5e-7, "{test:?}");
    }

    /// Runs that were given up rank behind all that were not, as if they had needed one more. The ranks of 1, 2, 4 are
    /// 1, 2 and 4, and those of the second sample 3, 5.5 and 5.5, so 1 of 9 pairs is the wrong way round. The variance
    /// is 9 / 12 * (7 - 6 / 30) = 5.1, so z = (3.5 - 0.5) / 2.258 = 1.328, and both tails hold 0.1840.
    #[test]
    fn what_is_only_known_to_exceed_a_limit_ranks_last() {
        let (low, high) = ([1.0, 2.0, 4.0], [3.0, f64::INFINITY, f64::INFINITY]);
        let test = mann_whitney(&low, &high).expect("two samples");
        assert!((test.lower - 8.0 / 9.0).abs() < 1e-12, "{test:?}");
        assert!((test.p - 0.1840).abs() < 5e-5, "{test:?}");
        let one_more = mann_whitney(&low, &[3.0, 5.0, 5.0]);
        assert_eq!(one_more, Some(test));
    }

    /// The value was worked out by hand: the ranks of 1, 2, 2 are 1, 3, 3 and those of 2, 3, 3 are 3, 5.5, 5.5. One
    /// pair of values is equal for each 2 of the first sample, and counts half, which makes 1 of 9 pairs greater. The
    /// variance is 9 / 12 * (7 - (24 + 6) / 30) = 4.5, so z = (3.5 - 0.5) / 2.121 = 1.414, and both tails hold 0.1573.
    #[test]
    fn ties_count_half_and_narrow_the_variance() {
        let test = mann_whitney(&[1.0, 2.0, 2.0], &[2.0, 3.0, 3.0]).expect("two samples");
        assert!((test.lower - 8.0 / 9.0).abs() < 1e-12, "{test:?}");
        assert!((test.p - 0.1573).abs() < 5e-5, "{test:?}");
    }

    /// The values were worked out by hand: 0.01 * 4 = 0.04, 0.02 * 3 = 0.06, 0.03 * 2 = 0.06, and 0.5 * 1.
    #[test]
    fn the_correction_of_holm_keeps_the_order_of_the_tests() {
        let corrected = holm(&[0.5, 0.01, 0.03, 0.02]);
        let wanted = [0.5, 0.04, 0.06, 0.06];
        for (corrected, wanted) in corrected.iter().zip(wanted) {
            assert!((corrected - wanted).abs() < 1e-12, "{corrected} {wanted}");
        }
        assert_eq!(holm(&[0.2]), [0.2]);
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
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

    #[test]
    fn the_p_is_exact_only_if_both_samples_are_small() {
        let few = [2.5];
        let many: Vec<f64> = (0..9).map(f64::from).collect();
        let test = mann_whitney(&few, &many).expect("two samples");
        let swapped = mann_whitney(&many, &few).expect("two samples");
        // In 3 of the 9 pairs the first value is the greater one, and the variance is 9 * 11 / 12 = 8.25.
        let expected = libm::erfc((4.5 - 3.0 - 0.5) / (2.0_f64 * 8.25).sqrt());
        assert!((test.p - expected).abs() < 1e-12, "{test:?}");
        assert!((swapped.p - expected).abs() < 1e-12, "{swapped:?}");
    }
}
