//! Hexxagon and tic-tac-toe as a person reads them: names of cells, the list of moves, marks, words about refused
//! clicks, the rematch, and the sound of a draw.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use evolvarium::games::hexxagon::insight::{self, Insight, InsightKind};
use evolvarium::games::hexxagon::rules::{
    Board, BoardNumber, Cell, CellMove, Game as Position, Hexxagon, Player, StuckRule,
};
use evolvarium::games::hexxagon::written_moves;
use evolvarium::games::tic_tac_toe::rules::{Cell as Square, TicTacToe};
use evolvarium::generation::Seed;
use evolvarium::session::{Game, Table};
use evolvarium::shell::audio::{PlaySound, Sound};
use evolvarium::shell::board::BoardFrame;
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::{CellNames, Settings};
use evolvarium::shell::table::{NewGame, TableGame, launch, play_for_human};
use evolvarium::shell::theme::bind::SelectedWhen;
use evolvarium::shell::theme::palette;

use crate::harness::{
    app, card, fast_game, notices, press_button, press_text, some_frames, table, until,
    wait_for_moves, wait_for_result, written,
};
use crate::keys::press;

fn made(text: &str) -> CellMove {
    text.parse().expect("a move")
}

fn board(number: u16) -> std::sync::Arc<Board> {
    Board::listed(BoardNumber(number), Seed(1)).expect("a board")
}

/// The moves of a game in short notation.
fn notation(start: &Position, moves: &[&str]) -> Vec<String> {
    let moves: Vec<CellMove> = moves.iter().map(|text| made(text)).collect();
    let listed = written_moves(start, &moves);
    listed.into_iter().map(|listed| listed.text).collect()
}

#[test]
fn a_clone_is_written_as_its_target_and_a_jump_with_its_source() {
    let start = Position::new(&board(1), StuckRule::Ends);
    assert_eq!(notation(&start, &["3"]), ["a4"]);
    assert_eq!(notation(&start, &["2-4"]), ["a3-a5"]);
    // A move that is not legal ends the list.
    assert_eq!(notation(&start, &["40", "3"]), Vec::<String>::new());
}

#[test]
fn captures_are_counted_and_a_player_who_is_passed_over_has_a_dash() {
    // Two cells are free, 42 and 44. Once 42 is taken, only the second player reaches 44.
    let board = board(0);
    let cells = board.cells().iter().copied();
    let near = |cell: &Cell| cell.distance(Cell(44)) <= 2;
    let free = [Cell(42), Cell(44)];
    let (few, many): (Vec<Cell>, Vec<Cell>) =
        cells.filter(|cell| !free.contains(cell)).partition(near);
    let start = Position::set_up(&board, StuckRule::Skip, &[many, few], Player(1))
        .expect("a legal position");
    let to = board.index_of(Cell(42)).expect("on the board");
    let captured = board.near(to).and(start.of(Player(0))).count();
    assert!(captured > 0);
    let first = format!("e7+{captured}");
    assert_eq!(
        notation(&start, &["42", "44"]),
        ["–", first.as_str(), "–", "e9"]
    );
}

/// The lines of the list of moves, as they are written.
fn listed(app: &mut App) -> Vec<(Entity, String)> {
    let mut lists = app.world_mut().query::<(&Name, &Children)>();
    let world = app.world();
    let list = lists
        .iter(world)
        .find(|(name, _)| name.as_str() == "Moves")
        .map_or(Vec::new(), |(_, lines)| lines.iter().collect());
    let text_in = |line: Entity| {
        let parts = world.get::<Children>(line)?;
        let text = parts.iter().find_map(|part| world.get::<Text>(part))?;
        Some((line, text.0.clone()))
    };
    list.into_iter().filter_map(text_in).collect()
}

fn lines(app: &mut App) -> Vec<String> {
    listed(app).into_iter().map(|(_, text)| text).collect()
}

/// Opens the list of moves.
fn open_list(app: &mut App) {
    some_frames(app);
    press_text(app, "Move list");
    some_frames(app);
}

/// Makes moves for the humans at a table until `moves` moves are made.
fn play_to<G: Game>(app: &mut App, moves: usize) {
    let card = card(app, G::KEY);
    until(app, "the moves", |world| {
        if world.resource::<Table<G>>().moves().len() < moves {
            (card.play_itself)(world);
        }
        world.resource::<Table<G>>().moves().len() == moves
    });
}

