//! What lies over the cells: where one may play, the last move, cursor and hint, and the insights.

use bevy::prelude::*;
use bevy::sprite::Text2dShadow;

use super::board::{layer, put};
use super::panel::signed;
use super::{View, mark_sprite, place_of};
use crate::games::tic_tac_toe::insight::{Insight, Kind};
use crate::games::tic_tac_toe::players::minimax::SteppedMinimax;
use crate::games::tic_tac_toe::players::rules_of_thumb;
use crate::games::tic_tac_toe::rules::{Board, Cell, TicTacToe};
use crate::games::tic_tac_toe::table::Table;
use crate::search::GameValue;
use crate::shell::table::Hint;
use crate::shell::table::computers::Thoughts;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{Size, text_font};
use crate::shell::words::Words;

/// Something that lies over a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Overlay {
    /// A sprite.
    Mark(Cell, &'static str, f32),
    /// A mark that is only thought of.
    Ghost(Cell, &'static str),
    /// A word on a soft light.
    Word(Cell, String, Color),
}

/// Builds what lies over the cells anew when it has changed.
pub(super) fn follow(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    words: Res<Words>,
    insight: Res<Insight>,
    thoughts: Res<Thoughts<TicTacToe>>,
    hint: Res<Hint<TicTacToe>>,
    mut view: ResMut<View>,
    mut size: Local<f32>,
) {
    let mut wanted = marks(&table, &view, hint.0);
    wanted.extend(insights(&table, &insight, &words));
    if insight.kind() == Kind::Off {
        wanted.extend(expected(&thoughts));
    }
    if wanted == view.overlays && *size == view.frame.cell {
        return;
    }
    *size = view.frame.cell;
    for entity in std::mem::take(&mut view.overlay_sprites) {
        commands.entity(entity).try_despawn();
    }
    let board = table.setup().board;
    let built = wanted
        .iter()
        .flat_map(|overlay| build(&mut commands, &view, &sprites, board, overlay));
    view.overlay_sprites = built.collect();
    view.overlays = wanted;
}

/// Where one may play, the last move, the cursor and the hint.
fn marks(table: &Table, view: &View, hint: Option<Cell>) -> Vec<Overlay> {
    let mut wanted = Vec::new();
    let game = table.state();
    if game.ultimate().is_some() && table.is_human_turn() {
        let open = game.allowed().into_iter();
        wanted.extend(open.map(|cell| Overlay::Mark(cell, "tic_tac_toe/open", layer::OPEN)));
    }
    let last = game.last().filter(|_| game.moved() > 0);
    wanted.extend(last.map(|cell| Overlay::Mark(cell, "tic_tac_toe/last", layer::OVER)));
    wanted.extend(hint.map(|cell| Overlay::Mark(cell, "shared/hint", layer::CURSOR)));
    wanted.extend(
        view.cursor
            .map(|cell| Overlay::Mark(cell, "shared/cursor", layer::CURSOR)),
    );
    wanted
}

/// While a computer looks ahead: the moves it weighs, the best one brightest.
fn expected(thoughts: &Thoughts<TicTacToe>) -> Vec<Overlay> {
    let Some(thinking) = &thoughts.now else {
        return Vec::new();
    };
    let best = thinking.candidates.iter().take(3).enumerate();
    best.map(|(rank, candidate)| {
        let colour = palette::THOUGHT.with_alpha(0.9 - 0.3 * rank as f32);
        Overlay::Word(candidate.mv, String::new(), colour)
    })
    .collect()
}

fn insights(table: &Table, insight: &Insight, words: &Words) -> Vec<Overlay> {
    let mut wanted = Vec::new();
    for (cell, verdict) in insight.values() {
        let (text, colour) = value(*verdict, words);
        wanted.push(Overlay::Word(*cell, text, colour));
    }
    if let Some(climb) = insight.climb() {
        wanted.extend(climbing(table, climb));
    }
    if insight.kind() == Kind::Rules
        && let Some((_, cell)) = rules_of_thumb::choose(table.state())
    {
        wanted.push(Overlay::Mark(cell, "shared/hint", layer::CURSOR));
    }
    wanted
}

/// What a cell is worth, in a short word and a colour.
fn value(verdict: GameValue, words: &Words) -> (String, Color) {
    let say = |key: &str, plies: u32| words.fill(key, &[("plies", plies.to_string())]);
    match verdict {
        GameValue::Win(plies) => (say("ttt.value.win", plies), palette::LEAF),
        GameValue::Draw => (say("ttt.value.draw", 0), palette::MIST),
        GameValue::Loss(plies) => (say("ttt.value.loss", plies), palette::FAULT),
    }
}

/// The line that minimax is at as ghosts, and the scores that have come up to the root.
fn climbing(table: &Table, climb: &SteppedMinimax) -> Vec<Overlay> {
    let mut wanted = Vec::new();
    for pair in climb.stack().windows(2) {
        if let Some(cell) = pair[1].by {
            let side = pair[0].position.to_move();
            wanted.push(Overlay::Ghost(
                cell,
                mark_sprite(table.setup().crosses(side)),
            ));
        }
    }
    let on_ladder: Vec<Cell> = climb.stack().iter().filter_map(|rung| rung.by).collect();
    let root = climb.stack().first().map_or(&[][..], |root| &root.tried);
    for scored in root
        .iter()
        .filter(|scored| !on_ladder.contains(&scored.cell))
    {
        let colour = match scored.score {
            0 => palette::PAPER,
            s if s > 0 => palette::LEAF,
            _ => palette::FAULT,
        };
        wanted.push(Overlay::Word(scored.cell, signed(scored.score), colour));
    }
    wanted
}

fn build(
    commands: &mut Commands,
    view: &View,
    sprites: &Sprites,
    board: Board,
    overlay: &Overlay,
) -> Vec<Entity> {
    match overlay {
        Overlay::Mark(cell, name, layer) => {
            vec![put(
                commands,
                view,
                sprites,
                name,
                place_of(board, *cell),
                1.0,
                *layer,
            )]
        }
        Overlay::Ghost(cell, name) => {
            let at = place_of(board, *cell);
            let ghost = put(commands, view, sprites, name, at, 0.6, layer::OVER);
            commands
                .entity(ghost)
                .entry::<Sprite>()
                .and_modify(|mut sprite| {
                    sprite.color = Color::WHITE.with_alpha(0.4);
                });
            vec![ghost]
        }
        Overlay::Word(cell, text, colour) => {
            let at = place_of(board, *cell);
            let glow = put(
                commands,
                view,
                sprites,
                "tic_tac_toe/drop",
                at,
                1.0,
                layer::OPEN,
            );
            let light = colour.with_alpha(colour.alpha() * 0.22);
            commands
                .entity(glow)
                .entry::<Sprite>()
                .and_modify(move |mut sprite| {
                    sprite.color = light;
                });
            let at = view.frame.world(at);
            let font = TextFont {
                font_size: FontSize::Px((view.frame.cell * 0.24).max(14.0)),
                ..text_font(Size::Head)
            };
            let mut word = commands.spawn((
                Name::new("Value"),
                Text2d::new(text.clone()),
                Text2dShadow::default(),
                font,
                TextColor(*colour),
                Transform::from_xyz(at.x, at.y, layer::OVER),
            ));
            if let Some(root) = view.root {
                word.insert(ChildOf(root));
            }
            vec![glow, word.id()]
        }
    }
}
