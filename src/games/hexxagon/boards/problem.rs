//! The problem of evolving a board: it must be playable, and should be fair, with games of a wanted
//! length and sharpness.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::picture::picture;
use super::symmetry::{MOST_STARTS, asymmetry, full_area, rotated, rotated_all};
use crate::base::{RangeError, SHORT, check_range, excerpt, parse_digits};
use crate::games::hexxagon::opponents::match_play::{FastPlayer, RANDOM_PLIES, play};
use crate::games::hexxagon::players::evaluation::{EvaluationWeights, Evaluator};
use crate::games::hexxagon::rules::{Board, Cell, Cells, Fault, Plan, Position, StuckRule, Word};
use crate::generation::{
    Crossover, EvolutionParameters, Fact, MutationGaps, Picture, Problem, Seed, Selection,
    Steering, Stream,
};

/// The wanted properties of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSpec {
    /// Number of players, 2 or 3.
    pub players: usize,
    /// Whether the board must look the same from every seat.
    pub symmetric: bool,
    /// Wanted length of a game in plies.
    pub plies: u32,
    /// Wanted number of captures in a hundred plies.
    pub sharpness: u32,
}

impl BoardSpec {
    /// Range of the wanted length in plies.
    pub const PLIES: std::ops::RangeInclusive<u32> = 20..=140;
    /// Range of the wanted sharpness in captures in a hundred plies.
    pub const SHARPNESS: std::ops::RangeInclusive<u32> = 60..=220;

    /// Returns a specification that takes some generations to meet. Games of three have fewer
    /// captures.
    pub fn usual(players: usize) -> Self {
        let (plies, sharpness) = if players == 2 { (100, 170) } else { (90, 130) };
        BoardSpec {
            players,
            symmetric: true,
            plies,
            sharpness,
        }
    }
}

impl Default for BoardSpec {
    fn default() -> Self {
        BoardSpec::usual(2)
    }
}

impl fmt::Display for BoardSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BoardSpec {
            players,
            plies,
            sharpness,
            ..
        } = self;
        let symmetric = if self.symmetric { "s" } else { "" };
        write!(f, "{players}p{plies}x{sharpness}{symmetric}")
    }
}

/// A text is not the specification of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseSpecError {
    /// It does not have the form of a specification.
    #[error(
        "\"{0}\" is not a board to evolve; one looks like {example}: players, plies of a game, captures in a hundred plies, \
         and an s if it must look the same from every seat", example = BoardSpec::default()
    )]
    Shape(String),
    /// A number is outside its range.
    #[error(transparent)]
    Range(#[from] RangeError),
}

impl FromStr for BoardSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, ParseSpecError> {
        let shape = || ParseSpecError::Shape(excerpt(text, SHORT));
        let (rest, symmetric) = match text.strip_suffix('s') {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let (players, rest) = rest.split_once('p').ok_or_else(shape)?;
        let (plies, sharpness) = rest.split_once('x').ok_or_else(shape)?;
        let number = |text: &str| parse_digits::<u32>(text).ok_or_else(shape);
        let (players, plies, sharpness) = (number(players)?, number(plies)?, number(sharpness)?);
        check_range("players", players, 2..=3)?;
        check_range("plies", plies, Self::PLIES)?;
        check_range("sharpness", sharpness, Self::SHARPNESS)?;
        Ok(BoardSpec {
            players: players as usize,
            symmetric,
            plies,
            sharpness,
        })
    }
}

/// The measured properties of a board, averages over played games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoardMetrics {
    /// The points in a hundred that the best seat scores above its fair share.
    pub advantage: f64,
    /// Length of a game in plies.
    pub plies: f64,
    /// Number of captures in a hundred plies.
    pub sharpness: f64,
}

/// Number of games of the first measurement of a board.
pub const SCREENING_GAMES: u32 = 48;
/// Number of games of the full measurement, which includes those of the first one.
pub const ALL_GAMES: u32 = 240;
/// Match that the first measurement must reach for a full one.
const PROMISING_MATCH: f64 = 0.85;
/// Match at which the search stops.
const TARGET_MATCH: f64 = 0.97;
/// Percentage of random moves of the players that measure boards.
const RANDOM_PERCENT: u32 = 5;

/// The problem of evolving a board.
pub struct BoardProblem {
    spec: BoardSpec,
    seed: Seed,
}

/// Least and largest number of cells of an evolved board.
const SIZE: (u32, u32) = (19, 61);

impl BoardProblem {
    /// Creates the problem; the seed determines the measuring games.
    pub fn new(spec: BoardSpec, seed: Seed) -> Self {
        BoardProblem { spec, seed }
    }

