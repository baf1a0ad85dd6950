//! The board and the moves in words, for screen readers.

use bevy::prelude::*;

use super::hand::{self, want_swap};
use super::{View, panel, place_of};
use crate::games::match3::rules::{
    Board, Cell, Colour, Event, Game, Goal, Kind, Match3, Power, Swap,
};
use crate::games::match3::table::Table;
use crate::shell::access::{SpokenBoard, SpokenCell};
use crate::shell::audio::{PlaySound, Sound};
use crate::shell::notice::show_phrase;
use crate::shell::table::Hint;
use crate::shell::words::Words;

/// The keys of the phrases for the blocks, by colour. They say the shape, which is the same in every palette.
const BLOCKS: [&str; 8] = [
    "match3.block.berry",
    "match3.block.kite",
    "match3.block.clover",
    "match3.block.drop",
    "match3.block.pod",
    "match3.block.star",
    "match3.block.bean",
    "match3.block.shield",
];

/// The name of the blocks of a colour.
pub(super) fn block_name(colour: Colour, words: &Words) -> String {
    words.get(BLOCKS[usize::from(colour.0) % BLOCKS.len()])
}

/// The name of a cell: a letter for the column and a number for the row, counted from the top.
pub(super) fn cell_name(cell: Cell) -> String {
    format!("{}{}", (b'a' + cell.col() as u8) as char, cell.row() + 1)
}

/// The name of a special cell, with its layers.
pub(super) fn kind_text(kind: Kind, words: &Words) -> String {
    let layers = [("layers", kind.layers().to_string())];
    words.fill(kind.phrase_key(), &layers)
}

fn power_key(power: Power) -> &'static str {
    match power {
        Power::Across => "match3.power.across",
        Power::Down => "match3.power.down",
        Power::Bomb => "match3.power.bomb",
        Power::Colour => "match3.power.colour",
    }
}

/// The content of a cell in words: its block, its power and its special kind.
fn content_text(board: &Board, cell: Cell, words: &Words) -> String {
    let block = board.colour(cell).map(|colour| block_name(colour, words));
    let power = board.power(cell).map(|power| words.get(power_key(power)));
    let kind = board.kind(cell).map(|kind| kind_text(kind, words));
    let parts: Vec<String> = [block, power, kind].into_iter().flatten().collect();
    match parts.is_empty() {
        true => words.get("access.empty"),
        false => parts.join(", "),
    }
}

/// A sentence for each goal that is not reached, with the amount that it still needs.
pub(super) fn open_goals(game: &Game, words: &Words) -> Vec<String> {
    let of_goal = |goal: &Goal| {
        let left = game.remaining(*goal).to_string();
        match goal {
            Goal::Collect(colour, _) => words.fill(
                "match3.spoken.collect",
                &[("count", left), ("block", block_name(*colour, words))],
            ),
            Goal::ClearSpecials => words.fill("match3.spoken.clear", &[("count", left)]),
            Goal::Score(_) => words.fill("match3.spoken.score", &[("count", left)]),
        }
    };
    let goals = game.goals().iter();
    let open = goals.filter(|goal| game.remaining(**goal) > 0);
    open.map(of_goal).collect()
}

/// The state of the game in words: the amounts that are still needed, and the moves that are left.
fn standing_text(game: &Game, words: &Words) -> String {
    let mut sentences = open_goals(game, words);
    match game.moves_left() {
        Some(left) => {
            sentences.push(words.fill("match3.spoken.moves", &[("moves", left.to_string())]))
        }
        None => {
            let points = game.score().points.to_string();
            sentences.push(words.fill("match3.spoken.points", &[("points", points)]));
        }
    }
    sentences.join(" ")
}

/// The board in words. While blocks fall it is the board on which they will rest.
pub(super) fn board(world: &World) -> Option<SpokenBoard> {
    let game = panel::position(world)?;
    let (words, view) = (world.resource::<Words>(), world.resource::<View>());
    let board = game.board();
    let size = board.size();
    let hinted = world.resource::<Hint<Match3>>().0;
    let is_hinted = |cell: Cell| hinted.is_some_and(|swap| swap.a() == cell || swap.b() == cell);
    let spoken = |cell: Cell| {
        let mut name = format!("{}, {}", cell_name(cell), content_text(board, cell, words));
        if view.input.chosen == Some(cell) {
            name = format!("{name}, {}", words.get("match3.spoken.chosen"));
        }
        if is_hinted(cell) {
            name = format!("{name}, {}", words.get("access.hinted"));
        }
        SpokenCell {
            name,
            place: place_of(cell),
        }
    };
    let in_row = |row| (0..size.cols()).filter_map(move |col| size.cell(row, col));
    Some(SpokenBoard {
        name: standing_text(game, words),
        rows: (0..size.rows())
            .map(|row| in_row(row).map(spoken).collect())
            .collect(),
        cursor: view.input.cursor.map(|cell| (cell.row(), cell.col())),
        frame: view.frame,
    })
}

/// Chooses a block, or swaps the chosen block with it.
pub(super) fn choose_cell(world: &mut World, row: usize, column: usize) {
    let cell = world.resource::<View>().size;
    let cell = cell.and_then(|size| size.cell(row, column));
    let table = world.get_resource::<Table>();
    let why_not = cell
        .zip(table)
        .and_then(|(cell, table)| hand::why_not_movable(table, cell));
    let mut view = world.resource_mut::<View>();
    view.input.idle = 0.0;
    match (view.input.chosen, cell, why_not) {
        (Some(chosen), Some(cell), _) if Swap::new(chosen, cell).is_some() => {
            want_swap(&mut view, chosen, cell);
        }
        (_, Some(_), Some(why)) => {
            view.input.chosen = None;
            show_phrase(world, why);
            world.write_message(PlaySound(Sound::Refuse));
        }
        (chosen, Some(cell), None) => view.input.chosen = (chosen != Some(cell)).then_some(cell),
        (_, None, _) => {}
    }
}

/// A good swap in words.
pub(super) fn hint_text(_: &Table, swap: Swap, words: &Words) -> String {
    let values = [
        ("first", cell_name(swap.a())),
        ("second", cell_name(swap.b())),
    ];
    words.fill("match3.spoken.hint", &values)
}

/// The effect of a swap in words, and the state of the game after it.
pub(super) fn move_text(table: &Table, events: &[Event], words: &Words) -> String {
    let cleared = events.iter().map(|event| match event {
        Event::Cleared(_, cells) => cells.len(),
        _ => 0,
    });
    let cleared: u32 = cleared.sum();
    let steps = events.iter().filter_map(|event| match event {
        Event::Matched { cascade, .. } => Some(*cascade),
        _ => None,
    });
    let values = [
        ("blocks", cleared.to_string()),
        ("steps", steps.max().unwrap_or(1).to_string()),
    ];
    let made = events.iter().filter_map(|event| match event {
        Event::Made(cell, power, _) => Some(words.fill(
            "match3.spoken.made",
            &[
                ("power", words.get(power_key(*power))),
                ("cell", cell_name(*cell)),
            ],
        )),
        Event::Reshuffled(_) => Some(words.get("match3.spoken.shuffled")),
        _ => None,
    });
    let mut sentences = vec![words.fill("match3.spoken.move", &values)];
    sentences.extend(made);
    sentences.push(standing_text(table.state(), words));
    sentences.join(" ")
}
