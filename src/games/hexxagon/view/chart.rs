//! Looking back at a game: a curve of the advantage with its mistakes, and the best move of each position.

use std::collections::BTreeMap;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::names::{colour_key, move_name};
use super::overlays::score_in_words;
use super::{editor, openings};
use crate::base::Towards;
use crate::games::hexxagon::insight::{self, Insight, JudgedMove, Judgement};
use crate::games::hexxagon::rules::{Hexxagon, Player};
use crate::games::hexxagon::table::Table;
use crate::shell::settings::Settings;
use crate::shell::table::{actions, move_list, playing, variations};
use crate::shell::theme::bind::{EnabledWhen, VisibleWhen};
use crate::shell::theme::look::Look;
use crate::shell::theme::paint::{Canvas, LinePattern};
use crate::shell::theme::paint_task::{PaintTasks, PaintWork};
use crate::shell::theme::palette;
use crate::shell::theme::slider::slider;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, in_row, stack};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, update_curve.run_if(playing::<Hexxagon>));
}

/// Pixels of the curve's texture.
const SIZE: (u32, u32) = (688, 240);
/// The advantage, in hundredths of a piece, at which the curve has gone half of its way to a side.
const HALF_WAY: f32 = 500.0;

/// The picture of the curve.
#[derive(Component, Default)]
struct Curve {
    /// The state that it shows; `None` before it is painted.
    painted: Option<CurveState>,
}

/// The variation on the table, the numbers of judged moves, of all moves and of the moves before the shown position, and
/// the look.
type CurveState = (Option<usize>, usize, usize, usize, Look);

/// Spawns the curve, a slider through the game, and a text about the move at the shown position.
pub(super) fn spawn(parent: &mut ChildSpawnerCommands) {
    parent.spawn((
        Curve::default(),
        ImageNode::default(),
        Node {
            width: percent(100),
            height: px(120),
            ..default()
        },
        // The list of moves or of openings takes the place of the curve.
        VisibleWhen::new(|world| !move_list::is_open(world) && !openings::is_shown(world)),
    ));
    openings::spawn_list(parent);
    let place = |world: &World| {
        let table = world.get_resource::<Table>();
        let made = table.map_or(0, |table| table.moves().len());
        (made, world.resource::<Insight>().length())
    };
    slider(parent, percent(100), place, actions::go_to::<Hexxagon>);
    in_row(parent, 6.0, |row| {
        for (name, towards) in [
            ("hex.mistake.before", Towards::Previous),
            ("hex.mistake.next", Towards::Next),
        ] {
            let mistake = button(row, ButtonStyle::Chip, name, move |world| {
                insight::go_to_mistake(world, towards);
            });
            let is_any = EnabledWhen::new(move |world| {
                insight::neighbouring_mistake(world, towards).is_some()
            });
            row.commands_mut().entity(mistake).insert(is_any);
        }
    });
    let row = Node {
        flex_wrap: FlexWrap::Wrap,
        ..stack(FlexDirection::Row, 6.0)
    };
    parent.spawn(row).with_children(|row| {
        variations::spawn_try_button(row, |world| world.resource::<Insight>().game().len());
        openings::spawn_button(row);
        let set_up = button(
            row,
            ButtonStyle::Chip,
            "hex.review.set_up",
            editor::open_position,
        );
        let goes_on = EnabledWhen::new(|world| {
            let table = world.get_resource::<Table>();
            table.is_some_and(|table| table.state().ending().is_none())
        });
        row.commands_mut().entity(set_up).insert(goes_on);
    });
    variations::spawn_variation_buttons::<Hexxagon>(parent);
    parent.spawn(bound_text(TextSize::Small, palette::PAPER, judgement_text));
}

