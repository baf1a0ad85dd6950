//! Counts the instructions of a loop: this program runs once more under Valgrind, with that loop alone.

use std::process::Command;

/// The C library chooses its copying functions by the processor; without these features it chooses the same on all.
const SAME_LIBRARY: &str =
    "glibc.cpu.hwcaps=-AVX,-AVX2,-AVX_Fast_Unaligned_Load,-AVX512F,-AVX512VL,-AVX512BW,-ERMS,-FSRM";

/// Whether counts can be compared with the baseline here. The error names the missing part.
pub fn is_ready() -> Result<(), String> {
    if !cfg!(all(
        target_arch = "x86_64",
        target_feature = "sse4.2",
        not(target_feature = "avx")
    )) {
        return Err(
            "instructions are counted for x86-64-v2 alone, as .cargo/config.toml says; \
                    is RUSTFLAGS set in the environment?"
                .into(),
        );
    }
    let found = Command::new("valgrind").arg("--version").output();
    found
        .map(|_| ())
        .map_err(|why| format!("valgrind cannot be run ({why}); scripts/setup --bench installs it"))
}

/// The name and version of the compiler.
pub fn compiler() -> Result<String, String> {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let asked = Command::new(&compiler).arg("--version").output();
    let asked = asked.map_err(|why| format!("{compiler} cannot be run: {why}"))?;
    Ok(String::from_utf8_lossy(&asked.stdout).trim().to_owned())
}

/// Counts the instructions of a loop.
pub fn instructions(name: &str) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|why| why.to_string())?;
    let folder = tempfile::tempdir().map_err(|why| why.to_string())?;
    let report = folder.path().join("callgrind");
    let ran = Command::new("valgrind")
        .args(["--tool=callgrind", "--toggle-collect=*counted_loop*"])
        .arg(format!("--callgrind-out-file={}", report.display()))
        .arg(program)
        .arg(format!("--loop={name}"))
        .env("GLIBC_TUNABLES", SAME_LIBRARY)
        .output()
        .map_err(|why| format!("valgrind cannot be run: {why}"))?;
    if !ran.status.success() {
        let words = String::from_utf8_lossy(&ran.stderr);
        return Err(format!("the loop {name} failed:\n{words}"));
    }
    let report = std::fs::read_to_string(report).map_err(|why| why.to_string())?;
    let total = report
        .lines()
        .find_map(|line| line.strip_prefix("totals: "));
    let total = total.and_then(|total| total.trim().parse().ok());
    let total = total.filter(|&instructions| instructions > 0);
    total.ok_or_else(|| format!("valgrind has counted nothing of the loop {name}"))
}
