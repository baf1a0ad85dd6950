//! What a watcher sees of a run, whatever is evolved in it.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::tasks::Task;

use super::history::{Record, Summary};
use super::picture::Picture;
use super::population::Individual;
use super::problem::{Fact, Problem};
use super::run::Stop;
use crate::base::Seed;

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The newest complete generation, once there is one.
    pub generation: Option<u32>,
    /// Individuals evaluated.
    pub evaluations: u64,
    /// Time spent working.
    pub busy: Duration,
    /// Why it ended, if it did.
    pub stop: Option<Stop>,
    /// How many generations the history holds.
    pub records: usize,
}

/// Who is shown large: the best so far in a generation, or one of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The place of the generation in the history; beyond its end it is the newest.
    pub place: usize,
    /// The member's place in the record; `None` for the best.
    pub member: Option<u32>,
}

impl Lead {
    /// The best so far.
    pub const BEST: Lead = Lead {
        place: usize::MAX,
        member: None,
    };
}

/// An individual to look at.
#[derive(Clone, Debug)]
pub struct Portrait {
    /// What it looks like.
    pub picture: Picture,
    /// Its fitness.
    pub fitness: f64,
    /// By how much it breaks the constraints.
    pub violation: u32,
    /// Whether it lives on unchanged.
    pub elite: bool,
}

/// One generation to look at.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Its number.
    pub generation: u32,
    /// The lead.
    pub lead: Portrait,
    /// What there is to say about the lead.
    pub facts: Vec<Fact>,
    /// Members, feasible before infeasible, elites first in each; at most as many as asked for,
    /// fairly shared between the two.
    pub members: Vec<(u32, Portrait)>,
}

/// A point of the curves over the generations.
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
    /// The feasible population of a point.
    pub const FEASIBLE: fn(&CurvePoint) -> Summary = |point| point.feasible;
    /// The infeasible population of a point.
    pub const INFEASIBLE: fn(&CurvePoint) -> Summary = |point| point.infeasible;
}

/// What holds a run back that goes on in the background.
#[derive(Debug, Default)]
pub struct Reins {
    brake: AtomicBool,
    cancelled: AtomicBool,
}

impl Reins {
    /// The task begins anew.
    pub fn loosen(&self) {
        self.brake.store(false, Ordering::Relaxed);
    }

    /// Whether the task shall end after its current slice.
    pub fn pulled(&self) -> bool {
        self.brake.load(Ordering::Relaxed) || self.cancelled.load(Ordering::Relaxed)
    }
}

/// A run of any problem, as a watcher sees it.
pub trait Live: Send + Sync {
    /// Does up to so many generations in the background.
    fn drive(self: Arc<Self>, generations: u32) -> Task<()>;
    /// What holds it back.
    fn reins(&self) -> &Reins;
    /// Lets the task end after its current slice.
    fn brake(&self) {
        self.reins().brake.store(true, Ordering::Relaxed);
    }
    /// Ends the run.
    fn cancel(&self) {
        self.reins().cancelled.store(true, Ordering::Relaxed);
    }
    /// Whether it was cancelled.
    fn cancelled(&self) -> bool {
        self.reins().cancelled.load(Ordering::Relaxed)
    }
    /// How far it is.
    fn progress(&self) -> Progress;
    /// The generation of a lead, with up to `most` members.
    fn frame(&self, lead: Lead, most: usize) -> Option<Frame>;
    /// What the lead does, as pictures to be shown one after the other; showings are counted from 0.
    fn scenes(&self, lead: Lead, showing: u32) -> Vec<Picture>;
    /// The curves, from the history.
    fn curve(&self) -> Vec<CurvePoint>;
    /// The seed.
    fn seed(&self) -> Seed;
    /// The typed run, for the game that made it.
    fn as_any(&self) -> &dyn Any;
}

/// Pictures of a record.
pub(super) fn portray<P: Problem>(
    problem: &P,
    record: &Record<P::Genome>,
    lead: Lead,
    most: usize,
) -> Frame {
    let portrait = |individual: &Individual<P::Genome>, elite| Portrait {
        picture: problem.picture(&individual.genome),
        fitness: individual.fitness,
        violation: individual.violation,
        elite,
    };
    let star = record.lead(lead.member);
    let split = record.feasible.size;
    let infeasible = record.members.len() - split;
    // Half of the places for each; what one leaves free goes to the other.
    let first = split.min((most / 2).max(most.saturating_sub(infeasible)));
    let second = infeasible.min(most - first);
    let places = (0..first).chain(split..split + second);
    let elite = |place: usize| {
        place < record.feasible_elites || (split..split + record.infeasible_elites).contains(&place)
    };
    let members = places.map(|at| (at as u32, portrait(&record.members[at], elite(at))));
    Frame {
        generation: record.generation,
        lead: portrait(star, true),
        // Facts may be dear; who wants no members wants only the picture.
        facts: if most > 0 {
            problem.facts(&star.genome)
        } else {
            Vec::new()
        },
        members: members.collect(),
    }
}
