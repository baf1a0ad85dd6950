//! The five terms of a five-weight player's move as a table: the number by which each weight is multiplied, and the
//! product.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::five_weights::TERMS;
use crate::games::hexxagon::players::{Terms, Weights};
use crate::games::hexxagon::rules::Hexxagon;
use crate::shell::table::playing;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text, label, stack};
use crate::shell::words::signed;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, show_bars.run_if(playing::<Hexxagon>));
}

/// The terms that a table shows; `None` hides it.
type Source = Arc<dyn Fn(&World) -> Option<Terms> + Send + Sync>;

/// The bar of a term. It grows from the middle, to the left for a negative product.
#[derive(Component)]
struct Bar {
    source: Source,
    term: usize,
}

/// Width of the bars in interface pixels, from the largest negative product to the largest positive one.
const BAR_WIDTH: f32 = 84.0;
/// Height of a row in interface pixels. A row whose name has several lines is higher.
const ROW: f32 = 20.0;

/// Spawns a table with a row for each term and one for the sum.
pub(super) fn spawn(
    parent: &mut ChildSpawnerCommands,
    source: impl Fn(&World) -> Option<Terms> + Send + Sync + 'static,
) {
    let source: Source = Arc::new(source);
    let shown = Arc::clone(&source);
    parent
        .spawn((
            stack(FlexDirection::Column, 2.0),
            VisibleWhen::new(move |world| shown(world).is_some()),
        ))
        .with_children(|table| {
            for (term, (name, _)) in TERMS.iter().enumerate() {
                spawn_row(table, name, &source, term);
            }
            spawn_sum(table, &source);
        });
}

fn row() -> Node {
    Node {
        min_height: px(ROW),
        flex_shrink: 0.0,
        align_items: AlignItems::Center,
        column_gap: px(8),
        ..default()
    }
}

/// Spawns a cell of a row with a text of the terms.
fn spawn_cell(
    row: &mut ChildSpawnerCommands,
    width: f32,
    source: &Source,
    colour: Color,
    text: impl Fn(&Terms) -> String + Send + Sync + 'static,
) {
    let source = Arc::clone(source);
    let text = BoundText::new(move |world| source(world).as_ref().map_or(String::new(), &text));
    row.spawn(Node {
        width: px(width),
        justify_content: JustifyContent::FlexEnd,
        flex_shrink: 0.0,
        ..default()
    })
    .with_child(bound_text(TextSize::Small, colour, text));
}

fn spawn_row(table: &mut ChildSpawnerCommands, name: &'static str, source: &Source, term: usize) {
    table.spawn(row()).with_children(|row| {
        row.spawn(Node {
            flex_grow: 1.0,
            ..default()
        })
        .with_child(label(name, TextSize::Small, palette::MIST));
        spawn_cell(row, 52.0, source, palette::MIST, move |terms| {
            let Weights(weights) = terms.weights;
            format!("{} × {}", terms.counts[term], signed(weights[term]))
        });
        spawn_cell(row, 28.0, source, palette::PAPER, move |terms| {
            signed(terms.products()[term])
        });
        row.spawn((
            Node {
                width: px(BAR_WIDTH),
                height: px(8),
                flex_shrink: 0.0,
                border_radius: BorderRadius::MAX,
                ..default()
            },
            BackgroundColor(palette::RAISED),
        ))
        .with_child((
            Bar {
                source: Arc::clone(source),
                term,
            },
            Node {
                position_type: PositionType::Absolute,
                height: percent(100),
                ..default()
            },
            BackgroundColor(palette::LEAF),
        ));
    });
}

/// Spawns the row of the sum.
fn spawn_sum(table: &mut ChildSpawnerCommands, source: &Source) {
    table.spawn(row()).with_children(|row| {
        row.spawn(Node {
            flex_grow: 1.0,
            ..default()
        })
        .with_child(label("hex.term.sum", TextSize::Small, palette::PAPER));
        spawn_cell(row, 28.0, source, palette::LAMP, |terms| {
            signed(terms.sum())
        });
        row.spawn(Node {
            width: px(BAR_WIDTH),
            flex_shrink: 0.0,
            ..default()
        });
    });
}

/// Gives each bar the length and the colour of its product. The longest one reaches the end.
fn show_bars(world: &mut World, bars: &mut QueryState<(Entity, &'static Bar)>) {
    let lengths = bars.iter(world).filter_map(|(entity, bar)| {
        let products = (bar.source)(world)?.products();
        let most = products.iter().map(|product| product.abs()).max()?.max(1);
        Some((entity, products[bar.term] as f32 / most as f32))
    });
    let lengths: Vec<(Entity, f32)> = lengths.collect();
    for (entity, length) in lengths {
        let left = percent(50.0 + 50.0 * length.min(0.0));
        let width = percent(50.0 * length.abs());
        let colour = if length < 0.0 {
            palette::FAULT
        } else {
            palette::LEAF
        };
        if let Some(mut node) = world.get_mut::<Node>(entity)
            && (node.left, node.width) != (left, width)
        {
            (node.left, node.width) = (left, width);
        }
        if let Some(mut background) = world.get_mut::<BackgroundColor>(entity) {
            background.set_if_neq(BackgroundColor(colour));
        }
    }
}
