//! The tools of the editor: the actions on rooms and edges, and the size and contents of the selected room.

use std::ops::RangeInclusive;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{DungeonEditor, DungeonTool, EditAction};
use crate::base::Seed;
use crate::games::dungeon::graph::generator::DungeonSpec;
use crate::games::dungeon::graph::plan::{DungeonPlan, Role};
use crate::games::dungeon::map::floor_plan::{FLOOR, key_sprite, lock_sprite};
use crate::games::dungeon::map::{Ground, Lock, MAX_LOCKS, MAX_ROOMS, Room, RoomNo};
use crate::games::dungeon::names::name_of_ground;
use crate::games::dungeon::sprite_names;
use crate::shell::access::spoken_choice;
use crate::shell::editor::{self, Editing};
use crate::shell::theme::bind::{EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::number::stepped;
use crate::shell::theme::palette;
use crate::shell::theme::picture_button::picture_button;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::stepper::stepper_of_width;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choice, label, stack,
};
use crate::shell::words::Words;

/// The side of a button with a picture.
const ICON: f32 = 42.0;
/// The width of the values of steppers.
const VALUE: f32 = 30.0;
/// The height of the row of the selected room, which wraps.
const SELECTED: f32 = 86.0;

fn editing(world: &World) -> Option<&Editing<DungeonEditor>> {
    world.get_resource::<Editing<DungeonEditor>>()
}

/// The room that is selected.
fn selected(world: &World) -> Option<RoomNo> {
    let editing = editing(world)?;
    let room = editing.tool().selected?;
    (room.index() < editing.plan().graph.len()).then_some(room)
}

fn selected_room(world: &World) -> Option<&Room> {
    Some(editing(world)?.plan().graph.room(selected(world)?))
}

fn change(world: &mut World, change: impl FnOnce(&mut DungeonPlan)) {
    editor::change::<DungeonEditor>(world, change);
}

fn change_tool(world: &mut World, change: impl FnOnce(&mut DungeonTool)) {
    editor::change_tool::<DungeonEditor>(world, change);
}

/// Spawns the rows of tools. A dungeon of a run has no locks yet.
pub(super) fn spawn(side: &mut ChildSpawnerCommands, sprites: &Sprites, is_individual: bool) {
    spawn_row(side, |row| spawn_hands(row, sprites));
    if !is_individual {
        spawn_row(side, |row| spawn_locks(row, sprites));
    }
    spawn_row(side, spawn_rooms);
    // The row keeps its height, so that nothing moves when a room is selected.
    let selected = Node {
        min_height: px(SELECTED),
        ..row_node()
    };
    side.spawn(selected)
        .with_children(|row| spawn_selected(row, sprites));
}

/// The layout of a row of tools.
fn row_node() -> Node {
    Node {
        align_items: AlignItems::Center,
        align_content: AlignContent::FlexStart,
        flex_wrap: FlexWrap::Wrap,
        min_height: px(36),
        ..stack(FlexDirection::Row, 6.0)
    }
}

fn spawn_row(side: &mut ChildSpawnerCommands, content: impl FnOnce(&mut ChildSpawnerCommands)) {
    side.spawn(row_node()).with_children(content);
}

fn is_action(action: EditAction) -> SelectedWhen {
    SelectedWhen::new(move |world| {
        editing(world).is_some_and(|editing| editing.tool().action == action)
    })
}

fn choose_action(action: EditAction) -> impl Fn(&mut World) + Clone + Send + Sync + 'static {
    move |world: &mut World| change_tool(world, |tool| tool.action = action)
}

/// A button with a picture that takes a tool.
fn spawn_tool(row: &mut ChildSpawnerCommands, image: Handle<Image>, action: EditAction) {
    let name = move |words: &Words| action_name(action, words);
    picture_button(
        row,
        (image, ICON),
        name,
        is_action(action),
        choose_action(action),
    );
}

/// The name of a tool.
fn action_name(action: EditAction, words: &Words) -> String {
    let of_lock = |key: &str, lock: Lock| words.fill(key, &[("number", (lock.0 + 1).to_string())]);
    match action {
        EditAction::Move => words.get("dungeon.editor.move"),
        EditAction::Edge => words.get("dungeon.editor.way"),
        EditAction::Role(Role::Start) => words.get("dungeon.legend.start"),
        EditAction::Role(Role::Key) => words.get("dungeon.legend.key"),
        EditAction::Role(Role::Exit) => words.get("dungeon.legend.exit"),
        EditAction::Lock(lock) => of_lock("dungeon.editor.lock", lock),
        EditAction::Key(lock) => of_lock("dungeon.editor.key", lock),
    }
}

/// Spawns the tools for moving, for edges, and for the three roles.
fn spawn_hands(row: &mut ChildSpawnerCommands, sprites: &Sprites) {
    for (key, action) in [
        ("dungeon.editor.move", EditAction::Move),
        ("dungeon.editor.way", EditAction::Edge),
    ] {
        choice(row, key, is_action(action), choose_action(action));
    }
    row.spawn(label("dungeon.editor.roles", TextSize::Body, palette::MIST));
    for (name, role) in sprite_names::ROLES.into_iter().zip(Role::ALL) {
        spawn_tool(row, sprites.get(name), EditAction::Role(role));
    }
}

/// Spawns the tools for a lock and its key of each colour.
fn spawn_locks(row: &mut ChildSpawnerCommands, sprites: &Sprites) {
    row.spawn(label("dungeon.setup.locks", TextSize::Body, palette::MIST));
    for lock in (0..MAX_LOCKS).map(Lock) {
        let (own, key) = (lock_sprite(lock), key_sprite(lock));
        spawn_tool(row, sprites.get(own), EditAction::Lock(lock));
        spawn_tool(row, sprites.get(key), EditAction::Key(lock));
        row.spawn(Node {
            width: px(8),
            ..default()
        });
    }
}

