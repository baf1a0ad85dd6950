//! The panel: how the hero is, what is carried, the small map, and everything that can be done.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::errand::{self, Errand};
use super::map::PANEL;
use super::minimap::SmallMap;
use super::{View, art, hand, look};
use crate::games::dungeon::KEY;
use crate::games::dungeon::descent::Descent;
use crate::games::dungeon::play::{Play, keep_enemy, meet_in_dungeon};
use crate::games::dungeon::rules::hero::MAX_ITEMS;
use crate::games::dungeon::rules::{Game, Item, Move};
use crate::shell::games::active;
use crate::shell::screen::{Menu, Screen};
use crate::shell::share;
use crate::shell::side_panel;
use crate::shell::theme::bind::{Able, Lit, Shown, Told};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{Look, Size, bare_button, button, stack, words};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Play), spawn.run_if(active(KEY)))
        .add_systems(
            Update,
            (life, pack)
                .run_if(in_state(Screen::Play).and_then(active(KEY)))
                .run_if(resource_exists::<Play>),
        );
}

/// The bar of the life that is left.
#[derive(Component)]
struct LifeBar;

/// The picture of what is carried at a place, or in use.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum Picture {
    Carried(usize),
    Weapon,
    Armour,
    ExitKey,
    Key(usize),
}

fn descent(world: &World) -> Option<&Descent> {
    world.get_resource::<Play>().map(Play::descent)
}

fn game(world: &World) -> Option<&Game> {
    descent(world).map(|descent| &descent.game)
}

fn spawn(mut commands: Commands, sprites: Res<Sprites>, play: Option<Res<Play>>) {
    let Some(play) = play else { return };
    let arena = play.descent().setup().arena;
    let sprites = &*sprites;
    side_panel::spawn(
        &mut commands,
        PANEL,
        |top| {
            standing(top);
            in_use(top, sprites);
            carried(top, sprites);
            small_map(top);
            top.spawn((
                Node {
                    min_height: px(36),
                    ..default()
                },
                words(Size::Small, palette::MIST, Told::by(look::pointed)),
            ));
        },
        |bottom| actions(bottom, arena),
    );
}

fn standing(top: &mut ChildSpawnerCommands) {
    let depth = |world: &World| {
        let words = world.resource::<Words>();
        descent(world).map_or(String::new(), |descent| {
            let values = [
                ("depth", descent.depth().to_string()),
                ("depths", descent.setup().depths.to_string()),
            ];
            words.fill("dungeon.depth", &values)
        })
    };
    let score = |world: &World| {
        let sum = descent(world).map(Descent::totals).unwrap_or_default();
        let words = world.resource::<Words>();
        let values = [
            ("points", sum.score.to_string()),
            ("turns", sum.turns.to_string()),
        ];
        words.fill("dungeon.standing", &values)
    };
    between(top, |row| {
        row.spawn(words(Size::Lead, palette::PAPER, Told::by(depth)));
        row.spawn(words(Size::Small, palette::MIST, Told::by(score)));
    });
    top.spawn((
        Name::new("Life"),
        Node {
            height: px(24),
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
        bar.spawn(words(Size::Body, palette::PAPER, Told::by(life)));
    });
}

fn between(parent: &mut ChildSpawnerCommands, content: impl FnOnce(&mut ChildSpawnerCommands)) {
    parent
        .spawn(Node {
            justify_content: JustifyContent::SpaceBetween,
            align_items: AlignItems::Center,
            column_gap: px(8),
            ..default()
        })
        .with_children(content);
}

fn picture(row: &mut ChildSpawnerCommands, sprites: &Sprites, which: Picture, side: f32) {
    row.spawn((
        which,
        ImageNode::new(sprites.get("dun_potion")),
        Node {
            width: px(side),
            height: px(side),
            flex_shrink: 0.0,
            ..default()
        },
        Pickable::IGNORE,
    ));
}

/// Weapon, armour and keys, with what they do.
fn in_use(top: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let said = |item: fn(&Game) -> Item, key: fn(Item) -> &'static str| {
        Told::by(move |world: &World| {
            let words = world.resource::<Words>();
            game(world).map_or(String::new(), |game| words.say(key(item(game))))
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
            height: px(38),
            ..default()
        })
        .with_children(|row| {
            picture(row, sprites, which, 32.0);
            row.spawn(stack(FlexDirection::Column, 1.0))
                .with_children(|column| {
                    let name = said(item, art::name_of_item);
                    column.spawn(words(Size::Small, palette::PAPER, name));
                    let what = said(item, art::use_of_item);
                    column.spawn(words(Size::Small, palette::MIST, what));
                });
        });
    }
}

/// The places for what is carried, and the keys.
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
                height: px(36),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::SpaceEvenly,
                ..default()
            };
            let there =
                move |world: &World| game(world).is_some_and(|game| place < game.hero.items.len());
            grid.spawn((
                bare_button(Look::Chip, node, move |world| {
                    hand::ask(&mut world.resource_mut::<View>(), Move::Use(place as u8));
                }),
                Able::when(there),
                Place(place),
            ))
            .with_children(|slot| {
                let number = Told::by(move |world| {
                    let hero = game(world).map(|game| &game.hero);
                    match hero.and_then(|hero| Some((hero, hero.items.get(place)?))) {
                        Some((hero, Item::Potion)) if hero.potions > 1 => {
                            format!("{} ×{}", place + 1, hero.potions)
                        }
                        _ => (place + 1).to_string(),
                    }
                });
                slot.spawn(words(Size::Small, palette::MIST, number));
                picture(slot, sprites, Picture::Carried(place), 30.0);
            });
        }
    });
    top.spawn(Node {
        height: px(28),
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
                words.say("dungeon.no_keys")
            }
        };
        row.spawn(words(Size::Small, palette::MIST, Told::by(none)));
    });
}

