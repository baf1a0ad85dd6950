//! The colours of buttons, and the outline of the widget that has the focus.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::{InteractionDisabled, Pressed};
use bevy::ui_widgets::Button;

use super::bind::SelectedWhen;
use super::palette;
use super::widget::{ButtonStyle, Prominence};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, (style_buttons, outline_focus));
}

type Styled<'a> = (
    &'a ButtonStyle,
    &'a Hovered,
    Has<Pressed>,
    Has<InteractionDisabled>,
    Option<&'a SelectedWhen>,
    Option<&'a Prominence>,
    &'a mut BackgroundColor,
    &'a mut BorderColor,
    &'a Children,
);

fn style_buttons(mut buttons: Query<Styled, With<Button>>, mut texts: Query<&mut TextColor>) {
    for (style, hovered, pressed, disabled, selected, prominence, mut fill, mut rim, children) in
        &mut buttons
    {
        let selected = selected.is_some_and(SelectedWhen::is_selected);
        let is_main = *style == ButtonStyle::Primary || prominence == Some(&Prominence::Main);
        let bright = selected || is_main;
        let over = hovered.get() && !disabled;
        let tile = *style == ButtonStyle::Tile;
        let picture = *style == ButtonStyle::Picture;
        let (background, border, ink) = match (bright, over, pressed && !disabled) {
            _ if disabled => (palette::GLASS, palette::RAISED, palette::FAINT),
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
            (false, ..) if prominence == Some(&Prominence::Lit) => {
                (palette::GLASS, palette::LAMP, palette::PAPER)
            }
            (false, ..) => (palette::RAISED, palette::RIM, palette::PAPER),
        };
        fill.set_if_neq(BackgroundColor(background));
        rim.set_if_neq(BorderColor::all(border));
        if tile {
            continue;
        }
        for &child in children {
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
