//! The command line with broken files, closed outputs, missing threads, missing displays and engines that misbehave: it
//! explains the fault in a line, and it neither hangs nor panics.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::harness::Wait;
use crate::program::text;

/// The program, which finds its files in a folder of the test.
fn evolvarium(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_evolvarium"));
    command.args(arguments);
    at_home(&mut command, home);
    command
}

/// Lets a command find its files in a folder of the test, and no display.
fn at_home(command: &mut Command, home: &Path) {
    command.env("HOME", home).env("RUST_BACKTRACE", "1");
    for name in [
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "WAYLAND_SOCKET",
    ] {
        command.env_remove(name);
    }
}

/// Runs a command to its end, and collects what it writes. Gives up one that never ends.
fn run(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    fn read(from: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
        thread::spawn(move || {
            let mut all = Vec::new();
            if let Some(mut from) = from {
                from.read_to_end(&mut all).expect("it can be read");
            }
            all
        })
    }
    let (stdout, stderr) = (read(child.stdout.take()), read(child.stderr.take()));
    let mut wait = Wait::for_work();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be awaited") {
            break status;
        }
        if wait.is_in_vain() {
            child.kill().expect("it can be killed");
            panic!("it never ends: {command:?}");
        }
    };
    Output {
        status,
        stdout: stdout.join().expect("it was read"),
        stderr: stderr.join().expect("it was read"),
    }
}

/// Runs a command that must be refused in one line. Returns the line.
fn refused(home: &Path, arguments: &[&str]) -> String {
    line_before_end(home, arguments, 2)
}

/// Runs a command that must end with a status and a single line on standard error. Returns the line.
fn line_before_end(home: &Path, arguments: &[&str], status: i32) -> String {
    line_of(&mut evolvarium(home, arguments), status)
}

/// The single line on standard error of a command that ends with a status.
fn line_of(command: &mut Command, status: i32) -> String {
    let output = run(command.stderr(Stdio::piped()));
    let why = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{why}");
    assert!(output.stdout.is_empty());
    assert_eq!(why.lines().count(), 1, "{why}");
    assert!(!why.trim_end().contains(char::is_control), "{why:?}");
    why
}

/// Writes a file for a test, and returns its path as an argument.
fn file(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("written");
    path.to_str().expect("a name").to_owned()
}

#[test]
fn a_level_list_without_levels_is_an_error_in_words() {
    let home = tempfile::tempdir().expect("a folder");
    let empty = file(home.path(), "empty.ron", "[]\n");
    let why = refused(home.path(), &["simulate", "match3", &empty]);
    assert!(why.contains("the list contains no levels"), "{why}");
}

#[test]
fn what_an_error_quotes_is_short_and_cannot_command_a_terminal() {
    let home = tempfile::tempdir().expect("a folder");
    let long = "a".repeat(100_000);
    let field = file(
        home.path(),
        "field.ron",
        &format!("(version: 1, content: ({long}: 1))"),
    );
    let position = file(
        home.path(),
        "position.ron",
        "(version: 1, content: (origin: \"\", replies: {\"\\u{1b}]0;owned\\u{7}\\n\": 1}))",
    );
    for arguments in [
        &[long.as_str()][..],
        &["generate", long.as_str()],
        &["generate", "match3", "--kinds", long.as_str()],
        &["generate", "match3", "--seed", "a\u{1b}]0;owned\u{7}\n\nb"],
        &["duel", "hexxagon", "random", &field],
        &["duel", "tic-tac-toe", "random", &position],
    ] {
        let why = refused(home.path(), arguments);
        assert!(why.len() < 1_000, "{}: {why:.300}", why.len());
    }
}

