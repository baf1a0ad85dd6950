//! `evolvarium engine hexxagon`: a text protocol for other programs, in the manner of UAI and UCI.
//! `docs/engine_protocol.md` describes it.

use std::io::{BufRead, Write};
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::engine_work::{Work, send};
use super::lines::{Line, read_line, skip_line};
use crate::base::{QUOTE, SHORT, excerpt, parse_digits};
use crate::games::hexxagon::players::{self, Level, Opponent, SearchSettings};
use crate::games::hexxagon::rules::{
    Board, BoardError, BoardNumber, Cell, CellMove, Game, Move, Player, PositionError, StuckRule,
    stoppable_perft, with_position,
};
use crate::generation::Seed;
use crate::search::{Limits, Options, SearchReport};

/// The reason why the engine refuses a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum EngineError {
    #[error(
        "there is no command \"{0}\"; there are uai, isready, uainewgame, setoption, position, go, \
         stop, show, perft and quit"
    )]
    Command(String),
    #[error("a search is under way; send stop first")]
    Busy,
    #[error("{what} \"{value}\" is not {expected}")]
    Value {
        what: &'static str,
        value: String,
        expected: &'static str,
    },
    #[error("{what} needs a value: {expected}")]
    Missing {
        what: &'static str,
        expected: &'static str,
    },
    #[error("there is no option \"{0}\"; there are Board, Seed, Stuck, Level, Hash and Threads")]
    Option(String),
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("move {number}, \"{text}\": {why}")]
    Move {
        number: usize,
        text: String,
        why: String,
    },
    #[error(transparent)]
    Limits(#[from] crate::base::RangeError),
    #[error("the game is over")]
    Over,
    #[error("the system grants no thread for the search: {0}")]
    Thread(String),
}

impl EngineError {
    fn value(what: &'static str, value: &str, expected: &'static str) -> Self {
        EngineError::Value {
            what,
            value: excerpt(value, SHORT),
            expected,
        }
    }
}

/// Whether the engine goes on after a line.
enum Flow {
    Continue,
    Quit,
}

/// The state of the engine between two lines.
struct Engine<W> {
    out: Arc<Mutex<W>>,
    board: u16,
    seed: Seed,
    stuck: Option<StuckRule>,
    level: Level,
    hash: u32,
    threads: u32,
    game: Game,
    work: Option<Work>,
}

/// Answers lines until `quit` or the end of the input.
pub fn run<W: Write + Send + 'static>(
    mut input: impl BufRead,
    output: W,
) -> Result<(), BoardError> {
    let board = Board::listed(BoardNumber(1), Seed(1))?;
    let mut engine = Engine {
        out: Arc::new(Mutex::new(output)),
        board: 1,
        seed: Seed(1),
        stuck: None,
        level: Level::BEST,
        hash: players::DEFAULT_TABLE_MEGABYTES,
        threads: 1,
        game: Game::new(&board, StuckRule::Ends),
        work: None,
    };
    loop {
        let line = match read_line(&mut input) {
            Ok(Some(Line::Text(line))) => line,
            Ok(Some(Line::NoText)) => {
                send(&engine.out, "error the line is not text");
                continue;
            }
            Ok(Some(Line::TooLong)) => {
                send(&engine.out, "error the line is longer than 64 KiB");
                if skip_line(&mut input).is_err() {
                    break;
                }
                continue;
            }
            Ok(None) => break,
            // The input is broken, so no further lines can come.
            Err(why) => {
                send(&engine.out, &format!("error {why}"));
                break;
            }
        };
        match engine.handle_line(line.trim()) {
            Ok(Flow::Continue) => {}
            Ok(Flow::Quit) => break,
            Err(error) => engine.send_error(&error),
        }
    }
    if let Some(work) = engine.work.take() {
        work.end();
    }
    Ok(())
}

