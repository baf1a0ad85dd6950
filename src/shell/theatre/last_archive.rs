//! The archive that was watched last. It waits while the player plays one of its elites, so that they can come back to
//! it.

use std::sync::Arc;

use bevy::prelude::*;

use super::Show;
use crate::generation::driver::{Pace, RunDriver};
use crate::generation::watch::WatchedRun;
use crate::shell::games::ActiveGame;

/// The archive that was watched last; `None` if there was none.
#[derive(Resource, Default)]
pub struct LastArchive(Option<KeptArchive>);

/// An archive that can be shown again.
struct KeptArchive {
    /// The key of its game.
    game: Option<&'static str>,
    run: Arc<dyn WatchedRun>,
    /// Opens the theatre on it.
    show: Arc<dyn Fn(&mut World) + Send + Sync>,
    /// The selection and the pace at which it was left; `None` before that.
    left: Option<ArchiveView>,
}

/// The state in which an archive was left: the selected member, and the pace.
#[derive(Clone, Copy)]
struct ArchiveView {
    member: Option<u32>,
    pace: Pace,
}

/// Keeps an archive, which `show` opens again. The archive that was kept before is cancelled.
pub(super) fn keep_archive(
    world: &mut World,
    run: Arc<dyn WatchedRun>,
    show: impl Fn(&mut World) + Send + Sync + 'static,
) {
    let game = world.resource::<ActiveGame>().0;
    let show = Arc::new(show);
    let kept = KeptArchive {
        game,
        run,
        show,
        left: None,
    };
    let old = world.resource_mut::<LastArchive>().0.replace(kept);
    if let Some(old) = old {
        old.run.cancel();
    }
}

impl LastArchive {
    /// Ends a run that is no longer watched. The archive that is kept only pauses.
    pub(super) fn leave(&mut self, driver: &RunDriver, member: Option<u32>) {
        let run = driver.watched();
        match &mut self.0 {
            Some(kept) if Arc::ptr_eq(&kept.run, run) => {
                let pace = driver.pace;
                kept.left = Some(ArchiveView { member, pace });
                run.pause();
            }
            _ => run.cancel(),
        }
    }
}

/// Whether there is an archive of the game whose setup page is open.
pub fn can_go_back(world: &World) -> bool {
    let kept = world.resource::<LastArchive>().0.as_ref();
    kept.is_some_and(|kept| kept.game == world.resource::<ActiveGame>().0)
}

/// Opens the theatre on the archive that was watched last, as it was left, and does nothing if there is none.
pub fn go_back(world: &mut World) {
    let Some(kept) = &world.resource::<LastArchive>().0 else {
        return;
    };
    let (show, left) = (Arc::clone(&kept.show), kept.left);
    show(world);
    let Some(ArchiveView { member, pace }) = left else {
        return;
    };
    let mut show = world.resource_mut::<Show>();
    show.member = member;
    let run = show.run;
    if let Some(mut driver) = run.and_then(|run| world.get_mut::<RunDriver>(run)) {
        driver.pace = pace;
    }
}