    /// Returns the orbit of a cell: the cells that rotations map it to.
    fn orbit(&self, cell: Cell) -> Cells {
        let mut orbit = Cells::default();
        let mut at = cell;
        for _ in 0..self.spec.players {
            orbit.set(at, true);
            at = rotated(at, self.spec.players);
        }
        orbit
    }

    /// The wanted properties.
    pub fn spec(&self) -> BoardSpec {
        self.spec
    }

    /// The seed of the measuring games.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The cells that change together with a cell: itself, and on symmetric boards its whole orbit.
    pub(super) fn changed_with(&self, cell: Cell) -> Cells {
        if self.spec.symmetric {
            self.orbit(cell)
        } else {
            Cells::from_iter([cell])
        }
    }

    /// Adds or removes a cell, with those that change together with it.
    fn toggle(&self, plan: &mut Plan, cell: Cell) {
        let included = !plan.cells.has(cell);
        for cell in self.changed_with(cell).iter() {
            plan.cells.set(cell, included);
        }
    }

    /// Draws new start cells for each player; on symmetric boards those of the first player, rotated.
    fn redraw_starts(&self, plan: &mut Plan, rng: &mut Stream) {
        let area: Vec<Cell> = full_area().iter().collect();
        let count = 1 + rng.random_below(MOST_STARTS);
        let draw = |rng: &mut Stream| -> Cells {
            let cells = (0..count).filter_map(|_| rng.choose(&area).copied());
            cells.collect()
        };
        let mut start = draw(rng);
        for player in 0..self.spec.players {
            plan.starts[player] = start;
            start = if self.spec.symmetric {
                rotated_all(start, self.spec.players)
            } else {
                draw(rng)
            };
        }
        self.include_starts(plan);
    }

    /// Adds all start cells to the board.
    fn include_starts(&self, plan: &mut Plan) {
        plan.cells.0 |= plan.starts.iter().fold(0, |all, start| all | start.0);
    }

    /// Measures a board over a range of games; `None` if it is not playable.
    pub fn metrics_over(&self, plan: &Plan, games: std::ops::Range<u32>) -> Option<BoardMetrics> {
        let board = Board::from_plan("", plan).ok()?;
        match self.spec.players {
            2 => self.measure::<2>(&board, games),
            _ => self.measure::<3>(&board, games),
        }
    }

    fn measure<const N: usize>(
        &self,
        board: &Arc<Board>,
        games: std::ops::Range<u32>,
    ) -> Option<BoardMetrics> {
        match board.start::<N>() {
            Some(start) => Some(self.play(board, start, games)),
            // A board of more than 64 cells needs wider words.
            None => Some(self.play(board, board.wide_start::<N>()?, games)),
        }
    }

    /// Measures a board; `None` if it is not playable. The full measurement takes place only if the
    /// first one is promising.
    pub fn metrics(&self, plan: &Plan) -> Option<BoardMetrics> {
        let first = self.metrics_over(plan, 0..SCREENING_GAMES)?;
        if self.match_with_spec(&first) < PROMISING_MATCH {
            return Some(first);
        }
        self.metrics_over(plan, 0..ALL_GAMES)
    }

    fn play<const N: usize, W: Word>(
        &self,
        board: &Arc<Board>,
        start: Position<N, W>,
        games: std::ops::Range<u32>,
    ) -> BoardMetrics {
        let evaluator = Evaluator::new(EvaluationWeights::evolved(), board);
        let stuck = StuckRule::usual(N);
        let count = f64::from(games.end - games.start);
        let (mut points, mut plies, mut captures) = ([0.0; N], 0, 0);
        for game in games {
            let seed = self.seed.child(u64::from(game) + 1);
            let players = [FastPlayer::Greedy(&evaluator, RANDOM_PERCENT); N];
            let played = play(board, start, stuck, players, RANDOM_PLIES, seed);
            for (sum, points) in points.iter_mut().zip(played.points) {
                *sum += points;
            }
            plies += played.plies;
            captures += played.captures;
        }
        let fair_share = count / N as f64;
        let surplus = |most: f64, points: &f64| most.max(points - fair_share);
        let most = points.iter().fold(0.0, surplus);
        BoardMetrics {
            advantage: 100.0 * most / count,
            plies: f64::from(plies) / count,
            sharpness: 100.0 * f64::from(captures) / f64::from(plies.max(1)),
        }
    }

