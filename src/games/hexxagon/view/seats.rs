//! The seats on the setup page: the player of each seat, and its strength.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::five_weights;
use super::names::colour_key;
use super::opponent_picker::{OpponentKind, has_steps, method_text, stepped, strength_text};
use super::setup_page::{change, setup};
use crate::games::hexxagon::players::Opponent;
use crate::games::hexxagon::rules::Player;
use crate::games::hexxagon::setup::Seat;
use crate::shell::creature::sigil;
use crate::shell::table::setup_page::row;
use crate::shell::table::setup_widgets::{show_while, spawn_remark};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::stepper::stepper;
use crate::shell::theme::widget::{ButtonStyle, TextSize, button, choices, label};
use crate::shell::words::Words;

/// The side of a sigil, in interface pixels.
const SIGIL: f32 = 30.0;

/// Spawns the row of a seat: the kind of player, its strength, and its method of choosing moves.
pub(super) fn spawn_row(page: &mut ChildSpawnerCommands, number: usize) {
    let player = Player(number as u8);
    let row = row(page, colour_key(player), |row| {
        let kinds = OpponentKind::ALL.map(|kind| (kind.key(), Some(kind)));
        let kinds = std::iter::once(("play.human", None)).chain(kinds);
        let is_seated = move |world: &World, kind: Option<OpponentKind>| match setup(world)
            .seats
            .get(number)
        {
            Some(Seat::Human) => kind.is_none(),
            Some(Seat::Computer(opponent)) => kind.is_some() && OpponentKind::of(*opponent) == kind,
            None => false,
        };
        choices(row, kinds, is_seated, move |world, kind| {
            let seat = match kind {
                None => Seat::Human,
                Some(kind) => Seat::Computer(kind.usual(world, opponent(world, number))),
            };
            set_seat(world, number, seat);
        });
        row.spawn(sigil(SIGIL, move |world: &World| {
            match opponent(world, number) {
                Some(Opponent::Weights(weights)) => Some(weights.creature()),
                _ => None,
            }
        }));
        spawn_strength(row, number);
        spawn_weights_button(row, number);
        let method = move |world: &World| match opponent(world, number) {
            Some(opponent) => method_text(world.resource::<Words>(), opponent),
            None => String::new(),
        };
        spawn_remark(row, method);
    });
    show_while(page, row, move |world| number < setup(world).seats.len());
}

/// Spawns the stepper for the strength of the opponent. A human has none. If there is no saved opponent to step to,
/// words say so.
fn spawn_strength(row: &mut ChildSpawnerCommands, number: usize) {
    let steps = move |world: &World| {
        let opponent = opponent(world, number);
        opponent.map(|opponent| has_steps(world, opponent))
    };
    let shown = VisibleWhen::new(move |world| steps(world) == Some(true));
    row.spawn((Node::default(), shown)).with_children(|place| {
        let show = move |world: &World| {
            let opponent = opponent(world, number);
            opponent.map_or(String::new(), |opponent| strength_text(world, opponent))
        };
        stepper(place, show, move |world, step| {
            let now = opponent(world, number);
            if let Some(next) = now.and_then(|now| stepped(world, now, step)) {
                set_seat(world, number, Seat::Computer(next));
            }
        });
    });
    row.spawn((
        label("hex.setup.none_saved", TextSize::Small, palette::MIST),
        VisibleWhen::new(move |world| steps(world) == Some(false)),
    ));
}

/// Spawns a button that opens the page on which the five weights of the opponent are set.
fn spawn_weights_button(row: &mut ChildSpawnerCommands, number: usize) {
    let open = button(row, ButtonStyle::Chip, "hex.setup.weights", move |world| {
        five_weights::open(world, number);
    });
    show_while(row, open, move |world| {
        matches!(opponent(world, number), Some(Opponent::Weights(_)))
    });
}

/// The automatic player in a seat; `None` for a human.
pub(super) fn opponent(world: &World, number: usize) -> Option<Opponent> {
    match setup(world).seats.get(number) {
        Some(Seat::Computer(opponent)) => Some(*opponent),
        _ => None,
    }
}

/// Puts a player in a seat.
pub(super) fn set_seat(world: &mut World, number: usize, new: Seat) {
    change(world, |setup| {
        if let Some(seat) = setup.seats.get_mut(number) {
            *seat = new;
        }
    });
}
