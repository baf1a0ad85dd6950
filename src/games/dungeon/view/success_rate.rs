//! The measurement of the success rates with which four automatic players complete the descent of the new game, each
//! time with other luck. They play in the background while the setup page is open.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use crate::base::{PlainError, Rate, Seed, catch_panic_in};
use crate::games::dungeon::DungeonGame;
use crate::games::dungeon::descent::Descent;
use crate::games::dungeon::heredity::Heirs;
use crate::games::dungeon::players::ReferencePlayer;
use crate::games::dungeon::setup::Setup;
use crate::games::dungeon::simulate::{play_from_in_slices, start_in_slices};
use crate::games::dungeon::survival_rates::{of_setup, rate_through};
use crate::generation::EvolutionParameters;
use crate::generation::pools::take_result;
use crate::session::Game;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::table::new_game::{self, FixedSeed};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SuccessRate>()
        .add_systems(
            Update,
            measure_success_rate
                .run_if(in_state(Screen::Setup).and_then(active(DungeonGame::KEY)))
                // With a fixed seed nothing is measured, because pictures that are the same each time cannot show how
                // far the plays have come.
                .run_if(not(resource_exists::<FixedSeed>)),
        )
        .add_systems(OnExit(Screen::Setup), stop_measuring);
}

/// The players, who take turns.
const PLAYERS: [ReferencePlayer; 4] = [
    ReferencePlayer::Careful,
    ReferencePlayer::Bold,
    ReferencePlayer::Sneaking,
    ReferencePlayer::Thrower,
];
/// The number of times that each player plays the descent.
const PLAYS: u32 = 50;
/// The number of plays of a player from which its rate is told. Fewer plays say little.
const ENOUGH: usize = 10;
/// The seed from which the seeds of luck come, which are the same for every player.
const LUCK: Seed = Seed(0x0DD5);

/// The plays of one player.
#[derive(Clone, Default)]
struct Tally {
    /// The number of plays that have ended, and the number of those in which the player completed the descent.
    rate: Rate,
    /// The enemies of the dungeons below the first one, as deep as the player has come. They are bred in the first play
    /// that leads so far, and used again in the others, because breeding takes much longer than playing.
    heirs: Vec<Arc<Heirs>>,
}

/// A play that has ended.
struct Play {
    /// The start of the descent, whose evolved dungeons later plays share.
    start: Descent,
    is_completed: bool,
    heirs: Vec<Arc<Heirs>>,
}

/// The success rates, as far as they are measured.
#[derive(Resource, Default)]
struct SuccessRate {
    /// The setup, the search parameters and the seed of the measured descent.
    of: Option<(Setup, EvolutionParameters, Seed)>,
    /// The start of this descent, once its first dungeon is there.
    start: Option<Descent>,
    /// The plays of each player.
    tallies: [Tally; PLAYERS.len()],
    /// The number of plays that went wrong. They count as neither completed nor lost.
    failed: u32,
    /// The play under way; it gives `None` if it goes wrong.
    task: Option<Task<Option<Play>>>,
}

/// Plays the descent again and again; starts anew with another one when the setup, the search or the seed has changed.
fn measure_success_rate(world: &mut World) {
    let origin = new_game::origin::<DungeonGame>(world);
    let of = Some((origin.setup, origin.parameters, origin.seed));
    let mut rate = world.resource_mut::<SuccessRate>();
    if rate.of != of {
        *rate = SuccessRate { of, ..default() };
    }
    rate.count_result();
    rate.play_next();
}

/// Stops the play under way. It begins again when the page is opened again.
fn stop_measuring(mut rate: ResMut<SuccessRate>) {
    rate.task = None;
}

impl SuccessRate {
    /// The number of plays of all players that came to an end.
    fn played(&self) -> u32 {
        let played: usize = self.tallies.iter().map(|tally| tally.rate.of).sum();
        played as u32
    }

    /// The number of all plays.
    fn tried(&self) -> u32 {
        self.played() + self.failed
    }

    /// Whether there is more to play.
    fn is_measuring(&self) -> bool {
        self.tried() < PLAYS * PLAYERS.len() as u32
    }

    /// The index of the player that plays now or next.
    fn player(&self) -> usize {
        self.tried() as usize % PLAYERS.len()
    }

    /// Counts the play under way, if it has ended.
    fn count_result(&mut self) {
        let Some(result) = take_result(&mut self.task) else {
            return;
        };
        match result {
            Some(play) => {
                let player = self.player();
                let tally = &mut self.tallies[player];
                tally.rate.of += 1;
                tally.rate.hits += usize::from(play.is_completed);
                if play.heirs.len() > tally.heirs.len() {
                    tally.heirs = play.heirs;
                }
                self.start.get_or_insert(play.start);
            }
            None => self.failed += 1,
        }
    }

    /// Begins the next play, if there is none.
    fn play_next(&mut self) {
        if self.task.is_some() || !self.is_measuring() {
            return;
        }
        let Some((setup, parameters, seed)) = self.of.clone() else {
            return;
        };
        // All players have the same luck.
        let luck = LUCK.child(u64::from(self.tried()) / PLAYERS.len() as u64 + 1);
        let (start, reference) = (self.start.clone(), PLAYERS[self.player()]);
        let heirs = self.tallies[self.player()].heirs.clone();
        let play = async move {
            let start = match start {
                Some(start) => start,
                None => start_in_slices(&setup, &parameters, seed).await?,
            };
            let other = start.with_luck(luck)?.with_heirs(heirs);
            let play = play_from_in_slices(reference, other, seed).await?;
            Ok::<_, PlainError>((play, start))
        };
        self.task = Some(AsyncComputeTaskPool::get().spawn(async move {
            let played = catch_panic_in(play).await;
            let played = played.unwrap_or_else(|why| Err(why.into()));
            let played = played.inspect_err(|why| warn!("trying a descent: {why}"));
            let ((outcome, end), start) = played.ok()?;
            (!outcome.is_refused()).then(|| Play {
                is_completed: outcome.is_completed(),
                start,
                heirs: end.all_heirs().to_vec(),
            })
        }));
    }
}

