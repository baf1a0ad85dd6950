//! The name and the epithet of five weights.

use super::Weights;
use crate::generation::Creature;

/// The epithet of five weights, by the largest of them and its sign. Of equally large weights the first counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Epithet {
    /// It leaves its own pieces gladly.
    Wanderer,
    /// It leaves its own pieces unwillingly.
    Loyal,
    /// It leaves the rival's pieces gladly.
    Wary,
    /// It leaves the rival's pieces unwillingly.
    Stubborn,
    /// It likes to grow.
    Growing,
    /// It does not like to grow.
    Lean,
    /// It likes to jump.
    Leaping,
    /// It does not like to jump.
    Settled,
    /// It likes to capture.
    Greedy,
    /// It does not like to capture.
    Gentle,
    /// All weights are zero, so that it likes all moves alike.
    Indifferent,
}

impl Epithet {
    /// The epithets for a positive and for a negative weight, in the order of the weights.
    const BY_WEIGHT: [[Epithet; 2]; 5] = [
        [Epithet::Wanderer, Epithet::Loyal],
        [Epithet::Wary, Epithet::Stubborn],
        [Epithet::Growing, Epithet::Lean],
        [Epithet::Leaping, Epithet::Settled],
        [Epithet::Greedy, Epithet::Gentle],
    ];

    /// Returns the epithet of five weights.
    pub fn of(weights: Weights) -> Self {
        let most = weights.0.map(i8::unsigned_abs).into_iter().max();
        let named = weights.0.into_iter().zip(Self::BY_WEIGHT);
        let mut largest = named.filter(|(weight, _)| Some(weight.unsigned_abs()) == most);
        match largest.next() {
            Some((weight, [positive, _])) if weight > 0 => positive,
            Some((weight, [_, negative])) if weight < 0 => negative,
            _ => Epithet::Indifferent,
        }
    }

    /// The key of the phrase; the phrase contains `{name}`.
    pub fn key(self) -> &'static str {
        match self {
            Epithet::Wanderer => "hex.epithet.wanderer",
            Epithet::Loyal => "hex.epithet.loyal",
            Epithet::Wary => "hex.epithet.wary",
            Epithet::Stubborn => "hex.epithet.stubborn",
            Epithet::Growing => "hex.epithet.growing",
            Epithet::Lean => "hex.epithet.lean",
            Epithet::Leaping => "hex.epithet.leaping",
            Epithet::Settled => "hex.epithet.settled",
            Epithet::Greedy => "hex.epithet.greedy",
            Epithet::Gentle => "hex.epithet.gentle",
            Epithet::Indifferent => "hex.epithet.indifferent",
        }
    }
}

impl Weights {
    /// Returns the name and the epithet of the player with these weights.
    pub fn creature(self) -> Creature {
        Creature::of(&self.to_string(), Epithet::of(self).key())
    }
}
