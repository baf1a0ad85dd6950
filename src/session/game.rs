//! The trait that a game implements so that the table can run it, and the types that go with it.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::pin::Pin;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::form::RivalScore;
use super::id::GameId;
use super::library::FileName;
use super::played::Announcement;
use super::record::{Rules, SavedMoves};
use super::seat::Seat;
use super::skill::{Challenge, RecordedGame};
use super::statistics::GameResult;
use super::store::Folders;
use super::table::Table;
use super::variation::Variation;
use crate::base::{PlainError, Seed};
use crate::generation::{EvolutionParameters, Pick};

/// The invisible half of a game at the table. [`Rules`] makes its moves.
pub trait Game: Rules<Events: Send + Sync> + Sized {
    /// The name of the game in game ids, files and settings.
    const KEY: &'static str;
    /// The version of the format of its saves.
    const SAVE_FORMAT: u32 = 2;
    /// The version of its ids. It goes up when the same setup and seed give something else than before, so that an id
    /// of an earlier version is refused instead of giving another game.
    const ID_VERSION: u32 = 1;
    /// Whether a game that is taken back or restarted after its end is counted again when it ends again.
    const COUNTS_AGAIN: bool = false;

    /// The player's choices without the seed. Their text is a part of game ids.
    type Setup: Clone + Debug + Default + PartialEq + Display + FromStr<Err: Error> + Send + Sync;
    /// The computer opponents; [`NoOpponent`](super::seat::NoOpponent) in a game for one player.
    type Opponent: Clone + PartialEq + Display + Send + Sync;
    /// Data that is made before the game starts, for instance a level or an evolved opponent.
    type Content: Clone + Send + Sync;
    /// Data of the game beside its moves, for instance a clock or a series.
    type Extra: Clone + Default + Send + Sync + Serialize + DeserializeOwned;
    /// The content of its save files, usually [`GameFile`].
    type File: SaveFile<Self>;

    /// Returns the parameters of the evolution that belong to the id of this setup; `wanted` are the parameters in the
    /// settings.
    fn parameters_for(_setup: &Self::Setup, _wanted: EvolutionParameters) -> EvolutionParameters {
        EvolutionParameters::default()
    }

    /// Makes the content, or returns the work that makes it in the background.
    fn prepare(
        origin: &Origin<Self>,
        folders: Option<&Folders>,
    ) -> Result<Preparation<Self::Content>, StartError>;

    /// Returns the first position, or the reason why the content does not fit the origin.
    fn first_state(
        origin: &Origin<Self>,
        content: &Self::Content,
    ) -> Result<Self::State, PlainError>;

    /// Returns the work that must be done before a move can be made at once, for instance making the dungeon behind a
    /// door; `None` if there is none.
    fn work_before(_state: &Self::State, _made: &Self::Move) -> Option<MoveWork> {
        None
    }

    /// Returns the seat to move, or the ending of the game.
    fn status(table: &Table<Self>) -> Status;

    /// Returns the ending of the game after a player resigns: with two players, the other one wins.
    fn ending_without(table: &Table<Self>, seat: usize) -> Ending {
        match table.seats().len() {
            2 => Ending::Won(1 - seat.min(1)),
            _ => Ending::Lost,
        }
    }

    /// Returns the player in each seat. Seats are numbered from 0.
    fn seats(_setup: &Self::Setup) -> Vec<Seat<Self::Opponent>> {
        vec![Seat::Human]
    }

