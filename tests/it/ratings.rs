//! The player's skill: the samples from which it is learnt, and the honesty of the forecasts, with many simulated
//! people.

use bevy::tasks::block_on;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::setup::Setup as Descents;
use evolvarium::games::hexxagon::players::{Level, Opponent};
use evolvarium::games::tic_tac_toe::Extra;
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::generation::{Purpose, Seed, Stream};
use evolvarium::session::rating::expected_score;
use evolvarium::session::statistics::GameResult;
use evolvarium::session::survival::StageRates;
use evolvarium::session::{
    Challenge, Difficulty, Game, Origin, Preparation, RecordedGame, Skill, SkillSample, Table,
};

/// A number from 0 to 1.
fn uniform(rng: &mut Stream) -> f64 {
    f64::from(rng.random_below(1_000_000)) / 1e6
}

/// The ways in which people play. The model knows of the first kind alone.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Steady,
    /// Ten points better with every game.
    Improves,
    /// Much worse in three of ten games.
    Erratic,
    /// Better with one colour than with the other.
    PrefersColour,
    /// Worse in the game after a loss.
    Tilts,
}

struct Person {
    kind: Kind,
    strength: f64,
}

impl Person {
    /// The probability of winning a game, by its number, against a rival.
    fn rate(&self, rival: f64, game: usize, has_lost: bool) -> f64 {
        let at = |strength: f64| expected_score(strength, rival);
        match self.kind {
            Kind::Steady => at(self.strength),
            Kind::Improves => at(self.strength + 10.0 * game as f64),
            Kind::Erratic => 0.7 * at(self.strength) + 0.3 * at(self.strength - 500.0),
            Kind::PrefersColour if game.is_multiple_of(2) => at(self.strength + 120.0),
            Kind::PrefersColour => at(self.strength - 120.0),
            Kind::Tilts => at(self.strength - if has_lost { 150.0 } else { 0.0 }),
        }
    }

    /// The rate at which they really win from the twenty-first game on.
    fn real_rate(&self, rival: f64) -> f64 {
        let after = |has_lost| {
            let games = [20, 21].map(|game| self.rate(rival, game, has_lost));
            (games[0] + games[1]) / 2.0
        };
        // They come from a win as often as they win.
        after(true) / (1.0 - after(false) + after(true))
    }
}

/// The forecasts for many people after twenty tries of each, compared with the real rates.
#[derive(Default, Debug)]
struct Said {
    people: f64,
    /// The number of people whose rate was within 5 points at the challenge that was suggested to them.
    near: f64,
    /// The number of people whose rate was within the interval.
    covered: f64,
    /// The sum of the differences.
    off: f64,
    /// The part of all challenges whose rate was within 5 points.
    near_at_all: f64,
}

impl Said {
    fn add(&mut self, skill: &Skill, challenges: &[Challenge], real: impl Fn(usize) -> f64) {
        let at = suggested(skill, challenges);
        let (said, real_here) = (skill.forecast(&challenges[at]), real(at));
        let is_near = |said: f64, real: f64| f64::from((said - real).abs() <= 0.05);
        self.people += 1.0;
        self.near += is_near(said.rate, real_here);
        self.covered += f64::from((said.low..=said.high).contains(&real_here));
        self.off += said.rate - real_here;
        let near = (0..challenges.len()).map(|at| is_near(skill.rate(&challenges[at]), real(at)));
        self.near_at_all += near.sum::<f64>() / challenges.len() as f64;
    }

    /// The parts of the people, and the mean of the differences.
    fn parts(&self) -> [f64; 4] {
        let sums = [self.near, self.covered, self.near_at_all, self.off];
        sums.map(|sum| sum / self.people)
    }
}

/// The challenge that comes nearest to 6 of 10.
fn suggested(skill: &Skill, challenges: &[Challenge]) -> usize {
    let off = challenges.iter().map(|one| (skill.rate(one) - 0.6).abs());
    let nearest = off.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
    nearest.expect("there are challenges").0
}

