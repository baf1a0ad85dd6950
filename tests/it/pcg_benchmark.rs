//! The example of the PCG Benchmark: its measures agree with those of the original, and its sets have the scores that
//! they claim.
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

use evolvarium::generation::{Purpose, Seed};
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

/// The sample, a set for each problem.
fn samples() -> Vec<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pcg_benchmark.jsonl");
    let text = fs::read_to_string(file).expect("the sample is there");
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn all_measures_agree_with_the_original() {
    let mut seen = Vec::new();
    for sample in samples() {
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

/// Makes a small set twice and checks it. Returns the numbers of contents that pass for quality, for their controls,
/// for diversity, and for all three.
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
    assert_eq!(check_set(&Zelda::new(11, 7, 3), 1_000), [10; 4]);
    assert_eq!(check_set(&Binary::new(14, 14), 1_000), [10; 4]);
    assert_eq!(check_set(&Sokoban::new(5, 1, 5_000), 1_000), [10; 4]);
    assert_eq!(check_set(&Mdungeons::new(8, 12, 16, 5_000), 1_000), [10; 4]);
}

#[test]
fn founders_are_mostly_what_they_are_made_for() {
    fn met<P: Breed>(problem: P) -> usize {
        let mut rng = Seed(6).stream(Purpose::Founders);
        let mut meets = |controls: Vec<u32>| {
            let info = problem.info(&problem.founder(&controls, &mut rng));
            problem.quality(&info) >= 1.0 && problem.control(&info, &controls) >= 1.0
        };
        let range = |(_, range): &(&str, std::ops::Range<u32>)| range.clone();
        let ranges: Vec<_> = problem.controls().iter().map(range).collect();
        // Controls in the middle of their ranges.
        let middle = |part: u32| {
            let ranges = ranges.iter();
            ranges
                .map(|r| r.start + r.len() as u32 * part / 60)
                .collect()
        };
        (20..40).filter(|&part| meets(middle(part))).count()
    }
    assert_eq!(met(Zelda::new(11, 7, 3)), 20);
    assert!(met(Binary::new(14, 14)) >= 10);
    assert!(met(Mdungeons::new(8, 12, 8, 5_000)) >= 15);
}

#[test]
fn where_contents_are_missing_copies_take_no_place_from_the_others() {
    fn check<P: Breed + Clone>(problem: P, evaluations: u64) {
        let (set, _) = breeding::generate(problem.clone(), 40, Seed(5), evaluations);
        let score = score(&problem, &set.contents, &set.controls);
        assert!((5..40).contains(&score.unique()), "{}", score.unique());
        assert_eq!(score.all_three(), score.unique());
    }
    check(Sokoban::new(5, 1, 5_000), 400);
    check(Isaac::new(4), 2_000);
}

/// Compares the check whether contents are alike with their diversity, for all pairs of a set and of its offspring.
struct Pairs<'a>(&'a Value);

impl Pairs<'_> {
    /// The numbers of pairs that are alike, and that are not.
    fn check<P: Breed>(self, mut problem: P) -> [usize; 2] {
        let set = Set::from_json(self.0, &problem).expect("a set");
        let mut rng = Seed(9).stream(Purpose::Reproduction);
        problem.begin(&mut rng);
        let mut contents = set.contents;
        for (at, controls) in set.controls.iter().enumerate().take(12) {
            let child = problem.offspring(&contents[at], controls, &mut rng);
            contents.extend([child, problem.founder(controls, &mut rng)]);
        }
        let infos: Vec<P::Info> = contents.iter().map(|c| problem.info(c)).collect();
        let mut counts = [0; 2];
        for (one, other) in infos.iter().flat_map(|a| infos.iter().map(move |b| (a, b))) {
            let below_1 = |a, b| problem.diversity(a, b) < 1.0;
            let alike = below_1(one, other) || below_1(other, one);
            assert_eq!(problem.are_alike(one, other), alike);
            counts[usize::from(!alike)] += 1;
        }
        counts
    }
}

impl Visitor for Pairs<'_> {
    type Out = [usize; 2];

    fn zelda(self, problem: Zelda) -> [usize; 2] {
        self.check(problem)
    }

    fn sokoban(self, problem: Sokoban) -> [usize; 2] {
        self.check(problem)
    }

    fn mdungeons(self, problem: Mdungeons) -> [usize; 2] {
        self.check(problem)
    }

    fn isaac(self, problem: Isaac) -> [usize; 2] {
        self.check(problem)
    }

    fn binary(self, problem: Binary) -> [usize; 2] {
        self.check(problem)
    }
}

#[test]
fn the_fast_answer_whether_contents_are_alike_is_that_of_their_diversity() {
    for sample in samples() {
        let name = sample["name"].as_str().expect("a name");
        let [alike, different] = visit(name, Pairs(&sample)).expect("a known problem");
        assert!(alike > 0 && different > 0, "{name}: {alike} {different}");
    }
}

#[test]
fn one_evaluation_makes_a_set_of_one_content() {
    let (set, used) = breeding::generate(Isaac::new(4), 1, Seed(1), 1);
    assert_eq!((set.contents.len(), used), (1, 1));
}
