//! The settings menu: six pages of rows, each with a short explanation.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::row::{CHOICE_WIDTH, spawn_bound_row, spawn_percentage, spawn_row, spawn_setting_row};
use super::{controls, evolution, spawn_menu};
use crate::session::Difficulty;
use crate::shell::audio::{PlaySound, Sound};
use crate::shell::games::{ActiveGame, GameCard, Games};
use crate::shell::screen::{Menu, Screen, set_menu};
use crate::shell::settings::{
    CellNames, FrameRate, Interludes, NoticeTime, PanelSide, Particles, Settings,
};
use crate::shell::theme::asking::Question;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::look::{Colours, Theme};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_area;
use crate::shell::theme::slider::slider;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choices, choices_of_width, in_row, label,
    spoken_name, stack,
};
use crate::shell::window::size;
use crate::shell::window_size::WindowSize;
use crate::shell::words::{Language, Words};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Tab>()
        .add_systems(OnEnter(Menu::Settings), spawn_settings_menu);
}

/// A page of the settings.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tab {
    #[default]
    Games,
    Evolution,
    Display,
    Pace,
    Controls,
    Sound,
}

const TABS: [(&str, Tab); 6] = [
    ("settings.tab.games", Tab::Games),
    ("settings.tab.evolution", Tab::Evolution),
    ("settings.tab.display", Tab::Display),
    ("settings.tab.pace", Tab::Pace),
    ("settings.tab.controls", Tab::Controls),
    ("settings.tab.sound", Tab::Sound),
];

/// The height of a page, in interface pixels.
const PAGE_HEIGHT: f32 = 562.0;

fn spawn_settings_menu(mut commands: Commands, games: Res<Games>) {
    let node = Node {
        width: px(1060),
        height: px(676),
        ..stack(FlexDirection::Column, 14.0)
    };
    spawn_menu(&mut commands, Menu::Settings, node, |menu| {
        spawn_header(menu);
        // The tabs stay where they are while a page scrolls.
        let outer = Node {
            max_height: px(PAGE_HEIGHT),
            flex_grow: 1.0,
            ..default()
        };
        scroll_area(menu, outer, stack(FlexDirection::Column, 0.0), |pages| {
            for (_, tab) in TABS {
                let seen = VisibleWhen::new(move |world| *world.resource::<Tab>() == tab);
                pages
                    .spawn((stack(FlexDirection::Column, 9.0), seen))
                    .with_children(|page| match tab {
                        Tab::Games => spawn_games_page(page, &games),
                        Tab::Evolution => evolution::spawn_page(page, &games),
                        Tab::Display => spawn_display_page(page),
                        Tab::Pace => spawn_pace_page(page),
                        Tab::Controls => controls::spawn_page(page, &games),
                        Tab::Sound => spawn_sound_page(page),
                    });
            }
        });
    });
}

fn spawn_header(menu: &mut ChildSpawnerCommands) {
    let header = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        row_gap: px(8),
        column_gap: px(8),
        ..default()
    };
    menu.spawn((header, WrapsWhenLarge)).with_children(|row| {
        row.spawn(label("settings.title", TextSize::Head, palette::PAPER));
        in_row(row, 8.0, |tabs| {
            choices(
                tabs,
                TABS,
                |world, tab| *world.resource::<Tab>() == tab,
                |world, tab| {
                    *world.resource_mut::<Tab>() = tab;
                },
            );
        });
        button(row, ButtonStyle::Plain, "settings.done", |world| {
            let playing = *world.resource::<State<Screen>>().get() == Screen::Play;
            let to = if playing { Menu::Pause } else { Menu::None };
            set_menu(world, to);
        });
    });
}

/// Opens the settings on the page with the parameters of the evolution of the active game.
pub fn open_evolution_settings(world: &mut World) {
    *world.resource_mut::<Tab>() = Tab::Evolution;
    evolution::show_active_game(world);
    set_menu(world, Menu::Settings);
}

/// Opens the settings on a page, by its number; the first one if there are not so many.
pub fn show_settings_page(world: &mut World, number: usize) {
    let tab = TABS.get(number).map(|(_, tab)| *tab);
    *world.resource_mut::<Tab>() = tab.unwrap_or_default();
    set_menu(world, Menu::Settings);
}

fn settings(world: &World) -> &Settings {
    world.resource::<Settings>()
}

