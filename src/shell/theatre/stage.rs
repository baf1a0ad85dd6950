//! The widgets of the theatre and where they are: the populations at the left, the selected individual in the middle, and
//! facts and chart at the right.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once};

use super::archive_grid::{ArchiveCell, spawn_grid_panel};
use super::chart::{Chart, about_text, has_grid, is_constrained, spawn_chart};
use super::members::{MemberGrid, spawn_grid};
use super::{Show, controls, legend, selected};
use crate::generation::run::StopReason;
use crate::generation::task::RunDriver;
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, in_row, panel, stack,
};
use crate::shell::words::Words;

/// The gap between panels.
const GAP: f32 = 14.0;
/// The least width of the populations, in interface pixels.
const POPULATIONS: f32 = 300.0;
/// The least width of facts and chart.
const FIGURES: f32 = 320.0;

pub(super) fn spawn_theatre(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let images = &mut *images;
    commands
        .spawn((
            Name::new("Theatre"),
            TabGroup::new(0),
            DespawnOnExit(Screen::Theatre),
            Node {
                width: percent(100),
                height: percent(100),
                padding: UiRect::all(px(18)),
                ..stack(FlexDirection::Column, 12.0)
            },
            VisibleWhen::new(|world| *world.resource::<State<Menu>>().get() == Menu::None),
        ))
        .with_children(|root| {
            spawn_heading(root);
            let stage = Node {
                flex_grow: 1.0,
                min_height: px(0),
                ..stack(FlexDirection::Row, GAP)
            };
            root.spawn(stage).with_children(|row| {
                spawn_populations(row, images);
                spawn_grid_panel(row);
                selected::spawn_selected(row, images);
                row.spawn(column(FIGURES)).with_children(|column| {
                    selected::spawn_facts(column);
                    legend::spawn_place(column);
                    spawn_chart(column, images);
                });
            });
            controls::spawn_controls(root);
        });
}

/// A column of panels that takes its share of the free width.
fn column(width: f32) -> Node {
    Node {
        width: px(width),
        flex_grow: 1.0,
        min_width: px(0),
        ..stack(FlexDirection::Column, GAP)
    }
}

/// Spawns the way back, the title, and the line of figures.
fn spawn_heading(root: &mut ChildSpawnerCommands) {
    let heading = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        ..default()
    };
    root.spawn(heading).with_children(|row| {
        in_row(row, 16.0, |left| {
            button(left, ButtonStyle::Plain, "play.back", |world| {
                world.resource_mut::<NextState<Screen>>().set(Screen::Setup);
            });
            let title = about_text(|about| about.title);
            left.spawn(bound_text(TextSize::Head, palette::PAPER, title));
        });
        row.spawn(bound_text(TextSize::Small, palette::THOUGHT, figures));
    });
}

/// The line with generation, evaluations, seed and stop reason.
fn figures(world: &World) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let Some(driver) = show.run.and_then(|run| world.get::<RunDriver>(run)) else {
        return String::new();
    };
    let progress = &show.displayed_progress;
    let shown = show.frame.as_ref().map_or(0, |frame| frame.generation);
    let mut line = words.fill(
        "theatre.figures",
        &[
            ("generation", shown.to_string()),
            ("evaluations", progress.evaluations.to_string()),
            ("seed", driver.watched().seed().to_string()),
        ],
    );
    if let Some(stop) = &progress.stop {
        line.push_str("  ·  ");
        line.push_str(&words.get(stop_key(stop)));
    }
    line
}

fn stop_key(stop: &StopReason) -> &'static str {
    match stop {
        StopReason::TargetMet => "stop.target_met",
        StopReason::GenerationLimit => "stop.generation_limit",
        StopReason::Stagnation => "stop.stagnation",
        StopReason::TimeBudget => "stop.time_budget",
        StopReason::Cancelled => "stop.cancelled",
        StopReason::Failed(_) => "stop.failed",
    }
}

/// Spawns a panel for the feasible population, and one for the infeasible population if the run has one.
fn spawn_populations(row: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let both = (
        column(POPULATIONS),
        VisibleWhen::new(|world| !has_grid(world)),
    );
    row.spawn(both).with_children(|column| {
        for feasible in [true, false] {
            let node = Node {
                flex_grow: 1.0,
                flex_basis: px(0),
                padding: UiRect::all(px(12)),
                ..stack(FlexDirection::Column, 6.0)
            };
            let seen = VisibleWhen::new(move |world| feasible || is_constrained(world));
            column.spawn((panel(node), seen)).with_children(|panel| {
                let colour = if feasible {
                    palette::LAMP
                } else {
                    palette::FAULT
                };
                let caption = BoundText::new(move |world| caption(world, feasible));
                panel.spawn(bound_text(TextSize::Small, colour, caption));
                spawn_grid(panel, images, feasible);
            });
        }
    });
}

/// The name and size of the feasible or the infeasible population, and why individuals are infeasible.
fn caption(world: &World, feasible: bool) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let count = show.members(feasible).count();
    let key = match (feasible, is_constrained(world)) {
        (true, true) => show.about.feasible_members,
        (true, false) => "theatre.members",
        (false, _) => show.about.infeasible_members,
    };
    let mut line = words.fill(key, &[("count", count.to_string())]);
    if let (false, Some(fault)) = (feasible, show.about.fault) {
        line.push_str("  ·  ");
        line.push_str(&words.get(fault));
    }
    line
}

/// Replaces the image that a node shows.
pub(super) fn replace_image(images: &mut Assets<Image>, node: &ImageNode, image: Image) {
    if let Err(error) = images.insert(node.image.id(), image) {
        warn!("a picture cannot be shown: {error}");
    }
}

/// Takes the pictures of the run before off the screen.
pub(super) fn clear_pictures(
    mut show: ResMut<Show>,
    nodes: Query<
        &ImageNode,
        Or<(
            With<Chart>,
            With<MemberGrid>,
            With<ArchiveCell>,
            With<selected::SelectedPicture>,
        )>,
    >,
    mut images: ResMut<Assets<Image>>,
) {
    if show.is_cleared {
        return;
    }
    show.is_cleared = true;
    for node in &nodes {
        replace_image(&mut images, node, Image::transparent());
    }
}

/// Shows a view when its painting is complete.
pub(super) fn show_view(
    mut show: ResMut<Show>,
    cells: Query<(&ArchiveCell, &ImageNode)>,
    grids: Query<(&MemberGrid, &ImageNode)>,
    charts: Query<&ImageNode, With<Chart>>,
    mut images: ResMut<Assets<Image>>,
) {
    let view = show
        .painting
        .as_mut()
        .and_then(|task| block_on(poll_once(task)));
    let Some(view) = view else { return };
    show.painting = None;
    let Some(mut view) = view else { return };
    for (cell, image) in view.cells {
        if let Some((_, node)) = cells.iter().find(|(other, _)| other.0 == cell) {
            replace_image(&mut images, node, image);
        }
    }
    for (MemberGrid(feasible), node) in &grids {
        if let Some(image) = view.grids[usize::from(*feasible)].take() {
            replace_image(&mut images, node, image);
        }
    }
    if let (Ok(node), Some(chart)) = (charts.single(), view.chart) {
        replace_image(&mut images, node, chart);
    }
    let old = show.picture().cloned();
    if old.as_ref() != Some(view.frame.picture(show.kind)) {
        show.morph_from(old);
    }
    (show.curve, show.axes) = (view.curve, Some(view.axes));
    show.frame = Some(view.frame);
    show.displayed_progress = show.progress.clone();
    show.view_took = show.seconds_since_view;
}
