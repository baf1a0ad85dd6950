//! The colours of buttons, and the outline of the widget that has the focus.

use bevy::ecs::query::QueryData;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::{InteractionDisabled, Pressed};
use bevy::ui_widgets::Button;

use super::asking::{OpenQuestion, Question};
use super::bind::SelectedWhen;
use super::palette;
use super::widget::{ButtonStyle, Prominence};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, (style_buttons, outline_focus));
}

/// A button with the components on which its colours depend.
#[derive(QueryData)]
#[query_data(mutable)]
struct StyledButton {
    style: &'static ButtonStyle,
    hovered: &'static Hovered,
    is_pressed: Has<Pressed>,
    is_disabled: Has<InteractionDisabled>,
    selected: Option<&'static SelectedWhen>,
    prominence: Option<&'static Prominence>,
    question: Option<&'static Question>,
    fill: &'static mut BackgroundColor,
    rim: &'static mut BorderColor,
    children: &'static Children,
}

/// The colours of a button: its ground, its rim and its text.
type Colours = (Color, Color, Color);

impl StyledButtonItem<'_, '_> {
    fn colours(&self, open: &OpenQuestion) -> Colours {
        let is_main =
            *self.style == ButtonStyle::Primary || self.prominence == Some(&Prominence::Main);
        let bright = is_main || self.selected.is_some_and(SelectedWhen::is_selected);
        let over = self.hovered.get();
        let tile = *self.style == ButtonStyle::Tile;
        let picture = *self.style == ButtonStyle::Picture;
        let is_asking = self
            .question
            .is_some_and(|question| open.is_asking(question));
        match (bright, over, self.is_pressed) {
            _ if self.is_disabled => (palette::GLASS, palette::RAISED, palette::FAINT),
            // The next press cannot be taken back, so the button must not look as it did before the first one.
            _ if is_asking => (palette::GLASS, palette::FAULT, palette::FAULT),
            (true, ..) if picture => (palette::RAISED, palette::LAMP, palette::PAPER),
            (true, _, true) => (palette::PAPER, palette::PAPER, palette::NIGHT),
            (true, true, _) => (palette::EMBER, palette::EMBER, palette::NIGHT),
            (true, ..) => (palette::LAMP, palette::LAMP, palette::NIGHT),
            (false, _, true) => (palette::GLASS, palette::EMBER, palette::PAPER),
            // Its frame tells it from the chosen picture.
            (false, true, _) if picture => (palette::RAISED, palette::MIST, palette::EMBER),
            (false, true, _) => (palette::RAISED, palette::LAMP, palette::EMBER),
            (false, ..) if tile => (palette::GLASS, palette::RIM, palette::PAPER),
            // A tile that is pointed at is as bright as a button is otherwise.
            (false, ..) if self.prominence == Some(&Prominence::Lit) => {
                (palette::GLASS, palette::LAMP, palette::PAPER)
            }
            (false, ..) => (palette::RAISED, palette::RIM, palette::PAPER),
        }
    }
}

fn style_buttons(
    mut buttons: Query<StyledButton, With<Button>>,
    mut texts: Query<&mut TextColor>,
    open: Res<OpenQuestion>,
) {
    for mut button in &mut buttons {
        let (ground, rim, ink) = button.colours(&open);
        button.fill.set_if_neq(BackgroundColor(ground));
        button.rim.set_if_neq(BorderColor::all(rim));
        if *button.style == ButtonStyle::Tile {
            continue;
        }
        for &child in button.children {
            if let Ok(mut colour) = texts.get_mut(child) {
                colour.set_if_neq(TextColor(ink));
            }
        }
    }
}

fn outline_focus(
    focus: Res<InputFocus>,
    visible: Res<InputFocusVisible>,
    mut outlines: Query<(Entity, &mut Outline, Has<EditableText>), With<TabIndex>>,
) {
    for (entity, mut outline, typed) in &mut outlines {
        let on = focus.get() == Some(entity) && (visible.0 || typed);
        let colour = if on { palette::EMBER } else { Color::NONE };
        if outline.color != colour {
            outline.color = colour;
        }
    }
}
