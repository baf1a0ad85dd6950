//! The buttons of the panel.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::View;
use super::auto_actions::AutoAction;
use super::bindings::HeroAction;
use super::panel::{descent, game};
use super::{hand, heirs};
use crate::games::dungeon::custom_enemies::{meet_in_dungeon, save_enemy};
use crate::games::dungeon::rules::Move;
use crate::games::dungeon::{DungeonGame, Table};
use crate::shell::table::{Hint, lesson, share};
use crate::shell::theme::bind::{EnabledWhen, SelectedWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bare_button, bound_text, button, stack};

/// A row of buttons.
fn spawn_buttons(
    bottom: &mut ChildSpawnerCommands,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    bottom
        .spawn(Node {
            align_items: AlignItems::Center,
            ..stack(FlexDirection::Row, 6.0)
        })
        .with_children(content);
}

/// Adds the buttons of the dungeon.
pub(super) fn spawn_controls(bottom: &mut ChildSpawnerCommands, world: &World) {
    let is_arena = descent(world).is_some_and(|descent| descent.setup().arena);
    if lesson::is_under_way::<DungeonGame>(world) {
        spawn_lesson_controls(bottom);
    } else if is_arena {
        spawn_arena_controls(bottom);
    } else {
        spawn_descent_controls(bottom);
    }
}

fn spawn_arena_controls(bottom: &mut ChildSpawnerCommands) {
    let meet = "dungeon.meet";
    button(bottom, ButtonStyle::Primary, meet, meet_in_dungeon);
    spawn_buttons(bottom, |row| {
        spawn_auto_button(row, "dungeon.do.explore", AutoAction::Explore);
        spawn_auto_button(row, "dungeon.do.rest", AutoAction::Rest);
        spawn_action_button(row, "dungeon.do.guard", HeroAction::Play(Move::Guard));
    });
    spawn_buttons(bottom, |row| {
        spawn_action_button(row, "dungeon.do.throw", HeroAction::Play(Move::Throw));
        spawn_hood_button(row);
        spawn_look_button(row);
    });
    spawn_buttons(bottom, |row| {
        spawn_auto_button(row, "dungeon.do.watch", AutoAction::PlayItself);
        spawn_wide_button(row, "dungeon.save_enemies", save_enemy);
        spawn_copy_button(row);
    });
}

/// The buttons of a lesson: those for actions that the player chooses, and none that explores or plays by itself.
fn spawn_lesson_controls(bottom: &mut ChildSpawnerCommands) {
    spawn_buttons(bottom, |row| {
        for (key, chosen_move) in [
            ("dungeon.do.guard", Move::Guard),
            ("dungeon.do.throw", Move::Throw),
        ] {
            let button = spawn_action_button(row, key, HeroAction::Play(chosen_move));
            let hinted = SelectedWhen::new(move |world| is_hinted(world, chosen_move));
            row.commands_mut().entity(button).insert(hinted);
        }
        spawn_hood_button(row);
    });
    spawn_buttons(bottom, |row| {
        spawn_auto_button(row, "dungeon.do.rest", AutoAction::Rest);
        spawn_look_button(row);
        spawn_action_button(row, "dungeon.do.history", HeroAction::ToggleHistory);
    });
}

/// Whether the lesson shows this move as a good one.
fn is_hinted(world: &World, chosen_move: Move) -> bool {
    world.resource::<Hint<DungeonGame>>().0 == Some(chosen_move)
}

