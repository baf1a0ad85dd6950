//! The problem of evolving a puzzle: a late position on a small board in which one move wins, and not the greedy one.

use std::sync::Arc;

use super::game_of;
use super::judge::{DECIDED, find_best_move, short_search_score};
use super::rating::quick_difficulty_of;
use crate::base::Stream;
use crate::games::hexxagon::boards::picture;
use crate::games::hexxagon::rules::{Cell, CellMove, Cells, Fault, Game, Plan};
use crate::generation::{Bits, Crossover, Fact, MutationGaps, Picture, Problem};
use crate::search::Score;

/// The number of steps from the middle of the board to its rim. The board has up to 37 cells.
const RADIUS: u32 = 3;
/// The fewest and the most free cells: enough for a choice, and few enough that a search sees the end.
const FREE: (u32, u32) = (3, 7);
/// The fewest cells of the board.
const LEAST_CELLS: u32 = 19;
/// The largest lead of a player at the start, in pieces.
const LARGEST_LEAD: u32 = 6;
/// The difference between a rating and the wanted one that is one unit of distance.
const UNIT: f64 = 200.0;
/// The distance at which a run is done.
const MET: f64 = 1.0;
/// The distance that is added if the best move is the greedy one.
const GREEDY: f64 = 3.0;
/// The largest distance of a position with one winning move, and the smallest one of a position in which another move
/// is nearly as good.
const UNCLEAR: f64 = 15.0;
/// The smallest distance of a position with several winning moves.
const SEVERAL: f64 = 20.0;
/// The smallest distance of a position in which no move wins.
const NO_WIN: f64 = 30.0;

/// The content of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Hole,
    Free,
    Own,
    Rival,
}

/// The problem of evolving a puzzle with a wanted rating.
#[derive(Clone, Debug)]
pub struct PuzzleProblem {
    /// The rating that is wanted.
    pub rating: f64,
    /// The cells of a board without holes.
    area: Arc<Vec<Cell>>,
}

impl PuzzleProblem {
    /// The problem with a wanted rating.
    pub fn new(rating: f64) -> Self {
        let middle = Cell((Cell::COUNT / 2) as u8);
        let near = |cell: &Cell| cell.distance(middle) <= RADIUS;
        PuzzleProblem {
            rating,
            area: Arc::new(Cell::all().filter(near).collect()),
        }
    }

    /// Returns the distance of a position from the wanted puzzle. First a move must win, then only one, then the others
    /// must be clearly worse; then the wanted rating counts, and that the greedy move fails.
    pub fn distance(&self, position: &Plan) -> f64 {
        let found = game_of(position).ok().map(|game| (assess(&game), game));
        match found {
            Some((PuzzleAssessment::Clear(best), game)) => {
                let off = (quick_difficulty_of(&game, best).rating - self.rating).abs() / UNIT;
                let greedy = if is_greedy(&game, best) { GREEDY } else { 0.0 };
                off.min(UNCLEAR - GREEDY) + greedy
            }
            Some((PuzzleAssessment::Unclear(second), _)) => {
                UNCLEAR + f64::from(second.clamp(0, DECIDED)) / 1_000.0
            }
            Some((PuzzleAssessment::Several(winning), _)) => SEVERAL + winning.min(20) as f64 / 4.0,
            Some((PuzzleAssessment::NoWin(score), _)) => {
                NO_WIN + f64::from(DECIDED - score.clamp(-DECIDED, DECIDED)) / 1_000.0
            }
            None => 2.0 * NO_WIN,
        }
    }
}

/// The assessment of a position as a puzzle.
enum PuzzleAssessment {
    /// This move wins, and all others are clearly worse.
    Clear(CellMove),
    /// One move wins, but another one has a good score too.
    Unclear(Score),
    /// This many moves win.
    Several(usize),
    /// No move wins; the score of the best one.
    NoWin(Score),
}

/// Assesses a position. If a short search sees no win, no longer search is made.
fn assess(game: &Game) -> PuzzleAssessment {
    let score = short_search_score(game);
    if score < DECIDED {
        return PuzzleAssessment::NoWin(score);
    }
    match find_best_move(game) {
        Some(found) if found.claim().is_some() => PuzzleAssessment::Clear(found.best),
        Some(found) if found.winning > 1 => PuzzleAssessment::Several(found.winning),
        Some(found) if found.winning == 1 => PuzzleAssessment::Unclear(found.second),
        Some(found) => PuzzleAssessment::NoWin(found.score.min(DECIDED)),
        None => PuzzleAssessment::Several(1),
    }
}

