//! The player model: a few weights that say how a player chooses among the cells of 3x3 (see
//! [`choice_model`](crate::session::choice_model)).

use std::collections::HashMap;

use super::classes::{CLASSES, Position3x3, cells};
use super::{Opponent, minimax, rules_of_thumb};
use crate::games::tic_tac_toe::rules::ultimate::holds_line;
use crate::games::tic_tac_toe::rules::{Board, Cell, Game, Side};
use crate::search::GameValue;
use crate::session::choice_model::{Attributes, Choice, ChoiceModel, Prior, probabilities};
use crate::session::form::RivalScore;

/// The number of attributes of a move.
pub const ATTRIBUTES: usize = 7;

/// The middle of the board.
const MIDDLE: usize = 4;

/// The free cells of a position that is not over, with their attributes.
pub fn cells_with_attributes(position: Position3x3) -> (Vec<usize>, Vec<Attributes<ATTRIBUTES>>) {
    let values = CLASSES.move_values(position);
    let is = |yes: bool| f64::from(u8::from(yes));
    let of = |cell: usize| {
        let value = values[cell];
        let after = position.after(cell);
        [
            is(value == Some(GameValue::Win(1))),
            is(matches!(value, Some(GameValue::Win(_)))),
            is(!matches!(value, Some(GameValue::Loss(_)))),
            is(value != Some(GameValue::Loss(2))),
            is(threatens(after)),
            is(cell == MIDDLE),
            is(cell.is_multiple_of(2) && cell != MIDDLE),
        ]
    };
    let free: Vec<usize> = cells(position.free()).collect();
    let attributes = free.iter().map(|cell| of(*cell)).collect();
    (free, attributes)
}

/// Whether the side that has just moved could complete a line with its next mark.
fn threatens(after: Position3x3) -> bool {
    let own = after.marks[after.to_move().other().index()];
    cells(after.free()).any(|cell| holds_line(own | 1 << cell))
}

/// The prior of the weights, from usual play.
const PRIOR: Prior<ATTRIBUTES> = Prior {
    mean: [1.5, 0.5, 0.5, 1.0, 0.2, 0.3, 0.1],
    deviation: [2.0, 1.5, 1.5, 1.5, 1.0, 1.0, 1.0],
};

/// The least number of choices from which scores are computed.
const ENOUGH: usize = 15;
/// The least score that is returned; the most is 1 less this.
const LEAST: f64 = 0.005;

/// The opponents that need no time to think, whose scores are exact.
pub const RIVALS: [Opponent; 3] = [Opponent::Random, Opponent::Rules, Opponent::Minimax];

/// The choice of a cell in a position that is not over.
pub fn choice(position: Position3x3, cell: usize) -> Option<Choice<ATTRIBUTES>> {
    let (cells, alternatives) = cells_with_attributes(position);
    Some(Choice {
        chosen: cells.iter().position(|other| *other == cell)?,
        before: vec![1.0; cells.len()],
        worth: alternatives.clone(),
        alternatives,
    })
}

/// The scores against [`RIVALS`] of an automatic player that makes choices like these; none if the choices are too few.
pub fn scores(choices: &[Choice<ATTRIBUTES>]) -> Vec<RivalScore> {
    if choices.len() < ENOUGH {
        return Vec::new();
    }
    let weights = ChoiceModel::of(choices, &PRIOR).weights;
    let scores = RIVALS.iter().filter_map(|rival| {
        let score = score_against(rival, |position| chances_of(&weights, position));
        Some(RivalScore {
            rival: rival.rating()?,
            score: score.clamp(LEAST, 1.0 - LEAST),
        })
    });
    scores.collect()
}

/// The probability of each cell.
pub type Chances = [f64; 9];

fn chances_of(weights: &Attributes<ATTRIBUTES>, position: Position3x3) -> Chances {
    let (cells, alternatives) = cells_with_attributes(position);
    let mut chances = Chances::default();
    let found = probabilities(&vec![1.0; cells.len()], weights, &alternatives);
    for (cell, chance) in cells.into_iter().zip(found) {
        chances[cell] = chance;
    }
    chances
}

/// The exact mean score of a player against an opponent, if both move first equally often.
pub fn score_against(rival: &Opponent, own: impl Fn(Position3x3) -> Chances) -> f64 {
    let mean = |side: Side| {
        let mut match_of = Match {
            side,
            own: &own,
            rival,
            known: HashMap::new(),
        };
        match_of.score(Position3x3::default(), &Game::new(Board::default()))
    };
    Side::BOTH.map(mean).iter().sum::<f64>() / 2.0
}

/// All games of a player with one side.
struct Match<'a, F> {
    side: Side,
    own: &'a F,
    rival: &'a Opponent,
    /// The scores of the positions so far.
    known: HashMap<Position3x3, f64>,
}

impl<F: Fn(Position3x3) -> Chances> Match<'_, F> {
    /// The mean score from a position on. `game` is in the same position.
    fn score(&mut self, position: Position3x3, game: &Game) -> f64 {
        match position.winner() {
            Some(winner) => return f64::from(u8::from(winner == self.side)),
            None if position.is_over() => return 0.5,
            None => {}
        }
        if let Some(score) = self.known.get(&position) {
            return *score;
        }
        let chances = if position.to_move() == self.side {
            (self.own)(position)
        } else {
            chances_of_rival(self.rival, position, game)
        };
        let mut score = 0.0;
        for (cell, chance) in chances.into_iter().enumerate() {
            let mut after = game.clone();
            if chance > 0.0 && after.play(Cell(cell as u8)).is_ok() {
                score += chance * self.score(position.after(cell), &after);
            }
        }
        self.known.insert(position, score);
        score
    }
}

/// The probability of each cell for an opponent that needs no time to think.
pub fn chances_of_rival(rival: &Opponent, position: Position3x3, game: &Game) -> Chances {
    let cell = match rival {
        Opponent::Rules => rules_of_thumb::choose(game).map(|(_, cell)| cell),
        Opponent::Minimax => minimax::search(position).best().map(|best| best.cell),
        _ => None,
    };
    let mut chances = Chances::default();
    match cell {
        Some(cell) => chances[cell.index()] = 1.0,
        None => {
            let free: Vec<usize> = cells(position.free()).collect();
            for cell in &free {
                chances[*cell] = 1.0 / free.len() as f64;
            }
        }
    }
    chances
}
