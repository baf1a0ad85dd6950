//! The experiments on the setup page: the list, the progress of the chosen one, and what it has found.

use std::sync::Arc;
use std::thread::JoinHandle;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures_lite::future::{block_on, poll_once};

use crate::games::match3::experiment::catalogue::CATALOGUE;
use crate::games::match3::experiment::{AnyExperiment, Report};
use crate::generation::Seed;
use crate::generation::pools::spawn_or_default;
use crate::shell::laboratory;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::table::setup_page::row;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::look::Look;
use crate::shell::theme::palette;
use crate::shell::theme::plot::{PlotImage, spawn_plot};
use crate::shell::theme::report::{spawn_part, words_node};
use crate::shell::theme::scroll::scroll_area;
use crate::shell::theme::widget::{ButtonStyle, TextSize, button, choices, label, stack};
use crate::shell::words::{Language, Words};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Experiments>().add_systems(
        Update,
        (write_reports, show_report).run_if(in_state(Screen::Setup)),
    );
}

/// The experiments of the page, in the order of the catalogue.
#[derive(Resource, Default)]
struct Experiments {
    chosen: usize,
    /// The number of runs that have been started.
    started: u32,
    runs: [Option<RunningExperiment>; CATALOGUE.len()],
}

/// An experiment that is under way or over.
struct RunningExperiment {
    /// Tells the runs of one experiment apart.
    number: u32,
    run: Arc<dyn AnyExperiment>,
    thread: JoinHandle<()>,
    /// What it has found, once that is written.
    findings: Option<Findings>,
    /// The findings that are being written.
    writing: Option<(Manner, Task<Option<Findings>>)>,
}

/// The language of the words, and the look of the plot.
type Manner = (Language, Look);

/// The report of an experiment in one language.
struct Findings {
    manner: Manner,
    /// Words, tables and the plot, or the reason why there are none.
    report: Result<(Report, PlotImage), String>,
}

impl Experiments {
    fn shown(&self) -> Option<&RunningExperiment> {
        self.runs[self.chosen].as_ref()
    }
}

