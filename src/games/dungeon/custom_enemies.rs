//! The player's own enemies: saving the one of the arena, and taking enemies into the dungeon of the new game.

use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;

use super::enemies::roster_file;
use super::evolve::evolve_dungeon;
use super::rules::{Breed, EnemyKind, Roster};
use super::table::{DungeonGame, Table};
use crate::base::{PlainError, Seed};
use crate::session::{Autosave, FileName, Folders, Game};
use crate::shell::notice::{Notices, show_failure_of};
use crate::shell::open_file::{FileKind, Opening, add_file_kind};
use crate::shell::screen::{Screen, set_screen};
use crate::shell::table::NewGame;
use crate::shell::table::new_game::SetupSeed;
use crate::shell::table::save_row::{label_as_kept, writable_folders};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    let files = FileKind {
        game: DungeonGame::KEY,
        fields: &["patrol", "attack"],
        read: read_enemies,
    };
    add_file_kind(app, files);
}

/// Reads the enemies of a file.
fn read_enemies(path: &Path) -> Result<Opening, PlainError> {
    let roster = roster_file::read(path)?;
    Ok(Box::new(move |world: &mut World| {
        open_enemies(world, roster);
        Ok(())
    }))
}

/// Takes the enemies of a file into the dungeon of the new game.
fn open_enemies(world: &mut World, roster: Roster) {
    let words = world.resource::<Words>();
    let values = [("count", one_of_each_kind(&roster).len().to_string())];
    let said = words.fill("dungeon.enemies_opened", &values);
    add_custom_enemies(world, roster);
    // The page shows them when it is spawned again.
    set_screen(world, Screen::Setup);
    world.resource_mut::<Notices>().show(said);
}

/// Saves the enemy of the arena under a name made from its kind, its strength and the seed.
pub fn save_enemy(world: &mut World) {
    show_failure_of(world, try_to_save_enemy);
}

fn try_to_save_enemy(world: &mut World) -> Result<(), PlainError> {
    let folders = writable_folders(world)?;
    let saved = world.resource_scope(|world, mut autosave: Mut<Autosave>| {
        let table = world.get_resource::<Table>();
        table.map_or(Ok(None), |table| {
            save_enemy_of(table, &mut autosave, &folders)
        })
    })?;
    let Some(name) = saved else { return Ok(()) };
    let path = roster_file::library(&folders).path(&name);
    label_as_kept(world, &path, &name.to_string());
    let values = [("name", name.to_string())];
    let said = world
        .resource::<Words>()
        .fill("dungeon.saved_enemies", &values);
    world.resource_mut::<Notices>().show(said);
    Ok(())
}

/// Saves the first custom enemy of a game, if it has one, and returns the name.
fn save_enemy_of(
    table: &Table,
    autosave: &mut Autosave,
    folders: &Folders,
) -> Result<Option<FileName>, PlainError> {
    let Some(enemy) = table.setup().custom_enemies.first() else {
        return Ok(None);
    };
    let name = format!("{}{}{}", enemy.kind, enemy.strength, table.origin().seed);
    let roster = std::slice::from_ref(enemy);
    let id = table.id().to_string();
    roster_file::save_once(autosave, folders, &name, roster, &id).map(Some)
}

/// Takes the enemies of a saved file into the dungeon of the new game. A broken file is set aside.
pub fn add_saved_enemies(world: &mut World, name: &FileName) {
    let Some(folders) = world.get_resource::<Folders>() else {
        return;
    };
    let path = roster_file::library(folders).path(name);
    match roster_file::read_or_set_aside(&mut world.resource_mut::<Autosave>(), &path) {
        Ok(roster) => add_custom_enemies(world, roster),
        Err(report) => {
            world.write_message(report);
        }
    }
}

/// The last enemy of each kind, because a dungeon has at most one custom enemy of a kind.
fn one_of_each_kind(roster: &[Arc<Breed>]) -> Roster {
    let of_kind = |kind| roster.iter().rfind(|breed| breed.kind == kind);
    EnemyKind::ALL
        .into_iter()
        .filter_map(of_kind)
        .cloned()
        .collect()
}

/// Adds enemies to the dungeon of the new game; they replace the custom ones of their kinds.
fn add_custom_enemies(world: &mut World, enemies: Roster) {
    let setup = &mut world.resource_mut::<NewGame<DungeonGame>>().setup;
    for enemy in one_of_each_kind(&enemies) {
        setup.custom_enemies.retain(|old| old.kind != enemy.kind);
        setup.custom_enemies.push(enemy);
    }
}

/// Takes the enemy of the arena into the dungeon of the new game, and opens the theatre on that dungeon.
pub fn meet_in_dungeon(world: &mut World) {
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let enemies = table.setup().custom_enemies.clone();
    add_custom_enemies(world, enemies);
    world.resource_mut::<SetupSeed>().0 = Seed::fresh();
    show_failure_of(world, evolve_dungeon);
}
