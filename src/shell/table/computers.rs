//! The computers' turns: they think in the background, and each of their moves is made once the last one has been seen.

use bevy::prelude::*;

use super::{TableGame, play, playing};
use crate::search::{BackgroundSearch, StopToken};
use crate::session::{Game, Table};
use crate::shell::notice::Notices;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;

/// A game with computer opponents.
pub trait Computers: TableGame {
    /// What an opponent finds while it thinks, to be shown.
    type Thought: Clone + Send + Sync;
    /// Why an opponent made its move.
    type Reason: Clone + Send + Sync;

    /// The work of finding the move of the computer that is to move.
    fn thinker(table: &Table<Self>) -> Option<Thinker<Self>>;

    /// A move that is found at once, for when the work has broken.
    fn quick_choice(table: &Table<Self>) -> Option<Choice<Self>>;

    /// What the reason of a move lets one see until the move is made.
    fn thought_of(_reason: &Self::Reason) -> Option<Self::Thought> {
        None
    }
}

/// Work that finds a move. It must end soon after the stopper says so, and may show what it has found so far.
pub type Thinker<G> = Box<
    dyn FnOnce(&StopToken, &mut dyn FnMut(<G as Computers>::Thought)) -> Option<Choice<G>> + Send,
>;

/// A move that a computer has chosen.
pub struct Choice<G: Computers> {
    /// The move.
    pub made: G::Move,
    /// Why it was chosen.
    pub reason: G::Reason,
}

impl<G: Computers> Clone for Choice<G> {
    fn clone(&self) -> Self {
        Choice {
            made: self.made.clone(),
            reason: self.reason.clone(),
        }
    }
}

/// How fast computers among themselves play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Slow enough to think about every move.
    Slow,
    /// As against a human.
    #[default]
    Usual,
    /// Fast, but every move is seen.
    Fast,
    /// As fast as they think.
    FlatOut,
}

impl Pace {
    /// All, slowest first.
    pub const ALL: [Pace; 4] = [Pace::Slow, Pace::Usual, Pace::Fast, Pace::FlatOut];

    /// Seconds that a move stands before a computer answers it.
    fn pause(self) -> f32 {
        match self {
            Pace::Slow => 2.0,
            Pace::Usual => 0.6,
            Pace::Fast => 0.25,
            Pace::FlatOut => 0.0,
        }
    }

    /// Its name in the language files.
    pub fn key(self) -> &'static str {
        match self {
            Pace::Slow => "play.pace.slow",
            Pace::Usual => "play.pace.usual",
            Pace::Fast => "play.pace.fast",
            Pace::FlatOut => "play.pace.flat_out",
        }
    }
}

/// When moves follow one another, in every game.
#[derive(Resource, Default)]
pub struct Pacing {
    /// Computers among themselves wait.
    pub paused: bool,
    /// The game is looked back at, and nobody moves.
    pub looking_back: bool,
    /// How fast computers among themselves play.
    pub pace: Pace,
    /// Seconds since the last move.
    pub since_move: f32,
}

impl Pacing {
    /// Whether computers wait to be told to go on.
    fn waits(&self) -> bool {
        self.paused || self.looking_back
    }
}

/// What the computers of a game think, to be shown.
#[derive(Resource)]
pub struct Thoughts<G: Computers> {
    /// What is being found.
    pub now: Option<G::Thought>,
    /// The last move of a computer, and the seat that made it.
    pub last: Option<(usize, Choice<G>)>,
    /// The revision of the table that this is about.
    revision: u32,
}

impl<G: Computers> Default for Thoughts<G> {
    fn default() -> Self {
        Thoughts {
            now: None,
            last: None,
            revision: 0,
        }
    }
}

/// A turn that is being thought about, and the version of the table that it is for.
#[derive(Component)]
struct Turn<G: Computers> {
    version: (usize, u32),
    /// The move, once it is found. It waits until the last one has been seen.
    choice: Option<Option<Choice<G>>>,
}

type Work<G> = BackgroundSearch<<G as Computers>::Thought, Option<Choice<G>>>;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pacing>()
        .add_systems(OnExit(Screen::Play), reset_pacing)
        .add_systems(First, count_seconds.run_if(in_state(Screen::Play)));
}

/// Lets the computers of a game play.
pub fn add_computers<G: Computers>(app: &mut App) {
    app.init_resource::<Thoughts<G>>()
        .add_systems(OnExit(Screen::Play), forget_thoughts::<G>)
        .add_systems(
            Update,
            (drop_stale_turns::<G>, begin_turn::<G>, take_turn::<G>)
                .chain()
                .run_if(playing::<G>),
        );
}

