//! The dungeon's rules on rooms drawn by hand, its routes, moves in letters, and descents.

use std::sync::Arc;

use evolvarium::games::dungeon::descent::Descent;
use evolvarium::games::dungeon::enemies::hand_written::read_program;
use evolvarium::games::dungeon::graph::problem::usual_search;
use evolvarium::games::dungeon::map::Dungeon;
use evolvarium::games::dungeon::map::locks::Locks;
use evolvarium::games::dungeon::map::{Area, Cell, Layout, Map, Tile};
use evolvarium::games::dungeon::map::{Graph, Repairs, Room};
use evolvarium::games::dungeon::players::routes::Routes;
use evolvarium::games::dungeon::rules::distance_map::DistanceMap;
use evolvarium::games::dungeon::rules::program::{
    Node, Program, Thread, TreeError, TreeKind, read,
};
use evolvarium::games::dungeon::rules::{
    Armour, Creature, Event, Game, Item, Move, MoveError, Status, Step, Weapon, points, sight,
};
use evolvarium::games::dungeon::rules::{Breed, EnemyKind};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::generation::{Pick, Seed};
use evolvarium::session::Difficulty;

pub fn at(x: i16, y: i16) -> Cell {
    Cell { x, y }
}

/// Parses a printed map, and returns the places of its signs.
fn drawn(text: &str) -> (Map, Vec<(char, Cell)>) {
    let rows: Vec<&str> = text.trim_matches('\n').lines().map(str::trim).collect();
    let mut map = Map::new(rows[0].len() as i16, rows.len() as i16);
    let mut signs = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, sign) in row.chars().enumerate() {
            let cell = at(x as i16, y as i16);
            let tile = match sign {
                '#' => Tile::Wall,
                '+' => Tile::Door,
                ':' => Tile::Corridor,
                _ => Tile::Floor,
            };
            map.set(cell, tile);
            if sign.is_alphabetic() || "@>$".contains(sign) {
                signs.push((sign, cell));
            }
        }
    }
    map.seal();
    (map, signs)
}

/// A game on a drawn map: `@` the hero, `e` enemies, `k` the key, `>` the exit, `$` chests. Enemies look
/// down, and do what the test says.
fn game(text: &str, patrol: &str, attack: &str) -> Game {
    game_of(EnemyKind::Hunter, text, patrol, attack)
}

/// Like [`game`], with enemies of a kind.
pub fn game_of(kind: EnemyKind, text: &str, patrol: &str, attack: &str) -> Game {
    let (map, signs) = drawn(text);
    let one = |wanted: char| {
        signs
            .iter()
            .find(|(sign, _)| *sign == wanted)
            .map(|(_, cell)| *cell)
    };
    let all = |wanted: char| -> Vec<Cell> {
        let found = signs.iter().filter(|(sign, _)| *sign == wanted);
        found.map(|(_, cell)| *cell).collect()
    };
    let area = Area {
        origin: at(1, 1),
        width: map.width - 2,
        height: map.height - 2,
    };
    let corner = at(1, 1);
    let layout = Layout {
        rooms: vec![area],
        connections: Vec::new(),
        start: one('@').expect("a hero"),
        exit: one('>').unwrap_or(corner),
        key: one('k').unwrap_or(corner),
        keys: Vec::new(),
        chests: all('$'),
        enemies: all('e'),
        map,
    };
    let dungeon = Dungeon {
        graph: Graph::of(&[Room::default(); 3]),
        locks: Locks::default(),
        layout,
        repairs: Repairs::default(),
    };
    let program = read_program(patrol, attack).expect("a program");
    let breed = Arc::new(Breed {
        kind,
        strength: 2,
        program,
    });
    let mut game = Game::new(Arc::new(dungeon), &[breed], 2, Seed(1));
    for enemy in &mut game.enemies {
        enemy.facing = (0, 1);
    }
    game
}

const NORTH: Move = Move::Step(Step(0));
pub const EAST: Move = Move::Step(Step(1));
pub const SOUTH: Move = Move::Step(Step(2));
const WEST: Move = Move::Step(Step(3));
const NORTH_EAST: Move = Move::Step(Step(4));

pub fn make(game: &mut Game, made: Move) -> Vec<Event> {
    let mut events = Vec::new();
    game.apply(made, &mut events).expect("it can be made");
    events
}

#[test]
fn sight_is_symmetric() {
    for seed in 0..300u64 {
        let mut rng = Seed(seed).stream(evolvarium::generation::Purpose::Layout);
        let walls: Vec<bool> = (0..400).map(|_| rng.random_below(4) == 0).collect();
        let opaque = |cell: Cell| {
            let inside = (0..20).contains(&cell.x) && (0..20).contains(&cell.y);
            !inside || walls[cell.y as usize * 20 + cell.x as usize]
        };
        let seen_from = |from: Cell| {
            let mut seen = Vec::new();
            sight::look(from, 8, opaque, |cell| seen.push(cell));
            seen
        };
        let from = at(10, 10);
        if opaque(from) {
            continue;
        }
        for cell in seen_from(from).into_iter().filter(|cell| !opaque(*cell)) {
            assert!(
                seen_from(cell).contains(&from),
                "{cell} does not see back, seed {seed}"
            );
        }
    }
}

