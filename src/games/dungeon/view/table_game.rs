//! The dungeon as a game of the table: its texts, pages and pictures.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::daylight::Daylight;
use super::turns::automatic_move;
use super::{
    View, actors, auto_actions, bindings, controls, daylight, editor, hand, heirs, kept_history,
    map, messages, missiles, panel, recap, result, ripples, setup_page, sounds, spoken,
};
use crate::base::{PlainError, Seed};
use crate::games::dungeon::descent::DescentError;
use crate::games::dungeon::evolve::{self, evolve_dungeon};
use crate::games::dungeon::graph::generator::Method;
use crate::games::dungeon::graph::picture::map_picture;
use crate::games::dungeon::graph::problem;
use crate::games::dungeon::map::floor_plan::TileStyle;
use crate::games::dungeon::rules::{Event, Move};
use crate::games::dungeon::setup::Setup;
use crate::games::dungeon::survival_rates::depths_of;
use crate::games::dungeon::table::{DungeonGame, Table};
use crate::games::dungeon::{laboratory, lessons, next_dungeon};
use crate::generation::laboratory::LabSetting;
use crate::generation::{EvolutionParameters, Picture, WatchedRun};
use crate::session::{Difficulty, Lesson};
use crate::shell::access::SpokenBoard;
use crate::shell::audio::music::Stakes;
use crate::shell::audio::music::score::{MINOR, Style};
use crate::shell::audio::{self, Sound};
use crate::shell::content_to_keep::ContentToKeep;
use crate::shell::input::game_controls::GameControls;
use crate::shell::settings::Settings;
use crate::shell::table::setup_page::EditorButton;
use crate::shell::table::{
    self, CourseWords, Evolved, GameWords, Interlude, Preview, ResultButton, TableAction,
    TableGame, ground, interlude,
};
use crate::shell::theme::palette;
use crate::shell::window::ground::{Ground, GroundPattern};
use crate::shell::words::Words;

/// Moves that the automatic player makes at once when animations are at their fastest.
const MOVES_IN_A_HURRY: usize = 40;

/// The percentage of the speed of animations from which the automatic player is in a hurry.
const HURRY_PERCENT: u32 = 300;

