//! The rules: boards, positions, moves and results. They are plain Rust and do not use Bevy.

pub mod board;
pub mod game;
pub mod line_game;
pub mod lines;
pub mod ultimate;

pub use board::{Board, BoardError, Cell, LineBoard, Side};
pub use game::{Event, Game, MoveError, Status, TicTacToe};
pub use line_game::LineGame;
pub use ultimate::UltimateGame;
