//! Events of the games that have a sound of their own.

use bevy::prelude::*;
use evolvarium::games::hexxagon::rules::{Hexxagon, Move};
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::shell::audio::{PlaySound, Sound};
use evolvarium::shell::table::{self, TableGame};
use tempfile::TempDir;

use crate::harness::{app, start, table};
use crate::keys::press;

/// The sounds that were played since they were last taken.
#[derive(Resource, Default)]
pub struct Heard(pub Vec<Sound>);

pub fn hear(mut sounds: MessageReader<PlaySound>, mut heard: ResMut<Heard>) {
    heard.0.extend(sounds.read().map(|played| played.0));
}

/// A game that is opened by its id, with a system that hears the sounds.
fn opened(id: &str) -> (TempDir, App) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.init_resource::<Heard>().add_systems(Last, hear);
    start(&mut app, id);
    app.update();
    heard(&mut app);
    (folder, app)
}

/// Takes the sounds that were played.
fn heard(app: &mut App) -> Vec<Sound> {
    std::mem::take(&mut app.world_mut().resource_mut::<Heard>().0)
}

/// Makes a move, and returns the sounds of it.
fn sounds_of<G: TableGame>(app: &mut App, made: G::Move) -> Vec<Sound> {
    assert!(table::play::<G>(app.world_mut(), made), "a legal move");
    app.update();
    heard(app)
}

fn sounds_of_key(app: &mut App, key: KeyCode) -> Vec<Sound> {
    press(app, key);
    app.update();
    heard(app)
}

#[test]
fn a_small_board_that_is_won_sounds_unlike_a_mark() {
    let (_folder, mut app) = opened("tic-tac-toe:ultimate-human-human#a");
    // The second side marks the middle row of the first small board, to which each move of the first side sends it.
    for cell in [0, 9, 27, 10, 30] {
        assert_eq!(sounds_of::<TicTacToe>(&mut app, Cell(cell)), [Sound::Move]);
    }
    assert_eq!(sounds_of::<TicTacToe>(&mut app, Cell(11)), [Sound::WonPart]);
}

#[test]
fn growing_and_leaping_sound_unlike_each_other_in_hexxagon() {
    let (_folder, mut app) = opened("hexxagon:b1-human-human#a");
    for (grows, sound) in [(true, Sound::Sprout), (false, Sound::Move)] {
        let game = table::<Hexxagon>(&app).state();
        // A move that captures something sounds like that.
        let is_wanted = |made: &Move| {
            let is_quiet = game.clone().make(*made).captured.is_empty();
            is_quiet && matches!(made, Move::Clone { .. }) == grows
        };
        let made = game.moves().into_iter().find(is_wanted).expect("a move");
        let made = game.written(made).expect("no pass");
        assert_eq!(sounds_of::<Hexxagon>(&mut app, made), [sound]);
    }
}

#[test]
fn a_hint_a_move_taken_back_and_one_made_again_are_heard() {
    let (_folder, mut app) = opened("tic-tac-toe:3x3k3-human-human#a");
    assert_eq!(
        sounds_of_key(&mut app, KeyCode::KeyU),
        [],
        "no move is made yet"
    );
    assert_eq!(sounds_of_key(&mut app, KeyCode::KeyH), [Sound::Hint]);
    sounds_of::<TicTacToe>(&mut app, Cell(0));
    assert_eq!(sounds_of_key(&mut app, KeyCode::KeyU), [Sound::Undo]);
    assert_eq!(sounds_of_key(&mut app, KeyCode::KeyY), [Sound::Redo]);
    assert_eq!(
        sounds_of_key(&mut app, KeyCode::KeyY),
        [],
        "nothing is left to make again"
    );
    // The same hint is heard again in another position.
    assert_eq!(sounds_of_key(&mut app, KeyCode::KeyH), [Sound::Hint]);
}
