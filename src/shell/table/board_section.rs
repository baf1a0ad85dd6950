//! The part of the setup page of a board game that everybody looks at: a large picture of the board, with arrows that go
//! from board to board, and beside it the player's side and the difficulty.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::setup_page::{INDENT, ROW_GAP, shows_all_choices};
use super::{TableGame, difficulty_faces, preview, side, skill};
use crate::base::Towards;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::large::StacksWhenLarge;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, spoken_name, stack,
};

/// The list of boards of a game, of which the setup page shows one.
pub struct Boards {
    /// Chooses the board that lies some places further in the list. After the last one comes the first one.
    pub step: fn(&mut World, Towards),
    /// Returns the name of the chosen board, and what else is worth knowing of it.
    pub name: fn(&World) -> String,
}

/// The gap between the board and the rows beside it, in interface pixels.
const SECTION_GAP: f32 = 28.0;
/// Width and height of an arrow, in interface pixels.
const ARROW: Vec2 = Vec2::new(44.0, 96.0);
/// The gap between an arrow and the board, in interface pixels.
const ARROW_GAP: f32 = 8.0;
/// The height of three lines of the remark. Nothing below it moves when it changes.
const REMARK: f32 = 54.0;
/// The width of the board with its arrows, which is also the greatest width of its name.
const BOARD: f32 = preview::LARGE + 2.0 * (ARROW.x + ARROW_GAP);

/// Spawns the section, and below it the row with the forecast for the player. The remark stands below the difficulties.
/// On a page with all choices the board stands beside the page, and not here.
pub fn spawn_board_section<G: TableGame>(
    page: &mut ChildSpawnerCommands,
    world: &World,
    remark: impl Into<BoundText>,
) {
    let section = Node {
        column_gap: px(SECTION_GAP),
        row_gap: px(ROW_GAP),
        flex_shrink: 0.0,
        ..default()
    };
    page.spawn((section, StacksWhenLarge))
        .with_children(|section| {
            if let Some(boards) = G::BOARDS {
                spawn_board(section, &boards);
            }
            let rows = Node {
                flex_grow: 1.0,
                min_width: px(0),
                ..stack(FlexDirection::Column, ROW_GAP)
            };
            section.spawn(rows).with_children(|rows| {
                side::spawn_row::<G>(rows, world);
                difficulty_faces::spawn_row::<G>(rows, world);
                spawn_remark(rows, remark);
            });
        });
    skill::spawn_row::<G>(page);
}

/// Spawns the picture of the board between its arrows, and its name below it.
fn spawn_board(section: &mut ChildSpawnerCommands, boards: &Boards) {
    let (step, name) = (boards.step, boards.name);
    let column = Node {
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        ..stack(FlexDirection::Column, 8.0)
    };
    let seen = VisibleWhen::new(|world| !shows_all_choices(world));
    section.spawn((column, seen)).with_children(|column| {
        let line = Node {
            align_items: AlignItems::Center,
            ..stack(FlexDirection::Row, ARROW_GAP)
        };
        column.spawn(line).with_children(|line| {
            spawn_arrow(line, "‹", "setup.board.previous", move |world| {
                step(world, Towards::Previous);
            });
            line.spawn(preview::large_picture());
            spawn_arrow(line, "›", "setup.board.next", move |world| {
                step(world, Towards::Next);
            });
        });
        let place = Node {
            min_height: px(20),
            max_width: px(BOARD),
            ..default()
        };
        let text = bound_text(TextSize::Small, palette::MIST, name);
        column.spawn(place).with_child(text);
    });
}

/// Spawns the button that goes to another board. Its name is said and not written.
fn spawn_arrow(
    line: &mut ChildSpawnerCommands,
    sign: &'static str,
    name: &'static str,
    step: impl Fn(&mut World) + Clone + Send + Sync + 'static,
) {
    let node = Node {
        width: px(ARROW.x),
        height: px(ARROW.y),
        flex_shrink: 0.0,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    let sign = move |_: &World| sign.to_owned();
    let mut arrow = line.spawn(bare_button(ButtonStyle::Plain, node, step));
    arrow.with_child(spoken_name(name));
    arrow.with_child(bound_text(TextSize::Head, palette::PAPER, sign));
}

/// Spawns the remark below the controls of the rows.
fn spawn_remark(rows: &mut ChildSpawnerCommands, remark: impl Into<BoundText>) {
    let place = Node {
        min_height: px(REMARK),
        // A margin would give it a negative width in a narrow row.
        padding: UiRect::left(px(INDENT)),
        ..default()
    };
    rows.spawn(place)
        .with_child(bound_text(TextSize::Small, palette::EMBER, remark));
}

/// The thing to which a step leads in a list that has no end, from the one that is chosen; `None` in an empty list.
pub fn beside<T>(list: &[T], is_chosen: impl Fn(&T) -> bool, towards: Towards) -> Option<&T> {
    let at = list.iter().position(is_chosen);
    towards.wrapped(at, list.len()).map(|next| &list[next])
}
