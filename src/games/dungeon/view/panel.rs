//! The panel: the state of the hero, the carried items, the minimap, and the buttons.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::auto_actions::{self, AutoAction};
use super::bindings::HeroAction;
use super::hand;
use super::minimap::MinimapImage;
use super::{View, art, look};
use crate::games::dungeon::custom_enemies::{meet_in_dungeon, save_enemy};
use crate::games::dungeon::descent::Descent;
use crate::games::dungeon::rules::hero::MAX_ITEMS;
use crate::games::dungeon::rules::{Game, Item, Move};
use crate::games::dungeon::{DungeonGame, Table};
use crate::session::Game as _;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::table::share;
use crate::shell::theme::bind::{BoundText, EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, button, in_column, stack,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (update_life_bar, update_pictures)
            .run_if(in_state(Screen::Play).and_then(active(DungeonGame::KEY)))
            .run_if(resource_exists::<Table>),
    );
}

/// The bar that shows the hero's life.
#[derive(Component)]
struct LifeBar;

/// The picture of an item that is carried or in use, or of a key.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum Picture {
    Carried(usize),
    Weapon,
    Armour,
    ExitKey,
    Key(usize),
}

fn descent(world: &World) -> Option<&Descent> {
    world.get_resource::<Table>().map(Table::state)
}

fn game(world: &World) -> Option<&Game> {
    descent(world).map(|descent| &descent.game)
}

