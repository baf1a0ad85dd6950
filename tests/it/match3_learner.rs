//! The game learns from the player's swaps at match-3, and makes levels for the player.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use evolvarium::games::match3::journey::PlayerJourney;
use evolvarium::games::match3::level::Setup;
use evolvarium::games::match3::players::{IntendedPlayer, Player};
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::match3::{Learner, ModeTab, Table};
use evolvarium::generation::Seed;
use evolvarium::session::played::SuccessOf;
use evolvarium::session::skill::ENOUGH;
use evolvarium::session::{self, Forecast, Game as _, Origin, Skill, SkillSample, Skills};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::NewGame;

use crate::harness::{
    ID, app, card, end_and_resume, fast_game, finish_run_and_pick_best, is_said, open_setup,
    play_itself, press_text, screen, start, until, wait_for_moves,
};
use crate::keys::{press, swap_by_keys};
use crate::match3_person::{evidence, person};

fn learnt(app: &App) -> usize {
    let belief = app.world().resource::<Learner>().belief();
    belief.map_or(0, |belief| belief.swaps)
}

#[test]
fn own_swaps_are_learnt_from_and_those_of_the_game_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "match3:9x9c6-p500#k3f9");
    let own = |app: &mut App, from: &mut (usize, usize), made: usize| {
        let state = app.world().resource::<Table>().state().clone();
        let swap = state.board().swaps().nth(0).expect("a swap");
        swap_by_keys(app, from, swap);
        wait_for_moves::<Match3>(app, made);
    };
    // The first arrow shows the cursor.
    press(&mut app, KeyCode::ArrowDown);
    let mut cursor = (4, 4);
    own(&mut app, &mut cursor, 1);
    until(&mut app, "the first swap is learnt from", |world| {
        world.resource::<Learner>().belief().is_some()
    });
    assert_eq!(learnt(&app), 1);
    let itself = card(&app, "match3").play_itself;
    until(&mut app, "a swap of the game", |world| {
        itself(world);
        world.resource::<Table>().moves().len() == 2
    });
    press(&mut app, KeyCode::KeyH);
    until(&mut app, "a hint", |world| {
        let hint = world.resource::<evolvarium::shell::table::Hint<Match3>>();
        hint.0.is_some()
    });
    own(&mut app, &mut cursor, 3);
    own(&mut app, &mut cursor, 4);
    app.update();
    until(&mut app, "all swaps are learnt from", |world| {
        world.resource::<Learner>().is_at_rest()
    });
    assert_eq!(
        learnt(&app),
        2,
        "the first and the last are the player's own"
    );
    let path = folder.path().join("data/match3_player.ron");
    until(&mut app, "the file", |_| path.exists());
}

#[test]
fn a_game_from_which_something_was_learnt_adds_a_point_to_the_course_of_the_skill() {
    let folder = tempfile::tempdir().expect("a folder");
    write_evidence(folder.path());
    let mut app = fast_game(folder.path(), ID);
    until(&mut app, "what is known", |world| {
        world.resource::<Learner>().belief().is_some()
    });
    let course = |app: &App| {
        let skill = app.world().resource::<Skills>().of("match3");
        skill.map_or(Vec::new(), Skill::measured)
    };
    let finish = |app: &mut App| {
        while !app.world().resource::<Table>().is_over() {
            play_itself(app, 1);
        }
        (0..30).for_each(|_| app.update());
    };
    let board = app.world().resource::<Table>().state().board().clone();
    let swap = board.swaps().nth(0).expect("a swap");
    // The first arrow shows the cursor.
    press(&mut app, KeyCode::ArrowDown);
    swap_by_keys(&mut app, &mut (4, 4), swap);
    wait_for_moves::<Match3>(&mut app, 1);
    finish(&mut app);
    until(&mut app, "the point", |world| {
        world.resource::<Skills>().of("match3").is_some()
    });
    let gained = app.world().resource::<Learner>().belief().map(|b| b.gained);
    let gained = gained.expect("the player is known");
    let point = Forecast::with_error(gained.mean, gained.error);
    assert_eq!(course(&app), [point]);
    let skill = app.world().resource::<Skills>().of("match3");
    assert_eq!(skill.map(Skill::missing), Some(ENOUGH));
    // A game that plays itself says nothing about the player.
    start(&mut app, ID);
    until(&mut app, "the next game", |world| {
        !world.resource::<Table>().is_over()
    });
    finish(&mut app);
    assert_eq!(course(&app).len(), 1);
    let path = folder.path().join("data/skills.ron");
    until(&mut app, "the file", |_| path.exists());
    drop(app);
    let mut second = crate::harness::app(folder.path());
    second.update();
    assert_eq!(course(&second).len(), 1, "it is kept");
}

