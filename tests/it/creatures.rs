//! The names, the epithets and the sigils of evolved creatures: functions of the genome, mostly distinct, and true.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use evolvarium::games::dungeon::enemies::epithet::Epithet as EnemyEpithet;
use evolvarium::games::dungeon::enemies::shipped::shipped_roster;
use evolvarium::games::dungeon::enemies::{epithet, operators};
use evolvarium::games::dungeon::rules::program::{Node, Program, TreeKind};
use evolvarium::games::dungeon::rules::{Breed, EnemyKind};
use evolvarium::games::hexxagon::players::{Epithet, Weights};
use evolvarium::games::tic_tac_toe::opponents::{self, Epithet as StrategyEpithet};
use evolvarium::games::tic_tac_toe::players::Strategy;
use evolvarium::games::tic_tac_toe::players::classes::{CLASSES, Position3x3};
use evolvarium::games::tic_tac_toe::rules::Side;
use evolvarium::generation::{Creature, Form, Purpose, Script, Seed, Stream};
use evolvarium::session::{KeptFrom, Labels};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::shelf::{self, Shelf, are_things_read};
use evolvarium::shell::words::{Language, Words};

use crate::harness::{app, is_said, press_text, screen, start, until};

fn random_weights(rng: &mut Stream) -> Weights {
    let mut weight = || rng.random_below(199) as i32 - 99;
    Weights([(); 5].map(|()| weight() as i8))
}

#[test]
fn the_same_genome_has_the_same_name_everywhere() {
    for (weights, latin, hangul) in [
        ([-2, 1, 1, -3, 2], "Kulhomrung", "쿨홈룽"),
        ([-4, 1, 1, -3, 2], "Hemnanhen", "헴난헨"),
        ([-1, 1, 2, 0, 3], "Tankaelbing", "탄캘빙"),
    ] {
        let creature = Weights(weights).creature();
        assert_eq!(creature, Weights(weights).creature());
        assert_eq!(creature.name(Script::Latin), latin);
        assert_eq!(creature.name(Script::Hangul), hangul);
        assert_eq!(creature.sigil(), Weights(weights).creature().sigil());
    }
    let [first, second] = [0, 1].map(|at| epithet::creature(&shipped_roster()[at]));
    assert_ne!(first.name(Script::Latin), second.name(Script::Latin));
    let mut stronger = Breed::clone(&shipped_roster()[0]);
    stronger.strength += 1;
    assert_eq!(epithet::creature(&stronger), first, "whatever its strength");
}

#[test]
fn of_a_hundred_thousand_genomes_less_than_one_in_a_hundred_shares_its_name() {
    let mut rng = Seed(1).stream(Purpose::Founders);
    let mut genomes = BTreeSet::new();
    while genomes.len() < 100_000 {
        genomes.insert(random_weights(&mut rng).0);
    }
    let mut names: BTreeMap<String, u32> = BTreeMap::new();
    for weights in genomes {
        let name = Weights(weights).creature().name(Script::Latin);
        assert!(name.len() <= 15, "{name}");
        *names.entry(name).or_default() += 1;
    }
    let shared: u32 = names.values().filter(|count| **count > 1).sum();
    assert!(shared < 1_000, "{shared} share a name");
}

#[test]
fn a_name_has_as_many_syllables_in_both_scripts() {
    for number in 0..1_000 {
        let creature = Creature::of(&number.to_string(), "");
        let hangul = creature.name(Script::Hangul);
        assert_eq!(hangul.chars().count(), 3, "{hangul}");
        assert!(hangul.chars().all(|letter| ('가'..='힣').contains(&letter)));
        let latin = creature.name(Script::Latin);
        assert!(
            latin.starts_with(|letter: char| letter.is_ascii_uppercase()),
            "{latin}"
        );
        assert!(
            latin.chars().all(|letter| letter.is_ascii_alphabetic()),
            "{latin}"
        );
        // Each syllable has one vowel, of one or two letters, and only the first one can begin with it.
        let small = latin.to_lowercase();
        let vowels = small.split(|letter: char| !"aeiou".contains(letter));
        let syllables = vowels.filter(|vowel| !vowel.is_empty()).count();
        assert_eq!(syllables, hangul.chars().count(), "{latin} and {hangul}");
    }
}

