//! The theatre: the screen on which the player watches a run, controls it, and goes back through its generations.
//!
//! A game calls [`open`] with a run and with the function that uses the individual the player picks.

mod about;
mod archive_grid;
mod axis;
mod births;
mod chart;
mod chart_kind;
mod chart_legend;
mod chart_values;
mod click_shield;
pub mod close_up;
mod controls;
mod curves;
pub mod edit;
mod elite_mark;
mod evolve;
mod explain;
mod facts;
mod family_layout;
mod family_page;
mod family_widgets;
mod film;
mod flags;
mod follow;
pub mod growth_sound;
mod keep;
pub mod kept_picture;
pub mod legend;
mod members;
mod moments;
mod padlocks;
mod part;
mod playback;
mod reading;
mod replay;
pub mod run_file;
pub mod run_picture;
mod selected;
mod selected_picture;
mod sentences;
mod spoken;
mod stage;
mod steering;
mod story;
mod tips;
mod tries;
mod view;
pub mod waiting_runs;
mod wheel;
mod zoom;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;

use crate::generation::PopulationKind;
use crate::generation::dots::Dot;
use crate::generation::driver::{Pace, RunDriver};
use crate::generation::picture::Picture;
use crate::generation::run::{Pick, StopReason};
use crate::generation::story::Milestone;
use crate::generation::watch::{
    CurvePoint, DisplaySelection, Frame, PictureKind, Progress, Thumbnail, WatchedRun,
};
use crate::shell::input::ReadActions;
use crate::shell::screen::{Screen, set_screen};
use crate::shell::settings::{Settings, TheatrePace};
use crate::shell::table::new_game::FixedSeed;
use crate::shell::theme::paint::Painted;
pub use about::About;
use archive_grid::ShownArchive;
use axis::ChartAxes;
pub use elite_mark::{EliteMark, MarkElite};
use elite_mark::{MarkMember, Marks};
pub use evolve::{
    archive_parameters, evolve, fill_archive, fill_marked_archive, usual_archive_parameters,
};
use members::GridView;
use playback::Playback;
use reading::{LastRuns, ReadingAids};
use replay::Replay;
pub use selected_picture::LastPicture;
pub use story::is_story_shown;
pub use tips::shown as shown_tip;
use waiting_runs::WaitingRuns;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        click_shield::plugin,
        close_up::plugin,
        keep::plugin,
        run_file::plugin,
        run_picture::plugin,
        waiting_runs::plugin,
    ))
    .init_resource::<Show>()
    .init_resource::<LastPicture>()
    .init_resource::<LastRuns>()
    .init_resource::<tips::Tips>()
    .add_systems(OnEnter(Screen::Title), selected_picture::forget_picture)
    .add_systems(OnEnter(Screen::Setup), selected_picture::forget_picture)
    .add_systems(Update, legend::colour_signs)
    .add_systems(
        PreUpdate,
        reading::go_back
            .after(ReadActions)
            .run_if(in_state(Screen::Theatre)),
    )
    .add_systems(OnEnter(Screen::Theatre), stage::spawn_theatre)
    .add_systems(OnExit(Screen::Theatre), close_theatre);
    add_frame_systems(app);
}

/// Adds the systems that take in the player's input and show the run, once a frame and in this order.
fn add_frame_systems(app: &mut App) {
    app.add_systems(
        Update,
        (
            (controls::read_keys, edit::step_when_seen).chain(),
            archive_grid::read_map_pointer,
            legend::fill_legend,
            (selected_picture::fit_picture, tries::fit_line).chain(),
            (members::share_room, members::measure_grids).chain(),
            members::read_mouse.run_if(family_page::is_closed),
            chart::read_pointer.run_if(family_page::is_closed),
            selected::read_pointer.run_if(family_page::is_closed),
            (padlocks::read_pointer, steering::follow_steering)
                .chain()
                .run_if(family_page::is_closed),
            replay::advance_replay,
            stage::clear_pictures,
            follow::follow_run,
            stage::show_view,
            (
                chart::place_axis_numbers,
                flags::place_buttons,
                chart::name_chart,
            )
                .chain(),
            playback::advance_playback,
            (
                facts::update_bars,
                facts::show_portrait,
                facts::keep_facts_height,
                tries::update_bar,
            )
                .chain(),
            selected_picture::update_labels,
            (
                selected_picture::paint_selected,
                selected_picture::fade_labels,
            )
                .chain(),
            (births::measure_layer, births::paint_births).chain(),
            (
                story::show_story,
                family_page::follow_family,
                (growth_sound::play_growth, growth_sound::set_mood),
                (spoken::say_progress, tips::give_tips).chain(),
                kept_picture::paint_missing,
            )
                .chain(),
        )
            .chain()
            .run_if(in_state(Screen::Theatre)),
    );
}

