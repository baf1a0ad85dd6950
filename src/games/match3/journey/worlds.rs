//! The worlds of the journey: groups of stops that lie in one culture. They come in turn, and begin again after the
//! last one.

/// A world of the journey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JourneyWorld {
    /// Wells with seedlings.
    SeedTray,
    /// A dish with yellow colonies.
    AgarPlate,
    /// A dish with violet threads.
    MushroomCellar,
    /// A dish with orange streaks.
    YeastPlate,
    /// A dish with colonies that are green as water.
    AlgaeTank,
    /// Wells with pink seedlings.
    OrchidHouse,
    /// A dish with blue streaks.
    ColdRoom,
    /// A dish with red threads.
    RootBed,
}

impl JourneyWorld {
    /// All worlds, in the order in which they come.
    pub const ALL: [JourneyWorld; 8] = [
        Self::SeedTray,
        Self::AgarPlate,
        Self::MushroomCellar,
        Self::YeastPlate,
        Self::AlgaeTank,
        Self::OrchidHouse,
        Self::ColdRoom,
        Self::RootBed,
    ];
    /// The number of stops of a world.
    pub const STOPS: u32 = 6;

    /// The world of a stop, by the number of the stop from 0.
    pub fn of(number: u32) -> Self {
        Self::ALL[(number / Self::STOPS) as usize % Self::ALL.len()]
    }

    /// The number of times that all worlds have come before a stop.
    pub fn rounds_before(number: u32) -> u32 {
        number / Self::STOPS / Self::ALL.len() as u32
    }

    /// Whether a stop is the last one of its world.
    pub fn ends_at(number: u32) -> bool {
        number % Self::STOPS == Self::STOPS - 1
    }
}
