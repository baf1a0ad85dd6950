//! The pruning of a selective search: it leaves out moves near the horizon, and whole positions.

use super::*;
use crate::search::written_tree::passable;

/// Two moves, which can raise the evaluation by 30 and 150.
const GAINS: &[Place] = &[
    Place {
        gains: &[30, 150],
        ..open(-100, &[1, 2])
    },
    open(70, &[3, 4]),
    open(-50, &[3, 4]),
    open(0, &[3, 4]),
    open(0, &[3, 4]),
];

/// The score and the places that a selective search has visited, and the margins by which it has left out moves.
fn selective(
    places: &'static [Place],
    depth: i32,
    (alpha, beta): (Score, Score),
) -> (Score, Vec<usize>, Vec<Score>) {
    let mut tree = Tree::new(places);
    let score = searcher(true).node(&mut tree, depth, alpha, beta, 1);
    let notes = tree.take_notes();
    (score, notes.visited, notes.margins)
}

#[test]
fn moves_that_cannot_raise_alpha_are_left_out_near_the_horizon() {
    // To exceed alpha, a move has to raise the evaluation to alpha + 1 at least.
    assert_eq!(selective(GAINS, 1, (-71, 80)), (50, vec![1, 2], vec![30]));
    assert_eq!(selective(GAINS, 1, (-70, 80)), (50, vec![2], vec![31]));
    assert_eq!(selective(GAINS, 1, (49, 80)), (50, vec![2], vec![150]));
    // The result is an upper bound if all are left out.
    assert_eq!(selective(GAINS, 1, (50, 80)), (50, vec![], vec![151]));
    assert_eq!(selective(GAINS, 1, (60, 80)), (60, vec![], vec![161]));
    // A ply before, 100 more can be gained by another move.
    let margins = selective(GAINS, 2, (150, 900)).2;
    assert_eq!(margins[0], 151);
    // None is left out two plies before, or in a search that is not selective.
    const DEEPER: &[Place] = &[open(0, &[1, 1]), decided(0)];
    assert_eq!(selective(DEEPER, 2, (0, 80)).2, [-99]);
    assert!(selective(DEEPER, 3, (0, 80)).2.is_empty());
    let mut tree = Tree::new(DEEPER);
    assert_eq!(searcher(false).node(&mut tree, 1, 0, 80, 1), 0);
    assert!(tree.take_notes().margins.is_empty());
}

#[test]
fn no_move_is_left_out_to_escape_a_loss_or_to_shorten_a_win() {
    for alpha in [-win_in(20), win_in(20)] {
        assert_eq!(selective(GAINS, 1, (alpha, INFINITY)).2, []);
    }
}

#[test]
fn what_is_known_of_a_position_whose_moves_were_left_out_is_an_upper_bound() {
    let (mut one, mut tree) = (searcher(true), Tree::new(GAINS));
    assert_eq!(searched(&mut one, &mut tree, 1, (60, 80), 1), (60, vec![]));
    assert_eq!(stored(&one, &tree, 0, 1, (60, 61)), Some(60));
    assert_eq!(stored(&one, &tree, 0, 1, (59, 60)), None);
}

#[test]
fn the_only_move_that_is_not_left_out_is_not_extended() {
    // The second move is searched to depth 0, not to depth 1.
    assert_eq!(selective(GAINS, 1, (0, 80)).1, [2]);
    const ALONE: &[Place] = &[
        open(-100, &[2]),
        open(0, &[3, 4]),
        open(-50, &[3, 4]),
        open(20, &[3, 4]),
        open(30, &[3, 4]),
    ];
    assert_eq!(selective(ALONE, 1, (0, 80)).1[..2], [2, 3]);
}

/// The score with which a new selective search leaves the first place early, the searcher, and the tree with its notes.
fn pruned(
    places: &'static [Place],
    evaluation: Score,
    depth: i32,
    beta: Score,
) -> (Option<Score>, Searcher<Tree>, Tree) {
    let (mut one, mut tree) = (searcher(true), Tree::new(places));
    let score = one.prune_early(&mut tree, evaluation, depth, beta, 1);
    (score, one, tree)
}

#[test]
fn a_position_that_is_too_good_by_far_is_not_searched_near_the_horizon() {
    let prune = |evaluation, depth| pruned(TWO_PLIES, evaluation, depth, 50).0;
    for (depth, margin) in [(1, 0), (2, 200), (3, 400)] {
        assert_eq!(prune(50 + margin, depth), Some(50 + margin));
        assert_eq!(prune(49 + margin, depth), None);
    }
    assert_eq!(prune(20_000, 4), None);
}

