//! The example of the PCG Benchmark: its measures agree with those of the original, and its sets are what they claim.
//!
//! `tests/data/pcg_benchmark.jsonl` holds random, evolved and mutated contents with the values that the original gives
//! them (github.com/amidos2006/pcg_benchmark at 00b96f5, MIT licence; the values are facts, the contents are our own).

#[path = "../../examples/pcg_benchmark/breeding/mod.rs"]
mod breeding;
#[path = "../../examples/pcg_benchmark/json.rs"]
mod json;
#[path = "../../examples/pcg_benchmark/problems/mod.rs"]
mod problems;

use std::fs;
use std::path::Path;

use evolvarium::generation::Seed;
use serde_json::Value;

use self::breeding::Breed;
use self::json::Set;
use self::problems::score::{Score, score};
use self::problems::{Binary, Isaac, Mdungeons, NAMES, Problem, Sokoban, Visitor, Zelda, visit};

/// Reads a set as JSON and scores it.
struct ScoreJson<'a>(&'a Value);

impl ScoreJson<'_> {
    fn score<P: Problem>(self, problem: &P) -> Score {
        let set = Set::from_json(self.0, problem).expect("a set");
        score(problem, &set.contents, &set.controls)
    }
}

impl Visitor for ScoreJson<'_> {
    type Out = Score;

    fn zelda(self, problem: Zelda) -> Score {
        self.score(&problem)
    }

    fn sokoban(self, problem: Sokoban) -> Score {
        self.score(&problem)
    }

    fn mdungeons(self, problem: Mdungeons) -> Score {
        self.score(&problem)
    }

    fn isaac(self, problem: Isaac) -> Score {
        self.score(&problem)
    }

    fn binary(self, problem: Binary) -> Score {
        self.score(&problem)
    }
}

#[test]
fn all_measures_agree_with_the_original() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pcg_benchmark.jsonl");
    let text = fs::read_to_string(file).expect("the sample is there");
    let mut seen = Vec::new();
    for line in text.lines() {
        let sample: Value = serde_json::from_str(line).expect("JSON");
        let name = sample["name"].as_str().expect("a name");
        let ours = visit(name, ScoreJson(&sample)).expect("a known problem");
        for (key, values) in [
            ("quality", &ours.quality),
            ("controlability", &ours.control),
            ("diversity", &ours.diversity),
        ] {
            let theirs = sample[key].as_array().expect("values");
            assert_eq!(values.len(), theirs.len(), "{name} {key}");
            for (index, (ours, theirs)) in values.iter().zip(theirs).enumerate() {
                let theirs = theirs.as_f64().expect("a number");
                assert!(
                    (ours - theirs).abs() < 1e-9,
                    "{name} {key} {index}: {ours} instead of {theirs}"
                );
            }
        }
        seen.push(name.to_string());
    }
    assert_eq!(seen, NAMES);
}

/// Makes a small set twice and checks it. Returns how many contents pass for quality, for their controls, for diversity, and
/// for all three.
fn check_set<P: Breed + Clone>(problem: &P, evaluations: u64) -> [usize; 4] {
    let make = || breeding::generate(problem.clone(), 10, Seed(3), evaluations);
    let (set, used) = make();
    assert_eq!(make(), (set.clone(), used), "a seed gives one set");
    assert!(used <= evaluations);
    assert_eq!(set.contents.len(), 10);
    let again = Set::from_json(&set.to_json(problem), problem);
    assert_eq!(again.as_ref(), Ok(&set), "what is written can be read");
    for controls in &set.controls {
        for (value, (name, range)) in controls.iter().zip(problem.controls()) {
            assert!(range.contains(value), "{name} {value}");
        }
    }
    let score = score(problem, &set.contents, &set.controls);
    [
        score.feasible(),
        score.controlled(),
        score.unique(),
        score.all_three(),
    ]
}

#[test]
fn small_sets_pass_for_all_three_within_their_evaluations() {
    assert_eq!(check_set(&Zelda::new(11, 7, 3), 2_000), [10; 4]);
    assert_eq!(check_set(&Binary::new(14, 14), 2_000), [10; 4]);
    assert_eq!(check_set(&Sokoban::new(5, 1, 5_000), 2_000), [10; 4]);
}

#[test]
fn one_evaluation_makes_a_set_of_one_content() {
    let (set, used) = breeding::generate(Isaac::new(4), 1, Seed(1), 1);
    assert_eq!((set.contents.len(), used), (1, 1));
}
