mod stopped;

use std::sync::Arc;

use super::*;
use crate::base::Seed;
use crate::search::Options;
use crate::search::position::win_in;
use crate::search::thread_role::ThreadRole;
use crate::search::transposition_table::Bound;
use crate::search::written_tree::{Place, Tree, decided, open, quiet};

const OPTIONS: Options = Options {
    table_megabytes: 1,
    threads: 1,
    selective: false,
    quiescence: true,
    seed: None,
    score_every_move: false,
};

const EVERY_MOVE: Options = Options {
    score_every_move: true,
    ..OPTIONS
};

fn searcher(options: Options) -> Searcher<Tree> {
    Searcher::new(options).expect("in range")
}

/// Searches a tree, and returns the reports of the iterations and the last one.
fn searched(
    options: Options,
    places: &'static [Place],
    limits: Limits,
) -> (Vec<SearchReport<usize>>, SearchReport<usize>) {
    let mut reports = Vec::new();
    let note = |report: &SearchReport<usize>| reports.push(report.clone());
    let found = searcher(options).search(&Tree::new(places), limits, &StopToken::default(), note);
    (reports, found.expect("in range"))
}

/// The root moves with their scores, and whether they are exact.
fn candidates(report: &SearchReport<usize>) -> Vec<(usize, Score, bool)> {
    let parts = |c: &Candidate<usize>| (c.mv, c.score, c.exact);
    report.candidates.iter().map(parts).collect()
}

/// Three moves that seem to lose 4, gain 3 and gain nothing. The reply to the second one wins 9 back, and the best reply
/// to the third one loses 2.
const GAME: &[Place] = &[
    open(1, &[1, 2, 3]),
    open(4, &[4, 5]),
    open(-3, &[6, 7]),
    open(0, &[8, 9]),
    open(-4, &[4, 5]),
    open(-1, &[4, 5]),
    open(-6, &[4, 5]),
    open(20, &[4, 5]),
    open(2, &[4, 5]),
    open(5, &[4, 5]),
];

#[test]
fn each_iteration_reports_its_depth_its_moves_and_its_counts() {
    let (reports, last) = searched(OPTIONS, GAME, Limits::depth(2));
    let [first, second] = &reports[..] else {
        panic!("two iterations");
    };
    assert_eq!((first.depth, first.selective_depth, first.score), (1, 1, 3));
    assert_eq!(first.principal_variation, [2]);
    // The second move was searched twice, because it turned out better than the first. The third one is only known not
    // to be better.
    assert_eq!(first.nodes, 4);
    assert_eq!(
        candidates(first),
        [(2, 3, true), (3, 0, false), (1, -4, true)]
    );
    assert_eq!(
        (second.depth, second.selective_depth, second.score),
        (2, 2, 2)
    );
    assert_eq!(second.principal_variation, [3, 8]);
    assert_eq!(
        candidates(second),
        [(3, 2, true), (1, -4, false), (2, -6, true)]
    );
    for report in &reports {
        assert_eq!(report.stop_reason, None);
        assert!(report.sound && !report.complete);
    }
    // The last report is that of the last iteration, with the reason of its end.
    assert_eq!(last.stop_reason, Some(StopReason::Depth));
    assert!(last.elapsed >= second.elapsed && second.elapsed >= first.elapsed);
    let last = SearchReport {
        stop_reason: None,
        elapsed: second.elapsed,
        ..last
    };
    assert_eq!(last, *second);
}

#[test]
fn the_second_of_equal_moves_is_an_upper_bound_and_stays_behind() {
    const EQUAL: &[Place] = &[
        open(0, &[1, 2, 3]),
        open(-5, &[1, 1]),
        open(-5, &[1, 1]),
        open(-4, &[1, 1]),
    ];
    let (_, found) = searched(OPTIONS, EQUAL, Limits::depth(1));
    assert_eq!(
        candidates(&found),
        [(1, 5, true), (2, 5, false), (3, 4, false)]
    );
    assert_eq!(found.principal_variation, [1]);
    assert_eq!(found.nodes, 3);
    let (_, found) = searched(EVERY_MOVE, EQUAL, Limits::depth(1));
    assert_eq!(
        candidates(&found),
        [(1, 5, true), (2, 5, true), (3, 4, true)]
    );
    assert_eq!(found.principal_variation, [1]);
}