/// The number of mistakes of each player who has made some.
fn mistakes_text(insight: &Insight, words: &Words) -> String {
    let mut counts: BTreeMap<Player, u32> = BTreeMap::new();
    for index in insight.mistakes() {
        *counts
            .entry(insight.judged_moves()[index].player)
            .or_default() += 1;
    }
    let of_each = counts.into_iter().map(|(player, count)| {
        let colour = words.get(colour_key(player));
        let values = [("colour", colour), ("count", count.to_string())];
        words.fill("hex.review.mistakes_of", &values)
    });
    of_each.collect::<Vec<_>>().join(", ")
}

/// The score of the move that was made in the shown position, and the best move.
fn judgement_text(world: &World) -> String {
    let (words, insight) = (world.resource::<Words>(), world.resource::<Insight>());
    let Some(table) = world.get_resource::<Table>() else {
        return String::new();
    };
    let index = table.moves().len();
    let Some(judged) = insight.judged_moves().get(index) else {
        let key = match (insight.is_done(), table.turn()) {
            (false, _) => "hex.review.judging",
            (true, None) if insight.mistakes().is_empty() => "hex.review.end.without",
            (true, None) => "hex.review.end",
            (true, Some(_)) => "hex.review.now",
        };
        return words.fill(key, &[("mistakes", mistakes_text(insight, words))]);
    };
    let key = match judged.judgement() {
        Judgement::Best => "hex.review.best",
        Judgement::Good => "hex.review.good",
        Judgement::Mistake => "hex.review.better",
    };
    words.fill(
        key,
        &[
            ("number", (index + 1).to_string()),
            ("colour", words.get(colour_key(judged.player))),
            ("made", move_name(judged.made.0)),
            ("score", score_in_words(judged.made.1, words)),
            ("best", move_name(judged.best.0)),
            ("best_score", score_in_words(judged.best.1, words)),
        ],
    )
}

/// Paints the curve again when more moves are judged or another position is shown.
fn update_curve(
    table: Res<Table>,
    insight: Res<Insight>,
    settings: Res<Settings>,
    mut curves: Query<(&mut Curve, &mut ImageNode, &ComputedNode)>,
    mut images: ResMut<Assets<Image>>,
    mut tasks: ResMut<PaintTasks>,
) {
    let (here, look) = (table.moves().len(), settings.look());
    let (judged, moves) = (insight.judged_moves(), insight.length());
    let state = (table.shown_variation(), judged.len(), moves, here, look);
    for (mut curve, mut node, computed) in &mut curves {
        // A curve that is hidden has no size. What it shows may change meanwhile, and back to the same numbers.
        if computed.is_empty() {
            curve.painted = None;
        }
        if computed.is_empty() || moves == 0 || curve.painted == Some(state) {
            continue;
        }
        let picture = CurvePicture {
            judged: judged.to_vec(),
            mistakes: insight.mistakes(),
            moves,
            players: table.state().players(),
            here,
            look,
        };
        let work: PaintWork = Box::new(move || picture.paint());
        match curve.painted.replace(state) {
            Some(_) => tasks.paint(&node.image, work),
            None => node.image = tasks.paint_new(&mut images, work),
        }
    }
}

/// The patterns of the players' lines: red, white, green.
const PATTERNS: [LinePattern; 3] = [LinePattern::Solid, LinePattern::Dashes, LinePattern::Dots];

/// The place of the curve on its picture.
#[derive(Clone, Copy)]
struct CurvePlace {
    size: Vec2,
    moves: usize,
}

impl CurvePlace {
    /// The distance of the curve from the edges of the picture, in pixels.
    const MARGIN: f32 = 8.0;

    /// The column of the position after a number of moves.
    fn x(self, moves: usize) -> f32 {
        let width = self.size.x - 2.0 * Self::MARGIN;
        Self::MARGIN + width * moves as f32 / self.moves.max(1) as f32
    }

    /// The row of a value from 0, at the lower edge, to 1.
    fn y(self, value: f32) -> f32 {
        Self::MARGIN + (self.size.y - 2.0 * Self::MARGIN) * (1.0 - value)
    }
}

