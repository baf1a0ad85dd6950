//! A picture that follows a run: the best individual so far, painted in the background, and changing shape by shape
//! from one generation to the next.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;

use crate::base::smoothstep;
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::watch::{DisplaySelection, Frame};
use crate::generation::{Picture, WatchedRun};
use crate::shell::settings::Settings;
use crate::shell::theme::paint::{Canvas, replace_image};
use crate::shell::theme::sprites::{SpritePainter, Sprites};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (follow_runs, paint_pictures).chain());
}

/// The seconds in which the picture changes from one generation to the next.
const CHANGE: f32 = 0.25;
/// The seconds in which it changes to the outcome of the run.
const LAST_CHANGE: f32 = 1.4;
/// The seconds between two generations that are shown.
const BETWEEN: f32 = 0.08;

/// Shows a run in the image of its node.
#[derive(Component)]
#[require(ImageNode)]
pub struct RunPicture {
    run: Arc<dyn WatchedRun>,
    /// The index in the history of the generation to show. An index beyond the end stands for the newest generation.
    pub record: usize,
    /// Changes the colours of the pictures.
    pub repaint: Option<fn(Picture) -> Picture>,
    /// The side of the texture, in pixels.
    texture: u32,
    /// Its pixels for each interface pixel.
    density: f32,
    /// The key of the frame that was asked for last.
    asked: Option<FrameKey>,
    asking: Option<Task<Option<Frame>>>,
    seconds_since_asked: f32,
    shown: Option<Frame>,
    /// Whether the newest generation of a run that has ended is shown.
    shows_end: bool,
    before: Option<Picture>,
    /// The progress of the change from the picture before, 0 to 1.
    progress: f32,
    /// Whether the current state must be painted.
    stale: bool,
    painting: Option<Task<Option<Image>>>,
    /// Whether the node has an image of its own already.
    has_image: bool,
}

/// The key of a frame: the index, the newest generation, whether the run has ended, and whether the colours are
/// changed.
#[derive(Clone, Copy, PartialEq)]
struct FrameKey {
    record: usize,
    newest: Option<u32>,
    has_ended: bool,
    is_repainted: bool,
}

impl RunPicture {
    /// Shows the newest generation of a run in a texture with a number of pixels a side, of which `density` are shown as
    /// one interface pixel.
    pub fn new(run: Arc<dyn WatchedRun>, texture: u32, density: f32) -> Self {
        RunPicture {
            run,
            record: usize::MAX,
            repaint: None,
            texture,
            density,
            asked: None,
            asking: None,
            seconds_since_asked: BETWEEN,
            shown: None,
            shows_end: false,
            before: None,
            progress: 1.0,
            stale: false,
            painting: None,
            has_image: false,
        }
    }

    /// The generation that is shown.
    pub fn shown(&self) -> Option<&Frame> {
        self.shown.as_ref()
    }

    /// Whether the outcome of the run is shown, and the picture does not change any more.
    pub fn is_at_end(&self) -> bool {
        self.shows_end && self.progress >= 1.0
    }

    /// Asks for the generation to show, if its key differs from that of the last request.
    fn ask(&mut self) {
        let progress = self.run.progress();
        let Some(last) = progress.records.checked_sub(1) else {
            return;
        };
        let asked = FrameKey {
            record: self.record.min(last),
            newest: progress.generation,
            has_ended: progress.stop.is_some(),
            is_repainted: self.repaint.is_some(),
        };
        let is_same = self.asked == Some(asked);
        if is_same || self.asking.is_some() || self.seconds_since_asked < BETWEEN {
            return;
        }
        self.asked = Some(asked);
        self.seconds_since_asked = 0.0;
        let (run, repaint, record) = (Arc::clone(&self.run), self.repaint, self.record);
        self.asking = Some(spawn_or_default(move || {
            let selection = DisplaySelection {
                record,
                member: None,
            };
            let mut frame = run.frame(selection, 1)?;
            if let Some(repaint) = repaint {
                frame.selected.picture = repaint(frame.selected.picture);
            }
            Some(frame)
        }));
    }

    /// Takes the generation that was asked for.
    fn take(&mut self, frame: Frame) {
        let asked = self.asked.filter(|asked| asked.has_ended);
        let last = self.run.progress().records.saturating_sub(1);
        self.shows_end = asked.is_some_and(|asked| asked.record >= last);
        let old = self.shown.take().map(|old| old.selected.picture);
        if old.as_ref() != Some(&frame.selected.picture) {
            self.before = old;
            self.progress = 0.0;
            self.stale = true;
        }
        self.shown = Some(frame);
    }

    /// Starts to paint the current state.
    fn paint(&mut self, sprites: Arc<SpritePainter>, moves: bool) {
        let Some(frame) = &self.shown else { return };
        let after = frame.selected.picture.clone();
        let before = self.before.clone();
        let before = before.filter(|_| moves && self.progress < 1.0);
        let (progress, pixels, density) = (self.progress, self.texture, self.density);
        self.painting = Some(spawn_or_default(move || {
            let canvas = Canvas::with_sprites(pixels, pixels, sprites)?;
            let mut canvas = canvas.at_density(density);
            let t = smoothstep(progress);
            match before {
                Some(before) => canvas.morph(&before, &after, t, pixels as f32),
                None => canvas.picture(&after, Vec2::ZERO, pixels as f32),
            }
            Some(canvas.image())
        }));
    }
}

/// Asks for the generations to show, and takes them.
fn follow_runs(time: Res<Time>, settings: Res<Settings>, mut pictures: Query<&mut RunPicture>) {
    let delta = time.delta_secs() * settings.animation_speed();
    for mut picture in &mut pictures {
        picture.seconds_since_asked += delta;
        if picture.progress < 1.0 {
            let seconds = if picture.shows_end {
                LAST_CHANGE
            } else {
                CHANGE
            };
            picture.progress = (picture.progress + delta / seconds).min(1.0);
            picture.stale = true;
        }
        if let Some(Some(frame)) = take_result(&mut picture.asking) {
            picture.take(frame);
        }
        picture.ask();
    }
}

/// Paints the pictures, each as soon as the last state is painted.
fn paint_pictures(
    settings: Res<Settings>,
    sprites: Res<Sprites>,
    mut pictures: Query<(&mut RunPicture, &mut ImageNode)>,
    mut images: ResMut<Assets<Image>>,
) {
    for (mut picture, mut node) in &mut pictures {
        if let Some(Some(image)) = take_result(&mut picture.painting) {
            if picture.has_image {
                replace_image(&mut images, &node.image, image);
            } else {
                node.image = images.add(image);
                picture.has_image = true;
            }
        }
        if picture.stale && picture.painting.is_none() {
            picture.stale = false;
            picture.paint(sprites.painter(), !settings.reduced_motion);
        }
    }
}
