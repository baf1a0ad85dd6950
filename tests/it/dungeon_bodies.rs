//! The knowledge that enemies have of the hero, and the effects of the bodies of the kinds, in rooms drawn by hand.

use std::sync::Arc;

use evolvarium::games::dungeon::enemies::hand_written::read_program;
use evolvarium::games::dungeon::rules::{
    Actor, Breed, Defence, EnemyKind, Event, Game, Item, MEMORY_TURNS, Move, MoveError, Weapon,
};

use crate::dungeon_rules::{EAST, SOUTH, at, game_of, make};

const RUSH: &str = "if-range(attack approach)";

fn rush(kind: EnemyKind, text: &str) -> Game {
    game_of(kind, text, "change-state", RUSH)
}

/// The damage of the enemies' hits among events.
fn hits(events: &[Event]) -> Vec<u8> {
    let hit = |event: &Event| match event {
        Event::Struck {
            target: Actor::Hero,
            damage,
            ..
        } => Some(*damage),
        _ => None,
    };
    events.iter().filter_map(hit).collect()
}

#[test]
fn nobody_comes_for_a_hero_of_whom_it_does_not_know() {
    let text = "
        ###########
        #...#.....#
        #.@.+...e.#
        #...#.....#
        ###########";
    for kind in EnemyKind::ALL {
        let mut game = rush(kind, text);
        for _ in 0..40 {
            assert_eq!(make(&mut game, Move::Wait), []);
        }
        assert!(!game.enemies[0].aware);
        make(&mut game, EAST);
        // The door opens, and the enemy sees the hero in it.
        let events = make(&mut game, EAST);
        assert!(events.contains(&Event::Noticed(0)), "{kind}");
        make(&mut game, Move::Wait);
        assert!(
            game.enemies[0].at != at(8, 2) || kind == EnemyKind::Coward,
            "{kind}"
        );
    }
}

/// A bend. Behind it the hero is not seen from the place where the hero was seen last.
const BEND: &str = "
    ##########
    #e...@...#
    #####.####
    #####...##
    #######.##
    #######.##
    #######.##
    ##########";

#[test]
fn an_enemy_goes_to_where_it_last_noticed_the_hero_and_gives_up_there() {
    let text = "
        ##############
        #e...@...#...#
        #........#...#
        ##############";
    let mut game = game_of(EnemyKind::Guard, text, "change-state", "approach");
    game.enemies[0].facing = (1, 0);
    assert!(make(&mut game, Move::Wait).contains(&Event::Noticed(0)));
    // The hero is suddenly behind a wall.
    game.hero.at = at(11, 1);
    let mut events = make(&mut game, EAST);
    for _ in 0..10 {
        events.extend(make(&mut game, Move::Wait));
    }
    assert!(events.contains(&Event::Lost(0)));
    assert!(!game.enemies[0].aware);
    assert_eq!(game.enemies[0].at, at(5, 1));
}

#[test]
fn an_enemy_that_stays_where_it_is_forgets_after_a_while() {
    let mut game = game_of(EnemyKind::Guard, BEND, "change-state", "wait");
    game.enemies[0].facing = (1, 0);
    make(&mut game, Move::Wait);
    make(&mut game, SOUTH);
    let turns = (1..).find(|_| make(&mut game, Move::Wait).contains(&Event::Lost(0)));
    assert_eq!(turns, Some(usize::from(MEMORY_TURNS) - 1));
}

#[test]
fn a_hunter_follows_the_tracks_round_the_bend() {
    let mut game = game_of(EnemyKind::Hunter, BEND, "change-state", RUSH);
    // It stands with its back to the way that the hero takes, and never sees them.
    game.enemies[0].facing = (-1, 0);
    for step in [SOUTH, SOUTH, EAST, EAST, SOUTH, SOUTH, SOUTH] {
        make(&mut game, step);
    }
    assert!(!game.enemies[0].aware);
    // It finds the tracks.
    game.enemies[0].at = at(4, 1);
    game.hero.life = 250;
    let mut events = Vec::new();
    for _ in 0..16 {
        events.extend(make(&mut game, Move::Wait));
    }
    assert_eq!(events[0], Event::Tracked(0));
    assert!(events.contains(&Event::Noticed(0)) || !hits(&events).is_empty());
    assert_eq!(game.enemies[0].at.distance_to(game.hero.at), 1);
    // Others do not see tracks.
    let mut guard = game_of(EnemyKind::Guard, BEND, "change-state", RUSH);
    guard.enemies[0].facing = (-1, 0);
    for step in [SOUTH, SOUTH, EAST, EAST, SOUTH, SOUTH, SOUTH] {
        make(&mut guard, step);
    }
    guard.enemies[0].at = at(4, 1);
    for _ in 0..16 {
        assert_eq!(make(&mut guard, Move::Wait), []);
    }
}

