//! The hot loop of collections: offering an individual to all targets.

use std::hint::black_box;

use super::{Loop, word_collection};

pub const LOOPS: &[Loop] = &[Loop {
    name: "collection.offer",
    claim: "2,000 individuals are offered to a collection of 200 targets",
    prepare: offer,
}];

fn offer() -> Box<dyn FnMut()> {
    let mut collection = word_collection::collection(200);
    Box::new(move || {
        collection.run(2_000);
        black_box(collection.evaluations());
    })
}
