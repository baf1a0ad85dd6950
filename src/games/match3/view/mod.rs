//! The view of match-3: it shows the game, and turns the player's input into moves.
//!
//! The view sends swaps to the table and shows the events that come back. It keeps no rules.

mod animate;
mod board;
mod clock;
mod editor;
mod evolution;
mod finale;
mod hand;
mod journey_ahead;
mod journey_coming;
mod journey_details;
mod journey_layout;
mod journey_map;
mod journey_names;
mod journey_pictures;
mod journey_plant;
mod journey_sprout;
mod journey_worlds;
mod leaving;
mod motion;
mod panel;
mod person_row;
mod playback;
mod potential;
mod powers;
mod result;
mod setup_page;
mod setup_rows;
mod setup_tabs;
mod spoken;
mod stars;
mod table_game;

use std::collections::VecDeque;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::learner::Learner;
use super::level::Mode;
use super::rules::{Cell, Match3, Size, Swap};
use super::table::Table;
use crate::session::Game;
use crate::session::statistics::Statistics;
use crate::shell::board::BoardFrame;
use crate::shell::games::active;
use crate::shell::input::TakeActions;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::table::{self, Hint, play_for_human, playing};
use crate::shell::theme::sprites::{Dye, Source, Sprites, sprite_sources};
pub use editor::LevelEditor;
use finale::Finale;
use playback::Playback;
pub use setup_tabs::ModeTab;

pub(super) fn plugin(app: &mut App) {
    add_sprites(&mut app.world_mut().resource_mut::<Sprites>());
    app.init_resource::<View>()
        .init_resource::<potential::PotentialShown>()
        .add_plugins((
            setup_page::plugin,
            person_row::plugin,
            editor::plugin,
            journey_map::plugin,
            journey_pictures::plugin,
            journey_plant::plugin,
            journey_worlds::plugin,
            clock::plugin,
        ))
        .add_systems(
            OnEnter(Screen::Play),
            (board::reset_view, board::begin_entrance)
                .chain()
                .run_if(active(Match3::KEY)),
        )
        .add_systems(OnExit(Screen::Play), board::reset_view)
        .add_systems(
            OnEnter(Menu::Pause),
            table::count_and_save::<Match3>.run_if(active(Match3::KEY)),
        )
        .add_systems(
            OnExit(Screen::Play),
            table::count_and_save::<Match3>.run_if(active(Match3::KEY)),
        )
        .add_systems(
            PreUpdate,
            finale::skip_finale
                .in_set(TakeActions::OfOverlay)
                .run_if(playing::<Match3>),
        )
        .add_systems(
            Update,
            stars::stamp_stars.run_if(in_state(Menu::Result).and_then(active(Match3::KEY))),
        );
    add_frame_systems(app);
}

/// Adds the systems that take in the player's input and show the game, once a frame and in this order.
fn add_frame_systems(app: &mut App) {
    app.add_systems(
        Update,
        (
            update_record,
            board::fit_board,
            board::respawn_board,
            hand::read_pointer,
            hand::read_keys,
            potential::read_potential_key,
            hand::offer_hint,
            make_moves,
            animate::advance_animations,
            finale::advance_finale,
            (
                motion::glide_blocks,
                motion::land_blocks,
                motion::fly_blocks,
                motion::gather_blocks,
                motion::vanish_blocks,
                motion::raise_sprites,
                motion::show_calls,
            )
                .chain(),
            powers::move_emblems,
            powers::advance_lights,
            powers::push_board,
            board::place_sprites,
            hand::update_marks,
            potential::show_potential,
        )
            .chain()
            .run_if(playing::<Match3>),
    );
}

/// The block sprites, by colour.
const BLOCKS: [Source; 8] = sprite_sources!(
    "match3": "block0", "block1", "block2", "block3", "block4", "block5", "block6", "block7",
);

/// The sprites of special cells, in the order of their kinds.
const KINDS: [Source; 9] = sprite_sources!(
    "match3": "obstacle", "blocked1", "blocked2", "blocked3", "blocked4", "overlay1", "overlay2",
    "overlay3", "overlay4",
);

