//! The setup of a game: players, board, opponents, and what is to be evolved.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::seats;
use crate::base::Seed;
use crate::games::hexxagon::boards::{self, BoardSpec, saved as saved_boards};
use crate::games::hexxagon::evolve::{EvolutionSpecs, evolve_board, evolve_opponent};
use crate::games::hexxagon::opponents::OpponentSpec;
use crate::games::hexxagon::rules::{Board, BoardNumber, Hexxagon, Plan, StuckRule};
use crate::games::hexxagon::setup::{BoardChoice, Seat, Setup};
use crate::games::hexxagon::table::counted_as;
use crate::session::Folders;
use crate::shell::notice::Notices;
use crate::shell::table::setup_page::{difficulty_row, row};
use crate::shell::table::{new_game, tally_text};
use crate::shell::theme::bind::{BoundText, SelectedWhen, VisibleWhen};
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, button, choice, label, stepper,
};
use crate::shell::words::Words;

/// The boards that the page offers: what each is called, how it is drawn, and its little picture.
#[derive(Resource, Default)]
pub(super) struct BoardList(Vec<(BoardChoice, String, Plan, Option<Handle<Image>>)>);

pub(super) fn setup(world: &World) -> &Setup {
    new_game::setup::<Hexxagon>(world)
}

pub(super) fn change(world: &mut World, change: impl FnOnce(&mut Setup)) -> bool {
    new_game::change::<Hexxagon>(world, change)
}

/// Reads the boards and opponents that were kept. Those that cannot be read are named in notices.
pub(super) fn read_kept(world: &mut World) {
    let folders = world.get_resource::<Folders>().cloned();
    let custom = setup(world).board;
    let name = world.resource::<Words>().get("play.own_board");
    let mut notices = world.resource_mut::<Notices>();
    let boards = with_custom(boards(folders.as_ref(), &mut notices), custom, name);
    let opponents = seats::kept_opponents(folders.as_ref(), &mut notices);
    world.insert_resource(opponents);
    let mut images = world.resource_mut::<Assets<Image>>();
    let list = boards.into_iter().map(|(board, name, plan)| {
        let picture = little_picture(&plan).map(|picture| images.add(picture));
        (board, name, plan, picture)
    });
    let list = BoardList(list.collect());
    world.insert_resource(list);
}

/// Fills the setup page.
pub(super) fn fill(page: &mut ChildSpawnerCommands, world: &World) {
    players(page);
    for count in [2, 3] {
        board_list(page, world.resource::<BoardList>(), count);
    }
    difficulty_row::<Hexxagon>(page, BoundText::new(tally));
    for number in 0..3 {
        seats::row_of(page, number);
    }
    evolve(page);
}

/// All boards with their names: those that the project comes with, and those that were kept.
fn boards(folders: Option<&Folders>, notices: &mut Notices) -> Vec<(BoardChoice, String, Plan)> {
    let mut boards = Vec::new();
    match Board::list() {
        Ok(list) => {
            for (number, name) in list {
                match Board::listed(number, Seed(1)) {
                    Ok(board) => boards.push((BoardChoice::Listed(number), name, board.plan())),
                    Err(why) => notices.show(why.to_string()),
                }
            }
        }
        Err(why) => notices.show(why.to_string()),
    }
    if let Some(library) = folders.map(saved_boards::library) {
        for name in library.names() {
            match saved_boards::load(&library.path(&name)) {
                Ok(plan) => boards.push((BoardChoice::Custom(plan), name.to_string(), plan)),
                Err(why) => notices.show(why.to_string()),
            }
        }
    }
    boards
}

/// The same boards, and the custom board of the setup if it is not among them.
fn with_custom(
    mut boards: Vec<(BoardChoice, String, Plan)>,
    custom: BoardChoice,
    name: String,
) -> Vec<(BoardChoice, String, Plan)> {
    if let BoardChoice::Custom(plan) = custom
        && boards.iter().all(|(board, ..)| *board != custom)
    {
        boards.push((custom, name, plan));
    }
    boards
}

