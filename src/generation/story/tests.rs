//! Tests of stories.

use super::*;
use crate::generation::birth::Birth;
use crate::generation::pedigree::tests::{add, add_alone, family};
use crate::generation::population::PopulationKind;

fn outline(generation: u32) -> RunOutline {
    RunOutline {
        founders: (3, 3),
        generation,
        evaluations: 1_000,
        stop: StopReason::GenerationLimit,
        is_distance: false,
        diversity: Vec::new(),
    }
}

/// A run of one elite and one child; the best improves in these generations.
fn improved(last: u32, steps: &[(u32, f64)]) -> Pedigree {
    let mut pedigree = Pedigree::default();
    let mut best: f64 = 0.1;
    for generation in 0..=last {
        let step = steps.iter().find(|(at, _)| *at == generation);
        let (kept, child) = (best, step.map_or(0.05, |(_, fitness)| *fitness));
        best = best.max(child);
        let births = match generation {
            0 => [Birth::Founder; 2],
            _ => [Birth::Elite(0), Birth::Child(0, 1)],
        };
        // The better one stands first in the generation after, so the child is parent 1 only until then.
        let (kept, child) = ((births[0], kept), (births[1], child));
        add(&mut pedigree, generation, &[kept, child], best);
    }
    pedigree
}

fn no_cause(_: MemberId) -> Option<Cause> {
    None
}

#[test]
fn the_first_feasible_one_and_each_better_one_after_it_are_milestones() {
    let marked = |pedigree: &Pedigree| -> Vec<(u32, bool)> {
        let all = milestones(pedigree).into_iter();
        all.map(|one| (one.generation, one.is_first_feasible()))
            .collect()
    };
    let mut pedigree = Pedigree::default();
    // Fewer faults are no milestone.
    add_alone(&mut pedigree, 0, 0.2, 4);
    add_alone(&mut pedigree, 1, 0.5, 1);
    assert_eq!(marked(&pedigree), []);
    add_alone(&mut pedigree, 2, 0.1, 0);
    add_alone(&mut pedigree, 3, 0.1, 0);
    add_alone(&mut pedigree, 4, 0.3, 0);
    assert_eq!(marked(&pedigree), [(2, true), (4, false)]);
    // A player who asks for something else may make the best worse.
    add_alone(&mut pedigree, 5, 0.2, 0);
    assert_eq!(marked(&pedigree), [(2, true), (4, false)]);
    // The next best is judged in another way, so that it is no record, and the one after it is compared with it alone.
    pedigree.begin_new_scale();
    add_alone(&mut pedigree, 6, 0.6, 0);
    assert_eq!(marked(&pedigree), [(2, true), (4, false)]);
    add_alone(&mut pedigree, 7, 0.7, 0);
    assert_eq!(marked(&pedigree), [(2, true), (4, false), (7, false)]);
    let told = story_events(&pedigree, &outline(7), no_cause);
    let first = told.iter().find_map(|event| match event {
        Event::FirstFeasible { by, .. } => Some(*by),
        _ => None,
    });
    assert_eq!(first, Some(MemberId::at(2, 0)));
    // Founders that are feasible are no news.
    let run = improved(6, &[(1, 0.2), (4, 0.7)]);
    assert_eq!(marked(&run), [(1, false), (4, false)]);
    let before: Vec<_> = milestones(&run).iter().map(|one| one.before).collect();
    assert_eq!(before, [Some(0.1), Some(0.2)]);
}

#[test]
fn a_long_time_without_progress_is_told_with_what_broke_it() {
    // There is no progress from 3 to 40 and from 40 to 52; the steps before are quick.
    let run = improved(60, &[(1, 0.2), (3, 0.3), (40, 0.5), (52, 0.6)]);
    let mutated = Cause {
        parents: [MemberId::at(39, 0), MemberId::at(39, 1)],
        populations: [PopulationKind::Feasible; 2],
        parts: Some(Parts {
            first: 9,
            second: 0,
            new: 2,
            all: 20,
        }),
    };
    let cause = |one: MemberId| (one.generation == 40).then_some(mutated);
    let events = story_events(&run, &outline(60), cause);
    let mut plateaus = events.iter().filter_map(|event| match event {
        Event::Plateau {
            from, to, broken, ..
        } => Some((*from, *to, *broken)),
        _ => None,
    });
    let (from, to, broken) = plateaus.next().expect("the long one");
    assert_eq!((from, to), (3, 40));
    let broken = broken.expect("it was broken");
    assert_eq!(
        (broken.to.by, broken.to.fitness),
        (MemberId::at(40, 1), 0.5)
    );
    let parts = broken.cause.and_then(|cause| cause.parts);
    assert_eq!(parts.map(|parts| parts.change()), Some(Change::Mutation));
    assert_eq!(plateaus.next().map(|one| (one.0, one.1)), Some((40, 52)));
    // The last plateau is from 52 to 60, and no improvement broke it.
    assert_eq!(plateaus.next(), Some((52, 60, None)));
    assert_eq!(plateaus.next(), None);
}

