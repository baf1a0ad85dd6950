//! The mouse alone plays a whole game of every game: no key and no button of a gamepad is pressed.

use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};
use evolvarium::games::dungeon::descent::DescentStatus;
use evolvarium::games::dungeon::map;
use evolvarium::games::dungeon::players::automatic::Automatic;
use evolvarium::games::dungeon::players::{Player as _, ReferencePlayer};
use evolvarium::games::dungeon::rules::{Move as HeroMove, Step};
use evolvarium::games::dungeon::{self, DungeonGame};
use evolvarium::games::hexxagon::rules::{self as hexxagon, CellMove, Hexxagon};
use evolvarium::games::match3::journey::Journey;
use evolvarium::games::match3::players::Player;
use evolvarium::games::match3::rules::{self as match3, Match3, Swap};
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::generation::{Purpose, Seed};
use evolvarium::session::{Game, Table};
use evolvarium::shell::board::{BoardFrame, BoardSprite};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::{PanelSide, Settings};
use evolvarium::shell::table::TableGame;
use tempfile::TempDir;

use crate::fitting;
use crate::fitting::large_theatre::turn_wheel;
use crate::harness::{
    ID, app, fix_frame_time, notices, open_window, screen, start, table, until, wait_for_moves,
    wait_for_result, written,
};
use crate::journeys::open_map;
use crate::keys::press;
use crate::slow_frames::point;

/// The program in a window, at its title.
fn program() -> (TempDir, App) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    fix_frame_time(&mut app);
    (0..5).for_each(|_| app.update());
    (folder, app)
}

/// A game in a window.
fn game(id: &str) -> (TempDir, App) {
    let (folder, mut app) = program();
    start(&mut app, id);
    (0..5).for_each(|_| app.update());
    (folder, app)
}

/// Presses or releases the left button of the mouse.
fn push(app: &mut App, window: Entity, state: ButtonState) {
    let input = MouseButtonInput {
        button: MouseButton::Left,
        state,
        window,
    };
    app.world_mut().write_message(input);
    app.world_mut()
        .write_message(WindowEvent::MouseButtonInput(input));
    app.update();
}

/// Goes to a place of the window with the mouse, and waits until what lies there has noticed it.
fn point_at(app: &mut App, at: Vec2) -> Entity {
    let window = point(app, at);
    (0..2).for_each(|_| app.update());
    window
}

fn click(app: &mut App, at: Vec2) {
    let window = point_at(app, at);
    push(app, window, ButtonState::Pressed);
    push(app, window, ButtonState::Released);
}

fn drag(app: &mut App, from: Vec2, to: Vec2) {
    let window = point_at(app, from);
    push(app, window, ButtonState::Pressed);
    point_at(app, to);
    push(app, window, ButtonState::Released);
}

/// Clicks on a text that is seen. The key behind it need not be named.
fn click_text(app: &mut App, wanted: &str) {
    let mut texts = app
        .world_mut()
        .query::<(Entity, &Text, &UiGlobalTransform)>();
    let world = app.world();
    let is_wanted = |text: &Text| {
        let text = written(text);
        text == wanted || text.starts_with(&format!("{wanted} ("))
    };
    let mut seen = texts
        .iter(world)
        .filter(|(entity, text, _)| is_wanted(text) && fitting::is_shown(world, *entity));
    let (_, _, place) = seen
        .next()
        .unwrap_or_else(|| panic!("{wanted} is not seen"));
    let at = place.translation;
    click(app, at);
}

/// The place in the window of a point in world units. The middle of the window is the origin of the world.
fn in_window(at: Vec2) -> Vec2 {
    Vec2::new(640.0 + at.x, 360.0 - at.y)
}

