//! Converts panics to values, so that a panic in a problem ends only its own run.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Calls `work`. If it panics, the message of the panic is returned as an error.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        text.unwrap_or_else(|| "it stopped for a reason it did not give".to_owned())
    })
}
