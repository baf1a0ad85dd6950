//! The game of the day on the title: its day can be fixed, and each date has a game of its own.

use evolvarium::session::Day;
use evolvarium::shell::game_id;
use evolvarium::shell::game_of_the_day::{FixedDay, GameOfTheDay, game_of};
use evolvarium::shell::games::Games;
use evolvarium::shell::screen::Screen;

use crate::harness::{app, screen, texts};

#[test]
fn a_day_that_is_fixed_stays_the_day_on_the_title_whatever_the_date() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let day = Day::new(2001, 2, 3).expect("a day");
    app.insert_resource(FixedDay(day));
    (0..5).for_each(|_| app.update());
    assert_eq!(screen(app.world()), Screen::Title);
    let games = app.world().resource::<Games>();
    let fixed = game_of(games, day).expect("a game");
    assert_eq!(app.world().resource::<GameOfTheDay>().id, fixed.id);
}

#[test]
fn the_game_of_the_day_is_the_same_on_the_same_date_and_another_on_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let games = app.world().resource::<Games>();
    let day = |day| Day::new(2026, 11, day).expect("a day");
    let id = |at: Day| game_of(games, at).expect("a game").id.to_string();
    let ids: Vec<String> = (1..=8).map(|number| id(day(number))).collect();
    assert_eq!(ids[0], id(day(1)));
    for (at, one) in ids.iter().enumerate() {
        assert!(!ids[..at].contains(one), "{one} comes twice");
    }
    let today = app.world().resource::<GameOfTheDay>().id.clone();
    assert!(texts(&mut app).contains("Game of the day: "));
    game_id::open_game(app.world_mut(), &today).expect("it can be played");
}