fn spawn_games_page(page: &mut ChildSpawnerCommands, games: &Games) {
    for card in games.0.clone() {
        spawn_difficulty(page, card);
    }
    spawn_switch(
        page,
        "settings.undo",
        |settings| settings.allow_undo,
        |settings, on| settings.allow_undo = on,
    );
    spawn_switch(
        page,
        "settings.hints_cost",
        |settings| settings.hints_cost_star,
        |settings, on| settings.hints_cost_star = on,
    );
    let (least, most) = Settings::MAP_PERCENT;
    spawn_percentage(
        page,
        "settings.map",
        (least, most, 10),
        |settings| settings.map_percent,
        |settings, percent| settings.map_percent = percent,
    );
    let languages = Language::ALL.map(|(language, name)| {
        let caption = move |_: &World| name.to_owned();
        (caption, language)
    });
    spawn_setting_row(
        page,
        "settings.language",
        languages,
        |settings| settings.language,
        |settings, language| settings.language = language,
    );
    spawn_switch(
        page,
        "settings.for_me",
        |settings| settings.learns_from_player,
        |settings, on| settings.learns_from_player = on,
    );
}

/// Spawns a row with the difficulties of a game, and an explanation of the chosen one.
fn spawn_difficulty(page: &mut ChildSpawnerCommands, card: GameCard) {
    let explanation = move |world: &World| {
        let words = world.resource::<Words>();
        let level = settings(world).difficulty_of(card.key);
        let explanation = words.get(card.words.difficulties[level as usize]);
        if is_under_way(world, card.key) {
            format!("{explanation} {}", words.get("settings.next_game"))
        } else {
            explanation
        }
    };
    spawn_bound_row(page, card.words.name, explanation, |row| {
        let levels = Difficulty::ALL.map(|level| (level.key(), level));
        let is_chosen =
            move |world: &World, level| settings(world).difficulty_of(card.key) == level;
        choices_of_width(row, CHOICE_WIDTH, levels, is_chosen, move |world, level| {
            let mut settings = world.resource_mut::<Settings>();
            settings.difficulty.insert(card.key.to_owned(), level);
        });
    });
}

/// Whether a game is being played behind the settings. Its difficulty does not change before its end.
fn is_under_way(world: &World, game: &str) -> bool {
    let is_playing = *world.resource::<State<Screen>>().get() == Screen::Play;
    is_playing && world.resource::<ActiveGame>().0 == Some(game)
}

/// Spawns a row with the choices off and on.
fn spawn_switch(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    get: fn(&Settings) -> bool,
    set: fn(&mut Settings, bool),
) {
    let values = [("settings.off", false), ("settings.on", true)];
    spawn_setting_row(page, name, values, get, set);
}

fn spawn_display_page(page: &mut ChildSpawnerCommands) {
    spawn_switch(
        page,
        "settings.fullscreen",
        |settings| settings.fullscreen,
        |settings, on| settings.fullscreen = on,
    );
    spawn_row(page, "settings.window_size", |row| {
        choices_of_width(
            row,
            CHOICE_WIDTH,
            WindowSize::OFFERED.map(|size| (size_text(size), size)),
            |world, size| world.resource::<Settings>().window_size == size,
            size::choose,
        );
    });
    spawn_setting_row(
        page,
        "settings.frame_rate",
        FrameRate::ALL,
        |settings| settings.frame_rate,
        |settings, rate| settings.frame_rate = rate,
    );
    spawn_percentage(
        page,
        "settings.text",
        (100, 200, 10),
        |settings| settings.text_percent,
        |settings, percent| settings.text_percent = percent,
    );
    spawn_switch(
        page,
        "settings.reduced_motion",
        |settings| settings.reduced_motion,
        |settings, on| settings.reduced_motion = on,
    );
    spawn_setting_row(
        page,
        "settings.particles",
        Particles::ALL,
        |settings| settings.particles,
        |settings, amount| settings.particles = amount,
    );
    spawn_look_rows(page);
    spawn_defaults(page, 0, |settings, usual| {
        settings.fullscreen = usual.fullscreen;
        settings.frame_rate = usual.frame_rate;
        settings.text_percent = usual.text_percent;
        settings.reduced_motion = usual.reduced_motion;
        settings.particles = usual.particles;
        settings.theme = usual.theme;
        settings.colours = usual.colours;
        settings.cell_names = usual.cell_names;
        settings.panel_side = usual.panel_side;
    });
}

/// Spawns the row with the button that gives all settings of a page their usual values. The player is asked first.
/// `number` is that of the button among those of all pages.
fn spawn_defaults(
    page: &mut ChildSpawnerCommands,
    number: usize,
    restore: fn(&mut Settings, Settings),
) {
    let question = Question {
        caption: "settings.restore",
        question: "settings.restore.really",
        number,
    };
    spawn_row(page, "settings.page_defaults", |row| {
        question.spawn_button(row, ButtonStyle::Plain, move |world| {
            restore(&mut world.resource_mut::<Settings>(), Settings::default());
        });
    });
}

/// The caption of the button for a size of the window.
fn size_text(WindowSize { width, height }: WindowSize) -> BoundText {
    BoundText::new(move |_| format!("{width}×{height}"))
}

