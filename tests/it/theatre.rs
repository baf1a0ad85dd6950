//! The theatre: its texts about a run, its paces, and the repetition. The individual that was seen to win is the one
//! that is played. The preview beside a setup page is tested here too.

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use evolvarium::games::match3::Table;
use evolvarium::games::match3::level::{LevelProblem, patterns};
use evolvarium::games::match3::rules::Match3;
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::generation::{DisplaySelection, Form, Pick, Run, Seed, StopReason};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::{Settings, TheatrePace};
use evolvarium::shell::table::new_game::{self, SetupSeed};
use evolvarium::shell::theatre::waiting_runs::WaitingKind;
use evolvarium::shell::theatre::{self, Show};

use crate::harness::{
    ID, app, can_press, card, fix_frame_time, is_said, notices, press_button, press_text, screen,
    start, until,
};
use crate::keys::press;
use crate::watched_run::{driver, set_pace};

/// A swap potential far from that of random boards.
const WANTED: u32 = 700;

/// Sets the first seed whose run of a level meets its target after more than `generations`: the runs of some seeds end
/// at the limit of generations, and others with a founder.
pub fn choose_late_seed(app: &mut App, generations: u32) {
    let origin = new_game::origin::<Match3>(app.world());
    let meets_it_late = |seed: &Seed| {
        let problem = Arc::new(LevelProblem::new(origin.setup.clone()));
        let mut run = Run::new(problem, origin.parameters.clone(), *seed).expect("in range");
        *run.finish() == StopReason::TargetMet && run.generation() > Some(generations)
    };
    let seed = (1..).map(Seed).find(meets_it_late).expect("there is one");
    app.world_mut().resource_mut::<SetupSeed>().0 = seed;
}

/// Sets up a level whose run meets its target after more than `generations`, which may be many: its swap potential is
/// far from that of random boards.
pub fn set_up_long_run(app: &mut App, generations: u32) {
    new_game::change::<Match3>(app.world_mut(), |setup| {
        (setup.wanted, setup.tolerance) = (WANTED, 8);
    });
    choose_late_seed(app, generations);
}

/// Opens the theatre on the level of match-3 that is set up.
pub fn open_theatre(app: &mut App) {
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some("match3");
    let card = card(app, "match3");
    (card.evolve)(app.world_mut()).expect("the usual setup is valid");
    until(app, "the theatre", |world| screen(world) == Screen::Theatre);
    until(app, "a view", |world| {
        texts(world).iter().any(|text| text.contains("faults"))
    });
}

pub fn texts(world: &mut World) -> Vec<String> {
    let mut texts = world.query::<&Text>();
    texts.iter(world).map(|text| text.0.clone()).collect()
}

/// The generation that the heading names.
pub fn shown_generation(world: &mut World) -> Option<u32> {
    let texts = texts(world);
    let heading = texts.iter().find(|text| text.contains("evaluations"))?;
    heading.split_whitespace().nth(1)?.parse().ok()
}

/// Presses the first button with a text that is seen. The family tree has some of the same buttons, which are hidden.
pub fn press_shown(app: &mut App, text: &str) {
    press_button(app, text, |world, button| {
        let node = world.get::<ComputedNode>(button);
        node.is_some_and(|node| node.size() != Vec2::ZERO)
    });
}

/// Lets the run go on to its end. The theatre learns of the end in the frame after it.
pub fn finish_run(app: &mut App) {
    set_pace(app.world_mut(), Pace::FlatOut);
    until(app, "the end", |world| {
        driver(world).watched().progress().stop.is_some()
    });
    app.update();
}

#[test]
fn the_chart_says_how_far_the_best_is_from_what_was_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    set_up_long_run(&mut app, 30);
    open_theatre(&mut app);
    let to_go = |text: &String| -> Option<f64> {
        let number = text.split("the best is ").nth(1)?.split(" from").next()?;
        number.parse().ok()
    };
    let is_near = |text: &String| to_go(text).is_some_and(|to_go| to_go <= 8.0);
    until(&mut app, "a playable level", |world| {
        texts(world)
            .iter()
            .any(|text| to_go(text).is_some_and(|to_go| to_go > 8.0))
    });
    // The target is met within the tolerance, and the chart measures to the target itself.
    finish_run(&mut app);
    until(&mut app, "the last generation in the chart", |world| {
        texts(world).iter().any(is_near)
    });
    let wanted = format!("asked for: {WANTED} ± 8");
    assert!(texts(app.world_mut()).contains(&wanted));
}

