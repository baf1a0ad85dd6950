//! Evolving a strategy: the search problem for the shared generation module.

use std::sync::Arc;

use super::epithet::creature;
use crate::games::tic_tac_toe::players::classes::{CLASS_COUNT, CLASSES, Position3x3, cells};
use crate::games::tic_tac_toe::players::strategy::{Strategy, position_text};
use crate::games::tic_tac_toe::players::{StrategyGoal, StrategyGoalError};
use crate::games::tic_tac_toe::rules::{Board, Cell, Side};
use crate::generation::{
    CloseUp, Creature, Crossover, EvolutionParameters, Fact, Form, MutationGaps, Picture, Problem,
    Run, Seed, Selection, Shape, Steering, Stream, Tint,
};

/// The default search. It allows many generations, because there are 627 genes.
pub fn usual_parameters() -> EvolutionParameters {
    EvolutionParameters {
        population: 40,
        elitism: 4,
        mutation: 0.005,
        selection: Selection::Tournament(4),
        generations: 20_000,
        ..EvolutionParameters::default()
    }
}

/// The problem of evolving a strategy.
#[derive(Clone, Debug)]
pub struct StrategyProblem {
    goal: StrategyGoal,
}

impl StrategyProblem {
    /// The problem of reaching a goal.
    pub fn new(goal: StrategyGoal) -> Self {
        // The classes are built here, so that the first individual does not take longer than the others.
        std::sync::LazyLock::force(&CLASSES);
        StrategyProblem { goal }
    }

    /// The goal.
    pub fn goal(&self) -> StrategyGoal {
        self.goal
    }
}

impl Problem for StrategyProblem {
    type Genome = Strategy;

    fn genes(&self) -> usize {
        CLASS_COUNT
    }

    fn random(&self, rng: &mut Stream) -> Strategy {
        Strategy::random(rng)
    }

    fn cross(
        &self,
        first: &Strategy,
        second: &Strategy,
        how: Crossover,
        rng: &mut Stream,
    ) -> Strategy {
        Strategy::crossover(
            first,
            second,
            &how.mask::<{ CLASS_COUNT.div_ceil(64) }>(CLASS_COUNT, rng).0,
        )
    }

    fn mutate(&self, strategy: &mut Strategy, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |class, rng| strategy.redraw(class, rng));
    }

    /// If the goal is never to lose, the number of classes from which the strategy can lose. If the
    /// goal is a score, 1 for a strategy that never loses, because it must be beatable.
    fn violation(&self, strategy: &Strategy) -> u32 {
        let violation = strategy.violation();
        match self.goal {
            StrategyGoal::Unbeaten => violation,
            StrategyGoal::Score(_) => u32::from(violation == 0),
        }
    }

    /// If the goal is a score, 1 / (1 + the distance from it in percent). If the goal is never to lose,
    /// the score itself, 0 to 1.
    fn objective(&self, strategy: &Strategy, _: &mut Stream) -> f64 {
        let score = strategy.score();
        match self.goal {
            StrategyGoal::Unbeaten => score,
            StrategyGoal::Score(wanted) => closeness(score, wanted),
        }
    }

    fn target(&self) -> Option<f64> {
        Some(match self.goal {
            StrategyGoal::Unbeaten => 0.0,
            StrategyGoal::Score(_) => 1.0 / (1.0 + 100.0 * StrategyGoal::TOLERANCE),
        })
    }

    fn met_distance(&self) -> Option<f64> {
        match self.goal {
            StrategyGoal::Unbeaten => None,
            StrategyGoal::Score(_) => Some(100.0 * StrategyGoal::TOLERANCE),
        }
    }

    fn picture(&self, strategy: &Strategy) -> Picture {
        picture(strategy)
    }

    fn close_up(&self, strategy: &Strategy, key: u16) -> Option<CloseUp> {
        close_up(strategy, key.into())
    }

    fn creature(&self, strategy: &Strategy) -> Option<Creature> {
        Some(creature(strategy))
    }

    fn facts(&self, strategy: &Strategy) -> Vec<Fact> {
        let percent = |part: f64| format!("{:.1}%", part * 100.0);
        let fact = Fact::new;
        let [first, second] = Side::BOTH.map(|side| strategy.games(side).score());
        let lost = fact("ttt.fact.lost", strategy.lost().to_string());
        let score = fact("ttt.fact.score", percent((first + second) / 2.0));
        let mut facts = vec![
            match self.goal {
                StrategyGoal::Unbeaten => score,
                StrategyGoal::Score(wanted) => score.wanted(format!("{wanted}%")),
            },
            fact("ttt.fact.first", percent(first)),
            fact("ttt.fact.second", percent(second)),
            match self.goal {
                StrategyGoal::Unbeaten => lost.wanted(0),
                StrategyGoal::Score(_) => lost,
            },
        ];
        if let Some(line) = losing_line(strategy) {
            facts.push(fact("ttt.fact.line", line));
        }
        facts
    }

    fn steering(&self) -> Option<&dyn Steering<Self>> {
        Some(self)
    }
}

