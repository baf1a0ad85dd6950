//! An experiment that measures what each armour, weapon and consumable is worth to each automatic player: the player
//! goes down again and again in the same dungeons, each time with other gear. The enemies do not learn.

use super::gear::Gear;
use super::gear_report;
use super::{FailedPlayError, distinct};
use crate::base::{PairedDifference, Rate};
use crate::experiment::{Experiment, ExperimentError, Phrases, Report};
use crate::games::dungeon::descent::Descent;
use crate::games::dungeon::heredity::Learning;
use crate::games::dungeon::players::ReferencePlayer;
use crate::games::dungeon::players::automatic::Automatic;
use crate::games::dungeon::rules::{Armour, Consumable, Item, Weapon};
use crate::games::dungeon::setup::Setup;
use crate::generation::{Pick, Seed};
use crate::session::Difficulty;

/// A part of the experiment, which compares some gear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GearPart {
    /// Each armour, from the start to the end.
    Armours,
    /// Each weapon alone, from the start to the end.
    EachWeapon,
    /// All weapons from the start, and all but one of them.
    AllWeapons,
    /// One weapon is never found.
    WeaponsFound,
    /// One consumable is never found.
    ThingsFound,
    /// One consumable is never used.
    ThingsUsed,
}

impl GearPart {
    /// All parts.
    pub const ALL: [GearPart; 6] = [
        GearPart::Armours,
        GearPart::EachWeapon,
        GearPart::AllWeapons,
        GearPart::WeaponsFound,
        GearPart::ThingsFound,
        GearPart::ThingsUsed,
    ];

    /// The gear that is compared. All but the first one have a thing that they are about.
    pub fn gear(self) -> Vec<Gear> {
        let others: Vec<Gear> = match self {
            GearPart::Armours => Armour::ALL.map(Gear::Wearing).to_vec(),
            GearPart::EachWeapon => Weapon::ALL.map(Gear::Wielding).to_vec(),
            GearPart::AllWeapons => Weapon::ALL.map(Gear::AllWeaponsBut).to_vec(),
            // No dagger is ever found.
            GearPart::WeaponsFound => Weapon::ALL[1..]
                .iter()
                .map(|weapon| Gear::NeverFinding(Item::Weapon(*weapon)))
                .collect(),
            GearPart::ThingsFound => Consumable::ALL
                .map(|thing| Gear::NeverFinding(Item::Consumable(thing)))
                .to_vec(),
            GearPart::ThingsUsed => Consumable::ALL.map(Gear::NeverUsing).to_vec(),
        };
        let first = match self {
            GearPart::AllWeapons => Gear::AllWeapons,
            _ => Gear::Usual,
        };
        std::iter::once(first).chain(others).collect()
    }

    /// Whether the gear behind the first one is compared with each other, and not with the first one.
    pub fn is_choice(self) -> bool {
        matches!(self, GearPart::Armours | GearPart::EachWeapon)
    }
}

/// A player and the difficulty of its descents.
pub type Case = (ReferencePlayer, Difficulty);

/// The experiment with the descents of some players.
pub struct GearExperiment {
    pub(super) cases: Vec<Case>,
    pub(super) parts: Vec<GearPart>,
    /// The gear of all parts, each once.
    pub(super) gear: Vec<Gear>,
    descents: u32,
    seed: Seed,
}

/// One descent of a player with each gear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The place of the player and the difficulty among the cases of the experiment.
    pub case: usize,
    /// Whether the hero comes through, with each gear of the experiment.
    pub through: Vec<bool>,
}

impl GearExperiment {
    /// The experiment with a number of descents of each case.
    pub fn new(cases: Vec<Case>, parts: Vec<GearPart>, descents: u32, seed: Seed) -> Self {
        GearExperiment {
            cases,
            gear: distinct(parts.iter().flat_map(|part| part.gear())),
            parts,
            descents,
            seed,
        }
    }

    /// The results with each gear of a part, in the trials of a case.
    pub fn results(&self, part: GearPart, trials: &[&Trial]) -> Vec<GearResult> {
        let gear = part.gear();
        let columns: Vec<Vec<bool>> = gear
            .iter()
            .filter_map(|gear| self.gear.iter().position(|other| other == gear))
            .map(|at| trials.iter().map(|trial| trial.through[at]).collect())
            .collect();
        let count = |at: &usize| columns[*at].iter().filter(|through| **through).count();
        let others = 1..columns.len();
        let rival = |at: usize| match (at, part.is_choice()) {
            (0, _) => None,
            // The first of equals.
            (_, true) => others
                .clone()
                .rev()
                .filter(|other| *other != at)
                .max_by_key(count),
            (_, false) => Some(0),
        };
        let result = |at: usize| GearResult {
            gear: gear[at],
            rate: Rate::of(&columns[at], |through| *through),
            difference: rival(at).map(|rival| {
                let pairs = columns[at].iter().zip(&columns[rival]);
                let pairs: Vec<[bool; 2]> = pairs.map(|(own, other)| [*own, *other]).collect();
                PairedDifference::of(&pairs)
            }),
        };
        (0..columns.len()).map(result).collect()
    }
}

/// The result of a case with some gear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GearResult {
    /// The gear.
    pub gear: Gear,
    /// The rate of heroes that come through.
    pub rate: Rate,
    /// The rate with this gear minus that of the best other gear, or of the first gear of the part; `None` for the first
    /// gear itself.
    pub difference: Option<PairedDifference>,
}

/// Plays one descent of a case with each gear. All of them meet the same dungeons and the same enemies.
fn play(case: Case, gear: &[Gear], seed: Seed) -> Result<Vec<bool>, ExperimentError> {
    let (reference, difficulty) = case;
    let setup = Setup {
        learning: Learning::Off,
        ..Setup::of(difficulty)
    };
    let parameters = setup.spec.method.usual_parameters();
    let failed = |why| FailedPlayError::error(seed, reference, why);
    let start = Descent::new(&setup, &parameters, seed, Pick::Best);
    let start = start.map_err(ExperimentError::failed).map_err(failed)?;
    let through = gear.iter().map(|gear| {
        let mut player = Automatic::new(gear.habits(reference.habits()));
        gear.survives_descent(&mut player, start.clone())
    });
    through.collect::<Result<_, _>>().map_err(failed)
}

impl Experiment for GearExperiment {
    type Sample = Trial;

    fn samples(&self) -> usize {
        self.cases.len() * self.descents as usize
    }

    /// The cases take turns, so that an experiment that was stopped says something of each of them. All players of a
    /// difficulty play the same descents.
    fn sample(&self, number: usize) -> Result<Trial, ExperimentError> {
        let case = number % self.cases.len();
        let descent = (number / self.cases.len()) as u64;
        let seed = self.seed.child(descent + 1);
        Ok(Trial {
            case,
            through: play(self.cases[case], &self.gear, seed)?,
        })
    }

    fn report(&self, samples: &[&Trial], phrase: Phrases) -> Result<Report, ExperimentError> {
        if samples.is_empty() {
            return Err(ExperimentError::TooFew(0, self.samples()));
        }
        Ok(gear_report::report(self, samples, phrase))
    }
}
