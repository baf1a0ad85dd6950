//! Any position of Hexxagon can be set up and played on from: pieces, holes, and the player to move first.

use bevy::prelude::*;
use evolvarium::games::hexxagon::BoardEditor;
use evolvarium::games::hexxagon::insight;
use evolvarium::games::hexxagon::rules::{Cell, CellMove, Cells, Hexxagon, Player};
use evolvarium::games::hexxagon::setup::{BoardChoice, Setup};
use evolvarium::session::{Game, Origin, Table};
use evolvarium::shell::editor::{self, Editing, Editor};
use evolvarium::shell::screen::Menu;
use evolvarium::shell::table::play_for_human;

use crate::harness::{end_and_resume, fast_game, menu, press_text, some_frames, table, until};

#[test]
fn a_setup_says_who_moves_first() {
    for text in [
        "b1-human-human-p2",
        "b1-human-level4-skip-p2-t5",
        "b40-human-human-human-p3",
    ] {
        let setup: Setup = text.parse().expect(text);
        assert_eq!(setup.to_string(), text);
        let origin = Origin::<Hexxagon>::parse(&format!("hexxagon:{text}#a")).expect("an id");
        let table = Table::new(origin, (), Default::default()).expect("a game");
        assert_eq!(table.turn(), Some(setup.first.index()), "{text}");
    }
    let why = "b1-human-human-p3"
        .parse::<Setup>()
        .expect_err("two players");
    assert!(
        why.to_string().contains("player 3 cannot move first"),
        "{why}"
    );
    let usual: Setup = "b1-human-human".parse().expect("a setup");
    assert_eq!(usual.first, Player(0));
}

#[test]
fn only_a_game_that_begins_alike_for_all_is_measured() {
    let setup = |text: &str| text.parse::<Setup>().expect(text);
    assert!(Hexxagon::challenge(&setup("b1-human-level4")).is_some());
    assert!(Hexxagon::challenge(&setup("b1-human-level4-p2")).is_none());
    let mut own = setup("b1-human-level4");
    let board = own.board.build(Default::default()).expect("a board");
    let mut plan = board.plan();
    own.board = BoardChoice::Custom(plan);
    assert!(own.begins_alike() && Hexxagon::challenge(&own).is_some());
    plan.starts[1] = plan.starts[1].iter().take(1).collect();
    own.board = BoardChoice::Custom(plan);
    assert!(!own.begins_alike() && Hexxagon::challenge(&own).is_none());
    // As many pieces of both, more than an evolved board has, need not be worth as much.
    let free: Vec<Cell> = plan.cells.iter().collect();
    plan.starts = [
        free[..4].iter().copied().collect(),
        free[10..14].iter().copied().collect(),
        Cells::default(),
    ];
    own.board = BoardChoice::Custom(plan);
    assert!(!own.begins_alike() && Hexxagon::challenge(&own).is_none());
    // Pieces that lie alike after half a turn are fair, however many they are.
    let turned = |cell: Cell| evolvarium::games::hexxagon::boards::rotated(cell, 2);
    plan = board.plan();
    let own_cells: Vec<Cell> = free
        .iter()
        .copied()
        .filter(|cell| cell.0 < turned(*cell).0)
        .collect();
    plan.starts[0] = own_cells[..5].iter().copied().collect();
    plan.starts[1] = own_cells[..5].iter().map(|cell| turned(*cell)).collect();
    own.board = BoardChoice::Custom(plan);
    assert!(own.begins_alike() && Hexxagon::challenge(&own).is_some());
}

/// Opens the editor on the position after the first of two moves, by the button of the review.
fn position_in_editor(folder: &std::path::Path) -> App {
    let mut app = fast_game(folder, "hexxagon:b1-human-human#a");
    for _ in 0..2 {
        let game = table::<Hexxagon>(&app).state();
        let made = game.moves().into_iter().find_map(|made| game.written(made));
        play_for_human::<Hexxagon>(app.world_mut(), made.expect("a move"));
        app.update();
    }
    insight::review_move(app.world_mut(), 1);
    some_frames(&mut app);
    press_text(&mut app, "Edit position");
    until(&mut app, "the editor", |world| menu(world) == Menu::Editor);
    app
}

#[test]
fn a_position_of_a_game_is_changed_shared_and_played_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = position_in_editor(folder.path());
    let draft = *app.world().resource::<Editing<BoardEditor>>().plan();
    // The first player has grown once, and the second one is to move.
    let starts = table::<Hexxagon>(&app).session().start().counts();
    let counts: Vec<u32> = draft.plan.starts[..2]
        .iter()
        .map(|start| start.count())
        .collect();
    assert_eq!(counts, [starts[0] + 1, starts[1]]);
    assert_eq!((draft.players, draft.first), (2, Player(1)));
    let said = BoardEditor::report(&draft, &Default::default());
    assert!(said.iter().any(|line| line.key == "hex.editor.unequal"));
    let id = editor::share_text::<BoardEditor>(app.world()).expect("it can be played");
    editor::play::<BoardEditor>(app.world_mut()).expect("it can be played");
    until(&mut app, "the game", |world| {
        world.resource::<Table<Hexxagon>>().moves().is_empty() && menu(world) == Menu::None
    });
    let now = |app: &App| {
        let table = table::<Hexxagon>(app);
        (table.turn(), table.state().counts())
    };
    assert_eq!(now(&app), (Some(1), counts));
    let other = tempfile::tempdir().expect("a folder");
    let again = fast_game(other.path(), &id);
    assert_eq!(now(&again), now(&app));
    // The game is saved with its position.
    let game = table::<Hexxagon>(&app).state();
    let made = game.moves().into_iter().find_map(|made| game.written(made));
    let made: CellMove = made.expect("a move");
    play_for_human::<Hexxagon>(app.world_mut(), made);
    some_frames(&mut app);
    let counts = now(&app);
    let app = end_and_resume(app, folder.path(), Hexxagon::KEY);
    assert_eq!(now(&app), counts);
    assert_eq!(table::<Hexxagon>(&app).setup().first, Player(1));
}

#[test]
fn the_editor_chooses_who_moves_first_and_undoes_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = position_in_editor(folder.path());
    let first = |app: &App| app.world().resource::<Editing<BoardEditor>>().plan().first;
    editor::change::<BoardEditor>(app.world_mut(), |draft| draft.first = Player(0));
    assert_eq!(first(&app), Player(0));
    editor::undo::<BoardEditor>(app.world_mut());
    assert_eq!(first(&app), Player(1));
}

#[test]
fn equal_starts_are_not_called_unequal() {
    let folder = tempfile::tempdir().expect("a folder");
    let app = position_in_editor(folder.path());
    let mut draft = *app.world().resource::<Editing<BoardEditor>>().plan();
    let one = |start: Cells| start.iter().take(1).collect::<Cells>();
    draft.plan.starts = draft.plan.starts.map(one);
    let said = BoardEditor::report(&draft, &Default::default());
    assert!(said.iter().all(|line| line.key != "hex.editor.unequal"));
}
