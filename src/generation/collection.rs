//! Evolution of a collection: one individual for each of many targets, all of them different from each other.
//!
//! It is an archive keyed by what is asked for. Each target has two places: its member, which is feasible, meets the
//! target and differs from all other members, and its candidate, the best individual so far for as long as there is no
//! member. Every child is measured once and offered to all targets. A child that is like one member alone takes that
//! member's place if it is further from the others, so that the members drift apart until there is room for more of them.
//! Those that found no place are offered again later, among other members: so the collection is also a search for many
//! that go together, as for an independent set in a graph, and that search costs no evaluations.

use std::sync::Arc;

use crate::base::random::{Purpose, Seed, Stream, StreamKey};

/// A problem of which a collection is wanted. Every method must be a pure function of its arguments.
pub trait CollectionProblem: Send + Sync + 'static {
    /// The genome of one individual.
    type Genome: Clone + Send + Sync + 'static;
    /// What is measured of an individual.
    type Measures: Clone + Send + Sync + 'static;
    /// What is asked of one member of the collection.
    type Target: Clone + Send + Sync + 'static;

    /// A random individual without parents.
    fn founder(&self, rng: &mut Stream) -> Self::Genome;

    /// A child of two parents, which may be the same individual.
    fn offspring(
        &self,
        first: &Self::Genome,
        second: &Self::Genome,
        rng: &mut Stream,
    ) -> Self::Genome;

    /// Measures an individual. Each call is one evaluation.
    fn measure(&self, genome: &Self::Genome) -> Self::Measures;

    /// How near an individual is to being feasible, 0 to 1; 1 is feasible.
    fn quality(&self, measures: &Self::Measures) -> f64;

    /// How near an individual is to a target, 0 to 1; 1 meets it.
    fn fit(&self, measures: &Self::Measures, target: &Self::Target) -> f64;

    /// Whether two individuals are too much alike to be in one collection.
    fn alike(&self, first: &Self::Measures, second: &Self::Measures) -> bool;

    /// How far apart two individuals are that are not alike: 1 or more.
    fn distance(&self, first: &Self::Measures, second: &Self::Measures) -> f64;
}

/// A measured individual.
pub struct Found<P: CollectionProblem> {
    /// Its genome.
    pub genome: P::Genome,
    /// What was measured of it.
    pub measures: P::Measures,
    /// How near it is to being feasible, 0 to 1.
    pub quality: f64,
    /// How near it is to each target, 0 to 1.
    pub fits: Vec<f64>,
}

impl<P: CollectionProblem> Found<P> {
    fn meets(&self, target: usize) -> bool {
        self.quality >= 1.0 && self.fits[target] >= 1.0
    }

    /// How good a candidate it is for a target: feasible ones (from 1) come before infeasible ones, those that meet the
    /// target (from 2) before all others, and of those the ones that are like fewer members.
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

/// One in so many children has no parents.
const FOUNDERS: u32 = 10;

/// One in so many children has any member of the collection as its first parent, the others the target's candidate.
const FROM_MEMBERS: u32 = 4;

/// After each evaluation so many of those that found no place are offered again.
const OFFERED_AGAIN: usize = 8;
/// The number of evaluations without a new member from which that begins, because it takes many comparisons.
const PATIENCE: u64 = 150;
/// The number of individuals that are kept to be offered again.
const MOST_KEPT: usize = 20_000;
/// How much more a near member counts than a far one when a child could take a member's place: e to the power of this for
/// each unit of distance.
const NEARNESS: f64 = 4.0;

/// A candidate: the best individual so far for a target that has no member.
struct Candidate<P: CollectionProblem> {
    found: Arc<Found<P>>,
    /// The number of members that it is like, as far as they were counted.
    rivals: usize,
}

/// A collection that grows. The same seed gives the same collection.
pub struct Collection<P: CollectionProblem> {
    problem: Arc<P>,
    targets: Vec<P::Target>,
    key: StreamKey,
    evaluations: u64,
    members: Vec<Option<Arc<Found<P>>>>,
    candidates: Vec<Option<Candidate<P>>>,
    /// The number of evaluations when the number of members last grew.
    grew_at: u64,
    /// The feasible individuals that met a target, to be offered again.
    kept: Vec<Arc<Found<P>>>,
    /// All targets; those whose members were found to be alike to a child last stand first.
    order: Vec<usize>,
}

impl<P: CollectionProblem> Collection<P> {
    /// An empty collection for these targets.
    pub fn new(problem: Arc<P>, targets: Vec<P::Target>, seed: Seed) -> Self {
        let count = targets.len();
        Collection {
            problem,
            key: seed.stream_key(Purpose::Reproduction, 0),
            evaluations: 0,
            members: (0..count).map(|_| None).collect(),
            candidates: (0..count).map(|_| None).collect(),
            grew_at: 0,
            kept: Vec::new(),
            order: (0..count).collect(),
            targets,
        }
    }

