//! The view of Hexxagon: it shows the game, and turns the player's input into moves. It keeps no rules.

mod animation;
mod bloom;
mod board;
mod board_length;
mod board_list;
mod chart;
mod comparison;
mod coordinates;
mod editor;
mod evolution_rows;
mod five_weights;
mod hand;
mod layer;
mod names;
mod notation;
mod openings;
mod opponent_picker;
mod overlays;
mod panel;
mod premove;
mod result;
mod seats;
mod setup_page;
mod spoken;
mod terms;
mod weights_editor;

use std::path::PathBuf;
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::boards::{self, BoardProblem, BoardSpec};
use super::evolve::{EVOLVED, evolve_board, seat_computer};
use super::insight;
use super::laboratory;
use super::lessons;
use super::players::{Blend, Level, Opponent, Weights};
use super::puzzle_book;
use super::rules::{
    Board, Cell, CellIndex, CellMove, CellSet, Game as Position, Hexxagon, MoveEvent, Player,
};
use super::setup::{Seat, Setup, opponent_of};
use super::table::{Table, good_move};
use crate::base::Seed;
use crate::generation::laboratory::Setting;
use crate::generation::{Creature, EvolutionParameters, Picture, WatchedRun, task};
use crate::session::{Difficulty, FileName, Lesson};
use crate::shell::access::SpokenBoard;
use crate::shell::audio::music::Stakes;
use crate::shell::audio::music::score::{MINOR, Style};
use crate::shell::audio::{self, Sound};
use crate::shell::board::BoardView;
use crate::shell::content_to_keep::ContentToKeep;
use crate::shell::games::Evolved;
use crate::shell::screen::Screen;
use crate::shell::table::board_section::Boards;
use crate::shell::table::clock::add_clocks;
use crate::shell::table::move_list::add_move_list;
use crate::shell::table::setup_page::EditorButton;
use crate::shell::table::{
    GameWords, Preview, ResultButton, Sides, TableAction, TableGame, actions, ground, harder,
    launch, look_back, playing,
};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::{Dye, Sprites, sprite_sources};
use crate::shell::window::ground::{Ground, GroundPattern};
use crate::shell::words::Words;

use board_length::BoardLengths;
pub use editor::{BoardDraft, BoardEditor};
pub use notation::written_moves;
pub use weights_editor::WeightsEditor;

pub(super) fn plugin(app: &mut App) {
    add_sprites(&mut app.world_mut().resource_mut::<Sprites>());
    add_move_list::<Hexxagon>(app);
    add_clocks::<Hexxagon>(app);
    app.init_resource::<View>()
        .init_resource::<BoardLengths>()
        .add_plugins((
            editor::plugin,
            weights_editor::plugin,
            five_weights::plugin,
            openings::plugin,
            panel::plugin,
            chart::plugin,
            comparison::plugin,
            terms::plugin,
        ))
        .add_systems(OnExit(Screen::Play), |mut view: ResMut<View>| {
            *view = View::default();
        })
        .add_systems(
            Update,
            (board_list::repaint_boards, board_length::measure_shown)
                .run_if(in_state(Screen::Setup)),
        )
        .add_systems(
            Update,
            (
                board::fit_board,
                board::respawn_board,
                hand::read_pointer,
                hand::read_keys,
                hand::draw,
                premove::make_premove,
                board::show_events,
                overlays::show_overlays,
                coordinates::show_names,
                animation::advance_animations,
                animation::place_sprites,
                (bloom::begin_bloom, bloom::advance_bloom).chain(),
            )
                .chain()
                .run_if(playing::<Hexxagon>),
        );
}

fn add_sprites(sprites: &mut Sprites) {
    sprites.add_themed(sprite_sources!(
        "hexxagon": "cell", "blank", "select", "cursor", "hint", "flip", "glow",
    ));
    // The marks of last moves are white, and get the colours of the players.
    sprites.add_all(sprite_sources!("hexxagon": "last", "left"));
    // The first player is red, the third green; near is blue, far orange.
    for (source, kind) in sprite_sources!("hexxagon": "gem1", "gem3", "near", "far")
        .into_iter()
        .zip([0, 2, 3, 5])
    {
        sprites.add(source, Dye::Shades(kind));
    }
    sprites.add_all(sprite_sources!("hexxagon": "gem2"));
}

