//! The searches for dungeons and enemies: GeneticGame's search, and the effect of each row of the settings.

use std::sync::Arc;

use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::descent::Descent;
use evolvarium::games::dungeon::enemies::problem::EnemyProblem;
use evolvarium::games::dungeon::enemies::spec::EnemySpec;
use evolvarium::games::dungeon::evolve::ENEMIES;
use evolvarium::games::dungeon::graph::best_part::playable_part;
use evolvarium::games::dungeon::graph::fitness::{Weights, best_component};
use evolvarium::games::dungeon::graph::generator::{
    self, DungeonSpec, Method, generate_with_graph,
};
use evolvarium::games::dungeon::graph::operators::{self, Bounds};
use evolvarium::games::dungeon::graph::original_colours::in_original_colours;
use evolvarium::games::dungeon::graph::picture::{graph_picture, map_picture};
use evolvarium::games::dungeon::graph::problem::{
    GraphProblem, door_capacity, original_parameters, usual_parameters,
};
use evolvarium::games::dungeon::map::floor_plan::{FloorPlan, TileStyle};
use evolvarium::games::dungeon::map::{Cell, Graph, Repairs, Room, RoomNo};
use evolvarium::games::dungeon::rules::EnemyKind;
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::generation::{
    Crossover, EvolutionParameters, Form, LabelPlace, Pick, Problem, Purpose, Run, Scheme, Seed,
    Selection, Shape, StopReason, Tint,
};
use evolvarium::session::{Difficulty, Game, Origin};
use evolvarium::shell::games::Evolved;
use evolvarium::shell::menus::parameters::PARAMETERS;
use evolvarium::shell::table::TableGame;

use crate::dungeon_descents::leave_dungeon;

/// Rooms of a size, joined by edges.
fn graph(rooms: &[(u8, u8)], edges: &[(u8, u8)]) -> Graph {
    let rooms: Vec<Room> = rooms
        .iter()
        .map(|(width, height)| Room {
            width: *width,
            height: *height,
            ..Room::default()
        })
        .collect();
    let mut graph = Graph::of(&rooms);
    for (a, b) in edges {
        graph.connect(RoomNo(*a), RoomNo(*b));
    }
    graph
}

#[test]
fn special_rooms_move_into_the_best_part_to_where_the_way_is_longest() {
    // The start, the key and the exit are rooms 0, 1 and 2. Rooms 3 to 7 form a line and
    // score best, because they are wide.
    let mut rooms = vec![(6, 12); 3];
    rooms.extend([(40, 6); 5]);
    let line = [(0, 1), (3, 4), (4, 5), (5, 6), (6, 7)];
    let graph = graph(&rooms, &line);
    let (_, best) = best_component(&graph, &Weights::ORIGINAL);
    assert_eq!(best.map(|room| room.0).collect::<Vec<_>>(), [3, 4, 5, 6, 7]);
    let (played, repairs) = playable_part(&graph, &Weights::ORIGINAL);
    assert_eq!(
        repairs,
        Repairs {
            moved: 3,
            ..Repairs::default()
        }
    );
    // From one end to the other and nearly back again: 4 + 3 edges.
    let roles = played.roles;
    assert_eq!(
        (roles.start, roles.key, roles.exit),
        (RoomNo(3), RoomNo(7), RoomNo(4))
    );
    assert_eq!(played.playable().expect("it can be played").len(), 5);
    // The edges have not changed.
    assert_eq!(
        played.edges().collect::<Vec<_>>(),
        graph.edges().collect::<Vec<_>>()
    );
}

