//! The picture on the setup page: a preview of the new game as it is set up. If content evolves for it, the run goes on
//! in the background, and a change of the setup starts another run.

use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::Task;

use super::setup_page::shows_all_choices;
use super::{TableGame, new_game};
use crate::generation::driver::{Pace, RunDriver};
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::watch::PictureKind;
use crate::generation::{DisplaySelection, Picture, WatchedRun};
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::look::Look;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{TextSize, bound_text, choice, panel, square, stack};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownPreview>()
        .add_systems(OnExit(Screen::Setup), close_preview)
        .add_systems(Update, paint_preview.run_if(in_state(Screen::Setup)));
}

/// The content of a preview on a setup page.
pub enum Preview {
    /// The best individual of a run.
    Run(Arc<dyn WatchedRun>),
    /// The board on which the game is played.
    Board(Picture),
}

/// The side of the picture beside a page with all choices, in interface pixels.
const SMALL: f32 = 148.0;
/// The space around it, in interface pixels.
const SMALL_PADDING: f32 = 10.0;
/// The side of the picture on a page with few choices, in interface pixels.
pub(super) const LARGE: f32 = 272.0;
/// The pixels of a texture for each interface pixel.
const FINE: f32 = 2.0;
/// The seconds for which a setup must stay unchanged before its run starts, so that a row of clicks starts one run.
const DELAY: f32 = 0.25;

/// The largest size of texts, in percent, at which the small picture is shown beside the page.
const MAX_TEXT_BESIDE: u32 = 150;

/// The longest time for which the run of a preview works.
const LONGEST: Duration = Duration::from_secs(2);

/// The preview of the setup that is on the page.
#[derive(Resource, Default)]
struct ShownPreview {
    /// The id of the new game that is previewed.
    id: String,
    /// The seconds for which the setup has stayed unchanged.
    seconds: f32,
    /// Whether the preview of this setup has not begun yet.
    is_due: bool,
    /// The entity of the run; `None` before it starts, and if the setup has none.
    run: Option<Entity>,
    /// The board that is shown, if no content evolves.
    board: Option<Picture>,
    /// Whether there is or will be a picture of the setup. Its place is kept from the beginning, so that the page does
    /// not move when the picture comes.
    is_seen: bool,
    /// Whether the other picture of the individual is shown.
    insight: bool,
    /// The properties of the picture that is shown.
    painted: Option<Painted>,
    painting: Option<Task<Option<Image>>>,
}

/// The properties of a picture.
#[derive(PartialEq)]
struct Painted {
    /// The generation of the run; `None` for a board.
    generation: Option<u32>,
    /// Whether the run has ended. The picture of its best individual may then be another one.
    ended: bool,
    /// Whether it is the other picture of the individual.
    insight: bool,
    look: Look,
    /// Whether it is the picture on a page with few choices.
    large: bool,
}

/// Marks the picture.
#[derive(Component)]
struct PreviewPicture;

/// Whether there is or will be a picture.
fn is_seen(world: &World) -> bool {
    world.resource::<ShownPreview>().is_seen
}

/// Spawns the small picture, beside a page with all choices. `insight` is the button that shows the other picture.
pub(super) fn spawn_small(row: &mut ChildSpawnerCommands, insight: Option<&'static str>) {
    // The place stays without a picture, so that the page does not move under the mouse.
    let place = Node {
        width: px(SMALL + 2.0 * SMALL_PADDING + 2.0),
        flex_shrink: 0.0,
        align_self: AlignSelf::FlexStart,
        margin: UiRect::top(px(29)),
        ..default()
    };
    // The largest texts leave no room beside the page.
    let has_room = VisibleWhen::new(|world| {
        let has_room = world.resource::<Settings>().text_percent <= MAX_TEXT_BESIDE;
        has_room && shows_all_choices(world)
    });
    let node = Node {
        padding: UiRect::all(px(SMALL_PADDING)),
        ..stack(FlexDirection::Column, 8.0)
    };
    row.spawn((place, has_room)).with_children(|place| {
        place
            .spawn((panel(node), VisibleWhen::new(is_seen)))
            .with_children(|panel| spawn_content(panel, SMALL, insight));
    });
}

/// Spawns the large picture, below the rows of a page with few choices.
pub(super) fn spawn_large(page: &mut ChildSpawnerCommands, insight: Option<&'static str>) {
    let node = Node {
        flex_grow: 1.0,
        flex_shrink: 0.0,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..stack(FlexDirection::Column, 8.0)
    };
    let seen = VisibleWhen::new(|world| is_seen(world) && !shows_all_choices(world));
    page.spawn((node, seen))
        .with_children(|place| spawn_content(place, LARGE, insight));
}

/// Spawns the heading, the picture, and the button that shows the other one.
fn spawn_content(place: &mut ChildSpawnerCommands, side: f32, insight: Option<&'static str>) {
    let heading = |world: &World| {
        let key = match world.resource::<ShownPreview>().board {
            Some(_) => "setup.preview.board",
            None => "setup.preview",
        };
        world.resource::<Words>().get(key)
    };
    place.spawn(bound_text(TextSize::Small, palette::MIST, heading));
    place.spawn(picture(side));
    if let Some(key) = insight {
        let selected = SelectedWhen::new(|world| world.resource::<ShownPreview>().insight);
        choice(place, key, selected, |world| {
            let mut preview = world.resource_mut::<ShownPreview>();
            preview.insight = !preview.insight;
        });
    }
}