#[test]
fn sigils_are_told_apart_by_their_forms_alone() {
    let forms = |number: u32| {
        let sigil = Creature::of(&number.to_string(), "").sigil();
        assert!((4..=8).contains(&sigil.shapes.len()), "few shapes");
        let shapes = sigil.shapes.iter();
        let forms: Vec<(Form, String)> = shapes
            .map(|shape| (shape.form, format!("{:.2} {:.2}", shape.x, shape.y)))
            .collect();
        format!("{forms:?}")
    };
    let different: BTreeSet<String> = (0..1_000).map(forms).collect();
    assert!(different.len() > 500, "{} of 1,000", different.len());
}

#[test]
fn what_is_said_of_five_weights_is_true() {
    let mut rng = Seed(2).stream(Purpose::Founders);
    for _ in 0..2_000 {
        let weights = random_weights(&mut rng);
        let (at, is_positive) = match Epithet::of(weights) {
            Epithet::Wanderer => (0, true),
            Epithet::Loyal => (0, false),
            Epithet::Wary => (1, true),
            Epithet::Stubborn => (1, false),
            Epithet::Growing => (2, true),
            Epithet::Lean => (2, false),
            Epithet::Leaping => (3, true),
            Epithet::Settled => (3, false),
            Epithet::Greedy => (4, true),
            Epithet::Gentle => (4, false),
            Epithet::Indifferent => panic!("{weights} is not indifferent"),
        };
        let said = weights.0[at];
        assert_eq!(said > 0, is_positive, "{weights}");
        let larger = weights.0.iter().any(|weight| weight.abs() > said.abs());
        assert!(!larger, "{weights}");
    }
    assert_eq!(Epithet::of(Weights([0; 5])), Epithet::Indifferent);
}

#[test]
fn what_is_said_of_a_strategy_is_true() {
    let mut rng = Seed(3).stream(Purpose::Founders);
    let mut said = BTreeSet::new();
    let check = |strategy: &Strategy, said: &mut BTreeSet<String>| {
        let epithet = StrategyEpithet::of(strategy);
        let games = Side::BOTH.map(|side| strategy.games(side));
        let part =
            |of: fn(&evolvarium::games::tic_tac_toe::players::strategy::ResultCounts) -> u32| {
                let parts = games
                    .iter()
                    .map(|game| f64::from(of(game)) / f64::from(game.count()));
                parts.sum::<f64>()
            };
        let loses_more = part(|game| game.lost) > part(|game| game.won);
        let first = strategy.reply(Position3x3::default()).expect("a reply").0;
        match epithet {
            StrategyEpithet::Unbeaten => assert_eq!(strategy.lost(), 0),
            StrategyEpithet::Generous => assert!(loses_more),
            StrategyEpithet::Centred => assert_eq!(first, 4),
            StrategyEpithet::Cornered => assert!([0, 2, 6, 8].contains(&first)),
            StrategyEpithet::Sideways => assert!([1, 3, 5, 7].contains(&first)),
        }
        if epithet != StrategyEpithet::Unbeaten {
            assert!(strategy.lost() > 0);
        }
        said.insert(opponents::creature(strategy).epithet.to_owned());
    };
    for _ in 0..300 {
        check(&Strategy::random(&mut rng), &mut said);
    }
    let best = Strategy::of(|class| CLASSES.best(class, true).trailing_zeros() as u8);
    check(&best.expect("best replies are legal"), &mut said);
    assert!(said.len() >= 4, "{said:?}");
}

