//! Ground: grass hides and burns, water slows, silences and covers tracks, oil burns for long, rubble is loud. And
//! dungeons whose rooms have it, from the graph to the map.

use std::sync::Arc;

use evolvarium::games::dungeon::enemies::arena::Arena;
use evolvarium::games::dungeon::enemies::shipped::shipped_roster;
use evolvarium::games::dungeon::graph::fitness::ground_variety;
use evolvarium::games::dungeon::graph::generator::{self, DungeonSpec};
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::map::{Cell, Graph, Ground, Map, Room, RoomNo, Theme, Tile};
use evolvarium::games::dungeon::players::{Conduct, HeroDouble};
use evolvarium::games::dungeon::rules::{
    Actor, Armour, Consumable, EnemyKind, Event, FIRE_TURNS, Game, Hero, Item, Move, OIL_TURNS,
    RUBBLE_NOISE,
};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::generation::{Pick, Problem, Seed};
use evolvarium::session::Difficulty;
use proptest::prelude::*;

use crate::dungeon_rules::{EAST, WEST, at, game_of, make};

/// A game with an enemy that waits until it knows of the hero, and then rushes at them.
fn rush(text: &str) -> Game {
    game_of(
        EnemyKind::Guard,
        text,
        "change-state",
        "if-range(attack approach)",
    )
}

fn noises(events: &[Event]) -> Vec<(Cell, u16)> {
    let noise = |event: &Event| match *event {
        Event::Noise(cell, loudness) => Some((cell, loudness)),
        _ => None,
    };
    events.iter().filter_map(noise).collect()
}

#[test]
fn grass_hides_the_hero_and_the_enemy_from_all_who_are_further_than_two_steps() {
    let mut game = rush(
        "
        ###########
        #@.\"...e..#
        ###########",
    );
    game.enemies[0].facing = (-1, 0);
    make(&mut game, EAST);
    assert!(game.enemies[0].notices, "on stone the hero is seen");
    let mut game = rush(
        "
        ###########
        #.@\"....e.#
        ###########",
    );
    game.enemies[0].facing = (1, 0);
    make(&mut game, EAST);
    game.enemies[0].facing = (-1, 0);
    assert!(
        !game
            .cells_seen_by(0)
            .has(&game.dungeon().layout.map, at(3, 1))
    );
    make(&mut game, Move::Wait);
    assert!(!game.enemies[0].notices, "five steps away");
    game.enemies[0].at = at(5, 1);
    assert!(
        game.cells_seen_by(0)
            .has(&game.dungeon().layout.map, at(3, 1))
    );
    make(&mut game, Move::Wait);
    assert!(game.enemies[0].notices, "two steps away");

    let mut game = rush(
        "
        ###########
        #@......\".#
        ###########",
    );
    assert!(game.enemies.is_empty());
    let mut other = rush("####\n#@e#\n####");
    game.enemies.append(&mut other.enemies);
    game.enemies[0].at = at(8, 1);
    assert!(!game.sees_enemy(0), "seven steps away");
    game.hero.at = at(6, 1);
    make(&mut game, Move::Wait);
    assert!(game.sees_enemy(0), "two steps away");
}

#[test]
fn a_step_into_water_takes_two_turns_and_is_neither_heard_nor_tracked() {
    let text = "
        ##########
        #@~......#
        ##########";
    let mut game = rush(text);
    game.hero.armour = Armour::Mail;
    let events = make(&mut game, EAST);
    assert_eq!((game.turns(), noises(&events)), (2, vec![]));
    let events = make(&mut game, EAST);
    assert_eq!(game.turns(), 3, "out of the water it is one turn again");
    assert_eq!(noises(&events), [(at(3, 1), 6)], "mail is heard");
    // A hunter comes to the cell beside the first step, and looks the other way. It is too far from the second step.
    for (ground, is_tracked) in [('~', false), ('.', true)] {
        let text = format!("##########\n#@{ground}......#\n##########");
        let hunter = |text: &str| game_of(EnemyKind::Hunter, text, "wait", "wait");
        let mut game = hunter(&text);
        for _ in 0..2 {
            make(&mut game, EAST);
        }
        game.enemies.append(&mut hunter("####\n#@e#\n####").enemies);
        (game.enemies[0].at, game.enemies[0].facing) = (at(1, 1), (-1, 0));
        let events = make(&mut game, Move::Wait);
        let found = events.contains(&Event::Tracked(0));
        assert_eq!(found, is_tracked, "{ground}: {events:?}");
    }
}