#[test]
fn the_list_of_moves_follows_undo_and_redo() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-human#a");
    open_list(&mut app);
    assert_eq!(lines(&mut app), Vec::<String>::new());
    play_for_human::<Hexxagon>(app.world_mut(), made("3"));
    play_to::<Hexxagon>(&mut app, 2);
    some_frames(&mut app);
    let both = lines(&mut app);
    assert_eq!((both.len(), both[0].as_str()), (2, "1. a4"));
    press(&mut app, KeyCode::KeyU);
    some_frames(&mut app);
    assert_eq!(lines(&mut app), ["1. a4"]);
    press(&mut app, KeyCode::KeyY);
    some_frames(&mut app);
    assert_eq!(lines(&mut app), both);
    press(&mut app, KeyCode::KeyR);
    some_frames(&mut app);
    assert_eq!(lines(&mut app), Vec::<String>::new());
}

#[test]
fn tic_tac_toe_lists_its_moves_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    open_list(&mut app);
    for cell in [0, 4, 5] {
        play_for_human::<TicTacToe>(app.world_mut(), Square(cell));
    }
    some_frames(&mut app);
    assert_eq!(lines(&mut app), ["1. a1", "2. b2", "3. c2"]);
    press(&mut app, KeyCode::KeyU);
    some_frames(&mut app);
    assert_eq!(lines(&mut app), ["1. a1", "2. b2"]);
}

#[test]
fn a_click_on_a_listed_move_reviews_its_position_and_the_game_goes_on_afterwards() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-human#a");
    open_list(&mut app);
    play_to::<Hexxagon>(&mut app, 4);
    some_frames(&mut app);
    let all = lines(&mut app);
    let third = table::<Hexxagon>(&app).moves()[2];
    assert_eq!(all.len(), 4);
    press_button(&mut app, &all[2], |_, _| true);
    some_frames(&mut app);
    let kind = app.world().resource::<Insight>().kind();
    assert_eq!(kind, InsightKind::Game);
    // Two moves are made on the board, and the third is judged.
    assert_eq!(table::<Hexxagon>(&app).moves().len(), 2);
    until(&mut app, "the judgement", |world| {
        world.resource::<Insight>().judged_moves().len() == 4
    });
    let judged = app.world().resource::<Insight>().judged_moves()[2];
    assert_eq!(judged.made.0, third);
    // The list stays whole, and the judged move is selected in it.
    assert_eq!(lines(&mut app), all);
    let selected: Vec<bool> = listed(&mut app)
        .into_iter()
        .map(|(line, _)| {
            let selected = app.world().get::<SelectedWhen>(line);
            selected.is_some_and(SelectedWhen::is_selected)
        })
        .collect();
    assert_eq!(selected, [false, false, true, false]);
    insight::show(app.world_mut(), InsightKind::Off);
    assert_eq!(table::<Hexxagon>(&app).moves().len(), 4);
}

#[test]
fn a_rematch_of_hexxagon_swaps_the_seats() {
    let folder = tempfile::tempdir().expect("a folder");
    for (id, setups) in [
        (
            "hexxagon:b1-human-level1#a",
            ["b1-level1-human", "b1-human-level1"],
        ),
        (
            "hexxagon:b40-human-level1-set6#a",
            ["b40-set6-human-level1", "b40-level1-set6-human"],
        ),
    ] {
        let mut app = fast_game(folder.path(), id);
        for setup in setups {
            launch::start_next_game::<Hexxagon>(app.world_mut());
            some_frames(&mut app);
            assert_eq!(table::<Hexxagon>(&app).setup().to_string(), setup);
        }
    }
}

/// The players in whose colours there are marks on the board.
fn marked_players(app: &mut App) -> Vec<u8> {
    some_frames(app);
    let mut overlays = app.world_mut().query::<(&Name, &Sprite)>();
    let world = app.world();
    let marked = |player: &u8| {
        let colour = palette::player(*player);
        overlays
            .iter(world)
            .any(|(name, sprite)| name.as_str() == "Overlay" && sprite.color == colour)
    };
    (0..3).filter(marked).collect()
}

