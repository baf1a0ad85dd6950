//! The tour: the game shows itself. Each game is generated live and played by its automatic
//! player for a few seconds, and pictures of it are saved.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Captured, Screenshot, save_to_disk};

use super::games::{ActiveGame, GameCard, Games};
use super::screen::{Menu, Screen};
use crate::generation::Pick;
use crate::generation::task::{Evolution, Pace};
use crate::generation::theatre::Chosen;

/// Adds the tour to an app that has a [`Tour`].
pub fn plugin(app: &mut App) {
    app.add_systems(Update, go_on);
}

/// A tour under way.
#[derive(Resource)]
pub struct Tour {
    folder: PathBuf,
    stop: usize,
    /// Seconds since the last stop.
    since: f32,
    pictures: u32,
    failed: bool,
}

impl Tour {
    /// A tour that saves its pictures in `folder`.
    pub fn new(folder: PathBuf) -> Self {
        Tour {
            folder,
            stop: 0,
            since: 0.0,
            pictures: 0,
            failed: false,
        }
    }
}

/// What happens at a stop of the tour, after so many seconds.
enum Stop {
    /// Save a picture under a name.
    Picture(&'static str),
    /// Do something.
    Do(fn(&mut World, GameCard)),
    /// Let the automatic player move.
    Play,
}

/// The stops of one game.
const STOPS: &[(f32, Stop)] = &[
    (2.5, Stop::Picture("title")),
    (
        0.2,
        Stop::Do(|world, card| {
            world.resource_mut::<ActiveGame>().0 = Some(card.key);
            world.resource_mut::<NextState<Screen>>().set(Screen::Setup);
        }),
    ),
    (0.8, Stop::Picture("setup")),
    (
        0.2,
        Stop::Do(|world, card| {
            if let Err(why) = (card.generate)(world) {
                error!("{}: {why}", card.key);
            }
        }),
    ),
    (1.2, Stop::Picture("evolving")),
    (
        0.2,
        Stop::Do(|world, _| {
            for mut evolution in world.query::<&mut Evolution>().iter_mut(world) {
                evolution.pace = Pace::FlatOut;
            }
        }),
    ),
    (1.5, Stop::Picture("evolved")),
    (
        0.2,
        Stop::Do(|world, _| {
            let found = world
                .query_filtered::<Entity, With<Evolution>>()
                .iter(world)
                .next();
            if let Some(entity) = found {
                world.trigger(Chosen {
                    entity,
                    pick: Pick::Best,
                });
            }
        }),
    ),
    (2.0, Stop::Picture("start")),
    (0.3, Stop::Play),
    (0.45, Stop::Picture("move")),
    (1.2, Stop::Play),
    (1.2, Stop::Play),
    (1.2, Stop::Play),
    (1.2, Stop::Play),
    (1.5, Stop::Picture("played")),
    (
        0.1,
        Stop::Do(|world, _| world.resource_mut::<NextState<Menu>>().set(Menu::Settings)),
    ),
    (0.6, Stop::Picture("settings")),
    (
        0.1,
        Stop::Do(|world, _| {
            world.resource_mut::<NextState<Menu>>().set(Menu::None);
            world.resource_mut::<NextState<Screen>>().set(Screen::Title);
        }),
    ),
];

fn go_on(world: &mut World) {
    let waiting = world
        .query_filtered::<(), With<Screenshot>>()
        .iter(world)
        .count()
        + world
            .query_filtered::<(), With<Captured>>()
            .iter(world)
            .count();
    let delta = world.resource::<Time<Real>>().delta_secs();
    let cards = world.resource::<Games>().0.clone();
    let mut tour = world.resource_mut::<Tour>();
    // A picture takes a moment on a slow machine; time stands still for it.
    if waiting > 0 {
        return;
    }
    tour.since += delta;
    let Some(card) = cards.get(tour.stop / STOPS.len()).copied() else {
        let exit = if tour.failed {
            AppExit::error()
        } else {
            AppExit::Success
        };
        world.write_message(exit);
        return;
    };
    let (after, stop) = &STOPS[tour.stop % STOPS.len()];
    if tour.since < *after {
        return;
    }
    tour.since = 0.0;
    tour.stop += 1;
    match stop {
        Stop::Do(act) => act(world, card),
        Stop::Play => (card.play_itself)(world),
        Stop::Picture(name) => {
            tour.pictures += 1;
            let file = format!("{:02}-{}-{name}.png", tour.pictures, card.key);
            let path = tour.folder.join(file);
            if let Err(error) = std::fs::create_dir_all(&tour.folder) {
                error!("{}: {error}", tour.folder.display());
                tour.failed = true;
                return;
            }
            world
                .spawn(Screenshot::primary_window())
                .observe(save_to_disk(path));
        }
    }
}
