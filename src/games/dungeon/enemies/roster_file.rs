//! The enemies that the project comes with, and those that a player keeps: RON files of programs.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::evolution::{EnemyProblem, Wish, usual_search};
use super::program::{BadTree, Program, Tree, read};
use super::{Breed, Kind, Roster};
use crate::games::dungeon::rules::foe::STRONGEST;
use crate::generation::search::OutOfRange;
use crate::generation::{Run, Seed};
use crate::session::store::{self, SetAside, StoreError};
use crate::session::{Folders, Name, Shelf};

/// Format of the files.
const VERSION: u32 = 1;

/// A set of enemies as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// The command that makes it again, or the game id it was evolved in; for the reader alone.
    origin: String,
    /// The enemies.
    enemies: Vec<WrittenBreed>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenBreed {
    kind: Kind,
    strength: u8,
    patrol: String,
    attack: String,
}

/// Why a set of enemies cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadEnemies {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] StoreError),
    /// There is no such file.
    #[error("{}: there are no such enemies", .0.display())]
    Missing(PathBuf),
    /// A program is none.
    #[error("{}:{line}: enemy {number}, {tree}: {why}", path.display())]
    Tree {
        /// Which file.
        path: PathBuf,
        /// Which line of it, from 1.
        line: usize,
        /// Which enemy, from 1.
        number: usize,
        /// Which tree.
        tree: &'static str,
        /// Why.
        why: BadTree,
    },
    /// A strength is none.
    #[error("{}: enemy {number} has strength {strength}, but must have 1 to {STRONGEST}", path.display())]
    Strength {
        /// Which file.
        path: PathBuf,
        /// Which enemy, from 1.
        number: usize,
        /// The strength found.
        strength: u8,
    },
    /// There is nobody.
    #[error("{}: it holds no enemies", .0.display())]
    Empty(PathBuf),
}

fn breeds(path: &Path, text: &str, written: Written) -> Result<Roster, BadEnemies> {
    if written.enemies.is_empty() {
        return Err(BadEnemies::Empty(path.to_owned()));
    }
    let mut roster = Roster::new();
    for (at, one) in written.enemies.into_iter().enumerate() {
        if !(1..=STRONGEST).contains(&one.strength) {
            return Err(BadEnemies::Strength {
                path: path.to_owned(),
                number: at + 1,
                strength: one.strength,
            });
        }
        let tree = |words: &str, tree: Tree| {
            read(words, tree).map_err(|why| BadEnemies::Tree {
                path: path.to_owned(),
                line: line_of(text, words),
                number: at + 1,
                tree: tree.name(),
                why,
            })
        };
        roster.push(Arc::new(Breed {
            kind: one.kind,
            strength: one.strength,
            program: Program {
                patrol: tree(&one.patrol, Tree::Patrol)?,
                attack: tree(&one.attack, Tree::Attack)?,
            },
        }));
    }
    Ok(roster)
}

/// The line, from 1, that holds some words.
fn line_of(text: &str, words: &str) -> usize {
    let line = text.lines().position(|line| line.contains(words));
    line.map_or(1, |line| line + 1)
}

/// Those that the project comes with.
pub fn shipped() -> &'static Roster {
    static SHIPPED: LazyLock<Roster> = LazyLock::new(|| {
        let text = include_str!("../../../../assets/opponents/dungeon_enemies.ron");
        let path = Path::new("assets/opponents/dungeon_enemies.ron");
        let written: Written = store::parse(path, text, VERSION).expect("a test has read it");
        breeds(path, text, written).expect("a test has read it")
    });
    &SHIPPED
}

/// The shelf of enemies that the player keeps.
pub fn shelf(folders: &Folders) -> Shelf {
    Shelf::of(folders, "enemies")
}

