//! Match-3 on one core: swap potential, feasibility, the generation of a level, and plays per second.
//!
//! `cargo bench --bench match3`, or `-- potential`, `-- levels`, `-- play` for one part.

mod measuring;

use std::hint::black_box;

use evolvarium::games::match3::level::{
    Breakdown, Feasibility, Level, Setup, generate, swap_potential,
};
use evolvarium::games::match3::rules::{Board, Game, Goal, Size};
use evolvarium::generation::{EvolutionParameters, Purpose, Seed, Stream};
use measuring::{Bench, work};

/// The measured level of potential 429.
const ROWS: [&str; 10] = [
    ".........3",
    ".......3..",
    "...3....3.",
    ".......13.",
    "3.1..1.3..",
    "3.1.3.....",
    "......13..",
    ".........1",
    ".3.....1.3",
    "13...1...3",
];

fn potential(bench: &Bench) {
    let level = Level::from_rows(&ROWS, 7, Goal::Score(1), 0).expect("a level");
    let layout = level.layout();
    let free = level.size().all() - layout.blocked;
    assert_eq!(swap_potential(free, layout.overlays), 429);
    let by_pattern = || Breakdown::of(level.size(), |cell| black_box(&level).kind(cell));
    bench.time_beside(
        "the swap potential of a 10x10 board",
        work(|| swap_potential(black_box(free), black_box(layout.overlays))),
        "pattern by pattern, with what each kind costs",
        work(by_pattern),
    );
    bench.time(
        "the feasibility of a 10x10 board",
        work(|| Feasibility::of(level.size(), black_box(&layout)).violation()),
    );
}

fn levels(bench: &Bench) {
    for wanted in [300, 500, 900] {
        let setup: Setup = format!("10x10c7-p{wanted}t55k10o")
            .parse()
            .expect("a setup");
        let mut seed = 0;
        let generated = move || {
            seed = (seed + 1) % 30;
            generate(&setup, &EvolutionParameters::default(), Seed(seed))
                .expect("a run")
                .evaluations()
        };
        bench.time(
            &format!("a 10x10 level of potential {wanted} ± 55, mean of 30 seeds"),
            work(generated),
        );
    }
}

/// The same rules on a plain array, without special cells, for comparison with the bit boards.
#[derive(Clone)]
struct Plain {
    cells: [[u8; SIDE]; SIDE],
    points: u32,
}

const SIDE: usize = 9;
const EMPTY: u8 = u8::MAX;
const COLOURS: u32 = 6;

impl Plain {
    /// For each cell, whether it lies in a line of three.
    fn lines(&self) -> [[bool; SIDE]; SIDE] {
        let mut found = [[false; SIDE]; SIDE];
        for row in 0..SIDE {
            for col in 0..SIDE {
                let colour = self.cells[row][col];
                if colour == EMPTY {
                    continue;
                }
                if col + 2 < SIDE && (1..3).all(|step| self.cells[row][col + step] == colour) {
                    (0..3).for_each(|step| found[row][col + step] = true);
                }
                if row + 2 < SIDE && (1..3).all(|step| self.cells[row + step][col] == colour) {
                    (0..3).for_each(|step| found[row + step][col] = true);
                }
            }
        }
        found
    }

    fn exchange(&mut self, [r, c]: [usize; 2], [s, d]: [usize; 2]) {
        let one = self.cells[r][c];
        self.cells[r][c] = self.cells[s][d];
        self.cells[s][d] = one;
    }

    /// The swaps that make a match, horizontal ones first, in reading order.
    fn swaps(&mut self) -> Vec<[[usize; 2]; 2]> {
        let mut swaps = Vec::new();
        for step in [[0, 1], [1, 0]] {
            for row in 0..SIDE - step[0] {
                for col in 0..SIDE - step[1] {
                    let ends = [[row, col], [row + step[0], col + step[1]]];
                    self.exchange(ends[0], ends[1]);
                    if self.lines().iter().flatten().any(|&in_line| in_line) {
                        swaps.push(ends);
                    }
                    self.exchange(ends[0], ends[1]);
                }
            }
        }
        swaps
    }

    /// Removes matches and lets blocks fall and spawn until nothing matches.
    fn cascade(&mut self, rng: &mut Stream) {
        for step in 1.. {
            let lines = self.lines();
            let blocks = lines.iter().flatten().filter(|&&in_line| in_line).count() as u32;
            if blocks == 0 {
                return;
            }
            self.points += 10 * blocks * step;
            for (row, lines) in self.cells.iter_mut().zip(&lines) {
                for (cell, &in_line) in row.iter_mut().zip(lines) {
                    if in_line {
                        *cell = EMPTY;
                    }
                }
            }
            for row in (0..SIDE).rev() {
                for col in 0..SIDE {
                    if self.cells[row][col] != EMPTY {
                        continue;
                    }
                    let above = (0..row)
                        .rev()
                        .find(|&above| self.cells[above][col] != EMPTY);
                    self.cells[row][col] = match above {
                        Some(above) => std::mem::replace(&mut self.cells[above][col], EMPTY),
                        None => rng.random_below(COLOURS) as u8,
                    };
                }
            }
        }
    }
}

const SWAPS: u64 = 1_000;

/// Plays random effective swaps on bit boards and returns the points.
fn with_bits(start: &Game) -> u32 {
    let (mut game, mut rng) = (start.clone(), Seed(2).stream(Purpose::Player));
    for _ in 0..SWAPS {
        let swaps = game.board().swaps();
        let swap = swaps
            .nth(rng.random_below(swaps.len()))
            .expect("never dead");
        game.apply(swap, &mut ()).expect("it matches");
    }
    game.score().points
}

/// Plays the same swaps on an array.
fn with_an_array(start: &Plain, chance: &Stream) -> u32 {
    let (mut plain, mut chance) = (start.clone(), *chance);
    let mut rng = Seed(2).stream(Purpose::Player);
    for _ in 0..SWAPS {
        let swaps = plain.swaps();
        let [a, b] = swaps[rng.random_below(swaps.len() as u32) as usize];
        plain.exchange(a, b);
        plain.cascade(&mut chance);
    }
    plain.points
}

fn play(bench: &Bench) {
    let size = Size::new(SIDE as u8, SIDE as u8).expect("a size");
    let mut board = Board::new(size, COLOURS as u8, std::iter::empty());
    board
        .deal(&mut Seed(1).stream(Purpose::Layout))
        .expect("it is open");
    let mut cells = [[EMPTY; SIDE]; SIDE];
    for cell in size.cells() {
        cells[cell.row()][cell.col()] = board.colour(cell).expect("a block").0;
    }
    let (plain, chance) = (Plain { cells, points: 0 }, Seed(1).stream(Purpose::Play));
    let resumed = |board: Board| Game::resume(board, Goal::Score(u32::MAX), 0, chance);
    let start = resumed(board.clone());
    assert_eq!(
        with_bits(&start),
        with_an_array(&plain, &chance),
        "the same game"
    );
    let powered = resumed(board.with_powers(true));
    for (claim, start) in [
        ("effective swaps, 9x9, six colours", &start),
        ("effective swaps with power pieces", &powered),
    ] {
        bench.rate_beside(
            claim,
            [SWAPS; 2],
            work(|| with_bits(start)),
            "on a plain array, without power pieces",
            work(|| with_an_array(&plain, &chance)),
        );
    }
}

fn main() {
    let bench = Bench::new("match3");
    for (part, measure) in [
        ("potential", potential as fn(&Bench)),
        ("levels", levels),
        ("play", play),
    ] {
        if bench.wants(part) {
            measure(&bench);
        }
    }
}
