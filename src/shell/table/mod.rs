//! The table: everything that the games share while they are set up, played and ended. A game implements
//! [`Game`](crate::session::Game) for its rules and [`TableGame`] for its words and pictures. The rest is here, once
//! for all games.

pub mod actions;
mod add_game;
pub mod board_section;
pub mod clock;
pub mod computers;
mod difficulty_faces;
mod ending;
mod glimpse;
pub mod grid_view;
pub mod ground;
pub mod harder;
mod held_move;
mod idle;
pub mod interlude;
mod interlude_page;
pub mod keep_content;
pub mod launch;
pub mod learning_row;
pub mod lesson;
pub mod look_back;
pub mod move_list;
pub mod new_game;
pub mod other_game;
pub mod pacing;
pub mod panel;
mod play;
mod preview;
pub mod puzzle;
mod question;
pub mod replay;
mod resign;
pub mod result;
mod save_copy;
pub mod save_row;
pub mod setup_page;
mod setup_scroll;
pub mod setup_tabs;
pub mod setup_widgets;
pub mod share;
mod side;
mod sides;
mod skill;
mod table_game;
mod text;
pub mod variations;

use bevy::prelude::*;

pub use super::games::{CourseWords, Evolved, GameWords};
pub use actions::TableAction;
pub use add_game::{add_game, playing};
pub use computers::Computers;
pub use ending::count_and_save;
pub use interlude::Interlude;
pub use launch::{open, resume, start};
pub use new_game::NewGame;
pub use pacing::Pacing;
pub use play::{Hint, can_move, change, note_insight, play, play_for_human};
use play::{refuse, save, say_move};
pub use preview::Preview;
pub use sides::Sides;
pub use table_game::{ResultButton, TableGame};
pub use text::{
    joined_lines, outcome_text, player_name, seat_name, seat_name_at, standing_text, status_text,
    table_tally_text, tally_text,
};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        interlude::plugin,
        idle::plugin,
        keep_content::plugin,
        launch::plugin,
        lesson::plugin,
        new_game::plugin,
        pacing::plugin,
        preview::plugin,
        replay::plugin,
        setup_page::plugin,
        setup_scroll::plugin,
        setup_tabs::plugin,
        share::plugin,
    ));
}
