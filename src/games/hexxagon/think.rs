//! The computers' turns: they think in the background, and their moves are made in time to be seen.

use bevy::prelude::*;

use super::play::{Play, make};
use super::players::{self, Choice, Opponent, SearchSettings};
use super::rules::{CellMove, Move, Player};
use crate::search::{BackgroundSearch, Limits, SearchReport};
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
            Pace::Usual => 0.7,
            Pace::Fast => 0.25,
            Pace::FlatOut => 0.0,
        }
    }

    /// Its name in the language files.
    pub fn key(self) -> &'static str {
        match self {
            Pace::Slow => "hex.pace.slow",
            Pace::Usual => "hex.pace.usual",
            Pace::Fast => "hex.pace.fast",
            Pace::FlatOut => "hex.pace.flat_out",
        }
    }
}

/// What the computers think, to be shown.
#[derive(Resource, Default)]
pub struct Thought {
    /// What is being found.
    pub now: Option<SearchReport<Move>>,
    /// The last move of a computer, and what was thought about it.
    pub last: Option<(Player, CellMove, Option<SearchReport<Move>>)>,
    /// Computers among themselves wait.
    pub paused: bool,
    /// The game is looked back at, and nobody moves.
    pub looking_back: bool,
    /// How fast computers among themselves play.
    pub pace: Pace,
    /// Seconds since the last move.
    pub since: f32,
    /// [`Play::jumps`] of the position that it is about.
    jumps: u32,
}

impl Thought {
    /// Whether computers wait to be told to go on.
    fn waits(&self) -> bool {
        self.paused || self.looking_back
    }
}

/// A turn that is being thought about, and the position it is for.
#[derive(Component, Clone)]
struct Turn {
    moved: usize,
    jumps: u32,
    /// The move, once it is found; it waits until the last one has been seen.
    found: Option<Choice>,
}

type Thinker = BackgroundSearch<SearchReport<Move>, Option<Choice>>;

fn forget(mut commands: Commands, mut thought: ResMut<Thought>, turns: Query<Entity, With<Turn>>) {
    *thought = Thought {
        pace: thought.pace,
        ..Thought::default()
    };
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
            looking_back: thought.looking_back,
            pace: thought.pace,
            since: thought.since,
            ..Thought::default()
        };
    }
    for (entity, turn) in &turns {
        if turn.moved != play.session.moves().len() || turn.jumps != play.jumps {
            commands.entity(entity).despawn();
            thought.now = None;
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
    let waiting = *menu.get() != Menu::None || thought.waits();
    let Some(computer) = play.computer().filter(|_| turns.is_empty() && !waiting) else {
        return;
    };
    let (game, seed) = (play.game().clone(), play.chance());
    let pondering: Thinker = BackgroundSearch::start(move |stopper, show| {
        computer.choose(&game, seed, stopper, &mut |thinking| show(thinking.clone()))
    });
    let turn = Turn {
        moved: play.session.moves().len(),
        jumps: play.jumps,
        found: None,
    };
    commands.spawn((Name::new("Turn"), turn, pondering));
}

fn take_turn(
    mut commands: Commands,
    menu: Res<State<Menu>>,
    play: Res<Play>,
    mut turns: Query<(Entity, &mut Turn, &mut Thinker)>,
    mut thought: ResMut<Thought>,
    mut notices: ResMut<Notices>,
) {
    for (entity, mut turn, mut thinker) in &mut turns {
        if turn.found.is_none() {
            if let Some(sight) = thinker.latest_report() {
                thought.now = Some(sight);
            }
            let Some(done) = thinker.take_result() else {
                continue;
            };
            turn.found = done.unwrap_or_else(|why| {
                // It would only break again: its move is made by a simpler player.
                notices.say(why);
                Opponent::Set(6).choose(play.game(), play.chance(), &default(), &mut |_| {})
            });
            // What was thought can be seen until the move is made.
            let found = turn.found.as_ref();
            thought.now = found.and_then(|choice| choice.thinking.clone());
        }
        // A paused game stands still, and a move stands for a while before it is answered.
        let pace = if play.alone() {
            thought.pace
        } else {
            Pace::Usual
        };
        let early = thought.since < pace.pause();
        if *menu.get() != Menu::None || thought.waits() || early {
            continue;
        }
        commands.entity(entity).despawn();
        thought.now = None;
        let turn = turn.clone();
        commands.queue(move |world: &mut World| choose(world, turn));
    }
}

/// Makes the move of a turn, unless the position has changed since.
fn choose(world: &mut World, turn: Turn) {
    let Some(choice) = turn.found else { return };
    let play = world.resource::<Play>();
    let (moved, jumps) = (play.session.moves().len(), play.jumps);
    let player = play
        .turn()
        .filter(|_| moved == turn.moved && jumps == turn.jumps);
    let made = play.game().written(choice.made);
    let Some((player, made)) = player.zip(made) else {
        return;
    };
    world.resource_mut::<Thought>().last = Some((player, made, choice.thinking));
    place(world, made);
}

/// Makes a human's move; nothing happens when it is not a human's turn.
pub fn move_for_human(world: &mut World, made: CellMove) {
    if world.get_resource::<Play>().is_some_and(Play::human) {
        place(world, made);
    }
}

/// Makes a move, with its sound.
fn place(world: &mut World, made: CellMove) {
    let sound = match make(world, made) {
        Ok(turn) => {
            world.resource_mut::<Thought>().since = 0.0;
            if turn.captured.is_empty() {
                Sound::Swap
            } else {
                Sound::Match(turn.captured.count())
            }
        }
        Err(_) => Sound::Refuse,
    };
    world.write_message(audio::Play(sound));
}

/// Positions that a hint looks at.
const HINT: u64 = 20_000;

/// A good move for whose turn it is, found at once.
pub fn good_move(play: &Play) -> Option<CellMove> {
    let how = SearchSettings {
        limits: Limits::nodes(HINT),
        ..SearchSettings::default()
    };
    let found = players::search(play.game(), &how, &default(), &mut |_| {})?;
    play.game().written(found.best_move()?)
}
