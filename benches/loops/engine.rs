//! The hot loop of the engine.

use std::hint::black_box;

use super::{Loop, one_max};

pub const LOOPS: &[Loop] = &[
    Loop {
        name: "engine.generation",
        claim: "100 generations of OneMax with 100 individuals",
        prepare: || generations(false),
    },
    Loop {
        name: "engine.generation_with_history",
        claim: "100 generations of OneMax with the history of the run",
        prepare: || generations(true),
    },
];

fn generations(history: bool) -> Box<dyn FnMut()> {
    let mut run = one_max::run(100, 100, history);
    Box::new(move || {
        run.finish();
        black_box(run.evaluations());
    })
}
