//! Texts of every size fit: no text is cut off, and no text lies over another, on every page and in both languages.
//! Texts that do not fit into the window can be scrolled to. A short caption of a button stays on one line.

mod further_pages;
mod large_dungeon;
mod large_journey;
mod large_laboratory;
mod large_settings;
mod large_setup;
pub mod large_theatre;
mod letters;
mod other_pages;
mod reached_pages;
mod results;
mod setup_pages;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use bevy::prelude::*;
use bevy::text::TextLayoutInfo;
use bevy::ui_widgets::{Button, ControlOrientation, Scrollbar};
use bevy::window::{PrimaryWindow, WindowResized};
use evolvarium::games::tic_tac_toe::insight::{Insight, InsightKind};
use evolvarium::games::tic_tac_toe::walk::Walk;
use evolvarium::shell::games::{ActiveGame, Games};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::shelf;
use evolvarium::shell::words::{Language, Words};

use crate::harness::{app, open_window, press_text, start, until};

/// A text on the screen, in pixels of the window.
struct Seen {
    text: String,
    place: Rect,
    /// The part of the window, or of the page that scrolls, in which it can be seen.
    room: Rect,
    /// The part of its place that is not scrolled out of sight.
    seen: Rect,
    /// The area with which it scrolls; `None` if it does not scroll.
    area: Option<Entity>,
    /// The node around it that lies over everything else; `None` if there is none.
    layer: Option<Entity>,
    /// Whether it is the caption of a button and has more than one line.
    is_broken_caption: bool,
}

/// Whether all nodes around a node are shown.
pub fn is_shown(world: &World, node: Entity) -> bool {
    let mut at = Some(node);
    while let Some(entity) = at {
        let is_hidden = world
            .get::<Node>(entity)
            .is_some_and(|node| node.display == Display::None);
        if is_hidden || world.get::<Visibility>(entity) == Some(&Visibility::Hidden) {
            return false;
        }
        at = world.get::<ChildOf>(entity).map(ChildOf::parent);
    }
    true
}

/// The place of a node in the pixels of the window.
pub fn place_of(world: &World, node: Entity) -> Option<Rect> {
    let (computed, at) = (
        world.get::<ComputedNode>(node)?,
        world.get::<UiGlobalTransform>(node)?,
    );
    Some(Rect::from_center_size(at.translation, computed.size()))
}

/// The room around a text.
struct Room {
    room: Rect,
    /// The part of it that is seen without scrolling.
    sight: Rect,
    area: Option<Entity>,
    layer: Option<Entity>,
}

/// The room around a node: the window, made smaller by nodes that clip, and larger by areas that can be scrolled.
fn room_of(world: &World, node: Entity, window: Vec2) -> Room {
    let mut room = Rect::from_corners(Vec2::ZERO, window);
    let (mut sight, mut area) = (room, None);
    let mut layer = None;
    let mut ancestors = Vec::new();
    let mut at = world.get::<ChildOf>(node).map(ChildOf::parent);
    while let Some(entity) = at {
        ancestors.push(entity);
        at = world.get::<ChildOf>(entity).map(ChildOf::parent);
    }
    for entity in ancestors.into_iter().rev() {
        let Some((node, computed)) = world
            .get::<Node>(entity)
            .zip(world.get::<ComputedNode>(entity))
        else {
            continue;
        };
        if world.get::<GlobalZIndex>(entity).is_some() {
            layer = Some(entity);
        }
        let Some(place) = place_of(world, entity) else {
            continue;
        };
        let scrolls = |axis| axis == OverflowAxis::Scroll;
        if scrolls(node.overflow.x) || scrolls(node.overflow.y) {
            area = Some(entity);
            sight = sight.intersect(place);
        }
        let over = (computed.content_size() - computed.size()).max(Vec2::ZERO);
        match node.overflow.y {
            OverflowAxis::Scroll => (room.min.y, room.max.y) = (place.min.y, place.max.y + over.y),
            OverflowAxis::Visible => {}
            _ => {
                room.min.y = room.min.y.max(place.min.y);
                room.max.y = room.max.y.min(place.max.y);
            }
        }
        match node.overflow.x {
            OverflowAxis::Scroll => (room.min.x, room.max.x) = (place.min.x, place.max.x + over.x),
            OverflowAxis::Visible => {}
            _ => {
                room.min.x = room.min.x.max(place.min.x);
                room.max.x = room.max.x.min(place.max.x);
            }
        }
    }
    Room {
        room,
        sight,
        area,
        layer,
    }
}

