//! The side shoots of the journey. The main way forks at the fourth stop of each world, and beside it lie one or two
//! stops that are harder or stranger. A player may leave them out.

use super::worlds::JourneyWorld;
use crate::games::match3::level::{GoalKind, GoalKinds, Order, Setup, Symmetry, WantedRate};
use crate::games::match3::rules::Size;
use crate::games::match3::stop_number::StopNumber;

/// The mark of a side shoot, which all its stops have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShootMark {
    /// Its levels have a clearly lower success rate.
    Harder,
    /// Its levels are of a kind that the main way does not have.
    Stranger,
}

/// A place where the main way forks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The mark of the side shoot.
    pub mark: ShootMark,
    /// The number of its stops, 1 or 2.
    pub stops: u8,
}

/// The place of the fork in its world, from 0.
const PLACE: u32 = 3;

/// The forks, which come in turn.
const FORKS: [Fork; 4] = [
    Fork::new(ShootMark::Harder, 1),
    Fork::new(ShootMark::Stranger, 2),
    Fork::new(ShootMark::Harder, 2),
    Fork::new(ShootMark::Stranger, 1),
];

impl Fork {
    /// The most stops of a side shoot.
    pub const MOST: u8 = 2;

    const fn new(mark: ShootMark, stops: u8) -> Self {
        Fork { mark, stops }
    }

    /// The fork at a stop of the main way, by its number from 0; `None` if the way does not fork there.
    pub fn at(main: u32) -> Option<Self> {
        let is_fork = main % JourneyWorld::STOPS == PLACE;
        is_fork.then(|| FORKS[(main / JourneyWorld::STOPS) as usize % FORKS.len()])
    }

    fn strange_stops(self) -> u32 {
        match self.mark {
            ShootMark::Harder => 0,
            ShootMark::Stranger => self.stops.into(),
        }
    }
}

/// The strange feature of a level. Levels of the main way have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strangeness {
    /// Special cells lie anywhere, in no figures and without symmetry.
    Scattered,
    /// Matches leave no power pieces.
    NoPowers,
    /// A board of twelve rows and six columns.
    Tall,
    /// Three goals at once.
    ThreeGoals,
    /// Seven colours.
    SevenColours,
    /// A board of eleven rows and columns.
    Large,
}

impl Strangeness {
    /// All of them, in the order in which they come.
    pub const ALL: [Strangeness; 6] = [
        Self::Scattered,
        Self::NoPowers,
        Self::Tall,
        Self::ThreeGoals,
        Self::SevenColours,
        Self::Large,
    ];

    /// Makes a setup strange. The success rate stays.
    fn apply(self, setup: &mut Setup) {
        match self {
            Strangeness::Scattered => {
                (setup.order, setup.symmetry) = (Order::Scattered, Symmetry::None);
            }
            Strangeness::NoPowers => setup.powers = false,
            Strangeness::Tall => set_size(setup, 12, 6),
            Strangeness::ThreeGoals => {
                let goals = GoalKinds::from(GoalKind::Collect);
                setup.goals = goals
                    .with(GoalKind::Clear, true)
                    .with(GoalKind::Score, true);
            }
            Strangeness::SevenColours => setup.colours = 7,
            Strangeness::Large => set_size(setup, 11, 11),
        }
    }
}

fn set_size(setup: &mut Setup, rows: u8, cols: u8) {
    setup.size = Size::new(rows, cols).unwrap_or(setup.size);
    setup.wanted = WantedRate::near(setup.success).wanted(setup.size);
    setup.tolerance = Setup::default_tolerance(setup.size);
}

/// The difference between the levels of a side stop and those of the main way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideDifference {
    /// Their success rate, in hundredths of the rate of the stop where the side shoot begins.
    Harder(u32),
    /// They are strange in this way.
    Stranger(Strangeness),
}

/// The success rates of the stops of a harder shoot, in hundredths of that of the stop where the shoot begins.
const HARDER: [u32; Fork::MOST as usize] = [67, 50];

impl SideDifference {
    /// The difference of a side stop; `None` if there is no such side stop.
    pub fn of(number: StopNumber) -> Option<Self> {
        let fork = Fork::at(number.main)?;
        let at = number.side.checked_sub(1).filter(|at| *at < fork.stops)?;
        Some(match fork.mark {
            ShootMark::Harder => SideDifference::Harder(HARDER[usize::from(at)]),
            ShootMark::Stranger => {
                let before = strange_stops_before(number.main) + u32::from(at);
                let all = Strangeness::ALL;
                SideDifference::Stranger(all[before as usize % all.len()])
            }
        })
    }

    /// The wanted success rate of the side stop, in percent, from that of the stop where the side shoot begins.
    pub(super) fn rate(self, main: u8) -> u8 {
        match self {
            SideDifference::Stranger(_) => main,
            SideDifference::Harder(part) => {
                let rate = u32::from(main) * part / 100;
                rate.clamp(*Setup::SUCCESS.start(), *Setup::SUCCESS.end()) as u8
            }
        }
    }

    /// Changes the rest of a setup that has the rate.
    pub(super) fn apply(self, setup: &mut Setup) {
        if let SideDifference::Stranger(strangeness) = self {
            strangeness.apply(setup);
        }
    }
}

/// The number of strange side stops at the forks before one.
fn strange_stops_before(main: u32) -> u32 {
    let (fork, forks) = (main / JourneyWorld::STOPS, FORKS.len() as u32);
    let sum = |some: &[Fork]| some.iter().map(|fork| fork.strange_stops()).sum::<u32>();
    fork / forks * sum(&FORKS) + sum(&FORKS[..(fork % forks) as usize])
}
