mod pruning;

use super::*;
use crate::search::position::win_in;
use crate::search::written_tree::{Place, Tree, decided, open, quiet};
use crate::search::{Limits, Options, StopReason};

const WHOLE: (Score, Score) = (-INFINITY, INFINITY);

fn searcher(selective: bool) -> Searcher<Tree> {
    let options = Options {
        table_megabytes: 1,
        selective,
        ..Options::default()
    };
    Searcher::new(options).expect("in range")
}

/// The score of the first place, and the places to which the search has moved.
fn searched(
    one: &mut Searcher<Tree>,
    tree: &mut Tree,
    depth: i32,
    (alpha, beta): (Score, Score),
    ply: usize,
) -> (Score, Vec<usize>) {
    tree.take_notes();
    let score = one.node(tree, depth, alpha, beta, ply);
    assert_eq!(tree.at, 0, "all moves are taken back");
    (score, tree.take_notes().visited)
}

/// The same of a new searcher that is not selective, at ply 1.
fn plain(places: &'static [Place], depth: i32, window: (Score, Score)) -> (Score, Vec<usize>) {
    searched(
        &mut searcher(false),
        &mut Tree::new(places),
        depth,
        window,
        1,
    )
}

/// The entry of the table for a place: whether it ends a search to this depth with this window at ply 1.
fn stored(
    one: &Searcher<Tree>,
    tree: &Tree,
    place: usize,
    depth: i32,
    (alpha, beta): (Score, Score),
) -> Option<Score> {
    let mut there = tree.clone();
    there.at = place;
    let entry = one.table.probe(there.key())?;
    entry.cutoff(depth, 1, alpha, beta)
}

/// Two plies: the replies to the first move leave 3 and 12, those to the second 2 and 9, those to the third 14 and 5.
const TWO_PLIES: &[Place] = &[
    open(0, &[1, 2, 3]),
    open(0, &[4, 5]),
    open(0, &[6, 7]),
    open(0, &[8, 9]),
    open(3, &[0, 0]),
    open(12, &[0, 0]),
    open(2, &[0, 0]),
    open(9, &[0, 0]),
    open(14, &[0, 0]),
    open(5, &[0, 0]),
];

#[test]
fn later_moves_are_refuted_or_searched_again() {
    let mut one = searcher(false);
    let found = searched(&mut one, &mut Tree::new(TWO_PLIES), 2, WHOLE, 1);
    // The second move is refuted by its first reply. The third one is not, so that it is searched again.
    assert_eq!(found, (5, vec![1, 4, 5, 2, 6, 3, 8, 9, 8, 9]));
    assert_eq!(one.pv_table[1], [3, 9]);
    assert_eq!((one.nodes, one.selective_depth), (13, 3));
}

#[test]
fn the_horizon_is_searched_for_tactical_moves_alone() {
    const QUIET: &[Place] = &[quiet(4, &[1]), open(-9, &[0, 0])];
    assert_eq!(plain(QUIET, 0, WHOLE), (9, vec![1]));
    assert_eq!(plain(TWO_PLIES, 0, WHOLE), (0, vec![]));
}

#[test]
fn a_decided_game_counts_by_its_distance_from_the_root() {
    const OVER: &[Place] = &[decided(win_in(1))];
    let found = searched(&mut searcher(false), &mut Tree::new(OVER), 3, WHOLE, 6);
    assert_eq!(found, (win_in(7), vec![]));
}

#[test]
fn a_search_ends_at_the_last_ply() {
    let mut one = searcher(false);
    let mut tree = Tree::new(TWO_PLIES);
    assert_eq!(
        searched(&mut one, &mut tree, 5, WHOLE, MAX_PLIES - 1),
        (0, vec![])
    );
    let before_it = searched(&mut one, &mut tree, 5, WHOLE, MAX_PLIES - 2);
    assert_eq!(before_it, (0, vec![1, 2, 3]));
}