/// The number of lines of a text.
fn lines_of(layout: &TextLayoutInfo) -> usize {
    let last = layout.glyphs.iter().map(|glyph| glyph.line_index).max();
    last.map_or(0, |last| last + 1)
}

fn seen_texts(app: &mut App) -> Vec<Seen> {
    let world = app.world_mut();
    let window = world
        .query_filtered::<&Window, With<PrimaryWindow>>()
        .single(world)
        .expect("a window")
        .size();
    let mut texts =
        world.query_filtered::<(Entity, &Text, &TextLayoutInfo, &ComputedNode), With<Node>>();
    let all: Vec<_> = texts
        .iter(world)
        .filter(|(_, text, ..)| !text.0.trim().is_empty())
        .map(|(entity, text, layout, node)| {
            let size = layout.size / node.inverse_scale_factor().max(1.0);
            (entity, text.0.clone(), size, lines_of(layout))
        })
        .collect();
    let world = app.world();
    let seen = all.into_iter().filter_map(|(entity, text, size, lines)| {
        if !is_shown(world, entity) {
            return None;
        }
        let place = place_of(world, entity).filter(|place| place.size().min_element() > 0.0)?;
        // The letters may reach beyond their node.
        let place = Rect::from_corners(place.min, place.min + place.size().max(size));
        let around = room_of(world, entity, window);
        let parent = world.get::<ChildOf>(entity).map(ChildOf::parent);
        let is_caption = parent.is_some_and(|parent| world.get::<Button>(parent).is_some());
        Some(Seen {
            is_broken_caption: is_caption && lines > 1,
            text,
            place,
            room: around.room,
            seen: place.intersect(around.sight),
            area: around.area,
            layer: around.layer,
        })
    });
    seen.collect()
}

/// Returns a sentence for each of the texts on the screen that is cut off, lies over another one, is a short caption on
/// several lines, or is the key of a phrase that is missing.
fn faults(app: &App, seen: &[Seen]) -> Vec<String> {
    const ROUNDING: f32 = 2.5;
    /// The letters of a short caption.
    const SHORT: usize = 16;
    let has_usual_size = app.world().resource::<Settings>().text_percent == 100;
    let mut faults = Vec::new();
    for (at, one) in seen.iter().enumerate() {
        let short: String = one.text.chars().take(50).collect();
        if one.is_broken_caption && has_usual_size && one.text.chars().count() <= SHORT {
            faults.push(format!("the caption {short:?} has several lines"));
        }
        let fits = one.room.inflate(ROUNDING);
        if is_key(&one.text) {
            faults.push(format!("{short:?} has no words"));
        }
        if !(fits.contains(one.place.min) && fits.contains(one.place.max)) {
            faults.push(format!(
                "{short:?} at {:?} is not within {:?}",
                one.place, one.room
            ));
        }
        for other in &seen[..at] {
            // Texts that scroll together would overlap at any place.
            let both = if one.area == other.area {
                one.place.intersect(other.place)
            } else {
                one.seen.intersect(other.seen)
            };
            if one.layer == other.layer && both.size().min_element() > ROUNDING {
                let other: String = other.text.chars().take(50).collect();
                faults.push(format!(
                    "{short:?} and {other:?} overlap by {:?}",
                    both.size()
                ));
            }
        }
    }
    faults
}

/// Whether a text is the key of a phrase, which is shown where the phrase is missing.
fn is_key(text: &str) -> bool {
    static SECTIONS: OnceLock<BTreeSet<String>> = OnceLock::new();
    let sections = SECTIONS.get_or_init(|| {
        let words = Words::of(Language::English);
        let begins = words.keys().filter_map(|key| key.split('.').next());
        begins.map(str::to_owned).collect()
    });
    let is_part = |part: &str| {
        let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        !part.is_empty() && part.chars().all(is_letter)
    };
    let parts: Vec<&str> = text.split('.').collect();
    parts.len() > 1 && sections.contains(parts[0]) && parts.into_iter().all(is_part)
}

