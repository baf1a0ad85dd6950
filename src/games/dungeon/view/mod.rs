//! The view of the dungeon: it shows the game, and turns the player's input into moves.
//!
//! The view asks the table for moves, a turn at a time, and shows what came of them. It keeps no rules.

mod actors;
mod art;
mod auto_actions;
mod bestiary;
mod bindings;
mod boon_card;
mod clouds;
mod controls;
mod editor;
mod family_words;
mod foresight;
mod hand;
mod heirs;
mod in_sight;
mod lantern;
mod look;
mod low_life;
mod map;
mod marks;
mod messages;
mod minimap;
mod missiles;
mod panel;
mod picking;
mod program_editor;
mod recap;
mod result;
mod ripples;
mod senses;
mod setup_page;
mod sounds;
mod spoken;
mod success_rate;
mod themes;

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::descent::DescentError;
use super::evolve::{self, evolve_dungeon};
use super::graph::generator::Method;
use super::graph::picture::map_picture;
use super::graph::problem;
use super::laboratory;
use super::lessons;
use super::map::Cell;
use super::map::floor_plan::TileStyle;
use super::players::Player;
use super::players::automatic::Automatic;
use super::players::routes::Routes;
use super::rules::{Event, Move};
use super::setup::Setup;
use super::table::{DungeonGame, Table};
use super::way_down;
use crate::base::Seed;
use crate::generation::laboratory::Setting;
use crate::generation::{EvolutionParameters, Picture, WatchedRun};
use crate::session::{Difficulty, Game, Lesson};
use crate::shell::access::SpokenBoard;
use crate::shell::audio::music::Stakes;
use crate::shell::audio::music::score::{MINOR, Style};
use crate::shell::audio::{self, Sound};
use crate::shell::board::Frame;
use crate::shell::games::active;
use crate::shell::input::ReadActions;
use crate::shell::input::game_controls::GameControls;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::table::{
    self, Evolved, GameWords, Interlude, Preview, ResultButton, TableAction, TableGame, ground,
    interlude,
};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::window::Motes;
use crate::shell::window::ground::{Ground, GroundPattern};
use crate::shell::words::Words;
use auto_actions::AutoAction;

pub use editor::DungeonEditor;
pub use program_editor::ProgramEditor;

pub(super) fn plugin(app: &mut App) {
    art::add(&mut app.world_mut().resource_mut::<Sprites>());
    let in_play = in_state(Screen::Play).and_then(active(DungeonGame::KEY));
    app.init_resource::<View>()
        .add_plugins((
            setup_page::plugin,
            (editor::plugin, program_editor::plugin),
            success_rate::plugin,
            panel::plugin,
            messages::plugin,
            minimap::plugin,
            bestiary::plugin,
            in_sight::plugin,
            look::plugin,
            heirs::plugin,
            recap::plugin,
            low_life::plugin,
            boon_card::plugin,
        ))
        .add_systems(
            PreUpdate,
            hand::close_overlays
                .after(ReadActions)
                .run_if(in_play.clone()),
        )
        .add_systems(
            OnEnter(Screen::Play),
            (reset_view, hide_motes).run_if(active(DungeonGame::KEY)),
        )
        .add_systems(OnExit(Screen::Play), (reset_view, show_motes))
        .add_systems(
            Update,
            (
                rebuild_dungeon,
                hand::point_with_mouse,
                hand::go_to_click,
                hand::read_keys,
                hand::read_sticks,
                hand::read_buttons,
                play_turns,
                foresight::look_ahead,
                (
                    actors::move_actors,
                    map::fit_map,
                    map::draw_map,
                    lantern::spawn_veil,
                    lantern::draw_veil,
                )
                    .chain(),
                (
                    actors::draw_actors,
                    actors::draw_badges,
                    foresight::draw_signs,
                    actors::draw_slashes,
                    missiles::draw_missiles,
                    ripples::draw_ripples,
                    actors::draw_numbers,
                )
                    .chain(),
                (senses::show_senses, senses::draw_senses).chain(),
                (clouds::spawn_clouds, clouds::draw_clouds).chain(),
                (marks::place_marks, marks::spawn_marks).chain(),
            )
                .chain()
                .run_if(in_play)
                .run_if(resource_exists::<Table>),
        );
}

/// Seconds for which a turn is shown.
const TURN: f32 = 0.11;

/// The part of that time for which a turn of rest is shown.
const REST_TURN: f32 = 0.3;

/// The largest number of turns of a frame. A slow frame shows several, so that the game does not fall behind; more
/// than these would make the next frame slow too.
const MAX_TURNS_A_FRAME: usize = 8;

/// Moves that the automatic player makes at once when animations are at their fastest.
const MOVES_IN_A_HURRY: usize = 40;

/// The percentage of the speed of animations from which the automatic player is in a hurry.
const HURRY_PERCENT: u32 = 300;

