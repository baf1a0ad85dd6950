//! Hexxagon from `docs/rules/hexxagon.md`: an owner for each cell of the grid, and distances counted step by step.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, LazyLock};

use evolvarium::base::{Seed, Stream};
use evolvarium::games::hexxagon::rules::plan::{Cells, Plan};
use evolvarium::games::hexxagon::rules::{
    Board, BoardNumber, Cell, CellMove, Ending, Game, Hexxagon, MoveError, Player, Position,
    StuckRule, Word, perft,
};
use evolvarium::session::Rules;

use super::{between, games, one_of};

const CELLS: usize = 81;

/// The six neighbours of each cell of the grid. Odd columns lie half a cell higher.
fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let (col, row) = ((cell / 9) as i32, (cell % 9) as i32);
    let low = if col % 2 == 0 { row - 1 } else { row };
    let beside = [
        (col - 1, low),
        (col - 1, low + 1),
        (col + 1, low),
        (col + 1, low + 1),
    ];
    let all = [(col, row - 1), (col, row + 1)].into_iter().chain(beside);
    let inside = |(col, row): &(i32, i32)| (0..9).contains(col) && (0..9).contains(row);
    all.filter(inside)
        .map(|(col, row)| (9 * col + row) as usize)
}

/// The number of steps between any two cells on the full grid.
static DISTANCES: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
    let from = |start: usize| {
        let mut steps = vec![usize::MAX; CELLS];
        steps[start] = 0;
        let mut queue = VecDeque::from([start]);
        while let Some(cell) = queue.pop_front() {
            for next in neighbours(cell) {
                if steps[next] == usize::MAX {
                    steps[next] = steps[cell] + 1;
                    queue.push_back(next);
                }
            }
        }
        steps
    };
    (0..CELLS).map(from).collect()
});

/// A position: the cells of the board, the owner of the piece on each, and the player to move.
#[derive(Clone)]
struct Plain {
    board: Vec<usize>,
    owner: [Option<usize>; CELLS],
    players: usize,
    mover: usize,
    stuck: StuckRule,
    moves: u32,
}

/// A move as source and target.
type PlainMove = (Option<usize>, usize);

impl Plain {
    fn free(&self) -> impl Iterator<Item = usize> {
        let free = |cell: &&usize| self.owner[**cell].is_none();
        self.board.iter().filter(free).copied()
    }

    fn of(&self, player: usize) -> impl Iterator<Item = usize> {
        let own = move |cell: &&usize| self.owner[**cell] == Some(player);
        self.board.iter().filter(own).copied()
    }

    fn moves_of(&self, player: usize) -> BTreeSet<PlainMove> {
        let mut moves = BTreeSet::new();
        for from in self.of(player) {
            for to in self.free() {
                match DISTANCES[from][to] {
                    1 => moves.insert((None, to)),
                    2 => moves.insert((Some(from), to)),
                    _ => false,
                };
            }
        }
        moves
    }

    fn can_move(&self, player: usize) -> bool {
        !self.moves_of(player).is_empty()
    }

    fn ending(&self) -> Option<Ending> {
        if self.free().next().is_none() {
            return Some(Ending::Full);
        }
        let with_pieces = (0..self.players).filter(|player| self.of(*player).next().is_some());
        let with_pieces = with_pieces.count();
        let skips = self.stuck == StuckRule::Skip;
        if (skips && with_pieces < 2) || (!skips && with_pieces < self.players) {
            return Some(Ending::Alone);
        }
        let goes_on = match skips {
            true => (0..self.players).any(|player| self.can_move(player)),
            false => self.can_move(self.mover),
        };
        (!goes_on).then_some(Ending::Stuck)
    }

    fn counts(&self) -> Vec<u32> {
        let count = |player| self.of(player).count() as u32;
        let mut counts: Vec<u32> = (0..self.players).map(count).collect();
        if self.stuck == StuckRule::Ends && self.ending() == Some(Ending::Stuck) {
            let last = (self.mover + self.players - 1) % self.players;
            counts[last] += self.free().count() as u32;
        }
        counts
    }

    fn winner(&self) -> Option<usize> {
        let ending = self.ending()?;
        let counts = self.counts();
        let lost = self.stuck == StuckRule::Loses && ending == Ending::Stuck;
        let in_play: Vec<usize> = (0..self.players)
            .filter(|player| !(lost && *player == self.mover))
            .collect();
        let most = in_play.iter().map(|player| counts[*player]).max()?;
        let best: Vec<usize> = in_play
            .into_iter()
            .filter(|player| counts[*player] == most)
            .collect();
        (best.len() == 1).then(|| best[0])
    }

    fn play(&mut self, (from, to): PlainMove) {
        if let Some(from) = from {
            self.owner[from] = None;
        }
        self.owner[to] = Some(self.mover);
        for beside in neighbours(to) {
            if self.owner[beside].is_some() {
                self.owner[beside] = Some(self.mover);
            }
        }
        self.mover = (self.mover + 1) % self.players;
        self.moves += 1;
    }

