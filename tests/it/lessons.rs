//! Lessons: measured with automatic players that know the idea of the lesson and with others that do not, evolved again
//! from their seeds, and played in the app.

use bevy::prelude::*;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::hexxagon::Hexxagon;
use evolvarium::games::match3::Match3;
use evolvarium::games::match3::rules::{Board, Colour, Kind};
use evolvarium::games::tic_tac_toe::TicTacToe;
use evolvarium::generation::{Purpose, Seed, Stream};
use evolvarium::session::lesson_evolution::{LessonEvolution, usual_parameters};
use evolvarium::session::lesson_genome::MOST_GENES;
use evolvarium::session::statistics::Statistics;
use evolvarium::session::{
    Ending, Folders, Game, LearntLessons, Lesson, LessonGenome, Pupil, Replays, Status, Table, save,
};
use evolvarium::shell::audio::Sound;
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::{Hint, TableGame, play_for_human};
use evolvarium::shell::theme::widget::Prominence;
use evolvarium::shell::words::{Language, Words};
use proptest::prelude::*;

use crate::harness::{
    app, card, end_program, fix_frame_time, is_said, menu, press_text, screen, start, table, until,
    wait_for_result, written,
};
use crate::sounds::{Heard, hear};

/// Plays a lesson with an automatic player. Returns whether it succeeds, and the number of its moves; `None` if the
/// lesson cannot be played.
fn play_lesson<G: Game>(
    lesson: &Lesson<G>,
    content: &G::Content,
    pupil: Pupil,
    luck: Seed,
) -> Option<(bool, u32)> {
    let mut table = Table::of_lesson(*lesson, content.clone(), luck).ok()?;
    let mut player = (lesson.player)(pupil);
    let mut rng = luck.stream(Purpose::Player);
    let mut moves = 0;
    loop {
        if let Status::Over(ending) = table.status() {
            return Some((matches!(ending, Ending::Won(_)), moves));
        }
        let is_own = table.is_human_turn();
        moves += u32::from(is_own);
        let made = match is_own {
            true => player(table.state(), &mut rng),
            false => (lesson.reply)(&table),
        };
        table.play(made?).ok()?;
    }
}

/// The number of the plays that succeed; `None` if one of them cannot be played.
fn successes<G: Game>(lesson: &Lesson<G>, content: &G::Content, pupil: Pupil) -> Option<usize> {
    let play = |luck| play_lesson(lesson, content, pupil, Seed(luck));
    (0..PLAYS)
        .map(|luck| Some(usize::from(play(luck)?.0)))
        .sum()
}

const PLAYS: u64 = 1_000;

fn check_players<G: TableGame>() {
    assert!(!G::LESSONS.is_empty());
    for lesson in G::LESSONS {
        let title = lesson.words.title;
        let content = lesson.content().expect(title);
        let with = successes(lesson, &content, Pupil::Taught).expect(title);
        let without = successes(lesson, &content, Pupil::Untaught).expect(title);
        println!("{title}: {with} of {PLAYS} with it, {without} without");
        assert!(with >= 950, "{title}: {with} of {PLAYS} succeed with it");
        assert!(without <= 50, "{title}: {without} succeed without it");
    }
}

#[test]
fn players_who_know_the_idea_of_a_lesson_succeed_and_others_fail() {
    check_players::<Match3>();
    check_players::<Hexxagon>();
    check_players::<TicTacToe>();
    check_players::<DungeonGame>();
}

#[test]
fn the_player_who_does_not_look_for_the_key_finds_it_by_chance_if_there_is_time() {
    let lesson = Lesson {
        moves: 1_000,
        ..DungeonGame::LESSONS[0]
    };
    let content = lesson.content().expect("a dungeon");
    let without = successes(&lesson, &content, Pupil::Untaught).expect("plays");
    assert!(without >= 800, "{without} of {PLAYS}");
}

#[test]
fn the_lesson_about_the_key_says_after_how_many_steps_it_ends() {
    let lesson = DungeonGame::LESSONS[0];
    for (language, _) in Language::ALL {
        let said = Words::of(language).get(lesson.words.failure);
        assert!(said.contains(&lesson.moves.to_string()), "{said}");
    }
}

