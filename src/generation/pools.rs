//! Work on Bevy's background threads: in pieces, or as a whole with a guard against panics.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use bevy::app::TaskPoolPlugin;
use bevy::log::{error, warn};
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task, available_parallelism};

use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};

use crate::base::{PanicError, catch_panic, catch_panic_in, lock};

/// The priority of background threads, from 0 to 99; about 50 is usual. On Linux this is a niceness of 5: a frame takes
/// a core from them at once, and on a machine with other work they still get a third of the share of a usual thread.
const BACKGROUND: u8 = 35;

/// Bevy's task pools with as many background threads as the machine has cores. No piece of a run goes to the pool of
/// the frames, because a frame would wait behind it. The operating system shares the cores between both, and prefers
/// the frames.
pub fn task_pools() -> TaskPoolPlugin {
    let mut plugin = TaskPoolPlugin::default();
    let threads = available_parallelism();
    plugin.task_pool_options.async_compute.min_threads = threads;
    plugin.task_pool_options.async_compute.max_threads = threads;
    plugin.task_pool_options.async_compute.on_thread_spawn = Some(Arc::new(yield_to_frames));
    plugin
}

/// Lowers the priority of the thread that calls it. Where the system refuses, the thread keeps its own.
pub fn yield_to_frames() {
    let lower = ThreadPriorityValue::try_from(BACKGROUND).map(ThreadPriority::Crossplatform);
    let set = lower
        .and_then(|lower| set_current_thread_priority(lower).map_err(|why| format!("{why:?}")));
    if let Err(why) = set {
        warn!("a background thread keeps its priority: {why}");
    }
}

/// Runs pieces of work in the background and passes their results on in order. The pieces may be made while they are
/// run. Few of them wait at a time, because other background work waits behind them.
pub async fn run_pieces<T: Send + 'static, W: Future<Output = T> + Send + 'static>(
    pieces: impl Iterator<Item = W>,
    mut done: impl FnMut(T),
) {
    let pool = AsyncComputeTaskPool::get();
    let mut waiting = VecDeque::new();
    for piece in pieces {
        if waiting.len() > pool.thread_num()
            && let Some(first) = waiting.pop_front()
        {
            let first: Task<T> = first;
            done(first.await);
        }
        waiting.push_back(pool.spawn(piece));
    }
    for piece in waiting {
        done(piece.await);
    }
}

/// Does long work in the background. If it panics, `on_panic` gets the panic, so that a watcher of the work learns
/// that it has ended.
pub fn spawn_guarded(
    work: impl Future<Output = ()> + Send + 'static,
    on_panic: impl FnOnce(PanicError) + Send + 'static,
) -> Task<()> {
    AsyncComputeTaskPool::get().spawn(async move {
        if let Err(why) = catch_panic_in(work).await {
            on_panic(why);
        }
    })
}

/// Gives up something large in the background, because it takes milliseconds to free many small pieces of memory.
pub fn drop_in_background(old: impl Send + 'static) {
    let free = async move { drop(old) };
    AsyncComputeTaskPool::get().spawn(free).detach();
}

/// A task without work, for a run that another task has.
pub fn spawn_nothing() -> Task<()> {
    AsyncComputeTaskPool::get().spawn(async {})
}

/// Makes something to look at in the background. If that panics, the reason goes to the log, and the result is the
/// default.
pub fn spawn_or_default<T: Default + Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Task<T> {
    AsyncComputeTaskPool::get().spawn(async move {
        catch_panic(work).unwrap_or_else(|why| {
            error!("nothing can be shown: {why}");
            T::default()
        })
    })
}

/// Takes the result of background work if it is ready. After that there is no task any more, so that new work may begin.
pub fn take_result<T>(task: &mut Option<Task<T>>) -> Option<T> {
    let result = check_ready(task.as_mut()?)?;
    *task = None;
    Some(result)
}

