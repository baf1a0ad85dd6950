//! The tools with which the player draws a board, beside the canvas.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{BoardEditor, BoardTool, Change};
use crate::games::hexxagon::boards;
use crate::games::hexxagon::rules::{Cells, Player};
use crate::games::hexxagon::view::names::colour_key;
use crate::shell::editor::{self, Editing};
use crate::shell::theme::bind::{BoundText, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, button, choice, in_row, label};
use crate::shell::words::Words;

/// The most players of a board.
const MOST_PLAYERS: usize = 3;

pub(super) fn spawn_tools(side: &mut ChildSpawnerCommands) {
    in_row(side, 6.0, |row| {
        spawn_change_choice(row, "hex.editor.cell", Change::Cell);
        for player in 0..MOST_PLAYERS {
            let text = BoundText::new(move |world| {
                let words = world.resource::<Words>();
                let colour = words.get(colour_key(Player(player as u8)));
                words.fill("hex.editor.start", &[("colour", colour)])
            });
            let seen = VisibleWhen::new(move |world| {
                let editing = world.get_resource::<Editing<BoardEditor>>();
                editing.is_some_and(|editing| player < editing.plan().players)
            });
            row.spawn((Node::default(), seen)).with_children(|cell| {
                spawn_change_choice(cell, text, Change::Start(player));
            });
        }
    });
    in_row(side, 6.0, |row| {
        row.spawn(label("hex.editor.first", TextSize::Body, palette::MIST));
        for player in (0..MOST_PLAYERS as u8).map(Player) {
            spawn_first_choice(row, player);
        }
    });
    in_row(side, 6.0, |row| {
        let selected = SelectedWhen::new(|world| tool_of(world).is_some_and(|tool| tool.symmetric));
        choice(row, "hex.setup.symmetric", selected, |world| {
            change_tool(world, |tool| tool.symmetric = !tool.symmetric);
        });
        for (key, cells) in [
            ("hex.editor.full", boards::full_area()),
            ("hex.editor.all", Cells::ALL),
            ("hex.editor.clear", Cells::default()),
        ] {
            button(row, ButtonStyle::Chip, key, move |world| {
                editor::change::<BoardEditor>(world, |draft| {
                    draft.plan.cells = cells;
                    draft.plan.starts = [Cells::default(); 3];
                });
            });
        }
    });
}

fn tool_of(world: &World) -> Option<BoardTool> {
    let editing = world.get_resource::<Editing<BoardEditor>>();
    editing.map(Editing::tool)
}

fn change_tool(world: &mut World, change: impl FnOnce(&mut BoardTool)) {
    editor::change_tool::<BoardEditor>(world, change);
}

/// A button that lets a player of the board move first.
fn spawn_first_choice(row: &mut ChildSpawnerCommands, player: Player) {
    let draft = |world: &World| {
        let editing = world.get_resource::<Editing<BoardEditor>>();
        editing.map(|editing| *editing.plan())
    };
    let seen = VisibleWhen::new(move |world| {
        draft(world).is_some_and(|draft| player.index() < draft.players)
    });
    let selected =
        SelectedWhen::new(move |world| draft(world).is_some_and(|draft| draft.first == player));
    row.spawn((Node::default(), seen)).with_children(|cell| {
        choice(cell, colour_key(player), selected, move |world| {
            editor::change::<BoardEditor>(world, |draft| draft.first = player);
        });
    });
}

/// A button that chooses the change that a click on a cell makes.
fn spawn_change_choice(row: &mut ChildSpawnerCommands, text: impl Into<BoundText>, change: Change) {
    let selected =
        SelectedWhen::new(move |world| tool_of(world).is_some_and(|tool| tool.change == change));
    choice(row, text, selected, move |world| {
        change_tool(world, |tool| tool.change = change);
    });
}
