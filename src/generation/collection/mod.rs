//! Evolution of a collection: one individual for each of many targets, all of them different from each other.
//!
//! It is an archive keyed by target. Each target has two places: its member, which is feasible, meets the target and
//! differs from all other members, and its candidate, the best individual so far while there is no member. Every child
//! is measured once and offered to all targets. A child that is like one member alone takes that member's place.
//! Individuals that found no place are offered again later, when the members are others. The collection is thus also a
//! search for a large set of individuals that are all different, as for an independent set in a graph, and that search
//! costs no evaluations.
//!
//! A child is bred for one target, and the operators that breed it know the target. Its parent is that target's
//! candidate, or an individual that meets the target, drawn from all niches alike, so that rare kinds have as many
//! children as common ones.

mod compared;
mod kept;
mod target_set;

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::Arc;

use self::compared::ComparisonCache;
use self::kept::NichePool;
use self::target_set::TargetSet;
use crate::base::random::{Purpose, Seed, Stream, StreamKey};

/// A problem for which a collection of individuals is wanted. Every method must be a pure function of its arguments.
pub trait CollectionProblem: Send + Sync + 'static {
    /// The genome of one individual.
    type Genome: Clone + Eq + Hash + Send + Sync + 'static;
    /// The measures of an individual.
    type Measures: Send + Sync + 'static;
    /// The properties that one member of the collection should have.
    type Target: Send + Sync + 'static;

    /// The part of all individuals that are made without a parent, 0 to 1.
    fn founders(&self) -> f64 {
        0.1
    }

    /// A random individual without a parent, made for a target.
    fn founder(&self, target: &Self::Target, rng: &mut Stream) -> Self::Genome;

    /// A child of an individual, made for a target.
    fn offspring(
        &self,
        parent: &Self::Genome,
        target: &Self::Target,
        rng: &mut Stream,
    ) -> Self::Genome;

    /// Measures an individual. Each call is one evaluation.
    fn measure(&self, genome: &Self::Genome) -> Self::Measures;

    /// The nearness of an individual to feasibility, 0 to 1; 1 is feasible.
    fn quality(&self, measures: &Self::Measures) -> f64;

    /// The nearness of an individual to a target, 0 to 1; 1 meets it.
    fn fit(&self, measures: &Self::Measures, target: &Self::Target) -> f64;

    /// Whether two individuals are too much alike to be in one collection.
    fn are_alike(&self, first: &Self::Measures, second: &Self::Measures) -> bool;

    /// The niche of an individual, which is the number of its kind. Parents are drawn from all niches alike.
    fn niche(&self, _measures: &Self::Measures) -> u32 {
        0
    }
}

/// A measured individual.
pub struct MeasuredIndividual<P: CollectionProblem> {
    /// Its genome.
    pub genome: P::Genome,
    /// Its measures.
    pub measures: P::Measures,
    /// Its nearness to feasibility, 0 to 1.
    pub quality: f64,
    /// Its nearness to each target, 0 to 1.
    pub fits: Vec<f64>,
    /// The targets that it meets; none if it is not feasible.
    met: TargetSet,
}

impl<P: CollectionProblem> MeasuredIndividual<P> {
    /// Its score as a candidate for a target. Feasible individuals (from 1) come before infeasible ones, and
    /// individuals that meet the target (from 2) before all others. Of the latter, those that are like fewer members
    /// come first.
    fn score(&self, target: usize, rivals: usize) -> f64 {
        let fit = self.fits[target];
        if self.quality < 1.0 {
            (self.quality + fit) / 2.0
        } else if fit < 1.0 {
            1.0 + fit
        } else {
            2.0 + 1.0 / (1.0 + rivals as f64)
        }
    }
}

/// The most draws in search of a parent that meets the target.
const DRAWS: usize = 20;

/// The most times that a genome is bred in search of one that was not measured before.
const TRIES: usize = 16;

/// The number of individuals without a place that are offered again after each evaluation.
const OFFERED_AGAIN: usize = 64;
/// The number of evaluations without a new member after which individuals are offered again.
const PATIENCE: u64 = 50;
/// A collection is settled when offers without a new member are this many times the number of individuals.
const SETTLED: usize = 50;

