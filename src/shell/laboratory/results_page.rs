//! The page of the results: the plot, the results of the tests in words, and the tables.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::running::{LabFindings, Running};
use crate::plot::{Part, Report};
use crate::shell::theme::large::{FillsLineWhenLarge, WrapsWhenLarge};
use crate::shell::theme::palette;
use crate::shell::theme::plot::spawn_plot;
use crate::shell::theme::report::{spawn_part, words_node};
use crate::shell::theme::scroll::{spawn_filled_area, wide_part};
use crate::shell::theme::widget::{TextSize, label, stack};

/// The width of the plot, in interface pixels. The sentences stand beside it, or below it where texts are large.
const PLOT: f32 = 800.0;

/// The place of the results, with the findings that it shows.
#[derive(Component, Default)]
pub(super) struct ResultsPage(Option<Option<Arc<LabFindings>>>);

/// Spawns the place of the page, which [`show_findings`] fills.
pub(super) fn spawn(content: &mut ChildSpawnerCommands) {
    spawn_filled_area(content, 12.0, ResultsPage::default());
}

/// Shows the newest findings.
pub(super) fn show_findings(
    running: Res<Running>,
    mut images: ResMut<Assets<Image>>,
    mut pages: Query<(Entity, &mut ResultsPage)>,
    mut commands: Commands,
) {
    for (entity, mut page) in &mut pages {
        let newest = running.findings.as_ref();
        let is_shown = match &page.0 {
            Some(shown) => shown.as_ref().map(Arc::as_ptr) == newest.map(Arc::as_ptr),
            None => false,
        };
        if is_shown {
            continue;
        }
        page.0 = Some(newest.cloned());
        commands
            .entity(entity)
            .despawn_children()
            .with_children(|page| match newest {
                Some(findings) => spawn_findings(page, &mut images, findings),
                None => {
                    page.spawn(label("lab.empty", TextSize::Lead, palette::MIST));
                }
            });
    }
}

fn spawn_findings(
    page: &mut ChildSpawnerCommands,
    images: &mut Assets<Image>,
    findings: &LabFindings,
) {
    let (before, after) = parts(&findings.report);
    // The plot keeps its height beside longer texts.
    let beside = Node {
        align_items: AlignItems::FlexStart,
        ..stack(FlexDirection::Row, 16.0)
    };
    page.spawn((beside, WrapsWhenLarge)).with_children(|row| {
        wide_part(row, |area| {
            area.spawn(Node {
                width: px(PLOT),
                flex_shrink: 0.0,
                align_items: AlignItems::FlexStart,
                ..default()
            })
            .with_children(|place| match &findings.plot {
                Ok(plot) => spawn_plot(place, images, plot),
                Err(why) => {
                    place.spawn(words_node(why.to_string(), palette::FAULT));
                }
            });
        });
        let column = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            ..stack(FlexDirection::Column, 8.0)
        };
        row.spawn((column, FillsLineWhenLarge))
            .with_children(|column| {
                before.iter().for_each(|part| spawn_part(column, part));
            });
    });
    after.iter().for_each(|part| spawn_part(page, part));
}

/// The parts of a report before the first table, and the parts from there on.
fn parts(report: &Report) -> (&[Part], &[Part]) {
    let is_table = |part: &Part| matches!(part, Part::Table(_));
    let first = report.parts.iter().position(is_table);
    report.parts.split_at(first.unwrap_or(report.parts.len()))
}
