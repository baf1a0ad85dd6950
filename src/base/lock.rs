//! Locking a mutex even after another thread has panicked with it.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex. A panic in another thread leaves the data usable, because this program only ever
/// replaces such data as a whole.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
