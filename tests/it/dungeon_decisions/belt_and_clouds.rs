//! These tests are about the things on the belt and their effects: potions, smoke, fire, the leaf and the bell. A thing
//! that the hero has already mends the one that the hero has.

use evolvarium::games::dungeon::rules::hero::{BELT, MAX_POTIONS, SURPRISE};
use evolvarium::games::dungeon::rules::{
    Actor, Armour, BELL_TURNS, Consumable, EnemyKind, Event, FIRE_TURNS, Item, Move, MoveError,
    SMOKE_TURNS, Status, Weapon, points,
};

use super::still;
use crate::dungeon_rules::{EAST, at, game_of, make};

fn consumable(thing: Consumable) -> Item {
    Item::Consumable(thing)
}

#[test]
fn the_belt_has_four_places_and_at_most_three_potions_hang_there() {
    let text = "
        ##########
        #@.......#
        ##########";
    let mut game = still(text);
    let potion = consumable(Consumable::Potion);
    let bell = consumable(Consumable::Bell);
    let things = [potion, potion, potion, bell, bell];
    game.items = (2..).map(|x| at(x, 1)).zip(things).collect();
    let mut events = Vec::new();
    for _ in 0..5 {
        events.extend(make(&mut game, EAST));
    }
    assert_eq!(game.hero.potions(), MAX_POTIONS);
    assert_eq!(game.hero.belt.len(), BELT);
    assert_eq!(game.hero.belt[3], Consumable::Bell);
    let full: Vec<&Event> = events
        .iter()
        .filter(|event| matches!(event, Event::Full(_)))
        .collect();
    // A fourth potion and a fifth thing stay where they lie.
    assert_eq!(full, [&Event::Full(potion), &Event::Full(bell)]);
    assert_eq!(game.items, [(at(4, 1), potion), (at(6, 1), bell)]);
}

#[test]
fn a_weapon_or_armour_that_the_hero_has_already_mends_what_they_have() {
    let text = "
        #####
        #@..#
        #####";
    for spare in [Item::Weapon(Weapon::Dagger), Item::Armour(Armour::Mail)] {
        let mut game = still(text);
        game.hero.items = vec![Item::Armour(Armour::Mail)];
        game.hero.life = 10;
        game.items = vec![(at(2, 1), spare)];
        assert!(make(&mut game, EAST).contains(&Event::Spare(spare)));
        assert_eq!((game.hero.life, game.hero.max_life), (11, 25));
        assert_eq!(game.hero.items, [Item::Armour(Armour::Mail)]);
        assert_eq!(game.items, []);
    }
}

#[test]
fn enemies_in_smoke_notice_nothing_and_nobody_sees_through_it() {
    let text = "
        ###########
        #.........#
        #.@e...e..#
        #.........#
        ###########";
    let mut game = game_of(EnemyKind::Guard, text, "change-state", "attack");
    for enemy in &mut game.enemies {
        enemy.facing = (-1, 0);
    }
    game.hero.belt = vec![Consumable::Smoke];
    game.hero.life = 250;
    game.hero.max_life = 250;
    assert!(make(&mut game, Move::Belt(0)).contains(&Event::Used(Consumable::Smoke)));
    for x in 1..=9 {
        assert_eq!(game.is_smoky(at(x, 2)), x <= 4, "{x}");
    }
    for turn in 1..=SMOKE_TURNS {
        assert!(game.enemies.iter().all(|enemy| !enemy.notices), "{turn}");
        assert_eq!(game.hero.life, 250);
        make(&mut game, Move::Wait);
    }
    assert!(!game.is_smoky(at(2, 2)));
    make(&mut game, Move::Wait);
    assert!(game.enemies.iter().all(|enemy| enemy.notices));
}

