//! Everything that evolves does so in slices on the task pools: with the largest search that the settings allow, frames
//! go on, another game can be opened, and the work can be stopped.

use std::sync::Arc;

use bevy::prelude::*;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::descent::Descent;
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::players::Player;
use evolvarium::games::dungeon::players::automatic::Automatic;
use evolvarium::games::dungeon::rules::Move;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::match3::level::{LevelProblem, Setup as LevelSetup};
use evolvarium::games::match3::playtest::BoardSearch;
use evolvarium::generation::{EvolutionParameters, Pick, Run, Seed};
use evolvarium::session::{Difficulty, Folders, Game, Table};
use evolvarium::shell::game_id;
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table;
use evolvarium::shell::table::launch::{AnyLaunch, stop_launches};

use crate::harness::{app, card, fixed_enemies, is_said, screen, start, until};

/// The id of a descent whose dungeons would take hours.
const ENDLESS: &str = "dungeon:d5f4r40s40e4c2l3~n2000,g1000000#1";

/// The number of games that are being prepared.
fn launches(app: &mut App) -> usize {
    let mut launches = app.world_mut().query_filtered::<(), With<AnyLaunch>>();
    launches.iter(app.world()).count()
}

#[test]
fn a_dungeon_that_takes_hours_stops_nothing_and_can_be_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    game_id::open_id(app.world_mut(), ENDLESS).expect("a good id");
    for _ in 0..50 {
        app.update();
    }
    assert_eq!(screen(app.world()), Screen::Title, "it is still evolving");
    assert_eq!(launches(&mut app), 1);
    // Another game opens meanwhile, which ends the first preparation.
    start(&mut app, "hexxagon:b1-human-level1#a");
    assert!(app.world().contains_resource::<Table<Hexxagon>>());
    // The frame after the new screen drops the preparations of the screen before.
    app.update();
    assert_eq!(launches(&mut app), 0);
    game_id::open_id(app.world_mut(), ENDLESS).expect("a good id");
    app.update();
    assert_eq!(launches(&mut app), 1);
    stop_launches(app.world_mut());
    assert_eq!(launches(&mut app), 0);
    for _ in 0..50 {
        app.update();
    }
    assert_eq!(launches(&mut app), 0);
    assert!(!app.world().contains_resource::<Table<DungeonGame>>());
}

#[test]
fn a_save_whose_deeper_dungeons_take_hours_is_prepared_in_the_background() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = Folders::within(folder.path()).game(DungeonGame::KEY);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    let text = format!("(version: 1, content: (id: \"{ENDLESS}\", moves: \"\"))");
    std::fs::write(&path, &text).expect("written");
    let mut app = app(folder.path());
    app.update();
    let dungeon = card(&app, DungeonGame::KEY);
    (dungeon.resume)(app.world_mut());
    assert_eq!(launches(&mut app), 1);
    for _ in 0..50 {
        app.update();
    }
    assert_eq!(launches(&mut app), 1, "it is still evolving");
    assert_eq!(screen(app.world()), Screen::Title);
    start(&mut app, "hexxagon:b1-human-level1#a");
    let kept = std::fs::read_to_string(path).expect("it is kept");
    assert_eq!(kept, text);
}

#[test]
fn the_odds_of_a_dungeon_that_takes_hours_are_measured_in_the_background() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let parameters = EvolutionParameters {
        population: 2000,
        generations: 1_000_000,
        ..usual_parameters()
    };
    let mut settings = app.world_mut().resource_mut::<Settings>();
    let all_parameters = &mut settings.parameters;
    all_parameters.insert(DungeonGame::KEY.to_owned(), parameters);
    let open = |app: &mut App, to: Screen| {
        app.world_mut().resource_mut::<ActiveGame>().0 = Some(DungeonGame::KEY);
        app.world_mut().resource_mut::<NextState<Screen>>().set(to);
        until(app, "the screen", |world| screen(world) == to);
    };
    open(&mut app, Screen::Setup);
    until(&mut app, "the first descent", |world| {
        is_said(
            world,
            "This descent is being tried out, 0 of 40 times so far.",
        )
    });
    open(&mut app, Screen::Title);
    // With few generations there are odds at once, so no work of the endless ones is left.
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.parameters.clear();
    open(&mut app, Screen::Setup);
    until(&mut app, "the odds", |world| {
        is_said(world, "This descent is being tried out, ") && !is_said(world, "tried out, 0 of")
    });
    start(&mut app, "hexxagon:b1-human-level1#a");
    assert!(app.world().contains_resource::<Table<Hexxagon>>());
}

