//! The level atlas: the level of every cell has the properties of the cell and can be played.

use std::sync::Arc;

use bevy::prelude::*;
use evolvarium::games::match3::atlas::{AMOUNT_BINS, AtlasBoard, LevelAtlas, usual_search};
use evolvarium::games::match3::level::{LevelProblem, Rate, Setup};
use evolvarium::games::match3::{SetupPageTab, Table};
use evolvarium::generation::archive::{Archive, ArchiveProblem, Elite};
use evolvarium::generation::task::{Pace, RunDriver};
use evolvarium::generation::{EvolutionParameters, Pick, Problem, Seed};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::theatre;

use crate::harness::{app, screen, until};
use crate::keys::press;

fn filled(generations: u32) -> Archive<LevelAtlas> {
    let chart = Arc::new(LevelAtlas::new(Setup::default(), &usual_search()));
    let mut atlas = Archive::new(chart, 24, Seed(5));
    (0..generations).for_each(|_| atlas.step());
    atlas
}

fn elites(atlas: &Archive<LevelAtlas>) -> impl Iterator<Item = (usize, &Elite<AtlasBoard>)> {
    let places = atlas.cells().iter().enumerate();
    places.filter_map(|(at, elite)| Some((at, elite.as_ref()?)))
}

#[test]
fn every_cell_holds_a_board_of_its_difficulty_and_amount() {
    let mut atlas = filled(60);
    let problem = LevelProblem::new(Setup::default());
    let before: Vec<(usize, f64)> = elites(&atlas).map(|(at, one)| (at, one.quality)).collect();
    assert!(before.len() >= 30, "{} of 40", before.len());
    for (at, elite) in elites(&atlas) {
        let AtlasBoard {
            board,
            difficulty,
            goal,
        } = &elite.genome;
        assert_eq!(problem.violation(board), 0);
        assert!((0.0..=1.0).contains(&elite.quality));
        let percent = 100 * board.special().len() as usize / 81;
        let amount = (percent / 5).min(AMOUNT_BINS - 1);
        assert_eq!(at, usize::from(*difficulty) * AMOUNT_BINS + amount);
        let offer = goal.expect("it was played");
        let wanted = f64::from(Rate::NAMED[usize::from(*difficulty)].success);
        assert!((offer.rate - wanted).abs() <= 10.0, "{offer:?}");
    }
    // An elite is only replaced by a better individual.
    (0..20).for_each(|_| atlas.step());
    for (at, quality) in before {
        let now = atlas.cells()[at].as_ref().map(|elite| elite.quality);
        assert!(now.is_some_and(|now| now >= quality));
    }
}

#[test]
fn an_atlas_is_the_same_in_whatever_pieces_it_is_made() {
    let whole = filled(4);
    let chart = Arc::new(LevelAtlas::new(Setup::default(), &usual_search()));
    let mut pieces = Archive::new(chart, 24, Seed(5));
    for _ in 0..4 {
        let brood = pieces.next_batch();
        let late = brood.reproduce(7..24);
        let born: Vec<_> = brood.reproduce(0..7).into_iter().chain(late).collect();
        pieces.insert_offspring(born);
    }
    assert_eq!(whole.cells(), pieces.cells());
    assert_eq!(whole.evaluations(), 96);
    let other = LevelAtlas::new(Setup::default(), &usual_search());
    assert_eq!(other.cells(), whole.cells().len());
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
    assert_eq!(progress.evaluations, 30 * generations);
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
    let named = Rate::NAMED[place as usize / AMOUNT_BINS].success;
    assert_eq!(setup.success, named);
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
