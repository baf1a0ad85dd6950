//! The setup page: board, difficulty, seats, strength of the computers, order and marks, and the clocks of people.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::panel::opponent_name;
use super::seats;
use crate::base::PlainError;
use crate::games::tic_tac_toe::evolve;
use crate::games::tic_tac_toe::players::{Opponent, StrategyGoal};
use crate::games::tic_tac_toe::rules::{Board, LineBoard, TicTacToe};
use crate::games::tic_tac_toe::setup::{Seat, Setup};
use crate::games::tic_tac_toe::table::counted_as;
use crate::session::seat::are_computers;
use crate::session::{Difficulty, Game};
use crate::shell::settings::Settings;
use crate::shell::table::board_section::{Boards, beside, spawn_board_section};
use crate::shell::table::setup_page::{further_rows, row, spawn_named};
use crate::shell::table::setup_tabs::{SetupTab, setup_tabs, spawn_evolution_row};
use crate::shell::table::setup_widgets::{
    explain, setup_choices, show_while, spawn_evolve_button, spawn_gap, spawn_remark,
};
use crate::shell::table::{
    Sides, TableGame as _, clock, joined_lines, new_game, seat_name, tally_text,
};
use crate::shell::theme::number::stepped;
use crate::shell::theme::stepper::stepper;
use crate::shell::theme::widget::{ButtonStyle, choices};
use crate::shell::words::Words;

pub(super) fn setup(world: &World) -> &Setup {
    new_game::setup::<TicTacToe>(world)
}

pub(super) fn change(world: &mut World, change: impl FnOnce(&mut Setup)) -> bool {
    new_game::change::<TicTacToe>(world, change)
}

/// Spawns the content of the setup page.
pub(super) fn spawn_content(page: &mut ChildSpawnerCommands, world: &World) {
    setup_tabs(page, |tab, page| match tab {
        SetupTab::Game => {
            spawn_board_row(page);
            further_rows(page, spawn_own_board_row);
            spawn_board_section::<TicTacToe>(page, world, remark_text);
            spawn_evolution_row(page, |row| {
                let style = ButtonStyle::Chip;
                let button = spawn_evolve_button(row, style, "ttt.setup.opponent", breed_opponent);
                explain(row, button, "ttt.setup.opponent");
            });
        }
        SetupTab::Seats => {
            for number in 0..2 {
                seats::spawn_row(page, number);
            }
            seats::spawn_reasons(page);
            spawn_strength_rows(page);
            spawn_order_row(page);
            clock::spawn_rows::<TicTacToe>(page);
        }
        SetupTab::Evolution => spawn_atlas_row(page),
    });
}

/// The list of boards, between which the arrows step.
pub(super) const BOARDS: Boards = Boards {
    step: |world, towards| {
        let now = setup(world).board;
        if let Some(next) = beside(&Board::PRESETS, |board| *board == now, towards) {
            choose_board(world, *next);
        }
    },
    name: board_text,
};

/// The sides, which are the marks.
pub(super) const SIDES: Sides<TicTacToe> = Sides {
    all: &[
        ("ttt.cross", "tic_tac_toe/x"),
        ("ttt.nought", "tic_tac_toe/o"),
    ],
    seat: |setup, side| usize::from((side == 1) != setup.swapped_marks),
    seats: |setup| &mut setup.seats,
    usual: |setup, difficulty| Opponent::of(difficulty, setup.board),
};

/// The words of the main button.
pub(super) fn begin_text(world: &World) -> String {
    let evolves = setup(world).evolved().is_some();
    let key = if evolves {
        "play.evolve_and_play"
    } else {
        "play.play"
    };
    world.resource::<Words>().get(key)
}

/// Changes the board. An opponent that cannot play on it gives its seat to the opponent of the same difficulty there,
/// or of the `usual` one. An opponent alone keeps its difficulty in any case.
fn set_board(setup: &mut Setup, board: Board, usual: Difficulty) {
    let before = std::mem::replace(&mut setup.board, board);
    let is_alone = setup.humans().count() == 1;
    for seat in &mut setup.seats {
        let Seat::Computer(opponent) = seat else {
            continue;
        };
        let mut levels = Difficulty::ALL.into_iter();
        let own = levels.find(|level| Opponent::of(*level, before) == *opponent);
        let must_change = opponent.check(board).is_err();
        if must_change || (is_alone && own.is_some()) {
            *opponent = Opponent::of(own.unwrap_or(usual), board);
        }
    }
}

/// Changes the board of the new game.
fn choose_board(world: &mut World, board: Board) {
    let usual = world.resource::<Settings>().difficulty_of(TicTacToe::KEY);
    change(world, |setup| set_board(setup, board, usual));
}

/// Puts the opponent of a difficulty in the seat of the computer.
pub(super) fn set_difficulty(setup: &mut Setup, difficulty: Difficulty) {
    seat_computer(setup, Opponent::of(difficulty, setup.board));
}

