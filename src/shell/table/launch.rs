//! Launches games: from an id, a save or a new game. The content is made in the background, then the game starts.

use std::collections::BTreeMap;
use std::time::SystemTime;

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::glimpse::note_glimpse;
use super::{Hint, Pacing, TableGame, new_game, save};
use crate::base::{PlainError, catch_panic_in};
use crate::session::save::{SaveSummary, SummaryWork};
use crate::session::{
    self, Difficulty, Folders, Game, GameId, Glimpses, NextGame, Origin, Preparation, QueuedFile,
    SaveFile, SavedGame, Slot, StartError, Table, Work,
};
use crate::shell::active_game;
use crate::shell::notice::{Notices, show_failure_of};
use crate::shell::screen::{Menu, Screen, set_screen};
use crate::shell::waiting::{Wait, add_wait};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BegunSaves>()
        .add_observer(drop_older_launches)
        .add_observer(note_page)
        .add_systems(PreUpdate, drop_launches);
    let preparing = Wait {
        phrase: "play.preparing",
        goes_on: |world| !launches(world).is_empty(),
        stop: stop_launches,
    };
    add_wait(app, preparing);
}

/// Marks a launch of any game. Only the newest launch stays, and it ends when
/// the player leaves the screen on which it began, or opens another menu over it.
#[derive(Component)]
pub struct AnyLaunch;

/// The screen on which a launch began, and the menu that was open over it.
#[derive(Component)]
struct BegunOn(Screen, Menu);

fn note_page(
    added: On<Add, AnyLaunch>,
    screen: Res<State<Screen>>,
    menu: Res<State<Menu>>,
    mut commands: Commands,
) {
    let begun_on = BegunOn(*screen.get(), *menu.get());
    commands.entity(added.entity).insert(begun_on);
}

fn drop_older_launches(
    added: On<Add, AnyLaunch>,
    launches: Query<Entity, With<AnyLaunch>>,
    mut commands: Commands,
) {
    for older in launches.iter().filter(|entity| *entity != added.entity) {
        commands.entity(older).despawn();
    }
}

/// Drops the launches that began on another screen or before another menu was opened, because their games would take the
/// player away from it. One that began in the frame in which the screen came stays.
fn drop_launches(
    screen: Res<State<Screen>>,
    menu: Res<State<Menu>>,
    launches: Query<(Entity, &BegunOn)>,
    mut commands: Commands,
) {
    // Results and interludes come by themselves.
    let is_opened = !matches!(menu.get(), Menu::None | Menu::Result | Menu::Interlude);
    for (entity, BegunOn(begun_on, below)) in &launches {
        if begun_on != screen.get() || is_opened && below != menu.get() {
            commands.entity(entity).despawn();
        }
    }
}

fn launches(world: &mut World) -> Vec<Entity> {
    let mut launches = world.query_filtered::<Entity, With<AnyLaunch>>();
    launches.iter(world).collect()
}

/// Stops the preparation of every game.
pub fn stop_launches(world: &mut World) {
    for launch in launches(world) {
        world.despawn(launch);
    }
}

/// A game that is being prepared: its content is made, and its saved moves are made again.
#[derive(Component)]
pub(super) struct Launch<G: Game> {
    /// The slot of the saved game that is resumed.
    slot: Option<Slot>,
    task: Task<Result<Table<G>, StartError>>,
}

impl<G: TableGame> Launch<G> {
    /// Begins the work. Saved moves are made again in the background too, because a move can take a long time.
    fn begin(
        work: impl Future<Output = Result<(Origin<G>, G::Content), PlainError>> + Send + 'static,
        extra: G::Extra,
        saved: Option<(Slot, SavedGame<G>)>,
    ) -> Self {
        let slot = saved.as_ref().map(|(slot, _)| *slot);
        let start = async move {
            let (origin, content) = work.await.map_err(StartError::Content)?;
            make_table(origin, content, extra, saved).await
        };
        let task = AsyncComputeTaskPool::get().spawn(async move {
            let started = catch_panic_in(start).await;
            started.unwrap_or_else(|why| Err(StartError::Content(why.into())))
        });
        Launch { slot, task }
    }