/// A place of what is carried.
#[derive(Component)]
pub(super) struct Place(pub(super) usize);

fn small_map(top: &mut ChildSpawnerCommands) {
    let room = Vec2::new(272.0, 122.0);
    top.spawn((
        Name::new("Small map"),
        Node {
            height: px(132),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            border_radius: BorderRadius::all(px(8)),
            ..default()
        },
        BackgroundColor(palette::NIGHT),
    ))
    .with_child((
        SmallMap(room),
        ImageNode::default(),
        Node::default(),
        Pickable::IGNORE,
    ));
}

fn actions(bottom: &mut ChildSpawnerCommands, arena: bool) {
    let errand_button = |row: &mut ChildSpawnerCommands, key: &'static str, errand: Errand| {
        wide(
            row,
            key,
            move |world| errand::begin(world, errand),
            Some(errand),
        );
    };
    let ask =
        |made: Move| move |world: &mut World| hand::ask(&mut world.resource_mut::<View>(), made);
    let pair = || Node {
        ..stack(FlexDirection::Row, 6.0)
    };
    if arena {
        button(
            bottom,
            Look::Primary,
            Told::key("dungeon.meet"),
            meet_in_dungeon,
        );
        bottom.spawn(pair()).with_children(|row| {
            errand_button(row, "dungeon.do.itself", Errand::PlayItself);
            wide(row, "dungeon.keep", keep_enemy, None);
        });
    } else {
        bottom.spawn(pair()).with_children(|row| {
            errand_button(row, "dungeon.do.explore", Errand::Explore);
            wide(row, "dungeon.do.exit", errand::to_exit, None);
        });
        bottom.spawn(pair()).with_children(|row| {
            errand_button(row, "dungeon.do.rest", Errand::Rest);
            wide(row, "dungeon.do.guard", ask(Move::Guard), None);
        });
        bottom.spawn(pair()).with_children(|row| {
            let look = wide(row, "dungeon.do.look", hand::look, None);
            let looking = Lit::when(|world| world.resource::<View>().looking);
            row.commands_mut().entity(look).insert(looking);
            wide(
                row,
                "dungeon.do.history",
                |world| {
                    let mut view = world.resource_mut::<View>();
                    view.history = !view.history;
                },
                None,
            );
        });
        bottom.spawn(pair()).with_children(|row| {
            errand_button(row, "dungeon.do.itself", Errand::PlayItself);
            let through = wide(row, "dungeon.do.portal", ask(Move::Portal), None);
            let on_portal = |world: &World| {
                game(world).is_some_and(|game| game.portal_at(game.hero.at).is_some())
            };
            row.commands_mut()
                .entity(through)
                .insert((Shown::when(on_portal), Lit::when(on_portal)));
        });
    }
    bottom.spawn(pair()).with_children(|row| {
        let pause = |world: &mut World| {
            world.resource_mut::<NextState<Menu>>().set(Menu::Pause);
        };
        wide(row, "play.pause", pause, None);
        share::spawn_short(row, id);
    });
}

/// A button that takes an equal part of its row, lit while its errand is under way.
fn wide(
    row: &mut ChildSpawnerCommands,
    key: &'static str,
    act: impl Fn(&mut World) + Clone + Send + Sync + 'static,
    errand: Option<Errand>,
) -> Entity {
    let node = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        padding: UiRect::axes(px(6), px(6)),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        ..default()
    };
    let lit = move |world: &World| errand.is_some() && world.resource::<View>().errand == errand;
    row.spawn((bare_button(Look::Chip, node, act), Lit::when(lit)))
        .with_child(words(Size::Small, palette::PAPER, Told::key(key)))
        .id()
}

fn id(world: &World) -> String {
    world
        .get_resource::<Play>()
        .map(|play| play.session.id().to_string())
        .unwrap_or_default()
}

/// The bar of life follows the hero's.
fn life(play: Res<Play>, mut bars: Query<(&mut Node, &mut BackgroundColor), With<LifeBar>>) {
    let hero = &play.descent().game.hero;
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

/// The pictures of what is carried and in use.
fn pack(
    play: Res<Play>,
    sprites: Res<Sprites>,
    mut pictures: Query<(&Picture, &mut ImageNode, &mut Node)>,
) {
    let hero = &play.descent().game.hero;
    for (picture, mut image, mut node) in &mut pictures {
        let name = match *picture {
            Picture::Carried(place) => hero.items.get(place).map(|item| art::of_item(*item)),
            Picture::Weapon => Some(art::of_weapon(hero.weapon)),
            Picture::Armour => Some(art::of_armour(hero.armour)),
            Picture::ExitKey => hero.exit_key.then_some("dun_key"),
            Picture::Key(lock) => hero
                .has_key(lock)
                .then_some(["dun_key1", "dun_key2", "dun_key3"][lock % 3]),
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
