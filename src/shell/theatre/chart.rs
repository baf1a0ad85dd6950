//! The chart of the theatre: the curves of the run over its generations, with legend, axes, and the values of the
//! generation under the pointer.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::axis::{Axis, short};
use super::{About, Show, controls};
use crate::generation::Summary;
use crate::generation::watch::CurvePoint;
use crate::shell::screen::Menu;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text, label, panel, stack};
use crate::shell::words::Words;

/// The width of the numbers beside the chart.
const AXIS_NUMBERS: f32 = 34.0;
/// The gap between these numbers and the chart.
const AXIS_GAP: f32 = 6.0;
/// Half the height of a number.
const HALF_NUMBER: f32 = 9.0;
/// The largest texture, in pixels a side.
const MAX_TEXTURE: f32 = 2_048.0;

/// Marks the picture of the chart.
#[derive(Component)]
pub(super) struct Chart;

/// Marks a number beside the chart: of the feasible (true) or the infeasible population, by its index from the top.
#[derive(Component)]
pub(super) struct AxisNumber(bool, usize);

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
        min_height: px(210),
        padding: UiRect::all(px(14)),
        ..stack(FlexDirection::Column, 5.0)
    };
    column.spawn(panel(node)).with_children(|panel| {
        spawn_legend(panel);
        let row = Node {
            flex_grow: 1.0,
            ..stack(FlexDirection::Row, AXIS_GAP)
        };
        panel.spawn(row).with_children(|row| {
            spawn_axis(row, true);
            spawn_curves(row, images);
            spawn_axis(row, false);
        });
        let below = Node {
            padding: UiRect::axes(px(AXIS_NUMBERS + AXIS_GAP), px(0)),
            ..default()
        };
        panel.spawn(below).with_children(controls::spawn_timeline);
        spawn_values(panel);
    });
}

/// Spawns the legend: one name for each curve that the run has.
fn spawn_legend(panel: &mut ChildSpawnerCommands) {
    let axis = about_text(|about| about.distance.unwrap_or("theatre.chart.fitness"));
    panel.spawn(bound_text(TextSize::Small, palette::PAPER, axis));
    let feasible = about_text(|about| match about.fault {
        Some(_) => about.feasible_curve,
        None => "theatre.chart.all",
    });
    let infeasible = about_text(|about| about.infeasible_curve);
    let share = about_text(|about| about.share_curve);
    let row = Node {
        flex_wrap: FlexWrap::Wrap,
        column_gap: px(14),
        row_gap: px(1),
        ..default()
    };
    panel.spawn(row).with_children(|legend| {
        legend.spawn(bound_text(TextSize::Small, palette::LAMP, feasible));
        let coverage = label("theatre.chart.coverage", TextSize::Small, palette::THOUGHT);
        legend.spawn((coverage, VisibleWhen::new(has_grid)));
        for (colour, text) in [(palette::FAULT, infeasible), (palette::THOUGHT, share)] {
            let name = bound_text(TextSize::Small, colour, text);
            legend.spawn((name, VisibleWhen::new(is_constrained)));
        }
        let target = label("theatre.chart.target", TextSize::Small, palette::LEAF);
        let has_target = |world: &World| world.resource::<Show>().has_target;
        legend.spawn((target, VisibleWhen::new(has_target)));
    });
}

/// Spawns the numbers of an axis: of the feasible population at the left, of the infeasible one at the right.
fn spawn_axis(row: &mut ChildSpawnerCommands, feasible: bool) {
    let room = Node {
        width: px(AXIS_NUMBERS),
        flex_shrink: 0.0,
        ..default()
    };
    row.spawn(room).with_children(|axis| {
        for at in 0..3 {
            let number = BoundText::new(move |world| {
                if !feasible && !is_constrained(world) {
                    return String::new();
                }
                let axis = axis_of(world.resource::<Show>(), feasible);
                axis.map_or(String::new(), |axis| short(axis.marks()[at].0))
            });
            let colour = if feasible {
                palette::MIST
            } else {
                palette::FAULT
            };
            let node = Node {
                position_type: PositionType::Absolute,
                right: if feasible { px(0) } else { auto() },
                left: if feasible { auto() } else { px(0) },
                ..default()
            };
            axis.spawn((AxisNumber(feasible, at), node))
                .with_child(bound_text(TextSize::Small, colour, number));
        }
    });
}

fn axis_of(show: &Show, feasible: bool) -> Option<&Axis> {
    let axes = show.axes.as_ref()?;
    Some(if feasible {
        &axes.feasible
    } else {
        &axes.infeasible
    })
}

