//! The seats on the setup page: who sits there, and how strong.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::panel::{colour_key, opponent_name, seconds};
use super::setup_page::{change, setup};
use crate::games::hexxagon::opponents;
use crate::games::hexxagon::players::{Level, LevelMethod, Opponent, Weights};
use crate::games::hexxagon::rules::Player;
use crate::games::hexxagon::setup::{Seat, opponent_of};
use crate::session::{Difficulty, Folders};
use crate::shell::notice::Notices;
use crate::shell::table::setup_page::row;
use crate::shell::theme::bind::{BoundText, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text, choice, stepper};
use crate::shell::words::Words;

/// What kind of player sits in a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Human,
    Level,
    Set,
    Time,
    Weights,
}

impl Kind {
    const ALL: [Kind; 5] = [
        Kind::Human,
        Kind::Level,
        Kind::Set,
        Kind::Time,
        Kind::Weights,
    ];

    fn of(seat: Seat) -> Option<Self> {
        match seat {
            Seat::Human => Some(Kind::Human),
            Seat::Computer(Opponent::Level(_)) => Some(Kind::Level),
            Seat::Computer(Opponent::Set(_)) => Some(Kind::Set),
            Seat::Computer(Opponent::Time(_)) => Some(Kind::Time),
            Seat::Computer(Opponent::Weights(_)) => Some(Kind::Weights),
            Seat::Computer(_) => None,
        }
    }

    fn key(self) -> &'static str {
        match self {
            Kind::Human => "play.human",
            Kind::Level => "hex.seat.level",
            Kind::Set => "hex.seat.set",
            Kind::Time => "hex.seat.time",
            Kind::Weights => "play.kept",
        }
    }
}

/// The row of a seat: who sits there, how strong, and what that means.
pub(super) fn row_of(page: &mut ChildSpawnerCommands, number: usize) {
    let player = Player(number as u8);
    let row = row(page, colour_key(player), |row| {
        for kind in Kind::ALL {
            let seated = move |world: &World| setup(world).seats.get(number).copied();
            let selected =
                SelectedWhen::new(move |world| seated(world).and_then(Kind::of) == Some(kind));
            choice(row, BoundText::phrase(kind.key()), selected, move |world| {
                let sitter = match kind {
                    Kind::Human => Some(Seat::Human),
                    Kind::Level => Some(Seat::Computer(opponent_of(Difficulty::default()))),
                    Kind::Set => Some(Seat::Computer(Opponent::Set(6))),
                    Kind::Time => Some(Seat::Computer(Opponent::Time(1_000))),
                    Kind::Weights => next_kept(world, None).map(of_weights),
                };
                if let Some(sitter) = sitter {
                    seat_there(world, number, sitter);
                }
            });
        }
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
                        let kept = &world.resource::<KeptOpponents>().0;
                        let named = kept.iter().find(|(_, other)| other == weights);
                        named.map_or_else(|| weights.to_string(), |(name, _)| name.clone())
                    }
                    other => opponent_name(*other, words),
                }
            }
            _ => "–".to_owned(),
        };
        stepper(row, show, move |world, step| stronger(world, number, step));
        let means = move |world: &World| means_of(world, number);
        row.spawn(bound_text(
            TextSize::Small,
            palette::MIST,
            BoundText::new(means),
        ));
    });
    let shown = VisibleWhen::new(move |world| number < setup(world).seats.len());
    page.commands_mut().entity(row).insert(shown);
}

/// How the player in a seat thinks, in words.
fn means_of(world: &World, number: usize) -> String {
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

fn of_weights(weights: Weights) -> Seat {
    Seat::Computer(Opponent::Weights(weights))
}

fn seat_there(world: &mut World, number: usize, sitter: Seat) {
    change(world, |setup| {
        if let Some(seat) = setup.seats.get_mut(number) {
            *seat = sitter;
        }
    });
}

/// Times to think about a move, in milliseconds.
const TIMES: [u32; 7] = [100, 300, 1_000, 2_000, 5_000, 10_000, 30_000];

/// The next stronger player of the same kind in a seat, or the next weaker one.
fn stronger(world: &mut World, number: usize, step: i32) {
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
        Opponent::Weights(weights) => next_kept(world, Some(weights)).map(Opponent::Weights),
        _ => None,
    };
    if let Some(stepped) = stepped {
        seat_there(world, number, Seat::Computer(stepped));
    }
}

/// The opponents that were kept and can be read, as they were when the page was opened.
#[derive(Resource, Default)]
pub(super) struct KeptOpponents(Vec<(String, Weights)>);

/// Reads the opponents that were kept; those that cannot be read are told of.
pub(super) fn kept_opponents(folders: Option<&Folders>, notices: &mut Notices) -> KeptOpponents {
    let Some(library) = folders.map(opponents::saved::library) else {
        return KeptOpponents::default();
    };
    let mut kept = Vec::new();
    for name in library.names() {
        match opponents::saved::load(&library.path(&name)) {
            Ok(weights) => kept.push((name.to_string(), weights)),
            Err(why) => notices.show(why.to_string()),
        }
    }
    KeptOpponents(kept)
}

/// The next of the opponents that were kept; tells if there is none.
fn next_kept(world: &mut World, now: Option<Weights>) -> Option<Weights> {
    let kept = &world.resource::<KeptOpponents>().0;
    let at = now.and_then(|now| kept.iter().position(|(_, other)| *other == now));
    let next = at.map_or(0, |at| (at + 1) % kept.len());
    let next = kept.get(next).map(|(_, weights)| *weights);
    if next.is_none() {
        let none = world.resource::<Words>().get("hex.setup.none_kept");
        world.resource_mut::<Notices>().show(none);
    }
    next
}
