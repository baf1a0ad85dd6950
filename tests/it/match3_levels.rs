//! Levels: the figures of limbsoo's program, and the meaning of feasibility.

use evolvarium::games::match3::level::potential::patterns;
use evolvarium::games::match3::level::{
    BoardEvolution, Breakdown, Difficulty, Feasibility, GenerationError, Level, LevelGenome,
    LevelProblem, Prediction, Setup, ViolationMeasure, generate, swap_potential,
};
use evolvarium::games::match3::playtest::{REFERENCE_PLAYER, SwapForecast, play_many, regenerate};
use evolvarium::games::match3::rules::{
    Cell, Cells, Colour, Fill, Game, Goal, Kind, Size, Status, Swap,
};
use evolvarium::generation::{EvolutionParameters, Pick, Problem, Purpose, Run, Seed, StopReason};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Measured {
    id: u32,
    swap_potential: u32,
    lost_to_blocked1: f64,
    lost_to_blocked3: f64,
    #[serde(rename = "plays")]
    _plays: u32,
    #[serde(rename = "mean_swaps")]
    _mean: f64,
    #[serde(rename = "sd_swaps")]
    _deviation: f64,
    rows: Vec<String>,
}

fn level(rows: &[impl AsRef<str>]) -> Level {
    Level::from_rows(rows, 6, Goal::Score(100), 0).expect("a level")
}

fn fast_potential(level: &Level) -> u32 {
    let layout = level.layout();
    let closed = layout.obstacles | layout.blocked | layout.overlays;
    swap_potential(level.size().all() - closed, layout.overlays)
}

#[test]
fn the_authors_measured_levels_are_met_exactly() {
    let text = include_str!("../data/match3_measured_levels.ron");
    let levels: Vec<Measured> = ron::from_str(text).expect("the file is RON");
    assert_eq!(levels.len(), 5);
    for measured in levels {
        let level = level(&measured.rows);
        let sum = level.breakdown();
        assert_eq!(
            sum.potential, measured.swap_potential,
            "level {}",
            measured.id
        );
        assert_eq!(fast_potential(&level), sum.potential);
        for (kind, stored) in [
            (Kind::Blocked1, measured.lost_to_blocked1),
            (Kind::Blocked3, measured.lost_to_blocked3),
        ] {
            let ours = format!("{:.6}", sum.lost_to(kind));
            assert_eq!(ours, format!("{stored:.6}"), "level {}", measured.id);
        }
        assert!(
            level.feasibility().unreachable.is_empty(),
            "level {}",
            measured.id
        );
    }
}

#[test]
fn open_boards_have_the_known_counts_of_patterns() {
    for (side, count) in [(5, 184), (8, 664), (9, 888), (10, 1144), (11, 1432)] {
        let size = Size::new(side, side).expect("a size");
        assert_eq!(patterns(size), count);
        assert_eq!(swap_potential(size.all(), Cells::default()), count);
        assert_eq!(Breakdown::of(size, |_| None).potential, count);
    }
}

#[test]
fn unreachable_cells_are_counted_and_grouped_as_in_a_hand_worked_level() {
    let level = level(&["......", "1111..", "..1...", "......", ".11...", "......"]);
    // (2,0) and (2,1) cannot be reached: the cells above are blocked, and to the right is a wall.
    let found = level.feasibility();
    let expected: Cells = [(2, 0), (2, 1)]
        .into_iter()
        .filter_map(|(r, c)| level.size().cell(r, c))
        .collect();
    assert_eq!((found.unreachable, found.components()), (expected, 1));
    assert_eq!(found.violation(), 2);
}

