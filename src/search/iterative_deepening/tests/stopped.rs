//! The results of an iteration that was stopped.

use super::*;

#[test]
fn a_search_that_is_stopped_in_its_first_iteration_has_a_best_move() {
    for (nodes, expected, variation) in [
        // Even the first move was not searched to its end.
        (1, [(1, -4, true), (2, 0, false), (3, 0, false)], [1]),
        // The second move turned out better, and was not searched again.
        (2, [(1, -4, true), (2, 0, false), (3, 0, false)], [1]),
        (3, [(2, 3, true), (1, -4, true), (3, 0, false)], [2]),
    ] {
        let (reports, found) = searched(OPTIONS, GAME, Limits::nodes(nodes));
        assert!(reports.is_empty());
        assert_eq!(candidates(&found), expected);
        assert_eq!((found.depth, found.nodes), (0, nodes));
        assert_eq!(found.score, expected[0].1);
        assert_eq!(found.principal_variation, variation);
        assert_eq!(found.stop_reason, Some(StopReason::Nodes));
    }
}

#[test]
fn an_iteration_that_is_stopped_keeps_what_it_has_found() {
    let [whole_first, whole_second] = [1, 2].map(|depth| {
        let (_, found) = searched(OPTIONS, GAME, Limits::depth(depth));
        found
    });
    let after = |nodes| {
        let (reports, found) = searched(OPTIONS, GAME, Limits::nodes(nodes));
        assert_eq!((reports.len(), found.depth), (1, 1));
        assert_eq!(found.stop_reason, Some(StopReason::Nodes));
        assert_eq!(found.nodes, nodes);
        assert_eq!(found.score, found.candidates[0].score);
        (candidates(&found), found.principal_variation)
    };
    // No move was searched again, even the first one, which was the best.
    let (first, last) = (whole_first.nodes, whole_second.nodes - 1);
    let known = (candidates(&whole_first), whole_first.principal_variation);
    for nodes in first..=first + 2 {
        assert_eq!(after(nodes), known);
    }
    // It was, and is worse now.
    for nodes in first + 3..=last - 2 {
        let worse = vec![(2, -6, true), (3, 0, false), (1, -4, false)];
        assert_eq!(after(nodes), (worse, vec![2, 6]));
    }
    // A better one was found.
    for nodes in [last - 1, last] {
        let better = vec![(3, 2, true), (2, -6, true), (1, -4, false)];
        assert_eq!(after(nodes), (better, vec![3, 8]));
    }
}

fn candidate(mv: usize, score: Score, exact: bool) -> Candidate<usize> {
    Candidate { mv, score, exact }
}

/// The candidates, the score and the line after an iteration that was stopped when it had searched these moves.
fn kept(
    searched: &[Candidate<usize>],
    line: &[usize],
) -> (Vec<(usize, Score, bool)>, Score, Vec<usize>) {
    let previous = [
        candidate(1, 30, true),
        candidate(2, 20, true),
        candidate(3, 20, false),
    ];
    let mut report = SearchReport {
        score: 30,
        principal_variation: line.to_vec(),
        candidates: previous.to_vec(),
        ..SearchReport::default()
    };
    let best = searched.iter().map(|c| c.score).max();
    let best = best.unwrap_or(-INFINITY);
    keep_partial_iteration(&mut report, &previous, searched.to_vec(), best);
    (
        candidates(&report),
        report.score,
        report.principal_variation,
    )
}

#[test]
fn an_iteration_without_a_searched_move_changes_nothing() {
    assert_eq!(
        kept(&[], &[1, 7]),
        (
            vec![(1, 30, true), (2, 20, true), (3, 20, false)],
            30,
            vec![1, 7]
        )
    );
}

#[test]
fn searched_moves_come_before_the_others_even_if_they_are_worse_now() {
    // Nothing but upper bounds is known of the others any more.
    assert_eq!(
        kept(&[candidate(1, 10, true)], &[1, 7]),
        (
            vec![(1, 10, true), (2, 20, false), (3, 20, false)],
            10,
            vec![1, 7]
        )
    );
    let both = [candidate(1, 10, true), candidate(2, 15, true)];
    assert_eq!(
        kept(&both, &[2, 8]),
        (
            vec![(2, 15, true), (1, 10, true), (3, 20, false)],
            15,
            vec![2, 8]
        )
    );
    // The exact one of equals is first.
    let both = [candidate(1, 15, false), candidate(2, 15, true)];
    assert_eq!(
        kept(&both, &[2, 8]).0,
        [(2, 15, true), (1, 15, false), (3, 20, false)]
    );
}

#[test]
fn moves_that_were_not_searched_again_are_preferred_to_a_loss() {
    let loss = -win_in(6);
    assert_eq!(
        kept(&[candidate(1, loss, true)], &[1, 7]),
        (
            vec![(2, 20, false), (3, 20, false), (1, loss, true)],
            20,
            vec![2]
        )
    );
    // A move that was not searched again is preferred neither to a win nor to a bad move that is not lost.
    let win = win_in(6);
    assert_eq!(
        kept(&[candidate(1, win, true)], &[1, 7]).0,
        [(1, win, true), (2, 20, false), (3, 20, false)]
    );
    assert_eq!(
        kept(&[candidate(1, -900, true)], &[1, 7]).0,
        [(1, -900, true), (2, 20, false), (3, 20, false)]
    );
}
