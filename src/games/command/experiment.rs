//! The parts of experiments on the command line that all games have in common: the arguments, a progress bar, and the
//! plot.

use std::path::PathBuf;

use clap::Args;

use super::progress::progress_bar;
use super::side_file::SideFile;
use super::threads::ThreadArgs;
use super::{CommandError, Output};
use crate::base::Seed;
use crate::experiment::{AnyExperiment, Experiment, ExperimentError, ExperimentRun};
use crate::shell::theme::plot::plot_colours;
use crate::shell::words::{Language, Words};

/// Arguments of all experiments.
#[derive(Args, Debug)]
pub struct CommonArgs {
    /// The seed of everything
    #[arg(long, default_value = "1")]
    pub seed: Seed,
    #[command(flatten)]
    threads: ThreadArgs,
    /// The file of the plot [default: the name of the experiment with .svg, in this folder]
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// Takes all samples of an experiment, with a progress bar on standard error, and writes its plot.
pub fn run<E: Experiment>(
    name: &str,
    experiment: E,
    args: &CommonArgs,
) -> Result<Output, CommandError> {
    let usual = || PathBuf::from(name).with_extension("svg");
    let file = SideFile::open(&args.plot.clone().unwrap_or_else(usual))?;
    let run = ExperimentRun::new(experiment);
    let (_, all) = run.progress();
    let bar = progress_bar(all as u64, "samples");
    run.take_samples(args.threads.count(), &|| bar.inc(1));
    bar.finish_and_clear();
    let words = Words::of(Language::English);
    let report = run.report(&|key, values| words.fill(key, values));
    let report = report.map_err(command_error)?;
    let svg = report
        .plot
        .svg(&plot_colours())
        .map_err(CommandError::failed);
    let written = svg.and_then(|svg| file.write("plot", &svg));
    Ok(Output::from(report.text()).beside(written))
}

/// Makes an error of the command line. A refused request is an error in the arguments.
pub fn command_error(why: ExperimentError) -> CommandError {
    match why {
        ExperimentError::Refused(_) => CommandError::usage(why),
        _ => CommandError::failed(why),
    }
}
