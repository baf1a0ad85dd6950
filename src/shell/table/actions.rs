//! The standard actions of a game under way: their buttons, their keys, and their effects.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::computers;
use super::idle::HintButton;
use super::look_back::length_of_line;
use super::pacing::{self, MovePace};
use super::{Pacing, ResultButton, TableGame, change, resign, skill};
use crate::session::Table;
use crate::shell::audio::{PlaySound, Sound};
use crate::shell::input::{Action, Actions};
use crate::shell::screen::{Menu, set_menu};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{BoundText, EnabledWhen, VisibleWhen};
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::widget::{ButtonStyle, button, choices, in_row, share_row, stack};
use crate::shell::words::Words;

/// An action that a player can do in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableAction {
    /// Takes the last move back.
    Undo,
    /// Makes a move again that was taken back.
    Redo,
    /// Shows a good move.
    Hint,
    /// Goes back to the start.
    Restart,
    /// Gives the game up, when it is asked for twice.
    Resign,
    /// Opens the pause menu.
    Pause,
}

impl TableAction {
    /// The actions of a game without a rival.
    pub const ALONE: [TableAction; 5] = [
        TableAction::Undo,
        TableAction::Redo,
        TableAction::Hint,
        TableAction::Restart,
        TableAction::Pause,
    ];

    /// The actions of a game against rivals.
    pub const AGAINST_RIVALS: [TableAction; 6] = [
        TableAction::Undo,
        TableAction::Redo,
        TableAction::Hint,
        TableAction::Restart,
        TableAction::Resign,
        TableAction::Pause,
    ];

    /// Returns the text on the button of the action.
    fn caption(self) -> BoundText {
        let key = match self {
            TableAction::Resign => return BoundText::new(|world| resign::QUESTION.text(world)),
            TableAction::Undo => "play.undo",
            TableAction::Redo => "play.redo",
            TableAction::Hint => "play.hint",
            TableAction::Restart => "play.restart",
            TableAction::Pause => "play.pause",
        };
        BoundText::phrase(key)
    }

    /// Returns the input for the action.
    fn input(self) -> Action {
        match self {
            TableAction::Undo => Action::Undo,
            TableAction::Redo => Action::Redo,
            TableAction::Hint => Action::Hint,
            TableAction::Restart => Action::Restart,
            TableAction::Resign => Action::Resign,
            TableAction::Pause => Action::Back,
        }
    }

    /// Whether the action is possible now.
    fn is_possible<G: TableGame>(self, world: &World) -> bool {
        let Some(table) = world.get_resource::<Table<G>>() else {
            return false;
        };
        // While the player looks back, the actions go through the game and do not change it.
        let pacing = world.resource::<Pacing>();
        let looking_back = pacing.is_looking_back();
        match self {
            TableAction::Undo if looking_back => table.session().can_undo(),
            TableAction::Redo if looking_back => {
                table.moves().len() < length_of_line(table, pacing.length_of_game())
            }
            TableAction::Undo => table.can_undo() && allows_undo::<G>(world),
            TableAction::Redo => table.can_redo(),
            TableAction::Restart => can_restart::<G>(world),
            TableAction::Hint => table.is_human_turn() && !looking_back,
            TableAction::Resign => table.seat_to_resign().is_some() && !looking_back,
            TableAction::Pause => true,
        }
    }

    /// Does the action.
    fn act<G: TableGame>(self, world: &mut World) {
        match self {
            TableAction::Undo => undo::<G>(world),
            TableAction::Redo => redo::<G>(world),
            TableAction::Hint => {
                skill::note_help::<G>(world);
                G::show_hint(world);
            }
            TableAction::Restart => restart::<G>(world),
            TableAction::Resign => resign::ask_or_resign::<G>(world),
            TableAction::Pause => set_menu(world, Menu::Pause),
        }
    }
}

/// Whether moves of the game at the table can be taken back. In lessons and replays they always can.
fn allows_undo<G: TableGame>(world: &World) -> bool {
    let table = world.get_resource::<Table<G>>();
    let is_serious = table.is_some_and(|table| table.is_recorded() && !table.is_replay());
    world.resource::<Settings>().allow_undo || !is_serious
}

/// Returns the button of the result that takes back the resignation, or else the last move; `None` if nothing can be
/// taken back.
pub fn take_back_button<G: TableGame>(world: &World) -> Option<ResultButton> {
    let table = world.get_resource::<Table<G>>();
    let table = table.filter(|_| allows_undo::<G>(world))?;
    if table.can_take_back_resignation() {
        return Some(ResultButton::new(
            "play.take_back.resignation",
            take_back_resignation::<G>,
        ));
    }
    let button = || ResultButton::new("play.take_back", undo::<G>);
    table.can_undo().then(button)
}

fn take_back_resignation<G: TableGame>(world: &mut World) {
    change::<G>(world, Table::take_back_resignation);
    world.write_message(PlaySound(Sound::Undo));
}

