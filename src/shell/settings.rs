//! The settings of the player, and their file.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::input::controls::Controls;
use super::input::game_controls::ChangedGameControls;
use super::language::Language;
use super::theme::look::{Colours, Look, Theme};
use super::window_size::WindowSize;
use crate::generation::EvolutionParameters;
use crate::session::autosave::{Autosave, ReadFiles, WriteFiles};
use crate::session::store::{self, StoreError};
use crate::session::{Difficulty, FileReport, Folders};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .add_systems(PreStartup, load_settings.in_set(ReadFiles))
        .add_systems(
            Last,
            save_settings
                .run_if(resource_changed::<Settings>)
                .before(WriteFiles),
        );
}

/// The version of the file format.
const VERSION: u32 = 1;

/// The settings. Every change takes effect at once.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The language.
    pub language: Language,
    /// The difficulty of each game, by its key. A missing one is `Normal`.
    pub difficulty: BTreeMap<String, Difficulty>,
    /// The parameters of each game's evolution, by its key. Where they are missing, the usual ones of the game are
    /// used. The file calls them `searches`.
    #[serde(rename = "searches")]
    pub parameters: BTreeMap<String, EvolutionParameters>,
    /// The setup that was played last from the setup page, by the key of the game.
    pub last_setups: BTreeMap<String, LastSetup>,
    /// The number of the setup page that was open last, by the key of the game. Each game numbers its pages itself.
    pub pages: BTreeMap<String, u8>,
    /// Whether setup pages show all of their choices.
    pub all_choices: bool,
    /// Whether games learn how the player plays, and make their content for the player. Files call it `for_me`.
    #[serde(rename = "for_me")]
    pub learns_from_player: bool,
    /// Whether the theatre tells a new player what is seen.
    pub theatre_tips: bool,
    /// The number of runs that had tips. A player who has seen a few of them needs none.
    pub runs_with_tips: u32,
    /// The pace at which runs are watched.
    pub theatre_pace: TheatrePace,
    /// Whether the window fills the screen.
    pub fullscreen: bool,
    /// The size of the window while it does not fill the screen.
    pub window_size: WindowSize,
    /// The rate at which frames are drawn while something moves.
    pub frame_rate: FrameRate,
    /// The size of texts and panels, 100 to 200 percent. The board takes the rest of the window. Older files have the
    /// size of the interface instead, which could be less than 100.
    #[serde(alias = "interface_percent")]
    pub text_percent: u32,
    /// The size of the cells of a map that is larger than the window, in percent of the usual one: 50 to 200.
    pub map_percent: u32,
    /// The speed of animations, 50 to 300 percent.
    pub animation_percent: u32,
    /// Whether things fade in and out and do not move.
    pub reduced_motion: bool,
    /// The number of particles.
    pub particles: Particles,
    /// The colours of grounds, lines and texts.
    pub theme: Theme,
    /// The colours of the kinds of things, and of the signals.
    pub colours: Colours,
    /// Whether pictures that follow a source have the colours of that source.
    pub original_colours: bool,
    /// The keys and buttons that the player has changed.
    pub controls: Controls,
    /// The keys and buttons of a game's own controls that the player has changed.
    pub game_controls: ChangedGameControls,
    /// The places in which boards show the names of their cells.
    pub cell_names: CellNames,
    /// The side of a board on which its panel stands.
    pub panel_side: PanelSide,
    /// The condition under which the on-screen keyboard appears.
    pub screen_keyboard: ScreenKeyboard,
    /// The time for which evolution in the middle of a game is shown.
    pub interludes: Interludes,
    /// The time for which notices are shown.
    pub notices: NoticeTime,
    /// The deflection from which on a stick of a gamepad points somewhere, 20 to 80 percent.
    pub stick_percent: u32,
    /// Whether a hint is shown to a player who has not moved for a while.
    pub idle_hints: bool,
    /// Whether winning a level with a hint costs a star, in games with stars.
    pub hints_cost_star: bool,
    /// Whether moves can be taken back.
    pub allow_undo: bool,
    /// Whether all sound is off, whatever the volumes are.
    pub muted: bool,
    /// Whether all sound is off while another window is in front.
    pub quiet_in_background: bool,
    /// The volume of everything, 0 to 100 percent.
    pub volume_percent: u32,
    /// The volume of effects, 0 to 100 percent.
    pub effects_percent: u32,
    /// The volume of music, 0 to 100 percent.
    pub music_percent: u32,
}