#[test]
fn a_shell_at_the_top_between_shells_is_broken_by_a_match_below() {
    let shells = ".1.111.1..";
    let mut rows = vec![shells];
    rows.extend([".........."; 9]);
    let level = level(&rows);
    assert_eq!(level.feasibility().violation(), 0);
    let code = "10x10c7-p900n_1p1ppp1p92";
    code.parse::<Setup>().expect("the same board in a setup");
    let level = level.with_goals(Goal::ClearSpecials).with_moves(60);
    let plays = play_many(&level, REFERENCE_PLAYER, Seed(1), 200, 2);
    assert!(plays.iter().any(|play| play.won), "it can be cleared");
    // One row further down no block would come in from above.
    let mut rows = vec!["....###..."];
    rows.push("....#1#...");
    rows.extend([".........."; 8]);
    let walled = self::level(&rows);
    let middle = cell(&walled, 1, 5);
    assert_eq!(
        walled.feasibility().unreachable,
        [middle].into_iter().collect()
    );
}

/// The violation of a level's board by both measures: cells and groups.
fn violations(level: &Level) -> [u32; 2] {
    let mut genome = LevelGenome::default();
    for (cell, kind) in level.special() {
        genome.set(*cell, Some(*kind));
    }
    ViolationMeasure::NAMED.map(|(_, violation)| {
        let setup = Setup {
            violation,
            ..Setup::of(Difficulty::Normal, level.size())
        };
        LevelProblem::new(setup).violation(&genome)
    })
}

#[test]
fn the_violation_counts_cells_or_groups_of_cells_as_worked_out_by_hand() {
    // (2,0) and (2,1) touch each other, (5,5) is alone.
    let apart = level(&["......", "###...", "..#...", "......", "....##", "....#."]);
    assert_eq!(violations(&apart), [3, 2]);
    // Below each of the walls there is one group: of 6 cells, and of 12.
    let below = level(&["......", "######", "......", "######", "......", "......"]);
    assert_eq!(violations(&below), [18, 2]);
    // All cells can be filled, but no line of three touches the shell.
    let corner = level(&["......", "......", "......", "......", "##....", "1..#.."]);
    assert_eq!(corner.feasibility().unreachable, Cells::default());
    assert_eq!(violations(&corner), [1, 1]);
    assert_eq!(violations(&level(&["......"; 6])), [0, 0]);
}

#[test]
fn a_setup_with_the_evolution_of_limbsoos_post_is_written_and_read_and_finds_a_level() {
    let usual: Setup = "10x10c7-p500t55k10n".parse().expect("a setup");
    let post = usual.clone().with_evolution(BoardEvolution::Limbsoo);
    assert_eq!(post.to_string(), "10x10c7-p500t55k10rny0o");
    assert_eq!(post.clone().with_evolution(BoardEvolution::Usual), usual);
    let run = generate(&post, &EvolutionParameters::default(), Seed(3)).expect("a run");
    assert_eq!(run.stop_reason(), Some(&StopReason::TargetMet));
    let best = run.best().expect("a best board");
    assert!(run.problem().potential(&best.genome).abs_diff(500) <= 55);
    assert_eq!(run.problem().violation(&best.genome), 0);
}

#[test]
fn the_measure_of_the_violation_is_part_of_a_setup() {
    let text = "10x10c7-p500t55k10rnov";
    let setup: Setup = text.parse().expect("a setup");
    assert_eq!(setup.violation, ViolationMeasure::Groups);
    assert_eq!(setup.to_string(), text);
    let without: Setup = "10x10c7-p500t55k10rno".parse().expect("a setup");
    assert_eq!(without.violation, ViolationMeasure::Cells);
}

fn cell(level: &Level, row: usize, col: usize) -> Cell {
    level.size().cell(row, col).expect("on the board")
}

/// Makes levels of any size with any kinds, from open to crowded ones.
fn any_level() -> impl Strategy<Value = Level> {
    (5usize..=12, 5usize..=12, 0usize..10)
        .prop_flat_map(|(rows, cols, crowd)| {
            let letter = prop_oneof![
                20 - 2 * crowd as u32 => Just('.'),
                1 => Just('#'),
                1 + crowd as u32 / 2 => prop::sample::select(vec!['1', '2', '3', '4']),
                1 + crowd as u32 / 4 => prop::sample::select(vec!['a', 'b', 'c', 'd']),
            ];
            prop::collection::vec(prop::collection::vec(letter, cols), rows)
        })
        .prop_map(|rows| {
            let rows: Vec<String> = rows.into_iter().map(|r| r.into_iter().collect()).collect();
            level(&rows)
        })
}

