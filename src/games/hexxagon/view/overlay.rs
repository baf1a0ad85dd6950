//! What lies over the cells: reach and preview, the last move, cursor and hint, and what is thought.

use bevy::prelude::*;
use bevy::sprite::Text2dShadow;

use super::board::{layer, put};
use super::{View, gem, place_of, reach};
use crate::games::hexxagon::players::line_of;
use crate::games::hexxagon::review::{Kind, Review};
use crate::games::hexxagon::rules::{Cell, CellMove, Game, Hexxagon, Move};
use crate::games::hexxagon::table::Table;
use crate::search::{SearchReport, WIN};
use crate::shell::table::Hint;
use crate::shell::table::computers::Thoughts;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{Size, text_font};
use crate::shell::words::Words;

/// Something that lies over a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Overlay {
    /// A sprite, with its opacity.
    Mark(Cell, &'static str, f32, f32),
    /// A line from cell to cell.
    Arrow(Cell, Cell, Color),
    /// A word.
    Word(Cell, String, Color),
    /// The cell's number, as in written moves.
    Number(Cell),
}

/// Builds what lies over the cells anew when it has changed.
pub(super) fn follow(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    review: Res<Review>,
    thoughts: Res<Thoughts<Hexxagon>>,
    hint: Res<Hint<Hexxagon>>,
    mut view: ResMut<View>,
    mut size: Local<f32>,
) {
    let mut wanted = marks(&table, &view, hint.0);
    if review.kind() != Kind::Off {
        let cells = table.state().board().cells();
        wanted.extend(view.pointed.map(|at| Overlay::Number(cells[at.index()])));
    }
    match review.kind() {
        Kind::Off => wanted.extend(thoughts.now.iter().flat_map(|now| weighed(&table, now, 3))),
        Kind::Moves => wanted.extend(
            review
                .moves()
                .or(thoughts.now.as_ref())
                .into_iter()
                .flat_map(|found| weighed(&table, found, 8)),
        ),
        Kind::Game => wanted.extend(judged(&table, &review)),
    }
    if wanted == view.overlays && *size == view.frame.cell {
        return;
    }
    *size = view.frame.cell;
    for entity in std::mem::take(&mut view.overlay_sprites) {
        commands.entity(entity).try_despawn();
    }
    let built = wanted
        .iter()
        .map(|overlay| build(&mut commands, &view, &sprites, overlay));
    view.overlay_sprites = built.collect();
    view.overlays = wanted;
}

/// The last move, what is within reach, what would turn over, cursor and hint.
fn marks(table: &Table, view: &View, hint: Option<CellMove>) -> Vec<Overlay> {
    let mut wanted = Vec::new();
    let game = table.state();
    let board = game.board();
    let cell = |spot: crate::games::hexxagon::rules::Spot| board.cells()[spot.index()];
    let mark = |cell, name, layer| Overlay::Mark(cell, name, layer, 1.0);
    if let Some(turn) = game.last() {
        let to = turn.to.map(cell);
        wanted.extend(to.map(|to| mark(to, "hexxagon/last", layer::OVER)));
        let from = turn.from.map(cell);
        wanted.extend(from.map(|from| mark(from, "hexxagon/left", layer::REACH)));
    }
    if let Some(from) = view.selected {
        let (near, far) = reach(game, from);
        wanted.extend(near.map(|spot| mark(cell(spot), "hexxagon/near", layer::REACH)));
        wanted.extend(far.map(|spot| mark(cell(spot), "hexxagon/far", layer::REACH)));
        wanted.push(mark(cell(from), "hexxagon/select", layer::OVER));
        let target = view
            .pointed
            .filter(|spot| near.has(*spot) || far.has(*spot));
        if let Some(to) = target {
            let ghost = gem(game.mover());
            wanted.push(Overlay::Mark(cell(to), ghost, layer::OVER, 0.5));
            let turned = board.near(to).and(game.sides().1);
            wanted.extend(turned.map(|spot| mark(cell(spot), "hexxagon/flip", layer::OVER)));
        }
    }
    if let Some(hint) = hint {
        wanted.extend(
            hint.from
                .map(|from| mark(from, "hexxagon/hint", layer::OVER)),
        );
        wanted.push(mark(hint.to, "hexxagon/hint", layer::OVER));
        let from = hint.from;
        wanted.extend(from.map(|from| Overlay::Arrow(from, hint.to, palette::THOUGHT)));
    }
    if view.by_keyboard {
        let cursor = view.pointed.map(cell);
        wanted.extend(cursor.map(|at| mark(at, "hexxagon/cursor", layer::CURSOR)));
    }
    wanted
}

