//! Boards made of sprites: their place on the screen beside their panel, the overlays of their cells, and the input of
//! mouse and keyboard.

mod drawings;
mod keys;
mod overlays;
mod panel_side;
mod view;

pub use drawings::{Drawing, DrawingHand, Drawings};
pub use keys::BoardKeys;
pub use overlays::{Overlay, Overlays};
pub use panel_side::{SwapsWithPanel, is_at_panel, middle_beside_panel};
pub use view::{BoardSpace, BoardView};

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};

use super::games::active_card;
use super::input::TakeActions;
use super::screen::{Menu, Screen};
use super::settings::PanelSide;

/// The greatest width of a panel beside a board, as a part of the window.
pub const MAX_PANEL: f32 = 0.5;
/// The space between a panel and the edges of the window, in interface pixels.
pub const PANEL_MARGIN: f32 = 20.0;

/// The width of a panel with its margin, in the pixels of a window: `panel` interface pixels, unless that is too much
/// for the window.
pub fn panel_width(window: &Window, scale: f32, panel: f32) -> f32 {
    (panel * scale).min(window.width() * MAX_PANEL + PANEL_MARGIN * scale)
}

/// The place of a board. Positions on the board are columns to the right and rows down from the middle of the upper
/// left cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoardFrame {
    /// The middle of the upper left cell, in world units.
    pub corner: Vec2,
    /// The width of a cell in world units.
    pub cell: f32,
    /// Whether the board is turned by half a turn: columns count to the left, and rows up.
    pub is_turned: bool,
}

impl BoardFrame {
    /// The largest frame for a number of columns and rows that fits a window beside a panel. The panel is `panel`
    /// interface pixels wide, if the window has room for that.
    pub fn fit(window: &Window, scale: f32, panel: f32, side: PanelSide, cells: Vec2) -> Self {
        let width = panel_width(window, scale, panel);
        let room = window.size() - Vec2::new(width + 48.0 * scale, 40.0 * scale);
        let cell = (room / cells).min_element().floor().max(8.0);
        let middle = Vec2::new(-side.sign() * (width + 24.0 * scale) / 2.0, 0.0);
        let half = Vec2::new(cells.x - 1.0, 1.0 - cells.y) * cell / 2.0;
        BoardFrame {
            corner: (middle - half).round(),
            cell,
            is_turned: false,
        }
    }

    /// The same board around the same middle, with cells of at most a size in world units.
    pub fn with_max_cell(mut self, cells: Vec2, max_cell: f32) -> Self {
        if self.cell > max_cell {
            let outermost = Vec2::new(cells.x - 1.0, 1.0 - cells.y);
            self.corner += outermost * (self.cell - max_cell) / 2.0;
            self.cell = max_cell;
        }
        self
    }

    /// The same board turned by half a turn around the middle between two of its places.
    pub fn turned(self, first: Vec2, last: Vec2) -> Self {
        BoardFrame {
            corner: self.world(first + last),
            is_turned: !self.is_turned,
            ..self
        }
    }

    /// The direction of a step on the board in world units, as the signs of its two parts.
    fn direction(&self) -> Vec2 {
        let sign = if self.is_turned { -1.0 } else { 1.0 };
        Vec2::new(sign, -sign)
    }

    /// A place on the board in world units.
    pub fn world(&self, place: Vec2) -> Vec2 {
        self.corner + place * self.direction() * self.cell
    }

    /// Puts a sprite at a place on the board. It stays in its layer.
    pub fn put(&self, transform: &mut Transform, place: Vec2) {
        let at = self.world(place);
        transform.translation.x = at.x;
        transform.translation.y = at.y;
    }

