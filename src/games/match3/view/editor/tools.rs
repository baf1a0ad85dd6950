//! The tools of the editor: the kinds of cells, the size, the goals and the moves.

use std::ops::RangeInclusive;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::LevelEditor;
use super::LevelTool;
use crate::games::match3::level::{LevelGenome, LevelPlan, PlannedAim};
use crate::games::match3::rules::{Colour, Kind, Size};
use crate::games::match3::view::spoken::{block_name, kind_text};
use crate::games::match3::view::{BLOCKS, KINDS};
use crate::shell::access::spoken_choice;
use crate::shell::editor::{self, Editing};
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::picture_button::picture_button;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::stepper::stepper_of_width;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, button, choice, label, spoken_name, square_picture, stack,
};
use crate::shell::words::Words;

/// The side of a button with a picture.
const ICON: f32 = 42.0;
/// The width of the values of steppers.
const VALUE: f32 = 40.0;
/// The points of the goal that a player begins with.
const POINTS: u32 = 1_000;
/// The points by which a step changes the goal.
const POINT_STEP: u32 = 100;
/// The most points of a goal that is drawn.
const MOST_POINTS: u32 = 100_000;
/// Amounts change by one up to this many, and faster above.
const SMALL_AMOUNT: u32 = 20;
/// The most blocks of a goal that is drawn.
const MOST_BLOCKS: u32 = 9_995;

fn editing(world: &World) -> Option<&Editing<LevelEditor>> {
    world.get_resource::<Editing<LevelEditor>>()
}

fn plan(world: &World) -> Option<&LevelPlan> {
    editing(world).map(Editing::plan)
}

fn aim(world: &World) -> Option<&PlannedAim> {
    plan(world)?.aim.as_ref()
}

fn change(world: &mut World, change: impl FnOnce(&mut LevelPlan)) {
    editor::change::<LevelEditor>(world, change);
}

fn change_aim(world: &mut World, change_of: impl FnOnce(&mut PlannedAim)) {
    change(world, |plan| {
        if let Some(aim) = &mut plan.aim {
            change_of(aim);
        }
    });
}

fn is_tool(world: &World, test: impl FnOnce(LevelTool) -> bool) -> bool {
    editing(world).is_some_and(|editing| test(editing.tool()))
}

fn change_tool(world: &mut World, change: impl FnOnce(&mut LevelTool)) {
    editor::change_tool::<LevelEditor>(world, change);
}

/// Spawns the rows of tools. A board of a run keeps its size, and has no goals yet.
pub(super) fn spawn(side: &mut ChildSpawnerCommands, sprites: &Sprites, is_individual: bool) {
    spawn_row(side, |row| spawn_kinds(row, sprites));
    spawn_row(side, |row| spawn_helpers(row, is_individual));
    if is_individual {
        return;
    }
    spawn_row(side, spawn_board);
    spawn_row(side, |row| spawn_goals(row, sprites));
    spawn_row(side, |row| spawn_amounts(row, sprites));
}

fn spawn_row(side: &mut ChildSpawnerCommands, content: impl FnOnce(&mut ChildSpawnerCommands)) {
    let node = Node {
        align_items: AlignItems::Center,
        flex_wrap: FlexWrap::Wrap,
        min_height: px(36),
        ..stack(FlexDirection::Row, 6.0)
    };
    side.spawn(node).with_children(content);
}

/// The kinds of cells that can be painted.
fn spawn_kinds(row: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let open = sprites.get("match3/cell");
    let kinds = Kind::ALL.map(|kind| (Some(kind), sprites.get(KINDS[kind as usize].name)));
    for (kind, image) in [(None, open)].into_iter().chain(kinds) {
        let selected = SelectedWhen::new(move |world| is_tool(world, |tool| tool.kind == kind));
        let name = move |words: &Words| match kind {
            Some(kind) => spoken_choice(words, "match3.setup.kinds", kind_text(kind, words)),
            None => words.get("match3.editor.open_cell"),
        };
        picture_button(row, (image, ICON), name, selected, move |world| {
            change_tool(world, |tool| tool.kind = kind);
        });
    }
}

