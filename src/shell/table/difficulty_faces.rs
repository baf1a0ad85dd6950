//! The difficulties with faces: a hatchling that sleeps, a creature that is awake, one with horns, and one with a crown.
//! Each is explained where the player points.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::setup_page::row;
use super::{NewGame, TableGame, new_game};
use crate::session::Difficulty;
use crate::shell::theme::bind::SelectedWhen;
use crate::shell::theme::picture_button::pictured_choice;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::tooltip::Tooltip;
use crate::shell::theme::widget::{in_row, stack};
use crate::shell::words::Words;

/// The sprites of the faces, the easiest difficulty first.
const FACES: [&str; 4] = [
    "shared/face_easy",
    "shared/face_normal",
    "shared/face_hard",
    "shared/face_expert",
];

/// Width and height of a face, in interface pixels.
const FACE: f32 = 60.0;
/// The least width of a button, so that all four are alike.
const BUTTON: f32 = 96.0;
/// The gap between the buttons, in interface pixels.
const GAP: f32 = 10.0;

/// Spawns the row with the difficulties.
pub(super) fn spawn_row<G: TableGame>(page: &mut ChildSpawnerCommands, world: &World) {
    let sprites = world.resource::<Sprites>();
    row(page, "play.difficulty", |row| {
        in_row(row, GAP, |row| {
            for (level, face) in Difficulty::ALL.into_iter().zip(FACES) {
                let selected = SelectedWhen::new(move |world| {
                    G::is_difficulty(&world.resource::<NewGame<G>>().setup, level)
                });
                let layout = Node {
                    min_width: px(BUTTON),
                    ..stack(FlexDirection::Column, 2.0)
                };
                let face = (sprites.get(face), FACE);
                let choice =
                    pictured_choice(row, layout, face, level.key(), selected, move |world| {
                        new_game::choose_difficulty::<G>(world, level);
                    });
                let explanation = Tooltip::new(move |world: &World| {
                    let key = G::difficulty_key(&world.resource::<NewGame<G>>().setup, level);
                    world.resource::<Words>().get(key)
                });
                row.commands().entity(choice).insert(explanation);
            }
        });
    });
}