    /// Returns the match of the metrics with the specification, 0 to 1.
    pub fn match_with_spec(&self, metrics: &BoardMetrics) -> f64 {
        // Differences within the slack do not count, because players do not notice them.
        let part = |difference: f64, slack: f64, width: f64| {
            1.0 / (1.0 + (difference.abs() - slack).max(0.0) / width)
        };
        let difference = |value: f64, wanted: u32| value - f64::from(wanted);
        let fairness = part(metrics.advantage, 3.0, 10.0);
        let length = part(difference(metrics.plies, self.spec.plies), 4.0, 20.0);
        let sharpness = difference(metrics.sharpness, self.spec.sharpness);
        let sharpness = part(sharpness, 8.0, 25.0);
        fairness * 0.4 + length * 0.3 + sharpness * 0.3
    }
}

/// Returns the usual search settings.
pub fn usual_parameters() -> EvolutionParameters {
    EvolutionParameters {
        population: 40,
        elitism: 4,
        mutation: 0.05,
        selection: Selection::Tournament(3),
        generations: 200,
        stagnation: 50,
        ..EvolutionParameters::default()
    }
}

impl Problem for BoardProblem {
    type Genome = Plan;

    /// Returns one gene for each cell of the grid, and one for the start cells.
    fn genes(&self) -> usize {
        Cell::COUNT + 1
    }

    fn random(&self, rng: &mut Stream) -> Plan {
        let mut plan = Plan {
            cells: full_area(),
            starts: [Cells::default(); 3],
        };
        let area: Vec<Cell> = full_area().iter().collect();
        for _ in 0..rng.random_below(14) {
            if let Some(cell) = rng.choose(&area).filter(|cell| plan.cells.has(**cell)) {
                self.toggle(&mut plan, *cell);
            }
        }
        self.redraw_starts(&mut plan, rng);
        plan
    }

    fn cross(&self, first: &Plan, second: &Plan, how: Crossover, rng: &mut Stream) -> Plan {
        let mask = how.mask::<2>(Cell::COUNT, rng);
        let mut mask = Cells(u128::from(mask.0[0]) | u128::from(mask.0[1]) << 64);
        if self.spec.symmetric {
            // Each orbit comes from one parent as a whole.
            let orbits = Cell::all().filter(|cell| {
                let first = self.orbit(*cell).iter().next();
                first.is_some_and(|first| mask.has(first))
            });
            mask = orbits.collect();
        }
        let cells = second.cells.0 ^ ((first.cells.0 ^ second.cells.0) & mask.0);
        let starts = if rng.random_below(2) == 0 {
            first.starts
        } else {
            second.starts
        };
        let mut plan = Plan {
            cells: Cells(cells),
            starts,
        };
        self.include_starts(&mut plan);
        plan
    }

    fn mutate(&self, plan: &mut Plan, gaps: &MutationGaps, rng: &mut Stream) {
        let area = full_area();
        gaps.each(rng, |gene, rng| match Cell::new(gene as u8) {
            Some(cell) if area.has(cell) => self.toggle(plan, cell),
            Some(_) => {}
            None => self.redraw_starts(plan, rng),
        });
        self.include_starts(plan);
    }

    /// Returns the number of faulty cells: unreachable, too close, stuck, missing, surplus or
    /// asymmetric.
    fn violation(&self, plan: &Plan) -> u32 {
        let faults = plan.faults().into_iter();
        let faults = faults.filter(|(fault, _)| *fault != Fault::TooFew);
        let faults: u32 = faults.map(|(_, cells)| cells.count().max(1)).sum();
        let count = plan.cells.count();
        let size = SIZE.0.saturating_sub(count) + count.saturating_sub(SIZE.1);
        let asymmetry = if self.spec.symmetric {
            asymmetry(plan)
        } else {
            0
        };
        faults + size + asymmetry
    }

    fn objective(&self, plan: &Plan, _: &mut Stream) -> f64 {
        self.metrics(plan)
            .map_or(0.0, |metrics| self.match_with_spec(&metrics))
    }

    fn target(&self) -> Option<f64> {
        Some(TARGET_MATCH)
    }

    fn picture(&self, plan: &Plan) -> Picture {
        picture(plan, true)
    }

    fn facts(&self, plan: &Plan) -> Vec<Fact> {
        let fact = Fact::new;
        let mut facts = vec![fact("hex.fact.cells", plan.cells.count().to_string())];
        let feasible = self.violation(plan) == 0;
        if let Some(metrics) = feasible.then(|| self.metrics(plan)).flatten() {
            facts.push(fact(
                "hex.fact.advantage",
                format!("{:.1}", metrics.advantage),
            ));
            let plies = fact("hex.fact.plies", format!("{:.0}", metrics.plies));
            facts.push(plies.wanted(self.spec.plies));
            let sharpness = fact("hex.fact.sharpness", format!("{:.0}", metrics.sharpness));
            facts.push(sharpness.wanted(self.spec.sharpness));
        }
        facts
    }

    fn steering(&self) -> Option<&dyn Steering<Self>> {
        Some(self)
    }
}
