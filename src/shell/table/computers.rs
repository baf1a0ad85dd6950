//! The computers' turns. Computers think in the background, and their move is made when the last move has been visible
//! for a moment.

use bevy::prelude::*;

use super::pacing::{AnyTurn, MovePace};
use super::{Pacing, TableGame, play, playing};
use crate::search::{BackgroundSearch, StopToken};
use crate::session::{Game, Table, TableVersion};
use crate::shell::notice::Notices;
use crate::shell::screen::{Menu, Screen};
use crate::shell::words::Words;

/// A game with computer opponents.
pub trait Computers: TableGame {
    /// The intermediate result of an opponent, which the view shows while it thinks.
    type Report: Clone + Send + Sync;
    /// The reason why an opponent made its move.
    type Reason: Clone + Send + Sync;

    /// Returns the work that finds the move of the computer to move.
    fn thinker(table: &Table<Self>) -> Option<Thinker<Self>>;

    /// Finds a move at once. It is used when the work has failed.
    fn quick_choice(table: &Table<Self>) -> Option<Choice<Self>>;

    /// Returns the report that is shown between the end of the work and the move.
    fn report_of(_reason: &Self::Reason) -> Option<Self::Report> {
        None
    }
}

/// Work that finds a move. It must end soon after the stop token is set, and it may report intermediate results.
pub type Thinker<G> = Box<
    dyn FnOnce(&StopToken, &mut dyn FnMut(<G as Computers>::Report)) -> Option<Choice<G>> + Send,
>;

/// A move that a computer has chosen.
pub struct Choice<G: Computers> {
    /// The move.
    pub made: G::Move,
    /// The reason for the move.
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

/// Lets the computer to move think to the end, here and now, and returns its move.
pub fn think_now<G: Computers>(table: &Table<G>) -> Option<G::Move> {
    let thinker = G::thinker(table)?;
    Some(thinker(&StopToken::default(), &mut |_| {})?.made)
}

/// The intermediate result and the last move of the computers, for the view.
#[derive(Resource)]
pub struct Thinking<G: Computers> {
    /// The intermediate result of the computer that is thinking.
    pub now: Option<G::Report>,
    /// The last move of a computer, with its seat.
    pub last: Option<(usize, Choice<G>)>,
    /// The revision of the table for which these reports are valid.
    revision: u32,
}

impl<G: Computers> Default for Thinking<G> {
    fn default() -> Self {
        Thinking {
            now: None,
            last: None,
            revision: 0,
        }
    }
}

/// The turn of a computer that is thinking.
#[derive(Component)]
#[require(AnyTurn)]
struct Turn<G: Computers> {
    /// The version of the table for which the turn is valid.
    version: TableVersion,
    /// The result of the work. It waits here until the last move has been visible long enough.
    choice: Option<Option<Choice<G>>>,
}

type Work<G> = BackgroundSearch<<G as Computers>::Report, Option<Choice<G>>>;

/// Adds the systems that let the computers of a game play.
pub fn add_computers<G: Computers>(app: &mut App) {
    app.init_resource::<Thinking<G>>()
        .add_systems(OnExit(Screen::Play), clear_thinking::<G>)
        .add_systems(
            Update,
            (drop_stale_turns::<G>, begin_turn::<G>, take_turn::<G>)
                .chain()
                .run_if(playing::<G>),
        );
}

fn clear_thinking<G: Computers>(
    mut commands: Commands,
    mut thinking: ResMut<Thinking<G>>,
    turns: Query<Entity, With<Turn<G>>>,
) {
    *thinking = Thinking::default();
    for entity in &turns {
        commands.entity(entity).despawn();
    }
}

/// Stops the work for a position that is no longer on the table.
fn drop_stale_turns<G: Computers>(
    mut commands: Commands,
    table: Res<Table<G>>,
    mut thinking: ResMut<Thinking<G>>,
    turns: Query<(Entity, &Turn<G>)>,
) {
    if thinking.revision != table.revision() {
        *thinking = Thinking {
            revision: table.revision(),
            ..default()
        };
    }
    for (entity, turn) in &turns {
        if turn.version != table.version() {
            commands.entity(entity).despawn();
            thinking.now = None;
        }
    }
}

/// Begins the work for the turn of a computer.
fn begin_turn<G: Computers>(
    mut commands: Commands,
    pacing: Res<Pacing>,
    menu: Res<State<Menu>>,
    table: Res<Table<G>>,
    turns: Query<(), With<Turn<G>>>,
) {
    let waiting = *menu.get() != Menu::None || pacing.is_waiting();
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

/// Shows intermediate results, and makes the move when the last one has been visible long enough.
fn take_turn<G: Computers>(
    mut commands: Commands,
    pacing: Res<Pacing>,
    menu: Res<State<Menu>>,
    table: Res<Table<G>>,
    mut turns: Query<(Entity, &mut Turn<G>, &mut Work<G>)>,
    mut thinking: ResMut<Thinking<G>>,
    mut notices: ResMut<Notices>,
    words: Res<Words>,
) {
    for (entity, mut turn, mut work) in &mut turns {
        if turn.choice.is_none() {
            if let Some(report) = work.latest_report() {
                thinking.now = Some(report);
            }
            let Some(result) = work.take_result() else {
                continue;
            };
            // The same work would only fail again, so a simple player takes its place, and a notice tells the player.
            let choice = match result {
                Ok(Some(choice)) => Some(choice),
                Ok(None) => {
                    notices.show(words.get("play.cannot_move"));
                    G::quick_choice(&table)
                }
                Err(why) => {
                    notices.show(why.to_string());
                    G::quick_choice(&table)
                }
            };
            thinking.now = choice.as_ref().and_then(|c| G::report_of(&c.reason));
            turn.choice = Some(choice);
        }
        let pace = if table.is_demonstration() {
            pacing.pace
        } else {
            MovePace::Usual
        };
        let early = pacing.since_move < pace.pause();
        if *menu.get() != Menu::None || pacing.is_waiting() || early {
            continue;
        }
        commands.entity(entity).despawn();
        thinking.now = None;
        let version = turn.version;
        if let Some(choice) = turn.choice.take().flatten() {
            commands.queue(move |world: &mut World| make_choice(world, version, choice));
        }
    }
}

/// Makes the chosen move, unless the position has changed.
fn make_choice<G: Computers>(world: &mut World, version: TableVersion, choice: Choice<G>) {
    let table = world.resource::<Table<G>>();
    let Some(seat) = table.turn().filter(|_| table.version() == version) else {
        return;
    };
    let made = choice.made.clone();
    world.resource_mut::<Thinking<G>>().last = Some((seat, choice));
    play::<G>(world, made);
}

/// Whether only computers play at the table.
pub(super) fn is_demonstration<G: Game>(world: &World) -> bool {
    world
        .get_resource::<Table<G>>()
        .is_some_and(Table::is_demonstration)
}
