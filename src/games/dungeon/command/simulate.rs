//! `evolvarium simulate dungeon`: lets automatic players play descents.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use crate::base::{PlainError, Rate};
use crate::games::command::side_file::SideFile;
use crate::games::command::{CommandError, Output};
use crate::games::dungeon::players::ReferencePlayer;
use crate::games::dungeon::setup::Setup;
use crate::games::dungeon::simulate::{self, DepthOutcome, DescentEnd, DescentOutcome};
use crate::generation::Seed;
use crate::session::Difficulty;

/// The rates at which automatic players come through.
#[derive(Args, Debug)]
#[command(
    after_help = "The status is 0 if all descents were played, 3 if the rules refused a move of the player (then the player is at \
    fault, and the rates are worth nothing), and 2 if an argument is wrong."
)]
pub struct SimulateDungeonArgs {
    /// careful, bold, sneaking, thrower or hurried; several with commas between, or all
    #[arg(long, default_value = "careful", value_parser = parse_players)]
    player: Players,
    /// easy, normal, hard or expert
    #[arg(long, default_value = "normal", value_parser = parse_difficulty)]
    difficulty: Difficulty,
    /// A setup as in game ids, instead of a difficulty
    #[arg(long, conflicts_with = "difficulty")]
    setup: Option<Setup>,
    /// Descents of each player, 1 to 1000000
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    plays: u32,
    /// Seed of the descents
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Descents played at the same time (1 to 64)
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
    /// A file for all plays as CSV, a line for each dungeon of each descent; a file of this name is replaced
    #[arg(long)]
    data: Option<PathBuf>,
}

/// The players of a simulation.
#[derive(Clone, Debug)]
pub(super) struct Players(pub(super) Vec<ReferencePlayer>);

pub(super) fn parse_players(text: &str) -> Result<Players, PlainError> {
    if text == "all" {
        return Ok(Players(ReferencePlayer::ALL.to_vec()));
    }
    let all = text.split(',').map(|name| name.trim().parse());
    Ok(Players(all.collect::<Result<_, _>>()?))
}

pub(super) fn parse_difficulty(text: &str) -> Result<Difficulty, PlainError> {
    let names = ["easy", "normal", "hard", "expert"];
    let at = names.iter().position(|name| *name == text);
    let refused = || PlainError::new(format!("\"{text}\" is none of {}", names.join(", ")));
    at.map(|at| Difficulty::ALL[at]).ok_or_else(refused)
}

/// Plays descents. Returns the rates, and tells of every refused move.
pub(super) fn run(args: &SimulateDungeonArgs) -> Result<Output, CommandError> {
    let setup = args.setup.clone().unwrap_or(Setup::of(args.difficulty));
    setup.check().map_err(CommandError::usage)?;
    let file = args.data.as_deref().map(SideFile::open).transpose()?;
    let (parameters, threads) = (setup.spec.method.usual_parameters(), args.threads as usize);
    let mut all = Vec::new();
    let mut data = HEADING.to_owned();
    for reference in &args.player.0 {
        let started = Instant::now();
        let outcomes = simulate::play_descents(
            *reference,
            &setup,
            &parameters,
            args.seed,
            args.plays,
            threads,
        )
        .map_err(CommandError::failed)?;
        let seconds = started.elapsed().as_secs_f64();
        outcomes
            .iter()
            .for_each(|outcome| write_rows(&mut data, *reference, outcome));
        all.push(Plays {
            reference: *reference,
            outcomes,
            seconds,
        });
    }
    let output = output_of(&setup, &all);
    Ok(match file {
        Some(file) => output.beside(file.write("data", &data)),
        None => output,
    })
}

/// The descents of a player, and the seconds that they took.
struct Plays {
    reference: ReferencePlayer,
    outcomes: Vec<DescentOutcome>,
    seconds: f64,
}

