//! Playing the events of a move: swaps, matches that pop, blocks that fall, and cascades that escalate.

use bevy::prelude::*;

use super::board::{self, SpritePlace, layer};
use super::leaving::LeavingBlocks;
use super::motion::{CalloutNumber, Glide, GrowingIn, POP, Points, ShrinkingOut, Spark, delta};
use super::{View, place_of, powers};
use crate::games::match3::rules::{Blast, Cell, Cells, Colour, Event, Size, Swap};
use crate::games::match3::table::Table;
use crate::shell::audio::{self, Sound};
use crate::shell::screen::Menu;
use crate::shell::settings::{Particles, Settings};
use crate::shell::theme::outlined_text::outlined_text;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;

/// Seconds of a swap.
const SWAP: f32 = 0.16;
/// Seconds of power pieces firing.
const BLAST: f32 = 0.4;
/// Seconds of a reshuffle.
const RESHUFFLE: f32 = 0.5;
/// Seconds by which a block falls after the one below it.
const FALL_STAGGER: f32 = 0.016;
/// The number of steps from which a cascade is called out over the board.
const CALL_OUT_STEPS: u32 = 3;

/// A block that cannot be moved shakes, and the special cell that holds it shakes too.
pub(super) fn shake_cell(world: &mut World, cell: Cell) {
    let view = world.resource::<View>();
    let sprites = [view.blocks.get(&cell), view.specials.get(&cell)];
    let sprites: Vec<Entity> = sprites.into_iter().flatten().copied().collect();
    let at = place_of(cell);
    let aside = |by: f32| at + Vec2::new(by, 0.0);
    let path = vec![at, aside(0.12), aside(-0.12), at];
    for sprite in sprites {
        world
            .entity_mut(sprite)
            .insert(Glide::ease(path.clone(), SWAP * 1.6));
    }
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
        world
            .entity_mut(entity)
            .insert(Glide::ease(path, SWAP * 1.6));
    }
    world.resource_mut::<View>().playback.busy = SWAP * 1.6;
}

/// Shows the next events when those before have been shown.
pub(super) fn advance_animations(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    sprites: Res<Sprites>,
    table: Res<Table>,
    menu: Res<State<Menu>>,
    mut view: ResMut<View>,
    mut sounds: MessageWriter<audio::PlaySound>,
) {
    if menu.get().holds_game() {
        return;
    }
    let points = table.state().score().points;
    let points = points.saturating_sub(view.playback.pending.points) as f32;
    let step = delta(&time, &settings, &view);
    view.playback.points_shown += (points - view.playback.points_shown) * (step * 8.0).min(1.0);
    view.playback.busy -= step;
    while view.playback.busy <= 0.0 && !view.playback.events.is_empty() {
        view.playback.is_slow = false;
        view.playback.busy = show_next(&mut commands, &sprites, &mut view, &settings, &mut sounds);
    }
}

/// Starts the next events that happen together; returns their duration in seconds.
fn show_next(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &mut View,
    settings: &Settings,
    sounds: &mut MessageWriter<audio::PlaySound>,
) -> f32 {
    match view.playback.events.pop_front() {
        Some(Event::Swapped(swap)) => {
            view.playback.step = 1;
            exchange_blocks(commands, view, swap);
            SWAP
        }
        Some(Event::Reshuffled(blocks)) => {
            sounds.write(audio::PlaySound(Sound::Shuffle));
            board::replace_blocks(commands, sprites, view, &blocks);
            RESHUFFLE
        }
        Some(event @ (Event::Fell(_) | Event::Spawned(..))) => {
            view.playback.events.push_front(event);
            start_falls(commands, sprites, view, settings)
        }
        Some(Event::Settled) => {
            view.playback.step += 1;
            sounds.write(audio::PlaySound(Sound::Land));
            0.0
        }
        None => 0.0,
        Some(event) => {
            view.playback.events.push_front(event);
            view.playback.floats = 0;
            let step = view.playback.take_step();
            // A power piece takes longer than a match.
            let fires = |event: &Event| matches!(event, Event::Fired { .. });
            let seconds = if step.iter().any(fires) { BLAST } else { POP };
            let leaving = LeavingBlocks::of(&step);
            for event in step {
                view.playback.pending.shown(&event);
                let about = (settings, &leaving);
                pop_block(commands, sprites, view, about, event, sounds);
            }
            if view.playback.step >= CALL_OUT_STEPS {
                call_out(commands, view);
            }
            view.playback.is_slow = view.finale.is_some() && !view.playback.has_further_match();
            seconds
        }
    }
}

