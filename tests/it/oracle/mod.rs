//! Second implementations of the rules, written from the documents of `docs/rules/` and not from the sources: slow and
//! plain. Random games go through both, move by move, and must agree in everything. The cleverest functions are
//! compared in the same way, on random input.
//!
//! The suite plays a few hundred games of each kind. `EVOLVARIUM_ORACLE_GAMES=10000 cargo test --release oracle` plays
//! that many, and `EVOLVARIUM_ORACLE_FIRST=1000000` plays other games, from this number on.

mod dungeon;
mod hexxagon;
mod match3;
mod match3_functions;
mod plain_sight;
mod sight;
mod tic_tac_toe;

use evolvarium::base::{Purpose, Seed, Stream};

/// Returns the numbers of the games to play, and a stream of random numbers for each.
fn games(usual: u64) -> impl Iterator<Item = (u64, Stream)> {
    let number = |variable, usual| {
        let asked = std::env::var(variable).ok();
        asked.map_or(usual, |text| text.parse().expect("a number of games"))
    };
    let count: u64 = number("EVOLVARIUM_ORACLE_GAMES", usual);
    let first: u64 = number("EVOLVARIUM_ORACLE_FIRST", 0);
    (first..first + count).map(|game| (game, Seed(game).stream(Purpose::Player)))
}

/// Draws one of some things.
fn one_of<T: Copy>(rng: &mut Stream, things: &[T]) -> T {
    *rng.choose(things).expect("there is one")
}

/// Draws a number from a range, both ends included.
fn between(rng: &mut Stream, least: u32, most: u32) -> u32 {
    least + rng.random_below(most - least + 1)
}