#[test]
fn every_move_has_its_exact_score_where_it_is_asked_for() {
    const WITH_OTHERS: &[Place] = &[
        Place {
            left_out: &[3],
            ..open(0, &[1, 2])
        },
        open(7, &[1, 1]),
        open(-6, &[1, 1]),
        open(-9, &[1, 1]),
    ];
    let (_, found) = searched(EVERY_MOVE, WITH_OTHERS, Limits::depth(1));
    assert_eq!(
        candidates(&found),
        [(3, 9, true), (2, 6, true), (1, -7, true)]
    );
    assert_eq!(found.principal_variation, [3]);
    let (_, found) = searched(OPTIONS, WITH_OTHERS, Limits::depth(1));
    assert_eq!(candidates(&found), [(2, 6, true), (1, -7, true)]);
}

#[test]
fn a_search_is_sound_if_it_is_not_selective_and_leaves_out_no_move() {
    const WITH_OTHERS: &[Place] = &[
        Place {
            left_out: &[1],
            plies_left: 1,
            ..open(0, &[1, 1])
        },
        decided(-WIN),
    ];
    const WITHOUT: &[Place] = &[
        Place {
            plies_left: 1,
            ..open(0, &[1, 1])
        },
        decided(-WIN),
    ];
    let selective = Options {
        selective: true,
        ..OPTIONS
    };
    for (options, places, sound) in [
        (OPTIONS, WITHOUT, true),
        (selective, WITHOUT, false),
        (OPTIONS, WITH_OTHERS, false),
        (selective, WITH_OTHERS, false),
    ] {
        let (_, found) = searched(options, places, Limits::depth(5));
        assert_eq!((found.sound, found.complete), (sound, sound));
        assert_eq!(found.stop_reason, Some(StopReason::Complete));
        assert_eq!((found.depth, found.score), (1, win_in(1)));
    }
}

#[test]
fn a_game_that_is_over_has_a_score_and_no_move() {
    const LOST: &[Place] = &[decided(-WIN)];
    let (reports, found) = searched(OPTIONS, LOST, Limits::depth(5));
    assert!(reports.is_empty());
    assert_eq!((found.depth, found.nodes, found.score), (0, 0, -WIN));
    assert!(found.complete && found.best_move().is_none());
    assert_eq!(found.stop_reason, Some(StopReason::Complete));
}

/// A report of a sound search with these scores of its root moves, the best first.
fn scored(scores: &[Score]) -> SearchReport<usize> {
    let candidate = |(mv, score): (usize, &Score)| Candidate {
        mv,
        score: *score,
        exact: true,
    };
    SearchReport {
        sound: true,
        score: scores[0],
        candidates: scores.iter().enumerate().map(candidate).collect(),
        ..SearchReport::default()
    }
}

#[test]
fn a_search_is_done_if_it_has_seen_the_whole_tree_or_a_decided_game() {
    let (win, loss) = (win_in(5), -win_in(4));
    for (options, scores, depth, plies_left, done, complete) in [
        (OPTIONS, &[7, 3][..], 4, 5, false, false),
        (OPTIONS, &[7, 3], 5, 5, true, true),
        (OPTIONS, &[7, 3], 6, 5, true, true),
        // A win that lies beyond the searched depth may not be the shortest one.
        (OPTIONS, &[win, 3], 4, 9, false, false),
        (OPTIONS, &[win, 3], 5, 9, true, true),
        (OPTIONS, &[loss, loss], 3, 9, false, false),
        (OPTIONS, &[loss, loss], 4, 9, true, true),
        // If every move has its score, all of them have to be decided.
        (EVERY_MOVE, &[win, 3], 5, 9, false, false),
        (EVERY_MOVE, &[win, loss], 4, 9, false, false),
        (EVERY_MOVE, &[win, loss], 5, 9, true, true),
        (EVERY_MOVE, &[7, 3], 9, 9, true, true),
    ] {
        let mut one = searcher(options);
        let mut report = scored(scores);
        one.check_completeness(depth, plies_left, &mut report);
        let case = (scores, depth, plies_left);
        assert_eq!(report.depth, depth);
        assert_eq!(report.complete, complete, "{case:?}");
        let reason = done.then_some(StopReason::Complete);
        assert_eq!(one.stop_reason, reason, "{case:?}");
        // A search that is not sound is never complete.
        let mut report = SearchReport {
            sound: false,
            ..scored(scores)
        };
        one.check_completeness(depth, plies_left, &mut report);
        assert!(!report.complete);
    }
}

