//! A board on the screen: its place, its sprites, and the overlays of its cells.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::overlays::{Overlay, Overlays};
use super::{BoardFrame, BoardSprite, spawn_root};
use crate::shell::settings::Settings;
use crate::shell::theme::sprites::Sprites;

/// The space in the window that a board can take, and the sprites that are drawn for its size.
#[derive(SystemParam)]
pub struct BoardSpace<'w, 's> {
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    scale: Res<'w, UiScale>,
    settings: Res<'w, Settings>,
    sprites: ResMut<'w, Sprites>,
}

impl BoardSpace<'_, '_> {
    /// Makes a board as large as fits beside its panel, and the sprites as large as its cells. Cells become at most
    /// `max_cell` interface pixels wide.
    pub fn fit(&mut self, panel: f32, cells: Vec2, max_cell: Option<f32>) -> Option<BoardFrame> {
        let window = self.window.single().ok()?;
        let mut frame =
            BoardFrame::fit(window, self.scale.0, panel, self.settings.panel_side, cells);
        if let Some(max_cell) = max_cell {
            frame = frame.with_max_cell(cells, max_cell * self.scale.0);
        }
        self.sprites
            .fit((frame.cell * window.scale_factor()) as u32);
        Some(frame)
    }
}

/// The state of a board on the screen, for the view of a game.
#[derive(Default)]
pub struct BoardView {
    /// The place of the board on the screen.
    pub frame: BoardFrame,
    /// The revision of the table when the sprites were spawned.
    revision: Option<u32>,
    root: Option<Entity>,
    overlays: Overlays,
    names: Overlays,
}

impl BoardView {
    /// The parent of the sprites, once there is one.
    pub fn root(&self) -> Option<Entity> {
        self.root
    }

    /// Whether the sprites are those of a table with this revision.
    pub fn is_of(&self, revision: u32) -> bool {
        self.revision == Some(revision)
    }

    /// Clears the board if something other than a move has changed the position. The caller then spawns all sprites
    /// again.
    pub fn clear_if_changed(&mut self, commands: &mut Commands, revision: u32) -> bool {
        if self.revision == Some(revision) {
            return false;
        }
        self.revision = Some(revision);
        self.root = Some(spawn_root(commands, self.root.take()));
        // They were despawned with the old root.
        self.overlays = Overlays::default();
        self.names = Overlays::default();
        true
    }

    /// Spawns a square sprite. Its place and size are in cells.
    pub fn spawn_sprite(
        &self,
        commands: &mut Commands,
        sprites: &Sprites,
        name: &str,
        at: Vec2,
        size: f32,
        layer: f32,
    ) -> Entity {
        let size = Vec2::splat(size);
        let mut sprite = commands.spawn((
            Name::new("Piece"),
            Sprite {
                image: sprites.get(name),
                custom_size: Some(Vec2::ZERO),
                ..default()
            },
            Transform::from_xyz(0.0, 0.0, layer),
            BoardSprite { at, size },
        ));
        if let Some(root) = self.root {
            sprite.insert(ChildOf(root));
        }
        sprite.id()
    }

    /// Shows the overlays of the cells. While the overlays and the frame stay the same, no overlay is spawned.
    pub fn show_overlays(
        &mut self,
        commands: &mut Commands,
        sprites: &Sprites,
        overlays: Vec<Overlay>,
    ) {
        if let Some(root) = self.root {
            self.overlays
                .show(commands, sprites, root, self.frame, overlays);
        }
    }

    /// Shows the names of the cells. They change seldom, and stay when the overlays change.
    pub fn show_names(
        &mut self,
        commands: &mut Commands,
        sprites: &Sprites,
        mut names: Vec<Overlay>,
    ) {
        let opacity = sprites.look().theme.opacity_of_names();
        for name in &mut names {
            if let Overlay::Word { colour, .. } = name {
                colour.set_alpha(opacity);
            }
        }
        if let Some(root) = self.root {
            self.names.show(commands, sprites, root, self.frame, names);
        }
    }
}
