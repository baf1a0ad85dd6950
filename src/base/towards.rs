//! A step to the next or to the previous thing of a list.

/// The direction of a step in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Towards {
    /// To the thing before.
    Previous,
    /// To the thing after.
    Next,
}

impl Towards {
    /// Both directions, as buttons stand beside each other.
    pub const BOTH: [Towards; 2] = [Towards::Previous, Towards::Next];

    /// The place to which a step from `at` leads in a list of `count` things that has no end: after the last one comes
    /// the first one. From no place, the next one is the first one, and the previous one is the last one. `None` in an
    /// empty list.
    pub fn wrapped(self, at: Option<usize>, count: usize) -> Option<usize> {
        let last = count.checked_sub(1)?;
        Some(match (self, at.filter(|at| *at <= last)) {
            (Towards::Next, None) => 0,
            (Towards::Previous, None) => last,
            (Towards::Next, Some(at)) => (at + 1) % count,
            (Towards::Previous, Some(at)) => (at + last) % count,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Towards::{Next, Previous};

    #[test]
    fn a_list_has_no_end() {
        assert_eq!(Next.wrapped(Some(0), 3), Some(1));
        assert_eq!(Next.wrapped(Some(2), 3), Some(0));
        assert_eq!(Previous.wrapped(Some(0), 3), Some(2));
        assert_eq!(Previous.wrapped(Some(2), 3), Some(1));
        assert_eq!(Next.wrapped(Some(0), 1), Some(0));
    }

    #[test]
    fn a_step_from_no_place_leads_to_an_end() {
        for nowhere in [None, Some(3)] {
            assert_eq!(Next.wrapped(nowhere, 3), Some(0));
            assert_eq!(Previous.wrapped(nowhere, 3), Some(2));
        }
        assert_eq!(Next.wrapped(None, 0), None);
    }
}
