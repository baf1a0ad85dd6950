//! The tabs of the setup page, each of which is one way to play, and the setup that they change.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use crate::games::match3::level::{Mode, Setup};
use crate::games::match3::rules::Match3;
use crate::session::Game;
use crate::shell::screen::{Screen, set_screen};
use crate::shell::settings::Settings;
use crate::shell::table::NewGame;
use crate::shell::table::new_game;
use crate::shell::table::setup_page::row;
use crate::shell::table::setup_widgets::show_while;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::widget::choices;

/// A tab of the setup page: one way to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ModeTab {
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

impl ModeTab {
    /// All tabs, in the order in which settings count them.
    pub const ALL: [ModeTab; 5] = [
        ModeTab::Level,
        ModeTab::Endless,
        ModeTab::Timed,
        ModeTab::Journey,
        ModeTab::Atlas,
    ];
}

/// The tab of the setup page.
#[derive(Resource, Default)]
pub(super) struct SetupPage {
    pub(super) tab: ModeTab,
}

/// The tab that the page shows.
pub(super) fn tab(world: &World) -> ModeTab {
    world.resource::<SetupPage>().tab
}

pub(super) fn setup(world: &World) -> &Setup {
    new_game::setup::<Match3>(world)
}

/// Changes the new game. The setup may be unplayable for a while, for instance without any kind of special cells; the
/// main button refuses such a setup.
pub(super) fn change(world: &mut World, change: impl FnOnce(&mut Setup)) {
    new_game::change::<Match3>(world, change);
}

/// Whether something is visible on the tab that is shown.
pub(super) fn on_tab(test: fn(ModeTab) -> bool) -> VisibleWhen {
    VisibleWhen::new(move |world| test(tab(world)))
}

/// Whether the tab is about one game with one board.
pub(super) fn is_one_game(tab: ModeTab) -> bool {
    matches!(tab, ModeTab::Level | ModeTab::Endless | ModeTab::Timed)
}

/// Whether the tab is about boards that the player describes.
pub(super) fn has_boards(tab: ModeTab) -> bool {
    is_one_game(tab) || tab == ModeTab::Atlas
}

/// Shows a row on some tabs only.
pub(super) fn show_on(page: &mut ChildSpawnerCommands, row: Entity, test: fn(ModeTab) -> bool) {
    show_while(page, row, move |world| test(tab(world)));
}

/// Seconds to choose from, against the clock.
pub(super) const SECONDS: [u16; 4] = [60, 120, 180, 300];

/// Adds the row that chooses the tab.
pub(super) fn spawn_tabs(page: &mut ChildSpawnerCommands) {
    row(page, "match3.setup.mode", |row| {
        choices(
            row,
            [
                ("match3.setup.mode.level", ModeTab::Level),
                ("match3.endless", ModeTab::Endless),
                ("match3.timed", ModeTab::Timed),
                ("match3.setup.mode.journey", ModeTab::Journey),
                ("match3.setup.mode.atlas", ModeTab::Atlas),
            ],
            |world, wanted| tab(world) == wanted,
            set_tab,
        );
    });
}

fn set_tab(world: &mut World, tab: ModeTab) {
    let mut settings = world.resource_mut::<Settings>();
    settings.pages.insert(Match3::KEY.to_owned(), tab as u8);
    world.resource_mut::<SetupPage>().tab = tab;
    set_mode(&mut world.resource_mut::<NewGame<Match3>>().setup, tab);
}

/// Opens the setup page with the map of the journey.
pub(super) fn open_journey(world: &mut World) {
    set_tab(world, ModeTab::Journey);
    set_screen(world, Screen::Setup);
}

/// The mode that a tab is about. A time that was chosen before stays.
pub(super) fn set_mode(setup: &mut Setup, tab: ModeTab) {
    setup.mode = match (tab, setup.mode) {
        (ModeTab::Endless, _) => Mode::Endless,
        (ModeTab::Timed, Mode::Timed(seconds)) => Mode::Timed(seconds),
        (ModeTab::Timed, _) => Mode::Timed(SECONDS[1]),
        (ModeTab::Level | ModeTab::Journey, _) => Mode::Level,
        (ModeTab::Atlas, _) => Mode::Level,
    };
}
