//! The field for a game id on the title, and the reason why its text is refused.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::EditableText;

use crate::base::excerpt;
use crate::session::{is_link, link};
use crate::shell::access::Speech;
use crate::shell::game_id::open_id;
use crate::shell::input::EnterAction;
use crate::shell::played;
use crate::shell::screen::Screen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, field, label};
use crate::shell::words::{Words, capitalised};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Refusal>()
        .add_systems(OnExit(Screen::Title), |mut refusal: ResMut<Refusal>| {
            *refusal = Refusal::default();
        })
        .add_systems(Update, forget_refusal.run_if(in_state(Screen::Title)));
}

/// The field for a game id.
#[derive(Component)]
struct IdField;

/// Spawns the field with its name and its button. They stay together when the row breaks.
pub(super) fn spawn_id_field(row: &mut ChildSpawnerCommands) {
    let group = Node {
        align_items: AlignItems::Center,
        column_gap: px(12),
        ..default()
    };
    row.spawn(group).with_children(|group| {
        group.spawn(label("title.id", TextSize::Body, palette::MIST));
        group.spawn(Node::default()).with_children(|place| {
            let enter = EnterAction::new(open_typed_id);
            let field = field(place, (IdField, enter), 240.0, "");
            place.commands_mut().entity(field).insert(EditableText {
                // A link to a whole game fits, even if each of its bytes is written with three characters.
                max_characters: Some(link::SCHEME.len() + 3 * link::MOST_BYTES),
                ..EditableText::new("")
            });
            spawn_refusal(place);
        });
        button(group, ButtonStyle::Plain, "title.open", open_typed_id);
    });
}

/// The text in the field that was refused, and the reason.
#[derive(Resource, Default)]
struct Refusal {
    text: String,
    why: String,
}

/// The text in the field.
fn typed_id(world: &mut World) -> Option<String> {
    let mut fields = world.query_filtered::<&EditableText, With<IdField>>();
    let field = fields.single(world).ok()?;
    Some(field.value().to_string())
}

/// Spawns the line below the field with the reason why its text was refused, in the margin of the page. It ends where
/// the field ends, because there is more room at its left.
fn spawn_refusal(place: &mut ChildSpawnerCommands) {
    let node = Node {
        position_type: PositionType::Absolute,
        right: px(0),
        top: percent(100),
        ..default()
    };
    let text = bound_text(TextSize::Small, palette::FAULT, refusal_text);
    place.spawn(node).with_child((text, TextLayout::no_wrap()));
}

/// Forgets the refusal when the text is changed.
fn forget_refusal(
    mut refusal: ResMut<Refusal>,
    fields: Query<&EditableText, (With<IdField>, Changed<EditableText>)>,
) {
    let is_changed = |field: &EditableText| field.value().to_string() != refusal.text;
    if !refusal.why.is_empty() && fields.iter().any(is_changed) {
        *refusal = Refusal::default();
    }
}

/// The reason why the text was refused, as a sentence that fits below the field; empty if it was not.
fn refusal_text(world: &World) -> String {
    let refusal = world.resource::<Refusal>();
    let why = world.resource::<Words>().error(&refusal.why);
    excerpt(&capitalised(&why), MAX_REFUSAL)
}

/// Shows and says the reason why the text is refused.
fn refuse(world: &mut World, text: String, why: String) {
    *world.resource_mut::<Refusal>() = Refusal { text, why };
    let said = refusal_text(world);
    world.resource_mut::<Speech>().say(said);
}

/// The number of characters that have room below the field.
const MAX_REFUSAL: usize = 120;

/// Starts the game whose id is in the text field, if there is any text.
fn open_typed_id(world: &mut World) {
    let Some(text) = typed_id(world) else { return };
    if text.trim().is_empty() {
        return;
    }
    *world.resource_mut::<Refusal>() = Refusal::default();
    let opened = match is_link(&text) {
        true => played::open_line(world, &text),
        false => open_id(world, &text),
    };
    if let Err(why) = opened {
        refuse(world, text, why.to_string());
    }
}