#[cfg(unix)]
#[test]
fn only_regular_files_of_a_sensible_size_are_read() {
    let home = tempfile::tempdir().expect("a folder");
    let pipe = home.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let large = home.path().join("large.ron");
    let sparse = File::create(&large).expect("a file");
    sparse.set_len((16 << 20) + 1).expect("it grows");
    for (path, part) in [
        (Path::new("/dev/null"), "no regular file"),
        (home.path(), "no regular file"),
        (&pipe, "no regular file"),
        (&large, "larger than 16 MB"),
    ] {
        let name = path.to_str().expect("a name");
        for command in [&["simulate", "match3", name][..], &["open", name]] {
            let why = refused(home.path(), command);
            assert!(why.contains(name) && why.contains(part), "{why}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn where_standard_error_cannot_be_written_the_result_is_not_lost() {
    let home = tempfile::tempdir().expect("a folder");
    let full = || File::options().write(true).open("/dev/full");
    for arguments in [
        &["generate", "match3", "--size", "6x6", "--seed", "1"][..],
        &["generate", "tic-tac-toe", "--seed", "k3f9"],
        &["generate", "dungeon", "--seed", "1", "--generations", "5"],
    ] {
        let kept = run(evolvarium(home.path(), arguments).stderr(Stdio::null()));
        let output = run(evolvarium(home.path(), arguments).stderr(full().expect("a device")));
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(!output.stdout.is_empty());
        assert_eq!(text(&output.stdout), text(&kept.stdout));
    }
    let output = run(evolvarium(home.path(), &["nonsense"]).stderr(full().expect("a device")));
    assert_eq!(output.status.code(), Some(2));
}

/// No system grants a thread this many bytes of stack, so each attempt to start one fails.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
const NO_THREADS: (&str, &str) = ("RUST_MIN_STACK", "100000000000000");

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[test]
fn without_further_threads_the_first_one_does_the_work() {
    let home = tempfile::tempdir().expect("a folder");
    let without_times = |output: &Output| {
        let all = text(&output.stdout);
        let lines = all.lines().map(|line| line.split(';').next());
        lines.flatten().map(str::to_owned).collect::<Vec<_>>()
    };
    for arguments in [
        &[
            "generate",
            "match3",
            "--size",
            "6x6",
            "--seed",
            "1",
            "--count",
            "4",
            "--threads",
            "4",
        ][..],
        &[
            "duel",
            "hexxagon",
            "set1",
            "random",
            "--games",
            "8",
            "--threads",
            "4",
        ],
    ] {
        let usual = run(evolvarium(home.path(), arguments).stderr(Stdio::piped()));
        let mut command = evolvarium(home.path(), arguments);
        let alone = run(command
            .env(NO_THREADS.0, NO_THREADS.1)
            .stderr(Stdio::piped()));
        assert_eq!(alone.status.code(), Some(0), "{}", text(&alone.stderr));
        assert_eq!(without_times(&alone), without_times(&usual));
    }
}

/// Plays a match against an engine that is a shell script, which may take some seconds for an answer. Returns the error
/// that ends the match.
#[cfg(unix)]
fn why_engine_fails(name: &str, script: &str, seconds: &str) -> String {
    let home = tempfile::tempdir().expect("a folder");
    let engine = format!("engine:sh {}", file(home.path(), name, script));
    let arguments = [
        "duel",
        "hexxagon",
        &engine,
        "random",
        "--games",
        "1",
        "--answer-timeout",
        seconds,
    ];
    // The arguments are right, and the work fails. 2 GB of addresses are enough for every answer of the engine.
    let mut command = Command::new("sh");
    let script = "ulimit -v 2000000 && exec \"$0\" \"$@\"";
    command.args(["-c", script, env!("CARGO_BIN_EXE_evolvarium")]);
    command.args(arguments);
    at_home(&mut command, home.path());
    line_of(&mut command, 1)
}

#[cfg(unix)]
#[test]
fn an_outside_engine_that_says_something_else_all_the_time_is_given_up() {
    let chatter = "while :; do echo hello; sleep 0.01; done";
    let flood = "exec yes hello";
    let silent = "exec sleep 1000000";
    for script in [chatter, flood, silent] {
        let why = why_engine_fails("engine.sh", script, "2");
        let part = "does not answer: nothing to \"uai\" within 2 seconds";
        assert!(why.contains(part), "{script}: {why}");
    }
}

#[cfg(unix)]
#[test]
fn an_outside_engine_cannot_fill_the_memory() {
    let endless_line = "exec cat /dev/zero";
    let why = why_engine_fails("line.sh", endless_line, "300");
    assert!(why.contains("a line of more than 64 KiB"), "{why}");
    // It behaves until it is to move, and then sends lines without end.
    let flood = "read line; echo uaiok
        while read line; do case $line in isready) echo readyok;; go*) exec yes hello;; esac; done";
    let part = "does not answer: nothing to \"go ";
    let mut why = String::new();
    // On a busy machine thirty seconds may not be enough for the first answers.
    for seconds in ["30", "300"] {
        why = why_engine_fails("flood.sh", flood, seconds);
        if why.contains(part) {
            break;
        }
    }
    assert!(why.contains(part), "{why}");
}

/// Runs a command under a virtual display. Its messages are in its standard output.
#[cfg(target_os = "linux")]
fn on_virtual_display(home: &Path) -> Command {
    let mut command = Command::new("xvfb-run");
    command.args(["-a", "-s", "-screen 0 1280x720x24 -nolisten tcp"]);
    at_home(&mut command, home);
    command
}

/// Checks that a start that failed has said why in one line of words, without anything for programmers.
#[cfg(target_os = "linux")]
fn assert_explained(said: &str, part: &str) {
    let last = said.lines().last().unwrap_or_default();
    assert!(last.starts_with("error: ") && last.contains(part), "{said}");
    for word in ["panicked", "backtrace", ".rs:"] {
        assert!(!said.contains(word), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_a_line_says_what_to_do() {
    let home = tempfile::tempdir().expect("a folder");
    let pictures = home.path().join("pictures");
    let tour = ["tour", pictures.to_str().expect("a name")];
    for (variable, part) in [
        (None, "neither WAYLAND_DISPLAY nor DISPLAY is set"),
        (Some(("DISPLAY", ":987")), "DISPLAY is \":987\""),
        (
            Some(("WAYLAND_DISPLAY", "wayland-987")),
            "WAYLAND_DISPLAY is \"wayland-987\"",
        ),
    ] {
        for arguments in [&[][..], &tour, &["match3:9x9c6-p500#k3f9"]] {
            let mut command = evolvarium(home.path(), arguments);
            let output = run(command.envs(variable).stderr(Stdio::piped()));
            let said = text(&output.stdout) + &text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert_explained(&said, part);
            assert_explained(&said, "there is no display");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_graphics_driver_a_line_says_what_to_do() {
    let home = tempfile::tempdir().expect("a folder");
    let mut command = on_virtual_display(home.path());
    // The virtual display has a status of its own, and a last line, if it cannot clean up behind it.
    let end = home.path().join("end");
    let script = "\"$0\"; echo $? > \"$1\"";
    command.args(["sh", "-c", script, env!("CARGO_BIN_EXE_evolvarium")]);
    command.arg(&end);
    for name in [
        "VK_ICD_FILENAMES",
        "VK_DRIVER_FILES",
        "__EGL_VENDOR_LIBRARY_FILENAMES",
    ] {
        command.env(name, "/nonexistent");
    }
    let output = run(command.stderr(Stdio::piped()));
    let said = text(&output.stdout) + &text(&output.stderr);
    let lines = said.lines().filter(|line| !line.starts_with("xvfb-run: "));
    let said = lines.collect::<Vec<_>>().join("\n");
    assert_eq!(wait_for_line(&end), "1", "{said}");
    assert_explained(&said, "no graphics driver was found");
}

/// Whether a process has a handler for a signal.
#[cfg(target_os = "linux")]
fn handles(process: &str, signal: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Waits for a file that holds a line.
#[cfg(target_os = "linux")]
fn wait_for_line(path: &Path) -> String {
    let mut wait = Wait::for_work();
    loop {
        let content = fs::read_to_string(path).unwrap_or_default();
        if content.ends_with('\n') {
            return content.trim().to_owned();
        }
        assert!(!wait.is_in_vain(), "{path:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn log_out_and_shutdown_end_the_game_as_ctrl_c_does() {
    use std::time::{Duration, Instant};
    const SIGINT: u32 = 2;
    for (name, signal) in [("INT", SIGINT), ("HUP", 1), ("TERM", 15)] {
        let home = tempfile::tempdir().expect("a folder");
        let (id, end) = (home.path().join("id"), home.path().join("end"));
        let mut command = on_virtual_display(home.path());
        // A program in the background of a shell ignores Ctrl-C, so the default is set again. The status is written to
        // a file, because the virtual display has one of its own if it cannot clean up behind it.
        let script = "env --default-signal=INT,HUP,TERM \"$0\" & echo $! > \"$1\"; wait $!; echo $? > \"$2\"";
        command.args(["sh", "-c", script, env!("CARGO_BIN_EXE_evolvarium")]);
        command.args([&id, &end]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut display = command.spawn().expect("a virtual display");
        let process = wait_for_line(&id);
        let mut wait = Wait::for_work();
        while !handles(&process, SIGINT) {
            assert!(!end.exists() && !wait.is_in_vain(), "it starts");
        }
        // The handlers are set one right after the other. Without one, the signal is sent all the same, and kills.
        let (started, patience) = (Instant::now(), Duration::from_secs(300));
        while !handles(&process, signal) && started.elapsed() < patience {
            thread::sleep(Duration::from_millis(5));
        }
        let sent = Command::new("kill").args(["-s", name, &process]).status();
        assert!(sent.expect("kill starts").success());
        display.wait().expect("the display ends");
        assert_eq!(wait_for_line(&end), "130", "{name}");
    }
}