#[test]
fn the_last_moves_of_both_rivals_are_marked_until_the_player_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b40-human-human-human#a");
    play_to::<Hexxagon>(&mut app, 3);
    assert_eq!(marked_players(&mut app), [1, 2]);
    play_to::<Hexxagon>(&mut app, 4);
    // The second player is to move, and has not moved since the third and the first.
    assert_eq!(marked_players(&mut app), [0, 2]);
    // A human alone sees what the rivals have done.
    let mut app = fast_game(folder.path(), "hexxagon:b40-human-level1-level1#a");
    (card(&app, Hexxagon::KEY).play_itself)(app.world_mut());
    wait_for_moves::<Hexxagon>(&mut app, 3);
    assert_eq!(marked_players(&mut app), [1, 2]);
    press(&mut app, KeyCode::KeyU);
    assert_eq!(marked_players(&mut app), Vec::<u8>::new());
}

/// The words on the board.
fn words_on_board(app: &mut App) -> Vec<String> {
    some_frames(app);
    let mut words = app.world_mut().query::<(&Text2d, &Name)>();
    let words = words.iter(app.world());
    // An outline repeats its word.
    let words = words.filter(|(_, name)| name.as_str() != "Outline");
    words.map(|(word, _)| word.0.clone()).collect()
}

#[test]
fn cells_have_names_at_the_rim_or_in_every_cell_or_none() {
    let folder = tempfile::tempdir().expect("a folder");
    for (id, letters, number, name) in [
        ("hexxagon:b1-human-human#a", ["a", "i"], "9", "a3"),
        ("tic-tac-toe:15x15k5-human-human#a", ["a", "o"], "15", "o15"),
    ] {
        let mut app = fast_game(folder.path(), id);
        let mut shown = |names: CellNames| {
            app.world_mut().resource_mut::<Settings>().cell_names = names;
            words_on_board(&mut app)
        };
        let rim = shown(CellNames::Rim);
        let has = |all: &[String], text: &str| all.iter().any(|one| one == text);
        assert!(letters.iter().all(|letter| has(&rim, letter)), "{rim:?}");
        assert!(has(&rim, "1") && has(&rim, number), "{rim:?}");
        assert!(!has(&rim, name));
        let all = shown(CellNames::All);
        assert!(has(&all, name) && !has(&all, "1"), "{all:?}");
        assert_eq!(shown(CellNames::Off), Vec::<String>::new());
    }
}

#[test]
fn a_refused_cell_keeps_the_piece_selected_and_words_say_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-human#a");
    // The first own piece is on cell 2; cell 5 is three cells further up, and the rival's piece on cell 6.
    for key in [KeyCode::ArrowUp, KeyCode::Space] {
        press(&mut app, key);
    }
    (0..3).for_each(|_| press(&mut app, KeyCode::ArrowUp));
    press(&mut app, KeyCode::Space);
    assert!(notices(app.world()).contains("Too far"));
    press(&mut app, KeyCode::ArrowUp);
    press(&mut app, KeyCode::Space);
    assert!(notices(app.world()).contains("This piece is not yours (Pearl)"));
    assert_eq!(table::<Hexxagon>(&app).moves(), []);
    // Two cells away it can still jump, because it stayed selected.
    (0..2).for_each(|_| press(&mut app, KeyCode::ArrowDown));
    press(&mut app, KeyCode::Space);
    assert_eq!(table::<Hexxagon>(&app).moves(), [made("2-4")]);
}

#[test]
fn a_hint_says_what_the_move_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-human#a");
    let hints = |app: &mut App| {
        let words = words_on_board(app);
        words.iter().filter(|word| word.contains(" here: ")).count()
    };
    assert_eq!(hints(&mut app), 0);
    press(&mut app, KeyCode::KeyH);
    assert_eq!(hints(&mut app), 1);
    play_to::<Hexxagon>(&mut app, 1);
    assert_eq!(hints(&mut app), 0);
}

/// The sounds that were played.
#[derive(Resource, Default)]
struct Heard(Vec<Sound>);

fn listen(mut sounds: MessageReader<PlaySound>, mut heard: ResMut<Heard>) {
    heard.0.extend(sounds.read().map(|PlaySound(sound)| *sound));
}

