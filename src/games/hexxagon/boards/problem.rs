//! Evolving boards: sound ones in which nobody has an advantage, as long and as sharp as is wanted.

use std::fmt;
use std::sync::Arc;

use crate::games::hexxagon::opponents::match_play::{Fast, OPENING, play};
use crate::games::hexxagon::players::evaluation::{Estimate, Estimator};
use crate::games::hexxagon::rules::{Board, Cell, Cells, Fault, Plan, Stuck};
use crate::generation::{
    Crossover, Fact, Form, Gaps, Picture, Problem, Search, Seed, Selection, Shape, Stream, Tint,
};

/// What a board should be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wish {
    /// Two or three players.
    pub players: usize,
    /// Whether it should look the same from every player's seat.
    pub symmetric: bool,
    /// Plies that a game should last.
    pub plies: u32,
    /// Pieces turned over by a hundred moves.
    pub sharpness: u32,
}

impl Wish {
    /// Lengths to wish for.
    pub const PLIES: std::ops::RangeInclusive<u32> = 20..=140;
    /// Sharpness to wish for.
    pub const SHARPNESS: std::ops::RangeInclusive<u32> = 60..=220;

    /// A wish that takes some generations to grant; with three players, fewer pieces turn over.
    pub fn usual(players: usize) -> Self {
        let (plies, sharpness) = if players == 2 { (100, 170) } else { (90, 130) };
        Wish {
            players,
            symmetric: true,
            plies,
            sharpness,
        }
    }
}

impl Default for Wish {
    fn default() -> Self {
        Wish::usual(2)
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wish {
            players,
            plies,
            sharpness,
            ..
        } = self;
        let symmetric = if self.symmetric { "s" } else { "" };
        write!(f, "{players}p{plies}x{sharpness}{symmetric}")
    }
}

/// What games on a board are like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Nature {
    /// Points of 100 that the luckiest seat has over a fair share.
    pub advantage: f64,
    /// Plies a game.
    pub plies: f64,
    /// Pieces turned over by a hundred moves.
    pub sharpness: f64,
}

/// Games of a first measurement, and of all of one that is worth it.
const GAMES: (u32, u32) = (48, 240);
/// How near to the wish a first measurement must be for more games.
const HOPEFUL: f64 = 0.85;

/// The problem of evolving a board.
pub struct BoardProblem {
    wish: Wish,
    seed: Seed,
}

/// The middle of the grid, around which boards are turned.
const MIDDLE: Cell = Cell(40);
/// Steps from the middle to the rim of the largest board.
const RADIUS: u32 = 4;
/// Fewest and most cells of an evolved board.
const SIZE: (u32, u32) = (19, 61);

/// A cell's place in steps along two axes from the middle.
fn axial(cell: Cell) -> (i32, i32) {
    let (col, row) = (cell.col() as i32 - 4, cell.row() as i32 - 4);
    // Odd columns lie half a cell higher.
    (col, row - (col - (col & 1)) / 2)
}

fn at_axial((q, r): (i32, i32)) -> Option<Cell> {
    let (col, row) = (q + 4, r + (q - (q & 1)) / 2 + 4);
    let inside = (0..9).contains(&col) && (0..9).contains(&row);
    inside.then(|| Cell((col * 9 + row) as u8))
}

/// A cell turned around the middle, so that each player's place becomes the next one's; cells that would
/// leave the grid stay.
pub fn turned(cell: Cell, players: usize) -> Cell {
    let (q, r) = axial(cell);
    let there = if players == 2 {
        (-q, -r)
    } else {
        // A third of a turn: the three cube axes change places.
        let s = -q - r;
        (r, s)
    };
    at_axial(there).unwrap_or(cell)
}

fn turned_all(cells: Cells, players: usize) -> Cells {
    cells.iter().map(|cell| turned(cell, players)).collect()
}

/// Cells that differ from what turning the board puts in their place.
pub fn asymmetry(plan: &Plan) -> u32 {
    let players = plan.players();
    let mut differ = (plan.cells.0 ^ turned_all(plan.cells, players).0).count_ones();
    for player in 0..players {
        let next = plan.starts[(player + 1) % players];
        let here = turned_all(plan.starts[player], players);
        differ += (next.0 ^ here.0).count_ones();
    }
    differ
}

/// The cells that evolved boards are cut from: a hexagon around the middle.
pub fn ground() -> Cells {
    Cell::all()
        .filter(|cell| cell.distance(MIDDLE) <= RADIUS)
        .collect()
}

impl BoardProblem {
    /// The problem of a wish; games are drawn from the seed.
    pub fn new(wish: Wish, seed: Seed) -> Self {
        BoardProblem { wish, seed }
    }