/// The number of an individual, in the order in which individuals are measured.
type Id = usize;

/// A candidate: the best individual so far for a target that has no member.
#[derive(Clone, Copy)]
struct Candidate {
    id: Id,
    /// The number of members that it is like, as far as they were counted.
    rivals: usize,
}

/// The members that an individual is like.
#[derive(Clone, Copy, Default)]
struct Rivals {
    /// Their number, as far as it was counted.
    count: usize,
    /// The target of the last member that was found; the only one if the number is 1.
    last: Option<usize>,
}

/// A collection that grows. The same seed gives the same collection. It keeps all individuals that it has measured.
pub struct Collection<P: CollectionProblem> {
    problem: Arc<P>,
    targets: Vec<P::Target>,
    key: StreamKey,
    /// All individuals.
    all: Vec<MeasuredIndividual<P>>,
    /// The genomes of all individuals.
    genomes: HashSet<P::Genome>,
    /// The individuals that meet a target, to be parents and to be offered again.
    kept: NichePool,
    /// The results of the comparisons of individuals with members.
    compared: ComparisonCache,
    members: Vec<Option<Id>>,
    /// The targets without a member.
    open: TargetSet,
    candidates: Vec<Option<Candidate>>,
    /// The number of evaluations when the number of members last grew.
    grew_at: u64,
    /// All targets. The targets whose members were most recently found to be like another individual stand first.
    order: Vec<usize>,
}

impl<P: CollectionProblem> Collection<P> {
    /// An empty collection for these targets.
    pub fn new(problem: Arc<P>, targets: Vec<P::Target>, seed: Seed) -> Self {
        let count = targets.len();
        Collection {
            problem,
            key: seed.stream_key(Purpose::Reproduction, 0),
            all: Vec::new(),
            genomes: HashSet::new(),
            kept: NichePool::default(),
            compared: ComparisonCache::default(),
            members: vec![None; count],
            open: TargetSet::new(count, |_| true),
            candidates: vec![None; count],
            grew_at: 0,
            order: (0..count).collect(),
            targets,
        }
    }

    /// The number of evaluations.
    pub fn evaluations(&self) -> u64 {
        self.all.len() as u64
    }

    /// The member of each target; `None` where there is none yet.
    pub fn members(&self) -> impl Iterator<Item = Option<&MeasuredIndividual<P>>> {
        self.members.iter().map(|id| id.map(|id| &self.all[id]))
    }

    /// For each target its member, or else its candidate; `None` before the first evaluation.
    pub fn best(&self) -> impl Iterator<Item = Option<&MeasuredIndividual<P>>> {
        let places = self.members.iter().zip(&self.candidates);
        places.map(|(member, candidate)| {
            let id = member.or(candidate.map(|candidate| candidate.id));
            id.map(|id| &self.all[id])
        })
    }

    /// Whether every target has a member.
    pub fn is_complete(&self) -> bool {
        self.open.is_empty()
    }

    /// Makes individuals until the collection is complete or `evaluations` are used up in all.
    pub fn run(&mut self, evaluations: u64) {
        while self.evaluations() < evaluations && !self.is_complete() {
            self.step();
        }
    }

    /// Offers individuals again that were measured before, until many in a row have brought no new member. This
    /// measures nothing.
    pub fn settle(&mut self) {
        let mut rng = self.key.stream(u64::MAX);
        let (mut open, mut offered) = (self.open.count(), 0);
        while offered < SETTLED * self.kept.count() && self.can_grow() {
            self.offer_again(&mut rng);
            offered += OFFERED_AGAIN;
            if self.open.count() < open {
                (open, offered) = (self.open.count(), 0);
            }
        }
    }