#[test]
fn a_part_that_is_too_small_is_joined_and_a_room_with_many_ways_is_enlarged() {
    // Room 3 alone scores best, because it is the widest.
    let alone = graph(&[(6, 6), (6, 6), (6, 6), (40, 5)], &[(0, 1), (1, 2)]);
    let (_, best) = best_component(&alone, &Weights::ORIGINAL);
    assert_eq!(best.map(|room| room.0).collect::<Vec<_>>(), [3]);
    let (played, repairs) = playable_part(&alone, &Weights::ORIGINAL);
    assert_eq!((repairs.joined, repairs.moved), (1, 0));
    assert_eq!(played.playable().expect("it can be played").len(), 4);
    // A star: eight doors fit into the walls of a room of 5 by 5 cells, but it has ten ways.
    let ways: Vec<(u8, u8)> = (1..=10).map(|room| (0, room)).collect();
    let star = graph(&[(5, 5); 11], &ways);
    assert_eq!(door_capacity(star.room(RoomNo(0))), 8);
    let (played, repairs) = playable_part(&star, &Weights::ORIGINAL);
    assert_eq!(repairs.enlarged, 1);
    assert!(door_capacity(played.room(RoomNo(0))) >= 10);
}

#[test]
fn the_best_part_of_the_graph_of_genetic_game_s_search_is_played() {
    let spec = Setup::of(Difficulty::Normal).spec.original();
    let parameters = spec.method.usual_parameters();
    assert_eq!(parameters, original_parameters(60));
    let (mut rooms, mut sound) = (Vec::new(), 0);
    for seed in 0..30 {
        let (graph, dungeon) =
            generator::generate_with_graph(&spec, &parameters, Seed(seed)).expect("a dungeon");
        let (score, best) = best_component(&graph, &Weights::ORIGINAL);
        assert_eq!(spec.problem().fitness(&graph), score);
        if dungeon.repairs == Repairs::default() {
            sound += 1;
            assert_eq!(dungeon.graph.len(), best.len(), "seed {seed}");
            assert_eq!(best, graph.reachable(graph.roles.start, graph.all()));
        }
        assert_eq!(dungeon.layout.rooms.len(), dungeon.graph.len());
        rooms.push(dungeon.graph.len());
    }
    assert!(sound > 0, "no best part can be played as it is");
    rooms.sort_unstable();
    // The pull of the distance and that of the number of rooms meet where the README of GeneticGame says: "about 20-25".
    eprintln!("rooms of 30 dungeons: {rooms:?}");
    assert!((15..=30).contains(&rooms[15]), "{rooms:?}");
    // A run that is too short to find a connected dungeon gives one that can be played all the same.
    for seed in 0..20 {
        let short = original_parameters(1);
        let spec = DungeonSpec { rooms: 6, ..spec };
        generator::generate(&spec, &short, Seed(seed), Pick::Best).expect("a dungeon");
    }
}

#[test]
fn a_descent_goes_down_through_dungeons_of_genetic_game_s_search() {
    let text = "d3f2r40s8e1c1l0o";
    let setup: Setup = text.parse().expect("a setup");
    assert_eq!(setup.spec.method, Method::Original);
    assert_eq!(setup.spec.weights, Method::Original.weights());
    let parameters = DungeonGame::parameters_for(&setup, usual_parameters());
    assert_eq!(parameters, original_parameters(60));
    let mut descent = Descent::new(&setup, &parameters, Seed(3), Pick::Best).expect("a dungeon");
    let work = descent.next_dungeon_work().expect("a second dungeon");
    bevy::tasks::block_on(work);
    assert!(descent.next_run().is_none(), "it is there");
    leave_dungeon(&mut descent);
    assert_eq!(descent.depth(), 2);
    let second = generator::generate(&setup.spec_at(2), &parameters, Seed(3).child(2), Pick::Best);
    assert_eq!(**descent.game.dungeon(), second.expect("a dungeon"));
}

