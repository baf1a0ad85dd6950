//! The focus: arrows move it from widget to widget, and the action Confirm presses the widget that has it.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::directional_navigation::{
    AutoNavigationConfig, DirectionalNavigationPlugin,
};
use bevy::input_focus::tab_navigation::{TabIndex, TabNavigationPlugin};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::math::CompassOctant;
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::ui::auto_directional_navigation::{AutoDirectionalNavigation, AutoDirectionalNavigator};
use bevy::ui_widgets::{Activate, Button, SetSliderValue, Slider, SliderValueChange};

use super::panel::PanelFocus;
use super::scroll::{ScrollAreas, ScrollDirection};
use super::{Action, Actions};
use crate::shell::screen::{Menu, Screen};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((TabNavigationPlugin, DirectionalNavigationPlugin))
        .insert_resource(AutoNavigationConfig {
            min_alignment_factor: 0.0,
            max_search_distance: None,
            prefer_aligned: true,
        });
}

/// The widgets that can have the focus.
#[derive(SystemParam)]
pub(super) struct Widgets<'w, 's> {
    all: Query<
        'w,
        's,
        (
            Entity,
            &'static ComputedNode,
            &'static UiGlobalTransform,
            Has<InteractionDisabled>,
        ),
        With<AutoDirectionalNavigation>,
    >,
    parents: Query<'w, 's, &'static ChildOf>,
    children: Query<'w, 's, &'static Children>,
}

impl Widgets<'_, '_> {
    /// Whether a widget is on the screen.
    pub(super) fn is_shown(&self, entity: Entity) -> bool {
        let widget = self.all.get(entity);
        widget.is_ok_and(|(_, node, ..)| !node.is_empty())
    }

    /// The uppermost widget that can be used, and of several the leftmost one.
    pub(super) fn first(&self) -> Option<Entity> {
        let can_be_used = self
            .all
            .iter()
            .filter(|(_, node, _, is_disabled)| !node.is_empty() && !is_disabled);
        let first = can_be_used.min_by_key(|(_, _, transform, _)| {
            let at = transform.translation;
            (at.y as i32, at.x as i32)
        });
        first.map(|(entity, ..)| entity)
    }

    /// The next widget to the right or to the left in the row of a widget that lies in another one, such as the buttons
    /// on a tile. The navigator would go to the widget around them, whose distance is zero.
    fn next_inside(&self, widget: Entity, direction: CompassOctant) -> Option<Entity> {
        let side = match direction {
            CompassOctant::East => 1.0,
            CompassOctant::West => -1.0,
            _ => return None,
        };
        let row = self.parents.get(widget).ok()?.parent();
        self.around(widget)?;
        let place = |widget: Entity| {
            let (_, node, transform, is_disabled) = self.all.get(widget).ok()?;
            let can_be_used = !node.is_empty() && !is_disabled;
            can_be_used.then_some(transform.translation)
        };
        let here = place(widget)?;
        let others = self.children.get(row).ok()?.iter().filter_map(|other| {
            let distance = side * (place(other)?.x - here.x);
            (distance > 0.0).then_some((other, distance))
        });
        let next = others.min_by(|(_, one), (_, other)| one.total_cmp(other));
        next.map(|(other, _)| other)
    }

    /// The widget in which a widget lies, such as the tile of a button.
    fn around(&self, widget: Entity) -> Option<Entity> {
        let mut around = self.parents.iter_ancestors(widget);
        around.find(|node| self.all.contains(*node))
    }

    /// The next widget to the right or to the left of the widget in which a widget lies. From the last button on a tile,
    /// the navigator would go to a nearer one below the tile.
    fn next_beside(&self, widget: Entity, direction: CompassOctant) -> Option<Entity> {
        let side = match direction {
            CompassOctant::East => 1.0,
            CompassOctant::West => -1.0,
            _ => return None,
        };
        let (_, tile, transform, _) = self.all.get(self.around(widget)?).ok()?;
        let (here, half) = (transform.translation, tile.size() / 2.0);
        let beside = self
            .all
            .iter()
            .filter_map(|(other, node, transform, is_disabled)| {
                let offset = transform.translation - here;
                let is_beside = side * offset.x > half.x && offset.y.abs() < half.y;
                (is_beside && !node.is_empty() && !is_disabled).then_some((other, side * offset.x))
            });
        let next = beside.min_by(|(_, one), (_, other)| one.total_cmp(other));
        next.map(|(other, _)| other)
    }
}

/// Shows the focus when the keyboard or the gamepad is used, and hides it at a click.
pub(super) fn show_focus(
    actions: Res<Actions>,
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut visible: ResMut<InputFocusVisible>,
) {
    if mouse.just_pressed(MouseButton::Left) {
        visible.0 = false;
    } else if actions.presses || !actions.begun.is_empty() || keys.just_pressed(KeyCode::Tab) {
        visible.0 = true;
    }
}

/// Marks a button that keeps the focus when it is clicked, because something is typed into it.
#[derive(Component)]
pub struct KeepsFocus;

/// Takes the focus from a button that was clicked, so that Enter works for the screen again. During play a slider does
/// not keep it either, because the arrows are meant for the board.
pub(super) fn unfocus_clicked_button(
    mouse: Res<ButtonInput<MouseButton>>,
    buttons: Query<(), (With<Button>, Without<KeepsFocus>)>,
    sliders: Query<(), With<Slider>>,
    screen: Res<State<Screen>>,
    menu: Res<State<Menu>>,
    mut focus: ResMut<InputFocus>,
) {
    let is_play = *screen.get() == Screen::Play && *menu.get() == Menu::None;
    let lets_go = |entity| buttons.contains(entity) || is_play && sliders.contains(entity);
    let is_clicked = mouse.get_just_released().len() > 0;
    if is_clicked && focus.get().is_some_and(lets_go) {
        focus.clear();
    }
}