/// The place in the window of a cell of a board, which has a sprite there.
fn pixel_of_cell(app: &mut App, cell: Vec2) -> Vec2 {
    let mut sprites = app.world_mut().query::<(&BoardSprite, &Transform)>();
    let nearest = sprites
        .iter(app.world())
        .min_by(|(one, _), (other, _)| {
            let [one, other] = [one, other].map(|sprite| sprite.at.distance(cell));
            one.total_cmp(&other)
        })
        .expect("a board");
    assert!(nearest.0.at.distance(cell) < 0.1, "no cell at {cell}");
    in_window(nearest.1.translation.truncate())
}

fn wait_until_result_takes_clicks(app: &mut App) {
    wait_for_result(app);
    // A click that was meant for the board does nothing in the result.
    until(app, "the result to take clicks", |world| {
        let mut names = world.query::<&Name>();
        names.iter(world).all(|name| name.as_str() != "Click guard")
    });
}

fn go_to_title(app: &mut App) {
    click_text(app, "Title screen");
    until(app, "the title", |world| screen(world) == Screen::Title);
}

/// Waits until a person is to move, or the game is over; returns whether it goes on.
fn goes_on<G: Game>(app: &mut App) -> bool {
    until(app, "the player's turn", |world| {
        let table = world.resource::<Table<G>>();
        table.is_human_turn() || table.is_over()
    });
    !table::<G>(app).is_over()
}

fn move_in_tic_tac_toe(app: &mut App) {
    let game = table::<TicTacToe>(app).state();
    let (cell, before) = (game.legal_cells()[0], game.mark_count());
    let (row, column) = game.board().place(cell);
    let at = pixel_of_cell(app, Vec2::new(column as f32, row as f32));
    click(app, at);
    let made = table::<TicTacToe>(app).moves().get(before);
    assert_eq!(made, Some(&cell));
}

#[test]
fn a_game_of_tic_tac_toe_is_played_with_the_mouse_alone_from_the_title_and_back_to_it() {
    let (_folder, mut app) = program();
    click_text(&mut app, "Tic-tac-toe");
    until(&mut app, "the setup", |world| {
        screen(world) == Screen::Setup
    });
    (0..5).for_each(|_| app.update());
    click_text(&mut app, "Play");
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    (0..5).for_each(|_| app.update());
    while goes_on::<TicTacToe>(&mut app) {
        move_in_tic_tac_toe(&mut app);
    }
    wait_until_result_takes_clicks(&mut app);
    go_to_title(&mut app);
}

/// The place of a cell of Hexxagon on its board.
fn place_of_hexagon(cell: hexxagon::Cell) -> Vec2 {
    let height = cell.row() as f32 + if cell.col() % 2 == 1 { 0.5 } else { 0.0 };
    Vec2::new(cell.col() as f32 * 0.75, (8.5 - height) * 0.866)
}

/// The cell of a piece that can make a move.
fn piece_for(game: &hexxagon::Game, made: &CellMove) -> hexxagon::Cell {
    let board = game.board();
    let is_own = |cell: &hexxagon::Cell| {
        let owner = board.index_of(*cell).and_then(|index| game.owner(index));
        owner == Some(game.mover())
    };
    let mut cells = board.cells().iter().copied();
    let beside = || cells.find(|cell| is_own(cell) && cell.distance(made.to) == 1);
    made.from.or_else(beside).expect("a piece")
}

fn move_in_hexxagon(app: &mut App) {
    let game = table::<Hexxagon>(app).state();
    let moves = game.moves();
    // A new piece on a free cell brings the end nearer.
    let grows = |made: &&hexxagon::Move| matches!(made, hexxagon::Move::Clone { .. });
    let made = *moves.iter().find(grows).unwrap_or(&moves[0]);
    let made = game.written(made).expect("no pass");
    let ends = [piece_for(game, &made), made.to].map(place_of_hexagon);
    let [from, to] = ends.map(|place| pixel_of_cell(app, place));
    let before = table::<Hexxagon>(app).moves().len();
    // Every other move is a drag.
    if before.is_multiple_of(2) {
        click(app, from);
        click(app, to);
    } else {
        drag(app, from, to);
    }
    wait_for_moves::<Hexxagon>(app, before + 1);
    assert_eq!(table::<Hexxagon>(app).moves()[before].to, made.to);
}

