//! The story of a run in words. It takes the place of the chart a moment after the run has ended, and stays to be read.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::axis::number_text;
use super::chart_kind::ChartKind;
use super::explain::text_button;
use super::reading::STORY_WAIT;
use super::sentences::SentenceWriter;
use super::{Show, controls, stage};
use crate::generation::PopulationKind;
use crate::generation::ancestry::FounderCount;
use crate::generation::driver::RunDriver;
use crate::generation::pedigree::{Improvement, MemberId};
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::run::StopReason;
use crate::generation::story::{Cause, CausedImprovement, Change, Event, Milestone, Parts};
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_area;
use crate::shell::theme::widget::{TextSize, bound_text, label, stack};
use crate::shell::words::{Words, with_separators};

/// The most events that a story can have.
const MOST_EVENTS: usize = 9;

/// Spawns the place of the story. It fills the panel of the chart.
pub(super) fn spawn_story(panel: &mut ChildSpawnerCommands) {
    let seen = VisibleWhen::new(is_story_shown);
    let outer = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_height: px(0),
        ..default()
    };
    let room = Node {
        margin: UiRect::top(px(6)),
        ..outer.clone()
    };
    panel.spawn((room, seen)).with_children(|room| {
        let inner = stack(FlexDirection::Column, 7.0);
        scroll_area(room, outer, inner, |lines| {
            (0..MOST_EVENTS).for_each(|at| spawn_line(lines, at));
            let how = label("story.how", TextSize::Small, palette::MIST);
            let seen = VisibleWhen::new(|world| event(world.resource::<Show>(), 0).is_some());
            lines.spawn((how, seen));
        });
    });
}

/// Whether the story is shown.
pub fn is_story_shown(world: &World) -> bool {
    world.resource::<Show>().reading.chart == ChartKind::Story
}

fn event(show: &Show, at: usize) -> Option<&Event> {
    show.reading.story.as_ref()?.get(at)
}

/// Spawns a line for an event. A click goes to the event.
fn spawn_line(lines: &mut ChildSpawnerCommands, at: usize) {
    let text = BoundText::new(move |world| {
        let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
        match (event(show, at), at) {
            (Some(event), _) => SentenceWriter { show, words }.event(event),
            (None, 0) => words.get("story.not_yet"),
            (None, _) => String::new(),
        }
    });
    let seen = move |world: &World| at == 0 || event(world.resource::<Show>(), at).is_some();
    let line = bound_text(TextSize::Small, palette::PAPER, text);
    let button = text_button(lines, line, move |world| go_to_event(world, at));
    let seen = VisibleWhen::new(seen);
    lines.commands_mut().entity(button).insert(seen);
}

/// Goes to the generation of an event, and selects the individual that it is about.
fn go_to_event(world: &mut World, at: usize) {
    let show = world.resource::<Show>();
    let Some(event) = event(show, at) else { return };
    let generation = event.generation();
    let by = match event {
        Event::FirstFeasible { by, .. } => Some(*by),
        Event::Plateau { broken, .. } => broken.map(|one| one.to.by),
        Event::Leap { step, .. } => Some(step.to.by),
        _ => None,
    };
    let after = show
        .chart
        .curve
        .partition_point(|point| point.generation <= generation);
    let Some(record) = after.checked_sub(1) else {
        return;
    };
    let is_held = show.chart.curve[record].generation == generation;
    match by.filter(|_| is_held) {
        Some(by) => controls::go_to_member(world, record, by.place),
        None => controls::go_to_record(world, record),
    }
}

