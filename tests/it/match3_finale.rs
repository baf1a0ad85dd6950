//! The end of a level of match-3: the finale of a won level, the stars, and the parts of the game that neither of them
//! changes.

use std::path::Path;
use std::time::Duration;

use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use evolvarium::games::match3::Table;
use evolvarium::games::match3::players::Player;
use evolvarium::games::match3::rules::{Match3, Status, Swap};
use evolvarium::generation::{Purpose, Seed};
use evolvarium::session::statistics::Statistics;
use evolvarium::session::{Folders, Game as _};
use evolvarium::shell::audio::{PlaySound, Sound};
use evolvarium::shell::played;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::{Particles, Settings};
use evolvarium::shell::table::{self, TableGame};
use evolvarium::shell::words::Words;

use crate::harness::{
    ID, app, fast_game, fix_frame_time, is_said, is_text_shown, menu, play_itself, press_text,
    screen, start, until, wait_for_result, written,
};
use crate::keys::press;

/// The steps of the tone with which moves have gone off.
#[derive(Resource, Default)]
struct Heard(Vec<u32>);

fn hear(mut sounds: MessageReader<PlaySound>, mut heard: ResMut<Heard>) {
    heard
        .0
        .extend(sounds.read().filter_map(|played| match played.0 {
            Sound::Grow(step) => Some(step),
            _ => None,
        }));
}

fn heard(app: &App) -> Vec<u32> {
    app.world().resource::<Heard>().0.clone()
}

/// A level on the board, with a system that hears the sounds.
fn level(folder: &Path, animation_percent: u32) -> App {
    let mut app = app(folder);
    app.init_resource::<Heard>().add_systems(Last, hear);
    start(&mut app, ID);
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.animation_percent = animation_percent;
    app.update();
    app
}

/// Plays to the end with the swaps that `choose` returns. Only the last move is shown.
fn play_to_the_end(app: &mut App, choose: fn(&Table) -> Swap) {
    loop {
        let mut table = app.world_mut().resource_mut::<Table>();
        let swap = choose(&table);
        let mut after = table.state().clone();
        after.apply(swap, &mut ()).expect("it can be made");
        if after.status() == Status::Playing {
            table.play(swap).expect("it can be made");
            continue;
        }
        // The board shows the position before the last move.
        let moves = table.moves().len();
        table.go_to(moves);
        table::count_and_save::<Match3>(app.world_mut());
        app.update();
        assert!(table::play::<Match3>(app.world_mut(), swap));
        return;
    }
}

/// The swap of the strong player, who wins this level with moves to spare.
fn good_swap(table: &Table) -> Swap {
    let mut rng = Seed(table.moves().len() as u64).stream(Purpose::Player);
    let swap = Player::LookAhead.choose(table.state(), &mut rng);
    swap.expect("a swap")
}

/// The swap that brings the goals forward least.
fn bad_swap(table: &Table) -> Swap {
    let wanting = |swap: &Swap| {
        let mut after = table.state().clone();
        after.apply(*swap, &mut ()).expect("it can be made");
        let goals = after.goals().iter();
        goals.map(|goal| after.remaining(*goal)).sum::<u32>()
    };
    let swaps = table.state().board().swaps();
    swaps.iter().max_by_key(wanting).expect("a swap")
}

fn win(app: &mut App) {
    play_to_the_end(app, good_swap);
    let game = app.world().resource::<Table>().state();
    assert_eq!(game.status(), Status::Won);
}

fn moves_left(app: &App) -> usize {
    let left = app.world().resource::<Table>().state().moves_left();
    left.expect("a limit") as usize
}

fn is_at_rest(app: &App) -> bool {
    Match3::is_at_rest(app.world())
}

/// The opacities of the stars on the card.
fn stars(world: &mut World) -> Vec<f32> {
    let mut images = world.query::<(&Name, &ImageNode)>();
    let stars = images
        .iter(world)
        .filter(|(name, _)| name.as_str() == "Star");
    stars.map(|(_, image)| image.color.alpha()).collect()
}

