//! The shell around the games: screens, menus, the table, the theatre, settings, theme, sound, input and notices.

pub mod access;
pub mod active_game;
pub mod at_rest;
pub mod audio;
pub mod board;
pub mod catalogue;
pub mod content_to_keep;
pub mod creature;
pub mod editor;
mod error_words;
pub mod game_id;
pub mod game_of_the_day;
pub mod games;
mod handed_over;
pub mod input;
pub mod laboratory;
pub mod language;
pub mod menus;
pub mod notice;
pub mod open_file;
mod particle;
pub mod pictures;
pub mod played;
pub mod screen;
pub mod settings;
pub mod shelf;
pub mod table;
pub mod theatre;
pub mod theme;
mod title;
pub mod tour;
mod waiting;
pub mod window;
pub mod window_picture;
pub mod window_size;
pub mod words;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        words::plugin,
        settings::plugin,
        screen::plugin,
        theme::plugin,
        audio::plugin,
        board::plugin,
        input::plugin,
        notice::plugin,
        window::plugin,
        title::plugin,
        menus::plugin,
        games::plugin,
        laboratory::plugin,
        table::plugin,
        theatre::plugin,
    ));
    app.add_plugins((
        access::plugin,
        at_rest::plugin,
        creature::plugin,
        played::plugin,
        shelf::plugin,
        open_file::plugin,
        waiting::plugin,
        handed_over::plugin,
        pictures::plugin,
        window_picture::plugin,
        game_of_the_day::plugin,
    ));
}