/// The four neighbours on the board.
fn around(size: Size, cell: Cell) -> Vec<Cell> {
    let (r, c) = (cell.row() as isize, cell.col() as isize);
    [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        .into_iter()
        .filter(|&(r, c)| r >= 0 && c >= 0)
        .filter_map(|(r, c)| size.cell(r as usize, c as usize))
        .collect()
}

/// Breaks special cells by matches beside them, pattern by pattern, until no more can be broken.
/// Returns the cells that stay closed. It does not use the bit boards of the generator.
fn break_by_hand(level: &Level) -> Vec<Cell> {
    let size = level.size();
    let mut kinds: std::collections::BTreeMap<Cell, Kind> =
        level.special().iter().copied().collect();
    loop {
        let open: Cells = size.cells().filter(|c| !kinds.contains_key(c)).collect();
        let fed = Fill::new(size, open).reached();
        let matchable = |c: Cell| fed.has(c) || kinds.get(&c).is_some_and(|k| k.is_overlay());
        let mut hit = None;
        'search: for c0 in size.cells().filter(|&c| fed.has(c)) {
            for from in around(size, c0).into_iter().filter(|&c| fed.has(c)) {
                for line in lines_through(size, c0) {
                    if line.contains(&from) || !line.iter().all(|&c| matchable(c)) {
                        continue;
                    }
                    let beside = line.iter().flat_map(|&c| around(size, c));
                    let touched = line.iter().copied().chain(beside);
                    hit = touched
                        .filter(|c| !line.contains(c) || kinds.contains_key(c))
                        .find(|c| match kinds.get(c) {
                            Some(Kind::Obstacle) | None => false,
                            Some(k) => !k.is_overlay() || line.contains(c),
                        });
                    if hit.is_some() {
                        break 'search;
                    }
                }
            }
        }
        match hit {
            Some(cell) => kinds.remove(&cell),
            None => break,
        };
    }
    let shut = kinds.iter().filter(|(_, k)| **k != Kind::Obstacle);
    shut.map(|(&cell, _)| cell).collect()
}

/// The lines of three on the board that contain `cell`.
fn lines_through(size: Size, cell: Cell) -> Vec<[Cell; 3]> {
    let (r, c) = (cell.row() as isize, cell.col() as isize);
    let mut lines = Vec::new();
    for start in -2..=0 {
        for (down, right) in [(0, 1), (1, 0)] {
            let at = |i: isize| {
                let (row, col) = (r + (start + i) * down, c + (start + i) * right);
                (row >= 0 && col >= 0).then(|| size.cell(row as usize, col as usize))?
            };
            if let (Some(x), Some(y), Some(z)) = (at(0), at(1), at(2)) {
                lines.push([x, y, z]);
            }
        }
    }
    lines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn map_and_losses_always_sum_to_the_patterns_of_the_open_board(level in any_level()) {
        let sum = level.breakdown();
        let lost: u32 = sum.lost.iter().sum();
        prop_assert_eq!(12 * sum.potential + lost, 12 * patterns(level.size()));
        prop_assert_eq!(fast_potential(&level), sum.potential);
    }

    #[test]
    fn both_measures_of_the_violation_find_the_same_boards_playable(level in any_level()) {
        let [cells, groups] = violations(&level);
        prop_assert_eq!(cells == 0, groups == 0);
        prop_assert!(groups <= cells);
    }

    #[test]
    fn written_levels_are_read_back(level in any_level()) {
        let text = ron::to_string(&level).expect("written");
        prop_assert_eq!(ron::from_str::<Level>(&text).expect("read"), level);
    }

    #[test]
    fn feasible_means_all_refills_and_every_special_can_be_hit(level in any_level(), seed: u64) {
        let found = level.feasibility();
        let shut = break_by_hand(&level);
        if found.violation() == 0 {
            prop_assert_eq!(shut, vec![]);
        } else if found.unreachable.is_empty() {
            let named: Vec<Cell> = found.untouchable.iter().collect();
            prop_assert_eq!(shut, named);
        } else {
            // An open cell stays empty, or no filled cell lies where it would help a special cell.
            let open: Cells = level.size().cells().filter(|&c| level.kind(c).is_none()).collect();
            let fed = Fill::new(level.size(), open).reached();
            for cell in found.unreachable.iter() {
                let from = around(level.size(), cell);
                // Row 0 lies under the spawners, so that a cell below is enough there.
                let from = from.into_iter().filter(|c| c.row() <= cell.row() || cell.row() == 0);
                prop_assert!(!fed.has(cell) && !from.clone().any(|c| fed.has(c)));
            }
        }
        // In play, after any sequence of matches, all open cells contain a block.
        if found.violation() == 0
            && let Ok(mut game) = Game::new(level.board(), Goal::Score(u32::MAX), 0, Seed(seed).stream(Purpose::Play))
        {
            let mut rng = Seed(seed).stream(Purpose::Player);
            for _ in 0..60 {
                let swaps = game.board().swaps();
                let Some(swap) = swaps.nth(rng.random_below(swaps.len().max(1))) else { break };
                game.apply(swap, &mut ()).expect("a legal swap");
                let full = level.size().all() - game.board().walls();
                prop_assert_eq!(game.board().blocks(), full);
                prop_assert!(!game.board().has_match());
                prop_assert!(game.status() == Status::Stuck || !game.board().swaps().is_empty());
            }
        }
    }
}

