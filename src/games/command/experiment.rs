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
    let output = Output {
        // The report counts them, and says why the first of them has failed.
        is_partial: run.failures().next().is_some(),
        ..Output::from(report.text())
    };
    Ok(output.beside(written))
}

/// Makes an error of the command line. A refused request is an error in the arguments.
pub fn command_error(why: ExperimentError) -> CommandError {
    match why {
        ExperimentError::Refused(_) => CommandError::usage(why),
        _ => CommandError::failed(why),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::experiment::{Phrases, Report};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: CommonArgs,
    }

    /// The samples with these numbers fail.
    struct Failing(&'static [usize]);

    impl Experiment for Failing {
        type Sample = ();

        fn samples(&self) -> usize {
            3
        }

        fn sample(&self, number: usize) -> Result<(), ExperimentError> {
            match self.0.contains(&number) {
                true => Err(ExperimentError::failed("on purpose")),
                false => Ok(()),
            }
        }

        fn report(&self, samples: &[&()], _: Phrases) -> Result<Report, ExperimentError> {
            let mut report = Report::default();
            report.say(format!("{} samples", samples.len()));
            Ok(report)
        }
    }

    #[test]
    fn an_experiment_with_a_failed_sample_is_written_and_partial() {
        let folder = tempfile::tempdir().expect("a folder");
        let plot = folder.path().join("found.svg");
        let plot = plot.to_str().expect("a name");
        let line = Line::try_parse_from(["experiment", "--plot", plot]);
        let args = line.expect("the arguments are right").args;
        let output = |failing| run("failing", Failing(failing), &args).expect("a report");
        let whole = output(&[]);
        assert!(!whole.is_partial && whole.text.contains("3 samples"));
        let partial = output(&[1]);
        assert!(partial.is_partial && partial.text.contains("2 samples"));
        assert!(partial.text.contains("on purpose"), "{}", partial.text);
        let nothing = run("failing", Failing(&[0, 1, 2]), &args);
        let why = nothing.expect_err("nothing was measured");
        assert!(!why.is_usage() && why.to_string() == "on purpose");
    }
}
