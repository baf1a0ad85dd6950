//! Tic-tac-toe: rules, the whole tree of 3x3, and every kind of opponent.

use std::collections::HashMap;
use std::time::Duration;

use evolvarium::games::tic_tac_toe::opponent::classes::{CLASSES, COUNT, Small, cells, worth};
use evolvarium::games::tic_tac_toe::opponent::minimax::{self, Climb, Step};
use evolvarium::games::tic_tac_toe::opponent::rules_of_thumb::{self, Rule};
use evolvarium::games::tic_tac_toe::opponent::strategy::expected;
use evolvarium::games::tic_tac_toe::opponent::{Player, Strategy as Replies, Way, Why, search};
use evolvarium::games::tic_tac_toe::rules::{
    Board, Cell, Game, LineBoard, LineGame, Outcome, Refusal, Side,
};
use evolvarium::games::tic_tac_toe::setup::Setup;
use evolvarium::generation::{Purpose, Seed};
use evolvarium::search::{Limits, Stopper, Verdict};
use proptest::prelude::*;

use crate::tic_tac_toe_strategies::lines_by_playing;

fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

/// A game after moves named by cells such as `b2`.
fn played(board: Board, moves: &str) -> Game {
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

/// Every position of 3x3 that play reaches, final ones too.
fn positions() -> Vec<Small> {
    let mut all = vec![Small::default()];
    let mut seen: std::collections::HashSet<Small> = all.iter().copied().collect();
    let mut at = 0;
    while at < all.len() {
        let small = all[at];
        if !small.over() {
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

#[test]
fn the_tree_of_3x3_has_the_known_counts() {
    let all = positions();
    assert_eq!(all.len(), 5_478);
    assert_eq!(all.iter().filter(|small| small.over()).count(), 958);
    assert_eq!(CLASSES.positions(), 5_478);
    assert_eq!(CLASSES.list().len(), COUNT);
    assert_eq!(CLASSES.finals(), 138);
    let first = CLASSES
        .list()
        .iter()
        .filter(|class| class.to_move() == Side::First);
    assert_eq!(first.count(), 338);
    // Whole games, counted by the rules of the game itself.
    fn count(game: &Game, ends: &mut HashMap<Outcome, u32>) {
        match game.outcome() {
            Outcome::Playing => {
                for cell in game.allowed() {
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
    assert_eq!(ends[&Outcome::Won(Side::First)], 131_184);
    assert_eq!(ends[&Outcome::Won(Side::Second)], 77_904);
    assert_eq!(ends[&Outcome::Drawn], 46_080);
}

#[test]
fn minimax_table_and_search_agree_on_every_position() {
    assert_eq!(minimax::look(Small::default()).nodes, 549_946);
    for small in positions().into_iter().filter(|small| !small.over()) {
        let class = CLASSES.find(small).expect("it is not over");
        let value = CLASSES.value(class);
        let document = minimax::look(small).best().expect("a move").score;
        // The document counts plies from the move at the root, which is ply 0.
        let scored = match value {
            Verdict::Win(plies) => 11 - plies as i32,
            Verdict::Draw => 0,
            Verdict::Loss(plies) => plies as i32 - 11,
        };
        assert_eq!(document, scored, "{small:?}");
        let game = game_of(small);
        let found = search(
            &game,
            Limits::default(),
            Way::EveryMove,
            &Stopper::default(),
            |_| {},
        );
        let found = found.expect("no limits");
        assert_eq!(found.verdict(), Some(value), "{small:?}");
        let verdicts = CLASSES.verdicts(small);
        for candidate in &found.candidates {
            let verdict = Verdict::of(candidate.score, true);
            assert_eq!(
                verdict,
                verdicts[candidate.made.index()],
                "{small:?} {candidate:?}"
            );
        }
        assert_eq!(found.candidates.len(), small.free().count_ones() as usize);
    }
}

/// A game that comes to a position, its marks made in turn.
fn game_of(small: Small) -> Game {
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
        let verdicts = CLASSES.verdicts(Small::of(&game).expect("3x3"));
        let drawn = (0..9).filter(|cell| verdicts[*cell] == Some(Verdict::Draw));
        drawn
            .map(|cell| Board::default().name(Cell(cell as u8)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(draws("a1"), "b2");
    assert_eq!(draws("b2"), "a1 c1 a3 c3");
    assert_eq!(draws("b1"), "a1 c1 b2 b3");
}

#[test]
fn results_against_a_random_player_are_those_of_the_notes() {
    let near = |side, also_by_distance: bool, wanted: [f64; 3]| {
        let found = expected(side, |class| CLASSES.best(class, also_by_distance));
        for (found, wanted) in found.into_iter().zip(wanted) {
            assert!(
                (found - wanted).abs() < 5e-5,
                "{side:?}: {found} is not {wanted}"
            );
        }
    };
    near(Side::First, false, [0.967_811, 0.032_189, 0.0]);
    near(Side::Second, false, [0.777_484, 0.222_516, 0.0]);
    let anywhere = |class: usize| CLASSES.list()[class].small.free();
    let random = expected(Side::First, anywhere);
    for (found, wanted) in random.into_iter().zip([0.584_921, 0.126_984, 0.288_095]) {
        assert!((found - wanted).abs() < 5e-7, "{found} is not {wanted}");
    }
    // The same by counting lines of a strategy, and by playing them.
    let perfect = Replies::of(|class| CLASSES.best(class, true).trailing_zeros() as u8);
    let perfect = perfect.expect("the best moves are free");
    assert_eq!(perfect.lost(), 0);
    assert_eq!(perfect.violation(), 0);
    for side in Side::BOTH {
        assert_eq!(perfect.games(side), lines_by_playing(&perfect, side));
    }
}

#[test]
fn the_rules_of_thumb_apply_in_the_order_of_the_document() {
    let usual = Board::default();
    let chosen = |moves: &str| {
        let (rule, cell) = rules_of_thumb::choose(&played(usual, moves)).expect("a move");
        (rule, usual.name(cell))
    };
    let is = |moves: &str, rule: Rule, cell: &str| {
        assert_eq!(chosen(moves), (rule, cell.to_owned()), "{moves}");
    };
    // Its own pair comes before the rival's, rows before columns before diagonals.
    is("a1 a3 b1 b3 c2", Rule::Complete, "c3");
    is("a1 b2 b1", Rule::Block, "c1");
    is("a1 c1 b2 c2 a3", Rule::Complete, "c3");
    is("c1 a1 b2", Rule::Block, "a3");
    // The first free cell beside the rival, row by row.
    is("c3", Rule::BesideRival, "b2");
    is("a1", Rule::BesideRival, "b1");
    is("", Rule::Anywhere, "a1");
    // Nothing of the rival's is there yet when the other has not moved: beside its own never decides
    // before that, unless the rival's marks have no free neighbour.
    let full = "a1 b1 b2 a2 a3 c1 c2 c3 b3";
    assert_eq!(rules_of_thumb::choose(&played(usual, full)), None);
    let large = played(board("5x5k4"), "a1 e5 b1 e4 c1");
    assert_eq!(
        rules_of_thumb::choose(&large).map(|(rule, _)| rule),
        Some(Rule::Block)
    );
}

#[test]
fn minimax_climbs_a_step_at_a_time_to_what_it_finds_at_once() {
    let small = Small::of(&played(Board::default(), "a1 b2 c3 b1")).expect("3x3");
    let whole = minimax::look(small);
    let mut climb = Climb::new(small);
    let (mut downs, mut ups) = (0, 0);
    loop {
        match climb.step() {
            Step::Down(_) => downs += 1,
            Step::Up(_) => ups += 1,
            Step::End(_) => {}
            Step::Done => break,
        }
    }
    assert_eq!(downs, ups);
    assert_eq!(climb.nodes(), whole.nodes);
    assert_eq!(climb.ladder().len(), 1);
    assert_eq!(climb.ladder()[0].tried, whole.moves);
    assert_eq!(
        climb.ladder()[0].so_far(),
        whole.best().map(|best| best.score)
    );
    // Climbing out of a branch gives the same scores.
    let mut quick = Climb::new(small);
    quick.step();
    quick.climb_to(0);
    assert_eq!(quick.ladder()[0].tried, whole.moves[..1]);
}

#[test]
fn small_boards_have_their_known_values() {
    for (name, value) in [
        ("3x3k3", Verdict::Draw),
        ("3x4k3", Verdict::Win(7)),
        ("4x3k3", Verdict::Win(7)),
        ("4x4k3", Verdict::Win(5)),
        ("4x4k4", Verdict::Draw),
        ("2x2k2", Verdict::Win(3)),
        ("1x5k2", Verdict::Win(3)),
    ] {
        let game = Game::new(board(name));
        let found = search(
            &game,
            Limits::default(),
            Way::Solve,
            &Stopper::default(),
            |_| {},
        );
        let found = found.expect("no limits");
        assert!(found.complete, "{name}");
        assert_eq!(found.verdict(), Some(value), "{name}");
    }
}

/// Plain minimax over a game, without any of the search's means, some plies deep: 100 less the plies
/// to a win, the opposite for a loss, 0 for a draw or beyond.
fn plain(game: &Game, plies: u32) -> i32 {
    match game.outcome() {
        Outcome::Won(_) => return -100,
        Outcome::Drawn => return 0,
        Outcome::Playing if plies == 0 => return 0,
        Outcome::Playing => {}
    }
    let after = |cell: Cell| {
        let mut next = game.clone();
        next.play(cell).expect("it is allowed");
        let score = -plain(&next, plies - 1);
        score - score.signum()
    };
    game.allowed().into_iter().map(after).max().unwrap_or(0)
}

/// What plain minimax says, as a verdict.
fn plain_verdict(game: &Game, plies: u32) -> Verdict {
    match plain(game, plies) {
        0 => Verdict::Draw,
        score if score > 0 => Verdict::Win((100 - score) as u32),
        score => Verdict::Loss((100 + score) as u32),
    }
}

/// Any board up to 5x5 that can be played.
fn small_boards() -> impl Strategy<Value = Board> {
    (1u8..=5, 1u8..=5, 2u8..=5).prop_filter_map("it can be played", |(rows, cols, wins)| {
        format!("{rows}x{cols}k{wins}").parse().ok()
    })
}

/// A game after random moves, as many as leave `free` cells, that is not over.
fn random_game(board: Board, free: usize, seed: u64) -> Option<Game> {
    let mut game = Game::new(board);
    let mut rng = Seed(seed).stream(Purpose::Play);
    while board.cells() - game.moved() > free {
        let cell = *rng.pick(&game.allowed())?;
        game.play(cell).expect("allowed");
    }
    (game.outcome() == Outcome::Playing).then_some(game)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    /// On random boards with few free cells the search finds what plain minimax finds, result and
    /// distance, for the position and for every move of it.
    #[test]
    fn the_search_agrees_with_plain_minimax_on_any_board(
        board in small_boards(), seeds in proptest::collection::vec(0u64..1_000_000, 20),
    ) {
        // Random moves often end the game: the first seed that does not.
        let game = seeds.into_iter().find_map(|seed| random_game(board, 7, seed));
        let Some(game) = game else { return Err(TestCaseError::reject("every game ends early")) };
        for way in [Way::Solve, Way::EveryMove] {
            let found = search(&game, Limits::default(), way, &Stopper::default(), |_| {});
            let found = found.expect("no limits");
            prop_assert_eq!(found.verdict(), Some(plain_verdict(&game, 9)), "{:?}", found);
            for candidate in found.candidates.iter().filter(|_| way == Way::EveryMove) {
                let mut after = game.clone();
                after.play(candidate.made).expect("allowed");
                let reply = match plain_verdict(&after, 9) {
                    Verdict::Win(plies) => Verdict::Loss(plies + 1),
                    Verdict::Draw => Verdict::Draw,
                    Verdict::Loss(plies) => Verdict::Win(plies + 1),
                };
                prop_assert_eq!(found.proven(candidate.score), Some(reply));
            }
        }
    }

    /// Making and unmaking moves leaves every count as it is when it is made from scratch.
    #[test]
    fn counts_of_lines_are_those_from_scratch(
        rows in 1u8..=15, cols in 1u8..=15, wins in 2u8..=6, seed in 0u64..1_000_000,
    ) {
        let Ok(board) = LineBoard::new(rows, cols, wins) else { return Ok(()) };
        let mut rng = Seed(seed).stream(Purpose::Play);
        let mut game = LineGame::new(board);
        let mut made = Vec::new();
        for _ in 0..60 {
            let free: Vec<Cell> = game.free().collect();
            let forward = !game.over() && (made.is_empty() || rng.below(3) > 0);
            if forward {
                let cell = *rng.pick(&free).expect("not over");
                game.make(cell);
                made.push(cell);
            } else if let Some(cell) = made.pop() {
                game.unmake(cell);
            }
        }
        let mut fresh = LineGame::new(board);
        made.iter().for_each(|cell| fresh.make(*cell));
        prop_assert_eq!(format!("{game:?}"), format!("{fresh:?}"));
        for side in Side::BOTH {
            let wins: Vec<Cell> = game.free().filter(|cell| game.completes(*cell, side)).collect();
            prop_assert_eq!(wins.len(), if game.won().is_some() { wins.len() } else { game.threats(side) });
            let open = game.lines().iter();
            let open = open.filter(|line| line.iter().all(|c| game.mark(*c) != Some(side.other())));
            prop_assert_eq!(open.count(), game.open(side));
        }
    }

    /// Ultimate: the search's two-ply view is that of plain minimax, wherever a game may be.
    #[test]
    fn ultimate_is_searched_by_its_rules(seed in 0u64..1_000_000, moves in 0usize..70) {
        let mut game = Game::new(Board::Ultimate);
        let mut rng = Seed(seed).stream(Purpose::Play);
        for _ in 0..moves {
            let allowed = game.allowed();
            let Some(cell) = rng.pick(&allowed) else { break };
            prop_assert_eq!(game.check(*cell), Ok(()));
            game.play(*cell).expect("allowed");
            // On the board that the cell names, unless that is decided.
            let ultimate = game.ultimate().expect("it is");
            let (row, col) = Board::Ultimate.place(*cell);
            let named = row % 3 * 3 + col % 3;
            let open = ultimate.boards_decided() >> named & 1 == 0;
            if open && game.outcome() == Outcome::Playing {
                prop_assert_eq!(ultimate.boards_allowed(), 1 << named);
            }
        }
        if game.outcome() == Outcome::Playing {
            let found = search(&game, Limits::depth(2), Way::Solve, &Stopper::default(), |_| {});
            let found = found.expect("in range");
            let seen = match found.belief() {
                Some(Verdict::Win(plies)) if plies <= 2 => Verdict::Win(plies),
                Some(Verdict::Loss(plies)) if plies <= 2 => Verdict::Loss(plies),
                _ => Verdict::Draw,
            };
            prop_assert_eq!(seen, plain_verdict(&game, 2));
        } else {
            prop_assert!(game.allowed().is_empty());
        }
    }
}

#[test]
fn moves_that_are_not_allowed_change_nothing() {
    let mut game = played(Board::default(), "a1 b2");
    assert_eq!(game.play(Cell(0)), Err(Refusal::Taken));
    assert_eq!(game.play(Cell(9)), Err(Refusal::Outside(9)));
    assert_eq!((game.moved(), game.to_move()), (2, Side::First));
    let mut over = played(Board::default(), "a1 a2 b1 b2 c1");
    assert_eq!(over.outcome(), Outcome::Won(Side::First));
    assert_eq!(over.play(Cell(8)), Err(Refusal::Over));
    assert_eq!(over.winning_line(), [Cell(0), Cell(1), Cell(2)]);
    let mut ultimate = played(Board::Ultimate, "a1");
    let before = format!("{ultimate:?}");
    assert_eq!(ultimate.play(Cell(80)), Err(Refusal::OtherBoard));
    assert_eq!(ultimate.play(Cell(0)), Err(Refusal::Taken));
    assert_eq!(format!("{ultimate:?}"), before);
}

#[test]
fn every_player_plays_whole_games_and_takes_what_wins_at_once() {
    let perfect = Replies::of(|class| CLASSES.best(class, true).trailing_zeros() as u8);
    let perfect = std::sync::Arc::new(perfect.expect("free cells"));
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
            while game.outcome() == Outcome::Playing {
                let mover = if game.to_move() == Side::First {
                    first
                } else {
                    second
                };
                let choice = mover.choose(&game, Seed(at as u64), &Stopper::default(), |_| {});
                game.play(choice.expect("a move").cell)
                    .expect("a legal one");
            }
            // Whoever knows everything never loses.
            let perfect = |player: &Player| {
                matches!(
                    player,
                    Player::Minimax | Player::Search(_) | Player::Strategy(_)
                )
            };
            assert!(!(perfect(first) && game.outcome() == Outcome::Won(Side::Second)));
            assert!(!(perfect(second) && game.outcome() == Outcome::Won(Side::First)));
        }
    }
    let game = played(board("15x15k5"), "h8 a1 h9 a2 h10 a3 h11 o15");
    let choice = Player::Search(Limits::nodes(20_000))
        .choose(&game, Seed(1), &Stopper::default(), |_| {})
        .expect("a move");
    assert!(["h7", "h12"].contains(&game.board().name(choice.cell).as_str()));
    assert!(
        matches!(choice.why, Why::Search(thinking) if thinking.verdict() == Some(Verdict::Win(1)))
    );
}

#[test]
fn a_search_heeds_its_limits_and_its_stopper_and_repeats_itself() {
    let game = played(board("15x15k5"), "h8 g7 i9 g9");
    let limits = Limits::nodes(20_000);
    let first = search(&game, limits, Way::Solve, &Stopper::default(), |_| {}).expect("in range");
    assert!(first.nodes <= 20_100, "{}", first.nodes);
    let again = search(&game, limits, Way::Solve, &Stopper::default(), |_| {}).expect("in range");
    assert_eq!((first.score, &first.line), (again.score, &again.line));
    let stopper = Stopper::default();
    let mut looks = 0;
    let stopped = search(
        &game,
        Limits::time(Duration::from_secs(600)),
        Way::Solve,
        &stopper,
        |_| {
            looks += 1;
            stopper.stop();
        },
    );
    assert_eq!(
        stopped.and_then(|t| t.ended),
        Some(evolvarium::search::Ended::Stopped)
    );
    assert_eq!(looks, 1);
    for nonsense in [
        Limits::depth(0),
        Limits::depth(10_000),
        Limits::nodes(0),
        Limits::time(Duration::ZERO),
    ] {
        let why = nonsense.check().expect_err("nonsense");
        assert!(why.to_string().contains("must be from 1 to"), "{why}");
        assert!(search(&game, nonsense, Way::Solve, &Stopper::default(), |_| {}).is_none());
    }
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
        ("3x3k3-human-search21", "no opponent called \"search21\""),
        ("3x3k3-human-evolved95", "it goes from 20 to 90"),
        (
            "4x4k4-human-minimax",
            "minimax plays on 3x3k3 only, not on 4x4k4",
        ),
        ("ultimate-unbeaten-human", "plays on 3x3k3 only"),
        ("3x3k3-evolved70-evolved80", "only one seat can be evolved"),
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
fn worth_puts_early_wins_first_and_late_losses_before_early_ones() {
    let ordered = [
        Verdict::Win(1),
        Verdict::Win(5),
        Verdict::Draw,
        Verdict::Loss(6),
        Verdict::Loss(2),
    ];
    assert!(
        ordered
            .windows(2)
            .all(|pair| worth(pair[0]) > worth(pair[1]))
    );
}