    /// Whether moves can be taken back.
    fn allows_undo(_table: &Table<Self>) -> bool {
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

    /// Returns the name under which the statistics count the result, or `None` if it is not counted.
    fn counted_as(table: &Table<Self>) -> Option<String>;

    /// Returns the points of the game, of which the statistics keep the highest number; 0 if the game has no points.
    fn points(_table: &Table<Self>) -> u32 {
        0
    }

    /// Returns the success that the program announced of this game, if it announced any.
    fn announcement(_table: &Table<Self>) -> Option<Announcement> {
        None
    }

    /// Returns the challenge for the only human of a setup, if its difficulty has been measured.
    fn challenge(_setup: &Self::Setup) -> Option<Challenge> {
        None
    }

    /// Finds, from the moves of games, the scores against rivals of an automatic player that chooses like the player.
    /// It takes a second or so. `None` if the moves of the game are not learnt from.
    const SCORES: Option<fn(&[RecordedGame]) -> Vec<RivalScore>> = None;

    /// Returns the number of stages that the player has come through, in a game whose challenge consists of stages.
    fn stages_passed(_table: &Table<Self>) -> usize {
        0
    }

    /// Writes moves for replays, in one line.
    fn write_moves(moves: &[Self::Move]) -> Result<String, ron::Error> {
        ron::to_string(moves)
    }

    /// Reads the moves of a replay, or returns the reason why they cannot be read.
    fn read_moves(text: &str) -> Result<Vec<Self::Move>, PlainError> {
        ron::from_str(text).map_err(PlainError::from)
    }

    /// Returns content that is enough to show a replay; `None` if a replay needs the same content as the game.
    fn replay_content(_origin: &Origin<Self>) -> Option<Self::Content> {
        None
    }

    /// Lets a human take a seat, for a game between computers that is taken over.
    fn seat_human(_setup: &mut Self::Setup, _seat: usize) {}

    /// Called once when the game has ended, before it is counted.
    fn ended(_table: &mut Table<Self>) {}

    /// Called when the game goes back to its start.
    fn restarted(_table: &mut Table<Self>) {}

    /// Returns the game that follows this one at the same table.
    fn next(table: &Table<Self>) -> NextGame<Self> {
        let mut origin = table.origin().clone();
        origin.seed = origin.seed.child(1);
        origin.genome = None;
        NextGame {
            origin,
            extra: Self::Extra::default(),
            content: None,
        }
    }

    /// Returns another game of the same setup with another seed. All players keep their seats.
    fn other(table: &Table<Self>, seed: Seed) -> NextGame<Self> {
        let next = Self::next(table);
        let origin = Origin {
            setup: table.setup().clone(),
            seed,
            ..next.origin
        };
        NextGame { origin, ..next }
    }
}

/// A game that follows another one at the same table.
pub struct NextGame<G: Game> {
    /// The origin of the game.
    pub origin: Origin<G>,
    /// The extra data of the game.
    pub extra: G::Extra,
    /// The content of the game, if the content of the last game can be used again.
    pub content: Option<G::Content>,
}

/// Everything that a game starts from. Its text is a [`GameId`].
pub struct Origin<G: Game> {
    /// The player's choices.
    pub setup: G::Setup,
    /// The parameters of the evolution of the content.
    pub parameters: EvolutionParameters,
    /// The seed.
    pub seed: Seed,
    /// The individual of the run that is taken.
    pub pick: Pick,
    /// The individual itself, in the game's own format, if the player intervened in its run; see [`GameId::genome`].
    pub genome: Option<String>,
}

// A derived implementation would require that the game itself is `Clone`.
impl<G: Game> Clone for Origin<G> {
    fn clone(&self) -> Self {
        Origin {
            setup: self.setup.clone(),
            parameters: self.parameters.clone(),
            seed: self.seed,
            pick: self.pick,
            genome: self.genome.clone(),
        }
    }
}

impl<G: Game> Origin<G> {
    /// Makes the origin of a game whose content needs no evolution.
    pub fn new(setup: G::Setup, seed: Seed) -> Self {
        Origin {
            setup,
            parameters: EvolutionParameters::default(),
            seed,
            pick: Pick::Best,
            genome: None,
        }
    }

    /// Whether the game has what the run of its seed gives, and not an individual that a player has picked or made.
    /// Only what a run gives is as hard as its setup says.
    pub fn is_outcome_of_run(&self) -> bool {
        self.pick == Pick::Best && self.genome.is_none()
    }

    /// Returns the id of the game.
    pub fn id(&self) -> GameId {
        GameId {
            game: G::KEY.to_owned(),
            version: Some(G::ID_VERSION),
            setup: self.setup.to_string(),
            parameters: self.parameters.clone(),
            seed: self.seed,
            pick: self.pick,
            genome: self.genome.clone(),
        }
    }

    /// Parses the setup of an id. A setup that cannot be played is an error, and so is an id of another version.
    pub fn of_id(id: &GameId) -> Result<Self, PlainError> {
        id.check_version(G::ID_VERSION)?;
        Ok(Origin {
            setup: id.setup.parse()?,
            parameters: id.parameters.clone(),
            seed: id.seed,
            pick: id.pick,
            genome: id.genome.clone(),
        })
    }

    /// Parses the text of an id. The error says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, PlainError> {
        Origin::of_id(&text.parse()?)
    }
}

/// Work that makes content. It runs in short slices, so that it can be dropped at any time.
pub type Work<C> = Pin<Box<dyn Future<Output = Result<C, PlainError>> + Send>>;