/// Waits until no background thread works on anything, for at most so long. Then all of them stand still until this
/// returns.
pub fn wait_for_background_threads(longest: Duration) {
    let Some(pool) = AsyncComputeTaskPool::try_get() else {
        return;
    };
    let (ends, end) = (Instant::now() + longest, Arc::new(Mutex::new(())));
    let guard = lock(&end);
    let (arrive, arrived) = mpsc::channel();
    // A thread takes only one of these tasks, because it waits in it until all have arrived.
    for _ in 0..pool.thread_num() {
        let (arrive, end) = (arrive.clone(), Arc::clone(&end));
        pool.spawn(async move {
            let _ = arrive.send(());
            drop(lock(&end));
        })
        .detach();
    }
    for _ in 0..pool.thread_num() {
        let left = ends.saturating_duration_since(Instant::now());
        if arrived.recv_timeout(left).is_err() {
            warn!("something is still computed in the background");
            break;
        }
    }
    drop(guard);
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::sync::atomic::{AtomicBool, Ordering};

    use bevy::tasks::futures_lite::future::block_on;

    use super::*;

    #[test]
    fn work_in_the_background_is_waited_for_but_not_for_ever() {
        AsyncComputeTaskPool::get_or_init(Default::default);
        let (begun, is_done) = (mpsc::channel(), Arc::new(AtomicBool::new(false)));
        let (begin, done) = (begun.0.clone(), Arc::clone(&is_done));
        let work = spawn_or_default(move || {
            let _ = begin.send(());
            std::thread::sleep(Duration::from_millis(100));
            done.store(true, Ordering::SeqCst);
        });
        begun.1.recv().expect("it begins");
        wait_for_background_threads(Duration::from_secs(300));
        assert!(is_done.load(Ordering::SeqCst));
        drop(work);
        let (stop, stopped) = mpsc::channel::<()>();
        let endless = spawn_or_default(move || stopped.recv().unwrap_or_default());
        wait_for_background_threads(Duration::from_millis(20));
        drop((stop, endless));
    }

    #[test]
    fn a_result_is_taken_once_and_then_there_is_no_task() {
        AsyncComputeTaskPool::get_or_init(Default::default);
        let mut task = Some(spawn_or_default(|| 7));
        let result = loop {
            match take_result(&mut task) {
                Some(result) => break result,
                None => std::thread::yield_now(),
            }
        };
        assert_eq!(result, 7);
        assert!(task.is_none());
        assert_eq!(take_result(&mut task), None);
    }

    #[test]
    fn pieces_come_in_order_and_few_of_them_wait_at_a_time() {
        let pool = AsyncComputeTaskPool::get_or_init(Default::default);
        let most = pool.thread_num() + 1;
        let done = RefCell::new(Vec::new());
        let mut longest = 0;
        let pieces = (0..5 * most).map(|number| {
            longest = longest.max(number - done.borrow().len());
            async move { number }
        });
        block_on(run_pieces(pieces, |number| done.borrow_mut().push(number)));
        assert_eq!(*done.borrow(), (0..5 * most).collect::<Vec<_>>());
        assert_eq!(longest, most);
    }

    #[test]
    fn a_panic_in_the_background_is_told_or_leaves_the_default() {
        AsyncComputeTaskPool::get_or_init(Default::default);
        let nothing: Task<u32> = spawn_or_default(|| panic!("on purpose"));
        assert_eq!(block_on(nothing), 0);
        let told = Arc::new(Mutex::new(Vec::new()));
        for breaks in [false, true] {
            let told = Arc::clone(&told);
            let work = async move { assert!(!breaks, "on purpose") };
            block_on(spawn_guarded(work, move |why| {
                lock(&told).push(why.to_string())
            }));
        }
        assert_eq!(*lock(&told), ["on purpose"]);
    }

    #[test]
    fn the_background_has_a_thread_for_each_core() {
        let policy = task_pools().task_pool_options.async_compute;
        let cores = available_parallelism();
        assert_eq!((policy.min_threads, policy.max_threads), (cores, cores));
        assert!(policy.on_thread_spawn.is_some());
    }

    #[test]
    fn a_task_that_is_not_ready_stays() {
        AsyncComputeTaskPool::get_or_init(Default::default);
        let mut endless = Some(AsyncComputeTaskPool::get().spawn(std::future::pending::<u32>()));
        assert_eq!(take_result(&mut endless), None);
        assert!(endless.is_some());
        block_on(spawn_nothing());
    }
}
