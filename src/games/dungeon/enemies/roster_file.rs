//! Roster files: RON files of enemies, which the project ships and players save.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::base::PlainError;
use crate::games::dungeon::rules::enemy::MAX_STRENGTH;
use crate::games::dungeon::rules::program::{self, Program, TreeError, TreeKind};
use crate::games::dungeon::rules::{Adaptation, Breed, EnemyKind, Roster};
use crate::session::library::{no_free_name, plain_names};
use crate::session::store::{self, StoreError};
use crate::session::{Autosave, FileName, FileReport, Folders, Library, SaveError};

/// The version of the file format.
const VERSION: u32 = 1;

/// The content of a roster file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RosterFile {
    /// The command that makes the file again, or the game id in which the enemies evolved. The program ignores it.
    origin: String,
    /// The enemies.
    enemies: Vec<BreedEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BreedEntry {
    kind: EnemyKind,
    strength: u8,
    patrol: String,
    attack: String,
    /// The adaptation that the enemy was born with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    adaptation: Option<Adaptation>,
}

/// The reason why a roster file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RosterError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] StoreError),
    /// A tree is invalid.
    #[error("{}: line {line}: enemy {number}, {tree}: {why}", path.display())]
    Tree {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The number of the enemy, from 1.
        number: usize,
        /// The name of the tree.
        tree: &'static str,
        /// The reason.
        why: TreeError,
    },
    /// A strength is outside its range.
    #[error("{}: enemy {number} has strength {strength}, but must have 1 to {MAX_STRENGTH}", path.display())]
    Strength {
        /// The file.
        path: PathBuf,
        /// The number of the enemy, from 1.
        number: usize,
        /// The strength.
        strength: u8,
    },
    /// An enemy has an adaptation that its kind cannot have.
    #[error("{}: enemy {number} is a {kind}, which cannot have {adaptation:?}", path.display())]
    Adaptation {
        /// The file.
        path: PathBuf,
        /// The number of the enemy, from 1.
        number: usize,
        /// The kind of the enemy.
        kind: EnemyKind,
        /// The adaptation.
        adaptation: Adaptation,
    },
    /// The file holds no enemies.
    #[error("{}: it holds no enemies", .0.display())]
    Empty(PathBuf),
}

/// The roster of a parsed file; `text` is only for the line numbers of errors.
fn roster(path: &Path, text: &str, file: RosterFile) -> Result<Roster, RosterError> {
    if file.enemies.is_empty() {
        return Err(RosterError::Empty(path.to_owned()));
    }
    let mut breeds = Roster::new();
    for (at, entry) in file.enemies.into_iter().enumerate() {
        if !(1..=MAX_STRENGTH).contains(&entry.strength) {
            return Err(RosterError::Strength {
                path: path.to_owned(),
                number: at + 1,
                strength: entry.strength,
            });
        }
        let tree = |words: &str, kind: TreeKind| {
            program::read(words, kind).map_err(|why| RosterError::Tree {
                path: path.to_owned(),
                line: line_of(text, words),
                number: at + 1,
                tree: kind.name(),
                why,
            })
        };
        if let Some(adaptation) = entry.adaptation.filter(|one| !one.suits(entry.kind)) {
            return Err(RosterError::Adaptation {
                path: path.to_owned(),
                number: at + 1,
                kind: entry.kind,
                adaptation,
            });
        }
        breeds.push(Arc::new(Breed {
            kind: entry.kind,
            strength: entry.strength,
            program: Program {
                patrol: tree(&entry.patrol, TreeKind::Patrol)?,
                attack: tree(&entry.attack, TreeKind::Attack)?,
            },
            adaptation: entry.adaptation,
        }));
    }
    Ok(breeds)
}

/// The number of the first line that holds a text, from 1.
fn line_of(text: &str, words: &str) -> usize {
    let line = text.lines().position(|line| line.contains(words));
    line.map_or(1, |line| line + 1)
}

/// The library of the enemies that the player has saved.
pub fn library(folders: &Folders) -> Library {
    Library::of(folders, "enemies")
}

impl RosterFile {
    fn of(roster: &[Arc<Breed>], origin: &str) -> Self {
        let entry = |breed: &Arc<Breed>| BreedEntry {
            kind: breed.kind,
            strength: breed.strength,
            patrol: breed.program.patrol.to_string(),
            attack: breed.program.attack.to_string(),
            adaptation: breed.adaptation,
        };
        RosterFile {
            origin: origin.to_owned(),
            enemies: roster.iter().map(entry).collect(),
        }
    }
}

/// The text of a roster file.
pub fn text(path: &Path, roster: &[Arc<Breed>], origin: &str) -> Result<String, StoreError> {
    store::text(path, VERSION, &RosterFile::of(roster, origin))
}

/// Saves enemies under the first name like `name` that is free, and returns it. The file is written in the background.
/// Enemies that are saved under such a name already are not saved again.
pub fn save_once(
    autosave: &mut Autosave,
    folders: &Folders,
    name: &str,
    roster: &[Arc<Breed>],
    origin: &str,
) -> Result<FileName, PlainError> {
    let (library, file) = (library(folders), RosterFile::of(roster, origin));
    for name in plain_names(name) {
        let path = library.path(&name);
        let kept = autosave.peek::<RosterFile>(&path, VERSION);
        if kept.is_some_and(|kept| kept.enemies == file.enemies) {
            return Ok(name);
        }
        if !autosave.exists(&path) {
            autosave.write_new(&library, &name, VERSION, &file)?;
            return Ok(name);
        }
    }
    Err(no_free_name())
}

/// Saves enemies under a free name. The file is written in the background.
pub fn save(
    autosave: &mut Autosave,
    folders: &Folders,
    name: &FileName,
    roster: &[Arc<Breed>],
    origin: &str,
) -> Result<(), SaveError> {
    let file = RosterFile::of(roster, origin);
    autosave.write_new(&library(folders), name, VERSION, &file)
}

/// Reads a roster file.
pub fn read(path: &Path) -> Result<Roster, RosterError> {
    let text = store::read_existing(path)?;
    parse(path, &text)
}

/// Reads a roster file, also one that still waits for the disk. A broken file is set aside, so that nothing is lost.
pub fn read_or_set_aside(autosave: &mut Autosave, path: &Path) -> Result<Roster, FileReport> {
    let text = autosave.file(path).existing_text();
    let roster = text.map_err(RosterError::from);
    let roster = roster.and_then(|text| parse(path, &text));
    roster.map_err(|why| {
        let why = match why {
            RosterError::File(why) => why,
            other => {
                let line = match &other {
                    RosterError::Tree { line, .. } => *line,
                    _ => 1,
                };
                StoreError::text(path, line, 1, &other.to_string())
            }
        };
        autosave.set_aside(path, why)
    })
}

/// Parses the text of a roster file; `path` is only for errors.
pub(super) fn parse(path: &Path, text: &str) -> Result<Roster, RosterError> {
    let file: RosterFile = store::parse(path, text, VERSION)?;
    roster(path, text, file)
}
