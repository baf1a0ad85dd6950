//! The signs of a position in the view of the dungeon: the directions in which enemies face, the cells that they see
//! and hear, noises, and little life.

use std::collections::HashSet;
use std::path::Path;

use bevy::prelude::*;
use evolvarium::games::dungeon::descent::DescentStatus;
use evolvarium::games::dungeon::map::Cell;
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::{Actor, CellSet, Event, Game};
use evolvarium::games::dungeon::{DungeonGame, Table};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::play;
use evolvarium::shell::theme::palette;
use evolvarium::shell::theme::sprites::Sprites;

use crate::dungeon_app::{game, table};
use crate::harness::{fix_frame_time, start, until};
use crate::keys::press;

/// A descent with many enemies.
const ID: &str = "dungeon:d2f1r8s8e4c1l0#a";

/// Lets the careful player go on until something holds, at most for some moves. Returns whether it holds.
fn play_until(app: &mut App, mut holds: impl FnMut(&Game) -> bool) -> bool {
    let mut player = ReferencePlayer::Careful.player();
    for _ in 0..400 {
        let game = &table(app).state().game;
        if holds(game) {
            // The view has to follow.
            (0..3).for_each(|_| app.update());
            return true;
        }
        let Some(chosen) = player.choose(game) else {
            return false;
        };
        let played = app.world_mut().resource_mut::<Table>().play(chosen);
        played.expect("a legal move");
    }
    false
}

/// The number of cells that the hero knows.
fn known(game: &Game, cells: &CellSet) -> usize {
    let map = &game.dungeon().layout.map;
    let is_known = |cell: &Cell| cells.has(map, *cell) && game.explored().has(map, *cell);
    map.cells().filter(is_known).count()
}

/// The only enemy in sight, if it has no shield up and sees cells that the hero knows.
fn only_enemy(game: &Game) -> Option<usize> {
    let seen: Vec<usize> = game.visible_enemies().collect();
    let [number] = seen[..] else { return None };
    let sees = known(game, &game.cells_seen_by(number)) > 0;
    (sees && !game.enemies[number].shield).then_some(number)
}

/// A game in which such an enemy is in sight, and the number of the enemy.
fn with_enemy_in_sight(folder: &Path) -> (App, usize) {
    let mut app = game(folder, ID);
    assert!(play_until(&mut app, |game| only_enemy(game).is_some()));
    let number = only_enemy(&table(&app).state().game);
    (app, number.expect("it is there"))
}

/// A game in which such an enemy is in sight that also hears cells that the hero knows, and the number of the enemy.
fn with_listening_enemy_in_sight(folder: &Path) -> (App, usize) {
    let listening = |game: &Game| {
        only_enemy(game).filter(|number| known(game, &game.cells_heard_by(*number)) > 0)
    };
    for seed in 'a'..='z' {
        let mut app = game(folder, &format!("dungeon:d2f1r8s8e4c1l0g#{seed}"));
        if play_until(&mut app, |game| listening(game).is_some()) {
            let number = listening(&table(&app).state().game);
            return (app, number.expect("it is there"));
        }
    }
    panic!("no enemy hears a cell that the hero knows");
}

#[test]
fn a_badge_shows_where_an_enemy_faces() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, number) = with_enemy_in_sight(folder.path());
    let (x, y) = table(&app).state().game.enemies[number].facing;
    let facing = app.world().resource::<Sprites>().get("dungeon/facing");
    // An enemy that comes into sight fades in.
    let mut shown = Vec::new();
    for _ in 0..200 {
        app.update();
        let world = app.world_mut();
        let mut badges = world.query::<(&Name, &Sprite, &Transform)>();
        let badges = badges.iter(world).filter(|(name, sprite, _)| {
            name.as_str() == "Badge" && sprite.image == facing && sprite.color.alpha() > 0.0
        });
        shown = badges
            .map(|(.., transform)| transform.rotation.to_euler(EulerRot::ZYX).0)
            .collect();
        if !shown.is_empty() {
            break;
        }
    }
    let [angle] = shown[..] else {
        panic!("one enemy is in sight, but the badges are {shown:?}");
    };
    // Rows go down, but the y axis of the world goes up.
    let expected = f32::from(-y).atan2(f32::from(x));
    let off = Rot2::radians(angle - expected).as_radians();
    assert!(off.abs() < 1e-3, "{angle}, facing {x} {y}");
}

