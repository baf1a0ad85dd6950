//! These tests are about the hero's weapons and things: blows and throws, guards and armour, potions, and things that
//! are found and used. The killer of the hero is named.

use evolvarium::games::dungeon::rules::{
    Actor, Armour, Consumable, Defence, Event, Game, Item, Move, MoveError, Status, Weapon, points,
};

use super::{EAST, NORTH_EAST, at, game, make};

#[test]
fn every_weapon_strikes_in_its_own_way() {
    let text = "
        #######
        #.e.e.#
        #..@ee#
        #.....#
        #######";
    let life = |weapon: Weapon, made: Move| {
        let mut game = game(text, "wait", "wait");
        game.hero.weapon = weapon;
        // No enemy has noticed the hero, and no enemy ever strikes.
        let before: Vec<u8> = game.enemies.iter().map(|enemy| enemy.life).collect();
        make(&mut game, made);
        let lost = game
            .enemies
            .iter()
            .zip(before)
            .map(|(enemy, life)| life - enemy.life);
        (lost.collect::<Vec<_>>(), game.turns())
    };
    // The enemies row by row: above left, above right, beside the hero, and one cell further.
    let (dagger, _) = life(Weapon::Dagger, EAST);
    assert!(
        dagger[2] == 6 && dagger[3] == 0,
        "the damage is five times 2 or 3, but not more than the remaining life: {dagger:?}"
    );
    let (sword, turns) = life(Weapon::Sword, EAST);
    assert!((3..=5).contains(&sword[2]) && sword[3] == 0 && turns == 1);
    let (axe, _) = life(Weapon::Axe, NORTH_EAST);
    assert!(
        axe[..3].iter().all(|lost| *lost == 6) && axe[3] == 0,
        "2 to 4, 2 more for each of two others, but not more than the life: {axe:?}"
    );
    let (spear, _) = life(Weapon::Spear, EAST);
    assert!(
        (3..=4).contains(&spear[2]) && (3..=4).contains(&spear[3]),
        "{spear:?}"
    );
    let (mace, turns) = life(Weapon::Mace, EAST);
    assert!(mace[2] == 6 && turns == 2, "{mace:?}");
}

#[test]
fn guards_halve_blows_and_armour_takes_from_them() {
    let text = "
        ####
        #@e#
        ####";
    let mut guarded = game(text, "change-state", "attack");
    let mut worst = 0;
    for _ in 0..12 {
        guarded.hero.life = 24;
        for event in make(&mut guarded, Move::Guard) {
            if let Event::Struck {
                target: Actor::Hero,
                damage,
                defence,
                ..
            } = event
            {
                assert_eq!(defence, Some(Defence::Guard));
                worst = worst.max(damage);
            }
        }
    }
    // An enemy of strength 2 does up to 3 points of damage, and the guard halves them.
    assert_eq!(worst, 1);
    let mut armoured = game(text, "change-state", "attack");
    armoured.hero.armour = Armour::Mail;
    let mut blows = Vec::new();
    for _ in 0..12 {
        armoured.hero.life = 24;
        for event in make(&mut armoured, Move::Wait) {
            if let Event::Struck { damage, .. } = event {
                blows.push(damage);
            }
        }
    }
    // One always comes through, and no more of 3.
    assert!(
        !blows.is_empty() && blows.iter().all(|damage| *damage == 1),
        "{blows:?}"
    );
}

#[test]
fn things_are_found_used_and_changed_and_wounds_heal_in_time() {
    let text = "
        #####
        #@$.#
        #####";
    let mut game = game(text, "wait", "wait");
    game.hero.life = 5;
    let events = make(&mut game, EAST);
    assert_eq!(game.score(), points::CHEST);
    assert!(events.iter().any(|event| matches!(event, Event::Chest(..))));
    assert_eq!(
        game.hero.items.len() + game.hero.belt.len(),
        2,
        "a second thing beside the potion"
    );
    game.hero.items = vec![Item::Weapon(Weapon::Axe)];
    game.hero.belt = vec![Consumable::Potion];
    let events = make(&mut game, Move::Use(0));
    assert!(events.contains(&Event::InUse(Item::Weapon(Weapon::Axe))));
    assert_eq!(game.hero.weapon, Weapon::Axe);
    assert_eq!(game.hero.items[0], Item::Weapon(Weapon::Dagger));
    make(&mut game, Move::Belt(0));
    assert_eq!((game.hero.life, game.hero.belt.len()), (17, 0));
    for _ in 0..12 {
        make(&mut game, Move::Wait);
    }
    assert_eq!(game.hero.life, 18);
}

#[test]
fn the_killer_of_the_hero_is_named() {
    let text = "
        ####
        #@e#
        ####";
    let mut game = game(text, "change-state", "attack");
    game.hero.life = 1;
    assert!(game.killer().is_none());
    for _ in 0..3 {
        if game.status() == Status::Alive {
            make(&mut game, Move::Wait);
        }
    }
    assert_eq!(game.status(), Status::Dead);
    assert_eq!(game.killer(), Some(&game.enemies[0]));
}

#[test]
fn no_potion_is_wasted() {
    let text = "
        #####
        #@..#
        #####";
    let mut game = game(text, "wait", "wait");
    game.hero.belt = vec![Consumable::Potion; 3];
    let refused = game.apply(Move::Belt(0), &mut Vec::new());
    assert_eq!(refused, Err(MoveError::Healthy));
    for left in [2, 1, 0] {
        game.hero.life = 1;
        make(&mut game, Move::Belt(0));
        assert_eq!((game.hero.life, game.hero.potions()), (13, left));
    }
    assert_eq!(game.hero.belt, []);
}

#[test]
fn a_thrown_weapon_wounds_and_lies_where_the_enemy_stood() {
    let text = "
        ##########
        #@...e..e#
        ##########";
    let mut game = game(text, "wait", "wait");
    let refused = |game: &mut Game| game.apply(Move::Throw, &mut Vec::new());
    assert_eq!(refused(&mut game), Err(MoveError::NoMissile));
    game.hero.items = vec![Item::Weapon(Weapon::Sword), Item::Weapon(Weapon::Axe)];
    let events = make(&mut game, Move::Throw);
    let axe = Item::Weapon(Weapon::Axe);
    assert_eq!(events[0], Event::Thrown(axe, at(1, 1), at(5, 1)));
    let lost =
        |game: &Game, enemy: usize| game.enemies[enemy].body.max_life - game.enemies[enemy].life;
    assert!((2..=4).contains(&lost(&game, 0)) && lost(&game, 1) == 0);
    assert_eq!(game.items, [(at(5, 1), axe)]);
    assert_eq!(
        game.hero.items,
        [Item::Weapon(Weapon::Sword)],
        "a sword is not thrown"
    );
    game.hero.items = vec![axe];
    game.enemies[0].life = 0;
    // The other enemy is 7 steps away.
    assert_eq!(refused(&mut game), Err(MoveError::NoTarget));
    assert_eq!(game.hero.items, [axe]);
}