/// Takes the focus from a widget that is no longer shown, so that Enter does not press it. A widget that a menu hides
/// has the focus again after the menu.
pub(super) fn leave_hidden_widget(
    menu: Res<State<Menu>>,
    nodes: Query<&ComputedNode>,
    mut hidden: Local<Option<Entity>>,
    mut focus: ResMut<InputFocus>,
) {
    let is_shown = |entity| nodes.get(entity).is_ok_and(|node| !node.is_empty());
    let has_menu = *menu.get() != Menu::None;
    if let Some(entity) = focus.get().filter(|entity| !is_shown(*entity)) {
        if has_menu && nodes.contains(entity) {
            // A widget of the menu itself may be hidden later.
            hidden.get_or_insert(entity);
        }
        focus.clear();
    }
    if !has_menu
        && let Some(entity) = hidden.take()
        && focus.get().is_none()
        && is_shown(entity)
    {
        focus.set(entity, FocusCause::Navigated);
    }
}

/// Lets the Tab key skip nodes that are not shown.
pub(super) fn skip_hidden_nodes(mut nodes: Query<(&ComputedNode, &mut TabIndex)>) {
    for (node, mut index) in &mut nodes {
        index.set_if_neq(TabIndex(if node.is_empty() { -1 } else { 0 }));
    }
}

const DIRECTIONS: [(Action, CompassOctant); 4] = [
    (Action::Up, CompassOctant::North),
    (Action::Down, CompassOctant::South),
    (Action::Left, CompassOctant::West),
    (Action::Right, CompassOctant::East),
];

/// Moves the focus with the arrows, and presses the focused button. During play the arrows are meant for the board,
/// unless the focus is in the panel beside it. In that case arrows and confirming actions have no effect on the board.
pub(super) fn move_focus(
    mut actions: ResMut<Actions>,
    keys: Res<ButtonInput<KeyCode>>,
    (screen, menu): (Res<State<Screen>>, Res<State<Menu>>),
    panel: Res<PanelFocus>,
    sliders: Query<(), (With<Slider>, Without<InteractionDisabled>)>,
    buttons: Query<(), (With<Button>, Without<InteractionDisabled>)>,
    widgets: Widgets,
    mut navigator: AutoDirectionalNavigator,
    mut areas: ScrollAreas,
    mut commands: Commands,
) {
    let is_play = *screen.get() == Screen::Play && *menu.get() == Menu::None;
    if is_play && !panel.is_in_panel() {
        return;
    }
    let focused = navigator
        .input_focus()
        .filter(|entity| widgets.is_shown(*entity));
    let direction = DIRECTIONS
        .into_iter()
        .find(|(action, _)| actions.has_begun(*action));
    if let Some((action, direction)) = direction {
        match (focused, slider_step(action)) {
            (Some(entity), Some(step)) if sliders.contains(entity) => {
                // The slider reads the arrow keys itself.
                if !keys.any_just_pressed([KeyCode::ArrowLeft, KeyCode::ArrowRight]) {
                    let change = SliderValueChange::RelativeStep(step);
                    commands.trigger(SetSliderValue { entity, change });
                }
            }
            (Some(entity), _) => match widgets
                .next_inside(entity, direction)
                .or_else(|| widgets.next_beside(entity, direction))
            {
                Some(next) => give_focus(&mut navigator, next),
                None => go_or_scroll(entity, direction, &mut navigator, &mut areas),
            },
            // The arrows to the sides go through the generations of an interlude.
            (None, Some(_)) if *menu.get() == Menu::Interlude => {}
            (None, _) => {
                if let Some(first) = widgets.first() {
                    give_focus(&mut navigator, first);
                }
            }
        }
    }
    if let Some(entity) = focused.filter(|entity| actions.presses && buttons.contains(*entity)) {
        commands.trigger(Activate { entity });
    }
    if is_play {
        hide_from_board(&mut actions);
    }
}

/// Moves the focus from a widget to the next one. At the end of a row or column it stays where it is. What is hidden
/// above or below is scrolled to instead: if no widget lies that way, or the next one lies outside of the area.
fn go_or_scroll(
    focused: Entity,
    direction: CompassOctant,
    navigator: &mut AutoDirectionalNavigator,
    areas: &mut ScrollAreas,
) {
    let next = navigator.navigate(direction);
    let scrolled = match direction {
        CompassOctant::North => ScrollDirection::Up,
        CompassOctant::South => ScrollDirection::Down,
        _ => return,
    };
    match next {
        Ok(next) if areas.scroll_before(focused, next, scrolled) => give_focus(navigator, focused),
        Ok(_) => {}
        Err(_) => areas.scroll_lines(Some(focused), scrolled),
    }
}

/// The number of steps by which an arrow moves a slider that has the focus; `None` for an arrow that does not.
fn slider_step(arrow: Action) -> Option<f32> {
    match arrow {
        Action::Left => Some(-1.0),
        Action::Right => Some(1.0),
        _ => None,
    }
}

fn give_focus(navigator: &mut AutoDirectionalNavigator, widget: Entity) {
    let focus = &mut navigator.manual_directional_navigation.focus;
    focus.set(widget, FocusCause::Navigated);
}

/// Uses up the arrows and the actions that confirm, because they were meant for the panel.
fn hide_from_board(actions: &mut Actions) {
    for (action, _) in DIRECTIONS {
        actions.take(action);
    }
    actions.take(Action::Confirm);
    actions.take(Action::Toggle);
}
