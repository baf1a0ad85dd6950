//! The lead, shown large: the best so far or the member that was chosen, its words and its facts.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::AsyncComputeTaskPool;
use bevy::tasks::futures_lite::future::{block_on, poll_once};

use super::{Show, performance, stage};
use crate::generation::{Fact, Label, Picture};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{Lit, Shown, Told};
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Size, choice, panel, stack, text_font, words};
use crate::shell::words::Words;

/// Side of the large picture, in interface pixels.
const SIDE: f32 = 294.0;
/// Pixels a side of its texture.
const TEXTURE: u32 = 588;
/// The least height in which letters can be read, in interface pixels.
const LETTERS: f32 = 14.0;

/// The large picture.
#[derive(Component)]
pub(super) struct LeadPicture;

pub(super) fn spawn(row: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    row.spawn(panel(Node {
        width: px(SIDE + 42.0),
        ..stack(FlexDirection::Column, 10.0)
    }))
    .with_children(|column| {
        column
            .spawn(Node {
                align_items: AlignItems::Center,
                justify_content: JustifyContent::SpaceBetween,
                min_height: px(34),
                ..default()
            })
            .with_children(|row| {
                let told = |world: &World| {
                    let chosen = world.resource::<Show>().member.is_some();
                    let key = if chosen {
                        "theatre.chosen"
                    } else {
                        "theatre.best"
                    };
                    world.resource::<Words>().say(key)
                };
                row.spawn(words(Size::Lead, palette::LAMP, Told::by(told)));
                let watch = |world: &World| world.resource::<Show>().about.watch;
                row.spawn((Node::default(), Shown::when(move |w| watch(w).is_some())))
                    .with_children(|cell| {
                        let told = Told::by(move |world| {
                            let words = world.resource::<Words>();
                            watch(world).map_or(String::new(), |key| words.say(key))
                        });
                        let lit = Lit::when(|world| world.resource::<Show>().performance.is_some());
                        choice(cell, told, lit, performance::toggle);
                    });
            });
        column.spawn((
            LeadPicture,
            ImageNode::new(images.add(Image::transparent())),
            Node {
                width: px(SIDE),
                height: px(SIDE),
                ..default()
            },
        ));
        column
            .spawn(stack(FlexDirection::Column, 2.0))
            .with_children(|list| (0..MOST_FACTS).for_each(|at| fact(list, at)));
    });
}

/// Facts that are shown.
const MOST_FACTS: usize = 8;

/// The bar of a fact, to the right of the middle if it counts for the individual, else to the left.
#[derive(Component)]
pub(super) struct FactBar(usize);

fn fact_at(world: &World, at: usize) -> Option<&Fact> {
    world.resource::<Show>().frame.as_ref()?.facts.get(at)
}

fn fact(list: &mut ChildSpawnerCommands, at: usize) {
    let told = move |world: &World| {
        let words = world.resource::<Words>();
        let line = |fact: &Fact| words.fill(fact.key, &[("value", fact.value.clone())]);
        fact_at(world, at).map_or(String::new(), line)
    };
    let row = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        ..default()
    };
    let there = move |world: &World| fact_at(world, at).is_some();
    let barred = move |world: &World| fact_at(world, at).is_some_and(|fact| fact.bar.is_some());
    list.spawn((row, Shown::when(there))).with_children(|row| {
        row.spawn(words(Size::Small, palette::PAPER, Told::by(told)));
        let ground = Node {
            width: px(96),
            height: px(7),
            flex_shrink: 0.0,
            ..default()
        };
        row.spawn((ground, BackgroundColor(palette::NIGHT), Shown::when(barred)))
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
    });
}

/// The bars follow the facts.
pub(super) fn put_bars(
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
        node.left = percent(if bar < 0.0 { 50.0 - length } else { 50.0 });
        node.width = percent(length);
        let wanted = if bar < 0.0 {
            palette::FAULT
        } else {
            palette::LEAF
        };
        colour.set_if_neq(BackgroundColor(wanted));
    }
}

/// The words of the picture, where they can be read and nothing else is shown.
pub(super) fn put_labels(
    show: Res<Show>,
    pictures: Query<Entity, With<LeadPicture>>,
    mut shown: Local<Vec<Label>>,
    mut commands: Commands,
) {
    if !show.is_changed() {
        return;
    }
    let lead = show.frame.as_ref().map(|frame| &frame.lead.picture.labels);
    let legible = |label: &&Label| label.height * SIDE >= LETTERS;
    let wanted: Vec<Label> = match lead {
        Some(labels) if show.scene().is_none() => labels.iter().filter(legible).cloned().collect(),
        _ => Vec::new(),
    };
    let Ok(picture) = pictures.single() else {
        shown.clear();
        return;
    };
    if *shown == wanted {
        return;
    }
    commands
        .entity(picture)
        .despawn_children()
        .with_children(|words| {
            for label in &wanted {
                words.spawn((
                    Text::new(label.text.clone()),
                    text_font(Size::Small),
                    TextColor(palette::PAPER),
                    TextLayout::no_wrap(),
                    Node {
                        position_type: PositionType::Absolute,
                        left: px(label.x * SIDE),
                        top: px(label.y * SIDE - 0.6 * LETTERS),
                        ..default()
                    },
                ));
            }
        });
    *shown = wanted;
}

/// What the texture shows: whether it is the lead at work, the time of that or how far the picture has changed, 0 to
/// 1, and which picture it is, counted.
type Painted = Option<(bool, f32, u32)>;

/// Shows the lead at work, or on its way from what it was before.
pub(super) fn morph(
    mut show: ResMut<Show>,
    settings: Res<Settings>,
    nodes: Query<&ImageNode, With<LeadPicture>>,
    mut images: ResMut<Assets<Image>>,
    mut painted: Local<Painted>,
) {
    if let Some(task) = &mut show.morphing {
        let Some(image) = block_on(poll_once(task)) else {
            return;
        };
        show.bypass_change_detection().morphing = None;
        if let (Some(image), Ok(node)) = (image, nodes.single()) {
            stage::put(&mut images, node, image);
        }
    }
    let Some((now, before, after)) = wanted(&show, *painted) else {
        return;
    };
    *painted = Some(now);
    let (performing, time, _) = now;
    let way = if performing { time.fract() } else { time };
    // Ease out.
    let t = 1.0 - (1.0 - way).powi(3);
    let before = before.filter(|_| way < 1.0 && !settings.reduced_motion);
    let paint = async move {
        let mut canvas = Canvas::new(TEXTURE, TEXTURE)?;
        match before {
            Some(before) => canvas.morph(&before, &after, t, TEXTURE as f32),
            None => canvas.picture(&after, Vec2::ZERO, TEXTURE as f32),
        }
        Some(canvas.image())
    };
    show.bypass_change_detection().morphing = Some(AsyncComputeTaskPool::get().spawn(paint));
}

/// Which two pictures are to be shown, and how far from one to the other; `None` if that is painted.
fn wanted(show: &Show, painted: Painted) -> Option<((bool, f32, u32), Option<Picture>, Picture)> {
    let frame = show.frame.as_ref()?;
    let scene = show.scene();
    let now = match scene {
        Some((time, ..)) => (true, time, show.pictures),
        None => (false, show.changed, show.pictures),
    };
    if painted == Some(now) {
        return None;
    }
    Some(match scene {
        Some((_, before, after)) => (now, Some(before.clone()), after.clone()),
        None => (now, show.before.clone(), frame.lead.picture.clone()),
    })
}