#[test]
fn the_letter_of_the_method_is_written_only_where_it_is_needed() {
    for text in [
        "d5f2r16s12e2c2l1",
        "d5f2r16s12e2c2l1w10.10n.3.10.10.10.0",
        "d5f2r40s12e2c2l1o",
        "d5f2r40s12e2c2l1ow10.10n.3.10.10.10.180",
        "d5f2r40s12e2c2l1o-c4j.eoq",
    ] {
        let setup: Setup = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(setup.to_string(), text);
    }
    // The weights of the method are not written.
    let long: Setup = "d5f2r40s12e2c2l1ow10.10n.4n.10.10.10.0"
        .parse()
        .expect("a setup");
    assert_eq!(long.to_string(), "d5f2r40s12e2c2l1o");
    for text in [
        "d5f2r40s12e2c2l1oo",
        "d5f2r40s12e2c2ol1",
        "d5f2r40s12e2c2l1w1o",
    ] {
        assert!(text.parse::<Setup>().is_err(), "{text}");
    }
    let id = "dungeon.14:d5f2r40s12e2c2l1o~n30,e0,m0.02,x1,t3,o1,g60#a";
    let origin = Origin::<DungeonGame>::parse(id).expect("an id");
    assert_eq!(origin.parameters, original_parameters(60));
    assert_eq!(origin.id().to_string(), id);
}

#[test]
fn the_picture_tells_number_size_chests_and_enemies_of_every_room() {
    let mut of = graph(&[(9, 7), (12, 5), (6, 6), (8, 8)], &[(0, 1), (1, 2)]);
    of.room_mut(RoomNo(1)).chests = 2;
    of.room_mut(RoomNo(2)).enemies = 3;
    let played = of.reachable(RoomNo(0), of.all());
    let picture = graph_picture(&of, played);
    let keys: Vec<u16> = picture.shapes.iter().map(|shape| shape.key).collect();
    assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
    let texts: Vec<&str> = picture
        .labels
        .iter()
        .map(|label| label.text.as_str())
        .collect();
    assert_eq!(
        texts,
        ["0", "9×7", "1", "12×5", "2", "2", "6×6", "3", "3", "8×8"]
    );
    // Every mark lies on a shape, so that it moves with it.
    for label in &picture.labels {
        let LabelPlace::Mark { key, .. } = label.place else {
            panic!("{label:?}");
        };
        assert!(keys.contains(&key), "{label:?}");
    }
    let original = in_original_colours(picture);
    let keys: Vec<u16> = original.shapes.iter().map(|shape| shape.key).collect();
    assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
    let ink = |text: &str, at: usize| {
        let mut labels = original.labels.iter().filter(|label| label.text == text);
        match labels.nth(at).map(|label| label.place) {
            Some(LabelPlace::Mark {
                tint: Tint::Fixed(r, g, b),
                ..
            }) => (r > 120, g > 120, b > 120),
            other => panic!("{other:?}"),
        }
    };
    // Black numbers of rooms, blue sizes, green chests, red enemies.
    assert_eq!(ink("1", 0), (false, false, false));
    assert_eq!(ink("12×5", 0), (false, false, true));
    assert_eq!(ink("2", 0), (false, true, false));
    assert_eq!(ink("3", 0), (true, false, false));
}

#[test]
fn no_sign_of_a_graph_lies_outside_its_picture() {
    for count in [3, 4, 6, 8, 12, 20, 40, 60] {
        let bounds = Bounds {
            founders: count..=count,
            max_rooms: count,
            sides: 5..=20,
            enemies: 4,
            chests: 2,
            has_ground: true,
            theme: None,
        };
        for seed in 0..20 {
            let mut rng = Seed(seed).stream(Purpose::Founders);
            let graph = operators::founder(&bounds, &mut rng);
            let picture = graph_picture(&graph, graph.reachable(graph.roles.start, graph.all()));
            let marks = picture.labels.iter();
            let marks = marks.map(|label| (label.text.as_str(), label.x, label.y, label.height));
            let shapes = picture.shapes.iter();
            let shapes = shapes.map(|shape| ("a shape", shape.x, shape.y, shape.size));
            for (what, x, y, size) in marks.chain(shapes) {
                let inside = |at: f32| at - size / 2.0 >= 0.0 && at + size / 2.0 <= 1.0;
                assert!(
                    inside(x) && inside(y),
                    "{count} rooms, seed {seed}: {what} of size {size} at {x}, {y}"
                );
            }
        }
    }
}

