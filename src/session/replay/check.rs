//! Makes the moves of a replay again, and compares the result with what the file says.

use bevy::tasks::{AsyncComputeTaskPool, ComputeTaskPool, block_on};

use super::{Field, ReplayError, ReplayFile};
use crate::base::PlainError;
use crate::session::game::{Ending, Game, Origin, Preparation, StartError};
use crate::session::store::Folders;
use crate::session::table::Table;
use crate::session::variation::Variation;

/// The result of the moves of a replay that agrees with its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The number of moves.
    pub moves: usize,
    /// The ending of the game.
    pub ending: Ending,
    /// The points.
    pub points: u32,
}

/// Puts the game of a replay on a table, at its end, in slices. The error names the field of the file that is wrong.
pub async fn table_of<G: Game>(
    file: &ReplayFile,
    folders: Option<&Folders>,
) -> Result<Table<G>, ReplayError> {
    let wrong_id = |why: PlainError| ReplayError::new(Field::Id, why);
    let origin = Origin::<G>::parse(&file.id).map_err(wrong_id)?;
    let moves = G::read_moves(&file.moves).map_err(|why| ReplayError::new(Field::Moves, why))?;
    let extra = if file.extra.is_empty() {
        G::Extra::default()
    } else {
        let read = ron::from_str(&file.extra);
        read.map_err(|why| ReplayError::new(Field::Extra, why))?
    };
    let refused = |why: StartError| wrong_id(why.into());
    let content = match G::replay_content(&origin) {
        Some(content) => content,
        None => match G::prepare(&origin, folders).map_err(refused)? {
            Preparation::Ready(content) => content,
            Preparation::Working(work) => work.await.map_err(wrong_id)?,
        },
    };
    let table = Table::new(origin, content, G::Extra::default()).map_err(refused)?;
    let table = table.replaying(moves, extra).await;
    let table = table.map_err(|why| ReplayError::new(Field::Moves, why))?;
    let table = match file.resigned {
        None => table,
        Some(seat) => table
            .with_resignation(seat)
            .map_err(|why| ReplayError::new(Field::Resigned, why))?,
    };
    let wrong = |why: PlainError| ReplayError::new(Field::Variations, why);
    let mut variations = Vec::new();
    for variation in &file.variations {
        variations.push(Variation {
            after: variation.after,
            moves: G::read_moves(&variation.moves).map_err(wrong)?,
        });
    }
    let table = table.with_variations(variations).await;
    table.map_err(|why| wrong(why.into()))
}

/// Makes the moves of a replay again. A difference from the file is an error that names it.
pub async fn check<G: Game>(file: &ReplayFile) -> Result<Checked, ReplayError> {
    let table = table_of::<G>(file, None).await?;
    let differs = |field, said: String, is: String| {
        let why = format!("the file says {said}, but the moves give {is}");
        Err(ReplayError::new(field, why))
    };
    let (moves, points) = (table.moves().len(), G::points(&table));
    let Some(ending) = table.ending() else {
        let why = format!("the game has not ended after its {moves} moves");
        return Err(ReplayError::new(Field::Moves, why));
    };
    if moves != file.length {
        let length = |moves: usize| format!("a length of {moves}");
        return differs(Field::Length, length(file.length), length(moves));
    }
    if ending != file.ending {
        let [said, is] = [file.ending, ending].map(|ending| ending.to_string());
        return differs(Field::Ending, said, is);
    }
    if points != file.points {
        let [said, is] = [file.points, points].map(|points| format!("{points} points"));
        return differs(Field::Points, said, is);
    }
    Ok(Checked {
        moves,
        ending,
        points,
    })
}

/// The check of the replays of a game, for the command line.
#[derive(Clone, Copy)]
pub struct Checker {
    /// The key of the game.
    pub game: &'static str,
    /// Checks a replay at once.
    pub check: fn(&ReplayFile) -> Result<Checked, ReplayError>,
}

impl Checker {
    /// The checker of a game.
    pub const fn of<G: Game>() -> Self {
        Checker {
            game: G::KEY,
            check: check_now::<G>,
        }
    }
}

/// Checks a replay at once. Some content is made on the task pools, which a command has to start first.
fn check_now<G: Game>(file: &ReplayFile) -> Result<Checked, ReplayError> {
    ComputeTaskPool::get_or_init(Default::default);
    AsyncComputeTaskPool::get_or_init(Default::default);
    block_on(check::<G>(file))
}
