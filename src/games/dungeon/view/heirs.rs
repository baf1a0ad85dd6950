//! The card about the heirs of a dungeon: for each kind, the deeds of each enemy in the dungeon above, the number of
//! the new enemies that are their children, and what these have learnt against a hero who plays like the player.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::auto_actions::AutoAction;
use super::map::PANEL;
use super::messages::{self, Tone};
use super::{View, art, family_words};
use crate::games::dungeon::heredity::breeding::CHILDREN;
use crate::games::dungeon::heredity::{Child, Family, Heirs, Learning};
use crate::games::dungeon::rules::{EnemyKind, Event};
use crate::games::dungeon::{DungeonGame, Table, sprite_names};
use crate::session::Game as _;
use crate::shell::games::active;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::{Interludes, Settings};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::large::{KeepsHeightWhenLarge, StacksWhenLarge, WrapsWhenLarge};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, label, panel, square_picture, stack,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Play),
        spawn_card.run_if(active(DungeonGame::KEY)),
    );
}

/// The largest number of enemies of a kind whose portraits are shown, those with the most merit.
const PORTRAITS: usize = 4;
/// The side of such a portrait, in interface pixels.
const PORTRAIT: f32 = 30.0;

/// Opens the card when the hero enters a dungeon of children, unless the automatic player plays, the game is a replay,
/// or the player wants no interludes.
pub(super) fn show_events(world: &mut World, events: &[Event]) {
    let enters = events.iter().any(|event| matches!(event, Event::Deeper(_)));
    let has_heirs = heirs(world).is_some();
    let wanted = world.resource::<Settings>().interludes != Interludes::Off;
    let is_replay = world.resource::<Table>().is_replay();
    let mut view = world.resource_mut::<View>();
    let plays_itself = view.auto_action == Some(AutoAction::PlayItself);
    if enters && has_heirs && wanted && !plays_itself && !is_replay {
        view.heirs = true;
        view.auto_action = None;
    }
}

/// Shows the card or hides it. There is none in the first dungeon, or if enemies do not learn.
pub(super) fn toggle(world: &mut World) {
    let has_heirs = heirs(world).is_some();
    if !has_heirs {
        messages::log_message(world, ("dungeon.say.no_heirs", Tone::Plain, vec![]));
    }
    let mut view = world.resource_mut::<View>();
    view.heirs = has_heirs && !view.heirs;
}

fn close(world: &mut World) {
    world.resource_mut::<View>().heirs = false;
}

/// The heirs from which the enemies of this dungeon were drawn; `None` if the enemies have no ancestors in this
/// descent.
pub(super) fn heirs(world: &World) -> Option<&Heirs> {
    let table = world.get_resource::<Table>()?;
    table.state().heirs().map(|heirs| &**heirs)
}

fn family(world: &World, kind: EnemyKind) -> Option<&Family> {
    heirs(world)?.family(kind)
}

/// Spawns the card, which lies over the map.
fn spawn_card(mut commands: Commands, sprites: Res<Sprites>) {
    let card = Node {
        position_type: PositionType::Absolute,
        left: px(24),
        right: px(PANEL + 24.0),
        top: px(24),
        bottom: px(24),
        padding: UiRect::all(px(22)),
        overflow: Overflow::scroll_y(),
        ..stack(FlexDirection::Column, 12.0)
    };
    let is_open = |world: &World| {
        *world.resource::<State<Menu>>().get() == Menu::None && world.resource::<View>().heirs
    };
    commands
        .spawn((
            Name::new("Heirs"),
            DespawnOnExit(Screen::Play),
            GlobalZIndex(5),
            panel(card),
            VisibleWhen::new(is_open),
        ))
        // The map and its messages would make small letters hard to read.
        .insert(BackgroundColor(palette::GLASS))
        .with_children(|card| {
            spawn_heading(card);
            let row = Node {
                flex_grow: 1.0,
                ..stack(FlexDirection::Row, 16.0)
            };
            let families = (row, StacksWhenLarge, KeepsHeightWhenLarge);
            card.spawn(families).with_children(|row| {
                for kind in EnemyKind::ALL {
                    spawn_family(row, &sprites, kind);
                }
            });
        });
}