fn closeness(score: f64, wanted: u8) -> f64 {
    1.0 / (1.0 + 100.0 * (score - f64::from(wanted) / 100.0).abs())
}

/// The columns of replies in a picture; 26 rows hold all of them.
const COLUMNS: usize = 25;

/// The meaning of the tiles in a picture, with the keys of the phrases.
pub const LEGEND: &[(Form, Tint, &str)] = &[
    (Form::Holed(4), Tint::Place(4), "ttt.legend.reply"),
    (Form::Cross, Tint::Fault, "ttt.legend.loses"),
    (Form::Tile, Tint::Calm, "ttt.legend.unreached"),
];

/// All replies as small tiles, positions with fewer marks first. Replies that the strategy can reach in play are large,
/// and have a hole in the place of their cell and its colour. A cross marks those from which it can lose.
pub fn picture(strategy: &Strategy) -> Picture {
    let side = CLASS_COUNT.div_ceil(COLUMNS) as f32;
    let (reached, loses) = (strategy.reached_classes(), strategy.losing_classes());
    let shape = |at: usize| Shape {
        key: at as u16,
        form: match (reached[at], loses[at]) {
            (_, true) => Form::Cross,
            (true, _) => Form::Holed(strategy.replies()[at]),
            (false, _) => Form::Tile,
        },
        tint: match (reached[at], loses[at]) {
            (_, true) => Tint::Fault,
            (true, _) => Tint::Place(strategy.replies()[at]),
            (false, _) => Tint::Calm,
        },
        x: ((at % COLUMNS) as f32 + 1.0) / side,
        y: ((at / COLUMNS) as f32 + 0.5) / side,
        size: if reached[at] { 0.94 } else { 0.5 } / side,
    };
    Picture::of((0..CLASS_COUNT).map(shape).collect())
}

/// The first key of the colours of the cells in a close-up.
const COLOUR_KEYS: u16 = 10;
/// The first key of the marks in a close-up.
const MARK_KEYS: u16 = 20;
/// The first key of the reply in a close-up.
const REPLY_KEYS: u16 = 30;
/// The distance of the dot in the cell of the reply from its middle, to the left and up.
const DOT_ASIDE: f32 = 0.11;

