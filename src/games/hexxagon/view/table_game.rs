//! Hexxagon as a game of the table: its texts, pages and pictures.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{
    View, bloom, board_list, editor, five_weights, names, panel, result, setup_page, spoken,
};
use crate::base::{PlainError, Seed};
use crate::games::hexxagon::boards::{self, BoardProblem, BoardSpec};
use crate::games::hexxagon::evolve::{EVOLVED, evolve_board, seat_computer};
use crate::games::hexxagon::players::{Blend, Level, Opponent, Weights};
use crate::games::hexxagon::rules::{CellMove, Hexxagon, MoveEvent, Player};
use crate::games::hexxagon::setup::{Setup, opponent_of};
use crate::games::hexxagon::table::{Table, good_move};
use crate::games::hexxagon::{insight, laboratory, lessons, puzzle_book};
use crate::generation::laboratory::LabSetting;
use crate::generation::{Creature, EvolutionParameters, Picture, WatchedRun, task};
use crate::session::seat::are_computers;
use crate::session::{Difficulty, FileName, Lesson};
use crate::shell::access::SpokenBoard;
use crate::shell::audio::music::Stakes;
use crate::shell::audio::music::score::{MINOR, Style};
use crate::shell::audio::{self, Sound};
use crate::shell::content_to_keep::ContentToKeep;
use crate::shell::games::Evolved;
use crate::shell::table::board_section::Boards;
use crate::shell::table::result::buttons_after_rivals;
use crate::shell::table::setup_page::EditorButton;
use crate::shell::table::{
    GameWords, Preview, ResultButton, Sides, TableAction, TableGame, ground,
};
use crate::shell::theme::palette;
use crate::shell::window::ground::{Ground, GroundPattern};
use crate::shell::words::Words;

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
        are_computers(&setup.seats, &opponent_of(difficulty))
    }

    fn check(setup: &Setup) -> Result<(), PlainError> {
        let checked = setup.check(Seed::default());
        checked.map(|_| ()).map_err(PlainError::from)
    }

    fn evolve(world: &mut World) -> Result<(), PlainError> {
        evolve_board(world)
    }

    fn laboratory_setting(world: &World) -> Option<LabSetting> {
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

    fn show_start(world: &mut World) {
        insight::forget(world);
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

    fn keep_opponent(world: &mut World, name: &FileName) -> Result<PathBuf, PlainError> {
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
        buttons_after_rivals::<Self>(world, |world| {
            insight::show(world, insight::InsightKind::Game);
        })
    }
}