/// The state of the view; all of it can be lost without changing the game.
#[derive(Resource, Default)]
struct View {
    /// The place of the map on the screen. Positions on it are cells, counted from the upper left one.
    frame: Frame,
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
    /// The upper left cell that may be in the window, and how many columns and rows may be.
    cells: (IVec2, IVec2),
    routes: Routes,
    player: Automatic,
    /// The enemies that were seen after the last turn.
    in_sight: Vec<usize>,
    /// What the enemies will do next.
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
    /// Whether the whole history is shown.
    history: bool,
    /// Whether it is shown where the enemies of this dungeon come from.
    heirs: bool,
    /// The index of the boon that the arrows have chosen.
    boon: usize,
    /// The index of the carried thing that is chosen, counted from the first place of the belt.
    picked: Option<usize>,
    /// The turn for which the minimap was painted.
    painted: Option<(u32, u8, u32)>,
}

/// Around the map there is darkness: specks of light would look like things in it.
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
    view.in_sight.clear();
    view.senses = senses::ShownSenses::default();
    view.route.clear();
    view.pointed = None;
    if before.map(|(revision, _)| revision) != now.map(|(revision, _)| revision) {
        view.auto_action = None;
        messages::rebuild_history(world);
    }
    if let Some(old) = old {
        world.entity_mut(old).despawn();
    }
    let root = world.spawn((
        Name::new("Dungeon"),
        DespawnOnExit(Screen::Play),
        Transform::default(),
        Visibility::default(),
    ));
    let root = root.id();
    world.resource_mut::<View>().root = Some(root);
    actors::spawn_actors(world, root);
    foresight::spawn_signs(world, root);
}

/// Makes the moves that were requested or that an auto-action asks for, each once the turn before has been shown.
fn play_turns(world: &mut World) {
    let speed = world.resource::<Settings>().animation_speed();
    let delta = world.resource::<Time>().delta_secs() * speed;
    let has_menu = *world.resource::<State<Menu>>().get() != Menu::None;
    let mut view = world.resource_mut::<View>();
    view.busy -= delta;
    for _ in 0..MAX_TURNS_A_FRAME {
        if has_menu || world.resource::<View>().busy > 0.0 {
            break;
        }
        if world.resource::<View>().heirs {
            break;
        }
        let seconds = match world.resource::<View>().auto_action {
            Some(AutoAction::Rest) => TURN * REST_TURN,
            _ => TURN,
        };
        let Some(chosen_move) = next_move(world) else {
            break;
        };
        table::play::<DungeonGame>(world, chosen_move);
        // The view falls behind the game by one frame at most.
        let mut view = world.resource_mut::<View>();
        view.busy = view.busy.max(-delta) + seconds;
    }
    let mut view = world.resource_mut::<View>();
    view.busy = view.busy.max(0.0);
}

/// The move that was requested, or the next one of the auto-action.
fn next_move(world: &mut World) -> Option<Move> {
    let mut view = world.resource_mut::<View>();
    if let Some(requested) = view.requested.take() {
        view.auto_action = None;
        return Some(requested);
    }
    auto_actions::next_move(world)
}

/// The move that the automatic player would make.
fn automatic_move(world: &mut World) -> Option<Move> {
    world.resource_scope(|world, mut view: Mut<View>| {
        let table = world.get_resource::<Table>()?;
        view.player.choose(&table.state().game)
    })
}

/// Low and slow: something is breathing down there.
const MUSIC: Style = Style {
    tempo: 52.0,
    root: 45,
    scale: MINOR,
    chords: [0, 0, 5, 4, 0, 3, 5, 6],
    density: 0.22,
    seed: 24,
};

impl TableGame for DungeonGame {
    const WORDS: GameWords = GameWords {
        name: "dungeon.name",
        tagline: "dungeon.tagline",
        keys: "dungeon.keys",
        difficulties: [
            "dungeon.easy",
            "dungeon.normal",
            "dungeon.hard",
            "dungeon.expert",
        ],
        setup: "dungeon.setup",
    };
    const MUSIC: Style = MUSIC;
    // Death is final, and the keys of the other actions make steps here, as in vi.
    const ACTIONS: &'static [TableAction] = &[TableAction::Pause];
    const CONTROLS: GameControls = bindings::CONTROLS;
    const PANEL: f32 = map::PANEL;
    // The player sees the last blow to its end.
    const RESULT_DELAY: f32 = 0.3;
    const FOR_YOU: &'static str = "dungeon.for_you";

    const EVOLVED: &'static [Evolved] = evolve::EVOLVED;
    const LESSONS: &'static [Lesson<Self>] = &lessons::LESSONS;

    /// Enemies in sight that know of the hero are dangerous, and so is little life.
    fn stakes(table: &Table) -> Stakes {
        let game = &table.state().game;
        let hunters = game
            .visible_enemies()
            .filter(|number| game.enemies[*number].aware);
        let threat = 0.5 * (hunters.count() as f32).min(2.0);
        let missing = 1.0 - f32::from(game.hero.life) / f32::from(game.hero.max_life.max(1));
        Stakes {
            danger: (threat * (0.5 + 0.5 * missing)).min(1.0),
            ..Stakes::default()
        }
    }

