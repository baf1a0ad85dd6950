//! The runs of an experiment as a table for other programs (RFC 4180).

use std::fmt::Write;

use super::lab_run::LabRun;
use crate::generation::distance;

/// The names of the columns.
const HEAD: &str = "setting,name,problem,setup,run,seed,solved,stop,generations,evaluations,seconds,fitness,distance";

/// One line for each run that is over, setting by setting. Fitness and distance are those of the best feasible
/// individual, and empty where there is none or the fitness stands for no distance. With the seed a run can be made
/// again.
pub fn csv(lab: &LabRun) -> String {
    let mut text = format!("{HEAD}\r\n");
    for (setting, outcomes) in lab.outcomes().into_iter().enumerate() {
        let described = &lab.experiment().settings[setting];
        for (run, outcome) in outcomes {
            let best = outcome.best();
            let fitness = best.map_or_else(String::new, |best| best.to_string());
            let measured = best.filter(|_| lab.prepared(setting).measures_distance);
            let distance = measured.map_or_else(String::new, |best| distance(best).to_string());
            let _ = write!(
                text,
                "{},{},{},{},{},{},{},{},{},{},{:.6},{fitness},{distance}\r\n",
                letter(setting),
                cell(&described.name),
                cell(&described.problem),
                cell(&described.setup),
                run + 1,
                lab.seed(setting, run),
                outcome.solved,
                cell(&outcome.stop.to_string()),
                outcome.generations,
                outcome.evaluations,
                outcome.seconds,
            );
        }
    }
    text
}

/// The letter of a setting, from A.
pub fn letter(setting: usize) -> char {
    char::from(b'A' + setting as u8)
}

/// A text as a cell, between quotes if need be.
fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
