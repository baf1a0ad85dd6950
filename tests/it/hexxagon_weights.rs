//! Hexxagon's five-weight players: their terms, their ranking, and the page on which they are set by hand.

use bevy::prelude::*;
use evolvarium::base::{PlainError, parallel_map};
use evolvarium::games::hexxagon::compare::Comparison;
use evolvarium::games::hexxagon::insight::{self, InsightKind};
use evolvarium::games::hexxagon::opponents;
use evolvarium::games::hexxagon::opponents::ranking::{RankedPlayer, Score, Tournament, total};
use evolvarium::games::hexxagon::players::{Opponent, Reason, Weights};
use evolvarium::games::hexxagon::rules::{
    Board, BoardNumber, Cell, Game, Hexxagon, Move, Player, StuckRule,
};
use evolvarium::games::hexxagon::setup::{BoardChoice, Seat};
use evolvarium::games::hexxagon::{boards, evolve_board, evolve_opponent};
use evolvarium::generation::driver::RunDriver;
use evolvarium::generation::watch::DisplaySelection;
use evolvarium::generation::{EvolutionParameters, Seed};
use evolvarium::search::StopToken;
use evolvarium::session::Game as _;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::NewGame;
use evolvarium::shell::theatre;

use crate::harness::{
    app, end_program, fast_game, is_said, open_whole_setup, press_button, screen, show_part_with,
    table, until,
};
use crate::keys::press;

#[test]
fn the_terms_of_a_move_are_those_worked_by_hand_and_their_sum_is_its_score() {
    let board = Board::listed(BoardNumber(0), Seed(1)).expect("a board");
    let cells = |cells: &[u8]| cells.iter().map(|cell| Cell(*cell)).collect::<Vec<_>>();
    // Around 40 lie the rivals 41, 48 and 31; around 38 the own piece 37 and the rival 29.
    let pieces = [cells(&[38, 37]), cells(&[41, 48, 31, 29])];
    let game = Game::set_up(&board, StuckRule::Ends, &pieces, Player(0)).expect("legal");
    let index = |cell| board.index_of(Cell(cell)).expect("on the board");
    let terms = |made| Weights::SETS[1].terms_in(&game, made);
    let jump = terms(Move::Jump {
        from: index(38),
        to: index(40),
    });
    assert_eq!(jump.counts, [1, 1, 0, 1, 3]);
    assert_eq!((jump.products(), jump.sum()), ([-4, 1, 0, -3, 6], 0));
    // Around 39 lie 40, 38, 48, 47, 30 and 29: the rivals 48 and 29.
    let clone = terms(Move::Clone { to: index(39) });
    assert_eq!(clone.counts, [0, 0, 1, 0, 2]);
    assert_eq!((clone.products(), clone.sum()), ([0, 0, 1, 0, 4], 5));
}

#[test]
fn a_five_weight_player_gives_the_terms_of_its_move_and_no_move_scores_more() {
    let board = Board::listed(BoardNumber(3), Seed(1)).expect("a board");
    let mut game = Game::new(&board, StuckRule::Ends);
    let players = [
        Opponent::Set(3),
        Opponent::Weights(Weights([9, -9, 4, 5, -1])),
    ];
    while game.ending().is_none() && game.move_count() < 120 {
        let player = players[game.mover().index()];
        let seed = Seed(2).child(u64::from(game.move_count()));
        let choice = player.choose(&game, seed, &StopToken::default(), &mut |_| {});
        let choice = choice.expect("a move");
        let Reason::Terms(terms) = choice.reason else {
            panic!("{player} gives no terms");
        };
        let weights = player.weights().expect("five weights");
        assert_eq!(terms, weights.terms_in(&game, choice.made));
        let scores = game.moves().into_iter();
        let best = scores.map(|made| weights.terms_in(&game, made).sum()).max();
        assert_eq!(Some(terms.sum()), best);
        game.make(choice.made);
    }
}

/// Plays all matches of a tournament.
fn rank(players: &[RankedPlayer], pairs: u32, seed: Seed, threads: usize) -> Vec<Vec<Score>> {
    let tournament = Tournament::new(players.to_vec(), pairs, seed).expect("the boards are read");
    let matches = parallel_map(tournament.matches(), threads, |at| tournament.play(at));
    tournament.scores(&matches)
}