/// The time in seconds in which people read a word: 200 in a minute.
const WORD: f32 = 0.3;

/// Asserts that a person reads and plays each lesson of a game within a minute, if a move takes some time in seconds and
/// the person makes as many as the automatic player who knows the idea.
fn check_time<G: TableGame>(words: &Words, per_move: f32) {
    for lesson in G::LESSONS {
        let title = lesson.words.title;
        let content = lesson.content().expect(title);
        let plays = (0..100).map(|luck| {
            let play = play_lesson(lesson, &content, Pupil::Taught, Seed(luck));
            play.expect(title).1
        });
        let moves = plays.sum::<u32>() as f32 / 100.0;
        let texts = [title, lesson.words.task, lesson.words.success];
        let texts = texts.map(|key| words.get(key).split_whitespace().count());
        let read: usize = texts.iter().sum();
        let time = read as f32 * WORD + moves * per_move;
        println!("{title}: {read} words, {moves:.1} moves, {time:.0} s");
        assert!(time <= 60.0, "{title} takes {time:.0} seconds");
    }
}

#[test]
fn the_words_and_moves_of_a_lesson_take_less_than_a_minute() {
    let words = Words::of(Language::English);
    check_time::<Match3>(&words, 3.0);
    check_time::<Hexxagon>(&words, 3.0);
    check_time::<TicTacToe>(&words, 3.0);
    // A press on a place makes many steps.
    check_time::<DungeonGame>(&words, 0.6);
}

/// Asserts that the evolution of each lesson of a game gives its genome again.
fn evolve_again<G: TableGame>() {
    for lesson in G::LESSONS {
        let parameters = usual_parameters(lesson.genome.genes().len());
        let evolution = LessonEvolution::new(*lesson, parameters, lesson.seed);
        let mut evolution = evolution.expect("its parameters are in range");
        let found = evolution.finish(2, |_| ()).expect("a position");
        let title = lesson.words.title;
        assert!(found.teaches(), "{title}: {found:?}");
        assert_eq!(found.genome, lesson.genome, "{title}");
    }
}

#[test]
fn each_lesson_evolves_again_from_its_seed() {
    evolve_again::<Match3>();
    evolve_again::<Hexxagon>();
    evolve_again::<TicTacToe>();
    evolve_again::<DungeonGame>();
}

