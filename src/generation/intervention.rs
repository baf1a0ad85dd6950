//! Interventions: the changes that a player makes to a run while it goes on. They are data of the run, as moves are
//! data of a game: the same run with the same interventions gives the same results on every machine and on any number
//! of threads.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::genome::Crossover;
use super::parameters::{EvolutionParameters, Selection};
use super::problem::Problem;
use crate::base::{PlainError, RangeError, check_range};

/// The number of a part of a genome that can be locked, for instance of a cell, a room or a weight. The problem defines
/// what it stands for; it stands for the same in every genome.
pub type Part = u16;

/// A part of a problem's target that can be changed while a run goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The key of its name in the language files, which also names it in files.
    pub name: &'static str,
    /// The value that is asked for.
    pub value: i32,
    /// The values that can be asked for.
    pub range: RangeInclusive<i32>,
    /// The step from one value to the next that is worth asking for.
    pub step: i32,
    /// The number of parts of one in which the value is shown: 10 for tenths, 1 for whole numbers.
    pub parts_of_one: u8,
}

/// The functions of a problem with which a player can intervene in the evolution of its genomes.
pub trait Steering<P: Problem> {
    /// All parts of a genome that can be locked, ascending.
    fn parts(&self, genome: &P::Genome) -> Vec<Part>;

    /// The parts that the shape with this key stands for in the picture of a genome; empty if it stands for none.
    fn parts_of_shape(&self, genome: &P::Genome, key: u16) -> Vec<Part>;

    /// Gives a genome the locked parts of the genome with which they were locked.
    fn restore(&self, genome: &mut P::Genome, locked: &P::Genome, parts: &[Part]);

    /// The text of a genome in files. It consists of letters, digits, dots and hyphens.
    fn code(&self, genome: &P::Genome) -> String;

    /// The genome of a text. The error is a sentence about the fault of the text.
    fn genome(&self, code: &str) -> Result<P::Genome, PlainError>;

    /// The parts of the target that can be changed.
    fn aims(&self) -> Vec<Aim> {
        Vec::new()
    }

    /// The same problem with another value for the aim with this number. The value is in its range.
    fn with_aim(&self, _number: usize, _value: i32) -> Option<P> {
        None
    }
}

/// A parameter of the search with its new value. What is said of a fault in a file calls it `Setting`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Setting")]
pub enum ParameterValue {
    /// The number of individuals.
    Population(u32),
    /// The number of elites in each population.
    Elitism(u32),
    /// The mutation rate.
    Mutation(f64),
    /// The crossover operator.
    Crossover(Crossover),
    /// The selection operator.
    Selection(Selection),
    /// The number of generations after which the run ends.
    Generations(u32),
    /// The number of generations without improvement after which it ends; 0 for no such limit.
    Stagnation(u32),
}

impl ParameterValue {
    /// The parameters in which `new` differs from `old`, without the treatment of infeasible individuals and the time
    /// limit, which a run keeps.
    pub fn differences(
        old: &EvolutionParameters,
        new: &EvolutionParameters,
    ) -> Vec<ParameterValue> {
        let all = |of: &EvolutionParameters| {
            [
                ParameterValue::Population(of.population),
                ParameterValue::Elitism(of.elitism),
                ParameterValue::Mutation(of.mutation),
                ParameterValue::Crossover(of.crossover),
                ParameterValue::Selection(of.selection),
                ParameterValue::Generations(of.generations),
                ParameterValue::Stagnation(of.stagnation),
            ]
        };
        let pairs = all(old).into_iter().zip(all(new));
        let changed = pairs.filter(|(old, new)| old != new);
        changed.map(|(_, new)| new).collect()
    }

    /// Whether both are values of the same parameter.
    pub fn is_of_same_parameter(&self, other: &ParameterValue) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// Refuses a value that no run can have.
    pub fn check(&self) -> Result<(), RangeError> {
        type P = EvolutionParameters;
        match *self {
            ParameterValue::Population(count) => check_range("population", count, P::POPULATION),
            ParameterValue::Elitism(count) => check_range("elitism", count, P::ELITISM),
            ParameterValue::Mutation(rate) => check_range("mutation", rate, P::MUTATION),
            ParameterValue::Generations(count) => check_range("generations", count, P::GENERATIONS),
            ParameterValue::Stagnation(count) => check_range("stagnation", count, P::STAGNATION),
            ParameterValue::Selection(Selection::Tournament(size)) => {
                check_range("tournament", u32::from(size), P::TOURNAMENT)
            }
            ParameterValue::Selection(Selection::Roulette) | ParameterValue::Crossover(_) => Ok(()),
        }
    }