/// Plays a game of tic-tac-toe between two humans, and returns the sounds of endings that are heard.
fn ending_sounds(folder: &std::path::Path, cells: &[u8]) -> Vec<Sound> {
    let mut app = fast_game(folder, "tic-tac-toe:3x3k3-human-human#a");
    app.init_resource::<Heard>().add_systems(Last, listen);
    for cell in cells {
        play_for_human::<TicTacToe>(app.world_mut(), Square(*cell));
        app.update();
    }
    assert!(table::<TicTacToe>(&app).is_over());
    wait_for_result(&mut app);
    some_frames(&mut app);
    let ends = [Sound::Win, Sound::Lose, Sound::Draw];
    let heard = &app.world().resource::<Heard>().0;
    heard
        .iter()
        .copied()
        .filter(|sound| ends.contains(sound))
        .collect()
}

#[test]
fn a_draw_has_a_sound_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = ending_sounds(folder.path(), &[0, 4, 8, 1, 7, 6, 2, 5, 3]);
    assert_eq!(drawn, [Sound::Draw]);
    let won = ending_sounds(folder.path(), &[0, 3, 1, 4, 2]);
    assert_eq!(won, [Sound::Win]);
}

/// Whether all buttons with a text are dark.
fn are_dark(app: &mut App, text: &str) -> bool {
    some_frames(app);
    let mut texts = app.world_mut().query::<(&Text, &ChildOf)>();
    let world = app.world();
    let mut buttons = texts
        .iter(world)
        .filter(|(shown, _)| written(shown) == text)
        .map(|(_, parent)| world.entity(parent.parent()))
        .peekable();
    assert!(buttons.peek().is_some(), "no button {text}");
    buttons.all(|button| button.contains::<InteractionDisabled>())
}

#[test]
fn players_who_cannot_sit_at_a_board_are_dark_and_words_say_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(TicTacToe::KEY);
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Setup);
    let on_board = |app: &mut App, board: &str| {
        let mut game = app.world_mut().resource_mut::<NewGame<TicTacToe>>();
        game.setup = format!("{board}-human-rules").parse().expect("a setup");
        assert!(TicTacToe::check(&game.setup).is_ok());
        some_frames(app);
    };
    on_board(&mut app, "3x3k3");
    assert!(!are_dark(&mut app, "Never loses"));
    assert!(!are_dark(&mut app, "Search"));
    assert!(are_dark(&mut app, "Saved"), "nothing is saved");
    let says = |app: &mut App, part: &str| crate::harness::is_said(app.world_mut(), part);
    assert!(says(&mut app, "no strategy is saved yet"));
    on_board(&mut app, "5x5k4");
    for name in ["Never loses", "Minimax", "Evolved", "Saved"] {
        assert!(are_dark(&mut app, name), "{name}");
    }
    assert!(!are_dark(&mut app, "Search"));
    assert!(says(&mut app, "only on 3 x 3"));
}

#[test]
fn a_turned_board_exchanges_its_ends_and_points_still_find_their_places() {
    let frame = BoardFrame {
        corner: Vec2::new(-100.0, 80.0),
        cell: 40.0,
        is_turned: false,
    };
    let (first, last) = (Vec2::new(-1.0, 0.0), Vec2::new(6.0, 8.0));
    let turned = frame.turned(first, last);
    assert_eq!(turned.world(first), frame.world(last));
    assert_eq!(turned.world(last), frame.world(first));
    for place in [first, last, Vec2::new(2.0, 5.0)] {
        assert_eq!(turned.place_at(turned.world(place)), place);
        assert_eq!(frame.place_at(frame.world(place)), place);
    }
    assert_eq!(turned.turned(first, last), frame);
}

#[test]
fn on_a_turned_board_the_arrows_go_where_they_point() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-human#a");
    some_frames(&mut app);
    press_text(&mut app, "Turn board");
    // The cursor begins on cell 2; one cell further down on the screen lies cell 3.
    for key in [
        KeyCode::ArrowUp,
        KeyCode::Space,
        KeyCode::ArrowDown,
        KeyCode::Space,
    ] {
        press(&mut app, key);
    }
    assert_eq!(table::<Hexxagon>(&app).moves(), [made("3")]);
}
