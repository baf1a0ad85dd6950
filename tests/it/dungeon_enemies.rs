//! Enemies by genetic programming: children have valid trees, simplified programs do the same, evolution learns, and
//! rosters are kept in files.

use std::collections::HashSet;
use std::sync::Arc;

use evolvarium::games::dungeon::enemies::arena::Arena;
use evolvarium::games::dungeon::enemies::problem::{EnemyProblem, Variety, usual_parameters};
use evolvarium::games::dungeon::enemies::spec::EnemySpec;
use evolvarium::games::dungeon::enemies::{hand_written, operators, roster_file, shipped, shrink};
use evolvarium::games::dungeon::rules::program::{
    MAX_DEPTH, MAX_NODES, Node, Program, Thread, Tree, TreeKind,
};
use evolvarium::games::dungeon::rules::{Breed, EnemyKind};
use evolvarium::generation::{
    EvolutionParameters, Form, Picture, Problem, Purpose, Run, Seed, Shape,
};
use proptest::prelude::*;

fn is_sound(program: &Program, kind: EnemyKind) -> Result<(), TestCaseError> {
    for tree in [TreeKind::Patrol, TreeKind::Attack] {
        let nodes = program.tree(tree).nodes();
        prop_assert!(nodes.len() <= MAX_NODES && program.tree(tree).depth() <= MAX_DEPTH);
        prop_assert!(
            nodes
                .iter()
                .all(|node| node.fits(tree) && kind.may_use(*node))
        );
        let again = Tree::of(nodes.to_vec(), tree);
        prop_assert_eq!(again.as_ref(), Ok(program.tree(tree)));
    }
    Ok(())
}

