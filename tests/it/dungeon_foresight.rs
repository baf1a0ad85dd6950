//! Foresight: the game shows the next acts of enemies, the cells that they see and hear, and the number of blows that a
//! fight takes.

use std::collections::HashSet;
use std::sync::Arc;

use evolvarium::games::dungeon::descent::Descent;
use evolvarium::games::dungeon::enemies::hand_written::read_program;
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::{
    Actor, Armour, Breed, EnemyAct, EnemyKind, Event, Game, Move, MoveError, Status, Weapon,
};
use evolvarium::generation::{Pick, Seed};
use evolvarium::session::Difficulty;

use crate::dungeon_rules::{EAST, at, game_of, make};

use crate::harness::fixed_enemies;

/// The act of an enemy in a turn, by the events and by its state before and after.
fn did(number: usize, before: &Game, after: &Game, events: &[Event]) -> EnemyAct {
    let has = |wanted: &dyn Fn(&Event) -> bool| events.iter().any(wanted);
    let (old, new) = (&before.enemies[number], &after.enemies[number]);
    if has(&|event| matches!(event, Event::Lunged(who) if *who == number)) {
        return EnemyAct::Leap;
    }
    if has(&|event| matches!(event, Event::Hurled(who, ..) if *who == number)) {
        return EnemyAct::Throw;
    }
    let by = Actor::Enemy(number);
    if has(&|event| matches!(event, Event::Struck { by: who, .. } if *who == by)) {
        return EnemyAct::Strike;
    }
    if has(&|event| matches!(event, Event::Teleported(who, ..) if *who == by)) {
        return EnemyAct::Portal;
    }
    if old.at != new.at {
        return EnemyAct::Step((new.at.x - old.at.x, new.at.y - old.at.y));
    }
    if new.guard {
        return EnemyAct::Block;
    }
    if has(&|event| matches!(event, Event::Healed(who, _) if *who == by)) {
        return EnemyAct::Heal;
    }
    match old.facing == new.facing {
        true => EnemyAct::Wait,
        false => EnemyAct::Turn(new.facing),
    }
}

#[test]
fn what_is_foretold_is_what_happens_if_the_hero_waits() {
    let (mut foretold, mut kinds) = (0, HashSet::new());
    for (seed, difficulty) in (0..24).zip(Difficulty::ALL.into_iter().cycle()) {
        let setup = fixed_enemies(difficulty);
        let mut descent =
            Descent::new(&setup, &usual_parameters(), Seed(seed), Pick::Best).expect("a dungeon");
        let mut player = ReferencePlayer::ALL[seed as usize % ReferencePlayer::ALL.len()].player();
        for _ in 0..500 {
            let game = &descent.game;
            let acts = game.forecast();
            let (mut waited, mut events) = (game.clone(), Vec::new());
            match waited.apply(Move::Wait, &mut events) {
                Ok(()) if waited.status() == Status::Alive => {
                    for (number, act) in acts.iter().enumerate() {
                        let Some(act) = act else { continue };
                        assert_eq!(*act, did(number, game, &waited, &events), "seed {seed}");
                        foretold += 1;
                        kinds.insert(std::mem::discriminant(act));
                    }
                }
                // The hero falls while they wait, or a boon has to be taken first.
                Ok(()) | Err(MoveError::Choose) => {}
                Err(why) => {
                    assert_eq!(why, MoveError::Over);
                    break;
                }
            }
            let Some(made) = player.choose(&descent.game) else {
                break;
            };
            descent.make(made, &mut Vec::new()).expect("a legal move");
        }
    }
    assert!(
        foretold > 10_000 && kinds.len() >= 7,
        "{foretold} {kinds:?}"
    );
}

#[test]
fn the_game_itself_does_not_change_by_looking_ahead() {
    let text = "
        #######
        #@..e.#
        #######";
    let mut game = game_of(
        EnemyKind::Hunter,
        text,
        "change-state",
        "if-range(attack approach)",
    );
    let mut other = game.clone();
    let mut turns = 0;
    while game.status() == Status::Alive && turns < 12 {
        game.forecast();
        assert_eq!(make(&mut game, Move::Wait), make(&mut other, Move::Wait));
        turns += 1;
    }
    assert!(turns > 3, "{turns}");
    assert_eq!(game.hero, other.hero);
}

