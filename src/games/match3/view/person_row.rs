//! The row of the setup page that chooses the player for whom the level is made, and shows the belief about them.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::setup_tabs::{ModeTab, tab};
use crate::games::match3::learner::{self, Learner};
use crate::games::match3::players::IntendedPlayer;
use crate::games::match3::players::belief::Figure;
use crate::games::match3::rules::Match3;
use crate::session::Game;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::table::learning_row::{LearningRow, spawn_learning_row};
use crate::shell::table::new_game;
use crate::shell::theme::palette;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        follow_player.run_if(in_state(Screen::Setup).and_then(active(Match3::KEY))),
    );
}

/// Makes the new level for the player, as far as they are known. The other modes have no success rate, and the stops of
/// the journey are made for the player when they evolve.
pub(super) fn follow_player(world: &mut World) {
    let wanted = match tab(world) {
        ModeTab::Level => learner::intended_player(world),
        _ => IntendedPlayer::Reference,
    };
    if new_game::setup::<Match3>(world).intended_player != wanted {
        new_game::change::<Match3>(world, |setup| setup.intended_player = wanted);
    }
}

/// Adds the row.
pub(super) fn spawn(page: &mut ChildSpawnerCommands) -> Entity {
    let about = LearningRow {
        name: "match3.setup.person",
        choices: [
            ("match3.setup.person.me", true),
            ("match3.setup.person.automatic", false),
        ],
        text: known_text,
        colour: palette::MIST,
        forget: "match3.setup.person.forget",
        is_known: |world| {
            let learns = world.resource::<Settings>().learns_from_player;
            learns && world.resource::<Learner>().belief().is_some()
        },
        do_forget: learner::forget,
        has_button: |_| false,
    };
    spawn_learning_row(page, about, |_| {})
}

/// The words that name the player of the success rate.
pub(super) fn success_label(world: &World) -> String {
    let key = match new_game::setup::<Match3>(world).intended_player.is_known() {
        true => "match3.setup.success.me",
        false => "match3.setup.success",
    };
    world.resource::<Words>().get(key)
}

/// The belief about the player, in words.
fn known_text(world: &World) -> String {
    let (words, learner) = (world.resource::<Words>(), world.resource::<Learner>());
    if !world.resource::<Settings>().learns_from_player {
        return words.get("match3.setup.person.off");
    }
    let missing = learner.missing();
    let Some(belief) = learner.belief().filter(|_| missing == 0) else {
        let values = [("swaps", missing.to_string())];
        return words.fill("match3.setup.person.missing", &values);
    };
    let percent = |figure: Figure| {
        let [mean, error] = [figure.mean, figure.error].map(|part| (100.0 * part).round());
        format!("{mean} ± {:.0}%", error.max(1.0))
    };
    let Figure { mean, error } = belief.lost;
    words.fill(
        "match3.setup.person.known",
        &[
            ("noticed", belief.model.habits.notices.to_string()),
            ("most", percent(belief.takes_most)),
            ("ahead", percent(belief.leads_farthest)),
            ("lost", format!("{mean:.1} ± {:.1}", error.max(0.1))),
            ("swaps", belief.swaps.to_string()),
        ],
    )
}
