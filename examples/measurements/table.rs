//! The table of claims as text, and its place in a page.

use serde::{Deserialize, Serialize};

use super::row::{Amount, Beside, Row, Source, Unit, figures};

/// The rows that one run of a bench has printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    /// The name of the bench.
    pub bench: String,
    /// The time and the machine of the run.
    pub when: String,
    /// Its rows, in its order.
    pub rows: Vec<Row>,
}

/// The line of the page above the table.
pub const BEGIN: &str = "<!-- measured by scripts/bench, not by hand -->";
/// The line of the page below the table.
pub const END: &str = "<!-- end of what scripts/bench has measured -->";

/// The row in a line that a bench prints; none if the line is for people. The error is a row that cannot be read.
pub fn row_in(line: &str) -> Result<Option<Row>, String> {
    if !line.starts_with("{\"bench\":") {
        return Ok(None);
    }
    let row = serde_json::from_str(line);
    row.map(Some).map_err(|why| format!("{line}: {why}"))
}

/// The rows of each bench, in the order in which benches come first.
pub fn by_bench(rows: Vec<Row>, when: &str) -> Vec<Taken> {
    let mut all: Vec<Taken> = Vec::new();
    for row in rows {
        match all.iter_mut().find(|taken| taken.bench == row.bench) {
            Some(taken) => taken.rows.push(row),
            None => all.push(Taken {
                bench: row.bench.clone(),
                when: when.to_owned(),
                rows: vec![row],
            }),
        }
    }
    all
}

/// Replaces the rows that a bench had measured before, or adds the rows at the end.
pub fn replace(known: &mut Vec<Taken>, taken: Taken) {
    match known.iter_mut().find(|before| before.bench == taken.bench) {
        Some(before) => *before = taken,
        None => known.push(taken),
    }
}

/// The table of claims.
pub fn markdown(known: &[Taken]) -> String {
    let mut text =
        String::from("| claim | ours | beside it | ratio | command |\n|---|---|---|---|---|\n");
    for taken in known {
        for row in &taken.rows {
            let beside = row.beside.as_ref().map_or("–".into(), words_beside);
            let ratio = row.beside.as_ref().and_then(|b| ratio(&row.ours, b));
            let cells = [
                row.claim.clone(),
                row.ours.to_string(),
                beside,
                ratio.unwrap_or("–".into()),
                format!("`{}`", command(&taken.bench)),
            ];
            text += &format!("| {} |\n", cells.map(|c| c.replace('|', "\\|")).join(" | "));
        }
    }
    text += "\nMeasured:\n\n";
    for taken in known {
        text += &format!("- `{}`: {}\n", taken.bench, taken.when);
    }
    text
}

/// The command that measures the rows of a bench again.
fn command(bench: &str) -> String {
    match bench {
        "build" => "scripts/bench --build".into(),
        bench => format!("scripts/bench {bench}"),
    }
}

fn words_beside(beside: &Beside) -> String {
    let Beside { what, amount, .. } = beside;
    match beside.source {
        Source::SameRun => format!("{what}: {amount}"),
        Source::Limit => format!("at most {amount}: {what}"),
        Source::Reported => format!("{what}: {amount} (not in this run)"),
    }
}

/// The comparison of an amount with the one beside it, in words. `None` if they cannot be compared.
fn ratio(ours: &Amount, beside: &Beside) -> Option<String> {
    let times = ours.ratio(&beside.amount)?;
    Some(match (beside.source, ours.unit) {
        (Source::Limit, _) => format!("{:.0} % of it", 100.0 / times),
        (Source::Reported, Unit::Instructions) => format!("{:+.1} %", (1.0 / times - 1.0) * 100.0),
        (_, Unit::Seconds | Unit::PerSecond) if times >= 1.0 => {
            format!("{} times as fast", figures(times))
        }
        (_, Unit::Seconds | Unit::PerSecond) => format!("{} times the time", figures(1.0 / times)),
        (_, Unit::Bytes | Unit::Instructions) => format!("{} times as many", figures(1.0 / times)),
    })
}

/// Puts a table between the two lines of a page; everything outside them stays as it is.
pub fn put_into(page: &str, table: &str) -> Result<String, String> {
    let lost = || format!("the page has no lines '{BEGIN}' and '{END}', in this order");
    let (before, rest) = page.split_once(BEGIN).ok_or_else(lost)?;
    let (_, after) = rest.split_once(END).ok_or_else(lost)?;
    Ok(format!("{before}{BEGIN}\n\n{table}\n{END}{after}"))
}
