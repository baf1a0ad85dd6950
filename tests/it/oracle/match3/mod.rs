//! Match-3 from `docs/rules/match3.md`, cell by cell. The colours that chance draws are taken from the report of the
//! real game; everything that follows from them must agree.

mod board;
mod step;

use std::collections::{BTreeMap, BTreeSet};

use evolvarium::base::Stream;
use evolvarium::games::match3::rules::{
    Board, Cell, Colour, Event, Game, Goal, Goals, Kind, Match3, MoveError, Power, Size, Status,
    Swap,
};
use evolvarium::generation::Purpose;
use evolvarium::generation::Seed;
use evolvarium::session::Rules;

use super::{between, games, one_of};
pub use board::{At, Block, Ground, Plain};
use step::{Step, Tally};

/// The reported changes of a step: the paths of the blocks that fell, and the colours and paths of new ones.
#[derive(Default)]
struct Reported {
    fell: Vec<Vec<At>>,
    spawned: Vec<(u8, Vec<At>)>,
}

fn places(path: &[Cell]) -> Vec<At> {
    path.iter().map(|cell| (cell.row(), cell.col())).collect()
}

/// Splits the events of a move into its steps; the cells that were reshuffled come apart.
fn reported(events: &[Event]) -> (Vec<Reported>, Option<BTreeMap<At, Block>>) {
    let (mut steps, mut step, mut shuffled) = (Vec::new(), Reported::default(), None);
    for event in events {
        match event {
            Event::Fell(path) => step.fell.push(places(path)),
            Event::Spawned(colour, path) => step.spawned.push((colour.0, places(path))),
            Event::Settled => steps.push(std::mem::take(&mut step)),
            Event::Reshuffled(laid) => {
                let laid = laid.iter().map(|(cell, colour, power)| {
                    let block = Block {
                        colour: Some(colour.0),
                        power: *power,
                    };
                    ((cell.row(), cell.col()), block)
                });
                shuffled = Some(laid.collect());
            }
            _ => {}
        }
    }
    (steps, shuffled)
}

/// Makes a legal swap with all its steps.
fn play(plain: &mut Plain, tally: &mut Tally, (a, b): (At, At), steps: &[Reported], what: &str) {
    plain.exchange(a, b);
    tally.moves += 1;
    let mut number = 1;
    loop {
        let combined = number == 1 && plain.is_combination(a, b);
        if !combined && !plain.has_line() {
            break;
        }
        let moved = if number == 1 { vec![a, b] } else { Vec::new() };
        let mut step = Step {
            plain,
            tally,
            number,
            leaving: BTreeSet::new(),
            spent: BTreeSet::new(),
        };
        if combined {
            step.combine(a, b);
            step.fire();
        }
        // The blocks that the combination takes are in no match.
        let mut rest = step.plain.clone();
        rest.blocks.retain(|at, _| !step.leaving.contains(at));
        let mut made: Vec<(At, Block)> = Vec::new();
        for group in rest.matches() {
            let piece = step.clear(&rest, &group, &moved);
            made.extend(piece.filter(|_| made.len() < 8));
        }
        step.fire();
        step.remove();
        plain.blocks.extend(made);
        let reported = steps.get(number as usize - 1);
        let reported = reported.unwrap_or_else(|| panic!("{what}: no step {number}"));
        let mut colours = reported.spawned.iter().map(|(colour, _)| *colour);
        let paths = plain.refill(|| colours.next().unwrap_or_else(|| panic!("{what}: no more")));
        let mut spawned = reported.spawned.iter().map(|(_, path)| path.clone());
        let mut fell = reported.fell.iter().cloned();
        for (is_new, path) in paths {
            let found = if is_new { spawned.next() } else { fell.next() };
            assert_eq!(found, Some(path), "{what}: step {number}");
        }
        assert_eq!(
            (spawned.next(), fell.next()),
            (None, None),
            "{what}: step {number}"
        );
        tally.longest = tally.longest.max(number);
        number += 1;
    }
    assert_eq!(steps.len(), number as usize - 1, "{what}: steps");
}

