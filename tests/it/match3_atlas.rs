//! The level atlas: the level of every cell has the properties of the cell and can be played.

use std::sync::Arc;

use bevy::prelude::*;
use evolvarium::games::match3::atlas::{AtlasBoard, LevelAtlas, usual_parameters};
use evolvarium::games::match3::level::{LevelProblem, Setup};
use evolvarium::games::match3::{ModeTab, PlayedLevels, Table};
use evolvarium::generation::archive::Archive;
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::generation::measure::BINS;
use evolvarium::generation::{
    DisplaySelection, EvolutionParameters, Pick, Problem, Seed, WatchedRun,
};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::theatre;

use crate::harness::{
    app, end_program, is_said, play_itself, press_text, screen, until, wait_for_result,
};
use crate::keys::press;
use crate::theatre::press_shown;

#[test]
fn every_cell_holds_a_playable_board_of_its_measures() {
    let problem = Arc::new(LevelAtlas::new(Setup::default(), &usual_parameters()));
    let mut atlas = Archive::new(Arc::clone(&problem), 24, u32::MAX, Seed(5));
    (0..40).for_each(|_| atlas.step(2));
    assert!(atlas.cells().count() >= 50, "{}", atlas.cells().count());
    let levels = LevelProblem::new(Setup::default());
    for (cell, elite) in atlas.cells() {
        let AtlasBoard { board, .. } = elite.genome;
        assert_eq!(levels.violation(&board), 0);
        // The columns are special cells, 5 percent each.
        let percent = 100 * board.special().len() as usize / 81;
        assert_eq!(cell % BINS, (percent / 5).min(BINS - 1));
        // The rows are success rates, 10 percent each.
        let rate = elite.estimate.mean.values[0];
        assert_eq!(cell / BINS, (rate as usize / 10).min(BINS - 1));
        assert!(
            (rate - f64::from(elite.genome.rate())).abs() <= 10.0,
            "{rate}"
        );
    }
}

/// Opens an atlas from the setup page, and lets it grow a little. Then it pauses.
fn grown_atlas(app: &mut App) -> Arc<dyn WatchedRun> {
    app.update();
    let world = app.world_mut();
    let page = ModeTab::Atlas as u8;
    let mut settings = world.resource_mut::<Settings>();
    settings.pages.insert("match3".to_owned(), page);
    // The settings of the search decide the number of offspring of a generation.
    let parameters = EvolutionParameters {
        population: 60,
        ..usual_parameters()
    };
    settings
        .parameters
        .insert("match3-atlas".to_owned(), parameters);
    world.resource_mut::<ActiveGame>().0 = Some("match3");
    world.resource_mut::<NextState<Screen>>().set(Screen::Setup);
    until(app, "the page", |world| screen(world) == Screen::Setup);
    press(app, KeyCode::Enter);
    until(app, "the theatre", |world| screen(world) == Screen::Theatre);
    let entity = theatre::watched(app.world()).expect("a run");
    let mut driver = app.world_mut().get_mut::<RunDriver>(entity).expect("a run");
    driver.until = Some(6);
    let live = Arc::clone(driver.watched());
    // It pauses when the generation is complete.
    until(app, "some boards", |world| {
        let driver = world.get::<RunDriver>(entity).expect("a run");
        driver.pace == Pace::Paused
    });
    live
}

/// Picks the elite in the middle of those that are shown, and returns its cell.
fn pick_one(app: &mut App, live: &Arc<dyn WatchedRun>) -> u32 {
    let frame = live.frame(DisplaySelection::BEST, 40).expect("a frame");
    let (place, _) = frame.members[frame.members.len() / 2];
    theatre::pick(app.world_mut(), Pick::Member(frame.generation, place));
    until(app, "the board", |world| screen(world) == Screen::Play);
    place
}

#[test]
fn a_level_of_the_atlas_is_picked_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let live = grown_atlas(&mut app);
    let progress = live.progress();
    let generations = u64::from(progress.generation.expect("a generation")) + 1;
    // A new board is measured up to three times, so that generations of the usual size need at most this many.
    let most = 3 * u64::from(usual_parameters().population) * generations;
    assert!(progress.evaluations > most, "{progress:?}");
    let place = pick_one(&mut app, &live);
    let table = app.world().resource::<Table>();
    let setup = table.setup().clone();
    assert_eq!(table.id().setup.parse(), Ok(setup.clone()));
    assert!(setup.board.is_some());
    let row = (place as usize / BINS) as u8;
    let named = setup.success;
    assert!(named.abs_diff(10 * row + 5) <= 10, "{named} in row {row}");
    let offer = table.content.goal.expect("the level was calibrated");
    assert!((offer.rate - f64::from(named)).abs() <= 3.0, "{offer:?}");
    // The id is enough to get the same level.
    let (id, rows) = (
        table.id().to_string(),
        table.session().start().board().clone(),
    );
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Title);
    until(&mut app, "the title", |world| {
        screen(world) == Screen::Title
    });
    crate::harness::start(&mut app, &id);
    let table = app.world().resource::<Table>();
    let kinds = |board: &evolvarium::games::match3::rules::Board| {
        let cells = setup.size.cells();
        cells
            .map(|cell| (board.kind(cell), board.colour(cell)))
            .collect::<Vec<_>>()
    };
    assert_eq!(kinds(table.session().start().board()), kinds(&rows));
    assert_eq!(table.content.goal, Some(offer));
}

#[test]
fn a_level_of_the_atlas_shows_the_stars_that_were_won_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let live = grown_atlas(&mut app);
    let cells = || {
        let frame = live.frame(DisplaySelection::BEST, 100).expect("a frame");
        let cells = frame.members.iter().map(|(cell, _)| *cell);
        cells.collect::<Vec<_>>()
    };
    let (shown, generation) = (cells(), live.progress().generation);
    pick_one(&mut app, &live);
    while !app.world().resource::<Table>().is_over() {
        play_itself(&mut app, 1);
    }
    let table = app.world().resource::<Table>();
    let (setup, won) = (table.setup().to_string(), table.stars());
    let stars = app.world().resource::<PlayedLevels>().stars();
    assert_eq!(stars.get(&setup), Some(&won));
    // The atlas is as it was left, and tells how the level was won.
    wait_for_result(&mut app);
    app.update();
    press_text(&mut app, "Back to the atlas");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    assert_eq!((cells(), live.progress().generation), (shown, generation));
    let filled = format!("{} of 100 cells filled", cells().len());
    until(&mut app, "the map", |world| is_said(world, &filled));
    let said = match won {
        0 => "played, not won yet".to_owned(),
        1 => "won with 1 star".to_owned(),
        won => format!("won with {won} stars"),
    };
    for _ in 0..cells().len() {
        press_shown(&mut app, "›");
        for _ in 0..5 {
            app.update();
        }
        if is_said(app.world_mut(), &said) {
            break;
        }
    }
    assert!(is_said(app.world_mut(), &said), "{said}");
    // The stars are kept for the next start.
    end_program(&mut app);
    drop(app);
    let mut second = crate::harness::app(folder.path());
    second.update();
    assert_eq!(second.world().resource::<PlayedLevels>().stars(), stars);
}
