//! The model of a person who plays match-3: it is learnt from the person's swaps, and used for the levels that are made
//! for the person.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use evolvarium::games::match3::level::Setup;
use evolvarium::games::match3::players::belief::{Belief, Evidence, Figure};
use evolvarium::games::match3::players::{
    Favourite, IntendedPlayer, Person, Player, PlayerModel, RatedPlayer,
};
use evolvarium::games::match3::playtest::{PlayStatistics, play_many, regenerate};
use evolvarium::games::match3::rules::{Game, Status};
use evolvarium::generation::{EvolutionParameters, Pick, Purpose, Seed};

/// The evidence from the swaps of a player in a number of levels of a setup.
pub fn evidence(setup: &Setup, player: Player, levels: u64, seed: Seed) -> Vec<Evidence> {
    let mut seen = Vec::new();
    for number in 0..levels {
        let seed = seed.child(number);
        let parameters = EvolutionParameters::default();
        let made = regenerate(setup, &parameters, seed, Pick::Best, 2).expect("a level");
        let (level, chance) = (&made.level, seed.stream(Purpose::Play));
        let game = Game::new(level.board(), level.goals(), level.moves(), chance);
        let mut game = game.expect("a game");
        let mut rng = seed.stream(Purpose::Player);
        while game.status() == Status::Playing {
            let swap = player.choose(&game, &mut rng).expect("a swap");
            seen.extend(Evidence::of(&game, swap, seed.child(seen.len() as u64)));
            game.apply(swap, &mut ()).expect("it is legal");
        }
    }
    seen
}

pub fn person(errors: u8, notices: u8, favours: u8, looks_ahead: u8) -> Person {
    Person {
        errors,
        notices,
        favours,
        looks_ahead,
        favourite: Favourite::Long,
    }
}

/// The number of standard errors by which two means differ, apart from a small part of them.
fn errors_apart(one: Figure, other: Figure) -> f64 {
    let error = one.error.hypot(other.error).max(0.01);
    ((one.mean - other.mean).abs() - 0.03).max(0.0) / error
}

#[test]
fn the_model_of_the_swaps_of_a_player_takes_as_much_as_the_player() {
    let setup = Setup::default();
    for player in [
        Player::Random,
        Player::Greedy,
        Player::LookAhead,
        Player::Person(person(0, 40, 0, 0)),
        Player::Person(person(30, 90, 0, 60)),
        Player::Person(person(0, 90, 70, 0)),
    ] {
        let belief = Belief::of(&evidence(&setup, player, 16, Seed(0x51)));
        assert!(belief.swaps > 150, "{}", belief.swaps);
        let model = Player::Model(belief.model);
        let own = Belief::of(&evidence(&setup, model, 16, Seed(0x52)));
        let apart = errors_apart(belief.takes_most, own.takes_most);
        assert!(apart < 4.0, "{player:?}: {belief:?} {own:?}");
    }
}

#[test]
fn the_models_of_strong_and_weak_players_are_told_apart() {
    let belief = |player| Belief::of(&evidence(&Setup::default(), player, 24, Seed(3)));
    let [random, greedy, ahead] = [Player::Random, Player::Greedy, Player::LookAhead].map(belief);
    let is_clearly_more =
        |more: Figure, less: Figure| more.mean - less.mean > 4.0 * more.error.hypot(less.error);
    assert!(
        is_clearly_more(greedy.takes_most, random.takes_most),
        "{greedy:?} {random:?}"
    );
    // The part that is gained is shown as a percentage over time. At random nothing is gained.
    assert!(is_clearly_more(ahead.gained, random.gained), "{ahead:?}");
    assert!(random.gained.mean.abs() < 0.2, "{random:?}");
    assert!((0.3..=1.0).contains(&ahead.gained.mean), "{ahead:?}");
    // Only one of the two players looks for swaps that lead further.
    assert!(
        is_clearly_more(random.lost, ahead.lost),
        "{random:?} {ahead:?}"
    );
}