/// The mirror, the button that opens all cells, and whether there are power pieces.
fn spawn_helpers(row: &mut ChildSpawnerCommands, is_individual: bool) {
    let mirrored = SelectedWhen::new(|world| is_tool(world, |tool| tool.mirrored));
    choice(row, "match3.editor.mirrored", mirrored, |world| {
        change_tool(world, |tool| tool.mirrored = !tool.mirrored);
    });
    button(row, ButtonStyle::Chip, "match3.editor.open_all", |world| {
        change(world, |plan| plan.board = LevelGenome::default());
    });
    if !is_individual {
        let powers = SelectedWhen::new(|world| plan(world).is_some_and(|plan| plan.powers));
        choice(row, "match3.setup.powers", powers, |world| {
            change(world, |plan| plan.powers = !plan.powers);
        });
    }
}

/// A stepper behind a name.
fn spawn_number(
    row: &mut ChildSpawnerCommands,
    name: &'static str,
    value: impl Fn(&World) -> Option<u32> + Send + Sync + 'static,
    step: impl Fn(&mut World, i32) + Clone + Send + Sync + 'static,
) {
    row.spawn(label(name, TextSize::Body, palette::MIST));
    let shown = move |world: &World| value(world).map_or(String::new(), |value| value.to_string());
    stepper_of_width(row, VALUE, shown, step);
}

/// The number of rows or columns after a step.
fn stepped_side(side: usize, step: i32) -> u8 {
    (side as i32 + step).clamp(Size::MIN.into(), Size::MAX.into()) as u8
}

/// Size and colours.
fn spawn_board(row: &mut ChildSpawnerCommands) {
    let rows = |world: &World| Some(plan(world)?.size.rows() as u32);
    spawn_number(row, "match3.editor.rows", rows, |world, step| {
        change(world, |plan| {
            let (rows, cols) = (stepped_side(plan.size.rows(), step), plan.size.cols());
            if let Ok(size) = Size::new(rows, cols as u8) {
                plan.resize(size);
            }
        });
    });
    let cols = |world: &World| Some(plan(world)?.size.cols() as u32);
    spawn_number(row, "match3.editor.cols", cols, |world, step| {
        change(world, |plan| {
            let (rows, cols) = (plan.size.rows(), stepped_side(plan.size.cols(), step));
            if let Ok(size) = Size::new(rows as u8, cols) {
                plan.resize(size);
            }
        });
    });
    let colours = |world: &World| Some(plan(world)?.colours.into());
    spawn_number(row, "match3.setup.colours", colours, |world, step| {
        change(world, |plan| {
            let colours = i32::from(plan.colours) + step;
            let colours = colours.clamp(Colour::MIN.into(), Colour::MAX.into());
            plan.colours = colours as u8;
        });
    });
}

/// The kinds of goals: blocks of each colour, special cells, and points.
fn spawn_goals(row: &mut ChildSpawnerCommands, sprites: &Sprites) {
    for (colour, block) in BLOCKS.iter().enumerate() {
        let collected = move |world: &World| aim(world).is_some_and(|aim| aim.blocks[colour] > 0);
        let image = sprites.get(block.name);
        let name = move |words: &Words| {
            let block = block_name(Colour(colour as u8), words);
            spoken_choice(words, "match3.setup.goal.collect", block)
        };
        let button = picture_button(
            row,
            (image, ICON),
            name,
            SelectedWhen::new(collected),
            move |world| {
                change_aim(world, |aim| {
                    let usual = PlannedAim::default().blocks[0];
                    aim.blocks[colour] = if aim.blocks[colour] > 0 { 0 } else { usual };
                });
            },
        );
        // A goal for a colour that is not on the board any more can still be taken away.
        let seen = VisibleWhen::new(move |world| {
            let has_colour = plan(world).is_some_and(|plan| colour < plan.colours.into());
            has_colour || collected(world)
        });
        row.commands_mut().entity(button).insert(seen);
    }
    let clears = SelectedWhen::new(|world| aim(world).is_some_and(|aim| aim.clears));
    choice(row, "match3.setup.goal.clear", clears, |world| {
        change_aim(world, |aim| aim.clears = !aim.clears);
    });
    let scores = SelectedWhen::new(|world| aim(world).is_some_and(|aim| aim.points > 0));
    choice(row, "match3.setup.goal.score", scores, |world| {
        change_aim(world, |aim| {
            aim.points = if aim.points > 0 { 0 } else { POINTS }
        });
    });
}

