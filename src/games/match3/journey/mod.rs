//! The journey of the player, with its file: continues it stop by stop.

mod chain;
mod contents;
mod forks;
mod seeds;
mod worlds;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub use chain::{Journey, JourneyError, JourneyStop};
pub use contents::Novelty;
pub use forks::{Fork, ShootMark, SideDifference, Strangeness};
pub use worlds::JourneyWorld;

use super::evolve::{LevelRequest, evolve_level};
use super::learner;
use super::level::{LevelGenome, Setup, WantedRate, usual_parameters};
use super::rules::Match3;
use super::stop_number::StopNumber;
use super::table::{Attempt, LevelSave, Table};
use crate::base::PlainError;
use crate::generation::{Pick, Seed};
use crate::session::player_file::{self, PlayerFile};
use crate::session::{Difficulty, Game, GameId, Origin, Slot, save};
use crate::shell::notice::show_phrase;
use crate::shell::screen::{Screen, set_screen};
use crate::shell::settings::Settings;
use crate::shell::table::launch;
use crate::shell::table::new_game::FixedSeed;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(player_file::plugin::<PlayerJourney>)
        .add_systems(
            Update,
            (
                take_fixed_seed.run_if(resource_added::<FixedSeed>),
                follow_difficulty.run_if(resource_changed::<Settings>),
            )
                .chain(),
        );
}

/// Gives a journey that has not begun the seed that is fixed for everything.
fn take_fixed_seed(fixed: Res<FixedSeed>, mut journey: ResMut<PlayerJourney>) {
    if journey.0.stops.is_empty() {
        journey.0 = Journey::new(fixed.0);
    }
}

/// The journey of the player.
#[derive(Resource, Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerJourney(pub Journey);

impl PlayerFile for PlayerJourney {
    const NAME: &'static str = "match3_journey.ron";
    /// Version 1 had no side stops, and is read as it is.
    const VERSION: u32 = 2;

    fn check(&self) -> Result<(), PlainError> {
        self.0.check().map_err(PlainError::from)
    }
}

/// Adds the stop of the journey that the player has reached, and the stars so far, to a text about their games.
pub fn standing_text(world: &World, games: String) -> String {
    let journey = &world.resource::<PlayerJourney>().0;
    if journey.stops.is_empty() {
        return games;
    }
    let values = [
        ("stop", (journey.next_index() + 1).to_string()),
        ("stars", journey.stars().to_string()),
    ];
    let stop = world.resource::<Words>().fill("match3.standing", &values);
    match games.is_empty() {
        true => stop,
        false => format!("{stop}  ·  {games}"),
    }
}

impl Default for PlayerJourney {
    fn default() -> Self {
        PlayerJourney(Journey::new(Seed::fresh()))
    }
}

/// Sets the success rate of the journey by the difficulty that the player has chosen. Earlier results do not count
/// against the choice.
fn follow_difficulty(world: &mut World, mut last: Local<Option<Difficulty>>) {
    let difficulty = world.resource::<Settings>().difficulty_of(Match3::KEY);
    let before = last.replace(difficulty);
    if before.is_none_or(|before| before == difficulty) {
        return;
    }
    let mut player_journey = world.resource_mut::<PlayerJourney>();
    player_journey
        .0
        .set_rate(WantedRate::of(difficulty).success);
    player_file::save::<PlayerJourney>(world);
}

/// Adds a level that the player has begun as a stop.
pub(super) fn add_stop(
    world: &mut World,
    number: StopNumber,
    id: &GameId,
    setup: &Setup,
    board: LevelGenome,
    rate: f64,
) {
    let mut player_journey = world.resource_mut::<PlayerJourney>();
    player_journey.0.add_stop(number, id, setup, board, rate);
    player_file::save::<PlayerJourney>(world);
}

/// Whether the player has reached a stop.
pub(super) fn has_stop(world: &World, number: StopNumber) -> bool {
    let journey = &world.resource::<PlayerJourney>().0;
    journey.stop(number).is_some()
}

/// Records the result of a stop. The level of an earlier journey does not count, nor does one that an easier level has
/// replaced.
pub(super) fn record_result(
    world: &mut World,
    number: StopNumber,
    id: &GameId,
    stars: u8,
    points: u32,
) {
    let mut player_journey = world.resource_mut::<PlayerJourney>();
    if !player_journey.0.is_level_of(number, id) {
        return;
    }
    player_journey.0.record_result(number, stars, points);
    player_file::save::<PlayerJourney>(world);
}

/// Opens the next stop: the last one if it is not won yet, else a new one.
pub(super) fn open_next_stop(world: &mut World) -> Result<(), PlainError> {
    let number = world.resource::<PlayerJourney>().0.next_number();
    open_stop(world, number)
}

