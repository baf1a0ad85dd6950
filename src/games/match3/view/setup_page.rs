//! The setup page of match-3: the content of each tab, and the action of the main button.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::setup_tabs::{ModeTab, SetupPage, on_tab, set_mode, show_on, spawn_tabs, tab};
use super::{journey_map, person_row, setup_rows};
use crate::base::PlainError;
use crate::games::match3::evolve;
use crate::games::match3::journey::{self, PlayerJourney};
use crate::games::match3::learner;
use crate::games::match3::level::{LevelProblem, Mode, Setup};
use crate::games::match3::players::IntendedPlayer;
use crate::games::match3::rules::Match3;
use crate::generation::task::background_run;
use crate::generation::{Seed, WatchedRun};
use crate::session::Game;
use crate::shell::settings::Settings;
use crate::shell::table::NewGame;
use crate::shell::table::new_game;
use crate::shell::table::setup_page::further_rows;
use crate::shell::theme::sprites::Sprites;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SetupPage>();
}

/// Takes the tab that the settings name and the player for whom levels are made.
pub(super) fn prepare(world: &mut World) {
    let settings = world.resource::<Settings>();
    let number = settings.pages.get(Match3::KEY).copied().unwrap_or(0);
    let tab = ModeTab::ALL.get(usize::from(number)).copied();
    let tab = tab.unwrap_or_default();
    world.resource_mut::<SetupPage>().tab = tab;
    set_mode(&mut world.resource_mut::<NewGame<Match3>>().setup, tab);
    person_row::follow_player(world);
}

/// Spawns the content of the setup page.
pub(super) fn spawn_content(page: &mut ChildSpawnerCommands, sprites: &Sprites) {
    spawn_tabs(page);
    setup_rows::spawn_difficulty(page);
    let person = person_row::spawn(page);
    show_on(page, person, |tab| tab == ModeTab::Level);
    further_rows(page, |page| {
        setup_rows::spawn_wanted(page);
        setup_rows::spawn_board(page);
        setup_rows::spawn_goals(page);
        setup_rows::spawn_kinds(page, sprites);
        setup_rows::spawn_powers(page);
        setup_rows::spawn_symmetry(page);
    });
    setup_rows::spawn_atlas(page);
    journey_map::spawn(page, sprites, on_tab(|tab| tab == ModeTab::Journey));
}

/// The text beside the seed: the id of the new game. An atlas has none.
pub(super) fn id_text(world: &World) -> String {
    match tab(world) {
        ModeTab::Atlas => String::new(),
        _ => new_game::origin::<Match3>(world).id().to_string(),
    }
}

/// The run of the level that the page asks for, or of one like those of the atlas.
pub(super) fn preview(world: &World) -> Option<Arc<dyn WatchedRun>> {
    let origin = new_game::origin::<Match3>(world);
    origin.setup.check().ok()?;
    let problem = LevelProblem::new(origin.setup);
    Some(background_run(problem, origin.parameters, origin.seed).ok()?)
}

/// Does the action of the main button.
pub(super) fn begin(world: &mut World) -> Result<(), PlainError> {
    match tab(world) {
        ModeTab::Level | ModeTab::Endless | ModeTab::Timed => {
            let is_varied = new_game::has_offered_seed::<Match3>(world);
            evolve::evolve_new_game(world, is_varied)
        }
        ModeTab::Journey => journey::open_next_stop(world),
        ModeTab::Atlas => evolve::evolve_atlas(world),
    }
}

/// Evolves another level of a setup that was played, with a new seed.
pub(super) fn evolve_another(world: &mut World, played: Setup) -> Result<(), PlainError> {
    // A player model in the played setup may be an older one, or that of whoever has shared the level. By now enough may
    // be known of the player for a level of their own.
    let intended_player = match played.intended_player {
        IntendedPlayer::Person(_) => played.intended_player,
        _ if played.mode != Mode::Level => played.intended_player,
        IntendedPlayer::Model(_) | IntendedPlayer::Reference => learner::intended_player(world),
    };
    // The played setup may contain a board, but the next board is to be evolved.
    world.resource_mut::<NewGame<Match3>>().setup = Setup {
        board: None,
        given: None,
        intended_player,
        ..played
    };
    new_game::take_offer::<Match3>(world, Seed::fresh());
    evolve::evolve_new_game(world, true)
}

/// The text of the main button.
pub(super) fn begin_text(world: &World) -> String {
    let words = world.resource::<Words>();
    match tab(world) {
        ModeTab::Level | ModeTab::Endless | ModeTab::Timed => words.get("play.evolve_and_play"),
        ModeTab::Atlas => words.get("match3.setup.evolve_atlas"),
        ModeTab::Journey => {
            let journey = &world.resource::<PlayerJourney>().0;
            let key = if journey.is_next_new() {
                "match3.journey.go"
            } else {
                "match3.journey.retry"
            };
            words.fill(key, &[("number", (journey.next_index() + 1).to_string())])
        }
    }
}
