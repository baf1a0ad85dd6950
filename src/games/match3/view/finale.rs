//! The finale of a won level: after its last match the moves that are left go off one by one. It changes the view
//! alone; the position and the score stay as they are.

use bevy::prelude::*;

use super::motion::{ShrinkingOut, delta};
use super::{View, animate, place_of, powers};
use crate::games::match3::rules::{Cell, Status};
use crate::games::match3::table::Table;
use crate::generation::{Purpose, Seed, Stream};
use crate::shell::audio::{PlaySound, Sound};
use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;
use crate::shell::settings::{Particles, Settings};
use crate::shell::theme::sprites::Sprites;

/// Seconds between two moves that go off.
const INTERVAL: f32 = 0.16;
/// Seconds in which all moves go off; many follow each other faster.
const LONGEST: f32 = 2.4;
/// The number of notes by which the tone rises.
const NOTES: u32 = 16;
/// The size of a flash at first and in the end, in cells.
const FLASH: [f32; 2] = [0.5, 2.4];

/// The finale of a level that has just been won.
pub(super) struct Finale {
    /// The moves that were left.
    moves: u32,
    /// The number of them that have gone off.
    gone: u32,
    /// Seconds until the next one goes off.
    wait: f32,
    /// Chooses the blocks.
    chance: Stream,
}

impl Finale {
    /// The finale of a level whose last move is about to be shown; `None` if the level is not won. With reduced motion
    /// there is none.
    pub(super) fn of(table: &Table, settings: &Settings) -> Option<Self> {
        let game = table.state();
        let is_shown = game.status() == Status::Won && !settings.reduced_motion;
        is_shown.then(|| Finale {
            moves: game.moves_left().unwrap_or(0),
            gone: 0,
            wait: 0.0,
            chance: Seed(table.moves().len() as u64).stream(Purpose::Play),
        })
    }

    /// The block with which the next move goes off; `None` if no move or no block is left.
    fn next_block(&mut self, view: &View) -> Option<Cell> {
        if self.gone == self.moves {
            return None;
        }
        let blocks = view.blocks.keys().copied();
        let is_free = |cell: &Cell| !view.specials.contains_key(cell);
        let mut free: Vec<Cell> = blocks.filter(is_free).collect();
        // The same level always ends in the same way.
        free.sort_by_key(|cell| cell.index());
        self.chance.choose(&free).copied()
    }

    /// Counts a move that goes off, and returns the step of its tone, from 1.
    fn count(&mut self) -> u32 {
        let step = 1 + self.gone * NOTES / self.moves.max(NOTES);
        self.gone += 1;
        self.wait += INTERVAL.min(LONGEST / self.moves as f32);
        step
    }
}

/// Lets the moves go off, as soon as the last move has been shown.
pub(super) fn advance_finale(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    sprites: Res<Sprites>,
    menu: Res<State<Menu>>,
    mut view: ResMut<View>,
    mut sounds: MessageWriter<PlaySound>,
) {
    if menu.get().holds_game() || view.finale.is_none() || !view.playback.is_over() {
        return;
    }
    let Some(mut finale) = view.finale.take() else {
        return;
    };
    view.playback.is_slow = false;
    if settings.reduced_motion {
        return;
    }
    finale.wait -= delta(&time, &settings, &view);
    while finale.wait <= 0.0 {
        let Some(cell) = finale.next_block(&view) else {
            return;
        };
        sounds.write(PlaySound(Sound::Grow(finale.count())));
        view.moves_gone = finale.gone;
        go_off(&mut commands, &sprites, &mut view, settings.particles, cell);
    }
    view.finale = Some(finale);
}

/// Turns a block into a flash.
fn go_off(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &mut View,
    particles: Particles,
    cell: Cell,
) {
    if let Some(block) = view.blocks.remove(&cell) {
        commands.entity(block).insert(ShrinkingOut::default());
    }
    powers::spawn_light_ring(commands, sprites, view, place_of(cell), FLASH, 0.0);
    animate::throw_sparks(commands, sprites, view, particles, (cell, 0.0));
}

/// Skips the finale at a click, a key or a button of the gamepad, which then does nothing else, except for full screen.
/// The key that saves a picture does not skip it. In a replay the input leads to another position, which ends the
/// finale too.
pub(super) fn skip_finale(
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Res<ButtonInput<MouseButton>>,
    gamepads: Query<&Gamepad>,
    menu: Res<State<Menu>>,
    table: Option<Res<Table>>,
    mut actions: ResMut<Actions>,
    mut view: ResMut<View>,
) {
    let is_pressed = keys.get_just_pressed().next().is_some()
        || mouse.get_just_pressed().next().is_some()
        || gamepads
            .iter()
            .any(|pad| pad.get_just_pressed().next().is_some());
    let is_replay = table.is_none_or(|table| table.is_replay());
    let is_kept = actions.has_begun(Action::Picture);
    if !is_pressed || is_kept || is_replay || view.finale.is_none() || *menu.get() != Menu::None {
        return;
    }
    for action in Action::ALL {
        if action != Action::Fullscreen {
            actions.take(action);
        }
    }
    // The board is spawned again, as it is at the end.
    view.finale = None;
    view.revision = None;
}