/// The large picture of the board. It keeps its place while there is nothing to see.
pub(super) fn large_picture() -> impl Bundle {
    picture(LARGE)
}

fn picture(side: f32) -> impl Bundle {
    (PreviewPicture, ImageNode::default(), square(side))
}

/// Starts the run of the setup that is on the page, when it has stayed unchanged for a moment. Boards are shown at once.
pub(super) fn follow_setup<G: TableGame>(world: &mut World) {
    if !G::shows_preview(world) {
        return close_preview(world);
    }
    let id = new_game::origin::<G>(world).id().to_string();
    let delta = world.resource::<Time>().delta_secs();
    let mut preview = world.resource_mut::<ShownPreview>();
    if preview.id != id {
        // The page has just been opened, so nobody clicks through its choices yet.
        let seconds = if preview.id.is_empty() { DELAY } else { 0.0 };
        (preview.id, preview.seconds, preview.is_due) = (id, seconds, true);
        stop_run(world);
    } else {
        preview.seconds += delta;
    }
    let mut preview = world.resource_mut::<ShownPreview>();
    let is_time = G::BOARDS.is_some() || preview.seconds >= DELAY;
    if !(preview.is_due && is_time) {
        return;
    }
    preview.is_due = false;
    let (run, board) = match G::preview(world) {
        Some(Preview::Run(run)) => (Some(run), None),
        Some(Preview::Board(board)) => (None, Some(board)),
        None => (None, None),
    };
    let driver = run.map(|run| RunDriver::new(run, Pace::FlatOut));
    let entity = driver.map(|driver| world.spawn((Name::new("Preview"), driver)).id());
    let mut preview = world.resource_mut::<ShownPreview>();
    preview.is_seen = entity.is_some() || board.is_some();
    (preview.run, preview.board) = (entity, board);
}

/// Ends the run. Its picture stays until there is another one.
fn stop_run(world: &mut World) {
    let mut preview = world.resource_mut::<ShownPreview>();
    preview.painted = None;
    preview.painting = None;
    preview.board = None;
    let Some(run) = preview.run.take() else {
        return;
    };
    if let Some(driver) = world.get::<RunDriver>(run) {
        driver.watched().cancel();
    }
    world.despawn(run);
}

fn close_preview(world: &mut World) {
    if world.resource::<ShownPreview>().id.is_empty() {
        return;
    }
    stop_run(world);
    let insight = world.resource::<ShownPreview>().insight;
    world.insert_resource(ShownPreview {
        insight,
        ..default()
    });
}

/// Paints the board, or the best individual so far, in the background, and shows it.
fn paint_preview(
    sprites: Res<Sprites>,
    settings: Res<Settings>,
    menu: Res<State<Menu>>,
    runs: Query<&RunDriver>,
    mut pictures: Query<&mut ImageNode, With<PreviewPicture>>,
    mut preview: ResMut<ShownPreview>,
    mut images: ResMut<Assets<Image>>,
) {
    if let Some(Some(image)) = take_result(&mut preview.painting) {
        let image = images.add(image);
        for mut node in &mut pictures {
            node.image = image.clone();
        }
    }
    if preview.painting.is_some() || *menu.get() != Menu::None {
        return;
    }
    let driver = preview.run.and_then(|run| runs.get(run).ok());
    if let Some(driver) = driver
        && driver.watched().progress().busy > LONGEST
    {
        // A long search goes on in the theatre, if the player wants it.
        driver.watched().cancel();
    }
    let Some(wanted) = wanted_picture(&preview, driver, &sprites, &settings) else {
        return;
    };
    if preview.painted.as_ref() == Some(&wanted) {
        return;
    }
    let kind = match wanted.insight {
        true => PictureKind::Insight,
        false => PictureKind::Usual,
    };
    let side = FINE * if wanted.large { LARGE } else { SMALL };
    let board = preview.board.clone();
    let run = driver.map(|driver| Arc::clone(driver.watched()));
    let sprites = sprites.painter();
    preview.painted = Some(wanted);
    preview.painting = Some(spawn_or_default(move || {
        let frame = run.and_then(|run| run.frame(DisplaySelection::BEST, 1));
        let evolved = frame.as_ref().map(|frame| frame.picture(kind));
        let shown = evolved.or(board.as_ref())?;
        let canvas = Canvas::of_picture(shown, side as u32, FINE, sprites)?;
        Some(canvas.image())
    }));
}

/// The properties of the picture that should be shown; `None` while there is none to show.
fn wanted_picture(
    preview: &ShownPreview,
    driver: Option<&RunDriver>,
    sprites: &Sprites,
    settings: &Settings,
) -> Option<Painted> {
    let (generation, ended) = match driver {
        Some(driver) => {
            let progress = driver.watched().progress();
            (Some(progress.generation?), progress.stop.is_some())
        }
        None if preview.board.is_some() => (None, true),
        None => return None,
    };
    Some(Painted {
        generation,
        ended,
        insight: preview.insight,
        look: sprites.look(),
        large: !settings.all_choices,
    })
}
