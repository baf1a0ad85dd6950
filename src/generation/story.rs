//! The story of a run: the events in it that are worth telling, as data. The words are made where the story is shown.

use super::ancestry::FounderCount;
use super::history::distance;
use super::pedigree::{Improvement, MemberId, Pedigree};
use super::population::PopulationKind;
use super::run::StopReason;

/// The parts of a child by origin. Parts that are the same in both parents are counted in `all` alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Parts that only the first parent has.
    pub first: usize,
    /// Parts that only the second parent has.
    pub second: usize,
    /// Parts that neither parent has: they mutated.
    pub new: usize,
    /// All parts.
    pub all: usize,
}

/// The operators that made an individual differ from its parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It has parts of both parents, and no mutated ones.
    Crossover,
    /// It differs from one parent in its mutated parts alone.
    Mutation,
    /// It has parts of both parents and mutated ones.
    Both,
    /// It is the same as one parent.
    Copy,
}

impl Parts {
    /// The operators that made the child differ from its parents.
    pub fn change(&self) -> Change {
        match (self.first > 0 && self.second > 0, self.new > 0) {
            (true, true) => Change::Both,
            (true, false) => Change::Crossover,
            (false, true) => Change::Mutation,
            (false, false) => Change::Copy,
        }
    }
}

/// The cause of a new individual: its parents, and the parts that it has of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cause {
    /// Its parents, each by the generation and place of its birth.
    pub parents: [MemberId; 2],
    /// Their populations.
    pub populations: [PopulationKind; 2],
    /// Its parts by origin; `None` if that is not known.
    pub parts: Option<Parts>,
}

/// An event of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The run began.
    Began {
        /// The number of founders.
        founders: usize,
        /// The number of feasible founders.
        feasible: usize,
    },
    /// The first feasible individual after a time without one.
    FirstFeasible {
        /// The individual.
        by: MemberId,
        /// Its cause; `None` if that is not known.
        cause: Option<Cause>,
    },
    /// The best was not improved between two generations.
    Plateau {
        /// The generation of the last improvement before it.
        from: u32,
        /// The generation in which it was broken, or the last one.
        to: u32,
        /// The evaluations that were made meanwhile.
        evaluations: u64,
        /// The best in this time.
        best: Improvement,
        /// The improvement that broke it; `None` if the run ended.
        broken: Option<CausedImprovement>,
    },
    /// The step after which the largest part of the way was done, if no plateau was before it.
    Leap {
        /// The best before.
        before: Improvement,
        /// The step.
        step: CausedImprovement,
    },
    /// From a generation on, the individuals were alike.
    Collapse {
        /// The generation.
        generation: u32,
        /// The diversity of the founders, 0 to 1.
        from: f64,
        /// The diversity in that generation.
        to: f64,
    },
    /// The run ended.
    Ended {
        /// The last generation.
        generation: u32,
        /// All evaluations.
        evaluations: u64,
        /// The reason why it ended.
        stop: StopReason,
        /// The number of founders that the best individual descends from; `None` if they are not known any more.
        founders: Option<FounderCount>,
    },
}

/// An improvement with its cause.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CausedImprovement {
    /// The improvement.
    pub to: Improvement,
    /// The cause of the new best individual; `None` for a founder, and if it is not known.
    pub cause: Option<Cause>,
}

impl Event {
    /// The generation to look at.
    pub fn generation(&self) -> u32 {
        match self {
            Event::Began { .. } => 0,
            Event::FirstFeasible { by, .. } => by.generation,
            Event::Plateau { from, broken, .. } => broken.map_or(*from, |one| one.to.by.generation),
            Event::Leap { step, .. } => step.to.by.generation,
            Event::Collapse { generation, .. } | Event::Ended { generation, .. } => *generation,
        }
    }
}

/// The outline of a run, from which its story is told together with the pedigree.
#[derive(Clone, Debug)]
pub struct RunOutline {
    /// The founders and the feasible ones among them.
    pub founders: (usize, usize),
    /// The last generation.
    pub generation: u32,
    /// All evaluations.
    pub evaluations: u64,
    /// The reason why the run ended.
    pub stop: StopReason,
    /// Whether the fitness of a feasible individual is 1 / (1 + distance).
    pub is_distance: bool,
    /// The diversity in some generations, oldest first: 0 if all individuals are the same, 1 if they differ in every
    /// part.
    pub diversity: Vec<(u32, f64)>,
}

/// A plateau is told if it lasts for at least one in this many generations of the run.
const PLATEAU_PART: u32 = 10;
/// The fewest generations of a plateau that is told, however short the run is.
const SHORTEST_PLATEAU: u32 = 5;
/// The number of plateaus that are told: the longest.
const MOST_PLATEAUS: usize = 3;
/// Individuals are alike if the diversity is at most this part of that of the founders.
const ALIKE: f64 = 0.25;
/// Founders with less diversity are alike from the beginning.
const LEAST_DIVERSITY: f64 = 0.02;

