//! The overlays of the cells: reach and preview, the last move, cursor and hint, and the insights.

use bevy::prelude::*;

use super::layer;
use super::names::cell_name;
use super::premove::Premove;
use super::{View, bounds, piece_sprite, place_of, reachable};
use crate::games::hexxagon::insight::{Insight, InsightKind, Judgement};
use crate::games::hexxagon::players::line_of;
use crate::games::hexxagon::rules::{
    Cell, CellIndex, CellMove, CellSet, Game, Hexxagon, Influence, Move, MoveEvent, Player,
    influences,
};
use crate::games::hexxagon::table::Table;
use crate::search::{SearchReport, WIN};
use crate::shell::board::{Drawings, Overlay};
use crate::shell::settings::{CellNames, Settings};
use crate::shell::table::Hint;
use crate::shell::table::computers::Thinking;
use crate::shell::table::move_list::PointedMove;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::words::{Words, signed};

/// The size of a word in cells.
const WORD_SIZE: f32 = 0.22;
/// The number of cells that are marked when the player asks for the values.
const VALUE_CELLS: usize = 8;

/// Shows the overlays of the position.
pub(super) fn show_overlays(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    insight: Res<Insight>,
    thinking: Res<Thinking<Hexxagon>>,
    (hint, listed): (Res<Hint<Hexxagon>>, Res<PointedMove>),
    drawings: Res<Drawings>,
    settings: Res<Settings>,
    words: Res<Words>,
    mut view: ResMut<View>,
) {
    let mut overlays = marks(&table, &view);
    overlays.extend(listed_move(&table, *listed));
    overlays.extend(hint_overlays(table.state(), hint.0, &words));
    if insight.kind() != InsightKind::Off && settings.cell_names != CellNames::All {
        let cells = table.state().board().cells();
        overlays.extend(
            view.pointed
                .map(|index| named_cell(cells[index.as_usize()])),
        );
    }
    let values = insight.values().or(thinking.now.as_ref());
    overlays.extend(match insight.layer() {
        InsightKind::Moves => values.map_or(Vec::new(), |report| candidates(&table, report)),
        // There are judged moves only while the player looks back.
        InsightKind::Off | InsightKind::Game => judged_move(&table, &insight),
        // The page of the comparison covers the board.
        InsightKind::Compare => Vec::new(),
        InsightKind::Influence => influence_overlays(table.state()),
    });
    overlays.extend(drawings.overlays());
    view.board.show_overlays(&mut commands, &sprites, overlays);
}

fn mark(cell: Cell, name: &'static str, layer: f32) -> Overlay {
    Overlay::sprite(name, place_of(cell), layer)
}

fn tinted_mark(cell: Cell, name: &'static str, layer: f32, tint: Color) -> Overlay {
    Overlay::Sprite {
        name,
        at: place_of(cell),
        size: 1.0,
        layer,
        tint,
    }
}

fn faint_mark(cell: Cell, name: &'static str, layer: f32, alpha: f32) -> Overlay {
    tinted_mark(cell, name, layer, Color::WHITE.with_alpha(alpha))
}

fn arrow(from: Cell, to: Cell, colour: Color) -> Overlay {
    Overlay::Arrow {
        from: place_of(from),
        to: place_of(to),
        layer: layer::ARROW,
        colour,
    }
}

fn word(at: Vec2, text: String, colour: Color) -> Overlay {
    Overlay::Word {
        text,
        at,
        size: WORD_SIZE,
        layer: layer::TEXT,
        colour,
    }
}

/// The name of a cell at its foot, as in written moves.
fn named_cell(cell: Cell) -> Overlay {
    let foot = place_of(cell) + Vec2::Y * 0.3;
    word(foot, cell_name(cell), palette::LAMP)
}

/// The last moves, the cells within reach, the pieces that would turn over, and the cursor.
fn marks(table: &Table, view: &View) -> Vec<Overlay> {
    let mut overlays = Vec::new();
    let game = table.state();
    let board = game.board();
    let cell = |index: CellIndex| board.cells()[index.as_usize()];
    for event in last_moves(table) {
        let (from, to) = (event.from.map(cell), event.to.map(cell));
        let colour = palette::player(event.player.0);
        overlays.extend(to.map(|to| tinted_mark(to, "hexxagon/last", layer::OVER, colour)));
        overlays.extend(from.map(|from| tinted_mark(from, "hexxagon/left", layer::REACH, colour)));
    }
    if let Some(from) = view.selected {
        let (near, far) = reachable(game, from);
        overlays.extend(near.map(|index| mark(cell(index), "hexxagon/near", layer::REACH)));
        overlays.extend(far.map(|index| mark(cell(index), "hexxagon/far", layer::REACH)));
        overlays.push(mark(cell(from), "hexxagon/select", layer::OVER));
        let in_reach = |index: &CellIndex| near.has(*index) || far.has(*index);
        let player = game.owner(from).unwrap_or(game.mover());
        if let Some(to) = view.pointed.filter(in_reach) {
            overlays.push(faint_mark(cell(to), piece_sprite(player), layer::OVER, 0.5));
            let near: CellSet = board.near(to);
            let is_rival = |index: &CellIndex| game.owner(*index).is_some_and(|of| of != player);
            let captured = near.filter(is_rival);
            overlays.extend(captured.map(|index| mark(cell(index), "hexxagon/flip", layer::OVER)));
        }
    }
    // A premove shows a piece of its player in the cell to which it will go, whoever has the cell from which it comes
    // meanwhile.
    if let Some(Premove {
        player, from, to, ..
    }) = view.premove
    {
        overlays.push(faint_mark(cell(to), piece_sprite(player), layer::OVER, 0.6));
        overlays.push(arrow(cell(from), cell(to), palette::player(player.0)));
    }
    let cursor = view.pointed.filter(|_| view.by_keyboard).map(cell);
    overlays.extend(cursor.map(|cell| mark(cell, "hexxagon/cursor", layer::CURSOR)));
    overlays
}

