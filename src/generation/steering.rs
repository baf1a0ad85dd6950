//! Steering a background run: the interventions that the theatre can make in it, and the state that the theatre shows.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::intervention::{Act, Aim, Intervention, InterventionError, ParameterValue, Part};
use super::parameters::EvolutionParameters;
use super::picture::Picture;
use super::problem::Problem;
use super::run::{Pick, Run};
use super::task::BackgroundRun;
use crate::base::lock;

/// The interventions made in a run, and the parameters and aims that can still be changed.
#[derive(Clone, Debug, Default)]
pub struct SteeringState {
    /// The interventions, without the genomes. The first ones have taken effect.
    pub log: Vec<Intervention<()>>,
    /// The number of interventions that have taken effect.
    pub in_effect: usize,
    /// The parameters; `None` before the run is published for the first time.
    pub parameters: Option<EvolutionParameters>,
    /// The aims of the problem that can be changed.
    pub aims: Vec<Aim>,
    /// The number of locked parts.
    pub locked: usize,
    /// Whether parts can be locked.
    pub can_lock: bool,
    /// The individual that was chosen as the first parent.
    pub parent: Option<Pick>,
    /// The number of refused requests so far, and the reason of the last refusal; `None` if none was refused.
    pub refused: Option<(u32, String)>,
    /// Whether requests still wait for the run to carry them out.
    pub is_behind: bool,
}

/// One in this many individuals of a generation is replaced by a child of chosen parents, or by one like a chosen
/// individual.
const SHARE: u32 = 4;

/// A request to change a run, which is carried out when no task works on the run.
pub(super) enum Request<G> {
    Act(Act<G>),
    TakeBack(usize),
}

/// The locked parts with the genome that they are from.
pub(super) type LockedParts<G> = Option<(Vec<Part>, G)>;

/// A run that a player can steer, whatever its problem is. Individuals are named by picks. A pick that the history has
/// forgotten stands for the newest best individual.
pub trait SteerableRun: Send + Sync {
    /// The interventions made, and the parameters and aims that can still be changed.
    fn steering_state(&self) -> SteeringState;
    /// Locks or unlocks the part that a shape of an individual's picture stands for. Several shapes are given by their
    /// keys, the uppermost first, and the first of them that stands for a part counts.
    fn toggle_lock(&self, pick: Pick, keys: &[u16]);
    /// Locks an individual as a whole.
    fn lock_all(&self, pick: Pick);
    /// Unlocks all parts.
    fn unlock_all(&self);
    /// Puts mutated copies of an individual into the next generation.
    fn more_like(&self, pick: Pick);
    /// Chooses a parent. The second one that is chosen has children with the first one.
    fn choose_parent(&self, pick: Pick);
    /// Forgets the first parent.
    fn forget_parent(&self);
    /// Changes a parameter of the search.
    fn set_parameter(&self, value: ParameterValue);
    /// Changes an aim.
    fn set_aim(&self, name: &str, value: i32);
    /// Takes an intervention back, by its number in [`SteeringState::log`].
    fn take_back(&self, number: usize);
}

impl<P: Problem> BackgroundRun<P> {
    /// Makes an intervention as soon as no task works on the run, and the run has come as far as it is shown.
    pub fn intervene(&self, act: Act<P::Genome>) {
        self.request(Request::Act(act));
    }

    /// Whether any intervention was made in the run.
    pub fn is_touched(&self) -> bool {
        !lock(&self.snapshot).steering.log.is_empty()
    }

    /// The interventions so far.
    pub fn interventions(&self) -> Vec<Intervention<P::Genome>> {
        lock(&self.snapshot).interventions.clone()
    }

    fn request(&self, request: Request<P::Genome>) {
        self.open_requests.fetch_add(1, Ordering::Relaxed);
        lock(&self.requests).push(request);
        if let Some(run) = lock(&self.run).as_mut() {
            self.answer_requests(run);
        }
    }

