//! Stealth: enemies look ahead alone, a hero who comes from the side or from behind is not noticed, and a hero in a
//! cloak with the lantern hooded is hard to make out. The nodes of programs that know of ground are tested here too.

use evolvarium::games::dungeon::map::Cell;
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::hero::SURPRISE;
use evolvarium::games::dungeon::rules::{
    Armour, Consumable, EnemyKind, Event, Game, Item, Move, Weapon,
};

use crate::dungeon_rules::{EAST, WEST, at, game_of, make};

const RUSH: &str = "if-range(attack approach)";

/// The cells that a guard sees in an open room, row by row.
fn view(facing: (i16, i16)) -> Vec<String> {
    let text = "
        #######
        #.....#
        #.....#
        #..e..#
        #....@#
        #.....#
        #######";
    let mut game = game_of(EnemyKind::Guard, text, "wait", "wait");
    game.enemies[0].facing = facing;
    let (seen, map) = (game.cells_seen_by(0), &game.dungeon().layout.map);
    let sign = |x, y| if seen.has(map, at(x, y)) { 's' } else { '.' };
    let row = |y| (1..6).map(|x| sign(x, y)).collect();
    (1..6).map(row).collect()
}

#[test]
fn an_enemy_sees_the_quarter_ahead_of_it() {
    assert_eq!(view((0, -1)), ["sssss", ".sss.", "..s..", ".....", "....."]);
    assert_eq!(view((1, 0)), ["....s", "...ss", "..sss", "...ss", "....s"]);
    assert_eq!(view((1, 1)), [".....", ".....", "..sss", "..sss", "..sss"]);
}

/// A room in which an enemy stands two steps from the hero, with its face to one side.
fn beside(facing: (i16, i16)) -> Game {
    let text = "
        #######
        #@.e..#
        #######";
    let mut game = game_of(EnemyKind::Guard, text, "change-state", RUSH);
    game.enemies[0].facing = facing;
    game
}

#[test]
fn a_hero_from_behind_or_from_the_side_is_not_noticed_until_the_first_blow() {
    for facing in [(1, 0), (0, 1), (0, -1)] {
        let mut game = beside(facing);
        make(&mut game, EAST);
        make(&mut game, Move::Wait);
        let enemy = &game.enemies[0];
        assert!(!enemy.aware && !enemy.notices, "{facing:?}");
        game.enemies[0].life = 100;
        let events = make(&mut game, EAST);
        let Event::Struck { damage, .. } = events[0] else {
            panic!("{events:?}");
        };
        let drawn = [2, 3].map(|drawn| SURPRISE * drawn);
        assert!(drawn.contains(&damage), "{damage}");
        assert!(game.enemies[0].notices, "it knows of the hero beside it");
        // Once it knows of them, its back is no help.
        game.enemies[0].facing = facing;
        make(&mut game, Move::Wait);
        assert!(game.enemies[0].notices, "{facing:?}");
    }
    let mut game = beside((-1, 0));
    make(&mut game, EAST);
    assert!(game.enemies[0].notices, "from ahead");
}

/// A row with an enemy that looks at the hero from `steps` steps away.
fn row(kind: EnemyKind, steps: usize, attack: &str) -> Game {
    let wall = "#".repeat(steps + 3);
    let cells = ".".repeat(steps - 1);
    let text = format!("{wall}\n#@{cells}e#\n{wall}");
    let mut game = game_of(kind, &text, "change-state", attack);
    game.enemies[0].facing = (-1, 0);
    game
}

#[test]
fn a_hero_in_a_cloak_with_the_lantern_hooded_is_seen_from_one_step_alone() {
    for armour in Armour::ALL {
        for hooded in [false, true] {
            for steps in 1..=3 {
                let mut game = row(EnemyKind::Guard, steps, "wait");
                game.hero.armour = armour;
                if hooded {
                    make(&mut game, Move::Hood);
                } else {
                    make(&mut game, Move::Wait);
                }
                let is_shrouded = hooded && armour == Armour::Cloak;
                assert_eq!(game.hero.is_shrouded(), is_shrouded);
                let seen = !is_shrouded || steps == 1;
                let what = format!("{armour:?} {hooded} {steps}");
                assert_eq!(game.enemies[0].notices, seen, "{what}");
                let map = game.dungeon().layout.map.clone();
                assert_eq!(game.cells_seen_by(0).has(&map, at(1, 1)), seen, "{what}");
            }
        }
    }
}

