//! Where a board of square cells lies on the screen beside its panel, and what the mouse points at.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

/// Where a board lies: places on it are columns to the right and rows down from the middle of the
/// upper left cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    /// The middle of the upper left cell, in world units.
    pub corner: Vec2,
    /// World units a cell.
    pub cell: f32,
}

impl Frame {
    /// So many cells to the right and down, as large as fits a window beside a panel on its right,
    /// which is `panel` interface pixels wide.
    pub fn fit(window: &Window, scale: f32, panel: f32, cells: Vec2) -> Self {
        let room = window.size() - Vec2::new((panel + 48.0) * scale, 40.0 * scale);
        let cell = (room / cells).min_element().floor().max(8.0);
        let middle = Vec2::new(-(panel + 24.0) * scale / 2.0, 0.0);
        let half = Vec2::new(cells.x - 1.0, 1.0 - cells.y) * cell / 2.0;
        Frame {
            corner: (middle - half).round(),
            cell,
        }
    }

    /// A place on the board in world units.
    pub fn world(&self, place: Vec2) -> Vec2 {
        self.corner + Vec2::new(place.x, -place.y) * self.cell
    }

    /// The place at a point in world units; there may be no cell.
    pub fn place_at(&self, point: Vec2) -> Vec2 {
        (point - self.corner) * Vec2::new(1.0, -1.0) / self.cell
    }
}

/// The mouse over the world.
#[derive(SystemParam)]
pub struct Pointer<'w, 's> {
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    camera: Query<'w, 's, (&'static Camera, &'static GlobalTransform)>,
    /// Its buttons.
    pub buttons: Res<'w, ButtonInput<MouseButton>>,
}

impl Pointer<'_, '_> {
    /// Where it is, in world units.
    pub fn at(&self) -> Option<Vec2> {
        let (camera, transform) = self.camera.single().ok()?;
        let at = self.window.single().ok()?.cursor_position()?;
        camera.viewport_to_world_2d(transform, at).ok()
    }
}
