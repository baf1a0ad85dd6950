//! The panel: the state of the hero, the carried items, and the minimap.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::UiSystems;

use super::bindings::short_control_text;
use super::hand;
use super::map::PANEL;
use super::{art, bestiary, descriptions, in_sight, minimap, picking};
use crate::games::dungeon::descent::Descent;
use crate::games::dungeon::map::Lock;
use crate::games::dungeon::map::floor_plan::key_sprite;
use crate::games::dungeon::rules::hero::{BELT, MAX_ITEMS};
use crate::games::dungeon::rules::{Game, Item, Move};
use crate::games::dungeon::{DungeonGame, Table, lessons, sprite_names};
use crate::session::Game as _;
use crate::shell::board::{MAX_PANEL, SwapsWithPanel};
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::table::playing;
use crate::shell::theme::bind::{BoundText, EnabledWhen, SelectedWhen};
use crate::shell::theme::large::ReversesWhenLarge;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, in_column, spoken_name, square_picture, stack,
};
use crate::shell::words::{Words, capitalised};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Play),
        cover_map_beside_panel.run_if(active(DungeonGame::KEY)),
    );
    // The words of the panel follow the game after all moves of a frame, and so must the pictures beside them.
    app.add_systems(
        PostUpdate,
        (update_life_bar, update_pictures, name_keys)
            .before(UiSystems::Prepare)
            .run_if(playing::<DungeonGame>),
    );
}

/// Covers the map behind the panel and on its outer side, where a narrow strip of it would distract.
fn cover_map_beside_panel(mut commands: Commands) {
    let place = Node {
        position_type: PositionType::Absolute,
        top: px(0),
        bottom: px(0),
        width: px(PANEL),
        max_width: vw(100.0 * MAX_PANEL),
        ..default()
    };
    let edges = SwapsWithPanel {
        left: Val::Auto,
        right: px(0),
    };
    commands.spawn((
        Name::new("Cover of the map"),
        DespawnOnExit(Screen::Play),
        place,
        edges,
        BackgroundColor(palette::NIGHT),
        GlobalZIndex(-1),
        Pickable::IGNORE,
    ));
}

/// The gap between the parts of the panel, in interface pixels.
const GAP: f32 = 8.0;
/// The width of the keys beside the minimap, in interface pixels.
const KEYS: f32 = 84.0;

/// The bar that shows the hero's life.
#[derive(Component)]
struct LifeBar;

/// The place of an item that is carried or in use, or of a key. The image node of its picture has it.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemPlace {
    Belt(usize),
    Carried(usize),
    Weapon,
    Armour,
    ExitKey,
    Key(Lock),
}

impl ItemPlace {
    /// The item that is carried in this place or in use; `None` for keys.
    pub(super) fn item(self, game: &Game) -> Option<Item> {
        let hero = &game.hero;
        match self {
            ItemPlace::Belt(place) => hero.belt.get(place).copied().map(Item::Consumable),
            ItemPlace::Carried(place) => hero.items.get(place).copied(),
            ItemPlace::Weapon => Some(Item::Weapon(hero.weapon)),
            ItemPlace::Armour => Some(Item::Armour(hero.armour)),
            ItemPlace::ExitKey | ItemPlace::Key(_) => None,
        }
    }

    /// The number of places of the same row that hold the same item as this place.
    pub(super) fn count(self, game: &Game) -> usize {
        let place: fn(usize) -> ItemPlace = match self {
            ItemPlace::Belt(_) => ItemPlace::Belt,
            _ => ItemPlace::Carried,
        };
        let item = self.item(game);
        let same = |at: &usize| item.is_some() && place(*at).item(game) == item;
        (0..BELT.max(MAX_ITEMS)).filter(same).count()
    }

