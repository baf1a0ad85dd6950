//! Match-3 as a game of the table: its texts, pages and pictures.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::finale::Finale;
use super::setup_tabs::{self, ModeTab};
use super::{
    View, animate, editor, hand, journey_worlds, panel, result, setup_page, setup_rows, spoken,
};
use crate::base::PlainError;
use crate::games::match3::evolve::{self, RecentBoards};
use crate::games::match3::level::{
    LevelProblem, Setup, WantedRate, board_picture, usual_parameters, with_blocks,
};
use crate::games::match3::players::Player;
use crate::games::match3::playtest::REFERENCE_PLAYER;
use crate::games::match3::rules::{Event, Game as Position, Goal, Match3, MoveError, Swap};
use crate::games::match3::table::{Table, rated_player};
use crate::games::match3::{journey, laboratory, learner, lessons, played_levels};
use crate::generation::laboratory::LabSetting;
use crate::generation::{Picture, Seed, WatchedRun, task};
use crate::session::{Difficulty, Lesson};
use crate::shell::access::SpokenBoard;
use crate::shell::audio::music::Stakes;
use crate::shell::audio::music::score::{LYDIAN, Style};
use crate::shell::audio::{self, Sound};
use crate::shell::content_to_keep::ContentToKeep;
use crate::shell::games::{Evolved, TileButton};
use crate::shell::settings::Settings;
use crate::shell::table::clock::LAST_SECONDS;
use crate::shell::table::new_game;
use crate::shell::table::setup_page::EditorButton;
use crate::shell::table::{
    self, CourseWords, GameWords, Preview, ResultButton, TableAction, TableGame,
};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::window::ground::{Ground, GroundPattern};
use crate::shell::words::Words;

/// Light music at a walking pace, for a game of small surprises.
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

