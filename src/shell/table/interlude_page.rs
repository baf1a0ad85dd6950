//! The page of an interlude: the large picture of the run, the facts that it has found so far, and the controls.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::interlude::{ShownInterlude, close_interlude, go_on, is_waiting, toggle_staying};
use crate::generation::watch::Frame;
use crate::shell::input::prompts::with_prompts;
use crate::shell::screen::Menu;
use crate::shell::settings::{Interludes, Settings};
use crate::shell::theatre::legend::spawn_legend;
use crate::shell::theatre::run_picture::RunPicture;
use crate::shell::theme::bind::{BoundText, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_page_with;
use crate::shell::theme::slider::{SpokenNumbers, slider};
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choice, choices, in_column, in_row, label, square,
    stack,
};
use crate::shell::words::Words;

/// The side of the picture, in interface pixels.
const SIDE: f32 = 640.0;
/// The side of its texture, in pixels.
const TEXTURE: u32 = 960;
/// The width of the column beside the picture, in interface pixels.
const BESIDE: f32 = 500.0;
/// The gap between the picture and the column.
const GAP: f32 = 36.0;
/// The padding around the picture and the column.
const PADDING: f32 = 16.0;
/// The part of the width that the picture takes where texts are larger than usual.
const LARGE_PART: f32 = 0.42;
/// The least width of the picture and of the column there, in interface pixels.
const LEAST_SIDE: f32 = 160.0;
/// The number of facts that are shown.
const MAX_FACTS: usize = 10;

/// Marks the node that holds the picture and the column.
#[derive(Component)]
pub(super) struct InterludePage;

/// Marks the picture of the run.
#[derive(Component)]
pub(super) struct InterludePicture;

/// Marks the column beside it.
#[derive(Component)]
pub(super) struct BesidePicture;

/// Spawns the page.
pub(super) fn spawn_page(mut commands: Commands, showing: Option<ResMut<ShownInterlude>>) {
    let Some(mut showing) = showing else { return };
    let root = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        ..default()
    };
    let whole = Node {
        align_self: AlignSelf::FlexStart,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        column_gap: px(GAP),
        padding: UiRect::all(px(PADDING)),
        min_height: percent(100),
        ..default()
    };
    let mut page = commands.spawn((
        Name::new("Interlude page"),
        DespawnOnExit(Menu::Interlude),
        TabGroup::new(0),
        GlobalZIndex(20),
        root,
        BackgroundColor(palette::NIGHT),
    ));
    page.with_children(|page| {
        scroll_page_with(page, whole, InterludePage, |page| {
            let run = RunPicture::new(showing.run.clone(), TEXTURE, TEXTURE as f32 / SIDE);
            let picture = (run, InterludePicture, square(SIDE));
            showing.picture = Some(page.spawn(picture).id());
            let beside = Node {
                width: px(BESIDE),
                height: px(SIDE),
                flex_shrink: 0.0,
                ..stack(FlexDirection::Column, 14.0)
            };
            page.spawn((beside, BesidePicture))
                .with_children(|column| spawn_content(column, &showing));
        });
    });
}

/// Lets the picture and the column beside it share the window where texts are larger than usual. The column is then as
/// high as its content, the page scrolls, and the picture stands at its beginning.
pub(super) fn fit_page(
    (settings, scale): (Res<Settings>, Res<UiScale>),
    window: Query<&Window, With<PrimaryWindow>>,
    mut nodes: ParamSet<(
        Query<&mut Node, With<InterludePage>>,
        Query<&mut Node, With<InterludePicture>>,
        Query<&mut Node, With<BesidePicture>>,
    )>,
) {
    let window = window.single().ok().filter(|_| settings.has_large_text());
    let start = match settings.has_large_text() {
        true => AlignItems::FlexStart,
        false => AlignItems::Center,
    };
    let (side, beside, height) = match window.map(|window| window.size() / scale.0) {
        None => (SIDE, BESIDE, px(SIDE)),
        Some(room) => {
            let room = room - 2.0 * PADDING;
            let side = (room.x * LARGE_PART).min(room.y).max(LEAST_SIDE);
            (side, (room.x - side - GAP).max(LEAST_SIDE), Val::Auto)
        }
    };
    for mut node in &mut nodes.p0() {
        if node.align_items != start {
            node.align_items = start;
        }
    }
    for mut node in &mut nodes.p1() {
        if node.width != px(side) {
            (node.width, node.height) = (px(side), px(side));
        }
    }
    for mut node in &mut nodes.p2() {
        if (node.width, node.height) != (px(beside), height) {
            (node.width, node.height) = (px(beside), height);
        }
    }
}

fn has_large_text(world: &World) -> bool {
    world.resource::<Settings>().has_large_text()
}

fn spawn_content(column: &mut ChildSpawnerCommands, showing: &ShownInterlude) {
    let title = showing.title.clone();
    let title = BoundText::new(move |_| title.clone());
    column.spawn(bound_text(TextSize::Head, palette::PAPER, title));
    column.spawn(bound_text(TextSize::Body, palette::THOUGHT, figures));
    // The page goes on by itself. With large texts its end is not in view, so that the buttons stand at its beginning.
    spawn_buttons(column, VisibleWhen::new(has_large_text));
    spawn_facts(column);
    if let Some(legend) = showing.legend {
        spawn_legend(column, legend);
    }
    column.spawn(Node {
        flex_grow: 1.0,
        ..default()
    });
    spawn_timeline(column);
    spawn_controls(column);
}

