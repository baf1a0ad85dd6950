//! Explanations: if the player clicks a thing in the theatre, its meaning is explained with the numbers of the run, in
//! the same place below the large picture. Everything that can be clicked can be reached by keyboard too.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::sentences::SentenceWriter;
use super::{Show, chart_values, tips, tries};
use crate::generation::driver::RunDriver;
use crate::generation::story::Milestone;
use crate::generation::{Form, PopulationKind, Tint};
use crate::shell::access::Speech;
use crate::shell::settings::Settings;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text, button_behaviour};
use crate::shell::words::{Words, with_separators};

/// Something that can be explained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Topic {
    /// The selected individual.
    Individual,
    /// A fact about it, by its index.
    Fact(usize),
    /// A population.
    Population(PopulationKind),
    /// The curve of a population.
    Curve(PopulationKind),
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

/// Explains a topic, and says the explanation for screen readers.
pub(super) fn explain(world: &mut World, topic: Topic) {
    let mut show = world.resource_mut::<Show>();
    show.reading.explained = Some(topic);
    show.count_explained_sign();
    let said = text(world);
    world.resource_mut::<Speech>().say(said);
}

impl Show {
    /// Explains the individual that was selected just now. The explanation is said when the individual is in view.
    pub(super) fn explain_individual(&mut self) {
        self.reading.explained = Some(Topic::Individual);
        self.reading.is_unsaid = true;
    }
}

/// Spawns a text that explains a topic when it is clicked.
pub(super) fn spawn(parent: &mut ChildSpawnerCommands, topic: Topic, text: impl Bundle) -> Entity {
    text_button(parent, text, move |world| explain(world, topic))
}

/// The space above and below the text of a button that is only a text, in interface pixels. It makes the button easier
/// to hit, and takes no room, because the margin is as much less.
const AROUND: f32 = 4.0;

/// Spawns a button that looks like its text alone.
pub(super) fn text_button(
    parent: &mut ChildSpawnerCommands,
    text: impl Bundle,
    action: impl Fn(&mut World) + Clone + Send + Sync + 'static,
) -> Entity {
    let node = Node {
        border_radius: BorderRadius::all(px(4)),
        min_width: px(0),
        padding: UiRect::vertical(px(AROUND)),
        margin: UiRect::vertical(px(-AROUND)),
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
    (Name::new("Explained"), node, button_behaviour(action))
}

/// The room for an explanation below the picture where texts are larger than usual, in interface pixels.
const LARGE_ROOM: f32 = 96.0;

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
    let text = bound_text(TextSize::Small, palette::MIST, how_text);
    panel
        .spawn((place, seen, Pickable::IGNORE))
        .with_child(text);
    // A panel that stands alone in its row is no higher than its content, and would have no room for the place.
    let room = Node {
        height: px(LARGE_ROOM),
        flex_shrink: 0.0,
        ..default()
    };
    let seen = VisibleWhen::new(|world| world.resource::<Settings>().has_large_text());
    panel.spawn((room, seen));
}

/// The sentence about the work of the run at the moment, and about the way in which the player learns more.
fn how_text(world: &World) -> String {
    let show = world.resource::<Show>();
    // A run without parents does not breed; it tries contents that were found earlier.
    let is_tried = show
        .frame
        .as_ref()
        .is_some_and(|frame| frame.life.is_none());
    let key = match (show.progress.stop.is_some(), show.archive.is_some()) {
        (true, _) => "explain.how.ended",
        (false, true) => "explain.how.map",
        (false, false) if is_tried => "explain.how.tried",
        (false, false) => "explain.how",
    };
    world.resource::<Words>().get(key)
}

/// The explanation, or else a tip.
pub(super) fn text(world: &World) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let writer = SentenceWriter { show, words };
    match show.reading.explained {
        None => tips::shown(world).map_or(String::new(), |key| words.get(key)),
        Some(Topic::Individual) => writer.individual(),
        Some(Topic::Fact(at)) => {
            let facts = show.frame.as_ref().map(|frame| &frame.facts[..]);
            let fact = facts.and_then(|facts| facts.get(at));
            fact.map_or(String::new(), |fact| writer.fact(fact))
        }
        Some(Topic::Population(kind)) => writer.population(kind),
        Some(Topic::Curve(kind)) => writer.curve(kind),
        Some(Topic::Share) => writer.share(),
        Some(Topic::Target) => writer.target(),
        Some(Topic::Tries) => tries::explanation(show, words),
        Some(Topic::Flags) => writer.flags(),
        Some(Topic::Flag(milestone)) => writer.milestone(&milestone),
        Some(Topic::LastRun) => writer.last_run(),
        Some(Topic::Generation) => chart_values::values(world),
        Some(Topic::Figures) => figures(world, &writer),
        Some(Topic::Sign(_, _, name)) => writer.sign(name),
    }
}

/// The figures of the run.
fn figures(world: &World, writer: &SentenceWriter) -> String {
    let Some(driver) = writer.show.run.and_then(|run| world.get::<RunDriver>(run)) else {
        return String::new();
    };
    let progress = &writer.show.displayed_progress;
    let seconds = progress.busy.as_secs_f64();
    let point = writer.show.chart.curve.last();
    let all = point.map_or(0, |one| one.feasible.size + one.infeasible.size);
    let values = [
        ("generation", progress.generation.unwrap_or(0).to_string()),
        (
            "evaluations",
            with_separators(&progress.evaluations.to_string()),
        ),
        ("all", all.to_string()),
        ("seconds", format!("{seconds:.1}")),
        ("seed", driver.watched().seed().to_string()),
    ];
    let key = match writer.show.archive {
        Some(_) => "explain.figures_of_map".to_owned(),
        None => format!("{}.hint", writer.show.about.figures),
    };
    writer.words.fill(&key, &values)
}
