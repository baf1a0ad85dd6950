//! The level atlas: the level of every cell has the properties of the cell and can be played.

use std::sync::Arc;

use bevy::prelude::*;
use evolvarium::games::match3::atlas::{AtlasBoard, LevelAtlas, usual_search};
use evolvarium::games::match3::level::{LevelProblem, Setup};
use evolvarium::games::match3::{SetupPageTab, Table};
use evolvarium::generation::archive::Archive;
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::generation::measure::BINS;
use evolvarium::generation::{EvolutionParameters, Pick, Problem, Seed};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::theatre;

use crate::harness::{app, screen, until};
use crate::keys::press;

#[test]
fn every_cell_holds_a_playable_board_of_its_measures() {
    let problem = Arc::new(LevelAtlas::new(Setup::default(), &usual_search()));
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

#[test]
fn a_level_of_the_atlas_is_picked_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let world = app.world_mut();
    let page = SetupPageTab::Atlas as u8;
    let mut settings = world.resource_mut::<Settings>();
    settings.pages.insert("match3".to_owned(), page);
    // The settings of the search decide how many offspring a generation has.
    let search = EvolutionParameters {
        population: 30,
        ..usual_search()
    };
    settings.searches.insert("match3-atlas".to_owned(), search);
    world.resource_mut::<ActiveGame>().0 = Some("match3");
    world.resource_mut::<NextState<Screen>>().set(Screen::Setup);
    until(&mut app, "the page", |world| screen(world) == Screen::Setup);
    press(&mut app, KeyCode::Enter);
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    let mut runs = app.world_mut().query_filtered::<Entity, With<RunDriver>>();
    let entity = runs.single(app.world()).expect("one run");
    let live = app
        .world()
        .get::<RunDriver>(entity)
        .map(|run| Arc::clone(run.watched()));
    let live = live.expect("a run");
    until(&mut app, "some boards", |_| {
        live.progress()
            .generation
            .is_some_and(|generation| generation >= 6)
    });
    app.world_mut()
        .get_mut::<RunDriver>(entity)
        .expect("a run")
        .pace = Pace::Paused;
    let progress = live.progress();
    let generations = u64::from(progress.generation.expect("a generation")) + 1;
    assert!(progress.evaluations >= 20 * generations);
    let frame = live
        .frame(evolvarium::generation::DisplaySelection::BEST, 40)
        .expect("a frame");
    let (place, _) = frame.members[frame.members.len() / 2];
    let pick = Pick::Member(frame.generation, place);
    assert_eq!(theatre::watched(app.world()), Some(entity));
    theatre::pick(app.world_mut(), pick);
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
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
