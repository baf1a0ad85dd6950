//! Pictures of the window as files. A picture in which hardly anything is drawn is taken again.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use super::Tour;
use crate::base::PlainError;
use crate::shell::window_picture;

/// Seconds until a picture is taken again.
pub(super) const BETWEEN: f32 = 0.5;
/// The least number of colours of a page. The edges of its letters alone have as many.
const FEWEST_COLOURS: usize = 50;
/// The most pictures of a step that have fewer colours. A busy machine needs a while for its first frames, because the
/// window has a single colour until the driver of the graphics card has compiled the shaders.
const MOST_EMPTY: u32 = 240;

/// Takes a picture that is saved as soon as a page is drawn in it.
pub(super) fn take(world: &mut World, path: PathBuf) {
    let save = move |captured: On<ScreenshotCaptured>, mut tour: ResMut<Tour>| {
        save_or_retake(&mut tour, &captured.image, &path);
    };
    world.spawn(Screenshot::primary_window()).observe(save);
}

/// Saves a picture, and lets the tour go on. If hardly anything is drawn in the picture, its step is repeated, but not
/// for ever. The tour fails at its end if a picture stays empty or cannot be saved.
pub(super) fn save_or_retake(tour: &mut Tour, image: &Image, path: &Path) {
    if has_few_colours(image.data.as_deref().unwrap_or_default()) {
        tour.empty_pictures += 1;
        if tour.empty_pictures < MOST_EMPTY {
            tour.wait_again(BETWEEN);
            return;
        }
        error!(
            "{}: nothing was drawn in {MOST_EMPTY} pictures of the window",
            path.display()
        );
        tour.failed = true;
    }
    tour.pictures += 1;
    tour.go_on();
    if let Err(why) = save(image, path) {
        error!("{}: {why}", path.display());
        tour.failed = true;
    }
}

/// Whether pixels of four bytes have too few colours for a page. The fourth byte holds no colour.
fn has_few_colours(pixels: &[u8]) -> bool {
    let mut seen = HashSet::new();
    let mut before = None;
    for [red, green, blue, _] in pixels.as_chunks::<4>().0 {
        let colour = [*red, *green, *blue];
        // Most pixels have the colour of their neighbour, which is compared much faster than it is looked up.
        if before.replace(colour) != Some(colour) {
            seen.insert(colour);
        }
        if seen.len() >= FEWEST_COLOURS {
            return false;
        }
    }
    true
}

fn save(image: &Image, path: &Path) -> Result<(), PlainError> {
    Ok(std::fs::write(path, window_picture::png(image.clone())?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pixels of so many colours, each of which is there twice.
    fn pixels_of(colours: u8) -> Vec<u8> {
        let pixels = (0..colours).flat_map(|red| [[red, 7, 7, 255], [red, 7, 7, 0]]);
        pixels.flatten().collect()
    }

    #[test]
    fn a_picture_of_few_colours_is_no_page() {
        assert!(has_few_colours(&[]));
        assert!(has_few_colours(&pixels_of(1)));
        assert!(has_few_colours(&pixels_of(FEWEST_COLOURS as u8 - 1)));
        assert!(!has_few_colours(&pixels_of(FEWEST_COLOURS as u8)));
    }
}