/// Evolves an opponent that a player can beat, and plays against it on the usual board.
fn breed_opponent(world: &mut World) -> Result<(), PlainError> {
    change(world, |setup| {
        setup.board = Board::default();
        setup.seats = [Seat::Human, Seat::Computer(Opponent::Evolved(BRED))];
    });
    TicTacToe::begin(world)
}

/// The goal of an opponent that is bred for a player who has no wishes.
const BRED: StrategyGoal = StrategyGoal::Score(70);

/// Puts an opponent in the seat of the computer. It is the second seat if no seat or both seats have computers.
fn seat_computer(setup: &mut Setup, opponent: Opponent) {
    let is_only_first = setup.seats[0] != Seat::Human && setup.seats[1] == Seat::Human;
    setup.seats[usize::from(!is_only_first)] = Seat::Computer(opponent);
}

/// The opponents of all strengths, among them strategies that are evolved for every score in whole percent. The ratings
/// of most scores are interpolated between those of the scores that were measured (see [`Opponent::rating`]).
pub(super) fn strengths(setup: &Setup, words: &Words) -> Vec<(String, Setup)> {
    let others = [
        Opponent::Random,
        Opponent::Rules,
        Opponent::Search(None),
        Opponent::Minimax,
        Opponent::Evolved(StrategyGoal::Unbeaten),
    ];
    let scores = StrategyGoal::LEAST..=StrategyGoal::MOST;
    let evolved = scores.map(|score| Opponent::Evolved(StrategyGoal::Score(score)));
    let strength = |opponent: Opponent| {
        let (name, mut other) = (opponent_name(&opponent, words), setup.clone());
        seat_computer(&mut other, opponent);
        (name, other)
    };
    others.into_iter().chain(evolved).map(strength).collect()
}

/// Whether the computers at the board are the opponent of a difficulty. Two computers of different strengths have none.
pub(super) fn is_difficulty(setup: &Setup, difficulty: Difficulty) -> bool {
    are_computers(&setup.seats, &Opponent::of(difficulty, setup.board))
}

fn spawn_board_row(page: &mut ChildSpawnerCommands) {
    row(page, "play.board", |row| {
        let boards = Board::PRESETS.map(|board| {
            let name = move |world: &World| board_name(board, world.resource::<Words>());
            (name, board)
        });
        choices(
            row,
            boards,
            |world, board| setup(world).board == board,
            choose_board,
        );
    });
}

/// Spawns the row of the rows, columns and winning lines of a board.
fn spawn_own_board_row(page: &mut ChildSpawnerCommands) {
    let lines = row(page, "play.own_board", |row| {
        for (side, key) in [
            (0, "ttt.setup.rows"),
            (1, "ttt.setup.cols"),
            (2, "ttt.setup.wins"),
        ] {
            spawn_named(row, key, |part| {
                let show = move |world: &World| {
                    lines_of(setup(world).board).map_or(String::new(), |l| l[side].to_string())
                };
                stepper(part, show, move |world, step| {
                    resize(world, side, step);
                });
            });
        }
    });
    show_while(page, lines, |world| lines_of(setup(world).board).is_some());
}

/// Rows, columns and the length of a winning line.
fn lines_of(board: Board) -> Option<[usize; 3]> {
    match board {
        Board::Lines(lines) => Some([lines.rows(), lines.cols(), lines.wins()]),
        Board::Ultimate => None,
    }
}

/// Changes rows, columns or the length of a winning line by a step, if such a board can be played.
fn resize(world: &mut World, side: usize, step: i32) {
    let Some(mut sides) = lines_of(setup(world).board) else {
        return;
    };
    sides[side] = sides[side].saturating_add_signed(step as isize);
    // The winning line becomes no longer than the board.
    sides[2] = sides[2].min(sides[0].max(sides[1]));
    let [rows, cols, wins] = sides.map(|side| side as u8);
    if let Ok(lines) = LineBoard::new(rows, cols, wins) {
        choose_board(world, Board::Lines(lines));
    }
}

/// A board in words.
fn board_name(board: Board, words: &Words) -> String {
    match lines_of(board) {
        Some([rows, cols, _]) => words.fill(
            "ttt.board",
            &[("rows", rows.to_string()), ("cols", cols.to_string())],
        ),
        None => words.get("ttt.board.ultimate"),
    }
}

/// The board of the setup in words, and how a game on it is won.
fn board_text(world: &World) -> String {
    let (board, words) = (setup(world).board, world.resource::<Words>());
    let name = board_name(board, words);
    match lines_of(board) {
        Some([.., wins]) => {
            let values = [("name", name), ("wins", wins.to_string())];
            words.fill("ttt.board.shown", &values)
        }
        None => name,
    }
}

/// The rules of Ultimate if it is chosen, the opponent of the difficulty, and the results against it.
fn remark_text(world: &World) -> String {
    let rules = match setup(world).board {
        Board::Ultimate => world.resource::<Words>().get("ttt.ultimate.rules"),
        Board::Lines(_) => String::new(),
    };
    joined_lines([rules, difficulty_text(world), results_text(world)])
}

