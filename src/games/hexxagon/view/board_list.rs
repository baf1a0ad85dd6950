//! The boards on the setup page, as small pictures.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::board_length::BoardLengths;
use super::names::board_name;
use super::setup_page::{change, setup};
use crate::base::{Seed, Towards};
use crate::games::hexxagon::boards::{self, saved};
use crate::games::hexxagon::rules::{Board, Plan, Player};
use crate::games::hexxagon::setup::BoardChoice;
use crate::generation::{Form, Tint};
use crate::session::autosave::read_all;
use crate::session::labels::kept_name;
use crate::shell::notice::Notices;
use crate::shell::table::board_section::beside;
use crate::shell::table::setup_page::row;
use crate::shell::table::setup_widgets::show_while;
use crate::shell::theme::bind::SelectedWhen;
use crate::shell::theme::look::Look;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::paint_task::{PaintTasks, PaintWork, paint_new};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::{SpritePainter, Sprites};
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, in_column, in_row, spoken_name,
};
use crate::shell::words::Words;

/// A board that the page offers.
struct ListedBoard {
    choice: BoardChoice,
    name: String,
    plan: Plan,
    picture: Handle<Image>,
}

/// The boards that the page offers.
#[derive(Resource, Default)]
pub(super) struct BoardList(Vec<ListedBoard>);

/// Reads the boards of the game and those that the player has saved. Notices name the boards that cannot be read.
pub(super) fn read_boards(world: &mut World) {
    let mut boards = listed_boards(world);
    boards.extend(kept_boards(world));
    let custom = setup(world).board;
    if let BoardChoice::Custom(plan) = custom
        && boards.iter().all(|(board, ..)| *board != custom)
    {
        let name = world.resource::<Words>().get("play.own_board");
        boards.push((custom, name, plan));
    }
    let list = boards.into_iter().map(|(choice, name, plan)| {
        let work = paint_small(plan, world.resource::<Sprites>());
        ListedBoard {
            picture: paint_new(world, work),
            choice,
            name,
            plan,
        }
    });
    let list = BoardList(list.collect());
    world.insert_resource(list);
}

/// The boards of the game with their names.
fn listed_boards(world: &mut World) -> Vec<(BoardChoice, String, Plan)> {
    let mut notices = world.resource_mut::<Notices>();
    let list = Board::list().unwrap_or_else(|why| {
        notices.show(why.to_string());
        Vec::new()
    });
    let mut boards = Vec::new();
    for (number, name) in list {
        match Board::listed(number, Seed(1)) {
            Ok(board) => boards.push((BoardChoice::Listed(number), name, board.plan())),
            Err(why) => notices.show(why.to_string()),
        }
    }
    boards
}

/// The boards that the player has saved, with their names.
fn kept_boards(world: &mut World) -> Vec<(BoardChoice, String, Plan)> {
    let mut boards = Vec::new();
    for (name, read) in read_all(world, saved::library, saved::parse) {
        match read {
            Ok(plan) => {
                let name = kept_name(world, saved::library, &name);
                boards.push((BoardChoice::Custom(plan), name, plan));
            }
            Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
        }
    }
    boards
}

/// Pixels of a small picture's texture.
const TEXTURE: u32 = 112;
/// The size of a piece in a small picture, relative to its usual one.
const PIECE: f32 = 1.2;
/// Width and height of a small picture in interface pixels.
const PICTURE: f32 = 40.0;
/// The number of pictures in a line, which leaves room for a name behind them.
const LINE: usize = 16;

/// The boards for a number of players, in the order of the page.
fn boards_for(world: &World, players: usize) -> Vec<&ListedBoard> {
    let boards = world.get_resource::<BoardList>();
    let boards = boards.into_iter().flat_map(|boards| &boards.0);
    boards
        .filter(|board| board.plan.players() == players)
        .collect()
}

/// The board of the new game, if the page lists it.
fn chosen(world: &World) -> Option<&ListedBoard> {
    let setup = setup(world);
    let mut boards = boards_for(world, setup.seats.len()).into_iter();
    boards.find(|board| board.choice == setup.board)
}

/// The name of the board of the new game.
fn chosen_name(world: &World) -> String {
    let words = world.resource::<Words>();
    match chosen(world) {
        Some(board) => board_name(&board.name, words),
        None => words.get("play.own_board"),
    }
}

/// The plan of the board of the new game, if the page lists it.
pub(super) fn chosen_plan(world: &World) -> Option<Plan> {
    chosen(world).map(|board| board.plan)
}