#[test]
fn what_is_said_of_an_enemy_is_true() {
    let mut rng = Seed(4).stream(Purpose::Founders);
    let mut said = BTreeSet::new();
    let kinds = EnemyKind::ALL.into_iter().cycle().take(500);
    let programs = kinds.map(|kind| operators::random_program(kind, &mut rng));
    let all: Vec<Program> = programs
        .chain(shipped_roster().iter().map(|breed| breed.program.clone()))
        .collect();
    for program in all {
        let epithet = EnemyEpithet::of(&program);
        let actions: [(EnemyEpithet, &[Node]); 9] = [
            (EnemyEpithet::Fierce, &[Node::Attack]),
            (EnemyEpithet::Tireless, &[Node::Approach]),
            (EnemyEpithet::Fleeting, &[Node::Retreat]),
            (EnemyEpithet::Guarded, &[Node::Block]),
            (EnemyEpithet::Mending, &[Node::Heal]),
            (EnemyEpithet::Patient, &[Node::Wait]),
            (EnemyEpithet::Homesick, &[Node::GoHome]),
            (EnemyEpithet::Hidden, &[Node::SeekGrass]),
            (
                EnemyEpithet::Roaming,
                &[Node::Forward, Node::TurnLeft, Node::TurnRight],
            ),
        ];
        let [patrol, attack] = [TreeKind::Patrol, TreeKind::Attack].map(|kind| program.tree(kind));
        let counts = actions.map(|(of, actions)| {
            let nodes = patrol.nodes().iter().chain(attack.nodes());
            (of, nodes.filter(|node| actions.contains(node)).count())
        });
        let own = counts
            .iter()
            .find(|(of, _)| *of == epithet)
            .expect("it is listed")
            .1;
        assert!(
            counts.iter().all(|(_, count)| *count <= own),
            "{epithet:?}: {counts:?}"
        );
        said.insert(epithet.key());
    }
    assert!(said.len() >= 4, "{said:?}");
}

#[test]
fn an_evolved_opponent_is_kept_from_the_pause_menu_and_stands_on_the_title() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let id = "hexxagon:b0-human-w2n.1.1.3n.2#a";
    start(&mut app, id);
    let mut menu = app.world_mut().resource_mut::<NextState<Menu>>();
    menu.set(Menu::Pause);
    until(&mut app, "the menu", |world| {
        is_said(world, "Save the opponent")
    });
    press_text(&mut app, "Save");
    until(&mut app, "the notice", |world| {
        is_said(world, "Saved as Kulhomrung.")
    });
    shelf::open(app.world_mut(), None);
    until(&mut app, "the shelf", |world| {
        screen(world) == Screen::Shelf && are_things_read(world)
    });
    let thing = &app.world().resource::<Shelf>().things()[0];
    assert_eq!(shelf::name_of(app.world(), thing), "Kulhomrung");
    let creature = Weights([-2, 1, 1, -3, 2]).creature();
    assert_eq!(thing.creature(), Some(creature));
    let label = app.world().resource::<Labels>().of(&thing.path).cloned();
    let from = label.expect("a label").from;
    assert!(
        matches!(&from, Some(KeptFrom::Game(id)) if id.contains("w2n.1.1.3n.2")),
        "{from:?}"
    );
    // The epithet is read beside the name, in both languages.
    until(&mut app, "its whole name", |world| {
        is_said(world, "Kulhomrung the Settled")
    });
    let korean = Words::of(Language::Korean);
    let said = evolvarium::shell::creature::full_name(creature, &korean);
    assert_eq!(said, "뛰지 않는 쿨홈룽");
    let mut screen = app.world_mut().resource_mut::<NextState<Screen>>();
    screen.set(Screen::Title);
    until(&mut app, "the title", |world| {
        *world.resource::<State<Screen>>().get() == Screen::Title
    });
    until(&mut app, "the creature", |world| {
        is_said(world, "Kulhomrung")
    });
}