/// The sprite of a player's pieces.
fn gem(player: Player) -> &'static str {
    match player.0 {
        0 => "hexxagon/gem1",
        1 => "hexxagon/gem2",
        _ => "hexxagon/gem3",
    }
}

/// The state of the view; all of it can be lost without changing the game.
#[derive(Resource, Default)]
struct View {
    board: BoardView,
    /// The piece on each cell.
    pieces: HashMap<CellIndex, Entity>,
    /// The moves that have not been shown yet.
    events: Vec<MoveEvent>,
    /// The stage of showing the end of the game.
    bloom: bloom::Bloom,
    /// The piece that the player has selected.
    selected: Option<CellIndex>,
    /// The move that the player has chosen ahead, while a computer thinks.
    premove: Option<premove::Premove>,
    /// The piece that was selected for the last move, until the move is shown.
    played_from: Option<CellIndex>,
    /// The cell at the mouse or at the cursor of the keyboard.
    pointed: Option<CellIndex>,
    /// Whether the board is turned by half a turn, so that the pieces of the other side lie below.
    is_turned: bool,
    /// Whether the keyboard has moved last, so that its cursor is shown.
    by_keyboard: bool,
}

/// Height of a cell of width 1.
const HEIGHT: f32 = 0.866;

/// The place of a cell: cell widths to the right and down.
fn place_of(cell: Cell) -> Vec2 {
    let height = cell.row() as f32 + if cell.col() % 2 == 1 { 0.5 } else { 0.0 };
    Vec2::new(cell.col() as f32 * 0.75, (8.5 - height) * HEIGHT)
}

/// The smallest and the largest place of the cells of a board.
fn bounds(board: &Board) -> (Vec2, Vec2) {
    let places = board.cells().iter().map(|cell| place_of(*cell));
    places.fold((Vec2::MAX, Vec2::MIN), |(min, max), place| {
        (min.min(place), max.max(place))
    })
}

/// The cell at a place, if there is one.
fn index_at(board: &Board, place: Vec2) -> Option<CellIndex> {
    let distance = |index: &CellIndex| place_of(board.cells()[index.as_usize()]).distance(place);
    let nearest = board
        .indices()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    (distance(&nearest) <= 0.48).then_some(nearest)
}

/// The free cells that a piece can clone to, and jump to.
fn reach(game: &Position, from: CellIndex) -> (CellSet, CellSet) {
    let (board, free) = (game.board(), game.free());
    (board.near(from).and(free), board.far(from).and(free))
}

/// The move of a piece to a free cell, if it is within reach.
fn move_to(game: &Position, from: CellIndex, to: CellIndex) -> Option<CellMove> {
    let (near, far) = reach(game, from);
    let cell = |index: CellIndex| game.board().cells()[index.as_usize()];
    let is_jump = far.has(to);
    (is_jump || near.has(to)).then(|| CellMove {
        from: is_jump.then(|| cell(from)),
        to: cell(to),
    })
}

/// Slow and wide music, for a game of thinking.
const MUSIC: Style = Style {
    tempo: 62.0,
    root: 48,
    scale: MINOR,
    chords: [0, 5, 2, 6, 0, 3, 5, 4],
    density: 0.3,
    seed: 22,
};

/// The number of free cells from which the music counts them.
const LAST_CELLS: usize = 10;
/// The lead in pieces from which on a rival is most dangerous.
const LARGE_LEAD: f32 = 12.0;

