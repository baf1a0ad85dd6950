//! The row of the setup page that chooses the player for whom the level is made, and shows the belief about them.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::setup_tabs::{SetupPageTab, tab};
use crate::games::match3::learner::{self, Learner};
use crate::games::match3::players::IntendedPlayer;
use crate::games::match3::players::belief::Figure;
use crate::games::match3::rules::Match3;
use crate::session::Game;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::table::new_game;
use crate::shell::table::setup_page::row;
use crate::shell::theme::asking::Question;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::large::FillsLineWhenLarge;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, choices};
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
        SetupPageTab::Level => learner::intended_player(world),
        _ => IntendedPlayer::Reference,
    };
    if new_game::setup::<Match3>(world).intended_player != wanted {
        new_game::change::<Match3>(world, |setup| setup.intended_player = wanted);
    }
}

/// Adds the row.
pub(super) fn spawn(page: &mut ChildSpawnerCommands) -> Entity {
    row(page, "match3.setup.person", |row| {
        choices(
            row,
            [
                ("match3.setup.person.me", true),
                ("match3.setup.person.automatic", false),
            ],
            |world, for_me| world.resource::<Settings>().for_me == for_me,
            |world, for_me| world.resource_mut::<Settings>().for_me = for_me,
        );
        // The text becomes narrower if there is little room, and not the buttons. A large text has a line of its own.
        let rest = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            ..default()
        };
        row.spawn((rest, FillsLineWhenLarge)).with_child(bound_text(
            TextSize::Small,
            palette::MIST,
            known_text,
        ));
        let forget = Node {
            flex_shrink: 0.0,
            ..default()
        };
        let has_belief = |world: &World| {
            world.resource::<Settings>().for_me && world.resource::<Learner>().belief().is_some()
        };
        row.spawn((forget, VisibleWhen::new(has_belief)))
            .with_children(|row| {
                let question = Question {
                    caption: "match3.setup.person.forget",
                    question: "play.for_you.really",
                    number: 0,
                };
                question.spawn_button(row, ButtonStyle::Chip, learner::forget);
            });
    })
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
    if !world.resource::<Settings>().for_me {
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
