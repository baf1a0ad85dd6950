//! What the result of a game says, and keeping the board and the opponent that were evolved for it.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::EditableText;

use crate::games::hexxagon::boards;
use crate::games::hexxagon::opponents;
use crate::games::hexxagon::players::{Opponent, Weights};
use crate::games::hexxagon::rules::{Ending, Hexxagon, Plan, StuckRule};
use crate::games::hexxagon::setup::{BoardChoice, Seat};
use crate::games::hexxagon::table::Table;
use crate::session::{Autosave, Folders, Game, Name, SaveError};
use crate::shell::notice::Notices;
use crate::shell::table::{player_name, seat_name, tally_text};
use crate::shell::theme::bind::BoundText;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, field, label, stack};
use crate::shell::words::Words;

/// The field for a name.
#[derive(Component)]
struct NameField;

/// Fills the result: the pieces of each player, all games against these opponents, and a row to keep what was evolved.
pub(super) fn fill(card: &mut ChildSpawnerCommands, world: &World) {
    card.spawn(bound_text(
        TextSize::Lead,
        palette::PAPER,
        BoundText::new(counts),
    ));
    card.spawn(bound_text(
        TextSize::Small,
        palette::MIST,
        BoundText::new(tally),
    ));
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let evolved = plan_of(table).is_some() || evolved_opponent(table).is_some();
    if evolved && world.contains_resource::<Folders>() {
        keep_row(card, table);
    }
}

fn plan_of(table: &Table) -> Option<Plan> {
    match table.setup().board {
        BoardChoice::Custom(plan) => Some(plan),
        BoardChoice::Listed(_) => None,
    }
}

fn evolved_opponent(table: &Table) -> Option<Weights> {
    table.setup().seats.iter().find_map(|seat| match seat {
        Seat::Computer(Opponent::Weights(weights)) => Some(*weights),
        _ => None,
    })
}

/// A name, and buttons to keep the board and the opponent under it.
fn keep_row(card: &mut ChildSpawnerCommands, table: &Table) {
    card.spawn(Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 10.0)
    })
    .with_children(|row| {
        row.spawn(label("hex.keep.name", TextSize::Body, palette::MIST));
        field(row, NameField, 170.0, &table.origin().seed.to_string());
        if plan_of(table).is_some() {
            button(
                row,
                ButtonStyle::Chip,
                BoundText::phrase("hex.keep.board"),
                |world| {
                    keep(world, |autosave, folders, name, table| {
                        let plan = plan_of(table);
                        plan.map(|plan| boards::saved::save(autosave, folders, name, &plan))
                    });
                },
            );
        }
        if evolved_opponent(table).is_some() {
            button(
                row,
                ButtonStyle::Chip,
                BoundText::phrase("hex.keep.opponent"),
                |world| {
                    keep(world, |autosave, folders, name, table| {
                        let weights = evolved_opponent(table);
                        weights
                            .map(|weights| opponents::saved::save(autosave, folders, name, weights))
                    });
                },
            );
        }
    });
}

/// Keeps something under the name that is typed, and tells how that went.
fn keep(
    world: &mut World,
    keep: impl FnOnce(&mut Autosave, &Folders, &Name, &Table) -> Option<Result<(), SaveError>>,
) {
    let mut fields = world.query_filtered::<&EditableText, With<NameField>>();
    let Ok(text) = fields.single(world).map(|field| field.value().to_string()) else {
        return;
    };
    let name = Name::typed(&text).map_err(|why| why.to_string());
    let kept = world.resource_scope(|world, mut autosave: Mut<Autosave>| {
        let table = world.get_resource::<Table>()?;
        let folders = world.get_resource::<Folders>()?;
        Some(
            name.and_then(|name| match keep(&mut autosave, folders, &name, table) {
                Some(Err(why)) => Err(why.to_string()),
                Some(Ok(())) | None => Ok(name),
            }),
        )
    });
    let Some(kept) = kept else { return };
    let words = world.resource::<Words>();
    let said = match kept {
        Ok(name) => words.fill("hex.keep.done", &[("name", name.to_string())]),
        Err(why) => why,
    };
    world.resource_mut::<Notices>().show(said);
}

/// The pieces of each player, and why the game has ended.
fn counts(world: &World) -> String {
    let (Some(table), words) = (world.get_resource::<Table>(), world.resource::<Words>()) else {
        return String::new();
    };
    let counts = table.state().counts().into_iter().enumerate();
    let each = counts.map(|(seat, count)| {
        words.fill(
            "hex.count",
            &[
                ("colour", player_name(table, seat, words)),
                ("name", seat_name::<Hexxagon>(table.seats(), seat, words)),
                ("count", count.to_string()),
            ],
        )
    });
    let mut lines: Vec<String> = each.collect();
    let key = match (table.state().ending(), table.setup().stuck) {
        (Some(Ending::Full), _) => Some("hex.end.full"),
        (Some(Ending::Alone), _) => Some("hex.end.alone"),
        (Some(Ending::Stuck), StuckRule::Ends) => Some("hex.end.stuck"),
        (Some(Ending::Stuck), StuckRule::Skip) => Some("hex.end.all_stuck"),
        (None, _) => None,
    };
    lines.extend(key.map(|key| words.get(key)));
    lines.join("\n")
}

/// How all games against these opponents have ended.
fn tally(world: &World) -> String {
    let table = world.get_resource::<Table>();
    let counted_as = table.and_then(Hexxagon::counted_as);
    counted_as.map_or(String::new(), |name| tally_text::<Hexxagon>(world, &name))
}