#[test]
fn fire_burns_everybody_on_its_cells_alike_for_some_turns() {
    let text = "
        ###########
        #.........#
        #.@...e.e.#
        #.........#
        ###########";
    let mut game = still(text);
    game.hero.belt = vec![Consumable::Fire, Consumable::Fire];
    for enemy in &mut game.enemies {
        enemy.life = 20;
    }
    let events = make(&mut game, Move::Belt(0));
    assert_eq!(
        events[1],
        Event::ConsumableThrown(Consumable::Fire, at(2, 2), at(6, 2))
    );
    assert!(events.contains(&Event::Burnt(Actor::Enemy(0), 3)));
    assert!(game.burns(at(5, 1)) && game.burns(at(7, 3)) && !game.burns(at(8, 2)));
    // The hero walks into it.
    for _ in 0..2 {
        make(&mut game, EAST);
    }
    let events = make(&mut game, EAST);
    assert!(events.contains(&Event::Burnt(Actor::Hero, 3)));
    assert_eq!(game.hero.life, 21);
    assert_eq!(game.enemies[0].life, 20 - 3 * FIRE_TURNS);
    assert_eq!(game.enemies[1].life, 20);
    make(&mut game, Move::Wait);
    assert!(!game.burns(at(5, 2)));
    assert_eq!(game.hero.life, 21);
    // The fire kills the enemy. Then no target is left, because the other enemy is 3 steps away.
    game.enemies[0].life = 2;
    let events = make(&mut game, Move::Belt(0));
    assert!(events.contains(&Event::Died(Actor::Enemy(0))));
    let mut alone = still(text);
    alone.enemies.clear();
    alone.hero.belt = vec![Consumable::Fire];
    let refused = alone.apply(Move::Belt(0), &mut Vec::new());
    assert_eq!(refused, Err(MoveError::NoTarget));
    assert_eq!(alone.hero.belt, [Consumable::Fire]);
}

#[test]
fn the_hero_can_die_in_the_fire_and_nobody_is_the_killer() {
    let text = "
        ######
        #@.e.#
        ######";
    let mut game = still(text);
    game.hero.belt = vec![Consumable::Fire];
    game.hero.life = 3;
    make(&mut game, Move::Belt(0));
    assert_eq!(game.hero.life, 3);
    let events = make(&mut game, EAST);
    assert!(events.contains(&Event::Died(Actor::Hero)));
    assert_eq!(game.status(), Status::Dead);
    assert!(game.killer().is_none());
}

#[test]
fn a_hero_who_is_killed_in_the_fire_is_killed_once_and_by_the_enemy() {
    let text = "
        ######
        #@e..#
        ######";
    let mut game = game_of(EnemyKind::Hunter, text, "change-state", "attack");
    make(&mut game, Move::Wait);
    game.hero.life = game.hero.max_life;
    game.hero.belt = vec![Consumable::Fire];
    make(&mut game, Move::Belt(0));
    assert!(game.burns(game.hero.at), "the fire reaches the hero");
    game.hero.life = 1;
    game.enemies[0].life = game.enemies[0].body.max_life;
    let events = make(&mut game, Move::Wait);
    let deaths = events
        .iter()
        .filter(|event| **event == Event::Died(Actor::Hero));
    assert_eq!(deaths.count(), 1, "{events:?}");
    assert!(game.killer().is_some());
}

#[test]
fn a_burning_enemy_gives_no_points_after_the_death_of_the_hero() {
    let text = "
        ######
        #@e..#
        ######";
    let mut game = game_of(EnemyKind::Hunter, text, "change-state", "attack");
    game.hero.belt = vec![Consumable::Fire];
    make(&mut game, Move::Belt(0));
    assert!(game.burns(at(2, 1)));
    (game.hero.life, game.enemies[0].life) = (1, 1);
    // Its blow comes before the fire.
    let events = make(&mut game, Move::Wait);
    assert!(events.contains(&Event::Died(Actor::Hero)), "{events:?}");
    assert_eq!((game.score(), game.kills()), (0, 0), "{events:?}");
}

#[test]
fn an_enemy_that_dies_in_the_fire_just_before_the_hero_gives_its_points() {
    let text = "
        ######
        #@.e.#
        ######";
    let mut game = still(text);
    game.hero.belt = vec![Consumable::Fire];
    make(&mut game, Move::Belt(0));
    (game.hero.life, game.enemies[0].life) = (3, 3);
    let events = make(&mut game, EAST);
    let died = |event: &&Event| matches!(event, Event::Died(_));
    let deaths: Vec<&Event> = events.iter().filter(died).collect();
    let enemies_first = [Actor::Enemy(0), Actor::Hero].map(Event::Died);
    assert_eq!(deaths, enemies_first.each_ref());
    assert_eq!((game.score(), game.kills()), (points::KILL, 1));
}

