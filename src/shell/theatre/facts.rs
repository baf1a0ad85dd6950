//! The facts of the selected individual: its name, a line with a bar for each fact, and its portrait.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::Show;
use super::explain::{self, Topic};
use crate::generation::Fact;
use crate::shell::creature::{full_name, sigil};
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{TextSize, bound_text, panel, square, stack};
use crate::shell::words::Words;

/// The side of the portrait beside the facts, in interface pixels.
const PORTRAIT: f32 = 72.0;
/// The number of facts that are shown. No run has more, so that the last ones, such as the faults, are not left out.
const MAX_FACTS: usize = 20;

/// Spawns the panel of the facts about the selected individual.
pub(super) fn spawn_facts(column: &mut ChildSpawnerCommands) {
    let node = Node {
        padding: UiRect::axes(px(14), px(10)),
        overflow: Overflow::clip_y(),
        justify_content: JustifyContent::SpaceBetween,
        ..stack(FlexDirection::Row, 8.0)
    };
    let facts = (FactsPanel::default(), panel(node));
    column.spawn(facts).with_children(|row| {
        let list = Node {
            flex_grow: 1.0,
            min_width: px(0),
            ..stack(FlexDirection::Column, 1.0)
        };
        row.spawn(list).with_children(|list| {
            spawn_name(list);
            (0..MAX_FACTS).for_each(|at| spawn_fact(list, at));
        });
        let seen = VisibleWhen::new(|world| world.resource::<Show>().about.portrait.is_some());
        row.spawn((Portrait, ImageNode::default(), square(PORTRAIT), seen));
    });
}

/// The side of the sigil of a creature, in interface pixels.
const SIGIL: f32 = 26.0;

/// Spawns the name and the sigil of the selected individual, if it is a creature that has them.
fn spawn_name(list: &mut ChildSpawnerCommands) {
    let creature = |world: &World| world.resource::<Show>().frame.as_ref()?.creature;
    let row = Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 8.0)
    };
    let is_there = VisibleWhen::new(move |world| creature(world).is_some());
    list.spawn((row, is_there)).with_children(|row| {
        row.spawn(sigil(SIGIL, creature));
        let text = move |world: &World| {
            creature(world).map_or(String::new(), |creature| {
                full_name(creature, world.resource::<Words>())
            })
        };
        row.spawn(bound_text(TextSize::Body, palette::LAMP, text));
    });
}

/// The panel of the facts. It grows with the facts of a run and never shrinks, so that the buttons below it keep their
/// places.
#[derive(Component, Default)]
pub(super) struct FactsPanel {
    run: Option<Entity>,
    /// The width in pixels. With another width the lines break at other places.
    width: f32,
    /// The number of frames since there are facts, up to [`SETTLED`].
    frames: u32,
    /// The largest height so far, in interface pixels.
    height: f32,
}

/// The number of frames after which the layout follows the facts. Before that the panel is as high as if each of its
/// lines had a fact.
const SETTLED: u32 = 3;

/// Keeps the height of the panel of facts.
pub(super) fn keep_facts_height(
    show: Res<Show>,
    mut panels: Query<(&mut FactsPanel, &mut Node, &ComputedNode)>,
) {
    for (mut panel, mut node, computed) in &mut panels {
        let width = computed.size().x;
        if panel.run != show.run || panel.width != width {
            *panel = FactsPanel {
                run: show.run,
                width,
                ..default()
            };
            node.min_height = auto();
            continue;
        }
        if show.frame.is_none() || panel.frames < SETTLED {
            panel.frames += u32::from(show.frame.is_some());
            continue;
        }
        let height = computed.size().y * computed.inverse_scale_factor();
        if height > panel.height + 0.5 {
            panel.height = height;
            node.min_height = px(height);
        }
    }
}

/// Marks the portrait of the evolved thing.
#[derive(Component)]
pub(super) struct Portrait;

/// Gives the portrait its sprite.
pub(super) fn show_portrait(
    show: Res<Show>,
    sprites: Res<Sprites>,
    mut portraits: Query<&mut ImageNode, With<Portrait>>,
) {
    let Some(name) = show.about.portrait else {
        return;
    };
    let image = sprites.get(name);
    for mut portrait in &mut portraits {
        if portrait.image != image {
            portrait.image = image.clone();
        }
    }
}

/// Marks the bar of a fact, by the fact's index. A positive bar goes to the right of the middle, a negative one to the
/// left.
#[derive(Component)]
pub(super) struct FactBar(usize);

fn fact_at(world: &World, at: usize) -> Option<&Fact> {
    world.resource::<Show>().frame.as_ref()?.facts.get(at)
}

fn spawn_fact(list: &mut ChildSpawnerCommands, at: usize) {
    let caption = move |world: &World| {
        let words = world.resource::<Words>();
        let line = |fact: &Fact| words.fill(fact.key, &[("value", fact.value.clone())]);
        fact_at(world, at).map_or(String::new(), line)
    };
    let wanted = BoundText::new(move |world| {
        let words = world.resource::<Words>();
        let value = fact_at(world, at).and_then(|fact| fact.wanted.clone());
        value.map_or(String::new(), |value| {
            words.fill("theatre.wanted", &[("value", value)])
        })
    });
    let row = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        column_gap: px(8),
        ..default()
    };
    let there = move |world: &World| fact_at(world, at).is_some();
    let button = explain::silent_button(row, move |world| {
        explain::explain(world, Topic::Fact(at));
    });
    list.spawn((button, VisibleWhen::new(there)))
        .with_children(|row| {
            row.spawn(bound_text(TextSize::Small, palette::PAPER, caption));
            row.spawn(bound_text(TextSize::Small, palette::LEAF, wanted));
            spawn_bar(row, at);
        });
}

/// Spawns the bar of a fact, which is seen if the fact has one.
fn spawn_bar(row: &mut ChildSpawnerCommands, at: usize) {
    let barred = move |world: &World| fact_at(world, at).is_some_and(|fact| fact.bar.is_some());
    let ground = Node {
        width: px(96),
        height: px(7),
        flex_shrink: 0.0,
        ..default()
    };
    row.spawn((
        ground,
        BackgroundColor(palette::NIGHT),
        VisibleWhen::new(barred),
    ))
    .with_child((
        FactBar(at),
        Node {
            position_type: PositionType::Absolute,
            top: px(0),
            bottom: px(0),
            ..default()
        },
        BackgroundColor(palette::LEAF),
    ));
}

/// Sets the bars to the facts.
pub(super) fn update_bars(
    show: Res<Show>,
    mut bars: Query<(&FactBar, &mut Node, &mut BackgroundColor)>,
) {
    if !show.is_changed() {
        return;
    }
    for (FactBar(at), mut node, mut colour) in &mut bars {
        let facts = show.frame.as_ref().map(|frame| &frame.facts);
        let bar = facts.and_then(|facts| facts.get(*at)?.bar).unwrap_or(0.0);
        let length = 50.0 * bar.abs().min(1.0);
        let left = percent(if bar < 0.0 { 50.0 - length } else { 50.0 });
        let place = (left, percent(length));
        // A node that is written to is laid out anew, even if nothing is different.
        if (node.left, node.width) != place {
            (node.left, node.width) = place;
        }
        let wanted = if bar < 0.0 {
            palette::FAULT
        } else {
            palette::LEAF
        };
        colour.set_if_neq(BackgroundColor(wanted));
    }
}
