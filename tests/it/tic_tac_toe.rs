//! Tic-tac-toe: rules, the whole tree of 3x3, and every kind of opponent.

use std::collections::{HashMap, HashSet};

use evolvarium::games::tic_tac_toe::players::classes::{
    CLASS_COUNT, CLASSES, DRAWN, Position3x3, WON, cells, ordering_key,
};
use evolvarium::games::tic_tac_toe::players::minimax::{self, Step, SteppedMinimax};
use evolvarium::games::tic_tac_toe::players::rules_of_thumb::{self, Rule};
use evolvarium::games::tic_tac_toe::players::{
    MoveReason, Player, SearchMode, Strategy as Replies, search,
};
use evolvarium::games::tic_tac_toe::rules::{
    Board, Cell, Event, Game, MoveError, Side, Status, TicTacToe,
};
use evolvarium::games::tic_tac_toe::setup::Setup;
use evolvarium::generation::{Purpose, Seed};
use evolvarium::search::{GameValue, Limits, StopToken};
use evolvarium::session::Rules as _;

use crate::tic_tac_toe_strategies::lines_by_playing;

pub fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

/// Makes a game from moves such as `b2`.
pub fn played(board: Board, moves: &str) -> Game {
    let mut game = Game::new(board);
    for name in moves.split_whitespace() {
        let mut cells = (0..board.cells()).map(|cell| Cell(cell as u8));
        let cell = cells
            .find(|cell| board.name(*cell) == name)
            .expect("a cell");
        game.play(cell).expect("a move");
    }
    game
}

/// Returns every position of 3x3 that a game can reach, with the final ones.
fn positions() -> Vec<Position3x3> {
    let mut all = vec![Position3x3::default()];
    let mut seen: HashSet<Position3x3> = all.iter().copied().collect();
    let mut at = 0;
    while at < all.len() {
        let small = all[at];
        if !small.is_over() {
            for cell in cells(small.free()) {
                if seen.insert(small.after(cell)) {
                    all.push(small.after(cell));
                }
            }
        }
        at += 1;
    }
    all
}

/// Returns the lowest of the positions that the symmetries of the square make of one.
fn canonical(small: &Position3x3) -> [u16; 2] {
    let moved = |marks: u16, place: fn(usize) -> usize| {
        cells(marks).fold(0, |set, cell| set | 1_u16 << place(cell))
    };
    let turned = |marks| moved(marks, |cell| cell % 3 * 3 + 2 - cell / 3);
    let mirrored = |marks| moved(marks, |cell| cell / 3 * 3 + 2 - cell % 3);
    let turns = std::iter::successors(Some(small.marks), |marks| Some(marks.map(turned))).take(4);
    let all = turns.flat_map(|marks| [marks, marks.map(mirrored)]);
    all.min().expect("there are eight")
}

#[test]
fn the_tree_of_3x3_has_the_known_counts() {
    let all = positions();
    assert_eq!(all.len(), 5_478);
    assert_eq!(all.iter().filter(|small| small.is_over()).count(), 958);
    assert_eq!(CLASSES.list().len(), CLASS_COUNT);
    let classes: HashSet<[u16; 2]> = all.iter().map(canonical).collect();
    assert_eq!(classes.len(), 765);
    let open = all.iter().filter(|small| !small.is_over());
    assert_eq!(
        open.map(canonical).collect::<HashSet<_>>().len(),
        CLASS_COUNT
    );
    let first = CLASSES
        .list()
        .iter()
        .filter(|class| class.to_move() == Side::First);
    assert_eq!(first.count(), 338);
    // The rules of the game count whole games.
    fn count(game: &Game, ends: &mut HashMap<Status, u32>) {
        match game.status() {
            Status::Playing => {
                for cell in game.legal_cells() {
                    let mut next = game.clone();
                    next.play(cell).expect("it is allowed");
                    count(&next, ends);
                }
            }
            ended => *ends.entry(ended).or_default() += 1,
        }
    }
    let mut ends = HashMap::new();
    count(&Game::new(Board::default()), &mut ends);
    assert_eq!(ends[&Status::Won(Side::First)], 131_184);
    assert_eq!(ends[&Status::Won(Side::Second)], 77_904);
    assert_eq!(ends[&Status::Drawn], 46_080);
}

