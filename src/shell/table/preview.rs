//! The picture beside the setup page: what evolves from the setup as it stands. The run goes on in the background, and a
//! change of the setup starts another one.

use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures_lite::future::{block_on, poll_once};

use super::{TableGame, new_game};
use crate::generation::DisplaySelection;
use crate::generation::driver::{Pace, RunDriver};
use crate::generation::pools::spawn_or_default;
use crate::generation::watch::PictureKind;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::look::Look;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{TextSize, choice, label, panel, stack};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Preview>()
        .add_systems(OnExit(Screen::Setup), close_preview)
        .add_systems(Update, paint_preview.run_if(in_state(Screen::Setup)));
}

/// The side of the picture, in interface pixels.
const SIDE: f32 = 148.0;
/// The side of its texture, in pixels.
const TEXTURE: u32 = 296;
/// The seconds for which a setup must stay unchanged before its run starts, so that a row of clicks starts one run.
const DELAY: f32 = 0.25;

/// The largest size of texts, in percent, at which the picture is shown.
const MAX_TEXT_BESIDE: u32 = 150;

/// A preview works at most this long.
const LONGEST: Duration = Duration::from_secs(2);

/// The preview of the setup that is on the page.
#[derive(Resource, Default)]
struct Preview {
    /// The id of the new game that is previewed.
    id: String,
    /// The seconds for which the setup has stayed unchanged.
    seconds: f32,
    /// The entity of the run; `None` before it starts, and if the setup has none.
    run: Option<Entity>,
    /// Whether there is a picture of this setup or of the one before.
    is_seen: bool,
    /// Whether the other picture of the individual is shown.
    insight: bool,
    /// What the picture shows.
    painted: Option<Painted>,
    painting: Option<Task<Option<Image>>>,
}

/// What a picture shows.
#[derive(PartialEq)]
struct Painted {
    generation: u32,
    /// Whether the run has ended. The picture of its best individual may then be another one.
    ended: bool,
    /// Whether it is the other picture of the individual.
    insight: bool,
    look: Look,
}

/// Marks the picture.
#[derive(Component)]
struct PreviewPicture;

/// Spawns the panel of the preview. `insight` is the button that shows the other picture.
pub(super) fn spawn_preview(row: &mut ChildSpawnerCommands, insight: Option<&'static str>) {
    let node = Node {
        padding: UiRect::all(px(10)),
        align_self: AlignSelf::FlexStart,
        margin: UiRect::top(px(29)),
        ..stack(FlexDirection::Column, 8.0)
    };
    let picture = (
        PreviewPicture,
        ImageNode::default(),
        Node {
            width: px(SIDE),
            height: px(SIDE),
            ..default()
        },
    );
    // The largest texts leave no room beside the page.
    let seen = VisibleWhen::new(|world| {
        let has_room = world.resource::<Settings>().text_percent <= MAX_TEXT_BESIDE;
        has_room && world.resource::<Preview>().is_seen
    });
    row.spawn((panel(node), seen)).with_children(|panel| {
        panel.spawn(label("setup.preview", TextSize::Small, palette::MIST));
        panel.spawn(picture);
        if let Some(key) = insight {
            let selected = SelectedWhen::new(|world| world.resource::<Preview>().insight);
            choice(panel, key, selected, |world| {
                let mut preview = world.resource_mut::<Preview>();
                preview.insight = !preview.insight;
            });
        }
    });
}

/// Starts the run of the setup that is on the page, when it has stayed unchanged for a moment.
pub(super) fn follow_setup<G: TableGame>(world: &mut World) {
    let id = new_game::origin::<G>(world).id().to_string();
    let delta = world.resource::<Time>().delta_secs();
    let mut preview = world.resource_mut::<Preview>();
    if preview.id != id {
        (preview.id, preview.seconds) = (id, 0.0);
        stop_run(world);
        return;
    }
    let was_waiting = preview.seconds < DELAY;
    preview.seconds += delta;
    if !was_waiting || preview.seconds < DELAY {
        return;
    }
    let run = G::preview(world);
    let driver = run.map(|run| RunDriver::new(run, Pace::FlatOut));
    let entity = driver.map(|driver| world.spawn((Name::new("Preview"), driver)).id());
    let mut preview = world.resource_mut::<Preview>();
    preview.is_seen &= entity.is_some();
    preview.run = entity;
}

/// Ends the run. Its picture stays until there is another one.
fn stop_run(world: &mut World) {
    let mut preview = world.resource_mut::<Preview>();
    preview.painted = None;
    preview.painting = None;
    let Some(run) = preview.run.take() else {
        return;
    };
    if let Some(driver) = world.get::<RunDriver>(run) {
        driver.watched().cancel();
    }
    world.despawn(run);
}

fn close_preview(world: &mut World) {
    stop_run(world);
    let insight = world.resource::<Preview>().insight;
    world.insert_resource(Preview {
        insight,
        ..default()
    });
}

/// Paints the best individual so far in the background, and shows it.
fn paint_preview(
    sprites: Res<Sprites>,
    menu: Res<State<Menu>>,
    runs: Query<&RunDriver>,
    mut pictures: Query<&mut ImageNode, With<PreviewPicture>>,
    mut preview: ResMut<Preview>,
    mut images: ResMut<Assets<Image>>,
) {
    let Ok(mut node) = pictures.single_mut() else {
        return;
    };
    if let Some(task) = &mut preview.painting {
        let Some(image) = block_on(poll_once(task)) else {
            return;
        };
        preview.painting = None;
        if let Some(image) = image {
            preview.is_seen = true;
            node.image = images.add(image);
        }
    }
    let driver = preview.run.and_then(|run| runs.get(run).ok());
    let (Some(driver), Menu::None) = (driver, menu.get()) else {
        return;
    };
    let progress = driver.watched().progress();
    if progress.busy > LONGEST {
        // A long search goes on in the theatre, if the player wants it.
        driver.watched().cancel();
    }
    let insight = preview.insight;
    let wanted = progress.generation.map(|generation| Painted {
        generation,
        ended: progress.stop.is_some(),
        insight,
        look: sprites.look(),
    });
    if wanted.is_none() {
        return;
    }
    if preview.painted != wanted {
        preview.painted = wanted;
        let run = Arc::clone(driver.watched());
        let kind = if insight {
            PictureKind::Insight
        } else {
            PictureKind::Usual
        };
        let sprites = sprites.painter();
        preview.painting = Some(spawn_or_default(move || {
            let frame = run.frame(DisplaySelection::BEST, 1)?;
            let mut canvas = Canvas::with_sprites(TEXTURE, TEXTURE, sprites)?;
            canvas.picture(frame.picture(kind), Vec2::ZERO, TEXTURE as f32);
            Some(canvas.image())
        }));
    }
}
