//! Reports on the screen: words and tables.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::bind::whole_words;
use super::palette;
use super::scroll::wide_part;
use super::widget::{TextSize, text_font};
use crate::plot::{Part, Table};

/// Spawns a part of a report.
pub fn spawn_part(area: &mut ChildSpawnerCommands, part: &Part) {
    match part {
        Part::Words(words) => {
            area.spawn(words_node(words.clone(), palette::PAPER));
        }
        Part::Table(table) => spawn_table(area, table),
    }
}

/// Words of a report.
pub fn words_node(words: String, colour: Color) -> impl Bundle {
    words_up_to(percent(100), words, colour)
}

/// Words that get further lines at a width.
fn words_up_to(max_width: Val, words: String, colour: Color) -> impl Bundle {
    (
        Text::new(whole_words(words)),
        text_font(TextSize::Small),
        TextColor(colour),
        Node {
            max_width,
            ..default()
        },
    )
}

/// The width at which a cell of a table gets further lines, in interface pixels.
const WIDEST_CELL: f32 = 340.0;

/// Spawns a table whose columns are as wide as their content asks for, up to [`WIDEST_CELL`]. It scrolls sideways if it
/// is wider than the area. It never shrinks, because the height of a cell is that of its words at their full width, and
/// the least width of Korean words is measured as more than they take.
fn spawn_table(area: &mut ChildSpawnerCommands, table: &Table) {
    let grid = Node {
        display: Display::Grid,
        grid_template_columns: RepeatedGridTrack::max_content(table.head.len() as u16),
        column_gap: px(18),
        row_gap: px(3),
        justify_content: JustifyContent::FlexStart,
        flex_shrink: 0.0,
        ..default()
    };
    wide_part(area, |area| {
        area.spawn((Name::new("Table"), grid))
            .with_children(|grid| fill_table(grid, table));
    });
}

fn fill_table(grid: &mut ChildSpawnerCommands, table: &Table) {
    for (number, line) in std::iter::once(&table.head).chain(&table.rows).enumerate() {
        let colour = if number == 0 {
            palette::MIST
        } else {
            palette::PAPER
        };
        for cell in line {
            grid.spawn(words_up_to(px(WIDEST_CELL), cell.clone(), colour));
        }
    }
}