#[test]
fn no_ambusher_strikes_harder_from_hiding_at_a_hero_who_is_hard_to_make_out() {
    // An ambusher of strength 2 does up to 4, and up to 6 from hiding.
    let worst = |hooded: bool| {
        let mut game = row(EnemyKind::Ambusher, 1, "attack");
        game.hero.hooded = hooded;
        assert_eq!(game.worst_hit(0), if hooded { 4 } else { 6 });
        let mut worst = 0;
        for _ in 0..200 {
            game.hero.life = game.hero.max_life;
            game.enemies[0].still = true;
            let events = make(&mut game, Move::Wait);
            let is_ambush = events.contains(&Event::Ambushed(0));
            let struck = events.iter().find_map(|event| match event {
                Event::Struck { damage, .. } => Some(*damage),
                _ => None,
            });
            assert!(!is_ambush || !hooded, "{events:?}");
            worst = worst.max(struck.unwrap_or(0));
        }
        worst
    };
    assert_eq!((worst(true), worst(false)), (4, 6));
}

/// The cells on which an ambusher with an attack tree stands in some turns after it knows of the hero.
fn course(text: &str, attack: &str, turns: usize) -> Vec<Cell> {
    let mut game = game_of(EnemyKind::Ambusher, text, "change-state", attack);
    let enemy = &mut game.enemies[0];
    (enemy.aware, enemy.target, enemy.memory) = (true, at(1, 1), 20);
    let place = |_| {
        make(&mut game, Move::Wait);
        game.enemies[0].at
    };
    (0..turns).map(place).collect()
}

#[test]
fn an_enemy_seeks_the_nearest_grass_and_stays_there() {
    let text = "
        ###############
        #@....\"..e.\"..#
        ###############";
    assert_eq!(
        course(text, "seek-grass", 4),
        [at(10, 1), at(11, 1), at(11, 1), at(11, 1)]
    );
    assert_eq!(
        course(text, "if-grass(approach seek-grass)", 4),
        [at(10, 1), at(11, 1), at(10, 1), at(11, 1)]
    );
    let far = "
        ###############
        #@...........e#
        #\"#############
        ###############";
    assert_eq!(course(far, "seek-grass", 2), [at(13, 1); 2], "too far away");
}

#[test]
fn an_enemy_can_tell_that_the_hero_stands_in_water() {
    for (ground, comes) in [('~', true), ('.', false)] {
        let text = format!("########\n#.{ground}@..e#\n########");
        let mut game = game_of(
            EnemyKind::Guard,
            &text,
            "change-state",
            "if-wading(approach wait)",
        );
        game.enemies[0].facing = (-1, 0);
        make(&mut game, WEST);
        assert_eq!(game.enemies[0].at != at(6, 1), comes, "{ground}");
    }
}

/// The move of the sneaking player in the dark, with a weapon in hand and another one carried. The enemies look to the
/// east, and the first one knows of the hero or not.
fn sneaking_move(text: &str, in_hand: Weapon, carried: Weapon, knows: bool) -> Option<Move> {
    let mut game = game_of(EnemyKind::Guard, text, "wait", "wait");
    for enemy in &mut game.enemies {
        enemy.facing = (1, 0);
    }
    make(&mut game, Move::Hood);
    (game.hero.weapon, game.hero.items) = (in_hand, vec![Item::Weapon(carried)]);
    game.enemies[0].aware = knows;
    ReferencePlayer::Sneaking.player().choose(&game)
}

#[test]
fn the_sneaking_player_takes_the_dagger_for_a_surprise_and_the_sword_only_without_one() {
    use Weapon::{Dagger, Sword};
    let takes_carried = Some(Move::Use(0));
    let alone = "
        #######
        #@..e.#
        #######";
    assert_eq!(sneaking_move(alone, Sword, Dagger, false), takes_carried);
    assert_eq!(sneaking_move(alone, Dagger, Sword, true), takes_carried);
    // The nearer enemy, to the west, knows of the hero, and the other one can be reached from behind.
    let between = "
        ##########
        #........#
        #.e.@..e.#
        #........#
        ##########";
    assert_eq!(sneaking_move(between, Dagger, Sword, true), Some(EAST));
    // No way leads to the enemy that does not know of the hero.
    let in_line = "
        #######
        #@.ee.#
        #######";
    assert_eq!(sneaking_move(in_line, Dagger, Sword, true), takes_carried);
}

#[test]
fn an_item_that_finds_no_room_does_not_hold_back_those_under_it() {
    let text = "
        #####
        #@..#
        #####";
    let mut game = game_of(EnemyKind::Guard, text, "wait", "wait");
    let (bell, axe) = (
        Item::Consumable(Consumable::Bell),
        Item::Weapon(Weapon::Axe),
    );
    game.hero.belt = vec![Consumable::Smoke; 4];
    game.items = vec![(at(2, 1), bell), (at(3, 1), bell), (at(2, 1), axe)];
    let events = make(&mut game, EAST);
    assert!(events.contains(&Event::Full(bell)) && events.contains(&Event::Found(axe)));
    assert_eq!(game.hero.items, [axe]);
    assert_eq!(game.items, [(at(2, 1), bell), (at(3, 1), bell)]);
}