    /// Converts a point in world units into a position on the board. There may be no cell at this position.
    pub fn place_at(&self, point: Vec2) -> Vec2 {
        (point - self.corner) * self.direction() / self.cell
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

/// The parent of all sprites of a board. It is despawned with the play screen, and hidden while another page is shown or
/// a game with a running clock is paused.
#[derive(Component)]
#[require(Transform, Visibility)]
pub struct BoardRoot;

/// Spawns the root of a board. The old root and its sprites are despawned.
pub fn spawn_root(commands: &mut Commands, old: Option<Entity>) -> Entity {
    if let Some(old) = old {
        commands.entity(old).despawn();
    }
    let root = (Name::new("Board"), BoardRoot, DespawnOnExit(Screen::Play));
    commands.spawn(root).id()
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(panel_side::plugin)
        .init_resource::<PressPlace>()
        .init_resource::<Drawings>()
        .add_systems(PreUpdate, note_press)
        .add_systems(
            PreUpdate,
            drawings::clear_on_back
                .in_set(TakeActions::OfOverlay)
                .run_if(in_state(Screen::Play)),
        )
        .add_systems(OnExit(Screen::Play), drawings::forget);
    app.add_systems(
        Update,
        (hide_boards, overlays::pulse_overlays).run_if(in_state(Screen::Play)),
    );
}

/// Hides the board under pages, and the board of a paused game whose clock would run, so that the player cannot think
/// about it while the clock stands still.
fn hide_boards(
    world: &mut World,
    roots: &mut QueryState<&'static mut Visibility, With<BoardRoot>>,
) {
    let is_shown = match world.resource::<State<Menu>>().get() {
        Menu::Pause => !active_card(world).is_some_and(|card| (card.is_timed)(world)),
        menu => !menu.is_page(),
    };
    let wanted = match is_shown {
        true => Visibility::Inherited,
        false => Visibility::Hidden,
    };
    for mut visibility in roots.iter_mut(world) {
        visibility.set_if_neq(wanted);
    }
}

/// The places of the mouse when its buttons were pressed and released, in window pixels. In a slow frame the mouse has
/// moved on since.
#[derive(Resource, Default)]
pub struct PressPlace {
    /// The last place of the mouse.
    now: Option<Vec2>,
    left: ButtonPlaces,
    right: ButtonPlaces,
}

/// The places at which a button was pressed and released in this frame.
#[derive(Clone, Copy, Default)]
struct ButtonPlaces {
    pressed: Option<Vec2>,
    released: Option<Vec2>,
}

/// Notes the places at which a button was pressed or released, in the order in which the window has reported them.
fn note_press(mut events: MessageReader<WindowEvent>, mut place: ResMut<PressPlace>) {
    let place = place.bypass_change_detection();
    (place.left, place.right) = default();
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => place.now = Some(moved.position),
            WindowEvent::CursorLeft(_) => place.now = None,
            WindowEvent::MouseButtonInput(input) => {
                let button = match input.button {
                    MouseButton::Left => &mut place.left,
                    MouseButton::Right => &mut place.right,
                    _ => continue,
                };
                if input.state.is_pressed() {
                    button.pressed = place.now;
                } else {
                    button.released = place.now;
                }
            }
            _ => {}
        }
    }
}

/// The mouse in world units.
#[derive(SystemParam)]
pub struct Pointer<'w, 's> {
    press: Res<'w, PressPlace>,
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    camera: Query<'w, 's, (&'static Camera, &'static GlobalTransform)>,
    /// The buttons of the mouse.
    pub buttons: Res<'w, ButtonInput<MouseButton>>,
}

impl Pointer<'_, '_> {
    /// Returns the position of the mouse, in world units.
    pub fn at(&self) -> Option<Vec2> {
        self.in_world(self.window.single().ok()?.cursor_position()?)
    }

    /// Returns the position at which the left button was pressed in this frame, in world units.
    pub fn pressed_at(&self) -> Option<Vec2> {
        self.in_world_or_now(self.press.left.pressed)
    }

    /// Returns the position to which the left button has dragged, in world units: the position of the mouse or, in the
    /// frame in which the button was released, the position of the release.
    pub fn dragged_to(&self) -> Option<Vec2> {
        self.in_world_or_now(self.press.left.released)
    }

    /// Returns the position at which the right button was pressed in this frame, in world units.
    fn drawn_from(&self) -> Option<Vec2> {
        self.in_world_or_now(self.press.right.pressed)
    }

    /// Returns the position to which the right button has dragged, in world units.
    fn drawn_to(&self) -> Option<Vec2> {
        self.in_world_or_now(self.press.right.released)
    }

    fn in_world_or_now(&self, noted: Option<Vec2>) -> Option<Vec2> {
        let noted = noted.and_then(|at| self.in_world(at));
        noted.or_else(|| self.at())
    }

    fn in_world(&self, at: Vec2) -> Option<Vec2> {
        let (camera, transform) = self.camera.single().ok()?;
        camera.viewport_to_world_2d(transform, at).ok()
    }
}
