//! The large map: a card over the dungeon with all that the hero has explored, and a legend of its signs. A click on a
//! place of the map sends the hero there.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::map_picture::{Shape, sign_of};
use super::minimap::{self, MapFrame, MapImage, map_image};
use super::{OpenCard, View, card, hand};
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::{DungeonGame, Table};
use crate::session::Game as _;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::table::playing;
use crate::shell::theme::look::Look;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, label, stack};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Play),
        spawn_card.run_if(active(DungeonGame::KEY)),
    )
    .add_systems(Update, paint_signs.run_if(playing::<DungeonGame>));
}

/// The largest side of a cell in interface pixels.
const LARGEST: f32 = 18.0;
/// The side of a sign of the legend in interface pixels.
const SIGN: f32 = 15.0;

/// The signs of the legend, with the keys of their names.
const LEGEND: [(Shape, Color, &str); 7] = [
    (Shape::Full, palette::LAMP, "dungeon.map.hero"),
    (Shape::Cross, palette::FAULT, "dungeon.map.enemy"),
    (Shape::Ring, palette::LEAF, "dungeon.map.exit"),
    (Shape::Plus, palette::EMBER, "dungeon.map.key"),
    (Shape::Bar, palette::FAULT, "dungeon.map.locked"),
    (Shape::Dot, palette::THOUGHT, "dungeon.map.thing"),
    (Shape::Corners, palette::THOUGHT, "dungeon.map.portal"),
];

/// A sign of the legend.
#[derive(Component)]
struct Sign(Shape, Color);

/// Shows the map or hides it.
pub(super) fn toggle(world: &mut World) {
    world.resource_mut::<View>().toggle(OpenCard::Map);
}

fn spawn_card(mut commands: Commands) {
    card::spawn_card(
        &mut commands,
        "Large map",
        |view| view.open == Some(OpenCard::Map),
        |card| {
            let hint = |head: &mut ChildSpawnerCommands| {
                head.spawn(label("dungeon.map.go", TextSize::Small, palette::MIST));
            };
            card::spawn_heading(card, "dungeon.map", hint, toggle);
            let place = Node {
                flex_grow: 1.0,
                min_height: px(0),
                ..default()
            };
            minimap::spawn_frame(card, LARGEST, place)
                .with_child((map_image(), RelativeCursorPosition::default()));
            spawn_legend(card);
        },
    );
}

/// Sends the hero to the place of the map that is clicked, if that is explored, and closes the map.
pub(super) fn go_to_click(
    buttons: Res<ButtonInput<MouseButton>>,
    view: Res<View>,
    table: Res<Table>,
    pictures: Query<(&RelativeCursorPosition, &ChildOf), With<MapImage>>,
    frames: Query<&MapFrame>,
    mut commands: Commands,
) {
    if view.open != Some(OpenCard::Map)
        || !table.takes_moves()
        || !buttons.just_pressed(MouseButton::Left)
    {
        return;
    }
    let pointed = pictures.iter().find(|(pointer, _)| pointer.cursor_over);
    let Some((pointer, parent)) = pointed else {
        return;
    };
    let frame = frames.get(parent.parent()).ok();
    let cell = frame.and_then(|frame| frame.cell_at(pointer.normalized?));
    let game = &table.state().game;
    let is_known = |cell: &Cell| game.explored().has(&game.dungeon().layout.map, *cell);
    if let Some(cell) = cell.filter(is_known) {
        commands.queue(move |world: &mut World| {
            toggle(world);
            hand::act_on_cell(world, cell);
        });
    }
}

fn spawn_legend(card: &mut ChildSpawnerCommands) {
    let legend = Node {
        flex_wrap: FlexWrap::Wrap,
        flex_shrink: 0.0,
        column_gap: px(18),
        row_gap: px(4),
        ..default()
    };
    card.spawn(legend).with_children(|legend| {
        for (shape, colour, name) in LEGEND {
            let entry = Node {
                align_items: AlignItems::Center,
                ..stack(FlexDirection::Row, 7.0)
            };
            let side = Node {
                width: px(SIGN),
                height: px(SIGN),
                flex_shrink: 0.0,
                ..default()
            };
            legend.spawn(entry).with_children(|entry| {
                entry.spawn((Sign(shape, colour), ImageNode::default(), side));
                entry.spawn(label(name, TextSize::Small, palette::PAPER));
            });
        }
    });
}

/// Paints the signs of the legend in the look of the settings.
fn paint_signs(
    settings: Res<Settings>,
    mut signs: Query<(Ref<Sign>, &mut ImageNode)>,
    mut images: ResMut<Assets<Image>>,
    mut painted: Local<Look>,
) {
    let look = settings.look();
    let has_changed = *painted != look;
    *painted = look;
    for (sign, mut shown) in &mut signs {
        if has_changed || sign.is_added() {
            shown.image = images.add(sign_of(sign.0, sign.1, &look));
        }
    }
}
