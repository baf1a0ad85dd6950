//! The number of threads of a command.

use clap::Args;

use crate::base::available_threads;

/// The argument that limits the threads of a command.
#[derive(Clone, Copy, Debug, Args)]
pub struct ThreadArgs {
    /// Number of threads, 1 to 256 [default: one a core]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
}

impl ThreadArgs {
    /// The number of threads.
    pub fn count(self) -> usize {
        self.threads
            .map_or_else(available_threads, |count| count as usize)
    }
}
