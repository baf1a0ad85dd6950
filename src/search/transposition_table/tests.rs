use super::*;
use crate::search::position::{WIN, win_in};

const INFINITY: Score = WIN + 1;

fn table() -> TranspositionTable {
    TranspositionTable::new(1)
}

/// Stores a result of this depth with the depth as its score.
fn store(table: &TranspositionTable, key: u64, depth: u8) {
    table.store(key, depth, 0, depth.into(), Bound::Exact, None);
}

/// The keys whose results are in the table.
fn kept(table: &TranspositionTable, keys: &[u64]) -> Vec<u64> {
    let is_kept = |key: &u64| table.probe(*key).is_some();
    keys.iter().copied().filter(is_kept).collect()
}

#[test]
fn a_table_takes_as_many_megabytes_as_asked_for_and_at_least_one() {
    for (megabytes, buckets) in [(0, 16_384), (1, 16_384), (2, 32_768)] {
        assert_eq!(TranspositionTable::new(megabytes).buckets.len(), buckets);
    }
}

#[test]
fn keys_are_spread_over_all_buckets_in_their_order() {
    let table = table();
    for (key, bucket) in [
        (0, 0),
        ((1 << 50) - 1, 0),
        (1 << 50, 1),
        (1 << 63, 8_192),
        (u64::MAX, 16_383),
    ] {
        assert!(
            std::ptr::eq(table.bucket(key), &table.buckets[bucket]),
            "{key}"
        );
    }
}

#[test]
fn an_entry_and_its_word_say_the_same() {
    let entry = Entry {
        score: -2,
        best_move: 0x1234,
        depth: 0x56,
        bound: Bound::Exact,
        age: 0x78,
    };
    assert_eq!(entry.to_word(), 0x0003_7856_1234_FFFE);
    for bound in Bound::ALL {
        let word = Entry { bound, ..entry }.to_word();
        let read = Entry::from_word(word);
        assert_eq!(
            (read.score, read.best_move, read.depth, read.bound, read.age),
            (-2, 0x1234, 0x56, bound, 0x78)
        );
    }
    assert_eq!(Entry::from_word(EMPTY).bound, Bound::None);
}

#[test]
fn what_was_stored_is_found_by_its_key_alone() {
    let table = table();
    for key in [0, 1, 1 << 50, u64::MAX] {
        assert!(table.probe(key).is_none());
        table.store(key, 5, 3, -120, Bound::Upper, Some(7));
        let entry = table.probe(key).expect("stored");
        assert_eq!(
            (entry.score, entry.depth, entry.bound),
            (-120, 5, Bound::Upper)
        );
        assert_eq!(entry.best_move(), Some(7));
    }
    // The same bucket, but another key.
    assert!(table.probe(2).is_none());
}

#[test]
fn a_slot_that_two_threads_have_written_at_once_is_not_found() {
    let table = table();
    let [first, second] = [Slot::default(), Slot::default()];
    first.write(40, 0x0003_0001_0000_0001);
    second.write(41, 0x0003_0002_0000_0002);
    let slot = &table.bucket(0)[0];
    let half = |slot: &AtomicU64| slot.load(Ordering::Relaxed);
    slot.key_xor_word
        .store(half(&first.key_xor_word), Ordering::Relaxed);
    slot.word.store(half(&second.word), Ordering::Relaxed);
    assert!(kept(&table, &[40, 41]).is_empty());
    slot.word.store(half(&first.word), Ordering::Relaxed);
    assert_eq!(kept(&table, &[40, 41]), [40]);
}

#[test]
fn a_newer_result_of_a_position_replaces_the_older_one() {
    let table = table();
    store(&table, 3, 9);
    store(&table, 4, 9);
    // Even one of less depth.
    store(&table, 4, 2);
    store(&table, 3, 1);
    assert_eq!(
        [3, 4].map(|key| table.probe(key).expect("stored").depth),
        [1, 2]
    );
    let used = table.bucket(0).iter().filter(|slot| slot.read().1 != EMPTY);
    assert_eq!(used.count(), 2);
}

#[test]
fn the_best_move_of_an_earlier_search_of_the_same_position_is_kept() {
    let table = table();
    let best_move = |key| table.probe(key).expect("stored").best_move();
    table.store(3, 4, 0, 10, Bound::Exact, Some(0));
    assert_eq!(best_move(3), Some(0));
    table.store(3, 5, 0, 10, Bound::Upper, None);
    assert_eq!(best_move(3), Some(0));
    table.store(3, 5, 0, 10, Bound::Exact, Some(6));
    assert_eq!(best_move(3), Some(6));
    // Another position that takes the slot has no best move yet.
    for key in 4..8 {
        table.store(key, 9, 0, 10, Bound::Upper, None);
        assert_eq!(best_move(key), None);
    }
    assert_eq!(kept(&table, &[3, 4, 5, 6, 7]), [4, 5, 6, 7]);
}

#[test]
fn an_empty_slot_is_taken_first_and_then_the_shallowest_result() {
    let table = table();
    for (key, depth) in [(1, 5), (2, 0), (3, 7), (4, 5)] {
        store(&table, key, depth);
    }
    assert_eq!(kept(&table, &[1, 2, 3, 4]), [1, 2, 3, 4]);
    store(&table, 5, 1);
    assert_eq!(kept(&table, &[1, 2, 3, 4, 5]), [1, 3, 4, 5]);
    store(&table, 6, 6);
    assert_eq!(kept(&table, &[1, 3, 4, 5, 6]), [1, 3, 4, 6]);
    // The first of equally shallow ones.
    store(&table, 7, 6);
    assert_eq!(kept(&table, &[1, 3, 4, 6, 7]), [3, 4, 6, 7]);
}