#[test]
fn an_enemy_that_steps_into_water_does_nothing_in_its_next_turn() {
    let mut game = rush(
        "
        #########
        #@....~e#
        #########",
    );
    game.enemies[0].facing = (-1, 0);
    make(&mut game, Move::Wait);
    assert_eq!(game.enemies[0].at, at(6, 1));
    make(&mut game, Move::Wait);
    assert_eq!(game.enemies[0].at, at(6, 1), "it wades");
    make(&mut game, Move::Wait);
    assert_eq!(game.enemies[0].at, at(5, 1));
}

#[test]
fn an_enemy_that_changes_places_with_the_hero_is_out_of_the_water() {
    let text = "
        ########
        #e~..@.#
        ########";
    let dry = game_of(EnemyKind::Guard, text, "forward", "wait");
    let breed = Arc::clone(&dry.enemies[0].breed);
    // The hero came in where the water is.
    let mut dungeon = (**dry.dungeon()).clone();
    dungeon.layout.start = at(2, 1);
    let strength = breed.strength;
    let mut game = Game::new(Arc::new(dungeon), &[breed], strength, Seed(1));
    (game.hero.at, game.hero.belt) = (at(5, 1), vec![Consumable::Leaf]);
    game.enemies[0].facing = (1, 0);
    make(&mut game, Move::Wait);
    assert_eq!(
        game.enemies[0].at,
        at(2, 1),
        "it has stepped into the water"
    );
    let events = make(&mut game, Move::Belt(0));
    let changed = Event::Teleported(Actor::Enemy(0), at(2, 1), at(5, 1));
    assert!(events.contains(&changed), "{events:?}");
    assert_eq!(game.enemies[0].at, at(6, 1), "it walks on at once");
}

#[test]
fn a_step_on_rubble_is_heard_whoever_makes_it() {
    let mut game = rush(
        "
        ##########
        #@,......#
        ##########",
    );
    let events = make(&mut game, EAST);
    assert_eq!(noises(&events), [(at(2, 1), RUBBLE_NOISE)]);
    let mut game = rush(
        "
        ##########
        #@....,e.#
        ##########",
    );
    game.enemies[0].facing = (-1, 0);
    let events = make(&mut game, Move::Wait);
    assert_eq!(game.enemies[0].at, at(6, 1));
    assert_eq!(noises(&events), [(at(6, 1), RUBBLE_NOISE)]);
    // The enemy does not take its own step for one of the hero.
    assert_eq!(game.enemies[0].heard, None);
}

/// Throws a flask of fire at the enemy, who stands still.
fn throw_fire(game: &mut Game) -> Vec<Event> {
    game.hero.belt.clear();
    game.hero.pick_up(Item::Consumable(Consumable::Fire));
    for enemy in &mut game.enemies {
        (enemy.life, enemy.body.max_life) = (200, 200);
    }
    make(game, Move::Belt(0))
}

/// A game with an enemy that always waits.
fn still(text: &str) -> Game {
    game_of(EnemyKind::Guard, text, "wait", "wait")
}

fn burning(game: &Game) -> Vec<Cell> {
    let mut cells: Vec<Cell> = game.burning_cells().collect();
    cells.sort();
    cells
}

#[test]
fn fire_spreads_over_grass_and_leaves_stone() {
    let mut game = still(
        "
        ################
        #@...e.\"\"\"..\"..#
        ################",
    );
    throw_fire(&mut game);
    // The flask lights the cells around the enemy, and at the end of the turn the fire reaches the grass beside them.
    let first = [at(4, 1), at(5, 1), at(6, 1), at(7, 1)];
    assert_eq!(burning(&game), first);
    assert_eq!(game.ground_at(at(7, 1)), Ground::Stone, "it is burnt");
    assert!(game.will_burn(at(8, 1)) && !game.will_burn(at(9, 1)));
    make(&mut game, Move::Wait);
    assert!(game.burns(at(8, 1)) && !game.burns(at(9, 1)));
    for _ in 0..2 * FIRE_TURNS {
        make(&mut game, Move::Wait);
    }
    assert_eq!(burning(&game), []);
    let grounds: Vec<Ground> = (7..=12).map(|x| game.ground_at(at(x, 1))).collect();
    let stone = Ground::Stone;
    // The last tuft lies apart.
    assert_eq!(grounds, [stone, stone, stone, stone, stone, Ground::Grass]);
}

