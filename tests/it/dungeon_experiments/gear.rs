//! Descents with different gear.

use evolvarium::games::dungeon::descent::Descent;
use evolvarium::games::dungeon::experiment::gear::Gear;
use evolvarium::games::dungeon::experiment::gear_experiment::{GearExperiment, GearPart, Trial};
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::players::automatic::Automatic;
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::{Armour, Consumable, Game, Item, Move, Weapon};
use evolvarium::games::dungeon::simulate;
use evolvarium::generation::{Pick, Seed};
use evolvarium::session::Difficulty;

use super::{reported, samples, tables};
use crate::harness::fixed_enemies;

fn start(difficulty: Difficulty, seed: u64) -> Descent {
    let setup = fixed_enemies(difficulty);
    Descent::new(&setup, &usual_parameters(), Seed(seed), Pick::Best).expect("a dungeon")
}

/// A player who looks at the hero before each of its moves, and at the move.
struct Watched<F>(Automatic, F);

impl<F: FnMut(&Game, Move)> Player for Watched<F> {
    fn choose(&mut self, game: &Game) -> Option<Move> {
        let chosen = self.0.choose(game)?;
        (self.1)(game, chosen);
        Some(chosen)
    }
}

/// Plays a descent with some gear, and looks at each move.
fn watch(gear: Gear, reference: ReferencePlayer, seed: u64, look: impl FnMut(&Game, Move)) {
    let player = Automatic::new(gear.habits(reference.habits()));
    let mut player = Watched(player, look);
    let through = gear.survives_descent(&mut player, start(Difficulty::Normal, seed));
    through.expect("every move is legal");
}

/// The thing that a move uses.
fn used(game: &Game, chosen: Move) -> Option<Consumable> {
    match chosen {
        Move::Belt(place) => game.hero.belt.get(usize::from(place)).copied(),
        _ => None,
    }
}

#[test]
fn what_is_never_found_is_never_on_the_belt_and_what_is_never_used_stays_there() {
    for thing in Consumable::ALL {
        let missing = Gear::NeverFinding(Item::Consumable(thing));
        let unused = Gear::NeverUsing(thing);
        // The player has and uses the thing where nothing forbids it.
        let (mut had, mut usual, mut carried) = (0, 0, 0);
        for seed in 0..30 {
            for player in [ReferencePlayer::Careful, ReferencePlayer::Thrower] {
                watch(Gear::Usual, player, seed, |game, chosen| {
                    had += u32::from(game.hero.belt.contains(&thing));
                    usual += u32::from(used(game, chosen) == Some(thing));
                });
                watch(missing, player, seed, |game, _| {
                    assert!(!game.hero.belt.contains(&thing), "{thing:?}");
                });
                watch(unused, player, seed, |game, chosen| {
                    carried += u32::from(game.hero.belt.contains(&thing));
                    assert_ne!(used(game, chosen), Some(thing));
                });
            }
            if seed >= 2 && had > 0 && usual > 0 && carried > 0 {
                break;
            }
        }
        assert!(
            had > 0 && usual > 0 && carried > 0,
            "{thing:?}: {had} {usual} {carried}"
        );
        // The others are found and used as usual.
        let others = |seed| {
            let mut count = 0;
            watch(missing, ReferencePlayer::Bold, seed, |game, chosen| {
                count += u32::from(used(game, chosen).is_some());
            });
            count
        };
        assert!((0..3).map(others).sum::<u32>() > 0, "{thing:?}");
    }
}

#[test]
fn armour_and_weapon_stay_those_of_the_start() {
    for armour in Armour::ALL {
        watch(
            Gear::Wearing(armour),
            ReferencePlayer::Thrower,
            1,
            |game, _| {
                assert_eq!(game.hero.armour, armour);
            },
        );
    }
    for weapon in Weapon::ALL {
        // The sneaking player would take a dagger.
        watch(
            Gear::Wielding(weapon),
            ReferencePlayer::Sneaking,
            1,
            |game, _| {
                assert_eq!(game.hero.weapon, weapon);
            },
        );
        watch(
            Gear::AllWeaponsBut(weapon),
            ReferencePlayer::Careful,
            1,
            |game, _| {
                assert!(!game.hero.has(Item::Weapon(weapon)), "{weapon:?}");
            },
        );
    }
    let mut all = 0;
    watch(Gear::AllWeapons, ReferencePlayer::Careful, 1, |game, _| {
        let has = |weapon: &Weapon| game.hero.has(Item::Weapon(*weapon));
        all += u32::from(Weapon::ALL.iter().all(has));
    });
    assert!(all > 10, "{all}");
    let missing = Item::Weapon(Weapon::Mace);
    watch(
        Gear::NeverFinding(missing),
        ReferencePlayer::Careful,
        1,
        |game, _| {
            assert!(!game.hero.has(missing));
        },
    );
}

