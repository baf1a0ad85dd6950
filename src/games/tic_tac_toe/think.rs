//! The computers' turns: they think in the background, and their moves are made in time to be seen.

use bevy::prelude::*;

use super::opponent::{Choice, Player, SearchMode, search};
use super::play::{Play, make};
use super::rules::{Board, Cell, Refusal};
use crate::search::{BackgroundSearch, Limits, SearchReport};
use crate::shell::audio::{self, Sound};
use crate::shell::notice::Notices;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Thought>()
        .add_systems(OnExit(Screen::Play), forget)
        .add_systems(
            Update,
            (drop_stale, begin, take_turn)
                .chain()
                .run_if(in_state(Screen::Play).and_then(crate::shell::games::active(super::KEY)))
                .run_if(resource_exists::<Play>),
        );
}

/// What the computers think, to be shown.
#[derive(Resource, Default)]
pub struct Thought {
    /// What is being found.
    pub now: Option<SearchReport<Cell>>,
    /// The last move of a computer, by seat, and why it was made.
    pub last: Option<(usize, Choice)>,
    /// Computers among themselves wait.
    pub paused: bool,
    /// Seconds since the last move.
    pub since: f32,
    /// [`Play::jumps`] of the position that it is about.
    jumps: u32,
}

/// A turn that is being thought about, and the position it is for.
#[derive(Component, Clone, Copy)]
struct Turn {
    moved: usize,
    jumps: u32,
}

type Thinker = BackgroundSearch<SearchReport<Cell>, Option<Choice>>;

/// Seconds that a move stands before a computer answers it.
const PAUSE: f32 = 0.45;

fn forget(mut thought: ResMut<Thought>, mut commands: Commands, turns: Query<Entity, With<Turn>>) {
    *thought = Thought::default();
    for entity in &turns {
        commands.entity(entity).despawn();
    }
}

/// Stops thinking about a position that is no longer there.
fn drop_stale(
    mut commands: Commands,
    play: Res<Play>,
    mut thought: ResMut<Thought>,
    turns: Query<(Entity, &Turn)>,
) {
    if thought.jumps != play.jumps {
        *thought = Thought {
            jumps: play.jumps,
            paused: thought.paused,
            since: thought.since,
            ..Thought::default()
        };
    }
    for (entity, turn) in &turns {
        if turn.moved != play.session.moves().len() || turn.jumps != play.jumps {
            commands.entity(entity).despawn();
        }
    }
}

fn begin(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    menu: Res<State<Menu>>,
    play: Res<Play>,
    turns: Query<(), With<Turn>>,
    mut thought: ResMut<Thought>,
) {
    thought.since += time.delta_secs() * settings.animation_speed();
    let waiting = *menu.get() != Menu::None || thought.paused || thought.since < PAUSE;
    let Some(player) = play.computer().filter(|_| turns.is_empty() && !waiting) else {
        return;
    };
    let (player, game, seed) = (player.clone(), play.game().clone(), play.chance());
    let pondering: Thinker = BackgroundSearch::start(move |stopper, show| {
        player.choose(&game, seed, stopper, |thinking| show(thinking.clone()))
    });
    let turn = Turn {
        moved: play.session.moves().len(),
        jumps: play.jumps,
    };
    commands.spawn((Name::new("Turn"), turn, pondering));
}

fn take_turn(
    mut commands: Commands,
    menu: Res<State<Menu>>,
    play: Res<Play>,
    mut turns: Query<(Entity, &Turn, &mut Thinker)>,
    mut thought: ResMut<Thought>,
    mut notices: ResMut<Notices>,
) {
    for (entity, turn, mut thinker) in &mut turns {
        if let Some(sight) = thinker.latest_report() {
            thought.now = Some(sight);
        }
        // A paused game stands still.
        if *menu.get() != Menu::None || thought.paused {
            continue;
        }
        let Some(done) = thinker.take_result() else {
            continue;
        };
        commands.entity(entity).despawn();
        thought.now = None;
        let choice = done.unwrap_or_else(|why| {
            // It would only break again: its move is made by a simpler player.
            notices.say(why);
            Player::Rules.choose(play.game(), play.chance(), &default(), |_| {})
        });
        let turn = *turn;
        if let Some(choice) = choice {
            commands.queue(move |world: &mut World| choose(world, turn, choice));
        }
    }
}

/// Makes the move of a turn, unless the position has changed since.
fn choose(world: &mut World, turn: Turn, choice: Choice) {
    let play = world.resource::<Play>();
    let (moved, jumps) = (play.session.moves().len(), play.jumps);
    let seat = play
        .turn()
        .filter(|_| moved == turn.moved && jumps == turn.jumps);
    let Some(seat) = seat else { return };
    let cell = choice.cell;
    world.resource_mut::<Thought>().last = Some((seat, choice));
    mark(world, cell);
}

/// Makes a human's move; nothing happens when it is not a human's turn.
pub fn mark_for_human(world: &mut World, cell: Cell) {
    if world.get_resource::<Play>().is_some_and(Play::human) {
        mark(world, cell);
    }
}

/// Makes a move, with its sound; what is refused is told where it is not plain to see.
fn mark(world: &mut World, cell: Cell) {
    let sound = match make(world, cell) {
        Ok(()) => {
            world.resource_mut::<Thought>().since = 0.0;
            Sound::Swap
        }
        Err(refusal) => {
            if refusal == Refusal::OtherBoard {
                let why = world.resource::<Words>().say("ttt.other_board");
                world.resource_mut::<Notices>().say(why);
            }
            Sound::Refuse
        }
    };
    world.write_message(audio::Play(sound));
}

/// A good move for whose turn it is, found at once.
pub fn good_move(play: &Play) -> Option<Cell> {
    let nodes = match play.setup.board {
        Board::Lines(lines) if lines.cells() <= 25 => 30_000,
        _ => 3_000,
    };
    let limits = Limits::nodes(nodes);
    search(play.game(), limits, SearchMode::Solve, &default(), |_| {})?.best_move()
}
