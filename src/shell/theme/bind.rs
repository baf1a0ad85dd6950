//! Binding widgets to the world: what a text says, what is lit, shown or disabled is a function of
//! the world, looked at once a frame. Widgets keep no state of their own.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::ui::{InteractionDisabled, UiSystems};

use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (tell, light, show, disable).before(UiSystems::Prepare),
    );
}

type Look<T> = Arc<dyn Fn(&World) -> T + Send + Sync>;

/// What a text says.
#[derive(Component, Clone)]
pub struct Told(Look<String>);

impl Told {
    /// Says what a function of the world gives.
    pub fn by(look: impl Fn(&World) -> String + Send + Sync + 'static) -> Self {
        Told(Arc::new(look))
    }

    /// Says the phrase of a key.
    pub fn key(key: &'static str) -> Self {
        Told::by(move |world| world.resource::<Words>().say(key))
    }
}

/// Whether a button is the chosen one of its row.
#[derive(Component, Clone)]
pub struct Lit {
    look: Look<bool>,
    /// What the world said last.
    pub on: bool,
}

impl Lit {
    /// Lit while a function of the world says so.
    pub fn when(look: impl Fn(&World) -> bool + Send + Sync + 'static) -> Self {
        Lit {
            look: Arc::new(look),
            on: false,
        }
    }
}

/// Whether a node takes part in the layout.
#[derive(Component, Clone)]
pub struct Shown(Look<bool>);

impl Shown {
    /// Shown while a function of the world says so.
    pub fn when(look: impl Fn(&World) -> bool + Send + Sync + 'static) -> Self {
        Shown(Arc::new(look))
    }
}

/// Whether a widget can be used.
#[derive(Component, Clone)]
pub struct Able(Look<bool>);

impl Able {
    /// Usable while a function of the world says so.
    pub fn when(look: impl Fn(&World) -> bool + Send + Sync + 'static) -> Self {
        Able(Arc::new(look))
    }
}

/// The entities with a binding; kept between frames, since finding them anew is dear.
type Bound<'a, C> = &'a mut QueryState<(EntityRef<'static>, &'static C)>;

/// What each bound entity should be, and is not yet.
fn changes<C: Component, T: PartialEq>(
    world: &World,
    bound: Bound<C>,
    look: impl Fn(&C) -> &Look<T>,
    is: impl Fn(EntityRef) -> T,
) -> Vec<(Entity, T)> {
    let wanted = bound.iter(world).map(|(entity, binding)| {
        let (is, should) = (is(entity), look(binding)(world));
        (entity.id(), is == should, should)
    });
    wanted
        .filter(|(_, same, _)| !same)
        .map(|(entity, _, should)| (entity, should))
        .collect()
}

fn tell(world: &mut World, bound: Bound<Told>) {
    let is = |entity: EntityRef| {
        let text = entity.get::<Text>();
        text.map(|text| text.0.clone()).unwrap_or_default()
    };
    for (entity, should) in changes(world, bound, |told| &told.0, is) {
        if let Some(mut text) = world.get_mut::<Text>(entity) {
            text.0 = should;
        }
    }
}

fn light(world: &mut World, bound: Bound<Lit>) {
    let is = |entity: EntityRef| entity.get::<Lit>().is_some_and(|lit| lit.on);
    for (entity, should) in changes(world, bound, |lit| &lit.look, is) {
        if let Some(mut lit) = world.get_mut::<Lit>(entity) {
            lit.on = should;
        }
    }
}

fn show(world: &mut World, bound: Bound<Shown>) {
    let is = |entity: EntityRef| {
        let node = entity.get::<Node>();
        node.is_some_and(|node| node.display != Display::None)
    };
    for (entity, should) in changes(world, bound, |shown| &shown.0, is) {
        if let Some(mut node) = world.get_mut::<Node>(entity) {
            node.display = if should { Display::Flex } else { Display::None };
        }
    }
}

fn disable(world: &mut World, bound: Bound<Able>) {
    let is = |entity: EntityRef| !entity.contains::<InteractionDisabled>();
    for (entity, should) in changes(world, bound, |able| &able.0, is) {
        let mut entity = world.entity_mut(entity);
        if should {
            entity.remove::<InteractionDisabled>();
        } else {
            entity.insert(InteractionDisabled);
        }
    }
}
