//! The runs that were watched last, one with a population and one that fills an archive. They wait while the player is
//! on another screen, so that the player can come back to them. The second part of a run, such as a calibration, waits too.

use std::sync::Arc;

use bevy::prelude::*;

use super::chart_kind::Course;
use super::kept_picture::MissingPicture;
use super::{Show, open_watched, usual_pace};
use crate::generation::driver::{Pace, RunDriver};
use crate::generation::watch::WatchedRun;
use crate::shell::games::ActiveGame;
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    let to_setup_page = OnTransition {
        exited: Screen::Theatre,
        entered: Screen::Setup,
    };
    app.init_resource::<WaitingRuns>()
        .add_systems(to_setup_page, say_that_run_waits);
}

/// A kind of run that can wait. The newest run of each kind does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingKind {
    /// A run with a population.
    Run,
    /// A run that fills an archive.
    Archive,
}

/// The runs that were watched last.
#[derive(Resource, Default)]
pub struct WaitingRuns {
    run: Option<WaitingRun>,
    archive: Option<WaitingRun>,
    /// The second part of a run, such as the calibration of the individual that the player has picked. The way back to the
    /// run leads there first.
    second_part: Option<WaitingRun>,
    /// The kind of the run that was left last, if it has not ended.
    unfinished: Option<WaitingKind>,
}

/// A run that can be shown again.
struct WaitingRun {
    /// The key of its game.
    game: Option<&'static str>,
    run: Arc<dyn WatchedRun>,
    /// Opens the theatre on it.
    show: Arc<dyn Fn(&mut World) + Send + Sync>,
    /// The view in which it was left; `None` before that.
    left: Option<LeftView>,
}

impl WaitingRun {
    /// A run of the active game, which `show` opens again.
    fn new(
        world: &World,
        run: Arc<dyn WatchedRun>,
        show: impl Fn(&mut World) + Send + Sync + 'static,
    ) -> Self {
        WaitingRun {
            game: world.resource::<ActiveGame>().0,
            run,
            show: Arc::new(show),
            left: None,
        }
    }
}

/// The view in which a run was left.
#[derive(Clone)]
struct LeftView {
    /// The index in the history to which the player had gone back.
    record: Option<usize>,
    /// The selected member.
    member: Option<u32>,
    /// The generation in which it was selected.
    member_generation: Option<u32>,
    pace: Pace,
    /// The generation at which the run pauses by itself.
    until: Option<u32>,
    /// The picture that the file of the run lacks.
    missing_picture: Option<MissingPicture>,
    /// The course of the run before this one. The course of this run itself has taken its place since then.
    last: Option<Arc<Course>>,
}

impl WaitingRuns {
    /// The run of a kind to which the way back leads in a game.
    fn get(&self, kind: WaitingKind, game: Option<&'static str>) -> Option<&WaitingRun> {
        let mut kept = match kind {
            WaitingKind::Run => [self.second_part.as_ref(), self.run.as_ref()],
            WaitingKind::Archive => [self.archive.as_ref(), None],
        }
        .into_iter()
        .flatten();
        kept.find(|kept| kept.game == game)
    }

    fn get_mut(&mut self, kind: WaitingKind) -> &mut Option<WaitingRun> {
        match kind {
            WaitingKind::Run => &mut self.run,
            WaitingKind::Archive => &mut self.archive,
        }
    }

    /// The entry of a run that waits; `None` if the run is not kept.
    fn find_mut(&mut self, run: &Arc<dyn WatchedRun>) -> Option<&mut WaitingRun> {
        let all = [&mut self.run, &mut self.archive, &mut self.second_part];
        let mut kept = all.into_iter().flatten();
        kept.find(|kept| Arc::ptr_eq(&kept.run, run))
    }

    /// Ends a run that is no longer watched. A run that is kept only pauses.
    pub(super) fn end_or_pause(&mut self, driver: &RunDriver, show: &Show) {
        self.unfinished = None;
        let run = driver.watched();
        let kind = WaitingKind::of(&**run);
        let Some(kept) = self.find_mut(run) else {
            return run.cancel();
        };
        kept.left = Some(LeftView {
            record: show.record,
            member: show.member,
            member_generation: show.member_generation,
            pace: driver.pace,
            until: driver.until,
            missing_picture: show.missing_picture.clone(),
            last: show.reading.last.clone(),
        });
        run.pause();
        let progress = run.progress();
        let is_unfinished = progress.generation.is_some() && progress.stop.is_none();
        self.unfinished = is_unfinished.then_some(kind);
    }
}

