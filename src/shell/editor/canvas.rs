//! The canvas: the pictures of the plan, painted in the background, and the spots on which the tool acts.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::ui::auto_directional_navigation::AutoDirectionalNavigation;
use bevy::ui_widgets::{Activate, observe};

use super::editing::use_spot;
use super::{Editing, Editor, Spot};
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::{LabelPlace, Picture};
use crate::shell::theme::paint::{Canvas, replace_image};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::ScrollTo;
use crate::shell::theme::sprites::{SpritePainter, Sprites};
use crate::shell::theme::widget::SpokenName;
use crate::shell::words::Words;

/// The side of the canvas and of the picture beside it, in interface pixels.
pub(super) const SIDES: [f32; 2] = [548.0, 216.0];
/// The sides of their textures, in pixels.
const TEXTURES: [u32; 2] = [1_096, 432];
/// The size of the letters of a line, as a part of its height.
const LINE_LETTERS: f32 = 0.62;
/// The least size of letters, in interface pixels.
const LEAST_LETTERS: f32 = 12.0;
/// The height from which on the letters of a line of text are large enough, as a part of the width of the canvas.
pub const LEAST_LINE: f32 = LEAST_LETTERS / (LINE_LETTERS * SIDES[0]);

/// The size of the letters of a line of text on the canvas in interface pixels. The height of the line is a part of the
/// width of the canvas.
pub fn line_letters(height: f32) -> f32 {
    LINE_LETTERS * height * SIDES[0]
}

/// A picture of the plan: the large one, which is the canvas, or the small one beside it.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlanPicture {
    pub(super) is_canvas: bool,
}

/// A spot on the canvas, which can have the focus.
#[derive(Component)]
pub(super) struct SpotNode(pub(super) u16);

/// Paints both pictures when the plan, the tool or the study has changed, or the pictures were exchanged.
pub(super) fn paint_pictures<E: Editor>(
    mut editing: ResMut<Editing<E>>,
    (sprites, words): (Res<Sprites>, Res<Words>),
    nodes: Query<(&PlanPicture, &ImageNode)>,
    mut images: ResMut<Assets<Image>>,
) {
    let editing = editing.bypass_change_detection();
    if let Some([canvas, beside]) = take_result(&mut editing.painting) {
        for (picture, node) in &nodes {
            let image = if picture.is_canvas { &canvas } else { &beside };
            let image = image.clone().unwrap_or_else(Image::transparent);
            replace_image(&mut images, &node.image, image);
        }
    }
    if editing.painting.is_some() || editing.painted == Some(editing.revision) {
        return;
    }
    editing.painted = Some(editing.revision);
    let (plan, tool, study) = (
        editing.plan().clone(),
        editing.tool(),
        editing.study.clone(),
    );
    let (is_other_large, sprites) = (editing.is_other_large, sprites.painter());
    let read = words.label_reader();
    editing.painting = Some(spawn_or_default(move || {
        let usual = E::picture(&plan, tool, &study);
        let mut pictures = [Some(usual), E::other_picture(&plan, &study)];
        if is_other_large && pictures[1].is_some() {
            pictures.swap(0, 1);
        }
        let [canvas, beside] = pictures;
        let paint = |picture: &Picture, at: usize, height| {
            paint(picture, (TEXTURES[at], SIDES[at]), height, &sprites, &read)
        };
        [
            canvas.and_then(|picture| paint(&picture, 0, E::height(&plan))),
            beside.and_then(|picture| paint(&picture, 1, 1.0)),
        ]
    }));
}

/// Paints a picture into a texture that is shown at another side. `height` is its height as a multiple of its width.
fn paint(
    picture: &Picture,
    (side, shown): (u32, f32),
    height: f32,
    sprites: &Arc<SpritePainter>,
    read: &impl Fn(&str) -> String,
) -> Option<Image> {
    let rows = (side as f32 * height).round() as u32;
    let mut canvas = Canvas::with_sprites(side, rows, Arc::clone(sprites))?;
    canvas = canvas.at_density(side as f32 / shown);
    canvas.picture(picture, Vec2::ZERO, side as f32);
    let lines = picture.labels.iter();
    for line in lines.filter(|label| matches!(label.place, LabelPlace::Line { .. })) {
        let left = Vec2::new(line.x, line.y) * side as f32;
        let size = line_letters(line.height) * side as f32 / shown;
        canvas.text_from(&read(&line.text), left, size, palette::PAPER);
    }
    Some(canvas.image())
}

/// The name of a spot, which is not visible.
fn unseen_name(name: String) -> impl Bundle {
    let unseen = Node {
        display: Display::None,
        ..default()
    };
    (SpokenName, Text(name), unseen)
}

/// The number of frames after which the layout has placed a spot that is new.
const LAYOUT_FRAMES: u8 = 2;