/// Moves the numbers to their heights.
pub(super) fn place_axis_numbers(show: Res<Show>, mut numbers: Query<(&AxisNumber, &mut Node)>) {
    if !show.is_changed() {
        return;
    }
    for (AxisNumber(feasible, at), mut node) in &mut numbers {
        let Some(axis) = axis_of(&show, *feasible) else {
            continue;
        };
        let (_, height) = axis.marks()[*at];
        node.top = percent(100.0 * (1.0 - height as f32));
        node.margin.top = px(-HALF_NUMBER);
    }
}

/// Spawns the picture of the curves.
fn spawn_curves(row: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let room = Node {
        flex_grow: 1.0,
        ..default()
    };
    row.spawn(room).with_child((
        Chart,
        RelativeCursorPosition::default(),
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

/// Spawns the values of a generation: of the one under the pointer, else of the one that is shown.
fn spawn_values(panel: &mut ChildSpawnerCommands) {
    let lines = stack(FlexDirection::Column, 0.0);
    panel.spawn(lines).with_children(|lines| {
        let feasible = BoundText::new(|world| values_text(world, true));
        lines.spawn(bound_text(TextSize::Small, palette::MIST, feasible));
        let infeasible = bound_text(
            TextSize::Small,
            palette::MIST,
            BoundText::new(|world| values_text(world, false)),
        );
        lines.spawn((infeasible, VisibleWhen::new(is_constrained)));
    });
}

/// The values of the feasible or the infeasible population, in words.
fn values_text(world: &World, feasible: bool) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let (Some(point), Some(axis)) = (show.point(), axis_of(show, feasible)) else {
        return String::new();
    };
    let of: fn(&CurvePoint) -> Summary = if feasible {
        CurvePoint::FEASIBLE
    } else {
        CurvePoint::INFEASIBLE
    };
    let summary = of(point);
    let key = match (feasible, axis) {
        // Individuals without a fitness are still to be measured.
        _ if summary.size > 0 && summary.best == 0.0 => "theatre.chart.not_measured",
        _ if summary.size == 0 && feasible => "theatre.chart.none",
        _ if summary.size == 0 => "theatre.chart.no_infeasible",
        (true, axis) => show.about.feasible_values.unwrap_or(match axis {
            Axis::Distance { .. } => "theatre.chart.at_distance",
            Axis::Fitness { .. } => "theatre.chart.at_fitness",
        }),
        (false, _) => show.about.infeasible_values,
    };
    let ends = summary.quartiles.map(|one| axis.value(one));
    let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    words.fill(
        key,
        &[
            ("generation", point.generation.to_string()),
            ("count", summary.size.to_string()),
            ("best", short(axis.value(summary.best))),
            ("mean", short(axis.mean(&summary))),
            ("low", short(low)),
            ("high", short(high)),
        ],
    )
}

impl Show {
    /// The point of the curves whose values are shown.
    fn point(&self) -> Option<&CurvePoint> {
        let at = self.hovered.or(self.record);
        at.and_then(|at| self.curve.get(at)).or(self.curve.last())
    }
}

/// Finds the generation under the pointer, and goes to it at a click.
pub(super) fn read_pointer(
    mut show: ResMut<Show>,
    menu: Res<State<Menu>>,
    buttons: Res<ButtonInput<MouseButton>>,
    charts: Query<(&RelativeCursorPosition, &ComputedNode), With<Chart>>,
    mut commands: Commands,
) {
    let Ok((pointer, node)) = charts.single() else {
        return;
    };
    let size = node.size().min(Vec2::splat(MAX_TEXTURE)).round();
    if show.chart_size != size {
        show.chart_size = size;
        show.stale = true;
    }
    let at = pointer.normalized.filter(|_| pointer.cursor_over);
    let last = show.curve.last().map(|point| point.generation);
    let hovered = match (at, last, menu.get()) {
        (Some(at), Some(last), Menu::None) => {
            let generation = ((at.x + 0.5) * last as f32).round() as u32;
            let before = |point: &CurvePoint| point.generation < generation;
            Some(show.curve.partition_point(before)).filter(|at| *at < show.curve.len())
        }
        _ => None,
    };
    if show.hovered != hovered {
        show.hovered = hovered;
    }
    if let Some(record) = hovered.filter(|_| buttons.just_pressed(MouseButton::Left)) {
        commands.queue(move |world: &mut World| controls::go_to_record(world, record));
    }
}
