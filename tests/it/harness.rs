//! The game without a window, for tests that play it.

use std::path::Path;
use std::time::{Duration, Instant};

use bevy::a11y::AccessibilityNode;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, Button};
use bevy::window::{PrimaryWindow, WindowCreated, WindowResolution};
use evolvarium::games::dungeon::heredity::Learning;
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::games::match3::Table;
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::generation::Pick;
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::session::{Difficulty, Folders, Game};
use evolvarium::shell::games::{ActiveGame, GameCard, Games};
use evolvarium::shell::notice::Notices;
use evolvarium::shell::open_file::{FilesInReading, open_file};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::launch::AnyLaunch;
use evolvarium::shell::table::play_for_human;
use evolvarium::shell::theme::bind::WORD_JOINER;
use evolvarium::shell::{game_id, theatre};

use crate::fitting;
pub use crate::headless::app;

/// The setup of a difficulty of the dungeon with enemies that do not learn, for tests of many descents: children would
/// be bred on each way down.
pub fn fixed_enemies(difficulty: Difficulty) -> Setup {
    Setup {
        learning: Learning::Off,
        ..Setup::of(difficulty)
    }
}

/// A wait of a test for something that comes sooner or later. The limits only find what never comes: nothing may fail
/// because a machine is slow or busy.
pub struct Wait {
    started: Instant,
    /// The time that has to pass before the wait is given up.
    patience: Duration,
    /// The number of moments that have to pass as well.
    moments: u32,
}

impl Wait {
    /// Waits for what the frames of an app bring, of which one goes by in each moment. It is given up after ten minutes,
    /// but not before many frames: on a busy machine a frame may take a second, and a whole game takes thousands.
    pub fn for_frames() -> Self {
        Wait {
            started: Instant::now(),
            patience: Duration::from_secs(600),
            moments: 20_000,
        }
    }

    /// Waits for another program or thread, which does not tell how far it is, and is given an hour.
    pub fn for_work() -> Self {
        Wait {
            patience: Duration::from_secs(3_600),
            moments: 0,
            ..Wait::for_frames()
        }
    }

    /// Lets a moment pass, and returns whether the wait is given up.
    pub fn is_in_vain(&mut self) -> bool {
        std::thread::sleep(Duration::from_millis(2));
        self.moments = self.moments.saturating_sub(1);
        self.moments == 0 && self.started.elapsed() > self.patience
    }
}

/// Updates until a condition holds. Panics if it never does.
pub fn until(app: &mut App, what: &str, mut holds: impl FnMut(&mut World) -> bool) {
    let mut wait = Wait::for_frames();
    while !holds(app.world_mut()) {
        app.update();
        assert!(!wait.is_in_vain(), "waited in vain for {what}");
    }
}

/// Lets each frame from now on last a twentieth of a second, however long it really takes, so that twenty frames are a
/// second.
pub fn fix_frame_time(app: &mut App) {
    let frame = Duration::from_millis(50);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
}

/// Opens a game by its id, with fast animations.
pub fn fast_game(folder: &Path, id: &str) -> App {
    let mut app = app(folder);
    start(&mut app, id);
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    app.update();
    app
}

/// A game of tic-tac-toe for two people, which the first one has won in the first row.
pub fn won_game_of_tic_tac_toe(folder: &Path) -> App {
    let mut app = fast_game(folder, "tic-tac-toe:3x3k3-human-human#a");
    for cell in [0, 3, 1, 4, 2] {
        play_for_human::<TicTacToe>(app.world_mut(), Cell(cell));
        app.update();
    }
    app
}

/// Starts a game of tic-tac-toe, plays these cells for both sides in turn, and waits for the result.
pub fn end_game_of_tic_tac_toe(app: &mut App, id: &str, cells: &[u8]) {
    start(app, id);
    let mut table = app
        .world_mut()
        .resource_mut::<evolvarium::session::Table<TicTacToe>>();
    for cell in cells {
        table.play(Cell(*cell)).expect("it is free");
    }
    until(app, "the result", |world| {
        *world.resource::<State<Menu>>().get() == Menu::Result
    });
    app.update();
}

/// Returns a game of the list.
pub fn card(app: &App, key: &str) -> GameCard {
    let games = app.world().resource::<Games>();
    games.find(key).expect("it is listed")
}

/// Returns the game under way.
pub fn table<G: Game>(app: &App) -> &evolvarium::session::Table<G> {
    app.world().resource::<evolvarium::session::Table<G>>()
}