/// Returns the events of a run in the order in which they happened. `cause` returns the cause of an individual.
pub fn story_events(
    pedigree: &Pedigree,
    outline: &RunOutline,
    cause: impl Fn(MemberId) -> Option<Cause>,
) -> Vec<Event> {
    let (founders, feasible) = outline.founders;
    let mut events = Vec::new();
    if let Some(first) = first_feasible(pedigree.improvements()) {
        let (by, cause) = (first.by, cause(first.by));
        events.push(Event::FirstFeasible { by, cause });
    }
    let plateaus = plateaus(pedigree.improvements(), outline, &cause);
    events.extend(largest_leap(
        pedigree.improvements(),
        outline,
        &plateaus,
        &cause,
    ));
    events.extend(plateaus);
    events.extend(collapse(&outline.diversity));
    events.sort_by_key(Event::generation);
    events.insert(0, Event::Began { founders, feasible });
    let best = pedigree.improvements().last();
    events.push(Event::Ended {
        generation: outline.generation,
        evaluations: outline.evaluations,
        stop: outline.stop.clone(),
        founders: best.and_then(|best| pedigree.founders(best.by)),
    });
    events
}

/// A moment of a run that is marked on its curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Milestone {
    /// The generation.
    pub generation: u32,
    /// The fitness of the best individual so far, which is feasible.
    pub fitness: f64,
    /// The fitness of the feasible best before it; `None` if it is the first feasible individual after a time without
    /// one.
    pub before: Option<f64>,
}

impl Milestone {
    /// Whether it is the first feasible individual after a time without one. At the others the best became better.
    pub fn is_first_feasible(&self) -> bool {
        self.before.is_none()
    }
}

/// Returns the moments of a run that are marked on its curve, oldest first.
pub fn milestones(pedigree: &Pedigree) -> Vec<Milestone> {
    let milestone = |of: &Improvement, before: Option<&Improvement>| Milestone {
        generation: of.by.generation,
        fitness: of.fitness,
        before: before.map(|before| before.fitness),
    };
    let improvements = pedigree.improvements();
    let first = first_feasible(improvements).map(|first| milestone(first, None));
    let better = steps(improvements).filter(|(before, to)| to.fitness > before.fitness);
    let better = better.map(|(before, to)| milestone(to, Some(before)));
    first.into_iter().chain(better).collect()
}

/// The first feasible best, if the founders were all infeasible.
fn first_feasible(improvements: &[Improvement]) -> Option<&Improvement> {
    let first = improvements.iter().find(|one| one.violation == 0);
    first.filter(|first| first.by.generation > 0)
}

/// The steps from one feasible best to the next that can be compared with it. The first feasible best does not count as a step.
fn steps(improvements: &[Improvement]) -> impl Iterator<Item = (&Improvement, &Improvement)> {
    let pairs = improvements.iter().zip(improvements.iter().skip(1));
    pairs.filter(|(before, to)| before.violation == 0 && to.is_comparable)
}

/// The longest plateaus, longest first.
fn plateaus(
    improvements: &[Improvement],
    outline: &RunOutline,
    cause: &impl Fn(MemberId) -> Option<Cause>,
) -> Vec<Event> {
    let shortest = SHORTEST_PLATEAU.max(outline.generation / PLATEAU_PART);
    let after = improvements.iter().skip(1).map(Some).chain([None]);
    let mut found: Vec<(u32, Event)> = Vec::new();
    for (best, next) in improvements.iter().zip(after) {
        let from = best.by.generation;
        let to = next.map_or(outline.generation, |next| next.by.generation);
        // A change of what is asked for ends a plateau, and nothing in the run broke it.
        if to - from < shortest || next.is_some_and(|next| !next.is_comparable) {
            continue;
        }
        let evaluations = next.map_or(outline.evaluations, |next| next.evaluations);
        let broken = next.map(|to| CausedImprovement {
            to: *to,
            cause: cause(to.by),
        });
        found.push((
            to - from,
            Event::Plateau {
                from,
                to,
                evaluations: evaluations - best.evaluations,
                best: *best,
                broken,
            },
        ));
    }
    found.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    found.truncate(MOST_PLATEAUS);
    found.into_iter().map(|(_, event)| event).collect()
}

/// The largest step of a feasible best, unless it is told already as the end of a plateau.
fn largest_leap(
    improvements: &[Improvement],
    outline: &RunOutline,
    plateaus: &[Event],
    cause: &impl Fn(MemberId) -> Option<Cause>,
) -> Option<Event> {
    let size = |(before, to): &(&Improvement, &Improvement)| match outline.is_distance {
        true => distance(before.fitness) - distance(to.fitness),
        false => to.fitness - before.fitness,
    };
    let largest = steps(improvements).max_by(|a, b| size(a).total_cmp(&size(b)))?;
    let (before, to) = (*largest.0, *largest.1);
    let is_told = plateaus
        .iter()
        .any(|event| event.generation() == to.by.generation);
    (!is_told).then(|| Event::Leap {
        before,
        step: CausedImprovement {
            to,
            cause: cause(to.by),
        },
    })
}

/// The generation from which the individuals stayed alike.
fn collapse(diversity: &[(u32, f64)]) -> Option<Event> {
    let (_, first) = *diversity.first()?;
    if first < LEAST_DIVERSITY {
        return None;
    }
    let alike = diversity.iter().rev();
    let (generation, to) = *alike
        .take_while(|(_, value)| *value <= ALIKE * first)
        .last()?;
    Some(Event::Collapse {
        generation,
        from: first,
        to,
    })
}

#[cfg(test)]
mod tests;
