//! A cache of comparisons: which individuals were compared, and which of them are alike.

/// The number of bits of a word.
const BITS: usize = 64;

/// For each individual the members that it was compared with. Members have numbers of their own, in the order in which
/// they were first compared, because few individuals ever become members.
#[derive(Default)]
pub struct ComparisonCache {
    /// The number of each individual as a member.
    numbers: Vec<Option<usize>>,
    /// The number of individuals that have a number as a member.
    count: usize,
    /// For each individual, the results of its comparisons with members.
    rows: Vec<Vec<ComparisonBits>>,
}

/// The results of the comparisons of an individual with 64 members, a bit for each member.
#[derive(Clone, Default)]
struct ComparisonBits {
    is_known: u64,
    is_alike: u64,
}

impl ComparisonCache {
    /// Whether an individual and a member are alike; `compare` is called if that is not known.
    #[inline]
    pub fn get(&mut self, id: usize, member: usize, compare: impl FnOnce() -> bool) -> bool {
        let number = self.number(member);
        if self.rows.len() <= id {
            self.rows.resize(id + 1, Vec::new());
        }
        let row = &mut self.rows[id];
        let (word, bit) = (number / BITS, 1 << (number % BITS));
        if row.len() <= word {
            row.resize(word + 1, ComparisonBits::default());
        }
        let answers = &mut row[word];
        if answers.is_known & bit == 0 {
            answers.is_known |= bit;
            if compare() {
                answers.is_alike |= bit;
            }
        }
        answers.is_alike & bit != 0
    }

    #[inline]
    fn number(&mut self, member: usize) -> usize {
        if self.numbers.len() <= member {
            self.numbers.resize(member + 1, None);
        }
        *self.numbers[member].get_or_insert_with(|| {
            self.count += 1;
            self.count - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_is_compared_once_and_its_answer_is_kept() {
        let mut compared = ComparisonCache::default();
        let alike = |id: usize, member: usize| (id + member).is_multiple_of(3);
        let mut asked = 0;
        for _ in 0..3 {
            for (id, member) in (0..40).flat_map(|id| (0..100).map(move |member| (id, member))) {
                let compare = || {
                    asked += 1;
                    alike(id, member)
                };
                assert_eq!(compared.get(id, member, compare), alike(id, member));
            }
        }
        assert_eq!(asked, 40 * 100);
    }
}
