//! The speed at which the enemies of a descent learn.

/// The speed at which the enemies of a descent learn from dungeon to dungeon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Learning {
    /// The enemies are of the same breeds in all dungeons.
    #[default]
    Off,
    /// The kinds with the most merit are most numerous.
    Slow,
    /// The kinds with the most merit, and with the children that are most dangerous to a hero like the player's, are
    /// most numerous.
    Quick,
}

impl Learning {
    /// All speeds, the slowest first.
    pub const ALL: [Learning; 3] = [Learning::Off, Learning::Slow, Learning::Quick];

    /// The letters at the end of a setup.
    pub fn code(self) -> &'static str {
        ["", "h", "h2"][self as usize]
    }

    /// The key of the name.
    pub fn key(self) -> &'static str {
        [
            "dungeon.learning.off",
            "dungeon.learning.slow",
            "dungeon.learning.quick",
        ][self as usize]
    }

    /// The training of the children; `None` if there are no children.
    pub fn training(self) -> Option<Training> {
        match self {
            Learning::Off => None,
            Learning::Slow => Some(SLOW),
            Learning::Quick => Some(QUICK),
        }
    }
}

/// The training of the children of each kind, and the criterion that gives kinds their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Training {
    /// The number of programs of a generation.
    pub population: u32,
    /// The number of generations after the parents.
    pub generations: u32,
    /// The number of arenas in which each program of a generation fights.
    pub arenas: u32,
    /// The number of arenas in which the last generation is compared with the parents. No program has fought in them.
    pub final_arenas: u32,
    /// The number of the best programs of the last generation that are compared.
    pub finalists: usize,
    /// The criterion that gives a kind its places.
    pub places_by: PlaceCriterion,
}

/// The criterion that gives a kind its places among the heirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceCriterion {
    /// The merit of the parents in the dungeon above.
    Merit,
    /// The merit of the parents, and the danger of the children to a hero like the player's in arenas.
    MeritAndDanger,
}

const SLOW: Training = Training {
    population: 30,
    generations: 5,
    arenas: 8,
    final_arenas: 20,
    finalists: 5,
    places_by: PlaceCriterion::Merit,
};

const QUICK: Training = Training {
    final_arenas: 30,
    places_by: PlaceCriterion::MeritAndDanger,
    ..SLOW
};
