//! Other programs as players of a match. They speak the same protocol as `evolvarium engine
//! hexxagon`.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::games::hexxagon::rules::{CellMove, Game, Move, StuckRule};
use crate::generation::Seed;

/// A running program. Dropping it kills the program.
pub struct ExternalEngine {
    command: String,
    child: Child,
    to: ChildStdin,
    /// The lines of the program. A thread of their own reads them, so that waiting can time out.
    from: Receiver<io::Result<String>>,
}

/// How long the program may take for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(300);

/// The reason why a program cannot play on.
#[derive(Debug, thiserror::Error)]
pub enum ExternalEngineError {
    /// The program cannot be started.
    #[error("engine \"{command}\" cannot be started: {why}")]
    Start {
        /// Command line of the program.
        command: String,
        /// Error of the operating system.
        why: io::Error,
    },
    /// The program has ended, does not answer in time, or its pipes are broken.
    #[error("engine \"{command}\" does not answer: {why}")]
    Silent {
        /// Command line of the program.
        command: String,
        /// Error of the operating system.
        why: io::Error,
    },
    /// The program answers with an error.
    #[error("engine \"{command}\" answers \"{line}\" to \"{asked}\"")]
    Answer {
        /// Command line of the program.
        command: String,
        /// Line that was sent.
        asked: String,
        /// Line that came back.
        line: String,
    },
    /// The program's move is not legal.
    #[error("engine \"{command}\" moves {made}, but {why}")]
    Move {
        /// Command line of the program.
        command: String,
        /// The move.
        made: String,
        /// Reason.
        why: String,
    },
}

impl ExternalEngine {
    /// Starts a program, and completes the handshake.
    pub fn start(command: &str) -> Result<Self, ExternalEngineError> {
        let start_error = |why| ExternalEngineError::Start {
            command: command.to_owned(),
            why,
        };
        let mut words = command.split_whitespace();
        let missing = || io::Error::other("no program is named");
        let program = words.next().ok_or_else(|| start_error(missing()))?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(start_error)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (to, from) = pipes.ok_or_else(|| start_error(io::Error::other("no pipes")))?;
        let (line_sender, lines) = channel();
        thread::spawn(move || {
            // The thread ends when the program ends or the receiver is dropped.
            for line in BufReader::new(from).lines() {
                if line_sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut engine = ExternalEngine {
            command: command.to_owned(),
            child,
            to,
            from: lines,
        };
        engine.send("uai")?;
        engine.wait_for("uai", "uaiok")?;
        Ok(engine)
    }

    /// Returns the command line.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Starts a game on a board.
    pub fn new_game(
        &mut self,
        board: u16,
        seed: Seed,
        stuck: StuckRule,
    ) -> Result<(), ExternalEngineError> {
        self.send("uainewgame")?;
        self.send(&format!("setoption name Seed value {seed}"))?;
        self.send(&format!("setoption name Board value {board}"))?;
        self.send(&format!("setoption name Stuck value {stuck}"))?;
        self.send("isready")?;
        self.wait_for("isready", "readyok").map(drop)
    }

    /// Sends the moves of the game so far and the limits `go`, and returns the program's move.
    pub fn choose(
        &mut self,
        game: &Game,
        moves: &[CellMove],
        go: &str,
    ) -> Result<Move, ExternalEngineError> {
        let mut position = "position startpos".to_owned();
        for (at, made) in moves.iter().enumerate() {
            position += if at == 0 { " moves " } else { " " };
            position += &made.to_string();
        }
        self.send(&position)?;
        let asked = format!("go {go}");
        self.send(&asked)?;
        let line = self.wait_for(&asked, "bestmove")?;
        let made = line.split_whitespace().nth(1).unwrap_or_default();
        let read = made.parse::<CellMove>().map_err(|why| why.to_string());
        let read = read.and_then(|made| game.read(&made).map_err(|why| why.to_string()));
        read.map_err(|why| ExternalEngineError::Move {
            command: self.command.clone(),
            made: made.to_owned(),
            why,
        })
    }

    fn no_answer(&self, why: io::Error) -> ExternalEngineError {
        ExternalEngineError::Silent {
            command: self.command.clone(),
            why,
        }
    }

    fn send(&mut self, line: &str) -> Result<(), ExternalEngineError> {
        let written = writeln!(self.to, "{line}").and_then(|()| self.to.flush());
        written.map_err(|why| self.no_answer(why))
    }

    /// Returns the first line that starts with a word. It skips other lines, except errors.
    fn wait_for(&mut self, asked: &str, word: &str) -> Result<String, ExternalEngineError> {
        loop {
            let line = match self.from.recv_timeout(ANSWER_TIMEOUT) {
                Ok(line) => line.map_err(|why| self.no_answer(why))?,
                Err(RecvTimeoutError::Timeout) => {
                    return Err(self.no_answer(io::ErrorKind::TimedOut.into()));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.no_answer(io::ErrorKind::UnexpectedEof.into()));
                }
            };
            match line.split_whitespace().next() {
                Some(first) if first == word => return Ok(line.trim().to_owned()),
                Some("error") => {
                    return Err(ExternalEngineError::Answer {
                        command: self.command.clone(),
                        asked: asked.to_owned(),
                        line: line.trim().to_owned(),
                    });
                }
                _ => {}
            }
        }
    }
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        // A failure means that the program has ended already.
        let _ = self.send("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
