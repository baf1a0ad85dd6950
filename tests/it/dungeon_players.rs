//! The automatic players by which the dungeon is measured: they never make an illegal move, they behave differently,
//! and the command line reports their behaviour truly.

use std::process::Command;
use std::sync::Arc;

use evolvarium::games::dungeon::descent::{Descent, DescentStatus};
use evolvarium::games::dungeon::enemies::arena::Arena;
use evolvarium::games::dungeon::enemies::shipped;
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::heredity::Learning;
use evolvarium::games::dungeon::players::reference_players::Habits;
use evolvarium::games::dungeon::players::{Conduct, HeroDouble, Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::{
    Adaptation, Armour, EnemyKind, Event, Item, Weapon, notation,
};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::games::dungeon::simulate::{self, DescentEnd, DescentOutcome};
use evolvarium::generation::{Pick, Seed};
use evolvarium::session::Difficulty;

use crate::harness::fixed_enemies;

fn descents(
    reference: ReferencePlayer,
    difficulty: Difficulty,
    seed: u64,
    count: u32,
) -> Vec<DescentOutcome> {
    let setup = fixed_enemies(difficulty);
    simulate::play_descents(reference, &setup, &usual_parameters(), Seed(seed), count, 2)
        .expect("they play")
}

#[test]
fn no_automatic_player_ever_makes_a_move_that_the_rules_refuse() {
    for reference in ReferencePlayer::ALL {
        // Once, one of ten descents of the careful player ended with an illegal move.
        let count = if reference == ReferencePlayer::Careful {
            30
        } else {
            8
        };
        for difficulty in Difficulty::ALL {
            for play in descents(reference, difficulty, 0xBAD, count) {
                assert!(!play.is_refused(), "{reference}, {difficulty:?}: {play:?}");
            }
        }
    }
    for arena in Arena::many(Seed(0xBAD), 60) {
        for breed in shipped::shipped_roster() {
            let fight = arena.try_fight(breed, breed.strength);
            assert!(fight.is_ok(), "{fight:?}");
        }
    }
}

/// The habits of all players, and of one that does everything.
fn all_habits() -> Vec<Habits> {
    let mut all: Vec<Habits> = ReferencePlayer::ALL.map(ReferencePlayer::habits).to_vec();
    all.push(Habits {
        sneaks: true,
        hoods: true,
        throws: true,
        goes_past: true,
        first_weapon: Some(Weapon::Dagger),
        against_several: Some(Weapon::Axe),
        ..ReferencePlayer::Careful.habits()
    });
    all
}

#[test]
fn no_intruder_and_no_double_of_a_hero_makes_a_move_that_the_rules_refuse_in_an_arena() {
    let roster = shipped::shipped_roster();
    // Hunters train against more fugitives.
    let mut arenas = Arena::training(Seed(0xBAD), 30, EnemyKind::Hunter);
    // Doubles carry what heroes carry on their way down.
    for (number, habits) in (0..).zip(all_habits()) {
        for equipped in Arena::many(Seed(0xD0B1E).child(number), 6) {
            let hero = equipped.start(&roster[0], roster[0].strength).hero;
            let double = HeroDouble {
                habits,
                ..HeroDouble::of(&hero, &Conduct::default(), 0, true)
            };
            arenas.extend(Arena::against(equipped.seed(), 4, double));
        }
    }
    assert_eq!(arenas.len(), 30 + 6 * 6 * 4);
    for arena in &arenas {
        for breed in roster {
            let born = Adaptation::ALL.into_iter().map(Some).chain([None]);
            for adaptation in born.filter(|one| one.is_none_or(|one| one.suits(breed.kind))) {
                let breed = Arc::new(breed.with(adaptation));
                let fight = arena.try_fight(&breed, breed.strength);
                assert!(fight.is_ok(), "{breed}, {}: {fight:?}", arena.seed());
            }
        }
    }
}

#[test]
fn no_player_goes_to_and_fro_for_ever_between_grass_and_a_place_where_it_is_watched() {
    // Each of these descents once took 60,000 turns.
    for (reference, difficulty, learning, seed) in [
        (
            ReferencePlayer::Careful,
            Difficulty::Normal,
            Learning::OneKind,
            "13ikh7sm5zb2r",
        ),
        (
            ReferencePlayer::Careful,
            Difficulty::Expert,
            Learning::AllKinds,
            "1cm9bx6pzd2o9",
        ),
        (
            ReferencePlayer::Thrower,
            Difficulty::Expert,
            Learning::OneKind,
            "1cm9bx6pzd2o9",
        ),
    ] {
        let setup = Setup {
            learning,
            ..Setup::of(difficulty)
        };
        let seed = seed.parse().expect("a seed");
        let play = simulate::play_descent(reference, &setup, &usual_parameters(), seed);
        let play = play.expect("it plays");
        assert_ne!(
            play.end,
            DescentEnd::OutOfTurns,
            "{reference}, {difficulty:?}"
        );
    }
}

#[test]
fn what_a_descent_tells_is_what_its_moves_do() {
    let setup = fixed_enemies(Difficulty::Easy);
    for reference in ReferencePlayer::ALL {
        let told = simulate::play_descent(reference, &setup, &usual_parameters(), Seed(77))
            .expect("it plays");
        let mut descent =
            Descent::new(&setup, &usual_parameters(), Seed(77), Pick::Best).expect("a dungeon");
        let mut events = Vec::new();
        for made in notation::read(&told.moves).expect("moves") {
            descent.make(made, &mut events).expect("a legal move");
        }
        let sum = descent.totals();
        assert_eq!(
            (told.turns, told.score, told.killed),
            (sum.turns, sum.score, sum.killed)
        );
        assert_eq!(
            told.is_completed(),
            descent.status() == DescentStatus::Completed
        );
        assert_eq!(told.depths.len(), usize::from(descent.depth()));
        let of_depths = |value: fn(&simulate::DepthOutcome) -> u32| -> u32 {
            told.depths.iter().map(value).sum()
        };
        assert_eq!(of_depths(|depth| depth.turns), sum.turns);
        assert_eq!(of_depths(|depth| depth.killed), sum.killed);
        let thrown = events
            .iter()
            .filter(|event| matches!(event, Event::Thrown(..)));
        assert_eq!(of_depths(|depth| depth.thrown), thrown.count() as u32);
    }
}

#[test]
fn the_players_are_what_they_are_called() {
    let sum = |reference, value: fn(&simulate::DepthOutcome) -> u32| -> u32 {
        let plays = descents(reference, Difficulty::Normal, 0xC0DE, 12);
        plays.iter().flat_map(|play| &play.depths).map(value).sum()
    };
    assert_eq!(sum(ReferencePlayer::Careful, |depth| depth.thrown), 0);
    assert!(sum(ReferencePlayer::Thrower, |depth| depth.thrown) > 12);
    // The sneaking player goes in the dark, never takes mail for its cloak, and takes the dagger again after each
    // fight.
    let setup = fixed_enemies(Difficulty::Normal);
    let (mut hoods, mut daggers) = (0, 0);
    for seed in 0..6 {
        let descent = Descent::new(&setup, &usual_parameters(), Seed(seed), Pick::Best);
        let mut descent = descent.expect("a dungeon");
        let mut player = ReferencePlayer::Sneaking.player();
        let mut events = Vec::new();
        while descent.status() == DescentStatus::Descending {
            let made = player.choose(&descent.game).expect("a move");
            descent.make(made, &mut events).expect("a legal move");
        }
        let count = |wanted: Event| events.iter().filter(|event| **event == wanted).count();
        hoods += count(Event::Hooded(true));
        daggers += count(Event::InUse(Item::Weapon(Weapon::Dagger)));
        for armour in Armour::ALL {
            assert_eq!(count(Event::InUse(Item::Armour(armour))), 0, "{armour:?}");
        }
    }
    assert!(hoods == 6 && daggers > 6, "{hoods} {daggers}");
    let turns_per_depth = |reference| {
        let plays = descents(reference, Difficulty::Easy, 0xC0DE, 12);
        let depths: usize = plays.iter().map(|play| play.depths.len()).sum();
        let turns: u32 = plays.iter().map(|play| play.turns).sum();
        turns as usize / depths
    };
    let [careful, bold, hurried] = [
        ReferencePlayer::Careful,
        ReferencePlayer::Bold,
        ReferencePlayer::Hurried,
    ]
    .map(turns_per_depth);
    assert!(
        hurried < careful && bold < careful,
        "{careful} {bold} {hurried}"
    );
}

#[test]
fn a_refused_move_is_told_and_is_no_lost_descent() {
    // A player that only ever asks for a portal stands on none.
    struct Faulty;
    impl Player for Faulty {
        fn choose(
            &mut self,
            _: &evolvarium::games::dungeon::rules::Game,
        ) -> Option<evolvarium::games::dungeon::rules::Move> {
            Some(evolvarium::games::dungeon::rules::Move::Portal)
        }
    }
    let setup = fixed_enemies(Difficulty::Easy);
    let descent =
        Descent::new(&setup, &usual_parameters(), Seed(5), Pick::Best).expect("a dungeon");
    let play = simulate::Play::of(Faulty, descent)
        .finish(Seed(5))
        .expect("dungeons");
    assert!(
        matches!(play.end, DescentEnd::Refused(..)) && play.is_refused() && !play.is_completed()
    );
    assert_eq!((play.turns, play.moves.as_str()), (0, ""));
}

#[test]
fn the_command_line_gives_rates_with_intervals_and_every_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("plays.csv");
    let output = Command::new(env!("CARGO_BIN_EXE_evolvarium"))
        .args([
            "simulate",
            "dungeon",
            "--difficulty",
            "easy",
            "--player",
            "careful,bold",
        ])
        .args(["--plays", "6", "--seed", "rows", "--data"])
        .arg(&data)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    for part in [
        "careful:",
        "bold:",
        "of 6 descents",
        "depth  3:",
        "0 ended by a refused move",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let rows = std::fs::read_to_string(data).expect("a file");
    let columns = |row: &str| row.split(',').count();
    let heading = rows.lines().next().expect("a heading");
    assert!(
        rows.lines().all(|row| columns(row) == columns(heading)),
        "{rows}"
    );
    // Each descent of each player has a row for its first dungeon, which holds the moves.
    let first = |row: &&str| row.split(',').nth(3) == Some("1");
    assert_eq!(rows.lines().filter(first).count(), 12, "{rows}");
    let moves = |row: &str| row.rsplit(',').next().map_or(0, str::len);
    assert!(rows.lines().filter(first).all(|row| moves(row) > 50));
    for wrong in ["nobody", "careful,"] {
        let output = Command::new(env!("CARGO_BIN_EXE_evolvarium"))
            .args(["simulate", "dungeon", "--player", wrong])
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

/// The number in a field of a structure.
fn number(entry: &ron::Value, name: &str) -> f64 {
    let ron::Value::Map(fields) = entry else {
        panic!("{entry:?} is no structure");
    };
    match fields.get(&ron::Value::String(name.to_owned())) {
        Some(ron::Value::Number(number)) => number.into_f64(),
        other => panic!("{name} is {other:?}"),
    }
}

#[test]
fn a_generated_dungeon_is_written_as_data_with_every_lock() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("dungeon.ron");
    // The lock of this dungeon closes portals.
    let output = Command::new(env!("CARGO_BIN_EXE_evolvarium"))
        .args([
            "generate",
            "dungeon",
            "--seed",
            "g9hnhw",
            "--rooms",
            "38",
            "--enemies",
            "3",
        ])
        .args(["--chests", "0", "--locks", "2", "--data"])
        .arg(&data)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0));
    let map = String::from_utf8(output.stdout).expect("text");
    let text = std::fs::read_to_string(data).expect("a file");
    let value: ron::Value = ron::from_str(&text).expect("RON");
    let ron::Value::Map(fields) = &value else {
        panic!("a description is a structure");
    };
    let field = |name: &str| {
        let key = ron::Value::String(name.to_owned());
        fields
            .get(&key)
            .unwrap_or_else(|| panic!("{name} in {text}"))
    };
    for name in ["seed", "fitness", "terms", "start", "key", "exit", "points"] {
        field(name);
    }
    let length = |name: &str| match field(name) {
        ron::Value::Seq(values) => values.len(),
        other => panic!("{name} is {other:?}"),
    };
    assert!(length("rooms") > 5 && length("ways") >= length("rooms") - 1);
    // The products are those that make up the fitness, in which the distance has a limit.
    let ron::Value::Seq(terms) = field("terms") else {
        panic!("terms are a list");
    };
    let products: f64 = terms.iter().map(|term| number(term, "product")).sum();
    let fitness = number(&value, "fitness");
    assert!(
        (products + 20.0 - fitness).abs() < 0.2,
        "{products} and {fitness}"
    );
    let locks = length("locks");
    let closed = text.matches("lock: Some(").count();
    assert!(locks > 0 && closed >= locks);
    // The map shows each closed way: two signs of a door, or a line below for a portal.
    let doors: usize = map
        .lines()
        .filter(|line| !line.starts_with("portal"))
        .map(|line| line.chars().filter(char::is_ascii_digit).count())
        .sum();
    let portals = map
        .lines()
        .filter(|line| line.starts_with("portal"))
        .count();
    assert_eq!((doors - locks) / 2 + portals, closed, "{map}");
}