/// Plays twenty games against the levels that are suggested.
fn announced_for(kind: Kind, people: u64) -> Said {
    let rating = |level: Level| Opponent::Level(level).rating().expect("it is measured");
    let rivals = Level::ALL.map(rating);
    let challenges = rivals.map(Challenge::Rival);
    let mut said = Said::default();
    for number in 0..people {
        let mut rng = Seed(number).stream(Purpose::Player);
        let strength = 2_600.0 * uniform(&mut rng);
        let person = Person { kind, strength };
        let (mut skill, mut has_lost) = (Skill::default(), false);
        for game in 0..20 {
            let rival = rivals[suggested(&skill, &challenges)];
            has_lost = uniform(&mut rng) >= person.rate(rival, game, has_lost);
            let result = match has_lost {
                true => GameResult::Lost,
                false => GameResult::Won,
            };
            skill.learn(SkillSample::Game { rival, result });
        }
        said.add(&skill, &challenges, |at| person.real_rate(rivals[at]));
    }
    said
}

/// Twenty games have a standard error of 11 points, so that no model is within 5 points for most people. Measured over
/// 1,000 people of each kind (within 5 points at the suggested level; within the interval; within 5 points over all
/// levels): steady 40, 97 and 87 of 100, improves 25, 88, 82, erratic 39, 97, 83, prefers a colour 40, 97, 86, tilts
/// 36, 92, 85.
#[test]
fn what_is_said_after_twenty_games_is_as_near_as_games_allow_and_the_interval_is_honest() {
    for (kind, [near, covered, near_at_all]) in [
        (Kind::Steady, [0.30, 0.92, 0.80]),
        (Kind::Improves, [0.15, 0.80, 0.75]),
        (Kind::Erratic, [0.29, 0.92, 0.76]),
        (Kind::PrefersColour, [0.30, 0.92, 0.79]),
        (Kind::Tilts, [0.26, 0.84, 0.78]),
    ] {
        let parts = announced_for(kind, 200).parts();
        let are_met = parts[0] >= near && parts[1] >= covered && parts[2] >= near_at_all;
        assert!(are_met, "{kind:?}: {parts:?}");
        let is_fair = matches!(kind, Kind::Improves) || parts[3].abs() < 0.04;
        assert!(is_fair, "{kind:?}: {parts:?}");
    }
}

/// The ways in which people descend. The model lacks all but the first kind.
#[derive(Clone, Copy, Debug)]
enum Delver {
    /// A mixture of the automatic players.
    Mixture,
    /// Careless in the first two dungeons, and careful below.
    WarmsUp,
    /// Good on one day and bad on another.
    Moody,
    /// Dies less often with every descent.
    Improves,
}

/// The probability that a person comes through a dungeon, through which the mixture comes with the probability
/// `mixture`.
fn rate_of(delver: Delver, mixture: f64, dungeon: usize, descent: usize, is_good_day: bool) -> f64 {
    let hazard = match delver {
        Delver::Mixture => 1.0,
        Delver::WarmsUp => [3.0, 0.7][usize::from(dungeon >= 2)],
        Delver::Moody => [2.0, 0.6][usize::from(is_good_day)],
        Delver::Improves => 2.5 - 0.06 * descent as f64,
    };
    mixture.powf(hazard)
}

fn said_of_delvers(delver: Delver, people: u64) -> Said {
    let challenges = Difficulty::ALL.map(|difficulty| {
        let challenge = DungeonGame::challenge(&Descents::of(difficulty));
        challenge.expect("the difficulties are measured")
    });
    let rates = challenges.each_ref().map(|challenge| match challenge {
        Challenge::Stages(rates) => rates.clone(),
        Challenge::Rival(_) => panic!("a descent has no rival"),
    });
    let mut said = Said::default();
    for number in 0..people {
        let mut rng = Seed(number).stream(Purpose::Player);
        let parts: [f64; 5] = std::array::from_fn(|_| -uniform(&mut rng).max(1e-9).ln());
        let sum: f64 = parts.iter().sum();
        let mixture = |rates: &StageRates, dungeon: usize| {
            let of_each = rates[dungeon].iter().zip(&parts);
            of_each.map(|(rate, part)| rate * part / sum).sum::<f64>()
        };
        let mut skill = Skill::default();
        for descent in 0..20 {
            let rates = &rates[suggested(&skill, &challenges)];
            let is_good_day = uniform(&mut rng) < 0.5;
            let comes_through = |dungeon: &usize| {
                let mixture = mixture(rates, *dungeon);
                uniform(&mut rng) < rate_of(delver, mixture, *dungeon, descent, is_good_day)
            };
            let passed = (0..rates.len()).take_while(comes_through).count();
            let rates = rates.clone();
            skill.learn(SkillSample::Stages { rates, passed });
        }
        said.add(&skill, &challenges, |at| {
            let through = |is_good_day| {
                let rate = |dungeon| {
                    let mixture = mixture(&rates[at], dungeon);
                    rate_of(delver, mixture, dungeon, 20, is_good_day)
                };
                (0..rates[at].len()).map(rate).product::<f64>()
            };
            (through(true) + through(false)) / 2.0
        });
    }
    said
}

