//! The tour: the game shows itself. Each game is generated live and played by its automatic
//! player for a few seconds, and pictures of it are saved.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Captured, Screenshot, save_to_disk};

use super::games::{ActiveGame, GameCard, Games};
use super::screen::{Menu, Screen};
use super::settings::Settings;
use crate::generation::Pick;
use crate::generation::task::{Pace, RunDriver};
use crate::shell::theatre;

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

/// What happens at a stop of the tour.
enum Stop {
    /// Save a picture under a name.
    Picture(&'static str),
    /// Do something.
    Do(fn(&mut World, GameCard)),
    /// Let the automatic player move.
    Play,
    /// Let it move on until the game has ended.
    PlayOut,
}

/// The stops of one game, each after so many seconds.
const STOPS: &[(f32, Stop)] = &[
    (2.5, Stop::Picture("title")),
    (0.2, Stop::Do(open_setup)),
    (0.8, Stop::Picture("setup")),
    (0.2, Stop::Do(generate)),
    (1.2, Stop::Picture("evolving")),
    (0.2, Stop::Do(go_flat_out)),
    (1.5, Stop::Picture("evolved")),
    (0.2, Stop::Do(play_the_best)),
    (2.0, Stop::Picture("start")),
    (0.3, Stop::Play),
    (0.45, Stop::Picture("move")),
    (1.2, Stop::Play),
    (1.2, Stop::Play),
    (1.5, Stop::Picture("played")),
    (0.1, Stop::Do(|world, _| set_menu(world, Menu::Settings))),
    (0.6, Stop::Picture("settings")),
    (0.1, Stop::Do(hurry)),
    (0.3, Stop::PlayOut),
    (0.8, Stop::Picture("ended")),
    (0.1, Stop::Do(go_to_title)),
];

/// Seconds after which a game that does not end counts as broken.
const PATIENCE: f32 = 90.0;

fn open_setup(world: &mut World, card: GameCard) {
    world.resource_mut::<ActiveGame>().0 = Some(card.key);
    world.resource_mut::<NextState<Screen>>().set(Screen::Setup);
}

fn generate(world: &mut World, card: GameCard) {
    if let Err(why) = (card.evolve)(world) {
        error!("{}: {why}", card.key);
    }
}

fn go_flat_out(world: &mut World, _: GameCard) {
    for mut evolution in world.query::<&mut RunDriver>().iter_mut(world) {
        evolution.pace = Pace::FlatOut;
    }
}

fn play_the_best(world: &mut World, _: GameCard) {
    theatre::pick(world, Pick::Best);
}

fn set_menu(world: &mut World, menu: Menu) {
    world.resource_mut::<NextState<Menu>>().set(menu);
}

fn hurry(world: &mut World, _: GameCard) {
    set_menu(world, Menu::None);
    world.resource_mut::<Settings>().animation_percent = 300;
}

fn go_to_title(world: &mut World, _: GameCard) {
    set_menu(world, Menu::None);
    world.resource_mut::<Settings>().animation_percent = 100;
    world.resource_mut::<NextState<Screen>>().set(Screen::Title);
}

/// Whether pictures are still on their way; on a slow machine they take a moment.
fn developing(world: &mut World) -> bool {
    let mut asked = world.query_filtered::<(), With<Screenshot>>();
    let mut taken = world.query_filtered::<(), With<Captured>>();
    asked.iter(world).count() + taken.iter(world).count() > 0
}

fn go_on(world: &mut World) {
    if developing(world) {
        return;
    }
    let delta = world.resource::<Time<Real>>().delta_secs();
    let cards = world.resource::<Games>().0.clone();
    let mut tour = world.resource_mut::<Tour>();
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
    if let Stop::PlayOut = stop {
        play_out(world, card);
        return;
    }
    tour.since = 0.0;
    tour.stop += 1;
    match stop {
        Stop::Do(act) => act(world, card),
        Stop::Picture(name) => take_picture(world, card, name),
        Stop::Play | Stop::PlayOut => (card.play_itself)(world),
    }
}

/// Makes moves until the game shows its result.
fn play_out(world: &mut World, card: GameCard) {
    let ended = *world.resource::<State<Menu>>().get() == Menu::Result;
    let mut tour = world.resource_mut::<Tour>();
    let late = tour.since > PATIENCE;
    if ended || late {
        tour.failed |= late;
        tour.since = 0.0;
        tour.stop += 1;
    } else {
        (card.play_itself)(world);
    }
}

fn take_picture(world: &mut World, card: GameCard, name: &str) {
    let mut tour = world.resource_mut::<Tour>();
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