#[test]
fn no_line_is_better_than_a_win_or_worse_than_a_loss_at_once() {
    const PLAIN: &[Place] = &[open(0, &[1, 1]), open(0, &[1, 1])];
    let visits = |window| {
        let found = searched(&mut searcher(false), &mut Tree::new(PLAIN), 1, window, 4);
        (found.0, found.1.is_empty())
    };
    // The next move can win, at ply 5.
    assert_eq!(visits((win_in(6), INFINITY)), (0, false));
    assert_eq!(visits((win_in(5), INFINITY)), (win_in(5), true));
    assert_eq!(visits((win_in(4), INFINITY)), (win_in(4), true));
    // The game may be lost already, at ply 4.
    assert_eq!(visits((-INFINITY, -win_in(4))), (-win_in(4), true));
    assert_eq!(visits((-INFINITY, -win_in(5))), (0, false));
}

/// One ply: the first move leaves 5, the second one 7.
const ONE_PLY: &[Place] = &[open(0, &[1, 2]), open(-5, &[0, 0]), open(-7, &[0, 0])];

#[test]
fn a_result_is_stored_with_its_bound() {
    let store = |window| {
        let (mut one, mut tree) = (searcher(false), Tree::new(ONE_PLY));
        let found = searched(&mut one, &mut tree, 1, window, 1);
        let best_move = one
            .table
            .probe(tree.key())
            .and_then(|entry| entry.best_move());
        let known = |window| stored(&one, &tree, 0, 1, window);
        let at_least = known((found.0 - 1, found.0)).is_some();
        let at_most = known((found.0, found.0 + 1)).is_some();
        assert_eq!(known(WHOLE).is_some(), at_least && at_most);
        (found.0, found.1, at_least, at_most, best_move)
    };
    // The score is exact.
    let exact = (7, vec![1, 2], true, true, Some(2));
    assert_eq!(store(WHOLE), exact);
    assert_eq!(store((6, 8)), (7, vec![1, 2], true, true, Some(2)));
    // The first move is good enough.
    let lower = (5, vec![1], true, false, Some(1));
    assert_eq!(store((-INFINITY, 5)), lower);
    assert_eq!(store((3, 4)), lower);
    assert_eq!(store((5, 7)), (7, vec![1, 2], true, false, Some(2)));
    // No move is good enough.
    let upper = (7, vec![1, 2], false, true, None);
    assert_eq!(store((7, INFINITY)), upper);
    assert_eq!(store((9, 10)), upper);
}

#[test]
fn a_result_is_stored_with_its_depth_up_to_the_end_of_the_game() {
    const SHORT: &[Place] = &[
        Place {
            plies_left: 4,
            ..open(0, &[1, 1])
        },
        decided(0),
    ];
    const LONG: &[Place] = &[open(0, &[1, 1]), decided(0)];
    for (places, depth, stored_depth) in [
        (SHORT, 3, 3),
        // The whole rest of the game was searched, which is deep enough for all depths.
        (SHORT, 4, 255),
        (SHORT, 5, 255),
        (LONG, 3, 3),
        (LONG, 249, 249),
        (LONG, 251, 250),
    ] {
        let (mut one, mut tree) = (searcher(false), Tree::new(places));
        searched(&mut one, &mut tree, depth, WHOLE, 1);
        let is_known = |depth| stored(&one, &tree, 0, depth, WHOLE).is_some();
        assert!(is_known(stored_depth), "{depth}");
        assert!(!is_known(stored_depth + 1), "{depth}");
    }
}

#[test]
fn an_earlier_result_that_is_deep_enough_is_taken() {
    let (mut one, mut tree) = (searcher(false), Tree::new(TWO_PLIES));
    searched(&mut one, &mut tree, 2, WHOLE, 1);
    assert_eq!(searched(&mut one, &mut tree, 2, WHOLE, 1), (5, vec![]));
    assert_eq!(searched(&mut one, &mut tree, 1, WHOLE, 1), (5, vec![]));
    // A deeper search begins with the best move of the earlier one.
    let (_, visited) = searched(&mut one, &mut tree, 3, WHOLE, 1);
    assert_eq!(visited[0], 3);
}

#[test]
fn a_hash_move_is_searched_once_and_before_the_others_are_generated() {
    for unpacks in [false, true] {
        let (mut one, mut tree) = (searcher(true), Tree::new(ONE_PLY));
        tree.unpacks = unpacks;
        one.table.store(tree.key(), 0, 1, 7, Bound::Exact, Some(2));
        // The second move is good enough, so that the first one is not searched.
        tree.take_notes();
        assert_eq!(one.node(&mut tree, 1, 0, 7, 1), 7);
        let notes = tree.take_notes();
        assert_eq!(notes.visited, [2]);
        assert_eq!(notes.margins.is_empty(), unpacks);
        // It is not, so that the first one follows.
        let (mut one, mut tree) = (searcher(false), Tree::new(ONE_PLY));
        tree.unpacks = unpacks;
        one.table.store(tree.key(), 0, 1, 7, Bound::Exact, Some(2));
        assert_eq!(searched(&mut one, &mut tree, 1, (0, 8), 1), (7, vec![2, 1]));
        assert_eq!(one.pv_table[1], [2]);
    }
}

