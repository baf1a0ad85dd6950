//! Reports on the screen: words and tables.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::bind::whole_words;
use super::large::KeepsSizeWhenLarge;
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
    (
        Text::new(whole_words(words)),
        text_font(TextSize::Small),
        TextColor(colour),
        Node {
            max_width: percent(100),
            ..default()
        },
    )
}

/// Spawns a table whose columns are as wide as their content asks for. It scrolls sideways if it is wider than the area;
/// at the usual size of texts its cells get further lines first.
fn spawn_table(area: &mut ChildSpawnerCommands, table: &Table) {
    let grid = Node {
        display: Display::Grid,
        grid_template_columns: RepeatedGridTrack::auto(table.head.len() as u16),
        column_gap: px(18),
        row_gap: px(3),
        justify_content: JustifyContent::FlexStart,
        ..default()
    };
    wide_part(area, |area| {
        area.spawn((Name::new("Table"), grid, KeepsSizeWhenLarge))
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
            grid.spawn(words_node(cell.clone(), colour));
        }
    }
}
