//! The row of the setup page in which the player chooses a side: one of those of the game, or the one that the seed draws
//! when the game begins.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::setup_page::row;
use super::{NewGame, TableGame, new_game};
use crate::session::seat::{only_human, seat_only_human};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::picture_button::pictured_choice;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{in_row, stack};

/// The player's choice.
#[derive(Clone, Copy, PartialEq)]
enum Choice {
    /// One of the sides of the game, from 0.
    Side(usize),
    /// The side that the seed draws.
    Random,
}

/// Width and height of the picture of a side, in interface pixels.
const PICTURE: f32 = 22.0;
/// The gap between the buttons, in interface pixels.
const GAP: f32 = 8.0;

/// Spawns the row in which the player chooses a side, if the game has sides.
pub(super) fn spawn_row<G: TableGame>(page: &mut ChildSpawnerCommands, world: &World) {
    let Some(sides) = G::SIDES else { return };
    let sprites = world.resource::<Sprites>();
    row(page, "setup.side", |row| {
        in_row(row, GAP, |row| {
            for (side, (name, sprite)) in sides.all.iter().enumerate() {
                let picture = sprites.get(sprite);
                let button = spawn_choice::<G>(row, picture, name, Choice::Side(side));
                let has_seat =
                    move |world: &World| side < G::seats(new_game::setup::<G>(world)).len();
                row.commands_mut()
                    .entity(button)
                    .insert(VisibleWhen::new(has_seat));
            }
            let picture = sprites.get("shared/chance");
            spawn_choice::<G>(row, picture, "setup.side.random", Choice::Random);
        });
    });
}

fn spawn_choice<G: TableGame>(
    row: &mut ChildSpawnerCommands,
    picture: Handle<Image>,
    name: &'static str,
    choice: Choice,
) -> Entity {
    let selected = SelectedWhen::new(move |world| chosen::<G>(world) == Some(choice));
    let layout = stack(FlexDirection::Row, 6.0);
    let picture = (picture, PICTURE);
    pictured_choice(row, layout, picture, name, selected, move |world| {
        choose::<G>(world, choice);
    })
}

/// The side that is chosen; `None` if there is not exactly one human.
fn chosen<G: TableGame>(world: &World) -> Option<Choice> {
    let sides = G::SIDES?;
    let game = world.resource::<NewGame<G>>();
    let human = only_human(&G::seats(&game.setup))?;
    if game.random_side {
        return Some(Choice::Random);
    }
    let mut all = 0..sides.all.len();
    let side = all.find(|side| (sides.seat)(&game.setup, *side) == human);
    side.map(Choice::Side)
}

/// Seats the player on a side. Before chance can do so there must be exactly one human.
fn choose<G: TableGame>(world: &mut World, choice: Choice) {
    let Some(sides) = G::SIDES else { return };
    let difficulty = world.resource::<Settings>().difficulty_of(G::KEY);
    let has_one = only_human(&G::seats(new_game::setup::<G>(world))).is_some();
    let side = match choice {
        Choice::Side(side) => Some(side),
        Choice::Random if has_one => None,
        Choice::Random => Some(0),
    };
    let take_side = |setup: &mut G::Setup, side: usize| {
        let (seat, usual) = ((sides.seat)(setup, side), (sides.usual)(setup, difficulty));
        seat_only_human((sides.seats)(setup), seat, &usual);
    };
    let is_seated =
        side.is_none_or(|side| new_game::change::<G>(world, |setup| take_side(setup, side)));
    if is_seated {
        world.resource_mut::<NewGame<G>>().random_side = choice == Choice::Random;
    }
}
