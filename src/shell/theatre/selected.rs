//! The selected individual (the best so far, or a member): its large picture with texts, and its facts.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once};
use bevy::ui::RelativeCursorPosition;

use super::explain::{self, Topic};
use super::{Show, close_up, controls, playback, stage};
use crate::generation::family::parent_at;
use crate::generation::pools::spawn_or_default;
use crate::generation::run::StopReason;
use crate::generation::watch::PictureKind;
use crate::generation::{Fact, Label, Picture, Place};
use crate::shell::creature::{full_name, sigil};
use crate::shell::screen::Menu;
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{BoundText, SelectedWhen, VisibleWhen};
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choice, in_row, panel, spoken_name, stack, text_font,
};
use crate::shell::words::Words;

/// The side of the large picture, in interface pixels.
const SIDE: f32 = 440.0;
/// Its side beside the grid of an archive, which needs much room.
const SIDE_BESIDE_GRID: f32 = 330.0;
/// The side of its texture, in pixels.
const TEXTURE: u32 = 880;
/// The smallest height of legible letters, in interface pixels.
const LETTERS: f32 = 14.0;
/// The height of a line with large letters, in interface pixels.
const LARGE_LINE: f32 = 34.0;
/// The side of the portrait beside the facts, in interface pixels.
const PORTRAIT: f32 = 72.0;
/// The number of facts that are shown.
const MAX_FACTS: usize = 11;

/// Marks the large picture.
#[derive(Component)]
pub(super) struct SelectedPicture;

/// The side of the large picture, in interface pixels.
pub(super) fn side(show: &Show) -> f32 {
    match show.archive {
        Some(_) => SIDE_BESIDE_GRID,
        None => SIDE,
    }
}

/// Spawns the panel of the selected individual.
pub(super) fn spawn_selected(row: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let node = Node {
        padding: UiRect::all(px(14)),
        flex_shrink: 0.0,
        ..stack(FlexDirection::Column, 8.0)
    };
    row.spawn(panel(node)).with_children(|column| {
        let heading = Node {
            align_items: AlignItems::Center,
            justify_content: JustifyContent::SpaceBetween,
            // Beside the map of an archive there may be too little room for one line.
            flex_wrap: FlexWrap::Wrap,
            row_gap: px(4),
            min_height: px(34),
            ..default()
        };
        column.spawn(heading).with_children(spawn_selected_heading);
        column.spawn(Node::default()).with_children(|room| {
            room.spawn((
                SelectedPicture,
                RelativeCursorPosition::default(),
                ImageNode::new(images.add(Image::transparent())),
                Node::default(),
            ));
            close_up::spawn_place(room, images);
        });
        explain::spawn_place(column);
    });
}

/// Spawns the name of the selected individual, and the buttons that select another one or show it at work.
fn spawn_selected_heading(row: &mut ChildSpawnerCommands) {
    let caption = |world: &World| {
        let show = world.resource::<Show>();
        let key = match (show.member, show.record) {
            (None, _) if show.followed.is_some() => "theatre.newborn",
            (Some(_), _) => "theatre.chosen",
            (None, Some(_)) => "theatre.best_then",
            (None, None) if show.progress.stop == Some(StopReason::TargetMet) => "theatre.winner",
            (None, None) => "theatre.best",
        };
        world.resource::<Words>().get(key)
    };
    let caption = bound_text(TextSize::Body, palette::LAMP, caption);
    explain::spawn(row, Topic::Individual, caption);
    in_row(row, 6.0, |buttons| {
        spawn_watch(buttons);
        spawn_kinds(buttons);
        for (caption, name, forward) in [
            ("theatre.before", "theatre.individual_before", false),
            ("theatre.next", "theatre.individual_next", true),
        ] {
            let neighbour = button(buttons, ButtonStyle::Chip, caption, move |world| {
                controls::select_neighbour(world, forward);
            });
            let mut neighbour = buttons.commands_mut().entity(neighbour);
            neighbour.with_child(spoken_name(name));
        }
    });
}

/// Spawns the button that shows the selected individual at work, if there is something to watch.
fn spawn_watch(row: &mut ChildSpawnerCommands) {
    let watch = |world: &World| world.resource::<Show>().about.watch;
    let seen = VisibleWhen::new(move |world| watch(world).is_some());
    row.spawn((Node::default(), seen)).with_children(|cell| {
        let caption = BoundText::new(move |world| {
            let words = world.resource::<Words>();
            watch(world).map_or(String::new(), |key| words.get(key))
        });
        let selected = SelectedWhen::new(|world| world.resource::<Show>().playback.is_some());
        choice(cell, caption, selected, playback::toggle_playback);
    });
}

