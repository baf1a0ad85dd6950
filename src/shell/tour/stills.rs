//! Pictures that are the same at each start: all motion is off, and the seed and the day are fixed. A picture is saved
//! when the one before it was the same.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use super::picture::{BETWEEN, save_or_retake};
use super::{Tour, TourStep};
use crate::generation::Seed;
use crate::generation::driver::RunDriver;
use crate::session::Day;
use crate::shell::game_id::open_game;
use crate::shell::game_of_the_day::FixedDay;
use crate::shell::games::{GameCard, Games};
use crate::shell::language::Language;
use crate::shell::menus;
use crate::shell::screen::{Menu, Screen, set_menu};
use crate::shell::settings::Settings;
use crate::shell::table::new_game::FixedSeed;
use crate::shell::theme::look::Theme;
use crate::shell::{laboratory, played, shelf, theatre};

/// The steps of one game. Each happens this many seconds after the one before.
pub(super) const STEPS: &[(f32, TourStep)] = &[
    (0.2, TourStep::Do(fix_settings)),
    (1.0, TourStep::Do(fix_day)),
    // The runs on the tiles go to their ends at once, because nothing moves.
    (0.2, TourStep::Until(super::run_has_ended)),
    (0.2, TourStep::Still("title")),
    (0.2, TourStep::Do(super::open_setup)),
    (1.5, TourStep::Until(super::run_has_ended)),
    (0.2, TourStep::Still("setup")),
    (0.2, TourStep::Do(|world, _| set_all_choices(world, true))),
    (0.2, TourStep::Still("choices")),
    (0.2, TourStep::Do(|world, _| set_all_choices(world, false))),
    (0.2, TourStep::Do(|world, _| set_text(world, 150))),
    (0.2, TourStep::Still("setup-large")),
    (0.2, TourStep::Do(|world, _| set_text(world, 100))),
    (
        0.2,
        TourStep::Do(|world, _| set_language(world, Language::Korean)),
    ),
    (0.2, TourStep::Still("setup-korean")),
    (
        0.2,
        TourStep::Do(|world, _| set_language(world, Language::English)),
    ),
    (0.2, TourStep::Do(press_tile_button)),
    (0.5, TourStep::Until(super::run_has_ended)),
    (0.2, TourStep::OwnStill("own-page")),
    (0.2, TourStep::Do(|world, _| set_menu(world, Menu::Lessons))),
    (0.2, TourStep::Still("lessons")),
    (0.2, TourStep::Do(open_laboratory)),
    (0.2, TourStep::Still("laboratory")),
    (
        0.2,
        TourStep::Do(|world, card| played::open(world, Some(card.key))),
    ),
    (0.2, TourStep::Still("played")),
    (
        0.2,
        TourStep::Do(|world, card| shelf::open(world, Some(card.key))),
    ),
    (
        0.2,
        TourStep::Until(|world, _| shelf::are_things_read(world)),
    ),
    (0.2, TourStep::Still("shelf")),
    (0.2, TourStep::Do(begin_run)),
    (0.2, TourStep::Until(are_founders_there)),
    // If a founder meets the target, the theatre learns a moment later that the run has ended.
    (1.0, TourStep::Until(are_founders_there)),
    (0.2, TourStep::Still("founders")),
    (0.2, TourStep::Do(super::remove_pace_limit)),
    (0.2, TourStep::Until(super::run_has_ended)),
    (0.2, TourStep::Still("evolved")),
    (0.2, TourStep::Do(super::go_to_title)),
    (0.5, TourStep::Do(begin)),
    (0.2, TourStep::Until(super::is_played)),
    (0.2, TourStep::Still("start")),
    (0.2, TourStep::Do(|world, _| set_theme(world, Theme::Light))),
    (0.2, TourStep::Still("start-light")),
    (
        0.2,
        TourStep::Do(|world, _| set_theme(world, Theme::Contrast)),
    ),
    (0.2, TourStep::Still("start-contrast")),
    (0.2, TourStep::Do(|world, _| set_theme(world, Theme::Dusk))),
    (0.2, TourStep::Do(|world, _| set_menu(world, Menu::Pause))),
    (0.2, TourStep::Still("pause")),
    (0.2, TourStep::Do(show_settings)),
    (0.2, TourStep::Still("settings")),
    (0.2, TourStep::Do(super::speed_up_animations)),
    (0.3, TourStep::PlayOut),
    (0.2, TourStep::Still("result")),
    (0.2, TourStep::Do(super::go_to_title)),
];

