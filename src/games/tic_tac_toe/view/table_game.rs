//! Tic-tac-toe as a game of the table: its texts, pages and pictures.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{View, board, demo, editor, panel, result, seats, setup_page, spoken};
use crate::base::{PlainError, Seed};
use crate::games::tic_tac_toe::evolve::{EVOLVED, evolve_opponent};
use crate::games::tic_tac_toe::opponents::{self, creature};
use crate::games::tic_tac_toe::players::Opponent;
use crate::games::tic_tac_toe::rules::{Cell, Event, MoveError, Side, TicTacToe};
use crate::games::tic_tac_toe::setup::Setup;
use crate::games::tic_tac_toe::table::{Table, good_move, is_chosen};
use crate::games::tic_tac_toe::{laboratory, lessons};
use crate::generation::laboratory::LabSetting;
use crate::generation::{Creature, EvolutionParameters, Picture, WatchedRun};
use crate::session::{Difficulty, FileName, Lesson};
use crate::shell::access::SpokenBoard;
use crate::shell::audio::music::Stakes;
use crate::shell::audio::music::score::{MAJOR, Style};
use crate::shell::audio::{self, Sound};
use crate::shell::games::Evolved;
use crate::shell::notice::show_phrase;
use crate::shell::table::board_section::Boards;
use crate::shell::table::result::buttons_after_rivals;
use crate::shell::table::setup_page::EditorButton;
use crate::shell::table::{
    GameWords, Preview, ResultButton, Sides, TableAction, TableGame, ground, look_back, new_game,
    open,
};
use crate::shell::theme::palette;
use crate::shell::window::ground::{Ground, GroundPattern};
use crate::shell::words::Words;

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

    fn check(setup: &Setup) -> Result<(), PlainError> {
        setup.check().map_err(PlainError::from)
    }

    fn begin(world: &mut World) -> Result<(), PlainError> {
        let origin = new_game::origin::<Self>(world);
        origin.setup.check()?;
        if origin.setup.evolved().is_some() {
            return evolve_opponent(world);
        }
        open(world, origin)
    }

    fn evolve(world: &mut World) -> Result<(), PlainError> {
        evolve_opponent(world)
    }

    fn laboratory_setting(world: &World) -> Option<LabSetting> {
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

    fn keep_opponent(world: &mut World, name: &FileName) -> Result<PathBuf, PlainError> {
        result::save_strategy(world, name)
    }

    fn opponent_name(opponent: &Opponent, words: &Words) -> String {
        panel::opponent_name(opponent, words)
    }

    fn name_at_table(table: &Table, opponent: &Opponent, words: &Words) -> String {
        match is_chosen(table, opponent) {
            true => words.get("ttt.chosen"),
            false => panel::opponent_name(opponent, words),
        }
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
        buttons_after_rivals::<Self>(world, look_back::begin::<Self>)
    }
}