    /// Begins the work that makes a replay, a lesson or a puzzle.
    pub(super) fn of_table(
        work: impl Future<Output = Result<Table<G>, PlainError>> + Send + 'static,
    ) -> Self {
        let task = AsyncComputeTaskPool::get().spawn(async move {
            let made = catch_panic_in(work).await;
            let made = made.unwrap_or_else(|why| Err(why.into()));
            // An error here is not about a save, so no save is set aside.
            made.map_err(StartError::Missing)
        });
        Launch { slot: None, task }
    }
}

/// Makes the content of a game, in slices.
pub(super) async fn content_of<G: TableGame>(
    origin: &Origin<G>,
    folders: Option<&Folders>,
) -> Result<G::Content, PlainError> {
    match G::prepare(origin, folders)? {
        Preparation::Ready(content) => Ok(content),
        Preparation::Working(work) => work.await,
    }
}

/// Starts the game that an id names.
pub(super) fn open_id<G: TableGame>(world: &mut World, id: &GameId) -> Result<(), PlainError> {
    open(world, Origin::<G>::of_id(id)?)
}

/// Starts a game as soon as its content is made.
pub fn open<G: TableGame>(world: &mut World, origin: Origin<G>) -> Result<(), PlainError> {
    open_with(world, origin, G::Extra::default())
}

/// Starts a game with extra data.
pub fn open_with<G: TableGame>(
    world: &mut World,
    origin: Origin<G>,
    extra: G::Extra,
) -> Result<(), PlainError> {
    prepare(world, origin, extra, None).map_err(PlainError::from)
}

/// Starts a game whose content and origin are the result of some work.
pub fn open_when_made<G: TableGame>(
    world: &mut World,
    work: impl Future<Output = Result<(Origin<G>, G::Content), PlainError>> + Send + 'static,
    extra: G::Extra,
) {
    let launch = Launch::<G>::begin(work, extra, None);
    world.spawn((Name::new("Launch"), AnyLaunch, launch));
}

/// Starts a game in a position that was reached in a replay, as a new game under way.
pub(super) fn open_taken_over<G: TableGame>(
    world: &mut World,
    origin: Origin<G>,
    content: Option<G::Content>,
    saved: SavedGame<G>,
) -> Result<(), PlainError> {
    let made = match content {
        Some(content) => Preparation::Ready(content),
        None => G::prepare(&origin, world.get_resource::<Folders>())?,
    };
    let work: Work<G::Content> = match made {
        Preparation::Ready(content) => Box::pin(async move { Ok(content) }),
        Preparation::Working(work) => work,
    };
    let slot = slot_for_new_game::<G>(world);
    let work = async move { Ok((origin, work.await?)) };
    let mut launch = Launch::begin(work, G::Extra::default(), Some((slot, saved)));
    // The game has no save yet that could be set aside after an error.
    launch.slot = None;
    world.spawn((Name::new("Launch"), AnyLaunch, launch));
    Ok(())
}

/// Reads a saved game without setting a broken save aside.
fn peek_saved<G: TableGame>(world: &World, slot: Slot) -> Option<SavedGame<G>> {
    saved_in::<G>(&session::save::file(world, G::KEY, slot)?)
}

/// Reads the saved game of a file; `None` if the save is broken.
pub(super) fn saved_in<G: TableGame>(file: &QueuedFile) -> Option<SavedGame<G>> {
    file.peek::<G::File>(G::SAVE_FORMAT)?.open().ok()
}

/// Keeps the game at the table as it is left: its glimpse, and the time that has passed.
pub(super) fn keep_as_left<G: TableGame>(world: &mut World) {
    note_glimpse::<G>(world);
    save_passed_time::<G>(world);
}

/// Saves the game at the table as it stands, because time has passed since its last move. A save that is gone, or has
/// become that of another game, stays as it is.
fn save_passed_time<G: TableGame>(world: &mut World) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    let is_game = table.is_recorded() && !table.is_game_over() && table.shown_variation().is_none();
    if !is_game || world.resource::<Pacing>().is_looking_back() {
        return;
    }
    let saved = peek_saved::<G>(world, table.slot());
    let is_own = saved.is_some_and(|saved| {
        let is_same_game = saved.id == table.id().to_string();
        is_same_game && saved.taken_over == table.is_taken_over()
    });
    if is_own {
        save::<G>(world);
    }
}

