//! The side of a board on which its panel stands, and the nodes that have to leave room for it.

use bevy::prelude::*;

use super::panel_width;
use crate::shell::settings::{PanelSide, Settings};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, swap_edges.before(bevy::ui::UiSystems::Prepare));
}

/// The distances of a node from the left and the right edge of the window while the panel stands on the right. They are
/// swapped while it stands on the left.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct SwapsWithPanel {
    /// The distance from the left edge.
    pub left: Val,
    /// The distance from the right edge.
    pub right: Val,
}

fn swap_edges(settings: Res<Settings>, mut nodes: Query<(&SwapsWithPanel, &mut Node)>) {
    for (edges, mut node) in &mut nodes {
        let (left, right) = match settings.panel_side {
            PanelSide::Right => (edges.left, edges.right),
            PanelSide::Left => (edges.right, edges.left),
        };
        if (node.left, node.right) != (left, right) {
            (node.left, node.right) = (left, right);
        }
    }
}

/// The middle of the room beside a panel, in world units from the middle of the window. `panel` is the width of the
/// panel in interface pixels.
pub fn middle_beside_panel(window: &Window, scale: f32, panel: f32, side: PanelSide) -> f32 {
    side.sign() * -panel_width(window, scale, panel) / 2.0
}

/// Whether a point is beside the board, where the panel is. `x` is in pixels from the left edge of the window, and `panel`
/// the width of the panel in interface pixels.
pub fn is_at_panel(window: &Window, scale: f32, panel: f32, side: PanelSide, x: f32) -> bool {
    let width = panel_width(window, scale, panel);
    match side {
        PanelSide::Right => x > window.width() - width,
        PanelSide::Left => x < width,
    }
}
