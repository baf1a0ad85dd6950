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
mod drag;
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
mod repetition;
pub mod run_file;
pub mod run_picture;
mod selected;
mod selected_picture;
mod sentences;
mod show;
mod sign_counts;
mod spoken;
mod stage;
mod steering;
mod steering_log;
mod steering_parameters;
mod story;
mod tips;
mod tries;
mod view;
pub mod waiting_runs;
mod wheel;
mod zoom;

use std::sync::Arc;

use bevy::prelude::*;

use crate::generation::EvolutionParameters;
use crate::generation::driver::{Pace, RunDriver};
use crate::generation::run::Pick;
use crate::generation::watch::WatchedRun;
use crate::shell::access::is_listening;
use crate::shell::input::TakeActions;
use crate::shell::notice::show_phrase;
use crate::shell::screen::{Screen, set_screen};
use crate::shell::settings::{Settings, TheatrePace};
use crate::shell::table::new_game::FixedSeed;
pub use about::About;
use archive_grid::ShownArchive;
pub use elite_mark::{EliteMark, MarkElite};
pub use evolve::{
    archive_parameters, evolve, fill_archive, fill_marked_archive, usual_archive_parameters,
};
use playback::Playback;
use reading::LastRuns;
pub use selected_picture::LastPicture;
pub use show::Show;
use show::{LargePicture, ShownChart, ViewPainting};
pub use story::is_story_shown;
pub use tips::shown as shown_tip;
use waiting_runs::WaitingRuns;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        click_shield::plugin,
        close_up::plugin,
        keep::plugin,
        kept_picture::plugin,
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
            .in_set(TakeActions::OfPage)
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
            repetition::advance_repetition,
            stage::clear_pictures,
            follow::follow_run,
            stage::show_view,
            (
                chart::place_axis_numbers,
                flags::place_buttons,
                chart::name_chart.run_if(is_listening),
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
                (spoken::say_progress, spoken::say_selected, tips::give_tips).chain(),
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
const MEMBERS: usize = *EvolutionParameters::POPULATION.end() as usize;

/// The function that uses the individual the player picks.
type OnPick = Arc<dyn Fn(&mut World, Pick) + Send + Sync>;

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
    // The screen may stay open, so the old sizes are still right.
    let old = world.resource::<Show>();
    let (grids, chart_size, kind) = (old.grids, old.chart.size, old.large.kind);
    world.insert_resource(Show {
        grids,
        chart: ShownChart {
            size: chart_size,
            ..default()
        },
        large: LargePicture { kind, ..default() },
        views: ViewPainting {
            stale: true,
            ..default()
        },
        reading,
        archive,
        playback: plays.then(Playback::default),
        run: Some(entity),
        on_pick: Some(on_pick),
        about,
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
    let show = world.resource::<Show>();
    let driver = show.run.and_then(|run| world.get::<RunDriver>(run));
    if driver.is_some_and(|driver| driver.watched().is_behind()) {
        // An intervention was taken back, and the run is still shown as it was before.
        return show_phrase(world, "theatre.steering.is_behind");
    }
    if let Some(on_pick) = show.on_pick.clone() {
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