#[test]
fn minimax_table_and_search_agree_on_every_position() {
    assert_eq!(minimax::search(Position3x3::default()).nodes, 549_946);
    for small in positions().into_iter().filter(|small| !small.is_over()) {
        let class = CLASSES.find(small).expect("it is not over");
        let value = CLASSES.value(class);
        let by_minimax = minimax::search(small).best().expect("a move").score;
        // Cadi 2025 counts plies from the move at the root, which is ply 0.
        let scored = match value {
            GameValue::Win(plies) => 11 - plies as i32,
            GameValue::Draw => 0,
            GameValue::Loss(plies) => plies as i32 - 11,
        };
        assert_eq!(by_minimax, scored, "{small:?}");
        let game = game_of(small);
        let found = search(
            &game,
            Limits::default(),
            SearchMode::EveryMove,
            &StopToken::default(),
            |_| {},
        );
        let found = found.expect("no limits");
        assert_eq!(found.proven_value(), Some(value), "{small:?}");
        let verdicts = CLASSES.move_values(small);
        for candidate in &found.candidates {
            let verdict = GameValue::from_score(candidate.score, true);
            assert_eq!(
                verdict,
                verdicts[candidate.mv.index()],
                "{small:?} {candidate:?}"
            );
        }
        assert_eq!(found.candidates.len(), small.free().count_ones() as usize);
    }
}

/// Makes a game that leads to a position.
fn game_of(small: Position3x3) -> Game {
    let mut game = Game::new(Board::default());
    let (mut first, mut second) = (cells(small.marks[0]), cells(small.marks[1]));
    while let Some(cell) = if game.to_move() == Side::First {
        first.next()
    } else {
        second.next()
    } {
        game.play(Cell(cell as u8))
            .expect("no line is complete on the way");
    }
    game
}