impl<W: Write + Send + 'static> Engine<W> {
    fn send(&self, line: &str) {
        send(&self.out, line);
    }

    /// Sends an error as one line, with control characters of the input escaped.
    fn send_error(&self, error: &EngineError) {
        self.send(&format!("error {}", excerpt(&error.to_string(), 2 * QUOTE)));
    }

    fn handle_line(&mut self, line: &str) -> Result<Flow, EngineError> {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else {
            return Ok(Flow::Continue);
        };
        let rest: Vec<&str> = words.collect();
        match command {
            "quit" => {
                self.stop();
                return Ok(Flow::Quit);
            }
            "isready" => self.send("readyok"),
            "stop" => self.stop(),
            "uai" => self.identify(),
            "uainewgame" | "setoption" | "position" | "go" | "show" | "perft" => {
                self.require_idle()?;
                match command {
                    "uainewgame" => self.restart()?,
                    "setoption" => self.set_option(&rest)?,
                    "position" => self.game = self.position(&rest)?,
                    "go" => self.go(&rest)?,
                    "show" => self.show(),
                    _ => self.perft(&rest)?,
                }
            }
            other => return Err(EngineError::Command(excerpt(other, SHORT))),
        }
        Ok(Flow::Continue)
    }

    /// Returns an error while a search is running.
    fn require_idle(&mut self) -> Result<(), EngineError> {
        if self.work.as_ref().is_some_and(|work| !work.is_done()) {
            return Err(EngineError::Busy);
        }
        self.stop();
        Ok(())
    }

    /// Stops the search, and waits until its answer has been sent.
    fn stop(&mut self) {
        if let Some(work) = self.work.take() {
            work.stop();
        }
    }

    fn identify(&self) {
        let (table, threads) = (Options::TABLE_MEGABYTES, Options::THREADS);
        self.send(concat!("id name Evolvarium ", env!("CARGO_PKG_VERSION")));
        self.send("id author the makers of Evolvarium");
        self.send("option name Board type spin default 1 min 0 max 999");
        self.send("option name Seed type string default 1");
        self.send(
            "option name Stuck type combo default usual var usual var ends var skip var loses",
        );
        self.send("option name Level type spin default 8 min 1 max 8");
        self.send(&format!(
            "option name Hash type spin default {} min {} max {}",
            players::DEFAULT_TABLE_MEGABYTES,
            table.start(),
            table.end()
        ));
        self.send(&format!(
            "option name Threads type spin default 1 min {} max {}",
            threads.start(),
            threads.end()
        ));
        self.send("uaiok");
    }

    /// Starts a game on a board.
    fn start(&self, board: u16, seed: Seed, stuck: Option<StuckRule>) -> Result<Game, EngineError> {
        let board = Board::listed(BoardNumber(board), seed)?;
        Ok(Game::new(
            &board,
            stuck.unwrap_or(StuckRule::usual(board.players())),
        ))
    }

    fn restart(&mut self) -> Result<(), EngineError> {
        self.game = self.start(self.board, self.seed, self.stuck)?;
        Ok(())
    }

    /// Handles `setoption name NAME value VALUE`. A new board, seed or rule starts a new game.
    fn set_option(&mut self, words: &[&str]) -> Result<(), EngineError> {
        let expected = "name NAME value VALUE";
        let ["name", name, "value", value] = words else {
            return Err(EngineError::Missing {
                what: "setoption",
                expected,
            });
        };
        let (mut board, mut seed, mut stuck) = (self.board, self.seed, self.stuck);
        match *name {
            "Board" => board = number("board", value)?,
            "Seed" => {
                let expected = "a seed: 1 to 40 letters a-z, digits, - and _";
                let read = value.parse();
                seed = read.map_err(|_| EngineError::value("seed", value, expected))?;
            }
            "Stuck" if *value == "usual" => stuck = None,
            "Stuck" => {
                let read = value.parse();
                let expected = "usual, ends, skip or loses";
                stuck = Some(read.map_err(|_| EngineError::value("stuck rule", value, expected))?);
            }
            "Level" => {
                let level = number("level", value)?;
                let error = || EngineError::value("level", value, "from 1 to 8");
                self.level = Level::new(level).ok_or_else(error)?;
                return Ok(());
            }
            "Hash" => {
                let table_megabytes = number("table", value)?;
                let options = Options {
                    table_megabytes,
                    ..Options::default()
                };
                options.check()?;
                self.hash = table_megabytes;
                return Ok(());
            }
            "Threads" => {
                let threads = number("threads", value)?;
                let options = Options {
                    threads,
                    ..Options::default()
                };
                options.check()?;
                self.threads = threads;
                return Ok(());
            }
            other => return Err(EngineError::Option(excerpt(other, SHORT))),
        }
        self.game = self.start(board, seed, stuck)?;
        (self.board, self.seed, self.stuck) = (board, seed, stuck);
        Ok(())
    }

    /// Handles `position startpos` and `position cells A,B/C,D[/E,F] PLAYER`, either with `moves ...`.
    fn position(&self, words: &[&str]) -> Result<Game, EngineError> {
        let start = self.start(self.board, self.seed, self.stuck)?;
        let (mut game, moves) = match words {
            ["startpos", moves @ ..] => (start, moves),
            ["cells", cells, player, moves @ ..] => {
                let pieces = cells.split('/').map(cells_of);
                let pieces = pieces.collect::<Result<Vec<_>, _>>()?;
                let player: u8 = number("player", player)?;
                let mover = Player(player.wrapping_sub(1));
                let game = Game::set_up(start.board(), start.stuck(), &pieces, mover)?;
                (game, moves)
            }
            _ => {
                return Err(EngineError::Missing {
                    what: "position",
                    expected: "startpos, or cells such as 2,74,44/6,36,78 and the player to move",
                });
            }
        };
        let moves = match moves {
            [] => &[],
            ["moves", moves @ ..] => moves,
            [other, ..] => return Err(EngineError::value("word", other, "moves")),
        };
        for (at, text) in moves.iter().enumerate() {
            let made = text.parse::<CellMove>().map_err(|why| why.to_string());
            let made = made.and_then(|made| game.read(&made).map_err(|why| why.to_string()));
            let made = made.map_err(|why| EngineError::Move {
                number: at + 1,
                text: excerpt(text, SHORT),
                why,
            })?;
            game.make(made);
        }
        Ok(game)
    }

    /// Handles `go` with the limits `nodes`, `depth` and `movetime`, or `infinite`; without any it
    /// plays the level.
    fn go(&mut self, words: &[&str]) -> Result<(), EngineError> {
        let (limits, infinite) = limits_of(words)?;
        limits.check()?;
        if self.game.ending().is_some() {
            return Err(EngineError::Over);
        }
        let plays_level = limits == Limits::default() && !infinite;
        let (game, level, seed) = (self.game.clone(), self.level, self.seed);
        let settings = SearchSettings {
            limits,
            table_megabytes: self.hash,
            threads: self.threads,
            ..SearchSettings::default()
        };
        let out = Arc::clone(&self.out);
        let search = Work::start(&self.out, false, move |stop| {
            let mut report = |found: &SearchReport<Move>| send(&out, &info(&game, found));
            let best = if plays_level {
                let seed = seed.child(u64::from(game.move_count()) + 1);
                let opponent = Opponent::Level(level);
                let choice = opponent.choose(&game, seed, stop, &mut report);
                choice.map(|choice| choice.made)
            } else {
                let found = players::search(&game, &settings, stop, &mut report);
                found.and_then(|found| found.best_move())
            };
            let best = best.and_then(|made| game.written(made));
            match best {
                Some(best) => format!("bestmove {best}"),
                None => "error there is no move".to_owned(),
            }
        });
        self.work = Some(search.map_err(|why| EngineError::Thread(why.to_string()))?);
        Ok(())
    }

    /// Handles `show`: it sends the position as rows of text from the top, and the state of the game.
    fn show(&self) {
        let game = &self.game;
        for height in (0..18).rev() {
            let in_row = |cell: Cell| 2 * cell.row() + cell.col() % 2 == height;
            let letter = |col: usize| {
                let cell = Cell::all().find(|cell| cell.col() == col && in_row(*cell));
                let Some(index) = cell.and_then(|cell| game.board().index_of(cell)) else {
                    return ' ';
                };
                let owner = game.owner(index);
                owner.map_or('.', |player| char::from(b'1' + player.0))
            };
            let row: String = (0..9).flat_map(|col| [letter(col), ' ']).collect();
            if !row.trim().is_empty() {
                self.send(&format!("show {}", row.trim_end()));
            }
        }
        let counts: Vec<String> = game.counts().iter().map(u32::to_string).collect();
        let state = match (game.ending(), game.winner()) {
            (None, _) => format!("player {} to move", game.mover().0 + 1),
            (Some(_), Some(winner)) => format!("player {} has won", winner.0 + 1),
            (Some(_), None) => "nobody has won".to_owned(),
        };
        self.send(&format!("show pieces {}, {state}", counts.join(" ")));
    }

    /// Handles `perft DEPTH`. The count is awaited at the end of the input, so that a script that ends with it gets it.
    fn perft(&mut self, words: &[&str]) -> Result<(), EngineError> {
        let expected = "plies from 0 to 6";
        let [depth] = words else {
            return Err(EngineError::Missing {
                what: "perft",
                expected,
            });
        };
        let depth: u32 = number("perft", depth)?;
        if depth > 6 {
            return Err(EngineError::value("perft", words[0], expected));
        }
        let game = self.game.clone();
        let count = Work::start(&self.out, true, move |stop| {
            let (board, stuck, is_stopped) = (game.board(), game.stuck(), || stop.is_stopped());
            let nodes = with_position!(game.pieces(), start => {
                stoppable_perft(board, start, stuck, depth, is_stopped)
            });
            match nodes {
                Some(nodes) => format!("perft {depth} {nodes}"),
                None => "error perft was stopped".to_owned(),
            }
        });
        self.work = Some(count.map_err(|why| EngineError::Thread(why.to_string()))?);
        Ok(())
    }
}

