//! The pictures of the things: those in the places of the page, and that of the chosen one.

use bevy::prelude::*;

use super::Catalogue;
use crate::shell::theme::look::Look;
use crate::shell::theme::paint_task::paint_new;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::square;

/// The picture of the thing in a place of the page, or of the one that is chosen.
#[derive(Component)]
pub(super) struct ThingPicture<Id: Send + Sync + 'static> {
    /// The place; `None` for the one that is chosen.
    place: Option<usize>,
    /// The thing that is painted, and the look in which it is painted.
    painted: Option<(Id, Look)>,
}

/// A picture in a square: of the thing in a place of the page, or of the one that is chosen.
pub fn picture_node<C: Catalogue>(place: Option<usize>, side: f32) -> impl Bundle {
    (
        Name::new("Thing"),
        ThingPicture::<C::Id> {
            place,
            painted: None,
        },
        ImageNode::default(),
        square(side),
        Pickable::IGNORE,
    )
}

/// Pixels of a picture for each interface pixel, so that it is sharp on dense displays.
pub const DENSITY: f32 = 2.0;

/// Paints the pictures whose thing has changed, in the background. A thing without a picture may get one when its file is
/// read again.
pub(super) fn paint_pictures<C: Catalogue>(
    world: &mut World,
    pictures: &mut QueryState<(Entity, &'static ThingPicture<C::Id>, &'static Node)>,
) {
    let look = world.resource::<Sprites>().look();
    let catalogue = world.resource::<C>();
    let changed = pictures.iter(world).filter_map(|(entity, picture, node)| {
        let id = match picture.place {
            Some(place) => catalogue.at(place),
            None => catalogue.chosen.as_ref(),
        };
        let wanted = id.map(|id| (id.clone(), look));
        (picture.painted != wanted).then_some((entity, wanted, node.width))
    });
    let changed: Vec<_> = changed.collect();
    for (entity, wanted, width) in changed {
        let work = match (&wanted, width) {
            (Some((id, _)), Val::Px(side)) => C::paint(world, id, side * DENSITY),
            _ => None,
        };
        let painted = wanted.filter(|_| work.is_some());
        let image = match work {
            Some(work) => paint_new(world, work),
            None => ImageNode::default().image,
        };
        let mut picture = world.entity_mut(entity);
        if let Some(node) = picture.get_mut::<ImageNode>() {
            node.map_unchanged(|node| &mut node.image).set_if_neq(image);
        }
        if let Some(mut picture) = picture.get_mut::<ThingPicture<C::Id>>() {
            picture.painted = painted;
        }
    }
}
