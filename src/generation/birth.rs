//! Births: whose child an individual is.

/// How an individual came into its generation. Numbers of parents are their places in the record of the generation
/// before.
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

impl Birth {
    /// The same birth with other numbers for the parents.
    pub(super) fn renumbered(self, number: impl Fn(u32) -> u32) -> Self {
        match self {
            Birth::Founder | Birth::Immigrant => self,
            Birth::Elite(of) => Birth::Elite(number(of)),
            Birth::Child(first, second) => Birth::Child(number(first), number(second)),
        }
    }
}
