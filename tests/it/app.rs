//! The whole game without a window: screens, runs in the background, play, saves.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::text::EditableText;
use evolvarium::games::match3::Table;
use evolvarium::games::match3::rules::Status;
use evolvarium::games::tic_tac_toe::rules::{Board, TicTacToe};
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::generation::task::background_run;
use evolvarium::generation::{
    Bits, Crossover, DisplaySelection, EvolutionParameters, MutationGaps, Pick, Picture, Problem,
    Seed, StopReason, Stream, WatchedRun,
};
use evolvarium::session::statistics::{GameResult, Statistics};
use evolvarium::session::{Difficulty, Folders, Game as _};
use evolvarium::shell::game_id;
use evolvarium::shell::games::{ActiveGame, Games};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::new_game;
use evolvarium::shell::theatre;

use crate::harness::{
    ID, app, app_with_resumed_game, is_said, notices, play_itself, press_button, screen, start,
    until, written,
};
use crate::keys::press;

fn saved(folder: &Path) -> Option<String> {
    std::fs::read_to_string(Folders::within(folder).game("match3")).ok()
}

#[test]
fn an_id_opens_a_game_that_is_saved_after_every_move_and_can_be_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = app(folder.path());
    start(&mut first, ID);
    play_itself(&mut first, 2);
    until(&mut first, "the save", |_| {
        saved(folder.path()).is_some_and(|text| text.contains("made: 2"))
    });
    let text = saved(folder.path()).expect("a save");
    for part in [
        "version: 3",
        "id: \"match3.2:",
        "moves: [",
        "seconds: ",
        "stop: None",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let state = |app: &App| {
        let table = app.world().resource::<Table>();
        let board = table.state().board();
        let blocks: Vec<_> = board
            .size()
            .cells()
            .map(|cell| board.colour(cell))
            .collect();
        (blocks, table.state().score().clone())
    };
    let left = state(&first);
    first.world_mut().write_message(AppExit::Success);
    first.update();
    drop(first);

    let second = app_with_resumed_game(folder.path(), "match3");
    assert_eq!(state(&second), left);
    assert!(second.world().resource::<Table>().can_undo());
}

#[test]
fn leaving_in_the_middle_of_a_move_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    play_itself(&mut app, 3);
    app.world_mut().write_message(AppExit::Success);
    app.update();
    let text = saved(folder.path()).expect("a save");
    assert!(text.contains("made: 3"), "{text}");
}

#[test]
fn broken_saves_and_settings_are_set_aside_named_and_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let folders = Folders::within(folder.path());
    for path in [folders.settings(), folders.game("match3")] {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(&path, "(version: 1, content: (id: \"oops").expect("written");
    }
    let mut app = app(folder.path());
    app.update();
    assert_eq!(*app.world().resource::<Settings>(), Settings::default());
    assert!(
        notices(app.world()).contains("settings.ron"),
        "{}",
        notices(app.world())
    );
    assert!(notices(app.world()).contains("settings.broken-1.ron"));
    let card = app
        .world()
        .resource::<Games>()
        .find("match3")
        .expect("it is listed");
    (card.resume)(app.world_mut());
    app.update();
    assert!(notices(app.world()).contains("match3.broken-1.ron"));
    // The save can be parsed, but its content does not fit.
    std::fs::write(
        folders.game("match3"),
        "(version: 1, content: (id: \"match3:9x9c6-p500#k3f9\", moves: [(0, 0, 0, 1), (0, 0, 0, 1)], made: 2))",
    )
    .expect("written");
    (card.resume)(app.world_mut());
    until(&mut app, "the notice", |world| {
        notices(world).contains("match3.broken-2.ron")
    });
    assert!(notices(app.world()).contains("of the saved game cannot be made"));
    start(&mut app, ID);
    play_itself(&mut app, 1);
}

#[test]
fn a_level_played_to_its_end_shows_the_result_and_leaves_no_save() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    let card = app
        .world()
        .resource::<Games>()
        .find("match3")
        .expect("it is listed");
    until(&mut app, "the result", |world| {
        (card.play_itself)(world);
        *world.resource::<State<Menu>>().get() == Menu::Result
    });
    let game = app.world().resource::<Table>().state();
    assert_ne!(game.status(), Status::Playing);
    assert_eq!(game.status() == Status::Won, game.goals_met());
    until(&mut app, "the save to go", |_| {
        saved(folder.path()).is_none()
    });
}