/// Spawns the buttons that show the selected individual with its parents, and its other picture, if there are any.
fn spawn_kinds(row: &mut ChildSpawnerCommands) {
    let insight = |world: &World| world.resource::<Show>().about.insight;
    let caption = BoundText::new(move |world| {
        let words = world.resource::<Words>();
        insight(world).map_or(String::new(), |key| words.get(key))
    });
    let has_insight = VisibleWhen::new(move |world| insight(world).is_some());
    spawn_kind(row, has_insight, caption, PictureKind::Insight);
    let has_family = VisibleWhen::new(|world| {
        let frame = world.resource::<Show>().frame.as_ref();
        frame.is_some_and(|frame| frame.family.is_some())
    });
    let caption = BoundText::phrase("theatre.family");
    spawn_kind(row, has_family, caption, PictureKind::Family);
}

/// Spawns the button of a kind of picture. Pressed again, it shows the usual picture.
fn spawn_kind(
    row: &mut ChildSpawnerCommands,
    seen: VisibleWhen,
    caption: BoundText,
    kind: PictureKind,
) {
    row.spawn((Node::default(), seen)).with_children(|cell| {
        let selected = SelectedWhen::new(move |world| world.resource::<Show>().kind == kind);
        choice(cell, caption, selected, move |world| {
            let mut show = world.resource_mut::<Show>();
            let old = show.picture().cloned();
            show.kind = if show.kind == kind {
                PictureKind::Usual
            } else {
                kind
            };
            show.morph_from(old);
        });
    });
}

/// Explains the individual that is clicked, and goes to a parent that is clicked in the picture of a family.
pub(super) fn read_pointer(
    show: Res<Show>,
    menu: Res<State<Menu>>,
    buttons: Res<ButtonInput<MouseButton>>,
    pictures: Query<&RelativeCursorPosition, With<SelectedPicture>>,
    mut commands: Commands,
) {
    let is_click = *menu.get() == Menu::None && buttons.just_pressed(MouseButton::Left);
    let (true, Ok(pointer)) = (is_click, pictures.single()) else {
        return;
    };
    let at = pointer.normalized.filter(|_| pointer.cursor_over);
    if at.is_some() {
        commands.queue(|world: &mut World| explain::explain(world, Topic::Individual));
    }
    let at = at.filter(|_| show.kind == PictureKind::Family);
    let family = show.frame.as_ref().and_then(|frame| frame.family.as_ref());
    let Some((at, (record, parents))) = at.zip(family.and_then(|family| family.parents)) else {
        return;
    };
    if let Some(parent) = parent_at(at.x + 0.5, at.y + 0.5) {
        let member = parents[parent];
        commands.queue(move |world: &mut World| {
            controls::go_to_record(world, record);
            controls::select_member(world, member);
        });
    }
}

/// Where the large picture was when the theatre was left, in window pixels: what was picked can grow from there. `None`
/// if another screen was open since.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct LastPicture(pub Option<Rect>);

/// Gives the large picture its size, and remembers where it is.
pub(super) fn fit_picture(
    show: Res<Show>,
    mut last: ResMut<LastPicture>,
    mut pictures: Query<(&mut Node, &ComputedNode, &UiGlobalTransform), With<SelectedPicture>>,
) {
    for (mut node, computed, place) in &mut pictures {
        let side = px(side(&show));
        if node.width != side {
            (node.width, node.height) = (side, side);
        }
        let pixels = computed.inverse_scale_factor();
        let (middle, size) = (place.translation * pixels, computed.size() * pixels);
        last.0 = Some(Rect::from_center_size(middle, size));
    }
}

/// Forgets where the large picture was.
pub(super) fn forget_picture(mut last: ResMut<LastPicture>) {
    last.0 = None;
}

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
        let node = Node {
            width: px(PORTRAIT),
            height: px(PORTRAIT),
            flex_shrink: 0.0,
            ..default()
        };
        let seen = VisibleWhen::new(|world| world.resource::<Show>().about.portrait.is_some());
        row.spawn((Portrait, ImageNode::default(), node, seen));
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
    /// The width in pixels: another one breaks the lines elsewhere.
    width: f32,
    /// The largest height so far, in interface pixels.
    height: f32,
}

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
                height: 0.0,
            };
            node.min_height = auto();
            continue;
        }
        let height = computed.size().y * computed.inverse_scale_factor();
        if height > panel.height + 0.5 {
            panel.height = height;
            node.min_height = px(height);
        }
    }
}

