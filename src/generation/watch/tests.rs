//! Tests of the view of a run.

use super::*;
use crate::generation::history::tests::record_of;
use crate::generation::one_max::{OneMax, SteeredOnes};
use crate::generation::pedigree::MemberId;
use crate::generation::population::PopulationKind;
use crate::generation::scripted_run::ScriptedRun;

/// A record of ten members, some of which are feasible, with one feasible and two infeasible elites.
fn record(generation: u32, feasible: usize) -> Record<u32> {
    let member = |number: u32| Individual {
        genome: number << 1,
        fitness: 0.5,
        violation: u32::from(number as usize >= feasible),
        number,
    };
    Record {
        evaluations: 10,
        feasible_elites: 1,
        infeasible_elites: 2,
        ..record_of(generation, member(0), (0..10).map(member))
    }
}

#[test]
fn both_populations_get_half_of_the_places_and_what_the_other_does_not_need() {
    let cases: [(usize, usize, &[u32]); 7] = [
        (4, 0, &[]),
        (4, 3, &[0, 4, 5]),
        (4, 6, &[0, 1, 2, 4, 5, 6]),
        (4, 9, &[0, 1, 2, 3, 4, 5, 6, 7, 8]),
        (4, 10, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (1, 6, &[0, 1, 2, 3, 4, 5]),
        (9, 6, &[0, 1, 2, 3, 4, 9]),
    ];
    for (feasible, most, shown) in cases {
        let selection = DisplaySelection::BEST;
        let frame = frame_of_record(&OneMax, &record(3, feasible), selection, most);
        let members: Vec<u32> = frame.members.iter().map(|(at, _)| *at).collect();
        assert_eq!(members, shown, "{most} with {feasible} feasible ones");
        for (at, member) in &frame.members {
            let at = *at as usize;
            let is_elite = at == 0 || at == feasible || at == feasible + 1;
            assert_eq!(member.elite, is_elite, "{at} with {feasible} feasible ones");
            assert_eq!(member.violation == 0, at < feasible);
        }
        let groups = [PopulationKind::Feasible, PopulationKind::Infeasible]
            .map(|kind| frame.members_of(kind).len());
        let first = members
            .iter()
            .filter(|at| (**at as usize) < feasible)
            .count();
        assert_eq!(groups, [first, members.len() - first]);
    }
}

#[test]
fn births_are_known_if_the_generation_before_is() {
    let mut history = History::new(10);
    for (generation, feasible) in [(4, 4), (5, 7), (7, 10)] {
        history.push(record(generation, feasible), &[PackedBirth::FOUNDER; 10]);
    }
    assert_eq!(Births::of_record(&history, 0), None);
    let births = Births::of_record(&history, 1).expect("it follows");
    assert_eq!(births.before, [6, 4]);
    assert_eq!(births.of.len(), 10);
    assert_eq!(Births::of_record(&history, 2), None, "one is left out");
    use PopulationKind::{Feasible, Infeasible};
    // The first infeasible individual stands behind the last feasible one.
    let places = [0, 3, 4, 9].map(|member| births.place_before(member));
    let expected = [
        (Feasible, 0),
        (Feasible, 3),
        (Infeasible, 0),
        (Infeasible, 5),
    ];
    assert_eq!(places, expected);
}

#[test]
fn a_picture_that_a_frame_does_not_have_is_the_usual_one() {
    let problem = SteeredOnes { wanted: 25 };
    let selection = DisplaySelection::BEST;
    let mut frame = frame_of_record(&problem, &record(3, 4), selection, 6);
    let (usual, insight) = (problem.picture(&0), SteeredOnes::sign(0, 101));
    let pictures = |frame: &Frame| {
        use PictureKind::{Family, Insight, Usual};
        [Usual, Insight, Family].map(|kind| frame.picture(kind).clone())
    };
    assert_eq!(
        pictures(&frame),
        [&usual, &insight, &usual].map(Picture::clone)
    );
    let family = SteeredOnes::sign(0, 1);
    frame.insight = None;
    frame.family = Some(super::Family {
        born: 3,
        parents: None,
        picture: family.clone(),
    });
    assert_eq!(
        pictures(&frame),
        [&usual, &usual, &family].map(Picture::clone)
    );
}

#[test]
fn only_a_frame_with_members_has_more_than_a_picture() {
    let problem = SteeredOnes { wanted: 25 };
    for (most, count) in [(0, 0), (1, 1)] {
        let frame = frame_of_record(&problem, &record(3, 4), DisplaySelection::BEST, most);
        assert_eq!((frame.facts.len(), frame.members.len()), (count, count));
        assert_eq!(frame.insight.is_some(), most > 0);
        assert_eq!(frame.creature, problem.creature(&0));
        assert_eq!((frame.generation, frame.selected.fitness), (3, 0.5));
        assert!(frame.selected.elite && !frame.is_outcome);
    }
}

#[test]
fn a_pause_can_be_taken_back_and_the_end_cannot() {
    let run = ScriptedRun::default();
    let stops = |run: &ScriptedRun| (run.control().should_stop(), run.is_cancelled());
    assert_eq!(stops(&run), (false, false));
    run.pause();
    assert_eq!(stops(&run), (true, false));
    run.control().reset();
    assert_eq!(stops(&run), (false, false));
    run.cancel();
    assert_eq!(stops(&run), (true, true));
    run.control().reset();
    assert_eq!(stops(&run), (true, true));
    // The parts of a watched run that such a run does not have are empty.
    assert!(run.dots(0).is_empty() && run.diversity().is_empty());
    assert!(run.story().is_none() && run.milestones().is_empty());
    assert_eq!((run.target(), run.met_distance()), (None, None));
    assert_eq!(run.close_up(DisplaySelection::BEST, 0), None);
    let one = MemberId::at(0, 0);
    assert_eq!(run.family_tree(FamilyQuery::Around(one)), None);
    assert!(run.steerable().is_none() && run.archive().is_none());
}
