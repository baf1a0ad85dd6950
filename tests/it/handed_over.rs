//! Links that a second copy of the program hands over to the first.

use evolvarium::games::hexxagon::Hexxagon;
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::session::hand_over::{hand_over, listen};
use evolvarium::session::{Folders, Game, Link, Table};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::table::play_for_human;

use crate::harness::{end_and_resume, fast_game, screen, table, until, wait_for_moves};
use crate::resigning::ID;

#[test]
fn a_link_opens_its_game_and_the_game_on_the_table_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let folders = Folders::within(folder.path());
    let mut app = fast_game(folder.path(), ID);
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    wait_for_moves::<TicTacToe>(&mut app, 2);
    let inbox = listen(&folders, || {}).expect("it listens");
    app.insert_resource(inbox);
    let link = "evolvarium:hexxagon:b0-human-level1%23a";
    let link: Link = link.parse().expect("a link");
    // On a busy machine the answer may come after the two seconds for which a copy waits.
    until(&mut app, "the link to be taken", |_| {
        hand_over(&folders, &link)
    });
    until(&mut app, "the game of the link", |world| {
        world.contains_resource::<Table<Hexxagon>>()
    });
    assert_eq!(screen(app.world()), Screen::Play);
    let save = folders.game(TicTacToe::KEY);
    until(&mut app, "the save of the other game", |_| save.exists());
    let app = end_and_resume(app, folder.path(), TicTacToe::KEY);
    let moves = table::<TicTacToe>(&app).moves();
    assert_eq!((moves.len(), moves[0]), (2, Cell(4)));
}