#[test]
fn the_second_player_draws_only_with_the_known_replies() {
    let draws = |opening: &str| {
        let game = played(Board::default(), opening);
        let verdicts = CLASSES.move_values(Position3x3::of(&game).expect("3x3"));
        let drawn = (0..9).filter(|cell| verdicts[*cell] == Some(GameValue::Draw));
        drawn
            .map(|cell| Board::default().name(Cell(cell as u8)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(draws("a1"), "b2");
    assert_eq!(draws("b2"), "a1 c1 a3 c3");
    assert_eq!(draws("b1"), "a1 c1 b2 b3");
}

/// Returns the probabilities of a win, a draw and a loss against a random player, for a side that takes each cell
/// of a set with the same probability. `set` gives the cells as bits, by class number.
fn expected_results(side: Side, set: impl Fn(usize) -> u16) -> [f64; 3] {
    let mut weights = vec![0.0; CLASS_COUNT];
    let mut parts = [0.0; 3];
    weights[0] = 1.0;
    for (at, class) in CLASSES.list().iter().enumerate() {
        let own = class.to_move() == side;
        let moves = if own { set(at) } else { class.position.free() };
        let share = weights[at] / f64::from(moves.count_ones());
        for cell in cells(moves) {
            match class.next[cell] {
                DRAWN => parts[1] += share,
                WON => parts[if own { 0 } else { 2 }] += share,
                next => weights[usize::from(next)] += share,
            }
        }
    }
    parts
}

#[test]
fn results_against_a_random_player_are_those_of_the_notes() {
    let near = |side, also_by_distance: bool, wanted: [f64; 3]| {
        let found = expected_results(side, |class| CLASSES.best(class, also_by_distance));
        for (found, wanted) in found.into_iter().zip(wanted) {
            assert!(
                (found - wanted).abs() < 5e-5,
                "{side:?}: {found} is not {wanted}"
            );
        }
    };
    near(Side::First, false, [0.967_811, 0.032_189, 0.0]);
    near(Side::Second, false, [0.777_484, 0.222_516, 0.0]);
    let anywhere = |class: usize| CLASSES.list()[class].position.free();
    let random = expected_results(Side::First, anywhere);
    for (found, wanted) in random.into_iter().zip([0.584_921, 0.126_984, 0.288_095]) {
        assert!((found - wanted).abs() < 5e-7, "{found} is not {wanted}");
    }
    // Counting the lines of a strategy and playing them give the same.
    let perfect = Replies::of(|class| CLASSES.best(class, true).trailing_zeros() as u8);
    let perfect = perfect.expect("the replies are legal");
    assert_eq!(perfect.lost(), 0);
    assert_eq!(perfect.violation(), 0);
    for side in Side::BOTH {
        assert_eq!(perfect.games(side), lines_by_playing(&perfect, side));
    }
}

#[test]
fn the_rules_of_thumb_apply_in_their_order() {
    let usual = Board::default();
    let chosen = |moves: &str| {
        let (rule, cell) = rules_of_thumb::choose(&played(usual, moves)).expect("a move");
        (rule, usual.name(cell))
    };
    let is = |moves: &str, rule: Rule, cell: &str| {
        assert_eq!(chosen(moves), (rule, cell.to_owned()), "{moves}");
    };
    // The own pair comes before the rival's pair, and rows before columns before diagonals.
    is("a1 a3 b1 b3 c2", Rule::Complete, "c3");
    is("a1 b2 b1", Rule::Block, "c1");
    is("a1 c1 b2 c2 a3", Rule::Complete, "c3");
    is("c1 a1 b2", Rule::Block, "a3");
    // The first free cell beside the rival, row by row.
    is("c3", Rule::BesideRival, "b2");
    is("a1", Rule::BesideRival, "b1");
    is("", Rule::Anywhere, "a1");
    // Rule 4, beside an own mark, decides only if no mark of the rival has a free neighbour.
    let full = "a1 b1 b2 a2 a3 c1 c2 c3 b3";
    assert_eq!(rules_of_thumb::choose(&played(usual, full)), None);
    let large = played(board("5x5k4"), "a1 e5 b1 e4 c1");
    assert_eq!(
        rules_of_thumb::choose(&large).map(|(rule, _)| rule),
        Some(Rule::Block)
    );
    // The only cell beside the rival is taken.
    let narrow = board("1x7k3");
    let (rule, cell) = rules_of_thumb::choose(&played(narrow, "b1 a1")).expect("a move");
    assert_eq!(
        (rule, narrow.name(cell)),
        (Rule::BesideOwn, "c1".to_owned())
    );
}

#[test]
fn minimax_in_single_steps_finds_what_it_finds_at_once() {
    let small = Position3x3::of(&played(Board::default(), "a1 b2 c3 b1")).expect("3x3");
    let whole = minimax::search(small);
    let mut steps = SteppedMinimax::new(small);
    let (mut downs, mut ups) = (0, 0);
    loop {
        match steps.step() {
            Step::Down(_) => downs += 1,
            Step::Up(_) => ups += 1,
            Step::End(_) => {}
            Step::Done => break,
        }
    }
    assert_eq!(downs, ups);
    assert_eq!(steps.nodes(), whole.nodes);
    assert_eq!(steps.stack().len(), 1);
    assert_eq!(steps.stack()[0].tried, whole.moves);
    assert_eq!(
        steps.stack()[0].best_so_far(),
        whole.best().map(|best| best.score)
    );
    // Finishing a branch, whether at once or in pieces, gives the same scores.
    let mut quick = SteppedMinimax::new(small);
    quick.step();
    assert!(quick.run_to_length(1, u32::MAX));
    assert_eq!(quick.stack()[0].tried, whole.moves[..1]);
    let mut pieces = SteppedMinimax::new(small);
    pieces.step();
    assert!(!pieces.run_to_length(1, 3));
    while !pieces.run_to_length(1, 3) {}
    assert_eq!(pieces.stack()[0].tried, whole.moves[..1]);
    assert_eq!(pieces.nodes(), quick.nodes());
}

#[test]
fn minimax_in_single_steps_has_nothing_to_search_in_a_game_that_is_over() {
    for (moves, is_won) in [
        ("a1 a2 b1 b2 c1", true),
        ("a1 b1 c1 b2 a2 c2 b3 a3 c3", false),
    ] {
        let over = Position3x3::of(&played(Board::default(), moves)).expect("3x3");
        assert!(over.is_over() && over.winner().is_some() == is_won);
        let mut steps = SteppedMinimax::new(over);
        assert_eq!(steps.last(), Some(Step::Done));
        assert_eq!(steps.step(), Step::Done);
        assert_eq!((steps.stack().len(), steps.nodes()), (1, 1));
        assert_eq!(minimax::search(over).nodes, 1);
    }
}

#[test]
fn what_a_move_has_caused_is_the_mark_the_board_that_it_decides_and_the_line_that_wins() {
    let decided = |game: &Game| game.ultimate().expect("it is Ultimate").boards_decided();
    let mut lines_won = 0;
    for seed in 0..40 {
        let mut game = Game::new(Board::Ultimate);
        let mut rng = Seed(seed).stream(Purpose::Play);
        while let Some(&cell) = rng.choose(&game.legal_cells()) {
            let (side, before) = (game.to_move(), decided(&game));
            let events = TicTacToe::apply(&mut game, &cell).expect("allowed");
            assert_eq!(game.mark(cell), Some(side));
            assert_eq!(before & !decided(&game), 0, "decided for good");
            let new = decided(&game) & !before;
            let won = game.ultimate().expect("it is Ultimate").boards_won(side);
            let mut expected = vec![Event::Marked(cell, side)];
            expected.extend(
                (0..9).filter(|board| new >> board & 1 == 1).map(|board| {
                    Event::BoardDecided(board, (won >> board & 1 == 1).then_some(side))
                }),
            );
            let line = game.winning_line();
            if let (Some(from), Some(to)) = (line.first(), line.last()) {
                expected.push(Event::LineWon(*from, *to));
                lines_won += 1;
            }
            assert_eq!(events, expected);
        }
    }
    assert!(lines_won > 0);
}

#[test]
fn moves_that_are_not_allowed_change_nothing() {
    let mut game = played(Board::default(), "a1 b2");
    assert_eq!(game.play(Cell(0)), Err(MoveError::Taken));
    assert_eq!(game.play(Cell(9)), Err(MoveError::Outside(9)));
    assert_eq!((game.mark_count(), game.to_move()), (2, Side::First));
    let mut over = played(Board::default(), "a1 a2 b1 b2 c1");
    assert_eq!(over.status(), Status::Won(Side::First));
    assert_eq!(over.play(Cell(8)), Err(MoveError::Over));
    assert_eq!(over.winning_line(), [Cell(0), Cell(1), Cell(2)]);
    let mut ultimate = played(Board::Ultimate, "a1");
    let before = format!("{ultimate:?}");
    assert_eq!(ultimate.play(Cell(80)), Err(MoveError::OtherBoard));
    assert_eq!(ultimate.play(Cell(0)), Err(MoveError::Taken));
    assert_eq!(format!("{ultimate:?}"), before);
}

#[test]
fn every_player_plays_whole_games_and_all_but_the_random_one_take_what_wins_at_once() {
    let perfect = Replies::of(|class| CLASSES.best(class, true).trailing_zeros() as u8);
    let perfect = std::sync::Arc::new(perfect.expect("the replies are legal"));
    let players = [
        Player::Random,
        Player::Rules,
        Player::Minimax,
        Player::Search(Limits::nodes(5_000)),
        Player::Strategy(perfect),
    ];
    for (at, first) in players.iter().enumerate() {
        for second in &players {
            let mut game = Game::new(Board::default());
            while game.status() == Status::Playing {
                let mover = if game.to_move() == Side::First {
                    first
                } else {
                    second
                };
                let choice = mover.choose(&game, Seed(at as u64), &StopToken::default(), |_| {});
                game.play(choice.expect("a move").cell)
                    .expect("a legal one");
            }
            // These players play perfectly and never lose.
            let perfect = |player: &Player| {
                matches!(
                    player,
                    Player::Minimax | Player::Search(_) | Player::Strategy(_)
                )
            };
            assert!(!(perfect(first) && game.status() == Status::Won(Side::Second)));
            assert!(!(perfect(second) && game.status() == Status::Won(Side::First)));
        }
    }
    let game = played(Board::default(), "a1 a2 b1 b2");
    for (at, player) in players.iter().enumerate().skip(1) {
        let choice = player.choose(&game, Seed(1), &StopToken::default(), |_| {});
        assert_eq!(choice.expect("a move").cell, Cell(2), "player {at}");
    }
    let game = played(board("15x15k5"), "h8 a1 h9 a2 h10 a3 h11 o15");
    let choice = Player::Search(Limits::nodes(20_000))
        .choose(&game, Seed(1), &StopToken::default(), |_| {})
        .expect("a move");
    assert!(["h7", "h12"].contains(&game.board().name(choice.cell).as_str()));
    assert!(
        matches!(choice.why, MoveReason::Search(thinking) if thinking.proven_value() == Some(GameValue::Win(1)))
    );
}

#[test]
fn impossible_boards_and_setups_are_refused_with_the_reason() {
    for (text, part) in [
        ("3x3k4", "4 in a row do not fit on a board of 3x3"),
        ("0x0k0", "a board of 0x0 is not possible"),
        ("100x100k5", "a board of 100x100 is not possible"),
        ("1000x1k1", "a board of 1000x1 is not possible"),
        ("3x3k1", "it takes 2 or more"),
        ("3x3", "is not a board"),
        ("", "is not a board"),
        ("-3x3k3", "is not a board"),
    ] {
        let why = text.parse::<Board>().expect_err(text).to_string();
        assert!(why.contains(part), "{text}: {why}");
    }
    for (text, part) in [
        ("3x3k3-human", "is not a setup"),
        ("3x3k3-human-wizard", "no opponent called \"wizard\""),
        ("3x3k3-human-minmax", "\"minmax\"; you may mean minimax"),
        ("3x3k3-human-evolvd70", "you may mean evolved70"),
        ("3x3k3-human-search21", "no opponent called \"search21\""),
        ("3x3k3-human-evolved95", "it goes from 20 to 90"),
        (
            "4x4k4-human-minimax",
            "minimax plays on 3x3k3 only, not on 4x4k4",
        ),
        ("ultimate-unbeaten-human", "plays on 3x3k3 only"),
        ("3x3k3-evolved70-evolved80", "only one seat can hold"),
        ("3x3k3-human-kept.Ä", "is not a name"),
        ("3x3k3-human-rules-third", "is not a setup"),
    ] {
        let why = text.parse::<Setup>().expect_err(text).to_string();
        assert!(why.contains(part), "{text}: {why}");
    }
    for text in [
        "3x3k3-human-rules",
        "15x15k5-search2-search-second",
        "ultimate-human-human-noughts",
    ] {
        assert_eq!(text.parse::<Setup>().expect("a setup").to_string(), text);
    }
}

#[test]
fn the_ordering_key_puts_early_wins_first_and_late_losses_before_early_ones() {
    let ordered = [
        GameValue::Win(1),
        GameValue::Win(5),
        GameValue::Draw,
        GameValue::Loss(6),
        GameValue::Loss(2),
    ];
    assert!(
        ordered
            .windows(2)
            .all(|pair| ordering_key(pair[0]) > ordering_key(pair[1]))
    );
}
