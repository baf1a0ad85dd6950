//! The enemies in sight, on the panel: their names, their life, and their next acts.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui::UiSystems;

use super::panel::game;
use super::{View, art, foresight};
use crate::games::dungeon::rules::{EnemyAct, Game};
use crate::games::dungeon::{DungeonGame, Table, sprite_names};
use crate::shell::table::playing;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{TextSize, bound_text, square_picture, stack};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    // The words of the rows follow the game after all moves of a frame, and so must the pictures beside them.
    app.add_systems(
        PostUpdate,
        update_pictures
            .before(UiSystems::Prepare)
            .run_if(playing::<DungeonGame>),
    );
}

/// The number of enemies that are listed.
const LISTED: usize = 3;

/// The picture of the enemy of a row, or of its next act.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum EnemyPicture {
    Enemy(usize),
    Act(usize),
}

/// The enemies in sight, the nearest first.
fn in_sight(game: &Game) -> Vec<usize> {
    let mut seen: Vec<usize> = game.visible_enemies().collect();
    seen.sort_by_key(|number| game.enemies[*number].at.distance_to(game.hero.at));
    seen
}

/// The enemy of a row and its next act.
fn of_row(world: &World, row: usize) -> Option<(&Game, usize, Option<EnemyAct>)> {
    let game = game(world)?;
    let number = *in_sight(game).get(row)?;
    Some((game, number, world.resource::<View>().foresight.act(number)))
}

/// The rows of the enemies in sight. They have a fixed height, so that the panel does not change when an enemy appears.
pub(super) fn spawn_rows(top: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let list = Node {
        height: px(76),
        ..stack(FlexDirection::Column, 2.0)
    };
    top.spawn(list).with_children(|list| {
        (0..LISTED).for_each(|row| spawn_row(list, sprites, row));
    });
}

fn spawn_row(list: &mut ChildSpawnerCommands, sprites: &Sprites, row: usize) {
    list.spawn((
        Node {
            align_items: AlignItems::Center,
            column_gap: px(6),
            height: px(24),
            ..default()
        },
        VisibleWhen::new(move |world| of_row(world, row).is_some()),
    ))
    .with_children(|line| {
        spawn_picture(line, sprites, EnemyPicture::Enemy(row));
        line.spawn(bound_text(
            TextSize::Small,
            palette::PAPER,
            move |world: &World| name_text(world, row),
        ));
        spawn_picture(line, sprites, EnemyPicture::Act(row));
        for is_harmful in [false, true] {
            let colour = if is_harmful {
                palette::FAULT
            } else {
                palette::MIST
            };
            line.spawn((
                bound_text(TextSize::Small, colour, move |world: &World| {
                    act_text(world, row)
                }),
                VisibleWhen::new(move |world| {
                    let act = of_row(world, row).and_then(|(.., act)| act);
                    act.is_some_and(EnemyAct::is_harmful) == is_harmful
                }),
            ));
        }
    });
}

fn spawn_picture(line: &mut ChildSpawnerCommands, sprites: &Sprites, which: EnemyPicture) {
    let name = match which {
        EnemyPicture::Enemy(_) => "Enemy in sight",
        EnemyPicture::Act(_) => "Its next act",
    };
    line.spawn((
        Name::new(name),
        which,
        square_picture(sprites.get(sprite_names::HUNTER), 22.0),
        UiTransform::default(),
        Pickable::IGNORE,
    ));
}

/// The name and the life of the enemy of a row.
fn name_text(world: &World, row: usize) -> String {
    let words = world.resource::<Words>();
    of_row(world, row).map_or(String::new(), |(game, number, _)| {
        let enemy = &game.enemies[number];
        let name = words.get(art::name_of_kind(enemy.breed.kind));
        format!("{name} {} / {}", enemy.life, enemy.body.max_life)
    })
}

/// The next act of the enemy of a row, and on the last row the number of further enemies in sight.
fn act_text(world: &World, row: usize) -> String {
    let words = world.resource::<Words>();
    of_row(world, row).map_or(String::new(), |(game, number, act)| {
        let text = words.get(foresight::phrase(game, number, act));
        let more = in_sight(game).len().saturating_sub(LISTED);
        if row + 1 == LISTED && more > 0 {
            return format!("{text} (+{more})");
        }
        text
    })
}

/// Lets the pictures follow the enemies of their rows.
fn update_pictures(
    table: Res<Table>,
    view: Res<View>,
    sprites: Res<Sprites>,
    mut pictures: Query<(&EnemyPicture, &mut ImageNode, &mut UiTransform)>,
) {
    let game = &table.state().game;
    let seen = in_sight(game);
    for (picture, mut image, mut transform) in &mut pictures {
        let mut angle = 0.0;
        let name = match *picture {
            EnemyPicture::Enemy(row) => {
                let number = seen.get(row);
                number.map(|number| sprite_names::of_kind(game.enemies[*number].breed.kind))
            }
            EnemyPicture::Act(row) => {
                let act = seen.get(row).and_then(|number| view.foresight.act(*number));
                angle = act.map_or(0.0, foresight::angle_of);
                act.map(art::of_act)
            }
        };
        let rotation = Rot2::radians(angle);
        if transform.rotation != rotation {
            transform.rotation = rotation;
        }
        art::show_sprite(&mut image, &sprites, name);
    }
}
