//! The lowest layer: keyed random streams, range checks, work on several threads. It depends on no other layer.

pub mod lock;
pub mod panics;
pub mod parallel;
pub mod random;
pub mod range;

pub use lock::lock;
pub use panics::catch_panic;
pub use parallel::{parallel_map, try_parallel_map};
pub use random::{Purpose, Seed, SeedError, Stream};
pub use range::{RangeError, check_range};
