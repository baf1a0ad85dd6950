//! The experiment that is run: its runs in the background, and the reports on them.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;

use super::report::report;
use super::settings_page::check_typed_seed;
use super::{Kits, Laboratory, Page};
use crate::base::PlainError;
use crate::generation::laboratory::LabRun;
use crate::generation::laboratory::task::run_in_background;
use crate::generation::pools::{spawn_or_default, take_result};
use crate::plot::{Phrases, Report};
use crate::shell::notice::{Notices, show_failure_of};
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::theme::look::Look;
use crate::shell::theme::plot::PlotImage;
use crate::shell::words::{Language, Words};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Running>()
        .add_systems(Update, (write_reports, announce_end));
}

/// The seconds between two reports on runs that go on.
const REPORT_EVERY: f32 = 0.7;

/// The experiment whose runs are being made or have been made.
#[derive(Resource, Default)]
pub struct Running {
    lab: Option<Arc<LabRun>>,
    task: Option<Task<()>>,
    /// The newest report.
    pub(super) findings: Option<Arc<LabFindings>>,
    writing: Option<Task<Option<LabFindings>>>,
    /// Seconds since the last report was begun.
    seconds: f32,
    is_end_announced: bool,
}

/// A report in one language on a number of runs.
pub(super) struct LabFindings {
    /// The language of the words, and the look of the plot.
    presentation: (Language, Look),
    done: usize,
    /// Whether no further runs would follow.
    is_last: bool,
    /// The words and tables, and the plot or the reason why there is none.
    pub report: Report,
    pub plot: Result<PlotImage, PlainError>,
}

impl Running {
    /// The experiment.
    pub fn lab(&self) -> Option<&Arc<LabRun>> {
        self.lab.as_ref()
    }

    /// Whether runs are being made.
    pub fn is_going(&self) -> bool {
        self.task.as_ref().is_some_and(|task| !task.is_finished())
    }

    /// The words and tables of the newest report.
    pub fn report(&self) -> Option<&Report> {
        self.findings.as_ref().map(|findings| &findings.report)
    }
}

/// Starts the runs of the draft, or stops those that are going on.
pub fn start_or_stop(world: &mut World) {
    let running = world.resource::<Running>();
    if let (true, Some(lab)) = (running.is_going(), running.lab()) {
        lab.stop();
        return;
    }
    show_failure_of(world, start);
}

fn start(world: &mut World) -> Result<(), PlainError> {
    check_typed_seed(world)?;
    let subjects = world.resource::<Kits>().subjects();
    let experiment = world.resource::<Laboratory>().draft.experiment().clone();
    let lab = Arc::new(LabRun::new(experiment, &subjects)?);
    let task = run_in_background(&lab);
    *world.resource_mut::<Running>() = Running {
        lab: Some(lab),
        task: Some(task),
        seconds: REPORT_EVERY,
        ..Running::default()
    };
    world.resource_mut::<Laboratory>().page = Page::Results;
    Ok(())
}

/// Writes reports from time to time while runs are made, and once at the end, in the language of the player.
fn write_reports(
    time: Res<Time<Real>>,
    words: Res<Words>,
    settings: Res<Settings>,
    mut running: ResMut<Running>,
) {
    let running = running.bypass_change_detection();
    let Some(lab) = running.lab.clone() else {
        return;
    };
    running.seconds += time.delta_secs();
    if running.writing.is_some() {
        if let Some(Some(findings)) = take_result(&mut running.writing) {
            running.findings = Some(Arc::new(findings));
        }
        return;
    }
    let presentation = (words.language(), settings.look());
    let is_last = !running.is_going();
    let wanted = (presentation, lab.done(), is_last);
    let is_wanted =
        |known: &Arc<LabFindings>| (known.presentation, known.done, known.is_last) == wanted;
    let is_due = running.seconds >= REPORT_EVERY || is_last;
    if is_due && !running.findings.as_ref().is_some_and(is_wanted) {
        running.seconds = 0.0;
        let write = move || Some(findings(&lab, presentation, is_last));
        running.writing = Some(spawn_or_default(write));
    }
}

fn findings(lab: &LabRun, presentation: (Language, Look), is_last: bool) -> LabFindings {
    // Runs that end while the report is written count for the next report.
    let done = lab.done();
    let words = Words::of(presentation.0);
    let report = report(lab, &words);
    let phrase: Phrases = &|key, values| words.fill(key, values);
    LabFindings {
        presentation,
        done,
        is_last,
        plot: PlotImage::of(&report.plot, presentation.1, phrase),
        report,
    }
}

/// Tells the player that all runs are made, if another screen is shown.
fn announce_end(
    screen: Res<State<Screen>>,
    words: Res<Words>,
    mut running: ResMut<Running>,
    mut notices: ResMut<Notices>,
) {
    let running = running.bypass_change_detection();
    let Some(lab) = running.lab.as_ref() else {
        return;
    };
    if running.is_end_announced || running.is_going() {
        return;
    }
    running.is_end_announced = true;
    if *screen.get() != Screen::Laboratory && !lab.is_stopped() {
        notices.show(words.get("lab.done"));
    }
}