/// Looks at a cell with the keyboard.
fn look_at(app: &mut App, cell: Cell) {
    press(app, KeyCode::KeyV);
    let hero = table(app).state().game.hero.at;
    let mut go = |key: KeyCode, steps: i16| (0..steps).for_each(|_| press(app, key));
    go(KeyCode::ArrowLeft, hero.x - cell.x);
    go(KeyCode::ArrowRight, cell.x - hero.x);
    go(KeyCode::ArrowUp, hero.y - cell.y);
    go(KeyCode::ArrowDown, cell.y - hero.y);
    app.update();
}

/// The number of whole cells that are tinted as one sense.
fn tinted(app: &mut App, colour: Color) -> usize {
    let ground = colour.with_alpha(0.16);
    let world = app.world_mut();
    let mut tints = world.query::<(&Name, &Sprite)>();
    let tints = tints.iter(world);
    let of_sense =
        tints.filter(|(name, sprite)| name.as_str() == "Sense" && sprite.color == ground);
    of_sense.count()
}

#[test]
fn the_cells_that_an_enemy_sees_and_hears_are_tinted_while_it_is_looked_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, number) = with_listening_enemy_in_sight(folder.path());
    let moves = table(&app).moves().len();
    let game = &table(&app).state().game;
    let at = game.enemies[number].at;
    let seen = known(game, &game.cells_seen_by(number));
    let heard = known(game, &game.cells_heard_by(number));
    let tints = |app: &mut App| [palette::EMBER, palette::THOUGHT].map(|sense| tinted(app, sense));
    assert_eq!(tints(&mut app), [0, 0]);
    look_at(&mut app, at);
    assert_eq!(tints(&mut app), [seen, heard]);
    press(&mut app, KeyCode::Escape);
    app.update();
    assert_eq!(tints(&mut app), [0, 0]);
    assert_eq!(table(&app).moves().len(), moves, "looking takes no time");
}

/// The number of cells on which a ripple is shown. Each is a ring.
fn ripples(app: &mut App) -> usize {
    let ring = app.world().resource::<Sprites>().get("shared/ring");
    let world = app.world_mut();
    let mut sprites = world.query::<(&Name, &Sprite)>();
    let all = sprites
        .iter(world)
        .filter(|(name, _)| name.as_str() == "Ripple");
    all.inspect(|(_, sprite)| assert_eq!(sprite.image, ring))
        .count()
}

#[test]
fn a_noise_ripples_over_the_known_cells_on_which_it_is_heard() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), ID);
    app.update();
    let (mut player, mut noises) = (ReferencePlayer::Careful.player(), 0);
    for _ in 0..120 {
        let state = table(&app).state();
        let Some(chosen) = player.choose(&state.game) else {
            break;
        };
        let (mut tried, mut events) = (state.clone(), Vec::new());
        tried.make(chosen, &mut events).expect("a legal move");
        if tried.depth() > 1 {
            break;
        }
        let game = &tried.game;
        let map = &game.dungeon().layout.map;
        let mut expected = HashSet::new();
        for event in &events {
            if let Event::Noise(at, loudness) = *event {
                noises += 1;
                let heard = game.cells_in_earshot(at, loudness);
                // Around corners a cell is further away than it looks, and behind a wall it is not heard at all.
                assert!(heard.iter().all(|(cell, steps)| {
                    map.at(*cell).is_open() && cell.distance_to(at) <= *steps && *steps <= loudness
                }));
                let known = heard
                    .iter()
                    .filter(|(cell, _)| game.explored().has(map, *cell));
                expected.extend(known.map(|(cell, _)| *cell));
            }
        }
        assert!(play::<DungeonGame>(app.world_mut(), chosen));
        // The ripples of the turn before have ended.
        assert_eq!(ripples(&mut app), expected.len());
    }
    assert!(noises > 0, "nothing was heard");
    // They fade by themselves.
    fix_frame_time(&mut app);
    (0..20).for_each(|_| app.update());
    assert_eq!(ripples(&mut app), 0);
}

