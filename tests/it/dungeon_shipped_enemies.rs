//! The enemies that are shipped: they beat the programs written by hand, each kind is best at its own aim, and they
//! make descents harder.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use evolvarium::base::{Seed, parallel_map};
use evolvarium::games::dungeon::enemies::arena::Arena;
use evolvarium::games::dungeon::enemies::problem::Figures;
use evolvarium::games::dungeon::enemies::{hand_written, operators, shipped};
use evolvarium::games::dungeon::players::ReferencePlayer;
use evolvarium::games::dungeon::rules::{Breed, EnemyKind, for_strength};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::games::dungeon::simulate::{self, DescentOutcome};
use evolvarium::session::Difficulty;

use crate::harness::fixed_enemies;

/// The figures of every shipped enemy in a thousand fresh arenas.
fn figures(arenas: &[Arena]) -> Vec<(&'static Arc<Breed>, Figures)> {
    let roster = shipped::shipped_roster();
    let figures = parallel_map(roster.len(), 2, |at| Figures::of(arenas, &roster[at]));
    roster.iter().zip(figures).collect()
}

#[test]
fn each_kind_is_best_of_all_kinds_at_its_own_aim_in_a_thousand_fresh_arenas() {
    let arenas = Arena::many(Seed(0x1000), 1_000);
    let all = figures(&arenas);
    for strength in shipped::STRENGTHS {
        let here: Vec<_> = all
            .iter()
            .filter(|(breed, _)| breed.strength == strength)
            .collect();
        for (at, kind) in EnemyKind::ALL.into_iter().enumerate() {
            let of = |wanted: bool| {
                let some = here
                    .iter()
                    .filter(|(breed, _)| (breed.kind == kind) == wanted);
                some.map(|(_, figures)| figures.aims[at])
                    .fold(0.0, f64::max)
            };
            let (own, others) = (of(true), of(false));
            assert!(
                own > others + 2.0,
                "{kind} {strength}: {own:.1}, best of the others {others:.1}"
            );
        }
    }
}

#[test]
fn every_shipped_enemy_beats_both_written_by_hand_in_a_thousand_fresh_arenas() {
    let arenas = Arena::many(Seed(0x1001), 1_000);
    let by_hand = hand_written::hand_written_programs().expect("they can be read");
    for (breed, own) in figures(&arenas) {
        let others = by_hand.each_ref().map(|program| {
            let program = program.clone();
            Figures::of(&arenas, &Arc::new(Breed { program, ..**breed }))
        });
        for other in others {
            assert!(
                own.score > other.score,
                "{} {}: {:.1} and {:.1}",
                breed.kind,
                breed.strength,
                own.score,
                other.score
            );
        }
    }
}

#[test]
fn shipped_programs_decide_something_and_hold_only_nodes_that_they_need() {
    for breed in shipped::shipped_roster() {
        let program = &breed.program;
        assert!(program.has_decisions(), "{breed}");
        assert!(program.size() <= 40, "{breed}");
        assert_eq!(operators::simplified_program(program), *program, "{breed}");
    }
    let codes: HashSet<String> = shipped::shipped_roster()
        .iter()
        .map(|breed| breed.to_string().chars().skip(2).collect())
        .collect();
    assert!(codes.len() >= 10, "few of them are alike: {codes:?}");
}

/// The descents of a seed that the careful player plays at each difficulty against the shipped enemies. Two tests use
/// them.
fn descents(difficulty: Difficulty) -> &'static [DescentOutcome] {
    static PLAYED: [OnceLock<Vec<DescentOutcome>>; 4] = [const { OnceLock::new() }; 4];
    PLAYED[difficulty as usize].get_or_init(|| play(difficulty, false))
}

/// Plays the descents of that seed against the shipped enemies or the simplest ones.
fn play(difficulty: Difficulty, simplest: bool) -> Vec<DescentOutcome> {
    let mut setup = fixed_enemies(difficulty);
    if simplest {
        let program = hand_written::simplest_program().expect("a program");
        let breed = |kind| {
            let program = program.clone();
            Arc::new(Breed {
                kind,
                strength: 5,
                program,
                adaptation: None,
            })
        };
        setup.custom_enemies = EnemyKind::ALL.map(breed).to_vec();
    }
    let parameters = setup.spec.method.usual_parameters();
    let plays = simulate::play_descents(
        ReferencePlayer::Careful,
        &setup,
        &parameters,
        Seed(0x1002),
        300,
        2,
    );
    plays.expect("they play")
}

#[test]
fn no_dungeon_is_surely_less_of_a_risk_than_the_one_above_it() {
    for difficulty in Difficulty::ALL {
        let plays = descents(difficulty);
        let risk = |depth: u8| {
            let entered = plays.iter().filter(|play| play.has_entered(depth));
            let lost = entered.clone().filter(|play| !play.has_left(depth)).count();
            // One loss and one survival are added, so that the error is not 0 if there are no losses.
            let (lost, all) = (lost as f64 + 1.0, entered.count() as f64 + 2.0);
            (lost / all, lost * (all - lost) / all.powi(3))
        };
        for depth in 2..=Setup::of(difficulty).depths {
            let ((above, one), (here, other)) = (risk(depth - 1), risk(depth));
            let error = (one + other).sqrt();
            assert!(
                here > above - 2.0 * error,
                "{difficulty:?}, dungeon {depth}: {here:.3} after {above:.3}, error {error:.3}"
            );
        }
        let ((first, _), (last, _)) = (risk(1), risk(Setup::of(difficulty).depths));
        assert!(last > first, "{difficulty:?}: {first:.3} and {last:.3}");
    }
}

#[test]
fn the_evolved_kinds_together_are_harder_in_descents_than_the_simplest_program() {
    for difficulty in Difficulty::ALL {
        let through = |plays: &[DescentOutcome]| {
            let completed = plays.iter().filter(|play| play.is_completed());
            completed.count()
        };
        let evolved = through(descents(difficulty));
        let simplest = through(&play(difficulty, true));
        let variance = |hits: usize| hits as f64 * (300 - hits) as f64 / 300.0;
        let error = (variance(evolved) + variance(simplest)).sqrt();
        assert!(
            evolved as f64 + 2.0 * error < simplest as f64,
            "{difficulty:?}: {evolved} and {simplest} of 300, error {error:.1}"
        );
    }
}

#[test]
fn every_kind_is_shipped_at_every_strength_and_the_nearest_is_taken() {
    for strength in shipped::STRENGTHS {
        for kind in EnemyKind::ALL {
            let here = |breed: &&Arc<Breed>| breed.kind == kind && breed.strength == strength;
            assert_eq!(
                shipped::shipped_roster().iter().filter(here).count(),
                1,
                "{kind} {strength}"
            );
        }
    }
    for (strength, nearest) in [(1, 2), (3, 2), (4, 5), (6, 5), (7, 8), (12, 8)] {
        let roster = for_strength(shipped::shipped_roster(), strength);
        assert_eq!(roster.len(), 4);
        assert!(
            roster.iter().all(|breed| breed.strength == nearest),
            "{strength}"
        );
    }
}