/// The content of the picture of the curve.
struct CurvePicture {
    judged: Vec<JudgedMove>,
    /// The indices of the moves that were mistakes.
    mistakes: Vec<usize>,
    /// The number of all moves.
    moves: usize,
    players: usize,
    /// The number of moves before the shown position.
    here: usize,
    look: Look,
}

impl CurvePicture {
    /// Paints the advantage of the first of two players, or the shares of three players.
    fn paint(&self) -> Option<Image> {
        let mut canvas = Canvas::with_look(SIZE.0, SIZE.1, self.look)?;
        let place = CurvePlace {
            size: Vec2::new(SIZE.0 as f32, SIZE.1 as f32),
            moves: self.moves,
        };
        for value in [0.0, 0.5, 1.0] {
            let ends = [0.0, place.size.x].map(|x| Vec2::new(x, place.y(value)));
            canvas.line(&ends, 1.5, palette::RIM);
        }
        if self.players == 2 {
            self.paint_advantage(&mut canvas, place);
        } else {
            (0..self.players).for_each(|player| self.paint_share(&mut canvas, place, player));
        }
        for at in &self.mistakes {
            self.paint_mistake(&mut canvas, place, *at);
        }
        let here = [0.0, place.size.y].map(|y| Vec2::new(place.x(self.here), y));
        canvas.line(&here, 3.0, palette::LAMP);
        Some(canvas.image())
    }

    /// Paints the advantage of the first of two players. The area up to the middle has the colour of the player who is
    /// ahead.
    fn paint_advantage(&self, canvas: &mut Canvas, place: CurvePlace) {
        let judged_moves = self.judged.iter().enumerate();
        let points: Vec<Vec2> = judged_moves
            .map(|(at, judged)| Vec2::new(place.x(at + 1), place.y(advantage(judged))))
            .collect();
        for pair in points.windows(2) {
            let middle = place.y(0.5);
            let up = (pair[0].y + pair[1].y) / 2.0 < middle;
            let fill = [
                pair[0],
                pair[1],
                Vec2::new(pair[1].x, middle),
                Vec2::new(pair[0].x, middle),
            ];
            let side = palette::player(u8::from(!up));
            canvas.polygon(&fill, side.with_alpha(0.35));
        }
        canvas.line(&points, 4.0, palette::EMBER);
    }

    /// Paints the part of all pieces that a player has.
    fn paint_share(&self, canvas: &mut Canvas, place: CurvePlace, player: usize) {
        let judged_moves = self.judged.iter().enumerate();
        let points: Vec<Vec2> = judged_moves
            .map(|(at, judged)| {
                let all: u32 = judged.pieces.iter().sum();
                let share = judged.pieces[player] as f32 / all.max(1) as f32;
                Vec2::new(place.x(at + 1), place.y(share))
            })
            .collect();
        let colour = palette::player(player as u8);
        canvas.patterned_line(&points, 4.0, colour, PATTERNS[player % PATTERNS.len()]);
    }

    /// Paints a line at a mistake, with a mark in the colour of the player who moved.
    fn paint_mistake(&self, canvas: &mut Canvas, place: CurvePlace, at: usize) {
        let player = self.judged[at].player;
        let x = place.x(at);
        let ends = [0.0, 1.0].map(|value| Vec2::new(x, place.y(value)));
        canvas.line(&ends, 2.0, palette::FAULT);
        let is_at_top = self.players == 2 && player == Player(1);
        let y = place.y(f32::from(u8::from(is_at_top)));
        let corners = [(-8.0, -8.0), (8.0, -8.0), (8.0, 8.0), (-8.0, 8.0)];
        let mark = corners.map(|(right, down)| Vec2::new(x + right, y + down));
        canvas.polygon(&mark, palette::player(player.0));
    }
}

/// The advantage of the first player after a move, from 0 (lost) to 1 (won).
fn advantage(judged: &JudgedMove) -> f32 {
    let score = judged.made.1 as f32;
    let score = if judged.player == Player(0) {
        score
    } else {
        -score
    };
    0.5 + 0.5 * score / (HALF_WAY + score.abs())
}