#[test]
fn a_leaf_takes_the_hero_back_to_the_start_and_gives_some_life_back() {
    let text = "
        #######
        #@....#
        #######";
    let mut game = still(text);
    game.hero.belt = vec![Consumable::Leaf];
    let refused = game.apply(Move::Belt(0), &mut Vec::new());
    assert_eq!(refused, Err(MoveError::AtStart));
    for _ in 0..3 {
        make(&mut game, EAST);
    }
    let damage = game.hero.max_life - game.hero.life;
    assert_eq!(damage, 0);
    game.hero.life -= 10;
    let events = make(&mut game, Move::Belt(0));
    assert!(events.contains(&Event::Teleported(Actor::Hero, at(4, 1), at(1, 1))));
    assert!(
        events.contains(&Event::Healed(Actor::Hero, 6)),
        "{events:?}"
    );
    assert_eq!((game.hero.at, game.hero.belt.len()), (at(1, 1), 0));
    assert_eq!(game.hero.max_life - game.hero.life, 4);
}

#[test]
fn a_bell_rings_for_some_turns_far_from_the_hero_and_calls_those_who_hear_it() {
    let text = "
        ###############
        #@............#
        #############.#
        #......e......#
        ###############";
    let mut game = game_of(EnemyKind::Guard, text, "turn-left", "attack");
    game.hero.belt = vec![Consumable::Bell];
    assert_eq!(game.bell_target(), at(9, 1), "8 steps away");
    let (flies, rings) = (
        Event::ConsumableThrown(Consumable::Bell, at(1, 1), at(9, 1)),
        Event::Noise(at(9, 1), 12),
    );
    let events = make(&mut game, Move::Belt(0));
    // By way of the right end the enemy is 10 steps from the bell.
    let listens = Event::Listens(0);
    assert!(
        [flies, rings, listens]
            .iter()
            .all(|event| events.contains(event))
    );
    assert_eq!(game.enemies[0].at, at(8, 3));
    assert!(game.rings(at(9, 1)) && !game.rings(at(8, 1)));
    for turn in 2..=BELL_TURNS {
        let events = make(&mut game, Move::Wait);
        assert!(
            events.contains(&rings) && !events.contains(&listens),
            "{turn}"
        );
    }
    assert_eq!(game.enemies[0].at, at(11, 1), "after 8 of 10 steps");
    assert_eq!(game.enemies[0].listens_to, Some(at(9, 1)));
    // The bell has stopped, so that the enemy would notice the hero again where it looks.
    assert!(!game.rings(at(9, 1)) && !game.cells_seen_by(0).is_empty());
    let events = make(&mut game, Move::Wait);
    assert!(!events.contains(&rings));
    assert_eq!(
        (game.enemies[0].listens_to, game.enemies[0].at),
        (None, at(11, 1))
    );
}

#[test]
fn an_enemy_that_hears_a_bell_forgets_the_hero_and_is_taken_by_surprise_beside_it() {
    let text = "
        ###########
        #@...e....#
        ###########";
    let mut game = game_of(EnemyKind::Guard, text, "wait", "wait");
    make(&mut game, Move::Wait);
    assert!(game.enemies[0].notices, "it faces the hero");
    game.hero.belt = vec![Consumable::Bell];
    let before = game.cells_seen_by(0);
    assert!(before.has(&game.dungeon().layout.map, at(1, 1)));
    make(&mut game, Move::Belt(0));
    let enemy = &game.enemies[0];
    assert_eq!(
        (enemy.aware, enemy.notices, enemy.listens_to),
        (false, false, Some(at(9, 1)))
    );
    assert_eq!(game.cells_seen_by(0).len(), 0);
    // The hero catches up with it while it stands at the bell and looks at nothing else.
    for _ in 0..7 {
        make(&mut game, EAST);
    }
    assert_eq!((game.hero.at, game.enemies[0].at), (at(8, 1), at(9, 1)));
    assert!(!game.enemies[0].aware);
    let life = game.enemies[0].body.max_life;
    let least = SURPRISE * Weapon::Dagger.damage().0;
    assert!(life <= least, "a surprise kills it: {life}");
    assert!(make(&mut game, EAST).contains(&Event::Died(Actor::Enemy(0))));
}

#[test]
fn an_enemy_that_fights_with_the_hero_does_not_listen_to_a_bell() {
    let text = "
        ###########
        #@e.......#
        ###########";
    let mut game = game_of(EnemyKind::Guard, text, "change-state", "attack");
    make(&mut game, Move::Wait);
    assert!(game.enemies[0].notices);
    game.hero.belt = vec![Consumable::Bell];
    let events = make(&mut game, Move::Belt(0));
    assert!(events.iter().any(|event| matches!(event, Event::Noise(..))));
    assert_eq!(
        (game.enemies[0].at, game.enemies[0].listens_to),
        (at(2, 1), None)
    );
    assert!(game.enemies[0].notices && game.hero.life < game.hero.max_life);
}
