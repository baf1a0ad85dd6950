//! The tour: the program shows itself. The content of each game is evolved, its automatic player plays for a few
//! seconds, and pictures are saved. The still tour takes pictures that are the same each time, and another one measures
//! how much flashes.

mod flash_meter;
mod flashes;
mod picture;
mod stills;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Captured, Screenshot};
use bevy::window::RequestRedraw;

use self::flashes::Film;
use self::stills::LastPicture;
use super::games::{ActiveGame, GameCard, Games};
use super::laboratory;
use super::screen::{Menu, Screen, set_menu, set_screen};
use super::settings::Settings;
use crate::generation::Pick;
use crate::generation::driver::{Pace, RunDriver};
use crate::shell::theatre;
use crate::shell::theme::paint_task::PaintTasks;
use crate::shell::theme::sprites::Sprites;
use crate::shell::window::DESIGN;

/// Adds the tour to an app that has a [`Tour`].
pub fn plugin(app: &mut App) {
    app.init_resource::<LastPicture>()
        .add_systems(Update, advance_tour);
    let tour = app.world().get_resource::<Tour>();
    if tour.is_some_and(|tour| tour.is_filmed) {
        app.init_resource::<Film>();
        flashes::fix_time_and_seed(app);
    }
}

/// A tour under way.
#[derive(Resource)]
pub struct Tour {
    folder: PathBuf,
    /// The steps of each game. Each step happens this many seconds after the one before.
    steps: &'static [(f32, TourStep)],
    /// The number of the next step, counted over all games.
    step: usize,
    /// Seconds since the last step. They are set back when a step is repeated.
    seconds: f32,
    /// The seconds that the tour has waited for the next step in all.
    waited: f32,
    /// The number of pictures that were saved.
    pictures: u32,
    /// The pictures of the next step in which hardly anything was drawn.
    empty_pictures: u32,
    /// Whether every frame is looked at.
    is_filmed: bool,
    failed: bool,
}

impl Tour {
    /// Makes a tour that saves its pictures in `folder`.
    pub fn new(folder: PathBuf) -> Self {
        Tour {
            folder,
            steps: STEPS,
            step: 0,
            seconds: 0.0,
            waited: 0.0,
            pictures: 0,
            empty_pictures: 0,
            is_filmed: false,
            failed: false,
        }
    }

    /// Makes a tour whose pictures are the same each time.
    pub fn still(folder: PathBuf) -> Self {
        Tour {
            steps: stills::STEPS,
            ..Tour::new(folder)
        }
    }

    /// Makes a tour that measures how much flashes, and fails if that is too much.
    pub fn of_flashes(folder: PathBuf) -> Self {
        Tour {
            steps: flashes::STEPS,
            is_filmed: true,
            ..Tour::new(folder)
        }
    }

    /// The size of the window in which the tour is made.
    pub fn window_size(&self) -> Vec2 {
        match self.is_filmed {
            true => flashes::SIZE,
            false => DESIGN,
        }
    }

    /// Goes to the next step.
    fn go_on(&mut self) {
        self.step += 1;
        self.seconds = 0.0;
        self.waited = 0.0;
        self.empty_pictures = 0;
    }

    /// Lets the step be repeated after a number of seconds.
    fn wait_again(&mut self, seconds: f32) {
        self.seconds = self.steps[self.step % self.steps.len()].0 - seconds;
    }
}

