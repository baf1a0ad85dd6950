//! The kinds of enemies that learn from dungeon to dungeon.

/// The kinds of enemies of a descent that learn from dungeon to dungeon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Learning {
    /// No kind: the enemies are of the same breeds in all dungeons.
    #[default]
    Off,
    /// After each dungeon one kind, that with the most merit. The others go on as they were.
    OneKind,
    /// After each dungeon all kinds.
    AllKinds,
}

impl Learning {
    /// All variants, the one with the fewest kinds first.
    pub const ALL: [Learning; 3] = [Learning::Off, Learning::OneKind, Learning::AllKinds];

    /// The letters at the end of a setup.
    pub fn code(self) -> &'static str {
        ["", "h", "h2"][self as usize]
    }

    /// The key of the name.
    pub fn key(self) -> &'static str {
        [
            "dungeon.learning.off",
            "dungeon.learning.one_kind",
            "dungeon.learning.all_kinds",
        ][self as usize]
    }

    /// The kinds that learn; `None` if no kind does.
    pub fn learners(self) -> Option<Learners> {
        match self {
            Learning::Off => None,
            Learning::OneKind => Some(Learners::MostMerit),
            Learning::AllKinds => Some(Learners::All),
        }
    }
}

/// The kinds that learn from a dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learners {
    /// The kind whose enemies have the most merit together.
    MostMerit,
    /// All kinds.
    All,
}