/// The trace of a run: the fitness of every individual in every generation, and the reason why the run ended.
fn trace<P: Problem>(problem: &Arc<P>, parameters: &EvolutionParameters) -> (Vec<u64>, StopReason) {
    let run = Run::new(Arc::clone(problem), parameters.clone(), Seed(5)).expect("in range");
    let mut run = run.with_history();
    let stop = run.finish().clone();
    let history = run.history().expect("a history");
    let members = history.records().iter().flat_map(|record| &record.members);
    (
        members.map(|member| member.fitness.to_bits()).collect(),
        stop,
    )
}

/// A row of the settings, and a change of its parameter.
const ROWS: [(&str, fn(&mut EvolutionParameters)); 8] = [
    ("settings.population", |parameters| {
        parameters.population += 4
    }),
    ("settings.elitism", |parameters| parameters.elitism = 1),
    ("settings.mutation", |parameters| parameters.mutation = 0.05),
    ("settings.generations", |parameters| {
        parameters.generations += 2
    }),
    ("settings.stagnation", |parameters| {
        parameters.stagnation = 1
    }),
    ("settings.crossover", |parameters| {
        parameters.crossover = match parameters.crossover {
            Crossover::Uniform => Crossover::OnePoint,
            Crossover::OnePoint => Crossover::Uniform,
        };
    }),
    ("settings.selection", |parameters| {
        parameters.selection = Selection::Roulette
    }),
    ("settings.scheme", |parameters| {
        parameters.scheme = Scheme::OnePopulation
    }),
];

fn evolved(key: &str) -> Evolved {
    let mut all = DungeonGame::EVOLVED.iter().copied();
    let found = all.find(|evolved| evolved.key == key);
    found.expect("it is in the settings")
}

/// Checks that a change of a row changes the run exactly if the settings show the row. The time limit, which depends on
/// the machine, is checked by the reason why a run ends.
fn every_row_acts<P: Problem>(key: &str, problem: P, usual: EvolutionParameters) {
    let evolved = evolved(key);
    for parameter in PARAMETERS {
        let is_checked = ROWS.iter().any(|(row, _)| *row == parameter.name);
        assert!(
            is_checked || parameter.name == "settings.time",
            "{} is not checked",
            parameter.name
        );
    }
    let problem = Arc::new(problem);
    let before = trace(&problem, &usual);
    for (row, change) in ROWS {
        let mut changed = usual.clone();
        change(&mut changed);
        let acts = trace(&problem, &changed) != before;
        assert_eq!(acts, !evolved.without.contains(&row), "{key}: {row}");
    }
    let limited = EvolutionParameters {
        generations: 1_000_000,
        milliseconds: 20,
        ..usual
    };
    assert_eq!(trace(&problem, &limited).1, StopReason::TimeBudget);
}

#[test]
fn every_row_of_the_settings_that_is_shown_acts_on_dungeons_and_on_enemies() {
    let problem = DungeonSpec::default().problem();
    every_row_acts("dungeon", problem, usual_parameters());
    let spec = EnemySpec {
        kind: EnemyKind::Hunter,
        strength: 5,
        arenas: 1,
    };
    let few = EvolutionParameters {
        population: 10,
        generations: 5,
        ..(evolved(ENEMIES).usual)()
    };
    every_row_acts(ENEMIES, EnemyProblem::new(spec, Seed(2)), few);
}

