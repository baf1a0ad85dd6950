//! The rules that make decisions of the dungeon: noise, doors, the lantern, the belt, rest and wanderers, boons, and
//! keys that must be fetched. The positions are worked out by hand.
//!
//! The sub-modules have one group of rules each. This file has the helpers that they share, and the tests of whole
//! dungeons and of all moves: letters, keys, portals, and automatic players that use what they find.

mod belt_and_clouds;
mod boons_and_wanderers;
mod noise_and_doors;

use evolvarium::games::dungeon::descent::Descent;
use evolvarium::games::dungeon::graph::generator::{DungeonSpec, generate};
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::map::locks::rooms_before;
use evolvarium::games::dungeon::map::{Graph, Lock, Locks, Passage, RoomNo, Tile};
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::{
    Actor, Consumable, EnemyKind, Event, Game, Move, Step, notation,
};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::generation::{Pick, Seed};
use evolvarium::session::Difficulty;

use crate::dungeon_rules::{game_of, make};
use crate::harness::fixed_enemies;

/// A game in which all enemies stand still and look down.
fn still(text: &str) -> Game {
    game_of(EnemyKind::Guard, text, "wait", "wait")
}

#[test]
fn all_moves_have_letters() {
    let mut moves: Vec<Move> = (0..8).map(|step| Move::Step(Step(step))).collect();
    moves.extend((0..6).map(Move::Use));
    moves.extend((0..4).map(Move::Belt));
    moves.extend((0..3).map(Move::Boon));
    moves.extend([
        Move::Wait,
        Move::Guard,
        Move::Hood,
        Move::Portal,
        Move::Throw,
    ]);
    let text = notation::write(&moves);
    let letters: std::collections::HashSet<char> = text.chars().collect();
    assert_eq!(letters.len(), moves.len());
    assert_eq!(notation::read(&text), Ok(moves));
}

/// Whether the key of a lock must be fetched: it lies neither at the start nor on a shortest way from there to its
/// lock.
fn is_fetched(graph: &Graph, locks: &Locks, lock: Lock) -> bool {
    let of_lock = locks.edges.iter().filter(|(.., other)| *other == lock);
    let cut: Vec<(RoomNo, RoomNo)> = of_lock.map(|(a, b, _)| (*a, *b)).collect();
    let near = locks.reachable(graph, |ignored| ignored == lock);
    !rooms_before(graph, near, &cut).has(locks.keys[usize::from(lock.0)])
}

#[test]
fn keys_of_locks_must_be_fetched_and_are_guarded() {
    let spec = DungeonSpec {
        locks: 2,
        ..DungeonSpec::default()
    };
    let (mut keys, mut fetched, mut at_start, mut guarded) = (0, 0, 0, 0);
    for seed in 5_000..5_200 {
        let dungeon =
            generate(&spec, &usual_parameters(), Seed(seed), Pick::Best).expect("a dungeon");
        let (graph, locks) = (&dungeon.graph, &dungeon.locks);
        for (number, room) in (0u8..).zip(&locks.keys) {
            keys += 1;
            fetched += u32::from(is_fetched(graph, locks, Lock(number)));
            at_start += u32::from(*room == graph.roles.start);
            let is_dead_end = graph.neighbours(*room).len() == 1;
            guarded += u32::from(graph.room(*room).enemies > 0 || is_dead_end);
        }
    }
    // A lock that is drawn later may lie on the way to an earlier one.
    assert!(keys > 150, "{keys}");
    assert!(20 * fetched >= 19 * keys, "{fetched} of {keys}");
    assert_eq!(at_start, 0);
    assert!(4 * guarded >= 3 * keys, "{guarded} of {keys}");
}