    /// The parameters with the new value. There are at most half as many elites as individuals, whichever is changed.
    pub fn applied_to(&self, parameters: &EvolutionParameters) -> EvolutionParameters {
        let mut new = parameters.clone();
        match *self {
            ParameterValue::Population(count) => new.population = count,
            ParameterValue::Elitism(count) => new.elitism = count,
            ParameterValue::Mutation(rate) => new.mutation = rate,
            ParameterValue::Crossover(crossover) => new.crossover = crossover,
            ParameterValue::Selection(selection) => new.selection = selection,
            ParameterValue::Generations(count) => new.generations = count,
            ParameterValue::Stagnation(count) => new.stagnation = count,
        }
        new.elitism = new.elitism.min(new.population / 2);
        new
    }
}

/// A change that a player makes to a run. `G` is the genome, or its text in files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Act<G> {
    /// Locks parts as they are in a genome. Every individual gets them from now on, and nothing changes them.
    Lock {
        /// The parts, ascending.
        parts: Vec<Part>,
        /// The genome that has them.
        of: G,
    },
    /// Unlocks parts.
    Unlock(Vec<Part>),
    /// Puts a genome into the next generation.
    Put(G),
    /// Puts this many children of two genomes into the next generation.
    Mate(G, G, u32),
    /// Puts this many mutated copies of a genome into the next generation.
    MoreLike(G, u32),
    /// Changes a parameter of the search.
    Set(ParameterValue),
    /// Changes the aim with this name.
    Aim(String, i32),
}

impl<G> Act<G> {
    /// The same act with other genomes, for instance with their texts; the first error of `genome` if there is one.
    pub fn map<H, E>(self, mut genome: impl FnMut(G) -> Result<H, E>) -> Result<Act<H>, E> {
        Ok(match self {
            Act::Lock { parts, of } => Act::Lock {
                parts,
                of: genome(of)?,
            },
            Act::Unlock(parts) => Act::Unlock(parts),
            Act::Put(one) => Act::Put(genome(one)?),
            Act::Mate(first, second, count) => Act::Mate(genome(first)?, genome(second)?, count),
            Act::MoreLike(one, count) => Act::MoreLike(genome(one)?, count),
            Act::Set(value) => Act::Set(value),
            Act::Aim(name, value) => Act::Aim(name, value),
        })
    }

    /// Whether both acts set the same parameter or the same aim, so that this one replaces `other`.
    pub fn replaces(&self, other: &Self) -> bool {
        match (self, other) {
            (Act::Set(new), Act::Set(old)) => new.is_of_same_parameter(old),
            (Act::Aim(new, _), Act::Aim(old, _)) => new == old,
            _ => false,
        }
    }
}

/// An act with the generation before which it takes effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intervention<G> {
    /// The generation before which it takes effect; the founders are generation 0.
    pub before: u32,
    /// The act.
    pub act: Act<G>,
}

/// The reason why an intervention is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InterventionError {
    /// The run was stopped or has failed.
    #[error("this run was stopped, so nothing can be changed in it")]
    Over,
    /// The problem has no parts that can be locked, and no aims.
    #[error("nothing of this problem can be locked or changed")]
    NotSteerable,
    /// There are no parts to lock or unlock.
    #[error("there is nothing to lock here")]
    NoParts,
    /// The genome has no such part.
    #[error("there is no part {0} to lock")]
    NoSuchPart(Part),
    /// The number of individuals is 0 or too large.
    #[error("{0} individuals cannot be put into a generation: it takes from 1 to 10000")]
    Count(u32),
    /// The problem has no aim of this name.
    #[error("this problem has no aim called \"{0}\"")]
    NoSuchAim(String),
    /// A value is outside its range.
    #[error(transparent)]
    Range(#[from] RangeError),
}

