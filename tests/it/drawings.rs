//! Arrows and circles that a player draws on a board with the right button of the mouse.

use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::shell::board::{BoardSprite, Drawing, Drawings};
use evolvarium::shell::input::Action;
use evolvarium::shell::input::controls::Control;
use evolvarium::shell::input::meaning::Meaning;
use evolvarium::shell::screen::Menu;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::play_for_human;

use crate::harness::{app, card, menu, open_window, start, table, until, wait_for_moves};
use crate::keys::press;

/// A game in a window, with fast animations.
fn game_in_window(folder: &std::path::Path, id: &str) -> App {
    let mut app = app(folder);
    open_window(&mut app);
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    start(&mut app, id);
    (0..5).for_each(|_| app.update());
    app
}

/// Three cells of the board: their middles in cells and in pixels of the window.
fn three_cells(app: &mut App) -> [(Vec2, Vec2); 3] {
    let mut sprites = app.world_mut().query::<(&BoardSprite, &Transform)>();
    let mut found: Vec<(Vec2, Vec2)> = Vec::new();
    for (sprite, place) in sprites.iter(app.world()) {
        // The middle of the window is the origin of the world.
        let at = place.translation;
        let pixel = Vec2::new(640.0 + at.x, 360.0 - at.y);
        if found
            .iter()
            .all(|(other, _)| other.distance(sprite.at) > 0.5)
        {
            found.push((sprite.at, pixel));
        }
    }
    [found[0], found[1], found[2]]
}

fn point_at(app: &mut App, at: Vec2) {
    let mut windows = app
        .world_mut()
        .query_filtered::<&mut Window, With<PrimaryWindow>>();
    let mut window = windows.single_mut(app.world_mut()).expect("a window");
    window.set_cursor_position(Some(at));
    app.update();
}

fn press_right(app: &mut App, state: ButtonState) {
    app.world_mut().write_message(MouseButtonInput {
        button: MouseButton::Right,
        state,
        window: Entity::PLACEHOLDER,
    });
    app.update();
}

/// Drags with the right button from one point of the window to another.
fn drag(app: &mut App, from: Vec2, to: Vec2) {
    point_at(app, from);
    press_right(app, ButtonState::Pressed);
    point_at(app, to);
    press_right(app, ButtonState::Released);
    app.update();
}

fn drawn(app: &App) -> Vec<Drawing> {
    app.world().resource::<Drawings>().drawn().to_vec()
}

/// The number of sprites of arrows on the board.
fn arrow_parts(app: &mut App) -> usize {
    let mut names = app.world_mut().query::<&Name>();
    let names = names.iter(app.world());
    names.filter(|name| name.as_str() == "Arrow").count()
}

#[test]
fn arrows_and_circles_are_drawn_taken_away_and_cleared_by_a_move() {
    for (id, play) in [
        (
            "tic-tac-toe:3x3k3-human-human#a",
            (|app| play_for_human::<TicTacToe>(app.world_mut(), Cell(4))) as fn(&mut App),
        ),
        ("hexxagon:b1-human-human#a", |app| {
            let play = card(app, "hexxagon").play_itself;
            play(app.world_mut());
            wait_for_moves::<Hexxagon>(app, 1);
        }),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = game_in_window(folder.path(), id);
        let [(one, first), (two, second), (three, third)] = three_cells(&mut app);
        let arrow = Drawing { from: one, to: two };
        let circle = Drawing {
            from: three,
            to: three,
        };
        drag(&mut app, first, second);
        assert_eq!(drawn(&app), [arrow], "{id}");
        assert_eq!(arrow_parts(&mut app), 2, "its shaft and its head");
        drag(&mut app, third, third);
        assert_eq!(drawn(&app), [arrow, circle]);
        // A drag from a cell to a point beside the board draws nothing.
        drag(&mut app, first, Vec2::new(1.0, 1.0));
        assert_eq!(drawn(&app), [arrow, circle]);
        drag(&mut app, first, second);
        assert_eq!(drawn(&app), [circle], "the same again takes it away");
        assert_eq!(arrow_parts(&mut app), 0);
        // An arrow in the opposite direction is another one.
        drag(&mut app, second, first);
        assert_eq!(drawn(&app).len(), 2);
        play(&mut app);
        app.update();
        app.update();
        assert_eq!(drawn(&app), [], "{id}: a move clears the board");
    }
}

#[test]
fn escape_clears_the_board_before_it_opens_the_menu() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game_in_window(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    let [(_, first), (_, second), _] = three_cells(&mut app);
    drag(&mut app, first, second);
    assert_eq!(drawn(&app).len(), 1);
    press(&mut app, KeyCode::Escape);
    app.update();
    assert_eq!((drawn(&app), menu(app.world())), (Vec::new(), Menu::None));
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the menu", |world| menu(world) == Menu::Pause);
    // While the menu is open, a drag draws nothing.
    drag(&mut app, first, second);
    assert_eq!(drawn(&app), []);
}

#[test]
fn a_right_button_that_means_something_else_does_not_draw() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game_in_window(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    app.update();
    let [(_, first), (_, second), _] = three_cells(&mut app);
    let right = Some(Control::Mouse(MouseButton::Right));
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.set_control(Meaning::Action(Action::Undo), 1, right);
    drag(&mut app, first, second);
    assert_eq!(drawn(&app), []);
    assert!(table::<TicTacToe>(&app).moves().is_empty(), "it undoes");
}
