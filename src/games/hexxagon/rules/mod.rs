//! The rules: boards, positions, moves, games and their ends (Chang, Hexxagon).

pub mod board;
pub mod game;
pub mod grid;
pub mod influence;
pub mod perft;
pub mod plan;
pub mod position;
pub mod word;

pub use board::{Board, BoardError, BoardNumber};
pub(crate) use game::with_position;
pub use game::{
    CellMove, Game, Hexxagon, MoveError, MoveEvent, ParseMoveError, Pieces, PositionError,
};
pub use grid::{Bitboard, Cell, CellIndex, CellSet};
pub use influence::{Influence, influences};
pub use perft::{perft, stoppable_perft};
pub use plan::{Cells, Fault, ParsePlanError, Plan};
pub use position::{Ending, Move, ParseStuckRuleError, Player, Position, StuckRule};
pub use word::Word;