/// Work that a move needs. It runs in short slices, so that it can be dropped at any time.
pub type MoveWork = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Content, or the work that makes it.
pub enum Preparation<C> {
    /// The content is ready.
    Ready(C),
    /// The content must be made in the background.
    Working(Work<C>),
}

/// The reason why a game cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The id or the save is wrong.
    #[error("{0}")]
    Content(PlainError),
    /// Something else is missing, for instance the file of an opponent. The save may be good.
    #[error("{0}")]
    Missing(PlainError),
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is the turn of this seat.
    Turn(usize),
    /// The game has ended.
    Over(Ending),
}

/// The ending of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// This seat has won.
    Won(usize),
    /// The game is drawn.
    Drawn,
    /// The only player has lost.
    Lost,
}

impl Ending {
    /// The result for the human in a seat, if no other human plays.
    pub fn result_for(self, seat: usize) -> GameResult {
        match self {
            Ending::Won(winner) if winner == seat => GameResult::Won,
            Ending::Won(_) | Ending::Lost => GameResult::Lost,
            Ending::Drawn => GameResult::Drawn,
        }
    }
}

impl Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Won(seat) => write!(f, "a win of player {}", seat + 1),
            Ending::Drawn => f.write_str("a draw"),
            Ending::Lost => f.write_str("a loss"),
        }
    }
}

/// A game that was read from a save.
pub struct SavedGame<G: Game> {
    /// The game id.
    pub id: String,
    /// All moves, including those that were undone.
    pub moves: Vec<G::Move>,
    /// The number of moves that are made.
    pub made: usize,
    /// Whether the result has been counted.
    pub counted: bool,
    /// The extra data of the game.
    pub extra: G::Extra,
    /// The time for which it was played, in seconds.
    pub seconds: f32,
    /// The part of this time that belongs to results that have been counted.
    pub counted_seconds: f32,
    /// Whether its replay is kept.
    pub kept: bool,
    /// The name of its kept replay; older saves do not have it.
    pub kept_as: Option<FileName>,
    /// Whether it was taken over from a replay or from a copy.
    pub taken_over: bool,
    /// Whether the player had help in it, see [`Table::is_helped`].
    pub helped: bool,
    /// The variations that were tried in it.
    pub variations: Vec<Variation<Vec<G::Move>>>,
}

/// The content of a save file.
pub trait SaveFile<G: Game>: Serialize + DeserializeOwned {
    /// Makes the content of the save of a table.
    fn of(table: &Table<G>) -> Self;
    /// Converts the content to a game. Invalid content is an error.
    fn open(self) -> Result<SavedGame<G>, PlainError>;
}

/// The usual content of save files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameFile<M, E: Default> {
    game: SavedMoves<M>,
    /// Older files of tic-tac-toe call this field `series`.
    #[serde(default, alias = "series")]
    extra: E,
    #[serde(default)]
    counted: bool,
    #[serde(default)]
    seconds: f32,
    #[serde(default)]
    counted_seconds: f32,
    #[serde(default)]
    kept: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kept_as: Option<FileName>,
    #[serde(default)]
    taken_over: bool,
    #[serde(default)]
    helped: bool,
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Variation<Vec<M>>>,
}

impl<G: Game> SaveFile<G> for GameFile<G::Move, G::Extra> {
    fn of(table: &Table<G>) -> Self {
        GameFile {
            game: SavedMoves {
                id: table.origin().id().to_string(),
                moves: table.game().all_moves().to_vec(),
                made: table.game().moves().len(),
            },
            extra: table.extra.clone(),
            counted: table.is_counted(),
            seconds: table.seconds(),
            counted_seconds: table.counted_seconds(),
            kept: table.is_kept(),
            kept_as: table.kept_as().cloned(),
            taken_over: table.is_taken_over(),
            helped: table.is_helped(),
            variations: table.variations().to_vec(),
        }
    }

    fn open(self) -> Result<SavedGame<G>, PlainError> {
        let SavedMoves { id, moves, made } = self.game;
        Ok(SavedGame {
            id,
            moves,
            made,
            counted: self.counted,
            extra: self.extra,
            seconds: self.seconds,
            counted_seconds: self.counted_seconds,
            kept: self.kept,
            kept_as: self.kept_as,
            taken_over: self.taken_over,
            helped: self.helped,
            variations: self.variations,
        })
    }
}