/// Checks that blocks are mixed only where they may be, and takes them over.
fn reshuffle(plain: &mut Plain, laid: BTreeMap<At, Block>, what: &str) {
    let before = plain.blocks.clone();
    let stays = |at: &At, block: &Block| plain.is_thread(*at) || block.colour.is_none();
    for (at, block) in &before {
        if stays(at, block) {
            let found = laid
                .get(at)
                .copied()
                .or(block.colour.is_none().then_some(*block));
            assert_eq!(found, Some(*block), "{what}: {at:?} stays");
        } else {
            assert_eq!(
                laid[at].power, block.power,
                "{what}: {at:?} keeps its power"
            );
        }
    }
    assert!(laid.keys().all(|at| before.contains_key(at)), "{what}");
    plain.blocks.extend(laid);
    assert!(!plain.has_line(), "{what}: a line");
    assert!(!plain.swaps().is_empty(), "{what}: no swap");
}

fn is_met(goals: &[Goal], plain: &Plain, tally: &Tally) -> bool {
    let met = |goal: &Goal| match *goal {
        Goal::Collect(Colour(colour), amount) => tally.collected[usize::from(colour)] >= amount,
        Goal::Score(points) => tally.points >= points,
        Goal::ClearSpecials => {
            let closed = |ground: &Ground| matches!(ground, Ground::Shell(_) | Ground::Thread(_));
            !plain.ground.values().any(closed)
        }
    };
    !goals.is_empty() && goals.iter().all(met)
}

fn stars(game: &Game, limit: u32, tally: &Tally) -> u8 {
    if game.status() != Status::Won {
        return 0;
    }
    // A game without a limit has no moves left to count.
    let left = limit.saturating_sub(tally.moves);
    match limit {
        0 => 1,
        _ if 3 * left >= limit => 3,
        _ if 8 * left >= limit => 2,
        _ => 1,
    }
}

fn compare(game: &Game, plain: &Plain, tally: &Tally, what: &str) {
    let found = Plain::of(game.board());
    for at in plain.cells() {
        assert_eq!(
            found.ground[&at], plain.ground[&at],
            "{what}: ground {at:?}"
        );
        assert_eq!(
            found.blocks.get(&at),
            plain.blocks.get(&at),
            "{what}: block {at:?}"
        );
    }
    let score = game.score();
    let found = Tally {
        points: score.points,
        collected: score.collected,
        moves: score.moves,
        longest: score.longest_cascade,
    };
    assert_eq!(&found, tally, "{what}");
}

/// Draws a board with special cells, scattered or in rows.
pub fn random_board(rng: &mut Stream) -> Board {
    let size = Size::new(between(rng, 5, 12) as u8, between(rng, 5, 12) as u8).expect("a size");
    let percent = rng.random_below(40);
    let colours = between(rng, 4, 8) as u8;
    let kinds: Vec<Kind> = (0..3).map(|_| one_of(rng, &Kind::ALL)).collect();
    let special: Vec<(Cell, Kind)> = size
        .cells()
        .filter_map(|cell| {
            let hit = rng.random_below(100) < percent;
            hit.then(|| (cell, one_of(rng, &kinds)))
        })
        .collect();
    let powered = rng.random_below(3) > 0;
    Board::new(size, colours, special.into_iter()).with_powers(powered)
}

fn random_goals(rng: &mut Stream, board: &Board) -> Vec<Goal> {
    let mut goals = Vec::new();
    if rng.random_below(2) == 0 {
        let colour = Colour(rng.random_below(board.colours().into()) as u8);
        goals.push(Goal::Collect(colour, between(rng, 1, 60)));
    }
    if rng.random_below(2) == 0 {
        goals.push(Goal::Score(between(rng, 1, 6_000)));
    }
    if !board.breakable().is_empty() && rng.random_below(2) == 0 {
        goals.push(Goal::ClearSpecials);
    }
    goals
}

