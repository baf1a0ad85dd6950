//! What every game gets for free: ids, moves, undo and redo, autosave and resume.

pub mod autosave;
pub mod difficulty;
pub mod id;
pub mod kept;
pub mod record;
pub mod save;
pub mod statistics;
pub mod store;

pub use autosave::Autosave;
pub use difficulty::Difficulty;
pub use id::{BadId, GameId};
pub use kept::{BadName, Name, Shelf};
pub use record::{Rules, Saved, Session};
pub use store::{Folders, SetAside, StoreError};
