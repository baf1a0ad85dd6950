//! The lessons of a game: a menu that lists them with a sentence on each. Together the sentences are a short form of
//! the rules. The button for the puzzles of the game is here, too.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::spawn_menu;
use crate::session::{LearntLessons, LessonWords};
use crate::shell::games::{GameCard, active_card};
use crate::shell::screen::{Menu, Screen, set_menu};
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_area;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, label, stack};
use crate::shell::words::Words;

/// The width of the word that marks a lesson as done, in interface pixels.
const DONE_WIDTH: f32 = 60.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Menu::Lessons), spawn_lessons_menu);
}

/// Spawns the button that opens the list, for games that have lessons.
pub fn spawn_button(parent: &mut ChildSpawnerCommands, style: ButtonStyle) {
    let list = button(parent, style, "lesson.how", |world| {
        set_menu(world, Menu::Lessons);
    });
    let has_lessons = VisibleWhen::new(|world| {
        active_card(world).is_some_and(|card| !(card.lessons)().is_empty())
    });
    parent.commands_mut().entity(list).insert(has_lessons);
}

/// Spawns the button that puts the next puzzle on the table, for games that have puzzles.
pub fn spawn_puzzle_button(parent: &mut ChildSpawnerCommands, style: ButtonStyle) {
    let next = |world: &World| active_card(world).and_then(|card| card.next_puzzle);
    let puzzles = button(parent, style, "puzzle.open", move |world| {
        if let Some(next) = next(world) {
            next(world);
        }
    });
    let has_puzzles = VisibleWhen::new(move |world| next(world).is_some());
    parent.commands_mut().entity(puzzles).insert(has_puzzles);
}

fn spawn_lessons_menu(world: &mut World) {
    let Some(card) = active_card(world) else {
        return;
    };
    let node = Node {
        width: px(860),
        ..stack(FlexDirection::Column, 14.0)
    };
    let mut commands = world.commands();
    spawn_menu(&mut commands, Menu::Lessons, node, |menu| {
        let title = move |world: &World| {
            let words = world.resource::<Words>();
            words.fill("lesson.title", &[("game", words.get(card.words.name))])
        };
        menu.spawn(bound_text(TextSize::Head, palette::PAPER, title));
        let outer = Node {
            max_height: px(420),
            ..default()
        };
        scroll_area(menu, outer, stack(FlexDirection::Column, 12.0), |list| {
            for (number, words) in (card.lessons)().into_iter().enumerate() {
                spawn_row(list, card, number, words);
            }
            list.spawn(label("lesson.evolved", TextSize::Small, palette::MIST));
        });
        button(menu, ButtonStyle::Plain, "play.back", |world| {
            let is_play = *world.resource::<State<Screen>>().get() == Screen::Play;
            let back = if is_play { Menu::Pause } else { Menu::None };
            set_menu(world, back);
        });
    });
    world.flush();
}

/// Spawns a lesson: its title, its sentence, whether it was done, and the button that starts it.
fn spawn_row(list: &mut ChildSpawnerCommands, card: GameCard, number: usize, words: LessonWords) {
    let row = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        ..stack(FlexDirection::Row, 12.0)
    };
    list.spawn((row, WrapsWhenLarge)).with_children(|row| {
        let text = Node {
            flex_basis: px(540),
            flex_grow: 1.0,
            min_width: px(0),
            ..stack(FlexDirection::Column, 2.0)
        };
        row.spawn(text).with_children(|text| {
            text.spawn(label(words.title, TextSize::Lead, palette::PAPER));
            text.spawn(label(words.success, TextSize::Small, palette::MIST));
        });
        // The place keeps its width, so that all texts are equally wide.
        let place = Node {
            width: px(DONE_WIDTH),
            justify_content: JustifyContent::End,
            flex_shrink: 0.0,
            ..default()
        };
        let done = BoundText::new(move |world| {
            let is_done = world.resource::<LearntLessons>().has(words);
            let said = is_done.then(|| world.resource::<Words>().get("lesson.learnt"));
            said.unwrap_or_default()
        });
        row.spawn(place)
            .with_child(bound_text(TextSize::Body, palette::LEAF, done));
        button(row, ButtonStyle::Plain, "lesson.start", move |world| {
            set_menu(world, Menu::None);
            (card.start_lesson)(world, number);
        });
    });
}
