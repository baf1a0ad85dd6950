//! Special cells: what lies on or in place of a block.

use serde::{Deserialize, Serialize};

/// What a special cell is. The names of the family and the layers are the documents'.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    /// Stays for ever.
    Obstacle,
    /// In place of a block; a match beside it takes one layer.
    Blocked1,
    /// Two layers.
    Blocked2,
    /// Three layers.
    Blocked3,
    /// Four layers.
    Blocked4,
    /// On a block, which cannot be swapped or fall; a match of the block takes one layer, and the
    /// block goes with the last.
    Overlay1,
    /// Two layers.
    Overlay2,
    /// Three layers.
    Overlay3,
    /// Four layers.
    Overlay4,
}

impl Kind {
    /// All kinds, in the order of the documents.
    pub const ALL: [Kind; 9] = [
        Kind::Obstacle,
        Kind::Blocked1,
        Kind::Blocked2,
        Kind::Blocked3,
        Kind::Blocked4,
        Kind::Overlay1,
        Kind::Overlay2,
        Kind::Overlay3,
        Kind::Overlay4,
    ];

    /// Its name in the documents and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Obstacle => "obstacle",
            Kind::Blocked1 => "blocked1",
            Kind::Blocked2 => "blocked2",
            Kind::Blocked3 => "blocked3",
            Kind::Blocked4 => "blocked4",
            Kind::Overlay1 => "overlay1",
            Kind::Overlay2 => "overlay2",
            Kind::Overlay3 => "overlay3",
            Kind::Overlay4 => "overlay4",
        }
    }

    /// Its letter in a written level; `.` is an open cell.
    pub fn letter(self) -> char {
        b"#1234abcd"[self as usize] as char
    }

    /// The kind of a letter.
    pub fn of_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|k| k.letter() == letter)
    }

    /// Whether it lies on a block instead of taking its place.
    #[inline]
    pub fn is_overlay(self) -> bool {
        self >= Kind::Overlay1
    }

    /// Layers left, 0 for an obstacle.
    #[inline]
    pub fn layers(self) -> u32 {
        match self {
            Kind::Obstacle => 0,
            _ => (self as u32 - 1) % 4 + 1,
        }
    }

    /// What is left when a layer goes; `None` when it was the last. Obstacles lose none.
    #[inline]
    pub fn hit(self) -> Option<Kind> {
        match self {
            Kind::Obstacle => Some(Kind::Obstacle),
            Kind::Blocked1 | Kind::Overlay1 => None,
            _ => Some(Kind::ALL[self as usize - 1]),
        }
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Kind>", into = "Vec<Kind>")]
pub struct Kinds(u16);

impl Kinds {
    /// The kinds of the measured levels: one layer and three layers.
    pub const MEASURED: Kinds = Kinds(1 << Kind::Blocked1 as u16 | 1 << Kind::Blocked3 as u16);

    /// Whether it holds `kind`.
    pub fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }

    /// Adds `kind` or takes it out.
    pub fn set(&mut self, kind: Kind, on: bool) {
        if on {
            self.0 |= 1 << kind as u16;
        } else {
            self.0 &= !(1 << kind as u16);
        }
    }

    /// The kinds it holds, in order.
    pub fn iter(self) -> impl Iterator<Item = Kind> + Clone {
        Kind::ALL.into_iter().filter(move |&k| self.has(k))
    }

    /// How many kinds it holds.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it holds none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set as a number from 0 to 511, for game ids.
    pub fn code(self) -> u16 {
        self.0
    }

    /// The set of a number; `None` beyond 511.
    pub fn of_code(code: u16) -> Option<Self> {
        (code < 1 << 9).then_some(Kinds(code))
    }
}

impl From<Vec<Kind>> for Kinds {
    fn from(kinds: Vec<Kind>) -> Self {
        kinds.into_iter().collect()
    }
}

impl From<Kinds> for Vec<Kind> {
    fn from(kinds: Kinds) -> Self {
        kinds.iter().collect()
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        let mut set = Kinds::default();
        kinds.into_iter().for_each(|k| set.set(k, true));
        set
    }
}
