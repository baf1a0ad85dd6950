//! A tour that measures how much flashes. Every frame of it is looked at, and the time of a frame is always the same, so
//! that a slow machine sees the film of a fast one. The games are played with the fastest animations, which flash most.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;

use super::flash_meter::{FlashMeter, LARGEST_PART};
use super::{Tour, TourStep, stills};
use crate::shell::games::GameCard;
use crate::shell::table::new_game::FixedSeed;
use crate::shell::window_picture;

/// The steps of one game. Each happens this many seconds after the one before.
pub(super) const STEPS: &[(f32, TourStep)] = &[
    (2.0, TourStep::Do(super::open_setup)),
    (1.0, TourStep::Do(super::evolve)),
    (2.0, TourStep::Do(super::remove_pace_limit)),
    (0.2, TourStep::Until(super::run_has_ended)),
    (2.0, TourStep::Do(super::play_best)),
    // The pick may open a second run. The next one takes the outcome of that, unless the game has begun.
    (0.5, TourStep::Until(super::run_has_ended)),
    (3.0, TourStep::Do(super::play_best)),
    (0.2, TourStep::Until(super::is_played)),
    (1.0, TourStep::Play),
    (1.5, TourStep::Do(super::speed_up_animations)),
    (0.2, TourStep::PlayFor(20.0)),
    (3.0, TourStep::Do(super::go_to_title)),
];

/// The size of the window. A flash fills the same part of a larger one.
pub(super) const SIZE: Vec2 = Vec2::new(640.0, 360.0);
/// The number of frames a second.
const FRAMES_A_SECOND: usize = 20;
/// The file with the results.
const FILE: &str = "flashes.txt";

/// The film of a tour: one of each game.
#[derive(Resource, Default)]
pub(super) struct Film(BTreeMap<&'static str, GameFilm>);

/// The film of one game.
#[derive(Default)]
struct GameFilm {
    asked: usize,
    /// Frames that have come before an earlier one.
    early: BTreeMap<usize, Image>,
    /// Made when the first frame gives the size.
    meter: Option<FlashMeter>,
    worst: Option<Image>,
}

impl GameFilm {
    fn add(&mut self, frame: usize, image: Image) {
        self.early.insert(frame, image);
        while let Some(image) = self.early.remove(&self.seen()) {
            let (width, height) = (image.width() as usize, image.height() as usize);
            let meter = self
                .meter
                .get_or_insert_with(|| FlashMeter::new(width, height, FRAMES_A_SECOND));
            let pixels = image.data.as_deref().unwrap_or_default();
            if meter.look_at(pixels, width) {
                self.worst = Some(image);
            }
        }
    }

    fn seen(&self) -> usize {
        self.meter.as_ref().map_or(0, FlashMeter::frames)
    }
}

/// Lets each frame take the same time, and all chance come from the same seed.
pub(super) fn fix_time_and_seed(app: &mut App) {
    app.insert_resource(FixedSeed(stills::SEED));
    let frame = Duration::from_secs(1) / FRAMES_A_SECOND as u32;
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
}

/// Takes the picture of this frame for the film of a game.
pub(super) fn take_frame(world: &mut World, card: GameCard) {
    let mut film = world.resource_mut::<Film>();
    let game = film.0.entry(card.key).or_default();
    let frame = game.asked;
    game.asked += 1;
    let add = move |captured: On<ScreenshotCaptured>, mut film: ResMut<Film>| {
        let game = film.0.entry(card.key).or_default();
        game.add(frame, captured.image.clone());
    };
    world.spawn(Screenshot::primary_window()).observe(add);
}

/// Writes what was measured, with the picture of each game's worst moment, into the folder of the tour. Returns whether
/// nothing flashes too much and everything was written.
pub(super) fn report(world: &World) -> bool {
    let (film, tour) = (world.resource::<Film>(), world.resource::<Tour>());
    let mut is_good = true;
    let mut text = String::new();
    for (key, game) in &film.0 {
        let Some(meter) = &game.meter else { continue };
        let worst = meter.worst;
        is_good &= worst.part <= LARGEST_PART;
        let _ = writeln!(
            text,
            "{key}: {} frames; at most {:.1}% of a third by a third of the picture flashes more than three times within a second, in frame {}",
            meter.frames(),
            100.0 * worst.part,
            worst.frame
        );
        if let Some(image) = &game.worst {
            let path = tour.folder.join(format!("{key}-worst.png"));
            is_good &= match window_picture::png(image.clone()) {
                Ok(png) => save(&path, &png),
                Err(why) => {
                    error!("{}: {why}", path.display());
                    false
                }
            };
        }
    }
    save(&tour.folder.join(FILE), text.as_bytes()) && is_good
}

/// Saves a file, and returns whether that was possible.
fn save(path: &Path, bytes: &[u8]) -> bool {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let saved = folder.and_then(|()| std::fs::write(path, bytes));
    if let Err(error) = &saved {
        error!("{}: {error}", path.display());
    }
    saved.is_ok()
}
