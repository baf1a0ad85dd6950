//! The subcommands of the dungeon, which need no display.

mod enemies;
mod generate;
mod simulate;

pub use enemies::{EnemiesError, GenerateEnemiesArgs, generate_enemies};
pub use generate::{GenerateDungeonArgs, generate_dungeon};
pub use simulate::{SimulateDungeonArgs, SimulateError, simulate_dungeon};