#[test]
fn only_a_null_window_that_is_not_decided_may_be_left_early() {
    const GOOD: &[Place] = &[open(500, &[1, 1]), open(-500, &[1, 1])];
    assert_eq!(selective(GOOD, 1, (50, 51)), (500, vec![], vec![]));
    assert_eq!(selective(GOOD, 1, (50, 52)).1, [1]);
    assert_eq!(plain(GOOD, 1, (50, 51)).1, [1]);
    for beta in [-win_in(20), win_in(20)] {
        assert_eq!(selective(GOOD, 1, (beta - 1, beta)).1[0], 1);
    }
}

/// After a null move, the replies leave 25 and 20, or 25, 20 and 19.
const NULL_MOVES: [&[Place]; 2] = [
    &[
        passable(30, 1, &[5, 5]),
        open(-100, &[2, 3]),
        open(25, &[5, 5]),
        open(20, &[5, 5]),
        open(19, &[5, 5]),
        decided(0),
    ],
    &[
        passable(30, 1, &[5, 5]),
        open(-100, &[2, 3, 4]),
        open(25, &[5, 5]),
        open(20, &[5, 5]),
        open(19, &[5, 5]),
        decided(0),
    ],
];

#[test]
fn a_position_that_stays_too_good_after_a_null_move_is_not_searched() {
    let null_move = |places, evaluation, depth, beta| {
        let (score, one, tree) = pruned(places, evaluation, depth, beta);
        assert_eq!((tree.at, one.null_move_at[1]), (0, false));
        (score, tree.take_notes().visited)
    };
    let [good, bad] = NULL_MOVES;
    assert_eq!(null_move(good, 30, 4, 20), (Some(20), vec![1, 2, 3]));
    assert_eq!(null_move(bad, 30, 4, 20), (None, vec![1, 2, 3, 4]));
    // The opponent needs no more than one move that is good enough.
    assert_eq!(null_move(good, 30, 4, 21), (None, vec![1, 2, 3]));
    assert_eq!(null_move(good, 30, 4, 26), (None, vec![1, 2]));
    // The evaluation has to reach beta, and the horizon must not be too near.
    assert_eq!(null_move(good, 20, 4, 20).0, Some(20));
    assert_eq!(null_move(good, 19, 4, 20), (None, vec![]));
    assert_eq!(null_move(good, 30, 2, 20), (None, vec![]));
    // Three plies before the horizon, the position after the null move is only evaluated.
    assert_eq!(null_move(good, 30, 3, 20), (Some(100), vec![1]));
    assert_eq!(null_move(TWO_PLIES, 30, 4, 20), (None, vec![]));
}

#[test]
fn a_win_after_a_null_move_is_no_win() {
    const WON: &[Place] = &[
        passable(30, 1, &[2, 2]),
        open(-100, &[2, 2]),
        decided(win_in(1)),
    ];
    assert_eq!(pruned(WON, 30, 4, 20).0, Some(20));
}

#[test]
fn a_null_move_saves_three_plies_and_four_of_a_deep_search() {
    const DRAWN: &[Place] = &[passable(30, 1, &[2, 2]), open(-100, &[2, 2]), decided(0)];
    for (depth, null_depth) in [(4, 1), (5, 2), (6, 2), (7, 3), (9, 5)] {
        let (score, one, tree) = pruned(DRAWN, 30, depth, -9);
        assert_eq!(score, Some(0));
        let is_known = |depth| stored(&one, &tree, 1, depth, (9, 10)).is_some();
        assert!(is_known(null_depth) && !is_known(null_depth + 1), "{depth}");
    }
}

#[test]
fn two_null_moves_never_follow_each_other() {
    // After the null move the opponent is too good as well, and could pass too.
    const BOTH: &[Place] = &[
        passable(30, 1, &[3, 3]),
        passable(0, 2, &[3, 3]),
        open(5, &[3, 3]),
        decided(0),
    ];
    let null_move = |before| {
        let (mut one, mut tree) = (searcher(true), Tree::new(BOTH));
        one.null_move_at[1] = before;
        one.prune_early(&mut tree, 30, 7, 20, 2);
        tree.take_notes().visited
    };
    assert_eq!(null_move(false)[0], 1);
    assert!(!null_move(false).contains(&2));
    assert_eq!(null_move(true), []);
}

#[test]
fn a_search_that_is_stopped_after_a_null_move_proves_nothing() {
    let mut one = searcher(true);
    one.limits = Limits::nodes(1);
    let mut tree = Tree::new(NULL_MOVES[0]);
    assert_eq!(one.prune_early(&mut tree, 30, 4, 20, 1), Some(0));
    assert_eq!(one.stop_reason, Some(StopReason::Nodes));
}