fn reset_pacing(mut pacing: ResMut<Pacing>) {
    *pacing = Pacing {
        pace: pacing.pace,
        ..default()
    };
}

fn count_seconds(time: Res<Time>, settings: Res<Settings>, mut pacing: ResMut<Pacing>) {
    pacing.since_move += time.delta_secs() * settings.animation_speed();
}

fn forget_thoughts<G: Computers>(
    mut commands: Commands,
    mut thoughts: ResMut<Thoughts<G>>,
    turns: Query<Entity, With<Turn<G>>>,
) {
    *thoughts = Thoughts::default();
    for entity in &turns {
        commands.entity(entity).despawn();
    }
}

/// Stops the work on a position that is no longer there.
fn drop_stale_turns<G: Computers>(
    mut commands: Commands,
    table: Res<Table<G>>,
    mut thoughts: ResMut<Thoughts<G>>,
    turns: Query<(Entity, &Turn<G>)>,
) {
    if thoughts.revision != table.revision() {
        *thoughts = Thoughts {
            revision: table.revision(),
            ..default()
        };
    }
    for (entity, turn) in &turns {
        if turn.version != table.version() {
            commands.entity(entity).despawn();
            thoughts.now = None;
        }
    }
}

/// Begins the work on the turn of a computer.
fn begin_turn<G: Computers>(
    mut commands: Commands,
    pacing: Res<Pacing>,
    menu: Res<State<Menu>>,
    table: Res<Table<G>>,
    turns: Query<(), With<Turn<G>>>,
) {
    let waiting = *menu.get() != Menu::None || pacing.waits();
    if waiting || !turns.is_empty() || table.computer().is_none() {
        return;
    }
    let Some(thinker) = G::thinker(&table) else {
        return;
    };
    let work: Work<G> = BackgroundSearch::start(thinker);
    let turn = Turn::<G> {
        version: table.version(),
        choice: None,
    };
    commands.spawn((Name::new("Turn"), turn, work));
}

/// Shows what is found, and makes the move once the last one has been seen.
fn take_turn<G: Computers>(
    mut commands: Commands,
    pacing: Res<Pacing>,
    menu: Res<State<Menu>>,
    table: Res<Table<G>>,
    mut turns: Query<(Entity, &mut Turn<G>, &mut Work<G>)>,
    mut thoughts: ResMut<Thoughts<G>>,
    mut notices: ResMut<Notices>,
) {
    for (entity, mut turn, mut work) in &mut turns {
        if turn.choice.is_none() {
            if let Some(thought) = work.latest_report() {
                thoughts.now = Some(thought);
            }
            let Some(result) = work.take_result() else {
                continue;
            };
            let choice = result.unwrap_or_else(|why| {
                // The same work would only break again.
                notices.say(why);
                G::quick_choice(&table)
            });
            // What was thought can be seen until the move is made.
            thoughts.now = choice.as_ref().and_then(|c| G::thought_of(&c.reason));
            turn.choice = Some(choice);
        }
        let pace = if table.is_demonstration() {
            pacing.pace
        } else {
            Pace::Usual
        };
        let early = pacing.since_move < pace.pause();
        if *menu.get() != Menu::None || pacing.waits() || early {
            continue;
        }
        commands.entity(entity).despawn();
        thoughts.now = None;
        let version = turn.version;
        if let Some(choice) = turn.choice.take().flatten() {
            commands.queue(move |world: &mut World| make_choice(world, version, choice));
        }
    }
}

/// Makes the move of a turn, unless the position has changed since.
fn make_choice<G: Computers>(world: &mut World, version: (usize, u32), choice: Choice<G>) {
    let table = world.resource::<Table<G>>();
    let Some(seat) = table.turn().filter(|_| table.version() == version) else {
        return;
    };
    let made = choice.made.clone();
    world.resource_mut::<Thoughts<G>>().last = Some((seat, choice));
    play::<G>(world, made);
}

/// Lets computers among themselves wait, or go on.
pub fn toggle_pause(world: &mut World) {
    let mut pacing = world.resource_mut::<Pacing>();
    pacing.paused = !pacing.paused;
}

/// Whether only computers play at the table.
pub(super) fn is_demonstration<G: Game>(world: &World) -> bool {
    world
        .get_resource::<Table<G>>()
        .is_some_and(Table::is_demonstration)
}
