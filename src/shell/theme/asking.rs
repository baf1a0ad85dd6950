//! Buttons for actions that cannot be taken back. The first press asks, and the second one acts. The question is
//! dropped when the player presses another button, or when another screen or menu opens.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::widget::{ButtonStyle, button};
use crate::shell::screen::{Menu, Screen};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Asked>()
        .add_observer(drop_question_of_another_button)
        .add_systems(
            Update,
            drop_question.run_if(state_changed::<Screen>.or_else(state_changed::<Menu>)),
        );
}

/// A question before an action.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The key of the caption.
    pub caption: &'static str,
    /// The key of the question.
    pub really: &'static str,
    /// The number of the thing that the question is about, where several buttons have the same caption.
    pub number: usize,
}

/// The question that waits for an answer.
#[derive(Resource, Default)]
struct Asked(Option<Question>);

impl Question {
    /// Spawns a button that asks the question and acts at the next press.
    pub fn spawn_button(
        self,
        parent: &mut ChildSpawnerCommands,
        style: ButtonStyle,
        action: impl Fn(&mut World) + Clone + Send + Sync + 'static,
    ) -> Entity {
        let caption = move |world: &World| {
            let key = match world.resource::<Asked>().0 == Some(self) {
                true => self.really,
                false => self.caption,
            };
            world.resource::<Words>().get(key)
        };
        let spawned = button(parent, style, caption, move |world| {
            if world.resource::<Asked>().0 == Some(self) {
                world.resource_mut::<Asked>().0 = None;
                action(world);
            } else {
                world.resource_mut::<Asked>().0 = Some(self);
            }
        });
        parent.commands_mut().entity(spawned).insert(self);
        spawned
    }
}

fn drop_question_of_another_button(
    press: On<Activate>,
    questions: Query<&Question>,
    mut asked: ResMut<Asked>,
) {
    if asked.0.is_some() && questions.get(press.entity).ok().copied() != asked.0 {
        asked.0 = None;
    }
}

fn drop_question(mut asked: ResMut<Asked>) {
    asked.0 = None;
}
