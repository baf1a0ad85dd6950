//! The games under way: a menu on the title screen that lists them.

use std::collections::BTreeMap;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::Task;

use super::missing_glimpses::MissingGlimpses;
use super::spawn_menu;
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::{Form, Picture, Shape, Tint};
use crate::session::save::{self, SaveSummary, Slot, SummaryWork};
use crate::session::{FileReport, Glimpse, Glimpses};
use crate::shell::games::{ActiveGame, GameCard, Games, active_card};
use crate::shell::screen::{Menu, Screen, set_menu};
use crate::shell::theme::asking::Question;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::paint_task::{PaintTasks, PaintWork, paint_new};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_area;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, in_column, square_picture, stack,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SavedGames>()
        .add_systems(OnEnter(Screen::Title), update_saved_games)
        // A broken save is set aside when it is opened.
        .add_systems(
            Update,
            update_saved_games.run_if(on_message::<FileReport>.and_then(in_state(Screen::Title))),
        )
        .init_resource::<Summaries>()
        .add_systems(OnEnter(Menu::Saves), spawn_saves_menu)
        .add_systems(Update, take_summaries.run_if(in_state(Menu::Saves)));
}

/// The number of letters of a game id that a row shows.
const ID_LETTERS: usize = 64;
/// The side of the picture of a game, in interface pixels.
const PICTURE: f32 = 64.0;
/// Pixels of its texture for each of its interface pixels.
const DENSITY: f32 = 2.0;