impl TableGame for Hexxagon {
    const WORDS: GameWords = GameWords {
        name: "hex.name",
        tagline: "hex.tagline",
        keys: "hex.keys",
        difficulties: ["hex.easy", "hex.normal", "hex.hard", "hex.expert"],
        setup: "hex.name",
    };
    const ACTIONS: &'static [TableAction] = &TableAction::AGAINST_RIVALS;
    const MUSIC: Style = MUSIC;
    const EVOLVED: &'static [Evolved] = EVOLVED;
    const LESSONS: &'static [Lesson<Self>] = &lessons::LESSONS;
    const PUZZLES: Option<fn(&mut World)> = Some(puzzle_book::next_puzzle);
    const RESULT_DELAY: f32 = 0.6;

    fn puzzle_tried(world: &mut World, is_solved: bool) {
        puzzle_book::note_try(world, is_solved);
    }

    fn show_end(world: &mut World) {
        puzzle_book::look_for_mistakes(world);
    }

    fn is_timed(table: &Table) -> bool {
        table.has_clocks()
    }

    /// The last free cells are counted, and the pieces by which the only human is behind.
    fn stakes(table: &Table) -> Stakes {
        let game = table.state();
        let free = (game.free().count() as usize).min(LAST_CELLS);
        let counts = game.counts();
        let behind = |seat: usize| {
            let most = counts.iter().copied().max().unwrap_or(0);
            most.saturating_sub(counts.get(seat).copied().unwrap_or(most))
        };
        let behind = table.only_human().map_or(0, behind) as f32;
        Stakes {
            danger: (behind / LARGE_LEAD).min(1.0),
            ending: 1.0 - free as f32 / LAST_CELLS as f32,
        }
    }

    /// Cells under the light of a microscope.
    fn ground(table: &Table) -> Ground {
        let hues = [palette::kind(6), palette::PAPER];
        ground::ground_for::<Self>(table.setup(), GroundPattern::Tissue, hues)
    }

    fn usual_parameters() -> EvolutionParameters {
        boards::usual_parameters()
    }

    /// Starts the evolution of a board for three.
    fn demo(seed: Seed) -> Option<Arc<dyn WatchedRun>> {
        let parameters = EvolutionParameters {
            population: 24,
            generations: 60,
            ..boards::usual_parameters()
        };
        // The usual search is in range.
        let run = task::background_run(
            BoardProblem::new(BoardSpec::usual(3), seed),
            parameters,
            seed,
        );
        run.ok().map(|run| run as _)
    }

    fn demo_picture(picture: Picture) -> Picture {
        boards::with_territory(picture)
    }

    fn set_difficulty(setup: &mut Setup, difficulty: Difficulty) {
        seat_computer(setup, opponent_of(difficulty));
    }

    /// The eight levels, and the blends between them, whose ratings were measured or are estimated.
    fn strengths(setup: &Setup, words: &Words) -> Vec<(String, Setup)> {
        let strength = |opponent: Opponent| {
            let mut other = setup.clone();
            seat_computer(&mut other, opponent);
            (names::opponent_name(opponent, words), other)
        };
        let levels = Level::ALL.into_iter().map(Opponent::Level);
        let all = levels.chain(Blend::all().map(Opponent::Blend));
        all.map(strength).collect()
    }

    fn is_difficulty(setup: &Setup, difficulty: Difficulty) -> bool {
        // Computers of different strengths have no difficulty together.
        let opponent = opponent_of(difficulty);
        let mut computers = setup.seats.iter().filter_map(Seat::computer).peekable();
        computers.peek().is_some() && computers.all(|computer| *computer == opponent)
    }

    fn check(setup: &Setup) -> Result<(), String> {
        let checked = setup.check(Seed::default());
        checked.map(|_| ()).map_err(|why| why.to_string())
    }

    fn evolve(world: &mut World) -> Result<(), String> {
        evolve_board(world)
    }

    fn laboratory_setting(world: &World) -> Option<Setting> {
        laboratory::setting(world)
    }

    fn hint(table: &Table) -> Option<CellMove> {
        good_move(table)
    }

    fn picture(table: &Table) -> Picture {
        boards::position_picture(table.state())
    }

    fn counted_text(name: &str, words: &Words) -> String {
        names::counted_text(name, words)
    }