/// Spawns the rows for how fast things go, how long they stay, and what is said unasked.
fn spawn_pace_page(page: &mut ChildSpawnerCommands) {
    spawn_percentage(
        page,
        "settings.animation",
        (50, 300, 25),
        |settings| settings.animation_percent,
        |settings, percent| settings.animation_percent = percent,
    );
    spawn_setting_row(
        page,
        "settings.interludes",
        Interludes::ALL,
        |settings| settings.interludes,
        |settings, length| settings.interludes = length,
    );
    spawn_setting_row(
        page,
        "settings.notices",
        NoticeTime::ALL,
        |settings| settings.notices,
        |settings, time| settings.notices = time,
    );
    spawn_switch(
        page,
        "settings.idle_hints",
        |settings| settings.idle_hints,
        |settings, on| settings.idle_hints = on,
    );
    spawn_switch(
        page,
        "settings.tips",
        |settings| settings.theatre_tips,
        // A player who asks for tips gets some, even after the first runs, which alone have tips otherwise.
        |settings, on| (settings.theatre_tips, settings.runs_with_tips) = (on, 0),
    );
    spawn_defaults(page, 1, |settings, usual| {
        settings.animation_percent = usual.animation_percent;
        settings.interludes = usual.interludes;
        settings.notices = usual.notices;
        settings.idle_hints = usual.idle_hints;
        settings.theatre_tips = usual.theatre_tips;
        // The player gets tips again, as after the switch.
        settings.runs_with_tips = usual.runs_with_tips;
    });
}

/// Spawns the rows for the theme, the colours, the names of cells and the place of panels.
fn spawn_look_rows(page: &mut ChildSpawnerCommands) {
    spawn_setting_row(
        page,
        "settings.theme",
        Theme::ALL,
        |settings| settings.theme,
        |settings, theme| settings.theme = theme,
    );
    spawn_setting_row(
        page,
        "settings.colours",
        Colours::ALL,
        |settings| settings.colours,
        |settings, colours| settings.colours = colours,
    );
    spawn_setting_row(
        page,
        "settings.cell_names",
        CellNames::ALL,
        |settings| settings.cell_names,
        |settings, names| settings.cell_names = names,
    );
    spawn_setting_row(
        page,
        "settings.panel_side",
        PanelSide::ALL,
        |settings| settings.panel_side,
        |settings, side| settings.panel_side = side,
    );
}

fn spawn_sound_page(page: &mut ChildSpawnerCommands) {
    spawn_switch(
        page,
        "settings.sound",
        |settings| !settings.muted,
        |settings, on| settings.muted = !on,
    );
    spawn_switch(
        page,
        "settings.quiet_in_background",
        |settings| settings.quiet_in_background,
        |settings, on| settings.quiet_in_background = on,
    );
    spawn_volume(
        page,
        "settings.volume",
        |settings| settings.volume_percent,
        |settings, percent| settings.volume_percent = percent,
    );
    spawn_volume(
        page,
        "settings.effects",
        |settings| settings.effects_percent,
        |settings, percent| settings.effects_percent = percent,
    );
    spawn_volume(
        page,
        "settings.music",
        |settings| settings.music_percent,
        |settings, percent| settings.music_percent = percent,
    );
    spawn_defaults(page, 2, |settings, usual| {
        settings.muted = usual.muted;
        settings.quiet_in_background = usual.quiet_in_background;
        settings.volume_percent = usual.volume_percent;
        settings.effects_percent = usual.effects_percent;
        settings.music_percent = usual.music_percent;
    });
}

/// The width of the slider of a volume, in interface pixels.
const VOLUME_WIDTH: f32 = 260.0;
/// The step of a volume, in percent.
const VOLUME_STEP: u32 = 5;

/// Spawns a row with a volume as a slider, and its value. Each step makes a sound, so that the volume is heard.
fn spawn_volume(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    get: fn(&Settings) -> u32,
    set: fn(&mut Settings, u32),
) {
    let place = move |world: &World| {
        let at = get(settings(world)) / VOLUME_STEP;
        (at as usize, (100 / VOLUME_STEP) as usize)
    };
    let change = move |world: &mut World, at: usize| {
        let percent = (at as u32 * VOLUME_STEP).min(100);
        if get(settings(world)) != percent {
            set(&mut world.resource_mut::<Settings>(), percent);
            world.write_message(PlaySound(Sound::Click));
        }
    };
    spawn_row(page, name, |row| {
        let node = Node {
            align_items: AlignItems::Center,
            ..stack(FlexDirection::Row, 14.0)
        };
        row.spawn(node).with_children(|control| {
            let slider = slider(control, px(VOLUME_WIDTH), place, change);
            let mut slider = control.commands_mut().entity(slider);
            slider.with_child(spoken_name(name));
            let value = move |world: &World| format!("{}%", get(settings(world)));
            control.spawn(bound_text(TextSize::Body, palette::EMBER, value));
        });
    });
}
