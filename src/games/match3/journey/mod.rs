//! The journey of the player, with its file: continues it stop by stop.

mod chain;

use std::path::PathBuf;

use bevy::prelude::*;

pub use chain::{Journey, JourneyError, JourneyStop};

use super::KEY;
use super::level::{LevelGenome, Setup};
use super::opening::{Asked, open_saved, resume, watch};
use super::play::{self, Kept, Play};
use crate::generation::{Pick, Search, Seed};
use crate::session::store::{self, StoreError};
use crate::session::{Folders, GameId, autosave};
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::words::Words;

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
    words: Res<Words>,
    mut player_journey: ResMut<PlayerJourney>,
    mut notices: ResMut<Notices>,
) {
    let Some(folders) = folders else { return };
    let path = journey_file(&folders);
    match store::read_or_set_aside::<Journey>(&path, VERSION) {
        Ok(None) => {}
        Ok(Some(read)) => match read.check() {
            Ok(()) => player_journey.0 = read,
            Err(why) => {
                let (line, column, what) = (1, 1, why.to_string());
                let why = StoreError::Text {
                    path: path.clone(),
                    line,
                    column,
                    what,
                };
                notices.set_aside(&words, &store::set_aside(&path, why));
            }
        },
        Err(aside) => notices.set_aside(&words, &aside),
    }
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
    if let Some(play) = world.get_resource::<Play>() {
        if play.stop == Some(number) && !play.is_over() {
            world.resource_mut::<NextState<Screen>>().set(Screen::Play);
            return Ok(());
        }
    } else if saved_stop(world) == Some(number) {
        return resume(world);
    }
    let player_journey = world.resource::<PlayerJourney>();
    let Some(stop) = player_journey.0.stops.get(number as usize) else {
        return evolve_next_stop(world);
    };
    let id: GameId = (stop.id.parse()).map_err(|error: crate::session::BadId| error.to_string())?;
    let asked = Asked {
        id,
        varied: false,
        stop: Some(number),
    };
    open_saved(world, asked, None)
}

/// The stop that the saved game is a try of. A broken save counts as none here; opening it reports the error.
fn saved_stop(world: &World) -> Option<u32> {
    let path = world.get_resource::<Folders>()?.game(KEY);
    store::read::<Kept>(&path, play::VERSION).ok()??.stop
}

/// Evolves the next stop in the theatre; after a lost try this is an easier level in place of the last one.
pub(super) fn evolve_next_stop(world: &mut World) -> Result<(), String> {
    let journey = &world.resource::<PlayerJourney>().0;
    let ((setup, seed), number) = (journey.next_setup(), journey.next_index());
    let search = world.resource::<Settings>().search_of(KEY, Search::default);
    let id = GameId {
        game: KEY.to_owned(),
        setup: setup.to_string(),
        search,
        seed,
        pick: Pick::Best,
    };
    let asked = Asked {
        id,
        varied: true,
        stop: Some(number),
    };
    watch(world, asked)
}

/// Replaces the journey by a new one.
pub(super) fn start_new_journey(world: &mut World) {
    world.insert_resource(PlayerJourney::default());
    save(world);
}