    /// What lies around the map must not look like things in it, so there is light alone. It is weaker where it is harder.
    fn ground(table: &Table) -> Ground {
        let hues = [palette::LAMP, palette::LAMP];
        ground::ground_for::<Self>(table.setup(), GroundPattern::Lantern, hues)
    }

    fn usual_search() -> EvolutionParameters {
        problem::usual_search()
    }

    fn give_up_move(world: &mut World) {
        world.resource_mut::<View>().auto_action = None;
    }

    fn demo(seed: Seed) -> Option<Arc<dyn WatchedRun>> {
        evolve::demo(seed)
    }

    /// Takes the setup of the difficulty, and keeps the method of the search, the custom enemies, and whether enemies learn.
    fn set_difficulty(setup: &mut Setup, difficulty: Difficulty) {
        let method = setup.spec.method;
        *setup = Setup {
            custom_enemies: std::mem::take(&mut setup.custom_enemies),
            learning: setup.learning,
            ..Setup::of(difficulty)
        };
        if method == Method::Original {
            setup.spec = setup.spec.original();
        }
    }

    fn check(setup: &Setup) -> Result<(), String> {
        setup.check().map_err(|why| why.to_string())
    }

    fn begin(world: &mut World) -> Result<(), String> {
        evolve_dungeon(world)
    }

    fn laboratory_setting(world: &World) -> Option<Setting> {
        laboratory::setting(world)
    }

    fn interlude(world: &mut World, made: &Move) -> Option<Interlude> {
        way_down::interlude(world, *made)
    }

    fn play_itself(world: &mut World) {
        let is_in_a_hurry = world.resource::<Settings>().animation_percent >= HURRY_PERCENT;
        if interlude::is_open(world) {
            return;
        }
        let view = world.resource::<View>();
        if !is_in_a_hurry && (view.busy > 0.0 || view.requested.is_some()) {
            return;
        }
        let moves = if is_in_a_hurry { MOVES_IN_A_HURRY } else { 1 };
        for _ in 0..moves {
            let Some(chosen_move) = automatic_move(world) else {
                return;
            };
            // A move may have to wait for the dungeon into which it leads.
            if !table::play::<Self>(world, chosen_move) {
                return;
            }
        }
    }

    /// Turns follow each other faster than the moves of a board game.
    const REPLAY_SPEED: f32 = 4.0;

    /// The map of the dungeon in which the descent has ended.
    fn picture(table: &Table) -> Picture {
        let dungeon = table.state().game.dungeon();
        map_picture(&dungeon.graph, dungeon, TileStyle::Plain)
    }

    fn show_events(world: &mut World, events: Vec<Event>) {
        let mut view = world.resource_mut::<View>();
        if !view.looking {
            // The map has moved, so another cell may lie under the mouse.
            (view.pointed, view.route) = (None, Vec::new());
        }
        // Whoever comes into sight is named before what they do.
        auto_actions::check_interrupts(world, &events);
        messages::log_events(world, &events);
        heirs::show_events(world, &events);
        actors::show_events(world, &events);
        sounds::show_events(world, &events);
        missiles::show_events(world, &events);
        ripples::show_events(world, &events);
    }

    fn show_move_error(world: &mut World, refused: &Move, why: DescentError) {
        world.resource_mut::<View>().auto_action = None;
        if let Move::Step(step) = refused {
            actors::bump(world, *step);
        }
        messages::log_refusal(world, &why);
        world.write_message(audio::PlaySound(Sound::Refuse));
    }

    fn has_recap(world: &World) -> bool {
        recap::is_offered(world)
    }

    fn recap(card: &mut ChildSpawnerCommands, world: &World) {
        recap::fill(card, world);
    }

    fn spoken_board(world: &World) -> Option<SpokenBoard> {
        spoken::board(world)
    }

    fn choose_cell(world: &mut World, row: usize, column: usize) {
        spoken::choose_cell(world, row, column);
    }

    fn setup_rows(page: &mut ChildSpawnerCommands, world: &World) {
        setup_page::fill(page, world);
    }

    fn preview(world: &World) -> Option<Preview> {
        evolve::preview(world).map(Preview::Run)
    }

    fn begin_text(world: &World) -> String {
        world.resource::<Words>().get("dungeon.setup.go")
    }

    fn headline(world: &World) -> String {
        panel::depth_text(world)
    }

    fn panel(top: &mut ChildSpawnerCommands, world: &World) {
        panel::fill(top, world);
    }

    fn controls(bottom: &mut ChildSpawnerCommands, world: &World) {
        controls::add_controls(bottom, world);
    }

    /// The panel has no room for the id. A button copies it instead.
    fn shows_id(_: &World) -> bool {
        false
    }

    fn result_title(world: &World) -> String {
        result::title(world)
    }

    fn result(card: &mut ChildSpawnerCommands, world: &World) {
        result::fill(card, world);
    }

    fn result_buttons(world: &World) -> Vec<ResultButton> {
        result::buttons(world)
    }
}
