//! The view of a background run that the theatre has, whatever the problem of the run is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::tasks::Task;

use super::birth::{Birth, PackedBirth};
use super::creature::Creature;
use super::dots::Dot;
use super::family::Family;
use super::genealogy_query::Life;
use super::history::{History, Record, Summary};
use super::measure::{Axes, Measure};
use super::picture::Picture;
use super::population::{Individual, PopulationKind};
use super::problem::{CloseUp, Fact, Problem};
use super::run::StopReason;
use super::showing::Showing;
use super::steering::SteerableRun;
use super::story::{Event, Milestone};
use super::tree::{FamilyQuery, FamilyTree};
use crate::base::Seed;

/// The progress of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The newest complete generation; `None` before the first.
    pub generation: Option<u32>,
    /// The number of births of that generation; 0 for founders and for an archive.
    pub births: usize,
    /// The number of evaluations.
    pub evaluations: u64,
    /// The time spent working.
    pub busy: Duration,
    /// The reason why the run ended; `None` while it may go on.
    pub stop: Option<StopReason>,
    /// The number of generations that the history holds.
    pub records: usize,
}

/// The individual that is selected for the large picture: the best so far of a generation, or one of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplaySelection {
    /// The index of the generation's record in the history; beyond its end it stands for the newest.
    pub record: usize,
    /// The member's index in the record; `None` for the best so far.
    pub member: Option<u32>,
}

impl DisplaySelection {
    /// The best individual of the newest generation.
    pub const BEST: DisplaySelection = DisplaySelection {
        record: usize::MAX,
        member: None,
    };
}

/// An individual with its picture.
#[derive(Clone, Debug)]
pub struct Thumbnail {
    /// The picture.
    pub picture: Picture,
    /// The fitness.
    pub fitness: f64,
    /// The amount by which it breaks the constraints.
    pub violation: u32,
    /// Whether it is an elite, which enters the next generation unchanged; in an archive, whether its elite is new.
    pub elite: bool,
}

impl Thumbnail {
    /// The population to which it belongs.
    pub fn population(&self) -> PopulationKind {
        PopulationKind::of_violation(self.violation)
    }
}

/// One generation with its pictures.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The generation's number.
    pub generation: u32,
    /// The selected individual.
    pub selected: Thumbnail,
    /// Whether its picture is the outcome of the run; see [`Problem::outcome`].
    pub is_outcome: bool,
    /// Another picture of the selected individual; see [`Problem::insight`].
    pub insight: Option<Picture>,
    /// The parents of the selected individual; `None` if they are not known.
    pub family: Option<Family>,
    /// The births of the members of this generation; `None` if the generation before is not known.
    pub births: Option<Births>,
    /// The life of the selected individual; `None` if it is not known.
    pub life: Option<Life>,
    /// The name and the sigil of the selected individual; `None` if it has none.
    pub creature: Option<Creature>,
    /// Lines about the selected individual.
    pub facts: Vec<Fact>,
    /// The keys of the shapes of its picture that stand for parts that can be locked, one at each place.
    pub lockable: Vec<u16>,
    /// The keys among them whose parts are locked.
    pub locked: Vec<u16>,
    /// Members with their indexes in the record: feasible before infeasible, elites first in each. There are at most as
    /// many as were asked for, shared fairly between the two groups.
    pub members: Vec<(u32, Thumbnail)>,
}

/// The births of the members of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Births {
    /// The sizes of the infeasible and of the feasible population of the generation before.
    pub before: [usize; 2],
    /// The birth of each member of the record.
    pub of: Box<[Birth]>,
}

impl Births {
    /// The births of the record at an index; `None` if the history does not hold the generation before.
    pub(super) fn of_record<G>(history: &History<G>, at: usize) -> Option<Self> {
        let records = history.records();
        let (record, before) = (records.get(at)?, records.get(at.checked_sub(1)?)?);
        (before.generation + 1 == record.generation).then(|| Births {
            before: [before.members.len() - before.feasible, before.feasible],
            of: history
                .pedigree()
                .births(record.generation)
                .map(PackedBirth::birth)
                .collect(),
        })
    }

    /// The population of a member of the generation before, and its place there.
    pub fn place_before(&self, member: u32) -> (PopulationKind, usize) {
        let split = self.before[1];
        match (member as usize).checked_sub(split) {
            Some(place) => (PopulationKind::Infeasible, place),
            None => (PopulationKind::Feasible, member as usize),
        }
    }
}

