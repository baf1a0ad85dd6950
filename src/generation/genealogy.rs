//! Answers to questions about a run: the lives of its individuals, their families, and its story.
//!
//! An answer is computed when it is asked for. Generations that the history has forgotten are made again from the last
//! earlier one that it holds.

use std::sync::{Arc, Mutex};

use super::diversity::diversity_of_records;
use super::forgotten_generations::ForgottenGenerations;
use super::genealogy_query::{Life, Query, best_in};
use super::history::{History, Record};
use super::intervention::Intervention;
use super::pedigree::MemberId;
use super::problem::Problem;
use super::run::{Run, StopReason};
use super::story::{Event, RunOutline, story_events};
use super::tree::{FamilyQuery, FamilyTree};
use super::watch::Progress;
use crate::base::lock;

/// Answers questions about the individuals of a run, and keeps some answers.
pub(super) struct Genealogy<P: Problem> {
    forgotten: ForgottenGenerations<P>,
    story: Mutex<Option<Arc<[Event]>>>,
}

impl<P: Problem> Genealogy<P> {
    pub(super) fn new(run: &Run<P>) -> Self {
        Genealogy {
            forgotten: ForgottenGenerations::of(run),
            story: Mutex::default(),
        }
    }

    /// Notes the interventions of a player. Earlier answers about the run are dropped, because they may not be true any
    /// more.
    pub(super) fn note_interventions(&self, all: &[Intervention<P::Genome>]) {
        self.forgotten.note_interventions(all);
        *lock(&self.story) = None;
    }

    /// Returns the number of times at which the interventions have changed. Answers about a history are kept only while
    /// this is the number with which the history was taken.
    pub(super) fn timeline(&self) -> u64 {
        self.forgotten.timeline()
    }

    /// The story of a run that has ended, whose history is that of a timeline.
    pub(super) fn story(
        &self,
        problem: &Arc<P>,
        (history, timeline): (&History<P::Genome>, u64),
        progress: &Progress,
    ) -> Option<Arc<[Event]>> {
        let stop = progress.stop.clone()?;
        if let Some(story) = &*lock(&self.story) {
            return Some(Arc::clone(story));
        }
        let founders = history.records().first()?;
        let outline = RunOutline {
            founders: (founders.members.len(), founders.feasible),
            generation: progress.generation?,
            evaluations: progress.evaluations,
            stop,
            is_distance: problem.met_distance().is_some(),
            diversity: diversity_of_records(&**problem, history.records()),
        };
        let query = Query {
            forgotten: &self.forgotten,
            problem,
            history,
            thoroughly: true,
        };
        let story: Arc<[Event]> =
            story_events(history.pedigree(), &outline, |one| query.cause(one)).into();
        let mut kept = lock(&self.story);
        // A run that is stopped may go on for a moment, and one that a player has changed has another story.
        if outline.stop != StopReason::Cancelled && self.forgotten.timeline() == timeline {
            *kept = Some(Arc::clone(&story));
        }
        Some(story)
    }

    /// The life of a member of a record that the history holds, or of its best individual.
    pub(super) fn life(
        &self,
        problem: &Arc<P>,
        history: &History<P::Genome>,
        record: &Record<P::Genome>,
        member: Option<u32>,
    ) -> Option<Life> {
        let one = match member {
            Some(place) => MemberId::at(record.generation, place),
            None => best_in(history.pedigree(), record)?,
        };
        let query = Query {
            forgotten: &self.forgotten,
            problem,
            history,
            thoroughly: false,
        };
        query.life(one)
    }

