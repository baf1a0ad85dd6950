//! An experiment that measures, for each automatic player, which weapon and which consumable is the best one against
//! which kind of enemy: a hero fights again and again in the same rooms, each time with other things.

use super::fights::{Enemies, FightRoom, HeroLoadout};
use super::{FailedPlayError, fights_report};
use crate::base::Mean;
use crate::experiment::{Experiment, ExperimentError, Phrases, Report};
use crate::games::dungeon::map::Ground;
use crate::games::dungeon::players::ReferencePlayer;
use crate::games::dungeon::rules::{Consumable, EnemyKind, Item, Weapon};
use crate::generation::Seed;

/// A part of the experiment, which compares some loadouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fights {
    /// Each weapon alone, by the life that is lost.
    Weapons,
    /// Each weapon beside the sword, by the life that is lost.
    Beside,
    /// Each consumable on the belt, by the deaths.
    Belt,
}

impl Fights {
    /// All parts.
    pub const ALL: [Fights; 3] = [Fights::Weapons, Fights::Beside, Fights::Belt];

    /// The variants that are compared.
    pub fn variants(self) -> Vec<Variant> {
        let weapon = |weapon| Variant::With(Item::Weapon(weapon));
        let thing = |thing| Variant::With(Item::Consumable(thing));
        let plain = std::iter::once(Variant::Plain);
        match self {
            Fights::Weapons => Weapon::ALL.map(weapon).to_vec(),
            Fights::Beside => plain
                .chain(BESIDE_SWORD.map(weapon))
                .chain([Variant::WithAll])
                .collect(),
            Fights::Belt => plain.chain(Consumable::ALL.map(thing)).collect(),
        }
    }

    /// The place of the baseline among the variants, with which all others are compared: the sword alone, or an empty
    /// belt.
    pub fn baseline(self) -> usize {
        match self {
            Fights::Weapons => Weapon::Sword as usize,
            Fights::Beside | Fights::Belt => 0,
        }
    }

    /// The numbers of enemies, each in fights of its own; `None` for 2 to 4 in turn.
    fn counts(self) -> Vec<Option<u8>> {
        match self {
            Fights::Weapons | Fights::Beside => (1..=MOST_ENEMIES).map(Some).collect(),
            Fights::Belt => vec![None],
        }
    }

    /// The loadout of a variant.
    fn loadout(self, reference: ReferencePlayer, variant: Variant) -> HeroLoadout {
        let beside_sword = |others| HeroLoadout::with_weapons(reference, Weapon::Sword, others);
        match (self, variant) {
            (Fights::Weapons, Variant::With(Item::Weapon(weapon))) => {
                HeroLoadout::with_weapon(reference, weapon)
            }
            (Fights::Beside, Variant::With(Item::Weapon(weapon))) => beside_sword(&[weapon]),
            (Fights::Beside, Variant::WithAll) => beside_sword(&BESIDE_SWORD),
            (Fights::Belt, Variant::With(Item::Consumable(thing))) => {
                HeroLoadout::with_belt(reference, Some(thing))
            }
            (Fights::Belt, _) => HeroLoadout::with_belt(reference, None),
            _ => HeroLoadout::with_weapon(reference, Weapon::Sword),
        }
    }
}

/// The weapons beside the sword.
const BESIDE_SWORD: [Weapon; 4] = [Weapon::Dagger, Weapon::Axe, Weapon::Spear, Weapon::Mace];

/// The thing by which a loadout differs from the others of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Nothing.
    Plain,
    /// A thing.
    With(Item),
    /// All weapons.
    WithAll,
}

impl Variant {
    /// The thing that sets the loadout apart; `None` if there is none, or more than one.
    pub fn item(self) -> Option<Item> {
        match self {
            Variant::With(item) => Some(item),
            Variant::Plain | Variant::WithAll => None,
        }
    }
}

/// A fight that is fought in many rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The part to which it belongs.
    pub part: Fights,
    /// The player.
    pub reference: ReferencePlayer,
    /// The kind of the enemies; `None` for any.
    pub kind: Option<EnemyKind>,
    /// The number of the enemies; `None` for 2 to 4 in turn.
    pub count: Option<u8>,
}

/// The experiment with the fights of some players.
pub struct FightsExperiment {
    pub(super) parts: Vec<Fights>,
    pub(super) cases: Vec<Case>,
    rooms: u32,
    seed: Seed,
}

/// The results of the variants of a case in one room.
#[derive(Clone, Debug, PartialEq)]
pub struct FightRoomResults {
    /// The place of the case among those of the experiment.
    pub case: usize,
    /// The ground of the room.
    pub ground: Ground,
    /// The result of each variant, the smaller the better: the lost life, or 100 for a death and 0 for none.
    pub results: Vec<f64>,
    /// The number of variants whose fight did not end.
    pub unfinished: u32,
}

