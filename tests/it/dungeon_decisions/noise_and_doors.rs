//! These tests are about noise, which enemies follow, about doors, which shut again, and about the lantern, which can
//! be hooded.

use evolvarium::games::dungeon::rules::{
    Actor, Armour, Boon, EnemyKind, Event, Move, Step, Weapon,
};

use super::still;
use crate::dungeon_rules::{EAST, at, game_of, make};

const WEST: Move = Move::Step(Step(3));

/// A corridor with the hero at its left end, an enemy `steps` steps away, and room for a step of the hero.
fn corridor(steps: usize) -> String {
    let cells = ".".repeat(steps - 1);
    let wall = "#".repeat(steps + 4);
    format!("#{wall}\n#..@{cells}e#\n#{wall}")
}

#[test]
fn a_step_is_heard_as_far_as_the_armour_is_loud_and_no_further() {
    for (armour, loudness) in [(Armour::Leather, 3), (Armour::Mail, 6)] {
        for (steps, hears) in [(loudness, true), (loudness + 1, false)] {
            // After the step to the left the enemy is that far away.
            let mut game = still(&corridor(steps - 1));
            game.enemies[0].facing = (1, 0);
            game.hero.armour = armour;
            let events = make(&mut game, WEST);
            assert!(events.contains(&Event::Noise(at(2, 1), loudness as u16)));
            let enemy = &game.enemies[0];
            assert_eq!(enemy.hears, hears, "{armour:?}, {steps}");
            assert_eq!(enemy.aware, hears);
            assert_eq!(events.contains(&Event::Heard(0)), hears);
            // It believes the hero to be where the noise was, and does not notice them.
            assert!(!enemy.notices && (!hears || enemy.target == at(2, 1)));
        }
    }
    let mut quiet = still(&corridor(2));
    quiet.enemies[0].facing = (1, 0);
    assert_eq!(
        make(&mut quiet, WEST),
        [Event::Moved(Actor::Hero, at(3, 1), at(2, 1))]
    );
    let mut soft = still(&corridor(3));
    soft.enemies[0].facing = (1, 0);
    soft.hero.armour = Armour::Mail;
    soft.hero.boons.push(Boon::Quiet);
    make(&mut soft, WEST);
    assert!(!soft.enemies[0].hears, "3 of 6 steps with soft soles");
}

#[test]
fn the_way_of_a_noise_is_walked_and_goes_round_walls() {
    let text = "
        #########
        #.@.#..e#
        #...#...#
        #...#...#
        #......>#
        #########";
    let mut game = still(text);
    game.hero.armour = Armour::Mail;
    game.enemies[0].facing = (1, 0);
    // 6 columns away, and as many steps by way of the gap: 1,1 to 4,4 is 3 steps and to 7,1 as many.
    make(&mut game, WEST);
    assert!(game.enemies[0].hears);
    let mut far = still(&text.replace("#......>#", "#########\n#......>#"));
    far.hero.armour = Armour::Mail;
    make(&mut far, WEST);
    assert!(!far.enemies[0].hears, "there is no way");
}

#[test]
fn blows_doors_and_chests_are_heard_each_by_its_loudness() {
    let loudness = |events: &[Event]| {
        let noises = events.iter().filter_map(|event| match event {
            Event::Noise(_, loudness) => Some(*loudness),
            _ => None,
        });
        noises.collect::<Vec<u16>>()
    };
    let text = "
        ########
        #@e....#
        ########";
    for (weapon, heard) in [
        (Weapon::Dagger, 2),
        (Weapon::Sword, 6),
        (Weapon::Axe, 6),
        (Weapon::Spear, 6),
        (Weapon::Mace, 9),
    ] {
        let mut game = still(text);
        game.hero.weapon = weapon;
        assert_eq!(loudness(&make(&mut game, EAST)), [heard], "{weapon:?}");
    }
    let text = "
        ########
        #@+.$..#
        ########";
    let mut game = still(text);
    assert_eq!(loudness(&make(&mut game, EAST)), [3], "a door");
    assert_eq!(
        loudness(&make(&mut game, EAST)),
        [0u16; 0],
        "steps in a cloak"
    );
    assert_eq!(loudness(&make(&mut game, EAST)), [4], "a chest");
    game.hero.armour = Armour::Mail;
    assert_eq!(loudness(&make(&mut game, EAST)), [6], "steps in mail");
    assert_eq!(loudness(&make(&mut game, Move::Wait)), [0u16; 0]);
}

