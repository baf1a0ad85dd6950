//! What a player sees of match-3, and how moves come in.
//!
//! The view sends swaps to the session and plays the events that come back. It keeps no rules.

mod animate;
mod board;
mod hand;
mod journey;
mod motion;
mod panel;
mod powers;
mod result;
mod setup;

use std::collections::VecDeque;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::KEY;
use super::play::{Play, keep};
use super::players::Player;
use super::rules::{Cell, Event, Kind, Refusal, Size, Swap};
use crate::generation::{Purpose, Seed};
use crate::shell::audio::{self, Sound};
use crate::shell::board::Frame;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::theme::sprites::{Dye, Sprites};

pub(super) fn plugin(app: &mut App) {
    add_sprites(&mut app.world_mut().resource_mut::<Sprites>());
    app.init_resource::<View>()
        .add_plugins((
            setup::plugin,
            journey::plugin,
            panel::plugin,
            result::plugin,
        ))
        .add_systems(OnEnter(Screen::Play), board::spawn.run_if(active(KEY)))
        .add_systems(OnExit(Screen::Play), board::leave)
        .add_systems(
            Update,
            (
                board::fit,
                board::rebuild,
                hand::pointer,
                hand::keys,
                hand::idle,
                make_moves,
                animate::advance,
                (
                    motion::glide,
                    motion::land,
                    motion::fly,
                    motion::vanish,
                    motion::rise,
                    motion::call,
                )
                    .chain(),
                powers::follow,
                powers::shine_on,
                powers::push,
                board::place,
                hand::mark,
            )
                .chain()
                .run_if(in_state(Screen::Play).and_then(active(KEY)))
                .run_if(resource_exists::<Play>),
        );
}

/// The names of the block sprites, by colour.
const BLOCKS: [&str; 8] = [
    "match3/block0",
    "match3/block1",
    "match3/block2",
    "match3/block3",
    "match3/block4",
    "match3/block5",
    "match3/block6",
    "match3/block7",
];

/// The names of the sprites of special cells, in the order of their kinds.
const KINDS: [&str; 9] = [
    "match3/obstacle",
    "match3/blocked1",
    "match3/blocked2",
    "match3/blocked3",
    "match3/blocked4",
    "match3/overlay1",
    "match3/overlay2",
    "match3/overlay3",
    "match3/overlay4",
];

macro_rules! svg {
    ($name:literal) => {
        include_str!(concat!("../../../../assets/sprites/", $name, ".svg"))
    };
}

fn add_sprites(sprites: &mut Sprites) {
    let blocks = [
        svg!("block0"),
        svg!("block1"),
        svg!("block2"),
        svg!("block3"),
        svg!("block4"),
        svg!("block5"),
        svg!("block6"),
        svg!("block7"),
    ];
    for (kind, (name, svg)) in BLOCKS.into_iter().zip(blocks).enumerate() {
        sprites.add(name, svg, Dye::Kind(kind as u8));
    }
    let kinds = [
        svg!("obstacle"),
        svg!("blocked1"),
        svg!("blocked2"),
        svg!("blocked3"),
        svg!("blocked4"),
        svg!("overlay1"),
        svg!("overlay2"),
        svg!("overlay3"),
        svg!("overlay4"),
    ];
    for (name, svg) in KINDS.into_iter().zip(kinds) {
        sprites.add(name, svg, Dye::Own);
    }
    for (name, svg) in [
        ("match3/cell", svg!("cell")),
        ("match3/cursor", svg!("cursor")),
        ("match3/select", svg!("select")),
        ("match3/hint", svg!("hint")),
        ("match3/power_across", svg!("power_across")),
        ("match3/power_down", svg!("power_down")),
        ("match3/power_bomb", svg!("power_bomb")),
        (powers::COLOUR, svg!("power_colour")),
        ("match3/beam", svg!("beam")),
        ("match3/blast", svg!("blast")),
        ("match3/star", svg!("star")),
        ("match3/star_empty", svg!("star_empty")),
    ] {
        sprites.add(name, svg, Dye::Own);
    }
}