/// The position of a class with the strategy's reply in a frame. Each free cell has a dot in the colour that a reply
/// there has in the large picture.
fn close_up(strategy: &Strategy, class: usize) -> Option<CloseUp> {
    let position = CLASSES.list().get(class)?.position;
    let reply = strategy.replies()[class];
    let shape = |cell: u8, first_key: u16, form: Form, tint: Tint, size: f32| Shape {
        key: first_key + u16::from(cell),
        form,
        tint,
        x: (f32::from(cell % 3) + 0.5) / 3.0,
        y: (f32::from(cell / 3) + 0.5) / 3.0,
        size: size / 3.0,
    };
    let mark = |is_first: bool| {
        let name = if is_first {
            "tic_tac_toe/x"
        } else {
            "tic_tac_toe/o"
        };
        (Form::Sprite(name), Tint::Player(u8::from(!is_first)))
    };
    let ground = Form::Sprite("tic_tac_toe/cell");
    let grounds = (0..9).map(|cell| shape(cell, 0, ground, Tint::Ground, 1.0));
    let is_free = |cell: &u8| position.free() >> cell & 1 == 1;
    let free = (0..9).filter(is_free);
    let colours = free.map(|cell| {
        let dot = shape(cell, COLOUR_KEYS, Form::Disc, Tint::Place(cell), 0.22);
        // The mark of the reply stands in the middle of its cell.
        let aside = if cell == reply { DOT_ASIDE } else { 0.0 };
        Shape {
            x: dot.x - aside,
            y: dot.y - aside,
            ..dot
        }
    });
    let taken = (0..9).filter(|cell| !is_free(cell));
    let marks = taken.map(|cell| {
        let (form, tint) = mark(position.marks[0] >> cell & 1 == 1);
        shape(cell, MARK_KEYS, form, tint, 0.8)
    });
    let is_first = position.to_move() == Side::First;
    let (form, tint) = mark(is_first);
    let replies = [
        shape(reply, REPLY_KEYS, Form::Frame, Tint::Heat(100), 0.94),
        shape(reply, REPLY_KEYS + 10, form, tint, 0.6),
    ];
    let shapes = grounds.chain(colours).chain(marks).chain(replies);
    Some(CloseUp {
        picture: Picture::of(shapes.collect()),
        facts: close_up_facts(strategy, class, is_first),
    })
}

/// The reply to the position of a class, and whether play reaches it and is lost there.
fn close_up_facts(strategy: &Strategy, class: usize, is_first: bool) -> Vec<Fact> {
    let reply = strategy.replies()[class];
    let reply_key = match is_first {
        true => "ttt.close_up.cross",
        false => "ttt.close_up.nought",
    };
    let cell = Board::default().name(Cell(reply));
    let mut facts = vec![Fact::new(reply_key, cell)];
    if !strategy.reached_classes()[class] {
        facts.push(Fact::new("ttt.close_up.unreached", String::new()));
    }
    if strategy.losing_classes()[class] {
        facts.push(Fact::new("ttt.close_up.loses", String::new()));
    }
    facts
}

/// A line of play that the strategy loses, as cell names from a1 to c3; `None` if there is none.
pub fn losing_line(strategy: &Strategy) -> Option<String> {
    fn go(strategy: &Strategy, side: Side, position: Position3x3, line: &mut Vec<usize>) -> bool {
        if position.is_over() {
            return position.winner() == Some(side.other());
        }
        let moves = if position.to_move() == side {
            strategy.reply(position).map_or(0, |cell| 1 << cell.0)
        } else {
            position.free()
        };
        cells(moves).any(|cell| {
            line.push(cell);
            let lost = go(strategy, side, position.after(cell), line);
            if !lost {
                line.pop();
            }
            lost
        })
    }
    Side::BOTH.into_iter().find_map(|side| {
        let mut line = Vec::new();
        go(strategy, side, Position3x3::default(), &mut line).then(|| {
            let name = |cell: &usize| Board::default().name(Cell(*cell as u8));
            line.iter().map(name).collect::<Vec<_>>().join(" ")
        })
    })
}

/// A run that evolves a strategy and has not started. Returns an error if the goal or the search is
/// out of range.
pub fn run(
    goal: StrategyGoal,
    parameters: &EvolutionParameters,
    seed: Seed,
) -> Result<Run<StrategyProblem>, EvolveError> {
    goal.check()?;
    Ok(Run::new(
        Arc::new(StrategyProblem::new(goal)),
        parameters.clone(),
        seed,
    )?)
}

/// The reason why a strategy could not be evolved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EvolveError {
    /// The goal is out of range.
    #[error(transparent)]
    Goal(#[from] StrategyGoalError),
    /// A parameter of the search is out of range.
    #[error(transparent)]
    Search(#[from] crate::base::RangeError),
    /// The run has no such individual, or none that meets the goal.
    #[error(transparent)]
    Pick(#[from] crate::generation::PickError),
}

/// The canonical position of a class as text, for files.
pub(super) fn class_text(class: usize) -> String {
    position_text(CLASSES.list()[class].position)
}
