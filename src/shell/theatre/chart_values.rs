//! The values of a generation in words, below the chart.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::Show;
use super::about::{has_grid, is_constrained};
use super::axis::{Axis, number_text};
use super::chart_kind::{ChartKind, Course, axis_of, diversity_at, kind, quartile_spread};
use super::curves::total_quality;
use crate::generation::watch::CurvePoint;
use crate::generation::{PopulationKind, Summary};
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text, stack};
use crate::shell::words::Words;

/// Spawns the values of a generation: the one under the pointer, or else the one that is shown.
pub(super) fn spawn_values(panel: &mut ChildSpawnerCommands) {
    let lines = stack(FlexDirection::Column, 0.0);
    panel.spawn(lines).with_children(|lines| {
        let is_distance = |world: &World| kind(world) == ChartKind::Distance;
        let first = |world: &World| match kind(world) {
            ChartKind::Distance | ChartKind::Story => values_text(world, PopulationKind::Feasible),
            kind => {
                let show = world.resource::<Show>();
                values_of_kind(world, kind, &show.reading.diversity, show.point())
            }
        };
        lines.spawn(bound_text(TextSize::Small, palette::MIST, first));
        let infeasible = BoundText::new(|world| values_text(world, PopulationKind::Infeasible));
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
    let mut lines = vec![values_text(world, PopulationKind::Feasible)];
    lines.extend(is_constrained(world).then(|| values_text(world, PopulationKind::Infeasible)));
    let measured = &show.reading.diversity;
    lines.extend(
        (!measured.is_empty())
            .then(|| values_of_kind(world, ChartKind::Diversity, measured, show.point())),
    );
    lines.join(". ")
}

/// The values of the last run in the generation whose values are shown.
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
        ChartKind::Distance | ChartKind::Story => match axis_of(show, PopulationKind::Feasible) {
            Some(axis) if point.feasible.size > 0 => {
                let best = number_text(axis.value(point.feasible.best));
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
    let (Some(point), Some(axes)) = (point, &show.chart.axes) else {
        return String::new();
    };
    let number = |value: Option<f64>| value.map_or("–".to_owned(), number_text);
    let (key, first, second) = match kind {
        ChartKind::Spread => (
            "theatre.chart.at_spread",
            number(quartile_spread(&point.feasible, &axes.feasible)),
            number(quartile_spread(&point.infeasible, &axes.infeasible)),
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
        (ChartKind::Sizes, false) => "theatre.chart.at_sizes_of_all",
        _ => key,
    };
    let values = [
        ("generation", point.generation.to_string()),
        ("first", first),
        ("second", second),
    ];
    words.fill(key, &values)
}

/// The values of a population, in words.
fn values_text(world: &World, kind: PopulationKind) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let (Some(point), Some(axis)) = (show.point(), axis_of(show, kind)) else {
        return String::new();
    };
    if has_grid(world) {
        return map_text(words, point);
    }
    let summary = point.summary(kind);
    let key = match kind {
        _ if axis.is_unmeasured(summary) => "theatre.chart.not_measured",
        PopulationKind::Feasible if summary.size == 0 => "theatre.chart.none",
        PopulationKind::Infeasible if summary.size == 0 => "theatre.chart.no_infeasible",
        PopulationKind::Feasible => show.about.feasible_values.unwrap_or(match axis {
            Axis::Distance { .. } => "theatre.chart.at_distance",
            Axis::Fitness { .. } => "theatre.chart.at_fitness",
        }),
        PopulationKind::Infeasible => show.about.infeasible_values,
    };
    words.fill(
        key,
        &[
            ("generation", point.generation.to_string()),
            ("count", summary.size.to_string()),
            ("best", number_text(axis.value(summary.best))),
            ("mean", number_text(axis.mean(summary))),
            ("median", number_text(axis.value(summary.median))),
            ("half", middle_half(words, summary, axis)),
        ],
    )
}

/// The ends of the middle half of a population, the lower one first. A higher fitness is a smaller distance.
pub(super) fn ends_of_middle_half(summary: &Summary, axis: &Axis) -> [String; 2] {
    let mut ends = summary.quartiles.map(|one| axis.value(one));
    ends.sort_by(f64::total_cmp);
    ends.map(number_text)
}

/// The middle half of a population in words. If its ends are equal, most individuals have the same value, or all have.
fn middle_half(words: &Words, summary: &Summary, axis: &Axis) -> String {
    let [low, high] = ends_of_middle_half(summary, axis);
    let others = [axis.value(summary.best), axis.mean(summary)].map(number_text);
    let key = match others.iter().all(|other| *other == low) {
        _ if low != high => "theatre.half",
        true => "theatre.half.always",
        false => "theatre.half.mostly",
    };
    words.fill(key, &[("low", low), ("high", high)])
}

/// The number of filled cells of the map of an archive and its values, in words.
fn map_text(words: &Words, point: &CurvePoint) -> String {
    let values = [
        ("generation", point.generation.to_string()),
        ("filled", point.feasible.size.to_string()),
        ("score", format!("{:.1}", total_quality(&point.feasible))),
        ("best", number_text(point.feasible.best)),
        ("mean", number_text(point.feasible.mean)),
    ];
    words.fill("theatre.archive.at", &values)
}

impl Show {
    /// The point of the curves whose values are shown.
    pub(super) fn point(&self) -> Option<&CurvePoint> {
        let at = self.chart.hovered.or(self.record);
        at.and_then(|at| self.chart.curve.get(at))
            .or(self.chart.curve.last())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::words::Language;

    #[test]
    fn a_middle_half_without_a_range_is_told_as_one_value() {
        let axis = Axis::Fitness {
            low: 0.0,
            high: 10.0,
        };
        for (fitness, english, korean) in [
            ([1.0, 2.0, 4.0, 5.0], "half of them from 1 to 4", "절반은 "),
            ([0.0, 0.0, 0.0, 5.0], "mostly 0", "대부분 0"),
            ([0.0, 0.0, 0.0, 0.0], "all 0", "모두 0"),
        ] {
            let summary = Summary::of(fitness.to_vec());
            let said = |language| middle_half(&Words::of(language), &summary, &axis);
            assert_eq!(said(Language::English), english);
            assert!(said(Language::Korean).starts_with(korean));
        }
    }
}
