//! A lock that can be taken even if another thread has panicked while it held it.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex. After a panic in another thread the data is still usable, because this program always replaces such data
/// as a whole.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