#[test]
fn a_search_ends_with_the_depth_at_which_the_game_is_decided() {
    // The third ply wins. Each side has two moves, so that no line is extended.
    const WON: &[Place] = &[
        open(0, &[1, 1]),
        open(0, &[2, 2]),
        open(0, &[3, 3]),
        decided(-WIN),
    ];
    let (reports, found) = searched(OPTIONS, WON, Limits::default());
    assert_eq!(reports.len(), 3);
    assert_eq!((found.depth, found.score), (3, win_in(3)));
    assert_eq!(found.principal_variation, [1, 2, 3]);
    assert!(found.complete);
    assert_eq!(found.stop_reason, Some(StopReason::Complete));
}

#[test]
fn no_iteration_is_deeper_than_the_tables_of_the_searcher() {
    const ENDLESS: &[Place] = &[open(1, &[0, 0])];
    let (reports, found) = searched(OPTIONS, ENDLESS, Limits::default());
    assert_eq!(reports.len(), 255);
    assert_eq!((found.depth, found.selective_depth), (255, 255));
    assert_eq!(found.stop_reason, Some(StopReason::Depth));
}

#[test]
fn a_first_iteration_is_no_deeper_than_the_last_one() {
    for (first_depth, last, depths) in [(1, 2, &[1, 2][..]), (2, 3, &[2, 3]), (2, 1, &[1])] {
        let mut seen = Vec::new();
        let (stop, limits) = (StopToken::default(), Limits::depth(last));
        searcher(OPTIONS).deepen(&Tree::new(GAME), limits, &stop, first_depth, |report| {
            seen.push(report.depth);
        });
        assert_eq!(seen, depths);
    }
}

#[test]
fn a_search_that_is_stopped_between_two_iterations_ends() {
    let stop = StopToken::default();
    let mut iterations = 0;
    let mut one = searcher(OPTIONS);
    let found = one.search(&Tree::new(GAME), Limits::depth(9), &stop, |_| {
        iterations += 1;
        stop.stop();
    });
    let found = found.expect("in range");
    assert_eq!((iterations, found.depth), (1, 1));
    assert_eq!(found.stop_reason, Some(StopReason::Stopped));
    assert!(matches!(one.role, ThreadRole::Single));
}

#[test]
fn limits_outside_their_range_are_refused_before_the_search() {
    let mut one = searcher(OPTIONS);
    let (root, stop) = (Tree::new(GAME), StopToken::default());
    assert!(one.search(&root, Limits::depth(0), &stop, |_| {}).is_err());
    assert!(root.take_notes().visited.is_empty());
}

#[test]
fn a_searcher_counts_anew_in_each_search_and_keeps_its_table() {
    let mut one = searcher(OPTIONS);
    let (root, stop) = (Tree::new(GAME), StopToken::default());
    let mut search = |limits| {
        let found = one.search(&root, limits, &stop, |_| {}).expect("in range");
        (
            found.nodes,
            found.selective_depth,
            found.score,
            found.stop_reason,
        )
    };
    assert_eq!(search(Limits::nodes(1)).3, Some(StopReason::Nodes));
    let depth = Some(StopReason::Depth);
    assert_eq!(search(Limits::depth(1)), (4, 1, 3, depth));
    let first = search(Limits::depth(2));
    let second = search(Limits::depth(2));
    assert_eq!((first.2, second.2, second.3), (2, 2, depth));
    assert!(second.0 < first.0, "{} and {} nodes", first.0, second.0);
    assert_eq!(search(Limits::depth(1)), (4, 1, 3, depth));
}

#[test]
fn a_report_counts_the_nodes_of_all_threads() {
    let shared = Arc::default();
    ThreadRole::helper(&shared, None, 2).sync_nodes(700);
    let mut main = searcher(OPTIONS);
    main.role = ThreadRole::Main(shared);
    main.nodes = 40;
    let mut report = SearchReport::default();
    main.update_counters(&mut report);
    assert_eq!(report.nodes, 740);
}

#[test]
fn later_root_moves_have_to_beat_the_best_one() {
    // The first move gains 3. The second one gains 10: the rival's reply leaves a choice between 7, which gains 2 or
    // less, and 8.
    const DEEP: &[Place] = &[
        open(0, &[1, 2, 12]),
        open(0, &[3, 3]),
        open(0, &[6, 6]),
        open(0, &[4, 4]),
        open(0, &[5, 5]),
        open(3, &[0, 0]),
        open(0, &[7, 8]),
        open(0, &[9, 10]),
        open(0, &[11, 11]),
        open(2, &[0, 0]),
        open(1, &[0, 0]),
        open(10, &[0, 0]),
        open(0, &[13, 14]),
        open(0, &[15, 15]),
        open(0, &[15, 15]),
        open(0, &[9, 9]),
    ];
    let mut one = searcher(OPTIONS);
    let mut tree = Tree::new(DEEP);
    let mut report = SearchReport {
        candidates: one.root_moves(&tree),
        ..SearchReport::default()
    };
    assert!(one.search_root(&mut tree, 4, &mut report));
    assert_eq!(
        candidates(&report),
        [(2, 10, true), (1, 3, true), (12, 2, false)]
    );
    let visited = tree.take_notes().visited;
    // 7 gains no more than 2, and that is enough to give it up, before the second move is searched again and after.
    assert!(visited.contains(&9) && !visited.contains(&10));
    // The third move is refuted by its first reply.
    assert!(visited.contains(&13) && !visited.contains(&14));
}