#[test]
fn a_game_of_hexxagon_is_played_with_the_mouse_alone() {
    let (_folder, mut app) = game("hexxagon:b5-human-human#a");
    while goes_on::<Hexxagon>(&mut app) {
        move_in_hexxagon(&mut app);
    }
    wait_until_result_takes_clicks(&mut app);
    go_to_title(&mut app);
}

#[test]
fn a_turned_board_of_hexxagon_takes_clicks_and_stays_turned_in_the_next_game() {
    let (_folder, mut app) = game("hexxagon:b5-human-human#a");
    let corners = |app: &mut App| {
        let board = table::<Hexxagon>(app).state().board();
        let places: Vec<Vec2> = board
            .cells()
            .iter()
            .copied()
            .map(place_of_hexagon)
            .collect();
        let (first, last) = (places[0], places[places.len() - 1]);
        [first, last].map(|place| pixel_of_cell(app, place))
    };
    let [first, last] = corners(&mut app);
    click_text(&mut app, "Turn board");
    (0..5).for_each(|_| app.update());
    let turned = corners(&mut app);
    assert!(
        (turned[1] - turned[0] + last - first).length() < 2.0,
        "{turned:?}"
    );
    (0..4).for_each(|_| move_in_hexxagon(&mut app));
    start(&mut app, "hexxagon:b5-human-human#b");
    (0..5).for_each(|_| app.update());
    assert_eq!(corners(&mut app), turned);
    (0..2).for_each(|_| move_in_hexxagon(&mut app));
}

/// The place in the window of a block of match-3.
pub fn pixel_of_block(app: &mut App, cell: match3::Cell) -> Vec2 {
    let size = table::<Match3>(app).state().board().size();
    let side = app.world().resource::<Settings>().panel_side;
    let scale = app.world().resource::<UiScale>().0;
    let mut windows = app
        .world_mut()
        .query_filtered::<&Window, With<PrimaryWindow>>();
    let window = windows.single(app.world()).expect("a window");
    let cells = Vec2::new(size.cols() as f32, size.rows() as f32);
    let frame = BoardFrame::fit(window, scale, Match3::PANEL, side, cells);
    in_window(frame.world(Vec2::new(cell.col() as f32, cell.row() as f32)))
}

/// The swap of the strong player.
pub fn good_swap(table: &Table<Match3>) -> Swap {
    let mut rng = Seed(table.moves().len() as u64).stream(Purpose::Player);
    let swap = Player::LookAhead.choose(table.state(), &mut rng);
    swap.expect("a swap")
}

fn move_in_match_3(app: &mut App) {
    until(app, "the blocks to rest", |world| Match3::is_at_rest(world));
    let table_now = table::<Match3>(app);
    let (swap, before) = (good_swap(table_now), table_now.moves().len());
    let [from, to] = [swap.a(), swap.b()].map(|cell| pixel_of_block(app, cell));
    // Every other swap is a drag.
    if before.is_multiple_of(2) {
        click(app, from);
        click(app, to);
    } else {
        drag(app, from, to);
    }
    wait_for_moves::<Match3>(app, before + 1);
    assert_eq!(table::<Match3>(app).moves()[before], swap);
}

#[test]
fn a_level_of_match_3_is_played_with_the_mouse_alone() {
    let (_folder, mut app) = game(ID);
    while goes_on::<Match3>(&mut app) {
        move_in_match_3(&mut app);
    }
    wait_until_result_takes_clicks(&mut app);
    go_to_title(&mut app);
}

/// A descent of one dungeon.
const DESCENT: &str = "dungeon:d1f1r8s8e0c0l0#a";
/// The layer in which the hero lies, above the enemies and below the badges.
const HERO_LAYER: std::ops::Range<f32> = 2.2..2.9;
/// The width of a cell of the map in a window of 720 pixels, at the usual size of the map.
const MAP_CELL: f32 = 42.0;