/// The name of the board of the new game, the number of its cells and of its players, and about how long a game takes
/// if that has been measured.
pub(super) fn chosen_text(world: &World) -> String {
    let Some(board) = chosen(world) else {
        return chosen_name(world);
    };
    let words = world.resource::<Words>();
    let players = match board.plan.players() {
        2 => "hex.board.two",
        _ => "hex.board.three",
    };
    let mut values = vec![
        ("name", board_name(&board.name, words)),
        ("cells", board.plan.cells.count().to_string()),
        ("players", words.get(players)),
    ];
    let Some(moves) = world.resource::<BoardLengths>().moves(&board.plan) else {
        return words.fill("hex.board.shown", &values);
    };
    values.push(("moves", moves.to_string()));
    words.fill("hex.board.shown.moves", &values)
}

/// Chooses the next or the previous board of the list.
pub(super) fn step(world: &mut World, towards: Towards) {
    let now = setup(world);
    let boards = boards_for(world, now.seats.len());
    let next = beside(&boards, |board| board.choice == now.board, towards);
    if let Some(choice) = next.map(|board| board.choice) {
        choose(world, choice);
    }
}

/// Takes a board for the new game.
fn choose(world: &mut World, choice: BoardChoice) {
    change(world, |setup| {
        setup.board = choice;
        setup.first = Player::default();
    });
}

/// Spawns a row with the boards for a number of players as small pictures, and the name of the chosen one.
pub(super) fn spawn_row(page: &mut ChildSpawnerCommands, world: &World, count: usize) {
    let boards = boards_for(world, count);
    let row = row(page, "play.board", |row| {
        in_column(row, 4.0, |lines| {
            let all = boards.chunks(LINE).len();
            for (at, line) in boards.chunks(LINE).enumerate() {
                spawn_line(lines, line, at + 1 == all);
            }
        });
    });
    show_while(page, row, move |world| setup(world).seats.len() == count);
}

/// Spawns a line of boards, and behind the last line the name of the chosen board.
fn spawn_line(lines: &mut ChildSpawnerCommands, boards: &[&ListedBoard], is_last: bool) {
    in_row(lines, 4.0, |line| {
        for board in boards {
            spawn_tile(line, board);
        }
        if !is_last {
            return;
        }
        line.spawn(Node {
            align_self: AlignSelf::Center,
            margin: UiRect::left(px(8)),
            ..default()
        })
        .with_child(bound_text(TextSize::Body, palette::EMBER, chosen_name));
    });
}

/// Spawns a board as a button with its picture.
fn spawn_tile(line: &mut ChildSpawnerCommands, board: &ListedBoard) {
    let choice = board.choice;
    let node = Node {
        width: px(PICTURE),
        height: px(PICTURE),
        ..default()
    };
    let selected = SelectedWhen::new(move |world| setup(world).board == choice);
    let tile = bare_button(ButtonStyle::Picture, node, move |world| {
        choose(world, choice);
    });
    let mut tile = line.spawn((tile, selected));
    let name = board.name.clone();
    let counts = [
        ("cells", board.plan.cells.count().to_string()),
        ("players", board.plan.players().to_string()),
    ];
    tile.with_child(spoken_name(move |world: &World| {
        let words = world.resource::<Words>();
        let name = ("name", board_name(&name, words));
        let values: Vec<_> = counts.iter().cloned().chain([name]).collect();
        words.fill("hex.board.spoken", &values)
    }));
    tile.with_child((
        ImageNode::new(board.picture.clone()),
        Node {
            width: percent(100),
            height: percent(100),
            ..default()
        },
    ));
}

/// Paints the pictures again in another look.
pub(super) fn repaint_boards(
    boards: Option<Res<BoardList>>,
    sprites: Res<Sprites>,
    mut tasks: ResMut<PaintTasks>,
    mut painted: Local<Look>,
) {
    let look = std::mem::replace(&mut *painted, sprites.look());
    let Some(boards) = boards.filter(|_| look != sprites.look()) else {
        return;
    };
    for board in &boards.0 {
        tasks.paint(&board.picture, paint_small(board.plan, &sprites));
    }
}

/// The work that paints the small picture of a board.
fn paint_small(plan: Plan, sprites: &Sprites) -> PaintWork {
    let sprites = sprites.painter();
    Box::new(move || small_picture(&plan, sprites))
}

fn small_picture(plan: &Plan, sprites: Arc<SpritePainter>) -> Option<Image> {
    let mut canvas = Canvas::with_sprites(TEXTURE, TEXTURE, sprites)?;
    // Starts that lie close to each other are no fault of a board that is played.
    let mut picture = boards::picture(plan, false);
    // So small, plain hexagons show the outline of a board better than the sprites of its cells.
    for shape in &mut picture.shapes {
        shape.form = Form::Hex;
        if matches!(shape.tint, Tint::Player(_)) {
            shape.size *= PIECE;
        }
    }
    canvas.picture(&picture, Vec2::ZERO, TEXTURE as f32);
    Some(canvas.image())
}
