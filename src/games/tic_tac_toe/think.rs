//! The computers' turns: they think in the background, and their moves are made in time to be seen.

use bevy::prelude::*;

use super::opponent::{Choice, Way, search};
use super::play::{Play, make};
use super::rules::{Board, Cell};
use crate::search::task::Pondering;
use crate::search::{Limits, Thinking};
use crate::shell::audio::{self, Sound};
use crate::shell::notice::Notices;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;

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
    pub now: Option<Thinking<Cell>>,
    /// The last move of a computer, by seat, and why it was made.
    pub last: Option<(usize, Choice)>,
    /// Computers among themselves wait.
    pub paused: bool,
    /// Seconds since the last move.
    pub since: f32,
}

/// A turn that is being thought about, and the position it is for.
#[derive(Component)]
struct Turn {
    moved: usize,
    jumps: u32,
}

type Thinker = Pondering<Thinking<Cell>, Option<Choice>>;

/// Seconds that a move stands before a computer answers it.
const PAUSE: f32 = 0.45;

fn forget(mut thought: ResMut<Thought>, mut commands: Commands, turns: Query<Entity, With<Turn>>) {
    *thought = Thought::default();
    for entity in &turns {
        commands.entity(entity).despawn();
    }
}

/// Stops thinking about a position that is no longer there.
fn drop_stale(mut commands: Commands, play: Res<Play>, turns: Query<(Entity, &Turn)>) {
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
    let (player, game, seed) = (player.clone(), play.game().clone(), play.session.id().seed);
    let pondering: Thinker = Pondering::begin(move |stopper, show| {
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
    mut turns: Query<(Entity, &mut Thinker), With<Turn>>,
    mut thought: ResMut<Thought>,
    mut notices: ResMut<Notices>,
) {
    for (entity, mut thinker) in &mut turns {
        if let Some(sight) = thinker.sight() {
            thought.now = Some(sight);
        }
        // A paused game stands still.
        if *menu.get() != Menu::None {
            continue;
        }
        let Some(done) = thinker.done() else { continue };
        commands.entity(entity).despawn();
        thought.now = None;
        match done {
            Ok(Some(choice)) => commands.queue(move |world: &mut World| choose(world, choice)),
            Ok(None) => {}
            Err(why) => {
                // It would only break again.
                thought.paused = true;
                notices.say(why);
            }
        }
    }
}

fn choose(world: &mut World, choice: Choice) {
    let seat = world.resource::<Play>().turn();
    let cell = choice.cell;
    if let Some(seat) = seat {
        world.resource_mut::<Thought>().last = Some((seat, choice));
    }
    mark(world, cell);
}

/// Makes a move, with its sound; false if the rules refuse it.
pub fn mark(world: &mut World, cell: Cell) -> bool {
    let made = make(world, cell);
    if made {
        world.resource_mut::<Thought>().since = 0.0;
    }
    let sound = if made { Sound::Swap } else { Sound::Refuse };
    world.write_message(audio::Play(sound));
    made
}

/// A good move for whose turn it is, found at once.
pub fn good_move(play: &Play) -> Option<Cell> {
    let nodes = match play.setup.board {
        Board::Lines(lines) if lines.cells() <= 25 => 30_000,
        _ => 3_000,
    };
    let limits = Limits::nodes(nodes);
    search(play.game(), limits, Way::Solve, &default(), |_| {})?.best()
}