    /// Makes and measures one individual, unless the collection is complete.
    pub fn step(&mut self) {
        let mut rng = self.key.stream(self.evaluations());
        let Some(target) = self.target_to_breed_for(&mut rng) else {
            return;
        };
        let genome = self.breed_new(target, &mut rng);
        let measures = self.problem.measure(&genome);
        let quality = self.problem.quality(&measures);
        let fits = self.targets.iter();
        let fits: Vec<f64> = fits.map(|t| self.problem.fit(&measures, t)).collect();
        let met = TargetSet::new(fits.len(), |t| quality >= 1.0 && fits[t] >= 1.0);
        let id = self.all.len();
        if !met.is_empty() {
            self.kept.keep(id, self.problem.niche(&measures));
        }
        self.all.push(MeasuredIndividual {
            genome,
            measures,
            quality,
            fits,
            met,
        });
        self.offer(id);
        if self.evaluations() - self.grew_at >= PATIENCE && self.can_grow() {
            self.offer_again(&mut rng);
        }
    }

    /// Whether some individual meets a target without a member.
    fn can_grow(&self) -> bool {
        let mut open = self.targets_without_member();
        open.any(|target| self.rivals_of_candidate(target) < usize::MAX)
    }

    /// A target without a member. Most often it is one that some individual meets, because it may be impossible to meet
    /// the others.
    fn target_to_breed_for(&self, rng: &mut Stream) -> Option<usize> {
        let mut open: Vec<usize> = self.targets_without_member().collect();
        let is_met = |&target: &usize| self.rivals_of_candidate(target) < usize::MAX;
        if rng.random_below(4) > 0 && open.iter().any(is_met) {
            open.retain(is_met);
        }
        rng.choose(&open).copied()
    }

    /// A genome for a target. It was not measured before, unless no new one is found.
    fn breed_new(&mut self, target: usize, rng: &mut Stream) -> P::Genome {
        let mut genome = self.breed(target, rng);
        for _ in 1..TRIES {
            if !self.genomes.contains(&genome) {
                break;
            }
            genome = self.breed(target, rng);
        }
        self.genomes.insert(genome.clone());
        genome
    }

    /// A genome for a target.
    fn breed(&self, target: usize, rng: &mut Stream) -> P::Genome {
        let wanted = &self.targets[target];
        let is_founder = rng.random_f64() < self.problem.founders();
        match self.parent(target, rng).filter(|_| !is_founder) {
            Some(parent) => self
                .problem
                .offspring(&self.all[parent].genome, wanted, rng),
            None => self.problem.founder(wanted, rng),
        }
    }

    /// A parent for a target's child: the target's candidate, or an individual of any niche that meets the target.
    fn parent(&self, target: usize, rng: &mut Stream) -> Option<Id> {
        let candidate = self.candidates[target].map(|candidate| candidate.id);
        if rng.random_below(2) == 0 {
            return candidate;
        }
        let meets = |id: &Id| self.all[*id].met.contains(target);
        let mut drawn = (0..DRAWS).filter_map(|_| self.kept.draw_of_any_niche(rng));
        drawn.find(meets).or(candidate)
    }

    /// Offers some individuals again that were measured before. They take the places of members, which makes room in
    /// the end.
    fn offer_again(&mut self, rng: &mut Stream) {
        for _ in 0..OFFERED_AGAIN {
            let Some(id) = self.kept.draw(rng) else {
                return;
            };
            if !self.members.contains(&Some(id)) {
                let rivals = self.rivals(id, 2);
                self.join(id, rivals);
            }
        }
    }