/// Parses a number that is written with digits only.
fn number<N: FromStr>(what: &'static str, value: &str) -> Result<N, EngineError> {
    parse_digits(value).ok_or_else(|| EngineError::value(what, value, "a whole number in range"))
}

/// The limits that the words after `go` name, and whether they name none on purpose, by `infinite`.
fn limits_of(words: &[&str]) -> Result<(Limits, bool), EngineError> {
    let mut limits = Limits::default();
    let mut infinite = false;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let expected = "a whole number";
        let mut value = |what| words.next().ok_or(EngineError::Missing { what, expected });
        match *word {
            "nodes" => limits.nodes = Some(number("nodes", value("nodes")?)?),
            "depth" => limits.depth = Some(number("depth", value("depth")?)?),
            "movetime" => {
                let milliseconds = number("movetime", value("movetime")?)?;
                limits.time = Some(Duration::from_millis(milliseconds));
            }
            "infinite" => infinite = true,
            other => {
                let expected = "nodes, depth, movetime or infinite";
                return Err(EngineError::value("limit", other, expected));
            }
        }
    }
    Ok((limits, infinite))
}

/// Parses cells such as `A,B,C`; a single dash means none.
fn cells_of(text: &str) -> Result<Vec<Cell>, EngineError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let cell = |text: &str| {
        let cell = number("cell", text).map(Cell::new)?;
        cell.ok_or_else(|| EngineError::value("cell", text, "from 0 to 80"))
    };
    text.split(',').map(cell).collect()
}

/// Returns the `info` line of a search result. The protocol has no passes.
fn info(game: &Game, found: &SearchReport<Move>) -> String {
    let line = players::line_of(game, &found.principal_variation);
    let line: Vec<String> = line.iter().map(CellMove::to_string).collect();
    format!(
        "info depth {} seldepth {} score cp {} nodes {} nps {:.0} time {} pv {}",
        found.depth,
        found.selective_depth,
        found.score,
        found.nodes,
        found.nodes_per_second(),
        found.elapsed.as_millis(),
        line.join(" "),
    )
}
