//! These tests are about rest, which enemies disturb, about wanderers, which come in late, and about the boons that are
//! offered on each depth but the first.

use std::collections::BTreeSet;
use std::sync::Arc;

use evolvarium::games::dungeon::descent::Descent;
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::map::Cell;
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::boons::{BOON_LIFE, QUICK_REST_TURNS};
use evolvarium::games::dungeon::rules::hero::MAX_POTIONS;
use evolvarium::games::dungeon::rules::{
    Boon, Breed, EnemyKind, Event, FIRST_WANDERER, Game, LATER_WANDERER_TURNS, Move, MoveError,
    REST_TURNS, Status, Step, WANDERER_TURNS, Weapon, for_strength,
};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::generation::{Pick, Purpose, Seed};

use super::still;
use crate::dungeon_rules::{EAST, SOUTH, at, game_of, game_with, make};

#[test]
fn nobody_rests_under_the_eyes_of_an_enemy() {
    let text = "
        #########
        #@....e.#
        #########";
    let mut watched = still(text);
    watched.enemies[0].facing = (-1, 0);
    watched.hero.life = 5;
    for _ in 0..5 * REST_TURNS {
        make(&mut watched, Move::Wait);
    }
    assert_eq!(watched.hero.life, 5);
    let mut alone = still(text);
    alone.enemies[0].facing = (1, 0);
    alone.hero.life = 5;
    for _ in 0..2 * REST_TURNS {
        make(&mut alone, Move::Wait);
    }
    assert_eq!(alone.hero.life, 7);
    alone.hero.boons.push(Boon::Rest);
    for _ in 0..2 * QUICK_REST_TURNS {
        make(&mut alone, Move::Wait);
    }
    assert_eq!(alone.hero.life, 9);
}

#[test]
fn wanderers_come_in_again_and_again_and_find_the_hero_by_old_tracks() {
    let text = "
        ##############
        #@.+.........#
        ####.#########
        ####.........#
        ############.#
        ##e+.........#
        ##############";
    let mut game = still(text);
    game.enemies[0].facing = (-1, 0);
    // The hero goes to the end of the winding way.
    for step in [1, 1, 1, 2, 2] {
        make(&mut game, Move::Step(Step(step)));
    }
    for _ in 0..8 {
        make(&mut game, EAST);
    }
    make(&mut game, SOUTH);
    let mut came = Vec::new();
    let mut found = None;
    let pauses = WANDERER_TURNS.into_iter().chain([LATER_WANDERER_TURNS; 2]);
    let turns = [FIRST_WANDERER].into_iter().chain(pauses);
    let due: Vec<u32> = turns
        .scan(0, |turn, pause| {
            *turn += pause;
            Some(*turn)
        })
        .collect();
    assert_eq!(
        due,
        [300, 400, 500, 580, 640, 680, 720],
        "they come ever sooner"
    );
    while game.turns() < 730 {
        // The hero waits for the wanderers, and is never harmed here.
        game.hero.life = 24;
        for event in make(&mut game, Move::Guard) {
            if let Event::CameIn(number) = event {
                came.push((game.turns(), number));
            }
        }
        if found.is_none() && game.enemies.get(1).is_some_and(|enemy| enemy.notices) {
            found = Some(game.turns());
        }
    }
    assert_eq!(came, due.into_iter().zip(1..).collect::<Vec<_>>());
    let found = found.expect("the tracks are older than a hunter could follow");
    assert!(found < FIRST_WANDERER + 30, "{found}");
    assert!(game.enemies[1].wanders && !game.enemies[0].wanders);
    // Waiting for wanderers gains no points.
    let score = game.score();
    game.enemies[1].life = 1;
    let (map, here) = (game.dungeon().layout.map.clone(), game.hero.at);
    let way = (0..8).find(|step| map.is_walkable(here, here.step(Cell::STEPS[*step])));
    let way = way.expect("a way");
    game.enemies[1].at = here.step(Cell::STEPS[way]);
    game.enemies.truncate(2);
    make(&mut game, Move::Step(Step(way as u8)));
    assert_eq!((game.enemies[1].life, game.score()), (0, score));
}

