//! What a game fills in so that the table can run it: what it is, how it starts and where it stands.

use std::fmt::{Debug, Display};
use std::pin::Pin;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::id::{GameId, IdError};
use super::record::{Rules, SavedMoves};
use super::seat::Seat;
use super::store::Folders;
use super::table::Table;
use crate::base::Seed;
use crate::generation::{EvolutionParameters, Pick};

/// A game with everything that is not seen. [`Rules`] says how its moves are made.
pub trait Game: Rules<Events: Send + Sync> + Sized {
    /// Its name in game ids, files and settings.
    const KEY: &'static str;
    /// Format of its saves.
    const SAVE_FORMAT: u32 = 1;
    /// Whether a game that is taken back or restarted after its end counts again when it ends again.
    const COUNTS_AGAIN: bool = false;

    /// The player's choices, apart from the seed. Its text stands in game ids.
    type Setup: Clone + Debug + Default + PartialEq + Display + FromStr<Err: Display> + Send + Sync;
    /// Who may sit in a seat beside humans; [`NoOpponent`](super::seat::NoOpponent) in a game for one.
    type Opponent: Clone + PartialEq + Display + Send + Sync;
    /// What is made for a game before it starts, for instance a level or an evolved opponent.
    type Content: Clone + Send + Sync;
    /// What is remembered of a game beside its moves, for instance a clock or a series.
    type Extra: Clone + Default + Send + Sync + Serialize + DeserializeOwned;
    /// The form of its save files; [`GameFile`] unless it has one of its own.
    type File: SaveFile<Self>;

    /// The search that an id of this setup names, where the settings ask for `wanted`.
    fn search_for(_setup: &Self::Setup, _wanted: EvolutionParameters) -> EvolutionParameters {
        EvolutionParameters::default()
    }

    /// Makes the content, or says what must be done in the background to make it.
    fn prepare(
        origin: &Origin<Self>,
        folders: Option<&Folders>,
    ) -> Result<Preparation<Self::Content>, StartError>;

    /// The first position.
    fn first_state(origin: &Origin<Self>, content: &Self::Content) -> Result<Self::State, String>;

    /// Where the game stands.
    fn status(table: &Table<Self>) -> Status;

    /// Who sits where; the seats are counted from 0.
    fn seats(_setup: &Self::Setup) -> Vec<Seat<Self::Opponent>> {
        vec![Seat::Human]
    }

    /// Whether moves may be taken back.
    fn can_take_back(_table: &Table<Self>) -> bool {
        true
    }

    /// Whether the game can go back to its start.
    fn can_restart(table: &Table<Self>) -> bool {
        table.session().can_undo()
    }

    /// Whether the game is saved.
    fn is_saved(_table: &Table<Self>) -> bool {
        true
    }

    /// The name under which the statistics count its result; `None` if they do not.
    fn counted_as(table: &Table<Self>) -> Option<String>;

    /// Points that the statistics remember the most of; 0 where there are none.
    fn points(_table: &Table<Self>) -> u32 {
        0
    }

    /// Called once when a game has ended, before it is counted.
    fn ended(_table: &mut Table<Self>) {}

    /// Called when the game goes back to its start.
    fn restarted(_table: &mut Table<Self>) {}

    /// The game that follows this one at the same table.
    fn next(table: &Table<Self>) -> NextGame<Self> {
        let mut origin = table.origin().clone();
        origin.seed = origin.seed.child(1);
        NextGame {
            origin,
            extra: Self::Extra::default(),
            content: None,
        }
    }
}

/// A game that follows another one at the same table.
pub struct NextGame<G: Game> {
    /// Everything that it starts from.
    pub origin: Origin<G>,
    /// What is remembered for it.
    pub extra: G::Extra,
    /// Its content, where that of the last game can be used again.
    pub content: Option<G::Content>,
}

