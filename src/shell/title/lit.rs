//! The tile that is pointed at or has the focus: it grows a little, and its buttons stand out. Its words and buttons keep
//! their places; only its rim and its picture grow.

use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::demo::Demo;
use crate::base::smoothstep;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::theme::widget::Prominence;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (light_tiles, grow_tiles, light_links)
            .chain()
            .run_if(in_state(Screen::Title)),
    );
}

/// The distance by which a tile grows beyond its place at each side, in interface pixels.
pub(super) const GROWTH: f32 = 4.0;
/// The padding of a tile that has not grown, in interface pixels.
const PADDING: f32 = 16.0;
/// The part by which its picture grows.
const PICTURE_GROWTH: f32 = 0.05;
/// The seconds in which a tile grows.
const SECONDS: f32 = 0.14;

/// The place of a tile, which has its buttons in it.
#[derive(Component, Default)]
#[require(Hovered)]
pub(super) struct TilePlace {
    /// Whether something in the place is pointed at or has the focus.
    is_lit: bool,
    /// The part of its growth that the tile has now.
    growth: f32,
}

/// The tile in its place.
#[derive(Component)]
pub(super) struct Tile;

/// A button that a tile always has. One of them is the main one.
#[derive(Component)]
#[require(Prominence)]
pub(super) struct TileLink {
    pub(super) is_main: bool,
}

/// The layout of a tile that has a part of its growth. Its padding grows with it, so that its content stays where it is.
pub(super) fn tile_node(growth: f32) -> Node {
    let beyond = GROWTH * growth;
    Node {
        position_type: PositionType::Absolute,
        left: px(-beyond),
        right: px(-beyond),
        top: px(-beyond),
        bottom: px(-beyond),
        border: px(1).all(),
        border_radius: BorderRadius::all(px(16)),
        padding: UiRect::all(px(PADDING + beyond)),
        column_gap: px(20),
        align_items: AlignItems::Center,
        ..default()
    }
}

/// Finds the tile that is pointed at or has the focus.
fn light_tiles(
    focus: Res<InputFocus>,
    visible: Res<InputFocusVisible>,
    parents: Query<&ChildOf>,
    mut places: Query<(Entity, &Hovered, &mut TilePlace)>,
) {
    let focused = focus.get().filter(|_| visible.0);
    let has_focus = |place: Entity| {
        focused.is_some_and(|at| parents.iter_ancestors(at).any(|around| around == place))
    };
    for (entity, hovered, mut place) in &mut places {
        let is_lit = hovered.get() || has_focus(entity);
        if place.is_lit != is_lit {
            place.is_lit = is_lit;
        }
    }
}

/// Lets the tiles grow and shrink. With reduced motion they stay as they are.
fn grow_tiles(
    time: Res<Time>,
    settings: Res<Settings>,
    mut places: Query<(&mut TilePlace, &Children)>,
    mut tiles: Query<(&mut Node, &Children), With<Tile>>,
    mut pictures: Query<&mut UiTransform, With<Demo>>,
) {
    let step = time.delta_secs().min(0.1) * settings.animation_speed() / SECONDS;
    for (mut place, inside) in &mut places {
        let wanted = match place.is_lit && !settings.reduced_motion {
            true => 1.0,
            false => 0.0,
        };
        if place.growth == wanted {
            continue;
        }
        place.growth += (wanted - place.growth).clamp(-step, step);
        let eased = smoothstep(place.growth);
        for inside in inside {
            let Ok((mut node, content)) = tiles.get_mut(*inside) else {
                continue;
            };
            *node = tile_node(eased);
            for part in content {
                if let Ok(mut picture) = pictures.get_mut(*part) {
                    picture.scale = Vec2::splat(1.0 + PICTURE_GROWTH * eased);
                }
            }
        }
    }
}

/// Lets the buttons of the tile that is lit stand out, and its main one most.
fn light_links(
    places: Query<&TilePlace>,
    parents: Query<&ChildOf>,
    mut links: Query<(Entity, &TileLink, &mut Prominence)>,
) {
    for (entity, link, mut prominence) in &mut links {
        let mut around = parents.iter_ancestors(entity);
        let place = around.find_map(|around| places.get(around).ok());
        let wanted = match place {
            Some(place) if place.is_lit && link.is_main => Prominence::Main,
            Some(place) if place.is_lit => Prominence::Lit,
            _ => Prominence::Quiet,
        };
        prominence.set_if_neq(wanted);
    }
}
