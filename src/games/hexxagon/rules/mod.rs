//! The rules: boards, positions, moves and ends. Nothing here knows of Bevy.

pub mod board;
pub mod grid;
pub mod perft;
pub mod position;

pub use board::{BadBoard, Board, BoardNumber};
pub use grid::{Cell, Spot, Spots};
pub use perft::perft;
pub use position::{Ending, Move, Player, Position, Stuck};