#[test]
fn the_pace_that_was_chosen_is_the_pace_of_the_next_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_theatre(&mut app);
    assert_eq!(driver(app.world()).pace, Pace::Usual);
    press_text(&mut app, "Slow");
    let chosen = driver(app.world()).pace;
    assert_ne!(chosen, Pace::Usual);
    let settings = app.world().resource::<Settings>();
    assert_eq!(settings.theatre_pace, TheatrePace::Slow);
    let first = theatre::watched(app.world());
    let card = card(&app, "match3");
    (card.evolve)(app.world_mut()).expect("the usual setup is valid");
    assert_ne!(theatre::watched(app.world()), first);
    assert_eq!(driver(app.world()).pace, chosen);
}

#[test]
fn a_run_that_has_ended_can_be_watched_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_theatre(&mut app);
    finish_run(&mut app);
    let last = driver(app.world()).watched().progress();
    press_text(&mut app, "Slow");
    assert!(app.world().resource::<Show>().is_repeating());
    let end = last.generation.expect("a generation");
    until(&mut app, "an earlier generation", |world| {
        shown_generation(world).is_some_and(|shown| shown < end)
    });
    press(&mut app, KeyCode::KeyF);
    until(&mut app, "the newest generation", |world| {
        shown_generation(world) == Some(end)
    });
    assert!(!app.world().resource::<Show>().is_repeating());
    assert_eq!(driver(app.world()).watched().progress(), last);
}

/// The captions of the buttons of the theatre that can be pressed, among those that change with the end of a run.
fn live_controls(app: &mut App) -> Vec<&'static str> {
    let captions = [
        "Pause",
        "One step",
        "Slow",
        "Normal",
        "Fast",
        "Max",
        "Stop",
        "Watch again",
    ];
    let all = captions.into_iter();
    all.filter(|caption| can_press(app.world_mut(), caption))
        .collect()
}

#[test]
fn after_the_end_of_a_run_the_controls_without_effect_are_disabled() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    // However slow the frames are, the run has not ended when its first view is there.
    set_up_long_run(&mut app, 30);
    open_theatre(&mut app);
    let going = ["Pause", "One step", "Slow", "Normal", "Fast", "Max", "Stop"];
    assert_eq!(live_controls(&mut app), going);
    finish_run(&mut app);
    // A pace shows the run again, and the greatest one would be at its end at once.
    let ended = ["Slow", "Normal", "Fast", "Watch again"];
    assert_eq!(live_controls(&mut app), ended);
    // The keys do no more than the buttons.
    for key in [KeyCode::Space, KeyCode::KeyN] {
        press(&mut app, key);
        assert_eq!(driver(app.world()).pace, Pace::FlatOut);
    }
    // The repetition is seen, although the run itself went on as fast as possible.
    press_text(&mut app, "Watch again");
    assert!(app.world().resource::<Show>().is_repeating());
    app.update();
    let repeating = ["Pause", "Slow", "Normal", "Fast", "Max", "Watch again"];
    assert_eq!(live_controls(&mut app), repeating);
    press_text(&mut app, "Max");
    until(&mut app, "the end of the repetition", |world| {
        !world.resource::<Show>().is_repeating()
    });
    assert_eq!(live_controls(&mut app), ended);
}

