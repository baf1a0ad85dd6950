//! A curve that begins and ends slowly.

/// Returns the eased progress of a change that begins and ends slowly; both go from 0 to 1.
pub fn smoothstep(progress: f32) -> f32 {
    progress * progress * (3.0 - 2.0 * progress)
}

#[cfg(test)]
mod tests {
    use super::smoothstep;

    #[test]
    fn it_begins_and_ends_slowly_and_is_symmetric() {
        assert_eq!([0.0, 0.5, 1.0].map(smoothstep), [0.0, 0.5, 1.0]);
        assert!(smoothstep(0.1) < 0.03 && smoothstep(0.9) > 0.97);
        assert!((smoothstep(0.3) + smoothstep(0.7) - 1.0).abs() < 1e-6);
    }
}
