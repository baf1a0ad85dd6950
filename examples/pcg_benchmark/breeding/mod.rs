//! The breeding of contents of each problem, and the search for a set of them.

mod binary;
mod isaac;
mod mdungeons;
mod sokoban;
mod zelda;

use std::sync::Arc;

use evolvarium::generation::collection::{Collection, CollectionProblem, MeasuredIndividual};
use evolvarium::generation::{Purpose, Seed, Stream};

use super::json::Set;
use super::problems::{Content, Controls, Problem};

/// A problem with its founders and operators. They know the rules of the problem and the wanted controls, but they
/// measure nothing.
pub trait Breed: Problem {
    /// The part of all contents that have no parent, 0 to 1.
    fn founders(&self) -> f64 {
        0.1
    }

    /// The number of attempts among which the evaluations for a set are divided. The best attempt is taken.
    fn attempts(&self) -> u64 {
        1
    }

    /// Draws the data that all contents of one attempt have in common.
    fn begin(&mut self, _rng: &mut Stream) {}

    /// A random content without a parent, for these controls.
    fn founder(&self, controls: &Controls, rng: &mut Stream) -> Content;

    /// A child of a content, for these controls.
    fn offspring(&self, parent: &Content, controls: &Controls, rng: &mut Stream) -> Content;

    /// The niche of a content, which is the number of its kind. Parents are drawn from all niches alike.
    fn niche(&self, _info: &Self::Info) -> u32 {
        0
    }
}

/// A random number that is not further than `tolerance` from the wanted one.
fn near(wanted: u32, tolerance: usize, rng: &mut Stream) -> usize {
    let most = wanted as usize + tolerance;
    let least = (wanted as usize).saturating_sub(tolerance);
    least + rng.random_below((most - least + 1) as u32) as usize
}

/// A problem for the engine: a set of contents is a collection whose targets are the controls.
struct Wanted<P>(P);

impl<P: Breed> CollectionProblem for Wanted<P> {
    type Genome = Content;
    type Measures = P::Info;
    type Target = Controls;

    fn founders(&self) -> f64 {
        self.0.founders()
    }

    fn founder(&self, controls: &Controls, rng: &mut Stream) -> Content {
        self.0.founder(controls, rng)
    }

    fn offspring(&self, parent: &Content, controls: &Controls, rng: &mut Stream) -> Content {
        self.0.offspring(parent, controls, rng)
    }

    fn measure(&self, content: &Content) -> P::Info {
        self.0.info(content)
    }

    fn quality(&self, info: &P::Info) -> f64 {
        self.0.quality(info)
    }

    fn fit(&self, info: &P::Info, controls: &Controls) -> f64 {
        self.0.control(info, controls)
    }

    fn are_alike(&self, first: &P::Info, second: &P::Info) -> bool {
        self.0.are_alike(first, second)
    }

    fn niche(&self, info: &P::Info) -> u32 {
        self.0.niche(info)
    }
}

/// Draws controls by the problem's rules: each number by itself, all values equally likely.
fn draw_controls<P: Problem>(problem: &P, rng: &mut Stream) -> Controls {
    let draw = |(_, range): &(&str, std::ops::Range<u32>)| {
        range.start + rng.random_below(range.end - range.start)
    };
    problem.controls().iter().map(draw).collect()
}

/// A set of `count` contents for controls drawn at random, and the number of evaluations that it took.
pub fn generate<P: Breed + Clone>(
    problem: P,
    count: usize,
    seed: Seed,
    evaluations: u64,
) -> (Set, u64) {
    let mut rng = seed.stream(Purpose::Layout);
    let controls: Vec<Controls> = (0..count)
        .map(|_| draw_controls(&problem, &mut rng))
        .collect();
    let attempts = problem.attempts();
    let mut best: Option<Collection<Wanted<P>>> = None;
    let mut used = 0;
    for attempt in 0..attempts {
        let mut problem = problem.clone();
        problem.begin(&mut rng);
        let wanted = Arc::new(Wanted(problem));
        let mut collection = Collection::new(wanted, controls.clone(), seed.child(attempt));
        collection.run((evaluations - used).div_ceil(attempts - attempt));
        collection.settle();
        used += collection.evaluations();
        let members = |collection: &Collection<_>| collection.members().flatten().count();
        if best
            .as_ref()
            .is_none_or(|b| members(&collection) > members(b))
        {
            best = Some(collection);
        }
        if used >= evaluations || best.as_ref().is_some_and(Collection::is_complete) {
            break;
        }
    }
    let contents = best.as_ref().map_or(Vec::new(), contents);
    (Set { contents, controls }, used)
}

/// The contents of a collection: for each controls the member. If there is none, a member that meets the controls
/// stands a second time, because a content that is only like a member could be left over in its place when the set is
/// scored. If no member meets the controls, the last member behind stands there, since of equal contents the last one
/// is left over, or else the best content so far.
fn contents<P: Breed>(collection: &Collection<Wanted<P>>) -> Vec<Content> {
    let members: Vec<_> = collection.members().collect();
    let copy = |at: usize| {
        let meets = |found: &&MeasuredIndividual<_>| found.fits[at] >= 1.0;
        let any = members.iter().flatten().copied().find(meets);
        any.or(members[at..].iter().flatten().copied().next_back())
    };
    let best = collection.best().enumerate();
    let found = best.filter_map(|(at, best)| members[at].or_else(|| copy(at)).or(best));
    found.map(|found| found.genome.clone()).collect()
}