#[test]
fn a_root_move_that_is_searched_again_still_has_to_beat_the_best_one() {
    // The second move gains 10. If the rival captures, the capture that leads to 4 gains 2, which is less than the first
    // move gains; so it does not matter that the rival can capture once more.
    const CAPTURES: &[Place] = &[
        open(0, &[1, 2]),
        quiet(-3, &[]),
        quiet(-10, &[3]),
        quiet(1, &[4, 5]),
        quiet(-2, &[6]),
        quiet(-20, &[]),
        quiet(1, &[]),
    ];
    let mut one = searcher(OPTIONS);
    let tree = Tree::new(CAPTURES);
    let found = one.search(&tree, Limits::depth(1), &StopToken::default(), |_| {});
    assert_eq!(found.map(|found| found.score), Ok(10));
    let visited = tree.take_notes().visited;
    assert!(visited.contains(&4) && !visited.contains(&6));
}

#[test]
fn the_first_check_of_the_limits_is_at_the_limit_on_the_nodes_or_before_it() {
    let mut one = searcher(OPTIONS);
    for (limits, check) in [
        (Limits::nodes(1), 2),
        (Limits::nodes(1_022), 1_023),
        (Limits::nodes(1_023), 1_024),
        (Limits::nodes(1_024), 1_024),
        (Limits::default(), 1_024),
    ] {
        one.new_search(limits, &StopToken::default());
        assert_eq!((one.next_check, one.limits), (check, limits));
    }
}

#[test]
fn a_new_search_makes_results_of_earlier_ones_older_and_halves_the_history() {
    let mut one = searcher(OPTIONS);
    let (root, stop) = (Tree::new(GAME), StopToken::default());
    let moves = {
        let mut moves = MoveList::default();
        moves.push(40, 0);
        moves
    };
    one.ordering.update_after_cutoff::<Tree>(&moves, 40, 16, 9);
    let rank_of_forty = |one: &Searcher<Tree>| {
        let mut moves = MoveList::default();
        moves.push(40, 0);
        one.ordering.rank::<Tree>(&mut moves, None, 9);
        moves.take_best().map(|(rank, _)| rank)
    };
    // A killer, and a history of 256.
    assert_eq!(rank_of_forty(&one), Some(26));
    one.search(&root, Limits::depth(1), &stop, |_| {})
        .expect("in range");
    assert_eq!(rank_of_forty(&one), Some(1));
    // The old entry is replaced, although a newer one in the bucket is shallower.
    let key = 1 << 55;
    one.table.store(key, 8, 0, 1, Bound::Exact, None);
    one.search(&root, Limits::depth(1), &stop, |_| {})
        .expect("in range");
    one.search(&root, Limits::depth(1), &stop, |_| {})
        .expect("in range");
    (1..=4).for_each(|at| one.table.store(key + at, 2, 0, 1, Bound::Exact, None));
    assert!(one.table.probe(key).is_none());
}

#[test]
fn a_seed_shuffles_root_moves_of_equal_rank() {
    const EQUAL: &[Place] = &[Place {
        equal: true,
        ..open(0, &[1, 2, 3])
    }];
    let order = |places, seed| {
        let options = Options { seed, ..OPTIONS };
        let moves = searcher(options).root_moves(&Tree::new(places));
        moves
            .iter()
            .map(|candidate| candidate.mv)
            .collect::<Vec<_>>()
    };
    assert_eq!(order(EQUAL, None), [1, 2, 3]);
    let shuffled = (0..9).any(|seed| order(EQUAL, Some(Seed(seed))) != [1, 2, 3]);
    assert!(shuffled);
    // The moves of this game have different ranks.
    for seed in 0..9 {
        assert_eq!(order(GAME, Some(Seed(seed))), [1, 2, 3]);
    }
}
