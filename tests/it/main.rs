//! What a player or a program does from outside. One binary, so that linking stays short.

mod generation;
mod match3_levels;
mod match3_rules;