    /// The name of a key; `None` for items.
    fn key_name(self, words: &Words) -> Option<String> {
        match self {
            ItemPlace::ExitKey => Some(words.get("dungeon.look.exit_key")),
            ItemPlace::Key(lock) => Some(descriptions::with_sign(words, "dungeon.key", lock)),
            ItemPlace::Belt(_) | ItemPlace::Carried(_) | ItemPlace::Weapon | ItemPlace::Armour => {
                None
            }
        }
    }
}

pub(super) fn descent(world: &World) -> Option<&Descent> {
    world.get_resource::<Table>().map(Table::state)
}

pub(super) fn game(world: &World) -> Option<&Game> {
    descent(world).map(|descent| &descent.game)
}

/// The depth of the hero in words.
pub(super) fn depth_text(world: &World) -> String {
    let words = world.resource::<Words>();
    descent(world).map_or(String::new(), |descent| {
        if descent.setup().arena {
            return words.get("dungeon.setup.arena");
        }
        let values = [
            ("depth", descent.depth().to_string()),
            ("depths", descent.setup().depths.to_string()),
        ];
        words.fill("dungeon.depth", &values)
    })
}

/// The points and the turns so far.
fn score_text(world: &World) -> String {
    let totals = descent(world).map(Descent::totals).unwrap_or_default();
    let values = [
        ("points", totals.score.to_string()),
        ("turns", totals.turns.to_string()),
    ];
    world.resource::<Words>().fill("dungeon.standing", &values)
}

/// Fills the upper part of the panel.
pub(super) fn spawn_panel(top: &mut ChildSpawnerCommands, world: &World) {
    let sprites = world.resource::<Sprites>();
    spawn_status(top);
    let is_arena = descent(world).is_some_and(|descent| descent.setup().arena);
    // With large texts the panel scrolls, and enemies in sight are more urgent than things.
    let column = stack(FlexDirection::Column, GAP);
    top.spawn((column, ReversesWhenLarge))
        .with_children(|column| {
            in_column(column, GAP, |things| spawn_things(things, world, is_arena));
            in_sight::spawn_rows(column, sprites);
        });
    if is_arena {
        top.spawn(bound_text(
            TextSize::Small,
            palette::PAPER,
            bestiary::arena_text,
        ));
    }
}

/// The things that the hero has, and the minimap.
fn spawn_things(things: &mut ChildSpawnerCommands, world: &World, is_arena: bool) {
    let sprites = world.resource::<Sprites>();
    spawn_things_in_use(things, sprites);
    spawn_carried_things(things, sprites);
    let lesson = world.get_resource::<Table>().and_then(Table::lesson);
    // Only one of the lessons is about a key and an exit.
    let has_keys = lesson.is_none_or(|lesson| lesson.words == lessons::WAY_OUT);
    // The arena has three rooms in a row, and needs no minimap.
    if has_keys && !is_arena {
        spawn_keys_and_map(things, sprites);
    } else if has_keys {
        spawn_keys(things, sprites, Node::default());
    }
}

/// The bar of life, and beside it the score.
fn spawn_status(top: &mut ChildSpawnerCommands) {
    let row = Node {
        justify_content: JustifyContent::SpaceBetween,
        align_items: AlignItems::Center,
        column_gap: px(8),
        ..default()
    };
    top.spawn(row).with_children(|row| {
        spawn_life_bar(row);
        row.spawn(bound_text(TextSize::Small, palette::MIST, score_text));
    });
}

fn spawn_life_bar(row: &mut ChildSpawnerCommands) {
    row.spawn((
        Name::new("Life"),
        Node {
            height: px(22),
            // The width does not depend on the score beside it, so that only the life changes the bar.
            flex_basis: percent(42),
            min_width: px(90),
            border_radius: BorderRadius::all(px(7)),
            overflow: Overflow::clip(),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        },
        BackgroundColor(palette::NIGHT),
    ))
    .with_children(|bar| {
        bar.spawn((
            LifeBar,
            Node {
                position_type: PositionType::Absolute,
                left: px(0),
                top: px(0),
                bottom: px(0),
                ..default()
            },
            BackgroundColor(palette::LEAF),
        ));
        let life = |world: &World| {
            game(world).map_or(String::new(), |game| {
                format!("{} / {}", game.hero.life, game.hero.max_life)
            })
        };
        bar.spawn(bound_text(TextSize::Body, palette::PAPER, life));
    });
}