/// The careful player never takes an axe in hand, so that it misses nothing without one. That holds only if the same gear
/// always gives the same descent, and if the missing weapon alone is missing.
#[test]
fn descents_with_the_same_gear_are_the_same_and_those_without_an_unused_weapon_too() {
    for seed in 0..4 {
        let moves = |gear: Gear| {
            let mut moves = Vec::new();
            watch(gear, ReferencePlayer::Careful, seed, |_, chosen| {
                moves.push(chosen)
            });
            moves
        };
        assert_eq!(moves(Gear::Usual), moves(Gear::Usual));
        let steps = |gear| {
            // The places of the carried things differ.
            let moves = moves(gear).into_iter();
            let moves = moves.map(|chosen| match chosen {
                Move::Use(_) => Move::Use(0),
                other => other,
            });
            moves.collect::<Vec<_>>()
        };
        let without = Gear::AllWeaponsBut(Weapon::Axe);
        assert_eq!(steps(Gear::AllWeapons), steps(without), "{seed}");
    }
}

#[test]
fn the_usual_gear_comes_through_the_descents_of_a_simulation() {
    let cases = vec![
        (ReferencePlayer::Careful, Difficulty::Easy),
        (ReferencePlayer::Hurried, Difficulty::Easy),
    ];
    let parts = vec![GearPart::Armours, GearPart::ThingsFound];
    let experiment = GearExperiment::new(cases.clone(), parts, 4, Seed(9));
    let trials = samples(&experiment);
    assert_eq!(trials.len(), 8);
    for (at, (reference, difficulty)) in cases.into_iter().enumerate() {
        let setup = fixed_enemies(difficulty);
        let plays = simulate::play_descents(reference, &setup, &usual_parameters(), Seed(9), 4, 1);
        let plays = plays.expect("they play");
        let simulated: Vec<bool> = plays.iter().map(|play| play.is_completed()).collect();
        let own: Vec<&Trial> = trials.iter().filter(|trial| trial.case == at).collect();
        let usual: Vec<bool> = own.iter().map(|trial| trial.through[0]).collect();
        assert_eq!(usual, simulated, "{reference}");
        // The same descents as usual stand in both parts, so that they do not differ.
        let armours = experiment.results(GearPart::Armours, &own);
        let found = experiment.results(GearPart::ThingsFound, &own);
        assert_eq!((armours.len(), found.len()), (4, 6));
        assert_eq!(armours[0], found[0]);
        assert_eq!(
            (armours[0].gear, armours[0].difference),
            (Gear::Usual, None)
        );
        let through = simulated.iter().filter(|through| **through).count();
        assert_eq!((armours[0].rate.hits, armours[0].rate.of), (through, 4));
        // The figures are those of the columns.
        for (column, result) in armours.iter().enumerate() {
            let hits = own.iter().filter(|trial| trial.through[column]).count();
            assert_eq!(result.rate.hits, hits);
        }
        for result in found.iter().skip(1) {
            let difference = result.difference.expect("beside the usual gear");
            let points = result.rate.percent() - found[0].rate.percent();
            assert!((difference.points() - points).abs() < 1e-9);
        }
    }
}

/// A choice is compared with the best other one, and a missing thing with gear that misses nothing.
#[test]
fn the_difference_is_that_to_the_best_other_armour() {
    let cases = vec![(ReferencePlayer::Careful, Difficulty::Normal)];
    let parts = vec![GearPart::Armours, GearPart::ThingsUsed];
    let experiment = GearExperiment::new(cases, parts, 1, Seed(1));
    // As usual, cloak, leather, mail, and five things that are never used.
    let rows = [
        [1, 0, 1, 1, 1, 1, 1, 1, 1],
        [1, 0, 0, 1, 1, 1, 1, 1, 1],
        [1, 0, 1, 1, 0, 1, 1, 1, 1],
        [0, 1, 0, 0, 0, 0, 0, 0, 1],
    ];
    let trial = |row: [u8; 9]| Trial {
        case: 0,
        through: row.map(|one| one == 1).to_vec(),
    };
    let trials = rows.map(trial);
    let trials: Vec<&Trial> = trials.iter().collect();
    let only = |part| {
        let results = experiment.results(part, &trials).into_iter();
        let only = results.map(|result| Some(result.difference?.only));
        only.collect::<Vec<_>>()
    };
    // Cloak and leather are compared with mail, and mail with leather.
    let armours = [None, Some([1, 3]), Some([0, 1]), Some([1, 0])];
    assert_eq!(only(GearPart::Armours), armours);
    let used = only(GearPart::ThingsUsed);
    assert_eq!(used[..3], [None, Some([0, 1]), Some([0, 0])]);
    assert_eq!(used[5], Some([1, 0]));
}

#[test]
fn the_report_on_gear_is_the_same_for_any_number_of_threads() {
    let report = |threads| {
        let cases = vec![
            (ReferencePlayer::Careful, Difficulty::Easy),
            (ReferencePlayer::Sneaking, Difficulty::Easy),
        ];
        let parts = GearPart::ALL.to_vec();
        reported(GearExperiment::new(cases, parts, 2, Seed(4)), threads)
    };
    let one = report(1);
    assert_eq!(one, report(3));
    let tables = tables(&one);
    assert_eq!(tables.len(), GearPart::ALL.len());
    for (table, part) in tables.into_iter().zip(GearPart::ALL) {
        assert_eq!(table.rows.len(), 2);
        // The player, the difficulty and the number of descents stand before the gear.
        assert_eq!(table.head.len(), 3 + part.gear().len());
        for row in &table.rows {
            assert_eq!((row.len(), row[2].as_str()), (table.head.len(), "2"));
        }
    }
}
