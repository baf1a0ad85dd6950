//! Playing the events of a move: swaps, matches that pop, blocks that fall with weight.

use bevy::prelude::*;

use super::board::{self, Place, layer};
use super::{View, place_of, powers};
use crate::games::match3::level::Mode;
use crate::games::match3::play::Play;
use crate::games::match3::rules::{Cell, Cells, Event, Status, Swap};
use crate::shell::audio::{self, Sound};
use crate::shell::screen::Menu;
use crate::shell::settings::Settings;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{Size, text_font};

/// Seconds of a swap.
const SWAP: f32 = 0.16;
/// Seconds of a match popping.
const POP: f32 = 0.24;
/// Seconds of power pieces firing.
const BLAST: f32 = 0.4;
/// Seconds of a reshuffle.
const RESHUFFLE: f32 = 0.5;
/// Cells a second squared.
const GRAVITY: f32 = 55.0;

/// A sprite on its way along places.
#[derive(Component)]
pub(super) struct Glide {
    path: Vec<Vec2>,
    time: f32,
    motion: Motion,
}

#[derive(Clone, Copy, PartialEq)]
enum Motion {
    /// Eases in and out over so many seconds.
    Ease(f32),
    /// Falls faster and faster.
    Fall,
}

/// A sprite that shrinks away.
#[derive(Component, Default)]
pub(super) struct Vanish {
    time: f32,
}

/// A sprite that grows into its place, or a text that floats up and goes.
#[derive(Component, Default)]
pub(super) struct Rise {
    time: f32,
}

/// A number of points that floats up.
#[derive(Component)]
pub(super) struct Points {
    time: f32,
}

/// A spark that flies off a popped block.
#[derive(Component)]
pub(super) struct Spark {
    speed: Vec2,
    time: f32,
}

/// Seconds that passed for animations.
fn delta(time: &Time, settings: &Settings) -> f32 {
    time.delta_secs().min(0.1) * settings.animation_speed()
}

/// The two blocks of a refused swap swing out and back.
pub(super) fn swing_back(world: &mut World, swap: Swap) {
    let ends = [(swap.a(), swap.b()), (swap.b(), swap.a())];
    let view = world.resource::<View>();
    let moving: Vec<(Entity, Vec<Vec2>)> = ends
        .into_iter()
        .filter_map(|(from, to)| {
            let (a, b) = (place_of(from), place_of(to));
            Some((*view.blocks.get(&from)?, vec![a, a.lerp(b, 0.7), a]))
        })
        .collect();
    for (entity, path) in moving {
        world.entity_mut(entity).insert(Glide {
            path,
            time: 0.0,
            motion: Motion::Ease(SWAP * 1.6),
        });
    }
    world.resource_mut::<View>().busy = SWAP * 1.6;
}

/// Shows the next events when those before have been shown.
pub(super) fn advance(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    sprites: Res<Sprites>,
    play: Res<Play>,
    menu: Res<State<Menu>>,
    mut next_menu: ResMut<NextState<Menu>>,
    mut view: ResMut<View>,
    mut sounds: MessageWriter<audio::Play>,
) {
    if matches!(menu.get(), Menu::Pause | Menu::Settings) {
        return;
    }
    let points = play.session.state().score().points as f32;
    let step = delta(&time, &settings);
    view.points_shown += (points - view.points_shown) * (step * 8.0).min(1.0);
    view.busy -= step;
    while view.busy <= 0.0 && !view.events.is_empty() {
        view.busy = show_next(&mut commands, &sprites, &mut view, &settings, &mut sounds);
    }
    let over = play.is_over();
    // A moment to see the end.
    if over && view.events.is_empty() && view.busy < -0.4 && *menu.get() == Menu::None {
        let won = play.session.state().status() == Status::Won || play.mode != Mode::Level;
        sounds.write(audio::Play(if won { Sound::Win } else { Sound::Lose }));
        NextState::set_if_neq(&mut next_menu, Menu::Result);
    }
}

/// Starts the next events that happen together; returns how long they take.
fn show_next(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &mut View,
    settings: &Settings,
    sounds: &mut MessageWriter<audio::Play>,
) -> f32 {
    match view.events.pop_front() {
        Some(Event::Swapped(swap)) => {
            exchange(commands, view, swap);
            SWAP
        }
        Some(Event::Reshuffled(blocks)) => {
            board::relay(commands, sprites, view, &blocks);
            RESHUFFLE
        }
        Some(event @ (Event::Fell(_) | Event::Spawned(..))) => {
            view.events.push_front(event);
            fall(commands, sprites, view, settings)
        }
        Some(Event::Settled) | None => 0.0,
        Some(event) => {
            view.events.push_front(event);
            view.floats = 0;
            let mut seconds = POP;
            while let Some(
                Event::Matched { .. }
                | Event::Chipped { .. }
                | Event::Cleared(_)
                | Event::Made(..)
                | Event::Fired { .. },
            ) = view.events.front()
            {
                if let Some(event) = view.events.pop_front() {
                    // A power piece is an event.
                    if matches!(event, Event::Fired { .. }) {
                        seconds = BLAST;
                    }
                    pop(commands, sprites, view, settings, event, sounds);
                }
            }
            seconds
        }
    }
}

