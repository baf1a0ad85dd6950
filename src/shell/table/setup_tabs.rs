//! The tabs of the setup page of a board game. While the page shows few choices, only the first tab is there.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::setup_page::{ROW_GAP, row, shows_all_choices};
use super::setup_widgets::{show_while, spawn_remark};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::widget::{choices, stack};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SetupTab>();
}

/// A part of the choices.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetupTab {
    /// The choices that matter most: the board, the player's side and the difficulty.
    #[default]
    Game,
    /// The players of all seats, the rules and the clocks.
    Seats,
    /// The contents that can be evolved.
    Evolution,
}

impl SetupTab {
    /// All tabs.
    pub const ALL: [SetupTab; 3] = [SetupTab::Game, SetupTab::Seats, SetupTab::Evolution];

    fn key(self) -> &'static str {
        match self {
            SetupTab::Game => "setup.tab.game",
            SetupTab::Seats => "setup.tab.seats",
            SetupTab::Evolution => "setup.tab.evolution",
        }
    }
}

/// The tab that the page shows.
fn shown_tab(world: &World) -> SetupTab {
    match shows_all_choices(world) {
        true => *world.resource::<SetupTab>(),
        false => SetupTab::Game,
    }
}

/// Spawns a row with buttons that evolve something with the usual wishes. It is there while the page shows few choices,
/// and the tab of the evolution with all wishes is not.
pub fn spawn_evolution_row(
    page: &mut ChildSpawnerCommands,
    buttons: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let row = row(page, "setup.evolve", |row| {
        buttons(row);
        spawn_remark(row, "setup.evolve.what");
    });
    show_while(page, row, |world| !shows_all_choices(world));
}

/// Spawns the row that chooses the tab, and the rows of each tab.
pub fn setup_tabs(
    page: &mut ChildSpawnerCommands,
    mut rows: impl FnMut(SetupTab, &mut ChildSpawnerCommands),
) {
    let tabs = row(page, "setup.tab", |row| {
        choices(
            row,
            SetupTab::ALL.map(|tab| (tab.key(), tab)),
            |world, tab| *world.resource::<SetupTab>() == tab,
            |world, tab| *world.resource_mut::<SetupTab>() = tab,
        );
    });
    show_while(page, tabs, shows_all_choices);
    for tab in SetupTab::ALL {
        let part = Node {
            flex_shrink: 0.0,
            ..stack(FlexDirection::Column, ROW_GAP)
        };
        let is_shown = VisibleWhen::new(move |world| shown_tab(world) == tab);
        page.spawn((part, is_shown))
            .with_children(|part| rows(tab, part));
    }
}
