//! Weapons: the special effects of the axe, the spear and the mace. Each weapon is the best choice of some automatic
//! player in some fight.

use evolvarium::base::{Mean, parallel_map};
use evolvarium::games::dungeon::experiment::fights::{Enemies, FightRoom, HeroLoadout};
use evolvarium::games::dungeon::map::Ground;
use evolvarium::games::dungeon::players::ReferencePlayer;
use evolvarium::games::dungeon::rules::{Actor, EnemyKind, Event, Item, Move, Weapon};
use evolvarium::generation::Seed;

use crate::dungeon_rules::{EAST, at, game_of, make};

/// The damage that the hero does with a weapon, at enemies who only stand there, over some blows to the east.
fn damages(kind: EnemyKind, text: &str, weapon: Weapon) -> Vec<u8> {
    let mut game = game_of(kind, text, "wait", "wait");
    game.hero.weapon = weapon;
    let mut damages = Vec::new();
    for _ in 0..40 {
        for enemy in &mut game.enemies {
            (enemy.life, enemy.aware) = (100, true);
        }
        for event in make(&mut game, EAST) {
            if let Event::Struck { damage, .. } = event {
                damages.push(damage);
            }
        }
    }
    damages
}

fn range(damages: &[u8]) -> Option<(u8, u8)> {
    Some((*damages.iter().min()?, *damages.iter().max()?))
}

#[test]
fn the_axe_does_two_more_for_every_other_enemy_beside_the_hero() {
    for (text, wanted) in [
        ("#####\n#.@e#\n#...#\n#####", (2, 4)),
        ("#####\n#e@e#\n#...#\n#####", (4, 6)),
        ("#####\n#e@e#\n#e..#\n#####", (6, 8)),
    ] {
        let damages = damages(EnemyKind::Hunter, text, Weapon::Axe);
        assert_eq!(range(&damages), Some(wanted), "{text}");
    }
    let sword = damages(EnemyKind::Hunter, "#####\n#e@e#\n#####", Weapon::Sword);
    assert_eq!(range(&sword), Some((3, 5)));
    // A thrown axe has its usual effect.
    let mut game = game_of(EnemyKind::Hunter, "#####\n#e@e#\n#####", "wait", "wait");
    game.hero.items = vec![Item::Weapon(Weapon::Axe)];
    game.enemies.iter_mut().for_each(|enemy| enemy.life = 100);
    make(&mut game, Move::Throw);
    let lost: u8 = game.enemies.iter().map(|enemy| 100 - enemy.life).sum();
    assert!((2..=4).contains(&lost), "{lost}");
}

#[test]
fn what_is_foretold_of_a_blow_knows_of_the_others_around_and_of_shields() {
    let mut game = game_of(EnemyKind::Hunter, "#####\n#e@e#\n#####", "wait", "wait");
    game.hero.weapon = Weapon::Axe;
    game.enemies[1].life = 12;
    assert_eq!(game.blows_to_kill(1), (2, 3), "6 or 4 a blow");
    let mut game = game_of(EnemyKind::Guard, "####\n#@e#\n####", "wait", "wait");
    game.enemies[0].life = 16;
    (game.hero.weapon, game.enemies[0].aware) = (Weapon::Mace, true);
    assert_eq!(
        game.blows_to_kill(0),
        (2, 3),
        "8 or 6 a blow, through the shield"
    );
    game.hero.weapon = Weapon::Sword;
    assert_eq!(game.blows_to_kill(0), (8, 16), "5 or 3 a blow, halved");
}

#[test]
fn no_shield_halves_the_blows_of_a_mace() {
    let text = "####\n#@e#\n####";
    let guard = |weapon| range(&damages(EnemyKind::Guard, text, weapon));
    assert_eq!(guard(Weapon::Mace), Some((6, 8)));
    assert_eq!(guard(Weapon::Sword), Some((1, 2)));
}

