//! The time and the machine of a measurement.

use std::process::Command;

/// The day, the processor, its cores, how busy the machine is, and the compiler. Values that are not known are left
/// out.
pub fn now() -> String {
    let output = |program: &str, argument: &str| {
        let asked = Command::new(program).arg(argument).output().ok()?;
        let words = String::from_utf8_lossy(&asked.stdout).trim().to_owned();
        (!words.is_empty()).then_some(words)
    };
    let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = processors.lines().find(|l| l.starts_with("model name"));
    let model = line.and_then(|line| line.split(": ").nth(1));
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    // The load is that of the last fifteen minutes.
    let load = load
        .split(' ')
        .nth(2)
        .and_then(|load| load.parse::<f64>().ok());
    let known = [
        output("date", "+%F"),
        model.map(str::to_owned),
        Some(match load {
            Some(load) => format!("{cores} cores with {load:.1} at work"),
            None => format!("{cores} cores"),
        }),
        output("rustc", "--version"),
    ];
    known.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