/// Another number of players: with their usual board and rule, and the last seat copied.
fn set_players(setup: &mut Setup, count: usize) {
    if setup.seats.len() == count {
        return;
    }
    let last = setup.seats.last().copied().unwrap_or(Seat::Human);
    setup.seats.resize(count, last);
    setup.board = BoardChoice::Listed(BoardNumber(if count == 2 { 1 } else { 40 }));
    setup.stuck = StuckRule::usual(count);
}

fn players(page: &mut ChildSpawnerCommands) {
    row(page, "hex.setup.players", |row| {
        for (count, key) in [(2, "hex.setup.two"), (3, "hex.setup.three")] {
            let selected = SelectedWhen::new(move |world| setup(world).seats.len() == count);
            choice(row, BoundText::phrase(key), selected, move |world| {
                change(world, |setup| set_players(setup, count));
                world.resource_mut::<EvolutionSpecs>().board = BoardSpec::usual(count);
            });
        }
        row.spawn(Node {
            width: px(30),
            ..default()
        });
        row.spawn(label("hex.setup.stuck", TextSize::Body, palette::MIST));
        for (stuck, key) in [
            (StuckRule::Ends, "hex.setup.ends"),
            (StuckRule::Skip, "hex.setup.skip"),
        ] {
            let selected = SelectedWhen::new(move |world| setup(world).stuck == stuck);
            choice(row, BoundText::phrase(key), selected, move |world| {
                change(world, |setup| setup.stuck = stuck);
            });
        }
    });
}

/// Pixels of a little picture's texture, and its size on the page.
const PICTURE: (u32, f32) = (112, 44.0);

/// The boards for so many players as little pictures, and the name of the chosen one.
fn board_list(page: &mut ChildSpawnerCommands, boards: &BoardList, count: usize) {
    let of_count = boards
        .0
        .iter()
        .filter(|(_, _, plan, _)| plan.players() == count);
    let list: Vec<_> = of_count.cloned().collect();
    let names = list.clone();
    let row = row(page, "play.board", |row| {
        row.spawn(Node {
            flex_wrap: FlexWrap::Wrap,
            row_gap: px(4),
            column_gap: px(4),
            max_width: px(868),
            ..default()
        })
        .with_children(|strip| {
            for (board, _, _, picture) in list {
                let node = Node {
                    width: px(PICTURE.1),
                    height: px(PICTURE.1),
                    padding: UiRect::all(px(2)),
                    ..default()
                };
                let selected = SelectedWhen::new(move |world| setup(world).board == board);
                let tile = bare_button(ButtonStyle::Chip, node, move |world| {
                    change(world, |setup| setup.board = board);
                });
                let mut tile = strip.spawn((tile, selected));
                if let Some(picture) = picture {
                    tile.with_child((
                        ImageNode::new(picture),
                        Node {
                            width: percent(100),
                            height: percent(100),
                            ..default()
                        },
                    ));
                }
            }
            let name = move |world: &World| {
                let board = setup(world).board;
                let named = names.iter().find(|(other, ..)| *other == board);
                let words = world.resource::<Words>();
                named.map_or_else(|| words.get("play.own_board"), |(_, name, ..)| name.clone())
            };
            strip
                .spawn(Node {
                    align_self: AlignSelf::Center,
                    margin: UiRect::left(px(8)),
                    ..default()
                })
                .with_child(bound_text(
                    TextSize::Body,
                    palette::EMBER,
                    BoundText::new(name),
                ));
        });
    });
    let shown = VisibleWhen::new(move |world| setup(world).seats.len() == count);
    page.commands_mut().entity(row).insert(shown);
}

