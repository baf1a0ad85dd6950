//! Questions before actions that cannot be taken back. The first press of a button or a key asks, and the second one
//! acts. The question is dropped when the player presses another button, when another screen or menu opens, and when
//! the position at the table changes.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::bind::BoundText;
use super::widget::{ButtonStyle, button};
use crate::shell::input::prompts::with_prompts;
use crate::shell::screen::{Menu, Screen};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OpenQuestion>()
        .add_observer(drop_question_of_another_button)
        .add_systems(
            Update,
            drop_question.run_if(state_changed::<Screen>.or_else(state_changed::<Menu>)),
        );
}

/// A question before an action. A button with this component belongs to the question.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The key of the caption.
    pub caption: &'static str,
    /// The key of the question.
    pub question: &'static str,
    /// The number of the thing that the question is about, where several buttons have the same caption.
    pub number: usize,
}

/// The question that waits for an answer.
#[derive(Resource, Default)]
pub struct OpenQuestion(Option<Question>);

impl OpenQuestion {
    /// Whether a question waits for an answer.
    pub fn is_asking(&self, question: &Question) -> bool {
        self.0.as_ref() == Some(question)
    }

    /// Drops the question.
    pub fn drop_question(&mut self) {
        self.0 = None;
    }
}

impl Question {
    /// The caption, or the question while it waits for an answer.
    pub fn text(self, world: &World) -> String {
        let key = match world.resource::<OpenQuestion>().is_asking(&self) {
            true => self.question,
            false => self.caption,
        };
        with_prompts(world, world.resource::<Words>().get(key))
    }

    /// Returns true if the question has been asked already, so that this is the answer. Otherwise asks it now.
    pub fn confirm_or_ask(self, world: &mut World) -> bool {
        let open = &mut world.resource_mut::<OpenQuestion>().0;
        if open.take() == Some(self) {
            return true;
        }
        *open = Some(self);
        false
    }

    /// Spawns a button that asks the question and acts at the next press.
    pub fn spawn_button(
        self,
        parent: &mut ChildSpawnerCommands,
        style: ButtonStyle,
        action: impl Fn(&mut World) + Clone + Send + Sync + 'static,
    ) -> Entity {
        let caption = BoundText::new(move |world| self.text(world));
        let spawned = button(parent, style, caption, move |world| {
            if self.confirm_or_ask(world) {
                action(world);
            }
        });
        parent.commands_mut().entity(spawned).insert(self);
        spawned
    }
}

fn drop_question_of_another_button(
    press: On<Activate>,
    questions: Query<&Question>,
    mut open: ResMut<OpenQuestion>,
) {
    if open.0.is_some() && questions.get(press.entity).ok().copied() != open.0 {
        open.drop_question();
    }
}

fn drop_question(mut open: ResMut<OpenQuestion>) {
    open.drop_question();
}