/// Makes the position of each lesson from some genes, and plays it. Genes that give no lesson are refused.
fn play_any<G: TableGame>(genes: &[u8], luck: Seed) {
    for lesson in G::LESSONS {
        let genome = LessonGenome::of_genes(genes);
        let lesson = Lesson { genome, ..*lesson };
        if let Ok(content) = lesson.content() {
            play_lesson(&lesson, &content, Pupil::Taught, luck);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Any genes, too few or too many, can be read and played as far as they go. Only a panic fails this test.
    #[test]
    fn no_genes_of_a_lesson_cause_a_panic(
        genes in prop::collection::vec(any::<u8>(), 0..=MOST_GENES + 1),
        luck in any::<u64>(),
    ) {
        play_any::<Match3>(&genes, Seed(luck));
        play_any::<Hexxagon>(&genes, Seed(luck));
        play_any::<TicTacToe>(&genes, Seed(luck));
        play_any::<DungeonGame>(&genes, Seed(luck));
    }
}

/// The first position of a lesson; `None` if its genes give none.
fn first_position<G: Game>(lesson: &Lesson<G>) -> Option<G::State> {
    let content = lesson.content().ok()?;
    let table = Table::of_lesson(*lesson, content, Seed(1)).ok()?;
    Some(table.state().clone())
}

/// The special cell and the block of each cell of a board.
fn cells(board: &Board) -> Vec<(Option<Kind>, Option<Colour>)> {
    let cells = board.size().cells();
    cells.map(|c| (board.kind(c), board.colour(c))).collect()
}

/// The first position of a lesson of match-3 with random genes, and the same with one gene drawn anew; `None` if one of
/// the two is no position.
fn changed_boards(lesson: &Lesson<Match3>, rng: &mut Stream) -> Option<[Board; 2]> {
    let length = lesson.genome.genes().len();
    let genome = LessonGenome::random(length, rng);
    let mut genes = genome.genes().to_vec();
    // The first gene is the seed of the blocks that come later.
    genes[1 + rng.random_below(length as u32 - 1) as usize] = rng.random_below(256) as u8;
    let board = |genome| {
        let position = first_position(&Lesson { genome, ..*lesson })?;
        Some(position.board().clone())
    };
    Some([board(genome)?, board(LessonGenome::of_genes(&genes))?])
}

#[test]
fn a_changed_gene_changes_few_cells_of_match_3() {
    let mut rng = Seed(1).stream(Purpose::Reproduction);
    for lesson in Match3::LESSONS {
        let title = lesson.words.title;
        let mut changes = Vec::new();
        for [before, after] in (0..80).filter_map(|_| changed_boards(lesson, &mut rng)) {
            let pairs = cells(&before).into_iter().zip(cells(&after));
            changes.push(pairs.filter(|(before, after)| before != after).count());
        }
        let (count, sum) = (changes.len(), changes.iter().sum::<usize>());
        assert!(count > 40, "{title}: {count} pairs of positions");
        // A block that would make a match gets the next colour, so that a change may lead to others.
        assert!(changes.iter().all(|cells| *cells <= 12), "{changes:?}");
        assert!(
            (count / 2..=2 * count).contains(&sum),
            "{title}: {changes:?}"
        );
    }
}

/// Waits until a lesson of a game is on the table, and returns it.
fn wait_for_lesson<G: TableGame>(app: &mut App, title: &str) -> Lesson<G> {
    until(app, title, |world| {
        let table = world.get_resource::<Table<G>>();
        let lesson = table.and_then(Table::lesson);
        screen(world) == Screen::Play && lesson.is_some_and(|l| l.words.title == title)
    });
    *table::<G>(app).lesson().expect("it is a lesson")
}

/// Plays the lesson at the table with the player that knows its idea, until its result is shown.
fn play_knowingly<G: TableGame>(app: &mut App, lesson: &Lesson<G>) {
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    until(app, "the board", |world| menu(world) == Menu::None);
    let mut player = (lesson.player)(Pupil::Taught);
    let mut rng = Seed(1).stream(Purpose::Player);
    until(app, "the result", |world| {
        let table = world.resource::<Table<G>>();
        if table.is_human_turn() && G::is_at_rest(world) {
            let made = player(table.state(), &mut rng).expect("a move");
            play_for_human::<G>(world, made);
        }
        menu(world) == Menu::Result
    });
}

/// Asserts that a game is not saved, kept or counted.
fn assert_nothing_remains(app: &App, folder: &std::path::Path, key: &str) {
    let world = app.world();
    let statistics = world.resource::<Statistics>();
    assert_eq!(statistics.names_of(key).count(), 0, "{key} is not counted");
    let replays = world.resource::<Replays>();
    assert!(replays.newest_first().is_empty(), "{key} is not kept");
    assert!(save::slots(world, key).is_empty(), "{key} is not saved");
    assert!(!Folders::within(folder).game(key).exists());
}

#[test]
fn a_newcomer_learns_from_the_title_on_and_is_offered_the_next_lesson() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.init_resource::<Heard>().add_systems(Last, hear);
    app.update();
    app.update();
    press_text(&mut app, "Start here");
    let lesson = wait_for_lesson::<Match3>(&mut app, "match3.lesson.match");
    app.update();
    assert!(is_said(app.world_mut(), "collect 9 such blocks"));
    let shown = app.world().resource::<Hint<Match3>>().0;
    assert!(shown.is_some(), "its first move is shown");
    play_knowingly(&mut app, &lesson);
    app.update();
    assert_eq!(table::<Match3>(&app).ending(), Some(Ending::Won(0)));
    assert!(is_said(app.world_mut(), "Well done"));
    let heard = &app.world().resource::<Heard>().0;
    assert!(heard.contains(&Sound::Solved) && !heard.contains(&Sound::Win));
    assert_nothing_remains(&app, folder.path(), "match3");
    press_text(&mut app, "Next lesson");
    wait_for_lesson::<Match3>(&mut app, "match3.lesson.shells");
    assert_eq!(table::<Match3>(&app).moves().len(), 0);
}

#[test]
fn the_last_lesson_leads_to_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    (card(&app, TicTacToe::KEY).start_lesson)(app.world_mut(), 3);
    let lesson = wait_for_lesson::<TicTacToe>(&mut app, "ttt.lesson.board");
    play_knowingly(&mut app, &lesson);
    app.update();
    assert!(!is_said(app.world_mut(), "Next lesson"));
    assert_nothing_remains(&app, folder.path(), TicTacToe::KEY);
    press_text(&mut app, "Play");
    until(&mut app, "the setup page", |world| {
        screen(world) == Screen::Setup
    });
}