#[test]
fn an_enemy_goes_round_those_who_stand_in_its_way() {
    let text = "
        ######
        #@.ee#
        ##.e.#
        ######";
    let mut game = rush(EnemyKind::Guard, text);
    let program = read_program("wait", "wait").expect("a program");
    let idle = Arc::new(Breed {
        program,
        ..*game.enemies[0].breed
    });
    let behind = game.enemies.iter().position(|enemy| enemy.at == at(4, 1));
    let behind = behind.expect("an enemy behind the others");
    for (number, enemy) in game.enemies.iter_mut().enumerate() {
        enemy.facing = (-1, 0);
        if number != behind {
            enemy.breed = Arc::clone(&idle);
        }
    }
    make(&mut game, Move::Wait);
    assert_eq!(
        game.enemies[behind].at,
        at(4, 2),
        "as near as before, but on another cell"
    );
}

#[test]
fn a_hunter_leaps_over_a_free_cell() {
    let leaps = |text: &str| {
        let mut game = rush(EnemyKind::Hunter, text);
        game.enemies[0].facing = (-1, -1);
        let before = game.enemies[0].at;
        let events = make(&mut game, Move::Wait);
        let leapt = events.contains(&Event::Lunged(0));
        assert_eq!(leapt, !hits(&events).is_empty());
        if leapt {
            let after = game.enemies[0].at;
            assert_eq!(before.distance_to(after), 1);
            assert_eq!(after.distance_to(game.hero.at), 1);
        }
        leapt
    };
    assert!(leaps("######\n#@.e.#\n######"));
    assert!(leaps("#####\n#@..#\n#...#\n#..e#\n#####"));
    // It does not leap at a knight's move, or over a wall.
    assert!(!leaps("#####\n#@..#\n#..e#\n#...#\n#####"));
    assert!(!leaps("######\n#@#e.#\n#....#\n######"));
}

#[test]
fn a_hunter_does_not_leap_over_another_enemy() {
    let mut game = rush(EnemyKind::Hunter, "######\n#@ee.#\n######");
    for enemy in &mut game.enemies {
        (enemy.aware, enemy.target, enemy.memory) = (true, at(1, 1), 9);
        enemy.facing = (-1, 0);
    }
    let behind = game.enemies.iter().position(|enemy| enemy.at == at(3, 1));
    let behind = behind.expect("one is two steps away");
    let events = make(&mut game, Move::Wait);
    assert!(!events.contains(&Event::Lunged(behind)), "{events:?}");
    // Alone, the same enemy leaps.
    game.enemies.retain(|enemy| enemy.at == at(3, 1));
    let events = make(&mut game, Move::Wait);
    assert!(events.contains(&Event::Lunged(0)), "{events:?}");
}

#[test]
fn a_shield_halves_blows_from_the_front_unless_the_guard_has_just_struck() {
    let text = "
        #####
        #@e.#
        #####";
    let blow = |facing: (i16, i16), attack: &str| {
        let mut game = game_of(EnemyKind::Guard, text, "change-state", attack);
        game.hero.weapon = Weapon::Sword;
        game.hero.max_life = 200;
        game.hero.life = 200;
        make(&mut game, Move::Wait);
        game.enemies[0].facing = facing;
        let events = make(&mut game, EAST);
        let Some(Event::Struck {
            damage, defence, ..
        }) = events.first()
        else {
            panic!("{events:?}");
        };
        (*damage, *defence)
    };
    let (damage, defence) = blow((-1, 0), "wait");
    assert_eq!(defence, Some(Defence::Shield));
    assert!((1..=2).contains(&damage), "{damage}");
    for facing in [(1, 0), (0, 1), (0, -1)] {
        let (damage, defence) = blow(facing, "wait");
        assert!(defence.is_none() && (3..=5).contains(&damage), "{damage}");
    }
    let (damage, defence) = blow((-1, 0), "attack");
    assert!(defence.is_none() && (3..=5).contains(&damage), "{damage}");
    // At least 1 point of damage always comes through.
    let blocked = blow((-1, 0), "block");
    assert_eq!(blocked, (1, Some(Defence::Guard)));
}