    /// The number of evaluations.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The member of each target; `None` where there is none yet.
    pub fn members(&self) -> impl Iterator<Item = Option<&Found<P>>> {
        self.members.iter().map(Option::as_deref)
    }

    /// For each target its member, or else its candidate; `None` before the first evaluation.
    pub fn best(&self) -> impl Iterator<Item = Option<&Found<P>>> {
        self.members
            .iter()
            .zip(&self.candidates)
            .map(|(member, candidate)| {
                let candidate = candidate.as_ref().map(|candidate| &*candidate.found);
                member.as_deref().or(candidate)
            })
    }

    /// Whether every target has a member.
    pub fn is_complete(&self) -> bool {
        self.members.iter().all(Option::is_some)
    }

    /// Makes and measures one individual, unless the collection is complete.
    pub fn step(&mut self) {
        let open: Vec<usize> = self.targets_without_member().collect();
        let mut rng = self.key.stream(self.evaluations);
        let Some(&target) = rng.choose(&open) else {
            return;
        };
        let genome = self.breed(target, &mut rng);
        self.evaluations += 1;
        let measures = self.problem.measure(&genome);
        let fits = self.targets.iter();
        let found = Found {
            quality: self.problem.quality(&measures),
            fits: fits.map(|t| self.problem.fit(&measures, t)).collect(),
            genome,
            measures,
        };
        let found = Arc::new(found);
        self.offer(Arc::clone(&found));
        self.keep(found, &mut rng);
        if self.evaluations - self.grew_at >= PATIENCE {
            self.offer_again(&mut rng);
        }
    }

    /// Keeps an individual that meets a target, in the place of another one if there are too many.
    fn keep(&mut self, found: Arc<Found<P>>, rng: &mut Stream) {
        if !(0..self.targets.len()).any(|target| found.meets(target)) {
            return;
        }
        if self.kept.len() < MOST_KEPT {
            self.kept.push(found);
        } else {
            let at = rng.random_below(MOST_KEPT as u32) as usize;
            self.kept[at] = found;
        }
    }

    /// Offers individuals again that were measured before. What takes the place of one member then need not be further
    /// from the others: such steps to and fro make room in the end.
    fn offer_again(&mut self, rng: &mut Stream) {
        for _ in 0..OFFERED_AGAIN {
            if self.is_complete() {
                return;
            }
            let Some(found) = rng.choose(&self.kept).cloned() else {
                return;
            };
            let mut members = self.members.iter().flatten();
            if members.any(|member| Arc::ptr_eq(member, &found)) {
                continue;
            }
            let rivals = self.rivals(&found, 2);
            if rivals.len() < 2 {
                self.join(&found, &rivals);
            }
        }
    }

    /// Makes individuals until the collection is complete or `evaluations` are used up in all.
    pub fn run(&mut self, evaluations: u64) {
        while self.evaluations < evaluations && !self.is_complete() {
            self.step();
        }
    }

    fn targets_without_member(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.targets.len()).filter(|&target| self.members[target].is_none())
    }

    /// A new individual for a target.
    fn breed(&self, target: usize, rng: &mut Stream) -> P::Genome {
        let anyone = |rng: &mut Stream| {
            let other = rng.random_below(self.targets.len() as u32) as usize;
            let member = self.members[other].as_ref();
            member.or(self.candidates[other].as_ref().map(|other| &other.found))
        };
        let candidate = self.candidates[target]
            .as_ref()
            .map(|candidate| &candidate.found);
        let first = match (rng.random_below(FOUNDERS), rng.random_below(FROM_MEMBERS)) {
            (0, _) => None,
            (_, 0) => anyone(rng).or(candidate),
            _ => candidate,
        };
        match (first, anyone(rng)) {
            (Some(first), second) => {
                let second = second.unwrap_or(first);
                self.problem.offspring(&first.genome, &second.genome, rng)
            }
            (None, _) => self.problem.founder(rng),
        }
    }