/// Lets a hurried player go on until an enemy strikes the hero in the turn of a step. Returns whether one does.
fn is_struck_on_the_way(app: &mut App) -> bool {
    let mut player = ReferencePlayer::Hurried.player();
    for _ in 0..200 {
        let mut tried = table(app).state().clone();
        let Some(chosen) = player.choose(&tried.game) else {
            return false;
        };
        let mut events = Vec::new();
        tried.make(chosen, &mut events).expect("a legal move");
        if tried.depth() > 1 || tried.status() != DescentStatus::Descending {
            return false;
        }
        assert!(play::<DungeonGame>(app.world_mut(), chosen));
        let steps = |event: &Event| matches!(event, Event::Moved(Actor::Hero, ..));
        let strikes = |event: &Event| {
            matches!(
                event,
                Event::Struck {
                    target: Actor::Hero,
                    ..
                }
            )
        };
        if events.iter().any(steps) && events.iter().any(strikes) {
            return true;
        }
        // The blows of this turn are over before the next one.
        (0..2).for_each(|_| app.update());
    }
    false
}

/// The places on the screen of the sprites of a name that show a picture.
fn places(app: &mut App, name: &str, picture: &str) -> Vec<Vec2> {
    let image = app.world().resource::<Sprites>().get(picture);
    let world = app.world_mut();
    let mut sprites = world.query::<(&Name, &Sprite, &Transform)>();
    let found = sprites.iter(world);
    let found = found.filter(|(of, sprite, _)| of.as_str() == name && sprite.image == image);
    found
        .map(|(.., place)| place.translation.truncate())
        .collect()
}

#[test]
fn a_blow_at_a_hero_who_steps_falls_where_the_hero_is_then() {
    let folder = tempfile::tempdir().expect("a folder");
    for seed in 'a'..='z' {
        let mut app = game(folder.path(), &format!("dungeon:d2f1r8s8e4c1l0#{seed}"));
        fix_frame_time(&mut app);
        // The hero is drawn on the new cell at once.
        app.world_mut().resource_mut::<Settings>().reduced_motion = true;
        if !is_struck_on_the_way(&mut app) {
            continue;
        }
        app.update();
        let heroes = places(&mut app, "Actor", "dungeon/hero");
        let [hero] = heroes[..] else {
            panic!("there is one hero, at {heroes:?}");
        };
        let blows = places(&mut app, "Slash", "dungeon/slash");
        assert!(!blows.is_empty());
        assert!(blows.iter().all(|at| at.distance(hero) < 0.1), "{blows:?}");
        return;
    }
    panic!("nobody strikes a hero who runs by");
}

/// The opacity of the light at the edges of the map.
fn warning(app: &mut App) -> f32 {
    let world = app.world_mut();
    let mut pictures = world.query::<(&Name, &ImageNode)>();
    let mut all = pictures.iter(world);
    let found = all.find(|(name, _)| name.as_str() == "Low life");
    found.expect("it is there").1.color.alpha()
}

#[test]
fn the_edges_of_the_map_glow_only_while_little_life_is_left() {
    let folder = tempfile::tempdir().expect("a folder");
    // Without enemies nobody hurts the hero.
    let mut app = game(folder.path(), "dungeon:d2f1r8s8e0c0l0#a");
    fix_frame_time(&mut app);
    (0..20).for_each(|_| app.update());
    assert!(warning(&mut app) < 0.01);
    let is_low = |game: &Game| {
        let hero = &game.hero;
        hero.life > 0 && 3 * u16::from(hero.life) <= u16::from(hero.max_life)
    };
    // Strong enemies soon wound the hero, who may also die of one blow.
    let is_wounded = ["b", "c", "d", "e", "f", "g"].into_iter().any(|seed| {
        start(&mut app, &format!("dungeon:d12f8r12s8e4c0l0#{seed}"));
        until(&mut app, "the descent", |world| {
            world.resource::<Table>().id().to_string().ends_with(seed)
        });
        app.update();
        play_until(&mut app, is_low)
    });
    assert!(is_wounded, "strong enemies wound the hero");
    (0..20).for_each(|_| app.update());
    assert!(warning(&mut app) > 0.2, "{}", warning(&mut app));
}
