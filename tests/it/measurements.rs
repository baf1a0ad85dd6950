//! The table of claims, the counts of the hot loops, and the exponents of growth.

#[path = "../../benches/loops/counts.rs"]
mod counts;
#[path = "../../benches/measuring/growth.rs"]
mod growth;
#[path = "../../benches/measuring/row.rs"]
mod row;
#[path = "../../examples/measurements/table.rs"]
mod table;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use counts::{Counts, TOLERANCE, Verdict};
use row::{Amount, Beside, Row, Source, Unit};

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn row(bench: &str, claim: &str, milliseconds: f64) -> Row {
    Row {
        bench: bench.into(),
        claim: claim.into(),
        ours: Amount::of(milliseconds / 1e3, Unit::Seconds),
        beside: None,
    }
}

fn beside(source: Source, milliseconds: f64) -> Option<Beside> {
    Some(Beside {
        what: "a plain loop".into(),
        source,
        amount: Amount::of(milliseconds / 1e3, Unit::Seconds),
    })
}

#[test]
fn rows_stand_among_lines_for_people_and_a_broken_row_is_refused() {
    let printed = row("match3", "a swap", 2.0);
    let line = serde_json::to_string(&printed).expect("plain data");
    assert_eq!(table::row_in(&line), Ok(Some(printed)));
    assert_eq!(table::row_in("a swap: 2.00 ms"), Ok(None));
    let broken = line.replace("\"claim\"", "\"clam\"");
    let refused = table::row_in(&broken).expect_err("it has no claim");
    assert!(refused.contains("clam"), "{refused}");
}

