//! The laboratory: several settings of an evolution, beside each other, run many times each.
//!
//! The player describes an experiment in the [`draft::Draft`] on one page. Another page shows the results of its runs,
//! while they are made and afterwards. A third page has the experiments that belong to the games. The runs go on in the
//! background whatever screen is shown.

pub mod draft;
pub mod experiments_page;
pub mod file;
pub mod parameter_rows;
pub mod report;
mod results_page;
pub mod running;
mod saving;
mod screen;
mod settings_page;

use bevy::prelude::*;

use super::games::active_card;
use super::screen::{Menu, Screen, set_menu, set_screen};
use super::words::Words;
use crate::generation::laboratory::{Kit, LabExperiment, LabSetting, Preset, Subject};
use draft::Draft;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(experiments_page::plugin)
        .init_resource::<Kits>()
        .init_resource::<Laboratory>()
        .init_resource::<saving::SavedExperiments>()
        .add_systems(OnEnter(Screen::Laboratory), saving::find_saved)
        .add_plugins((screen::plugin, running::plugin));
}

/// The kits that the games hand over to the laboratory.
#[derive(Resource, Clone, Debug, Default)]
pub struct Kits(pub Vec<Kit>);

impl Kits {
    /// All subjects that can be run.
    pub fn subjects(&self) -> Vec<Subject> {
        let kits = self.0.iter();
        kits.flat_map(|kit| kit.subjects).copied().collect()
    }
}

/// A page of the laboratory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// The settings of the experiment.
    #[default]
    Settings,
    /// The results of its runs.
    Results,
    /// The experiments that belong to the games.
    Experiments,
}

/// The laboratory on the screen.
#[derive(Resource, Default)]
pub struct Laboratory {
    /// The experiment that the player describes.
    pub draft: Draft,
    /// The page that is shown.
    pub page: Page,
    /// The setting of the game with which the draft began; `None` if no game gave one.
    origin: Option<LabSetting>,
    /// The screen to which the player goes back.
    screen_behind: Screen,
}

impl Laboratory {
    /// Returns the screen to which the player goes back.
    pub(super) fn screen_behind(&self) -> Screen {
        self.screen_behind
    }
}

/// Opens the laboratory. If the setup of the active game has changed since the draft was begun, a new draft begins with
/// the new setup.
pub fn open(world: &mut World) {
    let setting = active_card(world).and_then(|card| (card.laboratory_setting)(world));
    let subjects = world.resource::<Kits>().subjects();
    let mut laboratory = world.resource_mut::<Laboratory>();
    if laboratory.draft.settings().is_empty() || setting.is_some() && setting != laboratory.origin {
        let usual = || subjects.first().map(LabSetting::usual).unwrap_or_default();
        let first = setting.clone().unwrap_or_else(usual);
        laboratory.draft = Draft::comparing(first, &subjects);
        laboratory.origin = setting;
        laboratory.page = Page::Settings;
    }
    show(world);
}

/// Opens the laboratory with an experiment.
pub fn open_experiment(world: &mut World, experiment: LabExperiment) {
    take_experiment(world, experiment);
    show(world);
}

/// Replaces the draft by an experiment.
fn take_experiment(world: &mut World, experiment: LabExperiment) {
    let subjects = world.resource::<Kits>().subjects();
    let mut laboratory = world.resource_mut::<Laboratory>();
    laboratory.draft.load(experiment, &subjects);
    laboratory.page = Page::Settings;
}

/// Replaces the draft by a preset, with names in the language of the player.
fn take_preset(world: &mut World, preset: Preset) {
    let words = world.resource::<Words>();
    let experiment = preset.in_words(&|key| words.get(key));
    take_experiment(world, experiment);
}

fn show(world: &mut World) {
    let screen = *world.resource::<State<Screen>>().get();
    let mut laboratory = world.resource_mut::<Laboratory>();
    laboratory.screen_behind = match screen {
        Screen::Laboratory => laboratory.screen_behind,
        Screen::Title | Screen::Played | Screen::Shelf => Screen::Title,
        // A game or a run that was left is begun again from the page of its setup.
        Screen::Setup | Screen::Play | Screen::Theatre => Screen::Setup,
    };
    set_menu(world, Menu::None);
    set_screen(world, Screen::Laboratory);
}
