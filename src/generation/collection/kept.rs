//! The individuals that a collection keeps, to be parents and to be offered again.

use std::collections::BTreeMap;

use crate::base::Stream;

/// Individuals of several niches.
#[derive(Default)]
pub struct NichePool {
    all: Vec<usize>,
    niches: BTreeMap<u32, Vec<usize>>,
}

impl NichePool {
    /// Keeps an individual of this niche.
    pub fn keep(&mut self, id: usize, niche: u32) {
        self.all.push(id);
        self.niches.entry(niche).or_default().push(id);
    }

    /// The number of individuals.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The number of a random individual; `None` if there is none. All of them are drawn with the same probability.
    pub fn draw(&self, rng: &mut Stream) -> Option<usize> {
        rng.choose(&self.all).copied()
    }

    /// The number of a random individual of a random niche; `None` if there is none. All niches are drawn with the same
    /// probability.
    pub fn draw_of_any_niche(&self, rng: &mut Stream) -> Option<usize> {
        let niche = rng.random_below(self.niches.len() as u32) as usize;
        rng.choose(self.niches.values().nth(niche)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Purpose, Seed};

    #[test]
    fn a_rare_niche_is_drawn_as_often_as_a_common_one() {
        let mut kept = NichePool::default();
        let mut rng = Seed(4).stream(Purpose::Reproduction);
        assert_eq!(
            (kept.draw(&mut rng), kept.draw_of_any_niche(&mut rng)),
            (None, None)
        );
        kept.keep(0, 7);
        for id in 1..100 {
            kept.keep(id, 3);
        }
        let mut count = |draw: fn(&NichePool, &mut Stream) -> Option<usize>| {
            (0..1_000)
                .filter(|_| draw(&kept, &mut rng) == Some(0))
                .count()
        };
        assert!((400..600).contains(&count(NichePool::draw_of_any_niche)));
        assert!(count(NichePool::draw) < 50);
    }
}
