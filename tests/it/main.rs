//! What a player or a program does from outside. One binary, so that linking stays short.

mod app;
mod command_line;
mod dungeon;
mod dungeon_app;
mod dungeon_descents;
mod dungeon_enemies;
mod dungeon_rules;
mod generation;
mod harness;
mod hexxagon;
mod hexxagon_app;
mod hexxagon_engine;
mod hexxagon_evolution;
mod keys;
mod match3_levels;
mod match3_players;
mod match3_powers;
mod match3_rules;
mod match3_success;
mod session;
mod tic_tac_toe;
mod tic_tac_toe_app;
mod tic_tac_toe_search;
mod tic_tac_toe_strategies;
mod window;
mod words;