/// The cells of the move in the list at which the player points.
fn listed_move(table: &Table, PointedMove(number): PointedMove) -> Vec<Overlay> {
    // The list has the moves of the game, also while a variation is on the board.
    let moves = table.game().all_moves();
    let made = number.and_then(|number| moves.get(number));
    let cells = made
        .into_iter()
        .flat_map(|made| made.from.into_iter().chain([made.to]));
    let framed = |cell: Cell| mark(cell, "hexxagon/cursor", layer::CURSOR);
    cells.map(framed).collect()
}

/// The least distance of the middle of a hint's words from the leftmost cells, in cells, so that they do not cover the
/// names of the rows.
const ROOM_LEFT: f32 = 0.35;

/// A good move: its source and its target pulse, and words tell its effect.
fn hint_overlays(game: &Game, hint: Option<CellMove>, words: &Words) -> Vec<Overlay> {
    let to = |hint: CellMove| Some((hint, game.board().index_of(hint.to)?));
    let Some((hint, to)) = hint.and_then(to) else {
        return Vec::new();
    };
    let captured = game.captured_at(to).count() as i32;
    // A clone adds a piece of its own.
    let (key, gain) = match hint.from {
        Some(_) => ("hex.hint.leaps", captured),
        None => ("hex.hint.grows", captured + 1),
    };
    let pulse = |cell: Cell| Overlay::Pulse {
        name: "hexxagon/hint",
        at: place_of(cell),
        layer: layer::OVER,
    };
    let source = source_of(game, &hint);
    let mut overlays: Vec<Overlay> = source.into_iter().chain([hint.to]).map(pulse).collect();
    overlays.extend(source.map(|from| arrow(from, hint.to, palette::THOUGHT)));
    // The middle of the cell may hold a score, and its foot its name. The names of the rows stand at the left.
    let left = bounds(game.board()).0.x + ROOM_LEFT;
    let head = place_of(hint.to) - Vec2::Y * 0.3;
    let head = Vec2::new(head.x.max(left), head.y);
    let text = words.fill(key, &[("gain", signed(gain))]);
    overlays.push(Overlay::Caption {
        text,
        at: head,
        size: WORD_SIZE,
        layer: layer::TEXT,
    });
    overlays
}

/// The last move of every rival since the player's own last move, or the last move of all if there is none since. The
/// player is the only human, or else the player to move.
fn last_moves(table: &Table) -> Vec<&MoveEvent> {
    let game = table.state();
    let player = table.only_human().map(|seat| Player(seat as u8));
    let since = game.last_moves_since(player.unwrap_or(game.mover()));
    if since.is_empty() {
        return game.last().into_iter().collect();
    }
    since
}

/// The best moves of a search, brightest first, with their scores; and the line that the search expects.
fn candidates(table: &Table, report: &SearchReport<Move>) -> Vec<Overlay> {
    let game = table.state();
    let mut overlays: Vec<Overlay> = Vec::new();
    for (rank, to, text) in cell_values(game, report) {
        let alpha = (1.0 - 0.14 * rank as f32).max(0.35);
        overlays.push(faint_mark(to, "hexxagon/glow", layer::REACH, alpha));
        overlays.push(word(place_of(to), text, palette::PAPER));
    }
    overlays.extend(expected_line(game, &report.principal_variation));
    overlays
}

/// The cells to which the best moves lead, each with the rank and the score of the best move to it.
pub(super) fn cell_values(game: &Game, report: &SearchReport<Move>) -> Vec<(usize, Cell, String)> {
    let mut values: Vec<(usize, Cell, String)> = Vec::new();
    for (rank, candidate) in report.candidates.iter().enumerate() {
        let Some(CellMove { to, .. }) = game.written(candidate.mv) else {
            continue;
        };
        if values.len() == VALUE_CELLS {
            break;
        }
        if values.iter().any(|(_, cell, _)| *cell == to) {
            continue;
        }
        let text = if candidate.exact {
            board_score(candidate.score)
        } else {
            format!("≤{}", score_text(candidate.score))
        };
        values.push((rank, to, text));
    }
    values
}

