//! Levels of match-3 from the command line, as a script reads them.

use evolvarium::games::match3::level::Level;

use crate::program::{evolvarium, text};

/// The fields that the test needs; serde ignores the others.
#[derive(serde::Deserialize)]
struct Written {
    id: String,
    swap_potential: u32,
    generations: u32,
    evaluations: u64,
    evaluations_of_all_runs: u64,
    wanted: u8,
    success: (f64, u32),
    level: Level,
}

#[test]
fn levels_are_ron_and_do_not_depend_on_the_number_of_threads() {
    let generate = |threads| {
        let output = evolvarium(&[
            "generate",
            "match3",
            "--seed",
            "k3f9",
            "--count",
            "12",
            "--size",
            "10x8",
            "--wanted",
            "400",
            "--tolerance",
            "30",
            "--threads",
            threads,
        ]);
        let summary = text(&output.stderr);
        assert!(output.status.success(), "{summary}");
        assert!(
            summary.contains("12 levels") && summary.contains("evaluations"),
            "{summary}"
        );
        text(&output.stdout)
    };
    let one = generate("1");
    assert_eq!(one, generate("2"));
    assert_eq!(one, generate("7"));
    let levels: Vec<Written> = ron::Options::default().from_str(&one).expect("RON");
    assert_eq!(levels.len(), 12);
    for level in levels {
        assert!(
            level.id.starts_with("match3.2:10x8c6-p400t30#"),
            "{}",
            level.id
        );
        assert!(level.swap_potential.abs_diff(400) <= 30);
        assert_eq!(level.level.breakdown().potential, level.swap_potential);
        assert_eq!(level.level.feasibility().violation(), 0);
        assert!(level.level.moves() > 0);
        // A run of 20 individuals evaluates at most 20 in each generation, the first one included.
        let most = 20 * (u64::from(level.generations) + 1);
        assert!(
            (20..=most).contains(&level.evaluations),
            "{}",
            level.evaluations
        );
        assert!(level.evaluations < level.evaluations_of_all_runs);
    }
}

#[test]
fn a_rate_and_a_tolerance_are_options_and_pictures_are_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("boards.svg");
    let output = evolvarium(&[
        "generate",
        "match3",
        "--seed",
        "my-1",
        "--success",
        "75",
        "--tolerance",
        "20",
        "--count",
        "2",
        "--picture",
        file.to_str().expect("a name"),
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let levels: Vec<Written> = ron::Options::default()
        .from_str(&text(&output.stdout))
        .expect("RON");
    assert_eq!(levels.len(), 2);
    for level in &levels {
        assert!(level.id.contains(":9x9c6-p622t20s75#"), "{}", level.id);
        assert!(level.swap_potential.abs_diff(622) <= 20);
        assert_eq!(level.wanted, 75);
        assert!((level.success.0 - 75.0).abs() <= 3.0);
    }
    let svg = std::fs::read_to_string(&file).expect("a picture");
    assert_eq!(svg.matches("<g ").count(), 2);
    // The background is a rectangle; each cell and each special cell is a sprite.
    let specials = levels.iter().map(|level| level.level.special().len());
    let sprites = 2 * 81 + specials.sum::<usize>();
    assert_eq!(svg.matches("<use").count(), sprites);
    assert_eq!(svg.matches("<rect").count(), 1);
    // A rate among the arguments replaces the rate of a setup.
    let output = evolvarium(&[
        "generate",
        "match3",
        "--setup",
        "9x9c6-p622s75",
        "--success",
        "80",
        "--seed",
        "1",
    ]);
    assert!(text(&output.stdout).contains("p622s80#1"));
    let help = text(&evolvarium(&["generate", "match3", "--help"]).stdout);
    for part in [
        "s success in percent",
        "h the person who succeeds so often",
        "k kinds",
        "y symmetry",
        "status is 0",
    ] {
        assert!(help.contains(part), "{part}: {help}");
    }
}

#[test]
fn a_rate_that_is_missed_is_said_and_has_a_status_of_its_own() {
    // Eight colours, four layers and no power pieces: 95 of 100 tries need more than the largest limit of moves.
    let output = evolvarium(&[
        "generate",
        "match3",
        "--setup",
        "9x9c8-p0k16g1s95no",
        "--seed",
        "2",
    ]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    let summary = text(&output.stderr);
    assert!(
        summary.contains("of 100 tries succeed instead of 95"),
        "{summary}"
    );
    let levels: Vec<Written> = ron::Options::default()
        .from_str(&text(&output.stdout))
        .expect("RON");
    assert!(
        levels[0].success.0 < 92.0,
        "the level is written all the same"
    );
}

#[test]
fn what_cannot_be_found_is_said_and_is_no_usage_error() {
    let output = evolvarium(&[
        "generate",
        "match3",
        "--wanted",
        "0",
        "--tolerance",
        "0",
        "--generations",
        "1",
        "--seed",
        "1",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let why = text(&output.stderr);
    assert!(
        why.contains("nothing that can be played (generation limit)")
            || why.contains("no board was found: within 1 generations"),
        "{why}"
    );
    // If one level is not found, the others of its batch are made all the same.
    let output = evolvarium(&[
        "generate",
        "match3",
        "--setup",
        "9x9c6-p250t1",
        "--generations",
        "40",
        "--count",
        "8",
        "--seed",
        "4",
    ]);
    let why = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{why}");
    assert!(
        why.contains("no board was found: within 40 generations"),
        "{why}"
    );
    let levels: Vec<Written> = ron::Options::default()
        .from_str(&text(&output.stdout))
        .expect("RON");
    assert!((1..8).contains(&levels.len()), "{} of 8", levels.len());
}
