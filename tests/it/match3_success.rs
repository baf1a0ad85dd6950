//! Levels by success rate: what is wished for is what fresh plays find.

use evolvarium::games::match3::level::trial::{NEAR, REFERENCE};
use evolvarium::games::match3::level::{
    GoalKind, Graded, LevelGenome, Rate, Setup, Symmetry, Trial, candidates, generate, level_of,
};
use evolvarium::games::match3::player::simulate::{Sum, plays};
use evolvarium::games::match3::rules::{Kind, Kinds, Size};
use evolvarium::generation::{Search, Seed};
use evolvarium::session::Difficulty;

use crate::harness::{app, notices, start, until};

fn usual() -> Setup {
    Setup::of(Difficulty::Normal, Size::new(9, 9).expect("a size"))
}

fn field(setup: &Setup, seed: Seed) -> Vec<LevelGenome> {
    let run = generate(setup, &Search::default(), seed).expect("a run");
    candidates(run.problem(), run.field())
}

fn made(setup: &Setup, seed: Seed) -> Graded {
    level_of(setup, &field(setup, seed), seed, 2).expect("a level")
}

/// How often fresh plays succeed, in percent.
fn fresh(graded: &Graded, seed: Seed) -> f64 {
    100.0 * Sum::of(&plays(&graded.level, REFERENCE, seed.child(99), 2_500, 2)).success()
}

/// What 2,500 plays may miss by chance besides: three standard errors.
const CHANCE: f64 = 3.0;

#[test]
fn every_named_rate_is_met_in_fresh_plays() {
    for rate in Rate::NAMED {
        for number in 0..3 {
            let setup = Setup {
                success: rate.success,
                wanted: rate.wanted(usual().size),
                ..usual()
            };
            let graded = made(&setup, Seed(number));
            let (found, wanted) = (fresh(&graded, Seed(number)), f64::from(rate.success));
            assert!(
                (found - wanted).abs() < NEAR + CHANCE,
                "{found} for {wanted}"
            );
            assert!(
                (graded.offer.rate - wanted).abs() < NEAR,
                "{:?}",
                graded.offer
            );
        }
    }
}

#[test]
fn every_kind_of_goal_without_power_pieces_too() {
    for goal in GoalKind::ALL {
        for powers in [true, false] {
            let setup = Setup {
                goal,
                powers,
                ..usual()
            };
            let graded = made(&setup, Seed(5));
            assert_eq!(graded.level.powers(), powers);
            let found = fresh(&graded, Seed(5));
            assert!(
                (found - graded.offer.rate).abs() < NEAR + CHANCE,
                "{goal:?} {found}"
            );
        }
    }
}

#[test]
fn threads_change_nothing_and_the_hopeless_are_played_less() {
    let setup = usual();
    let field: Vec<LevelGenome> = (0..6)
        .map(|number| field(&setup, Seed(number))[0])
        .collect();
    let trial = |threads| {
        let mut trial = Trial::new(&setup, &field, Seed(11)).expect("boards");
        trial.finish(threads);
        trial
    };
    let (one, three) = (trial(1), trial(3));
    assert_eq!(one.best(), three.best());
    let played = |at: &usize| one.candidates()[*at].offer.map_or(0, |offer| offer.plays);
    let best = one.alive()[0];
    let others = (0..6).filter(|at| *at != best);
    assert!(
        others
            .map(|at| played(&at))
            .all(|plays| 4 * plays < played(&best))
    );
}

#[test]
fn symmetric_levels_are_their_own_mirror_images() {
    for symmetry in [Symmetry::LeftRight, Symmetry::Both] {
        let setup = Setup {
            symmetry,
            ..usual()
        };
        let text = setup.to_string();
        assert_eq!(text.parse::<Setup>().as_ref(), Ok(&setup));
        let rows = made(&setup, Seed(3)).level.rows();
        assert!(rows.iter().any(|row| row.contains(|letter| letter != '.')));
        for (row, other) in rows.iter().zip(rows.iter().rev()) {
            let mirrored: String = row.chars().rev().collect();
            assert_eq!(*row, mirrored);
            assert!(symmetry != Symmetry::Both || row == other);
        }
    }
}

#[test]
fn a_rate_that_cannot_be_had_is_said_with_the_nearest() {
    // Four layers everywhere are not broken nineteen times of twenty.
    let setup = Setup {
        goal: GoalKind::Clear,
        kinds: [Kind::Blocked4].into_iter().collect::<Kinds>(),
        success: 95,
        wanted: 200,
        ..usual()
    };
    let graded = made(&setup, Seed(2));
    assert!(graded.offer.rate < 95.0 - NEAR, "{:?}", graded.offer);
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, &format!("match3:{setup}#2"));
    until(&mut app, "the notice", |world| {
        notices(world).contains("nearest")
    });
    let wanted = format!("in {:.0}.", graded.offer.rate);
    assert!(
        notices(app.world()).contains(&wanted),
        "{}",
        notices(app.world())
    );
}
