//! `evolvarium simulate match3`: measures how often and how fast an automatic player wins a level.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::base::Rate;
use crate::games::command::Output;
use crate::games::match3::level::{Level, saved};
use crate::games::match3::players::{Player, read_person};
use crate::games::match3::playtest::plays::MAX_MOVES;
use crate::games::match3::playtest::{PlayResult, PlayStatistics, SwapForecast, play_many};
use crate::games::match3::rules::Goal;
use crate::generation::Seed;
use crate::session::store::StoreError;

/// Arguments of `simulate match3`.
#[derive(Args, Debug)]
#[command(
    after_help = "The status is 0 if all levels were played, 3 if the rules refused a swap of the player (then the player is at \
    fault, and the play counts in no figure), and 2 if an argument is wrong."
)]
pub struct SimulateArgs {
    /// A file with a level, or with the levels that `generate match3` writes
    level: PathBuf,
    /// Automatic player
    #[arg(long, value_parser = player_parser(), default_value = "greedy")]
    player: Player,
    /// A file with a person who plays, such as "(errors: 10, notices: 60, looks_ahead: 25, favours: 20, favourite:
    /// Long)": parts in percent, favourites Long, Top or Bottom
    #[arg(long, value_name = "FILE", conflicts_with = "player")]
    person: Option<PathBuf>,
    /// Number of plays, 1 to 10000000
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    plays: u32,
    /// Seed of the plays
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Plays at the same time (1 to 64)
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// Parses the name of a player, and describes the players in the help.
fn player_parser() -> impl TypedValueParser<Value = Player> {
    let names = Player::ALL.map(|player| {
        let help = match player {
            Player::Random => "Any swap",
            Player::Greedy => {
                "The reference player, that of limbsoo's program: a swap that takes most for the goals, else one that hits a special cell, else any"
            }
            Player::LookAhead => "Guesses what each swap leads to, over several refills",
            Player::Person(_) | Player::Model(_) => "Plays like a person",
        };
        let value = PossibleValue::new(player.name()).help(help);
        match player {
            Player::Greedy => value.alias("limbsoo"),
            _ => value,
        }
    });
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Player>())
}

/// Plays the levels of a file. Returns the report, and tells of every refused swap.
pub fn simulate(args: &SimulateArgs) -> Result<Output, StoreError> {
    let (mut text, mut summary) = (String::new(), String::new());
    let player = match &args.person {
        Some(path) => Player::Person(read_person(path)?),
        None => args.player,
    };
    for (number, level) in saved::read(&args.level)?.iter().enumerate() {
        let started = Instant::now();
        let results = play_many(level, player, args.seed, args.plays, args.threads);
        let seconds = started.elapsed().as_secs_f64().max(1e-9);
        summary.push_str(&refusals_text(number, player, &results));
        text.push_str(&report(
            number,
            level,
            &PlayStatistics::of(&results),
            seconds,
        ));
        let special = level.special().to_vec();
        let (size, seed) = (level.size(), args.seed);
        let forecast = SwapForecast::of(size, special, seed, args.plays, args.threads);
        text.push_str(&match forecast {
            Ok(forecast) => format!("{forecast}\n"),
            Err(why) => format!("no swaps can be predicted: {why}\n"),
        });
    }
    Ok(Output {
        text,
        is_partial: !summary.is_empty(),
        summary,
    })
}

/// A line for each refused swap, with the number of its play.
fn refusals_text(number: usize, player: Player, results: &[PlayResult]) -> String {
    let mut text = String::new();
    for (play, result) in results.iter().enumerate() {
        if let Some((swap, why)) = result.refused {
            let _ = writeln!(
                text,
                "error: the {} player made a swap that the rules refuse, in level {}, play {}, swap {}: {swap:?}: {why}",
                player.name(),
                number + 1,
                play + 1,
                result.moves + 1,
            );
        }
    }
    text
}

/// The goals of a level in words.
fn goals_text(goals: &[Goal]) -> String {
    let text = |goal: &Goal| match goal {
        Goal::Collect(colour, amount) => format!("collect {amount} of colour {}", colour.0),
        Goal::ClearSpecials => "clear the board".to_owned(),
        Goal::Score(points) => format!("score {points} points"),
    };
    goals.iter().map(text).collect::<Vec<_>>().join(" and ")
}

fn report(number: usize, level: &Level, statistics: &PlayStatistics, seconds: f64) -> String {
    let success = Rate {
        hits: statistics.won as usize,
        of: statistics.plays as usize,
    };
    let (least, most) = success.interval();
    let limit = match level.moves() {
        0 => format!("no move limit, given up after {MAX_MOVES}"),
        moves => format!("{moves} moves"),
    };
    let quantiles = [5, 25, 50, 75, 95].map(|percent| {
        format!(
            "{percent} % {}",
            statistics.quantile(f64::from(percent) / 100.0)
        )
    });
    let swaps: u32 = statistics.swaps.iter().sum();
    format!(
        "level {}: {}, {} colours, {limit}, {}\n\
         success {:.2} % ({least:.2} to {most:.2}) of {} plays\n\
         swaps: mean {:.3}, sd {:.3}, quantiles {}\n\
         reshuffles: {} in all\n\
         {:.0} plays and {:.0} swaps a second\n",
        number + 1,
        level.size(),
        level.colours(),
        goals_text(&level.goals()),
        success.percent(),
        statistics.plays,
        statistics.mean,
        statistics.deviation,
        quantiles.join(", "),
        statistics.reshuffles,
        f64::from(statistics.plays) / seconds,
        f64::from(swaps) / seconds,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::match3::rules::{MoveError, Size, Swap};

    #[test]
    fn a_refused_swap_is_told_and_counts_in_no_figure() {
        let size = Size::new(5, 5).expect("a size");
        let [first, second] = [0, 1].map(|col| size.cell(0, col).expect("on the board"));
        let swap = Swap::new(first, second).expect("neighbours");
        let played = |won, refused| PlayResult {
            won,
            moves: 7,
            reshuffles: 0,
            refused,
        };
        let refused = Some((swap, MoveError::NoMatch));
        let results = [played(true, None), played(false, refused)];
        let statistics = PlayStatistics::of(&results);
        assert_eq!((statistics.plays, statistics.won), (1, 1));
        let told = refusals_text(0, Player::Greedy, &results);
        assert_eq!(told.lines().count(), 1, "{told}");
        for part in ["greedy", "level 1, play 2, swap 8", "makes no match"] {
            assert!(told.contains(part), "{told}");
        }
        assert_eq!(refusals_text(0, Player::Greedy, &results[..1]), "");
    }

    #[test]
    fn a_level_that_is_won_in_a_few_plays_is_not_surely_always_won() {
        let size = Size::new(5, 5).expect("a size");
        let level = Level::new(size, 5, Goal::Score(100), 9, Vec::new()).expect("a level");
        let won = PlayResult {
            won: true,
            moves: 7,
            reshuffles: 0,
            refused: None,
        };
        let text = report(0, &level, &PlayStatistics::of(&[won; 3]), 1.0);
        let line = "success 100.00 % (43.85 to 100.00) of 3 plays\n";
        assert!(text.contains(line), "{text}");
    }
}
