//! The ground under the boards: it is there, it is quiet, and it does not disturb the things on it.

use std::path::Path;
use std::time::Duration;

use bevy::prelude::*;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::match3::Table;
use evolvarium::games::match3::journey::JourneyWorld;
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::Difficulty;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::TableGame;
use evolvarium::shell::theme::look::{Colours, Look, Theme};
use evolvarium::shell::theme::palette;
use evolvarium::shell::window::ground::{Ground, LIGHT, ShownGround};

use crate::harness::{ID, app, open_window, screen, start, table, until, written};
use crate::looks::contrast;

/// A game of each kind.
const GAMES: [&str; 4] = [
    ID,
    "hexxagon:b1-human-level3#a",
    "tic-tac-toe:3x3k3-human-random#a",
    "dungeon:d2f1r8s8e1c1l0#a",
];

/// Opens a game in a window.
fn game(folder: &Path, id: &str) -> App {
    let mut app = app(folder);
    open_window(&mut app);
    start(&mut app, id);
    app
}

fn count(world: &mut World, name: &str) -> usize {
    let mut names = world.query::<&Name>();
    let all = names.iter(world);
    all.filter(|found| found.as_str() == name).count()
}

fn wait_for_ground(app: &mut App) {
    until(app, "the ground", |world| count(world, "Ground") == 1);
}

fn ground(app: &App) -> Ground {
    app.world().resource::<ShownGround>().0.expect("a ground")
}

/// The texts of the panel, in order.
fn panel_texts(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut names = world.query::<(Entity, &Name)>();
    let panel = names.iter(world).find(|(_, name)| name.as_str() == "Panel");
    let mut waiting = vec![panel.expect("a panel").0];
    let mut texts = Vec::new();
    while let Some(entity) = waiting.pop() {
        texts.extend(world.get::<Text>(entity).map(written));
        let children = world.get::<Children>(entity);
        waiting.extend(children.into_iter().flatten());
    }
    texts
}

/// Waits for a few frames in which time passes.
fn later(app: &mut App) {
    for _ in 0..3 {
        std::thread::sleep(Duration::from_millis(20));
        app.update();
    }
}

#[test]
fn every_game_lies_on_a_ground_of_its_own_that_goes_with_it() {
    let mut seen: Vec<Ground> = Vec::new();
    for id in GAMES {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = game(folder.path(), id);
        wait_for_ground(&mut app);
        assert!(count(app.world_mut(), "Ground light") > 0);
        let own = ground(&app);
        assert!(
            seen.iter().all(|other| other.pattern != own.pattern),
            "{id}"
        );
        seen.push(own);
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Title);
        until(&mut app, "the title", |world| {
            screen(world) == Screen::Title
        });
        app.update();
        assert_eq!(count(app.world_mut(), "Ground"), 0, "{id}");
        assert_eq!(count(app.world_mut(), "Ground light"), 0, "{id}");
    }
}

#[test]
fn high_contrast_has_a_plain_ground_and_the_texts_of_the_panel_are_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), ID);
    wait_for_ground(&mut app);
    let mut texts = Vec::new();
    for theme in [Theme::Dusk, Theme::Contrast, Theme::Light] {
        app.world_mut().resource_mut::<Settings>().theme = theme;
        app.update();
        let wanted = usize::from(theme != Theme::Contrast);
        until(&mut app, "the ground of the theme", |world| {
            count(world, "Ground") == wanted
        });
        // No ground appears later, because none is painted.
        let look = app.world().resource::<Settings>().look();
        let painted = ground(&app).paint(look);
        assert_eq!(painted.is_some(), wanted == 1, "{theme:?}");
        texts.push(panel_texts(&mut app));
    }
    assert!(texts[0].len() > 5);
    assert!(texts.iter().all(|other| *other == texts[0]), "{texts:?}");
}

fn density<G: TableGame>(difficulty: Difficulty) -> f32 {
    let mut setup = G::Setup::default();
    G::set_difficulty(&mut setup, difficulty);
    let folder = tempfile::tempdir().expect("a folder");
    let app = game(folder.path(), &format!("{}:{setup}#a", G::KEY));
    G::ground(table::<G>(&app)).density
}

