//! Heredity on the way down: what a descent notes of the enemies and of the hero, and the children in its next dungeon.

use std::sync::Arc;

use bevy::tasks::{AsyncComputeTaskPool, TaskPool};
use evolvarium::games::dungeon::descent::{Descent, DescentStatus};
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::heredity::Chronicle;
use evolvarium::games::dungeon::players::{
    Conduct, HeroDouble, Player, ReferencePlayer, Situation,
};
use evolvarium::games::dungeon::rules::{Actor, EnemyKind, Event, Game, Item, Move, Weapon};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::generation::{Pick, Seed};

use crate::dungeon_rules::{EAST, game_of, make};

/// Plays a descent until the player enters the second dungeon or dies; returns the moves, the events and the descent.
fn played(
    reference: ReferencePlayer,
    setup: &Setup,
    seed: Seed,
) -> (Vec<Move>, Vec<Event>, Descent) {
    let descent = Descent::new(setup, &usual_parameters(), seed, Pick::Best);
    played_from(reference, descent.expect("a dungeon"))
}

/// Plays on from the state of a descent in the same way.
fn played_from(
    reference: ReferencePlayer,
    mut descent: Descent,
) -> (Vec<Move>, Vec<Event>, Descent) {
    let (mut player, mut moves, mut events) = (reference.player(), Vec::new(), Vec::new());
    while descent.status() == DescentStatus::Descending && descent.depth() == 1 {
        let made = player.choose(&descent.game).expect("the game goes on");
        // The notes about this dungeon are read before the next one begins.
        if descent.breeding_work(made).is_some() {
            moves.push(made);
            break;
        }
        descent.make(made, &mut events).expect("a legal move");
        moves.push(made);
        assert!(moves.len() < 60_000, "it never ends");
    }
    (moves, events, descent)
}

#[test]
fn the_deeds_are_what_the_events_say() {
    let setup: Setup = "d2f3r8s10e2c1l0h".parse().expect("a setup");
    let mut damage = 0;
    for seed in 1..6 {
        let (_, events, descent) = played(ReferencePlayer::Careful, &setup, Seed(seed));
        let deeds = descent.chronicle().deeds(&descent.game);
        assert_eq!(deeds.len(), descent.game.enemies.len());
        for (number, (deed, enemy)) in deeds.iter().zip(&descent.game.enemies).enumerate() {
            let by_it = events.iter().map(|event| match event {
                Event::Struck {
                    by: Actor::Enemy(by),
                    damage,
                    ..
                } if *by == number => u32::from(*damage),
                _ => 0,
            });
            assert_eq!(deed.damage, by_it.sum::<u32>(), "enemy {number}");
            damage += deed.damage;
            assert_eq!(deed.left_alive, u32::from(enemy.life > 0));
            assert_eq!(deed.count, 1);
        }
        let kills = descent.chronicle().conduct.kills;
        assert_eq!(kills, descent.game.kills());
    }
    assert!(damage > 0, "somebody was hurt");
}

#[test]
fn an_enemy_that_knew_of_the_hero_before_it_noticed_them_has_met_them() {
    let text = "
        #######
        #@.e..#
        #######";
    let mut game = game_of(EnemyKind::Guard, text, "wait", "wait");
    // As after a noise or a blow: no event tells that it notices the hero afterwards.
    game.enemies[0].aware = true;
    let before = Situation::of(&game);
    let events = make(&mut game, Move::Wait);
    assert!(!events.contains(&Event::Noticed(0)) && game.enemies[0].notices);
    let mut chronicle = Chronicle::default();
    chronicle.note(before, &game, Move::Wait, &events);
    assert_eq!(chronicle.deeds(&game)[0].met_alive, 1);
    game.enemies[0].life = 0;
    assert_eq!(chronicle.deeds(&game)[0].met_alive, 0);
}

