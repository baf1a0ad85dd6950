//! The view of tic-tac-toe: it shows the game, and turns the player's input into moves. It keeps no rules.

mod animation;
mod board;
mod coordinates;
mod demo;
mod editor;
mod hand;
mod layer;
mod notation;
mod overlays;
mod panel;
mod result;
mod seats;
mod setup_page;
mod spoken;
mod sunburst;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::time::common_conditions::on_timer;

use super::evolve::{EVOLVED, evolve_opponent};
use super::laboratory;
use super::lessons;
use super::opponents::{self, creature};
use super::players::Opponent;
use super::rules::{Board, Cell, Event, MoveError, Side, TicTacToe};
use super::setup::Setup;
use super::table::{Table, good_move};
use crate::base::Seed;
use crate::generation::laboratory::Setting;
use crate::generation::{Creature, EvolutionParameters, Picture, WatchedRun};
use crate::session::{Difficulty, FileName, Game, Lesson};
use crate::shell::access::SpokenBoard;
use crate::shell::audio::music::Stakes;
use crate::shell::audio::music::score::{MAJOR, Style};
use crate::shell::audio::{self, Sound};
use crate::shell::board::BoardView;
use crate::shell::games::{Evolved, active};
use crate::shell::notice::show_phrase;
use crate::shell::screen::Screen;
use crate::shell::table::board_section::Boards;
use crate::shell::table::clock::add_clocks;
use crate::shell::table::move_list::add_move_list;
use crate::shell::table::setup_page::EditorButton;
use crate::shell::table::{
    GameWords, Preview, ResultButton, Sides, TableAction, TableGame, actions, ground, harder,
    launch, look_back, new_game, open, playing,
};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::{Sprites, sprite_sources};
use crate::shell::window::ground::{Ground, GroundPattern};
use crate::shell::words::Words;

pub use editor::StrategyEditor;

pub(super) fn plugin(app: &mut App) {
    add_sprites(&mut app.world_mut().resource_mut::<Sprites>());
    app.add_plugins((editor::plugin, sunburst::plugin));
    add_move_list::<TicTacToe>(app);
    add_clocks::<TicTacToe>(app);
    look_back::add_look_back::<TicTacToe>(app);
    let looks_for_saved = in_state(Screen::Setup)
        .and_then(active(TicTacToe::KEY))
        .and_then(on_timer(LOOK_FOR_SAVED));
    app.init_resource::<View>()
        .init_resource::<seats::SavedStrategies>()
        .add_systems(Update, seats::read_saved.run_if(looks_for_saved))
        .add_systems(OnExit(Screen::Play), |mut view: ResMut<View>| {
            *view = View::default();
        })
        .add_systems(
            Update,
            (
                board::fit_board,
                board::respawn_board,
                hand::read_pointer,
                hand::read_keys,
                hand::draw,
                board::show_events,
                overlays::show_overlays,
                coordinates::show_names,
                animation::advance_animations,
                animation::place_sprites,
            )
                .chain()
                .run_if(playing::<TicTacToe>),
        );
}

/// The time between two looks for saved strategies, because the editor saves them while the setup page is open.
const LOOK_FOR_SAVED: Duration = Duration::from_secs(1);

fn add_sprites(sprites: &mut Sprites) {
    sprites.add_all(sprite_sources!("tic_tac_toe": "x", "o"));
    sprites.add_themed(sprite_sources!("tic_tac_toe": "cell", "open", "last"));
    for source in sprite_sources!("tic_tac_toe": "x_big", "o_big", "drop") {
        sprites.add_sized(source, 640);
    }
}

/// The state of the view; all of it can be lost without changing the game.
#[derive(Resource, Default)]
struct View {
    board: BoardView,
    /// The mark on each cell.
    marks: HashMap<Cell, Entity>,
    /// The events that have not been shown yet.
    events: Vec<Event>,
    /// The cell at which the keyboard is, once it is used.
    cursor: Option<Cell>,
}

/// Cells between two boards of Ultimate.
const GAP: f32 = 0.28;

