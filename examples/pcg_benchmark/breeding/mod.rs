//! How contents of each problem are bred, and the search for a set of them.

mod binary;
mod isaac;
mod mdungeons;
mod sokoban;
mod zelda;

use std::sync::Arc;

use evolvarium::generation::collection::{Collection, CollectionProblem};
use evolvarium::generation::{Purpose, Seed, Stream};

use super::json::Set;
use super::problems::{Content, Controls, Problem};

/// A problem with its founders and operators. They know the rules of the problem, but measure nothing.
pub trait Breed: Problem {
    /// A random content without parents.
    fn founder(&self, rng: &mut Stream) -> Content;

    /// A child of two contents.
    fn offspring(&self, first: &Content, second: &Content, rng: &mut Stream) -> Content;
}

/// A problem as the engine sees it: a set of contents is a collection whose targets are the controls.
struct Wanted<P>(P);

impl<P: Breed> CollectionProblem for Wanted<P> {
    type Genome = Content;
    type Measures = P::Info;
    type Target = Controls;

    fn founder(&self, rng: &mut Stream) -> Content {
        self.0.founder(rng)
    }

    fn offspring(&self, first: &Content, second: &Content, rng: &mut Stream) -> Content {
        self.0.offspring(first, second, rng)
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

    fn alike(&self, first: &P::Info, second: &P::Info) -> bool {
        self.0.diversity(first, second) < 1.0 || self.0.diversity(second, first) < 1.0
    }

    fn distance(&self, first: &P::Info, second: &P::Info) -> f64 {
        self.0.distance(first, second)
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
pub fn generate<P: Breed>(problem: P, count: usize, seed: Seed, evaluations: u64) -> (Set, u64) {
    let mut rng = seed.stream(Purpose::Layout);
    let controls: Vec<Controls> = (0..count)
        .map(|_| draw_controls(&problem, &mut rng))
        .collect();
    let mut collection = Collection::new(Arc::new(Wanted(problem)), controls.clone(), seed);
    collection.run(evaluations);
    let contents = collection
        .best()
        .flatten()
        .map(|found| found.genome.clone());
    let set = Set {
        contents: contents.collect(),
        controls,
    };
    (set, collection.evaluations())
}
