//! The overlays of the cells: the open cells, the last move, cursor and hint, and the insights.

use bevy::prelude::*;

use super::layer;
use super::{View, mark_sprite, place_of};
use crate::games::tic_tac_toe::insight::{Insight, InsightKind};
use crate::games::tic_tac_toe::players::minimax::SteppedMinimax;
use crate::games::tic_tac_toe::players::rules_of_thumb;
use crate::games::tic_tac_toe::rules::{Cell, TicTacToe};
use crate::games::tic_tac_toe::table::Table;
use crate::search::GameValue;
use crate::shell::board::{Drawings, Overlay};
use crate::shell::table::computers::Thinking;
use crate::shell::table::move_list::PointedMove;
use crate::shell::table::{Hint, Pacing, can_move};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::words::{Words, signed};

/// The size of a word in cells.
const WORD_SIZE: f32 = 0.24;
/// The size of the words of a hint in cells.
const HINT_SIZE: f32 = 0.14;

/// Shows the overlays of the position.
pub(super) fn show_overlays(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    words: Res<Words>,
    insight: Res<Insight>,
    thinking: Res<Thinking<TicTacToe>>,
    (hint, listed, pacing): (Res<Hint<TicTacToe>>, Res<PointedMove>, Res<Pacing>),
    drawings: Res<Drawings>,
    mut view: ResMut<View>,
) {
    let mut overlays = marks(&table, &view, can_move(&table, &pacing));
    // The cell of the move in the list at which the player points.
    let moves = table.game().all_moves();
    let cell = listed.0.and_then(|number| moves.get(number));
    overlays.extend(cell.map(|cell| {
        let at = place_of(table.setup().board, *cell);
        Overlay::sprite("shared/cursor", at, layer::CURSOR)
    }));
    if let Some(cell) = hint.0 {
        overlays.extend(hinted(&table, cell, &words));
    }
    overlays.extend(insight_overlays(&table, &insight, &words));
    if insight.kind() == InsightKind::Values {
        overlays.extend(candidates(&table, &thinking));
    }
    overlays.extend(drawings.overlays());
    view.board.show_overlays(&mut commands, &sprites, overlays);
}

/// A good move: the mark that would stand there, pale, and a word, so that it is not taken for a mark that was made.
fn hinted(table: &Table, cell: Cell, words: &Words) -> [Overlay; 2] {
    // The middle of the cell may hold a value, and its foot its name.
    let caption = Overlay::Caption {
        text: words.get("ttt.hint"),
        at: place_of(table.setup().board, cell) - Vec2::Y * 0.34,
        size: HINT_SIZE,
        layer: layer::CURSOR,
    };
    [pale_mark(table, cell), caption]
}

/// The mark of the side to move on a cell, as one that is not made.
fn pale_mark(table: &Table, cell: Cell) -> Overlay {
    let setup = table.setup();
    Overlay::Sprite {
        name: mark_sprite(setup.crosses(table.state().to_move())),
        at: place_of(setup.board, cell),
        size: 0.7,
        layer: layer::OVER,
        tint: Color::WHITE.with_alpha(0.45),
    }
}

/// The open cells, the last move and the cursor.
fn marks(table: &Table, view: &View, can_move: bool) -> Vec<Overlay> {
    let game = table.state();
    let mark = |name, layer| {
        move |cell: Cell| Overlay::sprite(name, place_of(table.setup().board, cell), layer)
    };
    let mut overlays = Vec::new();
    if game.ultimate().is_some() && can_move {
        let open = game.legal_cells().into_iter();
        overlays.extend(open.map(mark("tic_tac_toe/open", layer::OPEN)));
    }
    overlays.extend(game.last().map(mark("tic_tac_toe/last", layer::OVER)));
    overlays.extend(view.cursor.map(mark("shared/cursor", layer::CURSOR)));
    overlays
}

/// The best moves that a computer has found so far. The best one is brightest.
fn candidates(table: &Table, thinking: &Thinking<TicTacToe>) -> Vec<Overlay> {
    let candidates = thinking.now.iter().flat_map(|report| &report.candidates);
    let best = candidates.take(3).enumerate();
    best.map(|(rank, candidate)| {
        let colour = palette::THOUGHT.with_alpha(0.9 - 0.3 * rank as f32);
        light(table, candidate.mv, colour)
    })
    .collect()
}

/// The overlays of the chosen insight.
fn insight_overlays(table: &Table, insight: &Insight, words: &Words) -> Vec<Overlay> {
    let mut overlays = Vec::new();
    for (cell, value) in insight.values() {
        let (text, colour) = value_in_words(*value, words);
        overlays.extend(word_on_light(table, *cell, text, colour));
    }
    if let Some(minimax) = insight.minimax() {
        overlays.extend(minimax_overlays(table, minimax));
    }
    if insight.kind() == InsightKind::Rules
        && let Some((_, cell)) = rules_of_thumb::choose(table.state())
    {
        overlays.push(pale_mark(table, cell));
        overlays.push(light(table, cell, palette::EMBER));
    }
    overlays
}

/// The value of a cell as a short word and a colour.
fn value_in_words(value: GameValue, words: &Words) -> (String, Color) {
    let say = |key: &str, plies: u32| words.fill(key, &[("plies", plies.to_string())]);
    match value {
        GameValue::Win(plies) => (say("ttt.value.win", plies), palette::LEAF),
        GameValue::Draw => (say("ttt.value.draw", 0), palette::MIST),
        GameValue::Loss(plies) => (say("ttt.value.loss", plies), palette::FAULT),
    }
}

/// The line that minimax is looking at as faint marks, and the scores of the moves at the root.
fn minimax_overlays(table: &Table, minimax: &SteppedMinimax) -> Vec<Overlay> {
    let setup = table.setup();
    let mut overlays = Vec::new();
    for pair in minimax.stack().windows(2) {
        if let Some(cell) = pair[1].by {
            let side = pair[0].position.to_move();
            overlays.push(Overlay::Sprite {
                name: mark_sprite(setup.crosses(side)),
                at: place_of(setup.board, cell),
                size: 0.6,
                layer: layer::OVER,
                tint: Color::WHITE.with_alpha(0.4),
            });
        }
    }
    let on_line: Vec<Cell> = minimax
        .stack()
        .iter()
        .filter_map(|frame| frame.by)
        .collect();
    let root = minimax.stack().first().map_or(&[][..], |root| &root.tried);
    for scored in root.iter().filter(|scored| !on_line.contains(&scored.cell)) {
        let colour = match scored.score {
            0 => palette::PAPER,
            score if score > 0 => palette::LEAF,
            _ => palette::FAULT,
        };
        overlays.extend(word_on_light(
            table,
            scored.cell,
            signed(scored.score),
            colour,
        ));
    }
    overlays
}

/// A word on a soft light.
fn word_on_light(table: &Table, cell: Cell, text: String, colour: Color) -> [Overlay; 2] {
    let word = Overlay::Word {
        text,
        at: place_of(table.setup().board, cell),
        size: WORD_SIZE,
        layer: layer::OVER,
        colour,
    };
    [light(table, cell, colour), word]
}

/// A soft light on a cell.
fn light(table: &Table, cell: Cell, colour: Color) -> Overlay {
    Overlay::Sprite {
        name: "tic_tac_toe/drop",
        at: place_of(table.setup().board, cell),
        size: 1.0,
        layer: layer::OPEN,
        tint: colour.with_alpha(colour.alpha() * 0.22),
    }
}
