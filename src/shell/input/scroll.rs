//! Scrolling with keys and the gamepad. An arrow scrolls where no widget lies that way, so that texts without a widget
//! in them can be read to their end. The page keys scroll everywhere but at a board.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use super::Action;
use super::controls::Control;
use super::panel::PanelFocus;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;

/// The distance by which an arrow scrolls, in interface pixels.
const LINES: f32 = 80.0;
/// The distance by which a page key scrolls, as a part of the height of the area.
const PAGE: f32 = 0.9;
/// The distance up to which an area hides nothing but the space around its content, in interface pixels.
const SPACE: f32 = 4.0;
/// The distance from which on an area hides something that is worth a stop on the way out of it.
const WORTH_A_STOP: f32 = 24.0;

/// A way in which an area scrolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Down,
}

/// The keys that scroll by a page.
const PAGE_KEYS: [(KeyCode, Way); 2] = [(KeyCode::PageUp, Way::Up), (KeyCode::PageDown, Way::Down)];

/// The areas that can scroll now.
#[derive(SystemParam)]
pub(super) struct ScrollAreas<'w, 's> {
    all: Query<
        'w,
        's,
        (
            Entity,
            &'static Node,
            &'static ComputedNode,
            &'static InheritedVisibility,
            &'static mut ScrollPosition,
        ),
        With<ScrollArea>,
    >,
    parents: Query<'w, 's, &'static ChildOf>,
}

impl ScrollAreas<'_, '_> {
    /// The interface pixels that an area hides in a way; 0 for what is no area on the screen that scrolls so.
    fn hidden(&self, area: Entity, way: Way) -> f32 {
        let Ok((_, node, computed, visible, _)) = self.all.get(area) else {
            return 0.0;
        };
        if node.overflow.y != OverflowAxis::Scroll || computed.is_empty() || !visible.get() {
            return 0.0;
        }
        let whole = computed.content_size().y - computed.size().y;
        let hidden = match way {
            Way::Up => computed.scroll_position.y,
            Way::Down => whole - computed.scroll_position.y,
        };
        hidden * computed.inverse_scale_factor
    }

    /// The innermost area around a widget that hides more than some interface pixels in a way.
    fn around(&self, widget: Entity, way: Way, least: f32) -> Option<Entity> {
        let mut around = self.parents.iter_ancestors(widget);
        around.find(|node| self.hidden(*node, way) > least)
    }

    /// The area that the player means: the innermost one around the widget with the focus, or else the largest one on
    /// the screen. `None` if nothing is hidden in this way.
    fn meant(&self, focused: Option<Entity>, way: Way) -> Option<Entity> {
        let around = focused.and_then(|widget| self.around(widget, way, SPACE));
        around.or_else(|| {
            let hiding = self.all.iter().filter_map(|(area, _, computed, ..)| {
                let size = computed.size().element_product();
                (self.hidden(area, way) > SPACE).then_some((area, size))
            });
            let largest = hiding.max_by(|(_, one), (_, other)| one.total_cmp(other));
            largest.map(|(area, _)| area)
        })
    }

    fn scroll(&mut self, area: Entity, way: Way, distance: f32) {
        let distance = distance.min(self.hidden(area, way));
        if let Ok((_, _, computed, _, mut position)) = self.all.get_mut(area) {
            // The wanted position may lie beyond the end of an area whose content has become shorter.
            let now = computed.scroll_position.y * computed.inverse_scale_factor;
            position.0.y = match way {
                Way::Up => now - distance,
                Way::Down => now + distance,
            };
        }
    }

    /// Scrolls the area that the player means by some lines.
    pub(super) fn scroll_lines(&mut self, focused: Option<Entity>, way: Way) {
        if let Some(area) = self.meant(focused, way) {
            self.scroll(area, way, LINES);
        }
    }

    /// Scrolls the area around a widget by some lines if another widget lies outside of it, and the area hides something
    /// on the way there. Returns whether it does.
    pub(super) fn scroll_before(&mut self, widget: Entity, other: Entity, way: Way) -> bool {
        let Some(area) = self.around(widget, way, WORTH_A_STOP) else {
            return false;
        };
        let leaves = !self.parents.iter_ancestors(other).any(|node| node == area);
        if leaves {
            self.scroll(area, way, LINES);
        }
        leaves
    }

    /// Scrolls the area that the player means by a page.
    fn scroll_page(&mut self, focused: Option<Entity>, way: Way) {
        let Some(area) = self.meant(focused, way) else {
            return;
        };
        let computed = self.all.get(area).map(|(_, _, computed, ..)| computed);
        let height = computed.map_or(0.0, |computed| {
            computed.size().y * computed.inverse_scale_factor
        });
        self.scroll(area, way, PAGE * height);
    }
}

/// Scrolls with the page keys, unless the player has given them another meaning. At a board they have one too.
pub(super) fn scroll_by_page(
    keys: Res<ButtonInput<KeyCode>>,
    settings: Res<Settings>,
    (screen, menu): (Res<State<Screen>>, Res<State<Menu>>),
    panel: Res<PanelFocus>,
    focus: Res<InputFocus>,
    mut areas: ScrollAreas,
) {
    let is_play = *screen.get() == Screen::Play && *menu.get() == Menu::None;
    if is_play && !panel.is_in_panel() {
        return;
    }
    for (key, way) in PAGE_KEYS {
        let means = |action| settings.controls.means(Control::Key(key), action);
        if keys.just_pressed(key) && !Action::ALL.into_iter().any(means) {
            areas.scroll_page(focus.get(), way);
        }
    }
}
