//! Studies a plan in the background, in short slices, after the plan has stayed unchanged for a moment.

use bevy::prelude::*;
use bevy::tasks::Task;

use super::{Editing, Editor};
use crate::generation::pools::{spawn_or_default, take_result};

/// The seconds for which a plan must stay as it is before it is studied.
const REST: f32 = 0.08;

/// The progress of the study of a plan.
pub(super) struct StudyProgress<E: Editor> {
    /// The seconds for which the plan has stayed as it is.
    rested: f32,
    is_complete: bool,
    /// The next slice: the study after it, and whether there is more to do. It is dropped when the plan changes.
    slice: Option<Task<Option<(E::Study, bool)>>>,
}

impl<E: Editor> Default for StudyProgress<E> {
    fn default() -> Self {
        StudyProgress {
            rested: 0.0,
            is_complete: false,
            slice: None,
        }
    }
}

/// Studies the plan slice by slice.
pub(super) fn study_plan<E: Editor>(time: Res<Time>, mut editing: ResMut<Editing<E>>) {
    let editing = editing.bypass_change_detection();
    if editing.studied.is_complete {
        return;
    }
    editing.studied.rested += time.delta_secs();
    if let Some(found) = take_result(&mut editing.studied.slice) {
        match found {
            Some((study, has_more)) => {
                editing.study = study;
                editing.studied.is_complete = !has_more;
                editing.touch();
            }
            // The work has failed; the reason is in the log.
            None => editing.studied.is_complete = true,
        }
    }
    let studied = &editing.studied;
    if studied.slice.is_none() && studied.rested >= REST && !studied.is_complete {
        let (plan, mut study) = (editing.plan().clone(), editing.study.clone());
        editing.studied.slice = Some(spawn_or_default(move || {
            let has_more = E::study(&plan, &mut study);
            Some((study, has_more))
        }));
    }
}
