//! The editor of strategies: the player plays the rival on the board, and chooses the replies of the strategy.

use std::path::Path;
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::mark_sprite;
use crate::base::PlainError;
use crate::games::tic_tac_toe::evolve;
use crate::games::tic_tac_toe::opponents::problem::{losing_line, picture};
use crate::games::tic_tac_toe::opponents::{StrategyProblem, creature, saved};
use crate::games::tic_tac_toe::players::classes::{CLASS_COUNT, CLASSES, Position3x3};
use crate::games::tic_tac_toe::players::{Opponent, Strategy, StrategyGoal};
use crate::games::tic_tac_toe::rules::{Board, Cell, Side, TicTacToe};
use crate::games::tic_tac_toe::setup::Seat;
use crate::generation::{Creature, Form, Picture, Problem, Shape, Tint};
use crate::session::{Autosave, FileName, Folders, Game, Library, SaveError};
use crate::shell::editor::{
    self, Editing, Editor, EditorWords, Gesture, Line, Spot, Verdict, add_editor,
};
use crate::shell::notice::Notices;
use crate::shell::table::new_game;
use crate::shell::theatre::edit::{IndividualEditor, PutGenome};
use crate::shell::theatre::legend::Legend;
use crate::shell::theme::bind::SelectedWhen;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, choice, in_row};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    add_editor::<StrategyEditor>(app);
    app.insert_resource(IndividualEditor::<StrategyProblem> {
        open: edit_individual,
    });
}

/// The editor of strategies.
pub struct StrategyEditor;

/// A game against the strategy, which leads to the position whose reply is edited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line3x3 {
    /// The cells of the moves so far, and their number.
    cells: [u8; 9],
    length: u8,
    /// Whether the strategy moves second.
    strategy_is_second: bool,
}

impl Line3x3 {
    fn position(self) -> Position3x3 {
        let moves = self.cells[..usize::from(self.length)].iter();
        moves.fold(Position3x3::default(), |position, cell| {
            position.after(usize::from(*cell))
        })
    }

    fn side(self) -> Side {
        Side::BOTH[usize::from(self.strategy_is_second)]
    }

    /// Whether the strategy is to move.
    fn is_strategy_to_move(self) -> bool {
        let position = self.position();
        !position.is_over() && position.to_move() == self.side()
    }

    /// Makes a move on a free cell, unless the game is over.
    fn play(&mut self, cell: Cell) {
        let position = self.position();
        if !position.is_over() && position.free() >> cell.0 & 1 == 1 {
            self.cells[usize::from(self.length)] = cell.0;
            self.length += 1;
        }
    }

    /// Takes the last move back.
    fn back(&mut self) {
        self.length = self.length.saturating_sub(1);
    }
}

/// Opens the editor on the saved strategy that has a seat, or on one that never loses.
pub(super) fn open(world: &mut World) {
    let setup = new_game::setup::<TicTacToe>(world);
    let saved = setup.seats.iter().find_map(|seat| match seat {
        Seat::Computer(Opponent::Saved(name)) => Some(name.clone()),
        _ => None,
    });
    let folders = world.get_resource::<Folders>();
    let read = saved
        .zip(folders)
        .map(|(name, folders)| saved::read(&saved::library(folders).path(&name)));
    match read.transpose() {
        Ok(strategy) => {
            let strategy = strategy.unwrap_or_else(perfect);
            editor::open::<StrategyEditor>(world, Arc::new(strategy));
        }
        Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
    }
}

/// A strategy that never loses: the first of the best replies to each position.
fn perfect() -> Strategy {
    let reply = |class| CLASSES.best(class, true).trailing_zeros() as u8;
    Strategy::of(reply).expect("best replies are legal")
}

/// Opens the editor on a strategy of a run.
fn edit_individual(
    world: &mut World,
    _: &StrategyProblem,
    strategy: Strategy,
    put: PutGenome<Strategy>,
) {
    let put_back = move |world: &mut World, plan: &Arc<Strategy>| put(world, (**plan).clone());
    editor::open_individual::<StrategyEditor>(world, Arc::new(strategy), Arc::new(put_back));
}

/// The side of a cell, and the place of its middle, on the canvas.
const CELL: f32 = 1.0 / 3.2;

fn place_of(cell: u8) -> (f32, f32) {
    let at = |line: u8| 0.5 + (f32::from(line) - 1.0) * CELL;
    (at(cell % 3), at(cell / 3))
}

