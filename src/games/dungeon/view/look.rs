//! Descriptions of the cell or the item that the player points at.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::map::PANEL;
use super::panel::Picture;
use super::{View, art, foresight};
use crate::games::dungeon::map::{Cell, Ground, Tile};
use crate::games::dungeon::rules::{Act, Game, Item};
use crate::games::dungeon::{DungeonGame, Table};
use crate::session::Game as _;
use crate::shell::games::active;
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text, panel};
use crate::shell::words::{Words, capitalised};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Play),
        spawn_card.run_if(active(DungeonGame::KEY)),
    );
}

/// Spawns the card over the map that describes the thing that is pointed at.
fn spawn_card(mut commands: Commands) {
    let card = Node {
        position_type: PositionType::Absolute,
        right: px(PANEL + 16.0),
        top: px(20),
        max_width: px(380),
        padding: UiRect::axes(px(14), px(8)),
        ..default()
    };
    let is_shown = |world: &World| {
        *world.resource::<State<Menu>>().get() == Menu::None && !pointed_text(world).is_empty()
    };
    commands
        .spawn((
            Name::new("Looking"),
            DespawnOnExit(Screen::Play),
            panel(card),
            VisibleWhen::new(is_shown),
            Pickable::IGNORE,
        ))
        .with_child(bound_text(TextSize::Small, palette::PAPER, pointed_text));
}

fn of_item(words: &Words, item: Item) -> String {
    let name = capitalised(&words.get(art::name_of_item(item)));
    format!("{name}: {}", words.get(art::use_of_item(item)))
}

/// The place of a carried thing.
#[derive(Component)]
pub(super) struct ItemSlot(pub(super) Picture);

/// The description of the item or the cell that the player points at.
pub(super) fn pointed_text(world: &World) -> String {
    let Some(table) = world.get_resource::<Table>() else {
        return String::new();
    };
    let (game, words) = (&table.state().game, world.resource::<Words>());
    let mut places = world.try_query::<(&ItemSlot, &Hovered)>();
    if let Some(places) = &mut places {
        let over = places.iter(world).find(|(_, hovered)| hovered.get());
        if let Some(item) = over.and_then(|(place, _)| place.0.item(game)) {
            return of_item(words, item);
        }
    }
    let view = world.resource::<View>();
    let Some(cell) = view.pointed else {
        return match view.looking {
            true => words.get("dungeon.look"),
            false => String::new(),
        };
    };
    at_cell(world, game, cell)
}

/// The description of a cell, as far as the hero knows it.
pub(super) fn at_cell(world: &World, game: &Game, cell: Cell) -> String {
    let view = world.resource::<View>();
    on_map(game, world.resource::<Words>(), cell, |enemy| {
        view.foresight.act(enemy)
    })
}

/// The description of an enemy: its knowledge, the prospects of a fight with it, its adaptation, and its next act.
fn of_enemy(game: &Game, words: &Words, number: usize, act: Option<Act>) -> String {
    let enemy = &game.enemies[number];
    let key = match (enemy.notices, enemy.tracks, enemy.aware) {
        (true, ..) => "dungeon.look.enemy_aware",
        (false, true, _) => "dungeon.look.enemy_tracks",
        (false, false, true) => "dungeon.look.enemy_seeks",
        (false, false, false) if enemy.listens_to.is_some() => "dungeon.look.enemy_listens",
        (false, false, false) => "dungeon.look.enemy",
    };
    let (least, most) = game.turns_to_kill(number);
    let turns = match least == most {
        true => least.to_string(),
        false => format!("{least}-{most}"),
    };
    let worst = game.worst_hit(number);
    let values = [
        ("enemy", words.get(art::name_of_kind(enemy.breed.kind))),
        ("life", format!("{} / {}", enemy.life, enemy.body.max_life)),
        ("turns", turns),
        ("chance", game.chance_to_kill(number).to_string()),
        ("wounds", worst.to_string()),
        ("hits", game.hero.life.div_ceil(worst).to_string()),
        ("act", words.get(foresight::phrase(game, number, act))),
    ];
    let adaptation = enemy.breed.adaptation.map(art::use_of_adaptation);
    let keys = [key, "dungeon.look.turns", "dungeon.look.hits"];
    let keys = keys
        .into_iter()
        .chain(adaptation)
        .chain(["dungeon.look.next"]);
    let lines: Vec<String> = keys.map(|key| words.fill(key, &values)).collect();
    lines.join("\n")
}

/// The key of the phrase about the effect of ground; `None` for plain stone.
pub(super) fn of_ground(ground: Ground) -> Option<&'static str> {
    let at = usize::from(ground.number()).checked_sub(1)?;
    GROUNDS.get(at).copied()
}

/// The keys of the phrases of all grounds but stone, in the order of their numbers.
pub(super) const GROUNDS: [&str; 4] = [
    "dungeon.look.grass",
    "dungeon.look.water",
    "dungeon.look.oil",
    "dungeon.look.rubble",
];

/// The description of a cell, as far as the hero knows it.
fn on_map(game: &Game, words: &Words, cell: Cell, act: impl Fn(usize) -> Option<Act>) -> String {
    let layout = &game.dungeon().layout;
    let map = &layout.map;
    if !game.explored().has(map, cell) {
        return words.get("dungeon.look.unseen");
    }
    let ground = of_ground(game.ground_at(cell)).map(|key| words.get(key));
    if cell == game.hero.at {
        let hero = words.get("dungeon.look.hero");
        return [Some(hero), ground]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("\n");
    }
    if let Some(enemy) = game.seen_enemy_at(cell) {
        return of_enemy(game, words, enemy, act(enemy));
    }
    let passing = [
        (game.burns(cell), "dungeon.look.fire"),
        (game.is_smoky(cell), "dungeon.look.smoke"),
        (game.rings(cell), "dungeon.look.bell"),
    ];
    let is_visible = game.visible().has(map, cell);
    if let Some((_, key)) = passing
        .into_iter()
        .find(|(is_there, _)| is_visible && *is_there)
    {
        return words.get(key);
    }
    if let Some((_, item)) = game.items.iter().find(|(at, _)| *at == cell) {
        return of_item(words, *item);
    }
    let mut keys = layout.keys.iter().enumerate();
    let key = keys.any(|(lock, at)| *at == cell && !game.hero.has_key(lock));
    words.get(if game.chests().contains(&cell) {
        "dungeon.look.chest"
    } else if key {
        "dungeon.look.key"
    } else if cell == layout.key && !game.hero.exit_key {
        "dungeon.look.exit_key"
    } else if cell == layout.start {
        "dungeon.look.start"
    } else if cell == layout.exit {
        "dungeon.look.exit"
    } else if layout.chests.contains(&cell) {
        "dungeon.look.opened"
    } else {
        match map.at(cell) {
            Tile::Wall | Tile::Rock => "dungeon.look.wall",
            Tile::Floor => of_ground(game.ground_at(cell)).unwrap_or("dungeon.look.floor"),
            Tile::Corridor => "dungeon.look.corridor",
            Tile::Door if game.lock_at(cell).is_some() => "dungeon.look.locked",
            Tile::Door => "dungeon.look.door",
            Tile::Portal => "dungeon.look.portal",
        }
    })
}