/// Waits until `moves` moves are made.
pub fn wait_for_moves<G: Game>(app: &mut App, moves: usize) {
    until(app, "the move", |world| {
        world
            .resource::<evolvarium::session::Table<G>>()
            .moves()
            .len()
            == moves
    });
}

pub fn menu(world: &World) -> Menu {
    *world.resource::<State<Menu>>().get()
}

/// Waits until the result of the game is shown.
pub fn wait_for_result(app: &mut App) {
    until(app, "the result", |world| menu(world) == Menu::Result);
    app.update();
}

/// Lets what was changed come to the screen.
pub fn some_frames(app: &mut App) {
    (0..6).for_each(|_| app.update());
}

/// Ends the program as when its window is closed, so that everything is saved.
pub fn end_program(app: &mut App) {
    app.world_mut().write_message(AppExit::Success);
    app.update();
}

pub fn screen(world: &World) -> Screen {
    *world.resource::<State<Screen>>().get()
}

pub fn notices(world: &World) -> String {
    world
        .resource::<Notices>()
        .lines()
        .collect::<Vec<_>>()
        .join("\n")
}

/// Opens a file as if it were dropped on the window, and waits until it is read.
pub fn open_dropped(app: &mut App, path: &Path) {
    open_file(app.world_mut(), path);
    until(app, "the file", |world| {
        let mut launches = world.query_filtered::<(), With<AnyLaunch>>();
        let is_prepared = launches.iter(world).next().is_none();
        is_prepared && world.resource::<FilesInReading>().is_empty()
    });
}

/// Opens a file that is refused, and returns the reason.
pub fn refusal_of_file(app: &mut App, path: &Path) -> String {
    app.insert_resource(Notices::default());
    open_dropped(app, path);
    let notices = app.world().resource::<Notices>();
    let refusal = notices.lines().last().expect("the file is refused");
    refusal.to_owned()
}

pub const ID: &str = "match3:9x9c6-p500#k3f9";

pub fn start(app: &mut App, id: &str) {
    app.update();
    game_id::open_id(app.world_mut(), id).expect("a good id");
    until(app, "the board", |world| screen(world) == Screen::Play);
}

pub fn play_itself(app: &mut App, moves: usize) {
    for _ in 0..moves {
        let card = app
            .world()
            .resource::<Games>()
            .find("match3")
            .expect("it is listed");
        let before = app.world().resource::<Table>().moves().len();
        until(app, "the move", |world| {
            (card.play_itself)(world);
            world.resource::<Table>().moves().len() > before
        });
    }
}

/// Opens an invisible window, so that there are a mouse and a focus.
pub fn open_window(app: &mut App) {
    let window = Window {
        resolution: WindowResolution::new(1280, 720),
        ..default()
    };
    let window = app.world_mut().spawn((window, PrimaryWindow)).id();
    app.world_mut().write_message(WindowCreated { window });
    app.update();
}

/// Lets the run in the theatre go on to its end without pauses, and picks its best.
pub fn finish_run_and_pick_best(app: &mut App) {
    let run = theatre::watched(app.world()).expect("a run");
    let mut driver = app.world_mut().get_mut::<RunDriver>(run).expect("a run");
    driver.pace = Pace::FlatOut;
    until(app, "the end", |world| {
        let driver = world.get::<RunDriver>(run).expect("a run");
        driver.watched().progress().stop.is_some()
    });
    theatre::pick(app.world_mut(), Pick::Best);
    until(app, "the board", |world| screen(world) == Screen::Play);
}

/// Returns a new app on the folder of an earlier one, in which the saved game of a key goes on.
pub fn app_with_resumed_game(folder: &Path, key: &'static str) -> App {
    let mut app = app(folder);
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(key);
    (card(&app, key).resume)(app.world_mut());
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    app
}

/// Ends an app as the player would, and resumes the game in a new one.
pub fn end_and_resume(mut app: App, folder: &Path, key: &'static str) -> App {
    app.world_mut().write_message(AppExit::Success);
    app.update();
    drop(app);
    app_with_resumed_game(folder, key)
}

/// Writes a save of a game, resumes it and returns the notices. The save is kept as it is, or set aside.
pub fn resume_save(app: &mut App, folder: &Path, key: &str, text: &str) -> String {
    let save = Folders::within(folder).game(key);
    std::fs::create_dir_all(save.parent().expect("a folder")).expect("the folder can be made");
    std::fs::write(&save, text).expect("written");
    let card = card(app, key);
    (card.resume)(app.world_mut());
    // The moves of a save are made again in the background.
    until(app, "a notice", |world| !notices(world).is_empty());
    notices(app.world())
}

