//! Counts of instructions, the file with their baseline, and the verdict on a difference.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// A loop is slower if it takes more than this many times its instructions in the baseline.
pub const TOLERANCE: f64 = 1.03;

/// The instructions of loops.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// The compiler that the loops were built with, because another one makes other instructions.
    pub compiler: String,
    /// The count of each loop by its name.
    pub loops: BTreeMap<String, u64>,
}

/// The verdict on a loop, compared with the baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// It takes about as many instructions.
    Same,
    /// It takes this many times the instructions, more than is allowed.
    Slower(f64),
    /// It takes this many times the instructions, so few that the baseline should be written anew.
    Faster(f64),
    /// It is not in the baseline.
    New,
}

impl Verdict {
    /// The verdict on a count and the one before it.
    pub fn of(now: u64, before: u64) -> Self {
        let times = now as f64 / before as f64;
        if times > TOLERANCE {
            Verdict::Slower(times)
        } else if times < 1.0 / TOLERANCE {
            Verdict::Faster(times)
        } else {
            Verdict::Same
        }
    }

    /// Whether it makes a check fail.
    pub fn is_fault(self) -> bool {
        matches!(self, Verdict::Slower(_) | Verdict::New)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Same => write!(f, "as before"),
            Verdict::Slower(times) => write!(f, "{:.1} % more instructions", (times - 1.0) * 1e2),
            Verdict::Faster(times) => write!(f, "{:.1} % fewer instructions", (1.0 - times) * 1e2),
            Verdict::New => write!(f, "the baseline does not know it"),
        }
    }
}

impl Counts {
    /// Reads the file of a baseline. The error describes the fault.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|why| format!("{} cannot be read: {why}", path.display()))?;
        ron::from_str(&text).map_err(|why| format!("{} is no baseline: {why}", path.display()))
    }

    /// Writes the file of a baseline.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default());
        let text = text.map_err(|why| why.to_string())?;
        let written = std::fs::write(path, text + "\n");
        written.map_err(|why| format!("{} cannot be written: {why}", path.display()))
    }

    /// The verdict on each loop compared with a baseline, by name.
    pub fn held_against(&self, baseline: &Counts) -> Vec<(String, Verdict)> {
        let verdict = |(name, now): (&String, &u64)| {
            let before = baseline.loops.get(name);
            let verdict = before.map_or(Verdict::New, |&before| Verdict::of(*now, before));
            (name.clone(), verdict)
        };
        self.loops.iter().map(verdict).collect()
    }
}

/// The message of a failed check: the loops that are at fault, and a compiler that may be the cause.
pub fn failure(verdicts: &[(String, Verdict)], now: &Counts, baseline: &Counts) -> String {
    let faults = verdicts.iter().filter(|(_, verdict)| verdict.is_fault());
    let faults: Vec<String> = faults.map(|(name, v)| format!("{name} ({v})")).collect();
    let mut words = format!("these loops are not as before: {}", faults.join(", "));
    if now.compiler != baseline.compiler {
        let (now, before) = (&now.compiler, &baseline.compiler);
        words += &format!("; the compiler is {now}, and the baseline is of {before}");
    }
    words
}
