//! Whole descents: moves in letters, seeds, deeper dungeons, difficulties, and setups in ids.

use std::sync::Arc;

use evolvarium::games::dungeon::descent::{Descent, DescentError, DescentStatus};
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::map::{Cell, Theme};
use evolvarium::games::dungeon::players::automatic::Automatic;
use evolvarium::games::dungeon::players::routes::Routes;
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::notation::{self, NotationError};
use evolvarium::games::dungeon::rules::{
    EnemyKind, Event, Move, Status, Step, Weapon, kind_at_home, points,
};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::games::dungeon::simulate;
use evolvarium::generation::{EvolutionParameters, Pick, Seed};
use evolvarium::session::Difficulty;
use proptest::prelude::*;

use crate::harness::fixed_enemies;

const EAST: Move = Move::Step(Step(1));
const NORTH_EAST: Move = Move::Step(Step(4));

/// The number of enemies of each kind in the first dungeons of some descents.
fn enemies_of_kinds(setup: &str) -> [usize; 4] {
    let setup: Setup = setup.parse().expect("a setup");
    let mut counts = [0; 4];
    for seed in 1..=300 {
        let descent = Descent::new(&setup, &usual_parameters(), Seed(seed), Pick::Best);
        for enemy in &descent.expect("a dungeon").game.enemies {
            counts[enemy.breed.kind as usize] += 1;
        }
    }
    counts
}

#[test]
fn the_kind_that_is_at_home_in_a_theme_is_more_common_there() {
    let share = |counts: [usize; 4], kind: EnemyKind| {
        let all: usize = counts.iter().sum();
        assert!(all > 1_000, "{all} enemies");
        100 * counts[kind as usize] / all
    };
    let at_home = kind_at_home(Theme::of_depth(1));
    // The kind that is at home has a third of the places, and each kind a quarter where no kind is.
    let with_ground = enemies_of_kinds("d1f1i4r6s12e2c1l1g");
    let without = enemies_of_kinds("d1f1i4r6s12e2c1l1");
    assert!(
        (29..=38).contains(&share(with_ground, at_home)),
        "{with_ground:?}"
    );
    assert!((21..=29).contains(&share(without, at_home)), "{without:?}");
}

#[test]
fn moves_are_written_as_letters() {
    let moves = [
        EAST,
        Move::Wait,
        Move::Guard,
        Move::Portal,
        Move::Use(5),
        Move::Belt(3),
        Move::Hood,
        Move::Boon(2),
        NORTH_EAST,
    ];
    assert_eq!(notation::write(&moves), "1wgpFdhz4");
    assert_eq!(notation::read("1wgpFdhz4").expect("moves"), moves);
    let bad = NotationError {
        number: 3,
        letter: '8',
    };
    assert_eq!(notation::read("1w8"), Err(bad));
}

/// Plays a descent with the careful player; returns the moves and the descent at its end.
fn played(setup: &Setup, seed: Seed) -> (Vec<Move>, Descent) {
    let mut descent =
        Descent::new(setup, &usual_parameters(), seed, Pick::Best).expect("a dungeon");
    let (mut player, mut moves, mut events) = (Automatic::default(), Vec::new(), Vec::new());
    while descent.status() == DescentStatus::Descending {
        let Some(made) = player.choose(&descent.game) else {
            break;
        };
        descent
            .make(made, &mut events)
            .expect("a move that can be made");
        moves.push(made);
        assert!(moves.len() < 60_000, "it never ends");
    }
    (moves, descent)
}

#[test]
fn one_id_and_the_same_moves_give_the_same_game() {
    let setup: Setup = "d3f3r12s10e2c1l2".parse().expect("a setup");
    for seed in 1..6 {
        let (moves, ended) = played(&setup, Seed(seed));
        let mut again =
            Descent::new(&setup, &usual_parameters(), Seed(seed), Pick::Best).expect("a dungeon");
        let mut events = Vec::new();
        for made in &moves {
            again
                .make(*made, &mut events)
                .expect("the same move is possible again");
        }
        assert_eq!(again.totals(), ended.totals());
        assert_eq!(
            (again.status(), again.depth()),
            (ended.status(), ended.depth())
        );
        assert_eq!(again.game.hero, ended.game.hero);
        assert_eq!(again.game.enemies, ended.game.enemies);
    }
}

