//! Counts of random draws, for tests.

/// The number of times that each of some values comes up in ten thousand draws.
pub fn counts<T: PartialEq, const N: usize>(
    values: [T; N],
    mut draw: impl FnMut() -> T,
) -> [u32; N] {
    let mut counts = [0; N];
    for _ in 0..10_000 {
        let drawn = draw();
        let at = values.iter().position(|value| *value == drawn);
        counts[at.expect("one of the values")] += 1;
    }
    counts
}

/// Checks numbers that have a standard deviation of at most 50.
#[track_caller]
pub fn assert_near<const N: usize>(found: [u32; N], expected: [u32; N]) {
    let mut pairs = found.iter().zip(expected);
    let is_near = pairs.all(|(one, other)| one.abs_diff(other) <= 250);
    assert!(is_near, "{found:?} instead of {expected:?}");
}
