//! Looking at a part of the large picture: the close-up of a shape is shown beside it, for problems that have
//! close-ups. The mouse looks at the shape under it; buttons look at the shapes beside the current one.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::Task;

use super::padlocks::keys_at;
use super::selected_picture::PicturePointer;
use super::{Show, family_page};
use crate::generation::driver::RunDriver;
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::watch::{DisplaySelection, PictureKind};
use crate::generation::{CloseUp, Picture};
use crate::shell::access::Speech;
use crate::shell::screen::Screen;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::paint::{Canvas, replace_image};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, in_row, stack};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CloseUpState>()
        .add_systems(OnExit(Screen::Theatre), |mut look: ResMut<CloseUpState>| {
            *look = CloseUpState::default();
        })
        .add_systems(
            Update,
            (
                read_pointer.run_if(family_page::is_closed),
                update_close_up,
                place_frame,
                paint_close_up,
            )
                .chain()
                .run_if(in_state(Screen::Theatre)),
        );
}

/// The side of the picture of a close-up, in interface pixels.
const SIDE: f32 = 126.0;
/// The side of its texture, in pixels.
const TEXTURE: u32 = 252;
/// The width of the place of the close-up, in interface pixels.
const WIDTH: f32 = 154.0;

/// The shape at which the player looks.
#[derive(Resource, Default)]
pub struct CloseUpState {
    /// The key of a shape of the large picture.
    key: Option<u16>,
    /// Whether the mouse has chosen the shape. In this case the shape is released when the mouse leaves it.
    by_mouse: bool,
    /// The subject of the close-up: the run, the individual, its picture, and the shape.
    of: Option<(Option<Entity>, DisplaySelection, u32, u16)>,
    close_up: Option<CloseUp>,
    painting: Option<Task<Option<Image>>>,
    is_stale: bool,
}

impl CloseUpState {
    /// The close-up of the shape that is looked at; `None` if no shape is looked at, or it has no close-up.
    pub fn close_up(&self) -> Option<&CloseUp> {
        self.close_up.as_ref()
    }

    /// The key of the shape that is looked at.
    pub fn key(&self) -> Option<u16> {
        self.key
    }
}

/// Marks the picture of the close-up.
#[derive(Component)]
struct CloseUpPicture;

/// Marks the place of the close-up in the large picture.
#[derive(Component)]
struct CloseUpPlace;

/// Marks the frame around the shape that is looked at.
#[derive(Component)]
struct LookFrame;

/// The usual picture of the selected individual, if its shapes can be looked at.
fn picture_of(show: &Show) -> Option<&Picture> {
    show.about.close_up?;
    let is_usual = show.large.kind == PictureKind::Usual && show.scene().is_none();
    let frame = show.frame.as_ref().filter(|_| is_usual)?;
    Some(&frame.selected.picture)
}

fn is_shown(world: &World) -> bool {
    let look = world.resource::<CloseUpState>();
    look.close_up.is_some() && picture_of(world.resource::<Show>()).is_some()
}

/// Spawns the frame and the place of the close-up, in the node of the large picture.
pub(super) fn spawn_place(room: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let absolute = Node {
        position_type: PositionType::Absolute,
        ..default()
    };
    room.spawn((
        LookFrame,
        Node {
            border: px(2).all(),
            ..absolute.clone()
        },
        BorderColor::all(palette::PAPER),
        // The frame stands out from light squares too.
        Outline::new(px(2), Val::ZERO, palette::NIGHT),
        Pickable::IGNORE,
        VisibleWhen::new(is_shown),
    ));
    let place = Node {
        position_type: PositionType::Absolute,
        width: px(WIDTH),
        padding: UiRect::all(px(12)),
        border: px(1).all(),
        border_radius: BorderRadius::all(px(10)),
        ..stack(FlexDirection::Column, 6.0)
    };
    room.spawn((
        CloseUpPlace,
        place,
        BackgroundColor(palette::NIGHT.with_alpha(0.96)),
        BorderColor::all(palette::LAMP),
        Pickable::IGNORE,
        VisibleWhen::new(is_shown),
    ))
    .with_children(|place| {
        let side = Node {
            width: px(SIDE),
            height: px(SIDE),
            ..default()
        };
        let image = ImageNode::new(images.add(Image::transparent()));
        place.spawn((CloseUpPicture, image, side, Pickable::IGNORE));
        place.spawn(bound_text(TextSize::Small, palette::PAPER, close_up_text));
    });
}

