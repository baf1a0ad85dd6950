//! The journey of the player, with its file: continues it stop by stop.

mod chain;

use std::path::PathBuf;

use bevy::prelude::*;

pub use chain::{Journey, JourneyError, JourneyStop};

use super::evolve::{LevelRequest, evolve_level};
use super::level::{LevelGenome, Setup};
use super::rules::Match3;
use super::table::{Attempt, SavedLevel, Table};
use crate::generation::{EvolutionParameters, Pick, Seed};
use crate::session::store;
use crate::session::{FileReport, Folders, Game, GameId, Origin, autosave};
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::table::{launch, resume};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PlayerJourney>()
        .add_systems(PreStartup, load);
}

/// The format version of the file.
const VERSION: u32 = 1;

fn journey_file(folders: &Folders) -> PathBuf {
    folders.data.join("match3_journey.ron")
}

/// The journey of the player.
#[derive(Resource, Clone, Debug)]
pub struct PlayerJourney(pub Journey);

impl Default for PlayerJourney {
    fn default() -> Self {
        PlayerJourney(Journey::new(Seed::fresh()))
    }
}

fn load(
    folders: Option<Res<Folders>>,
    mut player_journey: ResMut<PlayerJourney>,
    mut reports: MessageWriter<FileReport>,
) {
    let Some(folders) = folders else { return };
    let path = journey_file(&folders);
    let aside = match store::read_or_set_aside::<Journey>(&path, VERSION) {
        Ok(None) => return,
        Ok(Some(read)) => match read.check() {
            Ok(()) => {
                player_journey.0 = read;
                return;
            }
            Err(why) => store::set_aside_for(&path, &why.to_string()),
        },
        Err(aside) => aside,
    };
    reports.write(FileReport::SetAside(aside));
}

fn save(world: &mut World) {
    let journey = world.resource::<PlayerJourney>().0.clone();
    let Some(path) = world.get_resource::<Folders>().map(journey_file) else {
        return;
    };
    autosave::save_soon(world, path, VERSION, &journey);
}

/// Adds the level that lies on the board as a stop.
pub(super) fn add_stop(
    world: &mut World,
    number: u32,
    id: &GameId,
    setup: &Setup,
    board: LevelGenome,
    rate: f64,
) {
    let mut player_journey = world.resource_mut::<PlayerJourney>();
    player_journey.0.add_stop(number, id, setup, board, rate);
    save(world);
}

/// Records the result of a stop.
pub(super) fn record_result(world: &mut World, number: u32, stars: u8, points: u32) {
    let mut player_journey = world.resource_mut::<PlayerJourney>();
    player_journey.0.record_result(number, stars, points);
    save(world);
}

/// Opens the next stop: the last one if it is not won yet, else a new one.
pub(super) fn open_next_stop(world: &mut World) -> Result<(), String> {
    let number = world.resource::<PlayerJourney>().0.next_index();
    open_stop(world, number)
}

/// Opens a stop that the player has reached before, and evolves one that is new.
pub(super) fn open_stop(world: &mut World, number: u32) -> Result<(), String> {
    // An unfinished try continues, from memory or from its save.
    if let Some(table) = world.get_resource::<Table>() {
        if table.extra.stop == Some(number) && !table.is_over() {
            world.resource_mut::<NextState<Screen>>().set(Screen::Play);
            return Ok(());
        }
    } else if saved_stop(world) == Some(number) {
        return resume::<Match3>(world);
    }
    let player_journey = world.resource::<PlayerJourney>();
    let Some(stop) = player_journey.0.stops.get(number as usize) else {
        return evolve_next_stop(world);
    };
    let origin = Origin::parse(&stop.id)?;
    launch::open_with::<Match3>(world, origin, Attempt::at(Some(number)))
}

/// The stop that the saved game is a try of. A broken save counts as none here; opening it reports the error.
fn saved_stop(world: &World) -> Option<u32> {
    let path = world.get_resource::<Folders>()?.game(Match3::KEY);
    let saved = store::read::<SavedLevel>(&path, Match3::SAVE_FORMAT);
    saved.ok()??.stop
}

/// Evolves the next stop in the theatre; after a lost try this is an easier level in place of the last one.
pub(super) fn evolve_next_stop(world: &mut World) -> Result<(), String> {
    let journey = &world.resource::<PlayerJourney>().0;
    let ((setup, seed), number) = (journey.next_setup(), journey.next_index());
    let settings = world.resource::<Settings>();
    let request = LevelRequest {
        origin: Origin {
            setup,
            search: settings.search_of(Match3::KEY, EvolutionParameters::default),
            seed,
            pick: Pick::Best,
        },
        is_varied: true,
        stop: Some(number),
    };
    evolve_level(world, request)
}

/// A try that is given up for another one counts as lost.
pub(super) fn give_up_try(world: &mut World) {
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let is_begun = !table.moves().is_empty() && !table.is_over();
    let points = table.state().score().points;
    if let (Some(stop), true) = (table.extra.stop, is_begun) {
        record_result(world, stop, 0, points);
    }
}

/// Replaces the journey by a new one.
pub(super) fn start_new_journey(world: &mut World) {
    world.insert_resource(PlayerJourney::default());
    save(world);
}
