//! The theatre: watching any run live, steering it, and going back through it.
//!
//! A game opens it with [`open`] on a run, and says there what is to be done with the individual that the player picks.

mod controls;
mod evolve;
mod lead;
mod performance;
mod stage;
mod view;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use bevy::ui_widgets::{SliderRange, SliderValue};

use crate::generation::picture::Picture;
use crate::generation::run::{Pick, Stop};
use crate::generation::task::{Evolution, Pace};
use crate::generation::watch::{Frame, Lead, Live, Portrait, Progress};
use crate::shell::screen::Screen;
pub use evolve::evolve;
use performance::Performance;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Show>()
        .add_systems(OnEnter(Screen::Theatre), stage::spawn)
        .add_systems(OnExit(Screen::Theatre), close)
        .add_systems(
            Update,
            (
                controls::keys,
                watch,
                stage::put_view,
                performance::go_on,
                lead::put_bars,
                lead::put_labels,
                lead::morph,
            )
                .chain()
                .run_if(in_state(Screen::Theatre)),
        );
}

/// The paces to choose from, in generations a second; the last is as fast as it goes.
pub(crate) const PACES: [f32; 4] = [5.0, 15.0, 60.0, f32::INFINITY];

/// How many members are shown.
pub(crate) const MEMBERS: usize = GRID.0 * GRID.1;

/// Columns and rows of the grid of an atlas.
pub(crate) const GRID: (usize, usize) = (8, 5);

/// What is done with the individual that the player picks.
type OnPick = Arc<dyn Fn(&mut World, Pick) + Send + Sync>;

/// What the theatre shows.
#[derive(Resource, Default)]
pub struct Show {
    run: Option<Entity>,
    on_pick: Option<OnPick>,
    /// What is evolved.
    about: About,
    /// A place in the history, if the player went back; else the newest.
    place: Option<usize>,
    /// A place among the members shown.
    member: Option<u32>,
    progress: Progress,
    /// What the figures say; follows the views, since text is dear to lay out.
    said: Progress,
    frame: Option<Frame>,
    /// Where the axis of fitness ends.
    top: f64,
    /// The lead's picture before, and how far the change from it has come, 0 to 1.
    before: Option<Picture>,
    changed: f32,
    /// How many pictures of leads were shown.
    pictures: u32,
    /// What is shown is not what should be.
    stale: bool,
    /// The lead at work, if that is what is watched.
    performance: Option<Performance>,
    /// The next view, being painted in the background, and the lead on its way.
    painting: Option<Task<Option<view::View>>>,
    morphing: Option<Task<Option<Image>>>,
    /// Seconds since the last view was begun.
    since: f32,
}

impl Show {
    /// A member that is shown, by its place in the record.
    fn member_at(&self, place: u32) -> Option<&Portrait> {
        let mut members = self.frame.as_ref()?.members.iter();
        Some(&members.find(|(member, _)| *member == place)?.1)
    }

    /// The individual that the play button stands for.
    fn pick(&self) -> Option<Pick> {
        let generation = self.frame.as_ref()?.generation;
        match (self.member, self.place) {
            (Some(member), _) => Some(Pick::Member(generation, member)),
            (None, Some(_)) => Some(Pick::BestAt(generation)),
            (None, None) if self.progress.stop == Some(Stop::TargetMet) => Some(Pick::Best),
            (None, None) => Some(Pick::BestAt(generation)),
        }
    }

    /// The members shown, feasible or infeasible ones, with their places in the record.
    fn members(&self, feasible: bool) -> impl Iterator<Item = &(u32, Portrait)> {
        let all = self.frame.iter().flat_map(|frame| &frame.members);
        all.filter(move |(_, portrait)| (portrait.violation == 0) == feasible)
    }

    /// Who is shown large.
    fn lead(&self) -> Lead {
        Lead {
            place: self.place.unwrap_or(usize::MAX),
            member: self.member,
        }
    }

    /// Whether the individual that the play button stands for can be played.
    fn playable(&self) -> bool {
        let lead = self.frame.as_ref().map(|frame| &frame.lead);
        lead.is_some_and(|lead| lead.violation == 0)
    }
}

