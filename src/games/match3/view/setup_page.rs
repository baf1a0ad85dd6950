//! The setup page of match-3: its tabs, and what its main button does.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{journey_map, person_row, setup_rows};
use crate::games::match3::evolve;
use crate::games::match3::journey::{self, PlayerJourney};
use crate::games::match3::level::{LevelProblem, Mode, Rate, Setup};
use crate::games::match3::rules::Match3;
use crate::generation::task::background_run;
use crate::generation::{Seed, WatchedRun};
use crate::session::Game;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::table::NewGame;
use crate::shell::table::new_game::{self, SetupSeed};
use crate::shell::table::setup_page::{self, further_rows, row};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::choices;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SetupPage>().add_systems(
        OnEnter(Screen::Setup),
        open_page
            .after(setup_page::spawn_setup_page::<Match3>)
            .run_if(active(Match3::KEY)),
    );
}

/// A tab of the setup page: one way to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetupPageTab {
    /// One level.
    #[default]
    Level,
    /// Points without end.
    Endless,
    /// Points against the clock.
    Timed,
    /// The journey.
    Journey,
    /// An atlas of levels, any of which can be played.
    Atlas,
}

impl SetupPageTab {
    /// All tabs, in the order in which settings count them.
    pub const ALL: [SetupPageTab; 5] = [
        SetupPageTab::Level,
        SetupPageTab::Endless,
        SetupPageTab::Timed,
        SetupPageTab::Journey,
        SetupPageTab::Atlas,
    ];
}

/// The state of the setup page beside the new game.
#[derive(Resource, Default)]
struct SetupPage {
    tab: SetupPageTab,
    /// The seed that the page has offered. A player who typed another one wants the level that it gives everybody.
    offered_seed: Option<Seed>,
}

/// The tab that the page shows.
pub(super) fn tab(world: &World) -> SetupPageTab {
    world.resource::<SetupPage>().tab
}

/// Whether the seed of the new game is the one that was offered, and not typed by the player.
pub(super) fn has_offered_seed(world: &World) -> bool {
    world.resource::<SetupPage>().offered_seed == Some(world.resource::<SetupSeed>().0)
}

pub(super) fn setup(world: &World) -> &Setup {
    new_game::setup::<Match3>(world)
}

/// Changes the new game. The setup may be unplayable for a while, for instance without any kind of special cells; the
/// main button refuses such a setup.
pub(super) fn change(world: &mut World, change: impl FnOnce(&mut Setup)) {
    new_game::change::<Match3>(world, change);
}

/// Changes the wanted potential and the success rate; the player's other choices stay.
pub(super) fn set_rate(setup: &mut Setup, rate: Rate) {
    setup.wanted = rate.wanted(setup.size);
    setup.success = rate.success;
}

/// Shows the tab that the settings name, and remembers the seed that the page offers.
fn open_page(
    settings: Res<Settings>,
    seed: Res<SetupSeed>,
    mut page: ResMut<SetupPage>,
    mut game: ResMut<NewGame<Match3>>,
) {
    let number = settings.pages.get(Match3::KEY).copied().unwrap_or(0);
    let tab = SetupPageTab::ALL.get(usize::from(number)).copied();
    page.tab = tab.unwrap_or_default();
    page.offered_seed = Some(seed.0);
    set_mode(&mut game.setup, page.tab);
}

/// Fills the setup page.
pub(super) fn fill(page: &mut ChildSpawnerCommands, sprites: &Sprites) {
    spawn_tabs(page);
    setup_rows::spawn_difficulty(page);
    let person = person_row::spawn(page);
    show_on(page, person, |tab| tab == SetupPageTab::Level);
    further_rows(page, |page| {
        setup_rows::spawn_wanted(page);
        setup_rows::spawn_board(page);
        setup_rows::spawn_goals(page);
        setup_rows::spawn_kinds(page, sprites);
    });
    setup_rows::spawn_atlas(page);
    journey_map::spawn(page, sprites, on_tab(|tab| tab == SetupPageTab::Journey));
}

/// The text beside the seed: the id of the new game. An atlas has none.
pub(super) fn id_text(world: &World) -> String {
    match tab(world) {
        SetupPageTab::Atlas => String::new(),
        _ => new_game::origin::<Match3>(world).id().to_string(),
    }
}

/// Whether something is visible on the tab that is shown.
pub(super) fn on_tab(test: fn(SetupPageTab) -> bool) -> VisibleWhen {
    VisibleWhen::new(move |world| test(tab(world)))
}

