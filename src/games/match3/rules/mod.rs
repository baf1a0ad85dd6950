//! The rules of match-3: pure, fast and the same for play, simulation, feasibility and drawing.

pub mod board;
pub mod event;
pub mod fill;
pub mod game;
pub mod goal;
pub mod grid;
pub mod kind;
pub mod swaps;

pub use board::{Board, CannotDeal, Colour};
pub use event::{Event, Witness};
pub use fill::Fill;
pub use game::{Game, Refusal, Status};
pub use goal::{BadGoals, Goal, Goals};
pub use grid::{Cell, Cells, Size};
pub use kind::{Kind, Kinds};
pub use swaps::{Swap, Swaps};