/// The saves of each game that were there when the title screen was opened or a broken file was reported on it, the newest
/// first.
#[derive(Resource, Default)]
pub struct SavedGames(BTreeMap<&'static str, Vec<Slot>>);

impl SavedGames {
    /// Returns the number of saves of a game.
    pub fn count(&self, game: &str) -> usize {
        self.0.get(game).map_or(0, Vec::len)
    }

    /// Whether a save of a game is there.
    pub(super) fn contains(&self, game: &str, slot: Slot) -> bool {
        self.0.get(game).is_some_and(|slots| slots.contains(&slot))
    }
}

fn update_saved_games(world: &mut World) {
    let keys: Vec<&'static str> = world.resource::<Games>().0.iter().map(|c| c.key).collect();
    let slots = keys.into_iter().map(|key| (key, save::slots(world, key)));
    let saved_games = SavedGames(slots.collect());
    world.insert_resource(saved_games);
}

/// Opens the list of the games under way of one game.
pub fn open_saves_menu(world: &mut World, card: &GameCard) {
    world.resource_mut::<ActiveGame>().0 = Some(card.key);
    set_menu(world, Menu::Saves);
}

fn spawn_saves_menu(world: &mut World) {
    let Some(card) = active_card(world) else {
        return;
    };
    let slots = world.resource::<SavedGames>().0.get(card.key);
    let slots: Vec<Slot> = slots.cloned().unwrap_or_default();
    let summaries = Summaries::read(world, &card, &slots);
    world.insert_resource(summaries);
    let mut rows = Vec::new();
    for slot in slots {
        let picture = add_picture(world, &card, slot);
        rows.push(SavedGameRow { slot, picture });
    }
    let node = Node {
        width: px(980),
        ..stack(FlexDirection::Column, 14.0)
    };
    let mut commands = world.commands();
    spawn_menu(&mut commands, Menu::Saves, node, |menu| {
        let title = move |world: &World| {
            let words = world.resource::<Words>();
            words.fill("saves.title", &[("game", words.get(card.words.name))])
        };
        menu.spawn(bound_text(TextSize::Head, palette::PAPER, title));
        let outer = Node {
            max_height: px(420),
            ..default()
        };
        let inner = stack(FlexDirection::Column, 8.0);
        scroll_area(menu, outer, inner, |list| {
            for (number, row) in rows.into_iter().enumerate() {
                spawn_save_row(list, card, number, row);
            }
        });
        button(menu, ButtonStyle::Plain, "settings.done", |world| {
            set_menu(world, Menu::None);
        });
    });
    world.flush();
}

/// The summaries of the games of the list. They are read in the background, because a player may have many saves, and
/// the disk may be slow.
#[derive(Resource, Default)]
struct Summaries {
    reading: Option<Task<BTreeMap<Slot, Option<SaveSummary>>>>,
    /// The summaries that were read: `None` for a save that is broken.
    read: BTreeMap<Slot, Option<SaveSummary>>,
    /// The pictures of the games without a glimpse.
    empty_pictures: Vec<(Slot, Handle<Image>)>,
}

impl Summaries {
    /// Begins to read the summaries of a game.
    fn read(world: &World, card: &GameCard, slots: &[Slot]) -> Self {
        let work = slots
            .iter()
            .map(|slot| (*slot, (card.save_summary)(world, *slot)));
        let work: Vec<(Slot, SummaryWork)> = work.collect();
        let read = move || {
            work.into_iter()
                .map(|(slot, read)| (slot, read()))
                .collect()
        };
        Summaries {
            reading: Some(spawn_or_default(read)),
            ..default()
        }
    }
}

/// Takes the summaries that were read. A game without a glimpse shows the emblem of the program until it has one, or
/// nothing if its save is broken.
fn take_summaries(world: &mut World) {
    let mut summaries = world.resource_mut::<Summaries>();
    let Some(read) = take_result(&mut summaries.reading) else {
        return;
    };
    let mut empty = std::mem::take(&mut summaries.empty_pictures);
    empty.retain(|(slot, _)| matches!(read.get(slot), Some(Some(_))));
    summaries.read = read;
    for (slot, image) in empty {
        let work = paint_work(world, emblem());
        world.resource_mut::<PaintTasks>().paint(&image, work);
        world.resource_mut::<MissingGlimpses>().ask_for(slot, image);
    }
}

/// A game of the list.
struct SavedGameRow {
    slot: Slot,
    picture: Handle<Image>,
}

/// The picture of a game of the list: its glimpse, or nothing yet if it has none.
fn add_picture(world: &mut World, card: &GameCard, slot: Slot) -> Handle<Image> {
    let glimpse = world.resource::<Glimpses>().of(card.key, slot);
    let picture = glimpse.map(|glimpse| picture_of(glimpse, world));
    let is_missing = picture.is_none();
    let work = paint_work(world, picture.unwrap_or_default());
    let image = paint_new(world, work);
    if is_missing {
        let mut summaries = world.resource_mut::<Summaries>();
        summaries.empty_pictures.push((slot, image.clone()));
    }
    image
}

fn emblem() -> Picture {
    Picture::of(vec![Shape {
        key: 0,
        form: Form::Sprite("shared/emblem"),
        tint: Tint::Calm,
        x: 0.5,
        y: 0.5,
        size: 1.0,
    }])
}

/// The picture of a glimpse.
pub(super) fn picture_of(glimpse: &Glimpse, world: &World) -> Picture {
    let sprites = world.resource::<Sprites>();
    glimpse.picture(&|name| sprites.named(name))
}

/// The work that paints the picture of a game of the list.
pub(super) fn paint_work(world: &World, picture: Picture) -> PaintWork {
    let sprites = world.resource::<Sprites>().painter();
    Box::new(move || {
        let side = (DENSITY * PICTURE) as u32;
        let canvas = Canvas::of_picture(&picture, side, DENSITY, sprites)?;
        Some(canvas.image())
    })
}

/// The sentence about a game of the list; empty until its summary is read.
fn text_about(world: &World, card: &GameCard, slot: Slot) -> String {
    let words = world.resource::<Words>();
    let summary = match world.resource::<Summaries>().read.get(&slot) {
        Some(Some(summary)) => summary,
        Some(None) => return words.get("saves.broken"),
        None => return String::new(),
    };
    let moves = words.fill("saves.moves", &[("moves", summary.moves.to_string())]);
    let glimpse = world.resource::<Glimpses>().of(card.key, slot);
    match glimpse.filter(|glimpse| !glimpse.name.is_empty()) {
        Some(glimpse) => format!("{}  ·  {moves}", (card.counted_text)(&glimpse.name, words)),
        None => moves,
    }
}

/// The beginning of the id of a game of the list.
fn id_text(world: &World, slot: Slot) -> String {
    let summary = world.resource::<Summaries>().read.get(&slot);
    let id = summary.and_then(|summary| Some(&summary.as_ref()?.id));
    id.map_or(String::new(), |id| id.chars().take(ID_LETTERS).collect())
}

/// Spawns the sentence about a game of the list, and the beginning of its id.
fn spawn_save_text(column: &mut ChildSpawnerCommands, card: GameCard, slot: Slot) {
    let width = Node {
        width: px(610),
        max_width: percent(100),
        ..default()
    };
    let about = move |world: &World| text_about(world, &card, slot);
    column
        .spawn(width)
        .with_child(bound_text(TextSize::Body, palette::PAPER, about));
    let id = move |world: &World| id_text(world, slot);
    column.spawn(bound_text(TextSize::Small, palette::MIST, id));
}

fn spawn_save_row(
    list: &mut ChildSpawnerCommands,
    card: GameCard,
    number: usize,
    save_row: SavedGameRow,
) {
    let slot = save_row.slot;
    let is_there = move |world: &World| world.resource::<SavedGames>().contains(card.key, slot);
    let row = Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 10.0)
    };
    list.spawn((row, VisibleWhen::new(is_there), WrapsWhenLarge))
        .with_children(|row| {
            row.spawn(square_picture(save_row.picture, PICTURE));
            in_column(row, 2.0, |text| spawn_save_text(text, card, slot));
            button(row, ButtonStyle::Plain, "title.resume", move |world| {
                (card.resume_slot)(world, slot);
            });
            let question = Question {
                caption: "saves.remove",
                question: "saves.remove.really",
                number,
            };
            question.spawn_button(row, ButtonStyle::Plain, move |world| {
                save::remove(world, card.key, slot);
                update_saved_games(world);
            });
        });
}
