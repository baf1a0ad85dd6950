//! The evolution problem that a game defines: its genome, its genetic operators and its fitness.

use super::creature::Creature;
use super::genome::{Crossover, MutationGaps};
use super::intervention::Steering;
use super::picture::Picture;
use crate::base::Stream;

/// An evolution problem. It defines the genome, the operators and the fitness; the engine does the search.
///
/// Every method must be a pure function of its arguments, so that a run is repeatable on any number of threads. Making
/// and evaluating one individual should take less than 1 ms, because a background task cannot yield within it.
pub trait Problem: Send + Sync + 'static {
    /// The genome of one individual.
    type Genome: Clone + Send + Sync + 'static;

    /// The number of genes of a genome, among which mutation chooses.
    fn genes(&self) -> usize;

    /// A random genome for the first generation.
    fn random(&self, rng: &mut Stream) -> Self::Genome;

    /// Crossover: the genome of a child of two parents.
    fn cross(
        &self,
        first: &Self::Genome,
        second: &Self::Genome,
        how: Crossover,
        rng: &mut Stream,
    ) -> Self::Genome;

    /// Mutation: changes the genes that `gaps` chooses.
    fn mutate(&self, genome: &mut Self::Genome, gaps: &MutationGaps, rng: &mut Stream);

    /// The amount by which a genome breaks the constraints; 0 is feasible.
    fn violation(&self, _genome: &Self::Genome) -> u32 {
        0
    }

    /// The objective value of a feasible genome: 0 or more, higher is better. It is never computed for an infeasible
    /// one.
    fn objective(&self, genome: &Self::Genome, rng: &mut Stream) -> f64;

    /// The objective value in a generation of a run. It differs from [`Problem::objective`] only if
    /// [`Problem::judges_anew`].
    fn objective_in(&self, genome: &Self::Genome, _generation: u32, rng: &mut Stream) -> f64 {
        self.objective(genome, rng)
    }

    /// Whether every generation is judged anew, for instance in fresh surroundings. Then individuals that live on are
    /// evaluated again, and the best individual of a run is that of its newest generation.
    fn judges_anew(&self) -> bool {
        false
    }

    /// The objective value at which the run ends; `None` if only a limit ends it.
    fn target(&self) -> Option<f64> {
        None
    }

    /// The distance from the goal at which the target is met, if the objective of a feasible individual is
    /// 1 / (1 + distance); `None` if the objective stands for no distance.
    fn met_distance(&self) -> Option<f64> {
        None
    }

    /// The picture of an individual in the theatre.
    fn picture(&self, genome: &Self::Genome) -> Picture;

    /// Whether shapes with the same key stand for the same part of the genome in all pictures, so that a child can be
    /// compared with its parents part by part.
    fn has_comparable_pictures(&self) -> bool {
        true
    }

    /// The function that returns the share of their parts in which two genomes differ, 0 to 1; `None` if the diversity
    /// of a generation is to be read from the pictures.
    fn difference(&self) -> Option<fn(&Self::Genome, &Self::Genome) -> f64> {
        None
    }

    /// A picture of the content that a game makes from this genome. The theatre shows it instead of
    /// [`Problem::picture`] when the run has ended; `None` if there is no such picture.
    fn outcome(&self, _genome: &Self::Genome) -> Option<Picture> {
        None
    }

    /// Another picture of an individual, which shows something that cannot be seen in [`Problem::picture`]; `None` if
    /// there is none.
    fn insight(&self, _genome: &Self::Genome) -> Option<Picture> {
        None
    }

    /// The close-up of the shape with a key in [`Problem::picture`]; `None` if there is none.
    fn close_up(&self, _genome: &Self::Genome, _key: u16) -> Option<CloseUp> {
        None
    }

    /// An individual at work, as a sequence of pictures; empty if there is nothing to watch. `showing` counts the
    /// sequences that were shown before, for problems that have several.
    fn scenes(&self, _genome: &Self::Genome, _showing: u32) -> Vec<Picture> {
        Vec::new()
    }

    /// The name and the sigil of an individual; `None` if the individuals of the problem have no names.
    fn creature(&self, _genome: &Self::Genome) -> Option<Creature> {
        None
    }

    /// Lines about an individual for the player to read.
    fn facts(&self, _genome: &Self::Genome) -> Vec<Fact> {
        Vec::new()
    }

    /// The functions by which a player can intervene in the evolution: lock parts, change the target. `None` if there
    /// are none.
    fn steering(&self) -> Option<&dyn Steering<Self>>
    where
        Self: Sized,
    {
        None
    }
}

/// A closer look at a shape of a picture, for a player.
#[derive(Clone, Debug, PartialEq)]
pub struct CloseUp {
    /// A picture of it.
    pub picture: Picture,
    /// Lines about it.
    pub facts: Vec<Fact>,
}

/// One line about an individual: a phrase and the value in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The phrase's key in the language files. The phrase contains `{value}`.
    pub key: &'static str,
    /// The text that replaces `{value}`.
    pub value: String,
    /// The value that was asked for; `None` if nothing was asked for.
    pub wanted: Option<String>,
    /// The length of the bar beside the line, -1 to 1: positive if the fact raises the fitness, negative if it lowers
    /// it. `None` shows no bar.
    pub bar: Option<f32>,
}

impl Fact {
    /// The fact with the value that was asked for.
    pub fn wanted(self, wanted: impl ToString) -> Self {
        Fact {
            wanted: Some(wanted.to_string()),
            ..self
        }
    }

    /// A fact without a bar.
    pub fn new(key: &'static str, value: String) -> Self {
        Fact {
            key,
            value,
            wanted: None,
            bar: None,
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::base::{Purpose, Seed};
    use crate::generation::one_max::OneMax;

    #[test]
    fn a_problem_has_nothing_to_look_at_but_its_picture_unless_it_says_so() {
        let mut rng = Seed(1).stream(Purpose::Reproduction);
        assert_eq!((OneMax.target(), OneMax.met_distance()), (None, None));
        assert_eq!((OneMax.outcome(&6), OneMax.insight(&6)), (None, None));
        assert_eq!((OneMax.close_up(&6, 1), OneMax.creature(&6)), (None, None));
        assert!(OneMax.scenes(&6, 1).is_empty() && OneMax.facts(&6).is_empty());
        assert!(OneMax.steering().is_none() && OneMax.difference().is_none());
        assert!(OneMax.has_comparable_pictures() && !OneMax.judges_anew());
        assert_eq!(OneMax.objective_in(&6, 3, &mut rng), 2.0);
    }

    #[test]
    fn a_fact_may_have_the_value_that_was_asked_for() {
        let fact = Fact::new("key", "value".to_owned());
        assert_eq!((fact.key, fact.value.as_str()), ("key", "value"));
        assert_eq!((&fact.wanted, fact.bar), (&None, None));
        let wanted = Fact {
            bar: Some(0.5),
            ..fact
        };
        let wanted = wanted.wanted(7);
        assert_eq!((wanted.key, wanted.value.as_str()), ("key", "value"));
        assert_eq!(
            (wanted.wanted.as_deref(), wanted.bar),
            (Some("7"), Some(0.5))
        );
    }
}