#[test]
fn oil_burns_for_longer_and_water_does_not_burn() {
    let mut game = still(
        "
        ##########
        #@..~e%..#
        ##########",
    );
    throw_fire(&mut game);
    assert_eq!(burning(&game), [at(5, 1), at(6, 1)], "not on the water");
    for _ in 1..FIRE_TURNS {
        make(&mut game, Move::Wait);
    }
    assert_eq!(burning(&game), [at(6, 1)], "the oil still burns");
    for _ in FIRE_TURNS..OIL_TURNS {
        assert!(game.burns(at(6, 1)));
        make(&mut game, Move::Wait);
    }
    assert_eq!(burning(&game), []);
}

#[test]
fn a_second_flask_does_not_shorten_the_fire_of_oil() {
    let mut game = still(
        "
        ##########
        #@..~e%..#
        ##########",
    );
    throw_fire(&mut game);
    throw_fire(&mut game);
    for _ in 2..OIL_TURNS {
        assert!(game.burns(at(6, 1)));
        make(&mut game, Move::Wait);
    }
    assert_eq!(burning(&game), []);
}

#[test]
fn automatic_players_leave_grass_that_is_about_to_burn() {
    use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
    let mut game = still(
        "
        ############
        #...@\"\"....#
        ##########e#
        ############",
    );
    // The hero stands two steps from a fire, in grass that joins them.
    game.hero.at = at(5, 1);
    game.enemies[0].at = at(8, 1);
    throw_fire(&mut game);
    assert!(game.burns(at(7, 1)), "{:?}", burning(&game));
    assert!(game.burns(at(6, 1)) && game.will_burn(at(5, 1)));
    let chosen = ReferencePlayer::Careful.player().choose(&game);
    assert_eq!(chosen, Some(WEST));
}

/// The number of cells of a map with a kind of ground.
fn cells_of(map: &Map, ground: Ground) -> usize {
    map.cells()
        .filter(|cell| map.ground(*cell) == ground)
        .count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_ground_of_a_room_covers_at_least_a_quarter_of_its_floor_and_no_other_room(seed in 0u64..1_000_000) {
        let spec = DungeonSpec { has_ground: true, ..DungeonSpec::default() };
        let dungeon = generator::generate(&spec, &usual_parameters(), Seed(seed), Pick::Best)
            .expect("a dungeon");
        let map = &dungeon.layout.map;
        for (room, area) in dungeon.graph.all().zip(&dungeon.layout.rooms) {
            let ground = dungeon.graph.room(room).ground;
            let floor: Vec<Cell> = area.cells().filter(|cell| map.at(*cell) == Tile::Floor).collect();
            let covered = floor.iter().filter(|cell| map.ground(**cell) != Ground::Stone).count();
            prop_assert!(floor.iter().all(|cell| [Ground::Stone, ground].contains(&map.ground(*cell))));
            match ground {
                Ground::Stone => prop_assert_eq!(covered, 0),
                _ => prop_assert!(4 * covered >= floor.len(), "{covered} of {}", floor.len()),
            }
        }
        let outside = map.cells().filter(|cell| map.at(*cell) != Tile::Floor);
        for cell in outside {
            prop_assert!(map.at(cell) == Tile::Portal || map.ground(cell) == Ground::Stone);
        }
    }
}

#[test]
fn ground_is_bred_for_variety() {
    let mut graph = Graph::of(&[Room::default(); 4]);
    for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        graph.connect(RoomNo(a), RoomNo(b));
    }
    assert_eq!(ground_variety(&graph, graph.all()), 0.0);
    graph.room_mut(RoomNo(0)).ground = Ground::Grass;
    graph.room_mut(RoomNo(1)).ground = Ground::Grass;
    graph.room_mut(RoomNo(2)).ground = Ground::Oil;
    // There are two kinds of ground, and three of four ways join different ground.
    assert_eq!(ground_variety(&graph, graph.all()), 2.75);
    let spec = DungeonSpec {
        has_ground: true,
        ..DungeonSpec::default()
    };
    let without = DungeonSpec {
        has_ground: false,
        ..spec
    };
    let kinds = |spec: &DungeonSpec, seed| {
        let (graph, dungeon) =
            generator::generate_with_graph(spec, &usual_parameters(), Seed(seed))
                .expect("a dungeon");
        assert_eq!(spec.problem().violation(&graph), 0);
        ground_variety(&dungeon.graph, dungeon.graph.all())
    };
    let mean = |spec: &DungeonSpec| (0..40).map(|seed| kinds(spec, seed)).sum::<f64>() / 40.0;
    let (bred, plain) = (mean(&spec), mean(&without));
    assert!(bred > 3.0, "at most 5 are possible: {bred}");
    assert_eq!(plain, 0.0);
}