/// The width of a cell of the map, which is that of the hero.
fn map_cell(app: &mut App) -> f32 {
    let mut actors = app.world_mut().query::<(&Name, &Transform, &Sprite)>();
    let hero = actors.iter(app.world()).find(|(name, place, _)| {
        name.as_str() == "Actor" && HERO_LAYER.contains(&place.translation.z)
    });
    let (.., sprite) = hero.expect("a hero");
    sprite.custom_size.expect("a size").x
}

/// The place of the hero in the window, once neither the hero nor the map moves any more.
fn pixel_of_hero(app: &mut App) -> Vec2 {
    let mut last = Vec2::MAX;
    let mut still = 0;
    for _ in 0..400 {
        app.update();
        let mut actors = app.world_mut().query::<(&Name, &Transform)>();
        let hero = actors.iter(app.world()).find(|(name, place)| {
            name.as_str() == "Actor" && HERO_LAYER.contains(&place.translation.z)
        });
        let now = hero.expect("a hero").1.translation.truncate();
        still = if now.distance(last) < 0.5 {
            still + 1
        } else {
            0
        };
        last = now;
        if still == 4 {
            break;
        }
    }
    in_window(last)
}

fn move_in_the_dungeon(app: &mut App, player: &mut Automatic) {
    let before = table::<DungeonGame>(app).moves().len();
    let state = &table::<DungeonGame>(app).state().game;
    // A click on the hero goes through a portal, or waits.
    let (x, y) = match player.choose(state).expect("a move") {
        HeroMove::Step(Step(way)) => map::Cell::STEPS[usize::from(way)],
        _ => (0, 0),
    };
    let at = pixel_of_hero(app);
    let cell = map_cell(app);
    click(app, at + cell * Vec2::new(x.into(), y.into()));
    until(app, "the move", |world| {
        world.resource::<dungeon::Table>().moves().len() > before
    });
}

#[test]
fn a_descent_into_the_dungeon_is_played_with_the_mouse_alone() {
    let (_folder, mut app) = game(DESCENT);
    let mut player = ReferencePlayer::Careful.player();
    while goes_on::<DungeonGame>(&mut app) {
        let moves = table::<DungeonGame>(&app).moves().len();
        assert!(moves < 1_000, "the way out is not found");
        move_in_the_dungeon(&mut app, &mut player);
    }
    let status = table::<DungeonGame>(&app).state().status();
    assert_eq!(status, DescentStatus::Completed);
    wait_until_result_takes_clicks(&mut app);
    go_to_title(&mut app);
}

#[test]
fn the_wheel_over_the_map_changes_its_size_and_clicks_still_go_where_they_point() {
    let (_folder, mut app) = game(DESCENT);
    let mut player = ReferencePlayer::Careful.player();
    assert_eq!(map_cell(&mut app), MAP_CELL);
    let percent = |app: &App| app.world().resource::<Settings>().map_percent;
    let (map, panel) = (Vec2::new(300.0, 360.0), Vec2::new(1_150.0, 360.0));
    turn_wheel(&mut app, map, 2.0);
    assert_eq!(percent(&app), 120);
    pixel_of_hero(&mut app);
    // 720 pixels hold 17 / 1.2 rows.
    assert_eq!(map_cell(&mut app), 51.0);
    (0..3).for_each(|_| move_in_the_dungeon(&mut app, &mut player));
    turn_wheel(&mut app, panel, 2.0);
    assert_eq!(percent(&app), 120, "the wheel was over the panel");
    turn_wheel(&mut app, map, -20.0);
    assert_eq!(percent(&app), 50);
    pixel_of_hero(&mut app);
    assert_eq!(map_cell(&mut app), 21.0);
    (0..3).for_each(|_| move_in_the_dungeon(&mut app, &mut player));
    press(&mut app, KeyCode::Escape);
    turn_wheel(&mut app, map, 3.0);
    assert_eq!(percent(&app), 50, "a menu is open");
}