#[test]
fn wanted_potentials_are_met_by_all_of_30_seeds() {
    for wanted in [200, 300, 400, 500, 700, 900, 1144] {
        let setup: Setup = format!("10x10c7-p{wanted}t55k10").parse().expect("a setup");
        for seed in 0..30 {
            let run = generate(&setup, &EvolutionParameters::default(), Seed(seed)).expect("a run");
            assert_eq!(
                run.stop_reason(),
                Some(&StopReason::TargetMet),
                "p{wanted}, seed {seed}"
            );
            let best = run.best().expect("a best individual");
            let problem = LevelProblem::new(setup.clone());
            assert_eq!(problem.violation(&best.genome), 0);
            assert!(problem.potential(&best.genome).abs_diff(wanted) <= 55);
        }
    }
}

#[test]
fn the_same_setup_and_seed_give_the_same_level_and_any_member_can_be_picked() {
    let setup = Setup::default();
    let again = |pick| regenerate(&setup, &EvolutionParameters::default(), Seed(77), pick, 1);
    let best = again(Pick::Best).expect("a level");
    assert_eq!(again(Pick::Best), Ok(best.clone()));
    let level = &best.level;
    assert!(level.feasibility() == Feasibility::of(level.size(), &level.layout()));
    assert_eq!(level.feasibility().violation(), 0);
    assert!(
        (10..=30).contains(&level.moves()),
        "{} moves",
        level.moves()
    );
    let run = generate(&setup, &EvolutionParameters::default(), Seed(77)).expect("a run");
    let last = run.generation().expect("a generation").min(3);
    // Some members are infeasible, and one of the members may be the best.
    let mut members = (0..=last)
        .rev()
        .flat_map(|generation| (0..20).map(move |member| Pick::Member(generation, member)));
    let picked = members.find_map(|pick| {
        let picked = again(pick).ok()?;
        (picked.level != *level).then_some((pick, picked))
    });
    let (pick, picked) = picked.expect("a member with another level");
    assert_eq!(picked.board.pick, pick);
    assert_eq!(again(pick), Ok(picked));
    let error = again(Pick::Member(3, 99)).expect_err("there are 20");
    assert_eq!(
        error.to_string(),
        "the run has no individual 99 in generation 3"
    );
}

