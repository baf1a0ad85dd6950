//! Special cells: obstacles, layers in place of a block, and layers on a block.

use serde::{Deserialize, Serialize};

/// The kind of a special cell. The names and the numbers of layers are limbsoo's (second post).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    /// A cell that stays blocked for ever.
    Obstacle,
    /// One layer in place of a block. A match beside the cell breaks one layer.
    Blocked1,
    /// Two layers in place of a block.
    Blocked2,
    /// Three layers in place of a block.
    Blocked3,
    /// Four layers in place of a block.
    Blocked4,
    /// One layer on a block. The block cannot be swapped or fall. A match of the block breaks one layer, and the block
    /// leaves with the last one.
    Overlay1,
    /// Two layers on a block.
    Overlay2,
    /// Three layers on a block.
    Overlay3,
    /// Four layers on a block.
    Overlay4,
}

impl Kind {
    /// All kinds, in limbsoo's order.
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

    /// Its name in limbsoo's program and on the command line.
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

    /// The key of its name in the language files, which is filled with the number of layers.
    pub fn phrase_key(self) -> &'static str {
        match self {
            Kind::Obstacle => "match3.kind.stone",
            kind if kind.is_overlay() => "match3.kind.thread",
            _ => "match3.kind.shell",
        }
    }

    /// Its letter in level files, where `.` is an open cell.
    pub fn letter(self) -> char {
        b"#1234abcd"[self as usize] as char
    }

    /// The kind of a letter; `None` if no kind has it.
    pub fn of_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|k| k.letter() == letter)
    }

    /// Whether its layers lie on a block.
    #[inline]
    pub fn is_overlay(self) -> bool {
        self >= Kind::Overlay1
    }

    /// The number of layers; 0 for an obstacle.
    #[inline]
    pub fn layers(self) -> u32 {
        match self {
            Kind::Obstacle => 0,
            _ => (self as u32 - 1) % 4 + 1,
        }
    }

    /// The kind after a hit, which breaks one layer; `None` after the last one. An obstacle stays.
    #[inline]
    pub fn after_hit(self) -> Option<Kind> {
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
    /// The kinds of the levels that limbsoo measured: one and three layers in place of a block.
    pub const MEASURED: Kinds = Kinds(1 << Kind::Blocked1 as u16 | 1 << Kind::Blocked3 as u16);

    /// Whether it holds `kind`.
    pub fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }

    /// Adds or removes `kind`.
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

    /// The number of kinds.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set as a number from 0 to 511, for game ids.
    pub fn code(self) -> u16 {
        self.0
    }

    /// The set of a number; `None` if it is above 511.
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
