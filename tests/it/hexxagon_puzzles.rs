//! Puzzles of Hexxagon: found, checked by a longer search, rated, evolved, and made from played games.

use evolvarium::games::hexxagon::players::{Level, Opponent};
use evolvarium::games::hexxagon::puzzles::{
    Claim, Maker, MistakeFinder, Puzzle, PuzzleProblem, TRIES, check, difficulty_of,
    find_best_move, game_of, is_greedy, usual_parameters,
};
use evolvarium::games::hexxagon::rules::{CellMove, Game, Plan, Player};
use evolvarium::generation::{Crossover, MutationGaps, Problem, Purpose, Seed};

/// Seven cells in a column: R O O . R . R from below, where O is to move. To grow to cell 3 takes cell 4, but the rival
/// takes it back from cell 5 and has four of seven cells. The leap from cell 1 to cell 3 takes cell 4 too and leaves a
/// second free cell: whichever of the two the rival takes, the other one wins four of seven cells.
pub const LEAP: &str = "c3j.6.29";
/// The winning move of this position.
pub const LEAP_MOVE: &str = "1-3";
/// R R O O O . .: growing to cell 5 and leaping there both win.
const TWO_MOVES: &str = "c3j.s.3";

pub fn position(code: &str) -> Plan {
    code.parse().expect("the code of a position")
}

fn game(code: &str) -> Game {
    game_of(&position(code)).expect("a position")
}

pub fn cell_move(text: &str) -> CellMove {
    text.parse().expect("a move")
}

#[test]
fn the_one_winning_move_of_a_hand_worked_puzzle_is_found_and_proven() {
    let game = game(LEAP);
    let found = find_best_move(&game).expect("a best move");
    assert_eq!(found.best, cell_move(LEAP_MOVE));
    assert_eq!((found.winning, found.moves), (1, 2));
    assert_eq!(check(&game, &found), Some(Claim::ProvenWin));
    assert!(!is_greedy(&game, found.best), "to grow gains more at once");
    assert!(is_greedy(&game, cell_move("3")));
    let puzzle = Puzzle::checked(position(LEAP), &found).expect("it stands");
    assert_eq!(puzzle.best, found.best);
}

#[test]
fn a_position_with_two_winning_moves_is_refused() {
    let game = game(TWO_MOVES);
    let found = find_best_move(&game).expect("a best move");
    assert_eq!(found.winning, 2);
    assert_eq!(found.claim(), None);
    assert_eq!(Puzzle::checked(position(TWO_MOVES), &found), None);
}

#[test]
fn what_was_found_does_not_stand_if_the_longer_search_finds_another_move() {
    let game = game(LEAP);
    let mut found = find_best_move(&game).expect("a best move");
    found.best = cell_move("3");
    assert_eq!(check(&game, &found), None);
}

#[test]
fn a_missed_move_in_a_played_game_becomes_a_puzzle_and_a_found_one_does_not() {
    let puzzles = |moves: &[&str], player: u8| {
        let moves = moves.iter().map(|made| cell_move(made)).collect();
        let mut finder = MistakeFinder::new(game(LEAP), moves, Player(player)).expect("for two");
        let steps = std::iter::from_fn(|| finder.step());
        steps.flatten().collect::<Vec<_>>()
    };
    let missed = puzzles(&["3", "5"], 0);
    assert_eq!(missed.len(), 1);
    assert_eq!(missed[0].position, position(LEAP));
    assert_eq!(missed[0].best, cell_move(LEAP_MOVE));
    assert_eq!(puzzles(&["1-3", "5", "1"], 0), []);
    assert_eq!(puzzles(&["3", "5"], 1), [], "the rival missed nothing");
}

