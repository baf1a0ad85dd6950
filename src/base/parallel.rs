//! A parallel map whose results do not depend on the number of threads.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// The number of threads that the machine runs at once; 1 if it does not tell.
pub fn available_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Computes `work(0)` to `work(count - 1)` on up to `threads` threads and returns the results in this order. A panic in
/// `work` is passed on.
pub fn parallel_map<T: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let work = |(): &mut (), at| Ok::<T, Infallible>(work(at));
    match try_parallel_map(count, threads, || (), work) {
        Ok(results) => results,
        Err(never) => match never {},
    }
}

/// Like [`parallel_map`], but the work can fail, and each thread has its own state, which `start` makes. After the first
/// error no further work begins, and the error with the lowest index is returned.
pub fn try_parallel_map<S, T: Send, E: Send>(
    count: usize,
    threads: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let run = || {
        let (mut own, mut done) = (start(), Vec::new());
        while !failed.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                break;
            }
            let result = work(&mut own, at);
            failed.fetch_or(result.is_err(), Ordering::Relaxed);
            done.push((at, result));
        }
        done
    };
    let mut all: Vec<(usize, Result<T, E>)> = thread::scope(|scope| {
        // Where the system grants no further thread, those that have started do all of the work.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, run).ok();
        let helpers: Vec<_> = (1..threads.min(count)).map_while(spawn).collect();
        let mut all = run();
        for helper in helpers {
            match helper.join() {
                Ok(done) => all.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    });
    all.sort_unstable_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        for threads in [0, 1, 2, 7] {
            let squares = parallel_map(100, threads, |at| at * at);
            assert_eq!(squares, (0..100).map(|at| at * at).collect::<Vec<_>>());
        }
        assert!(parallel_map(0, 4, |at| at).is_empty());
    }

    #[test]
    fn an_error_ends_the_work_and_is_returned() {
        let run = |threads| {
            let done = AtomicUsize::new(0);
            let result = try_parallel_map(
                10_000,
                threads,
                || (),
                |(), at| {
                    done.fetch_add(1, Ordering::Relaxed);
                    if at == 5 { Err(at) } else { Ok(at) }
                },
            );
            (result, done.into_inner())
        };
        assert_eq!(run(1), (Err(5), 6));
        assert_eq!(run(3).0, Err(5));
    }
}
