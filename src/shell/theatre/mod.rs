//! The theatre: the screen on which the player watches a run, controls it, and goes back through its generations.
//!
//! A game calls [`open`] with a run and with the function that uses the individual the player picks.

mod chart;
mod controls;
mod evolve;
pub mod legend;
mod playback;
pub mod run_picture;
mod selected;
mod stage;
mod view;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::ui_widgets::{SliderRange, SliderValue};

use crate::generation::picture::Picture;
use crate::generation::pools::spawn_or_default;
use crate::generation::run::{Pick, StopReason};
use crate::generation::task::{Pace, RunDriver};
use crate::generation::watch::{DisplaySelection, Frame, Progress, Thumbnail, WatchedRun};
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
pub use evolve::evolve;
use playback::Playback;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(run_picture::plugin)
        .init_resource::<Show>()
        .add_systems(Update, legend::colour_signs)
        .add_systems(OnEnter(Screen::Theatre), stage::spawn_theatre)
        .add_systems(OnExit(Screen::Theatre), close_theatre)
        .add_systems(
            Update,
            (
                controls::read_keys,
                stage::spawn_grid,
                legend::fill_legend,
                follow_run,
                stage::show_view,
                playback::advance_playback,
                selected::update_bars,
                selected::update_labels,
                selected::paint_selected,
            )
                .chain()
                .run_if(in_state(Screen::Theatre)),
        );
}

/// The paces that the player can choose, in generations per second; the last one is as fast as possible.
pub(crate) const PACES: [f32; 4] = [5.0, 15.0, 60.0, f32::INFINITY];

/// The pace at which a run usually opens: slow enough to be watched.
pub const OPENING_PACE: Pace = Pace::PerSecond(PACES[1]);

/// The number of members that are shown of a population.
const MEMBERS: usize = 40;

/// The seconds between two views while a run goes on, so that painting does not slow it down.
const BETWEEN_VIEWS: f32 = 0.1;

/// The seconds in which the large picture changes from one individual to the next.
const MORPH_SECONDS: f32 = 0.25;

/// The function that uses the individual the player picks.
type OnPick = Arc<dyn Fn(&mut World, Pick) + Send + Sync>;

/// The state of the theatre.
#[derive(Resource, Default)]
pub struct Show {
    run: Option<Entity>,
    on_pick: Option<OnPick>,
    /// The texts about the run.
    about: About,
    /// The index in the history to which the player went back; `None` for the newest generation.
    record: Option<usize>,
    /// The member that the player selected; `None` for the best so far.
    member: Option<u32>,
    progress: Progress,
    /// The progress that the figures show. It changes only with the view, because laying out text is expensive.
    displayed_progress: Progress,
    frame: Option<Frame>,
    /// The end of the chart's fitness axis.
    fitness_axis_end: f64,
    /// The large picture before the current one.
    previous_picture: Option<Picture>,
    /// The progress of the change from the previous picture to the current one, 0 to 1.
    morph_progress: f32,
    /// The number of large pictures that were shown.
    pictures_shown: u32,
    /// Whether a new view is needed.
    stale: bool,
    /// The playback of the selected individual, while it is switched on.
    playback: Option<Playback>,
    /// The task that paints the next view.
    painting: Option<Task<Option<view::View>>>,
    /// The task that paints the next state of the large picture.
    morphing: Option<Task<Option<Image>>>,
    /// The seconds since the last view was started.
    seconds_since_view: f32,
}

impl Show {
    /// The thumbnail of a member, by its index in the record; `None` if it is not shown.
    fn member_at(&self, index: u32) -> Option<&Thumbnail> {
        let mut members = self.frame.as_ref()?.members.iter();
        Some(&members.find(|(member, _)| *member == index)?.1)
    }

    /// The individual that the play button picks.
    fn pick(&self) -> Option<Pick> {
        let generation = self.frame.as_ref()?.generation;
        match (self.member, self.record) {
            (Some(member), _) => Some(Pick::Member(generation, member)),
            (None, Some(_)) => Some(Pick::BestAt(generation)),
            (None, None) if self.progress.stop == Some(StopReason::TargetMet) => Some(Pick::Best),
            (None, None) => Some(Pick::BestAt(generation)),
        }
    }

    /// The feasible or the infeasible members that are shown, with their indexes in the record.
    fn members(&self, feasible: bool) -> impl Iterator<Item = &(u32, Thumbnail)> {
        let all = self.frame.iter().flat_map(|frame| &frame.members);
        all.filter(move |(_, thumbnail)| (thumbnail.violation == 0) == feasible)
    }

    /// The individual of the large picture.
    fn selection(&self) -> DisplaySelection {
        DisplaySelection {
            record: self.record.unwrap_or(usize::MAX),
            member: self.member,
        }
    }

    /// Whether the individual that the play button picks can be played.
    fn playable(&self) -> bool {
        let selected = self.frame.as_ref().map(|frame| &frame.selected);
        selected.is_some_and(|selected| selected.violation == 0)
    }
}

