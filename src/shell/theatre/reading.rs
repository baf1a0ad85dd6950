//! The aids with which the player reads a run: the kind of the chart, the last run beside this one, the story, and the
//! explanations.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;

use super::chart_kind::{ChartKind, Course, diversity_at};
use super::explain::Topic;
use super::family_page::FamilyPage;
use super::keep::KeepMenu;
use super::sign_counts::SignCounts;
use super::{About, Show};
use crate::generation::story::Event;
use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;

/// The seconds for which the end of the curve is shown before the story takes its place.
pub(super) const STORY_WAIT: f32 = 3.0;

/// A story, and the diversity that was measured for it.
pub(super) type StoryAndDiversity = (Arc<[Event]>, Vec<(u32, f64)>);

/// The aids with which the player reads a run.
#[derive(Default)]
pub(super) struct ReadingAids {
    /// The kind of chart that is shown.
    pub(super) chart: ChartKind,
    /// The upper end of the chart's scale, if the scale begins at 0.
    pub(super) top: Option<f64>,
    /// The diversity of some generations, as far as it was measured.
    pub(super) diversity: Vec<(u32, f64)>,
    /// The course of the last run of the same kind.
    pub(super) last: Option<Arc<Course>>,
    /// The story, when the run has ended.
    pub(super) story: Option<Arc<[Event]>>,
    /// Whether the story was asked for.
    pub(super) is_asked: bool,
    /// The task that tells the story.
    pub(super) telling: Option<Task<Option<StoryAndDiversity>>>,
    /// The seconds until the story is shown by itself; `None` if it is not.
    pub(super) wait: Option<f32>,
    /// The topic that is explained.
    pub(super) explained: Option<Topic>,
    /// Whether an individual was selected whose explanation is still to be said. It is not in view yet.
    pub(super) is_unsaid: bool,
    /// The numbers of the sign that is explained; `None` if no sign is.
    pub(super) sign: Option<SignCounts>,
    /// The page of a family, while it is open.
    pub(super) family: Option<FamilyPage>,
}

impl ReadingAids {
    /// Whether the page of a family covers the stage.
    pub(super) fn has_family_page(&self) -> bool {
        self.family.is_some()
    }

    /// The diversity of a generation, as far as it was measured, in percent.
    pub(super) fn diversity_at(&self, generation: u32) -> Option<f64> {
        diversity_at(&self.diversity, generation)
    }

    /// Shows the chart instead of the story, which comes back after the repetition that begins.
    pub(super) fn close_story(&mut self) {
        if self.chart == ChartKind::Story {
            self.chart = ChartKind::Distance;
            self.wait = Some(STORY_WAIT);
        }
    }
}

/// The courses of the last runs in this session, by the titles of the evolved things.
#[derive(Resource, Default)]
pub(super) struct LastRuns(HashMap<&'static str, Arc<Course>>);

impl LastRuns {
    /// Keeps the course of a run that is left. The chart of an archive shows no other one beside its own.
    pub(super) fn keep(&mut self, show: &Show) {
        if show.chart.curve.len() > 1 && show.archive.is_none() {
            let course = Course {
                curve: show.chart.curve.clone(),
                diversity: show.reading.diversity.clone(),
            };
            self.0.insert(show.about.title, Arc::new(course));
        }
    }
}

/// Returns the aids for reading a new run. The run that was watched before becomes the last one.
pub(super) fn open(world: &mut World, about: &About) -> ReadingAids {
    world.resource_scope(|world, mut runs: Mut<LastRuns>| {
        let old = world.resource::<Show>();
        runs.keep(old);
        let mut reading = ReadingAids {
            chart: match (old.reading.chart, about.tries) {
                (ChartKind::Spread | ChartKind::Sizes, Some(_)) => ChartKind::Distance,
                (chart, _) => chart,
            },
            last: runs.0.get(about.title).cloned(),
            ..default()
        };
        reading.close_story();
        // The story of the new run is told when it ends.
        reading.wait = None;
        reading
    })
}

/// Closes the list of what can be saved, or else the page of a family, or else the explanation, or else the panel that
/// intervenes, when the player goes back. If all are closed, the theatre is left.
pub(super) fn go_back(
    menu: Res<State<Menu>>,
    mut actions: ResMut<Actions>,
    mut keep: ResMut<KeepMenu>,
    mut show: ResMut<Show>,
) {
    let is_page_open = show.reading.family.is_some() || show.reading.explained.is_some();
    let is_open = keep.is_open || is_page_open || show.steering.is_open;
    if *menu.get() != Menu::None || !is_open || !actions.take(Action::Back) {
        return;
    }
    if std::mem::take(&mut keep.is_open) {
        return;
    }
    if show.reading.family.take().is_some() || show.reading.explained.take().is_some() {
        return;
    }
    show.steering.is_open = false;
    // The mark of the chosen part is drawn while the panel is open.
    show.repaint_now();
}
