//! The rules of match-3. They are pure, and play, simulation, feasibility and drawing all use them.

mod blasts;
pub mod board;
mod dealing;
pub mod event;
pub mod fill;
pub mod game;
pub mod goal;
pub mod grid;
pub mod kind;
pub mod power;
pub mod swaps;
#[cfg(test)]
mod tests;

pub use board::{Board, Colour};
pub use dealing::DealError;
pub use event::{Event, Observer};
pub use fill::Fill;
pub use game::{Game, Match3, MoveError, Status};
pub use goal::{Goal, Goals, GoalsError};
pub use grid::{Cell, Cells, Size, SizeError};
pub use kind::{Kind, Kinds};
pub use power::{Blast, Power};
pub use swaps::{Swap, Swaps};
