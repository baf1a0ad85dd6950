//! How fast the enemies of a descent learn.

/// How fast the enemies of a descent learn from dungeon to dungeon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Learning {
    /// They are the same breeds in all dungeons.
    #[default]
    Off,
    /// The kinds that did most are most numerous.
    Slow,
    /// The kinds that did most, and whose children are most dangerous to a hero like this, are most numerous.
    Quick,
}

impl Learning {
    /// All of them, the slowest first.
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

    /// How the children train; `None` if there are no children.
    pub fn training(self) -> Option<Training> {
        match self {
            Learning::Off => None,
            Learning::Slow => Some(SLOW),
            Learning::Quick => Some(QUICK),
        }
    }
}

/// How the children of each kind train, and which kinds get the most places.
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
    /// What gives a kind its places.
    pub places_by: PlaceCriterion,
}

/// What gives a kind its places among the heirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceCriterion {
    /// What the parents did in the dungeon above.
    Merit,
    /// That, and what the children do to a hero like the player's in arenas.
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