/// The largest number of enemies.
const MOST_ENEMIES: u8 = 4;
/// The smallest number of enemies in the fights in which that number varies.
const LEAST_ENEMIES: u8 = 2;

impl FightsExperiment {
    /// The experiment with a number of rooms for each fight.
    pub fn new(players: &[ReferencePlayer], parts: &[Fights], rooms: u32, seed: Seed) -> Self {
        let mut cases = Vec::new();
        for part in parts {
            for reference in players {
                for kind in EnemyKind::ALL.map(Some).into_iter().chain([None]) {
                    cases.extend(part.counts().into_iter().map(|count| Case {
                        part: *part,
                        reference: *reference,
                        kind,
                        count,
                    }));
                }
            }
        }
        FightsExperiment {
            cases,
            parts: parts.to_vec(),
            rooms,
            seed,
        }
    }

    /// Lets each variant of a case fight in the room of a number.
    fn fight(&self, case: usize, number: usize) -> Result<FightRoomResults, ExperimentError> {
        let Case {
            part,
            reference,
            kind,
            count,
        } = self.cases[case];
        let seed = self.seed.child(number as u64 + 1);
        let failed = |why: String| FailedPlayError::error(seed, reference, why);
        // All numbers of enemies meet all kinds of ground.
        let grounds = Ground::ALL.len();
        let ground = match part {
            Fights::Belt => Ground::ALL[number % grounds],
            Fights::Weapons | Fights::Beside => Ground::Stone,
        };
        let more = number / grounds % usize::from(MOST_ENEMIES - LEAST_ENEMIES + 1);
        let enemies = Enemies {
            kind,
            count: count.unwrap_or(LEAST_ENEMIES + more as u8),
            ground,
        };
        let room = FightRoom::new(enemies, seed).map_err(|why| failed(why.to_string()))?;
        let mut room_results = FightRoomResults {
            case,
            ground,
            results: Vec::new(),
            unfinished: 0,
        };
        for variant in part.variants() {
            let outcome = room.fight(&part.loadout(reference, variant));
            let outcome = outcome.map_err(|why| failed(why.to_string()))?;
            room_results.results.push(match part {
                Fights::Belt => 100.0 * f64::from(u8::from(outcome.is_dead)),
                Fights::Weapons | Fights::Beside => f64::from(outcome.damage()),
            });
            room_results.unfinished += u32::from(outcome.is_unfinished);
        }
        Ok(room_results)
    }
}

impl Experiment for FightsExperiment {
    type Sample = FightRoomResults;

    fn samples(&self) -> usize {
        self.cases.len() * self.rooms as usize
    }

    /// The cases take turns, so that an experiment that was stopped says something of each of them. All cases with equally
    /// many enemies are fought in the same rooms.
    fn sample(&self, number: usize) -> Result<FightRoomResults, ExperimentError> {
        self.fight(number % self.cases.len(), number / self.cases.len())
    }

    fn report(
        &self,
        samples: &[&FightRoomResults],
        phrase: Phrases,
    ) -> Result<Report, ExperimentError> {
        if samples.is_empty() {
            return Err(ExperimentError::TooFew(0, self.samples()));
        }
        Ok(fights_report::report(self, samples, phrase))
    }
}

/// The mean results of the variants of a part in some rooms.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The number of rooms.
    pub rooms: usize,
    /// The mean result of each variant.
    pub means: Vec<f64>,
    /// The difference of each variant to the baseline, with its error.
    pub differences: Vec<Mean>,
    /// The place of the variant with the smallest mean, the first of equals.
    pub best: usize,
    /// Whether the best variant is better than each other one by more than the error.
    pub is_sure: bool,
}

impl Results {
    /// The results in some rooms.
    pub fn of(part: Fights, rooms: &[&FightRoomResults]) -> Self {
        let variants = part.variants().len();
        let column = |at: usize| rooms.iter().map(move |room| room.results[at]);
        let difference = |at: usize, other: usize| {
            let pairs = column(at).zip(column(other));
            Mean::of(&pairs.map(|(own, other)| own - other).collect::<Vec<_>>())
        };
        let mean = |at| Mean::of(&column(at).collect::<Vec<_>>()).value;
        let means: Vec<f64> = (0..variants).map(mean).collect();
        let best = (0..variants).min_by(|a, b| means[*a].total_cmp(&means[*b]));
        let best = best.unwrap_or(0);
        let mut others = (0..variants).filter(|other| *other != best);
        Results {
            rooms: rooms.len(),
            differences: (0..variants)
                .map(|at| difference(at, part.baseline()))
                .collect(),
            is_sure: others.all(|other| difference(best, other).is_surely_less()),
            best,
            means,
        }
    }
}