impl WaitingKind {
    fn of(run: &dyn WatchedRun) -> Self {
        match run.archive() {
            Some(_) => WaitingKind::Archive,
            None => WaitingKind::Run,
        }
    }

    /// The key of the button that leads back to the run.
    pub fn button(self) -> &'static str {
        match self {
            WaitingKind::Run => "theatre.run.go_back",
            WaitingKind::Archive => "theatre.archive.go_back",
        }
    }

    /// Whether a run of this kind waits for the game whose setup page is open.
    pub fn is_there(self, world: &World) -> bool {
        let game = world.resource::<ActiveGame>().0;
        world.resource::<WaitingRuns>().get(self, game).is_some()
    }

    /// Opens the theatre on the run as it was left, and does nothing if there is none.
    pub fn go_back(self, world: &mut World) {
        let game = world.resource::<ActiveGame>().0;
        let Some(kept) = world.resource::<WaitingRuns>().get(self, game) else {
            return;
        };
        let (show, left) = (Arc::clone(&kept.show), kept.left.clone());
        show(world);
        let Some(left) = left else { return };
        let mut show = world.resource_mut::<Show>();
        (show.record, show.member) = (left.record, left.member);
        show.member_generation = left.member_generation;
        show.missing_picture = left.missing_picture;
        show.reading.last = left.last;
        let run = show.run;
        if let Some(mut driver) = run.and_then(|run| world.get_mut::<RunDriver>(run)) {
            (driver.pace, driver.until) = (left.pace, left.until);
        }
    }
}

/// Keeps a run, which `show` opens again. The run of its kind that was kept before is cancelled, and so is the second
/// part of that run.
pub(super) fn keep(
    world: &mut World,
    run: Arc<dyn WatchedRun>,
    show: impl Fn(&mut World) + Send + Sync + 'static,
) {
    let kind = WaitingKind::of(&*run);
    let kept = WaitingRun::new(world, run, show);
    let mut waiting = world.resource_mut::<WaitingRuns>();
    let old = waiting.get_mut(kind).replace(kept);
    let second_part = waiting.second_part.take_if(|_| kind == WaitingKind::Run);
    for old in old.into_iter().chain(second_part) {
        old.run.cancel();
    }
}

/// Keeps the second part of a run, which `show` opens again, until it is forgotten or another run with a population is
/// watched. Another second part that was kept before is cancelled.
pub fn keep_second_part(
    world: &mut World,
    run: Arc<dyn WatchedRun>,
    show: impl Fn(&mut World) + Send + Sync + 'static,
) {
    let kept = WaitingRun::new(world, run, show);
    let mut waiting = world.resource_mut::<WaitingRuns>();
    if let Some(old) = waiting.second_part.replace(kept) {
        old.run.cancel();
    }
}

/// Forgets the second part of a run, because it has served its purpose. The way back leads to the run itself again.
pub fn forget_second_part(world: &mut World) {
    world.resource_mut::<WaitingRuns>().second_part = None;
}

/// Keeps the run on which the theatre has opened, with its file and its editor.
pub(super) fn keep_watched(world: &mut World) {
    let show = world.resource::<Show>();
    let driver = show.run.and_then(|run| world.get::<RunDriver>(run));
    let (Some(driver), Some(on_pick)) = (driver, show.on_pick.clone()) else {
        return;
    };
    let run = Arc::clone(driver.watched());
    let (about, save, edit) = (show.about, show.save.clone(), show.edit.clone());
    keep(world, Arc::clone(&run), move |world| {
        let pace = usual_pace(world);
        open_watched(world, Arc::clone(&run), pace, about, Arc::clone(&on_pick));
        let mut show = world.resource_mut::<Show>();
        (show.save, show.edit) = (save.clone(), edit.clone());
    });
}

/// Tells a player who has left a run before its end, and is on the setup page, that the run waits.
fn say_that_run_waits(
    mut waiting: ResMut<WaitingRuns>,
    words: Res<Words>,
    mut notices: ResMut<Notices>,
) {
    if let Some(kind) = waiting.unfinished.take() {
        let button = words.get(kind.button());
        notices.show(words.fill("theatre.waits", &[("button", button)]));
    }
}
