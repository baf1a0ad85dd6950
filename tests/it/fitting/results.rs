//! The texts of a result are centred.

use bevy::prelude::*;
use bevy::text::TextLayoutInfo;
use evolvarium::shell::screen::Menu;

use super::{FEWEST, is_shown, place_of, with_window};
use crate::harness::start;

/// The distance of the letters of each text on a result from the middle of its node across, and that middle, in pixels.
fn middles_of_letters(app: &mut App) -> Vec<(String, f32, Vec2)> {
    let world = app.world_mut();
    let mut texts = world.query::<(Entity, &Text, &TextLayoutInfo, &ComputedNode)>();
    let all: Vec<_> = texts
        .iter(world)
        .filter_map(|(entity, text, layout, node)| {
            let across = layout.glyphs.iter().map(|glyph| glyph.position.x);
            let (least, most) = (across.clone().reduce(f32::min)?, across.reduce(f32::max)?);
            let off = (least + most) / 2.0 - node.size().x / 2.0;
            Some((entity, text.0.clone(), off))
        })
        .collect();
    let world = app.world();
    let is_of_result = |entity: Entity| {
        let mut around = std::iter::successors(Some(entity), |at| {
            world.get::<ChildOf>(*at).map(ChildOf::parent)
        });
        around.any(|at| {
            let name = world.get::<Name>(at);
            name.is_some_and(|name| name.as_str() == "Menu")
        })
    };
    let seen = all.into_iter().filter_map(|(entity, text, off)| {
        let is_seen = is_shown(world, entity) && is_of_result(entity);
        let middle = place_of(world, entity).filter(|_| is_seen)?.center();
        Some((text, off, middle))
    });
    seen.collect()
}

#[test]
fn the_texts_of_a_result_stand_in_its_middle() {
    /// The places are those of the middles of letters, so the middle of a text may be off by half a letter.
    const LETTER: f32 = 24.0;
    for id in [
        crate::harness::ID,
        "hexxagon:b1-human-level1#a",
        "tic-tac-toe:3x3k3-human-rules#a",
        "dungeon:d2f1r8s8e1c1l0#a",
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = with_window(folder.path());
        start(&mut app, id);
        let mut next = app.world_mut().resource_mut::<NextState<Menu>>();
        next.set(Menu::Result);
        (0..5).for_each(|_| app.update());
        let texts = middles_of_letters(&mut app);
        assert!(texts.len() > FEWEST, "{id}: {texts:?}");
        let (_, _, first) = texts[0];
        for (text, off, at) in &texts {
            // Texts beside each other stand in the middle together.
            let beside = texts.iter().map(|(_, _, other)| other);
            let beside: Vec<f32> = beside
                .filter(|other| (other.y - at.y).abs() < 2.0)
                .map(|other| other.x)
                .collect();
            let middle = beside.iter().sum::<f32>() / beside.len() as f32;
            let is_centred = off.abs() < LETTER && (middle - first.x).abs() < 2.0;
            assert!(
                is_centred,
                "{id}: {text:?} is off by {off}, at {at}, the first one at {first}"
            );
        }
    }
}