/// Spawns the title with the button that closes the card, and the texts about all families.
fn spawn_heading(card: &mut ChildSpawnerCommands) {
    // The button stands at the top, where a long card does not hide it.
    let head = Node {
        justify_content: JustifyContent::SpaceBetween,
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        column_gap: px(12),
        row_gap: px(6),
        ..default()
    };
    card.spawn((head, WrapsWhenLarge)).with_children(|head| {
        head.spawn(label("dungeon.heirs", TextSize::Head, palette::PAPER));
        button(head, ButtonStyle::Primary, "interlude.go_on", close);
    });
    card.spawn(label("dungeon.heirs.about", TextSize::Body, palette::MIST));
    let who_learnt = |world: &World| {
        let table = world.get_resource::<Table>();
        let key = match table.map(|table| table.state().setup().learning) {
            Some(Learning::OneKind) => "dungeon.heirs.one_kind",
            _ => "dungeon.heirs.all_kinds",
        };
        world.resource::<Words>().get(key)
    };
    card.spawn(bound_text(TextSize::Body, palette::MIST, who_learnt));
    let habits = |world: &World| {
        let words = world.resource::<Words>();
        heirs(world).map_or(String::new(), |heirs| {
            family_words::habits_text(heirs, words)
        })
    };
    card.spawn(bound_text(TextSize::Body, palette::THOUGHT, habits));
}

fn spawn_family(row: &mut ChildSpawnerCommands, sprites: &Sprites, kind: EnemyKind) {
    let column = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        padding: UiRect::all(px(10)),
        ..stack(FlexDirection::Column, 6.0)
    };
    let text = |size, colour, text: fn(&Family, &Words) -> String| {
        bound_text(size, colour, move |world: &World| {
            let words = world.resource::<Words>();
            family(world, kind).map_or(String::new(), |family| text(family, words))
        })
    };
    row.spawn((column, BackgroundColor(palette::RAISED)))
        .with_children(|column| {
            column.spawn(portrait(sprites, kind, 72.0));
            column.spawn(text(TextSize::Lead, palette::PAPER, |family, words| {
                words.get(art::name_of_kind(family.kind))
            }));
            column.spawn(text(
                TextSize::Body,
                palette::EMBER,
                family_words::share_text,
            ));
            column.spawn(text(
                TextSize::Small,
                palette::MIST,
                family_words::deeds_text,
            ));
            for number in 0..PORTRAITS {
                spawn_individual(column, sprites, kind, number);
            }
            column.spawn(text(
                TextSize::Small,
                palette::MIST,
                family_words::program_before,
            ));
            for number in 0..CHILDREN {
                spawn_child(column, kind, number);
            }
        });
}

fn portrait(sprites: &Sprites, kind: EnemyKind, side: f32) -> impl Bundle {
    square_picture(sprites.get(sprite_names::of_kind(kind)), side)
}

/// Spawns the portrait of an individual of a kind, with its deeds.
fn spawn_individual(
    column: &mut ChildSpawnerCommands,
    sprites: &Sprites,
    kind: EnemyKind,
    number: usize,
) {
    let line = Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 6.0)
    };
    let is_there = VisibleWhen::new(move |world| {
        family(world, kind).is_some_and(|family| family.individuals.len() > number)
    });
    column.spawn((line, is_there)).with_children(|line| {
        line.spawn(portrait(sprites, kind, PORTRAIT));
        let text = move |world: &World| {
            let words = world.resource::<Words>();
            family(world, kind).map_or(String::new(), |family| {
                family_words::individual_text(family, number, words)
            })
        };
        line.spawn(bound_text(TextSize::Small, palette::PAPER, text));
    });
}

/// Spawns the texts about a child: its share of the new enemies, its adaptation, and what it has learnt.
fn spawn_child(column: &mut ChildSpawnerCommands, kind: EnemyKind, number: usize) {
    let of_child = move |world: &World, text: fn(&Family, &Child, &Words) -> String| {
        let family = family(world, kind);
        let child = family.and_then(|family| Some((family, family.children.get(number)?)));
        let words = world.resource::<Words>();
        child.map_or(String::new(), |(family, child)| text(family, child, words))
    };
    let texts: [(Color, fn(&Family, &Child, &Words) -> String); 4] = [
        (palette::EMBER, family_words::child_share_text),
        (palette::LAMP, family_words::adaptation_text),
        (palette::PAPER, family_words::learnt_text),
        (palette::THOUGHT, family_words::program_after),
    ];
    for (colour, text) in texts {
        let shown = VisibleWhen::new(move |world| !of_child(world, text).is_empty());
        let words = bound_text(TextSize::Small, colour, move |world: &World| {
            of_child(world, text)
        });
        column.spawn((words, shown));
    }
}