/// The height of the smallest letters on the screen, in pixels of the window: those of the interface, and those on a
/// board, whose sizes are pixels of the window.
fn smallest_letters(app: &mut App) -> f32 {
    let world = app.world_mut();
    let scale = world.resource::<UiScale>().0;
    let pixels = |font: &TextFont| match font.font_size {
        FontSize::Px(size) => size,
        _ => f32::INFINITY,
    };
    let mut texts = world.query::<(&Text, &TextFont)>();
    let written = texts.iter(world).filter(|(text, _)| !text.0.is_empty());
    let of_interface = written.map(|(_, font)| pixels(font) * scale);
    let smallest = of_interface.fold(f32::INFINITY, f32::min);
    let mut words = world.query::<(&Text2d, &TextFont)>();
    let written = words.iter(world).filter(|(word, _)| !word.0.is_empty());
    let on_boards = written.map(|(_, font)| pixels(font));
    on_boards.fold(smallest, f32::min)
}

/// Gives the window another size.
pub fn resize(app: &mut App, width: f32, height: f32) {
    let world = app.world_mut();
    let mut windows = world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
    let (window, mut size) = windows.single_mut(world).expect("a window");
    size.resolution.set(width, height);
    world.write_message(WindowResized {
        window,
        width,
        height,
    });
    (0..5).for_each(|_| app.update());
}

/// The windows, in pixels.
const WINDOWS: [(f32, f32); 3] = [(960.0, 540.0), (1280.0, 720.0), (1920.0, 1080.0)];

/// The least number of texts on a page.
const FEWEST: usize = 3;

/// A size of texts, in percent, and the size of a window.
type Sizes = (u32, (f32, f32));

/// The sizes at which pages are checked that take long to open.
const FEW_SIZES: [Sizes; 4] = [
    (100, (960.0, 540.0)),
    (100, (1280.0, 720.0)),
    (100, (3840.0, 2160.0)),
    (200, (1280.0, 720.0)),
];

/// Checks the page that is open, which must be that of a screen and a menu, at each size of texts and windows, in both
/// languages.
fn check(app: &mut App, open: (Screen, Menu), page: &str) {
    let sizes = |text_percent| WINDOWS.map(|window| (text_percent, window));
    let all: Vec<Sizes> = [100, 150, 200].into_iter().flat_map(sizes).collect();
    check_at(app, open, page, &all);
}

/// Checks the page that is open at few sizes, in both languages.
fn check_briefly(app: &mut App, open: (Screen, Menu), page: &str) {
    check_at(app, open, page, &FEW_SIZES);
}

fn check_at(app: &mut App, (screen, menu): (Screen, Menu), page: &str, sizes: &[Sizes]) {
    let world = app.world();
    let open = (
        *world.resource::<State<Screen>>().get(),
        crate::harness::menu(world),
    );
    assert_eq!(open, (screen, menu), "{page}");
    let mut all = Vec::new();
    for language in [Language::English, Language::Korean] {
        for &(text_percent, (width, height)) in sizes {
            let mut settings = app.world_mut().resource_mut::<Settings>();
            settings.language = language;
            settings.text_percent = text_percent;
            resize(app, width, height);
            let at = format!("{page}, {language:?}, {text_percent} %, {width}x{height}");
            let seen = seen_texts(app);
            assert!(seen.len() >= FEWEST, "{at}: {} texts", seen.len());
            let faults = faults(app, &seen).into_iter();
            all.extend(faults.map(|fault| format!("{at}: {fault}")));
            if text_percent == 100 && is_bar_shown(app, ControlOrientation::Horizontal) {
                all.push(format!("{at}: a part scrolls sideways"));
            }
        }
    }
    app.world_mut().resource_mut::<Settings>().language = Language::English;
    app.world_mut().resource_mut::<Settings>().text_percent = 100;
    resize(app, 1280.0, 800.0);
    let smallest = smallest_letters(app);
    assert!(smallest >= 12.0, "{page}: letters of {smallest} pixels");
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
}

fn with_window(folder: &std::path::Path) -> App {
    let mut app = app(folder);
    open_window(&mut app);
    (0..3).for_each(|_| app.update());
    app
}

