//! The page of the experiments that belong to the games: the list, the progress of the chosen one, and its findings.

use std::sync::Arc;
use std::thread::JoinHandle;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;

use super::Laboratory;
use crate::base::{PlainError, available_threads};
use crate::experiment::{AnyExperiment, Entry, Report};
use crate::generation::pools::spawn_or_default;
use crate::plot::{Phrases, Plot};
use crate::shell::notice::show_failure_of;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::theme::look::Look;
use crate::shell::theme::palette;
use crate::shell::theme::plot::{PlotImage, spawn_plot};
use crate::shell::theme::report::{spawn_part, words_node};
use crate::shell::theme::scroll::{spawn_filled_area, wide_part};
use crate::shell::theme::widget::{TextSize, bound_text, choices, label, stack};
use crate::shell::words::{Language, Words};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ExperimentList>()
        .init_resource::<Experiments>()
        .add_systems(
            Update,
            (write_reports, show_report).run_if(in_state(Screen::Laboratory)),
        );
}

/// The experiments of all games.
#[derive(Resource, Clone, Default)]
pub struct ExperimentList(pub Vec<Entry>);

/// The experiments that have been started, and the one that the page shows, both by their places in the list.
#[derive(Resource, Default)]
pub struct Experiments {
    chosen: usize,
    /// The number of runs that have been started.
    started: u32,
    runs: Vec<Option<RunningExperiment>>,
}

/// An experiment that is under way or over.
struct RunningExperiment {
    /// The number that tells the runs of one experiment apart.
    number: u32,
    run: Arc<dyn AnyExperiment>,
    thread: JoinHandle<()>,
    /// Its findings, as soon as they are written.
    findings: Option<Findings>,
    /// The findings that are being written.
    writing: Option<(Presentation, Task<Option<Findings>>)>,
}

/// The language of the words, and the look of the plot.
type Presentation = (Language, Look);

/// The report of an experiment in one language and look.
struct Findings {
    presentation: Presentation,
    /// The words, tables and the plot, or the reason why there are none.
    report: Result<(Report, PlotImage), PlainError>,
}

impl Experiments {
    fn shown(&self) -> Option<&RunningExperiment> {
        self.runs.get(self.chosen)?.as_ref()
    }

    /// Whether the shown experiment is under way.
    pub(super) fn is_going(&self) -> bool {
        self.shown().is_some_and(|running| !running.is_over())
    }

    /// The report of the shown experiment, as soon as it is written.
    pub(super) fn report(&self) -> Option<&Report> {
        let findings = self.shown()?.findings.as_ref()?;
        findings.report.as_ref().ok().map(|(report, _)| report)
    }
}

impl RunningExperiment {
    /// Takes the samples on a thread of its own. A sample may last some seconds, and a task of the pools would delay
    /// everything else in the background for that long.
    fn start(run: Arc<dyn AnyExperiment>, number: u32) -> std::io::Result<Self> {
        let cores = available_threads();
        let samples = Arc::clone(&run);
        let thread = std::thread::Builder::new()
            .name("experiment".into())
            .spawn(move || samples.take_samples((cores - 1).max(1), &|| ()))?;
        Ok(RunningExperiment {
            number,
            run,
            thread,
            findings: None,
            writing: None,
        })
    }

    fn is_over(&self) -> bool {
        self.thread.is_finished()
    }
}

impl Drop for RunningExperiment {
    fn drop(&mut self) {
        self.run.stop();
    }
}

/// Writes the findings of a run in a language.
fn write_findings(run: &dyn AnyExperiment, presentation: Presentation) -> Findings {
    let (language, look) = presentation;
    let words = Words::of(language);
    let phrase: Phrases = &|key, values| words.fill(key, values);
    let report = run.report(phrase).map_err(PlainError::from);
    let report = report.and_then(|report| {
        let image = PlotImage::of(&report.plot, look, phrase)?;
        Ok((report, image))
    });
    Findings {
        presentation,
        report,
    }
}

/// Spawns the list, and the place of the report, which [`show_report`] fills.
pub(super) fn spawn(page: &mut ChildSpawnerCommands, experiment_list: &ExperimentList) {
    let row = Node {
        align_items: AlignItems::Center,
        flex_wrap: FlexWrap::Wrap,
        ..stack(FlexDirection::Row, 6.0)
    };
    page.spawn(row).with_children(|row| {
        let entries = experiment_list.0.iter().enumerate();
        choices(
            row,
            entries.map(|(at, entry)| (entry.name, at)),
            |world, at| world.resource::<Experiments>().chosen == at,
            |world, at| world.resource_mut::<Experiments>().chosen = at,
        );
        row.spawn(bound_text(TextSize::Small, palette::MIST, seed_text));
    });
    spawn_filled_area(page, 12.0, (Name::new("Report"), ReportArea(None)));
}

/// The text with the seed of the experiments, which is the seed of the settings page.
fn seed_text(world: &World) -> String {
    let seed = world.resource::<Laboratory>().draft.experiment().seed;
    let words = world.resource::<Words>();
    words.fill("experiment.seed", &[("seed", seed.to_string())])
}

/// The content of the area: the chosen experiment, the number of its run, and the language and look of its findings.
type Shown = (usize, Option<(u32, Option<Presentation>)>);

/// The area of the report, with its content.
#[derive(Component)]
struct ReportArea(Option<Shown>);