#[test]
fn an_act_that_hangs_on_chance_is_not_foretold() {
    let text = "
        #####
        #e@e#
        #####";
    let mut game = game_of(EnemyKind::Ambusher, text, "change-state", "attack");
    for enemy in &mut game.enemies {
        enemy.still = false;
    }
    let program = read_program("change-state", "if-player-weak(block attack)").expect("a program");
    game.enemies[1].breed = Arc::new(Breed {
        program,
        ..*game.enemies[1].breed
    });
    assert_eq!(
        game.forecast(),
        [Some(EnemyAct::Strike), Some(EnemyAct::Strike)]
    );
    // The first blow of 1 to 4 may or may not bring the hero down to half of their life.
    game.hero.life = game.hero.max_life / 2 + 2;
    assert_eq!(game.forecast(), [Some(EnemyAct::Strike), None]);
    game.hero.life = game.hero.max_life / 2;
    assert_eq!(
        game.forecast(),
        [Some(EnemyAct::Strike), Some(EnemyAct::Block)]
    );
    game.enemies[0].life = 0;
    assert_eq!(game.forecast(), [None, Some(EnemyAct::Block)]);
    // Twice this life does not fit into a byte.
    (game.hero.life, game.hero.max_life) = (130, 255);
    assert_eq!(game.forecast(), [None, Some(EnemyAct::Strike)]);
}

#[test]
fn an_enemy_notices_the_hero_where_it_is_shown_to_see_or_to_hear_and_nowhere_else() {
    let text = "
        ###############
        #@....#.......#
        #.....+.......#
        #..#..#...#...#
        #..#......#...#
        #.....#...e...#
        #.....#.......#
        ###############";
    let mut found = HashSet::new();
    let map = game_of(EnemyKind::Guard, text, "wait", "wait")
        .dungeon()
        .layout
        .map
        .clone();
    for armour in Armour::ALL {
        for facing in [(0, 1), (-1, 0), (1, -1)] {
            let mut game = game_of(EnemyKind::Guard, text, "wait", "wait");
            game.hero.armour = armour;
            game.enemies[0].facing = facing;
            let (seen, heard) = (game.cells_seen_by(0), game.cells_heard_by(0));
            let enemy = game.enemies[0].at;
            let floor = map
                .cells()
                .filter(|cell| map.at(*cell).is_open() && *cell != enemy);
            // The door and the exit are left out, because there is no key for the exit.
            let is_plain = |cell| cell != at(6, 2) && cell != at(1, 1);
            for cell in floor.filter(|cell| is_plain(*cell)) {
                let mut there = game.clone();
                // A step there and back brings the view up to date.
                there.hero.at = cell;
                let free = (0..8).find(|step| {
                    let step = evolvarium::games::dungeon::map::Cell::STEPS[*step];
                    let to = cell.step(step);
                    map.is_walkable(cell, to) && to != enemy && is_plain(to)
                });
                let Some(way) = free else { continue };
                let back = [2, 3, 0, 1, 6, 7, 4, 5][way];
                make(
                    &mut there,
                    Move::Step(evolvarium::games::dungeon::rules::Step(way as u8)),
                );
                make(
                    &mut there,
                    Move::Step(evolvarium::games::dungeon::rules::Step(back)),
                );
                assert_eq!(there.hero.at, cell);
                let what = format!("{armour:?} {facing:?} {cell}");
                let hears = heard.has(&map, cell);
                assert!(!hears || armour != Armour::Cloak, "{what}");
                assert_eq!(there.enemies[0].hears, hears, "{what}");
                let knew = there.enemies[0].aware;
                there.enemies[0].facing = facing;
                make(&mut there, Move::Wait);
                assert!(!there.enemies[0].hears, "{what}: waiting is silent");
                let beside = cell.distance_to(enemy) == 1 && map.is_walkable(enemy, cell);
                let shown = seen.has(&map, cell) || knew && beside;
                assert_eq!(there.enemies[0].notices, shown, "{what}");
                found.insert((hears, shown));
            }
        }
    }
    assert_eq!(found.len(), 4, "cells of each kind: {found:?}");
}