#[test]
fn a_puzzle_that_level_4_finds_and_level_3_does_not_is_rated_between_them() {
    let game = game(LEAP);
    let difficulty = difficulty_of(&game, cell_move(LEAP_MOVE));
    assert_eq!(difficulty.found[2], 0);
    assert_eq!(difficulty.found[3..], TRIES[3..]);
    let rating_of = |number| {
        let level = Level::new(number).expect("a level");
        Opponent::Level(level).rating().expect("it is measured")
    };
    assert!(difficulty.rating > rating_of(3) && difficulty.rating < rating_of(4));
    assert!(difficulty.error > 0.0 && difficulty.error < 400.0);
    let again = difficulty_of(&game, cell_move(LEAP_MOVE));
    assert_eq!(difficulty, again, "it is always the same");
}

#[test]
fn the_same_seed_evolves_the_same_puzzle_and_it_stands() {
    let make = || {
        let mut maker = Maker::new(1_000.0, Seed(7), usual_parameters()).expect("usual parameters");
        loop {
            match maker.step() {
                Some(puzzle) => return puzzle,
                None => assert!(maker.runs() < 100, "runs give puzzles"),
            }
        }
    };
    let puzzle = make();
    assert_eq!(puzzle, make());
    let game = game_of(&puzzle.position).expect("a position");
    let found = find_best_move(&game).expect("a best move");
    assert_eq!((found.best, found.winning), (puzzle.best, 1));
    assert!(found.second <= 0, "every other move is even at best");
    assert_eq!(check(&game, &found), Some(puzzle.claim));
    let text = ron::to_string(&puzzle).expect("it can be written");
    assert_eq!(ron::from_str::<Puzzle>(&text).as_ref(), Ok(&puzzle));
}

#[test]
fn children_stay_on_the_board_of_puzzles_and_are_feasible_only_if_they_can_be_played() {
    let problem = PuzzleProblem::new(1_000.0);
    let mut rng = Seed(3).stream(Purpose::Founders);
    let mut feasible = 0;
    for _ in 0..300 {
        let (first, second) = (problem.random(&mut rng), problem.random(&mut rng));
        let mut child = problem.cross(&first, &second, Crossover::Uniform, &mut rng);
        problem.mutate(
            &mut child,
            &MutationGaps::new(0.1, problem.genes()),
            &mut rng,
        );
        assert!(child.cells.count() <= problem.genes() as u32);
        let [own, rival, third] = child.starts;
        assert_eq!(own.0 & rival.0, 0);
        assert_eq!((own.0 | rival.0) & !child.cells.0 | third.0, 0);
        if problem.violation(&child) == 0 {
            feasible += 1;
            assert!(!game_of(&child).expect("a position").moves().is_empty());
        }
    }
    assert!(feasible > 10, "{feasible} can be played");
}

#[test]
fn puzzles_of_files_that_cannot_be_played_are_refused_with_the_reason() {
    let puzzle = |code: &str, best: &str, rating: &str, found: u32| {
        let text = format!(
            "(position:\"{code}\",best:\"{best}\",claim:Win,rating:{rating},error:90.0,found:({found},0,0,0,0,0,0,0))"
        );
        ron::from_str::<Puzzle>(&text).map_err(|why| why.to_string())
    };
    let kept = puzzle(LEAP, LEAP_MOVE, "900.0", 1).expect("it can be played");
    let text = ron::to_string(&kept).expect("it can be written");
    let earlier = ron::from_str::<Puzzle>(&text.replace("Win", "Gain"));
    assert_eq!(
        earlier.map(|puzzle| puzzle.claim),
        Ok(Claim::Gain),
        "of an earlier version"
    );
    for (code, best, rating, found, part) in [
        ("leap", LEAP_MOVE, "900.0", 1, "not the code"),
        ("c3j.6.6", LEAP_MOVE, "900.0", 1, "cannot start"),
        (LEAP, "1-5", "900.0", 1, "out of reach"),
        (LEAP, LEAP_MOVE, "NaN", 1, "rating"),
        (LEAP, LEAP_MOVE, "900.0", 9, "cannot find"),
    ] {
        let why = puzzle(code, best, rating, found).expect_err(part);
        assert!(why.contains(part), "{why}");
    }
}