#[test]
fn the_run_ends_with_the_map_whose_lantern_is_lit_at_the_start() {
    for seed in 0..6 {
        let spec = DungeonSpec::default();
        let problem = GraphProblem {
            layout_preview: Some((spec.locks, Seed(seed))),
            ..spec.problem()
        };
        let (graph, dungeon) =
            generate_with_graph(&spec, &usual_parameters(), Seed(seed)).expect("a dungeon");
        let picture = problem.outcome(&graph).expect("it can be laid out");
        let (plan, layout) = (FloorPlan::of(&dungeon), &dungeon.layout);
        let is_at = |shape: &&Shape, cell: Cell| {
            let (x, y) = plan.middle(cell);
            (shape.x - x).abs() < 1e-4 && (shape.y - y).abs() < 1e-4
        };
        let heroes: Vec<&Shape> = picture
            .shapes
            .iter()
            .filter(|shape| shape.form == Form::Sprite("dungeon/hero"))
            .collect();
        assert_eq!(heroes.len(), 1);
        assert!(is_at(&heroes[0], layout.start), "seed {seed}");
        // The light fades with the distance; no cell far away is lit.
        let unlit = map_picture(&dungeon.graph, &dungeon, TileStyle::Tiled);
        let is_light = |shape: &&Shape| matches!(shape.tint, Tint::Light(_));
        assert_eq!(unlit.shapes.iter().filter(is_light).count(), 0);
        let lit: Vec<&Shape> = picture.shapes.iter().filter(is_light).collect();
        assert!(lit.len() >= 9, "seed {seed}: {} cells are lit", lit.len());
        let cells = layout.map.cells();
        let mut by_distance: Vec<(u16, u8)> = Vec::new();
        for cell in cells {
            for shape in lit.iter().filter(|shape| is_at(shape, cell)) {
                let Tint::Light(percent) = shape.tint else {
                    unreachable!("only lights were chosen");
                };
                assert!(layout.map.at(cell).is_open(), "walls are not lit");
                by_distance.push((cell.distance_to(layout.start), percent));
            }
        }
        assert_eq!(by_distance.len(), lit.len());
        by_distance.sort_unstable();
        let brightest = by_distance[0];
        assert_eq!(brightest, (0, 100), "the hero's own cell");
        let furthest = by_distance[by_distance.len() - 1];
        assert!(furthest.0 <= 9 && furthest.1 < 100, "{furthest:?}");
        assert!(
            by_distance
                .windows(2)
                .all(|pair| pair[0].0 == pair[1].0 || pair[0].1 > pair[1].1)
        );
    }
}

fn generate_dungeon(arguments: &[&str]) -> (bool, String, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_evolvarium"));
    command.args(["generate", "dungeon"]).args(arguments);
    let output = command.output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.success(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn the_command_line_generates_as_genetic_game_does_and_by_weights() {
    let (ok, usual, _) = generate_dungeon(&["--seed", "k3f9"]);
    assert!(ok);
    let weights = ["--seed", "k3f9", "--weights", "10.10n.3.10.10.10.40"];
    assert_eq!(generate_dungeon(&weights).1, usual);
    let (ok, map, summary) = generate_dungeon(&["--seed", "k3f9", "--original"]);
    assert!(ok && map != usual, "{summary}");
    assert!(map.contains('@') && map.contains('>'), "{map}");
    let part = "the best part has 26 of 37 rooms; it can be played as it is";
    assert!(summary.contains(part), "{summary}");
    let (ok, survey, _) = generate_dungeon(&["--seed", "k3f9", "--survey", "20"]);
    assert!(
        ok && survey.starts_with("20 dungeons, seed k3f9\n  rooms "),
        "{survey}"
    );
    assert!(
        survey.contains("  loops ") && survey.contains("  portals "),
        "{survey}"
    );
    // Each of the five means has its error.
    assert_eq!(survey.matches(" ± ").count(), 5, "{survey}");
    // Some dungeon is not found in too few generations. Its seed is told, by which it can be looked at.
    let few = ["--generations", "1", "--survey", "300"];
    let (ok, _, why) = generate_dungeon(&[&few[..], &["--seed", "k3f9"]].concat());
    let told = why.split_once("the dungeon of the seed ");
    let (seed, _) = told
        .and_then(|(_, rest)| rest.split_once(": "))
        .expect(&why);
    assert!(!ok && why.contains("generation 1 has nothing"), "{why}");
    let (ok, _, why) = generate_dungeon(&["--generations", "1", "--seed", seed]);
    assert!(!ok && why.contains("generation 1 has nothing"), "{why}");
    let (ok, _, why) = generate_dungeon(&["--weights", "1.2.3"]);
    assert!(!ok && why.contains("seven or eight tenths"), "{why}");
}
