//! The lessons that the player has done. They are kept by the keys of their titles.

use std::collections::BTreeSet;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::lesson::LessonWords;
use super::player_file::{self, PlayerFile};

/// The lessons that the player has done.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LearntLessons(BTreeSet<String>);

impl PlayerFile for LearntLessons {
    const NAME: &'static str = "lessons.ron";
    const VERSION: u32 = 1;
}

impl LearntLessons {
    /// Whether a lesson was done.
    pub fn has(&self, lesson: LessonWords) -> bool {
        self.0.contains(lesson.title)
    }

    /// Returns the number of lessons among `lessons` that were done.
    pub fn count(&self, lessons: &[LessonWords]) -> usize {
        lessons.iter().filter(|lesson| self.has(**lesson)).count()
    }

    /// Returns the number of the first lesson among `lessons` that was not done; 0 if all were done.
    pub fn first_open(&self, lessons: &[LessonWords]) -> usize {
        let open = lessons.iter().position(|lesson| !self.has(*lesson));
        open.unwrap_or(0)
    }

    /// Notes that a lesson was done, and saves the lessons if it was not done before.
    pub fn note(world: &mut World, lesson: LessonWords) {
        let mut learnt = world.resource_mut::<LearntLessons>();
        if learnt.0.insert(lesson.title.to_owned()) {
            player_file::save::<LearntLessons>(world);
        }
    }
}