fn spawn_picture(row: &mut ChildSpawnerCommands, sprites: &Sprites, which: ItemPlace, side: f32) {
    row.spawn((
        which,
        square_picture(sprites.get(art::POTION), side),
        Pickable::IGNORE,
    ));
}

/// The weapon and the armour in use, with their effects in short. Pointing at one shows its whole description.
fn spawn_things_in_use(top: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let said = |item: fn(&Game) -> Item, key: fn(Item) -> &'static str| {
        BoundText::new(move |world: &World| {
            let words = world.resource::<Words>();
            game(world).map_or(String::new(), |game| words.get(key(item(game))))
        })
    };
    for (which, item) in [
        (
            ItemPlace::Weapon,
            (|game| Item::Weapon(game.hero.weapon)) as fn(&Game) -> Item,
        ),
        (ItemPlace::Armour, |game| Item::Armour(game.hero.armour)),
    ] {
        let node = Node {
            align_items: AlignItems::Center,
            column_gap: px(8),
            height: px(34),
            ..default()
        };
        let place = (node, Hovered::default(), descriptions::ThingInUse(which));
        top.spawn(place).with_children(|row| {
            spawn_picture(row, sprites, which, 32.0);
            in_column(row, 1.0, |column| {
                let name = said(item, art::name_of_item);
                let name = move |world: &World| capitalised(&name.value(world));
                column.spawn(bound_text(TextSize::Small, palette::PAPER, name));
                let what = said(item, art::use_of_item);
                column.spawn(bound_text(TextSize::Small, palette::MIST, what));
            });
        });
    }
}

/// A row of places for things.
fn spawn_places(
    top: &mut ChildSpawnerCommands,
    count: usize,
    mut place: impl FnMut(&mut ChildSpawnerCommands, usize),
) {
    let node = Node {
        column_gap: px(5),
        ..default()
    };
    top.spawn(node)
        .with_children(|row| (0..count).for_each(|at| place(row, at)));
}

/// A place for a thing: its key and its picture. A click uses it. Its name is that of the item in it. The name is
/// shown, and read by screen readers, under the pointer and with the focus.
fn spawn_slot(
    row: &mut ChildSpawnerCommands,
    sprites: &Sprites,
    which: ItemPlace,
    chosen_move: Move,
    side: f32,
) {
    let node = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        // A wide digit in one place must not make it wider than the others.
        min_width: px(0),
        height: px(34),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceEvenly,
        ..default()
    };
    let there = move |world: &World| game(world).is_some_and(|game| which.item(game).is_some());
    row.spawn((
        bare_button(ButtonStyle::Chip, node, move |world| {
            hand::press_button(world, chosen_move);
        }),
        EnabledWhen::new(there),
        SelectedWhen::new(move |world| picking::chosen_thing(world) == Some(which)),
    ))
    .with_children(|slot| {
        slot.spawn(spoken_name(move |world: &World| {
            descriptions::place_text(world, which)
        }));
        let key = move |world: &World| short_control_text(world, chosen_move).unwrap_or_default();
        slot.spawn(bound_text(TextSize::Small, palette::MIST, key));
        spawn_picture(slot, sprites, which, side);
    });
}

/// The places on the belt, and those for carried weapons and armours.
fn spawn_carried_things(top: &mut ChildSpawnerCommands, sprites: &Sprites) {
    spawn_places(top, BELT, |row, at| {
        let (which, chosen_move) = (ItemPlace::Belt(at), Move::Belt(at as u8));
        spawn_slot(row, sprites, which, chosen_move, 28.0);
    });
    spawn_places(top, MAX_ITEMS, |row, at| {
        let (which, chosen_move) = (ItemPlace::Carried(at), Move::Use(at as u8));
        spawn_slot(row, sprites, which, chosen_move, 20.0);
    });
}