/// The moves that are weighed, brightest first, with their scores; and the line that is expected.
fn weighed(table: &Table, found: &SearchReport<Move>, most: usize) -> Vec<Overlay> {
    let game = table.state();
    let mut wanted: Vec<Overlay> = Vec::new();
    let mut shown: Vec<Cell> = Vec::new();
    for (rank, candidate) in found.candidates.iter().enumerate() {
        let Some(CellMove { to, .. }) = game.written(candidate.mv) else {
            continue;
        };
        // Several moves lead to a cell; the best of them says what it is worth.
        if shown.contains(&to) {
            continue;
        }
        shown.push(to);
        let alpha = (1.0 - 0.14 * rank as f32).max(0.35);
        wanted.push(Overlay::Mark(to, "hexxagon/glow", layer::REACH, alpha));
        let text = if candidate.exact {
            score(candidate.score)
        } else {
            format!("≤{}", score(candidate.score))
        };
        wanted.push(Overlay::Word(to, text, palette::PAPER));
        if shown.len() == most {
            break;
        }
    }
    wanted.extend(expected(game, &found.principal_variation));
    wanted
}

/// The first moves of a line, as arrows of jumps.
fn expected(game: &Game, line: &[Move]) -> Vec<Overlay> {
    let mut wanted = Vec::new();
    for (at, made) in line_of(game, line).into_iter().take(3).enumerate() {
        let colour = palette::THOUGHT.with_alpha(0.9 - 0.25 * at as f32);
        if let Some(from) = made.from {
            wanted.push(Overlay::Arrow(from, made.to, colour));
        } else if at > 0 {
            let number = format!("{}", at + 1);
            wanted.push(Overlay::Word(made.to, number, colour));
        }
    }
    wanted
}

/// Of the position that is looked back at: the move that was made, and the better one.
fn judged(table: &Table, review: &Review) -> Vec<Overlay> {
    let at = table.moves().len();
    let Some(judged) = review.judged().get(at) else {
        return Vec::new();
    };
    let mut wanted = Vec::new();
    let mut show = |(made, value): (CellMove, i32), name, colour: Color| {
        wanted.push(Overlay::Mark(made.to, name, layer::OVER, 1.0));
        wanted.extend(made.from.map(|from| Overlay::Arrow(from, made.to, colour)));
        wanted.push(Overlay::Word(made.to, score(value), colour));
    };
    if judged.loss() > 0 {
        show(judged.made, "hexxagon/last", palette::FAULT);
    }
    show(judged.best, "hexxagon/hint", palette::LEAF);
    wanted
}

/// A score in pieces or, where the game is decided, in words.
pub(super) fn score_in_words(value: i32, words: &Words) -> String {
    match value {
        s if s > WIN / 2 => words.say("hex.sure.win"),
        s if s < -WIN / 2 => words.say("hex.sure.loss"),
        s => score(s),
    }
}

/// A score in pieces, with its sign; beyond all pieces where the game is decided.
pub(super) fn score(score: i32) -> String {
    match score {
        s if s > WIN / 2 => "+∞".to_owned(),
        s if s < -WIN / 2 => "−∞".to_owned(),
        s => format!("{:+.1}", f64::from(s) / 100.0).replace('-', "−"),
    }
}

fn build(commands: &mut Commands, view: &View, sprites: &Sprites, overlay: &Overlay) -> Entity {
    let child = |commands: &mut Commands, entity: Entity| {
        if let Some(root) = view.root {
            commands.entity(entity).insert(ChildOf(root));
        }
        entity
    };
    match overlay {
        Overlay::Mark(cell, name, layer, alpha) => {
            let mark = put(commands, view, sprites, name, place_of(*cell), 1.0, *layer);
            let alpha = *alpha;
            commands
                .entity(mark)
                .entry::<Sprite>()
                .and_modify(move |mut sprite| sprite.color = Color::WHITE.with_alpha(alpha));
            mark
        }
        Overlay::Arrow(from, to, colour) => {
            let (from, to) = (
                view.frame.world(place_of(*from)),
                view.frame.world(place_of(*to)),
            );
            let (middle, way) = ((from + to) / 2.0, to - from);
            let size = Vec2::new(way.length() - view.frame.cell * 0.5, view.frame.cell * 0.05);
            let line = commands.spawn((
                Name::new("Way"),
                Sprite::from_color(*colour, size),
                Transform {
                    translation: middle.extend(layer::OVER + 0.5),
                    rotation: Quat::from_rotation_z(way.to_angle()),
                    ..default()
                },
            ));
            let line = line.id();
            child(commands, line)
        }
        Overlay::Word(cell, text, colour) => {
            let word = write(commands, view, place_of(*cell), text.clone(), *colour);
            child(commands, word)
        }
        Overlay::Number(cell) => {
            let foot = place_of(*cell) + Vec2::Y * 0.3;
            let word = write(commands, view, foot, cell.0.to_string(), palette::LAMP);
            child(commands, word)
        }
    }
}

/// Writes a word on the board.
fn write(commands: &mut Commands, view: &View, at: Vec2, text: String, colour: Color) -> Entity {
    let at = view.frame.world(at);
    let font = TextFont {
        font_size: FontSize::Px((view.frame.cell * 0.22).max(14.0)),
        ..text_font(Size::Head)
    };
    let word = commands.spawn((
        Name::new("Value"),
        Text2d::new(text),
        Text2dShadow::default(),
        font,
        TextColor(colour),
        Transform::from_xyz(at.x, at.y, layer::TEXT),
    ));
    word.id()
}