#[test]
fn half_of_the_rooms_of_a_depth_have_the_ground_of_its_theme() {
    let setup = Setup::of(Difficulty::Expert);
    let share = |depth: u8, themed: bool| {
        let theme = Theme::of_depth(depth).ground();
        let spec = setup.spec_at(depth);
        assert_eq!(spec.theme, Some(theme));
        let spec = DungeonSpec {
            theme: spec.theme.filter(|_| themed),
            ..spec
        };
        let of_seed = |seed| {
            let dungeon = generator::generate(&spec, &usual_parameters(), Seed(seed), Pick::Best);
            let graph = dungeon.expect("a dungeon").graph;
            let fits = graph.all().filter(|room| graph.room(*room).ground == theme);
            let kinds = Ground::ALL.into_iter();
            let there =
                |ground: &Ground| graph.all().any(|room| graph.room(room).ground == *ground);
            assert!(
                kinds.filter(there).count() >= 2,
                "it is not all of one ground"
            );
            fits.count() as f64 / graph.len() as f64
        };
        (0..20).map(of_seed).sum::<f64>() / 20.0
    };
    for depth in 1..=setup.depths {
        let (with, without) = (share(depth, true), share(depth, false));
        assert!(
            with > 0.4 && with > without + 0.1,
            "{depth}: {with:.2}, {without:.2}"
        );
    }
    // The themes begin again, and dungeons without ground have none.
    assert_eq!(Theme::of_depth(7), Theme::of_depth(1));
    let bare: Setup = "d2f1r6s12e2c1l1".parse().expect("a setup");
    assert_eq!(bare.spec_at(2).theme, None);
}

#[test]
fn ids_say_whether_there_is_ground_and_how_strength_grows() {
    let setup = Setup::of(Difficulty::Normal);
    assert_eq!(setup.to_string(), "d5f1i5r6s12e2c1l1gh2");
    for text in [
        "d5f1i6r6s12e2c1l1gh2",
        "d5f1i6r6s12e2c1l1gh",
        "d5f1r6s12e2c1l1h",
        "d5f1r6s12e2c1l1",
        "d5f1i0r6s12e2c1l1gow10.10n.3.10.10.10.20.5",
    ] {
        let setup: Setup = text.parse().expect("a setup");
        assert_eq!(setup.to_string(), text);
    }
    for text in [
        "d5f1i13r6s12e2c1l1g",
        "d5f1i06r6s12e2c1l1g",
        "d5f1r6s12e2c1l1hg",
        "d5f1r6s12e2c1l1gg",
        "d5f1r6s12e2c1l1gw10.10n.3.10.10.10.40.10",
    ] {
        assert!(text.parse::<Setup>().is_err(), "{text}");
    }
    let strengths = |text: &str| -> Vec<u8> {
        let setup: Setup = text.parse().expect("a setup");
        (1..=6).map(|depth| setup.strength_at(depth)).collect()
    };
    assert_eq!(strengths("d6f1i6r6s12e2c1l1g"), [1, 3, 5, 7, 9, 11]);
    assert_eq!(strengths("d6f1i5r6s12e2c1l1g"), [1, 3, 4, 6, 8, 9]);
    // Without the number it grows faster and faster.
    assert_eq!(strengths("d6f1r6s12e2c1l1"), [1, 2, 3, 5, 8, 11]);
}

#[test]
fn enemies_learn_on_ground_where_there_is_some() {
    let double = |on_ground| HeroDouble {
        on_ground,
        ..HeroDouble::of(&Hero::new(at(1, 1)), &Conduct::default(), 0, false)
    };
    let breed = &shipped_roster()[0];
    let covered = |on_ground| {
        let arenas = Arena::against(Seed(3), 20, double(on_ground));
        let covered = |arena: &&Arena| arena.start(breed, 3).dungeon().layout.map.has_ground();
        arenas.iter().filter(covered).count()
    };
    assert_eq!(covered(false), 0);
    // All three rooms of an arena are stone in 1 of 125.
    assert!(covered(true) >= 17);
}

#[test]
fn a_descent_has_ground_at_every_depth() {
    let setup = Setup::of(Difficulty::Easy);
    for depth in 1..=setup.depths {
        let spec = setup.spec_at(depth);
        assert!(spec.has_ground);
        // The seeds are those of a descent.
        let seed = match depth {
            1 => Seed(4),
            deeper => Seed(4).child(deeper.into()),
        };
        let dungeon = generator::generate(&spec, &usual_parameters(), seed, Pick::Best);
        let map = dungeon.expect("a dungeon").layout.map;
        let kinds = Ground::ALL.into_iter().skip(1);
        let covering = kinds.filter(|ground| cells_of(&map, *ground) > 0);
        assert!(covering.count() >= 2, "depth {depth}");
    }
}
