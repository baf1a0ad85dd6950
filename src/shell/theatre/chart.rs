//! The chart of the theatre: the curves of the run over its generations, with legend, axes, and the values of the
//! generation under the pointer. What it shows can be chosen.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::axis::{Axis, HEADROOM, short};
use super::chart_kind::{ChartKind, Course, diversity_at, spread};
use super::curves::{SHARE_PATTERN, TARGET_PATTERN, pattern, quality_diversity};
use super::explain::{self, Topic};
use super::{About, Show, controls, story};
use crate::generation::Summary;
use crate::generation::watch::CurvePoint;
use crate::shell::screen::Menu;
use crate::shell::theme::bind::{BoundText, EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::paint::LinePattern;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{
    ButtonStyle, THUMB, TextSize, bare_button, bound_text, canvas, label, panel, stack,
};
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
    world.resource::<Show>().archive.is_some()
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
        spawn_kinds(panel);
        story::spawn_story(panel);
        let room = Node {
            flex_grow: 1.0,
            ..stack(FlexDirection::Column, 5.0)
        };
        let seen = VisibleWhen::new(|world| !story::is_shown(world));
        panel.spawn((room, seen)).with_children(|panel| {
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

/// What the chart shows.
fn kind(world: &World) -> ChartKind {
    match has_grid(world) {
        // An archive has a chart of one kind.
        true => ChartKind::Distance,
        false => world.resource::<Show>().reading.chart,
    }
}

/// Spawns the buttons that choose what the chart shows.
fn spawn_kinds(panel: &mut ChildSpawnerCommands) {
    let row = Node {
        column_gap: px(4),
        row_gap: px(4),
        flex_shrink: 0.0,
        ..default()
    };
    let seen = VisibleWhen::new(|world| !has_grid(world));
    panel
        .spawn((row, seen, WrapsWhenLarge))
        .with_children(|row| {
            for (name, of) in ChartKind::ALL {
                let node = Node {
                    padding: UiRect::axes(px(7), px(3)),
                    ..default()
                };
                let choose = move |world: &mut World| choose(world, of);
                let selected = SelectedWhen::new(move |world| kind(world) == of);
                let enabled = EnabledWhen::new(move |world| match of {
                    ChartKind::Story => world.resource::<Show>().reading.story.is_some(),
                    ChartKind::Diversity => has_lives(world),
                    _ => true,
                });
                row.spawn((
                    bare_button(ButtonStyle::Chip, node, choose),
                    selected,
                    enabled,
                ))
                .with_child(label(name, TextSize::Small, palette::PAPER));
            }
        });
}

/// Chooses what the chart shows.
fn choose(world: &mut World, kind: ChartKind) {
    let mut show = world.resource_mut::<Show>();
    show.reading.chart = kind;
    show.repaint_now();
}

/// Whether the run remembers whose child every individual is.
pub(super) fn has_lives(world: &World) -> bool {
    let frame = world.resource::<Show>().frame.as_ref();
    frame.is_some_and(|frame| frame.life.is_some())
}

/// The name of what the chart shows.
fn name(world: &World) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let key = match show.reading.chart {
        _ if has_grid(world) => "theatre.archive.chart",
        ChartKind::Distance | ChartKind::Story => {
            show.about.distance.unwrap_or("theatre.chart.fitness")
        }
        ChartKind::Spread => "theatre.chart.spread",
        ChartKind::Sizes => "theatre.chart.sizes",
        ChartKind::Diversity => "theatre.chart.diversity",
    };
    words.get(key)
}

/// Spawns the legend: one name for each curve that the run has. A click explains it.
fn spawn_legend(panel: &mut ChildSpawnerCommands) {
    let title = bound_text(TextSize::Small, palette::PAPER, name);
    explain::spawn(panel, Topic::Curve(true), title);
    let distance = |world: &World| kind(world) == ChartKind::Distance;
    let by_population = |world: &World| !matches!(kind(world), ChartKind::Diversity);
    // Each name stands behind the pattern of its line.
    let of = |pattern: LinePattern, name: String| format!("{}  {name}", pattern.sample());
    let feasible = BoundText::new(move |world| of(pattern(true), curve_name(world, true)));
    let infeasible = BoundText::new(move |world| of(pattern(false), curve_name(world, false)));
    let share = BoundText::new(move |world| {
        let key = match has_grid(world) {
            true => "theatre.chart.coverage",
            false => world.resource::<Show>().about.share_curve,
        };
        of(SHARE_PATTERN, world.resource::<Words>().get(key))
    });
    let row = Node {
        flex_wrap: FlexWrap::Wrap,
        column_gap: px(14),
        row_gap: px(1),
        ..default()
    };
    panel.spawn(row).with_children(|legend| {
        let mut entry = |topic, colour, text: BoundText, seen: VisibleWhen| {
            let text = bound_text(TextSize::Small, colour, text);
            let entry = explain::spawn(legend, topic, text);
            legend.commands_mut().entity(entry).insert(seen);
        };
        let (lamp, fault, thought) = (palette::LAMP, palette::FAULT, palette::THOUGHT);
        let seen = VisibleWhen::new(by_population);
        entry(Topic::Curve(true), lamp, feasible, seen);
        let seen = VisibleWhen::new(move |world| by_population(world) && is_constrained(world));
        entry(Topic::Curve(false), fault, infeasible, seen);
        let seen = VisibleWhen::new(move |world| {
            distance(world) && (is_constrained(world) || has_grid(world))
        });
        entry(Topic::Share, thought, share, seen);
        let target = BoundText::new(move |world| {
            let name = world.resource::<Words>().get("theatre.chart.target");
            of(TARGET_PATTERN, name)
        });
        let seen =
            VisibleWhen::new(move |world| distance(world) && world.resource::<Show>().has_target);
        entry(Topic::Target, palette::LEAF, target, seen);
        let last = BoundText::phrase("theatre.chart.last_run");
        let seen = VisibleWhen::new(|world| world.resource::<Show>().reading.last.is_some());
        entry(Topic::LastRun, palette::MIST, last, seen);
    });
}

/// The name of the curve of a population.
fn curve_name(world: &World, feasible: bool) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let about = &show.about;
    if has_grid(world) {
        return words.get("theatre.archive.score");
    }
    let is_distance = show.reading.chart == ChartKind::Distance;
    words.get(match (feasible, about.fault, is_distance) {
        (true, Some(_), true) => about.feasible_curve,
        (true, None, true) => "theatre.chart.all",
        (false, _, true) => about.infeasible_curve,
        (true, Some(_), false) => "theatre.chart.playable",
        (true, None, false) => "theatre.chart.everyone",
        (false, _, false) => "theatre.chart.not_playable",
    })
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
                let marks = marks(world.resource::<Show>(), feasible);
                marks.map_or(String::new(), |marks| short(marks[at].0))
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

/// The numbers beside the chart with their heights: of the feasible population, or of all if there is one scale.
fn marks(show: &Show, feasible: bool) -> Option<[(f64, f64); 3]> {
    match show.reading.top {
        None => Some(axis_of(show, feasible)?.marks()),
        Some(_) if !feasible => None,
        Some(top) => Some([1.0, 0.5, 0.0].map(|part| (part * top, part * (1.0 - HEADROOM)))),
    }
}

/// Moves the numbers to their heights.
pub(super) fn place_axis_numbers(show: Res<Show>, mut numbers: Query<(&AxisNumber, &mut Node)>) {
    if !show.is_changed() {
        return;
    }
    for (AxisNumber(feasible, at), mut node) in &mut numbers {
        let Some(marks) = marks(&show, *feasible) else {
            continue;
        };
        let (_, height) = marks[*at];
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
    row.spawn(room)
        .with_child((Chart, RelativeCursorPosition::default(), canvas(images)));
}

/// Spawns the values of a generation: of the one under the pointer, else of the one that is shown.
fn spawn_values(panel: &mut ChildSpawnerCommands) {
    let lines = stack(FlexDirection::Column, 0.0);
    panel.spawn(lines).with_children(|lines| {
        let is_distance = |world: &World| kind(world) == ChartKind::Distance;
        let first = |world: &World| match kind(world) {
            ChartKind::Distance | ChartKind::Story => values_text(world, true),
            kind => {
                let show = world.resource::<Show>();
                values_of_kind(world, kind, &show.reading.diversity, show.point())
            }
        };
        lines.spawn(bound_text(TextSize::Small, palette::MIST, first));
        let infeasible = BoundText::new(|world| values_text(world, false));
        let infeasible = bound_text(TextSize::Small, palette::MIST, infeasible);
        let seen = VisibleWhen::new(move |world| is_distance(world) && is_constrained(world));
        lines.spawn((infeasible, seen));
        let last = bound_text(TextSize::Small, palette::MIST, values_of_last_run);
        let seen = VisibleWhen::new(|world| world.resource::<Show>().reading.last.is_some());
        lines.spawn((last, seen));
    });
}

/// All values of the generation, in words.
pub(super) fn values(world: &World) -> String {
    let show = world.resource::<Show>();
    let mut lines = vec![values_text(world, true)];
    lines.extend(is_constrained(world).then(|| values_text(world, false)));
    let measured = &show.reading.diversity;
    lines.extend(
        (!measured.is_empty())
            .then(|| values_of_kind(world, ChartKind::Diversity, measured, show.point())),
    );
    lines.join(". ")
}

/// What the last run had in the generation whose values are shown.
fn values_of_last_run(world: &World) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let Some((last, generation)) = show.reading.last.as_ref().zip(show.point()) else {
        return String::new();
    };
    let Some(point) = last.at(generation.generation) else {
        return String::new();
    };
    let Course { diversity, .. } = &**last;
    let values = match show.reading.chart {
        ChartKind::Distance | ChartKind::Story => match axis_of(show, true) {
            Some(axis) if point.feasible.size > 0 => {
                let best = short(axis.value(point.feasible.best));
                words.fill("theatre.chart.last_best", &[("best", best)])
            }
            _ => words.get("explain.empty"),
        },
        kind => values_of_kind(world, kind, diversity, Some(point)),
    };
    words.fill("theatre.chart.of_last_run", &[("values", values)])
}

/// The values of a kind of chart with one scale.
fn values_of_kind(
    world: &World,
    kind: ChartKind,
    diversity: &[(u32, f64)],
    point: Option<&CurvePoint>,
) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let (Some(point), Some(axes)) = (point, &show.axes) else {
        return String::new();
    };
    let number = |value: Option<f64>| value.map_or("–".to_owned(), short);
    let (key, first, second) = match kind {
        ChartKind::Spread => (
            "theatre.chart.at_spread",
            number(spread(&point.feasible, &axes.feasible)),
            number(spread(&point.infeasible, &axes.infeasible)),
        ),
        ChartKind::Diversity => {
            let value = number(diversity_at(diversity, point.generation));
            ("theatre.chart.at_diversity", value, String::new())
        }
        _ => {
            let all = point.feasible.size + point.infeasible.size;
            let own = point.feasible.size.to_string();
            ("theatre.chart.at_sizes", own, all.to_string())
        }
    };
    let key = match (kind, is_constrained(world)) {
        (ChartKind::Spread, false) => "theatre.chart.at_spread_of_all",
        _ => key,
    };
    let values = [
        ("generation", point.generation.to_string()),
        ("first", first),
        ("second", second),
    ];
    words.fill(key, &values)
}

/// The values of the feasible or the infeasible population, in words.
fn values_text(world: &World, feasible: bool) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let (Some(point), Some(axis)) = (show.point(), axis_of(show, feasible)) else {
        return String::new();
    };
    if has_grid(world) {
        return map_text(words, point);
    }
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
            ("median", short(axis.value(summary.median))),
            ("low", short(low)),
            ("high", short(high)),
        ],
    )
}

/// How full the map of an archive was, in words.
fn map_text(words: &Words, point: &CurvePoint) -> String {
    let values = [
        ("generation", point.generation.to_string()),
        ("filled", point.feasible.size.to_string()),
        (
            "score",
            format!("{:.1}", quality_diversity(&point.feasible)),
        ),
        ("best", short(point.feasible.best)),
        ("mean", short(point.feasible.mean)),
    ];
    words.fill("theatre.archive.at", &values)
}

impl Show {
    /// The point of the curves whose values are shown.
    pub(super) fn point(&self) -> Option<&CurvePoint> {
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
    if show.chart_size != size && size != Vec2::ZERO {
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
        commands.queue(move |world: &mut World| {
            controls::go_to_record(world, record);
            explain::explain(world, Topic::Generation);
        });
    }
}
