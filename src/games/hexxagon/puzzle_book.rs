//! The puzzles of the player: made in the background from their own games and by evolution, and kept on their machine.
//! The next puzzle is the one whose rating is nearest to the player's.

use std::sync::{Arc, Mutex};

use bevy::prelude::*;
use bevy::tasks::Task;
use serde::{Deserialize, Serialize};

use super::players::{Level, Opponent};
use super::puzzles::{
    self, Claim, Maker, MistakeFinder, Puzzle, PuzzleProblem, find_best_move, game_of,
};
use super::rules::{Hexxagon, Plan, Player, StuckRule};
use super::setup::{BoardChoice, Seat, Setup};
use super::table::Table;
use crate::base::{PlainError, Seed, lock};
use crate::generation::pools::spawn_guarded;
use crate::generation::yield_now;
use crate::session;
use crate::session::player_file::{self, PlayerFile};
use crate::shell::table::new_game::SetupSeed;
use crate::shell::table::puzzle::{start, start_when_made, wanted_rating};
use crate::shell::theatre::{self, About};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(player_file::plugin::<PuzzleBook>)
        .init_resource::<MadePuzzles>()
        .add_systems(Update, take_made_puzzles);
}

/// The most puzzles that are kept. If there are more, the oldest ones that were tried are removed first.
const MOST: usize = 300;
/// The largest difference between the rating of the next puzzle and the player's. If no puzzle is so near, another one
/// is evolved.
const NEAR: f64 = 500.0;
/// The number of puzzles that wait for the player. Others are evolved while these are played.
const AHEAD: usize = 3;

/// The source of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// A game of the player.
    Played,
    /// Evolution.
    Evolved,
}

/// A puzzle of the book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its source.
    pub source: Source,
    /// Whether the first try has solved it; `None` before that try.
    pub solved: Option<bool>,
}

/// All puzzles of the player, the oldest first.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PuzzleBook(Vec<Entry>);

impl PlayerFile for PuzzleBook {
    const NAME: &'static str = "hexxagon_puzzles.ron";
    const VERSION: u32 = 1;
}

impl PuzzleBook {
    /// Returns the puzzles, the oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// Adds a puzzle, unless the book already has its position.
    pub fn add(&mut self, puzzle: Puzzle, source: Source) {
        if self.place_of(&puzzle.position).is_some() {
            return;
        }
        let solved = None;
        self.0.push(Entry {
            puzzle,
            source,
            solved,
        });
        if self.0.len() > MOST {
            let tried = self.0.iter().position(|entry| entry.solved.is_some());
            self.0.remove(tried.unwrap_or(0));
        }
    }

    fn place_of(&self, position: &Plan) -> Option<usize> {
        let is_same = |entry: &Entry| entry.puzzle.position == *position;
        self.0.iter().position(is_same)
    }

    /// Returns the puzzles that were not tried yet.
    fn untried(&self) -> impl Iterator<Item = &Puzzle> {
        let untried = self.0.iter().filter(|entry| entry.solved.is_none());
        untried.map(|entry| &entry.puzzle)
    }

    /// Returns the puzzle that was not tried yet and whose rating is nearest to the wanted one.
    pub fn next(&self, rating: f64) -> Option<&Puzzle> {
        let off = |puzzle: &Puzzle| (puzzle.difficulty.rating - rating).abs();
        let near = self.untried().filter(|puzzle| off(puzzle) <= NEAR);
        near.min_by(|one, other| off(one).total_cmp(&off(other)))
    }
}

/// The puzzles that work in the background has made and the book does not have yet.
#[derive(Resource, Clone, Default)]
struct MadePuzzles(Arc<Mutex<Vec<(Puzzle, Source)>>>);

impl MadePuzzles {
    fn push(&self, puzzle: Puzzle, source: Source) {
        lock(&self.0).push((puzzle, source));
    }
}

/// Work that looks for the mistakes in a game. It goes on until its end, whatever the player does.
#[derive(Component)]
struct MistakeSearch(Task<()>);

/// Work that evolves a puzzle for later.
#[derive(Component)]
struct Making(Task<()>);

/// Puts the puzzles that were made in the background into the book, and removes work that has ended.
fn take_made_puzzles(
    made: Res<MadePuzzles>,
    searches: Query<(Entity, &MistakeSearch)>,
    makings: Query<(Entity, &Making)>,
    mut commands: Commands,
) {
    let searches = searches.iter().map(|(entity, work)| (entity, &work.0));
    let makings = makings.iter().map(|(entity, work)| (entity, &work.0));
    for (entity, work) in searches.chain(makings) {
        if work.is_finished() {
            commands.entity(entity).despawn();
        }
    }
    let made = std::mem::take(&mut *lock(&made.0));
    if made.is_empty() {
        return;
    }
    commands.queue(move |world: &mut World| {
        let mut book = world.resource_mut::<PuzzleBook>();
        for (puzzle, source) in made {
            book.add(puzzle, source);
        }
        player_file::save::<PuzzleBook>(world);
    });
}

