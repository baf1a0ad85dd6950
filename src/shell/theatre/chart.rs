//! The chart of the theatre: the curves of the run over its generations, with legend, axes, and the values of the
//! generation under the pointer. The player can choose the kind of chart.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::about::is_constrained;
use super::axis::{HEADROOM, number_text};
use super::chart_kind::axis_of;
use super::chart_legend::{self, spawn_kinds, spawn_legend};
use super::chart_values::{spawn_values, values};
use super::explain::{self, Topic};
use super::flags::{self, FlagButton};
use super::sentences::SentenceWriter;
use super::{Show, controls, story};
use crate::generation::PopulationKind;
use crate::generation::watch::CurvePoint;
use crate::shell::screen::Menu;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::covering::CoveringNodes;
use crate::shell::theme::paint::texture_size;
use crate::shell::theme::palette;
use crate::shell::theme::slider::THUMB;
use crate::shell::theme::widget::{TextSize, bound_text, canvas, panel, stack};
use crate::shell::words::Words;

/// The width of the numbers beside the chart.
const AXIS_NUMBERS: f32 = 34.0;
/// The gap between these numbers and the chart.
const AXIS_GAP: f32 = 6.0;
/// Half the height of a number.
const HALF_NUMBER: f32 = 9.0;

/// Marks the picture of the chart.
#[derive(Component)]
pub(super) struct Chart;

/// Marks a number beside the chart: of a population, by its index from the top.
#[derive(Component)]
pub(super) struct AxisNumber(PopulationKind, usize);

/// Spawns the panel of the chart.
pub(super) fn spawn_chart(column: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let node = Node {
        flex_grow: 1.0,
        min_height: px(210),
        padding: UiRect::all(px(14)),
        ..stack(FlexDirection::Column, 5.0)
    };
    column.spawn(panel(node)).with_children(|panel| {
        spawn_kinds(panel);
        story::spawn_story(panel);
        let room = Node {
            flex_grow: 1.0,
            ..stack(FlexDirection::Column, 5.0)
        };
        let seen = VisibleWhen::new(|world| !story::is_story_shown(world));
        panel.spawn((room, seen)).with_children(|panel| {
            spawn_legend(panel);
            let row = Node {
                flex_grow: 1.0,
                ..stack(FlexDirection::Row, AXIS_GAP)
            };
            panel.spawn(row).with_children(|row| {
                spawn_axis(row, PopulationKind::Feasible);
                spawn_curves(row, images);
                spawn_axis(row, PopulationKind::Infeasible);
            });
            // The middle of the knob goes from the first generation of the chart to the last.
            let below = Node {
                padding: UiRect::axes(px(AXIS_NUMBERS + AXIS_GAP - THUMB / 2.0), px(0)),
                ..default()
            };
            panel.spawn(below).with_children(controls::spawn_timeline);
            spawn_values(panel);
        });
    });
}

/// Spawns the numbers of an axis: of the feasible population at the left, of the infeasible one at the right.
fn spawn_axis(row: &mut ChildSpawnerCommands, kind: PopulationKind) {
    let is_feasible = kind == PopulationKind::Feasible;
    let room = Node {
        width: px(AXIS_NUMBERS),
        flex_shrink: 0.0,
        ..default()
    };
    row.spawn(room).with_children(|axis| {
        for at in 0..3 {
            let number = BoundText::new(move |world| {
                if !is_feasible && !is_constrained(world) {
                    return String::new();
                }
                let marks = axis_numbers(world.resource::<Show>(), kind);
                marks.map_or(String::new(), |marks| number_text(marks[at].0))
            });
            let colour = if is_feasible {
                palette::MIST
            } else {
                palette::FAULT
            };
            let node = Node {
                position_type: PositionType::Absolute,
                right: if is_feasible { px(0) } else { auto() },
                left: if is_feasible { auto() } else { px(0) },
                ..default()
            };
            axis.spawn((AxisNumber(kind, at), node))
                .with_child(bound_text(TextSize::Small, colour, number));
        }
    });
}

