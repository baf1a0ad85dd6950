//! Explanations: if the player clicks a thing in the theatre, its meaning is explained with the numbers of the run, in
//! the same place below the large picture. Everything that can be clicked can be reached by keyboard too.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::auto_directional_navigation::AutoDirectionalNavigation;
use bevy::ui_widgets::{Activate, Button, observe};

use super::axis::{Axis, short};
use super::chart_kind::{ChartKind, quartile_spread};
use super::curves::{CROSS, DOT};
use super::story::StoryWriter;
use super::{Show, chart_values, tips, tries};
use crate::generation::driver::RunDriver;
use crate::generation::kinship_query::Life;
use crate::generation::story::Milestone;
use crate::generation::watch::{CurvePoint, Thumbnail};
use crate::generation::{Fact, Form, Picture, Place, Summary, Tint};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text};
use crate::shell::words::Words;

/// Something that can be explained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Topic {
    /// The selected individual.
    Individual,
    /// A fact about it, by its index.
    Fact(usize),
    /// A population: feasible (true) or infeasible.
    Population(bool),
    /// The curve of a population.
    Curve(bool),
    /// The share of the feasible population, or of the filled cells of an archive.
    Share,
    /// The target.
    Target,
    /// The flags on the curve.
    Flags,
    /// The tries that the playback shows.
    Tries,
    /// The flag at a moment.
    Flag(Milestone),
    /// The pale line of the last run.
    LastRun,
    /// The numbers of the generation that is shown.
    Generation,
    /// The figures of the run.
    Figures,
    /// A sign of the legend.
    Sign(Form, Tint, &'static str),
}

/// Explains a topic.
pub(super) fn explain(world: &mut World, topic: Topic) {
    world.resource_mut::<Show>().reading.explained = Some(topic);
}

/// Spawns a text that explains a topic when it is clicked.
pub(super) fn spawn(parent: &mut ChildSpawnerCommands, topic: Topic, text: impl Bundle) -> Entity {
    text_button(parent, text, move |world| explain(world, topic))
}

/// Spawns a button that looks like its text alone.
pub(super) fn text_button(
    parent: &mut ChildSpawnerCommands,
    text: impl Bundle,
    action: impl Fn(&mut World) + Clone + Send + Sync + 'static,
) -> Entity {
    let node = Node {
        border_radius: BorderRadius::all(px(4)),
        min_width: px(0),
        ..default()
    };
    parent
        .spawn(silent_button(node, action))
        .with_child(text)
        .id()
}

/// A button without a look of its own.
pub(super) fn silent_button(
    node: Node,
    action: impl Fn(&mut World) + Clone + Send + Sync + 'static,
) -> impl Bundle {
    (
        Name::new("Explained"),
        node,
        Button,
        Hovered::default(),
        bevy::input_focus::tab_navigation::TabIndex(0),
        AutoDirectionalNavigation::default(),
        Outline::new(px(2), px(2), Color::NONE),
        observe(move |_: On<Activate>, mut commands: Commands| {
            let action = action.clone();
            commands.queue(move |world: &mut World| action(world));
        }),
    )
}

/// Spawns the place of explanations, at the lower end of its panel.
pub(super) fn spawn_place(panel: &mut ChildSpawnerCommands) {
    let place = Node {
        position_type: PositionType::Absolute,
        left: px(8),
        right: px(8),
        bottom: px(6),
        padding: UiRect::axes(px(8), px(5)),
        border_radius: BorderRadius::all(px(8)),
        ..default()
    };
    let ground = BackgroundColor(palette::GLASS.with_alpha(0.95));
    let is_used = |world: &World| {
        let is_explained = world.resource::<Show>().reading.explained.is_some();
        is_explained || tips::shown(world).is_some()
    };
    let seen = VisibleWhen::new(is_used);
    let text = bound_text(TextSize::Small, palette::PAPER, text);
    panel.spawn((place.clone(), ground, seen)).with_child(text);
    let seen = VisibleWhen::new(move |world| !is_used(world));
    let text = bound_text(TextSize::Small, palette::MIST, "explain.how");
    panel
        .spawn((place, seen, Pickable::IGNORE))
        .with_child(text);
}