#[test]
fn a_bench_takes_the_place_of_its_own_rows_alone() {
    let rows = |claims: [(&str, &str); 3]| claims.map(|(b, claim)| row(b, claim, 1.0)).to_vec();
    let first = rows([("a", "one"), ("b", "two"), ("a", "three")]);
    let mut known = table::by_bench(first, "monday");
    let again = vec![row("a", "four", 1.0)];
    for taken in table::by_bench(again, "tuesday") {
        table::replace(&mut known, taken);
    }
    let all: Vec<_> = known
        .iter()
        .map(|taken| {
            let claims = taken.rows.iter().map(|row| row.claim.as_str());
            (taken.when.as_str(), claims.collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(all, [("tuesday", vec!["four"]), ("monday", vec!["two"])]);
}

#[test]
fn a_row_of_the_table_says_the_claim_both_amounts_their_ratio_and_the_command() {
    let cells = |source, ours, reference| {
        let mut row = row("match3", "a swap", ours);
        row.beside = beside(source, reference);
        let text = table::markdown(&table::by_bench(vec![row], "monday"));
        let line = text.lines().find(|line| line.starts_with("| a swap"));
        line.expect("a line of the claim").to_owned()
    };
    assert_eq!(
        cells(Source::SameRun, 2.0, 8.0),
        "| a swap | 2.00 ms | a plain loop: 8.00 ms | 4.00 times as fast | `scripts/bench match3` |"
    );
    assert!(cells(Source::SameRun, 8.0, 2.0).contains("| 4.00 times the time |"));
    assert!(cells(Source::Limit, 4.0, 16.0).contains("| 25 % of it |"));
    assert!(cells(Source::Reported, 2.0, 8.0).contains("8.00 ms (not in this run)"));
}

#[test]
fn more_a_second_is_faster_and_amounts_of_other_units_have_no_ratio() {
    let rate = |count| Amount::of(count, Unit::PerSecond);
    assert_eq!(rate(90.0).ratio(&rate(30.0)), Some(3.0));
    let seconds = Amount::of(1.0, Unit::Seconds);
    assert_eq!(seconds.ratio(&rate(30.0)), None);
}

#[test]
fn amounts_are_written_with_three_figures_and_their_quartiles() {
    let measured = Amount {
        median: 0.000_123_4,
        quartiles: [0.000_12, 0.000_13],
        unit: Unit::Seconds,
    };
    assert_eq!(measured.to_string(), "123 µs (120 to 130)");
    assert_eq!(Amount::of(5.4e6, Unit::Bytes).to_string(), "5.40 MB");
}

#[test]
fn the_table_goes_between_its_two_lines_and_the_rest_of_the_page_stays() {
    let page = format!("before\n{}\nold\n{}\nafter\n", table::BEGIN, table::END);
    let written = table::put_into(&page, "new").expect("it has both lines");
    assert!(written.starts_with("before\n") && written.ends_with("\nafter\n"));
    assert!(written.contains("new") && !written.contains("old"));
    assert_eq!(table::put_into(&written, "new"), Ok(written.clone()));
    table::put_into("a page without them", "new").expect_err("there is no place for it");
}

#[test]
fn the_page_of_measurements_has_a_place_for_the_table() {
    let page = std::fs::read_to_string(project().join("docs/measurements.md")).expect("a page");
    table::put_into(&page, "").expect("a place");
}

/// Counts of two loops, the second with `times` times 1,000,000 instructions.
fn counts(times: f64) -> Counts {
    let loops = [("sight", 5_000), ("potential", (times * 1e6) as u64)];
    Counts {
        compiler: "rustc 1".into(),
        loops: loops.map(|(name, count)| (name.into(), count)).into(),
    }
}

#[test]
fn a_loop_with_four_percent_more_instructions_is_slower_and_one_with_two_is_not() {
    let verdicts = |times| counts(times).held_against(&counts(1.0));
    let same = |verdicts: Vec<(String, Verdict)>| verdicts.iter().all(|v| v.1 == Verdict::Same);
    assert!(same(verdicts(1.02)) && same(verdicts(0.98)));
    assert!(!same(verdicts(TOLERANCE + 0.01)) && !same(verdicts(0.9)));
    let faults = |times| verdicts(times).into_iter().filter(|v| v.1.is_fault());
    let names = |times| faults(times).map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(1.04), ["potential"]);
    assert!(names(0.9).is_empty(), "fewer instructions are no fault");
}

#[test]
fn a_failed_check_names_the_loop_and_a_compiler_that_may_be_the_cause() {
    let (baseline, mut now) = (counts(1.0), counts(1.04));
    now.compiler = "rustc 2".into();
    let words = counts::failure(&now.held_against(&baseline), &now, &baseline);
    assert!(
        words.contains("potential (4.0 % more instructions)"),
        "{words}"
    );
    assert!(!words.contains("sight"), "{words}");
    assert!(
        words.contains("rustc 2") && words.contains("rustc 1"),
        "{words}"
    );
}

#[test]
fn a_loop_that_the_baseline_does_not_know_is_a_fault() {
    let mut baseline = counts(1.0);
    baseline.loops.remove("sight");
    let verdicts = counts(1.0).held_against(&baseline);
    let found = verdicts.iter().find(|(name, _)| name == "sight");
    assert_eq!(found.map(|(_, verdict)| *verdict), Some(Verdict::New));
    assert!(Verdict::New.is_fault());
}

#[test]
fn a_baseline_is_read_as_it_was_written_and_a_broken_one_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("counts.ron");
    counts(1.0).write(&file).expect("a file");
    assert_eq!(Counts::read(&file), Ok(counts(1.0)));
    std::fs::write(&file, "(compiler: 3)").expect("a file");
    let refused = Counts::read(&file).expect_err("it has no loops");
    assert!(refused.contains("counts.ron"), "{refused}");
}

#[test]
fn the_baseline_knows_every_hot_loop_and_no_other() {
    let folder = project().join("benches/loops");
    let baseline = Counts::read(&folder.join("counts.ron")).expect("a baseline");
    let files = std::fs::read_dir(&folder).expect("a folder").flatten();
    let sources: Vec<PathBuf> = files.map(|file| file.path()).collect();
    let mut loops = BTreeSet::new();
    for source in sources
        .iter()
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
    {
        let text = std::fs::read_to_string(source).expect("a source");
        let names = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("name: \""));
        loops.extend(names.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
    }
    assert!(loops.len() > 10, "{loops:?}");
    assert_eq!(baseline.loops.into_keys().collect::<BTreeSet<_>>(), loops);
}

#[test]
fn the_exponent_of_a_power_is_found_in_spite_of_a_factor() {
    let cubes = [1.0, 2.0, 5.0, 9.0].map(|x: f64| (x, 7.0 * x.powi(3)));
    assert!((growth::exponent(&cubes) - 3.0).abs() < 1e-9);
    assert!(growth::exponent(&cubes[..1]).is_nan());
}
