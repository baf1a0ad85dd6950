//! Scrolling with keys and the gamepad. An arrow scrolls where no widget lies in its direction, so that texts without a
//! widget in them can be read to their end. The page keys scroll everywhere but at a board.

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

/// A direction in which an area scrolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScrollDirection {
    Up,
    Down,
}

/// The keys that scroll by a page.
const PAGE_KEYS: [(KeyCode, ScrollDirection); 2] = [
    (KeyCode::PageUp, ScrollDirection::Up),
    (KeyCode::PageDown, ScrollDirection::Down),
];

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
    /// The interface pixels that an area hides in a direction; 0 for what is no area on the screen that scrolls so.
    fn hidden(&self, area: Entity, direction: ScrollDirection) -> f32 {
        let Ok((_, node, computed, visible, _)) = self.all.get(area) else {
            return 0.0;
        };
        if node.overflow.y != OverflowAxis::Scroll || computed.is_empty() || !visible.get() {
            return 0.0;
        }
        let whole = computed.content_size().y - computed.size().y;
        let hidden = match direction {
            ScrollDirection::Up => computed.scroll_position.y,
            ScrollDirection::Down => whole - computed.scroll_position.y,
        };
        hidden * computed.inverse_scale_factor
    }

    /// The innermost area around a widget that hides more than some interface pixels in a direction.
    fn around(&self, widget: Entity, direction: ScrollDirection, least: f32) -> Option<Entity> {
        let mut around = self.parents.iter_ancestors(widget);
        around.find(|node| self.hidden(*node, direction) > least)
    }

    /// The area that the player means: the innermost one around the widget with the focus, or else the largest one on
    /// the screen. `None` if nothing is hidden in this direction.
    fn meant(&self, focused: Option<Entity>, direction: ScrollDirection) -> Option<Entity> {
        let around = focused.and_then(|widget| self.around(widget, direction, SPACE));
        around.or_else(|| {
            let hiding = self.all.iter().filter_map(|(area, _, computed, ..)| {
                let size = computed.size().element_product();
                (self.hidden(area, direction) > SPACE).then_some((area, size))
            });
            let largest = hiding.max_by(|(_, one), (_, other)| one.total_cmp(other));
            largest.map(|(area, _)| area)
        })
    }

    fn scroll(&mut self, area: Entity, direction: ScrollDirection, distance: f32) {
        let distance = distance.min(self.hidden(area, direction));
        if let Ok((_, _, computed, _, mut position)) = self.all.get_mut(area) {
            // The wanted position may lie beyond the end of an area whose content has become shorter.
            let now = computed.scroll_position.y * computed.inverse_scale_factor;
            position.0.y = match direction {
                ScrollDirection::Up => now - distance,
                ScrollDirection::Down => now + distance,
            };
        }
    }

    /// Scrolls the area that the player means by some lines.
    pub(super) fn scroll_lines(&mut self, focused: Option<Entity>, direction: ScrollDirection) {
        if let Some(area) = self.meant(focused, direction) {
            self.scroll(area, direction, LINES);
        }
    }

    /// Scrolls the area around a widget by some lines if another widget lies outside of it, and the area hides something
    /// on the way there. Returns whether it does.
    pub(super) fn scroll_before(
        &mut self,
        widget: Entity,
        other: Entity,
        direction: ScrollDirection,
    ) -> bool {
        let Some(area) = self.around(widget, direction, WORTH_A_STOP) else {
            return false;
        };
        let leaves = !self.parents.iter_ancestors(other).any(|node| node == area);
        if leaves {
            self.scroll(area, direction, LINES);
        }
        leaves
    }

    /// Scrolls the area that the player means by a page.
    fn scroll_page(&mut self, focused: Option<Entity>, direction: ScrollDirection) {
        let Some(area) = self.meant(focused, direction) else {
            return;
        };
        let computed = self.all.get(area).map(|(_, _, computed, ..)| computed);
        let height = computed.map_or(0.0, |computed| {
            computed.size().y * computed.inverse_scale_factor
        });
        self.scroll(area, direction, PAGE * height);
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
    for (key, direction) in PAGE_KEYS {
        let means = |action| settings.controls.means(Control::Key(key), action);
        if keys.just_pressed(key) && !Action::ALL.into_iter().any(means) {
            areas.scroll_page(focus.get(), direction);
        }
    }
}
