//! Subcommands, which the games add to the command line.

use std::fmt::Display;

use clap::{ArgMatches, Args, Command};

/// A verb of the command line. Its subcommands are the games that support it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verb {
    /// Generates content and writes it to standard output.
    Generate,
    /// Lets players play against each other.
    Duel,
    /// Computes the value of a board with best play.
    Solve,
    /// Lets an automatic player play, and reports the results.
    Simulate,
    /// Repeats an experiment of the papers that the project builds on.
    Experiment,
    /// Counts the positions that moves lead to, to compare with other programs.
    Perft,
    /// Talks to another program in a text protocol.
    Engine,
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

    /// Whether the arguments are the cause.
    pub fn is_usage(&self) -> bool {
        self.is_usage
    }
}

type Run = Box<dyn Fn(&ArgMatches) -> Result<String, CommandError>>;

/// A subcommand of a game. It returns the text for standard output.
pub struct Subcommand {
    /// The verb before the name.
    pub verb: Verb,
    /// The name and the arguments.
    pub command: Command,
    run: Run,
}

impl Subcommand {
    /// Makes a subcommand with a name and with arguments of type `A`.
    pub fn new<A: Args>(
        verb: Verb,
        name: &'static str,
        about: &'static str,
        run: impl Fn(&A) -> Result<String, CommandError> + 'static,
    ) -> Self {
        let command = A::augment_args(Command::new(name)).about(about);
        let run = move |matches: &ArgMatches| {
            let args = A::from_arg_matches(matches).map_err(CommandError::usage)?;
            run(&args)
        };
        Subcommand {
            verb,
            command,
            run: Box::new(run),
        }
    }

    /// Runs the subcommand with parsed arguments.
    pub fn run(&self, matches: &ArgMatches) -> Result<String, CommandError> {
        (self.run)(matches)
    }
}