#[test]
fn an_empty_id_on_the_title_is_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    press_button(&mut app, "Open", |_, _| true);
    app.update();
    assert_eq!(notices(app.world()), "");
    assert_eq!(screen(app.world()), Screen::Title);
}

#[test]
fn why_an_id_is_refused_stands_below_its_field_until_another_one_is_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let type_id = |app: &mut App, id: &str| {
        let mut fields = app.world_mut().query::<&mut EditableText>();
        let mut field = fields.single_mut(app.world_mut()).expect("one field");
        *field = EditableText::new(id);
        app.update();
    };
    type_id(&mut app, "hexxagon:b1-human-level9#a");
    press_button(&mut app, "Open", |_, _| true);
    app.update();
    let why = "There is no opponent called \"level9\"";
    assert!(is_said(app.world_mut(), why));
    assert_eq!(notices(app.world()), "");
    type_id(&mut app, "hexxagon:b1-human-level8#a");
    app.update();
    assert!(!is_said(app.world_mut(), why));
}

#[test]
fn the_setup_that_was_played_last_waits_on_its_page_after_a_new_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let open_page = || {
        let mut app = app(folder.path());
        app.update();
        app.world_mut().resource_mut::<ActiveGame>().0 = Some(TicTacToe::KEY);
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Setup);
        until(&mut app, "the page", |world| screen(world) == Screen::Setup);
        app.update();
        app
    };
    let large: Board = "4x4k4".parse().expect("a board");
    let mut first = open_page();
    let is_possible = new_game::change::<TicTacToe>(first.world_mut(), |setup| setup.board = large);
    assert!(is_possible);
    press(&mut first, KeyCode::Enter);
    until(&mut first, "the game", |world| {
        screen(world) == Screen::Play
    });
    let end = |mut app: App| {
        app.world_mut().write_message(AppExit::Success);
        app.update();
    };
    end(first);
    let mut second = open_page();
    let setup = new_game::setup::<TicTacToe>(second.world());
    assert_eq!(setup.board, large);
    // At another difficulty the page begins with what that means.
    let mut settings = second.world_mut().resource_mut::<Settings>();
    let key = TicTacToe::KEY.to_owned();
    settings.difficulty.insert(key, Difficulty::Hard);
    second.update();
    end(second);
    let third = open_page();
    let setup = new_game::setup::<TicTacToe>(third.world());
    assert_eq!(setup.board, Board::default());
}

#[test]
fn bad_ids_are_refused_with_words_and_nothing_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    for (id, part) in [
        ("chess:8x8#a", "no game called chess"),
        ("match3:99x9c6-p500#a", "from 5 to 12"),
        ("match3:9x9c6-p500k0#a", "at least one kind"),
        ("rubbish", "is not a game id"),
        ("hexxagon:rubbish", "one looks like hexxagon"),
        (
            "hexxagon:b1-human-level9#a",
            "\"level9\": there are level1 to level8",
        ),
        ("hexxagon:b77-human-level1#a", "two players have 0 to 14"),
        (
            "tic-tac-toe:3x3k3-human-search21#a",
            "there are search1 to search20",
        ),
    ] {
        let why = game_id::open_id(app.world_mut(), id).expect_err(id);
        assert!(why.contains(part), "{id}: {why}");
    }
    app.update();
    assert_eq!(screen(app.world()), Screen::Title);
    // The pick names a member that the run does not have; that is found out in the background.
    game_id::open_id(app.world_mut(), "match3:9x9c6-p500#a@3.99").expect("it looks right");
    until(&mut app, "the notice", |world| {
        notices(world).contains("no individual 99")
    });
}

/// Opens the theatre on the usual level, and returns the entity of the run.
fn open_theatre(app: &mut App) -> Entity {
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some("match3");
    let card = app
        .world()
        .resource::<Games>()
        .find("match3")
        .expect("it is listed");
    (card.evolve)(app.world_mut()).expect("the usual setup is valid");
    until(app, "the theatre", |world| screen(world) == Screen::Theatre);
    let run = theatre::watched(app.world()).expect("a run");
    let name = app.world().get::<Name>(run).map(Name::as_str);
    assert_eq!(name, Some("match3.evolving"));
    run
}