/// The texts about a run, as keys in the language files.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The heading: what is evolved.
    pub title: &'static str,
    /// The caption of the feasible members. The phrase contains `{count}`.
    pub feasible_members: &'static str,
    /// The caption of the infeasible members. The phrase contains `{count}`.
    pub infeasible_members: &'static str,
    /// The legend of the feasible population's curve.
    pub feasible_curve: &'static str,
    /// The legend of the infeasible population's curve.
    pub infeasible_curve: &'static str,
    /// The legend of the curve that shows the feasible population's share.
    pub share_curve: &'static str,
    /// The button that picks the best individual when the run has ended.
    pub take: &'static str,
    /// The reason why individuals are infeasible; `None` if all are feasible.
    pub fault: Option<&'static str>,
    /// The button that plays back an individual at work; `None` if there is nothing to watch.
    pub watch: Option<&'static str>,
    /// The grid of an archive; `None` if the run has a population instead.
    pub grid: Option<Grid>,
    /// The meaning of the pictures' colours and signs, if it has to be said.
    pub legend: Option<legend::Legend>,
}

/// The cells of an archive as a grid. The first cells form the first row, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of columns.
    pub columns: usize,
    /// The names of the rows.
    pub rows: &'static [&'static str],
    /// The name of the axis from left to right.
    pub axis: &'static str,
}

impl Default for About {
    fn default() -> Self {
        About {
            title: "",
            feasible_members: "theatre.feasible",
            infeasible_members: "theatre.infeasible",
            feasible_curve: "theatre.chart.feasible",
            infeasible_curve: "theatre.chart.infeasible",
            share_curve: "theatre.chart.size",
            take: "theatre.play",
            fault: None,
            watch: None,
            grid: None,
            legend: None,
        }
    }
}

/// Opens the theatre on a run and starts it at `pace`. `on_pick` gets the run and the individual that the player picks.
/// The returned entity carries the [`RunDriver`] while the run is watched.
pub fn open<R: WatchedRun + 'static>(
    world: &mut World,
    run: Arc<R>,
    pace: Pace,
    about: About,
    on_pick: impl Fn(&mut World, &Arc<R>, Pick) + Send + Sync + 'static,
) -> Entity {
    let driver = RunDriver::new(Arc::clone(&run) as Arc<dyn WatchedRun>, pace);
    let entity = world.spawn((Name::new(about.title), driver)).id();
    // The run that was watched before is cancelled.
    if let Some(old) = world.resource::<Show>().run.filter(|old| *old != entity) {
        if let Some(driver) = world.get::<RunDriver>(old) {
            driver.watched().cancel();
        }
        world.despawn(old);
    }
    world.insert_resource(Show {
        run: Some(entity),
        on_pick: Some(Arc::new(move |world: &mut World, pick| {
            on_pick(world, &run, pick);
        })),
        about,
        stale: true,
        ..default()
    });
    // The screen may be open already, with an earlier run. It stays, and shows the new one.
    if *world.resource::<State<Screen>>().get() != Screen::Theatre {
        world
            .resource_mut::<NextState<Screen>>()
            .set(Screen::Theatre);
    }
    entity
}

/// Picks an individual of the run that is watched, as if the player had picked it.
pub fn pick(world: &mut World, pick: Pick) {
    let on_pick = world.resource::<Show>().on_pick.clone();
    if let Some(on_pick) = on_pick {
        on_pick(world, pick);
    }
}

/// The entity of the run that is watched.
pub fn watched(world: &World) -> Option<Entity> {
    world.resource::<Show>().run
}

/// Cancels the run and clears the state.
fn close_theatre(mut show: ResMut<Show>, mut commands: Commands, runs: Query<&RunDriver>) {
    if let Some(run) = show.run.take() {
        if let Ok(driver) = runs.get(run) {
            driver.watched().cancel();
        }
        commands.entity(run).try_despawn();
    }
    *show = Show::default();
}

/// Follows the run: starts the painting of a new view when one is needed and no other is being painted.
fn follow_run(
    time: Res<Time>,
    mut show: ResMut<Show>,
    runs: Query<&RunDriver>,
    mut timelines: Query<Entity, With<controls::Timeline>>,
    settings: Res<Settings>,
    mut commands: Commands,
) {
    let Some(driver) = show.run.and_then(|run| runs.get(run).ok()) else {
        return;
    };
    show.morph_progress = (show.morph_progress + time.delta_secs() / MORPH_SECONDS).min(1.0);
    show.seconds_since_view += time.delta_secs();
    let progress = driver.watched().progress();
    let moved = progress.generation != show.progress.generation
        || progress.records != show.progress.records
        || progress.stop != show.progress.stop;
    if moved && show.record.is_none() {
        show.stale = true;
        let last = progress.records.saturating_sub(1) as f32;
        for timeline in &mut timelines {
            let range = SliderRange::new(0.0, last.max(1.0));
            commands.entity(timeline).insert((SliderValue(last), range));
        }
    }
    show.progress = progress;
    if show.progress.stop.is_some() {
        show.displayed_progress = show.progress.clone();
    }
    let ready = show.progress.records > 0 && show.painting.is_none();
    let soon = show.seconds_since_view >= BETWEEN_VIEWS || show.record.is_some();
    if show.stale && ready && soon {
        show.stale = false;
        show.seconds_since_view = 0.0;
        let (run, selection) = (Arc::clone(driver.watched()), show.selection());
        let grid = show.about.grid;
        let repaint = show.about.legend.and_then(|of| of.repaint(&settings));
        let paint = move || view::View::of(&*run, selection, grid, repaint);
        show.painting = Some(spawn_or_default(paint));
    }
}