/// The style of the music, which is low and slow, as if something were breathing in the depths.
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
    const COURSE: Option<CourseWords> = Some(CourseWords {
        title: "dungeon.course",
        percent: "dungeon.course.percent",
        game: "dungeon.course.game",
    });

    const EVOLVED: &'static [Evolved] = evolve::EVOLVED;
    const LESSONS: &'static [Lesson<Self>] = &lessons::LESSONS;

    /// Enemies in sight that know of the hero are dangerous, and so is little life. The end is near on the last depth,
    /// and on the way out with the exit's key.
    fn stakes(table: &Table) -> Stakes {
        let descent = table.state();
        let game = &descent.game;
        let depths = descent.setup().depths;
        let is_last = depths > 1 && descent.depth() == depths;
        let hunters = game
            .visible_enemies()
            .filter(|number| game.enemies[*number].aware);
        let threat = 0.5 * (hunters.count() as f32).min(2.0);
        let missing = 1.0 - f32::from(game.hero.life) / f32::from(game.hero.max_life.max(1));
        Stakes {
            danger: (threat * (0.5 + 0.5 * missing)).min(1.0),
            ending: 0.5 * f32::from(u8::from(is_last) + u8::from(game.hero.exit_key)),
        }
    }

    /// The background around the map is light alone, because other things there could be taken for things on the map.
    /// The light is weaker where the game is harder.
    fn ground(table: &Table) -> Ground {
        let hues = [palette::LAMP, palette::LAMP];
        ground::ground_for::<Self>(table.setup(), GroundPattern::Lantern, hues)
    }

    fn usual_parameters() -> EvolutionParameters {
        problem::usual_parameters()
    }

    /// While the player looks around, the arrows move the pointed cell.
    fn takes_arrows(world: &World) -> bool {
        world.resource::<View>().looking
    }

    fn give_up_move(world: &mut World) {
        world.resource_mut::<View>().auto_action = None;
    }

    fn demo(seed: Seed) -> Option<Arc<dyn WatchedRun>> {
        evolve::demo(seed)
    }

    /// Takes the setup of the difficulty, and keeps the method of the search, the custom enemies, and whether enemies
    /// learn.
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

    /// The difficulties, and the descents that end earlier, whose rates are measured too.
    fn strengths(setup: &Setup, words: &Words) -> Vec<(String, Setup)> {
        let strength = |difficulty: Difficulty, depths: u8| {
            let mut other = setup.clone();
            Self::set_difficulty(&mut other, difficulty);
            let name = words.get(difficulty.key());
            if other.depths == depths {
                return (name, other);
            }
            other.depths = depths;
            let values = [("difficulty", name), ("depths", depths.to_string())];
            (words.fill("dungeon.strength", &values), other)
        };
        let all = Difficulty::ALL.into_iter();
        all.flat_map(|difficulty| depths_of(difficulty).map(move |depths| (difficulty, depths)))
            .map(|(difficulty, depths)| strength(difficulty, depths))
            .collect()
    }

    fn check(setup: &Setup) -> Result<(), PlainError> {
        setup.check().map_err(PlainError::from)
    }

    fn begin(world: &mut World) -> Result<(), PlainError> {
        evolve_dungeon(world)
    }

    fn laboratory_setting(world: &World) -> Option<LabSetting> {
        laboratory::setting(world)
    }

    fn interlude(world: &mut World, made: &Move) -> Option<Interlude> {
        next_dungeon::interlude(world, *made)
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
        hand::follow_hero(world);
        let in_sight = auto_actions::check_interrupts(world, &events);
        messages::log_events(world, &events, &in_sight);
        kept_history::note_events(world, &events);
        heirs::show_events(world, &events);
        actors::show_events(world, &events);
        sounds::show_events(world, &events);
        daylight::show_events(world, &events);
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

    /// The result waits until the daylight has spread.
    fn is_at_rest(world: &World) -> bool {
        let daylight = &world.resource::<View>().daylight;
        daylight.as_ref().is_none_or(Daylight::is_over)
    }

    fn content_to_keep(table: &Table) -> Option<ContentToKeep> {
        editor::content_to_keep(table)
    }

    fn has_recap(world: &World) -> bool {
        recap::is_offered(world)
    }

    fn recap(card: &mut ChildSpawnerCommands, world: &World) {
        recap::spawn_recap(card, world);
    }

    fn spoken_board(world: &World) -> Option<SpokenBoard> {
        spoken::board(world)
    }

    fn choose_cell(world: &mut World, row: usize, column: usize) {
        spoken::choose_cell(world, row, column);
    }

    fn spoken_hint(table: &Table, made: &Move, words: &Words) -> String {
        spoken::hint_text(table, *made, words)
    }

    const EDITOR: Option<EditorButton> = Some(EditorButton {
        name: "dungeon.setup.editor",
        open: editor::open,
    });

    fn setup_rows(page: &mut ChildSpawnerCommands, world: &World) {
        setup_page::spawn_setup_rows(page, world);
    }

    fn shows_seed(world: &World) -> bool {
        setup_page::shows_seed(world)
    }

    fn preview(world: &World) -> Option<Preview> {
        evolve::preview(world).map(Preview::Run)
    }

    fn begin_text(world: &World) -> String {
        world.resource::<Words>().get("play.evolve_and_play")
    }

    fn headline(world: &World) -> String {
        panel::depth_text(world)
    }

    fn panel(top: &mut ChildSpawnerCommands, world: &World) {
        panel::spawn_panel(top, world);
    }

    fn controls(bottom: &mut ChildSpawnerCommands, world: &World) {
        controls::spawn_controls(bottom, world);
    }

    /// The panel has no room for the id. A button copies it instead.
    fn shows_id(_: &World) -> bool {
        false
    }

    fn result_title(world: &World) -> String {
        result::title(world)
    }

    fn shared_result(table: &Table, words: &Words) -> String {
        result::shared(table, words)
    }

    fn result(card: &mut ChildSpawnerCommands, world: &World) {
        result::spawn_result(card, world);
    }

    fn result_buttons(world: &World) -> Vec<ResultButton> {
        result::buttons(world)
    }
}