#[test]
fn a_level_evolves_in_the_theatre_and_any_individual_can_be_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let run = open_theatre(&mut app);
    app.world_mut()
        .get_mut::<RunDriver>(run)
        .expect("a run")
        .pace = Pace::FlatOut;
    let live = |world: &World| Arc::clone(world.get::<RunDriver>(run).expect("a run").watched());
    until(&mut app, "the end", |world| {
        live(world).progress().stop == Some(StopReason::TargetMet)
    });
    let live = live(app.world());
    let frame = live.frame(DisplaySelection::BEST, 40).expect("a frame");
    assert_eq!(frame.members.len(), 20);
    assert!(frame.members.iter().any(|(_, p)| p.elite));
    let place = frame
        .members
        .iter()
        .filter(|(_, p)| p.violation == 0)
        .count()
        - 1;
    let (member, _) = frame.members[place];
    let pick = Pick::Member(frame.generation, member);
    theatre::pick(app.world_mut(), pick);
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    let id = app.world().resource::<Table>().id().to_string();
    let special = |app: &App| {
        let board = app.world().resource::<Table>().state().board();
        let kinds: Vec<_> = board.size().cells().map(|cell| board.kind(cell)).collect();
        (kinds, app.world().resource::<Table>().state().moves_left())
    };
    let shown = special(&app);
    // The id is enough to get the same level.
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Title);
    app.update();
    start(&mut app, &id);
    assert_eq!(special(&app), shown);
}

#[test]
fn pausing_stepping_and_any_pace_give_the_same_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let mut finish = |pace: Pace, steps: u32| {
        let problem = evolvarium::games::match3::level::LevelProblem::new(Default::default());
        let run =
            background_run(problem, EvolutionParameters::default(), Seed(3)).expect("in range");
        let entity = app
            .world_mut()
            .spawn(RunDriver::new(run.clone(), Pace::Paused))
            .id();
        for step in 0..steps {
            app.world_mut()
                .get_mut::<RunDriver>(entity)
                .expect("the run is there")
                .step();
            until(&mut app, "a step", |_| {
                run.progress().generation == Some(step)
            });
        }
        app.world_mut()
            .get_mut::<RunDriver>(entity)
            .expect("the run is there")
            .pace = pace;
        until(&mut app, "the end", |_| run.progress().stop.is_some());
        let progress = run.progress();
        let best = run.genome(Pick::Best).expect("a best individual").genome;
        (
            progress.generation,
            progress.evaluations,
            progress.stop,
            best,
        )
    };
    let flat = finish(Pace::FlatOut, 0);
    assert_eq!(flat, finish(Pace::FlatOut, 5));
    assert_eq!(flat, finish(Pace::PerSecond(2_000.0), 1));
}

/// A problem whose evaluation takes a quarter of a millisecond; one individual may panic.
struct Slow {
    breaks: bool,
}

impl Problem for Slow {
    type Genome = Bits<1>;

    fn genes(&self) -> usize {
        60
    }
    fn random(&self, rng: &mut Stream) -> Bits<1> {
        Bits::random(60, rng)
    }
    fn cross(&self, a: &Bits<1>, b: &Bits<1>, how: Crossover, rng: &mut Stream) -> Bits<1> {
        a.blend(b, &how.mask(60, rng))
    }
    fn mutate(&self, genome: &mut Bits<1>, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |gene, _| genome.flip(gene));
    }
    fn objective(&self, genome: &Bits<1>, _: &mut Stream) -> f64 {
        assert!(!self.breaks || genome.count() < 35, "too many ones");
        let started = Instant::now();
        while started.elapsed() < Duration::from_micros(250) {}
        f64::from(genome.count())
    }
    fn picture(&self, _: &Bits<1>) -> Picture {
        Picture::default()
    }
}

#[test]
fn a_slow_run_is_spread_over_the_pools_and_gives_what_one_thread_gives() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let search = EvolutionParameters {
        population: 60,
        generations: 20,
        ..EvolutionParameters::default()
    };
    let run = background_run(Slow { breaks: false }, search.clone(), Seed(5)).expect("in range");
    app.world_mut()
        .spawn(RunDriver::new(run.clone(), Pace::FlatOut));
    until(&mut app, "the end", |_| run.progress().stop.is_some());
    let mut alone =
        evolvarium::generation::Run::new(Arc::new(Slow { breaks: false }), search, Seed(5))
            .expect("in range");
    alone.finish();
    let best = run.genome(Pick::Best).expect("a best individual");
    assert_eq!(Some(&best), alone.best());
    assert_eq!(run.progress().evaluations, alone.evaluations());
}

#[test]
fn a_panic_in_a_run_becomes_a_notice_with_its_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let run = background_run(
        Slow { breaks: true },
        EvolutionParameters::default(),
        Seed(5),
    )
    .expect("in range");
    app.world_mut()
        .spawn(RunDriver::new(run.clone(), Pace::FlatOut));
    until(&mut app, "the notice", |world| {
        notices(world).contains("too many ones")
    });
    assert!(matches!(run.progress().stop, Some(StopReason::Failed(_))));
    start(&mut app, ID);
}