/// Asks for the story when the run has ended, and shows it a moment later, unless a repetition goes on or the player
/// looks at another generation.
pub(super) fn show_story(time: Res<Time>, mut show: ResMut<Show>, runs: Query<&RunDriver>) {
    let Some(driver) = show.run.and_then(|run| runs.get(run).ok()) else {
        return;
    };
    let has_ended = show.progress.stop.is_some();
    let is_looking =
        show.repetition.is_some() || show.chart.hovered.is_some() || show.record.is_some();
    let reading = &mut show.bypass_change_detection().reading;
    if !has_ended && reading.is_asked {
        // A player who intervened lets the run go on, and its story will be another one.
        reading.is_asked = false;
        (reading.telling, reading.story, reading.wait) = (None, None, None);
        if reading.chart == ChartKind::Story {
            reading.chart = ChartKind::Distance;
        }
    }
    if has_ended && !reading.is_asked {
        reading.is_asked = true;
        let run = Arc::clone(driver.watched());
        let tell = move || Some((run.story()?, run.diversity()));
        reading.telling = Some(spawn_or_default(tell));
    }
    if let Some(Some((events, measured))) = take_result(&mut reading.telling) {
        (reading.story, reading.diversity) = (Some(events), measured);
        reading.wait = Some(STORY_WAIT);
    }
    if reading.chart != ChartKind::Distance {
        reading.wait = None;
    }
    if let Some(wait) = reading.wait.filter(|_| !is_looking) {
        let left = wait - time.delta_secs();
        reading.wait = (left > 0.0).then_some(left);
        if left <= 0.0 {
            show.reading.chart = ChartKind::Story;
        }
    }
}

/// Whether an event of the story is a moment that has a flag.
fn is_about(event: &Event, milestone: &Milestone) -> bool {
    let is_same_kind = match event {
        Event::FirstFeasible { .. } => milestone.is_first_feasible(),
        Event::Plateau { broken, .. } => broken.is_some() && !milestone.is_first_feasible(),
        Event::Leap { .. } => !milestone.is_first_feasible(),
        Event::Began { .. } | Event::Collapse { .. } | Event::Ended { .. } => false,
    };
    is_same_kind && event.generation() == milestone.generation
}

