//! Translates the keyboard and the gamepad into actions, and moves the focus with them.

pub mod action;
pub mod capture;
pub mod controls;
pub mod game_controls;
pub mod meaning;
pub mod prompts;

use bevy::input_focus::directional_navigation::{
    AutoNavigationConfig, DirectionalNavigationPlugin,
};
use bevy::input_focus::tab_navigation::{TabIndex, TabNavigationPlugin};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusSystems, InputFocusVisible};
use bevy::math::CompassOctant;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::InteractionDisabled;
use bevy::ui::auto_directional_navigation::{AutoDirectionalNavigation, AutoDirectionalNavigator};
use bevy::ui_widgets::{Activate, Button, Slider};

use super::screen::{Menu, Screen};
use super::settings::Settings;
pub use action::Action;
use controls::Control;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((TabNavigationPlugin, DirectionalNavigationPlugin))
        .init_resource::<Actions>()
        .init_resource::<capture::Capture>()
        .init_resource::<prompts::Device>()
        .insert_resource(AutoNavigationConfig {
            min_alignment_factor: 0.0,
            max_search_distance: None,
            prefer_aligned: true,
        })
        .add_systems(
            PreUpdate,
            (
                prompts::note_device,
                capture::capture_control,
                read_actions,
                capture::silence_actions,
                show_focus,
                skip_hidden_nodes,
                move_focus,
            )
                .chain()
                .in_set(ReadActions)
                .after(bevy::input::InputSystems)
                // A focused button that is pressed may lose the focus at once.
                .before(InputFocusSystems::Dispatch),
        )
        .add_systems(
            Last,
            (unfocus_clicked_button, capture::give_focus_back).chain(),
        );
}

/// The actions that began in this frame.
#[derive(Resource, Default, Debug)]
pub struct Actions {
    begun: Vec<Action>,
    /// Whether the keyboard writes into a text field.
    typing: bool,
}

/// The systems that fill [`Actions`], in `PreUpdate`. A system that needs an action before all others runs after this set
/// and takes the action.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReadActions;

const ARROWS: [(Action, IVec2); 4] = [
    (Action::Left, IVec2::NEG_X),
    (Action::Right, IVec2::X),
    (Action::Up, IVec2::NEG_Y),
    (Action::Down, IVec2::Y),
];

impl Actions {
    /// Returns whether an action began in this frame, and removes it, so that no other system gets it.
    pub fn take(&mut self, action: Action) -> bool {
        let before = self.begun.len();
        self.begun.retain(|begun| *begun != action);
        self.begun.len() < before
    }

    /// Returns whether an action began in this frame.
    pub fn begun(&self, action: Action) -> bool {
        self.begun.contains(&action)
    }

    /// The steps that the direction keys of this frame ask for: columns to the right, rows down.
    pub fn arrow_steps(&self) -> impl Iterator<Item = IVec2> + '_ {
        ARROWS
            .into_iter()
            .filter(|(action, _)| self.begun(*action))
            .map(|(_, step)| step)
    }
}

fn read_actions(
    keys: Res<ButtonInput<KeyCode>>,
    gamepads: Query<&Gamepad>,
    focus: Option<Res<InputFocus>>,
    fields: Query<(), With<EditableText>>,
    buttons: Query<(), With<Button>>,
    settings: Res<Settings>,
    mut actions: ResMut<Actions>,
) {
    let focused = focus.and_then(|focus| focus.get());
    let typing = focused.is_some_and(|e| fields.contains(e));
    let on_button = focused.is_some_and(|e| buttons.contains(e));
    actions.typing = typing;
    actions.begun.clear();
    let control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    for action in Action::ALL {
        let works_in_text = matches!(action, Action::Back | Action::Fullscreen | Action::Confirm);
        let is_pressed = |held: Control| match held {
            // In a text field a letter is a letter.
            Control::Key(key) => {
                let is_action = !typing || works_in_text && !held.writes();
                is_action && !control && keys.just_pressed(key)
            }
            Control::Button(button) => gamepads.iter().any(|pad| pad.just_pressed(button)),
        };
        if settings
            .controls
            .of(action)
            .into_iter()
            .flatten()
            .any(is_pressed)
        {
            actions.begun.push(action);
        }
    }
    if control && !typing {
        for (key, action) in [
            (KeyCode::KeyZ, Action::Undo),
            (KeyCode::KeyY, Action::Redo),
            (KeyCode::KeyC, Action::Copy),
        ] {
            if keys.just_pressed(key) {
                actions.begun.push(action);
            }
        }
    }
    if on_button {
        // These press the button, and mean nothing else.
        let presses = |action: &Action| matches!(action, Action::Confirm | Action::Toggle);
        actions.begun.retain(|action| !presses(action));
    }
}