/// A setup that was played, and the difficulty that the settings had then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastSetup {
    /// The difficulty. With another one the setup is not the player's choice any more.
    pub difficulty: Difficulty,
    /// The setup, in the game's own format.
    pub setup: String,
    /// Whether the player left the side to chance. Older files have no such field.
    #[serde(default)]
    pub random_side: bool,
}

/// A pace at which a run is watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TheatrePace {
    /// Each generation can be studied.
    Slow,
    /// A run of a hundred generations takes about twelve seconds.
    #[default]
    Usual,
    /// Sixty generations a second.
    Fast,
    /// As fast as possible.
    FlatOut,
}

/// The rate at which frames are drawn while something moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FrameRate {
    /// As many frames as the display shows (vertical synchronisation).
    #[default]
    Display,
    /// At most 60 frames a second.
    Sixty,
    /// At most 30 frames a second.
    Thirty,
}

impl FrameRate {
    /// All of them, with their keys in the language files.
    pub const ALL: [(&'static str, FrameRate); 3] = [
        ("settings.frame_rate.display", Self::Display),
        ("settings.frame_rate.60", Self::Sixty),
        ("settings.frame_rate.30", Self::Thirty),
    ];

    /// Returns the shortest time between two frames; `None` if only the display sets it.
    pub fn shortest_frame(self) -> Option<Duration> {
        match self {
            FrameRate::Display => None,
            FrameRate::Sixty => Some(Duration::from_secs(1) / 60),
            FrameRate::Thirty => Some(Duration::from_secs(1) / 30),
        }
    }
}

/// The number of particles: specks that only adorn, in the background and at bursts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Particles {
    /// As many as there can be.
    #[default]
    All,
    /// A third of them.
    Few,
    /// No particles.
    Off,
}

impl Particles {
    /// All of them, with their keys in the language files.
    pub const ALL: [(&'static str, Particles); 3] = [
        ("settings.particles.all", Self::All),
        ("settings.particles.few", Self::Few),
        ("settings.particles.none", Self::Off),
    ];

    /// Returns the number of particles, if `most` is the largest possible number.
    pub fn of(self, most: u32) -> u32 {
        match self {
            Particles::All => most,
            Particles::Few => most.div_ceil(3),
            Particles::Off => 0,
        }
    }
}

/// The time for which evolution in the middle of a game is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Interludes {
    /// For a moment, and then the game goes on by itself.
    #[default]
    Short,
    /// Until the player goes on.
    UntilGoOn,
    /// For no time: it is not shown.
    Off,
}

impl Interludes {
    /// All of them, with their keys in the language files.
    pub const ALL: [(&'static str, Interludes); 3] = [
        ("settings.interludes.short", Self::Short),
        ("settings.interludes.until", Self::UntilGoOn),
        ("settings.interludes.off", Self::Off),
    ];
}

/// The time for which notices are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoticeTime {
    /// Eight seconds, and no longer than their page.
    #[default]
    Short,
    /// Twenty seconds.
    Long,
    /// Two minutes.
    VeryLong,
}

