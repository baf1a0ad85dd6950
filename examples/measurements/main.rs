//! Gathers what the benches have measured into the table of claims of docs/measurements.md. `scripts/bench` runs it.
//!
//! `measurements table` reads what benches print from standard input, keeps their rows in docs/measurements.json, and writes
//! the table. `measurements build` builds the program from nothing and prints rows of the time that takes and of its size.

mod build;
#[path = "../../benches/measuring/row.rs"]
mod row;
mod table;

use std::io::BufRead;
use std::path::Path;
use std::process::{Command, ExitCode};

use row::Row;
use table::Taken;

fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    let done = match argument.as_deref() {
        Some("table") => gather(Path::new(env!("CARGO_MANIFEST_DIR"))),
        Some("build") => build::rows().map(|rows| rows.iter().for_each(print)),
        _ => Err("usage: measurements table | build".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn print(row: &Row) {
    println!("{}: {}", row.claim, row.ours);
    println!("{}", serde_json::to_string(row).expect("plain data"));
}

/// Reads rows from standard input, where they stand among lines for people, and writes the data and the page.
fn gather(project: &Path) -> Result<(), String> {
    let (data, page) = (
        project.join("docs/measurements.json"),
        project.join("docs/measurements.md"),
    );
    let mut known: Vec<Taken> = match data.exists() {
        true => serde_json::from_str(&read(&data)?)
            .map_err(|why| format!("{}: {why}", data.display()))?,
        false => Vec::new(),
    };
    let mut rows = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|why| why.to_string())?;
        rows.extend(table::row_in(&line)?);
    }
    for taken in table::by_bench(rows, &machine()) {
        table::replace(&mut known, taken);
    }
    let written = table::put_into(&read(&page)?, &table::markdown(&known))?;
    let kept = serde_json::to_string_pretty(&known).map_err(|why| why.to_string())?;
    write(&data, &(kept + "\n"))?;
    write(&page, &written)
}

fn read(path: &Path) -> Result<String, String> {
    let read = std::fs::read_to_string(path);
    read.map_err(|why| format!("{} cannot be read: {why}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let written = std::fs::write(path, text);
    written.map_err(|why| format!("{} cannot be written: {why}", path.display()))
}

/// When and where the rows were measured: day, processor, its cores, and the compiler. What is not known is left out.
fn machine() -> String {
    let output = |program: &str, argument: &str| {
        let asked = Command::new(program).arg(argument).output().ok()?;
        let words = String::from_utf8_lossy(&asked.stdout).trim().to_owned();
        (!words.is_empty()).then_some(words)
    };
    let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = processors.lines().find(|l| l.starts_with("model name"));
    let model = line.and_then(|line| line.split(": ").nth(1));
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let known = [
        output("date", "+%F"),
        Some(format!("{cores} cores")),
        model.map(str::to_owned),
        output("rustc", "--version"),
    ];
    known.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