#[test]
fn a_step_is_shown_to_be_heard_from_as_far_as_its_ground_carries_it() {
    let text = "
        ###############
        #@...,.~....e.#
        ###############";
    let mut game = game_of(EnemyKind::Guard, text, "wait", "wait");
    let heard = |game: &Game| -> Vec<i16> {
        let cells = game.cells_heard_by(0);
        let map = &game.dungeon().layout.map;
        let row = (1..14).filter(|x| cells.has(map, at(*x, 1)));
        row.collect()
    };
    // The enemy stands at 12. Rubble would be heard from 6 cells, but it is 7 away; so is nothing in a cloak.
    game.hero.armour = Armour::Cloak;
    assert_eq!(heard(&game), Vec::<i16>::new());
    game.enemies[0].at = at(11, 1);
    assert_eq!(heard(&game), [5]);
    // In mail, steps are heard from further away, but not those into water.
    game.hero.armour = Armour::Mail;
    let noise = i16::try_from(game.hero.step_noise()).expect("a small number");
    assert!(noise > 1, "{noise}");
    let carries = |x: i16| match x {
        5 => 6,
        7 => 0,
        _ => noise,
    };
    let is_heard = |x: &i16| (11 - *x).abs() <= carries(*x);
    let wanted: Vec<i16> = (1..14).filter(is_heard).collect();
    assert!(wanted.contains(&8) && wanted.len() < 12, "{wanted:?}");
    assert_eq!(heard(&game), wanted);
}

#[test]
fn as_many_blows_kill_as_looking_tells() {
    let text = "
        #####
        #@e.#
        #####";
    for (weapon, guard) in [
        (Weapon::Dagger, false),
        (Weapon::Sword, false),
        (Weapon::Axe, true),
        (Weapon::Spear, false),
        (Weapon::Mace, false),
    ] {
        let mut game = game_of(
            EnemyKind::Coward,
            text,
            "wait",
            if guard { "block" } else { "wait" },
        );
        game.hero.weapon = weapon;
        let is_surprise = weapon == Weapon::Dagger;
        game.enemies[0].life = if is_surprise { 16 } else { 11 };
        game.enemies[0].aware = !is_surprise;
        let (least, most) = game.blows_to_kill(0);
        assert_eq!(game.chance_to_kill(0), 0, "{weapon:?}");
        // A blow with the mace takes two turns.
        let turns = if weapon == Weapon::Mace { 2 } else { 1 };
        assert_eq!(game.turns_to_kill(0), (turns * least, turns * most));
        let before = game.turns();
        let mut one_blow = game.clone();
        make(&mut one_blow, EAST);
        assert_eq!(one_blow.turns() - before, u32::from(turns), "{weapon:?}");
        let mut needed = Vec::new();
        for turn in 0..40 {
            let mut fight = game.clone();
            // Other draws come from the same stream.
            for _ in 0..turn {
                fight.enemies[0].life = 200;
                make(&mut fight, EAST);
            }
            fight.enemies[0] = game.enemies[0].clone();
            let blows = (1..).find(|_| {
                make(&mut fight, EAST);
                fight.enemies[0].life == 0
            });
            needed.push(blows.expect("it dies"));
        }
        assert_eq!(needed.iter().min(), Some(&least), "{weapon:?}");
        assert!(
            needed.iter().all(|blows| *blows <= most),
            "{weapon:?} {needed:?}"
        );
    }
    let mut game = game_of(EnemyKind::Coward, text, "wait", "wait");
    game.hero.weapon = Weapon::Sword;
    for (life, chance) in [(3, 100), (4, 66), (5, 33), (6, 0)] {
        game.enemies[0].life = life;
        assert_eq!(game.chance_to_kill(0), chance);
    }
}