/// Measured over 300 people of each kind (as above, over the difficulties): mixture 42, 97 and 55 of 100, warms up 45,
/// 97, 40, moody 43, 97, 49, improves 38, 94, 53.
#[test]
fn what_is_said_after_twenty_descents_is_as_near_as_descents_allow() {
    for (delver, [near, covered, near_at_all]) in [
        (Delver::Mixture, [0.30, 0.90, 0.43]),
        (Delver::WarmsUp, [0.32, 0.90, 0.28]),
        (Delver::Moody, [0.31, 0.90, 0.37]),
        (Delver::Improves, [0.26, 0.86, 0.41]),
    ] {
        let parts = said_of_delvers(delver, 120).parts();
        let are_met = parts[0] >= near && parts[1] >= covered && parts[2] >= near_at_all;
        assert!(are_met, "{delver:?}: {parts:?}");
    }
}

/// A game of tic-tac-toe at its start.
fn at_start(id: &str) -> Table<TicTacToe> {
    let origin = Origin::<TicTacToe>::parse(id).expect("an id");
    let Ok(Preparation::Ready(content)) = TicTacToe::prepare(&origin, None) else {
        panic!("nothing evolves for {id}");
    };
    Table::new(origin, content, Extra::default()).expect("a table")
}

/// The moves of a game that the first side wins.
const WON: [Cell; 5] = [Cell(0), Cell(1), Cell(4), Cell(2), Cell(8)];

/// Makes moves at a table.
fn play_on(mut table: Table<TicTacToe>, moves: &[Cell]) -> Table<TicTacToe> {
    for cell in moves {
        table.play(*cell).expect("it is free");
    }
    table
}

const AGAINST_RULES: &str = "tic-tac-toe:3x3k3-human-rules#a";

#[test]
fn only_whole_games_of_one_human_without_help_tell_something() {
    let ended = |id: &str| play_on(at_start(id), &WON);
    let won = SkillSample::Recorded {
        rival: 1_000.0,
        result: GameResult::Won,
        record: RecordedGame {
            id: at_start(AGAINST_RULES).id().to_string(),
            moves: "[0,1,4,2,8]".to_owned(),
        },
    };
    assert_eq!(ended(AGAINST_RULES).sample(), Some(won));
    assert_eq!(play_on(at_start(AGAINST_RULES), &WON[..4]).sample(), None);
    for untold in [
        "tic-tac-toe:3x3k3-rules-random#a",
        "tic-tac-toe:3x3k3-human-human#a",
        "tic-tac-toe:3x3k3-human-search2#a",
        "tic-tac-toe:4x4k3-human-rules#a",
    ] {
        assert!(ended(untold).is_over(), "{untold}");
        assert_eq!(ended(untold).sample(), None, "{untold}");
    }
    let mut undone = play_on(at_start(AGAINST_RULES), &WON[..2]);
    undone.undo();
    let undone = play_on(undone, &WON);
    assert!(undone.is_over() && undone.is_helped());
    assert_eq!(undone.sample(), None);
    let mut hinted = ended(AGAINST_RULES);
    hinted.note_help();
    assert_eq!(hinted.sample(), None);
    let replay = at_start(AGAINST_RULES).replaying(WON.to_vec(), Extra::default());
    let replay = block_on(replay).expect("the moves fit");
    assert!(replay.is_over());
    assert_eq!(replay.sample(), None);
    let (origin, saved) = play_on(at_start(AGAINST_RULES), &WON[..2]).to_take_over();
    let content = at_start(AGAINST_RULES).content;
    let taken_over = block_on(Table::resume(origin, content, saved)).expect("the moves fit");
    let taken_over = play_on(taken_over, &WON[2..]);
    assert!(taken_over.is_over());
    assert_eq!(taken_over.sample(), None);
}
