//! Arrows and circles that a player draws on a board to think with. The right button of the mouse draws from cell to
//! cell. Drawing the same again removes it, and a move or Escape removes all drawings.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{BoardFrame, Overlay, Pointer};
use crate::session::TableVersion;
use crate::shell::games::Games;
use crate::shell::input::controls::Control;
use crate::shell::input::{Action, Actions, meaning};
use crate::shell::screen::Menu;
use crate::shell::settings::Settings;
use crate::shell::theme::palette;

/// The button that draws.
const BUTTON: MouseButton = MouseButton::Right;
/// The layer of the drawings: over pieces and marks, and below the cursor.
const LAYER: f32 = 5.5;
/// The width of a circle, in cells.
const CIRCLE: f32 = 0.84;
/// The opacity of an unfinished drawing.
const FAINT: f32 = 0.55;

/// An arrow between the middles of two cells, or a circle around a cell if both are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawing {
    /// The middle of the cell where it begins.
    pub from: Vec2,
    /// The middle of the cell where it ends.
    pub to: Vec2,
}

impl Drawing {
    fn overlay(self, alpha: f32) -> Overlay {
        let (layer, colour) = (LAYER, palette::EMBER.with_alpha(alpha));
        let Drawing { from, to } = self;
        if from == to {
            return Overlay::Sprite {
                name: "shared/ring",
                at: to,
                size: CIRCLE,
                layer,
                tint: colour,
            };
        }
        Overlay::Arrow {
            from,
            to,
            layer,
            colour,
        }
    }
}

/// The drawings of the player on the board.
#[derive(Resource, Default)]
pub struct Drawings {
    drawn: Vec<Drawing>,
    /// The middle of the cell in which the button was pressed, while it is held.
    begun: Option<Vec2>,
    /// The middle of the cell under the pointer, if there is one.
    here: Option<Vec2>,
    /// The version of the table for which the drawings were made.
    version: TableVersion,
}

impl Drawings {
    /// Returns the finished drawings.
    pub fn drawn(&self) -> &[Drawing] {
        &self.drawn
    }

    /// Returns the finished drawings and the unfinished one, as overlays of the board.
    pub fn overlays(&self) -> impl Iterator<Item = Overlay> + '_ {
        let drawn = self.drawn.iter().map(|drawing| drawing.overlay(1.0));
        drawn.chain(self.unfinished().map(|drawing| drawing.overlay(FAINT)))
    }

    /// The unfinished drawing; `None` if no drawing was begun or the pointer is off the board.
    fn unfinished(&self) -> Option<Drawing> {
        let (from, to) = self.begun.zip(self.here)?;
        Some(Drawing { from, to })
    }

    /// Adds a drawing, or removes it if it is there already.
    fn toggle(&mut self, drawing: Drawing) {
        let before = self.drawn.len();
        self.drawn.retain(|drawn| *drawn != drawing);
        if self.drawn.len() == before {
            self.drawn.push(drawing);
        }
    }
}

/// The mouse as a tool for drawing. The right button draws only if the player has given it no other meaning.
#[derive(SystemParam)]
pub struct DrawingHand<'w, 's> {
    pointer: Pointer<'w, 's>,
    menu: Res<'w, State<Menu>>,
    settings: Res<'w, Settings>,
    games: Res<'w, Games>,
    drawings: ResMut<'w, Drawings>,
}

impl DrawingHand<'_, '_> {
    /// Draws on the board. `middle` returns the middle of the cell at a place, and `version` is that of the table: when
    /// it changes, the drawings are removed.
    pub fn draw(
        &mut self,
        frame: &BoardFrame,
        version: TableVersion,
        middle: impl Fn(Vec2) -> Option<Vec2>,
    ) {
        let cell_at = |point: Option<Vec2>| middle(frame.place_at(point?));
        let begins = self.pointer.buttons.just_pressed(BUTTON) && self.is_free();
        let from = begins.then(|| cell_at(self.pointer.drawn_from()));
        let (ends, is_held) = (
            self.pointer.buttons.just_released(BUTTON),
            self.pointer.buttons.pressed(BUTTON),
        );
        let here = cell_at(self.pointer.drawn_to());
        let drawings = &mut *self.drawings;
        if drawings.version != version {
            *drawings = Drawings {
                version,
                ..default()
            };
        }
        if *self.menu.get() != Menu::None {
            drawings.begun = None;
            return;
        }
        drawings.here = here;
        if let Some(from) = from {
            drawings.begun = from;
        }
        if ends && let Some(drawing) = drawings.unfinished() {
            drawings.toggle(drawing);
        }
        if !is_held {
            drawings.begun = None;
        }
    }

    /// Whether the button has no other meaning.
    fn is_free(&self) -> bool {
        let means = |meaning| {
            let controls = self.settings.controls_of(meaning);
            controls.contains(&Some(Control::Mouse(BUTTON)))
        };
        !meaning::all(&self.games).any(means)
    }
}

/// Removes the drawings when the player goes back. The menu opens only if there are none.
pub(super) fn clear_on_back(
    menu: Res<State<Menu>>,
    mut actions: ResMut<Actions>,
    mut drawings: ResMut<Drawings>,
) {
    if *menu.get() == Menu::None && !drawings.drawn.is_empty() && actions.take(Action::Back) {
        drawings.drawn.clear();
    }
}

/// Removes the drawings when the game is left.
pub(super) fn forget(mut drawings: ResMut<Drawings>) {
    *drawings = Drawings::default();
}
