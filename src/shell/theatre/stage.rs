//! The widgets of the theatre: heading, selected individual, and population or archive.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once};

use super::chart::{Chart, about_text, has_grid, is_constrained, spawn_chart};
use super::view::ThumbnailSlot;
use super::{Grid, MEMBERS, Show, controls, legend, selected};
use crate::generation::run::StopReason;
use crate::generation::task::RunDriver;
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, label, panel, stack,
};
use crate::shell::words::Words;

/// The side of a thumbnail of the population, in interface pixels.
const THUMBNAIL: f32 = 44.0;
/// The side of a cell in the grid of an archive.
const CELL: f32 = 62.0;
/// The width of a row's name in the grid.
const ROW_NAME: f32 = 92.0;
/// The gap between two cells of the grid.
const CELL_GAP: f32 = 4.0;

/// The panel for the grid of an archive, with the grid that its children show.
#[derive(Component, Default)]
pub(super) struct GridPanel(Option<Grid>);

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
                padding: UiRect::all(px(20)),
                ..stack(FlexDirection::Column, 12.0)
            },
            VisibleWhen::new(|world| *world.resource::<State<Menu>>().get() == Menu::None),
        ))
        .with_children(|root| {
            spawn_heading(root);
            let stage = Node {
                flex_grow: 1.0,
                min_height: px(0),
                ..stack(FlexDirection::Row, 16.0)
            };
            root.spawn(stage).with_children(|row| {
                selected::spawn_selected(row, images);
                let column = Node {
                    flex_grow: 1.0,
                    min_width: px(0),
                    ..stack(FlexDirection::Column, 12.0)
                };
                row.spawn(column).with_children(|column| {
                    spawn_population(column, images);
                    spawn_grid_panel(column);
                    legend::spawn_place(column);
                    spawn_chart(column, images);
                });
            });
            controls::spawn_controls(root);
        });
}

fn spawn_heading(root: &mut ChildSpawnerCommands) {
    let heading = Node {
        align_items: AlignItems::Baseline,
        justify_content: JustifyContent::SpaceBetween,
        ..default()
    };
    root.spawn(heading).with_children(|row| {
        let title = about_text(|about| about.title);
        row.spawn(bound_text(TextSize::Head, palette::PAPER, title));
        row.spawn(bound_text(TextSize::Body, palette::THOUGHT, figures));
    });
}

