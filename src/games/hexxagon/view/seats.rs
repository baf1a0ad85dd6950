//! The seats on the setup page: the player of each seat, and its strength.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::names::{colour_key, opponent_name, seconds};
use super::setup_page::{change, setup};
use crate::games::hexxagon::opponents;
use crate::games::hexxagon::players::{Level, LevelMethod, Opponent, Weights};
use crate::games::hexxagon::rules::Player;
use crate::games::hexxagon::setup::{Seat, opponent_of};
use crate::session::{Difficulty, Folders};
use crate::shell::notice::Notices;
use crate::shell::table::setup_page::row;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text, choices, stepper};
use crate::shell::words::Words;

/// The kind of player in a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SeatKind {
    Human,
    Level,
    Set,
    Time,
    Weights,
}

impl SeatKind {
    const ALL: [SeatKind; 5] = [
        SeatKind::Human,
        SeatKind::Level,
        SeatKind::Set,
        SeatKind::Time,
        SeatKind::Weights,
    ];

    fn of(seat: Seat) -> Option<Self> {
        match seat {
            Seat::Human => Some(SeatKind::Human),
            Seat::Computer(Opponent::Level(_)) => Some(SeatKind::Level),
            Seat::Computer(Opponent::Set(_)) => Some(SeatKind::Set),
            Seat::Computer(Opponent::Time(_)) => Some(SeatKind::Time),
            Seat::Computer(Opponent::Weights(_)) => Some(SeatKind::Weights),
            Seat::Computer(_) => None,
        }
    }

    fn key(self) -> &'static str {
        match self {
            SeatKind::Human => "play.human",
            SeatKind::Level => "hex.seat.level",
            SeatKind::Set => "hex.seat.set",
            SeatKind::Time => "hex.seat.time",
            SeatKind::Weights => "play.saved",
        }
    }
}

/// Adds the row of a seat: the kind of player, its strength, and how it thinks.
pub(super) fn add_row(page: &mut ChildSpawnerCommands, number: usize) {
    let player = Player(number as u8);
    let row = row(page, colour_key(player), |row| {
        let kinds = SeatKind::ALL.map(|kind| (kind.key(), kind));
        let is_seated = move |world: &World, kind| {
            let seat = setup(world).seats.get(number).copied();
            seat.and_then(SeatKind::of) == Some(kind)
        };
        choices(row, kinds, is_seated, move |world, kind| {
            let seat = match kind {
                SeatKind::Human => Some(Seat::Human),
                SeatKind::Level => Some(Seat::Computer(opponent_of(Difficulty::default()))),
                SeatKind::Set => Some(Seat::Computer(Opponent::Set(6))),
                SeatKind::Time => Some(Seat::Computer(Opponent::Time(1_000))),
                SeatKind::Weights => next_saved(world, None)
                    .map(|weights| Seat::Computer(Opponent::Weights(weights))),
            };
            if let Some(seat) = seat {
                set_seat(world, number, seat);
            }
        });
        let show = move |world: &World| match setup(world).seats.get(number) {
            Some(Seat::Computer(opponent)) => {
                let words = world.resource::<Words>();
                match opponent {
                    Opponent::Level(level) => format!("{} / 8", level.number()),
                    Opponent::Set(set) => format!("{set} / 8"),
                    Opponent::Time(milliseconds) => {
                        words.fill("hex.seconds", &[("value", seconds(*milliseconds))])
                    }
                    Opponent::Weights(weights) => {
                        let saved = &world.resource::<SavedOpponents>().0;
                        let named = saved.iter().find(|(_, other)| other == weights);
                        named.map_or_else(|| weights.to_string(), |(name, _)| name.clone())
                    }
                    other => opponent_name(*other, words),
                }
            }
            _ => "–".to_owned(),
        };
        stepper(row, show, move |world, step| {
            change_strength(world, number, step)
        });
        let method = move |world: &World| method_text(world, number);
        row.spawn(bound_text(TextSize::Small, palette::MIST, method));
    });
    let shown = VisibleWhen::new(move |world| number < setup(world).seats.len());
    page.commands_mut().entity(row).insert(shown);
}

/// The method of the player in a seat, in words.
fn method_text(world: &World, number: usize) -> String {
    let words = world.resource::<Words>();
    let value = |key: &str, value: String| words.fill(key, &[("value", value)]);
    match setup(world).seats.get(number) {
        None | Some(Seat::Human) => String::new(),
        Some(Seat::Computer(Opponent::Level(level))) => match level.method() {
            LevelMethod::Greedy(slips) => value("hex.seat.greedy", slips.to_string()),
            LevelMethod::Search(nodes) => value("hex.seat.search", nodes.to_string()),
        },
        Some(Seat::Computer(Opponent::Set(_) | Opponent::Weights(_))) => {
            words.get("hex.seat.weighs")
        }
        Some(Seat::Computer(Opponent::Time(_))) => words.get("hex.seat.timed"),
        Some(Seat::Computer(other)) => opponent_name(*other, words),
    }
}

fn set_seat(world: &mut World, number: usize, new: Seat) {
    change(world, |setup| {
        if let Some(seat) = setup.seats.get_mut(number) {
            *seat = new;
        }
    });
}

/// The times to choose from that an opponent has for a move, in milliseconds.
const TIMES: [u32; 7] = [100, 300, 1_000, 2_000, 5_000, 10_000, 30_000];

/// Puts the next stronger or weaker player of the same kind in a seat.
fn change_strength(world: &mut World, number: usize, step: i32) {
    let Some(Seat::Computer(opponent)) = setup(world).seats.get(number).copied() else {
        return;
    };
    let next = |now: u8| (i32::from(now) + step).clamp(1, 8) as u8;
    let stepped = match opponent {
        Opponent::Level(level) => Level::new(next(level.number())).map(Opponent::Level),
        Opponent::Set(set) => Some(Opponent::Set(next(set))),
        Opponent::Time(time) => {
            let at = TIMES.iter().position(|t| *t >= time).unwrap_or(0) as i32;
            let at = (at + step).clamp(0, TIMES.len() as i32 - 1) as usize;
            Some(Opponent::Time(TIMES[at]))
        }
        Opponent::Weights(weights) => next_saved(world, Some(weights)).map(Opponent::Weights),
        _ => None,
    };
    if let Some(stepped) = stepped {
        set_seat(world, number, Seat::Computer(stepped));
    }
}

/// The opponents that the player has saved, as they were when the page was opened.
#[derive(Resource, Default)]
struct SavedOpponents(Vec<(String, Weights)>);

/// Reads the opponents that the player has saved. Notices name those that cannot be read.
pub(super) fn read_opponents(world: &mut World) {
    let folders = world.get_resource::<Folders>().cloned();
    let mut saved = Vec::new();
    if let Some(library) = folders.as_ref().map(opponents::saved::library) {
        for name in library.names() {
            match opponents::saved::load(&library.path(&name)) {
                Ok(weights) => saved.push((name.to_string(), weights)),
                Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
            }
        }
    }
    world.insert_resource(SavedOpponents(saved));
}

/// The saved opponent after another one. A notice says if there is none.
fn next_saved(world: &mut World, now: Option<Weights>) -> Option<Weights> {
    let saved = &world.resource::<SavedOpponents>().0;
    let at = now.and_then(|now| saved.iter().position(|(_, other)| *other == now));
    let next = at.map_or(0, |at| (at + 1) % saved.len());
    let next = saved.get(next).map(|(_, weights)| *weights);
    if next.is_none() {
        let none = world.resource::<Words>().get("hex.setup.none_saved");
        world.resource_mut::<Notices>().show(none);
    }
    next
}