impl NoticeTime {
    /// All of them, with their keys in the language files.
    pub const ALL: [(&'static str, NoticeTime); 3] = [
        ("settings.notices.short", Self::Short),
        ("settings.notices.long", Self::Long),
        ("settings.notices.very_long", Self::VeryLong),
    ];

    /// Returns the time in seconds.
    pub fn seconds(self) -> f32 {
        match self {
            NoticeTime::Short => 8.0,
            NoticeTime::Long => 20.0,
            NoticeTime::VeryLong => 120.0,
        }
    }
}

/// The condition under which the on-screen keyboard appears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScreenKeyboard {
    /// A gamepad confirms on a field.
    #[default]
    WithGamepad,
    /// A field has the focus.
    Always,
    /// There is no such condition: the keyboard never appears.
    Never,
}

impl ScreenKeyboard {
    /// All of them, with their keys in the language files.
    pub const ALL: [(&'static str, ScreenKeyboard); 3] = [
        ("settings.screen_keyboard.gamepad", Self::WithGamepad),
        ("settings.screen_keyboard.always", Self::Always),
        ("settings.screen_keyboard.never", Self::Never),
    ];
}

/// The side of a board on which its panel stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PanelSide {
    /// On the right.
    #[default]
    Right,
    /// On the left, for whoever plays with the left hand.
    Left,
}

impl PanelSide {
    /// All of them, with their keys in the language files.
    pub const ALL: [(&'static str, PanelSide); 2] = [
        ("settings.panel_side.right", Self::Right),
        ("settings.panel_side.left", Self::Left),
    ];

    /// Returns 1 for the right and -1 for the left.
    pub fn sign(self) -> f32 {
        match self {
            PanelSide::Right => 1.0,
            PanelSide::Left => -1.0,
        }
    }
}

/// The places in which boards show the names of their cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CellNames {
    /// Nowhere.
    Off,
    /// Letters and numbers at the rim of the board.
    #[default]
    Rim,
    /// In every cell.
    All,
}

impl CellNames {
    /// All of them, with their keys in the language files.
    pub const ALL: [(&'static str, CellNames); 3] = [
        ("settings.off", Self::Off),
        ("settings.cell_names.rim", Self::Rim),
        ("settings.cell_names.all", Self::All),
    ];

    /// Returns the value for names at the rim of a board or in every cell, and the default value if there are no names.
    pub fn choose<T: Default>(self, rim: impl FnOnce() -> T, all: impl FnOnce() -> T) -> T {
        match self {
            CellNames::Off => T::default(),
            CellNames::Rim => rim(),
            CellNames::All => all(),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            language: Language::default(),
            difficulty: BTreeMap::new(),
            parameters: BTreeMap::new(),
            last_setups: BTreeMap::new(),
            pages: BTreeMap::new(),
            all_choices: false,
            learns_from_player: true,
            theatre_tips: true,
            runs_with_tips: 0,
            theatre_pace: TheatrePace::default(),
            fullscreen: false,
            window_size: WindowSize::default(),
            frame_rate: FrameRate::default(),
            text_percent: 100,
            map_percent: 100,
            animation_percent: 100,
            reduced_motion: false,
            particles: Particles::default(),
            theme: Theme::default(),
            colours: Colours::default(),
            original_colours: false,
            controls: Controls::default(),
            game_controls: ChangedGameControls::default(),
            cell_names: CellNames::default(),
            panel_side: PanelSide::default(),
            screen_keyboard: ScreenKeyboard::default(),
            interludes: Interludes::default(),
            notices: NoticeTime::default(),
            stick_percent: 50,
            idle_hints: true,
            hints_cost_star: false,
            allow_undo: true,
            muted: false,
            quiet_in_background: true,
            volume_percent: 70,
            effects_percent: 80,
            music_percent: 60,
        }
    }
}

impl Settings {
    /// The least and the greatest size of the cells of a map.
    pub const MAP_PERCENT: (u32, u32) = (50, 200);

    /// Returns the difficulty of a game.
    pub fn difficulty_of(&self, game: &str) -> Difficulty {
        self.difficulty.get(game).copied().unwrap_or_default()
    }