#[test]
fn a_game_that_taught_nothing_adds_no_point_whatever_was_played_before_it() {
    let folder = tempfile::tempdir().expect("a folder");
    write_evidence(folder.path());
    // Returns an app in which the player has made a swap.
    let begun = || {
        let mut app = fast_game(folder.path(), ID);
        until(&mut app, "what is known", |world| {
            world.resource::<Learner>().belief().is_some()
        });
        let (before, board) = (
            learnt(&app),
            app.world().resource::<Table>().state().board().clone(),
        );
        let swap = board.swaps().nth(0).expect("a swap");
        // The first arrow shows the cursor.
        press(&mut app, KeyCode::ArrowDown);
        swap_by_keys(&mut app, &mut (4, 4), swap);
        wait_for_moves::<Match3>(&mut app, 1);
        until(&mut app, "the swap is learnt from", |world| {
            let belief = world.resource::<Learner>().belief();
            belief.is_some_and(|belief| belief.swaps > before)
        });
        app
    };
    let finish = |app: &mut App| {
        while !app.world().resource::<Table>().is_over() {
            play_itself(app, 1);
        }
        (0..30).for_each(|_| app.update());
        assert!(app.world().resource::<Skills>().of("match3").is_none());
    };
    // The game with the swap is left, and the next one plays itself.
    let mut app = begun();
    start(&mut app, ID);
    until(&mut app, "the next game", |world| {
        world.resource::<Table>().moves().is_empty()
    });
    finish(&mut app);
    drop(app);
    // The player wants nothing to be learnt any more.
    let mut app = begun();
    app.world_mut()
        .resource_mut::<Settings>()
        .learns_from_player = false;
    finish(&mut app);
}

/// Writes the evidence from the swaps of a hasty person, enough for levels to be made for the person. Returns the path.
fn write_evidence(folder: &Path) -> PathBuf {
    let hasty = Player::Person(person(40, 60, 0, 0));
    let known = evidence(&Setup::default(), hasty, 6, Seed(5));
    assert!(known.len() >= 50, "{}", known.len());
    let content = ron::to_string(&known).expect("text");
    fs::create_dir_all(folder.join("data")).expect("a folder");
    let path = folder.join("data/match3_player.ron");
    fs::write(&path, format!("(version: 2, content: {content})")).expect("it is written");
    path
}

#[test]
fn a_new_stop_of_the_journey_is_made_for_the_player_and_its_id_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    write_evidence(folder.path());
    let mut app = app(folder.path());
    app.update();
    until(&mut app, "what is known", |world| {
        world.resource::<Learner>().belief().is_some()
    });
    let page = ModeTab::Journey as u8;
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.pages.insert("match3".to_owned(), page);
    open_setup(&mut app, Match3::KEY);
    press(&mut app, KeyCode::Enter);
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    finish_run_and_pick_best(&mut app);
    let known = app.world().resource::<Learner>().belief().expect("known");
    let table = app.world().resource::<Table>();
    assert_eq!(
        table.setup().intended_player,
        IntendedPlayer::Model(known.model)
    );
    let stop = &app.world().resource::<PlayerJourney>().0.stops[0];
    assert!(stop.is_for_player());
    let origin = Origin::<Match3>::parse(&stop.id).expect("an id");
    assert_eq!(
        origin.setup.intended_player,
        IntendedPlayer::Model(known.model)
    );
    // The success rate of the level is that of the player, also after a break. An opened id does not know the player.
    let (id, shown) = (stop.id.clone(), announced_for(&app));
    assert_eq!(shown, Some(SuccessOf::Player));
    let app = end_and_resume(app, folder.path(), "match3");
    assert_eq!(announced_for(&app), Some(SuccessOf::Player));
    let other = tempfile::tempdir().expect("a folder");
    let elsewhere = fast_game(other.path(), &id);
    assert_eq!(announced_for(&elsewhere), Some(SuccessOf::Anybody));
}