/// A game in a window, with the panel on the left.
fn game_beside_a_panel_on_the_left(id: &str) -> (TempDir, App) {
    let (folder, mut app) = program();
    app.world_mut().resource_mut::<Settings>().panel_side = PanelSide::Left;
    start(&mut app, id);
    (0..5).for_each(|_| app.update());
    let mut nodes = app
        .world_mut()
        .query::<(&Name, &ComputedNode, &UiGlobalTransform)>();
    let panel = (nodes.iter(app.world())).find(|(name, ..)| name.as_str() == "Panel");
    let (_, node, place) = panel.expect("a panel");
    let right = place.translation.x + node.size().x / 2.0;
    assert!((300.0..640.0).contains(&right), "{id}: {right}");
    (folder, app)
}

#[test]
fn every_game_takes_moves_of_the_mouse_while_the_panel_stands_on_the_left() {
    let (_folder, mut app) = game_beside_a_panel_on_the_left("tic-tac-toe:3x3k3-human-human#a");
    (0..2).for_each(|_| move_in_tic_tac_toe(&mut app));
    let (_folder, mut app) = game_beside_a_panel_on_the_left("hexxagon:b5-human-human#a");
    (0..2).for_each(|_| move_in_hexxagon(&mut app));
    let (_folder, mut app) = game_beside_a_panel_on_the_left(ID);
    (0..2).for_each(|_| move_in_match_3(&mut app));
    let (_folder, mut app) = game_beside_a_panel_on_the_left(DESCENT);
    let mut player = ReferencePlayer::Careful.player();
    (0..5).for_each(|_| move_in_the_dungeon(&mut app, &mut player));
}

#[test]
fn a_click_on_a_stop_that_is_still_closed_says_what_opens_it() {
    let (_folder, mut app) = program();
    open_map(&mut app, Journey::new(Seed(7)));
    let world = app.world_mut();
    let mut places = world.query::<(Entity, &Name, &UiGlobalTransform)>();
    let closed: Vec<(Entity, Vec2)> = places
        .iter(world)
        .filter(|(_, name, _)| name.as_str() == "Closed stop")
        .map(|(entity, _, place)| (entity, place.translation))
        .collect();
    let mut shown = closed
        .into_iter()
        .filter(|(entity, _)| fitting::is_shown(world, *entity));
    let (_, at) = shown.next().expect("a closed stop");
    click(&mut app, at);
    until(&mut app, "a notice", |world| !notices(world).is_empty());
    let wanted = "This stop opens when you come to it. Your next one is stop 1.";
    assert!(notices(app.world()).contains(wanted));
}

/// The place of the picture of the large map in the window, if the map is shown.
fn place_of_large_map(app: &mut App) -> Option<Rect> {
    let world = app.world_mut();
    let mut cards = world.query::<(Entity, &Name, &Children)>();
    let mut cards = cards.iter(world);
    let (card, _, parts) = cards.find(|(_, name, _)| name.as_str() == "Large map")?;
    let frame = parts[1];
    let picture = world.get::<Children>(frame)?[0];
    let is_shown = fitting::is_shown(world, card);
    fitting::place_of(world, picture).filter(|_| is_shown)
}

#[test]
fn a_click_on_the_large_map_closes_it_and_sends_the_hero_there() {
    let (_folder, mut app) = game("dungeon:d2f1r8s8e0c1l0#a");
    let moves = |app: &App| table::<DungeonGame>(app).moves().len();
    // The picture has unexplored places and walls, where nobody can go.
    for number in 0..100 {
        if place_of_large_map(&mut app).is_none() {
            press(&mut app, KeyCode::KeyM);
            (0..5).for_each(|_| app.update());
        }
        let place = place_of_large_map(&mut app).expect("the map is shown");
        let part = Vec2::new((number % 10) as f32, (number / 10) as f32) / 10.0 + 0.05;
        click(&mut app, place.min + part * place.size());
        (0..20).for_each(|_| app.update());
        if moves(&app) > 0 {
            assert!(place_of_large_map(&mut app).is_none());
            return;
        }
    }
    panic!("no click on the map has sent the hero anywhere");
}