/// Marks the portrait of what is evolved.
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
    let barred = move |world: &World| fact_at(world, at).is_some_and(|fact| fact.bar.is_some());
    let button = explain::silent_button(row, move |world| {
        explain::explain(world, Topic::Fact(at));
    });
    list.spawn((button, VisibleWhen::new(there)))
        .with_children(|row| {
            row.spawn(bound_text(TextSize::Small, palette::PAPER, caption));
            row.spawn(bound_text(TextSize::Small, palette::LEAF, wanted));
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
        });
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

/// Shows the lines of the large picture, where they are legible and no playback is shown.
pub(super) fn update_labels(
    show: Res<Show>,
    pictures: Query<Entity, With<SelectedPicture>>,
    mut shown: Local<Vec<Label>>,
    mut commands: Commands,
) {
    if !show.is_changed() {
        return;
    }
    let labels = show.picture().map(|picture| &picture.labels);
    let side = side(&show);
    let legible = |label: &&Label| {
        matches!(label.place, Place::Line { .. }) && label.height * side >= LETTERS
    };
    let wanted: Vec<Label> = match labels {
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
                let is_large = label.height * side >= LARGE_LINE;
                let (size, pixels) = match is_large {
                    true => (TextSize::Lead, 20.0),
                    false => (TextSize::Small, LETTERS),
                };
                words.spawn((
                    Text::new(label.text.clone()),
                    text_font(size),
                    TextColor(palette::PAPER),
                    TextLayout::no_wrap(),
                    Node {
                        position_type: PositionType::Absolute,
                        left: px(label.x * side),
                        top: px(label.y * side - 0.6 * pixels),
                        ..default()
                    },
                ));
            }
        });
    *shown = wanted;
}

/// The state that the large picture shows.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct PictureState {
    /// Whether it is a scene of the playback.
    playing: bool,
    /// The time of the playback, or the progress from the previous picture to the current one.
    time: f32,
    /// The number of the picture.
    number: u32,
}

/// Paints the large picture in the background: a scene of the playback, or the change from the previous picture.
pub(super) fn paint_selected(
    mut show: ResMut<Show>,
    settings: Res<Settings>,
    sprites: Res<Sprites>,
    nodes: Query<&ImageNode, With<SelectedPicture>>,
    mut images: ResMut<Assets<Image>>,
    mut painted: Local<Option<PictureState>>,
) {
    if let Some(task) = &mut show.morphing {
        let Some(image) = block_on(poll_once(task)) else {
            return;
        };
        show.bypass_change_detection().morphing = None;
        if let (Some(image), Ok(node)) = (image, nodes.single()) {
            stage::replace_image(&mut images, node, image);
        }
    }
    let Some((now, before, after)) = next_picture(&show, *painted) else {
        return;
    };
    *painted = Some(now);
    let progress = if now.playing {
        now.time.fract()
    } else {
        now.time
    };
    // Changes end slowly, and the long one into the outcome begins slowly too.
    let t = match show.turns_into_outcome && !now.playing {
        true => progress * progress * (3.0 - 2.0 * progress),
        false => 1.0 - (1.0 - progress).powi(3),
    };
    let before = before.filter(|_| progress < 1.0 && !settings.reduced_motion);
    let sprites = sprites.painter();
    let paint = move || {
        let mut canvas = Canvas::with_sprites(TEXTURE, TEXTURE, sprites)?;
        match before {
            Some(before) => canvas.morph(&before, &after, t, TEXTURE as f32),
            None => canvas.picture(&after, Vec2::ZERO, TEXTURE as f32),
        }
        Some(canvas.image())
    };
    show.bypass_change_detection().morphing = Some(spawn_or_default(paint));
}

/// The state to paint, with the pictures before and after the change; `None` if that state is painted already.
fn next_picture(
    show: &Show,
    painted: Option<PictureState>,
) -> Option<(PictureState, Option<Picture>, Picture)> {
    let frame = show.frame.as_ref()?;
    let scene = show.scene();
    let now = PictureState {
        playing: scene.is_some(),
        time: scene.map_or(show.morph_progress, |(time, ..)| time),
        number: show.pictures_shown,
    };
    if painted == Some(now) {
        return None;
    }
    Some(match scene {
        Some((_, before, after)) => (now, Some(before.clone()), after.clone()),
        None => (
            now,
            show.previous_picture.clone(),
            frame.picture(show.kind).clone(),
        ),
    })
}
