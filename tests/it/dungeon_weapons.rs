//! Weapons: the special effects of the axe, the spear and the mace. Each weapon is the best choice of some automatic
//! player in some fight.

use std::sync::Arc;

use evolvarium::base::parallel_map;
use evolvarium::games::dungeon::map::{Dungeon, Graph, Room};
use evolvarium::games::dungeon::players::automatic::Automatic;
use evolvarium::games::dungeon::players::{Player, Ruler};
use evolvarium::games::dungeon::rules::{
    Creature, EnemyKind, Event, Game, Item, Move, Status, Weapon, for_strength,
};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::generation::{Purpose, Seed};

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
                    by: Creature::Hero,
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

/// A fight: some enemies of a kind in one room, the player who comes upon them, and the player's weapons, the first of
/// which is in hand.
#[derive(Clone, Copy)]
struct Fight<'a> {
    ruler: Ruler,
    kind: EnemyKind,
    count: u8,
    weapons: &'a [Weapon],
    /// Whether the player likes the first weapon best and takes no other one.
    keeps: bool,
}

fn fight<'a>(
    ruler: Ruler,
    kind: EnemyKind,
    count: u8,
    weapons: &'a [Weapon],
    keeps: bool,
) -> Fight<'a> {
    Fight {
        ruler,
        kind,
        count,
        weapons,
        keeps,
    }
}

/// The life that the hero loses in a fight; a death counts 36 more. `None` if the rules refused a move.
fn wounds(fight: Fight, seed: Seed) -> Option<f64> {
    let strength = 5;
    let mut rng = seed.stream(Purpose::Founders);
    let mut room = |enemies: u8| Room {
        width: 6 + rng.random_below(5) as u8,
        height: 6 + rng.random_below(5) as u8,
        enemies,
        ..Room::default()
    };
    let mut graph = Graph::of(&[room(0), room(fight.count), room(0)]);
    let roles = graph.roles;
    graph.connect(roles.start, roles.key);
    graph.connect(roles.key, roles.exit);
    let dungeon = Arc::new(Dungeon::of(&graph, 0, seed).expect("the rooms are joined"));
    let mut breeds = for_strength(&Setup::default().roster(), strength);
    breeds.retain(|breed| breed.kind == fight.kind);
    let mut game = Game::new(dungeon, &breeds, strength, seed);
    (game.hero.life, game.hero.max_life) = (60, 60);
    game.hero.belt.clear();
    game.hero.weapon = fight.weapons[0];
    let carried = fight.weapons[1..]
        .iter()
        .map(|weapon| Item::Weapon(*weapon));
    game.hero.items = carried.collect();
    let habits = fight.ruler.habits().wielding(fight.weapons[0]);
    let mut player = Automatic::new(match fight.keeps {
        true => habits.keeping_one_weapon(),
        false => habits,
    });
    let (mut lost, mut events) = (0.0, Vec::new());
    while game.status() == Status::Alive
        && game.turns() < 250
        && game.enemies.iter().any(|enemy| enemy.life > 0)
    {
        let made = player.choose(&game).expect("the game goes on");
        events.clear();
        game.apply(made, &mut events).ok()?;
        for event in &events {
            if let Event::Struck {
                target: Creature::Hero,
                damage,
                ..
            } = event
            {
                lost += f64::from(*damage);
            }
        }
    }
    Some(
        lost + if game.status() == Status::Dead {
            36.0
        } else {
            0.0
        },
    )
}

/// The life that the hero loses less in the first fight than in the second one, as the mean of many rooms, and twice
/// the error of this mean.
fn saved(first: Fight, second: Fight) -> (f64, f64) {
    const ROOMS: usize = 300;
    let differences = parallel_map(ROOMS, 2, |number| {
        let seed = Seed(0xA2E).child(number as u64 + 1);
        let wounds = |fight| wounds(fight, seed).expect("every move is legal");
        wounds(second) - wounds(first)
    });
    let mean = differences.iter().sum::<f64>() / ROOMS as f64;
    let squares = differences.iter().map(|one| (one - mean).powi(2));
    (mean, 2.0 * squares.sum::<f64>().sqrt() / ROOMS as f64)
}

#[test]
fn each_weapon_is_the_best_of_some_player_in_some_fight() {
    use EnemyKind::{Guard, Hunter};
    use Weapon::{Axe, Mace, Spear, Sword};
    // A player who has the weapon beside the sword and knows when to take it does better than with the sword alone.
    for (ruler, kind, count, weapon) in [
        (Ruler::Bold, Hunter, 3, [Sword, Axe]),
        (Ruler::Careful, Guard, 2, [Sword, Spear]),
        (Ruler::Careful, Guard, 2, [Sword, Mace]),
        (Ruler::Bold, Guard, 2, [Sword, Mace]),
    ] {
        let with = fight(ruler, kind, count, &weapon, false);
        let without = fight(ruler, kind, count, &[Sword], true);
        let (mean, error) = saved(with, without);
        assert!(
            mean > error,
            "{ruler} against {count} {kind}s with {weapon:?}: {mean:.2} less, error {error:.2}"
        );
    }
    // The sword is better than each other weapon against a single hunter.
    for other in [Axe, Spear, Mace] {
        let with = fight(Ruler::Bold, Hunter, 1, &[Sword], true);
        let weapons = [other];
        let without = fight(Ruler::Bold, Hunter, 1, &weapons, true);
        let (mean, error) = saved(with, without);
        assert!(
            mean > error,
            "sword and {other:?}: {mean:.2}, error {error:.2}"
        );
    }
}