/// The part of the goals that is still to do, 0 to 1: of several goals, that of which most is left.
fn part_to_do(game: &Position) -> f32 {
    let part = |goal: &Goal| {
        let left = game.remaining(*goal) as f32;
        left / goal.amount().map_or(left.max(1.0), |amount| amount as f32)
    };
    let parts = game.goals().iter().map(part);
    parts.fold(0.0, f32::max).min(1.0)
}

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
    const COURSE: Option<CourseWords> = Some(CourseWords {
        title: "match3.course",
        percent: "match3.course.percent",
        game: "match3.course.game",
    });

    const EVOLVED: &'static [Evolved] = evolve::EVOLVED;
    const LESSONS: &'static [Lesson<Self>] = &lessons::LESSONS;

    fn is_timed(table: &Table) -> bool {
        table.seconds_left().is_some()
    }

    /// The last moves and the last seconds are counted. With the last moves it is dangerous to have much of the goal
    /// still to do.
    fn stakes(table: &Table) -> Stakes {
        let nearness = |left: f32, from: f32| (1.0 - left / from).max(0.0);
        let moves = table.state().moves_left();
        let of_moves = moves.map(|left| nearness(left as f32, (LAST_MOVES + 1) as f32));
        let seconds = table.seconds_left();
        let of_seconds = seconds.map(|left| nearness(left, LAST_SECONDS));
        Stakes {
            danger: of_moves.unwrap_or(0.0) * part_to_do(table.state()),
            ending: of_moves.or(of_seconds).unwrap_or(0.0),
        }
    }

    /// A culture dish, or the ground of the world of a stop of the journey. The harder the level, the more grows in it.
    fn ground(table: &Table) -> Ground {
        let rate = table.content.goal.as_ref().map_or(50.0, |goal| goal.rate);
        let density = 1.0 - rate as f32 / 100.0;
        match table.shown_stop() {
            Some(stop) => journey_worlds::ground(stop.main, density),
            None => Ground {
                pattern: GroundPattern::Dish,
                hues: [palette::LEAF, palette::LAMP],
                density,
            },
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
        let run = task::background_run(problem, usual_parameters(), seed);
        // The default search is in range.
        run.ok().map(|run| run as _)
    }

    fn demo_picture(picture: Picture) -> Picture {
        with_blocks(picture)
    }

    /// Changes the rate alone; the player's other choices stay.
    fn set_difficulty(setup: &mut Setup, difficulty: Difficulty) {
        setup_rows::set_rate(setup, WantedRate::of(difficulty));
    }

    fn begin(world: &mut World) -> Result<(), PlainError> {
        setup_page::begin(world)
    }

    fn evolve(world: &mut World) -> Result<(), PlainError> {
        let is_varied = new_game::has_offered_seed::<Match3>(world);
        evolve::evolve_new_game(world, is_varied)
    }

    fn laboratory_setting(world: &World) -> Option<LabSetting> {
        laboratory::setting(world)
    }

    /// The swap of the reference player, by whom most levels are calibrated, so that a hint is no better than such a
    /// play.
    fn hint(table: &Table) -> Option<Swap> {
        hand::swap_of(table, REFERENCE_PLAYER)
    }

    fn show_hint(world: &mut World) {
        hand::ask_for_hint(world);
    }

    fn play_itself(world: &mut World) {
        let view = world.resource::<View>();
        if view.is_at_rest() && view.input.wanted.is_empty() {
            let table = world.get_resource::<Table>();
            let swap = table.and_then(|table| hand::swap_of(table, Player::LookAhead));
            let mut view = world.resource_mut::<View>();
            view.input.wanted.extend(swap);
            view.input.is_automatic = swap.is_some();
        }
    }

    fn show_start(world: &mut World) {
        learner::note_start(world);
        let Some(table) = world.get_resource::<Table>() else {
            return;
        };
        let (id, setup, level) = (table.id(), table.setup().clone(), table.content.clone());
        let (board, rated) = (level.board.genome, rated_player(table));
        // An easier level may have replaced that of a game that goes on.
        let is_new = table.session().all_moves().is_empty() && !table.is_taken_over();
        if let (Some(stop), Some(goal)) = (table.extra.stop_number(), level.goal)
            && (is_new || !journey::has_stop(world, stop))
        {
            journey::add_stop(world, stop, &id, &setup, board, goal.rate);
        }
        world.resource_mut::<RecentBoards>().add(setup.size, board);
        evolve::announce_rate(world, &setup, &level, rated);
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
        (view.finale, view.moves_gone) = (finale, 0);
        events
            .iter()
            .for_each(|event| view.playback.pending.add(event));
        view.playback.events.extend(events);
        view.input.idle = 0.0;
        world.write_message(audio::PlaySound(Sound::Move));
    }

    fn show_move_error(world: &mut World, swap: &Swap, why: MoveError) {
        match why {
            MoveError::NoMatch => animate::swing_back(world, *swap),
            MoveError::NotMovable => hand::refuse_swap(world, *swap),
            _ => {}
        }
        world.write_message(audio::PlaySound(Sound::Refuse));
    }

    /// Records the result of a stop of the journey, or of a level on a given board, and how well the player plays now.
    fn show_end(world: &mut World) {
        let Some(table) = world.get_resource::<Table>() else {
            return;
        };
        let (stars, points) = (table.stars(), table.state().score().points);
        if let Some(stop) = table.extra.stop_number() {
            let id = table.id();
            journey::record_result(world, stop, &id, stars, points);
        }
        played_levels::note_stars(world);
        learner::note_end(world);
    }

    /// A stop of the journey has one level until it is won or lost.
    fn why_no_other_game(table: &Table) -> Option<&'static str> {
        let is_trying = table.extra.stop.is_some() && !table.is_over();
        is_trying.then_some("match3.other.stop")
    }

    fn begin_other_game(world: &mut World) -> Result<(), PlainError> {
        result::begin_other_game(world)
    }

    fn before_restart(world: &mut World) {
        journey::give_up_try(world);
    }

    fn is_at_rest(world: &World) -> bool {
        world.resource::<View>().is_at_rest()
    }

    fn content_to_keep(table: &Table) -> Option<ContentToKeep> {
        editor::content_to_keep(table)
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

    fn spoken_hint(table: &Table, made: &Swap, words: &Words) -> String {
        spoken::hint_text(table, *made, words)
    }

    fn prepare_setup(world: &mut World) {
        setup_page::prepare(world);
    }

    const EDITOR: Option<EditorButton> = Some(EditorButton {
        name: "match3.setup.editor",
        open: editor::open,
    });

    fn setup_rows(page: &mut ChildSpawnerCommands, world: &World) {
        setup_page::spawn_content(page, world.resource::<Sprites>());
    }

    const PREVIEW_INSIGHT: Option<&'static str> = Some("match3.insight");

    /// The journey has pictures of its own.
    fn shows_preview(world: &World) -> bool {
        setup_tabs::tab(world) != ModeTab::Journey
    }

    fn preview(world: &World) -> Option<Preview> {
        setup_page::preview(world).map(Preview::Run)
    }

    const TILE_BUTTON: Option<TileButton> = Some(TileButton {
        key: "match3.setup.mode.journey",
        act: setup_tabs::open_journey,
    });

    fn begin_text(world: &World) -> String {
        setup_page::begin_text(world)
    }

    fn shows_seed(world: &World) -> bool {
        setup_tabs::tab(world) != ModeTab::Journey
    }

    fn id_text(world: &World) -> String {
        setup_page::id_text(world)
    }

    fn headline(world: &World) -> String {
        panel::headline(world)
    }

    fn panel(top: &mut ChildSpawnerCommands, world: &World) {
        panel::spawn_content(top, world);
    }

    fn controls(bottom: &mut ChildSpawnerCommands, world: &World) {
        panel::spawn_controls(bottom, world);
    }

    fn result_title(world: &World) -> String {
        result::title(world)
    }

    fn shared_result(table: &Table, words: &Words) -> String {
        result::shared(table, words)
    }

    fn result(card: &mut ChildSpawnerCommands, world: &World) {
        result::spawn_content(card, world);
    }

    fn result_buttons(world: &World) -> Vec<ResultButton> {
        result::buttons(world)
    }

    fn leave_key(world: &World) -> &'static str {
        result::leave_key(world)
    }
}
