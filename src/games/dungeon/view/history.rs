//! The lines of the history on the screen: the newest ones over the map, all of them, and the last ones beside the
//! result.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui::UiSystems;

use super::map::PANEL;
use super::messages::{Line, Tone, turn};
use super::{OpenCard, View};
use crate::games::dungeon::DungeonGame;
use crate::session::Game as _;
use crate::shell::board::SwapsWithPanel;
use crate::shell::games::active;
use crate::shell::screen::{Screen, is_without_menu};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text, in_middle, label, panel, stack};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Play),
        spawn_messages.run_if(active(DungeonGame::KEY)),
    )
    .add_systems(PostUpdate, place_lines.before(UiSystems::Prepare));
}

/// The number of lines over the map.
const LINES: usize = 4;
/// The number of letters that have room over the map with large texts, without covering the hero. The newest line is
/// shown however long it is.
const LARGE_ROOM: usize = 100;
/// The number of turns for which a line stays over the map.
const VISIBLE_TURNS: u32 = 12;
/// The number of lines of the history that are shown.
const HISTORY: usize = 22;
/// The number of lines beside the result.
const LAST_LINES: usize = 5;
/// The largest width of the lines beside the result, in interface pixels.
const LAST_WIDTH: f32 = 420.0;

/// Finds the line that was written some lines before the newest one, if there is one and it is shown in a place.
type FindLine = fn(&World, usize) -> Option<&Line>;

/// The line that was written `back` lines before the newest one, if there is one.
fn line(world: &World, back: usize) -> Option<&Line> {
    let log = &world.resource::<View>().log;
    log.get(log.len().checked_sub(back + 1)?)
}

/// The same, if it is not too old for the map and has room over it.
fn line_over_map(world: &World, back: usize) -> Option<&Line> {
    let line = line(world, back)?;
    let is_old = turn(world).saturating_sub(line.turn) > VISIBLE_TURNS;
    let log = &world.resource::<View>().log;
    (!is_old && has_room(world, &log[log.len() - back - 1..])).then_some(line)
}

/// The same, while the history is open. Otherwise the texts of many lines would be made that nobody sees.
fn line_of_open_history(world: &World, back: usize) -> Option<&Line> {
    is_history_open(world).then(|| line(world, back)).flatten()
}

fn is_history_open(world: &World) -> bool {
    world.resource::<View>().open == Some(OpenCard::History)
}

/// Whether the newest lines have room over the map.
fn has_room(world: &World, newest: &[Line]) -> bool {
    // A letter of Korean is as wide as two Latin ones.
    let letters = |line: &Line| -> usize {
        let text = text(line);
        text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
    };
    let is_usual = !world.resource::<Settings>().has_large_text();
    is_usual || newest.len() == 1 || newest.iter().map(letters).sum::<usize>() <= LARGE_ROOM
}

fn text(line: &Line) -> String {
    match line.times {
        1 => line.text.to_string(),
        times => format!("{} ×{times}", line.text),
    }
}

fn colour(tone: Tone) -> Color {
    match tone {
        Tone::Plain => palette::PAPER,
        Tone::Good => palette::LEAF,
        Tone::Warning => palette::FAULT,
    }
}

/// A line in the colour of its tone. There is a text for each tone, and only that of the line's tone is visible.
fn spawn_line(parent: &mut ChildSpawnerCommands, size: TextSize, back: usize, find: FindLine) {
    for tone in [Tone::Plain, Tone::Good, Tone::Warning] {
        let caption = move |world: &World| find(world, back).map_or(String::new(), text);
        let there = move |world: &World| find(world, back).is_some_and(|line| line.tone == tone);
        parent.spawn((
            bound_text(size, colour(tone), caption),
            VisibleWhen::new(there),
        ));
    }
}

fn spawn_messages(mut commands: Commands) {
    spawn_lines_over_map(&mut commands);
    spawn_history(&mut commands);
}

/// The place of the lines over the map.
#[derive(Component)]
struct LinesOverMap;

/// Lets the lines over the map stand in the corner where texts are large, so that they cover less of it. The panel leaves
/// less room there than their largest width.
fn place_lines(
    settings: Res<Settings>,
    mut places: Query<(&mut Node, &mut SwapsWithPanel), With<LinesOverMap>>,
) {
    let (left, below, beside_panel) = match settings.has_large_text() {
        true => (8, 6, 6.0),
        false => (20, 16, 16.0),
    };
    for (node, mut edges) in &mut places {
        edges.set_if_neq(SwapsWithPanel {
            left: px(left),
            right: px(PANEL + beside_panel),
        });
        node.map_unchanged(|node| &mut node.bottom)
            .set_if_neq(px(below));
    }
}

fn spawn_lines_over_map(commands: &mut Commands) {
    let place = Node {
        position_type: PositionType::Absolute,
        ..default()
    };
    let lines = Node {
        max_width: px(760),
        padding: UiRect::axes(px(14), px(8)),
        ..stack(FlexDirection::Column, 3.0)
    };
    let some = |world: &World| {
        let view = world.resource::<View>();
        // Where a card lies over the map, pieces of the messages would stick out from below it.
        view.open.is_none() && line_over_map(world, 0).is_some()
    };
    commands
        .spawn((
            Name::new("Messages"),
            LinesOverMap,
            SwapsWithPanel {
                left: Val::Auto,
                right: Val::Auto,
            },
            DespawnOnExit(Screen::Play),
            place,
            VisibleWhen::new(move |world| is_without_menu(world) && some(world)),
            Pickable::IGNORE,
        ))
        .with_children(|place| {
            place
                .spawn((panel(lines), Pickable::IGNORE))
                .with_children(|column| {
                    (0..LINES)
                        .rev()
                        .for_each(|back| spawn_line(column, TextSize::Body, back, line_over_map));
                });
        });
}

fn spawn_history(commands: &mut Commands) {
    let history = Node {
        position_type: PositionType::Absolute,
        bottom: px(16),
        max_height: percent(95),
        max_width: px(760),
        justify_content: JustifyContent::FlexEnd,
        overflow: Overflow::clip(),
        ..stack(FlexDirection::Column, 3.0)
    };
    commands
        .spawn((
            Name::new("History"),
            DespawnOnExit(Screen::Play),
            panel(history),
            SwapsWithPanel {
                left: px(20),
                right: px(PANEL + 16.0),
            },
            VisibleWhen::new(|world| is_without_menu(world) && is_history_open(world)),
        ))
        .with_children(|column| {
            column.spawn(label("dungeon.history", TextSize::Lead, palette::MIST));
            (0..HISTORY)
                .rev()
                .for_each(|back| spawn_line(column, TextSize::Body, back, line_of_open_history));
        });
}

/// Spawns the last lines of the history with a heading, in the middle of a card. They tell how a hero has died.
pub(super) fn spawn_last_lines(card: &mut ChildSpawnerCommands) {
    let lines = Node {
        max_width: px(LAST_WIDTH),
        ..stack(FlexDirection::Column, 3.0)
    };
    in_middle(card, |middle| {
        let mut list = middle.spawn((Name::new("Last lines"), lines));
        list.with_children(|column| {
            column.spawn(label("dungeon.last_lines", TextSize::Small, palette::MIST));
            (0..LAST_LINES)
                .rev()
                .for_each(|back| spawn_line(column, TextSize::Small, back, line));
        });
    });
}
