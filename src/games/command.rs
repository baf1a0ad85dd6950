//! How a game hands its subcommands to the command line.

use std::fmt::Display;

use clap::{ArgMatches, Args, Command};

/// The verbs of the command line; under each stand the games that know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verb {
    /// Generate content and write it to standard output.
    Generate,
    /// Let players play against each other.
    Duel,
    /// Find out what a board is worth with best play.
    Solve,
    /// Let an automatic player play, and report how it went.
    Simulate,
    /// Repeat an experiment of the papers that the project builds on.
    Experiment,
    /// Count the positions that moves lead to, to compare with other programs.
    Perft,
    /// Speak a text protocol with another program.
    Engine,
}

/// Why a command gives nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CommandError {
    message: String,
    /// Whether other arguments would help, rather than another try.
    is_usage: bool,
}

impl CommandError {
    /// The arguments cannot be used.
    pub fn usage(why: impl Display) -> Self {
        CommandError {
            message: why.to_string(),
            is_usage: true,
        }
    }

    /// The arguments are fine, but the work has failed.
    pub fn failed(why: impl Display) -> Self {
        CommandError {
            message: why.to_string(),
            is_usage: false,
        }
    }

    /// Whether other arguments would help.
    pub fn is_usage(&self) -> bool {
        self.is_usage
    }
}

type Run = Box<dyn Fn(&ArgMatches) -> Result<String, CommandError>>;

/// A subcommand of a game: its verb, its arguments, and what it does. It returns the text for standard output.
pub struct Subcommand {
    /// The verb that it stands under.
    pub verb: Verb,
    /// Its name and arguments.
    pub command: Command,
    run: Run,
}

impl Subcommand {
    /// A subcommand with arguments of type `A`, called `name` under its verb.
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

    /// Does what the arguments say.
    pub fn run(&self, matches: &ArgMatches) -> Result<String, CommandError> {
        (self.run)(matches)
    }
}
