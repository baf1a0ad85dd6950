//! A run: evolution in bounded steps, repeatable bit for bit.
//!
//! A run is stepped, never called: a test drives it in a loop, the command line with a progress
//! bar, the game in a background task. Children are bred from an immutable [`Job`], each with its
//! own generator, so who breeds them, where and in what order does not change the result.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::genome::Gaps;
use super::history::{History, Record};
use super::population::{Generation, Individual, Population};
use super::problem::Problem;
use super::search::Search;
use crate::base::random::{Era, Purpose, Seed, Stream};
use crate::base::{RangeError, parallel_map};

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// An individual met the target.
    TargetMet,
    /// The limit on generations was reached.
    GenerationLimit,
    /// The best had not improved for as long as was allowed.
    Stagnation,
    /// The time was used up.
    TimeBudget,
    /// Somebody cancelled it.
    Cancelled,
    /// It broke; the text says how.
    Failed(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::TargetMet => "target met",
            Stop::GenerationLimit => "generation limit",
            Stop::Stagnation => "no progress",
            Stop::TimeBudget => "time used up",
            Stop::Cancelled => "cancelled",
            Stop::Failed(why) => return write!(f, "failed: {why}"),
        })
    }
}

/// Which individual of a run content is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Pick {
    /// The best when the run ended.
    Best,
    /// The best so far when this generation was complete.
    BestAt(u32),
    /// A member of this generation, in the order of its record.
    Member(u32, u32),
}

/// What children are bred from: shared by all who help breeding one generation.
pub struct Job<P: Problem> {
    problem: Arc<P>,
    search: Arc<Search>,
    gaps: Arc<Gaps>,
    parents: Arc<Generation<P::Genome>>,
    era: Era,
}

impl<P: Problem> Clone for Job<P> {
    fn clone(&self) -> Self {
        Job {
            problem: Arc::clone(&self.problem),
            search: Arc::clone(&self.search),
            gaps: Arc::clone(&self.gaps),
            parents: Arc::clone(&self.parents),
            era: self.era,
        }
    }
}

impl<P: Problem> Job<P> {
    /// Individual `index` of the next generation.
    #[inline]
    pub fn breed(&self, index: usize) -> Individual<P::Genome> {
        let mut rng = self.era.stream(index as u64);
        if self.parents.is_empty() {
            let genome = self.problem.random(&mut rng);
            return self.evaluate(genome, &mut rng);
        }
        let first = self.parents.feasible.members.len();
        if index < first {
            self.child(&self.parents.feasible, index, &mut rng)
        } else {
            self.child(&self.parents.infeasible, index - first, &mut rng)
        }
    }

    /// Individuals `range` of the next generation.
    pub fn breed_range(&self, range: Range<usize>) -> Vec<Individual<P::Genome>> {
        range.map(|index| self.breed(index)).collect()
    }

    /// An elite as it was, or a child of two parents of `kin`.
    #[inline]
    fn child(
        &self,
        kin: &Population<P::Genome>,
        place: usize,
        rng: &mut Stream,
    ) -> Individual<P::Genome> {
        if place < kin.elites {
            return kin.members[place].clone();
        }
        let search = &*self.search;
        let first = kin.choose(search.selection, rng);
        let second = kin.choose(search.selection, rng);
        let mut genome = self
            .problem
            .cross(&first.genome, &second.genome, search.crossover, rng);
        self.problem.mutate(&mut genome, &self.gaps, rng);
        self.evaluate(genome, rng)
    }

    #[inline]
    fn evaluate(&self, genome: P::Genome, rng: &mut Stream) -> Individual<P::Genome> {
        let violation = self.problem.violation(&genome);
        let fitness = if violation == 0 {
            self.problem.objective(&genome, rng)
        } else {
            1.0 / (1.0 + f64::from(violation))
        };
        Individual {
            genome,
            fitness,
            violation,
        }
    }
}

/// Evolution under way, or ended.
pub struct Run<P: Problem> {
    job: Job<P>,
    seed: Seed,
    /// Generations that are complete; the founders make the first.
    complete: u32,
    evaluations: u64,
    /// The generation being bred.
    next: Generation<P::Genome>,
    /// How many of it are born.
    born: usize,
    best: Option<Individual<P::Genome>>,
    /// The generation in which the best was last improved.
    improved: u32,
    busy: Duration,
    stop: Option<Stop>,
    history: Option<History<P::Genome>>,
}

impl<P: Problem> Run<P> {
    /// A run that has not begun. Refuses parameters outside their range.
    pub fn new(problem: Arc<P>, search: Search, seed: Seed) -> Result<Self, RangeError> {
        search.check()?;
        let size = search.population as usize;
        let gaps = Gaps::new(search.mutation, problem.genes());
        Ok(Run {
            job: Job {
                problem,
                gaps: Arc::new(gaps),
                parents: Arc::new(Generation::with_room(size)),
                era: seed.era(Purpose::Found, 0),
                search: Arc::new(search),
            },
            seed,
            complete: 0,
            evaluations: 0,
            next: Generation::with_room(size),
            born: 0,
            best: None,
            improved: 0,
            busy: Duration::ZERO,
            stop: None,
            history: None,
        })
    }

    /// The same run, keeping a history.
    pub fn with_history(mut self) -> Self {
        self.history = Some(History::new(self.job.search.population));
        self
    }

    /// What is evolved.
    pub fn problem(&self) -> &Arc<P> {
        &self.job.problem
    }

    /// The parameters.
    pub fn search(&self) -> &Search {
        &self.job.search
    }