#[test]
fn careful_players_come_through_less_often_on_hard_and_least_on_expert() {
    let through = |difficulty| {
        let setup = fixed_enemies(difficulty);
        let plays = simulate::play_descents(
            ReferencePlayer::Careful,
            &setup,
            &usual_parameters(),
            Seed(9),
            200,
            2,
        )
        .expect("they play");
        // If enemies block every way and wait, the player cannot go on; that must stay rare.
        let stuck = plays
            .iter()
            .filter(|play| play.turns >= simulate::MAX_TURNS);
        assert!(stuck.count() <= 20, "at most one of ten");
        // The first dungeon is a beginning: it may end a quarter of the descents. It ended 0 to 2 % of 100 other
        // descents of each difficulty.
        let begun = plays.iter().filter(|play| play.has_left(1)).count();
        assert!(begun >= 150, "{begun} of 200 leave the first dungeon");
        plays.iter().filter(|play| play.is_completed()).count()
    };
    let [easy, normal, hard, expert] = Difficulty::ALL.map(through);
    // Over 1,000 other descents of each difficulty the rates were 96, 80, 64 and 40 %; the error of a difference here
    // is at most 10 of 200. Easy and normal differ more with enemies that learn, whose descents take too long for a
    // test.
    let fewest = easy.min(normal);
    assert!(
        fewest > hard + 10 && hard > expert + 10,
        "{easy} {normal} {hard} {expert}"
    );
}

/// Explores a dungeon without enemies and with an open exit, and leaves it for the next one. The first boon that is
/// offered is taken.
pub fn leave_dungeon(descent: &mut Descent) -> Vec<Event> {
    let (depth, exit) = (descent.depth(), descent.game.dungeon().layout.exit);
    descent.game.hero.exit_key = true;
    let (mut routes, mut events) = (Routes::default(), Vec::new());
    while descent.depth() == depth {
        let made = move_towards(descent, &mut routes, exit);
        descent
            .make(made, &mut events)
            .expect("a step that can be made");
    }
    events
}

/// The next move on the way to a cell of a dungeon, from which all enemies are taken.
fn move_towards(descent: &mut Descent, routes: &mut Routes, to: Cell) -> Move {
    // Wanderers come in later.
    descent.game.enemies.clear();
    let boon = descent.game.offer().map(|_| Move::Boon(0));
    boon.or_else(|| routes.towards(&descent.game, |cell| cell == to))
        .or_else(|| routes.explore(&descent.game))
        .expect("a way")
}

#[test]
fn a_step_into_a_dungeon_that_cannot_be_made_is_refused_and_changes_nothing() {
    let setup: Setup = "d2f1r8s8e0c0l0".parse().expect("a setup");
    let first = Descent::new(&setup, &usual_parameters(), Seed(4), Pick::Best);
    let first = Arc::clone(first.expect("a dungeon").game.dungeon());
    let impossible = EvolutionParameters {
        population: 0,
        ..usual_parameters()
    };
    let descent = Descent::starting_in(Some(first), &setup, &impossible, Seed(4));
    let mut descent = descent.expect("the first dungeon is there");
    descent.game.hero.exit_key = true;
    let (mut routes, exit) = (Routes::default(), descent.game.dungeon().layout.exit);
    let refused = loop {
        let made = move_towards(&mut descent, &mut routes, exit);
        let before = (descent.game.turns(), descent.game.hero.clone());
        if let Err(why) = descent.make(made, &mut Vec::new()) {
            assert_eq!((descent.game.turns(), descent.game.hero.clone()), before);
            break why;
        }
    };
    assert!(matches!(refused, DescentError::Deeper(_)), "{refused}");
    assert_eq!(descent.status(), DescentStatus::Descending);
}

#[test]
fn dungeons_that_were_evolved_ahead_are_those_that_the_id_names() {
    let setup: Setup = "d2f1r8s8e2c2l0".parse().expect("a setup");
    let (parameters, seed) = (usual_parameters(), Seed(4));
    let mut named = Descent::new(&setup, &parameters, seed, Pick::Best).expect("a dungeon");
    let first = Arc::clone(named.game.dungeon());
    let mut ahead =
        Descent::starting_in(Some(first), &setup, &parameters, seed).expect("the same dungeon");
    bevy::tasks::block_on(
        ahead
            .next_dungeon_work()
            .expect("the next dungeon is not evolved yet"),
    );
    assert!(
        ahead.next_dungeon_work().is_none(),
        "the next dungeon is evolved"
    );
    for descent in [&mut named, &mut ahead] {
        leave_dungeon(descent);
    }
    assert_eq!(named.game.dungeon(), ahead.game.dungeon());
    assert_eq!(named.game.enemies, ahead.game.enemies);
    assert!(ahead.next_dungeon_work().is_none(), "it is the last one");
}

