//! The widgets of the theatre and their places: the populations at the left, the selected individual in the middle, and
//! facts and chart at the right.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::about::{about_text, has_grid, is_constrained};
use super::archive_grid::{ArchiveMap, spawn_grid_panel};
use super::chart::{Chart, spawn_chart};
use super::chart_kind::ChartKind;
use super::curves::population_colour;
use super::explain::{self, Topic};
use super::members::{HALF_OF_ROOM, MemberPicture, PopulationRoom, spawn_grid};
use super::{
    Show, births, close_up, controls, facts, family_page, family_widgets, legend, selected,
    selected_picture, steering,
};
use crate::generation::PopulationKind;
use crate::generation::driver::RunDriver;
use crate::generation::pools::{drop_in_background, take_result};
use crate::generation::run::StopReason;
use crate::shell::screen::{Screen, screen_frame, set_screen};
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::large::{KeepsSizeWhenLarge, StacksWhenLarge, WrapsWhenLarge};
use crate::shell::theme::paint::replace_image;
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_page;
use crate::shell::theme::tooltip::Tooltip;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, panel, stack};
use crate::shell::words::{Words, with_separators};

/// The distance of the stage from the edges of the window, in interface pixels.
const PADDING: f32 = 18.0;
/// The gap between panels.
const GAP: f32 = 14.0;
/// The least width of the populations, in interface pixels.
const POPULATIONS: f32 = 300.0;
/// The least width of facts and chart.
const FIGURES: f32 = 320.0;
/// The least room that the stage takes from the large picture: at its sides for the other panels, and above and below it
/// for headings, controls and explanations, in interface pixels.
pub(super) const AROUND_PICTURE: Vec2 = Vec2::new(
    POPULATIONS + FIGURES + 2.0 * (GAP + PADDING + selected::PADDING),
    296.0,
);

/// The least height of the stage. In a window of the usual shape the stage fills the room between heading and controls.
const STAGE_HEIGHT: f32 = 540.0;
/// The least height of a column.
const COLUMN_HEIGHT: f32 = 480.0;

pub(super) fn spawn_theatre(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let images = &mut *images;
    let whole = Node {
        width: percent(100),
        height: percent(100),
        ..default()
    };
    let mut frame = commands.spawn((screen_frame("Theatre", Screen::Theatre), whole));
    frame.with_children(|frame| {
        let page = Node {
            min_height: percent(100),
            padding: UiRect::all(px(PADDING)),
            ..stack(FlexDirection::Column, 12.0)
        };
        scroll_page(frame, page, |root| {
            spawn_heading(root);
            family_widgets::spawn_page(root, images);
            spawn_stage(root, images);
            controls::spawn_controls(root);
        });
    });
}

/// Spawns the populations, the selected individual, and the figures. With large texts they stand below each other, and
/// the page scrolls.
fn spawn_stage(root: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let stage = Node {
        flex_grow: 1.0,
        min_height: px(STAGE_HEIGHT),
        ..stack(FlexDirection::Row, GAP)
    };
    let seen = VisibleWhen::new(|world| !world.resource::<Show>().reading.has_family_page());
    root.spawn((stage, seen, StacksWhenLarge, KeepsSizeWhenLarge))
        .with_children(|row| {
            spawn_populations(row, images);
            spawn_grid_panel(row, images);
            selected::spawn_selected(row, images);
            let figures = VisibleWhen::new(|world| !steering::is_open(world));
            let column_of_figures = (column(FIGURES), figures);
            row.spawn(column_of_figures).with_children(|column| {
                facts::spawn_facts(column);
                legend::spawn_place(column);
                close_up::spawn_buttons(column);
                spawn_chart(column, images);
            });
            let column_of_steering = (column(FIGURES), VisibleWhen::new(steering::is_open));
            row.spawn(column_of_steering)
                .with_children(steering::spawn_steering);
        });
}

/// A column of panels that takes its share of the free width.
fn column(width: f32) -> Node {
    Node {
        flex_basis: px(width),
        flex_grow: 1.0,
        min_width: px(0),
        min_height: px(COLUMN_HEIGHT),
        ..stack(FlexDirection::Column, GAP)
    }
}

/// Spawns the button that leads back, the title, and the line of figures. They are in one row, so that with large texts,
/// where the row goes on in further lines, each of them stands in the middle of its line.
fn spawn_heading(root: &mut ChildSpawnerCommands) {
    let heading = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        column_gap: px(16),
        row_gap: px(6),
        ..default()
    };
    root.spawn((heading, WrapsWhenLarge)).with_children(|row| {
        button(row, ButtonStyle::Plain, "play.back", |world| {
            set_screen(world, Screen::Setup);
        });
        let title = about_text(|about| about.title);
        let title = bound_text(TextSize::Head, palette::PAPER, title);
        row.spawn((title, TextLayout::no_wrap()));
        family_widgets::spawn_opener(row);
        row.spawn(Node {
            flex_grow: 1.0,
            ..default()
        });
        let line = bound_text(TextSize::Small, palette::THOUGHT, figures);
        explain::spawn(row, Topic::Figures, line);
        steering::spawn_steering_button(row);
    });
}

/// The line with generation, evaluations, seed and stop reason.
pub(super) fn figures(world: &World) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let Some(driver) = show.run.and_then(|run| world.get::<RunDriver>(run)) else {
        return String::new();
    };
    let progress = &show.displayed_progress;
    let shown = show.frame.as_ref().map_or(0, |frame| frame.generation);
    let mut line = words.fill(
        show.about.figures,
        &[
            ("generation", shown.to_string()),
            (
                "evaluations",
                with_separators(&progress.evaluations.to_string()),
            ),
            ("seed", driver.watched().seed().to_string()),
        ],
    );
    if let Some(stop) = &progress.stop {
        line.push_str("  ·  ");
        line.push_str(&words.get(stop_key(stop)));
    }
    line
}