#[test]
fn the_sets_are_listed_in_the_order_of_their_measured_strength() {
    let mut numbers = Weights::SETS_BY_STRENGTH.map(|(set, _)| set);
    let sets = numbers.map(|set| RankedPlayer::Weights(Weights::of_set(set).expect("a set")));
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
    let percentages = Weights::SETS_BY_STRENGTH.map(|(_, percent)| percent);
    assert!(percentages.is_sorted(), "{percentages:?}");
    let scores = rank(&sets, 10, Seed(77), 2);
    for (own, (set, percent)) in scores.iter().zip(Weights::SETS_BY_STRENGTH) {
        let total = total(own);
        // Seven rivals, fifteen boards and ten pairs.
        assert_eq!(total.games(), 7 * 15 * 20);
        let away = (total.percent() - f64::from(percent)).abs();
        assert!(
            away < 4.0,
            "set {set}: {:.1} and {percent}",
            total.percent()
        );
    }
    assert_eq!(
        rank(&sets[..2], 3, Seed(1), 1),
        rank(&sets[..2], 3, Seed(1), 2),
        "the threads change nothing"
    );
}

/// Whether a text stands below the ancestor of a button that is `generations` generations above it.
fn is_beside(world: &World, button: Entity, generations: u32, text: &str) -> bool {
    fn says(world: &World, entity: Entity, text: &str) -> bool {
        let own = world.get::<Text>(entity).is_some_and(|own| own.0 == text);
        let children = world.get::<Children>(entity);
        own || children.is_some_and(|all| all.iter().any(|child| says(world, child, text)))
    }
    let parent = |entity: Entity| world.get::<ChildOf>(entity).map(ChildOf::parent);
    let ancestor = (0..generations).try_fold(button, |entity, _| parent(entity));
    ancestor.is_some_and(|ancestor| says(world, ancestor, text))
}

fn seats(app: &App) -> Vec<Seat> {
    app.world()
        .resource::<NewGame<Hexxagon>>()
        .setup
        .seats
        .clone()
}

#[test]
fn five_weights_are_set_by_hand_saved_and_chosen_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let any = |_: &World, _: Entity| true;
    let of_ruby = |world: &World, button| is_beside(world, button, 1, "Ruby");
    let mut first = app(folder.path());
    open_whole_setup(&mut first, Hexxagon::KEY);
    show_part_with(&mut first, "Weights");
    press_button(&mut first, "Weights", of_ruby);
    assert_eq!(
        seats(&first)[0],
        Seat::Computer(Opponent::Weights(Weights::SETS[5])),
        "set 6, as long as nothing is saved"
    );
    press_button(&mut first, "Set weights", of_ruby);
    for _ in 0..3 {
        first.update();
    }
    press_button(&mut first, "Set 8", any);
    for (button, weight) in [
        ("+", "own pieces left behind"),
        ("−", "captures"),
        ("−", "captures"),
    ] {
        press_button(&mut first, button, |world, button| {
            is_beside(world, button, 2, weight)
        });
    }
    type_name(&mut first, "Rook");
    press_button(&mut first, "Save opponent", any);
    press_button(&mut first, "Use them", any);
    for _ in 0..3 {
        first.update();
    }
    let made = Weights([0, 3, 2, 0, -1]);
    assert_eq!(seats(&first)[0], Seat::Computer(Opponent::Weights(made)));
    end_program(&mut first);
    drop(first);
    let mut second = app(folder.path());
    open_whole_setup(&mut second, Hexxagon::KEY);
    show_part_with(&mut second, "Weights");
    press_button(&mut second, "Weights", of_ruby);
    assert_eq!(seats(&second)[0], Seat::Computer(Opponent::Weights(made)));
    let shown = |app: &mut App, text: &str| {
        let mut texts = app.world_mut().query::<&Text>();
        texts.iter(app.world()).any(|shown| shown.0 == text)
    };
    second.update();
    assert!(shown(&mut second, "Rook"), "it is called as typed");
    let path =
        opponents::saved::library(second.world().resource()).path(&"rook".parse().expect("a name"));
    assert_eq!(opponents::saved::read(&path).expect("it can be read"), made);
}

#[test]
fn the_page_of_five_weights_says_why_they_cannot_be_tried_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let any = |_: &World, _: Entity| true;
    let of_ruby = |world: &World, button| is_beside(world, button, 1, "Ruby");
    let mut app = app(folder.path());
    open_whole_setup(&mut app, Hexxagon::KEY);
    show_part_with(&mut app, "Weights");
    press_button(&mut app, "Weights", of_ruby);
    press_button(&mut app, "Set weights", of_ruby);
    let trying = "These weights are being tried out.";
    let scores = "Scores against level";
    until(&mut app, "the trial", |world| {
        is_said(world, trying) || is_said(world, scores)
    });
    // No page can choose such a board, but a list of boards may get shorter.
    let mut game = app.world_mut().resource_mut::<NewGame<Hexxagon>>();
    game.setup.board = BoardChoice::Listed(BoardNumber(500));
    press_button(&mut app, "Set 8", any);
    until(&mut app, "the reason", |world| {
        is_said(
            world,
            "These weights cannot be tried out: there is no board 500",
        )
    });
    assert!(!is_said(app.world_mut(), trying));
}