/// The state of the view; all of it can be lost without changing the game.
#[derive(Resource, Default)]
struct View {
    /// The size of the board shown.
    size: Option<Size>,
    /// Where it lies.
    frame: Frame,
    /// [`Play::jumps`] when the sprites were built.
    jumps: Option<u32>,
    root: Option<Entity>,
    blocks: HashMap<Cell, Entity>,
    specials: HashMap<Cell, Entity>,
    /// Events not yet shown.
    events: VecDeque<Event>,
    /// Seconds until the next ones are.
    busy: f32,
    /// Swaps asked for while others are shown.
    wanted: VecDeque<Swap>,
    /// The chosen block.
    chosen: Option<Cell>,
    /// Where the mouse was pressed, until it is let go or has swapped.
    pressed: Option<Cell>,
    /// Where the keyboard is, once it is used.
    cursor: Option<Cell>,
    hint: Option<Swap>,
    /// Seconds since the player last did something.
    idle: f32,
    /// The points counted up so far.
    points_shown: f32,
    /// Numbers that float up from this step.
    floats: u8,
    /// How far a blast has pushed the board, in cells.
    push: f32,
    /// The step of the cascade that is shown, from 1.
    step: u32,
    /// What the game has counted, but was not shown yet.
    pending: Pending,
    /// Where collected blocks fly to.
    goal: Vec2,
    /// A hint was asked for while something moved.
    hint_asked: bool,
    /// Whether the player has asked to end the game, and is asked again.
    end_asked: bool,
}

/// What events still to be shown come to.
#[derive(Default)]
struct Pending {
    collected: [u32; 8],
    points: u32,
    layers: u32,
}

impl Pending {
    fn add(&mut self, event: &Event) {
        self.count(event, u32::saturating_add);
    }

    fn shown(&mut self, event: &Event) {
        self.count(event, u32::saturating_sub);
    }

    fn count(&mut self, event: &Event, with: fn(u32, u32) -> u32) {
        match event {
            Event::Matched { points, .. } | Event::Fired { points, .. } => {
                self.points = with(self.points, *points);
            }
            Event::Cleared(Some(colour), cells) => {
                let sum = &mut self.collected[usize::from(colour.0) % 8];
                *sum = with(*sum, cells.len());
            }
            // An obstacle that is hit loses nothing.
            Event::Chipped { left, .. } if *left != Some(Kind::Obstacle) => {
                self.layers = with(self.layers, 1);
            }
            _ => {}
        }
    }
}

impl View {
    /// Whether nothing moves and nothing waits to.
    fn at_rest(&self) -> bool {
        self.events.is_empty() && self.busy <= 0.0
    }

    /// The cell at a point in world units.
    fn cell_at(&self, point: Vec2) -> Option<Cell> {
        let place = self.frame.place_at(point).round();
        let inside = place.cmpge(Vec2::ZERO).all();
        inside.then(|| self.size?.cell(place.y as usize, place.x as usize))?
    }
}

/// The place of a cell: columns to the right, rows down.
fn place_of(cell: Cell) -> Vec2 {
    Vec2::new(cell.col() as f32, cell.row() as f32)
}

/// Makes the next swap that was asked for, once what came before has been shown.
fn make_moves(world: &mut World) {
    let next = {
        let mut view = world.resource_mut::<View>();
        if !view.at_rest() {
            return;
        }
        view.wanted.pop_front()
    };
    let Some(swap) = next else { return };
    if world.resource::<Play>().is_over() {
        return;
    }
    let made = world.resource_mut::<Play>().session.play(swap);
    let sound = match made {
        Ok(events) => {
            let mut view = world.resource_mut::<View>();
            events.iter().for_each(|event| view.pending.add(event));
            view.events.extend(events);
            view.hint = None;
            view.idle = 0.0;
            view.end_asked = false;
            keep(world);
            Sound::Swap
        }
        Err(Refusal::NoMatch) => {
            animate::swing_back(world, swap);
            Sound::Refuse
        }
        Err(Refusal::NotMovable | Refusal::Over) => Sound::Refuse,
    };
    world.write_message(audio::Play(sound));
}

/// A move of the automatic player.
pub(super) fn play_itself(world: &mut World) {
    let view = world.resource::<View>();
    if view.at_rest() && view.wanted.is_empty() {
        let swap = good_swap(world);
        world.resource_mut::<View>().wanted.extend(swap);
    }
}

/// The swap that the automatic player would make.
fn good_swap(world: &World) -> Option<Swap> {
    let play = world.get_resource::<Play>()?;
    // The same position always gives the same hint.
    let moves = play.session.moves().len() as u64;
    let mut rng = Seed(moves).stream(Purpose::Player);
    Player::LookAhead.choose(play.session.state(), &mut rng)
}
