//! The boons: a card with three of them, of which the hero takes one before anything else in a new dungeon.

use bevy::prelude::*;

use super::bindings::short_control_text;
use super::map::PANEL;
use super::panel::game;
use super::{View, art, hand, picking, themes};
use crate::games::dungeon::DungeonGame;
use crate::games::dungeon::rules::boons::OFFERED;
use crate::games::dungeon::rules::{Boon, Move};
use crate::session::Game as _;
use crate::shell::access::Speech;
use crate::shell::board::SwapsWithPanel;
use crate::shell::games::active;
use crate::shell::screen::{Screen, is_without_menu};
use crate::shell::table::{interlude, playing};
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, panel, square_picture, stack,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Play),
        spawn_card.run_if(active(DungeonGame::KEY)),
    )
    .add_systems(
        Update,
        (update_pictures, say_offer).run_if(playing::<DungeonGame>),
    );
}

/// The picture of the boon of an index.
#[derive(Component)]
struct BoonPicture(usize);

fn offered(world: &World, place: usize) -> Option<Boon> {
    game(world)?.offer()?.get(place).copied()
}

/// Whether the card is shown, which it is while boons are offered.
fn is_shown(world: &World) -> bool {
    is_without_menu(world) && !interlude::is_open(world) && offered(world, 0).is_some()
}

/// Says the boons as soon as their card is seen, and again when a menu or a card that lay over it has closed.
fn say_offer(world: &mut World) {
    let is_seen = is_shown(world) && !world.resource::<View>().has_card();
    let offer = game(world).and_then(|game| game.offer());
    let offer = offer.filter(|_| is_seen);
    if world.resource::<View>().told_offer == offer {
        return;
    }
    world.resource_mut::<View>().told_offer = offer;
    if let Some(boons) = offer {
        let text = offer_text(world, boons);
        world.resource_mut::<Speech>().say(text);
    }
}

/// The boons in words, each behind the key that takes it.
fn offer_text(world: &World, boons: [Boon; OFFERED]) -> String {
    let words = world.resource::<Words>();
    let boons = boons.into_iter().enumerate().map(|(place, boon)| {
        let text = picking::boon_text(boon, words);
        behind_key(world, place, text)
    });
    let choose = std::iter::once(words.get("dungeon.boon.choose"));
    choose.chain(boons).collect::<Vec<_>>().join(". ")
}

/// A text about the boon of a place, behind the key that takes it.
fn behind_key(world: &World, place: usize, text: String) -> String {
    match short_control_text(world, Move::Belt(place as u8)) {
        Some(key) => format!("{key}  {text}"),
        None => text,
    }
}

/// Spawns the card in the middle of the map.
fn spawn_card(mut commands: Commands, sprites: Res<Sprites>) {
    let whole = Node {
        position_type: PositionType::Absolute,
        top: px(0),
        bottom: px(0),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    let card = Node {
        padding: UiRect::all(px(22)),
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Column, 14.0)
    };
    commands
        .spawn((
            Name::new("Boons"),
            DespawnOnExit(Screen::Play),
            whole,
            SwapsWithPanel {
                left: px(0),
                right: px(PANEL),
            },
            VisibleWhen::new(is_shown),
            Pickable::IGNORE,
        ))
        .with_children(|whole| {
            whole.spawn(panel(card)).with_children(|card| {
                card.spawn(bound_text(
                    TextSize::Small,
                    palette::MIST,
                    themes::entered_text,
                ));
                card.spawn(bound_text(
                    TextSize::Lead,
                    palette::EMBER,
                    "dungeon.boon.choose",
                ));
                card.spawn(stack(FlexDirection::Row, 12.0))
                    .with_children(|row| {
                        (0..OFFERED).for_each(|place| spawn_boon_button(row, &sprites, place));
                    });
            });
        });
}

/// A button with the picture, the name, the effect and the key of a boon.
fn spawn_boon_button(
    row: &mut bevy::ecs::hierarchy::ChildSpawnerCommands,
    sprites: &Sprites,
    place: usize,
) {
    let node = Node {
        width: px(200),
        padding: UiRect::all(px(12)),
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Column, 6.0)
    };
    let said = move |key: fn(Boon) -> &'static str| {
        move |world: &World| {
            let words = world.resource::<Words>();
            offered(world, place).map_or(String::new(), |boon| words.get(key(boon)))
        }
    };
    let act = move |world: &mut World| {
        hand::press_button(world, Move::Boon(place as u8));
    };
    let chosen = SelectedWhen::new(move |world| picking::is_chosen_boon(world, place));
    row.spawn((bare_button(ButtonStyle::Plain, node, act), chosen))
        .with_children(|button| {
            button.spawn((
                BoonPicture(place),
                square_picture(sprites.get(art::POTION), 56.0),
                Pickable::IGNORE,
            ));
            let name = said(art::name_of_boon);
            let name = move |world: &World| behind_key(world, place, name(world));
            button.spawn(bound_text(TextSize::Body, palette::PAPER, name));
            let centred = TextLayout {
                justify: Justify::Center,
                ..default()
            };
            let effect = said(art::use_of_boon);
            button.spawn((bound_text(TextSize::Small, palette::MIST, effect), centred));
        });
}

/// Lets the pictures follow the boons that are offered.
fn update_pictures(
    world: &mut World,
    pictures: &mut QueryState<(&'static BoonPicture, &'static mut ImageNode)>,
) {
    let offer = game(world).and_then(|game| game.offer());
    let Some(offer) = offer else { return };
    world.resource_scope(|world, sprites: Mut<Sprites>| {
        for (BoonPicture(place), mut image) in pictures.iter_mut(world) {
            let handle = sprites.get(art::of_boon(offer[place % OFFERED]));
            if image.image != handle {
                image.image = handle;
            }
        }
    });
}