/// The depth of the hero in words.
pub(super) fn depth_text(world: &World) -> String {
    let words = world.resource::<Words>();
    descent(world).map_or(String::new(), |descent| {
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
pub(super) fn fill(top: &mut ChildSpawnerCommands, world: &World) {
    let sprites = world.resource::<Sprites>();
    status_row(top);
    in_use(top, sprites);
    carried(top, sprites);
    small_map(top);
    top.spawn((
        Node {
            min_height: px(34),
            ..default()
        },
        bound_text(TextSize::Small, palette::MIST, look::pointed),
    ));
}

/// The bar of life, and beside it the score.
fn status_row(top: &mut ChildSpawnerCommands) {
    let row = Node {
        justify_content: JustifyContent::SpaceBetween,
        align_items: AlignItems::Center,
        column_gap: px(8),
        ..default()
    };
    top.spawn(row).with_children(|row| {
        life_bar(row);
        row.spawn(bound_text(TextSize::Small, palette::MIST, score_text));
    });
}

fn life_bar(row: &mut ChildSpawnerCommands) {
    row.spawn((
        Name::new("Life"),
        Node {
            height: px(22),
            min_width: px(90),
            flex_grow: 1.0,
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

fn picture(row: &mut ChildSpawnerCommands, sprites: &Sprites, which: Picture, side: f32) {
    row.spawn((
        which,
        ImageNode::new(sprites.get("dungeon/potion")),
        Node {
            width: px(side),
            height: px(side),
            flex_shrink: 0.0,
            ..default()
        },
        Pickable::IGNORE,
    ));
}

/// The weapon and the armour in use, with their effects.
fn in_use(top: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let said = |item: fn(&Game) -> Item, key: fn(Item) -> &'static str| {
        BoundText::new(move |world: &World| {
            let words = world.resource::<Words>();
            game(world).map_or(String::new(), |game| words.get(key(item(game))))
        })
    };
    for (which, item) in [
        (
            Picture::Weapon,
            (|game| Item::Weapon(game.hero.weapon)) as fn(&Game) -> Item,
        ),
        (Picture::Armour, |game| Item::Armour(game.hero.armour)),
    ] {
        top.spawn(Node {
            align_items: AlignItems::Center,
            column_gap: px(8),
            height: px(35),
            ..default()
        })
        .with_children(|row| {
            picture(row, sprites, which, 32.0);
            in_column(row, 1.0, |column| {
                let name = said(item, art::name_of_item);
                column.spawn(bound_text(TextSize::Small, palette::PAPER, name));
                let what = said(item, art::use_of_item);
                column.spawn(bound_text(TextSize::Small, palette::MIST, what));
            });
        });
    }
}

/// The places for the carried items, and the keys.
fn carried(top: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        row_gap: px(5),
        column_gap: px(5),
        ..default()
    };
    top.spawn(node).with_children(|grid| {
        for place in 0..MAX_ITEMS {
            let node = Node {
                width: px(62),
                height: px(34),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::SpaceEvenly,
                ..default()
            };
            let there =
                move |world: &World| game(world).is_some_and(|game| place < game.hero.items.len());
            grid.spawn((
                bare_button(ButtonStyle::Chip, node, move |world| {
                    hand::request(world, Move::Use(place as u8));
                }),
                EnabledWhen::new(there),
                look::ItemSlot(place),
            ))
            .with_children(|slot| {
                let number = BoundText::new(move |world| {
                    let hero = game(world).map(|game| &game.hero);
                    match hero.and_then(|hero| Some((hero, hero.items.get(place)?))) {
                        Some((hero, Item::Potion)) if hero.potions > 1 => {
                            format!("{} ×{}", place + 1, hero.potions)
                        }
                        _ => (place + 1).to_string(),
                    }
                });
                slot.spawn(bound_text(TextSize::Small, palette::MIST, number));
                picture(slot, sprites, Picture::Carried(place), 30.0);
            });
        }
    });
    top.spawn(Node {
        height: px(26),
        column_gap: px(6),
        align_items: AlignItems::Center,
        ..default()
    })
    .with_children(|row| {
        for key in [
            Picture::ExitKey,
            Picture::Key(0),
            Picture::Key(1),
            Picture::Key(2),
        ] {
            picture(row, sprites, key, 26.0);
        }
        let none = |world: &World| {
            let keys =
                game(world).is_some_and(|game| game.hero.exit_key || !game.hero.keys.is_empty());
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

fn small_map(top: &mut ChildSpawnerCommands) {
    let room = Vec2::new(272.0, 120.0);
    top.spawn((
        Name::new("Small map"),
        Node {
            height: px(130),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            border_radius: BorderRadius::all(px(8)),
            ..default()
        },
        BackgroundColor(palette::NIGHT),
    ))
    .with_child((
        MinimapImage(room),
        ImageNode::default(),
        Node::default(),
        Pickable::IGNORE,
    ));
}

/// A row of buttons.
fn buttons(bottom: &mut ChildSpawnerCommands, content: impl FnOnce(&mut ChildSpawnerCommands)) {
    bottom
        .spawn(Node {
            align_items: AlignItems::Center,
            ..stack(FlexDirection::Row, 6.0)
        })
        .with_children(content);
}

/// Adds the buttons of the dungeon.
pub(super) fn add_controls(bottom: &mut ChildSpawnerCommands, world: &World) {
    let is_arena = descent(world).is_some_and(|descent| descent.setup().arena);
    if is_arena {
        arena_controls(bottom);
    } else {
        descent_controls(bottom);
    }
}

fn arena_controls(bottom: &mut ChildSpawnerCommands) {
    let meet = "dungeon.meet";
    button(bottom, ButtonStyle::Primary, meet, meet_in_dungeon);
    buttons(bottom, |row| {
        auto_button(row, "dungeon.do.itself", AutoAction::PlayItself);
        wide_button(row, "dungeon.save_enemies", save_enemy);
    });
    buttons(bottom, copy_button);
}

fn descent_controls(bottom: &mut ChildSpawnerCommands) {
    buttons(bottom, |row| {
        auto_button(row, "dungeon.do.explore", AutoAction::Explore);
        wide_button(row, "dungeon.do.exit", auto_actions::travel_to_exit);
    });
    buttons(bottom, |row| {
        auto_button(row, "dungeon.do.rest", AutoAction::Rest);
        action_button(row, "dungeon.do.guard", HeroAction::Play(Move::Guard));
    });
    buttons(bottom, |row| {
        auto_button(row, "dungeon.do.itself", AutoAction::PlayItself);
        let portal = action_button(row, "dungeon.do.portal", HeroAction::Play(Move::Portal));
        row.commands_mut().entity(portal).insert((
            VisibleWhen::new(is_on_portal),
            SelectedWhen::new(is_on_portal),
        ));
    });
    buttons(bottom, |row| {
        let look = action_button(row, "dungeon.do.look", HeroAction::ToggleLook);
        let looking = SelectedWhen::new(|world| world.resource::<View>().looking);
        row.commands_mut().entity(look).insert(looking);
        action_button(row, "dungeon.do.history", HeroAction::ToggleHistory);
        copy_button(row);
    });
}

fn is_on_portal(world: &World) -> bool {
    game(world).is_some_and(|game| game.portal_at(game.hero.at).is_some())
}

/// A button for something that a key does too.
fn action_button(row: &mut ChildSpawnerCommands, key: &'static str, action: HeroAction) -> Entity {
    wide_button(row, key, move |world| hand::perform(world, action))
}

/// A button that begins an auto-action. It is drawn as selected while the auto-action lasts.
fn auto_button(row: &mut ChildSpawnerCommands, key: &'static str, action: AutoAction) {
    let button = action_button(row, key, HeroAction::Begin(action));
    let selected =
        SelectedWhen::new(move |world| world.resource::<View>().auto_action == Some(action));
    row.commands_mut().entity(button).insert(selected);
}

/// A button that copies the game id.
fn copy_button(row: &mut ChildSpawnerCommands) {
    let button = wide_button(row, "share.copy", |world| share::copy_id(world, id));
    row.commands_mut()
        .entity(button)
        .insert(share::SharedId(id));
}

/// A button that takes an equal part of its row, or what its words need.
fn wide_button(
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

fn id(world: &World) -> String {
    let table = world.get_resource::<Table>();
    table.map_or(String::new(), |table| table.id().to_string())
}

/// Lets the bar of life follow the hero's life.
fn update_life_bar(
    table: Res<Table>,
    mut bars: Query<(&mut Node, &mut BackgroundColor), With<LifeBar>>,
) {
    let hero = &table.state().game.hero;
    let part = 100.0 * f32::from(hero.life) / f32::from(hero.max_life);
    let colour = match part {
        part if part > 60.0 => Color::srgb(0.28, 0.48, 0.33),
        part if part > 30.0 => Color::srgb(0.60, 0.42, 0.16),
        _ => Color::srgb(0.66, 0.25, 0.20),
    };
    for (mut node, mut background) in &mut bars {
        node.width = percent(part);
        background.set_if_neq(BackgroundColor(colour));
    }
}

/// Lets the pictures follow the items that are carried and in use.
fn update_pictures(
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut pictures: Query<(&Picture, &mut ImageNode, &mut Node)>,
) {
    let hero = &table.state().game.hero;
    for (picture, mut image, mut node) in &mut pictures {
        let name = match *picture {
            Picture::Carried(place) => hero.items.get(place).map(|item| art::of_item(*item)),
            Picture::Weapon => Some(art::of_weapon(hero.weapon)),
            Picture::Armour => Some(art::of_armour(hero.armour)),
            Picture::ExitKey => hero.exit_key.then_some("dungeon/key"),
            Picture::Key(lock) => hero
                .has_key(lock)
                .then_some(["dungeon/key1", "dungeon/key2", "dungeon/key3"][lock % 3]),
        };
        let key = matches!(picture, Picture::ExitKey | Picture::Key(_));
        let display = if name.is_none() && key {
            Display::None
        } else {
            Display::Flex
        };
        if node.display != display {
            node.display = display;
        }
        let colour = if name.is_some() {
            Color::WHITE
        } else {
            Color::NONE
        };
        if image.color != colour {
            image.color = colour;
        }
        if let Some(name) = name {
            let handle = sprites.get(name);
            if image.image != handle {
                image.image = handle;
            }
        }
    }
}