/// Starts a game on a random board, on which some blocks are power pieces. There is none if the board has no swap.
fn random_game(number: u64, rng: &mut Stream) -> Option<(Game, u32)> {
    let mut board = random_board(rng);
    let play = Seed(number).stream(Purpose::Play);
    let parts = random_goals(rng, &board);
    let goals = Goals::of(&parts).unwrap_or(Goals::none());
    let limit = one_of(rng, &[0, 3, 8, 20, 30]);
    board.deal(&mut Seed(number).stream(Purpose::Layout)).ok()?;
    let cells: Vec<Cell> = board.blocks().iter().collect();
    if board.is_powered() {
        for _ in 0..rng.random_below(8) {
            let cell = one_of(rng, &cells);
            if board.power(cell).is_none() {
                board.set_power(cell, one_of(rng, &Power::ALL));
            }
        }
    }
    Some((Game::resume(board, goals, limit, play), limit))
}

fn swap(game: &Game, (a, b): (At, At)) -> Swap {
    let cell = |(row, col): At| game.board().size().cell(row, col).expect("on the board");
    Swap::new(cell(a), cell(b)).expect("neighbours")
}

/// Returns a swap of two neighbours, legal or not.
fn any_swap(plain: &Plain, rng: &mut Stream) -> (At, At) {
    let cells: Vec<At> = plain.cells().collect();
    loop {
        let a = one_of(rng, &cells);
        let (down, right) = one_of(rng, &[(0, 1), (1, 0)]);
        if let Some(b) = plain.step(a, down, right) {
            return (a, b);
        }
    }
}

/// Chooses a swap; mostly one that combines pieces, where there is one.
fn choose(plain: &Plain, swaps: &[(At, At)], rng: &mut Stream) -> (At, At) {
    let combined = swaps.iter().filter(|(a, b)| plain.is_combination(*a, *b));
    let combined: Vec<(At, At)> = combined.copied().collect();
    match rng.random_below(2) {
        0 if !combined.is_empty() => one_of(rng, &combined),
        _ => one_of(rng, swaps),
    }
}

#[test]
fn games_of_match3_go_as_by_the_plain_rules() {
    let mut reshuffles = 0;
    for (number, mut rng) in games(60) {
        let Some((mut game, limit)) = random_game(number, &mut rng) else {
            continue;
        };
        let (mut plain, mut tally) = (Plain::of(game.board()), Tally::default());
        assert!(!plain.has_line(), "game {number} begins with a line");
        for _ in 0..40 {
            let what = format!("game {number}, move {}", tally.moves + 1);
            let swaps = plain.swaps();
            let found: Vec<(At, At)> = game
                .board()
                .swaps()
                .iter()
                .map(|swap| {
                    (
                        (swap.a().row(), swap.a().col()),
                        (swap.b().row(), swap.b().col()),
                    )
                })
                .collect();
            assert_eq!(found, swaps, "{what}");
            let any = any_swap(&plain, &mut rng);
            let refusal = match game.status() {
                Status::Playing => plain.refusal(any.0, any.1),
                _ => Some(MoveError::Over),
            };
            if let Some(why) = refusal {
                let illegal = swap(&game, any);
                let made = Match3::apply(&mut game, &illegal);
                assert_eq!(made.expect_err("illegal"), why, "{what}: {any:?}");
                compare(&game, &plain, &tally, &what);
            }
            if game.status() != Status::Playing || swaps.is_empty() {
                break;
            }
            let made = choose(&plain, &swaps, &mut rng);
            let legal = swap(&game, made);
            let events = Match3::apply(&mut game, &legal).expect("legal");
            let (steps, shuffled) = reported(&events);
            play(&mut plain, &mut tally, made, &steps, &what);
            let is_met = is_met(game.goals(), &plain, &tally);
            let is_last = limit > 0 && tally.moves == limit;
            let no_swap = !is_met && !is_last && plain.swaps().is_empty();
            let status = match (is_met, is_last) {
                (true, _) => Status::Won,
                (false, true) => Status::OutOfMoves,
                _ if no_swap && shuffled.is_none() => Status::Stuck,
                _ => Status::Playing,
            };
            assert_eq!(game.status(), status, "{what}");
            assert!(
                shuffled.is_none() || no_swap,
                "{what}: reshuffled without need"
            );
            if let Some(laid) = shuffled {
                reshuffles += 1;
                reshuffle(&mut plain, laid, &what);
            }
            compare(&game, &plain, &tally, &what);
            assert_eq!(game.stars(), stars(&game, limit, &tally), "{what}");
        }
    }
    assert!(reshuffles > 0, "no game came to a reshuffle");
}