/// The seed of all evolution and all games.
pub(super) const SEED: Seed = Seed(7);

/// The picture that was taken last.
#[derive(Resource, Default)]
pub(super) struct LastPicture(Option<Image>);

fn fix_settings(world: &mut World, _: GameCard) {
    let mut settings = world.resource_mut::<Settings>();
    (settings.reduced_motion, settings.idle_hints) = (true, false);
    world.insert_resource(FixedSeed(SEED));
}

fn fix_day(world: &mut World, _: GameCard) {
    if let Some(day) = Day::new(2026, 1, 1) {
        world.insert_resource(FixedDay(day));
    }
}

fn set_all_choices(world: &mut World, all: bool) {
    world.resource_mut::<Settings>().all_choices = all;
}

fn set_text(world: &mut World, percent: u32) {
    world.resource_mut::<Settings>().text_percent = percent;
}

fn set_theme(world: &mut World, theme: Theme) {
    world.resource_mut::<Settings>().theme = theme;
}

fn press_tile_button(world: &mut World, card: GameCard) {
    if let Some(button) = card.tile_button {
        (button.act)(world);
    }
}

fn set_language(world: &mut World, language: Language) {
    world.resource_mut::<Settings>().language = language;
}

/// Shows the settings, and in the next game another page of them.
fn show_settings(world: &mut World, card: GameCard) {
    let mut games = world.resource::<Games>().0.iter();
    let number = games.position(|game| game.key == card.key);
    menus::show_settings_page(world, number.unwrap_or_default());
}

fn begin(world: &mut World, card: GameCard) {
    if let Err(why) = open_game(world, &(card.of_the_day)(SEED)) {
        error!("{}: {why}", card.key);
    }
}

fn open_laboratory(world: &mut World, _: GameCard) {
    set_menu(world, Menu::None);
    laboratory::open(world);
}

/// Begins a run that waits after its founders, so that its picture does not depend on the speed of the machine.
fn begin_run(world: &mut World, card: GameCard) {
    super::evolve(world, card);
    for mut driver in world.query::<&mut RunDriver>().iter_mut(world) {
        driver.step();
    }
}

/// Whether the founders are shown, and with them the story of a run that they have ended.
fn are_founders_there(world: &mut World, _: GameCard) -> bool {
    let mut drivers = world.query::<&RunDriver>();
    let mut progress = drivers
        .iter(world)
        .map(|driver| driver.watched().progress());
    let is_story_shown = theatre::is_story_shown(world);
    let is_shown = *world.resource::<State<Screen>>().get() == Screen::Theatre;
    is_shown
        && progress.all(|progress| {
            progress.generation.is_some() && (progress.stop.is_none() || is_story_shown)
        })
}

/// Takes a picture, and saves it if the one before is the same. Otherwise it is taken again after a while.
pub(super) fn take(world: &mut World, path: PathBuf) {
    let compare = move |captured: On<ScreenshotCaptured>,
                        mut last: ResMut<LastPicture>,
                        mut tour: ResMut<Tour>| {
        let before = last.0.replace(captured.image.clone());
        if before.is_none_or(|before| before.data != captured.image.data) {
            tour.wait_again(BETWEEN);
            return;
        }
        last.0 = None;
        save_or_retake(&mut tour, &captured.image, &path);
    };
    world.spawn(Screenshot::primary_window()).observe(compare);
}
