//! The lowest layer: keyed random streams, range checks, rates with their errors, work on several threads, errors,
//! quotes in messages, numbers in texts, the word that a mistyped one is near to, places in RON text. It depends on no other layer.

pub mod bounded;
pub mod digits;
pub mod excerpt;
pub mod lock;
pub mod mean;
pub mod nearest;
pub mod panics;
pub mod parallel;
pub mod plain_error;
pub mod random;
pub mod range;
pub mod rate;
pub mod ron_tokens;
pub mod seed_text;
pub mod smoothstep;
pub mod towards;

pub use digits::parse_digits;
pub use excerpt::{QUOTE, SHORT, excerpt};
pub use lock::lock;
pub use mean::Mean;
pub use nearest::nearest_word;
pub use panics::{PanicError, catch_panic, catch_panic_in};
pub use parallel::{available_threads, parallel_map, try_parallel_map};
pub use plain_error::PlainError;
pub use random::{Purpose, Seed, SeedError, Stream, text_hash};
pub use range::{RangeError, check_range};
pub use rate::{PairedDifference, Rate};
pub use smoothstep::smoothstep;
pub use towards::Towards;
