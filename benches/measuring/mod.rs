//! Measures times, and prints a row of the table of claims for each: for people, and as a line of JSON for
//! `scripts/bench`.

#![allow(dead_code)] // Each bench uses a part of it.

pub mod curve;
mod growth;
mod machine;
pub mod row;

use std::hint::black_box;
use std::time::{Duration, Instant};

use row::{Amount, Beside, Row, Source, Unit};

/// The least time of one measurement. A work is repeated until it has taken so long.
const ROUND: Duration = Duration::from_millis(20);
/// The time for all measurements of the works that stand beside each other.
const BUDGET: Duration = Duration::from_secs(3);
/// The least and the greatest number of measurements of each work.
const ROUNDS: [u32; 2] = [5, 60];

/// Work that can be timed: it is done a given number of times, and returns the time that this took.
pub type Timed<'a> = Box<dyn FnMut(u32) -> Duration + 'a>;

/// Work that needs no fresh input.
pub fn work<'a, T>(mut work: impl FnMut() -> T + 'a) -> Timed<'a> {
    Box::new(move |times| {
        let started = Instant::now();
        for _ in 0..times {
            black_box(work());
        }
        started.elapsed()
    })
}

/// Work on an input that is made afresh each time. The time of making it does not count.
pub fn work_on<'a, S, T>(
    mut fresh: impl FnMut() -> S + 'a,
    mut work: impl FnMut(&mut S) -> T + 'a,
) -> Timed<'a> {
    Box::new(move |times| {
        let mut took = Duration::ZERO;
        for _ in 0..times {
            let mut fresh = fresh();
            let started = Instant::now();
            black_box(work(&mut fresh));
            took += started.elapsed();
        }
        took
    })
}

/// A bench: its name, and the parts of it that are wanted.
pub struct Bench {
    name: &'static str,
    filter: Option<String>,
    measures: bool,
}

impl Bench {
    /// The bench of a name, with the arguments of the command line. Nothing is measured without `--bench`, which cargo
    /// passes; so `cargo test` does not measure.
    pub fn new(name: &'static str) -> Self {
        let arguments = || std::env::args().skip(1);
        Bench {
            name,
            filter: arguments().find(|argument| !argument.starts_with('-')),
            measures: arguments().any(|argument| argument == "--bench"),
        }
    }

    /// Whether a part is wanted: no argument was given, or one that its name contains.
    pub fn wants(&self, part: &str) -> bool {
        let filter = self.filter.as_deref();
        self.measures && filter.is_none_or(|filter| part.contains(filter))
    }

    /// Prints the row of a claim.
    pub fn print(&self, claim: &str, ours: Amount, beside: Option<Beside>) {
        match &beside {
            Some(Beside { what, amount, .. }) => println!("{claim}: {ours}; {what}: {amount}"),
            None => println!("{claim}: {ours}"),
        }
        let row = Row {
            bench: self.name.into(),
            claim: claim.into(),
            ours,
            beside,
        };
        println!("{}", serde_json::to_string(&row).expect("plain data"));
    }

    /// Measures a claim and prints its row.
    pub fn time(&self, claim: &str, ours: Timed) {
        self.print(claim, times([ours])[0], None);
    }

    /// Measures a claim in turns with a reference, and prints its row.
    pub fn time_beside(&self, claim: &str, ours: Timed, what: &str, reference: Timed) {
        let [ours, reference] = times([ours, reference]);
        self.print(claim, ours, Some(measured_beside(what, reference)));
    }

    /// Like [`Bench::time_beside`], for works that do something `count` times. Both are written as a number per second.
    pub fn rate_beside(
        &self,
        claim: &str,
        count: [u64; 2],
        ours: Timed,
        what: &str,
        reference: Timed,
    ) {
        let [ours, reference] = times([ours, reference]);
        let beside = measured_beside(what, rate(reference, count[1]));
        self.print(claim, rate(ours, count[0]), Some(beside));
    }
}

/// A reference that was measured in the same run.
pub fn measured_beside(what: &str, amount: Amount) -> Beside {
    Beside {
        what: what.into(),
        source: Source::SameRun,
        amount,
    }
}

/// The number per second for `count` repetitions that took a time.
pub fn rate(time: Amount, count: u64) -> Amount {
    let [low, high] = time.quartiles;
    let of = |seconds: f64| count as f64 / seconds;
    Amount {
        median: of(time.median),
        quartiles: [of(high), of(low)],
        unit: Unit::PerSecond,
    }
}

/// Measures works in turns, so that other work of the machine slows all of them alike.
pub fn times<const N: usize>(works: [Timed; N]) -> [Amount; N] {
    let all = times_within(BUDGET, works.into());
    all.try_into().expect("as many as there are works")
}

/// Measures many works in turns, with less time for each.
pub fn times_each(works: Vec<Timed>) -> Vec<Amount> {
    times_within(BUDGET / 4 * works.len() as u32, works)
}

fn times_within(budget: Duration, mut works: Vec<Timed>) -> Vec<Amount> {
    let repeats: Vec<u32> = works.iter_mut().map(warm_up).collect();
    let mut measured = vec![Vec::new(); works.len()];
    let started = Instant::now();
    for round in 0..ROUNDS[1] {
        if round >= ROUNDS[0] && started.elapsed() > budget {
            break;
        }
        for ((work, repeats), measured) in works.iter_mut().zip(&repeats).zip(&mut measured) {
            measured.push(work(*repeats).as_secs_f64() / f64::from(*repeats));
        }
    }
    let amounts = measured.into_iter();
    amounts.map(median).collect()
}

/// The median and the quartiles of measured seconds.
fn median(mut seconds: Vec<f64>) -> Amount {
    seconds.sort_unstable_by(f64::total_cmp);
    let at = |part: usize| seconds[(seconds.len() - 1) * part / 4];
    Amount {
        median: at(2),
        quartiles: [at(1), at(3)],
        unit: Unit::Seconds,
    }
}

/// Does a work until it is warm, and returns the number of its repetitions in a round.
fn warm_up(work: &mut Timed) -> u32 {
    let mut repeats = 1;
    loop {
        let took = work(repeats);
        if took >= ROUND || repeats >= 1 << 24 {
            return repeats;
        }
        // The number grows at most fourfold, because the first measurements are the worst.
        let needed = ROUND.as_secs_f64() / took.as_secs_f64().max(1e-9);
        repeats = (f64::from(repeats) * needed.clamp(1.1, 4.0)).ceil() as u32;
    }
}
