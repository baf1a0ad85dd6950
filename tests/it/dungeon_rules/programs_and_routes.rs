//! These tests are about the programs by which enemies act and the texts from which they are read, and about the routes
//! and distances that are found on a map.

use evolvarium::games::dungeon::descent::{Descent, DescentStatus};
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::map::{Cell, Map, Tile};
use evolvarium::games::dungeon::players::Player;
use evolvarium::games::dungeon::players::automatic::Automatic;
use evolvarium::games::dungeon::players::routes::Routes;
use evolvarium::games::dungeon::rules::distance_map::DistanceMap;
use evolvarium::games::dungeon::rules::program::{
    Node, Program, Thread, TreeError, TreeKind, read,
};
use evolvarium::games::dungeon::rules::{EnemyKind, Move, Step};
use evolvarium::generation::{Pick, Seed};
use evolvarium::session::Difficulty;

use super::{at, drawn, game, game_of, make};
use crate::harness::fixed_enemies;

#[test]
fn enemies_approach_retreat_and_heal_as_their_programs_say() {
    let text = "
        ##########
        #@......e#
        ##########";
    let mut near = game(text, "change-state", "if-range(attack approach)");
    for steps in [6, 5, 4] {
        make(&mut near, Move::Wait);
        assert_eq!(near.enemies[0].at.distance_to(near.hero.at), steps);
    }
    let text = "
        ##########
        #@.e.....#
        ##########";
    let mut far = game(text, "change-state", "retreat");
    make(&mut far, Move::Wait);
    assert_eq!(far.enemies[0].at, at(4, 1));
    let mut healing = game(text, "change-state", "if-weak(heal wait)");
    healing.enemies[0].life = 1;
    for _ in 0..6 {
        make(&mut healing, Move::Wait);
    }
    // Half of 6 is 3: the enemy heals while it has at most 3 points of life, and at most three times.
    assert_eq!(healing.enemies[0].life, 4);
}

#[test]
fn an_enemy_that_retreats_goes_to_the_last_of_the_furthest_cells() {
    let seen = "
        #########
        #.......#
        #..e....#
        #@......#
        #.......#
        #.......#
        #########";
    let remembered = "
        #########
        #.......#
        #..e....#
        #.......#
        #.......#
        #.......#
        #########
        #@......#
        #########";
    for text in [seen, remembered] {
        let mut game = game_of(EnemyKind::Coward, text, "change-state", "retreat");
        let enemy = &mut game.enemies[0];
        (enemy.aware, enemy.target, enemy.memory) = (true, at(1, 3), 20);
        make(&mut game, Move::Wait);
        // The cells to the east, the north-east and the south-east of it are each three steps from 1,3.
        assert_eq!(game.enemies[0].at, at(4, 3), "{text}");
    }
}

#[test]
fn a_program_that_never_acts_costs_its_enemy_the_turn_and_does_not_stop_the_game() {
    let text = "
        ######
        #@..e#
        ######";
    let mut idle = game(text, "change-state", "change-state");
    for _ in 0..50 {
        make(&mut idle, Move::Wait);
    }
    assert_eq!((idle.turns(), idle.enemies[0].at), (50, at(4, 1)));
}

#[test]
fn sequences_go_on_where_they_were_and_changes_of_state_begin_anew() {
    let program = Program {
        patrol: read("prog3(forward turn-left change-state)", TreeKind::Patrol).expect("a tree"),
        attack: read(
            "prog2(attack if-weak(change-state block))",
            TreeKind::Attack,
        )
        .expect("a tree"),
    };
    let mut thread = Thread::default();
    let mut acts = |weak: bool, count: usize| -> Vec<Node> {
        (0..count)
            .map(|_| thread.next(&program, |asked| asked == Node::ChangeState || weak))
            .collect()
    };
    use Node::{Attack, Block, Forward, TurnLeft};
    // The change of state takes no turn.
    assert_eq!(acts(false, 5), [Forward, TurnLeft, Attack, Block, Attack]);
    assert_eq!(acts(true, 3), [Forward, TurnLeft, Attack]);
    // An enemy that does not know of the hero goes on with the patrol.
    let mut unaware = Thread::default();
    let acts: Vec<Node> = (0..4).map(|_| unaware.next(&program, |_| false)).collect();
    assert_eq!(acts, [Forward, TurnLeft, Forward, TurnLeft]);
}

#[test]
fn broken_trees_are_refused_with_the_reason() {
    let why = |text: &str| read(text, TreeKind::Attack).expect_err(text);
    assert_eq!(why("dance"), TreeError::Unknown("dance".into()));
    assert_eq!(why("forward"), TreeError::Misplaced("forward", "attack"));
    let arity = TreeError::Arity {
        name: "prog2",
        needed: 2,
        found: 1,
    };
    assert_eq!(why("prog2(attack)"), arity);
    assert_eq!(
        why(&("prog2(attack ".repeat(8) + "block" + &")".repeat(8))),
        TreeError::Deep
    );
    let as_deep_as_can_be = "prog2(attack ".repeat(7) + "block" + &")".repeat(7);
    assert!(read(&as_deep_as_can_be, TreeKind::Attack).is_ok());
    // Two nodes below each node, and seven nodes above each other: 127.
    let mut as_large_as_can_be = "attack".to_owned();
    for _ in 1..7 {
        as_large_as_can_be = format!("prog2({as_large_as_can_be} {as_large_as_can_be})");
    }
    let tree = read(&as_large_as_can_be, TreeKind::Attack).expect("a tree");
    assert_eq!((tree.nodes().len(), tree.depth()), (127, 7));
    for text in ["", "(", "attack)", "prog2(attack block", "attack block"] {
        assert!(matches!(why(text), TreeError::Shape(_)), "{text}");
    }
    let good = "prog3(if-range(attack approach) if-weak(heal block) retreat)";
    assert_eq!(
        read(good, TreeKind::Attack).expect("a tree").to_string(),
        good
    );
}

