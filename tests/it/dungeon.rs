//! The dungeon: the graph's fitness by hand, what evolution reaches, locks, and maps that are the graph.

use evolvarium::games::dungeon::graph::fitness::{
    Terms, Weights, best_component, dispersion, format, junctions, mean_degree, special_distance,
};
use evolvarium::games::dungeon::graph::operators::{Bounds, Mutation, cross, founder, mutate};
use evolvarium::games::dungeon::graph::problem::{GraphProblem, document_search, usual_search};
use evolvarium::games::dungeon::graph::{Distances, Graph, Room, RoomNo, RoomSet, locks};
use evolvarium::generation::{Purpose, Run, Search, Seed};
use proptest::prelude::*;
use std::sync::Arc;

/// Rooms of a size with so many enemies and chests each, joined as said.
fn graph(things: &[(u8, u8)], ways: &[(u8, u8)]) -> Graph {
    let room = |&(enemies, chests): &(u8, u8)| Room {
        width: 12,
        height: 8,
        enemies,
        chests,
    };
    let rooms: Vec<Room> = things.iter().map(room).collect();
    let mut graph = Graph::of(&rooms);
    for (a, b) in ways {
        graph.join(RoomNo(*a), RoomNo(*b));
    }
    graph
}

#[test]
fn dispersion_is_that_of_the_documents_worked_examples() {
    // A middle room and four around it: two enemies in one, one in each of the others; one chest in the
    // middle, three in one of the outer rooms.
    let star = graph(
        &[(0, 1), (2, 0), (1, 0), (1, 0), (1, 3)],
        &[(0, 1), (0, 2), (0, 3), (0, 4)],
    );
    let all = star.all();
    let distances = Distances::of(&star, all);
    let enemies = dispersion(&star, all, &distances, |room| room.enemies);
    let chests = dispersion(&star, all, &distances, |room| room.chests);
    assert!((enemies - 1.8).abs() < 1e-9, "{enemies}");
    assert!((chests - 0.5).abs() < 1e-9, "{chests}");
    let none = graph(&[(1, 0), (0, 0), (0, 0)], &[(0, 1), (1, 2)]);
    let distances = Distances::of(&none, none.all());
    assert_eq!(
        dispersion(&none, none.all(), &distances, |room| room.enemies),
        0.0
    );
}

#[test]
fn every_term_of_the_fitness_is_as_worked_out_by_hand() {
    // A line of five rooms, the key at its far end, the exit in the middle; and two rooms apart.
    let mut line = graph(
        &[(1, 0), (0, 0), (0, 1), (0, 1), (1, 0), (4, 2), (4, 2)],
        &[(0, 1), (1, 2), (2, 3), (3, 4), (5, 6)],
    );
    line.roles.key = RoomNo(4);
    line.roles.exit = RoomNo(2);
    let part = line.reach(RoomNo(0), line.all());
    assert_eq!(part, RoomSet::first(5));
    let distances = Distances::of(&line, part);
    assert_eq!(special_distance(&line, part, &distances), 4.0 + 2.0);
    assert_eq!(mean_degree(&line, part), 8.0 / 5.0);
    assert_eq!(format(&line, part), 0.5);
    assert_eq!(junctions(&line, part), 0.0);
    let terms = Terms::of(&line, part);
    assert_eq!((terms.enemies, terms.chests), (4.0, 1.0));
    // 6 - 1.6 - 0.4 * 5 + 4 + 1 + 0.5 + 20
    let score = terms.score(&Weights::DOCUMENT);
    assert!((score - 27.9).abs() < 1e-9, "{score}");
    assert_eq!(best_component(&line, &Weights::DOCUMENT), score);
    // The two rooms apart hold no special room: 0 - 1 - 0.8 + 4 * 8 / 56 + 2 / 3 + 0.5 + 20.
    let apart = line.all().without(part);
    let score = Terms::of(&line, apart).score(&Weights::DOCUMENT);
    assert!(
        (score - (18.7 + 4.0 / 7.0 + 2.0 / 3.0)).abs() < 1e-9,
        "{score}"
    );
    let played = line.playable().expect("the special rooms are together");
    assert_eq!((played.len(), played.roles), (5, line.roles));
    line.part(RoomNo(3), RoomNo(4));
    assert_eq!(line.playable(), None);
}