fn little_picture(plan: &Plan) -> Option<Image> {
    let mut canvas = Canvas::new(PICTURE.0, PICTURE.0)?;
    // Start cells that lie close are no fault of a board that is played.
    canvas.picture(&boards::picture(plan, false), Vec2::ZERO, PICTURE.0 as f32);
    Some(canvas.image())
}

/// How games against these opponents have ended.
fn tally(world: &World) -> String {
    let setup = setup(world);
    if setup.humans().count() == 1 {
        tally_text::<Hexxagon>(world, &counted_as(setup))
    } else {
        String::new()
    }
}

/// What to evolve: an opponent, or a board; and the editor.
fn evolve(page: &mut ChildSpawnerCommands) {
    row(page, "hex.setup.opponent", |row| {
        row.spawn(label("hex.setup.points", TextSize::Body, palette::MIST));
        let points =
            |world: &World| format!("{} %", world.resource::<EvolutionSpecs>().opponent.points);
        stepper(row, points, |world, step| {
            let spec = &mut world.resource_mut::<EvolutionSpecs>().opponent;
            let (least, most) = OpponentSpec::POINTS.into_inner();
            let next = i32::from(spec.points) + 5 * step;
            spec.points = next.clamp(least.into(), most.into()) as u8;
        });
        row.spawn(label("hex.setup.against", TextSize::Body, palette::MIST));
        for level in OpponentSpec::LEVELS {
            let selected = SelectedWhen::new(move |world| {
                world.resource::<EvolutionSpecs>().opponent.against == level
            });
            let caption = BoundText::new(move |_| level.number().to_string());
            choice(row, caption, selected, move |world| {
                world.resource_mut::<EvolutionSpecs>().opponent.against = level;
            });
        }
        let caption = BoundText::phrase("hex.setup.evolve_opponent");
        button(row, ButtonStyle::Chip, caption, |world| {
            go(world, evolve_opponent);
        });
    });
    row(page, "hex.setup.new_board", |row| {
        let caption = BoundText::phrase("hex.setup.symmetric");
        let selected =
            SelectedWhen::new(|world| world.resource::<EvolutionSpecs>().board.symmetric);
        choice(row, caption, selected, |world| {
            let spec = &mut world.resource_mut::<EvolutionSpecs>().board;
            spec.symmetric = !spec.symmetric;
        });
        row.spawn(label("hex.setup.length", TextSize::Body, palette::MIST));
        let plies = |world: &World| world.resource::<EvolutionSpecs>().board.plies.to_string();
        stepper(row, plies, |world, step| {
            let spec = &mut world.resource_mut::<EvolutionSpecs>().board;
            spec.plies = stepped(spec.plies, 10 * step, BoardSpec::PLIES);
        });
        row.spawn(label("hex.setup.sharpness", TextSize::Body, palette::MIST));
        let sharpness = |world: &World| {
            let hundredths = world.resource::<EvolutionSpecs>().board.sharpness;
            format!("{:.1}", f64::from(hundredths) / 100.0)
        };
        stepper(row, sharpness, |world, step| {
            let spec = &mut world.resource_mut::<EvolutionSpecs>().board;
            spec.sharpness = stepped(spec.sharpness, 10 * step, BoardSpec::SHARPNESS);
        });
        button(
            row,
            ButtonStyle::Chip,
            BoundText::phrase("hex.setup.evolve_board"),
            |world| {
                go(world, evolve_board);
            },
        );
        button(
            row,
            ButtonStyle::Chip,
            BoundText::phrase("hex.setup.editor"),
            |world| {
                super::editor::open(world);
            },
        );
    });
}

fn stepped(value: u32, step: i32, range: std::ops::RangeInclusive<u32>) -> u32 {
    value
        .saturating_add_signed(step)
        .clamp(*range.start(), *range.end())
}

fn go(world: &mut World, begin: fn(&mut World) -> Result<(), String>) {
    if let Err(why) = begin(world) {
        world.resource_mut::<Notices>().show(why);
    }
}
