//! The page about a descent that has ended: the hero's way, the causes of the enemies' falls, automatic players in the
//! same dungeons, and the parts that are kept.

use std::fs;

use bevy::prelude::*;
use evolvarium::base::Seed;
use evolvarium::games::dungeon::descent::{Descent, DescentStatus};
use evolvarium::games::dungeon::map::Cell;
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::{Actor, EnemyKind, Event};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::games::dungeon::trace::Cause;
use evolvarium::games::dungeon::{DungeonGame, Table};
use evolvarium::generation::Pick;
use evolvarium::session::statistics::Statistics;
use evolvarium::shell::games::Games;
use evolvarium::shell::screen::Menu;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::share;

use crate::harness::{app, is_text_shown, menu, press_text, start, until, wait_for_result};
use crate::keys::press;

/// Lets an automatic player play a descent to its end. Calls `look` after each move, with its events.
fn play(
    reference: ReferencePlayer,
    seed: u64,
    mut look: impl FnMut(&Descent, &[Event]),
) -> Descent {
    let setup: Setup = "d2f1r6s8e2c1l0".parse().expect("a setup");
    let parameters = setup.spec.method.usual_parameters();
    let descent = Descent::new(&setup, &parameters, Seed(seed), Pick::Best);
    let mut descent = descent.expect("a dungeon");
    let mut player = reference.player();
    while descent.status() == DescentStatus::Descending && descent.totals().turns < 5_000 {
        let chosen = player.choose(&descent.game).expect("a move");
        let mut events = Vec::new();
        descent.make(chosen, &mut events).expect("a legal move");
        look(&descent, &events);
    }
    descent
}

#[test]
fn the_trace_has_every_step_through_the_dungeon_and_every_enemy_that_fell() {
    let (mut fell, mut longest) = (0, 0);
    for reference in [
        ReferencePlayer::Careful,
        ReferencePlayer::Bold,
        ReferencePlayer::Thrower,
    ] {
        for seed in 1..6 {
            let mut walked: Vec<[Cell; 2]> = Vec::new();
            let descent = play(reference, seed, |descent, events| {
                for event in events {
                    match *event {
                        Event::Moved(Actor::Hero, from, to) => walked.push([from, to]),
                        Event::Deeper(_) => walked.clear(),
                        _ => {}
                    }
                }
                let steps = &descent.trace().steps;
                assert_eq!(*steps, walked);
                longest = longest.max(steps.len());
                if let Some([from, to]) = steps.last() {
                    assert_eq!(from.distance_to(*to), 1, "a step is one cell long");
                }
            });
            let trace = descent.trace();
            let dead = descent.game.enemies.iter().filter(|enemy| enemy.life == 0);
            let here = trace.fallen.iter();
            let here = here.filter(|fall| fall.depth == descent.depth());
            assert_eq!(here.count(), dead.count(), "{reference} {seed}");
            let all = EnemyKind::ALL
                .into_iter()
                .flat_map(|kind| Cause::ALL.map(|cause| trace.count(kind, cause)));
            assert_eq!(all.sum::<usize>(), trace.fallen.len());
            fell += trace.fallen.len();
        }
    }
    assert!(fell > 30, "{fell} fell");
    assert!(longest > 10, "{longest} steps at most");
}

/// The number of texts, seen or hidden, that contain some words.
pub fn count_texts(world: &mut World, words: &str) -> usize {
    let mut texts = world.query::<&Text>();
    texts
        .iter(world)
        .filter(|text| text.0.contains(words))
        .count()
}

/// Starts a descent in which the hero soon dies.
fn short_descent(folder: &std::path::Path) -> App {
    let mut app = app(folder);
    start(&mut app, "dungeon:d12f8r12s8e4c0l0#b");
    until(&mut app, "the descent", |world| {
        world.contains_resource::<Table>()
    });
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    app
}

#[test]
fn a_descent_that_has_ended_is_looked_back_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = short_descent(folder.path());
    let card = app.world().resource::<Games>().find("dungeon");
    let card = card.expect("it is listed");
    until(&mut app, "the end", |world| {
        (card.play_itself)(world);
        world.resource::<Table>().is_over()
    });
    wait_for_result(&mut app);
    app.update();
    let told = share::result_line::<DungeonGame>(app.world());
    let result = "Evolvarium, Dungeon: Died in dungeon ";
    assert!(told.starts_with(result) && told.ends_with("#b"), "{told}");
    // The last events stand beside the result.
    for line in ["What happened last", "You die."] {
        assert!(is_text_shown(app.world_mut(), line), "{line}");
    }
    press_text(&mut app, "Look back");
    until(&mut app, "the page", |world| menu(world) == Menu::Recap);
    assert_eq!(count_texts(app.world_mut(), "Enemies that fell"), 1);
    let program = "whose program is";
    assert!(!is_text_shown(app.world_mut(), program), "it is long");
    press_text(&mut app, "Its program");
    app.update();
    assert!(is_text_shown(app.world_mut(), program));
    // Enemies of this descent do not learn, so that the killer has no ancestors in it.
    let line = "The first of its line came with the game";
    assert_eq!(count_texts(app.world_mut(), line), 1);
    until(&mut app, "the other players", |world| {
        count_texts(world, "player came through") + count_texts(world, "player died at depth") == 3
    });
    press_text(&mut app, "Save the map (PNG)");
    let saved = folder
        .path()
        .join("data")
        .join("pictures")
        .join("dungeon-1.png");
    until(&mut app, "the picture", |_| saved.exists());
    let bytes = fs::read(saved).expect("it is written");
    assert_eq!(&bytes[1..4], b"PNG");
    press(&mut app, KeyCode::Escape);
    wait_for_result(&mut app);
}

#[test]
fn what_the_automatic_player_plays_counts_in_no_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = short_descent(folder.path());
    press(&mut app, KeyCode::KeyA);
    until(&mut app, "the end", |world| {
        world.resource::<Table>().is_over()
    });
    assert!(app.world().resource::<Table>().extra.automatic);
    wait_for_result(&mut app);
    let tally = app.world().resource::<Statistics>();
    assert_eq!(tally.of("dungeon", "d12f8r12s8e4c0l0").games(), 0);
    until(&mut app, "the reason", |world| {
        count_texts(world, "does not count for your records") == 1
    });
}