/// Adds the sprites of levels.
pub(super) fn add_sprites(sprites: &mut Sprites) {
    for (kind, block) in BLOCKS.into_iter().enumerate() {
        sprites.add(block, Dye::Kind(kind as u8));
    }
    sprites.add_all(KINDS);
    sprites.add_all(sprite_sources!(
        "match3": "power_across", "power_down", "power_bomb", "power_colour",
        "beam", "blast", "star", "star_empty", "ghost_hand",
    ));
    sprites.add_themed(sprite_sources!("match3": "cell", "select"));
}

/// The state of the view; all of it can be lost without changing the game.
#[derive(Resource, Default)]
struct View {
    /// The size of the board shown.
    size: Option<Size>,
    /// The place of the board on the screen.
    frame: BoardFrame,
    /// The growth of the board from its picture in the theatre, while it goes on.
    entrance: Option<board::Entrance>,
    /// The revision of the table when the sprites were built.
    revision: Option<u32>,
    root: Option<Entity>,
    blocks: HashMap<Cell, Entity>,
    specials: HashMap<Cell, Entity>,
    playback: Playback,
    /// The finale of the level, from its last move to its end.
    finale: Option<Finale>,
    /// The number of moves left that have gone off in the finale. It stays when the finale has ended.
    moves_gone: u32,
    input: PlayerInput,
}

/// The input of the player.
#[derive(Default)]
struct PlayerInput {
    /// Swaps that wait until the moves before them have been shown.
    wanted: VecDeque<Swap>,
    /// Whether the swap that waits is one that the game makes by itself.
    is_automatic: bool,
    /// The chosen block.
    chosen: Option<Cell>,
    /// The cell on which the mouse button was pressed, until it is released or the block is swapped.
    pressed: Option<Cell>,
    /// The cell at which the keyboard is, once it is used.
    cursor: Option<Cell>,
    /// Seconds since the player last did something.
    idle: f32,
    /// Whether a hint is shown as soon as the board is at rest.
    hint_waits: bool,
    /// Whether the player has asked for the hint that is shown.
    hint_asked: bool,
}

impl View {
    /// Whether no event is being shown, none waits, and the finale is over.
    fn is_at_rest(&self) -> bool {
        self.playback.is_over() && self.finale.is_none()
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

/// Makes the next wanted swap, once the moves before it have been shown.
fn make_moves(world: &mut World) {
    let revision = world.get_resource::<Table>().map(Table::revision);
    let mut view = world.resource_mut::<View>();
    // A swap that was wanted on another board, which was on the table at the beginning of the frame, is not made on this
    // one.
    if !view.is_at_rest() || view.revision != revision {
        return;
    }
    if let Some(swap) = view.input.wanted.pop_front() {
        let is_own = !std::mem::take(&mut view.input.is_automatic);
        if is_own {
            learn_from(world, swap);
        }
        play_for_human::<Match3>(world, swap);
    }
}

/// Learns from a swap that the player has found alone.
fn learn_from(world: &mut World, swap: Swap) {
    let is_wanted = world.resource::<Settings>().learns_from_player;
    let is_hinted = world.resource::<Hint<Match3>>().0.is_some();
    world.resource_scope(|world, mut learner: Mut<Learner>| {
        let is_own = |table: &&Table| {
            table.mode() == Mode::Level && table.is_recorded() && table.is_human_turn()
        };
        let table = world.get_resource::<Table>().filter(is_own);
        if let Some(table) = table.filter(|_| is_wanted && !is_hinted) {
            learner.observe(table.state(), swap);
        }
    });
}

/// Updates the record of the earlier games. It stays as it is once the game has ended, so that it does not contain this
/// game. A replay has the record of today at its end too, because its file holds none.
fn update_record(mut table: ResMut<Table>, statistics: Res<Statistics>) {
    let has_ended = table.is_over() && !table.is_replay();
    if !(table.is_changed() || statistics.is_changed()) || has_ended {
        return;
    }
    let best = statistics.of(Match3::KEY, &table.result_name()).best;
    table.bypass_change_detection().extra.record = best;
}
