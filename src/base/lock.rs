//! Locks that a panic elsewhere does not break.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The data behind a lock. A panic in another thread leaves the data usable, because this program only ever
/// replaces such data as a whole.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