#[test]
fn routes_are_the_shortest_and_avoid_walls() {
    let (map, _) = drawn(
        "
        ########
        #..#...#
        #..+...#
        #..#...#
        ########",
    );
    let mut distances = DistanceMap::default();
    distances.compute(&map, at(1, 1), 99, |_| true);
    assert_eq!(distances.of(&map, at(2, 3)), Some(2));
    // Through the door, straight: 2,2 is one diagonal step away, then 3,2 and 4,2.
    assert_eq!(distances.of(&map, at(4, 2)), Some(3));
    assert_eq!(distances.of(&map, at(3, 1)), None);
    distances.compute(&map, at(1, 1), 2, |_| true);
    assert_eq!(distances.of(&map, at(4, 2)), None);
}

#[test]
fn exploring_uses_only_what_was_seen_and_shows_everything() {
    for seed in 0..12 {
        let setup = fixed_enemies(Difficulty::Easy);
        let mut descent =
            Descent::new(&setup, &usual_parameters(), Seed(seed), Pick::Best).expect("a dungeon");
        descent.game.enemies.clear();
        let (mut routes, mut events) = (Routes::default(), Vec::new());
        let map = descent.game.dungeon().layout.map.clone();
        while let Some(made) = routes.explore(&descent.game) {
            if let Move::Step(Step(number)) = made {
                let to = descent.game.hero.at.step(Cell::STEPS[usize::from(number)]);
                assert!(
                    descent.game.explored().has(&map, to),
                    "a step to a cell that was not explored"
                );
            }
            descent
                .make(made, &mut events)
                .expect("a step that can be made");
            assert!(descent.totals().turns < 10_000 && descent.depth() == 1);
        }
        let game = &descent.game;
        let unseen = map
            .cells()
            .find(|cell| map.at(*cell).is_open() && !game.explored().has(&map, *cell));
        assert_eq!(unseen, None, "seed {seed}");
        assert!(game.hero.exit_key && game.chests().is_empty());
        let exit = game.dungeon().layout.exit;
        while descent.depth() == 1 {
            let made = routes
                .towards(&descent.game, |cell| cell == exit)
                .expect("a way out");
            descent
                .make(made, &mut events)
                .expect("a step that can be made");
        }
    }
}

#[test]
fn a_route_that_may_not_be_long_is_the_shortest_one_or_none() {
    let mut routes = Routes::default();
    let (mut short, mut long) = (0, 0);
    for seed in 1..5 {
        let setup = "d1f4r8s10e2c1l1".parse().expect("a setup");
        let descent = Descent::new(&setup, &usual_parameters(), Seed(seed), Pick::Best);
        let mut descent = descent.expect("a dungeon");
        let mut player = Automatic::default();
        while descent.status() == DescentStatus::Descending {
            let game = &descent.game;
            let is_door = |cell: Cell| game.dungeon().layout.map.at(cell) == Tile::Door;
            let whole = routes.to(game, is_door);
            let is_short = |route: &Vec<Cell>| route.len() <= 3;
            short += usize::from(whole.as_ref().is_some_and(is_short));
            long += usize::from(whole.as_ref().is_some_and(|route| !is_short(route)));
            assert_eq!(routes.near(game, 3, is_door), whole.filter(is_short));
            let made = player.choose(game).expect("the game goes on");
            descent.make(made, &mut Vec::new()).expect("a legal move");
        }
    }
    assert!(short > 100 && long > 100, "{short} {long}");
}

#[test]
fn a_search_towards_a_cell_and_one_that_is_gone_on_with_find_the_same_distances() {
    let mut towards = DistanceMap::default();
    let mut further = DistanceMap::default();
    let mut whole = DistanceMap::default();
    let mut found = 0;
    for seed in 0..400u64 {
        let mut rng = Seed(seed).stream(evolvarium::generation::Purpose::Layout);
        let side = 16;
        let mut map = Map::new(side, side);
        let cells: Vec<Cell> = map.cells().collect();
        for cell in &cells {
            let inner = (1..side - 1).contains(&cell.x) && (1..side - 1).contains(&cell.y);
            let tile = match rng.random_below(8) {
                0..5 if inner => Tile::Floor,
                5 if inner => Tile::Door,
                _ => Tile::Wall,
            };
            map.set(*cell, tile);
        }
        map.seal();
        let open: Vec<Cell> = cells
            .iter()
            .copied()
            .filter(|cell| map.at(*cell).is_open())
            .collect();
        let (goal, from) = (
            *rng.choose(&open).expect("floor"),
            *rng.choose(&open).expect("floor"),
        );
        let most = 3 + rng.random_below(20) as u16;
        whole.compute(&map, goal, most, |_| true);
        towards.compute_towards(&map, goal, most, from, |_| true);
        further.begin(&map, goal);
        further.extend(&map, most / 2, |_| true);
        further.extend_to(&map, from, most, |_| true);
        let here = whole.of(&map, from);
        assert_eq!(towards.of(&map, from), here, "seed {seed}");
        assert_eq!(further.of(&map, from), here, "seed {seed}");
        let Some(here) = here else { continue };
        found += 1;
        let to = |next: &Cell| map.is_walkable(from, *next);
        for next in from.neighbours().filter(to) {
            let true_steps = whole.of(&map, next);
            assert_eq!(further.of(&map, next), true_steps, "seed {seed}");
            let near = |steps: &u16| *steps <= here;
            assert_eq!(
                towards.of(&map, next).filter(near),
                true_steps.filter(near),
                "seed {seed}"
            );
        }
    }
    assert!(found > 100, "{found}");
}
