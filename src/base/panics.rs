//! Converts panics to values, so that a panic in a problem ends only its own run.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use thiserror::Error;

/// A panic, with its message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct PanicError(String);

/// Calls `work`, and returns its panic as an error.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, PanicError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| PanicError(message(&*panic)))
}

/// Does `work`, which runs on a task pool, and returns its panic as an error. Otherwise the thread of the window, which
/// waits for the task, would panic too.
pub async fn catch_panic_in<T>(work: impl Future<Output = T>) -> Result<T, PanicError> {
    let mut work = pin!(work);
    poll_fn(
        |context| match catch_panic(|| work.as_mut().poll(context)) {
            Ok(Poll::Ready(result)) => Poll::Ready(Ok(result)),
            Ok(Poll::Pending) => Poll::Pending,
            Err(why) => Poll::Ready(Err(why)),
        },
    )
    .await
}

/// Returns the message of a panic.
pub fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "it stopped for a reason it did not give".to_owned())
}