pub(super) fn stop_key(stop: &StopReason) -> &'static str {
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
        for kind in [PopulationKind::Feasible, PopulationKind::Infeasible] {
            let is_feasible = kind == PopulationKind::Feasible;
            let node = Node {
                flex_grow: HALF_OF_ROOM,
                flex_basis: px(0),
                padding: UiRect::all(px(12)),
                ..stack(FlexDirection::Column, 6.0)
            };
            let seen = VisibleWhen::new(move |world| is_feasible || is_constrained(world));
            let room = PopulationRoom(kind);
            column
                .spawn((panel(node), seen, room))
                .with_children(|panel| {
                    let caption = BoundText::new(move |world| caption(world, kind));
                    let colour = population_colour(kind);
                    let caption = bound_text(TextSize::Small, colour, caption);
                    let caption = explain::spawn(panel, Topic::Population(kind), caption);
                    if !is_feasible {
                        let mut caption = panel.commands_mut().entity(caption);
                        caption.insert(Tooltip::new(fault_text));
                    }
                    spawn_grid(panel, images, kind);
                });
        }
        column.spawn(births::layer(images));
    });
}

/// The name and size of a population, and for the infeasible one the reason why its members are infeasible.
fn caption(world: &World, kind: PopulationKind) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let count = show.members(kind).count();
    let key = match kind {
        PopulationKind::Feasible if is_constrained(world) => show.about.feasible_members,
        PopulationKind::Feasible => "theatre.members",
        PopulationKind::Infeasible => show.about.infeasible_members,
    };
    let mut line = words.fill(key, &[("count", count.to_string())]);
    // An empty population needs no reason.
    let is_needed = kind == PopulationKind::Infeasible && count > 0;
    if let Some(fault) = show.about.fault.filter(|_| is_needed) {
        line.push_str("  ·  ");
        line.push_str(&words.get(fault));
    }
    line
}

/// The explanation of the faults of infeasible members.
fn fault_text(world: &World) -> String {
    let Some(fault) = world.resource::<Show>().about.fault else {
        return String::new();
    };
    world.resource::<Words>().get(&format!("{fault}.hint"))
}

/// Removes the pictures of the previous run from the screen.
pub(super) fn clear_pictures(
    mut show: ResMut<Show>,
    nodes: Query<
        &ImageNode,
        Or<(
            With<Chart>,
            With<MemberPicture>,
            With<births::BirthLayer>,
            With<ArchiveMap>,
            With<selected_picture::SelectedPicture>,
            With<family_page::FamilyPicture>,
        )>,
    >,
    mut images: ResMut<Assets<Image>>,
) {
    if show.is_cleared {
        return;
    }
    show.is_cleared = true;
    for node in &nodes {
        replace_image(&mut images, &node.image, Image::transparent());
    }
}

/// Shows a view when its painting is complete.
pub(super) fn show_view(
    mut show: ResMut<Show>,
    maps: Query<&ImageNode, With<ArchiveMap>>,
    mut grids: Query<(&MemberPicture, &ImageNode, &mut Node, &ComputedNode)>,
    charts: Query<&ImageNode, With<Chart>>,
    runs: Query<&RunDriver>,
    mut images: ResMut<Assets<Image>>,
) {
    let painting = &mut show.bypass_change_detection().views.painting;
    let Some(Some(mut view)) = take_result(painting) else {
        return;
    };
    if let (Ok(node), Some(map)) = (maps.single(), view.map) {
        replace_image(&mut images, &node.image, map);
    }
    for (MemberPicture(kind), picture, mut node, computed) in &mut grids {
        if let Some(image) = view.images[kind.index()].take() {
            let (width, height) = (image.width(), image.height());
            replace_image(&mut images, &picture.image, image);
            let pixel = computed.inverse_scale_factor();
            node.width = px(width as f32 * pixel);
            node.height = px(height as f32 * pixel);
        }
    }
    if let (Ok(node), Some(chart)) = (charts.single(), view.chart) {
        replace_image(&mut images, &node.image, chart);
    }
    show.drop_member_of_other_generation(view.selection, view.frame.generation);
    show.marks = view.marks;
    let new = view.grids.map(|painted| painted.map(Arc::new));
    let old = std::mem::replace(&mut show.views.painted, new);
    let driver = show.run.and_then(|run| runs.get(run).ok());
    births::begin(&mut show, driver, &view.frame, old);
    let (old, new) = (show.picture().cloned(), view.frame.picture(show.large.kind));
    let has_changed = old.as_ref() != Some(new);
    let showed_outcome = show.shows_outcome();
    if has_changed {
        show.morph_from(old.filter(|old| old.fits(new)));
    }
    (show.chart.curve, show.chart.axes) = (view.curve, Some(view.axes));
    (show.chart.milestones, show.chart.flags, show.chart.dots) =
        (view.milestones, view.flags, view.dots);
    show.reading.top = view.top;
    if !view.diversity.is_empty() {
        show.reading.diversity = view.diversity;
    }
    if view.frame.life.is_none() && show.reading.chart == ChartKind::Diversity {
        // Nothing breeds in the second part of such a run, so that it has no such chart.
        show.reading.chart = ChartKind::Distance;
        show.repaint_now();
    }
    if let Some(old) = show.frame.replace(view.frame) {
        drop_in_background(old);
    }
    show.count_explained_sign();
    show.large.turns_into_outcome |= has_changed && !showed_outcome && show.shows_outcome();
    show.displayed_progress = show.progress.clone();
    show.views.took = show.views.seconds_since;
}