/// The brightness of the influence on an empty cell after one move, after two, and after more.
const LIGHTS: [f32; 3] = [0.9, 0.5, 0.25];
/// The size of the piece that tells influence without colour, in cells.
const SIGN_SIZE: f32 = 0.34;

/// A glow on each empty cell in the colour of the player who will probably get it, with a small piece of that player.
/// An equals sign stands on a cell if no player is ahead there.
fn influence_overlays(game: &Game) -> Vec<Overlay> {
    let cells = game.board().cells();
    let shown = |(index, influence): (CellIndex, Influence)| {
        let cell = cells[index.as_usize()];
        match influence {
            Influence::Of(player, moves) => {
                let light = LIGHTS[(moves as usize).clamp(1, LIGHTS.len()) - 1];
                let colour = palette::player(player.0).with_alpha(light);
                let sign = Overlay::Sprite {
                    name: piece_sprite(player),
                    at: place_of(cell),
                    size: SIGN_SIZE,
                    layer: layer::PIECE,
                    tint: Color::WHITE.with_alpha(light),
                };
                vec![
                    tinted_mark(cell, "hexxagon/glow", layer::REACH, colour),
                    sign,
                ]
            }
            Influence::Contested => vec![word(place_of(cell), "=".to_owned(), palette::MIST)],
            Influence::Unreached => Vec::new(),
        }
    };
    influences(game).into_iter().flat_map(shown).collect()
}

/// The first two moves of a line: arrows in their players' colours, with their numbers where they begin.
fn expected_line(game: &Game, moves: &[Move]) -> Vec<Overlay> {
    let mut game = game.clone();
    let mut overlays = Vec::new();
    for (made, number) in line_of(&game, moves).into_iter().zip(1..=2) {
        let Some((from, step)) = source_of(&game, &made).zip(game.read(&made).ok()) else {
            break;
        };
        let colour = palette::player(game.mover().0);
        overlays.push(arrow(from, made.to, colour));
        overlays.push(word(place_of(from), number.to_string(), palette::PAPER));
        game.make(step);
    }
    overlays
}

/// The cell that a piece leaves, or one that a new piece can grow out of.
fn source_of(game: &Game, made: &CellMove) -> Option<Cell> {
    made.from.or_else(|| {
        let board = game.board();
        let own = game.sides().0;
        let mut beside = board.near(board.index_of(made.to)?).and(own);
        beside.next().map(|index| board.cells()[index.as_usize()])
    })
}

/// The move that was made in the position that is shown, and the best move.
fn judged_move(table: &Table, insight: &Insight) -> Vec<Overlay> {
    let Some(judged) = insight.judged_moves().get(table.moves().len()) else {
        return Vec::new();
    };
    let mut overlays = Vec::new();
    let mut show = |(made, score): (CellMove, i32), name, tint: Color, colour: Color| {
        overlays.push(tinted_mark(made.to, name, layer::OVER, tint));
        overlays.extend(made.from.map(|from| arrow(from, made.to, colour)));
        overlays.push(word(place_of(made.to), board_score(score), colour));
    };
    let made_colour = match judged.judgement() {
        // The panel calls no other move better than such a move, so the board shows no other one.
        Judgement::Best => {
            show(judged.made, "hexxagon/hint", Color::WHITE, palette::LEAF);
            return overlays;
        }
        Judgement::Good => palette::LAMP,
        Judgement::Mistake => palette::FAULT,
    };
    show(judged.made, "hexxagon/last", made_colour, made_colour);
    show(judged.best, "hexxagon/hint", Color::WHITE, palette::LEAF);
    overlays
}

/// A score in pieces or, where the game is decided, in words.
pub(super) fn score_in_words(score: i32, words: &Words) -> String {
    match score {
        score if score > WIN / 2 => words.get("hex.sure.win"),
        score if score < -WIN / 2 => words.get("hex.sure.loss"),
        score => score_text(score),
    }
}

/// A score on the board, where a level position is an equals sign.
fn board_score(score: i32) -> String {
    match score_text(score).as_str() {
        LEVEL => "=".to_owned(),
        text => text.to_owned(),
    }
}

/// Whether a score is neither for nor against a player, as far as it is shown.
pub(super) fn is_level(score: i32) -> bool {
    score_text(score) == LEVEL
}

/// Whether a score says that the game is decided.
pub(super) fn is_decided(score: i32) -> bool {
    score.abs() > WIN / 2
}

/// The lead of the player who is ahead, in pieces and without a sign.
pub(super) fn lead_text(score: i32) -> String {
    score_text(score.abs()).replace('+', "")
}

/// The text of a score that is neither for nor against a player.
const LEVEL: &str = "0.0";

/// A score in pieces, with its sign. A level position has no sign, and a decided game an infinite score.
pub(super) fn score_text(score: i32) -> String {
    let tenths = (f64::from(score) / 10.0).round();
    match score {
        score if score > WIN / 2 => "+∞".to_owned(),
        score if score < -WIN / 2 => "−∞".to_owned(),
        _ if tenths == 0.0 => LEVEL.to_owned(),
        _ => format!("{:+.1}", tenths / 10.0).replace('-', "−"),
    }
}