#[test]
fn after_a_failure_one_tries_again_and_is_shown_a_good_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    (card(&app, TicTacToe::KEY).start_lesson)(app.world_mut(), 0);
    wait_for_lesson::<TicTacToe>(&mut app, "ttt.lesson.line");
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    app.update();
    let shown = |app: &App| app.world().resource::<Hint<TicTacToe>>().0;
    assert_eq!(shown(&app), None, "the player finds it alone");
    let game = table::<TicTacToe>(&app).state().clone();
    let lines = game.lines().expect("a board of lines");
    let (own, other) = (game.to_move(), game.to_move().other());
    let is_careless = |cell: &_| !lines.completes(*cell, own) && !lines.completes(*cell, other);
    let careless = game.legal_cells().into_iter().find(is_careless);
    play_for_human::<TicTacToe>(app.world_mut(), careless.expect("a free cell"));
    wait_for_result(&mut app);
    app.update();
    assert_eq!(table::<TicTacToe>(&app).ending(), Some(Ending::Lost));
    assert!(is_said(app.world_mut(), "Not yet"));
    assert_nothing_remains(&app, folder.path(), TicTacToe::KEY);
    press_text(&mut app, "Try again");
    until(&mut app, "the same position", |world| {
        world.resource::<Table<TicTacToe>>().moves().is_empty()
            && world.resource::<Hint<TicTacToe>>().0.is_some()
    });
    let good = shown(&app).expect("it is shown");
    play_for_human::<TicTacToe>(app.world_mut(), good);
    assert_eq!(table::<TicTacToe>(&app).ending(), Some(Ending::Won(0)));
}

#[test]
fn a_good_move_is_shown_to_a_player_who_does_not_move_for_a_while_if_it_is_wanted() {
    for is_wanted in [true, false] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = app(folder.path());
        app.update();
        app.world_mut().resource_mut::<Settings>().idle_hints = is_wanted;
        (card(&app, TicTacToe::KEY).start_lesson)(app.world_mut(), 0);
        wait_for_lesson::<TicTacToe>(&mut app, "ttt.lesson.line");
        let is_shown = |app: &App| app.world().resource::<Hint<TicTacToe>>().0.is_some();
        fix_frame_time(&mut app);
        (0..200).for_each(|_| app.update());
        assert!(!is_shown(&app), "after ten seconds");
        (0..400).for_each(|_| app.update());
        assert_eq!(is_shown(&app), is_wanted, "after half a minute");
    }
}

/// Whether the button of the hint is lit.
fn is_hint_button_lit(app: &mut App) -> bool {
    let mut buttons = app.world_mut().query::<(&Prominence, &Children)>();
    let world = app.world();
    let is_hint = |child: Entity| {
        let text = world.get::<Text>(child);
        text.is_some_and(|text| written(text).starts_with("Hint"))
    };
    let mut found = buttons.iter(world);
    let button = found.find(|(_, children)| children.iter().any(is_hint));
    *button.expect("the button of the hint").0 == Prominence::Lit
}

#[test]
fn the_button_of_the_hint_is_lit_for_a_player_who_does_not_move_for_a_while() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, "tic-tac-toe:3x3k3-human-human#a");
    fix_frame_time(&mut app);
    (0..500).for_each(|_| app.update());
    assert!(!is_hint_button_lit(&mut app), "after 25 seconds");
    (0..200).for_each(|_| app.update());
    assert!(is_hint_button_lit(&mut app), "after 35 seconds");
    // Nothing was helped with, and a move begins the time anew.
    assert!(app.world().resource::<Hint<TicTacToe>>().0.is_none());
    let cell = table::<TicTacToe>(&app).state().legal_cells()[0];
    play_for_human::<TicTacToe>(app.world_mut(), cell);
    (0..100).for_each(|_| app.update());
    assert!(!is_hint_button_lit(&mut app), "five seconds after a move");
    app.world_mut().resource_mut::<Settings>().idle_hints = false;
    (0..700).for_each(|_| app.update());
    assert!(!is_hint_button_lit(&mut app), "it is switched off");
}

