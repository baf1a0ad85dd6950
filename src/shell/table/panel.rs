//! The panel beside the board: the state of the game at the top, buttons at the bottom.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::ecs::world::CommandQueue;
use bevy::prelude::*;

use super::{TableGame, actions, lesson, new_game, puzzle, replay, seat_name_at, share};
use crate::session::{Seat, Table};
use crate::shell::board::{MAX_PANEL, PANEL_MARGIN as MARGIN, SwapsWithPanel};
use crate::shell::game_of_the_day::day_of;
use crate::shell::screen::{Screen, screen_frame};
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::{SCROLL_BAR_SPACE, scroll_area};
use crate::shell::theme::widget::{TextSize, bound_text, in_column, panel, square_picture, stack};
use crate::shell::words::Words;

/// Spawns the panel of a game. It stays until the play screen is left, and is hidden while a menu is open.
pub(super) fn spawn_panel<G: TableGame>(world: &mut World) {
    with_commands(world, |world, commands| {
        let Some(table) = world.get_resource::<Table<G>>() else {
            return;
        };
        spawn_frame(commands, G::PANEL, |panel| {
            in_column(panel, 8.0, |top| {
                match (table.lesson(), table.puzzle()) {
                    (Some(lesson), _) => lesson::spawn_card(top, lesson.words),
                    (None, Some(puzzle)) => puzzle::spawn_card::<G>(top, puzzle),
                    (None, None) => {
                        top.spawn(bound_text(TextSize::Head, palette::PAPER, G::headline));
                        if let Some(day) = day_of(world, &table.id().to_string()) {
                            let text = move |world: &World| {
                                let day = ("day", day.to_string());
                                world.resource::<Words>().fill("play.daily", &[day])
                            };
                            top.spawn(bound_text(TextSize::Small, palette::LAMP, text));
                        }
                    }
                }
                G::panel(top, world);
            });
            in_column(panel, 8.0, |bottom| {
                if table.is_replay() {
                    replay::spawn_controls::<G>(bottom);
                    return;
                }
                G::controls(bottom, world);
                actions::spawn_action_buttons::<G>(bottom, table);
                // The id of a lesson would not lead to its position, and that of a puzzle would not lead to the puzzle.
                if table.is_recorded() {
                    spawn_id_block::<G>(bottom);
                }
            });
        });
    });
}

/// Spawns the frame of the panel. Together with its margin it is `width` interface pixels wide, or at most half of the
/// window.
fn spawn_frame(
    commands: &mut Commands,
    width: f32,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let place = Node {
        width: px(width - MARGIN),
        max_width: vw(100.0 * MAX_PANEL),
        ..default()
    };
    let column = Node {
        justify_content: JustifyContent::SpaceBetween,
        ..stack(FlexDirection::Column, 10.0)
    };
    let edges = SwapsWithPanel {
        left: Val::Auto,
        right: px(MARGIN),
    };
    spawn_tall_panel(commands, "Panel", (place, edges), 18.0, column, content);
}

/// Spawns a panel of the play screen that is as high as the window. It scrolls if its content is too high. `place` is
/// its width and its place between the edges of the window, `padding` the distance of its content from its edges, and `column` the layout of its
/// content.
pub fn spawn_tall_panel<'a>(
    commands: &'a mut Commands,
    name: &'static str,
    (place, edges): (Node, SwapsWithPanel),
    padding: f32,
    column: Node,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) -> EntityCommands<'a> {
    let frame = panel(Node {
        position_type: PositionType::Absolute,
        top: px(MARGIN),
        bottom: px(MARGIN),
        padding: UiRect {
            right: px(padding - SCROLL_BAR_SPACE),
            ..UiRect::all(px(padding))
        },
        ..place
    });
    let mut frame = commands.spawn((screen_frame(name, Screen::Play), edges, frame));
    frame.with_children(|frame| {
        // The heights are definite, so that empty places give way before anything scrolls.
        let outer = Node {
            flex_grow: 1.0,
            min_width: px(0),
            height: percent(100),
            ..default()
        };
        let inner = Node {
            height: percent(100),
            ..column
        };
        scroll_area(frame, outer, inner, content);
    });
    frame
}

/// A row of the panel that shows a player.
pub struct PlayerRow<G: TableGame> {
    /// The player's seat.
    pub seat: usize,
    /// The picture of the player's pieces.
    pub picture: Handle<Image>,
    /// Width and height of the picture in interface pixels.
    pub picture_size: f32,
    /// Spawns the widget between the name and the number of a seat, for instance the player's clock.
    pub beside: fn(&mut ChildSpawnerCommands, usize),
    /// The number behind the name, for instance the pieces of the player.
    pub number: fn(&Table<G>, usize) -> String,
    /// The size in which the number is written.
    pub number_size: TextSize,
}

/// The name of the player of a seat. The opponent of a difficulty is called by it too, because the player chose that.
fn player_text<G: TableGame>(table: &Table<G>, seat: usize, words: &Words) -> String {
    let name = seat_name_at(table, seat, words);
    let is_human = table.seats().get(seat).is_none_or(Seat::is_human);
    let exercise = table.lesson().is_some() || table.puzzle().is_some();
    match new_game::difficulty_of::<G>(table.setup()) {
        Some(difficulty) if !is_human && !exercise && table.origin().is_outcome_of_run() => {
            let difficulty = words.get(difficulty.key());
            let values = [("name", name), ("difficulty", difficulty)];
            words.fill("play.opponent_of_difficulty", &values)
        }
        _ => name,
    }
}

impl<G: TableGame> PlayerRow<G> {
    /// Spawns the row: picture, name, the widget beside it, and number.
    pub fn spawn(self, parent: &mut ChildSpawnerCommands) {
        let (seat, number) = (self.seat, self.number);
        let name = BoundText::new(move |world| {
            let words = world.resource::<Words>();
            let table = world.get_resource::<Table<G>>();
            table.map_or(String::new(), |table| player_text::<G>(table, seat, words))
        });
        let number = BoundText::new(move |world| {
            let table = world.get_resource::<Table<G>>();
            table.map_or(String::new(), |table| number(table, seat))
        });
        let row = Node {
            align_items: AlignItems::Center,
            column_gap: px(12),
            ..default()
        };
        let middle = Node {
            flex_grow: 1.0,
            ..default()
        };
        parent.spawn(row).with_children(|row| {
            row.spawn(square_picture(self.picture, self.picture_size));
            row.spawn(middle)
                .with_child(bound_text(TextSize::Lead, palette::PAPER, name));
            (self.beside)(row, seat);
            row.spawn(bound_text(self.number_size, palette::LAMP, number));
        });
    }
}

/// The game id, which is shown if there is room for it.
fn spawn_id_block<G: TableGame>(bottom: &mut ChildSpawnerCommands) {
    bottom
        .spawn((
            stack(FlexDirection::Column, 8.0),
            VisibleWhen::new(G::shows_id),
        ))
        .with_children(|block| {
            share::spawn_id(block, |world| {
                let table = world.get_resource::<Table<G>>();
                table.map_or(String::new(), |table| table.id().to_string())
            });
        });
}

/// Spawns entities while the world can be read, so that a game can choose the entities by the world.
pub(super) fn with_commands(world: &mut World, spawn: impl FnOnce(&World, &mut Commands)) {
    let mut queue = CommandQueue::default();
    {
        let world: &World = world;
        spawn(world, &mut Commands::new(&mut queue, world));
    }
    queue.apply(world);
}