fn spawn_descent_controls(bottom: &mut ChildSpawnerCommands) {
    spawn_buttons(bottom, |row| {
        spawn_auto_button(row, "dungeon.do.explore", AutoAction::Explore);
        spawn_action_button(row, "dungeon.do.exit", HeroAction::TravelToExit);
        // The button of the portal is always there, so that the others keep their places.
        let portal = spawn_action_button(row, "dungeon.do.portal", HeroAction::Play(Move::Portal));
        row.commands_mut().entity(portal).insert((
            EnabledWhen::new(is_on_portal),
            SelectedWhen::new(is_on_portal),
        ));
    });
    spawn_buttons(bottom, |row| {
        spawn_auto_button(row, "dungeon.do.rest", AutoAction::Rest);
        spawn_action_button(row, "dungeon.do.guard", HeroAction::Play(Move::Guard));
        spawn_action_button(row, "dungeon.do.throw", HeroAction::Play(Move::Throw));
    });
    spawn_buttons(bottom, |row| {
        spawn_auto_button(row, "dungeon.do.itself", AutoAction::PlayItself);
        spawn_hood_button(row);
        let heirs = spawn_action_button(row, "dungeon.do.heirs", HeroAction::ToggleHeirs);
        let has_heirs = EnabledWhen::new(|world| heirs::heirs(world).is_some());
        row.commands_mut().entity(heirs).insert(has_heirs);
    });
    spawn_buttons(bottom, |row| {
        spawn_look_button(row);
        spawn_action_button(row, "dungeon.do.history", HeroAction::ToggleHistory);
        spawn_copy_button(row);
    });
}

fn is_on_portal(world: &World) -> bool {
    game(world).is_some_and(|game| game.portal_at(game.hero.at).is_some())
}

/// A button for something that a key does too.
fn spawn_action_button(
    row: &mut ChildSpawnerCommands,
    key: &'static str,
    action: HeroAction,
) -> Entity {
    spawn_wide_button(row, key, move |world| hand::perform(world, action))
}

/// A button that hoods the lantern. It is drawn as selected while the lantern is hooded, and as a hint.
fn spawn_hood_button(row: &mut ChildSpawnerCommands) {
    let hood = spawn_action_button(row, "dungeon.do.hood", HeroAction::Play(Move::Hood));
    let is_lit = |world: &World| {
        let is_hooded = game(world).is_some_and(|game| game.hero.hooded);
        is_hooded || is_hinted(world, Move::Hood)
    };
    row.commands_mut()
        .entity(hood)
        .insert(SelectedWhen::new(is_lit));
}

/// A button that begins and ends looking. It is drawn as selected meanwhile.
fn spawn_look_button(row: &mut ChildSpawnerCommands) {
    let look = spawn_action_button(row, "dungeon.do.look", HeroAction::ToggleLook);
    let looking = SelectedWhen::new(|world| world.resource::<View>().looking);
    row.commands_mut().entity(look).insert(looking);
}

/// A button that begins an auto-action. It is drawn as selected while the auto-action lasts.
fn spawn_auto_button(row: &mut ChildSpawnerCommands, key: &'static str, action: AutoAction) {
    let button = spawn_action_button(row, key, HeroAction::Begin(action));
    let selected =
        SelectedWhen::new(move |world| world.resource::<View>().auto_action == Some(action));
    row.commands_mut().entity(button).insert(selected);
}

/// A button that copies the game id.
fn spawn_copy_button(row: &mut ChildSpawnerCommands) {
    let button = spawn_wide_button(row, "share.copy", |world| share::copy_id(world, id_text));
    row.commands_mut()
        .entity(button)
        .insert(share::SharedId(id_text));
}

/// A button that takes an equal part of its row, or the width that its words need.
fn spawn_wide_button(
    row: &mut ChildSpawnerCommands,
    key: &'static str,
    act: impl Fn(&mut World) + Clone + Send + Sync + 'static,
) -> Entity {
    let node = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        padding: UiRect::axes(px(6), px(6)),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        ..default()
    };
    row.spawn(bare_button(ButtonStyle::Chip, node, act))
        .with_child((
            bound_text(TextSize::Small, palette::PAPER, key),
            TextLayout {
                linebreak: LineBreak::NoWrap,
                ..default()
            },
        ))
        .id()
}

fn id_text(world: &World) -> String {
    let table = world.get_resource::<Table>();
    table.map_or(String::new(), |table| table.id().to_string())
}
