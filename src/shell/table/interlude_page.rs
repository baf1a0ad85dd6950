//! The page of an interlude: the large picture of the run, the facts that it has found so far, and the controls.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use super::interlude::{ShownInterlude, close_interlude, go_on, is_waiting, toggle_staying};
use crate::generation::watch::Frame;
use crate::shell::input::prompts::with_prompts;
use crate::shell::screen::Menu;
use crate::shell::settings::{Interludes, Settings};
use crate::shell::theatre::legend::spawn_legend;
use crate::shell::theatre::run_picture::RunPicture;
use crate::shell::theme::bind::{BoundText, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::{scroll_page, whole_page};
use crate::shell::theme::slider::slider;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choice, choices, in_column, in_row, label, square,
    stack,
};
use crate::shell::words::Words;

/// The side of the picture, in interface pixels.
const SIDE: f32 = 640.0;
/// The side of its texture, in pixels.
const TEXTURE: u32 = 960;
/// The number of facts that are shown.
const MAX_FACTS: usize = 10;

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
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        column_gap: px(36),
        ..whole_page()
    };
    let mut page = commands.spawn((
        Name::new("Interlude page"),
        DespawnOnExit(Menu::Interlude),
        TabGroup::modal(),
        GlobalZIndex(20),
        root,
        BackgroundColor(palette::NIGHT),
    ));
    page.with_children(|page| {
        scroll_page(page, whole, |page| {
            let run = RunPicture::new(showing.run.clone(), TEXTURE);
            showing.picture = Some(page.spawn((run, square(SIDE))).id());
            let beside = Node {
                width: px(500),
                height: px(SIDE),
                ..stack(FlexDirection::Column, 14.0)
            };
            page.spawn(beside)
                .with_children(|column| spawn_content(column, &showing));
        });
    });
}

fn spawn_content(column: &mut ChildSpawnerCommands, showing: &ShownInterlude) {
    let title = showing.title.clone();
    let title = BoundText::new(move |_| title.clone());
    column.spawn(bound_text(TextSize::Head, palette::PAPER, title));
    column.spawn(bound_text(TextSize::Body, palette::THOUGHT, figures));
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
    in_row(column, 10.0, |row| {
        let next = button(row, ButtonStyle::Primary, "interlude.go_on", go_on);
        let back = button(row, ButtonStyle::Plain, "play.back", close_interlude);
        let is_going = VisibleWhen::new(|world| !is_waiting(world));
        row.commands_mut().entity(next).insert(is_going);
        let is_waiting = VisibleWhen::new(is_waiting);
        row.commands_mut().entity(back).insert(is_waiting);
        let stays = SelectedWhen::new(is_staying);
        choice(row, "interlude.stay", stays, toggle_staying);
    });
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
            slider(row, px(270), shown_record, show_record);
        });
}

/// The number of the generation that is shown, and of the last one.
fn shown_record(world: &World) -> (usize, usize) {
    shown_interlude(world).map_or((0, 0), |showing| {
        let last = showing.run.progress().records.saturating_sub(1);
        (showing.record.unwrap_or(last), last)
    })
}

/// Shows a generation.
fn show_record(world: &mut World, record: usize) {
    if let Some(mut showing) = world.get_resource_mut::<ShownInterlude>() {
        let last = showing.run.progress().records.saturating_sub(1);
        showing.record = (record < last).then_some(record);
    }
}
