//! `evolvarium lab FILE`: an experiment of the laboratory without a display.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgMatches, Command, value_parser};

use crate::base::available_threads;
use crate::games::command::progress::progress_bar;
use crate::games::command::side_file::SideFile;
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
                .conflicts_with_all(["file", "threads", "csv", "svg"])
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
         were made, 3 if not, if one has failed or if a result could not be written, 1 if a file cannot be read or opened, and 2 if an argument is wrong."
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
    let (csv_path, svg_path) = (
        output_path(matches, "csv", path)?,
        output_path(matches, "svg", path)?,
    );
    if is_same_file(&csv_path, &svg_path) {
        let why = format!(
            "{} cannot hold both the runs and the plot",
            csv_path.display()
        );
        return Err(CommandError::usage(why));
    }
    let (csv_file, svg_file) = (SideFile::open(&csv_path)?, SideFile::open(&svg_path)?);
    let lab = Arc::new(lab);
    make_runs(&lab, matches.get_one::<u32>("threads").copied());
    let words = Words::of(Language::English);
    let report = report::report(&lab, &words);
    let svg = report
        .plot
        .svg(&plot_colours())
        .map_err(CommandError::failed);
    let output = Output {
        text: report.text(),
        is_partial: !lab.is_whole(),
        ..Output::default()
    };
    let output = output.beside(csv_file.write("written", &csv(&lab)));
    Ok(output.beside(svg.and_then(|svg| svg_file.write("written", &svg))))
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

/// The path of a file with results: the chosen one, or the name of the experiment's file with another ending.
fn output_path(
    matches: &ArgMatches,
    name: &str,
    experiment: &Path,
) -> Result<PathBuf, CommandError> {
    let usual = || {
        // The name may have dots of its own, so that the ending is appended and does not take the place of one.
        let stem = experiment.file_stem().unwrap_or(experiment.as_os_str());
        let mut usual = stem.to_owned();
        usual.push(format!(".{name}"));
        PathBuf::from(usual)
    };
    let path = matches.get_one::<PathBuf>(name).cloned();
    let path = path.unwrap_or_else(usual);
    if is_same_file(&path, experiment) {
        let why = format!("{} is the experiment itself", path.display());
        return Err(CommandError::usage(why));
    }
    Ok(path)
}

/// Whether two paths lead to the same file, which need not exist yet.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(whole_path);
    one.is_some() && one == other
}

/// The path of a file without links and steps back. Of a file that does not exist yet, its folder has such a path; `None`
/// if that does not exist either, so that nothing can be written there.
fn whole_path(path: &Path) -> Option<PathBuf> {
    let of_new_file = || {
        let path = std::path::absolute(path).ok()?;
        let folder = path.parent()?.canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(of_new_file)
}