/// A kind of picture of an individual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureKind {
    /// The individual as it is.
    #[default]
    Usual,
    /// A picture of something that the usual picture does not show; see [`Problem::insight`].
    Insight,
    /// The individual with its parents.
    Family,
}

impl Frame {
    /// A generation with its selected individual and some of its members, about which nothing else is known.
    pub fn of(generation: u32, selected: Thumbnail, members: Vec<(u32, Thumbnail)>) -> Self {
        Frame {
            generation,
            selected,
            is_outcome: false,
            insight: None,
            family: None,
            births: None,
            life: None,
            creature: None,
            facts: Vec::new(),
            lockable: Vec::new(),
            locked: Vec::new(),
            members,
        }
    }

    /// The picture of the selected individual of a kind, or the usual one if there is none of that kind.
    pub fn picture(&self, kind: PictureKind) -> &Picture {
        let other = match kind {
            PictureKind::Usual => None,
            PictureKind::Insight => self.insight.as_ref(),
            PictureKind::Family => self.family.as_ref().map(|family| &family.picture),
        };
        other.unwrap_or(&self.selected.picture)
    }

    /// The members of a population, with their indexes in the record.
    pub fn members_of(&self, kind: PopulationKind) -> &[(u32, Thumbnail)] {
        let is_feasible = |(_, member): &(u32, Thumbnail)| member.violation == 0;
        let (feasible, infeasible) = self
            .members
            .split_at(self.members.partition_point(is_feasible));
        match kind {
            PopulationKind::Feasible => feasible,
            PopulationKind::Infeasible => infeasible,
        }
    }
}

/// A point of the chart's curves.
#[derive(Clone, Copy, Debug)]
pub struct CurvePoint {
    /// The generation.
    pub generation: u32,
    /// The feasible population.
    pub feasible: Summary,
    /// The infeasible population.
    pub infeasible: Summary,
}

impl CurvePoint {
    /// The summary of a population.
    pub fn summary(&self, kind: PopulationKind) -> &Summary {
        match kind {
            PopulationKind::Feasible => &self.feasible,
            PopulationKind::Infeasible => &self.infeasible,
        }
    }
}

/// Pauses or cancels a background run.
#[derive(Debug, Default)]
pub struct RunControl {
    paused: AtomicBool,
    cancelled: AtomicBool,
}

impl RunControl {
    /// Ends a pause. It is called before a task is started and not by the task, because a pause that comes before
    /// the task has begun counts too.
    pub fn reset(&self) {
        self.paused.store(false, Ordering::Relaxed);
    }

    /// Whether the task should stop after its current slice.
    pub fn should_stop(&self) -> bool {
        self.paused.load(Ordering::Relaxed) || self.cancelled.load(Ordering::Relaxed)
    }
}