/// Shows the focus when the keyboard or the gamepad is used, and hides it when the mouse is used.
fn show_focus(
    actions: Res<Actions>,
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut visible: ResMut<InputFocusVisible>,
) {
    if mouse.get_just_pressed().len() > 0 {
        visible.0 = false;
    } else if !actions.begun.is_empty() || keys.just_pressed(KeyCode::Tab) {
        visible.0 = true;
    }
}

/// Marks a button that keeps the focus when it is clicked, because something is typed into it.
#[derive(Component)]
pub struct KeepsFocus;

/// Takes the focus from a button that was clicked, so that Enter works for the screen again.
fn unfocus_clicked_button(
    mouse: Res<ButtonInput<MouseButton>>,
    buttons: Query<(), (With<Button>, Without<KeepsFocus>)>,
    mut focus: ResMut<InputFocus>,
) {
    let clicked = mouse.get_just_released().len() > 0;
    if clicked && focus.get().is_some_and(|entity| buttons.contains(entity)) {
        focus.clear();
    }
}

/// Lets the Tab key skip nodes that are not shown.
fn skip_hidden_nodes(mut nodes: Query<(&ComputedNode, &mut TabIndex)>) {
    for (node, mut index) in &mut nodes {
        index.set_if_neq(TabIndex(if node.is_empty() { -1 } else { 0 }));
    }
}

/// Moves the focus with the arrow keys, and presses the focused button with the gamepad.
fn move_focus(
    actions: Res<Actions>,
    screen: Res<State<Screen>>,
    menu: Res<State<Menu>>,
    sliders: Query<(), With<Slider>>,
    buttons: Query<(), With<Button>>,
    focusable: Query<
        (Entity, &ComputedNode, &UiGlobalTransform),
        (
            With<AutoDirectionalNavigation>,
            Without<InteractionDisabled>,
        ),
    >,
    gamepads: Query<&Gamepad>,
    settings: Res<Settings>,
    mut navigator: AutoDirectionalNavigator,
    mut commands: Commands,
) {
    // During play the arrow keys move the cursor on the board.
    if *screen.get() == Screen::Play && *menu.get() == Menu::None {
        return;
    }
    let seen = |(entity, node, at): (Entity, &ComputedNode, &UiGlobalTransform)| {
        (!node.is_empty()).then_some((entity, at.translation))
    };
    let focused = navigator
        .input_focus()
        .filter(|&entity| focusable.get(entity).ok().and_then(seen).is_some());
    let direction = [
        (Action::Up, CompassOctant::North),
        (Action::Down, CompassOctant::South),
        (Action::Left, CompassOctant::West),
        (Action::Right, CompassOctant::East),
    ]
    .into_iter()
    .find(|(action, _)| actions.begun(*action))
    .map(|(_, direction)| direction);
    if let Some(direction) = direction {
        let sideways = matches!(direction, CompassOctant::West | CompassOctant::East);
        match focused {
            Some(entity) if sideways && (sliders.contains(entity) || actions.typing) => {}
            // At the end of a row or column the focus stays where it is.
            Some(_) => drop(navigator.navigate(direction)),
            None => {
                // The first widget is the uppermost one, and of several the leftmost one.
                let reading_order = |(_, at): &(Entity, Vec2)| (at.y as i32, at.x as i32);
                if let Some((first, _)) =
                    focusable.iter().filter_map(seen).min_by_key(reading_order)
                {
                    commands.queue(move |world: &mut World| {
                        let mut focus = world.resource_mut::<InputFocus>();
                        focus.set(first, FocusCause::Navigated);
                    });
                }
            }
        }
    }
    let confirms = |button: GamepadButton| {
        let control = Control::Button(button);
        settings.controls.means(control, Action::Confirm)
    };
    let mut buttons_pressed = gamepads.iter().flat_map(Gamepad::get_just_pressed);
    let pressed = buttons_pressed.any(|button| confirms(*button));
    if let Some(entity) = focused.filter(|e| pressed && buttons.contains(*e)) {
        commands.trigger(Activate { entity });
    }
}
