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
mod journey_map;
mod journey_plant;
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
mod spoken;
mod stars;

use std::collections::VecDeque;
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::evolve::{self, RecentBoards};
use super::journey;
use super::laboratory;
use super::learner::Learner;
use super::lessons;
use super::level::{LevelProblem, Mode, Rate, Setup, board_picture, with_blocks};
use super::players::Player;
use super::playtest::REFERENCE_PLAYER;
use super::rules::{Cell, Event, Match3, MoveError, Size, Swap};
use super::table::Table;
use crate::generation::laboratory::Setting;
use crate::generation::{EvolutionParameters, Picture, Seed, WatchedRun, task};
use crate::session::statistics::Statistics;
use crate::session::{Difficulty, Game, Lesson};
use crate::shell::access::SpokenBoard;
use crate::shell::audio::music::Stakes;
use crate::shell::audio::music::score::{LYDIAN, Style};
use crate::shell::audio::{self, Sound};
use crate::shell::board::Frame;
use crate::shell::games::{Evolved, active};
use crate::shell::input::ReadActions;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::table::{
    self, GameWords, Hint, Preview, ResultButton, TableAction, TableGame, play_for_human,
};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::{Dye, Source, Sprites, sprite_sources};
use crate::shell::window::ground::{Ground, GroundPattern};
use crate::shell::words::Words;
use finale::Finale;
use playback::Playback;

pub use editor::LevelEditor;
pub use setup_page::SetupPageTab;

pub(super) fn plugin(app: &mut App) {
    add_sprites(&mut app.world_mut().resource_mut::<Sprites>());
    app.init_resource::<View>()
        .init_resource::<potential::PotentialShown>()
        .add_plugins((
            setup_page::plugin,
            person_row::plugin,
            editor::plugin,
            journey_map::plugin,
            journey_plant::plugin,
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
                .after(ReadActions)
                .run_if(in_state(Screen::Play).and_then(active(Match3::KEY))),
        )
        .add_systems(
            Update,
            stars::stamp_stars.run_if(in_state(Menu::Result).and_then(active(Match3::KEY))),
        )
        .add_systems(
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
                .run_if(in_state(Screen::Play).and_then(active(Match3::KEY)))
                .run_if(resource_exists::<Table>),
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
        "beam", "blast", "star", "star_empty",
    ));
    sprites.add_themed(sprite_sources!("match3": "cell", "select"));
}

/// The state of the view; all of it can be lost without changing the game.
#[derive(Resource, Default)]
struct View {
    /// The size of the board shown.
    size: Option<Size>,
    /// The place of the board on the screen.
    frame: Frame,
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
    hand: Hand,
}

/// What the player is doing.
#[derive(Default)]
struct Hand {
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
    /// Whether a hint is shown as soon as nothing moves any more.
    hint_waits: bool,
    /// Whether the player has asked for the hint that is shown.
    hint_asked: bool,
    /// Whether the button that ends the game was pressed once; the second press ends it.
    end_pressed: bool,
}