fn spawn_facts(column: &mut ChildSpawnerCommands) {
    in_column(column, 3.0, |list| {
        for at in 0..MAX_FACTS {
            let fact = move |world: &World| fact_text(world, at);
            let is_there = move |world: &World| !fact_text(world, at).is_empty();
            list.spawn((
                bound_text(TextSize::Body, palette::PAPER, fact),
                VisibleWhen::new(is_there),
            ));
        }
    });
}

/// Spawns the choice of how long interludes are shown, the buttons, and their keys.
fn spawn_controls(column: &mut ChildSpawnerCommands) {
    column.spawn(label("settings.interludes", TextSize::Small, palette::MIST));
    in_row(column, 6.0, |row| {
        choices(
            row,
            Interludes::ALL,
            |world, length| world.resource::<Settings>().interludes == length,
            |world, length| {
                world.resource_mut::<Settings>().interludes = length;
                if let Some(mut showing) = world.get_resource_mut::<ShownInterlude>() {
                    showing.stays = length == Interludes::UntilGoOn;
                }
            },
        );
    });
    spawn_buttons(column, VisibleWhen::new(|world| !has_large_text(world)));
    let keys = |world: &World| {
        let key = if is_waiting(world) {
            "interlude.waits"
        } else {
            "interlude.keys"
        };
        with_prompts(world, world.resource::<Words>().get(key))
    };
    column.spawn(bound_text(TextSize::Small, palette::MIST, keys));
}

/// Spawns the buttons that go on, or back to the run, and that keep the page.
fn spawn_buttons(column: &mut ChildSpawnerCommands, seen: VisibleWhen) {
    let row = Node {
        align_items: AlignItems::Center,
        flex_wrap: FlexWrap::Wrap,
        ..stack(FlexDirection::Row, 10.0)
    };
    column.spawn((row, seen)).with_children(|row| {
        let next = button(row, ButtonStyle::Primary, "interlude.go_on", go_on);
        let back = button(row, ButtonStyle::Plain, "play.back", close_interlude);
        let is_going = VisibleWhen::new(|world| !is_waiting(world));
        row.commands_mut().entity(next).insert(is_going);
        let is_waiting = VisibleWhen::new(is_waiting);
        row.commands_mut().entity(back).insert(is_waiting);
        let stays = SelectedWhen::new(is_staying);
        choice(row, "interlude.stay", stays, toggle_staying);
    });
}

fn shown_interlude(world: &World) -> Option<&ShownInterlude> {
    world.get_resource::<ShownInterlude>()
}

fn is_staying(world: &World) -> bool {
    shown_interlude(world).is_some_and(|showing| showing.stays)
}

/// The generation that is shown.
fn shown_frame(world: &World) -> Option<&Frame> {
    let picture = shown_interlude(world)?.picture?;
    world.get::<RunPicture>(picture)?.shown()
}

/// The line with the generation and the fitness.
fn figures(world: &World) -> String {
    let Some(frame) = shown_frame(world) else {
        return String::new();
    };
    let selected = &frame.selected;
    let key = if selected.violation == 0 {
        "interlude.figures"
    } else {
        "interlude.infeasible"
    };
    let values = [
        ("generation", frame.generation.to_string()),
        ("fitness", format!("{:.1}", selected.fitness)),
    ];
    world.resource::<Words>().fill(key, &values)
}

/// A line with a fact about the individual that is shown; empty if there are fewer facts.
fn fact_text(world: &World, at: usize) -> String {
    let fact = shown_frame(world).and_then(|frame| frame.facts.get(at));
    let words = world.resource::<Words>();
    fact.map_or(String::new(), |fact| {
        words.fill(fact.key, &[("value", fact.value.clone())])
    })
}

/// Spawns the slider through the generations, which is shown while the interlude stays and the run has ended.
fn spawn_timeline(column: &mut ChildSpawnerCommands) {
    let is_shown = |world: &World| {
        shown_interlude(world).is_some_and(|showing| showing.stays && showing.has_ended())
    };
    let row = Node {
        align_items: AlignItems::Center,
        column_gap: px(14),
        ..default()
    };
    column
        .spawn((row, VisibleWhen::new(is_shown)))
        .with_children(|row| {
            row.spawn(label("theatre.timeline", TextSize::Small, palette::MIST));
            let timeline = slider(row, px(270), shown_record, show_record);
            let spoken = SpokenNumbers::new(shown_generation);
            row.commands_mut().entity(timeline).insert(spoken);
        });
}

/// The number of the generation that is shown, and of the last one.
fn shown_record(world: &World) -> (usize, usize) {
    shown_interlude(world).map_or((0, 0), ShownInterlude::shown_record)
}

/// The generation that is shown, and the last one.
fn shown_generation(world: &World) -> (u32, u32) {
    let showing = shown_interlude(world);
    let last = showing.and_then(|showing| showing.run.progress().generation);
    let last = last.unwrap_or(0);
    let at = shown_frame(world).map_or(last, |frame| frame.generation);
    (at, last)
}

/// Shows a generation.
fn show_record(world: &mut World, record: usize) {
    if let Some(mut showing) = world.get_resource_mut::<ShownInterlude>() {
        let last = showing.run.progress().records.saturating_sub(1);
        showing.record = (record < last).then_some(record);
    }
}