/// Whether the tab is about one game with one board.
pub(super) fn is_one_game(tab: SetupPageTab) -> bool {
    matches!(
        tab,
        SetupPageTab::Level | SetupPageTab::Endless | SetupPageTab::Timed
    )
}

/// Whether the tab is about boards that the player describes.
pub(super) fn has_boards(tab: SetupPageTab) -> bool {
    is_one_game(tab) || tab == SetupPageTab::Atlas
}

/// Shows a row on some tabs only.
pub(super) fn show_on(
    page: &mut ChildSpawnerCommands,
    row: Entity,
    test: fn(SetupPageTab) -> bool,
) {
    page.commands_mut().entity(row).insert(on_tab(test));
}

/// The run of the level that the page asks for.
pub(super) fn preview(world: &World) -> Option<Arc<dyn WatchedRun>> {
    let is_one_board = matches!(
        tab(world),
        SetupPageTab::Level | SetupPageTab::Endless | SetupPageTab::Timed
    );
    let origin = new_game::origin::<Match3>(world);
    if !is_one_board || origin.setup.check().is_err() {
        return None;
    }
    let problem = LevelProblem::new(origin.setup);
    Some(background_run(problem, origin.search, origin.seed).ok()?)
}

/// Does the action of the main button.
pub(super) fn begin(world: &mut World) -> Result<(), String> {
    match tab(world) {
        SetupPageTab::Level | SetupPageTab::Endless | SetupPageTab::Timed => {
            let is_varied = has_offered_seed(world);
            evolve::evolve_new_game(world, is_varied)
        }
        SetupPageTab::Journey => journey::open_next_stop(world),
        SetupPageTab::Atlas => evolve::evolve_atlas(world),
    }
}

/// Evolves another level of a setup that was played, with a new seed.
pub(super) fn evolve_another(world: &mut World, played: Setup) -> Result<(), String> {
    // The played setup may contain a board, but the next board is to be evolved.
    world.resource_mut::<NewGame<Match3>>().setup = Setup {
        board: None,
        given: None,
        ..played
    };
    let seed = Seed::fresh();
    world.resource_mut::<SetupPage>().offered_seed = Some(seed);
    world.resource_mut::<SetupSeed>().0 = seed;
    evolve::evolve_new_game(world, true)
}

/// The text of the main button.
pub(super) fn begin_text(world: &World) -> String {
    let words = world.resource::<Words>();
    match tab(world) {
        SetupPageTab::Level | SetupPageTab::Endless | SetupPageTab::Timed => {
            words.get("match3.setup.generate")
        }
        SetupPageTab::Atlas => words.get("match3.setup.evolve_atlas"),
        SetupPageTab::Journey => {
            let journey = &world.resource::<PlayerJourney>().0;
            let reached = journey.stops.len() > journey.next_index() as usize;
            let key = if reached {
                "match3.journey.retry"
            } else {
                "match3.journey.go"
            };
            words.fill(key, &[("number", (journey.next_index() + 1).to_string())])
        }
    }
}

/// Seconds to choose from, against the clock.
pub(super) const SECONDS: [u16; 4] = [60, 120, 180, 300];

/// Adds the row that chooses the tab.
fn spawn_tabs(page: &mut ChildSpawnerCommands) {
    row(page, "match3.setup.mode", |row| {
        choices(
            row,
            [
                ("match3.setup.mode.level", SetupPageTab::Level),
                ("match3.endless", SetupPageTab::Endless),
                ("match3.timed", SetupPageTab::Timed),
                ("match3.setup.mode.journey", SetupPageTab::Journey),
                ("match3.setup.mode.atlas", SetupPageTab::Atlas),
            ],
            |world, wanted| tab(world) == wanted,
            set_tab,
        );
    });
}

fn set_tab(world: &mut World, tab: SetupPageTab) {
    let mut settings = world.resource_mut::<Settings>();
    settings.pages.insert(Match3::KEY.to_owned(), tab as u8);
    world.resource_mut::<SetupPage>().tab = tab;
    set_mode(&mut world.resource_mut::<NewGame<Match3>>().setup, tab);
}

/// The mode that a tab is about. A time that was chosen before stays.
fn set_mode(setup: &mut Setup, tab: SetupPageTab) {
    setup.mode = match (tab, setup.mode) {
        (SetupPageTab::Endless, _) => Mode::Endless,
        (SetupPageTab::Timed, Mode::Timed(seconds)) => Mode::Timed(seconds),
        (SetupPageTab::Timed, _) => Mode::Timed(SECONDS[1]),
        (SetupPageTab::Level | SetupPageTab::Journey, _) => Mode::Level,
        (SetupPageTab::Atlas, _) => Mode::Level,
    };
}