/// The keys that the hero has, and the minimap beside them.
fn spawn_keys_and_map(top: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let row = Node {
        column_gap: px(8),
        ..default()
    };
    top.spawn(row).with_children(|row| {
        let keys = Node {
            width: px(KEYS),
            flex_shrink: 0.0,
            flex_wrap: FlexWrap::Wrap,
            align_content: AlignContent::FlexStart,
            row_gap: px(6),
            ..default()
        };
        spawn_keys(row, sprites, keys);
        minimap::spawn_small_map(row);
    });
}

/// The keys that the hero has, in a node with this layout.
fn spawn_keys(place: &mut ChildSpawnerCommands, sprites: &Sprites, node: Node) {
    place
        .spawn(Node {
            min_height: px(26),
            column_gap: px(6),
            align_items: AlignItems::Center,
            ..node
        })
        .with_children(|row| {
            for key in [
                ItemPlace::ExitKey,
                ItemPlace::Key(Lock(0)),
                ItemPlace::Key(Lock(1)),
                ItemPlace::Key(Lock(2)),
            ] {
                spawn_picture(row, sprites, key, 26.0);
            }
            let none = |world: &World| {
                let keys = game(world)
                    .is_some_and(|game| game.hero.exit_key || !game.hero.keys.is_empty());
                let words = world.resource::<Words>();
                if keys {
                    String::new()
                } else {
                    words.get("dungeon.no_keys")
                }
            };
            row.spawn(bound_text(TextSize::Small, palette::MIST, none));
        });
}

/// Lets the bar of life follow the hero's life.
fn update_life_bar(
    settings: Res<Settings>,
    table: Res<Table>,
    mut bars: Query<(&mut Node, &mut BackgroundColor), With<LifeBar>>,
) {
    let hero = &table.state().game.hero;
    let part = 100.0 * f32::from(hero.life) / f32::from(hero.max_life);
    let [much, some, little] = settings.theme.colours_of_bar();
    let colour = match part {
        part if part > 60.0 => much,
        part if part > 30.0 => some,
        _ => little,
    };
    for (node, mut background) in &mut bars {
        node.map_unchanged(|node| &mut node.width)
            .set_if_neq(percent(part));
        background.set_if_neq(BackgroundColor(colour));
    }
}

/// Lets the pictures follow the items that are carried and in use.
fn update_pictures(
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut pictures: Query<(&ItemPlace, &mut ImageNode, &mut Node)>,
) {
    let game = &table.state().game;
    let hero = &game.hero;
    for (picture, mut image, mut node) in &mut pictures {
        let name = match *picture {
            ItemPlace::Belt(_) | ItemPlace::Carried(_) | ItemPlace::Weapon | ItemPlace::Armour => {
                picture.item(game).map(art::of_item)
            }
            ItemPlace::ExitKey => hero.exit_key.then_some(sprite_names::EXIT_KEY),
            ItemPlace::Key(lock) => hero.has_key(lock).then(|| key_sprite(lock)),
        };
        let key = matches!(picture, ItemPlace::ExitKey | ItemPlace::Key(_));
        let display = if name.is_none() && key {
            Display::None
        } else {
            Display::Flex
        };
        if node.display != display {
            node.display = display;
        }
        art::show_sprite(&mut image, &sprites, name);
    }
}

/// Gives the keys that the hero has their names for screen readers, in the language of the player.
fn name_keys(
    words: Res<Words>,
    pictures: Query<(Entity, &ItemPlace, Option<&AccessibleLabel>)>,
    mut commands: Commands,
) {
    for (entity, picture, named) in &pictures {
        let Some(name) = picture.key_name(&words) else {
            continue;
        };
        if named.is_none_or(|named| named.0 != name) {
            commands.entity(entity).try_insert(AccessibleLabel(name));
        }
    }
}
