//! The eight levels: how many positions each looks at, and how often it slips.

/// A level, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// What a level plays by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// It looks one move ahead, and of 100 moves makes so many without looking.
    Greedy(u32),
    /// It looks ahead within so many positions.
    Search(u64),
}

/// The means of all levels. Each scores at least 75 % against the one before: measured by
/// `evolvarium duel hexxagon level2 level1 --games 200`.
const MEANS: [Means; 8] = [
    Means::Greedy(60),
    Means::Greedy(25),
    Means::Greedy(5),
    Means::Search(400),
    Means::Search(2_000),
    Means::Search(10_000),
    Means::Search(60_000),
    Means::Search(600_000),
];

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 8] = {
        let mut all = [Level(1); 8];
        let mut at = 0;
        while at < 8 {
            all[at] = Level(at as u8 + 1);
            at += 1;
        }
        all
    };
    /// The strongest.
    pub const BEST: Level = Level(8);

    /// The level of a number from 1 to 8.
    pub fn new(number: u8) -> Option<Self> {
        (1..=8).contains(&number).then_some(Level(number))
    }

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What it plays by.
    pub fn means(self) -> Means {
        MEANS[usize::from(self.0) - 1]
    }
}
