//! Keyboard and gamepad as actions, and moving the focus with them.

use bevy::input_focus::directional_navigation::{
    AutoNavigationConfig, DirectionalNavigationPlugin,
};
use bevy::input_focus::tab_navigation::{TabIndex, TabNavigationPlugin};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::math::CompassOctant;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::InteractionDisabled;
use bevy::ui::auto_directional_navigation::{AutoDirectionalNavigation, AutoDirectionalNavigator};
use bevy::ui_widgets::{Activate, Button, Slider};

use super::screen::{Menu, Screen};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((TabNavigationPlugin, DirectionalNavigationPlugin))
        .init_resource::<Actions>()
        .insert_resource(AutoNavigationConfig {
            min_alignment_factor: 0.0,
            max_search_distance: None,
            prefer_aligned: true,
        })
        .add_systems(
            PreUpdate,
            (read, show_focus, skip_hidden, navigate)
                .chain()
                .in_set(ReadActions)
                .after(bevy::input::InputSystems),
        )
        .add_systems(Last, forget_clicked);
}

/// What a player can mean by a key or a button of the gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
    /// Do it.
    Confirm,
    /// Back, or the menu.
    Back,
    /// Show a good move.
    Hint,
    /// Take a move back.
    Undo,
    /// Make it again.
    Redo,
    /// Start over.
    Restart,
    /// Go on, or hold.
    Toggle,
    /// One step.
    Step,
    /// To the end.
    Skip,
    /// Copy the game id.
    Copy,
    /// Look into the game: the next kind of insight.
    Insight,
    /// Fill the screen.
    Fullscreen,
}

/// The actions that began in this frame.
#[derive(Resource, Default, Debug)]
pub struct Actions {
    begun: Vec<Action>,
    /// The keyboard writes into a text field.
    typing: bool,
}

/// Where keys and buttons become [`Actions`], in `PreUpdate`. Who wants one before everybody else takes it
/// after this.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReadActions;

impl Actions {
    /// Whether an action began in this frame; nobody else hears of it then.
    pub fn take(&mut self, action: Action) -> bool {
        let before = self.begun.len();
        self.begun.retain(|begun| *begun != action);
        self.begun.len() < before
    }

    /// Whether an action began in this frame.
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

const ARROWS: [(Action, IVec2); 4] = [
    (Action::Left, IVec2::NEG_X),
    (Action::Right, IVec2::X),
    (Action::Up, IVec2::NEG_Y),
    (Action::Down, IVec2::Y),
];

const KEYS: [(KeyCode, Action); 18] = [
    (KeyCode::ArrowUp, Action::Up),
    (KeyCode::ArrowDown, Action::Down),
    (KeyCode::ArrowLeft, Action::Left),
    (KeyCode::ArrowRight, Action::Right),
    (KeyCode::Enter, Action::Confirm),
    (KeyCode::NumpadEnter, Action::Confirm),
    (KeyCode::Escape, Action::Back),
    (KeyCode::KeyH, Action::Hint),
    (KeyCode::KeyU, Action::Undo),
    (KeyCode::KeyY, Action::Redo),
    (KeyCode::KeyR, Action::Restart),
    (KeyCode::Space, Action::Toggle),
    (KeyCode::KeyP, Action::Back),
    (KeyCode::KeyN, Action::Step),
    (KeyCode::KeyF, Action::Skip),
    (KeyCode::KeyC, Action::Copy),
    (KeyCode::KeyV, Action::Insight),
    (KeyCode::F11, Action::Fullscreen),
];

const BUTTONS: [(GamepadButton, Action); 14] = [
    (GamepadButton::DPadUp, Action::Up),
    (GamepadButton::DPadDown, Action::Down),
    (GamepadButton::DPadLeft, Action::Left),
    (GamepadButton::DPadRight, Action::Right),
    (GamepadButton::South, Action::Confirm),
    (GamepadButton::East, Action::Back),
    (GamepadButton::Start, Action::Back),
    (GamepadButton::North, Action::Hint),
    (GamepadButton::West, Action::Toggle),
    (GamepadButton::LeftTrigger, Action::Undo),
    (GamepadButton::RightTrigger, Action::Redo),
    (GamepadButton::RightTrigger2, Action::Skip),
    (GamepadButton::LeftTrigger2, Action::Step),
    (GamepadButton::Select, Action::Insight),
];

fn read(
    keys: Res<ButtonInput<KeyCode>>,
    gamepads: Query<&Gamepad>,
    focus: Option<Res<InputFocus>>,
    fields: Query<(), With<EditableText>>,
    mut actions: ResMut<Actions>,
) {
    let typing = focus
        .and_then(|focus| focus.get())
        .is_some_and(|e| fields.contains(e));
    actions.typing = typing;
    actions.begun.clear();
    let held = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    for (key, action) in KEYS {
        let means =
            !typing || matches!(action, Action::Back | Action::Fullscreen | Action::Confirm);
        // P is a letter when something is typed.
        let means = means && !(typing && key == KeyCode::KeyP);
        if means && !held && keys.just_pressed(key) {
            actions.begun.push(action);
        }
    }
    if held && !typing {
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
    for gamepad in &gamepads {
        for (button, action) in BUTTONS {
            if gamepad.just_pressed(button) {
                actions.begun.push(action);
            }
        }
    }
}

/// The focus is drawn once the keyboard or gamepad is used, until the mouse is.
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

/// A button that was clicked does not keep the keys: Enter is for the screen again.
fn forget_clicked(
    mouse: Res<ButtonInput<MouseButton>>,
    buttons: Query<(), With<Button>>,
    mut focus: ResMut<InputFocus>,
) {
    let clicked = mouse.get_just_released().len() > 0;
    if clicked && focus.get().is_some_and(|entity| buttons.contains(entity)) {
        focus.clear();
    }
}

/// Tab passes over what is not there.
fn skip_hidden(mut nodes: Query<(&ComputedNode, &mut TabIndex)>) {
    for (node, mut index) in &mut nodes {
        index.set_if_neq(TabIndex(if node.is_empty() { -1 } else { 0 }));
    }
}

/// Moves the focus with the arrows, and lets the gamepad press buttons.
fn navigate(
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
    mut navigator: AutoDirectionalNavigator,
    mut commands: Commands,
) {
    // In play the arrows move the cursor on the board.
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
            // The end of a row or column: stay.
            Some(_) => drop(navigator.navigate(direction)),
            None => {
                // The uppermost, and of those the leftmost.
                let reading = |(_, at): &(Entity, Vec2)| (at.y as i32, at.x as i32);
                if let Some((first, _)) = focusable.iter().filter_map(seen).min_by_key(reading) {
                    commands.queue(move |world: &mut World| {
                        let mut focus = world.resource_mut::<InputFocus>();
                        focus.set(first, FocusCause::Navigated);
                    });
                }
            }
        }
    }
    let pressed = gamepads
        .iter()
        .any(|g| g.just_pressed(GamepadButton::South));
    if let Some(entity) = focused.filter(|e| pressed && buttons.contains(*e)) {
        commands.trigger(Activate { entity });
    }
}
