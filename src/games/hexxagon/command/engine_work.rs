//! The work of the engine on a thread of its own, so that it answers other lines meanwhile.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};

use crate::base::{catch_panic, lock};
use crate::search::StopToken;

/// A search or a count that is under way.
pub(super) struct Work {
    thread: JoinHandle<()>,
    stop: StopToken,
    /// Whether the work has ended. The thread sets it before it sends the answer, because the other
    /// program may react at once.
    done: Arc<AtomicBool>,
    /// Whether the work should be finished at the end of the input, when `stop` can no longer be sent.
    is_awaited_at_end: bool,
}

impl Work {
    /// Starts work that returns its last line; a panic becomes an error line. Fails if the system grants no thread.
    pub(super) fn start<W: Write + Send + 'static>(
        out: &Arc<Mutex<W>>,
        is_awaited_at_end: bool,
        work: impl FnOnce(&StopToken) -> String + Send + 'static,
    ) -> io::Result<Self> {
        let (stop, done) = (StopToken::default(), Arc::new(AtomicBool::new(false)));
        let (token, set_done, out) = (stop.clone(), Arc::clone(&done), Arc::clone(out));
        let thread = Builder::new().spawn(move || {
            let answer = catch_panic(|| work(&token));
            let answer = answer.unwrap_or_else(|why| format!("error the search broke: {why}"));
            set_done.store(true, Ordering::Release);
            send(&out, &answer);
        })?;
        Ok(Work {
            thread,
            stop,
            done,
            is_awaited_at_end,
        })
    }

    /// Whether the work has ended.
    pub(super) fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    /// Stops the work, and waits until its answer has been sent.
    pub(super) fn stop(self) {
        self.stop.stop();
        self.wait();
    }

    /// Ends the work at the end of the input: it is stopped, or awaited if it ends by itself.
    pub(super) fn end(self) {
        if self.is_awaited_at_end {
            self.wait();
        } else {
            self.stop();
        }
    }

    /// Waits for the thread. It has no panic to pass on, because the work is guarded.
    fn wait(self) {
        let _ = self.thread.join();
    }
}

/// Writes a line. It ignores errors, because the other program may have closed its end.
pub(super) fn send<W: Write>(out: &Mutex<W>, line: &str) {
    let mut out = lock(out);
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