/// The explanation, or else a tip.
fn text(world: &World) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let writer = StoryWriter { show, words };
    match show.reading.explained {
        None => tips::shown(world).map_or(String::new(), |key| words.get(key)),
        Some(Topic::Individual) => writer.individual(),
        Some(Topic::Fact(at)) => {
            let facts = show.frame.as_ref().map(|frame| &frame.facts[..]);
            let fact = facts.and_then(|facts| facts.get(at));
            fact.map_or(String::new(), |fact| writer.fact(fact))
        }
        Some(Topic::Population(feasible)) => writer.population(feasible),
        Some(Topic::Curve(feasible)) => writer.curve(feasible),
        Some(Topic::Share) => writer.share(),
        Some(Topic::Target) => writer.target(),
        Some(Topic::Tries) => tries::explanation(show, words),
        Some(Topic::Flags) => writer.flags(),
        Some(Topic::Flag(milestone)) => writer.milestone(&milestone),
        Some(Topic::LastRun) => writer.last_run(),
        Some(Topic::Generation) => chart_values::values(world),
        Some(Topic::Figures) => figures(world, &writer),
        Some(Topic::Sign(form, tint, name)) => writer.sign(form, tint, name),
    }
}

/// The figures of the run.
fn figures(world: &World, writer: &StoryWriter) -> String {
    let Some(driver) = writer.show.run.and_then(|run| world.get::<RunDriver>(run)) else {
        return String::new();
    };
    let progress = &writer.show.displayed_progress;
    let seconds = progress.busy.as_secs_f64();
    let point = writer.show.curve.last();
    let all = point.map_or(0, |one| one.feasible.size + one.infeasible.size);
    let values = [
        ("generation", progress.generation.unwrap_or(0).to_string()),
        ("evaluations", progress.evaluations.to_string()),
        ("all", all.to_string()),
        ("seconds", format!("{seconds:.1}")),
        ("seed", driver.watched().seed().to_string()),
    ];
    let key = format!("{}.hint", writer.show.about.figures);
    writer.words.fill(&key, &values)
}

