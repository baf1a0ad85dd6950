//! Other programs as players of a match: they are started, and spoken to in the protocol that
//! `evolvarium engine hexxagon` speaks.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::games::hexxagon::rules::{CellMove, Game, Move, Stuck};
use crate::generation::Seed;

/// A program under way. It is killed when dropped.
pub struct Outside {
    command: String,
    child: Child,
    to: ChildStdin,
    /// Its lines, read by a thread of their own so that silence can be noticed.
    from: Receiver<io::Result<String>>,
}

/// How long a program may be silent.
const PATIENCE: Duration = Duration::from_secs(300);

/// Why a program cannot play on.
#[derive(Debug, thiserror::Error)]
pub enum OutsideError {
    /// It cannot be started.
    #[error("engine \"{command}\" cannot be started: {why}")]
    Start {
        /// Its command line.
        command: String,
        /// What the system says.
        why: io::Error,
    },
    /// It has ended, or cannot be spoken to.
    #[error("engine \"{command}\" does not answer: {why}")]
    Silent {
        /// Its command line.
        command: String,
        /// What the system says.
        why: io::Error,
    },
    /// It answers something else than asked for.
    #[error("engine \"{command}\" answers \"{line}\" to \"{asked}\"")]
    Answer {
        /// Its command line.
        command: String,
        /// What it was asked.
        asked: String,
        /// What it said.
        line: String,
    },
    /// Its move cannot be made.
    #[error("engine \"{command}\" moves {made}, but {why}")]
    Move {
        /// Its command line.
        command: String,
        /// The move.
        made: String,
        /// Why not.
        why: String,
    },
}

impl Outside {
    /// Starts a program and greets it.
    pub fn start(command: &str) -> Result<Self, OutsideError> {
        let refused = |why| OutsideError::Start {
            command: command.to_owned(),
            why,
        };
        let mut words = command.split_whitespace();
        let missing = || io::Error::other("no program is named");
        let program = words.next().ok_or_else(|| refused(missing()))?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(refused)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (to, from) = pipes.ok_or_else(|| refused(io::Error::other("no pipes")))?;
        let (heard, lines) = channel();
        thread::spawn(move || {
            // Ends with the program, or when nobody listens any more.
            for line in BufReader::new(from).lines() {
                if heard.send(line).is_err() {
                    break;
                }
            }
        });
        let mut outside = Outside {
            command: command.to_owned(),
            child,
            to,
            from: lines,
        };
        outside.say("uai")?;
        outside.wait("uai", "uaiok")?;
        Ok(outside)
    }

    /// Its command line.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Begins a game on a board.
    pub fn begin(&mut self, board: u16, seed: Seed, stuck: Stuck) -> Result<(), OutsideError> {
        self.say("uainewgame")?;
        self.say(&format!("setoption name Seed value {seed}"))?;
        self.say(&format!("setoption name Board value {board}"))?;
        self.say(&format!("setoption name Stuck value {stuck}"))?;
        self.say("isready")?;
        self.wait("isready", "readyok").map(drop)
    }

    /// Its move in a game that began with the board and these moves.
    pub fn choose(
        &mut self,
        game: &Game,
        moves: &[CellMove],
        go: &str,
    ) -> Result<Move, OutsideError> {
        let mut position = "position startpos".to_owned();
        for (at, made) in moves.iter().enumerate() {
            position += if at == 0 { " moves " } else { " " };
            position += &made.to_string();
        }
        self.say(&position)?;
        let asked = format!("go {go}");
        self.say(&asked)?;
        let line = self.wait(&asked, "bestmove")?;
        let made = line.split_whitespace().nth(1).unwrap_or_default();
        let read = made.parse::<CellMove>().map_err(|why| why.to_string());
        let read = read.and_then(|made| game.read(&made).map_err(|why| why.to_string()));
        read.map_err(|why| OutsideError::Move {
            command: self.command.clone(),
            made: made.to_owned(),
            why,
        })
    }

    fn silent(&self, why: io::Error) -> OutsideError {
        OutsideError::Silent {
            command: self.command.clone(),
            why,
        }
    }

    fn say(&mut self, line: &str) -> Result<(), OutsideError> {
        let said = writeln!(self.to, "{line}").and_then(|()| self.to.flush());
        said.map_err(|why| self.silent(why))
    }

    /// The first line that begins with a word; what comes before is passed over, but for errors.
    fn wait(&mut self, asked: &str, word: &str) -> Result<String, OutsideError> {
        loop {
            let line = match self.from.recv_timeout(PATIENCE) {
                Ok(line) => line.map_err(|why| self.silent(why))?,
                Err(RecvTimeoutError::Timeout) => {
                    return Err(self.silent(io::ErrorKind::TimedOut.into()));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.silent(io::ErrorKind::UnexpectedEof.into()));
                }
            };
            match line.split_whitespace().next() {
                Some(first) if first == word => return Ok(line.trim().to_owned()),
                Some("error") => {
                    return Err(OutsideError::Answer {
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

impl Drop for Outside {
    fn drop(&mut self) {
        // Who has ended already need not be told.
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