/// Returns the work that makes the summary of a game for the list of saves.
pub(super) fn save_summary<G: TableGame>(world: &World, slot: Slot) -> SummaryWork {
    let file = session::save::file(world, G::KEY, slot);
    Box::new(move || {
        let saved = saved_in::<G>(&file?)?;
        Some(SaveSummary {
            id: saved.id,
            moves: saved.made,
        })
    })
}

/// Resumes the game that was saved last.
pub fn resume<G: TableGame>(world: &mut World) {
    if let Some(newest) = session::save::slots(world, G::KEY).first() {
        resume_slot::<G>(world, *newest);
    }
}

/// Resumes a saved game. A broken save is set aside and reported.
pub fn resume_slot<G: TableGame>(world: &mut World, slot: Slot) {
    let file = session::save::read::<G::File>(world, G::KEY, slot, G::SAVE_FORMAT);
    let Some(file) = file else { return };
    let opened = file.open().map_err(StartError::Content).and_then(|saved| {
        let origin = Origin::parse(&saved.id).map_err(StartError::Content)?;
        prepare(world, origin, G::Extra::default(), Some((slot, saved)))
    });
    report::<G>(world, opened, Some(slot));
}

fn prepare<G: TableGame>(
    world: &mut World,
    origin: Origin<G>,
    extra: G::Extra,
    saved: Option<(Slot, SavedGame<G>)>,
) -> Result<(), StartError> {
    let folders = world.get_resource::<Folders>();
    let work: Work<G::Content> = match (G::prepare(&origin, folders)?, &saved) {
        (Preparation::Ready(content), None) => {
            let table = Table::new(origin, content, extra)?;
            put_in_play(world, table, None);
            return Ok(());
        }
        // The moves of a save are made again in the background.
        (Preparation::Ready(content), Some(_)) => Box::pin(async move { Ok(content) }),
        (Preparation::Working(work), _) => work,
    };
    let launch = Launch::begin(async move { Ok((origin, work.await?)) }, extra, saved);
    world.spawn((Name::new("Launch"), AnyLaunch, launch));
    Ok(())
}

/// Starts each game whose preparation is finished.
pub(super) fn finish_launches<G: TableGame>(
    mut commands: Commands,
    mut launches: Query<(Entity, &mut Launch<G>)>,
) {
    for (entity, mut launch) in &mut launches {
        let Some(made) = check_ready(&mut launch.task) else {
            continue;
        };
        let slot = launch.slot;
        commands.entity(entity).despawn();
        commands.queue(move |world: &mut World| {
            let started = made.map(|table| put_in_play(world, table, slot));
            report::<G>(world, started, slot);
        });
    }
}

/// Whether a game is being prepared.
pub(super) fn is_launching<G: TableGame>(world: &mut World) -> bool {
    let mut launches = world.query_filtered::<(), With<Launch<G>>>();
    launches.iter(world).next().is_some()
}

/// Shows the reason why a game cannot start. A save with wrong content is set aside.
fn report<G: TableGame>(world: &mut World, started: Result<(), StartError>, slot: Option<Slot>) {
    match (started, slot) {
        (Ok(()), _) => {}
        (Err(StartError::Content(why)), Some(slot)) => {
            session::save::set_aside(world, G::KEY, slot, &why);
        }
        (Err(why), _) => world.resource_mut::<Notices>().show(why.to_string()),
    }
}

/// Starts a game whose content is ready. An error is shown.
pub fn start<G: TableGame>(
    world: &mut World,
    origin: Origin<G>,
    content: G::Content,
    extra: G::Extra,
) {
    let table = Table::new(origin, content, extra);
    let started = table.map(|table| put_in_play(world, table, None));
    report::<G>(world, started, None);
}

/// Makes the table of a game, either at its start or in its saved position.
async fn make_table<G: TableGame>(
    origin: Origin<G>,
    content: G::Content,
    extra: G::Extra,
    saved: Option<(Slot, SavedGame<G>)>,
) -> Result<Table<G>, StartError> {
    match saved {
        None => Table::new(origin, content, extra),
        Some((_, saved)) => Table::resume(origin, content, saved).await,
    }
}

/// The number of saves that are read at once to find a game without a move. To read all of many saves would hold up the
/// frame.
const MOST_READ: usize = 8;