/// Types a name into the only field with a name on the screen.
fn type_name(app: &mut App, name: &str) {
    use bevy::text::EditableText;
    let mut fields = app.world_mut().query::<&mut EditableText>();
    let mut fields = fields.iter_mut(app.world_mut());
    let mut field = fields.next().expect("a field");
    *field = EditableText::new(name);
    app.update();
}

#[test]
fn two_players_are_compared_on_the_same_position_and_the_game_stands_still() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b0-set2-set6#a");
    until(&mut app, "some moves", |world| {
        let table = world.resource::<evolvarium::session::Table<Hexxagon>>();
        table.moves().len() >= 4
    });
    insight::show(app.world_mut(), InsightKind::Compare);
    let both = |world: &World| {
        let comparison = world.resource::<Comparison>();
        (0..2).all(|side| comparison.choice(side).is_some())
    };
    until(&mut app, "both moves", |world| both(world));
    let moves = table::<Hexxagon>(&app).moves().len();
    app.world_mut().resource_mut::<Comparison>().players[1] =
        Opponent::Weights(Weights([0, 0, 0, 9, 0]));
    app.update();
    until(&mut app, "the move of the other player", |world| {
        both(world)
    });
    let game = table::<Hexxagon>(&app).state().clone();
    let comparison = app.world().resource::<Comparison>().clone();
    let jumps = comparison.choice(1).expect("found").made;
    assert!(matches!(jumps, Move::Jump { .. }), "only jumps score");
    assert!(game.moves().contains(&jumps));
    // A key goes one move back, and both players move there.
    press(&mut app, KeyCode::ArrowLeft);
    assert_eq!(table::<Hexxagon>(&app).moves().len(), moves - 1);
    // The moves before were those of the other player, so none of them is legal here.
    let there = table::<Hexxagon>(&app).state().moves();
    until(&mut app, "both moves there", |world| {
        let comparison = world.resource::<Comparison>();
        let made = |side| comparison.choice(side).map(|choice| choice.made);
        (0..2).all(|side| made(side).is_some_and(|made| there.contains(&made)))
    });
    insight::show(app.world_mut(), InsightKind::Off);
    assert_eq!(
        table::<Hexxagon>(&app).moves().len(),
        moves,
        "the game goes on where it was"
    );
}

#[test]
fn both_evolutions_take_the_search_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-level2#a");
    let chosen = EvolutionParameters {
        population: 14,
        elitism: 3,
        generations: 2,
        ..boards::usual_parameters()
    };
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.parameters.insert(Hexxagon::KEY.to_owned(), chosen);
    for evolve in [
        evolve_board as fn(&mut World) -> Result<(), PlainError>,
        evolve_opponent,
    ] {
        evolve(app.world_mut()).expect("it begins");
        until(&mut app, "the theatre", |world| {
            screen(world) == Screen::Theatre
        });
        let run = theatre::watched(app.world()).expect("a run");
        until(&mut app, "the end", |world| {
            let mut driver = world.get_mut::<RunDriver>(run).expect("a run");
            driver.pace = evolvarium::generation::driver::Pace::FlatOut;
            driver.watched().progress().stop.is_some()
        });
        let driver = app.world().get::<RunDriver>(run).expect("a run");
        let progress = driver.watched().progress();
        assert!(progress.generation.expect("a generation") <= 2);
        let frame = driver
            .watched()
            .frame(DisplaySelection::BEST, 100)
            .expect("a frame");
        assert_eq!(frame.members.len(), 14);
        let elites = frame
            .members
            .iter()
            .filter(|(_, member)| member.elite)
            .count();
        assert!(elites <= 6, "three in each population: {elites}");
        app.world_mut()
            .resource_mut::<NextState<Screen>>()
            .set(Screen::Setup);
        app.update();
    }
    // Settings that were not changed stay as each evolution has them.
    let settings = app.world().resource::<Settings>();
    let usual = opponents::usual_parameters();
    let parameters = settings.further_parameters_of(
        Hexxagon::KEY,
        boards::usual_parameters,
        opponents::usual_parameters,
    );
    assert_eq!(
        (
            parameters.population,
            parameters.elitism,
            parameters.generations
        ),
        (14, 3, 2)
    );
    assert_eq!(
        (parameters.mutation, parameters.selection),
        (usual.mutation, usual.selection)
    );
}