fn exchange(commands: &mut Commands, view: &mut View, swap: Swap) {
    let (a, b) = (view.blocks.remove(&swap.a()), view.blocks.remove(&swap.b()));
    for (entity, from, to) in [(a, swap.a(), swap.b()), (b, swap.b(), swap.a())] {
        let Some(entity) = entity else { continue };
        commands.entity(entity).insert(Glide {
            path: vec![place_of(from), place_of(to)],
            time: 0.0,
            motion: Motion::Ease(SWAP),
        });
        view.blocks.insert(to, entity);
    }
}

fn pop(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &mut View,
    settings: &Settings,
    event: Event,
    sounds: &mut MessageWriter<audio::Play>,
) {
    match event {
        Event::Matched {
            cells,
            cascade,
            points,
            ..
        } => {
            sounds.write(audio::Play(Sound::Match(cascade)));
            float_points(commands, view, cells, points, cascade);
        }
        Event::Chipped { cell, left } => {
            sounds.write(audio::Play(Sound::Crack));
            board::show_special(commands, sprites, view, cell, left);
        }
        Event::Cleared(cells) => {
            for cell in cells.iter() {
                if let Some(entity) = view.blocks.remove(&cell) {
                    commands.entity(entity).insert(Vanish::default());
                }
                if !settings.reduced_motion {
                    sparks(commands, sprites, view, cell);
                }
            }
        }
        Event::Made(cell, power, colour) => {
            powers::made(commands, sprites, view, cell, power, colour);
        }
        Event::Fired {
            middle,
            blast,
            cells,
            points,
        } => {
            sounds.write(audio::Play(Sound::Blast));
            powers::fired(commands, sprites, view, middle, blast, cells);
            if points > 0 {
                let here = [middle].into_iter().collect();
                float_points(commands, view, here, points, 1);
            }
        }
        _ => {}
    }
}

fn float_points(commands: &mut Commands, view: &mut View, cells: Cells, points: u32, cascade: u32) {
    let Some(root) = view.root else { return };
    let count = cells.len().max(1) as f32;
    let middle = cells.iter().map(place_of).sum::<Vec2>() / count;
    // Several at once stand above each other.
    let middle = middle - Vec2::new(0.0, 0.5 * f32::from(view.floats));
    view.floats = view.floats.saturating_add(1);
    let text = if cascade > 1 {
        format!("{points}  ×{cascade}")
    } else {
        points.to_string()
    };
    let at = view.frame.world(middle);
    commands.spawn((
        Name::new("Points"),
        Text2d::new(text),
        TextFont {
            font_size: FontSize::Px((view.frame.cell * 0.42).max(14.0)),
            ..text_font(Size::Head)
        },
        TextColor(palette::EMBER),
        Transform::from_xyz(at.x, at.y, layer::SPARK),
        Points { time: 0.0 },
        ChildOf(root),
    ));
}

fn sparks(commands: &mut Commands, sprites: &Sprites, view: &View, cell: Cell) {
    let Some(root) = view.root else { return };
    let at = view.frame.world(place_of(cell));
    for i in 0..4 {
        let angle = i as f32 * 1.57 + cell.index() as f32;
        commands.spawn((
            Name::new("Spark"),
            Sprite {
                image: sprites.get("spark"),
                color: palette::EMBER,
                custom_size: Some(Vec2::splat(view.frame.cell * 0.22)),
                ..default()
            },
            Transform::from_xyz(at.x, at.y, layer::SPARK),
            Spark {
                speed: Vec2::from_angle(angle) * view.frame.cell * 2.2,
                time: 0.0,
            },
            ChildOf(root),
        ));
    }
}