impl View {
    /// Whether no event is being shown, none waits, and the finale is over.
    fn at_rest(&self) -> bool {
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
    let mut view = world.resource_mut::<View>();
    if !view.at_rest() {
        return;
    }
    if let Some(swap) = view.hand.wanted.pop_front() {
        let is_own = !std::mem::take(&mut view.hand.is_automatic);
        if is_own {
            learn_from(world, swap);
        }
        play_for_human::<Match3>(world, swap);
    }
}

/// Learns from a swap that the player has found alone.
fn learn_from(world: &mut World, swap: Swap) {
    let is_wanted = world.resource::<Settings>().for_me;
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
/// game.
fn update_record(mut table: ResMut<Table>, statistics: Res<Statistics>) {
    if !(table.is_changed() || statistics.is_changed()) || table.is_over() {
        return;
    }
    let best = statistics.of(Match3::KEY, &table.result_name()).best;
    table.bypass_change_detection().extra.record = best;
}

/// Light and walking: a game of small surprises.
const MUSIC: Style = Style {
    tempo: 84.0,
    root: 55,
    scale: LYDIAN,
    chords: [0, 1, 5, 4, 0, 2, 1, 4],
    density: 0.55,
    seed: 21,
};

/// The number of moves before the end from which the music counts them.
const LAST_MOVES: u32 = 5;

impl TableGame for Match3 {
    const WORDS: GameWords = GameWords {
        name: "match3.name",
        tagline: "match3.tagline",
        keys: "match3.keys",
        difficulties: [
            "match3.easy",
            "match3.normal",
            "match3.hard",
            "match3.expert",
        ],
        setup: "match3.setup",
    };
    const MUSIC: Style = MUSIC;
    const ACTIONS_PER_ROW: usize = 2;
    const PANEL: f32 = 330.0;
    const RESULT_DELAY: f32 = 0.4;

    const EVOLVED: &'static [Evolved] = evolve::EVOLVED;
    const LESSONS: &'static [Lesson<Self>] = &lessons::LESSONS;

    /// The last moves are counted.
    fn stakes(table: &Table) -> Stakes {
        let left = table.state().moves_left();
        let last = left.filter(|left| *left <= LAST_MOVES);
        Stakes {
            ending: last.map_or(0.0, |left| 1.0 - left as f32 / (LAST_MOVES + 1) as f32),
            ..Stakes::default()
        }
    }

    /// A dish in which the more grows the fewer tries succeed.
    fn ground(table: &Table) -> Ground {
        let rate = table.content.goal.as_ref().map_or(50.0, |goal| goal.rate);
        Ground {
            pattern: GroundPattern::Dish,
            hues: [palette::LEAF, palette::LAMP],
            density: 1.0 - rate as f32 / 100.0,
        }
    }

    fn actions(table: &Table) -> &'static [TableAction] {
        if table.allows_undo() {
            Self::ACTIONS
        } else {
            &[TableAction::Hint, TableAction::Restart, TableAction::Pause]
        }
    }

    /// Starts the evolution of a level.
    fn demo(seed: Seed) -> Option<Arc<dyn WatchedRun>> {
        let problem = LevelProblem::new(Setup::default());
        let run = task::background_run(problem, EvolutionParameters::default(), seed);
        // The default search is in range.
        run.ok().map(|run| run as _)
    }

    fn demo_picture(picture: Picture) -> Picture {
        with_blocks(picture)
    }

    /// Changes the rate alone; the player's other choices stay.
    fn set_difficulty(setup: &mut Setup, difficulty: Difficulty) {
        setup_page::set_rate(setup, Rate::of(difficulty));
    }

    fn begin(world: &mut World) -> Result<(), String> {
        setup_page::begin(world)
    }

    fn evolve(world: &mut World) -> Result<(), String> {
        let is_varied = setup_page::has_offered_seed(world);
        evolve::evolve_new_game(world, is_varied)
    }

    fn laboratory_setting(world: &World) -> Option<Setting> {
        laboratory::setting(world)
    }

    /// The swap of the player whose success rate the level has, so that a hint gives nothing away.
    fn hint(table: &Table) -> Option<Swap> {
        hand::swap_of(table, REFERENCE_PLAYER)
    }

    fn show_hint(world: &mut World) {
        hand::ask_for_hint(world);
    }

    fn play_itself(world: &mut World) {
        let view = world.resource::<View>();
        if view.at_rest() && view.hand.wanted.is_empty() {
            let table = world.get_resource::<Table>();
            let swap = table.and_then(|table| hand::swap_of(table, Player::LookAhead));
            let mut view = world.resource_mut::<View>();
            view.hand.wanted.extend(swap);
            view.hand.is_automatic = swap.is_some();
        }
    }

    fn show_start(world: &mut World) {
        let Some(table) = world.get_resource::<Table>() else {
            return;
        };
        let (id, setup, level) = (table.id(), table.setup().clone(), table.content.clone());
        let board = level.board.genome;
        if let (Some(stop), Some(goal)) = (table.extra.stop, level.goal) {
            journey::add_stop(world, stop, &id, &setup, board, goal.rate);
        }
        world.resource_mut::<RecentBoards>().add(setup.size, board);
        evolve::announce_rate(world, &setup, &level);
    }

    fn picture(table: &Table) -> Picture {
        board_picture(table.state().board())
    }

    fn standing(world: &World) -> String {
        journey::standing_text(world, table::standing_text::<Self>(world))
    }

    fn counted_text(name: &str, words: &Words) -> String {
        panel::counted_text(name, words)
    }

    fn show_events(world: &mut World, events: Vec<Event>) {
        let table = world.get_resource::<Table>();
        let finale = table.and_then(|table| Finale::of(table, world.resource::<Settings>()));
        let mut view = world.resource_mut::<View>();
        view.finale = finale;
        events
            .iter()
            .for_each(|event| view.playback.pending.add(event));
        view.playback.events.extend(events);
        view.hand.idle = 0.0;
        view.hand.end_pressed = false;
        world.write_message(audio::PlaySound(Sound::Move));
    }

    fn show_move_error(world: &mut World, swap: &Swap, why: MoveError) {
        if why == MoveError::NoMatch {
            animate::swing_back(world, *swap);
        }
        world.write_message(audio::PlaySound(Sound::Refuse));
    }

    /// Records the result of a stop of the journey.
    fn show_end(world: &mut World) {
        let Some(table) = world.get_resource::<Table>() else {
            return;
        };
        let (stars, points) = (table.stars(), table.state().score().points);
        if let Some(stop) = table.extra.stop {
            journey::record_result(world, stop, stars, points);
        }
    }

    fn before_restart(world: &mut World) {
        journey::give_up_try(world);
    }

    fn is_at_rest(world: &World) -> bool {
        world.resource::<View>().at_rest()
    }

    fn spoken_board(world: &World) -> Option<SpokenBoard> {
        spoken::board(world)
    }

    fn choose_cell(world: &mut World, row: usize, column: usize) {
        spoken::choose_cell(world, row, column);
    }

    fn spoken_move(table: &Table, events: &Vec<Event>, words: &Words) -> String {
        spoken::move_text(table, events, words)
    }

    fn setup_rows(page: &mut ChildSpawnerCommands, world: &World) {
        setup_page::fill(page, world.resource::<Sprites>());
    }

    const PREVIEW_INSIGHT: Option<&'static str> = Some("match3.insight");

    fn preview(world: &World) -> Option<Preview> {
        setup_page::preview(world).map(Preview::Run)
    }

    fn begin_text(world: &World) -> String {
        setup_page::begin_text(world)
    }

    fn shows_seed(world: &World) -> bool {
        setup_page::tab(world) != SetupPageTab::Journey
    }

    fn id_text(world: &World) -> String {
        setup_page::id_text(world)
    }

    fn headline(world: &World) -> String {
        panel::headline(world)
    }

    fn panel(top: &mut ChildSpawnerCommands, world: &World) {
        panel::fill(top, world);
    }

    fn controls(bottom: &mut ChildSpawnerCommands, world: &World) {
        panel::controls(bottom, world);
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

    fn leave_key(world: &World) -> &'static str {
        result::leave_key(world)
    }
}