    /// The seed.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Number of the newest complete generation; `None` before the founders are evaluated.
    pub fn generation(&self) -> Option<u32> {
        self.complete.checked_sub(1)
    }

    /// How many individuals were evaluated; elites are evaluated once.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The best individual so far: the fittest feasible one, or the least infeasible one.
    pub fn best(&self) -> Option<&Individual<P::Genome>> {
        self.best.as_ref()
    }

    /// Why the run ended; `None` while it may go on.
    pub fn stopped(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// The history, if one is kept.
    pub fn history(&self) -> Option<&History<P::Genome>> {
        self.history.as_ref()
    }

    /// Everybody alive in the newest complete generation.
    pub fn alive(&self) -> &Generation<P::Genome> {
        &self.job.parents
    }

    /// Ends the run, unless it has ended.
    pub fn halt(&mut self, why: Stop) {
        self.stop.get_or_insert(why);
    }

    /// Individuals of the generation being bred that nobody has bred yet.
    pub fn unborn(&self) -> Range<usize> {
        self.born..self.job.search.population as usize
    }

    /// What others need to help breeding [`Run::unborn`].
    pub fn job(&self) -> Job<P> {
        self.job.clone()
    }

    /// Breeds up to `most` individuals here. Ends the generation when the last one is born.
    pub fn step(&mut self, most: usize) {
        if self.stop.is_some() {
            return;
        }
        let started = self.job.search.time().map(|_| Instant::now());
        let unborn = self.unborn();
        let end = unborn.end.min(unborn.start.saturating_add(most));
        let scheme = self.job.search.scheme;
        for index in unborn.start..end {
            self.next.add(scheme, self.job.breed(index));
        }
        self.born = end;
        if let Some(started) = started {
            self.busy += started.elapsed();
        }
        self.turn_over();
    }

    /// Breeds the generation on several threads, for individuals that cost more than handing them out.
    pub fn step_on(&mut self, threads: usize) {
        let (unborn, job) = (self.unborn(), &self.job);
        let started = Instant::now();
        let born = parallel_map(unborn.len(), threads, |at| job.breed(unborn.start + at));
        self.deliver(born, started.elapsed());
    }

    /// Takes individuals that were bred elsewhere: the first of [`Run::unborn`], in order, and the
    /// time that took.
    pub fn deliver(&mut self, born: Vec<Individual<P::Genome>>, took: Duration) {
        if self.stop.is_some() {
            return;
        }
        self.busy += took;
        let scheme = self.job.search.scheme;
        for newborn in born.into_iter().take(self.unborn().len()) {
            self.next.add(scheme, newborn);
            self.born += 1;
        }
        self.turn_over();
    }

    /// Runs to the end, here and now.
    pub fn finish(&mut self) -> &Stop {
        while self.stop.is_none() {
            self.step(usize::MAX);
        }
        self.stop.as_ref().expect("the loop ends when it is set")
    }

    /// Makes the newborns the parents, once all are born.
    fn turn_over(&mut self) {
        if !self.unborn().is_empty() {
            return;
        }
        let search = Arc::clone(&self.job.search);
        let elites = self.job.parents.feasible.elites + self.job.parents.infeasible.elites;
        self.evaluations += (self.born - elites) as u64;
        self.born = 0;
        for population in [&mut self.next.feasible, &mut self.next.infeasible] {
            population.settle(search.elitism as usize, search.selection, search.scheme);
        }
        // The parents' buffers are filled next, unless helpers still hold them.
        let empty = Generation::with_room(0);
        let next = Arc::new(std::mem::replace(&mut self.next, empty));
        let old = std::mem::replace(&mut self.job.parents, next);
        self.next = Arc::try_unwrap(old)
            .unwrap_or_else(|_| Generation::with_room(search.population as usize));
        self.next.clear();
        self.complete += 1;
        self.job.era = self.seed.era(Purpose::Breed, u64::from(self.complete));
        self.judge(&search);
    }

    /// Updates the best, the history and the stop reason after a generation.
    fn judge(&mut self, search: &Search) {
        let generation = self.complete - 1;
        let fitter = |a: &Individual<P::Genome>, b: &Individual<P::Genome>| {
            (a.feasible(), a.fitness) > (b.feasible(), b.fitness)
        };
        let mut best = self.best.take();
        // Elites are the best of their population, so the first ones are enough to look at.
        let most = if search.elitism > 0 { 1 } else { usize::MAX };
        let parents = &self.job.parents;
        let feasible = parents.feasible.members.iter().take(most);
        for member in feasible.chain(parents.infeasible.members.iter().take(most)) {
            if best.as_ref().is_none_or(|b| fitter(member, b)) {
                best = Some(member.clone());
                self.improved = generation;
            }
        }
        let met = best.as_ref().is_some_and(|b| {
            b.feasible() && self.job.problem.target().is_some_and(|t| b.fitness >= t)
        });
        self.best = best;
        if let (Some(history), Some(best)) = (&mut self.history, &self.best) {
            let alive = &self.job.parents;
            history.push(Record::new(
                generation,
                self.evaluations,
                alive,
                best.clone(),
            ));
        }
        let idle = generation - self.improved;
        self.stop = if met {
            Some(Stop::TargetMet)
        } else if generation >= search.generations {
            Some(Stop::GenerationLimit)
        } else if search.stagnation > 0 && idle >= search.stagnation {
            Some(Stop::Stagnation)
        } else if search.time().is_some_and(|most| self.busy >= most) {
            Some(Stop::TimeBudget)
        } else {
            None
        };
    }
}