/// Whether the game at the table can be begun again.
pub fn can_restart<G: TableGame>(world: &World) -> bool {
    let table = world.get_resource::<Table<G>>();
    let is_possible = table.is_some_and(|table| table.can_restart() && !table.is_replay());
    is_possible && allows_undo::<G>(world)
}

/// Takes the last move and the computers' replies back. While the player looks back at the game, it goes one move back.
pub fn undo<G: TableGame>(world: &mut World) {
    if step_through::<G>(world, |here| here.saturating_sub(1)) {
        return;
    }
    if !allows_undo::<G>(world) {
        return;
    }
    // In a demonstration the computer would make its move again at once.
    if computers::is_demonstration::<G>(world) {
        world.resource_mut::<Pacing>().paused = true;
    }
    change::<G>(world, Table::undo);
    world.write_message(PlaySound(Sound::Undo));
}

/// Makes a move again that was taken back. While the player looks back at the game, it goes one move on.
pub fn redo<G: TableGame>(world: &mut World) {
    if !step_through::<G>(world, |here| here + 1) {
        change::<G>(world, Table::redo);
        world.write_message(PlaySound(Sound::Redo));
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

/// Goes to another move while the player looks back at the game. Otherwise it does nothing and returns false.
fn step_through<G: TableGame>(world: &mut World, to: fn(usize) -> usize) -> bool {
    let pacing = world.resource::<Pacing>();
    let looking_back = pacing.is_looking_back();
    if looking_back && let Some(table) = world.get_resource::<Table<G>>() {
        let moves = to(table.moves().len()).min(length_of_line(table, pacing.length_of_game()));
        go_to::<G>(world, moves);
    }
    looking_back
}

/// Shows the position after a number of moves. The save does not change.
pub fn go_to<G: TableGame>(world: &mut World, moves: usize) {
    if let Some(mut table) = world.get_resource_mut::<Table<G>>() {
        table.go_to(moves);
    }
}

/// Does the actions whose keys or gamepad buttons are pressed.
pub(super) fn read_action_keys<G: TableGame>(
    actions: Res<Actions>,
    menu: Res<State<Menu>>,
    table: Res<Table<G>>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::None {
        return;
    }
    for action in G::actions(&table) {
        // The menus open the pause menu themselves.
        if *action != TableAction::Pause && actions.has_begun(action.input()) {
            let action = *action;
            commands.queue(move |world: &mut World| {
                if action.is_possible::<G>(world) {
                    action.act::<G>(world);
                }
            });
        }
    }
    if actions.has_begun(Action::Toggle) {
        commands.queue(|world: &mut World| {
            let looking_back = world.resource::<Pacing>().is_looking_back();
            if !looking_back && computers::is_demonstration::<G>(world) {
                pacing::toggle_pause(world);
            }
        });
    }
}

/// The room beside the caption of an action.
const ACTION_PADDING: Val = Val::Px(7.0);

/// Spawns the buttons of the actions in rows, and above them the pace of a demonstration.
pub(super) fn spawn_action_buttons<G: TableGame>(
    bottom: &mut ChildSpawnerCommands,
    table: &Table<G>,
) {
    spawn_pace_buttons::<G>(bottom);
    for row in G::actions(table).chunks(G::ACTIONS_PER_ROW) {
        in_row(bottom, 8.0, |place| {
            for &action in row {
                let button = button(place, ButtonStyle::Plain, action.caption(), move |world| {
                    action.act::<G>(world);
                });
                share_row(place, button);
                let possible = EnabledWhen::new(move |world| action.is_possible::<G>(world));
                let commands = place.commands_mut();
                let mut button = commands.entity(button);
                button.insert(possible);
                if action == TableAction::Hint {
                    button.insert(HintButton);
                }
                if action == TableAction::Resign {
                    button.insert(resign::QUESTION);
                }
                // Three buttons fit beside each other without line breaks in their captions.
                button
                    .entry::<Node>()
                    .and_modify(|mut node| node.padding.left = ACTION_PADDING)
                    .and_modify(|mut node| node.padding.right = ACTION_PADDING);
            }
        });
    }
}

/// Spawns the paces of a demonstration, and a button that pauses it.
fn spawn_pace_buttons<G: TableGame>(bottom: &mut ChildSpawnerCommands) {
    let visible = VisibleWhen::new(|world| {
        computers::is_demonstration::<G>(world) && !world.resource::<Pacing>().is_looking_back()
    });
    bottom
        .spawn((stack(FlexDirection::Row, 4.0), WrapsWhenLarge, visible))
        .with_children(|row| {
            let caption = BoundText::new(|world| {
                let paused = world.resource::<Pacing>().paused;
                let key = if paused { "play.go_on" } else { "play.hold" };
                world.resource::<Words>().get(key)
            });
            button(row, ButtonStyle::Chip, caption, pacing::toggle_pause);
            choices(
                row,
                MovePace::ALL.map(|pace| (pace.key(), pace)),
                |world, pace| world.resource::<Pacing>().pace == pace,
                |world, pace| {
                    world.resource_mut::<Pacing>().pace = pace;
                },
            );
        });
}
