//! The steering of all problems: parts that are locked are restored, shapes of pictures stand for parts, and genomes are
//! written as texts.

use std::collections::HashSet;

use evolvarium::games::dungeon::map::{Graph, RoomNo};
use evolvarium::generation::{EvolutionParameters, Part, Problem, Seed, Steering};

use crate::steering::{ForEach, graphs, levels, steering, strategies, weights};

#[test]
fn a_locked_cell_weight_reply_and_room_have_their_values_whatever_the_genome_was() {
    let genomes = |seed: u64| {
        let mut rng = Seed(seed).stream(evolvarium::generation::Purpose::Founders);
        let level = levels(500).random(&mut rng);
        let weight = weights(50).random(&mut rng);
        let strategy = strategies(70).random(&mut rng);
        (level, weight, strategy, graphs().random(&mut rng))
    };
    for seed in 0..40 {
        let (mut own, of) = (genomes(2 * seed), genomes(2 * seed + 1));
        let parts = [3, 4];
        weights(50).restore(&mut own.1, &of.1, &parts);
        assert_eq!(own.1.0[3..], of.1.0[3..]);
        strategies(70).restore(&mut own.2, &of.2, &parts);
        assert_eq!(own.2.replies()[3..5], of.2.replies()[3..5]);
        let cell = own.0.special().iter().next().expect("a special cell");
        levels(500).restore(&mut own.0, &of.0, &[cell.index() as Part]);
        assert_eq!(own.0.kind(cell), of.0.kind(cell));
        check_rooms(&own.3, &of.3, seed);
    }
}

/// Locks rooms of one graph in another one.
fn check_rooms(own: &Graph, of: &Graph, seed: u64) {
    let kept: Vec<RoomNo> = of
        .all()
        .filter(|room| !(room.0 + seed as u8).is_multiple_of(3))
        .collect();
    let parts: Vec<Part> = kept.iter().map(|room| room.0.into()).collect();
    let mut graph = *own;
    graphs().restore(&mut graph, of, &parts);
    for &room in &kept {
        assert_eq!(graph.room(room), of.room(room));
        for &other in &kept {
            let linked = |graph: &Graph| graph.neighbours(room).has(other);
            assert_eq!(linked(&graph), linked(of));
        }
        for (role, wanted) in roles(&graph).into_iter().zip(roles(of)) {
            assert_eq!(role == room, wanted == room, "seed {seed}");
        }
    }
    assert_eq!(graph.roles.set().len(), 3, "the special rooms differ");
    assert!(graph.roles.set().without(graph.all()).is_empty());
    assert!(graph.len() >= own.len());
}

fn roles(graph: &Graph) -> [RoomNo; 3] {
    [graph.roles.start, graph.roles.key, graph.roles.exit]
}

/// The text of a genome in files gives the genome again, and a broken one is refused with a reason.
struct Written;

impl ForEach for Written {
    fn check<P: Problem>(&self, name: &str, make: &dyn Fn() -> P, _: EvolutionParameters, _: u32) {
        let problem = make();
        let steering = steering(&problem);
        let mut rng = Seed(7).stream(evolvarium::generation::Purpose::Founders);
        for _ in 0..10 {
            let genome = problem.random(&mut rng);
            let code = steering.code(&genome);
            let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            assert!(code.chars().all(plain), "{name}: {code}");
            let read = steering.genome(&code).expect(name);
            assert_eq!(steering.code(&read), code, "{name}");
            assert_eq!(problem.picture(&read), problem.picture(&genome), "{name}");
            let broken = format!("{code}!");
            let why = steering.genome(&broken).err().expect(name);
            assert!(
                why.to_string().contains(' ') && why.to_string().len() < 200,
                "{name}: {why}"
            );
        }
    }
}

#[test]
fn a_genome_is_read_from_its_text_and_a_broken_text_is_refused() {
    Written.for_each();
}

/// A click on a shape of a picture finds parts that can be locked, and every kind of picture has such shapes.
struct Clicked;

impl ForEach for Clicked {
    fn check<P: Problem>(&self, name: &str, make: &dyn Fn() -> P, _: EvolutionParameters, _: u32) {
        let problem = make();
        let mut rng = Seed(7).stream(evolvarium::generation::Purpose::Founders);
        let genome = problem.random(&mut rng);
        let all = steering(&problem).parts(&genome);
        assert!(all.is_sorted_by(|a, b| a < b), "{name}");
        let mut found = HashSet::new();
        for shape in problem.picture(&genome).shapes {
            for part in steering(&problem).parts_of_shape(&genome, shape.key) {
                assert!(all.binary_search(&part).is_ok(), "{name}: {part}");
                found.insert(part);
            }
        }
        // Holes of a board have no shape, and neither have the sequences of a program.
        assert!(
            2 * found.len() >= all.len(),
            "{name}: {} of {}",
            found.len(),
            all.len()
        );
    }
}

#[test]
fn the_shapes_of_a_picture_stand_for_parts_that_can_be_locked() {
    Clicked.for_each();
}
