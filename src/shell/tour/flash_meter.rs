//! Counts flashes in a film as success criterion 2.3.1 of the Web Content Accessibility Guidelines 2.2 does, and is
//! stricter where the criterion leaves a choice: three and a half flashes within a second are too many already, and what
//! is not saturated red counts as no red at all.

use std::collections::VecDeque;
use std::sync::LazyLock;

use bevy::color::{LinearRgba, Luminance, Srgba};

/// The side of a cell, in pixels. The mean colour of a cell is followed, because finer patterns do not count as flashes.
const CELL: usize = 8;
/// The least change of the luminance that counts. White has the luminance 1.
const LUMINANCE_STEP: f32 = 0.1;
/// A change of the luminance counts only if the darker colour is below this luminance.
const BRIGHT: f32 = 0.8;
/// The least part of red in a saturated red.
const SATURATED: f32 = 0.8;
/// The least change of red without green and blue that counts.
const RED_STEP: f32 = 20.0 / 320.0;
/// The most opposing changes within a second: three flashes.
const MOST_CHANGES: usize = 6;
/// The number of fields of ten degrees in each direction of the window, as somebody sees it at the usual distance.
const FIELDS: usize = 3;
/// The largest part of such a field that may flash more often.
pub(super) const LARGEST_PART: f32 = 0.25;

/// A moment of a film.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Moment {
    /// The largest part of a field that flashes more than three times within the second that ends here, 0 to 1.
    pub(super) part: f32,
    /// The number of the frame, from 0.
    pub(super) frame: usize,
}

/// The flashes of a film that is seen frame by frame.
pub(super) struct FlashMeter {
    columns: usize,
    rows: usize,
    frames_a_second: usize,
    frames: usize,
    cells: Vec<[Swing; 2]>,
    /// The worst moment so far.
    pub(super) worst: Moment,
}

impl FlashMeter {
    /// A film of so many frames a second, each of `width` x `height` pixels.
    pub(super) fn new(width: usize, height: usize, frames_a_second: usize) -> Self {
        let (columns, rows) = (width / CELL, height / CELL);
        FlashMeter {
            columns,
            rows,
            frames_a_second,
            frames: 0,
            cells: vec![Default::default(); columns * rows],
            worst: Moment::default(),
        }
    }

    /// The number of frames that were seen.
    pub(super) fn frames(&self) -> usize {
        self.frames
    }

    /// Looks at the next frame: the rows of its pixels from above, four bytes of sRGB each. Returns whether it is the
    /// worst moment so far.
    pub(super) fn look_at(&mut self, pixels: &[u8], width: usize) -> bool {
        let frame = self.frames;
        self.frames += 1;
        let first = (frame + 1).saturating_sub(self.frames_a_second);
        let mut flashing = Vec::with_capacity(self.cells.len());
        for (at, [light, red]) in self.cells.iter_mut().enumerate() {
            let place = (at % self.columns * CELL, at / self.columns * CELL);
            let colour = mean_colour(pixels, width, place);
            light.follow(luminance(colour), frame, |low, high| {
                high - low >= LUMINANCE_STEP && low < BRIGHT
            });
            red.follow(redness(colour), frame, |low, high| high - low >= RED_STEP);
            let most = light.changes_since(first).max(red.changes_since(first));
            flashing.push(most > MOST_CHANGES);
        }
        let part = self.largest_part(&flashing);
        let is_worst = part > self.worst.part;
        if is_worst {
            self.worst = Moment { part, frame };
        }
        is_worst
    }

    /// The largest part of a field whose cells flash.
    fn largest_part(&self, flashing: &[bool]) -> f32 {
        let (across, down) = (self.columns / FIELDS, self.rows / FIELDS);
        // The flashing cells above and at the left of each corner of a cell.
        let wide = self.columns + 1;
        let mut sums = vec![0_usize; wide * (self.rows + 1)];
        for (at, is_flashing) in flashing.iter().enumerate() {
            let (x, y) = (at % self.columns, at / self.columns);
            let corner = (y + 1) * wide + x + 1;
            sums[corner] = usize::from(*is_flashing) + sums[corner - 1] + sums[corner - wide]
                - sums[corner - wide - 1];
        }
        let mut most = 0;
        for y in 0..=self.rows - down {
            for x in 0..=self.columns - across {
                let [above, below] = [y, y + down].map(|y| y * wide + x);
                let inside =
                    sums[below + across] + sums[above] - sums[below] - sums[above + across];
                most = most.max(inside);
            }
        }
        most as f32 / (across * down).max(1) as f32
    }
}

/// A value that rises and falls, with its last second of opposing changes.
#[derive(Clone, Debug, Default)]
struct Swing {
    /// The lowest and the highest value since the last change.
    range: Option<(f32, f32)>,
    /// Whether the last change was a rise.
    rose: Option<bool>,
    /// The frames of the changes.
    changes: VecDeque<usize>,
}

