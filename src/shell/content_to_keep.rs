//! A content of a game, such as a level, that its player can put on the shelf.

use std::path::Path;
use std::sync::Arc;

use crate::session::{Autosave, FileName, Folders, Library, SaveError};

/// Saves a content in a file of a name.
type SaveContent =
    Arc<dyn Fn(&mut Autosave, &Folders, &FileName) -> Result<(), SaveError> + Send + Sync>;
/// Whether a file holds a content.
type IsContentOfFile = Arc<dyn Fn(&Path) -> bool + Send + Sync>;

/// The content of a game that its player can keep.
#[derive(Clone)]
pub struct ContentToKeep {
    /// The key of the words before the field for its name.
    pub label: &'static str,
    /// The name that is offered.
    pub name: String,
    /// The library in which it is kept.
    pub library: fn(&Folders) -> Library,
    /// Saves it in a file of a name.
    pub keep: SaveContent,
    /// Whether a file holds it.
    pub is_in: IsContentOfFile,
}