#[test]
fn a_run_without_a_pause_tells_of_its_largest_step() {
    let run = improved(6, &[(1, 0.2), (2, 0.6), (4, 0.7), (5, 0.8)]);
    let events = story_events(&run, &outline(6), no_cause);
    let leap = events.iter().find_map(|event| match event {
        Event::Leap { before, step } => Some((before.fitness, step.to.fitness)),
        _ => None,
    });
    assert_eq!(leap, Some((0.2, 0.6)));
    // As distances these are 9, 4, 0.67 and so on, of which the first step is the largest.
    let distances = RunOutline {
        is_distance: true,
        ..outline(6)
    };
    let events = story_events(&run, &distances, no_cause);
    let leap = events.iter().find_map(|event| match event {
        Event::Leap { step, .. } => Some(step.to.by.generation),
        _ => None,
    });
    assert_eq!(leap, Some(1));
    let events = story_events(&run, &outline(6), no_cause);
    assert!(
        !events
            .iter()
            .any(|one| matches!(one, Event::Plateau { .. }))
    );
    assert!(matches!(events[0], Event::Began { founders: 3, .. }));
}

#[test]
fn the_end_says_how_many_founders_the_best_descends_from() {
    let events = story_events(&family(), &outline(3), no_cause);
    let Some(Event::Ended { founders, .. }) = events.last() else {
        panic!("{events:?}");
    };
    let founders = founders.expect("the founders are known");
    assert_eq!((founders.ancestors, founders.all), (2, 3));
}

#[test]
fn a_collapse_is_told_from_where_it_lasts() {
    let lasting = [(0, 0.4), (10, 0.05), (20, 0.3), (30, 0.1), (40, 0.02)];
    let (from, to) = (0.4, 0.1);
    let generation = 30;
    let told = Event::Collapse {
        generation,
        from,
        to,
    };
    assert_eq!(collapse(&lasting), Some(told));
    assert_eq!(collapse(&[(0, 0.4), (10, 0.05), (20, 0.3)]), None);
    // Founders that are alike cannot lose their diversity.
    assert_eq!(collapse(&[(0, 0.01), (10, 0.0)]), None);
}

#[test]
fn a_child_changed_by_crossover_has_parts_of_both_parents() {
    use Change::{Both, Copy, Crossover, Mutation};
    for (first, second, new, change) in [
        (1, 1, 1, Both),
        (1, 1, 0, Crossover),
        (1, 0, 1, Mutation),
        (0, 1, 1, Mutation),
        (0, 0, 1, Mutation),
        (1, 0, 0, Copy),
        (0, 1, 0, Copy),
        (0, 0, 0, Copy),
    ] {
        let all = 9;
        let parts = Parts {
            first,
            second,
            new,
            all,
        };
        assert_eq!(parts.change(), change, "{parts:?}");
    }
}

/// The plateaus of a story: their ends, their evaluations, and whether they were broken.
fn plateaus_of(events: &[Event]) -> Vec<(u32, u32, u64, bool)> {
    let plateau = |event: &Event| match event {
        Event::Plateau {
            from,
            to,
            evaluations,
            broken,
            ..
        } => Some((*from, *to, *evaluations, broken.is_some())),
        _ => None,
    };
    events.iter().filter_map(plateau).collect()
}

#[test]
fn a_plateau_lasts_for_five_generations_and_a_tenth_of_the_run() {
    // Two individuals are made in each generation.
    let run = improved(20, &[(5, 0.2), (9, 0.3), (15, 0.4), (18, 0.5)]);
    let told = plateaus_of(&story_events(&run, &outline(20), no_cause));
    assert_eq!(told, [(0, 5, 10, true), (9, 15, 12, true)]);
    let told = plateaus_of(&story_events(&run, &outline(60), no_cause));
    let end = 1_000 - 2 * 19;
    assert_eq!(told, [(9, 15, 12, true), (18, 60, end, false)]);
    let told = plateaus_of(&story_events(&run, &outline(70), no_cause));
    assert_eq!(told, [(18, 70, end, false)]);
}