#[test]
fn portals_are_met_and_the_exit_never_bars_the_way() {
    let (mut ways, mut portals) = (0, 0);
    for seed in 5_000..5_200 {
        let spec = DungeonSpec::default();
        let dungeon =
            generate(&spec, &usual_parameters(), Seed(seed), Pick::Best).expect("a dungeon");
        ways += dungeon.layout.connections.len();
        portals += dungeon.portals();
        // Without the cell of the exit, every other cell can still be reached from the start.
        let layout = &dungeon.layout;
        let mut reached = vec![layout.start];
        let mut next = 0;
        while let Some(cell) = reached.get(next).copied() {
            next += 1;
            let through = layout
                .connections
                .iter()
                .filter_map(|way| match way.passage {
                    Passage::Portals([a, b]) if a == cell => Some(b),
                    Passage::Portals([a, b]) if b == cell => Some(a),
                    _ => None,
                });
            let steps = cell
                .neighbours()
                .filter(|to| layout.map.is_walkable(cell, *to));
            for to in steps.chain(through) {
                if to != layout.exit && !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        let floor = layout
            .map
            .cells()
            .filter(|cell| layout.map.at(*cell) != Tile::Rock);
        let open = floor.filter(|cell| layout.map.at(*cell).is_open()).count();
        assert_eq!(reached.len() + 1, open, "seed {seed}");
    }
    let share = portals as f64 / ways as f64;
    assert!((0.10..=0.25).contains(&share), "{portals} of {ways}");
}

#[test]
fn an_enemy_follows_the_hero_through_a_portal() {
    let mut followed = 0;
    for seed in 0..60 {
        let setup: Setup = "d1f4r8s9e0c0l0".parse().expect("a setup");
        let descent =
            Descent::new(&setup, &usual_parameters(), Seed(seed), Pick::Best).expect("a dungeon");
        let mut game = descent.game;
        let ways = game.dungeon().layout.connections.clone();
        let ends = ways.iter().find_map(|way| match way.passage {
            Passage::Portals(ends) => Some(ends),
            Passage::Doors(_) => None,
        });
        let Some([mut here, mut there]) = ends else {
            continue;
        };
        let map = game.dungeon().layout.map.clone();
        // The hero still has the view from the start.
        if game.visible().has(&map, here) {
            (here, there) = (there, here);
        }
        // An enemy stands on the portal that the hero has just entered, and remembers the hero there.
        let sample = still("######\n#@.e.#\n######").enemies[0].clone();
        game.enemies.push(sample);
        let enemy = &mut game.enemies[0];
        (enemy.at, enemy.post) = (here, here);
        (enemy.aware, enemy.target, enemy.memory) = (true, here, 20);
        let aside = there.neighbours().find(|to| map.is_walkable(there, *to));
        game.hero.at = aside.expect("a cell beside the portal");
        let events = make(&mut game, Move::Wait);
        let passed = Event::Teleported(Actor::Enemy(0), here, there);
        assert!(events.contains(&passed), "seed {seed}: {events:?}");
        make(&mut game, Move::Wait);
        assert!(game.enemies[0].notices, "seed {seed}");
        followed += 1;
    }
    assert!(followed > 20, "{followed}");
}

#[test]
fn automatic_players_use_every_consumable_the_hood_and_boons() {
    let mut used = std::collections::HashSet::new();
    let (mut hoods, mut boons) = (0, 0);
    for reference in ReferencePlayer::ALL {
        for seed in 0..12 {
            let setup = fixed_enemies(Difficulty::Normal);
            let mut descent =
                Descent::new(&setup, &usual_parameters(), Seed(900 + seed), Pick::Best)
                    .expect("a dungeon");
            let mut player = reference.player();
            let mut events = Vec::new();
            while let Some(made) = player.choose(&descent.game)
                && descent.totals().turns < 3_000
            {
                events.clear();
                descent.make(made, &mut events).expect("a legal move");
                for event in &events {
                    match event {
                        Event::Used(thing) => drop(used.insert(*thing)),
                        Event::Hooded(_) => hoods += 1,
                        Event::TookBoon(_) => boons += 1,
                        _ => {}
                    }
                }
            }
        }
    }
    assert_eq!(used.len(), Consumable::ALL.len(), "{used:?}");
    assert!(hoods > 10 && boons > 60, "{hoods} {boons}");
}