    fn targets_without_member(&self) -> impl Iterator<Item = usize> + '_ {
        self.open.iter()
    }

    /// Offers a measured individual to all targets.
    fn offer(&mut self, id: Id) {
        let met = &self.all[id].met;
        let open = self.targets_without_member();
        let open = open.filter(|&target| met.contains(target));
        let most = open.map(|target| self.rivals_of_candidate(target)).max();
        let mut rivals = Rivals::default();
        if !met.is_empty() {
            let most = most.map_or(2, |most| most.saturating_add(1).max(2));
            rivals = self.rivals(id, most);
            if self.join(id, rivals) {
                return;
            }
        }
        let open: Vec<usize> = self.targets_without_member().collect();
        for target in open {
            let score = self.all[id].score(target, rivals.count);
            let old = self.candidates[target];
            let old = old.map_or(-1.0, |old| self.all[old.id].score(target, old.rivals));
            // A candidate with an equal score takes the place too, so that the candidates keep moving.
            if score >= old {
                let rivals = rivals.count;
                self.candidates[target] = Some(Candidate { id, rivals });
            }
        }
    }

    /// The number of members that a target's candidate is like; `usize::MAX` if no candidate meets the target.
    fn rivals_of_candidate(&self, target: usize) -> usize {
        let candidate = self.candidates[target];
        let candidate = candidate.filter(|candidate| self.all[candidate.id].met.contains(target));
        candidate.map_or(usize::MAX, |candidate| candidate.rivals)
    }

    /// The members that an individual is like, up to `most` of them.
    fn rivals(&mut self, id: Id, most: usize) -> Rivals {
        let mut rivals = Rivals::default();
        for place in 0..self.order.len() {
            let target = self.order[place];
            let Some(member) = self.members[target] else {
                continue;
            };
            if self.are_alike(id, member) {
                rivals.count += 1;
                rivals.last = Some(target);
                // A member that was alike once is asked early the next time.
                self.order[..=place].rotate_right(1);
                if rivals.count == most {
                    break;
                }
            }
        }
        rivals
    }

    /// Whether an individual is like a member. Each pair is compared once.
    fn are_alike(&mut self, id: Id, member: Id) -> bool {
        let (one, other) = (&self.all[id].measures, &self.all[member].measures);
        let compare = || self.problem.are_alike(one, other);
        self.compared.get(id, member, compare)
    }

    /// Makes an individual a member, if it is like no member, or like one alone, whose place it takes. Members may move
    /// to other targets that they meet. Returns whether it is a member now.
    fn join(&mut self, id: Id, rivals: Rivals) -> bool {
        if rivals.count > 1 {
            return false;
        }
        let removed = rivals.last.and_then(|target| {
            self.open.insert(target);
            Some((target, self.members[target].take()?))
        });
        let mut tried = TargetSet::new(self.targets.len(), |_| false);
        let joined = self.place(id, &mut tried);
        match removed {
            Some((target, member)) if !joined => self.seat(member, target),
            Some((_, member)) => self.count_rivals(id, Some(member)),
            None if joined => {
                self.grew_at = self.evaluations();
                self.count_rivals(id, None);
            }
            None => {}
        }
        joined
    }

    /// Corrects the numbers of rivals of all candidates after a member has come and another one has gone.
    fn count_rivals(&mut self, come: Id, gone: Option<Id>) {
        // Many targets have the same candidate.
        let mut last: Option<(Id, [bool; 2])> = None;
        for target in 0..self.targets.len() {
            let candidate = self.candidates[target].filter(|_| self.open.contains(target));
            let Some(Candidate { id, rivals }) = candidate else {
                continue;
            };
            let [is_more, is_less] = match last {
                Some((same, answers)) if same == id => answers,
                _ if self.all[id].met.is_empty() => [false; 2],
                _ => [
                    self.are_alike(id, come),
                    gone.is_some_and(|gone| self.are_alike(id, gone)),
                ],
            };
            last = Some((id, [is_more, is_less]));
            let rivals = (rivals + usize::from(is_more)).saturating_sub(usize::from(is_less));
            self.candidates[target] = Some(Candidate { id, rivals });
        }
    }

    /// Finds a target for an individual, where members move on if that makes room (the augmenting paths of Kuhn 1955).
    fn place(&mut self, id: Id, tried: &mut TargetSet) -> bool {
        if let Some(free) = self.all[id].met.first_in_both(&self.open) {
            self.seat(id, free);
            return true;
        }
        while let Some(target) = self.all[id].met.first_not_in(tried) {
            tried.insert(target);
            let Some(member) = self.members[target] else {
                continue;
            };
            if self.place(member, tried) {
                self.seat(id, target);
                return true;
            }
        }
        false
    }

    /// Makes an individual the member of a target.
    fn seat(&mut self, id: Id, target: usize) {
        self.members[target] = Some(id);
        self.open.remove(target);
    }
}

#[cfg(test)]
mod tests;
