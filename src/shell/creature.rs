//! Evolved creatures on the screen: their names in words, and their sigils. Other things have made-up names of the same
//! kind.

use std::sync::Arc;

use bevy::prelude::*;

use super::theme::bind::VisibleWhen;
use super::theme::look::Look;
use super::theme::paint::Canvas;
use super::theme::sprites::Sprites;
use super::theme::widget::square;
use super::words::{Language, Words};
use crate::generation::{self, Creature, Script};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, paint_sigils);
}

/// Returns the name of a creature in letters of the language.
pub fn name(creature: Creature, words: &Words) -> String {
    creature.name(script(words))
}

/// Returns the made-up name that a text decides, in letters of the language.
pub fn made_up_name(of: &str, words: &Words) -> String {
    generation::made_up_name(of, script(words))
}

/// The letters in which names are written in a language.
fn script(words: &Words) -> Script {
    match words.language() {
        Language::English => Script::Latin,
        Language::Korean => Script::Hangul,
    }
}

/// Returns the name of a creature with its epithet, as in "Kulhomrung the Loyal".
pub fn full_name(creature: Creature, words: &Words) -> String {
    words.fill(creature.epithet, &[("name", name(creature, words))])
}

type CreatureSource = Arc<dyn Fn(&World) -> Option<Creature> + Send + Sync>;

/// A sigil whose creature is a function of the world.
#[derive(Component)]
struct Sigil {
    of: CreatureSource,
    /// The creature that is painted, and the look in which it is painted; `None` before the first painting.
    painted: Option<(Creature, Look)>,
}

/// A sigil in a square. It takes no room while there is no creature.
pub fn sigil(
    side: f32,
    of: impl Fn(&World) -> Option<Creature> + Send + Sync + 'static,
) -> impl Bundle {
    let of: CreatureSource = Arc::new(of);
    let is_there = Arc::clone(&of);
    (
        Name::new("Sigil"),
        Sigil { of, painted: None },
        ImageNode::default(),
        square(side),
        VisibleWhen::new(move |world| is_there(world).is_some()),
        Pickable::IGNORE,
    )
}

/// Pixels of a side of a sigil's texture.
const TEXTURE: u32 = 96;

/// Paints the sigils whose creature has changed.
fn paint_sigils(world: &mut World, sigils: &mut QueryState<(Entity, &'static Sigil)>) {
    let look = world.resource::<Sprites>().look();
    let changed: Vec<(Entity, Creature)> = sigils
        .iter(world)
        .filter_map(|(entity, sigil)| {
            let creature = (sigil.of)(world)?;
            (sigil.painted != Some((creature, look))).then_some((entity, creature))
        })
        .collect();
    for (entity, creature) in changed {
        let painter = world.resource::<Sprites>().painter();
        let Some(mut canvas) = Canvas::with_sprites(TEXTURE, TEXTURE, painter) else {
            continue;
        };
        canvas.picture(&creature.sigil(), Vec2::ZERO, TEXTURE as f32);
        let image = world.resource_mut::<Assets<Image>>().add(canvas.image());
        if let Some(mut node) = world.get_mut::<ImageNode>(entity) {
            node.image = image;
        }
        if let Some(mut sigil) = world.get_mut::<Sigil>(entity) {
            sigil.painted = Some((creature, look));
        }
    }
}
