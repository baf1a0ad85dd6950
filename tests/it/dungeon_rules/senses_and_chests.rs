//! These tests are about what enemies sense of their home and their friends, which kinds may learn which nodes, what
//! lies in chests, where a wanderer comes in, and sets of cells.

use evolvarium::games::dungeon::map::{Cell, Map};
use evolvarium::games::dungeon::rules::program::Node;
use evolvarium::games::dungeon::rules::{
    Breed, CellSet, EnemyAct, EnemyKind, Event, FIRST_WANDERER, Item, Move, Weapon,
};

use super::{EAST, at, game, make};

#[test]
fn an_enemy_goes_on_while_it_is_at_home_and_stops_beyond() {
    let text = "
        #############
        #@#e........#
        #############";
    let mut game = game(text, "if-home(forward wait)", "wait");
    game.enemies[0].facing = (1, 0);
    let home = game.enemies[0].at;
    for _ in 0..8 {
        make(&mut game, Move::Guard);
    }
    // Home is all that lies at most two steps away.
    assert_eq!(game.enemies[0].at.distance_to(home), 3);
}

#[test]
fn the_dead_are_no_friends() {
    let text = "
        ############
        #@#e.e.....#
        ############";
    for (life, steps) in [(5, 0), (0, 1)] {
        let mut game = game(text, "if-friend(wait forward)", "wait");
        game.enemies[0].facing = (1, 0);
        game.enemies[1].life = life;
        let before = game.enemies[0].at;
        make(&mut game, Move::Guard);
        let went = game.enemies[0].at.distance_to(before);
        assert_eq!(went, steps, "a friend with {life} points of life");
    }
}

#[test]
fn some_nodes_belong_to_some_kinds_alone() {
    let kinds_with = |node: Node| -> Vec<EnemyKind> {
        let all = EnemyKind::ALL.into_iter();
        all.filter(|kind| kind.may_use(node)).collect()
    };
    let without_hunters: Vec<EnemyKind> = EnemyKind::ALL
        .into_iter()
        .filter(|kind| *kind != EnemyKind::Hunter)
        .collect();
    assert_eq!(kinds_with(Node::Retreat), without_hunters);
    assert_eq!(kinds_with(Node::Block), without_hunters);
    assert_eq!(kinds_with(Node::IfSeen), [EnemyKind::Ambusher]);
    assert_eq!(kinds_with(Node::IfHome), [EnemyKind::Guard]);
    assert_eq!(kinds_with(Node::GoHome), [EnemyKind::Guard]);
    assert_eq!(kinds_with(Node::IfNear), [EnemyKind::Coward]);
    assert_eq!(kinds_with(Node::Attack), EnemyKind::ALL);
}

#[test]
fn chests_hold_consumables_most_often_and_weapons_and_armour_too() {
    let text = format!("#@{}#", "$".repeat(120));
    let wall = "#".repeat(text.len());
    let mut game = game(&format!("\n{wall}\n{text}\n{wall}"), "wait", "wait");
    let (mut consumables, mut weapons, mut armours) = (0, 0, 0);
    for _ in 0..120 {
        for event in make(&mut game, EAST) {
            match event {
                Event::Chest(_, Item::Consumable(_)) => consumables += 1,
                Event::Chest(_, Item::Weapon(weapon)) => {
                    assert_ne!(weapon, Weapon::Dagger, "the hero has one from the start");
                    weapons += 1;
                }
                Event::Chest(_, Item::Armour(armour)) => {
                    assert_ne!(armour, game.hero.armour, "the hero wears it from the start");
                    armours += 1;
                }
                _ => {}
            }
        }
    }
    assert_eq!(consumables + weapons + armours, 120);
    // 84, 24 and 12 are expected.
    assert!((65..105).contains(&consumables), "{consumables}");
    assert!(weapons > 8 && armours > 2, "{weapons} {armours}");
}

#[test]
fn a_wanderer_comes_in_beside_a_hero_who_has_stayed_at_the_start() {
    let text = "
        #########
        #@......#
        #######.#
        #e..#...#
        #########";
    let mut game = game(text, "wait", "wait");
    let mut came = Vec::new();
    while game.turns() < FIRST_WANDERER {
        game.hero.life = 24;
        for event in make(&mut game, Move::Guard) {
            if let Event::CameIn(number) = event {
                came.push(game.enemies[number].at);
            }
        }
    }
    assert_eq!(came, [at(2, 1)], "the only free cell beside the start");
}

#[test]
fn a_set_of_cells_gains_and_loses_them() {
    let map = Map::new(20, 9);
    let cells: Vec<Cell> = map.cells().collect();
    let mut set = CellSet::of(&map);
    cells.iter().for_each(|cell| set.add(&map, *cell));
    for (number, cell) in cells.iter().enumerate() {
        assert!(set.has(&map, *cell));
        set.remove(&map, *cell);
        let left = cells.iter().filter(|cell| set.has(&map, **cell)).count();
        assert_eq!(left, cells.len() - number - 1);
    }
    assert!(set.is_empty());
    set.add(&map, at(19, 8));
    assert!(!set.is_empty());
    assert!(!set.has(&map, at(-1, 0)) && !set.has(&map, at(20, 0)));
}

#[test]
fn an_enemy_goes_home_and_heals_three_times_at_most() {
    let text = "
        #############
        #@#e........#
        #############";
    let mut away = game(text, "go-home", "wait");
    away.enemies[0].at = at(9, 1);
    for steps in (0..6).rev() {
        make(&mut away, Move::Guard);
        assert_eq!(away.enemies[0].at.distance_to(at(3, 1)), steps);
    }
    let text = "
        ########
        #@..e..#
        ########";
    let mut hurt = game(text, "change-state", "heal");
    hurt.enemies[0].life = 1;
    for _ in 0..8 {
        make(&mut hurt, Move::Guard);
    }
    assert_eq!(hurt.enemies[0].life, 4);
}

#[test]
fn kinds_have_names_and_the_acts_that_wound_are_harmful() {
    let names: Vec<&str> = EnemyKind::ALL.into_iter().map(EnemyKind::name).collect();
    assert_eq!(names, ["hunter", "guard", "coward", "ambusher"]);
    let acts = [
        EnemyAct::Strike,
        EnemyAct::Leap,
        EnemyAct::Throw,
        EnemyAct::Block,
        EnemyAct::Heal,
    ];
    let acts = acts
        .into_iter()
        .chain([EnemyAct::Turn((1, 0)), EnemyAct::Wait]);
    let harmful: Vec<EnemyAct> = acts.filter(|act| act.is_harmful()).collect();
    assert_eq!(harmful, [EnemyAct::Strike, EnemyAct::Leap, EnemyAct::Throw]);
}

#[test]
fn the_code_of_a_breed_has_a_strength_from_1_to_12() {
    for (strength, is_good) in [
        ("1", true),
        ("12", true),
        ("13", false),
        ("0", false),
        ("05", false),
    ] {
        let code = format!("h{strength}j.eoq");
        assert_eq!(code.parse::<Breed>().is_ok(), is_good, "{code}");
    }
}
