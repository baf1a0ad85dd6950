//! Births: the parents of an individual.

/// The way in which an individual came into its generation. A parent is given by its place in the record of the
/// generation before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Birth {
    /// It was drawn at random for the first generation.
    Founder,
    /// It is an elite of the generation before, unchanged.
    Elite(u32),
    /// It is a child of two parents, which may be the same individual.
    Child(u32, u32),
    /// The player has put it in.
    Immigrant,
}

/// A birth in four bytes. Places of parents fit into 16 bits, since a population has at most 10,000 individuals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedBirth([u16; 2]);

/// The number that stands for a missing parent.
const NONE: u16 = u16::MAX;

impl PackedBirth {
    pub(super) const FOUNDER: PackedBirth = PackedBirth([NONE; 2]);
    pub(super) const IMMIGRANT: PackedBirth = PackedBirth([NONE, 0]);

    /// The birth of an elite that stood at this place.
    pub(super) fn elite(of: usize) -> Self {
        PackedBirth([of as u16, NONE])
    }

    /// The birth of a child of the parents at these places.
    #[inline]
    pub(super) fn child(first: usize, second: usize) -> Self {
        PackedBirth([first as u16, second as u16])
    }

    /// The birth.
    pub fn birth(self) -> Birth {
        match self.0 {
            [NONE, NONE] => Birth::Founder,
            [NONE, _] => Birth::Immigrant,
            [of, NONE] => Birth::Elite(u32::from(of)),
            [first, second] => Birth::Child(u32::from(first), u32::from(second)),
        }
    }

    /// The places of the parents. An elite has one, a founder none.
    pub(super) fn parents(self) -> impl Iterator<Item = usize> {
        let parents = self.0.into_iter().take_while(|parent| *parent != NONE);
        parents.map(usize::from)
    }

    /// This birth with other places for the parents.
    pub(super) fn renumbered(self, place: impl Fn(u32) -> u32) -> Self {
        match self.birth() {
            Birth::Founder | Birth::Immigrant => self,
            Birth::Elite(of) => PackedBirth::elite(place(of) as usize),
            Birth::Child(first, second) => {
                PackedBirth::child(place(first) as usize, place(second) as usize)
            }
        }
    }
}
