//! The view of the dungeon: it shows the game, and turns the player's input into moves.
//!
//! The view asks the table for moves, a turn at a time, and shows their results. It keeps no rules.

mod actor;
mod actors;
mod art;
mod auto_actions;
mod badges;
mod bestiary;
mod bindings;
mod blows;
mod boon_card;
mod card;
mod controls;
mod daylight;
mod descriptions;
mod editor;
mod effects;
mod family_words;
mod foresight;
mod hand;
mod heirs;
mod history;
mod in_sight;
mod kept_history;
mod lantern;
mod large_map;
mod low_life;
mod map;
mod map_picture;
mod marks;
mod messages;
mod minimap;
mod missiles;
mod panel;
mod picking;
mod program_editor;
mod program_words;
mod recap;
mod result;
mod ripples;
mod senses;
mod setup_page;
mod sighted;
mod sounds;
mod spoken;
mod success_rate;
mod table_game;
mod themes;
mod turns;
mod zoom;

use bevy::prelude::*;

use super::map::Cell;
use super::players::automatic::Automatic;
use super::players::routes::Routes;
use super::rules::boons::OFFERED;
use super::rules::{Boon, Move};
use super::table::{DungeonGame, Table};
use crate::session::Game;
use crate::shell::board::{BoardFrame, BoardRoot};
use crate::shell::games::active;
use crate::shell::input::TakeActions;
use crate::shell::screen::Screen;
use crate::shell::table::playing;
use crate::shell::theme::sprites::Sprites;
use crate::shell::window::Motes;
use auto_actions::AutoAction;
pub use editor::DungeonEditor;
pub use program_editor::ProgramEditor;

pub(super) fn plugin(app: &mut App) {
    art::add(&mut app.world_mut().resource_mut::<Sprites>());
    app.init_resource::<View>()
        .add_plugins((
            setup_page::plugin,
            (editor::plugin, program_editor::plugin),
            success_rate::plugin,
            panel::plugin,
            history::plugin,
            minimap::plugin,
            large_map::plugin,
            bestiary::plugin,
            in_sight::plugin,
            descriptions::plugin,
            heirs::plugin,
            recap::plugin,
            low_life::plugin,
            boon_card::plugin,
        ))
        .add_systems(
            PreUpdate,
            hand::close_overlays
                .in_set(TakeActions::OfOverlay)
                .run_if(playing::<DungeonGame>),
        )
        .add_systems(
            OnEnter(Screen::Play),
            (reset_view, hide_motes).run_if(active(DungeonGame::KEY)),
        )
        .add_systems(OnExit(Screen::Play), (reset_view, show_motes));
    add_frame_systems(app);
}

/// Adds the systems that take in the player's input and show the game, once a frame and in this order.
fn add_frame_systems(app: &mut App) {
    app.add_systems(
        Update,
        (
            (rebuild_dungeon, kept_history::follow_language).chain(),
            hand::point_with_mouse,
            // The clicks on the map come first, because a click on the large map closes it.
            (hand::go_to_click, large_map::go_to_click).chain(),
            hand::read_keys,
            hand::read_sticks,
            hand::read_buttons,
            turns::play_turns,
            foresight::look_ahead,
            (
                actors::move_actors,
                (zoom::zoom_with_wheel, zoom::follow_settings, map::fit_map).chain(),
                map::draw_map,
                daylight::spread,
                lantern::spawn_veil,
                lantern::draw_veil,
            )
                .chain(),
            (
                actors::draw_actors,
                badges::draw_badges,
                foresight::draw_signs,
                blows::draw_slashes,
                missiles::draw_missiles,
                ripples::draw_ripples,
                blows::draw_numbers,
            )
                .chain(),
            (senses::show_senses, senses::draw_senses).chain(),
            (effects::spawn_effects, effects::draw_effects).chain(),
            (marks::place_marks, marks::spawn_marks).chain(),
        )
            .chain()
            .run_if(playing::<DungeonGame>),
    );
}