/// Best fitness after so many generations, over 40 seeds.
fn mean_best(problem: &GraphProblem, search: &Search) -> f64 {
    let best = |seed: u64| {
        let problem = Arc::new(problem.clone());
        let mut run = Run::new(problem, search.clone(), Seed(seed)).expect("in range");
        while run.stopped().is_none() {
            run.step(usize::MAX);
        }
        run.best().expect("somebody is feasible").fitness
    };
    (0..40).map(best).sum::<f64>() / 40.0
}

#[test]
fn evolution_reaches_what_the_document_does_and_clearly_more_with_the_usual_means() {
    let document = GraphProblem::document();
    let usual = GraphProblem::usual();
    for (generations, least) in [(30, 36.6), (60, 40.3)] {
        let as_written = mean_best(&document, &document_search(generations));
        let search = Search {
            generations,
            ..usual_search()
        };
        let ours = mean_best(&usual, &search);
        eprintln!("{generations} generations: {as_written:.1} as in the document, {ours:.1} ours");
        assert!(as_written >= least, "{as_written} after {generations}");
        assert!(ours >= as_written + 5.0, "{ours} and {as_written}");
    }
}

fn is_sound(graph: &Graph, bounds: &Bounds) -> Result<(), TestCaseError> {
    prop_assert!((3..=usize::from(bounds.most)).contains(&graph.len()));
    prop_assert_eq!(graph.roles.set().len(), 3);
    prop_assert!(graph.roles.set().without(graph.all()).is_empty());
    for room in graph.all() {
        prop_assert!(!graph.beside(room).has(room));
        prop_assert!(graph.beside(room).without(graph.all()).is_empty());
        for other in graph.beside(room) {
            prop_assert!(graph.beside(other).has(room));
        }
        let Room {
            width,
            height,
            enemies,
            chests,
        } = *graph.room(room);
        prop_assert!(bounds.sides.contains(&width) && bounds.sides.contains(&height));
        prop_assert!(enemies <= bounds.enemies && chests <= bounds.chests);
    }
    let parts: usize = graph.components().map(RoomSet::len).sum();
    prop_assert_eq!(parts, graph.len());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn graphs_stay_sound_through_crossing_and_mutation(seed in 0u64..1_000_000) {
        let bounds = Bounds { most: 30, founders: 3..=30, ..Bounds::document() };
        let mut rng = Seed(seed).stream(Purpose::Breed);
        let mut graphs: Vec<Graph> = (0..4).map(|_| founder(&bounds, &mut rng)).collect();
        for round in 0..60 {
            let child = cross(&graphs[round % 4], &graphs[(round / 4 + 1) % 4], &bounds, 0.1, &mut rng);
            is_sound(&child, &bounds)?;
            let mut child = child;
            for mutation in Mutation::ALL {
                mutate(&mut child, *mutation, &bounds, &mut rng);
                is_sound(&child, &bounds)?;
            }
            graphs[round % 4] = child;
        }
    }

    #[test]
    fn locks_can_be_opened_and_every_key_is_needed(seed in 0u64..1_000_000, wanted in 1u8..=3) {
        let bounds = Bounds { founders: 8..=20, ..Bounds::document() };
        let mut rng = Seed(seed).stream(Purpose::Breed);
        let mut drawn = founder(&bounds, &mut rng);
        // A tree holds it together, with the ways it has as shortcuts.
        for room in 1..drawn.len() as u8 {
            drawn.join(RoomNo(room), RoomNo(rng.below(room.into()) as u8));
        }
        let locked = locks::draw(&drawn, wanted, &mut rng);
        prop_assert!(locked.sound(&drawn));
        prop_assert!(!locked.keys.is_empty() && locked.keys.len() <= usize::from(wanted));
        let lock_of = |at: usize| locks::Lock(at as u8);
        for at in 0..locked.keys.len() {
            prop_assert!(locked.ways.iter().any(|(.., lock)| *lock == lock_of(at)));
            prop_assert!(!locked.solvable(&drawn, |left| left == lock_of(at)));
        }
    }
}
