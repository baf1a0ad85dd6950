//! The canvas: the pictures of the plan, painted in the background, and the spots on which the tool acts.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::ui::auto_directional_navigation::AutoDirectionalNavigation;

use super::{Editing, Editor, Spot};
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::{Picture, Place};
use crate::shell::theme::paint::{Canvas, replace_image};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::{SpritePainter, Sprites};
use crate::shell::theme::widget::SpokenName;
use crate::shell::words::Words;

/// The side of the canvas and of the picture beside it, in interface pixels.
pub(super) const SIDES: [f32; 2] = [548.0, 216.0];
/// The sides of their textures, in pixels.
const TEXTURES: [u32; 2] = [1_096, 432];
/// The size of the letters of a line, as a part of its height.
const LINE_LETTERS: f32 = 0.62;

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
        let mut sides = TEXTURES.into_iter().zip(SIDES);
        pictures.map(|picture| paint(&picture?, sides.next()?, &sprites, &read))
    }));
}

/// Paints a picture into a texture that is shown at another side.
fn paint(
    picture: &Picture,
    (side, shown): (u32, f32),
    sprites: &Arc<SpritePainter>,
    read: &impl Fn(&str) -> String,
) -> Option<Image> {
    let mut canvas = Canvas::of_picture(picture, side, side as f32 / shown, Arc::clone(sprites))?;
    let lines = picture.labels.iter();
    for line in lines.filter(|label| matches!(label.place, Place::Line { .. })) {
        let left = Vec2::new(line.x, line.y) * side as f32;
        let size = LINE_LETTERS * line.height * side as f32;
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

/// The place of a spot on the canvas.
fn place_spot(node: &mut Node, spot: Spot) {
    node.left = percent(100.0 * (spot.x - spot.size / 2.0));
    node.top = percent(100.0 * (spot.y - spot.size / 2.0));
    node.width = percent(100.0 * spot.size);
    node.height = percent(100.0 * spot.size);
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
            spawn_spot(canvas, spot, name_of(spot.id));
        }
    });
}

fn spawn_spot(canvas: &mut ChildSpawnerCommands, spot: Spot, name: String) {
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
