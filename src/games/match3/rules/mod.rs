//! The rules of match-3: pure, fast and the same for play, simulation, feasibility and drawing.

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

pub use board::{Board, Colour};
pub use dealing::CannotDeal;
pub use event::{Event, Witness};
pub use fill::Fill;
pub use game::{Game, Refusal, Status};
pub use goal::{BadGoals, Goal, Goals};
pub use grid::{Cell, Cells, Size};
pub use kind::{Kind, Kinds};
pub use power::{Blast, Power};
pub use swaps::{Swap, Swaps};