impl Swing {
    /// Takes the value of a frame. `counts` says whether the way between a lower and a higher value is a change.
    fn follow(&mut self, value: f32, frame: usize, counts: impl Fn(f32, f32) -> bool) {
        let (low, high) = self.range.unwrap_or((value, value));
        let rises = counts(low, value) && value > low && self.rose != Some(true);
        let falls = counts(value, high) && value < high && self.rose != Some(false);
        if rises || falls {
            self.rose = Some(rises);
            self.range = Some((value, value));
            self.changes.push_back(frame);
            return;
        }
        self.range = match self.rose {
            // After a rise only the top counts, from which the value may fall, and the other way round.
            Some(true) => Some((value.max(high), value.max(high))),
            Some(false) => Some((value.min(low), value.min(low))),
            None => Some((value.min(low), value.max(high))),
        };
    }

    /// The number of changes since a frame. Those before it are forgotten.
    fn changes_since(&mut self, first: usize) -> usize {
        while self.changes.front().is_some_and(|frame| *frame < first) {
            self.changes.pop_front();
        }
        self.changes.len()
    }
}

/// The mean red, green and blue of a cell, 0 to 1 each and proportional to the light.
fn mean_colour(pixels: &[u8], width: usize, (left, top): (usize, usize)) -> [f32; 3] {
    static LIGHT: LazyLock<[f32; 256]> =
        LazyLock::new(|| std::array::from_fn(|value| Srgba::gamma_function(value as f32 / 255.0)));
    let mut sums = [0.0; 3];
    for y in top..top + CELL {
        let row = &pixels[4 * (y * width + left)..4 * (y * width + left + CELL)];
        for pixel in row.as_chunks::<4>().0 {
            for (sum, value) in sums.iter_mut().zip(pixel) {
                *sum += LIGHT[usize::from(*value)];
            }
        }
    }
    sums.map(|sum| sum / (CELL * CELL) as f32)
}

fn luminance(colour: [f32; 3]) -> f32 {
    let [red, green, blue] = colour;
    LinearRgba::rgb(red, green, blue).luminance()
}

/// The amount by which there is more red than green and blue, 0 if the colour is no saturated red.
fn redness([red, green, blue]: [f32; 3]) -> f32 {
    match red >= SATURATED * (red + green + blue) {
        true => red - green - blue,
        false => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 240;
    const HEIGHT: usize = 120;
    const GREY: [u8; 3] = [60, 60, 60];
    const WHITE: [u8; 3] = [255, 255, 255];

    /// The worst part of a film of a second and a half, 20 frames a second, in which a rectangle has the second colour
    /// instead of the first in the frames from each of `at` on, `long` frames long.
    fn worst(colours: [[u8; 3]; 2], size: (usize, usize), at: &[usize], long: usize) -> f32 {
        let mut meter = FlashMeter::new(WIDTH, HEIGHT, 20);
        for frame in 0..30 {
            let is_lit = at
                .iter()
                .any(|start| (*start..start + long).contains(&frame));
            let pixel = |place: usize| {
                let (x, y) = (place % WIDTH, place / WIDTH);
                let is_inside = x < size.0 && y < size.1;
                let [red, green, blue] = colours[usize::from(is_lit && is_inside)];
                [red, green, blue, 255]
            };
            let pixels: Vec<u8> = (0..WIDTH * HEIGHT).flat_map(pixel).collect();
            meter.look_at(&pixels, WIDTH);
        }
        assert_eq!(meter.frames(), 30);
        meter.worst.part
    }

    #[test]
    fn four_flashes_within_a_second_are_too_many_and_three_are_not() {
        let all = (WIDTH, HEIGHT);
        assert_eq!(worst([GREY, WHITE], all, &[1, 6, 11, 16], 2), 1.0);
        assert_eq!(worst([GREY, WHITE], all, &[1, 8, 15], 3), 0.0);
        // Four flashes, but never more than three of them within a second.
        assert_eq!(worst([GREY, WHITE], all, &[1, 10, 19, 28], 2), 0.0);
    }

    #[test]
    fn weak_flashes_and_flashes_between_bright_colours_do_not_count() {
        let (all, four) = ((WIDTH, HEIGHT), [1, 6, 11, 16]);
        // Luminances of 0.05 and 0.13, and of 0.83 and 1.
        assert_eq!(worst([GREY, [100, 100, 100]], all, &four, 2), 0.0);
        assert_eq!(worst([[235, 235, 235], WHITE], all, &four, 2), 0.0);
        // The luminances are 0.05 and 0.21.
        assert_eq!(worst([GREY, [128, 128, 128]], all, &four, 2), 1.0);
    }

    #[test]
    fn only_the_part_that_flashes_counts() {
        // A field is 80 x 40 pixels.
        let part = worst([GREY, WHITE], (40, 24), &[1, 6, 11, 16], 2);
        assert_eq!(part, 0.3);
    }

    #[test]
    fn saturated_red_counts_without_a_change_of_the_luminance() {
        // The luminances are equal to a hundredth.
        let (red, grey) = ([200, 0, 0], [104, 104, 104]);
        assert_eq!(worst([grey, red], (WIDTH, HEIGHT), &[1, 6, 11, 16], 2), 1.0);
    }
}
