//! A row of the table of claims. Benches print it as a line of JSON, and the example `measurements` gathers the lines.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A claim with its measured amount, and the amount beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The bench that has measured it, as cargo names it.
    pub bench: String,
    /// The claim, in words.
    pub claim: String,
    /// The measured amount.
    pub ours: Amount,
    /// The amount with which it is compared.
    pub beside: Option<Beside>,
}

/// An amount with which a claim is compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beside {
    /// Its description, in words.
    pub what: String,
    /// The source of the amount.
    pub source: Source,
    /// The amount.
    pub amount: Amount,
}

/// The source of an amount beside a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// It was measured in the same run, in turns with ours.
    SameRun,
    /// It is a limit that must not be exceeded.
    Limit,
    /// It was reported by others or measured at another time.
    Reported,
}

/// A measured amount.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amount {
    /// The median.
    pub median: f64,
    /// The first and the third quartile; both are the median if it was measured once or is exact.
    pub quartiles: [f64; 2],
    /// The unit in which it is counted.
    pub unit: Unit,
}

/// The unit in which an amount is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Seconds of work, of which fewer are better.
    Seconds,
    /// A number per second, of which more is better.
    PerSecond,
    /// Bytes, of which fewer are better.
    Bytes,
    /// Instructions of the processor, of which fewer are better.
    Instructions,
}

impl Amount {
    /// An amount that was measured once, or is exact.
    pub fn of(median: f64, unit: Unit) -> Self {
        Amount {
            median,
            quartiles: [median; 2],
            unit,
        }
    }

    /// The factor by which another amount takes more time or more space than this one; `None` if their units differ.
    pub fn ratio(&self, other: &Amount) -> Option<f64> {
        let ratio = match self.unit {
            Unit::PerSecond => self.median / other.median,
            Unit::Seconds | Unit::Bytes | Unit::Instructions => other.median / self.median,
        };
        (self.unit == other.unit && ratio.is_finite()).then_some(ratio)
    }
}

impl fmt::Display for Amount {
    /// The median in a readable unit, and the quartiles if they differ.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (factor, unit) = self.unit.scale(self.median);
        let [low, high] = self.quartiles.map(|end| figures(end * factor));
        write!(f, "{} {unit}", figures(self.median * factor))?;
        if low == high {
            Ok(())
        } else {
            write!(f, " ({low} to {high})")
        }
    }
}

impl Unit {
    /// The factor and the name of the unit in which an amount is written.
    fn scale(self, amount: f64) -> (f64, &'static str) {
        let steps: &[(f64, f64, &str)] = match self {
            Unit::Seconds => &[
                (60.0, 1.0 / 60.0, "min"),
                (1.0, 1.0, "s"),
                (1e-3, 1e3, "ms"),
                (1e-6, 1e6, "µs"),
                (0.0, 1e9, "ns"),
            ],
            Unit::PerSecond => &[
                (1e6, 1e-6, "million/s"),
                (1e3, 1e-3, "thousand/s"),
                (0.0, 1.0, "/s"),
            ],
            Unit::Bytes => &[(1e6, 1e-6, "MB"), (1e3, 1e-3, "kB"), (0.0, 1.0, "bytes")],
            Unit::Instructions => &[
                (1e6, 1e-6, "million instructions"),
                (1e3, 1e-3, "thousand instructions"),
                (0.0, 1.0, "instructions"),
            ],
        };
        let step = steps.iter().find(|(least, _, _)| amount >= *least);
        step.map_or((1.0, ""), |&(_, factor, unit)| (factor, unit))
    }
}

/// A number with three significant figures.
pub fn figures(value: f64) -> String {
    let digits = 2 - value.abs().max(1e-9).log10().floor() as i32;
    format!("{value:.*}", digits.clamp(0, 6) as usize)
}