/// Returns the actions of a program in a world whose answers depend on the turn and the question.
fn acts(program: &Program, world: u64, turns: usize) -> Vec<Node> {
    let mut thread = Thread::default();
    (0..turns)
        .map(|turn| {
            let answer = |condition: Node| {
                let mixed = (world ^ (turn as u64) << 8 ^ condition as u64)
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15);
                mixed >> 40 & 1 == 1
            };
            thread.next(program, answer)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn breeding_keeps_trees_sound_and_simplifying_keeps_what_they_do(seed in 0u64..1_000_000) {
        let mut rng = Seed(seed).stream(Purpose::Reproduction);
        let kind = EnemyKind::ALL[seed as usize % 4];
        let (mut one, other) = (operators::random_program(kind, &mut rng), operators::random_program(kind, &mut rng));
        for _ in 0..12 {
            one = operators::cross(&one, &other, &mut rng);
            operators::mutate(&mut one, kind, &mut rng);
            is_sound(&one, kind)?;
            let simple = operators::simplified_program(&one);
            is_sound(&simple, kind)?;
            prop_assert!(simple.size() <= one.size());
            prop_assert_eq!(acts(&simple, seed, 60), acts(&one, seed, 60));
            prop_assert_eq!(operators::simplified_program(&simple), simple);
        }
    }

    #[test]
    fn enemies_stand_in_ids(seed in 0u64..1_000_000, strength in 1u8..=12) {
        let mut rng = Seed(seed).stream(Purpose::Reproduction);
        let kind = EnemyKind::ALL[seed as usize % 4];
        let program = operators::random_program(kind, &mut rng);
        let breed = Breed { kind, strength, program, adaptation: None };
        prop_assert_eq!(breed.to_string().parse::<Breed>(), Ok(breed));
    }
}

#[test]
fn nodes_that_can_never_run_are_taken_out() {
    let cases = [
        (
            "if-range(if-range(attack heal) block)",
            "if-range(attack block)",
        ),
        ("if-weak(attack attack)", "attack"),
        ("prog2(change-state attack)", "change-state"),
        (
            "prog3(attack change-state block)",
            "prog2(attack change-state)",
        ),
        // A condition that held before a blow may not hold after it.
        (
            "if-range(prog2(attack if-range(attack heal)) block)",
            "if-range(prog2(attack if-range(attack heal)) block)",
        ),
    ];
    for (attack, simple) in cases {
        let program = hand_written::read_program("wait", attack).expect("a program");
        let simplified = operators::simplified_program(&program);
        assert_eq!(simplified.attack.to_string(), simple);
    }
}

#[test]
fn evolution_learns_and_the_same_seed_gives_the_same_enemy() {
    let evolve = |threads| {
        let spec = EnemySpec {
            kind: EnemyKind::Ambusher,
            strength: 5,
            arenas: 4,
        };
        let parameters = EvolutionParameters {
            population: 40,
            generations: 8,
            ..usual_parameters()
        };
        let problem = Arc::new(EnemyProblem::new(spec, Seed(3)));
        let mut run = Run::new(Arc::clone(&problem), parameters, Seed(3)).expect("in range");
        let mut best = Vec::new();
        while run.stop_reason().is_none() {
            run.step_parallel(threads);
            best.push(run.best().expect("a best individual").genome.clone());
        }
        // Generations fight in different arenas, so the last one is compared with the first one in arenas that neither
        // has seen.
        let fresh = Arena::training(Seed(0xA7), 100, spec.kind);
        let worth = [&best[0], &best[best.len() - 1]].map(|one| problem.fitness(&fresh, one));
        (best, worth)
    };
    let (one, [first, last]) = evolve(1);
    let (two, _) = evolve(2);
    assert_eq!(one, two);
    assert!(last > first + 10.0, "{first} {last}");
}

/// The variety of the founders and of the last generation of a small run.
fn course_of(kind: EnemyKind, seed: u64) -> [Variety; 2] {
    let spec = EnemySpec {
        kind,
        strength: 5,
        arenas: 4,
    };
    let parameters = EvolutionParameters {
        population: 30,
        generations: 10,
        ..usual_parameters()
    };
    let problem = Arc::new(EnemyProblem::new(spec, Seed(seed)));
    let mut run = Run::new(problem, parameters, Seed(seed)).expect("in range");
    run.step_parallel(2);
    let founders = Variety::of(&run);
    while run.stop_reason().is_none() {
        run.step_parallel(2);
    }
    [founders, Variety::of(&run)]
}

#[test]
fn programs_of_the_last_generation_still_differ_and_are_small() {
    let mut lasts = Vec::new();
    for kind in [EnemyKind::Hunter, EnemyKind::Guard, EnemyKind::Ambusher] {
        for seed in [0xD1, 0xD2] {
            let [founders, last] = course_of(kind, seed);
            // Founders are drawn at random. Of their children one in four mutates, so that they are never all alike.
            assert!(founders.diversity > 0.1, "{kind} {founders:?}");
            assert!(last.diversity > 0.0, "{kind} {last:?}");
            lasts.push(last);
        }
    }
    let mean = |value: fn(&Variety) -> f64| {
        let sum: f64 = lasts.iter().map(value).sum();
        sum / lasts.len() as f64
    };
    // If all programs but those that have just mutated were alike, and a fifth of them had kept one mutation in twenty
    // nodes, a third of the pairs would differ in a twentieth.
    let diversity = mean(|last| last.diversity);
    assert!(diversity > 1.0 / 60.0, "{diversity}");
    // Both trees may have 127 nodes each. Programs that nothing keeps small grow towards that.
    let nodes = mean(|last| last.nodes);
    assert!(nodes < 0.25 * (2 * MAX_NODES) as f64, "{nodes}");
}

/// Checks that no two shapes share a key and that all lie in the picture.
fn is_picture(picture: &Picture) -> bool {
    let ascending = picture
        .shapes
        .windows(2)
        .all(|pair| pair[0].key < pair[1].key);
    // The ground of a fight and the things on it reach a little beyond the picture, so that they can come into view.
    let inside = |at: f32| (-0.2..=1.2).contains(&at);
    ascending
        && picture
            .shapes
            .iter()
            .all(|shape| inside(shape.x) && inside(shape.y))
}

#[test]
fn programs_are_drawn_as_listings_and_fights_turn_by_turn() {
    let spec = EnemySpec {
        kind: EnemyKind::Hunter,
        strength: 5,
        arenas: 3,
    };
    let problem = EnemyProblem::new(spec, Seed(8));
    let patrol = "if-detected(change-state prog2(forward if-blocked(turn-right wait)))";
    let program =
        hand_written::read_program(patrol, "if-range(attack approach)").expect("a program");
    let listing = problem.picture(&program);
    assert!(is_picture(&listing));
    let words: Vec<&str> = listing
        .labels
        .iter()
        .map(|label| label.text.as_str())
        .collect();
    assert_eq!(
        words,
        [
            "dungeon.tree.patrol",
            "dungeon.node.if_detected",
            "dungeon.node.change_state",
            "dungeon.node.else dungeon.node.forward",
            "dungeon.node.if_blocked",
            "dungeon.node.turn_right",
            "dungeon.node.else dungeon.node.wait",
            "dungeon.tree.attack",
            "dungeon.node.if_range",
            "dungeon.node.attack",
            "dungeon.node.else dungeon.node.approach"
        ]
    );
    let fights: Vec<Vec<Picture>> = (0..3)
        .map(|showing| problem.scenes(&program, showing))
        .collect();
    for scenes in &fights {
        assert!(scenes.len() > 10 && scenes.iter().all(is_picture));
        for scene in scenes {
            let seen =
                |shape: &&Shape| (0.0..=1.0).contains(&shape.x) && (0.0..=1.0).contains(&shape.y);
            let seen = scene.shapes.iter().filter(seen);
            let heroes = seen.filter(|shape| shape.form == Form::Sprite("dungeon/hero"));
            assert_eq!(heroes.count(), 1, "the intruder is in view");
        }
        let trained = |shape: &Shape| shape.form == Form::Sprite("dungeon/hunter");
        assert!(scenes[0].shapes.iter().any(trained), "so is an enemy");
        let moved = scenes.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!(moved > 5, "{moved} of {}", scenes.len());
    }
    assert!(
        fights[0][0] != fights[1][0],
        "the fights are in different arenas"
    );
    assert_eq!(
        problem.scenes(&program, problem.unseen_arenas().len() as u32),
        fights[0],
        "the fights go round the arenas"
    );
}

#[test]
fn every_generation_fights_in_arenas_of_its_own_and_the_figure_shown_is_from_others() {
    let spec = EnemySpec {
        kind: EnemyKind::Guard,
        strength: 5,
        arenas: 4,
    };
    let problem = EnemyProblem::new(spec, Seed(6));
    let program = hand_written::simplest_program().expect("a program");
    let mut rng = Seed(6).stream(Purpose::Reproduction);
    let figures: Vec<f64> = (0..6)
        .map(|generation| problem.objective_in(&program, generation, &mut rng))
        .collect();
    let different: HashSet<u64> = figures.iter().map(|figure| figure.to_bits()).collect();
    assert!(different.len() >= 5, "{figures:?}");
    assert_eq!(problem.objective_in(&program, 0, &mut rng), figures[0]);
    let shown = problem.objective(&program, &mut rng);
    let facts = problem.facts(&program);
    // The enemy that is trained comes first, then its results.
    let first = facts[..2].iter().map(|fact| (fact.key, &*fact.value));
    let fitness = format!("{shown:.0}");
    let wanted = [
        ("dungeon.fact.guard", "5"),
        ("dungeon.fact.unseen", &fitness),
    ];
    assert_eq!(first.collect::<Vec<_>>(), wanted);
    // An elite is judged again in the arenas of its new generation.
    let parameters = EvolutionParameters {
        population: 12,
        generations: 4,
        ..usual_parameters()
    };
    let mut run = Run::new(Arc::new(problem), parameters, Seed(6)).expect("in range");
    while run.stop_reason().is_none() {
        run.step(usize::MAX);
        let generation = run.generation().expect("founders");
        for member in run.newest().members() {
            let again = run
                .problem()
                .objective_in(&member.genome, generation, &mut rng);
            assert_eq!(member.fitness, again);
        }
    }
}

#[test]
fn programs_shrink_to_the_nodes_that_they_need() {
    let program = hand_written::read_program(
        "if-detected(change-state prog2(wait wait))",
        "if-range(prog2(attack wait) if-weak(approach approach))",
    )
    .expect("a program");
    // Here the score counts only whether the program attacks and approaches.
    let has = |program: &Program, node| program.attack.nodes().contains(&node);
    let score = |program: &Program| {
        f64::from(u8::from(has(program, Node::Attack)) + u8::from(has(program, Node::Approach)))
    };
    let small = shrink::shrink(&program, 0.01, score);
    assert_eq!(small.attack.to_string(), "if-range(attack approach)");
    assert_eq!(small.patrol.nodes().len(), 1);
}

#[test]
fn broken_files_are_refused_naming_file_line_and_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.ron");
    // The attack trees differ, so that the line of the second enemy is not that of the first one.
    let roster = [EnemyKind::Hunter, EnemyKind::Guard].map(|kind| {
        let mut all = shipped::shipped_roster().iter();
        let found = all.find(|breed| breed.kind == kind);
        Arc::clone(found.expect("all kinds are shipped"))
    });
    assert_ne!(roster[0].program.attack, roster[1].program.attack);
    let good = roster_file::text(&path, &roster, "a test").expect("it can be written");
    let why = |text: &str| {
        std::fs::write(&path, text).expect("it can be written");
        roster_file::read(&path)
            .expect_err("it is broken")
            .to_string()
    };
    std::fs::write(&path, &good).expect("it can be written");
    assert_eq!(roster_file::read(&path).expect("the file is valid"), roster);
    let attack = roster[1].program.attack.to_string();
    let line = good
        .lines()
        .position(|l| l.contains(&format!("\"{attack}\"")))
        .expect("the tree is in the file")
        + 1;
    let broken = good.replace(&format!("\"{attack}\""), "\"prog2(attack)\"");
    let text = why(&broken);
    assert!(text.contains("mine.ron"), "{text}");
    assert!(
        text.contains("\"prog2\" needs 2 arguments, but has 1"),
        "{text}"
    );
    assert!(text.contains(&format!("line {line}:")), "{text}");
    assert!(why("(version: 1, content: (origin: \"\", enemies: []))").contains("holds no enemies"));
    assert!(why(&good.replace("strength: 2", "strength: 99")).contains("strength 99"));
    let armed = good.replacen("attack: ", "adaptation: Some(Arms), attack: ", 2);
    let text = why(&armed);
    assert!(text.contains("cannot have Arms"), "{text}");
    assert!(why("nonsense").contains("line 1"));
    assert!(roster_file::read(&folder.path().join("none.ron")).is_err());
}

#[test]
fn the_refusal_of_a_code_ends_with_an_example_that_can_be_read() {
    let why = "x".parse::<Breed>().expect_err("no enemy").to_string();
    let example = why.rsplit(' ').next().expect("it ends in an example");
    let breed: Breed = example.parse().expect("the example is good");
    assert_eq!(
        breed.program.attack.to_string(),
        "if-range(attack approach)"
    );
}