#[test]
fn deeper_dungeons_are_new_ones_with_stronger_enemies_and_what_was_carried_goes_along() {
    let setup: Setup = "d3f1i6r8s8e2c2l0".parse().expect("a setup");
    assert_eq!([1, 2, 3].map(|depth| setup.strength_at(depth)), [1, 3, 5]);
    let mut descent =
        Descent::new(&setup, &usual_parameters(), Seed(4), Pick::Best).expect("a dungeon");
    // The largest life of each kind. The kinds have bodies of their own, and not every dungeon has every kind.
    let lives = |descent: &Descent| {
        EnemyKind::ALL.map(|kind| {
            let all = descent.game.enemies.iter();
            let of_kind = all.filter(|enemy| enemy.breed.kind == kind);
            of_kind.map(|enemy| enemy.body.max_life).max()
        })
    };
    descent.game.hero.weapon = Weapon::Spear;
    let mut above = lives(&descent);
    for depth in 2..=setup.depths {
        let dungeon = Arc::clone(descent.game.dungeon());
        let events = leave_dungeon(&mut descent);
        assert!(events.contains(&Event::Deeper(depth)));
        assert_ne!(*descent.game.dungeon(), dungeon);
        assert_eq!(descent.game.hero.weapon, Weapon::Spear);
        assert!(!descent.game.hero.exit_key && descent.game.status() == Status::Alive);
        let here = lives(&descent);
        let of_both = above.into_iter().zip(here);
        let of_both: Vec<(u8, u8)> = of_both
            .filter_map(|(above, here)| above.zip(here))
            .collect();
        assert!(!of_both.is_empty(), "{above:?} and {here:?}");
        assert!(
            of_both.iter().all(|(above, here)| here > above),
            "depth {depth}: {above:?} and {here:?}"
        );
        above = here;
    }
    assert!(descent.totals().score >= 2 * points::DUNGEON);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Every setup can be parsed from its text again.
    #[test]
    fn setups_stand_in_ids(depths in 1u8..=12, strength in 1u8..=8, rooms in 6u8..=60, side in 6u8..=40, enemies in 0u8..=4, chests in 0u8..=2, locks in 0u8..=3) {
        let text = format!("d{depths}f{strength}r{rooms}s{side}e{enemies}c{chests}l{locks}");
        let setup: Setup = text.parse().expect("a setup");
        prop_assert_eq!(setup.to_string(), text);
    }

}

#[test]
fn a_text_with_another_character_is_the_exact_text_of_a_setup_or_refused() {
    let usual = "d5f2r16s12e2c2l1g";
    let (mut accepted, mut refused) = (0, 0);
    for at in 0..=usual.len() {
        for other in "0123456789abcdefglmrst.-~ ".chars() {
            for replaced in [0, 1] {
                let mut text = usual.to_owned();
                text.replace_range(at..(at + replaced).min(usual.len()), &other.to_string());
                match text.parse::<Setup>() {
                    Ok(setup) => {
                        accepted += 1;
                        assert_eq!(setup.to_string(), text);
                    }
                    Err(why) => {
                        refused += 1;
                        assert!(why.to_string().len() > 10, "{text}: {why}");
                    }
                }
            }
        }
    }
    assert!(accepted > 30 && refused > 300, "{accepted} {refused}");
}

#[test]
fn setups_out_of_range_are_refused_by_name() {
    let why = |text: &str| text.parse::<Setup>().expect_err(text).to_string();
    assert!(why("d0f2r16s12e2c2l1").contains("depths must be from 1 to 12, not 0"));
    assert!(why("d5f2r16s12e9c2l1").contains("enemies must be from 0 to"));
    assert!(why("d5f2").contains("is not a setup of the dungeon"));
    assert!(why("d05f2r16s12e2c2l1").contains("is not a setup"));
    assert!(why("d5f2r16s12e2c2l1-x5a.b").contains("is not an enemy"));
    assert!(why("d5f2r16s12e2c2l1-h5o.o").contains("does not belong into the patrol tree"));
    assert!(why("arena").contains("arena 1, but there are 0"));
}
