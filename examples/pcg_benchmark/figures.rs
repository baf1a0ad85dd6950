//! Figures of sets of several seeds, as a line of a table.

use std::fs;
use std::time::Instant;

use evolvarium::generation::Seed;

use super::breeding::{Breed, generate};
use super::problems::score::score;

/// The head of the table.
pub const HEAD: &str = "\
| problem | feasible | controlled | unique | all three | evaluations | CPU seconds |\n\
|---|---|---|---|---|---|---|";

/// The figures of one set: feasible, controlled, unique, all three, evaluations, seconds.
pub type Figures = [f64; 6];

/// Makes a set, and scores it. The time is that of making the set.
pub fn of_set<P: Breed + Clone>(
    problem: &P,
    count: usize,
    seed: Seed,
    evaluations: u64,
) -> Figures {
    let started = (Instant::now(), cpu_seconds());
    let (set, evaluations) = generate(problem.clone(), count, seed, evaluations);
    let seconds = match (started.1, cpu_seconds()) {
        (Some(from), Some(to)) => to - from,
        _ => started.0.elapsed().as_secs_f64(),
    };
    let score = score(problem, &set.contents, &set.controls);
    [
        score.feasible() as f64,
        score.controlled() as f64,
        score.unique() as f64,
        score.all_three() as f64,
        evaluations as f64,
        seconds,
    ]
}

/// The time that this thread was on a processor, where the system tells it (Linux).
fn cpu_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds * 1e-9)
}

/// The line of a problem: the median of the sets for each figure, with the least and the greatest.
pub fn line(name: &str, sets: &[Figures]) -> String {
    let cell = |figure: usize| {
        let mut values: Vec<f64> = sets.iter().map(|set| set[figure]).collect();
        values.sort_by(f64::total_cmp);
        let (Some(least), Some(most)) = (values.first(), values.last()) else {
            return "–".to_string();
        };
        let half = values.len() / 2;
        let median = (values[half] + values[(values.len() - 1) / 2]) / 2.0;
        match figure {
            5 => format!("{median:.2} ({least:.2}–{most:.2})"),
            _ => format!("{median} ({least}–{most})"),
        }
    };
    let cells: Vec<String> = (0..6).map(cell).collect();
    format!("| {name} | {} |", cells.join(" | "))
}
