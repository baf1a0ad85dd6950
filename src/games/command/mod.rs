//! Subcommands, which the games add to the command line.

pub mod atlas;
pub mod experiment;
pub mod lesson;
pub mod progress;
pub mod side_file;
pub mod threads;

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use clap::{ArgMatches, Args, Command};

use crate::base::Mean;

/// A verb of the command line. Its subcommands are the games that support it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verb {
    /// Generates content and writes it to standard output.
    Generate,
    /// Fills an archive.
    Atlas,
    /// Lets players play against each other.
    Duel,
    /// Computes the value of a board with best play.
    Solve,
    /// Lets an automatic player play, and reports the results.
    Simulate,
    /// Measures something many times, and reports it with a plot.
    Experiment,
    /// Counts the positions that moves lead to, to compare with other programs.
    Perft,
    /// Talks to another program in a text protocol.
    Engine,
}

/// The share of the points that a player has won in a duel, in words, with its error if it can be told.
pub fn share_text(share: Mean) -> String {
    let percent = 100.0 * share.value;
    match share.error.is_finite() {
        true => format!(
            "{percent:.1} % of the points (± {:.1})",
            100.0 * share.error
        ),
        false => format!("{percent:.1} % of the points"),
    }
}

/// The error of a subcommand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CommandError {
    message: String,
    /// Whether the arguments are the cause.
    is_usage: bool,
}

impl CommandError {
    /// Makes an error for invalid arguments.
    pub fn usage(why: impl Display) -> Self {
        CommandError {
            message: why.to_string(),
            is_usage: true,
        }
    }

    /// Makes an error for work that has failed with valid arguments.
    pub fn failed(why: impl Display) -> Self {
        CommandError {
            message: why.to_string(),
            is_usage: false,
        }
    }

    /// Makes an error for a file that cannot be written.
    pub fn unwritable(path: &Path, why: &std::io::Error) -> Self {
        CommandError::failed(format!("{} cannot be written: {why}", path.display()))
    }

    /// Whether the arguments are the cause.
    pub fn is_usage(&self) -> bool {
        self.is_usage
    }
}

/// An error that may be caused by the arguments of a subcommand, or by work that has failed.
pub trait SubcommandError: Display {
    /// Whether the arguments are the cause.
    fn is_usage(&self) -> bool;
}

impl<E: SubcommandError> From<E> for CommandError {
    fn from(why: E) -> Self {
        match why.is_usage() {
            true => CommandError::usage(why),
            false => CommandError::failed(why),
        }
    }
}

/// The output of a subcommand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The text for standard output.
    pub text: String,
    /// Lines about the text for standard error. They are written last, so that the text is safe whatever happens to
    /// them.
    pub summary: String,
    /// Whether the text is all that was asked for. If it is not, the summary names the missing part, and the program
    /// ends with a status of its own.
    pub is_partial: bool,
}

impl Output {
    /// The output with the line about a file beside it. If the file could not be written, the text is worth keeping, and
    /// the output is partial.
    pub fn beside(mut self, written: Result<String, CommandError>) -> Self {
        self.is_partial |= written.is_err();
        let line = written.unwrap_or_else(|why| why.to_string());
        if !self.summary.is_empty() {
            self.summary.push('\n');
        }
        self.summary.push_str(&line);
        self
    }
}

impl From<String> for Output {
    fn from(text: String) -> Self {
        Output {
            text,
            ..Output::default()
        }
    }
}

/// Writes a line to standard error. A failure is ignored, because there is no other place to report it to, and the work
/// is worth more than the line.
pub fn report_line(line: impl Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

type Run = Box<dyn Fn(&ArgMatches) -> Result<Output, CommandError>>;

/// A subcommand of a game.
pub struct Subcommand {
    /// The verb before the name.
    pub verb: Verb,
    /// The name and the arguments.
    pub command: Command,
    run: Run,
}

impl Subcommand {
    /// Makes a subcommand with a name and with arguments of type `A`. It returns its text, or an [`Output`] if there is
    /// a summary.
    pub fn new<A: Args, O: Into<Output>>(
        verb: Verb,
        name: &'static str,
        about: &'static str,
        run: impl Fn(&A) -> Result<O, CommandError> + 'static,
    ) -> Self {
        let command = A::augment_args(Command::new(name)).about(about);
        let run = move |matches: &ArgMatches| {
            let args = A::from_arg_matches(matches).map_err(CommandError::usage)?;
            run(&args).map(O::into)
        };
        Subcommand {
            verb,
            command,
            run: Box::new(run),
        }
    }

    /// Runs the subcommand with parsed arguments.
    pub fn run(&self, matches: &ArgMatches) -> Result<Output, CommandError> {
        (self.run)(matches)
    }
}