#[test]
fn three_boons_are_offered_on_each_depth_but_the_first_and_one_must_be_taken() {
    let setup: Setup = "d2f1r6s6e0c0l0".parse().expect("a setup");
    let mut descent =
        Descent::new(&setup, &usual_parameters(), Seed(5), Pick::Best).expect("a dungeon");
    assert_eq!(descent.game.offer(), None);
    let mut player = ReferencePlayer::Careful.player();
    while descent.depth() == 1 {
        let made = player.choose(&descent.game).expect("a move");
        descent.make(made, &mut Vec::new()).expect("a legal move");
    }
    let offer = descent.game.offer().expect("three boons");
    assert!(offer[0] != offer[1] && offer[0] != offer[2] && offer[1] != offer[2]);
    let mut refused = |made: Move| {
        descent
            .make(made, &mut Vec::new())
            .expect_err("a boon comes first")
    };
    for made in [Move::Wait, EAST, Move::Belt(0)] {
        assert_eq!(refused(made), MoveError::Choose.into());
    }
    assert_eq!(refused(Move::Boon(3)), MoveError::NoBoon.into());
    let (turns, mut events) = (descent.totals().turns, Vec::new());
    descent
        .make(Move::Boon(1), &mut events)
        .expect("it is offered");
    assert_eq!(events, [Event::TookBoon(offer[1])]);
    assert_eq!(descent.totals().turns, turns, "it takes no turn");
    assert_eq!(descent.game.hero.boons, [offer[1]]);
    assert_eq!(descent.game.offer(), None);
    let again = descent.make(Move::Boon(1), &mut Vec::new());
    assert_eq!(again, Err(MoveError::NoBoon.into()));
}

/// The boons of rest and of quiet steps are tested with rest and with noise.
#[test]
fn the_boons_of_life_potions_edge_and_skin_do_what_they_say() {
    let text = "
        ####
        #@e#
        ####";
    let taken = |boon: Boon| {
        let mut game = game_of(EnemyKind::Guard, text, "change-state", "attack");
        let others = Boon::ALL.into_iter().filter(|other| *other != boon);
        let others: Vec<Boon> = others.collect();
        game.make_offer([others[0], boon, others[1]]);
        make(&mut game, Move::Boon(1));
        game
    };
    let life = taken(Boon::Life).hero;
    assert_eq!((life.life, life.max_life), (24 + BOON_LIFE, 24 + BOON_LIFE));
    assert_eq!(taken(Boon::Potions).hero.potions(), MAX_POTIONS);
    let mut edge = taken(Boon::Edge);
    edge.hero.weapon = Weapon::Sword;
    edge.enemies[0].facing = (1, 0);
    let mut dealt = BTreeSet::new();
    for _ in 0..60 {
        (edge.enemies[0].life, edge.hero.life) = (200, 24);
        make(&mut edge, EAST);
        dealt.insert(200 - edge.enemies[0].life);
    }
    // Without the boon, a sword does 3 to 5.
    assert_eq!(dealt, BTreeSet::from([4, 5, 6]));
    let mut skin = taken(Boon::Skin);
    let mut worst = 0;
    for _ in 0..30 {
        let before = skin.hero.life;
        make(&mut skin, Move::Wait);
        worst = worst.max(before - skin.hero.life);
        skin.hero.life = 24;
    }
    // The boon leaves at most 2 of the damage of up to 3.
    assert_eq!(worst, 2);
}

