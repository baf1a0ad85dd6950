//! The settings: what they are, and keeping them in a file.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::language::Language;
use super::theme::palette::Colours;
use crate::generation::EvolutionParameters;
use crate::session::autosave::{Autosave, WriteFiles};
use crate::session::store::{self, Folders};
use crate::session::{Difficulty, FileReport};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .add_systems(PreStartup, load_settings)
        .add_systems(
            Last,
            save_settings
                .run_if(resource_changed::<Settings>)
                .before(WriteFiles),
        );
}

/// Format of the file.
const VERSION: u32 = 1;

/// What the player has chosen. Everything takes effect at once.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The language.
    pub language: Language,
    /// Difficulty of each game, by its key; Normal if it is not there.
    pub difficulty: BTreeMap<String, Difficulty>,
    /// Parameters of each game's searches, by its key; the game's usual ones if it is not there.
    pub searches: BTreeMap<String, EvolutionParameters>,
    /// Which page of a game's setup was open last, by its key, as the game counts them.
    pub pages: BTreeMap<String, u8>,
    /// Whether the window fills the screen.
    pub fullscreen: bool,
    /// Size of the interface in percent, 70 to 100, of what fits the window.
    pub interface_percent: u32,
    /// Speed of animations in percent, 50 to 300.
    pub animation_percent: u32,
    /// Whether things fade instead of moving.
    pub reduced_motion: bool,
    /// Colours of the blocks.
    pub colours: Colours,
    /// Loudness of everything in percent.
    pub volume_percent: u32,
    /// Loudness of effects in percent.
    pub effects_percent: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            language: Language::default(),
            difficulty: BTreeMap::new(),
            searches: BTreeMap::new(),
            pages: BTreeMap::new(),
            fullscreen: false,
            interface_percent: 100,
            animation_percent: 100,
            reduced_motion: false,
            colours: Colours::default(),
            volume_percent: 70,
            effects_percent: 80,
        }
    }
}

impl Settings {
    /// The difficulty of a game.
    pub fn difficulty_of(&self, game: &str) -> Difficulty {
        self.difficulty.get(game).copied().unwrap_or_default()
    }

    /// The search of a game that usually searches like `usual`.
    pub fn search_of(&self, game: &str, usual: fn() -> EvolutionParameters) -> EvolutionParameters {
        self.searches.get(game).cloned().unwrap_or_else(usual)
    }

    /// How much faster than usual animations go.
    pub fn animation_speed(&self) -> f32 {
        self.animation_percent as f32 / 100.0
    }

    /// Puts every number into its range; returns whether any was outside.
    fn mend(&mut self) -> bool {
        let before = self.clone();
        self.interface_percent = self.interface_percent.clamp(70, 100);
        self.animation_percent = self.animation_percent.clamp(50, 300);
        self.volume_percent = self.volume_percent.min(100);
        self.effects_percent = self.effects_percent.min(100);
        self.searches.retain(|_, search| search.check().is_ok());
        *self != before
    }
}

fn load_settings(
    folders: Option<Res<Folders>>,
    mut settings: ResMut<Settings>,
    mut reports: MessageWriter<FileReport>,
) {
    let Some(folders) = folders else { return };
    match store::read_or_set_aside(&folders.settings(), VERSION) {
        Ok(Some(read)) => {
            *settings = read;
            if settings.mend() {
                reports.write(FileReport::Mended);
            }
        }
        Ok(None) => {}
        Err(aside) => {
            reports.write(FileReport::SetAside(aside));
        }
    }
}

fn save_settings(
    folders: Option<Res<Folders>>,
    settings: Res<Settings>,
    mut autosave: ResMut<Autosave>,
    mut reports: MessageWriter<FileReport>,
) {
    // Settings that were just read need not be written, nor the defaults.
    if settings.is_added() {
        return;
    }
    let Some(folders) = folders else { return };
    if let Err(error) = autosave.write(folders.settings(), VERSION, &*settings) {
        reports.write(FileReport::NotSaved(error));
    }
}
