//! The enemies in sight, as the map and the panel show them.

use std::collections::HashSet;

use bevy::prelude::*;
use evolvarium::games::dungeon::Table;
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::EnemyAct;
use evolvarium::shell::screen::Screen;

use crate::dungeon_app::{game, table};
use crate::harness::{fix_frame_time, screen};
use crate::keys::press;

/// The directions of the arrows on the map, or that of the nearest enemy's arrow on the panel.
fn shown_angles(app: &mut App, is_on_map: bool) -> Vec<f32> {
    let world = app.world_mut();
    if is_on_map {
        let mut signs = world.query::<(&Name, &Sprite, &Transform)>();
        let signs = signs.iter(world);
        let shown =
            signs.filter(|(name, sprite, _)| name.as_str() == "Sign" && sprite.color.alpha() > 0.0);
        // Rows go down, but the y axis of the world goes up.
        return shown
            .map(|(.., transform)| -transform.rotation.to_euler(EulerRot::ZYX).0)
            .collect();
    }
    let mut pictures = world.query::<(&Name, &UiTransform)>();
    let acts = pictures.iter(world);
    let acts = acts.filter(|(name, _)| name.as_str() == "Its next act");
    // The nearest enemy stands in the first row.
    acts.take(1)
        .map(|(_, transform)| transform.rotation.as_radians())
        .collect()
}

#[test]
fn the_arrow_of_the_next_step_points_alike_on_the_map_and_on_the_panel() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), "dungeon:d2f1r8s8e4c1l0#a");
    let mut player = ReferencePlayer::Careful.player();
    let mut steps = HashSet::new();
    for _ in 0..300 {
        let game = &table(&app).state().game;
        let seen: Vec<usize> = game.visible_enemies().collect();
        let acts = game.forecast();
        let chosen = player.choose(game).expect("a move");
        if let [number] = seen[..]
            && let Some(EnemyAct::Step((x, y))) = acts[number]
        {
            steps.insert((x, y));
            let angle = f32::from(y).atan2(f32::from(x));
            app.update();
            for is_on_map in [true, false] {
                // An enemy that comes into sight fades in.
                let mut shown = Vec::new();
                for _ in 0..200 {
                    app.update();
                    shown = shown_angles(&mut app, is_on_map);
                    if !shown.is_empty() {
                        break;
                    }
                }
                let [at] = shown[..] else {
                    panic!("one enemy is in sight, but on the map ({is_on_map}) {shown:?}");
                };
                let off = Rot2::radians(at - angle).as_radians();
                assert!(off.abs() < 1e-3, "{angle}: {at}, on the map: {is_on_map}");
            }
        }
        let played = app.world_mut().resource_mut::<Table>().play(chosen);
        played.expect("a legal move");
        app.update();
        if table(&app).is_over() {
            break;
        }
    }
    assert!(steps.len() > 1, "enemies stepped {steps:?}");
}

/// The number of pictures of a name on the panel that are shown.
fn shown_pictures(app: &mut App, wanted: &str) -> usize {
    let world = app.world_mut();
    let mut pictures = world.query::<(&Name, &ImageNode)>();
    let pictures = pictures.iter(world);
    let shown =
        pictures.filter(|(name, picture)| name.as_str() == wanted && picture.color.alpha() > 0.0);
    shown.count()
}

#[test]
fn an_enemy_has_its_pictures_on_the_panel_in_the_frame_in_which_it_comes_into_sight() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), "dungeon:d2f1r8s8e4c1l0#a");
    fix_frame_time(&mut app);
    press(&mut app, KeyCode::KeyA);
    let mut met = 0;
    for _ in 0..400 {
        app.update();
        if table(&app).is_over() || screen(app.world()) != Screen::Play {
            break;
        }
        let game = &table(&app).state().game;
        let seen: Vec<usize> = game.visible_enemies().collect();
        // The panel lists three enemies.
        if seen.len() > 3 {
            continue;
        }
        let acts = game.forecast();
        let known = seen
            .iter()
            .filter(|number| acts[**number].is_some())
            .count();
        assert_eq!(shown_pictures(&mut app, "Enemy in sight"), seen.len());
        assert_eq!(shown_pictures(&mut app, "Its next act"), known);
        met = met.max(seen.len());
    }
    assert!(met > 0, "the hero met enemies");
}
