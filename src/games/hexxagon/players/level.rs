//! The eight levels of strength, and the methods by which they choose their moves.

/// A level, 1 (weakest) to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// The method by which a level chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelMethod {
    /// The level looks one move ahead; this percentage of its moves is random (epsilon-greedy).
    Greedy(u32),
    /// The level uses the shared search with this limit in nodes.
    Search(u64),
}

/// The methods of all levels. Each level scores at least 75 % against the one before, measured by
/// `evolvarium duel hexxagon level2 level1 --games 200`.
const METHODS: [LevelMethod; 8] = [
    LevelMethod::Greedy(60),
    LevelMethod::Greedy(25),
    LevelMethod::Greedy(5),
    LevelMethod::Search(400),
    LevelMethod::Search(2_000),
    LevelMethod::Search(10_000),
    LevelMethod::Search(60_000),
    LevelMethod::Search(600_000),
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
    /// The strongest level.
    pub const BEST: Level = Level(8);

    /// Returns the level with this number; `None` unless it is 1 to 8.
    pub fn new(number: u8) -> Option<Self> {
        (1..=8).contains(&number).then_some(Level(number))
    }

    /// Returns the number, 1 to 8.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the method by which the level chooses its moves.
    pub fn method(self) -> LevelMethod {
        METHODS[usize::from(self.0) - 1]
    }
}