#[test]
fn walls_and_shut_doors_hide_what_lies_behind() {
    let text = "
        #########
        #@.#....#
        #..+....#
        #..#....#
        #########";
    let mut game = game(text, "wait", "wait");
    let map = game.dungeon().layout.map.clone();
    assert!(game.explored().has(&map, at(3, 2)));
    assert!(!game.explored().has(&map, at(4, 2)));
    make(&mut game, SOUTH);
    make(&mut game, EAST);
    assert!(!game.explored().has(&map, at(4, 2)));
    let events = make(&mut game, EAST);
    assert!(events.contains(&Event::Opened(at(3, 2))));
    assert!(game.visible().has(&map, at(7, 2)) && game.visible().has(&map, at(7, 1)));
    // Cells that were seen are remembered.
    make(&mut game, WEST);
    make(&mut game, NORTH);
    assert!(!game.visible().has(&map, at(7, 1)) && game.explored().has(&map, at(7, 1)));
}

#[test]
fn moves_that_cannot_be_made_are_refused_and_change_nothing() {
    let text = "
        #######
        #@+.>.#
        ##...k#
        #######";
    let mut game = game(text, "wait", "wait");
    let refused = |game: &mut Game, made: Move| {
        let (before, mut events) = (game.hero.clone(), Vec::new());
        let why = game
            .apply(made, &mut events)
            .expect_err("it cannot be made");
        assert_eq!((&game.hero, events.len()), (&before, 0));
        why
    };
    assert_eq!(refused(&mut game, NORTH), MoveError::Wall);
    assert_eq!(refused(&mut game, Move::Step(Step(8))), MoveError::NoStep);
    assert_eq!(refused(&mut game, Move::Use(3)), MoveError::NoItem);
    assert_eq!(refused(&mut game, Move::Portal), MoveError::NoPortal);
    make(&mut game, EAST);
    // No one can leave a door diagonally.
    assert_eq!(refused(&mut game, Move::Step(Step(5))), MoveError::Wall);
    make(&mut game, EAST);
    assert_eq!(refused(&mut game, EAST), MoveError::NoKey);
    make(&mut game, SOUTH);
    make(&mut game, EAST);
    let events = make(&mut game, EAST);
    assert!(events.contains(&Event::FoundExitKey));
    assert_eq!((game.score(), game.status()), (points::KEY, Status::Alive));
    assert_eq!(game.turns(), 5);
    let events = make(&mut game, Move::Step(Step(7)));
    assert!(events.contains(&Event::Escaped));
    assert_eq!(
        (game.score(), game.status()),
        (points::KEY + points::DUNGEON, Status::Escaped)
    );
    assert_eq!(refused(&mut game, WEST), MoveError::Over);
}

#[test]
fn every_weapon_strikes_in_its_own_way() {
    let text = "
        #######
        #.e.e.#
        #..@ee#
        #.....#
        #######";
    let life = |weapon: Weapon, made: Move| {
        let mut game = game(text, "wait", "wait");
        game.hero.weapon = weapon;
        // No enemy has noticed the hero, and none ever strikes.
        let before: Vec<u8> = game.enemies.iter().map(|enemy| enemy.life).collect();
        make(&mut game, made);
        let lost = game
            .enemies
            .iter()
            .zip(before)
            .map(|(enemy, life)| life - enemy.life);
        (lost.collect::<Vec<_>>(), game.turns())
    };
    // The enemies row by row: above left, above right, beside the hero, and one cell further.
    let (dagger, _) = life(Weapon::Dagger, EAST);
    assert!(
        dagger[2] == 6 && dagger[3] == 0,
        "the damage is three times 2 or 3, but not more than the remaining life: {dagger:?}"
    );
    let (sword, turns) = life(Weapon::Sword, EAST);
    assert!((3..=5).contains(&sword[2]) && sword[3] == 0 && turns == 1);
    let (axe, _) = life(Weapon::Axe, NORTH_EAST);
    assert!(
        axe[..3].iter().all(|lost| (2..=4).contains(lost)) && axe[3] == 0,
        "{axe:?}"
    );
    let (spear, _) = life(Weapon::Spear, EAST);
    assert!(
        (3..=4).contains(&spear[2]) && (3..=4).contains(&spear[3]),
        "{spear:?}"
    );
    let (mace, turns) = life(Weapon::Mace, EAST);
    assert!(mace[2] == 6 && turns == 2, "{mace:?}");
}