impl RunningExperiment {
    /// Takes the samples on a thread of its own. A sample may last half a second, for which a task of the pools would keep
    /// everything else in the background waiting.
    fn start(run: Arc<dyn AnyExperiment>, number: u32) -> std::io::Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
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
fn write_findings(run: &dyn AnyExperiment, manner: Manner) -> Findings {
    let (language, look) = manner;
    let words = Words::of(language);
    let report = run.report(&|key, values| words.fill(key, values));
    let report = report.map_err(|why| why.to_string());
    let report = report.and_then(|report| {
        let image = PlotImage::of(&report.plot, look)?;
        Ok((report, image))
    });
    Findings { manner, report }
}

/// Puts the experiments on the setup page.
pub(super) fn spawn(page: &mut ChildSpawnerCommands, is_shown: fn(&World) -> bool) {
    let list = row(page, "match3.setup.experiment", |row| {
        choices(
            row,
            CATALOGUE
                .iter()
                .enumerate()
                .map(|(at, entry)| (entry.name, at)),
            |world, at| world.resource::<Experiments>().chosen == at,
            |world, at| world.resource_mut::<Experiments>().chosen = at,
        );
        // One board of the first experiment, run by run, with whatever else the player wants to compare.
        let lab = button(row, ButtonStyle::Chip, "match3.lab.open", |world| {
            laboratory::open_preset(world, "match3-schemes");
        });
        let is_first = VisibleWhen::new(|world| world.resource::<Experiments>().chosen == 0);
        row.commands_mut().entity(lab).insert(is_first);
    });
    page.commands_mut()
        .entity(list)
        .insert(VisibleWhen::new(is_shown));
    page.spawn((Node::default(), VisibleWhen::new(is_shown)))
        .with_children(|frame| {
            let outer = Node {
                width: percent(100),
                height: px(AREA_HEIGHT),
                ..default()
            };
            let inner = stack(FlexDirection::Column, 10.0);
            scroll_area(frame, outer, inner, |area| {
                area.spawn((
                    Name::new("Report"),
                    ReportArea(None),
                    Node {
                        width: percent(100),
                        flex_shrink: 0.0,
                        ..stack(FlexDirection::Column, 12.0)
                    },
                ));
            });
        });
}

/// The height of the area of the report, in interface pixels.
const AREA_HEIGHT: f32 = 344.0;

/// What the area shows: an experiment, the number of its run, and the language of its findings.
type Shown = (usize, Option<(u32, Option<Manner>)>);

/// The area of the report, with what it shows.
#[derive(Component)]
struct ReportArea(Option<Shown>);

/// The seed of the page is the seed of the experiments. A run that has been started is stopped, and one that is over makes
/// room for another one.
pub(super) fn start_or_stop(world: &mut World, seed: Seed) -> Result<(), String> {
    let mut experiments = world.resource_mut::<Experiments>();
    let chosen = experiments.chosen;
    if let Some(running) = experiments.shown().filter(|running| !running.is_over()) {
        running.run.stop();
        return Ok(());
    }
    let prepare = CATALOGUE[chosen].prepare;
    let run = prepare(seed).map_err(|why| why.to_string())?;
    experiments.started += 1;
    let number = experiments.started;
    let running = RunningExperiment::start(run, number).map_err(|why| why.to_string())?;
    experiments.runs[chosen] = Some(running);
    Ok(())
}

/// The text of the main button.
pub(super) fn begin_text(world: &World) -> String {
    let shown = world.resource::<Experiments>().shown();
    let key = match shown {
        Some(running) if !running.is_over() => "match3.experiment.stop",
        Some(_) => "match3.experiment.again",
        None => "match3.experiment.run",
    };
    world.resource::<Words>().get(key)
}

/// How far the chosen experiment is.
pub(super) fn progress_text(world: &World) -> String {
    let Some(running) = world.resource::<Experiments>().shown() else {
        return String::new();
    };
    let (taken, all) = running.run.progress();
    let values = [("taken", taken.to_string()), ("all", all.to_string())];
    let key = match (running.is_over(), taken < all) {
        (false, _) => "match3.experiment.progress",
        (true, true) => "match3.experiment.stopped",
        (true, false) => "match3.experiment.over",
    };
    world.resource::<Words>().fill(key, &values)
}

/// Lets the findings of each run that is over be written in the language of the player.
fn write_reports(words: Res<Words>, settings: Res<Settings>, mut experiments: ResMut<Experiments>) {
    let manner = (words.language(), settings.look());
    let runs = experiments.bypass_change_detection().runs.iter_mut();
    for running in runs.flatten().filter(|running| running.is_over()) {
        let written = running.findings.as_ref().map(|findings| findings.manner);
        let being_written = running.writing.as_ref().map(|(manner, _)| *manner);
        if written != Some(manner) && being_written != Some(manner) {
            let run = Arc::clone(&running.run);
            let write = move || Some(write_findings(&*run, manner));
            running.writing = Some((manner, spawn_or_default(write)));
        }
        if let Some((_, task)) = &mut running.writing
            && let Some(findings) = block_on(poll_once(task))
        {
            running.writing = None;
            running.findings = Some(findings.unwrap_or_else(|| Findings {
                manner,
                report: Err(words.get("match3.experiment.unwritten")),
            }));
        }
    }
}

/// Fills the area with the report of the chosen experiment, whenever there is another one to show.
fn show_report(
    experiments: Res<Experiments>,
    mut images: ResMut<Assets<Image>>,
    mut areas: Query<(Entity, &mut ReportArea)>,
    mut commands: Commands,
) {
    let running = experiments.shown();
    let findings = running.and_then(|running| running.findings.as_ref());
    let number = running.map(|running| (running.number, findings.map(|found| found.manner)));
    let wanted = (experiments.chosen, number);
    for (entity, mut area) in &mut areas {
        if area.0 == Some(wanted) {
            continue;
        }
        area.0 = Some(wanted);
        commands.entity(entity).despawn_children();
        let what = CATALOGUE[experiments.chosen].what;
        commands
            .entity(entity)
            .with_children(|area| match findings.map(|found| &found.report) {
                Some(Ok((report, plot))) => spawn_findings(area, &mut images, report, plot),
                Some(Err(why)) => {
                    area.spawn(words_node(why.clone(), palette::FAULT));
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
    spawn_plot(area, images, plot);
    for part in &report.parts {
        spawn_part(area, part);
    }
}