#[test]
fn an_enemy_that_hears_something_goes_there() {
    let text = "
        ##############
        #@...........#
        #.##########.#
        #...........e#
        ##############";
    let mut game = game_of(EnemyKind::Guard, text, "change-state", "approach");
    game.enemies[0].heard = Some(at(1, 3));
    make(&mut game, Move::Wait);
    assert_eq!(game.enemies[0].at, at(11, 3));
    assert_eq!(game.enemies[0].target, at(1, 3));
    // A patrol that waits to detect the hero counts a noise as a detection.
    let patrol = "if-detected(change-state wait)";
    let mut waiting = game_of(EnemyKind::Guard, text, patrol, "approach");
    make(&mut waiting, Move::Wait);
    assert_eq!(waiting.enemies[0].at, at(12, 3));
    waiting.enemies[0].heard = Some(at(1, 3));
    make(&mut waiting, Move::Wait);
    assert_eq!(waiting.enemies[0].at, at(11, 3));
}

#[test]
fn a_door_shuts_behind_whoever_leaves_it_and_blocks_sight() {
    let text = "
        #########
        #@+.....#
        #########";
    let mut game = still(text);
    let map = game.dungeon().layout.map.clone();
    let door = at(2, 1);
    assert!(!game.visible().has(&map, at(5, 1)));
    let events = make(&mut game, EAST);
    assert!(events.contains(&Event::Opened(door)) && game.is_door_open(door));
    assert!(game.visible().has(&map, at(5, 1)));
    make(&mut game, Move::Wait);
    assert!(game.is_door_open(door), "somebody stands in it");
    make(&mut game, EAST);
    assert!(!game.is_door_open(door));
    assert!(!game.visible().has(&map, at(1, 1)));
    // It opens again, with a noise.
    let events = make(&mut game, WEST);
    assert!(events.contains(&Event::Opened(door)) && events.contains(&Event::Noise(door, 3)));
}

#[test]
fn enemies_open_doors_too_and_let_them_shut() {
    let text = "
        #########
        #@..+e..#
        #########";
    let mut game = game_of(EnemyKind::Guard, text, "forward", "wait");
    game.enemies[0].facing = (-1, 0);
    let map = game.dungeon().layout.map.clone();
    let events = make(&mut game, Move::Wait);
    assert!(events.contains(&Event::Opened(at(4, 1))));
    assert!(game.visible().has(&map, at(4, 1)) && game.is_door_open(at(4, 1)));
    assert_eq!(game.visible_enemies().count(), 1);
    make(&mut game, Move::Wait);
    assert!(!game.is_door_open(at(4, 1)));
    assert!(!game.visible().has(&map, at(6, 1)));
}

#[test]
fn a_hooded_lantern_shows_less_and_shows_the_hero_less() {
    for (steps, hooded, seen) in [(3, true, true), (4, true, false), (6, false, true)] {
        let mut game = still(&corridor(steps));
        game.hero.armour = Armour::Leather;
        game.enemies[0].facing = (-1, 0);
        if hooded {
            let before = game.clone();
            assert_eq!(before.hero.light(), 9);
            let events = make(&mut game, Move::Hood);
            assert_eq!(events[0], Event::Hooded(true));
            assert_eq!((game.hero.light(), game.turns()), (3, 1));
        } else {
            make(&mut game, Move::Wait);
        }
        assert_eq!(game.enemies[0].notices, seen, "{steps}");
        assert_eq!(game.visible_enemies().count() == 1, seen, "{steps}");
        // The cells that are shown as seen by the enemy are the ones that it sees.
        let map = game.dungeon().layout.map.clone();
        assert_eq!(game.cells_seen_by(0).has(&map, game.hero.at), seen);
    }
    let mut game = still(&corridor(5));
    make(&mut game, Move::Hood);
    assert_eq!(make(&mut game, Move::Hood)[0], Event::Hooded(false));
    assert_eq!(game.visible_enemies().count(), 1);
}