/// The success rates in words. While there are too few plays of this descent, they are the rates of its difficulty, if
/// its setup is that of a difficulty.
pub(super) fn text(world: &World) -> String {
    let (rate, words) = (world.resource::<SuccessRate>(), world.resource::<Words>());
    let is_enough = |tally: &Tally| tally.rate.of >= ENOUGH;
    let mut text = match rate.tallies.iter().all(is_enough) {
        true => rate.measured(words),
        false => rate.expected(words),
    };
    if rate.failed > 0 {
        let failed = [("failed", rate.failed.to_string())];
        text += " ";
        text += &words.fill("dungeon.setup.failed_tries", &failed);
    }
    text
}

/// The names of the players, which are those of their values in the texts.
fn names() -> impl Iterator<Item = &'static str> {
    PLAYERS.into_iter().map(ReferencePlayer::name)
}

impl SuccessRate {
    /// The measured rates in words.
    fn measured(&self, words: &Words) -> String {
        let of = |tally: &Tally| {
            let (least, most) = tally.rate.interval();
            let (least, most) = (format!("{least:.0}"), format!("{most:.0}"));
            let key = match least == most {
                true => "dungeon.setup.through.sure",
                false => "dungeon.setup.through",
            };
            let values = [
                ("percent", format!("{:.0}", tally.rate.percent())),
                ("least", least),
                ("most", most),
            ];
            words.fill(key, &values)
        };
        let values: Vec<_> = names().zip(self.tallies.iter().map(of)).collect();
        words.fill("dungeon.setup.odds", &values)
    }

    /// The rates of the difficulty in words, and how far the measurement has come.
    fn expected(&self, words: &Words) -> String {
        let tries = [
            ("tries", self.played().to_string()),
            ("enough", (ENOUGH * PLAYERS.len()).to_string()),
        ];
        let tries = match self.is_measuring() {
            true => words.fill("dungeon.setup.tries", &tries),
            false => String::new(),
        };
        let rates = self.of.as_ref().and_then(|(setup, ..)| of_setup(setup));
        let Some(rates) = rates else { return tries };
        let of =
            |reference: ReferencePlayer| format!("{:.0}", 100.0 * rate_through(&rates, reference));
        let values: Vec<_> = names().zip(PLAYERS.map(of)).collect();
        format!(
            "{} {tries}",
            words.fill("dungeon.setup.usual_odds", &values)
        )
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::tasks::TaskPool;

    use super::*;
    use crate::games::dungeon::simulate::Play as WholePlay;
    use crate::generation::Pick;
    use crate::session::Difficulty;
    use crate::shell::words::Language;

    #[test]
    fn the_odds_that_are_shown_are_those_of_the_plays() {
        AsyncComputeTaskPool::get_or_init(TaskPool::new);
        let setup: Setup = "d2f5r8s8e3c1l0".parse().expect("a setup");
        let (parameters, seed) = (setup.spec.method.usual_parameters(), Seed(3));
        let mut rate = SuccessRate {
            of: Some((setup.clone(), parameters.clone(), seed)),
            ..default()
        };
        while rate.tried() < (ENOUGH * PLAYERS.len()) as u32 {
            rate.play_next();
            std::thread::sleep(Duration::from_millis(1));
            rate.count_result();
        }
        assert_eq!(rate.failed, 0);
        let start = Descent::new(&setup, &parameters, seed, Pick::Best).expect("a dungeon");
        let words = Words::of(Language::English);
        let shown = rate.measured(&words);
        let mut rest = shown.as_str();
        let names = ["careful player", "bold", "sneaking", "throwing"];
        for ((tally, reference), name) in rate.tallies.iter().zip(PLAYERS).zip(names) {
            let comes_through = |luck: &u64| {
                let other = start.with_luck(LUCK.child(*luck)).expect("a descent");
                let play = WholePlay::of(reference.player(), other).finish(seed);
                play.expect("dungeons").is_completed()
            };
            let through = (1..=ENOUGH as u64).filter(comes_through).count();
            assert_eq!((tally.rate.hits, tally.rate.of), (through, ENOUGH));
            let figure = format!("{name} {}%", 100 * through / ENOUGH);
            let at = rest.find(&figure);
            let at = at.unwrap_or_else(|| panic!("{figure} is not in {rest} of {shown}"));
            rest = &rest[at + figure.len()..];
        }
    }

    #[test]
    fn before_there_are_enough_plays_the_odds_are_those_of_the_difficulty() {
        let setup = Setup::of(Difficulty::Normal);
        let parameters = setup.spec.method.usual_parameters();
        let rates = of_setup(&setup).expect("it was measured");
        let rate = SuccessRate {
            of: Some((setup, parameters, Seed(1))),
            ..default()
        };
        let percent =
            |reference: ReferencePlayer| format!("{:.0}", 100.0 * rate_through(&rates, reference));
        let [careful, bold, sneaking, thrower] = PLAYERS.map(percent);
        assert_eq!(
            rate.expected(&Words::of(Language::English)),
            format!(
                "Usual chance to come through: careful player {careful}%, bold {bold}%, sneaking {sneaking}%, throwing \
                 {thrower}%. This descent is being tried out, 0 of 40 times so far."
            )
        );
    }
}