#[test]
fn guards_halve_blows_and_armour_takes_from_them() {
    let text = "
        ####
        #@e#
        ####";
    let mut guarded = game(text, "change-state", "attack");
    let mut worst = 0;
    for _ in 0..12 {
        guarded.hero.life = 24;
        for event in make(&mut guarded, Move::Guard) {
            if let Event::Struck {
                target: Creature::Hero,
                damage: wounds,
                guarded,
                ..
            } = event
            {
                assert!(guarded);
                worst = worst.max(wounds);
            }
        }
    }
    // An enemy of strength 2 does up to 3 points of damage, and the guard halves them.
    assert_eq!(worst, 1);
    let mut armoured = game(text, "change-state", "attack");
    armoured.hero.armour = Armour::Mail;
    for _ in 0..12 {
        armoured.hero.life = 24;
        for event in make(&mut armoured, Move::Wait) {
            if let Event::Struck { damage: wounds, .. } = event {
                assert_eq!(wounds, 1, "one always comes through, and no more of 3");
            }
        }
    }
}

#[test]
fn things_are_found_used_and_changed_and_wounds_heal_in_time() {
    let text = "
        #####
        #@$.#
        #####";
    let mut game = game(text, "wait", "wait");
    game.hero.life = 5;
    let events = make(&mut game, EAST);
    assert_eq!(game.score(), points::CHEST);
    assert!(events.iter().any(|event| matches!(event, Event::Chest(..))));
    assert_eq!(
        game.hero.items.len() + usize::from(game.hero.potions),
        3,
        "a second thing, or potion"
    );
    game.hero.items = vec![Item::Weapon(Weapon::Axe), Item::Potion];
    game.hero.potions = 1;
    let events = make(&mut game, Move::Use(0));
    assert!(events.contains(&Event::InUse(Item::Weapon(Weapon::Axe))));
    assert_eq!(game.hero.weapon, Weapon::Axe);
    assert_eq!(game.hero.items[0], Item::Weapon(Weapon::Dagger));
    make(&mut game, Move::Use(1));
    assert_eq!((game.hero.life, game.hero.items.len()), (17, 1));
    for _ in 0..12 {
        make(&mut game, Move::Wait);
    }
    assert_eq!(game.hero.life, 18);
}

#[test]
fn the_killer_of_the_hero_is_named() {
    let text = "
        ####
        #@e#
        ####";
    let mut game = game(text, "change-state", "attack");
    game.hero.life = 1;
    assert_eq!(game.killer(), None);
    for _ in 0..3 {
        if game.status() == Status::Alive {
            make(&mut game, Move::Wait);
        }
    }
    assert_eq!(game.status(), Status::Dead);
    assert_eq!(game.killer(), Some(game.enemies[0].breed.kind));
}

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
fn a_program_that_never_acts_costs_its_enemy_the_turn_and_nobody_else_anything() {
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
    // Who does not know of the hero goes on with the patrol.
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
        let setup = Setup::of(Difficulty::Easy);
        let mut descent =
            Descent::new(&setup, &usual_search(), Seed(seed), Pick::Best).expect("a dungeon");
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
fn potions_lie_at_one_place_and_none_is_wasted() {
    let text = "
        #####
        #@..#
        #####";
    let mut game = game(text, "wait", "wait");
    game.items = vec![(at(2, 1), Item::Potion), (at(3, 1), Item::Potion)];
    make(&mut game, EAST);
    make(&mut game, EAST);
    assert_eq!(
        (game.hero.potions, game.hero.items.as_slice()),
        (3, &[Item::Potion][..])
    );
    let mut events = Vec::new();
    assert_eq!(
        game.apply(Move::Use(0), &mut events),
        Err(MoveError::Healthy)
    );
    for left in [2, 1, 0] {
        game.hero.life = 1;
        make(&mut game, Move::Use(0));
        assert_eq!((game.hero.life, game.hero.potions), (13, left));
    }
    assert_eq!(game.hero.items, []);
}

#[test]
fn a_thrown_weapon_wounds_and_lies_where_the_enemy_stood() {
    let text = "
        ##########
        #@...e..e#
        ##########";
    let mut game = game(text, "wait", "wait");
    let refused = |game: &mut Game| game.apply(Move::Throw, &mut Vec::new());
    assert_eq!(refused(&mut game), Err(MoveError::NoMissile));
    game.hero.items = vec![
        Item::Weapon(Weapon::Sword),
        Item::Weapon(Weapon::Axe),
        Item::Potion,
    ];
    let events = make(&mut game, Move::Throw);
    let axe = Item::Weapon(Weapon::Axe);
    assert_eq!(events[0], Event::Thrown(axe, at(1, 1), at(5, 1)));
    let lost =
        |game: &Game, enemy: usize| game.enemies[enemy].body.max_life - game.enemies[enemy].life;
    assert!((2..=4).contains(&lost(&game, 0)) && lost(&game, 1) == 0);
    assert_eq!(game.items, [(at(5, 1), axe)]);
    assert_eq!(
        game.hero.items,
        [Item::Weapon(Weapon::Sword), Item::Potion],
        "a sword is not thrown"
    );
    game.hero.items = vec![axe];
    game.enemies[0].life = 0;
    // The other enemy is 7 steps away.
    assert_eq!(refused(&mut game), Err(MoveError::NoTarget));
    assert_eq!(game.hero.items, [axe]);
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
        let to = |next: &Cell| map.walkable(from, *next);
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