/// The first key of the marks. Cells have keys from 0.
const MARKS: u16 = 16;
/// The first key of the reply.
const REPLY: u16 = 32;

impl Editor for StrategyEditor {
    type Plan = Arc<Strategy>;
    type Tool = Line3x3;
    type Study = ();

    const GAME: &'static str = TicTacToe::KEY;
    const FILE_FIELDS: &'static [&'static str] = &["replies"];
    const WORDS: EditorWords = EditorWords {
        kind: "ttt.kept",
        title: "ttt.editor.title",
        hint: "ttt.editor.hint",
        other: Some("ttt.editor.replies"),
    };

    fn first_tool(_: &Arc<Strategy>) -> Line3x3 {
        Line3x3::default()
    }

    fn spots(_: &Arc<Strategy>) -> Vec<Spot> {
        let spot = |cell: u8| {
            let (x, y) = place_of(cell);
            Spot {
                id: cell.into(),
                x,
                y,
                size: CELL,
            }
        };
        (0..9).map(spot).collect()
    }

    fn spot_name(strategy: &Arc<Strategy>, line: Line3x3, spot: u16, words: &Words) -> String {
        let Some(cell) = u8::try_from(spot).ok().filter(|cell| *cell < 9) else {
            return String::new();
        };
        let position = line.position();
        let is_answer = line.is_strategy_to_move() && strategy.reply(position) == Some(Cell(cell));
        let content = match position.marks.map(|marks| marks >> cell & 1 == 1) {
            [true, _] => "ttt.cross",
            [_, true] => "ttt.nought",
            _ if is_answer => "ttt.spoken.answer",
            _ => "access.empty",
        };
        format!(
            "{}, {}",
            Board::default().name(Cell(cell)),
            words.get(content)
        )
    }

    /// A click makes the rival's move. If the strategy is to move, a click on its reply makes that move, and a click on
    /// another free cell makes that cell the reply.
    fn edited(
        strategy: &Arc<Strategy>,
        mut line: Line3x3,
        gesture: &Gesture,
    ) -> (Arc<Strategy>, Line3x3) {
        let clicked = gesture
            .first_spot()
            .and_then(|spot| u8::try_from(spot).ok());
        let Some(cell) = clicked.filter(|cell| *cell < 9).map(Cell) else {
            return (Arc::clone(strategy), line);
        };
        let position = line.position();
        if line.is_strategy_to_move() && strategy.reply(position) != Some(cell) {
            let mut new = (**strategy).clone();
            new.set_reply(position, cell);
            return (Arc::new(new), line);
        }
        line.play(cell);
        (Arc::clone(strategy), line)
    }

    fn picture(strategy: &Arc<Strategy>, line: Line3x3, (): &()) -> Picture {
        let position = line.position();
        let shape = |cell: u8, key: u16, form: Form, tint: Tint, size: f32| {
            let (x, y) = place_of(cell);
            Shape {
                key: key + u16::from(cell),
                form,
                tint,
                x,
                y,
                size: size * CELL,
            }
        };
        let ground = Form::Sprite("tic_tac_toe/cell");
        let cells = (0..9).map(|cell| shape(cell, 0, ground, Tint::Ground, 1.0));
        let marks = (0..9u8).filter_map(|cell| {
            let is_first = position.marks[0] >> cell & 1 == 1;
            let is_taken = position.free() >> cell & 1 == 0;
            let form = Form::Sprite(mark_sprite(is_first));
            is_taken.then(|| shape(cell, MARKS, form, Tint::Player(u8::from(!is_first)), 0.8))
        });
        let reply = strategy
            .reply(position)
            .filter(|_| line.is_strategy_to_move());
        let is_first = !line.strategy_is_second;
        let replies = reply.into_iter().flat_map(|Cell(cell)| {
            let loses = CLASSES
                .find(position)
                .is_some_and(|class| strategy.losing_classes()[usize::from(class)]);
            let tint = if loses { Tint::Fault } else { Tint::Heat(100) };
            let mark = Form::Sprite(mark_sprite(is_first));
            [
                shape(cell, REPLY, Form::Frame, tint, 0.8),
                shape(
                    cell,
                    REPLY + MARKS,
                    mark,
                    Tint::Player(u8::from(!is_first)),
                    0.4,
                ),
            ]
        });
        Picture::of(cells.chain(marks).chain(replies).collect())
    }

    fn other_picture(strategy: &Arc<Strategy>, (): &()) -> Option<Picture> {
        let goal = StrategyGoal::Unbeaten;
        Some(StrategyProblem::new(goal).picture(strategy))
    }

    const OTHER_LEGEND: Option<Legend> = Some(evolve::LEGEND);

    fn report(strategy: &Arc<Strategy>, (): &()) -> Vec<Line> {
        let percent = |part: f64| format!("{:.1}", part * 100.0);
        let [first, second] = Side::BOTH.map(|side| strategy.games(side).score());
        let result = match losing_line(strategy) {
            None => Line::new(Verdict::Holds, "ttt.editor.never_loses"),
            Some(line) => Line::new(Verdict::Wrong, "ttt.editor.loses")
                .with("lost", strategy.lost())
                .with("line", line),
        };
        let score = Line::new(Verdict::Note, "ttt.editor.score")
            .with("score", percent((first + second) / 2.0))
            .with("first", percent(first))
            .with("second", percent(second));
        let reached = strategy.reached_classes();
        let reached = reached.iter().filter(|reached| **reached).count();
        let replies = Line::new(Verdict::Note, "ttt.editor.reached")
            .with("reached", reached)
            .with("all", CLASS_COUNT);
        vec![result, score, replies]
    }

    fn is_playable(_: &Arc<Strategy>) -> bool {
        true
    }

    fn spawn_tools(side: &mut ChildSpawnerCommands, _: &Sprites, _: bool) {
        in_row(side, 6.0, |row| {
            for (key, is_second) in [("ttt.editor.first", false), ("ttt.editor.second", true)] {
                let selected = SelectedWhen::new(move |world| {
                    line_of(world).is_some_and(|line| line.strategy_is_second == is_second)
                });
                choice(row, key, selected, move |world| {
                    editor::change_tool::<StrategyEditor>(world, |line| {
                        *line = Line3x3 {
                            strategy_is_second: is_second,
                            ..Line3x3::default()
                        };
                    });
                });
            }
        });
        in_row(side, 6.0, |row| {
            button(row, ButtonStyle::Chip, "ttt.editor.back", |world| {
                editor::change_tool::<StrategyEditor>(world, Line3x3::back);
            });
            button(row, ButtonStyle::Chip, "ttt.editor.start", |world| {
                editor::change_tool::<StrategyEditor>(world, |line| line.length = 0);
            });
        });
        side.spawn(bound_text(TextSize::Body, palette::LAMP, turn_text));
    }

    fn play(world: &mut World, strategy: &Arc<Strategy>) -> Result<(), PlainError> {
        evolve::play_against(world, strategy);
        Ok(())
    }

    fn id(world: &World, strategy: &Arc<Strategy>) -> Option<String> {
        Some(evolve::origin_against(world, strategy).id().to_string())
    }

    fn evolve(world: &mut World, strategy: &Arc<Strategy>) -> Result<(), PlainError> {
        evolve::evolve_opponent_from(world, strategy)
    }

    fn creature(strategy: &Arc<Strategy>) -> Option<Creature> {
        Some(creature(strategy))
    }

    fn library(folders: &Folders) -> Library {
        saved::library(folders)
    }

    fn keep(
        autosave: &mut Autosave,
        folders: &Folders,
        name: &FileName,
        strategy: &Arc<Strategy>,
    ) -> Result<(), SaveError> {
        saved::save(autosave, folders, name, strategy, "the editor")
    }

    fn shelf_picture(strategy: &Arc<Strategy>) -> Picture {
        picture(strategy)
    }

    fn load(path: &Path) -> Result<Arc<Strategy>, PlainError> {
        let strategy = saved::read(path)?;
        Ok(Arc::new(strategy))
    }
}

/// The game that leads to the position on the canvas.
fn line_of(world: &World) -> Option<Line3x3> {
    let editing = world.get_resource::<Editing<StrategyEditor>>();
    editing.map(Editing::tool)
}

/// The effect of a click on the board now, in words.
fn turn_text(world: &World) -> String {
    let Some(line) = line_of(world) else {
        return String::new();
    };
    let position = line.position();
    let key = match position.winner() {
        Some(side) if side == line.side() => "ttt.editor.won",
        Some(_) => "ttt.editor.lost",
        None if position.is_over() => "ttt.editor.drawn",
        None if line.is_strategy_to_move() => "ttt.editor.its_turn",
        None => "ttt.editor.rivals_turn",
    };
    world.resource::<Words>().get(key)
}
