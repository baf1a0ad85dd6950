//! The hot loops, counted in instructions of the processor. A count is the same on every machine, so that a loop that
//! has become 3 % slower is noticed even on a busy one. Valgrind counts; `counts.ron` holds the baseline.
//!
//! `cargo bench --bench loops` counts and prints, `-- --check` fails if a loop takes more instructions than the
//! baseline allows, and `-- --baseline` writes the baseline anew. With a name, only the loops whose names contain it
//! are counted.

#[path = "../works/crowded.rs"]
mod crowded;
#[path = "../measuring/mod.rs"]
mod measuring;
#[path = "../works/one_max.rs"]
mod one_max;
#[path = "../works/word_collection.rs"]
mod word_collection;

mod collection;
mod counts;
mod dungeon;
mod engine;
mod hexxagon;
mod match3;
mod tic_tac_toe;
mod valgrind;

use std::path::Path;
use std::process::ExitCode;

use counts::{Counts, Verdict};
use measuring::Bench;
use measuring::row::{Amount, Beside, Source, Unit};

/// A hot loop.
#[derive(Clone, Copy)]
struct Loop {
    /// Its name in the baseline.
    name: &'static str,
    /// Its work, in words.
    claim: &'static str,
    /// Makes everything that the loop needs, which does not count, and returns the loop.
    prepare: fn() -> Box<dyn FnMut()>,
}

fn loops() -> Vec<Loop> {
    let all = [
        match3::LOOPS,
        hexxagon::LOOPS,
        tic_tac_toe::LOOPS,
        dungeon::LOOPS,
        engine::LOOPS,
        collection::LOOPS,
    ];
    all.into_iter().flatten().copied().collect()
}

/// The code that is counted. Its name tells Valgrind when to count, so that it must stay a function.
#[inline(never)]
fn counted_loop(work: &mut dyn FnMut()) {
    work();
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    if let Some(name) = arguments.iter().find_map(|a| a.strip_prefix("--loop=")) {
        return run(name);
    }
    let bench = Bench::new("loops");
    let wanted = loops().into_iter().filter(|l| bench.wants(l.name));
    let wanted: Vec<Loop> = wanted.collect();
    if wanted.is_empty() {
        return ExitCode::SUCCESS;
    }
    let (baseline, check) = (has("--baseline"), has("--check"));
    match valgrind::is_ready().and_then(|()| count(&bench, &wanted, baseline, check)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one loop. The program that Valgrind runs does this.
fn run(name: &str) -> ExitCode {
    let Some(found) = loops().into_iter().find(|l| l.name == name) else {
        eprintln!("there is no loop {name}");
        return ExitCode::FAILURE;
    };
    let mut work = (found.prepare)();
    counted_loop(&mut work);
    ExitCode::SUCCESS
}

/// Counts loops, prints their rows, and checks them or writes the baseline.
fn count(bench: &Bench, wanted: &[Loop], baseline: bool, check: bool) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/loops/counts.ron");
    let mut known = if path.exists() {
        Counts::read(&path)?
    } else {
        Counts::default()
    };
    let mut counted = Counts {
        compiler: valgrind::compiler()?,
        ..Counts::default()
    };
    for found in wanted {
        let instructions = valgrind::instructions(found.name)?;
        counted.loops.insert(found.name.into(), instructions);
        let before = known.loops.get(found.name).map(|&before| Beside {
            what: "the baseline".into(),
            source: Source::Reported,
            amount: Amount::of(before as f64, Unit::Instructions),
        });
        let ours = Amount::of(instructions as f64, Unit::Instructions);
        bench.print(found.claim, ours, before);
    }
    if baseline {
        known.compiler = counted.compiler;
        known.loops.extend(counted.loops);
        known
            .loops
            .retain(|name, _| loops().iter().any(|l| l.name == name));
        return known.write(&path);
    }
    let verdicts = counted.held_against(&known);
    for (name, verdict) in &verdicts {
        if *verdict != Verdict::Same {
            println!("{name}: {verdict}");
        }
    }
    if check && verdicts.iter().any(|(_, verdict)| verdict.is_fault()) {
        return Err(counts::failure(&verdicts, &counted, &known));
    }
    Ok(())
}
