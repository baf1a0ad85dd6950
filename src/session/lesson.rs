//! Lessons: small games in which one thing is taught by doing it. A lesson is won by using what it teaches and lost
//! otherwise. Two automatic players that differ only in this check that.

use super::game::{Ending, Game, Origin, Status};
use super::table::Table;
use crate::base::{Seed, Stream};

/// A lesson of a game. Its position is a function of its seed, and the seed was found by trying one after the other until
/// the automatic players succeeded and failed as they should.
pub struct Lesson<G: Game> {
    /// Its words.
    pub words: LessonWords,
    /// The seed of its position.
    pub seed: Seed,
    /// Returns the setup for a seed; `None` if the seed gives nothing that can be played.
    pub setup: fn(Seed) -> Option<G::Setup>,
    /// Leads from the first position of a game to that of the lesson. The first seed is that of the lesson, the second one
    /// is the luck of this try, where the rules leave something to chance.
    pub begin: fn(G::State, Seed, Seed) -> Result<G::State, String>,
    /// What the player has to do.
    pub goal: LessonGoal<G::State>,
    /// The number of moves, those of all seats together, after which the lesson ends.
    pub moves: usize,
    /// Whether a good first move is shown from the beginning. After a failure a good move is always shown.
    pub shows_move: bool,
    /// Returns the automatic player who knows what the lesson teaches, or the one who does not and is the same otherwise.
    pub player: fn(knows: bool) -> LessonPlayer<G::State, G::Move>,
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
    /// What the player has to do.
    pub task: &'static str,
    /// What is said when it was done.
    pub success: &'static str,
    /// What is said when it was not.
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

/// A lesson begins with the first position of its game.
pub fn from_the_start<S>(first: S, _: Seed, _: Seed) -> Result<S, String> {
    Ok(first)
}

/// What a lesson asks for. It is said of the lesson's first position and of the position after some moves.
pub enum LessonGoal<S> {
    /// It has to become true.
    Reach(fn(&S, &S) -> bool),
    /// It has to stay true.
    Keep(fn(&S, &S) -> bool),
}

impl<S> Clone for LessonGoal<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for LessonGoal<S> {}

/// An automatic player of a lesson. It chooses a move in the position where it is to move.
pub type LessonPlayer<S, M> = Box<dyn FnMut(&S, &mut Stream) -> Option<M> + Send>;

/// An idea of what is good: how much a move in a position is worth.
pub type Idea<S, M> = fn(&S, &M) -> u32;

/// A player that takes the moves that are worth most by its first idea, of these the ones that are worth most by the second
/// one, and so on. Of those that are left it makes any. The last idea is what is taught: only one who `knows` has it.
pub fn player_with_ideas<S: 'static, M: Clone + 'static>(
    moves: fn(&S) -> Vec<M>,
    ideas: &'static [Idea<S, M>],
    knows: bool,
) -> LessonPlayer<S, M> {
    let known = ideas.len() - usize::from(!knows && !ideas.is_empty());
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
    /// Returns what the game of the lesson starts from. The error says that the seed gives no game.
    pub fn origin(&self) -> Result<Origin<G>, String> {
        let setup = (self.setup)(self.seed);
        let setup = setup.ok_or_else(|| format!("the seed {} gives no lesson", self.seed))?;
        Ok(Origin::new(setup, self.seed))
    }

    /// Returns whose turn it is in a lesson, or how it has ended: won if the player has done what it asks for, else lost.
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