#[test]
fn a_run_that_is_left_before_its_end_waits_and_goes_on_when_the_player_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    // However slow the frames are, the run has not ended when the player leaves.
    set_up_long_run(&mut app, 150);
    // A generation takes five seconds, so that the run has not ended when the theatre is there, however slow it opens.
    app.world_mut().resource_mut::<Settings>().theatre_pace = TheatrePace::Slow;
    open_theatre(&mut app);
    let run = Arc::clone(driver(app.world()).watched());
    // A run without a generation has nothing to which one would come back.
    until(&mut app, "the founders", |_| {
        run.progress().generation.is_some()
    });
    // At this pace three generations are due in each frame, so that a run that does not wait is noticed.
    fix_frame_time(&mut app);
    let pace = Pace::PerSecond(60.0);
    set_pace(app.world_mut(), pace);
    press(&mut app, KeyCode::Escape);
    // The notice goes after some seconds, which may pass on the way to the page.
    until(&mut app, "a notice of the run that waits", |world| {
        notices(world).contains("Back to the run")
    });
    until(&mut app, "the setup page", |world| {
        screen(world) == Screen::Setup
    });
    let mut let_pass = |frames| {
        for _ in 0..frames {
            app.update();
            std::thread::sleep(Duration::from_millis(5));
        }
        run.progress().generation
    };
    // The generations that were under way may be completed, and 180 are due in this time.
    let left_at = let_pass(20).expect("a generation");
    let later = let_pass(60).expect("a generation");
    assert!(later <= left_at + 3, "{left_at}, then {later}");
    assert_eq!(run.progress().stop, None);
    press_text(&mut app, "Back to the run");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    assert!(Arc::ptr_eq(driver(app.world()).watched(), &run));
    assert_eq!(driver(app.world()).pace, pace);
    finish_run(&mut app);
    assert_eq!(run.progress().stop, Some(StopReason::TargetMet));
    // It also waits while the player is elsewhere, and only for its own game.
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Title);
    until(&mut app, "the title", |world| {
        screen(world) == Screen::Title
    });
    assert!(WaitingKind::Run.is_there(app.world()));
    app.world_mut().resource_mut::<ActiveGame>().0 = Some("hexxagon");
    assert!(!WaitingKind::Run.is_there(app.world()));
}

#[test]
fn the_winner_is_shown_again_after_another_one_was_looked_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    choose_late_seed(&mut app, 3);
    open_theatre(&mut app);
    finish_run(&mut app);
    let potential = |world: &mut World| {
        let mut texts = texts(world).into_iter();
        texts.find(|text| text.starts_with("Swap potential: "))
    };
    // The texts of the page about the end are there before the picture of the last generation.
    let winner = Some(format!("Swap potential: {}", best_potential(app.world())));
    until(&mut app, "the winner", |world| {
        is_said(world, "The winner") && potential(world) == winner
    });
    // Some others may have the same potential.
    for _ in 0..10 {
        press_shown(&mut app, "‹");
        until(&mut app, "the view of the next one", |world| {
            !world.resource::<Show>().is_moving(true)
        });
        app.update();
        if potential(app.world_mut()) != winner {
            break;
        }
    }
    assert_ne!(potential(app.world_mut()), winner);
    assert!(is_said(app.world_mut(), "Selected"));
    press_text(&mut app, "Max");
    until(&mut app, "the winner again", |world| {
        is_said(world, "The winner") && potential(world) == winner
    });
}

#[test]
fn the_siblings_are_shown_one_by_one_and_the_board_that_wins_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_theatre(&mut app);
    finish_run(&mut app);
    let evolved = best_picture(app.world());
    theatre::pick(app.world_mut(), Pick::Best);
    until(&mut app, "the calibration", |world| {
        let run = theatre::watched(world).and_then(|run| world.get::<Name>(run));
        run.is_some_and(|name| name.as_str() == "match3.calibrating")
    });
    set_pace(app.world_mut(), Pace::FlatOut);
    until(&mut app, "the end of the calibration", |world| {
        driver(world).watched().progress().stop.is_some()
    });
    let run = driver(app.world()).watched();
    let members = |record| {
        let selection = DisplaySelection {
            record,
            member: None,
        };
        let frame = run.frame(selection, 100).expect("a frame");
        frame.members.into_iter().map(|(_, member)| member)
    };
    // The first board is the one that was seen to evolve. Each further round adds one.
    assert_eq!(
        members(0).map(|member| member.picture).collect::<Vec<_>>(),
        [evolved]
    );
    let boards = members(usize::MAX).count();
    assert!(boards > 6, "{boards} boards");
    assert!((0..boards).all(|record| members(record).count() == record + 1));
    let won = best_picture(app.world()).shapes;
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    let table = app.world().resource::<Table>();
    // The picture of the winner shows the board that is played, down to its blocks.
    let board = table.state().board();
    let blocks = board.size().cells().filter_map(|cell| board.colour(cell));
    let blocks: Vec<String> = blocks
        .map(|colour| format!("match3/block{}", colour.0))
        .collect();
    let is_block = |name: &&str| name.len() == "match3/block0".len() && name.contains("/block");
    let shown = won.iter().filter_map(|shape| match shape.form {
        Form::Sprite(name) => Some(name),
        _ => None,
    });
    assert_eq!(shown.filter(is_block).collect::<Vec<_>>(), blocks);
}

