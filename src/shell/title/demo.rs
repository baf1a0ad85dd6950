//! The small run on each tile of the title.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use crate::generation::driver::{Pace, RunDriver};
use crate::generation::{DisplaySelection, Seed, WatchedRun};
use crate::shell::at_rest::AtRest;
use crate::shell::games::GameCard;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::theme::look::Look;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::paint_task::{PaintTasks, PaintWork};
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::square_picture;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, paint_demos.run_if(in_state(Screen::Title)));
}

/// The run on a tile. When it has ended, it is followed by a run with another seed.
#[derive(Component)]
pub(super) struct Demo {
    card: GameCard,
    image: Handle<Image>,
    /// The generation that is painted.
    painted: Option<(u32, Look)>,
    /// Seconds since the run ended.
    seconds_since_end: f32,
    /// The seed of the run that follows.
    next_seed: u64,
}

/// The pace of the runs on the tiles.
const DEMO_PACE: Pace = Pace::PerSecond(6.0);
/// The seconds from the end of a run to the next one.
const PAUSE: f32 = 2.5;
/// The width and the height of the pictures, in pixels.
const TEXTURE: u32 = 270;

/// Spawns the picture of a run of a game, which begins at once.
pub(super) fn spawn_demo(
    tile: &mut ChildSpawnerCommands,
    card: GameCard,
    side: f32,
    image: Handle<Image>,
) {
    let mut demo = tile.spawn((
        Name::new("Demo"),
        square_picture(image.clone(), side),
        Pickable::IGNORE,
        Demo {
            card,
            image,
            painted: None,
            seconds_since_end: 0.0,
            next_seed: 2,
        },
    ));
    if let Some(run) = (card.demo)(Seed(0)) {
        demo.insert(RunDriver::new(run, DEMO_PACE));
    }
}

/// Paints the runs, and replaces each by another one some time after it has ended.
fn paint_demos(
    time: Res<Time>,
    mut commands: Commands,
    mut demos: Query<(Entity, &mut Demo, Option<&mut RunDriver>)>,
    (at_rest, menu): (Res<AtRest>, Res<State<Menu>>),
    (settings, sprites): (Res<Settings>, Res<Sprites>),
    mut tasks: ResMut<PaintTasks>,
) {
    // With reduced motion each tile shows the best individual of one run, and stands still.
    let is_still = settings.reduced_motion;
    for (entity, mut demo, driver) in &mut demos {
        let Some(mut driver) = driver else {
            continue;
        };
        // The runs stop while a menu covers the tiles, and while the game is at rest, because nobody looks at them.
        let is_seen = !at_rest.0 && *menu.get() == Menu::None;
        let pace = if is_still {
            Pace::FlatOut
        } else if is_seen {
            DEMO_PACE
        } else {
            Pace::Paused
        };
        if driver.pace != pace {
            driver.pace = pace;
        }
        let run = driver.watched();
        let progress = run.progress();
        if is_still && progress.stop.is_none() {
            continue;
        }
        if progress.stop.is_some() && is_seen && !is_still {
            demo.seconds_since_end += time.delta_secs();
            if demo.seconds_since_end > PAUSE {
                demo.seconds_since_end = 0.0;
                let seed = Seed(demo.next_seed);
                demo.next_seed += 1;
                if let Some(run) = (demo.card.demo)(seed) {
                    commands
                        .entity(entity)
                        .insert(RunDriver::new(run, DEMO_PACE));
                }
            }
        }
        let shown = progress.generation.map(|at| (at, sprites.look()));
        if shown.is_none() || shown == demo.painted {
            continue;
        }
        demo.painted = shown;
        tasks.paint(&demo.image, paint_best(run, demo.card, &sprites));
    }
}

/// The work that paints the best individual of a run so far. There is nothing to paint before there is one.
fn paint_best(run: &Arc<dyn WatchedRun>, card: GameCard, sprites: &Sprites) -> PaintWork {
    let (run, sprites) = (Arc::clone(run), sprites.painter());
    Box::new(move || {
        let frame = run.frame(DisplaySelection::BEST, 0)?;
        let picture = (card.demo_picture)(frame.selected.picture);
        let canvas = Canvas::of_picture(&picture, TEXTURE, 1.0, sprites)?;
        Some(canvas.image())
    })
}
