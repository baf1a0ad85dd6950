//! The legend of the chart, and the buttons that choose its kind.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::about::{has_grid, has_lives, is_constrained};
use super::chart_kind::{ChartKind, kind};
use super::curves::{SHARE_PATTERN, TARGET_PATTERN, pattern, sign_of_individuals};
use super::explain::{self, Topic};
use super::flags::{BETTER_FLAG, FIRST_FLAG};
use super::{Show, tries};
use crate::generation::PopulationKind;
use crate::shell::theme::bind::{BoundText, EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::paint::LinePattern;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bare_button, bound_text, label};
use crate::shell::words::Words;

/// Spawns the buttons that choose the kind of chart.
pub(super) fn spawn_kinds(panel: &mut ChildSpawnerCommands) {
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
                    // These charts tell of what can be played. Where things are tried, all of them can.
                    ChartKind::Spread | ChartKind::Sizes => {
                        !tries::are_shown(world.resource::<Show>())
                    }
                    ChartKind::Distance => true,
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

/// Chooses the kind of chart.
fn choose(world: &mut World, kind: ChartKind) {
    let mut show = world.resource_mut::<Show>();
    show.reading.chart = kind;
    show.repaint_now();
}

/// The name of the values that the chart shows.
pub(super) fn name(world: &World) -> String {
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
pub(super) fn spawn_legend(panel: &mut ChildSpawnerCommands) {
    let distance = |world: &World| kind(world) == ChartKind::Distance;
    let by_population = |world: &World| !matches!(kind(world), ChartKind::Diversity);
    // Each name stands behind the pattern of its line.
    let of = |pattern: LinePattern, name: String| format!("{}  {name}", pattern.sample());
    let feasible = BoundText::new(|world| population_name(world, PopulationKind::Feasible));
    let infeasible = BoundText::new(|world| population_name(world, PopulationKind::Infeasible));
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
        // The entries stand in the order in which the fewest lines are needed.
        let title = BoundText::new(name);
        let always = VisibleWhen::new(|_| true);
        entry(
            Topic::Curve(PopulationKind::Feasible),
            palette::PAPER,
            title,
            always,
        );
        let seen = VisibleWhen::new(move |world| by_population(world) && is_constrained(world));
        let topic = Topic::Curve(PopulationKind::Infeasible);
        entry(topic, fault, infeasible, seen);
        let seen = VisibleWhen::new(by_population);
        entry(Topic::Curve(PopulationKind::Feasible), lamp, feasible, seen);
        let seen = VisibleWhen::new(move |world| {
            distance(world) && (is_constrained(world) || has_grid(world))
        });
        entry(Topic::Share, thought, share, seen);
        let target = BoundText::new(move |world| {
            let name = world.resource::<Words>().get("theatre.chart.target");
            of(TARGET_PATTERN, name)
        });
        let seen = VisibleWhen::new(move |world| {
            distance(world) && world.resource::<Show>().chart.has_target
        });
        entry(Topic::Target, palette::LEAF, target, seen);
        let seen = VisibleWhen::new(move |world| {
            distance(world) && !world.resource::<Show>().chart.milestones.is_empty()
        });
        entry(Topic::Flags, palette::PAPER, flag_names.into(), seen);
        let last = BoundText::phrase("theatre.chart.last_run");
        let seen = VisibleWhen::new(|world| world.resource::<Show>().reading.last.is_some());
        entry(Topic::LastRun, palette::MIST, last, seen);
    });
}

/// The names of the flags that the curve has.
fn flag_names(world: &World) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let kinds = [
        (true, FIRST_FLAG, "theatre.flag.first"),
        (false, BETTER_FLAG, "theatre.flag.record"),
    ];
    let is_there = |first: bool| {
        let mut all = show.chart.milestones.iter();
        all.any(|one| one.is_first_feasible() == first)
    };
    let there = kinds.into_iter().filter(|(first, ..)| is_there(*first));
    let names: Vec<String> = there
        .map(|(_, flag, name)| format!("{flag} {}", words.get(name)))
        .collect();
    names.join("  ")
}

/// The name of the curve of a population behind the pattern of its line, and behind the sign of its individuals if the
/// chart shows any.
fn population_name(world: &World, kind: PopulationKind) -> String {
    let mut dots = world.resource::<Show>().chart.dots.iter();
    let sign = match dots.any(|dot| dot.population == kind) {
        true => format!(" {}", sign_of_individuals(kind)),
        false => String::new(),
    };
    let (pattern, name) = (pattern(kind).sample(), curve_name(world, kind));
    format!("{pattern}{sign}  {name}")
}

/// The name of the curve of a population.
fn curve_name(world: &World, kind: PopulationKind) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let about = &show.about;
    if has_grid(world) {
        return words.get("theatre.archive.score");
    }
    let is_distance = show.reading.chart == ChartKind::Distance;
    words.get(match (kind, about.fault) {
        (PopulationKind::Feasible, Some(_)) if is_distance => about.feasible_curve,
        (PopulationKind::Feasible, Some(_)) => "theatre.chart.playable",
        (PopulationKind::Feasible, None) if is_distance => "theatre.chart.all",
        (PopulationKind::Feasible, None) => "theatre.chart.everyone",
        (PopulationKind::Infeasible, _) if is_distance => about.infeasible_curve,
        (PopulationKind::Infeasible, _) => "theatre.chart.not_playable",
    })
}