fn exchange_blocks(commands: &mut Commands, view: &mut View, swap: Swap) {
    let (a, b) = (view.blocks.remove(&swap.a()), view.blocks.remove(&swap.b()));
    for (entity, from, to) in [(a, swap.a(), swap.b()), (b, swap.b(), swap.a())] {
        let Some(entity) = entity else { continue };
        let path = vec![place_of(from), place_of(to)];
        commands.entity(entity).insert(Glide::ease(path, SWAP));
        view.blocks.insert(to, entity);
    }
}

fn pop_block(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &mut View,
    (settings, leaving): (&Settings, &LeavingBlocks),
    event: Event,
    sounds: &mut MessageWriter<audio::PlaySound>,
) {
    match event {
        Event::Matched {
            cells,
            cascade,
            points,
            ..
        } => {
            sounds.write(audio::PlaySound(Sound::Combo(cascade)));
            float_points(commands, view, cells, points);
        }
        Event::Chipped { cell, left } => {
            sounds.write(audio::PlaySound(Sound::Break));
            board::show_special(commands, sprites, view, cell, left);
        }
        Event::Cleared(colour, cells) => {
            let goal = colour.and_then(|colour| view.playback.goals[usize::from(colour.0) % 8]);
            for cell in cells.iter() {
                remove_block(commands, sprites, view, (settings, leaving), cell, goal);
            }
        }
        Event::Made(cell, power, colour) => {
            sounds.write(audio::PlaySound(Sound::Forge));
            powers::spawn_new_emblem(commands, sprites, view, cell, power, colour);
        }
        Event::Fired {
            middle,
            blast,
            cells,
            points,
        } => {
            sounds.write(audio::PlaySound(sound_of(blast)));
            powers::show_blast(commands, sprites, view, middle, blast, cells);
            if points > 0 {
                let here = [middle].into_iter().collect();
                float_points(commands, view, here, points);
            }
        }
        _ => {}
    }
}

/// Lets the block of a cell disappear, to the goal if there is one.
fn remove_block(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &mut View,
    (settings, leaving): (&Settings, &LeavingBlocks),
    cell: Cell,
    goal: Option<Vec2>,
) {
    if let Some(block) = view.blocks.remove(&cell) {
        let mut block = commands.entity(block);
        if settings.reduced_motion {
            block.insert(ShrinkingOut::default());
        } else {
            leaving.begin(&mut block, cell, goal);
        }
    }
    if !settings.reduced_motion && !leaving.is_gathered(cell) {
        let from = (cell, leaving.delay(cell));
        throw_sparks(commands, sprites, view, settings.particles, from);
    }
}

/// The sound of a power piece that goes off.
fn sound_of(blast: Blast) -> Sound {
    match blast {
        Blast::Row | Blast::Column | Blast::Cross => Sound::Sweep,
        Blast::Around | Blast::Wide | Blast::BroadCross => Sound::Burst,
        Blast::Colour | Blast::Everything => Sound::Prism,
    }
}

/// The cells by which points float up, with half the height of their letters.
const FLOAT: f32 = 1.0;
/// The cells between the middle of a score and the edge of the board beside it.
const FLOAT_MARGIN: f32 = 0.7;
/// The cells between two scores of one step.
const FLOAT_STEP: f32 = 0.5;

/// The place where points begin to float, in cells from the middle of the upper left one, so that they stay within the
/// board. Several scores of one step stand above each other, or below each other at the upper edge.
fn float_place(middle: Vec2, before: u8, size: Size) -> Vec2 {
    let right = size.cols() as f32 - 0.5 - FLOAT_MARGIN;
    let x = middle.x.clamp(FLOAT_MARGIN - 0.5, right);
    let least = FLOAT - 0.5;
    let y = middle.y.max(least);
    let aside = FLOAT_STEP * f32::from(before);
    let y = if y - aside >= least {
        y - aside
    } else {
        y + aside
    };
    Vec2::new(x, y)
}

fn float_points(commands: &mut Commands, view: &mut View, cells: Cells, points: u32) {
    let Some(root) = view.root else { return };
    let count = cells.len().max(1) as f32;
    let middle = cells.iter().map(place_of).sum::<Vec2>() / count;
    let before = view.playback.floats;
    let middle = view
        .size
        .map_or(middle, |size| float_place(middle, before, size));
    view.playback.floats = view.playback.floats.saturating_add(1);
    let text = format!("+{points}");
    let at = view.frame.world(middle);
    commands.spawn((
        Name::new("Points"),
        outlined_text(text, (view.frame.cell * 0.42).max(14.0), palette::EMBER),
        Transform::from_xyz(at.x, at.y, layer::SPARK),
        Points { time: 0.0 },
        ChildOf(root),
    ));
}

