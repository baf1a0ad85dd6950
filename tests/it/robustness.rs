//! Broken files and failures in the background become words for the player.

use std::fs;

use bevy::tasks::futures_lite::future::block_on;
use bevy::tasks::{AsyncComputeTaskPool, ComputeTaskPool};
use evolvarium::base::Stream;
use evolvarium::games::match3::level::saved;
use evolvarium::generation::archive::ArchiveProblem;
use evolvarium::generation::archive_task::BackgroundArchive;
use evolvarium::generation::{
    Crossover, Measure, MutationGaps, Picture, Problem, Sample, Seed, StopReason, WatchedRun,
};
use evolvarium::session::{Folders, keep_files_in};

use crate::harness::{app, notices};

/// Returns the error of a level file whose rows are as given, and the text of its first row from the place that the
/// error names.
fn refused_rows(rows: &str) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("level.ron");
    let text = format!(
        "[// rows: [\"no\"]\n(id: \"rows: \\\"벌집\\\"\", level: (\n\
         colours: 5, goals: [Score(1)], moves: 9,\nrows: {rows}))]\n"
    );
    fs::write(&path, &text).expect("written");
    let why = saved::read(&path).expect_err("it is no level").to_string();
    let number = |name: &str| -> usize {
        let rest = why.split(name).nth(1).expect("a place");
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().expect("a number")
    };
    let (line, column) = (number("line "), number("column "));
    let line = text.lines().nth(line - 1).expect("a line of the file");
    let rest: String = line.chars().skip(column - 1).collect();
    assert!(!rest.is_empty(), "{why}");
    (why, rest)
}

#[test]
fn an_error_in_a_level_names_its_place_whatever_stands_around_it() {
    for (rows, part, there) in [
        (
            r#"[".....", "..Z..", ".....", ".....", "....."]"#,
            "'Z' is no cell",
            "Z..",
        ),
        (
            "[ // a \"……………\" here\n\"....Z\", \".....\", \".....\", \".....\", \".....\"]",
            "'Z' is no cell",
            "Z\"",
        ),
        (
            "[\".....\", /* \"'벌 */ \".....\", r#\"..\"..\"#, \".....\", \".....\"]",
            "'\"' is no cell",
            "\"..\"#",
        ),
        (
            r#"[".....", "\u{2e}……Z.", ".....", ".....", "....."]"#,
            "'…' is no cell",
            "\\u{2e}",
        ),
        (
            r#"[".....", "벌집.", ".....", ".....", "....."]"#,
            "row 2 has 3 cells",
            "벌집.",
        ),
    ] {
        let (why, rest) = refused_rows(rows);
        assert!(why.contains(part), "{rows}: {why}");
        assert!(rest.starts_with(there), "{rows}: {why}: {rest}");
    }
}

#[test]
fn a_notice_about_a_broken_file_hides_neither_the_reason_nor_the_place_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = Folders::within(folder.path()).settings();
    fs::create_dir_all(settings.parent().expect("a folder")).expect("made");
    let name = "a".repeat(1_000_000);
    fs::write(&settings, format!("(version: 1, content: ({name}: 1))")).expect("written");
    let mut app = app(folder.path());
    app.update();
    app.update();
    let shown = notices(app.world());
    assert!(shown.chars().count() < 1_000, "{}", shown.len());
    for part in ["Unexpected field", "line 1", "settings.broken-1.ron"] {
        assert!(shown.contains(part), "{shown:.900}");
    }
}

#[test]
fn a_player_without_a_home_is_told_that_nothing_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    keep_files_in(&mut app, None);
    app.update();
    app.update();
    let shown = notices(app.world());
    assert!(shown.contains("cannot be saved"), "{shown}");
}

/// A genome that cannot be copied.
struct Brittle;

impl Clone for Brittle {
    fn clone(&self) -> Self {
        panic!("it cannot be copied")
    }
}

/// A problem that breaks at some point.
#[derive(Clone, Copy)]
enum Fault {
    /// No individual can be made.
    Founder,
    /// An individual cannot be copied, which the archive does in its second generation.
    Copy,
}

struct Faulty {
    fault: Fault,
    gaps: MutationGaps,
}

impl Problem for Faulty {
    type Genome = Brittle;

    fn genes(&self) -> usize {
        1
    }

    fn random(&self, _: &mut Stream) -> Brittle {
        match self.fault {
            Fault::Founder => panic!("no individual"),
            Fault::Copy => Brittle,
        }
    }

    fn cross(&self, first: &Brittle, _: &Brittle, _: Crossover, _: &mut Stream) -> Brittle {
        first.clone()
    }

    fn mutate(&self, _: &mut Brittle, _: &MutationGaps, _: &mut Stream) {}

    fn objective(&self, _: &Brittle, _: &mut Stream) -> f64 {
        1.0
    }

    fn picture(&self, _: &Brittle) -> Picture {
        Picture::default()
    }
}

impl ArchiveProblem for Faulty {
    type Problem = Self;

    const BATCH: u32 = 4;
    const GENERATIONS: u32 = 10;

    fn problem(&self) -> &Self {
        self
    }

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::new("faulty", "faulty", 0.0, 1.0); 2]
    }

    fn measure(&self, _: &Brittle, _: &mut Stream) -> Option<Sample> {
        Some(Sample::of(1.0, [0.5; 2]))
    }

    fn gaps(&self) -> &MutationGaps {
        &self.gaps
    }
}

#[test]
fn an_archive_that_breaks_says_so_and_shows_only_what_it_has_made() {
    AsyncComputeTaskPool::get_or_init(Default::default);
    ComputeTaskPool::get_or_init(Default::default);
    for (fault, generation, records) in [(Fault::Founder, None, 0), (Fault::Copy, Some(0), 1)] {
        let gaps = MutationGaps::new(0.5, 1);
        let run = BackgroundArchive::new(Faulty { fault, gaps }, 4, 10, Seed(1), Vec::new());
        block_on(WatchedRun::advance(run.clone(), 5));
        let progress = run.progress();
        assert!(matches!(progress.stop, Some(StopReason::Failed(_))));
        assert_eq!(
            (progress.generation, progress.records),
            (generation, records)
        );
    }
}