/// Everything that a game starts from. Its text is a [`GameId`].
pub struct Origin<G: Game> {
    /// The player's choices.
    pub setup: G::Setup,
    /// How the content is searched for.
    pub search: EvolutionParameters,
    /// The seed.
    pub seed: Seed,
    /// Which individual of the run is taken.
    pub pick: Pick,
}

// Derived, this would ask the game itself to be cloned.
impl<G: Game> Clone for Origin<G> {
    fn clone(&self) -> Self {
        Origin {
            setup: self.setup.clone(),
            search: self.search.clone(),
            seed: self.seed,
            pick: self.pick,
        }
    }
}

impl<G: Game> Origin<G> {
    /// A game of a setup that needs no search.
    pub fn new(setup: G::Setup, seed: Seed) -> Self {
        Origin {
            setup,
            search: EvolutionParameters::default(),
            seed,
            pick: Pick::Best,
        }
    }

    /// Its id, to be shown, saved and shared.
    pub fn id(&self) -> GameId {
        GameId {
            game: G::KEY.to_owned(),
            setup: self.setup.to_string(),
            search: self.search.clone(),
            seed: self.seed,
            pick: self.pick,
        }
    }

    /// The origin that an id names. Refuses a setup that cannot be played.
    pub fn of_id(id: &GameId) -> Result<Self, String> {
        Ok(Origin {
            setup: id.setup.parse().map_err(|why| format!("{why}"))?,
            search: id.search.clone(),
            seed: id.seed,
            pick: id.pick,
        })
    }

    /// The origin that the text of an id names.
    pub fn parse(text: &str) -> Result<Self, String> {
        let id = text.parse().map_err(|why: IdError| why.to_string())?;
        Origin::of_id(&id)
    }
}

/// Content that is being made: in slices, so that it can be dropped at any time.
pub type Work<C> = Pin<Box<dyn Future<Output = Result<C, String>> + Send>>;

/// Content, or the work that makes it.
pub enum Preparation<C> {
    /// It is there.
    Ready(C),
    /// It has to be made in the background.
    Working(Work<C>),
}

/// Why a game cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The id or the save is wrong.
    #[error("{0}")]
    Content(String),
    /// Something else is missing, for instance the file of an opponent; the save may be good.
    #[error("{0}")]
    Missing(String),
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The seat is to move.
    Turn(usize),
    /// It has ended.
    Over(Ending),
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The seat has won.
    Won(usize),
    /// Nobody has won.
    Drawn,
    /// The only player has lost.
    Lost,
}

/// A saved game, as a file gives it.
pub struct SavedGame<G: Game> {
    /// The game id.
    pub id: String,
    /// All moves, also those that were undone.
    pub moves: Vec<G::Move>,
    /// How many of them are made.
    pub made: usize,
    /// Whether its result has been counted already.
    pub counted: bool,
    /// What is remembered beside the moves.
    pub extra: G::Extra,
}

/// A form of save files.
pub trait SaveFile<G: Game>: Serialize + DeserializeOwned {
    /// The content of the file of a game.
    fn of(table: &Table<G>) -> Self;
    /// The game of a file, or why the file holds none.
    fn open(self) -> Result<SavedGame<G>, String>;
}

/// The usual form of save files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameFile<M, E: Default> {
    game: SavedMoves<M>,
    /// Older files of tic-tac-toe call it the series.
    #[serde(default, alias = "series")]
    extra: E,
    #[serde(default)]
    counted: bool,
}

impl<G: Game> SaveFile<G> for GameFile<G::Move, G::Extra> {
    fn of(table: &Table<G>) -> Self {
        GameFile {
            game: SavedMoves {
                id: table.origin().id().to_string(),
                moves: table.session().all_moves().to_vec(),
                made: table.session().moves().len(),
            },
            extra: table.extra.clone(),
            counted: table.is_counted(),
        }
    }

    fn open(self) -> Result<SavedGame<G>, String> {
        let SavedMoves { id, moves, made } = self.game;
        Ok(SavedGame {
            id,
            moves,
            made,
            counted: self.counted,
            extra: self.extra,
        })
    }
}