/// A descent whose hero stands before the exit, and the move that leads out. Its next dungeon is not evolved yet.
fn before_the_exit(parameters: &EvolutionParameters) -> (Descent, Move) {
    let setup = fixed_enemies(Difficulty::Easy);
    for seed in 0.. {
        let mut descent =
            Descent::new(&setup, parameters, Seed(seed), Pick::Best).expect("a dungeon");
        let (mut player, mut events) = (Automatic::default(), Vec::new());
        while let Some(chosen_move) = player.choose(&descent.game) {
            if descent.work_before(chosen_move).is_some() {
                return (descent, chosen_move);
            }
            if descent.make(chosen_move, &mut events).is_err() {
                break;
            }
        }
    }
    unreachable!("some hero gets there");
}

#[test]
fn the_way_down_needs_work_only_until_the_next_dungeon_is_there() {
    let parameters = usual_parameters();
    let (mut descent, leave) = before_the_exit(&parameters);
    assert_eq!(descent.depth(), 1);
    let work = descent.work_before(leave).expect("the next dungeon");
    // Both do the same work, so that the second one finds it done.
    let second = descent.work_before(leave).expect("the next dungeon");
    bevy::tasks::block_on(work);
    bevy::tasks::block_on(second);
    assert!(descent.work_before(leave).is_none());
    descent.make(leave, &mut Vec::new()).expect("a legal step");
    assert_eq!(descent.depth(), 2);
}

#[test]
fn a_hero_who_leaves_before_the_next_dungeon_is_there_gets_down_when_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    // A dungeon takes seconds. The hero goes to the exit at once, without any frames.
    let id = format!("dungeon:{}~n200,g5000#0", fixed_enemies(Difficulty::Easy));
    start(&mut app, &id);
    let mut player = Automatic::default();
    loop {
        let mut table = app.world_mut().resource_mut::<Table<DungeonGame>>();
        let chosen = player.choose(&table.state().game).expect("it can go on");
        if table.state().work_before(chosen).is_some() {
            break;
        }
        table.play(chosen).expect("legal");
    }
    let mut refused = 0;
    until(&mut app, "the second dungeon", |world| {
        let state = world.resource::<Table<DungeonGame>>().state();
        if state.depth() > 1 {
            return true;
        }
        let Some(chosen_move) = player.choose(&state.game) else {
            panic!("the hero is dead or stuck");
        };
        let needs_work = state.work_before(chosen_move).is_some();
        let was_made = table::play::<DungeonGame>(world, chosen_move);
        assert!(
            !(needs_work && was_made),
            "a move that needs work waits for it"
        );
        refused += u32::from(needs_work);
        false
    });
    assert!(refused > 0, "the hero was there before the dungeon");
}

#[test]
fn siblings_are_evolved_a_generation_at_a_time_and_are_those_of_whole_runs() {
    let (setup, seed) = (LevelSetup::default(), Seed(4));
    let parameters = EvolutionParameters::default();
    let mut boards = BoardSearch::repeat(&setup, &parameters, seed, Pick::Best).expect("in range");
    let mut steps = 0;
    while !boards.is_over() {
        boards.step().expect("in range");
        steps += 1;
    }
    let problem = Arc::new(LevelProblem::new(setup));
    let mut generations = 0;
    let whole: Vec<_> = (0..12)
        .map(|number| {
            if number == 0 {
                seed
            } else {
                seed.child(1 << 32).child(number)
            }
        })
        .map(|seed| {
            let run = Run::new(Arc::clone(&problem), parameters.clone(), seed);
            let mut run = run.expect("in range");
            run.finish();
            generations += run.generation().expect("generations");
            run.best().expect("a best individual").genome
        })
        .collect();
    let candidates = boards.candidates(&[]);
    assert!(!candidates.is_empty());
    for candidate in candidates {
        assert!(whole.contains(&candidate.board.genome));
    }
    assert!(
        steps >= generations,
        "{steps} steps, {generations} generations"
    );
}