/// Spawns the buttons that look at the shapes beside the current one, if the problem has close-ups.
pub(super) fn spawn_buttons(column: &mut ChildSpawnerCommands) {
    let has_any = |world: &World| world.resource::<Show>().about.close_up.is_some();
    let row = (Node::default(), VisibleWhen::new(has_any));
    column.spawn(row).with_children(|cell| {
        in_row(cell, 6.0, |row| {
            let how = BoundText::new(|world| {
                let how = world.resource::<Show>().about.close_up;
                how.map_or(String::new(), |key| world.resource::<Words>().get(key))
            });
            row.spawn(Node {
                align_self: AlignSelf::Center,
                ..default()
            })
            .with_child(bound_text(TextSize::Small, palette::MIST, how));
            let steps = [
                ("theatre.look.left", IVec2::NEG_X),
                ("theatre.look.up", IVec2::NEG_Y),
                ("theatre.look.down", IVec2::Y),
                ("theatre.look.right", IVec2::X),
            ];
            for (caption, step) in steps {
                button(row, ButtonStyle::Chip, caption, move |world| {
                    look_beside(world, step)
                });
            }
        });
    });
}

/// Looks at the shape beside the current one, and says its close-up for screen readers.
pub fn look_beside(world: &mut World, step: IVec2) {
    let (show, look) = (world.resource::<Show>(), world.resource::<CloseUpState>());
    let Some(picture) = picture_of(show) else {
        return;
    };
    let next = match look.key {
        Some(key) => shape_beside(picture, key, step).or(look.key),
        None => picture.shapes.first().map(|shape| shape.key),
    };
    let mut look = world.resource_mut::<CloseUpState>();
    (look.key, look.by_mouse) = (next, false);
    update_close_up(world);
    let text = close_up_text(world);
    world.resource_mut::<Speech>().say(text);
}

/// The nearest shape in a direction: columns to the right, rows down.
fn shape_beside(picture: &Picture, key: u16, step: IVec2) -> Option<u16> {
    let here = picture.shapes.iter().find(|shape| shape.key == key)?;
    let step = step.as_vec2();
    let distance = |x: f32, y: f32| {
        let way = Vec2::new(x - here.x, y - here.y);
        let (along, across) = (way.dot(step), way.perp_dot(step).abs());
        (along > across.max(1e-4)).then_some(along + 3.0 * across)
    };
    let shapes = picture.shapes.iter();
    let found = shapes.filter_map(|shape| Some((distance(shape.x, shape.y)?, shape.key)));
    let nearest = found.min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, key)| key)
}

/// The reach of a shape for the mouse, as a part of the side of the largest shape.
const REACH: f32 = 0.55;

/// The shape at a point of a picture, or else the nearest one within its reach, because small shapes are hard to hit.
fn key_near(picture: &Picture, at: Vec2) -> Option<u16> {
    if let Some(key) = keys_at(picture, at).first() {
        return Some(*key);
    }
    let shapes = picture.shapes.iter();
    let reach = REACH * shapes.clone().map(|shape| shape.size).fold(0.0, f32::max);
    let away = shapes.map(|shape| {
        let way = at - Vec2::new(shape.x, shape.y);
        (way.abs().max_element(), shape.key)
    });
    let near = away.filter(|(away, _)| *away <= reach);
    let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, key)| key)
}

/// The mouse looks at the shape under it, or at the nearest one.
fn read_pointer(
    show: Res<Show>,
    pointer: PicturePointer,
    mut look: ResMut<CloseUpState>,
    mut last: Local<Option<Vec2>>,
) {
    let at = pointer.at();
    if std::mem::replace(&mut *last, at) == at {
        return;
    }
    let picture = picture_of(&show);
    let key = at
        .zip(picture)
        .and_then(|(at, picture)| key_near(picture, at));
    if key.is_some() || look.by_mouse {
        (look.key, look.by_mouse) = (key, true);
    }
}

/// Asks for the close-up of the shape that is looked at, when that shape has changed.
fn update_close_up(world: &mut World) {
    let (show, look) = (world.resource::<Show>(), world.resource::<CloseUpState>());
    let key = look.key.filter(|_| picture_of(show).is_some());
    let selection = show.selection();
    let of = key.map(|key| (show.run, selection, show.large.count, key));
    if look.of == of {
        return;
    }
    let driver = show.run.and_then(|run| world.get::<RunDriver>(run));
    let found = driver
        .zip(key)
        .and_then(|(driver, key)| driver.watched().close_up(selection, key));
    let mut look = world.resource_mut::<CloseUpState>();
    (look.of, look.close_up, look.is_stale) = (of, found, true);
}

