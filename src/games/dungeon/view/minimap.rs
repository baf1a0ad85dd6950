//! The minimap, and the frames in which it and the large map are painted.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::large_map;
use super::map_picture::{cell_side, picture_of, pixels_of, shown_area};
use crate::games::dungeon::map::{Area, Cell};
use crate::games::dungeon::{DungeonGame, Table};
use crate::shell::settings::Settings;
use crate::shell::table::playing;
use crate::shell::theme::look::Look;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, bare_button, spoken_name};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, paint_maps.run_if(playing::<DungeonGame>));
}

/// The frame of a map. Its size is the room for the map, whose image is its child.
#[derive(Component)]
pub(super) struct MapFrame {
    /// The largest side of a cell in interface pixels, so that a small area is not shown huge.
    largest: f32,
    /// The area that its image shows.
    area: Option<Area>,
    painted: Option<Painted>,
}

impl MapFrame {
    fn new(largest: f32) -> Self {
        MapFrame {
            largest,
            area: None,
            painted: None,
        }
    }

    /// The cell at a place of the image, which is given from its middle, as parts of its width and height.
    pub fn cell_at(&self, place: Vec2) -> Option<Cell> {
        let area = self.area?;
        let size = Vec2::new(area.width.into(), area.height.into());
        let at = ((place + 0.5) * size).floor();
        let cell = area.origin.step((at.x as i16, at.y as i16));
        area.contains(cell).then_some(cell)
    }
}

/// Marks the image of a map.
#[derive(Component)]
pub(super) struct MapImage;

/// The largest side of a cell of the minimap, in interface pixels.
const LARGEST: f32 = 6.0;

/// Spawns the minimap, which is a button that opens the large map.
pub(super) fn spawn_small_map(row: &mut ChildSpawnerCommands) {
    let place = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_width: px(0),
        height: px(96),
        ..default()
    };
    row.spawn(bare_button(ButtonStyle::Tile, place, large_map::toggle))
        .insert(Name::new("Small map"))
        .with_children(|place| {
            place.spawn(spoken_name("dungeon.do.map"));
            let whole = Node {
                flex_grow: 1.0,
                min_width: px(0),
                ..default()
            };
            spawn_frame(place, LARGEST, whole)
                .insert(Pickable::IGNORE)
                .with_child((map_image(), Pickable::IGNORE));
        });
}

/// Spawns the frame of a map in a place, with cells that are at most so large, in interface pixels. The image of the
/// map is to be its child.
pub(super) fn spawn_frame<'a>(
    parent: &'a mut ChildSpawnerCommands,
    largest: f32,
    place: Node,
) -> EntityCommands<'a> {
    let frame = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        border_radius: BorderRadius::all(px(8)),
        ..place
    };
    parent.spawn((
        MapFrame::new(largest),
        frame,
        BackgroundColor(palette::NIGHT),
    ))
}

/// The image of a map.
pub(super) fn map_image() -> impl Bundle {
    (MapImage, ImageNode::default(), Node::default())
}

/// The painted state.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Painted {
    /// The revision of the table.
    revision: u32,
    depth: u8,
    turn: u32,
    /// The size of the frame in pixels.
    room: UVec2,
    look: Look,
}

/// Paints each map that is shown after every turn, and when its frame has another size.
fn paint_maps(
    table: Res<Table>,
    mut images: ResMut<Assets<Image>>,
    settings: Res<Settings>,
    mut frames: Query<(&mut MapFrame, &ComputedNode, &Children)>,
    mut maps: Query<(&mut ImageNode, &mut Node), With<MapImage>>,
) {
    for (mut frame, computed, children) in &mut frames {
        let room = computed.size();
        let now = Painted {
            revision: table.revision(),
            depth: table.state().depth(),
            turn: table.state().totals().turns,
            room: room.as_uvec2(),
            look: settings.look(),
        };
        // A frame that is hidden has no size.
        if frame.painted == Some(now) || room.min_element() < 1.0 {
            continue;
        }
        frame.painted = Some(now);
        let game = &table.state().game;
        let area = shown_area(game);
        frame.area = Some(area);
        let pixel = computed.inverse_scale_factor();
        let side = cell_side(room, area, frame.largest / pixel);
        let image = picture_of(game, area, pixels_of(side), &now.look);
        let side = pixel * side;
        let mut shown = maps.iter_many_mut(children);
        while let Some((mut picture, mut node)) = shown.fetch_next() {
            node.width = px(side * f32::from(area.width));
            node.height = px(side * f32::from(area.height));
            // The old image is dropped with its handle.
            picture.image = images.add(image.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_of_the_image_is_a_cell_of_its_area() {
        let origin = Cell { x: 8, y: 16 };
        let mut frame = MapFrame::new(LARGEST);
        assert_eq!(frame.cell_at(Vec2::ZERO), None, "nothing is painted yet");
        frame.area = Some(Area {
            origin,
            width: 16,
            height: 8,
        });
        assert_eq!(frame.cell_at(Vec2::splat(-0.5)), Some(origin));
        assert_eq!(
            frame.cell_at(Vec2::splat(0.01)),
            Some(Cell { x: 16, y: 20 })
        );
        assert_eq!(
            frame.cell_at(Vec2::splat(0.49)),
            Some(Cell { x: 23, y: 23 })
        );
        assert_eq!(frame.cell_at(Vec2::new(0.51, 0.0)), None);
    }
}