impl SentenceWriter<'_> {
    /// The moments that have flags on the curve, in words; empty if there are none.
    pub(super) fn milestones(&self) -> String {
        let all = &self.show.chart.milestones;
        let generation = |one: &Milestone| ("generation", one.generation.to_string());
        let first = all.iter().find(|one| one.is_first_feasible());
        let first = first.map(|one| self.words.fill("theatre.flags.first", &[generation(one)]));
        let mut better = all.iter().filter(|one| !one.is_first_feasible());
        let count = ("count", better.clone().count().to_string());
        let last = better.next_back().map(|one| {
            let value = ("value", self.value(one.fitness, PopulationKind::Feasible));
            let values = [count, generation(one), value];
            self.words.fill("theatre.flags.records", &values)
        });
        let said: Vec<String> = [first, last].into_iter().flatten().collect();
        said.join(" ")
    }

    /// A moment that has a flag, in words: those of the story if it tells of this moment.
    pub(super) fn milestone(&self, one: &Milestone) -> String {
        let story = self.show.reading.story.as_deref().unwrap_or_default();
        if let Some(event) = story.iter().find(|event| is_about(event, one)) {
            return self.event(event);
        }
        let generation = ("generation", one.generation.to_string());
        let Some(before) = one.before else {
            return self.words.fill("theatre.flags.first", &[generation]);
        };
        let [before, after] =
            self.values_of_step([before, one.fitness], [PopulationKind::Feasible; 2]);
        let values = [generation, ("before", before), ("after", after)];
        self.words.fill("theatre.flags.better", &values)
    }

    /// An event of the story, in words.
    fn event(&self, event: &Event) -> String {
        match event {
            Event::Began { founders, feasible } => self.beginning(*founders, *feasible),
            Event::FirstFeasible { by, cause } => self.words.fill(
                "story.first_feasible",
                &[
                    ("generation", by.generation.to_string()),
                    ("cause", self.cause(*by, cause.as_ref())),
                ],
            ),
            Event::Plateau {
                from,
                to,
                evaluations,
                best,
                broken,
            } => {
                let [best, end] = self.plateau_end(best, broken.as_ref());
                let values = [
                    ("from", from.to_string()),
                    ("count", to.saturating_sub(*from).to_string()),
                    ("evaluations", with_separators(&evaluations.to_string())),
                    ("value", best),
                ];
                format!("{} {end}", self.words.fill("story.plateau", &values))
            }
            Event::Leap { before, step } => {
                let step_values = [before.fitness, step.to.fitness];
                let [before, after] =
                    self.values_of_step(step_values, [PopulationKind::Feasible; 2]);
                let values = [
                    ("generation", step.to.by.generation.to_string()),
                    ("before", before),
                    ("after", after),
                    ("cause", self.cause(step.to.by, step.cause.as_ref())),
                ];
                self.words.fill("story.leap", &values)
            }
            Event::Collapse {
                generation,
                from,
                to,
            } => self.words.fill(
                "story.collapse",
                &[
                    ("generation", generation.to_string()),
                    ("from", format!("{:.0}", 100.0 * from)),
                    ("to", number_text(100.0 * to)),
                ],
            ),
            Event::Ended {
                generation,
                evaluations,
                stop,
                founders,
            } => self.ending(*generation, *evaluations, stop, founders.as_ref()),
        }
    }

    /// The founders with which a run began, in words.
    fn beginning(&self, founders: usize, feasible: usize) -> String {
        let is_put = self.show.steering.has_put_into(0);
        let key = match (is_put, self.show.about.fault) {
            (false, None) => "story.began",
            (false, Some(_)) => "story.began_constrained",
            (true, None) => "story.began_put",
            (true, Some(_)) => "story.began_put_constrained",
        };
        let values = [
            ("founders", founders.to_string()),
            ("feasible", feasible.to_string()),
        ];
        self.words.fill(key, &values)
    }

    /// The end of a run, in words, with the number of founders from which its best descends, if that is known.
    fn ending(
        &self,
        generation: u32,
        evaluations: u64,
        stop: &StopReason,
        founders: Option<&FounderCount>,
    ) -> String {
        let values = [
            ("stop", self.words.get(stage::stop_key(stop))),
            ("generation", generation.to_string()),
            ("evaluations", with_separators(&evaluations.to_string())),
        ];
        let ended = self.words.fill("story.ended", &values);
        let Some(founders) = founders else {
            return ended;
        };
        let values = [
            ("count", founders.ancestors.to_string()),
            ("all", founders.all.to_string()),
        ];
        format!("{ended} {}", self.words.fill("story.founders", &values))
    }

    /// The best of a plateau, and its end, in words: what broke it, or that nothing did.
    fn plateau_end(&self, best: &Improvement, broken: Option<&CausedImprovement>) -> [String; 2] {
        let Some(CausedImprovement { to, cause }) = broken else {
            let best = self.value(best.fitness, best.population());
            return [best, self.words.get("story.unbroken")];
        };
        let kinds = [best, to].map(Improvement::population);
        let [best, better] = self.values_of_step([best.fitness, to.fitness], kinds);
        let values = [
            ("generation", to.by.generation.to_string()),
            ("value", better),
            ("cause", self.cause(to.by, cause.as_ref())),
        ];
        [best, self.words.fill("story.broken", &values)]
    }

    /// The origin of an individual, in words. What has no parents was put into its generation, or is a founder that has
    /// lived on.
    fn cause(&self, by: MemberId, cause: Option<&Cause>) -> String {
        let Some(cause) = cause else {
            let is_put = self.show.steering.has_put_into(by.generation);
            return self.words.get(match is_put {
                true => "story.cause.put",
                false => "story.cause.none",
            });
        };
        // A copy would not have done better, so that something has changed of which the picture shows nothing.
        let is_unseen = |parts: &Parts| parts.change() == Change::Copy;
        let mut line = match cause.parts.as_ref() {
            Some(parts) if is_unseen(parts) => self.words.get("story.cause.unseen"),
            parts => self.parts(parts),
        };
        if cause.populations == [PopulationKind::Infeasible; 2] {
            line.push_str(&self.words.get("story.cause.infeasible"));
        }
        line
    }
}
