//! The adaptations of the children of enemies, and the effect of armour on throwing: rules on rooms drawn by hand, ids,
//! and the adaptations that suit each hero.

use std::sync::Arc;

use evolvarium::games::dungeon::descent::{Descent, DescentStatus};
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::heredity::{Breeding, Deeds, EnemyWithDeeds, Learners};
use evolvarium::games::dungeon::players::{HeroDouble, Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::{
    Actor, Adaptation, Armour, Boon, Breed, Consumable, EnemyKind, Event, Game, Item, Move,
    MoveError, NOSE_DISTANCE, Weapon, for_strength,
};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::generation::{Pick, Seed};

use crate::dungeon_rules::{at, game_of, make};

const RUSH: &str = "if-range(attack approach)";

/// A game whose enemies have an adaptation. Their life stays that of enemies without one.
fn game_with(kind: EnemyKind, adaptation: Adaptation, text: &str, attack: &str) -> Game {
    let mut game = game_of(kind, text, "change-state", attack);
    for enemy in &mut game.enemies {
        enemy.breed = Arc::new(enemy.breed.with(Some(adaptation)));
    }
    game
}

#[test]
fn an_adaptation_costs_a_fifth_of_the_life() {
    for kind in EnemyKind::ALL {
        let text = "#####\n#@.e#\n#####";
        let breed = game_of(kind, text, "wait", "wait").enemies[0].breed.clone();
        let plain = breed.body(6);
        for adaptation in Adaptation::ALL {
            let adapted = breed.with(Some(adaptation)).body(6);
            assert_eq!(adapted.max_life, plain.max_life - plain.max_life / 5);
            assert_eq!(adapted.max_damage, plain.max_damage);
        }
    }
}

#[test]
fn fangs_halve_what_armour_and_skin_stop() {
    let text = "####\n#@e#\n####";
    let mut worst = [0; 2];
    for (at, adaptation) in [None, Some(Adaptation::Fangs)].into_iter().enumerate() {
        let mut game = game_of(EnemyKind::Guard, text, "change-state", RUSH);
        let breed = game.enemies[0].breed.with(adaptation);
        game.enemies[0].breed = Arc::new(breed);
        game.enemies[0].body.max_damage = 8;
        game.hero.armour = Armour::Mail;
        game.hero.boons = vec![Boon::Skin];
        worst[at] = game.worst_hit(0);
        (game.hero.life, game.hero.max_life) = (250, 250);
        let mut hits = Vec::new();
        for _ in 0..60 {
            for event in make(&mut game, Move::Wait) {
                if let Event::Struck { damage, .. } = event {
                    hits.push(damage);
                }
            }
        }
        assert_eq!(hits.iter().max(), Some(&worst[at]), "{hits:?}");
    }
    // Mail stops 2 of 8 and the skin 1, and half of 3 is 1.
    assert_eq!(worst, [5, 7]);
}

#[test]
fn a_keen_nose_notices_from_behind_in_the_dark_and_round_corners() {
    // The hero is five steps away on foot, behind the enemy, and out of its sight.
    let text = "
        ##########
        #...######
        #.@.##e..#
        #....+...#
        ##########";
    for (adaptation, notices) in [(Adaptation::Nose, true), (Adaptation::Hide, false)] {
        let mut game = game_with(EnemyKind::Guard, adaptation, text, RUSH);
        game.enemies[0].facing = (1, 0);
        game.hero.hooded = true;
        make(&mut game, Move::Wait);
        assert_eq!(game.enemies[0].notices, notices, "{adaptation:?}");
    }
    let game = game_with(EnemyKind::Guard, Adaptation::Nose, text, RUSH);
    let (smelt, map) = (game.cells_seen_by(0), &game.dungeon().layout.map);
    assert!(smelt.has(map, at(2, 2)), "the cells are shown");
    // The corner is a step further than it smells.
    assert!(!smelt.has(map, at(1, 1)));
    let row = |steps: usize| {
        let wall = "#".repeat(steps + 3);
        let cells = ".".repeat(steps - 1);
        let text = format!("{wall}\n#@{cells}e#\n{wall}");
        let mut game = game_with(EnemyKind::Guard, Adaptation::Nose, &text, "wait");
        game.enemies[0].facing = (1, 0);
        make(&mut game, Move::Wait);
        game.enemies[0].notices
    };
    let far = usize::from(NOSE_DISTANCE);
    assert_eq!([row(far), row(far + 1)], [true, false]);
}

#[test]
fn a_thick_hide_halves_what_is_thrown_and_what_burns() {
    let text = "#######\n#@..e.#\n#######";
    let mut game = game_with(EnemyKind::Guard, Adaptation::Hide, text, "wait");
    // A guard that looks away has no shield before it.
    (game.enemies[0].facing, game.enemies[0].life) = ((1, 0), 100);
    game.hero.items = vec![Item::Weapon(Weapon::Axe)];
    make(&mut game, Move::Throw);
    let after_throw = game.enemies[0].life;
    assert!((98..=99).contains(&after_throw), "half of 2 to 4");
    game.hero.belt = vec![Consumable::Fire];
    let events = make(&mut game, Move::Belt(0));
    let burnt = Event::Burnt(Actor::Enemy(0), 1);
    assert!(events.contains(&burnt), "half of 3: {events:?}");
    // A blow by hand is no throw.
    let text = "####\n#@e#\n####";
    let mut game = game_with(EnemyKind::Coward, Adaptation::Hide, text, "wait");
    (game.enemies[0].life, game.hero.weapon) = (100, Weapon::Mace);
    game.enemies[0].aware = true;
    make(&mut game, crate::dungeon_rules::EAST);
    assert!(game.enemies[0].life <= 94, "a mace does 6 to 8");
}

#[test]
fn long_arms_strike_over_another_enemy_and_over_nothing_else() {
    let strikes = |text: &str, adaptation| {
        let mut game = game_with(EnemyKind::Guard, adaptation, text, RUSH);
        // The first enemy in the row only stands there.
        let wait = game_of(EnemyKind::Guard, text, "wait", "wait").enemies[0]
            .breed
            .clone();
        let first = game.enemies.iter().position(|enemy| enemy.at == at(2, 1));
        if let Some(first) = first {
            game.enemies[first].breed = wait;
        }
        for enemy in &mut game.enemies {
            (enemy.aware, enemy.target, enemy.memory) = (true, at(1, 1), 9);
            enemy.facing = (-1, 0);
        }
        let behind = game.enemies.iter().position(|enemy| enemy.at == at(3, 1));
        let behind = Actor::Enemy(behind.expect("one is two steps away"));
        let events = make(&mut game, Move::Wait);
        let is_blow = |event: &Event| matches!(event, Event::Struck { by, .. } if *by == behind);
        events.iter().any(is_blow)
    };
    let (queue, alone) = ("#####\n#@ee#\n#####", "#####\n#@.e#\n#####");
    assert!(strikes(queue, Adaptation::Arms));
    assert!(!strikes(queue, Adaptation::Fangs), "others wait behind");
    assert!(!strikes(alone, Adaptation::Arms), "there is nobody between");
}

#[test]
fn breeds_with_adaptations_stand_in_ids() {
    let breed: Breed = "g5j.eoq".parse().expect("a breed");
    assert_eq!(breed.adaptation, None);
    for adaptation in Adaptation::ALL {
        let adapted = breed.with(Some(adaptation));
        let text = adapted.to_string();
        assert_eq!(text.parse::<Breed>(), Ok(adapted), "{text}");
    }
    assert_eq!(breed.with(Some(Adaptation::Nose)).to_string(), "g5j.eoq.n");
    for wrong in [
        "g5j.eoq.",
        "g5j.eoq.x",
        "g5j.eoq.nn",
        "g5j.eoq.n.n",
        "h5j.eoq.a",
    ] {
        let refused = wrong.parse::<Breed>().expect_err(wrong);
        assert!(refused.to_string().contains(wrong), "{refused}");
    }
}

#[test]
fn leather_doubles_throws_and_mail_stops_them() {
    let text = "#######\n#@..e.#\n#######";
    let lost = |armour| {
        let mut game = game_of(EnemyKind::Coward, text, "wait", "wait");
        (game.enemies[0].life, game.enemies[0].aware) = (100, true);
        game.hero.armour = armour;
        game.hero.items = vec![Item::Weapon(Weapon::Spear)];
        let made = game.apply(Move::Throw, &mut Vec::new());
        made.map(|()| 100 - game.enemies[0].life)
    };
    assert!(matches!(lost(Armour::Cloak), Ok(3 | 4)));
    assert!(matches!(lost(Armour::Leather), Ok(6 | 8)));
    assert_eq!(lost(Armour::Mail), Err(MoveError::Stiff));
}

/// The adaptations of children of the shipped enemies, bred against a double of the hero.
fn born(double: HeroDouble) -> Vec<Option<Adaptation>> {
    let roster = for_strength(&Setup::default().roster(), 6);
    let deeds = Deeds {
        damage: 5,
        count: 1,
        left_alive: 1,
        met_alive: 1,
        ..Deeds::default()
    };
    let children = (0..3).flat_map(|seed| {
        let parents = roster.iter().map(|breed| EnemyWithDeeds {
            breed: Arc::clone(breed),
            deeds,
        });
        let breeding = Breeding::new(
            parents.collect(),
            &roster,
            double,
            6,
            Learners::All,
            Seed(seed),
        );
        breeding.finish_now().families
    });
    let best = children.map(|family| family.children[0].breed.adaptation);
    best.collect()
}

#[test]
fn children_are_born_with_what_suits_the_hero() {
    let sneaking = HeroDouble {
        habits: ReferencePlayer::Sneaking.habits(),
        weapon: Weapon::Dagger,
        armour: Armour::Cloak,
        belt: [None; 4],
        items: [None; 6],
        boons: [None; 11],
        max_life: 24,
        on_ground: false,
    };
    let mut armoured = HeroDouble {
        habits: ReferencePlayer::Careful.habits(),
        weapon: Weapon::Sword,
        armour: Armour::Mail,
        ..sneaking
    };
    armoured.boons[..2].fill(Some(Boon::Skin));
    let count = |born: &[Option<Adaptation>], wanted| {
        born.iter().filter(|one| **one == Some(wanted)).count()
    };
    let (of_sneaking, of_armoured) = (born(sneaking), born(armoured));
    let noses = [&of_sneaking, &of_armoured].map(|born| count(born, Adaptation::Nose));
    let fangs = [&of_sneaking, &of_armoured].map(|born| count(born, Adaptation::Fangs));
    // Against a hero without armour, fangs are useless.
    assert_eq!(fangs[0], 0, "{of_sneaking:?}");
    assert!(fangs[1] >= 6, "{of_armoured:?}");
    assert!(noses[0] >= 5 && noses[0] > noses[1], "{noses:?} of 12");
}

#[test]
fn another_luck_changes_the_blows_and_nothing_else() {
    let setup: Setup = "d2f3r6s10e2c1l0".parse().expect("a setup");
    let descent =
        Descent::new(&setup, &usual_parameters(), Seed(4), Pick::Best).expect("a dungeon");
    let start = |luck: u64| descent.with_luck(Seed(luck)).expect("a dungeon");
    let played = |luck: u64| {
        let (mut descent, mut player) = (start(luck), ReferencePlayer::Bold.player());
        let mut events = Vec::new();
        while descent.status() == DescentStatus::Descending {
            let Some(made) = player.choose(&descent.game) else {
                break;
            };
            descent.make(made, &mut events).expect("a legal move");
        }
        events
    };
    for luck in 1..4 {
        let other = start(luck).game;
        assert_eq!(other.dungeon(), descent.game.dungeon());
        assert_eq!(other.enemies, descent.game.enemies);
        assert_eq!(played(luck), played(luck));
    }
    assert_ne!(played(1), played(2));
}