#[test]
fn a_result_counts_four_plies_less_for_each_search_since_then() {
    for (depth, searches, replaced) in [
        // The shallower one of the same search goes.
        (9, 0, 2),
        (7, 0, 1),
        // The first result counts 12 - 4, and the others 8 and more; the first of equal ones goes.
        (12, 1, 1),
        (13, 1, 2),
        (15, 2, 1),
        (17, 2, 2),
    ] {
        let table = table();
        store(&table, 1, depth);
        (0..searches).for_each(|_| table.new_search());
        for key in 2..5 {
            store(&table, key, 8 + key as u8 - 2);
        }
        store(&table, 9, 3);
        let others = [1, 2, 3, 4].into_iter().filter(|key| *key != replaced);
        assert_eq!(
            kept(&table, &[1, 2, 3, 4]),
            others.collect::<Vec<u64>>(),
            "depth {depth}, {searches} searches ago"
        );
    }
}

#[test]
fn the_age_of_results_starts_again_after_its_last_value() {
    let table = table();
    (0..255).for_each(|_| table.new_search());
    store(&table, 1, 10);
    table.new_search();
    for key in 2..5 {
        store(&table, key, 7);
    }
    // The first result is one search old, not 255 searches younger.
    store(&table, 5, 7);
    assert_eq!(kept(&table, &[1, 2, 3, 4, 5]), [2, 3, 4, 5]);
}

#[test]
fn wins_and_losses_are_stored_by_their_distance_from_the_position() {
    let table = table();
    for (score, stored) in [
        (win_in(9), win_in(5)),
        (-win_in(9), -win_in(5)),
        (300, 300),
        (-300, -300),
    ] {
        table.store(1, 6, 4, score, Bound::Exact, None);
        let entry = table.probe(1).expect("stored");
        assert_eq!(Score::from(entry.score), stored);
        // The same position at ply 6 is two plies further away.
        let at_six = relative_to_root(stored, 6);
        assert_eq!(entry.cutoff(6, 6, -INFINITY, INFINITY), Some(at_six));
    }
}

/// An entry of depth 5.
fn entry(score: Score, bound: Bound) -> Entry {
    Entry {
        score: score as i16,
        best_move: 0,
        depth: 5,
        bound,
        age: 0,
    }
}

#[test]
fn a_result_that_is_deep_enough_ends_a_search_by_its_bound() {
    let cutoff = |bound, depth, alpha, beta| entry(70, bound).cutoff(depth, 0, alpha, beta);
    for depth in [0, 4, 5] {
        for (alpha, beta) in [
            (-INFINITY, INFINITY),
            (69, 71),
            (70, 71),
            (69, 70),
            (0, 1),
            (90, 91),
        ] {
            assert_eq!(cutoff(Bound::Exact, depth, alpha, beta), Some(70));
            let at_least = (beta <= 70).then_some(70);
            assert_eq!(cutoff(Bound::Lower, depth, alpha, beta), at_least);
            let at_most = (alpha >= 70).then_some(70);
            assert_eq!(cutoff(Bound::Upper, depth, alpha, beta), at_most);
            assert_eq!(cutoff(Bound::None, depth, alpha, beta), None);
        }
    }
    // A deeper search needs its own result.
    for bound in Bound::ALL {
        for (alpha, beta) in [(0, 1), (90, 91), (-INFINITY, INFINITY)] {
            assert_eq!(cutoff(bound, 6, alpha, beta), None);
        }
    }
}

#[test]
fn a_decided_result_that_is_not_deep_enough_shows_a_win_or_a_loss_but_not_the_shortest() {
    let (win, loss) = (win_in(3), -win_in(3));
    let cutoff = |score, bound, alpha, beta| entry(score, bound).cutoff(6, 0, alpha, beta);
    for bound in [Bound::Exact, Bound::Lower] {
        // The win is at least so good, so that it is too good for the opponent.
        assert_eq!(cutoff(win, bound, win - 1, win), Some(win));
        assert_eq!(cutoff(win, bound, 0, 1), Some(win));
        // It may be better.
        assert_eq!(cutoff(win, bound, win, win + 1), None);
        assert_eq!(cutoff(win, bound, -INFINITY, INFINITY), None);
    }
    for bound in [Bound::Exact, Bound::Upper] {
        assert_eq!(cutoff(loss, bound, loss, loss + 1), Some(loss));
        assert_eq!(cutoff(loss, bound, 0, 1), Some(loss));
        assert_eq!(cutoff(loss, bound, loss - 1, loss), None);
        assert_eq!(cutoff(loss, bound, -INFINITY, INFINITY), None);
    }
    // An upper bound on a win, or a lower bound on a loss, is valid only at its own depth.
    assert_eq!(cutoff(win, Bound::Upper, win, win + 1), None);
    assert_eq!(cutoff(loss, Bound::Lower, loss - 1, loss), None);
    // A bound in the other direction says nothing about a win or a loss.
    assert_eq!(cutoff(win, Bound::Upper, 0, 1), None);
    assert_eq!(cutoff(loss, Bound::Lower, 0, 1), None);
}