fn best_potential(world: &World) -> String {
    // A frame without members has no facts.
    let frame = driver(world).watched().frame(DisplaySelection::BEST, 1);
    let facts = frame.expect("a frame").facts.into_iter();
    let mut values = facts.filter(|fact| fact.key == "match3.fact.potential");
    values.next().expect("it is a level").value
}

fn best_picture(world: &World) -> evolvarium::generation::Picture {
    let frame = driver(world).watched().frame(DisplaySelection::BEST, 0);
    frame.expect("a frame").selected.picture
}

#[test]
fn the_potential_of_every_cell_is_shown_and_hidden_by_a_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    let words = |app: &mut App| {
        let mut names = app.world_mut().query::<(&Name, &Text2d)>();
        let words = names
            .iter(app.world())
            .filter(|(name, _)| name.as_str() == "Word");
        words
            .map(|(_, text)| text.0.parse::<u32>().expect("a number"))
            .collect::<Vec<_>>()
    };
    assert!(words(&mut app).is_empty());
    press(&mut app, KeyCode::KeyV);
    until(&mut app, "the numbers", |world| {
        let mut texts = world.query::<&Text2d>();
        texts.iter(world).count() >= 81
    });
    let shown = words(&mut app);
    assert_eq!(shown.len(), 81);
    let level = &app.world().resource::<Table>().content.board.genome;
    let size = app.world().resource::<Table>().setup().size;
    assert_eq!(shown.iter().sum::<u32>(), level.potential(size));
    // The next press shows the potential that a board without special cells has, and the one after that none.
    press(&mut app, KeyCode::KeyV);
    until(&mut app, "the other numbers", |world| {
        let mut texts = world.query::<(&Name, &Text2d)>();
        let numbers = texts
            .iter(world)
            .filter(|(name, _)| name.as_str() == "Word");
        let sum: u32 = numbers
            .filter_map(|(_, text)| text.0.parse::<u32>().ok())
            .sum();
        sum == patterns(size)
    });
    press(&mut app, KeyCode::KeyV);
    app.update();
    assert!(words(&mut app).is_empty());
}

#[test]
fn the_setup_page_shows_what_evolves_from_the_setup_as_it_stands() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some("match3");
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Setup);
    let preview = |world: &mut World| {
        let mut runs = world.query::<(Entity, &Name, &RunDriver)>();
        let mut runs = runs
            .iter(world)
            .filter(|(_, name, _)| name.as_str() == "Preview");
        let (entity, _, driver) = runs.next()?;
        driver.watched().progress().stop.map(|_| entity)
    };
    until(&mut app, "the preview", |world| preview(world).is_some());
    let first = preview(app.world_mut()).expect("a run");
    // The potential that the page asks for, and the one that the run of a preview is for.
    let asked = |app: &App| {
        let origin = new_game::origin::<Match3>(app.world());
        origin.setup.wanted.to_string()
    };
    let evolved = |app: &App, run: Entity| {
        let driver = app.world().get::<RunDriver>(run).expect("it is driven");
        let frame = driver.watched().frame(DisplaySelection::BEST, 1);
        let facts = frame.expect("a frame").facts;
        let mut facts = facts.into_iter();
        let fact = facts.find(|fact| fact.key == "match3.fact.potential");
        let wanted = fact.and_then(|fact| fact.wanted).expect("it is wanted");
        // The tolerance follows the number.
        wanted.split(' ').next().map(str::to_owned)
    };
    let before = asked(&app);
    assert_eq!(evolved(&app, first), Some(before.clone()));
    new_game::change::<Match3>(app.world_mut(), |setup| setup.wanted += 60);
    assert_ne!(asked(&app), before);
    until(&mut app, "another preview", |world| {
        preview(world).is_some_and(|entity| entity != first)
    });
    let second = preview(app.world_mut()).expect("a run");
    assert_eq!(evolved(&app, second), Some(asked(&app)));
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Title);
    app.update();
    app.update();
    assert_eq!(preview(app.world_mut()), None);
}