/// Spawns the buttons that add, remove and spread rooms, and lay them out anew.
fn spawn_rooms(row: &mut ChildSpawnerCommands) {
    let add = button(row, ButtonStyle::Chip, "dungeon.editor.add", add_room);
    let has_place = EnabledWhen::new(|world| {
        editing(world).is_some_and(|editing| editing.plan().graph.len() < MAX_ROOMS)
    });
    row.commands_mut().entity(add).insert(has_place);
    let remove = button(row, ButtonStyle::Chip, "dungeon.editor.remove", |world| {
        if let Some(room) = selected(world) {
            change(world, |plan| plan.remove_room(room));
            change_tool(world, |tool| tool.selected = None);
        }
    });
    let can_remove = EnabledWhen::new(|world| {
        let room = selected(world);
        room.zip(editing(world))
            .is_some_and(|(room, editing)| editing.plan().can_remove(room))
    });
    row.commands_mut().entity(remove).insert(can_remove);
    button(row, ButtonStyle::Chip, "dungeon.editor.arrange", |world| {
        change(world, DungeonPlan::arrange);
    });
    button(row, ButtonStyle::Chip, "dungeon.editor.lay_out", |world| {
        change(world, |plan| plan.seed = Seed::fresh());
    });
}

/// Adds a room that is joined to the selected one, beside it on the canvas, and selects it.
fn add_room(world: &mut World) {
    let beside = selected(world);
    let mut added = None;
    change(world, |plan| {
        let place = free_place(plan, beside);
        added = plan.add_room(place, beside);
    });
    change_tool(world, |tool| tool.selected = added.or(beside));
}

/// A place on the canvas that is far from all rooms, but near to one of them if there is one.
fn free_place(plan: &DungeonPlan, beside: Option<RoomNo>) -> (f32, f32) {
    const STEPS: i32 = 12;
    let steps = || (1..STEPS).map(|step| step as f32 / STEPS as f32);
    let places = steps().flat_map(|x| steps().map(move |y| (x, y)));
    let distance = |a: (f32, f32), b: (f32, f32)| (a.0 - b.0).hypot(a.1 - b.1);
    let near = beside.and_then(|room| plan.places.get(room.index()).copied());
    let worth = |place: (f32, f32)| {
        let others = plan.places.iter().map(|other| distance(place, *other));
        let room = others.fold(f32::MAX, f32::min).min(0.2);
        room - near.map_or(0.0, |near| 0.4 * distance(place, near))
    };
    let best = places.max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
    best.unwrap_or((0.5, 0.5))
}

/// Spawns the size and the contents of the selected room.
fn spawn_selected(row: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let name = |world: &World| {
        let words = world.resource::<Words>();
        match selected(world) {
            Some(room) => words.fill("dungeon.editor.room", &[("room", room.to_string())]),
            None => words.get("dungeon.editor.no_room"),
        }
    };
    row.spawn(bound_text(TextSize::Body, palette::EMBER, name));
    spawn_number(row, "dungeon.editor.width", Room::SIDES, |room| {
        &mut room.width
    });
    spawn_number(row, "dungeon.editor.height", Room::SIDES, |room| {
        &mut room.height
    });
    spawn_number(
        row,
        "dungeon.editor.enemies",
        DungeonSpec::ENEMIES,
        |room| &mut room.enemies,
    );
    spawn_number(row, "dungeon.editor.chests", DungeonSpec::CHESTS, |room| {
        &mut room.chests
    });
    spawn_grounds(row, sprites);
}

/// Spawns the choice of the ground of the selected room.
fn spawn_grounds(row: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let seen = VisibleWhen::new(|world| selected(world).is_some());
    let node = Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 6.0)
    };
    row.spawn((node, seen)).with_children(|cell| {
        cell.spawn(label(
            "dungeon.editor.ground",
            TextSize::Body,
            palette::MIST,
        ));
        for ground in Ground::ALL {
            let name = sprite_names::of_ground(ground).unwrap_or(FLOOR);
            let chosen = SelectedWhen::new(move |world| {
                selected_room(world).is_some_and(|room| room.ground == ground)
            });
            let said = move |words: &Words| {
                spoken_choice(
                    words,
                    "dungeon.editor.ground",
                    words.get(name_of_ground(ground)),
                )
            };
            let image = sprites.get(name);
            picture_button(cell, (image, ICON), said, chosen, move |world| {
                if let Some(room) = selected(world) {
                    change(world, |plan| plan.graph.room_mut(room).ground = ground);
                }
            });
        }
    });
}

/// A number of the selected room that stays within its range.
fn spawn_number(
    row: &mut ChildSpawnerCommands,
    name: &'static str,
    range: RangeInclusive<u8>,
    of: fn(&mut Room) -> &mut u8,
) {
    let seen = VisibleWhen::new(|world| selected(world).is_some());
    let node = Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 6.0)
    };
    row.spawn((node, seen)).with_children(|cell| {
        cell.spawn(label(name, TextSize::Body, palette::MIST));
        let shown = move |world: &World| {
            let room = selected_room(world).copied();
            room.map_or(String::new(), |mut room| of(&mut room).to_string())
        };
        stepper_of_width(cell, VALUE, shown, move |world, step| {
            let Some(room) = selected(world) else { return };
            change(world, |plan| {
                let value = of(plan.graph.room_mut(room));
                *value = stepped(*value, step, range.clone());
            });
        });
    });
}