    /// Offers a measured individual to all targets.
    fn offer(&mut self, found: Arc<Found<P>>) {
        let met = |target: &usize| found.meets(*target);
        let open = self.targets_without_member().filter(met);
        let most = open.map(|target| self.rivals_of_candidate(target)).max();
        let rivals = if (0..self.targets.len()).any(|target| found.meets(target)) {
            self.rivals(&found, most.map_or(2, |most| most.saturating_add(1).max(2)))
        } else {
            Vec::new()
        };
        let is_welcome = match rivals[..] {
            [] => true,
            [rival] => self.is_further_out(&found, rival),
            _ => false,
        };
        if is_welcome && self.join(&found, &rivals) {
            return;
        }
        for target in 0..self.targets.len() {
            if self.members[target].is_some() {
                continue;
            }
            let score = found.score(target, rivals.len());
            let old = self.candidates[target].as_ref();
            let old = old.map_or(-1.0, |old| old.found.score(target, old.rivals));
            // An equal one takes the place too, so that the candidates keep moving.
            if score >= old {
                self.candidates[target] = Some(Candidate {
                    found: Arc::clone(&found),
                    rivals: rivals.len(),
                });
            }
        }
    }

    /// The number of members that a target's candidate is like; as many as there can be if it does not meet the target.
    fn rivals_of_candidate(&self, target: usize) -> usize {
        let candidate = self.candidates[target].as_ref();
        let candidate = candidate.filter(|candidate| candidate.found.meets(target));
        candidate.map_or(usize::MAX, |candidate| candidate.rivals)
    }

    /// The targets whose members are like an individual, up to `most` of them.
    fn rivals(&mut self, found: &Found<P>, most: usize) -> Vec<usize> {
        let mut rivals = Vec::new();
        for place in 0..self.order.len() {
            let target = self.order[place];
            let member = self.members[target].as_ref();
            if member.is_some_and(|m| self.problem.alike(&found.measures, &m.measures)) {
                rivals.push(target);
                // Whoever was alike once is asked early the next time.
                self.order[..=place].rotate_right(1);
                if rivals.len() == most {
                    break;
                }
            }
        }
        rivals
    }

    /// Makes an individual a member, if it is like no member, or like one whose place it can take. Members may move to
    /// other targets that they meet.
    fn join(&mut self, found: &Arc<Found<P>>, rivals: &[usize]) -> bool {
        let removed = match rivals {
            [] => None,
            [rival] => self.members[*rival].take().map(|member| (*rival, member)),
            _ => return false,
        };
        let mut tried = vec![false; self.targets.len()];
        let joined = self.place(Arc::clone(found), &mut tried);
        match removed {
            Some((target, member)) if !joined => self.members[target] = Some(member),
            Some((_, member)) => self.count_rivals(found, Some(&member)),
            None if joined => {
                self.grew_at = self.evaluations;
                self.count_rivals(found, None);
            }
            None => {}
        }
        joined
    }

    /// Whether an individual is at least as far from all other members as the member of a target is.
    fn is_further_out(&self, found: &Found<P>, rival: usize) -> bool {
        let Some(member) = self.members[rival].as_ref() else {
            return true;
        };
        let nearness = |one: &Found<P>| -> f64 {
            let others = self.members.iter().enumerate();
            let others = others.filter(|(target, _)| *target != rival);
            let others = others.filter_map(|(_, other)| other.as_ref());
            let distances = others.map(|o| self.problem.distance(&one.measures, &o.measures));
            distances.map(|d| (NEARNESS * (1.0 - d)).exp()).sum()
        };
        nearness(found) <= nearness(member)
    }