    /// The family of an individual.
    pub(super) fn family_tree(
        &self,
        problem: &Arc<P>,
        history: &History<P::Genome>,
        family: FamilyQuery,
    ) -> Option<FamilyTree> {
        let mut tree = FamilyTree::of(history.pedigree(), family)?;
        let query = Query {
            forgotten: &self.forgotten,
            problem,
            history,
            thoroughly: true,
        };
        for relative in &mut tree.relatives {
            query.show(relative);
        }
        Some(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::generation::birth::Birth;
    use crate::generation::intervention::{Act, ParameterValue};
    use crate::generation::one_max::OneMax;
    use crate::generation::parameters::EvolutionParameters;
    use crate::generation::picture::{Picture, Tint};
    use crate::generation::population::PopulationKind;

    /// A run of a number of generations, and the genealogy that answers questions about it.
    fn run_of(generations: u32) -> (Run<OneMax>, Genealogy<OneMax>) {
        let parameters = EvolutionParameters {
            generations,
            mutation: 0.03,
            ..EvolutionParameters::default()
        };
        let run = Run::new(Arc::new(OneMax), parameters, Seed(5)).expect("in range");
        let mut run = run.with_history();
        run.finish();
        let genealogy = Genealogy::new(&run);
        (run, genealogy)
    }

    #[test]
    fn forgotten_generations_are_made_again_as_they_were() {
        let (run, genealogy) = run_of(2_500);
        let history = run.history().expect("it has one");
        let last = history.newest().expect("the last one");
        let forgotten = 2_500 - history.records().len();
        assert!(forgotten > 1_000, "{forgotten}");
        let newest = MemberId::at(last.generation, last.members.len() as u32 - 1);
        for family in [FamilyQuery::Around(newest), FamilyQuery::Line(newest, 0)] {
            let tree = genealogy.family_tree(run.problem(), history, family);
            let tree = tree.expect("it is known");
            assert!(
                tree.relatives.len() > 10,
                "{} of {}",
                tree.relatives.len(),
                tree.line
            );
            for relative in &tree.relatives {
                assert!(relative.picture.is_some(), "{relative:?}");
                let fitness = |picture: &Picture| {
                    let ones = picture.shapes.iter();
                    ones.filter(|one| one.tint == Tint::Heat(1)).count() as f64
                };
                let shown = relative.picture.as_ref().map(fitness).unwrap_or_default();
                let is_feasible = relative.population == PopulationKind::Feasible;
                assert!(!is_feasible || shown == relative.fitness);
                let Some(parts) = relative.parts else {
                    assert_eq!(
                        relative.member.generation, 0,
                        "only a founder has no parents"
                    );
                    continue;
                };
                assert_eq!(parts.all, 24);
                // A gene of a child is that of a parent, or mutated.
                assert!(parts.first + parts.second + parts.new <= 24);
            }
        }
    }

    #[test]
    fn forgotten_generations_of_a_run_with_interventions_are_made_again() {
        let parameters = EvolutionParameters {
            generations: 2_500,
            mutation: 0.03,
            ..EvolutionParameters::default()
        };
        let run = Run::new(Arc::new(OneMax), parameters, Seed(5)).expect("in range");
        let genealogy = Genealogy::new(&run);
        let act = |before, act| Intervention { before, act };
        let interventions = vec![
            act(700, Act::Set(ParameterValue::Mutation(0.08))),
            act(1_501, Act::Put(0b1110)),
            act(1_501, Act::Set(ParameterValue::Elitism(1))),
        ];
        let run = run.with_interventions(interventions.clone());
        let mut run = run.expect("they are valid").with_history();
        genealogy.note_interventions(&interventions);
        run.finish();
        let history = run.history().expect("it has one");
        let query = Query {
            forgotten: &genealogy.forgotten,
            problem: run.problem(),
            history,
            thoroughly: true,
        };
        for generation in [3, 699, 700, 701, 1_500, 1_501, 1_502, 2_001] {
            let record = query.record(generation);
            assert!(
                record.is_some(),
                "generation {generation} comes out otherwise"
            );
        }
        let immigrants = query.record(1_501).expect("it comes out the same");
        let mut births = query.pedigree().births(1_501);
        assert!(births.any(|one| one.birth() == Birth::Immigrant));
        assert!(immigrants.members.iter().any(|one| one.genome == 0b1110));
    }

    #[test]
    fn a_life_knows_parents_children_and_rank() {
        let (run, genealogy) = run_of(30);
        let history = run.history().expect("it has one");
        let record = &history.records()[12];
        let life = |member| genealogy.life(run.problem(), history, record, member);
        let elite = life(Some(0)).expect("it is known");
        assert_eq!((elite.rank, elite.among), (1, record.feasible));
        assert!(elite.born.generation <= 12 && elite.until >= 12);
        let best = life(None).expect("it is known");
        assert!(best.born.generation <= 12);
        assert_eq!(best.rank, 1);
        let members = 0..record.members.len() as u32;
        let lives: Vec<Life> = members.filter_map(|member| life(Some(member))).collect();
        assert_eq!(lives.len(), record.members.len());
        for life in &lives {
            let Some(parents) = life.parents else {
                assert_eq!(life.born.generation, 0, "only a founder has no parents");
                continue;
            };
            let are_older = parents.map(|(parent, ..)| parent.generation < life.born.generation);
            assert_eq!(are_older, [true; 2], "{parents:?}");
        }
        assert!(lives.iter().any(|life| life.parents.is_some()));
        let all: usize = lives.iter().map(|life| life.children).sum();
        // All of the twenty children in the generation after, except elites, have parents here, most of them two.
        assert!(all >= 16, "{all}");
    }
}
