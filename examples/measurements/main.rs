//! Gathers the measurements of the benches into the table of claims of docs/measurements.md. `scripts/bench` runs it.
//!
//! `measurements table` reads the output of benches from standard input, keeps their rows in docs/measurements.json,
//! and writes the table. `measurements build` builds the program from nothing and prints rows of the time that this
//! takes and of its size.

mod build;
#[path = "../../benches/measuring/machine.rs"]
mod machine;
#[path = "../../benches/measuring/row.rs"]
mod row;
mod table;

use std::io::BufRead;
use std::path::Path;
use std::process::ExitCode;

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
    for taken in table::by_bench(rows, &machine::now()) {
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