#[test]
fn a_hash_move_has_the_window_and_the_ply_of_any_move() {
    let (mut one, mut tree) = (searcher(false), Tree::new(TWO_PLIES));
    tree.unpacks = true;
    one.table.store(tree.key(), 0, 1, 0, Bound::Exact, Some(2));
    // Its first reply refutes it, as it refutes the first move; and the third one is good enough.
    let found = searched(&mut one, &mut tree, 2, (3, 5), 1);
    assert_eq!(found, (5, vec![2, 6, 1, 4, 3, 8, 9]));
    const WON: &[Place] = &[open(0, &[1, 2]), decided(0), decided(-WIN)];
    let (mut one, mut tree) = (searcher(false), Tree::new(WON));
    tree.unpacks = true;
    one.table.store(tree.key(), 0, 4, 0, Bound::Exact, Some(2));
    let found = searched(&mut one, &mut tree, 2, WHOLE, 4);
    assert_eq!(found, (win_in(5), vec![2]));
}

#[test]
fn killers_come_first_except_at_the_last_ply() {
    let killer_first = |depth, hash_move: Option<u16>| {
        let (mut one, mut tree) = (searcher(false), Tree::new(TWO_PLIES));
        one.ordering
            .update_after_cutoff::<Tree>(&MoveList::default(), 3, 1, 1);
        if let Some(hash_move) = hash_move {
            one.table
                .store(tree.key(), 0, 1, 0, Bound::Exact, Some(hash_move));
        }
        let (_, mut visited) = searched(&mut one, &mut tree, depth, WHOLE, 1);
        visited.retain(|place| *place <= 3);
        visited.dedup();
        visited
    };
    assert_eq!(killer_first(1, None), [1, 2, 3]);
    assert_eq!(killer_first(1, Some(2)), [2, 3, 1]);
    assert_eq!(killer_first(2, None), [3, 1, 2]);
    assert_eq!(killer_first(3, None)[0], 3);
}

#[test]
fn a_single_reply_is_searched_without_loss_of_depth_up_to_a_ply() {
    const FORCED: &[Place] = &[
        open(0, &[1]),
        open(0, &[2]),
        open(0, &[3, 4]),
        open(-8, &[0, 0]),
        open(6, &[0, 0]),
    ];
    for (ply, expected) in [
        (1, (8, vec![1, 2, 3, 4])),
        (98, (8, vec![1, 2, 3, 4])),
        (99, (0, vec![1, 2])),
        (100, (0, vec![1])),
    ] {
        let found = searched(&mut searcher(false), &mut Tree::new(FORCED), 1, WHOLE, ply);
        assert_eq!(found, expected, "ply {ply}");
    }
    // Neither of two replies is extended.
    assert_eq!(plain(ONE_PLY, 1, WHOLE).1, [1, 2]);
}

#[test]
fn late_moves_are_reduced_by_their_number_and_the_depth() {
    let one = searcher(true);
    for (child_depth, searched, reduction) in [
        (1, 30, 0),
        (2, 3, 0),
        (2, 4, 1),
        (2, 11, 1),
        (2, 12, 2),
        (9, 12, 2),
        (9, 23, 2),
        (3, 24, 2),
        (4, 24, 3),
        (9, 99, 3),
    ] {
        let case = (child_depth, searched);
        assert_eq!(
            one.late_move_reduction(child_depth, searched),
            reduction,
            "{case:?}"
        );
        assert_eq!(
            searcher(false).late_move_reduction(child_depth, searched),
            0
        );
    }
}

/// A node whose moves are searched.
fn node(alpha: Score, beta: Score, searched: usize) -> Node {
    Node {
        depth: 3,
        ply: 1,
        alpha,
        beta,
        hash_move: None,
        futility_evaluation: None,
        child_depth: 2,
        searched,
        best: alpha,
        best_move: None,
    }
}