/// The output about the descents. A refused move of any player is an error of that player: the output is then partial,
/// and the program ends with a status of its own.
fn output_of(setup: &Setup, all: &[Plays]) -> Output {
    let told = all
        .iter()
        .map(|plays| summary(plays.reference, setup, &plays.outcomes, plays.seconds));
    let errors = all
        .iter()
        .map(|plays| refusals_text(plays.reference, setup, &plays.outcomes));
    let summary: String = errors.collect();
    Output {
        text: told.collect(),
        is_partial: !summary.is_empty(),
        summary,
    }
}

/// The rates of a player with their intervals, and the means of a descent.
fn summary(
    reference: ReferencePlayer,
    setup: &Setup,
    outcomes: &[DescentOutcome],
    seconds: f64,
) -> String {
    let mut text = String::new();
    let mut line = |what: std::fmt::Arguments| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{what}");
    };
    let through = Rate::of(outcomes, DescentOutcome::is_completed);
    line(format_args!(
        "{setup}, {reference}: {through} of {} descents come through",
        outcomes.len()
    ));
    line(format_args!(
        "  depth: of all, of those who enter it (95 %); turns, enemies killed, that came in later, damage, items found, weapons \
         thrown, things taken in use, hoods; potions, smoke, fire, leaves and bells used"
    ));
    for depth in 1..=setup.depths {
        line(format_args!("{}", depth_summary(depth, outcomes)));
    }
    let turns = mean(outcomes, |outcome| outcome.turns.into());
    line(format_args!(
        "  {turns:.0} turns, {:.1} enemies killed, {:.0} points in the mean; {:.0} turns a second",
        mean(outcomes, |outcome| outcome.killed.into()),
        mean(outcomes, |outcome| outcome.score.into()),
        turns * outcomes.len() as f64 / seconds.max(1e-9),
    ));
    let stuck = Rate::of(outcomes, |outcome| outcome.end == DescentEnd::OutOfTurns);
    let refused = Rate::of(outcomes, DescentOutcome::is_refused);
    line(format_args!(
        "  {} out of turns ({}), {} ended by a refused move",
        stuck.hits,
        simulate::MAX_TURNS,
        refused.hits
    ));
    text
}

/// The rates of the descents at a depth, and the means of those that enter it.
fn depth_summary(depth: u8, outcomes: &[DescentOutcome]) -> String {
    let left = Rate::of(outcomes, |outcome| outcome.has_left(depth));
    let entered = outcomes.iter().filter(|outcome| outcome.has_entered(depth));
    let here = Rate {
        of: entered.clone().count(),
        ..left
    };
    let depths: Vec<DepthOutcome> = entered
        .map(|outcome| outcome.depths[usize::from(depth) - 1])
        .collect();
    let mean = |value: fn(&DepthOutcome) -> u32| mean(&depths, |depth| value(depth).into());
    format!(
        "  depth {depth:2}: {:5.1} %, {here}; {:.0}, {:.1}, {:.1}, {:.1}, {:.1}, {:.1}, {:.1}, {:.1}; {:.2} {:.2} {:.2} {:.2} {:.2}",
        left.percent(),
        mean(|depth| depth.turns),
        mean(|depth| depth.killed),
        mean(|depth| depth.wanderers),
        mean(|depth| depth.damage),
        mean(|depth| depth.found),
        mean(|depth| depth.thrown),
        mean(|depth| depth.changed),
        mean(|depth| depth.hoods),
        mean(|depth| depth.used[0]),
        mean(|depth| depth.used[1]),
        mean(|depth| depth.used[2]),
        mean(|depth| depth.used[3]),
        mean(|depth| depth.used[4]),
    )
}

fn mean<T>(values: &[T], value: impl Fn(&T) -> f64) -> f64 {
    values.iter().map(value).fold(0.0, |sum, one| sum + one) / values.len().max(1) as f64
}

/// A line for each refused move, with the id of its descent.
fn refusals_text(reference: ReferencePlayer, setup: &Setup, outcomes: &[DescentOutcome]) -> String {
    let mut text = String::new();
    for outcome in outcomes {
        if let DescentEnd::Refused(chosen_move, why) = outcome.end {
            let depth = outcome.depths.len();
            let _ = writeln!(
                text,
                "error: the {reference} player made a move that the rules refuse, in {setup}#{}, depth {depth}, turn {}: \
                 {chosen_move:?}: {why}",
                outcome.seed, outcome.turns
            );
        }
    }
    text
}

