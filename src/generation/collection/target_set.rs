//! Sets of targets.

/// The number of bits of a word.
const BITS: usize = 64;

/// A set of targets, a bit for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetSet(Vec<u64>);

impl TargetSet {
    /// The targets below `count` of which `is_in` is true.
    pub fn new(count: usize, is_in: impl Fn(usize) -> bool) -> Self {
        let mut set = TargetSet(vec![0; count.div_ceil(BITS)]);
        for target in (0..count).filter(|&target| is_in(target)) {
            set.insert(target);
        }
        set
    }

    /// Adds a target.
    pub fn insert(&mut self, target: usize) {
        self.0[target / BITS] |= 1 << (target % BITS);
    }

    /// Takes a target out.
    pub fn remove(&mut self, target: usize) {
        self.0[target / BITS] &= !(1 << (target % BITS));
    }

    /// Whether a target is in it.
    #[inline]
    pub fn contains(&self, target: usize) -> bool {
        self.0[target / BITS] >> (target % BITS) & 1 == 1
    }

    /// All targets in it, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(at, &word)| bits(word).map(move |bit| at * BITS + bit))
    }

    /// Whether there is no target in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of targets in it.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The first target that is in both sets.
    pub fn first_in_both(&self, other: &Self) -> Option<usize> {
        first(self.0.iter().zip(&other.0).map(|(a, b)| a & b))
    }

    /// The first target that is not in the other set.
    pub fn first_not_in(&self, other: &Self) -> Option<usize> {
        first(self.0.iter().zip(&other.0).map(|(a, b)| a & !b))
    }
}

/// The places of all bits of a word that are 1.
fn bits(word: u64) -> impl Iterator<Item = usize> {
    let rest = std::iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)));
    let rest = rest.take_while(|&left| left != 0);
    rest.map(|left| left.trailing_zeros() as usize)
}

/// The first bit of some words.
fn first(words: impl Iterator<Item = u64>) -> Option<usize> {
    let mut words = words.enumerate();
    let (at, word) = words.find(|(_, word)| *word != 0)?;
    Some(at * BITS + word.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_more_targets_than_a_word_has_bits_are_compared() {
        let thirds = TargetSet::new(200, |target| target % 3 == 0);
        let high = TargetSet::new(200, |target| target > 130);
        assert_eq!(thirds.count(), 67);
        assert_eq!(thirds.first_in_both(&high), Some(132));
        assert_eq!(high.first_not_in(&thirds), Some(131));
        assert!(thirds.iter().eq((0..200).step_by(3)));
        let mut none = TargetSet::new(200, |_| false);
        assert_eq!(none.iter().next(), None);
        assert!(none.is_empty() && none.first_in_both(&high).is_none());
        none.insert(199);
        assert!(none.contains(199) && !none.contains(198));
        assert_eq!(none.first_in_both(&high), Some(199));
        none.remove(199);
        assert!(none.is_empty());
    }

    #[test]
    fn a_target_that_is_in_a_set_stays_when_it_is_added_again() {
        let mut set = TargetSet::new(70, |target| target == 66);
        set.insert(66);
        assert!(set.contains(66));
    }
}