#[test]
fn harder_games_lie_on_denser_ground() {
    let denser = [
        [Difficulty::Easy, Difficulty::Expert].map(density::<Hexxagon>),
        [Difficulty::Easy, Difficulty::Expert].map(density::<TicTacToe>),
        [Difficulty::Easy, Difficulty::Hard].map(density::<Match3>),
    ];
    for [easy, hard] in denser {
        assert!(easy < hard, "{denser:?}");
    }
}

fn lights(app: &mut App) -> Vec<Vec3> {
    let mut places = app.world_mut().query::<(&Name, &Transform)>();
    let all = places.iter(app.world());
    let lights = all.filter(|(name, _)| name.as_str() == "Ground light");
    lights.map(|(_, place)| place.translation).collect()
}

#[test]
fn lights_drift_over_the_ground_but_not_under_a_menu_or_with_reduced_motion() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), ID);
    wait_for_ground(&mut app);
    let drifts = |app: &mut App| {
        later(app);
        let before = lights(app);
        later(app);
        lights(app) != before
    };
    assert!(drifts(&mut app));
    for menu in [Menu::Pause, Menu::None] {
        let mut next = app.world_mut().resource_mut::<NextState<Menu>>();
        next.set(menu);
        app.update();
        assert_eq!(drifts(&mut app), menu == Menu::None, "{menu:?}");
    }
    app.world_mut().resource_mut::<Settings>().reduced_motion = true;
    assert!(!drifts(&mut app));
}

#[test]
fn texts_can_be_read_on_every_ground() {
    for id in GAMES {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = game(folder.path(), id);
        wait_for_ground(&mut app);
        let mut ground = ground(&app);
        for density in [0.0, 1.0] {
            ground.density = density;
            for theme in [Theme::Dusk, Theme::Light] {
                for colours in [
                    Colours::Vivid,
                    Colours::Protan,
                    Colours::Deutan,
                    Colours::Tritan,
                ] {
                    check_contrast(&ground, Look { theme, colours });
                }
            }
        }
    }
}

#[test]
fn a_level_of_the_journey_lies_on_the_ground_of_its_world_on_which_texts_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), ID);
    let mut seen: Vec<Ground> = Vec::new();
    for world in 0..JourneyWorld::ALL.len() as u32 {
        let first = world * JourneyWorld::STOPS;
        let mut of = |stop: u32| {
            app.world_mut().resource_mut::<Table>().extra.stop = Some(stop);
            Match3::ground(table::<Match3>(&app))
        };
        let mut own = of(first);
        assert_eq!(own, of(first + JourneyWorld::STOPS - 1));
        assert!(!seen.contains(&own), "world {world}");
        seen.push(own);
        own.density = 1.0;
        for theme in [Theme::Dusk, Theme::Light] {
            for colours in [Colours::Vivid, Colours::Tritan] {
                check_contrast(&own, Look { theme, colours });
            }
        }
    }
}

/// Checks the contrast of texts with each colour of a ground, in the middle of each light.
fn check_contrast(ground: &Ground, look: Look) {
    let painted = ground.paint(look).expect("a picture");
    let pixels = painted.rgb();
    let mut seen: Vec<[u8; 3]> = pixels
        .chunks_exact(3)
        .map(|rgb| [rgb[0], rgb[1], rgb[2]])
        .collect();
    seen.sort_unstable();
    seen.dedup();
    assert!(seen.len() > 3, "something is painted in {look:?}");
    for [red, green, blue] in seen {
        let pixel = Color::srgb_u8(red, green, blue);
        for hue in ground.hues {
            let lit = pixel.mix(&look.map_colour(hue), LIGHT);
            for (text, least) in [(palette::PAPER, 7.0), (palette::MIST, 4.5)] {
                let found = contrast(look.map_colour(text), lit);
                assert!(
                    found >= least,
                    "{text:?} on {lit:?} of {:?} in {look:?}: {found:.2}",
                    ground.pattern
                );
            }
        }
    }
}