/// The place of a cell: columns to the right, rows down. There are gaps between the boards of Ultimate.
fn place_of(board: Board, cell: Cell) -> Vec2 {
    let (row, col) = board.place(cell);
    let place = Vec2::new(col as f32, row as f32);
    match board {
        Board::Lines(_) => place,
        Board::Ultimate => place + (place / 3.0).floor() * GAP,
    }
}

/// The cell at a place, if there is one.
fn cell_at(board: Board, place: Vec2) -> Option<Cell> {
    let cells = (0..board.cells()).map(|cell| Cell(cell as u8));
    cells.into_iter().find(|cell| {
        let away = (place - place_of(board, *cell)).abs();
        away.max_element() <= 0.5
    })
}

/// The name of the sprite of a mark.
fn mark_sprite(crosses: bool) -> &'static str {
    if crosses {
        "tic_tac_toe/x"
    } else {
        "tic_tac_toe/o"
    }
}

/// The colour of a mark.
fn mark_colour(crosses: bool) -> Color {
    if crosses {
        palette::LAMP
    } else {
        palette::THOUGHT
    }
}

/// Music of few and even notes, for a game of nine cells.
const MUSIC: Style = Style {
    tempo: 76.0,
    root: 57,
    scale: MAJOR,
    chords: [0, 0, 3, 3, 4, 4, 0, 4],
    density: 0.3,
    seed: 23,
};

impl TableGame for TicTacToe {
    const WORDS: GameWords = GameWords {
        name: "ttt.name",
        tagline: "ttt.tagline",
        keys: "ttt.keys",
        difficulties: ["ttt.easy", "ttt.normal", "ttt.hard", "ttt.expert"],
        setup: "ttt.name",
    };
    const ACTIONS: &'static [TableAction] = &TableAction::AGAINST_RIVALS;
    const MUSIC: Style = MUSIC;
    const FOR_YOU: &'static str = "ttt.for_you";
    const EVOLVED: &'static [Evolved] = EVOLVED;
    const LESSONS: &'static [Lesson<Self>] = &lessons::LESSONS;

    fn is_timed(table: &Table) -> bool {
        table.has_clocks()
    }

    /// A line that lacks one mark brings the end near, and is dangerous for a person against whom it is completed.
    fn stakes(table: &Table) -> Stakes {
        let (game, seats) = (table.state(), table.seats());
        let threat = |side: Side| 0.5 * game.threats(side).min(2) as f32;
        let is_person = |side: Side| seats[table.setup().seat_of(side)].is_human();
        let against_person = Side::BOTH.map(|side| match is_person(side.other()) {
            true => threat(side),
            false => 0.0,
        });
        let [first, second] = Side::BOTH.map(threat);
        Stakes {
            danger: against_person[0].max(against_person[1]),
            ending: first.max(second),
        }
    }

    /// Moss, higher around stronger opponents.
    fn ground(table: &Table) -> Ground {
        let hues = [palette::LEAF, palette::EMBER];
        ground::ground_for::<Self>(table.setup(), GroundPattern::Moss, hues)
    }

    fn usual_parameters() -> EvolutionParameters {
        opponents::usual_parameters()
    }

    /// Starts a game that plays itself.
    fn demo(seed: Seed) -> Option<Arc<dyn WatchedRun>> {
        demo::start(seed)
    }

    fn set_difficulty(setup: &mut Setup, difficulty: Difficulty) {
        setup_page::set_difficulty(setup, difficulty);
    }

    fn strengths(setup: &Setup, words: &Words) -> Vec<(String, Setup)> {
        setup_page::strengths(setup, words)
    }

    fn is_difficulty(setup: &Setup, difficulty: Difficulty) -> bool {
        setup_page::is_difficulty(setup, difficulty)
    }

