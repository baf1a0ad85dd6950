//! Lessons: small games that teach one idea by its use. A lesson is won by using its idea, and lost otherwise. This
//! is checked with two automatic players that differ only in this idea.

use bevy::tasks::block_on;

use super::game::{Ending, Game, Origin, Preparation, Status};
use super::lesson_genome::{GeneReader, LessonGenome};
use super::table::Table;
use crate::base::{PlainError, Seed, Stream};

/// A lesson of a game. Its position is made from its genome, and the genome has evolved until the automatic players
/// succeeded and failed as they should (see [`super::lesson_evolution`]).
pub struct Lesson<G: Game> {
    /// Its words.
    pub words: LessonWords,
    /// The seed of the evolution that has made its genome.
    pub seed: Seed,
    /// The genome of its position.
    pub genome: LessonGenome,
    /// Returns the setup that the genes give, and reads as many of them as it needs; `None` if they give no position
    /// that can be played.
    pub setup: fn(&mut GeneReader) -> Option<G::Setup>,
    /// Leads from the first position of a game to that of the lesson, by the genes that the setup has not read. The seed
    /// is the luck of this try, if the rules leave something to chance.
    pub begin: fn(G::State, &mut GeneReader, Seed) -> Result<G::State, PlainError>,
    /// The goal of the player.
    pub goal: LessonGoal<G::State>,
    /// The number of moves, those of all seats together, after which the lesson ends.
    pub moves: usize,
    /// Whether a good first move is shown from the beginning. After a failure a good move is always shown.
    pub shows_move: bool,
    /// Returns the automatic player who is taught or not taught the idea of the lesson. Both are alike otherwise.
    pub player: fn(Pupil) -> LessonPlayer<G::State, G::Move>,
    /// Returns the move of the computer to move, for plays without a screen; `None` if no computer is to move.
    pub reply: fn(&Table<G>) -> Option<G::Move>,
}

// A derived implementation would require that the game itself is `Copy`.
impl<G: Game> Clone for Lesson<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Lesson<G> {}

/// The words of a lesson: keys in the language files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonWords {
    /// Its title.
    pub title: &'static str,
    /// The task of the player.
    pub task: &'static str,
    /// The text after a success.
    pub success: &'static str,
    /// The text after a failure.
    pub failure: &'static str,
}

/// The words of a lesson by the key of its title: the other keys are that key with an ending.
macro_rules! lesson_words {
    ($title:literal) => {
        $crate::session::LessonWords {
            title: $title,
            task: concat!($title, ".task"),
            success: concat!($title, ".success"),
            failure: concat!($title, ".failure"),
        }
    };
}
pub(crate) use lesson_words;

/// The beginning of a lesson that starts from the first position of its game. It takes no gene, and never fails.
pub fn begin_at_first_position<S>(first: S, _: &mut GeneReader, _: Seed) -> Result<S, PlainError> {
    Ok(first)
}

/// The goal of a lesson: a condition on the lesson's first position and the position after some moves.
pub enum LessonGoal<S> {
    /// The condition has to become true.
    Reach(fn(&S, &S) -> bool),
    /// The condition has to stay true.
    Keep(fn(&S, &S) -> bool),
}

impl<S> Clone for LessonGoal<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for LessonGoal<S> {}

/// Whether an automatic player has the idea that a lesson teaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pupil {
    /// The player has the idea.
    Taught,
    /// The player lacks it.
    Untaught,
}

impl Pupil {
    /// Whether the player has the idea.
    pub fn is_taught(self) -> bool {
        self == Pupil::Taught
    }
}

/// An automatic player of a lesson. It chooses a move in a position in which it is to move.
pub type LessonPlayer<S, M> = Box<dyn FnMut(&S, &mut Stream) -> Option<M> + Send>;

/// An idea that a player has: the value of a move in a position.
pub type Idea<S, M> = fn(&S, &M) -> u32;

/// A player that keeps the moves of the highest value by its first idea, among these the ones of the highest value by
/// the second idea, and so on. It makes a random one of the moves that are left. The last idea is the one that the
/// lesson teaches; only a player who is taught has it.
pub fn player_with_ideas<S: 'static, M: Clone + 'static>(
    moves: fn(&S) -> Vec<M>,
    ideas: &'static [Idea<S, M>],
    pupil: Pupil,
) -> LessonPlayer<S, M> {
    let known = ideas.len() - usize::from(!pupil.is_taught() && !ideas.is_empty());
    Box::new(move |state, rng| {
        let mut left = moves(state);
        for idea in &ideas[..known] {
            let most = left.iter().map(|made| idea(state, made)).max()?;
            left.retain(|made| idea(state, made) == most);
        }
        rng.choose(&left).cloned()
    })
}

impl<G: Game> Lesson<G> {
    /// Returns the origin of the game of the lesson. It is an error if the genes give no game.
    pub fn origin(&self) -> Result<Origin<G>, PlainError> {
        self.read_origin(&mut self.genome.reader())
    }

    /// Returns the origin of the game of the lesson. The reader goes on with the genes of the first position.
    pub(super) fn read_origin(&self, genes: &mut GeneReader) -> Result<Origin<G>, PlainError> {
        let setup =
            (self.setup)(genes).ok_or_else(|| PlainError::new("these genes give no lesson"))?;
        Ok(Origin::new(setup, genes.seed()))
    }

    /// Makes the content of the game of the lesson here and now, however long that takes. It is an error if the genes
    /// give no setup, or if the content cannot be made.
    pub fn content(&self) -> Result<G::Content, PlainError> {
        match G::prepare(&self.origin()?, None)? {
            Preparation::Ready(content) => Ok(content),
            Preparation::Working(work) => block_on(work),
        }
    }

    /// Returns the seat to move in a lesson, or its ending: won if the player has reached its goal, else lost.
    pub(super) fn status(&self, table: &Table<G>) -> Status {
        let status = G::status(table);
        let (start, now) = (table.session().start(), table.state());
        let is_out = table.moves().len() >= self.moves;
        let ends = is_out || matches!(status, Status::Over(_));
        let succeeded = match self.goal {
            LessonGoal::Reach(is_reached) if is_reached(start, now) => Some(true),
            LessonGoal::Reach(_) => ends.then_some(false),
            LessonGoal::Keep(is_kept) if is_kept(start, now) => ends.then_some(true),
            LessonGoal::Keep(_) => Some(false),
        };
        match succeeded {
            None => status,
            Some(true) => Status::Over(Ending::Won(table.only_human().unwrap_or(0))),
            Some(false) => Status::Over(Ending::Lost),
        }
    }
}
