//! The pause menu.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{column, lessons, spawn_leave_buttons, spawn_menu};
use crate::generation::Creature;
use crate::session::{FileState, Folders};
use crate::shell::creature::{self, sigil};
use crate::shell::games::{GameCard, active_card};
use crate::shell::screen::{Menu, set_menu};
use crate::shell::settings::Settings;
use crate::shell::table::save_row::SaveRow;
use crate::shell::table::{keep_content, other_game};
use crate::shell::theatre::waiting_runs::WaitingKind;
use crate::shell::theme::bind::{BoundText, EnabledWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, in_equal_row, label, stack,
};
use crate::shell::window_picture;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Menu::Pause), spawn_pause_menu);
}

/// The title of the menu. A game that has ended is not paused.
pub fn title(world: &World) -> String {
    let is_over = active_card(world).is_some_and(|card| (card.is_over)(world));
    let key = match is_over {
        true => "pause.over",
        false => "pause.title",
    };
    world.resource::<Words>().get(key)
}

/// Says whether the game under way is saved. A game that has ended is kept elsewhere.
fn save_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let card = active_card(world).filter(|card| !(card.is_over)(world));
    match card.and_then(|card| (card.save_state)(world)) {
        None => String::new(),
        Some(FileState::Saved) => words.get("pause.saved"),
        Some(FileState::Waiting) => words.get("pause.saving"),
        Some(FileState::Failed(why)) => words.fill("pause.not_saved", &[("why", why)]),
        Some(FileState::NotKept | FileState::Absent) => words.get("pause.not_kept"),
    }
}

/// The game under way and its evolved opponent, if the opponent can be kept.
fn evolved_opponent(world: &World) -> Option<(GameCard, Creature)> {
    let card = active_card(world)?;
    world.contains_resource::<Folders>().then_some(())?;
    Some((card, (card.evolved_opponent)(world)?))
}

/// Spawns the row with which the evolved opponent is kept. Its own name is offered.
fn spawn_keep_row(menu: &mut ChildSpawnerCommands, card: GameCard, opponent: Creature, name: &str) {
    let node = Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 10.0)
    };
    menu.spawn(node).with_children(|row| {
        row.spawn(sigil(SIGIL, move |_: &World| Some(opponent)));
        let save_row = SaveRow {
            label: "pause.keep",
            width: 170.0,
            name,
            look: ButtonStyle::Chip,
            buttons: vec![("editor.keep", card.keep_opponent)],
            saved: "editor.kept_as",
        };
        save_row.spawn(row);
    });
}

/// Spawns a button for something that can be done with the active game. It is enabled while that is possible.
fn spawn_action(
    menu: &mut ChildSpawnerCommands,
    caption: impl Into<BoundText>,
    is_possible: fn(&GameCard) -> fn(&World) -> bool,
    act: fn(&GameCard) -> fn(&mut World),
) -> Entity {
    let button = button(menu, ButtonStyle::Plain, caption, move |world| {
        if let Some(card) = active_card(world) {
            act(&card)(world);
        }
    });
    let is_possible = EnabledWhen::new(move |world| {
        active_card(world).is_some_and(|card| is_possible(&card)(world))
    });
    menu.commands_mut().entity(button).insert(is_possible);
    button
}

/// Spawns the button that begins the game anew.
fn spawn_restart(menu: &mut ChildSpawnerCommands) {
    fn restart(world: &mut World) {
        set_menu(world, Menu::None);
        if let Some(card) = active_card(world) {
            (card.restart)(world);
        }
    }
    spawn_action(menu, "play.restart", |card| card.can_restart, |_| restart);
}

/// Spawns the button that begins a game with other content.
fn spawn_other_game(menu: &mut ChildSpawnerCommands) {
    let caption = |world: &World| other_game::QUESTION.text(world);
    let button = spawn_action(
        menu,
        caption,
        |card| card.can_begin_other,
        |card| card.begin_other,
    );
    menu.commands_mut()
        .entity(button)
        .insert(other_game::QUESTION);
}

/// Spawns the buttons that switch all sound off or on, and that save a picture of the window, beside each other.
fn spawn_sound_and_picture(menu: &mut ChildSpawnerCommands) {
    in_equal_row(menu, 14.0, |row| {
        spawn_sound(row);
        let take = window_picture::take_picture;
        button(row, ButtonStyle::Plain, "play.picture", take);
    });
}

/// Spawns the button that switches all sound off or on.
fn spawn_sound(row: &mut ChildSpawnerCommands) {
    let caption = |world: &World| {
        let key = match world.resource::<Settings>().muted {
            true => "pause.sound_on",
            false => "pause.sound_off",
        };
        world.resource::<Words>().get(key)
    };
    button(row, ButtonStyle::Plain, caption, |world| {
        let mut settings = world.resource_mut::<Settings>();
        settings.muted = !settings.muted;
    });
}

/// The side of the sigil of the opponent, in interface pixels.
const SIGIL: f32 = 32.0;

fn spawn_pause_menu(world: &mut World) {
    let kept = evolved_opponent(world);
    let content = keep_content::begin_search(world);
    let leave_key = active_card(world).map_or("pause.new", |card| (card.leave_key)(world));
    let archive = Some(WaitingKind::Archive).filter(|archive| archive.is_there(world));
    let words = world.resource::<Words>();
    let name = kept.map(|(_, opponent)| creature::name(opponent, words));
    let mut commands = world.commands();
    spawn_menu(&mut commands, Menu::Pause, column(), |menu| {
        menu.spawn(bound_text(TextSize::Head, palette::PAPER, title));
        let width = Node {
            max_width: px(420),
            ..default()
        };
        menu.spawn(width.clone())
            .with_child(bound_text(TextSize::Small, palette::MIST, save_text));
        let open = |to: Menu| move |world: &mut World| set_menu(world, to);
        button(menu, ButtonStyle::Primary, "play.go_on", open(Menu::None));
        in_equal_row(menu, 14.0, |row| {
            spawn_restart(row);
            spawn_action(
                row,
                "pause.copy",
                |card| card.can_save_copy,
                |card| card.save_copy,
            );
        });
        spawn_other_game(menu);
        button(
            menu,
            ButtonStyle::Plain,
            "title.settings",
            open(Menu::Settings),
        );
        spawn_sound_and_picture(menu);
        lessons::spawn_button(menu, ButtonStyle::Plain);
        if let (Some((card, opponent)), Some(name)) = (kept, &name) {
            spawn_keep_row(menu, card, opponent, name);
        }
        if let Some(content) = &content {
            keep_content::spawn_row(menu, content);
        }
        if let Some(archive) = archive {
            button(menu, ButtonStyle::Plain, archive.button(), move |world| {
                archive.go_back(world);
            });
        }
        spawn_leave_buttons(menu, leave_key);
        menu.spawn(width)
            .with_child(label("pause.panel", TextSize::Small, palette::MIST));
    });
    world.flush();
}