    /// Returns the parameters of the evolution of a game; `usual` gives them if the player has not changed them.
    pub fn parameters_of(
        &self,
        game: &str,
        usual: fn() -> EvolutionParameters,
    ) -> EvolutionParameters {
        self.parameters.get(game).cloned().unwrap_or_else(usual)
    }

    /// Returns the parameters of a further evolution of a game, whose usual ones are `own`. Every change that the
    /// player has made to `usual` applies to it too.
    pub fn further_parameters_of(
        &self,
        game: &str,
        usual: fn() -> EvolutionParameters,
        own: fn() -> EvolutionParameters,
    ) -> EvolutionParameters {
        own().changed_like(&usual(), &self.parameters_of(game, usual))
    }

    /// Returns the theme and the set of colours.
    pub fn look(&self) -> Look {
        Look {
            theme: self.theme,
            colours: self.colours,
        }
    }

    /// Whether texts are larger than usual, so that pages have less room for them.
    pub fn has_large_text(&self) -> bool {
        self.text_percent > 100
    }

    /// Returns the deflection from which on a stick points somewhere, as a part of the whole.
    pub fn stick_deflection(&self) -> f32 {
        self.stick_percent as f32 / 100.0
    }

    /// Returns the volume of everything that is heard, in percent.
    pub fn heard_percent(&self) -> u32 {
        if self.muted { 0 } else { self.volume_percent }
    }

    /// Returns the factor by which animations are faster than usual.
    pub fn animation_speed(&self) -> f32 {
        self.animation_percent as f32 / 100.0
    }

    /// The settings in the text of a file. The error names the place of the fault.
    pub fn of_text(path: &Path, text: &str) -> Result<Self, StoreError> {
        let mut settings = store::parse::<Settings>(path, text, VERSION)?;
        settings.mend();
        Ok(settings)
    }

    /// Puts every number into its range, and returns whether any number was outside.
    fn mend(&mut self) -> bool {
        let before = self.clone();
        self.window_size.width = self.window_size.width.clamp(640, 16_384);
        self.window_size.height = self.window_size.height.clamp(360, 16_384);
        self.text_percent = self.text_percent.clamp(100, 200);
        let (least, most) = Settings::MAP_PERCENT;
        self.map_percent = self.map_percent.clamp(least, most);
        self.animation_percent = self.animation_percent.clamp(50, 300);
        self.stick_percent = self.stick_percent.clamp(20, 80);
        self.volume_percent = self.volume_percent.min(100);
        self.effects_percent = self.effects_percent.min(100);
        self.music_percent = self.music_percent.min(100);
        self.parameters
            .retain(|_, parameters| parameters.check().is_ok());
        *self != before
    }
}

fn load_settings(
    folders: Option<Res<Folders>>,
    mut autosave: ResMut<Autosave>,
    mut settings: ResMut<Settings>,
    mut reports: MessageWriter<FileReport>,
) {
    let Some(folders) = folders else { return };
    match autosave.read::<Settings>(&folders.settings(), VERSION) {
        Ok(Some(read)) => {
            *settings = read;
            if settings.mend() {
                reports.write(FileReport::Mended);
                // Otherwise the player would be told again at the next start.
                if let Err(error) = autosave.write(folders.settings(), VERSION, &*settings) {
                    reports.write(FileReport::NotSaved(error));
                }
            }
        }
        Ok(None) => {}
        Err(report) => {
            reports.write(report);
        }
    }
}

fn save_settings(
    folders: Option<Res<Folders>>,
    settings: Res<Settings>,
    mut autosave: ResMut<Autosave>,
    mut reports: MessageWriter<FileReport>,
) {
    // Settings that have just been read, and the default settings, need not be written.
    if settings.is_added() {
        return;
    }
    let Some(folders) = folders else { return };
    if let Err(error) = autosave.write(folders.settings(), VERSION, &*settings) {
        reports.write(FileReport::NotSaved(error));
    }
}