/// The lines about the shape that is looked at.
fn close_up_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let close_up = world.resource::<CloseUpState>().close_up();
    let facts = close_up.map_or(&[][..], |close_up| &close_up.facts);
    let lines = facts.iter();
    let lines = lines.map(|fact| words.fill(fact.key, &[("value", fact.value.clone())]));
    lines.collect::<Vec<_>>().join(" ")
}

/// Puts the frame around the shape that is looked at, and the close-up beside it, towards the middle of the picture.
fn place_frame(
    show: Res<Show>,
    look: Res<CloseUpState>,
    mut frames: Query<&mut Node, (With<LookFrame>, Without<CloseUpPlace>)>,
    mut places: Query<&mut Node, With<CloseUpPlace>>,
) {
    let shape = look.key.zip(picture_of(&show)).and_then(|(key, picture)| {
        let mut shapes = picture.shapes.iter();
        shapes.find(|shape| shape.key == key)
    });
    let Some(shape) = shape else { return };
    let side = show.large.side;
    let (at, size) = (
        Vec2::new(shape.x, shape.y) * side,
        shape.size.max(0.02) * side + 6.0,
    );
    let corner = at - size / 2.0;
    for mut frame in &mut frames {
        if frame.left != px(corner.x) || frame.top != px(corner.y) || frame.width != px(size) {
            (frame.left, frame.top) = (px(corner.x), px(corner.y));
            (frame.width, frame.height) = (px(size), px(size));
        }
    }
    let gap = 14.0;
    let left = match shape.x < 0.5 {
        true => at.x + size / 2.0 + gap,
        false => at.x - size / 2.0 - gap - WIDTH,
    };
    // The height of the close-up is not known. In the lower half of the picture its lower edge is placed.
    let (top, bottom) = match shape.y < 0.5 {
        true => (px((at.y - 20.0).max(0.0)), auto()),
        false => (auto(), px((side - at.y - 20.0).max(0.0))),
    };
    for mut place in &mut places {
        if place.left != px(left) || place.top != top || place.bottom != bottom {
            (place.left, place.top, place.bottom) = (px(left), top, bottom);
        }
    }
}

/// Paints the close-up in the background.
fn paint_close_up(
    sprites: Res<Sprites>,
    pictures: Query<&ImageNode, With<CloseUpPicture>>,
    mut images: ResMut<Assets<Image>>,
    mut look: ResMut<CloseUpState>,
) {
    let look = look.bypass_change_detection();
    if let Some(Some(image)) = take_result(&mut look.painting)
        && let Ok(node) = pictures.single()
    {
        replace_image(&mut images, &node.image, image);
    }
    if look.painting.is_some() || !std::mem::take(&mut look.is_stale) {
        return;
    }
    let Some(picture) = look.close_up.as_ref().map(|one| one.picture.clone()) else {
        return;
    };
    let painter = sprites.painter();
    look.painting = Some(spawn_or_default(move || {
        let density = TEXTURE as f32 / SIDE;
        let canvas = Canvas::of_picture(&picture, TEXTURE, density, painter)?;
        Some(canvas.image())
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::{Form, Shape, Tint};

    #[test]
    fn the_mouse_looks_at_the_shape_under_it_or_at_the_nearest_one() {
        let shape = |key: u16, size: f32| Shape {
            key,
            form: Form::Tile,
            tint: Tint::Calm,
            x: 0.25 + 0.5 * f32::from(key),
            y: 0.5,
            size,
        };
        let picture = Picture::of(vec![shape(0, 0.4), shape(1, 0.1)]);
        for (x, y, found) in [
            (0.25, 0.5, Some(0)),
            (0.46, 0.5, Some(0)),
            (0.75, 0.5, Some(1)),
            (0.85, 0.6, Some(1)),
            (0.75, 0.9, None),
        ] {
            assert_eq!(key_near(&picture, Vec2::new(x, y)), found, "{x}, {y}");
        }
    }

    #[test]
    fn the_shape_beside_another_is_the_nearest_one_in_that_direction() {
        let shape = |key: u16| Shape {
            key,
            form: Form::Tile,
            tint: Tint::Calm,
            x: 0.1 + 0.2 * f32::from(key % 4),
            y: 0.1 + 0.2 * f32::from(key / 4),
            size: 0.18,
        };
        let picture = Picture::of((0..10).map(shape).collect());
        let to = |key, x, y| shape_beside(&picture, key, IVec2::new(x, y));
        assert_eq!(to(5, 1, 0), Some(6));
        assert_eq!(to(5, -1, 0), Some(4));
        assert_eq!(to(5, 0, -1), Some(1));
        assert_eq!(to(5, 0, 1), Some(9));
        assert_eq!(to(4, -1, 0), None);
        assert_eq!(to(9, 0, 1), None);
    }
}
