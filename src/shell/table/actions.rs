//! The standard actions of a game under way: their buttons, their keys, and what they do.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::computers::{self, Pace};
use super::{Pacing, TableGame, change};
use crate::session::Table;
use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;
use crate::shell::theme::bind::{Able, Lit, Shown, Told};
use crate::shell::theme::widget::{Look, button, choice, stack};
use crate::shell::words::Words;

/// Something that a player can do in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableAction {
    /// Take the last move back.
    Undo,
    /// Make it again.
    Redo,
    /// Show a good move.
    Hint,
    /// Go back to the start.
    Restart,
    /// Open the pause menu.
    Pause,
}

impl TableAction {
    /// All of them.
    pub const ALL: [TableAction; 5] = [
        TableAction::Undo,
        TableAction::Redo,
        TableAction::Hint,
        TableAction::Restart,
        TableAction::Pause,
    ];

    /// What its button says: a key in the language files.
    fn text(self) -> &'static str {
        match self {
            TableAction::Undo => "play.undo",
            TableAction::Redo => "play.redo",
            TableAction::Hint => "play.hint",
            TableAction::Restart => "play.restart",
            TableAction::Pause => "play.pause",
        }
    }

    /// The key or button of the gamepad for it; the pause menu is opened by the key for back.
    fn input(self) -> Option<Action> {
        match self {
            TableAction::Undo => Some(Action::Undo),
            TableAction::Redo => Some(Action::Redo),
            TableAction::Hint => Some(Action::Hint),
            TableAction::Restart => Some(Action::Restart),
            TableAction::Pause => None,
        }
    }

    /// Whether it is possible at present.
    fn is_possible<G: TableGame>(self, world: &World) -> bool {
        let Some(table) = world.get_resource::<Table<G>>() else {
            return false;
        };
        // A game that is looked back at is gone through, and not changed.
        let looking_back = world.resource::<Pacing>().looking_back;
        match self {
            TableAction::Undo if looking_back => table.session().can_undo(),
            TableAction::Redo if looking_back => table.session().can_redo(),
            TableAction::Undo => table.can_undo(),
            TableAction::Redo => table.can_redo(),
            TableAction::Restart => table.can_restart(),
            TableAction::Hint => table.is_human_turn() && !looking_back,
            TableAction::Pause => true,
        }
    }

    /// Does it.
    fn act<G: TableGame>(self, world: &mut World) {
        match self {
            TableAction::Undo => undo::<G>(world),
            TableAction::Redo => redo::<G>(world),
            TableAction::Hint => G::show_hint(world),
            TableAction::Restart => restart::<G>(world),
            TableAction::Pause => world.resource_mut::<NextState<Menu>>().set(Menu::Pause),
        }
    }
}

/// Takes the last move back, and the computers' replies with it. While the game is looked back at, goes one move back.
pub fn undo<G: TableGame>(world: &mut World) {
    if step_through::<G>(world, |here| here.saturating_sub(1)) {
        return;
    }
    // Computers among themselves would at once go on as before.
    if computers::is_demonstration::<G>(world) {
        world.resource_mut::<Pacing>().paused = true;
    }
    change::<G>(world, Table::undo);
}

/// Makes a move again that was taken back. While the game is looked back at, goes one move on.
pub fn redo<G: TableGame>(world: &mut World) {
    if !step_through::<G>(world, |here| here + 1) {
        change::<G>(world, Table::redo);
    }
}

/// Goes back to the start.
pub fn restart<G: TableGame>(world: &mut World) {
    if step_through::<G>(world, |_| 0) {
        return;
    }
    G::before_restart(world);
    change::<G>(world, Table::restart);
}

/// Goes to another move of a game that is looked back at; false if it is not.
fn step_through<G: TableGame>(world: &mut World, to: fn(usize) -> usize) -> bool {
    let looking_back = world.resource::<Pacing>().looking_back;
    if looking_back && let Some(table) = world.get_resource::<Table<G>>() {
        let moves = to(table.moves().len());
        go_to::<G>(world, moves);
    }
    looking_back
}

/// Goes to the position after so many moves, to look at it. Nothing is saved: the save stays where the game is.
pub fn go_to<G: TableGame>(world: &mut World, moves: usize) {
    if let Some(mut table) = world.get_resource_mut::<Table<G>>() {
        table.go_to(moves);
    }
}

/// The keys and the gamepad do what the buttons do.
pub(super) fn keys<G: TableGame>(
    actions: Res<Actions>,
    menu: Res<State<Menu>>,
    table: Res<Table<G>>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::None {
        return;
    }
    for action in G::actions(&table) {
        if action.input().is_some_and(|input| actions.begun(input)) {
            let action = *action;
            commands.queue(move |world: &mut World| {
                if action.is_possible::<G>(world) {
                    action.act::<G>(world);
                }
            });
        }
    }
    if actions.begun(Action::Toggle) {
        commands.queue(|world: &mut World| {
            let looking_back = world.resource::<Pacing>().looking_back;
            if !looking_back && computers::is_demonstration::<G>(world) {
                computers::toggle_pause(world);
            }
        });
    }
}

/// The buttons of the actions in rows, and above them the paces of computers among themselves.
pub(super) fn buttons<G: TableGame>(bottom: &mut ChildSpawnerCommands, table: &Table<G>) {
    paces::<G>(bottom);
    for row in G::actions(table).chunks(G::ACTIONS_PER_ROW) {
        bottom
            .spawn(stack(FlexDirection::Row, 8.0))
            .with_children(|place| {
                for &action in row {
                    let told = Told::key(action.text());
                    let button = button(place, Look::Plain, told, move |world| {
                        action.act::<G>(world);
                    });
                    let possible = Able::when(move |world| action.is_possible::<G>(world));
                    place.commands_mut().entity(button).insert(possible);
                }
            });
    }
}

/// How fast computers among themselves play, and a button that lets them wait.
fn paces<G: TableGame>(bottom: &mut ChildSpawnerCommands) {
    let shown = Shown::when(|world| {
        computers::is_demonstration::<G>(world) && !world.resource::<Pacing>().looking_back
    });
    bottom
        .spawn((stack(FlexDirection::Row, 6.0), shown))
        .with_children(|row| {
            let told = Told::by(|world| {
                let paused = world.resource::<Pacing>().paused;
                let key = if paused { "play.go_on" } else { "play.hold" };
                world.resource::<Words>().say(key)
            });
            button(row, Look::Chip, told, computers::toggle_pause);
            for pace in Pace::ALL {
                let lit = Lit::when(move |world| world.resource::<Pacing>().pace == pace);
                choice(row, Told::key(pace.key()), lit, move |world| {
                    world.resource_mut::<Pacing>().pace = pace;
                });
            }
        });
}