/// The conduct that was noted of a player in some first dungeons, and the number of met enemies that were left alive.
fn conduct(reference: ReferencePlayer) -> (Conduct, u32) {
    let setup: Setup = "d2f4r12s12e2c2l0h".parse().expect("a setup");
    let mut all = Conduct::default();
    let mut left_alive = 0;
    for seed in 20..26 {
        let descent = Descent::new(&setup, &usual_parameters(), Seed(seed), Pick::Best);
        let mut descent = descent.expect("a dungeon");
        // Things that can be thrown are rare in a first dungeon.
        descent.game.hero.items = vec![Item::Weapon(Weapon::Spear), Item::Weapon(Weapon::Axe)];
        let (_, _, descent) = played_from(reference, descent);
        let deeds = descent.chronicle().deeds(&descent.game);
        left_alive += deeds.iter().map(|one| one.met_alive).sum::<u32>();
        all += descent.chronicle().conduct;
    }
    (all, left_alive)
}

#[test]
fn habits_are_read_from_the_moves() {
    let habits = |reference| {
        let (conduct, left_alive) = conduct(reference);
        (conduct.habits(left_alive), conduct)
    };
    let (careful, seen) = habits(ReferencePlayer::Careful);
    assert!(
        careful.waits > 0 && careful.guards && careful.rests_below >= 2 && !careful.throws,
        "{seen:?}"
    );
    let (bold, seen) = habits(ReferencePlayer::Bold);
    assert!(
        bold.waits == 0 && !bold.guards && bold.rests_below <= careful.rests_below,
        "{seen:?}"
    );
    let (thrower, seen) = habits(ReferencePlayer::Thrower);
    assert!(thrower.throws, "{seen:?}");
    let (_, seen) = habits(ReferencePlayer::Careful);
    assert!(!careful.sneaks && !careful.hoods, "{seen:?}");
    let (sneaking, seen) = habits(ReferencePlayer::Sneaking);
    assert!(sneaking.sneaks && sneaking.hoods, "{seen:?}");
}

/// The hero's conduct in one move of a game.
fn noted(game: &mut Game, made: Move) -> Conduct {
    let (before, mut conduct) = (Situation::of(game), Conduct::default());
    let events = make(game, made);
    conduct.note(before, game, made, &events);
    conduct
}

#[test]
fn moves_of_fights_in_a_corridor_are_told_from_those_in_a_room() {
    for (text, narrow) in [("#@:e..#", 1), ("#@.e..#", 0)] {
        let text = format!("#######\n{text}\n#######");
        let mut game = game_of(EnemyKind::Guard, &text, "wait", "wait");
        make(&mut game, EAST);
        let conduct = noted(&mut game, Move::Guard);
        assert_eq!((conduct.fights, conduct.narrow_fights), (1, narrow));
    }
}

#[test]
fn a_weapon_that_is_taken_in_hand_counts_as_changed_only_before_an_enemy_that_knows_of_the_hero() {
    for is_aware in [true, false] {
        let text = "
            #######
            #@..e.#
            #######";
        let mut game = game_of(EnemyKind::Guard, text, "wait", "wait");
        game.enemies[0].aware = is_aware;
        // It looks away, so that it does not come to know of the hero.
        game.enemies[0].facing = (1, 0);
        game.hero.items = vec![Item::Weapon(Weapon::Spear)];
        let conduct = noted(&mut game, Move::Use(0));
        assert_eq!(game.hero.weapon, Weapon::Spear);
        assert_eq!(conduct.changes, u32::from(is_aware));
    }
}

#[test]
fn the_double_fights_in_doorways_goes_past_and_changes_weapons_as_the_hero_did() {
    let game = game_of(EnemyKind::Guard, "####\n#@e#\n####", "wait", "wait");
    let double = |conduct: Conduct, left_alive| {
        HeroDouble::of(&game.hero, &conduct, left_alive, false).habits
    };
    for (narrow_fights, steps_back) in [(3, false), (4, true)] {
        let conduct = Conduct {
            fights: 8,
            narrow_fights,
            ..Conduct::default()
        };
        assert_eq!(double(conduct, 0).steps_back, steps_back);
    }
    assert!(!double(Conduct::default(), 0).steps_back, "it never fought");
    let conduct = Conduct {
        kills: 3,
        ..Conduct::default()
    };
    assert!(double(conduct, 4).goes_past && !double(conduct, 3).goes_past);
    let careful = ReferencePlayer::Careful.habits();
    for (changes, against_guards, in_doorways) in [
        (0, None, None),
        (1, careful.against_guards, careful.in_doorways),
    ] {
        let conduct = Conduct {
            changes,
            ..Conduct::default()
        };
        let habits = double(conduct, 0);
        assert_eq!(habits.against_guards, against_guards);
        assert_eq!(habits.in_doorways, in_doorways);
    }
    assert!(careful.against_guards.is_some() && careful.in_doorways.is_some());
}

