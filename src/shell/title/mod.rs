//! The title screen: a tile for each game with a small run on it, and the buttons that lead to the games.

mod demo;
mod id_field;
mod lit;
mod tile;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::shell::creature::{self, sigil};
use crate::shell::games::{ActiveGame, Games};
use crate::shell::screen::{Menu, Screen, is_without_menu, set_menu};
use crate::shell::shelf::{self, Shelf};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_page;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, button, in_column, label, stack,
};
use crate::shell::words::Words;
use crate::shell::{game_of_the_day, played};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActiveGame>()
        .add_plugins((demo::plugin, id_field::plugin, lit::plugin, tile::plugin))
        .add_systems(OnEnter(Screen::Title), spawn_title);
}

fn spawn_title(
    mut commands: Commands,
    games: Res<Games>,
    sprites: Res<Sprites>,
    mut images: ResMut<Assets<Image>>,
) {
    let root = (
        Name::new("Title"),
        TabGroup::new(0),
        DespawnOnExit(Screen::Title),
        Node {
            width: percent(100),
            height: percent(100),
            ..default()
        },
        VisibleWhen::new(is_without_menu),
    );
    let page = Node {
        min_height: percent(100),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceEvenly,
        padding: UiRect::axes(px(16), px(24)),
        row_gap: px(8),
        ..default()
    };
    let mut root = commands.spawn(root);
    root.with_children(|root| {
        scroll_page(root, page, |page| {
            spawn_header(page, sprites.get("shared/emblem"));
            tile::spawn_grid(page, &games, &mut images);
            spawn_footer(page);
        });
    });
}

fn spawn_header(root: &mut ChildSpawnerCommands, emblem: Handle<Image>) {
    root.spawn(Node {
        align_items: AlignItems::Center,
        column_gap: px(28),
        ..default()
    })
    .with_children(|row| {
        in_column(row, 4.0, |dome| {
            dome.spawn((
                ImageNode::new(emblem),
                Node {
                    width: px(112),
                    height: px(112),
                    align_self: AlignSelf::Center,
                    ..default()
                },
            ));
            spawn_newest_creatures(dome);
        });
        in_column(row, 4.0, |column| {
            column.spawn(label("title.name", TextSize::Display, palette::PAPER));
            column.spawn(label("title.line", TextSize::Lead, palette::MIST));
        });
    });
}

/// The side of a sigil under the dome, in interface pixels.
const SIGIL: f32 = 22.0;

/// Spawns the creatures that were kept last, as a button that opens the shelf. There is none before the first one is
/// kept.
fn spawn_newest_creatures(dome: &mut ChildSpawnerCommands) {
    let node = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        padding: UiRect::axes(px(8), px(2)),
        ..stack(FlexDirection::Row, 5.0)
    };
    let any = VisibleWhen::new(|world| !world.resource::<Shelf>().newest.is_empty());
    let button = bare_button(ButtonStyle::Chip, node, |world| shelf::open(world, None));
    dome.spawn((button, any)).with_children(|row| {
        for at in 0..shelf::NEWEST {
            let creature = move |world: &World| world.resource::<Shelf>().newest.get(at).copied();
            row.spawn(sigil(SIGIL, creature));
        }
        let name = |world: &World| {
            let newest = world.resource::<Shelf>().newest.first();
            newest.map_or(String::new(), |creature| {
                creature::name(*creature, world.resource::<Words>())
            })
        };
        row.spawn(bound_text(TextSize::Small, palette::MIST, name));
    });
}

fn spawn_footer(root: &mut ChildSpawnerCommands) {
    let row = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        column_gap: px(12),
        row_gap: px(8),
        ..default()
    };
    root.spawn((row, WrapsWhenLarge)).with_children(|row| {
        button(
            row,
            ButtonStyle::Plain,
            game_of_the_day::text,
            game_of_the_day::start,
        );
        button(row, ButtonStyle::Plain, "played.title", |world| {
            played::open(world, None);
        });
        button(row, ButtonStyle::Plain, "shelf.title", |world| {
            shelf::open(world, None);
        });
        button(row, ButtonStyle::Plain, "title.settings", |world| {
            set_menu(world, Menu::Settings);
        });
        button(row, ButtonStyle::Plain, "title.quit", |world| {
            world.write_message(AppExit::Success);
        });
        row.spawn(Node {
            width: px(24),
            ..default()
        });
        id_field::spawn_id_field(row);
    });
}