/// Starts the chosen experiment, or stops it if it is under way. A new run replaces a run that is over.
pub(super) fn start_or_stop(world: &mut World) {
    show_failure_of(world, try_start_or_stop);
}

fn try_start_or_stop(world: &mut World) -> Result<(), PlainError> {
    let experiments = world.resource::<Experiments>();
    let chosen = experiments.chosen;
    if let (true, Some(running)) = (experiments.is_going(), experiments.shown()) {
        running.run.stop();
        return Ok(());
    }
    let Some(prepare) = entry(world, chosen).map(|entry| entry.prepare) else {
        return Ok(());
    };
    let seed = world.resource::<Laboratory>().draft.experiment().seed;
    let run = prepare(seed)?;
    let count = world.resource::<ExperimentList>().0.len();
    let mut experiments = world.resource_mut::<Experiments>();
    experiments.started += 1;
    let number = experiments.started;
    let running = RunningExperiment::start(run, number)?;
    experiments.runs.resize_with(count, || None);
    experiments.runs[chosen] = Some(running);
    Ok(())
}

fn entry(world: &World, at: usize) -> Option<&Entry> {
    world.resource::<ExperimentList>().0.get(at)
}

/// The name of the chosen experiment, for its files.
pub(super) fn chosen_key(world: &World) -> Option<&'static str> {
    entry(world, world.resource::<Experiments>().chosen).map(|entry| entry.key)
}

/// The text of the main button.
pub(super) fn begin_text(world: &World) -> String {
    let experiments = world.resource::<Experiments>();
    let key = match (experiments.is_going(), experiments.shown()) {
        (true, _) => "lab.stop",
        (false, Some(_)) => "experiment.again",
        (false, None) => "experiment.run",
    };
    world.resource::<Words>().get(key)
}

/// The progress of the chosen experiment, in words.
pub(super) fn progress_text(world: &World) -> String {
    let Some(running) = world.resource::<Experiments>().shown() else {
        return String::new();
    };
    let (taken, all) = running.run.progress();
    let values = [("taken", taken.to_string()), ("all", all.to_string())];
    let key = match (running.is_over(), taken < all) {
        (false, _) => "experiment.progress",
        (true, true) => "experiment.stopped",
        (true, false) => "experiment.over",
    };
    world.resource::<Words>().fill(key, &values)
}

/// Writes the findings of each run that is over, in the language of the player.
fn write_reports(words: Res<Words>, settings: Res<Settings>, mut experiments: ResMut<Experiments>) {
    let presentation = (words.language(), settings.look());
    let runs = experiments.bypass_change_detection().runs.iter_mut();
    for running in runs.flatten().filter(|running| running.is_over()) {
        let written = running
            .findings
            .as_ref()
            .map(|findings| findings.presentation);
        let being_written = running
            .writing
            .as_ref()
            .map(|(presentation, _)| *presentation);
        if written != Some(presentation) && being_written != Some(presentation) {
            let run = Arc::clone(&running.run);
            let write = move || Some(write_findings(&*run, presentation));
            running.writing = Some((presentation, spawn_or_default(write)));
        }
        if let Some((_, task)) = &mut running.writing
            && let Some(findings) = check_ready(task)
        {
            running.writing = None;
            running.findings = Some(findings.unwrap_or_else(|| Findings {
                presentation,
                report: Err(PlainError::new(words.get("experiment.unwritten"))),
            }));
        }
    }
}

/// Fills the area with the report of the chosen experiment, whenever another report is to be shown.
fn show_report(
    (experiments, experiment_list): (Res<Experiments>, Res<ExperimentList>),
    mut images: ResMut<Assets<Image>>,
    mut areas: Query<(Entity, &mut ReportArea)>,
    mut commands: Commands,
) {
    let running = experiments.shown();
    let findings = running.and_then(|running| running.findings.as_ref());
    let number = running.map(|running| (running.number, findings.map(|found| found.presentation)));
    let wanted = (experiments.chosen, number);
    for (entity, mut area) in &mut areas {
        if area.0 == Some(wanted) {
            continue;
        }
        area.0 = Some(wanted);
        commands.entity(entity).despawn_children();
        let entry = experiment_list.0.get(experiments.chosen);
        let what = entry.map_or("lab.empty", |entry| entry.what);
        commands
            .entity(entity)
            .with_children(|area| match findings.map(|found| &found.report) {
                Some(Ok((report, plot))) => spawn_findings(area, &mut images, report, plot),
                Some(Err(why)) => {
                    area.spawn(words_node(why.to_string(), palette::FAULT));
                }
                None => {
                    area.spawn(label(what, TextSize::Lead, palette::MIST));
                }
            });
    }
}

/// Spawns the plot, and below it the words and tables.
fn spawn_findings(
    area: &mut ChildSpawnerCommands,
    images: &mut Assets<Image>,
    report: &Report,
    plot: &PlotImage,
) {
    wide_part(area, |area| {
        // Its words have room at this width.
        let place = Node {
            width: percent(100),
            min_width: px(Plot::WIDTH as f32),
            align_items: AlignItems::FlexStart,
            ..default()
        };
        area.spawn(place)
            .with_children(|place| spawn_plot(place, images, plot));
    });
    for part in &report.parts {
        spawn_part(area, part);
    }
}