#[test]
fn the_three_longest_plateaus_are_told_in_their_order() {
    let run = improved(40, &[(7, 0.2), (13, 0.3), (21, 0.4), (30, 0.5)]);
    let told = plateaus_of(&story_events(&run, &outline(36), no_cause));
    let ends: Vec<(u32, u32)> = told.iter().map(|one| (one.0, one.1)).collect();
    assert_eq!(ends, [(0, 7), (13, 21), (21, 30)]);
}

#[test]
fn a_story_is_told_in_the_order_of_its_generations() {
    let run = improved(40, &[(1, 0.4), (30, 0.5)]);
    let diversity = vec![(0, 0.4), (10, 0.3), (20, 0.05)];
    let outline = RunOutline {
        diversity,
        ..outline(32)
    };
    let events = story_events(&run, &outline, no_cause);
    let generations: Vec<u32> = events.iter().map(Event::generation).collect();
    // It begins, leaps, its individuals are alike, the plateau is broken, and it ends.
    assert_eq!(generations, [0, 1, 20, 30, 32]);
    assert!(matches!(events[1], Event::Leap { .. }));
    assert!(matches!(events[2], Event::Collapse { .. }));
    let Event::Began { founders, feasible } = events[0] else {
        panic!("{events:?}");
    };
    assert_eq!((founders, feasible), (3, 3));
    // A plateau that nothing broke is looked at where it begins.
    let unbroken = story_events(
        &run,
        &RunOutline {
            generation: 50,
            ..outline
        },
        no_cause,
    );
    let unbroken = unbroken
        .iter()
        .filter(|one| matches!(one, Event::Plateau { broken: None, .. }));
    assert_eq!(unbroken.map(Event::generation).collect::<Vec<_>>(), [30]);
}

#[test]
fn a_leap_that_ended_a_plateau_is_told_once() {
    let run = improved(20, &[(1, 0.2), (10, 0.9), (11, 0.95)]);
    let events = story_events(&run, &outline(12), no_cause);
    assert!(!events.iter().any(|one| matches!(one, Event::Leap { .. })));
    assert_eq!(plateaus_of(&events).len(), 1);
}

#[test]
fn a_first_feasible_individual_is_told_with_its_cause() {
    let cause = Cause {
        parents: [MemberId::at(1, 0); 2],
        populations: [PopulationKind::Infeasible; 2],
        parts: None,
    };
    let mut pedigree = Pedigree::default();
    add_alone(&mut pedigree, 0, 0.5, 1);
    add_alone(&mut pedigree, 1, 0.5, 0);
    let events = story_events(&pedigree, &outline(3), |_| Some(cause));
    let by = MemberId::at(1, 0);
    let first = Event::FirstFeasible {
        by,
        cause: Some(cause),
    };
    assert_eq!(events[1], first);
    assert_eq!(first.generation(), 1);
    // A step from an infeasible best is no leap.
    assert_eq!(events.len(), 3);
}

#[test]
fn individuals_are_alike_at_a_quarter_of_the_diversity_of_the_founders() {
    let of = |first, last| collapse(&[(0, first), (5, last)]).map(|one| one.generation());
    assert_eq!(of(0.5, 0.125), Some(5));
    assert_eq!(of(0.5, 0.126), None);
    assert_eq!(of(0.02, 0.005), Some(5));
    assert_eq!(of(0.019, 0.0), None);
    assert_eq!(collapse(&[]), None);
}

#[test]
fn a_change_of_what_is_asked_for_is_no_leap_and_breaks_no_plateau() {
    let mut pedigree = Pedigree::default();
    for generation in 0..20 {
        add_alone(&mut pedigree, generation, 0.2, 0);
    }
    pedigree.begin_new_scale();
    add_alone(&mut pedigree, 20, 0.9, 0);
    for event in story_events(&pedigree, &outline(20), no_cause) {
        let is_told = matches!(event, Event::Leap { .. } | Event::Plateau { .. });
        assert!(!is_told, "{event:?}");
    }
    // Without a change both are told.
    let mut pedigree = Pedigree::default();
    for generation in 0..20 {
        add_alone(&mut pedigree, generation, 0.2, 0);
    }
    add_alone(&mut pedigree, 20, 0.9, 0);
    let told = story_events(&pedigree, &outline(20), no_cause);
    let is_plateau = |event: &Event| {
        matches!(
            event,
            Event::Plateau {
                broken: Some(_),
                ..
            }
        )
    };
    assert!(told.iter().any(is_plateau), "{told:?}");
}
