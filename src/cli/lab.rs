//! `evolvarium lab FILE`: an experiment of the laboratory without a display.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use atomic_write_file::AtomicWriteFile;
use clap::{Arg, ArgMatches, Command, value_parser};

use crate::base::available_threads;
use crate::games::command::progress::progress_bar;
use crate::games::command::{CommandError, Output};
use crate::generation::laboratory::csv::csv;
use crate::generation::laboratory::{Kit, LabRun, Preset, Subject};
use crate::shell::laboratory::{file, report};
use crate::shell::theme::plot::plot_colours;
use crate::shell::words::{Language, Words};

/// The subcommand with its arguments.
pub fn command(kits: &[Kit]) -> Command {
    Command::new("lab")
        .about("Run several settings of an evolution many times each, and compare them")
        .after_long_help(help(kits))
        .arg_required_else_help(true)
        .arg(
            Arg::new("file")
                .value_name("FILE.ron")
                .value_parser(value_parser!(PathBuf))
                .required_unless_present("print")
                .help("The experiment"),
        )
        .arg(
            Arg::new("print")
                .long("print")
                .value_name("NAME")
                .conflicts_with("file")
                .help("Print one of the experiments below as a file to begin with"),
        )
        .arg(
            Arg::new("threads")
                .long("threads")
                .value_parser(value_parser!(u32).range(1..=256))
                .help("How many threads, 1 to 256 [default: one a core]"),
        )
        .arg(output("csv", "The file of the runs, one a line"))
        .arg(output("svg", "The file of the plot"))
}

fn output(name: &'static str, what: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help(format!(
            "{what} [default: the name of the experiment's file with .{name}, in this folder]"
        ))
}

/// The help: the subjects that can be run, and the presets to begin with.
fn help(kits: &[Kit]) -> String {
    let words = Words::of(Language::English);
    let problem = |subject: &Subject| {
        let setup = (subject.usual_setup)();
        format!(
            "  {:18} {}; usually {setup}\n",
            subject.key,
            words.get(subject.name)
        )
    };
    let problems: String = subjects(kits).iter().map(problem).collect();
    let preset = |preset: &Preset| format!("  {:22} {}\n", preset.key, words.get(preset.what));
    let presets: String = kits
        .iter()
        .flat_map(|kit| kit.presets)
        .map(preset)
        .collect();
    format!(
        "An experiment is a RON file:\n\n  (name: \"Elites\", runs: 100, seed: \"1\", settings: [\n    (problem: \"match3\", \
         setup: \"9x9c6-p488\"),\n    (problem: \"match3\", setup: \"9x9c6-p488\", search: (elitism: 0)),\n  ])\n\nOf a \
         setting all but the problem may be left out. The search may name population, elitism, mutation, crossover \
         (Uniform, OnePoint), selection (Roulette, Tournament(2)), scheme (TwoPopulations, OnePopulation), generations and \
         stagnation; what it does not name is as usual for the problem. Where a problem has no target, target: 60 names the \
         fitness at which a run counts as solved.\n\nProblems, each with the setup that it usually has:\n{problems}\n\
         Experiments to begin with:\n{presets}\nCtrl-C stops; what there is by then is written. The status is 0 if all runs \
         were made, 3 if not, 1 if a file cannot be read or written, and 2 if an argument is wrong."
    )
}

fn subjects(kits: &[Kit]) -> Vec<Subject> {
    kits.iter().flat_map(|kit| kit.subjects).copied().collect()
}

/// Runs the subcommand.
pub fn run(matches: &ArgMatches, kits: &[Kit]) -> Result<Output, CommandError> {
    if let Some(name) = matches.get_one::<String>("print") {
        return print(name, kits).map(Output::from);
    }
    let Some(path) = matches.get_one::<PathBuf>("file") else {
        return Err(CommandError::usage("the file of the experiment is missing"));
    };
    let lab = file::read(path, &subjects(kits)).map_err(CommandError::failed)?;
    // Files that cannot be written are found out before the work and not after it.
    let (csv_file, svg_file) = (
        OutputFile::open(matches, "csv", path)?,
        OutputFile::open(matches, "svg", path)?,
    );
    let is_same = std::path::absolute(&csv_file.0).ok() == std::path::absolute(&svg_file.0).ok();
    if is_same {
        let why = format!(
            "{} cannot hold both the runs and the plot",
            csv_file.0.display()
        );
        return Err(CommandError::usage(why));
    }
    let lab = Arc::new(lab);
    make_runs(&lab, matches.get_one::<u32>("threads").copied());
    let words = Words::of(Language::English);
    let report = report::report(&lab, &words);
    let svg = report.plot.svg(&plot_colours());
    let summary = format!("{}\n{}", csv_file.written_line(), svg_file.written_line());
    csv_file.write(&csv(&lab))?;
    svg_file.write(&svg.map_err(CommandError::failed)?)?;
    Ok(Output {
        text: report.text(),
        summary,
        is_partial: lab.done() < lab.all(),
    })
}

/// The text of a file with a preset.
fn print(name: &str, kits: &[Kit]) -> Result<String, CommandError> {
    let presets = || kits.iter().flat_map(|kit| kit.presets);
    let found = presets().find(|preset| preset.key == name);
    let preset = found.ok_or_else(|| {
        let names: Vec<&str> = presets().map(|preset| preset.key).collect();
        let names = names.join(", ");
        CommandError::usage(format!("there is no experiment {name}; there are {names}"))
    })?;
    let experiment = preset.in_words(&|key| Words::of(Language::English).get(key));
    file::text(&experiment).map_err(CommandError::failed)
}

/// Makes all runs, with a progress bar on standard error, until the end or Ctrl-C.
fn make_runs(lab: &Arc<LabRun>, threads: Option<u32>) {
    let stopped = Arc::clone(lab);
    // Where the system allows no handler, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(move || stopped.stop());
    let bar = progress_bar(lab.all() as u64, "runs");
    let threads = threads.map_or_else(available_threads, |threads| threads as usize);
    lab.finish(threads, &|| bar.inc(1));
    bar.finish_and_clear();
}

/// A file that is being written, with its path.
struct OutputFile(PathBuf, AtomicWriteFile);

impl OutputFile {
    fn open(matches: &ArgMatches, name: &str, experiment: &Path) -> Result<Self, CommandError> {
        let named = matches.get_one::<PathBuf>(name).cloned();
        let usual = || {
            let stem = experiment.file_stem().unwrap_or(experiment.as_os_str());
            PathBuf::from(stem).with_extension(name)
        };
        let path = named.unwrap_or_else(usual);
        if path == experiment {
            let why = format!("{} is the experiment itself", path.display());
            return Err(CommandError::usage(why));
        }
        match AtomicWriteFile::open(&path) {
            Ok(file) => Ok(OutputFile(path, file)),
            Err(why) => Err(CommandError::unwritable(&path, &why)),
        }
    }

    /// The line that names the file.
    fn written_line(&self) -> String {
        format!("written: {}", self.0.display())
    }

    fn write(self, text: &str) -> Result<(), CommandError> {
        let OutputFile(path, mut file) = self;
        let written = file.write_all(text.as_bytes()).and_then(|()| file.commit());
        written.map_err(|why| CommandError::unwritable(&path, &why))
    }
}