#[test]
fn settings_take_effect_at_once_and_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = app(folder.path());
    first.update();
    first.update();
    {
        let mut settings = first.world_mut().resource_mut::<Settings>();
        settings.language = evolvarium::shell::words::Language::Korean;
        let search = EvolutionParameters {
            population: 40,
            ..EvolutionParameters::default()
        };
        settings.searches.insert("match3".to_owned(), search);
    }
    first.update();
    first.update();
    let texts = |app: &mut App| {
        let mut texts = app.world_mut().query::<&Text>();
        texts.iter(app.world()).map(written).collect::<Vec<_>>()
    };
    assert!(
        texts(&mut first).contains(&"설정".to_owned()),
        "{:?}",
        texts(&mut first)
    );
    // What still waits for the disk is written when the program ends.
    first.world_mut().write_message(AppExit::Success);
    first.update();
    drop(first);
    let mut second = app(folder.path());
    second.update();
    let settings = second.world().resource::<Settings>();
    assert_eq!(
        settings
            .search_of("match3", EvolutionParameters::default)
            .population,
        40
    );
}

#[test]
fn a_notice_lets_clicks_through_to_what_it_covers() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let world = app.world_mut();
    let mut names = world.query::<(Entity, &Name)>();
    let notices = names
        .iter(world)
        .find(|(_, name)| name.as_str() == "Notices");
    let mut inside = vec![notices.expect("they are spawned").0];
    let mut count = 0;
    while let Some(entity) = inside.pop() {
        assert_eq!(world.get::<Pickable>(entity), Some(&Pickable::IGNORE));
        let children = world.get::<Children>(entity);
        inside.extend(children.into_iter().flatten());
        count += 1;
    }
    assert_eq!(count, 3, "a row, a frame and a text");
}

fn texts(world: &mut World, words: &str) -> usize {
    let mut texts = world.query::<&Text>();
    let all = texts.iter(world);
    all.filter(|text| text.0.contains(words)).count()
}

#[test]
fn the_title_says_where_to_start_and_later_where_one_stands() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    until(&mut app, "the title", |world| {
        texts(world, "Start here") == 1
    });
    Statistics::count(app.world_mut(), "hexxagon", "level1", GameResult::Won, 0);
    Statistics::count(app.world_mut(), "hexxagon", "level2", GameResult::Lost, 0);
    until(&mut app, "the games", |world| {
        texts(world, "Won 1 of 2") == 1
    });
    assert_eq!(texts(app.world_mut(), "Start here"), 0);
}

#[test]
fn a_setup_page_begins_with_few_choices_and_remembers_that_all_were_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    for game in ["match3", "hexxagon", "tic-tac-toe", "dungeon"] {
        app.world_mut().resource_mut::<Settings>().all_choices = false;
        app.world_mut().resource_mut::<ActiveGame>().0 = Some(game);
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Setup);
        until(&mut app, "the page", |world| is_shown(world, "All choices"));
        assert!(!is_shown(app.world_mut(), "Laboratory"), "{game}");
        assert!(is_shown(app.world_mut(), "Difficulty"), "{game}");
        press_button(&mut app, "All choices", |_, _| true);
        until(&mut app, "all choices", |world| {
            is_shown(world, "Laboratory")
        });
        assert!(is_shown(app.world_mut(), "Fewer choices"), "{game}");
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Title);
        until(&mut app, "the title", |world| {
            screen(world) == Screen::Title
        });
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Setup);
        until(&mut app, "the page", |world| {
            is_shown(world, "Fewer choices")
        });
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Title);
        until(&mut app, "the title", |world| {
            screen(world) == Screen::Title
        });
    }
}

/// Whether a text is on the screen and neither it nor anything around it is hidden.
fn is_shown(world: &mut World, words: &str) -> bool {
    let mut texts = world.query::<(Entity, &Text)>();
    let found = texts.iter(world).find(|(_, text)| text.0 == words);
    let mut at = found.map(|(entity, _)| entity);
    if at.is_none() {
        return false;
    }
    while let Some(entity) = at {
        let node = world.get::<Node>(entity);
        if node.is_some_and(|node| node.display == Display::None) {
            return false;
        }
        at = world.get::<ChildOf>(entity).map(|parent| parent.parent());
    }
    true
}
