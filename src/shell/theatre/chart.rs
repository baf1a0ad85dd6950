//! The chart of the theatre: the curves of the run over its generations, with legend and axes.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{About, Show};
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text, in_row, label, panel, stack};
use crate::shell::words::Words;

/// The width of the numbers on the chart's fitness axis.
const AXIS_NUMBERS: f32 = 34.0;
/// The gap between these numbers and the chart.
const AXIS_GAP: f32 = 8.0;

/// Marks the picture of the chart.
#[derive(Component)]
pub(super) struct Chart;

/// The text of a key that depends on the run.
pub(super) fn about_text(
    key: impl Fn(&About) -> &'static str + Send + Sync + 'static,
) -> BoundText {
    BoundText::new(move |world| {
        let key = key(&world.resource::<Show>().about);
        world.resource::<Words>().get(key)
    })
}

/// Whether the run has infeasible individuals.
pub(super) fn is_constrained(world: &World) -> bool {
    world.resource::<Show>().about.fault.is_some()
}

/// Whether the run fills an archive.
pub(super) fn has_grid(world: &World) -> bool {
    world.resource::<Show>().about.grid.is_some()
}

/// Spawns the panel of the chart.
pub(super) fn spawn_chart(column: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let node = Node {
        flex_grow: 1.0,
        padding: UiRect::all(px(14)),
        ..stack(FlexDirection::Column, 6.0)
    };
    column.spawn(panel(node)).with_children(|panel| {
        spawn_legend(panel);
        let row = Node {
            flex_grow: 1.0,
            ..stack(FlexDirection::Row, AXIS_GAP)
        };
        panel.spawn(row).with_children(|row| {
            spawn_fitness_axis(row);
            spawn_curves(row, images);
        });
        spawn_generation_axis(panel);
    });
}

/// Spawns the legend: one name for each curve that the run has.
fn spawn_legend(panel: &mut ChildSpawnerCommands) {
    let fitness = about_text(|about| match about.fault {
        Some(_) => about.feasible_curve,
        None => "theatre.chart.fitness",
    });
    let infeasible = about_text(|about| about.infeasible_curve);
    let share = about_text(|about| about.share_curve);
    in_row(panel, 22.0, |legend| {
        legend.spawn(bound_text(TextSize::Small, palette::LAMP, fitness));
        let coverage = label("theatre.chart.coverage", TextSize::Small, palette::THOUGHT);
        legend.spawn((coverage, VisibleWhen::new(has_grid)));
        for (colour, text) in [(palette::FAULT, infeasible), (palette::THOUGHT, share)] {
            let name = bound_text(TextSize::Small, colour, text);
            legend.spawn((name, VisibleWhen::new(is_constrained)));
        }
    });
}

/// Spawns the numbers at the left of the chart.
fn spawn_fitness_axis(row: &mut ChildSpawnerCommands) {
    let axis = Node {
        width: px(AXIS_NUMBERS),
        align_items: AlignItems::End,
        justify_content: JustifyContent::SpaceBetween,
        ..stack(FlexDirection::Column, 0.0)
    };
    row.spawn(axis).with_children(|axis| {
        for part in [1.0, 0.5, 0.0] {
            let number = BoundText::new(move |world| {
                let end = world.resource::<Show>().fitness_axis_end;
                format!("{}", part * end.max(1.0))
            });
            axis.spawn(bound_text(TextSize::Small, palette::MIST, number));
        }
    });
}

/// Spawns the picture of the curves.
fn spawn_curves(row: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let room = Node {
        flex_grow: 1.0,
        ..default()
    };
    row.spawn(room).with_child((
        Chart,
        ImageNode::new(images.add(Image::transparent())).with_mode(NodeImageMode::Stretch),
        // An absolute position keeps the texture's size from widening the row.
        Node {
            position_type: PositionType::Absolute,
            width: percent(100),
            height: percent(100),
            ..default()
        },
    ));
}

/// Spawns the first and the newest generation's number below the chart.
fn spawn_generation_axis(panel: &mut ChildSpawnerCommands) {
    let axis = Node {
        justify_content: JustifyContent::SpaceBetween,
        padding: UiRect::left(px(AXIS_NUMBERS + AXIS_GAP)),
        ..default()
    };
    panel.spawn(axis).with_children(|axis| {
        let first = BoundText::new(|_| "0".to_owned());
        let newest = BoundText::new(|world| {
            let newest = world.resource::<Show>().displayed_progress.generation;
            newest.unwrap_or(0).to_string()
        });
        axis.spawn(bound_text(TextSize::Small, palette::MIST, first));
        axis.spawn(label(
            "theatre.chart.generation",
            TextSize::Small,
            palette::MIST,
        ));
        axis.spawn(bound_text(TextSize::Small, palette::MIST, newest));
    });
}