/// Throws sparks off a cell after `late` seconds.
pub(super) fn throw_sparks(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &View,
    particles: Particles,
    (cell, late): (Cell, f32),
) {
    let Some(root) = view.root else { return };
    let at = view.frame.world(place_of(cell));
    // A longer cascade throws more and faster sparks.
    let step = view.playback.step.min(5);
    let count = particles.of(3 + step);
    for i in 0..count {
        let angle = i as f32 * std::f32::consts::TAU / count as f32 + cell.index() as f32;
        commands.spawn((
            Name::new("Spark"),
            Sprite {
                image: sprites.get("shared/spark"),
                color: palette::EMBER.with_alpha(0.0),
                custom_size: Some(Vec2::splat(view.frame.cell * 0.22)),
                ..default()
            },
            Transform::from_xyz(at.x, at.y, layer::SPARK),
            Spark {
                speed: Vec2::from_angle(angle) * view.frame.cell * (1.8 + 0.4 * step as f32),
                time: -late,
            },
            ChildOf(root),
        ));
    }
}

/// Starts all falls of one step together; returns the time of the longest.
fn start_falls(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &mut View,
    settings: &Settings,
) -> f32 {
    let mut longest = 0.0f32;
    // The number of blocks that have come out of the spawner of each column.
    let mut spawned = [0u8; 12];
    while let Some(event) = view.playback.events.pop_front() {
        let fall = match event {
            Event::Fell(cells) => fall_of_block(view, cells),
            Event::Spawned(colour, cells) => {
                spawn_block(commands, sprites, view, (colour, cells), &mut spawned)
            }
            other => {
                view.playback.events.push_front(other);
                break;
            }
        };
        let Some((entity, to, path)) = fall else {
            continue;
        };
        view.blocks.insert(to, entity);
        if settings.reduced_motion {
            let place = SpritePlace::at(place_of(to), 0.92);
            commands
                .entity(entity)
                .insert((GrowingIn::default(), place));
            longest = longest.max(POP);
            continue;
        }
        // The lowest block falls first, so that a column comes down block by block.
        let below = view.size.map_or(0, |size| size.rows() - 1 - to.row());
        let glide = Glide::fall(path, FALL_STAGGER * below as f32);
        longest = longest.max(glide.seconds());
        commands.entity(entity).insert(glide);
    }
    longest + 0.03
}

/// A block, the cell to which it falls, and the places on its way.
type Fall = (Entity, Cell, Vec<Vec2>);

/// The fall of a block that is on the board. The view forgets where it was.
fn fall_of_block(view: &mut View, cells: Vec<Cell>) -> Option<Fall> {
    let (&from, &to) = (cells.first()?, cells.last()?);
    let entity = view.blocks.remove(&from)?;
    Some((entity, to, cells.into_iter().map(place_of).collect()))
}

/// Spawns a block above its column, and returns its fall. `spawned` counts the blocks of each column.
fn spawn_block(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &View,
    (colour, cells): (Colour, Vec<Cell>),
    spawned: &mut [u8],
) -> Option<Fall> {
    let (root, &first, &to) = (view.root?, cells.first()?, cells.last()?);
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
    Some((entity, to, path))
}

/// Calls out the number of steps of a cascade, and gives the board a push.
fn call_out(commands: &mut Commands, view: &mut View) {
    let (Some(root), Some(size)) = (view.root, view.size) else {
        return;
    };
    let middle = Vec2::new(size.cols() as f32 - 1.0, size.rows() as f32 - 1.0) / 2.0;
    let at = view.frame.world(middle);
    let text = format!("×{}", view.playback.step);
    let large = 1.0 + 0.15 * view.playback.step.min(8) as f32;
    commands.spawn((
        Name::new("Call"),
        outlined_text(text, view.frame.cell * large, palette::LAMP),
        Transform::from_xyz(at.x, at.y, layer::SPARK + 0.5),
        CalloutNumber::default(),
        ChildOf(root),
    ));
    view.playback.push = (view.playback.push + 0.015 * view.playback.step as f32).min(0.2);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_float_within_the_board() {
        let size = Size::new(9, 7).expect("a size");
        let place = |x: f32, y: f32, before| float_place(Vec2::new(x, y), before, size);
        assert_eq!(place(3.0, 5.0, 0), Vec2::new(3.0, 5.0));
        assert_eq!(place(3.0, 5.0, 2), Vec2::new(3.0, 4.0));
        // In the upper row they begin lower, and further scores stand below.
        assert_eq!(place(3.0, 0.0, 0), Vec2::new(3.0, 0.5));
        assert_eq!(place(3.0, 0.0, 1), Vec2::new(3.0, 1.0));
        let edges = [place(0.0, 5.0, 0).x, place(6.0, 5.0, 0).x];
        assert!(
            (edges[0] - 0.2).abs() < 1e-5 && (edges[1] - 5.8).abs() < 1e-5,
            "{edges:?}"
        );
    }
}