impl StoryWriter<'_> {
    fn say(&self, key: &str, values: &[(&str, String)]) -> String {
        self.words.fill(key, values)
    }

    /// The point of the curves whose generation is shown.
    fn point(&self) -> Option<&CurvePoint> {
        self.show.point()
    }

    fn summary(&self, feasible: bool) -> Summary {
        let point = self.point();
        point.map_or(Summary::default(), |point| match feasible {
            true => point.feasible,
            false => point.infeasible,
        })
    }

    /// The selected individual: its rank, its birth and its children.
    fn individual(&self) -> String {
        let Some(frame) = &self.show.frame else {
            return String::new();
        };
        let Thumbnail {
            fitness, violation, ..
        } = frame.selected;
        let value = self.value(fitness, violation == 0);
        let Some(life) = &frame.life else {
            let values = [
                ("generation", frame.generation.to_string()),
                ("value", value),
            ];
            return self.say("explain.individual_alone", &values);
        };
        let key = match (self.show.about.fault, violation) {
            (None, _) => "explain.individual",
            (Some(_), 0) => "explain.individual_feasible",
            (Some(_), _) => "explain.individual_infeasible",
        };
        let values = [
            ("rank", life.rank.to_string()),
            ("among", life.among.to_string()),
            ("generation", life.at.generation.to_string()),
            ("value", value),
        ];
        let who = self.say(key, &values);
        let children = [("count", life.children.to_string())];
        let children = self.say("explain.children", &children);
        format!("{who} {} {children}", self.birth(life))
    }

    /// The birth of an individual, in words.
    pub(super) fn birth(&self, life: &Life) -> String {
        let generation = ("generation", life.born.generation.to_string());
        let Some([first, second]) = life.parents else {
            return match life.born.generation {
                0 => self.words.get("explain.founder"),
                _ => self.say("explain.no_parents", &[generation]),
            };
        };
        let of = |(_, fitness, feasible)| self.value(fitness, feasible);
        let values = [
            generation,
            ("first", of(first)),
            ("second", of(second)),
            ("parts", self.parts(life.parts.as_ref())),
        ];
        if first.0 == second.0 {
            self.say("explain.born_of_one", &values)
        } else {
            self.say("explain.born", &values)
        }
    }

    /// A fact in words: the property that it measures, the wanted value, and the meaning of its bar.
    fn fact(&self, fact: &Fact) -> String {
        let mut lines = vec![self.hint(fact.key)];
        if let Some(wanted) = &fact.wanted {
            let values = [("value", fact.value.clone()), ("wanted", wanted.clone())];
            lines.push(Some(self.say("explain.wanted", &values)));
        }
        lines.push(fact.bar.map(|bar| {
            let key = if bar < 0.0 {
                "explain.bar_lowers"
            } else {
                "explain.bar_raises"
            };
            let values = [("percent", format!("{:.0}", 100.0 * bar.abs()))];
            self.say(key, &values)
        }));
        let all: Vec<String> = lines.into_iter().flatten().collect();
        if all.is_empty() {
            return self.say(fact.key, &[("value", fact.value.clone())]);
        }
        all.join(" ")
    }

    /// The phrase that explains a fact: its own phrase, or that of its group; `None` if there is neither.
    fn hint(&self, key: &str) -> Option<String> {
        let group = key.rsplit_once('.').map_or(key, |(group, _)| group);
        let keys = [format!("{key}.hint"), format!("{group}.hint")];
        let known = keys.into_iter().map(|key| (self.words.get(&key), key));
        let mut said = known.filter(|(phrase, key)| phrase != key);
        said.next().map(|(phrase, _)| phrase)
    }

    fn population(&self, feasible: bool) -> String {
        let (own, other) = (self.summary(feasible), self.summary(!feasible));
        let key = match (self.show.about.fault, feasible) {
            (None, _) => "explain.population",
            (_, true) => "explain.feasible",
            (_, false) => "explain.infeasible",
        };
        let members = self.show.members(feasible);
        let elites = members.filter(|(_, one)| one.elite).count();
        let values = [
            ("count", own.size.to_string()),
            ("all", (own.size + other.size).to_string()),
            ("elites", elites.to_string()),
        ];
        self.say(key, &values)
    }

    fn curve(&self, feasible: bool) -> String {
        let summary = self.summary(feasible);
        if summary.size == 0 {
            return self.words.get("explain.empty");
        }
        let Some(axes) = &self.show.axes else {
            return String::new();
        };
        let axis = match feasible {
            true => axes.feasible,
            false => axes.infeasible,
        };
        let generation = self.point().map_or(0, |point| point.generation);
        let generation = ("generation", generation.to_string());
        match self.show.reading.chart {
            ChartKind::Spread => {
                let apart = quartile_spread(&summary, &axis).map_or("∞".to_owned(), short);
                self.say("explain.spread", &[generation, ("value", apart)])
            }
            ChartKind::Sizes => self.population(feasible),
            ChartKind::Diversity => self.diversity(),
            ChartKind::Distance | ChartKind::Story => {
                let [low, high] = chart_values::ends_of_middle_half(&summary, &axis);
                let keys = ["explain.middle", "explain.middle.same"];
                let values = [
                    generation,
                    ("best", self.value(summary.best, feasible)),
                    ("median", short(axis.value(summary.median))),
                    ("middle", self.range(keys, &[], low, high)),
                ];
                let curve = self.say("explain.curve", &values);
                match self.dots(feasible) {
                    Some(dots) => format!("{curve} {dots}"),
                    None => curve,
                }
            }
        }
    }

    /// The dots of a population in words; `None` if the generation that is shown has none.
    fn dots(&self, feasible: bool) -> Option<String> {
        let (low, high) = self.ends_of_dots(feasible)?;
        let sign = if feasible { DOT } else { CROSS };
        let keys = ["explain.dots", "explain.dots.same"];
        Some(self.range(keys, &[("sign", sign.to_owned())], low, high))
    }

    /// A range in words: the phrase of the first key, or of the second one if the ends of the range are equal.
    fn range(
        &self,
        [key, same]: [&str; 2],
        values: &[(&str, String)],
        low: String,
        high: String,
    ) -> String {
        let key = if low == high { same } else { key };
        let mut values = values.to_vec();
        values.extend([("low", low), ("high", high)]);
        self.say(key, &values)
    }

    /// The worst and the best feasible individual among the dots of the generation that is shown, in words; empty if it
    /// has none.
    pub(super) fn range_of_dots(&self) -> String {
        let ends = self.ends_of_dots(true);
        ends.map_or(String::new(), |(low, high)| {
            self.range(["theatre.dots", "theatre.dots.same"], &[], low, high)
        })
    }

    /// The values of the worst and of the best dot of a population in the generation that is shown.
    fn ends_of_dots(&self, feasible: bool) -> Option<(String, String)> {
        let generation = self.point()?.generation;
        let axes = self.show.axes.as_ref()?;
        let axis = match feasible {
            true => axes.feasible,
            false => axes.infeasible,
        };
        let dots = self.show.dots.iter();
        let mut own =
            dots.filter(|dot| (dot.generation, dot.is_feasible) == (generation, feasible));
        let worst = own.next()?;
        let best = own.next_back().unwrap_or(worst);
        Some((
            short(axis.value(worst.fitness)),
            short(axis.value(best.fitness)),
        ))
    }

    fn diversity(&self) -> String {
        let generation = self.point().map_or(0, |point| point.generation);
        let value = self.show.reading.diversity_at(generation);
        let first = self.show.reading.diversity_at(0);
        let Some((value, first)) = value.zip(first) else {
            return self.words.get("explain.no_diversity");
        };
        let values = [
            ("generation", generation.to_string()),
            ("value", short(value)),
            ("first", short(first)),
        ];
        self.say("explain.diversity", &values)
    }

    fn share(&self) -> String {
        let (own, other) = (self.summary(true), self.summary(false));
        let all = own.size + other.size;
        let percent = 100.0 * own.size as f64 / all.max(1) as f64;
        let key = match self.show.archive {
            Some(_) => "explain.coverage",
            None => "explain.share",
        };
        let values = [
            ("count", own.size.to_string()),
            ("all", all.to_string()),
            ("percent", format!("{percent:.0}")),
        ];
        self.say(key, &values)
    }

    fn target(&self) -> String {
        let best = self.summary(true);
        let value = if best.size == 0 {
            self.words.get("explain.empty")
        } else {
            let values = [("value", self.value(best.best, true))];
            self.say("explain.best_now", &values)
        };
        let key = match self.show.axes.as_ref().map(|axes| axes.feasible) {
            Some(Axis::Fitness { .. }) => "explain.target_fitness",
            _ => "explain.target",
        };
        format!("{} {value}", self.words.get(key))
    }

    fn flags(&self) -> String {
        format!("{} {}", self.words.get("explain.flags"), self.milestones())
    }

    fn last_run(&self) -> String {
        let last = self.show.reading.last.as_ref();
        let Some((last, end)) = last.and_then(|last| Some((last, last.curve.last()?))) else {
            return String::new();
        };
        let generation = self.point().map_or(0, |point| point.generation);
        let then = last.at(generation).unwrap_or(end);
        let value = |point: &CurvePoint| match point.feasible.size {
            0 => self.words.get("explain.none_playable"),
            _ => self.value(point.feasible.best, true),
        };
        let values = [
            ("last", end.generation.to_string()),
            ("end", value(end)),
            ("generation", then.generation.to_string()),
            ("then", value(then)),
        ];
        self.say("explain.last_run", &values)
    }

    /// A sign of the legend, with its numbers in the picture and in the generation.
    fn sign(&self, form: Form, tint: Tint, name: &str) -> String {
        let Some(frame) = &self.show.frame else {
            return String::new();
        };
        let original = self
            .show
            .about
            .legend
            .and_then(|legend| legend.original)
            .map(|original| (original.tint)(tint));
        let signs = [(form, tint), (form, original.unwrap_or(tint))];
        // When the run has ended, the large picture may show the outcome instead of the individual.
        let selected = &frame.selected;
        let mut own = frame.members.iter().map(|(_, member)| member);
        let own =
            own.find(|one| (one.fitness, one.violation) == (selected.fitness, selected.violation));
        let own = count(&own.unwrap_or(selected).picture, signs);
        let members = frame.members.iter().map(|(_, member)| &member.picture);
        let all: usize = members.map(|picture| count(picture, signs)).sum();
        let mean = all as f64 / frame.members.len().max(1) as f64;
        let values = [
            ("name", self.words.get(name)),
            ("count", own.to_string()),
            ("mean", short(mean)),
            ("generation", frame.generation.to_string()),
        ];
        self.say("explain.sign", &values)
    }
}

/// The number of times that a sign is in a picture in either of its colours, as a shape or under a mark.
fn count(picture: &Picture, signs: [(Form, Tint); 2]) -> usize {
    let shapes = picture.shapes.iter().map(|one| (one.form, one.tint));
    let grounds = picture.labels.iter().filter_map(|one| match one.place {
        Place::Mark { ground, .. } => ground,
        Place::Line { .. } => None,
    });
    let all = shapes.chain(grounds);
    let is_sign = |one: &(Form, Tint)| match signs[0].0 {
        // Such a sign stands for holes in all places, whose squares have other colours.
        Form::Holed(_) => matches!(one.0, Form::Holed(_)),
        _ => signs.contains(one),
    };
    all.filter(is_sign).count()
}