/// Looks for the mistakes of the player in the game that has ended, in the background.
pub(super) fn look_for_mistakes(world: &mut World) {
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let Some(human) = table.only_human().filter(|_| table.is_recorded()) else {
        return;
    };
    if table.setup().stuck != StuckRule::usual(2) {
        return;
    }
    let start = table.game().start().clone();
    let player = Player(human as u8);
    let Some(mut finder) = MistakeFinder::new(start, table.moves().to_vec(), player) else {
        return;
    };
    let made = world.resource::<MadePuzzles>().clone();
    let work = async move {
        while let Some(found) = finder.step() {
            if let Some(puzzle) = found {
                made.push(puzzle, Source::Played);
            }
            yield_now().await;
        }
    };
    let task = spawn_guarded(work, |why| error!("looking for puzzles in a game: {why}"));
    world.spawn((Name::new("Mistakes"), MistakeSearch(task)));
}

/// Evolves a puzzle with a wanted rating, one generation at a time.
async fn evolve_rated_puzzle(
    rating: f64,
    seed: Seed,
    made: MadePuzzles,
) -> Result<Puzzle, PlainError> {
    let parameters = puzzles::usual_parameters();
    let mut maker = Maker::new(rating, seed, parameters)?;
    loop {
        if let Some(puzzle) = maker.step() {
            made.push(puzzle.clone(), Source::Evolved);
            return Ok(puzzle);
        }
        yield_now().await;
    }
}

/// Puts the puzzle that suits the player best on the table. If none suits, one is evolved first.
pub fn next_puzzle(world: &mut World) {
    let rating = wanted_rating::<Hexxagon>(world);
    let next = world.resource::<PuzzleBook>().next(rating).cloned();
    match next {
        Some(puzzle) => {
            start(world, playable_puzzle(&puzzle));
            make_ahead(world, rating);
        }
        None => {
            let made = world.resource::<MadePuzzles>().clone();
            let work = evolve_rated_puzzle(rating, Seed::fresh(), made);
            start_when_made(world, async move { Ok(playable_puzzle(&work.await?)) });
        }
    }
}

/// Evolves another puzzle in the background, if few of them wait.
fn make_ahead(world: &mut World, rating: f64) {
    let waiting = world.resource::<PuzzleBook>().untried().count();
    let mut makings = world.query_filtered::<(), With<Making>>();
    if waiting > AHEAD || makings.iter(world).next().is_some() {
        return;
    }
    let made = world.resource::<MadePuzzles>().clone();
    let work = async move {
        if let Err(why) = evolve_rated_puzzle(rating, Seed::fresh(), made).await {
            error!("making a puzzle: {why}");
        }
    };
    let task = spawn_guarded(work, |why| error!("making a puzzle: {why}"));
    world.spawn((Name::new("Making a puzzle"), Making(task)));
}

/// Notes the result of the first try at the puzzle on the table.
pub(super) fn note_try(world: &mut World, is_solved: bool) {
    let board = world
        .get_resource::<Table>()
        .map(|table| table.setup().board);
    let Some(BoardChoice::Custom(position)) = board else {
        return;
    };
    let mut book = world.resource_mut::<PuzzleBook>();
    if let Some(at) = book.place_of(&position) {
        book.0[at].solved = Some(is_solved);
        player_file::save::<PuzzleBook>(world);
    }
}

/// Opens the theatre on the evolution of a puzzle that suits the player. The picked puzzle is checked before it is
/// played.
pub(super) fn evolve_puzzle(world: &mut World) -> Result<(), PlainError> {
    let rating = wanted_rating::<Hexxagon>(world);
    let seed = world.resource::<SetupSeed>().0;
    let about = About {
        title: "hex.evolving.puzzle",
        ..default()
    };
    let problem = PuzzleProblem::new(rating);
    let parameters = puzzles::usual_parameters();
    theatre::evolve(
        world,
        problem,
        parameters,
        seed,
        about,
        |world, position, _| {
            let made = world.resource::<MadePuzzles>().clone();
            start_when_made(world, async move {
                let puzzle = check_position(position)?;
                made.push(puzzle.clone(), Source::Evolved);
                Ok(playable_puzzle(&puzzle))
            });
        },
    )
}

/// Checks a position that the player has picked.
fn check_position(position: Plan) -> Result<Puzzle, PlainError> {
    let game = game_of(&position)?;
    let found = find_best_move(&game).filter(|found| found.claim().is_some());
    let puzzle = found.and_then(|found| Puzzle::checked(position, &found));
    puzzle.ok_or_else(|| {
        PlainError::new("this position does not have exactly one winning move; pick another one")
    })
}

/// The puzzle as it is played: the player moves first, and the best level replies to a wrong move.
pub fn playable_puzzle(puzzle: &Puzzle) -> session::Puzzle<Hexxagon> {
    session::Puzzle {
        setup: Setup {
            board: BoardChoice::Custom(puzzle.position),
            seats: vec![Seat::Human, Seat::Computer(Opponent::Level(Level::BEST))],
            stuck: StuckRule::usual(2),
            ..Setup::default()
        },
        best: puzzle.best,
        rating: puzzle.difficulty.rating,
        task: match puzzle.claim {
            Claim::ProvenWin | Claim::Win => "hex.puzzle.win",
            Claim::Gain => "hex.puzzle.gain",
        },
    }
}
