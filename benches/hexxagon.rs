//! Hexxagon: perft, and the shared search beside a plain alpha-beta search to the same depth, over twelve
//! positions.
//!
//! `cargo bench --bench hexxagon`, or `-- perft` or `-- same_depth` for one of them.

mod measuring;

use std::hint::black_box;
use std::time::{Duration, Instant};

use evolvarium::games::hexxagon::players::evaluation::EvaluationWeights;
use evolvarium::games::hexxagon::players::plain;
use evolvarium::games::hexxagon::players::two_player_search::TwoPlayerPosition;
use evolvarium::games::hexxagon::rules::{
    Bitboard, Board, BoardNumber, CellIndex, Player, Position, StuckRule, perft,
};
use evolvarium::generation::{Purpose, Seed};
use evolvarium::search::{Limits, Options, Searcher, StopToken};
use measuring::row::{Amount, Unit};
use measuring::{Bench, measured_beside, work};

/// The same rules on lists: the cells one step and two steps away from each cell, in positions in which nobody is stuck.
struct Lists {
    near: Vec<Vec<usize>>,
    far: Vec<Vec<usize>>,
}

/// The owner of each cell.
type Owners = Vec<Option<usize>>;

impl Lists {
    fn of(board: &Board) -> Self {
        let list = |of: &dyn Fn(CellIndex) -> Bitboard<u64>| {
            let cells = |set: Bitboard<u64>| {
                let inside = board.indices().filter(|other| set.has(*other));
                inside.map(CellIndex::as_usize).collect()
            };
            board.indices().map(|index| cells(of(index))).collect()
        };
        Lists {
            near: list(&|index| board.near(index)),
            far: list(&|index| board.far(index)),
        }
    }

    fn start(board: &Board) -> Owners {
        let start = board.start::<2>().expect("for two");
        let owner = |index| (0..2).find(|player| start.pieces(Player(*player as u8)).has(index));
        board.indices().map(owner).collect()
    }

    fn after(&self, owners: &Owners, mover: usize, from: Option<usize>, to: usize) -> Owners {
        let mut after = owners.clone();
        if let Some(from) = from {
            after[from] = None;
        }
        after[to] = Some(mover);
        for beside in &self.near[to] {
            if after[*beside].is_some() {
                after[*beside] = Some(mover);
            }
        }
        after
    }

    fn perft(&self, owners: &Owners, mover: usize, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let is_own = |cell: &&usize| owners[**cell] == Some(mover);
        let mut nodes = 0;
        for to in (0..owners.len()).filter(|cell| owners[*cell].is_none()) {
            let grows = self.near[to].iter().any(|cell| is_own(&cell));
            let leaps = self.far[to].iter().filter(is_own).map(|from| Some(*from));
            for from in grows.then_some(None).into_iter().chain(leaps) {
                let after = self.after(owners, mover, from, to);
                nodes += self.perft(&after, 1 - mover, depth - 1);
            }
        }
        nodes
    }
}

fn count(bench: &Bench, board: &Board) {
    let start = board.start::<2>().expect("for two");
    let (lists, owners) = (Lists::of(board), Lists::start(board));
    let counts = [(5, 15_882_279), (4, 476_406)];
    let ours = |depth| perft(board, black_box(&start), StuckRule::Skip, depth);
    let plain = |depth| lists.perft(black_box(&owners), 0, depth);
    assert_eq!([ours(5), plain(4)], counts.map(|(_, count)| count));
    bench.rate_beside(
        "perft of Three Bridge at depth 5, 15,882,279 positions",
        counts.map(|(_, count)| count),
        work(|| ours(5)),
        "lists of cells, at depth 4, 476,406 positions",
        work(|| plain(4)),
    );
}

/// Twelve positions: each starts with six random plies, and the plain search plays on from there, three
/// plies more for each.
fn positions(board: &Board) -> Vec<Position<2>> {
    let position = |number: u64| {
        let mut position = board.start::<2>().expect("for two");
        let mut rng = Seed(number).stream(Purpose::Play);
        for _ in 0..6 {
            let mut moves = Vec::new();
            position.each_move(board, |made| moves.push(made));
            position = position.after(board, *rng.choose(&moves).expect("a move"));
        }
        for _ in 0..number * 3 {
            let made = plain::choose(board, &position, StuckRule::Skip, 2).expect("a move");
            position = position.after(board, made);
        }
        position
    };
    (0..12).map(position).collect()
}

/// Runs both searches to the same depth. A new searcher searches each position once.
fn same_depth(bench: &Bench, board: &std::sync::Arc<Board>) {
    let positions = positions(board);
    println!(
        "depth    plain: time       nodes   M/s    search: time       nodes   M/s    times less"
    );
    for depth in [4, 5, 6] {
        let (mut plain, mut ours) = ((Duration::ZERO, 0), (Duration::ZERO, 0));
        for position in &positions {
            let started = Instant::now();
            plain::search(
                board,
                position,
                StuckRule::Skip,
                depth,
                -9_999,
                9_999,
                &mut plain.1,
            );
            plain.0 += started.elapsed();
            let options = Options {
                table_megabytes: 4,
                ..Options::default()
            };
            let root = TwoPlayerPosition::new(
                board,
                *position,
                StuckRule::Skip,
                EvaluationWeights::evolved(),
            );
            let started = Instant::now();
            let mut searcher = Searcher::new(options).expect("in range");
            let found = searcher.search(&root, Limits::depth(depth), &StopToken::default(), |_| {});
            ours.0 += started.elapsed();
            ours.1 += found.expect("in range").nodes;
        }
        println!(
            "{depth:5} {:12.1} ms {:11} {:5.1} {:12.1} ms {:11} {:5.1} {:13.1}",
            plain.0.as_secs_f64() * 1e3,
            plain.1,
            plain.1 as f64 / plain.0.as_secs_f64() / 1e6,
            ours.0.as_secs_f64() * 1e3,
            ours.1,
            ours.1 as f64 / ours.0.as_secs_f64() / 1e6,
            plain.0.as_secs_f64() / ours.0.as_secs_f64(),
        );
        let once = |took: Duration| Amount::of(took.as_secs_f64(), Unit::Seconds);
        bench.print(
            &format!("twelve positions searched to depth {depth}"),
            once(ours.0),
            Some(measured_beside("plain alpha-beta", once(plain.0))),
        );
    }
}

fn main() {
    let bench = Bench::new("hexxagon");
    let board = Board::listed(BoardNumber(1), Seed(1)).expect("a board");
    if bench.wants("perft") {
        count(&bench, &board);
    }
    if bench.wants("same_depth") {
        same_depth(&bench, &board);
    }
}