/// The difficulty of the setup in words.
fn difficulty_text(world: &World) -> String {
    let (setup, words) = (setup(world), world.resource::<Words>());
    let difficulty = new_game::difficulty_of::<TicTacToe>(setup);
    difficulty.map_or(String::new(), |difficulty| {
        words.get(difficulty_key(setup, difficulty))
    })
}

/// The key of the phrase that describes a difficulty. Opponents differ on large boards.
pub(super) fn difficulty_key(setup: &Setup, difficulty: Difficulty) -> &'static str {
    let usual = setup.board.is_usual();
    match difficulty {
        Difficulty::Normal if !usual => "ttt.normal.large",
        Difficulty::Hard if !usual => "ttt.hard.large",
        Difficulty::Expert if !usual => "ttt.expert.large",
        _ => TicTacToe::WORDS.difficulties[difficulty as usize],
    }
}

/// Spawns the rows for the search depth and for the goal of an evolved opponent.
fn spawn_strength_rows(page: &mut ChildSpawnerCommands) {
    let plies = |world: &World| {
        setup(world).seats.iter().find_map(|seat| match seat {
            Seat::Computer(Opponent::Search(plies)) => Some(plies.unwrap_or(0)),
            _ => None,
        })
    };
    let score = |world: &World| match setup(world).evolved() {
        Some(StrategyGoal::Score(score)) => Some(score),
        _ => None,
    };
    let depth_row = row(page, "ttt.setup.ahead", |row| {
        let show = move |world: &World| match plies(world) {
            Some(0) | None => world.resource::<Words>().get("ttt.setup.far"),
            Some(plies) => plies.to_string(),
        };
        stepper(row, show, |world, step| {
            change(world, |setup| change_depth(setup, step));
        });
        spawn_remark(row, "ttt.setup.ahead.hint");
    });
    let goal_row = row(page, "ttt.setup.wanted", |row| {
        let show = move |world: &World| score(world).map_or(String::new(), |s| format!("{s}%"));
        stepper(row, show, |world, step| {
            change(world, |setup| change_goal(setup, step));
        });
        spawn_remark(row, "ttt.setup.wanted.hint");
    });
    show_while(page, depth_row, move |world| plies(world).is_some());
    show_while(page, goal_row, move |world| score(world).is_some());
}

/// Changes the search depth by a step. Above the largest depth the search has no limit.
fn change_depth(setup: &mut Setup, step: i32) {
    for seat in &mut setup.seats {
        if let Seat::Computer(Opponent::Search(plies)) = seat {
            let most = i32::from(Opponent::MAX_DEPTH) + 1;
            let now = plies.map_or(most, i32::from);
            let next = (now + step).clamp(1, most);
            *plies = (next < most).then_some(next as u8);
        }
    }
}

/// Changes the wanted score by steps of five percent.
fn change_goal(setup: &mut Setup, step: i32) {
    for seat in &mut setup.seats {
        if let Seat::Computer(Opponent::Evolved(StrategyGoal::Score(score))) = seat {
            *score = stepped(*score, 5 * step, StrategyGoal::LEAST..=StrategyGoal::MOST);
        }
    }
}

/// Spawns the row for the seat that begins and for the marks.
fn spawn_order_row(page: &mut ChildSpawnerCommands) {
    row(page, "ttt.setup.begins", |row| {
        let seats = [0, 1].map(|seat| {
            let name = move |world: &World| {
                seat_name::<TicTacToe>(&setup(world).seats, seat, world.resource::<Words>())
            };
            (name, seat)
        });
        setup_choices::<TicTacToe, _>(
            row,
            seats,
            |setup| setup.begins,
            |setup, seat| setup.begins = seat,
        );
        spawn_gap(row);
        spawn_named(row, "ttt.setup.marks", |part| {
            let marks = [("ttt.cross", false), ("ttt.nought", true)];
            setup_choices::<TicTacToe, _>(
                part,
                marks,
                |setup| setup.swapped_marks,
                |setup, swapped| setup.swapped_marks = swapped,
            );
        });
    });
}

/// Spawns the row that opens the atlas of strategies.
fn spawn_atlas_row(page: &mut ChildSpawnerCommands) {
    row(page, "play.atlas", |row| {
        let evolve = evolve::evolve_atlas;
        spawn_evolve_button(row, ButtonStyle::Chip, "ttt.setup.atlas", evolve);
        spawn_remark(row, "ttt.setup.atlas.what");
    });
}

/// The results of all games against this opponent.
fn results_text(world: &World) -> String {
    let setup = setup(world);
    let humans: Vec<usize> = setup.humans().collect();
    let [human] = humans[..] else {
        return String::new();
    };
    tally_text::<TicTacToe>(world, &counted_as(setup, 1 - human))
}