/// A background run of any problem.
pub trait WatchedRun: Send + Sync {
    /// Starts a task that does up to `generations` generations, and ends a pause. While another task has the run,
    /// for example one that stops after its slice, the new task does nothing and the pause stays.
    fn advance(self: Arc<Self>, generations: u32) -> Task<()>;
    /// The run's pause and cancel flags.
    fn control(&self) -> &RunControl;
    /// Stops the current task after its current slice, or after those pieces of a generation that are being made.
    fn pause(&self) {
        self.control().paused.store(true, Ordering::Relaxed);
    }
    /// Ends the run.
    fn cancel(&self) {
        self.control().cancelled.store(true, Ordering::Relaxed);
    }
    /// Whether the run was cancelled.
    fn is_cancelled(&self) -> bool {
        self.control().cancelled.load(Ordering::Relaxed)
    }
    /// The progress.
    fn progress(&self) -> Progress;
    /// The generation of a selection, with up to `most` members.
    fn frame(&self, selection: DisplaySelection, most: usize) -> Option<Frame>;
    /// The best of a generation, with up to `most` members; `None` if the history does not hold the generation. While a
    /// run goes on, its history is thinned, and the index of a record comes to mean another generation.
    fn frame_of_generation(&self, generation: u32, most: usize) -> Option<Frame> {
        let curve = self.curve();
        let record = curve
            .iter()
            .position(|point| point.generation == generation)?;
        let selection = DisplaySelection {
            record,
            member: None,
        };
        let frame = self.frame(selection, most)?;
        (frame.generation == generation).then_some(frame)
    }
    /// The selected individual at work; `number` counts the showings before this one. It may take a while.
    fn showing(&self, selection: DisplaySelection, number: u32) -> Showing;
    /// The close-up of the shape with a key in the picture of a selected individual; see [`Problem::close_up`].
    fn close_up(&self, _selection: DisplaySelection, _key: u16) -> Option<CloseUp> {
        None
    }
    /// The curves of the chart, from the history.
    fn curve(&self) -> Vec<CurvePoint>;
    /// Individuals as dots of the chart, the oldest generation first: some generations of the history, among them the
    /// newest one and the one whose record has the index `shown`. Those of a kind in a generation stand in the order of
    /// their fitness, the lowest first. Empty if the run has no such individuals.
    fn dots(&self, _shown: usize) -> Vec<Dot> {
        Vec::new()
    }
    /// The diversity of some generations, oldest first: 0 where all individuals are the same, 1 where they differ in
    /// every part. It takes a while to measure, and is empty if it cannot be measured.
    fn diversity(&self) -> Vec<(u32, f64)> {
        Vec::new()
    }
    /// The story of a run that has ended; `None` before the end, and if there is no story.
    fn story(&self) -> Option<Arc<[Event]>> {
        None
    }
    /// The moments of the run so far that are marked on its curve, oldest first.
    fn milestones(&self) -> Vec<Milestone> {
        Vec::new()
    }
    /// The family of an individual with its pictures; `None` if it is not known. It may take a while.
    fn family_tree(&self, _of: FamilyQuery) -> Option<FamilyTree> {
        None
    }
    /// The fitness at which the run is done; `None` if only a limit ends it.
    fn target(&self) -> Option<f64> {
        None
    }
    /// The distance at which the run is done, if the fitness stands for a distance; see [`Problem::met_distance`].
    fn met_distance(&self) -> Option<f64> {
        None
    }
    /// The run with the functions that steer it; `None` if a player cannot steer it.
    fn steerable(&self) -> Option<&dyn SteerableRun> {
        None
    }
    /// Whether the run has to go on at any pace, because it had come further before an intervention was taken back.
    fn is_behind(&self) -> bool {
        false
    }
    /// The archive that the run fills; `None` if it has a population instead.
    fn archive(&self) -> Option<&dyn WatchedArchive> {
        None
    }
    /// The seed.
    fn seed(&self) -> Seed;
}

/// An archive that is being filled. The members of its frames are the elites of its map, by the numbers of their cells.
pub trait WatchedArchive {
    /// The measures.
    fn measures(&self) -> Vec<Measure>;
    /// The axes of the map.
    fn axes(&self) -> Axes;
    /// Chooses the axes of the map. The elites so far have their places on it at once, and the next generation fills
    /// it.
    fn set_axes(&self, axes: Axes);
}

/// A record with the pictures of its selected individual and of up to `most` members.
pub(super) fn frame_of_record<P: Problem>(
    problem: &P,
    record: &Record<P::Genome>,
    selection: DisplaySelection,
    most: usize,
) -> Frame {
    let thumbnail = |individual: &Individual<P::Genome>, elite| Thumbnail {
        picture: problem.picture(&individual.genome),
        fitness: individual.fitness,
        violation: individual.violation,
        elite,
    };
    let selected = record.member_or_best(selection.member);
    let split = record.feasible;
    let infeasible = record.members.len() - split;
    // Each group gets half of the members shown; places that one group does not need go to the other.
    let first = split.min((most / 2).max(most.saturating_sub(infeasible)));
    let second = infeasible.min(most - first);
    let shown = (0..first).chain(split..split + second);
    let elite = |index: usize| {
        index < record.feasible_elites || (split..split + record.infeasible_elites).contains(&index)
    };
    let members = shown.map(|at| (at as u32, thumbnail(&record.members[at], elite(at))));
    let whole = Frame {
        creature: problem.creature(&selected.genome),
        ..Frame::of(
            record.generation,
            thumbnail(selected, true),
            members.collect(),
        )
    };
    // Facts may be expensive to compute. A caller that asks for no members needs only the picture.
    match most {
        0 => whole,
        _ => Frame {
            insight: problem.insight(&selected.genome),
            facts: problem.facts(&selected.genome),
            ..whole
        },
    }
}

#[cfg(test)]
mod tests;
