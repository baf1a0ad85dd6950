//! A flag that stops a search from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops a search from outside. All clones of a token share one flag.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<AtomicBool>);

impl StopToken {
    /// Asks the search to end. It does so at its next check of the limits.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`StopToken::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_clones_of_a_token_are_stopped_together() {
        let (token, other) = (StopToken::default(), StopToken::default());
        let clone = token.clone();
        assert!(!token.is_stopped());
        clone.stop();
        assert!(token.is_stopped() && clone.is_stopped());
        assert!(!other.is_stopped());
    }
}