/// The player of whom the success rate of the game under way is said.
fn announced_for(app: &App) -> Option<SuccessOf> {
    let said = <Match3 as session::Game>::announcement(app.world().resource::<Table>());
    said.map(|said| said.of)
}

#[test]
fn new_levels_are_made_for_the_player_until_they_are_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write_evidence(folder.path());
    let mut app = app(folder.path());
    app.update();
    open_setup(&mut app, Match3::KEY);
    let wanted = |world: &World| world.resource::<NewGame<Match3>>().setup.intended_player;
    until(&mut app, "a level for the player", |world| {
        wanted(world).is_known()
    });
    let player = wanted(app.world());
    until(&mut app, "what is known", |world| {
        is_said(world, "of your tries succeed") && is_said(world, "Learnt from")
    });
    press_text(&mut app, "An automatic player");
    until(&mut app, "the reference player", |world| {
        !wanted(world).is_known() && is_said(world, "Nothing is learnt about you")
    });
    press_text(&mut app, "Me");
    until(&mut app, "the player again", |world| {
        wanted(world) == player
    });
    let measured = SkillSample::Measured(Forecast::with_error(0.5, 0.1));
    Skills::learn(app.world_mut(), "match3", measured);
    press_text(&mut app, "Erase");
    app.update();
    press_text(&mut app, "Really erase?");
    until(&mut app, "nobody is known", |world| {
        !wanted(world).is_known() && is_said(world, "50 more swaps")
    });
    let skills = app.world().resource::<Skills>();
    assert!(skills.of("match3").is_none(), "the course is forgotten too");
    until(&mut app, "the file is empty", |_| {
        fs::read_to_string(&path).is_ok_and(|text| !text.contains("own"))
    });
}

/// Older versions kept too little of each swap.
#[test]
fn a_file_of_an_older_version_is_read_and_the_player_is_learnt_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("data")).expect("a folder");
    let path = folder.path().join("data/match3_player.ron");
    let old = "(all: 9, greedy: (3, 1), long: (0, 1), ahead: (0, 0, 0, 0, 0, 0))";
    fs::write(&path, format!("(version: 1, content: [{old}])")).expect("it is written");
    let mut app = app(folder.path());
    (0..5).for_each(|_| app.update());
    assert_eq!(learnt(&app), 0);
    assert!(path.exists() && !is_said(app.world_mut(), "broken"));
    start(&mut app, ID);
    app.update();
    let board = app.world().resource::<Table>().state().board().clone();
    let swap = board.swaps().nth(0).expect("a swap");
    // The first arrow shows the cursor.
    press(&mut app, KeyCode::ArrowDown);
    swap_by_keys(&mut app, &mut (4, 4), swap);
    until(&mut app, "a swap is learnt from", |world| {
        let belief = world.resource::<Learner>().belief();
        belief.is_some_and(|belief| belief.swaps == 1)
    });
}

#[test]
fn a_broken_file_about_the_player_is_set_aside_with_a_word() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("data")).expect("a folder");
    let path = folder.path().join("data/match3_player.ron");
    let impossible = "(own: 2, looks: [(0, 0, 3, 0, 1), (4, 15, 3, 0, 2)], worth: [(0, 0, 3, 0, 1), (4, 15, 3, 0, 2)])";
    fs::write(&path, format!("(version: 2, content: [{impossible}])")).expect("it is written");
    let mut app = app(folder.path());
    until(&mut app, "a word about it", |world| {
        is_said(world, "match3_player.broken-1.ron")
    });
    assert_eq!(learnt(&app), 0);
    let kept = folder.path().join("data/match3_player.broken-1.ron");
    assert!(fs::read_to_string(kept).is_ok_and(|text| text.contains("own: 2")));
}