/// The state of the view; all of it can be lost without changing the game.
#[derive(Resource, Default)]
struct View {
    /// The place of the map on the screen. Positions on it are cells, counted from the upper left one.
    frame: BoardFrame,
    /// The rows of the map in the window.
    rows: zoom::Rows,
    /// The place that the view is centred on. It follows the hero smoothly.
    eye: Option<Vec2>,
    /// The revision of the table and the depth when the sprites were built.
    built: Option<(u32, u8)>,
    root: Option<Entity>,
    /// Seconds until the last turn has been shown.
    busy: f32,
    /// The move that was requested while others are shown.
    requested: Option<Move>,
    /// The auto-action under way.
    auto_action: Option<AutoAction>,
    /// The upper left cell that may be in the window, and the numbers of columns and rows that may be in it.
    cells: (IVec2, IVec2),
    routes: Routes,
    player: Automatic,
    /// The enemies that were seen after the last turn.
    sighted: sighted::Sighted,
    /// The next acts of the enemies.
    foresight: foresight::Foresight,
    /// The enemy whose senses are shown.
    senses: senses::ShownSenses,
    /// The cell that is pointed at by the mouse, or by the keyboard while looking.
    pointed: Option<Cell>,
    /// Whether the keyboard moves the pointed cell.
    looking: bool,
    /// The known route to the pointed cell.
    route: Vec<Cell>,
    /// The lines of the history, oldest first.
    log: Vec<messages::Line>,
    /// The histories after some of the moves.
    histories: kept_history::KeptHistories,
    /// The card that is open over the dungeon.
    open: Option<OpenCard>,
    /// The daylight that falls in at the end; `None` before it.
    daylight: Option<daylight::Daylight>,
    /// The index of the boon that the arrows have chosen.
    boon: usize,
    /// The boons that a screen reader was told; `None` while their card is not seen.
    told_offer: Option<[Boon; OFFERED]>,
    /// The index of the carried thing that is chosen, counted from the first place of the belt.
    picked: Option<usize>,
}

/// Something that the player opens over the dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenCard {
    /// All lines of the history.
    History,
    /// The card about the heirs of this dungeon.
    Heirs,
    /// The large map.
    Map,
}

impl View {
    /// Whether a card covers the dungeon. The history leaves the most of it free.
    fn has_card(&self) -> bool {
        matches!(self.open, Some(OpenCard::Heirs | OpenCard::Map))
    }

    /// Opens a card, or closes it.
    fn toggle(&mut self, card: OpenCard) {
        self.open = (self.open != Some(card)).then_some(card);
    }
}

/// Hides the specks of light around the map, because they would look like things in the dungeon.
fn hide_motes(mut motes: ResMut<Motes>) {
    motes.0 = false;
}

fn show_motes(mut motes: ResMut<Motes>) {
    motes.0 = true;
}

fn reset_view(mut view: ResMut<View>) {
    // The sprites are despawned with their root, which belongs to the play screen.
    *view = View::default();
}

/// Spawns all sprites again when the hero is in another dungeon, or the position was changed otherwise than by a move.
fn rebuild_dungeon(world: &mut World) {
    let table = world.resource::<Table>();
    let now = Some((table.revision(), table.state().depth()));
    let mut view = world.resource_mut::<View>();
    if view.built == now {
        return;
    }
    let (old, before) = (view.root.take(), view.built);
    view.built = now;
    view.eye = None;
    view.senses = senses::ShownSenses::default();
    view.daylight = None;
    view.route.clear();
    view.pointed = None;
    if before.map(|(revision, _)| revision) != now.map(|(revision, _)| revision) {
        // A request that was made in another position is dropped.
        (view.auto_action, view.requested) = (None, None);
        (view.picked, view.boon) = (None, 0);
        kept_history::rebuild_history(world);
    }
    if let Some(old) = old {
        world.entity_mut(old).despawn();
    }
    let root = world.spawn((Name::new("Dungeon"), BoardRoot, DespawnOnExit(Screen::Play)));
    let root = root.id();
    world.resource_mut::<View>().root = Some(root);
    actors::spawn_actors(world, root);
    foresight::spawn_signs(world, root);
}