/// The numbers beside the chart with their heights: of the feasible population, or of all if there is one scale.
fn axis_numbers(show: &Show, kind: PopulationKind) -> Option<[(f64, f64); 3]> {
    match show.reading.top {
        None => Some(axis_of(show, kind)?.marks()),
        Some(_) if kind == PopulationKind::Infeasible => None,
        Some(top) => Some([1.0, 0.5, 0.0].map(|part| (part * top, part * (1.0 - HEADROOM)))),
    }
}

/// Moves the numbers to their heights.
pub(super) fn place_axis_numbers(show: Res<Show>, mut numbers: Query<(&AxisNumber, &mut Node)>) {
    if !show.is_changed() {
        return;
    }
    for (AxisNumber(kind, at), mut node) in &mut numbers {
        let Some(marks) = axis_numbers(&show, *kind) else {
            continue;
        };
        let (_, height) = marks[*at];
        let place = (percent(100.0 * (1.0 - height as f32)), px(-HALF_NUMBER));
        // A node that is written to is laid out anew, even if nothing is different.
        if (node.top, node.margin.top) != place {
            (node.top, node.margin.top) = place;
        }
    }
}

/// Gives the picture of the curves its name for screen readers: the content of the chart in words.
pub(super) fn name_chart(
    world: &mut World,
    charts: &mut QueryState<(Entity, Option<&AccessibleLabel>), With<Chart>>,
) {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let writer = SentenceWriter { show, words };
    let parts = [
        chart_legend::name(world),
        values(world),
        writer.range_of_dots(),
        writer.milestones(),
    ];
    let said = parts.into_iter().filter(|part| !part.is_empty());
    let name = said.collect::<Vec<_>>().join(". ");
    let Ok((chart, label)) = charts.single(world) else {
        return;
    };
    if label.is_none_or(|label| label.0 != name) {
        world.entity_mut(chart).insert(AccessibleLabel(name));
    }
}

/// Spawns the picture of the curves.
fn spawn_curves(row: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let room = Node {
        flex_grow: 1.0,
        ..default()
    };
    row.spawn(room).with_children(|room| {
        room.spawn((Chart, RelativeCursorPosition::default(), canvas(images)));
        flags::spawn_buttons(room);
    });
}

/// Finds the generation under the pointer, and goes to it at a click.
pub(super) fn read_pointer(
    mut show: ResMut<Show>,
    menu: Res<State<Menu>>,
    buttons: Res<ButtonInput<MouseButton>>,
    charts: Query<(&RelativeCursorPosition, &ComputedNode), With<Chart>>,
    flag_buttons: Query<(&FlagButton, &Hovered)>,
    covering: CoveringNodes,
    mut commands: Commands,
) {
    let Ok((pointer, node)) = charts.single() else {
        return;
    };
    let size = texture_size(node);
    if show.chart.size != size && size != Vec2::ZERO {
        show.chart.size = size;
        show.views.stale = true;
    }
    let at = covering.point_on(pointer);
    let last = show.chart.curve.last().map(|point| point.generation);
    // A flag stands beside the generation that it belongs to.
    let of_flag = flags::pointed_generation(&show, flag_buttons.iter());
    let hovered = match (at, last, menu.get()) {
        (Some(at), Some(last), Menu::None) => {
            let generation = ((at.x + 0.5) * last as f32).round() as u32;
            show.record_from(of_flag.unwrap_or(generation))
        }
        _ => None,
    };
    if show.chart.hovered != hovered {
        show.chart.hovered = hovered;
    }
    // The button of a flag acts by itself.
    let is_clicked = of_flag.is_none() && buttons.just_pressed(MouseButton::Left);
    if let Some(record) = hovered.filter(|_| is_clicked) {
        commands.queue(move |world: &mut World| {
            controls::go_to_record(world, record);
            explain::explain(world, Topic::Generation);
        });
    }
}

impl Show {
    /// The index of the first record from a generation on; `None` if there is none.
    pub(super) fn record_from(&self, generation: u32) -> Option<usize> {
        let before = |point: &CurvePoint| point.generation < generation;
        Some(self.chart.curve.partition_point(before)).filter(|at| *at < self.chart.curve.len())
    }
}