#[test]
fn a_level_made_for_a_person_is_won_by_them_as_often_as_wanted_but_not_by_the_reference_player() {
    for text in [
        "9x9c6-p488h.e0.n40.f0.a0",
        "9x9c6-p488h.e20.n80.f10.a60",
        "9x9c6-p488h.10.5.10.0.10.0.0.n5",
        "9x9c6-p488h.q20.t50.l5.p5.u10.d0.5.0.10.n3.0.12.0.n5",
    ] {
        let setup: Setup = text.parse().expect("a setup");
        assert_eq!(setup.to_string(), text);
        let parameters = EvolutionParameters::default();
        let (mut own, mut reference) = (0.0, 0.0);
        for seed in 1..=3 {
            let made = regenerate(&setup, &parameters, Seed(seed), Pick::Best, 2).expect("a level");
            let rate = |player| {
                let plays = play_many(&made.level, player, Seed(seed + 90), 300, 2);
                100.0 * PlayStatistics::of(&plays).success() / 3.0
            };
            own += rate(setup.player());
            reference += rate(Player::Greedy);
        }
        // 900 plays have an error of 1.6 points.
        assert!((own - 60.0_f64).abs() < 6.0, "{text}: {own}");
        let apart: f64 = reference - own;
        assert!(apart.abs() > 6.0, "{text}: {own}, {reference}");
    }
}

#[test]
fn a_setup_refuses_a_person_that_cannot_be() {
    for bad in [
        "h.e101.n40.f0.a0",
        "h.e0.n40.f0",
        "h40",
        "h.n40.e0.f0.a0",
        "h",
        "h.20.10.5.5.5.0",
        "h.20.10.5.5.5.2.0.151",
        "h.20.10.5.5.5.2.0.1.1",
        "h.q70.t50.l30.p21.u0.d0.0.0.0.0.0.0.0.0",
        "h.q0.t50.l30.p0.u0.d0.0.0.0.0.0.0.0.0",
        "h.q100.t50.l30.p0.u0.d0.0.0.0.0.0.0.0.0",
        "h.q70.t50.l30.p0.u0.d0.0.0.0.0.0.0.0.1501",
        "h.q70.t50.l30.p0.u0.d0.0.0.0.0.0.0.0",
        "h.q70.l50.t30.p0.u0.d0.0.0.0.0.0.0.0.0",
    ] {
        let text = format!("9x9c6-p488{bad}");
        assert!(text.parse::<Setup>().is_err(), "{text}");
    }
    let usual: Setup = "9x9c6-p488h.e0.n100.f0.a0".parse().expect("it is usual");
    assert_eq!(usual.player(), Player::Greedy);
    assert_eq!(usual.to_string(), "9x9c6-p488");
}

fn simulate(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_evolvarium"))
        .args(["simulate", "match3", "level.ron"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

#[test]
fn a_person_from_a_file_plays_a_level() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("it is written");
    };
    let rows = [
        ".......", "...1...", ".......", "..1.1..", ".......", "...a...", ".......",
    ];
    let rows = rows.map(|row| format!("\"{row}\"")).join(", ");
    write(
        "level.ron",
        &format!("(colours: 5, goals: [Collect((1), 18)], moves: 12, rows: [{rows}])"),
    );
    let won = |arguments: &[&str]| -> f64 {
        let output = simulate(folder.path(), arguments);
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success(), "{text}");
        let line = text.lines().find(|line| line.starts_with("success"));
        let number = line
            .and_then(|line| line.split(' ').nth(1))
            .expect("a rate");
        number.parse().expect("a number")
    };
    write("hasty.ron", "(errors: 80)");
    write("far.ron", "(looks_ahead: 100)");
    let hasty = won(&["--person", "hasty.ron", "--plays", "400"]);
    let far = won(&["--person", "far.ron", "--plays", "200"]);
    let greedy = won(&["--plays", "400"]);
    assert!(
        hasty + 10.0 < greedy && greedy + 10.0 < far,
        "{hasty} {greedy} {far}"
    );
    for (text, why) in [
        ("(errors: 101)", "broken.ron: line 1, column 2"),
        ("(\n  notices: 60,\n  hurries: 3,\n)", "broken.ron: line 3"),
        ("(favourite: Red)", "broken.ron: line 1"),
    ] {
        write("broken.ron", text);
        let output = simulate(folder.path(), &["--person", "broken.ron"]);
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(!output.status.success() && said.contains(why), "{said}");
    }
    let both = simulate(
        folder.path(),
        &["--person", "far.ron", "--player", "random"],
    );
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn a_rate_is_the_players_own_only_in_a_level_that_was_made_for_them_here() {
    let described: Setup = "9x9c6-p488h.e10.n60.f5.a25".parse().expect("a setup");
    let model = IntendedPlayer::Model(PlayerModel::default());
    for (intended, here, elsewhere) in [
        (
            IntendedPlayer::Reference,
            RatedPlayer::Reference,
            RatedPlayer::Reference,
        ),
        (
            described.intended_player,
            RatedPlayer::Other,
            RatedPlayer::Other,
        ),
        (model, RatedPlayer::Learner, RatedPlayer::Other),
    ] {
        assert_eq!(intended.rated(true), here);
        assert_eq!(intended.rated(false), elsewhere);
    }
}