/// The line with generation, evaluations, speed, seed and stop reason.
fn figures(world: &World) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let Some(driver) = show.run.and_then(|run| world.get::<RunDriver>(run)) else {
        return String::new();
    };
    let progress = &show.displayed_progress;
    let busy = progress.busy.as_secs_f64().max(1e-6);
    let shown = show.frame.as_ref().map_or(0, |frame| frame.generation);
    let mut line = words.fill(
        "theatre.figures",
        &[
            ("generation", shown.to_string()),
            ("evaluations", progress.evaluations.to_string()),
            ("speed", thousands(progress.evaluations as f64 / busy)),
            ("milliseconds", format!("{:.1}", busy * 1e3)),
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

fn thousands(number: f64) -> String {
    if number >= 1e4 {
        format!("{:.0}k", number / 1e3)
    } else {
        format!("{number:.0}")
    }
}

/// Spawns the thumbnails of the population, the feasible members apart from the infeasible ones.
fn spawn_population(column: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let node = Node {
        padding: UiRect::all(px(14)),
        ..stack(FlexDirection::Column, 6.0)
    };
    column
        .spawn(panel(node))
        .insert(VisibleWhen::new(|world| !has_grid(world)))
        .with_children(|panel| {
            spawn_members(panel, images, true);
            spawn_members(panel, images, false);
        });
}

/// Spawns a caption and the thumbnails of the feasible or the infeasible members.
fn spawn_members(panel: &mut ChildSpawnerCommands, images: &mut Assets<Image>, feasible: bool) {
    let colour = if feasible {
        palette::LAMP
    } else {
        palette::FAULT
    };
    let caption = BoundText::new(move |world| caption(world, feasible));
    panel.spawn((
        bound_text(TextSize::Small, colour, caption),
        VisibleWhen::new(move |world| feasible || is_constrained(world)),
    ));
    let members = Node {
        flex_wrap: FlexWrap::Wrap,
        column_gap: px(3),
        row_gap: px(3),
        min_height: px(THUMBNAIL),
        ..default()
    };
    panel.spawn(members).with_children(|members| {
        for index in 0..MEMBERS {
            let slot = ThumbnailSlot::Group(feasible, index);
            spawn_thumbnail(members, images, slot, THUMBNAIL);
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

/// Spawns the panel that [`spawn_grid`] fills.
fn spawn_grid_panel(column: &mut ChildSpawnerCommands) {
    let node = Node {
        padding: UiRect::all(px(14)),
        ..stack(FlexDirection::Column, CELL_GAP)
    };
    column
        .spawn(panel(node))
        .insert((GridPanel::default(), VisibleWhen::new(has_grid)));
}

/// Spawns the cells of the archive's grid, when a run with another grid is watched.
pub(super) fn spawn_grid(
    show: Res<Show>,
    mut panels: Query<(Entity, &mut GridPanel)>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    for (entity, mut panel) in &mut panels {
        if panel.0 == show.about.grid {
            continue;
        }
        panel.0 = show.about.grid;
        let mut panel = commands.entity(entity);
        panel.despawn_children();
        if let Some(grid) = show.about.grid {
            panel.with_children(|panel| spawn_rows(panel, &mut images, grid));
        }
    }
}

/// Spawns the rows of a grid, each with its name, and the name of the axis below them.
fn spawn_rows(panel: &mut ChildSpawnerCommands, images: &mut Assets<Image>, grid: Grid) {
    for (row, name) in grid.rows.iter().enumerate() {
        let line = Node {
            align_items: AlignItems::Center,
            ..stack(FlexDirection::Row, CELL_GAP)
        };
        panel.spawn(line).with_children(|line| {
            let beside = Node {
                width: px(ROW_NAME),
                flex_shrink: 0.0,
                ..default()
            };
            line.spawn(beside)
                .with_child(label(name, TextSize::Small, palette::MIST));
            for column in 0..grid.columns {
                let slot = ThumbnailSlot::Cell((row * grid.columns + column) as u32);
                spawn_thumbnail(line, images, slot, CELL);
            }
        });
    }
    let below = Node {
        padding: UiRect::left(px(ROW_NAME + CELL_GAP)),
        ..default()
    };
    panel
        .spawn(below)
        .with_child(label(grid.axis, TextSize::Small, palette::MIST));
}

/// Spawns the button of a slot. A click selects its member.
fn spawn_thumbnail(
    parent: &mut ChildSpawnerCommands,
    images: &mut Assets<Image>,
    slot: ThumbnailSlot,
    side: f32,
) {
    let member = move |world: &World| {
        let show = world.resource::<Show>();
        match slot {
            ThumbnailSlot::Group(feasible, index) => Some(show.members(feasible).nth(index)?.0),
            ThumbnailSlot::Cell(cell) => show.member_at(cell).map(|_| cell),
        }
    };
    let node = Node {
        width: px(side),
        height: px(side),
        padding: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    let is_filled = move |world: &World| member(world).is_some();
    let mut button = parent.spawn(bare_button(ButtonStyle::Tile, node, move |world| {
        if let Some(member) = member(world) {
            controls::select_member(world, member);
        }
    }));
    // An empty cell of a grid keeps its room.
    if matches!(slot, ThumbnailSlot::Group(..)) {
        button.insert(VisibleWhen::new(is_filled));
    }
    button.with_child((
        slot,
        ImageNode::new(images.add(Image::transparent())),
        Node {
            width: percent(100),
            height: percent(100),
            ..default()
        },
        VisibleWhen::new(is_filled),
        Pickable::IGNORE,
    ));
}

/// Replaces the image that a node shows.
pub(super) fn replace_image(images: &mut Assets<Image>, node: &ImageNode, image: Image) {
    if let Err(error) = images.insert(node.image.id(), image) {
        warn!("a picture cannot be shown: {error}");
    }
}

/// Shows a view when its painting is complete.
pub(super) fn show_view(
    mut show: ResMut<Show>,
    thumbnails: Query<(&ThumbnailSlot, &ImageNode)>,
    charts: Query<&ImageNode, With<Chart>>,
    mut images: ResMut<Assets<Image>>,
) {
    let view = show
        .painting
        .as_mut()
        .and_then(|task| block_on(poll_once(task)));
    let Some(view) = view else { return };
    show.painting = None;
    let Some(view) = view else { return };
    for (slot, image) in view.members {
        if let Some((_, node)) = thumbnails.iter().find(|(other, _)| **other == slot) {
            replace_image(&mut images, node, image);
        }
    }
    if let Ok(node) = charts.single() {
        replace_image(&mut images, node, view.chart);
    }
    let old = show.frame.take().map(|old| old.selected.picture);
    if old.as_ref() != Some(&view.frame.selected.picture) {
        show.previous_picture = old;
        show.morph_progress = 0.0;
        show.pictures_shown = show.pictures_shown.wrapping_add(1);
    }
    show.fitness_axis_end = view.fitness_axis_end;
    show.frame = Some(view.frame);
    show.displayed_progress = show.progress.clone();
}