    fn show_events(world: &mut World, event: MoveEvent) {
        let sound = match (event.captured.count(), event.from) {
            (0, None) => Sound::Sprout,
            (0, Some(_)) => Sound::Move,
            (captured, _) => Sound::Combo(captured),
        };
        world.write_message(audio::PlaySound(sound));
        let table = world.get_resource::<Table>();
        if table.is_some_and(|table| !table.state().passed_over().is_empty()) {
            world.write_message(audio::PlaySound(Sound::Pass));
        }
        // A variation has no winner to celebrate.
        let table = world.get_resource::<Table>();
        let is_over = table.is_some_and(|t| t.is_over() && t.shown_variation().is_none());
        let mut view = world.resource_mut::<View>();
        view.events.push(event);
        if is_over {
            view.bloom = bloom::Bloom::Due;
        }
    }

    /// Pieces that bloom are not at rest; everything else goes on while the next move is made.
    fn is_at_rest(world: &World) -> bool {
        world.resource::<View>().bloom == bloom::Bloom::None
    }

    fn spoken_board(world: &World) -> Option<SpokenBoard> {
        spoken::board(world)
    }

    fn choose_cell(world: &mut World, row: usize, column: usize) {
        spoken::choose_cell(world, row, column);
    }

    fn spoken_move(table: &Table, event: &MoveEvent, words: &Words) -> String {
        spoken::move_text(table, event, words)
    }

    fn spoken_hint(table: &Table, made: &CellMove, words: &Words) -> String {
        spoken::hint_text(table, *made, words)
    }

    fn player_key(_: &Table, seat: usize) -> &'static str {
        names::colour_key(Player(seat as u8))
    }

    fn evolved_opponent(table: &Table) -> Option<Creature> {
        result::evolved_opponent(table).map(Weights::creature)
    }

    fn keep_opponent(world: &mut World, name: &FileName) -> Result<PathBuf, String> {
        result::save_opponent(world, name)
    }

    fn content_to_keep(table: &Table) -> Option<ContentToKeep> {
        editor::content_to_keep(table)
    }

    fn opponent_name(opponent: &Opponent, words: &Words) -> String {
        names::opponent_name(*opponent, words)
    }

    fn shows_setup_page(world: &World) -> bool {
        !world.contains_resource::<five_weights::SettingWeights>()
    }

    fn prepare_setup(world: &mut World) {
        setup_page::read_saved(world);
    }

    const EDITOR: Option<EditorButton> = Some(EditorButton {
        name: "hex.setup.editor",
        open: editor::open,
    });

    const BOARDS: Option<Boards> = Some(Boards {
        step: board_list::step,
        name: board_list::chosen_text,
    });
    const SIDES: Option<Sides<Self>> = Some(setup_page::SIDES);

    fn preview(world: &World) -> Option<Preview> {
        setup_page::preview(world)
    }

    fn setup_rows(page: &mut ChildSpawnerCommands, world: &World) {
        setup_page::spawn_content(page, world);
    }

    fn headline(world: &World) -> String {
        panel::headline(world)
    }

    fn panel(top: &mut ChildSpawnerCommands, world: &World) {
        panel::spawn_content(top, world);
    }

    fn shows_id(world: &World) -> bool {
        panel::has_room(world)
    }

    fn shared_result(table: &Table, words: &Words) -> String {
        result::shared(table, words)
    }

    fn result(card: &mut ChildSpawnerCommands, world: &World) {
        result::spawn_content(card, world);
    }

    fn result_buttons(world: &World) -> Vec<ResultButton> {
        let next = ResultButton::new("play.next", launch::start_next_game::<Self>);
        let mut buttons = vec![next];
        buttons.extend(harder::result_button::<Self>(world));
        buttons.extend(look_back::result_button::<Self>(world, |world| {
            insight::show(world, insight::InsightKind::Game);
        }));
        buttons.extend(actions::take_back_button::<Self>(world));
        buttons
    }
}
