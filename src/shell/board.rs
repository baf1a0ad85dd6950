//! Boards made of sprites: their place on the screen beside the panel, and the position of the mouse on them.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::screen::{Menu, Screen};

/// The place of a board. Positions on the board are columns to the right and rows down from the middle of the upper left
/// cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    /// The middle of the upper left cell, in world units.
    pub corner: Vec2,
    /// The width of a cell in world units.
    pub cell: f32,
}

impl Frame {
    /// Makes the frame of a board with `cells` columns and rows, as large as fits the window to the left of a panel that is
    /// `panel` interface pixels wide.
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

    /// Converts a position on the board into world units.
    pub fn world(&self, place: Vec2) -> Vec2 {
        self.corner + Vec2::new(place.x, -place.y) * self.cell
    }

    /// Converts a point in world units into a position on the board. There may be no cell at this position.
    pub fn place_at(&self, point: Vec2) -> Vec2 {
        (point - self.corner) * Vec2::new(1.0, -1.0) / self.cell
    }
}

/// The position and the size of a sprite on a board, both in cells.
#[derive(Component, Clone, Copy, Debug)]
pub struct BoardSprite {
    /// The middle of the sprite: columns to the right, rows down.
    pub at: Vec2,
    /// The width and the height.
    pub size: Vec2,
}

/// The parent of all sprites of a board. It is despawned with the play screen and hidden while the game is paused.
#[derive(Component)]
#[require(Transform, Visibility)]
pub struct BoardRoot;

/// Spawns the root of a board and despawns the old root with its sprites.
pub fn spawn_root(commands: &mut Commands, old: Option<Entity>) -> Entity {
    if let Some(old) = old {
        commands.entity(old).despawn();
    }
    let root = (Name::new("Board"), BoardRoot, DespawnOnExit(Screen::Play));
    commands.spawn(root).id()
}

/// Spawns a sprite in a layer of a board.
pub fn spawn_sprite(
    commands: &mut Commands,
    root: Option<Entity>,
    image: Handle<Image>,
    place: BoardSprite,
    layer: f32,
) -> Entity {
    let mut sprite = commands.spawn((
        Name::new("Piece"),
        Sprite {
            image,
            custom_size: Some(Vec2::ZERO),
            ..default()
        },
        Transform::from_xyz(0.0, 0.0, layer),
        place,
    ));
    if let Some(root) = root {
        sprite.insert(ChildOf(root));
    }
    sprite.id()
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, hide_paused_boards.run_if(in_state(Screen::Play)));
}

/// Hides the board while the game is paused, so that nobody can think about the position while the clock stands still.
fn hide_paused_boards(menu: Res<State<Menu>>, mut roots: Query<&mut Visibility, With<BoardRoot>>) {
    let wanted = match menu.get() {
        Menu::None | Menu::Result => Visibility::Inherited,
        Menu::Pause | Menu::Settings => Visibility::Hidden,
    };
    for mut visibility in &mut roots {
        visibility.set_if_neq(wanted);
    }
}

/// The mouse in world units.
#[derive(SystemParam)]
pub struct Pointer<'w, 's> {
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    camera: Query<'w, 's, (&'static Camera, &'static GlobalTransform)>,
    /// The buttons of the mouse.
    pub buttons: Res<'w, ButtonInput<MouseButton>>,
}

impl Pointer<'_, '_> {
    /// Returns the position of the mouse, in world units.
    pub fn at(&self) -> Option<Vec2> {
        let (camera, transform) = self.camera.single().ok()?;
        let at = self.window.single().ok()?.cursor_position()?;
        camera.viewport_to_world_2d(transform, at).ok()
    }
}