/// A step of the tour.
enum TourStep {
    /// Saves a picture under a name as soon as a page is drawn in it.
    Picture(&'static str),
    /// Calls a function.
    Do(fn(&mut World, GameCard)),
    /// Lets the automatic player move.
    Play,
    /// Lets the automatic player move until the game has ended.
    PlayOut,
    /// Lets the automatic player move five times a second until the game has ended, or for so many seconds.
    PlayFor(f32),
    /// Waits until a condition holds.
    Until(fn(&mut World, GameCard) -> bool),
    /// Saves a picture under a name as soon as two pictures in a row are the same.
    Still(&'static str),
    /// The same, but only in a game that has a button of its own on its tile.
    OwnStill(&'static str),
}

/// The steps of one game in the usual tour. Each happens this many seconds after the one before.
const STEPS: &[(f32, TourStep)] = &[
    (2.5, TourStep::Picture("title")),
    (0.2, TourStep::Do(open_setup)),
    (0.8, TourStep::Picture("setup")),
    (0.2, TourStep::Do(|world, _| laboratory::open(world))),
    (0.8, TourStep::Picture("laboratory")),
    (0.2, TourStep::Do(evolve)),
    (1.2, TourStep::Picture("evolving")),
    (0.2, TourStep::Do(remove_pace_limit)),
    (1.5, TourStep::Picture("evolved")),
    (0.2, TourStep::Do(play_best)),
    (2.0, TourStep::Picture("start")),
    (0.3, TourStep::Play),
    (0.45, TourStep::Picture("move")),
    (1.2, TourStep::Play),
    (1.2, TourStep::Play),
    (1.5, TourStep::Picture("played")),
    (
        0.1,
        TourStep::Do(|world, _| set_menu(world, Menu::Settings)),
    ),
    (0.6, TourStep::Picture("settings")),
    (0.1, TourStep::Do(speed_up_animations)),
    (0.3, TourStep::PlayOut),
    (0.8, TourStep::Picture("ended")),
    (0.1, TourStep::Do(go_to_title)),
];

/// The moves a second of a game that is played for a while, about as many as a person makes at most.
const MOVES_A_SECOND: f32 = 5.0;
/// The seconds after which a step that is not done counts as failed.
const TIME_LIMIT: f32 = 600.0;
/// The most seconds of waiting that a frame counts for, because a busy computer has few frames.
const LONGEST_FRAME: f32 = 0.1;

fn open_setup(world: &mut World, card: GameCard) {
    world.resource_mut::<ActiveGame>().0 = Some(card.key);
    set_screen(world, Screen::Setup);
}

fn evolve(world: &mut World, card: GameCard) {
    if let Err(why) = (card.evolve)(world) {
        error!("{}: {why}", card.key);
    }
}

fn remove_pace_limit(world: &mut World, _: GameCard) {
    for mut driver in world.query::<&mut RunDriver>().iter_mut(world) {
        driver.pace = Pace::FlatOut;
    }
}

fn play_best(world: &mut World, _: GameCard) {
    theatre::pick(world, Pick::Best);
}

fn speed_up_animations(world: &mut World, _: GameCard) {
    set_menu(world, Menu::None);
    world.resource_mut::<Settings>().animation_percent = 300;
}

fn go_to_title(world: &mut World, _: GameCard) {
    set_menu(world, Menu::None);
    world.resource_mut::<Settings>().animation_percent = 100;
    set_screen(world, Screen::Title);
}

fn run_has_ended(world: &mut World, _: GameCard) -> bool {
    let mut drivers = world.query::<&RunDriver>();
    let mut progress = drivers
        .iter(world)
        .map(|driver| driver.watched().progress());
    progress.all(|progress| progress.stop.is_some())
}

fn is_played(world: &mut World, _: GameCard) -> bool {
    *world.resource::<State<Screen>>().get() == Screen::Play
}

/// Whether a picture is still being taken, which takes a moment on a slow computer.
fn is_taking_picture(world: &mut World) -> bool {
    let mut requested = world.query_filtered::<(), With<Screenshot>>();
    let mut taken = world.query_filtered::<(), With<Captured>>();
    requested.iter(world).count() + taken.iter(world).count() > 0
}

fn advance_tour(world: &mut World) {
    let is_filmed = world.resource::<Tour>().is_filmed;
    if !is_filmed && is_taking_picture(world) {
        return;
    }
    // Bevy lets a window without the focus wait after each frame, which would hold the tour up.
    world.write_message(RequestRedraw);
    let delta = world.resource::<Time<Real>>().delta_secs();
    let cards = world.resource::<Games>().0.clone();
    let mut tour = world.resource_mut::<Tour>();
    tour.seconds += delta;
    tour.waited += delta.min(LONGEST_FRAME);
    let (number, steps, seconds) = (tour.step, tour.steps, tour.seconds);
    let Some(card) = cards.get(number / steps.len()).copied() else {
        if !is_taking_picture(world) {
            end_tour(world);
        }
        return;
    };
    if is_filmed {
        flashes::take_frame(world, card);
    }
    let (after, step) = &steps[number % steps.len()];
    if seconds < *after {
        return;
    }
    let mut tour = world.resource_mut::<Tour>();
    if tour.waited > TIME_LIMIT {
        error!(
            "{}: step {} of the tour takes too long",
            card.key,
            number % steps.len()
        );
        tour.failed = true;
        tour.go_on();
        return;
    }
    if do_step(world, card, step, (seconds, delta)) {
        world.resource_mut::<Tour>().go_on();
    }
}

/// Does a step, `seconds` after the one before, of which the last `delta` have passed since the last frame. Returns
/// whether the step is done.
fn do_step(
    world: &mut World,
    card: GameCard,
    step: &TourStep,
    (seconds, delta): (f32, f32),
) -> bool {
    match step {
        TourStep::Do(act) => {
            act(world, card);
            true
        }
        TourStep::Picture(name) => take_picture(world, card, name),
        TourStep::Play => {
            (card.play_itself)(world);
            true
        }
        TourStep::PlayOut => play_out(world, card),
        TourStep::PlayFor(most) => {
            let moves = |seconds: f32| (seconds * MOVES_A_SECOND) as u32;
            let is_due = moves(seconds) > moves(seconds - delta);
            seconds > *most || (is_due && play_out(world, card))
        }
        TourStep::Until(is_true) => is_true(world, card),
        TourStep::Still(name) => take_still(world, card, name),
        TourStep::OwnStill(name) => card.tile_button.is_none() || take_still(world, card, name),
    }
}

/// Leaves the program. A tour that has failed is an error.
fn end_tour(world: &mut World) {
    let is_filmed = world.resource::<Tour>().is_filmed;
    let is_calm = !is_filmed || flashes::report(world);
    let exit = match is_calm && !world.resource::<Tour>().failed {
        true => AppExit::Success,
        false => AppExit::error(),
    };
    world.write_message(exit);
}

/// Makes a move, and returns whether the game shows its result.
fn play_out(world: &mut World, card: GameCard) -> bool {
    let ended = *world.resource::<State<Menu>>().get() == Menu::Result;
    if !ended {
        (card.play_itself)(world);
    }
    ended
}

/// Takes a picture that is saved as soon as a page is drawn in it. Returns whether the tour goes on at once, because the
/// folder of the pictures cannot be made.
fn take_picture(world: &mut World, card: GameCard, name: &str) -> bool {
    if world.resource::<Sprites>().is_drawing() {
        return false;
    }
    let number = world.resource::<Tour>().pictures + 1;
    let file = format!("{number:02}-{}-{name}.png", card.key);
    take_into_folder(world, &file, picture::take)
}

/// Takes a picture that is saved when two pictures in a row are the same. Returns whether the tour goes on at once,
/// because the folder of the pictures cannot be made.
fn take_still(world: &mut World, card: GameCard, name: &str) -> bool {
    // While something is being painted, two pictures are the same that both lack it.
    if !world.resource::<PaintTasks>().is_empty() || world.resource::<Sprites>().is_drawing() {
        return false;
    }
    take_into_folder(world, &format!("{}-{name}.png", card.key), stills::take)
}

/// Takes a picture whose file goes to the folder of the tour, and returns false. The tour goes on when the picture is
/// saved. If the folder cannot be made, the tour goes on at once and fails at its end.
fn take_into_folder(world: &mut World, file: &str, take: fn(&mut World, PathBuf)) -> bool {
    let mut tour = world.resource_mut::<Tour>();
    if let Err(error) = std::fs::create_dir_all(&tour.folder) {
        error!("{}: {error}", tour.folder.display());
        tour.failed = true;
        return true;
    }
    let path = tour.folder.join(file);
    take(world, path);
    false
}