/// The generations per second of the fast pace.
const FAST: f32 = 60.0;

/// The pace for a choice of the player.
fn pace_of(pace: TheatrePace) -> Pace {
    match pace {
        TheatrePace::Slow => Pace::Slow,
        TheatrePace::Usual => Pace::Usual,
        TheatrePace::Fast => Pace::PerSecond(FAST),
        TheatrePace::FlatOut => Pace::FlatOut,
    }
}

/// The pace at which a run opens: the one that the player chose last.
pub fn usual_pace(world: &World) -> Pace {
    pace_of(world.resource::<Settings>().theatre_pace)
}

/// The number of members of both populations that are shown at most.
const MEMBERS: usize = 2_000;

/// The function that uses the individual the player picks.
type OnPick = Arc<dyn Fn(&mut World, Pick) + Send + Sync>;

/// The state of the theatre.
#[derive(Resource, Default)]
pub struct Show {
    run: Option<Entity>,
    on_pick: Option<OnPick>,
    /// Makes the file of the run; `None` if it cannot be a file.
    save: Option<run_file::SaveRun>,
    /// The picture that the file of the run lacks; `None` if it has one, the run comes from no saved file, or the
    /// player has changed the run.
    missing_picture: Option<kept_picture::MissingPicture>,
    /// The task that paints the missing picture as the bytes of a PNG file.
    painting_missing: Option<Task<Option<Vec<u8>>>>,
    /// Opens the editor on an individual; `None` if the game has none for it.
    edit: Option<edit::Edit>,
    /// The frames after which a generation with an edited individual is made; 0 if none is due.
    due_step: u8,
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
    /// The aids with which the player reads the run.
    reading: ReadingAids,
    /// The curves of the chart: a point for each generation that the history holds.
    curve: Vec<CurvePoint>,
    /// The moments that matter.
    milestones: Vec<Milestone>,
    /// The flags of the chart that is shown, at some of these moments.
    flags: Vec<flags::Flag>,
    /// The dots of the chart that is shown.
    dots: Vec<Dot>,
    /// The axes of the chart; `None` before the first view.
    axes: Option<ChartAxes>,
    /// Whether the run has a target.
    has_target: bool,
    /// The index of the curves' point that is under the pointer.
    hovered: Option<usize>,
    /// The side of the large picture, in interface pixels.
    picture_side: f32,
    /// The size of the chart's texture, in pixels.
    chart_size: Vec2,
    /// The player's interventions in the run.
    steering: steering::SteeringView,
    /// The archive that the run fills; `None` if it has a population instead.
    archive: Option<ShownArchive>,
    /// Gives the marks of an archive's members; `None` if they have none.
    mark: Option<MarkMember>,
    /// The marks of the members that are shown.
    marks: Marks,
    /// The parts of the grids that are seen: of the infeasible and of the feasible members.
    grids: [GridView; 2],
    /// The replay of a run that has ended, while it goes on.
    replay: Option<Replay>,
    /// Whether the pictures of the run before are off the screen.
    is_cleared: bool,
    /// The large picture before the current one.
    previous_picture: Option<Picture>,
    /// The progress of the change from the previous picture to the current one, 0 to 1.
    morph_progress: f32,
    /// The progress of that change that is on the screen. It is behind while the next state is being painted.
    painted_progress: f32,
    /// Whether the current picture is the outcome of the run, and the one before was not.
    turns_into_outcome: bool,
    /// The number of large pictures that were shown.
    pictures_shown: u32,
    /// Whether a new view is needed.
    stale: bool,
    /// Whether the player waits for the new view.
    urgent: bool,
    /// The kind of the large picture.
    kind: PictureKind,
    /// The playback of the selected individual, while it is switched on.
    playback: Option<Playback>,
    /// The child whose birth is shown large, with its parents.
    followed: Option<u32>,
    /// The births that are shown over the populations.
    births: births::BirthShow,
    /// The pictures of the infeasible and of the feasible population.
    painted: [Option<Arc<Painted>>; 2],
    /// The task that paints the next view.
    painting: Option<Task<Option<view::View>>>,
    /// The task that paints the next state of the large picture.
    morphing: Option<Task<Option<Image>>>,
    /// The seconds since the last view was started.
    seconds_since_view: f32,
    /// The seconds that the last view took.
    view_took: f32,
}

