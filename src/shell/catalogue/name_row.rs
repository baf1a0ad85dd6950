//! The row in which the chosen thing gets another name.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::Catalogue;
use crate::shell::input::EnterAction;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, button, field, label, stack};

/// The field for the name, and the thing whose name stands in it.
#[derive(Component)]
pub(super) struct NameField<Id: Send + Sync + 'static>(Option<Id>);

/// Spawns the field for the name of the chosen thing, with its button.
pub fn spawn_name_row<C: Catalogue>(detail: &mut ChildSpawnerCommands, width: f32) {
    let node = Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 8.0)
    };
    detail.spawn(node).with_children(|row| {
        row.spawn(label("played.name", TextSize::Body, palette::MIST));
        let enter = EnterAction::new(rename_chosen::<C>);
        field(row, (NameField::<C::Id>(None), enter), width, "");
        button(row, ButtonStyle::Chip, "played.rename", rename_chosen::<C>);
    });
}

/// Gives the chosen thing the name in the field.
fn rename_chosen<C: Catalogue>(world: &mut World) {
    let mut fields = world.query_filtered::<&EditableText, With<NameField<C::Id>>>();
    let text = fields.single(world).map(|field| field.value().to_string());
    let chosen = world.resource::<C>().chosen.clone();
    if let (Ok(text), Some(id)) = (text, chosen) {
        C::rename(world, &id, &text);
    }
}

/// Puts the name of the thing that was chosen last into the field.
pub(super) fn fill_name<C: Catalogue>(
    world: &mut World,
    fields: &mut QueryState<(&'static mut NameField<C::Id>, &'static mut EditableText)>,
) {
    let chosen = world.resource::<C>().chosen.clone();
    if fields.iter(world).all(|(shown, _)| shown.0 == chosen) {
        return;
    }
    let name = chosen.as_ref().map(|id| C::name_of(world, id));
    for (mut shown, mut text) in fields.iter_mut(world) {
        if shown.0 == chosen {
            continue;
        }
        shown.0.clone_from(&chosen);
        *text = EditableText {
            max_characters: Some(C::MAX_NAME),
            ..EditableText::new(name.as_deref().unwrap_or_default())
        };
    }
}