/// Refuses an act that has no meaning for a problem.
pub fn check<P: Problem>(problem: &P, act: &Act<P::Genome>) -> Result<(), InterventionError> {
    let steering = || problem.steering().ok_or(InterventionError::NotSteerable);
    match act {
        Act::Lock { parts, of } => {
            let all = steering()?.parts(of);
            let missing = |part: &&Part| all.binary_search(part).is_err();
            match parts.iter().find(missing) {
                Some(part) => Err(InterventionError::NoSuchPart(*part)),
                None if parts.is_empty() => Err(InterventionError::NoParts),
                None => Ok(()),
            }
        }
        Act::Unlock(parts) if parts.is_empty() => Err(InterventionError::NoParts),
        Act::Unlock(_) => steering().map(drop),
        Act::Put(_) => Ok(()),
        Act::Mate(_, _, count) | Act::MoreLike(_, count) => {
            let allowed = 1..=*EvolutionParameters::POPULATION.end();
            let refused = || InterventionError::Count(*count);
            allowed.contains(count).then_some(()).ok_or_else(refused)
        }
        Act::Set(value) => Ok(value.check()?),
        Act::Aim(name, value) => {
            let aims = steering()?.aims();
            let aim = aims.iter().find(|aim| aim.name == name);
            let aim = aim.ok_or_else(|| InterventionError::NoSuchAim(name.clone()))?;
            Ok(check_range(aim.name, *value, aim.range.clone())?)
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::generation::Scheme;
    use crate::generation::one_max::{OneMax, SteeredOnes};

    /// A value of each parameter, other than the usual one.
    const VALUES: [ParameterValue; 7] = [
        ParameterValue::Population(30),
        ParameterValue::Elitism(3),
        ParameterValue::Mutation(0.25),
        ParameterValue::Crossover(Crossover::OnePoint),
        ParameterValue::Selection(Selection::Tournament(3)),
        ParameterValue::Generations(40),
        ParameterValue::Stagnation(50),
    ];

    #[test]
    fn the_differences_of_two_searches_lead_from_one_to_the_other() {
        let old = EvolutionParameters::default();
        assert_eq!(ParameterValue::differences(&old, &old), []);
        for value in VALUES {
            let new = value.applied_to(&old);
            assert_ne!(new, old);
            assert_eq!(ParameterValue::differences(&old, &new), [value]);
        }
        let new = VALUES
            .iter()
            .fold(old.clone(), |new, one| one.applied_to(&new));
        assert_eq!(ParameterValue::differences(&old, &new), VALUES);
        // A run keeps these.
        let kept = EvolutionParameters {
            scheme: Scheme::OnePopulation,
            milliseconds: 7,
            ..old.clone()
        };
        assert_eq!(ParameterValue::differences(&old, &kept), []);
    }

    #[test]
    fn at_most_half_of_all_are_elites_whichever_is_changed() {
        let parameters = EvolutionParameters {
            elitism: 4,
            ..EvolutionParameters::default()
        };
        for (value, elitism) in [
            (ParameterValue::Population(9), 4),
            (ParameterValue::Population(8), 4),
            (ParameterValue::Population(7), 3),
            (ParameterValue::Elitism(10), 10),
            (ParameterValue::Elitism(11), 10),
        ] {
            assert_eq!(value.applied_to(&parameters).elitism, elitism);
        }
    }

    #[test]
    fn a_new_value_replaces_the_old_one_of_the_same_parameter_or_aim() {
        for (at, one) in VALUES.iter().enumerate() {
            for (other_at, other) in VALUES.iter().enumerate() {
                assert_eq!(one.is_of_same_parameter(other), at == other_at);
                let (one, other): (Act<u32>, Act<u32>) = (Act::Set(*one), Act::Set(*other));
                assert_eq!(one.replaces(&other), at == other_at);
            }
        }
        let mutation = |rate| Act::<u32>::Set(ParameterValue::Mutation(rate));
        assert!(mutation(0.5).replaces(&mutation(0.1)));
        let aim = |name: &str, value| Act::<u32>::Aim(name.to_owned(), value);
        assert!(aim("ones", 3).replaces(&aim("ones", 4)));
        assert!(!aim("ones", 3).replaces(&aim("twos", 3)));
        assert!(!aim("ones", 3).replaces(&mutation(0.1)));
        assert!(!Act::Put(3).replaces(&Act::Put(3)));
    }

    #[test]
    fn an_act_has_the_same_meaning_with_the_texts_of_its_genomes() {
        let parts = vec![1, 2];
        let acts = |genome: [u32; 2]| {
            let [one, other] = genome;
            let parts = parts.clone();
            [
                Act::Lock {
                    parts: parts.clone(),
                    of: one,
                },
                Act::Unlock(parts),
                Act::Put(one),
                Act::Mate(one, other, 3),
                Act::MoreLike(other, 4),
                Act::Set(ParameterValue::Elitism(1)),
                Act::Aim("ones".to_owned(), 5),
            ]
        };
        for (act, tenfold) in acts([1, 2]).into_iter().zip(acts([10, 20])) {
            let mapped = act.clone().map(|genome| Ok::<u32, ()>(10 * genome));
            assert_eq!(mapped, Ok(tenfold.clone()));
            let has_genome = act != tenfold;
            assert_eq!(act.map(|_| Err::<u32, ()>(())).is_err(), has_genome);
        }
    }

    #[test]
    fn what_has_no_meaning_for_a_problem_is_refused() {
        use InterventionError::{Count, NoParts, NoSuchAim, NoSuchPart, NotSteerable};
        let checked = |act: Act<u32>| check(&SteeredOnes { wanted: 9 }, &act);
        let lock = |parts: &[Part]| Act::Lock {
            parts: parts.to_vec(),
            of: 6,
        };
        assert_eq!(checked(lock(&[0, 23])), Ok(()));
        assert_eq!(checked(lock(&[])), Err(NoParts));
        assert_eq!(checked(lock(&[3, 24])), Err(NoSuchPart(24)));
        assert_eq!(checked(Act::Unlock(vec![24])), Ok(()));
        assert_eq!(checked(Act::Unlock(Vec::new())), Err(NoParts));
        assert_eq!(checked(Act::Put(7)), Ok(()));
        for act in [
            |count| Act::Mate(1, 2, count),
            |count| Act::MoreLike(1, count),
        ] {
            assert_eq!(
                [1, 10_000].map(|count| checked(act(count))),
                [Ok(()), Ok(())]
            );
            let refused = [0, 10_001].map(|count| checked(act(count)));
            assert_eq!(refused, [Err(Count(0)), Err(Count(10_001))]);
        }
        let aim = |name: &str, value| checked(Act::Aim(name.to_owned(), value));
        assert_eq!([0, 25].map(|value| aim("ones", value)), [Ok(()), Ok(())]);
        assert!(
            [-1, 26]
                .map(|value| aim("ones", value))
                .iter()
                .all(Result::is_err)
        );
        assert_eq!(aim("twos", 3), Err(NoSuchAim("twos".to_owned())));
        // A problem without steering has neither parts nor aims.
        let checked = |act: Act<u32>| check(&OneMax, &act);
        for act in [
            lock(&[1]),
            Act::Unlock(vec![1]),
            Act::Aim("ones".to_owned(), 3),
        ] {
            assert_eq!(checked(act), Err(NotSteerable));
        }
        assert_eq!(checked(Act::Put(7)), Ok(()));
    }

    #[test]
    fn values_are_allowed_up_to_their_limits() {
        use ParameterValue::{Elitism, Generations, Mutation, Population, Stagnation};
        let tournament = |size| ParameterValue::Selection(Selection::Tournament(size));
        let allowed = [
            Population(2),
            Population(10_000),
            Elitism(0),
            Elitism(100),
            Mutation(0.0),
            Mutation(0.5),
            Generations(1),
            Generations(1_000_000),
            Stagnation(0),
            Stagnation(1_000_000),
            tournament(2),
            tournament(16),
            ParameterValue::Selection(Selection::Roulette),
            ParameterValue::Crossover(Crossover::OnePoint),
        ];
        assert!(allowed.iter().all(|one| one.check().is_ok()));
        let refused = [
            Population(1),
            Population(10_001),
            Elitism(101),
            Mutation(0.51),
            Mutation(f64::NAN),
            Generations(0),
            Generations(1_000_001),
            Stagnation(1_000_001),
            tournament(1),
            tournament(17),
        ];
        assert!(refused.iter().all(|one| one.check().is_err()));
    }
}