impl Show {
    /// Whether something moves or is awaited on the screen, also after the run has ended. While the run is paused, its
    /// replay stands still.
    pub fn is_moving(&self, is_paused: bool) -> bool {
        let is_awaited = self.painting.is_some() || self.morphing.is_some();
        let is_replaying = self.replay.is_some() && !is_paused;
        let is_shown = is_replaying || self.playback.is_some() || self.births.is_moving();
        // The story waits while the player looks at something else.
        let is_looking = self.replay.is_some() || self.hovered.is_some() || self.record.is_some();
        let is_told = self.reading.telling.is_some() || self.reading.wait.is_some() && !is_looking;
        self.morph_progress < 1.0 || is_awaited || is_shown || is_told
    }

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

    /// The members of a population that are shown, with their indexes in the record.
    fn members(&self, kind: PopulationKind) -> impl Iterator<Item = &(u32, Thumbnail)> {
        let frame = self.frame.iter();
        frame.flat_map(move |frame| frame.members_of(kind))
    }

    /// The large picture that is shown now.
    fn picture(&self) -> Option<&Picture> {
        Some(self.frame.as_ref()?.picture(self.kind))
    }

    /// Changes the large picture from an old one to the one that is to be shown now.
    fn morph_from(&mut self, old: Option<Picture>) {
        self.previous_picture = old;
        self.turns_into_outcome = false;
        (self.morph_progress, self.painted_progress) = (0.0, 0.0);
        self.pictures_shown = self.pictures_shown.wrapping_add(1);
    }

    /// Whether the large picture is the outcome of the run.
    fn shows_outcome(&self) -> bool {
        let is_outcome = self.frame.as_ref().is_some_and(|frame| frame.is_outcome);
        is_outcome && self.kind == PictureKind::Usual
    }

    /// Asks for a new view as soon as possible.
    fn repaint_now(&mut self) {
        (self.stale, self.urgent) = (true, true);
    }

    /// The individual of the large picture.
    fn selection(&self) -> DisplaySelection {
        DisplaySelection {
            record: self.record.unwrap_or(usize::MAX),
            member: self.member,
        }
    }

    /// Whether the individual that the play button picks can be played.
    fn is_playable(&self) -> bool {
        if self.followed.is_some() {
            // The large picture shows a child that is not picked.
            return self.members(PopulationKind::Feasible).next().is_some();
        }
        let selected = self.frame.as_ref().map(|frame| &frame.selected);
        selected.is_some_and(|selected| selected.violation == 0)
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
    let picked = Arc::clone(&run);
    let on_pick = Arc::new(move |world: &mut World, pick| on_pick(world, &picked, pick));
    open_watched(world, run, pace, about, on_pick)
}

/// Opens the theatre on a run, as [`open`] does.
fn open_watched(
    world: &mut World,
    run: Arc<dyn WatchedRun>,
    pace: Pace,
    about: About,
    on_pick: OnPick,
) -> Entity {
    let archive = ShownArchive::of(&*run);
    let driver = RunDriver::new(run, pace);
    let entity = world.spawn((Name::new(about.title), driver)).id();
    // The run that was watched before ends. If it is kept, it only pauses.
    if let Some(old) = world.resource::<Show>().run.filter(|old| *old != entity) {
        world.resource_scope(|world, mut waiting: Mut<WaitingRuns>| {
            if let Some(driver) = world.get::<RunDriver>(old) {
                waiting.end_or_pause(driver, world.resource::<Show>());
            }
        });
        world.despawn(old);
    }
    let reading = reading::open(world, &about);
    // Pictures with a fixed seed are the same each time, so nothing plays in them.
    let plays = about.tries.is_some() && !world.contains_resource::<FixedSeed>();
    let old = world.resource::<Show>();
    let (grids, chart_size, kind) = (old.grids, old.chart_size, old.kind);
    world.insert_resource(Show {
        // The screen may stay open, so the old sizes are still right.
        grids,
        chart_size,
        kind,
        reading,
        archive,
        playback: plays.then(Playback::default),
        run: Some(entity),
        on_pick: Some(on_pick),
        about,
        stale: true,
        ..default()
    });
    // The screen may be open already, with an earlier run. It stays, and shows the new one.
    if *world.resource::<State<Screen>>().get() != Screen::Theatre {
        set_screen(world, Screen::Theatre);
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

/// Ends the run, or pauses it if it is kept, and clears the state.
fn close_theatre(
    mut show: ResMut<Show>,
    mut last: ResMut<LastRuns>,
    mut waiting: ResMut<WaitingRuns>,
    mut commands: Commands,
    runs: Query<&RunDriver>,
) {
    last.keep(&show);
    if let Some(run) = show.run.take() {
        if let Ok(driver) = runs.get(run) {
            waiting.end_or_pause(driver, &show);
        }
        commands.entity(run).try_despawn();
    }
    *show = Show::default();
}