    /// The cells that become one another when the board is turned.
    fn orbit(&self, cell: Cell) -> Cells {
        let mut orbit = Cells::default();
        let mut at = cell;
        for _ in 0..self.wish.players {
            orbit.set(at, true);
            at = turned(at, self.wish.players);
        }
        orbit
    }

    /// Changes a cell; with it those of its orbit, where the board should be symmetric.
    fn flip(&self, plan: &mut Plan, cell: Cell) {
        let among = !plan.cells.has(cell);
        let cells = if self.wish.symmetric {
            self.orbit(cell)
        } else {
            Cells::from_iter([cell])
        };
        for cell in cells.iter() {
            plan.cells.set(cell, among);
        }
    }

    /// Another start for the first player; for the others the same one turned, where the board should be
    /// symmetric.
    fn redraw_starts(&self, plan: &mut Plan, rng: &mut Stream) {
        let ground: Vec<Cell> = ground().iter().collect();
        let count = 1 + rng.below(3);
        let draw = |rng: &mut Stream| -> Cells {
            let cells = (0..count).filter_map(|_| rng.pick(&ground).copied());
            cells.collect()
        };
        let mut start = draw(rng);
        for player in 0..self.wish.players {
            plan.starts[player] = start;
            start = if self.wish.symmetric {
                turned_all(start, self.wish.players)
            } else {
                draw(rng)
            };
        }
        self.seat(plan);
    }

    /// Makes start cells cells of the board.
    fn seat(&self, plan: &mut Plan) {
        plan.cells.0 |= plan.starts.iter().fold(0, |all, start| all | start.0);
    }

    /// What so many games on a board are like; `None` if it cannot be played on.
    pub fn nature(&self, plan: &Plan, games: std::ops::Range<u32>) -> Option<Nature> {
        let board = Board::drawn("", plan).ok()?;
        match self.wish.players {
            2 => self.play_on::<2>(&board, games),
            _ => self.play_on::<3>(&board, games),
        }
    }

    /// What games on a board are like. Only where a few games leave hope are more played.
    pub fn measured(&self, plan: &Plan) -> Option<Nature> {
        let few = self.nature(plan, 0..GAMES.0)?;
        if self.nearness(&few) < HOPEFUL {
            return Some(few);
        }
        self.nature(plan, 0..GAMES.1)
    }

    fn play_on<const N: usize>(
        &self,
        board: &Arc<Board>,
        games: std::ops::Range<u32>,
    ) -> Option<Nature> {
        let start = board.start::<N>()?;
        let estimator = Estimator::new(Estimate::evolved(), board);
        let stuck = Stuck::usual(N);
        let count = f64::from(games.end - games.start);
        let (mut points, mut plies, mut turned) = ([0.0; N], 0, 0);
        for game in games {
            let seed = self.seed.child(u64::from(game) + 1);
            let players = [Fast::Greedy(&estimator, 5); N];
            let course = play(board, start, stuck, players, OPENING, seed);
            for (sum, points) in points.iter_mut().zip(course.points) {
                *sum += points;
            }
            plies += course.plies;
            turned += course.turned;
        }
        let fair = count / N as f64;
        let most = points.iter().fold(0.0, |most: f64, p| most.max(p - fair));
        Some(Nature {
            advantage: 100.0 * most / count,
            plies: f64::from(plies) / count,
            sharpness: 100.0 * f64::from(turned) / f64::from(plies.max(1)),
        })
    }

    /// How near a board's nature is to the wish, 0 to 1.
    pub fn nearness(&self, nature: &Nature) -> f64 {
        // Nobody can tell small differences, so they do not count.
        let close =
            |away: f64, slack: f64, width: f64| 1.0 / (1.0 + (away.abs() - slack).max(0.0) / width);
        let away = |value: f64, wanted: u32| value - f64::from(wanted);
        let fair = close(nature.advantage, 3.0, 10.0);
        let length = close(away(nature.plies, self.wish.plies), 4.0, 20.0);
        let sharpness = close(away(nature.sharpness, self.wish.sharpness), 8.0, 25.0);
        fair * 0.4 + length * 0.3 + sharpness * 0.3
    }
}

/// The usual search.
pub fn usual_search() -> Search {
    Search {
        population: 40,
        elitism: 4,
        mutation: 0.05,
        selection: Selection::Tournament(3),
        generations: 200,
        stagnation: 50,
        ..Search::default()
    }
}

impl Problem for BoardProblem {
    type Genome = Plan;

    /// Each cell of the grid, and one for the starts.
    fn genes(&self) -> usize {
        Cell::COUNT + 1
    }

    fn random(&self, rng: &mut Stream) -> Plan {
        let mut plan = Plan {
            cells: ground(),
            starts: [Cells::default(); 3],
        };
        let ground: Vec<Cell> = ground().iter().collect();
        for _ in 0..rng.below(14) {
            if let Some(cell) = rng.pick(&ground).filter(|cell| plan.cells.has(**cell)) {
                self.flip(&mut plan, *cell);
            }
        }
        self.redraw_starts(&mut plan, rng);
        plan
    }