#[test]
fn the_children_are_the_enemies_of_the_next_dungeon_and_moves_bring_them_back() {
    let setup: Setup = "d2f2r6s9e2c1l0h".parse().expect("a setup");
    let (moves, _, mut descent) = played(ReferencePlayer::Careful, &setup, Seed(5));
    let leave = *moves.last().expect("moves were made");
    let work = descent.breeding_work(leave).expect("the move leads out");
    assert!(work.heirs().is_none(), "nothing is bred yet");
    assert!(descent.work_before(leave).is_some());
    AsyncComputeTaskPool::get_or_init(TaskPool::new);
    bevy::tasks::block_on(work.finish());
    let heirs = work.heirs().expect("it was bred");
    let mut events = Vec::new();
    descent.make(leave, &mut events).expect("a legal move");
    assert!(events.contains(&Event::Deeper(2)));
    assert!(Arc::ptr_eq(&heirs, descent.heirs().expect("children")));
    let roster = heirs.roster();
    for enemy in &descent.game.enemies {
        assert!(roster.contains(&enemy.breed));
    }
    // Another game with the same moves breeds the same.
    let again = Descent::new(&setup, &usual_parameters(), Seed(5), Pick::Best);
    let mut again = again.expect("a dungeon");
    for made in &moves {
        again.make(*made, &mut events).expect("a legal move");
    }
    assert_eq!(again.game.enemies, descent.game.enemies);
    let ancestors = descent.with_ancestors();
    assert!(ancestors.heirs().is_none());
    assert_eq!(ancestors.game.hero, descent.game.hero);
    let known = setup.roster();
    let enemies = ancestors.game.enemies.iter();
    assert!(enemies.clone().all(|enemy| known.contains(&enemy.breed)));
}

#[test]
fn enemies_of_one_play_can_come_again_in_another_one_and_know_their_ancestors() {
    let setup: Setup = "d3f1r6s9e2c1l0h".parse().expect("a setup");
    let start = Descent::new(&setup, &usual_parameters(), Seed(6), Pick::Best).expect("a dungeon");
    let play = |mut descent: Descent| {
        let (mut player, mut events) = (ReferencePlayer::Careful.player(), Vec::new());
        while descent.status() == DescentStatus::Descending && descent.depth() < 3 {
            let made = player.choose(&descent.game).expect("the game goes on");
            descent.make(made, &mut events).expect("a legal move");
        }
        descent
    };
    let first = play(start.clone());
    assert_eq!((first.depth(), first.all_heirs().len()), (3, 2));
    for enemy in &first.game.enemies {
        let ancestry = first.ancestry(&enemy.breed);
        let depths: Vec<u8> = ancestry.iter().map(|one| one.depth).collect();
        assert_eq!(depths, [3, 2], "{}", enemy.breed);
        assert_eq!(ancestry[0].child.breed, enemy.breed);
        // Each is a child of the parent in the family after it, and the first parent has no parents.
        assert_eq!(ancestry[0].family.parent, ancestry[1].child.breed);
        assert!(setup.roster().contains(&ancestry[1].family.parent));
    }
    let other = start.with_luck(Seed(99)).expect("a descent");
    let second = play(other.with_heirs(first.all_heirs().to_vec()));
    assert!(!second.all_heirs().is_empty());
    for (own, given) in second.all_heirs().iter().zip(first.all_heirs()) {
        assert!(Arc::ptr_eq(own, given), "nothing was bred anew");
    }
}
