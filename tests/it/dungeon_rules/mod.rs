//! The dungeon's rules on rooms drawn by hand, its routes, moves in letters, and descents.
//!
//! This file has the rooms and moves that the tests of the dungeon share, and the tests of sight and of moves that are
//! refused; the sub-modules have blows and things, programs and routes, senses and chests, and remembered views.

mod blows_and_things;
mod programs_and_routes;
mod senses_and_chests;
mod views;

use std::sync::Arc;

use evolvarium::games::dungeon::enemies::hand_written::read_program;
use evolvarium::games::dungeon::map::locks::Locks;
use evolvarium::games::dungeon::map::{
    Area, Cell, Dungeon, Graph, Ground, Layout, Map, Repairs, Room, Tile,
};
use evolvarium::games::dungeon::rules::{
    Breed, EnemyKind, Event, Game, Move, MoveError, Status, Step, points, sight,
};
use evolvarium::generation::Seed;

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
            let ground = Ground::ALL.into_iter().find(|one| one.letter() == sign);
            if let Some(ground) = ground.filter(|ground| *ground != Ground::Stone) {
                map.set_ground(cell, ground);
            }
            if sign.is_alphabetic() || "@>$".contains(sign) {
                signs.push((sign, cell));
            }
        }
    }
    map.seal();
    (map, signs)
}

/// A game on a drawn map: `@` the hero, `e` enemies, `k` the key, `>` the exit, `$` chests, and ground. Enemies look
/// towards the hero, and act by the programs of the test.
fn game(text: &str, patrol: &str, attack: &str) -> Game {
    game_of(EnemyKind::Hunter, text, patrol, attack)
}

/// Like [`game`], with enemies of a kind.
pub fn game_of(kind: EnemyKind, text: &str, patrol: &str, attack: &str) -> Game {
    let program = read_program(patrol, attack).expect("a program");
    let breed = Breed {
        kind,
        strength: 2,
        program,
        adaptation: None,
    };
    game_with(Arc::new(breed), text)
}

/// Like [`game`], with enemies of a breed.
pub fn game_with(breed: Arc<Breed>, text: &str) -> Game {
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
    let strength = breed.strength;
    let mut game = Game::new(Arc::new(dungeon), &[breed], strength, Seed(1));
    let hero = game.hero.at;
    for enemy in &mut game.enemies {
        let (x, y) = (hero.x - enemy.at.x, hero.y - enemy.at.y);
        enemy.facing = match x.abs() >= y.abs() {
            true => (x.signum(), 0),
            false => (0, y.signum()),
        };
    }
    game
}

const NORTH: Move = Move::Step(Step(0));
pub const EAST: Move = Move::Step(Step(1));
pub const SOUTH: Move = Move::Step(Step(2));
pub const WEST: Move = Move::Step(Step(3));
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
    assert_eq!(refused(&mut game, Move::Belt(1)), MoveError::NoItem);
    assert_eq!(refused(&mut game, Move::Boon(0)), MoveError::NoBoon);
    assert_eq!(refused(&mut game, Move::Portal), MoveError::NoPortal);
    make(&mut game, EAST);
    // A door cannot be left diagonally.
    assert_eq!(refused(&mut game, Move::Step(Step(5))), MoveError::Doorway);
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
