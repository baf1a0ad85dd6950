//! The common parts of the tests of the journey of match-3: journeys that were travelled to some stop, their map, and
//! how stops are played.

use bevy::prelude::*;
use evolvarium::games::match3::journey::{Journey, JourneyStop, PlayerJourney};
use evolvarium::games::match3::level::{LevelGenome, Setup};
use evolvarium::games::match3::players::Player;
use evolvarium::games::match3::{ModeTab, StopNumber, Table};
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::generation::{EvolutionParameters, Pick, Purpose, Seed};
use evolvarium::session::GameId;
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::theatre;

use crate::harness::{screen, start, until, wait_for_result};
use crate::theatre::finish_run;

/// A level that any move wins.
pub const EASY: &str = "match3:9x9c6-p0m30.p10_39xap39#a";

/// The number of a stop of the main way, from 0.
pub fn main_way(number: u32) -> StopNumber {
    StopNumber::on_main_way(number)
}

/// The id of the best level of a run.
pub fn id_of(setup: &Setup, seed: Seed) -> GameId {
    GameId {
        game: "match3".to_owned(),
        version: None,
        setup: setup.to_string(),
        parameters: EvolutionParameters::default(),
        seed,
        pick: Pick::Best,
        genome: None,
    }
}

/// A board for a setup with any goals: it has a shell in the lower right corner.
pub fn board_for(setup: &Setup) -> LevelGenome {
    let (size, before) = (setup.size, setup.size.rows() * setup.size.cols() - 1);
    let text = format!("{size}c6-p0_{before}p");
    let with_board: Setup = text.parse().expect("a setup");
    with_board.board.expect("a board")
}

/// Adds a level for a stop of a journey without evolving it, and records a result of its game. Returns the setup of the
/// level.
pub fn reach(journey: &mut Journey, number: StopNumber, stars: u8, points: u32) -> Setup {
    let (setup, seed) = journey.setup_of(number);
    let (id, board) = (id_of(&setup, seed), board_for(&setup));
    journey.add_stop(number, &id, &setup, board, f64::from(setup.success));
    journey.record_result(number, stars, points);
    setup
}

/// The setups of the first stops of a new journey that is won at once.
pub fn setups_of(journey: &mut Journey, stops: u32) -> Vec<Setup> {
    let win = |number| reach(journey, main_way(number), 2, 1_000);
    (0..stops).map(win).collect()
}

/// A journey of some stops that were won.
pub fn won_journey(seed: u64, stops: u32) -> Journey {
    let mut journey = Journey::new(Seed(seed));
    setups_of(&mut journey, stops);
    journey
}

/// A journey of some stops that were won, and one more that was lost at the first try.
pub fn lost_journey(won: u32) -> Journey {
    let mut journey = won_journey(7, won);
    reach(&mut journey, main_way(won), 0, 10);
    journey
}

/// Opens the map of a journey.
pub fn open_map(app: &mut App, journey: Journey) {
    let world = app.world_mut();
    world.insert_resource(PlayerJourney(journey));
    let page = ModeTab::Journey as u8;
    let mut settings = world.resource_mut::<Settings>();
    settings.pages.insert("match3".to_owned(), page);
    world.resource_mut::<ActiveGame>().0 = Some("match3");
    world.resource_mut::<NextState<Screen>>().set(Screen::Title);
    until(app, "the title", |world| screen(world) == Screen::Title);
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    until(app, "the map", |world| screen(world) == Screen::Setup);
    (0..3).for_each(|_| app.update());
}

/// Makes `moves` moves of the strong player, or fewer if the game ends, without waiting for the animation.
pub fn make_moves(app: &mut App, moves: u32) {
    let mut table = app.world_mut().resource_mut::<Table>();
    let mut rng = Seed(3).stream(Purpose::Player);
    for _ in 0..moves {
        let swap = Player::LookAhead.choose(table.state(), &mut rng);
        if table.is_over() {
            break;
        }
        table.play(swap.expect("a swap")).expect("it can be made");
    }
}

/// Waits for the theatre, lets its runs go to their ends, and plays the level that they find.
pub fn play_what_evolves(app: &mut App) {
    until(app, "the theatre", |world| screen(world) == Screen::Theatre);
    finish_run(app);
    // If no level has quite the rate, the nearest one is picked when all have been tested.
    let mut frames = 0;
    until(app, "the board", |world| {
        if frames % 300 == 0 && screen(world) == Screen::Theatre {
            theatre::pick(world, Pick::Best);
        }
        frames += 1;
        if let Some(run) = theatre::watched(world)
            && let Some(mut driver) = world.get_mut::<RunDriver>(run)
        {
            driver.pace = Pace::FlatOut;
        }
        screen(world) == Screen::Play
    });
}

/// A stop whose level is the one under way, and which has not been played to its end. `rate` is its success rate in
/// percent.
pub fn unplayed_stop(table: &Table, rate: f64) -> JourneyStop {
    JourneyStop {
        id: table.id().to_string(),
        board: table.setup().to_string(),
        rate,
        stars: 0,
        best: 0,
        tries: 0,
    }
}

/// Wins the easy level as the next stop of a journey, and waits for the result.
pub fn win_next_stop(app: &mut App, mut journey: Journey) {
    start(app, EASY);
    app.world_mut().resource_mut::<Settings>().reduced_motion = true;
    let mut table = app.world_mut().resource_mut::<Table>();
    let number = journey.next_index();
    table.extra.stop = Some(number);
    journey.stops.push(unplayed_stop(&table, 90.0));
    app.world_mut().insert_resource(PlayerJourney(journey));
    make_moves(app, 1);
    wait_for_result(app);
    (0..3).for_each(|_| app.update());
}
