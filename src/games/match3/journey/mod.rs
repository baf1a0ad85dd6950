//! The player's journey: kept in a file of its own, and gone on with stop by stop.

mod chain;

use std::path::PathBuf;

use bevy::prelude::*;

pub use chain::{BadJourney, Journey, Stop};

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
    app.init_resource::<Travels>().add_systems(PreStartup, load);
}

/// Format of the file.
const VERSION: u32 = 1;

fn file(folders: &Folders) -> PathBuf {
    folders.data.join("match3_journey.ron")
}

/// The journey of the player.
#[derive(Resource, Clone, Debug)]
pub struct Travels(pub Journey);

impl Default for Travels {
    fn default() -> Self {
        Travels(Journey::new(Seed::fresh()))
    }
}

fn load(
    folders: Option<Res<Folders>>,
    words: Res<Words>,
    mut travels: ResMut<Travels>,
    mut notices: ResMut<Notices>,
) {
    let Some(folders) = folders else { return };
    let path = file(&folders);
    match store::read_or_set_aside::<Journey>(&path, VERSION) {
        Ok(None) => {}
        Ok(Some(read)) => match read.check() {
            Ok(()) => travels.0 = read,
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

fn keep(world: &mut World) {
    let journey = world.resource::<Travels>().0.clone();
    let Some(path) = world.get_resource::<Folders>().map(file) else {
        return;
    };
    autosave::save_soon(world, path, VERSION, &journey);
}

/// A level of the journey is on the board.
pub(super) fn arrive(
    world: &mut World,
    number: u32,
    id: &GameId,
    setup: &Setup,
    board: LevelGenome,
    rate: f64,
) {
    let mut travels = world.resource_mut::<Travels>();
    travels.0.arrive(number, id, setup, board, rate);
    keep(world);
}

/// A level of the journey has ended.
pub(super) fn record(world: &mut World, number: u32, stars: u8, points: u32) {
    let mut travels = world.resource_mut::<Travels>();
    travels.0.record(number, stars, points);
    keep(world);
}

/// Goes on: with the last stop if it is not won yet, or with the next one.
pub(super) fn go_on(world: &mut World) -> Result<(), String> {
    let number = world.resource::<Travels>().0.next();
    go_to(world, number)
}

/// Plays a stop that was reached before; evolves one that was not.
pub(super) fn go_to(world: &mut World, number: u32) -> Result<(), String> {
    // A try that was left is gone on with: from memory, or after a new start from its file.
    if let Some(play) = world.get_resource::<Play>() {
        if play.stop == Some(number) && !play.is_over() {
            world.resource_mut::<NextState<Screen>>().set(Screen::Play);
            return Ok(());
        }
    } else if kept_stop(world) == Some(number) {
        return resume(world);
    }
    let travels = world.resource::<Travels>();
    let Some(stop) = travels.0.stops.get(number as usize) else {
        return evolve(world);
    };
    let id: GameId = (stop.id.parse()).map_err(|error: crate::session::BadId| error.to_string())?;
    let asked = Asked {
        id,
        varied: false,
        stop: Some(number),
    };
    open_saved(world, asked, None)
}

/// The stop that the saved game is a try of; a broken save is told of when it is opened.
fn kept_stop(world: &World) -> Option<u32> {
    let path = world.get_resource::<Folders>()?.game(KEY);
    store::read::<Kept>(&path, play::VERSION).ok()??.stop
}

/// Evolves the next stop in the theatre; where the last one was lost, an easier one in its place.
pub(super) fn evolve(world: &mut World) -> Result<(), String> {
    let journey = &world.resource::<Travels>().0;
    let ((setup, seed), number) = (journey.wish(), journey.next());
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

/// Begins another journey; the old one is gone.
pub(super) fn begin_anew(world: &mut World) {
    world.insert_resource(Travels::default());
    keep(world);
}