    /// Carries out the requests that can be carried out, and publishes the new state for the watchers.
    pub(super) fn answer_requests(&self, run: &mut Run<P>) {
        let requests = std::mem::take(&mut *lock(&self.requests));
        let (mut answered, mut went_back) = (0, false);
        let mut waiting = Vec::new();
        for request in requests {
            // An act is meant for the generation that is shown, so it waits while the run is behind it. What was asked
            // for after it waits too, because the order counts.
            let is_act = matches!(request, Request::Act(_));
            if !waiting.is_empty() || is_act && self.generations_behind(run) > 0 {
                waiting.push(request);
                continue;
            }
            answered += 1;
            let answer = match request {
                Request::Act(act) => run.intervene(act),
                Request::TakeBack(number) => run.take_back(number).map(|reached| {
                    self.catch_up_to(reached);
                    went_back = true;
                }),
            };
            if let Err(why) = answer {
                self.note_refusal(&why);
            }
        }
        lock(&self.requests).splice(0..0, waiting);
        if answered == 0 {
            return;
        }
        self.publish_steering(run);
        self.open_requests.fetch_sub(answered, Ordering::Relaxed);
        if went_back && self.generations_behind(run) == 0 {
            // No task has to work on the run and to show the generation to which it went back.
            let busy = lock(&self.snapshot).progress.busy;
            self.publish(run, busy);
        }
    }

    /// Publishes the reason why a request was refused.
    fn note_refusal(&self, why: &InterventionError) {
        let refused = &mut lock(&self.snapshot).steering.refused;
        let count = refused.as_ref().map_or(0, |(count, _)| *count);
        *refused = Some((count + 1, why.to_string()));
    }

    /// Notes the interventions, and publishes them and the new state for the watchers.
    pub(super) fn publish_steering(&self, run: &Run<P>) {
        self.genealogy.note_interventions(run.interventions());
        self.publish_state(run);
    }

    /// Publishes the interventions and the new state for the watchers.
    pub(super) fn publish_state(&self, run: &Run<P>) {
        let mut snapshot = lock(&self.snapshot);
        snapshot.problem = Arc::clone(run.problem());
        snapshot.interventions = run.interventions().to_vec();
        snapshot.locked = run.locked().map(|(parts, of)| (parts.to_vec(), of.clone()));
        snapshot.progress.stop = run.stop_reason().cloned();
        let steering = run.problem().steering();
        let old = std::mem::take(&mut snapshot.steering);
        snapshot.steering = SteeringState {
            log: snapshot.interventions.iter().map(without_genomes).collect(),
            in_effect: run.interventions_in_effect(),
            parameters: Some(run.parameters().clone()),
            aims: steering.map_or(Vec::new(), |steering| steering.aims()),
            locked: snapshot.locked.as_ref().map_or(0, |(parts, _)| parts.len()),
            can_lock: steering.is_some(),
            ..old
        };
    }

    /// The genome of a pick; that of the newest best individual if the history has forgotten it.
    pub fn picked(&self, pick: Pick) -> Option<P::Genome> {
        let picked = self.genome(pick);
        let newest = || Some(self.newest_best()?.1);
        Some(picked.or_else(newest)?.genome)
    }

    /// The number of individuals that are put in at once.
    fn share(&self) -> u32 {
        let snapshot = lock(&self.snapshot);
        let size = snapshot
            .steering
            .parameters
            .as_ref()
            .map_or(0, |p| p.population);
        (size / SHARE).max(1)
    }

