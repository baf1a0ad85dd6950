//! Coverage-guided fuzzing of one of the readers that the suite tries with random changes, chosen by its name in
//! `EVOLVARIUM_READER`. With `EVOLVARIUM_EXAMPLES` it writes texts that the readers accept into folders, to begin with.

#![no_main]

#[path = "../../tests/it/fuzzing/readers/mod.rs"]
mod readers;

use std::env::var;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

use readers::{READERS, Reader};

/// The folder of the project.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

static READER: OnceLock<&Reader> = OnceLock::new();

fn write_examples(folder: &Path) {
    for reader in &READERS {
        let folder = folder.join(reader.name);
        fs::create_dir_all(&folder).expect("a folder");
        for (number, text) in (reader.examples)().into_iter().enumerate() {
            fs::write(folder.join(format!("example-{number}")), text).expect("written");
        }
        println!("{}", reader.name);
    }
}

fuzz_target!(
    init: {
        if let Ok(folder) = var("EVOLVARIUM_EXAMPLES") {
            write_examples(Path::new(&folder));
            std::process::exit(0);
        }
        let name = var("EVOLVARIUM_READER").unwrap_or_default();
        let found = READERS.iter().find(|reader| reader.name == name);
        let reader = found.unwrap_or_else(|| panic!("there is no reader {name:?}"));
        READER.get_or_init(|| reader);
    },
    |text: &str| {
        // Both accepting and refusing the text are fine.
        let _ = (READER.get().expect("a reader").read)(text);
    }
);