#[test]
fn lessons_of_hexxagon_and_of_the_dungeon_are_played_at_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    (card(&app, Hexxagon::KEY).start_lesson)(app.world_mut(), 0);
    let lesson = wait_for_lesson::<Hexxagon>(&mut app, "hex.lesson.take");
    play_knowingly(&mut app, &lesson);
    assert_eq!(table::<Hexxagon>(&app).ending(), Some(Ending::Won(0)));
    assert_nothing_remains(&app, folder.path(), Hexxagon::KEY);
    (card(&app, DungeonGame::KEY).start_lesson)(app.world_mut(), 1);
    let lesson = wait_for_lesson::<DungeonGame>(&mut app, "dungeon.lesson.doorway");
    assert_eq!(table::<DungeonGame>(&app).state().game.enemies.len(), 4);
    app.update();
    // The card gives the task, and no message contradicts it.
    assert!(is_said(app.world_mut(), "Four guards have seen you"));
    assert!(!is_said(app.world_mut(), "Find the key"));
    play_knowingly(&mut app, &lesson);
    assert_eq!(table::<DungeonGame>(&app).ending(), Some(Ending::Won(0)));
    assert_nothing_remains(&app, folder.path(), DungeonGame::KEY);
}

#[test]
fn a_lesson_that_was_done_is_remembered_and_the_tile_goes_on_with_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = app(folder.path());
    first.update();
    let lessons = (card(&first, TicTacToe::KEY).lessons)();
    let done = |app: &App| app.world().resource::<LearntLessons>().count(&lessons);
    (card(&first, TicTacToe::KEY).start_lesson)(first.world_mut(), 0);
    let lesson = wait_for_lesson::<TicTacToe>(&mut first, "ttt.lesson.line");
    assert_eq!(done(&first), 0);
    play_knowingly(&mut first, &lesson);
    assert_eq!(done(&first), 1);
    end_program(&mut first);
    drop(first);
    let mut second = app(folder.path());
    second.update();
    second.update();
    assert_eq!(done(&second), 1);
    press_text(&mut second, "Lessons 1/4");
    wait_for_lesson::<TicTacToe>(&mut second, "ttt.lesson.block");
    // The list ticks the lessons that were done, and no other ones.
    let mut next = second.world_mut().resource_mut::<NextState<Menu>>();
    next.set(Menu::Lessons);
    until(&mut second, "the list", |world| {
        menu(world) == Menu::Lessons
    });
    second.update();
    let mut texts = second.world_mut().query::<&Text>();
    let ticks = texts.iter(second.world()).filter(|text| text.0 == "Done");
    assert_eq!(ticks.count(), 1);
}

#[test]
fn the_list_of_lessons_opens_from_the_setup_page_and_from_the_pause_menu() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(Hexxagon::KEY);
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    until(&mut app, "the setup page", |world| {
        screen(world) == Screen::Setup
    });
    app.update();
    press_text(&mut app, "How to play");
    until(&mut app, "the list", |world| menu(world) == Menu::Lessons);
    app.update();
    assert!(is_said(app.world_mut(), "When to leap"));
    press_text(&mut app, "Try it");
    until(&mut app, "a lesson", |world| {
        let table = world.get_resource::<Table<Hexxagon>>();
        let is_lesson = table.is_some_and(|table| table.lesson().is_some());
        is_lesson && screen(world) == Screen::Play && menu(world) == Menu::None
    });
    let mut next = app.world_mut().resource_mut::<NextState<Menu>>();
    next.set(Menu::Pause);
    until(&mut app, "the pause", |world| menu(world) == Menu::Pause);
    app.update();
    press_text(&mut app, "How to play");
    until(&mut app, "the list", |world| menu(world) == Menu::Lessons);
    app.update();
    press_text(&mut app, "Back");
    until(&mut app, "the pause", |world| menu(world) == Menu::Pause);
}