#[test]
fn texts_of_every_size_fit_on_the_title_and_in_the_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    check(&mut app, (Screen::Title, Menu::None), "title");
    let mut menu = app.world_mut().resource_mut::<NextState<Menu>>();
    menu.set(Menu::Settings);
    (0..3).for_each(|_| app.update());
    for tab in ["Games", "Evolution", "Display", "Pace", "Controls", "Sound"] {
        press_text(&mut app, tab);
        check(&mut app, (Screen::Title, Menu::Settings), tab);
    }
}

#[test]
fn texts_of_every_size_fit_on_the_shelf() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("data/hexxagon_opponents");
    std::fs::create_dir_all(&library).expect("a folder");
    for number in 0..12 {
        let text = match number {
            0 => "a file that is broken".to_owned(),
            _ => format!("(version: 1, content: (weights: ({number}, 1, -2, 3, 0)))"),
        };
        let name = format!("opponentwithaname{number}.ron");
        std::fs::write(library.join(name), text).expect("written");
    }
    let mut app = with_window(folder.path());
    shelf::open(app.world_mut(), None);
    until(&mut app, "the shelf", |world| {
        let is_open = *world.resource::<State<Screen>>().get() == Screen::Shelf;
        is_open && shelf::are_things_read(world)
    });
    (0..30).for_each(|_| app.update());
    assert_eq!(app.world().resource::<shelf::Shelf>().found.len(), 12);
    check(&mut app, (Screen::Shelf, Menu::None), "shelf");
}

/// Whether a scroll bar is shown.
pub fn is_bar_shown(app: &mut App, orientation: ControlOrientation) -> bool {
    let mut bars = app.world_mut().query::<(Entity, &Scrollbar)>();
    let world = app.world();
    bars.iter(world)
        .any(|(entity, bar)| bar.orientation == orientation && is_shown(world, entity))
}

#[test]
fn texts_of_every_size_fit_beside_the_boards_and_in_the_theatre() {
    for id in [
        crate::harness::ID,
        "hexxagon:b1-human-level1#a",
        "tic-tac-toe:3x3k3-human-rules#a",
        "tic-tac-toe:3x3k3-human-human-t20i10#a",
        "dungeon:d2f1r8s8e1c1l0#a",
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = with_window(folder.path());
        start(&mut app, id);
        check(&mut app, (Screen::Play, Menu::None), id);
        for menu in [Menu::Pause, Menu::Result] {
            let mut next = app.world_mut().resource_mut::<NextState<Menu>>();
            next.set(menu);
            (0..3).for_each(|_| app.update());
            check(&mut app, (Screen::Play, menu), &format!("{id}, {menu:?}"));
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    start(&mut app, "tic-tac-toe:5x5k4-human-human#a");
    let mut insight = app.world_mut().resource_mut::<Insight>();
    insight.show(InsightKind::Tree);
    until(&mut app, "the tree", |world| {
        world.resource::<Walk>().shown().is_some()
    });
    check(&mut app, (Screen::Play, Menu::None), "game tree");
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    let card = app.world().resource::<Games>().0[0];
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(card.key);
    (card.evolve)(app.world_mut()).expect("it can be evolved");
    until(&mut app, "the theatre", |world| {
        *world.resource::<State<Screen>>().get() == Screen::Theatre
    });
    (0..60).for_each(|_| app.update());
    check(&mut app, (Screen::Theatre, Menu::None), "theatre");
}

#[test]
fn texts_of_every_size_fit_in_the_lessons() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    let cards = app.world().resource::<Games>().0.clone();
    for card in cards {
        (card.start_lesson)(app.world_mut(), 0);
        until(&mut app, "the lesson", |world| {
            let is_active = world.resource::<ActiveGame>().0 == Some(card.key);
            is_active && *world.resource::<State<Screen>>().get() == Screen::Play
        });
        (0..3).for_each(|_| app.update());
        let page = format!("lesson of {}", card.key);
        check(&mut app, (Screen::Play, Menu::None), &page);
        for menu in [Menu::Lessons, Menu::Result] {
            let mut next = app.world_mut().resource_mut::<NextState<Menu>>();
            next.set(menu);
            (0..3).for_each(|_| app.update());
            let page = format!("lesson of {}, {menu:?}", card.key);
            check(&mut app, (Screen::Play, menu), &page);
        }
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Title);
        (0..3).for_each(|_| app.update());
    }
}