/// The nodes around a text, seen or hidden. They are buttons, except where the text stands elsewhere too.
fn nodes_around(world: &mut World, text: &str) -> Vec<Entity> {
    let mut texts = world.query::<(&Text, &ChildOf)>();
    let found = texts.iter(world);
    let found = found.filter(|(shown, _)| written(shown) == text);
    found.map(|(_, parent)| parent.parent()).collect()
}

/// Whether a node is a button that a player can press: it is neither hidden nor disabled.
fn is_pressable(world: &World, node: Entity) -> bool {
    let button = world.entity(node);
    let is_enabled = button.contains::<Button>() && !button.contains::<InteractionDisabled>();
    is_enabled && fitting::is_shown(world, node)
}

/// Shows the part of a setup page with all choices in which a button stands, if that is not the first part.
pub fn show_part_with(app: &mut App, button: &str) {
    let part = match button {
        "Edit its program" => "Enemies",
        "Weights" => "Players and rules",
        _ => return,
    };
    press_text(app, part);
    (0..3).for_each(|_| app.update());
}

/// Whether a player can press a button with a text.
pub fn can_press(world: &mut World, text: &str) -> bool {
    let mut nodes = nodes_around(world, text).into_iter();
    nodes.any(|node| is_pressable(world, node))
}

/// Presses the first button with a text that is wanted and that a player can press, as a click does.
pub fn press_button(app: &mut App, text: &str, is_wanted: impl Fn(&World, Entity) -> bool) {
    let mut nodes = nodes_around(app.world_mut(), text);
    let world = app.world();
    nodes.retain(|node| is_wanted(world, *node));
    let Some(entity) = nodes
        .iter()
        .copied()
        .find(|node| is_pressable(world, *node))
    else {
        panic!(
            "none of {} buttons {text:?} is shown and enabled",
            nodes.len()
        );
    };
    app.world_mut().trigger(Activate { entity });
    app.update();
}

/// Presses the first button with a text that a player can press.
pub fn press_text(app: &mut App, text: &str) {
    press_button(app, text, |_, _| true);
}

/// The words of a text on the screen, without the signs that keep Korean words together.
pub fn written(text: &Text) -> String {
    text.0.replace(WORD_JOINER, "")
}

/// Whether a text on the screen, seen or hidden, contains some words.
pub fn is_said(world: &mut World, words: &str) -> bool {
    let mut texts = world.query::<&Text>();
    texts.iter(world).any(|text| written(text).contains(words))
}

/// Whether a text that contains some words is seen: neither it nor a node around it is hidden.
pub fn is_text_shown(world: &mut World, words: &str) -> bool {
    let mut texts = world.query::<(Entity, &Text)>();
    let mut found = texts
        .iter(world)
        .filter(|(_, text)| written(text).contains(words));
    found.any(|(entity, _)| fitting::is_shown(world, entity))
}

/// The words that a screen reader has got last.
pub fn last_said(world: &mut World) -> String {
    let mut nodes = world.query::<&AccessibilityNode>();
    let region = nodes.iter(world).find(|node| node.live().is_some());
    let said = region.expect("a live region").label();
    said.unwrap_or_default().to_owned()
}

/// All texts of the next frame, one in a line.
pub fn texts(app: &mut App) -> String {
    app.update();
    let mut texts = app.world_mut().query::<&Text>();
    let all: Vec<String> = texts.iter(app.world()).map(|text| text.0.clone()).collect();
    all.join("\n")
}

/// Opens the setup page of a game.
pub fn open_setup(app: &mut App, key: &'static str) {
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(key);
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    until(app, "the page", |world| screen(world) == Screen::Setup);
    (0..3).for_each(|_| app.update());
}

/// Opens the setup page of a game with all of its choices.
pub fn open_whole_setup(app: &mut App, key: &'static str) {
    app.update();
    app.world_mut().resource_mut::<Settings>().all_choices = true;
    open_setup(app, key);
}

/// Opens a menu, or closes it.
pub fn open_menu(app: &mut App, menu: Menu) {
    app.world_mut().resource_mut::<NextState<Menu>>().set(menu);
    until(app, "the menu", |world| self::menu(world) == menu);
    (0..2).for_each(|_| app.update());
}