const HEADING: &str = "player,seed,end,depth,left,turns,killed,came_in,damage,life,found,thrown,changed,hoods,potions,smoke,fire,leaves,bells,score,moves\n";

/// Writes a row for each dungeon of a descent. The moves stand in the row of the first one.
fn write_rows(data: &mut String, reference: ReferencePlayer, outcome: &DescentOutcome) {
    for (depth, here) in (1u8..).zip(&outcome.depths) {
        let DepthOutcome {
            turns,
            killed,
            damage,
            life,
            found,
            used: [potions, smoke, fire, leaves, bells],
            hoods,
            wanderers,
            thrown,
            changed,
        } = here;
        let left = u8::from(outcome.has_left(depth));
        let moves = if depth == 1 { &outcome.moves } else { "" };
        let _ = writeln!(
            data,
            "{reference},{},{},{depth},{left},{turns},{killed},{wanderers},{damage},{life},{found},{thrown},{changed},{hoods},{potions},{smoke},{fire},{leaves},{bells},{},{moves}",
            outcome.seed,
            outcome.end.name(),
            outcome.score,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::descent::Descent;
    use crate::games::dungeon::players::Faulty;
    use crate::games::dungeon::rules::{Move, MoveError};
    use crate::generation::Pick;

    /// A partial output ends the program with status 3; tests of other commands see that status.
    #[test]
    fn a_descent_of_a_faulty_player_makes_the_output_partial() {
        let setup: Setup = "d1f1r6s8e1c1l0".parse().expect("a setup");
        let parameters = setup.spec.method.usual_parameters();
        let descent = Descent::new(&setup, &parameters, Seed(5), Pick::Best).expect("a dungeon");
        let play = simulate::Play::of(Faulty, descent).finish(Seed(5));
        let plays = Plays {
            reference: ReferencePlayer::Careful,
            outcomes: vec![play.expect("dungeons")],
            seconds: 1.0,
        };
        let output = output_of(&setup, &[plays]);
        assert!(output.is_partial, "{}", output.text);
        let line = format!("in {setup}#{}, depth 1, turn 0: Portal", Seed(5));
        assert!(output.summary.contains(&line), "{}", output.summary);
    }

    fn outcome(end: DescentEnd) -> DescentOutcome {
        DescentOutcome {
            seed: Seed(7),
            end,
            depths: vec![DepthOutcome::default()],
            turns: 9,
            score: 0,
            killed: 0,
            moves: String::new(),
        }
    }

    #[test]
    fn one_refused_move_of_one_player_is_an_error_and_a_lost_descent_is_none() {
        let setup = Setup::default();
        let plays = |reference, ends: &[DescentEnd]| Plays {
            reference,
            outcomes: ends.iter().map(|end| outcome(*end)).collect(),
            seconds: 1.0,
        };
        let good = plays(
            ReferencePlayer::Bold,
            &[
                DescentEnd::Completed,
                DescentEnd::Died,
                DescentEnd::OutOfTurns,
            ],
        );
        let output = output_of(&setup, std::slice::from_ref(&good));
        assert!(!output.is_partial && output.summary.is_empty());
        assert!(output.text.contains("0 ended by a refused move"));
        let refused = DescentEnd::Refused(Move::Portal, MoveError::NoPortal);
        let bad = plays(ReferencePlayer::Careful, &[DescentEnd::Completed, refused]);
        let output = output_of(&setup, &[good, bad]);
        assert!(output.is_partial);
        let told = output.summary.matches("error: the careful player").count();
        assert_eq!(told, 1, "{}", output.summary);
        assert!(output.summary.contains("#7, depth 1, turn 9: Portal"));
        assert!(output.text.contains("1 ended by a refused move"));
    }
}
