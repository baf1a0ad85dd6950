//! Bindings of widgets to the world: the text of a widget, and whether it is selected, visible or enabled, are
//! functions of the world that are called once a frame. Widgets keep no state of their own.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::ui::{InteractionDisabled, UiSystems};

use crate::shell::input::prompts::with_prompts;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (
            update_texts,
            update_selection,
            update_visibility,
            update_interaction,
        )
            .before(UiSystems::Prepare),
    );
}

pub(super) type WorldFn<T> = Arc<dyn Fn(&World) -> T + Send + Sync>;

/// The text of a widget.
#[derive(Component, Clone)]
pub struct BoundText(WorldFn<String>);

impl BoundText {
    /// The text is the value of a function.
    pub fn new(text: impl Fn(&World) -> String + Send + Sync + 'static) -> Self {
        BoundText(Arc::new(move |world| whole_words(text(world))))
    }

    /// Returns the text as it is now.
    pub fn value(&self, world: &World) -> String {
        (self.0)(world)
    }

    /// The text is the phrase of a key in the language files, with the keys and buttons that it names.
    pub fn phrase(key: &'static str) -> Self {
        BoundText::new(move |world| with_prompts(world, world.resource::<Words>().get(key)))
    }
}

/// The invisible character at which no line is broken.
pub const WORD_JOINER: char = '\u{2060}';

/// Joins the syllables of Korean words, and the numbers and names that belong to them. Lines may be broken between any
/// two syllables otherwise, and are to be broken at spaces.
pub fn whole_words(text: String) -> String {
    let is_hangul = |c: char| ('가'..='힣').contains(&c);
    if !text.contains(is_hangul) {
        return text;
    }
    let mut joined = String::with_capacity(2 * text.len());
    let mut before: Option<char> = None;
    for c in text.chars() {
        let is_inside = before.is_some_and(|before| {
            before.is_alphanumeric() && c.is_alphanumeric() && (is_hangul(before) || is_hangul(c))
        });
        if is_inside {
            joined.push(WORD_JOINER);
        }
        joined.push(c);
        before = Some(c);
    }
    joined
}

impl<F: Fn(&World) -> String + Send + Sync + 'static> From<F> for BoundText {
    fn from(text: F) -> Self {
        BoundText::new(text)
    }
}

impl From<&'static str> for BoundText {
    /// The text is the phrase of a key.
    fn from(key: &'static str) -> Self {
        BoundText::phrase(key)
    }
}

/// Draws a button as the selected one of its row while the condition holds.
#[derive(Component, Clone)]
pub struct SelectedWhen {
    condition: WorldFn<bool>,
    is_selected: bool,
}

impl SelectedWhen {
    /// Binds to a condition.
    pub fn new(condition: impl Fn(&World) -> bool + Send + Sync + 'static) -> Self {
        SelectedWhen {
            condition: Arc::new(condition),
            is_selected: false,
        }
    }

    /// Whether the condition held when it was checked last.
    pub fn is_selected(&self) -> bool {
        self.is_selected
    }
}

/// Lets a node take part in the layout while the condition holds.
#[derive(Component, Clone)]
pub struct VisibleWhen(WorldFn<bool>);

impl VisibleWhen {
    /// Binds to a condition.
    pub fn new(condition: impl Fn(&World) -> bool + Send + Sync + 'static) -> Self {
        VisibleWhen(Arc::new(condition))
    }
}

/// Enables a widget while the condition holds.
#[derive(Component, Clone)]
pub struct EnabledWhen(WorldFn<bool>);

impl EnabledWhen {
    /// Binds to a condition.
    pub fn new(condition: impl Fn(&World) -> bool + Send + Sync + 'static) -> Self {
        EnabledWhen(Arc::new(condition))
    }
}

/// The query for the entities with a binding. It is kept between frames because making it anew is slow.
pub(super) type BoundQuery<'a, C> = &'a mut QueryState<(EntityRef<'static>, &'static C)>;

/// Returns each entity that has another value than its binding, with the value that it should have. `has` tells whether
/// an entity has a value.
pub(super) fn changed_values<C: Component, T>(
    world: &World,
    query: BoundQuery<C>,
    binding: impl Fn(&C) -> &WorldFn<T>,
    has: impl Fn(EntityRef, &T) -> bool,
) -> Vec<(Entity, T)> {
    let values = query.iter(world).map(|(entity, component)| {
        let wanted = binding(component)(world);
        (entity.id(), has(entity, &wanted), wanted)
    });
    values
        .filter(|(_, is_equal, _)| !is_equal)
        .map(|(entity, _, wanted)| (entity, wanted))
        .collect()
}

fn update_texts(world: &mut World, query: BoundQuery<BoundText>) {
    let has_text = |entity: EntityRef, wanted: &String| {
        entity.get::<Text>().is_none_or(|text| text.0 == *wanted)
    };
    for (entity, wanted) in changed_values(world, query, |bound| &bound.0, has_text) {
        if let Some(mut text) = world.get_mut::<Text>(entity) {
            text.0 = wanted;
        }
    }
}

fn update_selection(world: &mut World, query: BoundQuery<SelectedWhen>) {
    let is_selected = |entity: EntityRef, wanted: &bool| {
        let bound = entity.get::<SelectedWhen>();
        bound.is_some_and(SelectedWhen::is_selected) == *wanted
    };
    for (entity, wanted) in changed_values(world, query, |bound| &bound.condition, is_selected) {
        if let Some(mut bound) = world.get_mut::<SelectedWhen>(entity) {
            bound.is_selected = wanted;
        }
    }
}

fn update_visibility(world: &mut World, query: BoundQuery<VisibleWhen>) {
    let is_visible = |entity: EntityRef, wanted: &bool| {
        let node = entity.get::<Node>();
        node.is_some_and(|node| node.display != Display::None) == *wanted
    };
    for (entity, wanted) in changed_values(world, query, |bound| &bound.0, is_visible) {
        if let Some(mut node) = world.get_mut::<Node>(entity) {
            node.display = if wanted { Display::Flex } else { Display::None };
        }
    }
}

fn update_interaction(world: &mut World, query: BoundQuery<EnabledWhen>) {
    let is_enabled =
        |entity: EntityRef, wanted: &bool| entity.contains::<InteractionDisabled>() != *wanted;
    for (entity, wanted) in changed_values(world, query, |bound| &bound.0, is_enabled) {
        let mut entity = world.entity_mut(entity);
        if wanted {
            entity.remove::<InteractionDisabled>();
        } else {
            entity.insert(InteractionDisabled);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn korean_words_are_joined_and_others_are_left_alone() {
        let joined = |text: &str| whole_words(text.to_owned()).replace(WORD_JOINER, "_");
        assert_eq!(joined("한 글자"), "한 글_자");
        assert_eq!(joined("생명력은 5분의 1"), "생_명_력_은 5_분_의 1");
        assert_eq!(joined("Evolvarium은 (넷)"), "Evolvarium_은 (넷)");
        assert_eq!(joined("12 of 30"), "12 of 30");
        assert_eq!(joined("Ünïcode"), "Ünïcode");
    }
}
