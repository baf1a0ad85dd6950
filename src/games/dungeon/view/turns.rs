//! Makes the moves that were requested or that an auto-action asks for, a turn at a time.

use bevy::prelude::*;

use super::auto_actions::{self, AutoAction};
use super::{OpenCard, View};
use crate::games::dungeon::players::Player;
use crate::games::dungeon::rules::Move;
use crate::games::dungeon::table::{DungeonGame, Table};
use crate::shell::screen::is_without_menu;
use crate::shell::settings::Settings;
use crate::shell::table;

/// Seconds for which a turn is shown.
const TURN: f32 = 0.11;

/// The part of that time for which a turn of rest is shown.
const REST_TURN: f32 = 0.3;

/// The largest number of turns of a frame. A slow frame shows several, so that the game does not fall behind; more
/// than these would make the next frame slow too.
const MAX_TURNS_A_FRAME: usize = 8;

/// Makes the moves that were requested or that an auto-action asks for, each once the turn before has been shown.
pub(super) fn play_turns(world: &mut World) {
    // A request for another game that was on the table at the beginning of the frame is not one for this game.
    let revision = world.get_resource::<Table>().map(Table::revision);
    let built = world.resource::<View>().built;
    if built.map(|(revision, _)| revision) != revision {
        return;
    }
    let speed = world.resource::<Settings>().animation_speed();
    let delta = world.resource::<Time>().delta_secs() * speed;
    let has_menu = !is_without_menu(world);
    let mut view = world.resource_mut::<View>();
    view.busy -= delta;
    for _ in 0..MAX_TURNS_A_FRAME {
        if has_menu || world.resource::<View>().busy > 0.0 {
            break;
        }
        if world.resource::<View>().open == Some(OpenCard::Heirs) {
            break;
        }
        let seconds = match world.resource::<View>().auto_action {
            Some(AutoAction::Rest) => TURN * REST_TURN,
            _ => TURN,
        };
        let Some(chosen_move) = next_move(world) else {
            break;
        };
        table::play::<DungeonGame>(world, chosen_move);
        // The view falls behind the game by one frame at most.
        let mut view = world.resource_mut::<View>();
        view.busy = view.busy.max(-delta) + seconds;
    }
    let mut view = world.resource_mut::<View>();
    view.busy = view.busy.max(0.0);
}

/// The move that was requested, or the next one of the auto-action.
fn next_move(world: &mut World) -> Option<Move> {
    let mut view = world.resource_mut::<View>();
    if let Some(requested) = view.requested.take() {
        view.auto_action = None;
        return Some(requested);
    }
    auto_actions::next_move(world)
}

/// The move that the automatic player would make.
pub(super) fn automatic_move(world: &mut World) -> Option<Move> {
    world.resource_scope(|world, mut view: Mut<View>| {
        let table = world.get_resource::<Table>()?;
        view.player.choose(&table.state().game)
    })
}