#[test]
fn the_moves_left_go_off_one_by_one_then_the_result_comes_and_nothing_else_has_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = level(folder.path(), 300);
    win(&mut app);
    let save = Folders::within(folder.path()).game("match3");
    let kept = |app: &App| {
        let table = app.world().resource::<Table>();
        let (score, stars) = (table.state().score().clone(), table.stars());
        (score, stars, table.moves().to_vec(), table.extra)
    };
    let before = kept(&app);
    assert!(!is_at_rest(&app));
    until(&mut app, "the save to go", |_| !save.exists());
    let left = moves_left(&app);
    assert!(left > 1);
    wait_for_result(&mut app);
    // Each move has its tone, and the tone rises.
    let tones = heard(&app);
    assert_eq!((tones.len(), tones[0]), (left, 1));
    assert!(tones.is_sorted() && tones[left - 1] > 1, "{tones:?}");
    assert_eq!(kept(&app), before);
    // An earlier save may still have been waiting to be written when the first look found none.
    until(&mut app, "the save to be gone", |_| !save.exists());
    let statistics = app.world().resource::<Statistics>();
    let tallies = statistics.names_of(Match3::KEY).map(|(_, tally)| tally);
    let won: u32 = tallies.map(|tally| tally.won).sum();
    assert_eq!(won, 1);
    let earned = usize::from(before.1);
    assert_eq!(stars(app.world_mut()).len(), earned);
    until(&mut app, "the stars", |world| {
        stars(world).iter().all(|alpha| *alpha == 1.0)
    });
}

/// The number of moves left that stands in the panel.
fn moves_left_in_panel(world: &mut World) -> usize {
    let mut texts = world.query::<(&Text, &ChildOf)>();
    let mut named = texts.iter(world);
    let row = named
        .find(|(text, _)| written(text) == "Moves left")
        .map(|(_, row)| row.parent());
    let row = world.get::<Children>(row.expect("the row"));
    let figure = row.and_then(|row| row.last()).copied();
    let figure = figure.and_then(|figure| world.get::<Text>(figure));
    let figure = written(figure.expect("the number"));
    figure.parse().expect("a number")
}

#[test]
fn the_number_of_moves_left_counts_down_while_they_go_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = level(folder.path(), 100);
    // A frame is shorter than the time between two moves.
    fix_frame_time(&mut app);
    win(&mut app);
    let left = moves_left(&app);
    assert!(left > 1);
    // The panel follows the position a frame later.
    app.update();
    let mut seen: Vec<usize> = Vec::new();
    until(&mut app, "the result", |world| {
        let is_over = menu(world) == Menu::Result;
        if !is_over {
            seen.push(moves_left_in_panel(world));
        }
        is_over
    });
    seen.dedup();
    let wanted: Vec<usize> = (0..=left).rev().collect();
    assert_eq!(seen, wanted);
    assert_eq!(moves_left(&app), left);
}

#[test]
fn a_key_skips_the_finale_and_does_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = level(folder.path(), 50);
    // A frame is shorter than the time between two moves.
    fix_frame_time(&mut app);
    win(&mut app);
    until(&mut app, "the first move to go off", |world| {
        !world.resource::<Heard>().0.is_empty()
    });
    assert!(moves_left(&app) > 1);
    let moves = app.world().resource::<Table>().moves().to_vec();
    // Without the finale this key takes the last move back.
    press(&mut app, KeyCode::KeyU);
    assert!(is_at_rest(&app));
    assert_eq!(app.world().resource::<Table>().moves(), moves);
    wait_for_result(&mut app);
    assert_eq!(heard(&app).len(), 1);
}

#[test]
fn a_click_skips_the_finale_even_in_the_middle_of_the_last_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = level(folder.path(), 50);
    win(&mut app);
    app.update();
    assert!(!is_at_rest(&app));
    app.world_mut().write_message(MouseButtonInput {
        button: MouseButton::Left,
        state: ButtonState::Pressed,
        window: Entity::PLACEHOLDER,
    });
    app.update();
    assert!(is_at_rest(&app));
    wait_for_result(&mut app);
    assert!(heard(&app).is_empty());
}

#[test]
fn reduced_motion_has_no_finale() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = level(folder.path(), 300);
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.reduced_motion = true;
    win(&mut app);
    wait_for_result(&mut app);
    assert!(heard(&app).is_empty());
    // The stars come all the same.
    assert!(!stars(app.world_mut()).is_empty());
    until(&mut app, "the stars", |world| {
        stars(world).iter().all(|alpha| *alpha == 1.0)
    });
    let world = app.world_mut();
    let mut places = world.query::<(&Name, &UiTransform)>();
    let mut stars = places.iter(world);
    assert!(stars.all(|(name, place)| name.as_str() != "Star" || place.scale == Vec2::ONE));
}