#[test]
fn broken_levels_are_refused_with_the_place() {
    let goal = Goal::Score(1);
    let refused = |rows: &[&str]| {
        let error = Level::from_rows(rows, 6, goal, 0).expect_err("refused");
        error.to_string()
    };
    assert_eq!(
        refused(&[".....", ".....", "....", ".....", "....."]),
        "row 3 has 4 cells, but the first row has 5"
    );
    assert_eq!(
        refused(&[".....", "..x..", ".....", ".....", "....."]),
        "row 2, column 3: 'x' is no cell; use . # 1 2 3 4 a b c d"
    );
    assert!(refused(&["...", "..."]).contains("must be from 5 to 12"));
    let colour = Goal::Collect(Colour(6), 10);
    let rows = ["....."; 5];
    assert!(Level::from_rows(&rows, 6, colour, 0).is_err());
    assert!(Level::from_rows(&rows, 9, goal, 0).is_err());
    assert!(
        Swap::new(
            Cell::clone(&cell(&level(&rows), 0, 0)),
            cell(&level(&rows), 1, 1)
        )
        .is_none()
    );
}

#[test]
fn setups_are_written_short_read_back_and_refused_with_the_reason() {
    for text in [
        "9x9c6-p500",
        "10x10c7-p900t30k511g1s80r",
        "5x12c4-p0t3k32y0",
        "9x9c6-p488n",
    ] {
        let setup: Setup = text.parse().expect(text);
        assert_eq!(setup.to_string(), text);
    }
    // The options may stand in any order.
    let sorted: Setup = "8x8c7-p300k31s75".parse().expect("a setup");
    assert_eq!("8x8c7-p300s75k31".parse(), Ok(sorted));
    for (text, part) in [
        (
            "9x9c6-p500z5",
            "there is no option 'z'; the options are: s success",
        ),
        ("9x9c6-p500s40s50", "the option 's' stands twice"),
        ("9x9c6-p500eu60", "the option 'u' stands twice"),
        ("9x9c6-p500s", "\"s\" cannot be read"),
        ("9x9c6-p", "it ends too early"),
        ("9x9c6", "is not a match-3 setup"),
        ("9x9c6-p500zzz", "is not a match-3 setup"),
        ("99x9c6-p500", "from 5 to 12"),
        ("9x9c9-p500", "colours must be from 4 to 8, not 9"),
        (
            "9x9c6-p5000",
            "wanted potential must be from 0 to 888, not 5000",
        ),
        ("9x9c6-p500k0", "at least one kind"),
        ("9x9c6-p500k1g1", "can be broken"),
    ] {
        let error = text.parse::<Setup>().expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// A board of a setup, and the swaps that it needs.
fn forecast(setup: &str, seed: u64) -> Result<SwapForecast, GenerationError> {
    let setup: Setup = setup.parse()?;
    let problem = std::sync::Arc::new(LevelProblem::new(setup.clone()));
    let mut run = Run::new(problem, EvolutionParameters::default(), Seed(seed))?;
    run.finish();
    let board = run.best().expect("a best board").genome;
    let losses = Breakdown::of(setup.size, |cell| board.kind(cell));
    let forecast = SwapForecast::of(setup.size, board.specials().collect(), Seed(seed), 1_000, 2)?;
    let predicted = Prediction::of(setup.size, &losses).swaps;
    assert!((forecast.predicted - predicted).abs() < 0.01, "{forecast}");
    Ok(forecast)
}

#[test]
fn boards_need_about_as_many_swaps_as_their_losses_predict() {
    for (number, setup) in [
        "9x9c6-p488",
        "9x9c6-p222",
        "8x10c5-p400k6",
        "6x6c6-p200",
        "11x11c6-p800k73",
        "12x7c7-p500k2",
    ]
    .into_iter()
    .enumerate()
    {
        let forecast = forecast(setup, number as u64).expect("a board");
        let off = (forecast.predicted - forecast.measured).abs();
        let error = forecast.prediction_error.hypot(forecast.measurement_error);
        assert!(off < 4.0 * error, "{setup}: {forecast}");
    }
}