/// The position after a move that gains 10 if it is searched a ply deep, and 50 two plies deep.
const CHILD: &[Place] = &[
    open(-900, &[1, 2]),
    open(10, &[3, 4]),
    open(20, &[3, 4]),
    open(-40, &[1, 2]),
    open(-50, &[1, 2]),
];

#[test]
fn a_move_is_searched_with_as_much_as_it_needs() {
    let child = |selective, alpha, beta, count, rank| {
        let (mut one, mut tree) = (searcher(selective), Tree::new(CHILD));
        let node = node(alpha, beta, count);
        let score = one.search_child(&mut tree, &node, rank);
        assert_eq!(tree.at, 0);
        (score, tree.take_notes().visited, one.nodes)
    };
    // The first move has the full window.
    let full = vec![1, 3, 4, 2, 3, 4];
    assert_eq!(child(false, -90, 90, 0, 0), (50, full.clone(), 8));
    // A later one has a null window, which refutes it or reaches beta.
    assert_eq!(child(false, 60, 90, 1, 0), (50, vec![1, 3, 4], 4));
    assert_eq!(child(false, 50, 90, 1, 0), (50, vec![1, 3, 4], 4));
    assert_eq!(child(false, -90, 40, 1, 0), (40, vec![1, 3, 2, 3], 5));
    // One that lies inside the window is searched again with the full one.
    let again = [vec![1, 3, 2, 3], full.clone()].concat();
    assert_eq!(child(false, -90, 41, 1, 0), (50, again.clone(), 12));
    assert_eq!(child(false, 20, 90, 1, 0), (50, again, 13));
    // A reduced one that is refuted is not searched again; one that is not refuted is searched with its depth.
    assert_eq!(child(true, 60, 90, 4, 0), (10, vec![1], 2));
    assert_eq!(child(true, 10, 90, 4, 0), (10, vec![1], 2));
    let again = [vec![1, 2, 1, 2], full].concat();
    for alpha in [-30, 0] {
        assert_eq!(child(true, alpha, 90, 4, 0), (50, again.clone(), 14));
    }
    // Good moves are not reduced.
    assert_eq!(child(true, 60, 90, 4, 1), (50, vec![1, 3, 4], 4));
}

#[test]
fn a_score_changes_a_node_by_what_it_exceeds() {
    let mut one = searcher(false);
    let mut moves = MoveList::default();
    (1..=4).for_each(|mv| moves.push(mv, -(mv as i32)));
    let mut node = Node {
        best: -INFINITY,
        ..node(10, 40, 0)
    };
    let mut record = |mv, score| {
        moves.take_best();
        one.record_score(&mut node, &moves, mv, score);
        let killer = {
            let mut list = MoveList::default();
            list.push(mv, 0);
            one.ordering.rank::<Tree>(&mut list, None, 1);
            list.take_best().is_some_and(|(rank, _)| rank > 0)
        };
        (node.searched, node.best, node.alpha, node.best_move, killer)
    };
    // Worse than alpha, but the best so far.
    assert_eq!(record(1, 10), (1, 10, 10, None, false));
    assert_eq!(record(2, 10), (2, 10, 10, None, false));
    assert_eq!(record(3, 39), (3, 39, 39, Some(3), false));
    assert_eq!(record(4, 40), (4, 40, 40, Some(4), true));
    assert_eq!(one.pv_table[1], [4]);
    one.stop_reason = Some(StopReason::Stopped);
    let before = (node.searched, node.best);
    one.record_score(&mut node, &moves, 1, 99);
    assert_eq!((node.searched, node.best), before);
}

#[test]
fn a_search_that_is_stopped_leaves_no_result() {
    let mut visits = Vec::new();
    for limit in 1..=12 {
        let (mut one, mut tree) = (searcher(false), Tree::new(TWO_PLIES));
        one.limits = Limits::nodes(limit);
        let (score, visited) = searched(&mut one, &mut tree, 2, WHOLE, 1);
        assert_eq!((score, one.stop_reason), (0, Some(StopReason::Nodes)));
        assert!(one.table.probe(tree.key()).is_none());
        assert_eq!(one.nodes, limit);
        visits.push(visited.len());
    }
    // After the limit no further move is made. Where the count exceeds the limit, the move had been made before its
    // node was counted.
    assert_eq!(visits, [1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10, 10]);
}