    fn cross(&self, first: &Plan, second: &Plan, how: Crossover, rng: &mut Stream) -> Plan {
        let mask = how.mask::<2>(Cell::COUNT, rng);
        let mut mask = Cells(u128::from(mask.0[0]) | u128::from(mask.0[1]) << 64);
        if self.wish.symmetric {
            // Whole orbits come from one parent.
            let orbits = Cell::all().filter(|cell| {
                let first = self.orbit(*cell).iter().next();
                first.is_some_and(|first| mask.has(first))
            });
            mask = orbits.collect();
        }
        let cells = second.cells.0 ^ ((first.cells.0 ^ second.cells.0) & mask.0);
        let starts = if rng.below(2) == 0 {
            first.starts
        } else {
            second.starts
        };
        let mut plan = Plan {
            cells: Cells(cells),
            starts,
        };
        self.seat(&mut plan);
        plan
    }

    fn mutate(&self, plan: &mut Plan, gaps: &Gaps, rng: &mut Stream) {
        let within = ground();
        gaps.each(rng, |gene, rng| match Cell::new(gene as u8) {
            Some(cell) if within.has(cell) => self.flip(plan, cell),
            Some(_) => {}
            None => self.redraw_starts(plan, rng),
        });
        self.seat(plan);
    }

    /// Cells at which something is wrong: cut off, too close, stuck, too few or many, asymmetric.
    fn violation(&self, plan: &Plan) -> u32 {
        let faults = plan.faults().into_iter();
        let faults = faults.filter(|(fault, _)| !matches!(fault, Fault::TooFew | Fault::TooMany));
        let faults: u32 = faults.map(|(_, cells)| cells.count().max(1)).sum();
        let count = plan.cells.count();
        let size = SIZE.0.saturating_sub(count) + count.saturating_sub(SIZE.1);
        let asymmetry = if self.wish.symmetric {
            asymmetry(plan)
        } else {
            0
        };
        faults + size + asymmetry
    }

    fn objective(&self, plan: &Plan, _: &mut Stream) -> f64 {
        self.measured(plan)
            .map_or(0.0, |nature| self.nearness(&nature))
    }

    fn target(&self) -> Option<f64> {
        Some(0.97)
    }

    fn picture(&self, plan: &Plan) -> Picture {
        picture(plan, true)
    }

    fn facts(&self, plan: &Plan) -> Vec<Fact> {
        let fact = Fact::new;
        let mut facts = vec![fact("hex.fact.cells", plan.cells.count().to_string())];
        let sound = self.violation(plan) == 0;
        if let Some(nature) = sound.then(|| self.measured(plan)).flatten() {
            facts.push(fact(
                "hex.fact.advantage",
                format!("{:.1}", nature.advantage),
            ));
            facts.push(fact("hex.fact.plies", format!("{:.0}", nature.plies)));
            facts.push(fact(
                "hex.fact.sharpness",
                format!("{:.0}", nature.sharpness),
            ));
        }
        facts
    }
}

/// Height of a cell of width 1.
const HEIGHT: f32 = 0.866;

/// A board as hexagons, its starts in the players' colours; cells that are wrong are marked if asked for.
pub fn picture(plan: &Plan, faults: bool) -> Picture {
    let too_many = |fault: &Fault| matches!(fault, Fault::TooFew | Fault::TooMany);
    let found = plan.faults().into_iter();
    let wrong: u128 = found
        .filter(|(fault, _)| faults && !too_many(fault))
        .fold(0, |all, (_, cells)| all | cells.0);
    let height = |cell: Cell| cell.row() as f32 + if cell.col() % 2 == 1 { 0.5 } else { 0.0 };
    let range = |of: &dyn Fn(Cell) -> f32| {
        let all = plan.cells.iter().map(of);
        all.fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)))
    };
    let ((left, right), (low, high)) = (range(&|cell| cell.col() as f32), range(&height));
    // The whole grid would just fit.
    let width = 0.118;
    let shape = |cell: Cell| {
        let player = plan.starts.iter().position(|start| start.has(cell));
        Shape {
            key: cell.0.into(),
            form: Form::Hex,
            tint: match player {
                _ if wrong >> cell.0 & 1 == 1 => Tint::Fault,
                Some(player) => Tint::Player(player as u8),
                None => Tint::Ground,
            },
            x: 0.5 + (cell.col() as f32 - (left + right) / 2.0) * 0.75 * width,
            y: 0.5 - (height(cell) - (low + high) / 2.0) * HEIGHT * width,
            size: 0.94 * width,
        }
    };
    Picture::of(plan.cells.iter().map(shape).collect())
}