    /// The keys of the shapes of a picture that stand for parts, one at each place, and the ones among them whose parts
    /// are all locked.
    pub(super) fn shapes_of_parts(
        &self,
        genome: &P::Genome,
        picture: &Picture,
    ) -> (Vec<u16>, Vec<u16>) {
        let (locked, problem) = {
            let snapshot = lock(&self.snapshot);
            let locked = snapshot.locked.as_ref().map(|(parts, _)| parts.clone());
            (locked.unwrap_or_default(), Arc::clone(&snapshot.problem))
        };
        let (mut all, mut locked_ones) = (Vec::new(), Vec::new());
        let Some(steering) = problem.steering() else {
            return (all, locked_ones);
        };
        // Several shapes at one place are one thing.
        let (mut places, mut locked_places) = (HashSet::new(), HashSet::new());
        for shape in &picture.shapes {
            let parts = steering.parts_of_shape(genome, shape.key);
            if parts.is_empty() {
                continue;
            }
            let place = ((shape.x * 4_096.0) as i32, (shape.y * 4_096.0) as i32);
            if places.insert(place) {
                all.push(shape.key);
            }
            let is_locked = |part: &Part| locked.binary_search(part).is_ok();
            if parts.iter().all(is_locked) && locked_places.insert(place) {
                locked_ones.push(shape.key);
            }
        }
        (all, locked_ones)
    }
}

/// An intervention as the watchers see it.
fn without_genomes<G: Clone>(entry: &Intervention<G>) -> Intervention<()> {
    let act = entry.act.clone().map(|_| Ok::<(), Infallible>(()));
    Intervention {
        before: entry.before,
        act: match act {
            Ok(act) => act,
            Err(never) => match never {},
        },
    }
}

impl<P: Problem> SteerableRun for BackgroundRun<P> {
    fn steering_state(&self) -> SteeringState {
        let is_behind = self.open_requests.load(Ordering::Relaxed) > 0;
        SteeringState {
            is_behind,
            ..lock(&self.snapshot).steering.clone()
        }
    }

    fn toggle_lock(&self, pick: Pick, keys: &[u16]) {
        let Some(of) = self.picked(pick) else { return };
        let problem = self.problem();
        let Some(steering) = problem.steering() else {
            return;
        };
        let mut found = keys.iter().map(|key| steering.parts_of_shape(&of, *key));
        let Some(parts) = found.find(|parts| !parts.is_empty()) else {
            return;
        };
        let is_locked = |part: &Part| {
            let snapshot = lock(&self.snapshot);
            let locked = snapshot.locked.as_ref();
            locked.is_some_and(|(locked, _)| locked.binary_search(part).is_ok())
        };
        self.intervene(if parts.iter().all(is_locked) {
            Act::Unlock(parts)
        } else {
            Act::Lock { parts, of }
        });
    }

    fn lock_all(&self, pick: Pick) {
        let Some(of) = self.picked(pick) else { return };
        let parts = self
            .problem()
            .steering()
            .map(|steering| steering.parts(&of));
        if let Some(parts) = parts {
            self.intervene(Act::Lock { parts, of });
        }
    }

    fn unlock_all(&self) {
        let locked = lock(&self.snapshot).locked.clone();
        if let Some((parts, _)) = locked {
            self.intervene(Act::Unlock(parts));
        }
    }

    fn more_like(&self, pick: Pick) {
        if let Some(model) = self.picked(pick) {
            self.intervene(Act::MoreLike(model, self.share()));
        }
    }

    fn choose_parent(&self, pick: Pick) {
        let Some(second) = self.picked(pick) else {
            return;
        };
        let first = lock(&self.parent).take();
        match first {
            Some(first) => {
                lock(&self.snapshot).steering.parent = None;
                self.intervene(Act::Mate(first, second, self.share()));
            }
            None => {
                *lock(&self.parent) = Some(second);
                lock(&self.snapshot).steering.parent = Some(pick);
            }
        }
    }

    fn forget_parent(&self) {
        *lock(&self.parent) = None;
        lock(&self.snapshot).steering.parent = None;
    }

    fn set_parameter(&self, value: ParameterValue) {
        self.intervene(Act::Set(value));
    }

    fn set_aim(&self, name: &str, value: i32) {
        self.intervene(Act::Aim(name.to_owned(), value));
    }

    fn take_back(&self, number: usize) {
        self.request(Request::TakeBack(number));
    }
}

#[cfg(test)]
mod tests;