    fn difficulty_key(setup: &Setup, difficulty: Difficulty) -> &'static str {
        setup_page::difficulty_key(setup, difficulty)
    }

    fn check(setup: &Setup) -> Result<(), String> {
        setup.check().map_err(|why| why.to_string())
    }

    fn begin(world: &mut World) -> Result<(), String> {
        let origin = new_game::origin::<Self>(world);
        origin.setup.check().map_err(|why| why.to_string())?;
        if origin.setup.evolved().is_some() {
            return evolve_opponent(world);
        }
        open(world, origin)
    }

    fn evolve(world: &mut World) -> Result<(), String> {
        evolve_opponent(world)
    }

    fn laboratory_setting(world: &World) -> Option<Setting> {
        laboratory::setting(world)
    }

    fn hint(table: &Table) -> Option<Cell> {
        good_move(table)
    }

    fn picture(table: &Table) -> Picture {
        board::picture(table)
    }

    fn counted_text(name: &str, words: &Words) -> String {
        panel::counted_text(name, words)
    }

    fn show_events(world: &mut World, events: Vec<Event>) {
        let is_won = |event: &Event| matches!(event, Event::BoardDecided(_, Some(_)));
        let sound = match events.iter().any(is_won) {
            true => Sound::WonPart,
            false => Sound::Move,
        };
        world.write_message(audio::PlaySound(sound));
        world.resource_mut::<View>().events.extend(events);
    }

    fn show_move_error(world: &mut World, _: &Cell, why: MoveError) {
        match why {
            MoveError::OtherBoard => show_phrase(world, "ttt.other_board"),
            MoveError::Taken => show_phrase(world, "ttt.taken"),
            MoveError::Outside(_) | MoveError::Over => {}
        }
        world.write_message(audio::PlaySound(Sound::Refuse));
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

    fn spoken_hint(table: &Table, made: &Cell, words: &Words) -> String {
        spoken::hint_text(table, *made, words)
    }

    fn player_key(table: &Table, seat: usize) -> &'static str {
        let side = table.setup().side_of(seat);
        if table.setup().crosses(side) {
            "ttt.cross"
        } else {
            "ttt.nought"
        }
    }

    fn evolved_opponent(table: &Table) -> Option<Creature> {
        table.content.strategy.as_deref().map(creature)
    }

    fn keep_opponent(world: &mut World, name: &FileName) -> Result<PathBuf, String> {
        result::save_strategy(world, name)
    }

    fn opponent_name(opponent: &Opponent, words: &Words) -> String {
        panel::opponent_name(opponent, words)
    }

    fn prepare_setup(world: &mut World) {
        seats::read_saved(world);
    }

    const EDITOR: Option<EditorButton> = Some(EditorButton {
        name: "ttt.setup.editor",
        open: editor::open,
    });

    const BOARDS: Option<Boards> = Some(setup_page::BOARDS);
    const SIDES: Option<Sides<Self>> = Some(setup_page::SIDES);

    fn preview(world: &World) -> Option<Preview> {
        let setup = new_game::setup::<Self>(world);
        Some(Preview::Board(board::picture_of(setup, |_| None)))
    }

    fn setup_rows(page: &mut ChildSpawnerCommands, world: &World) {
        setup_page::spawn_content(page, world);
    }

    fn begin_text(world: &World) -> String {
        setup_page::begin_text(world)
    }

    fn headline(world: &World) -> String {
        look_back::headline::<Self>(world)
    }

    fn panel(top: &mut ChildSpawnerCommands, world: &World) {
        panel::spawn_content(top, world);
    }

    fn controls(bottom: &mut ChildSpawnerCommands, _: &World) {
        look_back::spawn_controls::<Self>(bottom);
    }

    fn shows_id(world: &World) -> bool {
        panel::has_room(world)
    }

    fn result(card: &mut ChildSpawnerCommands, world: &World) {
        result::spawn_content(card, world);
    }

    fn result_buttons(world: &World) -> Vec<ResultButton> {
        let next = ResultButton::new("play.next", launch::start_next_game::<Self>);
        let mut buttons = vec![next];
        buttons.extend(harder::result_button::<Self>(world));
        buttons.extend(look_back::result_button::<Self>(
            world,
            look_back::begin::<Self>,
        ));
        buttons.extend(actions::take_back_button::<Self>(world));
        buttons
    }
}
