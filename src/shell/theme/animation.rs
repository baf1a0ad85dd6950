//! Animated pictures: painted frames as an animated PNG, which browsers and most viewers play.

use png::{BitDepth, ColorType, Encoder, EncodingError};

use super::paint::Painted;

/// A frame and the time for which it is shown, in milliseconds.
pub struct AnimationFrame {
    /// The picture. All pictures of an animation are of the same size.
    pub picture: Painted,
    /// The time in milliseconds.
    pub milliseconds: u16,
}

/// A frame as rows of red, green and blue.
struct Pixels {
    width: u32,
    rows: Vec<u8>,
}

impl Pixels {
    fn of(picture: &Painted) -> Self {
        let (width, _) = picture.size();
        Pixels {
            width,
            rows: picture.rgb(),
        }
    }

    fn bytes_in_row(&self) -> usize {
        3 * self.width as usize
    }

    /// Left, top, width and height of the part in which a frame differs from another one of the same size; a single
    /// pixel if they are equal.
    fn changed_part(&self, old: &Pixels) -> (u32, u32, u32, u32) {
        let bytes = self.bytes_in_row();
        let (mut left, mut right) = (u32::MAX, 0);
        let (mut top, mut bottom) = (u32::MAX, 0);
        let rows = self
            .rows
            .chunks_exact(bytes)
            .zip(old.rows.chunks_exact(bytes));
        for (y, (new, old)) in (0..).zip(rows) {
            if new == old {
                continue;
            }
            (top, bottom) = (top.min(y), y + 1);
            let differs = |(a, b): (&[u8], &[u8])| a != b;
            let mut pairs = new.chunks_exact(3).zip(old.chunks_exact(3));
            let first = pairs.clone().position(differs).unwrap_or(0) as u32;
            let last = pairs.rposition(differs).unwrap_or(0) as u32;
            (left, right) = (left.min(first), right.max(last + 1));
        }
        if bottom == 0 {
            return (0, 0, 1, 1);
        }
        (left, top, right - left, bottom - top)
    }

    /// The pixels of a part.
    fn part(&self, (left, top, width, height): (u32, u32, u32, u32)) -> Vec<u8> {
        let rows = self.rows.chunks_exact(self.bytes_in_row());
        let rows = rows.skip(top as usize).take(height as usize);
        let (from, to) = (3 * left as usize, 3 * (left + width) as usize);
        rows.flat_map(|row| &row[from..to]).copied().collect()
    }
}

/// A picture as a PNG file.
pub fn png(picture: &Painted) -> Result<Vec<u8>, EncodingError> {
    png_of_rgb(picture.size(), &picture.rgb())
}

/// Rows of red, green and blue as a PNG file.
pub fn png_of_rgb(size: (u32, u32), rgb: &[u8]) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut writer = encoder(&mut bytes, size).write_header()?;
    writer.write_image_data(rgb)?;
    writer.finish()?;
    Ok(bytes)
}

/// Frames as an animated PNG file that is played again and again. They are made one by one, because all of them
/// together take much memory. `count` is their number, at least 1. For each frame after the first one the file holds
/// only the part that changes.
pub fn animated_png(
    count: u32,
    mut frames: impl Iterator<Item = AnimationFrame>,
) -> Result<Vec<u8>, EncodingError> {
    let missing = || EncodingError::from(std::io::Error::other("a frame is missing"));
    let first = frames.next().ok_or_else(missing)?;
    let mut bytes = Vec::new();
    let mut encoder = encoder(&mut bytes, first.picture.size());
    encoder.set_animated(count, 0)?;
    let mut writer = encoder.write_header()?;
    writer.set_frame_delay(first.milliseconds, 1_000)?;
    let mut old = Pixels::of(&first.picture);
    writer.write_image_data(&old.rows)?;
    for frame in frames {
        let new = Pixels::of(&frame.picture);
        let part = new.changed_part(&old);
        let (left, top, width, height) = part;
        writer.set_frame_delay(frame.milliseconds, 1_000)?;
        // The part is first made as small as possible, because it must lie within the picture after each step.
        writer.reset_frame_position()?;
        writer.set_frame_dimension(width, height)?;
        writer.set_frame_position(left, top)?;
        writer.write_image_data(&new.part(part))?;
        old = new;
    }
    writer.finish()?;
    Ok(bytes)
}

fn encoder(bytes: &mut Vec<u8>, (width, height): (u32, u32)) -> Encoder<'static, &mut Vec<u8>> {
    let mut encoder = Encoder::new(bytes, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder
}

#[cfg(test)]
mod tests {
    use bevy::math::{Rect, Vec2};

    use super::*;
    use crate::shell::theme::paint::Canvas;
    use crate::shell::theme::palette;

    fn with_block(at: f32) -> Painted {
        let mut canvas = Canvas::new(20, 10).expect("not empty");
        canvas.block(Rect::new(0.0, 0.0, 20.0, 10.0), palette::NIGHT);
        let corner = Vec2::new(at, 2.0);
        canvas.block(Rect::from_corners(corner, corner + 3.0), palette::LAMP);
        canvas.into_painted()
    }

    #[test]
    fn an_animation_holds_what_changes_and_gives_its_frames_again() {
        let pictures = [4.0, 4.0, 9.0].map(with_block);
        let wanted: Vec<Vec<u8>> = pictures.iter().map(Painted::rgb).collect();
        let frames = pictures.into_iter().map(|picture| AnimationFrame {
            picture,
            milliseconds: 60,
        });
        let bytes = animated_png(3, frames).expect("it can be written");
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .expect("a PNG file");
        let control = reader.info().animation_control.expect("it is animated");
        assert_eq!((control.num_frames, control.num_plays), (3, 0));
        let mut shown = wanted[0].clone();
        let mut parts = Vec::new();
        for frame in &wanted {
            let mut data = vec![0; 20 * 10 * 3];
            let read = reader.next_frame(&mut data).expect("a frame");
            let at = reader.info().frame_control.expect("a part");
            assert_eq!((at.delay_num, at.delay_den), (60, 1_000));
            parts.push((at.x_offset, at.y_offset, at.width, at.height));
            let bytes = 3 * at.width as usize;
            for (y, row) in data[..read.buffer_size()].chunks_exact(bytes).enumerate() {
                let start = 3 * ((at.y_offset as usize + y) * 20 + at.x_offset as usize);
                shown[start..start + bytes].copy_from_slice(row);
            }
            assert!(shown == *frame);
        }
        assert_eq!(parts, [(0, 0, 20, 10), (0, 0, 1, 1), (4, 2, 8, 3)]);
    }
}