/// Scrolls to the spot that the tool has selected, when it is another one or on another canvas.
pub(super) fn show_selected<E: Editor>(
    editing: Res<Editing<E>>,
    canvases: Query<(Entity, &PlanPicture)>,
    spots: Query<(Entity, &SpotNode)>,
    mut asked: MessageWriter<ScrollTo>,
    mut last: Local<((Option<Entity>, Option<u16>), u8)>,
) {
    let canvas = canvases.iter().find(|(_, picture)| picture.is_canvas);
    let selected = E::selected_spot(editing.plan(), editing.tool());
    let now = (canvas.map(|(canvas, _)| canvas), selected);
    let (before, frames) = &mut *last;
    if *before != now {
        (*before, *frames) = (now, 0);
    }
    *frames = frames.saturating_add(1);
    if *frames == LAYOUT_FRAMES {
        let node = spots.iter().find(|(_, node)| Some(node.0) == selected);
        asked.write_batch(node.map(|(entity, _)| ScrollTo(entity)));
    }
}

/// The place of a spot on the canvas.
fn place_spot(node: &mut Node, spot: Spot) {
    let side = px(SIDES[0] * spot.size);
    node.left = px(SIDES[0] * (spot.x - spot.size / 2.0));
    node.top = px(SIDES[0] * (spot.y - spot.size / 2.0));
    (node.width, node.height) = (side, side);
}

/// Gives the canvas the height that the plan needs.
pub(super) fn size_canvas<E: Editor>(
    editing: Res<Editing<E>>,
    mut canvases: Query<(&PlanPicture, &mut Node)>,
) {
    let height = px(SIDES[0] * E::height(editing.plan()));
    for (picture, mut node) in &mut canvases {
        if picture.is_canvas && node.height != height {
            node.height = height;
        }
    }
}

/// Lays the spots over the canvas, and names them. A spot that was there before keeps the focus.
pub(super) fn place_spots<E: Editor>(
    editing: Res<Editing<E>>,
    words: Res<Words>,
    canvases: Query<(Entity, &PlanPicture)>,
    mut nodes: Query<(Entity, &SpotNode, &mut Node, &Children)>,
    mut names: Query<&mut Text, With<SpokenName>>,
    mut placed: Local<Option<(Entity, u32)>>,
    mut commands: Commands,
) {
    let canvas = canvases.iter().find(|(_, picture)| picture.is_canvas);
    let Some((canvas, _)) = canvas else {
        return;
    };
    if *placed == Some((canvas, editing.revision)) {
        return;
    }
    *placed = Some((canvas, editing.revision));
    let mut wanted: HashMap<u16, Spot> = E::spots(editing.plan())
        .into_iter()
        .map(|spot| (spot.id, spot))
        .collect();
    let name_of = |id: u16| editing.spoken_spot(id, &words);
    for (entity, SpotNode(id), mut node, children) in &mut nodes {
        let Some(spot) = wanted.remove(id) else {
            commands.entity(entity).despawn();
            continue;
        };
        place_spot(&mut node, spot);
        let mut own = names.iter_many_mut(children);
        while let Some(mut text) = own.fetch_next() {
            text.set_if_neq(Text(name_of(*id)));
        }
    }
    let mut wanted: Vec<Spot> = wanted.into_values().collect();
    wanted.sort_by_key(|spot| spot.id);
    commands.entity(canvas).with_children(|canvas| {
        for spot in wanted {
            spawn_spot::<E>(canvas, spot, name_of(spot.id));
        }
    });
}

fn spawn_spot<E: Editor>(canvas: &mut ChildSpawnerCommands, spot: Spot, name: String) {
    let id = spot.id;
    let mut node = Node {
        position_type: PositionType::Absolute,
        border_radius: BorderRadius::all(percent(30)),
        ..default()
    };
    place_spot(&mut node, spot);
    canvas.spawn((
        Name::new("Spot"),
        SpotNode(spot.id),
        node,
        TabIndex(0),
        AutoDirectionalNavigation::default(),
        BackgroundColor(Color::NONE),
        Outline::new(px(2), px(0), Color::NONE),
        Pickable::IGNORE,
        // Keys and the pointer are read elsewhere; screen readers press a spot.
        observe(move |_: On<Activate>, mut commands: Commands| {
            commands.queue(move |world: &mut World| use_spot::<E>(world, id));
        }),
        children![unseen_name(name)],
    ));
}

/// The spot at a point of the canvas. If several spots contain the point, it is the spot with the nearest middle.
pub(super) fn spot_at(spots: &[Spot], point: Vec2) -> Option<u16> {
    let away = |spot: &Spot| (point - Vec2::new(spot.x, spot.y)).abs();
    let inside = spots
        .iter()
        .filter(|spot| away(spot).max_element() <= spot.size / 2.0);
    let nearest = inside.min_by(|a, b| away(a).length().total_cmp(&away(b).length()))?;
    Some(nearest.id)
}
