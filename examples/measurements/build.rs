//! The time that the program takes to build, and its size.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::row::{Amount, Row, Unit};

/// Builds the program in a folder of its own: from nothing, again after a file has changed, and as it is packed.
pub fn rows() -> Result<Vec<Row>, String> {
    let folder = tempfile::tempdir().map_err(|why| why.to_string())?;
    let first = build(folder.path(), "release")?;
    let newest = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    let touched = std::fs::File::options().append(true).open(&newest);
    let touched = touched.and_then(|file| file.set_modified(std::time::SystemTime::now()));
    touched.map_err(|why| format!("{}: {why}", newest.display()))?;
    let later = build(folder.path(), "release")?;
    build(folder.path(), "dist")?;
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    Ok(vec![
        row(
            &format!("the first build, {cores} cores"),
            Amount::of(first, Unit::Seconds),
        ),
        row(
            &format!("a later build, {cores} cores"),
            Amount::of(later, Unit::Seconds),
        ),
        row(
            "the program as it is built to play",
            size(folder.path(), "release")?,
        ),
        row("the program as it is packed", size(folder.path(), "dist")?),
    ])
}

fn row(claim: &str, ours: Amount) -> Row {
    Row {
        bench: "build".into(),
        claim: claim.into(),
        ours,
        beside: None,
    }
}

/// Builds with a profile; returns the seconds.
fn build(target: &Path, profile: &str) -> Result<f64, String> {
    let started = Instant::now();
    let built = Command::new(env!("CARGO"))
        .args([
            "build",
            "--locked",
            "--quiet",
            "--bin",
            "evolvarium",
            "--profile",
            profile,
        ])
        .env("CARGO_TARGET_DIR", target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    let built = built.map_err(|why| format!("cargo cannot be run: {why}"))?;
    if !built.success() {
        return Err(format!(
            "the program cannot be built with the profile {profile}"
        ));
    }
    Ok(started.elapsed().as_secs_f64())
}

fn size(target: &Path, profile: &str) -> Result<Amount, String> {
    let name = format!("evolvarium{}", std::env::consts::EXE_SUFFIX);
    let program = target.join(profile).join(name);
    let size = std::fs::metadata(&program);
    let size = size.map_err(|why| format!("{}: {why}", program.display()))?;
    Ok(Amount::of(size.len() as f64, Unit::Bytes))
}
