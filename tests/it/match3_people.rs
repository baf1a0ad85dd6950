//! The player models that are learnt from people who play match-3, checked with people who play in ways that the model
//! lacks, and whose skill it is not told: the rate at which the model wins levels, beside their own rate.

use evolvarium::games::match3::experiment::people::{PEOPLE, SimulatedPerson};
use evolvarium::games::match3::level::{Level, Setup};
use evolvarium::games::match3::players::belief::{Belief, Evidence};
use evolvarium::games::match3::players::{Person, Player};
use evolvarium::games::match3::playtest::{PlayStatistics, play_many, regenerate};
use evolvarium::generation::{EvolutionParameters, Pick, Purpose, Seed};

fn levels(count: u64, base: Seed) -> Vec<Level> {
    let parameters = EvolutionParameters::default();
    let level = |number| {
        let made = regenerate(
            &Setup::default(),
            &parameters,
            base.child(number),
            Pick::Best,
            1,
        );
        made.expect("a level").level
    };
    (0..count).map(level).collect()
}

/// The belief that is learnt from the swaps of a person in some levels.
fn belief(somebody: &SimulatedPerson, levels: &[Level], seed: Seed) -> Belief {
    let mut seen = Vec::new();
    for (number, level) in (0..).zip(levels) {
        let seed = seed.child(number.into());
        let played = somebody.play(level, number, seed, |game, swap| {
            let seed = seed.child(game.score().moves.into());
            seen.extend(Evidence::of(game, swap, seed));
        });
        played.expect("it is played");
    }
    Belief::of(&seen)
}

/// The rate at which a person wins some levels, 0 to 1.
fn rate(somebody: &SimulatedPerson, levels: &[Level], plays: u32, seed: Seed) -> f64 {
    let mut won = 0;
    for level in levels {
        for play in 0..plays {
            let is_won = somebody.play(level, play, seed.child(play.into()), |_, _| {});
            won += u32::from(is_won.expect("it is played"));
        }
    }
    f64::from(won) / f64::from(plays * levels.len() as u32)
}

/// The same style of play with other habits, drawn by a seed.
fn with_other_habits(mut somebody: SimulatedPerson, seed: Seed) -> SimulatedPerson {
    let mut rng = seed.stream(Purpose::Player);
    let mut from =
        |least: u8, most: u8| least + rng.random_below(u32::from(most - least) + 1) as u8;
    somebody.person = Person {
        errors: from(0, 25),
        notices: from(50, 100),
        looks_ahead: from(0, 70),
        ..somebody.person
    };
    somebody
}

/// For each of the people, with habits of their own, the forecast rate after twenty levels less the real rate.
fn differences(fresh: u64, plays: u32, base: Seed) -> Vec<f64> {
    let (known, fresh) = (levels(20, base.child(1)), levels(fresh, base.child(2)));
    let difference = |(number, somebody): (u64, SimulatedPerson)| {
        let seed = base.child(100 + number);
        let somebody = with_other_habits(somebody, seed);
        let model = Player::Model(belief(&somebody, &known, seed).model);
        let said: f64 = (fresh.iter())
            .map(|level| PlayStatistics::of(&play_many(level, model, seed, plays, 1)).success())
            .sum();
        said / fresh.len() as f64 - rate(&somebody, &fresh, plays, seed.child(1))
    };
    (0..).zip(PEOPLE).map(difference).collect()
}

#[test]
fn what_is_said_of_people_after_twenty_levels_is_near_what_is_true_of_them() {
    let all = differences(6, 60, Seed(1));
    let count = all.len() as f64;
    let near = |points: f64| {
        let near = all.iter().filter(|off| off.abs() <= points);
        near.count() as f64 / count
    };
    let mean = all.iter().sum::<f64>() / count;
    let square = all.iter().map(|off| off.powi(2)).sum::<f64>() / count;
    assert!(near(0.1) >= 0.8 && square.sqrt() < 0.09, "{all:?}");
    assert!(mean.abs() < 0.05, "{all:?}");
}