#[test]
fn from_a_door_or_a_corridor_a_spear_reaches_over_a_free_cell() {
    // From floor the spear does not reach an enemy behind a free cell.
    let mut game = game_of(
        EnemyKind::Guard,
        "#######\n#@.e..#\n#######",
        "wait",
        "wait",
    );
    game.hero.weapon = Weapon::Spear;
    make(&mut game, EAST);
    assert_eq!(game.hero.at, at(2, 1));
    // The hero steps into the door, and then strikes from it.
    let text = "########\n#@+.e..#\n########";
    for (weapon, blows) in [(Weapon::Spear, 1), (Weapon::Sword, 0)] {
        let mut game = game_of(EnemyKind::Guard, text, "wait", "wait");
        game.hero.weapon = weapon;
        make(&mut game, EAST);
        assert_eq!(game.hero.at, at(2, 1));
        assert_eq!(game.spear_target((1, 0)).is_some(), blows == 1);
        let events = make(&mut game, EAST);
        let by_hero = |event: &&Event| {
            matches!(
                event,
                Event::Struck {
                    by: Actor::Hero,
                    ..
                }
            )
        };
        assert_eq!(events.iter().filter(by_hero).count(), blows, "{weapon:?}");
        assert_eq!(game.hero.at, at(if blows == 1 { 2 } else { 3 }, 1));
    }
    // It strikes no further, and no enemy that the hero does not see.
    for (text, kind) in [
        ("#########\n#@+..e..#\n#########", EnemyKind::Guard),
        ("########\n#@+.e..#\n########", EnemyKind::Ambusher),
    ] {
        let mut game = game_of(kind, text, "wait", "wait");
        game.hero.weapon = Weapon::Spear;
        make(&mut game, EAST);
        assert_eq!(game.spear_target((1, 0)), None);
        make(&mut game, EAST);
        assert_eq!(game.hero.at, at(3, 1), "{kind}");
    }
}

/// The life that the hero loses less with the first loadout than with the second one, as the mean of many rooms with some
/// enemies of a kind, with its error.
fn saved(kind: EnemyKind, count: u8, [first, second]: [HeroLoadout; 2]) -> Mean {
    const ROOMS: usize = 300;
    let enemies = Enemies {
        kind: Some(kind),
        count,
        ground: Ground::Stone,
    };
    let differences = parallel_map(ROOMS, 2, |number| {
        let room = FightRoom::new(enemies, Seed(0xA2E).child(number as u64 + 1));
        let room = room.expect("the rooms are joined");
        let damage = |loadout| {
            let outcome = room.fight(loadout).expect("every move is legal");
            f64::from(outcome.damage())
        };
        damage(&second) - damage(&first)
    });
    Mean::of(&differences)
}

#[test]
fn each_weapon_is_the_best_of_some_player_in_some_fight() {
    use EnemyKind::{Guard, Hunter};
    use Weapon::{Axe, Mace, Spear, Sword};
    // A player who has the weapon beside the sword and knows when to take it does better than with the sword alone.
    for (reference, kind, count, weapon) in [
        (ReferencePlayer::Bold, Hunter, 3, Axe),
        (ReferencePlayer::Careful, Guard, 2, Spear),
        (ReferencePlayer::Careful, Guard, 2, Mace),
        (ReferencePlayer::Bold, Guard, 2, Mace),
    ] {
        let with = HeroLoadout::with_weapons(reference, Sword, &[weapon]);
        let without = HeroLoadout::with_weapon(reference, Sword);
        let less = saved(kind, count, [with, without]);
        assert!(
            less.is_surely_more(),
            "{reference} against {count} {kind}s with {weapon:?}: {less} less"
        );
    }
    // The sword is better than each other weapon against a single hunter.
    for other in [Axe, Spear, Mace] {
        let loadouts =
            [Sword, other].map(|weapon| HeroLoadout::with_weapon(ReferencePlayer::Bold, weapon));
        let less = saved(Hunter, 1, loadouts);
        assert!(less.is_surely_more(), "sword and {other:?}: {less}");
    }
}
