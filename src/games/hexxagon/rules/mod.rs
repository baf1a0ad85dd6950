//! The rules: boards, positions, moves and ends. Nothing here knows of Bevy.

pub mod board;
pub mod game;
pub mod grid;
pub mod perft;
pub mod plan;
pub mod position;

pub use board::{BadBoard, Board, BoardNumber};
pub use game::{BadMove, BadPosition, CellMove, Game, Hexxagon, Pieces, Refusal, Turn};
pub use grid::{Cell, Spot, Spots};
pub use perft::perft;
pub use plan::{BadCode, Cells, Fault, Plan};
pub use position::{Ending, Move, Player, Position, Stuck};
