//! Questions to a pedigree about an individual: its birth, its parents and children, its line back to a founder, and the
//! founders from which it descends.

use super::birth::{Birth, PackedBirth};
use super::pedigree::{MemberId, Pedigree};

/// The number of founders from which an individual descends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FounderCount {
    /// The founders among its ancestors.
    pub ancestors: usize,
    /// All founders.
    pub all: usize,
}

impl Pedigree {
    /// The same individual in the generation of its birth: an elite is followed back. `None` if that generation is not
    /// known any more.
    pub fn born(&self, one: MemberId) -> Option<MemberId> {
        let mut at = one;
        while let Birth::Elite(of) = self.birth(at)? {
            at = MemberId::at(at.generation.checked_sub(1)?, of);
        }
        Some(at)
    }

    /// The parents of an individual, each by the generation and place of its birth; `None` for a founder, and if they
    /// are not known any more.
    pub fn parents(&self, one: MemberId) -> Option<[MemberId; 2]> {
        let one = self.born(one)?;
        let Birth::Child(first, second) = self.birth(one)? else {
            return None;
        };
        let before = one.generation.checked_sub(1)?;
        let [first, second] = [first, second].map(|place| self.born(MemberId::at(before, place)));
        Some([first?, second?])
    }

    /// The children of an individual, oldest first.
    pub fn children(&self, one: MemberId) -> Vec<MemberId> {
        let mut children = Vec::new();
        let Some(one) = self.born(one) else {
            return children;
        };
        let mut lives = Some(one);
        while let Some(MemberId { generation, place }) = lives.take() {
            for (at, packed) in (0u32..).zip(self.births(generation + 1)) {
                let next = MemberId::at(generation + 1, at);
                match packed.birth() {
                    Birth::Elite(of) if of == place => lives = lives.or(Some(next)),
                    Birth::Child(first, second) if [first, second].contains(&place) => {
                        children.push(next);
                    }
                    _ => {}
                }
            }
        }
        children
    }

    /// The last generation in which an individual lives.
    pub fn lives_until(&self, one: MemberId) -> u32 {
        let mut at = one;
        let next = |at: &MemberId| {
            let same = PackedBirth::elite(at.place as usize);
            let mut births = self.births(at.generation + 1);
            let place = births.position(|packed| packed == same)?;
            Some(MemberId::at(at.generation + 1, place as u32))
        };
        while let Some(later) = next(&at) {
            at = later;
        }
        at.generation
    }

    /// An individual and its forebears back to a founder, newest first, always by the better parent.
    pub fn line(&self, one: MemberId) -> Vec<MemberId> {
        let mut line: Vec<MemberId> = self.born(one).into_iter().collect();
        while let Some([first, second]) = line.last().and_then(|last| self.parents(*last)) {
            let rank = |one| (self.population(one), self.fitness(one).unwrap_or(0.0));
            line.push(if rank(second) > rank(first) {
                second
            } else {
                first
            });
        }
        line
    }

    /// The number of founders from which an individual descends; `None` if the founders are not known any more.
    pub fn founders(&self, one: MemberId) -> Option<FounderCount> {
        let (oldest, _) = self.generations()?;
        if oldest > 0 {
            return None;
        }
        let mut ancestors = vec![false; self.births(one.generation).count()];
        *ancestors.get_mut(one.place as usize)? = true;
        for generation in (1..=one.generation).rev() {
            let mut before = vec![false; self.births(generation - 1).count()];
            let births = self.births(generation).zip(&ancestors);
            for (packed, _) in births.filter(|(_, is_ancestor)| **is_ancestor) {
                for parent in packed.parents() {
                    before[parent] = true;
                }
            }
            ancestors = before;
        }
        Some(FounderCount {
            ancestors: ancestors.iter().filter(|one| **one).count(),
            all: ancestors.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::pedigree::tests::family;

    #[test]
    fn an_elite_is_the_same_individual_in_every_generation() {
        let family = family();
        let e = MemberId::at(1, 2);
        assert_eq!(family.born(MemberId::at(3, 0)), Some(e));
        assert_eq!(
            family.parents(MemberId::at(3, 0)),
            Some([MemberId::at(0, 1); 2])
        );
        assert_eq!(family.lives_until(e), 3);
        assert_eq!(family.lives_until(MemberId::at(0, 0)), 1);
        assert_eq!(family.parents(MemberId::at(0, 0)), None);
        assert_eq!(family.born(MemberId::at(4, 0)), None);
    }

    #[test]
    fn children_of_all_the_generations_in_which_an_individual_lives() {
        let family = family();
        let (d, f, g, h) = (
            MemberId::at(1, 1),
            MemberId::at(2, 1),
            MemberId::at(2, 2),
            MemberId::at(3, 1),
        );
        // The founder a is an elite, and has g as a child in the generation after.
        assert_eq!(family.children(MemberId::at(0, 0)), [d, g]);
        assert_eq!(family.children(MemberId::at(1, 2)), [f, h]);
        assert_eq!(family.children(MemberId::at(0, 2)), []);
    }

    #[test]
    fn the_line_of_the_better_parent_leads_back_to_a_founder() {
        let family = family();
        let (i, g, a) = (MemberId::at(3, 2), MemberId::at(2, 2), MemberId::at(0, 0));
        assert_eq!(family.line(i), [i, g, a]);
        let of = |ancestors| Some(FounderCount { ancestors, all: 3 });
        assert_eq!(family.founders(i), of(2));
        assert_eq!(family.founders(MemberId::at(3, 0)), of(1));
        assert_eq!(family.founders(MemberId::at(3, 1)), of(2));
    }
}
