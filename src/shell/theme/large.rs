//! The layout of pages when texts are larger than usual: rows wrap into further lines, and lists are as high as their
//! content, because the page itself scrolls.

use bevy::prelude::*;

use crate::shell::settings::Settings;
use crate::shell::window::DESIGN;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (
            wrap_rows,
            place_at_top,
            stack_columns,
            reverse_columns,
            keep_sizes,
            fit_pages,
            fill_lines,
            turn_grids,
            limit_heights,
        )
            .before(bevy::ui::UiSystems::Prepare),
    );
}

/// Lets a row wrap into further lines where texts are larger than usual and the row does not fit.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct WrapsWhenLarge;

/// Keeps what stands in a row that is as high as its content in the middle, and at the top where texts are larger than
/// usual and the row may have several lines.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct StandsAtTopWhenLarge;

/// Lets columns stand below each other where texts are larger than usual.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct StacksWhenLarge;

/// Lets the last part of a column stand first where texts are larger than usual, because what is further down has to be
/// scrolled to.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct ReversesWhenLarge;

/// Keeps a part of a column as high as its content, and a part of a row as wide, where texts are larger than usual. At the
/// usual size it can shrink.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct KeepsSizeWhenLarge;

/// Lets a page be as wide as the window and as high as its content where texts are larger than usual, so that it scrolls
/// down and not sideways. At the usual size it is as large as the window, and at least as large as the one for which it
/// is laid out.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct FitsWindowWhenLarge;

/// Gives a node of a row that wraps a line of its own where texts are larger than usual. At the usual size it shrinks.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct FillsLineWhenLarge;

/// Lets the cells of a grid stand beside each other, and below each other where texts are larger than usual.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct StandsBeside;

/// The greatest height of a list. It applies only at the usual size of texts.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct UsualMaxHeight(pub Val);

/// The part of the free room that a row takes which may wrap. Without it the row would be exactly as wide as its content,
/// and a rounding error would break the line although there is room.
const WRAP_SLACK: f32 = 0.002;

fn wrap_rows(settings: Res<Settings>, mut rows: Query<&mut Node, With<WrapsWhenLarge>>) {
    let (wrap, grow) = match settings.has_large_text() {
        true => (FlexWrap::Wrap, WRAP_SLACK),
        false => (FlexWrap::NoWrap, 0.0),
    };
    for mut row in &mut rows {
        // A row that fills the room anyway needs no more of it.
        let grow = match row.flex_grow > WRAP_SLACK {
            true => row.flex_grow,
            false => grow,
        };
        if (row.flex_wrap, row.flex_grow) != (wrap, grow) {
            (row.flex_wrap, row.flex_grow) = (wrap, grow);
        }
    }
}

fn place_at_top(settings: Res<Settings>, mut rows: Query<&mut Node, With<StandsAtTopWhenLarge>>) {
    let wanted = match settings.has_large_text() {
        true => AlignItems::FlexStart,
        false => AlignItems::Center,
    };
    for row in &mut rows {
        row.map_unchanged(|row| &mut row.align_items)
            .set_if_neq(wanted);
    }
}

fn stack_columns(settings: Res<Settings>, mut rows: Query<&mut Node, With<StacksWhenLarge>>) {
    let wanted = if settings.has_large_text() {
        FlexDirection::Column
    } else {
        FlexDirection::Row
    };
    for row in &mut rows {
        let mut field = row.map_unchanged(|row| &mut row.flex_direction);
        field.set_if_neq(wanted);
    }
}

fn reverse_columns(
    settings: Res<Settings>,
    mut columns: Query<&mut Node, With<ReversesWhenLarge>>,
) {
    let wanted = if settings.has_large_text() {
        FlexDirection::ColumnReverse
    } else {
        FlexDirection::Column
    };
    for column in &mut columns {
        let mut field = column.map_unchanged(|column| &mut column.flex_direction);
        field.set_if_neq(wanted);
    }
}

fn keep_sizes(settings: Res<Settings>, mut nodes: Query<&mut Node, With<KeepsSizeWhenLarge>>) {
    let wanted = if settings.has_large_text() { 0.0 } else { 1.0 };
    for node in &mut nodes {
        let mut field = node.map_unchanged(|node| &mut node.flex_shrink);
        field.set_if_neq(wanted);
    }
}

fn fit_pages(settings: Res<Settings>, mut pages: Query<&mut Node, With<FitsWindowWhenLarge>>) {
    for mut page in &mut pages {
        let wanted = if settings.has_large_text() {
            Node {
                height: Val::Auto,
                min_width: Val::Auto,
                min_height: percent(100),
                align_self: AlignSelf::FlexStart,
                ..page.clone()
            }
        } else {
            Node {
                height: percent(100),
                min_width: px(DESIGN.x),
                min_height: px(DESIGN.y),
                align_self: AlignSelf::Auto,
                ..page.clone()
            }
        };
        page.set_if_neq(wanted);
    }
}

fn fill_lines(settings: Res<Settings>, mut nodes: Query<&mut Node, With<FillsLineWhenLarge>>) {
    let wanted = if settings.has_large_text() {
        percent(100)
    } else {
        px(0)
    };
    for node in &mut nodes {
        let mut field = node.map_unchanged(|node| &mut node.min_width);
        field.set_if_neq(wanted);
    }
}

fn turn_grids(settings: Res<Settings>, mut grids: Query<&mut Node, With<StandsBeside>>) {
    let wanted = if settings.has_large_text() {
        GridAutoFlow::Row
    } else {
        GridAutoFlow::Column
    };
    for grid in &mut grids {
        let mut field = grid.map_unchanged(|grid| &mut grid.grid_auto_flow);
        field.set_if_neq(wanted);
    }
}

fn limit_heights(settings: Res<Settings>, mut lists: Query<(&UsualMaxHeight, &mut Node)>) {
    for (UsualMaxHeight(usual), list) in &mut lists {
        let wanted = if settings.has_large_text() {
            Val::Auto
        } else {
            *usual
        };
        let mut field = list.map_unchanged(|list| &mut list.max_height);
        field.set_if_neq(wanted);
    }
}