    /// Passes for players who cannot move, while the game goes on.
    fn pass(&mut self) {
        while self.ending().is_none() && !self.can_move(self.mover) {
            self.mover = (self.mover + 1) % self.players;
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.ending().is_some() {
            return 0;
        }
        let after = |made: Option<PlainMove>| {
            let mut next = self.clone();
            match made {
                Some(made) => next.play(made),
                None => next.mover = (next.mover + 1) % next.players,
            }
            next.perft(depth - 1)
        };
        let moves = self.moves_of(self.mover);
        if moves.is_empty() {
            return after(None);
        }
        moves.into_iter().map(|made| after(Some(made))).sum()
    }

    /// Returns the reason why a move is refused.
    fn refusal(&self, (from, to): PlainMove) -> Option<MoveError> {
        let cell = |at: usize| Cell(at as u8);
        let there = |at: usize| self.board.contains(&at);
        if self.ending().is_some() {
            return Some(MoveError::Over);
        }
        if self.moves_of(self.mover).contains(&(from, to)) {
            return None;
        }
        if !there(to) {
            return Some(MoveError::NoCell(cell(to)));
        }
        if self.owner[to].is_some() {
            return Some(MoveError::Taken(cell(to)));
        }
        match from {
            Some(from) if !there(from) => Some(MoveError::NoCell(cell(from))),
            Some(from) if self.owner[from] != Some(self.mover) => {
                Some(MoveError::NotYours(cell(from)))
            }
            _ => Some(MoveError::OutOfReach(cell(to))),
        }
    }
}

/// Returns a board of the list, or random cells with random starts.
fn random_board(rng: &mut Stream) -> Arc<Board> {
    let listed: Vec<u16> = (0..15).chain(40..47).chain([999]).collect();
    if rng.random_below(2) == 0 {
        let number = BoardNumber(one_of(rng, &listed));
        return Board::listed(number, Seed(rng.next_u64())).expect("it is listed");
    }
    let keep = between(rng, 20, 100);
    let mut cells: Vec<u8> = (0..CELLS as u8)
        .filter(|_| rng.random_below(100) < keep)
        .collect();
    let players = between(rng, 2, 3) as usize;
    while cells.len() < 3 * players {
        let all = (0..CELLS as u8).filter(|cell| !cells.contains(cell));
        let more = one_of(rng, &all.collect::<Vec<_>>());
        cells.push(more);
    }
    let all = cells.iter().map(|cell| Cell(*cell)).collect();
    rng.shuffle(&mut cells);
    let mut starts = [Cells::default(); 3];
    let each = between(rng, 1, 3) as usize;
    for (start, cells) in starts.iter_mut().zip(cells.chunks(each).take(players)) {
        *start = cells.iter().map(|cell| Cell(*cell)).collect();
    }
    Board::from_plan("random", &Plan { cells: all, starts }).expect("a board")
}

/// Returns a game from its start, or from pieces put down at random.
fn random_game(rng: &mut Stream) -> (Game, Plain) {
    let board = random_board(rng);
    let rules = [StuckRule::Ends, StuckRule::Skip, StuckRule::Loses];
    let stuck = one_of(rng, &rules);
    let players = board.players();
    let mut pieces: Vec<Vec<Cell>> = vec![Vec::new(); players];
    let mut mover = 0;
    let is_start = rng.random_below(2) == 0;
    if is_start {
        for (own, start) in pieces.iter_mut().zip(board.starts()) {
            own.extend(start.map(|index| board.cells()[index.as_usize()]));
        }
    } else {
        mover = rng.random_below(players as u32) as usize;
        // Crowded boards and lone players lead to the ends that are rare in random play.
        let filled = between(rng, 5, 99);
        let lone = rng.random_below(3) == 0;
        for cell in board.cells() {
            if rng.random_below(100) < filled {
                let owner = rng.random_below(players as u32) as usize;
                pieces[if lone && rng.random_below(8) > 0 {
                    0
                } else {
                    owner
                }]
                .push(*cell);
            }
        }
    }
    let game = match is_start {
        true => Game::new(&board, stuck),
        false => Game::set_up(&board, stuck, &pieces, Player(mover as u8)).expect("a position"),
    };
    let mut owner = [None; CELLS];
    for (player, cells) in pieces.iter().enumerate() {
        for cell in cells {
            owner[usize::from(cell.0)] = Some(player);
        }
    }
    let board = board.cells().iter().map(|cell| usize::from(cell.0));
    let mut plain = Plain {
        board: board.collect(),
        owner,
        players,
        mover,
        stuck,
        moves: 0,
    };
    plain.pass();
    (game, plain)
}

fn plain_move(made: CellMove) -> PlainMove {
    let number = |cell: Cell| usize::from(cell.0);
    (made.from.map(number), number(made.to))
}

fn written((from, to): PlainMove) -> CellMove {
    let cell = |at: usize| Cell(at as u8);
    CellMove {
        from: from.map(cell),
        to: cell(to),
    }
}

/// Compares all visible data of a position.
fn compare(game: &Game, plain: &Plain, what: &str) {
    for index in game.board().indices() {
        let cell = game.board().cells()[index.as_usize()];
        let found = game.owner(index).map(Player::index);
        assert_eq!(
            found,
            plain.owner[usize::from(cell.0)],
            "{what}: cell {cell:?}"
        );
    }
    assert_eq!(game.ending(), plain.ending(), "{what}");
    assert_eq!(game.mover().index(), plain.mover, "{what}");
    assert_eq!(game.counts(), plain.counts(), "{what}");
    assert_eq!(game.winner().map(Player::index), plain.winner(), "{what}");
    assert_eq!(game.move_count(), plain.moves, "{what}");
    let moves: Vec<PlainMove> = game
        .moves()
        .into_iter()
        .map(|made| plain_move(game.written(made).expect("no pass")))
        .collect();
    let set: BTreeSet<PlainMove> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "{what}: a move twice");
    let wanted = match plain.ending() {
        Some(_) => BTreeSet::new(),
        None => plain.moves_of(plain.mover),
    };
    assert_eq!(set, wanted, "{what}");
}