#[test]
fn going_round_a_pillar_for_500_turns_never_leaves_the_hero_with_more_life() {
    // Key and exit lie apart, where no enemy comes.
    let small = "
        ########
        #...##k#
        #.#.##>#
        #@e.####
        ########";
    let wide = "
        ##########
        #.....##k#
        #.###.##>#
        #@e...####
        ##########";
    let large = "
        ##########
        #.....##k#
        #.###.##>#
        #.###.####
        #.###.####
        #@e...####
        ##########";
    let rush = "if-range(attack approach)";
    let simplest = EnemyKind::ALL.map(|kind| game_of(kind, small, "change-state", rush));
    let simplest = simplest.map(|game| Arc::clone(&game.enemies[0].breed));
    let breeds = [&simplest[..], &shipped()].concat();
    for (text, middle) in [(small, at(2, 2)), (wide, at(3, 2)), (large, at(3, 3))] {
        let (mut steps, mut lasted) = (0, 0);
        for breed in &breeds {
            let (kind, strength) = (breed.kind, breed.strength);
            let mut game = game_with(Arc::clone(breed), text);
            (game.hero.life, game.hero.max_life) = (100, 250);
            (game.enemies[0].life, game.enemies[0].body.max_life) = (250, 250);
            let first = game.hero.life;
            for _ in 0..500 {
                if game.status() != Status::Alive {
                    break;
                }
                // The hero takes the first free step of the ring, clockwise, and never strikes.
                let made = round_step(&game, middle).unwrap_or(Move::Wait);
                steps += u32::from(made != Move::Wait);
                make(&mut game, made);
            }
            lasted += u32::from(game.status() == Status::Alive);
            // An enemy that is shaken off lets the hero rest, until a wanderer comes.
            let last = game.hero.life;
            assert!(
                last <= first,
                "{kind} {strength}, {text}: from {first} to {last}"
            );
        }
        assert!(steps > 100, "{text}: {steps} steps");
        assert!(lasted > 0, "{text}: nobody lasts for 500 turns");
    }
}

/// The shipped breeds of every kind and strength.
fn shipped() -> Vec<Arc<Breed>> {
    let all = [2, 5, 8].map(|strength| for_strength(&Setup::default().roster(), strength));
    all.concat()
}

#[test]
fn staring_at_an_enemy_that_knows_of_the_hero_makes_nobody_whole() {
    let text = "
        ###########
        #@...e....#
        #.........#
        #.........#
        ###########";
    for breed in shipped() {
        let (kind, strength) = (breed.kind, breed.strength);
        let mut game = game_with(breed, text);
        game.enemies[0].aware = true;
        (game.hero.life, game.hero.max_life) = (6, 24);
        for _ in 1..FIRST_WANDERER {
            if game.status() != Status::Alive {
                break;
            }
            make(&mut game, Move::Wait);
        }
        let (life, is_alive) = (game.hero.life, game.status() == Status::Alive);
        // Only ambushers lie in wait. Before they settle they may look away for as long as two points of rest take.
        assert!(life <= 8, "{kind} {strength}: {life}");
        assert!(
            !is_alive || kind == EnemyKind::Ambusher,
            "{kind} {strength} never came"
        );
    }
}

/// The step to the next free cell of a ring around a cell, clockwise.
fn round_step(game: &Game, middle: Cell) -> Option<Move> {
    let (map, here) = (&game.dungeon().layout.map, game.hero.at);
    let steps = (0u8..).zip(Cell::STEPS);
    let clockwise = |(x, y): (i16, i16)| {
        let (from_x, from_y) = (here.x - middle.x, here.y - middle.y);
        from_x * y - from_y * x > 0
    };
    let mut free = steps.filter(|(_, step)| {
        let to = here.step(*step);
        clockwise(*step) && map.is_walkable(here, to) && game.enemy_at(to).is_none()
    });
    free.next().map(|(number, _)| Move::Step(Step(number)))
}

#[test]
fn boons_that_are_taken_once_are_not_offered_again() {
    let text = "
        ###
        #@#
        ###";
    let mut hero = still(text).hero;
    hero.boons = vec![Boon::Skin, Boon::Quiet, Boon::Rest, Boon::Life];
    let mut offered = std::collections::HashSet::new();
    for seed in 0..60 {
        offered.extend(Boon::draw(&hero, &mut Seed(seed).stream(Purpose::Play)));
    }
    let again = [Boon::Life, Boon::Edge, Boon::Potions];
    assert_eq!(offered, again.into_iter().collect());
}