/// Whether the best move gains the most pieces at once, so that a player would try it first.
pub fn is_greedy(game: &Game, best: CellMove) -> bool {
    let gain = |made: CellMove| {
        let to = game.board().index_of(made.to);
        let taken = to.map_or(0, |to| game.captured_at(to).count());
        2 * taken + u32::from(made.from.is_none())
    };
    let moves = game.moves().into_iter();
    let gains = moves.filter_map(|made| game.written(made)).map(gain);
    gains.max() == Some(gain(best))
}

fn content(plan: &Plan, cell: Cell) -> Content {
    match plan {
        plan if !plan.cells.has(cell) => Content::Hole,
        plan if plan.starts[0].has(cell) => Content::Own,
        plan if plan.starts[1].has(cell) => Content::Rival,
        _ => Content::Free,
    }
}

fn set_content(plan: &mut Plan, cell: Cell, content: Content) {
    plan.cells.set(cell, content != Content::Hole);
    plan.starts[0].set(cell, content == Content::Own);
    plan.starts[1].set(cell, content == Content::Rival);
}

/// Draws the content of a cell: most cells are taken, and few are missing.
fn any_content(rng: &mut Stream) -> Content {
    match rng.random_below(10) {
        0 => Content::Hole,
        1 | 2 => Content::Free,
        3..=6 => Content::Own,
        _ => Content::Rival,
    }
}

/// The distance of a number from a range; 0 within it.
fn distance_outside(number: u32, (least, most): (u32, u32)) -> u32 {
    least.saturating_sub(number) + number.saturating_sub(most)
}

impl Problem for PuzzleProblem {
    type Genome = Plan;

    /// Returns one gene for each cell.
    fn genes(&self) -> usize {
        self.area.len()
    }

    fn random(&self, rng: &mut Stream) -> Plan {
        let mut plan = Plan {
            cells: Cells::default(),
            starts: [Cells::default(); 3],
        };
        for cell in self.area.iter() {
            set_content(&mut plan, *cell, any_content(rng));
        }
        plan
    }

    fn cross(&self, first: &Plan, second: &Plan, how: Crossover, rng: &mut Stream) -> Plan {
        let mask: Bits<1> = how.mask(self.genes(), rng);
        let mut child = *first;
        for (at, cell) in self.area.iter().enumerate() {
            if mask.get(at) {
                set_content(&mut child, *cell, content(second, *cell));
            }
        }
        child
    }

    fn mutate(&self, plan: &mut Plan, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |at, rng| {
            let content = any_content(rng);
            set_content(plan, self.area[at], content);
        });
    }

    /// Returns the number of cells that are too many or too few, the pieces by which a player leads too much, and the
    /// faulty cells, all added.
    fn violation(&self, plan: &Plan) -> u32 {
        let (own, rival) = (plan.starts[0].count(), plan.starts[1].count());
        let cells = plan.cells.count();
        let faults = plan.faults().into_iter();
        // In the middle of a game pieces can be taken at once.
        let faults = faults.filter(|(fault, _)| !matches!(fault, Fault::TooFew | Fault::TooClose));
        let faults: u32 = faults.map(|(_, cells)| cells.count().max(1)).sum();
        faults
            + distance_outside(cells.saturating_sub(own + rival), FREE)
            + LEAST_CELLS.saturating_sub(cells)
            + own.abs_diff(rival).saturating_sub(LARGEST_LEAD)
    }

    fn objective(&self, plan: &Plan, _: &mut Stream) -> f64 {
        1.0 / (1.0 + self.distance(plan))
    }

    fn target(&self) -> Option<f64> {
        Some(1.0 / (1.0 + MET))
    }

    fn met_distance(&self) -> Option<f64> {
        Some(MET)
    }

    fn picture(&self, plan: &Plan) -> Picture {
        picture(plan, false)
    }

    fn facts(&self, plan: &Plan) -> Vec<Fact> {
        let free = plan.cells.count() - plan.starts[0].count() - plan.starts[1].count();
        let mut facts = vec![Fact::new("hex.fact.free", free.to_string())];
        let game = game_of(plan).ok().filter(|_| self.violation(plan) == 0);
        let Some((game, verdict)) = game.and_then(|game| {
            let verdict = find_best_move(&game)?;
            Some((game, verdict))
        }) else {
            return facts;
        };
        let winning = Fact::new("hex.fact.winning", verdict.winning.to_string());
        facts.push(winning.wanted(1));
        if verdict.claim().is_some() {
            let rating = quick_difficulty_of(&game, verdict.best).rating;
            let rating = Fact::new("hex.fact.rating", format!("{rating:.0}"));
            facts.push(rating.wanted(format!("{:.0}", self.rating)));
        }
        facts
    }
}
