//! The dungeon at the table: the start of a descent, its status, its save file, and the descent that follows it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::descent::{self, Descent, DescentError, DescentStatus};
use super::graph::problem::usual_parameters;
use super::map::Dungeon;
use super::rules::{Event, Move, notation};
use super::setup::Setup;
use super::survival_rates;
use crate::base::{PlainError, Seed};
use crate::generation::{EvolutionParameters, Pick};
use crate::session::{
    self, Challenge, Ending, Folders, Game, MoveWork, NextGame, NoOpponent, Origin, Preparation,
    Rules, SaveFile, SavedGame, StartError, Status,
};

/// The dungeon as a game.
pub struct DungeonGame;

/// The descent under way, or the fight in the arena.
pub type Table = session::Table<DungeonGame>;

impl Rules for DungeonGame {
    type State = Descent;
    type Move = Move;
    type MoveError = DescentError;
    type Events = Vec<Event>;

    fn apply(state: &mut Descent, chosen_move: &Move) -> Result<Vec<Event>, DescentError> {
        let mut events = Vec::new();
        state.make(*chosen_move, &mut events)?;
        Ok(events)
    }
}

/// The form of save files: the id, and a letter for each move.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DescentFile {
    id: String,
    /// The moves in letters, as in [`notation`].
    moves: String,
    #[serde(default)]
    seconds: f32,
    #[serde(default)]
    taken_over: bool,
    #[serde(default)]
    automatic: bool,
    #[serde(default)]
    helped: bool,
    #[serde(default)]
    counted: bool,
}

/// The data of a descent that are kept beside its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Help {
    /// Whether the automatic player made a move. Such a descent counts in no record.
    pub automatic: bool,
}

impl SaveFile<DungeonGame> for DescentFile {
    fn of(table: &Table) -> Self {
        DescentFile {
            id: table.id().to_string(),
            moves: notation::write(table.moves()),
            seconds: table.seconds(),
            taken_over: table.is_taken_over(),
            automatic: table.extra.automatic,
            helped: table.is_helped(),
            counted: table.is_counted(),
        }
    }

    fn open(self) -> Result<SavedGame<DungeonGame>, PlainError> {
        let moves = notation::read(&self.moves)?;
        Ok(SavedGame {
            id: self.id,
            made: moves.len(),
            moves,
            counted: self.counted,
            extra: Help {
                automatic: self.automatic,
            },
            seconds: self.seconds,
            // Only the first end of a descent is counted.
            counted_seconds: 0.0,
            kept: false,
            kept_as: None,
            taken_over: self.taken_over,
            helped: self.helped,
            variations: Vec::new(),
        })
    }
}

impl Game for DungeonGame {
    const KEY: &'static str = "dungeon";
    /// `docs/rules/dungeon.md` says what each earlier version had.
    const ID_VERSION: u32 = 14;

    type Setup = Setup;
    type Opponent = NoOpponent;
    /// The first dungeon; `None` in the arena, which needs none.
    type Content = Option<Arc<Dungeon>>;
    type Extra = Help;
    type File = DescentFile;

    fn parameters_for(setup: &Setup, wanted: EvolutionParameters) -> EvolutionParameters {
        if setup.arena {
            // The arena evolves nothing, so the id needs no other parameters.
            usual_parameters()
        } else if wanted == usual_parameters() {
            // The player has not changed them, so they are those of the method.
            setup.spec.method.usual_parameters()
        } else {
            wanted
        }
    }

    /// A descent that begins anew may be played without the automatic player.
    fn restarted(table: &mut Table) {
        table.extra = Help::default();
    }

    fn prepare(
        origin: &Origin<Self>,
        _: Option<&Folders>,
    ) -> Result<Preparation<Self::Content>, StartError> {
        if origin.setup.arena {
            return Ok(Preparation::Ready(None));
        }
        let run =
            descent::first_dungeon(&origin.setup, &origin.parameters, origin.seed, origin.pick)
                .map_err(|why| StartError::Content(why.into()))?;
        Ok(Preparation::Working(Box::pin(async move {
            let first = run.finish().await?;
            Ok(Some(Arc::new(first)))
        })))
    }

    fn first_state(origin: &Origin<Self>, first: &Self::Content) -> Result<Descent, PlainError> {
        Descent::starting_in(
            first.clone(),
            &origin.setup,
            &origin.parameters,
            origin.seed,
        )
        .map_err(PlainError::from)
    }

    /// A move that leads out of a dungeon needs the next dungeon.
    fn work_before(state: &Descent, chosen_move: &Move) -> Option<MoveWork> {
        let work = state.work_before(*chosen_move)?;
        Some(Box::pin(work))
    }

    fn status(table: &Table) -> Status {
        match table.state().status() {
            DescentStatus::Descending => Status::Turn(0),
            DescentStatus::Completed => Status::Over(Ending::Won(0)),
            DescentStatus::Dead => Status::Over(Ending::Lost),
        }
    }

    /// Moves cannot be taken back, because death is final.
    fn allows_undo(_: &Table) -> bool {
        false
    }

    fn is_saved(table: &Table) -> bool {
        !table.setup().arena
    }

    /// Results are counted by setup. Fights in the arena and descents in which the automatic player made a move are not
    /// counted.
    fn counted_as(table: &Table) -> Option<String> {
        let setup = table.setup();
        (!setup.arena && !table.extra.automatic).then(|| setup.to_string())
    }

    fn challenge(setup: &Setup) -> Option<Challenge> {
        survival_rates::of_setup(setup).map(Challenge::Stages)
    }

    /// The number of dungeons that the hero has left alive.
    fn stages_passed(table: &Table) -> usize {
        let descent = table.state();
        let is_completed = descent.status() == DescentStatus::Completed;
        usize::from(descent.depth()) - usize::from(!is_completed)
    }

    fn points(table: &Table) -> u32 {
        table.state().totals().score
    }

    fn write_moves(moves: &[Move]) -> Result<String, ron::Error> {
        Ok(notation::write(moves))
    }

    fn read_moves(text: &str) -> Result<Vec<Move>, PlainError> {
        notation::read(text).map_err(PlainError::from)
    }

    /// A new descent with the same setup and a new seed. Its first dungeon evolves.
    fn next(table: &Table) -> NextGame<Self> {
        let setup = table.setup().clone().with_first(None, None);
        let origin = Origin {
            setup,
            seed: Seed::fresh(),
            pick: Pick::Best,
            genome: None,
            ..table.origin().clone()
        };
        NextGame {
            origin,
            extra: Help::default(),
            content: None,
        }
    }

    /// The next descent, because its first dungeon is another one.
    fn other(table: &Table, seed: Seed) -> NextGame<Self> {
        let mut other = Self::next(table);
        other.origin.seed = seed;
        other
    }
}
