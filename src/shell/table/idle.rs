//! The time for which the player has not moved, and the button of the hint, which is lit after a while. A hint itself is
//! never shown unasked in a game against rivals, because it counts as help.

use bevy::prelude::*;

use super::{Hint, TableGame, playing};
use crate::session::{Table, TableVersion};
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::theme::widget::Prominence;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<IdleTime>()
        .add_systems(OnEnter(Screen::Play), forget_idle_time);
}

/// Adds the systems that count the time of a game, and light the button of its hint.
pub(super) fn add_idle_time<G: TableGame>(app: &mut App) {
    let systems = (count_idle_time::<G>, light_hint_button::<G>);
    app.add_systems(Update, systems.chain().run_if(playing::<G>));
}

/// The button of the hint.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Prominence)]
pub(super) struct HintButton;

/// The time for which the position at the table has been the same, without a menu over it.
#[derive(Resource, Default)]
pub(super) struct IdleTime {
    /// The version of the table.
    position: Option<TableVersion>,
    seconds: f32,
}

impl IdleTime {
    /// Returns the seconds without a move.
    pub(super) fn seconds(&self) -> f32 {
        self.seconds
    }
}

fn forget_idle_time(mut idle: ResMut<IdleTime>) {
    *idle = IdleTime::default();
}

fn count_idle_time<G: TableGame>(
    time: Res<Time>,
    menu: Res<State<Menu>>,
    table: Res<Table<G>>,
    mut idle: ResMut<IdleTime>,
) {
    if idle.position != Some(table.version()) {
        *idle = IdleTime {
            position: Some(table.version()),
            seconds: 0.0,
        };
    } else if *menu.get() == Menu::None {
        idle.seconds += time.delta_secs();
    }
}

/// The seconds without a move after which the button of the hint is lit.
const UNTIL_LIT: f32 = 30.0;

fn light_hint_button<G: TableGame>(
    settings: Res<Settings>,
    idle: Res<IdleTime>,
    table: Res<Table<G>>,
    hint: Res<Hint<G>>,
    mut buttons: Query<&mut Prominence, With<HintButton>>,
) {
    let is_idle = settings.idle_hints && idle.seconds > UNTIL_LIT;
    // A puzzle is thought about for long.
    let is_lit = is_idle && table.is_human_turn() && table.puzzle().is_none() && hint.0.is_none();
    let wanted = match is_lit {
        true => Prominence::Lit,
        false => Prominence::Quiet,
    };
    for mut button in &mut buttons {
        button.set_if_neq(wanted);
    }
}
