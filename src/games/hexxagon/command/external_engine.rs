//! Other programs as players of a match. They speak the same protocol as `evolvarium engine
//! hexxagon`.

use std::fmt;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::lines::{self, Line};
use crate::base::{QUOTE, excerpt};
use crate::games::hexxagon::rules::{CellMove, Game, Move, StuckRule};
use crate::generation::Seed;

/// The limit of an outside engine for a move, as in the line `go` of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoLimit {
    /// A number of positions.
    Nodes(u64),
    /// A number of plies.
    Depth(u32),
    /// A time in milliseconds.
    MoveTime(u64),
}

/// The reason why a text is not the limit of an outside engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a limit: use nodes N, depth N or movetime MILLISECONDS")]
pub struct GoLimitError(String);

impl FromStr for GoLimit {
    type Err = GoLimitError;

    fn from_str(text: &str) -> Result<Self, GoLimitError> {
        let refused = || GoLimitError(text.to_owned());
        let (kind, number) = text.trim().split_once(' ').ok_or_else(refused)?;
        let number: u64 = number.trim().parse().map_err(|_| refused())?;
        match kind {
            "nodes" => Ok(GoLimit::Nodes(number)),
            "depth" => Ok(GoLimit::Depth(number.try_into().map_err(|_| refused())?)),
            "movetime" => Ok(GoLimit::MoveTime(number)),
            _ => Err(refused()),
        }
    }
}

impl fmt::Display for GoLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoLimit::Nodes(number) => write!(f, "nodes {number}"),
            GoLimit::Depth(plies) => write!(f, "depth {plies}"),
            GoLimit::MoveTime(milliseconds) => write!(f, "movetime {milliseconds}"),
        }
    }
}

/// A running program. Dropping it kills the program.
pub struct ExternalEngine {
    command: String,
    /// The longest time that the program may take for an answer.
    answer_timeout: Duration,
    child: Child,
    /// The lines for the program. A thread of its own writes them, because the program may never read them.
    to: SyncSender<String>,
    /// The lines of the program. A thread of its own reads them, so that waiting can time out.
    from: Receiver<io::Result<String>>,
}

/// The lines that wait in each direction. A program that sends more is not read until some are used.
const MAX_WAITING: usize = 1024;

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
    /// Starts a program, and completes the handshake. Later too, each answer may take `answer_timeout`.
    pub fn start(command: &str, answer_timeout: Duration) -> Result<Self, ExternalEngineError> {
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
        let (stdin, stdout) = pipes.ok_or_else(|| start_error(io::Error::other("no pipes")))?;
        let (line_sender, from) = sync_channel(MAX_WAITING);
        let (to, lines_to_send) = sync_channel(MAX_WAITING);
        let mut engine = ExternalEngine {
            command: command.to_owned(),
            answer_timeout,
            child,
            to,
            from,
        };
        // Both threads end when the program ends or the engine is dropped.
        let reader = move || read_lines(stdout, &line_sender);
        let writer = move || write_lines(stdin, &lines_to_send);
        thread::Builder::new().spawn(reader).map_err(start_error)?;
        thread::Builder::new().spawn(writer).map_err(start_error)?;
        engine.ask(&["uai"], "uaiok")?;
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
        let seed = format!("setoption name Seed value {seed}");
        let board = format!("setoption name Board value {board}");
        let stuck = format!("setoption name Stuck value {stuck}");
        let lines = ["uainewgame", &seed, &board, &stuck, "isready"];
        self.ask(&lines, "readyok").map(drop)
    }

    /// Sends the moves of the game so far and the limits `go`, and returns the program's move.
    pub fn choose(
        &mut self,
        game: &Game,
        moves: &[CellMove],
        go: GoLimit,
    ) -> Result<Move, ExternalEngineError> {
        let mut position = "position startpos".to_owned();
        for (at, made) in moves.iter().enumerate() {
            position += if at == 0 { " moves " } else { " " };
            position += &made.to_string();
        }
        let line = self.ask(&[&position, &format!("go {go}")], "bestmove")?;
        let made = line.split_whitespace().nth(1).unwrap_or_default();
        let read = made.parse::<CellMove>().map_err(|why| why.to_string());
        let read = read.and_then(|made| game.read(&made).map_err(|why| why.to_string()));
        read.map_err(|why| ExternalEngineError::Move {
            command: self.command.clone(),
            made: excerpt(made, QUOTE),
            why,
        })
    }

    fn no_answer(&self, why: io::Error) -> ExternalEngineError {
        ExternalEngineError::Silent {
            command: self.command.clone(),
            why,
        }
    }

    /// Sends lines, and returns the first answer that starts with a word. It skips other lines, except errors. All of
    /// it has to happen before one deadline, so that a program that says something else all the time is found out too.
    fn ask(&mut self, lines: &[&str], word: &str) -> Result<String, ExternalEngineError> {
        let deadline = Instant::now() + self.answer_timeout;
        for line in lines {
            self.to.try_send((*line).to_owned()).map_err(|error| {
                self.no_answer(match error {
                    TrySendError::Full(_) => io::Error::other("it does not read what it is sent"),
                    TrySendError::Disconnected(_) => ErrorKind::BrokenPipe.into(),
                })
            })?;
        }
        let asked = lines.last().copied().unwrap_or_default();
        loop {
            let line = self.next_line(deadline, asked)?;
            match line.split_whitespace().next() {
                Some(first) if first == word => return Ok(line.trim().to_owned()),
                Some("error") => {
                    return Err(ExternalEngineError::Answer {
                        command: self.command.clone(),
                        asked: asked.to_owned(),
                        line: excerpt(line.trim(), QUOTE),
                    });
                }
                _ => {}
            }
        }
    }

    /// Waits for a line of the program. After the deadline, lines that wait already are too late.
    fn next_line(&self, deadline: Instant, asked: &str) -> Result<String, ExternalEngineError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let received = match left.is_zero() {
            true => Err(RecvTimeoutError::Timeout),
            false => self.from.recv_timeout(left),
        };
        let line = received.unwrap_or_else(|error| {
            Err(match error {
                RecvTimeoutError::Timeout => {
                    let seconds = self.answer_timeout.as_secs_f64();
                    let why = format!("nothing to \"{asked}\" within {seconds} seconds");
                    io::Error::new(ErrorKind::TimedOut, why)
                }
                RecvTimeoutError::Disconnected => ErrorKind::UnexpectedEof.into(),
            })
        });
        line.map_err(|why| self.no_answer(why))
    }
}

/// Passes on the lines of a program until it ends, sends input that is no line, or the receiver is gone.
fn read_lines(from: ChildStdout, lines: &SyncSender<io::Result<String>>) {
    let mut from = BufReader::new(from);
    while let Some(line) = read_line(&mut from).transpose() {
        let is_last = line.is_err();
        if lines.send(line).is_err() || is_last {
            break;
        }
    }
}

/// Reads a line; `None` at the end. Input that is no line is an error.
fn read_line(from: &mut impl BufRead) -> io::Result<Option<String>> {
    let why = match lines::read_line(from)? {
        None => return Ok(None),
        Some(Line::Text(line)) => return Ok(Some(line)),
        Some(Line::NoText) => "it sends what is no text",
        Some(Line::TooLong) => "it sends a line of more than 64 KiB",
    };
    Err(io::Error::new(ErrorKind::InvalidData, why))
}

/// Writes lines to a program until it ends or no more can come.
fn write_lines(mut to: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(to, "{line}").and_then(|()| to.flush()).is_err() {
            break;
        }
    }
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        // A program that does not read would never hear `quit`, so it is not asked to end. A failure means that it has
        // ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