/// What the theatre says about a run: keys in the language files.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// What is evolved.
    pub title: &'static str,
    /// What the two populations are called, with `{count}` in it.
    pub groups: [&'static str; 2],
    /// What the chart shows of the two, and the part of the first.
    pub legend: [&'static str; 3],
    /// What the button says that takes the best one.
    pub take: &'static str,
    /// What makes an individual infeasible, if anything does.
    pub fault: Option<&'static str>,
    /// The button to watch an individual at work, where there is something to watch.
    pub watch: Option<&'static str>,
    /// The places of its members, where they have some.
    pub grid: Option<Grid>,
}

/// What the grid of an atlas shows; members are counted through its rows.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// What the rows are called.
    pub rows: [&'static str; GRID.1],
    /// What changes from left to right.
    pub axis: &'static str,
}

impl Default for About {
    fn default() -> Self {
        About {
            title: "",
            groups: ["theatre.feasible", "theatre.infeasible"],
            legend: [
                "theatre.chart.feasible",
                "theatre.chart.infeasible",
                "theatre.chart.size",
            ],
            take: "theatre.play",
            fault: None,
            watch: None,
            grid: None,
        }
    }
}

/// Opens the theatre on a run, at the pace at which it begins. `on_pick` gets the run and the individual that the player
/// picks. The entity returned carries the [`Evolution`] while the run is watched.
pub fn open<L: Live + 'static>(
    world: &mut World,
    live: Arc<L>,
    pace: Pace,
    about: About,
    on_pick: impl Fn(&mut World, &Arc<L>, Pick) + Send + Sync + 'static,
) -> Entity {
    let evolution = Evolution::new(Arc::clone(&live) as Arc<dyn Live>, pace);
    let run = world.spawn((Name::new(about.title), evolution)).id();
    // The run that was shown before is no longer watched.
    if let Some(old) = world.resource::<Show>().run.filter(|old| *old != run) {
        if let Some(evolution) = world.get::<Evolution>(old) {
            evolution.live().cancel();
        }
        world.despawn(old);
    }
    world.insert_resource(Show {
        run: Some(run),
        on_pick: Some(Arc::new(move |world: &mut World, pick| {
            on_pick(world, &live, pick);
        })),
        about,
        stale: true,
        ..default()
    });
    // Its screen may be open already, for the next run: it stays as it is.
    if *world.resource::<State<Screen>>().get() != Screen::Theatre {
        world
            .resource_mut::<NextState<Screen>>()
            .set(Screen::Theatre);
    }
    run
}

/// Does what is to be done with an individual of the run that is watched.
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

fn close(mut show: ResMut<Show>, mut commands: Commands, runs: Query<&Evolution>) {
    if let Some(run) = show.run.take() {
        if let Ok(evolution) = runs.get(run) {
            evolution.live().cancel();
        }
        commands.entity(run).try_despawn();
    }
    *show = Show::default();
}

/// Seconds between two views while a run goes on: painting should not hold it up.
const BETWEEN: f32 = 0.1;

/// Follows the run: at most one snapshot at a time is taken and painted, in the background.
fn watch(
    time: Res<Time>,
    mut show: ResMut<Show>,
    runs: Query<&Evolution>,
    mut timelines: Query<Entity, With<controls::Timeline>>,
    mut commands: Commands,
) {
    let Some(evolution) = show.run.and_then(|run| runs.get(run).ok()) else {
        return;
    };
    show.changed = (show.changed + time.delta_secs() / 0.25).min(1.0);
    show.since += time.delta_secs();
    let progress = evolution.live().progress();
    let moved = progress.generation != show.progress.generation
        || progress.records != show.progress.records
        || progress.stop != show.progress.stop;
    if moved && show.place.is_none() {
        show.stale = true;
        let last = progress.records.saturating_sub(1) as f32;
        for timeline in &mut timelines {
            let range = SliderRange::new(0.0, last.max(1.0));
            commands.entity(timeline).insert((SliderValue(last), range));
        }
    }
    show.progress = progress;
    if show.progress.stop.is_some() {
        show.said = show.progress.clone();
    }
    let ready = show.progress.records > 0 && show.painting.is_none();
    let soon = show.since >= BETWEEN || show.place.is_some();
    if show.stale && ready && soon {
        show.stale = false;
        show.since = 0.0;
        let (live, lead) = (Arc::clone(evolution.live()), show.lead());
        let grid = show.about.grid.is_some();
        let paint = async move { view::View::of(&*live, lead, grid) };
        show.painting = Some(AsyncComputeTaskPool::get().spawn(paint));
    }
}

/// How fast a run goes that is opened in the theatre: slow enough to be watched.
pub const OPENING_PACE: Pace = Pace::PerSecond(PACES[1]);