/// Opens a stop that the player has reached before, and evolves one that is new.
pub(super) fn open_stop(world: &mut World, number: StopNumber) -> Result<(), PlainError> {
    // An unfinished try continues, from memory or from its save.
    let journey = &world.resource::<PlayerJourney>().0;
    let is_try = |table: &Table| {
        let is_level = table.extra.stop_number() == Some(number);
        let is_own = !table.is_over() && !table.is_taken_over();
        is_level && is_own && journey.is_level_of(number, &table.id())
    };
    if world.get_resource::<Table>().is_some_and(is_try) {
        set_screen(world, Screen::Play);
        return Ok(());
    }
    // A stop that is new has no save, so none has to be read.
    let Some(stop) = journey.stop(number).cloned() else {
        return evolve_stop(world, number);
    };
    if let Some(slot) = saved_try(world, number) {
        launch::resume_slot::<Match3>(world, slot);
        return Ok(());
    }
    let origin = match origin_of_old_stop(&stop)? {
        Some(origin) => {
            show_phrase(world, "match3.journey.old_stop");
            origin
        }
        None => Origin::parse(&stop.id)?,
    };
    let extra = Attempt {
        made_here: true,
        ..Attempt::at(Some(number))
    };
    launch::open_with::<Match3>(world, origin, extra)
}

/// The origin of a stop whose id is from an earlier version: its board as it is kept. The goal is found anew. `None` if
/// the id is from this version.
fn origin_of_old_stop(stop: &JourneyStop) -> Result<Option<Origin<Match3>>, PlainError> {
    let id: GameId = stop.id.parse()?;
    if id
        .version
        .is_none_or(|version| version >= Match3::ID_VERSION)
    {
        return Ok(None);
    }
    Ok(Some(Origin {
        setup: stop.board.parse()?,
        parameters: id.parameters,
        seed: id.seed,
        pick: Pick::Best,
        genome: None,
    }))
}

/// The newest save of an unfinished try of a stop. A copy is no try, because it counts for nothing. A broken save counts as none here; resuming it reports the error.
fn saved_try(world: &World, number: StopNumber) -> Option<Slot> {
    let journey = &world.resource::<PlayerJourney>().0;
    let is_try = |slot: &Slot| {
        let saved = save::peek::<LevelSave>(world, Match3::KEY, *slot, Match3::SAVE_FORMAT);
        saved.is_some_and(|saved| {
            let id = saved.id.parse::<GameId>();
            saved.stop_number() == Some(number)
                && !saved.taken_over
                && id.is_ok_and(|id| journey.is_level_of(number, &id))
        })
    };
    save::slots(world, Match3::KEY).into_iter().find(is_try)
}

/// The setup and the seed of a level that is evolved now for the next stop or for a side stop; after a lost try they are
/// those of another level in place of the last one. The level is made for the player, as far as they are known; the id
/// of the stop names the player that it was made for.
pub(super) fn setup_of(world: &World, number: StopNumber) -> (Setup, Seed) {
    let (mut setup, seed) = world.resource::<PlayerJourney>().0.setup_of(number);
    setup.intended_player = learner::intended_player(world);
    (setup, seed)
}

/// Evolves the next stop in the theatre, or an easier level in place of one that was lost.
pub(super) fn evolve_next_stop(world: &mut World) -> Result<(), PlainError> {
    let number = world.resource::<PlayerJourney>().0.next_number();
    evolve_stop(world, number)
}

/// Evolves the next stop or a side stop in the theatre, or another level in place of one that was lost.
pub(super) fn evolve_stop(world: &mut World, number: StopNumber) -> Result<(), PlainError> {
    let (setup, seed) = setup_of(world, number);
    let settings = world.resource::<Settings>();
    let parameters = settings.parameters_of(Match3::KEY, usual_parameters);
    let request = LevelRequest {
        origin: Origin {
            seed: seeds::seed_to_watch(&setup, &parameters, seed),
            setup,
            parameters,
            pick: Pick::Best,
            genome: None,
        },
        is_varied: true,
        stop: Some(number),
        made_here: true,
    };
    evolve_level(world, request)
}

/// Records the try under way as lost, because another one takes its place. A copy is no try.
pub(super) fn give_up_try(world: &mut World) {
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let is_begun = !table.moves().is_empty() && !table.is_over() && !table.is_taken_over();
    let points = table.state().score().points;
    if let (Some(stop), true) = (table.extra.stop_number(), is_begun) {
        let id = table.id();
        record_result(world, stop, &id, 0, points);
    }
}

/// Replaces the journey by a new one.
pub(super) fn start_new_journey(world: &mut World) {
    world.insert_resource(PlayerJourney::default());
    player_file::save::<PlayerJourney>(world);
}