#[test]
fn a_lost_level_has_no_finale_and_no_stars() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = level(folder.path(), 300);
    play_to_the_end(&mut app, bad_swap);
    let table = app.world().resource::<Table>();
    assert_eq!(table.state().status(), Status::OutOfMoves);
    wait_for_result(&mut app);
    assert!(heard(&app).is_empty());
    assert!(stars(app.world_mut()).is_empty());
}

#[test]
fn a_replay_shows_the_finale_and_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = level(folder.path(), 300);
    win(&mut app);
    wait_for_result(&mut app);
    let left = moves_left(&app);
    played::open(app.world_mut(), None);
    until(&mut app, "the page", |world| {
        screen(world) == Screen::Played
    });
    app.update();
    press_text(&mut app, "Watch");
    until(&mut app, "the replay", |world| {
        let table = world.get_resource::<Table>();
        screen(world) == Screen::Play && table.is_some_and(|table| table.is_replay())
    });
    app.world_mut().resource_mut::<Heard>().0.clear();
    // Frames are short, so that no move goes off between two keys.
    let frame = Duration::from_millis(10);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    // The player goes to the end, one move back, and makes that move again.
    for key in [KeyCode::ArrowDown, KeyCode::ArrowLeft, KeyCode::ArrowRight] {
        press(&mut app, key);
    }
    assert!(app.world().resource::<Table>().is_over());
    assert!(!is_at_rest(&app));
    until(&mut app, "the end of the finale", |world| {
        Match3::is_at_rest(world)
    });
    assert_eq!(heard(&app).len(), left);
    assert_eq!(menu(app.world()), Menu::None);
    // A key that leads to another position ends the finale.
    press(&mut app, KeyCode::ArrowLeft);
    press(&mut app, KeyCode::ArrowRight);
    assert!(!is_at_rest(&app));
    press(&mut app, KeyCode::ArrowLeft);
    assert!(is_at_rest(&app));
}

/// The most sparks that are seen at once until the result comes.
fn most_sparks(particles: Particles) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = level(folder.path(), 100);
    app.world_mut().resource_mut::<Settings>().particles = particles;
    // Frames of the same length, so that the same sparks are seen together each time.
    let frame = Duration::from_millis(20);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    win(&mut app);
    let mut most = 0;
    until(&mut app, "the result", |world| {
        let mut names = world.query::<&Name>();
        let sparks = names.iter(world).filter(|name| name.as_str() == "Spark");
        most = most.max(sparks.count());
        menu(world) == Menu::Result
    });
    most
}

#[test]
fn blocks_throw_as_many_sparks_as_the_player_wants() {
    let [all, few, none] = [Particles::All, Particles::Few, Particles::Off].map(most_sparks);
    assert_eq!(none, 0);
    assert!(0 < few && few < all, "{few} of {all}");
    assert_eq!(
        [1, 3, 8, 26].map(|most| Particles::Few.of(most)),
        [1, 1, 3, 9]
    );
}

#[test]
fn a_level_that_is_lost_promises_no_star_for_a_win() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "match3:9x9c6-p0m1.p9000000_39xap39#a");
    until(&mut app, "the star of a win", |world| {
        is_text_shown(world, "1 star for a win now")
    });
    // The panel goes when the result comes, some frames later.
    fix_frame_time(&mut app);
    play_itself(&mut app, 1);
    until(&mut app, "the panel of a lost level", |world| {
        is_text_shown(world, "Moves left") && !is_text_shown(world, "for a win now")
    });
}

#[test]
fn a_level_without_a_limit_is_won_without_a_word_about_moves_to_spare() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "match3:9x9c6-p0m0.p10_39xap39#a");
    play_itself(&mut app, 1);
    wait_for_result(&mut app);
    until(&mut app, "the result", |world| {
        is_said(world, "You reached the goal in 1 move.")
    });
    let world = app.world();
    let (table, words) = (world.resource::<Table>(), world.resource::<Words>());
    assert_eq!(Match3::shared_result(table, words), "Won in 1 move  ★");
}