#[test]
fn games_of_hexxagon_go_as_by_the_plain_rules() {
    let mut ends = [0; 3];
    for (number, mut rng) in games(150) {
        let (mut game, mut plain) = random_game(&mut rng);
        let limit = 2 * plain.board.len() as u32;
        loop {
            let what = format!(
                "game {number} ({}, {}), move {}",
                game.board().name(),
                plain.stuck,
                plain.moves
            );
            compare(&game, &plain, &what);
            let number = |rng: &mut Stream| rng.random_below(CELLS as u32) as usize;
            let from = (rng.random_below(2) == 0).then(|| number(&mut rng));
            let any = (from, number(&mut rng));
            assert_eq!(
                game.read(&written(any)).err(),
                plain.refusal(any),
                "{what}: {any:?}"
            );
            if let Some(ending) = plain.ending() {
                ends[ending as usize] += 1;
                break;
            }
            if plain.moves > limit {
                break;
            }
            let moves: Vec<PlainMove> = plain.moves_of(plain.mover).into_iter().collect();
            // Clones and captures end games; jumps alone need not.
            let clones: Vec<PlainMove> = moves
                .iter()
                .filter(|made| made.0.is_none())
                .copied()
                .collect();
            let choice = if !clones.is_empty() && rng.random_below(3) > 0 {
                &clones
            } else {
                &moves
            };
            let made = one_of(&mut rng, choice);
            let mover = plain.mover;
            let captured: Vec<usize> = neighbours(made.1)
                .filter(|cell| plain.owner[*cell].is_some_and(|owner| owner != mover))
                .collect();
            let event = Hexxagon::apply(&mut game, &written(made)).expect("legal");
            assert_eq!(event.player.index(), mover, "{what}");
            let cells = game.board().cells();
            let found: BTreeSet<usize> = event
                .captured
                .map(|index| usize::from(cells[index.as_usize()].0))
                .collect();
            assert_eq!(found, captured.into_iter().collect(), "{what}");
            plain.play(made);
            plain.pass();
        }
    }
    assert!(ends.iter().all(|count| *count > 0), "ends met: {ends:?}");
}

/// Returns the pieces of a plain position, as the real one has them.
fn position<const N: usize, W: Word>(game: &Game) -> Position<N, W> {
    let pieces = std::array::from_fn(|player| game.of(Player(player as u8)).in_word());
    Position::with_mover(pieces, game.mover())
}

#[test]
fn moves_are_made_as_by_the_plain_rules_two_plies_deep_from_random_positions() {
    for (number, mut rng) in games(150) {
        let (game, plain) = random_game(&mut rng);
        let (board, stuck) = (game.board(), game.stuck());
        let found = match (game.players(), board.is_wide()) {
            (2, false) => perft::perft(board, &position::<2, u64>(&game), stuck, 2),
            (2, true) => perft::perft(board, &position::<2, u128>(&game), stuck, 2),
            (_, false) => perft::perft(board, &position::<3, u64>(&game), stuck, 2),
            (_, true) => perft::perft(board, &position::<3, u128>(&game), stuck, 2),
        };
        assert_eq!(
            found,
            plain.perft(2),
            "position {number} on {}",
            board.name()
        );
        // A wider word must make no difference.
        let wide = match game.players() {
            2 => perft::perft(board, &position::<2, u128>(&game), stuck, 2),
            _ => perft::perft(board, &position::<3, u128>(&game), stuck, 2),
        };
        assert_eq!(wide, found, "position {number} on {}", board.name());
    }
}
