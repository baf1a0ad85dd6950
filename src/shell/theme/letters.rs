//! Letters as outlines, for texts that are painted into pictures.

use std::sync::LazyLock;

use resvg::tiny_skia::{Path, PathBuilder};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

use super::widget::MEDIUM_FONT;

/// The height of a capital letter, as a part of the font's size.
const CAPITAL: f32 = 0.71;

static FONT: LazyLock<Option<FontRef<'static>>> = LazyLock::new(|| FontRef::new(MEDIUM_FONT).ok());

/// The outline of a text whose middle is at a point, in letters of a size, all in pixels. `None` for a text without
/// letters.
pub(super) fn outline(text: &str, middle: (f32, f32), size: f32) -> Option<Path> {
    outline_around(text, middle, size, 0.5)
}

/// The outline of a text that begins at a point, which is in the middle of its height.
pub(super) fn outline_from(text: &str, left: (f32, f32), size: f32) -> Option<Path> {
    outline_around(text, left, size, 0.0)
}

/// The outline of a text with a part of its width left of a point.
fn outline_around(text: &str, (x, y): (f32, f32), size: f32, before: f32) -> Option<Path> {
    let font = FONT.as_ref()?;
    let (glyphs, outlines) = (font.charmap(), font.outline_glyphs());
    let metrics = font.glyph_metrics(Size::new(size), LocationRef::default());
    let glyphs: Vec<_> = text.chars().filter_map(|c| glyphs.map(c)).collect();
    let width = |glyph| metrics.advance_width(glyph).unwrap_or(0.0);
    let all: f32 = glyphs.iter().map(|glyph| width(*glyph)).sum();
    let mut pen = Pen {
        path: PathBuilder::new(),
        x: x - all * before,
        y: y + CAPITAL * size / 2.0,
    };
    for glyph in glyphs {
        let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
        if let Some(outline) = outlines.get(glyph) {
            outline.draw(settings, &mut pen).ok()?;
        }
        pen.x += width(glyph);
    }
    pen.path.finish()
}

/// Draws a glyph, whose y axis points up, with its origin at a point.
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, self.y - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, self.y - y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (left, base) = (self.x, self.y);
        self.path.quad_to(left + cx, base - cy, left + x, base - y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let (left, base) = (self.x, self.y);
        self.path.cubic_to(
            left + ax,
            base - ay,
            left + bx,
            base - by,
            left + x,
            base - y,
        );
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_lies_around_its_point_and_is_as_high_as_a_capital() {
        let path = outline("12×7", (100.0, 50.0), 40.0).expect("letters");
        let bounds = path.bounds();
        let middle = (bounds.left() + bounds.right()) / 2.0;
        assert!((middle - 100.0).abs() < 3.0, "{bounds:?}");
        assert!(
            (bounds.top() + bounds.bottom() - 100.0).abs() < 3.0,
            "{bounds:?}"
        );
        assert!((bounds.height() - CAPITAL * 40.0).abs() < 3.0, "{bounds:?}");
        let two = outline("1", (0.0, 0.0), 40.0).expect("a letter").bounds();
        assert!(bounds.width() > 2.5 * two.width(), "{bounds:?} {two:?}");
        assert!(outline("", (0.0, 0.0), 40.0).is_none());
    }
}