/// The saves that were read and keep their slots, with the times of their files then. They are not read again, so that
/// older saves get their turn when another game begins.
#[derive(Resource, Default)]
struct BegunSaves(BTreeMap<(&'static str, Slot), SystemTime>);

/// Returns the slot for a new game. Only a game without a move gives its slot up.
fn slot_for_new_game<G: TableGame>(world: &mut World) -> Slot {
    let begun = &world.resource::<BegunSaves>().0;
    let unread = session::save::slots(world, G::KEY)
        .into_iter()
        .filter_map(|slot| Some((slot, session::save::changed_at(world, G::KEY, slot)?)))
        .filter(|(slot, changed_at)| begun.get(&(G::KEY, *slot)) != Some(changed_at));
    let unread: Vec<_> = unread.take(MOST_READ).collect();
    for (slot, changed_at) in unread {
        let saved = peek_saved::<G>(world, slot);
        // A copy was saved by hand to be kept.
        if saved.is_some_and(|saved| saved.moves.is_empty() && !saved.taken_over) {
            return slot;
        }
        let mut begun = world.resource_mut::<BegunSaves>();
        begun.0.insert((G::KEY, slot), changed_at);
    }
    session::save::free_slot(world, G::KEY)
}

/// Shows a replay, a lesson or a puzzle from its start, on the play screen.
fn show_unrecorded<G: TableGame>(world: &mut World, mut table: Table<G>) {
    keep_as_left::<G>(world);
    if let Some(earlier) = world.get_resource::<Table<G>>() {
        table = table.with_revision_after(earlier.revision());
    }
    table.go_to(0);
    world.insert_resource(table);
    world.resource_mut::<Hint<G>>().0 = None;
    open_play_screen::<G>(world);
}

/// Opens the play screen of a game. A menu from which the game was started closes.
fn open_play_screen<G: TableGame>(world: &mut World) {
    active_game::activate(world, Some(G::KEY));
    let mut menu = world.resource_mut::<NextState<Menu>>();
    NextState::set_if_neq(&mut menu, Menu::None);
    set_screen(world, Screen::Play);
}

/// Puts a table into play, and opens the play screen. A resumed game keeps the slot of its save.
fn put_in_play<G: TableGame>(world: &mut World, table: Table<G>, slot: Option<Slot>) {
    if !table.is_recorded() {
        show_unrecorded(world, table);
        return;
    }
    new_game::remember_difficulty::<G>(world, table.setup(), slot.is_some());
    keep_as_left::<G>(world);
    let slot = slot.unwrap_or_else(|| {
        let slot = slot_for_new_game::<G>(world);
        // The glimpse of an earlier game in this slot is not that of this one.
        Glimpses::forget(world, G::KEY, slot);
        slot
    });
    let mut table = table.with_slot(slot);
    table.skip_counting();
    if let Some(earlier) = world.get_resource::<Table<G>>() {
        table = table.with_revision_after(earlier.revision());
    }
    world.insert_resource(table);
    world.resource_mut::<Hint<G>>().0 = None;
    G::show_start(world);
    save::<G>(world);
    open_play_screen::<G>(world);
}

/// Starts the game that follows the one at the table.
pub fn start_next_game<G: TableGame>(world: &mut World) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    let next = G::next(table);
    show_failure_of(world, |world| start_following_game(world, next));
}

/// Starts the game that follows the one at the table at another difficulty.
pub(super) fn start_next_game_at<G: TableGame>(world: &mut World, difficulty: Difficulty) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    let mut next = G::next(table);
    new_game::set_difficulty_of_next(world, &mut next, difficulty);
    show_failure_of(world, |world| start_following_game(world, next));
}

/// Starts another game of the same setup as the one at the table, with a fresh seed.
pub(super) fn start_other_game<G: TableGame>(world: &mut World) -> Result<(), PlainError> {
    let seed = new_game::next_seed(world);
    match world.get_resource::<Table<G>>() {
        Some(table) => start_following_game(world, G::other(table, seed)),
        None => Ok(()),
    }
}

/// Starts a game that follows another one at the same table, at the difficulty of the settings.
fn start_following_game<G: TableGame>(
    world: &mut World,
    mut next: NextGame<G>,
) -> Result<(), PlainError> {
    new_game::adapt_next_game(world, &mut next);
    match next.content {
        Some(content) => {
            start::<G>(world, next.origin, content, next.extra);
            Ok(())
        }
        None => open_with(world, next.origin, next.extra),
    }
}