#[test]
fn a_coward_throws_from_afar_and_cannot_strike_beside_the_hero() {
    let row = |gap: usize| {
        let cells = ".".repeat(gap - 1);
        format!(
            "{}\n#@{cells}e#\n{}",
            "#".repeat(gap + 3),
            "#".repeat(gap + 3)
        )
    };
    for (gap, throws) in [(1, false), (2, true), (4, true), (5, false)] {
        let mut game = game_of(EnemyKind::Coward, &row(gap), "change-state", "attack");
        game.enemies[0].facing = (-1, 0);
        let events: Vec<Event> = (0..20).flat_map(|_| make(&mut game, Move::Guard)).collect();
        let thrown = events
            .iter()
            .filter(|event| matches!(event, Event::Hurled(0, ..)));
        assert_eq!(thrown.count() > 0, throws, "{gap}");
        // A stone does 1 or 2 of the damage of up to 3.
        let mut game = game_of(EnemyKind::Coward, &row(gap), "change-state", "attack");
        game.hero.life = 250;
        let damage = (0..40)
            .flat_map(|_| hits(&make(&mut game, Move::Wait)))
            .max();
        assert_eq!(damage, throws.then_some(2), "{gap}");
    }
}

#[test]
fn an_ambusher_is_unseen_while_it_stands_still() {
    let text = "
        ########
        #@...e.#
        ########";
    let mut game = game_of(EnemyKind::Ambusher, text, "wait", "wait");
    game.hero.items = vec![Item::Weapon(Weapon::Axe)];
    let throw = game.apply(Move::Throw, &mut Vec::new());
    assert_eq!(throw, Err(MoveError::NoTarget), "nobody is seen");
    for seen in [0, 0, 1] {
        make(&mut game, EAST);
        assert_eq!(game.visible_enemies().count(), seen);
        assert_eq!(game.seen_enemy_at(at(5, 1)).is_some(), seen == 1);
    }
    // An ambusher that walks is seen.
    let mut walking = game_of(
        EnemyKind::Ambusher,
        text,
        "if-blocked(turn-right forward)",
        "wait",
    );
    let mut seen = 0;
    walking.enemies[0].facing = (-1, 0);
    for _ in 0..2 {
        make(&mut walking, Move::Wait);
        seen += walking.visible_enemies().count();
    }
    assert_eq!(seen, 2);
}

/// The largest damage of 120 blows of an ambusher beside the hero: of the 60 from hiding, and of the others.
fn worst_blows(text: &str) -> [u8; 2] {
    let mut worst = [0, 0];
    for turn in 0..120 {
        let mut game = game_of(EnemyKind::Ambusher, text, "change-state", "attack");
        game.enemies[0].at = at(2, 1);
        for _ in 0..turn {
            // Other draws come from the same stream.
            game.hero.life = 24;
            make(&mut game, Move::Wait);
        }
        let is_hiding = turn % 2 == 0;
        game.enemies[0].still = is_hiding;
        game.hero.life = 24;
        if is_hiding {
            let most = game.worst_hit(0);
            let events = make(&mut game, Move::Wait);
            assert!(events.contains(&Event::Ambushed(0)));
            let blow = hits(&events)[0];
            assert!(blow <= most, "{blow} of {most}");
            worst[0] = worst[0].max(blow);
        } else {
            let events = make(&mut game, Move::Wait);
            assert!(!events.contains(&Event::Ambushed(0)));
            worst[1] = worst[1].max(hits(&events)[0]);
        }
    }
    worst
}

#[test]
fn an_ambusher_strikes_harder_from_hiding_and_hardest_out_of_grass() {
    let on_stone = "
        #####
        #@.e#
        #####";
    let in_grass = "
        #####
        #@\"e#
        #####";
    assert_eq!(worst_blows(on_stone), [6, 4]);
    assert_eq!(worst_blows(in_grass), [8, 4]);
}