/// A number after a change, within limits. A level from a file may have a number outside of them: it is never lowered
/// by "+" and never raised by "−".
fn changed_within(number: u32, change: i32, limits: RangeInclusive<u32>) -> u32 {
    let (least, most) = limits.into_inner();
    let changed = number.saturating_add_signed(change).clamp(least, most);
    match change > 0 {
        true => changed.max(number),
        false => changed.min(number),
    }
}

/// An amount of blocks after a step: one by one while there are few, and faster above.
fn stepped_amount(amount: u32, step: i32) -> u32 {
    let by = match amount.saturating_add(u32::from(step > 0)) {
        ..=SMALL_AMOUNT => 1,
        _ => 5,
    };
    changed_within(amount, by * step, 1..=MOST_BLOCKS)
}

/// The moves and the amount of each goal.
fn spawn_amounts(row: &mut ChildSpawnerCommands, sprites: &Sprites) {
    row.spawn(label("match3.editor.moves", TextSize::Body, palette::MIST));
    // Without a limit of moves, the number is 0.
    let moves = |world: &World| match aim(world).map_or(0, |aim| aim.moves) {
        0 => "∞".to_owned(),
        moves => moves.to_string(),
    };
    stepper_of_width(row, VALUE, moves, |world, step| {
        change_aim(world, |aim| {
            aim.moves = changed_within(aim.moves, step, 0..=PlannedAim::MOST_MOVES);
        });
    });
    for (colour, block) in BLOCKS.iter().enumerate() {
        let blocks = move |world: &World| aim(world).map_or(0, |aim| aim.blocks[colour]);
        let image = sprites.get(block.name);
        let name = move |words: &Words| block_name(Colour(colour as u8), words);
        spawn_amount(row, image, name, blocks, move |world, step| {
            change_aim(world, |aim| {
                aim.blocks[colour] = stepped_amount(aim.blocks[colour], step);
            });
        });
    }
    let points = |world: &World| aim(world).map_or(0, |aim| aim.points);
    let star = sprites.get("match3/star");
    let name = |words: &Words| words.get("match3.setup.goal.score");
    spawn_amount(row, star, name, points, |world, step| {
        change_aim(world, |aim| {
            let by = step * POINT_STEP as i32;
            aim.points = changed_within(aim.points, by, POINT_STEP..=MOST_POINTS);
        });
    });
}

/// The amount of a goal behind its picture. It is shown while the level has that goal.
fn spawn_amount(
    row: &mut ChildSpawnerCommands,
    image: Handle<Image>,
    name: impl Fn(&Words) -> String + Send + Sync + 'static,
    amount: impl Fn(&World) -> u32 + Clone + Send + Sync + 'static,
    step: impl Fn(&mut World, i32) + Clone + Send + Sync + 'static,
) {
    let is_asked = amount.clone();
    let seen = VisibleWhen::new(move |world| is_asked(world) > 0);
    let node = Node {
        align_items: AlignItems::Center,
        margin: UiRect::left(px(8)),
        ..stack(FlexDirection::Row, 4.0)
    };
    row.spawn((node, seen)).with_children(|row| {
        row.spawn(spoken_name(move |world: &World| {
            name(world.resource::<Words>())
        }));
        row.spawn(square_picture(image, 26.0));
        let shown = move |world: &World| amount(world).to_string();
        stepper_of_width(row, VALUE, shown, step);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plus_never_lowers_an_amount_and_minus_never_raises_one() {
        for (amount, less, more) in [
            (1, 1, 2),
            (20, 19, 25),
            (9_995, 9_990, 9_995),
            (50_000, 9_995, 50_000),
            (u32::MAX, 9_995, u32::MAX),
        ] {
            assert_eq!(stepped_amount(amount, -1), less, "{amount}");
            assert_eq!(stepped_amount(amount, 1), more, "{amount}");
        }
        // A number below the limits is treated alike.
        let points = POINT_STEP..=MOST_POINTS;
        assert_eq!(changed_within(50, -100, points.clone()), 50);
        assert_eq!(changed_within(50, 100, points), 150);
    }
}