/// The text of a file with enemies.
pub fn text(path: &Path, roster: &[Arc<Breed>], origin: &str) -> Result<String, StoreError> {
    let written = |breed: &Arc<Breed>| WrittenBreed {
        kind: breed.kind,
        strength: breed.strength,
        patrol: breed.program.patrol.to_string(),
        attack: breed.program.attack.to_string(),
    };
    let written = Written {
        origin: origin.to_owned(),
        enemies: roster.iter().map(written).collect(),
    };
    store::text(path, VERSION, &written)
}

/// Keeps enemies under a name.
pub fn keep(
    folders: &Folders,
    name: &Name,
    roster: &[Arc<Breed>],
    origin: &str,
) -> Result<(), StoreError> {
    let path = shelf(folders).path(name);
    store::write_text(&path, &text(&path, roster, origin)?)
}

/// Reads enemies from a file.
pub fn read_file(path: &Path) -> Result<Roster, BadEnemies> {
    let missing = || BadEnemies::Missing(path.to_owned());
    let text = store::read_text(path)?.ok_or_else(missing)?;
    let written: Written = store::parse(path, &text, VERSION)?;
    breeds(path, &text, written)
}

/// Reads enemies from a file; sets a broken one aside under a free name, so that nothing is lost.
pub fn read_or_set_aside(path: &Path) -> Result<Roster, SetAside> {
    read_file(path).map_err(|why| {
        let why = match why {
            BadEnemies::File(why) => why,
            other => StoreError::Text {
                path: path.to_owned(),
                line: match &other {
                    BadEnemies::Tree { line, .. } => *line,
                    _ => 1,
                },
                column: 1,
                what: other.to_string(),
            },
        };
        store::set_aside(path, why)
    })
}

/// Strengths of the bodies that shipped enemies are evolved in.
pub const STRENGTHS: [u8; 3] = [2, 5, 8];

/// How enemies are evolved for a set.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Generations of a run.
    pub generations: u32,
    /// Arenas in which a program fights.
    pub arenas: u32,
    /// Runs of which the best one counts: a run may get stuck early.
    pub runs: u32,
    /// Threads; they change nothing but the time it takes.
    pub threads: usize,
}

/// Evolves one of every kind at every strength; `tell` hears of each, with the best fitness of every
/// generation.
pub fn evolve(
    seed: Seed,
    effort: Effort,
    mut tell: impl FnMut(&Breed, &[f64]),
) -> Result<Roster, OutOfRange> {
    let mut roster = Roster::new();
    for (number, kind) in (0u64..).zip(Kind::ALL) {
        for strength in STRENGTHS {
            let seed = seed.child(number * 100 + u64::from(strength));
            let wish = Wish {
                kind,
                strength,
                arenas: effort.arenas,
            };
            let problem = Arc::new(EnemyProblem::new(wish, seed));
            let mut best: Option<(f64, Arc<Breed>, Vec<f64>)> = None;
            for run in 0..effort.runs.max(1) {
                let found = evolve_one(&problem, effort, seed.child(run.into()))?;
                let better = |(fitness, ..): &(f64, _, _)| found.0 > *fitness;
                if best.as_ref().is_none_or(better) {
                    best = Some(found);
                }
            }
            if let Some((_, breed, curve)) = best {
                tell(&breed, &curve);
                roster.push(breed);
            }
        }
    }
    Ok(roster)
}

/// The best of one run, its fitness, and the best fitness of every generation.
fn evolve_one(
    problem: &Arc<EnemyProblem>,
    effort: Effort,
    seed: Seed,
) -> Result<(f64, Arc<Breed>, Vec<f64>), OutOfRange> {
    let search = crate::generation::Search {
        generations: effort.generations,
        ..usual_search()
    };
    let mut run = Run::new(Arc::clone(problem), search, seed)?;
    let mut curve = Vec::new();
    while run.stopped().is_none() {
        run.step_on(effort.threads);
        curve.extend(run.best().map(|best| best.fitness));
    }
    let best = run.best().expect("founders were born");
    Ok((best.fitness, problem.breed(&best.genome), curve))
}