    /// Corrects the numbers of rivals of all candidates after a member has come and another one has gone.
    fn count_rivals(&mut self, come: &Found<P>, gone: Option<&Found<P>>) {
        for (candidate, member) in self.candidates.iter_mut().zip(&self.members) {
            let Some(candidate) = candidate.as_mut().filter(|_| member.is_none()) else {
                continue;
            };
            let alike = |other: &Found<P>| {
                self.problem
                    .alike(&candidate.found.measures, &other.measures)
            };
            candidate.rivals += usize::from(alike(come));
            if gone.is_some_and(alike) {
                candidate.rivals = candidate.rivals.saturating_sub(1);
            }
        }
    }

    /// Finds a target for an individual, where members move on if that makes room (the augmenting paths of Kuhn 1955).
    fn place(&mut self, found: Arc<Found<P>>, tried: &mut [bool]) -> bool {
        let met = |target: &usize| found.meets(*target);
        let free = self.targets_without_member().find(met);
        if let Some(free) = free {
            self.members[free] = Some(found);
            return true;
        }
        for target in 0..self.targets.len() {
            if tried[target] || !found.meets(target) {
                continue;
            }
            tried[target] = true;
            let Some(member) = self.members[target].clone() else {
                continue;
            };
            if self.place(member, tried) {
                self.members[target] = Some(found);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers below 1,000: even ones are feasible, a target is a hundred, and near ones are alike.
    struct Numbers;

    impl CollectionProblem for Numbers {
        type Genome = u32;
        type Measures = u32;
        type Target = u32;

        fn founder(&self, rng: &mut Stream) -> u32 {
            rng.random_below(1_000)
        }

        fn offspring(&self, first: &u32, _second: &u32, rng: &mut Stream) -> u32 {
            (first + rng.random_below(41)).saturating_sub(20).min(999)
        }

        fn measure(&self, genome: &u32) -> u32 {
            *genome
        }

        fn quality(&self, number: &u32) -> f64 {
            1.0 - 0.5 * f64::from(number % 2)
        }

        fn fit(&self, number: &u32, target: &u32) -> f64 {
            1.0 - f64::from((number / 100).abs_diff(*target)) / 10.0
        }

        fn alike(&self, first: &u32, second: &u32) -> bool {
            first.abs_diff(*second) < 10
        }

        fn distance(&self, first: &u32, second: &u32) -> f64 {
            f64::from(first.abs_diff(*second)) / 10.0
        }
    }

    fn collection(targets: Vec<u32>) -> Collection<Numbers> {
        Collection::new(Arc::new(Numbers), targets, Seed(7))
    }

    fn numbers(collection: &Collection<Numbers>) -> Vec<Option<u32>> {
        let members = collection.members();
        members.map(|m| m.map(|found| found.genome)).collect()
    }

    #[test]
    fn every_target_gets_a_member_that_is_like_no_other() {
        // Six of one hundred, of which ten fit in at most, and others.
        let targets: Vec<u32> = [3; 6].into_iter().chain(0..10).collect();
        let mut grown = collection(targets.clone());
        grown.run(50_000);
        assert!(grown.is_complete());
        let members: Vec<u32> = numbers(&grown).into_iter().flatten().collect();
        for (index, (number, target)) in members.iter().zip(&targets).enumerate() {
            assert_eq!((number % 2, number / 100), (0, *target));
            let mut others = members[..index].iter();
            assert!(others.all(|other| !Numbers.alike(number, other)));
        }
        let mut again = collection(targets);
        again.run(50_000);
        assert_eq!(
            numbers(&again),
            numbers(&grown),
            "a seed gives one collection"
        );
    }

    #[test]
    fn as_many_as_fit_in_are_found_although_only_one_arrangement_holds_them() {
        // Ten even numbers of one hundred differ by 10 only if each is 10 more than the one before.
        for seed in 0..8 {
            let mut grown = Collection::new(Arc::new(Numbers), vec![5; 10], Seed(seed));
            grown.run(1_500);
            assert!(grown.is_complete(), "seed {seed}");
        }
    }

    #[test]
    fn what_does_not_fit_in_stays_a_candidate() {
        let mut grown = collection(vec![5; 12]);
        grown.run(3_000);
        assert_eq!(grown.evaluations(), 3_000);
        let members = numbers(&grown).into_iter().flatten().count();
        assert!((5..=10).contains(&members), "{members}");
        assert!(grown.best().all(|found| found.is_some()));
    }
}
