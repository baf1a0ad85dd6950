//! The timing of moves, in every game: how long the last move has been visible, whether the computers wait, and the pace
//! of a demonstration.

use bevy::prelude::*;

use crate::shell::screen::Screen;
use crate::shell::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pacing>()
        .add_systems(OnExit(Screen::Play), reset_pacing)
        .add_systems(First, advance_move_clock.run_if(in_state(Screen::Play)));
}

/// The pace of a demonstration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MovePace {
    /// Slow enough to think about every move.
    Slow,
    /// As in a game against a human.
    #[default]
    Usual,
    /// Fast, but every move can be seen.
    Fast,
    /// As fast as the computers think.
    FlatOut,
}

impl MovePace {
    /// All paces, the slowest first.
    pub const ALL: [MovePace; 4] = [
        MovePace::Slow,
        MovePace::Usual,
        MovePace::Fast,
        MovePace::FlatOut,
    ];

    /// Returns the time between two moves, in seconds.
    pub(super) fn pause(self) -> f32 {
        match self {
            MovePace::Slow => 2.0,
            MovePace::Usual => 0.6,
            MovePace::Fast => 0.25,
            MovePace::FlatOut => 0.0,
        }
    }

    /// Returns the key of its name in the language files.
    pub fn key(self) -> &'static str {
        match self {
            MovePace::Slow => "play.pace.slow",
            MovePace::Usual => "play.pace.usual",
            MovePace::Fast => "play.pace.fast",
            MovePace::FlatOut => "play.pace.flat_out",
        }
    }
}

/// The timing of moves, in every game.
#[derive(Resource, Default)]
pub struct Pacing {
    /// Whether a demonstration is paused.
    pub paused: bool,
    /// The game at which the player looks back; `None` while the player does not. Meanwhile no seat moves.
    past: Option<PastGame>,
    /// The number of moves of the game, while the player tries moves in its variations.
    pub trying: Option<usize>,
    /// The pace of a demonstration.
    pub pace: MovePace,
    /// Seconds since the last move.
    pub since_move: f32,
}

/// A game at which the player looks back.
#[derive(Clone, Copy)]
struct PastGame {
    /// The number of its moves. Moves that were taken back before do not belong to it.
    length: usize,
    /// Whether it has ended. Its earlier positions do not tell.
    has_ended: bool,
}

impl Pacing {
    /// The player begins to look back at a game of some moves, which may have ended.
    pub fn begin_looking_back(&mut self, length: usize, has_ended: bool) {
        self.past = Some(PastGame { length, has_ended });
    }

    /// The player looks back no longer.
    pub fn end_looking_back(&mut self) {
        self.past = None;
    }

    /// Whether the player looks back at the game.
    pub fn is_looking_back(&self) -> bool {
        self.past.is_some()
    }

    /// Returns the number of moves of the game at which the player looks back; 0 while the player does not.
    pub(super) fn length_of_game(&self) -> usize {
        self.past.map_or(0, |game| game.length)
    }

    /// Whether the player looks back at a game that has ended.
    pub fn is_at_ended_game(&self) -> bool {
        self.past.is_some_and(|game| game.has_ended)
    }

    /// Whether the computers wait for the player.
    pub fn is_waiting(&self) -> bool {
        self.paused || self.is_looking_back()
    }
}

/// Marks the turn of a computer that is thinking, in any game.
#[derive(Component, Default)]
pub struct AnyTurn;

pub(super) fn reset_pacing(mut pacing: ResMut<Pacing>) {
    *pacing = Pacing {
        pace: pacing.pace,
        ..default()
    };
}

fn advance_move_clock(time: Res<Time>, settings: Res<Settings>, mut pacing: ResMut<Pacing>) {
    pacing.since_move += time.delta_secs() * settings.animation_speed();
}

/// Pauses a demonstration, or lets it go on.
pub fn toggle_pause(world: &mut World) {
    let mut pacing = world.resource_mut::<Pacing>();
    pacing.paused = !pacing.paused;
}