/// Starts all falls of one step together; returns the time of the longest.
fn fall(commands: &mut Commands, sprites: &Sprites, view: &mut View, settings: &Settings) -> f32 {
    let mut longest = 0.0f32;
    // How many blocks have come out of the spawner of each column.
    let mut spawned = [0u8; 12];
    while let Some(event) = view.events.pop_front() {
        let (entity, to, path) = match event {
            Event::Fell(cells) => {
                let (Some(&from), Some(&to)) = (cells.first(), cells.last()) else {
                    continue;
                };
                let Some(entity) = view.blocks.remove(&from) else {
                    continue;
                };
                (entity, to, cells.into_iter().map(place_of).collect())
            }
            Event::Spawned(colour, cells) => {
                let (Some(root), Some(&first), Some(&to)) =
                    (view.root, cells.first(), cells.last())
                else {
                    continue;
                };
                let above = &mut spawned[first.col()];
                *above += 1;
                let start = place_of(first) - Vec2::new(0.0, f32::from(*above));
                let path: Vec<Vec2> = [start]
                    .into_iter()
                    .chain(cells.into_iter().map(place_of))
                    .collect();
                let entity = commands
                    .spawn(board::block(sprites, colour, start))
                    .insert(ChildOf(root))
                    .id();
                (entity, to, path)
            }
            other => {
                view.events.push_front(other);
                break;
            }
        };
        view.blocks.insert(to, entity);
        if settings.reduced_motion {
            commands.entity(entity).insert((
                Rise::default(),
                Place {
                    at: place_of(to),
                    scale: 0.92,
                },
            ));
            longest = longest.max(POP);
            continue;
        }
        longest = longest.max((2.0 * length(&path) / GRAVITY).sqrt());
        commands.entity(entity).insert(Glide {
            path,
            time: 0.0,
            motion: Motion::Fall,
        });
    }
    longest + 0.03
}

fn length(path: &[Vec2]) -> f32 {
    path.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// The point so far along a path.
fn along(path: &[Vec2], mut distance: f32) -> Vec2 {
    for pair in path.windows(2) {
        let step = pair[0].distance(pair[1]);
        if distance < step {
            return pair[0].lerp(pair[1], distance / step);
        }
        distance -= step;
    }
    path.last().copied().unwrap_or_default()
}

pub(super) fn glide(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    mut gliding: Query<(Entity, &mut Glide, &mut Place)>,
) {
    for (entity, mut glide, mut place) in &mut gliding {
        glide.time += delta(&time, &settings);
        let whole = length(&glide.path);
        let distance = match glide.motion {
            Motion::Fall => 0.5 * GRAVITY * glide.time * glide.time,
            Motion::Ease(seconds) => {
                let t = (glide.time / seconds).min(1.0);
                whole * t * t * (3.0 - 2.0 * t)
            }
        };
        place.at = along(&glide.path, distance);
        if distance >= whole {
            commands.entity(entity).remove::<Glide>();
        }
    }
}

pub(super) fn vanish(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    mut vanishing: Query<(Entity, &mut Vanish, &mut Place, &mut Sprite)>,
) {
    for (entity, mut vanish, mut place, mut sprite) in &mut vanishing {
        vanish.time += delta(&time, &settings);
        let t = (vanish.time / POP).min(1.0);
        if !settings.reduced_motion {
            // Swells a little, then is gone.
            place.scale = 0.92 * (1.0 + 0.9 * t - 1.9 * t * t);
        }
        sprite.color = sprite.color.with_alpha(1.0 - t * t);
        if t >= 1.0 {
            commands.entity(entity).despawn();
        }
    }
}

/// Everything that grows, floats or flies.
pub(super) fn rise(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut rising: Query<(Entity, &mut Rise, &mut Place, &mut Sprite)>,
    mut points: Query<(Entity, &mut Points, &mut Transform, &mut TextColor), Without<Spark>>,
    mut sparks: Query<
        (Entity, &mut Spark, &mut Transform, &mut Sprite),
        (Without<Points>, Without<Rise>),
    >,
) {
    let step = delta(&time, &settings);
    for (entity, mut rise, mut place, mut sprite) in &mut rising {
        rise.time += step;
        let t = (rise.time / POP).min(1.0);
        if !settings.reduced_motion {
            place.scale = 0.92 * t;
        }
        sprite.color = sprite.color.with_alpha(t);
        if t >= 1.0 {
            place.scale = 0.92;
            commands.entity(entity).remove::<Rise>();
        }
    }
    for (entity, mut points, mut transform, mut colour) in &mut points {
        points.time += step;
        if !settings.reduced_motion {
            transform.translation.y += step * view.frame.cell * 0.9;
        }
        colour.0 = palette::EMBER.with_alpha((2.0 - 2.0 * points.time / 0.9).clamp(0.0, 1.0));
        if points.time > 0.9 {
            commands.entity(entity).despawn();
        }
    }
    for (entity, mut spark, mut transform, mut sprite) in &mut sparks {
        spark.time += step;
        let fade = 1.0 - spark.time / 0.45;
        transform.translation += (spark.speed * step * fade.max(0.0)).extend(0.0);
        sprite.color = sprite.color.with_alpha(fade.clamp(0.0, 1.0));
        if fade <= 0.0 {
            commands.entity(entity).despawn();
        }
    }
}
