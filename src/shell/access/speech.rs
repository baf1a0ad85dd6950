//! The sentences that a screen reader says as things happen: the page that was opened, notices, the player whose turn
//! it is, and sentences of the games.

use accesskit::{Live, Node as AccessNode, Role};
use bevy::a11y::AccessibilityNode;
use bevy::prelude::*;

use super::DescribeScreen;
use crate::shell::games::{GameCard, active_card};
use crate::shell::input::on_screen_keyboard::spoken_keyboard;
use crate::shell::menus::pause;
use crate::shell::notice::Notices;
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::bind::WORD_JOINER;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Speech>()
        .add_systems(Startup, spawn_region)
        .add_systems(
            PostUpdate,
            (say_page, say_headline, say_notices, say_keyboard)
                .chain()
                .in_set(DescribeScreen),
        )
        .add_systems(Last, read_out);
}

/// The sentences that are still to be said.
#[derive(Resource, Default)]
pub struct Speech {
    waiting: Vec<String>,
}

impl Speech {
    /// Says a sentence after those that wait. Without a screen reader no sentence is said.
    pub fn say(&mut self, text: impl Into<String>) {
        let text = as_spoken(&text.into());
        if !text.trim().is_empty() {
            self.waiting.push(text);
        }
    }
}

/// Returns a text as a screen reader gets it: without word joiners, and with plain letters for the buttons of a gamepad,
/// which are shown as letters in a circle.
pub(super) fn as_spoken(text: &str) -> String {
    let plain = |c: char| match c {
        'Ⓐ'..='Ⓩ' => char::from(b'A' + (c as u32 - 'Ⓐ' as u32) as u8),
        _ => c,
    };
    let heard = text.chars().filter(|c| *c != WORD_JOINER);
    heard.map(plain).collect()
}

/// Marks the node whose text a screen reader says whenever it changes.
#[derive(Component)]
struct LiveRegion;

fn spawn_region(mut commands: Commands) {
    let mut node = AccessNode::new(Role::Status);
    node.set_live(Live::Polite);
    commands.spawn((Name::new("Speech"), LiveRegion, AccessibilityNode(node)));
}

/// A character that is not spoken. It changes a text, so that the same sentence can be said twice.
const UNHEARD: char = '\u{a0}';

/// Hands the waiting sentences to the screen reader.
fn read_out(
    mut speech: ResMut<Speech>,
    mut region: Single<&mut AccessibilityNode, With<LiveRegion>>,
) {
    if speech.waiting.is_empty() {
        return;
    }
    let mut text = std::mem::take(&mut speech.waiting).join(" ");
    if region.label() == Some(text.as_str()) {
        text.push(UNHEARD);
    }
    region.set_label(text);
}

/// The name of the open page: the menu, or else the screen.
fn page_name(world: &World, screen: Screen, menu: Menu) -> String {
    let words = world.resource::<Words>();
    let card = active_card(world);
    let of_game = |key: fn(&GameCard) -> &'static str| {
        card.as_ref()
            .map_or(String::new(), |card| words.get(key(card)))
    };
    match (menu, screen) {
        (Menu::Pause, _) => pause::title(world),
        (Menu::Settings, _) => words.get("settings.title"),
        (Menu::Result, _) => card.map_or(String::new(), |card| (card.result_title)(world)),
        (Menu::Recap, _) => words.get("access.recap"),
        (Menu::Saves, _) => words.get("access.saves"),
        (Menu::Interlude, _) => words.get("access.interlude"),
        (Menu::Editor, _) => words.get("access.editor"),
        (Menu::Lessons, _) => {
            words.fill("lesson.title", &[("game", of_game(|card| card.words.name))])
        }
        (Menu::None, Screen::Title) => words.get("title.name"),
        (Menu::None, Screen::Setup) => {
            words.fill("access.setup", &[("game", of_game(|card| card.words.name))])
        }
        (Menu::None, Screen::Theatre) => words.get("access.theatre"),
        (Menu::None, Screen::Laboratory) => words.get("lab.title"),
        (Menu::None, Screen::Played) => words.get("played.title"),
        (Menu::None, Screen::Shelf) => words.get("shelf.title"),
        (Menu::None, Screen::Play) => of_game(|card| card.words.name),
    }
}

/// Says the name of the page that was opened.
fn say_page(world: &mut World, mut before: Local<Option<(Screen, Menu)>>) {
    let screen = *world.resource::<State<Screen>>().get();
    let menu = *world.resource::<State<Menu>>().get();
    if before.replace((screen, menu)) != Some((screen, menu)) {
        let name = page_name(world, screen, menu);
        world.resource_mut::<Speech>().say(name);
    }
}

/// Says the headline when it changes: the player whose turn it is, or how the game has ended.
fn say_headline(world: &mut World, mut before: Local<String>) {
    let is_played = *world.resource::<State<Screen>>().get() == Screen::Play;
    let card = active_card(world).filter(|_| is_played);
    let headline = card.map_or(String::new(), |card| (card.headline)(world));
    if headline != *before {
        world.resource_mut::<Speech>().say(headline.clone());
        *before = headline;
    }
}

/// Says the key of the on-screen keyboard to which the gamepad has moved, and the text after each change.
fn say_keyboard(world: &mut World, mut before: Local<Option<(String, String)>>) {
    let now = spoken_keyboard(world);
    if now == *before {
        return;
    }
    let empty = world.resource::<Words>().get("access.empty");
    let mut speech = world.resource_mut::<Speech>();
    let (key_before, text_before) = before.take().unzip();
    if let Some((key, text)) = &now {
        if text_before.is_some_and(|before| before != *text) {
            let said = match text.is_empty() {
                true => &empty,
                false => text,
            };
            speech.say(said.as_str());
        }
        if key_before.as_ref() != Some(key) {
            speech.say(key.as_str());
        }
    }
    *before = now;
}

/// Says the new notices.
fn say_notices(mut notices: ResMut<Notices>, words: Res<Words>, mut speech: ResMut<Speech>) {
    if notices.has_unsaid() {
        for line in notices.take_unsaid(&words) {
            speech.say(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listener_gets_plain_letters_and_whole_words() {
        assert_eq!(as_spoken("Hint (Ⓐ), Back (Ⓩ)"), "Hint (A), Back (Z)");
        assert_eq!(as_spoken("힌\u{2060}트 (Ⓨ)"), "힌트 (Y)");
    }
}
